/* SPDX-License-Identifier: MIT
 *
 * Random playouts and priors of moves.
 */
#ifndef BOYI_GAMES_GO_PLAYOUT_H
#define BOYI_GAMES_GO_PLAYOUT_H

#include "games/go/board.h"

/* by_sampling.playout: of rules for area; superko is not looked at, and a game ends after three times the points. */
by_value by__go_playout(const void *state, struct by_random *random, struct by_playout *playout);

/* by_sampling.priors: virtual wins and losses for local features. Skips own eyes. */
void by__go_priors(void *state, const struct by_moves *moves, struct by_prior *out);

#endif
