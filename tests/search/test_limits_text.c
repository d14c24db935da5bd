/* SPDX-License-Identifier: MIT
 *
 * The text form of limits.
 */
#include <string.h>

#include "boyi/search.h"
#include "support/check.h"

static void expect_text(const struct by_limits *limits, const char *expected)
{
    by_text text = {0};

    by_limits_print(limits, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* Every name sets its field, and printing gives the text in which times are shortest. */
static void test_every_name_sets_its_field(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits)};

    (void)state;
    assert_int_equal(by_limits_parse("depth 8 nodes 10000\tevaluations 500 time 1500ms\nclock 5m/3m increment 2s "
                                     "moves_to_go 40 lines 3 alpha -5 beta 5 plays_on",
                                     &limits, NULL),
                     BY_OK);
    assert_int_equal(limits.depth, 8);
    assert_int_equal(limits.nodes, 10000);
    assert_int_equal(limits.evaluations, 500);
    assert_int_equal(limits.time_ms, 1500);
    assert_int_equal(limits.clock_ms[0], 300000);
    assert_int_equal(limits.clock_ms[1], 180000);
    assert_int_equal(limits.increment_ms[0], 2000);
    assert_int_equal(limits.increment_ms[1], 2000);
    assert_int_equal(limits.moves_to_go, 40);
    assert_int_equal(limits.lines, 3);
    assert_int_equal(limits.alpha, -5);
    assert_int_equal(limits.beta, 5);
    assert_true(limits.plays_on);
    expect_text(&limits, "depth 8 nodes 10000 evaluations 500 time 1500ms clock 300s/180s increment 2s moves_to_go 40 "
                         "lines 3 alpha -5 beta 5 plays_on");
}

/* Printed limits are read as the same limits. */
static void test_printed_limits_are_read_back(void **state)
{
    static const struct by_limits all[] = {
        {BY_SIZE(by_limits)},
        {BY_SIZE(by_limits), .depth = BY_MAX_PLY, .nodes = INT64_MAX, .evaluations = 1},
        {BY_SIZE(by_limits), .time_ms = INT64_MAX / 4000, .clock_ms = {1, 0}, .increment_ms = {0, 999}},
        {BY_SIZE(by_limits), .clock_ms = {60000, 60000}, .moves_to_go = 1, .lines = 1000},
        {BY_SIZE(by_limits), .alpha = -BY_INFINITE, .beta = BY_INFINITE, .plays_on = true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct by_limits again;
        by_text text = {0};

        memset(&again, 0, sizeof again); /* the padding too */
        again.size = sizeof again;
        by_limits_print(&all[i], &text);
        assert_int_equal(by_limits_parse(by_text_string(&text), &again, NULL), BY_OK);
        assert_memory_equal(&again, &all[i], sizeof again);
        by_text_free(&text);
    }
}

/* A text changes only what it names, and 0 removes a limit. */
static void test_other_limits_stay(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 8, .nodes = 5};

    (void)state;
    assert_int_equal(by_limits_parse(" nodes 0 lines 2 ", &limits, NULL), BY_OK);
    expect_text(&limits, "depth 8 lines 2");
    assert_int_equal(by_limits_parse("", &limits, NULL), BY_OK);
    expect_text(&limits, "depth 8 lines 2");
}

/* An error says what is wrong, where, and what was expected, and changes nothing. */
static void test_errors(void **state)
{
    static const struct {
        const char *text, *message;
        int column;
    } rows[] = {
        {"deph 8", "unknown limit 'deph', did you mean 'depth'?", 1},
        {"lines 2 x 8", "unknown limit 'x', expected one like 'depth 8'", 9},
        {"depth", "limit depth: '' does not fit, expected 0..1024", 6},
        {"depth 1025", "limit depth: '1025' does not fit, expected 0..1024", 7},
        {"depth -1", "limit depth: '-1' does not fit", 7},
        {"nodes 9223372036854775808", "limit nodes: '9223372036854775808' does not fit", 7},
        {"time 5", "limit time: '5' does not fit, expected a number and ms, s, m or h, such as 500ms", 6},
        {"time 5m/3m", "limit time: '5m/3m' does not fit", 6},
        {"time 2305843009213694h", "does not fit", 6},
        {"clock 5m/3",
         "limit clock: '5m/3' does not fit, expected a number and ms, s, m or h, such as 500ms, or one "
         "for each side, such as 5m/3m",
         7},
        {"clock /3m", "limit clock: '/3m' does not fit", 7},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 3}, before;
        by_error error = {0};

        memcpy(&before, &limits, sizeof before);
        assert_int_not_equal(by_limits_parse(rows[i].text, &limits, &error), BY_OK);
        if (!strstr(error.message, rows[i].message))
            fail_msg("'%s', expected '%s'", error.message, rows[i].message);
        assert_int_equal(error.column, rows[i].column);
        assert_memory_equal(&limits, &before, sizeof limits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_name_sets_its_field),
        cmocka_unit_test(test_printed_limits_are_read_back),
        cmocka_unit_test(test_other_limits_stay),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
