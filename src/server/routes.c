/* SPDX-License-Identifier: MIT */
#include "server/routes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "front/json.h"

static const struct server_route *const tables[] = {
    server_routes_core,     server_routes_games,       server_routes_board,   server_routes_words,
    server_routes_records,  server_routes_recognise,   server_routes_search,  server_routes_review,
    server_routes_traces,   server_routes_examples,    server_routes_solves,  server_routes_proofs,
    server_routes_problems, server_routes_experiments, server_routes_reports, server_routes_record_list,
};

enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

/* A number without sign, leading zeros and overflow; NULL: invalid. */
static const char *read_id(const char *text, uint64_t *out)
{
    enum { DIGITS_MOST = 15 }; /* the largest integer exact in JavaScript */
    const char *c = text;

    for (*out = 0; *c >= '0' && *c <= '9'; c++)
        *out = *out * 10 + (uint64_t)(*c - '0');
    return c == text || c - text > DIGITS_MOST || (*text == '0' && c - text > 1) ? NULL : c;
}

static const char *read_name(const char *text, char out[SERVER_CLIENT_ID])
{
    size_t length = strspn(text, "-0123456789abcdefghijklmnopqrstuvwxyz");

    if (!length || length >= SERVER_CLIENT_ID)
        return NULL;
    memcpy(out, text, length);
    out[length] = 0;
    return text + length;
}

static bool matches(const char *pattern, const char *path, struct server_call *call)
{
    int ids = 0;

    for (; *pattern && path; pattern++) {
        if (*pattern == '#')
            path = ids < SERVER_IDS_MOST ? read_id(path, &call->ids[ids++]) : NULL;
        else if (*pattern == '$')
            path = read_name(path, call->name);
        else if (*pattern == *path)
            path++;
        else
            return false;
    }
    return path && !*path;
}

/* HEAD is handled like GET; the socket's writer omits the body. */
static const char *asked_method(const char *method)
{
    return strcmp(method, "HEAD") == 0 ? "GET" : method;
}

static void add_allowed(char *allowed, size_t room, const char *method)
{
    size_t length = strlen(allowed);

    (void)snprintf(allowed + length, room - length, "%s%s%s", length ? ", " : "", method,
                   strcmp(method, "GET") == 0 ? ", HEAD" : "");
}

const struct server_route *server_route_find(const char *method, const char *path, struct server_call *call,
                                             char *allowed, size_t room)
{
    *allowed = 0;
    for (int i = 0; i < TABLE_COUNT; i++) {
        for (const struct server_route *route = tables[i]; route->method; route++) {
            if (!matches(route->pattern, path, call))
                continue;
            if (strcmp(route->method, asked_method(method)) == 0)
                return route;
            add_allowed(allowed, room, route->method);
        }
    }
    return NULL;
}

void server_call_begun(struct server_call *call, uint64_t id)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_unsigned(&json, "id", id);
    json_put_end(&json);
    server_reply_json(call->reply, 202, &json);
    /* The reply with the number failed, so no request can ever use this job. */
    if (call->reply->status != 202)
        (void)server_jobs_cancel(server_jobs_of(call->server), call->client, id);
}

by_status server_refuse_value(struct server_call *call, const struct json_value *value, const char *field,
                              const char *format, ...)
{
    by_error reason;
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(&reason, BY_ERROR_INPUT, 0, 0, format, arguments);
    va_end(arguments);
    (void)server_refuse(&call->fault, 400, field, "%-s", reason.parts);
    return json_mistake(call->document, value, &call->fault.error, "%-s", reason.parts);
}
