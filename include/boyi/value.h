/* SPDX-License-Identifier: MIT
 *
 * Values and moves.
 *
 * A value is an integer from the view of the side to move; in games with pawns, a pawn is worth 100. A win in n plies
 * is BY_WIN - n, so that a shorter win is better; a loss in n plies is n - BY_WIN.
 *
 *     -BY_INFINITE  -BY_WIN .. -BY_MIN_WIN        0        BY_MIN_WIN .. BY_WIN  BY_INFINITE
 *          |        [   proved losses    ]     scores     [   proved wins    ]        |
 */
#ifndef BOYI_VALUE_H
#define BOYI_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t by_value;

#define BY_INFINITE  1000001               /* above every value; -BY_INFINITE is below every value */
#define BY_WIN       1000000               /* a win on the board */
#define BY_MAX_PLY   1024                  /* no search goes deeper */
#define BY_MIN_WIN   (BY_WIN - BY_MAX_PLY) /* the smallest value that means a proved win */
#define BY_MAX_SCORE (BY_MIN_WIN - 1)      /* the largest score of an evaluation or of a game that counts points */

/* A move is a number that only its game understands. Hash tables store 24 bits of it; the largest 24-bit number means
 * "no move". */
typedef uint32_t by_move;

#define BY_MOVE_NONE 0xFFFFFFu
#define BY_MAX_MOVE  0xFFFFFEu

BY_API inline bool by_value_is_win(by_value value)
{
    return value >= BY_MIN_WIN;
}

BY_API inline bool by_value_is_loss(by_value value)
{
    return value <= -BY_MIN_WIN;
}

/* Plies until the win or loss; `value` must be one. */
BY_API inline int by_value_plies_to_end(by_value value)
{
    return value > 0 ? BY_WIN - value : BY_WIN + value;
}

#ifdef __cplusplus
}
#endif

#endif
