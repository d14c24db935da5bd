/* SPDX-License-Identifier: MIT
 *
 * Singular extensions (Anantharaman, Campbell, Hsu 1990), as today's engines have them: if a shallower search without
 * the hash move finds no value near the one that the table has for it, the hash move is searched deeper. If that search
 * fails high at beta, several moves are good enough, and the node is cut (multi-cut, Bjornsson & Marsland 1999).
 */
#include "search/alphabeta/alphabeta.h"

static bool may_be_singular(const struct ab *s, const struct ab_node *n)
{
    return s->opt.singular && n->ply > 0 && n->depth >= s->opt.singular * AB_PLY && n->hash_move != BY_MOVE_NONE &&
           n->has_entry && n->entry.move == n->hash_move && (n->entry.bound & BY__BOUND_LOWER) &&
           n->entry.depth >= n->depth - AB_SINGULAR_ENTRY_SHALLOWER * AB_PLY && !by__is_decisive(n->entry.value) &&
           AB_EXTENSION_MAX_PER_LINE * s->root_depth > n->extended;
}

/* The value of the other moves, in a search half as deep. */
static by_value search_others(struct ab *s, struct ab_node *n, by_value bound)
{
    struct ab_node saved = *n;
    int path_ply;
    by_value value;

    n->excluded = n->hash_move;
    n->alpha = n->alpha_given = bound - 1;
    n->beta = bound;
    n->depth = (n->depth - AB_PLY) / AB_SINGULAR_DEPTH_DEN / AB_PLY * AB_PLY;
    n->phase = BY_PHASE_INTERNAL;
    by__ab_begin_moves(s, n, BY_MOVES_ALL);
    value = by__ab_search_moves(s, n, -BY_INFINITE);
    path_ply = n->path_ply;
    *n = saved;
    n->others_path_ply = path_ply;
    s->stack.lengths[n->ply] = 0;
    return value;
}

bool by__ab_try_singular(struct ab *s, struct ab_node *n, by_value *value)
{
    by_value bound, found;

    n->first_extension = 0;
    if (!may_be_singular(s, n))
        return false;
    bound = n->entry.value - AB_SINGULAR_MARGIN_NUM * (n->depth / AB_PLY) / AB_SINGULAR_MARGIN_DEN;
    s->count[AB_SINGULAR_TRIES]++;
    found = search_others(s, n, bound);
    if (s->control->is_stopped) {
        n->reason = BY_REASON_STOPPED;
        *value = 0;
        return true;
    }
    if (found < bound) {
        s->count[AB_SINGULAR_EXTENSIONS]++;
        n->first_extension = AB_PLY * (1 + (!ab_is_pv(n) && found < bound - AB_SINGULAR_DOUBLE_MARGIN));
    } else if (s->opt.multicut && bound >= n->beta && !ab_is_pv(n) && !by__is_decisive(n->beta)) {
        s->count[AB_MULTICUT_CUTS]++;
        n->reason = BY_REASON_CUT;
        n->met_horizon = true;
        n->path_ply = n->others_path_ply < n->path_ply ? n->others_path_ply : n->path_ply;
        *value = ab_clamp(s, n, bound);
        return true;
    } else if (n->entry.value >= n->beta) {
        n->first_extension = -AB_PLY;
    }
    return false;
}
