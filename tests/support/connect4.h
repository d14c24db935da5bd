/* SPDX-License-Identifier: MIT
 *
 * Connect four as a test writes it down: cells in an array, lines looked for cell by cell, nothing of the library.
 */
#ifndef BOYI_TESTS_SUPPORT_CONNECT4_H
#define BOYI_TESTS_SUPPORT_CONNECT4_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_COLUMNS = 8, PLAIN_ROWS = 8 };

struct plain_board {
    int width, height, connect;
    char cells[PLAIN_ROWS][PLAIN_COLUMNS]; /* 0, 'x' or 'o'; row 0 is the bottom */
    int count;                             /* stones */
    bool is_won;                           /* by the last stone */
};

/* Lets a stone fall; false: the column is full. */
bool plain_drop(struct plain_board *board, int column);

/* Move sequences of `plies` plies. */
uint64_t plain_perft(const struct plain_board *board, int plies);

/* The board as a number to the base of 3. */
uint64_t plain_code(const struct plain_board *board);

/* The known results for boards of one size, at most a million of them. */
struct plain_memory;

struct plain_memory *plain_remember(void);
void plain_forget(struct plain_memory *memory);

/* The value for the side to move, a win in n plies is BY_WIN - n. Everything is looked at, each board once. */
int plain_value(const struct plain_board *board, struct plain_memory *memory);

#endif
