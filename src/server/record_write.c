/* SPDX-License-Identifier: MIT
 *
 * POST /api/records/write: the file of a game, whose nodes come as POST /api/records/read gives them.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/json_parts.h"
#include "server/record_walk.h"
#include "server/records.h"
#include "server/routes.h"

enum { REMARK_BYTES = 64 * 1024 };

/* ---- Writing: fields ------------------------------------------------------------------------------------------- */

struct node_fields {
    int64_t parent;
    const char *move, *text, *position;
    const char *remarks[SERVER_REMARKS];
    const struct json_value *tags;
};

struct record_fields {
    const struct json_value *tags, *nodes;
    const char *start, *outcome;
};

struct write_fields {
    struct server_question question;
    struct record_fields record;
};

#define NODE_AT(member)   .offset = offsetof(struct node_fields, member)
#define RECORD_AT(member) .offset = offsetof(struct record_fields, member)
#define WRITE_AT(member)  .offset = offsetof(struct write_fields, member)

/* A client may send a node back as it received it. We ignore its `text` and print the move again. */
static const struct server_field node_fields[] = {
    {.name = "parent",
     .kind = SERVER_NUMBER,
     .min = SERVER_NO_PARENT,
     .max = SERVER_RECORD_NODES,
     .is_needed = true,
     NODE_AT(parent)},
    {.name = "move", .kind = SERVER_TEXT, .min = 1, .max = 256, NODE_AT(move)},
    {.name = "text", .kind = SERVER_TEXT, .max = 256, NODE_AT(text)},
    {.name = "position", .kind = SERVER_LINES, .max = SERVER_POSITION_TEXT, NODE_AT(position)},
    {.name = "before", .kind = SERVER_LINES, .max = REMARK_BYTES, NODE_AT(remarks[BY_REMARK_BEFORE])},
    {.name = "after", .kind = SERVER_LINES, .max = REMARK_BYTES, NODE_AT(remarks[BY_REMARK_AFTER])},
    {.name = "marks", .kind = SERVER_TEXT, .max = 256, NODE_AT(remarks[BY_REMARK_MARKS])},
    {.name = "tags", .kind = SERVER_ANY, NODE_AT(tags)},
    {0},
};

static const struct server_field record_fields[] = {
    {.name = "tags", .kind = SERVER_ANY, RECORD_AT(tags)},
    {.name = "start", .kind = SERVER_LINES, .max = SERVER_POSITION_TEXT, RECORD_AT(start)},
    {.name = "outcome", .kind = SERVER_TEXT, .max = 16, RECORD_AT(outcome)},
    {.name = "nodes", .kind = SERVER_ANY, .is_needed = true, RECORD_AT(nodes)},
    {0},
};

static const struct server_field write_fields[] = {
    SERVER_GAME_ROWS,
    SERVER_NOTATION_ROW,
    {.name = "record", .kind = SERVER_OBJECT, .is_needed = true, .fields = record_fields, WRITE_AT(record)},
    {0},
};

/* ---- Writing: nodes -------------------------------------------------------------------------------------------- */

struct writing {
    struct server_call *call;
    by_record *record;
    struct server_walk walk;
    int count; /* nodes so far */
};

/* "nodes[17].move" */
static by_status refuse_node(struct writing *w, const char *member, const by_error *error)
{
    char field[sizeof w->call->fault.field];

    (void)snprintf(field, sizeof field, "nodes[%d].%s", w->count, member);
    return server_refuse_error(&w->call->fault, field, error);
}

static by_status add_tags(struct writing *w, int node, const struct json_value *tags)
{
    by_error error = {0};
    int count = 0;

    if (tags && tags->kind != JSON_ARRAY)
        return server_refuse_value(w->call, tags, "tags", "'tags' is an array of [name, value]");
    for (const struct json_value *tag = tags ? tags->child : NULL; tag; tag = tag->next) {
        const struct json_value *name = tag->kind == JSON_ARRAY ? tag->child : NULL, *value = name ? name->next : NULL;

        if (!value || value->next || name->kind != JSON_STRING || !*name->text || value->kind != JSON_STRING)
            return server_refuse_value(w->call, tag, "tags", "a tag is [name, value], two texts");
        if (++count > SERVER_MAX_TAGS)
            return server_refuse_value(w->call, tag, "tags", "a node has too many tags");
        if (by_record_add_tag(w->record, node, name->text, value->text, &error))
            return refuse_node(w, "tags", &error);
    }
    return BY_OK;
}

static by_status set_remarks(struct writing *w, int node, const struct node_fields *fields)
{
    by_error error = {0};

    for (int kind = 0; kind < SERVER_REMARKS; kind++)
        if (by_record_set_remark(w->record, node, (enum by_remark)kind, fields->remarks[kind], &error))
            return refuse_node(w, server_remark_names[kind], &error);
    return add_tags(w, node, fields->tags);
}

/* Adds a node below the current one and goes there. */
static by_status add_node(struct writing *w, const struct node_fields *fields)
{
    int above = w->walk.path[w->walk.depth - 1].node, node;
    by_move move = BY_MOVE_NONE;
    by_error error = {0};

    if (fields->move && by_position_parse_move(w->walk.here, fields->move, &move, &error))
        return refuse_node(w, "move", &error);
    if (by_record_add(w->record, above, move, &node, &error) ||
        server_walk_down(&w->walk, node, w->count, move, fields->position, &error))
        return refuse_node(w, fields->position ? "position" : "move", &error);
    if (fields->position && by_record_set_position(w->record, node, fields->position, &error))
        return refuse_node(w, "position", &error);
    return set_remarks(w, node, fields);
}

/* The root exists already. */
static by_status set_root(struct writing *w, const struct json_value *value, const struct node_fields *fields)
{
    if (fields->parent != SERVER_NO_PARENT)
        return server_refuse_value(w->call, value, "parent", "the first node is the root, whose parent is -1");
    if (fields->move || fields->position)
        return server_refuse_value(w->call, value, fields->move ? "move" : "position",
                                   "the root has no move, and its position is the start of the record");
    return set_remarks(w, BY_RECORD_ROOT, fields);
}

static by_status read_node(struct writing *w, const struct json_value *value)
{
    struct node_fields fields = {0};
    by_status status;

    if (value->kind != JSON_OBJECT)
        return server_refuse_value(w->call, value, "nodes", "a node is an object");
    status = server_read_fields(w->call->document, value, node_fields, &fields, &w->call->fault);
    if (status)
        return status;
    if (!w->count)
        return set_root(w, value, &fields);
    if (fields.move && fields.position)
        return server_refuse_value(w->call, value, "position", "a node has a move or a position of its own, not both");
    /* We add nodes in order, so the number of a node in the record is its index in the list. */
    if (fields.parent == SERVER_NO_PARENT || !server_walk_back(&w->walk, (int)fields.parent))
        return server_refuse_value(w->call, value, "parent",
                                   "a node stands below the one before it or one of those above that");
    return add_node(w, &fields);
}

static by_status add_nodes(struct writing *w, const struct json_value *nodes)
{
    if (nodes->kind != JSON_ARRAY || !nodes->child)
        return server_refuse_value(w->call, nodes, "nodes",
                                   "'nodes' is an array of nodes, the root and those below it");
    for (const struct json_value *value = nodes->child; value; value = value->next, w->count++) {
        by_status status;

        if (w->count == SERVER_RECORD_NODES)
            return server_refuse_value(w->call, value, "nodes", "the record has too many nodes");
        status = read_node(w, value);
        if (status)
            return status;
    }
    return BY_OK;
}

/* ---- Writing: a record ----------------------------------------------------------------------------------------- */

static by_status add_record(struct writing *w, const struct record_fields *fields)
{
    by_error error = {0};
    int outcome = 0;
    by_status status;

    if (by_record_create(&w->record, &error))
        return server_refuse_error(&w->call->fault, "record", &error);
    if (server_walk_begin(&w->walk, w->call->at.game, fields->start, &error) ||
        by_record_set_start(w->record, fields->start, &error))
        return server_refuse_error(&w->call->fault, "start", &error);
    while (fields->outcome && server_outcome_names[outcome] &&
           strcmp(server_outcome_names[outcome], fields->outcome) != 0)
        outcome++;
    if (!server_outcome_names[outcome])
        return server_refuse(&w->call->fault, 422, "outcome", "expected unknown, first, second or draw");
    if (fields->outcome)
        by_record_set_outcome(w->record, (enum by_outcome)outcome);
    status = add_tags(w, BY_RECORD_ROOT, fields->tags);
    return status ? status : add_nodes(w, fields->nodes);
}

static by_status show_written(struct server_call *call, const by_record *record, int notation)
{
    const by_game_type *type = by_game_type_of(call->at.game);
    by_text text = {0}, name = {0};
    by_error error = {0};

    if (by_record_write(call->at.game, record, notation, &text, &error)) {
        by_text_free(&text);
        return server_refuse_error(&call->fault, error.status == BY_ERROR_UNSUPPORTED ? "game" : "record", &error);
    }
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_printed(&call->json, "text", &text);
    by_text_printf(&name, "%s.", type->name); /* of the file: "xiangqi.pgn" */
    for (const char *c = type->records->format; *c; c++)
        by_text_add_char(&name, (char)tolower((unsigned char)*c));
    json_member_printed(&call->json, "name", &name);
    json_put_end(&call->json);
    return BY_OK;
}

static by_status write_record(struct server_call *call)
{
    const struct write_fields *fields = call->fields;
    struct writing w = {.call = call};
    by_status status = add_record(&w, &fields->record);

    if (!status)
        status = show_written(call, w.record, fields->question.notation ? call->notation : -1);
    server_walk_free(&w.walk);
    by_record_destroy(w.record);
    return status;
}

const struct server_route server_routes_record_write[] = {
    {SERVER_POST("/api/records/write", write_fields, write_record), .opens = SERVER_OPENS_GAME,
     .max_body = SERVER_RECORD_BYTES},
    {0},
};
