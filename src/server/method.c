/* SPDX-License-Identifier: MIT */
#include "server/method.h"

#include <stdio.h>
#include <string.h>

#include "front/levels.h"

/* Options that have the same name in every method, and their maximum. */
struct bound {
    const char *name;
    int most;
};

enum { BOUNDS = 2 };

static void find_bounds(const struct server_limits *limits, struct bound out[BOUNDS])
{
    out[0] = (struct bound){"memory_kib", limits->memory_kib};
    out[1] = (struct bound){"threads", limits->threads};
}

void server_bound_option(const struct server_limits *limits, struct by_option *row)
{
    struct bound bounds[BOUNDS];

    find_bounds(limits, bounds);
    for (int i = 0; i < BOUNDS; i++) {
        if (strcmp(row->name, bounds[i].name) != 0)
            continue;
        row->most = row->most < bounds[i].most ? row->most : bounds[i].most;
        row->initial = row->initial < row->most ? row->initial : row->most;
    }
}

/* Lowers defaults that are too large. */
static void lower_options(by_options *options, const struct bound bounds[BOUNDS])
{
    for (int i = 0; i < BOUNDS; i++)
        if (by_option_find(by_options_table(options), bounds[i].name) &&
            by_options_number(options, bounds[i].name) > bounds[i].most)
            (void)by_options_set_number(options, bounds[i].name, bounds[i].most, NULL);
}

/* Refuses values that are too large, since the user set them. */
static by_status check_options(const by_options *options, const struct bound bounds[BOUNDS], struct server_fault *fault)
{
    char field[sizeof fault->field];

    for (int i = 0; i < BOUNDS; i++) {
        if (!by_option_find(by_options_table(options), bounds[i].name) ||
            by_options_number(options, bounds[i].name) <= bounds[i].most)
            continue;
        (void)snprintf(field, sizeof field, "options.%s", bounds[i].name);
        return server_refuse(fault, 422, field, "%s is at most %d on this server", bounds[i].name, bounds[i].most);
    }
    return BY_OK;
}

by_status server_method_open(const struct server_method_fields *fields, by_position *position,
                             const struct server_limits *limits, struct server_method *out, struct server_fault *fault)
{
    struct bound bounds[BOUNDS];
    struct levels_player player = {fields->method, NULL};
    by_error error = {0};
    by_status status;

    *out = (struct server_method){0};
    find_bounds(limits, bounds);
    if (!player.method)
        player = levels_usual_player(position);
    if (fields->preset)
        player.preset = fields->preset;
    if (by_method_find(player.method, &out->method, &error))
        return server_refuse_error(fault, "method", &error);
    if (by_options_create(by_method_options(out->method), &out->options, &error))
        return server_refuse_error(fault, "options", &error);
    if (player.preset && by_method_apply_preset(out->method, player.preset, out->options, &error))
        return server_refuse_error(fault, "preset", &error);
    lower_options(out->options, bounds);
    status = server_apply_settings(out->options, fields->options, "options", fault);
    return status ? status : check_options(out->options, bounds, fault);
}

void server_method_free(struct server_method *method)
{
    by_options_destroy(method->options);
    *method = (struct server_method){0};
}

int server_method_threads(const struct server_method *method)
{
    return by_option_find(by_options_table(method->options), "threads") ? by_options_number(method->options, "threads")
                                                                        : 1;
}

by_status server_method_search(const struct server_method *method, const by_game *game, by_search **out,
                               struct server_fault *fault)
{
    by_error error = {0};

    if (by_search_create(game, method->method, method->options, out, &error))
        return server_refuse_error(fault, "options", &error);
    return BY_OK;
}

by_status server_bound_number(const char *field, int64_t number, int64_t most, struct server_fault *fault)
{
    return number <= most
               ? BY_OK
               : server_refuse(fault, 422, field, "%s is at most %lld on this server", field, (long long)most);
}
