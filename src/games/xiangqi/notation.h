/* SPDX-License-Identifier: MIT
 *
 * Xiangqi in writing: positions as FEN, moves in the notations that players and programs use.
 */
#ifndef BOYI_GAMES_XIANGQI_NOTATION_H
#define BOYI_GAMES_XIANGQI_NOTATION_H

#include "boyi/display.h"
#include "boyi/pgn.h"
#include "games/xiangqi/board.h"

#define XQ_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

/* In the order of the names in xiangqi.c. */
enum xq_notation {
    XQ_ANY = BY_NOTATION_ANY,
    XQ_COORDINATES, /* h2e2 */
    XQ_ICCS,        /* H2-E2 */
    XQ_RANKS1,      /* h3e3, ranks from 1 to 10, as Fairy-Stockfish writes */
    XQ_WXF,         /* C2.5 */
    XQ_CHINESE,     /* 炮二平五, 马８进７: simplified characters */
    XQ_TRADITIONAL, /* 炮二平五, 馬８進７ */
};

/* For messages. */
extern const char *const by__xq_kind_names[XQ_KINDS];
extern const char *const by__xq_side_names[2];

/* Reads a position into an initial one; says rank, column and reason if it cannot be read or cannot occur. */
by_status by__xq_parse_fen(void *state, const char *text, by_error *error);
void by__xq_print_fen(const void *state, by_text *out);
/* The first field of a FEN from the letters of the pieces; 0: nothing stands there. */
void by__xq_print_board(const char board[XQ_SQUARES], by_text *out);

/* Reads a legal move. A notation is read in all its spellings: ranks from 0 with and without a hyphen, Chinese in
 * simplified and traditional characters. XQ_ANY tells the notations apart by themselves; of coordinates, whose ranks
 * may count from 0 or from 1, it takes the move that is legal, and that with ranks from 0 if both are. */
by_status by__xq_parse_move(void *state, const char *text, int notation, by_move *move, by_error *error);
/* Whether a text has the form of a move in coordinates whose ranks count from `base`, 0 or 1. With a rank 10 it has
 * only that of ranks from 1. */
bool by__xq_is_coordinates(const char *text, int base);

void by__xq_print_move(void *state, by_move move, int notation, by_text *out);

/* pgn.c */
extern const struct by_pgn by__xq_pgn;

/* display.c: the pieces by their kinds. */
extern const struct by_piece by__xq_pieces[XQ_KINDS + 1];
extern const struct by_display by__xq_display;

#endif
