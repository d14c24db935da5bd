/* SPDX-License-Identifier: MIT
 *
 * Xiangqi, Chinese chess: see the `help` of its type.
 */
#ifndef BOYI_GAMES_XIANGQI_H
#define BOYI_GAMES_XIANGQI_H

#include "boyi/game.h"

extern const by_game_type by__xiangqi;

#endif
