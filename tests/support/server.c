/* SPDX-License-Identifier: MIT */
#include "support/server.h"

#include <stdio.h>
#include <string.h>

#include "front/json_read.h"
#include "support/check.h"

static int64_t standing(void *context)
{
    const struct server_bench *bench = context;

    return bench->now_ms;
}

void server_bench_init(struct server_bench *bench)
{
    *bench = (struct server_bench){0};
    bench->settings.limits = server_limits_usual(2);
    bench->settings.limits.workers = 0;
    bench->settings.guard.port = SERVER_BENCH_PORT;
    bench->settings.clock = (struct server_clock){standing, bench};
    bench->now_ms = 1000000;
}

void server_bench_open(struct server_bench *bench)
{
    assert_int_equal(server_create(&bench->settings, &bench->server, NULL), BY_OK);
    assert_int_equal(server_clients_add(server_clients_of(bench->server), NULL, bench->client, NULL), BY_OK);
}

void server_bench_close(struct server_bench *bench)
{
    server_reply_free(&bench->reply);
    server_destroy(bench->server);
    bench->server = NULL;
}

struct server_request server_bench_request(const struct server_bench *bench, const char *method, const char *path,
                                           const char *body)
{
    return (struct server_request){
        .method = method,
        .path = path,
        .body = body ? body : "",
        .length = body ? strlen(body) : 0,
        .host = "127.0.0.1:8642",
        .type = "application/json",
        .client = *bench->client ? bench->client : NULL,
    };
}

static void check_json(const struct server_reply *reply)
{
    struct json_document document;
    by_error error = {0};

    if (!reply->type || strcmp(reply->type, "application/json") != 0)
        return;
    if (json_read(by_text_string(&reply->body), &document, &error))
        fail_msg("%s: column %d: %s", by_text_string(&reply->body), error.column, error.message);
    json_document_free(&document);
}

int server_bench_handle(struct server_bench *bench, const struct server_request *request)
{
    server_reply_free(&bench->reply);
    server_handle(bench->server, request, &bench->reply);
    check_json(&bench->reply);
    return bench->reply.status;
}

int server_bench_ask(struct server_bench *bench, const char *method, const char *path, const char *body)
{
    struct server_request request = server_bench_request(bench, method, path, body);

    return server_bench_handle(bench, &request);
}

const char *server_bench_member(const struct server_bench *bench, const char *name)
{
    static char text[256];
    struct json_document document;
    const struct json_value *member;

    assert_int_equal(json_read(by_text_string(&bench->reply.body), &document, NULL), BY_OK);
    member = json_member(document.root, name);
    if (!member)
        fail_msg("%s has no '%s'", by_text_string(&bench->reply.body), name);
    if (json_member(member, "message"))
        member = json_member(member, "message");
    if (member->kind == JSON_STRING)
        (void)snprintf(text, sizeof text, "%s", member->text);
    else if (member->kind == JSON_NUMBER)
        (void)snprintf(text, sizeof text, "%lld", (long long)member->integer);
    else
        (void)snprintf(text, sizeof text, "%s", json_kind_name(member->kind));
    json_document_free(&document);
    return text;
}

void server_bench_refuses(struct server_bench *bench, const char *method, const char *path, const char *body,
                          int status, const char *field)
{
    const char *said;

    if (server_bench_ask(bench, method, path, body) != status)
        fail_msg("%s %s %.200s: %d instead of %d: %s", method, path, body ? body : "", bench->reply.status, status,
                 by_text_string(&bench->reply.body));
    assert_true(strlen(server_bench_member(bench, "error")) > 0);
    said = server_bench_member(bench, "field");
    if (strcmp(said, *field ? field : "null") != 0)
        fail_msg("%s %s %.200s: '%s' instead of '%s'", method, path, body ? body : "", said, field);
}
