/* SPDX-License-Identifier: MIT
 *
 * What is known of a Monte Carlo tree search, and where that is made:
 *
 *     mcts_record.c   the phases of the iterations that are asked for, and the tree, from an observer of the search
 *     mcts.c          which nodes are worth showing, and words for them
 *     mcts_json.c, mcts_text.c, mcts_picture.c   as JSON, as text, as a picture
 *
 * The tree is the one after the last recorded iteration, and has visited nodes only. Means are from 0 to 1: those of
 * the side that moves into the node; at the root of the side to move.
 */
#ifndef TRACE_MCTS_H
#define TRACE_MCTS_H

#include "trace/tree.h"

/* A move that could be selected. */
struct trace_candidate {
    by_move move;
    int child; /* the node that it led to earlier; TRACE_NONE: it was not visited */
    struct by_sample sample;
};

/* A node of the path of an iteration. */
struct trace_stop {
    int node;
    int first, count; /* its candidates; none at the end of the path */
    int selected;     /* which one; TRACE_NONE at the end of the path */
    struct by_sample before, after;
    double result; /* the result, as its mean counts it */
};

struct trace_playout {
    enum by_reason reason; /* of SIMULATE */
    double result;         /* for the first side */
    int first, count;      /* its moves, if known */
    int plies;
};

struct trace_mcts_iteration {
    int number;
    int first, count; /* the stops of its path, from the root on */
    bool has_grown;
    struct trace_playout playout;
};

/* The state of a node. */
struct trace_mcts_mark {
    struct by_sample now;
    int born;               /* the iteration that visited it first */
    int moves, tried, open; /* when one of its moves was selected last; 0 moves: never */
    bool is_on_path;        /* of the last recorded iteration */
};

struct trace_mcts {
    struct trace tree;
    int first, last;  /* the iterations to record; last 0: the last one, first 0: only `last` */
    int made;         /* how many iterations the search has reported */
    bool is_inside;   /* an iteration has begun */
    bool is_too_long; /* the recorded iterations have more moves than there is room for */
    struct trace_mcts_mark *marks;
    struct trace_mcts_iteration *iterations;
    struct trace_stop *stops;
    struct trace_candidate *candidates;
    by_move *moves; /* of playouts */
    int stop_count, candidate_count, move_count;
    size_t mark_room, iteration_room, stop_room, candidate_room, move_room;
    by_text answer;                     /* the result of the search, in words */
    const struct trace_stop *selection; /* while its candidates are printed */
    const bool *is_shown;               /* while a part of the tree is printed: its nodes; NULL: all */
};

/* ---- Making it ------------------------------------------------------------------------------------------------- */

/* Moves of all recorded iterations together, with those of playouts. */
enum { TRACE_MAX_MCTS_MOVES = 500000 };

/* Runs the search and records it. Too many nodes (tree.run.is_full) or too many moves (is_too_long) end it early. */
by_status trace_mcts_record(trace_any *any, by_error *error);
/* Sets the marks to their state after tree.shown iterations. Nodes that did not exist yet have no visits. If recording
 * began later than the first iteration, the state stays as it was after the last. */
void trace_mcts_show(trace_any *any);
/* Frees all but the tree. */
void trace_mcts_free(trace_any *any);

/* ---- Reading it ------------------------------------------------------------------------------------------------ */

/* The last recorded iteration, which must exist. */
const struct trace_mcts_iteration *trace_mcts_last(const struct trace_mcts *mcts);
/* Marks at most `max` nodes to show: the path of the last iteration, then the nodes with the most visits. */
void trace_mcts_pick(const struct trace_mcts *mcts, int max, bool *is_shown);
/* How many children of a node are not marked. */
int trace_mcts_left_out(const struct trace_mcts *mcts, int node, const bool *is_shown);

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* "0.500", "–" without visits. */
void trace_add_mean(const struct by_sample *sample, by_text *out);
/* "0.500", "∞" */
void trace_add_urgency(double urgency, by_text *out);
/* "x wins", "draw", "x at least draws"; nothing if nothing is proved. */
void trace_mcts_add_proof(const struct trace_mcts *mcts, const struct by_sample *sample, by_text *out);
/* Moves are written where they are made, since their names would take more memory than everything else. Makes the move
 * in the walker, whose moves are then taken back with words_rewind, and counts it. False: no memory, as `out` reports.
 */
bool trace_mcts_make(struct trace_mcts *mcts, by_move move, int *made, by_text *out);
/* The same for all moves of the iteration's path. */
void trace_mcts_make_path(struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, int *made,
                          by_text *out);
/* "5 plies, x wins" */
void trace_mcts_add_playout(const struct trace_mcts *mcts, const struct trace_playout *playout, by_text *out);

#endif
