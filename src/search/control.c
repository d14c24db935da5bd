/* SPDX-License-Identifier: MIT */
#include "search/control.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/clock.h"

struct by_stop {
    atomic_bool is_set;
};

by_status by_stop_create(by_stop **out, by_error *error)
{
    by_stop *stop = calloc(1, sizeof *stop);

    if (!stop)
        return by_error_no_memory(error);
    atomic_init(&stop->is_set, false);
    *out = stop;
    return BY_OK;
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
    CHECK_INTERVAL = 512,   /* nodes between two looks at the clock and the flag */
    MOVES_EXPECTED = 30,    /* how many moves the clock has to last for, if nobody says */
    CLOCK_OVERHEAD_MS = 20, /* lost between the clock and us */
};

/* A share of the clock: what is left, spread over the moves to come, and most of the increment. */
static int64_t share_of_clock_ms(const struct by_limits *limits, int side)
{
    int64_t left = limits->clock_ms[side];
    int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : MOVES_EXPECTED;
    int64_t share = left / moves + limits->increment_ms[side] * 3 / 4;
    int64_t most = left * 4 / 5 - CLOCK_OVERHEAD_MS;

    share = share < most ? share : most;
    return share > 1 ? share : 1;
}

int64_t by_limits_time_ms(const struct by_limits *limits, int side)
{
    int64_t share;

    if (limits->clock_ms[side] <= 0)
        return limits->time_ms;
    share = share_of_clock_ms(limits, side);
    return limits->time_ms > 0 && limits->time_ms < share ? limits->time_ms : share;
}

void by__control_start(struct by__control *control, const struct by_limits *limits, const struct by_observer *observer,
                       uint8_t side)
{
    int64_t time_ms = by_limits_time_ms(limits, side);

    *control = (struct by__control){.limits = limits, .observer = observer, .wants = observer ? observer->wants : 0};
    control->start_us = by__clock_us();
    control->deadline_us = time_ms > 0 ? control->start_us + time_ms * 1000 : INT64_MAX;
}

static bool stop(struct by__control *control, enum by_stop_reason reason)
{
    control->is_stopped = true;
    control->reason = reason;
    return true;
}

bool by__control_check(struct by__control *control)
{
    const struct by_limits *limits = control->limits;

    if (control->is_stopped)
        return true;
    if (limits->nodes && control->nodes >= limits->nodes)
        return stop(control, BY_STOPPED_NODES);
    if (limits->stop && atomic_load_explicit(&limits->stop->is_set, memory_order_relaxed))
        return stop(control, BY_STOPPED_ASKED);
    if (control->deadline_us != INT64_MAX && by__clock_us() >= control->deadline_us)
        return stop(control, BY_STOPPED_TIME);
    control->next_check = control->nodes + CHECK_INTERVAL;
    if (limits->nodes && limits->nodes < control->next_check)
        control->next_check = limits->nodes;
    return false;
}

void by__control_notify(struct by__control *control, struct by_event *event)
{
    event->nodes = control->nodes;
    control->observer->notify(control->observer->context, event);
}
