/* SPDX-License-Identifier: MIT
 *
 * Reading SGF: the current version (FF[4]) and, as far as they differ in nothing else, older ones.
 *
 * What is set up begins a new position. The one before it is set aside until the tree ends in which they stand,
 * if its moves would take long to make again.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/sgf.h"

/* A position to which the file comes back. */
struct aside {
    by_position *position; /* NULL: rebuilt when needed */
    int node;              /* where it was left */
    int depth;             /* trees that were open when it began */
};

enum {
    ASIDE_LEAST = 128,    /* up to this number of moves we replay instead of storing the position */
    ASIDE_MOST = 64,      /* stored positions; beyond that the oldest are rebuilt when needed */
    SET_UPS_MOST = 10000, /* in the middle of a game */
};

/* The trees that are open. */
struct by__sgf_trees {
    int *openings; /* the nodes at which they opened */
    int depth;
    size_t room;
    int began_at; /* how many were open when the position began */
    struct aside *aside;
    int aside_count;
    size_t aside_room;
    int aside_held, aside_first; /* how many have a position, and before which place none has */
};

by_status by__sgf_record_start(struct by__sgf_reader *r)
{
    by_position *initial;
    by_text now = {0}, usual = {0};
    by_status status = by_position_create(r->game, &initial, r->error);

    if (status)
        return status;
    by_position_print(r->position, &now);
    by_position_print(initial, &usual);
    if (now.failed || usual.failed)
        status = by_error_no_memory(r->error);
    else
        status = by_record_set_start(
            r->record, strcmp(by_text_string(&now), by_text_string(&usual)) ? by_text_string(&now) : NULL, r->error);
    by_text_free(&now);
    by_text_free(&usual);
    by_position_destroy(initial);
    return status;
}

/* ---- Positions that are set aside -------------------------------------------------------------------------------- */

static void drop_aside(struct by__sgf_reader *r, struct aside *aside)
{
    r->trees->aside_held -= aside->position != NULL;
    by_position_destroy(aside->position);
    aside->position = NULL;
}

static void drop_oldest_aside(struct by__sgf_reader *r)
{
    while (!r->trees->aside[r->trees->aside_first].position)
        r->trees->aside_first++;
    drop_aside(r, &r->trees->aside[r->trees->aside_first]);
}

/* Goes on with the position `fresh`; the one so far comes back when the trees end that opened in it. */
static by_status set_aside(struct by__sgf_reader *r, by_position *fresh)
{
    struct aside *aside;
    size_t moves;

    aside = by__array_grown(r->trees->aside, (size_t)r->trees->aside_count + 1, &r->trees->aside_room, sizeof *aside);
    if (!aside)
        return by_error_no_memory(r->error);
    r->trees->aside = aside;
    aside = &r->trees->aside[r->trees->aside_count++];
    *aside = (struct aside){r->position, r->node, r->trees->began_at};
    r->trees->aside_held++;
    (void)by_position_history(r->position, &moves);
    if (moves < ASIDE_LEAST)
        drop_aside(r, aside);
    else if (r->trees->aside_held > ASIDE_MOST)
        drop_oldest_aside(r);
    r->position = fresh;
    r->trees->began_at = r->trees->depth;
    return BY_OK;
}

/* Goes up to `node` within a position. */
static by_status take_back(struct by__sgf_reader *r, int node)
{
    by_status status = BY_OK;

    for (; r->node != node && !status; r->node = by_record_parent(r->record, r->node))
        if (by_record_move(r->record, r->node) != BY_MOVE_NONE)
            status = by_position_pop(r->position, r->error);
    return status;
}

/* Goes up to `node`, where a tree opened that has ended: over positions that began in it no move can be taken back. */
static by_status return_to(struct by__sgf_reader *r, int node)
{
    struct aside *aside;

    if (r->trees->began_at <= r->trees->depth)
        return take_back(r, node);
    while (r->trees->aside[r->trees->aside_count - 1].depth > r->trees->depth)
        drop_aside(r, &r->trees->aside[--r->trees->aside_count]);
    aside = &r->trees->aside[--r->trees->aside_count];
    if (r->trees->aside_first > r->trees->aside_count)
        r->trees->aside_first = r->trees->aside_count;
    by_position_destroy(r->position);
    r->position = aside->position;
    r->trees->began_at = aside->depth;
    r->node = aside->node;
    if (r->position) {
        r->trees->aside_held--;
        return take_back(r, node);
    }
    r->node = node;
    return by_record_position(r->record, node, r->game, &r->position, r->error);
}

/* Sets up stones in a position of its own where a tree has opened since the one so far began, else in its place. */
static by_status begin_set_up(struct by__sgf_reader *r)
{
    by_position *fresh;
    by_status status;

    if (r->trees->began_at == r->trees->depth)
        return r->sgf->set_up(r, r->position);
    status = by_position_create(r->game, &fresh, r->error);
    if (status)
        return status;
    status = r->sgf->set_up(r, fresh);
    if (!status)
        status = set_aside(r, fresh);
    if (status)
        by_position_destroy(fresh);
    return status;
}

/* A node of its own for what is set up in the middle of a game. */
static by_status add_set_up(struct by__sgf_reader *r)
{
    by_text text = {0};
    int node;
    by_status status;

    if (r->set_ups++ == SET_UPS_MOST)
        return by__sgf_fail(&r->in, r->in.properties[0].at, "stones are set up in more than %d nodes of this game",
                            SET_UPS_MOST);
    status = begin_set_up(r);
    if (!status)
        status = by_record_add(r->record, r->node, BY_MOVE_NONE, &node, r->error);
    if (status)
        return status;
    r->node = node;
    by_position_print(r->position, &text);
    status = text.failed ? by_error_no_memory(r->error)
                         : by_record_set_position(r->record, node, by_text_string(&text), r->error);
    by_text_free(&text);
    return status;
}

/* ---- Tags and remarks ------------------------------------------------------------------------------------------- */

/* Text as it is meant: escapes are resolved, an escaped end of line is none, and each end of line is one byte. */
static by_status set_comment(struct by__sgf_reader *r, int node, const char *raw)
{
    by_text text = {0};
    by_status status;

    for (; *raw; raw++) {
        bool is_escape = *raw == '\\' && raw[1];

        raw += is_escape;
        if (*raw == '\n' || *raw == '\r') {
            raw += (raw[1] == '\n' || raw[1] == '\r') && raw[1] != *raw;
            if (!is_escape)
                by_text_add_char(&text, '\n');
        } else {
            by_text_add_char(&text, *raw);
        }
    }
    status = text.failed ? by_error_no_memory(r->error)
                         : by_record_set_remark(r->record, node, BY_REMARK_AFTER, by_text_string(&text), r->error);
    by_text_free(&text);
    return status;
}

static by_status add_tags(struct by__sgf_reader *r, int node)
{
    const struct sgf_property *result = node == BY_RECORD_ROOT ? by__sgf_find(&r->in, "RE") : NULL;
    by_text value = {0};
    by_status status = BY_OK;

    for (int i = 0; i < r->in.property_count && !status; i++) {
        const struct sgf_property *property = &r->in.properties[i];

        /* What the record represents itself is no tag */
        if (by__sgf_is_among(property->name, r->sgf->moves) || by__sgf_is_among(property->name, r->sgf->set_ups) ||
            (node == BY_RECORD_ROOT && by__sgf_is_among(property->name, r->sgf->root)))
            continue;
        by_text_clear(&value);
        status = by__sgf_add_value(&r->in, property, &value);
        if (!status && strcmp(property->name, "C") == 0)
            status = set_comment(r, node, by_text_string(&value));
        else if (!status)
            status = by_record_add_tag(r->record, node, property->name, by_text_string(&value), r->error);
        if (!status && property == result)
            by_record_set_outcome(r->record, by__sgf_read_result(by_text_string(&value)));
    }
    by_text_free(&value);
    return status;
}

/* ---- Nodes and trees --------------------------------------------------------------------------------------------- */

static bool has_any(const struct by__sgf_reader *r, const char *const *names)
{
    for (int i = 0; i < r->in.property_count; i++)
        if (by__sgf_is_among(r->in.properties[i].name, names))
            return true;
    return false;
}

static by_status add_moves(struct by__sgf_reader *r)
{
    by_status status = BY_OK;

    for (int i = 0; i < r->in.property_count && !status; i++)
        if (by__sgf_is_among(r->in.properties[i].name, r->sgf->moves))
            status = r->sgf->move(r, &r->in.properties[i]);
    return status;
}

static by_status begin_root(struct by__sgf_reader *r)
{
    by_status status = r->sgf->begin(r);

    if (!status && has_any(r, r->sgf->set_ups))
        status = r->sgf->set_up(r, r->position);
    r->has_player = by__sgf_find(&r->in, "PL");
    if (!status)
        status = by__sgf_record_start(r);
    if (!status)
        status = add_tags(r, BY_RECORD_ROOT);
    return status ? status : add_moves(r); /* they belong into a node of their own */
}

static by_status add_node(struct by__sgf_reader *r)
{
    by_status status = BY_OK;

    if (has_any(r, r->sgf->set_ups))
        status = add_set_up(r);
    else if (!has_any(r, r->sgf->moves))
        status = by_record_add(r->record, r->node, BY_MOVE_NONE, &r->node, r->error);
    if (!status)
        status = add_moves(r);
    return status ? status : add_tags(r, r->node);
}

static by_status open_tree(struct by__sgf_reader *r)
{
    int *openings = by__array_grown(r->trees->openings, (size_t)r->trees->depth + 1, &r->trees->room, sizeof *openings);

    if (!openings)
        return by_error_no_memory(r->error);
    r->trees->openings = openings;
    r->in.at++;
    r->trees->openings[r->trees->depth++] = r->node;
    by__sgf_skip_blanks(&r->in);
    return by__sgf_byte(&r->in) == ';' ? BY_OK
                                       : by__sgf_fail(&r->in, r->in.at, "expected ; and the first node of this tree");
}

static by_status read_node(struct by__sgf_reader *r)
{
    by_status status;

    r->in.at++;
    status = by__sgf_read_properties(&r->in);
    if (!status)
        status = r->in.in_root ? begin_root(r) : add_node(r);
    r->in.in_root = false;
    return status;
}

static by_status read_tree(struct by__sgf_reader *r)
{
    by_status status = open_tree(r);

    r->in.in_root = true;
    while (!status && r->trees->depth) {
        by__sgf_skip_blanks(&r->in);
        if (by__sgf_byte(&r->in) == '(') {
            status = open_tree(r);
        } else if (by__sgf_byte(&r->in) == ';') {
            status = read_node(r);
        } else if (by__sgf_byte(&r->in) == ')') {
            r->in.at++;
            status = return_to(r, r->trees->openings[--r->trees->depth]);
        } else {
            status = by__sgf_fail(&r->in, r->in.at, "the game has no end, expected ) or a node or a tree");
        }
    }
    return status;
}

/* Where the next tree begins; files may have other text before it. */
static bool find_tree(struct by__sgf_reader *r)
{
    for (; r->in.at < r->in.length; r->in.at++) {
        size_t next = r->in.at + 1;

        while (next < r->in.length && isspace((unsigned char)r->in.bytes[next]))
            next++;
        if (r->in.bytes[r->in.at] == '(' && next < r->in.length && r->in.bytes[next] == ';')
            return true;
    }
    return false;
}

/* After damage a tree at the beginning of a line is taken for the next game. */
static void skip_damage(struct by__sgf_reader *r)
{
    while (r->in.at < r->in.length && !(r->in.bytes[r->in.at] == '(' && r->in.bytes[r->in.at - 1] == '\n'))
        r->in.at++;
}

by_status by__sgf_read(const struct by__sgf_game *sgf, const by_game *game, const char *text, size_t length,
                       size_t *offset, by_record *out, by_error *error)
{
    struct by__sgf_trees trees = {0};
    struct by__sgf_reader r = {.sgf = sgf,
                               .game = game,
                               .in = {.bytes = text, .length = length, .at = *offset, .error = error},
                               .record = out,
                               .trees = &trees,
                               .error = error};
    by_status status = by_position_create(game, &r.position, error);

    if (status)
        return status;
    if (find_tree(&r)) {
        status = read_tree(&r);
    } else {
        status = by__sgf_fail(&r.in, *offset, "expected a game, which begins with (;");
        r.in.at = length;
    }
    if (status == BY_ERROR_INPUT) {
        r.in.at = r.in.at > *offset ? r.in.at : *offset + 1;
        skip_damage(&r);
    }
    while (trees.aside_count)
        drop_aside(&r, &trees.aside[--trees.aside_count]);
    free(trees.aside);
    free(trees.openings);
    by__sgf_free(&r.in);
    by_position_destroy(r.position);
    *offset = r.in.at;
    return status;
}
