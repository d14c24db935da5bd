/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/text.h"
#include "front/json_read.h"

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

by_status json_mistake(const struct json_document *document, const struct json_value *value, by_error *error,
                       const char *format, ...)
{
    const char *line = document->text, *place = document->text + value->offset;
    int number = 1;
    va_list arguments;
    by_status status;

    for (const char *c = line; c < place; c++) {
        if (*c == '\n') {
            number++;
            line = c + 1;
        }
    }
    va_start(arguments, format);
    status = by_error_set_list(error, BY_ERROR_INPUT, number, by_text_column(line, place), format, arguments);
    va_end(arguments);
    return status;
}

const char *json_kind_name(enum json_kind kind)
{
    static const char *const names[] = {BY_WORDS("null"),     BY_WORDS("true or false"), BY_WORDS("a number"),
                                        BY_WORDS("a string"), BY_WORDS("an array"),      BY_WORDS("an object")};

    return names[kind];
}
