/* SPDX-License-Identifier: MIT
 *
 * What rows say of a measure, also of one that is computed from several numbers or compares two rows.
 */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#include "boyi/text.h"
#include "lab/rows.h"

/* The counters that derived measures are computed from, ended by NULL. */
extern const char *const lab_derived_from[];

/* A measure of a task; NAN if it is no number or a row is missing. */
double lab_measure(const struct lab_rows *rows, const struct lab_task *task, const char *measure);

/* The same as text, with moves and answers; adds nothing if a row is missing. */
void lab_measure_print(const struct lab_rows *rows, const struct lab_task *task, const char *measure, by_text *out);

/* A measure of a task over all repetitions of its variant: their mean, of times their median; NAN unless all are there.
 * The task's own repetition does not matter. */
double lab_measure_mean(const struct lab_rows *rows, const struct lab_task *task, const char *measure);

/* The mean of a measure over all positions that have a row; NAN if none has. `known` tells how many have. */
double lab_mean(const struct lab_rows *rows, size_t variant, int64_t limit, const char *measure, size_t *known);

#endif
