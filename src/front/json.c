/* SPDX-License-Identifier: MIT */
#include "front/json.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static void break_line(struct json *json)
{
    by_text_printf(&json->text, "\n%*s", 2 * json->depth, "");
}

/* The separator between this member and the one before it. */
static void begin_member(struct json *json)
{
    if (json->has_key || !json->depth) {
        json->has_key = false;
        return;
    }
    if (json->open[json->depth - 1].has_members)
        by_text_add(&json->text, json->open[json->depth - 1].lines ? "," : ", ");
    if (json->open[json->depth - 1].lines)
        break_line(json);
    json->open[json->depth - 1].has_members = true;
}

static void begin(struct json *json, enum json_layout layout, const char *brackets)
{
    begin_member(json);
    assert(json->depth < JSON_DEPTH_MOST);
    by_text_add_char(&json->text, brackets[0]);
    json->open[json->depth].close = brackets[1];
    json->open[json->depth].lines = layout == JSON_ON_LINES && (json->depth == 0 || json->open[json->depth - 1].lines);
    json->open[json->depth].has_members = false;
    json->depth++;
}

void json_put_object(struct json *json, enum json_layout layout)
{
    begin(json, layout, "{}");
}

void json_put_array(struct json *json, enum json_layout layout)
{
    begin(json, layout, "[]");
}

void json_put_end(struct json *json)
{
    assert(json->depth > 0);
    json->depth--;
    if (json->open[json->depth].lines && json->open[json->depth].has_members)
        break_line(json);
    by_text_add_char(&json->text, json->open[json->depth].close);
    if (!json->depth)
        by_text_add_char(&json->text, '\n');
}

/* ---- Strings --------------------------------------------------------------------------------------------------- */

static void write_ascii(struct json *json, unsigned char c)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";

    for (int i = 0; escaped[i]; i++) {
        if (c == (unsigned char)escaped[i]) {
            by_text_printf(&json->text, "\\%c", letters[i]);
            return;
        }
    }
    if (c < 0x20 || c == 0x7F)
        by_text_printf(&json->text, "\\u%04x", c);
    else
        by_text_add_char(&json->text, (char)c);
}

static void write_string(struct json *json, const char *text, size_t size)
{
    const char *end = text + size;

    by_text_add_char(&json->text, '"');
    while (text < end) {
        int length = by_text_character(text);
        bool is_whole = length > 0 && length <= end - text;

        if (length == 1)
            write_ascii(json, (unsigned char)*text);
        else if (is_whole)
            by_text_printf(&json->text, "%.*s", length, text);
        else
            by_text_add(&json->text, "\xEF\xBF\xBD");
        text += is_whole ? length : 1;
    }
    by_text_add_char(&json->text, '"');
}

void json_put_key(struct json *json, const char *key)
{
    begin_member(json);
    write_string(json, key, strlen(key));
    by_text_add(&json->text, ": ");
    json->has_key = true;
}

void json_put_string(struct json *json, const char *text)
{
    if (text) {
        json_put_part(json, text, strlen(text));
    } else {
        begin_member(json);
        by_text_add(&json->text, "null");
    }
}

void json_put_part(struct json *json, const char *text, size_t length)
{
    begin_member(json);
    write_string(json, text, length);
}

void json_put_text(struct json *json, const by_text *value)
{
    begin_member(json);
    by_text_add(&json->text, by_text_string(value));
    json->text.failed |= value->failed;
}

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

void json_put_integer(struct json *json, int64_t number)
{
    begin_member(json);
    by_text_printf(&json->text, "%" PRId64, number);
}

void json_put_unsigned(struct json *json, uint64_t number)
{
    begin_member(json);
    by_text_printf(&json->text, "%" PRIu64, number);
}

void json_put_bool(struct json *json, bool truth)
{
    begin_member(json);
    by_text_add(&json->text, truth ? "true" : "false");
}

void json_put_sixteenths(struct json *json, uint64_t number)
{
    unsigned fraction = (unsigned)(number % 16) * 625;
    int places = 4;

    begin_member(json);
    by_text_printf(&json->text, "%" PRIu64, number / 16);
    for (; fraction && fraction % 10 == 0; fraction /= 10)
        places--;
    if (fraction)
        by_text_printf(&json->text, ".%0*u", places, fraction);
}

void json_put_thousandths(struct json *json, int64_t number)
{
    begin_member(json);
    by_text_printf(&json->text, "%s%" PRId64 ".%03d", number < 0 ? "-" : "", (number < 0 ? -number : number) / 1000,
                   (int)((number < 0 ? -number : number) % 1000));
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

void json_member_string(struct json *json, const char *key, const char *text)
{
    json_put_key(json, key);
    json_put_string(json, text);
}

void json_member_integer(struct json *json, const char *key, int64_t number)
{
    json_put_key(json, key);
    json_put_integer(json, number);
}

void json_member_unsigned(struct json *json, const char *key, uint64_t number)
{
    json_put_key(json, key);
    json_put_unsigned(json, number);
}

void json_member_bool(struct json *json, const char *key, bool truth)
{
    json_put_key(json, key);
    json_put_bool(json, truth);
}

void json_member_object(struct json *json, const char *key, enum json_layout layout)
{
    json_put_key(json, key);
    json_put_object(json, layout);
}

void json_member_array(struct json *json, const char *key, enum json_layout layout)
{
    json_put_key(json, key);
    json_put_array(json, layout);
}

void json_member_sixteenths(struct json *json, const char *key, uint64_t number)
{
    json_put_key(json, key);
    json_put_sixteenths(json, number);
}

void json_member_thousandths(struct json *json, const char *key, int64_t number)
{
    json_put_key(json, key);
    json_put_thousandths(json, number);
}

void json_member_printed(struct json *json, const char *key, by_text *text)
{
    json_member_string(json, key, by_text_string(text));
    json->text.failed |= text->failed;
    by_text_free(text);
}

void json_member_json(struct json *json, const char *key, const by_text *value)
{
    json_put_key(json, key);
    json_put_text(json, value);
}

void json_member_words(struct json *json, const char *key, const char *const *words)
{
    json_put_key(json, key);
    json_put_array(json, JSON_ON_ONE_LINE);
    for (; words && *words; words++)
        json_put_string(json, *words);
    json_put_end(json);
}
