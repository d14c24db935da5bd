/* SPDX-License-Identifier: MIT
 *
 * The board of pairs, for all files of this folder.
 *
 *     cells of a board of 4 x 3   0 1 2 3      written   a3 b3 c3 d3
 *                                 4 5 6 7                a2 b2 c2 d2
 *                                 8 9 . .                a1 b1 c1 d1
 */
#ifndef BOYI_GAMES_PAIRS_BOARD_H
#define BOYI_GAMES_PAIRS_BOARD_H

#include "boyi/display.h"

enum {
    PAIRS_SIZE_MOST = 8,
    PAIRS_CELLS_MOST = PAIRS_SIZE_MOST * PAIRS_SIZE_MOST,
    PAIRS_LINES_MOST = 4 * PAIRS_CELLS_MOST,
    PAIRS_DIRECTIONS = 4
};

static const char pairs_letters[] = "xo";

/* Shared by all positions. */
struct pairs_tables {
    int width, height, cells;
    int line;          /* stones in a row that win */
    int stones, first; /* stones a turn, and in the first one */
    int values;        /* 0: a win counts its distance */
    by_value win;      /* the value of a line: BY_WIN or 1 */
    uint64_t full;     /* the cells of the board */
    int line_count;
    uint64_t lines[PAIRS_LINES_MOST];
    int through_count[PAIRS_CELLS_MOST];
    uint64_t through[PAIRS_CELLS_MOST][PAIRS_DIRECTIONS * PAIRS_SIZE_MOST]; /* the lines through a cell */
    uint64_t base_key, keys[2][PAIRS_CELLS_MOST]; /* of stones alone: their number determines the side to move */
    uint32_t base_index_key, index_keys[2][PAIRS_CELLS_MOST];
};

struct pairs {
    const struct pairs_tables *tables;
    uint64_t stones[2];
    uint64_t key;
    uint32_t index_key;
    uint8_t count; /* stones on the board */
    uint8_t side;  /* to move */
    bool has_line; /* the game is won, by the side of the last stone */
};

/* display.c */
extern const struct by_display by__pairs_display;

#endif
