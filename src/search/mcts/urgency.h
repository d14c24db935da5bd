/* SPDX-License-Identifier: MIT
 *
 * The terms of the urgency of a move: for the selection, and for observers.
 */
#ifndef BOYI_SEARCH_MCTS_URGENCY_H
#define BOYI_SEARCH_MCTS_URGENCY_H

#include <math.h>

#include "search/mcts/mcts.h"

/* Shared by all moves of a node. */
struct mc_view {
    double exploration; /* by the visits of the node; a move's own come in as a factor */
    uint8_t side;
};

static inline double mc_rave_weight_of(const struct mc_walk *w, double amaf_visits, double visits)
{
    return amaf_visits / (amaf_visits + visits + amaf_visits * visits / w->opt->rave_equivalence);
}

/* RAVE: the mean of all moves as first counts as long as there are few visits (Gelly & Silver 2007). */
static inline double mc_with_rave(const struct mc_walk *w, const struct mc_node *node, uint32_t visits, double mean)
{
    struct mc_amaf amaf = mc_amaf_of(node);
    double a = amaf.visits, weight;

    if (!amaf.visits)
        return mean;
    weight = mc_rave_weight_of(w, a, visits);
    return (1 - weight) * mean + weight * (double)amaf.sum / (MC_WIN * a);
}

static inline double mc_with_estimate(const struct mc_walk *w, const struct mc_node *node, const struct mc_view *view,
                                      double mean)
{
    double share = w->opt->implicit_minimax, estimate = (double)mc_estimate_of(node);

    return (1 - share) * mean + share * (view->side == 0 ? estimate : 1 - estimate);
}

/* The mean, from the view of the side that makes the move. */
static inline double mc_mean_of(const struct mc_options *opt, const struct mc_node *node, uint32_t visits)
{
    return visits ? (double)mc_sum_of(node) / ((double)MC_WIN * visits) : opt->first_play_urgency;
}

static inline double mc_ucb1_of(const struct mc_options *opt, const struct mc_node *node, const struct mc_view *view)
{
    uint32_t visits = mc_visits_of(node);

    return mc_mean_of(opt, node, visits) + view->exploration * opt->inverse_roots[mc_size_of(visits)];
}

static inline double mc_exploration_of(const struct mc_options *opt, const struct mc_node *node,
                                       const struct mc_view *view, uint32_t visits)
{
    if (opt->selection == MC_PUCT)
        return opt->exploration * (double)node->prior * view->exploration / (1 + (double)visits);
    return view->exploration * opt->inverse_roots[mc_size_of(visits)];
}

/* Progressive bias (Chaslot et al. 2008): what is known beforehand fades with the visits. */
static inline double mc_bias_of(const struct mc_options *opt, const struct mc_node *node, uint32_t visits)
{
    return opt->progressive_bias > 0 ? opt->progressive_bias * (double)node->prior / (1 + (double)visits) : 0;
}

/* With whatever the options add to it. */
static inline double mc_urgency_of(const struct mc_walk *w, const struct mc_node *node, const struct mc_view *view)
{
    const struct mc_options *opt = w->opt;
    uint32_t visits = mc_visits_of(node);
    double urgency = mc_mean_of(opt, node, visits);

    if (opt->implicit_minimax > 0 && visits)
        urgency = mc_with_estimate(w, node, view, urgency);
    if (opt->rave)
        urgency = mc_with_rave(w, node, visits, urgency);
    return urgency + mc_exploration_of(opt, node, view, visits) + mc_bias_of(opt, node, visits);
}

static inline bool mc_may_visit(const struct mc_walk *w, const struct mc_node *node)
{
    return !w->opt->solver || !mc_is_solved(node);
}

/* The number of open moves; if all of them are solved, enough more that one is not. */
static inline uint32_t mc_count_open(const struct mc_walk *w, uint32_t visits, const struct mc_block *block,
                                     uint32_t first)
{
    uint32_t open = (uint32_t)by__mc_open(w->opt, visits, (int)block->count);

    if (!w->opt->widening || !w->opt->solver)
        return open;
    for (uint32_t i = 0; i < block->count; i++)
        if (mc_may_visit(w, &w->tree->cells[first + i].node))
            return i + 1 > open ? i + 1 : open;
    return open;
}

/* The visits of a node, or those of its moves together if other nodes may share them. */
static inline uint32_t mc_visits_above(const struct mc_walk *w, const struct mc_node *parent,
                                       const struct mc_block *block)
{
    return w->tree->table ? atomic_load_explicit(&block->visits, memory_order_relaxed) : mc_visits_of(parent);
}

static inline double mc_exploration_at(const struct mc_options *opt, uint32_t visits)
{
    if (opt->selection == MC_PUCT)
        return sqrt((double)visits + 1);
    return opt->exploration * opt->roots_of_logs[mc_size_of(visits)];
}

#endif
