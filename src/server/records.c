/* SPDX-License-Identifier: MIT
 *
 * POST /api/records/read and /api/records/write: files of games. A record is a flat list of nodes, each with the index
 * of its parent, since a game is longer than JSON may be deep. Nodes stand in reading order, children before siblings,
 * so that one position is enough to walk through them.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/record.h"
#include "front/json_message.h"
#include "server/position.h"
#include "server/records.h"
#include "server/routes.h"
#include "server/server.h"

enum {
    RECORD_NODES = SERVER_MOVES, /* so that a client can request each of its positions */
    RECORD_POSITIONS = 1000,     /* of these may have their own position */
    RECORD_TAGS = 1000,          /* of a node */
    REMARK_BYTES = 64 * 1024,
    NO_PARENT = -1,
};

static const char *const outcome_names[] = {"unknown", "first", "second", "draw", NULL};

/* The names of comments, by enum by_remark. */
static const char *const remark_names[] = {"before", "after", "marks"};

enum { REMARKS = sizeof remark_names / sizeof *remark_names };

/* ---- A walk ---------------------------------------------------------------------------------------------------- */

/* A node on the path from the root to the current one. */
struct stop {
    int node;         /* in the record */
    int place;        /* in the list */
    by_position *own; /* the position from here on; NULL: that of the node above */
    bool has_move;
};

struct walk {
    const by_game *game;
    struct stop *path;
    int depth;
    by_position *here;
    int positions; /* setups so far */
};

static void walk_up(struct walk *walk)
{
    struct stop *left = &walk->path[--walk->depth];

    if (left->has_move)
        (void)by_position_pop(walk->here, NULL);
    if (!left->own)
        return;
    by_position_destroy(left->own);
    walk->here = NULL;
    for (int i = walk->depth; i > 0 && !walk->here; i--)
        walk->here = walk->path[i - 1].own;
}

static void walk_free(struct walk *walk)
{
    while (walk->depth)
        walk_up(walk);
    free(walk->path);
}

/* Goes back to the node `above`; false: it is not on the path. */
static bool walk_back(struct walk *walk, int above)
{
    while (walk->depth && walk->path[walk->depth - 1].node != above)
        walk_up(walk);
    return walk->depth;
}

/* Starts again at a node below, from the position `text`; NULL: the initial one. */
static by_status walk_set_up(struct walk *walk, int node, int place, const char *text, by_error *error)
{
    by_position *position;
    by_status status = by_position_create(walk->game, &position, error);

    if (status)
        return status;
    if (text)
        status = by_position_parse(position, text, error);
    if (status) {
        by_position_destroy(position);
        return status;
    }
    walk->here = position;
    walk->path[walk->depth++] = (struct stop){.node = node, .place = place, .own = position};
    return BY_OK;
}

static by_status walk_begin(struct walk *walk, const by_game *game, const char *start, by_error *error)
{
    *walk = (struct walk){.game = game, .path = malloc(RECORD_NODES * sizeof *walk->path)};
    return walk->path ? walk_set_up(walk, BY_RECORD_ROOT, 0, start, error) : by_error_no_memory(error);
}

/* Goes to a node below, which has a move, its own position, or neither. */
static by_status walk_down(struct walk *walk, int node, int place, by_move move, const char *text, by_error *error)
{
    by_status status = BY_OK;

    if (text && ++walk->positions > RECORD_POSITIONS)
        return by_error_set(error, BY_ERROR_LIMIT, "the record sets up more than %d positions", RECORD_POSITIONS);
    if (text)
        return walk_set_up(walk, node, place, text, error);
    if (move != BY_MOVE_NONE)
        status = by_position_push(walk->here, move, error);
    if (!status)
        walk->path[walk->depth++] = (struct stop){.node = node, .place = place, .has_move = move != BY_MOVE_NONE};
    return status;
}

/* ---- Reading: a node ------------------------------------------------------------------------------------------- */

void server_put_tags(struct json *json, const by_record *record, int node)
{
    const char *name, *value;

    json_put_key(json, "tags");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < RECORD_TAGS && by_record_tag_at(record, node, i, &name, &value); i++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        json_put_string(json, name);
        json_put_string(json, value);
        json_put_end(json);
    }
    json_put_end(json);
}

static by_status put_tags(struct json *json, const by_record *record, int node, by_error *error)
{
    const char *name, *value;

    if (by_record_tag_at(record, node, RECORD_TAGS, &name, &value))
        return by_error_set(error, BY_ERROR_LIMIT, "a node of the record has more than %d tags", RECORD_TAGS);
    server_put_tags(json, record, node);
    return BY_OK;
}

static void put_remarks(struct json *json, const by_record *record, int node)
{
    for (int kind = 0; kind < REMARKS; kind++)
        if (*by_record_remark(record, node, (enum by_remark)kind))
            json_member_string(json, remark_names[kind], by_record_remark(record, node, (enum by_remark)kind));
}

static void put_move(struct json *json, by_position *position, by_move move, int notation)
{
    by_text name = {0}, text = {0};

    by_position_print_move(position, move, &name);
    by_position_print_move_as(position, move, notation, &text);
    json_member_printed(json, "move", &name);
    json_member_printed(json, "text", &text);
}

/* Writes a node other than the root, below the current one. */
static by_status put_node(struct json *json, const struct walk *walk, const by_record *record, int node, int notation,
                          by_error *error)
{
    by_status status = BY_OK;
    by_move move = by_record_move(record, node);
    const char *text, *name, *position = by_record_position_text(record, node);

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "parent", walk->path[walk->depth - 1].place);
    if (move != BY_MOVE_NONE)
        put_move(json, walk->here, move, notation);
    if (position)
        json_member_string(json, "position", position);
    put_remarks(json, record, node);
    if (by_record_tag_at(record, node, 0, &name, &text))
        status = put_tags(json, record, node, error);
    json_put_end(json);
    return status;
}

static void put_root(struct json *json, const by_record *record)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "parent", NO_PARENT);
    put_remarks(json, record, BY_RECORD_ROOT);
    json_put_end(json);
}

/* ---- Reading: a record ----------------------------------------------------------------------------------------- */

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

static by_status put_nodes(struct json *json, const struct by_patience *patience, struct walk *walk,
                           const by_record *record, int notation, by_error *error)
{
    by_status status = BY_OK;
    int place = 1;

    json_put_key(json, "nodes");
    json_put_array(json, JSON_ON_ONE_LINE);
    put_root(json, record);
    for (int node = following(record, BY_RECORD_ROOT); node != BY_RECORD_NONE && !status; place++) {
        if (place == RECORD_NODES)
            return by_error_set(error, BY_ERROR_LIMIT, "the record has more than %d nodes", RECORD_NODES);
        if (patience->is_over(patience->context))
            return by_error_set(error, BY_ERROR_LIMIT, "the record takes too long to show");
        (void)walk_back(walk, by_record_parent(record, node));
        status = put_node(json, walk, record, node, notation, error);
        if (!status)
            status = walk_down(walk, node, place, by_record_move(record, node), by_record_position_text(record, node),
                               error);
        node = following(record, node);
    }
    json_put_end(json);
    return status;
}

static by_status put_record(struct json *json, const struct by_patience *patience, const by_game *game,
                            const by_record *record, int notation, by_error *error)
{
    struct walk walk;
    by_status status = walk_begin(&walk, game, by_record_start(record), error);

    if (!status)
        status = put_tags(json, record, BY_RECORD_ROOT, error);
    if (by_record_start(record))
        json_member_string(json, "start", by_record_start(record));
    json_member_string(json, "outcome", outcome_names[by_record_outcome(record)]);
    if (!status)
        status = put_nodes(json, patience, &walk, record, notation, error);
    walk_free(&walk);
    return status;
}

/* ---- Reading: a file ------------------------------------------------------------------------------------------- */

struct read_fields {
    const char *game;
    const struct json_value *settings;
    const char *text, *notation;
    int64_t index;
};

#define READ_AT(member) .offset = offsetof(struct read_fields, member)

static const struct server_field read_fields[] = {
    {.name = "game", .kind = SERVER_TEXT, .most = 32, .is_needed = true, READ_AT(game)},
    {.name = "settings", .kind = SERVER_SETTINGS, .most = SERVER_SETTINGS_MOST, READ_AT(settings)},
    {.name = "text", .kind = SERVER_LINES, .most = SERVER_RECORD_BYTES, .is_needed = true, READ_AT(text)},
    {.name = "notation", .kind = SERVER_TEXT, .most = 64, READ_AT(notation)},
    {.name = "index", .kind = SERVER_NUMBER, .least = 0, .most = SERVER_RECORD_INDEX, READ_AT(index)},
    {0},
};

/* A record of a file, and its errors. */
struct found {
    by_record *record;
    by_error damage; /* no damage if its status is BY_OK */
    bool has_next;
};

static by_status no_such_record(struct server_call *call, int64_t count)
{
    if (!count)
        return server_refuse(&call->fault, 422, "text", "the text has no record");
    return server_refuse(&call->fault, 422, "index",
                         count == 1 ? "the text has %lld record, and the first is number 0"
                                    : "the text has %lld records, and the first is number 0",
                         (long long)count);
}

static bool is_reading_over(void *context)
{
    const struct server_reading *reading = context;

    return server_is_ending(reading->call->server) || server_processor_ms() >= reading->until_ms;
}

void server_reading_begin(struct server_reading *reading, struct server_call *call)
{
    int check_ms = server_settings_of(call->server)->limits.check_ms;

    *reading = (struct server_reading){.call = call, .patience = {is_reading_over, reading}};
    if (call->request->can_be_put_off && check_ms > SERVER_SOON_MS)
        check_ms = SERVER_SOON_MS;
    reading->until_ms = server_processor_ms() + check_ms;
}

bool server_reading_is_over(const struct server_reading *reading)
{
    struct server_call *call = reading->call;

    if (!reading->patience.is_over(reading->patience.context))
        return false;
    call->reply->is_put_off = call->request->can_be_put_off;
    if (server_is_ending(call->server))
        (void)server_refuse(&call->fault, 503, NULL, "the server is shutting down");
    else
        (void)server_refuse(&call->fault, 422, "text",
                            "the text takes longer to read than %d ms: it has too many records or positions",
                            server_settings_of(call->server)->limits.check_ms);
    return true;
}

static by_status find_record(const struct server_reading *reading, const by_game *game, const by_text *marked,
                             struct found *out)
{
    struct server_call *call = reading->call;
    const struct read_fields *fields = call->fields;
    const char *text = by_text_string(marked);
    size_t offset = 0;

    *out = (struct found){0};
    for (int64_t i = 0; i <= fields->index; i++) {
        /* We do not need the errors of earlier records. */
        bool is_wanted = i == 0 || i == fields->index;
        by_status status;

        by_record_destroy(out->record);
        out->damage = (by_error){0};
        status = by_record_read(game, text, marked->length, &offset, &out->record, is_wanted ? &out->damage : NULL);
        if (server_reading_is_over(reading))
            return BY_ERROR_LIMIT;
        if (status == BY_ERROR_MEMORY)
            by_error_no_memory(&out->damage);
        if (status && status != BY_ERROR_INPUT)
            return server_refuse_error(&call->fault, status == BY_ERROR_UNSUPPORTED ? "game" : "text", &out->damage);
        if (!out->record)
            return no_such_record(call, i);
        if (!status)
            out->damage.status = BY_OK;
    }
    out->has_next = text[offset + strspn(text + offset, " \t\r\n\v\f")];
    return BY_OK;
}

void server_put_damage(struct json *json, const by_error *damage)
{
    json_member_message(json, "error", damage->parts);
    json_member_integer(json, "line", damage->line);
    json_member_integer(json, "column", damage->column);
}

static void put_damage(struct json *json, const by_error *damage)
{
    if (!damage->status)
        return;
    json_put_key(json, "damage");
    json_put_object(json, JSON_ON_ONE_LINE);
    server_put_damage(json, damage);
    json_put_end(json);
}

static by_status show_record(const struct server_reading *reading, const by_game *game, const struct found *found,
                             int notation)
{
    struct server_call *call = reading->call;
    const struct read_fields *fields = call->fields;
    struct json json = {0};
    by_error error = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    if (put_record(&json, &reading->patience, game, found->record, notation, &error)) {
        by_text_free(&json.text);
        return server_reading_is_over(reading) ? BY_ERROR_LIMIT : server_refuse_error(&call->fault, "text", &error);
    }
    put_damage(&json, &found->damage);
    json_put_key(&json, "next");
    if (found->has_next)
        json_put_integer(&json, fields->index + 1);
    else
        json_put_string(&json, NULL);
    json_put_end(&json);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

static by_status read_record(struct server_call *call)
{
    const struct read_fields *fields = call->fields;
    struct server_reading reading;
    struct found found = {0};
    by_text marked = {0};
    by_game *game;
    int notation;
    by_status status = server_game_open(fields->game, fields->settings, &game, &call->fault);

    if (status)
        return status;
    server_reading_begin(&reading, call);
    by_game_set_patience(game, &reading.patience);
    status = server_notation_find(game, fields->notation, &notation, &call->fault);
    if (!status)
        status = server_mark_as_utf8(fields->text, &marked, &call->fault);
    if (!status)
        status = find_record(&reading, game, &marked, &found);
    if (!status)
        status = show_record(&reading, game, &found, notation);
    by_text_free(&marked);
    by_record_destroy(found.record);
    by_game_close(game);
    return status;
}

/* ---- Writing: fields ------------------------------------------------------------------------------------------- */

struct node_fields {
    int64_t parent;
    const char *move, *text, *position;
    const char *remarks[REMARKS];
    const struct json_value *tags;
};

struct record_fields {
    const struct json_value *tags, *nodes;
    const char *start, *outcome;
};

struct write_fields {
    const char *game;
    const struct json_value *settings;
    const char *notation;
    struct record_fields record;
};

#define NODE_AT(member)   .offset = offsetof(struct node_fields, member)
#define RECORD_AT(member) .offset = offsetof(struct record_fields, member)
#define WRITE_AT(member)  .offset = offsetof(struct write_fields, member)

/* A client may send a node back as it received it. We ignore its `text` and print the move again. */
static const struct server_field node_fields[] = {
    {.name = "parent",
     .kind = SERVER_NUMBER,
     .least = NO_PARENT,
     .most = RECORD_NODES,
     .is_needed = true,
     NODE_AT(parent)},
    {.name = "move", .kind = SERVER_TEXT, .least = 1, .most = 256, NODE_AT(move)},
    {.name = "text", .kind = SERVER_TEXT, .most = 256, NODE_AT(text)},
    {.name = "position", .kind = SERVER_LINES, .most = SERVER_POSITION_TEXT, NODE_AT(position)},
    {.name = "before", .kind = SERVER_LINES, .most = REMARK_BYTES, NODE_AT(remarks[BY_REMARK_BEFORE])},
    {.name = "after", .kind = SERVER_LINES, .most = REMARK_BYTES, NODE_AT(remarks[BY_REMARK_AFTER])},
    {.name = "marks", .kind = SERVER_TEXT, .most = 256, NODE_AT(remarks[BY_REMARK_MARKS])},
    {.name = "tags", .kind = SERVER_ANY, NODE_AT(tags)},
    {0},
};

static const struct server_field record_fields[] = {
    {.name = "tags", .kind = SERVER_ANY, RECORD_AT(tags)},
    {.name = "start", .kind = SERVER_LINES, .most = SERVER_POSITION_TEXT, RECORD_AT(start)},
    {.name = "outcome", .kind = SERVER_TEXT, .most = 16, RECORD_AT(outcome)},
    {.name = "nodes", .kind = SERVER_ANY, .is_needed = true, RECORD_AT(nodes)},
    {0},
};

static const struct server_field write_fields[] = {
    {.name = "game", .kind = SERVER_TEXT, .most = 32, .is_needed = true, WRITE_AT(game)},
    {.name = "settings", .kind = SERVER_SETTINGS, .most = SERVER_SETTINGS_MOST, WRITE_AT(settings)},
    {.name = "notation", .kind = SERVER_TEXT, .most = 64, WRITE_AT(notation)},
    {.name = "record", .kind = SERVER_OBJECT, .is_needed = true, .fields = record_fields, WRITE_AT(record)},
    {0},
};

/* ---- Writing: nodes -------------------------------------------------------------------------------------------- */

struct writing {
    struct server_call *call;
    by_record *record;
    struct walk walk;
    int count; /* nodes so far */
};

/* A fault at a value of the body. */
/* "nodes[17].move" */
static by_status refuse_node(struct writing *w, const char *member, const by_error *error)
{
    char field[sizeof w->call->fault.field];

    (void)snprintf(field, sizeof field, "nodes[%d].%s", w->count, member);
    return server_refuse_error(&w->call->fault, field, error);
}

static bool is_tag(const struct json_value *value)
{
    return value->kind == JSON_ARRAY && value->child && value->child->kind == JSON_STRING && *value->child->text &&
           value->child->next && value->child->next->kind == JSON_STRING && !value->child->next->next;
}

static by_status add_tags(struct writing *w, int node, const struct json_value *tags)
{
    by_error error = {0};
    int count = 0;

    if (tags && tags->kind != JSON_ARRAY)
        return server_refuse_value(w->call, tags, "tags", "'tags' is an array of [name, value]");
    for (const struct json_value *tag = tags ? tags->child : NULL; tag; tag = tag->next) {
        if (!is_tag(tag))
            return server_refuse_value(w->call, tag, "tags", "a tag is [name, value], two texts");
        if (++count > RECORD_TAGS)
            return server_refuse_value(w->call, tag, "tags", "a node has too many tags");
        if (by_record_add_tag(w->record, node, tag->child->text, tag->child->next->text, &error))
            return refuse_node(w, "tags", &error);
    }
    return BY_OK;
}

static by_status set_remarks(struct writing *w, int node, const struct node_fields *fields)
{
    by_error error = {0};

    for (int kind = 0; kind < REMARKS; kind++)
        if (by_record_set_remark(w->record, node, (enum by_remark)kind, fields->remarks[kind], &error))
            return refuse_node(w, remark_names[kind], &error);
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
        walk_down(&w->walk, node, w->count, move, fields->position, &error))
        return refuse_node(w, fields->position ? "position" : "move", &error);
    if (fields->position && by_record_set_position(w->record, node, fields->position, &error))
        return refuse_node(w, "position", &error);
    return set_remarks(w, node, fields);
}

/* The root exists already. */
static by_status take_root(struct writing *w, const struct json_value *value, const struct node_fields *fields)
{
    if (fields->parent != NO_PARENT)
        return server_refuse_value(w->call, value, "parent", "the first node is the root, whose parent is -1");
    if (fields->move || fields->position)
        return server_refuse_value(w->call, value, fields->move ? "move" : "position",
                                   "the root has no move, and its position is the start of the record");
    return set_remarks(w, BY_RECORD_ROOT, fields);
}

static by_status take_node(struct writing *w, const struct json_value *value)
{
    struct node_fields fields = {0};
    by_status status;

    if (value->kind != JSON_OBJECT)
        return server_refuse_value(w->call, value, "nodes", "a node is an object");
    status = server_read_fields(w->call->document, value, node_fields, &fields, &w->call->fault);
    if (status)
        return status;
    if (!w->count)
        return take_root(w, value, &fields);
    if (fields.move && fields.position)
        return server_refuse_value(w->call, value, "position", "a node has a move or a position of its own, not both");
    /* We add nodes in order, so the number of a node in the record is its index in the list. */
    if (fields.parent == NO_PARENT || !walk_back(&w->walk, (int)fields.parent))
        return server_refuse_value(w->call, value, "parent",
                                   "a node stands below the one before it or one of those above that");
    return add_node(w, &fields);
}

static by_status take_nodes(struct writing *w, const struct json_value *nodes)
{
    if (nodes->kind != JSON_ARRAY || !nodes->child)
        return server_refuse_value(w->call, nodes, "nodes",
                                   "'nodes' is an array of nodes, the root and those below it");
    for (const struct json_value *value = nodes->child; value; value = value->next, w->count++) {
        by_status status;

        if (w->count == RECORD_NODES)
            return server_refuse_value(w->call, value, "nodes", "the record has too many nodes");
        status = take_node(w, value);
        if (status)
            return status;
    }
    return BY_OK;
}

/* ---- Writing: a record ----------------------------------------------------------------------------------------- */

static by_status set_outcome(struct writing *w, const char *name)
{
    for (int i = 0; outcome_names[i] && name; i++) {
        if (strcmp(outcome_names[i], name) != 0)
            continue;
        by_record_set_outcome(w->record, (enum by_outcome)i);
        return BY_OK;
    }
    return name ? server_refuse(&w->call->fault, 422, "outcome", "expected unknown, first, second or draw") : BY_OK;
}

static by_status take_record(struct writing *w, const by_game *game, const struct record_fields *fields)
{
    by_error error = {0};
    by_status status;

    if (by_record_create(&w->record, &error))
        return server_refuse_error(&w->call->fault, "record", &error);
    if (walk_begin(&w->walk, game, fields->start, &error) || by_record_set_start(w->record, fields->start, &error))
        return server_refuse_error(&w->call->fault, "start", &error);
    status = set_outcome(w, fields->outcome);
    if (!status)
        status = add_tags(w, BY_RECORD_ROOT, fields->tags);
    return status ? status : take_nodes(w, fields->nodes);
}

/* A name for the file: "xiangqi.pgn". */
static void put_name(struct json *json, const by_game_type *type)
{
    by_text name = {0};

    by_text_printf(&name, "%s.", type->name);
    for (const char *c = type->records->format; *c; c++)
        by_text_add_char(&name, (char)tolower((unsigned char)*c));
    json_member_printed(json, "name", &name);
}

static by_status show_written(struct server_call *call, const by_game *game, const by_record *record, int notation)
{
    struct json json = {0};
    by_text text = {0};
    by_error error = {0};

    if (by_record_write(game, record, notation, &text, &error)) {
        by_text_free(&text);
        return server_refuse_error(&call->fault, error.status == BY_ERROR_UNSUPPORTED ? "game" : "record", &error);
    }
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_printed(&json, "text", &text);
    put_name(&json, by_game_type_of(game));
    json_put_end(&json);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

static by_status write_record(struct server_call *call)
{
    const struct write_fields *fields = call->fields;
    struct writing w = {.call = call};
    by_game *game;
    int notation;
    by_status status = server_game_open(fields->game, fields->settings, &game, &call->fault);

    if (status)
        return status;
    status = server_notation_find(game, fields->notation, &notation, &call->fault);
    if (!status)
        status = take_record(&w, game, &fields->record);
    if (!status)
        status = show_written(call, game, w.record, fields->notation ? notation : -1);
    walk_free(&w.walk);
    by_record_destroy(w.record);
    by_game_close(game);
    return status;
}

const struct server_route server_routes_records[] = {
    {.method = "POST",
     .pattern = "/api/records/read",
     .body_most = SERVER_RECORD_BODY,
     .fields = read_fields,
     .size = sizeof(struct read_fields),
     .handle = read_record},
    {.method = "POST",
     .pattern = "/api/records/write",
     .body_most = SERVER_RECORD_BYTES,
     .fields = write_fields,
     .size = sizeof(struct write_fields),
     .handle = write_record},
    {0},
};
