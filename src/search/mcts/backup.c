/* SPDX-License-Identifier: MIT
 *
 * What an iteration has found goes up its path: sums of results; bounds of what the sides surely get (MCTS-Solver:
 * Winands, Björnsson & Saito 2008; with draws as bounds: Cazenave & Saffidine 2010); sums of all moves as first (AMAF)
 * for RAVE (Gelly & Silver 2007); estimates by minimax beside the means (Lanctot, Winands, Pepels & Sturtevant 2014).
 */
#include "search/mcts/mcts.h"

/* ---- The solver ------------------------------------------------------------------------------------------------ */

enum { RESERVATIONS = MC_DOUBTFUL | MC_POINTS | MC_PATH };

/* What the moves of a node tell of it, from the view of the side to move. */
struct verdict {
    int low, high;
    int distance;
    uint8_t reservations;
};

/* Whether a win by this child is worth more than another: rather without doubt, then by a win than by points, then the
 * shorter one. */
static bool is_better_win(const struct mc_node *child, const struct mc_node *other)
{
    int mine = child->flags & RESERVATIONS, his = other->flags & RESERVATIONS;

    if ((mine & MC_DOUBTFUL) != (his & MC_DOUBTFUL))
        return !(mine & MC_DOUBTFUL);
    return mine != his ? mine < his : child->distance < other->distance;
}

static struct verdict judge(const struct mc_tree *tree, const struct mc_block *block, uint32_t first)
{
    struct verdict v = {.low = -1, .high = -1, .reservations = block->is_partial ? MC_DOUBTFUL : 0};
    const struct mc_node *win = NULL;

    for (uint32_t i = first; i < first + block->count; i++) {
        const struct mc_node *child = &tree->cells[i].node;
        int low = block->side == 0 ? child->low : -child->high, high = block->side == 0 ? child->high : -child->low;

        v.low = low > v.low ? low : v.low;
        v.high = high > v.high ? high : v.high;
        v.reservations |= child->flags & RESERVATIONS;
        if (low == high && child->distance >= v.distance)
            v.distance = child->distance + 1;
        if (low == 1 && (!win || is_better_win(child, win)))
            win = child;
    }
    if (win) {
        v.reservations = win->flags & RESERVATIONS;
        v.distance = win->distance + 1;
    }
    return v;
}

/* The bounds of a node from those of its moves; whether they have become tighter. Moves that a collection has taken are
 * looked at anew, what they have told of the node stays. */
static bool update_bounds(struct mc_walk *w, struct mc_node *node)
{
    const struct mc_block *block = &w->tree->cells[node->block].block;
    struct verdict v = judge(w->tree, block, node->block + 1);
    int low = block->side == 0 ? v.low : -v.high, high = block->side == 0 ? v.high : -v.low;

    if (low <= node->low && high >= node->high)
        return false;
    node->low = (int8_t)(low > node->low ? low : node->low);
    node->high = (int8_t)(high < node->high ? high : node->high);
    node->distance = (int16_t)v.distance;
    /* Bounds of an earlier time may have had reservations that are gone now. */
    node->flags = (uint8_t)(v.low == 1 ? (node->flags & ~RESERVATIONS) | v.reservations : node->flags | v.reservations);
    if (mc_is_solved(node))
        w->count[MC_COUNT_SOLVED]++;
    return true;
}

static void solve(struct mc_walk *w, int ply)
{
    const struct mc_node *end = &w->tree->cells[w->path[ply]].node;

    if (!w->opt->solver || !mc_is_solved(end))
        return;
    while (ply-- > 0)
        if (!update_bounds(w, &w->tree->cells[w->path[ply]].node))
            return;
}

/* ---- Implicit minimax ------------------------------------------------------------------------------------------ */

/* A node's estimate is the best of those moves that were looked at. */
static void update_estimate(struct mc_walk *w, struct mc_node *node)
{
    const struct mc_block *block = &w->tree->cells[node->block].block;
    float best = -1;

    for (uint32_t i = node->block + 1; i <= node->block + block->count; i++) {
        const struct mc_node *child = &w->tree->cells[i].node;
        float mine = block->side == 0 ? child->estimate : 1 - child->estimate;

        if (child->visits && mine > best)
            best = mine;
    }
    if (best >= 0)
        node->estimate = block->side == 0 ? best : 1 - best;
}

/* ---- Sums ------------------------------------------------------------------------------------------------------ */

/* Every move of a node counts as if it had been made there, if its side has made it from there on. */
static void back_up_amaf(struct mc_walk *w, int ply, int quarters)
{
    const struct mc_node *node = &w->tree->cells[w->path[ply]].node;
    uint32_t count = w->tree->cells[node->block].block.count;

    for (uint32_t i = node->block + 1; i <= node->block + count; i++) {
        struct mc_node *child = &w->tree->cells[i].node;
        const struct mc_stamp *stamp = &w->stamps[child->slot < w->slots ? child->slot : 0];

        if (child->slot < w->slots && stamp->iteration == w->iteration && stamp->ply >= ply &&
            child->amaf_visits < UINT32_MAX / MC_WIN) {
            child->amaf_visits++;
            child->amaf_sum += (uint32_t)quarters;
        }
    }
}

void by__mc_back_up(struct mc_walk *w, int ply, int quarters)
{
    int end = ply;

    for (; ply >= 0; ply--) {
        struct mc_node *node = &w->tree->cells[w->path[ply]].node;
        uint8_t viewer = w->sides[ply ? ply - 1 : 0];

        if (!node->visits && ply)
            w->tree->cells[w->blocks[ply]].block.tried++;
        node->visits++;
        node->sum += (uint64_t)(viewer == 0 ? quarters : MC_WIN - quarters);
        if (w->opt->implicit_minimax > 0 && ply < end)
            update_estimate(w, node);
        if (w->opt->rave && w->slots && node->block)
            back_up_amaf(w, ply, w->sides[ply] == 0 ? quarters : MC_WIN - quarters);
    }
    solve(w, end);
}
