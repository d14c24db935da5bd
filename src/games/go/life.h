/* SPDX-License-Identifier: MIT
 *
 * Unconditional life: chains that cannot be captured even if their owner passes for ever (Benson 1976, "Life in the
 * game of Go").
 *
 * A region is a connected set of points without stones of the owner, as large as can be. It is vital to a chain if each
 * of its empty points is a liberty of that chain. A set of chains is alive if each of them has two vital regions that
 * touch no other chains of the owner than those of the set.
 *
 *     . X . X O        both regions of the corner are vital to the one chain around them
 *     X X X X O
 *
 * Why: a vital region of a living chain has an empty point at all times. To fill the last one would be suicide, since
 * the stones there would touch only chains of the set, and each of these still has its other region. So no chain of the
 * set is the first to be taken.
 */
#ifndef BOYI_GAMES_GO_LIFE_H
#define BOYI_GAMES_GO_LIFE_H

#include "games/go/board.h"
#include "games/go/points.h"

/* Whether the chain with a stone at `point` is alive. */
bool by__go_is_alive(const struct go *s, int point);

/* The same; if so, adds points that prove it to `support`: the stones of a living set with this chain, and two vital
 * regions for each of its chains. On every board with the same colours at these points the chain is alive. */
bool by__go_is_alive_by(const struct go *s, int point, struct go_points *support);

/* The stones of all living chains of a colour. */
void by__go_find_alive(const struct go *s, int colour, struct go_points *out);

#endif
