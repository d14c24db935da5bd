/* SPDX-License-Identifier: MIT
 *
 * Reading PGN. Much is forgiven that means the same (missing or wrong move numbers, notations mixed in one game, tags
 * without an end of the game before them); what cannot be understood ends the game there, with its place.
 *
 * Invariant: the position is the one behind `node`; what is read next continues it.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "core/game.h"
#include "core/pgn.h"
#include "core/place.h"

/* A variation that is being read. */
struct opening {
    size_t at;   /* of its parenthesis */
    size_t made; /* moves in the position when it opened */
    int node;    /* to which it is an alternative */
};

struct reader {
    const struct by_pgn *pgn;
    const char *text;
    size_t length;
    size_t at;
    size_t checked; /* up to here the bytes are known to be UTF-8 */
    by_record *record;
    by_position *position;
    struct by__pgn_count start;
    int node;
    int notation; /* of moves that look alike in another one; BY_NOTATION_ANY: nothing has decided it */
    bool in_tags;
    bool is_before;  /* a comment now belongs to the move to come */
    bool is_ended;   /* by its result */
    by_text comment; /* comments one after the other, not yet given to a move */
    by_text before;  /* the comment that waits for its move */
    struct opening *openings;
    int depth;
    size_t room;
    by_error *error;
};

static const char delimiters[] = " \t\r\n\v\f{}()[];!?$";

enum { MAX_WORD = 64, MAX_MARKS = 200 };

/* ---- Places and bytes -------------------------------------------------------------------------------------------- */

static by_status fail(struct reader *r, size_t at, const char *format, ...) BY_PRINTF(3, 4);

/* Lines are counted only here: most files are sound. */
static by_status fail(struct reader *r, size_t at, const char *format, ...)
{
    struct by__place place;
    va_list arguments;
    by_status status;

    /* To find the place takes time, which whoever reads over many games saves. */
    if (!r->error)
        return BY_ERROR_INPUT;
    place = by__place_of(r->text, r->length, at);
    va_start(arguments, format);
    status = by_error_set_list(r->error, BY_ERROR_INPUT, place.line, place.column, format, arguments);
    va_end(arguments);
    return status;
}

/* Bytes of the UTF-8 character at `c`, 0 if it is none; `left` bytes are there, and perhaps no 0 behind them. */
static size_t character_length(const char *c, size_t left)
{
    char head[5] = {0};

    memcpy(head, c, left < 4 ? left : 4);
    return (size_t)by_text_character(head);
}

/* Fails unless all up to `end` is UTF-8. Files of older Chinese programs are not. */
static by_status check_encoding(struct reader *r, size_t end)
{
    while (r->checked < end) {
        const char *c = r->text + r->checked;
        size_t length = character_length(c, r->length - r->checked);

        if (!length && !*c)
            return fail(r, r->checked, "a byte of 0: this is no text");
        if (!length)
            return fail(r, r->checked,
                        "the encoding is not UTF-8 (byte 0x%02X); if it is GBK, convert it first: iconv -f GB18030 -t "
                        "UTF-8",
                        (unsigned char)*c);
        r->checked += length;
    }
    return BY_OK;
}

static char byte_at(const struct reader *r, size_t at)
{
    return at < r->length ? r->text[at] : 0;
}

static bool is_blank(char c)
{
    return c && strchr(" \t\r\n\v\f", c);
}

/* U+3000, the blank of Chinese typography */
static bool is_wide_blank(const struct reader *r, size_t at)
{
    return r->length - at >= 3 && memcmp(r->text + at, "\xE3\x80\x80", 3) == 0;
}

static size_t line_end(const struct reader *r, size_t at)
{
    while (at < r->length && r->text[at] != '\n' && r->text[at] != '\r')
        at++;
    return at;
}

/* Skips blanks, and lines that begin with a percent sign, which are meant for other programs. */
static void skip_blanks(struct reader *r)
{
    while (r->at < r->length) {
        bool line_begins = r->at == 0 || r->text[r->at - 1] == '\n';

        if (is_blank(r->text[r->at]))
            r->at++;
        else if (is_wide_blank(r, r->at))
            r->at += 3;
        else if (line_begins && r->text[r->at] == '%')
            r->at = line_end(r, r->at);
        else
            return;
    }
}

static void add_piece(by_text *text, const char *from, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (from[i] == '\r' && i + 1 < length && from[i + 1] == '\n')
            continue;
        by_text_add_char(text, from[i] == '\r' ? '\n' : from[i]);
    }
}

/* ---- Tags -------------------------------------------------------------------------------------------------------- */

static bool find_result(const struct reader *r, const char *text, enum by_outcome *out)
{
    for (int i = 0; i <= BY_OUTCOME_DRAW; i++) {
        *out = (enum by_outcome)i;
        if (strcmp(text, by__pgn_results[i]) == 0)
            return true;
    }
    for (const struct by_pgn_result *result = r->pgn->results; result && result->word; result++) {
        *out = result->outcome;
        if (strcmp(text, result->word) == 0)
            return true;
    }
    *out = BY_OUTCOME_DRAW;
    return strcmp(text, "½-½") == 0;
}

/* The name of a tag of the roster as it is written there; NULL if it is another. */
static const char *roster_name(const struct reader *r, const char *name)
{
    for (int i = 0; i < BY__PGN_ROSTER_TAGS; i++)
        if (strcasecmp(name, by__pgn_roster_tag(r->pgn, i)) == 0)
            return by__pgn_roster_tag(r->pgn, i);
    return NULL;
}

/* The tag Format counts if moves of this notation may look like those of another. */
static void record_format(struct reader *r, const char *value)
{
    r->notation = BY_NOTATION_ANY;
    for (int i = 0; r->pgn->formats[i]; i++)
        if (strcasecmp(value, r->pgn->formats[i]) == 0)
            r->notation = i;
}

/* Sets up the position of a FEN, of which the value begins at `at`. */
static by_status read_fen(struct reader *r, const char *value, size_t at)
{
    by_error inner = {0};
    by_text start = {0};
    bool is_initial;
    by_status status = by_position_parse(r->position, value, &inner);

    if (status == BY_ERROR_MEMORY)
        return by_error_no_memory(r->error);
    if (status)
        return fail(r, at + (inner.column ? (size_t)inner.column - 1 : 0), "FEN: %-s", inner.parts);
    status = by_position_print_start(r->position, &is_initial, &start, r->error);
    if (!status)
        status = by_record_set_start(r->record, is_initial ? NULL : by_text_string(&start), r->error);
    by_text_free(&start);
    return status;
}

/* Tags that the record represents itself are dropped. */
static by_status record_tag(struct reader *r, const char *name, const char *value, size_t value_at)
{
    const char *roster = roster_name(r, name);
    enum by_outcome outcome;

    if (strcasecmp(name, "FEN") == 0)
        return read_fen(r, value, value_at);
    if (strcasecmp(name, "SetUp") == 0 || (r->pgn->game && strcasecmp(name, "Game") == 0))
        return BY_OK;
    if (r->pgn->formats && strcasecmp(name, "Format") == 0) {
        record_format(r, value);
        return BY_OK;
    }
    if (strcasecmp(name, "Result") == 0) {
        by_record_set_outcome(r->record, find_result(r, value, &outcome) ? outcome : BY_OUTCOME_UNKNOWN);
        return BY_OK;
    }
    if (!roster)
        return by_record_add_tag(r->record, BY_RECORD_ROOT, name, value, r->error);
    if (value[strspn(value, "?.")] == 0)
        return BY_OK;
    return by_record_set_tag(r->record, BY_RECORD_ROOT, roster, value, r->error);
}

/* A tag stands on one line. */
static void skip_spaces(struct reader *r)
{
    while (byte_at(r, r->at) == ' ' || byte_at(r, r->at) == '\t')
        r->at++;
}

/* Whether the quote at `at` ends the value: programs forget to mark those that do not. */
static bool ends_value(const struct reader *r, size_t at)
{
    for (at++; byte_at(r, at) == ' ' || byte_at(r, at) == '\t';)
        at++;
    return byte_at(r, at) == ']';
}

static by_status read_value(struct reader *r, by_text *value)
{
    size_t end = line_end(r, r->at), start = r->at;

    for (; r->at < end && !(r->text[r->at] == '"' && ends_value(r, r->at)); r->at++) {
        if (r->text[r->at] == '\\' && r->at + 1 < end && strchr("\"\\", r->text[r->at + 1]))
            r->at++;
        by_text_add_char(value, r->text[r->at]);
    }
    if (check_encoding(r, r->at))
        return BY_ERROR_INPUT;
    if (r->at == end)
        return fail(r, start, "this value has no end, expected \"] on the same line");
    return BY_OK;
}

static size_t name_length(const struct reader *r)
{
    size_t at = r->at;

    while (at < r->length && !is_blank(r->text[at]) && !strchr("\"[]", r->text[at]))
        at++;
    return at - r->at;
}

/* [Name "value"] */
static by_status read_tag(struct reader *r, by_text *name, by_text *value)
{
    size_t length, value_at;

    r->at++;
    skip_spaces(r);
    length = name_length(r);
    if (check_encoding(r, r->at + length))
        return BY_ERROR_INPUT;
    if (!length)
        return fail(r, r->at, "expected the name of a tag, as in [%s \"...\"]", r->pgn->sides[0]);
    add_piece(name, r->text + r->at, length);
    r->at += length;
    skip_spaces(r);
    if (byte_at(r, r->at) != '"')
        return fail(r, r->at, "expected the value of the tag in quotes, as in [%s \"...\"]", r->pgn->sides[0]);
    value_at = ++r->at;
    if (read_value(r, value))
        return BY_ERROR_INPUT;
    r->at++;
    skip_spaces(r);
    r->at++; /* the bracket, which read_value has seen */
    if (name->failed || value->failed)
        return by_error_no_memory(r->error);
    return record_tag(r, by_text_string(name), by_text_string(value), value_at);
}

static by_status read_tags(struct reader *r)
{
    by_text name = {0}, value = {0};
    by_status status = BY_OK;

    r->in_tags = true;
    for (skip_blanks(r); !status && byte_at(r, r->at) == '['; skip_blanks(r)) {
        by_text_clear(&name);
        by_text_clear(&value);
        status = read_tag(r, &name, &value);
    }
    by_text_free(&name);
    by_text_free(&value);
    r->in_tags = status != BY_OK;
    return status;
}

/* ---- Comments ---------------------------------------------------------------------------------------------------- */

/* Adds to a remark, on a line of its own if there is one already. */
static by_status add_remark(struct reader *r, int node, enum by_remark kind, const char *between, const char *text)
{
    const char *now = by_record_remark(r->record, node, kind);
    by_text all = {0};
    by_status status;

    by_text_printf(&all, "%s%s%s", now, *now && *text ? between : "", text);
    if (all.failed)
        status = by_error_no_memory(r->error);
    else
        status = by_record_set_remark(r->record, node, kind, by_text_string(&all), r->error);
    by_text_free(&all);
    return status;
}

static bool is_at_comment(const struct reader *r)
{
    return byte_at(r, r->at) == '{' || byte_at(r, r->at) == ';';
}

static size_t comment_end(const struct reader *r)
{
    size_t end = r->at + 1;

    if (r->text[r->at] == ';')
        return line_end(r, end);
    while (end < r->length && r->text[end] != '}')
        end++;
    return end;
}

static by_status read_comment(struct reader *r)
{
    bool in_braces = r->text[r->at] == '{';
    size_t start = r->at + 1, end = comment_end(r);

    if (check_encoding(r, end))
        return BY_ERROR_INPUT;
    if (in_braces && end == r->length)
        return fail(r, r->at, "this comment has no end, expected }");
    if (r->comment.length)
        by_text_add_char(&r->comment, '\n');
    add_piece(&r->comment, r->text + start, end - start);
    r->at = end + in_braces;
    return r->comment.failed ? by_error_no_memory(r->error) : BY_OK;
}

/* The text without the blanks at its ends, cut in place. */
static const char *trimmed(by_text *text)
{
    const char *start = by_text_string(text);

    while (text->length && is_blank(text->data[text->length - 1]))
        text->data[--text->length] = 0;
    while (is_blank(*start))
        start++;
    return start;
}

/* Gives the comments gathered so far to their move. */
static by_status settle_comment(struct reader *r)
{
    const char *comment = trimmed(&r->comment);
    by_status status = BY_OK;

    if (*comment && r->is_before)
        by_text_printf(&r->before, "%s%s", r->before.length ? "\n" : "", comment);
    else if (*comment)
        status = add_remark(r, r->node, BY_REMARK_AFTER, "\n", comment);
    by_text_clear(&r->comment);
    return r->before.failed ? by_error_no_memory(r->error) : status;
}

/* A comment that waits for a move which does not come belongs to the one before it. */
static by_status settle_before(struct reader *r)
{
    by_status status = BY_OK;

    if (r->before.length)
        status = add_remark(r, r->node, BY_REMARK_AFTER, "\n", by_text_string(&r->before));
    by_text_clear(&r->before);
    return status;
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static size_t digit_length(const char *c)
{
    const unsigned char *u = (const unsigned char *)c;

    if (isdigit(*u))
        return 1;
    return u[0] == 0xEF && u[1] == 0xBC && u[2] >= 0x90 && u[2] <= 0x99 ? 3 : 0; /* full-width */
}

/* The text after the number of a move. */
static size_t dot_length(const char *c)
{
    static const char *const dots[] = {".", "．", "、", "…"};

    for (size_t i = 0; i < sizeof dots / sizeof dots[0]; i++)
        if (strncmp(c, dots[i], strlen(dots[i])) == 0)
            return strlen(dots[i]);
    return 0;
}

/* Bytes of the number at the beginning of a word, dots included. */
static size_t number_length(const char *word)
{
    size_t length = 0, digits;

    while (digit_length(word + length))
        length += digit_length(word + length);
    digits = length;
    while (dot_length(word + length))
        length += dot_length(word + length);
    return length == digits && word[length] ? 0 : length;
}

/* Bytes of the word that begins here, copied if there is room for it; else it is left empty. */
static size_t copy_word(const struct reader *r, char word[MAX_WORD])
{
    size_t end = r->at, length;

    while (end < r->length && r->text[end] && !strchr(delimiters, r->text[end]) && !is_wide_blank(r, end))
        end++;
    length = end - r->at;
    (void)snprintf(word, MAX_WORD, "%.*s", length < MAX_WORD ? (int)length : 0, r->text + r->at);
    return length;
}

static int lookalike_of(const struct reader *r, const char *word, bool *is_certain)
{
    return r->pgn->find_lookalike ? r->pgn->find_lookalike(word, is_certain) : BY_NOTATION_ANY;
}

/* The notation that a later move decides. Move by move it looks like another notation, since both may be legal; one
 * move that is certain decides for the game. */
static int notation_ahead(struct reader ahead)
{
    char word[MAX_WORD];
    enum by_outcome outcome;

    for (skip_blanks(&ahead); ahead.at < ahead.length && ahead.text[ahead.at] != '['; skip_blanks(&ahead)) {
        size_t length = copy_word(&ahead, word);
        bool is_certain = false;
        int notation = lookalike_of(&ahead, word + number_length(word), &is_certain);

        if (find_result(&ahead, word, &outcome))
            break;
        if (notation != BY_NOTATION_ANY && is_certain)
            return notation;
        if (is_at_comment(&ahead))
            ahead.at = comment_end(&ahead);
        ahead.at += length ? length : 1;
    }
    return BY_NOTATION_ANY;
}

static int notation_of(const struct reader *r, const char *word)
{
    bool is_certain;
    int notation = lookalike_of(r, word, &is_certain);

    return notation == r->notation ? notation : BY_NOTATION_ANY;
}

static by_status make_move(struct reader *r, by_move move)
{
    by_status status = by_position_push(r->position, move, r->error);

    if (!status)
        status = by_record_add(r->record, r->node, move, &r->node, r->error);
    if (!status)
        status = by_record_set_remark(r->record, r->node, BY_REMARK_BEFORE, by_text_string(&r->before), r->error);
    by_text_clear(&r->before);
    r->is_before = false;
    return status;
}

/* A move, perhaps with its number before it. A WXF move may itself begin like a number (15.6, the first pawn on the
 * fifth file), so that the whole word is tried as well. */
static by_status read_move(struct reader *r, const char *word, size_t at)
{
    const by_game_type *type = by_game_type_of(by_position_game(r->position));
    size_t number = number_length(word);
    struct by__pgn_count count;
    by_error inner = {0};
    by_move move;
    by_status status;

    if (number && !word[number]) {
        r->is_before = true;
        return BY_OK;
    }
    status = by_position_parse_move_as(r->position, word + number, notation_of(r, word + number), &move, &inner);
    if (status == BY_ERROR_INPUT && number)
        status = by_position_parse_move_as(r->position, word, BY_NOTATION_ANY, &move, NULL);
    if (!status)
        return make_move(r, move);
    if (status == BY_ERROR_MEMORY)
        return by_error_no_memory(r->error);
    count = by__pgn_count_at(r->start, r->position);
    return fail(r, at + number, "move %u, %-s: %-s", count.first, by_game_side_name(type, count.side), inner.parts);
}

static bool has_move_of_its_own(const struct reader *r)
{
    int above = r->depth ? by_record_parent(r->record, r->openings[r->depth - 1].node) : BY_RECORD_ROOT;

    return r->node != above;
}

/* $14 or !? */
static by_status read_mark(struct reader *r)
{
    char mark[MAX_WORD];
    const char *from = r->text + r->at;
    const char *set = *from == '$' ? "0123456789" : "!?";
    size_t length = 1;

    while (byte_at(r, r->at + length) && strchr(set, from[length]) && length < sizeof mark - 1)
        length++;
    if (!has_move_of_its_own(r))
        return fail(r, r->at, "expected a move before the sign");
    if (strlen(by_record_remark(r->record, r->node, BY_REMARK_MARKS)) > MAX_MARKS)
        return fail(r, r->at, "one move has more signs than make sense");
    if (*from == '$' && length == 1)
        return fail(r, r->at, "expected a number behind $");
    (void)snprintf(mark, sizeof mark, "%.*s", (int)length, from);
    r->at += length;
    return add_remark(r, r->node, BY_REMARK_MARKS, " ", mark);
}

static by_status read_word(struct reader *r)
{
    char word[MAX_WORD];
    size_t start = r->at, length = copy_word(r, word);
    enum by_outcome outcome;

    if (check_encoding(r, start + (length ? length : 1)))
        return BY_ERROR_INPUT;
    if (!length)
        return fail(r, start, "expected a move, a comment, a variation or the result, but here is '%c'",
                    r->text[start]);
    if (length >= sizeof word)
        return fail(r, start, "expected a move, but this word has %lu bytes", (unsigned long)length);
    r->at += length;
    if (!find_result(r, word, &outcome))
        return read_move(r, word, start);
    if (outcome != BY_OUTCOME_UNKNOWN)
        by_record_set_outcome(r->record, outcome);
    r->is_ended = true;
    return BY_OK;
}

/* ---- Variations -------------------------------------------------------------------------------------------------- */

static by_status open_variation(struct reader *r)
{
    struct opening *openings;
    size_t made;

    if (!has_move_of_its_own(r))
        return fail(r, r->at, "there is no move to which this variation is an alternative");
    openings = by__array_grown(r->openings, (size_t)r->depth + 1, &r->room, sizeof *openings);
    if (!openings)
        return by_error_no_memory(r->error);
    r->openings = openings;
    (void)by_position_history(r->position, &made);
    openings[r->depth++] = (struct opening){.at = r->at++, .made = made, .node = r->node};
    r->node = by_record_parent(r->record, r->node);
    r->is_before = true;
    return by_position_pop(r->position, r->error);
}

static by_status close_variation(struct reader *r)
{
    struct opening opening;
    size_t made;
    by_status status;

    if (!r->depth)
        return fail(r, r->at, "expected a move, but here is a ) without its (");
    if (!has_move_of_its_own(r))
        return fail(r, r->at, "expected a move before the end of the variation");
    status = settle_before(r);
    opening = r->openings[--r->depth];
    for ((void)by_position_history(r->position, &made); made >= opening.made; made--)
        by_position_pop(r->position, NULL);
    r->node = opening.node;
    r->at++;
    r->is_before = true;
    return status ? status : by_position_push(r->position, by_record_move(r->record, r->node), r->error);
}

/* ---- The game ---------------------------------------------------------------------------------------------------- */

static by_status read_item(struct reader *r)
{
    by_status status = settle_comment(r);

    if (status)
        return status;
    switch (r->text[r->at]) {
    case '(':
        return open_variation(r);
    case ')':
        return close_variation(r);
    case '$':
    case '!':
    case '?':
        return read_mark(r);
    default:
        return read_word(r);
    }
}

/* Up to the result and what is said of it, or to the tags of the next game. */
static by_status read_moves(struct reader *r)
{
    by_status status = BY_OK;

    for (skip_blanks(r); !status && r->at < r->length && r->text[r->at] != '['; skip_blanks(r)) {
        if (is_at_comment(r))
            status = read_comment(r);
        else if (r->is_ended)
            break;
        else
            status = read_item(r);
    }
    if (!status && r->depth)
        status = fail(r, r->openings[r->depth - 1].at, "this variation has no end, expected )");
    return status;
}

/* Where the next game seems to begin, behind damage: a line of tags, but not one of this game. */
static void find_next_game(struct reader *r)
{
    bool in_tags = r->in_tags;

    while (r->at < r->length && (in_tags || r->text[r->at] != '[')) {
        r->at = line_end(r, r->at);
        while (r->at < r->length && is_blank(r->text[r->at]))
            r->at++;
        in_tags = in_tags && byte_at(r, r->at) == '[';
    }
}

by_status by__pgn_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                       by_error *error)
{
    struct reader r = {.pgn = by_game_type_of(game)->records->pgn,
                       .text = text,
                       .length = length,
                       .at = *offset,
                       .checked = *offset,
                       .record = out,
                       .notation = BY_NOTATION_ANY,
                       .error = error};
    by_status status = by_position_create(game, &r.position, error), late;

    if (status)
        return status;
    status = read_tags(&r);
    if (!status) {
        int notation = notation_ahead(r);

        r.notation = notation == BY_NOTATION_ANY ? r.notation : notation;
        r.start = by__pgn_count_from(r.pgn, r.position);
        status = read_moves(&r);
    }
    late = settle_comment(&r);
    if (!late)
        late = settle_before(&r);
    if (status == BY_ERROR_INPUT)
        find_next_game(&r);
    *offset = r.at;
    by_text_free(&r.comment);
    by_text_free(&r.before);
    free(r.openings);
    by_position_destroy(r.position);
    return late ? late : status;
}
