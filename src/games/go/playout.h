/* SPDX-License-Identifier: MIT
 *
 * Random playouts.
 */
#ifndef BOYI_GAMES_GO_PLAYOUT_H
#define BOYI_GAMES_GO_PLAYOUT_H

#include "games/go/board.h"

/* by_sampling.playout: of rules for area; superko is not looked at, and a game ends after three times the points. */
by_value by__go_playout(const void *state, struct by_random *random, struct by_playout *playout);

#endif
