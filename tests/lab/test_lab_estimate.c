/* SPDX-License-Identifier: MIT
 *
 * The time to the end of a run, from invented durations.
 */
#include "lab/estimate.h"

#include "support/check.h"

enum { SECOND = 1000000, ROWS = 10 };

static const int64_t all_seconds = ROWS; /* of a batch whose searches take a second each */

/* A batch of ROWS searches, `done` of them with `each_us`. */
static struct lab_batch batch(size_t variant, int64_t limit, size_t done, int64_t each_us)
{
    return (struct lab_batch){.variant = variant,
                              .limit = limit,
                              .count = ROWS,
                              .done = done,
                              .time_us = (int64_t)done * each_us,
                              .at_once = 1};
}

static int64_t seconds_left(const struct lab_prospect *prospect)
{
    int64_t left_us = lab_time_left_us(prospect);

    return left_us == LAB_TIME_UNKNOWN ? LAB_TIME_UNKNOWN : (left_us + SECOND / 2) / SECOND;
}

#define OF(list) .batches = (list), .count = sizeof(list) / sizeof(list)[0]

/* A variant without finished searches takes as long as the others at that limit. */
static void test_unseen_variants(void **state)
{
    const struct lab_batch batches[] = {batch(0, 5, ROWS, 2 * SECOND), batch(1, 5, 5, 4 * SECOND), batch(2, 5, 0, 0),
                                        batch(3, 5, 0, 0)};
    const struct lab_prospect prospect = {OF(batches), .is_by_depth = true};
    double mean = (10 * 2 + 5 * 4) / 15.0;

    (void)state;
    assert_int_equal(seconds_left(&prospect), (int64_t)(5 * 4 + 20 * mean + 0.5));
}

/* A variant known at an earlier limit grows from there like the others. */
static void test_growth_of_others(void **state)
{
    const struct lab_batch batches[] = {batch(0, 4, ROWS, 1 * SECOND), batch(1, 4, ROWS, 3 * SECOND),
                                        batch(0, 9, ROWS, 7 * SECOND), batch(1, 9, 0, 0)};
    const struct lab_prospect prospect = {OF(batches), .is_by_depth = true};

    (void)state;
    assert_int_equal(seconds_left(&prospect), all_seconds * 3 * 7);
}

/* At limits without any search, depths grow like the last two plies, and nodes in proportion or as before. */
static void test_growth_beyond(void **state)
{
    struct lab_batch batches[] = {batch(0, 1, ROWS, SECOND), batch(0, 2, ROWS, 2 * SECOND),
                                  batch(0, 3, ROWS, 25 * SECOND), batch(0, 4, 0, 0)};
    struct lab_prospect prospect = {OF(batches), .is_by_depth = true};

    (void)state;
    assert_int_equal(seconds_left(&prospect), all_seconds * 25 * 5);
    batches[0].limit = 10;
    batches[1].limit = 100;
    batches[2] = batch(0, 10000, 0, 0);
    batches[1].time_us = ROWS * 10 * SECOND;
    batches[3].count = 0;
    prospect.is_by_depth = false;
    assert_int_equal(seconds_left(&prospect), all_seconds * 1000);
    batches[1].time_us = batches[0].time_us; /* searches end by themselves */
    assert_int_equal(seconds_left(&prospect), all_seconds);
    batches[0].done = 0; /* and nothing shows that */
    batches[0].count = 0;
    assert_int_equal(seconds_left(&prospect), all_seconds * 100);
}

/* A guess about unseen limits is bounded by half and twice the cost, together with the seen searches; if these alone
 * took longer, by their time. */
static void test_cost(void **state)
{
    struct lab_batch batches[] = {batch(0, 100, ROWS, SECOND), batch(1, 1000000000, 0, 0)};
    struct lab_prospect prospect = {OF(batches), .cost_us = 25 * (int64_t)SECOND};

    (void)state;
    assert_int_equal(seconds_left(&prospect), 2 * 25 - 10);
    prospect.cost_us = 7 * (int64_t)SECOND;
    assert_int_equal(seconds_left(&prospect), 10);
    batches[1].limit = 101;
    prospect.cost_us = 1000 * (int64_t)SECOND;
    assert_int_equal(seconds_left(&prospect), 1000 / 2 - 10);
    prospect.cost_us = 0;
    batches[1].limit = 200;
    assert_int_equal(seconds_left(&prospect), 20);
    /* Limits that others have reached need no cost. */
    batches[1].limit = 100;
    prospect.cost_us = 1000 * (int64_t)SECOND;
    assert_int_equal(seconds_left(&prospect), 10);
}

/* While nothing is done, the cost is the only basis; without it the time is unknown. So is an absurdly long one. */
static void test_nothing_known(void **state)
{
    struct lab_batch batches[] = {batch(0, 3, 0, 0), batch(1, 3, 0, 0)};
    struct lab_prospect prospect = {OF(batches), .is_by_depth = true};

    (void)state;
    assert_int_equal(lab_time_left_us(&prospect), LAB_TIME_UNKNOWN);
    prospect.cost_us = 40 * (int64_t)SECOND;
    assert_int_equal(seconds_left(&prospect), 40);
    batches[0].at_once = batches[1].at_once = 4;
    assert_int_equal(seconds_left(&prospect), 10);
    prospect.cost_us = 0;
    batches[0] = batch(0, 3, ROWS, SECOND);
    batches[1].limit = 60;
    assert_int_equal(lab_time_left_us(&prospect), LAB_TIME_UNKNOWN);
    batches[1].done = ROWS;
    assert_int_equal(lab_time_left_us(&prospect), 0);
}

/* Parallel searches take less time, and the time of rows beside their searches is added. */
static void test_pace(void **state)
{
    struct lab_batch batches[] = {batch(0, 3, 5, 2 * SECOND), batch(1, 3, 0, 0)};
    struct lab_prospect prospect = {OF(batches), .is_by_depth = true};

    (void)state;
    batches[0].at_once = 2;
    assert_int_equal(seconds_left(&prospect), 5 + 20);
    prospect.overhead_us = 4 * SECOND;
    assert_int_equal(seconds_left(&prospect), 5 + 20 + 10 + 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unseen_variants), cmocka_unit_test(test_growth_of_others),
        cmocka_unit_test(test_growth_beyond),   cmocka_unit_test(test_cost),
        cmocka_unit_test(test_nothing_known),   cmocka_unit_test(test_pace),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
