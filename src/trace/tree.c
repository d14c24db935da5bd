/* SPDX-License-Identifier: MIT
 *
 * The whole tree of a position. Plain minimax visits every node and learns every value, so an observer of it has the
 * tree and the truth in one go.
 */
#include "trace/tree.h"

#include <stdlib.h>

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static int add_node(struct trace *trace, const struct trace_node *node)
{
    int max = trace->run.question.wants_truth ? 0 : trace->run.question.nodes_most;

    /* In a whole tree minimax sets the limit, and nodes beyond minimax are not counted. */
    if (max && trace->node_count >= max) {
        trace->run.is_full = trace->run.is_full_of_nodes = true;
        return TRACE_NONE;
    }
    if (!TRACE_HAS_ROOM(&trace->run, trace->nodes, trace->node_count, 1, trace->node_room))
        return TRACE_NONE;
    trace->nodes[trace->node_count] = *node;
    return trace->node_count++;
}

static const struct trace_node no_node = {.parent = TRACE_NONE,
                                          .first_child = TRACE_NONE,
                                          .next_sibling = TRACE_NONE,
                                          .first_visit = TRACE_NONE,
                                          .last_visit = TRACE_NONE,
                                          .move = BY_MOVE_NONE};

int trace_add_root(struct trace *trace, uint8_t side)
{
    struct trace_node root = no_node;

    root.side = side;
    return add_node(trace, &root);
}

int trace_child(struct trace *trace, int node, by_move move, uint8_t side)
{
    struct trace_node child = no_node;
    int last = TRACE_NONE, added;

    for (int i = trace->nodes[node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling) {
        if (trace->nodes[i].move == move)
            return i;
        last = i;
    }
    child.parent = node;
    child.ply = trace->nodes[node].ply + 1;
    child.move = move;
    child.side = side;
    added = add_node(trace, &child);
    if (added == TRACE_NONE)
        return added;
    if (last == TRACE_NONE)
        trace->nodes[node].first_child = added;
    else
        trace->nodes[last].next_sibling = added;
    return added;
}

/* ---- The observer ---------------------------------------------------------------------------------------------- */

/* While minimax runs, `open` is a node. */
static void watch_minimax(void *context, const struct by_event *event)
{
    struct trace *trace = context;
    struct trace_node *node;

    if (trace_run_is_broken(&trace->run)) {
        by_stop_set(trace->run.stop);
        return;
    }
    if (event->kind == BY_EVENT_ENTER) {
        if (event->ply > 0)
            trace->open = trace_child(trace, trace->open, event->move, event->side);
        else
            trace->open = trace->node_count ? 0 : trace_add_root(trace, event->side);
        return;
    }
    node = &trace->nodes[trace->open];
    node->truth = trace_for_max(event->value, node->side);
    node->has_truth = event->reason != BY_REASON_STOPPED;
    node->is_leaf = event->reason == BY_REASON_OVER || event->reason == BY_REASON_HORIZON;
    trace->open = node->parent;
}

static by_status run_minimax(struct trace *trace, struct by_result *result, by_error *error)
{
    const struct trace_question *question = &trace->run.question;
    /* The root is a node of the tree, but none that minimax counts. */
    const struct by_limits limits = {BY_SIZE(by_limits), .depth = question->limits.depth,
                                     .nodes = question->nodes_most ? (uint64_t)question->nodes_most - 1 : 0,
                                     .stop = trace->run.stop};
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ENTER | BY_EVENT_LEAVE, trace, watch_minimax};
    const by_method *method;
    by_search *search = NULL;
    by_status status = by_method_find("minimax", &method, error);

    trace->open = TRACE_NONE;
    if (!status)
        status = by_search_create(question->game, method, NULL, &search, error);
    if (!status)
        status = by_search_run(search, question->position, &limits, &observer, result, error);
    by_search_destroy(search);
    return !status && trace->run.no_memory ? by_error_no_memory(error) : status;
}

/* If the game is over there is nothing to search, and no event. */
static by_status plant_root(struct trace *trace, by_value value, by_error *error)
{
    struct by_node node;

    by_position_node(trace->run.walker, &node);
    if (trace_add_root(trace, node.side) == TRACE_NONE)
        return by_error_no_memory(error);
    trace->nodes[0].is_leaf = true;
    trace->nodes[0].has_truth = true;
    trace->nodes[0].truth = trace_for_max(value, node.side);
    return BY_OK;
}

by_status trace_grow(struct trace *trace, by_error *error)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = run_minimax(trace, &result, error);

    if (status)
        return status;
    trace->is_too_big = result.stopped == BY_STOPPED_NODES;
    if (trace->is_too_big)
        return by_error_set(error, BY_ERROR_LIMIT, "the tree has more than %d nodes; less depth makes it smaller",
                            trace->run.question.nodes_most);
    if (trace->run.is_full)
        return by_error_set(error, BY_ERROR_LIMIT, "the tree takes more than %zu bytes; less depth makes it smaller",
                            trace->run.question.memory_most);
    if (result.stopped == BY_STOPPED_ASKED)
        return by_error_set(error, BY_ERROR_LIMIT, "stopped before the tree was complete");
    return trace->node_count ? BY_OK : plant_root(trace, result.value, error);
}

/* ---- The search ------------------------------------------------------------------------------------------------ */

static enum by_kind kind_for_max(enum by_kind kind, uint8_t side)
{
    static const enum by_kind turned[] = {
        [BY_KIND_UNKNOWN] = BY_KIND_UNKNOWN,  [BY_KIND_EXACT] = BY_KIND_EXACT, [BY_KIND_AT_LEAST] = BY_KIND_AT_MOST,
        [BY_KIND_AT_MOST] = BY_KIND_AT_LEAST, [BY_KIND_WIN] = BY_KIND_LOSS,    [BY_KIND_LOSS] = BY_KIND_WIN,
        [BY_KIND_DRAW] = BY_KIND_DRAW,
    };

    return side == 0 ? kind : turned[kind];
}

by_status trace_run_search(struct trace *trace, const struct by_observer *observer, struct by_result *result,
                           by_error *error)
{
    const struct trace_run *run = &trace->run;
    by_status status =
        by_search_run(run->search, run->question.position, &run->question.limits, observer, result, error);

    if (status || run->no_memory)
        return status ? status : by_error_no_memory(error);
    trace->value = trace_for_max(result->value, trace->nodes[0].side);
    trace->kind = kind_for_max(result->kind, trace->nodes[0].side);
    trace->stopped = result->stopped;
    trace->depth = result->depth;
    trace->searched = result->nodes;
    return BY_OK;
}

void trace_mark_variation(struct trace *trace, const struct by_result *result)
{
    int node = 0;

    trace->nodes[0].is_on_pv = true;
    for (int i = 0; result->line_count && i < result->lines[0].length; i++) {
        int child = trace->nodes[node].first_child;

        while (child != TRACE_NONE && trace->nodes[child].move != result->lines[0].moves[i])
            child = trace->nodes[child].next_sibling;
        if (child == TRACE_NONE)
            return;
        trace->nodes[child].is_on_pv = true;
        node = child;
    }
}

void trace_free(struct trace *trace)
{
    for (int i = 0; i < trace->node_count; i++) {
        free(trace->nodes[i].move_text);
        free(trace->nodes[i].label);
    }
    free(trace->nodes);
    free(trace->visits);
    free(trace->steps);
    free(trace->iterations);
    trace_run_close(&trace->run);
    *trace = (struct trace){0};
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

bool trace_is_leaf_visit(const struct trace_visit *visit)
{
    return visit->reason == BY_REASON_OVER || visit->reason == BY_REASON_HORIZON;
}

bool trace_has_visited(const struct trace *trace, int visit, int child)
{
    const struct trace_visit *visits = trace->visits;

    for (int i = trace->nodes[child].first_visit; i != TRACE_NONE; i = visits[i].next_of_node)
        if (visits[i].parent == visit && visits[i].depth >= visits[visit].depth - 1)
            return true;
    return false;
}

int trace_next_on_pv(const struct trace *trace, int node)
{
    int child = trace->nodes[node].first_child;

    while (child != TRACE_NONE && !trace->nodes[child].is_on_pv)
        child = trace->nodes[child].next_sibling;
    return child;
}

int trace_after(const struct trace *trace, int node)
{
    if (trace->nodes[node].first_child != TRACE_NONE)
        return trace->nodes[node].first_child;
    while (node != TRACE_NONE && trace->nodes[node].next_sibling == TRACE_NONE)
        node = trace->nodes[node].parent;
    return node == TRACE_NONE ? TRACE_NONE : trace->nodes[node].next_sibling;
}

int trace_last_visit(const struct trace *trace, int node)
{
    int visit = trace->nodes[node].last_visit;
    int last = trace->visit_count ? trace->visits[trace->visit_count - 1].iteration : 0;

    return visit != TRACE_NONE && trace->visits[visit].iteration == last ? visit : TRACE_NONE;
}

void trace_count_nodes(const struct trace *trace, bool only_leaves, int *visited, int *all)
{
    *visited = *all = 0;
    for (int i = 0; i < trace->node_count; i++) {
        if (only_leaves && !trace->nodes[i].is_leaf)
            continue;
        ++*all;
        *visited += trace->nodes[i].first_visit != TRACE_NONE;
    }
}
