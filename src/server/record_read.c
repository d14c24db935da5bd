/* SPDX-License-Identifier: MIT
 *
 * POST /api/records/read: a game of a file. A record is a flat list of nodes, each with the index of its parent, since
 * a game is longer than JSON may be deep. POST /api/records/list: the names of all games of a file.
 */
#include <string.h>

#include "server/json_parts.h"
#include "server/record_walk.h"
#include "server/records.h"
#include "server/routes.h"

const char *const server_outcome_names[] = {"unknown", "first", "second", "draw", NULL};

const char *const server_remark_names[SERVER_REMARKS] = {"before", "after", "marks"};

/* ---- A node ---------------------------------------------------------------------------------------------------- */

static by_status add_tags(struct json *json, const by_record *record, int node, by_error *error)
{
    const char *name, *value;

    if (by_record_tag_at(record, node, SERVER_MAX_TAGS, &name, &value))
        return by_error_set(error, BY_ERROR_LIMIT, "a node of the record has more than %d tags", SERVER_MAX_TAGS);
    server_add_tags(json, record, node);
    return BY_OK;
}

static void add_remarks(struct json *json, const by_record *record, int node)
{
    for (int kind = 0; kind < SERVER_REMARKS; kind++)
        if (*by_record_remark(record, node, (enum by_remark)kind))
            json_member_string(json, server_remark_names[kind], by_record_remark(record, node, (enum by_remark)kind));
}

/* Writes a node other than the root, below the current one. */
static by_status add_node(struct json *json, const struct server_walk *walk, const by_record *record, int node,
                          int notation, by_error *error)
{
    by_status status = BY_OK;
    by_move move = by_record_move(record, node);
    const char *text, *name, *position = by_record_position_text(record, node);

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "parent", walk->path[walk->depth - 1].place);
    if (move != BY_MOVE_NONE)
        server_add_move(json, walk->here, move, notation);
    if (position)
        json_member_string(json, "position", position);
    add_remarks(json, record, node);
    if (by_record_tag_at(record, node, 0, &name, &text))
        status = add_tags(json, record, node, error);
    json_put_end(json);
    return status;
}

/* ---- A record -------------------------------------------------------------------------------------------------- */

/* The node after this one in reading order; BY_RECORD_NONE: it was the last. */
static int following(const by_record *record, int node)
{
    int next = by_record_child(record, node);

    while (next == BY_RECORD_NONE && node != BY_RECORD_ROOT) {
        next = by_record_next(record, node);
        node = by_record_parent(record, node);
    }
    return next;
}

static by_status add_nodes(struct json *json, const struct by_patience *patience, struct server_walk *walk,
                           const by_record *record, int notation, by_error *error)
{
    by_status status = BY_OK;
    int place = 1;

    json_member_array(json, "nodes", JSON_ON_ONE_LINE);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "parent", SERVER_NO_PARENT);
    add_remarks(json, record, BY_RECORD_ROOT);
    json_put_end(json);
    for (int node = following(record, BY_RECORD_ROOT); node != BY_RECORD_NONE && !status; place++) {
        if (place == SERVER_RECORD_NODES)
            return by_error_set(error, BY_ERROR_LIMIT, "the record has more than %d nodes", SERVER_RECORD_NODES);
        if (patience->is_over(patience->context))
            return by_error_set(error, BY_ERROR_LIMIT, "the record takes too long to show");
        (void)server_walk_back(walk, by_record_parent(record, node));
        status = add_node(json, walk, record, node, notation, error);
        if (!status)
            status = server_walk_down(walk, node, place, by_record_move(record, node),
                                      by_record_position_text(record, node), error);
        node = following(record, node);
    }
    json_put_end(json);
    return status;
}

static by_status add_record(struct json *json, const struct by_patience *patience, const by_game *game,
                            const by_record *record, int notation, by_error *error)
{
    struct server_walk walk;
    by_status status = server_walk_begin(&walk, game, by_record_start(record), error);

    if (!status)
        status = add_tags(json, record, BY_RECORD_ROOT, error);
    if (by_record_start(record))
        json_member_string(json, "start", by_record_start(record));
    json_member_string(json, "outcome", server_outcome_names[by_record_outcome(record)]);
    if (!status)
        status = add_nodes(json, patience, &walk, record, notation, error);
    server_walk_free(&walk);
    return status;
}

/* ---- A file ---------------------------------------------------------------------------------------------------- */

struct read_fields {
    struct server_question question;
    const char *text;
    int64_t index;
};

#define AT(member) .offset = offsetof(struct read_fields, member)

static const struct server_field read_fields[] = {
    SERVER_GAME_ROWS,
    SERVER_NOTATION_ROW,
    {.name = "text", .kind = SERVER_LINES, .max = SERVER_RECORD_BYTES, .is_needed = true, AT(text)},
    {.name = "index", .kind = SERVER_NUMBER, .min = 0, .max = SERVER_RECORD_INDEX, AT(index)},
    {0},
};

/* Reads the next record of the text, NULL: there is none. A damaged record is one too; `damage` then has its status. */
static by_status read_next(struct server_call *call, const by_text *text, size_t *offset, by_record **out,
                           by_error *damage)
{
    by_error error = {0};
    by_status status =
        by_record_read(call->at.game, by_text_string(text), text->length, offset, out, damage ? &error : NULL);

    if (server_call_is_over(call))
        return BY_ERROR_LIMIT;
    if (status == BY_ERROR_MEMORY)
        by_error_no_memory(&error);
    if (status && status != BY_ERROR_INPUT)
        return server_refuse_error(&call->fault, status == BY_ERROR_UNSUPPORTED ? "game" : "text", &error);
    if (damage) {
        *damage = error;
        damage->status = status;
    }
    return BY_OK;
}

static bool has_more(const by_text *text, size_t offset)
{
    const char *rest = by_text_string(text) + offset;

    return rest[strspn(rest, SERVER_BLANKS)];
}

static by_status show_record(struct server_call *call, const by_record *record, const by_error *damage, bool is_last)
{
    const struct read_fields *fields = call->fields;
    struct json *json = &call->json;
    by_error error = {0};

    json_put_object(json, JSON_ON_ONE_LINE);
    if (add_record(json, &call->patience, call->at.game, record, call->notation, &error))
        return server_call_is_over(call) ? BY_ERROR_LIMIT : server_refuse_error(&call->fault, "text", &error);
    if (damage->status) {
        json_member_object(json, "damage", JSON_ON_ONE_LINE);
        server_add_damage(json, damage);
        json_put_end(json);
    }
    if (is_last)
        json_member_string(json, "next", NULL);
    else
        json_member_integer(json, "next", fields->index + 1);
    json_put_end(json);
    return BY_OK;
}

/* We do not need the errors of the records before the one that is wanted, except of the first: its status tells whether
 * the game has records. */
static by_status read_record(struct server_call *call)
{
    const struct read_fields *fields = call->fields;
    const by_text *text = server_call_mark(call, fields->text);
    by_record *record = NULL;
    by_error damage = {0};
    size_t offset = 0;
    by_status status = text ? BY_OK : BY_ERROR_MEMORY;

    for (int64_t i = 0; i <= fields->index && !status; i++) {
        by_record_destroy(record);
        record = NULL;
        status = read_next(call, text, &offset, &record, i == 0 || i == fields->index ? &damage : NULL);
        if (!status && !record && i == 0)
            status = server_refuse(&call->fault, 422, "text", "the text has no record");
        else if (!status && !record)
            status = server_refuse(&call->fault, 422, "index",
                                   i == 1 ? "the text has %lld record, and the first is number 0"
                                          : "the text has %lld records, and the first is number 0",
                                   (long long)i);
    }
    if (!status)
        status = show_record(call, record, &damage, !has_more(text, offset));
    by_record_destroy(record);
    return status;
}

/* ---- A list of records ----------------------------------------------------------------------------------------- */

struct list_fields {
    struct server_question question;
    const char *text;
};

static const struct server_field list_fields[] = {
    SERVER_GAME_ROWS,
    {.name = "text",
     .kind = SERVER_LINES,
     .max = SERVER_RECORD_BYTES,
     .is_needed = true,
     .offset = offsetof(struct list_fields, text)},
    {0},
};

/* The tags of all records, damaged or not. Otherwise a client would have to send the whole file once for each. */
static by_status list_records(struct server_call *call)
{
    const struct list_fields *fields = call->fields;
    const by_text *text = server_call_mark(call, fields->text);
    size_t offset = 0;
    int count = 0;
    bool is_last = false;
    by_status status = text ? BY_OK : BY_ERROR_MEMORY;

    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_array(&call->json, "records", JSON_ON_ONE_LINE);
    while (!status && !is_last && has_more(text, offset) && count <= SERVER_RECORD_INDEX) {
        by_error damage = {0};
        by_record *record = NULL;
        size_t begin = offset;

        status = read_next(call, text, &offset, &record, &damage);
        is_last = !record || offset == begin;
        if (!status && record) {
            json_put_object(&call->json, JSON_ON_ONE_LINE);
            server_add_tags(&call->json, record, BY_RECORD_ROOT);
            json_put_end(&call->json);
            count++;
        }
        by_record_destroy(record);
    }
    json_put_end(&call->json);
    json_put_end(&call->json);
    return status || count ? status : server_refuse(&call->fault, 422, "text", "the text has no record");
}

const struct server_route server_routes_record_read[] = {
    {SERVER_POST("/api/records/read", read_fields, read_record), .opens = SERVER_OPENS_GAME,
     .max_body = SERVER_RECORD_BODY},
    {SERVER_POST("/api/records/list", list_fields, list_records), .opens = SERVER_OPENS_GAME,
     .max_body = SERVER_RECORD_BODY},
    {0},
};
