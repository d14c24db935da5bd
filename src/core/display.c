/* SPDX-License-Identifier: MIT */
#include "core/display.h"

#include <math.h>

#include "core/game.h"
#include "core/size.h"

/* ---- For games --------------------------------------------------------------------------------------------------- */

int by__display_piece_count(const struct by_display *display)
{
    int count = 0;

    while (display->pieces[count].name)
        count++;
    return count;
}

void by__display_add_rows(const struct by_board *board, const struct by_square *squares, const char letters[2],
                          by_text *out)
{
    for (int row = board->rows - 1; row >= 0; row--) {
        for (int column = 0; column < board->columns; column++) {
            const struct by_square *square = &squares[row * board->columns + column];

            by_text_add_char(out, square->piece ? letters[square->side] : '.');
        }
        by_text_add(out, row ? "/" : "");
    }
}

/* ---- Chances ----------------------------------------------------------------------------------------------------- */

bool by_type_chances(const by_game_type *type, by_value value, struct by_chances *out)
{
    double half;

    if (!BY__HAS_FIELD(by_game_type, type, display) || !type->display ||
        !BY__HAS_FIELD(struct by_display, type->display, win_scale) || !type->display->win_scale)
        return false;
    if (by_value_is_win(value) || by_value_is_loss(value)) {
        *out = (struct by_chances){.won = value > 0 ? 1000 : 0, .lost = value < 0 ? 1000 : 0};
        return true;
    }
    half = 1 / (1 + pow(10, -(double)value / type->display->win_scale));
    out->won = (int)(1000 * half * half + 0.5);
    out->lost = (int)(1000 * (1 - half) * (1 - half) + 0.5);
    out->drawn = 1000 - out->won - out->lost;
    return true;
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

static by_status find_display(const by_game *game, const struct by_display **out, by_error *error)
{
    *out = game->type->display;
    return *out ? BY_OK
                : by_error_set(error, BY_ERROR_UNSUPPORTED, "%s has no description of its board", game->type->name);
}

by_status by_position_board(const by_position *position, struct by_board *out, by_error *error)
{
    const struct by_display *display;
    by_status status = find_display(position->game, &display, error);

    if (!status)
        display->board(position->state, out);
    return status;
}

by_status by_position_squares(by_position *position, struct by_square *out, by_error *error)
{
    const struct by_display *display;
    by_status status = find_display(position->game, &display, error);

    if (!status)
        display->squares(position->state, out);
    return status;
}

by_status by_position_gesture(const by_position *position, by_move move, struct by_gesture *out, by_error *error)
{
    const struct by_display *display;
    by_status status = find_display(position->game, &display, error);

    if (!status)
        display->gesture(position->state, move, out);
    return status;
}

by_status by_position_taken(const by_position *position, int counts[2][BY_MAX_PIECES], by_error *error)
{
    const struct by_display *display;
    by_status status = find_display(position->game, &display, error);

    if (status)
        return status;
    for (int i = 0; i < BY_MAX_PIECES; i++)
        counts[0][i] = counts[1][i] = 0;
    if (display->taken)
        display->taken(position->state, counts);
    return BY_OK;
}

/* ---- Boards that are set up -------------------------------------------------------------------------------------- */

static by_status check_size(const by_position *initial, const struct by_board *board, by_error *error)
{
    const by_game_type *type = initial->game->type;
    int most = BY_MAX_SQUARES;
    struct by_board own;

    if (board->columns < 1 || board->columns > most || board->rows < 1 || board->rows > most / board->columns)
        return by_error_set(error, BY_ERROR_INPUT, "a board of %d columns and %d rows, expected %d squares at most",
                            board->columns, board->rows, most);
    type->display->board(initial->state, &own);
    if (!type->display->has_sizes && (board->columns != own.columns || board->rows != own.rows))
        return by_error_set(error, BY_ERROR_INPUT,
                            "a board of %d columns and %d rows, expected %d and %d, as %s was opened with",
                            board->columns, board->rows, own.columns, own.rows, type->name);
    return BY_OK;
}

static by_status check_squares(const struct by_display *display, const struct by_board *board,
                               const struct by_square *squares, by_error *error)
{
    int pieces = by__display_piece_count(display);

    for (int i = 0; i < board->columns * board->rows; i++) {
        if (squares[i].piece > pieces)
            return by_error_set(error, BY_ERROR_INPUT, "square %d has the piece number %d, expected 0 to %d", i,
                                squares[i].piece, pieces);
        if (squares[i].piece && squares[i].side > 1)
            return by_error_set(error, BY_ERROR_INPUT, "square %d has a piece of side %d, expected 0 or 1", i,
                                squares[i].side);
    }
    return BY_OK;
}

static by_status compose(const by_position *initial, const struct by_board *board, const struct by_square *squares,
                         int side, by_text *out, by_error *error)
{
    const struct by_display *display = initial->game->type->display;
    by_status status = check_size(initial, board, error);

    if (!status)
        status = check_squares(display, board, squares, error);
    if (!status && side != 0 && side != 1)
        status = by_error_set(error, BY_ERROR_INPUT, "the side to move is %d, expected 0 or 1", side);
    if (status)
        return status;
    display->compose(initial->state, board, squares, side, out);
    return out->failed ? by_error_no_memory(error) : BY_OK;
}

by_status by_game_compose(const by_game *game, const struct by_board *board, const struct by_square *squares, int side,
                          by_text *out, by_error *error)
{
    const struct by_display *display;
    by_position *initial = NULL;
    by_status status = find_display(game, &display, error);

    if (!status && !display->compose)
        status = by_error_set(error, BY_ERROR_UNSUPPORTED, "boards of %s cannot be set up", game->type->name);
    if (!status)
        status = by_position_create(game, &initial, error);
    if (!status)
        status = compose(initial, board, squares, side, out, error);
    by_position_destroy(initial);
    return status;
}
