/* SPDX-License-Identifier: MIT
 *
 * An iteration of Monte Carlo tree search (Coulom 2006; UCT: Kocsis & Szepesvári 2006). by__mc_iterate has its four
 * phases in order: selection goes down the tree, expansion gives its end moves, simulation finds a result from there,
 * and backpropagation counts that result in every node of the path.
 *
 * Invariant: the position on the board is that of the end of the path; after the iteration it is the root's again.
 */
#include <stdlib.h>

#include "search/mcts/mcts.h"

bool by__mc_list_moves(struct mc_walk *w, int ply)
{
    by__ask_rules(w->rules, w->state, ply, &w->node);
    w->list = (struct by_moves){.list = w->list.list};
    if (!w->node.is_over)
        w->rules->moves(w->state, BY_MOVES_ALL, &w->list);
    return w->node.is_over || !w->list.count;
}

/* ---- Expansion ------------------------------------------------------------------------------------------------- */

static int by_weight(const void *a, const void *b)
{
    const struct mc_node *x = &((const union mc_cell *)a)->node, *y = &((const union mc_cell *)b)->node;

    if (x->prior < y->prior || x->prior > y->prior)
        return x->prior < y->prior ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Asks the game what it thinks of the moves of the list; the sum of the weights, 0 if it thinks nothing. */
static float weigh(struct mc_walk *w, const struct by_moves *moves)
{
    float sum = 0;

    if (!w->opt->priors || !w->type->sampling || !w->type->sampling->priors)
        return 0;
    w->type->sampling->priors(w->state, moves, w->priors);
    for (int i = 0; i < moves->count; i++)
        sum += w->priors[i].weight;
    return sum > 0 ? sum : 0;
}

/* How many of the moves have a weight. */
static int count_weighed(const struct mc_walk *w, int count)
{
    int weighed = 0;

    for (int i = 0; i < count; i++)
        weighed += w->priors[i].weight > 0;
    return weighed;
}

/* A new node; first results of the game are taken for those of all moves as first. */
static struct mc_node node_of(const struct by_move_info *move, float prior, const struct by_prior *first)
{
    struct mc_amaf amaf = {.visits = (uint32_t)first->visits};

    amaf.sum = (uint32_t)(first->mean * MC_WIN * (float)amaf.visits);
    return (struct mc_node){.move = move->move,
                            .slot = move->piece_to,
                            .prior = prior,
                            .amaf = mc_word_of_amaf(amaf),
                            .estimate = 0.5F,
                            .bounds = mc_word_of_bounds((struct mc_bounds){.low = -1, .high = 1})};
}

/* Fills a new block: with weights the greatest first, without what the game would not look at. */
static void fill_block(struct mc_walk *w, uint32_t at, const struct by_moves *moves, float weights)
{
    static const struct by_prior nothing = {0};
    struct mc_block *block = &w->tree->cells[at].block;
    union mc_cell *cell = &w->tree->cells[at + 1];

    for (int i = 0; i < moves->count; i++) {
        const struct by_prior *prior = &w->priors[i];

        if (!(weights > 0))
            cell++->node = node_of(&moves->list[i], 1.0F / (float)moves->count, &nothing);
        else if (prior->weight > 0)
            cell++->node = node_of(&moves->list[i], prior->weight / weights, prior);
        else
            block->is_partial = true;
    }
    if (!(weights > 0))
        return;
    block->is_ordered = true;
    qsort(&w->tree->cells[at + 1], block->count, sizeof *w->tree->cells, by_weight);
}

/* Gives a node the moves of the list; where they are, 0 if there is no room. `key`: others may share them. */
static uint32_t add_moves(struct mc_walk *w, uint32_t parent, uint32_t parent_block, const struct by_moves *moves,
                          uint8_t side, uint64_t key)
{
    struct mc_tree *tree = w->tree;
    float weights = weigh(w, moves);
    uint32_t at =
        by__mc_tree_add(tree, parent, parent_block, weights > 0 ? count_weighed(w, moves->count) : moves->count);

    if (!at)
        return 0;
    tree->cells[at].block.side = side;
    tree->cells[at].block.is_partial = moves->is_partial;
    tree->cells[at].block.key = key;
    fill_block(w, at, moves, weights);
    if (key)
        by__mc_table_store(tree, key, at);
    atomic_store_explicit(&tree->cells[parent].node.block, at, memory_order_release);
    w->count[MC_COUNT_EXPANSIONS]++;
    return at;
}

bool by__mc_expand_root(struct mc_walk *w)
{
    return add_moves(w, MC_ROOT, 0, &w->run->root_moves, w->run->root.side, 0) != 0;
}

/* The key by which the moves of the position on the board can be shared; 0: they cannot, for how it was reached may
 * matter. A move that can never be taken back has to lead there: then no verdict on the path looks further back. */
static uint64_t key_to_share(const struct mc_walk *w)
{
    const struct mc_tree *tree = w->tree;

    if (!tree->table || w->run->extent.path_forbids_moves || w->list.path_plies || w->node.reversible_plies ||
        atomic_load_explicit(&tree->is_path_bound, memory_order_relaxed))
        return 0;
    return w->node.key;
}

/* The node at the end of the path shares the moves of its position, if these are known. */
static uint32_t try_share(struct mc_walk *w, struct mc_node *node, uint64_t key)
{
    uint32_t at = key ? by__mc_table_find(w->tree, key) : 0;

    if (!at)
        return 0;
    atomic_store_explicit(&node->block, at, memory_order_release);
    w->count[MC_COUNT_TRANSPOSITIONS]++;
    return at;
}

/* Of several threads one expands a node. */
static bool claim(const struct mc_walk *w, struct mc_node *node)
{
    uint32_t none = 0;

    return !w->tree->is_shared || atomic_compare_exchange_strong_explicit(&node->block, &none, MC_CLAIMED,
                                                                          memory_order_acquire, memory_order_relaxed);
}

static bool is_full(const struct mc_walk *w)
{
    return atomic_load_explicit(&w->tree->is_full, memory_order_relaxed);
}

/* The node at the end of the path gets its moves, if it is time for it and there is room: where they are, or 0. */
static uint32_t try_expand(struct mc_walk *w, int ply)
{
    struct mc_node *node = &w->tree->cells[w->path[ply]].node;
    uint32_t at = 0;

    if (ply >= w->plies || w->before < w->tree->expand_visits || is_full(w) || !claim(w, node))
        return 0;
    if (!by__mc_list_moves(w, ply)) {
        uint64_t key = key_to_share(w);

        at = try_share(w, node, key);
        if (!at)
            at = add_moves(w, w->path[ply], w->blocks[ply], &w->list, w->node.side, key);
    }
    if (!at)
        atomic_store_explicit(&node->block, 0, memory_order_relaxed);
    return at;
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

static void report(struct mc_walk *w, enum by_event_kind kind, int ply, by_value value)
{
    struct by_event event = {.kind = kind,
                             .reason = kind == BY_EVENT_LEAVE ? BY_REASON_SEARCHED : BY_REASON_NONE,
                             .side = w->sides[ply],
                             .ply = ply,
                             .depth = w->plies - ply,
                             .move = w->tree->cells[w->path[ply]].node.move,
                             .alpha = -BY_INFINITE,
                             .beta = BY_INFINITE,
                             .value = value};

    if (w->control->wants & kind)
        by__control_notify(w->control, &event);
}

static void enter(struct mc_walk *w, int ply, uint8_t side)
{
    w->sides[ply] = side;
    if (ply > w->control->selective_depth)
        w->control->selective_depth = ply;
    if (w->control->wants & BY_EVENT_ENTER)
        report(w, BY_EVENT_ENTER, ply, 0);
}

/* ---- Phases ---------------------------------------------------------------------------------------------------- */

/* The result of a node that needs no playout. */
static int known_result(const struct mc_node *node)
{
    return MC_DRAW + (MC_WIN - MC_DRAW) * mc_bounds_of(node).low;
}

static void mark_over(struct mc_walk *w, struct mc_node *node)
{
    int quarters = by__mc_result(w->node.value, w->node.side);
    int8_t result = (int8_t)((quarters > MC_DRAW) - (quarters < MC_DRAW));
    struct mc_bounds bounds = {.low = result, .high = result, .flags = MC_OVER};

    if (by__is_doubtful_end(&w->node) || w->list.is_partial)
        bounds.flags |= MC_DOUBTFUL;
    if (w->node.value && !by_value_is_win(w->node.value) && !by_value_is_loss(w->node.value))
        bounds.flags |= MC_POINTS;
    if (w->node.path_plies || w->list.path_plies)
        bounds.flags |= MC_PATH;
    atomic_store_explicit(&node->bounds, mc_word_of_bounds(bounds), memory_order_relaxed);
    atomic_store_explicit(&node->estimate, (float)quarters / MC_WIN, memory_order_relaxed);
}

/* Whether the verdict on the position at the end of the path looks back beyond a block that may be shared: on another
 * path to it the verdict may be another. A game that keeps count of its reversible plies has none such. */
static bool looks_beyond_shared(struct mc_walk *w, int ply)
{
    int reach = by__verdict_reach(&w->node), back = reach > w->list.path_plies ? reach : w->list.path_plies;

    for (int i = ply; w->tree->table && i > 0 && i > ply - back; i--)
        if (w->tree->cells[w->blocks[i]].block.key) {
            atomic_store_explicit(&w->tree->is_path_bound, true, memory_order_relaxed);
            return true;
        }
    return false;
}

/* Looks at the position at the end of the path for the first time, or again if it may not be expanded. */
static int simulate(struct mc_walk *w, int ply)
{
    struct mc_node *node = &w->tree->cells[w->path[ply]].node;

    bool is_over = by__mc_list_moves(w, ply);

    enter(w, ply, w->node.side);
    if (is_over && looks_beyond_shared(w, ply))
        return by__mc_result(w->node.value, w->node.side);
    if (is_over) {
        mark_over(w, node);
        return known_result(node);
    }
    if (w->opt->implicit_minimax > 0 && !w->before)
        atomic_store_explicit(&node->estimate, (float)by__mc_estimate(w), memory_order_relaxed);
    return by__mc_playout(w, ply);
}

/* Whether the result of the node is known without going on. */
static bool is_known(const struct mc_walk *w, const struct mc_node *node)
{
    struct mc_bounds bounds = mc_bounds_of(node);

    return bounds.flags & MC_OVER || (w->opt->solver && bounds.low == bounds.high);
}

/* Enters a node whose result is known; its side to move may not be known yet. */
static void enter_known(struct mc_walk *w, int ply, uint32_t block)
{
    if (!block && w->control->wants)
        by__ask_rules(w->rules, w->state, ply, &w->node);
    enter(w, ply, block ? w->tree->cells[block].block.side : w->node.side);
}

/* Puts a node at the end of the path; with several threads the visit counts from now on, as if it were lost. */
static void visit(struct mc_walk *w, int ply, uint32_t at, uint32_t block)
{
    struct mc_node *node = &w->tree->cells[at].node;

    w->path[ply] = at;
    w->blocks[ply] = block;
    w->before = w->virtual_loss ? mc_add(w->tree, &node->visits, w->virtual_loss) : mc_visits_of(node);
}

/* Makes the move of a child, which becomes the end of the path. */
static void descend(struct mc_walk *w, int ply, uint32_t block, uint32_t child)
{
    const struct mc_node *node = &w->tree->cells[child].node;

    mc_record_move(w, node->slot, ply);
    visit(w, ply + 1, child, block);
    w->rules->push(w->state, node->move);
}

/* Back to the root. */
static void go_back(struct mc_walk *w, int ply, int quarters)
{
    for (; ply >= 0; ply--) {
        if (w->control->wants & BY_EVENT_LEAVE)
            report(w, BY_EVENT_LEAVE, ply, w->sides[ply] == 0 ? quarters - MC_DRAW : MC_DRAW - quarters);
        if (ply)
            w->rules->pop(w->state, w->tree->cells[w->path[ply]].node.move);
    }
}

/* Whether the way down goes on nowhere: shared moves may lead round in a circle, and further than any line goes. */
static bool is_too_far(const struct mc_walk *w, int ply, uint32_t block)
{
    if (!w->tree->table)
        return false;
    for (int i = 1; i <= ply; i++)
        if (w->blocks[i] == block)
            return true;
    return ply >= w->plies;
}

/* The children of the node at the end of the path; 0: the path ends there. The first thread that visits a node
 * simulates from it, even if another has expanded it meanwhile. */
static uint32_t find_moves(struct mc_walk *w, int ply, struct mc_node *node)
{
    uint32_t block = mc_block_of(node);

    if (ply && !w->before)
        return 0;
    if (!block)
        block = try_expand(w, ply);
    if (!block || is_too_far(w, ply, block))
        return 0;
    if (w->tree->cells[block].block.key)
        by__mc_take_over_bounds(w, node, block);
    return block;
}

void by__mc_iterate(struct mc_walk *w)
{
    const unsigned wants = w->control->wants;
    const uint64_t evaluations = w->evaluations;
    int ply = 0, quarters;

    w->iteration++;
    w->had_playout = false;
    visit(w, 0, MC_ROOT, 0);

    /* Down the tree, from the root to a node without children */
    for (;; ply++) {
        struct mc_node *node = &w->tree->cells[w->path[ply]].node;
        bool was_known = ply && is_known(w, node);

        /* Expansion: a node that has been visited often enough gets its children, before one of them is selected. */
        uint32_t block = was_known ? mc_block_of(node) : find_moves(w, ply, node), selected;

        /* A node whose result is proved needs neither selection nor simulation. */
        if (was_known || (w->tree->table && ply && is_known(w, node))) {
            quarters = known_result(node);
            enter_known(w, ply, block);
            break;
        }

        /* Simulation: from a node without children a random playout gives the result. */
        if (!block) {
            quarters = simulate(w, ply);
            break;
        }

        /* Selection: the child that best balances exploitation and exploration. */
        enter(w, ply, w->tree->cells[block].block.side);
        selected = by__mc_select(w, node, block);
        if (wants & BY_EVENT_SELECT)
            by__mc_report_selection(w, ply, block, selected);
        descend(w, ply, block, selected);
    }
    if (wants & (BY_EVENT_GROW | BY_EVENT_SIMULATE))
        by__mc_report_end(w, ply, quarters);

    /* Backpropagation: every node on the path counts the result. */
    by__mc_back_up(w, ply, quarters);
    if (wants & BY_EVENT_BACK_UP)
        by__mc_report_back_up(w, ply, quarters);
    go_back(w, ply, quarters);
    if (w->evaluations == evaluations) /* a known result counts too, or a limit of evaluations might never be reached */
        by__mc_count_evaluation(w);
    if (is_full(w))
        by__mc_make_room(w);
}
