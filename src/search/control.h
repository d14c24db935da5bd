/* SPDX-License-Identifier: MIT
 *
 * The limits of a run: nodes, time, clock, the stop flag; and its observer.
 */
#ifndef BOYI_SEARCH_CONTROL_H
#define BOYI_SEARCH_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "boyi/observer.h"
#include "boyi/search.h"

/* Node counts that other threads can read. */
struct by__tally {
    _Atomic uint64_t nodes;
    struct by__tally *next;
};

struct by__control {
    const struct by_limits *limits;
    const struct by_observer *observer;
    unsigned wants; /* the events that the observer wants; 0 without one */
    int64_t start_us;
    int64_t deadline_us;
    int64_t enough_us;   /* time after which no iteration is worth starting; INT64_MAX: never */
    uint64_t node_limit; /* 0: none */
    uint64_t nodes;
    _Atomic uint64_t *pool;    /* nodes that threads share, for those that have spent their own; NULL: none */
    uint64_t evaluation_limit; /* 0: none */
    uint64_t evaluations;
    uint64_t owed; /* minimum number of nodes before time may end the run: an answer must have considered every move */
    uint64_t kept_nodes, kept_evaluations; /* from the limits, for the one-ply search at the end (one_ply.h) */
    const atomic_int *finished; /* the depth that threads that search the same have finished; NULL: there are none */
    int depth;                  /* the one that this thread is at: it is of use as long as it is greater */
    const by_stop *second_stop; /* beside that of the limits; NULL: none */
    uint64_t ended_nodes;       /* of threads that helped and have ended */
    const struct by__tally *others; /* what threads that help have done; NULL: there are none */
    struct by__tally *tally;        /* where to publish this thread's work; NULL: nowhere */
    uint64_t next_check;            /* the number of nodes at which to check the limits again */
    uint64_t interval;              /* nodes between two checks; a method with expensive nodes sets it */
    bool was_enough;                /* of the time, while it did not end the run */
    bool is_stopped;
    bool is_overtaken; /* it is stopped because another thread has finished the same work */
    enum by_stop_reason reason;
    int selective_depth;
};

/* Starts the clocks; `side` is the side to move at the root. */
void by__control_start(struct by__control *control, const struct by_limits *limits, const struct by_observer *observer,
                       uint8_t side);

/* Checks all limits; true if the run has to end. */
bool by__control_check(struct by__control *control);

/* Counts a node before it is made; false if the run has to end instead. */
static inline bool by__control_count(struct by__control *control)
{
    if (control->nodes >= control->next_check && by__control_check(control))
        return false;
    control->nodes++;
    return true;
}

/* Counts an evaluation. After the last one the run has to end before the next node. */
static inline void by__control_count_evaluation(struct by__control *control)
{
    if (++control->evaluations + control->kept_evaluations == control->evaluation_limit)
        control->next_check = 0;
}

/* A search of at least one ply has found an answer: from now on the limits apply as given. */
static inline void by__control_settle(struct by__control *control)
{
    if (!control->owed && !control->kept_nodes && !control->kept_evaluations)
        return;
    control->owed = control->kept_nodes = control->kept_evaluations = 0;
    control->next_check = 0;
}

/* Whether somebody asked the run to stop. */
bool by__control_is_asked(const struct by__control *control);

/* Whether the run ponders, so that its own time does not end it. */
bool by__control_ponders(const struct by__control *control);

/* Whether so much time is used that the next iteration would hardly finish. While the run ponders this is recorded, and
 * ends it when pondering ends. */
bool by__control_is_enough(struct by__control *control, int percent);

/* The nodes of this thread and of its helpers, as reported. */
uint64_t by__control_all_nodes(const struct by__control *control);

/* Reports to the observer, which wants the event. */
void by__control_notify(struct by__control *control, struct by_event *event);

#endif
