/* SPDX-License-Identifier: MIT
 *
 * The horizon: where the depth is used up the position is estimated. With quiescence it is first brought to rest:
 * captures are searched on, unless standing still is good enough already, and all answers to a check. Every second ply
 * at least is a capture, so that it ends.
 */
#include "search/alphabeta/alphabeta.h"

/* Less than a ply is no ply: a single extension by a fraction does not yet make a line longer. */
bool by__ab_at_horizon(const struct ab *s, const struct ab_node *n)
{
    return n->depth < AB_PLY || n->ply >= s->run->plies;
}

/* Where there is no move the game is over, which no estimate would see. */
static bool has_no_move(struct ab *s, struct ab_node *n)
{
    struct by_moves count = {0};

    if (n->info.can_move)
        return false;
    s->rules->moves(s->state, BY_MOVES_ALL, &count);
    if (count.path_plies)
        n->info.path_plies = count.path_plies;
    n->info.is_estimate |= count.is_partial && count.count == 0;
    return count.count == 0;
}

static by_value estimate(struct ab *s, struct ab_node *n)
{
    n->reason = BY_REASON_HORIZON;
    n->met_horizon = true;
    by__ab_evaluate(s, n);
    return ab_clamp(s, n, n->estimate);
}

static by_value search_kind(struct ab *s, struct ab_node *n, enum by_moves_kind kind, by_value best)
{
    by__ab_begin_moves(s, n, kind);
    n->phase = BY_PHASE_QUIET;
    return by__ab_search_moves(s, n, best);
}

/* Nobody is obliged to capture: what stands on the board is the least that the side to move has. */
static by_value search_captures(struct ab *s, struct ab_node *n)
{
    by_value still = estimate(s, n);

    n->best_move = BY_MOVE_NONE;
    if (still >= n->beta)
        return still;
    if (still > n->alpha)
        n->alpha = still;
    return search_kind(s, n, BY_MOVES_TACTICAL, still);
}

static by_value search_quiescence(struct ab *s, struct ab_node *n)
{
    if (n->info.in_check)
        return search_kind(s, n, BY_MOVES_ALL, -BY_INFINITE);
    return has_no_move(s, n) ? by__ab_value_at_end(s, n) : search_captures(s, n);
}

/* What is known of a position is worth as much beyond the horizon; what is found there counts for no depth at all. */
static by_value search_quiescence_by_hash(struct ab *s, struct ab_node *n)
{
    by_value value;

    if (by__ab_try_hash(s, n, &value))
        return value;
    n->best_move = BY_MOVE_NONE;
    value = search_quiescence(s, n);
    if (!s->control->is_stopped && n->reason != BY_REASON_OVER)
        by__ab_store_hash(s, n, value);
    return value;
}

by_value by__ab_horizon_value(struct ab *s, struct ab_node *n)
{
    s->count[AB_QUIESCENCE_NODES] += n->phase == BY_PHASE_QUIET;
    if (s->opt.quiescence && n->ply < s->run->plies)
        return s->opt.quiescence_hash ? search_quiescence_by_hash(s, n) : search_quiescence(s, n);
    return has_no_move(s, n) ? by__ab_value_at_end(s, n) : estimate(s, n);
}
