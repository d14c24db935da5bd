/* SPDX-License-Identifier: MIT
 *
 * Games that only tests play.
 */
#ifndef BOYI_TESTS_SUPPORT_GAMES_H
#define BOYI_TESTS_SUPPORT_GAMES_H

#include "boyi/game.h"

/* Walks on a small random graph with cycles, the sides in turn. Some places end the game with a value; to come back to
 * a place where the same side was to move is a draw, which depends on the path. The position is a number, the seed of
 * the graph. */
extern const by_game_type walk_game;

/* Three moves in every position, for ever, and no keys, so that no table makes it short. */
extern const by_game_type endless_game;

#endif
