/* SPDX-License-Identifier: MIT
 *
 * Keys of nodes. A key is a hash of all that lies below its node (Merkle 1987): the same tree has the same keys
 * whenever it is read, and no two trees share a key by which a hash table could take one for the other. Two nodes of
 * one tree are different positions even if the same lies below them, so the second of such a pair gets a key of its
 * own: transpositions occur where the tree was written as a graph, and nowhere else. Leaves need no such care, as
 * nothing is stored for them.
 */
#include <stdlib.h>

#include "boyi/random.h"
#include "games/tree/inside.h"

static uint64_t mixed(uint64_t hash, uint64_t word)
{
    return by_random_word(hash ^ word);
}

/* The node's own contribution to its key. */
static uint64_t hash_head(const struct tree *tree, const struct tree_node *node, uint64_t salt)
{
    uint64_t hash = mixed(salt, (uint64_t)node->width << 1 | node->side);

    hash = mixed(hash, (uint32_t)node->value);
    if (node->has_bounds)
        hash = mixed(hash, (uint64_t)(uint32_t)node->least << 32 | (uint32_t)node->most);
    for (const char *c = tree->names + node->name; *c; c++)
        hash = mixed(hash, (unsigned char)*c);
    return hash;
}

/* The two hashes are independent: neither is computed from the other. */
static void hash_node(const struct tree *tree, struct tree_node *node)
{
    uint64_t hash = hash_head(tree, node, 0x7EEE);
    uint64_t index_hash = hash_head(tree, node, 0x1DE7);

    for (uint32_t i = 0; i < node->width; i++) {
        const struct tree_node *child = &tree->nodes[tree->children[node->first + i]];

        hash = mixed(hash, child->key);
        index_hash = mixed(index_hash, child->index_key);
    }
    node->key = hash ? hash : 1;
    node->index_key = (uint32_t)(index_hash >> 32);
}

/* Puts `key` into the set, whose size is a power of two; false if it was there. */
static bool put(uint64_t *set, size_t size, uint64_t key)
{
    size_t place = (size_t)key & (size - 1);

    for (; set[place]; place = (place + 1) & (size - 1))
        if (set[place] == key)
            return false;
    set[place] = key;
    return true;
}

/* A power of two, at least twice the number of inner nodes. */
static size_t set_size(const struct tree *tree)
{
    size_t size = 16, inner = 0;

    for (uint32_t i = 0; i < tree->node_count; i++)
        inner += tree->nodes[i].width > 0;
    while (size < inner * 2)
        size *= 2;
    return size;
}

static by_status separate_twins(struct tree *tree, by_error *error)
{
    size_t size = set_size(tree);
    uint64_t *set = calloc(size, sizeof *set);

    if (!set)
        return by_error_no_memory(error);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        struct tree_node *node = &tree->nodes[i];
        uint64_t salt = by_random_word(i);

        if (!node->width || put(set, size, node->key))
            continue;
        node->key = mixed(node->key, salt);
        node->key += node->key == 0;
        node->index_key = (uint32_t)(mixed(node->index_key, salt) >> 32);
        put(set, size, node->key);
    }
    free(set);
    return BY_OK;
}

by_status by__tree_fill_keys(struct tree *tree, const uint32_t *order, by_error *error)
{
    for (uint32_t i = 0; i < tree->node_count; i++)
        hash_node(tree, &tree->nodes[order[i]]);
    return separate_twins(tree, error);
}
