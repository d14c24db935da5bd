/* SPDX-License-Identifier: MIT
 *
 * When a run of Monte Carlo tree search ends.
 */
#include "base/clock.h"
#include "search/mcts/mcts.h"

static const struct mc_node *root_of(const struct mc_tree *tree)
{
    return &tree->cells[MC_ROOT].node;
}

struct mc_pace by__mc_set_limits(const struct mc_options *opt, const struct mc_tree *tree, struct by__run *run)
{
    struct by__control *control = &run->control;
    uint64_t inherited = mc_visits_of(root_of(tree));
    int64_t time_ms = by_limits_time_ms(control->limits, run->root.side);

    if (time_ms)
        control->deadline_us = control->start_us + time_ms * 1000;
    if (!time_ms && !control->node_limit && !control->evaluation_limit)
        control->node_limit = opt->iterations;
    control->interval = 1;
    return (struct mc_pace){.then_us = control->start_us,
                            .inherited = inherited,
                            .planned = control->node_limit ? inherited + control->node_limit : 0};
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

enum { MAX_SHARE = 256 };

/* The number of nodes that a thread takes from the rest: smaller shares towards the end, so that all end together. */
static uint64_t take_share(struct mc_team *team)
{
    uint64_t left = atomic_load_explicit(&team->nodes, memory_order_relaxed), share;

    do {
        share = left / (4 * ((uint64_t)team->count + 1));
        share = share > MAX_SHARE ? MAX_SHARE : share ? share : left > 0;
    } while (!atomic_compare_exchange_weak_explicit(&team->nodes, &left, left - share, memory_order_relaxed,
                                                    memory_order_relaxed));
    return share;
}

bool by__mc_may_iterate(struct mc_walk *w)
{
    struct by__control *control = w->control;

    if (w->team && w->team->has_nodes && control->nodes == control->node_limit) {
        uint64_t share = take_share(w->team);

        if (!share && !control->is_stopped) {
            control->is_stopped = true;
            control->reason = BY_STOPPED_NODES;
        }
        if (!share)
            return false;
        control->node_limit += share;
    }
    return by__control_count(control);
}

/* ---- Time ------------------------------------------------------------------------------------------------------ */

enum { TICK_US = 100, MAX_INTERVAL = 512 };

bool by__mc_keep_pace(struct by__control *control, struct mc_pace *pace)
{
    int64_t now_us, took_us;

    if (control->nodes < pace->next)
        return false;
    now_us = by__clock_us();
    took_us = now_us - pace->then_us;
    if (took_us < TICK_US && control->interval < MAX_INTERVAL)
        control->interval *= 2;
    else if (took_us > 4 * TICK_US && control->interval > 1)
        control->interval /= 2;
    pace->then_us = now_us;
    pace->next = control->nodes + control->interval;
    return true;
}

void by__mc_plan(const struct by__control *control, const struct mc_tree *tree, struct mc_pace *pace)
{
    uint64_t visits = mc_visits_of(root_of(tree));

    if (control->node_limit || control->deadline_us == INT64_MAX || by__control_ponders(control) ||
        pace->then_us <= control->start_us || pace->then_us >= control->deadline_us)
        return;
    pace->planned =
        visits + (uint64_t)((double)(visits - pace->inherited) * (double)(control->deadline_us - pace->then_us) /
                            (double)(pace->then_us - control->start_us));
}

/* ---- Nothing left to do ---------------------------------------------------------------------------------------- */

/* Visits that can be counted, with those of all threads that are on their way. */
static const uint32_t max_visits = UINT32_MAX - MC_MAX_THREADS * MC_MAX_VIRTUAL_LOSS;

bool by__mc_is_done(const struct mc_options *opt, const struct mc_tree *tree)
{
    /* Those of all trees together have to be counted too. */
    return (opt->solver && mc_is_solved(root_of(tree))) ||
           mc_visits_of(root_of(tree)) >= max_visits / (uint32_t)opt->trees;
}

bool by__mc_is_decided(const struct mc_walk *w, const struct mc_tree *tree, const struct mc_pace *pace)
{
    uint32_t first = mc_block_of(root_of(tree)) + 1, count = tree->cells[first - 1].block.count, max = 0, second = 0;
    uint64_t done = mc_visits_of(root_of(tree)), left = done < pace->planned ? pace->planned - done : 0;
    uint64_t on_their_way = w->team ? ((uint64_t)w->team->count + 1) * w->virtual_loss : 0;

    if (w->opt->absolute_pruning == MC_PRUNING_OFF || w->opt->final != MC_ROBUST || !pace->planned)
        return false;
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t visits = mc_visits_of(&tree->cells[i].node);

        second = visits > max ? max : visits > second ? visits : second;
        max = visits > max ? visits : max;
    }
    if (w->opt->absolute_pruning == MC_PRUNING_HALF)
        return max > pace->planned / 2 + on_their_way;
    return max - second > left + 2 * on_their_way;
}
