/* SPDX-License-Identifier: MIT
 *
 * A search of one ply, for runs that limits end before their method has found anything: a method that goes deep at
 * once, such as minimax, would else answer with a move that was not searched. It makes a line of every move of the
 * root. As much of the limits as it needs is kept for it until by__control_settle; where they are smaller than that,
 * nothing is, and it is left out.
 */
#ifndef BOYI_SEARCH_LOOK_H
#define BOYI_SEARCH_LOOK_H

#include "search/method.h"

/* Keeps of the limits what a look at the root's moves needs after the first `done`, which have a value already. If the
 * next one `is_made`, it will be on the board and needs no further node. */
void by__look_keep(struct by__run *run, int done, bool is_made);

/* Whether a run that has ended without a line is to have lines by a look: not if it was asked to stop, nor if the
 * limits leave too little. */
bool by__look_is_due(const struct by__run *run);

/* A move gets a line by its value for the side to move at the root; or by an estimate after it. */
void by__look_take(struct by__run *run, by_move move, by_value value, bool is_doubtful);
void by__look_at(struct by__run *run, by_move move);

/* When all moves have a line: reports to the observer. */
void by__look_end(struct by__run *run);

/* A look at all moves, if it is due. */
void by__look(struct by__run *run);

#endif
