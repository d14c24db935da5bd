/* SPDX-License-Identifier: MIT */
#include "render/tree_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/tree_layout.h"

/* All in pixels. */
enum {
    GAP_BESIDE = 16,
    GAP_BELOW = 60,
    ASIDE = 7,          /* from a node to the text at its side */
    LINE = 14,          /* from line to line beside a node */
    BOLD_CHARACTER = 9, /* of names and values */
    BELOW_CHARACTER = 8,
    BADGE = 16,      /* height */
    ARROW_ASIDE = 9, /* from an edge to the arrow beside it */
    ARROW_CLEAR = 6, /* between an arrow and the nodes */
    LEGEND = 36,     /* above it */
};

struct drawing {
    const struct svg_tree *tree;
    struct tree_box *boxes;
    int left, top; /* of the tree */
    by_text *out;
};

/* ---- Texts ----------------------------------------------------------------------------------------------------- */

bool svg_tree_begin(struct svg_tree *tree, int count)
{
    tree->nodes = calloc((size_t)count, sizeof *tree->nodes);
    tree->count = tree->nodes ? count : 0;
    tree->failed |= !tree->nodes;
    return tree->nodes != NULL;
}

const char *svg_tree_store(struct svg_tree *tree, by_text *text)
{
    const char *copy = by__arena_text(&tree->texts, by_text_string(text));

    tree->failed |= text->failed || !copy;
    by_text_clear(text);
    return copy ? copy : "";
}

void svg_tree_free(struct svg_tree *tree)
{
    free(tree->nodes);
    by__arena_free(&tree->texts);
    *tree = (struct svg_tree){0};
}

/* ---- Sizes ----------------------------------------------------------------------------------------------------- */

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static int width_of(const struct svg_label *label, int character)
{
    return label->words ? character * svg_length(label->words) : 0;
}

static struct tree_box measure(const struct svg_node *node)
{
    int half = (node->width + 1) / 2;
    int below = (width_of(&node->below, BELOW_CHARACTER) + 1) / 2;
    int name = width_of(&node->name, BOLD_CHARACTER);
    struct tree_box box = {.parent = node->parent, .height = node->height};

    box.left = greater(half + (name ? ASIDE + name : 0), below);
    box.right = greater(half, below);
    for (int i = 0; i < SVG_BESIDE; i++) {
        int width = width_of(&node->beside[i], SVG_CHARACTER);

        box.right = greater(box.right, width ? half + ASIDE + width : 0);
    }
    return box;
}

static int x_of(const struct drawing *d, int node)
{
    return d->left + d->boxes[node].x;
}

static int top_of(const struct drawing *d, int node)
{
    return d->top + d->boxes[node].y;
}

static int bottom_of(const struct drawing *d, int node)
{
    return top_of(d, node) + d->boxes[node].height;
}

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

/* From the lower edge of the parent to the upper edge of the child. */
struct edge {
    int x1, y1, x2, y2;
};

static struct edge edge_to(const struct drawing *d, int node)
{
    int parent = d->tree->nodes[node].parent;

    return (struct edge){x_of(d, parent), bottom_of(d, parent), x_of(d, node), top_of(d, node)};
}

/* Two short strokes across the edge at a part of its length: 0 is at the parent. */
static void add_cut_mark(const struct edge *e, double at, by_text *out)
{
    double width = e->x2 - e->x1, height = e->y2 - e->y1, length = hypot(width, height);
    double dx = width / length, dy = height / length;

    by_text_add(out, "<path class=\"cut-mark\" d=\"");
    for (int i = -1; i <= 1; i += 2) {
        double x = e->x1 + at * width + 2.5 * i * dx, y = e->y1 + at * height + 2.5 * i * dy;

        by_text_printf(out, "%sM%.1f %.1fL%.1f %.1f", i > 0 ? " " : "", x - 8 * dy, y + 8 * dx, x + 8 * dy, y - 8 * dx);
    }
    by_text_add(out, "\"/>\n");
}

static void add_edge(const struct drawing *d, int node)
{
    const struct svg_node *n = &d->tree->nodes[node];
    struct edge e = edge_to(d, node);
    char class[40];

    (void)snprintf(class, sizeof class, n->edge && *n->edge ? "edge %s" : "edge", n->edge ? n->edge : "");
    if (n->cut) {
        by_text_add(d->out, "<g class=\"cut\">");
        svg_add_title(d->out, n->cut);
    }
    svg_add_line(d->out, class, e.x1, e.y1, e.x2, e.y2);
    if (n->cut) {
        add_cut_mark(&e, n->move.words ? 0.38 : 0.6, d->out);
        svg_add_line(d->out, "touch", e.x1, e.y1, e.x2, e.y2);
        by_text_add(d->out, "</g>\n");
    }
}

/* Nearer to the child, so that fans stay legible. */
static void add_move(const struct drawing *d, int node)
{
    const struct svg_label *move = &d->tree->nodes[node].move;
    struct edge e = edge_to(d, node);

    if (move->words)
        svg_add_text(d->out, move->class, e.x1 + (e.x2 - e.x1) * 3 / 4, e.y1 + (e.y2 - e.y1) * 3 / 4 + 4, move->words);
}

/* An arrow beside the edge, from the node to its parent: below the edge, or to the right of one that goes straight
 * down, and clear of both nodes. */
static void add_arrow(const struct drawing *d, int node)
{
    struct edge e = edge_to(d, node);
    double dx = e.x1 - e.x2, dy = e.y2 - e.y1, length = hypot(dx, dy);
    double right = (dx < 0 ? -dy : dy) / length * ARROW_ASIDE, down = fabs(dx) / length * ARROW_ASIDE;
    double from = (down + ARROW_CLEAR) / dy, to = 1 - (down < ARROW_CLEAR ? ARROW_CLEAR - down : 0) / dy;

    if (d->tree->nodes[node].has_arrow)
        by_text_printf(d->out,
                       "<line class=\"up\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                       "marker-end=\"url(#tip)\"/>\n",
                       e.x2 + from * dx + right, e.y2 - from * dy + down, e.x2 + to * dx + right,
                       e.y2 - to * dy + down);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void add_shape(const struct drawing *d, int node)
{
    const struct svg_node *n = &d->tree->nodes[node];
    char class[64];

    (void)snprintf(class, sizeof class, "node %s", n->class);
    if (n->is_circle)
        svg_add_circle(d->out, class, x_of(d, node), top_of(d, node) + n->height / 2, n->width / 2);
    else
        svg_add_rectangle(d->out, class, x_of(d, node) - n->width / 2, top_of(d, node), n->width, n->height, n->radius);
}

/* One line is centred, two are above and below the middle. Long text is smaller. */
static void add_inside(const struct drawing *d, int node)
{
    const struct svg_node *n = &d->tree->nodes[node];
    int x = x_of(d, node), y = top_of(d, node) + n->height / 2;

    if (n->has_bar)
        svg_add_line(d->out, "bar", x - n->width / 2 + 5, y, x + n->width / 2 - 5, y);
    for (int i = 0; i < SVG_INSIDE; i++) {
        int length = n->inside[i].words ? svg_length(n->inside[i].words) : 0;
        const char *size = 9 * length <= n->width ? "" : 7 * length <= n->width ? " long" : " longer";
        char class[64];

        if (!length)
            continue;
        (void)snprintf(class, sizeof class, "%s%s", n->inside[i].class, size);
        svg_add_text(d->out, class, x, y + (!n->inside[1].words ? 5 : i ? 15 : -4), n->inside[i].words);
    }
}

/* At the upper left corner. */
static void add_badge(const struct drawing *d, int node)
{
    const struct svg_node *n = &d->tree->nodes[node];
    int x = x_of(d, node) - n->width / 2 + 1, y = top_of(d, node) + 1, width;
    char number[16];

    if (!n->badge)
        return;
    width = snprintf(number, sizeof number, "%d", n->badge) * 7 + 9;
    svg_add_rectangle(d->out, "badge", x - width / 2, y - BADGE / 2, width, BADGE, BADGE / 2);
    svg_add_text(d->out, "step", x, y + 4, number);
}

static void add_around(const struct drawing *d, int node)
{
    const struct svg_node *n = &d->tree->nodes[node];
    int x = x_of(d, node), y = top_of(d, node) + n->height / 2 + 5, count = 0;

    if (n->name.words)
        svg_add_text(d->out, n->name.class, x - n->width / 2 - ASIDE, y, n->name.words);
    if (n->below.words)
        svg_add_text(d->out, n->below.class, x, bottom_of(d, node) + 16, n->below.words);
    for (int i = 0; i < SVG_BESIDE; i++)
        count += n->beside[i].words != NULL;
    y -= (count - 1) * LINE / 2;
    for (int i = 0; i < SVG_BESIDE; i++) {
        if (!n->beside[i].words)
            continue;
        svg_add_text(d->out, n->beside[i].class, x + n->width / 2 + ASIDE, y, n->beside[i].words);
        y += LINE;
    }
}

static void add_node(const struct drawing *d, int node)
{
    by_text_add(d->out, "<g>");
    if (d->tree->nodes[node].title)
        svg_add_title(d->out, d->tree->nodes[node].title);
    add_shape(d, node);
    add_inside(d, node);
    add_badge(d, node);
    by_text_add(d->out, "</g>\n");
    add_around(d, node);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

/* Rules before those of a kind of tree, and after them: they dim a node that is off, whatever its kind. */
static const char style_of_trees[] =
    ".edge{stroke:" SVG_GREY ";stroke-width:1.5;fill:none}\n"
    ".cut-mark{stroke:" SVG_DARK_GREY ";stroke-width:2;fill:none}\n"
    ".touch{stroke:#000000;stroke-opacity:0;stroke-width:14}\n"
    ".bar{stroke:" SVG_GREY ";stroke-width:0.8}\n"
    ".value{font-size:15px;font-weight:bold;text-anchor:middle}\n"
    ".long{font-size:11px}\n"
    ".longer{font-size:8px}\n"
    ".name{font-size:14px;font-weight:bold;text-anchor:end}\n"
    ".below{text-anchor:middle}\n"
    ".beside{font-size:12px;fill:" SVG_TEXT "}\n"
    ".badge{fill:" SVG_TEXT "}\n"
    ".step{font-size:11px;font-weight:bold;fill:" SVG_PAPER ";text-anchor:middle}\n"
    ".move{font-size:12px;text-anchor:middle;stroke:" SVG_PAPER ";stroke-width:4px;paint-order:stroke;"
    "stroke-linejoin:round}\n"
    "text.dim{fill:" SVG_GREY "}\n";

static const char style_of_states[] = ".off{stroke:" SVG_FAINT ";stroke-width:1.3;stroke-dasharray:5 4}\n"
                                      ".node.off{fill:" SVG_PAPER "}\n";

static void draw_tree(const struct drawing *d)
{
    int count = d->tree->count;

    for (int in_front = 0; in_front <= 1; in_front++)
        for (int i = count - 1; i > 0; i--)
            if (d->tree->nodes[i].is_in_front == (in_front == 1))
                add_edge(d, i);
    for (int i = 1; i < count; i++)
        add_arrow(d, i);
    for (int i = 1; i < count; i++)
        add_move(d, i);
    for (int i = 0; i < count; i++)
        add_node(d, i);
}

/* Texts below leaves of the last ply reach further down than the tree. */
static int height_of_texts(const struct svg_tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].below.words)
            return 20;
    return 0;
}

/* A narrow tree is centred below a wider head. */
static void draw_all(const struct svg_tree *tree, struct tree_box *boxes, const struct tree_size *size, by_text *out)
{
    struct drawing d = {.tree = tree, .boxes = boxes, .out = out};
    int lines = 0, width, below, legend;
    by_text style = {0};

    while (lines < SVG_HEAD_LINES && tree->head[lines])
        lines++;
    width = greater(size->width + 2 * SVG_MARGIN, svg_head_width(tree->head, lines));
    d.left = (width - size->width) / 2;
    d.top = SVG_HEAD_TOP + SVG_LINE * lines + SVG_MARGIN / 2;
    below = d.top + size->height + height_of_texts(tree) + 24;
    legend = below + tree->below + LEGEND / 2;
    by_text_printf(&style, "%s%s%s", style_of_trees, tree->style, style_of_states);
    svg_begin(out, width, legend + SVG_KEY_ROW * svg_add_legend(NULL, tree->keys, tree->key_count, width, legend),
              by_text_string(&style), SVG_PAPER);
    by_text_add(out, tree->definitions ? tree->definitions : "");
    svg_add_head(out, tree->head, lines);
    draw_tree(&d);
    if (tree->below)
        tree->draw_below(tree->shown, width, below, out);
    (void)svg_add_legend(out, tree->keys, tree->key_count, width, legend);
    svg_end(out);
    out->failed |= style.failed;
    by_text_free(&style);
}

void svg_tree_draw(struct svg_tree *tree, by_text *out)
{
    static const struct tree_gaps gaps = {GAP_BESIDE, GAP_BELOW};
    struct tree_box *boxes = tree->failed || !tree->count ? NULL : calloc((size_t)tree->count, sizeof *boxes);
    struct tree_size size;
    bool good = boxes != NULL;

    for (int i = 0; good && i < tree->count; i++)
        boxes[i] = measure(&tree->nodes[i]);
    if (good && tree_layout(boxes, tree->count, &gaps, &size))
        draw_all(tree, boxes, &size, out);
    else
        out->failed = true;
    free(boxes);
}
