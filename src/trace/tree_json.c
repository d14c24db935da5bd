/* SPDX-License-Identifier: MIT
 *
 * A trace as one JSON object: what was asked, what was found, and the tree, node inside of node, with all visits. In a
 * window null stands for an infinite bound, the lower one in the first place, the upper one in the second.
 */
#include "trace/tree.h"

static void put_bound(struct json *json, by_value bound)
{
    if (bound >= BY_INFINITE || bound <= -BY_INFINITE)
        json_put_string(json, NULL);
    else
        json_put_integer(json, bound);
}

void trace_put_window(struct json *json, const char *key, const struct trace_window *window)
{
    json_put_key(json, key);
    json_put_array(json, JSON_ON_ONE_LINE);
    put_bound(json, window->alpha);
    put_bound(json, window->beta);
    json_put_end(json);
}

/* ---- Visits ---------------------------------------------------------------------------------------------------- */

void trace_put_label(struct json *json, const struct trace *trace, const char *key, int node)
{
    by_text text = {0};

    if (node != TRACE_NONE)
        trace_add_label(trace, node, &text);
    json_member_string(json, key, node == TRACE_NONE ? NULL : by_text_string(&text));
    json->text.failed |= text.failed;
    by_text_free(&text);
}

void trace_put_move(struct json *json, const struct trace *trace, int node)
{
    by_text text = {0};

    trace_add_move(trace, node, &text);
    json_member_string(json, "move", node ? by_text_string(&text) : NULL);
    json->text.failed |= text.failed;
    by_text_free(&text);
}

static void put_node_of(struct json *json, const struct trace *trace, const char *key, int visit)
{
    trace_put_label(json, trace, key, visit == TRACE_NONE ? TRACE_NONE : trace->visits[visit].node);
}

static void put_cut_by(struct json *json, const struct trace *trace, const struct trace_visit *visit)
{
    json_put_key(json, "cut_by");
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "kind", trace_cut_kind_name(visit->cut_kind));
    put_node_of(json, trace, "node", visit->cut_source.child);
    put_node_of(json, trace, "at", visit->cut_source.setter);
    json_member_integer(json, "bound", visit->cut_bound);
    json_put_end(json);
}

static void put_cut(struct json *json, const struct trace *trace, int visit)
{
    const struct trace_visit *v = &trace->visits[visit];

    json_put_key(json, "cut");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = trace->nodes[v->node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling)
        if (!trace_has_visited(trace, visit, i))
            json_put_integer(json, i);
    json_put_end(json);
    put_cut_by(json, trace, v);
}

void trace_put_case(struct json *json, enum trace_case verdict)
{
    json_put_key(json, "case");
    if (verdict == TRACE_CASE_NONE)
        json_put_string(json, NULL);
    else if (verdict == TRACE_CASE_AGAIN)
        json_put_string(json, "again");
    else
        json_put_integer(json, (int)verdict);
}

static void put_visit(struct json *json, const struct trace *trace, int visit)
{
    const struct trace_visit *v = &trace->visits[visit];

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "iteration", v->iteration + 1);
    json_member_integer(json, "entered", v->entered);
    json_member_integer(json, "left", v->left);
    json_member_integer(json, "depth", v->depth);
    trace_put_window(json, "entry", &v->entry);
    trace_put_window(json, "exit", &v->exit);
    json_put_key(json, "returns");
    if (v->reason == BY_REASON_STOPPED)
        json_put_string(json, NULL);
    else
        json_put_integer(json, v->value);
    json_member_string(json, "reason", trace_reason_name(v->reason));
    json_member_string(json, "phase", trace_phase_name(v->phase));
    trace_put_case(json, v->verdict);
    if (v->is_cut)
        put_cut(json, trace, visit);
    json_put_end(json);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

/* The visit of the parent whose cut keeps this node from ever being visited, or TRACE_NONE. */
static int cutting_visit(const struct trace *trace, int node)
{
    int parent = trace->nodes[node].parent, visit;

    if (parent == TRACE_NONE || trace->nodes[node].first_visit != TRACE_NONE)
        return TRACE_NONE;
    visit = trace->nodes[parent].last_visit;
    return visit != TRACE_NONE && trace->visits[visit].is_cut ? visit : TRACE_NONE;
}

void trace_put_identity(struct json *json, const struct trace *trace, int node)
{
    const struct trace_node *n = &trace->nodes[node];

    json_member_integer(json, "id", node);
    trace_put_label(json, trace, "label", node);
    trace_put_move(json, trace, node);
    json_member_string(json, "side", n->side == 0 ? "max" : "min");
    json_member_bool(json, "leaf", n->is_leaf);
    json_put_key(json, "true_value");
    if (n->has_truth)
        json_put_integer(json, n->truth);
    else
        json_put_string(json, NULL);
    json_member_bool(json, "on_pv", n->is_on_pv);
}

static void put_node_head(struct json *json, const struct trace *trace, int node)
{
    int by = cutting_visit(trace, node);

    trace_put_identity(json, trace, node);
    json_member_bool(json, "visited", trace->nodes[node].first_visit != TRACE_NONE);
    json_member_bool(json, "cut", by != TRACE_NONE);
    if (by != TRACE_NONE)
        put_cut_by(json, trace, &trace->visits[by]);
}

static void put_node(struct json *json, const struct trace *trace, int node)
{
    const struct trace_node *n = &trace->nodes[node];

    json_put_object(json, JSON_ON_LINES);
    put_node_head(json, trace, node);
    json_put_key(json, "visits");
    json_put_array(json, JSON_ON_LINES);
    for (int i = n->first_visit; i != TRACE_NONE; i = trace->visits[i].next_of_node)
        put_visit(json, trace, i);
    json_put_end(json);
    json_put_key(json, "children");
    json_put_array(json, JSON_ON_LINES);
    for (int i = n->first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling)
        put_node(json, trace, i);
    json_put_end(json);
    json_put_end(json);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

void trace_put_variation(struct json *json, const struct trace *trace)
{
    by_text text = {0};

    json_put_key(json, "pv");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = trace_next_on_pv(trace, 0); i != TRACE_NONE; i = trace_next_on_pv(trace, i)) {
        trace_add_move(trace, i, &text);
        json_put_string(json, by_text_string(&text));
        json->text.failed |= text.failed;
        by_text_clear(&text);
    }
    json_put_end(json);
    by_text_free(&text);
}

static void put_counts(struct json *json, const struct trace *trace)
{
    int visited, all;

    trace_count_nodes(trace, false, &visited, &all);
    json_member_integer(json, "nodes", all);
    json_member_integer(json, "nodes_visited", visited);
    trace_count_nodes(trace, true, &visited, &all);
    json_member_integer(json, "leaves", all);
    json_member_integer(json, "leaves_visited", visited);
}

static void put_iterations(struct json *json, const struct trace *trace)
{
    json_put_key(json, "iterations");
    json_put_array(json, JSON_ON_LINES);
    for (int i = 0; i < trace->iteration_count; i++) {
        const struct trace_iteration *it = &trace->iterations[i];

        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_integer(json, "depth", it->depth);
        json_member_integer(json, "value", it->value);
        json_put_key(json, "leaves_read");
        json_put_array(json, JSON_ON_ONE_LINE);
        for (int s = it->first_step; s < it->end_step; s++)
            if (trace->steps[s].kind == BY_EVENT_LEAVE && trace_is_leaf_visit(&trace->visits[trace->steps[s].visit]))
                json_put_integer(json, trace->visits[trace->steps[s].visit].value);
        json_put_end(json);
        json_put_end(json);
    }
    json_put_end(json);
}

/* A ply takes an object and an array; outside of the root is one object, inside of a node a visit with its window. */
enum { PLIES_MOST = (JSON_DEPTH_MOST - 5) / 2 };

static int height_of(const struct trace *trace)
{
    int height = 0;

    for (int i = 0; i < trace->node_count; i++)
        height = trace->nodes[i].ply > height ? trace->nodes[i].ply : height;
    return height;
}

by_status trace_fits_json(const struct trace *trace, int plies_most, by_error *error)
{
    int height = height_of(trace);

    if (height <= plies_most)
        return BY_OK;
    return by_error_set(error, BY_ERROR_LIMIT, "the tree is too deep for JSON: %d plies, at most %d", height,
                        plies_most);
}

by_status trace_write_json(const struct trace *trace, by_text *out, by_error *error)
{
    struct json json = {0};
    by_status status = trace_fits_json(trace, PLIES_MOST, error);

    if (status)
        return status;
    json_put_object(&json, JSON_ON_LINES);
    trace_put_question(&json, &trace->run);
    json_member_integer(&json, "value", trace->value);
    json_member_string(&json, "kind", by_kind_name(trace->kind));
    json_member_string(&json, "stopped", by_stop_reason_name(trace->stopped));
    trace_put_variation(&json, trace);
    put_counts(&json, trace);
    put_iterations(&json, trace);
    json_put_key(&json, "tree");
    put_node(&json, trace, 0);
    json_put_end(&json);
    *out = json.text;
    return BY_OK;
}
