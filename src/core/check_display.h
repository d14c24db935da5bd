/* SPDX-License-Identifier: MIT
 *
 * For by_game_check: checks the contract of boyi/display.h. Each function names the violation; NULL: none. Games
 * without the group pass.
 */
#ifndef BOYI_CORE_CHECK_DISPLAY_H
#define BOYI_CORE_CHECK_DISPLAY_H

#include "boyi/display.h"

/* The display of a position. */
struct by__drawn {
    struct by_board board;
    int count; /* of the squares; 0: there are too many, or none */
    struct by_square squares[BY_MAX_SQUARES];
    int taken[2][BY_MAX_PIECES];
};

/* Reads it into memory that holds `fill`. */
void by__drawn_fill(by_position *position, int fill, struct by__drawn *out);

/* The difference between two that should be the same: "what stands on the board". */
const char *by__drawn_difference(const struct by__drawn *a, const struct by__drawn *b);
/* The same for what a text keeps. */
const char *by__drawn_difference_of_pieces(const struct by__drawn *a, const struct by__drawn *b);

const char *by__check_drawn(const by_position *position, const struct by__drawn *drawn);

/* `culprit` gets the move; `status` reports a lack of memory. */
const char *by__check_gestures(const by_position *position, const struct by__drawn *drawn, const struct by_moves *moves,
                               by_move *culprit, by_status *status);

/* Composes the text of the position with this side to move, and reads it into `other`; leaves the text in `scratch`.
 * `status` reports a lack of memory. */
const char *by__check_composed(const by_position *position, const struct by__drawn *drawn, int side, by_position *other,
                               by_text *scratch, by_status *status);

#endif
