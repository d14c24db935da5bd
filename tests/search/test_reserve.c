/* SPDX-License-Identifier: MIT
 *
 * Memory that is taken before it is needed: it changes nothing that a search finds, and a search whose clock runs has
 * it already, over UCI and UCCI too.
 */
#include <stdio.h>
#include <string.h>

#include "protocol/session.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/search.h"

#define MIDDLEGAME "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w"

/* ---- Searches ---------------------------------------------------------------------------------------------------- */

/* So small that the size of the hash table shows in the nodes. */
static const char *const settings_of_tables[] = {"memory_kib=820", "memory_kib=820 hash_scheme=clustered"};

static const struct by_limits limits_of_runs[] = {{.depth = 5}, {.nodes = 30000}, {.nodes = 20000, .lines = 3}};

enum { RUNS = sizeof limits_of_runs / sizeof limits_of_runs[0] };

static void open_middlegame(struct bench *bench, const char *settings)
{
    bench_open(bench, "xiangqi", MIDDLEGAME);
    bench_method(bench, "alphabeta", NULL, settings);
}

static void reserve(struct bench *bench, const by_position *position)
{
    by_error error = {0};

    if (by_search_reserve(bench->search, position, &error))
        fail_msg("%s", error.message);
}

/* A hash of the result of a run. */
static uint64_t trace_of(struct bench *bench, const struct by_limits *limits)
{
    struct by_result result = bench_run(bench, limits);
    uint64_t trace = result.nodes * 31 + result.evaluations + result.best + (uint64_t)result.value;

    for (size_t i = 0; i < result.counter_count; i++)
        trace = trace * 1000003 + result.counters[i].value;
    return trace;
}

static void push_some(struct bench *bench)
{
    static const char *const moves[] = {"i0h0", "i9h9", "h0i0", "h9i9", "c1d1", "b8c8"};

    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        by_move move;

        assert_int_equal(by_position_parse_move(bench->position, moves[i], &move, NULL), BY_OK);
        assert_int_equal(by_position_push(bench->position, move, NULL), BY_OK);
    }
}

/* A search finds the same whether its memory was reserved or not, for this position or an earlier one of the game, and
 * also after it was used and cleared. */
static void check_that_nothing_changes(const char *settings)
{
    for (int i = 0; i < RUNS; i++) {
        struct bench fresh, ready;
        by_position *before = NULL;
        uint64_t expected;

        open_middlegame(&fresh, settings);
        push_some(&fresh);
        expected = trace_of(&fresh, &limits_of_runs[i]);
        open_middlegame(&ready, settings);
        assert_int_equal(by_position_copy(ready.position, &before, NULL), BY_OK);
        push_some(&ready);
        reserve(&ready, before);
        assert_int_equal(trace_of(&ready, &limits_of_runs[i]), expected);
        for (int j = 0; j < RUNS; j++) {
            trace_of(&ready, &limits_of_runs[j]);
            by_search_clear(ready.search);
            reserve(&ready, before);
            reserve(&ready, ready.position);
            assert_int_equal(trace_of(&ready, &limits_of_runs[i]), expected);
        }
        by_search_clear(fresh.search);
        assert_int_equal(trace_of(&fresh, &limits_of_runs[i]), expected);
        by_position_destroy(before);
        bench_close(&fresh);
        bench_close(&ready);
    }
}

static void test_nothing_changes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof settings_of_tables / sizeof settings_of_tables[0]; i++)
        check_that_nothing_changes(settings_of_tables[i]);
}

/* Reserving more than needed does not matter either. */
static void test_more_than_is_needed(void **state)
{
    static const char narrow[] = "random width=7 depth=6 estimates=on seed=5";
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 6};
    struct bench ready, fresh;

    (void)state;
    bench_open(&ready, "tree", "random width=60 depth=1");
    bench_method(&ready, "alphabeta", NULL, "memory_kib=64");
    reserve(&ready, ready.position);
    assert_int_equal(by_position_parse(ready.position, narrow, NULL), BY_OK);
    bench_open(&fresh, "tree", narrow);
    bench_method(&fresh, "alphabeta", NULL, "memory_kib=64");
    assert_int_equal(trace_of(&ready, &limits), trace_of(&fresh, &limits));
    bench_close(&ready);
    bench_close(&fresh);
}

/* A search that has run keeps what it has learned. */
static void test_what_was_learned_stays(void **state)
{
    struct bench twice, ready;

    (void)state;
    open_middlegame(&twice, settings_of_tables[0]);
    open_middlegame(&ready, settings_of_tables[0]);
    trace_of(&twice, &limits_of_runs[0]);
    trace_of(&ready, &limits_of_runs[0]);
    reserve(&ready, ready.position);
    assert_int_equal(trace_of(&ready, &limits_of_runs[0]), trace_of(&twice, &limits_of_runs[0]));
    bench_close(&twice);
    bench_close(&ready);
}

/* The table is there before the run, and is the same one after it was cleared, when the histories have gone; the limit
 * holds. */
static void test_memory(void **state)
{
    static const int limits_kib[] = {1024, 8192, 65536};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000, .lines = 3};

    (void)state;
    for (size_t i = 0; i < sizeof limits_kib / sizeof limits_kib[0]; i++) {
        size_t limit = (size_t)limits_kib[i] * 1024, before, reserved;
        char settings[40];
        struct bench bench;

        (void)snprintf(settings, sizeof settings, "memory_kib=%d", limits_kib[i]);
        bench_open(&bench, "xiangqi", NULL);
        allocation_reset();
        before = allocation_current();
        bench_method(&bench, "alphabeta", NULL, settings);
        reserve(&bench, bench.position);
        reserved = allocation_current() - before;
        assert_in_range(reserved, limit - (64 << 10), limit + (64 << 10));
        bench_run(&bench, &limits);
        by_search_clear(bench.search);
        if (limits_kib[i] > 1024)
            assert_in_range(allocation_current() - before, limit - (5 << 20), limit);
        bench_run(&bench, &limits);
        assert_in_range(allocation_peak() - before, reserved, limit + (1 << 20));
        bench_close(&bench);
    }
}

/* An error leaves nothing behind either. */
static void test_errors(void **state)
{
    by_error error = {0};
    struct bench bench, other;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_open(&other, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", NULL, "memory_kib=1");
    assert_int_equal(by_search_reserve(bench.search, bench.position, &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "memory_kib"));
    assert_int_equal(by_search_reserve(bench.search, other.position, NULL), BY_ERROR_INPUT);
    bench_method(&bench, "alphabeta", NULL, "");
    for (size_t i = 1;; i++) {
        by_status status;

        allocation_fail_at(i);
        status = by_search_reserve(bench.search, bench.position, NULL);
        allocation_fail_at(0);
        if (!status)
            break;
        assert_int_equal(status, BY_ERROR_MEMORY);
        assert_in_range(i, 1, 20);
    }
    bench_close(&bench);
    bench_close(&other);
}

/* ---- Protocols --------------------------------------------------------------------------------------------------- */

static void hear_nothing(void *context, const char *lines, size_t length)
{
    (void)context;
    (void)lines;
    (void)length;
}

static struct protocol_session *open_session(const struct protocol_dialect *dialect)
{
    struct protocol_session *session;
    by_error error = {0};

    if (protocol_session_create(&session, dialect, NULL, hear_nothing, NULL, &error))
        fail_msg("%s", error.message);
    return session;
}

enum { TABLE = 30 << 20, LITTLE = 2 << 20 };

static void say_uci(struct protocol_session *session, const char *text)
{
    char line[200];

    (void)snprintf(line, sizeof line, "%s", text);
    assert_true(protocol_session_run_line(session, line));
}

/* After this line the next search takes little. */
static void expect_ready(struct protocol_session *session, const char *line)
{
    size_t before;

    say_uci(session, line);
    before = allocation_current();
    assert_true(before > TABLE);
    say_uci(session, "go nodes 2000");
    protocol_wait(session);
    assert_in_range(allocation_current(), TABLE, before + LITTLE);
}

static void test_uci(void **state)
{
    struct protocol_session *session = open_session(&protocol_uci_dialect);
    size_t before = allocation_current();

    (void)state;
    assert_true(before < LITTLE);
    say_uci(session, "setoption name Hash value 32");
    assert_in_range(allocation_current(), 0, before + LITTLE);
    expect_ready(session, "isready");
    expect_ready(session, "ucinewgame");
    expect_ready(session, "isready");
    protocol_session_destroy(session);

    session = open_session(&protocol_uci_dialect);
    say_uci(session, "setoption name Hash value 32");
    expect_ready(session, "position startpos moves h2e2");
    protocol_session_destroy(session);
}

/* However many threads are asked for, the memory that was set is not exceeded for them, before the search nor in it. */
static void test_many_threads(void **state)
{
    static const int hashes_mib[] = {1, 4, 32};

    (void)state;
    for (size_t i = 0; i < sizeof hashes_mib / sizeof hashes_mib[0]; i++) {
        struct protocol_session *session = open_session(&protocol_uci_dialect);
        size_t before = allocation_current();
        char line[64];

        allocation_reset();
        say_uci(session, "setoption name Threads value 256");
        (void)snprintf(line, sizeof line, "setoption name Hash value %d", hashes_mib[i]);
        say_uci(session, line);
        say_uci(session, "position startpos moves h2e2");
        say_uci(session, "go movetime 20");
        protocol_wait(session);
        assert_int_not_equal(session->answer.best, BY_MOVE_NONE);
        assert_true(session->answer.reported.depth >= 1);
        /* The limit and its MiB, and the session's own two copies of the position */
        assert_in_range(allocation_peak() - before, 1 << 20, ((size_t)hashes_mib[i] + 1) << 20);
        protocol_session_destroy(session);
    }
}

static void test_ucci(void **state)
{
    struct protocol_session *session = open_session(&protocol_ucci_dialect);
    static const char *const words[] = {"ucci", "setoption hashsize 32", "isready"};
    char line[200];

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_in_range(allocation_current(), 0, LITTLE);
        (void)snprintf(line, sizeof line, "%s", words[i]);
        assert_true(protocol_session_run_line(session, line));
    }
    assert_true(allocation_current() > TABLE);
    protocol_session_destroy(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_changes),
        cmocka_unit_test(test_more_than_is_needed),
        cmocka_unit_test(test_what_was_learned_stays),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_uci),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_ucci),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
