/* SPDX-License-Identifier: MIT
 *
 * Plays the games of a plan, one at a time: a position and a search that one thread uses.
 */
#ifndef SELFPLAY_PLAYER_H
#define SELFPLAY_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "selfplay/game.h"
#include "selfplay/plan.h"

struct selfplay_player;

/* The plan and the flag, which may be NULL, are lent. */
by_status selfplay_player_create(const struct selfplay_plan *plan, const by_stop *stop, struct selfplay_player **out,
                                 by_error *error);

/* Plays the game with this number, always in the same way. It is abandoned, `is_stopped`, if the flag is set. */
by_status selfplay_player_play(struct selfplay_player *player, uint64_t number, struct selfplay_game *game,
                               bool *is_stopped, by_error *error);

/* Accepts NULL. */
void selfplay_player_destroy(struct selfplay_player *player);

#endif
