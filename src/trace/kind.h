/* SPDX-License-Identifier: MIT
 *
 * What is inside a trace_any: one of four kinds, each with its own functions to make, read and print it.
 *
 *     trace.c                                               what all have in common
 *     tree_json.c, proof_json.c, mcts_json.c, moves_json.c     how they are made and read, as JSON
 *     tree_text.c, proof_text.c, mcts_text.c, moves_text.c     as text
 *     tree_picture.c, proof_picture.c, mcts_picture.c, moves_picture.c
 */
#ifndef TRACE_KIND_H
#define TRACE_KIND_H

#include "trace/mcts.h"
#include "trace/moves.h"
#include "trace/proof.h"
#include "trace/table.h"
#include "trace/trace.h"

struct trace_any {
    enum trace_form form;
    by_position *position;
    by_options *options;
    union {
        struct trace tree; /* with which the others begin */
        struct trace_proof proof;
        struct trace_mcts mcts;
        struct trace_moves moves;
    };
};

/* JSON is added to the object that is open, and has nodes as they are after the step tree.shown. */
struct trace_kind {
    const char *name;
    by_status (*record)(trace_any *any, by_error *error); /* runs the search */
    void (*free)(trace_any *any);                         /* all but the tree; NULL: there is no more */
    void (*show)(trace_any *any); /* turns to the step tree.shown; NULL: there is nothing to turn */
    bool (*is_there)(const trace_any *any, int node);
    void (*print_summary)(const trace_any *any, struct json *json);
    void (*print_head)(const trace_any *any, int node, struct json *json);
    void (*print_more)(const trace_any *any, int node, struct json *json);          /* of a node by itself; or NULL */
    void (*print_step)(trace_any *any, int step, bool is_whole, struct json *json); /* of much a part; or NULL */
    void (*print_rest)(const trace_any *any, struct json *json);                    /* of the whole; or NULL */
    const struct trace_column *columns;
    /* Returns whether this part of the table exists, and adds its rows; `asked` is NULL for JSON. */
    bool (*list_rows)(const trace_any *any, int part, const struct trace_text *asked, struct trace_rows *rows);
    void (*print_part)(const trace_any *any, int part, struct json *json); /* the subject of a part; or NULL */
    /* All nodes have names. */
    void (*print_text)(trace_any *any, const struct trace_text *asked, by_text *out);
    void (*draw)(trace_any *any, by_text *out);
};

extern const struct trace_kind trace_kind_tree, trace_kind_proof, trace_kind_mcts, trace_kind_moves;

/* Columns of tables that have a row for each node: its name, and its name indented by its ply. */
void trace_print_label(const trace_any *any, int node, by_text *out);
void trace_print_indented(const trace_any *any, int node, by_text *out);

/* Prints a part of the table as text. */
void trace_print_part(const trace_any *any, int part, const struct trace_text *asked, by_text *out);

extern const struct trace_column trace_tree_columns[], trace_proof_columns[], trace_mcts_columns[],
    trace_moves_columns[];

void trace_tree_print_text(trace_any *any, const struct trace_text *asked, by_text *out);
void trace_tree_draw(trace_any *any, by_text *out);
void trace_proof_print_text(trace_any *any, const struct trace_text *asked, by_text *out);
void trace_proof_draw(trace_any *any, by_text *out);
void trace_mcts_print_text(trace_any *any, const struct trace_text *asked, by_text *out);
void trace_mcts_draw(trace_any *any, by_text *out);
void trace_moves_print_text(trace_any *any, const struct trace_text *asked, by_text *out);
void trace_moves_draw(trace_any *any, by_text *out);

/* The chart of the root's numbers, from `top` on, in a picture of this width; and its height, 0: there is none. */
void trace_proof_draw_chart(const struct trace_proof *proof, int width, int top, by_text *out);
int trace_proof_chart_height(const struct trace_proof *proof);

#endif
