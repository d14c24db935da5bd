/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of the solver.
 *
 *     solve.c     from a question to its answer: doubts, names
 *     view.c      searches for one setting of the goal
 *     settle.c    proofs of what was found
 *     setup.c     the goal with its settings, and its searches with their shares of the memory
 *
 * All that is known of a question is in a struct solve_view, which is a value: a doubt works on a view of its own,
 * which replaces the other or is dropped.
 */
#ifndef BOYI_SOLVE_SOLVE_INSIDE_H
#define BOYI_SOLVE_SOLVE_INSIDE_H

#include "solve/curve.h"
#include "solve/prove.h"
#include "solve/reach.h"
#include "solve/solve.h"

/* The attacker is the prover of the goal. */
#define SOLVE_NOBODY   BY_THREATS_NONE
#define SOLVE_ATTACKER BY_THREATS_PROVER
#define SOLVE_OWNER    BY_THREATS_OPPONENT
enum { SOLVE_THREATS_COUNT = SOLVE_OWNER + 1 };

enum { SOLVE_MAX_LINE = 256 };

/* ---- Findings -------------------------------------------------------------------------------------------------- */

enum solve_fate { SOLVE_UNDECIDED, SOLVE_CAPTURED, SOLVE_ESCAPED };

/* Of the block, if one side retakes every ko or none does. */
struct solve_finding {
    enum solve_fate fate;
    bool is_proved;
    bool is_settled; /* by a proof that was verified: it need not be asked again */
    bool is_cut;     /* undecided, and a limit leaves no room for a further pass */
    uint64_t proof_number, disproof_number;
    by_move best;
    int length;
    by_move line[SOLVE_MAX_LINE];
};

/* Settings of the goal: as the solver's settings have it, with more retakes before a ko is held to be won, and with
 * more candidates. */
enum solve_setup_number { SOLVE_AS_SET, SOLVE_RETAKING, SOLVE_WIDER, SOLVE_SETUP_COUNT };

/* The findings of all searches with one setting of the goal. */
struct solve_view {
    enum solve_setup_number setup;
    uint64_t nodes_most;                                /* of the whole question; 0: no limit */
    struct solve_finding findings[SOLVE_THREATS_COUNT]; /* by the side that retakes kos */
    enum solve_code code;
    enum by_threats reached, denied; /* the code rests on these findings; the line is that of the first */
    const char *doubt;               /* in place of the solver's; NULL: none */
    int patience;                    /* of the last step */
    int depth;
    enum by_stop_reason stopped;
    bool is_cut; /* a limit ended the step */
};

static inline bool solve_view_is_proved(const struct solve_view *view)
{
    return view->findings[view->reached].is_proved && view->findings[view->denied].is_proved;
}

static inline bool solve_view_is_ko(const struct solve_view *view)
{
    return view->code == SOLVE_KO_TAKEN || view->code == SOLVE_KO_THREAT;
}

/* The reason why the last search ended does not matter where there is an answer. */
static inline void solve_view_end(struct solve_view *view)
{
    if (view->code != SOLVE_UNKNOWN)
        view->stopped = BY_STOPPED_DONE;
}

/* ---- Setups ---------------------------------------------------------------------------------------------------- */

/* All setups together have the memory of the settings. The one where a question is mostly asked has the most of it;
 * proofs are looked for when the setups have given theirs back. */
enum { SOLVE_MAIN_SHARE = 6, SOLVE_SIDE_SHARE = 1 };

struct solve_setup {
    by_game *game;
    by_search *search;
    by_position *position;
    int share; /* of the memory that the search has */
};

/* Opens a goal, if it is not yet open, and its search with a share of the memory. */
by_status solve_setup_open(solver *s, enum solve_setup_number number, int share, by_error *error);
/* Gives back the memory of the search. */
void solve_setup_release(struct solve_setup *setup);
void solve_setup_close(struct solve_setup *setup);

/* ---- The solver ------------------------------------------------------------------------------------------------ */

struct solver {
    struct solve_settings settings;
    struct solve_setup setups[SOLVE_SETUP_COUNT];
    struct solve_prover prover;
    bool proves;       /* the method does */
    const char *doubt; /* what an answer rests on that is not proved */

    /* Of the last question, lent with its answer */
    struct solve_view view;
    struct solve_curve curve;      /* of the last search */
    struct solve_curve open_curve; /* of the last that decided nothing */
    struct solve_proof proof;
};

/* The work on one question. */
struct solve_inquiry {
    solver *solver;
    const struct solve_question *question;
    struct reach_budget budget;
    by_error *error;
};

/* ---- view.c ---------------------------------------------------------------------------------------------------- */

struct solve_attempt {
    enum by_threats threats;
    int patience;         /* of the attacker */
    uint64_t nodes;       /* at most */
    const by_move *moves; /* first moves that are looked at; NULL: all */
    size_t move_count;
};

/* The last step of patience. */
enum { SOLVE_PATIENT = 7 };

/* The limits of the next search. False: nothing is left, and the view records which limit is met. */
bool solve_limits_left(const struct solve_inquiry *q, struct solve_view *view, struct by_limits *out);

/* Searches once for the fate of the block. */
by_status solve_search(struct solve_inquiry *q, struct solve_view *view, const struct solve_attempt *attempt,
                       struct solve_finding *out);

/* Asks everything that is not settled yet, with a patient attacker, or with one that becomes patient step by step. */
by_status solve_ask_patient(struct solve_inquiry *q, struct solve_view *view);
by_status solve_ask_stepwise(struct solve_inquiry *q, struct solve_view *view);

/* ---- settle.c -------------------------------------------------------------------------------------------------- */

/* Looks for a proof of the code, if the settings want one; the code may turn out to be wrong. */
by_status solve_settle(struct solve_inquiry *q, struct solve_view *view);

#endif
