/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search: iterations a second of processor time on one thread, tree included, with random playouts
 * through the lists of the game and by the game itself, and the bytes of a node.
 */
#include <stdio.h>
#include <time.h>

#include "boyi/boyi.h"
#include "search/mcts/mcts.h"

enum { REPEATS = 5 };

static const struct {
    const char *game, *position, *settings; /* NULL: the initial position */
    uint64_t iterations;
} rows[] = {
    {"tictactoe", NULL, "playouts=moves", 1000000},  {"tictactoe", NULL, "playouts=uniform", 1000000},
    {"connect4", NULL, "playouts=moves", 300000},    {"connect4", NULL, "playouts=uniform", 300000},
    {"connect4", NULL, "playouts=informed", 300000}, {"pairs", NULL, "", 300000},
    {"go", "9", "playouts=uniform", 30000},          {"go", "9", "playouts=informed", 30000},
    {"go", "19", "playouts=uniform", 5000},          {"xiangqi", NULL, "", 1000},
};

/* The best of some runs, in seconds; negative if something failed. */
static double measure(const char *name, const char *text, const char *settings, uint64_t iterations, by_error *error)
{
    const by_game_type *type;
    struct by_limits limits = {.nodes = iterations};
    struct by_result result;
    by_options *options = NULL;
    by_position *position = NULL;
    by_search *search = NULL;
    by_game *game = NULL;
    double best = -1;
    bool failed = by_game_type_find(name, &type, error) || by_game_open(type, NULL, &game, error) ||
                  by_position_create(game, &position, error) || (text && by_position_parse(position, text, error)) ||
                  by_options_create(by_method_options(&by__mcts), &options, error) ||
                  by_method_apply_preset(&by__mcts, "plain", options, error) ||
                  by_options_set_all(options, settings, error) ||
                  by_search_create(game, &by__mcts, options, &search, error);

    for (int i = 0; i < REPEATS && !failed; i++) {
        clock_t begin = clock();
        double seconds;

        failed = by_search_run(search, position, &limits, NULL, &result, error);
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (best < 0 || seconds < best)
            best = seconds;
    }
    by_search_destroy(search);
    by_options_destroy(options);
    by_position_destroy(position);
    by_game_close(game);
    return failed ? -1 : best;
}

int main(void)
{
    printf("%-12s%-6s%-20s%14s\n", "game", "", "playouts", "iterations/s");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        by_error error = {0};
        double seconds = measure(rows[i].game, rows[i].position, rows[i].settings, rows[i].iterations, &error);

        if (seconds < 0) {
            fprintf(stderr, "%s: %s\n", rows[i].game, error.message);
            return 1;
        }
        printf("%-12s%-6s%-20s%14.0f\n", rows[i].game, rows[i].position ? rows[i].position : "", rows[i].settings,
               (double)rows[i].iterations / (seconds > 0 ? seconds : 1));
    }
    printf("bytes of a node: %zu\n", sizeof(union mc_cell));
    return 0;
}
