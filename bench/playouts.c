/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search: iterations a second of processor time on one thread, tree included, with random playouts
 * through the lists of the game and by the game itself; how many times as many several threads make, in one tree and in
 * a tree each; and the bytes of a node.
 *
 *     playouts [GAME|all] [THREADS]   only the rows of that game; that many threads instead of two
 *
 * For the threads, shorter runs on one thread, on several in one tree, and on several in trees of their own take turns.
 * best: by the shortest real time of each; on a machine that has other work too, some runs find the processors free.
 * median: by the medians of the real times. cpu: by the least processor time, as if every thread had a processor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boyi/boyi.h"
#include "search/mcts/mcts.h"

enum { REPEATS = 5, SHORT_REPEATS = 41, SHORTER = 8 };

/* The searches that take turns. */
enum { ALONE, IN_TREE, IN_FOREST, WAYS };

static const char *const ways[WAYS] = {[ALONE] = "", [IN_TREE] = "parallel=tree", [IN_FOREST] = "parallel=root"};

static const struct row {
    const char *game, *position, *settings; /* NULL: the initial position */
    uint64_t iterations;
} rows[] = {
    {"tictactoe", NULL, "playouts=moves", 1000000},  {"tictactoe", NULL, "playouts=uniform", 1000000},
    {"connect4", NULL, "playouts=moves", 300000},    {"connect4", NULL, "playouts=uniform", 300000},
    {"connect4", NULL, "playouts=informed", 300000}, {"pairs", NULL, "", 300000},
    {"go", "9", "playouts=uniform", 30000},          {"go", "9", "playouts=informed", 30000},
    {"go", "19", "playouts=uniform", 5000},          {"xiangqi", NULL, "", 3000},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* The times of some runs, in seconds. */
struct times {
    double processor[SHORT_REPEATS], real[SHORT_REPEATS];
    int count;
};

/* How many times as many iterations several threads make. */
struct gain {
    double best, median, cpu;
};

/* The measurements of a row. */
struct figures {
    double speed; /* iterations a second of processor time */
    struct gain gains[WAYS];
};

static by_status open_search(const by_game *game, const char *settings, int way, int threads, by_search **out,
                             by_error *error)
{
    by_options *options = NULL;
    by_status status = by_options_create(by_method_options(&by__mcts), &options, error);

    if (!status)
        status = by_method_apply_preset(&by__mcts, "plain", options, error);
    if (!status)
        status = by_options_set_all(options, settings, error);
    if (!status)
        status = by_options_set_all(options, ways[way], error);
    if (!status)
        status = by_options_set_number(options, "threads", way == ALONE ? 1 : threads, error);
    if (!status)
        status = by_search_create(game, &by__mcts, options, out, error);
    by_options_destroy(options);
    return status;
}

static by_status run_once(by_search *search, const by_position *position, uint64_t iterations, struct times *times,
                          by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = iterations};
    struct by_result result = {BY_SIZE(by_result)};
    clock_t begin = clock();
    by_status status = by_search_run(search, position, &limits, NULL, &result, error);

    times->processor[times->count] = (double)(clock() - begin) / CLOCKS_PER_SEC + 1e-9;
    times->real[times->count++] = (double)result.time_us / 1e6 + 1e-9;
    return status;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Runs the searches in turns; returns their times in increasing order. */
static by_status take_turns(by_search *const *searches, int count, const by_position *position, uint64_t iterations,
                            int repeats, struct times *times, by_error *error)
{
    by_status status = BY_OK;

    for (int i = 0; i < count; i++)
        times[i].count = 0;
    for (int i = 0; i < repeats * count && !status; i++)
        status = run_once(searches[i % count], position, iterations, &times[i % count], error);
    for (int i = 0; i < count && !status; i++) {
        qsort(times[i].processor, (size_t)repeats, sizeof(double), by_size);
        qsort(times[i].real, (size_t)repeats, sizeof(double), by_size);
    }
    return status;
}

static struct gain gain_of(const struct times *alone, const struct times *together, int threads)
{
    return (struct gain){.best = alone->real[0] / together->real[0],
                         .median = alone->real[SHORT_REPEATS / 2] / together->real[SHORT_REPEATS / 2],
                         .cpu = threads * alone->processor[0] / together->processor[0]};
}

static by_status measure(const struct row *row, int threads, struct figures *figures, by_error *error)
{
    const by_game_type *type;
    by_position *position = NULL;
    by_search *searches[WAYS] = {NULL};
    struct times times[WAYS], alone;
    by_game *game = NULL;
    bool failed = by_game_type_find(row->game, &type, error) || by_game_open(type, NULL, &game, error) ||
                  by_position_create(game, &position, error) ||
                  (row->position && by_position_parse(position, row->position, error));

    for (int i = 0; i < WAYS && !failed; i++)
        failed = open_search(game, row->settings, i, threads, &searches[i], error);
    failed = failed || take_turns(searches, 1, position, row->iterations, REPEATS, &alone, error) ||
             take_turns(searches, WAYS, position, row->iterations / SHORTER, SHORT_REPEATS, times, error);
    if (!failed)
        figures->speed = (double)row->iterations / alone.processor[0];
    for (int i = IN_TREE; i < WAYS && !failed; i++)
        figures->gains[i] = gain_of(&times[ALONE], &times[i], threads);
    for (int i = 0; i < WAYS; i++)
        by_search_destroy(searches[i]);
    by_position_destroy(position);
    by_game_close(game);
    return failed ? error->status : BY_OK;
}

static void print_row(const struct row *row, const struct figures *figures)
{
    printf("%-10s%-3s%-18s%13.0f", row->game, row->position ? row->position : "", row->settings, figures->speed);
    for (int i = IN_TREE; i < WAYS; i++)
        printf("   %7.2f%8.2f%6.2f", figures->gains[i].best, figures->gains[i].median, figures->gains[i].cpu);
    printf("\n");
    fflush(stdout);
}

static bool is_known(const char *game)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(game, rows[i].game) == 0)
            return true;
    return false;
}

/* Each game once: its rows stand together. */
static int complain(const char *game)
{
    fprintf(stderr, "playouts: unknown game '%s', expected all", game);
    for (size_t i = 0; i < ROWS; i++)
        if (!i || strcmp(rows[i].game, rows[i - 1].game) != 0)
            fprintf(stderr, ", %s", rows[i].game);
    fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *game = argc > 1 && strcmp(argv[1], "all") != 0 ? argv[1] : NULL;
    int threads = argc > 2 ? atoi(argv[2]) : 2;

    if (game && !is_known(game))
        return complain(game);
    printf("%-44s   %d threads, parallel=tree   parallel=root, times one\n", "", threads);
    printf("%-10s%-3s%-18s%13s", "game", "", "playouts", "iterations/s");
    for (int i = IN_TREE; i < WAYS; i++)
        printf("   %7s%8s%6s", "best", "median", "cpu");
    printf("\n");
    for (size_t i = 0; i < ROWS; i++) {
        struct figures figures = {0};
        by_error error = {0};

        if (game && strcmp(game, rows[i].game) != 0)
            continue;
        if (measure(&rows[i], threads, &figures, &error)) {
            fprintf(stderr, "%s: %s\n", rows[i].game, error.message);
            return 1;
        }
        print_row(&rows[i], &figures);
    }
    printf("bytes of a node: %zu\n", sizeof(union mc_cell));
    return 0;
}
