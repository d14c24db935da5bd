/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe: see the `help` of its type.
 */
#ifndef BOYI_GAMES_TICTACTOE_H
#define BOYI_GAMES_TICTACTOE_H

#include "boyi/game.h"

extern const by_game_type by__tictactoe;

#endif
