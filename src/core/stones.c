/* SPDX-License-Identifier: MIT */
#include "core/stones.h"

#include <string.h>

#include "core/display.h"

const char by__stones_letters[] = "xo";
const char *const by__stones_side_names[] = {BY_WORDS("x"), BY_WORDS("o")};

void by__stones_print_cell(const struct by__stones *board, int column, int row, by_text *out)
{
    if (board->has_numbers)
        by_text_printf(out, "%d", (board->rows - 1 - row) * board->columns + column);
    else
        by_text_printf(out, "%c%d", 'a' + column, row + 1);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static by_status refuse_cell(const struct by__stones *board, const char *text, const char *at, int column, int row,
                             by_error *error)
{
    by_text name = {0};
    by_status status;

    by__stones_print_cell(board, column, row, &name);
    status = by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(at - text) + 1, "expected x, o or . for cell %s%-s",
                             by_text_string(&name), *at ? "" : BY_WORDS(", but the text ends"));
    by_text_free(&name);
    return status;
}

by_status by__stones_parse(const struct by__stones *board, const char *text, uint64_t stones[2], by_error *error)
{
    const char *at = text;

    for (int i = 0; i < board->rows * board->columns; i++, at++) {
        int column = i % board->columns, row = board->rows - 1 - i / board->columns;
        const char *letter;

        if (i && !column && *at == '/')
            at++;
        else if (i && !column && board->needs_slashes)
            return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(at - text) + 1,
                                   "expected / after %d cells, and %d rows", board->columns, board->rows);
        letter = *at ? strchr(by__stones_letters, *at | 0x20) : NULL;
        if (letter && *letter)
            stones[letter - by__stones_letters] |= UINT64_C(1) << by__stones_bit(board, column, row);
        else if (*at != '.')
            return refuse_cell(board, text, at, column, row, error);
    }
    if (at[strspn(at, " \t\r\n")])
        return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(at - text) + 1,
                               "expected the end of the text after %d rows of %d cells", board->rows, board->columns);
    return BY_OK;
}

by_status by__stones_check_turns(const struct by__stones *board, const uint64_t stones[2], by_error *error)
{
    const char *const *names = by__stones_side_names;
    int counts[2] = {__builtin_popcountll(stones[0]), __builtin_popcountll(stones[1])}, side = counts[0] - counts[1];

    if (side != 0 && side != 1)
        return by_error_set(error, BY_ERROR_INPUT,
                            "%d %-s and %d %-s cannot occur, expected as many %-s as %-s or one more", counts[0],
                            names[0], counts[1], names[1], names[0], names[1]);
    if (by__stones_lines(board, stones[side]))
        return by_error_set(error, BY_ERROR_INPUT, "%-s has %d in a row and could not have let the game go on",
                            names[side], board->line);
    return BY_OK;
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

void by__stones_print(const void *state, by_text *out)
{
    const struct by__stones *board = by__stones_of(state);
    uint64_t stones[2];

    board->read(state, stones);
    for (int row = board->rows - 1; row >= 0; row--) {
        for (int column = 0; column < board->columns; column++) {
            int bit = by__stones_bit(board, column, row);

            by_text_add_char(out, stones[0] >> bit & 1 ? 'x' : stones[1] >> bit & 1 ? 'o' : '.');
        }
        by_text_add(out, row ? "/" : "");
    }
}

/* The square of a display with this bit. */
static int square_of(const struct by__stones *board, int bit)
{
    for (int square = 0;; square++)
        if (by__stones_bit(board, square % board->columns, square / board->columns) == bit)
            return square;
}

void by__stones_print_move(void *state, by_move move, int notation, by_text *out)
{
    const struct by__stones *board = by__stones_of(state);
    int square = square_of(board, (int)move);

    (void)notation;
    by__stones_print_cell(board, square % board->columns, square / board->columns, out);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

uint64_t by__stones_line_from(const struct by__stones *board, int column, int row, int direction)
{
    static const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int right = steps[direction][0], up = steps[direction][1];
    int last_column = column + right * (board->line - 1), last_row = row + up * (board->line - 1);
    uint64_t line = 0;

    if (last_column >= board->columns || last_row < 0 || last_row >= board->rows)
        return 0;
    for (int i = 0; i < board->line; i++)
        line |= UINT64_C(1) << by__stones_bit(board, column + right * i, row + up * i);
    return line;
}

uint64_t by__stones_lines(const struct by__stones *board, uint64_t stones)
{
    uint64_t lines = 0;

    for (int square = 0; square < board->rows * board->columns; square++) {
        for (int direction = 0; direction < BY__STONES_DIRECTIONS; direction++) {
            uint64_t line = by__stones_line_from(board, square % board->columns, square / board->columns, direction);

            if ((stones & line) == line)
                lines |= line;
        }
    }
    return lines;
}

void by__stones_own(const uint64_t stones[2], int bits, int8_t *owner)
{
    for (int bit = 0; owner && bit < bits; bit++)
        owner[bit] = (int8_t)((int)(stones[0] >> bit & 1) - (int)(stones[1] >> bit & 1));
}

/* ---- The display ----------------------------------------------------------------------------------------------- */

void by__stones_board(const void *state, struct by_board *out)
{
    const struct by__stones *board = by__stones_of(state);

    *out = (struct by_board){.kind = board->kind, .columns = board->columns, .rows = board->rows};
    if (!board->has_numbers) {
        out->column_names = "abcdefghijklmnop";
        out->first_row = 1;
    }
}

void by__stones_squares(void *state, struct by_square *out)
{
    const struct by__stones *board = by__stones_of(state);
    uint64_t stones[2], lines;

    board->read(state, stones);
    lines = by__stones_lines(board, stones[0]) | by__stones_lines(board, stones[1]);
    for (int square = 0; square < board->rows * board->columns; square++) {
        int bit = by__stones_bit(board, square % board->columns, square / board->columns);

        out[square] = (struct by_square){
            .piece = (stones[0] | stones[1]) >> bit & 1,
            .side = stones[1] >> bit & 1,
            .marks = lines >> bit & 1 ? BY_MARK_LINE : 0,
        };
    }
}

static void gesture(const void *state, by_move move, struct by_gesture *out)
{
    *out = (struct by_gesture){.from = BY_NO_SQUARE, .to = square_of(by__stones_of(state), (int)move), .piece = 1};
}

void by__stones_compose(const void *initial, const struct by_board *shape, const struct by_square *set, int side,
                        by_text *out)
{
    (void)initial;
    (void)side;
    by__display_add_rows(shape, set, by__stones_letters, out);
}

static const struct by_piece pieces[] = {
    {.name = "stone", .shapes = {"cross", "ring"}, .letters = {'x', 'o'}},
    {0},
};

const struct by_display by__stones_display = {
    BY_SIZE(by_display),           .pieces = pieces,   .turn_follows = true,          .board = by__stones_board,
    .squares = by__stones_squares, .gesture = gesture, .compose = by__stones_compose,
};
