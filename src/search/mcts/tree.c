/* SPDX-License-Identifier: MIT
 *
 * The tree in an array of cells. A block always stands behind the one that its parent is in, so that one pass from left
 * to right meets parents before their children. A collection keeps that order.
 */
#include <string.h>

#include "search/mcts/mcts.h"

void by__mc_tree_clear(struct mc_tree *tree, uint32_t expand_visits)
{
    tree->cells[MC_ROOT].node =
        (struct mc_node){.move = BY_MOVE_NONE, .bounds = mc_word_of_bounds((struct mc_bounds){.low = -1, .high = 1})};
    tree->used = MC_FIRST_BLOCK;
    tree->expand_visits = expand_visits;
    tree->is_full = false;
    tree->is_path_bound = false;
    by__mc_table_clear(tree);
}

/* Takes `count` cells; 0: not enough are left. */
static uint32_t take_cells(struct mc_tree *tree, uint32_t count)
{
    uint32_t at = atomic_load_explicit(&tree->used, memory_order_relaxed);

    do {
        if (tree->room - at < count)
            return 0;
    } while (tree->is_shared && !atomic_compare_exchange_weak_explicit(&tree->used, &at, at + count,
                                                                       memory_order_relaxed, memory_order_relaxed));
    if (!tree->is_shared)
        atomic_store_explicit(&tree->used, at + count, memory_order_relaxed);
    return at;
}

uint32_t by__mc_tree_add(struct mc_tree *tree, uint32_t parent, uint32_t parent_block, int count)
{
    uint32_t at = take_cells(tree, (uint32_t)count + 1);

    if (!at) {
        atomic_store_explicit(&tree->is_full, true, memory_order_relaxed);
        return 0;
    }
    tree->cells[at].block = (struct mc_block){.parent_block = parent_block,
                                              .parent = parent,
                                              .count = (uint32_t)count,
                                              .bounds = mc_word_of_bounds((struct mc_bounds){.low = -1, .high = 1})};
    return at;
}

/* ---- Collection ------------------------------------------------------------------------------------------------ */

/* Numbers of visits by their size: exactly up to 16, then in quarters of powers of two. */
enum { EXACT = 16, CLASSES = EXACT + 4 * 28 };

static int class_of(uint32_t visits)
{
    int power = 4;

    if (visits < EXACT)
        return (int)visits;
    while (visits >> power > 1)
        power++;
    return EXACT + 4 * (power - 4) + (int)(visits >> (power - 2) & 3);
}

/* The minimum number of visits of a class. */
static uint32_t least_of(int class)
{
    int power = 4 + (class - EXACT) / 4;

    if (class < EXACT)
        return (uint32_t) class;
    return (uint32_t)(4 + (class - EXACT) % 4) << (power - 2);
}

/* How much a block was used: by the visits of its node or, where several share it, of its moves. */
static uint32_t use_of(const struct mc_tree *tree, const struct mc_block *block)
{
    return tree->table ? block->visits : tree->cells[block->parent].node.visits;
}

/* With how many visits a node keeps its moves. */
static uint32_t find_cutoff(const struct mc_tree *tree)
{
    uint32_t cells[CLASSES] = {0}, wanted = tree->used / 2, found = 0;
    int class = 0;

    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at += tree->cells[at].block.count + 1) {
        const struct mc_block *block = &tree->cells[at].block;

        if (block->parent_block)
            cells[class_of(use_of(tree, block))] += block->count + 1;
    }
    while (class < CLASSES - 1 && found < wanted)
        found += cells[class ++];
    return least_of(class);
}

/* Computes where each block moves to. A block that several nodes share moves with the first of them. */
static void forward(struct mc_tree *tree, uint32_t cutoff)
{
    uint32_t to = MC_FIRST_BLOCK, count;

    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at += count + 1) {
        struct mc_block *block = &tree->cells[at].block;
        bool is_kept =
            at == tree->cells[MC_ROOT].node.block ||
            (block->parent_block && tree->cells[block->parent_block].block.forward && use_of(tree, block) >= cutoff);

        count = block->count;
        block->forward = is_kept ? to : 0;
        if (is_kept)
            to += count + 1;
    }
}

/* A node follows its moves; those that are dropped it forgets. */
static void redirect_node(struct mc_tree *tree, struct mc_node *node)
{
    uint32_t at = atomic_load_explicit(&node->block, memory_order_relaxed);

    if (at)
        atomic_store_explicit(&node->block, tree->cells[at].block.forward, memory_order_relaxed);
}

/* Updates all links to the new places of the kept blocks before the blocks move. */
static void redirect(struct mc_tree *tree)
{
    uint32_t count;

    redirect_node(tree, &tree->cells[MC_ROOT].node);
    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at += count + 1) {
        struct mc_block *block = &tree->cells[at].block;

        count = block->count;
        if (!block->forward)
            continue;
        for (uint32_t i = at + 1; i <= at + count; i++)
            redirect_node(tree, &tree->cells[i].node);
        if (block->parent_block) {
            uint32_t parent_to = tree->cells[block->parent_block].block.forward;

            block->parent = parent_to + (block->parent - block->parent_block);
            block->parent_block = parent_to;
        }
    }
}

static void slide(struct mc_tree *tree)
{
    uint32_t end = MC_FIRST_BLOCK, next;

    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at = next) {
        uint32_t count = tree->cells[at].block.count, to = tree->cells[at].block.forward;

        next = at + count + 1;
        if (!to)
            continue;
        /* Blocks that stay in place are not touched: other threads may read the root's moves of a tree that is not
         * theirs. */
        if (to != at)
            memmove(&tree->cells[to], &tree->cells[at], ((size_t)count + 1) * sizeof *tree->cells);
        end = to + count + 1;
    }
    tree->used = end;
}

/* Keeps the blocks that were used at least this often. */
static void compact(struct mc_tree *tree, uint32_t cutoff)
{
    forward(tree, cutoff);
    redirect(tree);
    slide(tree);
    by__mc_table_fill(tree);
    tree->is_full = false;
}

void by__mc_tree_collect(struct mc_tree *tree)
{
    uint32_t before = tree->used, cutoff = find_cutoff(tree);

    compact(tree, cutoff);
    if (cutoff >= tree->expand_visits)
        tree->expand_visits = cutoff + 1;
    if (tree->used == before) /* only the root has moves: that is as far as it goes */
        tree->expand_visits = UINT32_MAX;
}

/* ---- Another root ---------------------------------------------------------------------------------------------- */

/* A verdict on the path may be stricter below the root than above it. */
static void forget_path(_Atomic uint64_t *bounds)
{
    if (mc_bounds_in(bounds).flags & MC_PATH)
        *bounds = mc_word_of_bounds((struct mc_bounds){.low = -1, .high = 1});
}

void by__mc_tree_reroot(struct mc_tree *tree, uint32_t node, bool turns)
{
    struct mc_node *root = &tree->cells[MC_ROOT].node;

    if (node != MC_ROOT) {
        *root = tree->cells[node].node;
        root->move = BY_MOVE_NONE;
        if (turns)
            root->sum = (uint64_t)MC_WIN * root->visits - root->sum;
    }
    if (root->block) {
        tree->cells[root->block].block.parent = MC_ROOT;
        tree->cells[root->block].block.parent_block = 0;
    }
    compact(tree, 0);
    forget_path(&root->bounds);
    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at += tree->cells[at].block.count + 1) {
        forget_path(&tree->cells[at].block.bounds);
        for (uint32_t i = at + 1; i <= at + tree->cells[at].block.count; i++)
            forget_path(&tree->cells[i].node.bounds);
    }
}
