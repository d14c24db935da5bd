/* SPDX-License-Identifier: MIT
 *
 * Records a search by proof numbers. Its events report which node is entered, expanded and left, and every number as
 * soon as the search knows it; recorded is each change, with the step in which it came.
 */
#include "trace/kind.h"

#include <string.h>

/* ---- Changes --------------------------------------------------------------------------------------------------- */

static bool is_same(const struct trace_numbers *a, const struct trace_numbers *b)
{
    return a->proof == b->proof && a->disproof == b->disproof;
}

static void add_change(struct trace_proof *proof, const struct trace_change *change)
{
    if (TRACE_HAS_ROOM(&proof->tree.run, proof->changes, proof->change_count, 1, proof->change_room))
        proof->changes[proof->change_count++] = *change;
}

static void add_point(struct trace_proof *proof, uint64_t searched, const struct trace_numbers *numbers)
{
    struct trace_point *last;

    if (!TRACE_HAS_ROOM(&proof->tree.run, proof->points, proof->point_count, 1, proof->point_room))
        return;
    last = proof->point_count ? &proof->points[proof->point_count - 1] : NULL;
    if (last && is_same(&last->numbers, numbers))
        return;
    /* The last of several pairs in the same moment counts. */
    if (last && last->searched == searched)
        proof->point_count--;
    proof->points[proof->point_count++] = (struct trace_point){searched, *numbers};
}

/* Makes sure that the node has a mark. */
static bool has_mark(struct trace_proof *proof, int node)
{
    return TRACE_HAS_ROOM(&proof->tree.run, proof->marks, node, 1, proof->mark_room);
}

static void record_numbers(struct trace_proof *proof, int node, const struct by_event *event)
{
    struct trace_change change = {
        .step = proof->tree.step_count, .node = node, .after = {event->proof_number, event->disproof_number}};
    struct trace_mark *mark;

    if (node == TRACE_NONE)
        return;
    mark = &proof->marks[node];
    change.is_first = !mark->is_known;
    change.previous = change.is_first ? TRACE_NONE : mark->last;
    change.before = mark->now;
    if (change.is_first || !is_same(&mark->now, &change.after)) {
        mark->last = proof->change_count;
        add_change(proof, &change);
    }
    mark->is_known = true;
    mark->now = change.after;
    if (node == 0)
        add_point(proof, event->nodes, &change.after);
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

/* Drops the numbers of an earlier question. */
static void forget_numbers(struct trace_proof *proof)
{
    const struct trace_change change = {.step = proof->tree.step_count, .node = TRACE_NONE};

    add_change(proof, &change);
    memset(proof->marks, 0, proof->mark_room * sizeof *proof->marks);
}

/* Entering adds nothing to an evaluated node. */
static void enter(struct trace_proof *proof, const struct by_event *event)
{
    struct trace *tree = &proof->tree;

    if (event->ply == 0 && event->phase != proof->phase)
        forget_numbers(proof);
    proof->phase = event->phase;
    /* Every node has a mark, including the newest. */
    if (!has_mark(proof, tree->node_count))
        return;
    tree->open = event->ply ? trace_child(tree, tree->open, event->move, event->side) : 0;
    if (tree->open != TRACE_NONE && !proof->marks[tree->open].is_known)
        record_numbers(proof, tree->open, event);
}

static void expand(struct trace_proof *proof, const struct by_event *event)
{
    int node = proof->tree.open;

    if (!TRACE_HAS_ROOM(&proof->tree.run, proof->steps, proof->tree.step_count, 1, proof->step_room))
        return;
    proof->steps[proof->tree.step_count++] = (struct trace_expansion){.node = node,
                                                                      .first_change = proof->change_count,
                                                                      .before = proof->marks[node].now,
                                                                      .searched = event->nodes,
                                                                      .is_again = proof->marks[node].expanded > 0};
    if (!proof->marks[node].expanded)
        proof->marks[node].expanded = proof->tree.step_count;
    proof->is_in_step = true;
}

static void evaluate_child(struct trace_proof *proof, const struct by_event *event)
{
    if (has_mark(proof, proof->tree.node_count))
        record_numbers(proof, trace_child(&proof->tree, proof->tree.open, event->move, event->side), event);
}

static void update(struct trace_proof *proof, const struct by_event *event)
{
    if (proof->tree.step_count && proof->steps[proof->tree.step_count - 1].node == proof->tree.open)
        proof->is_in_step = false;
    record_numbers(proof, proof->tree.open, event);
}

static void leave(struct trace_proof *proof, const struct by_event *event)
{
    record_numbers(proof, proof->tree.open, event);
    proof->tree.open = proof->tree.nodes[proof->tree.open].parent;
}

/* The numbers as if the search returned to the root now: a node's own numbers may come later. */
static void add_root_numbers(struct trace_proof *proof, const struct by_event *event)
{
    const struct trace_numbers numbers = {event->proof_number, event->disproof_number};

    add_point(proof, event->nodes, &numbers);
}

static const struct {
    enum by_event_kind kind;
    void (*handle)(struct trace_proof *proof, const struct by_event *event);
} handlers[] = {
    {BY_EVENT_ENTER, enter},   {BY_EVENT_EXPAND, expand}, {BY_EVENT_CHILD, evaluate_child},
    {BY_EVENT_UPDATE, update}, {BY_EVENT_LEAVE, leave},   {BY_EVENT_NUMBERS, add_root_numbers},
};

enum { HANDLER_COUNT = sizeof handlers / sizeof handlers[0] };

static void watch(void *context, const struct by_event *event)
{
    struct trace_proof *proof = context;

    for (int i = 0; i < HANDLER_COUNT && !trace_run_is_broken(&proof->tree.run); i++)
        if (handlers[i].kind == event->kind)
            handlers[i].handle(proof, event);
    if (trace_run_is_broken(&proof->tree.run))
        by_stop_set(proof->tree.run.stop);
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

/* The side whose success is in question: that of the option, else of the game, else the side to move. */
static int prover_of(struct trace_run *run, uint8_t side)
{
    const struct trace_question *question = &run->question;
    by_text setting = {0};
    int prover = by_position_prover(question->position);

    by_options_print(question->options, by_option_find(by_options_table(question->options), "prover"), &setting);
    if (strcmp(by_text_string(&setting), "first") == 0)
        prover = 0;
    else if (strcmp(by_text_string(&setting), "second") == 0)
        prover = 1;
    else if (prover < 0 || strcmp(by_text_string(&setting), "mover") == 0)
        prover = side;
    run->no_memory |= setting.failed;
    by_text_free(&setting);
    return prover;
}

static bool is_solved_as_far_as_plies_reach(const struct by_result *result)
{
    return result->answer == BY_ANSWER_UNKNOWN && result->stopped == BY_STOPPED_DEPTH;
}

static void store_answer(struct trace_proof *proof, const struct by_result *result)
{
    /* If the game is over there is nothing to search, and no event. */
    const struct by_event root = {
        .proof_number = result->proof_number, .disproof_number = result->disproof_number, .nodes = result->nodes};

    if (!proof->marks[0].is_known)
        record_numbers(proof, 0, &root);
    /* If the root is solved only within the plies of the run, no event has counted the result's numbers. */
    if (is_solved_as_far_as_plies_reach(result) && proof->point_count)
        proof->points[proof->point_count - 1].numbers = proof->marks[0].now;
    if (proof->is_in_step)
        proof->steps[proof->tree.step_count - 1].is_cut_short = true;
    proof->answer = result->answer;
    proof->is_proved = result->is_proved;
    proof->question.is_reached = result->answer == BY_ANSWER_YES;
    trace_mark_variation(&proof->tree, result);
}

static by_status run_search(struct trace_proof *proof, by_error *error)
{
    struct by_observer observer = {BY_SIZE(by_observer), .context = proof, .notify = watch};
    struct by_result result = {BY_SIZE(by_result)};
    by_status status;

    for (int i = 0; i < HANDLER_COUNT; i++)
        observer.wants |= (unsigned)handlers[i].kind;
    status = trace_run_search(&proof->tree, &observer, &result, error);
    if (!status)
        store_answer(proof, &result);
    return !status && proof->tree.run.no_memory ? by_error_no_memory(error) : status;
}

/* Whether there is room for the facts, which even a finished game has. */
static bool has_room(struct trace_proof *proof)
{
    return TRACE_HAS_ROOM(&proof->tree.run, proof->changes, 0, 1, proof->change_room) &&
           TRACE_HAS_ROOM(&proof->tree.run, proof->points, 0, 1, proof->point_room);
}

by_status trace_proof_record(trace_any *any, by_error *error)
{
    struct trace_proof *proof = &any->proof;
    const struct trace_question *question = &proof->tree.run.question;
    struct by_node node;

    by_position_node(proof->tree.run.walker, &node);
    proof->question.prover = prover_of(&proof->tree.run, node.side);
    proof->question.threshold = by_options_number(question->options, "threshold");
    if (proof->tree.run.no_memory || !has_mark(proof, 0) || !has_room(proof) ||
        trace_add_root(&proof->tree, node.side) == TRACE_NONE)
        return trace_run_lacks(&proof->tree.run, error);
    return run_search(proof, error);
}
