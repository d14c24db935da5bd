/* SPDX-License-Identifier: MIT
 *
 * Go in writing: positions and moves as text.
 */
#ifndef BOYI_GAMES_GO_NOTATION_H
#define BOYI_GAMES_GO_NOTATION_H

#include "games/go/board.h"

/* In the order of by_game_type.notations. */
enum go_notation { GO_VERTEX, GO_SGF };

/* The letter of a column as vertices have it: there is no I. */
static inline char go_column_letter(int column)
{
    return (char)('A' + column + (column >= 8));
}

by_status by__go_parse(struct go *s, const char *text, by_error *error);
void by__go_print(const struct go *s, by_text *out);
/* "7.5" */
void by__go_print_half(int half, by_text *out);
by_status by__go_parse_move(const struct go *s, const char *text, int notation, by_move *move, by_error *error);
void by__go_print_move(const struct go *s, by_move move, int notation, by_text *out);

/* draw.c */
void by__go_draw(const struct go *s, unsigned style, by_text *out);

#endif
