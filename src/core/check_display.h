/* SPDX-License-Identifier: MIT
 *
 * For by_game_check: whether a game keeps what boyi/display.h promises. Each function names what is broken; NULL:
 * nothing is. Games without the group break nothing.
 */
#ifndef BOYI_CORE_CHECK_DISPLAY_H
#define BOYI_CORE_CHECK_DISPLAY_H

#include "boyi/display.h"

/* All that is told of the board of a position. */
struct by__drawn {
    struct by_board board;
    int count; /* of the squares; 0: there are too many, or none */
    struct by_square squares[BY_SQUARES_MOST];
    int taken[2][BY_PIECES_MOST];
};

/* Asks for it, into memory that holds `fill`. */
void by__drawn_fill(by_position *position, int fill, struct by__drawn *out);

/* What differs between two that should be the same: "what stands on the board". */
const char *by__drawn_difference(const struct by__drawn *a, const struct by__drawn *b);
/* The same for what a text keeps. */
const char *by__drawn_difference_of_pieces(const struct by__drawn *a, const struct by__drawn *b);

const char *by__check_drawn(const by_position *position, const struct by__drawn *drawn);

/* `culprit` gets the move. No memory is told by `status`. */
const char *by__check_gestures(const by_position *position, const struct by__drawn *drawn, const struct by_moves *moves,
                               by_move *culprit, by_status *status);

/* Composes the text of the position, whose turn it is, and reads it into `other`; the text is left in `scratch`. No
 * memory is told by `status`. */
const char *by__check_composed(const by_position *position, const struct by__drawn *drawn, int side, by_position *other,
                               by_text *scratch, by_status *status);

#endif
