/* SPDX-License-Identifier: MIT */
#include "support/reference.h"

#include <stdlib.h>

#include "core/game.h"

static by_value with_distance(by_value value, int ply)
{
    if (value == BY_WIN)
        return value - ply;
    return value == -BY_WIN ? value + ply : value;
}

by_value reference_value(by_position *position, int depth, int ply)
{
    const by_game_type *type = position->game->type;
    struct by_node node;
    struct by_extent extent;
    struct by_moves moves = {0};
    by_value best = -BY_INFINITE;

    by_position_verdict(position, &node);
    if (node.is_over)
        return with_distance(node.value, ply);
    if (depth == 0)
        return type->evaluation ? type->evaluation->evaluate(position->state) : 0;
    by_position_extent(position, &extent);
    moves.list = calloc((size_t)extent.max_moves, sizeof *moves.list);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct by_node child;
        by_value value;

        type->rules->push(position->state, moves.list[i].move);
        by_position_node(position, &child);
        value = reference_value(position, depth - 1, ply + 1);
        type->rules->pop(position->state, moves.list[i].move);
        value = child.side == node.side ? value : -value;
        best = value > best ? value : best;
    }
    free(moves.list);
    return best;
}
