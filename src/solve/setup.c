/* SPDX-License-Identifier: MIT */
#include "solve/solve_inside.h"

static const char *const setup_settings[SOLVE_SETUP_COUNT] = {
    [SOLVE_AS_SET] = "", [SOLVE_RETAKING] = "retakes=3", [SOLVE_WIDER] = "reach=1"};

void solve_setup_release(struct solve_setup *setup)
{
    by_search_destroy(setup->search);
    setup->search = NULL;
}

by_status solve_setup_open(solver *s, enum solve_setup_number number, int share, by_error *error)
{
    struct solve_setup *setup = &s->setups[number];
    by_options *options = NULL;
    by_status status = BY_OK;

    if (setup->search && setup->share != share)
        solve_setup_release(setup);
    if (setup->search)
        return BY_OK;
    if (!setup->game)
        status = solve_open_goal(s->settings.goal, setup_settings[number], &setup->game, error);
    if (!status && !setup->position)
        status = by_position_create(setup->game, &setup->position, error);
    if (!status)
        status = solve_copy_options(&s->settings, share, &options, error);
    if (!status)
        status = by_search_create(setup->game, s->settings.method, options, &setup->search, error);
    setup->share = share;
    by_options_destroy(options);
    return status;
}

void solve_setup_close(struct solve_setup *setup)
{
    solve_setup_release(setup);
    by_position_destroy(setup->position);
    by_game_close(setup->game);
}
