/* SPDX-License-Identifier: MIT
 *
 * Measures of rows, also derived from several numbers or from two rows.
 */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#include "boyi/text.h"
#include "lab/rows.h"

/* The counters needed for derived measures; NULL ends the list. */
extern const char *const lab_derived_from[];

/* A measure of a task; NAN if it is no number or a row is missing. */
double lab_measure(const struct lab_rows *rows, const struct lab_task *task, const char *measure);

/* The same as text, with moves and answers; adds nothing if a row is missing. */
void lab_measure_print(const struct lab_rows *rows, const struct lab_task *task, const char *measure, by_text *out);

/* A measure of a task over all repetitions of its variant: the mean, for times the median; NAN unless all are there.
 * Ignores the task's own repetition. */
double lab_measure_mean(const struct lab_rows *rows, const struct lab_task *task, const char *measure);

/* The mean of a measure over all positions that have a row; NAN if none has. `known` counts them. */
double lab_mean(const struct lab_rows *rows, size_t variant, int64_t limit, const char *measure, size_t *known);

#endif
