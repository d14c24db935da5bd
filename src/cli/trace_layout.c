/* SPDX-License-Identifier: MIT
 *
 * A tidy layout (after Reingold & Tilford 1981): subtrees are laid out by themselves and pushed together until their
 * contours touch. A contour is how far a subtree reaches to the left and to the right on each of its levels.
 *
 * Parents come before their children in a trace, so the array read backwards is an order from the leaves to the root.
 */
#include "cli/trace_layout.h"

#include <stdlib.h>

struct contour {
    int height; /* levels */
    int *left;  /* of each level; one allocation with `right` */
    int *right;
};

static bool contour_create(struct contour *contour, int height)
{
    contour->height = height;
    contour->left = calloc(2 * (size_t)height, sizeof *contour->left);
    contour->right = contour->left ? contour->left + height : NULL;
    return contour->left != NULL;
}

/* How far `next` has to stand to the right of the origin of `all`. */
static int distance(const struct contour *all, const struct contour *next, int gap)
{
    int most = 0;

    for (int i = 0; i < all->height && i < next->height; i++) {
        int apart = all->right[i + 1] - next->left[i] + gap;

        most = apart > most ? apart : most;
    }
    return most;
}

/* Takes `next`, moved by `by`, into the levels 1 and below of `all`. `seen` levels of it are filled. */
static void merge(struct contour *all, int *seen, const struct contour *next, int by)
{
    for (int i = 0; i < next->height; i++) {
        if (i >= *seen)
            all->left[i + 1] = next->left[i] + by;
        all->right[i + 1] = next->right[i] + by;
    }
    *seen = next->height > *seen ? next->height : *seen;
}

static int height_below(const struct trace *trace, const struct contour *contours, int node)
{
    int height = 0;

    for (int i = trace->nodes[node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling)
        height = contours[i].height > height ? contours[i].height : height;
    return height;
}

/* Puts the children side by side, so that their x is the distance from the parent, and frees their contours. */
static int push_together(const struct trace *trace, struct trace_box *boxes, struct contour *contours, int node,
                         int gap)
{
    struct contour *all = &contours[node];
    int seen = 0, last = 0;

    for (int i = trace->nodes[node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling) {
        const struct contour filled = {seen, all->left, all->right};

        boxes[i].x = last = distance(&filled, &contours[i], gap);
        merge(all, &seen, &contours[i], boxes[i].x);
        free(contours[i].left);
        contours[i].left = NULL;
    }
    return last / 2; /* the first child is at 0 */
}

static bool lay_out(const struct trace *trace, struct trace_box *boxes, struct contour *contours, int node, int gap)
{
    int middle;

    if (!contour_create(&contours[node], 1 + height_below(trace, contours, node)))
        return false;
    middle = push_together(trace, boxes, contours, node, gap);
    for (int i = trace->nodes[node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling)
        boxes[i].x -= middle;
    for (int i = 1; i < contours[node].height; i++) {
        contours[node].left[i] -= middle;
        contours[node].right[i] -= middle;
    }
    contours[node].left[0] = -boxes[node].left;
    contours[node].right[0] = boxes[node].right;
    return true;
}

/* From distances to places. */
static int place(const struct trace *trace, struct trace_box *boxes, const struct contour *root)
{
    int least = 0, most = 0;

    for (int i = 0; i < root->height; i++) {
        least = root->left[i] < least ? root->left[i] : least;
        most = root->right[i] > most ? root->right[i] : most;
    }
    boxes[0].x = -least;
    for (int i = 1; i < trace->node_count; i++)
        boxes[i].x += boxes[trace->nodes[i].parent].x;
    return most - least;
}

int trace_layout(const struct trace *trace, struct trace_box *boxes, int gap)
{
    struct contour *contours = calloc((size_t)trace->node_count, sizeof *contours);
    bool good = contours != NULL;
    int width = -1;

    for (int i = trace->node_count - 1; i >= 0 && good; i--)
        good = lay_out(trace, boxes, contours, i, gap);
    if (good)
        width = place(trace, boxes, &contours[0]);
    for (int i = 0; contours && i < trace->node_count; i++)
        free(contours[i].left);
    free(contours);
    return width;
}
