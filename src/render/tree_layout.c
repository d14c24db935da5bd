/* SPDX-License-Identifier: MIT
 *
 * A tidy layout (E. Reingold, J. Tilford: Tidier drawings of trees, 1981). Subtrees are laid out by themselves and
 * pushed together until their contours touch. A contour is how far a subtree reaches to the left and to the right on
 * each of its plies. Children are pushed to the left and to the right, and stand in the middle of both (A. Kennedy:
 * Drawing trees, 1996): both keep all distances, so their mean does too.
 *
 * Parents come before their children, so the array read backwards goes from the leaves to the root.
 */
#include "render/tree_layout.h"

#include <stdlib.h>

/* The contour of a subtree, from the middle of its root on. */
struct contour {
    int plies;
    int *left; /* of each ply; one allocation with `right` */
    int *right;
};

struct layout {
    struct tree_box *boxes;
    int count, gap;
    int *children; /* all nodes but the root, those of a parent side by side */
    int *first;    /* where those of a node begin in `children`; they end where those of the next begin */
    struct contour *contours;
};

/* ---- Children -------------------------------------------------------------------------------------------------- */

static void list_children(struct layout *l)
{
    for (int i = 1; i < l->count; i++)
        l->first[l->boxes[i].parent + 2]++;
    for (int i = 2; i < l->count + 2; i++)
        l->first[i] += l->first[i - 1];
    for (int i = 1; i < l->count; i++)
        l->children[l->first[l->boxes[i].parent + 1]++] = i;
}

static bool contour_create(struct layout *l, int node)
{
    struct contour *own = &l->contours[node];
    int below = 0;

    for (int c = l->first[node]; c < l->first[node + 1]; c++) {
        int plies = l->contours[l->children[c]].plies;

        below = plies > below ? plies : below;
    }
    own->plies = below + 1;
    own->left = calloc(2 * (size_t)own->plies, sizeof *own->left);
    own->right = own->left ? own->left + own->plies : NULL;
    return own->left != NULL;
}

/* ---- Pushing together ------------------------------------------------------------------------------------------ */

/* Places each child as far left as the ones before it allow; the first is at 0. Uses the node's right contour for the
 * placed ones. */
static void push_left(struct layout *l, int node)
{
    int *right = l->contours[node].right + 1, seen = 0;

    for (int c = l->first[node]; c < l->first[node + 1]; c++) {
        const struct contour *own = &l->contours[l->children[c]];
        int x = 0;

        for (int i = 0; i < own->plies && i < seen; i++) {
            int least = right[i] + l->gap - own->left[i];

            x = least > x ? least : x;
        }
        l->boxes[l->children[c]].x = x;
        for (int i = 0; i < own->plies; i++)
            right[i] = own->right[i] + x;
        seen = own->plies > seen ? own->plies : seen;
    }
}

/* Moves each child but the last as far right as the ones behind it allow, then half the way back. Uses the node's left
 * contour for the placed ones. */
static void push_right(struct layout *l, int node)
{
    int *left = l->contours[node].left + 1, seen = 0, end = l->first[node + 1] - 1;

    for (int c = end; c >= l->first[node]; c--) {
        const struct contour *own = &l->contours[l->children[c]];
        struct tree_box *box = &l->boxes[l->children[c]];
        int x = l->boxes[l->children[end]].x;

        for (int i = 0; i < own->plies && i < seen; i++) {
            int most = left[i] - l->gap - own->right[i];

            x = most < x ? most : x;
        }
        for (int i = 0; i < own->plies; i++)
            left[i] = own->left[i] + x;
        seen = own->plies > seen ? own->plies : seen;
        box->x = (box->x + x) / 2;
    }
}

/* The contour of the node with its children, whose x becomes the distance from it. */
static void merge(struct layout *l, int node)
{
    struct contour *all = &l->contours[node];
    int end = l->first[node + 1], seen = 0;
    int middle = end > l->first[node] ? l->boxes[l->children[end - 1]].x / 2 : 0;

    all->left[0] = -l->boxes[node].left;
    all->right[0] = l->boxes[node].right;
    for (int c = l->first[node]; c < end; c++) {
        struct contour *own = &l->contours[l->children[c]];
        int x = l->boxes[l->children[c]].x -= middle;

        for (int i = 0; i < own->plies; i++) {
            if (i >= seen)
                all->left[i + 1] = own->left[i] + x;
            all->right[i + 1] = own->right[i] + x;
        }
        seen = own->plies > seen ? own->plies : seen;
        free(own->left);
        own->left = NULL;
    }
}

static bool gather(struct layout *l)
{
    for (int i = l->count - 1; i >= 0; i--) {
        if (!contour_create(l, i))
            return false;
        push_left(l, i);
        push_right(l, i);
        merge(l, i);
    }
    return true;
}

/* ---- Placing --------------------------------------------------------------------------------------------------- */

/* Converts distances to places. */
static int place_across(struct layout *l)
{
    const struct contour *all = &l->contours[0];
    int least = 0, most = 0;

    for (int i = 0; i < all->plies; i++) {
        least = all->left[i] < least ? all->left[i] : least;
        most = all->right[i] > most ? all->right[i] : most;
    }
    l->boxes[0].x = -least;
    for (int i = 1; i < l->count; i++)
        l->boxes[i].x += l->boxes[l->boxes[i].parent].x;
    return most - least;
}

/* The next ply begins below the highest box of a ply. `heights` and `plies` have room for an entry each. */
static int place_down(struct layout *l, int gap, int *heights, int *plies)
{
    int all = 0, height = 0;

    for (int i = 0; i < l->count; i++) {
        heights[i] = 0;
        plies[i] = i ? plies[l->boxes[i].parent] + 1 : 0;
        all = plies[i] + 1 > all ? plies[i] + 1 : all;
    }
    for (int i = 0; i < l->count; i++)
        if (l->boxes[i].height > heights[plies[i]])
            heights[plies[i]] = l->boxes[i].height;
    for (int i = 0; i < all; i++) {
        int own = heights[i];

        heights[i] = height;
        height += own + gap;
    }
    for (int i = 0; i < l->count; i++)
        l->boxes[i].y = heights[plies[i]];
    return height - gap;
}

bool tree_layout(struct tree_box *boxes, int count, const struct tree_gaps *gaps, struct tree_size *size)
{
    struct layout l = {.boxes = boxes, .count = count, .gap = gaps->beside};
    bool good;

    l.children = calloc((size_t)count, sizeof *l.children);
    l.first = calloc((size_t)count + 2, sizeof *l.first);
    l.contours = calloc((size_t)count, sizeof *l.contours);
    good = l.children && l.first && l.contours;
    if (good) {
        list_children(&l);
        good = gather(&l);
    }
    if (good) {
        size->width = place_across(&l);
        size->height = place_down(&l, gaps->below, l.children, l.first); /* reuses both arrays as buffers */
    }
    for (int i = 0; l.contours && i < count; i++)
        free(l.contours[i].left);
    free(l.children);
    free(l.first);
    free(l.contours);
    return good;
}
