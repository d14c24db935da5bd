/* SPDX-License-Identifier: MIT */
#include "search/crew.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/game.h"

struct member {
    struct by__crew *crew;
    pthread_t thread;
    int number;
    bool is_called;
};

struct by__crew {
    int max, count;       /* members that there is room for, and that there are */
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t called, rests;
    int at_work; /* or not ready yet */
    bool is_dismissed;
    void (*work)(void *item);
    char *items;
    size_t size;
    struct member members[];
};

size_t by__crew_bytes(int max)
{
    return sizeof(struct by__crew) + (size_t)max * sizeof(struct member);
}

struct by__crew *by__crew_create(int max)
{
    struct by__crew *crew = calloc(1, by__crew_bytes(max));

    if (!crew)
        return NULL;
    crew->max = max;
    /* These objects need no resource that may be missing. */
    (void)pthread_mutex_init(&crew->lock, NULL);
    (void)pthread_cond_init(&crew->called, NULL);
    (void)pthread_cond_init(&crew->rests, NULL);
    return crew;
}

/* Waits for a call. False: the member has to end. */
static bool wait_for_call(struct member *member)
{
    struct by__crew *crew = member->crew;
    bool is_called;

    pthread_mutex_lock(&crew->lock);
    while (!member->is_called && !crew->is_dismissed)
        pthread_cond_wait(&crew->called, &crew->lock);
    is_called = member->is_called;
    member->is_called = false;
    pthread_mutex_unlock(&crew->lock);
    return is_called;
}

static void rest(struct by__crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    if (--crew->at_work == 0)
        pthread_cond_signal(&crew->rests);
    pthread_mutex_unlock(&crew->lock);
}

static void *live(void *argument)
{
    struct member *member = argument;
    struct by__crew *crew = member->crew;

    rest(crew);
    while (wait_for_call(member)) {
        crew->work(crew->items + (size_t)member->number * crew->size);
        rest(crew);
    }
    return NULL;
}

void by__crew_wait(struct by__crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->at_work)
        pthread_cond_wait(&crew->rests, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

/* Call it with the lock; the new member waits for it. */
static bool start_next(struct by__crew *crew)
{
    struct member *member = &crew->members[crew->count];

    member->crew = crew;
    member->number = crew->count;
    if (pthread_create(&member->thread, NULL, live, member))
        return false;
    crew->count++;
    crew->at_work++;
    return true;
}

void by__crew_start(struct by__crew *crew)
{
    if (crew->count == crew->max)
        return;
    pthread_mutex_lock(&crew->lock);
    while (crew->count < crew->max && start_next(crew))
        continue;
    pthread_mutex_unlock(&crew->lock);
    by__crew_wait(crew);
}

int by__crew_count(const struct by__crew *crew)
{
    return crew->count;
}

void by__crew_call(struct by__crew *crew, int count, void (*work)(void *item), void *items, size_t size)
{
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->items = items;
    crew->size = size;
    crew->at_work = count;
    for (int i = 0; i < count; i++)
        crew->members[i].is_called = true;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
}

void by__crew_destroy(struct by__crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->is_dismissed = true;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->count; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->called);
    pthread_cond_destroy(&crew->rests);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

/* ---- Helpers --------------------------------------------------------------------------------------------------- */

by_status by__helper_prepare(struct by__helper *helper, const struct by__run *run, const by_stop *stop,
                             struct by__tally *next, by_error *error)
{
    const struct by_limits *limits = run->control.limits;
    struct by__control *control = &helper->run.control;
    by_status status;

    atomic_store_explicit(&helper->tally.nodes, 0, memory_order_relaxed);
    helper->tally.next = next;
    status = helper->position ? by_position_assign(helper->position, run->position, error)
                              : by_position_copy(run->position, &helper->position, error);
    if (!status)
        status = by__position_reserve(helper->position, (size_t)run->plies, error);
    if (status)
        return status;
    helper->limits = (struct by_limits){BY_SIZE(by_limits),
                                        .stop = stop,
                                        .ponder = limits->ponder,
                                        .root_moves = limits->root_moves,
                                        .root_move_count = limits->root_move_count,
                                        .alpha = limits->alpha,
                                        .beta = limits->beta};
    helper->run = *run;
    helper->run.state = helper->position->state;
    by__control_start(control, &helper->limits, NULL, run->root.side);
    control->tally = &helper->tally;
    control->second_stop = limits->stop;
    control->deadline_us = run->control.deadline_us;
    return BY_OK;
}

void by__helper_end(struct by__helper *helper, struct by__control *control)
{
    const struct by__control *own = &helper->run.control;

    helper->is_running = false;
    control->ended_nodes += own->nodes;
    if (own->selective_depth > control->selective_depth)
        control->selective_depth = own->selective_depth;
}
