/* SPDX-License-Identifier: MIT
 *
 * Reviews of games as jobs of the server.
 */
#define _POSIX_C_SOURCE 200809L
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "front/json_read.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

static struct server_bench bench;
static struct json_document document;

static int set_up(void **state)
{
    (void)state;
    server_bench_init(&bench);
    server_bench_open(&bench);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_bench_close(&bench);
    return 0;
}

/* The current state of the job. Free it with json_document_free. */
static const struct json_value *job_now(void)
{
    assert_int_equal(server_bench_ask(&bench, "GET", "/api/jobs/1", NULL), 200);
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &document, NULL), BY_OK);
    return document.root;
}

static const struct json_value *review(const char *body)
{
    if (server_bench_ask(&bench, "POST", "/api/reviews", body) != 202)
        fail_msg("%s: %s", body, by_text_string(&bench.reply.body));
    assert_string_equal(server_bench_member(&bench, "id"), "1");
    return job_now();
}

static const struct json_value *member(const struct json_value *object, const char *name)
{
    const struct json_value *found = json_member(object, name);

    if (!found)
        fail_msg("no %s in %s", name, by_text_string(&bench.reply.body));
    return found;
}

static const struct json_value *item_at(const struct json_value *list, int place)
{
    const struct json_value *item = list->child;

    for (; item && place > 0; place--)
        item = item->next;
    assert_non_null(item);
    return item;
}

static int count_of(const struct json_value *list)
{
    int count = 0;

    for (const struct json_value *item = list->child; item; item = item->next)
        count++;
    return count;
}

/* `mark` NULL: none; `loss` below 0: unknown. */
static void assert_mark(const struct json_value *job, int move, const char *mark, int loss)
{
    const struct json_value *found = item_at(member(job, "marks"), move);

    if (loss < 0) {
        assert_int_equal(found->kind, JSON_NULL);
        return;
    }
    assert_int_equal(member(found, "loss")->integer, loss);
    if (mark)
        assert_string_equal(member(found, "mark")->text, mark);
    else
        assert_int_equal(member(found, "mark")->kind, JSON_NULL);
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

/* The second move loses a drawn game; all others keep the value. */
static void test_proved(void **state)
{
    const struct json_value *job, *plies, *last;

    (void)state;
    job = review("{\"game\": \"tictactoe\", \"moves\": [\"4\", \"1\", \"8\", \"0\", \"2\", \"5\", \"6\"]}");
    assert_string_equal(member(job, "kind")->text, "review");
    assert_string_equal(member(job, "state")->text, "done");
    plies = member(job, "plies");
    assert_int_equal(count_of(plies), 8);
    assert_int_equal(count_of(member(job, "marks")), 7);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(member(item_at(plies, i), "ply")->integer, i);
        assert_int_equal(member(item_at(plies, i), "side")->integer, i % 2);
    }
    for (int i = 0; i < 7; i++)
        assert_mark(job, i, i == 1 ? "blunder" : NULL, i == 1 ? 500 : 0);
    last = item_at(plies, 7);
    assert_string_equal(member(last, "kind")->text, "loss");
    assert_int_equal(member(last, "best")->kind, JSON_NULL);
    assert_int_equal(count_of(member(last, "moves")), 0);
    json_document_free(&document);
}

/* A method without iterations gets a depth, since a node limit would end it before it has a result. */
static void test_depth(void **state)
{
    const struct json_value *plies;

    (void)state;
    plies = member(
        review("{\"game\": \"xiangqi\", \"moves\": [\"h2e2\", \"h9g7\"], \"method\": \"minimax\", \"depth\": 2}"),
        "plies");
    for (int i = 0; i < 3; i++)
        assert_int_equal(member(item_at(plies, i), "depth")->integer, 2);
    json_document_free(&document);
}

/* A game longer than a review allows. */
static void test_long_game(void **state)
{
    static const char *const moves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
    by_text body = {0};

    (void)state;
    by_text_add(&body, "{\"game\": \"xiangqi\", \"moves\": [\"h2e2\"");
    for (int i = 0; i < 2000; i++)
        by_text_printf(&body, ", \"%s\"", i ? moves[(i - 1) % 4] : "h9g7");
    by_text_add(&body, "]}");
    server_bench_refuses(&bench, "POST", "/api/reviews", by_text_string(&body), 422, "moves");
    by_text_free(&body);
}

/* A win that is thrown away is a blunder. */
static void test_win_thrown_away(void **state)
{
    const struct json_value *job;

    (void)state;
    job = review("{\"game\": \"tictactoe\", \"start\": \"xx./oo./...\", \"moves\": [\"8\"]}");
    assert_mark(job, 0, "blunder", 1000);
    json_document_free(&document);
}

/* Chances by values: a rook that is left to be taken. */
static void test_chances(void **state)
{
    const struct json_value *job, *ply;

    (void)state;
    job = review("{\"game\": \"xiangqi\", \"nodes\": 3000, \"notation\": \"wxf\", \"moves\": [\"h2e2\", \"h9g7\", "
                 "\"a0a1\", \"i9h9\", "
                 "\"a1f1\", \"h9h8\", \"f1f9\", \"e9f9\"]}");
    ply = item_at(member(job, "plies"), 0);
    assert_true(count_of(member(ply, "texts")) == count_of(member(ply, "moves")));
    assert_true(count_of(member(ply, "moves")) > 0);
    assert_string_equal(member(ply, "best")->text, member(ply, "moves")->child->text);
    assert_string_equal(member(item_at(member(job, "marks"), 6), "mark")->text, "blunder");
    assert_int_equal(member(item_at(member(job, "marks"), 7), "mark")->kind, JSON_NULL);
    json_document_free(&document);
}

/* Values without a scale for chances are shown, and mark nothing. */
static void test_no_chances(void **state)
{
    const struct json_value *job;

    (void)state;
    job = review("{\"game\": \"connect4\", \"nodes\": 100, \"moves\": [\"d\", \"d\"]}");
    assert_int_equal(member(item_at(member(job, "plies"), 1), "wdl")->kind, JSON_NULL);
    assert_mark(job, 0, NULL, -1);
    assert_mark(job, 1, NULL, -1);
    json_document_free(&document);
}

static void test_no_moves(void **state)
{
    const struct json_value *job;

    (void)state;
    job = review("{\"game\": \"go\", \"settings\": {\"size\": 5}, \"nodes\": 20}");
    assert_int_equal(count_of(member(job, "plies")), 1);
    assert_int_equal(count_of(member(job, "marks")), 0);
    json_document_free(&document);
}

static void test_faults(void **state)
{
    static const struct {
        const char *fields;
        int status;
        const char *field;
    } cases[] = {
        {"\"nodes\": 0", 400, "nodes"},
        {"\"time_ms\": 600001", 422, "time_ms"},
        {"\"method\": \"pn\"", 422, "method"},
        {"\"method\": \"guess\"", 422, "method"},
        {"\"notation\": \"wxf\"", 422, "notation"},
        {"\"moves\": [\"9\"]", 422, "moves[0]"},
        {"\"depth\": 0", 400, "depth"},
        {"\"plies\": 1", 400, "plies"},
    };
    char body[256];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)snprintf(body, sizeof body, "{\"game\": \"tictactoe\", %s}", cases[i].fields);
        server_bench_refuses(&bench, "POST", "/api/reviews", body, cases[i].status, cases[i].field);
    }
}

/* ---- Ends ------------------------------------------------------------------------------------------------------ */

/* After a stop the results so far are available. */
static void test_stopped(void **state)
{
    const struct json_value *job;
    bool is_known;

    (void)state;
    server_bench_close(&bench);
    bench.settings.limits.workers = 1;
    server_bench_open(&bench);
    job = review("{\"game\": \"go\", \"settings\": {\"size\": 9}, \"time_ms\": 600000, \"moves\": [\"E5\", \"pass\", "
                 "\"pass\"]}");
    do {
        is_known = item_at(member(job, "plies"), 3)->kind == JSON_OBJECT;
        assert_null(json_member(job, "marks"));
        json_document_free(&document);
        sched_yield();
        job = job_now();
    } while (!is_known);
    json_document_free(&document);
    assert_int_equal(server_bench_ask(&bench, "DELETE", "/api/jobs/1", NULL), 200);
    do {
        sched_yield();
        assert_int_equal(server_bench_ask(&bench, "GET", "/api/jobs/1", NULL), 200);
    } while (strcmp(server_bench_member(&bench, "state"), "stopped") != 0);
    job = job_now();
    assert_int_equal(item_at(member(job, "plies"), 3)->kind, JSON_OBJECT);
    assert_int_equal(item_at(member(job, "plies"), 2)->kind, JSON_NULL);
    assert_mark(job, 2, NULL, -1);
    json_document_free(&document);
}

/* Reviews with the i-th allocation failing: a job that is done has complete marks. */
static bool review_with_failure(size_t i, const char *body)
{
    struct server_request request;
    size_t before = allocation_current();
    bool has_failed;

    server_bench_open(&bench);
    request = server_bench_request(&bench, "POST", "/api/reviews", body);
    allocation_reset();
    allocation_fail_at(i);
    server_handle(bench.server, &request, &bench.reply);
    has_failed = allocation_count() >= i;
    allocation_fail_at(0);
    assert_true(bench.reply.status == 202 || bench.reply.status == 503);
    if (bench.reply.status == 202) {
        const struct json_value *job = job_now();

        if (strcmp(member(job, "state")->text, "done") == 0)
            assert_mark(job, 0, "blunder", 1000);
        json_document_free(&document);
    }
    server_bench_close(&bench);
    assert_int_equal(allocation_current(), before);
    return has_failed;
}

static void test_no_memory(void **state)
{
    size_t i = 1;

    (void)state;
    server_bench_init(&bench);
    while (review_with_failure(i, "{\"game\": \"tictactoe\", \"start\": \"xx./oo./...\", \"moves\": [\"8\"]}"))
        i++;
    assert_true(i > 20);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_depth),    TEST(test_long_game),
        TEST(test_proved),   TEST(test_win_thrown_away),
        TEST(test_chances),  TEST(test_no_chances),
        TEST(test_no_moves), TEST(test_faults),
        TEST(test_stopped),  cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
