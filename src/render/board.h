/* SPDX-License-Identifier: MIT
 *
 * Drawings of a Go position with marks: the block in question, candidates numbered in their order, and a line of moves
 * as numbered stones. For a terminal, and as a picture (SVG). Stones that the line takes stay in the drawing, as is the
 * custom in books; a move on a point that has a stone or a number already is listed below the board.
 */
#ifndef RENDER_BOARD_H
#define RENDER_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/boyi.h"

enum { BOARD_SIZE_MOST = 25, BOARD_POINTS_MOST = BOARD_SIZE_MOST * BOARD_SIZE_MOST, BOARD_LINE_MOST = 400 };
enum board_stone { BOARD_EMPTY, BOARD_BLACK, BOARD_WHITE };
enum { BOARD_NO_POINT = -1, BOARD_PASS = -2 };

/* Points are numbered by rows from the bottom left, as vertices are. */
struct board {
    int size;
    uint8_t stones[BOARD_POINTS_MOST]; /* of enum board_stone */
    bool is_target[BOARD_POINTS_MOST]; /* the block in question */
    int last;                          /* where a stone was played last; BOARD_NO_POINT: none */
    int candidates[BOARD_POINTS_MOST]; /* in their order */
    int candidate_count;
    struct {
        int point; /* BOARD_PASS: a pass */
        enum board_stone stone;
    } line[BOARD_LINE_MOST];
    int line_length;
    const char *title;    /* above the picture; NULL: none */
    const char *subtitle; /* likewise */
};

/* Whether the position can be drawn: a square board with stones on its crossings, as that of Go and of goals about it.
 */
bool board_can_show(const by_position *position);

/* The stones of a position of `go`, or of a goal about it, and the last move. An error if it is of another game. */
by_status board_read(struct board *board, const by_position *position, by_error *error);

/* "D4"; BOARD_NO_POINT if this board has no such point. */
int board_point(const struct board *board, const char *vertex);
void board_print_point(const struct board *board, int point, by_text *out);

/* Marks the block that has a stone there. */
void board_mark_target(struct board *board, int point);

/* Numbers the moves that `position` lists, without passes. */
by_status board_add_candidates(struct board *board, by_position *position, by_error *error);

/* Numbers the moves of a line from `position`, which stays unchanged. */
by_status board_add_line(struct board *board, by_position *position, const by_move *moves, int length, by_error *error);

/* The number at a point: the place in the line or among the candidates from 1, or 0. */
int board_line_number(const struct board *board, int point);
int board_candidate_number(const struct board *board, int point);

/* The moves of the line without a place in the drawing: "5 at 2, 7 at D4, 8 pass"; nothing if there are none. */
void board_print_hidden(const struct board *board, by_text *out);

/* Whether a point is a star point. */
bool board_is_star(const struct board *board, int point);

/* For a terminal; `style` is of by_draw_style. */
void board_draw(const struct board *board, unsigned style, by_text *out);

/* As a picture. */
void board_svg(const struct board *board, by_text *out);

#endif
