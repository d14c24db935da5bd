/* SPDX-License-Identifier: MIT
 *
 * The text is copied once, and strings are decoded where they stand: that never makes them longer. Nesting needs no
 * recursion, since every value knows its parent.
 */
#include "front/json_read.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/text.h"

/* Values are made in blocks that stay where they are. */
enum { BLOCK = 256 };

struct json_block {
    struct json_block *next;
    int count;
    struct json_value values[BLOCK];
};

struct reader {
    struct json_document *document;
    char *at;                /* in the copy */
    struct json_value *open; /* the innermost array or object that is not ended */
    int depth;
    by_error *error;
};

/* ---- Places and mistakes --------------------------------------------------------------------------------------- */

/* Characters are counted in the text as it was given: in the copy, strings move when they are decoded. */
static by_status mistake_at(const struct json_document *document, size_t offset, by_error *error, const char *format,
                            va_list arguments)
{
    const char *line = document->text;
    int number = 1;

    for (size_t i = 0; i < offset; i++) {
        if (document->text[i] == '\n') {
            number++;
            line = document->text + i + 1;
        }
    }
    return by_error_set_list(error, BY_ERROR_INPUT, number, by_text_column(line, document->text + offset), format,
                             arguments);
}

static by_status refuse(const struct reader *r, const char *place, const char *format, ...) BY_PRINTF(3, 4);

static by_status refuse(const struct reader *r, const char *place, const char *format, ...)
{
    va_list arguments;
    by_status status;

    va_start(arguments, format);
    status = mistake_at(r->document, (size_t)(place - r->document->buffer), r->error, format, arguments);
    va_end(arguments);
    return status;
}

static by_status mistake(const struct reader *r, const char *place, const char *expected)
{
    return refuse(r, place, *place ? "%-s" : "%-s, but the text ends", expected);
}

by_status json_mistake(const struct json_document *document, const struct json_value *value, by_error *error,
                       const char *format, ...)
{
    va_list arguments;
    by_status status;

    va_start(arguments, format);
    status = mistake_at(document, value->offset, error, format, arguments);
    va_end(arguments);
    return status;
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')
        r->at++;
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

static struct json_value *new_value(struct reader *r, enum json_kind kind)
{
    struct json_block *block = r->document->blocks;

    if (!block || block->count == BLOCK) {
        block = calloc(1, sizeof *block);
        if (!block)
            return NULL;
        block->next = r->document->blocks;
        r->document->blocks = block;
    }
    block->values[block->count] =
        (struct json_value){.kind = kind, .parent = r->open, .offset = (size_t)(r->at - r->document->buffer)};
    return &block->values[block->count++];
}

/* ---- Strings --------------------------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Four digits; -1 if they are none. */
static int read_four(const char *text)
{
    int code = 0;

    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(text[i]);

        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

static char *put_character(char *to, int code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

/* The code after \u, with the second half of a surrogate pair. */
static by_status read_code(struct reader *r, char **to)
{
    int code = read_four(r->at + 1), low;

    if (code < 0)
        return mistake(r, r->at, "expected four hexadecimal digits behind \\u");
    if (code == 0)
        return mistake(r, r->at, "U+0000 cannot be part of a text here");
    r->at += 5;
    if (code >= 0xDC00 && code < 0xE000)
        return mistake(r, r->at - 6, "the second half of a pair stands alone");
    if (code >= 0xD800 && code < 0xDC00) {
        low = r->at[0] == '\\' && r->at[1] == 'u' ? read_four(r->at + 2) : -1;
        if (low < 0xDC00 || low >= 0xE000)
            return mistake(r, r->at - 6, "the first half of a pair stands alone");
        code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
        r->at += 6;
    }
    *to = put_character(*to, code);
    return BY_OK;
}

static by_status read_escape(struct reader *r, char **to)
{
    static const char letters[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    const char *found;

    r->at++;
    if (*r->at == 'u')
        return read_code(r, to);
    found = *r->at ? strchr(letters, *r->at) : NULL;
    if (!found)
        return mistake(r, r->at, "expected one of \" \\ / b f n r t u behind a backslash");
    *(*to)++ = characters[found - letters];
    r->at++;
    return BY_OK;
}

/* Reads a string, at whose first quotation mark we are. */
static by_status read_string(struct reader *r, const char **out)
{
    char *to = r->at + 1;
    by_status status = BY_OK;

    *out = to;
    r->at++;
    while (*r->at != '"' && !status) {
        int length = by_text_character(r->at);

        if (*r->at == '\\') {
            status = read_escape(r, &to);
        } else if ((unsigned char)*r->at < ' ') {
            return mistake(r, r->at, *r->at ? "control characters have to be escaped" : "expected the end of a string");
        } else if (!length) {
            return mistake(r, r->at, "this is no UTF-8");
        } else {
            memmove(to, r->at, (size_t)length);
            to += length;
            r->at += length;
        }
    }
    if (status)
        return status;
    *to = 0;
    r->at++;
    return BY_OK;
}

/* ---- Numbers and words ----------------------------------------------------------------------------------------- */

static const char *skip_digits(const char *c)
{
    while (*c >= '0' && *c <= '9')
        c++;
    return c;
}

/* The end of the number that begins here; NULL: it is none. */
static const char *end_of_number(const char *c)
{
    const char *digits;

    c += *c == '-';
    digits = c;
    c = skip_digits(c);
    if (c == digits || (*digits == '0' && c > digits + 1))
        return NULL;
    if (*c == '.') {
        digits = ++c;
        c = skip_digits(c);
        if (c == digits)
            return NULL;
    }
    if (*c == 'e' || *c == 'E') {
        c++;
        c += *c == '+' || *c == '-';
        digits = c;
        c = skip_digits(c);
        if (c == digits)
            return NULL;
    }
    return c;
}

static by_status read_number(struct reader *r, struct json_value *value)
{
    const char *end = end_of_number(r->at);
    char *integer_end;

    if (!end)
        return mistake(r, r->at, "this is no number as JSON has it");
    value->kind = JSON_NUMBER;
    errno = 0;
    value->integer = strtoll(r->at, &integer_end, 10);
    value->truth = integer_end == end && errno == 0;
    r->at += end - r->at;
    return BY_OK;
}

static by_status read_word(struct reader *r, struct json_value *value)
{
    static const struct {
        const char *word;
        enum json_kind kind;
        bool truth;
    } words[] = {{"null", JSON_NULL, false}, {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}};

    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i].word);

        if (strncmp(r->at, words[i].word, length) == 0) {
            value->kind = words[i].kind;
            value->truth = words[i].truth;
            r->at += length;
            return BY_OK;
        }
    }
    return mistake(r, r->at, "expected a value: an object, an array, a string, a number, true, false or null");
}

/* ---- Arrays and objects ---------------------------------------------------------------------------------------- */

/* Comparing names with all earlier ones takes quadratic time, so their number is limited. */
static by_status check_name(const struct reader *r, const char *name, const char *place)
{
    int count = 0;

    for (const struct json_value *member = r->open->child; member; member = member->next) {
        if (strcmp(member->name, name) == 0)
            return mistake(r, place, "the object has this name already");
        if (++count == JSON_READ_MEMBERS_MOST)
            return mistake(r, place, "the object has too many members");
    }
    return BY_OK;
}

static void append(struct json_value *parent, struct json_value *value)
{
    if (parent->last_child)
        parent->last_child->next = value;
    else
        parent->child = value;
    parent->last_child = value;
}

/* The name before a member's value, with the colon. */
static by_status read_name(struct reader *r, const char **name)
{
    const char *place = r->at;
    by_status status;

    if (*r->at != '"')
        return mistake(r, r->at, "expected a name in quotation marks");
    status = read_string(r, name);
    if (!status)
        status = check_name(r, *name, place);
    if (status)
        return status;
    skip_blanks(r);
    if (*r->at != ':')
        return mistake(r, r->at, "expected ':' behind a name");
    r->at++;
    skip_blanks(r);
    return BY_OK;
}

/* A value; of an array or object only the beginning, which is open then. */
static by_status read_value(struct reader *r)
{
    const char *name = NULL;
    struct json_value *value;
    by_status status = r->open && r->open->kind == JSON_OBJECT ? read_name(r, &name) : BY_OK;

    if (status)
        return status;
    value = new_value(r, JSON_NULL);
    if (!value)
        return by_error_no_memory(r->error);
    value->name = name;
    if (r->open)
        append(r->open, value);
    else
        r->document->root = value;
    if (*r->at == '{' || *r->at == '[') {
        if (++r->depth > JSON_READ_DEPTH_MOST)
            return mistake(r, r->at, "arrays and objects are nested too deep");
        value->kind = *r->at == '{' ? JSON_OBJECT : JSON_ARRAY;
        r->open = value;
        r->at++;
        return BY_OK;
    }
    if (*r->at == '"') {
        value->kind = JSON_STRING;
        return read_string(r, &value->text);
    }
    return *r->at == '-' || (*r->at >= '0' && *r->at <= '9') ? read_number(r, value) : read_word(r, value);
}

static bool at_end_of_open(const struct reader *r)
{
    return *r->at == (r->open->kind == JSON_OBJECT ? '}' : ']');
}

/* Behind a value: ends what ends here, and finds the comma before the next. */
static by_status read_between(struct reader *r)
{
    for (skip_blanks(r); r->open && at_end_of_open(r); skip_blanks(r)) {
        r->open = r->open->parent;
        r->depth--;
        r->at++;
    }
    if (!r->open)
        return *r->at ? mistake(r, r->at, "expected the end of the text") : BY_OK;
    if (*r->at != ',')
        return mistake(r, r->at, r->open->kind == JSON_OBJECT ? "expected ',' or '}'" : "expected ',' or ']'");
    r->at++;
    skip_blanks(r);
    return BY_OK;
}

static by_status read_all(struct reader *r)
{
    by_status status;

    skip_blanks(r);
    do {
        struct json_value *outer = r->open;

        status = read_value(r);
        skip_blanks(r);
        /* Where something was opened a value comes next, unless it is empty */
        if (!status && (r->open == outer || at_end_of_open(r)))
            status = read_between(r);
    } while (!status && r->open);
    return status;
}

by_status json_read(const char *text, struct json_document *out, by_error *error)
{
    struct reader r = {.document = out, .error = error};
    size_t size = strlen(text) + 1;
    by_status status;

    *out = (struct json_document){.text = text, .buffer = malloc(size)};
    if (!out->buffer)
        return by_error_no_memory(error);
    r.at = memcpy(out->buffer, text, size);
    status = read_all(&r);
    if (status)
        json_document_free(out);
    return status;
}

void json_document_free(struct json_document *document)
{
    while (document->blocks) {
        struct json_block *next = document->blocks->next;

        free(document->blocks);
        document->blocks = next;
    }
    free(document->buffer);
    *document = (struct json_document){0};
}

const struct json_value *json_member(const struct json_value *object, const char *name)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    for (const struct json_value *member = object->child; member; member = member->next)
        if (strcmp(member->name, name) == 0)
            return member;
    return NULL;
}

const char *json_kind_name(enum json_kind kind)
{
    static const char *const names[] = {BY_WORDS("null"),     BY_WORDS("true or false"), BY_WORDS("a number"),
                                        BY_WORDS("a string"), BY_WORDS("an array"),      BY_WORDS("an object")};

    return names[kind];
}
