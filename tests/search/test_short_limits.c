/* SPDX-License-Identifier: MIT
 *
 * Limits that leave hardly time to begin: an answer still rests on a search of one ply, unless asked to stop or has no
 * nodes left for it.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

#include "support/check.h"
#include "support/search.h"
#include "support/uci.h"

/* The rook takes the other one, which is undefended; it is not the move that is listed first. */
#define ROOK_HANGS "3ak4/4a4/9/9/r8/9/9/9/9/R4K3 w"

enum { SHORT_MS = 1, LONG_MS = 4 };

static const struct {
    const char *method, *settings;
    int depth;
} players[] = {
    {"alphabeta", "", 0},
    {"alphabeta", "threads=8 memory_kib=32768", 0},
    {"alphabeta", "deepening=0", 12},
    {"alphabeta", "mtdf=on", 0},
    {"bsp", "", 0},
    {"bstar", "", 0},
    {"minimax", "", 0},
    {"minimax", "form=two_player", 4},
};

enum { PLAYERS = sizeof players / sizeof players[0] };

/* Sleeps as soon as anything happens, so that the time is over when the first move is looked at. */
static void dawdle(void *context, const struct by_event *event)
{
    bool *has_slept = context;

    (void)event;
    if (!*has_slept)
        nanosleep(&(struct timespec){.tv_nsec = LONG_MS * 1000000}, NULL);
    *has_slept = true;
}

static by_move move_called(const struct bench *bench, const char *text)
{
    by_move move;

    assert_int_equal(by_position_parse_move(bench->position, text, &move, NULL), BY_OK);
    return move;
}

static uint64_t count_moves(const struct bench *bench)
{
    struct by_moves moves = {0};

    by_position_moves(bench->position, BY_MOVES_ALL, &moves);
    return (uint64_t)moves.count;
}

static void expect_a_look(const struct bench *bench, const struct by_result *result)
{
    assert_in_range(result->line_count, 1, 1);
    assert_in_range(result->depth, 1, 100);
    assert_int_equal(result->best, result->lines[0].moves[0]);
    assert_int_equal(result->best, move_called(bench, "a0a5"));
}

/* However late it is: all methods that look for a move look at all of them, alpha-beta by its first iteration. */
static void test_time_that_is_over(void **state)
{
    (void)state;
    for (int i = 0; i < PLAYERS; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .time_ms = SHORT_MS, .depth = players[i].depth};
        bool has_slept = false;
        struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ENTER, &has_slept, dawdle};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        bench_open(&bench, "xiangqi", ROOK_HANGS);
        bench_method(&bench, players[i].method, NULL, players[i].settings);
        result = bench_observe(&bench, &limits, &observer);
        assert_int_equal(result.stopped, BY_STOPPED_TIME);
        expect_a_look(&bench, &result);
        bench_close(&bench);
    }
}

/* The same if the caller's clock has run out before the search begins. Monte Carlo visits as many moves as there
 * are. */
static void test_flag_of_time(void **state)
{
    by_stop *time_over;

    (void)state;
    assert_int_equal(by_stop_create(&time_over, NULL), BY_OK);
    by_stop_set(time_over);
    for (int i = 0; i <= PLAYERS; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .time_over = time_over,
                                   .depth = i < PLAYERS ? players[i].depth : 0};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        bench_open(&bench, "xiangqi", ROOK_HANGS);
        bench_method(&bench, i < PLAYERS ? players[i].method : "mcts", NULL, i < PLAYERS ? players[i].settings : "");
        result = bench_run(&bench, &limits);
        assert_int_equal(result.stopped, BY_STOPPED_TIME);
        if (i < PLAYERS)
            expect_a_look(&bench, &result);
        else
            assert_int_equal(result.nodes, count_moves(&bench));
        assert_true(result.nodes >= count_moves(&bench));
        bench_close(&bench);
    }
    by_stop_destroy(time_over);
}

/* With several lines wanted, the first is due. */
static void test_several_lines(void **state)
{
    by_stop *time_over;

    (void)state;
    assert_int_equal(by_stop_create(&time_over, NULL), BY_OK);
    by_stop_set(time_over);
    for (int i = 0; i < PLAYERS; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .time_over = time_over, .depth = players[i].depth, .lines = 4};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        bench_open(&bench, "xiangqi", ROOK_HANGS);
        bench_method(&bench, players[i].method, NULL, players[i].settings);
        result = bench_run(&bench, &limits);
        assert_in_range(result.line_count, 1, 4);
        assert_int_equal(result.best, move_called(&bench, "a0a5"));
        bench_close(&bench);
    }
    by_stop_destroy(time_over);
}

/* A request to stop takes effect soon. */
static void test_stop_is_at_once(void **state)
{
    by_stop *stop;

    (void)state;
    assert_int_equal(by_stop_create(&stop, NULL), BY_OK);
    by_stop_set(stop);
    for (int i = 0; i < PLAYERS; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .stop = stop, .time_ms = SHORT_MS, .depth = players[i].depth};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        bench_open(&bench, "xiangqi", ROOK_HANGS);
        bench_method(&bench, players[i].method, NULL, players[i].settings);
        result = bench_run(&bench, &limits);
        assert_int_equal(result.stopped, BY_STOPPED_ASKED);
        assert_int_equal(result.nodes, 0);
        assert_int_equal(result.line_count, 0);
        bench_close(&bench);
    }
    by_stop_destroy(stop);
}

/* A limit of nodes or evaluations is kept to the last one; if it is enough for every move, every move is looked at. */
static void test_few_nodes(void **state)
{
    static const char *const methods[] = {"minimax", "bstar", "bsp"};

    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        struct bench bench;
        uint64_t moves;

        bench_open(&bench, "xiangqi", ROOK_HANGS);
        moves = count_moves(&bench);
        for (uint64_t most = 1; most < 400; most++) {
            struct by_limits by_nodes = {BY_SIZE(by_limits), .nodes = most};
            struct by_limits by_evaluations = {BY_SIZE(by_limits), .evaluations = most, .depth = i ? 0 : 4};
            struct by_result result = {BY_SIZE(by_result)};

            bench_method(&bench, methods[i], NULL, "");
            result = bench_run(&bench, &by_nodes);
            assert_int_equal(result.stopped, BY_STOPPED_NODES);
            assert_int_equal(result.nodes, most);
            if (most >= moves)
                expect_a_look(&bench, &result);
            result = bench_run(&bench, &by_evaluations);
            assert_int_equal(result.stopped, BY_STOPPED_EVALUATIONS);
            assert_in_range(result.evaluations, 1, most);
            if (most >= moves)
                expect_a_look(&bench, &result);
        }
        bench_close(&bench);
    }
}

/* A mate by one move is seen by a look, and a run that comes to its end within its limit is not cut short by it. */
static void test_finished_games(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 60};
    struct by_result result, all;
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", "3k5/R8/1R7/9/9/9/9/9/9/4K4 w");
    bench_method(&bench, "minimax", NULL, "");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.value, BY_WIN - 1);
    assert_int_equal(result.kind, BY_KIND_WIN);
    bench_close(&bench);

    bench_open(&bench, "tictactoe", "xox/oxo/...");
    bench_method(&bench, "minimax", NULL, "");
    all = bench_run(&bench, NULL);
    assert_int_equal(all.stopped, BY_STOPPED_DONE);
    limits.nodes = all.nodes;
    assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_DONE);
    bench_close(&bench);
}

/* ---- UCI -----------------------------------------------------------------------------------------------------------
 */

static struct talk talk;

/* Checks the answer of a search, which has reported a line of at least one ply. */
static void expect_searched(void)
{
    bool is_searched = false;
    const char *line;

    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove ", 9) != 0)
        is_searched |= strstr(line, " pv ") && uci_number_behind(line, " depth ") >= 1;
    assert_non_null(line);
    assert_true(is_searched);
}

static void test_uci_methods(void **state)
{
    static const char *const methods[] = {"alphabeta", "bsp", "bstar", "mcts", "minimax"};
    static const char *const limits[] = {"movetime 1", "wtime 1 btime 1", "movetime 1", "movetime 20"};

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name Hash value 80");
    talk_say(&talk, "setoption name Threads value 64");
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        talk_say(&talk, "setoption name Method value %s", methods[i]);
        talk_say(&talk, "position startpos");
        for (size_t j = 0; j < sizeof limits / sizeof limits[0]; j++) {
            talk_say(&talk, "go %s", limits[j]);
            expect_searched();
        }
    }
    uci_quit(&talk);
}

/* The clock that begins with `ponderhit` is no stop. */
static void test_ponderhit(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name Method value minimax");
    talk_say(&talk, "position startpos");
    for (int i = 0; i < 5; i++) {
        talk_say(&talk, "go ponder movetime 1");
        talk_say(&talk, "ponderhit");
        expect_searched();
    }
    uci_quit(&talk);
}

/* Threads for which there is no memory are not started; the memory that was set is not exceeded for them, and the
 * program says so. */
static void test_more_threads_than_memory(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name Threads value 256");
    talk_say(&talk, "setoption name Hash value 1");
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go movetime 100");
    assert_non_null(strstr(talk_hear(&talk, "info string this search needs"), "; going on with 1 thread"));
    expect_searched();
    talk_say(&talk, "go movetime 20"); /* it is said once */
    while (strncmp(talk_next(&talk, TALK_PATIENCE_MS), "bestmove ", 9) != 0)
        assert_null(strstr(talk.line, "info string"));
    talk_say(&talk, "setoption name Hash value 16");
    talk_say(&talk, "go movetime 20");
    assert_non_null(strstr(talk_hear(&talk, "info string this search needs"), "; going on with 8 threads"));
    expect_searched();
    talk_say(&talk, "setoption name Method value mcts");
    talk_hear(&talk, "info string option Threads: the method mcts searches on 64 at most, not on 256");
    talk_say(&talk, "go movetime 20");
    expect_searched();
    uci_quit(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_that_is_over),
        cmocka_unit_test(test_flag_of_time),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_stop_is_at_once),
        cmocka_unit_test(test_few_nodes),
        cmocka_unit_test(test_finished_games),
        cmocka_unit_test(test_uci_methods),
        cmocka_unit_test(test_ponderhit),
        cmocka_unit_test(test_more_threads_than_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
