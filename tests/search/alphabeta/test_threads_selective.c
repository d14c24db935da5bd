/* SPDX-License-Identifier: MIT
 *
 * The selective search of the defaults on several threads: each has its own histories, pickers and counters, and all
 * share the hash table. The thread sanitizer checks that.
 */
#include <stddef.h>
#include <string.h>

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

enum { NODES = 40000, GAME_NODES = 60000, GAME_PLIES = 4 };

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

/* Each position twice, so that the second search meets the entries of the first. */
static void test_four_threads(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = NODES};

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

/* The techniques with tables besides the hash table were used. */
static void expect_selective(const struct by_result *result)
{
    static const char *const counters[] = {"hash_hits",      "hash_move_cuts", "killers_cuts",
                                           "null_move_cuts", "probcut_tries",  "late_pruning_moves",
                                           "futility_moves", "singular_tries", "late_reductions_moves"};

    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        assert_true(bench_counter(result, counters[i]) > 0);
}

/* A search with every switch on, of those that are off by default too, but for those that put something else in the
 * place of what is looked at here. A switch that is added is looked at from then on. */
static void set_every_switch(struct bench *bench, const char *more)
{
    static const char *const others[] = {"mtdf", "hash_pv_cuts"};
    const by_method *method;
    by_options *options;

    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    assert_int_equal(by_options_create(by_method_options(method), &options, NULL), BY_OK);
    for (const struct by_option *row = by_method_options(method); row->name; row++) {
        bool is_other = strcmp(row->name, others[0]) == 0 || strcmp(row->name, others[1]) == 0;

        if (row->kind == BY_OPTION_SWITCH && !is_other)
            assert_int_equal(by_options_set_number(options, row->name, 1, NULL), BY_OK);
    }
    assert_int_equal(by_options_set_all(options, more, NULL), BY_OK);
    by_search_destroy(bench->search);
    assert_int_equal(by_search_create(bench->game, method, options, &bench->search, NULL), BY_OK);
    by_options_destroy(options);
}

/* One search through some moves of a game: with what the moves before have left in histories and in a small table of
 * clusters, with several lines, and after all was forgotten. */
static void play_on(struct bench *bench)
{
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = GAME_NODES, .lines = ply % 3 == 1 ? 3 : 0};
        struct by_result result = bench_run(bench, &limits);

        assert_true(is_legal(bench, result.best));
        assert_in_range(result.nodes, 1, GAME_NODES);
        expect_selective(&result);
        if (ply == GAME_PLIES / 2)
            by_search_clear(bench->search);
        assert_int_equal(by_position_push(bench->position, result.best, NULL), BY_OK);
    }
}

/* Moves in stages, all histories, the clusters: by name, so that it stays so if the defaults change. */
static void test_game_on_threads(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", positions[1]);
    bench_method(&bench, "alphabeta", "full",
                 "threads=4 memory_kib=32768 picker=staged hash_scheme=clustered history_gain=gravity continuation=on "
                 "capture_history=on counter_move=on killers=after_captures");
    play_on(&bench);
    bench_close(&bench);
}

static void test_every_switch(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", positions[1]);
    set_every_switch(&bench, "threads=4 memory_kib=32768");
    play_on(&bench);
    bench_close(&bench);
}

/* A reported mate is one, on any number of threads. */
static void test_mate_on_threads(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 6};
    struct by_result result = {BY_SIZE(by_result)};
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_four_threads), cmocka_unit_test(test_game_on_threads),
                                       cmocka_unit_test(test_every_switch), cmocka_unit_test(test_mate_on_threads)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
