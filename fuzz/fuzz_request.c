/* SPDX-License-Identifier: MIT
 *
 * Requests: every answer is 2xx, 4xx or 503, valid JSON if declared so, and leaves nothing running. An input is some
 * requests, each ended by a line of two percent signs:
 *
 *     POST /api/searches?query
 *     host: 127.0.0.1:8642
 *
 *     {"game": "tictactoe"}
 *     %%
 *
 * Headers that are not given are those of the page; one without a value is left out.
 */
#include "server/server.h"

#include <stdio.h>

#include "front/json_read.h"
#include "input.h"

static int64_t standing(void *context)
{
    (void)context;
    return 1000000;
}

static struct server *small_server(char client[SERVER_CLIENT_ID])
{
    static const unsigned char page[] = "page", positions[] = "a\tx.o/.x./..o\t5\n";
    static const unsigned char experiment[] = "title A\ngame tictactoe\npositions p.tsv\nvariant a minimax\ndepths 1\n"
                                              "quick 1 1\ntable T\ncolumns a\nmeasure nodes\n";
    static const struct server_asset files[] = {{"/index.html", "text/html", "\"1\"", page, page, 4, 3}, {0}};
    /* Experiments are read and checked; a search of theirs has no limit that would end it here. */
    static const struct server_asset library[] = {
        {"/experiments/a.txt", "text/plain", "\"1\"", experiment, NULL, sizeof experiment - 1, 0},
        {"/experiments/p.tsv", "text/plain", "\"1\"", positions, NULL, sizeof positions - 1, 0},
        {"/docs/results/a.csv", "text/csv", "\"1\"", page, NULL, 4, 0},
        {0}};
    struct server_settings settings = {
        .limits = server_limits_usual(1),
        .guard = {.port = 8642},
        .clock = {standing, NULL},
        .assets = files,
        .library = library,
    };
    struct server *server;

    settings.limits.workers = 0;
    settings.limits.memory_kib = 1024;
    settings.limits.nodes = 200;
    settings.limits.searches = 0;
    settings.limits.trace_nodes = 200;
    settings.limits.trace_kib = 256;
    REQUIRE(server_create(&settings, &server, NULL) == BY_OK);
    REQUIRE(server_clients_add(server_clients_of(server), NULL, client, NULL) == BY_OK);
    return server;
}

static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');

    *rest = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

static void read_header(struct server_request *request, char *line)
{
    struct {
        const char *name;
        const char **place;
    } headers[] = {
        {"host", &request->host},       {"origin", &request->origin},       {"site", &request->fetch_site},
        {"type", &request->type},       {"cookie", &request->cookie},       {"authorization", &request->authorization},
        {"client", &request->client},   {"match", &request->if_none_match}, {"accept", &request->accept_encoding},
        {"last", &request->last_event},
    };
    char *value = strstr(line, ": ");

    if (value)
        *value = 0;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (strcmp(headers[i].name, line) == 0)
            *headers[i].place = value ? value + 2 : NULL;
}

static void read_first(struct server_request *request, char *line)
{
    char *path = strchr(line, ' '), *query;

    request->method = line;
    request->path = "";
    if (!path)
        return;
    *path++ = 0;
    query = strchr(path, '?');
    if (query)
        *query++ = 0;
    request->path = path;
    request->query = query;
}

static void check_reply(const struct server_reply *reply)
{
    struct json_document document;

    REQUIRE((reply->status >= 200 && reply->status < 300) || (reply->status >= 400 && reply->status < 500) ||
            reply->status == 304 || reply->status == 503);
    if (reply->status >= 400)
        REQUIRE(strcmp(reply->type, "application/json") == 0);
    if (!reply->type || strcmp(reply->type, "application/json") != 0)
        return;
    REQUIRE(json_read(by_text_string(&reply->body), &document, NULL) == BY_OK);
    if (reply->status >= 400)
        REQUIRE(json_member(json_member(document.root, "error"), "message")->kind == JSON_STRING);
    json_document_free(&document);
}

static void ask(struct server *server, const char *client, char *text)
{
    struct server_request request = {.host = "127.0.0.1:8642", .type = "application/json", .client = client};
    struct server_reply reply;
    char *line;

    read_first(&request, next_line(&text));
    for (line = next_line(&text); *line; line = next_line(&text))
        read_header(&request, line);
    request.body = text;
    request.length = strlen(text);
    server_handle(server, &request, &reply);
    check_reply(&reply);
    server_reply_free(&reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char client[SERVER_CLIENT_ID];
    struct server *server = small_server(client);
    char *text = text_of(data, size), *rest = text;
    int running, waiting;

    while (*rest) {
        char *begin = rest, *end = strstr(rest, "\n%%\n");

        rest = end ? end + 4 : rest + strlen(rest);
        if (end)
            *end = 0;
        ask(server, client, begin);
    }
    server_tick(server);
    server_jobs_count(server_jobs_of(server), &running, &waiting);
    REQUIRE(running == 0 && waiting == 0);
    server_destroy(server);
    free(text);
    return 0;
}
