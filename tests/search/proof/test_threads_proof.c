/* SPDX-License-Identifier: MIT
 *
 * Proof-number search on several threads: the answers are those of one.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/game.h"
#include "search/proof/run.h"
#include "support/check.h"
#include "support/games.h"
#include "support/reference.h"
#include "support/search.h"

static int sample_count(int usual)
{
    const char *sanitizers = getenv("SANITIZE");

    return sanitizers && *sanitizers ? usual / 10 : usual;
}

static const char *const settings[] = {
    "threads=4 threads_after=0",
    "threads=2 threads_after=3 sum=weak",
    "threads=4 threads_after=0 memory_kib=1",
    "threads=3 threads_after=10 gc=none memory_kib=64 epsilon_percent=0",
    "threads=4 threads_after=0 list_cache=off edge_cost=4",
    "threads=2 threads_after=5 sum=damped",
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* On graphs with cycles the answer is that of retrograde analysis. */
static void test_cycles(void **state)
{
    static const by_value thresholds[] = {BY_MIN_WIN, 1, 0, -BY_MIN_WIN + 1};
    struct bench bench = {0};

    (void)state;
    assert_int_equal(by_game_open(&digraph_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    for (int i = 0; i < sample_count(4000); i++) {
        by_value threshold = thresholds[i % 4];
        char text[160];

        (void)snprintf(text, sizeof text, "prover=first threshold=%d %s", threshold, settings[i % SETTINGS]);
        if (i % 20 < SETTINGS)
            bench_method(&bench, i % 2 ? "df-pn" : "df-pn+", NULL, text);
        else if (i % 20 == SETTINGS) /* those that follow go on with what is known then */
            bench_method(&bench, "df-pn", NULL, "prover=first threads=4 threads_after=0");
        threshold = i % 20 < SETTINGS ? threshold : BY_MIN_WIN;
        (void)snprintf(text, sizeof text, "%d %d", i / 20, i % 12);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        assert_int_equal(bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 2000000}).answer,
                         digraph_truth(bench.position, 0, threshold) ? BY_ANSWER_YES : BY_ANSWER_NO);
    }
    bench_close(&bench);
}

/* On trees and other games it is that of minimax, and the move keeps it. */
static void test_trees(void **state)
{
    (void)state;
    for (int i = 0; i < sample_count(500); i++) {
        by_value threshold = i % 7 - 3, truth;
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;
        char text[160];

        (void)snprintf(text, sizeof text, "random width=%d depth=%d vary=on leaf=10 values=-4..4 graph=%s seed=%d",
                       2 + i % 4, 4 + i % 4, i % 3 ? "on" : "off", i);
        bench_open(&bench, "tree", text);
        (void)snprintf(text, sizeof text, "prover=first threshold=%d %s", threshold, settings[i % SETTINGS]);
        bench_method(&bench, "df-pn", NULL, text);
        result = bench_run(&bench, NULL);
        truth = reference_value(bench.position, -1, 0); /* of the first side, who begins */
        assert_int_equal(result.answer, truth >= threshold ? BY_ANSWER_YES : BY_ANSWER_NO);
        assert_int_equal(result.stopped, BY_STOPPED_DONE);
        assert_true(result.is_proved);
        if (result.answer == BY_ANSWER_YES && result.best != BY_MOVE_NONE) {
            struct by_node node;

            assert_int_equal(by_position_push(bench.position, result.best, NULL), BY_OK);
            by_position_node(bench.position, &node);
            truth = reference_value(bench.position, -1, 0);
            assert_true((node.side == 0 ? truth : -truth) >= threshold);
        }
        bench_close(&bench);
    }
}

/* A few moves at random into a game of tic-tac-toe; false: it is over by then. */
static bool draw_tictactoe(by_position *position, uint64_t seed)
{
    struct by_move_info list[9];
    struct by_node node;

    assert_int_equal(by_position_parse(position, ".../.../...", NULL), BY_OK);
    for (uint64_t made = 0; made < seed % 4; made++) {
        struct by_moves moves = {.list = list};

        by_position_moves(position, BY_MOVES_ALL, &moves);
        assert_int_equal(
            by_position_push(position, list[by_random_word(seed * 8 + made) % (uint64_t)moves.count].move, NULL),
            BY_OK);
        by_position_verdict(position, &node);
        if (node.is_over)
            return false;
    }
    return true;
}

/* Whether the first side reaches the threshold. */
static bool is_reached(by_position *position, by_value threshold)
{
    by_value value = reference_value(position, -1, 0);
    struct by_node node;

    by_position_node(position, &node);
    return (node.side == 0 ? value : -value) >= threshold;
}

/* Whichever thread finds a solution, the reported line belongs to it: no move of it loses the proved result. */
static void test_lines(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    for (int i = 0; i < sample_count(1000); i++) {
        by_value threshold = i % 2 ? BY_MIN_WIN : 0;
        struct by_result result = {BY_SIZE(by_result)};
        char text[160];

        if (!draw_tictactoe(bench.position, (uint64_t)i))
            continue;
        (void)snprintf(text, sizeof text, "prover=first threshold=%d threads=8 threads_after=%d", threshold, i % 3);
        bench_small_method(&bench, "df-pn", NULL, text);
        result = bench_run(&bench, NULL);
        assert_int_equal(result.answer, is_reached(bench.position, threshold) ? BY_ANSWER_YES : BY_ANSWER_NO);
        for (int at = 0; at < result.lines[0].length; at++) {
            assert_int_equal(by_position_push(bench.position, result.lines[0].moves[at], NULL), BY_OK);
            if (is_reached(bench.position, threshold) != (result.answer == BY_ANSWER_YES))
                fail_msg("%s: move %d of the line loses what was proved, after %d", text, at + 1, i);
        }
    }
    bench_close(&bench);
}

/* Two threads that find the answer at the same moment: it is one, and no limit is said to have ended the search. */
static void test_two_winners(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", "random width=3 depth=8 values=-4..4 seed=3");
    bench_method(&bench, "df-pn", NULL, "prover=first threshold=0 threads=4 threads_after=0 memory_kib=64");
    for (int i = 0; i < sample_count(500); i++) {
        assert_int_equal(bench_run(&bench, NULL).stopped, BY_STOPPED_DONE);
        by_search_clear(bench.search);
    }
    bench_close(&bench);
}

/* If moves are forbidden on some paths, extra threads are not used and do no harm. */
static void test_superko(void **state)
{
    struct bench alone = {0}, together = {0};

    (void)state;
    assert_int_equal(by_game_open(&superko_game, NULL, &alone.game, NULL), BY_OK);
    assert_int_equal(by_position_create(alone.game, &alone.position, NULL), BY_OK);
    together = alone;
    for (int i = 0; i < sample_count(2000); i++) {
        char text[100];

        (void)snprintf(text, sizeof text, "%d 0", i);
        assert_int_equal(by_position_parse(alone.position, text, NULL), BY_OK);
        (void)snprintf(text, sizeof text, "prover=first threshold=%d", i % 2 ? 1 : BY_MIN_WIN);
        bench_method(&alone, "df-pn", NULL, text);
        (void)snprintf(text, sizeof text, "prover=first threshold=%d threads=4 threads_after=0",
                       i % 2 ? 1 : BY_MIN_WIN);
        bench_method(&together, "df-pn", NULL, text);
        assert_int_equal(bench_run(&together, NULL).answer, bench_run(&alone, NULL).answer);
    }
    by_search_destroy(together.search);
    bench_close(&alone);
}

/* A question that is asked in laps, each of which goes on with what those before have found, with other questions in
 * between: the answer is that of retrograde analysis. */
static void test_laps(void **state)
{
    static const char *const laps[] = {"", "threads=2 threads_after=0", "threads=3 threads_after=7", "memory_kib=64"};
    struct bench bench = {0};
    int most = 0;

    (void)state;
    assert_int_equal(by_game_open(&digraph_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    for (int i = 0; i < sample_count(4000); i++) {
        enum by_answer answer = BY_ANSWER_UNKNOWN;
        char text[160], other[160];
        int count = 0;

        (void)snprintf(text, sizeof text, "prover=first epsilon_percent=%d %s", i % 3 * 10, laps[i % 4]);
        bench_method(&bench, "df-pn", NULL, text);
        (void)snprintf(text, sizeof text, "%d %d", i / 20, i % 12);
        (void)snprintf(other, sizeof other, "%d %d", i / 20, (i + 5) % 12);
        for (uint64_t nodes = 7; answer == BY_ANSWER_UNKNOWN; nodes += nodes / 4, count++) {
            assert_int_equal(by_position_parse(bench.position, i % 5 ? text : other, NULL), BY_OK);
            (void)bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = i % 5 ? nodes : 20});
            assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
            answer = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = nodes}).answer;
        }
        assert_int_equal(answer, digraph_truth(bench.position, 0, BY_MIN_WIN) ? BY_ANSWER_YES : BY_ANSWER_NO);
        most = count > most ? count : most;
    }
    assert_true(most > 3);
    bench_close(&bench);
}

/* A mate in xiangqi that takes long enough for all to help. */
static void test_mate(void **state)
{
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", "2Rcka3/4a3r/4b4/2p1r3p/p3N4/4C1P2/P3P3P/4B1N2/3R5/3AKAB2 w - - 0 1");
    bench_method(&bench, "df-pn", NULL, "threads=4");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.answer, BY_ANSWER_YES);
    assert_true(result.is_proved);
    assert_true(result.nodes > 2000);
    bench_close(&bench);
}

/* The threads of this program at the moment. */
static int thread_count(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;

    if (!tasks)
        skip();
    while (readdir(tasks))
        count++;
    closedir(tasks);
    return count - 2; /* "." and ".." */
}

/* The least that are seen in a while: one that was joined may be listed for a moment yet. */
static int settled_thread_count(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    int least = thread_count();

    for (int i = 0; i < 100; i++) {
        int count = thread_count();

        least = count < least ? count : least;
        nanosleep(&moment, NULL);
    }
    return least;
}

/* How many threads helped in a run with this limit of nodes: they stay until the search is destroyed. */
static int helpers_within(struct bench *bench, const char *text, uint64_t nodes, struct by_result *result)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
    int before;

    bench_method(bench, "df-pn", NULL, "");
    before = settled_thread_count();
    bench_method(bench, "df-pn", NULL, text);
    *result = bench_run(bench, &limits);
    return settled_thread_count() - before;
}

/* Further threads are called in runs that may become long, and in no others. */
static void test_helpers(void **state)
{
    struct by_result result, alone;
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    (void)helpers_within(&bench, "threads=2 threads_after=0", 1000,
                         &result); /* a sanitizer may start its own with ours */
    assert_int_equal(helpers_within(&bench, "threads=3 threads_after=100", 20000, &result), 2);
    assert_int_equal(helpers_within(&bench, "threads=3 threads_after=100", 1001, &result), 2);
    assert_int_equal(helpers_within(&bench, "threads=1", 1000, &alone), 0);
    assert_int_equal(helpers_within(&bench, "threads=3 threads_after=100", 1000, &result), 0);
    assert_int_equal(result.nodes, alone.nodes);
    assert_int_equal(result.proof_number, alone.proof_number);
    assert_int_equal(result.disproof_number, alone.disproof_number);
    bench_close(&bench);
}

enum { CHILDREN = 3 };

/* The child that is chosen where another thread is below the first of three, whose own numbers are these units; the
 * other numbers are `other` units each. */
static int chosen(const int own[CHILDREN], int other, int limit, bool is_or, bool is_busy)
{
    struct pr_team *team = by__pr_team_create(1);
    const struct pr_options opt = {0};
    struct pr_walk walk = {.opt = &opt, .team = team};
    struct pr_child children[CHILDREN] = {0};
    struct pr_frame frame = {.children = children, .count = CHILDREN, .is_or = is_or};
    struct pr_summary sum;

    assert_non_null(team);
    for (int i = 0; i < CHILDREN; i++) {
        pr_number mine = (pr_number)own[i] * PR_UNIT, others = (pr_number)other * PR_UNIT;

        children[i].key = (uint64_t)(i + 1) << 20;
        children[i].fact =
            (struct pr_fact){.proof = is_or ? mine : others, .disproof = is_or ? others : mine, .path_ply = PR_NO_PATH};
    }
    frame.proof_limit = is_or ? (pr_number)limit * PR_UNIT : PR_INFINITE;
    frame.disproof_limit = is_or ? PR_INFINITE : (pr_number)limit * PR_UNIT;
    by__pr_summarise(&walk, &frame, &sum);
    assert_int_equal(sum.best, 0);
    if (is_busy)
        by__pr_go_below(&walk, children[0].key);
    by__pr_avoid_other_threads(&walk, &frame, &sum);
    by__pr_team_destroy(team);
    return sum.best;
}

/* If a side seems to fail, a thread takes any free move within the limits; otherwise one that is nearly as good. */
static void test_virtual_numbers(void **state)
{
    static const int near[] = {10, 11, 30}, far[] = {10, 40, 30};

    (void)state;
    for (int is_or = 0; is_or < 2; is_or++) {
        assert_int_equal(chosen(near, 100, 1000, is_or, false), 0);
        assert_int_equal(chosen(near, 100, 1000, is_or, true), 1);
        assert_int_equal(chosen(far, 100, 1000, is_or, true), 0);
        assert_int_equal(chosen(far, 1, 1000, is_or, false), 0);
        assert_int_equal(chosen(far, 1, 1000, is_or, true), 2);
        assert_int_equal(chosen(far, 1, 30, is_or, true), 0);
        assert_int_equal(chosen(far, 1, 31, is_or, true), 2);
    }
}

/* All threads together keep the limit of nodes, and stop on request. */
static void test_limits(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (uint64_t nodes = 1; nodes < 40000; nodes = nodes * 2 + 3) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "df-pn", NULL, nodes % 2 ? "threads=4 threads_after=0" : "threads=3");
        result = bench_run(&bench, &limits);
        /* When the nodes are spent, little of any thread's part is unused. */
        assert_in_range(result.nodes, nodes > 4 * 256 ? nodes - 4 * 256 : 0, nodes);
        assert_int_equal(result.stopped, BY_STOPPED_NODES);
        assert_int_equal(result.answer, BY_ANSWER_UNKNOWN);
    }
    for (int i = 0; i < 20; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .time_ms = 1 + i};

        assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_TIME);
    }
    bench_close(&bench);
}

/* A search that ends before the others begin is just that of one thread. */
static void test_small_search(void **state)
{
    struct by_result alone, together;
    struct bench bench;
    uint64_t nodes;

    (void)state;
    bench_open(&bench, "tictactoe", "x../.o./...");
    bench_method(&bench, "df-pn", NULL, "threshold=0");
    alone = bench_run(&bench, NULL);
    nodes = alone.nodes;
    assert_in_range(nodes, 100, 1999);
    bench_method(&bench, "df-pn", NULL, "threshold=0 threads=4");
    together = bench_run(&bench, NULL);
    assert_int_equal(together.nodes, nodes);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cycles),      cmocka_unit_test(test_trees),           cmocka_unit_test(test_lines),
        cmocka_unit_test(test_two_winners), cmocka_unit_test(test_superko),         cmocka_unit_test(test_mate),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_small_search),    cmocka_unit_test(test_laps),
        cmocka_unit_test(test_helpers),     cmocka_unit_test(test_virtual_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
