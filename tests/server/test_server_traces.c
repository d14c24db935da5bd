/* SPDX-License-Identifier: MIT
 *
 * Traces over the server: created as jobs, read piece by piece, within limits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json_read.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

#define OI_WIKI                                                                                                        \
    "{\"game\": \"tree\", \"start\": \"H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))\", "     \
    "\"preset\": \"oi-wiki\", \"truth\": true}"
#define PROOF                                                                                                          \
    "{\"game\": \"tree\", \"method\": \"pn\", \"start\": \"A(B(C(loss,E(win,F(loss,loss))),D(win)),G(H(I(win,win),"    \
    "loss),J(K(win,L(win,loss)),M(win))))\"}"
#define MCTS                                                                                                           \
    "{\"game\": \"tictactoe\", \"start\": \"xo./.x./..o\", \"method\": \"mcts\", \"preset\": \"plain\", \"nodes\": "   \
    "30}"
#define MOVES                                                                                                          \
    "{\"game\": \"tree\", \"start\": \"root(B~2[0..10](1,2,10),A~8[0..10](7,9,10))\", \"method\": \"bsp\", "           \
    "\"options\": {\"probe_depth\": 0}, \"nodes\": 2}"

static struct server_bench bench;
static struct json_document document;

static int set_up(void **state)
{
    (void)state;
    server_bench_init(&bench);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_bench_close(&bench);
    return 0;
}

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

static int begin(const char *body)
{
    if (server_bench_ask(&bench, "POST", "/api/traces", body) != 202)
        fail_msg("%.200s: %s", body, by_text_string(&bench.reply.body));
    return atoi(server_bench_member(&bench, "id"));
}

/* Asks for "/api/traces/ID" and a suffix, which may have a query. Returns the status. */
static int ask_trace(int id, const char *rest)
{
    struct server_request request;
    char path[64], query[64] = "";
    const char *mark = strchr(rest, '?');

    (void)snprintf(path, sizeof path, "/api/traces/%d/%.*s", id, (int)(mark ? mark - rest : (int)strlen(rest)), rest);
    if (mark)
        (void)snprintf(query, sizeof query, "%s", mark + 1);
    request = server_bench_request(&bench, "GET", path, NULL);
    request.query = mark ? query : NULL;
    return server_bench_handle(&bench, &request);
}

/* The last reply. Free it with json_document_free. */
static const struct json_value *read_reply(void)
{
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &document, NULL), BY_OK);
    return document.root;
}

static const struct json_value *get(int id, const char *rest)
{
    if (ask_trace(id, rest) != 200)
        fail_msg("%s: %d %s", rest, bench.reply.status, by_text_string(&bench.reply.body));
    return read_reply();
}

static const struct json_value *get_job(int id)
{
    char path[64];

    (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
    assert_int_equal(server_bench_ask(&bench, "GET", path, NULL), 200);
    return read_reply();
}

static const struct json_value *member(const struct json_value *object, const char *name)
{
    const struct json_value *value = json_member(object, name);

    if (!value)
        fail_msg("no '%s' in %s", name, by_text_string(&bench.reply.body));
    return value;
}

static int number(const struct json_value *object, const char *name)
{
    assert_int_equal(member(object, name)->kind, JSON_NUMBER);
    return (int)member(object, name)->integer;
}

static const char *text(const struct json_value *object, const char *name)
{
    return member(object, name)->kind == JSON_STRING ? member(object, name)->text : "null";
}

static int length(const struct json_value *array)
{
    int count = 0;

    for (const struct json_value *value = array->child; value; value = value->next)
        count++;
    return count;
}

static void assert_refused(int id, const char *rest, int status, const char *field)
{
    if (ask_trace(id, rest) != status)
        fail_msg("%s: %d instead of %d: %s", rest, bench.reply.status, status, by_text_string(&bench.reply.body));
    assert_string_equal(server_bench_member(&bench, "field"), *field ? field : "null");
    assert_true(strlen(server_bench_member(&bench, "error")) > 10);
}

/* ---- Forms ----------------------------------------------------------------------------------------------------- */

static void test_tree(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(OI_WIKI);
    root = get_job(id);
    assert_null(strchr(by_text_string(&bench.reply.body), '\n')[1] ? "several lines" : NULL);
    assert_string_equal(text(root, "kind"), "trace");
    assert_string_equal(text(root, "state"), "done");
    assert_string_equal(text(member(root, "trace"), "form"), "tree");
    assert_int_equal(number(member(root, "trace"), "value"), 3);
    assert_int_equal(number(member(root, "trace"), "nodes"), 26);
    assert_int_equal(number(member(root, "trace"), "steps"), 39);
    json_document_free(&document);
    root = get(id, "nodes/0");
    assert_int_equal(number(root, "child_count"), 2);
    assert_int_equal(number(root, "step"), 39);
    assert_int_equal(number(member(root, "visit"), "returns"), 3);
    json_document_free(&document);
    root = get(id, "nodes/0?step=6&first=1&count=1");
    assert_int_equal(number(root, "step"), 6);
    assert_int_equal(length(member(root, "children")), 1);
    assert_string_equal(text(member(root, "children")->child, "label"), "I");
    assert_int_equal(member(member(root, "children")->child, "visit")->kind, JSON_NULL);
    json_document_free(&document);
    root = get(id, "table");
    assert_int_equal(length(member(member(root, "parts")->child, "rows")), 11);
    assert_int_equal(number(member(member(root, "parts")->child, "rows")->child, "step"), 9);
    json_document_free(&document);
}

static void test_steps(void **state)
{
    const struct json_value *root, *step;
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(OI_WIKI);
    root = get(id, "steps?first=5&count=2");
    assert_int_equal(number(root, "count"), 39);
    assert_int_equal(length(member(root, "steps")), 2);
    step = member(root, "steps")->child->next;
    assert_int_equal(number(step, "step"), 6);
    assert_string_equal(text(step, "event"), "leave");
    assert_string_equal(text(step, "side"), "max");
    assert_string_equal(text(step, "parent_label"), "A");
    json_document_free(&document);
    root = get(id, "steps");
    assert_int_equal(length(member(root, "steps")), 39);
    for (step = member(root, "steps")->child; strcmp(text(step, "event"), "cut") != 0; step = step->next)
        continue;
    assert_string_equal(text(step, "label"), "C");
    assert_string_equal(text(member(step, "cut"), "kind"), "shallow");
    assert_int_equal(number(member(step, "cut"), "bound"), 3);
    assert_string_equal(text(member(step, "cut"), "node_label"), "A");
    assert_string_equal(text(member(step, "cut"), "at_label"), "B");
    json_document_free(&document);
    root = get(id, "steps?first=40");
    assert_int_equal(length(member(root, "steps")), 0);
    json_document_free(&document);
}

static void test_proof(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(PROOF);
    root = get_job(id);
    assert_string_equal(text(member(root, "trace"), "form"), "proof");
    assert_string_equal(text(member(root, "trace"), "answer"), "yes");
    json_document_free(&document);
    root = get(id, "nodes/0?step=1");
    assert_int_equal(length(member(root, "numbers")), 2);
    assert_string_equal(text(root, "state"), "open");
    json_document_free(&document);
    root = get(id, "nodes/0");
    assert_string_equal(text(root, "state"), "proved");
    json_document_free(&document);
}

static void test_mcts(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(MCTS);
    root = get_job(id);
    assert_string_equal(text(member(root, "trace"), "form"), "mcts");
    assert_int_equal(number(member(root, "trace"), "steps"), 30);
    json_document_free(&document);
    for (int step = 1; step <= 30; step += 29) {
        char rest[32];

        (void)snprintf(rest, sizeof rest, "nodes/0?step=%d", step);
        assert_int_equal(number(get(id, rest), "visits"), step);
        json_document_free(&document);
    }
    root = get(id, "steps?first=3&count=1");
    assert_string_equal(text(member(root, "steps")->child, "event"), "iteration");
    assert_true(strlen(text(member(root, "steps")->child, "label")) > 0);
    json_document_free(&document);
}

/* The request set no end. */
static void test_mcts_without_limit(void **state)
{
    (void)state;
    server_bench_open(&bench);
    assert_int_equal(number(member(get_job(begin("{\"game\": \"connect4\", \"method\": \"mcts\"}")), "trace"), "steps"),
                     500);
    json_document_free(&document);
}

static void test_moves(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(MOVES);
    root = get_job(id);
    assert_string_equal(text(member(root, "trace"), "form"), "moves");
    json_document_free(&document);
    root = get(id, "nodes/0");
    assert_int_equal(number(member(root, "children")->child, "optimistic"), 10);
    json_document_free(&document);
    root = get(id, "steps");
    assert_int_equal(number(root, "count"), 0);
    json_document_free(&document);
}

/* ---- Examples -------------------------------------------------------------------------------------------------- */

static void put_value(const struct json_value *value, by_text *out);

static void put_members(const struct json_value *object, by_text *out)
{
    bool any = false;

    by_text_add_char(out, '{');
    for (const struct json_value *value = object->child; value; value = value->next) {
        if (strcmp(value->name, "name") == 0 || strcmp(value->name, "title") == 0)
            continue;
        by_text_printf(out, "%s\"%s\": ", any ? ", " : "", value->name);
        put_value(value, out);
        any = true;
    }
    by_text_add_char(out, '}');
}

static void put_value(const struct json_value *value, by_text *out)
{
    if (value->kind == JSON_OBJECT)
        put_members(value, out);
    else if (value->kind == JSON_STRING)
        by_text_printf(out, "\"%s\"", value->text);
    else if (value->kind == JSON_BOOL)
        by_text_add(out, value->truth ? "true" : "false");
    else
        by_text_printf(out, "%lld", (long long)value->integer);
}

/* Every example is valid as it stands and comes to its end, and every form occurs among them. */
static void test_examples(void **state)
{
    struct json_document examples;
    by_text body = {0}, forms = {0};

    (void)state;
    server_bench_open(&bench);
    assert_int_equal(server_bench_ask(&bench, "GET", "/api/examples", NULL), 200);
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &examples, NULL), BY_OK);
    assert_string_equal(json_member(examples.root->child, "name")->text, "oi-wiki");
    for (const struct json_value *example = examples.root->child; example; example = example->next) {
        const struct json_value *job;

        by_text_clear(&body);
        put_members(example, &body);
        job = get_job(begin(by_text_string(&body)));
        if (strcmp(text(job, "state"), "done") != 0)
            fail_msg("%s: %s", json_member(example, "name")->text, by_text_string(&bench.reply.body));
        assert_string_equal(text(member(job, "trace"), "cut_short"), "null");
        assert_true(strlen(json_member(example, "title")->text) > 0);
        by_text_printf(&forms, "%s ", text(member(job, "trace"), "form"));
        json_document_free(&document);
    }
    assert_string_equal(by_text_string(&forms), "tree tree tree tree proof mcts moves ");
    json_document_free(&examples);
    by_text_free(&forms);
    by_text_free(&body);
}

/* ---- Refusals -------------------------------------------------------------------------------------------------- */

static void test_wrong_questions(void **state)
{
    static const struct {
        const char *body;
        int status;
        const char *field;
    } cases[] = {
        {"{}", 400, "game"},
        {"{\"game\": \"chess\"}", 422, "game"},
        {"{\"game\": \"tree\", \"truth\": 1}", 400, "truth"},
        {"{\"game\": \"tree\", \"lines\": 2}", 400, "lines"},
        {"{\"game\": \"tree\", \"depth\": 0}", 400, "depth"},
        {"{\"game\": \"tree\", \"nodes\": -1}", 400, "nodes"},
        {"{\"game\": \"tree\", \"time_ms\": 600001}", 422, "time_ms"},
        {"{\"game\": \"tree\", \"method\": \"magic\"}", 422, "method"},
        {"{\"game\": \"tree\", \"preset\": \"oi-wikki\"}", 422, "preset"},
        {"{\"game\": \"tree\", \"options\": {\"hash\": \"maybe\"}}", 422, "options.hash"},
        {"{\"game\": \"tree\", \"options\": {\"memory_kib\": 65537}}", 422, "options.memory_kib"},
        {"{\"game\": \"tictactoe\", \"moves\": [\"9\"]}", 422, "moves[0]"},
    };

    (void)state;
    server_bench_open(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        server_bench_refuses(&bench, "POST", "/api/traces", cases[i].body, cases[i].status, cases[i].field);
    /* A mistake in a tree has its place. */
    server_bench_refuses(&bench, "POST", "/api/traces", "{\"game\": \"tree\", \"start\": \"A(B(3,17),\\nC(2,x y))\"}",
                         422, "start");
    assert_string_equal(server_bench_member(&bench, "line"), "2");
    assert_true(atoi(server_bench_member(&bench, "column")) > 1);
}

static void test_wrong_numbers(void **state)
{
    static const struct {
        const char *rest;
        int status;
        const char *field;
    } cases[] = {
        {"nodes/26", 404, ""},
        {"nodes/999999999999999", 404, ""},
        {"nodes/0?step=40", 400, "step"},
        {"nodes/0?step=-1", 400, "step"},
        {"nodes/0?step=", 400, "step"},
        {"nodes/0?step=1x", 400, "step"},
        {"nodes/0?step=99999999999999999999999", 400, "step"},
        {"nodes/0?first=27", 400, "first"},
        {"nodes/0?count=101", 400, "count"},
        {"steps?first=0", 400, "first"},
        {"steps?first=41", 400, "first"},
        {"steps?count=201", 400, "count"},
    };
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(OI_WIKI);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(id, cases[i].rest, cases[i].status, cases[i].field);
    assert_int_equal(ask_trace(id, "nodes/25?"), 200);
    assert_int_equal(ask_trace(id, "nodes/25?&&count=0&"), 200);
    assert_int_equal(ask_trace(id, "nodes/25?client=0123&count=0"), 200);
    assert_int_equal(ask_trace(id, "nodes/x"), 404);
    assert_int_equal(ask_trace(id, "nodes"), 404);
}

/* A job of another client or of another kind, or no job. */
static void test_wrong_jobs(void **state)
{
    char own[SERVER_CLIENT_ID];
    int id, search;

    (void)state;
    server_bench_open(&bench);
    id = begin(OI_WIKI);
    assert_int_equal(server_bench_ask(&bench, "POST", "/api/searches", "{\"game\": \"tictactoe\", \"depth\": 2}"), 202);
    search = atoi(server_bench_member(&bench, "id"));
    assert_refused(search, "nodes/0", 404, "");
    assert_refused(id + 100, "nodes/0", 404, "");
    memcpy(own, bench.client, sizeof own);
    assert_int_equal(server_clients_add(server_clients_of(bench.server), NULL, bench.client, NULL), BY_OK);
    assert_refused(id, "nodes/0", 404, "");
    assert_refused(id, "steps", 404, "");
    assert_refused(id, "table", 404, "");
    *bench.client = 0;
    assert_refused(id, "nodes/0", 400, "Boyi-Client");
    memcpy(bench.client, own, sizeof own);
    assert_int_equal(ask_trace(id, "nodes/0"), 200);
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static void assert_cut_short(const char *body, const char *by)
{
    const struct json_value *root = get_job(begin(body));

    assert_string_equal(text(root, "state"), "done");
    assert_string_equal(text(member(root, "trace"), "cut_short"), by);
    json_document_free(&document);
}

static void test_size(void **state)
{
    (void)state;
    bench.settings.limits.trace_nodes = 50;
    server_bench_open(&bench);
    assert_cut_short("{\"game\": \"tictactoe\", \"method\": \"minimax\"}", "nodes");
    assert_cut_short("{\"game\": \"tictactoe\", \"method\": \"mcts\", \"options\": {\"playouts\": \"moves\"}}",
                     "nodes");
    server_bench_close(&bench);
    server_bench_init(&bench);
    bench.settings.limits.trace_kib = 64;
    server_bench_open(&bench);
    assert_cut_short("{\"game\": \"tictactoe\", \"method\": \"minimax\"}", "memory");
}

/* The whole tree does not fit, so there is no trace to show. */
static void test_failure(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    bench.settings.limits.trace_nodes = 50;
    server_bench_open(&bench);
    id = begin("{\"game\": \"tictactoe\", \"truth\": true}");
    root = get_job(id);
    assert_string_equal(text(root, "state"), "failed");
    assert_non_null(strstr(text(member(root, "error"), "message"), "more than 50 nodes"));
    json_document_free(&document);
    assert_refused(id, "nodes/0", 422, "");
    assert_refused(id, "table", 422, "");
}

static void test_table_too_large(void **state)
{
    (void)state;
    server_bench_open(&bench);
    assert_refused(begin("{\"game\": \"tictactoe\", \"method\": \"minimax\", \"depth\": 4}"), "table", 422, "");
}

/* The server keeps a client's last traces; looking at one makes it the latest. */
static void test_some_are_kept(void **state)
{
    int id[4];

    (void)state;
    bench.settings.limits.large_kept = 2;
    server_bench_open(&bench);
    for (int i = 0; i < 2; i++) {
        id[i] = begin(OI_WIKI);
        bench.now_ms++;
    }
    assert_int_equal(ask_trace(id[0], "nodes/0"), 200);
    bench.now_ms++;
    id[2] = begin(OI_WIKI);
    assert_int_equal(ask_trace(id[0], "nodes/0"), 200);
    assert_refused(id[1], "nodes/0", 404, "");
    assert_int_equal(ask_trace(id[2], "nodes/0"), 200);
    /* A search does not push out a trace. */
    assert_int_equal(server_bench_ask(&bench, "POST", "/api/searches", "{\"game\": \"tictactoe\", \"depth\": 2}"), 202);
    assert_int_equal(ask_trace(id[0], "nodes/0"), 200);
    assert_int_equal(ask_trace(id[2], "nodes/0"), 200);
}

/* All clients' traces together fit into the common limit. */
static void test_memory_of_all(void **state)
{
    int before, first, second;

    (void)state;
    bench.settings.limits.large_kib = 24; /* for one of about 16 KiB */
    server_bench_open(&bench);
    before = (int)allocation_current();
    first = begin(OI_WIKI);
    assert_int_equal(ask_trace(first, "nodes/0"), 200);
    bench.now_ms++;
    assert_int_equal(server_clients_add(server_clients_of(bench.server), NULL, bench.client, NULL), BY_OK);
    for (int i = 0; i < 10; i++) {
        second = begin(OI_WIKI);
        bench.now_ms++;
    }
    assert_int_equal(ask_trace(second, "nodes/0"), 200);
    assert_refused(second - 1, "nodes/0", 404, "");
    server_reply_free(&bench.reply);
    assert_true((int)allocation_current() - before < 64 * 1024);
}

/* Reading a trace keeps it; an unread one expires. */
static void test_time(void **state)
{
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(OI_WIKI);
    for (int i = 0; i < 4; i++) {
        bench.now_ms += SERVER_KEPT_MS - 1;
        server_tick(bench.server);
        assert_int_equal(ask_trace(id, i % 2 ? "nodes/0" : "steps"), 200);
    }
    bench.now_ms += SERVER_KEPT_MS;
    server_jobs_tick(server_jobs_of(bench.server));
    assert_refused(id, "nodes/0", 404, "");
}

static void test_forgetting(void **state)
{
    char path[64];
    int id;

    (void)state;
    server_bench_open(&bench);
    id = begin(OI_WIKI);
    (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
    assert_int_equal(server_bench_ask(&bench, "DELETE", path, NULL), 200);
    assert_refused(id, "nodes/0", 404, "");
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Makes a trace with the i-th allocation failing. Returns true if there were that many. */
static bool make_with_failure(const char *body, size_t i)
{
    struct server_request request;
    size_t before = allocation_current();
    bool has_failed;

    server_bench_open(&bench);
    request = server_bench_request(&bench, "POST", "/api/traces", body);
    allocation_reset();
    allocation_fail_at(i);
    server_handle(bench.server, &request, &bench.reply);
    has_failed = allocation_count() >= i;
    allocation_fail_at(0);
    assert_true(bench.reply.status == 202 || (has_failed && bench.reply.status == 503));
    if (bench.reply.status == 202) {
        const struct json_value *root = get_job(1);
        bool is_done = strcmp(text(root, "state"), "done") == 0;

        json_document_free(&document);
        assert_true(is_done || has_failed);
        assert_int_equal(ask_trace(1, "nodes/0"), is_done ? 200 : 422);
    }
    server_bench_close(&bench);
    assert_int_equal(allocation_current(), before);
    return has_failed;
}

static void test_no_memory_to_make(void **state)
{
    static const char *const bodies[] = {OI_WIKI, PROOF, MCTS, MOVES};
    size_t i;

    (void)state;
    for (int b = 0; b < 4; b++) {
        for (i = 1; make_with_failure(bodies[b], i); i++)
            continue;
        assert_true(i > 20);
    }
    server_bench_open(&bench);
}

static bool read_with_failure(const char *path, size_t i)
{
    struct server_request request = server_bench_request(&bench, "GET", path, NULL);
    bool has_failed;

    server_reply_free(&bench.reply);
    allocation_reset();
    allocation_fail_at(i);
    server_handle(bench.server, &request, &bench.reply);
    has_failed = allocation_count() >= i;
    allocation_fail_at(0);
    assert_true(bench.reply.status == 200 || (has_failed && bench.reply.status == 503));
    return has_failed;
}

static void test_no_memory_to_read(void **state)
{
    static const char *const paths[] = {"/api/traces/1/nodes/0", "/api/traces/1/steps", "/api/traces/1/table",
                                        "/api/examples"};
    static const char *const bodies[] = {OI_WIKI, PROOF, MCTS, MOVES};

    (void)state;
    for (int b = 0; b < 4; b++) {
        server_bench_open(&bench);
        assert_int_equal(begin(bodies[b]), 1);
        for (int p = 0; p < 4; p++)
            for (size_t i = 1; read_with_failure(paths[p], i); i++)
                continue;
        assert_int_equal(ask_trace(1, "nodes/0"), 200);
        server_bench_close(&bench);
    }
    server_bench_open(&bench);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_tree),
        TEST(test_steps),
        TEST(test_proof),
        TEST(test_mcts),
        TEST(test_mcts_without_limit),
        TEST(test_moves),
        TEST(test_examples),
        TEST(test_wrong_questions),
        TEST(test_wrong_numbers),
        TEST(test_wrong_jobs),
        TEST(test_size),
        TEST(test_failure),
        TEST(test_table_too_large),
        TEST(test_some_are_kept),
        TEST(test_memory_of_all),
        TEST(test_time),
        TEST(test_forgetting),
        TEST(test_no_memory_to_make),
        TEST(test_no_memory_to_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
