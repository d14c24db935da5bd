/* SPDX-License-Identifier: MIT
 *
 * Runs an experiment: all its searches that are not in the database yet. Cheap limits come first, so that the tables
 * fill evenly. Each search is a new one, so a row does not depend on the searches before it or on the number of
 * workers.
 */
#ifndef LAB_RUN_H
#define LAB_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/search.h"
#include "lab/database.h"
#include "lab/estimate.h"
#include "lab/experiment.h"

enum { LAB_JOBS_MOST = 256, LAB_JOBS_AUTO = 0 };

/* The progress of a run. */
struct lab_progress {
    size_t done;  /* existing rows */
    size_t found; /* of these, existed before the run */
    size_t total;
    const struct lab_task *current; /* the search that begins; NULL at the start and the end of the run */
    bool begins_group;              /* it is the first of its variant and limit */
    int64_t elapsed_us;
    int64_t left_us; /* an estimate, or LAB_TIME_UNKNOWN */
};

struct lab_run_settings {
    int jobs;            /* workers; LAB_JOBS_AUTO: as many as there are processors */
    int64_t cost_us;     /* declared time of all searches, for the estimate; 0: unknown */
    const by_stop *stop; /* ends the run and drops unfinished searches */

    /* Called at the start, before each search and at the end, by one worker at a time. */
    void (*watch)(void *context, const struct lab_progress *progress);
    /* Called for each new row, also by one worker at a time; it may read the database. May be NULL. */
    void (*row)(void *context, const struct lab_task *task);
    void *context;
};

/* Runs all missing searches. `is_complete`: all rows exist now. The end of the experiment's patience acts like
 * `stop`. */
by_status lab_run(const struct lab_experiment *experiment, lab_database *database,
                  const struct lab_run_settings *settings, bool *is_complete, by_error *error);

/* How much of an experiment is done. */
struct lab_state {
    size_t rows, done;
    int64_t time_us; /* of those that are done */
    int64_t left_us; /* missing search time, as a run estimates it; LAB_TIME_UNKNOWN without a basis for a guess */
};

/* `database` may be NULL: nothing is done yet. The missing time is estimated if `cost_us` is not LAB_TIME_UNKNOWN; it
 * is the declared cost, or 0. */
by_status lab_find_state(const struct lab_experiment *experiment, lab_database *database, int64_t cost_us,
                         struct lab_state *out, by_error *error);

/* The number of searches of an experiment, existing rows included. */
size_t lab_count_tasks(const struct lab_experiment *experiment);

/* All searches of an experiment in the order of the run. The caller frees the list. */
by_status lab_list_tasks(const struct lab_experiment *experiment, struct lab_task **out, size_t *count,
                         by_error *error);

#endif
