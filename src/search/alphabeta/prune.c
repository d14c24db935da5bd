/* SPDX-License-Identifier: MIT
 *
 * Pruning. A node whose static evaluation is far above its window is cut (reverse futility), one far below is left to
 * quiescence (razoring), and one where a capture beats a raised beta in a shallower search is cut too (ProbCut, Buro
 * 1995). Moves are pruned that are unlikely to raise alpha: quiet ones that come late, that cannot lift a low
 * evaluation or have failed often, and those that lose material.
 *
 * Wins and losses stay proofs: nothing is pruned where the window or the best value so far is one, and a value that
 * rests on an estimate says that it has met the horizon.
 */
#include "search/alphabeta/alphabeta.h"

void by__ab_evaluate(struct ab *s, struct ab_node *n)
{
    if (n->has_entry && n->entry.evaluation != BY__HASH_NO_EVALUATION) {
        n->raw_eval = n->entry.evaluation;
    } else {
        s->evaluations++;
        by__control_count_evaluation(s->control);
        n->raw_eval = s->evaluate ? s->evaluate(s->state) : 0;
    }
    n->has_static_eval = true;
    n->static_eval = n->raw_eval + by__ab_correction(s, n);
    n->estimate = n->static_eval;
    if (n->has_entry && (n->entry.bound & (n->entry.value > n->static_eval ? BY__BOUND_LOWER : BY__BOUND_UPPER)) &&
        !by__is_decisive(n->entry.value))
        n->estimate = n->entry.value;
}

void by__ab_evaluate_node(struct ab *s, struct ab_node *n)
{
    const struct ab_node *earlier = NULL;

    n->is_improving = false;
    if (n->info.in_check)
        return;
    by__ab_evaluate(s, n);
    for (int back = AB_IMPROVING_PLIES; back <= AB_IMPROVING_MAX_PLIES && back <= n->ply && !earlier;
         back += AB_IMPROVING_PLIES)
        if (n[-back].has_static_eval && n[-back].info.side == n->info.side)
            earlier = &n[-back];
    n->is_improving = !earlier || n->static_eval > earlier->static_eval;
}

/* Whether a node may be cut by an estimate. */
static bool may_cut(const struct ab_node *n)
{
    return n->has_static_eval && !ab_is_pv(n) && !by__is_decisive(n->beta) && !by__is_decisive(n->alpha);
}

static bool cut_by_estimate(struct ab *s, struct ab_node *n, by_value found, by_value *value)
{
    n->reason = BY_REASON_HORIZON;
    n->met_horizon = true;
    *value = ab_clamp(s, n, found);
    return true;
}

bool by__ab_try_reverse_futility(struct ab *s, struct ab_node *n, by_value *value)
{
    int plies = n->depth / AB_PLY;
    int improving = s->opt.reverse_futility * AB_REVERSE_FUTILITY_IMPROVING_NUM / AB_REVERSE_FUTILITY_IMPROVING_DEN;
    int margin = s->opt.reverse_futility * plies - (n->is_improving ? improving : 0);

    if (!s->opt.reverse_futility || !may_cut(n) || plies > AB_REVERSE_FUTILITY_MAX_DEPTH ||
        n->estimate - margin < n->beta)
        return false;
    s->count[AB_REVERSE_FUTILITY_CUTS]++;
    return cut_by_estimate(s, n, (n->estimate + n->beta) / 2, value);
}

bool by__ab_try_razoring(struct ab *s, struct ab_node *n, by_value *value)
{
    int plies = n->depth / AB_PLY;
    struct ab_node saved;

    if (!s->opt.razoring || !may_cut(n) || plies > AB_RAZORING_MAX_DEPTH ||
        n->estimate + s->opt.razoring * (AB_RAZORING_BASE + plies * plies) > n->alpha)
        return false;
    saved = *n;
    n->depth = 0;
    *value = by__ab_horizon_value(s, n);
    n->depth = saved.depth;
    n->phase = saved.phase;
    if (s->control->is_stopped || *value <= saved.alpha) {
        s->count[AB_RAZORING_CUTS]++;
        n->met_horizon = true;
        return true;
    }
    *n = saved;
    s->stack.lengths[n->ply] = 0;
    return false;
}

/* ---- ProbCut --------------------------------------------------------------------------------------------------- */

static bool may_probcut(const struct ab *s, const struct ab_node *n, by_value raised)
{
    int depth = n->depth - (AB_PROBCUT_REDUCTION - 1) * AB_PLY;

    if (!s->opt.probcut || !s->tactics->see_at_least || n->depth < AB_PROBCUT_MIN_DEPTH * AB_PLY || !may_cut(n) ||
        by__is_decisive(raised))
        return false;
    return !(n->has_entry && n->entry.depth >= depth && (n->entry.bound & BY__BOUND_UPPER) && n->entry.value < raised);
}

/* Quiescence tries the captures that win enough by static exchange, and if it agrees, a shallower search does. */
static by_value search_captures_above(struct ab *s, struct ab_node *n, by_value raised)
{
    struct ab_window window = {raised - 1, raised, BY_PHASE_INTERNAL, !n->is_cut_node};
    const struct by_move_info *move;
    by_value value = -BY_INFINITE;

    by__ab_begin_moves(s, n, BY_MOVES_TACTICAL);
    while (value < raised && (move = by__ab_next_move(s, n))) {
        struct by_move_info info = *move;

        if (!s->tactics->see_at_least(s->state, info.move, raised - n->static_eval))
            continue;
        if (!by__control_count(s->control))
            break;
        by__ab_make(s, n, &info);
        n[1].extended = n->extended;
        value = by__ab_search_made(s, n, window, 0);
        if (value >= raised && by__control_count(s->control))
            value = by__ab_search_made(s, n, window, n->depth - AB_PROBCUT_REDUCTION * AB_PLY);
        s->rules->pop(s->state, info.move);
        if (s->control->is_stopped)
            break;
        n->best_move = info.move;
    }
    return value;
}

bool by__ab_try_probcut(struct ab *s, struct ab_node *n, by_value *value)
{
    by_value raised = n->beta + s->opt.probcut - (n->is_improving ? s->opt.probcut / AB_PROBCUT_IMPROVING_DEN : 0),
             found;
    struct ab_node saved;

    if (!may_probcut(s, n, raised))
        return false;
    s->count[AB_PROBCUT_TRIES]++;
    saved = *n;
    found = search_captures_above(s, n, raised);
    if (s->control->is_stopped || found < raised) {
        *n = saved;
        s->stack.lengths[n->ply] = 0;
        return false;
    }
    s->count[AB_PROBCUT_CUTS]++;
    *value = by_value_is_win(found) ? n->beta : found - (raised - n->beta);
    return cut_by_estimate(s, n, *value, value);
}

/* ---- Pruning of moves ------------------------------------------------------------------------------------------ */

/* A move that gives check is not pruned: the evaluation does not see what it may force. */
static bool gives_check(const struct ab *s, const struct by_move_info *move)
{
    return (move->flags & BY_MOVE_CHECK) || (s->tactics->gives_check && s->tactics->gives_check(s->state, move->move));
}

static bool loses_material(const struct ab *s, const struct by_move_info *move, by_value threshold)
{
    return s->tactics->see_at_least && !s->tactics->see_at_least(s->state, move->move, threshold);
}

static bool is_late(const struct ab *s, const struct ab_node *n, int plies)
{
    int max_moves = (s->opt.late_pruning + plies * plies) / (n->is_improving ? 1 : AB_LATE_PRUNING_WORSENING_DEN);

    return s->opt.late_pruning && plies <= AB_LATE_PRUNING_MAX_DEPTH && !n->info.in_check && n->tried >= max_moves;
}

/* Whether a move that is worth at most `max_value` cannot raise alpha. Fail-soft, the node may still be worth that. */
static bool falls_short(struct ab_node *n, by_value max_value)
{
    if (max_value > n->alpha)
        return false;
    n->max_pruned_value = max_value > n->max_pruned_value ? max_value : n->max_pruned_value;
    return true;
}

static bool is_futile(const struct ab *s, struct ab_node *n, int plies)
{
    return s->opt.futility && plies <= AB_FUTILITY_MAX_DEPTH && n->has_static_eval &&
           falls_short(n, n->static_eval + AB_FUTILITY_BASE + s->opt.futility * plies);
}

static bool has_failed(const struct ab *s, const struct ab_node *n, const struct by_move_info *move, int plies)
{
    return s->opt.history_pruning && plies <= AB_HISTORY_PRUNING_MAX_DEPTH &&
           by__ab_quiet_history(s, n, move) < -s->opt.history_pruning * plies;
}

/* The counter of the technique that prunes a move in the main search; -1: it is searched. `reduced` is the depth that
 * the move would have. */
static int pruning_reason(const struct ab *s, struct ab_node *n, const struct by_move_info *move)
{
    int plies = n->depth / AB_PLY, reduced = plies - by__ab_late_reduction(s, plies, n->tried);

    reduced = reduced < 1 ? 1 : reduced;
    if (move->flags & BY_MOVE_CAPTURE)
        return s->opt.see_pruning && plies <= AB_SEE_PRUNING_MAX_DEPTH &&
                       loses_material(s, move, -s->opt.see_pruning * plies)
                   ? AB_SEE_PRUNING_MOVES
                   : -1;
    if (is_late(s, n, plies))
        return AB_LATE_PRUNING_MOVES;
    if (is_futile(s, n, reduced))
        return AB_FUTILITY_MOVES;
    if (has_failed(s, n, move, reduced))
        return AB_HISTORY_PRUNING_MOVES;
    if (s->opt.see_pruning && reduced <= AB_SEE_PRUNING_MAX_DEPTH &&
        loses_material(s, move, -AB_SEE_PRUNING_QUIET * reduced * reduced))
        return AB_SEE_PRUNING_MOVES;
    return -1;
}

/* The same in quiescence: captures that lose material, or win too little to reach the window. */
static int pruning_reason_in_quiescence(const struct ab *s, struct ab_node *n, const struct by_move_info *move)
{
    bool is_capture = move->flags & BY_MOVE_CAPTURE;

    if (s->opt.quiescence_delta && n->has_static_eval && is_capture &&
        falls_short(n, n->static_eval + s->opt.quiescence_delta + s->tactics->prices[move->victim]) &&
        !gives_check(s, move))
        return AB_QUIESCENCE_DELTA_MOVES;
    if (s->opt.quiescence_see && loses_material(s, move, 0))
        return AB_QUIESCENCE_SEE_MOVES;
    return -1;
}

bool by__ab_is_pruned(struct ab *s, struct ab_node *n, const struct by_move_info *move, by_value best)
{
    bool is_quiescence = n->depth < AB_PLY;
    int reason;

    if (move->move == n->excluded)
        return true;
    if (n->ply == 0 || best <= -BY_MIN_WIN || by__is_decisive(n->alpha))
        return false;
    reason = is_quiescence ? pruning_reason_in_quiescence(s, n, move) : pruning_reason(s, n, move);
    if (reason == AB_LATE_PRUNING_MOVES && n->picker.is_staged) {
        n->picker.skips_quiet = true;
        n->met_horizon = true; /* this move may be searched if it gives check, but those after it are not */
    }
    if (reason < 0 || (!is_quiescence && gives_check(s, move)))
        return false;
    s->count[reason]++;
    n->met_horizon = true;
    return true;
}
