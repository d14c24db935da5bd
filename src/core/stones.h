/* SPDX-License-Identifier: MIT
 *
 * Boards on which two sides put stones, x and o, into cells: their text and their display. A game stores
 * its stones as it likes and provides them as a set of bits for each side. It may number the bits of the cells as it
 * likes, too, as long as the steps from a cell to its neighbours are the same everywhere.
 */
#ifndef BOYI_CORE_STONES_H
#define BOYI_CORE_STONES_H

#include "boyi/display.h"

struct by__stones {
    int columns, rows;
    int line;              /* how many stones in a row win */
    int corner, right, up; /* the bit of the cell at the bottom left, and the steps from a cell to its neighbours */
    enum by_board_kind kind;
    bool has_numbers;   /* cells are called 0, 1, 2 from the top left; else a1 is at the bottom left */
    bool needs_slashes; /* between the rows of a text; else they may be left out */
    void (*read)(const void *state, uint64_t stones[2]);
};

/* The state of each game on such a board begins with a pointer to its tables, which begin with the board. */
static inline const struct by__stones *by__stones_of(const void *state)
{
    return *(const struct by__stones *const *)state;
}

static inline int by__stones_bit(const struct by__stones *board, int column, int row)
{
    return board->corner + column * board->right + row * board->up;
}

extern const char by__stones_letters[3];
extern const char *const by__stones_side_names[2];

/* Reads the rows from the top. */
by_status by__stones_parse(const struct by__stones *board, const char *text, uint64_t stones[2], by_error *error);

/* Checks that the sides have moved in turn, the first side first, and that the game was not over before the last move.
 */
by_status by__stones_check_turns(const struct by__stones *board, const uint64_t stones[2], by_error *error);

/* by_rules.print, and .print_move if a move is the bit of its cell. */
void by__stones_print(const void *state, by_text *out);
void by__stones_print_move(void *state, by_move move, int notation, by_text *out);

/* The name of a cell. */
void by__stones_print_cell(const struct by__stones *board, int column, int row, by_text *out);

enum { BY__STONES_DIRECTIONS = 4 };

/* The cells of a line from a cell on, in one of the directions; 0: it leaves the board. */
uint64_t by__stones_line_from(const struct by__stones *board, int column, int row, int direction);

/* The cells of all lines that these stones hold. */
uint64_t by__stones_lines(const struct by__stones *board, uint64_t stones);

/* Fills by_playout.owner, unless it is NULL, for so many bits. */
void by__stones_own(const uint64_t stones[2], int bits, int8_t *owner);

/* The display of crosses and rings, if a move is the bit of its cell, and its parts. */
extern const struct by_display by__stones_display;
void by__stones_board(const void *state, struct by_board *out);
void by__stones_squares(void *state, struct by_square *out);
void by__stones_compose(const void *initial, const struct by_board *shape, const struct by_square *set, int side,
                        by_text *out);

#endif
