/* SPDX-License-Identifier: MIT
 *
 * Traces over the server: created as jobs, read piece by piece, within limits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

#define OI_WIKI                                                                                                        \
    "{'game': 'tree', 'start': 'H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))', "             \
    "'preset': 'oi-wiki', 'truth': true}"
#define PROOF                                                                                                          \
    "{'game': 'tree', 'method': 'pn', 'start': 'A(B(C(loss,E(win,F(loss,loss))),D(win)),G(H(I(win,win),"               \
    "loss),J(K(win,L(win,loss)),M(win))))'}"
#define MCTS                                                                                                           \
    "{'game': 'tictactoe', 'start': 'xo./.x./..o', 'method': 'mcts', 'preset': 'plain', 'nodes': "                     \
    "30}"
#define MOVES                                                                                                          \
    "{'game': 'tree', 'start': 'root(B~2[0..10](1,2,10),A~8[0..10](7,9,10))', 'method': 'bsp', "                       \
    "'options': {'probe_depth': 0}, 'nodes': 2}"

static int ask_trace(int id, const char *rest)
{
    char path[80];

    (void)snprintf(path, sizeof path, "/api/traces/%d/%s", id, rest);
    return site_ask("GET", path, NULL);
}

static void assert_refused(int id, const char *rest, int status, const char *field)
{
    char path[80];

    (void)snprintf(path, sizeof path, "/api/traces/%d/%s", id, rest);
    site_refuses("GET", path, NULL, status, field);
}

/* ---- Forms ----------------------------------------------------------------------------------------------------- */

static void test_tree(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    id = site_begin("/api/traces", OI_WIKI);
    root = site_job(id);
    assert_null(strchr(site_text(), '\n')[1] ? "several lines" : NULL);
    assert_string_equal(text_at(root, "kind"), "trace");
    assert_string_equal(text_at(root, "state"), "done");
    assert_string_equal(text_at(root, "trace.form"), "tree");
    assert_int_equal(number_at(root, "trace.value"), 3);
    assert_int_equal(number_at(root, "trace.nodes"), 26);
    assert_int_equal(number_at(root, "trace.steps"), 39);
    root = site_get("/api/traces/%d/nodes/0", id);
    assert_int_equal(number_at(root, "child_count"), 2);
    assert_int_equal(number_at(root, "step"), 39);
    assert_int_equal(number_at(root, "visit.returns"), 3);
    root = site_get("/api/traces/%d/nodes/0?step=6&first=1&count=1", id);
    assert_int_equal(number_at(root, "step"), 6);
    assert_int_equal(count_at(root, "children"), 1);
    assert_string_equal(text_at(root, "children[0].label"), "I");
    assert_true(is_null_at(root, "children[0].visit"));
    root = site_get("/api/traces/%d/table", id);
    assert_int_equal(count_at(root, "parts[0].rows"), 11);
    assert_int_equal(number_at(value_at(root, "parts[0].rows")->child, "step"), 9);
}

static void test_steps(void **state)
{
    const struct json_value *root, *step;
    int id;

    (void)state;
    id = site_begin("/api/traces", OI_WIKI);
    root = site_get("/api/traces/%d/steps?first=5&count=2", id);
    assert_int_equal(number_at(root, "count"), 39);
    assert_int_equal(count_at(root, "steps"), 2);
    step = value_at(root, "steps[1]");
    assert_int_equal(number_at(step, "step"), 6);
    assert_string_equal(text_at(step, "event"), "leave");
    assert_string_equal(text_at(step, "side"), "max");
    assert_string_equal(text_at(step, "parent_label"), "A");
    root = site_get("/api/traces/%d/steps", id);
    assert_int_equal(count_at(root, "steps"), 39);
    for (step = value_at(root, "steps")->child; strcmp(text_at(step, "event"), "cut") != 0; step = step->next)
        continue;
    assert_string_equal(text_at(step, "label"), "C");
    assert_string_equal(text_at(step, "cut.kind"), "shallow");
    assert_int_equal(number_at(step, "cut.bound"), 3);
    assert_string_equal(text_at(step, "cut.node_label"), "A");
    assert_string_equal(text_at(step, "cut.at_label"), "B");
    root = site_get("/api/traces/%d/steps?first=40", id);
    assert_int_equal(count_at(root, "steps"), 0);
}

static void test_proof(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    id = site_begin("/api/traces", PROOF);
    root = site_job(id);
    assert_string_equal(text_at(root, "trace.form"), "proof");
    assert_string_equal(text_at(root, "trace.answer"), "yes");
    root = site_get("/api/traces/%d/nodes/0?step=1", id);
    assert_int_equal(count_at(root, "numbers"), 2);
    assert_string_equal(text_at(root, "state"), "open");
    root = site_get("/api/traces/%d/nodes/0", id);
    assert_string_equal(text_at(root, "state"), "proved");
}

static void test_mcts(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    id = site_begin("/api/traces", MCTS);
    root = site_job(id);
    assert_string_equal(text_at(root, "trace.form"), "mcts");
    assert_int_equal(number_at(root, "trace.steps"), 30);
    for (int step = 1; step <= 30; step += 29) {
        root = site_get("/api/traces/%d/nodes/0?step=%d", id, step);
        assert_int_equal(number_at(root, "visits"), step);
    }
    root = site_get("/api/traces/%d/steps?first=3&count=1", id);
    assert_string_equal(text_at(root, "steps[0].event"), "iteration");
    assert_true(strlen(text_at(root, "steps[0].label")) > 0);
}

/* The request set no end. */
static void test_mcts_without_limit(void **state)
{
    (void)state;
    assert_int_equal(number_at(site_run("/api/traces", "{'game': 'connect4', 'method': 'mcts'}"), "trace.steps"), 500);
}

static void test_moves(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    id = site_begin("/api/traces", MOVES);
    root = site_job(id);
    assert_string_equal(text_at(root, "trace.form"), "moves");
    root = site_get("/api/traces/%d/nodes/0", id);
    assert_int_equal(number_at(root, "children[0].optimistic"), 10);
    root = site_get("/api/traces/%d/steps", id);
    assert_int_equal(number_at(root, "count"), 0);
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
    assert_int_equal(site_ask("GET", "/api/examples", NULL), 200);
    assert_int_equal(json_read(site_text(), &examples, NULL), BY_OK);
    assert_string_equal(text_at(examples.root->child, "name"), "oi-wiki");
    for (const struct json_value *example = examples.root->child; example; example = example->next) {
        const struct json_value *job;

        by_text_clear(&body);
        put_members(example, &body);
        job = site_job(site_begin("/api/traces", by_text_string(&body)));
        if (strcmp(text_at(job, "state"), "done") != 0)
            fail_msg("%s: %s", text_at(example, "name"), site_text());
        assert_true(is_null_at(job, "trace.cut_short"));
        assert_true(strlen(text_at(example, "title")) > 0);
        by_text_printf(&forms, "%s ", text_at(job, "trace.form"));
    }
    assert_string_equal(by_text_string(&forms), "tree tree tree tree proof mcts moves ");
    json_document_free(&examples);
    by_text_free(&forms);
    by_text_free(&body);
}

/* ---- Refusals -------------------------------------------------------------------------------------------------- */

static void test_wrong_questions(void **state)
{
    static const struct site_refusal cases[] = {
        {"{}", 400, "game"},
        {"{'game': 'chess'}", 422, "game"},
        {"{'game': 'tree', 'truth': 1}", 400, "truth"},
        {"{'game': 'tree', 'lines': 2}", 400, "lines"},
        {"{'game': 'tree', 'depth': 0}", 400, "depth"},
        {"{'game': 'tree', 'nodes': -1}", 400, "nodes"},
        {"{'game': 'tree', 'time_ms': 600001}", 422, "time_ms"},
        {"{'game': 'tree', 'method': 'magic'}", 422, "method"},
        {"{'game': 'tree', 'preset': 'oi-wikki'}", 422, "preset"},
        {"{'game': 'tree', 'options': {'hash': 'maybe'}}", 422, "options.hash"},
        {"{'game': 'tree', 'options': {'memory_kib': 65537}}", 422, "options.memory_kib"},
        {"{'game': 'tictactoe', 'moves': ['9']}", 422, "moves[0]"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/traces", NULL, cases);
    /* A mistake in a tree has its place. */
    site_refuses("POST", "/api/traces", "{'game': 'tree', 'start': 'A(B(3,17),\\nC(2,x y))'}", 422, "start");
    assert_string_equal(site_member("line"), "2");
    assert_true(atoi(site_member("column")) > 1);
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
    id = site_begin("/api/traces", OI_WIKI);
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
    id = site_begin("/api/traces", OI_WIKI);
    assert_int_equal(site_ask("POST", "/api/searches", "{'game': 'tictactoe', 'depth': 2}"), 202);
    search = atoi(site_member("id"));
    assert_refused(search, "nodes/0", 404, "");
    assert_refused(id + 100, "nodes/0", 404, "");
    memcpy(own, site.client, sizeof own);
    site_new_client();
    assert_refused(id, "nodes/0", 404, "");
    assert_refused(id, "steps", 404, "");
    assert_refused(id, "table", 404, "");
    *site.client = 0;
    assert_refused(id, "nodes/0", 400, "Boyi-Client");
    memcpy(site.client, own, sizeof own);
    assert_int_equal(ask_trace(id, "nodes/0"), 200);
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static void assert_cut_short(const char *body, const char *by)
{
    const struct json_value *root = site_job(site_begin("/api/traces", body));

    assert_string_equal(text_at(root, "state"), "done");
    assert_string_equal(text_at(root, "trace.cut_short"), by);
}

static void test_size(void **state)
{
    (void)state;
    site.settings.limits.trace_nodes = 50;
    site_reopen();
    assert_cut_short("{'game': 'tictactoe', 'method': 'minimax'}", "nodes");
    assert_cut_short("{'game': 'tictactoe', 'method': 'mcts', 'options': {'playouts': 'moves'}}", "nodes");
    site.settings.limits.trace_nodes = server_limits_usual(2).trace_nodes;
    site.settings.limits.trace_kib = 64;
    site_reopen();
    assert_cut_short("{'game': 'tictactoe', 'method': 'minimax'}", "memory");
}

/* The whole tree does not fit, so there is no trace to show. */
static void test_failure(void **state)
{
    const struct json_value *root;
    int id;

    (void)state;
    site.settings.limits.trace_nodes = 50;
    site_reopen();
    id = site_begin("/api/traces", "{'game': 'tictactoe', 'truth': true}");
    root = site_job(id);
    assert_string_equal(text_at(root, "state"), "failed");
    assert_non_null(strstr(text_at(root, "error.message"), "more than 50 nodes"));
    assert_refused(id, "nodes/0", 422, "");
    assert_refused(id, "table", 422, "");
}

static void test_table_too_large(void **state)
{
    (void)state;
    assert_refused(site_begin("/api/traces", "{'game': 'tictactoe', 'method': 'minimax', 'depth': 4}"), "table", 422,
                   "");
}

/* The server keeps a client's last traces; looking at one makes it the latest. */
static void test_some_are_kept(void **state)
{
    int id[4];

    (void)state;
    site.settings.limits.large_kept = 2;
    site_reopen();
    for (int i = 0; i < 2; i++) {
        id[i] = site_begin("/api/traces", OI_WIKI);
        site.now_ms++;
    }
    assert_int_equal(ask_trace(id[0], "nodes/0"), 200);
    site.now_ms++;
    id[2] = site_begin("/api/traces", OI_WIKI);
    assert_int_equal(ask_trace(id[0], "nodes/0"), 200);
    assert_refused(id[1], "nodes/0", 404, "");
    assert_int_equal(ask_trace(id[2], "nodes/0"), 200);
    /* A search does not push out a trace. */
    assert_int_equal(site_ask("POST", "/api/searches", "{'game': 'tictactoe', 'depth': 2}"), 202);
    assert_int_equal(ask_trace(id[0], "nodes/0"), 200);
    assert_int_equal(ask_trace(id[2], "nodes/0"), 200);
}

/* All clients' traces together fit into the common limit. */
static void test_memory_of_all(void **state)
{
    int before, first, second;

    (void)state;
    site.settings.limits.large_kib = 24; /* for one of about 16 KiB */
    site_reopen();
    before = (int)allocation_current();
    first = site_begin("/api/traces", OI_WIKI);
    assert_int_equal(ask_trace(first, "nodes/0"), 200);
    site.now_ms++;
    site_new_client();
    for (int i = 0; i < 10; i++) {
        second = site_begin("/api/traces", OI_WIKI);
        site.now_ms++;
    }
    assert_int_equal(ask_trace(second, "nodes/0"), 200);
    assert_refused(second - 1, "nodes/0", 404, "");
    site_forget_reply();
    assert_true((int)allocation_current() - before < 64 * 1024);
}

/* Reading a trace keeps it; an unread one expires. */
static void test_time(void **state)
{
    int id;

    (void)state;
    id = site_begin("/api/traces", OI_WIKI);
    for (int i = 0; i < 4; i++) {
        site.now_ms += SERVER_KEPT_MS - 1;
        server_tick(site.server);
        assert_int_equal(ask_trace(id, i % 2 ? "nodes/0" : "steps"), 200);
    }
    site.now_ms += SERVER_KEPT_MS;
    server_jobs_tick(server_jobs_of(site.server));
    assert_refused(id, "nodes/0", 404, "");
}

static void test_forgetting(void **state)
{
    char path[64];
    int id;

    (void)state;
    id = site_begin("/api/traces", OI_WIKI);
    (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
    assert_int_equal(site_ask("DELETE", path, NULL), 200);
    assert_refused(id, "nodes/0", 404, "");
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Makes a trace with the i-th allocation failing. Returns true if there were that many. */
static bool make_with_failure(const char *body, size_t i)
{
    struct server_request request;
    size_t before = allocation_current();
    bool has_failed;

    site_open();
    request = site_request("POST", "/api/traces", body);
    has_failed = site_handle_without_memory(&request, i);
    assert_true(site.reply.status == 202 || (has_failed && site.reply.status == 503));
    if (site.reply.status == 202) {
        const struct json_value *root = site_job(1);
        bool is_done = strcmp(text_at(root, "state"), "done") == 0;

        assert_true(is_done || has_failed);
        assert_int_equal(ask_trace(1, "nodes/0"), is_done ? 200 : 422);
    }
    site_close();
    assert_int_equal(allocation_current(), before);
    return has_failed;
}

static void test_no_memory_to_make(void **state)
{
    static const char *const bodies[] = {OI_WIKI, PROOF, MCTS, MOVES};
    size_t i;

    (void)state;
    site_close();
    for (int b = 0; b < 4; b++) {
        for (i = 1; make_with_failure(bodies[b], i); i++)
            continue;
        assert_true(i > 20);
    }
    site_open();
}

static bool read_with_failure(const char *path, size_t i)
{
    struct server_request request = site_request("GET", path, NULL);
    bool has_failed;

    has_failed = site_handle_without_memory(&request, i);
    assert_true(site.reply.status == 200 || (has_failed && site.reply.status == 503));
    return has_failed;
}

static void test_no_memory_to_read(void **state)
{
    static const char *const paths[] = {"/api/traces/1/nodes/0", "/api/traces/1/steps", "/api/traces/1/table",
                                        "/api/examples"};
    static const char *const bodies[] = {OI_WIKI, PROOF, MCTS, MOVES};

    (void)state;
    for (int b = 0; b < 4; b++) {
        site_reopen();
        assert_int_equal(site_begin("/api/traces", bodies[b]), 1);
        for (int p = 0; p < 4; p++)
            for (size_t i = 1; read_with_failure(paths[p], i); i++)
                continue;
        assert_int_equal(ask_trace(1, "nodes/0"), 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_tree),
        SITE_TEST(test_steps),
        SITE_TEST(test_proof),
        SITE_TEST(test_mcts),
        SITE_TEST(test_mcts_without_limit),
        SITE_TEST(test_moves),
        SITE_TEST(test_examples),
        SITE_TEST(test_wrong_questions),
        SITE_TEST(test_wrong_numbers),
        SITE_TEST(test_wrong_jobs),
        SITE_TEST(test_size),
        SITE_TEST(test_failure),
        SITE_TEST(test_table_too_large),
        SITE_TEST(test_some_are_kept),
        SITE_TEST(test_memory_of_all),
        SITE_TEST(test_time),
        SITE_TEST(test_forgetting),
        SITE_TEST(test_no_memory_to_make),
        SITE_TEST(test_no_memory_to_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
