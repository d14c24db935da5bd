/* SPDX-License-Identifier: MIT
 *
 * Requests without sockets: the routes, the fields of their bodies, and that the server refuses everything else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

/* ---- Tables of fields ------------------------------------------------------------------------------------------ */

struct inner {
    int64_t number;
};

struct outer {
    const char *text, *lines;
    int64_t number;
    bool flag;
    struct server_texts texts;
    const struct json_value *settings, *any;
    struct inner inner;
};

#define AT(member) .offset = offsetof(struct outer, member)

static const struct server_field inner_rows[] = {
    {.name = "n",
     .kind = SERVER_NUMBER,
     .min = 0,
     .max = 9,
     .is_needed = true,
     .offset = offsetof(struct inner, number)},
    {0},
};

static const struct server_field rows[] = {
    {.name = "text", .kind = SERVER_TEXT, .min = 1, .max = 5, .is_needed = true, AT(text)},
    {.name = "lines", .kind = SERVER_LINES, .max = 5, AT(lines)},
    {.name = "number", .kind = SERVER_NUMBER, .min = -3, .max = 3, AT(number)},
    {.name = "flag", .kind = SERVER_SWITCH, AT(flag)},
    {.name = "texts", .kind = SERVER_TEXTS, .max = 2, AT(texts)},
    {.name = "settings", .kind = SERVER_SETTINGS, .max = 2, AT(settings)},
    {.name = "object", .kind = SERVER_OBJECT, .fields = inner_rows, AT(inner)},
    {.name = "any", .kind = SERVER_ANY, AT(any)},
    {0},
};

static by_status read_rows(const char *text, struct json_document *document, struct outer *out,
                           struct server_fault *fault)
{
    *out = (struct outer){.number = 77};
    *fault = (struct server_fault){0};
    assert_int_equal(json_read(text, document, NULL), BY_OK);
    return server_read_fields(document, document->root, rows, out, fault);
}

static void test_fields(void **state)
{
    struct json_document document;
    struct server_fault fault;
    struct outer out;

    (void)state;
    assert_int_equal(
        read_rows("{\"text\": \"abcde\", \"lines\": \"a\\n\\tb\", \"number\": -3, \"flag\": true, \"texts\": "
                  "[\"p\", \"q\"], \"settings\": {\"a\": 1, \"b\": false}, \"object\": {\"n\": 9}, \"any\": "
                  "[null]}",
                  &document, &out, &fault),
        BY_OK);
    assert_string_equal(out.text, "abcde");
    assert_string_equal(out.lines, "a\n\tb");
    assert_int_equal(out.number, -3);
    assert_true(out.flag);
    assert_int_equal(out.texts.count, 2);
    assert_string_equal(out.texts.first->next->text, "q");
    assert_string_equal(out.settings->child->name, "a");
    assert_int_equal(out.inner.number, 9);
    assert_int_equal(out.any->kind, JSON_ARRAY);
    json_document_free(&document);
    /* Absent fields keep their values. */
    assert_int_equal(read_rows("{\"text\": \"a\"}", &document, &out, &fault), BY_OK);
    assert_int_equal(out.number, 77);
    assert_null(out.lines);
    json_document_free(&document);
}

static void test_field_faults(void **state)
{
    static const struct {
        const char *text, *field;
    } cases[] = {
        {"[]", "body"},
        {"{}", "text"},
        {"{\"text\": \"\"}", "text"},
        {"{\"text\": \"abcdef\"}", "text"},
        {"{\"text\": 1}", "text"},
        {"{\"text\": null}", "text"},
        {"{\"text\": \"a\\nb\"}", "text"},
        {"{\"text\": \"a\\u007f\"}", "text"},
        {"{\"text\": \"a\", \"lines\": \"a\\u0001\"}", "lines"},
        {"{\"text\": \"a\", \"number\": 4}", "number"},
        {"{\"text\": \"a\", \"number\": -4}", "number"},
        {"{\"text\": \"a\", \"number\": 1.5}", "number"},
        {"{\"text\": \"a\", \"number\": 1e99}", "number"},
        {"{\"text\": \"a\", \"number\": 9223372036854775807}", "number"},
        {"{\"text\": \"a\", \"number\": \"1\"}", "number"},
        {"{\"text\": \"a\", \"flag\": 1}", "flag"},
        {"{\"text\": \"a\", \"texts\": \"p\"}", "texts"},
        {"{\"text\": \"a\", \"texts\": [1]}", "texts"},
        {"{\"text\": \"a\", \"texts\": [\"\\t\"]}", "texts"},
        {"{\"text\": \"a\", \"texts\": [\"p\", \"q\", \"r\"]}", "texts"},
        {"{\"text\": \"a\", \"settings\": []}", "settings"},
        {"{\"text\": \"a\", \"settings\": {\"a\": []}}", "a"},
        {"{\"text\": \"a\", \"settings\": {\"a\": 1.5}}", "a"},
        {"{\"text\": \"a\", \"settings\": {\"a\": null}}", "a"},
        {"{\"text\": \"a\", \"settings\": {\"a\": 1, \"b\": 1, \"c\": 1}}", "settings"},
        {"{\"text\": \"a\", \"object\": {}}", "n"},
        {"{\"text\": \"a\", \"object\": 1}", "object"},
        {"{\"text\": \"a\", \"object\": {\"n\": 10}}", "n"},
        {"{\"text\": \"a\", \"txet\": 1}", "txet"},
    };
    struct json_document document;
    struct server_fault fault;
    struct outer out;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (read_rows(cases[i].text, &document, &out, &fault) == BY_OK)
            fail_msg("%s is accepted", cases[i].text);
        assert_int_equal(fault.status, 400);
        assert_string_equal(fault.field, cases[i].field);
        assert_int_equal(fault.error.line, 1);
        assert_true(fault.error.column > 0);
        json_document_free(&document);
    }
    (void)read_rows("{\"text\": \"a\",\n \"txet\": 1}", &document, &out, &fault);
    assert_int_equal(fault.error.line, 2);
    assert_int_equal(fault.error.column, 10);
    assert_non_null(strstr(fault.error.message, "did you mean 'text'"));
    json_document_free(&document);
}

static void test_queries(void **state)
{
    char out[6];

    (void)state;
    assert_true(server_query_text("a=1&bb=22&b=3", "b", out, sizeof out));
    assert_string_equal(out, "3");
    assert_true(server_query_text("a=&b", "a", out, sizeof out));
    assert_string_equal(out, "");
    assert_true(server_query_text("a=12345", "a", out, sizeof out));
    assert_false(server_query_text("a=123456", "a", out, sizeof out));
    assert_false(server_query_text("a=1&b", "b", out, sizeof out));
    assert_false(server_query_text("xa=1", "a", out, sizeof out));
    assert_false(server_query_text(NULL, "a", out, sizeof out));
}

static void test_query_numbers(void **state)
{
    static const char *const wrong[] = {"a=", "a=-1", "a=x", "a=1x", "a=11", "a=1", "a=9999999999999999999999", "a=+5"};
    struct server_fault fault = {0};
    int64_t number = 7;

    (void)state;
    assert_int_equal(server_query_number("b=3", "a", 2, 10, &number, &fault), BY_OK);
    assert_int_equal(number, 7);
    assert_int_equal(server_query_number("b=3&a=10", "a", 2, 10, &number, &fault), BY_OK);
    assert_int_equal(number, 10);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_not_equal(server_query_number(wrong[i], "a", 2, 10, &number, &fault), BY_OK);
        assert_int_equal(fault.status, 400);
        assert_string_equal(fault.field, "a");
        assert_int_equal(number, 10);
    }
}

/* ---- Routes ---------------------------------------------------------------------------------------------------- */

static void test_about(void **state)
{
    (void)state;
    assert_int_equal(site_ask("GET", "/api/about", NULL), 200);
    assert_string_equal(site_member("name"), "boyi");
    assert_string_equal(site_member("limits"), "an object");
    assert_int_equal(site_ask("HEAD", "/api/about", NULL), 200);
}

static void test_unknown(void **state)
{
    static const char *const paths[] = {
        "/api",          "/api/",         "/api/aboutx",   "/api/about/",
        "/api//about",   "/api/jobs",     "/api/jobs/",    "/api/jobs/x",
        "/api/jobs/1x",  "/api/jobs/-1",  "/api/jobs/01",  "/api/jobs/1/",
        "/api/../about", "/api/%61bout",  "/api/about%00", "/api/jobs/99999999999999999999",
        "/api/clients/", "/api/clients/A"};

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        site_refuses("GET", paths[i], NULL, 404, "");
}

static void test_methods(void **state)
{
    static const struct {
        const char *method, *path, *allowed;
    } cases[] = {
        {"POST", "/api/about", "GET, HEAD"},
        {"PUT", "/api/jobs/1", "GET, HEAD, DELETE"},
        {"GET", "/api/searches", "POST"},
        {"get", "/api/about", "GET, HEAD"},
        {"", "/api/session", "POST"},
        {"OPTIONS", "/api/events", "GET, HEAD"},
        {"GET", "/api/clients/0123abc", "DELETE"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        site_refuses(cases[i].method, cases[i].path, NULL, 405, "");
        assert_string_equal(site.reply.allow, cases[i].allowed);
    }
}

static void test_clients(void **state)
{
    char id[SERVER_CLIENT_ID], path[64];

    (void)state;
    assert_int_equal(site_ask("POST", "/api/clients", NULL), 201);
    (void)snprintf(id, sizeof id, "%s", site_member("client"));
    assert_int_equal(strlen(id), 32);
    assert_string_not_equal(id, site.client);
    assert_int_equal(site_ask("POST", "/api/clients", "{}"), 201);
    site_refuses("POST", "/api/clients", "{\"name\": 1}", 400, "name");
    (void)snprintf(path, sizeof path, "/api/clients/%s", id);
    assert_int_equal(site_ask("DELETE", path, NULL), 200);
    site_refuses("DELETE", path, NULL, 404, "");
    memcpy(site.client, id, sizeof id);
    site_refuses("GET", "/api/jobs/1", NULL, 404, "Boyi-Client");
    *site.client = 0;
    site_refuses("GET", "/api/jobs/1", NULL, 400, "Boyi-Client");
}

static void test_events(void **state)
{
    struct server_request request = site_request("GET", "/api/events", NULL);
    char query[64];

    (void)state;
    request.client = NULL;
    assert_int_equal(site_handle(&request), 400);
    (void)snprintf(query, sizeof query, "client=%s", site.client);
    request.query = query;
    assert_int_equal(site_handle(&request), 200);
    assert_true(site.reply.is_stream);
    assert_string_equal(server_client_id(site.reply.client), site.client);
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

static void test_bodies(void **state)
{
    struct server_request request;
    char *large = calloc(1, 300 * 1024);

    (void)state;
    site_refuses("POST", "/api/searches", "{", 400, "");
    assert_string_equal(site_member("column"), "2");
    site_refuses("POST", "/api/searches", "{\"game\": \"go\", \"game\": \"go\"}", 400, "");
    site_refuses("POST", "/api/searches", "[]", 400, "body");
    site_refuses("POST", "/api/searches", "", 400, "game");
    site_refuses("POST", "/api/searches", "\xFF", 400, "");
    request = site_request("POST", "/api/searches", "{}");
    request.body = "{\0}";
    request.length = 3;
    assert_int_equal(site_handle(&request), 400);
    memset(large, ' ', 300 * 1024 - 1);
    site_refuses("POST", "/api/searches", large, 413, "");
    site_refuses("GET", "/api/about", "{}", 413, "");
    request = site_request("POST", "/api/searches", NULL);
    request.is_too_long = true;
    assert_int_equal(site_handle(&request), 413);
    free(large);
}

/* The deepest nesting that a body can have. */
static void test_deep(void **state)
{
    char *deep = calloc(1, 200 * 1024);

    (void)state;
    memset(deep, '[', 200 * 1024 - 1);
    site_refuses("POST", "/api/searches", deep, 400, "");
    free(deep);
}

/* ---- Searches -------------------------------------------------------------------------------------------------- */

static void test_search_faults(void **state)
{
    static const struct site_refusal cases[] = {
        {"{\"game\": \"chess\"}", 422, "game"},
        {"{\"game\": 1}", 400, "game"},
        {"{\"game\": \"a very long name of a game that nobody has\"}", 400, "game"},
        {"{\"game\": \"tictactoe\", \"settings\": {\"a\": 1}}", 422, "settings.a"},
        {"{\"game\": \"go\", \"settings\": {\"siez\": 9}}", 422, "settings.siez"},
        {"{\"game\": \"go\", \"settings\": {\"size\": 99999}}", 422, "settings.size"},
        {"{\"game\": \"go\", \"settings\": {\"size\": \"9 rules=x\"}}", 422, "settings.size"},
        {"{\"game\": \"tictactoe\", \"start\": \"x\"}", 422, "start"},
        {"{\"game\": \"tictactoe\", \"start\": \"\\u0001\"}", 400, "start"},
        {"{\"game\": \"tictactoe\", \"moves\": [\"4\", \"9\"]}", 422, "moves[1]"},
        {"{\"game\": \"tictactoe\", \"moves\": [\"4\", \"4\"]}", 422, "moves[1]"},
        {"{\"game\": \"tictactoe\", \"moves\": \"4\"}", 400, "moves"},
        {"{\"game\": \"tictactoe\", \"method\": \"guess\"}", 422, "method"},
        {"{\"game\": \"tictactoe\", \"preset\": \"best\"}", 422, "preset"},
        {"{\"game\": \"tictactoe\", \"options\": {\"hush\": true}}", 422, "options.hush"},
        {"{\"game\": \"tictactoe\", \"options\": {\"hash\": 7}}", 422, "options.hash"},
        {"{\"game\": \"tictactoe\", \"options\": {\"memory_kib\": 65537}}", 422, "options.memory_kib"},
        {"{\"game\": \"tictactoe\", \"options\": {\"threads\": 3}}", 422, "options.threads"},
        {"{\"game\": \"tictactoe\", \"depth\": 0}", 400, "depth"},
        {"{\"game\": \"tictactoe\", \"depth\": 1025}", 400, "depth"},
        {"{\"game\": \"tictactoe\", \"nodes\": 0}", 400, "nodes"},
        {"{\"game\": \"tictactoe\", \"nodes\": -1}", 400, "nodes"},
        {"{\"game\": \"tictactoe\", \"nodes\": 1e3}", 400, "nodes"},
        {"{\"game\": \"tictactoe\", \"time_ms\": 600001}", 422, "time_ms"},
        {"{\"game\": \"tictactoe\", \"lines\": 9}", 422, "lines"},
        {"{\"game\": \"tictactoe\", \"lines\": 0}", 400, "lines"},
        {"{\"game\": \"tictactoe\", \"level\": true, \"x\": 1}", 400, "level"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/searches", NULL, cases);
}

static void test_search(void **state)
{
    (void)state;
    assert_int_equal(site_ask("POST", "/api/searches",
                              "{\"game\": \"tictactoe\", \"start\": \"x.o/.x./..o\", \"lines\": 2, \"options\": "
                              "{\"hash\": false}}"),
                     202);
    assert_string_equal(site_member("id"), "1");
    assert_int_equal(site_ask("GET", "/api/jobs/1", NULL), 200);
    assert_string_equal(site_member("state"), "done");
    assert_string_equal(site_member("lines"), "an array");
    assert_non_null(strstr(site_text(), "\"result\": {\"best\": \"5\", \"value\": 0, \"kind\": \"draw\""));
    assert_non_null(strstr(site_text(), "\"hash_probes\": 0"));
    assert_int_equal(site_ask("DELETE", "/api/jobs/1", NULL), 200);
    site_refuses("GET", "/api/jobs/1", NULL, 404, "");
}

/* A job belongs to its client. */
static void test_jobs_of_others(void **state)
{
    (void)state;
    assert_int_equal(site_ask("POST", "/api/searches", "{\"game\": \"tictactoe\", \"depth\": 1}"), 202);
    site_new_client();
    site_refuses("GET", "/api/jobs/1", NULL, 404, "");
    site_refuses("DELETE", "/api/jobs/1", NULL, 404, "");
}

/* A client that knows neither the methods nor the games can search each game with each method. */
static void test_every_game(void **state)
{
    const by_game_type *type;
    char body[256], path[64];

    (void)state;
    for (size_t i = 0; (type = by_game_type_at(i)); i++) {
        (void)snprintf(body, sizeof body, "{\"game\": \"%s\", \"nodes\": 50, \"method\": \"%s\"}", type->name,
                       i % 2 ? "mcts" : "alphabeta");
        assert_int_equal(site_ask("POST", "/api/searches", body), 202);
        (void)snprintf(path, sizeof path, "/api/jobs/%s", site_member("id"));
        assert_int_equal(site_ask("GET", path, NULL), 200);
        if (strcmp(site_member("state"), "done") != 0)
            fail_msg("%s: %s", type->name, site_text());
    }
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Asks a new server, with the i-th allocation failing; a good answer is `whole`, unless that is NULL. Returns true if
 * there were that many. */
static bool ask_with_failure(size_t i, const char *method, const char *path, const char *body, int good,
                             const char *whole)
{
    struct server_request request;
    size_t before = allocation_current();
    bool has_failed;
    int status;

    site_open();
    request = site_request(method, path, body);
    has_failed = site_handle_without_memory(&request, i);
    status = site.reply.status;
    assert_true(status == good || (has_failed && status == 503 && site.reply.retry_s > 0));
    if (status == good && whole)
        assert_string_equal(site_text(), whole);
    assert_int_equal(server_clients_count(server_clients_of(site.server)), 1 + (status == 201));
    site_close();
    assert_int_equal(allocation_current(), before);
    return has_failed;
}

static void assert_survives(const char *method, const char *path, const char *body, int good)
{
    by_text whole = {0};
    size_t i = 1;

    site_open();
    if (site_ask(method, path, body) != good)
        fail_msg("%s: %s", path, site_text());
    by_text_add(&whole, site_text());
    site_close();
    /* The name of a client differs each time. */
    while (ask_with_failure(i, method, path, body, good, good == 201 ? NULL : by_text_string(&whole)))
        i++;
    assert_true(i > 2);
    by_text_free(&whole);
}

/* Each allocation fails in turn: the answer is a 503 or complete, and no memory leaks. */
static void test_no_memory(void **state)
{
    (void)state;
    site_init();
    assert_survives("GET", "/api/about", NULL, 200);
    assert_survives("POST", "/api/clients", "{}", 201);
    assert_survives(
        "POST", "/api/searches",
        "{\"game\": \"tictactoe\", \"moves\": [\"4\", \"0\"], \"depth\": 2, \"options\": {\"hash\": false}}", 202);
    assert_survives("GET", "/api/games", NULL, 200);
    assert_survives("GET", "/api/methods", NULL, 200);
    assert_survives("POST", "/api/position", "{\"game\": \"connect4\", \"moves\": [\"a\", \"b\"]}", 200);
    assert_survives("POST", "/api/position", "{\"game\": \"tictactoe\", \"start\": \"xxx/oo./...\"}", 200);
    assert_survives("POST", "/api/line", "{\"game\": \"xiangqi\", \"notation\": \"wxf\", \"moves\": [\"h2e2\"]}", 200);
    assert_survives("POST", "/api/why",
                    "{\"game\": \"xiangqi\", \"start\": \"3k5/9/9/9/9/9/9/9/4R4/5K3 w\", \"moves\": [\"e1d1\", "
                    "\"d9e9\", \"d1e1\", \"e9d9\", \"e1d1\", \"d9e9\", \"d1e1\", \"e9d9\", \"e1d1\", \"d9e9\"]}",
                    200);
    assert_survives("POST", "/api/position", "{\"game\": \"xiangqi\", \"moves\": [\"h2e2\"]}", 200);
    assert_survives("POST", "/api/position",
                    "{\"game\": \"go\", \"settings\": {\"size\": 5}, \"moves\": [\"C3\", \"pass\", \"pass\"]}", 200);
    assert_survives("POST", "/api/position", "{\"game\": \"tree\"}", 200);
    assert_survives(
        "POST", "/api/records/read",
        "{\"game\": \"xiangqi\", \"notation\": \"wxf\", \"text\": \"[Event \\\"x\\\"]\\n\\n1. C2.5 (1. C8.5 "
        "{y}) h8+7 *\"}",
        200);
    assert_survives(
        "POST", "/api/records/write",
        "{\"game\": \"xiangqi\", \"notation\": \"chinese\", \"record\": {\"tags\": [[\"Event\", \"a\"]], \"nodes\": "
        "[{\"parent\": -1}, {\"parent\": 0, \"move\": \"h2e2\"}, {\"parent\": 0, \"move\": \"b2e2\"}]}}",
        200);
    assert_survives("POST", "/api/records/list",
                    "{\"game\": \"xiangqi\", \"text\": \"[Red \\\"A\\\"]\\n\\n1. h2e2 *\\n\\n1. z9z8 *\"}", 200);
    assert_survives("POST", "/api/recognise",
                    "{\"text\": \"h2e2 h9g7\", \"games\": [{\"game\": \"tictactoe\"}, {\"game\": \"xiangqi\"}]}", 200);
    assert_survives("POST", "/api/why", "{\"game\": \"go\", \"settings\": {\"size\": 5}}", 200);
    assert_survives("POST", "/api/terms", "{\"game\": \"xiangqi\"}", 200);
    assert_survives(
        "POST", "/api/compose",
        "{\"game\": \"go\", \"board\": {\"columns\": 2, \"rows\": 2}, \"squares\": [[1, 0], [0, 0], [0, 0], [1, "
        "1]]}",
        200);
    assert_survives("POST", "/api/records/read",
                    "{\"game\": \"go\", \"text\": \"(;GM[1]SZ[5]PB[a];B[aa](;W[bb]C[x];AB[cc];B[ee])(;W[cc]))\"}", 200);
    assert_survives(
        "POST", "/api/records/write",
        "{\"game\": \"go\", \"settings\": {\"size\": 5}, \"record\": {\"tags\": [[\"PB\", \"a\"]], \"nodes\": "
        "[{\"parent\": -1}, {\"parent\": 0, \"move\": \"A1\", \"after\": \"x\"}, {\"parent\": 1, \"position\": "
        "\"5\"}]}}",
        200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),  cmocka_unit_test(test_field_faults),
        cmocka_unit_test(test_queries), cmocka_unit_test(test_query_numbers),
        SITE_TEST(test_about),          SITE_TEST(test_unknown),
        SITE_TEST(test_methods),        SITE_TEST(test_clients),
        SITE_TEST(test_events),         SITE_TEST(test_bodies),
        SITE_TEST(test_deep),           SITE_TEST(test_search_faults),
        SITE_TEST(test_search),         SITE_TEST(test_jobs_of_others),
        SITE_TEST(test_every_game),     cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
