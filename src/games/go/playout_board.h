/* SPDX-License-Identifier: MIT
 *
 * The playout board of Go: moves are never undone, and chains store their liberties only as sums that detect atari.
 *
 * Points have a frame around them: point = (row + 1) * stride + column + 1, with stride = size + 2. A chain is known by
 * one of its points; its stones are a ring through `next`. Of its liberties it keeps how many there are, each counted
 * as often as a stone of the chain is beside it, their sum, and the sum of their squares: it is in atari if and only if
 * count * squares == sum * sum, and then the liberty is sum / count.
 */
#ifndef BOYI_GAMES_GO_PLAYOUT_BOARD_H
#define BOYI_GAMES_GO_PLAYOUT_BOARD_H

#include "boyi/random.h"
#include "games/go/board.h"

enum { GO_PLAYOUT_POINTS = (GO_SIZE_MOST + 2) * (GO_SIZE_MOST + 2), GO_FRAME = 3 };

struct go_playout_chain {
    uint16_t count;  /* of liberties, with repetitions */
    uint16_t stones; /* in its ring */
    uint32_t sum, squares;
};

struct go_playout_board {
    int size, stride;
    int steps[8]; /* to the neighbours, and then to the points at the corners */
    int side;     /* to move */
    int ko;       /* where the side to move may not retake at once; 0: nowhere */
    int passes;   /* in a row */
    int last[2];  /* the last move and the one before it; 0: a pass, or none */
    int empty_count;
    uint8_t colour[GO_PLAYOUT_POINTS];
    uint16_t chain_of[GO_PLAYOUT_POINTS];
    uint16_t next[GO_PLAYOUT_POINTS];
    uint16_t place[GO_PLAYOUT_POINTS]; /* of empty points, in `empty` */
    uint16_t empty[GO_POINTS_MOST];
    struct go_playout_chain chains[GO_PLAYOUT_POINTS];
};

/* The board of a position; whether the game is over there does not matter. */
void by__go_playout_set(struct go_playout_board *b, const struct go *s);

/* Whether the side to move may play on an empty point: no suicide, no ko at once. Superko is not looked at. */
bool by__go_playout_is_legal(const struct go_playout_board *b, int point);

/* Whether an empty point is an eye that filling could only harm: own stones on all sides, and on the corners too few of
 * the others. */
bool by__go_playout_is_eye(const struct go_playout_board *b, int point, int colour);

/* Makes a legal move; 0 is the pass. */
void by__go_playout_play(struct go_playout_board *b, int point);

/* The owners of points by area, with all stones alive: for every point of the playout board a colour, GO_EMPTY for
 * neutral points, GO_FRAME around the board. `owner` has room for GO_PLAYOUT_POINTS. */
void by__go_playout_owners(const struct go_playout_board *b, uint8_t *owner);

static inline int go_playout_point(const struct go_playout_board *b, int point)
{
    return (point / b->size + 1) * b->stride + point % b->size + 1;
}

static inline int go_playout_to_point(const struct go_playout_board *b, int point)
{
    return (point / b->stride - 1) * b->size + point % b->stride - 1;
}

static inline bool go_playout_is_atari(const struct go_playout_chain *chain)
{
    return (uint64_t)chain->count * chain->squares == (uint64_t)chain->sum * chain->sum;
}

#endif
