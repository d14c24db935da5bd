/* SPDX-License-Identifier: MIT
 *
 * An iteration: down the tree, one node more, a playout, and back.
 */
#include <stdlib.h>

#include "search/mcts/mcts.h"

bool by__mc_look(struct mc_walk *w, int ply)
{
    w->rules->node(w->state, ply, &w->node);
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

/* Takes over what the game thinks of the moves of a new block, the greatest weight first, and leaves out what it would
 * not look at. First results are taken for those of all moves as first. */
static void weigh(struct mc_walk *w, uint32_t at, const struct by_moves *moves)
{
    struct mc_block *block = &w->tree->cells[at].block;
    struct mc_node *kept = NULL;
    float sum = 0;

    w->type->sampling->priors(w->state, moves, w->priors);
    for (int i = 0; i < moves->count; i++)
        sum += w->priors[i].weight;
    if (!(sum > 0))
        return;
    block->count = 0;
    block->is_ordered = true;
    for (int i = 0; i < moves->count; i++) {
        const struct by_prior *prior = &w->priors[i];

        if (!(prior->weight > 0)) {
            block->is_partial = true;
            continue;
        }
        kept = &w->tree->cells[at + ++block->count].node;
        *kept = w->tree->cells[at + 1 + (uint32_t)i].node;
        kept->prior = prior->weight / sum;
        kept->amaf_visits = (uint32_t)prior->visits;
        kept->amaf_sum = (uint32_t)(prior->mean * MC_WIN * (float)kept->amaf_visits);
    }
    w->tree->used = at + block->count + 1;
    qsort(&w->tree->cells[at + 1], block->count, sizeof *w->tree->cells, by_weight);
}

/* Gives a node the moves of the list. */
static bool add_moves(struct mc_walk *w, uint32_t parent, uint32_t parent_block, const struct by_moves *moves,
                      uint8_t side)
{
    struct mc_tree *tree = w->tree;
    uint32_t at = by__mc_tree_add(tree, parent, parent_block, moves->count);

    if (!at)
        return false;
    tree->cells[at].block.side = side;
    tree->cells[at].block.is_partial = moves->is_partial;
    for (int i = 0; i < moves->count; i++)
        tree->cells[at + 1 + (uint32_t)i].node = (struct mc_node){.move = moves->list[i].move,
                                                                  .slot = moves->list[i].piece_to,
                                                                  .prior = 1.0F / (float)moves->count,
                                                                  .estimate = 0.5F,
                                                                  .low = -1,
                                                                  .high = 1};
    if (w->opt->priors && w->type->sampling && w->type->sampling->priors)
        weigh(w, at, moves);
    tree->cells[parent].node.block = at;
    w->count[MC_COUNT_EXPANSIONS]++;
    return true;
}

bool by__mc_expand_root(struct mc_walk *w)
{
    return add_moves(w, MC_ROOT, 0, &w->run->root_moves, w->run->root.side);
}

/* The node at the end of the path gets its moves, if it is time for it and there is room. */
static bool try_expand(struct mc_walk *w, int ply)
{
    const struct mc_node *node = &w->tree->cells[w->path[ply]].node;

    if (ply >= w->plies || node->visits < w->tree->expand_visits || w->tree->is_full)
        return false;
    if (by__mc_look(w, ply))
        return false;
    return add_moves(w, w->path[ply], w->blocks[ply], &w->list, w->node.side);
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

static void tell(struct mc_walk *w, enum by_event_kind kind, int ply, by_value value)
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
        tell(w, BY_EVENT_ENTER, ply, 0);
}

/* ---- Phases ---------------------------------------------------------------------------------------------------- */

/* What is known of a node whose result needs no playout. */
static int known_result(const struct mc_node *node)
{
    return MC_DRAW + (MC_WIN - MC_DRAW) * node->low;
}

static void mark_over(struct mc_walk *w, struct mc_node *node)
{
    int quarters = by__mc_result(w->node.value, w->node.side);

    node->low = node->high = (int8_t)((quarters > MC_DRAW) - (quarters < MC_DRAW));
    node->distance = 0;
    node->flags |= MC_OVER;
    if (w->node.is_estimate || w->list.is_partial)
        node->flags |= MC_DOUBTFUL;
    if (w->node.value && !by_value_is_win(w->node.value) && !by_value_is_loss(w->node.value))
        node->flags |= MC_POINTS;
    if (w->node.path_plies || w->list.path_plies)
        node->flags |= MC_PATH;
    node->estimate = (float)quarters / MC_WIN;
}

/* Looks at the position at the end of the path for the first time, or again if it may not be expanded. */
static int simulate(struct mc_walk *w, int ply)
{
    struct mc_node *node = &w->tree->cells[w->path[ply]].node;

    if (by__mc_look(w, ply)) {
        mark_over(w, node);
        enter(w, ply, w->node.side);
        return known_result(node);
    }
    enter(w, ply, w->node.side);
    if (w->opt->implicit_minimax > 0 && !node->visits)
        node->estimate = (float)by__mc_estimate(w);
    return by__mc_playout(w, ply);
}

/* Whether the result of the node is known without going on. */
static bool is_known(const struct mc_walk *w, const struct mc_node *node)
{
    return node->flags & MC_OVER || (w->opt->solver && mc_is_solved(node));
}

/* Makes the move of a child, which becomes the end of the path. */
static void descend(struct mc_walk *w, int ply, uint32_t child)
{
    const struct mc_node *node = &w->tree->cells[child].node;

    mc_note(w, node->slot, ply);
    w->blocks[ply + 1] = w->tree->cells[w->path[ply]].node.block;
    w->path[ply + 1] = child;
    w->rules->push(w->state, node->move);
}

void by__mc_iterate(struct mc_walk *w)
{
    int ply = 0, quarters;

    w->iteration++;
    w->path[0] = MC_ROOT;
    w->blocks[0] = 0;
    for (;; ply++) {
        const struct mc_node *node = &w->tree->cells[w->path[ply]].node;

        if (ply && is_known(w, node)) {
            quarters = known_result(node);
            if (w->control->wants) /* nobody else asks whose turn it would be */
                w->rules->node(w->state, ply, &w->node);
            enter(w, ply, w->node.side);
            break;
        }
        if (!node->block && !try_expand(w, ply)) {
            quarters = simulate(w, ply);
            break;
        }
        enter(w, ply, w->tree->cells[node->block].block.side);
        descend(w, ply, by__mc_select(w, w->path[ply]));
    }
    by__mc_back_up(w, ply, quarters);
    for (; ply >= 0; ply--) {
        if (w->control->wants & BY_EVENT_LEAVE)
            tell(w, BY_EVENT_LEAVE, ply, w->sides[ply] == 0 ? quarters - MC_DRAW : MC_DRAW - quarters);
        if (ply)
            w->rules->pop(w->state, w->tree->cells[w->path[ply]].node.move);
    }
    if (w->tree->is_full) {
        by__mc_tree_collect(w->tree);
        w->count[MC_COUNT_COLLECTIONS]++;
    }
}
