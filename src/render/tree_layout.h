/* SPDX-License-Identifier: MIT
 *
 * Where the nodes of a tree stand in a picture. The page places its cards by the same rules
 * (web/src/views/inside_layout.ts):
 *
 *     - nodes of one ply have their upper edges at the same height;
 *     - a parent stands in the middle over its first and its last child;
 *     - subtrees come as close as the gap allows, on whatever ply they touch;
 *     - a subtree with room on both sides stands in the middle of it, so a tree and its mirror image look alike.
 */
#ifndef RENDER_TREE_LAYOUT_H
#define RENDER_TREE_LAYOUT_H

#include <stdbool.h>

/* In pixels. */
struct tree_box {
    int parent;      /* its place in the array, before this one; the root, the first, has -1 */
    int left, right; /* how far the node with its labels reaches from its middle */
    int height;
    int x, y; /* the result: the middle, the upper edge */
};

struct tree_gaps {
    int beside, below; /* between neighbours of a ply; between plies */
};

struct tree_size {
    int width, height;
};

/* Sets x and y of all boxes, which begin at 0, and returns the size of the whole; false: no memory. The children of a
 * node stand in the order of the array. */
bool tree_layout(struct tree_box *boxes, int count, const struct tree_gaps *gaps, struct tree_size *size);

#endif
