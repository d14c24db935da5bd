/* SPDX-License-Identifier: MIT
 *
 * An experiment as a job. Its rows are in a database in memory, its `row` events show how the curves grow, and at the
 * end it has the report in several forms.
 */
#ifndef SERVER_EXPERIMENT_JOB_H
#define SERVER_EXPERIMENT_JOB_H

#include "lab/experiment.h"
#include "server/jobs.h"

struct server_experiment;

enum { SERVER_REPORT_MS = 500 }; /* for the report of a stopped run */

extern const struct server_work server_experiment_work;

/* Opens the experiment that a request to run one names, and says whether it was tried; without that the job tries it.
 * NULL after a fault. */
by_status server_experiment_open(struct server_call *call, bool *is_built_in, bool *is_tried,
                                 struct lab_experiment **out);

/* Fails if this program was built without SQLite, which stores the rows. */
by_status server_experiment_try_database(by_error *error);

/* The number of its searches. */
size_t server_experiment_searches(const struct lab_experiment *experiment);

enum server_report_form { SERVER_REPORT_HTML, SERVER_REPORT_TEXT, SERVER_REPORT_CSV, SERVER_REPORT_FORMS };

/* The report, borrowed; NULL: the job is not over. Call it with the job's lock held. */
const by_text *server_experiment_report(const struct server_experiment *self, enum server_report_form form);

#endif
