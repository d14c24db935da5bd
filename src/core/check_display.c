/* SPDX-License-Identifier: MIT */
#include "core/check_display.h"

#include <stdlib.h>
#include <string.h>

#include "core/display.h"
#include "core/game.h"

static const struct by_display *display_of(const by_position *position)
{
    return position->game->type->display;
}

/* ---- Views ------------------------------------------------------------------------------------------------------- */

static int squares_of(const struct by_board *board)
{
    if (board->columns < 1 || board->rows < 1 || board->rows > BY_MAX_SQUARES / board->columns)
        return 0;
    return board->columns * board->rows;
}

void by__drawn_fill(by_position *position, int fill, struct by__drawn *out)
{
    const struct by_display *display = display_of(position);

    memset(out, 0, sizeof *out);
    if (!display)
        return;
    memset(&out->board, fill, sizeof out->board);
    out->board.column_names = fill ? "" : NULL; /* readable even if the game leaves it unfilled */
    display->board(position->state, &out->board);
    out->count = squares_of(&out->board);
    memset(out->squares, fill, (size_t)out->count * sizeof out->squares[0]);
    if (out->count)
        display->squares(position->state, out->squares);
    if (display->taken)
        display->taken(position->state, out->taken);
}

static bool same_names(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_boards(const struct by_board *a, const struct by_board *b)
{
    return a->kind == b->kind && a->columns == b->columns && a->rows == b->rows && a->first_row == b->first_row &&
           same_names(a->column_names, b->column_names);
}

const char *by__drawn_difference_of_pieces(const struct by__drawn *a, const struct by__drawn *b)
{
    if (!same_boards(&a->board, &b->board))
        return "the board";
    for (int i = 0; i < a->count; i++)
        if (a->squares[i].piece != b->squares[i].piece || a->squares[i].side != b->squares[i].side)
            return "what stands on the board";
    return NULL;
}

const char *by__drawn_difference(const struct by__drawn *a, const struct by__drawn *b)
{
    const char *found = by__drawn_difference_of_pieces(a, b);

    for (int i = 0; i < a->count && !found; i++)
        if (a->squares[i].marks != b->squares[i].marks)
            found = "a mark on the board";
    if (!found && memcmp(a->taken, b->taken, sizeof a->taken) != 0)
        found = "what was taken";
    return found;
}

/* ---- Boards and squares ------------------------------------------------------------------------------------------ */

static const char *check_pieces(const struct by_display *display)
{
    int count = by__display_piece_count(display);

    if (!count || count > BY_MAX_PIECES)
        return "there is no kind of piece, or more than BY_MAX_PIECES";
    for (int i = 0; i < count; i++)
        if (!display->pieces[i].shapes[0] || !display->pieces[i].shapes[1])
            return "a kind of piece has no shape";
    return NULL;
}

static const char *check_square(const struct by_square *square, int pieces)
{
    const int marks = BY_MARK_CHECK | BY_MARK_TARGET | BY_MARK_FORBIDDEN | BY_MARK_LINE;

    if (square->piece > pieces)
        return "a piece on the board is not in the list of pieces";
    if (square->side > (square->piece ? 1 : 0))
        return "a piece on the board is of no side, or an empty square is of one";
    return square->marks & ~marks ? "a mark on the board is none of by_square_marks" : NULL;
}

const char *by__check_drawn(const by_position *position, const struct by__drawn *drawn)
{
    const struct by_display *display = display_of(position);
    const struct by_board *board = &drawn->board;
    const char *found;

    if (!display)
        return NULL;
    if (!drawn->count)
        return "a board has no squares, or more than BY_MAX_SQUARES";
    if ((int)board->kind < BY_BOARD_CELLS || board->kind > BY_BOARD_COLUMNS)
        return "a board is of no kind of by_board_kind";
    if (board->column_names && strlen(board->column_names) < (size_t)board->columns)
        return "a board has more columns than names for them";
    found = check_pieces(display);
    for (int i = 0; i < drawn->count && !found; i++)
        found = check_square(&drawn->squares[i], by__display_piece_count(display));
    for (int i = 0; i < BY_MAX_PIECES && !found; i++)
        if (drawn->taken[0][i] < 0 || drawn->taken[1][i] < 0)
            found = "less than no piece was taken";
    return found;
}

/* ---- Gestures ---------------------------------------------------------------------------------------------------- */

static const char *check_gesture(const struct by_display *display, const struct by__drawn *drawn,
                                 const struct by_gesture *gesture)
{
    if (gesture->from < BY_NO_SQUARE || gesture->from >= drawn->count || gesture->to < BY_NO_SQUARE ||
        gesture->to >= drawn->count)
        return "the gesture of a move leaves the board";
    if (gesture->piece < 0 || gesture->piece > by__display_piece_count(display))
        return "the piece of a gesture is not in the list of pieces";
    if (gesture->from != BY_NO_SQUARE && !drawn->squares[gesture->from].piece)
        return "a gesture begins on an empty square";
    if (gesture->from != BY_NO_SQUARE && gesture->to == BY_NO_SQUARE)
        return "a gesture moves a piece to nowhere";
    if (gesture->from == BY_NO_SQUARE && (gesture->to == BY_NO_SQUARE) != !gesture->piece)
        return "a gesture puts no piece, or passes with one";
    return NULL;
}

struct told {
    struct by_gesture gesture;
    by_move move;
};

static int compare(const void *a, const void *b)
{
    const struct by_gesture *x = &((const struct told *)a)->gesture, *y = &((const struct told *)b)->gesture;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

static const char *check_all(const by_position *position, const struct by__drawn *drawn, const struct by_moves *moves,
                             struct told *told, by_move *culprit)
{
    const struct by_display *display = display_of(position);

    for (int i = 0; i < moves->count; i++) {
        const char *found;

        *culprit = told[i].move = moves->list[i].move;
        memset(&told[i].gesture, 0xAA, sizeof told[i].gesture); /* unfilled fields are out of range */
        display->gesture(position->state, told[i].move, &told[i].gesture);
        found = check_gesture(display, drawn, &told[i].gesture);
        if (found)
            return found;
    }
    qsort(told, (size_t)moves->count, sizeof *told, compare);
    for (int i = 1; i < moves->count; i++) {
        *culprit = told[i].move;
        if (!compare(&told[i - 1], &told[i]))
            return "two moves have the same gesture and the same piece";
    }
    return NULL;
}

const char *by__check_gestures(const by_position *position, const struct by__drawn *drawn, const struct by_moves *moves,
                               by_move *culprit, by_status *status)
{
    struct told *told;
    const char *found;

    *status = BY_OK;
    if (!display_of(position) || !moves->count)
        return NULL;
    told = calloc((size_t)moves->count, sizeof *told);
    if (!told) {
        *status = BY_ERROR_MEMORY;
        return NULL;
    }
    found = check_all(position, drawn, moves, told, culprit);
    free(told);
    return found;
}

/* ---- Boards that are set up -------------------------------------------------------------------------------------- */

const char *by__check_composed(const by_position *position, const struct by__drawn *drawn, int side, by_position *other,
                               by_text *scratch, by_status *status)
{
    const struct by_display *display = display_of(position);
    struct by__drawn read;
    struct by_node node;

    *status = BY_OK;
    if (!display || !display->compose)
        return NULL;
    by_text_clear(scratch);
    *status = by_game_compose(position->game, &drawn->board, drawn->squares, side, scratch, NULL);
    if (*status)
        return "the board of a position cannot be composed";
    *status = by_position_parse(other, by_text_string(scratch), NULL);
    if (*status)
        return "the composed text of a position cannot be read";
    by_position_node(other, &node);
    if (node.side != side)
        return "the side to move differs in the composed text of a position";
    by__drawn_fill(other, 0, &read);
    return by__drawn_difference_of_pieces(drawn, &read) ? "the composed text of a position is that of another board"
                                                        : NULL;
}
