/* SPDX-License-Identifier: MIT
 *
 * An experiment as a job: its rows are in a database in memory, its events `row` tell how the curves grow, and when it
 * is over it has the report in several forms.
 */
#ifndef SERVER_EXPERIMENT_JOB_H
#define SERVER_EXPERIMENT_JOB_H

#include "lab/experiment.h"
#include "server/jobs.h"

struct server_experiment;

enum { SERVER_REPORT_MS = 500 }; /* for what there is to report when it was stopped */

extern const struct server_work server_experiment_work;

/* What the job runs, to be handed to server_jobs_add; the experiment belongs to it, after an error too. One that was
 * not tried yet is before it runs. */
by_status server_experiment_create(struct lab_experiment *experiment, bool is_built_in, bool is_tried,
                                   struct server_experiment **out, by_error *error);

/* How much memory it has while it waits, and may have when it is over. */
size_t server_experiment_bytes(const struct server_experiment *self);

/* How many threads a search of it has, at most. */
int server_experiment_threads(const struct lab_experiment *experiment);

/* How many searches it has. */
size_t server_experiment_searches(const struct lab_experiment *experiment);

enum server_report_form { SERVER_REPORT_HTML, SERVER_REPORT_TEXT, SERVER_REPORT_CSV, SERVER_REPORT_FORMS };

/* The report, lent; NULL: the job is not over. Called with the job's lock held. */
const by_text *server_experiment_report(const struct server_experiment *self, enum server_report_form form);

#endif
