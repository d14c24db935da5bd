/* SPDX-License-Identifier: MIT
 *
 * Several searches in one process at once. Run under the thread sanitizer, this shows that nothing is shared that
 * should not be.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <time.h>

#include "support/check.h"
#include "support/games.h"
#include "support/search.h"

enum { THREADS = 4, ROUNDS = 3 };

/* The search of a thread, and its result. Only the main thread may use cmocka's assertions. */
struct job {
    struct bench bench;
    struct by_limits limits;
    uint64_t nodes;
    by_value value;
    by_status status;
    enum by_stop_reason stopped;
};

static void *run_job(void *argument)
{
    struct job *job = argument;
    struct by_result result = {BY_SIZE(by_result)};

    job->limits.size = sizeof job->limits;
    for (int i = 0; i < ROUNDS && !job->status; i++) {
        by_search_clear(job->bench.search);
        job->status = by_search_run(job->bench.search, job->bench.position, &job->limits, NULL, &result, NULL);
    }
    job->nodes = result.nodes;
    job->value = result.value;
    job->stopped = result.stopped;
    return NULL;
}

/* Searches on the same opened game, side by side, find what each finds alone. */
static void test_searches_side_by_side(void **state)
{
    static const char *const settings[THREADS] = {"", "hash=off", "mtdf=on", "killers=off history=off"};
    struct job jobs[THREADS] = {0};
    uint64_t alone[THREADS];
    pthread_t threads[THREADS];
    struct bench shared;

    (void)state;
    bench_open(&shared, "tictactoe", NULL);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].bench.game = shared.game;
        assert_int_equal(by_position_copy(shared.position, &jobs[i].bench.position, NULL), BY_OK);
        bench_method(&jobs[i].bench, "alphabeta", NULL, settings[i]);
        run_job(&jobs[i]);
        alone[i] = jobs[i].nodes;
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(jobs[i].status, BY_OK);
        assert_int_equal(jobs[i].value, 0);
        assert_int_equal(jobs[i].nodes, alone[i]);
        by_search_destroy(jobs[i].bench.search);
        by_position_destroy(jobs[i].bench.position);
    }
    bench_close(&shared);
}

/* Trees are shared by their positions and freed with the last of them, in whatever thread that is. */
static void *copy_and_drop(void *argument)
{
    by_position *position = argument, *copy;

    for (int i = 0; i < 1000; i++)
        if (!by_position_copy(position, &copy, NULL))
            by_position_destroy(copy);
    by_position_destroy(position);
    return NULL;
}

static void test_shared_trees(void **state)
{
    pthread_t threads[THREADS];
    struct bench shared;

    (void)state;
    bench_open(&shared, "tree", "random width=3 depth=3");
    for (int i = 0; i < THREADS; i++) {
        by_position *copy;

        assert_int_equal(by_position_copy(shared.position, &copy, NULL), BY_OK);
        assert_int_equal(pthread_create(&threads[i], NULL, copy_and_drop, copy), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    bench_close(&shared);
}

/* A search without end is stopped from another thread. */
static void test_stop_from_another_thread(void **state)
{
    struct timespec moment = {.tv_nsec = 20000000};
    struct job job = {0};
    pthread_t thread;
    by_stop *stop;

    (void)state;
    assert_int_equal(by_stop_create(&stop, NULL), BY_OK);
    assert_int_equal(by_game_open(&endless_game, NULL, &job.bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(job.bench.game, &job.bench.position, NULL), BY_OK);
    bench_method(&job.bench, "minimax", NULL, "");
    job.limits.stop = stop;
    assert_int_equal(pthread_create(&thread, NULL, run_job, &job), 0);
    nanosleep(&moment, NULL);
    by_stop_set(stop);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(job.stopped, BY_STOPPED_ASKED);
    bench_close(&job.bench);
    by_stop_destroy(stop);
}

/* Threads that help find the same value as one alone, whatever the scheme of the table they share; the limit of nodes
 * is kept by all together. */
static void test_helpers(void **state)
{
    static const char *const settings[] = {
        "threads=4",
        "threads=4 hash_scheme=two_tier hash_key=paper",
        "threads=3 hash_scheme=linear mtdf=on",
        "threads=4 hash_scheme=clustered",
        "threads=2 hash_scheme=always iid=enlarged",
        "threads=4 hash=off",
    };
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 9};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        bench_method(&bench, "alphabeta", NULL, settings[i]);
        for (int round = 0; round < ROUNDS; round++) {
            struct by_result result = bench_run(&bench, &limits);

            assert_int_equal(result.value, 0);
            assert_int_equal(result.kind, BY_KIND_DRAW);
        }
    }
    bench_close(&bench);
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", "paper-survey", "threads=4");
    limits = (struct by_limits){BY_SIZE(by_limits), .nodes = 30001};
    for (int round = 0; round < ROUNDS; round++) {
        struct by_result result = bench_run(&bench, &limits);

        assert_in_range(result.nodes, 7500, 30001);
        assert_int_equal(result.stopped, BY_STOPPED_NODES);
    }
    limits = (struct by_limits){BY_SIZE(by_limits), .nodes = 3}; /* fewer than threads */
    assert_in_range(bench_run(&bench, &limits).nodes, 1, 3);
    limits = (struct by_limits){BY_SIZE(by_limits), .depth = 5, .lines = 3};
    assert_int_equal(bench_run(&bench, &limits).line_count, 3);
    bench_close(&bench);
}

static void keep_nodes(void *context, const struct by_event *event)
{
    *(uint64_t *)context = event->nodes;
}

/* The last report counts the nodes of all threads, as the result does. If a limit ends alpha-beta between two
 * iterations there is no last report, so this sets a depth. */
static void test_last_told_nodes(void **state)
{
    static const struct {
        const char *method, *settings;
        struct by_limits limits;
    } cases[] = {
        {"alphabeta", "threads=2", {.depth = 8}},
        {"alphabeta", "threads=3 deepening=2", {.depth = 7}},
        {"alphabeta", "threads=2 deepening=0", {.depth = 6}},
        {"mcts", "threads=2", {.nodes = 2000}},
        {"mcts", "threads=3 parallel=root", {.nodes = 2000}},
        {"mcts", "threads=2", {.time_ms = 20}},
    };
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench_method(&bench, cases[i].method, NULL, cases[i].settings);
        for (int round = 0; round < ROUNDS; round++) {
            uint64_t told = 0;
            struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ITERATION, &told, keep_nodes};
            struct by_result result = bench_observe(&bench, &cases[i].limits, &observer);

            assert_int_equal(told, result.nodes);
        }
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_searches_side_by_side),    cmocka_unit_test(test_shared_trees),
        cmocka_unit_test(test_stop_from_another_thread), cmocka_unit_test(test_helpers),
        cmocka_unit_test(test_last_told_nodes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
