/* SPDX-License-Identifier: MIT
 *
 * The tree of a best-first search. Siblings stand side by side. Blocks of them that are given back are kept by size;
 * what does not fit into one of its size, nor behind the last node, is cut from a larger one.
 */
#include <stdlib.h>

#include "search/best/best.h"

size_t by__best_tree_bytes(int widest)
{
    return ((size_t)widest + 1) * sizeof(int32_t);
}

bool by__best_tree_create(struct best_tree *tree, size_t node_bytes, int widest)
{
    size_t room = node_bytes / sizeof(struct best_node);

    *tree = (struct best_tree){.room = room < INT32_MAX ? (int32_t)room : INT32_MAX, .widest = widest};
    tree->nodes = malloc((size_t)tree->room * sizeof *tree->nodes);
    tree->spare = malloc(by__best_tree_bytes(widest));
    if (!tree->nodes || !tree->spare)
        return false;
    by__best_tree_clear(tree);
    return true;
}

void by__best_tree_clear(struct best_tree *tree)
{
    tree->count = 0;
    for (int i = 0; i <= tree->widest; i++)
        tree->spare[i] = BEST_NOBODY;
}

void by__best_tree_destroy(struct best_tree *tree)
{
    free(tree->nodes);
    free(tree->spare);
    *tree = (struct best_tree){0};
}

static int32_t reuse_spare(struct best_tree *tree, int32_t size)
{
    int32_t first = tree->spare[size];

    tree->spare[size] = tree->nodes[first].first_child;
    return first;
}

int32_t by__best_tree_allocate(struct best_tree *tree, int32_t count)
{
    int32_t first = tree->count;

    if (tree->spare[count] != BEST_NOBODY)
        return reuse_spare(tree, count);
    if (count <= tree->room - tree->count) {
        tree->count += count;
        return first;
    }
    for (int32_t size = count + 1; size <= tree->widest; size++) {
        if (tree->spare[size] == BEST_NOBODY)
            continue;
        first = reuse_spare(tree, size);
        by__best_tree_free(tree, first + count, size - count);
        return first;
    }
    return BEST_NOBODY;
}

void by__best_tree_free(struct best_tree *tree, int32_t first, int32_t count)
{
    tree->nodes[first].first_child = tree->spare[count];
    tree->spare[count] = first;
}

void by__best_tree_prune(struct best_tree *tree, int32_t place)
{
    struct best_node *node = &tree->nodes[place];

    if (node->first_child == BEST_NOBODY)
        return;
    for (int32_t i = 0; i < node->child_count; i++)
        by__best_tree_prune(tree, node->first_child + i);
    by__best_tree_free(tree, node->first_child, node->child_count);
    node->first_child = BEST_NOBODY;
    node->child_count = 0;
}
