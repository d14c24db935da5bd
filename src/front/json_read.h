/* SPDX-License-Identifier: MIT
 *
 * Reads JSON (RFC 8259) by the library Jansson, strictly: what the standard does not allow is an error with its place,
 * and so are names that an object has twice, numbers that no int64_t or double can hold, and U+0000, which no text of
 * ours can hold.
 *
 *     struct json_document document;
 *
 *     if (json_read(text, &document, &error))
 *         return say_error(command, name, &error);
 *     game = json_member(document.root, "game");
 *     ...
 *     json_document_free(&document);
 */
#ifndef FRONT_JSON_READ_H
#define FRONT_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"

enum { JSON_READ_DEPTH_MOST = 2048, JSON_BLOCK = 256 };

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_kind kind;
    bool truth;               /* of a bool; of a number: it is a whole one that `integer` can hold */
    int64_t integer;          /* of such a number */
    const char *name;         /* of a member of an object; else NULL */
    const char *text;         /* of a string */
    struct json_value *child; /* of an array or object, the first; NULL: it is empty */
    struct json_value *next;  /* in the same array or object */
    struct json_value *parent;
    size_t offset; /* where it begins in the text */
};

/* Values are made in blocks that stay where they are. */
struct json_block {
    struct json_block *next;
    int count;
    struct json_value values[JSON_BLOCK];
};

struct json_document {
    const char *text;
    struct json_value *root;
    struct json_block *blocks;
    char *buffer; /* of strings; decoded, they are never longer than in the text */
};

/* An error that says what is missing if this program cannot read JSON. */
by_status json_read_check(by_error *error);

/* At most so much memory is needed at a time to read `text`. */
size_t json_read_bytes(const char *text);

/* Reads all of `text`, which is lent as long as the document lives. After an error there is nothing to free. */
by_status json_read(const char *text, struct json_document *out, by_error *error);
void json_document_free(struct json_document *document);

/* The member of an object; NULL if it has none of that name, or is no object. */
const struct json_value *json_member(const struct json_value *object, const char *name);

/* An error about a value, with its place. */
by_status json_mistake(const struct json_document *document, const struct json_value *value, by_error *error,
                       const char *format, ...) BY_PRINTF(4, 5);

/* "a string", "an object", ... */
const char *json_kind_name(enum json_kind kind);

#endif
