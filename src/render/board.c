/* SPDX-License-Identifier: MIT */
#include "render/board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

/* ---- Points ---------------------------------------------------------------------------------------------------- */

static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

int board_point(const struct board *board, const char *vertex)
{
    const char *column = *vertex ? strchr(columns, toupper((unsigned char)*vertex)) : NULL;
    int64_t row;

    if (!column || column - columns >= board->size || !by__scan_integer(vertex + 1, 1, board->size, &row))
        return BOARD_NO_POINT;
    return (int)((row - 1) * board->size + (column - columns));
}

void board_print_point(const struct board *board, int point, by_text *out)
{
    by_text_printf(out, "%c%d", columns[point % board->size], point / board->size + 1);
}

bool board_is_star(const struct board *board, int point)
{
    return by_board_has_star(board->size, point / board->size, point % board->size);
}

/* ---- Filling it ------------------------------------------------------------------------------------------------ */

static int point_of(const by_position *position, by_move move)
{
    struct by_gesture gesture = {.to = BY_NO_SQUARE};

    (void)by_position_gesture(position, move, &gesture, NULL);
    return gesture.to == BY_NO_SQUARE ? BOARD_PASS : gesture.to;
}

/* Whether there is one kind of piece, and it is a stone. */
static bool has_stones_only(const struct by_display *display)
{
    const struct by_piece *pieces = display->pieces;

    return pieces[0].name && !pieces[1].name && strcmp(pieces[0].shapes[0], "stone") == 0 &&
           strcmp(pieces[0].shapes[1], "stone") == 0;
}

/* Square boards with stones on the crossings of lines. */
bool board_can_show(const by_position *position)
{
    struct by_board shape;

    return !by_position_board(position, &shape, NULL) && shape.kind == BY_BOARD_POINTS && shape.columns == shape.rows &&
           shape.columns <= BOARD_SIZE_MOST && has_stones_only(by_game_type_of(by_position_game(position))->display);
}

static by_status read_stones(struct board *board, by_position *position, by_error *error)
{
    struct by_square squares[BY_MAX_SQUARES];
    struct by_board shape;
    by_status status = by_position_board(position, &shape, error);

    if (!status)
        status = by_position_squares(position, squares, error);
    if (status)
        return status;
    board->size = shape.columns;
    for (int point = 0; point < board->size * board->size; point++)
        if (squares[point].piece)
            board->stones[point] = squares[point].side ? BOARD_WHITE : BOARD_BLACK;
    return BY_OK;
}

by_status board_read(struct board *board, const by_position *position, by_error *error)
{
    by_position *copy;
    size_t length;
    const by_move *moves = by_position_history(position, &length);
    by_status status;

    *board = (struct board){.last = BOARD_NO_POINT};
    if (!board_can_show(position))
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "only positions of go are drawn as boards, not of %s",
                            by_game_type_of(by_position_game(position))->name);
    status = by_position_copy(position, &copy, error);
    if (status)
        return status;
    status = read_stones(board, copy, error);
    if (!status && length) {
        by_position_pop(copy, NULL);
        board->last = point_of(copy, moves[length - 1]);
        if (board->last < 0 || board->stones[board->last] == BOARD_EMPTY)
            board->last = BOARD_NO_POINT;
    }
    by_position_destroy(copy);
    return status;
}

void board_mark_target(struct board *board, int point)
{
    int stack[BOARD_POINTS_MOST], count = 0, size = board->size;

    if (point < 0 || board->stones[point] == BOARD_EMPTY)
        return;
    stack[count++] = point;
    board->is_target[point] = true;
    while (count) {
        int at = stack[--count], column = at % size;
        int around[4] = {column ? at - 1 : -1, column + 1 < size ? at + 1 : -1, at - size,
                         at + size < size * size ? at + size : -1};

        for (int i = 0; i < 4; i++) {
            if (around[i] < 0 || board->is_target[around[i]] || board->stones[around[i]] != board->stones[point])
                continue;
            board->is_target[around[i]] = true;
            stack[count++] = around[i];
        }
    }
}

by_status board_add_candidates(struct board *board, by_position *position, by_error *error)
{
    struct by_extent extent;
    struct by_moves moves = {0};

    by_position_extent(position, &extent);
    moves.list = malloc(((size_t)extent.max_moves + 1) * sizeof *moves.list);
    if (!moves.list)
        return by_error_no_memory(error);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        int point = point_of(position, moves.list[i].move);

        if (point >= 0 && board->candidate_count < BOARD_POINTS_MOST)
            board->candidates[board->candidate_count++] = point;
    }
    free(moves.list);
    return BY_OK;
}

by_status board_add_line(struct board *board, by_position *position, const by_move *moves, int length, by_error *error)
{
    by_status status = BY_OK;
    int made = 0;

    for (; made < length && board->line_length < BOARD_LINE_MOST; made++) {
        struct by_node node;
        int point = point_of(position, moves[made]);

        by_position_node(position, &node);
        status = by_position_push(position, moves[made], error);
        if (status)
            break;
        board->line[board->line_length].point = point;
        board->line[board->line_length++].stone = node.side ? BOARD_WHITE : BOARD_BLACK;
    }
    while (made-- > 0)
        by_position_pop(position, NULL);
    return status;
}

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

int board_line_number(const struct board *board, int point)
{
    if (board->stones[point] != BOARD_EMPTY)
        return 0;
    for (int i = 0; i < board->line_length; i++)
        if (board->line[i].point == point)
            return i + 1;
    return 0;
}

int board_candidate_number(const struct board *board, int point)
{
    for (int i = 0; i < board->candidate_count; i++)
        if (board->candidates[i] == point)
            return i + 1;
    return 0;
}

void board_print_hidden(const struct board *board, by_text *out)
{
    bool is_first = true;

    for (int i = 0; i < board->line_length; i++) {
        int point = board->line[i].point, number = point >= 0 ? board_line_number(board, point) : 0;

        if (number == i + 1)
            continue;
        by_text_printf(out, "%s%d ", is_first ? "" : ", ", i + 1);
        if (point < 0) {
            by_text_add(out, "pass");
        } else {
            by_text_add(out, "at ");
            if (number)
                by_text_printf(out, "%d", number);
            else
                board_print_point(board, point, out);
        }
        is_first = false;
    }
}

/* ---- For a terminal -------------------------------------------------------------------------------------------- */

enum { CELL_WIDTH = 4 };

/* Blue and orange that are visible on light and dark backgrounds, and one colour for numbers. */
static const char *const colours[] = {"", "\033[1;38;5;26m", "\033[1;38;5;172m"};
static const char number_colour[] = "\033[1;38;5;34m", plain[] = "\033[0m";

/* The text of a point, `width` columns wide, and its colour. */
static int draw_point(const struct board *board, int point, unsigned style, by_text *out, const char **colour)
{
    static const char *const utf8[] = {"\xC2\xB7", "\xE2\x97\x8F", "\xE2\x97\x8B"}, *const ascii[] = {".", "X", "O"};
    const char *const *glyphs = style & BY_DRAW_LETTERS ? ascii : utf8;
    int number = board_line_number(board, point), stone = board->stones[point];

    *colour = "";
    if (number) {
        stone = (int)board->line[number - 1].stone;
        *colour = colours[stone];
        by_text_printf(out, "%s%d", glyphs[stone], number);
        return number < 10 ? 2 : number < 100 ? 3 : 4;
    }
    number = board_candidate_number(board, point);
    if (number && stone == BOARD_EMPTY) {
        *colour = number_colour;
        by_text_printf(out, "%d", number);
        return number < 10 ? 1 : number < 100 ? 2 : 3;
    }
    *colour = colours[stone];
    by_text_add(out, stone == BOARD_EMPTY && board_is_star(board, point) ? "+" : glyphs[stone]);
    by_text_add(out, board->is_target[point] ? "*" : point == board->last ? "<" : "");
    return 1 + (board->is_target[point] || point == board->last);
}

static void draw_letters(const struct board *board, by_text *out)
{
    by_text_add(out, "  ");
    for (int column = 0; column < board->size; column++)
        by_text_printf(out, "  %c ", columns[column]);
    by_text_add_char(out, '\n');
}

void board_draw(const struct board *board, unsigned style, by_text *out)
{
    by_text hidden = {0};

    for (int row = board->size - 1; row >= 0; row--) {
        by_text_printf(out, "%2d", row + 1);
        for (int column = 0; column < board->size; column++) {
            by_text cell = {0};
            const char *colour;
            int width = draw_point(board, row * board->size + column, style, &cell, &colour),
                before = width < 3 ? 2 : 1;
            bool has_colour = style & BY_DRAW_COLOUR && *colour;

            by_text_printf(out, "%*s%s%s%s%*s", before, "", has_colour ? colour : "", by_text_string(&cell),
                           has_colour ? plain : "", before + width < CELL_WIDTH ? CELL_WIDTH - before - width : 0, "");
            by_text_free(&cell);
        }
        while (out->length && out->data[out->length - 1] == ' ')
            out->data[--out->length] = 0;
        by_text_add_char(out, '\n');
    }
    draw_letters(board, out);
    board_print_hidden(board, &hidden);
    if (hidden.length)
        by_text_printf(out, "   %s\n", by_text_string(&hidden));
    by_text_free(&hidden);
}
