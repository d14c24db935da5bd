/* SPDX-License-Identifier: MIT
 *
 * Positions in words: POST /api/line returns the moves in a notation, /api/why the verdict with its reason, /api/terms
 * the terms of the evaluation.
 */
#include "front/words.h"

#include <stdlib.h>
#include <string.h>

#include "front/json_message.h"
#include "server/position.h"
#include "server/routes.h"

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

struct line_fields {
    struct server_position_fields position;
    const char *notation;
};

static const struct server_field line_fields[] = {
    SERVER_POSITION_ROWS(struct line_fields),
    {.name = "notation", .kind = SERVER_TEXT, .most = 64, .offset = offsetof(struct line_fields, notation)},
    {0},
};

/* Writes a move in the first notation and in the one requested, and plays it. */
static by_status put_step(struct json *json, by_position *position, by_move move, int notation)
{
    by_text name = {0}, text = {0};

    by_position_print_move(position, move, &name);
    by_position_print_move_as(position, move, notation, &text);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_printed(json, "move", &name);
    json_member_printed(json, "text", &text);
    json_put_end(json);
    return by_position_push(position, move, NULL);
}

/* Goes back to the start and plays the moves again, since a notation needs the position before each move. */
static void put_line(struct json *json, by_position *position, int notation)
{
    size_t length;
    const by_move *history = by_position_history(position, &length);
    by_move *moves = malloc((length + 1) * sizeof *moves);
    bool is_good = moves;

    if (moves && length)
        memcpy(moves, history, length * sizeof *moves);
    for (size_t i = 0; i < length && is_good; i++)
        is_good = !by_position_pop(position, NULL);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_put_key(json, "moves");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (size_t i = 0; i < length && is_good; i++)
        is_good = !put_step(json, position, moves[i], notation);
    json_put_end(json);
    json_put_end(json);
    json->text.failed |= !is_good;
    free(moves);
}

static by_status show_line(struct server_call *call)
{
    const struct line_fields *fields = call->fields;
    struct server_position at;
    struct json json = {0};
    int notation;
    by_status status = server_position_open(&fields->position, &at, &call->fault);

    if (status)
        return status;
    status = server_notation_find(at.game, fields->notation, &notation, &call->fault);
    if (!status) {
        put_line(&json, at.position, notation);
        server_reply_json(call->reply, 200, &json);
    }
    server_position_free(&at);
    return status;
}

/* ---- Reasons --------------------------------------------------------------------------------------------------- */

struct words_fields {
    struct server_position_fields position;
};

static const struct server_field words_fields[] = {
    SERVER_POSITION_ROWS(struct words_fields),
    {0},
};

/* The lines as messages. */
static void put_lines(struct json *json, const char *parts)
{
    json_put_key(json, "lines");
    json_put_array(json, JSON_ON_ONE_LINE);
    while (*parts) {
        by_text line = {0};

        by_text_printf(&line, "%.*s", (int)strcspn(parts, "\n"), parts);
        json->text.failed |= line.failed;
        if (line.length)
            json_put_message(json, by_text_string(&line));
        by_text_free(&line);
        parts += strcspn(parts, "\n");
        parts += *parts == '\n';
    }
    json_put_end(json);
}

static by_status show_why(struct server_call *call)
{
    const struct words_fields *fields = call->fields;
    struct server_position at;
    struct json json = {0};
    by_text parts = {.keeps_parts = true}, text = {0};
    by_status status = server_position_open(&fields->position, &at, &call->fault);

    if (status)
        return status;
    words_state(at.position, &parts);
    by_text_add_char(&parts, '\n');
    /* A game without its own explanation has nothing to add. */
    (void)by_position_explain(at.position, &parts, NULL);
    server_position_free(&at);
    json_put_object(&json, JSON_ON_ONE_LINE);
    by_text_add_parts(&text, by_text_string(&parts));
    json_member_printed(&json, "text", &text);
    put_lines(&json, by_text_string(&parts));
    json_put_end(&json);
    json.text.failed |= parts.failed;
    by_text_free(&parts);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

/* ---- Terms ----------------------------------------------------------------------------------------------------- */

static void put_term(struct json *json, const struct by_term *term)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", term->name);
    json_put_key(json, "parts");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int side = 0; side < 2; side++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        for (int phase = 0; phase < 2; phase++)
            json_put_integer(json, term->parts[side][phase]);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
}

static void put_terms(struct json *json, by_position *position, const struct by_terms *terms)
{
    struct by_node node;

    by_position_node(position, &node);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "side", node.side);
    json_member_integer(json, "value", by_position_evaluate(position));
    json_put_key(json, "share");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int phase = 0; phase < 2; phase++)
        json_put_thousandths(json, (int64_t)((double)terms->share[phase] * 1000 + 0.5));
    json_put_end(json);
    json_put_key(json, "terms");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < terms->count; i++)
        put_term(json, &terms->list[i]);
    json_put_end(json);
    json_put_end(json);
}

static by_status show_terms(struct server_call *call)
{
    const struct words_fields *fields = call->fields;
    struct server_position at;
    struct by_terms terms;
    struct json json = {0};
    by_error error = {0};
    by_status status = server_position_open(&fields->position, &at, &call->fault);

    if (status)
        return status;
    if (by_position_terms(at.position, &terms, &error)) {
        status = server_refuse_error(&call->fault, "game", &error);
    } else {
        put_terms(&json, at.position, &terms);
        server_reply_json(call->reply, 200, &json);
    }
    server_position_free(&at);
    return status;
}

const struct server_route server_routes_words[] = {
    {.method = "POST",
     .pattern = "/api/line",
     .fields = line_fields,
     .size = sizeof(struct line_fields),
     .handle = show_line},
    {.method = "POST",
     .pattern = "/api/why",
     .fields = words_fields,
     .size = sizeof(struct words_fields),
     .handle = show_why},
    {.method = "POST",
     .pattern = "/api/terms",
     .fields = words_fields,
     .size = sizeof(struct words_fields),
     .handle = show_terms},
    {0},
};
