/* SPDX-License-Identifier: MIT
 *
 * Running an experiment: all its searches that are not in the database yet. Cheap limits come first, so that the tables
 * fill evenly. Each search is a fresh one, so that a row is the same whatever was searched before it and by how many
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

/* How far a run is. */
struct lab_progress {
    size_t done;  /* rows that are there */
    size_t found; /* of these, were there before the run */
    size_t total;
    const struct lab_task *current; /* the search that begins now; NULL at the beginning and at the end of the run */
    bool begins_group;              /* it is the first of its variant and limit */
    int64_t elapsed_us;
    int64_t left_us; /* an estimate, or LAB_TIME_UNKNOWN */
};

struct lab_run_settings {
    int jobs;            /* workers; LAB_JOBS_AUTO: as many as there are processors */
    int64_t cost_us;     /* what all searches are said to take, for the time to the end; 0: not known */
    const by_stop *stop; /* ends the run; what its last searches found is dropped */

    /* Called at the beginning, before each search and at the end, by one worker at a time. */
    void (*watch)(void *context, const struct lab_progress *progress);
    /* Called when a row is there that was not there before, likewise; it may read the database. May be NULL. */
    void (*row)(void *context, const struct lab_task *task);
    void *context;
};

/* Runs what is missing. `is_complete` tells whether all rows are there now. One that the experiment's patience ended is
 * stopped as by `stop`. */
by_status lab_run(const struct lab_experiment *experiment, lab_database *database,
                  const struct lab_run_settings *settings, bool *is_complete, by_error *error);

/* About how much search time is missing, as a run estimates it; LAB_TIME_UNKNOWN where nothing lets it be guessed.
 * `database` may be NULL: nothing is done. */
by_status lab_search_time_left(const struct lab_experiment *experiment, lab_database *database, int64_t cost_us,
                               int64_t *left_us, by_error *error);

/* All searches of an experiment in the order in which they are run. The list is the caller's to free. */
by_status lab_list_tasks(const struct lab_experiment *experiment, struct lab_task **out, size_t *count,
                         by_error *error);

#endif
