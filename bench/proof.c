/* SPDX-License-Identifier: MIT
 *
 * Proof-number searches on the 48 mates of tests/data/xiangqi_tactics.tsv: how many each proves within a number of
 * nodes, and what that takes.
 *
 *     build/bench/proof [METHOD [SETTINGS]]
 */
#define _DEFAULT_SOURCE /* strsep */
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"

enum { NODES = 1000000, MATES = 64 };

static char positions[MATES][160];
static int position_count;

static int read_mates(void)
{
    FILE *file = fopen("tests/data/xiangqi_tactics.tsv", "r");
    char line[1024];

    if (!file)
        return 1;
    while (position_count < MATES && fgets(line, sizeof line, file)) {
        char *rest = line, *position, *kind;

        (void)strsep(&rest, "\t");
        position = strsep(&rest, "\t");
        kind = strsep(&rest, "\t");
        if (line[0] != '#' && kind && strcmp(kind, "mate") == 0)
            (void)snprintf(positions[position_count++], sizeof positions[0], "%s", position);
    }
    return fclose(file);
}

static uint64_t counter(const struct by_result *result, const char *name)
{
    for (size_t i = 0; i < result->counter_count; i++)
        if (strcmp(result->counters[i].name, name) == 0)
            return result->counters[i].value;
    return 0;
}

static by_status run(by_game *game, by_position *position, const char *name, const char *settings, by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = NODES};
    uint64_t nodes = 0, expansions = 0, again = 0;
    const by_method *method;
    by_options *options = NULL;
    by_search *search = NULL;
    int64_t time_us = 0;
    int solved = 0;
    by_status status = by_method_find(name, &method, error);

    status = status ? status : by_options_create(by_method_options(method), &options, error);
    status = status ? status : by_options_set_all(options, settings, error);
    status = status ? status : by_search_create(game, method, options, &search, error);
    for (int i = 0; i < position_count && !status; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        by_search_clear(search);
        status = by_position_parse(position, positions[i], error);
        status = status ? status : by_search_run(search, position, &limits, NULL, &result, error);
        if (status)
            break;
        solved += result.answer == BY_ANSWER_YES;
        nodes += result.nodes;
        time_us += result.time_us;
        expansions += counter(&result, "expansions");
        again += counter(&result, "re_expansions");
    }
    if (!status)
        printf("%-7s %-44s %2d of %d  %9llu nodes  %7llu expanded  %7llu again  %6.0f ms\n", name, settings, solved,
               position_count, (unsigned long long)nodes, (unsigned long long)expansions, (unsigned long long)again,
               (double)time_us / 1000);
    by_search_destroy(search);
    by_options_destroy(options);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const rows[][2] = {
        {"pn", "memory_kib=262144"},
        {"pn", "memory_kib=262144 sum=weak"},
        {"pn*", "memory_kib=65536"},
        {"df-pn", "memory_kib=65536 epsilon_percent=0"},
        {"df-pn", "memory_kib=65536"},
        {"df-pn", "memory_kib=65536 epsilon_percent=25"},
        {"df-pn", "memory_kib=65536 sum=weak"},
        {"df-pn", "memory_kib=65536 list_cache=off"},
        {"df-pn", "memory_kib=65536 loops=none"},
        {"df-pn", "memory_kib=2048"},
        {"df-pn", "memory_kib=2048 gc=none"},
        {"df-pn", "memory_kib=65536 threads=2"},
    };
    by_game *game = NULL;
    by_position *position = NULL;
    const by_game_type *type;
    by_error error = {0};
    by_status status = by_game_type_find("xiangqi", &type, &error);

    status = status ? status : by_game_open(type, NULL, &game, &error);
    status = status ? status : by_position_create(game, &position, &error);
    if (!status && read_mates()) {
        fprintf(stderr, "proof: cannot read tests/data/xiangqi_tactics.tsv\n");
        return 1;
    }
    if (argc > 1 && !status)
        status = run(game, position, argv[1], argc > 2 ? argv[2] : "", &error);
    for (size_t i = 0; argc < 2 && i < sizeof rows / sizeof rows[0] && !status; i++)
        status = run(game, position, rows[i][0], rows[i][1], &error);
    if (status)
        fprintf(stderr, "proof: %s\n", error.message);
    by_position_destroy(position);
    by_game_close(game);
    return status ? 1 : 0;
}
