/* SPDX-License-Identifier: MIT
 *
 * Prior knowledge about the root's moves: it counts like results of all moves as first, as the game's own first
 * opinions do, and so fades with the visits.
 */
#include "search/mcts/mcts.h"

static void add_hint(struct mc_node *node, const struct by_hint *hint)
{
    float visits = hint->visits > 0 ? hint->visits : 0, mean = hint->mean > 1 ? 1 : hint->mean;
    uint32_t count = visits < (float)MC_MAX_HINT ? (uint32_t)visits : MC_MAX_HINT;
    struct mc_amaf amaf = mc_amaf_of(node);

    if (!(mean >= 0)) /* that is no result */
        return;
    if (amaf.visits > UINT32_MAX / MC_WIN - MC_MAX_HINT)
        return; /* that many results need no hint */
    amaf.visits += count;
    amaf.sum += (uint32_t)(mean * MC_WIN * (float)count);
    atomic_store_explicit(&node->amaf, mc_word_of_amaf(amaf), memory_order_relaxed);
}

void by__mc_add_hints(struct mc_tree *tree, const struct by_limits *limits)
{
    uint32_t block = mc_block_of(&tree->cells[MC_ROOT].node), count = block ? tree->cells[block].block.count : 0;

    for (size_t i = 0; limits->hints && i < limits->hint_count; i++)
        for (uint32_t at = block + 1; at <= block + count; at++)
            if (tree->cells[at].node.move == limits->hints[i].move)
                add_hint(&tree->cells[at].node, &limits->hints[i]);
}
