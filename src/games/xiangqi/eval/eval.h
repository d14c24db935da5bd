/* SPDX-License-Identifier: MIT
 *
 * The full evaluation: a sum of terms, each a weight times how often it applies to red less how often to black. Every
 * weight has two parts, for the opening with all pieces and for the ending without rooks, horses and cannons; the value
 * lies between the two by how many of these are left (the phase).
 *
 * Both parts of a weight are held in one number, ending * 65536 + opening, so that one addition adds both. Moves update
 * the sum of the piece-square values (the field `score` of the board); the other terms are computed for every
 * evaluation.
 */
#ifndef BOYI_GAMES_XIANGQI_EVAL_EVAL_H
#define BOYI_GAMES_XIANGQI_EVAL_EVAL_H

#include "games/xiangqi/board.h"

/* Boards are mirrored by the file: five files, ten ranks as the owner sees them. */
enum { XQ_HALF_FILES = 5, XQ_HALF_SQUARES = XQ_HALF_FILES * XQ_RANKS, XQ_PHASE_MOST = 32, XQ_SCALE_FULL = 64 };

/* How many weights tables have. */
enum {
    XQ_ROOK_MOVES = 18,
    XQ_HORSE_MOVES = 9,
    XQ_CANNON_MOVES = 18,
    XQ_GUARD_CASES = 243, /* own advisors, elephants; enemy rooks, horses, cannons: 0 to 2 each */
    XQ_FORCE_CASES = 162, /* own rooks, horses, cannons: 0 to 2 each; pawns: 0 to 5 */
    XQ_DANGERS = 32,
    XQ_WINGS = 5, /* by pieces on one wing beyond the river; more count as the last */
};

/* The terms with their numbers of weights, in the order of weights.inc. */
#define XQ_TERMS(TERM)                                                                                                 \
    TERM(MATERIAL, "material", XQ_KINDS)                                                                               \
    TERM(SQUARE, "square", XQ_KINDS *XQ_HALF_SQUARES)                                                                  \
    TERM(TEMPO, "tempo", 1)                                                                                            \
    TERM(ROOK_MOBILITY, "mobility.rook", XQ_ROOK_MOVES)                                                                \
    TERM(HORSE_MOBILITY, "mobility.horse", XQ_HORSE_MOVES)                                                             \
    TERM(CANNON_MOBILITY, "mobility.cannon", XQ_CANNON_MOVES)                                                          \
    TERM(CANNON_SHOT, "mobility.shot", 1)                                                                              \
    TERM(GUARD_MOBILITY, "mobility.guard", 2)                                                                          \
    TERM(GUARDS, "guards", XQ_GUARD_CASES)                                                                             \
    TERM(FORCE, "force", XQ_FORCE_CASES)                                                                               \
    TERM(DANGER, "danger", XQ_DANGERS)                                                                                 \
    TERM(HANGING, "hanging", 2 * XQ_KINDS)                                                                             \
    TERM(HANGING_MORE, "hanging.more", 2)                                                                              \
    TERM(ROOK_HIT, "rook.hit", 2)                                                                                      \
    TERM(ROOK_SUNK, "rook.sunk", 1)                                                                                    \
    TERM(ROOK_OPEN, "rook.open", 1)                                                                                    \
    TERM(CANNON_EMPTY, "cannon.empty", 2)                                                                              \
    TERM(CANNON_BOTTOM, "cannon.bottom", 2)                                                                            \
    TERM(CANNON_CENTRE, "cannon.centre", 2)                                                                            \
    TERM(CANNON_DOUBLE, "cannon.double", 1)                                                                            \
    TERM(HORSE_POST, "horse.post", 3)                                                                                  \
    TERM(HORSE_PAIR, "horse.pair", 1)                                                                                  \
    TERM(KING_AIMED, "king.aimed", 1)                                                                                  \
    TERM(KING_OPEN, "king.open", 1)                                                                                    \
    TERM(PIN, "pin", XQ_KINDS)                                                                                         \
    TERM(PAWN_PAIR, "pawn.pair", 1)                                                                                    \
    TERM(PAWN_GUARDS, "pawn.guards", 1)                                                                                \
    TERM(WING, "wing", XQ_WINGS)

/* The place of a term's first weight, such as XQ_MATERIAL. */
enum {
#define TERM(id, name, count) XQ_##id, XQ_##id##_LAST = XQ_##id + (count)-1,
    XQ_TERMS(TERM)
#undef TERM
        XQ_WEIGHTS
};

static inline int32_t xq_pack(int opening, int ending)
{
    return (int32_t)((uint32_t)ending << 16) + opening;
}

static inline int xq_opening_part(int32_t packed)
{
    return (int16_t)(uint16_t)packed;
}

static inline int xq_ending_part(int32_t packed)
{
    return (int16_t)(uint16_t)((uint32_t)(packed + 0x8000) >> 16);
}

/* The weight of `square` for a piece of red's, beside XQ_SQUARE and the kind. */
static inline int xq_half_square(int square)
{
    int file = square % XQ_FILES;

    return square / XQ_FILES * XQ_HALF_FILES + (file < XQ_HALF_FILES ? file : XQ_FILES - 1 - file);
}

struct xq_term {
    const char *name;
    int first, count; /* weights */
};

/* The terms of the evaluation in a position. */
struct xq_trace {
    int16_t counts[2][XQ_WEIGHTS]; /* by side */
    float share[2];                /* of the opening and of the ending, as in by_terms */
    by_value value;                /* for red */
};

/* weights.c */
extern const int32_t by__xq_weights[XQ_WEIGHTS]; /* packed */
extern const struct xq_term by__xq_terms[];      /* ended by one without a name */
extern const struct by_tuning by__xq_tuning;

/* report.c: what either evaluation is made of. */
void by__xq_list_terms(void *state, struct by_terms *out);

/* scale.c: how much of the ending's part counts if `side` is ahead in it, in 64ths. */
int by__xq_scale(const struct xq *s, int side);

/* terms.c: from the view of the side to move. The board has to be one of the full evaluation. */
by_value by__xq_evaluate(const struct xq *s);
/* The same sum with all that goes into it, on any board. */
void by__xq_trace(const struct xq *s, struct xq_trace *out);

#endif
