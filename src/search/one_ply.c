/* SPDX-License-Identifier: MIT */
#include "search/one_ply.h"

static bool has_room(uint64_t limit, uint64_t spent, int wanted)
{
    return !limit || (spent <= limit && limit - spent >= (uint64_t)wanted);
}

void by__one_ply_reserve(struct by__run *run, int done, bool is_made)
{
    struct by__control *control = &run->control;
    int moves = run->root_moves.count;

    /* A single move needs no choice */
    if (moves < 2 || run->lines.count || !has_room(control->node_limit, 0, moves) ||
        !has_room(control->evaluation_limit, 0, moves))
        return;
    control->kept_nodes = (uint64_t)(moves - done - is_made);
    control->kept_evaluations = (uint64_t)(moves - done);
}

bool by__one_ply_is_due(const struct by__run *run)
{
    const struct by__control *control = &run->control;
    bool keeps = control->kept_nodes || control->kept_evaluations;
    int moves = run->root_moves.count;

    if (run->lines.count || by__control_is_asked(control))
        return false;
    return keeps || (has_room(control->node_limit, control->nodes, moves) &&
                     has_room(control->evaluation_limit, control->evaluations, moves));
}

static void report(struct by__run *run, enum by_event_kind kind, const struct by_node *node, int ply, by_move move,
                   by_value value, enum by_reason reason)
{
    struct by_event event = {.kind = kind,
                             .reason = reason,
                             .side = node->side,
                             .ply = ply,
                             .depth = 1 - ply,
                             .move = move,
                             .alpha = -BY_INFINITE,
                             .beta = BY_INFINITE,
                             .value = value};

    if (run->control.wants & kind)
        by__control_notify(&run->control, &event);
}

void by__one_ply_add(struct by__run *run, by_move move, by_value value, bool is_doubtful)
{
    struct by_line line = {.value = value, .depth = 1, .length = 1, .moves = &move};

    line.kind = by__kind_of_value(run->type, value, false, is_doubtful || run->root_moves.is_partial);
    by__lines_insert(&run->lines, &line);
}

static by_value estimate(struct by__run *run)
{
    const struct by_evaluation *evaluation = run->type->evaluation;

    run->control.evaluations++;
    run->result->evaluations++;
    return evaluation && evaluation->evaluate ? evaluation->evaluate(run->state) : 0;
}

/* The value of the position on the board for its side to move. */
static by_value value_of(struct by__run *run, struct by_node *node, bool *is_doubtful)
{
    struct by_moves moves = {0};

    if (!node->is_over && !node->can_move) {
        run->type->rules->moves(run->state, BY_MOVES_ALL, &moves);
        node->is_over = moves.count == 0;
    }
    *is_doubtful = node->is_estimate || moves.is_partial;
    return node->is_over ? by__value_at_ply(node->value, 1) : estimate(run);
}

void by__one_ply_search_move(struct by__run *run, by_move move)
{
    const struct by_rules *rules = run->type->rules;
    struct by_node node;
    bool is_doubtful;
    by_value value;

    run->control.nodes++;
    rules->push(run->state, move);
    rules->node(run->state, 1, &node);
    report(run, BY_EVENT_ENTER, &node, 1, move, 0, BY_REASON_NONE);
    value = value_of(run, &node, &is_doubtful);
    report(run, BY_EVENT_LEAVE, &node, 1, move, value, node.is_over ? BY_REASON_OVER : BY_REASON_HORIZON);
    rules->pop(run->state, move);
    by__one_ply_add(run, move, node.side == run->root.side ? value : -value, is_doubtful);
}

void by__one_ply_end(struct by__run *run)
{
    run->result->depth = 1;
    if (!run->control.selective_depth)
        run->control.selective_depth = 1;
    for (int i = 0; i < run->lines.count; i++)
        by__run_report_line(run, i);
}

void by__one_ply_search(struct by__run *run)
{
    if (!by__one_ply_is_due(run))
        return;
    report(run, BY_EVENT_ENTER, &run->root, 0, BY_MOVE_NONE, 0, BY_REASON_NONE);
    for (int i = 0; i < run->root_moves.count; i++)
        by__one_ply_search_move(run, run->root_moves.list[i].move);
    report(run, BY_EVENT_LEAVE, &run->root, 0, BY_MOVE_NONE, run->lines.lines[0].value, BY_REASON_SEARCHED);
    by__one_ply_end(run);
}
