/* SPDX-License-Identifier: MIT
 *
 * Writes JSON (RFC 8259) to stdout, value by value:
 *
 *     struct json json = {0};
 *     json_object(&json, JSON_LINES);
 *     json_key(&json, "pv");
 *     json_array(&json, JSON_INLINE);
 *     json_string(&json, "e2e4");
 *     json_end(&json);
 *     json_end(&json);
 *
 * Commas and line breaks are put where they belong. Text that is no valid UTF-8 comes out with U+FFFD in its place.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>

enum { JSON_DEPTH_MOST = 128 };

enum json_layout {
    JSON_INLINE, /* all in one line, with whatever is inside */
    JSON_LINES,  /* each member on a line of its own */
};

struct json {
    int depth;
    bool has_key; /* the next value belongs to a key */
    struct {
        char close;
        bool lines;
        bool has_members;
    } open[JSON_DEPTH_MOST]; /* objects and arrays that are not ended yet */
};

void json_object(struct json *json, enum json_layout layout);
void json_array(struct json *json, enum json_layout layout);
/* Ends the innermost object or array; behind the outermost stands a newline. */
void json_end(struct json *json);

void json_key(struct json *json, const char *key);
void json_string(struct json *json, const char *text); /* NULL is written as null */
void json_integer(struct json *json, int64_t number);
void json_unsigned(struct json *json, uint64_t number);
void json_bool(struct json *json, bool truth);
/* Thousandths with a point, such as milliseconds from microseconds. */
void json_thousandths(struct json *json, int64_t number);

#endif
