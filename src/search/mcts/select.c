/* SPDX-License-Identifier: MIT
 *
 * Which move is visited next. UCB1 (Auer, Cesa-Bianchi & Fischer 2002) on trees is UCT (Kocsis & Szepesvári 2006); PUCT
 * (Rosin 2011; Silver et al. 2016) explores by the priors of the game.
 */
#include <math.h>

#include "search/mcts/mcts.h"

/* What is the same for all moves of a node. */
struct view {
    double exploration; /* by the visits of the node; a move's own come in as a factor */
    uint8_t side;
};

/* Progressive widening (Coulom 2007; Chaslot et al. 2008). */
int by__mc_open(const struct mc_options *opt, uint32_t visits, int count)
{
    int open = 1;

    if (!opt->widening)
        return count;
    while (open < count && open < MC_WIDENING_MOST && visits >= opt->opens_at[open])
        open++;
    return open < count ? open : count;
}

static double rave_weight_of(const struct mc_walk *w, double amaf_visits, double visits)
{
    return amaf_visits / (amaf_visits + visits + amaf_visits * visits / w->opt->rave_equivalence);
}

/* RAVE: the mean of all moves as first counts as long as there are few visits (Gelly & Silver 2007). */
static double with_rave(const struct mc_walk *w, const struct mc_node *node, uint32_t visits, double mean)
{
    struct mc_amaf amaf = mc_amaf_of(node);
    double a = amaf.visits, weight;

    if (!amaf.visits)
        return mean;
    weight = rave_weight_of(w, a, visits);
    return (1 - weight) * mean + weight * (double)amaf.sum / (MC_WIN * a);
}

static double with_estimate(const struct mc_walk *w, const struct mc_node *node, const struct view *view, double mean)
{
    double share = w->opt->implicit_minimax, estimate = (double)mc_estimate_of(node);

    return (1 - share) * mean + share * (view->side == 0 ? estimate : 1 - estimate);
}

/* The mean, as who makes the move sees it. */
static inline double mean_of(const struct mc_options *opt, const struct mc_node *node, uint32_t visits)
{
    return visits ? (double)mc_sum_of(node) / ((double)MC_WIN * visits) : opt->first_play_urgency;
}

static inline double ucb1_of(const struct mc_options *opt, const struct mc_node *node, const struct view *view)
{
    uint32_t visits = mc_visits_of(node);

    return mean_of(opt, node, visits) + view->exploration * opt->inverse_roots[mc_size_of(visits)];
}

static inline double exploration_of(const struct mc_options *opt, const struct mc_node *node, const struct view *view,
                                    uint32_t visits)
{
    if (opt->selection == MC_PUCT)
        return opt->exploration * (double)node->prior * view->exploration / (1 + (double)visits);
    return view->exploration * opt->inverse_roots[mc_size_of(visits)];
}

/* Progressive bias (Chaslot et al. 2008): what is known beforehand fades with the visits. */
static inline double bias_of(const struct mc_options *opt, const struct mc_node *node, uint32_t visits)
{
    return opt->progressive_bias > 0 ? opt->progressive_bias * (double)node->prior / (1 + (double)visits) : 0;
}

/* With whatever the options add to it. */
static double urgency_of(const struct mc_walk *w, const struct mc_node *node, const struct view *view)
{
    const struct mc_options *opt = w->opt;
    uint32_t visits = mc_visits_of(node);
    double urgency = mean_of(opt, node, visits);

    if (opt->implicit_minimax > 0 && visits)
        urgency = with_estimate(w, node, view, urgency);
    if (opt->rave)
        urgency = with_rave(w, node, visits, urgency);
    return urgency + exploration_of(opt, node, view, visits) + bias_of(opt, node, visits);
}

static inline bool may_visit(const struct mc_walk *w, const struct mc_node *node)
{
    return !w->opt->solver || !mc_is_solved(node);
}

/* The moves that are open; where all of these are solved, so many more that one is not. */
static inline uint32_t count_open(const struct mc_walk *w, uint32_t visits, const struct mc_block *block,
                                  uint32_t first)
{
    uint32_t open = (uint32_t)by__mc_open(w->opt, visits, (int)block->count);

    if (!w->opt->widening || !w->opt->solver)
        return open;
    for (uint32_t i = 0; i < block->count; i++)
        if (may_visit(w, &w->tree->cells[first + i].node))
            return i + 1 > open ? i + 1 : open;
    return open;
}

static bool is_untried(const struct mc_walk *w, uint32_t at)
{
    return !mc_visits_of(&w->tree->cells[at].node);
}

/* A move that was not tried: the first in an order that means something, else any. 0: all were tried. */
static uint32_t find_untried(struct mc_walk *w, uint32_t first, uint32_t open, bool is_ordered)
{
    uint32_t count = 0, which = 0;

    for (uint32_t i = first; i < first + open; i++)
        count += is_untried(w, i);
    if (!count)
        return 0;
    if (!is_ordered)
        which = by_random_below(&w->random, count);
    for (uint32_t i = first; i < first + open; i++)
        if (is_untried(w, i) && which-- == 0)
            return i;
    return 0; /* another thread has tried it meanwhile */
}

/* The visits of a node, or those of its moves together if other nodes may share them. */
static inline uint32_t visits_above(const struct mc_walk *w, const struct mc_node *parent, const struct mc_block *block)
{
    return w->tree->table ? atomic_load_explicit(&block->visits, memory_order_relaxed) : mc_visits_of(parent);
}

/* The most urgent of the moves that are not solved, of equal ones any; 0: all are solved. */
static uint32_t find_most_urgent(struct mc_walk *w, uint32_t first, uint32_t open, const struct view *view)
{
    const struct mc_options *opt = w->opt;
    uint32_t best = 0, ties = 0;
    double most = 0;

    for (uint32_t i = first; i < first + open; i++) {
        const struct mc_node *node = &w->tree->cells[i].node;
        double urgency;

        if (!may_visit(w, node))
            continue;
        urgency = opt->is_plain ? ucb1_of(opt, node, view) : urgency_of(w, node, view);
        if (!best || urgency > most) {
            best = i;
            most = urgency;
            ties = 1;
        } else if (urgency >= most && by_random_below(&w->random, ++ties) == 0) {
            best = i;
        }
    }
    return best;
}

static inline double exploration_at(const struct mc_options *opt, uint32_t visits)
{
    if (opt->selection == MC_PUCT)
        return sqrt((double)visits + 1);
    return opt->exploration * opt->roots_of_logs[mc_size_of(visits)];
}

uint32_t by__mc_select(struct mc_walk *w, const struct mc_node *parent, uint32_t at)
{
    const struct mc_options *opt = w->opt;
    const struct mc_block *block = &w->tree->cells[at].block;
    uint32_t visits = visits_above(w, parent, block), first = at + 1, open = count_open(w, visits, block, first);
    struct view view;
    uint32_t best = 0;

    if (opt->first_play_urgency <= 0 && opt->selection == MC_UCB1 &&
        atomic_load_explicit(&block->tried, memory_order_relaxed) < open)
        best = find_untried(w, first, open, block->is_ordered || opt->widening);
    if (best)
        return best;
    view = (struct view){.exploration = exploration_at(opt, visits), .side = block->side};
    best = find_most_urgent(w, first, open, &view);
    return best ? best : first;
}

/* ---- For who wants to know ------------------------------------------------------------------------------------- */

static bool comes_first(const struct mc_options *opt, uint32_t visits)
{
    return !visits && opt->first_play_urgency <= 0 && opt->selection == MC_UCB1;
}

/* The share of the mean of all moves as first, and that mean. */
static void explain_rave(const struct mc_walk *w, const struct mc_node *node, struct by_sample *sample)
{
    struct mc_amaf amaf = mc_amaf_of(node);

    if (!w->opt->rave || !amaf.visits)
        return;
    sample->rave_mean = (double)amaf.sum / (MC_WIN * (double)amaf.visits);
    sample->rave_weight = rave_weight_of(w, amaf.visits, mc_visits_of(node));
}

struct by_sample by__mc_explain(const struct mc_walk *w, const struct mc_node *parent, uint32_t at, uint32_t child)
{
    const struct mc_options *opt = w->opt;
    const struct mc_block *block = &w->tree->cells[at].block;
    const struct mc_node *node = &w->tree->cells[child].node;
    uint32_t above = visits_above(w, parent, block), visits = mc_visits_of(node);
    const struct view view = {.exploration = exploration_at(opt, above), .side = block->side};
    struct mc_bounds bounds = mc_bounds_of(node);
    struct by_sample sample = {.visits = visits,
                               .mean = visits ? mean_of(opt, node, visits) : 0,
                               .exploration = exploration_of(opt, node, &view, visits),
                               .bias = bias_of(opt, node, visits),
                               .estimate = -1,
                               .prior = (double)node->prior,
                               .low = bounds.low,
                               .high = bounds.high,
                               .is_over = bounds.flags & MC_OVER,
                               .is_open = child <= at + count_open(w, above, block, at + 1)};

    explain_rave(w, node, &sample);
    if (opt->implicit_minimax > 0 && visits)
        sample.estimate = view.side == 0 ? (double)mc_estimate_of(node) : 1 - (double)mc_estimate_of(node);
    sample.urgency = comes_first(opt, visits) ? (double)INFINITY
                     : opt->is_plain          ? ucb1_of(opt, node, &view)
                                              : urgency_of(w, node, &view);
    return sample;
}
