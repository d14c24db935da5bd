/* SPDX-License-Identifier: MIT */
#include "solve/solve_inside.h"

static const char *const place_settings[SOLVE_PLACE_COUNT] = {
    [SOLVE_AS_SET] = "", [SOLVE_RETAKING] = "retakes=3", [SOLVE_WIDER] = "reach=1"};

void solve_place_rest(struct solve_place *place)
{
    by_search_destroy(place->search);
    place->search = NULL;
}

by_status solve_place_open(solver *s, enum solve_place_number number, int share, by_error *error)
{
    struct solve_place *place = &s->places[number];
    by_options *options = NULL;
    by_status status = BY_OK;

    if (place->search && place->share != share)
        solve_place_rest(place);
    if (place->search)
        return BY_OK;
    if (!place->game)
        status = solve_open_goal(s->settings.goal, place_settings[number], &place->game, error);
    if (!status && !place->position)
        status = by_position_create(place->game, &place->position, error);
    if (!status)
        status = solve_copy_options(&s->settings, share, &options, error);
    if (!status)
        status = by_search_create(place->game, s->settings.method, options, &place->search, error);
    place->share = share;
    by_options_destroy(options);
    return status;
}

void solve_place_close(struct solve_place *place)
{
    solve_place_rest(place);
    by_position_destroy(place->position);
    by_game_close(place->game);
}
