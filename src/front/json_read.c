/* SPDX-License-Identifier: MIT
 *
 * Jansson reads the text. Its values have no places, so we go through the text once more, along with them, and make
 * values of our own. Those of Jansson are freed on the way: a large proof is never in memory twice.
 */
/* Four types of Jansson's have the names that our kinds have. */
#define JSON_OBJECT JANSSON_OBJECT
#define JSON_ARRAY  JANSSON_ARRAY
#define JSON_STRING JANSSON_STRING
#define JSON_NULL   JANSSON_NULL
#include <jansson.h>
#undef JSON_OBJECT
#undef JSON_ARRAY
#undef JSON_STRING
#undef JSON_NULL

#include <stdlib.h>
#include <string.h>

#include "front/json_read.h"

/* What Jansson needs for a value, with glibc's malloc: the struct, its table of 8 members, and its place in the table
 * of an array, which doubles as it grows, or its entry in that of an object. */
enum { SCALAR_BYTES = 80, ARRAY_BYTES = 128, OBJECT_BYTES = 224, ITEM_BYTES = 24, ENTRY_BYTES = 128 };

by_status json_read_check(by_error *error)
{
    (void)error;
    return BY_OK;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

/* The end of the string that begins here; a text may end before it does. */
static const char *skip_string(const char *c)
{
    for (c++; *c && *c != '"'; c++)
        c += *c == '\\' && c[1];
    return *c ? c + 1 : c;
}

size_t json_read_bytes(const char *text)
{
    enum { VALUE_BYTES = sizeof(struct json_value) + SCALAR_BYTES + ITEM_BYTES };
    size_t bytes = sizeof(struct json_block) + VALUE_BYTES;
    const char *c = text;

    while (*c) {
        if (*c == '"') {
            c = skip_string(c);
            continue;
        }
        if (*c && strchr(",:[{", *c))
            bytes += VALUE_BYTES;
        bytes += *c == ':' ? ENTRY_BYTES : *c == '[' ? ARRAY_BYTES : *c == '{' ? OBJECT_BYTES : 0;
        c++;
    }
    return bytes + 3 * (size_t)(c - text);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

struct converter {
    struct json_document *document;
    const char *at; /* in the text, which has no mistakes any more */
    char *free;     /* in the buffer of strings */
};

static struct json_value *new_value(struct json_document *document)
{
    struct json_block *block = document->blocks;

    if (!block || block->count == JSON_BLOCK) {
        block = malloc(sizeof *block);
        if (!block)
            return NULL;
        block->next = document->blocks;
        block->count = 0;
        document->blocks = block;
    }
    return &block->values[block->count++];
}

static const char *copy_string(struct converter *c, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memcpy(c->free, text, size);

    c->free += size;
    return copy;
}

/* Goes to where the next value begins; a member of an object has its name before it. */
static void find_value(struct converter *c, bool is_member)
{
    c->at += strspn(c->at, " \t\r\n,]}");
    if (is_member) {
        c->at = skip_string(c->at);
        c->at += strspn(c->at, " \t\r\n:");
    }
}

/* Of an array or object, this is the beginning. */
static void convert_value(struct converter *c, const json_t *from, struct json_value *to)
{
    static const enum json_kind kinds[] = {
        [JANSSON_OBJECT] = JSON_OBJECT, [JANSSON_ARRAY] = JSON_ARRAY, [JANSSON_STRING] = JSON_STRING,
        [JSON_INTEGER] = JSON_NUMBER,   [JSON_REAL] = JSON_NUMBER,    [JSON_TRUE] = JSON_BOOL,
        [JSON_FALSE] = JSON_BOOL,       [JANSSON_NULL] = JSON_NULL,
    };

    to->kind = kinds[json_typeof(from)];
    to->truth = json_is_true(from) || json_is_integer(from);
    to->integer = json_integer_value(from);
    if (to->kind == JSON_ARRAY || to->kind == JSON_OBJECT) {
        c->at++;
    } else if (to->kind == JSON_STRING) {
        to->text = copy_string(c, json_string_value(from));
        c->at = skip_string(c->at);
    } else {
        c->at += strcspn(c->at, " \t\r\n,]}");
    }
}

static struct json_value *convert(struct converter *c, json_t *from, struct json_value *parent, const char *name);

/* Adds a value behind `last`, which is NULL before the first; false: no memory. */
static bool append(struct converter *c, json_t *from, struct json_value *parent, const char *name,
                   struct json_value **last)
{
    struct json_value *value = convert(c, from, parent, name);

    if (*last)
        (*last)->next = value;
    else
        parent->child = value;
    *last = value;
    return value;
}

/* The reader has limited the depth. */
static struct json_value *convert(struct converter *c, json_t *from, struct json_value *parent, const char *name)
{
    struct json_value *value = new_value(c->document), *last = NULL;
    const char *key;
    json_t *member;
    size_t i;

    if (!value)
        return NULL;
    find_value(c, name);
    *value = (struct json_value){.parent = parent, .name = name, .offset = (size_t)(c->at - c->document->text)};
    convert_value(c, from, value);
    json_array_foreach(from, i, member) if (!append(c, member, value, NULL, &last)) return NULL;
    json_object_foreach(from, key, member) if (!append(c, member, value, copy_string(c, key), &last)) return NULL;
    (void)json_array_clear(from);
    (void)json_object_clear(from);
    return value;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Jansson stops at the end of what it cannot read. */
static by_status refuse(const char *text, size_t length, const json_error_t *found, by_error *error)
{
    static const struct {
        enum json_error_code code;
        const char *message;
    } reasons[] = {
        {json_error_stack_overflow, BY_WORDS("arrays and objects are nested too deep")},
        {json_error_invalid_utf8, BY_WORDS("this is no UTF-8")},
        {json_error_null_character, BY_WORDS("U+0000 cannot be part of a text here")},
        {json_error_duplicate_key, BY_WORDS("the object has this name already")},
        {json_error_numeric_overflow, BY_WORDS("this number is too large")},
        {json_error_end_of_input_expected, BY_WORDS("expected the end of the text")},
    };
    enum json_error_code code = json_error_code(found);
    size_t position = found->position > 0 ? (size_t)found->position : 0;
    const struct json_document document = {.text = text};
    struct json_value place = {.offset = position < length ? position : length};

    if (!*found->text)
        return by_error_no_memory(error);
    if (place.offset && code != json_error_premature_end_of_input)
        do
            place.offset--;
        while (place.offset && ((unsigned char)text[place.offset] & 0xC0) == 0x80);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].code == code)
            return json_mistake(&document, &place, error, "%-s", reasons[i].message);
    return json_mistake(&document, &place, error, "this is no JSON: %s", found->text);
}

by_status json_read(const char *text, struct json_document *out, by_error *error)
{
    size_t length = strlen(text);
    struct converter c = {.document = out, .at = text};
    json_error_t found = {0};
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &found);

    *out = (struct json_document){.text = text};
    if (!root)
        return refuse(text, length, &found, error);
    out->buffer = malloc(length + 1);
    c.free = out->buffer;
    out->root = out->buffer ? convert(&c, root, NULL, NULL) : NULL;
    json_decref(root);
    if (out->root)
        return BY_OK;
    json_document_free(out);
    return by_error_no_memory(error);
}
