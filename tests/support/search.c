/* SPDX-License-Identifier: MIT */
#include "support/search.h"

#include <stdio.h>
#include <string.h>

#include "support/check.h"

static void expect_ok(by_status status, const by_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

void bench_open(struct bench *bench, const char *game, const char *text)
{
    char name[40];
    const char *settings = strchr(game, ' ');
    const by_game_type *type;
    by_options *options = NULL;
    by_error error = {0};

    *bench = (struct bench){0};
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(game, " "), game);
    expect_ok(by_game_type_find(name, &type, &error), &error);
    if (settings) {
        expect_ok(by_options_create(type->options, &options, &error), &error);
        expect_ok(by_options_set_all(options, settings, &error), &error);
    }
    expect_ok(by_game_open(type, options, &bench->game, &error), &error);
    expect_ok(by_position_create(bench->game, &bench->position, &error), &error);
    if (text)
        expect_ok(by_position_parse(bench->position, text, &error), &error);
    by_options_destroy(options);
}

/* The settings of an option win over `first`. */
static void replace_search(struct bench *bench, const char *method, const char *preset, const char *first,
                           const char *settings)
{
    const by_method *found;
    by_options *options;
    by_error error = {0};

    expect_ok(by_method_find(method, &found, &error), &error);
    expect_ok(by_options_create(by_method_options(found), &options, &error), &error);
    if (preset)
        expect_ok(by_method_apply_preset(found, preset, options, &error), &error);
    expect_ok(by_options_set_all(options, first, &error), &error);
    expect_ok(by_options_set_all(options, settings, &error), &error);
    by_search_destroy(bench->search);
    expect_ok(by_search_create(bench->game, found, options, &bench->search, &error), &error);
    by_options_destroy(options);
}

void bench_method(struct bench *bench, const char *method, const char *preset, const char *settings)
{
    replace_search(bench, method, preset, "", settings);
}

void bench_small_method(struct bench *bench, const char *method, const char *preset, const char *settings)
{
    replace_search(bench, method, preset, "memory_kib=1024", settings);
}

struct by_result bench_observe(struct bench *bench, const struct by_limits *limits, const struct by_observer *observer)
{
    struct by_limits own = limits ? *limits : (struct by_limits){BY_SIZE(by_limits)};
    struct by_result result = {BY_SIZE(by_result)};
    by_error error = {0};

    own.size = sizeof own;
    expect_ok(by_search_run(bench->search, bench->position, &own, observer, &result, &error), &error);
    return result;
}

struct by_result bench_run(struct bench *bench, const struct by_limits *limits)
{
    return bench_observe(bench, limits, NULL);
}

uint64_t bench_counter(const struct by_result *result, const char *name)
{
    for (size_t i = 0; i < result->counter_count; i++)
        if (strcmp(result->counters[i].name, name) == 0)
            return result->counters[i].value;
    fail_msg("there is no counter %s", name);
    return 0;
}

void bench_close(struct bench *bench)
{
    by_search_destroy(bench->search);
    by_position_destroy(bench->position);
    by_game_close(bench->game);
    *bench = (struct bench){0};
}
