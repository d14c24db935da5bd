/* SPDX-License-Identifier: MIT
 *
 * How near each ordering technique comes to the minimal tree: leaves that alpha-beta reads on uniform random trees,
 * over the b^ceil(d/2) + b^floor(d/2) - 1 that Knuth and Moore (1975) proved to be the least. The trees have noisy
 * estimates at their inner nodes, and children in random or in mostly good order. Leaves of all iterations are counted,
 * so that deepening has to earn what it costs.
 */
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"

enum { SEEDS = 20 };

static const struct {
    int width, depth;
} shapes[] = {{3, 10}, {5, 7}, {10, 5}, {20, 4}};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static const struct {
    const char *name, *settings;
} rows[] = {
    {"plain alpha-beta", ""},
    {"fail-hard", "form=fail_hard"},
    {"principal variation search", "pvs=on"},
    {"MTD(f), with hash table", "mtdf=on hash=on"},
    {"hash table", "hash=on"},
    {"killers, two latest", "killers=after_captures"},
    {"killers, counted", "killers=after_captures killer_kind=counted"},
    {"history from-to, d*d", "history=from_to"},
    {"history piece-to, 2^d", "history=piece_to history_gain=power"},
    {"iid", "iid=plain"},
    {"iid, enlarged window", "iid=enlarged"},
    {"deepening, hash move", "deepening=1 hash=on hash_move=on"},
    {"deepening by 2, hash move", "deepening=2 hash=on hash_move=on"},
    {"deepening, hash move, aspiration 5", "deepening=1 hash=on hash_move=on aspiration=5"},
    {"iid, hash move", "hash=on hash_move=on iid=plain"},
    {"all of the preset exact", "pvs=on deepening=1 hash=on hash_move=on killers=after_captures history=from_to"},
};

static void count_leaf(void *context, const struct by_event *event)
{
    *(double *)context += event->reason == BY_REASON_OVER;
}

static double minimal_leaves(int width, int depth)
{
    double upper = 1, lower = 1;

    for (int i = 0; i < (depth + 1) / 2; i++)
        upper *= width;
    for (int i = 0; i < depth / 2; i++)
        lower *= width;
    return upper + lower - 1;
}

/* The leaves read on one tree; negative if something failed. */
static double leaves_on(by_position *position, by_search *search, int shape, const char *order, int seed)
{
    double leaves = 0;
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_LEAVE, .context = &leaves,
                                   .notify = count_leaf};
    struct by_result result = {BY_SIZE(by_result)};
    by_error error = {0};
    char text[160];

    (void)snprintf(text, sizeof text, "random width=%d depth=%d values=-1000..1000 estimates=on order=%s seed=%d",
                   shapes[shape].width, shapes[shape].depth, order, seed);
    by_search_clear(search);
    if (by_position_parse(position, text, &error) ||
        by_search_run(search, position, NULL, &observer, &result, &error)) {
        fprintf(stderr, "%s: %s\n", text, error.message);
        return -1;
    }
    return leaves;
}

static int measure(const by_game *game, const by_method *method, const char *settings, const char *order,
                   double ratios[SHAPES])
{
    by_position *position = NULL;
    by_options *options = NULL;
    by_search *search = NULL;
    int failed = by_position_create(game, &position, NULL) ||
                 by_options_create(by_method_options(method), &options, NULL) ||
                 by_method_apply_preset(method, "plain", options, NULL) ||
                 by_options_set_all(options, settings, NULL) || by_search_create(game, method, options, &search, NULL);

    for (int shape = 0; shape < SHAPES && !failed; shape++) {
        double sum = 0;

        for (int seed = 1; seed <= SEEDS && !failed; seed++) {
            double leaves = leaves_on(position, search, shape, order, seed);

            failed = leaves < 0;
            sum += leaves;
        }
        ratios[shape] = sum / SEEDS / minimal_leaves(shapes[shape].width, shapes[shape].depth);
    }
    by_search_destroy(search);
    by_options_destroy(options);
    by_position_destroy(position);
    return failed;
}

static int print_table(const by_game *game, const by_method *method, const char *order)
{
    printf("leaves read over the minimal tree, children in %s order, mean of %d trees\n  %-36s", order, SEEDS,
           "width x depth");
    for (int shape = 0; shape < SHAPES; shape++)
        printf("%5dx%-4d", shapes[shape].width, shapes[shape].depth);
    printf("\n");
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        double ratios[SHAPES];

        if (measure(game, method, rows[row].settings, order, ratios))
            return 1;
        printf("  %-36s", rows[row].name);
        for (int shape = 0; shape < SHAPES; shape++)
            printf("%9.2f ", ratios[shape]);
        printf("\n");
    }
    return 0;
}

int main(void)
{
    const by_game_type *type;
    const by_method *method;
    by_game *game;
    by_error error = {0};
    int failed;

    if (by_game_type_find("tree", &type, &error) || by_method_find("alphabeta", &method, &error) ||
        by_game_open(type, NULL, &game, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    failed = print_table(game, method, "random") || print_table(game, method, "good");
    by_game_close(game);
    return failed;
}
