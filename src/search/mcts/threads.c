/* SPDX-License-Identifier: MIT
 *
 * Several threads grow one tree (tree parallelism: Chaslot, Winands & van den Herik 2008), without locks (Enzenberger &
 * Müller 2009). A visit counts on the way down, and looks lost until its result is there, so that not all threads go
 * the same way. A node gets its moves from the thread that claims it; others that come there meanwhile play from it.
 *
 * Only the change of a full tree excludes readers: all threads meet at the end of an iteration, the last to come makes
 * room. A limit of nodes is taken in shares, so that it is never exceeded.
 *
 * Where each thread has a tree of its own (forest.c), they share the limits and nothing else.
 */
#include <stdlib.h>

#include "search/mcts/mcts.h"

bool by__mc_team_create(struct mc_team **out, int helpers)
{
    struct mc_team *team = calloc(1, sizeof *team);

    *out = NULL;
    if (!team)
        return false;
    team->helpers = calloc((size_t)helpers, sizeof *team->helpers);
    if (!team->helpers || pthread_mutex_init(&team->lock, NULL)) {
        free(team->helpers);
        free(team);
        return false;
    }
    if (pthread_cond_init(&team->met, NULL)) {
        pthread_mutex_destroy(&team->lock);
        free(team->helpers);
        free(team);
        return false;
    }
    team->count = helpers;
    *out = team;
    return true;
}

void by__mc_team_destroy(struct mc_team *team)
{
    if (!team)
        return;
    for (int i = 0; i < team->count; i++)
        by_position_destroy(team->helpers[i].own.position);
    by_stop_destroy(team->stop);
    pthread_cond_destroy(&team->met);
    pthread_mutex_destroy(&team->lock);
    free(team->helpers);
    free(team);
}

/* ---- Meetings -------------------------------------------------------------------------------------------------- */

static void collect(struct mc_walk *w)
{
    by__mc_tree_collect(w->tree);
    w->count[MC_COUNT_COLLECTIONS]++;
}

/* Ends the meeting that the others have been waiting for. */
static void end_meeting(struct mc_walk *w)
{
    collect(w);
    w->team->waiting = 0;
    w->team->meetings++;
    pthread_cond_broadcast(&w->team->met);
}

void by__mc_make_room(struct mc_walk *w)
{
    struct mc_team *team = w->team;
    uint64_t meetings;

    if (!w->tree->is_shared) {
        collect(w);
        return;
    }
    pthread_mutex_lock(&team->lock);
    meetings = team->meetings;
    /* Another thread may have made room since. */
    if (atomic_load_explicit(&w->tree->is_full, memory_order_relaxed)) {
        if (++team->waiting == team->running)
            end_meeting(w);
        while (meetings == team->meetings)
            pthread_cond_wait(&team->met, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
}

/* No thread waits for this one any more. */
static void leave(struct mc_walk *w)
{
    struct mc_team *team = w->team;

    pthread_mutex_lock(&team->lock);
    team->running--;
    if (team->waiting && team->waiting == team->running)
        end_meeting(w);
    pthread_mutex_unlock(&team->lock);
}

/* ---- Helpers --------------------------------------------------------------------------------------------------- */

static void help(void *argument)
{
    struct mc_helper *helper = argument;
    struct mc_walk *w = &helper->walk;
    struct mc_pace pace = {.then_us = helper->own.run.control.start_us};

    while (by__mc_may_iterate(w)) {
        by__mc_iterate(w);
        by__mc_keep_pace(w->control, &pace);
        if (by__mc_is_done(w->opt, w->tree)) {
            by_stop_set(w->team->stop); /* the others may not see it in their trees */
            break;
        }
    }
    leave(w);
}

static by_status prepare(struct mc_search *s, struct by__run *run, int number, by_error *error)
{
    struct mc_helper *helper = &s->team->helpers[number - 1];
    by_status status = by__helper_prepare(&helper->own, run, s->team->stop,
                                          number > 1 ? &s->team->helpers[number - 2].own.tally : NULL, error);

    if (status)
        return status;
    helper->own.run.control.interval = 1;
    by__mc_begin(s, &helper->walk, &helper->own.run, number);
    return BY_OK;
}

/* The thread goes on as one of several. */
static void join_team(const struct mc_search *s, struct mc_walk *w)
{
    w->team = s->team;
    w->virtual_loss = mc_is_forest(s) ? 0 : s->opt.virtual_loss;
}

/* From now on the limits, and the tree unless there is a forest, are not one thread's own. */
static void share(struct mc_search *s, struct by__run *run)
{
    struct mc_team *team = s->team;

    team->has_nodes = run->control.node_limit > 0;
    atomic_store_explicit(&team->nodes, run->control.node_limit, memory_order_relaxed);
    run->control.node_limit = 0;
    run->control.others = &team->helpers[team->count - 1].own.tally;
    team->running = 1;
    team->waiting = 0;
    s->tree.is_shared = !mc_is_forest(s);
    run->control.second_stop = team->stop;
    join_team(s, &s->walk);
}

by_status by__mc_gather_helpers(struct mc_search *s, by_error *error)
{
    if (s->opt.threads < 2)
        return BY_OK;
    if (!s->crew && !(s->crew = by__crew_create(s->opt.threads - 1)))
        return by_error_no_memory(error);
    by__crew_start(s->crew);
    return BY_OK;
}

by_status by__mc_start_helpers(struct mc_search *s, struct by__run *run, by_error *error)
{
    struct mc_team *team = s->team;
    int count = team ? by__crew_count(s->crew) : 0;
    by_status status = BY_OK;

    run->result->missing_threads = team ? team->count - count : 0;
    if (!team || run->control.evaluation_limit) /* which one thread alone keeps */
        return BY_OK;
    if (!team->stop)
        status = by_stop_create(&team->stop, error);
    for (int i = 1; i <= team->count && !status; i++)
        status = prepare(s, run, i, error);
    if (status)
        return status;
    by_stop_clear(team->stop);
    share(s, run);
    for (int i = 0; i < count; i++) {
        join_team(s, &team->helpers[i].walk);
        team->helpers[i].own.is_running = true;
    }
    team->running += count;
    by__crew_call(s->crew, count, help, team->helpers, sizeof *team->helpers);
    return BY_OK;
}

void by__mc_end_helpers(struct mc_search *s, struct by__run *run)
{
    struct mc_team *team = s->walk.team;

    if (!team) /* no thread was started */
        return;
    if (run->control.reason != BY_STOPPED_NODES) /* what others have taken of these they spend */
        by_stop_set(team->stop);
    leave(&s->walk);
    by__crew_wait(s->crew);
    for (int i = 0; i < team->count; i++) {
        struct mc_helper *helper = &team->helpers[i];

        if (!helper->own.is_running)
            continue;
        by__helper_end(&helper->own, &run->control);
        s->walk.evaluations += helper->walk.evaluations;
        for (int j = 0; j < MC_COUNTER_COUNT; j++)
            s->walk.count[j] += helper->walk.count[j];
    }
    run->control.others = NULL;
    run->control.second_stop = NULL;
    s->walk.team = NULL;
    s->walk.virtual_loss = 0;
    s->tree.is_shared = false;
}
