/* SPDX-License-Identifier: MIT
 *
 * A report for programs: a line for each number of its tables and other parts.
 */
#ifndef LAB_CSV_H
#define LAB_CSV_H

#include "boyi/text.h"
#include "lab/database.h"
#include "lab/experiment.h"

/* Columns: part, kind, measure, line, row, column, value, partial. */
by_status lab_report_csv(const struct lab_experiment *experiment, lab_database *database, by_text *out,
                         by_error *error);

#endif
