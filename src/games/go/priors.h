/* SPDX-License-Identifier: MIT
 *
 * Priors of moves.
 */
#ifndef BOYI_GAMES_GO_PRIORS_H
#define BOYI_GAMES_GO_PRIORS_H

#include "games/go/board.h"

/* by_sampling.priors: virtual wins and losses for local features. Skips own eyes. */
void by__go_priors(void *state, const struct by_moves *moves, struct by_prior *out);

#endif
