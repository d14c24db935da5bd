/* SPDX-License-Identifier: MIT
 *
 * How terms are added up, for the files that are compiled as one: terms.c and what it includes.
 */
#ifndef BOYI_GAMES_XIANGQI_EVAL_SUM_H
#define BOYI_GAMES_XIANGQI_EVAL_SUM_H

#include "games/xiangqi/eval/eval.h"

#define INLINE static inline __attribute__((always_inline))

/* Red's terms less black's. */
struct sum {
    int32_t value;
    struct xq_trace *trace; /* NULL: only the value is wanted */
};

INLINE void add(struct sum *sum, int side, int weight, int count)
{
    int32_t value = by__xq_weights[weight] * count;

    sum->value += side == XQ_RED ? value : -value;
    if (sum->trace)
        sum->trace->counts[side][weight] = (int16_t)(sum->trace->counts[side][weight] + count);
}

/* The attacks of the pieces of a side. */
struct survey {
    struct xq_set own;
    struct xq_set pawn_hits;
    struct xq_set lesser_hits; /* of pawns, horses, cannons */
    struct xq_set guard_hits;  /* of advisors, elephants */
    struct xq_set hits;        /* of all pieces: where they capture, or protect */
    struct xq_set rook_moves, horse_moves, cannon_moves;
    int attack; /* on the enemy's palace, see below */
    int attackers;
};

#endif
