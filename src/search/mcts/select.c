/* SPDX-License-Identifier: MIT
 *
 * Which move is visited next. UCB1 (Auer, Cesa-Bianchi & Fischer 2002) on trees is UCT (Kocsis & Szepesvári 2006); PUCT
 * (Rosin 2011; Silver et al. 2016) explores by the priors of the game.
 */
#include "search/mcts/urgency.h"

/* Progressive widening (Coulom 2007; Chaslot et al. 2008). */
int by__mc_open(const struct mc_options *opt, uint32_t visits, int count)
{
    int open = 1;

    if (!opt->widening)
        return count;
    while (open < count && open < MC_MAX_WIDENING && visits >= opt->opens_at[open])
        open++;
    return open < count ? open : count;
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

/* The most urgent of the moves that are not solved, of equal ones any; 0: all are solved. */
static uint32_t find_most_urgent(struct mc_walk *w, uint32_t first, uint32_t open, const struct mc_view *view)
{
    const struct mc_options *opt = w->opt;
    uint32_t best = 0, ties = 0;
    double max = 0;

    for (uint32_t i = first; i < first + open; i++) {
        const struct mc_node *node = &w->tree->cells[i].node;
        double urgency;

        if (!mc_may_visit(w, node))
            continue;
        urgency = opt->is_plain ? mc_ucb1_of(opt, node, view) : mc_urgency_of(w, node, view);
        if (!best || urgency > max) {
            best = i;
            max = urgency;
            ties = 1;
        } else if (urgency >= max && by_random_below(&w->random, ++ties) == 0) {
            best = i;
        }
    }
    return best;
}

uint32_t by__mc_select(struct mc_walk *w, const struct mc_node *parent, uint32_t at)
{
    const struct mc_options *opt = w->opt;
    const struct mc_block *block = &w->tree->cells[at].block;
    uint32_t visits = mc_visits_above(w, parent, block), first = at + 1, open = mc_count_open(w, visits, block, first);
    struct mc_view view;
    uint32_t best = 0;

    if (opt->first_play_urgency <= 0 && opt->selection == MC_UCB1 &&
        atomic_load_explicit(&block->tried, memory_order_relaxed) < open)
        best = find_untried(w, first, open, block->is_ordered || opt->widening);
    if (best)
        return best;
    view = (struct mc_view){.exploration = mc_exploration_at(opt, visits), .side = block->side};
    best = find_most_urgent(w, first, open, &view);
    return best ? best : first;
}
