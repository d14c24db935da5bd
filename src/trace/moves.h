/* SPDX-License-Identifier: MIT
 *
 * What a search by bounds (bstar, bsp) knows of the root's moves at its end: bounds, estimates and chances.
 */
#ifndef TRACE_MOVES_H
#define TRACE_MOVES_H

#include "trace/tree.h"

/* All values are those of the side to move at the root. */
struct trace_move {
    by_move move;
    by_value pess, real, opt;
    double chance; /* negative: there are neither estimates nor chances */
};

struct trace_moves {
    struct trace tree;       /* the root, and below it the moves in their order: node N is move N - 1 */
    struct trace_move *list; /* the most promising first */
    int count, room;
    int best;   /* which one the search has chosen */
    int target; /* more than the best estimate, where there are estimates */
    bool has_chances;
};

/* Runs the search. There are no moves if the search did not see each of them, or if the method reports
 * none. */
by_status trace_moves_record(trace_any *any, by_error *error);

/* Whether a move may still be the best, according to its bounds. */
bool trace_move_is_open(const struct trace_moves *moves, int index);

/* The conclusion from the bounds alone, in a sentence. */
void trace_moves_add_verdict(const struct trace_moves *moves, by_text *out);

#endif
