/* SPDX-License-Identifier: MIT
 *
 * The routes that the others need: server information, sessions, clients, events, jobs.
 */
#include <stddef.h>

#include "boyi/version.h"
#include "server/routes.h"
#include "server/session.h"

static void add_limits(struct json *json, const struct server_limits *limits)
{
    json_member_object(json, "limits", JSON_ON_ONE_LINE);
    json_member_integer(json, "body_bytes", (int64_t)limits->body_bytes);
    json_member_integer(json, "jobs_each", limits->jobs_each);
    json_member_integer(json, "jobs_waiting", limits->jobs_waiting);
    json_member_integer(json, "workers", limits->workers);
    json_member_integer(json, "memory_kib", limits->memory_kib);
    json_member_integer(json, "threads", limits->threads);
    json_member_integer(json, "lines", limits->lines);
    json_member_integer(json, "time_ms", limits->time_ms);
    json_member_integer(json, "total_kib", limits->total_kib);
    json_put_end(json);
}

static by_status about(struct server_call *call)
{
    int running, waiting;

    server_jobs_count(server_jobs_of(call->server), &running, &waiting);
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_string(&call->json, "name", "boyi");
    json_member_string(&call->json, "version", by_version());
    add_limits(&call->json, call->limits);
    json_member_integer(&call->json, "running", running);
    json_member_integer(&call->json, "waiting", waiting);
    json_put_end(&call->json);
    return BY_OK;
}

/* ---- Sessions and clients -------------------------------------------------------------------------------------- */

struct session_fields {
    const char *token;
};

static const struct server_field session_fields[] = {
    {.name = "token",
     .kind = SERVER_TEXT,
     .max = 256,
     .is_needed = true,
     .offset = offsetof(struct session_fields, token)},
    {0},
};

static by_status reply_empty(struct server_call *call)
{
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_put_end(&call->json);
    return BY_OK;
}

static by_status begin_session(struct server_call *call)
{
    const struct session_fields *fields = call->fields;
    const struct server_settings *settings = server_settings_of(call->server);
    by_status status = server_session_try(server_session_of(call->server), &settings->guard, &settings->clock,
                                          call->request->address, fields->token, &call->fault);

    if (status)
        return status;
    if (*settings->guard.token)
        server_guard_cookie(&settings->guard, call->reply->cookie, sizeof call->reply->cookie);
    return reply_empty(call);
}

static by_status add_client(struct server_call *call)
{
    server_clients *clients = server_clients_of(call->server);
    server_client *client;
    char id[SERVER_CLIENT_ID];
    by_error error = {0};

    if (server_clients_add(clients, call->request->address, id, &error))
        return server_refuse(&call->fault, 503, NULL, "%-s", error.parts);
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_string(&call->json, "client", id);
    add_limits(&call->json, call->limits);
    json_put_end(&call->json);
    server_reply_json(call->reply, 201, &call->json);
    /* The reply with the name failed, so no request can ever use this client. */
    client = call->reply->status == 201 ? NULL : server_clients_get(clients, id);
    if (client)
        server_clients_remove(clients, client);
    server_client_release(client);
    return BY_OK;
}

static by_status remove_client(struct server_call *call)
{
    server_client *client = server_clients_get(server_clients_of(call->server), call->name);

    if (!client)
        return server_refuse(&call->fault, 404, NULL, "unknown client");
    server_jobs_cancel_all(server_jobs_of(call->server), client);
    server_clients_remove(server_clients_of(call->server), client);
    server_client_release(client);
    return reply_empty(call);
}

/* The socket's writer opens the stream itself. */
static by_status stream_events(struct server_call *call)
{
    call->reply->status = 200;
    call->reply->type = "text/event-stream";
    call->reply->is_stream = true;
    call->reply->client = server_client_hold(call->client);
    return BY_OK;
}

/* ---- Jobs ------------------------------------------------------------------------------------------------------ */

static by_status no_such_job(struct server_call *call)
{
    return server_refuse(&call->fault, 404, NULL, "unknown job, or it ended too long ago");
}

static by_status show_job(struct server_call *call)
{
    server_jobs *jobs = server_jobs_of(call->server);
    int64_t wait_ms = 0;
    by_status status =
        server_query_number(call->request->query, "wait_ms", 0, SERVER_MAX_WAIT_MS, &wait_ms, &call->fault);

    if (status)
        return status;
    call->reply->wait_ms = server_jobs_goes_on(jobs, call->client, call->ids[0]) ? wait_ms : 0;
    call->reply->awaited_job = call->ids[0];
    if (!server_jobs_write(jobs, call->client, call->ids[0], &call->json))
        return BY_OK;
    call->reply->wait_ms = 0;
    return no_such_job(call);
}

static by_status cancel_job(struct server_call *call)
{
    if (!server_jobs_cancel(server_jobs_of(call->server), call->client, call->ids[0]))
        return no_such_job(call);
    return reply_empty(call);
}

const struct server_route server_routes_core[] = {
    {SERVER_GET("/api/about", about)},
    {SERVER_POST("/api/session", session_fields, begin_session), .max_body = 1024},
    {.method = "POST", .pattern = "/api/clients", .max_body = 1024, .handle = add_client},
    {.method = "DELETE", .pattern = "/api/clients/$", .handle = remove_client},
    {SERVER_GET_OF_CLIENT("/api/events", stream_events)},
    {SERVER_GET_OF_CLIENT("/api/jobs/#", show_job)},
    {.method = "DELETE", .pattern = "/api/jobs/#", .needs_client = true, .handle = cancel_job},
    {0},
};
