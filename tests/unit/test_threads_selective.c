/* SPDX-License-Identifier: MIT
 *
 * The selective search of the defaults on several threads: histories, stages and counters are each thread's own, the
 * hash table is everybody's. The thread sanitizer sees whether it is so.
 */
#include <stddef.h>

#include "support/check.h"
#include "support/search.h"

static const char *const positions[] = {
    NULL,
    "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w",
    "2bak4/4a4/4b1n2/p3p3p/2p2r3/6R2/P1P1P3P/4B1N2/4A4/2BAK4 b",
};

static const char *const settings[] = {
    "threads=4",
    "threads=4 memory_kib=4096", /* no room for continuations */
    "threads=4 history_keep=on",
};

enum { NODES = 40000 };

static bool is_legal(const struct bench *bench, by_move move)
{
    struct by_move_info list[128];
    struct by_moves moves = {.list = list};

    by_position_moves(bench->position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++)
        if (list[i].move == move)
            return true;
    return false;
}

/* Each position twice, so that the second search meets what the first has left. */
static void test_four_threads(void **state)
{
    struct by_limits limits = {.nodes = NODES};

    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct bench bench;

        bench_open(&bench, "xiangqi", positions[i]);
        bench_method(&bench, "alphabeta", "full", settings[i]);
        for (int round = 0; round < 2; round++) {
            struct by_result result = bench_run(&bench, &limits);

            assert_true(is_legal(&bench, result.best));
            assert_in_range(result.nodes, 1, NODES);
            assert_true(bench_counter(&result, "late_reductions_moves") > 0);
        }
        bench_close(&bench);
    }
}

/* A mate is one on any number of threads. */
static void test_mate_on_threads(void **state)
{
    struct by_limits limits = {.depth = 6};
    struct by_result result;
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", "4kab2/3Pa4/4b4/6p1p/r8/9/1R4P1P/p7C/4A2r1/2B1K1BNR w - - 0 1");
    bench_method(&bench, "alphabeta", "full", "threads=4");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.kind, BY_KIND_WIN);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_four_threads), cmocka_unit_test(test_mate_on_threads)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
