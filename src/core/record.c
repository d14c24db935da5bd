/* SPDX-License-Identifier: MIT
 *
 * Game records. Nodes and tags lie in two arrays and point at each other by their places, so that a tree of any shape
 * is copied, walked and freed without recursion: files are untrusted, and variations may be nested as deep as they are
 * long.
 */
#include "boyi/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/game.h"
#include "core/pgn.h"
#include "core/place.h"

enum {
    REMARKS = BY_REMARK_MARKS + 1,
    ASK_AFTER = 16, /* nodes and tags, between two questions to the patience */
};

struct node {
    by_move move;
    int parent;
    int child, last_child; /* its children are a list through `next` */
    int next;
    int tag, last_tag; /* its tags, likewise */
    int tag_count;
    char *remarks[REMARKS];
    char *position; /* that was set for it; NULL: it follows from the move */
};

struct tag {
    char *name;
    char *value;
    int next;
};

struct by_record {
    struct node *nodes;
    struct tag *tags;
    int node_count, tag_count;
    size_t node_room, tag_room;
    enum by_outcome outcome;
    const struct by_patience *patience; /* while it is read; NULL: endless */
    int unasked;                        /* nodes and tags since it was asked */
};

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}

/* Puts a copy of `text` into `place`, or nothing for NULL and "". */
static by_status set_text(char **place, const char *text, by_error *error)
{
    char *copy = NULL;

    if (text && *text) {
        copy = copy_of(text);
        if (!copy)
            return by_error_no_memory(error);
    }
    free(*place);
    *place = copy;
    return BY_OK;
}

static struct node *node_of(const by_record *record, int node)
{
    assert(node >= 0 && node < record->node_count);
    return &record->nodes[node];
}

/* Every reader adds nodes and tags, so that none of them has to ask. */
static by_status check_patience(by_record *record, by_error *error)
{
    const struct by_patience *patience = record->patience;

    if (!patience || ++record->unasked < ASK_AFTER)
        return BY_OK;
    record->unasked = 0;
    return patience->is_over(patience->context)
               ? by_error_set(error, BY_ERROR_LIMIT, "the record takes too long to read")
               : BY_OK;
}

/* ---- Making one ------------------------------------------------------------------------------------------------ */

static by_status append_node(by_record *record, by_move move, int parent, by_error *error)
{
    struct node *nodes =
        by__array_grown(record->nodes, (size_t)record->node_count + 1, &record->node_room, sizeof *nodes);

    if (!nodes)
        return by_error_no_memory(error);
    record->nodes = nodes;
    nodes[record->node_count++] = (struct node){
        .move = move,
        .parent = parent,
        .child = BY_RECORD_NONE,
        .last_child = BY_RECORD_NONE,
        .next = BY_RECORD_NONE,
        .tag = BY_RECORD_NONE,
        .last_tag = BY_RECORD_NONE,
    };
    return BY_OK;
}

by_status by_record_create(by_record **out, by_error *error)
{
    by_record *record = calloc(1, sizeof *record);

    if (!record)
        return by_error_no_memory(error);
    if (append_node(record, BY_MOVE_NONE, BY_RECORD_NONE, error)) {
        by_record_destroy(record);
        return BY_ERROR_MEMORY;
    }
    *out = record;
    return BY_OK;
}

/* Records where `position` began, unless that is the initial position. */
static by_status record_start(by_record *record, const by_position *position, by_error *error)
{
    by_text start = {0};
    bool is_initial;
    by_status status = by_position_print_start(position, &is_initial, &start, error);

    if (!status && !is_initial)
        status = by_record_set_start(record, by_text_string(&start), error);
    by_text_free(&start);
    return status;
}

by_status by_record_from_position(const by_position *position, by_record **out, by_error *error)
{
    by_record *record = NULL;
    size_t length;
    const by_move *moves = by_position_history(position, &length);
    by_status status = by_record_create(&record, error);
    int node = BY_RECORD_ROOT;

    if (!status)
        status = record_start(record, position, error);
    for (size_t i = 0; i < length && !status; i++)
        status = by_record_add(record, node, moves[i], &node, error);
    if (status)
        by_record_destroy(record);
    else
        *out = record;
    return status;
}

by_status by_record_set_start(by_record *record, const char *text, by_error *error)
{
    return set_text(&record->nodes[BY_RECORD_ROOT].position, text, error);
}

by_status by_record_set_position(by_record *record, int node, const char *text, by_error *error)
{
    if (node_of(record, node)->move != BY_MOVE_NONE)
        return by_error_set(error, BY_ERROR_INPUT, "a node with a move has no position of its own");
    return set_text(&node_of(record, node)->position, text, error);
}

void by_record_set_outcome(by_record *record, enum by_outcome outcome)
{
    record->outcome = outcome;
}

by_status by_record_add_tag(by_record *record, int node, const char *name, const char *value, by_error *error)
{
    struct tag *tags = by__array_grown(record->tags, (size_t)record->tag_count + 1, &record->tag_room, sizeof *tags);
    struct node *n = node_of(record, node);
    struct tag tag = {.next = BY_RECORD_NONE};
    int place = record->tag_count;
    by_status status = check_patience(record, error);

    if (tags)
        record->tags = tags;
    if (status)
        return status;
    tag.name = copy_of(name);
    tag.value = copy_of(value);
    if (!tags || !tag.name || !tag.value) {
        free(tag.name);
        free(tag.value);
        return by_error_no_memory(error);
    }
    tags[record->tag_count++] = tag;
    if (n->tag == BY_RECORD_NONE)
        n->tag = place;
    else
        tags[n->last_tag].next = place;
    n->last_tag = place;
    n->tag_count++;
    return BY_OK;
}

/* The first tag of this name at a node; BY_RECORD_NONE: none. */
static int find_tag(const by_record *record, int node, const char *name)
{
    int tag = node_of(record, node)->tag;

    while (tag != BY_RECORD_NONE && strcmp(record->tags[tag].name, name) != 0)
        tag = record->tags[tag].next;
    return tag;
}

by_status by_record_set_tag(by_record *record, int node, const char *name, const char *value, by_error *error)
{
    int tag = find_tag(record, node, name);
    char *copy;

    if (tag == BY_RECORD_NONE)
        return by_record_add_tag(record, node, name, value, error);
    copy = copy_of(value);
    if (!copy)
        return by_error_no_memory(error);
    free(record->tags[tag].value);
    record->tags[tag].value = copy;
    return BY_OK;
}

by_status by_record_add(by_record *record, int parent, by_move move, int *node, by_error *error)
{
    int place = record->node_count;
    struct node *above;
    by_status status;

    assert(parent >= 0 && parent < record->node_count);
    status = check_patience(record, error);
    if (!status)
        status = append_node(record, move, parent, error);
    if (status)
        return status;
    above = node_of(record, parent); /* only now: the array may have moved */
    if (above->child == BY_RECORD_NONE)
        above->child = place;
    else
        node_of(record, above->last_child)->next = place;
    above->last_child = place;
    if (node)
        *node = place;
    return BY_OK;
}

by_status by_record_set_remark(by_record *record, int node, enum by_remark kind, const char *text, by_error *error)
{
    return set_text(&node_of(record, node)->remarks[kind], text, error);
}

/* ---- Walking through it ---------------------------------------------------------------------------------------- */

const char *by_record_start(const by_record *record)
{
    return record->nodes[BY_RECORD_ROOT].position;
}

const char *by_record_position_text(const by_record *record, int node)
{
    return node_of(record, node)->position;
}

enum by_outcome by_record_outcome(const by_record *record)
{
    return record->outcome;
}

const char *by_record_tag(const by_record *record, int node, const char *name)
{
    int tag = find_tag(record, node, name);

    return tag == BY_RECORD_NONE ? NULL : record->tags[tag].value;
}

bool by_record_tag_at(const by_record *record, int node, int index, const char **name, const char **value)
{
    const struct node *n = &record->nodes[node];
    int tag = n->tag;

    if (index < 0 || index >= n->tag_count)
        return false;
    /* Those that were added one after the other stand so. */
    if (n->last_tag - n->tag == n->tag_count - 1)
        tag += index;
    else
        for (; index > 0; index--)
            tag = record->tags[tag].next;
    *name = record->tags[tag].name;
    *value = record->tags[tag].value;
    return true;
}

int by_record_parent(const by_record *record, int node)
{
    return node_of(record, node)->parent;
}

int by_record_child(const by_record *record, int node)
{
    return node_of(record, node)->child;
}

int by_record_next(const by_record *record, int node)
{
    return node_of(record, node)->next;
}

int by_record_last(const by_record *record)
{
    int node = BY_RECORD_ROOT;

    while (by_record_child(record, node) != BY_RECORD_NONE)
        node = by_record_child(record, node);
    return node;
}

int by_record_plies(const by_record *record, int node)
{
    int plies = 0;

    for (; node != BY_RECORD_NONE; node = by_record_parent(record, node))
        plies += by_record_move(record, node) != BY_MOVE_NONE;
    return plies;
}

by_move by_record_move(const by_record *record, int node)
{
    return node_of(record, node)->move;
}

const char *by_record_remark(const by_record *record, int node, enum by_remark kind)
{
    const char *text = node_of(record, node)->remarks[kind];

    return text ? text : "";
}

/* The nearest node from `node` upwards that has a position of its own, at last the root; `plies` gets the moves below
 * it. */
static int base_of(const by_record *record, int node, int *plies)
{
    *plies = 0;
    while (node != BY_RECORD_ROOT && !by_record_position_text(record, node)) {
        *plies += by_record_move(record, node) != BY_MOVE_NONE;
        node = by_record_parent(record, node);
    }
    return node;
}

/* The moves from `base` to a node, in memory of their own. */
static by_status path_to(const by_record *record, int base, int node, int count, by_move **moves, by_error *error)
{
    *moves = malloc(((size_t)count + 1) * sizeof **moves);
    if (!*moves)
        return by_error_no_memory(error);
    for (; node != base; node = by_record_parent(record, node))
        if (by_record_move(record, node) != BY_MOVE_NONE)
            (*moves)[--count] = by_record_move(record, node);
    return BY_OK;
}

by_status by_record_position(const by_record *record, int node, const by_game *game, by_position **out, by_error *error)
{
    by_position *position = NULL;
    by_move *moves = NULL;
    int count, base = base_of(record, node, &count);
    const char *text = by_record_position_text(record, base);
    by_status status = path_to(record, base, node, count, &moves, error);

    if (!status)
        status = by_position_create(game, &position, error);
    if (!status && text)
        status = by_position_parse(position, text, error);
    for (int i = 0; i < count && !status; i++)
        status = by_position_push(position, moves[i], error);
    free(moves);
    if (status)
        by_position_destroy(position);
    else
        *out = position;
    return status;
}

void by_record_destroy(by_record *record)
{
    if (!record)
        return;
    for (int i = 0; i < record->node_count; i++) {
        for (int kind = 0; kind < REMARKS; kind++)
            free(record->nodes[i].remarks[kind]);
        free(record->nodes[i].position);
    }
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    free(record->nodes);
    free(record->tags);
    free(record);
}

/* ---- Reading and writing --------------------------------------------------------------------------------------- */

static by_status find_records(const by_game *game, const struct by_records **out, by_error *error)
{
    const by_game_type *type = by_game_type_of(game);

    *out = type->records;
    if (!type->records)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "%s has no format for game records", type->name);
    return BY_OK;
}

/* The first byte from `offset` on that is no blank. Some editors begin a file with U+FEFF, which is one. */
static size_t skip_blanks(const char *text, size_t length, size_t offset)
{
    if (offset == 0)
        offset = by__mark_of_utf8(text, length);
    while (offset < length && text[offset] && strchr(" \t\r\n\v\f", text[offset]))
        offset++;
    return offset;
}

by_status by_record_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record **out,
                         by_error *error)
{
    const struct by_records *records;
    by_record *record;
    size_t at = skip_blanks(text, length, *offset);
    by_status status = find_records(game, &records, error);

    *out = NULL;
    if (status || at == length) {
        *offset = status ? *offset : at;
        return status;
    }
    status = by_record_create(&record, error);
    if (status)
        return status;
    record->patience = game->patience;
    status = (records->pgn ? by__pgn_read : records->read)(game, text, length, &at, record, error);
    record->patience = NULL;
    if (status && status != BY_ERROR_INPUT) {
        by_record_destroy(record);
        return status;
    }
    *offset = at;
    *out = record;
    return status;
}

static void cut_back(by_text *text, size_t length)
{
    text->length = length;
    if (text->data)
        text->data[length] = 0;
}

by_status by_record_write(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error)
{
    const struct by_records *records;
    size_t before = out->length;
    by_status status = find_records(game, &records, error);

    if (status)
        return status;
    status = (records->pgn ? by__pgn_write : records->write)(game, record, notation < 0 ? records->notation : notation,
                                                             out, error);
    if (!status && out->failed)
        status = by_error_no_memory(error);
    if (status)
        cut_back(out, before);
    return status;
}
