/* SPDX-License-Identifier: MIT
 *
 * First opinions on moves.
 */
#ifndef BOYI_GAMES_GO_PRIORS_H
#define BOYI_GAMES_GO_PRIORS_H

#include "games/go/board.h"

/* by_sampling.priors: games that were won and lost in the mind, for what a player sees at a glance. Own eyes are left
 * out. */
void by__go_priors(void *state, const struct by_moves *moves, struct by_prior *out);

#endif
