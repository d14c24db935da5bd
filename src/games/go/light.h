/* SPDX-License-Identifier: MIT
 *
 * The playout board of Go: moves are never undone, and chains store their liberties only as sums that detect atari.
 *
 * Points have a frame around them: point = (row + 1) * stride + column + 1, with stride = size + 2. A chain is known by
 * one of its points; its stones are a ring through `next`. Of its liberties it keeps how many there are, each counted
 * as often as a stone of the chain is beside it, their sum, and the sum of their squares: it is in atari if and only if
 * count * squares == sum * sum, and then the liberty is sum / count.
 */
#ifndef BOYI_GAMES_GO_LIGHT_H
#define BOYI_GAMES_GO_LIGHT_H

#include "boyi/random.h"
#include "games/go/board.h"

enum { GO_LIGHT_POINTS = (GO_SIZE_MOST + 2) * (GO_SIZE_MOST + 2), GO_FRAME = 3 };

struct go_light_chain {
    uint16_t count;  /* of liberties, with repetitions */
    uint16_t stones; /* in its ring */
    uint32_t sum, squares;
};

struct go_light {
    int size, stride;
    int steps[8]; /* to the neighbours, and then to the points at the corners */
    int side;     /* to move */
    int ko;       /* where the side to move may not retake at once; 0: nowhere */
    int passes;   /* in a row */
    int last[2];  /* the last move and the one before it; 0: a pass, or none */
    int empty_count;
    uint8_t colour[GO_LIGHT_POINTS];
    uint16_t chain_of[GO_LIGHT_POINTS];
    uint16_t next[GO_LIGHT_POINTS];
    uint16_t place[GO_LIGHT_POINTS]; /* of empty points, in `empty` */
    uint16_t empty[GO_POINTS_MOST];
    struct go_light_chain chains[GO_LIGHT_POINTS];
};

/* The board of a position; whether the game is over there does not matter. */
void by__go_light_set(struct go_light *b, const struct go *s);

/* Whether the side to move may play on an empty point: no suicide, no ko at once. Superko is not looked at. */
bool by__go_light_is_legal(const struct go_light *b, int point);

/* Whether an empty point is an eye that filling could only harm: own stones on all sides, and on the corners too few of
 * the others. */
bool by__go_light_is_eye(const struct go_light *b, int point, int colour);

/* Makes a legal move; 0 is the pass. */
void by__go_light_play(struct go_light *b, int point);

/* Whose each point is by area, all stones being alive: for every point of the light board a colour, GO_EMPTY if it is
 * nobody's, GO_FRAME around the board. `owner` has room for GO_LIGHT_POINTS. */
void by__go_light_owners(const struct go_light *b, uint8_t *owner);

static inline int go_light_point(const struct go_light *b, int point)
{
    return (point / b->size + 1) * b->stride + point % b->size + 1;
}

static inline int go_light_to_point(const struct go_light *b, int point)
{
    return (point / b->stride - 1) * b->size + point % b->stride - 1;
}

static inline bool go_light_is_atari(const struct go_light_chain *chain)
{
    return (uint64_t)chain->count * chain->squares == (uint64_t)chain->sum * chain->sum;
}

#endif
