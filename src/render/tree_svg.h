/* SPDX-License-Identifier: MIT
 *
 * A tree as a picture (SVG): a head, the tree, room for more below it, a legend. Fill in the nodes, then draw:
 *
 *     struct svg_tree tree = {0};
 *
 *     svg_tree_begin(&tree, count);
 *     tree.nodes[0] = (struct svg_node){.parent = -1, .width = 40, .height = 40, .class = "max"};
 *     ...
 *     svg_tree_draw(&tree, &out);
 *     svg_tree_free(&tree);
 *
 * Texts are kept by svg_tree_store, or live longer than the tree.
 */
#ifndef RENDER_TREE_SVG_H
#define RENDER_TREE_SVG_H

#include <stdbool.h>

#include "base/arena.h"
#include "render/svg.h"

/* A line of text; no words: there is none. */
struct svg_label {
    const char *words, *class;
};

enum { SVG_INSIDE = 2, SVG_BESIDE = 5 };

/*                    move           at the edge from the parent
 *      badge  +--------+
 *             | inside |  beside
 *        name | inside |  beside
 *             +--------+
 *               below
 */
struct svg_node {
    int parent; /* its number, less than the own one; -1: it is the root */
    int width, height, radius;
    bool is_circle;    /* else a rectangle with round corners of this radius */
    const char *class; /* of the shape, besides "node" */
    const char *title; /* tooltip; NULL: none */
    struct svg_label inside[SVG_INSIDE], name, below, beside[SVG_BESIDE], move;
    int badge;        /* a number at the corner; 0: none */
    bool has_bar;     /* between the lines inside */
    const char *edge; /* class of the edge from the parent, besides "edge" */
    const char *cut;  /* why the edge is cut; NULL: it is not cut */
    bool is_in_front; /* its edge is drawn over the others */
    bool has_arrow;   /* beside the edge, towards the parent */
};

struct svg_tree {
    struct svg_node *nodes; /* all zero */
    int count;
    const char *head[SVG_HEAD_LINES]; /* the title and what stands below it, as many as are not NULL */
    const char *style;                /* rules besides those of all trees */
    const char *definitions;          /* elements that others refer to; NULL: none */
    const struct svg_key *keys;       /* the legend */
    int key_count;
    int below;         /* height of what is drawn between tree and legend; 0: nothing */
    const void *shown; /* argument of draw_below */
    void (*draw_below)(const void *shown, int width, int top, by_text *out);
    struct by__arena texts;
    bool failed; /* no memory, which svg_tree_draw reports in its text */
};

/* Makes `count` nodes. False: no memory. */
bool svg_tree_begin(struct svg_tree *tree, int count);

/* Moves a text, which is then empty, into memory that lives as long as the tree. */
const char *svg_tree_store(struct svg_tree *tree, by_text *text);

void svg_tree_draw(struct svg_tree *tree, by_text *out);
void svg_tree_free(struct svg_tree *tree);

#endif
