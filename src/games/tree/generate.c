/* SPDX-License-Identifier: MIT
 *
 * Trees from settings and a seed, for tests and experiments: the same settings give the same tree on every machine.
 *
 * The tree grows depth first. In a graph a node becomes the child of a further one, which lies at least one ply higher:
 * so there are no cycles. Estimates and the order of children depend on the minimax values and are computed afterwards.
 * `order=best` is the order in which alpha-beta visits the minimal tree (Knuth, Moore 1975).
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "boyi/random.h"
#include "core/option_rows.h"
#include "games/tree/inside.h"

enum { ORDER_RANDOM, ORDER_BEST, ORDER_GOOD, ORDER_WORST };
enum {
    SHARED_PERCENT = 40,     /* of the children in a graph: nodes that have a parent already */
    SKIP_PERCENT = 15,       /* of these: a ply further down */
    GOOD_ORDER_PERCENT = 80, /* of the nodes with order=good: the best child comes first */
};

static const char *const order_choices[] = {"random", "best", "good", "worst", NULL};

/* By the names of the rows. */
struct settings {
    uint32_t width, depth, leaf, wins, same, seed;
    bool vary, distinct, graph, estimates;
    int order;
    const char *values; /* lent from the options */

    by_value least, most; /* those of `values` */
};

#define OPTIONS struct settings

static const struct by_option settings_table[] = {
    BY__NUMBER(RULE, width, 1, TREE_WIDTH_MOST, 3, "Children of a node.", NULL),
    BY__NUMBER(RULE, depth, 0, TREE_DEPTH_MOST, 4, "Plies from the root to the leaves.", NULL),
    BY__SWITCH(RULE, vary, 0, "Give nodes any number of children from 1 to width.", NULL),
    BY__NUMBER(RULE, leaf, 0, 100, 0, "Percentage of nodes above the last ply that are leaves.", NULL),
    BY__TEXT(RULE, values, "-20..20", "Minimum and maximum value of a leaf.", NULL),
    BY__SWITCH(RULE, distinct, 0, "Give every leaf another value; then `values` has no meaning.", NULL),
    BY__NUMBER(RULE, wins, 0, 100, 0, "Percentage of leaves that are a win or a loss.", NULL),
    BY__NUMBER(RULE, same, 0, 100, 0, "Percentage of nodes at which the same side moves again.", NULL),
    BY__SWITCH(RULE, graph, 0, "Let several paths lead to a node, also paths of different lengths.", NULL),
    BY__SWITCH(RULE, estimates, 0, "Give inner nodes static estimates: their true values with noise.", NULL),
    BY__CHOICE(RULE, order, order_choices, 0,
               "Order of the children of a node by their true values; good: in 80 % of the nodes the best is first.",
               NULL),
    BY__NUMBER(RULE, seed, 0, INT_MAX, 1, "Seed of the random numbers.", NULL),
    {0},
};

/* The nodes of a ply that a graph may share. */
struct level {
    uint32_t *nodes;
    size_t count, room;
};

struct generator {
    struct settings settings;
    struct by_random random;
    struct tree_builder builder;
    uint32_t left[TREE_DEPTH_MOST]; /* children that the open nodes still lack */
    struct level *levels;           /* NULL: no graph */
    by_error *error;
};

/* ---- Settings -------------------------------------------------------------------------------------------------- */

static by_status read_range(const char *text, struct settings *out, by_error *error)
{
    char *end, *last;
    long least = strtol(text, &end, 10), most = 0;
    bool is_range = end != text && strncmp(end, "..", 2) == 0;

    if (is_range)
        most = strtol(end + 2, &last, 10);
    if (!is_range || last == end + 2 || *last || least < -BY_MAX_SCORE || least > most || most > BY_MAX_SCORE)
        return by_error_set(error, BY_ERROR_INPUT, "values: '%.60s' does not fit, expected LEAST..MOST within %d..%d",
                            text, -BY_MAX_SCORE, BY_MAX_SCORE);
    out->least = (by_value)least;
    out->most = (by_value)most;
    return BY_OK;
}

/* The settings without their comments, in memory of their own. */
static char *without_comments(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    bool in_comment = false;

    for (size_t i = 0; copy && i < size; i++) {
        in_comment = text[i] && text[i] != '\n' && (in_comment || text[i] == '#');
        copy[i] = in_comment ? ' ' : text[i];
    }
    return copy;
}

static by_status read_settings(struct generator *g, const char *text)
{
    by_options *options = NULL;
    char *settings = without_comments(text);
    by_status status = settings ? by_options_create(settings_table, &options, g->error) : by_error_no_memory(g->error);

    if (!status)
        status = by_options_set_all(options, settings, g->error);
    if (!status) {
        by_options_read(options, &g->settings);
        g->random.state = by_random_word(g->settings.seed);
        status = read_range(g->settings.values, &g->settings, g->error);
    }
    by_options_destroy(options);
    free(settings);
    return status;
}

/* Refuses trees whose expected size is too large before allocating memory. The builder's limits catch trees that turn
 * out larger. */
static by_status check_size(const struct settings *s, uint32_t nodes_most, by_error *error)
{
    double width = s->vary ? (1 + s->width) / 2.0 : s->width;
    double growth = width * (s->graph ? 1 - (double)SHARED_PERCENT / 100 : 1);
    double level = s->depth ? width : 0, nodes = 1 + level;

    for (uint32_t ply = 1; ply < s->depth && nodes <= (double)nodes_most; ply++) {
        level *= growth * (1 - s->leaf / 100.0);
        nodes += level;
    }
    if (nodes <= (double)nodes_most)
        return BY_OK;
    return by_error_set(error, BY_ERROR_LIMIT, "a tree of width %u and depth %u has more than %u nodes",
                        (unsigned)s->width, (unsigned)s->depth, (unsigned)nodes_most);
}

/* ---- Growing --------------------------------------------------------------------------------------------------- */

static bool has_luck(struct generator *g, uint32_t percent)
{
    return percent && by_random_below(&g->random, 100) < percent;
}

/* A node of a graph is added to those that can be shared. */
static by_status add_new(struct generator *g)
{
    const struct settings *s = &g->settings;
    const struct tree_builder *b = &g->builder;
    uint32_t ply = (uint32_t)b->depth, node = b->tree->node_count;
    bool is_leaf = ply == s->depth || (ply && has_luck(g, s->leaf));
    struct level *level = g->levels ? &g->levels[ply] : NULL;
    struct tree_seed seed = {.side = SIDE_MAX};
    by_status status;

    if (is_leaf && has_luck(g, s->wins))
        seed.value = by_random_below(&g->random, 2) ? BY_WIN : -BY_WIN;
    else if (is_leaf)
        seed.value = s->least + (by_value)by_random_below(&g->random, (uint32_t)(s->most - s->least) + 1);
    if (b->depth)
        seed.side = b->tree->nodes[b->frames[b->depth - 1].node].side ^ !has_luck(g, s->same);
    status = by__tree_add(&g->builder, &seed, is_leaf, g->error);
    if (!status && !is_leaf)
        g->left[ply] = s->vary ? 1 + by_random_below(&g->random, s->width) : s->width;
    if (!status && level) {
        uint32_t *nodes = by__array_grown(level->nodes, level->count + 1, &level->room, sizeof *nodes);

        if (!nodes)
            return by_error_no_memory(g->error);
        level->nodes = nodes;
        level->nodes[level->count++] = node;
    }
    return status;
}

/* Whether the innermost open node gets a child that already has a parent, which is not one of its own. */
static bool can_share(struct generator *g, uint32_t *out)
{
    const struct tree_builder *b = &g->builder;
    size_t ply = (size_t)b->depth;
    const struct level *level;

    if (!g->levels || !has_luck(g, SHARED_PERCENT))
        return false;
    if (ply < g->settings.depth && has_luck(g, SKIP_PERCENT))
        ply++;
    level = &g->levels[ply];
    if (!level->count)
        return false;
    *out = level->nodes[by_random_below(&g->random, (uint32_t)level->count)];
    for (size_t i = b->frames[b->depth - 1].first_pending; i < b->pending_count; i++)
        if (b->pending[i] == *out)
            return false;
    return true;
}

static by_status grow(struct generator *g)
{
    by_status status = add_new(g);
    uint32_t shared;

    while (!status && g->builder.depth) {
        uint32_t *left = &g->left[g->builder.depth - 1];

        if (!*left)
            status = by__tree_close(&g->builder, g->error);
        else if (--*left, can_share(g, &shared))
            status = by__tree_add_child(&g->builder, shared, g->error);
        else
            status = add_new(g);
    }
    return status;
}

/* A node with several parents needs a name, or its tree could not be written down. */
static by_status name_shared_nodes(struct generator *g)
{
    struct tree *tree = g->builder.tree;
    uint8_t *parents = calloc(tree->node_count, 1);
    by_status status = parents ? BY_OK : by_error_no_memory(g->error);

    for (uint32_t i = 0; i < tree->child_count && !status; i++) {
        uint32_t child = tree->children[i];
        char name[16];

        if (parents[child] < 2 && ++parents[child] == 2) {
            int length = snprintf(name, sizeof name, "n%u", (unsigned)child);

            status = by__tree_add_name(&g->builder, name, (size_t)length, &tree->nodes[child].name, g->error);
        }
    }
    free(parents);
    return status;
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* Gives the leaves the numbers around 0, each once, in random order. */
static by_status make_distinct(struct generator *g)
{
    struct tree *tree = g->builder.tree;
    uint32_t leaves = 0;
    by_value *values;

    for (uint32_t i = 0; i < tree->node_count; i++)
        leaves += tree->nodes[i].width == 0;
    if (leaves > 2 * BY_MAX_SCORE)
        return by_error_set(g->error, BY_ERROR_LIMIT, "%u leaves are too many for distinct=on, expected at most %d",
                            (unsigned)leaves, 2 * BY_MAX_SCORE);
    values = malloc(leaves * sizeof *values);
    if (!values)
        return by_error_no_memory(g->error);
    for (uint32_t i = 0; i < leaves; i++) {
        uint32_t other = by_random_below(&g->random, i + 1);

        values[i] = values[other];
        values[other] = (by_value)i - (by_value)(leaves / 2);
    }
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (!tree->nodes[i].width)
            tree->nodes[i].value = values[--leaves];
    free(values);
    return BY_OK;
}

/* The noise is a quarter of the range of values to either side. */
static void make_estimates(struct generator *g)
{
    struct tree *tree = g->builder.tree;
    by_value noise = (g->settings.most - g->settings.least) / 4 + 1;

    for (uint32_t i = 0; i < tree->node_count; i++) {
        by_value value = tree->nodes[i].truth + (by_value)by_random_below(&g->random, 2 * (uint32_t)noise + 1) - noise;

        if (value > BY_MAX_SCORE)
            value = BY_MAX_SCORE;
        if (value < -BY_MAX_SCORE)
            value = -BY_MAX_SCORE;
        if (tree->nodes[i].width)
            tree->nodes[i].value = value;
    }
}

/* ---- Order ----------------------------------------------------------------------------------------------------- */

/* A child, to be sorted. */
struct rank {
    by_value value; /* the greater, the earlier */
    uint32_t place; /* where it stood: a tie is decided the same way everywhere */
    uint32_t child;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;

    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void sort_children(struct tree *tree, const struct tree_node *node, bool worst, struct rank *ranks)
{
    uint32_t *children = tree->children + node->first;

    for (uint32_t i = 0; i < node->width; i++) {
        by_value value = tree->nodes[children[i]].truth;

        ranks[i] = (struct rank){(node->side == SIDE_MIN) != worst ? -value : value, i, children[i]};
    }
    qsort(ranks, node->width, sizeof *ranks, compare_ranks);
    for (uint32_t i = 0; i < node->width; i++)
        children[i] = ranks[i].child;
}

/* Swaps the best child to the front. */
static void lead_with_best(struct tree *tree, const struct tree_node *node)
{
    uint32_t *children = tree->children + node->first;
    uint32_t best = 0, first = children[0];

    for (uint32_t i = 1; i < node->width; i++) {
        by_value more = tree->nodes[children[i]].truth - tree->nodes[children[best]].truth;

        if (node->side == SIDE_MAX ? more > 0 : more < 0)
            best = i;
    }
    children[0] = children[best];
    children[best] = first;
}

static by_status order_children(struct generator *g)
{
    struct tree *tree = g->builder.tree;
    struct rank *ranks = malloc((tree->max_width + 1) * sizeof *ranks);

    if (!ranks)
        return by_error_no_memory(g->error);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        if (!tree->nodes[i].width)
            continue;
        if (g->settings.order != ORDER_GOOD)
            sort_children(tree, &tree->nodes[i], g->settings.order == ORDER_WORST, ranks);
        else if (has_luck(g, GOOD_ORDER_PERCENT))
            lead_with_best(tree, &tree->nodes[i]);
    }
    free(ranks);
    return BY_OK;
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static by_status generate(struct generator *g, struct tree **out)
{
    by_status status = grow(g);

    if (!status && g->settings.graph)
        status = name_shared_nodes(g);
    if (!status && g->settings.distinct)
        status = make_distinct(g);
    if (!status)
        status = by__tree_sort(&g->builder, g->error);
    if (status)
        return status;
    if (g->settings.estimates || g->settings.order != ORDER_RANDOM)
        by__tree_fill_truths(&g->builder, false);
    if (g->settings.estimates)
        make_estimates(g);
    if (g->settings.order != ORDER_RANDOM)
        status = order_children(g);
    return status ? status : by__tree_finish(&g->builder, out, g->error);
}

by_status by__tree_generate(const char *settings, uint32_t nodes_most, struct tree **out, by_error *error)
{
    struct generator *g = calloc(1, sizeof *g);
    by_status status;

    if (!g)
        return by_error_no_memory(error);
    g->error = error;
    status = read_settings(g, settings);
    if (!status)
        status = check_size(&g->settings, nodes_most, g->error);
    if (!status)
        status = by__tree_builder_start(&g->builder, nodes_most, g->error);
    if (!status && g->settings.graph) {
        g->levels = calloc(g->settings.depth + 1, sizeof *g->levels);
        status = g->levels ? BY_OK : by_error_no_memory(g->error);
    }
    if (!status)
        status = generate(g, out);
    by__tree_builder_end(&g->builder);
    for (uint32_t i = 0; g->levels && i <= g->settings.depth; i++)
        free(g->levels[i].nodes);
    free(g->levels);
    free(g);
    return status;
}
