/* SPDX-License-Identifier: MIT
 *
 * Perft: counts move sequences. The last ply is counted in bulk, without making its moves.
 */
#include <stdlib.h>

#include "core/game.h"

static uint64_t count(const struct by_rules *rules, void *state, int depth, int max_moves, struct by_move_info *stack)
{
    struct by_moves moves = {.list = depth > 1 ? stack : NULL};
    uint64_t total = 0;

    rules->moves(state, BY_MOVES_ALL, &moves);
    if (depth == 1)
        return (uint64_t)moves.count;
    for (int i = 0; i < moves.count; i++) {
        rules->push(state, stack[i].move);
        total += count(rules, state, depth - 1, max_moves, stack + max_moves);
        rules->pop(state, stack[i].move);
    }
    return total;
}

by_status by_position_perft(by_position *position, int depth, uint64_t *out, by_error *error)
{
    const struct by_rules *rules = position->game->type->rules;
    struct by_move_info *stack;
    struct by_extent extent;
    by_status status;

    if (depth < 0 || depth > BY_MAX_PLY)
        return by_error_set(error, BY_ERROR_INPUT, "a depth of %d does not fit, expected 0..%d", depth, BY_MAX_PLY);
    if (depth == 0) {
        *out = 1;
        return BY_OK;
    }
    status = by__position_reserve(position, (size_t)depth, error);
    if (status)
        return status;
    rules->extent(position->state, &extent);
    stack = malloc(((size_t)depth * (size_t)extent.max_moves + 1) * sizeof *stack);
    if (!stack)
        return by_error_no_memory(error);
    *out = count(rules, position->state, depth, extent.max_moves, stack);
    free(stack);
    return BY_OK;
}
