/* SPDX-License-Identifier: MIT */
#include "server/server.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "server/memory.h"
#include "server/routes.h"
#include "server/session.h"

struct server {
    struct server_settings settings;
    server_memory memory;
    server_clients *clients;
    server_jobs *jobs;
    struct server_session *session;
    atomic_bool is_ending;
};

/* ---- Lifetime -------------------------------------------------------------------------------------------------- */

/* Some memory must remain beside what is set aside. */
static by_status check_memory(const struct server_limits *limits, by_error *error)
{
    enum { LEAST_KIB = 64 * 1024 };
    int64_t least_kib = server_memory_set_aside_kib(limits) + LEAST_KIB;

    if (!limits->total_kib || limits->total_kib >= least_kib)
        return BY_OK;
    return by_error_set(error, BY_ERROR_LIMIT,
                        "%lld MiB are too little for the whole server: %d searches at once with %d MiB each, what is "
                        "kept of them and connections take at least %lld MiB",
                        (long long)(limits->total_kib / 1024), limits->workers, limits->memory_kib / 1024,
                        (long long)((least_kib + 1023) / 1024));
}

static by_status open_memory(struct server *server, by_error *error)
{
    uint64_t secret;

    if (getrandom(&secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "the system has no random numbers");
    server_memory_open(&server->memory, &server->settings.limits, secret);
    return BY_OK;
}

by_status server_create(const struct server_settings *settings, struct server **out, by_error *error)
{
    struct server *made = calloc(1, sizeof *made);
    by_status status;

    *out = NULL;
    if (!made)
        return by_error_no_memory(error);
    made->settings = *settings;
    status = check_memory(&settings->limits, error);
    if (!status)
        status = open_memory(made, error);
    if (status) {
        free(made);
        return status;
    }
    status = server_clients_create(&made->settings.limits, &made->settings.clock, &made->clients, error);
    if (!status)
        status = server_session_create(&made->session, error);
    if (!status)
        status = server_jobs_create(&made->settings.limits, &made->settings.clock, &made->jobs, error);
    if (status) {
        server_destroy(made);
        return status;
    }
    server_clients_use_memory(made->clients, &made->memory);
    server_jobs_use_memory(made->jobs, &made->memory);
    *out = made;
    return BY_OK;
}

void server_tick(struct server *server)
{
    server_clients_tick(server->clients);
    server_jobs_tick(server->jobs);
    server_memory_tick(&server->memory);
}

void server_stop(struct server *server)
{
    server->is_ending = true;
    server_jobs_stop(server->jobs);
}

bool server_is_ending(const struct server *server)
{
    return server->is_ending;
}

void server_destroy(struct server *server)
{
    if (!server)
        return;
    server_jobs_destroy(server->jobs);
    server_clients_destroy(server->clients);
    server_session_destroy(server->session);
    free(server);
}

const struct server_settings *server_settings_of(const struct server *server)
{
    return &server->settings;
}

server_clients *server_clients_of(struct server *server)
{
    return server->clients;
}

server_jobs *server_jobs_of(struct server *server)
{
    return server->jobs;
}

server_memory *server_memory_of(struct server *server)
{
    return &server->memory;
}

struct server_session *server_session_of(struct server *server)
{
    return server->session;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

static bool is_api(const char *path)
{
    return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/api") == 0;
}

static size_t body_most(const struct server *server, const struct server_route *route)
{
    if (strcmp(route->method, "POST") != 0)
        return 0;
    return route->body_most ? route->body_most : server->settings.limits.body_bytes;
}

size_t server_body_most(const struct server *server, const struct server_request *request)
{
    struct server_call call = {0};
    char allowed[sizeof call.reply->allowed];
    const struct server_route *route =
        server_route_find(request->method, request->path, &call, allowed, sizeof allowed);

    return route ? body_most(server, route) : 0;
}

bool server_is_slow(const struct server_request *request)
{
    struct server_call call = {0};
    char allowed[sizeof call.reply->allowed];
    const struct server_route *route =
        server_route_find(request->method, request->path, &call, allowed, sizeof allowed);

    return route && (route->is_slow || request->length > SERVER_SOON_BYTES);
}

static by_status refuse_length(struct server_call *call, size_t most)
{
    return server_refuse(&call->fault, 413, NULL, "the body is too long, expected at most %zu bytes", most);
}

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

/* The memory for reading a body: its texts, and as many values as it can have. */
static size_t bytes_of_document(const char *body, size_t length)
{
    size_t values = 1;

    for (size_t i = 0; i < length; i++)
        values += body[i] == ',' || body[i] == ':' || body[i] == '[' || body[i] == '{';
    return length + values * sizeof(struct json_value);
}

static unsigned taker_of(const struct server_call *call)
{
    return server_memory_taker(&call->server->memory, call->request->address);
}

/* The body as a document; an empty body counts as an empty object. */
static by_status read_body(struct server_call *call, const struct server_route *route, struct json_document *document)
{
    static const struct server_field no_fields[] = {{0}};
    const char *body = call->request->length ? call->request->body : "{}";
    size_t bytes = bytes_of_document(body, call->request->length);
    by_error error = {0};
    by_status status;

    if (call->request->length && strlen(body) != call->request->length)
        return server_refuse(&call->fault, 400, NULL, "the body has a byte of 0");
    if (!server_memory_take(&call->server->memory, taker_of(call), bytes))
        return server_refuse(&call->fault, 503, NULL, SERVER_NO_MEMORY);
    call->read_bytes = bytes;
    status = json_read(body, document, &error);
    if (status) {
        server_refuse_error(&call->fault, NULL, &error);
        if (status != BY_ERROR_MEMORY)
            call->fault.status = 400;
        return status;
    }
    call->document = document;
    return server_read_fields(document, document->root, route->fields ? route->fields : no_fields, call->fields,
                              &call->fault);
}

static by_status call_route(struct server_call *call, const struct server_route *route)
{
    struct json_document document = {0};
    by_status status = BY_OK;

    call->fields = calloc(1, route->size + 1);
    if (!call->fields)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    if (route->needs_client)
        status = find_client(call);
    if (!status && strcmp(route->method, "POST") == 0)
        status = read_body(call, route, &document);
    if (!status)
        status = route->handle(call);
    if (call->document)
        json_document_free(&document);
    server_memory_give(&call->server->memory, taker_of(call), call->read_bytes);
    server_client_release(call->client);
    free(call->fields);
    return status;
}

/* Checks the origin and the length before the body arrives. */
static by_status admit(struct server_call *call, const struct server_route **route)
{
    const struct server_request *request = call->request;
    struct server_reply *reply = call->reply;
    by_status status = server_guard_check(&call->server->settings.guard, request, &call->fault);

    *route = NULL;
    if (status || !is_api(request->path))
        return status;
    *route = server_route_find(request->method, request->path, call, reply->allowed, sizeof reply->allowed);
    if (!*route && *reply->allowed) {
        reply->allow = reply->allowed;
        return server_refuse(&call->fault, 405, NULL, "expected %s", reply->allowed);
    }
    if (!*route)
        return server_refuse(&call->fault, 404, NULL, "unknown path, see docs/http.md");
    if (request->is_too_long || request->length > body_most(call->server, *route))
        return refuse_length(call, body_most(call->server, *route));
    return BY_OK;
}

bool server_admit(struct server *server, const struct server_request *request, struct server_reply *reply)
{
    struct server_call call = {.server = server, .request = request, .reply = reply};
    const struct server_route *route;

    if (!admit(&call, &route))
        return true;
    server_reply_fault(reply, &call.fault);
    return false;
}

void server_handle(struct server *server, const struct server_request *request, struct server_reply *reply)
{
    struct server_call call = {.server = server, .request = request, .reply = reply};
    const struct server_route *route;
    by_status status;

    *reply = (struct server_reply){0};
    status = admit(&call, &route);
    if (!status && !route)
        server_assets_answer(server->settings.assets, request, reply);
    else if (!status)
        status = call_route(&call, route);
    if (status)
        server_reply_fault(reply, &call.fault);
}
