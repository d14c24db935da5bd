/* SPDX-License-Identifier: MIT
 *
 * Threads that search the same root race for its iterations. Each takes the depth after the deepest one that is
 * finished, or the next one if fewer of the other threads search that. The thread that finishes first shares its line;
 * threads that are no deeper stop and continue from there. So an iteration takes as long as its fastest thread. There
 * is no race for several best lines: then the threads share only the hash table.
 */
#include <stdlib.h>

#include "search/alphabeta/alphabeta.h"

struct ab_race *by__ab_race_create(int threads, int plies)
{
    struct ab_race *race = calloc(1, sizeof *race);

    if (!race)
        return NULL;
    race->threads = threads;
    if (!by__lines_create(&race->best, 1, plies)) {
        free(race);
        return NULL;
    }
    if (pthread_mutex_init(&race->lock, NULL)) {
        by__lines_destroy(&race->best);
        free(race);
        return NULL;
    }
    return race;
}

void by__ab_race_destroy(struct ab_race *race)
{
    if (!race)
        return;
    pthread_mutex_destroy(&race->lock);
    by__lines_destroy(&race->best);
    free(race);
}

static int others_at(const struct ab_race *race, int depth, int thread)
{
    int count = 0;

    for (int i = 0; i < race->threads; i++)
        count += i != thread && race->depths[i] == depth;
    return count;
}

int by__ab_race_next(struct ab *s, int first, int step, int last)
{
    struct ab_race *race = s->race;
    int finished, next, after;

    pthread_mutex_lock(&race->lock);
    finished = atomic_load_explicit(&race->finished, memory_order_relaxed);
    next = !finished ? first : finished < last ? finished + step : last;
    after = next + step;
    /* The first thread, whose line is the answer, begins with the first depth, which has no time limit. */
    if ((finished || s->number) && after <= last &&
        others_at(race, after, s->number) < others_at(race, next, s->number))
        next = after;
    race->depths[s->number] = next;
    pthread_mutex_unlock(&race->lock);
    s->control->finished = &race->finished;
    s->control->depth = next;
    return next;
}

bool by__ab_race_is_lost(struct ab *s, int depth)
{
    if (!s->race || atomic_load_explicit(&s->race->finished, memory_order_relaxed) < depth)
        return false;
    if (s->control->is_overtaken)
        s->control->is_stopped = s->control->is_overtaken = false;
    return true;
}

int by__ab_race_share(struct ab *s, int depth)
{
    struct ab_race *race = s->race;
    int finished;

    pthread_mutex_lock(&race->lock);
    finished = atomic_load_explicit(&race->finished, memory_order_relaxed);
    if (depth > finished) {
        by__lines_set(&race->best, 0, &s->run->lines.lines[0]);
        race->met_horizon = s->met_horizon;
        atomic_store_explicit(&race->finished, depth, memory_order_relaxed);
    } else {
        by__lines_set(&s->run->lines, 0, &race->best.lines[0]);
        s->met_horizon = race->met_horizon;
        depth = finished;
    }
    pthread_mutex_unlock(&race->lock);
    return depth;
}

/* The line that a thread votes for: that of the deepest finished iteration, or the bound that it has found in a deeper
 * one. NULL: it has none. */
static const struct by_line *line_of(const struct ab *s, int thread)
{
    const struct by__lines *lines = thread ? &s->helpers[thread - 1].own.run.lines : &s->run->lines;
    int finished = atomic_load_explicit(&s->race->finished, memory_order_relaxed);

    if (finished && (!lines->count || lines->lines[0].depth <= finished))
        lines = &s->race->best;
    return lines->count ? &lines->lines[0] : NULL;
}

static by_value min_value_of_lines(const struct ab *s)
{
    by_value min = BY_INFINITE;

    for (int i = 0; i < s->race->threads; i++) {
        const struct by_line *line = line_of(s, i);

        min = line && line->value < min ? line->value : min;
    }
    return min;
}

/* The votes of all threads for a move: each counts by the depth and the value that it has found. */
static int64_t votes_for(const struct ab *s, by_move move, by_value min_value)
{
    int64_t votes = 0;

    for (int i = 0; i < s->race->threads; i++) {
        const struct by_line *line = line_of(s, i);

        if (line && line->moves[0] == move)
            votes += ((int64_t)line->value - min_value + AB_VOTE_OF_ANY_VALUE) * line->depth;
    }
    return votes;
}

void by__ab_race_elect(struct ab *s)
{
    by_value min_value = min_value_of_lines(s);
    const struct by_line *elected = NULL;
    int64_t max_votes = 0;

    for (int i = 0; i < s->race->threads; i++) {
        const struct by_line *line = line_of(s, i);
        int64_t votes = line ? votes_for(s, line->moves[0], min_value) : 0;

        if (votes > max_votes || (votes == max_votes && line && elected && line->depth > elected->depth)) {
            elected = line;
            max_votes = votes;
        }
    }
    if (elected && elected != &s->run->lines.lines[0])
        by__lines_set(&s->run->lines, 0, elected);
}
