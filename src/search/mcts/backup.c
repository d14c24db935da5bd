/* SPDX-License-Identifier: MIT
 *
 * Backpropagation along the path: sums of results; bounds of the values that the sides surely get (MCTS-Solver:
 * Winands, Björnsson & Saito 2008; with draws as bounds: Cazenave & Saffidine 2010); sums of all moves as first (AMAF)
 * for RAVE (Gelly & Silver 2007); estimates by minimax beside the means (Lanctot, Winands, Pepels & Sturtevant 2014).
 */
#include "search/mcts/mcts.h"

/* ---- The solver ------------------------------------------------------------------------------------------------ */

enum { RESERVATIONS = MC_DOUBTFUL | MC_POINTS | MC_PATH };

/* The bounds of a node that follow from its moves, from the view of the side to move. */
struct verdict {
    int low, high;
    int distance;
    uint32_t reservations;
};

/* Whether a win by this child is worth more than another: rather without doubt, then by a win than by points, then the
 * shorter one. */
static bool is_better_win(const struct mc_bounds *child, const struct mc_bounds *other)
{
    uint32_t mine = child->flags & RESERVATIONS, his = other->flags & RESERVATIONS;

    if ((mine & MC_DOUBTFUL) != (his & MC_DOUBTFUL))
        return !(mine & MC_DOUBTFUL);
    return mine != his ? mine < his : child->distance < other->distance;
}

static struct verdict judge(const struct mc_tree *tree, const struct mc_block *block, uint32_t first)
{
    struct verdict v = {.low = -1, .high = -1, .reservations = block->is_partial ? MC_DOUBTFUL : 0};
    struct mc_bounds win = {0};
    bool has_win = false;

    for (uint32_t i = first; i < first + block->count; i++) {
        struct mc_bounds child = mc_bounds_of(&tree->cells[i].node);
        int low = block->side == 0 ? child.low : -child.high, high = block->side == 0 ? child.high : -child.low;

        v.low = low > v.low ? low : v.low;
        v.high = high > v.high ? high : v.high;
        v.reservations |= child.flags & RESERVATIONS;
        if (low == high && child.distance >= v.distance)
            v.distance = child.distance + 1;
        if (low == 1 && (!has_win || is_better_win(&child, &win))) {
            has_win = true;
            win = child;
        }
    }
    if (has_win) {
        v.reservations = win.flags & RESERVATIONS;
        v.distance = win.distance + 1;
    }
    return v;
}

/* Combines the old bounds with those from the moves; false if nothing changes. Moves that a collection removed are
 * expanded again; their contribution to the bounds stays. */
static bool tighten(struct mc_bounds *bounds, const struct verdict *v, uint8_t side)
{
    int low = side == 0 ? v->low : -v->high, high = side == 0 ? v->high : -v->low;

    if (low <= bounds->low && high >= bounds->high)
        return false;
    bounds->low = (int8_t)(low > bounds->low ? low : bounds->low);
    bounds->high = (int8_t)(high < bounds->high ? high : bounds->high);
    bounds->distance = (int16_t)v->distance;
    /* Bounds of an earlier time may have had reservations that are gone now. */
    if (v->low == 1)
        bounds->flags &= ~(uint32_t)RESERVATIONS;
    bounds->flags |= v->reservations;
    return true;
}

/* Makes bounds tighter that other threads may make tighter too; false if they were so already. */
static bool tighten_at(_Atomic uint64_t *place, const struct verdict *v, uint8_t side)
{
    struct mc_bounds bounds;
    uint64_t before;

    do {
        bounds = mc_bounds_in(place);
        before = mc_word_of_bounds(bounds);
        if (!tighten(&bounds, v, side))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(place, &before, mc_word_of_bounds(bounds), memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

/* Two threads that have solved two moves of a node may both miss what that means together: the next visit that
 * finds nothing else sees it. */
bool by__mc_tighten(const struct mc_tree *tree, struct mc_node *node)
{
    uint32_t at = mc_block_of(node);
    struct mc_block *block = &tree->cells[at].block;
    struct verdict v = judge(tree, block, at + 1);

    if (block->key)
        tighten_at(&block->bounds, &v, block->side);
    return tighten_at(&node->bounds, &v, block->side);
}

static bool update_bounds(struct mc_walk *w, struct mc_node *node)
{
    if (!by__mc_tighten(w->tree, node))
        return false;
    w->count[MC_COUNT_SOLVED] += mc_is_solved(node);
    return true;
}

void by__mc_take_over_bounds(struct mc_walk *w, struct mc_node *node, uint32_t at)
{
    const struct mc_block *block = &w->tree->cells[at].block;
    struct mc_bounds bounds = mc_bounds_in(&block->bounds);
    struct verdict v = {.low = block->side == 0 ? bounds.low : -bounds.high,
                        .high = block->side == 0 ? bounds.high : -bounds.low,
                        .distance = bounds.distance,
                        .reservations = bounds.flags & RESERVATIONS};

    if (tighten_at(&node->bounds, &v, block->side))
        w->count[MC_COUNT_SOLVED] += mc_is_solved(node);
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

/* A node's estimate is the best among its visited moves. */
static void update_estimate(struct mc_walk *w, struct mc_node *node)
{
    uint32_t at = mc_block_of(node);
    const struct mc_block *block = &w->tree->cells[at].block;
    float best = -1;

    for (uint32_t i = at + 1; i <= at + block->count; i++) {
        const struct mc_node *child = &w->tree->cells[i].node;
        float mine = block->side == 0 ? mc_estimate_of(child) : 1 - mc_estimate_of(child);

        if (mc_visits_of(child) && mine > best)
            best = mine;
    }
    if (best >= 0)
        atomic_store_explicit(&node->estimate, block->side == 0 ? best : 1 - best, memory_order_relaxed);
}

/* ---- Sums ------------------------------------------------------------------------------------------------------ */

/* A result is lost if two threads do this at once: there are many, and only their mean counts. */
static void add_to_amaf(struct mc_node *node, int quarters)
{
    struct mc_amaf amaf = mc_amaf_of(node);

    if (amaf.visits >= UINT32_MAX / MC_WIN)
        return;
    amaf.visits++;
    amaf.sum += (uint32_t)quarters;
    atomic_store_explicit(&node->amaf, mc_word_of_amaf(amaf), memory_order_relaxed);
}

/* Every move of a node counts as if it had been made there, if its side has made it from there on. */
static void back_up_amaf(struct mc_walk *w, uint32_t block, int ply, int quarters)
{
    uint32_t count = w->tree->cells[block].block.count;

    for (uint32_t i = block + 1; i <= block + count; i++) {
        struct mc_node *child = &w->tree->cells[i].node;
        const struct mc_stamp *stamp = &w->stamps[child->slot < w->slots ? child->slot : 0];

        if (child->slot < w->slots && stamp->iteration == w->iteration && stamp->ply >= ply)
            add_to_amaf(child, quarters);
    }
}

void by__mc_back_up(struct mc_walk *w, int ply, int quarters)
{
    int end = ply;

    if (!w->before && end)
        mc_add(w->tree, &w->tree->cells[w->blocks[end]].block.tried, 1);
    for (; ply >= 0; ply--) {
        struct mc_node *node = &w->tree->cells[w->path[ply]].node;
        uint8_t viewer = w->sides[ply ? ply - 1 : 0];
        uint32_t block = mc_block_of(node);

        if (w->virtual_loss != 1) /* what was counted on the way down becomes one visit */
            mc_add(w->tree, &node->visits, 1 - w->virtual_loss);
        if (w->tree->table && ply < end)
            mc_add(w->tree, &w->tree->cells[w->blocks[ply + 1]].block.visits, 1);
        mc_add_sum(w->tree, node, (uint64_t)(viewer == 0 ? quarters : MC_WIN - quarters));
        if (w->opt->implicit_minimax > 0 && ply < end)
            update_estimate(w, node);
        if (w->opt->rave && w->slots && block)
            back_up_amaf(w, block, ply, w->sides[ply] == 0 ? quarters : MC_WIN - quarters);
    }
    solve(w, end);
}
