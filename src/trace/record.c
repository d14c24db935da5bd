/* SPDX-License-Identifier: MIT
 *
 * Records every visit of a node. Besides the events themselves, it follows the windows: which value set each bound, so
 * that a cut can be traced back to the ancestor that it comes from.
 *
 * A method with events of its own (a playout, a proof) adds a row to `handlers`, and one to the table of writers of
 * steps.
 */
#include <string.h>

#include "trace/tree.h"

static const struct trace_source from_outside = {TRACE_NONE, TRACE_NONE};

static struct trace_window for_max(const struct by_event *event)
{
    if (event->side == 0)
        return (struct trace_window){event->alpha, event->beta};
    return (struct trace_window){-event->beta, -event->alpha};
}

/* Whether there is room for a step, and for leaving all open visits. */
static bool has_room_for_step(struct trace *trace)
{
    return TRACE_HAS_ROOM(&trace->run, trace->steps, trace->step_count, 2 + (size_t)trace->open_count,
                          trace->step_room);
}

static int add_step(struct trace *trace, enum by_event_kind kind, int visit)
{
    trace->steps[trace->step_count] = (struct trace_step){kind, visit};
    return trace->step_count++;
}

/* ---- Entering -------------------------------------------------------------------------------------------------- */

/* Plain minimax gives every node the same window, and looks at each once. */
static bool searches_once(const struct trace *trace)
{
    return strcmp(by_method_name(trace->run.question.method), "minimax") == 0;
}

/* A child's window is never wider than the current one of its parent, unless the parent is being searched again after a
 * shallower search of the same node, made for its best move. The results of that search no longer count. */
static void restart_if_wider(struct trace_visit *parent, const struct trace_window *child)
{
    if (child->alpha >= parent->now.alpha && child->beta <= parent->now.beta)
        return;
    parent->now = parent->entry;
    parent->alpha_source = parent->alpha_given;
    parent->beta_source = parent->beta_given;
    if (child->alpha < parent->now.alpha)
        parent->now.alpha = child->alpha;
    if (child->beta > parent->now.beta)
        parent->now.beta = child->beta;
}

/* A bound of the parent keeps its source; any other was made for this visit. */
static void inherit_sources(struct trace *trace, struct trace_visit *visit)
{
    const struct trace_source made_up = {visit->parent, TRACE_NONE};
    struct trace_visit *parent;

    visit->alpha_source = visit->beta_source = from_outside;
    if (visit->parent != TRACE_NONE) {
        parent = &trace->visits[visit->parent];
        if (!searches_once(trace))
            restart_if_wider(parent, &visit->entry);
        visit->alpha_source = visit->entry.alpha == parent->now.alpha ? parent->alpha_source : made_up;
        visit->beta_source = visit->entry.beta == parent->now.beta ? parent->beta_source : made_up;
        visit->parent_before = parent->now;
    }
    visit->alpha_given = visit->alpha_source;
    visit->beta_given = visit->beta_source;
}

static bool is_open(const struct trace_window *window)
{
    return window->alpha <= -BY_INFINITE && window->beta >= BY_INFINITE;
}

static void link_to_node(struct trace *trace, int visit)
{
    struct trace_node *node = &trace->nodes[trace->visits[visit].node];

    if (node->first_visit == TRACE_NONE)
        node->first_visit = visit;
    else
        trace->visits[node->last_visit].next_of_node = visit;
    node->last_visit = visit;
}

static void enter(struct trace *trace, const struct by_event *event)
{
    struct trace_visit visit = {.parent = event->ply ? trace->open : TRACE_NONE,
                                .next_of_node = TRACE_NONE,
                                .iteration = trace->iteration_count,
                                .depth = event->depth,
                                .entered = trace->visit_count + 1,
                                .cut_step = TRACE_NONE,
                                .leave_step = TRACE_NONE,
                                .phase = event->phase,
                                .entry = for_max(event),
                                .now = for_max(event)};

    if (!TRACE_HAS_ROOM(&trace->run, trace->visits, trace->visit_count, 1, trace->visit_room) ||
        !has_room_for_step(trace))
        return;
    if (event->ply)
        visit.node = trace_child(trace, trace->visits[trace->open].node, event->move, event->side);
    if (trace_run_is_broken(&trace->run))
        return;
    inherit_sources(trace, &visit);
    trace->has_windows |= !is_open(&visit.entry);
    trace->visits[trace->visit_count] = visit;
    trace->open = trace->visit_count++;
    trace->open_count++;
    link_to_node(trace, trace->open);
    trace->visits[trace->open].enter_step = add_step(trace, BY_EVENT_ENTER, trace->open);
}

/* ---- Cutting --------------------------------------------------------------------------------------------------- */

static enum trace_cut_kind kind_of_cut(const struct trace_visit *visit, const struct trace_source *source)
{
    if (source->child == TRACE_NONE)
        return TRACE_CUT_WINDOW;
    return source->setter == visit->parent ? TRACE_CUT_SHALLOW : TRACE_CUT_DEEP;
}

static void cut(struct trace *trace, const struct by_event *event)
{
    struct trace_visit *visit = &trace->visits[trace->open];
    bool is_max = event->side == 0;

    /* A shallower search of the same node, made for its best move, has cuts of its own. */
    if (event->depth < visit->depth || !has_room_for_step(trace))
        return;
    visit->is_cut = true;
    visit->cut_source = is_max ? visit->beta_source : visit->alpha_source;
    visit->cut_bound = is_max ? visit->entry.beta : visit->entry.alpha;
    visit->cut_kind = kind_of_cut(visit, &visit->cut_source);
    visit->cut_step = add_step(trace, BY_EVENT_CUT, trace->open);
}

/* ---- Leaving --------------------------------------------------------------------------------------------------- */

/* The three cases for the chooser: a value beyond the far bound, no better than his current value, or between. */
static enum trace_case case_in(const struct trace_window *window, by_value value, bool is_max)
{
    if (is_max ? value >= window->beta : value <= window->alpha)
        return TRACE_CASE_CUTS;
    if (is_max ? value <= window->alpha : value >= window->beta)
        return TRACE_CASE_USELESS;
    return TRACE_CASE_EXACT;
}

/* The value of a finished child updates its parent's window. */
static void update_parent(struct trace *trace, int child)
{
    struct trace_visit *visit = &trace->visits[child];
    struct trace_visit *parent = &trace->visits[visit->parent];
    bool is_max = trace->nodes[parent->node].side == 0;
    const struct trace_source source = {visit->parent, child};

    visit->verdict = case_in(&visit->entry, visit->value, is_max);
    if (visit->verdict == TRACE_CASE_CUTS && case_in(&parent->now, visit->value, is_max) != TRACE_CASE_CUTS)
        visit->verdict = TRACE_CASE_AGAIN;
    visit->improved =
        visit->verdict != TRACE_CASE_AGAIN && case_in(&parent->now, visit->value, is_max) != TRACE_CASE_USELESS;
    if (!visit->improved)
        return;
    if (is_max) {
        parent->now.alpha = visit->value;
        parent->alpha_source = source;
    } else {
        parent->now.beta = visit->value;
        parent->beta_source = source;
    }
}

/* Ends the open visit; there is room for the step. */
static void end_visit(struct trace *trace)
{
    int left = trace->open;
    struct trace_visit *visit = &trace->visits[left];

    visit->left = ++trace->left;
    trace->open = visit->parent;
    trace->open_count--;
    if (visit->reason != BY_REASON_STOPPED) {
        if (visit->parent == TRACE_NONE)
            visit->verdict = case_in(&visit->entry, visit->value, trace->nodes[visit->node].side == 0);
        else
            update_parent(trace, left);
    }
    if (visit->parent != TRACE_NONE)
        visit->parent_after = trace->visits[visit->parent].now;
    /* If minimax has not seen the tree, a node that looked for no moves in its last visit is a leaf. */
    if (!trace->run.question.wants_truth && visit->reason != BY_REASON_HASH && visit->reason != BY_REASON_STOPPED)
        trace->nodes[visit->node].is_leaf = trace_is_leaf_visit(visit);
    visit->leave_step = add_step(trace, BY_EVENT_LEAVE, left);
}

static void leave(struct trace *trace, const struct by_event *event)
{
    struct trace_visit *visit = &trace->visits[trace->open];

    visit->exit = for_max(event);
    trace->has_windows |= !is_open(&visit->exit);
    visit->value = trace_for_max(event->value, event->side);
    visit->reason = event->reason;
    end_visit(trace);
}

/* Closes the open visits of a full trace. */
static void leave_all(struct trace *trace)
{
    while (trace->open != TRACE_NONE) {
        struct trace_visit *visit = &trace->visits[trace->open];

        visit->exit = visit->now;
        visit->reason = BY_REASON_STOPPED;
        end_visit(trace);
    }
}

/* Whether there is room for an iteration and one more, incomplete one. */
static bool has_room_for_iteration(struct trace *trace)
{
    return TRACE_HAS_ROOM(&trace->run, trace->iterations, trace->iteration_count, 2, trace->iteration_room);
}

static void store_iteration(struct trace *trace, int depth, by_value value)
{
    int count = trace->iteration_count;

    trace->iterations[trace->iteration_count++] =
        (struct trace_iteration){.depth = depth,
                                 .value = value,
                                 .first_step = count ? trace->iterations[count - 1].end_step : 0,
                                 .end_step = trace->step_count};
}

static void end_iteration(struct trace *trace, const struct by_event *event)
{
    if (has_room_for_iteration(trace))
        store_iteration(trace, event->depth, trace_for_max(event->value, event->side));
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

static const struct {
    enum by_event_kind kind;
    void (*handle)(struct trace *trace, const struct by_event *event);
} handlers[] = {
    {BY_EVENT_ENTER, enter},
    {BY_EVENT_CUT, cut},
    {BY_EVENT_LEAVE, leave},
    {BY_EVENT_ITERATION, end_iteration},
};

enum { HANDLER_COUNT = sizeof handlers / sizeof handlers[0] };

/* The search after a null move belongs to no tree of the game: only its result belongs to the node. */
static bool is_hidden(struct trace *trace, const struct by_event *event)
{
    bool was_hidden = trace->hidden_ply > 0;

    if (event->kind == BY_EVENT_ENTER && !was_hidden && event->ply > 0 && event->move == BY_MOVE_NONE)
        trace->hidden_ply = event->ply;
    else if (event->kind == BY_EVENT_LEAVE && was_hidden && event->ply == trace->hidden_ply)
        trace->hidden_ply = 0;
    return was_hidden || trace->hidden_ply > 0;
}

static void watch(void *context, const struct by_event *event)
{
    struct trace *trace = context;

    if (is_hidden(trace, event))
        return;
    for (int i = 0; i < HANDLER_COUNT && !trace_run_is_broken(&trace->run); i++)
        if (handlers[i].kind == event->kind)
            handlers[i].handle(trace, event);
    if (trace_run_is_broken(&trace->run))
        by_stop_set(trace->run.stop);
}

/* A run that was stopped inside an iteration has steps after the last one. */
static void end_last_iteration(struct trace *trace, by_value value)
{
    int count = trace->iteration_count, root = trace->nodes[0].last_visit;

    if (trace->step_count == (count ? trace->iterations[count - 1].end_step : 0))
        return;
    store_iteration(trace, root == TRACE_NONE ? 0 : trace->visits[root].depth,
                    trace_for_max(value, trace->nodes[0].side));
}

/* A search without the whole tree begins with its root alone. */
static by_status begin_recording(struct trace *trace, by_error *error)
{
    struct by_node node;

    by_position_node(trace->run.walker, &node);
    trace->open = TRACE_NONE;
    if (has_room_for_iteration(trace) && (trace->node_count || trace_add_root(trace, node.side) != TRACE_NONE))
        return BY_OK;
    return trace_run_lacks(&trace->run, error);
}

by_status trace_record(struct trace *trace, by_error *error)
{
    struct by_observer observer = {BY_SIZE(by_observer), .context = trace, .notify = watch};
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = begin_recording(trace, error);

    for (int i = 0; i < HANDLER_COUNT; i++)
        observer.wants |= (unsigned)handlers[i].kind;
    if (!status)
        status = trace_run_search(trace, &observer, &result, error);
    if (status)
        return status;
    leave_all(trace);
    end_last_iteration(trace, result.value);
    trace_mark_variation(trace, &result);
    return BY_OK;
}
