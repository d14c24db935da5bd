/* SPDX-License-Identifier: MIT */
#include "server/routes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct server_route *const tables[] = {
    server_routes_core,        server_routes_games,        server_routes_board,     server_routes_explain,
    server_routes_record_read, server_routes_record_write, server_routes_recognise, server_routes_search,
    server_routes_review,      server_routes_traces,       server_routes_solves,    server_routes_proofs,
    server_routes_problems,    server_routes_experiments,  server_routes_reports,
};

enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

/* A number without sign, leading zeros and overflow; NULL: invalid. */
static const char *read_id(const char *text, uint64_t *out)
{
    enum { MAX_DIGITS = 15 }; /* the largest integer exact in JavaScript */
    const char *c = text;

    for (*out = 0; *c >= '0' && *c <= '9'; c++)
        *out = *out * 10 + (uint64_t)(*c - '0');
    return c == text || c - text > MAX_DIGITS || (*text == '0' && c - text > 1) ? NULL : c;
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
            path = ids < SERVER_MAX_IDS ? read_id(path, &call->ids[ids++]) : NULL;
        else if (*pattern == '$')
            path = read_name(path, call->name);
        else if (*pattern == *path)
            path++;
        else
            return false;
    }
    return path && !*path;
}

const struct server_route *server_route_find(const char *method, const char *path, struct server_call *call,
                                             char *allowed, size_t room)
{
    /* The socket's writer omits the body of a reply to HEAD. */
    const char *wanted = strcmp(method, "HEAD") == 0 ? "GET" : method;
    size_t length = 0;

    *allowed = 0;
    for (int i = 0; i < TABLE_COUNT; i++) {
        for (const struct server_route *route = tables[i]; route->method; route++) {
            if (!matches(route->pattern, path, call))
                continue;
            if (strcmp(route->method, wanted) == 0)
                return route;
            length += (size_t)snprintf(allowed + length, room - length, "%s%s%s", length ? ", " : "", route->method,
                                       strcmp(route->method, "GET") == 0 ? ", HEAD" : "");
        }
    }
    return NULL;
}

/* ---- Handling -------------------------------------------------------------------------------------------------- */

static by_status find_client(struct server_call *call)
{
    char id[SERVER_CLIENT_ID];
    const char *name = call->request->client;

    if (!name && server_query_text(call->request->query, "client", id, sizeof id))
        name = id;
    if (!name)
        return server_refuse(&call->fault, 400, "Boyi-Client",
                             "expected the name of a client, which POST /api/clients gives");
    call->client = server_clients_get(server_clients_of(call->server), name);
    if (!call->client)
        return server_refuse(&call->fault, 404, "Boyi-Client", "unknown client, or it was idle for too long");
    return BY_OK;
}

static unsigned holder_of(const struct server_call *call)
{
    return server_memory_holder(server_memory_of(call->server), call->request->address);
}

/* The body as a document; an empty body counts as an empty object. */
static by_status read_body(struct server_call *call, const struct server_route *route, struct json_document *document)
{
    static const struct server_field no_fields[] = {{0}};
    size_t length = call->request->length;
    const char *body = length ? call->request->body : "{}";
    by_error error = {0};

    if (length && strlen(body) != length)
        return server_refuse(&call->fault, 400, NULL, "the body has a byte of 0");
    call->read_bytes = json_read_bytes(body);
    if (!server_memory_reserve(server_memory_of(call->server), holder_of(call), call->read_bytes)) {
        call->read_bytes = 0;
        return server_refuse(&call->fault, 503, NULL, SERVER_NO_MEMORY);
    }
    if (json_read(body, document, &error)) {
        server_refuse_error(&call->fault, NULL, &error);
        if (error.status != BY_ERROR_MEMORY)
            call->fault.status = 400;
        return error.status;
    }
    call->document = document;
    return server_read_fields(document, document->root, route->fields ? route->fields : no_fields, call->fields,
                              &call->fault);
}

static by_status open_question(struct server_call *call, enum server_opening opens)
{
    const struct server_question *question = call->fields;
    by_status status;

    if (opens == SERVER_OPENS_NOTHING)
        return BY_OK;
    status = server_position_open(question, opens == SERVER_OPENS_POSITION, &call->at, &call->fault);
    if (!status && opens == SERVER_OPENS_GAME)
        by_game_set_patience(call->at.game, &call->patience);
    return status ? status : server_notation_find(call->at.game, question->notation, &call->notation, &call->fault);
}

/* Adds a job, whose work prepares itself from the request, and replies with its number. */
static by_status begin_job(struct server_call *call, const struct server_work *work)
{
    struct server_share share = {
        .threads = 1, .time_ms = call->limits->time_ms, .bytes = server_position_bytes(&call->at)};
    void *self = calloc(1, work->size);
    by_status status;
    uint64_t id;

    if (!self)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    status = work->prepare(self, call, &share);
    if (status) {
        work->free(self);
        return status;
    }
    status = server_jobs_add(server_jobs_of(call->server), call->client, work, self, &share, &id, &call->fault);
    if (status)
        return status;
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_unsigned(&call->json, "id", id);
    json_put_end(&call->json);
    server_reply_json(call->reply, 202, &call->json);
    /* The reply with the number failed, so no request can ever use this job. */
    if (call->reply->status != 202)
        (void)server_jobs_cancel(server_jobs_of(call->server), call->client, id);
    return BY_OK;
}

static by_status handle(struct server_call *call, const struct server_route *route, struct json_document *document)
{
    by_status status = route->needs_client ? find_client(call) : BY_OK;

    if (!status && strcmp(route->method, "POST") == 0)
        status = read_body(call, route, document);
    if (!status)
        status = open_question(call, route->opens);
    if (!status)
        status = route->job ? begin_job(call, route->job) : route->handle(call);
    if (!status && !call->reply->status)
        server_reply_json(call->reply, 200, &call->json);
    return status;
}

bool server_call_is_abandoned(const struct server_call *call)
{
    const struct server_request *request = call->request;

    return server_processor_ms() >= call->begun_ms + SERVER_SOON_MS && request->has_hung_up &&
           request->has_hung_up(request->connection);
}

static bool is_over(void *context)
{
    const struct server_call *call = context;

    return server_is_ending(call->server) || server_processor_ms() >= call->until_ms || server_call_is_abandoned(call);
}

by_status server_route_call(const struct server_route *route, struct server_call *call)
{
    int check_ms = call->limits->check_ms;
    struct json_document document = {0};
    by_status status;

    call->fields = calloc(1, route->size + 1);
    if (!call->fields)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    if (call->request->can_be_put_off && check_ms > SERVER_SOON_MS)
        check_ms = SERVER_SOON_MS;
    call->begun_ms = server_processor_ms();
    call->until_ms = call->begun_ms + check_ms;
    call->patience = (struct by_patience){is_over, call};
    status = handle(call, route, &document);
    server_position_free(&call->at);
    by_text_free(&call->text);
    by_text_free(&call->json.text);
    if (call->document)
        json_document_free(&document);
    server_memory_release(server_memory_of(call->server), holder_of(call), call->read_bytes);
    server_client_release(call->client);
    free(call->fields);
    return status;
}

/* ---- For handlers ---------------------------------------------------------------------------------------------- */

bool server_call_is_over(struct server_call *call)
{
    if (!is_over(call))
        return false;
    call->reply->is_put_off = call->request->can_be_put_off;
    if (server_is_ending(call->server))
        (void)server_refuse(&call->fault, 503, NULL, "the server is shutting down");
    else if (server_call_is_abandoned(call))
        (void)server_refuse(&call->fault, 408, NULL, "the client has hung up");
    else
        (void)server_refuse(&call->fault, 422, "text",
                            "the text takes longer to read than %d ms: it has too many records or positions",
                            call->limits->check_ms);
    return true;
}

struct server_position server_call_take_position(struct server_call *call)
{
    struct server_position taken = call->at;

    call->at = (struct server_position){0};
    return taken;
}

const by_text *server_call_mark(struct server_call *call, const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";

    by_text_printf(&call->text, "%s%s", strncmp(text, mark, strlen(mark)) == 0 ? "" : mark, text);
    if (!call->text.failed)
        return &call->text;
    (void)server_refuse(&call->fault, 503, NULL, "out of memory");
    return NULL;
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
