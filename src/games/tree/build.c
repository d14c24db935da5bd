/* SPDX-License-Identifier: MIT
 *
 * Building trees, for the parser and the generator. All walks are loops with explicit stacks, so that input cannot
 * overflow the C stack.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "games/tree/inside.h"

void by__tree_release(struct tree *tree)
{
    if (!tree || atomic_fetch_sub_explicit(&tree->references, 1, memory_order_acq_rel) != 1)
        return;
    free(tree->nodes);
    free(tree->children);
    free(tree->names);
    free(tree);
}

by_status by__tree_builder_start(struct tree_builder *builder, uint32_t nodes_most, by_error *error)
{
    uint32_t none;

    memset(builder, 0, sizeof *builder);
    builder->nodes_most = nodes_most;
    builder->tree = calloc(1, sizeof *builder->tree);
    if (!builder->tree)
        return by_error_no_memory(error);
    atomic_init(&builder->tree->references, 1);
    return by__tree_add_name(builder, "", 0, &none, error);
}

void by__tree_builder_end(struct tree_builder *builder)
{
    by__tree_release(builder->tree);
    free(builder->pending);
    free(builder->order);
}

/* ---- Adding ---------------------------------------------------------------------------------------------------- */

by_status by__tree_add_name(struct tree_builder *builder, const char *name, size_t length, uint32_t *out,
                            by_error *error)
{
    struct tree *tree = builder->tree;
    char *names;

    if (length >= UINT32_MAX / 2 - tree->name_bytes)
        return by_error_set(error, BY_ERROR_LIMIT, "the names of the tree are too long");
    names = by__array_grown(tree->names, tree->name_bytes + length + 1, &builder->name_room, 1);
    if (!names)
        return by_error_no_memory(error);
    tree->names = names;
    memcpy(tree->names + tree->name_bytes, name, length);
    tree->names[tree->name_bytes + length] = 0;
    *out = tree->name_bytes;
    tree->name_bytes += (uint32_t)length + 1;
    return BY_OK;
}

by_status by__tree_add_child(struct tree_builder *builder, uint32_t node, by_error *error)
{
    struct tree_frame *frame = &builder->frames[builder->depth - 1];
    uint32_t edges_most = builder->nodes_most * TREE_EDGES_A_NODE;
    uint32_t *pending;

    if (builder->pending_count - frame->first_pending >= TREE_WIDTH_MOST)
        return by_error_set(error, BY_ERROR_LIMIT, "a node has more than %d children", TREE_WIDTH_MOST);
    if (builder->tree->child_count + builder->pending_count >= edges_most)
        return by_error_set(error, BY_ERROR_LIMIT, "the tree has more than %u edges", (unsigned)edges_most);
    pending = by__array_grown(builder->pending, builder->pending_count + 1, &builder->pending_room, sizeof *pending);
    if (!pending)
        return by_error_no_memory(error);
    builder->pending = pending;
    builder->pending[builder->pending_count++] = node;
    return BY_OK;
}

by_status by__tree_add(struct tree_builder *builder, const struct tree_seed *seed, bool is_leaf, by_error *error)
{
    struct tree *tree = builder->tree;
    struct tree_node *nodes;
    by_status status = BY_OK;

    if (tree->node_count == builder->nodes_most)
        return by_error_set(error, BY_ERROR_LIMIT, "the tree has more than %u nodes", (unsigned)builder->nodes_most);
    nodes = by__array_grown(tree->nodes, tree->node_count + 1, &builder->node_room, sizeof *nodes);
    if (!nodes)
        return by_error_no_memory(error);
    tree->nodes = nodes;
    nodes[tree->node_count] = (struct tree_node){.name = seed->name,
                                                 .value = seed->value,
                                                 .side = seed->side,
                                                 .has_bounds = seed->has_bounds,
                                                 .least = seed->least,
                                                 .most = seed->most};
    if (builder->depth)
        status = by__tree_add_child(builder, tree->node_count, error);
    if (!status && !is_leaf && builder->depth == TREE_DEPTH_MOST)
        status = by_error_set(error, BY_ERROR_LIMIT, "the tree is deeper than %d plies", TREE_DEPTH_MOST);
    if (!status && !is_leaf)
        builder->frames[builder->depth++] =
            (struct tree_frame){.node = tree->node_count, .first_pending = (uint32_t)builder->pending_count};
    tree->node_count++;
    return status;
}

by_status by__tree_close(struct tree_builder *builder, by_error *error)
{
    struct tree *tree = builder->tree;
    struct tree_frame *frame = &builder->frames[--builder->depth];
    struct tree_node *node = &tree->nodes[frame->node];
    size_t width = builder->pending_count - frame->first_pending;
    uint32_t *children =
        by__array_grown(tree->children, tree->child_count + width, &builder->child_room, sizeof *children);

    if (!children)
        return by_error_no_memory(error);
    tree->children = children;
    memcpy(children + tree->child_count, builder->pending + frame->first_pending, width * sizeof *children);
    node->first = tree->child_count;
    node->width = (uint16_t)width;
    tree->child_count += (uint32_t)width;
    builder->pending_count = frame->first_pending;
    if (width > tree->max_width)
        tree->max_width = (uint32_t)width;
    return BY_OK;
}

/* ---- Sorting --------------------------------------------------------------------------------------------------- */

enum mark { MARK_NEW, MARK_OPEN, MARK_DONE };

/* A walk through the graph, depth first: a node is in the order when all that lies below it is. */
struct walk {
    const struct tree *tree;
    uint32_t *order;
    uint32_t ordered;
    uint8_t *marks; /* of each node */
    struct step {
        uint32_t node;
        uint32_t next; /* which child comes next */
    } * steps;
    size_t step_count, step_room;
};

static bool enter(struct walk *walk, uint32_t node)
{
    struct step *steps = by__array_grown(walk->steps, walk->step_count + 1, &walk->step_room, sizeof *steps);

    if (!steps)
        return false;
    walk->steps = steps;
    steps[walk->step_count++] = (struct step){.node = node};
    walk->marks[node] = MARK_OPEN;
    return true;
}

static by_status walk_tree(struct tree_builder *builder, struct walk *walk, by_error *error)
{
    if (!enter(walk, 0))
        return by_error_no_memory(error);
    while (walk->step_count) {
        struct step *step = &walk->steps[walk->step_count - 1];
        uint32_t child;

        if (step->next == walk->tree->nodes[step->node].width) {
            walk->marks[step->node] = MARK_DONE;
            walk->order[walk->ordered++] = step->node;
            walk->step_count--;
            continue;
        }
        child = by__tree_children(walk->tree, step->node)[step->next++];
        if (walk->marks[child] == MARK_OPEN) {
            builder->culprit = child;
            return by_error_set(error, BY_ERROR_INPUT, "the node '%.60s' lies below itself, a tree may have no cycles",
                                by__tree_name(builder->tree, child));
        }
        if (walk->marks[child] == MARK_NEW && !enter(walk, child))
            return by_error_no_memory(error);
    }
    return BY_OK;
}

/* The same child twice would be two moves with one name. `last_parents` is scratch, all zero. */
static by_status refuse_twins(struct tree_builder *builder, uint32_t *last_parents, by_error *error)
{
    const struct tree *tree = builder->tree;

    for (uint32_t node = 0; node < tree->node_count; node++) {
        for (uint32_t i = 0; i < tree->nodes[node].width; i++) {
            uint32_t child = by__tree_children(tree, node)[i];

            if (last_parents[child] == node + 1) {
                builder->culprit = child;
                return by_error_set(error, BY_ERROR_INPUT, "the node '%.60s' stands twice under the same node",
                                    by__tree_name(tree, child));
            }
            last_parents[child] = node + 1;
        }
    }
    return BY_OK;
}

by_status by__tree_sort(struct tree_builder *builder, by_error *error)
{
    struct walk walk = {.tree = builder->tree};
    size_t count = builder->tree->node_count;
    by_status status;

    walk.marks = calloc(count, sizeof *walk.marks);
    walk.order = builder->order = calloc(count, sizeof *builder->order);
    if (walk.marks && walk.order)
        status = refuse_twins(builder, builder->order, error);
    else
        status = by_error_no_memory(error);
    if (!status)
        status = walk_tree(builder, &walk, error);
    free(walk.marks);
    free(walk.steps);
    return status;
}

/* ---- Finishing ------------------------------------------------------------------------------------------------- */

/* References can make a tree deeper than its text is nested. */
static by_status fill_heights(struct tree_builder *builder, by_error *error)
{
    struct tree *tree = builder->tree;

    for (uint32_t i = 0; i < tree->node_count; i++) {
        struct tree_node *node = &tree->nodes[builder->order[i]];

        for (uint32_t j = 0; j < node->width; j++) {
            uint16_t below = tree->nodes[tree->children[node->first + j]].height;

            if (below >= node->height)
                node->height = (uint16_t)(below + 1);
        }
        if (node->height > TREE_DEPTH_MOST) {
            builder->culprit = builder->order[i];
            return by_error_set(error, BY_ERROR_LIMIT, "the tree is deeper than %d plies", TREE_DEPTH_MOST);
        }
    }
    return BY_OK;
}

void by__tree_fill_truths(struct tree_builder *builder, bool counts_plies)
{
    struct tree *tree = builder->tree;

    for (uint32_t i = 0; i < tree->node_count; i++) {
        struct tree_node *node = &tree->nodes[builder->order[i]];

        node->truth = node->value;
        for (uint32_t j = 0; j < node->width; j++) {
            by_value value = tree->nodes[tree->children[node->first + j]].truth;

            if (counts_plies && (by_value_is_win(value) || by_value_is_loss(value)))
                value += value > 0 ? -1 : 1; /* one ply further up */
            if (j == 0 || (node->side == SIDE_MAX ? value > node->truth : value < node->truth))
                node->truth = value;
        }
    }
}

by_status by__tree_finish(struct tree_builder *builder, struct tree **out, by_error *error)
{
    by_status status = fill_heights(builder, error);

    by__tree_fill_truths(builder, true);
    if (!status)
        status = by__tree_fill_keys(builder->tree, builder->order, error);
    if (status)
        return status;
    *out = builder->tree;
    builder->tree = NULL;
    return BY_OK;
}
