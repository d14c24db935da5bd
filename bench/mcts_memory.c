/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search at its memory limit: iterations a second of real time and of processor time, that of all
 * threads together, in each tenth of a run; how full the tree was; and the bytes of a node. The tree is full after a
 * moment, and from then on parts of it are given up again and again.
 *
 *     mcts_memory [SECONDS [MEMORY_KIB [THREADS]]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "boyi/boyi.h"
#include "search/mcts/mcts.h"

enum { TENTHS = 10, SECONDS = 5, MEMORY_KIB = 16384, SECONDS_MOST = 100000, MEMORY_KIB_MOST = 1 << 24 };

/* How far the run was when the next tenth began. */
struct progress {
    int64_t length_us; /* of a tenth */
    int64_t then_us;
    uint64_t then_nodes;
    clock_t then;
    int tenths;
};

static void watch(void *context, const struct by_event *event)
{
    struct progress *progress = context;
    int64_t took_us = event->time_us - progress->then_us;
    double nodes = (double)(event->nodes - progress->then_nodes);
    clock_t now = clock();

    if (event->line_number != 1 || took_us < progress->length_us || progress->tenths >= TENTHS)
        return;
    printf("%8.1f%14.0f%14.0f%10d\n", (double)event->time_us / 1e6, nodes * 1e6 / (double)took_us,
           nodes * CLOCKS_PER_SEC / (double)(now - progress->then), event->hash_permille);
    (void)fflush(stdout);
    progress->then_us = event->time_us;
    progress->then_nodes = event->nodes;
    progress->then = now;
    progress->tenths++;
}

static by_status measure(int seconds, int memory_kib, int threads, by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .time_ms = (int64_t)seconds * 1000};
    /* A little short of a tenth: events come twice a second, and one that comes just too early would be missed. */
    struct progress progress = {.length_us = (int64_t)seconds * (1000000 / TENTHS) - 250000, .then = clock()};
    struct by_observer observer = {BY_SIZE(by_observer), .notify = watch, .context = &progress,
                                   .wants = BY_EVENT_ITERATION};
    const by_game_type *type;
    struct by_result result = {BY_SIZE(by_result)};
    by_options *options = NULL;
    by_position *position = NULL;
    by_search *search = NULL;
    by_game *game = NULL;
    bool failed = by_game_type_find("connect4", &type, error) || by_game_open(type, NULL, &game, error) ||
                  by_position_create(game, &position, error) ||
                  by_options_create(by_method_options(&by__mcts), &options, error) ||
                  by_method_apply_preset(&by__mcts, "plain", options, error) ||
                  by_options_set_number(options, "memory_kib", memory_kib, error) ||
                  by_options_set_number(options, "threads", threads, error) ||
                  by_search_create(game, &by__mcts, options, &search, error) ||
                  by_search_run(search, position, &limits, &observer, &result, error);

    if (!failed)
        printf("iterations %" PRIu64 " in %.1f s, collections %" PRIu64 "\n", result.nodes,
               (double)result.time_us / 1e6, result.counters[MC_COUNT_COLLECTIONS].value);
    by_search_destroy(search);
    by_options_destroy(options);
    by_position_destroy(position);
    by_game_close(game);
    return failed ? error->status : BY_OK;
}

/* The argument with this number, from 1 to `most`; -1: it is none. */
static int read_argument(int argc, char **argv, int number, int otherwise, int most)
{
    char *end;
    long value;

    if (argc <= number)
        return otherwise;
    value = strtol(argv[number], &end, 10);
    return end != argv[number] && !*end && value >= 1 && value <= most ? (int)value : -1;
}

int main(int argc, char **argv)
{
    int seconds = read_argument(argc, argv, 1, SECONDS, SECONDS_MOST),
        memory_kib = read_argument(argc, argv, 2, MEMORY_KIB, MEMORY_KIB_MOST),
        threads = read_argument(argc, argv, 3, 1, MC_MAX_THREADS);
    by_error error = {0};

    if (seconds < 0 || memory_kib < 0 || threads < 0) {
        fprintf(stderr, "expected: mcts_memory [SECONDS [MEMORY_KIB [THREADS]]], from 1 to %d, %d, %d\n", SECONDS_MOST,
                MEMORY_KIB_MOST, MC_MAX_THREADS);
        return 2;
    }
    printf("connect4, %d KiB, threads %d, bytes of a node %zu\n", memory_kib, threads, sizeof(union mc_cell));
    printf("%8s%14s%14s%10s\n", "seconds", "iterations/s", "of processor", "permille");
    if (measure(seconds, memory_kib, threads, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    return 0;
}
