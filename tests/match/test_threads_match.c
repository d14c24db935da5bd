/* SPDX-License-Identifier: MIT
 *
 * Several games of a match at once. Run under the thread sanitizer, this shows that the workers share nothing that they
 * should not.
 */
#include "support/check.h"
#include "support/match.h"

/* Games at once give the results of games one after the other, faults included. */
static void test_games_side_by_side(void **state)
{
    struct match_state alone;
    struct staged staged;

    (void)state;
    for (int is_alone = 1; is_alone >= 0; is_alone--) {
        stage(&staged, "uci", "crash 12", "restart=on");
        staged.settings.games = 12;
        staged.settings.concurrency = is_alone ? 1 : 4;
        staged.settings.table.adjudication.max_plies = 40;
        stage_run(&staged);
        assert_int_equal(staged.state.done, 12);
        if (is_alone)
            alone = staged.state;
        stage_close(&staged);
    }
    assert_memory_equal(&staged.state.score, &alone.score, sizeof alone.score);
    assert_memory_equal(staged.state.faults, alone.faults, sizeof alone.faults);
    assert_int_equal(alone.faults[0][MATCH_FAULT_CRASH], 12);
}

/* Long enough for the workers to have asked for a move. */
static bool a_few_times(void *context)
{
    int *times = context;

    return --*times > 0;
}

/* Stopping reaches workers that wait for an engine which says nothing. */
static void test_stop(void **state)
{
    struct staged staged;
    int times = 5;

    (void)state;
    stage(&staged, "uci", "hang 1", "");
    staged.settings.games = 8;
    staged.settings.concurrency = 4;
    staged.settings.table.patience_us = 600000000;
    staged.settings.goes_on = a_few_times;
    staged.settings.report = NULL;
    staged.settings.context = &times;
    stage_run(&staged);
    assert_true(staged.state.was_stopped);
    assert_int_equal(staged.state.done, 0);
    stage_close(&staged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_side_by_side),
        cmocka_unit_test(test_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
