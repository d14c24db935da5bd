/* SPDX-License-Identifier: MIT
 *
 * A best move in one call.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/search.h"

static const char usual_limits[] = "time 1s";

const by_method *by_position_usual_method(const by_position *position, const char **preset)
{
    const by_game_type *type = by_game_type_of(by_position_game(position));
    const by_method *method = NULL;
    struct by_extent extent;
    bool samples;

    by_position_extent(position, &extent);
    samples = !type->evaluation && type->sampling && type->sampling->playout && !extent.max_plies;
    by_method_find(samples ? "mcts" : "alphabeta", &method, NULL);
    *preset = samples ? "rave" : NULL;
    return method;
}

static by_status create_search(const by_position *position, by_search **out, by_error *error)
{
    const char *preset;
    const by_method *method = by_position_usual_method(position, &preset);
    by_options *options = NULL;
    by_status status = by_options_create(by_method_options(method), &options, error);

    if (!status && preset)
        status = by_method_apply_preset(method, preset, options, error);
    if (!status)
        status = by_search_create(by_position_game(position), method, options, out, error);
    by_options_destroy(options);
    return status;
}

by_status by_position_best_move(const by_position *position, const char *limits, by_text *move, by_error *error)
{
    struct by_limits own = {BY_SIZE(by_limits)};
    struct by_result result = {BY_SIZE(by_result)};
    by_position *copy = NULL;
    by_search *search = NULL;
    by_status status = by_limits_parse(limits && *limits ? limits : usual_limits, &own, error);

    if (!status)
        status = create_search(position, &search, error);
    if (!status)
        status = by_search_run(search, position, &own, NULL, &result, error);
    if (!status && result.best != BY_MOVE_NONE) {
        status = by_position_copy(position, &copy, error);
        if (!status)
            by_position_print_move(copy, result.best, move);
    }
    by_position_destroy(copy);
    by_search_destroy(search);
    return status ? status : move->failed ? by_error_no_memory(error) : BY_OK;
}

/* Opens the game that a text such as "xiangqi rules=asian" names. */
static by_status open_game(const char *text, by_game **out, by_error *error)
{
    size_t length = strcspn(text, " ");
    char *name = malloc(length + 1);
    by_options *options = NULL;
    const by_game_type *type;
    by_status status;

    if (!name)
        return by_error_no_memory(error);
    memcpy(name, text, length);
    name[length] = 0;
    status = by_game_type_find(name, &type, error);
    free(name);
    if (!status)
        status = by_options_create(by_game_options(type), &options, error);
    if (!status)
        status = by_options_set_all(options, text + length, error);
    if (!status)
        status = by_game_open(type, options, out, error);
    by_options_destroy(options);
    return status;
}

by_status by_best_move(const char *game, const char *position, const char *limits, by_text *move, by_error *error)
{
    by_game *opened = NULL;
    by_position *at = NULL;
    by_status status = open_game(game, &opened, error);

    if (!status)
        status = by_position_create(opened, &at, error);
    if (!status && position)
        status = by_position_parse(at, position, error);
    if (!status)
        status = by_position_best_move(at, limits, move, error);
    by_position_destroy(at);
    by_game_close(opened);
    return status;
}
