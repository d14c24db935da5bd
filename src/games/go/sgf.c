/* SPDX-License-Identifier: MIT
 *
 * The properties of Go in SGF.
 */
#include <stdlib.h>
#include <string.h>

#include "core/sgf.h"
#include "games/go/notation.h"

static const struct go *board_of(const by_position *position)
{
    return position->state;
}

static const char *const set_ups[] = {"AB", "AW", "AE", "PL", NULL};

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Reads the size of the board, 19 if there is none. */
static by_status read_size(struct by__sgf_reader *r, int *size)
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

/* Reads a komi that a position can have. */
static bool read_komi(const char *value, int *half)
{
    const char *end = by__go_read_half(value + (*value == '+'), half);

    return end && !end[strspn(end, ".0")];
}

static by_status begin(struct by__sgf_reader *r)
{
    const struct sgf_property *game = by__sgf_find(&r->in, "GM"), *komi = by__sgf_find(&r->in, "KM");
    struct go *s = r->position->state;
    int size, half;
    char value[SGF_WORD_MOST];
    by_status status = read_size(r, &size);

    if (status)
        return status;
    if (game) {
        by__sgf_copy_value(&r->in, game, value);
        if (strcmp(value, "1") != 0)
            return by__sgf_fail(&r->in, game->at, "GM[%.20s] is another game, expected GM[1], which is Go", value);
    }
    by__go_clear(s, size);
    if (komi) {
        by__sgf_copy_value(&r->in, komi, value);
        if (read_komi(value, &half))
            s->komi_half = (int16_t)half;
    }
    return BY_OK;
}

/* The set-up of a node, on a copy of the stones. */
struct set_up {
    uint8_t board[GO_POINTS_MOST];
    bool is_set[GO_POINTS_MOST]; /* by this node */
    int side;
    size_t at; /* of the last value */
};

/* A point, or the corners of a rectangle. */
static by_status add_points(struct by__sgf_reader *r, const struct sgf_property *property, int colour,
                            struct set_up *out)
{
    int size = board_of(r->position)->size, from, to;
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

            if (out->is_set[point] && out->board[point] != colour)
                return by__sgf_fail(&r->in, property->at, "%s[%.20s]: this node has set up something else on %-s point",
                                    property->name, value, from == to ? BY_WORDS("this") : BY_WORDS("one such"));
            out->board[point] = (uint8_t)colour;
            out->is_set[point] = true;
        }
    }
    return BY_OK;
}

static by_status read_set_up(struct by__sgf_reader *r, struct set_up *out)
{
    by_status status = BY_OK;

    for (int i = 0; i < r->in.property_count && !status; i++) {
        const struct sgf_property *property = &r->in.properties[i];
        char value[SGF_WORD_MOST];

        if (!by__sgf_is_among(property->name, set_ups))
            continue;
        out->at = property->at;
        if (property->name[0] == 'A') {
            char kind = property->name[1];

            status = add_points(r, property, kind == 'B' ? GO_BLACK : kind == 'W' ? GO_WHITE : GO_EMPTY, out);
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
static by_status set_up(struct by__sgf_reader *r, by_position *into)
{
    const struct go *s = board_of(r->position);
    struct set_up changed = {.side = s->side};
    by_text text = {0};
    by_error inner = {0};
    by_status status;

    memcpy(changed.board, s->board, sizeof changed.board);
    if (r->in.in_root && by__sgf_find(&r->in, "AB") && !by__sgf_find(&r->in, "AW"))
        changed.side = GO_WHITE; /* a handicap */
    status = read_set_up(r, &changed);
    if (status)
        return status;
    by_text_printf(&text, "%d ", s->size);
    by__go_print_rows(s->size, changed.board, &text);
    by_text_printf(&text, " %c - ", changed.side == GO_BLACK ? 'b' : 'w');
    by__go_print_half(s->komi_half, &text);
    by_text_printf(&text, " %d %d 0", s->prisoners[GO_BLACK], s->prisoners[GO_WHITE]);
    status = text.failed ? BY_ERROR_MEMORY : by_position_parse(into, by_text_string(&text), &inner);
    by_text_free(&text);
    if (status == BY_ERROR_INPUT)
        return by__sgf_fail(&r->in, changed.at, "the stones that are set up: %-s", inner.parts);
    return status ? by_error_no_memory(r->error) : BY_OK;
}

static by_status read_move(struct by__sgf_reader *r, const struct sgf_property *property)
{
    struct go *s = r->position->state;
    int colour = *property->name == 'W', point = GO_PASS;
    bool is_first = r->node == BY_RECORD_ROOT && by_record_child(r->record, BY_RECORD_ROOT) == BY_RECORD_NONE;
    char value[SGF_WORD_MOST];
    const char *end = "";
    by_status status = BY_OK;

    if (is_first && !r->has_player && s->side != colour) { /* the side that plays first was to move */
        s->side = (uint8_t)colour;
        status = by__sgf_record_start(r);
    }
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

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void write_point(struct by__sgf_writer *w, int point)
{
    int size = board_of(w->position)->size;

    by_text_add_char(w->out, '[');
    if (point != GO_PASS)
        by_text_printf(w->out, "%c%c", 'a' + point % size, 'a' + size - 1 - point / size);
    by_text_add_char(w->out, ']');
}

/* The points that have `colour` in one board and not in the other. */
static void write_points(struct by__sgf_writer *w, const char *name, int colour, const uint8_t *before,
                         const uint8_t *after)
{
    bool is_first = true;

    for (int point = 0; point < board_of(w->position)->points; point++) {
        if (after[point] != colour || before[point] == colour)
            continue;
        by_text_add(w->out, is_first ? name : "");
        write_point(w, point);
        is_first = false;
    }
}

static void write_set_ups(struct by__sgf_writer *w, const uint8_t *before, const uint8_t *after)
{
    write_points(w, "AB", GO_BLACK, before, after);
    write_points(w, "AW", GO_WHITE, before, after);
    write_points(w, "AE", GO_EMPTY, before, after);
}

static void write_player(struct by__sgf_writer *w)
{
    by_text_printf(w->out, "PL[%c]", board_of(w->position)->side == GO_BLACK ? 'B' : 'W');
}

/* Without PL the side that plays first is taken to be the one to move, and white after black stones alone. */
static bool needs_player(const struct by__sgf_writer *w)
{
    const struct go *s = board_of(w->position);
    int child = by_record_child(w->record, BY_RECORD_ROOT);
    by_move move = child == BY_RECORD_NONE ? BY_MOVE_NONE : by_record_move(w->record, child);

    return s->stones_key || s->side == GO_WHITE || (move != BY_MOVE_NONE && go_colour(move) != s->side);
}

static void write_root(struct by__sgf_writer *w)
{
    const struct go *s = board_of(w->position);
    uint8_t empty[GO_POINTS_MOST];

    memset(empty, GO_EMPTY, sizeof empty);
    by_text_printf(w->out, "GM[1]FF[4]CA[UTF-8]SZ[%d]", s->size);
    write_set_ups(w, empty, s->board);
    if (needs_player(w))
        write_player(w);
    /* A komi that readers would not take by themselves, neither with this game nor with the usual one */
    if (!by__sgf_writes_tag(w, "KM") && (s->komi_half != s->tables->komi_half || s->komi_half != GO_KOMI_HALF)) {
        by_text_add(w->out, "KM[");
        by__go_print_half(s->komi_half, w->out);
        by_text_add_char(w->out, ']');
    }
}

/* Only the first komi counts. */
static bool contradicts(const struct by__sgf_writer *w, const char *name, const char *value)
{
    int half;

    return strcmp(name, "KM") == 0 && (value != by_record_tag(w->record, BY_RECORD_ROOT, name) ||
                                       (read_komi(value, &half) && half != board_of(w->position)->komi_half));
}

static by_status write_set_up(struct by__sgf_writer *w, const char *text)
{
    uint8_t before[GO_POINTS_MOST];
    int size = board_of(w->position)->size, side = board_of(w->position)->side;
    by_status status;

    memcpy(before, board_of(w->position)->board, sizeof before);
    status = by_position_parse(w->position, text, w->error);
    if (status)
        return status;
    if (board_of(w->position)->size != size)
        return by_error_set(w->error, BY_ERROR_INPUT, "a position of %d lines in a game of %d",
                            board_of(w->position)->size, size);
    write_set_ups(w, before, board_of(w->position)->board);
    if (board_of(w->position)->side != side ||
        memcmp(before, board_of(w->position)->board, board_of(w->position)->points) == 0)
        write_player(w);
    return BY_OK;
}

static void write_move(struct by__sgf_writer *w, by_move move)
{
    by_text_add_char(w->out, go_colour(move) == GO_BLACK ? 'B' : 'W');
    write_point(w, go_point(move));
}

/* ---- The game ---------------------------------------------------------------------------------------------------- */

static const struct by__sgf_game sgf = {
    .moves = (const char *const[]){"B", "W", NULL},
    .set_ups = set_ups,
    .root = (const char *const[]){"GM", "FF", "CA", "SZ", NULL},
    .begin = begin,
    .set_up = set_up,
    .move = read_move,
    .write_root = write_root,
    .contradicts = contradicts,
    .write_set_up = write_set_up,
    .write_move = write_move,
};

static by_status read_record(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                             by_error *error)
{
    return by__sgf_read(&sgf, game, text, length, offset, out, error);
}

/* The format has a notation of its own. */
static by_status write_record(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error)
{
    (void)notation;
    return by__sgf_write(&sgf, game, record, out, error);
}

const struct by_records by__go_records = {BY_SIZE(by_records), .format = "SGF", .notation = GO_SGF, .read = read_record,
                                          .write = write_record};
