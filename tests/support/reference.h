/* SPDX-License-Identifier: MIT
 *
 * Minimax as a test writes it down: nothing of the library's searches, only the rules of a game.
 */
#ifndef BOYI_TESTS_SUPPORT_REFERENCE_H
#define BOYI_TESTS_SUPPORT_REFERENCE_H

#include "boyi/game.h"

/* The value of the position for the side to move, searched to the end of the game, or `depth` plies if that is not
 * negative. Wins count their distance from `ply` 0. */
by_value reference_value(by_position *position, int depth, int ply);

#endif
