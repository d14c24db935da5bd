/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search: iterations a second of processor time on one thread, tree included, with random playouts
 * through the lists of the game and by the game itself; how many times as many a second of real time two threads make;
 * and the bytes of a node. A word as argument: only the rows of that game.
 *
 * For the last, shorter runs on one and on two threads take turns, and the best of each counts: on a machine that has
 * other work too, some of them find both processors free.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "boyi/boyi.h"
#include "search/mcts/mcts.h"

enum { REPEATS = 5, SHORT_REPEATS = 40, SHORTER = 8, THREADS_MOST = 2 };

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

/* The best times of some runs, in seconds; negative: none yet. */
struct times {
    double processor, real;
};

/* What was measured of a row. */
struct figures {
    double speed;   /* iterations a second of processor time */
    double threads; /* how many times as many two threads make */
};

static by_status open_search(const by_game *game, const char *settings, int threads, by_search **out, by_error *error)
{
    by_options *options = NULL;
    by_status status = by_options_create(by_method_options(&by__mcts), &options, error);

    if (!status)
        status = by_method_apply_preset(&by__mcts, "plain", options, error);
    if (!status)
        status = by_options_set_all(options, settings, error);
    if (!status)
        status = by_options_set_number(options, "threads", threads, error);
    if (!status)
        status = by_search_create(game, &by__mcts, options, out, error);
    by_options_destroy(options);
    return status;
}

static void keep_best(double *best, double seconds)
{
    if (*best < 0 || seconds < *best)
        *best = seconds;
}

static by_status run_once(by_search *search, const by_position *position, uint64_t iterations, struct times *times,
                          by_error *error)
{
    struct by_limits limits = {.nodes = iterations};
    struct by_result result;
    clock_t begin = clock();
    by_status status = by_search_run(search, position, &limits, NULL, &result, error);

    keep_best(&times->processor, (double)(clock() - begin) / CLOCKS_PER_SEC);
    keep_best(&times->real, (double)result.time_us / 1e6);
    return status;
}

/* The best of so many runs on each of some numbers of threads, in turns. */
static by_status take_turns(by_search *const *searches, int count, const by_position *position, uint64_t iterations,
                            int repeats, struct times *times, by_error *error)
{
    by_status status = BY_OK;

    for (int i = 0; i < count; i++)
        times[i] = (struct times){-1, -1};
    for (int i = 0; i < repeats * count && !status; i++)
        status = run_once(searches[i % count], position, iterations, &times[i % count], error);
    return status;
}

static by_status measure(const struct row *row, struct figures *figures, by_error *error)
{
    const by_game_type *type;
    by_position *position = NULL;
    by_search *searches[THREADS_MOST] = {NULL};
    struct times times[THREADS_MOST], alone;
    by_game *game = NULL;
    bool failed = by_game_type_find(row->game, &type, error) || by_game_open(type, NULL, &game, error) ||
                  by_position_create(game, &position, error) ||
                  (row->position && by_position_parse(position, row->position, error));

    for (int i = 0; i < THREADS_MOST && !failed; i++)
        failed = open_search(game, row->settings, i + 1, &searches[i], error);
    failed = failed || take_turns(searches, 1, position, row->iterations, REPEATS, &alone, error) ||
             take_turns(searches, THREADS_MOST, position, row->iterations / SHORTER, SHORT_REPEATS, times, error);
    if (!failed)
        *figures = (struct figures){(double)row->iterations / (alone.processor + 1e-9),
                                    times[0].real / (times[1].real + 1e-9)};
    for (int i = 0; i < THREADS_MOST; i++)
        by_search_destroy(searches[i]);
    by_position_destroy(position);
    by_game_close(game);
    return failed ? error->status : BY_OK;
}

int main(int argc, char **argv)
{
    printf("%-12s%-6s%-20s%14s%20s\n", "game", "", "playouts", "iterations/s", "two threads, times");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct figures figures = {0};
        by_error error = {0};

        if (argc > 1 && strcmp(argv[1], rows[i].game) != 0)
            continue;
        if (measure(&rows[i], &figures, &error)) {
            fprintf(stderr, "%s: %s\n", rows[i].game, error.message);
            return 1;
        }
        printf("%-12s%-6s%-20s%14.0f%20.2f\n", rows[i].game, rows[i].position ? rows[i].position : "", rows[i].settings,
               figures.speed, figures.threads);
    }
    printf("bytes of a node: %zu\n", sizeof(union mc_cell));
    return 0;
}
