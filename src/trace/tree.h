/* SPDX-License-Identifier: MIT
 *
 * What is known of a search by visits of its nodes, and where that is made:
 *
 *     tree.c        the whole tree with its true values, from an observer of plain minimax
 *     record.c      every visit of a node, from an observer of the traced search
 *     names.c       what moves and nodes are called
 *     steps.c       what each step did, in words
 *     tree_columns.c, tree_json.c, tree_text.c, tree_picture.c   as a table, as JSON, as text, as a picture
 *
 * Methods that prove have parts of their own, proof.h, and so have Monte Carlo tree search, mcts.h, and searches by
 * bounds, moves.h.
 *
 * All values and windows are from the view of MAX, the side with number 0: MAX raises the lower bound (alpha), MIN
 * lowers the upper one (beta), and no window has to be turned around between a node and its child.
 */
#ifndef TRACE_TREE_H
#define TRACE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/observer.h"
#include "boyi/search.h"
#include "boyi/text.h"
#include "front/json.h"
#include "trace/question.h"
#include "trace/table.h"
#include "trace/words.h"

/* Nodes, visits and steps refer to each other by their place in the trace's arrays. */
enum { TRACE_NONE = -1 };

struct trace_node {
    int parent, first_child, next_sibling;
    int first_visit, last_visit;
    int ply;
    by_move move; /* that leads here */
    uint8_t side;
    bool is_leaf;   /* no move is searched here, even by minimax; without minimax: in the last visit */
    bool has_truth; /* false only for nodes that minimax did not see */
    bool is_named;  /* `label` is a name, not a path */
    bool is_on_pv;
    by_value truth;
    uint64_t key;
    char *move_text; /* "" at the root; NULL: not named */
    char *label;     /* NULL: not named; the root always is */
};

struct trace_window {
    by_value alpha, beta;
};

/* The source of a bound. */
struct trace_source {
    int setter; /* the visit that set it; TRACE_NONE: given to the search from outside */
    int child;  /* the visit whose value it is; TRACE_NONE: no value, but the edge of a null window */
};

enum trace_cut_kind {
    TRACE_CUT_SHALLOW, /* by a value that the parent had */
    TRACE_CUT_DEEP,    /* by one that a remoter ancestor had */
    TRACE_CUT_WINDOW,  /* by a bound without a value: a null window, or the root's window */
};

/* The result of a finished child Y for its parent X. */
enum trace_case {
    TRACE_CASE_NONE,    /* stopped */
    TRACE_CASE_EXACT,   /* 1: strictly inside X's window */
    TRACE_CASE_CUTS,    /* 2: at or beyond the bound of X's opponent, so X cuts */
    TRACE_CASE_USELESS, /* 3: no better than X's current value */
    TRACE_CASE_AGAIN,   /* beyond a null window and inside X's window: it is searched once more */
};

/* A visit of a node: from ENTER to LEAVE. */
struct trace_visit {
    int node;
    int parent;       /* the visit from which it was entered */
    int next_of_node; /* the next visit of the same node */
    int iteration;
    int depth;
    int entered, left;                    /* order of visits, from 1 */
    int enter_step, cut_step, leave_step; /* places in the steps; TRACE_NONE: it does not cut, is not left */
    enum by_phase phase;
    enum by_reason reason;
    enum trace_case verdict;
    bool is_cut;
    bool improved; /* its value became a bound of the parent */
    by_value value;
    struct trace_window entry, exit;
    struct trace_window now;                         /* while it runs */
    struct trace_window parent_before, parent_after; /* the parent's when it was entered, and after it was left */
    struct trace_source alpha_given, beta_given;     /* of `entry` */
    struct trace_source alpha_source, beta_source;   /* of `now` */
    enum trace_cut_kind cut_kind;
    struct trace_source cut_source;
    by_value cut_bound;
};

/* An event, in the order in which they came. */
struct trace_step {
    enum by_event_kind kind;
    int visit; /* of ITERATION: its number */
};

struct trace_iteration {
    int depth;
    by_value value;
    int first_step, end_step;
};

struct trace {
    struct trace_run run;
    struct trace_node *nodes; /* the root first */
    struct trace_visit *visits;
    struct trace_step *steps;
    struct trace_iteration *iterations;
    int node_count, visit_count, iteration_count;
    int step_count; /* of the kind's steps: events, expansions, iterations of mcts */
    int shown;      /* the step after which nodes are read */
    size_t node_room, visit_room, step_room, iteration_room;
    int open;         /* the visit that is running */
    int open_count;   /* it and those around it */
    int hidden_ply;   /* the ply of a null move, whose search is hidden; 0: none */
    int left;         /* how many visits were completed */
    bool is_too_big;  /* the whole tree has more nodes than there may be */
    bool has_windows; /* some window was not open to both sides: plain minimax has none */
    by_value value;
    enum by_kind kind; /* for MAX */
    enum by_stop_reason stopped;
    int depth;         /* of the last completed iteration */
    uint64_t searched; /* nodes, as the search counts them */
};

/* ---- Making a trace -------------------------------------------------------------------------------------------- */

/* Adds the whole tree below the position, at most nodes_most of it. */
by_status trace_grow(struct trace *trace, by_error *error);
/* Runs the search and records its visits; without trace_grow the tree has only the visited nodes. In a full trace
 * (run.is_full) the running visits end as stopped ones. */
by_status trace_record(struct trace *trace, by_error *error);
/* Names moves and nodes, which is quick and takes memory; earlier names are forgotten. */
by_status trace_name(struct trace *trace, by_error *error);
/* Or only the root. */
by_status trace_name_root(struct trace *trace, by_error *error);
void trace_free(struct trace *trace);

/* The child of `node` by `move`; it is added if there is none. TRACE_NONE: there is no room. */
int trace_child(struct trace *trace, int node, by_move move, uint8_t side);
/* Adds the root to a trace without nodes. TRACE_NONE: there is no room. */
int trace_add_root(struct trace *trace, uint8_t side);
/* Runs the search with an observer, and stores the overall result. */
by_status trace_run_search(struct trace *trace, const struct by_observer *observer, struct by_result *result,
                           by_error *error);
/* Marks the nodes of the result's line that exist. */
void trace_mark_variation(struct trace *trace, const struct by_result *result);

static inline by_value trace_for_max(by_value value, uint8_t side)
{
    return side == 0 ? value : -value;
}

/* ---- Reading it ------------------------------------------------------------------------------------------------ */

/* Whether the visit searched no move because the node has none or is at the end of the depth. */
bool trace_is_leaf_visit(const struct trace_visit *visit);
/* Whether `visit`, which has searched moves, has searched the one to `child`. */
bool trace_has_visited(const struct trace *trace, int visit, int child);
/* The node after `node` in the order in which a tree is written, parents before their children; or TRACE_NONE. */
int trace_after(const struct trace *trace, int node);
/* The child of `node` on the principal variation, or TRACE_NONE. */
int trace_next_on_pv(const struct trace *trace, int node);
/* The last visit of a node in the last iteration, which is what a picture shows; or TRACE_NONE. */
int trace_last_visit(const struct trace *trace, int node);
/* How many nodes or leaves there are, and how many of them were visited. */
void trace_count_nodes(const struct trace *trace, bool only_leaves, int *visited, int *all);

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* "3", "−3", "+∞", "win 4": a win of MAX four plies from the root. */
void trace_add_value(by_value value, by_text *out);
/* "−∞,3" */
void trace_add_window(const struct trace_window *window, by_text *out);
/* The name of a node, and the move that leads there ("" at the root). Without names they are found by walking. */
void trace_add_label(const struct trace *trace, int node, by_text *out);
void trace_add_move(const struct trace *trace, int node, by_text *out);
/* For a named tree: the name of a node that has one, else the move into it; the same indented by its ply; those from
 * the root to the node. */
const char *trace_short_name(const struct trace *trace, int node);
void trace_add_path(const struct trace *trace, int node, by_text *out);
void trace_add_indented(const struct trace *trace, int node, by_text *out);
/* Makes the moves to a node in the walker and counts them; the caller must take them back. False if a move failed. */
bool trace_walk(const struct trace *trace, int node, int *made);
/* "G", or "leaf 12" for a leaf without a name. */
void trace_add_node(const struct trace *trace, int node, by_text *out);
/* The children that a cut left out, "nothing left" if there was none. */
void trace_add_cut(const struct trace *trace, int visit, by_text *out);
/* "shallow, A=3 at B" */
void trace_add_cut_source(const struct trace *trace, const struct trace_visit *visit, by_text *out);
/* The moves of the principal variation. */
void trace_add_variation(const struct trace *trace, by_text *out);

bool trace_has_phases(const struct trace *trace); /* besides the main one */
extern const char *const trace_phase_names[], *const trace_reason_names[], *const trace_cut_kind_names[];
extern const char *const trace_side_names[], *const trace_case_names[];

/* The effect of a step, "enter B (MIN) with −∞,+∞", without windows "enter B (MIN)"; nothing where a visit has one
 * line, when it ends. */
void trace_add_step(const struct trace *trace, int step, by_text *out);

/* ---- As JSON --------------------------------------------------------------------------------------------------- */

/* Members of the open object: the name of a node (null for TRACE_NONE), the move that leads there (null at the root),
 * the moves of the variation. */
void trace_member_label(struct json *json, const struct trace *trace, const char *key, int node);
void trace_member_move(struct json *json, const struct trace *trace, int node);
void trace_member_variation(struct json *json, const struct trace *trace);

#endif
