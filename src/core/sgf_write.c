/* SPDX-License-Identifier: MIT
 *
 * Writing SGF, version 4, in UTF-8. The tree is walked without recursion; the position follows, so that only legal
 * moves are written and set-up nodes become what changes.
 */
#include <ctype.h>
#include <string.h>

#include "core/sgf.h"

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* Plain text: what has a meaning is escaped. */
static void write_text(by_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            by_text_add_char(out, '\\');
        by_text_add_char(out, *text);
    }
}

/* A value with its escapes. Escapes characters that would end it too early, or not at all. */
static void write_raw(by_text *out, const char *value)
{
    for (; *value; value++) {
        if (*value == '\\' && value[1])
            by_text_add_char(out, *value++);
        else if (*value == ']' || *value == '\\')
            by_text_add_char(out, '\\');
        by_text_add_char(out, *value);
    }
}

static bool is_name(const char *name)
{
    size_t length = strlen(name);

    for (const char *c = name; *c; c++)
        if (!isupper((unsigned char)*c) && !isdigit((unsigned char)*c))
            return false;
    return length > 0 && length < 32;
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* Whether a tag of the root repeats or contradicts the record. Only the first result counts. */
static bool is_left_out(const struct by__sgf_writer *w, const char *name, const char *value)
{
    if (strcmp(name, "RE") == 0)
        return value != by_record_tag(w->record, BY_RECORD_ROOT, name) ||
               by__sgf_read_result(value) != by_record_outcome(w->record);
    return by__sgf_is_among(name, w->sgf->root) || w->sgf->contradicts(w, name, value);
}

static bool is_reserved(const struct by__sgf_writer *w, const char *name)
{
    return by__sgf_is_among(name, w->sgf->moves) || by__sgf_is_among(name, w->sgf->set_ups) || strcmp(name, "C") == 0 ||
           !is_name(name);
}

static void write_tags(struct by__sgf_writer *w, int node)
{
    const char *name, *value, *before = "";

    for (int i = 0; by_record_tag_at(w->record, node, i, &name, &value); i++) {
        if (is_reserved(w, name) || (node == BY_RECORD_ROOT && is_left_out(w, name, value)))
            continue;
        by_text_add(w->out, strcmp(name, before) != 0 ? name : "");
        by_text_add_char(w->out, '[');
        write_raw(w->out, value);
        by_text_add_char(w->out, ']');
        before = name;
    }
}

static void write_comment(struct by__sgf_writer *w, int node)
{
    const char *comment = by_record_remark(w->record, node, BY_REMARK_AFTER);

    if (!*comment)
        return;
    by_text_add(w->out, "C[");
    write_text(w->out, comment);
    by_text_add(w->out, "]");
}

bool by__sgf_writes_tag(const struct by__sgf_writer *w, const char *name)
{
    const char *value = by_record_tag(w->record, BY_RECORD_ROOT, name);

    return value && !is_left_out(w, name, value);
}

static void write_root(struct by__sgf_writer *w)
{
    static const char *const results[] = {"?", "B+", "W+", "0"};
    enum by_outcome outcome = by_record_outcome(w->record);

    w->sgf->write_root(w);
    if (!by__sgf_writes_tag(w, "RE") && outcome != BY_OUTCOME_UNKNOWN)
        by_text_printf(w->out, "RE[%s]", results[outcome]);
}

/* Writes a node; the position is then the one behind it. */
static by_status write_node(struct by__sgf_writer *w, int node)
{
    by_move move = by_record_move(w->record, node);
    const char *text = by_record_position_text(w->record, node);
    by_status status = BY_OK;

    by_text_add_char(w->out, ';');
    if (node == BY_RECORD_ROOT) {
        write_root(w);
    } else if (text) {
        status = w->sgf->write_set_up(w, text);
    } else if (move != BY_MOVE_NONE) {
        status = by_position_push(w->position, move, w->error);
        if (!status)
            w->sgf->write_move(w, move);
    }
    if (status)
        return status;
    write_tags(w, node);
    write_comment(w, node);
    by_text_add_char(w->out, '\n');
    return BY_OK;
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

/* Makes the position that of the node above. */
static by_status step_back(struct by__sgf_writer *w, int node)
{
    if (by_record_position_text(w->record, node)) {
        by_position_destroy(w->position);
        w->position = NULL;
        return by_record_position(w->record, by_record_parent(w->record, node), w->game, &w->position, w->error);
    }
    return by_record_move(w->record, node) != BY_MOVE_NONE ? by_position_pop(w->position, w->error) : BY_OK;
}

static bool has_siblings(const struct by__sgf_writer *w, int node)
{
    return by_record_next(w->record, by_record_child(w->record, by_record_parent(w->record, node))) != BY_RECORD_NONE;
}

/* The node to be written after `node`, upwards if nothing follows it; BY_RECORD_NONE: all are written. */
static by_status find_next(struct by__sgf_writer *w, int *node)
{
    int child = by_record_child(w->record, *node);
    by_status status = BY_OK;

    if (child != BY_RECORD_NONE) {
        by_text_add(w->out, has_siblings(w, child) ? "(" : "");
        *node = child;
        return BY_OK;
    }
    while (*node != BY_RECORD_ROOT && !status) {
        int next = by_record_next(w->record, *node);

        by_text_add(w->out, has_siblings(w, *node) ? ")\n" : "");
        status = step_back(w, *node);
        if (next != BY_RECORD_NONE) {
            by_text_add_char(w->out, '(');
            *node = next;
            return status;
        }
        *node = by_record_parent(w->record, *node);
    }
    *node = BY_RECORD_NONE;
    return status;
}

by_status by__sgf_write(const struct by__sgf_game *sgf, const by_game *game, const by_record *record, by_text *out,
                        by_error *error)
{
    struct by__sgf_writer w = {.sgf = sgf, .game = game, .record = record, .out = out, .error = error};
    int node = BY_RECORD_ROOT;
    by_status status = by_record_position(record, BY_RECORD_ROOT, game, &w.position, error);

    by_text_add_char(out, '(');
    while (!status && node != BY_RECORD_NONE) {
        status = write_node(&w, node);
        if (!status)
            status = find_next(&w, &node);
    }
    by_text_add(out, ")\n");
    by_position_destroy(w.position);
    return status;
}
