/* SPDX-License-Identifier: MIT
 *
 * Can this block be captured, can it be saved, and by which move? One question of a Go player or program, and one
 * answer.
 *
 * Behind it are searches of the goal `go-capture`, one for each assumption on kos:
 *
 *     1  yes                           the other side retakes every ko at once, and we reach it all the same
 *     0  no                            else, not even if we retake every ko at once
 *     2  by a ko, taken first          else, nobody retakes at once, and we reach it
 *     3  by a ko, with a threat first  else
 */
#ifndef BOYI_SOLVE_SOLVE_H
#define BOYI_SOLVE_SOLVE_H

#include "boyi/boyi.h"

/* The codes of GNU Go, from the view of the side that asks. */
enum solve_code { SOLVE_UNKNOWN = -1, SOLVE_NO, SOLVE_YES, SOLVE_KO_TAKEN, SOLVE_KO_THREAT };

/* A prediction of an unknown outcome, from the curves. It is never an answer. */
enum solve_prediction { SOLVE_PREDICTS_NOTHING, SOLVE_PREDICTS_CAPTURE, SOLVE_PREDICTS_ESCAPE };

struct solve_question {
    const by_position *position; /* of `go` */
    int point;                   /* of a stone of the block, as boyi/display.h numbers squares */
    bool is_attack;              /* the other side moves first and wants to capture; else the owner, to save it */
};

/* The question of the goal go-capture for it. */
static inline struct by_goal_question solve_goal_question(const struct solve_question *question,
                                                          enum by_threats threats, int patience)
{
    return (struct by_goal_question){BY_SIZE(by_goal_question), .prover_first = question->is_attack,
                                     .squares = {question->point}, .threats = threats, .patience = patience};
}

struct solve_settings {
    const by_method *method;   /* NULL: df-pn+ */
    const by_options *options; /* of the method; NULL: as solve_options_create has them. All searches together have
                                  its memory_kib */
    const by_options *goal;    /* of go-capture; NULL: its defaults */
    int64_t time_ms;           /* for a whole question; 0: no limit */
    uint64_t nodes;            /* likewise */
    const by_stop *stop;       /* NULL: none */
    bool wants_proof;          /* go on after an answer, to look for its proof */
    bool wants_record;         /* likewise, also if the search itself has proved it: solver_proof is asked for */
};

/* A point of a curve: the root's numbers in sixteenths (UINT64_MAX: infinite), or the best node evaluation by depth; in
 * games other than go-capture, the value for the side to move. */
struct solve_point {
    uint64_t nodes;
    int64_t time_us;
    int depth;                              /* of the evaluation; 0 in a curve of numbers */
    int evaluation;                         /* likewise: E of the best line, small favours the attacker; 0: captured */
    uint64_t proof_number, disproof_number; /* of "the block is captured" */
};

/* The pointers are lent until the solver is asked again. */
struct solve_answer {
    enum solve_code code;
    by_move move;   /* the first move that does it; BY_MOVE_NONE: none is needed, or there is none */
    bool is_proved; /* else heuristic: `doubt` says why */
    const char *doubt;
    enum solve_prediction prediction; /* only if the code is unknown */
    const by_move *line;
    int length;
    int depth; /* the longest line that was looked at */
    uint64_t nodes;
    int64_t time_us;
    enum by_stop_reason stopped;
    const struct solve_point *curve;
    size_t curve_length;
};

/* A tree that was verified, or why there is none. */
struct solve_proof {
    by_record *record;           /* NULL: none */
    const by_game *game;         /* that the record is of */
    struct by_question question; /* with what it proves, which need not be what was expected */
    enum by_threats threats;     /* the side that retakes kos at once */
    by_error reason;             /* why there is none */
    uint64_t nodes;              /* that it took */
    int64_t time_us;
    enum by_stop_reason stopped;
};

typedef struct solver solver;

/* The options of a method as captures are best asked about: its preset `capture`, or its defaults if it has none. */
by_status solve_options_create(const by_method *method, by_options **out, by_error *error);

/* Keeps its memory between questions. The settings are lent as long as the solver lives. */
by_status solver_create(const struct solve_settings *settings, solver **out, by_error *error);
by_status solver_ask(solver *s, const struct solve_question *question, struct solve_answer *answer, by_error *error);
void solver_destroy(solver *s);

/* The proof of the last answer. Of an answer by a ko it is that of the half which denies the better answer: the side
 * that asks does not reach it, if the other retakes every ko (2), or if no side does (3). Lent until the solver is
 * asked again. */
const struct solve_proof *solver_proof(const solver *s);

/* "no", "yes", "ko, taken first", ...; "nothing", "capture", "escape" */
const char *solve_code_name(enum solve_code code);
const char *solve_prediction_name(enum solve_prediction prediction);

#endif
