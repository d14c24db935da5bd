/* SPDX-License-Identifier: MIT
 *
 * Reports the four phases of an iteration to observers. Nothing here changes the search, and nothing is called without
 * an observer.
 */
#include "search/mcts/urgency.h"

/* An event of the node of the path at `ply`. */
static struct by_event event_of(const struct mc_walk *w, enum by_event_kind kind, int ply)
{
    return (struct by_event){.kind = kind,
                             .side = w->sides[ply],
                             .ply = ply,
                             .depth = w->plies - ply,
                             .move = w->tree->cells[w->path[ply]].node.move,
                             .alpha = -BY_INFINITE,
                             .beta = BY_INFINITE};
}

/* The share of the mean of all moves as first, and that mean. */
static void explain_rave(const struct mc_walk *w, const struct mc_node *node, struct by_sample *sample)
{
    struct mc_amaf amaf = mc_amaf_of(node);

    if (!w->opt->rave || !amaf.visits)
        return;
    sample->rave_mean = (double)amaf.sum / (MC_WIN * (double)amaf.visits);
    sample->rave_weight = mc_rave_weight_of(w, amaf.visits, mc_visits_of(node));
}

/* The terms of the urgency of `child` among the moves of the block `at`. */
static struct by_sample explain(const struct mc_walk *w, const struct mc_node *parent, uint32_t at, uint32_t child)
{
    const struct mc_options *opt = w->opt;
    const struct mc_block *block = &w->tree->cells[at].block;
    const struct mc_node *node = &w->tree->cells[child].node;
    uint32_t above = mc_visits_above(w, parent, block), visits = mc_visits_of(node);
    const struct mc_view view = {.exploration = mc_exploration_at(opt, above), .side = block->side};
    struct mc_bounds bounds = mc_bounds_of(node);
    struct by_sample sample = {.visits = visits,
                               .mean = visits ? mc_mean_of(opt, node, visits) : 0,
                               .exploration = mc_exploration_of(opt, node, &view, visits),
                               .bias = mc_bias_of(opt, node, visits),
                               .estimate = -1,
                               .prior = (double)node->prior,
                               .low = bounds.low,
                               .high = bounds.high,
                               .is_over = bounds.flags & MC_OVER,
                               .is_open = child <= at + mc_count_open(w, above, block, at + 1)};

    explain_rave(w, node, &sample);
    if (opt->implicit_minimax > 0 && visits)
        sample.estimate = view.side == 0 ? (double)mc_estimate_of(node) : 1 - (double)mc_estimate_of(node);
    if (!visits && opt->first_play_urgency <= 0 && opt->selection == MC_UCB1)
        sample.urgency = (double)INFINITY; /* what was not tried comes first */
    else
        sample.urgency = opt->is_plain ? mc_ucb1_of(opt, node, &view) : mc_urgency_of(w, node, &view);
    return sample;
}

void by__mc_report_selection(struct mc_walk *w, int ply, uint32_t at, uint32_t selected)
{
    const struct mc_node *parent = &w->tree->cells[w->path[ply]].node;

    for (uint32_t i = at + 1; i <= at + w->tree->cells[at].block.count; i++) {
        struct by_sample sample = explain(w, parent, at, i);
        struct by_event event = event_of(w, BY_EVENT_SELECT, ply);

        sample.is_selected = i == selected;
        event.ply = ply + 1;
        event.depth--;
        event.move = w->tree->cells[i].node.move;
        event.sample = &sample;
        by__control_notify(w->control, &event);
    }
}

static struct by_sample sample_of(const struct mc_node *node)
{
    struct mc_bounds bounds = mc_bounds_of(node);
    uint32_t visits = mc_visits_of(node);

    return (struct by_sample){.visits = visits,
                              .mean = visits ? (double)mc_sum_of(node) / ((double)MC_WIN * visits) : 0,
                              .estimate = -1,
                              .prior = (double)node->prior,
                              .low = bounds.low,
                              .high = bounds.high,
                              .is_over = bounds.flags & MC_OVER,
                              .is_open = true,
                              .is_selected = true};
}

/* How the result was found. */
static enum by_reason reason_of(const struct mc_walk *w, const struct by_sample *end)
{
    if (w->had_playout)
        return w->is_estimated ? BY_REASON_HORIZON : BY_REASON_NONE;
    return end->low == end->high && !end->is_over ? BY_REASON_SEARCHED : BY_REASON_OVER;
}

void by__mc_report_end(struct mc_walk *w, int ply, int quarters)
{
    struct by_sample sample = sample_of(&w->tree->cells[w->path[ply]].node);
    struct by_event event = event_of(w, BY_EVENT_GROW, ply);

    event.sample = &sample;
    if (!w->before && w->control->wants & BY_EVENT_GROW)
        by__control_notify(w->control, &event);
    if (!(w->control->wants & BY_EVENT_SIMULATE))
        return;
    event.kind = BY_EVENT_SIMULATE;
    event.reason = reason_of(w, &sample);
    event.result = (double)quarters / MC_WIN;
    if (w->had_playout) {
        event.playout = w->made;
        event.playout_moves = w->playout_moves;
        event.playout_plies = w->playout_plies;
    }
    by__control_notify(w->control, &event);
}

void by__mc_report_back_up(struct mc_walk *w, int ply, int quarters)
{
    for (; ply >= 0; ply--) {
        struct by_sample sample = sample_of(&w->tree->cells[w->path[ply]].node);
        struct by_event event = event_of(w, BY_EVENT_BACK_UP, ply);
        uint8_t viewer = w->sides[ply ? ply - 1 : 0];

        event.sample = &sample;
        event.result = (double)(viewer == 0 ? quarters : MC_WIN - quarters) / MC_WIN;
        by__control_notify(w->control, &event);
    }
}
