/* SPDX-License-Identifier: MIT
 *
 * Walking through the tree of a proof that a search has written (boyi/proof.h): every node of it has a move.
 */
#ifndef BOYI_SOLVE_PROOF_WALK_H
#define BOYI_SOLVE_PROOF_WALK_H

#include "boyi/boyi.h"

/* How many nodes the tree has, its root too. */
int proof_count(const by_record *record);

/* The end of its longest line. */
int proof_deepest(const by_record *record);

/* Makes the moves from the tree's root, where `position` stands, to `node`. */
by_status proof_walk(const by_record *record, int node, by_position *position, by_error *error);

#endif
