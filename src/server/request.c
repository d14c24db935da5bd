/* SPDX-License-Identifier: MIT */
#include "server/request.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "front/json_message.h"
#include "server/clients.h"

/* ---- Faults and replies ---------------------------------------------------------------------------------------- */

static void set_field(struct server_fault *fault, const char *field)
{
    (void)snprintf(fault->field, sizeof fault->field, "%s", field ? field : "");
}

by_status server_refuse(struct server_fault *fault, int status, const char *field, const char *format, ...)
{
    by_status kind = status == 503 || status == 429 ? BY_ERROR_LIMIT : BY_ERROR_INPUT;
    va_list arguments;

    fault->status = status;
    set_field(fault, field);
    va_start(arguments, format);
    by_error_set_list(&fault->error, kind, 0, 0, format, arguments);
    va_end(arguments);
    return kind;
}

by_status server_refuse_error(struct server_fault *fault, const char *field, const by_error *error)
{
    fault->status = error->status == BY_ERROR_MEMORY ? 503 : 422;
    set_field(fault, field);
    fault->error = *error;
    return error->status;
}

void server_reply_json(struct server_reply *reply, int status, struct json *json)
{
    by_text_free(&reply->body);
    reply->status = status;
    reply->type = "application/json";
    reply->body = json->text;
    json->text = (by_text){0};
    /* A status that needs no memory remains if there is none. */
    if (reply->body.failed) {
        by_text_free(&reply->body);
        reply->status = 503;
        reply->type = NULL;
        reply->retry_s = 1;
    }
}

void server_reply_fault(struct server_reply *reply, const struct server_fault *fault)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_message(&json, "error", fault->error.parts);
    json_member_string(&json, "field", *fault->field ? fault->field : NULL);
    json_member_integer(&json, "line", fault->error.line);
    json_member_integer(&json, "column", fault->error.column);
    json_put_end(&json);
    if (fault->status == 503 || fault->status == 429)
        reply->retry_s = 1;
    server_reply_json(reply, fault->status, &json);
}

void server_reply_free(struct server_reply *reply)
{
    by_text_free(&reply->body);
    server_client_release(reply->client);
    *reply = (struct server_reply){0};
}

/* ---- Fields ---------------------------------------------------------------------------------------------------- */

struct reading {
    const struct json_document *document;
    struct server_fault *fault;
};

static by_status refuse(const struct reading *r, const struct json_value *value, const char *name, const char *format,
                        ...) BY_PRINTF(4, 5);

static by_status refuse(const struct reading *r, const struct json_value *value, const char *name, const char *format,
                        ...)
{
    by_error reason;
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(&reason, BY_ERROR_INPUT, 0, 0, format, arguments);
    va_end(arguments);
    r->fault->status = 400;
    set_field(r->fault, name);
    return json_mistake(r->document, value, &r->fault->error, "%-s", reason.parts);
}

static by_status wrong_kind(const struct reading *r, const struct json_value *value, const char *name,
                            const char *expected)
{
    return refuse(r, value, name, "'%.64s' is %-s, expected %-s", name, json_kind_name(value->kind), expected);
}

static by_status check_text(const struct reading *r, const struct json_value *value, const char *name, int64_t min,
                            int64_t max, bool may_have_lines)
{
    if (value->kind != JSON_STRING)
        return wrong_kind(r, value, name, "a string");
    if ((int64_t)strlen(value->text) < min || (int64_t)strlen(value->text) > max)
        return refuse(r, value, name, "'%.64s' has %zu bytes, expected %" PRId64 " to %" PRId64, name,
                      strlen(value->text), min, max);
    for (const unsigned char *c = (const unsigned char *)value->text; *c; c++)
        if ((*c < ' ' || *c == 0x7F) && !(may_have_lines && strchr("\n\r\t", *c)))
            return refuse(r, value, name, "'%.64s' has a control character", name);
    return BY_OK;
}

static by_status read_number(const struct reading *r, const struct json_value *value, const struct server_field *field,
                             int64_t *out)
{
    if (value->kind != JSON_NUMBER)
        return wrong_kind(r, value, field->name, "a whole number");
    if (!value->truth || value->integer < field->min || value->integer > field->max)
        return refuse(r, value, field->name, "'%s' is a whole number from %" PRId64 " to %" PRId64, field->name,
                      field->min, field->max);
    *out = value->integer;
    return BY_OK;
}

enum { MAX_LIST_TEXT = 256 };

static by_status read_texts(const struct reading *r, const struct json_value *value, const struct server_field *field,
                            struct server_texts *out)
{
    *out = (struct server_texts){0};
    if (value->kind != JSON_ARRAY)
        return wrong_kind(r, value, field->name, "an array of strings");
    for (const struct json_value *item = value->child; item; item = item->next) {
        by_status status = check_text(r, item, field->name, 0, MAX_LIST_TEXT, false);

        if (status)
            return status;
        if (++out->count > field->max)
            return refuse(r, item, field->name, "'%s' has more than %" PRId64 " members", field->name, field->max);
    }
    out->first = value->child;
    if (out->count < field->min)
        return wrong_kind(r, value, field->name, "one that is not empty");
    return BY_OK;
}

static by_status read_settings(const struct reading *r, const struct json_value *value,
                               const struct server_field *field, const struct json_value **out)
{
    int count = 0;

    if (value->kind != JSON_OBJECT)
        return wrong_kind(r, value, field->name, "an object of settings");
    for (const struct json_value *item = value->child; item; item = item->next) {
        by_status status = BY_OK;

        if (item->kind == JSON_STRING)
            status = check_text(r, item, item->name, 0, MAX_LIST_TEXT, false);
        else if (item->kind != JSON_BOOL && !(item->kind == JSON_NUMBER && item->truth))
            status = wrong_kind(r, item, item->name, "a string, a whole number, true or false");
        if (status)
            return status;
        if (++count > field->max)
            return refuse(r, item, field->name, "'%s' has more than %" PRId64 " members", field->name, field->max);
    }
    *out = value;
    return BY_OK;
}

static by_status read_field(const struct reading *r, const struct json_value *value, const struct server_field *field,
                            char *out)
{
    const struct json_value *first = value->child;
    by_status status = BY_OK;
    void *place = out + field->offset;

    switch (field->kind) {
    case SERVER_TEXT:
    case SERVER_LINES:
        status = check_text(r, value, field->name, field->min, field->max, field->kind == SERVER_LINES);
        if (!status)
            *(const char **)place = value->text;
        return status;
    case SERVER_NUMBER:
        return read_number(r, value, field, place);
    case SERVER_PAIR:
        if (value->kind != JSON_ARRAY || !first || !first->next || first->next->next)
            return wrong_kind(r, value, field->name, "an array of two whole numbers");
        status = read_number(r, first, field, place);
        return status ? status : read_number(r, first->next, field, (int64_t *)place + 1);
    case SERVER_SWITCH:
        if (value->kind != JSON_BOOL)
            return wrong_kind(r, value, field->name, "true or false");
        *(bool *)place = value->truth;
        return BY_OK;
    case SERVER_TEXTS:
        return read_texts(r, value, field, place);
    case SERVER_SETTINGS:
        return read_settings(r, value, field, place);
    case SERVER_OBJECT:
        return server_read_fields(r->document, value, field->fields, place, r->fault);
    case SERVER_ANY:
        break;
    }
    *(const struct json_value **)place = value;
    return BY_OK;
}

static by_status unknown_field(const struct reading *r, const struct json_value *value,
                               const struct server_field *table)
{
    enum { MAX_NAMES = 64 };
    const char *names[MAX_NAMES + 1] = {0}, *nearest;

    for (int i = 0; i < MAX_NAMES && table[i].name; i++)
        names[i] = table[i].name;
    nearest = by_text_nearest(value->name, names);
    if (nearest)
        return refuse(r, value, value->name, "'%.64s' is unknown, did you mean '%s'?", value->name, nearest);
    return refuse(r, value, value->name, "'%.64s' is unknown", value->name);
}

by_status server_read_fields(const struct json_document *document, const struct json_value *object,
                             const struct server_field *table, void *out, struct server_fault *fault)
{
    const struct reading r = {document, fault};
    by_status status = BY_OK;

    if (object->kind != JSON_OBJECT)
        return wrong_kind(&r, object, object->name ? object->name : "body", "an object");
    for (const struct json_value *value = object->child; value && !status; value = value->next) {
        const struct server_field *field = table;

        while (field->name && strcmp(field->name, value->name) != 0)
            field++;
        status = field->name ? read_field(&r, value, field, out) : unknown_field(&r, value, table);
    }
    for (const struct server_field *field = table; field->name && !status; field++) {
        if (field->is_needed && !json_member(object, field->name))
            status = refuse(&r, object, field->name, "'%s' is missing", field->name);
    }
    return status;
}

/* ---- Queries --------------------------------------------------------------------------------------------------- */

/* The value of a name, not ended by 0; NULL: absent. */
static const char *find_argument(const char *query, const char *name, size_t *length)
{
    size_t name_length = strlen(name);

    while (query && *query) {
        const char *end = query + strcspn(query, "&");

        if (strncmp(query, name, name_length) == 0 && query[name_length] == '=') {
            *length = (size_t)(end - query) - name_length - 1;
            return query + name_length + 1;
        }
        query = *end ? end + 1 : end;
    }
    return NULL;
}

bool server_query_text(const char *query, const char *name, char *out, size_t room)
{
    size_t length;
    const char *value = find_argument(query, name, &length);

    if (!value || length >= room)
        return false;
    memcpy(out, value, length);
    out[length] = 0;
    return true;
}

by_status server_query_number(const char *query, const char *name, int64_t min, int64_t max, int64_t *out,
                              struct server_fault *fault)
{
    enum { MAX_DIGITS = 15 };
    size_t length, digits = 0;
    const char *value = find_argument(query, name, &length);
    int64_t number = 0;

    if (!value)
        return BY_OK;
    for (; digits < length && digits <= MAX_DIGITS && value[digits] >= '0' && value[digits] <= '9'; digits++)
        number = number * 10 + (value[digits] - '0');
    if (!length || digits < length || digits > MAX_DIGITS || number < min || number > max)
        return server_refuse(fault, 400, name, "'%s' is a whole number from %" PRId64 " to %" PRId64, name, min, max);
    *out = number;
    return BY_OK;
}
