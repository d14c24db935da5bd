/* SPDX-License-Identifier: MIT
 *
 * The routes that the others need: server information, sessions, clients, events, jobs.
 */
#include <stddef.h>

#include "boyi/version.h"
#include "front/json.h"
#include "server/routes.h"
#include "server/session.h"

static void put_limits(struct json *json, const struct server_limits *limits)
{
    json_put_key(json, "limits");
    json_put_object(json, JSON_ON_ONE_LINE);
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
    struct json json = {0};
    int running, waiting;

    server_jobs_count(server_jobs_of(call->server), &running, &waiting);
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_string(&json, "name", "boyi");
    json_member_string(&json, "version", by_version());
    put_limits(&json, &server_settings_of(call->server)->limits);
    json_member_integer(&json, "running", running);
    json_member_integer(&json, "waiting", waiting);
    json_put_end(&json);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

/* ---- Sessions and clients -------------------------------------------------------------------------------------- */

struct session_fields {
    const char *token;
};

static const struct server_field session_fields[] = {
    {.name = "token",
     .kind = SERVER_TEXT,
     .most = 256,
     .is_needed = true,
     .offset = offsetof(struct session_fields, token)},
    {0},
};

static void answer_empty(struct server_reply *reply)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_put_end(&json);
    server_reply_json(reply, 200, &json);
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
    answer_empty(call->reply);
    return BY_OK;
}

/* The reply with the name failed, so no request can ever use this client. */
static void forget_client(server_clients *clients, const char *id)
{
    server_client *client = server_clients_get(clients, id);

    if (client)
        server_clients_remove(clients, client);
    server_client_release(client);
}

static by_status add_client(struct server_call *call)
{
    struct json json = {0};
    char id[SERVER_CLIENT_ID];
    by_error error = {0};

    if (server_clients_add(server_clients_of(call->server), call->request->address, id, &error))
        return server_refuse(&call->fault, 503, NULL, "%-s", error.parts);
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_string(&json, "client", id);
    put_limits(&json, &server_settings_of(call->server)->limits);
    json_put_end(&json);
    server_reply_json(call->reply, 201, &json);
    if (call->reply->status != 201)
        forget_client(server_clients_of(call->server), id);
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
    answer_empty(call->reply);
    return BY_OK;
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
    struct json json = {0};
    int64_t wait_ms = 0;
    by_status status =
        server_query_number(call->request->query, "wait_ms", 0, SERVER_WAIT_MOST_MS, &wait_ms, &call->fault);

    if (status)
        return status;
    if (wait_ms && server_jobs_goes_on(jobs, call->client, call->ids[0])) {
        call->reply->wait_ms = wait_ms;
        call->reply->awaited_job = call->ids[0];
    }
    if (server_jobs_write(jobs, call->client, call->ids[0], &json)) {
        call->reply->wait_ms = 0;
        return no_such_job(call);
    }
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

static by_status cancel_job(struct server_call *call)
{
    if (!server_jobs_cancel(server_jobs_of(call->server), call->client, call->ids[0]))
        return no_such_job(call);
    answer_empty(call->reply);
    return BY_OK;
}

const struct server_route server_routes_core[] = {
    {.method = "GET", .pattern = "/api/about", .handle = about},
    {.method = "POST",
     .pattern = "/api/session",
     .body_most = 1024,
     .fields = session_fields,
     .size = sizeof(struct session_fields),
     .handle = begin_session},
    {.method = "POST", .pattern = "/api/clients", .body_most = 1024, .handle = add_client},
    {.method = "DELETE", .pattern = "/api/clients/$", .handle = remove_client},
    {.method = "GET", .pattern = "/api/events", .needs_client = true, .handle = stream_events},
    {.method = "GET", .pattern = "/api/jobs/#", .needs_client = true, .handle = show_job},
    {.method = "DELETE", .pattern = "/api/jobs/#", .needs_client = true, .handle = cancel_job},
    {0},
};
