/* SPDX-License-Identifier: MIT
 *
 * The inside of explicit trees. A tree is an array of nodes, the root first, and an array that holds the children of
 * each node side by side. A node may be the child of several, so that it is a graph without cycles. Once finished it
 * never changes and is shared by positions, which count their references.
 *
 *     text, or settings -> builder -> tree -> positions
 */
#ifndef BOYI_GAMES_TREE_INSIDE_H
#define BOYI_GAMES_TREE_INSIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/game.h"

enum { SIDE_MAX, SIDE_MIN };

enum {
    TREE_DEPTH_MOST = 1000, /* below BY_MAX_PLY, so that every search reaches the leaves */
    TREE_WIDTH_MOST = 65535,
    TREE_NODES_MOST = 10000000,
    TREE_EDGES_A_NODE = 4, /* on average */
};

struct tree_node {
    uint64_t key;
    uint32_t index_key;
    by_value value;  /* from MAX's view: of a leaf its value, of others the static estimate */
    by_value truth;  /* the minimax value from MAX's view, wins and losses with their distance from here */
    uint32_t first;  /* where its children begin in `children` */
    uint32_t name;   /* where its name begins in `names`; 0: it has none */
    uint16_t width;  /* number of children; 0: a leaf */
    uint16_t height; /* plies of the longest way to a leaf */
    uint8_t side;
    bool has_bounds;      /* they were written down with the node */
    by_value least, most; /* these bounds, from MAX's view */
};

struct tree {
    atomic_uint references;
    uint32_t node_count;
    uint32_t child_count;
    uint32_t name_bytes;
    uint32_t max_width;
    struct tree_node *nodes;
    uint32_t *children;
    char *names; /* each ended by 0, the first one empty */
};

/* Drops a reference and frees the tree with the last one. Accepts NULL. */
void by__tree_release(struct tree *tree);

/* ---- Building (build.c) ---------------------------------------------------------------------------------------- */

/* A node whose children are being added. */
struct tree_frame {
    uint32_t node;
    uint32_t first_pending;
    const char *at; /* where it begins in the text, if it was read */
};

/* A tree in the making. Nodes are opened, filled and closed as they are nested; the children of all open nodes wait
 * in `pending` and move to the tree when their node is closed. */
struct tree_builder {
    struct tree *tree;
    size_t node_room, child_room, name_room;
    uint32_t *pending;
    size_t pending_count, pending_room;
    uint32_t *order;  /* all nodes, children before parents */
    uint32_t culprit; /* the node at which finishing failed */
    uint32_t nodes_most;
    int depth; /* how many nodes are open */
    struct tree_frame frames[TREE_DEPTH_MOST];
};

by_status by__tree_builder_start(struct tree_builder *builder, uint32_t nodes_most, by_error *error);

/* The description of a new node. */
struct tree_seed {
    uint32_t name;
    by_value value;
    uint8_t side;
    bool has_bounds;
    by_value least, most;
};

/* Adds a node to the innermost open one and, unless it is a leaf, opens it. Its number is the count before. */
by_status by__tree_add(struct tree_builder *builder, const struct tree_seed *seed, bool is_leaf, by_error *error);
/* Adds an edge to a node that is defined elsewhere. */
by_status by__tree_add_child(struct tree_builder *builder, uint32_t node, by_error *error);
by_status by__tree_add_name(struct tree_builder *builder, const char *name, size_t length, uint32_t *out,
                            by_error *error);
by_status by__tree_close(struct tree_builder *builder, by_error *error);

/* Fills `order`. Refuses cycles, and children that stand twice under one node. */
by_status by__tree_sort(struct tree_builder *builder, by_error *error);
/* After by__tree_sort: fills the true values of all nodes. Those of wins and losses depend on how far they are away, or
 * do not. */
void by__tree_fill_truths(struct tree_builder *builder, bool counts_plies);
/* After by__tree_sort: fills heights, true values and keys. The tree leaves the builder with one reference. */
by_status by__tree_finish(struct tree_builder *builder, struct tree **out, by_error *error);
/* Frees what is left, after success and after failure. */
void by__tree_builder_end(struct tree_builder *builder);

/* ---- The parts of the game ------------------------------------------------------------------------------------- */

/* Gives every node its keys (keys.c). */
by_status by__tree_fill_keys(struct tree *tree, const uint32_t *order, by_error *error);

/* Reads a tree of at most `nodes_most` nodes as it is written by hand, or the settings of a generated one (parse.c). */
by_status by__tree_parse(const char *text, uint32_t nodes_most, struct tree **out, by_error *error);

/* Makes a tree from the settings that follow the word `random` (generate.c). */
by_status by__tree_generate(const char *settings, uint32_t nodes_most, struct tree **out, by_error *error);

/* Writes the tree below `node` so that it can be read back (print.c). */
void by__tree_print(const struct tree *tree, uint32_t node, by_text *out);
void by__tree_draw(const struct tree *tree, uint32_t node, by_text *out);

/* Of a node that has some. */
static inline const uint32_t *by__tree_children(const struct tree *tree, uint32_t node)
{
    return tree->children + tree->nodes[node].first;
}

static inline const char *by__tree_name(const struct tree *tree, uint32_t node)
{
    return tree->names + tree->nodes[node].name;
}

#endif
