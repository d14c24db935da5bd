/* SPDX-License-Identifier: MIT
 *
 * GET /api/games and /api/methods list the games and methods from the library's tables, so that a page offers a new
 * game or option without changes.
 */
#include "boyi/display.h"
#include "boyi/record.h"
#include "boyi/search.h"
#include "front/levels.h"
#include "front/option_json.h"
#include "front/words.h"
#include "server/json_parts.h"
#include "server/routes.h"

/* ---- Games ----------------------------------------------------------------------------------------------------- */

static void add_piece(struct json *json, const struct by_piece *piece)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", piece->name);
    json_member_array(json, "shapes", JSON_ON_ONE_LINE);
    for (int side = 0; side < 2; side++)
        json_put_string(json, piece->shapes[side]);
    json_put_end(json);
    json_member_array(json, "glyphs", JSON_ON_ONE_LINE);
    for (int side = 0; side < 2; side++)
        json_put_string(json, piece->glyphs[side]);
    json_put_end(json);
    json_member_array(json, "letters", JSON_ON_ONE_LINE);
    for (int side = 0; side < 2; side++)
        json_put_string(json, (const char[]){piece->letters[side], 0});
    json_put_end(json);
    json_put_end(json);
}

static void add_display(struct json *json, const struct by_display *display)
{
    if (display) {
        json_member_array(json, "pieces", JSON_ON_ONE_LINE);
        for (const struct by_piece *piece = display->pieces; piece->name; piece++)
            add_piece(json, piece);
        json_put_end(json);
    } else {
        json_member_string(json, "pieces", NULL);
    }
    json_member_words(json, "decorations", display ? display->decorations : NULL);
    json_member_bool(json, "can_be_set_up", display && display->compose);
    json_member_bool(json, "turn_follows", display && display->turn_follows);
    json_member_bool(json, "has_sizes", display && display->has_sizes);
    json_member_integer(json, "win_scale", display ? display->win_scale : 0);
}

static void add_game(struct json *json, const by_game_type *type)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", type->name);
    json_member_string(json, "title", type->title);
    json_member_string(json, "help", type->help);
    json_member_words(json, "sides", (const char *const[]){words_side(type, 0), words_side(type, 1), NULL});
    json_member_words(json, "notations", type->notations);
    json_member_string(json, "format", type->records ? type->records->format : NULL);
    json_put_key(json, "options");
    option_json_table(by_game_options(type), json);
    json_put_key(json, "presets");
    option_json_presets(by_game_presets(type), json);
    add_display(json, type->display);
    json_member_bool(json, "counts_points", type->counts_points);
    json_member_integer(json, "levels", LEVELS);
    json_member_string(json, "goal_of", type->goal ? type->goal->base->name : NULL);
    json_member_bool(json, "explains", type->words);
    json_member_bool(json, "has_terms", type->evaluation && type->evaluation->terms);
    json_put_end(json);
}

static by_status show_games(struct server_call *call)
{
    json_put_array(&call->json, JSON_ON_LINES);
    for (size_t i = 0; by_game_type_at(i); i++)
        add_game(&call->json, by_game_type_at(i));
    json_put_end(&call->json);
    return BY_OK;
}

/* ---- Methods --------------------------------------------------------------------------------------------------- */

/* "needs_limit" is for methods that report nothing before they end, so that the user soon sees a result. The options
 * are within this server's limits. */
static void add_method(struct json *json, const by_method *method, const struct server_limits *most)
{
    const struct by_option *table = by_method_options(method);
    struct by_limits limits = {BY_SIZE(by_limits)};
    bool needs_limit = levels_set_soon(method, &limits);

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", by_method_name(method));
    json_member_string(json, "help", by_method_help(method));
    json_member_bool(json, "proves", by_method_proves(method));
    json_member_bool(json, "samples", by_method_samples(method));
    if (needs_limit) {
        server_bound_limits(most, &limits);
        json_member_object(json, "needs_limit", JSON_ON_ONE_LINE);
        json_member_integer(json, limits.depth ? "depth" : "nodes",
                            limits.depth ? limits.depth : (int64_t)limits.nodes);
        json_put_end(json);
    } else {
        json_member_string(json, "needs_limit", NULL);
    }
    json_member_array(json, "options", JSON_ON_ONE_LINE);
    for (; table && table->name; table++) {
        struct by_option row = *table;

        server_bound_option(most, &row);
        option_json_row(&row, json);
    }
    json_put_end(json);
    json_put_key(json, "presets");
    option_json_presets(by_method_presets(method), json);
    json_put_end(json);
}

static by_status show_methods(struct server_call *call)
{
    json_put_array(&call->json, JSON_ON_LINES);
    for (size_t i = 0; by_method_at(i); i++)
        add_method(&call->json, by_method_at(i), call->limits);
    json_put_end(&call->json);
    return BY_OK;
}

const struct server_route server_routes_games[] = {
    {SERVER_GET("/api/games", show_games)},
    {SERVER_GET("/api/methods", show_methods)},
    {0},
};
