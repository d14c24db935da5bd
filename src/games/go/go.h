/* SPDX-License-Identifier: MIT
 *
 * Go, and the capture of a block in it: see the `help` of their types.
 */
#ifndef BOYI_GAMES_GO_H
#define BOYI_GAMES_GO_H

#include "boyi/game.h"

extern const by_game_type by__go;
extern const by_game_type by__go_capture;

#endif
