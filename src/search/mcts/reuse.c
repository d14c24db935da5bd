/* SPDX-License-Identifier: MIT
 *
 * A tree outlives its run if the next root is in it: the moves that led to the old root are the first of those that led
 * to the new one, from the same position, and the rest of them are in the tree. Where threads have trees of their own,
 * that is so for each by itself.
 */
#include "core/game.h"
#include "search/mcts/mcts.h"

/* The node behind these moves; 0: it is not in the tree. `turns`: the side changed with the last of them. */
static uint32_t follow(const struct mc_tree *tree, const by_move *moves, size_t count, uint8_t side, bool *turns)
{
    uint32_t at = MC_ROOT;

    *turns = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t first = tree->cells[at].node.block, end = first ? first + tree->cells[first].block.count : 0;

        at = first + 1;
        while (at <= end && tree->cells[at].node.move != moves[i])
            at++;
        if (!first || at > end)
            return 0;
        *turns = tree->cells[first].block.side != side;
    }
    return at;
}

/* Whether the moves that led to the old root are the first of those that led to the new one, from the same position. */
static bool has_same_moves(const struct by__run *run, const struct mc_root *old)
{
    return old->is_known && !run->control.limits->root_moves && run->position->length >= old->length &&
           by__position_hash(run->position, old->length) == old->hash;
}

/* Whether the node's bounds come from moves that were removed: then we do not know the best move. */
static bool has_lost_its_moves(const struct mc_node *node)
{
    struct mc_bounds bounds = mc_bounds_of(node);

    return !mc_block_of(node) && (bounds.low > -1 || bounds.high < 1);
}

/* Goes on with the tree from the node behind these moves, if it has it. */
static bool keep_tree(const struct mc_options *opt, struct mc_tree *tree, const by_move *moves, size_t count,
                      uint8_t side)
{
    bool turns;
    uint32_t node = follow(tree, moves, count, side, &turns);

    if (!node || has_lost_its_moves(&tree->cells[node].node) ||
        tree->cells[node].node.visits > UINT32_MAX / 2 / (uint32_t)opt->trees)
        return false;
    by__mc_tree_reroot(tree, node, turns);
    tree->expand_visits = opt->expand_visits;
    return true;
}

uint64_t by__mc_reuse(struct mc_search *s, const struct by__run *run)
{
    const struct mc_root old = s->root;
    size_t length = run->position->length;
    uint64_t reused = 0;

    s->root.is_known = false;
    if (!s->opt.reuse)
        return 0;
    s->root = (struct mc_root){.is_known = !run->control.limits->root_moves,
                               .length = length,
                               .hash = by__position_hash(run->position, length)};
    if (!has_same_moves(run, &old))
        return 0;
    for (int i = 0; i < s->opt.trees; i++)
        if (keep_tree(&s->opt, mc_tree_at(s, i), run->position->history + old.length, length - old.length,
                      run->root.side))
            reused |= (uint64_t)1 << i;
    return reused;
}
