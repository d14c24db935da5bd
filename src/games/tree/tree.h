/* SPDX-License-Identifier: MIT
 *
 * Explicit game trees as a game: see the `help` of its type.
 */
#ifndef BOYI_GAMES_TREE_H
#define BOYI_GAMES_TREE_H

#include "boyi/game.h"

extern const by_game_type by__tree;

#endif
