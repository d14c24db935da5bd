/* SPDX-License-Identifier: MIT
 *
 * Positions in words: POST /api/line returns the moves in a notation, /api/why the verdict with its reason, /api/terms
 * the terms of the evaluation.
 */
#include <stdlib.h>
#include <string.h>

#include "front/json_message.h"
#include "front/words.h"
#include "server/json_parts.h"
#include "server/routes.h"

struct explain_fields {
    struct server_question question;
};

static const struct server_field explain_fields[] = {SERVER_POSITION_ROWS, {0}};

struct line_fields {
    struct server_question question;
};

static const struct server_field line_fields[] = {SERVER_POSITION_ROWS, SERVER_NOTATION_ROW, {0}};

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* Goes back to the start and plays the moves again, since a notation needs the position before each move. */
static by_status show_line(struct server_call *call)
{
    struct json *json = &call->json;
    by_position *position = call->at.position;
    size_t length;
    const by_move *history = by_position_history(position, &length);
    by_move *moves = malloc((length + 1) * sizeof *moves);

    if (!moves)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    if (length)
        memcpy(moves, history, length * sizeof *moves);
    for (size_t i = 0; i < length; i++)
        json->text.failed |= by_position_pop(position, NULL) != BY_OK;
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_array(json, "moves", JSON_ON_ONE_LINE);
    for (size_t i = 0; i < length; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        server_add_move(json, position, moves[i], call->notation);
        json_put_end(json);
        json->text.failed |= by_position_push(position, moves[i], NULL) != BY_OK;
    }
    json_put_end(json);
    json_put_end(json);
    free(moves);
    return BY_OK;
}

/* ---- Reasons --------------------------------------------------------------------------------------------------- */

/* The lines as messages. */
static void add_lines(struct json *json, const char *parts)
{
    json_member_array(json, "lines", JSON_ON_ONE_LINE);
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
    by_text parts = {.keeps_parts = true}, text = {0};

    words_state(call->at.position, &parts);
    by_text_add_char(&parts, '\n');
    /* A game without its own explanation has nothing to add. */
    (void)by_position_explain(call->at.position, &parts, NULL);
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    by_text_add_parts(&text, by_text_string(&parts));
    json_member_printed(&call->json, "text", &text);
    add_lines(&call->json, by_text_string(&parts));
    json_put_end(&call->json);
    call->json.text.failed |= parts.failed;
    by_text_free(&parts);
    return BY_OK;
}

/* ---- Terms ----------------------------------------------------------------------------------------------------- */

static void add_term(struct json *json, const struct by_term *term)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", term->name);
    json_member_array(json, "parts", JSON_ON_ONE_LINE);
    for (int side = 0; side < 2; side++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        for (int phase = 0; phase < 2; phase++)
            json_put_integer(json, term->parts[side][phase]);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
}

static by_status show_terms(struct server_call *call)
{
    struct json *json = &call->json;
    struct by_terms terms;
    struct by_node node;
    by_error error = {0};

    if (by_position_terms(call->at.position, &terms, &error))
        return server_refuse_error(&call->fault, "game", &error);
    by_position_node(call->at.position, &node);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "side", node.side);
    json_member_integer(json, "value", by_position_evaluate(call->at.position));
    json_member_array(json, "share", JSON_ON_ONE_LINE);
    for (int phase = 0; phase < 2; phase++)
        json_put_thousandths(json, (int64_t)((double)terms.share[phase] * 1000 + 0.5));
    json_put_end(json);
    json_member_array(json, "terms", JSON_ON_ONE_LINE);
    for (int i = 0; i < terms.count; i++)
        add_term(json, &terms.list[i]);
    json_put_end(json);
    json_put_end(json);
    return BY_OK;
}

const struct server_route server_routes_explain[] = {
    {SERVER_POST("/api/line", line_fields, show_line), .opens = SERVER_OPENS_POSITION},
    {SERVER_POST("/api/why", explain_fields, show_why), .opens = SERVER_OPENS_POSITION},
    {SERVER_POST("/api/terms", explain_fields, show_terms), .opens = SERVER_OPENS_POSITION},
    {0},
};
