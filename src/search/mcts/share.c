/* SPDX-License-Identifier: MIT
 *
 * Positions that are reached in several ways share their moves: a node finds them in a table by the key of its position
 * (UCT on a graph whose moves keep their own means: Childs, Brodeur & Kocsis 2008). Where nodes share moves, urgencies
 * use the visits of the moves together.
 *
 * A table of the places of blocks; a block knows its key. Threads store and find without locks: what was stored last
 * stays.
 */
#include "search/mcts/mcts.h"

enum { CELLS_PER_SLOT = 4, PROBES = 4 };

uint32_t by__mc_table_slots(uint32_t cells)
{
    uint32_t slots = PROBES;

    while (slots < cells / CELLS_PER_SLOT / 2)
        slots *= 2;
    return slots;
}

void by__mc_table_clear(struct mc_tree *tree)
{
    if (!tree->table)
        return;
    for (uint32_t i = 0; i < tree->slots; i++)
        atomic_store_explicit(&tree->table[i], 0, memory_order_relaxed);
}

void by__mc_table_fill(struct mc_tree *tree)
{
    if (!tree->table)
        return;
    by__mc_table_clear(tree);
    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at += tree->cells[at].block.count + 1)
        if (tree->cells[at].block.key)
            by__mc_table_store(tree, tree->cells[at].block.key, at);
}

static _Atomic uint32_t *slot_of(const struct mc_tree *tree, uint64_t key, uint32_t probe)
{
    return &tree->table[(key + probe) & (tree->slots - 1)];
}

uint32_t by__mc_table_find(const struct mc_tree *tree, uint64_t key)
{
    for (uint32_t i = 0; i < PROBES; i++) {
        uint32_t at = atomic_load_explicit(slot_of(tree, key, i), memory_order_acquire);

        if (!at)
            return 0;
        if (tree->cells[at].block.key == key)
            return at;
    }
    return 0;
}

void by__mc_table_store(struct mc_tree *tree, uint64_t key, uint32_t block)
{
    uint32_t i = 0;

    while (i < PROBES - 1 && atomic_load_explicit(slot_of(tree, key, i), memory_order_relaxed))
        i++;
    atomic_store_explicit(slot_of(tree, key, i), block, memory_order_release);
}
