/* SPDX-License-Identifier: MIT
 *
 * What is inside of a trace_any: one of four kinds, each with its own ways to be made and read.
 *
 *     any.c         what all have in common
 *     any_tree.c, any_proof.c, any_mcts.c, any_moves.c
 */
#ifndef TRACE_ANY_H
#define TRACE_ANY_H

#include "trace/mcts.h"
#include "trace/moves.h"
#include "trace/proof.h"
#include "trace/trace.h"

struct trace_any {
    enum trace_form form;
    by_position *position;
    by_options *options;
    union {
        struct trace tree;
        struct trace_proof proof;
        struct trace_mcts mcts;
        struct trace_moves moves;
    };
};

/* How a kind is made and read. JSON is put into the object that is open. */
struct trace_kind {
    const char *name;
    by_status (*make)(trace_any *any, const struct trace_question *question, by_error *error);
    void (*free)(trace_any *any);
    int (*steps)(const trace_any *any);
    void (*show)(trace_any *any, int step); /* turns to a step; NULL: there is nothing to turn */
    bool (*is_there)(const trace_any *any, int node, int step);
    void (*put_summary)(const trace_any *any, struct json *json);
    void (*put_head)(const trace_any *any, int node, int step, struct json *json);
    void (*put_more)(const trace_any *any, int node, int step, struct json *json); /* of a node by itself; or NULL */
    void (*put_step)(trace_any *any, int step, struct json *json);                 /* or NULL */
    /* Titles as strings of an array; and parts as objects of an array, each with its rows. */
    int (*count_rows)(const trace_any *any);
    void (*put_columns)(const trace_any *any, struct json *json);
    void (*put_parts)(trace_any *any, struct json *json);
};

extern const struct trace_kind trace_kind_tree, trace_kind_proof, trace_kind_mcts, trace_kind_moves;

/* Gives names to all of a small tree, if they fit; else to its root, and all others are found by walking. */
by_status trace_any_name(struct trace *tree, by_error *error);

/* Begins a part of a table, a row of it with the node that it is about, and puts a cell. */
void trace_any_begin_rows(struct json *json);
void trace_any_begin_row(struct json *json, int node);
void trace_any_put_cell(struct json *json, by_text *cell);

#endif
