/* SPDX-License-Identifier: MIT
 *
 * What rows say of a measure, also of one that compares two of them.
 */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#include "lab/database.h"
#include "lab/experiment.h"

/* Adds nothing if a row is missing. */
by_status lab_measure(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                      const char *measure, by_text *out, by_error *error);

/* A measure of a task over all repetitions of its variant: their mean, of times their median; NAN unless all are there.
 * The task's own repetition does not matter. */
by_status lab_measure_mean(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const char *measure, double *out, by_error *error);

/* The mean of a measure over all positions that have a row; NAN if none has. `known` tells how many have. */
by_status lab_mean(lab_database *database, const struct lab_experiment *experiment, size_t variant, int64_t limit,
                   const char *measure, double *out, size_t *known, by_error *error);

#endif
