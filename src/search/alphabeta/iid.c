/* SPDX-License-Identifier: MIT
 *
 * Internal iterative deepening (Scott 1969): without a hash move, a shallower search of the node finds the move to try
 * first. If that fails low, its best move is not to be trusted; the enlarged form then searches once more with a window
 * in which nothing fails low (Yue & Feng 2009).
 */
#include "search/alphabeta/alphabeta.h"

/* Searches the node itself less deeply, for its best move; that also leaves an entry in the hash table. */
static by_value search_shallower(struct ab *s, struct ab_node *n, by_value alpha, by_move *best)
{
    struct ab_node saved = *n;
    by_value value;

    n->depth -= s->opt.iid_reduction * AB_PLY;
    n->alpha = n->alpha_given = alpha;
    n->phase = BY_PHASE_INTERNAL;
    if (s->opt.iid_hash && by__ab_try_hash(s, n, &value)) {
        *best = n->entry.move;
    } else {
        value = by__ab_search_again(s, n);
        *best = n->best_move;
    }
    *n = saved;
    s->stack.lengths[n->ply] = 0;
    return value;
}

void by__ab_deepen_internally(struct ab *s, struct ab_node *n)
{
    by_move best;

    if (n->hash_move != BY_MOVE_NONE || n->depth < s->opt.iid_min_depth * AB_PLY ||
        n->depth <= s->opt.iid_reduction * AB_PLY)
        return;
    s->count[AB_IID_SEARCHES]++;
    if (search_shallower(s, n, n->alpha, &best) <= n->alpha && s->opt.iid == AB_IID_ENLARGED &&
        !s->control->is_stopped) {
        s->count[AB_IID_ENLARGED_SEARCHES]++;
        search_shallower(s, n, -BY_INFINITE, &best);
    }
    n->hash_move = best;
}
