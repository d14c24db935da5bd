/* SPDX-License-Identifier: MIT
 *
 * How alpha-beta shares out its time between iterations (time_by_stability), without a clock: what was found goes in,
 * the percentage of the usual time comes out.
 */
#include "base/clock.h"
#include "search/alphabeta/alphabeta.h"
#include "support/check.h"

enum { MOVE = 7, OTHER = 8 };

/* A search that has yet to find its first move. */
static struct ab bare(bool by_stability)
{
    struct ab s = {.opt.time_by_stability = by_stability, .pace.best = BY_MOVE_NONE};

    return s;
}

/* The percentage after an iteration that was 30 and one of the same move that is `value`. */
static int percent_at(by_value value)
{
    struct ab s = bare(true);

    (void)by__ab_time_percent(&s, MOVE, 30);
    return by__ab_time_percent(&s, MOVE, value);
}

/* The longer a move has been the best, the less time it gets, down to a least. */
static void test_stable_moves_get_less(void **state)
{
    struct ab s = bare(true);
    int last = by__ab_time_percent(&s, MOVE, 30);

    (void)state;
    assert_int_equal(last, 160);
    for (int i = 1; i <= 5; i++) {
        int percent = by__ab_time_percent(&s, MOVE, 30);

        assert_true(percent < last);
        last = percent;
    }
    assert_int_equal(last, 80);
    for (int i = 0; i < 100; i++)
        assert_int_equal(by__ab_time_percent(&s, MOVE, 30), 80);
}

/* A move that has just changed gets as much as a first one, however stable the one before was. */
static void test_changed_moves_get_more(void **state)
{
    struct ab s = bare(true);

    (void)state;
    for (int i = 0; i < 10; i++)
        (void)by__ab_time_percent(&s, MOVE, 30);
    assert_int_equal(by__ab_time_percent(&s, OTHER, 30), 160);
    assert_int_equal(by__ab_time_percent(&s, OTHER, 30), 125);
    assert_int_equal(by__ab_time_percent(&s, MOVE, 30), 160);
}

/* A value that falls gets more time, one that rises less, within bounds that wins and losses do not exceed. */
static void test_falls_get_more(void **state)
{
    (void)state;
    assert_int_equal(percent_at(30), 125);
    for (by_value value = -42; value < 66; value += 12)
        assert_true(percent_at(value) > percent_at(value + 12));
    assert_int_equal(percent_at(-42), 125 * 160 / 100);
    assert_int_equal(percent_at(-500), 125 * 160 / 100);
    assert_int_equal(percent_at(-BY_WIN), 125 * 160 / 100);
    assert_int_equal(percent_at(66), 125 * 70 / 100);
    assert_int_equal(percent_at(500), 125 * 70 / 100);
    assert_int_equal(percent_at(BY_WIN), 125 * 70 / 100);
}

/* The first value has fallen from nowhere. */
static void test_first_value(void **state)
{
    (void)state;
    for (by_value value = -500; value <= 500; value += 500) {
        struct ab s = bare(true);

        assert_int_equal(by__ab_time_percent(&s, MOVE, value), 160);
    }
}

/* Off: always the usual time, and nothing is remembered. */
static void test_off(void **state)
{
    struct ab s = bare(false);

    (void)state;
    for (by_value value = 500; value >= -500; value -= 100)
        assert_int_equal(by__ab_time_percent(&s, value % 200 ? MOVE : OTHER, value), 100);
    assert_int_equal(s.pace.best, BY_MOVE_NONE);
}

/* The percentage is one of the time after which no iteration is begun. A thousand seconds have passed, and five hundred
 * are enough: no machine is so slow that this is not clear. */
static void test_percentage_of_time(void **state)
{
    const int64_t second = 1000000;
    const struct by_limits limits = {BY_SIZE(by_limits)};
    struct by__control control = {
        .limits = &limits, .start_us = by__clock_us() - 1000 * second, .enough_us = 500 * second};

    (void)state;
    assert_true(by__control_is_enough(&control, 100));
    assert_true(by__control_is_enough(&control, 70));
    assert_false(by__control_is_enough(&control, 2000));
    control.enough_us = INT64_MAX;
    assert_false(by__control_is_enough(&control, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stable_moves_get_less),
        cmocka_unit_test(test_changed_moves_get_more),
        cmocka_unit_test(test_falls_get_more),
        cmocka_unit_test(test_first_value),
        cmocka_unit_test(test_off),
        cmocka_unit_test(test_percentage_of_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
