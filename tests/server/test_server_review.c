/* SPDX-License-Identifier: MIT
 *
 * Reviews of games as jobs of the server.
 */
#define _POSIX_C_SOURCE 200809L
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

/* `mark` NULL: none; `loss` below 0: unknown. */
static void assert_mark(const struct json_value *job, int move, const char *mark, int loss)
{
    const struct json_value *found = item_at(value_at(job, "marks"), move);

    if (loss < 0) {
        assert_int_equal(found->kind, JSON_NULL);
        return;
    }
    assert_int_equal(number_at(found, "loss"), loss);
    if (mark)
        assert_string_equal(text_at(found, "mark"), mark);
    else
        assert_true(is_null_at(found, "mark"));
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

/* The second move loses a drawn game; all others keep the value. */
static void test_proved(void **state)
{
    const struct json_value *job, *plies, *last;

    (void)state;
    job = site_run("/api/reviews", "{'game': 'tictactoe', 'moves': ['4', '1', '8', '0', '2', '5', '6']}");
    assert_string_equal(text_at(job, "kind"), "review");
    assert_string_equal(text_at(job, "state"), "done");
    plies = value_at(job, "plies");
    assert_int_equal(count_at(plies, ""), 8);
    assert_int_equal(count_at(job, "marks"), 7);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(number_at(item_at(plies, i), "ply"), i);
        assert_int_equal(number_at(item_at(plies, i), "side"), i % 2);
    }
    for (int i = 0; i < 7; i++)
        assert_mark(job, i, i == 1 ? "blunder" : NULL, i == 1 ? 500 : 0);
    last = value_at(plies, "[7]");
    assert_string_equal(text_at(last, "kind"), "loss");
    assert_true(is_null_at(last, "best"));
    assert_int_equal(count_at(last, "moves"), 0);
}

/* A method without iterations gets a depth, since a node limit would end it before it has a result. */
static void test_depth(void **state)
{
    const struct json_value *plies;

    (void)state;
    plies = value_at(
        site_run("/api/reviews", "{'game': 'xiangqi', 'moves': ['h2e2', 'h9g7'], 'method': 'minimax', 'depth': 2}"),
        "plies");
    for (int i = 0; i < 3; i++)
        assert_int_equal(number_at(item_at(plies, i), "depth"), 2);
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
    site_refuses("POST", "/api/reviews", by_text_string(&body), 422, "moves");
    by_text_free(&body);
}

/* A win that is thrown away is a blunder. */
static void test_win_thrown_away(void **state)
{
    const struct json_value *job;

    (void)state;
    job = site_run("/api/reviews", "{'game': 'tictactoe', 'start': 'xx./oo./...', 'moves': ['8']}");
    assert_mark(job, 0, "blunder", 1000);
}

/* Chances by values: a rook that is left to be taken. */
static void test_chances(void **state)
{
    const struct json_value *job, *ply;

    (void)state;
    job = site_run("/api/reviews", "{'game': 'xiangqi', 'nodes': 3000, 'notation': 'wxf', 'moves': ['h2e2', 'h9g7', "
                                   "'a0a1', 'i9h9', "
                                   "'a1f1', 'h9h8', 'f1f9', 'e9f9']}");
    ply = value_at(job, "plies[0]");
    assert_true(count_at(ply, "texts") == count_at(ply, "moves"));
    assert_true(count_at(ply, "moves") > 0);
    assert_string_equal(text_at(ply, "best"), text_at(ply, "moves[0]"));
    assert_string_equal(text_at(job, "marks[6].mark"), "blunder");
    assert_true(is_null_at(job, "marks[7].mark"));
}

/* Values without a scale for chances are shown, and mark nothing. */
static void test_no_chances(void **state)
{
    const struct json_value *job;

    (void)state;
    job = site_run("/api/reviews", "{'game': 'connect4', 'nodes': 100, 'moves': ['d', 'd']}");
    assert_true(is_null_at(job, "plies[1].wdl"));
    assert_mark(job, 0, NULL, -1);
    assert_mark(job, 1, NULL, -1);
}

static void test_no_moves(void **state)
{
    const struct json_value *job;

    (void)state;
    job = site_run("/api/reviews", "{'game': 'go', 'settings': {'size': 5}, 'nodes': 20}");
    assert_int_equal(count_at(job, "plies"), 1);
    assert_int_equal(count_at(job, "marks"), 0);
}

static void test_faults(void **state)
{
    static const struct site_refusal cases[] = {
        {"'nodes': 0", 400, "nodes"},           {"'time_ms': 600001", 422, "time_ms"},
        {"'method': 'pn'", 422, "method"},      {"'method': 'guess'", 422, "method"},
        {"'notation': 'wxf'", 422, "notation"}, {"'moves': ['9']", 422, "moves[0]"},
        {"'depth': 0", 400, "depth"},           {"'plies': 1", 400, "plies"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/reviews", "{'game': 'tictactoe', %s}", cases);
}

/* ---- Ends ------------------------------------------------------------------------------------------------------ */

/* After a stop the results so far are available. */
static void test_stopped(void **state)
{
    const struct json_value *job;
    bool is_known;

    (void)state;
    site.settings.limits.workers = 1;
    site_reopen();
    job = site_job(site_begin("/api/reviews",
                              "{'game': 'go', 'settings': {'size': 9}, 'time_ms': 600000, 'moves': ['E5', 'pass', "
                              "'pass']}"));
    do {
        is_known = value_at(job, "plies[3]")->kind == JSON_OBJECT;
        assert_null(find_at(job, "marks"));
        sched_yield();
        job = site_job(1);
    } while (!is_known);
    assert_int_equal(site_ask("DELETE", "/api/jobs/1", NULL), 200);
    do {
        sched_yield();
        assert_int_equal(site_ask("GET", "/api/jobs/1", NULL), 200);
    } while (strcmp(site_member("state"), "stopped") != 0);
    job = site_job(1);
    assert_int_equal(value_at(job, "plies[3]")->kind, JSON_OBJECT);
    assert_true(is_null_at(job, "plies[2]"));
    assert_mark(job, 2, NULL, -1);
}

/* Reviews with the i-th allocation failing: a job that is done has complete marks. */
static bool review_with_failure(size_t i, const char *body)
{
    struct server_request request;
    size_t before = allocation_current();
    bool has_failed;

    site_open();
    request = site_request("POST", "/api/reviews", body);
    has_failed = site_handle_without_memory(&request, i);
    assert_true(site.reply.status == 202 || site.reply.status == 503);
    if (site.reply.status == 202) {
        const struct json_value *job = site_job(1);

        if (strcmp(text_at(job, "state"), "done") == 0)
            assert_mark(job, 0, "blunder", 1000);
    }
    site_close();
    assert_int_equal(allocation_current(), before);
    return has_failed;
}

static void test_no_memory(void **state)
{
    size_t i = 1;

    (void)state;
    site_init();
    while (review_with_failure(i, "{'game': 'tictactoe', 'start': 'xx./oo./...', 'moves': ['8']}"))
        i++;
    assert_true(i > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_depth),    SITE_TEST(test_long_game),
        SITE_TEST(test_proved),   SITE_TEST(test_win_thrown_away),
        SITE_TEST(test_chances),  SITE_TEST(test_no_chances),
        SITE_TEST(test_no_moves), SITE_TEST(test_faults),
        SITE_TEST(test_stopped),  cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
