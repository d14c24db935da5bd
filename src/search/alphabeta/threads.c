/* SPDX-License-Identifier: MIT
 *
 * Lazy SMP: every thread searches the root by itself, and they share what they find by the hash table. race.c decides
 * at which depths they search, and whose line is the answer. A limit of nodes is divided among them, so that it is
 * never exceeded. Between runs the threads wait (crew.h).
 */
#include <stdlib.h>

#include "core/game.h"
#include "search/alphabeta/alphabeta.h"

/* Copies the position and the limits for a helper; helpers have no clock and no observer. */
static by_status prepare_helper(struct ab *s, struct ab_helper *helper, by_error *error)
{
    const struct by__run *run = s->run;
    const struct by_limits *limits = run->control.limits;
    struct ab own = helper->search;
    by_status status;

    status = helper->position ? by_position_assign(helper->position, run->position, error)
                              : by_position_copy(run->position, &helper->position, error);
    if (!status)
        status = by__position_reserve(helper->position, (size_t)run->plies, error);
    if (status)
        return status;
    helper->limits = (struct by_limits){.stop = s->helpers_stop,
                                        .ponder = limits->ponder,
                                        .nodes = run->control.node_limit,
                                        .evaluations = run->control.evaluation_limit,
                                        .root_moves = limits->root_moves,
                                        .root_move_count = limits->root_move_count,
                                        .alpha = limits->alpha,
                                        .beta = limits->beta};
    helper->run = *run;
    helper->run.state = helper->position->state;
    helper->run.result = &helper->result;
    helper->run.lines = (struct by__lines){0};
    by__control_start(&helper->run.control, &helper->limits, NULL, run->root.side);
    helper->run.control.tally = &helper->tally;
    helper->run.control.second_stop = limits->stop;
    helper->run.control.deadline_us = run->control.deadline_us;
    atomic_store_explicit(&helper->tally.nodes, 0, memory_order_relaxed);
    helper->search = *s;
    helper->search.stack = own.stack;
    helper->search.nodes = own.nodes;
    helper->search.killers = own.killers;
    helper->search.history = own.history;
    helper->search.tables = own.tables;
    helper->search.helpers = NULL;
    helper->search.crew = NULL;
    helper->search.helpers_stop = NULL;
    helper->search.number = own.number;
    if (!by__lines_create(&helper->run.lines, 1, run->plies))
        return by_error_no_memory(error);
    return BY_OK;
}

static void run_helper(void *argument)
{
    struct ab_helper *helper = argument;

    by__ab_begin(&helper->search, &helper->run);
    by__ab_deepen(&helper->search);
}

static void free_run(struct ab *s)
{
    by__ab_race_destroy(s->race);
    s->race = NULL;
    s->control->finished = NULL;
    for (int i = 0; i < s->opt.threads - 1; i++)
        by__lines_destroy(&s->helpers[i].run.lines);
}

by_status by__ab_gather_helpers(struct ab *s, by_error *error)
{
    int count = s->opt.threads - 1;

    if (!count)
        return BY_OK;
    if (!s->crew && !(s->crew = by__crew_create(count)))
        return by_error_no_memory(error);
    by__crew_start(s->crew);
    return BY_OK;
}

/* The nodes between two looks at the clock: fewer where threads wait for processors, since each has to see by itself
 * that the time is over. */
static uint64_t interval_of(uint64_t threads)
{
    enum { MAX = 512, MIN = 32, OF_ALL = 4 * MAX };

    return threads <= OF_ALL / MAX ? MAX : threads >= OF_ALL / MIN ? MIN : OF_ALL / threads;
}

by_status by__ab_start_helpers(struct ab *s, by_error *error)
{
    int wanted = s->opt.threads - 1, count = wanted ? by__crew_count(s->crew) : 0;
    uint64_t threads = (uint64_t)count + 1;
    by_status status = BY_OK;

    s->run->result->missing_threads = wanted - count;

    if (!count)
        return BY_OK;
    if (!s->helpers_stop)
        status = by_stop_create(&s->helpers_stop, error);
    if (status)
        return status;
    by_stop_clear(s->helpers_stop);
    /* If there is less than one for each thread, no helper runs. */
    if (s->control->node_limit && s->control->node_limit < threads)
        return BY_OK;
    if (s->control->evaluation_limit && s->control->evaluation_limit < threads)
        return BY_OK;
    s->control->node_limit /= threads;
    s->control->evaluation_limit /= threads;
    if (s->run->lines.wanted == 1 && !(s->race = by__ab_race_create(count + 1, s->run->plies)))
        status = by_error_no_memory(error);
    for (int i = 0; i < count && !status; i++) {
        s->helpers[i].search.number = i + 1;
        status = prepare_helper(s, &s->helpers[i], error);
        s->helpers[i].tally.next = i ? &s->helpers[i - 1].tally : NULL;
    }
    if (status) {
        free_run(s);
        return status;
    }
    for (int i = 0; i < count; i++) {
        s->helpers[i].is_running = true;
        s->helpers[i].run.control.interval = interval_of(threads);
    }
    s->control->interval = interval_of(threads);
    by__crew_call(s->crew, count, run_helper, s->helpers, sizeof *s->helpers);
    s->control->others = &s->helpers[count - 1].tally;
    return BY_OK;
}

void by__ab_end_helpers(struct ab *s)
{
    if (!s->control->others)
        return;
    by_stop_set(s->helpers_stop);
    by__crew_wait(s->crew);
    for (int i = 0; i < s->opt.threads - 1; i++) {
        struct ab_helper *helper = &s->helpers[i];

        if (!helper->is_running)
            continue;
        helper->is_running = false;
        s->control->ended_nodes += helper->run.control.nodes;
        s->evaluations += helper->search.evaluations;
        for (int j = 0; j < AB_COUNTER_COUNT; j++)
            s->count[j] += helper->search.count[j];
        if (helper->run.control.selective_depth > s->control->selective_depth)
            s->control->selective_depth = helper->run.control.selective_depth;
    }
    s->control->others = NULL;
    if (s->race && s->control->reason != BY_STOPPED_DONE)
        by__ab_race_elect(s);
    free_run(s);
}

void by__ab_free_helpers(struct ab *s)
{
    for (int i = 0; s->helpers && i < s->opt.threads - 1; i++)
        by_position_destroy(s->helpers[i].position);
    free(s->helpers);
    s->helpers = NULL;
    by_stop_destroy(s->helpers_stop);
    s->helpers_stop = NULL;
}
