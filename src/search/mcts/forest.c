/* SPDX-License-Identifier: MIT
 *
 * A tree for each thread (root parallelism: Cazenave & Jouandeau 2007; Chaslot, Winands & van den Herik 2008). No
 * thread writes to another's tree; what the trees know of the root and its moves is added up in one of its own:
 *
 *     sums   [ - | root | block, move, move, move ]
 *
 * Invariant: the moves of a root stay in their place as long as a run goes on (see by__mc_tree_collect), so that they
 * can be read at any time.
 */
#include "search/mcts/mcts.h"

/* The combined bounds of the same move in two trees. */
static struct mc_bounds both(struct mc_bounds a, struct mc_bounds b)
{
    struct mc_bounds bounds = {.low = a.low > b.low ? a.low : b.low, .high = a.high < b.high ? a.high : b.high};
    bool is_a = bounds.low == a.low && bounds.high == a.high, is_b = bounds.low == b.low && bounds.high == b.high;

    if (bounds.low > bounds.high) /* rules of thumb may contradict each other */
        return a;
    if (is_a && is_b)
        return (a.flags & MC_DOUBTFUL) > (b.flags & MC_DOUBTFUL) ? b : a;
    if (is_a || is_b)
        return is_a ? a : b;
    bounds.distance = a.distance > b.distance ? a.distance : b.distance;
    bounds.flags = a.flags | b.flags;
    return bounds;
}

static void add_node(struct mc_tree *sums, struct mc_node *sum, const struct mc_node *node)
{
    uint64_t results = mc_sum_of(node); /* before the visits: then there are never more of them */
    struct mc_bounds bounds = both(mc_bounds_of(sum), mc_bounds_of(node));

    mc_add_sum(sums, sum, results);
    mc_add(sums, &sum->visits, mc_visits_of(node));
    atomic_store_explicit(&sum->bounds, mc_word_of_bounds(bounds), memory_order_relaxed);
}

/* The move of a root, which is looked for first at this place; NULL: it has no such move. */
static struct mc_node *find_move(const struct mc_tree *tree, by_move move, uint32_t place)
{
    uint32_t block = mc_block_of(&tree->cells[MC_ROOT].node), count = tree->cells[block].block.count;
    union mc_cell *first = &tree->cells[block + 1];

    if (place < count && first[place].node.move == move)
        return &first[place].node;
    for (uint32_t i = 0; i < count; i++)
        if (first[i].node.move == move)
            return &first[i].node;
    return NULL;
}

/* The moves of a root that was reached in another way may be others, in another order. */
static struct mc_node *find_or_add_move(struct mc_tree *sums, const struct mc_node *node, uint32_t place)
{
    struct mc_block *block = &sums->cells[MC_FIRST_BLOCK].block;
    struct mc_node *sum = find_move(sums, node->move, place);

    if (sum)
        return sum;
    sum = &sums->cells[MC_FIRST_BLOCK + ++block->count].node;
    *sum = (struct mc_node){.move = node->move,
                            .slot = node->slot,
                            .prior = node->prior,
                            .estimate = 0.5F,
                            .bounds = mc_word_of_bounds((struct mc_bounds){.low = -1, .high = 1})};
    return sum;
}

static void add_tree(struct mc_tree *sums, const struct mc_tree *tree)
{
    const struct mc_node *root = &tree->cells[MC_ROOT].node;
    uint32_t at = mc_block_of(root);
    const struct mc_block *block = &tree->cells[at].block;

    sums->cells[MC_FIRST_BLOCK].block.side = block->side;
    sums->cells[MC_FIRST_BLOCK].block.is_partial |= block->is_partial;
    if (atomic_load_explicit(&tree->is_path_bound, memory_order_relaxed))
        atomic_store_explicit(&sums->is_path_bound, true, memory_order_relaxed);
    /* The root before its moves: visits in between count as still to come. */
    add_node(sums, &sums->cells[MC_ROOT].node, root);
    for (uint32_t i = 0; i < block->count; i++) {
        const struct mc_node *node = &tree->cells[at + 1 + i].node;

        add_node(sums, find_or_add_move(sums, node, i), node);
    }
}

void by__mc_add_up(struct mc_search *s)
{
    struct mc_tree *sums = &s->sums;
    struct mc_node *root;

    if (!mc_is_forest(s))
        return;
    by__mc_tree_clear(sums, 0);
    root = &sums->cells[MC_ROOT].node;
    root->block = by__mc_tree_add(sums, MC_ROOT, 0, 0);
    for (int i = 0; i < s->opt.trees; i++)
        add_tree(sums, mc_tree_at(s, i));
    /* Each of the trees may have solved some of the moves. */
    if (s->opt.solver && !mc_is_solved(root))
        by__mc_tighten(sums, root);
}

const struct mc_tree *by__mc_follow(const struct mc_search *s, const struct mc_node *sum, const struct mc_node **move)
{
    const struct mc_tree *best = &s->tree;
    bool is_running = s->walk.team;

    if (!mc_is_forest(s))
        return best;
    *move = find_move(best, sum->move, 0);
    for (int i = 0; i < s->team->count && !is_running; i++) {
        const struct mc_tree *tree = &s->team->helpers[i].tree;
        const struct mc_node *node = find_move(tree, sum->move, 0);
        bool knows_more = node && *move && mc_is_solved(node) > mc_is_solved(*move);
        bool knows_less = node && *move && mc_is_solved(node) < mc_is_solved(*move);

        if (node && (!*move || knows_more || (!knows_less && mc_visits_of(node) > mc_visits_of(*move)))) {
            best = tree;
            *move = node;
        }
    }
    if (!*move)
        *move = sum;
    return best;
}

bool by__mc_is_any_done(struct mc_search *s)
{
    bool is_done = false;

    by__mc_add_up(s);
    for (int i = 0; i < s->opt.trees && !is_done; i++)
        is_done = by__mc_is_done(&s->opt, mc_tree_at(s, i));
    return is_done || (s->opt.solver && mc_is_solved(&mc_top_of(s)->cells[MC_ROOT].node));
}
