/* SPDX-License-Identifier: MIT */
#include "selfplay/player.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "selfplay/referee.h"

struct selfplay_player {
    const struct selfplay_plan *plan;
    by_search *search;
    by_position *initial;
    by_position *position; /* of the game that is played */
    by_text initial_text;
    struct by_limits limits;
    struct by_move_info *moves; /* room for those of a position */
    int max_moves;
};

by_status selfplay_player_create(const struct selfplay_plan *plan, const by_stop *stop, struct selfplay_player **out,
                                 by_error *error)
{
    struct selfplay_player *player = calloc(1, sizeof *player);
    by_status status;

    if (!player)
        return by_error_no_memory(error);
    player->plan = plan;
    player->limits = (struct by_limits){BY_SIZE(by_limits), .nodes = plan->nodes, .stop = stop};
    status = by_search_create(plan->game, plan->method, plan->options, &player->search, error);
    if (!status)
        status = by_position_create(plan->game, &player->initial, error);
    if (!status)
        status = by_position_create(plan->game, &player->position, error);
    if (!status) {
        by_position_print(player->initial, &player->initial_text);
        status = player->initial_text.failed ? by_error_no_memory(error) : BY_OK;
    }
    if (status)
        selfplay_player_destroy(player);
    else
        *out = player;
    return status;
}

void selfplay_player_destroy(struct selfplay_player *player)
{
    if (!player)
        return;
    by_search_destroy(player->search);
    by_position_destroy(player->initial);
    by_position_destroy(player->position);
    by_text_free(&player->initial_text);
    free(player->moves);
    free(player);
}

/* ---- The opening ------------------------------------------------------------------------------------------------- */

/* Notes the position before the opening's moves, and these moves. */
static by_status record_opening(struct selfplay_player *player, struct selfplay_game *game, by_error *error)
{
    size_t length;
    const by_move *moves = by_position_history(player->position, &length);
    by_status status = BY_OK;

    for (size_t i = 0; i < length && !status; i++)
        status = selfplay_game_add(game, moves[i], SELFPLAY_NO_SCORE, error);
    while (length-- && !status)
        status = by_position_pop(player->position, error);
    if (status)
        return status;
    by_position_print(player->position, &game->start);
    if (game->start.failed)
        return by_error_no_memory(error);
    if (strcmp(by_text_string(&game->start), by_text_string(&player->initial_text)) == 0)
        by_text_clear(&game->start);
    return BY_OK;
}

/* Plays from the start as the file will record it, so that a replay is the same. */
static by_status begin(struct selfplay_player *player, struct selfplay_game *game, by_error *error)
{
    const struct match_openings *openings = player->plan->openings;
    size_t index = (size_t)(game->number % match_openings_count(openings));
    by_status status = match_openings_set(openings, index, player->position, error);

    if (!status)
        status = record_opening(player, game, error);
    if (!status)
        status = selfplay_game_set_start(game, player->initial, player->position, error);
    for (size_t i = 0; i < game->ply_count && !status; i++)
        status = by_position_push(player->position, game->plies[i].move, error);
    return status;
}

static by_status list_moves(struct selfplay_player *player, struct by_moves *moves, by_error *error)
{
    struct by_extent extent;

    by_position_extent(player->position, &extent);
    if (extent.max_moves > player->max_moves) {
        struct by_move_info *list = realloc(player->moves, (size_t)extent.max_moves * sizeof *list);

        if (!list)
            return by_error_no_memory(error);
        player->moves = list;
        player->max_moves = extent.max_moves;
    }
    *moves = (struct by_moves){.list = player->moves};
    by_position_moves(player->position, BY_MOVES_ALL, moves);
    return BY_OK;
}

/* Makes a random move that does not end the game, if there is one. */
static by_status make_random_move(struct selfplay_player *player, struct selfplay_game *game, struct by_random *random,
                                  bool *is_made, by_error *error)
{
    struct by_moves moves;
    by_status status = list_moves(player, &moves, error);

    *is_made = false;
    while (!status && moves.count && !*is_made) {
        int index = (int)by_random_below(random, (uint32_t)moves.count);
        by_move move = moves.list[index].move;
        struct by_node node;

        status = by_position_push(player->position, move, error);
        if (status)
            break;
        by_position_verdict(player->position, &node);
        if (node.is_over) {
            status = by_position_pop(player->position, error);
            moves.list[index] = moves.list[--moves.count];
        } else {
            *is_made = true;
            status = selfplay_game_add(game, move, SELFPLAY_NO_SCORE, error);
        }
    }
    return status;
}

static by_status make_random_moves(struct selfplay_player *player, struct selfplay_game *game, by_error *error)
{
    struct by_random random = {by_random_word(by_random_word(player->plan->seed) ^ game->number)};
    bool is_made = true;
    by_status status = BY_OK;

    for (int i = 0; i < player->plan->random_plies && is_made && !status; i++)
        status = make_random_move(player, game, &random, &is_made, error);
    game->opening_plies = game->ply_count;
    return status;
}

/* ---- The game ---------------------------------------------------------------------------------------------------- */

static by_status play_on(struct selfplay_player *player, struct selfplay_game *game, bool *is_stopped, by_error *error)
{
    struct selfplay_referee referee = {.limits = &player->plan->adjudication};
    by_status status = BY_OK;

    while (!status && !selfplay_referee_ends(&referee, player->position, &game->end, &game->value)) {
        struct by_result result = {BY_SIZE(by_result)};
        struct by_node node;
        by_value score;

        status = by_search_run(player->search, player->position, &player->limits, NULL, &result, error);
        *is_stopped = !status && result.stopped == BY_STOPPED_ASKED;
        if (status || *is_stopped)
            return status;
        score = result.kind == BY_KIND_UNKNOWN ? SELFPLAY_NO_SCORE : result.value;
        by_position_node(player->position, &node);
        selfplay_referee_record(&referee, node.side, score);
        status = by_position_push(player->position, result.best, error);
        if (!status)
            status = selfplay_game_add(game, result.best, score, error);
    }
    return status;
}

by_status selfplay_player_play(struct selfplay_player *player, uint64_t number, struct selfplay_game *game,
                               bool *is_stopped, by_error *error)
{
    by_status status;

    *is_stopped = false;
    selfplay_game_clear(game);
    game->number = number;
    by_search_clear(player->search);
    status = begin(player, game, error);
    if (!status)
        status = make_random_moves(player, game, error);
    return status ? status : play_on(player, game, is_stopped, error);
}
