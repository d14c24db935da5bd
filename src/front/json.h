/* SPDX-License-Identifier: MIT
 *
 * Makes JSON (RFC 8259), value by value:
 *
 *     struct json json = {0};
 *     json_put_object(&json, JSON_ON_LINES);
 *     json_member_integer(&json, "depth", 7);
 *     json_member_array(&json, "pv", JSON_ON_ONE_LINE);
 *     json_put_string(&json, "e2e4");
 *     json_put_end(&json);
 *     json_put_end(&json);
 *     ... by_text_string(&json.text), unless json.text.failed ...
 *     by_text_free(&json.text);
 *
 * Commas and line breaks are put where they belong. Text that is no valid UTF-8 comes out with U+FFFD in its place.
 *
 * We read JSON by the library Jansson (front/json_read.h), but write it ourselves, as text that grows: a trace or a
 * proof has millions of values, which Jansson would hold as a tree of up to thirty times the size of the text, beyond
 * the memory that the server counts. Besides, Jansson cannot break lines by row, add a value that is text already, or
 * write counts of 64 bits without a sign and decimals of a fixed length.
 */
#ifndef FRONT_JSON_H
#define FRONT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/text.h"

enum { JSON_DEPTH_MOST = 2040 };

enum json_layout {
    JSON_ON_ONE_LINE, /* all in one line, with whatever is inside */
    JSON_ON_LINES,    /* each member on a line of its own */
};

struct json {
    by_text text; /* so far */
    int depth;
    bool has_key; /* the next value belongs to a key */
    struct {
        char close;
        bool lines;
        bool has_members;
    } open[JSON_DEPTH_MOST]; /* objects and arrays that are not ended yet */
};

void json_put_object(struct json *json, enum json_layout layout);
void json_put_array(struct json *json, enum json_layout layout);
/* Ends the innermost object or array; behind the outermost stands a newline. */
void json_put_end(struct json *json);

void json_put_key(struct json *json, const char *key);
void json_put_string(struct json *json, const char *text);              /* NULL is written as null */
void json_put_part(struct json *json, const char *text, size_t length); /* as a string */
void json_put_integer(struct json *json, int64_t number);
void json_put_unsigned(struct json *json, uint64_t number);
void json_put_bool(struct json *json, bool truth);
/* A value that is JSON already; out of memory there, it is here too. */
void json_put_text(struct json *json, const by_text *value);
/* Sixteenths, with as many decimal places as it takes. */
void json_put_sixteenths(struct json *json, uint64_t number);
/* Thousandths with a point, such as milliseconds from microseconds. */
void json_put_thousandths(struct json *json, int64_t number);

/* Members of an object, each with its key. */
void json_member_string(struct json *json, const char *key, const char *text);
void json_member_integer(struct json *json, const char *key, int64_t number);
void json_member_unsigned(struct json *json, const char *key, uint64_t number);
void json_member_bool(struct json *json, const char *key, bool truth);
/* An object or array, which json_put_end ends. */
void json_member_object(struct json *json, const char *key, enum json_layout layout);
void json_member_array(struct json *json, const char *key, enum json_layout layout);
void json_member_sixteenths(struct json *json, const char *key, uint64_t number);
void json_member_thousandths(struct json *json, const char *key, int64_t number);
/* Adds the printed `text` and frees it; out of memory there, the JSON is too. */
void json_member_printed(struct json *json, const char *key, by_text *text);
/* A value that is JSON already. */
void json_member_json(struct json *json, const char *key, const by_text *value);
/* An array of words; NULL ends them, and stands for none. */
void json_member_words(struct json *json, const char *key, const char *const *words);

#endif
