/* SPDX-License-Identifier: MIT
 *
 * Some in a row, several stones a turn: see the `help` of its type.
 */
#ifndef BOYI_GAMES_PAIRS_H
#define BOYI_GAMES_PAIRS_H

#include "boyi/game.h"

extern const by_game_type by__pairs;

#endif
