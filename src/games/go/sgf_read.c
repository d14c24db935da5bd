/* SPDX-License-Identifier: MIT
 *
 * Reading SGF: the current version (FF[4]) and, as far as they differ in nothing else, older ones. A node is read as a
 * list of properties and then given its meaning: stones that are set up make a position, a move makes a node, C a
 * remark; all other properties become tags of the node, one for each value, raw with their escapes.
 *
 * Invariant: the position is the one of `node`.
 *
 * Stones that are set up begin a new position. The one before it is set aside until the tree ends in which they stand,
 * if its moves would take long to make again.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/game.h"
#include "games/go/notation.h"
#include "games/go/sgf_values.h"

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

struct reader {
    const by_game *game;
    struct sgf_text in;
    by_record *record;
    by_position *position;
    int node;
    bool has_player; /* the root names the side to move */
    int *openings;   /* the nodes at which trees opened */
    int depth;
    size_t room;
    int began_at; /* how many trees were open when the position began */
    struct aside *aside;
    int aside_count;
    size_t aside_room;
    int aside_held, aside_first; /* how many have a position, and before which place none has */
    int set_ups;
    by_error *error; /* the same as the text's */
};

static const struct go *board_of(const struct reader *r)
{
    return r->position->state;
}

/* ---- The root ---------------------------------------------------------------------------------------------------- */

static by_status read_size(struct reader *r, int *size)
{
    const struct sgf_property *property = by__sgf_find(&r->in, "SZ");
    char value[SGF_WORD_MOST], *end;
    long columns, rows;

    *size = 19;
    if (!property)
        return BY_OK;
    by__sgf_copy_value(&r->in, property, value);
    columns = rows = strtol(value, &end, 10);
    if (*end == ':')
        rows = strtol(end + 1, &end, 10);
    if (*end || columns != rows || columns < GO_SIZE_LEAST || columns > GO_SIZE_MOST)
        return by__sgf_fail(&r->in, property->at, "SZ[%.20s]: expected a square board of %d to %d lines", value,
                            GO_SIZE_LEAST, GO_SIZE_MOST);
    *size = (int)columns;
    return BY_OK;
}

/* An empty board with the size and the komi of the root. */
static by_status begin_board(struct reader *r)
{
    const struct sgf_property *game = by__sgf_find(&r->in, "GM"), *komi = by__sgf_find(&r->in, "KM");
    int size, half = board_of(r)->tables->komi_half;
    char value[SGF_WORD_MOST];
    by_text text = {0};
    by_status status = read_size(r, &size);

    if (status)
        return status;
    if (game) {
        by__sgf_copy_value(&r->in, game, value);
        if (strcmp(value, "1") != 0)
            return by__sgf_fail(&r->in, game->at, "GM[%.20s] is another game, expected GM[1], which is Go", value);
    }
    if (komi) {
        by__sgf_copy_value(&r->in, komi, value);
        (void)by__sgf_read_komi(value, &half);
    }
    by_text_printf(&text, "%d", size);
    status =
        text.failed ? by_error_no_memory(r->error) : by_position_parse(r->position, by_text_string(&text), r->error);
    by_text_free(&text);
    if (!status)
        ((struct go *)r->position->state)->komi_half = (int16_t)half;
    return status;
}

/* Records the start of the game, unless it is the initial position. */
static by_status note_start(struct reader *r)
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

/* ---- Stones that are set up -------------------------------------------------------------------------------------- */

/* The set-up of a node, on a copy of the stones. */
struct set_up {
    uint8_t board[GO_POINTS_MOST];
    bool is_told[GO_POINTS_MOST]; /* by this node */
    int side;
    size_t at; /* of the last value */
};

static bool is_set_up(const char *name)
{
    return strcmp(name, "AB") == 0 || strcmp(name, "AW") == 0 || strcmp(name, "AE") == 0 || strcmp(name, "PL") == 0;
}

static bool has_set_up(const struct reader *r)
{
    return by__sgf_find(&r->in, "AB") || by__sgf_find(&r->in, "AW") || by__sgf_find(&r->in, "AE") ||
           by__sgf_find(&r->in, "PL");
}

/* A point, or the corners of a rectangle. */
static by_status put_points(struct reader *r, const struct sgf_property *property, int colour, struct set_up *out)
{
    int size = board_of(r)->size, from, to;
    char value[SGF_WORD_MOST];
    const char *end;

    by__sgf_copy_value(&r->in, property, value);
    end = by__go_read_letters(value, size, &from);
    to = from;
    if (end && *end == ':')
        end = by__go_read_letters(end + 1, size, &to);
    if (!end || *end || from % size > to % size || from / size < to / size)
        return by__sgf_fail(&r->in, property->at,
                            "%s[%.20s]: expected a point on the board such as cc, or a rectangle such as cc:ee",
                            property->name, value);
    for (int row = to / size; row <= from / size; row++) {
        for (int column = from % size; column <= to % size; column++) {
            int point = row * size + column;

            if (out->is_told[point] && out->board[point] != colour)
                return by__sgf_fail(&r->in, property->at, "%s[%.20s]: this node has set up something else on %-s point",
                                    property->name, value, from == to ? BY_WORDS("this") : BY_WORDS("one such"));
            out->board[point] = (uint8_t)colour;
            out->is_told[point] = true;
        }
    }
    return BY_OK;
}

static by_status read_set_up(struct reader *r, struct set_up *out)
{
    by_status status = BY_OK;

    for (int i = 0; i < r->in.property_count && !status; i++) {
        const struct sgf_property *property = &r->in.properties[i];
        char value[SGF_WORD_MOST];

        if (!is_set_up(property->name))
            continue;
        out->at = property->at;
        if (property->name[0] == 'A') {
            char kind = property->name[1];

            status = put_points(r, property, kind == 'B' ? GO_BLACK : kind == 'W' ? GO_WHITE : GO_EMPTY, out);
            continue;
        }
        by__sgf_copy_value(&r->in, property, value);
        if (!*value || !strchr("BbWw12", *value))
            return by__sgf_fail(&r->in, property->at, "PL[%.20s]: expected B or W, the side to move", value);
        out->side = strchr("Ww2", *value) ? GO_WHITE : GO_BLACK;
    }
    return status;
}

/* Makes what is set up the position `into`, with the prisoners so far and without a ko. */
static by_status apply_set_up(struct reader *r, by_position *into)
{
    const struct go *s = board_of(r);
    struct set_up set_up = {.side = s->side};
    by_text text = {0};
    by_error inner = {0};
    by_status status;

    memcpy(set_up.board, s->board, sizeof set_up.board);
    if (r->in.in_root && by__sgf_find(&r->in, "AB") && !by__sgf_find(&r->in, "AW"))
        set_up.side = GO_WHITE; /* a handicap */
    status = read_set_up(r, &set_up);
    if (status)
        return status;
    by_text_printf(&text, "%d ", s->size);
    for (int row = s->size - 1; row >= 0; row--) {
        for (int column = 0; column < s->size; column++)
            by_text_add_char(&text, "XO."[set_up.board[row * s->size + column]]);
        by_text_add(&text, row ? "/" : "");
    }
    by_text_printf(&text, " %c - ", set_up.side == GO_BLACK ? 'b' : 'w');
    by__go_print_half(s->komi_half, &text);
    by_text_printf(&text, " %d %d 0", s->prisoners[GO_BLACK], s->prisoners[GO_WHITE]);
    status = text.failed ? BY_ERROR_MEMORY : by_position_parse(into, by_text_string(&text), &inner);
    by_text_free(&text);
    if (status == BY_ERROR_INPUT)
        return by__sgf_fail(&r->in, set_up.at, "the stones that are set up: %-s", inner.parts);
    return status ? by_error_no_memory(r->error) : BY_OK;
}

/* ---- Positions that are set aside -------------------------------------------------------------------------------- */

static void drop_aside(struct reader *r, struct aside *aside)
{
    r->aside_held -= aside->position != NULL;
    by_position_destroy(aside->position);
    aside->position = NULL;
}

static void drop_oldest_aside(struct reader *r)
{
    while (!r->aside[r->aside_first].position)
        r->aside_first++;
    drop_aside(r, &r->aside[r->aside_first]);
}

/* Goes on with the position `fresh`; the one so far comes back when the trees end that opened in it. */
static by_status set_aside(struct reader *r, by_position *fresh)
{
    struct aside *aside;
    size_t moves;

    aside = by__array_grown(r->aside, (size_t)r->aside_count + 1, &r->aside_room, sizeof *aside);
    if (!aside)
        return by_error_no_memory(r->error);
    r->aside = aside;
    aside = &r->aside[r->aside_count++];
    *aside = (struct aside){r->position, r->node, r->began_at};
    r->aside_held++;
    (void)by_position_history(r->position, &moves);
    if (moves < ASIDE_LEAST)
        drop_aside(r, aside);
    else if (r->aside_held > ASIDE_MOST)
        drop_oldest_aside(r);
    r->position = fresh;
    r->began_at = r->depth;
    return BY_OK;
}

/* Goes up to `node` within a position. */
static by_status take_back(struct reader *r, int node)
{
    by_status status = BY_OK;

    for (; r->node != node && !status; r->node = by_record_parent(r->record, r->node))
        if (by_record_move(r->record, r->node) != BY_MOVE_NONE)
            status = by_position_pop(r->position, r->error);
    return status;
}

/* Goes up to `node`, where a tree opened that has ended: over positions that began in it no move can be taken back. */
static by_status return_to(struct reader *r, int node)
{
    struct aside *aside;

    if (r->began_at <= r->depth)
        return take_back(r, node);
    while (r->aside[r->aside_count - 1].depth > r->depth)
        drop_aside(r, &r->aside[--r->aside_count]);
    aside = &r->aside[--r->aside_count];
    if (r->aside_first > r->aside_count)
        r->aside_first = r->aside_count;
    by_position_destroy(r->position);
    r->position = aside->position;
    r->began_at = aside->depth;
    r->node = aside->node;
    if (r->position) {
        r->aside_held--;
        return take_back(r, node);
    }
    r->node = node;
    return by_record_position(r->record, node, r->game, &r->position, r->error);
}

/* Sets up stones in a position of its own where a tree has opened since the one so far began, else in its place. */
static by_status begin_set_up(struct reader *r)
{
    by_position *fresh;
    by_status status;

    if (r->began_at == r->depth)
        return apply_set_up(r, r->position);
    status = by_position_create(r->game, &fresh, r->error);
    if (status)
        return status;
    status = apply_set_up(r, fresh);
    if (!status)
        status = set_aside(r, fresh);
    if (status)
        by_position_destroy(fresh);
    return status;
}

/* A node of its own for what is set up in the middle of a game. */
static by_status add_set_up(struct reader *r)
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

/* ---- Moves and remarks ------------------------------------------------------------------------------------------- */

static bool is_move(const char *name)
{
    return strcmp(name, "B") == 0 || strcmp(name, "W") == 0;
}

/* Unless the file names a side, the side that plays first was to move. */
static by_status begin_with(struct reader *r, int colour)
{
    struct go *s = r->position->state;

    if (r->node != BY_RECORD_ROOT || by_record_child(r->record, BY_RECORD_ROOT) != BY_RECORD_NONE || r->has_player ||
        s->side == colour)
        return BY_OK;
    s->side = (uint8_t)colour;
    return note_start(r);
}

static by_status add_move(struct reader *r, const struct sgf_property *property)
{
    const struct go *s = board_of(r);
    int colour = *property->name == 'W', point = GO_PASS;
    char value[SGF_WORD_MOST];
    const char *end = "";
    by_status status = begin_with(r, colour);

    by__sgf_copy_value(&r->in, property, value);
    if (property->length && !(s->size <= 19 && strcmp(value, "tt") == 0))
        end = by__go_read_letters(value, s->size, &point);
    if (!status && (!end || *end))
        status = by__sgf_fail(&r->in, property->at,
                              "%s[%.20s]: expected a point on the board such as dd, or nothing for a pass",
                              property->name, value);
    if (!status && !by__go_is_legal(s, point, colour, NULL))
        status = by__sgf_fail(&r->in, property->at, "%s[%s] is not legal: %-s", property->name, value,
                              by__go_refusal(s, point, colour));
    if (!status)
        status = by_position_push(r->position, go_move(point, colour), r->error);
    return status ? status : by_record_add(r->record, r->node, go_move(point, colour), &r->node, r->error);
}

/* Text as it is meant: escapes are resolved, an escaped end of line is none, and each end of line is one byte. */
static by_status set_comment(struct reader *r, int node, const char *raw)
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

/* Properties that the record represents itself are no tags. */
static bool is_told_otherwise(const char *name, int node)
{
    static const char *const of_root[] = {"GM", "FF", "CA", "SZ"};

    for (size_t i = 0; node == BY_RECORD_ROOT && i < sizeof of_root / sizeof of_root[0]; i++)
        if (strcmp(name, of_root[i]) == 0)
            return true;
    return is_move(name) || is_set_up(name);
}

static by_status take_tags(struct reader *r, int node)
{
    const struct sgf_property *result = node == BY_RECORD_ROOT ? by__sgf_find(&r->in, "RE") : NULL;
    by_text value = {0};
    by_status status = BY_OK;

    for (int i = 0; i < r->in.property_count && !status; i++) {
        const struct sgf_property *property = &r->in.properties[i];

        if (is_told_otherwise(property->name, node))
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

static by_status add_moves(struct reader *r)
{
    by_status status = BY_OK;

    for (int i = 0; i < r->in.property_count && !status; i++)
        if (is_move(r->in.properties[i].name))
            status = add_move(r, &r->in.properties[i]);
    return status;
}

static by_status take_root(struct reader *r)
{
    by_status status = begin_board(r);

    if (!status && has_set_up(r))
        status = apply_set_up(r, r->position);
    r->has_player = by__sgf_find(&r->in, "PL");
    if (!status)
        status = note_start(r);
    if (!status)
        status = take_tags(r, BY_RECORD_ROOT);
    return status ? status : add_moves(r); /* they belong into a node of their own */
}

static by_status take_node(struct reader *r)
{
    by_status status = BY_OK;

    if (has_set_up(r))
        status = add_set_up(r);
    else if (!by__sgf_find(&r->in, "B") && !by__sgf_find(&r->in, "W"))
        status = by_record_add(r->record, r->node, BY_MOVE_NONE, &r->node, r->error);
    if (!status)
        status = add_moves(r);
    return status ? status : take_tags(r, r->node);
}

static by_status open_tree(struct reader *r)
{
    int *openings = by__array_grown(r->openings, (size_t)r->depth + 1, &r->room, sizeof *openings);

    if (!openings)
        return by_error_no_memory(r->error);
    r->openings = openings;
    r->in.at++;
    r->openings[r->depth++] = r->node;
    by__sgf_skip_blanks(&r->in);
    return by__sgf_byte(&r->in) == ';' ? BY_OK
                                       : by__sgf_fail(&r->in, r->in.at, "expected ; and the first node of this tree");
}

static by_status read_node(struct reader *r)
{
    by_status status;

    r->in.at++;
    status = by__sgf_read_properties(&r->in);
    if (!status)
        status = r->in.in_root ? take_root(r) : take_node(r);
    r->in.in_root = false;
    return status;
}

static by_status read_tree(struct reader *r)
{
    by_status status = open_tree(r);

    r->in.in_root = true;
    while (!status && r->depth) {
        by__sgf_skip_blanks(&r->in);
        if (by__sgf_byte(&r->in) == '(') {
            status = open_tree(r);
        } else if (by__sgf_byte(&r->in) == ';') {
            status = read_node(r);
        } else if (by__sgf_byte(&r->in) == ')') {
            r->in.at++;
            status = return_to(r, r->openings[--r->depth]);
        } else {
            status = by__sgf_fail(&r->in, r->in.at, "the game has no end, expected ) or a node or a tree");
        }
    }
    return status;
}

/* Where the next tree begins; files may have other text before it. */
static bool find_tree(struct reader *r)
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
static void skip_damage(struct reader *r)
{
    while (r->in.at < r->in.length && !(r->in.bytes[r->in.at] == '(' && r->in.bytes[r->in.at - 1] == '\n'))
        r->in.at++;
}

by_status by__go_sgf_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                          by_error *error)
{
    struct reader r = {.game = game,
                       .in = {.bytes = text, .length = length, .at = *offset, .error = error},
                       .record = out,
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
    while (r.aside_count)
        drop_aside(&r, &r.aside[--r.aside_count]);
    free(r.aside);
    by__sgf_free(&r.in);
    free(r.openings);
    by_position_destroy(r.position);
    *offset = r.in.at;
    return status;
}
