/* SPDX-License-Identifier: MIT */
#include "core/sgf.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/place.h"

void by__sgf_free(struct sgf_text *text)
{
    free(text->properties);
}

by_status by__sgf_fail(const struct sgf_text *text, size_t at, const char *format, ...)
{
    struct by__place place;
    va_list arguments;
    by_status status;

    /* Finding the place takes time; callers that skip many games pass no error. */
    if (!text->error)
        return BY_ERROR_INPUT;
    place = by__place_of(text->bytes, text->length, at);
    va_start(arguments, format);
    status = by_error_set_list(text->error, BY_ERROR_INPUT, place.line, place.column, format, arguments);
    va_end(arguments);
    return status;
}

void by__sgf_skip_blanks(struct sgf_text *text)
{
    while (text->at < text->length && isspace((unsigned char)text->bytes[text->at]))
        text->at++;
}

char by__sgf_byte(const struct sgf_text *text)
{
    return text->at < text->length ? text->bytes[text->at] : 0;
}

/* ---- Properties of a node -------------------------------------------------------------------------------------- */

/* Upper-case letters; older versions let lower-case ones stand between them, which mean nothing. */
static by_status read_name(struct sgf_text *text, char name[SGF_WORD_MOST])
{
    size_t start = text->at;
    int count = 0;

    while (isalnum((unsigned char)by__sgf_byte(text)) && count < SGF_WORD_MOST - 1) {
        if (!islower((unsigned char)by__sgf_byte(text)))
            name[count++] = by__sgf_byte(text);
        text->at++;
    }
    name[count] = 0;
    if (isalnum((unsigned char)by__sgf_byte(text)))
        return by__sgf_fail(text, start, "this name of a property is too long");
    if (!count)
        return by__sgf_fail(text, start, "expected a property such as B[dd], or one of ; ( )");
    return BY_OK;
}

static by_status read_value(struct sgf_text *text, const char *name)
{
    size_t opening = text->at++;
    struct sgf_property *property, *properties = by__array_grown(text->properties, (size_t)text->property_count + 1,
                                                                 &text->property_room, sizeof *properties);

    if (!properties)
        return by_error_no_memory(text->error);
    text->properties = properties;
    while (text->at < text->length && text->bytes[text->at] != ']') {
        bool is_escape = text->bytes[text->at] == '\\' && text->at + 1 < text->length;

        text->at += is_escape;
        text->at += by__sgf_character_length(text->encoding, text->bytes + text->at, text->length - text->at);
    }
    if (text->at >= text->length)
        return by__sgf_fail(text, opening, "the value of %s has no end, expected ]", name);
    property = &text->properties[text->property_count++];
    (void)snprintf(property->name, sizeof property->name, "%s", name);
    property->at = opening + 1;
    property->length = text->at - opening - 1;
    text->at++;
    return BY_OK;
}

/* The next value already needs the encoding. */
static void store_encoding(struct sgf_text *text)
{
    const struct sgf_property *property = &text->properties[text->property_count - 1];
    char name[SGF_WORD_MOST];

    /* A text that begins with the mark of UTF-8 is that, whatever it was when its CA was written. */
    if (strcmp(property->name, "CA") != 0 || !text->in_root || by__mark_of_utf8(text->bytes, text->length))
        return;
    by__sgf_copy_value(text, property, name);
    text->encoding = by__sgf_find_encoding(name);
    text->has_strange_encoding = !text->encoding;
}

by_status by__sgf_read_properties(struct sgf_text *text)
{
    char name[SGF_WORD_MOST];
    by_status status = BY_OK;

    text->property_count = 0;
    for (by__sgf_skip_blanks(text); !status && text->at < text->length && !strchr(";()", by__sgf_byte(text));
         by__sgf_skip_blanks(text)) {
        status =
            by__sgf_byte(text) ? read_name(text, name) : by__sgf_fail(text, text->at, "a byte of 0: this is no text");
        by__sgf_skip_blanks(text);
        if (!status && by__sgf_byte(text) != '[')
            status = by__sgf_fail(text, text->at, "expected [ and the value of %s", name);
        for (; !status && by__sgf_byte(text) == '['; by__sgf_skip_blanks(text)) {
            status = read_value(text, name);
            if (!status)
                store_encoding(text);
        }
    }
    return status;
}

const struct sgf_property *by__sgf_find(const struct sgf_text *text, const char *name)
{
    for (int i = 0; i < text->property_count; i++)
        if (strcmp(text->properties[i].name, name) == 0)
            return &text->properties[i];
    return NULL;
}

void by__sgf_copy_value(const struct sgf_text *text, const struct sgf_property *property, char value[SGF_WORD_MOST])
{
    (void)snprintf(value, SGF_WORD_MOST, "%.*s", property->length < SGF_WORD_MOST ? (int)property->length : 0,
                   text->bytes + property->at);
}

/* ---- What values mean ------------------------------------------------------------------------------------------ */

by_status by__sgf_add_value(const struct sgf_text *text, const struct sgf_property *property, by_text *out)
{
    const char *bytes = text->bytes + property->at;
    size_t length = property->length;
    bool is_good;

    if (memchr(bytes, 0, length))
        return by__sgf_fail(text, property->at, "a byte of 0 in the value of %s: this is no text", property->name);
    if (text->has_strange_encoding && !by__sgf_is_ascii(bytes, length))
        return by__sgf_fail(
            text, property->at,
            "the encoding that CA names is not known, expected UTF-8, ISO-8859-1, -2, -5 or "
            "-15, windows-1250, -1251 or -1252, KOI8-R, KOI8-U, GB18030, GBK, Big5, Shift_JIS or one of EUC");
    is_good = by__sgf_add_as_utf8(text->encoding, bytes, length, out);
    if (out->failed)
        return by_error_no_memory(text->error);
    if (!is_good)
        return by__sgf_fail(text, property->at, "the value of %s is not in the encoding %s", property->name,
                            by__sgf_encoding_name(text->encoding));
    return BY_OK;
}

enum by_outcome by__sgf_read_result(const char *value)
{
    if ((*value == 'B' || *value == 'W') && value[1] == '+')
        return *value == 'B' ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND;
    return by__sgf_is_same_word(value, "0") || by__sgf_is_same_word(value, "draw") ||
                   by__sgf_is_same_word(value, "jigo")
               ? BY_OUTCOME_DRAW
               : BY_OUTCOME_UNKNOWN;
}

bool by__sgf_is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}
