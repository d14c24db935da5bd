/* SPDX-License-Identifier: MIT
 *
 * Can it be reached? A side, the prover, wants at least some value from a position, whatever the other side does: to
 * win, to mate in three, to capture a block. One question and one answer for every game, goal and method.
 *
 *     question, searcher, limits, observer --> reach_ask   --> answer, what it rests on, line
 *     question, search, limits             --> reach_prove --> the tree that proves it, verified
 *
 * Captures (solve.c), wins (win.c), mates (protocol/mate.c) and the flag --proof (cli/prove.c) ask here. Limits carry
 * deadlines and the flags that stop a search; all pointers are lent for the call.
 */
#ifndef BOYI_SOLVE_REACH_H
#define BOYI_SOLVE_REACH_H

#include "boyi/boyi.h"

struct reach_question {
    by_position *position; /* of a goal: with the question of the goal (by_position_set_question) */
    int prover;            /* the side whose success is in question */
    by_value threshold;    /* that it has to reach; BY_MIN_WIN: it wins */
    int plies;             /* within which it has to win; 0: any number */
};

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

/* A method with its options. */
struct reach_method {
    const by_method *method;
    const by_options *options; /* NULL: the defaults */
    int memory_kib;            /* in place of that in the options; 0: as they say */
};

/* Creates a search for the question. If the method proves, it asks about this prover wherever it is run. */
by_status reach_search_create(const struct reach_method *method, const struct reach_question *question, by_search **out,
                              by_error *error);

/* Sets the options of a method that proves to this question; other methods have none of them. */
by_status reach_set_options(const struct reach_question *question, by_options *options, by_error *error);

/* A search to run, or a function around one that does more, such as going on with less memory. */
struct reach_searcher {
    by_search *search; /* NULL: `run` is called */
    bool proves;       /* its method answers the question (by_method_proves); else the value answers it */
    by_status (*run)(void *context, const struct by_limits *limits, const struct by_observer *observer,
                     struct by_result *result, by_error *error);
    void *context;
};

struct reach_answer {
    enum by_answer answer;   /* it is reached: yes, no or unknown */
    bool is_proved;          /* the answer rests on the rules alone */
    const char *doubt;       /* what else it rests on, a text that lasts; NULL: it is proved */
    struct by_result result; /* best move, line, numbers and effort, lent as by_search_run lends it */
};

/* Searches within the limits. With plies that is the depth; then `no` may mean that only a longer win is left. If the
 * value has to answer and the limits have no window, a window asks for no more than that. */
by_status reach_ask(const struct reach_searcher *searcher, const struct reach_question *question,
                    const struct by_limits *limits, const struct by_observer *observer, struct reach_answer *out,
                    by_error *error);

/* Whether a line of the side to move shows that it is the prover and reaches it. */
bool reach_is_shown(const struct reach_question *question, const struct by_line *line);

/* ---- Proving --------------------------------------------------------------------------------------------------- */

struct reach_proof {
    struct by_proof tree; /* its record is the caller's; NULL: there is no proof, */
    by_error reason;      /* for this reason */
};

/* Looks for a proof of the expected answer, or of the contrary, of at most `tree_most` nodes (0: no limit). `rules` is
 * the position where the tree is verified, which has the question by the rules alone; NULL: the caller verifies it.
 * That there is no proof is no error. */
by_status reach_prove(by_search *search, const struct reach_question *question, bool is_expected,
                      const struct by_limits *limits, int tree_most, const by_position *rules, struct reach_proof *out,
                      by_error *error);

/* ---- Limits of several searches -------------------------------------------------------------------------------- */

struct reach_budget {
    struct by_limits limits; /* of all searches together: nodes, time_ms and what stops them */
    uint64_t nodes;          /* that they have taken */
    int64_t time_us;
};

/* The limits of the next search. False: nothing is left, and `reason` gets the limit that is met. */
bool reach_budget_left(const struct reach_budget *budget, struct by_limits *out, enum by_stop_reason *reason);

void reach_budget_spend(struct reach_budget *budget, uint64_t nodes, int64_t time_us);

#endif
