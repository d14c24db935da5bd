/* SPDX-License-Identifier: MIT
 *
 * Lazy SMP: every thread searches the root by itself, and they share what they find by the hash table. race.c decides
 * at which depths they search, and whose line is the answer. A limit of nodes is divided among them, so that it is
 * never exceeded. Between runs the threads wait (crew.h).
 */
#include <stdlib.h>

#include "search/alphabeta/alphabeta.h"

/* Makes helper number `i` ready for the run. */
static by_status prepare_helper(struct ab *s, int i, by_error *error)
{
    struct ab_helper *helper = &s->helpers[i];
    struct by__run *run = &helper->own.run;
    struct ab own = helper->search;
    by_status status =
        by__helper_prepare(&helper->own, s->run, s->helpers_stop, i ? &s->helpers[i - 1].own.tally : NULL, error);

    if (status)
        return status;
    run->result = &helper->result;
    run->lines = (struct by__lines){0};
    run->control.node_limit = s->control->node_limit;
    run->control.evaluation_limit = s->control->evaluation_limit;
    helper->search = *s;
    helper->search.stack = own.stack;
    helper->search.nodes = own.nodes;
    helper->search.killers = own.killers;
    helper->search.history = own.history;
    helper->search.tables = own.tables;
    helper->search.helpers = NULL;
    helper->search.crew = NULL;
    helper->search.helpers_stop = NULL;
    helper->search.number = i + 1;
    if (!by__lines_create(&run->lines, 1, run->plies))
        return by_error_no_memory(error);
    return BY_OK;
}

static void run_helper(void *argument)
{
    struct ab_helper *helper = argument;

    by__ab_begin(&helper->search, &helper->own.run);
    by__ab_deepen(&helper->search);
}

static void free_run(struct ab *s)
{
    by__ab_race_destroy(s->race);
    s->race = NULL;
    s->control->finished = NULL;
    for (int i = 0; i < s->opt.threads - 1; i++)
        by__lines_destroy(&s->helpers[i].own.run.lines);
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

/* The nodes between two checks of the clock: fewer where threads wait for processors, since each has to see by itself
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
    for (int i = 0; i < count && !status; i++)
        status = prepare_helper(s, i, error);
    if (status) {
        free_run(s);
        return status;
    }
    for (int i = 0; i < count; i++) {
        s->helpers[i].own.is_running = true;
        s->helpers[i].own.run.control.interval = interval_of(threads);
    }
    s->control->interval = interval_of(threads);
    by__crew_call(s->crew, count, run_helper, s->helpers, sizeof *s->helpers);
    s->control->others = &s->helpers[count - 1].own.tally;
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

        if (!helper->own.is_running)
            continue;
        by__helper_end(&helper->own, s->control);
        s->evaluations += helper->search.evaluations;
        for (int j = 0; j < AB_COUNTER_COUNT; j++)
            s->count[j] += helper->search.count[j];
    }
    s->control->others = NULL;
    if (s->race && s->control->reason != BY_STOPPED_DONE)
        by__ab_race_elect(s);
    free_run(s);
}

void by__ab_free_helpers(struct ab *s)
{
    for (int i = 0; s->helpers && i < s->opt.threads - 1; i++)
        by_position_destroy(s->helpers[i].own.position);
    free(s->helpers);
    s->helpers = NULL;
    by_stop_destroy(s->helpers_stop);
    s->helpers_stop = NULL;
}
