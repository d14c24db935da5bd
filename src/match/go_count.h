/* SPDX-License-Identifier: MIT
 *
 * The board of a position of Go, read from its text, and the count of a game whose dead stones are known or disputed.
 * Our rules count every stone at the end as alive; only the players can agree which are dead.
 */
#ifndef MATCH_GO_BOARD_H
#define MATCH_GO_BOARD_H

#include <stdbool.h>

#include "boyi/game.h"
#include "boyi/record.h"
#include "match/engine.h"

enum { MATCH_GO_SIZE_MOST = 25 };
enum { MATCH_GO_BLACK = 'X', MATCH_GO_WHITE = 'O', MATCH_GO_EMPTY = '.' };

struct match_go_board {
    int size;
    char points[MATCH_GO_SIZE_MOST * MATCH_GO_SIZE_MOST + 1]; /* row by row from the top left */
    int side;
    char komi[16];
    char ko[8]; /* "-": none */
    int taken[2];
    int passes;
};

/* Reads the text of a position; false if it is none of Go. */
bool match_go_read(const char *text, struct match_go_board *out);

/* Writes it again. */
void match_go_print(const struct match_go_board *board, by_text *out);

/* "D4" */
void match_go_print_vertex(const struct match_go_board *board, int point, char out[8]);

/* How a game is counted. */
struct match_go_count {
    enum by_outcome outcome;
    char score[24];   /* "B+3.5", "0" */
    bool is_disputed; /* the engines disagree about dead stones, or one has no list */
    by_text words;    /* the count, for people; owned, also after an error */
};

/* Counts a game that is over. Stones that both engines call dead are taken off, all others count. The names of the
 * engines are for the words. */
by_status match_go_count(by_position *position, const struct match_final finals[2], const char *const names[2],
                         struct match_go_count *out, by_error *error);

#endif
