/* SPDX-License-Identifier: MIT
 *
 * The null move: if the other side, given a move for nothing, still cannot bring the value below beta, a real move will
 * do at least as well, and the node is cut after a shallower search. That is wrong in zugzwang, where any move is worse
 * than none; hence none is tried with few pieces left, and the verified form only makes the search a ply shallower. The
 * dynamic form reduces more the deeper it is and the better the position looks, and is verified at great depth only.
 *
 * No cut rests on a null move when beta is a win or a loss, so that wins and losses stay proofs; nor is what a null
 * move says of a node kept in the hash table.
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

/* The better the position looks, the less it takes to confirm it. */
static int dynamic_reduction(const struct ab_node *n)
{
    int surplus = n->has_still ? (n->estimate - n->beta) / AB_NULL_SURPLUS_OF_A_PLY : 0;

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

/* The dynamic form passes only where the static evaluation promises a cut; near the horizon it has to promise more. */
static bool looks_good_enough(const struct ab *s, const struct ab_node *n)
{
    int margin =
        AB_NULL_MARGIN - AB_NULL_MARGIN_PER_PLY * (n->depth / AB_PLY) - AB_NULL_MARGIN_IMPROVING * n->is_improving;

    if (s->opt.null_move != AB_NULL_DYNAMIC || !s->selects)
        return true;
    return n->has_still && !ab_is_pv(n) && n->ply >= s->null_from_ply && n->estimate >= n->beta &&
           n->still >= n->beta + margin;
}

static bool may_pass(const struct ab *s, const struct ab_node *n)
{
    bool after_null = n->via.move == BY_MOVE_NONE;

    if (!s->opt.null_move || !s->tactics->push_null || n->info.in_check || after_null)
        return false;
    if (by_value_is_win(n->beta) || by_value_is_loss(n->beta) || n->beta >= BY_INFINITE)
        return false;
    if (!looks_good_enough(s, n))
        return false;
    /* At the last ply there is no depth from which a verification could take one away. */
    if (s->opt.null_move == AB_NULL_VERIFIED && n->verifies && n->depth < 2 * AB_PLY)
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

/* At great depth, where an error would cost most, the node itself has to agree, without passes near it. */
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
    n->fears_mate = by_value_is_loss(*value);
    if (*value < n->beta)
        return false;
    if (s->opt.null_move == AB_NULL_VERIFIED && n->verifies) {
        s->count[AB_NULL_REDUCTIONS]++;
        n->is_verifying = true;
        n->verifies = false;
        n->depth -= AB_PLY;
        return false;
    }
    if (!is_confirmed(s, n) || s->control->is_stopped)
        return false;
    s->count[AB_NULL_CUTS]++;
    n->reason = BY_REASON_NULL;
    n->met_horizon = true;
    if (by_value_is_win(*value))
        *value = n->beta; /* a win after a pass is no win */
    *value = ab_clamp(s, n, *value);
    return true;
}

bool by__ab_is_refuted_null(struct ab *s, struct ab_node *n, by_value value)
{
    if (value >= n->beta || s->control->is_stopped)
        return false;
    s->count[AB_NULL_ZUGZWANGS]++;
    n->is_verifying = false;
    n->verifies = true;
    n->depth += AB_PLY;
    n->alpha = n->alpha_given;
    s->stack.lengths[n->ply] = 0;
    return true;
}
