/* SPDX-License-Identifier: MIT */
#include "server/question.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "front/levels.h"

enum { NODE_BYTES = 64 }; /* of an explicit tree */

/* ---- Settings -------------------------------------------------------------------------------------------------- */

/* Sets options from an object of settings, which may be NULL; `field` is its name in the request. */
static by_status apply_settings(by_options *options, const struct json_value *settings, const char *field,
                                struct server_fault *fault)
{
    by_error error = {0};

    for (const struct json_value *setting = settings ? settings->child : NULL; setting; setting = setting->next) {
        char name[sizeof fault->field], number[32];
        const char *value = number;

        (void)snprintf(number, sizeof number, "%" PRId64, setting->integer);
        if (setting->kind == JSON_BOOL)
            value = setting->truth ? "on" : "off";
        else if (setting->kind == JSON_STRING)
            value = setting->text;
        (void)snprintf(name, sizeof name, "%s.%s", field, setting->name);
        if (by_options_set(options, setting->name, value, &error))
            return server_refuse_error(fault, name, &error);
    }
    return BY_OK;
}

/* ---- Position -------------------------------------------------------------------------------------------------- */

static bool is_tree(const by_game_type *type)
{
    return type->options && by_option_find(type->options, "nodes_most");
}

/* Limits the nodes of an explicit tree, since a few bytes can describe one that is larger than the memory. */
static by_status make_options(const by_game_type *type, const struct json_value *settings, by_options **out,
                              struct server_fault *fault)
{
    by_error error = {0};
    by_status status;

    if (!type->options)
        return settings && settings->child
                   ? server_refuse(fault, 422, "settings", "the game %s has no options", type->name)
                   : BY_OK;
    if (by_options_create(type->options, out, &error))
        return server_refuse_error(fault, "settings", &error);
    if (is_tree(type))
        (void)by_options_set_number(*out, "nodes_most", SERVER_TREE_NODES, NULL);
    status = apply_settings(*out, settings, "settings", fault);
    if (!status && is_tree(type) && by_options_number(*out, "nodes_most") > SERVER_TREE_NODES)
        return server_refuse(fault, 422, "settings.nodes_most", "a tree has at most %d nodes here", SERVER_TREE_NODES);
    return status;
}

static by_status open_game(const struct server_question *question, by_game **out, struct server_fault *fault)
{
    const by_game_type *type;
    by_options *options = NULL;
    by_error error = {0};
    by_status status;

    if (by_game_type_find(question->game, &type, &error))
        return server_refuse_error(fault, "game", &error);
    status = make_options(type, question->settings, &options, fault);
    if (!status && by_game_open(type, options, out, &error))
        status = server_refuse_error(fault, "settings", &error);
    by_options_destroy(options);
    return status;
}

static by_status make_moves(by_position *position, const struct server_texts *moves, struct server_fault *fault)
{
    const struct json_value *text = moves->first;
    char name[sizeof fault->field];
    by_error error = {0};

    for (int i = 0; i < moves->count; i++, text = text->next) {
        by_move move;

        (void)snprintf(name, sizeof name, "moves[%d]", i);
        if (by_position_parse_move(position, text->text, &move, &error) || by_position_push(position, move, &error))
            return server_refuse_error(fault, name, &error);
    }
    return BY_OK;
}

by_status server_position_open(const struct server_question *question, bool has_position, struct server_position *out,
                               struct server_fault *fault)
{
    by_error error = {0};
    by_status status;

    *out = (struct server_position){0};
    status = open_game(question, &out->game, fault);
    if (status || !has_position)
        return status;
    if (by_position_create(out->game, &out->position, &error))
        status = server_refuse_error(fault, "game", &error);
    else if (question->start && by_position_parse(out->position, question->start, &error))
        status = server_refuse_error(fault, "start", &error);
    else
        status = make_moves(out->position, &question->moves, fault);
    if (status)
        server_position_free(out);
    return status;
}

void server_position_free(struct server_position *position)
{
    by_position_destroy(position->position);
    by_game_close(position->game);
    *position = (struct server_position){0};
}

size_t server_position_bytes(const struct server_position *position)
{
    return position->game && is_tree(by_game_type_of(position->game)) ? (size_t)SERVER_TREE_NODES * NODE_BYTES : 0;
}

by_status server_notation_find(const by_game *game, const char *name, int *out, struct server_fault *fault)
{
    const by_game_type *type = by_game_type_of(game);
    by_text known = {0};
    by_status status = BY_OK;

    *out = 0;
    if (!name)
        return BY_OK;
    for (; type->notations && type->notations[*out] && strcmp(type->notations[*out], name) != 0; ++*out)
        by_text_printf(&known, "%s%s", *out ? ", " : "", type->notations[*out]);
    if (!type->notations || !type->notations[0])
        status = server_refuse(fault, 422, "notation",
                               "%s has no notation '%.64s', expected none, since its moves are written in one way",
                               type->name, name);
    else if (!type->notations[*out])
        status = server_refuse(fault, 422, "notation", "%s has no notation '%.64s', expected %s", type->name, name,
                               by_text_string(&known));
    by_text_free(&known);
    return status;
}

/* ---- Method ---------------------------------------------------------------------------------------------------- */

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
        row->max = row->max < bounds[i].most ? row->max : bounds[i].most;
        row->initial = row->initial < row->max ? row->initial : row->max;
    }
}

const char *server_option_beyond(const by_options *options, const struct server_limits *limits, int *most)
{
    struct bound bounds[BOUNDS];

    find_bounds(limits, bounds);
    for (int i = 0; i < BOUNDS; i++) {
        *most = bounds[i].most;
        if (by_option_find(by_options_table(options), bounds[i].name) &&
            by_options_number(options, bounds[i].name) > *most)
            return bounds[i].name;
    }
    return NULL;
}

/* Lowers defaults that are too large; refuses such values that the user set. */
static by_status set_options(by_options *options, const struct json_value *settings, const struct server_limits *limits,
                             struct server_fault *fault)
{
    char field[sizeof fault->field];
    const char *name;
    int most;
    by_status status;

    for (int i = 0; i < BOUNDS && (name = server_option_beyond(options, limits, &most)); i++)
        (void)by_options_set_number(options, name, most, NULL);
    status = apply_settings(options, settings, "options", fault);
    name = server_option_beyond(options, limits, &most);
    if (status || !name)
        return status;
    (void)snprintf(field, sizeof field, "options.%s", name);
    return server_refuse(fault, 422, field, "%s is at most %d on this server", name, most);
}

by_status server_method_open(const struct server_question *question, by_position *position,
                             const struct server_limits *limits, struct server_method *out, struct server_fault *fault)
{
    struct levels_player player = {question->method, NULL};
    by_error error = {0};

    *out = (struct server_method){0};
    if (!player.method)
        player = levels_usual_player(position);
    if (question->preset)
        player.preset = question->preset;
    if (by_method_find(player.method, &out->method, &error))
        return server_refuse_error(fault, "method", &error);
    if (by_options_create(by_method_options(out->method), &out->options, &error))
        return server_refuse_error(fault, "options", &error);
    if (player.preset && by_method_apply_preset(out->method, player.preset, out->options, &error))
        return server_refuse_error(fault, "preset", &error);
    return set_options(out->options, question->options, limits, fault);
}

void server_method_free(struct server_method *method)
{
    by_options_destroy(method->options);
    *method = (struct server_method){0};
}

int server_method_threads(const by_options *options)
{
    return by_option_find(by_options_table(options), "threads") ? by_options_number(options, "threads") : 1;
}

by_status server_method_search(const struct server_method *method, const by_game *game, by_search **out,
                               struct server_fault *fault)
{
    by_error error = {0};

    if (by_search_create(game, method->method, method->options, out, &error))
        return server_refuse_error(fault, "options", &error);
    return BY_OK;
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

by_status server_bound_number(const char *field, int64_t number, int64_t most, struct server_fault *fault)
{
    return number <= most
               ? BY_OK
               : server_refuse(fault, 422, field, "%s is at most %lld on this server", field, (long long)most);
}

void server_bound_limits(const struct server_limits *most, struct by_limits *limits)
{
    if (!limits->time_ms || limits->time_ms > most->time_ms)
        limits->time_ms = most->time_ms;
    if (most->nodes != INT64_MAX && (!limits->nodes || limits->nodes > (uint64_t)most->nodes))
        limits->nodes = (uint64_t)most->nodes;
}

by_status server_question_limits(const struct server_question *question, const struct server_limits *most,
                                 int64_t usual_ms, int64_t usual_nodes, struct by_limits *out,
                                 struct server_fault *fault)
{
    by_status status = server_bound_number("time_ms", question->time_ms, most->time_ms, fault);

    if (!status)
        status = server_bound_number("nodes", question->nodes, most->nodes, fault);
    *out = (struct by_limits){
        BY_SIZE(by_limits),
        .depth = (int)question->depth,
        .nodes = (uint64_t)(question->nodes || question->time_ms ? question->nodes : usual_nodes),
        .time_ms = question->time_ms ? question->time_ms : usual_ms,
    };
    server_bound_limits(most, out);
    return status;
}
