/* SPDX-License-Identifier: MIT
 *
 * The board of tic-tac-toe, for all files of this folder.
 *
 *     cells   0 1 2
 *             3 4 5
 *             6 7 8
 */
#ifndef BOYI_GAMES_TICTACTOE_BOARD_H
#define BOYI_GAMES_TICTACTOE_BOARD_H

#include "boyi/display.h"

enum {
    TICTACTOE_CELLS = 9,
    TICTACTOE_LINES = 8,
    TICTACTOE_MASKS = 1 << TICTACTOE_CELLS,
    TICTACTOE_FULL = TICTACTOE_MASKS - 1,
};

static const uint16_t tictactoe_lines[TICTACTOE_LINES] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static const char tictactoe_letters[] = "xo";

/* Shared by all positions. */
struct tictactoe_tables {
    int values;                          /* 0: a win counts its distance */
    by_value win;                        /* the value of a line: BY_WIN or 1 */
    bool has_line[TICTACTOE_MASKS];      /* whether these stones hold a line */
    uint8_t open_lines[TICTACTOE_MASKS]; /* lines in which none of these cells lies */
    uint64_t keys[2][TICTACTOE_MASKS];   /* of the stones of each side, which determine the side to move */
    uint32_t index_keys[2][TICTACTOE_MASKS];
};

struct tictactoe {
    const struct tictactoe_tables *tables;
    uint16_t stones[2];
    uint8_t side;
};

/* display.c */
extern const struct by_display by__tictactoe_display;

#endif
