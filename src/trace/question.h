/* SPDX-License-Identifier: MIT
 *
 * What a trace is asked, and what is needed to answer it, whatever kind of trace it is.
 */
#ifndef TRACE_QUESTION_H
#define TRACE_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/game.h"
#include "boyi/search.h"
#include "boyi/text.h"
#include "front/json.h"

/* All pointers are borrowed. */
struct trace_question {
    const by_game *game;
    const by_position *position;
    const by_method *method;
    const by_options *options; /* of the method */
    struct by_limits limits;
    int nodes_most;     /* that a trace may have; 0: as many as there are */
    size_t memory_most; /* bytes of the trace, without its search; 0: no limit */
    bool wants_truth;   /* the whole tree by minimax first; more than nodes_most of it is an error */
    bool wants_tree;    /* of bstar and bsp too, whose moves of the root are recorded else */
    /* The iterations of mcts that are recorded, and the tree after the last of them. 0: from the first, to the last. */
    int first_iteration, last_iteration;
};

/* A trace of any kind (trace.h). */
typedef struct trace_any trace_any;

enum { TRACE_LAST_ALONE = -1 }; /* as first_iteration */

struct trace_run {
    struct trace_question question; /* with `stop` in its limits */
    const by_game_type *type;
    by_search *search;
    by_position *walker; /* a copy of the position, for printing moves; every move in it is taken back */
    by_stop *stop;
    size_t memory; /* bytes that the trace has taken */
    bool no_memory;
    bool is_full; /* nodes_most or memory_most were reached, and the search was stopped: the trace ends there */
    bool is_full_of_nodes;
};

/* Creates the objects. You must close them even after an error. */
by_status trace_run_open(struct trace_run *run, const struct trace_question *question, by_error *error);
/* Ends the search, whose objects are no longer needed. */
void trace_run_end(struct trace_run *run);
void trace_run_close(struct trace_run *run);

/* Whether the trace is full; the observer then stops the search. */
static inline bool trace_run_is_broken(const struct trace_run *run)
{
    return run->no_memory || run->is_full;
}

/* Grows an array by `more` zeroed elements behind the first `count`. False: no room; this is recorded in the run, and
 * the array stays as it was. */
#define TRACE_HAS_ROOM(run, array, count, more, room)                                                                  \
    ((array) = trace_grown(run, array, (size_t)(count) + (more), &(room), sizeof *(array)),                            \
     (size_t)(count) + (more) <= (room))
void *trace_grown(struct trace_run *run, void *array, size_t needed, size_t *room, size_t size);
/* Makes a move in the walker. False: out of memory, which is recorded in the run. */
bool trace_run_push(struct trace_run *run, by_move move);
/* The error if an essential allocation failed. */
by_status trace_run_lacks(const struct trace_run *run, by_error *error);
/* A copy of a text, to be freed; NULL gives NULL. */
char *trace_copied(struct trace_run *run, const char *text);
void trace_free_text(struct trace_run *run, char **text);

/* Members of the object that is open: game, position, method and options; a number, null if it is not known. */
void trace_member_question(struct json *json, const struct trace_run *run);
void trace_member_number(struct json *json, const char *key, int64_t number, bool is_known);

#endif
