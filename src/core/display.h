/* SPDX-License-Identifier: MIT
 *
 * Shared by games that implement boyi/display.h.
 */
#ifndef BOYI_CORE_DISPLAY_H
#define BOYI_CORE_DISPLAY_H

#include "boyi/display.h"

/* How many pieces a list has. */
int by__display_piece_count(const struct by_display *display);

/* Adds the rows of a board from the top, a letter of `letters` for the pieces of each side and '.' for empty squares,
 * with '/' between rows: as positions of games with one kind of piece are written. */
void by__display_add_rows(const struct by_board *board, const struct by_square *squares, const char letters[2],
                          by_text *out);

/* Draws the board for a terminal; `style` is a set of by_draw_style. */
void by__display_draw(const by_position *position, unsigned style, by_text *out);

#endif
