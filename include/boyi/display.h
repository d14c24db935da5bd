/* SPDX-License-Identifier: MIT
 *
 * What a game says of its board to whoever draws it: what stands where, what a move looks like, what was taken, and the
 * text of a board that somebody set up. Who draws the kinds of boards below draws a game that he has never heard of.
 *
 * Squares are cells or crossings. They are numbered by rows from the bottom left, as side 0 sits:
 *
 *     6 7 8
 *     3 4 5      square = row * columns + column
 *     0 1 2
 */
#ifndef BOYI_DISPLAY_H
#define BOYI_DISPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BY_SQUARES_MOST = 1024, BY_PIECES_MOST = 16, BY_NO_SQUARE = -1 };

enum by_board_kind {
    BY_BOARD_CELLS,   /* pieces stand in cells */
    BY_BOARD_POINTS,  /* pieces stand where lines cross */
    BY_BOARD_COLUMNS, /* cells; pieces fall down, so that any cell of a column stands for the move that ends in it */
};

/* The board of a position: files may have boards of other sizes than the game was opened with. */
struct by_board {
    enum by_board_kind kind;
    int columns, rows;
    const char *column_names; /* a character for each column, and maybe more; NULL: squares have no names */
    int first_row;            /* the number of the bottom row */
};

/* A kind of piece, by side where the sides differ. A side that is called after a colour (by_game_type.side_names) has
 * it. */
struct by_piece {
    const char *name;      /* one lower-case word, by which a drawer may have pictures; NULL ends the list */
    const char *shapes[2]; /* "stone", "disc", "cross", "ring"; "tile": its glyph or letter on a tile, as are drawn
                              shapes that a drawer does not know */
    const char *glyphs[2]; /* a character of UTF-8 such as those on real pieces; NULL: none */
    char letters[2];       /* in positions that are written */
};

enum by_square_marks {
    BY_MARK_CHECK = 1,     /* a king that is attacked */
    BY_MARK_TARGET = 2,    /* what the position is a question about */
    BY_MARK_FORBIDDEN = 4, /* an empty square that the history forbids to the side to move, as a ko does */
    BY_MARK_LINE = 8,      /* of a row that has won */
};

struct by_square {
    uint8_t piece; /* 1 + its place in the list of pieces; 0: empty */
    uint8_t side;  /* 0 if empty */
    uint8_t marks; /* of by_square_marks */
};

/* How somebody makes a move: moves a piece, puts one, or, where there is no square at all, passes. */
struct by_gesture {
    int from;  /* BY_NO_SQUARE: it comes from off the board */
    int to;    /* BY_NO_SQUARE: a pass */
    int piece; /* 1 + the place of what is put, or of what the piece becomes; 0: it stays what it is, or a pass */
};

/* What a game provides. `board`, `squares` and `gesture` are required and fill every field. */
struct by_display {
    const struct by_piece *pieces;  /* at most BY_PIECES_MOST */
    const char *const *decorations; /* "palace", "river", "stars", ended by NULL: a drawer leaves out what it does not
                                       know; NULL: none */
    by_value win_scale;             /* a value at which the odds to win are 10 to 1; 0: values tell no odds */
    bool turn_follows;              /* whose turn it is follows from what stands on the board */
    bool has_sizes;                 /* a text may have a board of another size than the initial one */

    void (*board)(const void *state, struct by_board *out);
    /* `out` has room for all squares of the board. */
    void (*squares)(void *state, struct by_square *out);
    /* Of a legal or accepted move, before it is made. Legal moves with the same squares differ in the piece. */
    void (*gesture)(const void *state, by_move move, struct by_gesture *out);
    /* Adds to `counts` how many pieces of each side were captured, by their places in the list. NULL: none ever are. */
    void (*taken)(const void *state, int counts[2][BY_PIECES_MOST]);
    /* Adds the text of a board that somebody set up, without judging it: to refuse what cannot be, with the reason, is
     * for `parse`. Marks are left aside, and `side` where it follows. `initial` is the initial position, which has what
     * nobody sets up, such as a komi. NULL: boards cannot be set up. */
    void (*compose)(const void *initial, const struct by_board *board, const struct by_square *squares, int side,
                    by_text *out);
};

/* What a value makes expect of a thousand games: so many are won, drawn and lost by the side whose value it is. */
struct by_chances {
    int won, drawn, lost;
};

/* The chances by the game's win_scale; a proved win or loss is one. False: values of this game tell none. The odds are
 * fitted to games, the share of draws is not: it is that of two halves won or lost by the same odds. */
BY_API bool by_type_chances(const by_game_type *type, by_value value, struct by_chances *out);

/* All that follows is BY_ERROR_UNSUPPORTED for a game without the group by_game_type.display. */

/* column_names are lent as long as the game is open. */
BY_API by_status by_position_board(const by_position *position, struct by_board *out, by_error *error);

/* `out` has room for all squares of the board, BY_SQUARES_MOST at most. */
BY_API by_status by_position_squares(by_position *position, struct by_square *out, by_error *error);

/* Of a move that is legal here, or accepted. */
BY_API by_status by_position_gesture(const by_position *position, by_move move, struct by_gesture *out,
                                     by_error *error);

/* How many pieces of each side were captured in the moves that led here, or as the text of the position says. */
BY_API by_status by_position_taken(const by_position *position, int counts[2][BY_PIECES_MOST], by_error *error);

/* Adds the text of a board that somebody set up, for by_position_parse, which refuses what cannot be with its reason.
 * Of the board columns and rows count. What is no board of the game at all, by its size, its pieces or sides, is an
 * error here. BY_ERROR_UNSUPPORTED also if boards of this game cannot be set up. */
BY_API by_status by_game_compose(const by_game *game, const struct by_board *board, const struct by_square *squares,
                                 int side, by_text *out, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
