/* SPDX-License-Identifier: MIT
 *
 * What a board looks like: what stands on each square, how to make a move by hand, what was captured, and the text of a
 * board that a user set up. Code that draws the kinds of boards below can draw any game.
 *
 * Squares are cells or crossings. They are numbered by rows from the bottom left, as side 0 sees the board:
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
#include "boyi/size.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BY_MAX_SQUARES = 1024, BY_MAX_PIECES = 16, BY_NO_SQUARE = -1 };

enum by_board_kind {
    BY_BOARD_CELLS,   /* pieces stand in cells */
    BY_BOARD_POINTS,  /* pieces stand where lines cross */
    BY_BOARD_COLUMNS, /* cells; pieces fall down, so any cell of a column stands for the move into that column */
};

/* The board of a position. A file may hold a board of another size than the options of the game say. */
struct by_board {
    enum by_board_kind kind;
    int columns, rows;
    const char *column_names; /* at least one character per column; NULL: squares have no names */
    int first_row;            /* the number of the bottom row */
};

/* A kind of piece, for each side. A side whose name is a colour (by_game_type.side_names) has that colour. */
struct by_piece {
    const char *name;      /* one lower-case word, to find pictures by; NULL ends the list */
    const char *shapes[2]; /* "stone", "disc", "cross", "ring"; "tile": its glyph or letter on a tile. Draw unknown
                              shapes as tiles */
    const char *glyphs[2]; /* a UTF-8 character, as on real pieces; NULL: none */
    char letters[2];       /* as in the text of positions */
};

enum by_square_marks {
    BY_MARK_CHECK = 1,     /* a king that is attacked */
    BY_MARK_TARGET = 2,    /* the question of the position is about it */
    BY_MARK_FORBIDDEN = 4, /* an empty square that the history forbids to the side to move, such as a ko */
    BY_MARK_LINE = 8,      /* part of a row that has won */
};

struct by_square {
    uint8_t piece; /* 1 + index into the list of pieces; 0: empty */
    uint8_t side;  /* 0 if empty */
    uint8_t marks; /* set of by_square_marks */
};

/* Whether a point of a square board with the decoration "stars" is a star point, as on Go boards. `size` is the number
 * of rows; rows and columns count from 0. */
BY_API inline bool by_board_has_star(int size, int row, int column)
{
    int line = size >= 13 ? 3 : 2;
    bool row_is_outer = row == line || row == size - 1 - line, row_is_middle = size % 2 && row == size / 2;
    bool column_is_outer = column == line || column == size - 1 - line;
    bool column_is_middle = size % 2 && column == size / 2;

    if (size < 7)
        return size == 5 && row_is_middle && column_is_middle;
    if ((row_is_outer && column_is_outer) || (row_is_middle && column_is_middle))
        return true;
    return size >= 15 && (row_is_outer || row_is_middle) && (column_is_outer || column_is_middle);
}

/* How to make a move by hand: move a piece, put a piece, or pass. */
struct by_gesture {
    int from;  /* BY_NO_SQUARE: the piece comes from off the board */
    int to;    /* BY_NO_SQUARE: a pass */
    int piece; /* 1 + index of the piece that is put, or that the piece becomes; 0: unchanged, or a pass */
};

/* What a game provides. `board`, `squares` and `gesture` are required and fill every field. */
struct by_display {
    size_t size;                    /* BY_SIZE(by_display) */
    const struct by_piece *pieces;  /* at most BY_MAX_PIECES */
    const char *const *decorations; /* "palace", "river", "stars"; NULL ends them. Skip unknown ones. NULL: none */
    by_value win_scale;             /* the value at which the odds of winning are 10 to 1; 0: values give no odds */
    bool turn_follows;              /* the pieces on the board determine whose turn it is */
    bool has_sizes;                 /* a text may hold a board of another size than the initial one */

    void (*board)(const void *state, struct by_board *out);
    /* `out` has room for all squares of the board. */
    void (*squares)(void *state, struct by_square *out);
    /* For a legal or accepted move, before it is made. Legal moves with the same squares differ in the piece. */
    void (*gesture)(const void *state, by_move move, struct by_gesture *out);
    /* Adds to `counts` how many pieces of each side were captured, by index of the piece. NULL: there are no captures.
     */
    void (*taken)(const void *state, int counts[2][BY_MAX_PIECES]);
    /* Adds the text of a board that a user set up, without checking it: `parse` refuses impossible boards with a
     * reason. Ignores the marks, and `side` if turn_follows. `initial` is the initial position, for what users do not
     * set up, such as the komi. NULL: boards cannot be set up. */
    void (*compose)(const void *initial, const struct by_board *board, const struct by_square *squares, int side,
                    by_text *out);
};

/* How many of a thousand games a side with this value is expected to win, draw and lose. */
struct by_chances {
    int won, drawn, lost;
};

/* The chances according to the game's win_scale; a proved win or loss is certain. False: values of this game give no
 * odds. The odds are fitted to games, the share of draws is not: it assumes two half games, each won with these odds,
 * and a draw if each side wins one. */
BY_API bool by_type_chances(const by_game_type *type, by_value value, struct by_chances *out);

/* The functions below return BY_ERROR_UNSUPPORTED for a game without by_game_type.display. */

/* column_names stay valid as long as the game is open. */
BY_API by_status by_position_board(const by_position *position, struct by_board *out, by_error *error);

/* `out` has room for all squares of the board, at most BY_MAX_SQUARES. */
BY_API by_status by_position_squares(by_position *position, struct by_square *out, by_error *error);

/* For a move that is legal here, or accepted. */
BY_API by_status by_position_gesture(const by_position *position, by_move move, struct by_gesture *out,
                                     by_error *error);

/* How many pieces of each side were captured on the way here, or as the text of the position says. */
BY_API by_status by_position_taken(const by_position *position, int counts[2][BY_MAX_PIECES], by_error *error);

/* Adds the text of a board that a user set up. Pass it to by_position_parse, which refuses impossible boards with a
 * reason. Uses only columns and rows of `board`. A wrong size, piece or side is an error here. BY_ERROR_UNSUPPORTED
 * also if boards of this game cannot be set up. */
BY_API by_status by_game_compose(const by_game *game, const struct by_board *board, const struct by_square *squares,
                                 int side, by_text *out, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
