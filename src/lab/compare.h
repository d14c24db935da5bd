/* SPDX-License-Identifier: MIT
 *
 * Two runs of an experiment side by side: what changed, and the probability of a random difference that large.
 */
#ifndef LAB_COMPARE_H
#define LAB_COMPARE_H

#include "lab/rows.h"
#include "render/grid.h"

/* A run and its rows, which were loaded while the database used it (lab_database_use_run). */
struct lab_side {
    const struct lab_rows *rows;
    const struct lab_run_info *run;
};

/* Adds the reasons why times of two runs are not comparable: processor, compiler, flags and workers, if they differ,
 * separated by commas. */
void lab_times_differ_in(const struct lab_run_info *one, const struct lab_run_info *other, by_text *out);

/* Every measure of every variant and limit. The text for people leaves out what is unchanged, and says so. */
by_status lab_compare_runs(const struct lab_experiment *experiment, const struct lab_side *before,
                           const struct lab_side *after, enum lab_format format, by_text *out, by_error *error);

#endif
