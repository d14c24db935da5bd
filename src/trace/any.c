/* SPDX-License-Identifier: MIT
 *
 * What traces of all kinds have in common.
 */
#include "trace/any.h"

#include <stdlib.h>
#include <string.h>

static const struct trace_kind *kind_of(const trace_any *any)
{
    static const struct trace_kind *const kinds[] = {
        [TRACE_TREE] = &trace_kind_tree,
        [TRACE_PROOF] = &trace_kind_proof,
        [TRACE_MCTS] = &trace_kind_mcts,
        [TRACE_MOVES] = &trace_kind_moves,
    };

    return kinds[any->form];
}

/* The tree of a trace; NULL: it has none, only moves. */
static const struct trace *tree_of(const trace_any *any)
{
    switch (any->form) {
    case TRACE_TREE:
        return &any->tree;
    case TRACE_PROOF:
        return &any->proof.tree;
    case TRACE_MCTS:
        return &any->mcts.tree;
    case TRACE_MOVES:
        break;
    }
    return NULL;
}

static const struct trace_run *run_of(const trace_any *any)
{
    const struct trace *tree = tree_of(any);

    return tree ? &tree->run : &any->moves.run;
}

/* ---- Making ---------------------------------------------------------------------------------------------------- */

/* Kept back of the memory for what is not counted: the trace itself, the root's name. */
enum { KEPT_BACK = sizeof(struct trace_any) + 512 };

static enum trace_form form_of_method(const by_method *method)
{
    const char *name = by_method_name(method);

    if (by_method_proves(method))
        return TRACE_PROOF;
    if (strcmp(name, "mcts") == 0)
        return TRACE_MCTS;
    return strcmp(name, "bstar") == 0 || strcmp(name, "bsp") == 0 ? TRACE_MOVES : TRACE_TREE;
}

/* Of several threads an observer would see one, and not always the same. */
static by_status copy_options(trace_any *any, const struct trace_question *question, by_error *error)
{
    const struct by_option *table = by_method_options(question->method);
    by_status status = question->options ? by_options_copy(question->options, &any->options, error)
                                         : by_options_create(table, &any->options, error);

    if (!status && by_option_find(table, "threads"))
        status = by_options_set_number(any->options, "threads", 1, error);
    return status;
}

static by_status make(trace_any *any, const struct trace_question *question, by_error *error)
{
    struct trace_question own = *question;
    by_status status = by_position_copy(question->position, &any->position, error);

    if (!status)
        status = copy_options(any, question, error);
    if (status)
        return status;
    own.position = any->position;
    own.options = any->options;
    if (own.memory_most)
        own.memory_most = own.memory_most > KEPT_BACK ? own.memory_most - KEPT_BACK : 1;
    return kind_of(any)->make(any, &own, error);
}

by_status trace_make(const struct trace_question *question, trace_any **out, by_error *error)
{
    trace_any *any = calloc(1, sizeof *any);
    struct trace_run *run;
    by_status status;

    if (!any)
        return by_error_no_memory(error);
    any->form = form_of_method(question->method);
    status = make(any, question, error);
    if (status) {
        trace_destroy(any);
        return status;
    }
    run = (struct trace_run *)run_of(any);
    trace_run_end(run);
    run->question.limits = (struct by_limits){0};
    *out = any;
    return BY_OK;
}

by_status trace_any_name(struct trace *tree, by_error *error)
{
    enum { NAMED_MOST = 2000 };
    const bool was_full = tree->run.is_full;
    by_status status = tree->node_count <= NAMED_MOST ? trace_name(tree, error) : BY_ERROR_LIMIT;

    if (status == BY_ERROR_LIMIT)
        status = trace_name_root(tree, error);
    tree->run.is_full = was_full;
    return status;
}

void trace_destroy(trace_any *trace)
{
    if (!trace)
        return;
    kind_of(trace)->free(trace);
    by_options_destroy(trace->options);
    by_position_destroy(trace->position);
    free(trace);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

enum trace_form trace_form_of(const trace_any *trace)
{
    return trace->form;
}

size_t trace_memory(const trace_any *trace)
{
    return sizeof *trace + run_of(trace)->memory;
}

int trace_nodes(const trace_any *trace)
{
    const struct trace *tree = tree_of(trace);

    return tree ? tree->node_count : 1 + trace->moves.count;
}

int trace_steps(const trace_any *trace)
{
    return kind_of(trace)->steps(trace);
}

static by_status finished(const struct json *json, by_error *error)
{
    return json->text.failed ? by_error_no_memory(error) : BY_OK;
}

static const char *cut_short_by(const trace_any *any)
{
    const struct trace_run *run = run_of(any);

    if (run->is_full)
        return run->is_full_of_nodes ? "nodes" : "memory";
    return any->form == TRACE_MCTS && any->mcts.is_too_long ? "moves" : NULL;
}

by_status trace_put_summary(trace_any *trace, struct json *json, by_error *error)
{
    struct by_node root;

    by_position_node(trace->position, &root);
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "form", kind_of(trace)->name);
    trace_put_question(json, run_of(trace));
    json_member_string(json, "side", root.side == 0 ? "max" : "min");
    json_member_string(json, "cut_short", cut_short_by(trace));
    json_member_unsigned(json, "memory", trace_memory(trace));
    json_member_integer(json, "nodes", trace_nodes(trace));
    json_member_integer(json, "steps", trace_steps(trace));
    kind_of(trace)->put_summary(trace, json);
    if (tree_of(trace))
        trace_put_variation(json, tree_of(trace));
    json_put_end(json);
    return finished(json, error);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static int next_node(const trace_any *any, int node, int previous)
{
    const struct trace *tree = tree_of(any);

    if (tree)
        return previous == TRACE_NONE ? tree->nodes[node].first_child : tree->nodes[previous].next_sibling;
    previous = previous == TRACE_NONE ? 0 : previous;
    return node == 0 && previous < any->moves.count ? previous + 1 : TRACE_NONE;
}

/* The child after `previous`, TRACE_NONE for the first, of those that are there. */
static int next_child(const trace_any *any, int node, int previous, int step)
{
    int child = next_node(any, node, previous);

    while (child != TRACE_NONE && !kind_of(any)->is_there(any, child, step))
        child = next_node(any, node, child);
    return child;
}

static void put_head(const trace_any *any, int node, int step, struct json *json)
{
    int count = 0;

    for (int i = next_child(any, node, TRACE_NONE, step); i != TRACE_NONE; i = next_child(any, node, i, step))
        count++;
    kind_of(any)->put_head(any, node, step, json);
    json_member_integer(json, "child_count", count);
}

/* The number of a node among those that its parent lists after the step, or TRACE_NONE. */
static int place_of(const trace_any *any, int parent, int node, int step)
{
    int place = 0;

    if (parent == TRACE_NONE)
        return TRACE_NONE;
    for (int i = next_child(any, parent, TRACE_NONE, step); i != TRACE_NONE; i = next_child(any, parent, i, step)) {
        if (i == node)
            return place;
        place++;
    }
    return TRACE_NONE;
}

static void put_number_or_null(struct json *json, const char *key, int number)
{
    json_put_key(json, key);
    if (number == TRACE_NONE)
        json_put_string(json, NULL);
    else
        json_put_integer(json, number);
}

static void put_place(const trace_any *any, int node, int step, struct json *json)
{
    const struct trace *tree = tree_of(any);
    int parent = tree ? tree->nodes[node].parent : node ? 0 : TRACE_NONE;

    put_number_or_null(json, "parent", parent);
    put_number_or_null(json, "place", place_of(any, parent, node, step));
    json_member_integer(json, "ply", tree ? tree->nodes[node].ply : node > 0);
}

static void put_children(const trace_any *any, int node, int step, int first, int count, struct json *json)
{
    int number = 0;

    json_put_key(json, "children");
    json_put_array(json, JSON_ON_LINES);
    for (int i = next_child(any, node, TRACE_NONE, step); i != TRACE_NONE && number - first < count;
         i = next_child(any, node, i, step)) {
        if (number++ < first)
            continue;
        json_put_object(json, JSON_ON_ONE_LINE);
        put_head(any, i, step, json);
        json_put_end(json);
    }
    json_put_end(json);
}

/* Whether a number from outside is in its range. */
static by_status check(const char *name, int number, int least, int most, by_error *error)
{
    if (number >= least && number <= most)
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "%s is %d, expected %d to %d", name, number, least, most);
}

by_status trace_put_node(trace_any *trace, int node, int step, int first, int count, struct json *json, by_error *error)
{
    by_status status = check("node", node, 0, trace_nodes(trace) - 1, error);

    if (!status)
        status = check("step", step, 0, trace_steps(trace), error);
    if (!status)
        status = check("first child", first, 0, trace_nodes(trace), error);
    if (!status)
        status = check("count of children", count, 0, TRACE_CHILDREN_MOST, error);
    if (status)
        return status;
    if (kind_of(trace)->show)
        kind_of(trace)->show(trace, step);
    json_put_object(json, JSON_ON_LINES);
    put_head(trace, node, step, json);
    put_place(trace, node, step, json);
    json_member_integer(json, "step", step);
    if (kind_of(trace)->put_more)
        kind_of(trace)->put_more(trace, node, step, json);
    json_member_integer(json, "first", first);
    put_children(trace, node, step, first, count, json);
    json_put_end(json);
    return finished(json, error);
}

by_status trace_put_steps(trace_any *trace, int first, int count, struct json *json, by_error *error)
{
    int steps = trace_steps(trace);
    by_status status = check("first step", first, 1, steps + 1, error);

    if (!status)
        status = check("count of steps", count, 0, TRACE_STEPS_MOST, error);
    if (status)
        return status;
    json_put_object(json, JSON_ON_LINES);
    json_member_integer(json, "count", steps);
    json_member_integer(json, "first", first);
    json_put_key(json, "steps");
    json_put_array(json, JSON_ON_LINES);
    for (int i = first; i <= steps && i - first < count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        kind_of(trace)->put_step(trace, i, json);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
    return finished(json, error);
}

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

static int count_inner_nodes(const trace_any *any)
{
    int count = 0;

    for (int i = 0; i < trace_nodes(any); i++)
        count += next_node(any, i, TRACE_NONE) != TRACE_NONE;
    return count;
}

void trace_any_begin_rows(struct json *json)
{
    json_put_key(json, "rows");
    json_put_array(json, JSON_ON_LINES);
}

void trace_any_begin_row(struct json *json, int node)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "node", node);
    json_put_key(json, "cells");
    json_put_array(json, JSON_ON_ONE_LINE);
}

void trace_any_put_cell(struct json *json, by_text *cell)
{
    json_put_string(json, by_text_string(cell));
    json->text.failed |= cell->failed;
    by_text_clear(cell);
}

by_status trace_put_table(trace_any *trace, struct json *json, by_error *error)
{
    int inner = count_inner_nodes(trace), rows = kind_of(trace)->count_rows(trace);

    if (inner >= TRACE_TABLE_NODES || rows > TRACE_TABLE_ROWS)
        return by_error_set(error, BY_ERROR_LIMIT,
                            "%d nodes with children and %d rows are too many for a table, expected less than %d and at "
                            "most %d",
                            inner, rows, TRACE_TABLE_NODES, TRACE_TABLE_ROWS);
    if (kind_of(trace)->show)
        kind_of(trace)->show(trace, trace_steps(trace));
    json_put_object(json, JSON_ON_LINES);
    json_put_key(json, "columns");
    json_put_array(json, JSON_ON_ONE_LINE);
    kind_of(trace)->put_columns(trace, json);
    json_put_end(json);
    json_put_key(json, "parts");
    json_put_array(json, JSON_ON_LINES);
    kind_of(trace)->put_parts(trace, json);
    json_put_end(json);
    json_put_end(json);
    return finished(json, error);
}
