/* SPDX-License-Identifier: MIT
 *
 * Threads that wait between runs: started before the clock, called, at rest, called again; and what becomes of those
 * that the system does not give.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "search/crew.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/sanitizer.h"
#include "support/search.h"

enum { MEMBERS = 6, ROUNDS = 200 };

/* ---- A crew ------------------------------------------------------------------------------------------------------ */

struct item {
    int number, done;
    struct item *first;
};

static void work(void *argument)
{
    struct item *item = argument;

    assert_true(item == item->first + item->number);
    item->done++;
}

/* Everybody called works on an item of his own, the others stay where they are, and what was written is seen. */
static void test_calls(void **state)
{
    struct by__crew *crew = by__crew_create(MEMBERS);
    struct item items[MEMBERS] = {0};

    (void)state;
    assert_non_null(crew);
    assert_int_equal(by__crew_count(crew), 0);
    by__crew_wait(crew);
    by__crew_start(crew);
    by__crew_start(crew);
    assert_int_equal(by__crew_count(crew), MEMBERS);
    for (int i = 0; i < MEMBERS; i++)
        items[i] = (struct item){.number = i, .first = items};
    for (int round = 0; round < ROUNDS; round++) {
        by__crew_call(crew, round % (MEMBERS + 1), work, items, sizeof *items);
        by__crew_wait(crew);
    }
    for (int i = 0; i < MEMBERS; i++) {
        int expected = 0;

        for (int round = 0; round < ROUNDS; round++)
            expected += round % (MEMBERS + 1) > i;
        assert_int_equal(items[i].done, expected);
    }
    by__crew_destroy(crew);
    by__crew_destroy(NULL);
}

/* A crew that was never started, or never called, ends as well. */
static void test_idle(void **state)
{
    size_t before = allocation_current();
    struct by__crew *crew = by__crew_create(MEMBERS);

    (void)state;
    assert_in_range(allocation_current() - before, by__crew_bytes(MEMBERS), by__crew_bytes(MEMBERS) + 64);
    by__crew_destroy(crew);
    crew = by__crew_create(MEMBERS);
    by__crew_start(crew);
    by__crew_destroy(crew);
    assert_int_equal(allocation_current(), before);
}

/* ---- Searches ---------------------------------------------------------------------------------------------------- */

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
    int least = thread_count();

    for (int i = 0; i < 100; i++) {
        int count = thread_count();

        least = count < least ? count : least;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return least;
}

static void check_threads_stay(const char *method)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 2000};
    struct bench bench;
    int before;

    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, method, NULL, "threads=4");
    bench_run(&bench, &limits);
    bench_method(&bench, method, NULL, ""); /* a sanitizer may have started its own with ours */
    before = settled_thread_count();
    bench_method(&bench, method, NULL, "threads=4");
    assert_int_equal(settled_thread_count(), before);
    assert_int_equal(by_search_reserve(bench.search, bench.position, NULL), BY_OK);
    assert_int_equal(settled_thread_count(), before + 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(bench_run(&bench, &limits).missing_threads, 0);
        assert_int_equal(settled_thread_count(), before + 3);
    }
    by_search_clear(bench.search);
    bench_run(&bench, &limits);
    assert_int_equal(settled_thread_count(), before + 3);
    bench_close(&bench);
    assert_int_equal(settled_thread_count(), before);
}

/* They are there before the first run, stay from run to run, and end with the search. */
static void test_threads_stay(void **state)
{
    (void)state;
    check_threads_stay("alphabeta");
    check_threads_stay("mcts");
}

/* A run that is short of time finds its memory as it needs it: hardly anything is allocated any more. */
static void test_nothing_to_prepare(void **state)
{
    enum { THREADS = 16, FOR_EACH = 6 };
    struct by_limits limits = {BY_SIZE(by_limits), .time_ms = 1};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    size_t before;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", NULL, "threads=16 memory_kib=32768");
    assert_int_equal(by_search_reserve(bench.search, bench.position, NULL), BY_OK);
    before = allocation_current();
    allocation_reset();
    result = bench_run(&bench, &limits);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_in_range(result.depth, 1, 100);
    assert_in_range(allocation_count(), 1, THREADS * FOR_EACH);
    assert_in_range(allocation_current(), before, before + THREADS * (48 << 10));
    bench_close(&bench);
}

/* Many threads and hardly any time: an iteration is finished. */
static void test_crowd(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .time_ms = 1};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", NULL, "threads=64 memory_kib=131072");
    for (int i = 0; i < 5; i++) {
        struct by_result result = bench_run(&bench, &limits);

        assert_int_equal(result.line_count, 1);
        assert_in_range(result.depth, 1, 100);
        assert_int_equal(result.missing_threads, 0);
    }
    bench_close(&bench);
}

#ifndef IS_SANITIZED
/* Limits the memory that this program may still map. */
static struct rlimit allow_mapping(rlim_t more)
{
    FILE *file = fopen("/proc/self/statm", "r");
    struct rlimit old, limit;
    unsigned long pages = 0;

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    (void)fclose(file);
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    limit = old;
    limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    return old;
}

/* Missing threads are reported; the others share the work. */
static void test_missing_threads(void **state)
{
    static const char *const methods[] = {"alphabeta", "mcts"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 5000};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;
        struct rlimit old;

        bench_open(&bench, "xiangqi", NULL);
        bench_method(&bench, methods[i], NULL, "threads=64 memory_kib=81920");
        old = allow_mapping((rlim_t)250 << 20);
        result = bench_run(&bench, &limits);
        assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
        assert_in_range(result.missing_threads, 1, 63);
        assert_in_range(result.nodes, 5000 / 64, 5000);
        assert_int_equal(result.line_count, 1);
        result = bench_run(&bench, &limits);
        assert_int_equal(result.missing_threads, 0); /* they are available now */
        bench_close(&bench);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),           cmocka_unit_test(test_idle),
        cmocka_unit_test(test_threads_stay),    cmocka_unit_test(test_nothing_to_prepare),
        cmocka_unit_test(test_crowd),
#ifndef IS_SANITIZED
        cmocka_unit_test(test_missing_threads),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
