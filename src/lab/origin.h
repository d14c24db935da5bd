/* SPDX-License-Identifier: MIT
 *
 * Where the rows of a report come from: they need not be those of the program that reports.
 */
#ifndef LAB_ORIGIN_H
#define LAB_ORIGIN_H

#include "boyi/text.h"
#include "lab/database.h"
#include "lab/experiment.h"

/* Which programs made the experiment's rows, by which compilers or on which processors; if there are several, each with
 * its number of rows: "boyi 0.2.0, sources 12-34 (8 rows); boyi 0.1.0, sources 56-78 (1 row)". Without rows those of
 * this program. */
by_status lab_print_origin(const struct lab_experiment *experiment, lab_database *database, enum lab_origin what,
                           by_text *out, by_error *error);

/* Whether some of the rows were made by a program of these sources. */
by_status lab_has_rows_of(const struct lab_experiment *experiment, lab_database *database, const char *sources,
                          bool *has_some, by_error *error);

/* Whether differences of times can be those of the searches: the experiment is about times, and one program has made
 * all rows that there are, on one processor, one search at a time. */
by_status lab_can_judge_times(const struct lab_experiment *experiment, lab_database *database, bool *can,
                              by_error *error);

#endif
