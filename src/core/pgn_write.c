/* SPDX-License-Identifier: MIT
 *
 * Writing PGN. Words are gathered one at a time, so that lines are broken between them and parentheses stick to what
 * they enclose. The tree is walked without recursion: at the end of a line the way up leads to the variation that
 * ended.
 */
#include <string.h>

#include "core/game.h"
#include "core/pgn.h"

enum { MAX_LINE = 80 };

const char *const by__pgn_results[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *by__pgn_roster_tag(const struct by_pgn *pgn, int index)
{
    static const char *const first[] = {"Event", "Site", "Date", "Round"};
    enum { FIRST = sizeof first / sizeof first[0] };

    return index < FIRST ? first[index] : pgn->sides[index - FIRST];
}

struct by__pgn_count by__pgn_count_from(const struct by_pgn *pgn, by_position *start)
{
    struct by_node node;

    by_position_node(start, &node);
    return (struct by__pgn_count){pgn->first_number ? pgn->first_number(start->state) : 1, node.side};
}

struct by__pgn_count by__pgn_count_at(struct by__pgn_count start, const by_position *position)
{
    size_t plies = position->length + (size_t)start.side;

    return (struct by__pgn_count){start.first + (unsigned)(plies / 2), (int)(plies % 2)};
}

struct writer {
    const struct by_pgn *pgn;
    const by_record *record;
    by_position *position; /* before the move that is written next */
    struct by__pgn_count start;
    int notation;
    by_text *out;
    by_text word;      /* not yet in `out` */
    int column;        /* of `out`; 0: at the beginning of a line */
    bool glue;         /* the next word continues this one */
    bool needs_number; /* before a move of the second side */
    by_error *error;
};

/* ---- Words and lines --------------------------------------------------------------------------------------------- */

/* Columns that the text takes up to its end or to `end`; Chinese characters take two. */
static int width_of(const char *text, const char *end)
{
    int width = 0;

    for (; *text && text != end; text++)
        if (((unsigned char)*text & 0xC0) != 0x80)
            width += (unsigned char)*text >= 0xE1 ? 2 : 1;
    return width;
}

/* Puts the gathered word into the text, on a new line if it does not fit. */
static void flush_word(struct writer *w)
{
    const char *word = by_text_string(&w->word);
    int width = width_of(word, strchr(word, '\n'));
    const char *last = strrchr(word, '\n');

    w->out->failed = w->out->failed || w->word.failed;
    if (!*word)
        return;
    if (w->column && w->column + 1 + width > MAX_LINE) {
        by_text_add_char(w->out, '\n');
        w->column = 0;
    }
    if (w->column)
        by_text_add_char(w->out, ' ');
    by_text_add(w->out, word);
    w->column = last ? width_of(last + 1, NULL) : w->column + (w->column > 0) + width;
    by_text_clear(&w->word);
}

static void add_word(struct writer *w, const char *text)
{
    if (!w->glue)
        flush_word(w);
    w->glue = false;
    by_text_add(&w->word, text);
}

static void add_number(struct writer *w, struct by__pgn_count count)
{
    add_word(w, "");
    by_text_printf(&w->word, "%u%s", count.first, count.side == 0 ? "." : "...");
}

/* In braces, unless one stands in it: then as lines that begin with a semicolon. */
static void add_comment(struct writer *w, const char *text)
{
    if (!*text)
        return;
    w->needs_number = true;
    if (!strchr(text, '}')) {
        add_word(w, "{");
        by_text_add(&w->word, text);
        by_text_add_char(&w->word, '}');
        return;
    }
    add_word(w, ";");
    for (; *text; text++) {
        by_text_add_char(&w->word, *text);
        by_text_add(&w->word, *text == '\n' ? ";" : "");
    }
    by_text_add_char(&w->word, '\n');
}

/* A sign such as ! stands directly behind its move, others follow as words. */
static void add_marks(struct writer *w, const char *marks)
{
    bool sticks = *marks == '!' || *marks == '?';

    while (*marks) {
        size_t length = strcspn(marks, " ");

        if (length && !sticks)
            add_word(w, "");
        for (; length; length--)
            by_text_add_char(&w->word, *marks++);
        sticks = false;
        marks += *marks == ' ';
    }
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static by_status add_move(struct writer *w, int node)
{
    struct by__pgn_count count = by__pgn_count_at(w->start, w->position);
    by_move move = by_record_move(w->record, node);
    const char *before = by_record_remark(w->record, node, BY_REMARK_BEFORE);

    if (!by__position_allows(w->position, move))
        return by_error_set(w->error, BY_ERROR_INPUT, "move %u: number %lu is not legal here", count.first,
                            (unsigned long)move);
    if (count.side == 0 || w->needs_number || *before) {
        add_number(w, count);
        w->glue = !*before; /* a number and its move stay on one line */
        by_text_add(&w->word, *before ? "" : " ");
    }
    add_comment(w, before);
    add_word(w, "");
    by_position_print_move_as(w->position, move, w->notation, &w->word);
    w->needs_number = false;
    add_marks(w, by_record_remark(w->record, node, BY_REMARK_MARKS));
    add_comment(w, by_record_remark(w->record, node, BY_REMARK_AFTER));
    return BY_OK;
}

/* The first move of the variation in which a line ended, going up from its last node; the position goes along. */
static int variation_above(struct writer *w, int node)
{
    const by_record *record = w->record;

    while (node != BY_RECORD_ROOT) {
        int parent = by_record_parent(record, node);

        by_position_pop(w->position, NULL);
        if (by_record_child(record, parent) != node)
            return node;
        node = parent;
    }
    return BY_RECORD_NONE;
}

static void open_variation(struct writer *w)
{
    add_word(w, "(");
    w->glue = true;
    w->needs_number = true;
}

static void close_variation(struct writer *w)
{
    by_text_add_char(&w->word, ')');
    w->needs_number = true;
}

static int main_move_beside(const struct writer *w, int node)
{
    return by_record_child(w->record, by_record_parent(w->record, node));
}

/* Begins the variation behind `node`, if there is one. */
static bool begin_next_variation(struct writer *w, int *node)
{
    int next = by_record_next(w->record, *node);

    if (next == BY_RECORD_NONE)
        return false;
    open_variation(w);
    *node = next;
    return true;
}

/* Where to go on behind `node`, which is written: the alternatives to a main move come first, then what follows it. */
static by_status step(struct writer *w, int *node)
{
    if (*node == main_move_beside(w, *node) && begin_next_variation(w, node))
        return BY_OK;
    for (;;) {
        by_status status = by_position_push(w->position, by_record_move(w->record, *node), w->error);
        int child = by_record_child(w->record, *node);

        if (status)
            return status;
        *node = child == BY_RECORD_NONE ? variation_above(w, *node) : child;
        if (child != BY_RECORD_NONE || *node == BY_RECORD_NONE)
            return BY_OK;
        close_variation(w);
        if (begin_next_variation(w, node))
            return BY_OK;
        *node = main_move_beside(w, *node);
    }
}

static by_status write_moves(struct writer *w)
{
    int node = by_record_child(w->record, BY_RECORD_ROOT);
    by_status status = BY_OK;

    w->needs_number = true;
    add_comment(w, by_record_remark(w->record, BY_RECORD_ROOT, BY_REMARK_AFTER));
    while (node != BY_RECORD_NONE && !status) {
        status = add_move(w, node);
        if (!status)
            status = step(w, &node);
    }
    add_word(w, by__pgn_results[by_record_outcome(w->record)]);
    flush_word(w);
    by_text_add_char(w->out, '\n');
    return status;
}

/* ---- Tags -------------------------------------------------------------------------------------------------------- */

static void write_tag(by_text *out, const char *name, const char *value)
{
    by_text_add_char(out, '[');
    for (; *name; name++)
        by_text_add_char(out, (unsigned char)*name <= ' ' || strchr("\"[]", *name) ? '_' : *name);
    by_text_add(out, " \"");
    for (; *value; value++) {
        if (strchr("\"\\", *value))
            by_text_add_char(out, '\\');
        by_text_add_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    }
    by_text_add(out, "\"]\n");
}

static bool is_in_roster(const struct by_pgn *pgn, const char *name)
{
    for (int i = 0; i < BY__PGN_ROSTER_TAGS; i++)
        if (strcmp(by__pgn_roster_tag(pgn, i), name) == 0)
            return true;
    return false;
}

static void write_tags(struct writer *w)
{
    const by_record *record = w->record;
    const char *start = by_record_start(record), *name, *value;

    if (w->pgn->game)
        write_tag(w->out, "Game", w->pgn->game);
    for (int i = 0; i < BY__PGN_ROSTER_TAGS; i++) {
        name = by__pgn_roster_tag(w->pgn, i);
        value = by_record_tag(record, BY_RECORD_ROOT, name);
        write_tag(w->out, name, value ? value : "?");
    }
    write_tag(w->out, "Result", by__pgn_results[by_record_outcome(record)]);
    for (int i = 0; by_record_tag_at(record, BY_RECORD_ROOT, i, &name, &value); i++)
        if (!is_in_roster(w->pgn, name))
            write_tag(w->out, name, value);
    if (start && w->pgn->has_setup)
        write_tag(w->out, "SetUp", "1");
    if (start)
        write_tag(w->out, "FEN", start);
    if (w->pgn->formats)
        write_tag(w->out, "Format", w->pgn->formats[w->notation]);
    by_text_add_char(w->out, '\n');
}

by_status by__pgn_write(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error)
{
    struct writer w = {
        .pgn = by_game_type_of(game)->records->pgn, .record = record, .notation = notation, .out = out, .error = error};
    by_status status = by_record_position(record, BY_RECORD_ROOT, game, &w.position, error);

    if (status)
        return status;
    w.start = by__pgn_count_from(w.pgn, w.position);
    write_tags(&w);
    status = write_moves(&w);
    by_text_free(&w.word);
    by_position_destroy(w.position);
    return status;
}
