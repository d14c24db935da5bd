/* SPDX-License-Identifier: MIT
 *
 * The board of Go as a Go player's program asks about it: stones, blocks, liberties, regions. It is taken from the
 * position's text, so that nothing here knows how the game keeps it.
 *
 * Points are numbered by rows from the top left, the order in which programs list them:
 *
 *     A3 B3 C3     0 1 2
 *     A2 B2 C2     3 4 5
 *     A1 B1 C1     6 7 8
 */
#ifndef BOYI_PROTOCOL_GTP_BOARD_H
#define BOYI_PROTOCOL_GTP_BOARD_H

#include "boyi/game.h"

enum { GTP_MIN_SIZE = 2, GTP_MAX_SIZE = 25, GTP_MAX_POINTS = GTP_MAX_SIZE * GTP_MAX_SIZE };

/* In place of a point. */
enum { GTP_PASS = -1, GTP_NO_POINT = -2 };

enum { GTP_BLACK, GTP_WHITE, GTP_EMPTY };

struct gtp_board {
    int size;
    uint8_t stones[GTP_MAX_POINTS]; /* GTP_BLACK, GTP_WHITE or GTP_EMPTY */
    int side;
    int ko; /* the point that is forbidden to the side to move, or GTP_NO_POINT */
    int komi_half;
    int prisoners[2]; /* stones that each side has taken */
    int passes;       /* in a row */
};

/* Stones that are connected, and the empty points beside them, both in the order of points. */
struct gtp_block {
    int stones[GTP_MAX_POINTS], stone_count;
    int liberties[GTP_MAX_POINTS], liberty_count;
};

/* An empty board, Black to move. */
void gtp_board_clear(struct gtp_board *board, int size, int komi_half);

/* Reads the text of a position; false: it is none of Go. */
bool gtp_board_parse(const char *text, struct gtp_board *out);
by_status gtp_board_read(const by_position *position, struct gtp_board *out, by_error *error);

/* The text of the position, as the game reads it. */
void gtp_board_print(const struct gtp_board *board, by_text *out);

/* The square of a point, as boyi/display.h numbers squares. */
static inline int gtp_square(const struct gtp_board *board, int point)
{
    return (board->size - 1 - point / board->size) * board->size + point % board->size;
}

/* The points beside a point; returns how many. */
int gtp_neighbours(const struct gtp_board *board, int point, int out[4]);

void gtp_block_at(const struct gtp_board *board, int point, struct gtp_block *out);

/* Whether this is the first of its block's stones, by which each block is met once. */
bool gtp_is_first_stone(const struct gtp_board *board, int point);

/* For every empty point, which colours its empty region touches: bits 1 << GTP_BLACK and 1 << GTP_WHITE. */
void gtp_regions(const struct gtp_board *board, uint8_t touched[GTP_MAX_POINTS], int sizes[GTP_MAX_POINTS]);

/* Marks the stones of `colour` that live even if their owner always passes, and the points of regions that belong to
 * them for certain: the other side's stones there are dead (Benson 1976). */
void gtp_unconditional_life(const struct gtp_board *board, int colour, bool alive[GTP_MAX_POINTS],
                            bool enclosed[GTP_MAX_POINTS]);

/* A short text by value: "D4" or "PASS"; "7.5". */
struct gtp_text {
    char text[24];
};

struct gtp_text gtp_vertex(const struct gtp_board *board, int point);
struct gtp_text gtp_komi(const struct gtp_board *board);

/* Reads a vertex or "pass", in letters of either case; false: it is neither. */
bool gtp_parse_vertex(const char *word, int size, int *point);

#endif
