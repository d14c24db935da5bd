/* SPDX-License-Identifier: MIT
 *
 * Two runs of an experiment side by side: what has changed, and whether by chance.
 */
#ifndef LAB_COMPARE_H
#define LAB_COMPARE_H

#include "lab/database.h"
#include "lab/experiment.h"
#include "lab/grid.h"

/* Each database answers with the rows of its run (lab_database_use_run). */
by_status lab_compare_runs(const struct lab_experiment *experiment, lab_database *before, lab_database *after,
                           enum lab_format format, by_text *out, by_error *error);

#endif
