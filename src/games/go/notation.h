/* SPDX-License-Identifier: MIT
 *
 * Go in writing: positions and moves as text.
 */
#ifndef BOYI_GAMES_GO_NOTATION_H
#define BOYI_GAMES_GO_NOTATION_H

#include "boyi/display.h"
#include "boyi/record.h"
#include "core/reader.h"
#include "games/go/board.h"

/* In the order of by_game_type.notations. */
enum go_notation { GO_VERTEX, GO_SGF };

/* The letter of a column as vertices have it: there is no I. */
static inline char go_column_letter(int column)
{
    return (char)('A' + column + (column >= 8));
}

by_status by__go_parse(void *state, const char *text, by_error *error);
void by__go_print(const void *state, by_text *out);
/* Reads the rest of a text into an initial position. */
by_status by__go_read_position(struct by__reader *r, struct go *s);
/* Writes the rows from the top; `board` has the colours of all points. */
void by__go_print_rows(int size, const uint8_t *board, by_text *out);
/* Reads whole or half points, such as 7.5, 6, -0.5; returns what follows, or NULL. */
const char *by__go_read_half(const char *text, int *half);
void by__go_print_half(int half, by_text *out);
/* Reads a move without checking legality; it is an error after both sides have passed. */
by_status by__go_read_move(const struct go *s, const char *text, int notation, int *point, int *colour,
                           by_error *error);
/* The error of a move that is not legal. */
by_status by__go_refuse_move(const struct go *s, const char *text, int point, int colour, by_error *error);
by_status by__go_parse_move(void *state, const char *text, int notation, by_move *move, by_error *error);
void by__go_print_move(void *state, by_move move, int notation, by_text *out);
/* "D4"; returns what follows, or NULL. */
const char *by__go_read_vertex(const char *text, int size, int *point);
void by__go_print_vertex(int size, int point, by_text *out);
/* Two letters as in SGF; returns what follows, or NULL. */
const char *by__go_read_letters(const char *text, int size, int *point);
/* The reason why a move is illegal. */
const char *by__go_refusal(const struct go *s, int point, int colour);

/* sgf.c */
extern const struct by_records by__go_records;

/* display.c */
extern const struct by_display by__go_display, by__go_capture_display;

#endif
