/* SPDX-License-Identifier: MIT
 *
 * Connect four: see the `help` of its type.
 */
#ifndef BOYI_GAMES_CONNECT4_H
#define BOYI_GAMES_CONNECT4_H

#include "boyi/game.h"

extern const by_game_type by__connect4;

#endif
