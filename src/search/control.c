/* SPDX-License-Identifier: MIT */
#include "search/control.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "core/size.h"

struct by_stop {
    atomic_bool is_set;
    const by_stop *above; /* NULL: none */
};

by_status by_stop_create_below(const by_stop *above, by_stop **out, by_error *error)
{
    by_stop *stop = calloc(1, sizeof *stop);

    if (!stop)
        return by_error_no_memory(error);
    atomic_init(&stop->is_set, false);
    stop->above = above;
    *out = stop;
    return BY_OK;
}

by_status by_stop_create(by_stop **out, by_error *error)
{
    return by_stop_create_below(NULL, out, error);
}

void by_stop_set(by_stop *stop)
{
    atomic_store_explicit(&stop->is_set, true, memory_order_relaxed);
}

void by_stop_clear(by_stop *stop)
{
    atomic_store_explicit(&stop->is_set, false, memory_order_relaxed);
}

void by_stop_destroy(by_stop *stop)
{
    free(stop);
}

/* ---- Time ------------------------------------------------------------------------------------------------------ */

enum {
    CHECK_INTERVAL = 512, /* nodes between two checks of the clock and the flag */
    POOL_SHARE = 256,     /* nodes that a thread takes from a pool at a time */
    MOVES_EXPECTED = 30,  /* default number of moves that the clock has to last for */
    RESERVE_MS = 150,     /* reserve of the clock: on a busy machine a move may be delayed this long */
    MAX_SHARES = 3,       /* how many shares of the clock one move may take */
    ENOUGH_PERCENT = 60,  /* percent of the share, after which no iteration begins */
};

/* The clock less a reserve, or three quarters of a small clock. */
static int64_t usable_clock_ms(const struct by_limits *limits, int side)
{
    int64_t left = limits->clock_ms[side], reserve = left * 3 / 4;

    return left - (reserve < RESERVE_MS ? reserve : RESERVE_MS);
}

/* Four fifths, so that later moves have time too. */
static int64_t max_of_clock_ms(const struct by_limits *limits, int side)
{
    int64_t max = usable_clock_ms(limits, side) * 4 / 5;

    return max > 1 ? max : 1;
}

/* With little time left, the increment is saved and no move gets more than its share. */
static bool is_short(const struct by_limits *limits, int side)
{
    return usable_clock_ms(limits, side) < RESERVE_MS;
}

/* The share of the clock for this move: the usable time, spread over the moves to come, and a part of the increment. */
static int64_t share_of_clock_ms(const struct by_limits *limits, int side)
{
    int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : MOVES_EXPECTED;
    int64_t share =
        usable_clock_ms(limits, side) / moves + limits->increment_ms[side] * (is_short(limits, side) ? 1 : 3) / 4;
    int64_t max = max_of_clock_ms(limits, side);

    return share < 1 ? 1 : share < max ? share : max;
}

static int64_t min_time(int64_t a, int64_t b)
{
    return a > 0 && a < b ? a : b;
}

int64_t by_limits_time_ms(const struct by_limits *limits, int side)
{
    struct by_limits own;

    if (by__size_read(limits, &own, sizeof own, "by_limits", NULL))
        return 0;
    if (own.clock_ms[side] <= 0)
        return own.time_ms;
    return min_time(own.time_ms, share_of_clock_ms(&own, side));
}

/* With a clock, an iteration that began in time may exceed the share. */
static int64_t longest_ms(const struct by_limits *limits, int side)
{
    int64_t longest = share_of_clock_ms(limits, side) * (is_short(limits, side) ? 1 : MAX_SHARES);
    int64_t max = max_of_clock_ms(limits, side);

    return min_time(limits->time_ms, longest < max ? longest : max);
}

void by__control_start(struct by__control *control, const struct by_limits *limits, const struct by_observer *observer,
                       uint8_t side)
{
    bool has_clock = limits->clock_ms[side] > 0;
    int64_t time_ms = has_clock ? longest_ms(limits, side) : limits->time_ms;

    *control = (struct by__control){.limits = limits,
                                    .observer = observer,
                                    .wants = observer ? observer->wants : 0,
                                    .node_limit = limits->nodes,
                                    .evaluation_limit = limits->evaluations,
                                    .interval = CHECK_INTERVAL};
    control->start_us = by__clock_us();
    control->deadline_us = time_ms > 0 ? control->start_us + time_ms * 1000 : INT64_MAX;
    control->enough_us = INT64_MAX;
    if (has_clock)
        control->enough_us = share_of_clock_ms(limits, side) * (1000 * ENOUGH_PERCENT / 100);
}

uint64_t by__control_all_nodes(const struct by__control *control)
{
    uint64_t nodes = control->nodes + control->ended_nodes;

    for (const struct by__tally *other = control->others; other; other = other->next)
        nodes += atomic_load_explicit(&other->nodes, memory_order_relaxed);
    return nodes;
}

static bool stop(struct by__control *control, enum by_stop_reason reason)
{
    control->is_stopped = true;
    control->reason = reason;
    return true;
}

static bool is_set(const by_stop *flag)
{
    for (; flag; flag = flag->above)
        if (atomic_load_explicit(&flag->is_set, memory_order_relaxed))
            return true;
    return false;
}

bool by__control_is_asked(const struct by__control *control)
{
    return is_set(control->limits->stop) || is_set(control->second_stop);
}

bool by__control_ponders(const struct by__control *control)
{
    return is_set(control->limits->ponder);
}

bool by__control_is_enough(struct by__control *control, int percent)
{
    if (control->enough_us == INT64_MAX)
        return false;
    control->was_enough = by__clock_us() - control->start_us >= control->enough_us / 100 * percent;
    return control->was_enough && !by__control_ponders(control);
}

static bool is_time_over(const struct by__control *control)
{
    if (control->nodes < control->owed || by__control_ponders(control))
        return false;
    if (is_set(control->limits->time_over))
        return true;
    if (control->deadline_us == INT64_MAX)
        return false;
    return control->was_enough || by__clock_us() >= control->deadline_us;
}

/* Whether the nodes are spent, those of the pool with them. */
static bool are_nodes_spent(struct by__control *control)
{
    uint64_t left, taken;

    if (!control->pool)
        return control->node_limit && control->nodes + control->kept_nodes >= control->node_limit;
    if (control->nodes < control->node_limit)
        return false;
    left = atomic_load_explicit(control->pool, memory_order_relaxed);
    do
        taken = left < POOL_SHARE ? left : POOL_SHARE;
    while (!atomic_compare_exchange_weak_explicit(control->pool, &left, left - taken, memory_order_relaxed,
                                                  memory_order_relaxed));
    control->node_limit += taken;
    return !taken;
}

bool by__control_check(struct by__control *control)
{
    if (control->is_stopped)
        return true;
    if (control->tally)
        atomic_store_explicit(&control->tally->nodes, control->nodes, memory_order_relaxed);
    if (are_nodes_spent(control))
        return stop(control, BY_STOPPED_NODES);
    if (control->evaluation_limit && control->evaluations + control->kept_evaluations >= control->evaluation_limit)
        return stop(control, BY_STOPPED_EVALUATIONS);
    if (by__control_is_asked(control))
        return stop(control, BY_STOPPED_ASKED);
    if (is_time_over(control))
        return stop(control, BY_STOPPED_TIME);
    if (control->finished && atomic_load_explicit(control->finished, memory_order_relaxed) >= control->depth)
        return control->is_overtaken = control->is_stopped = true;
    control->next_check = control->nodes + control->interval;
    if (control->node_limit && control->node_limit - control->kept_nodes < control->next_check)
        control->next_check = control->node_limit - control->kept_nodes;
    if (control->nodes < control->owed && control->owed < control->next_check)
        control->next_check = control->owed;
    return false;
}

void by__control_notify(struct by__control *control, struct by_event *event)
{
    event->nodes = by__control_all_nodes(control);
    if (event->kind & (BY_EVENT_ITERATION | BY_EVENT_NUMBERS)) /* others are too frequent to read the clock */
        event->time_us = by__clock_us() - control->start_us;
    control->observer->notify(control->observer->context, event);
}
