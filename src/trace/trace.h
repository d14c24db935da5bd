/* SPDX-License-Identifier: MIT
 *
 * A search recorded as a whole, whatever its method, to be read piece by piece:
 *
 *     struct trace_question question = {.game = game, .position = position, .method = method, .nodes_most = 200000,
 *                                       .memory_most = 64 << 20};
 *     trace_any *trace;
 *     struct json json = {0};
 *
 *     if (!trace_make(&question, &trace, &error)) {
 *         trace_print_node(trace, 0, trace_steps(trace), 0, 100, &json, &error);
 *         ...
 *         trace_destroy(trace);
 *     }
 *
 * A trace counts its nodes from 0, the root, and its steps from 1: of a tree a step enters a node, cuts or leaves it,
 * of a proof it is an expansion with what follows from it, of mcts an iteration. A node can be read as it was after any
 * step; 0 is before the first. Each function prints one object, the next value of the JSON; the document of the whole
 * is made of the same objects.
 *
 * Reading moves marks and a position inside of the trace: one thread at a time. After an error the JSON may hold a
 * part.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "trace/question.h"

enum trace_form {
    TRACE_TREE,  /* visits of nodes with windows */
    TRACE_PROOF, /* proof and disproof numbers */
    TRACE_MCTS,  /* visits and means */
    TRACE_MOVES, /* bstar, bsp: intervals of the root's moves */
};

enum { TRACE_CHILDREN_MOST = 100, TRACE_STEPS_MOST = 200, TRACE_TABLE_NODES = 200, TRACE_TABLE_ROWS = 2000 };

/* Runs the search on one thread and records it; `options` may be NULL for the defaults. The game must outlive the
 * trace, the rest only the call. A trace that reaches nodes_most or memory_most stops its search and stays readable;
 * its summary reports that as "cut_short". A search that returns to the same nodes for ever ends only by its limits or
 * memory_most. */
by_status trace_make(const struct trace_question *question, trace_any **out, by_error *error);

enum trace_form trace_form_of(const trace_any *trace);
size_t trace_memory(const trace_any *trace); /* bytes */
int trace_nodes(const trace_any *trace);
int trace_steps(const trace_any *trace);
/* The limit that the trace reached before its search ended: "nodes", "memory" or "moves"; NULL: none. */
const char *trace_cut_short(const trace_any *trace);

/* Question, result, counts, the principal variation. */
by_status trace_print_summary(trace_any *trace, struct json *json, by_error *error);

/* A node after `step`, with `count` of its children from number `first` on; at most TRACE_CHILDREN_MOST. If the whole
 * tree is unknown, and in proofs and mcts, it omits children that the search had not reached. */
by_status trace_print_node(trace_any *trace, int node, int step, int first, int count, struct json *json,
                           by_error *error);

/* Steps `first` to `first + count - 1`, or up to the last; at most TRACE_STEPS_MOST. */
by_status trace_print_steps(trace_any *trace, int first, int count, struct json *json, by_error *error);

/* The rows of a table of the whole. BY_ERROR_LIMIT for a trace that is too large: TRACE_TABLE_NODES nodes with
 * children, or TRACE_TABLE_ROWS rows. */
by_status trace_print_table(trace_any *trace, struct json *json, by_error *error);

/* ---- The whole ------------------------------------------------------------------------------------------------- */

/* The summary as "trace", the steps up to `step`, and the tree after it as nested nodes. An error if the tree is too
 * deep for JSON. */
by_status trace_print_document(trace_any *trace, int step, struct json *json, by_error *error);

struct trace_text {
    bool with_steps, with_leaves;
    bool is_ascii; /* "inf" for an infinite bound, and so on */
};

/* The same as text, and as a picture (SVG): a proof after `step`, others at their end. These name all nodes, which
 * takes memory beyond memory_most. */
by_status trace_print_text(trace_any *trace, int step, const struct trace_text *asked, by_text *out, by_error *error);
by_status trace_print_svg(trace_any *trace, int step, by_text *out, by_error *error);

/* Accepts NULL. */
void trace_destroy(trace_any *trace);

#endif
