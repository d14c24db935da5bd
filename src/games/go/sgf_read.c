/* SPDX-License-Identifier: MIT
 *
 * Reading SGF: the current version (FF[4]) and, as far as they differ in nothing else, older ones. A node is read as a
 * list of properties and then given its meaning: stones that are set up make a position, a move makes a node, C a
 * remark; all other properties become tags of the node, one for each value, raw with their escapes.
 *
 * Texts are converted to UTF-8 value by value. In some encodings of East Asia the second byte of a character can look
 * like a bracket or a backslash, so that already the brackets have to be found by characters. Without CA a value is
 * UTF-8 if it can be, otherwise ISO-8859-1.
 *
 * Invariant: the position is the one of `node`.
 *
 * Stones that are set up begin a new position. The one before it is set aside until the tree ends in which they stand,
 * if its moves would take long to make again.
 */
#include <ctype.h>
#include <iconv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/place.h"
#include "games/go/notation.h"

enum family { FAMILY_BYTES, FAMILY_TWO_BYTES, FAMILY_GB18030, FAMILY_SHIFT_JIS, FAMILY_EUC_JP };

struct encoding {
    const char *name;  /* as iconv knows it */
    const char *alias; /* another one */
    enum family family;
};

static const struct encoding encodings[] = {
    {"UTF-8", "utf8", FAMILY_BYTES},          {"ISO-8859-1", "latin1", FAMILY_BYTES},
    {"US-ASCII", "ascii", FAMILY_BYTES},      {"GB18030", "GB-18030", FAMILY_GB18030},
    {"GBK", "GB2312", FAMILY_TWO_BYTES},      {"BIG5", "Big-5", FAMILY_TWO_BYTES},
    {"CP932", "SHIFT_JIS", FAMILY_SHIFT_JIS}, {"CP932", "SHIFT-JIS", FAMILY_SHIFT_JIS},
    {"CP932", "SJIS", FAMILY_SHIFT_JIS},      {"EUC-JP", "EUCJP", FAMILY_EUC_JP},
    {"EUC-KR", "EUCKR", FAMILY_TWO_BYTES},    {"EUC-CN", "EUCCN", FAMILY_TWO_BYTES},
    {"EUC-TW", "EUCTW", FAMILY_TWO_BYTES},    {"CP1250", "windows-1250", FAMILY_BYTES},
    {"CP1251", "windows-1251", FAMILY_BYTES}, {"CP1252", "windows-1252", FAMILY_BYTES},
    {"ISO-8859-2", "latin2", FAMILY_BYTES},   {"ISO-8859-5", "cyrillic", FAMILY_BYTES},
    {"ISO-8859-15", "latin9", FAMILY_BYTES},  {"KOI8-R", "KOI8R", FAMILY_BYTES},
    {"KOI8-U", "KOI8U", FAMILY_BYTES},
};

enum { ENCODING_COUNT = sizeof encodings / sizeof encodings[0], NAME_MOST = 32 };

/* A value of a property, as bytes of the file. */
struct property {
    char name[NAME_MOST];
    size_t at, length;
};

/* A position to which the file comes back. */
struct aside {
    by_position *position; /* NULL: it is made anew */
    int node;              /* where it was left */
    int depth;             /* trees that were open when it began */
};

enum {
    ASIDE_LEAST = 128,    /* moves that are made again rather than that their position is kept */
    ASIDE_MOST = 64,      /* positions that are kept; of more the oldest are made anew */
    SET_UPS_MOST = 10000, /* in the middle of a game */
};

struct reader {
    const by_game *game;
    const char *text;
    size_t length;
    size_t at;
    const struct encoding *encoding; /* NULL: not told */
    bool has_strange_encoding;       /* told, but none that is known */
    by_record *record;
    by_position *position;
    int node;
    bool in_root;                /* the first node is being read */
    bool has_player;             /* the root says who is to move */
    struct property *properties; /* of the node that is read */
    int property_count, property_room;
    int *openings; /* the nodes at which trees opened */
    int depth, room;
    int began_at; /* how many trees were open when the position began */
    struct aside *aside;
    int aside_count, aside_room;
    int aside_held, aside_first; /* how many have a position, and before which place none has */
    int set_ups;
    by_error *error;
};

/* ---- Places and bytes -------------------------------------------------------------------------------------------- */

static by_status fail(struct reader *r, size_t at, const char *format, ...) BY_PRINTF(3, 4);

static by_status fail(struct reader *r, size_t at, const char *format, ...)
{
    struct by__place place;
    char message[sizeof r->error->message];
    va_list arguments;

    /* To find the place takes time, which whoever reads over many games saves. */
    if (!r->error)
        return BY_ERROR_INPUT;
    place = by__place_of(r->text, r->length, at);
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return by_error_set_at(r->error, BY_ERROR_INPUT, place.line, place.column, "%s", message);
}

static const struct go *board_of(const struct reader *r)
{
    return r->position->state;
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->length && isspace((unsigned char)r->text[r->at]))
        r->at++;
}

static char byte_at(const struct reader *r)
{
    return r->at < r->length ? r->text[r->at] : 0;
}

/* ---- Encodings --------------------------------------------------------------------------------------------------- */

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static const struct encoding *find_encoding(const char *name)
{
    for (int i = 0; i < ENCODING_COUNT; i++)
        if (same_word(name, encodings[i].name) || same_word(name, encodings[i].alias))
            return &encodings[i];
    return NULL;
}

/* Bytes of the character at `at`, if it is sound. */
static size_t character_length(const struct reader *r, size_t at)
{
    enum family family = r->encoding ? r->encoding->family : FAMILY_BYTES;
    unsigned char first = (unsigned char)r->text[at];
    unsigned char second = at + 1 < r->length ? (unsigned char)r->text[at + 1] : 0;
    size_t length = 1;

    if (family == FAMILY_BYTES || first < 0x81 || first == 0xFF)
        return 1;
    if (family == FAMILY_SHIFT_JIS)
        length = first < 0xA0 || (first >= 0xE0 && first <= 0xFC) ? 2 : 1;
    else if (family == FAMILY_EUC_JP && first == 0x8F)
        length = 3;
    else if (family == FAMILY_GB18030 && isdigit(second))
        length = 4;
    else
        length = 2;
    return at + length <= r->length ? length : 1;
}

static bool is_utf8(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        char head[5] = {0};
        int size;

        memcpy(head, bytes + i, length - i < 4 ? length - i : 4);
        size = by_text_character(head);
        if (!size)
            return false;
        i += (size_t)size;
    }
    return true;
}

static void add_bytes(by_text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        by_text_add_char(out, bytes[i]);
}

static void add_latin1(by_text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];

        if (c >= 0x80)
            by_text_add_char(out, (char)(0xC0 | c >> 6));
        by_text_add_char(out, (char)(c < 0x80 ? c : 0x80 | (c & 0x3F)));
    }
}

/* Converts through the C library; false if the bytes are not of that encoding, or if it is not installed. */
static bool add_converted(by_text *out, const char *encoding, const char *bytes, size_t length)
{
    iconv_t converter = iconv_open("UTF-8", encoding);
    char *from = (char *)bytes;              /* iconv does not write there */
    bool is_good = converter != (iconv_t)-1; /* NOLINT: so POSIX has it */

    while (is_good && length) {
        char piece[256], *to = piece;
        size_t room = sizeof piece, before = length;
        size_t done = iconv(converter, &from, &length, &to, &room);

        add_bytes(out, piece, (size_t)(to - piece));
        is_good = done != (size_t)-1 || (length < before);
    }
    if (converter != (iconv_t)-1) /* NOLINT */
        (void)iconv_close(converter);
    return is_good;
}

/* The bytes of a value in UTF-8. */
static by_status convert(struct reader *r, const struct property *property, by_text *out)
{
    const char *bytes = r->text + property->at;
    size_t length = property->length;
    const char *name = r->encoding ? r->encoding->name : "";
    bool is_ascii = true, is_good = true;

    for (size_t i = 0; i < length; i++)
        is_ascii = is_ascii && (unsigned char)bytes[i] < 0x80;
    if (memchr(bytes, 0, length))
        return fail(r, property->at, "a byte of 0 in the value of %s: this is no text", property->name);
    if (!is_ascii && r->has_strange_encoding)
        return fail(r, property->at,
                    "the encoding that CA names is not known, expected UTF-8, ISO-8859-1, -2, -5 or "
                    "-15, windows-1250, -1251 or -1252, KOI8-R, KOI8-U, GB18030, GBK, Big5, Shift_JIS or one of EUC");
    if (is_ascii || same_word(name, "UTF-8") || (!*name && is_utf8(bytes, length))) {
        is_good = is_utf8(bytes, length);
        add_bytes(out, bytes, is_good ? length : 0);
    } else if (!*name || same_word(name, "ISO-8859-1")) {
        add_latin1(out, bytes, length);
    } else {
        is_good = add_converted(out, name, bytes, length);
        is_good = is_good && is_utf8(by_text_string(out), out->length) && !memchr(by_text_string(out), 0, out->length);
    }
    if (out->failed)
        return by_error_no_memory(r->error);
    if (!is_good)
        return fail(r, property->at, "the value of %s is not in the encoding %s", property->name, name);
    return BY_OK;
}

/* ---- Properties of a node ---------------------------------------------------------------------------------------- */

/* Upper-case letters; older versions let lower-case ones stand between them, which mean nothing. */
static by_status read_name(struct reader *r, char name[NAME_MOST])
{
    size_t start = r->at;
    int count = 0;

    while (isalnum((unsigned char)byte_at(r)) && count < NAME_MOST - 1) {
        if (!islower((unsigned char)byte_at(r)))
            name[count++] = byte_at(r);
        r->at++;
    }
    name[count] = 0;
    if (isalnum((unsigned char)byte_at(r)))
        return fail(r, start, "this name of a property is too long");
    if (!count)
        return fail(r, start, "expected a property such as B[dd], or one of ; ( )");
    return BY_OK;
}

static by_status read_value(struct reader *r, const char *name)
{
    size_t opening = r->at++;
    struct property *property;

    if (r->property_count == r->property_room) {
        int room = r->property_room ? 2 * r->property_room : 16;
        struct property *more = realloc(r->properties, (size_t)room * sizeof *more);

        if (!more)
            return by_error_no_memory(r->error);
        r->properties = more;
        r->property_room = room;
    }
    while (r->at < r->length && r->text[r->at] != ']') {
        bool is_escape = r->text[r->at] == '\\' && r->at + 1 < r->length;

        r->at += is_escape;
        r->at += character_length(r, r->at);
    }
    if (r->at >= r->length)
        return fail(r, opening, "the value of %s has no end, expected ]", name);
    property = &r->properties[r->property_count++];
    (void)snprintf(property->name, sizeof property->name, "%s", name);
    property->at = opening + 1;
    property->length = r->at - opening - 1;
    r->at++;
    return BY_OK;
}

/* Which encoding is in use has to be known for the very next value. */
static void note_encoding(struct reader *r)
{
    const struct property *property = &r->properties[r->property_count - 1];
    char name[NAME_MOST];

    /* A text that begins with the mark of UTF-8 is that, whatever it was when its CA was written. */
    if (strcmp(property->name, "CA") != 0 || !r->in_root || by__mark_of_utf8(r->text, r->length))
        return;
    (void)snprintf(name, sizeof name, "%.*s", property->length < NAME_MOST ? (int)property->length : 0,
                   r->text + property->at);
    r->encoding = find_encoding(name);
    r->has_strange_encoding = !r->encoding;
}

static by_status read_properties(struct reader *r)
{
    char name[NAME_MOST];
    by_status status = BY_OK;

    r->property_count = 0;
    for (skip_blanks(r); !status && r->at < r->length && !strchr(";()", byte_at(r)); skip_blanks(r)) {
        status = byte_at(r) ? read_name(r, name) : fail(r, r->at, "a byte of 0: this is no text");
        skip_blanks(r);
        if (!status && byte_at(r) != '[')
            status = fail(r, r->at, "expected [ and the value of %s", name);
        for (; !status && byte_at(r) == '['; skip_blanks(r)) {
            status = read_value(r, name);
            if (!status)
                note_encoding(r);
        }
    }
    return status;
}

static const struct property *find(const struct reader *r, const char *name)
{
    for (int i = 0; i < r->property_count; i++)
        if (strcmp(r->properties[i].name, name) == 0)
            return &r->properties[i];
    return NULL;
}

/* The value in a buffer, "" if it does not fit. */
static void copy_value(const struct reader *r, const struct property *property, char value[NAME_MOST])
{
    (void)snprintf(value, NAME_MOST, "%.*s", property->length < NAME_MOST ? (int)property->length : 0,
                   r->text + property->at);
}

/* ---- The root ---------------------------------------------------------------------------------------------------- */

bool by__go_read_sgf_komi(const char *value, int *half)
{
    bool is_negative = *value == '-';
    const char *c = value + (is_negative || *value == '+');
    int points = 0, more = 0;

    if (!isdigit((unsigned char)*c))
        return false;
    for (; isdigit((unsigned char)*c) && points <= 500; c++)
        points = points * 10 + *c - '0';
    if (*c == '.') {
        more = c[1] == '5';
        c += 1 + more;
        c += strspn(c, "0");
    }
    if (*c || 2 * points + more > 1000)
        return false;
    *half = is_negative ? -(2 * points + more) : 2 * points + more;
    return true;
}

enum by_outcome by__go_read_sgf_result(const char *value)
{
    if ((*value == 'B' || *value == 'W') && value[1] == '+')
        return *value == 'B' ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND;
    return same_word(value, "0") || same_word(value, "draw") || same_word(value, "jigo") ? BY_OUTCOME_DRAW
                                                                                         : BY_OUTCOME_UNKNOWN;
}

static by_status read_size(struct reader *r, int *size)
{
    const struct property *property = find(r, "SZ");
    char value[NAME_MOST], *end;
    long columns, rows;

    *size = 19;
    if (!property)
        return BY_OK;
    copy_value(r, property, value);
    columns = rows = strtol(value, &end, 10);
    if (*end == ':')
        rows = strtol(end + 1, &end, 10);
    if (*end || columns != rows || columns < GO_SIZE_LEAST || columns > GO_SIZE_MOST)
        return fail(r, property->at, "SZ[%.20s]: expected a square board of %d to %d lines", value, GO_SIZE_LEAST,
                    GO_SIZE_MOST);
    *size = (int)columns;
    return BY_OK;
}

/* An empty board of the size and the komi that the root tells. */
static by_status begin_board(struct reader *r)
{
    const struct property *game = find(r, "GM"), *komi = find(r, "KM");
    int size, half = board_of(r)->tables->komi_half;
    char value[NAME_MOST];
    by_text text = {0};
    by_status status = read_size(r, &size);

    if (status)
        return status;
    if (game) {
        copy_value(r, game, value);
        if (strcmp(value, "1") != 0)
            return fail(r, game->at, "GM[%.20s] is another game, expected GM[1], which is Go", value);
    }
    if (komi) {
        copy_value(r, komi, value);
        (void)by__go_read_sgf_komi(value, &half);
    }
    by_text_printf(&text, "%d", size);
    status =
        text.failed ? by_error_no_memory(r->error) : by_position_parse(r->position, by_text_string(&text), r->error);
    by_text_free(&text);
    if (!status)
        ((struct go *)r->position->state)->komi_half = (int16_t)half;
    return status;
}

/* Notes where the game begins, unless that is the initial position. */
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

/* What a node sets up, on a copy of the stones. */
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
    return find(r, "AB") || find(r, "AW") || find(r, "AE") || find(r, "PL");
}

/* A point, or the corners of a rectangle. */
static by_status put_points(struct reader *r, const struct property *property, int colour, struct set_up *out)
{
    int size = board_of(r)->size, from, to;
    char value[NAME_MOST];
    const char *end;

    copy_value(r, property, value);
    end = by__go_read_letters(value, size, &from);
    to = from;
    if (end && *end == ':')
        end = by__go_read_letters(end + 1, size, &to);
    if (!end || *end || from % size > to % size || from / size < to / size)
        return fail(r, property->at,
                    "%s[%.20s]: expected a point on the board such as cc, or a rectangle such as cc:ee", property->name,
                    value);
    for (int row = to / size; row <= from / size; row++) {
        for (int column = from % size; column <= to % size; column++) {
            int point = row * size + column;

            if (out->is_told[point] && out->board[point] != colour)
                return fail(r, property->at, "%s[%.20s]: this node has set up something else on %s point",
                            property->name, value, from == to ? "this" : "one such");
            out->board[point] = (uint8_t)colour;
            out->is_told[point] = true;
        }
    }
    return BY_OK;
}

static by_status read_set_up(struct reader *r, struct set_up *out)
{
    by_status status = BY_OK;

    for (int i = 0; i < r->property_count && !status; i++) {
        const struct property *property = &r->properties[i];
        char value[NAME_MOST];

        if (!is_set_up(property->name))
            continue;
        out->at = property->at;
        if (property->name[0] == 'A') {
            char kind = property->name[1];

            status = put_points(r, property, kind == 'B' ? GO_BLACK : kind == 'W' ? GO_WHITE : GO_EMPTY, out);
            continue;
        }
        copy_value(r, property, value);
        if (!*value || !strchr("BbWw12", *value))
            return fail(r, property->at, "PL[%.20s]: expected B or W, who is to move", value);
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
    if (r->in_root && find(r, "AB") && !find(r, "AW"))
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
        return fail(r, set_up.at, "the stones that are set up: %s", inner.message);
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

    if (r->aside_count == r->aside_room) {
        int room = r->aside_room ? 2 * r->aside_room : 16;
        struct aside *more = realloc(r->aside, (size_t)room * sizeof *more);

        if (!more)
            return by_error_no_memory(r->error);
        r->aside = more;
        r->aside_room = room;
    }
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
        return fail(r, r->properties[0].at, "stones are set up in more than %d nodes of this game", SET_UPS_MOST);
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

/* Who plays first is to move in the position before, if the file does not say otherwise. */
static by_status begin_with(struct reader *r, int colour)
{
    struct go *s = r->position->state;

    if (r->node != BY_RECORD_ROOT || by_record_child(r->record, BY_RECORD_ROOT) != BY_RECORD_NONE || r->has_player ||
        s->side == colour)
        return BY_OK;
    s->side = (uint8_t)colour;
    return note_start(r);
}

static by_status add_move(struct reader *r, const struct property *property)
{
    const struct go *s = board_of(r);
    int colour = *property->name == 'W', point = GO_PASS;
    char value[NAME_MOST];
    const char *end = "";
    by_status status = begin_with(r, colour);

    copy_value(r, property, value);
    if (property->length && !(s->size <= 19 && strcmp(value, "tt") == 0))
        end = by__go_read_letters(value, s->size, &point);
    if (!status && (!end || *end))
        status = fail(r, property->at, "%s[%.20s]: expected a point on the board such as dd, or nothing for a pass",
                      property->name, value);
    if (!status && !by__go_is_legal(s, point, colour, NULL))
        status =
            fail(r, property->at, "%s[%s] is not legal: %s", property->name, value, by__go_refusal(s, point, colour));
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

/* What the record says in another way is no tag of it. */
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
    const struct property *result = node == BY_RECORD_ROOT ? find(r, "RE") : NULL;
    by_text value = {0};
    by_status status = BY_OK;

    for (int i = 0; i < r->property_count && !status; i++) {
        const struct property *property = &r->properties[i];

        if (is_told_otherwise(property->name, node))
            continue;
        by_text_clear(&value);
        status = convert(r, property, &value);
        if (!status && strcmp(property->name, "C") == 0)
            status = set_comment(r, node, by_text_string(&value));
        else if (!status)
            status = by_record_add_tag(r->record, node, property->name, by_text_string(&value), r->error);
        if (!status && property == result)
            by_record_set_outcome(r->record, by__go_read_sgf_result(by_text_string(&value)));
    }
    by_text_free(&value);
    return status;
}

/* ---- Nodes and trees --------------------------------------------------------------------------------------------- */

static by_status add_moves(struct reader *r)
{
    by_status status = BY_OK;

    for (int i = 0; i < r->property_count && !status; i++)
        if (is_move(r->properties[i].name))
            status = add_move(r, &r->properties[i]);
    return status;
}

static by_status take_root(struct reader *r)
{
    by_status status = begin_board(r);

    if (!status && has_set_up(r))
        status = apply_set_up(r, r->position);
    r->has_player = find(r, "PL");
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
    else if (!find(r, "B") && !find(r, "W"))
        status = by_record_add(r->record, r->node, BY_MOVE_NONE, &r->node, r->error);
    if (!status)
        status = add_moves(r);
    return status ? status : take_tags(r, r->node);
}

static by_status open_tree(struct reader *r)
{
    r->at++;
    if (r->depth == r->room) {
        int room = r->room ? 2 * r->room : 16;
        int *more = realloc(r->openings, (size_t)room * sizeof *more);

        if (!more)
            return by_error_no_memory(r->error);
        r->openings = more;
        r->room = room;
    }
    r->openings[r->depth++] = r->node;
    skip_blanks(r);
    return byte_at(r) == ';' ? BY_OK : fail(r, r->at, "expected ; and the first node of this tree");
}

static by_status read_node(struct reader *r)
{
    by_status status;

    r->at++;
    status = read_properties(r);
    if (!status)
        status = r->in_root ? take_root(r) : take_node(r);
    r->in_root = false;
    return status;
}

static by_status read_tree(struct reader *r)
{
    by_status status = open_tree(r);

    r->in_root = true;
    while (!status && r->depth) {
        skip_blanks(r);
        if (byte_at(r) == '(') {
            status = open_tree(r);
        } else if (byte_at(r) == ';') {
            status = read_node(r);
        } else if (byte_at(r) == ')') {
            r->at++;
            status = return_to(r, r->openings[--r->depth]);
        } else {
            status = fail(r, r->at, "the game has no end, expected ) or a node or a tree");
        }
    }
    return status;
}

/* Where the next tree begins; files may have other text before it. */
static bool find_tree(struct reader *r)
{
    for (; r->at < r->length; r->at++) {
        size_t next = r->at + 1;

        while (next < r->length && isspace((unsigned char)r->text[next]))
            next++;
        if (r->text[r->at] == '(' && next < r->length && r->text[next] == ';')
            return true;
    }
    return false;
}

/* After damage a tree at the beginning of a line is taken for the next game. */
static void skip_damage(struct reader *r)
{
    while (r->at < r->length && !(r->text[r->at] == '(' && r->text[r->at - 1] == '\n'))
        r->at++;
}

by_status by__go_sgf_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                          by_error *error)
{
    struct reader r = {.game = game, .text = text, .length = length, .at = *offset, .record = out, .error = error};
    by_status status = by_position_create(game, &r.position, error);

    if (status)
        return status;
    if (find_tree(&r)) {
        status = read_tree(&r);
    } else {
        status = fail(&r, *offset, "expected a game, which begins with (;");
        r.at = length;
    }
    if (status == BY_ERROR_INPUT) {
        r.at = r.at > *offset ? r.at : *offset + 1;
        skip_damage(&r);
    }
    while (r.aside_count)
        drop_aside(&r, &r.aside[--r.aside_count]);
    free(r.aside);
    free(r.properties);
    free(r.openings);
    by_position_destroy(r.position);
    *offset = r.at;
    return status;
}
