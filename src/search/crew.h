/* SPDX-License-Identifier: MIT
 *
 * Threads that help a search. They are started once, before the clock of a run starts, and wait between the runs for
 * the next call: to start dozens of threads takes longer than some moves may.
 *
 *     start -> wait -> work -> wait -> work -> ... -> end
 *               ^ call    ^ rest
 */
#ifndef BOYI_SEARCH_CREW_H
#define BOYI_SEARCH_CREW_H

#include "search/method.h"

struct by__crew;

/* An empty crew with room for `max` threads. NULL: out of memory. */
struct by__crew *by__crew_create(int max);

/* The bytes that by__crew_create allocates. */
size_t by__crew_bytes(int max);

/* Starts the missing threads, as far as the system allows, and waits until all are ready. No thread may be working. */
void by__crew_start(struct by__crew *crew);

/* How many there are. */
int by__crew_count(const struct by__crew *crew);

/* Sets the first `count` started threads to work: number i works on the item at `items` + i * `size`. */
void by__crew_call(struct by__crew *crew, int count, void (*work)(void *item), void *items, size_t size);

/* Waits until all threads are idle. Then you can read their results. */
void by__crew_wait(struct by__crew *crew);

/* Ends the threads, which must be idle. Accepts NULL. */
void by__crew_destroy(struct by__crew *crew);

/* What the helper of any method has of its own: a copy of the position, and a run without a clock or an observer. */
struct by__helper {
    by_position *position; /* NULL: none yet */
    struct by_limits limits;
    struct by__run run;
    struct by__tally tally;
    bool is_running;
};

/* Makes a helper ready for a run, which `stop` ends. `next` is the tally of the helper before it, or NULL. */
by_status by__helper_prepare(struct by__helper *helper, const struct by__run *run, const by_stop *stop,
                             struct by__tally *next, by_error *error);

/* Adds the nodes and the depth of a helper that was running to those of the run. */
void by__helper_end(struct by__helper *helper, struct by__control *control);

#endif
