/* SPDX-License-Identifier: MIT
 *
 * A search of one ply, for runs that limits end before their method has found anything: a method that goes to its full
 * depth immediately, such as minimax, would otherwise answer with an unsearched move. It makes a line of every move of
 * the root. It reserves the part of the limits that it needs until by__control_settle. If the limits are smaller than
 * that, it reserves nothing and does not run.
 */
#ifndef BOYI_SEARCH_ONE_PLY_H
#define BOYI_SEARCH_ONE_PLY_H

#include "search/method.h"

/* Reserves the part of the limits that a one-ply search of the root's moves needs after the first `done`, which already
 * have values. If the next one `is_made`, it will be on the board and needs no further node. */
void by__one_ply_reserve(struct by__run *run, int done, bool is_made);

/* Whether a run that ended without a line gets lines from a one-ply search: not if it was asked to stop, nor if the
 * limits leave too little. */
bool by__one_ply_is_due(const struct by__run *run);

/* Gives a move a line by its value for the side to move at the root, or by an estimate after it. */
void by__one_ply_add(struct by__run *run, by_move move, by_value value, bool is_doubtful);
void by__one_ply_search_move(struct by__run *run, by_move move);

/* Call it when all moves have a line: reports to the observer. */
void by__one_ply_end(struct by__run *run);

/* Searches all moves one ply deep, if that is due. */
void by__one_ply_search(struct by__run *run);

#endif
