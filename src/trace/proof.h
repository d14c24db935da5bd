/* SPDX-License-Identifier: MIT
 *
 * What is known of a search by proof numbers, and where that is made:
 *
 *     proof_record.c   every change of a number, from an observer of the search
 *     proof.c          the tree as it stood after any step, and what can be read from it
 *     proof_json.c, proof_text.c, proof_picture.c, proof_chart.c   as JSON, as text, as a picture
 *
 * There is no true value of a node here, and no tree besides what the search has looked at. A step is an expansion with
 * all changes that follow from it, up to the next. A node is an OR node where the prover is to move, else an AND node.
 */
#ifndef TRACE_PROOF_H
#define TRACE_PROOF_H

#include "boyi/verify.h"
#include "trace/tree.h"

/* In sixteenths of a unit; UINT64_MAX: infinite. */
struct trace_numbers {
    uint64_t proof, disproof;
};

struct trace_change {
    int step;     /* from 1; 0: before the first */
    int node;     /* TRACE_NONE: everything is forgotten, and the search starts again */
    int previous; /* the change of the same node before it; TRACE_NONE: it is the first */
    bool is_first;
    struct trace_numbers before, after; /* `before` only if it is not the first */
};

struct trace_expansion {
    int node;
    int first_change;
    struct trace_numbers before;
    uint64_t searched; /* nodes that the search had counted before it */
    bool is_again;     /* the node had been expanded before */
    bool is_cut_short; /* the search was stopped before all moves were evaluated: the node stays as it was */
};

/* The root's numbers at some moment. */
struct trace_point {
    uint64_t searched; /* nodes */
    struct trace_numbers numbers;
};

/* The state of a node. */
struct trace_mark {
    struct trace_numbers now;
    int expanded; /* the step that expanded it first; 0: none */
    int last;     /* the change that `now` comes from */
    bool is_known;
    bool is_on_path;
    bool was_solved_at_once; /* when it was first evaluated */
};

/* Maximum number of changes of a node in a list; the steps in JSON have all. */
enum { TRACE_MAX_HISTORY = 7 };

struct trace_proof {
    struct trace tree;
    struct by_question question;
    enum by_answer answer;
    bool is_proved;
    enum by_phase phase; /* of the last event */
    bool is_in_step;     /* the moves of a node are being evaluated */
    struct trace_change *changes;
    struct trace_expansion *steps;
    struct trace_point *points;
    struct trace_mark *marks; /* one for each node, as after tree.shown steps */
    int change_count, point_count;
    size_t change_room, step_room, point_room, mark_room;
};

/* ---- Making it ------------------------------------------------------------------------------------------------- */

/* Runs the search and records it. */
by_status trace_proof_record(trace_any *any, by_error *error);
/* Sets the marks to their state after tree.shown steps. */
void trace_proof_show(trace_any *any);
/* Frees all but the tree. */
void trace_proof_free(trace_any *any);

/* ---- Reading it ------------------------------------------------------------------------------------------------ */

bool trace_proof_is_or(const struct trace_proof *proof, int node);
bool trace_numbers_are_solved(const struct trace_numbers *numbers);
/* The last changes of a node up to the shown step, at most `max`, in order. Returns their number. */
int trace_proof_changes_of(const struct trace_proof *proof, int node, int max, int *changes);
/* How many nodes were expanded, again or for the first time. */
int trace_proof_expansions(const struct trace_proof *proof);
/* The changes of a step: from its first to below this. */
int trace_proof_end_of_step(const struct trace_proof *proof, int step);

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* "3", "2.5", "∞" */
void trace_add_number(uint64_t number, by_text *out);
/* "3,∞" */
void trace_add_numbers(const struct trace_numbers *numbers, by_text *out);
/* "proved", "disproved", "most-proving" or "" */
const char *trace_proof_state(const struct trace_proof *proof, int node);
/* "does max win?" */
void trace_proof_add_question(const struct trace_proof *proof, by_text *out);
/* Its earlier numbers and the shown ones, "1,1 → 2,1"; of a long list only the last. */
void trace_proof_add_history(const struct trace_proof *proof, int node, by_text *out);

#endif
