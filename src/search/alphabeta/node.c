/* SPDX-License-Identifier: MIT
 *
 * A node of alpha-beta: how it is reported, what the rules and the game know of its value, and how the node below it is
 * entered and left.
 */
#include "search/alphabeta/alphabeta.h"

void by__ab_report(struct ab *s, const struct ab_node *n, enum by_event_kind kind, by_value value)
{
    struct by_event event = {.kind = kind,
                             .reason = kind == BY_EVENT_LEAVE ? n->reason : BY_REASON_NONE,
                             .phase = n->phase,
                             .side = n->info.side,
                             .ply = n->ply,
                             .depth = n->depth / AB_PLY,
                             .move = kind == BY_EVENT_CUT ? n->best_move : n->via.move,
                             .alpha = n->alpha,
                             .beta = n->beta,
                             .value = value};

    by__control_notify(s->control, &event);
}

/* ---- The end of the game --------------------------------------------------------------------------------------- */

by_value by__ab_value_at_end(struct ab *s, struct ab_node *n)
{
    int reach = by__verdict_reach(&n->info);

    n->reason = BY_REASON_OVER;
    n->is_doubtful |= n->info.is_estimate;
    s->met_foretold |= n->info.is_foretold;
    if (reach && n->ply - reach < n->path_ply)
        n->path_ply = n->ply - reach;
    return ab_clamp(s, n, by__value_at_ply(n->info.value, n->ply));
}

/* A win or a loss that is foretold too soon counts, until the root is won or lost by one. After that it is ignored. */
static bool is_doubted(struct ab *s, const struct by_node *info)
{
    if (!by__is_premature(info) || !by__is_decisive(info->value))
        return false;
    s->rests_on_past |= !s->guards_wins;
    return s->guards_wins;
}

/* Whether the option of the rule that gave the verdict is off: then the search goes on as if it did not exist. */
static bool is_rule_off(const struct ab *s, const struct by_node *info)
{
    return (info->path_plies && !s->opt.repetition_cut) || (info->is_dead && !s->opt.material_cut);
}

/* ---- Children -------------------------------------------------------------------------------------------------- */

/* Asks the rules about the position that was just made. */
static void ask_rules_of_child(struct ab *s, struct ab_node *n)
{
    struct ab_node *child = n + 1;

    s->rules->node(s->state, n->ply + 1, &child->info);
    if (child->info.is_over && (is_rule_off(s, &child->info) || is_doubted(s, &child->info)))
        by__leave_verdict_aside(&child->info);
    child->ply = n->ply + 1;
    child->is_after_return = n->is_after_return || child->info.has_returned;
}

static void open_child(struct ab_node *n, by_value alpha, by_value beta)
{
    struct ab_node *child = n + 1;
    bool same_side = child->info.side == n->info.side;

    child->alpha = child->alpha_given = same_side ? alpha : -beta;
    child->beta = same_side ? beta : -alpha;
    child->hash_move = BY_MOVE_NONE;
    child->excluded = BY_MOVE_NONE;
    child->has_entry = false;
    child->has_static_eval = false;
    child->met_horizon = false;
    child->is_doubtful = false;
    child->path_ply = INT_MAX;
    child->verifies_null = n->verifies_null;
    child->is_verifying_null = false;
    child->is_mate_threatened = false;
}

void by__ab_enter_child(struct ab *s, struct ab_node *n, by_value alpha, by_value beta)
{
    ask_rules_of_child(s, n);
    open_child(n, alpha, beta);
}

by_value by__ab_leave_child(struct ab_node *n, by_value value)
{
    const struct ab_node *child = n + 1;

    n->met_horizon |= child->met_horizon;
    n->is_doubtful |= child->is_doubtful;
    n->path_ply = child->path_ply < n->path_ply ? child->path_ply : n->path_ply;
    return child->info.side == n->info.side ? value : -value;
}

void by__ab_make(struct ab *s, struct ab_node *n, const struct by_move_info *move)
{
    if (s->key_after)
        by__hash_prefetch(&s->hash, s->key_after(s->state, move->move));
    s->rules->push(s->state, move->move);
    ask_rules_of_child(s, n);
    n[1].via = *move;
}

by_value by__ab_search_made(struct ab *s, struct ab_node *n, struct ab_window window, int depth)
{
    struct ab_node *child = n + 1;

    open_child(n, window.alpha, window.beta);
    child->phase = window.phase;
    child->depth = depth;
    child->is_cut_node = window.is_cut_node;
    return by__ab_leave_child(n, by__ab_search_node(s, child));
}
