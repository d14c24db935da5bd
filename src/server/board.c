/* SPDX-License-Identifier: MIT
 *
 * POST /api/position: all that a client needs to draw a position and to offer its moves. POST /api/compose: the text of
 * a board that the user set up, and whether the game accepts it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/display.h"
#include "front/json_message.h"
#include "front/words.h"
#include "server/json_parts.h"
#include "server/routes.h"

static const char *const kind_names[] = {"cells", "points", "columns", NULL};

/* ---- The board ------------------------------------------------------------------------------------------------- */

struct position_fields {
    struct server_question question;
};

static const struct server_field position_fields[] = {SERVER_POSITION_ROWS, {0}};

static void add_stones(struct json *json, by_position *position, const struct by_board *board)
{
    struct by_square squares[BY_MAX_SQUARES];

    json_member_object(json, "board", JSON_ON_ONE_LINE);
    json_member_string(json, "kind", kind_names[board->kind]);
    json_member_integer(json, "columns", board->columns);
    json_member_integer(json, "rows", board->rows);
    json_member_string(json, "column_names", board->column_names);
    json_member_integer(json, "first_row", board->first_row);
    json_put_end(json);
    (void)by_position_squares(position, squares, NULL);
    json_member_array(json, "squares", JSON_ON_ONE_LINE);
    for (int i = 0; i < board->columns * board->rows; i++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        json_put_integer(json, squares[i].piece);
        json_put_integer(json, squares[i].side);
        json_put_integer(json, squares[i].marks);
        json_put_end(json);
    }
    json_put_end(json);
}

static void add_taken(struct json *json, const by_position *position, const struct by_piece *pieces)
{
    int counts[2][BY_MAX_PIECES];

    (void)by_position_taken(position, counts, NULL);
    json_member_array(json, "taken", JSON_ON_ONE_LINE);
    for (int side = 0; side < 2; side++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        for (int i = 0; pieces[i].name; i++)
            json_put_integer(json, counts[side][i]);
        json_put_end(json);
    }
    json_put_end(json);
}

/* A game that does not describe its board has none. */
static void add_what_stands(struct json *json, by_position *position)
{
    const struct by_display *display = by_game_type_of(by_position_game(position))->display;
    struct by_board board;

    if (by_position_board(position, &board, NULL)) {
        json_member_string(json, "board", NULL);
        json_member_string(json, "squares", NULL);
    } else {
        add_stones(json, position, &board);
    }
    if (display && display->taken)
        add_taken(json, position, display->pieces);
    else
        json_member_string(json, "taken", NULL);
}

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

static void add_gesture(struct json *json, const by_position *position, by_move move)
{
    struct by_gesture gesture;

    if (by_position_gesture(position, move, &gesture, NULL))
        return;
    json_member_integer(json, "from", gesture.from);
    json_member_integer(json, "to", gesture.to);
    json_member_integer(json, "piece", gesture.piece);
}

static void add_legal(struct json *json, by_position *position)
{
    struct by_extent extent;
    struct by_moves moves = {0};

    by_position_extent(position, &extent);
    moves.list = malloc(((size_t)extent.max_moves + 1) * sizeof *moves.list);
    if (moves.list)
        by_position_moves(position, BY_MOVES_ALL, &moves);
    json->text.failed |= !moves.list;
    json_member_array(json, "legal", JSON_ON_ONE_LINE);
    for (int i = 0; i < moves.count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        server_add_best(json, "move", position, moves.list[i].move);
        add_gesture(json, position, moves.list[i].move);
        json_member_bool(json, "capture", moves.list[i].flags & BY_MOVE_CAPTURE);
        json_put_end(json);
    }
    json_put_end(json);
    free(moves.list);
}

/* Describes the last move. We need the position before it to know how the move looked. */
static void add_last(struct json *json, by_position *position)
{
    size_t length;
    const by_move *history = by_position_history(position, &length);
    by_move last = length ? history[length - 1] : BY_MOVE_NONE;

    if (!length || !by_game_type_of(by_position_game(position))->display) {
        json_member_string(json, "last", NULL);
        return;
    }
    json->text.failed |= by_position_pop(position, NULL) != BY_OK;
    json_member_object(json, "last", JSON_ON_ONE_LINE);
    add_gesture(json, position, last);
    json_put_end(json);
    json->text.failed |= by_position_push(position, last, NULL) != BY_OK;
}

/* ---- The end --------------------------------------------------------------------------------------------------- */

/* Joins the lines before the first empty one. Leaves out lines that only announce others. */
static void add_paragraph(const char *parts, by_text *out)
{
    while (*parts && *parts != '\n') {
        size_t length = strcspn(parts, "\n");
        by_text line = {0}, text = {0};

        by_text_printf(&line, "%.*s", (int)length, parts);
        by_text_add_parts(&text, by_text_string(&line));
        if (text.length && text.data[text.length - 1] != ':') {
            by_text_add(out, out->length ? " " : "");
            by_text_add_parts(out, by_text_string(&line));
        }
        out->failed |= line.failed || text.failed;
        by_text_free(&line);
        by_text_free(&text);
        parts += length;
        parts += *parts == '\n';
    }
}

static void add_over(struct json *json, by_position *position, const struct by_node *node)
{
    bool has_winner = by_value_is_win(node->value) || by_value_is_loss(node->value);
    const char *outcome = (node->value > 0) == (node->side == 0) ? "first" : "second";
    by_text words = {.keeps_parts = true}, reason = {.keeps_parts = true};

    if (!node->is_over) {
        json_member_string(json, "over", NULL);
        return;
    }
    if (!node->value)
        outcome = "draw";
    if (!has_winner && by_game_type_of(by_position_game(position))->counts_points)
        outcome = NULL;
    if (by_position_explain(position, &words, NULL))
        words_state(position, &words);
    add_paragraph(by_text_string(&words), &reason);
    json_member_object(json, "over", JSON_ON_ONE_LINE);
    json_member_string(json, "outcome", outcome);
    json_member_message(json, "reason", by_text_string(&reason));
    json_put_end(json);
    json->text.failed |= words.failed || reason.failed;
    by_text_free(&words);
    by_text_free(&reason);
}

/* ---- The position ---------------------------------------------------------------------------------------------- */

static by_status show_position(struct server_call *call)
{
    by_position *position = call->at.position;
    struct json *json = &call->json;
    struct by_node node;
    by_text text = {0}, key = {0};

    by_position_verdict(position, &node);
    by_position_print(position, &text);
    by_text_printf(&key, "%016" PRIx64, node.key);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_printed(json, "text", &text);
    add_what_stands(json, position);
    json_member_integer(json, "side", node.side);
    json_member_bool(json, "check", node.in_check);
    add_legal(json, position);
    add_last(json, position);
    add_over(json, position, &node);
    /* As text, since JavaScript's numbers have 53 bits. */
    json_member_printed(json, "key", &key);
    json_put_end(json);
    return BY_OK;
}

/* ---- Composed boards ------------------------------------------------------------------------------------------- */

struct board_fields {
    const char *kind;
    const struct json_value *column_names;
    int64_t columns, rows, first_row;
};

struct compose_fields {
    struct server_question question;
    const struct json_value *squares;
    struct board_fields board;
    int64_t side;
};

#define BOARD_AT(member) .offset = offsetof(struct board_fields, member)
#define AT(member)       .offset = offsetof(struct compose_fields, member)

/* Only the size counts. Clients send boards back as they received them, so we accept the rest. */
static const struct server_field board_fields[] = {
    {.name = "kind", .kind = SERVER_TEXT, .max = 32, BOARD_AT(kind)},
    {.name = "columns", .kind = SERVER_NUMBER, .min = 1, .max = BY_MAX_SQUARES, .is_needed = true, BOARD_AT(columns)},
    {.name = "rows", .kind = SERVER_NUMBER, .min = 1, .max = BY_MAX_SQUARES, .is_needed = true, BOARD_AT(rows)},
    {.name = "column_names", .kind = SERVER_ANY, BOARD_AT(column_names)},
    {.name = "first_row", .kind = SERVER_NUMBER, .min = -BY_MAX_SQUARES, .max = BY_MAX_SQUARES, BOARD_AT(first_row)},
    {0},
};

static const struct server_field compose_fields[] = {
    SERVER_GAME_ROWS,
    {.name = "board", .kind = SERVER_OBJECT, .is_needed = true, .fields = board_fields, AT(board)},
    {.name = "squares", .kind = SERVER_ANY, .is_needed = true, AT(squares)},
    {.name = "side", .kind = SERVER_NUMBER, .min = 0, .max = 1, AT(side)},
    {0},
};

/* [piece, side, marks]; we ignore the marks, which may be missing. */
static by_status read_square(struct server_call *call, const struct json_value *value, struct by_square *out)
{
    int numbers[3] = {0}, count = 0;

    if (value->kind != JSON_ARRAY)
        return server_refuse_value(call, value, "squares", "expected [piece, side, marks]");
    for (const struct json_value *item = value->child; item; item = item->next) {
        if (count == 3 || item->kind != JSON_NUMBER || !item->truth || item->integer < 0 || item->integer > UINT8_MAX)
            return server_refuse_value(call, item, "squares",
                                       "expected [piece, side, marks], whole numbers from 0 to 255");
        numbers[count++] = (int)item->integer;
    }
    if (count < 2)
        return server_refuse_value(call, value, "squares", "expected [piece, side, marks], and at least the first two");
    *out = (struct by_square){.piece = (uint8_t)numbers[0], .side = (uint8_t)numbers[1]};
    return BY_OK;
}

static by_status read_squares(struct server_call *call, const struct compose_fields *fields,
                              struct by_square out[BY_MAX_SQUARES])
{
    int64_t expected = fields->board.columns * fields->board.rows;
    int count = 0;

    if (fields->squares->kind != JSON_ARRAY)
        return server_refuse_value(call, fields->squares, "squares", "expected an array of squares");
    for (const struct json_value *item = fields->squares->child; item; item = item->next) {
        by_status status;

        if (count == BY_MAX_SQUARES)
            return server_refuse_value(call, item, "squares", "too many squares");
        status = read_square(call, item, &out[count++]);
        if (status)
            return status;
    }
    if (count == expected)
        return BY_OK;
    return server_refuse_value(call, fields->squares, "squares", "%d squares, expected columns times rows, %" PRId64,
                               count, expected);
}

/* A half-finished board is usually illegal. The reply says why; the request is still valid. */
static by_status reply_composed(struct server_call *call, const char *text)
{
    struct json *json = &call->json;
    by_position *position;
    struct by_node node;
    by_error error = {0};

    if (by_position_create(call->at.game, &position, &error))
        return server_refuse_error(&call->fault, NULL, &error);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "text", text);
    if (!by_position_parse(position, text, &error)) {
        by_position_verdict(position, &node);
        add_over(json, position, &node);
    } else if (error.status != BY_ERROR_MEMORY) {
        server_add_damage(json, &error);
    }
    json_put_end(json);
    by_position_destroy(position);
    return error.status == BY_ERROR_MEMORY ? server_refuse_error(&call->fault, NULL, &error) : BY_OK;
}

static by_status compose_position(struct server_call *call)
{
    const struct compose_fields *fields = call->fields;
    const struct by_board board = {.columns = (int)fields->board.columns, .rows = (int)fields->board.rows};
    const struct json_value *names = fields->board.column_names;
    struct by_square squares[BY_MAX_SQUARES];
    by_text text = {0};
    by_error error = {0};
    by_status status;

    if (names && names->kind != JSON_STRING && names->kind != JSON_NULL)
        return server_refuse(&call->fault, 400, "column_names", "'column_names' is %-s, expected a string or null",
                             json_kind_name(names->kind));
    status = read_squares(call, fields, squares);
    if (status)
        return status;
    if (by_game_compose(call->at.game, &board, squares, (int)fields->side, &text, &error))
        status = server_refuse_error(&call->fault, error.status == BY_ERROR_UNSUPPORTED ? "game" : "board", &error);
    else
        status = reply_composed(call, by_text_string(&text));
    by_text_free(&text);
    return status;
}

const struct server_route server_routes_board[] = {
    {SERVER_POST("/api/position", position_fields, show_position), .opens = SERVER_OPENS_POSITION},
    {SERVER_POST("/api/compose", compose_fields, compose_position), .opens = SERVER_OPENS_GAME},
    {0},
};
