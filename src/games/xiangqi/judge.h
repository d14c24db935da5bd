/* SPDX-License-Identifier: MIT
 *
 * The law of repetition: what is a chase (chase.c), what a cycle of moves amounts to (repetition.c), and how to say it
 * (explain.c). docs/xiangqi-rules.md describes the rules and their sources.
 */
#ifndef BOYI_GAMES_XIANGQI_JUDGE_H
#define BOYI_GAMES_XIANGQI_JUDGE_H

#include "games/xiangqi/board.h"

/* ---- Chases ------------------------------------------------------------------------------------------------------ */

/* A position to look at, with the checks that stand in it. */
struct xq_view {
    struct xq *board;     /* a copy without its record: moves are tried on it */
    uint32_t checkers[2]; /* of each side's king: the pieces (a bit each) that attack it */
};

/* The kinds of attacks by the rules. The last three are chases, if they are new. */
enum xq_attack {
    XQ_ATTACK_BY_KING_OR_PAWN, /* these may attack for ever */
    XQ_ATTACK_ON_HOME_PAWN,    /* a pawn that has not crossed the river may be attacked for ever */
    XQ_ATTACK_PINNED,          /* the capture would be illegal */
    XQ_ATTACK_OFFER,           /* pieces of one kind that can take each other */
    XQ_ATTACK_PROTECTED,       /* who captures is recaptured */
    XQ_ATTACK_STRONGER,        /* on a stronger piece, protected or not */
    XQ_ATTACK_HELPLESS,        /* on an unprotected piece of the same kind that cannot take back */
    XQ_ATTACK_UNPROTECTED,
};

static inline bool xq_attack_chases(enum xq_attack attack)
{
    return attack >= XQ_ATTACK_STRONGER;
}

/* Finds the checks that stand on the view's board. Needed whenever the board has changed. */
void by__xq_view_checks(struct xq_view *view);

/* The kind of the attack of the piece on `from` on the piece on `to`, which by__xq_targets lists. `protector` is the
 * square of a piece that would recapture, XQ_OFF if there is none or it was not looked for; may be NULL. */
enum xq_attack by__xq_attack(struct xq_view *view, int from, int to, int *protector);

/* The enemy's pieces (a bit for each slot) among `wanted` that `side` threatens to capture as in a chase. */
unsigned by__xq_victims(struct xq_view *view, int side, unsigned wanted);

/* The enemy's rooks (a bit for each slot) that must not leave the leg of a horse of `side`, or it would give check. */
unsigned by__xq_rooks_on_leg(const struct xq_view *view, int side);

/* ---- Cycles ------------------------------------------------------------------------------------------------------ */

/* A rule set as data. The side whose behaviour in the cycle is worse loses; equal behaviour draws. Rule sets differ in
 * the behaviour they consider.
 */
struct xq_rule_set {
    const char *name;
    bool judges_chases;
    bool check_excuses;      /* any check in the cycle makes all chases in it allowed */
    bool protects_leg_rooks; /* to chase a rook that a horse holds in its place is worse than to chase */
};

/* Of one side over a whole cycle, from the allowed to the gravest. */
enum xq_conduct { XQ_ALLOWED, XQ_CHASES, XQ_CHASES_LEG_ROOK, XQ_CHECKS };

struct xq_cycle {
    int plies;
    int checks[2];        /* how many moves of each side gave check */
    unsigned victims[2];  /* the enemy's pieces (a bit for each slot) that every move of the side chases */
    bool looks_at_chases; /* false: checks alone have decided, `victims` is not filled */
    enum xq_conduct conduct[2];
    int loser; /* a side; XQ_NOBODY: a draw */
};

enum { XQ_NOBODY = 2 };

const struct xq_rule_set *by__xq_rules_of(const struct xq *s);

/* How many plies ago this position occurred before its occurrence `after` plies ago (0: before now); 0: it did not, as
 * far as it could. */
int by__xq_plies_to_return(const struct xq *s, int after);

/* Judges the last `plies` moves, at whose beginning the same position stood; `is_foretold`: as if they had been made
 * twice. */
struct xq_cycle by__xq_judge_cycle(const struct xq *s, int plies, bool is_foretold);

/* Whether a move that was just made on the view's board gives check to the side to move there. */
bool by__xq_gives_check(const struct xq_view *view, int side);

/* Whether the game may be drawn by the move count within some plies. */
bool by__xq_count_is_near(const struct xq *s);

/* Judges repetition. Fills `out` and returns true if it ends the game. */
bool by__xq_repetition(const struct xq *s, int ply, struct by_node *out);

/* Whether no piece is left that could cross the river. */
bool by__xq_nobody_can_attack(const struct xq *s);

/* Says why the game stands as it does. */
void by__xq_explain(void *state, by_text *out);

#endif
