/* SPDX-License-Identifier: MIT */
#include "trace/kind.h"

#include <stdlib.h>

#include "front/words.h"

/* ---- Recording ------------------------------------------------------------------------------------------------- */

static void record_bounds(void *context, const struct by_event *event)
{
    struct trace_moves *moves = context;
    bool is_same_side = event->side == moves->tree.nodes[0].side;
    int place = 0;

    /* The last pass counts */
    while (place < moves->count && moves->list[place].move != event->move)
        place++;
    if (place == moves->room)
        return;
    moves->count += place == moves->count;
    moves->list[place] = (struct trace_move){.move = event->move,
                                             .pess = is_same_side ? event->alpha : -event->beta,
                                             .real = is_same_side ? event->value : -event->value,
                                             .opt = is_same_side ? event->beta : -event->alpha,
                                             .chance = event->chance};
    moves->has_chances |= event->chance >= 0;
}

/* By the estimate, or the upper bound; equal ones in order. */
static bool goes_before(const struct trace_moves *moves, const struct trace_move *a, const struct trace_move *b)
{
    return moves->has_chances ? a->real > b->real : a->opt > b->opt;
}

static void sort(struct trace_moves *moves)
{
    for (int i = 1; i < moves->count; i++) {
        struct trace_move move = moves->list[i];
        int place = i;

        for (; place > 0 && goes_before(moves, &move, &moves->list[place - 1]); place--)
            moves->list[place] = moves->list[place - 1];
        moves->list[place] = move;
    }
}

/* Adds a node for each move. */
static bool add_nodes(struct trace_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        struct by_node node;

        if (!trace_run_push(&moves->tree.run, moves->list[i].move))
            return false;
        by_position_node(moves->tree.run.walker, &node);
        words_rewind(moves->tree.run.walker, 1);
        if (trace_child(&moves->tree, 0, moves->list[i].move, node.side) == TRACE_NONE)
            return false;
    }
    return true;
}

by_status trace_moves_record(trace_any *any, by_error *error)
{
    struct trace_moves *moves = &any->moves;
    struct trace_run *run = &moves->tree.run;
    const struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_CHILD, .context = moves,
                                         .notify = record_bounds};
    struct by_extent extent;
    struct by_node root;
    struct by_result result = {BY_SIZE(by_result)};
    by_status status;

    by_position_extent(run->walker, &extent);
    by_position_node(run->walker, &root);
    moves->list = calloc((size_t)extent.max_moves + 1, sizeof *moves->list);
    if (!moves->list)
        return by_error_no_memory(error);
    moves->room = extent.max_moves;
    run->memory += ((size_t)extent.max_moves + 1) * sizeof *moves->list;
    if (trace_add_root(&moves->tree, root.side) == TRACE_NONE)
        return trace_run_lacks(run, error);
    status = trace_run_search(&moves->tree, &observer, &result, error);
    if (status)
        return status;
    sort(moves);
    moves->target = moves->count ? moves->list[0].real + 1 : 0;
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == result.best)
            moves->best = i;
    if (!add_nodes(moves))
        return trace_run_lacks(run, error);
    trace_mark_variation(&moves->tree, &result);
    return BY_OK;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

bool trace_move_is_open(const struct trace_moves *moves, int index)
{
    for (int i = 0; i < moves->count; i++)
        if (i != index && moves->list[i].pess > moves->list[index].opt)
            return false;
    return true;
}

void trace_moves_add_verdict(const struct trace_moves *moves, by_text *out)
{
    enum { MAX_NAMED = 5 };
    int open = 0;

    by_text_add(out, "By their bounds: ");
    for (int i = 0; i < moves->count; i++) {
        if (!trace_move_is_open(moves, i))
            continue;
        if (open < MAX_NAMED)
            by_text_add(out, open ? ", " : "");
        if (open < MAX_NAMED)
            trace_add_move(&moves->tree, i + 1, out);
        open++;
    }
    if (open > MAX_NAMED)
        by_text_printf(out, " and %d more", open - MAX_NAMED);
    by_text_add(out, open > 1 ? " cannot be told apart" : " is the best");
}
