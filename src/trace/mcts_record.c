/* SPDX-License-Identifier: MIT
 *
 * Records a Monte Carlo tree search: of every iteration what it makes of the tree, and all phases of those that are to
 * be recorded. Both are bounded: a search that goes beyond is stopped.
 */
#include <stdlib.h>
#include <string.h>

#include "front/words.h"
#include "trace/kind.h"

/* ---- Room ------------------------------------------------------------------------------------------------------ */

#define HAS_ROOM(mcts, array, count, room) TRACE_HAS_ROOM(&(mcts)->tree.run, array, count, 1, room)

static bool has_mark(struct trace_mcts *mcts, int node)
{
    return HAS_ROOM(mcts, mcts->marks, node, mcts->mark_room);
}

/* Whether there is room for one more move. */
static bool may_record(struct trace_mcts *mcts)
{
    mcts->is_too_long |= mcts->candidate_count + mcts->move_count >= TRACE_MAX_MCTS_MOVES;
    return !mcts->is_too_long;
}

static bool is_broken(const struct trace_mcts *mcts)
{
    return trace_run_is_broken(&mcts->tree.run) || mcts->is_too_long;
}

/* ---- Paths ----------------------------------------------------------------------------------------------------- */

static struct trace_mcts_iteration *current(struct trace_mcts *mcts)
{
    return &mcts->iterations[mcts->tree.step_count - 1];
}

static void begin_iteration(struct trace_mcts *mcts)
{
    /* Iterations before the recorded ones keep their path only, and only while they last. */
    if (!mcts->first || mcts->made < mcts->first)
        mcts->tree.step_count = mcts->stop_count = mcts->candidate_count = mcts->move_count = 0;
    mcts->made++;
    mcts->is_inside = true;
    if (!HAS_ROOM(mcts, mcts->iterations, mcts->tree.step_count, mcts->iteration_room))
        return;
    mcts->iterations[mcts->tree.step_count++] =
        (struct trace_mcts_iteration){.number = mcts->made, .first = mcts->stop_count};
}

/* The node that the path continues to; a new one is added to the tree. */
static int next_node(struct trace_mcts *mcts, uint8_t side)
{
    const struct trace_stop *last;
    int node = 0;

    /* Every node has a mark, including the newest. */
    if (!has_mark(mcts, mcts->tree.node_count))
        return TRACE_NONE;
    if (current(mcts)->count) {
        last = &mcts->stops[mcts->stop_count - 1];
        node = trace_child(&mcts->tree, last->node, mcts->candidates[last->selected].move, side);
    }
    if (node != TRACE_NONE && !mcts->marks[node].born) {
        mcts->marks[node].born = mcts->made;
        mcts->marks[node].now = (struct by_sample){.low = -1, .high = 1};
    }
    return node;
}

/* The stop at `ply`, at which the path has arrived now if it had not before; NULL: no memory. */
static struct trace_stop *arrive(struct trace_mcts *mcts, int ply, uint8_t side)
{
    struct trace_mcts_iteration *iteration = current(mcts);
    int node;

    if (iteration->count > ply)
        return &mcts->stops[iteration->first + ply];
    node = next_node(mcts, side);
    if (is_broken(mcts) || !HAS_ROOM(mcts, mcts->stops, mcts->stop_count, mcts->stop_room))
        return NULL;
    mcts->stops[mcts->stop_count] = (struct trace_stop){
        .node = node, .first = mcts->candidate_count, .selected = TRACE_NONE, .before = mcts->marks[node].now};
    iteration->count++;
    return &mcts->stops[mcts->stop_count++];
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

/* Other nodes with the same moves, and other threads, may have changed the statistics of a move. Returns the node that
 * it leads to, TRACE_NONE if it was not visited. */
static int refresh(struct trace_mcts *mcts, int node, const struct by_event *event)
{
    int child = event->sample->visits ? mcts->tree.nodes[node].first_child : TRACE_NONE;

    while (child != TRACE_NONE && mcts->tree.nodes[child].move != event->move)
        child = mcts->tree.nodes[child].next_sibling;
    if (child != TRACE_NONE)
        mcts->marks[child].now = *event->sample;
    return child;
}

static void select(struct trace_mcts *mcts, const struct by_event *event)
{
    struct trace_stop *stop = arrive(mcts, event->ply - 1, event->side);
    struct trace_mcts_mark *mark;
    int child;

    if (!stop || !may_record(mcts) || !HAS_ROOM(mcts, mcts->candidates, mcts->candidate_count, mcts->candidate_room))
        return;
    child = refresh(mcts, stop->node, event);
    mark = &mcts->marks[stop->node];
    if (!stop->count)
        mark->moves = mark->tried = mark->open = 0;
    mark->moves++;
    mark->tried += event->sample->visits || event->sample->is_selected;
    mark->open += event->sample->is_open;
    if (event->sample->is_selected)
        stop->selected = mcts->candidate_count;
    stop->count++;
    mcts->candidates[mcts->candidate_count++] =
        (struct trace_candidate){.move = event->move, .child = child, .sample = *event->sample};
}

static void grow(struct trace_mcts *mcts, const struct by_event *event)
{
    if (arrive(mcts, event->ply, event->side))
        current(mcts)->has_grown = true;
}

static void simulate(struct trace_mcts *mcts, const struct by_event *event)
{
    struct trace_playout *playout;

    if (!arrive(mcts, event->ply, event->side))
        return;
    playout = &current(mcts)->playout;
    *playout = (struct trace_playout){
        .reason = event->reason, .result = event->result, .first = mcts->move_count, .plies = event->playout_plies};
    for (int i = 0; i < event->playout_moves; i++) {
        if (!may_record(mcts) || !HAS_ROOM(mcts, mcts->moves, mcts->move_count, mcts->move_room))
            return;
        mcts->moves[mcts->move_count++] = event->playout[i];
        playout->count++;
    }
}

/* The state of the node before the result was added. */
static struct by_sample before_result(const struct by_event *event, const struct by_sample *known)
{
    struct by_sample before = *event->sample;
    double sum = before.mean * (double)before.visits - event->result;

    before.visits--;
    before.mean = before.visits ? sum / (double)before.visits : 0;
    before.low = known->low;
    before.high = known->high;
    return before;
}

static void back_up(struct trace_mcts *mcts, const struct by_event *event)
{
    struct trace_stop *stop = arrive(mcts, event->ply, event->side);

    if (!stop)
        return;
    stop->before = before_result(event, &mcts->marks[stop->node].now);
    stop->after = mcts->marks[stop->node].now = *event->sample;
    stop->result = event->result;
    if (event->ply == 0)
        mcts->is_inside = false;
}

static const struct {
    enum by_event_kind kind;
    void (*handle)(struct trace_mcts *mcts, const struct by_event *event);
} handlers[] = {
    {BY_EVENT_SELECT, select},
    {BY_EVENT_GROW, grow},
    {BY_EVENT_SIMULATE, simulate},
    {BY_EVENT_BACK_UP, back_up},
};

enum { HANDLER_COUNT = sizeof handlers / sizeof handlers[0] };

/* After the last iteration to record the tree does not change, and iterations are only counted. */
static void watch(void *context, const struct by_event *event)
{
    struct trace_mcts *mcts = context;

    if (!mcts->is_inside && mcts->last && mcts->made >= mcts->last) {
        mcts->made += event->kind == BY_EVENT_BACK_UP && event->ply == 0;
        return;
    }
    if (!mcts->is_inside)
        begin_iteration(mcts);
    for (int i = 0; i < HANDLER_COUNT && !is_broken(mcts); i++)
        if (handlers[i].kind == event->kind)
            handlers[i].handle(mcts, event);
    if (is_broken(mcts))
        by_stop_set(mcts->tree.run.stop);
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

static void store_answer(struct trace_mcts *mcts, const struct by_result *result)
{
    const struct trace_run *run = &mcts->tree.run;

    trace_mark_variation(&mcts->tree, result);
    if (!result->line_count)
        return;
    by_position_print_move(run->walker, result->best, &mcts->answer);
    by_text_printf(&mcts->answer, ", %llu visits, mean %.3f, ", (unsigned long long)result->lines[0].visits,
                   (double)result->lines[0].mean);
    words_value(run->type, &result->lines[0], &mcts->answer);
}

static void mark_path(struct trace_mcts *mcts)
{
    const struct trace_mcts_iteration *last = trace_mcts_last(mcts);

    for (int i = last->first; i < last->first + last->count; i++)
        mcts->marks[mcts->stops[i].node].is_on_path = true;
}

/* The newest node is the last child of its parent. */
static void drop_last_node(struct trace *tree)
{
    int node = --tree->node_count, *link = &tree->nodes[tree->nodes[node].parent].first_child;

    while (*link != node)
        link = &tree->nodes[*link].next_sibling;
    *link = TRACE_NONE;
}

/* Removes the iteration in which the search ran out of room. */
static void drop_unfinished(struct trace_mcts *mcts)
{
    struct trace *tree = &mcts->tree;
    const struct trace_mcts_iteration *last;

    if (!mcts->is_inside || !mcts->tree.step_count)
        return;
    last = trace_mcts_last(mcts);
    mcts->is_inside = false;
    while (tree->node_count > 1 && mcts->marks[tree->node_count - 1].born == mcts->made)
        drop_last_node(tree);
    mcts->made--;
    mcts->stop_count = last->first;
    if (last->count)
        mcts->candidate_count = mcts->stops[last->first].first;
    mcts->tree.step_count--;
}

static by_status run_search(struct trace_mcts *mcts, by_error *error)
{
    const struct trace_run *run = &mcts->tree.run;
    struct by_observer observer = {BY_SIZE(by_observer), .context = mcts, .notify = watch};
    struct by_node node;
    struct by_result result = {BY_SIZE(by_result)};
    by_status status;

    by_position_node(run->walker, &node);
    if (!has_mark(mcts, 0) || trace_add_root(&mcts->tree, node.side) == TRACE_NONE)
        return trace_run_lacks(run, error);
    for (int i = 0; i < HANDLER_COUNT; i++)
        observer.wants |= (unsigned)handlers[i].kind;
    status = trace_run_search(&mcts->tree, &observer, &result, error);
    if (status)
        return status;
    store_answer(mcts, &result);
    if (mcts->tree.step_count)
        mark_path(mcts);
    return mcts->answer.failed ? by_error_no_memory(error) : BY_OK;
}

static by_status check_range(const struct trace_mcts *mcts, by_error *error)
{
    if (mcts->last <= mcts->made || mcts->tree.run.is_full || mcts->is_too_long)
        return BY_OK;
    return by_error_set(
        error, BY_ERROR_INPUT,
        "there are %d iterations, and number %d is asked for: the limits or a solved root ended the search", mcts->made,
        mcts->last);
}

by_status trace_mcts_record(trace_any *any, by_error *error)
{
    struct trace_mcts *mcts = &any->mcts;
    const struct trace_question *question = &mcts->tree.run.question;
    by_status status;

    mcts->first = question->first_iteration ? question->first_iteration : 1;
    if (mcts->first == TRACE_LAST_ALONE)
        mcts->first = 0;
    mcts->last = question->last_iteration;
    status = run_search(mcts, error);
    if (!status)
        status = check_range(mcts, error);
    if (status)
        return status;
    drop_unfinished(mcts);
    return !mcts->tree.step_count && mcts->tree.run.is_full ? trace_run_lacks(&mcts->tree.run, error) : BY_OK;
}
