/* SPDX-License-Identifier: MIT
 *
 * Self-play on several threads: the file does not know how many there were.
 */
#include <stdlib.h>
#include <unistd.h>

#include "support/check.h"
#include "support/selfplay.h"

/* One, two and five threads write the same bytes, with more games than there are slots for those that wait. */
static void test_jobs_write_the_same(void **state)
{
    static const int jobs[] = {2, 5};
    struct selfplay_bench bench;
    uint8_t *bytes;
    size_t length;

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, 60, 1);
    bytes = file_bytes(bench.path, &length);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(unlink(bench.path), 0);
        selfplay_bench_run(&bench, 60, jobs[i]);
        assert_file_bytes(bench.path, bytes, length);
    }
    free(bytes);
    selfplay_bench_close(&bench);
}

struct stopper {
    by_stop *stop;
    uint64_t at; /* games */
};

static void stop_at(void *context, const struct selfplay_progress *progress)
{
    struct stopper *stopper = context;

    if (progress->games >= stopper->at)
        by_stop_set(stopper->stop);
}

/* Stopped by the flag again and again, on two threads, the file becomes the same; the flag may be set from the start.
 */
static void test_stopping(void **state)
{
    enum { GAMES = 40 };
    struct selfplay_bench bench;
    struct stopper stopper = {0};
    struct selfplay_progress progress = {0};
    struct selfplay_order order = {.games = GAMES, .jobs = 2, .report = stop_at, .context = &stopper};
    uint8_t *bytes;
    size_t length;

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, GAMES, 1);
    bytes = file_bytes(bench.path, &length);
    assert_int_equal(unlink(bench.path), 0);
    assert_int_equal(by_stop_create(&stopper.stop, NULL), BY_OK);
    order.path = bench.path;
    order.stop = stopper.stop;
    for (stopper.at = 0; progress.games < GAMES; stopper.at = progress.games + 7) {
        assert_int_equal(selfplay_run(&bench.plan, &order, &progress, NULL), BY_OK);
        assert_true(progress.is_stopped || progress.games == GAMES);
        assert_true(stopper.at || progress.games == 0);
        by_stop_clear(stopper.stop);
    }
    assert_file_bytes(bench.path, bytes, length);
    by_stop_destroy(stopper.stop);
    free(bytes);
    selfplay_bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs_write_the_same),
        cmocka_unit_test(test_stopping),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
