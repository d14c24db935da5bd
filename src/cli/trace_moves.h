/* SPDX-License-Identifier: MIT
 *
 * What a search by bounds (bstar, bsp) knows of the root's moves at its end: bounds, estimates and chances, as a table
 * and as a picture.
 */
#ifndef CLI_TRACE_MOVES_H
#define CLI_TRACE_MOVES_H

#include "boyi/search.h"
#include "boyi/text.h"
#include "cli/setup.h"

/* All values are those of the side to move at the root. */
struct trace_move {
    by_move move;
    by_value pess, real, opt;
    double chance; /* negative: there are neither estimates nor chances */
    char *text;
};

struct trace_moves {
    struct setup *setup;
    struct trace_move *list; /* the most promising first */
    int count, room;
    int best;   /* which one the search has chosen */
    int target; /* more than the best estimate, where there are estimates */
    bool has_chances;
    bool no_memory;
    uint8_t side;
};

/* Runs the search. Returns an exit code. */
int trace_moves_record(struct trace_moves *moves);
void trace_moves_free(struct trace_moves *moves);

/* Whether a move may still be the best, for all that is known of bounds. */
bool trace_move_is_open(const struct trace_moves *moves, int index);

/* What can be said of the moves by their bounds alone, in a sentence. */
void trace_moves_add_verdict(const struct trace_moves *moves, by_text *out);

void trace_moves_write_text(const struct trace_moves *moves, by_text *out);
void trace_moves_write_svg(const struct trace_moves *moves, by_text *out);

#endif
