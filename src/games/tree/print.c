/* SPDX-License-Identifier: MIT
 *
 * Writing trees, as text that can be read back and as a drawing. A side is written only where it does not follow from
 * the parent's, and a node with several parents where it is met first; later ones only name it.
 */
#include <stdlib.h>

#include "games/tree/inside.h"

/* A walk through the tree in the order of the text. */
struct writer {
    const struct tree *tree;
    by_text *out;
    uint8_t *written; /* a bit for each node */
    int depth;        /* how many parentheses are open */
    struct {
        uint32_t node;
        uint32_t next; /* which child comes next */
    } open[TREE_DEPTH_MOST];
};

static void write_value(by_text *out, by_value value)
{
    if (value == BY_WIN || value == -BY_WIN)
        by_text_add(out, value > 0 ? "win" : "loss");
    else
        by_text_printf(out, "%d", value);
}

/* Writes a leaf, or the beginning of a node up to its parenthesis. */
static void write_node(struct writer *w, uint32_t number, uint8_t side_by_default)
{
    const struct tree_node *node = &w->tree->nodes[number];
    uint8_t *written = &w->written[number / 8], bit = (uint8_t)(1u << number % 8);

    by_text_add(w->out, by__tree_name(w->tree, number));
    if (node->name && *written & bit)
        return;
    *written |= bit;
    if (node->side != side_by_default)
        by_text_add(w->out, node->side == SIDE_MAX ? ":max" : ":min");
    if (!node->width) {
        if (node->name || node->side != side_by_default)
            by_text_add_char(w->out, '=');
        write_value(w->out, node->value);
        return;
    }
    if (node->value)
        by_text_printf(w->out, "~%d", node->value);
    if (node->has_bounds)
        by_text_printf(w->out, "[%d..%d]", node->least, node->most);
    by_text_add_char(w->out, '(');
    w->open[w->depth].node = number;
    w->open[w->depth++].next = 0;
}

void by__tree_print(const struct tree *tree, uint32_t root, by_text *out)
{
    struct writer *w = calloc(1, sizeof *w);
    uint8_t *written = calloc(tree->node_count / 8 + 1, 1);

    if (!w || !written) {
        out->failed = true;
        free(w);
        free(written);
        return;
    }
    *w = (struct writer){.tree = tree, .out = out, .written = written};
    write_node(w, root, SIDE_MAX);
    while (w->depth && !out->failed) {
        uint32_t node = w->open[w->depth - 1].node;
        uint32_t next = w->open[w->depth - 1].next++;

        if (next == tree->nodes[node].width) {
            by_text_add_char(out, ')');
            w->depth--;
            continue;
        }
        if (next)
            by_text_add_char(out, ',');
        write_node(w, by__tree_children(tree, node)[next], tree->nodes[node].side ^ 1);
    }
    free(written);
    free(w);
}

/* ---- Drawing --------------------------------------------------------------------------------------------------- */

enum { LINES_MOST = 200 };

static void draw_line(const struct tree *tree, uint32_t number, int depth, by_text *out)
{
    const struct tree_node *node = &tree->nodes[number];

    by_text_printf(out, "%*s", 2 * depth + 2, "");
    if (node->name)
        by_text_printf(out, "%s ", by__tree_name(tree, number));
    if (node->width)
        by_text_add(out, node->side == SIDE_MAX ? "max" : "min");
    else
        write_value(out, node->value);
    if (node->width && node->value)
        by_text_printf(out, " ~%d", node->value);
    if (node->has_bounds)
        by_text_printf(out, " [%d..%d]", node->least, node->most);
    by_text_add_char(out, '\n');
}

/* Every call draws a line, so that it goes no deeper than there are lines. */
static void draw_node(const struct tree *tree, uint32_t number, int depth, int *lines, by_text *out)
{
    draw_line(tree, number, depth, out);
    ++*lines;
    for (uint32_t i = 0; i < tree->nodes[number].width; i++) {
        if (*lines >= LINES_MOST) {
            by_text_printf(out, "%*s…\n", 2 * depth + 4, "");
            return;
        }
        draw_node(tree, by__tree_children(tree, number)[i], depth + 1, lines, out);
    }
}

void by__tree_draw(const struct tree *tree, uint32_t node, by_text *out)
{
    int lines = 0;

    draw_node(tree, node, 0, &lines, out);
}
