/* SPDX-License-Identifier: MIT */
#include "server/position.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NODE_BYTES = 64 }; /* of an explicit tree */

/* ---- Settings -------------------------------------------------------------------------------------------------- */

static by_status set_one(by_options *options, const struct json_value *setting, by_error *error)
{
    char number[32];

    if (setting->kind == JSON_BOOL)
        return by_options_set(options, setting->name, setting->truth ? "on" : "off", error);
    if (setting->kind == JSON_STRING)
        return by_options_set(options, setting->name, setting->text, error);
    (void)snprintf(number, sizeof number, "%" PRId64, setting->integer);
    return by_options_set(options, setting->name, number, error);
}

by_status server_apply_settings(by_options *options, const struct json_value *settings, const char *field,
                                struct server_fault *fault)
{
    by_error error = {0};

    for (const struct json_value *setting = settings ? settings->child : NULL; setting; setting = setting->next) {
        char name[sizeof fault->field];

        (void)snprintf(name, sizeof name, "%s.%s", field, setting->name);
        if (set_one(options, setting, &error))
            return server_refuse_error(fault, name, &error);
    }
    return BY_OK;
}

/* ---- Game ------------------------------------------------------------------------------------------------------ */

/* A few bytes can describe an explicit tree that is larger than the memory. */
static by_status bound_tree(by_options *options, struct server_fault *fault)
{
    if (!by_option_find(by_options_table(options), "nodes_most"))
        return BY_OK;
    if (by_options_number(options, "nodes_most") > SERVER_TREE_NODES)
        return server_refuse(fault, 422, "settings.nodes_most", "a tree has at most %d nodes here", SERVER_TREE_NODES);
    return BY_OK;
}

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
    if (by_option_find(type->options, "nodes_most"))
        (void)by_options_set_number(*out, "nodes_most", SERVER_TREE_NODES, NULL);
    status = server_apply_settings(*out, settings, "settings", fault);
    return status ? status : bound_tree(*out, fault);
}

by_status server_game_open(const char *name, const struct json_value *settings, by_game **out,
                           struct server_fault *fault)
{
    const by_game_type *type;
    by_options *options = NULL;
    by_error error = {0};
    by_status status;

    if (by_game_type_find(name, &type, &error))
        return server_refuse_error(fault, "game", &error);
    status = make_options(type, settings, &options, fault);
    if (!status && by_game_open(type, options, out, &error))
        status = server_refuse_error(fault, "settings", &error);
    by_options_destroy(options);
    return status;
}

by_status server_notation_find(const by_game *game, const char *name, int *out, struct server_fault *fault)
{
    const by_game_type *type = by_game_type_of(game);
    by_text known = {0};
    by_status status;

    *out = 0;
    if (!name)
        return BY_OK;
    for (int i = 0; type->notations && type->notations[i]; i++) {
        if (strcmp(type->notations[i], name) == 0) {
            *out = i;
            by_text_free(&known);
            return BY_OK;
        }
        by_text_printf(&known, "%s%s", i ? ", " : "", type->notations[i]);
    }
    if (known.length)
        status = server_refuse(fault, 422, "notation", "%s has no notation '%.64s', expected %s", type->name, name,
                               by_text_string(&known));
    else
        status = server_refuse(fault, 422, "notation",
                               "%s has no notation '%.64s', expected none, since its moves are written in one way",
                               type->name, name);
    by_text_free(&known);
    return status;
}

/* ---- Position -------------------------------------------------------------------------------------------------- */

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

by_status server_position_open(const struct server_position_fields *fields, struct server_position *out,
                               struct server_fault *fault)
{
    by_error error = {0};
    by_status status;

    *out = (struct server_position){0};
    status = server_game_open(fields->game, fields->settings, &out->game, fault);
    if (!status && by_position_create(out->game, &out->position, &error))
        status = server_refuse_error(fault, "game", &error);
    if (!status && fields->start && by_position_parse(out->position, fields->start, &error))
        status = server_refuse_error(fault, "start", &error);
    if (!status)
        status = make_moves(out->position, &fields->moves, fault);
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
    const by_game_type *type = by_game_type_of(position->game);
    bool is_tree = type->options && by_option_find(type->options, "nodes_most");

    return is_tree ? (size_t)SERVER_TREE_NODES * NODE_BYTES : 0;
}
