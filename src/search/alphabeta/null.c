/* SPDX-License-Identifier: MIT
 *
 * The null move: if the side to move passes, and a shallower search still finds a value of at least beta, a real move
 * will do at least as well, and the node is cut. That is wrong in zugzwang, where every move is worse than passing. So
 * a side with few pieces does not pass, and the verified form does not cut but makes the search a ply shallower. The
 * dynamic form reduces more at greater depth and in better positions, and verifies only at great depth.
 *
 * A null move never cuts when beta is a win or a loss, so that wins and losses stay proofs. The hash table stores no
 * value that a null move gave.
 */
#include "search/alphabeta/alphabeta.h"

/* Heinz (1999), as the survey has it: 2 up to a depth of 6, 3 beyond 8; in between 3 if both sides have at least three
 * strong pieces. */
int by__ab_adaptive_reduction(int plies, int strong_pieces)
{
    bool has_few = strong_pieces < AB_NULL_ADAPTIVE_MIN_PIECES;

    return AB_NULL_ADAPTIVE_REDUCTION + (plies > (has_few ? AB_NULL_ADAPTIVE_DEPTH_FEW : AB_NULL_ADAPTIVE_DEPTH));
}

static int strong_pieces_of(const struct ab *s, int side)
{
    return s->tactics->strong_pieces ? s->tactics->strong_pieces(s->state, side) : INT_MAX;
}

/* In a better position a shallower search suffices to confirm it. */
static int dynamic_reduction(const struct ab_node *n)
{
    int surplus = n->has_static_eval ? (n->estimate - n->beta) / AB_NULL_SURPLUS_OF_A_PLY : 0;

    surplus = surplus < AB_NULL_SURPLUS_MAX_PLIES ? surplus : AB_NULL_SURPLUS_MAX_PLIES;
    return AB_NULL_REDUCTION_PLAIN + n->depth / AB_PLY / AB_NULL_DEPTH_DEN + surplus;
}

static int reduction(const struct ab *s, const struct ab_node *n)
{
    int first, second;

    if (s->opt.null_move == AB_NULL_DYNAMIC)
        return dynamic_reduction(n);
    if (s->opt.null_move != AB_NULL_ADAPTIVE && s->opt.null_reduction)
        return s->opt.null_reduction;
    if (s->opt.null_move != AB_NULL_ADAPTIVE)
        return s->opt.null_move == AB_NULL_VERIFIED ? AB_NULL_REDUCTION_VERIFIED : AB_NULL_REDUCTION_PLAIN;
    first = strong_pieces_of(s, 0);
    second = strong_pieces_of(s, 1);
    return by__ab_adaptive_reduction(n->depth / AB_PLY, first < second ? first : second);
}

/* The dynamic form passes only where the static evaluation suggests a cut, near the horizon by a larger margin. */
static bool suggests_cut(const struct ab *s, const struct ab_node *n)
{
    int margin =
        AB_NULL_MARGIN - AB_NULL_MARGIN_PER_PLY * (n->depth / AB_PLY) - AB_NULL_MARGIN_IMPROVING * n->is_improving;

    if (s->opt.null_move != AB_NULL_DYNAMIC || !s->is_selective)
        return true;
    return n->has_static_eval && !ab_is_pv(n) && n->ply >= s->null_from_ply && n->estimate >= n->beta &&
           n->static_eval >= n->beta + margin;
}

static bool may_pass(const struct ab *s, const struct ab_node *n)
{
    bool after_null = n->via.move == BY_MOVE_NONE;

    if (!s->opt.null_move || !s->tactics->push_null || n->info.in_check || after_null)
        return false;
    if (by__is_decisive(n->beta) || n->beta >= BY_INFINITE)
        return false;
    if (!suggests_cut(s, n))
        return false;
    /* With one ply left, the verification has no ply to take away. */
    if (s->opt.null_move == AB_NULL_VERIFIED && n->verifies_null && n->depth < 2 * AB_PLY)
        return false;
    return strong_pieces_of(s, n->info.side) >= s->opt.null_pieces;
}

static by_value search_after_null(struct ab *s, struct ab_node *n)
{
    struct ab_node *child = n + 1;
    by_value value;

    s->tactics->push_null(s->state);
    by__ab_enter_child(s, n, n->beta - 1, n->beta);
    child->via = (struct by_move_info){.move = BY_MOVE_NONE};
    child->phase = BY_PHASE_NULL;
    child->depth = n->depth - (reduction(s, n) + 1) * AB_PLY;
    child->extended = n->extended;
    child->is_cut_node = !n->is_cut_node;
    value = by__ab_search_node(s, child);
    s->tactics->pop_null(s->state);
    return by__ab_leave_child(n, value);
}

/* At great depth, where an error costs most, a search of the node itself has to confirm the cut, without null moves in
 * the plies just below. */
static bool is_confirmed(struct ab *s, struct ab_node *n)
{
    struct ab_node saved;
    by_value value;

    if (s->opt.null_move != AB_NULL_DYNAMIC || n->depth < AB_NULL_VERIFIED_MIN_DEPTH * AB_PLY || s->null_from_ply)
        return true;
    saved = *n;
    n->depth -= (reduction(s, n) + 1) * AB_PLY;
    s->null_from_ply = n->ply + AB_NULL_FORBIDDEN_NUM * n->depth / (AB_NULL_FORBIDDEN_DEN * AB_PLY);
    n->alpha = n->alpha_given = n->beta - 1;
    n->phase = BY_PHASE_NULL;
    value = by__ab_search_again(s, n);
    s->null_from_ply = 0;
    *n = saved;
    s->stack.lengths[n->ply] = 0;
    s->count[AB_NULL_ZUGZWANGS] += value < n->beta;
    return value >= n->beta;
}

bool by__ab_try_null(struct ab *s, struct ab_node *n, by_value *value)
{
    if (!may_pass(s, n) || !by__control_count(s->control))
        return false;
    s->count[AB_NULL_TRIES]++;
    *value = search_after_null(s, n);
    if (s->control->is_stopped)
        return false;
    s->stack.lengths[n->ply] = 0;
    n->is_mate_threatened = by_value_is_loss(*value);
    if (*value < n->beta)
        return false;
    if (s->opt.null_move == AB_NULL_VERIFIED && n->verifies_null) {
        s->count[AB_NULL_REDUCTIONS]++;
        n->is_verifying_null = true;
        n->verifies_null = false;
        n->depth -= AB_PLY;
        return false;
    }
    if (!is_confirmed(s, n) || s->control->is_stopped)
        return false;
    s->count[AB_NULL_CUTS]++;
    n->reason = BY_REASON_NULL;
    n->met_horizon = true;
    if (by_value_is_win(*value))
        *value = n->beta; /* a win after a null move proves no win */
    *value = ab_clamp(s, n, *value);
    return true;
}

bool by__ab_is_refuted_null(struct ab *s, struct ab_node *n, by_value value)
{
    if (value >= n->beta || s->control->is_stopped)
        return false;
    s->count[AB_NULL_ZUGZWANGS]++;
    n->is_verifying_null = false;
    n->verifies_null = true;
    n->depth += AB_PLY;
    n->alpha = n->alpha_given;
    s->stack.lengths[n->ply] = 0;
    return true;
}
