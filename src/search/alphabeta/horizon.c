/* SPDX-License-Identifier: MIT
 *
 * The horizon: where no depth is left, the value is the static evaluation. Quiescence first searches captures, unless
 * the evaluation alone causes a cut (stand pat), and all answers to a check. At least every second ply is a capture, so
 * it ends.
 */
#include "search/alphabeta/alphabeta.h"

/* Less than a ply does not count: extensions by a fraction have to add up. */
bool by__ab_at_horizon(const struct ab *s, const struct ab_node *n)
{
    return n->depth < AB_PLY || n->ply >= s->run->plies;
}

/* Without a move the game is over, which an evaluation does not see. */
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

/* Stand pat: the side to move need not capture, so its value is at least the static evaluation. */
static by_value search_captures(struct ab *s, struct ab_node *n)
{
    by_value stand_pat = estimate(s, n);

    n->best_move = BY_MOVE_NONE;
    if (stand_pat >= n->beta)
        return stand_pat;
    if (stand_pat > n->alpha)
        n->alpha = stand_pat;
    return search_kind(s, n, BY_MOVES_TACTICAL, stand_pat);
}

static by_value search_quiescence(struct ab *s, struct ab_node *n)
{
    if (n->info.in_check)
        return search_kind(s, n, BY_MOVES_ALL, -BY_INFINITE);
    return has_no_move(s, n) ? by__ab_value_at_end(s, n) : search_captures(s, n);
}

/* An entry of any depth may cut here; what quiescence finds is stored with depth 0. */
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
