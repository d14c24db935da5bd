/* SPDX-License-Identifier: MIT
 *
 * Go: see the `help` of its type.
 */
#ifndef BOYI_GAMES_GO_H
#define BOYI_GAMES_GO_H

#include "boyi/game.h"

extern const by_game_type by__go;

#endif
