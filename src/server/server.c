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
    status = server_clients_create(&made->settings.limits, &made->settings.clock, &made->memory, &made->clients, error);
    if (!status)
        status = server_session_create(&made->session, error);
    if (!status)
        status = server_jobs_create(&made->settings.limits, &made->settings.clock, &made->memory, &made->jobs, error);
    if (status) {
        server_destroy(made);
        return status;
    }
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

static size_t max_body(const struct server *server, const struct server_route *route)
{
    if (strcmp(route->method, "POST") != 0)
        return 0;
    return route->max_body ? route->max_body : server->settings.limits.body_bytes;
}

static const struct server_route *route_of(const struct server_request *request)
{
    struct server_call call = {0};
    char allowed[sizeof call.reply->allowed];

    return server_route_find(request->method, request->path, &call, allowed, sizeof allowed);
}

size_t server_max_body(const struct server *server, const struct server_request *request)
{
    const struct server_route *route = route_of(request);

    return route ? max_body(server, route) : 0;
}

bool server_is_slow(const struct server_request *request)
{
    const struct server_route *route = route_of(request);

    return route && (route->is_slow || request->length > SERVER_SOON_BYTES);
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
    if (request->is_too_long || request->length > max_body(call->server, *route))
        return server_refuse(&call->fault, 413, NULL, "the body is too long, expected at most %zu bytes",
                             max_body(call->server, *route));
    return BY_OK;
}

bool server_admit(struct server *server, const struct server_request *request, struct server_reply *reply)
{
    struct server_call call = {
        .server = server, .limits = &server->settings.limits, .request = request, .reply = reply};
    const struct server_route *route;

    if (!admit(&call, &route))
        return true;
    server_reply_fault(reply, &call.fault);
    return false;
}

void server_handle(struct server *server, const struct server_request *request, struct server_reply *reply)
{
    struct server_call call = {
        .server = server, .limits = &server->settings.limits, .request = request, .reply = reply};
    const struct server_route *route;
    by_status status;

    *reply = (struct server_reply){0};
    status = admit(&call, &route);
    if (!status && !route)
        server_assets_answer(server->settings.assets, request, reply);
    else if (!status)
        status = server_route_call(route, &call);
    if (status)
        server_reply_fault(reply, &call.fault);
}
