/* SPDX-License-Identifier: MIT
 *
 * Writing SGF, version 4, in UTF-8. The tree is walked without recursion; the position follows, so that only legal
 * moves are written and set-up nodes become added and removed stones.
 */
#include <ctype.h>
#include <string.h>

#include "core/game.h"
#include "games/go/notation.h"
#include "games/go/sgf_values.h"

struct writer {
    const by_game *game;
    const by_record *record;
    by_position *position; /* of the node before the one that is written */
    by_text *out;
    by_error *error;
};

static const struct go *board_of(const struct writer *w)
{
    return w->position->state;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* Plain text: what has a meaning is escaped. */
static void put_text(by_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            by_text_add_char(out, '\\');
        by_text_add_char(out, *text);
    }
}

/* A value with its escapes. Escapes characters that would end it too early, or not at all. */
static void put_raw(by_text *out, const char *value)
{
    for (; *value; value++) {
        if (*value == '\\' && value[1])
            by_text_add_char(out, *value++);
        else if (*value == ']' || *value == '\\')
            by_text_add_char(out, '\\');
        by_text_add_char(out, *value);
    }
}

static void put_point(struct writer *w, int point)
{
    int size = board_of(w)->size;

    by_text_add_char(w->out, '[');
    if (point != GO_PASS)
        by_text_printf(w->out, "%c%c", 'a' + point % size, 'a' + size - 1 - point / size);
    by_text_add_char(w->out, ']');
}

static bool is_name(const char *name)
{
    size_t length = strlen(name);

    for (const char *c = name; *c; c++)
        if (!isupper((unsigned char)*c) && !isdigit((unsigned char)*c))
            return false;
    return length > 0 && length < 32;
}

/* ---- Stones ------------------------------------------------------------------------------------------------------ */

/* The points that have `colour` in one board and not in the other. */
static void put_points(struct writer *w, const char *name, int colour, const uint8_t *before, const uint8_t *after)
{
    bool is_first = true;

    for (int point = 0; point < board_of(w)->points; point++) {
        if (after[point] != colour || before[point] == colour)
            continue;
        by_text_add(w->out, is_first ? name : "");
        put_point(w, point);
        is_first = false;
    }
}

static void put_set_up(struct writer *w, const uint8_t *before, const uint8_t *after)
{
    put_points(w, "AB", GO_BLACK, before, after);
    put_points(w, "AW", GO_WHITE, before, after);
    put_points(w, "AE", GO_EMPTY, before, after);
}

static void put_player(struct writer *w)
{
    by_text_printf(w->out, "PL[%c]", board_of(w)->side == GO_BLACK ? 'B' : 'W');
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* Whether a tag of the root repeats or contradicts the record. Only the first komi and the first result count. */
static bool is_left_out(const struct writer *w, const char *name, const char *value)
{
    int half;

    if (strcmp(name, "KM") == 0)
        return value != by_record_tag(w->record, BY_RECORD_ROOT, name) ||
               (by__sgf_read_komi(value, &half) && half != board_of(w)->komi_half);
    if (strcmp(name, "RE") == 0)
        return value != by_record_tag(w->record, BY_RECORD_ROOT, name) ||
               by__sgf_read_result(value) != by_record_outcome(w->record);
    return strcmp(name, "GM") == 0 || strcmp(name, "FF") == 0 || strcmp(name, "CA") == 0 || strcmp(name, "SZ") == 0;
}

static bool is_reserved(const char *name)
{
    static const char *const names[] = {"B", "W", "AB", "AW", "AE", "PL", "C"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return !is_name(name);
}

static void put_tags(struct writer *w, int node)
{
    const char *name, *value, *before = "";

    for (int i = 0; by_record_tag_at(w->record, node, i, &name, &value); i++) {
        if (is_reserved(name) || (node == BY_RECORD_ROOT && is_left_out(w, name, value)))
            continue;
        by_text_add(w->out, strcmp(name, before) != 0 ? name : "");
        by_text_add_char(w->out, '[');
        put_raw(w->out, value);
        by_text_add_char(w->out, ']');
        before = name;
    }
}

static void put_comment(struct writer *w, int node)
{
    const char *comment = by_record_remark(w->record, node, BY_REMARK_AFTER);

    if (!*comment)
        return;
    by_text_add(w->out, "C[");
    put_text(w->out, comment);
    by_text_add(w->out, "]");
}

static bool has_tag(const struct writer *w, const char *name)
{
    const char *value = by_record_tag(w->record, BY_RECORD_ROOT, name);

    return value && !is_left_out(w, name, value);
}

/* Without PL the side that plays first is taken to be the one to move, and white after black stones alone. */
static bool needs_player(const struct writer *w)
{
    const struct go *s = board_of(w);
    int child = by_record_child(w->record, BY_RECORD_ROOT);
    by_move move = child == BY_RECORD_NONE ? BY_MOVE_NONE : by_record_move(w->record, child);

    return s->stones_key || s->side == GO_WHITE || (move != BY_MOVE_NONE && go_colour(move) != s->side);
}

/* A komi that readers would not take by themselves, neither with this game nor with the usual one. */
static bool needs_komi(const struct writer *w)
{
    int half = board_of(w)->komi_half;

    return !has_tag(w, "KM") && (half != board_of(w)->tables->komi_half || half != GO_KOMI_HALF);
}

static void put_root(struct writer *w)
{
    static const char *const results[] = {"?", "B+", "W+", "0"};
    const struct go *s = board_of(w);
    enum by_outcome outcome = by_record_outcome(w->record);
    uint8_t empty[GO_POINTS_MOST];

    memset(empty, GO_EMPTY, sizeof empty);
    by_text_printf(w->out, "GM[1]FF[4]CA[UTF-8]SZ[%d]", s->size);
    put_set_up(w, empty, s->board);
    if (needs_player(w))
        put_player(w);
    if (needs_komi(w)) {
        by_text_add(w->out, "KM[");
        by__go_print_half(s->komi_half, w->out);
        by_text_add_char(w->out, ']');
    }
    if (!has_tag(w, "RE") && outcome != BY_OUTCOME_UNKNOWN)
        by_text_printf(w->out, "RE[%s]", results[outcome]);
}

static by_status put_new_position(struct writer *w, const char *text)
{
    uint8_t before[GO_POINTS_MOST];
    int size = board_of(w)->size, side = board_of(w)->side;
    by_status status;

    memcpy(before, board_of(w)->board, sizeof before);
    status = by_position_parse(w->position, text, w->error);
    if (status)
        return status;
    if (board_of(w)->size != size)
        return by_error_set(w->error, BY_ERROR_INPUT, "a position of %d lines in a game of %d", board_of(w)->size,
                            size);
    put_set_up(w, before, board_of(w)->board);
    if (board_of(w)->side != side || memcmp(before, board_of(w)->board, board_of(w)->points) == 0)
        put_player(w);
    return BY_OK;
}

/* Writes a node; the position is then the one behind it. */
static by_status put_node(struct writer *w, int node)
{
    by_move move = by_record_move(w->record, node);
    const char *text = by_record_position_text(w->record, node);
    by_status status = BY_OK;

    by_text_add_char(w->out, ';');
    if (node == BY_RECORD_ROOT) {
        put_root(w);
    } else if (text) {
        status = put_new_position(w, text);
    } else if (move != BY_MOVE_NONE) {
        status = by_position_push(w->position, move, w->error);
        by_text_add_char(w->out, go_colour(move) == GO_BLACK ? 'B' : 'W');
        if (!status)
            put_point(w, go_point(move));
    }
    if (status)
        return status;
    put_tags(w, node);
    put_comment(w, node);
    by_text_add_char(w->out, '\n');
    return BY_OK;
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

/* Makes the position that of the node above. */
static by_status step_back(struct writer *w, int node)
{
    if (by_record_position_text(w->record, node)) {
        by_position_destroy(w->position);
        w->position = NULL;
        return by_record_position(w->record, by_record_parent(w->record, node), w->game, &w->position, w->error);
    }
    return by_record_move(w->record, node) != BY_MOVE_NONE ? by_position_pop(w->position, w->error) : BY_OK;
}

static bool has_siblings(const struct writer *w, int node)
{
    return by_record_next(w->record, by_record_child(w->record, by_record_parent(w->record, node))) != BY_RECORD_NONE;
}

/* The node to be written after `node`, upwards if nothing follows it; BY_RECORD_NONE: all are written. */
static by_status find_next(struct writer *w, int *node)
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

by_status by__go_sgf_write(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error)
{
    struct writer w = {.game = game, .record = record, .out = out, .error = error};
    int node = BY_RECORD_ROOT;
    by_status status = by_record_position(record, BY_RECORD_ROOT, game, &w.position, error);

    (void)notation; /* the format has one of its own */
    by_text_add_char(out, '(');
    while (!status && node != BY_RECORD_NONE) {
        status = put_node(&w, node);
        if (!status)
            status = find_next(&w, &node);
    }
    by_text_add(out, ")\n");
    by_position_destroy(w.position);
    return status;
}
