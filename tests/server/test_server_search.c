/* SPDX-License-Identifier: MIT
 *
 * Searches as jobs of the server: the fields of requests, and the lines of replies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "front/levels.h"
#include "support/check.h"
#include "support/server.h"

/* ---- Method ---------------------------------------------------------------------------------------------------- */

static void assert_best(const char *body, const char *best)
{
    assert_string_equal(text_at(site_run("/api/searches", body), "result.best"), best);
}

static void test_usual_method(void **state)
{
    (void)state;
    assert_non_null(
        value_at(site_run("/api/searches", "{'game': 'go', 'settings': {'size': 5}, 'nodes': 20}"), "lines[0].visits"));
    assert_null(find_at(site_run("/api/searches", "{'game': 'xiangqi', 'nodes': 200}"), "lines[0].visits"));
    assert_null(find_at(
        site_run("/api/searches", "{'game': 'go', 'settings': {'size': 5}, 'nodes': 20, 'method': 'alphabeta'}"),
        "lines[0].visits"));
    /* The preset belongs to the default method. */
    site_refuses("POST", "/api/searches", "{'game': 'go', 'preset': 'classic'}", 422, "preset");
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static void test_levels(void **state)
{
    (void)state;
    assert_int_equal(number_at(site_run("/api/searches", "{'game': 'xiangqi', 'level': 2}"), "result.depth"), 2);
    assert_int_equal(number_at(site_run("/api/searches", "{'game': 'xiangqi', 'level': 5}"), "result.nodes"), 20000);
    assert_int_equal(
        number_at(site_run("/api/searches", "{'game': 'go', 'settings': {'size': 9}, 'level': 2}"), "result.nodes"),
        30);
    assert_int_equal(
        number_at(site_run("/api/searches", "{'game': 'tictactoe', 'method': 'minimax', 'level': 3}"), "result.depth"),
        3);
}

/* Each level is at least as strong as the one before, by every limit. */
static void test_levels_rise(void **state)
{
    const by_method *method;

    (void)state;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        struct by_limits before = {BY_SIZE(by_limits)}, limits = {0};

        for (int level = 1; level <= LEVELS; level++, before = limits) {
            levels_set(method, level, &limits);
            assert_true(limits.depth || limits.nodes);
            if (limits.depth && before.depth)
                assert_true(limits.depth >= before.depth);
            if (limits.nodes && before.nodes)
                assert_true(limits.nodes > before.nodes);
            assert_true(level == 1 || !before.nodes || limits.nodes);
        }
    }
}

/* A level does not bypass the server's limits. */
static void test_level_is_bounded(void **state)
{
    (void)state;
    site.settings.limits.nodes = 500;
    site_reopen();
    assert_int_equal(number_at(site_run("/api/searches", "{'game': 'xiangqi', 'level': 9}"), "result.nodes"), 500);
    assert_true(number_at(site_run("/api/searches", "{'game': 'xiangqi', 'level': 4}"), "result.nodes") <= 500);
}

static void test_clock(void **state)
{
    const struct json_value *result;

    (void)state;
    result = value_at(site_run("/api/searches", "{'game': 'xiangqi', 'clock_ms': [1000, 600000], 'increment_ms': 10}"),
                      "result");
    assert_string_equal(text_at(result, "stopped"), "time");
}

static void test_faults(void **state)
{
    static const struct site_refusal cases[] = {
        {"'level': 0", 400, "level"},
        {"'level': 11", 400, "level"},
        {"'level': 1, 'depth': 2", 422, "level"},
        {"'level': 1, 'nodes': 2", 422, "level"},
        {"'level': 1, 'time_ms': 2", 422, "level"},
        {"'level': 1, 'clock_ms': [1, 1]", 422, "clock_ms"},
        {"'level': 1, 'method': 'pn'", 422, "level"},
        {"'time_ms': 1, 'clock_ms': [1, 1]", 422, "clock_ms"},
        {"'clock_ms': [0, 1]", 400, "clock_ms"},
        {"'clock_ms': [1]", 400, "clock_ms"},
        {"'clock_ms': [1, 1, 1]", 400, "clock_ms"},
        {"'clock_ms': [1, '1']", 400, "clock_ms"},
        {"'clock_ms': 1", 400, "clock_ms"},
        {"'clock_ms': {'a': 1, 'b': 2}", 400, "clock_ms"},
        {"'clock_ms': [1, 999999999999]", 400, "clock_ms"},
        {"'increment_ms': 5", 422, "increment_ms"},
        {"'increment_ms': -5, 'clock_ms': [1, 1]", 400, "increment_ms"},
        {"'root_moves': []", 400, "root_moves"},
        {"'root_moves': ['4', '9']", 422, "root_moves[1]"},
        {"'root_moves': [4]", 400, "root_moves"},
        {"'notation': 'wxf'", 422, "notation"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/searches", "{'game': 'tictactoe', %s}", cases);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static void test_root_moves(void **state)
{
    (void)state;
    assert_best("{'game': 'tictactoe', 'moves': ['4', '1'], 'root_moves': ['7']}", "7");
    assert_best("{'game': 'xiangqi', 'depth': 2, 'root_moves': ['\xE5\x85\xB5\xE4\xB8\x80\xE8\xBF\x9B\xE4\xB8\x80']}",
                "i3i4");
    assert_best("{'game': 'go', 'settings': {'size': 5}, 'nodes': 30, 'root_moves': ['A1']}", "A1");
}

static void test_notation(void **state)
{
    const struct json_value *line;

    (void)state;
    line = value_at(
        site_run("/api/searches", "{'game': 'xiangqi', 'depth': 2, 'notation': 'wxf', 'root_moves': ['h2e2']}"),
        "lines[0]");
    assert_string_equal(text_at(line, "moves[0]"), "h2e2");
    assert_string_equal(text_at(line, "texts[0]"), "C2.5");
    assert_non_null(find_at(line, "moves")->child->next);
    assert_non_null(find_at(line, "texts")->child->next);
    line = value_at(site_run("/api/searches", "{'game': 'xiangqi', 'depth': 1}"), "lines[0]");
    assert_null(find_at(line, "texts"));
}

static void assert_chances(const char *body, int won, int drawn, int lost)
{
    const struct json_value *chances = value_at(site_run("/api/searches", body), "lines[0].wdl");

    assert_int_equal(chances->kind, JSON_ARRAY);
    assert_int_equal(chances->child->integer, won);
    assert_int_equal(chances->child->next->integer, drawn);
    assert_int_equal(chances->child->next->next->integer, lost);
}

static void test_chances(void **state)
{
    const struct json_value *line, *chances;

    (void)state;
    assert_chances("{'game': 'tictactoe', 'start': 'x.o/.x./..o'}", 0, 1000, 0);
    assert_chances("{'game': 'tictactoe', 'start': 'xx./oo./...'}", 1000, 0, 0);
    assert_chances("{'game': 'tictactoe', 'start': 'xx./o../...'}", 0, 0, 1000);
    /* An estimate without odds. */
    assert_true(is_null_at(site_run("/api/searches", "{'game': 'connect4', 'depth': 1}"), "lines[0].wdl"));
    /* A rook ahead is better than nothing, but not certain. */
    line = value_at(site_run("/api/searches", "{'game': 'xiangqi', 'depth': 2, 'start': "
                                              "'1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'}"),
                    "lines[0]");
    chances = value_at(line, "wdl");
    assert_true(chances->child->integer > 500 && chances->child->integer < 1000);
    /* Sampled: the mean. */
    line = value_at(site_run("/api/searches", "{'game': 'go', 'settings': {'size': 5}, 'nodes': 50}"), "lines[0]");
    chances = value_at(line, "wdl");
    assert_int_equal(chances->child->next->integer, 0);
    assert_int_equal(chances->child->integer + chances->child->next->next->integer, 1000);
}

/* By the scale the odds are 10 to 1: each half of the game is won ten times out of eleven. */
static void test_chances_of_values(void **state)
{
    const by_game_type *type;
    struct by_chances chances;
    by_value scale;

    (void)state;
    assert_int_equal(by_game_type_find("xiangqi", &type, NULL), BY_OK);
    scale = type->display->win_scale;
    assert_true(by_type_chances(type, scale, &chances));
    assert_int_equal(chances.won, 826);
    assert_int_equal(chances.drawn, 166);
    assert_int_equal(chances.lost, 8);
    assert_true(by_type_chances(type, -scale, &chances));
    assert_int_equal(chances.won, 8);
    assert_int_equal(chances.lost, 826);
    assert_true(by_type_chances(type, BY_WIN - 5, &chances));
    assert_int_equal(chances.won, 1000);
    assert_true(by_type_chances(type, 5 - BY_WIN, &chances));
    assert_int_equal(chances.lost, 1000);
    assert_int_equal(by_game_type_find("go", &type, NULL), BY_OK);
    assert_false(by_type_chances(type, 5, &chances));
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Blanks out all times, the only part that differs between runs. */
static void forget_times(char *text)
{
    static const char name[] = "\"time_ms\": ";

    for (char *at = text; (at = strstr(at, name));) {
        const char *rest;

        at += strlen(name);
        rest = at + strspn(at, "0123456789.");
        memmove(at, rest, strlen(rest) + 1);
    }
}

/* The lines of a job, as text, which are equal in each run. NULL: the job is not done. */
static char *lines_of(const char *job)
{
    const char *lines = strstr(job, "\"lines\""), *end = strstr(job, "\"result\"");
    char *copy;

    if (!strstr(job, "\"state\": \"done\"") || !lines || !end)
        return NULL;
    copy = malloc((size_t)(end - lines) + 1);
    assert_non_null(copy);
    memcpy(copy, lines, (size_t)(end - lines));
    copy[end - lines] = 0;
    forget_times(copy);
    return copy;
}

/* Searches with the i-th allocation failing: a job that is done has all of its lines, unless the reply itself fails. */
static bool search_with_failure(size_t i, const char *body, const char *lines)
{
    struct server_request request, question;
    bool has_failed;
    char *found;

    site_open();
    request = site_request("POST", "/api/searches", body);
    question = site_request("GET", "/api/jobs/1", NULL);
    has_failed = site_handle_without_memory(&request, i);
    if (site.reply.status == 202 && site_handle(&question) == 200) {
        found = lines_of(site_text());
        if (found)
            assert_string_equal(found, lines);
        free(found);
    }
    site_close();
    return has_failed;
}

static void test_no_memory(void **state)
{
    const char *body = "{'game': 'xiangqi', 'depth': 2, 'lines': 2, 'notation': 'wxf', 'root_moves': "
                       "['h2e2', 'b2e2'], 'options': {'hash': false}}";
    char *lines;
    size_t i = 1;

    (void)state;
    site_init();
    site_open();
    (void)site_run("/api/searches", body);
    lines = lines_of(site_text());
    assert_non_null(lines);
    site_close();
    while (search_with_failure(i, body, lines))
        i++;
    assert_true(i > 20);
    free(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_usual_method),
        SITE_TEST(test_levels),
        cmocka_unit_test(test_levels_rise),
        SITE_TEST(test_level_is_bounded),
        SITE_TEST(test_clock),
        SITE_TEST(test_faults),
        SITE_TEST(test_root_moves),
        SITE_TEST(test_notation),
        SITE_TEST(test_chances),
        cmocka_unit_test(test_chances_of_values),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
