/* SPDX-License-Identifier: MIT
 *
 * Reports of experiments, as separate pages: published ones and those of jobs. Our page shows them in a frame. A policy
 * stops everything that an experiment's author may have put into them: they run nothing and load nothing.
 */
#include <string.h>

#include "server/experiment_job.h"
#include "server/library.h"
#include "server/routes.h"

/* The same origin, so that the page can measure the report. It has no scripts that could misuse that. */
static const char report_policy[] = "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; "
                                    "img-src data:; frame-ancestors 'self'";

/* The page is made from the report's CSV. */
static by_status show_published(struct server_call *call)
{
    const struct server_asset *library = server_settings_of(call->server)->library;
    by_error error;

    if (!server_library_report(library, call->name))
        return server_refuse(&call->fault, 404, NULL, "no report of this experiment was built in");
    if (server_library_print_report(library, call->name, &call->reply->body, &error))
        return server_refuse_error(&call->fault, NULL, &error);
    call->reply->status = 200;
    call->reply->type = "text/html; charset=utf-8";
    call->reply->policy = report_policy;
    return BY_OK;
}

/* ---- Reports of jobs ------------------------------------------------------------------------------------------- */

/* A copy of the report, if the job is over. */
static bool take_report(server_job *job, enum server_report_form form, by_text *out)
{
    const by_text *report;

    server_job_lock(job);
    report = server_experiment_report(server_job_self(job), form);
    if (report)
        by_text_add(out, by_text_string(report));
    server_job_unlock(job);
    return report;
}

/* `format` in the query; HTML by default. */
static by_status find_form(struct server_call *call, enum server_report_form *out)
{
    static const char *const names[SERVER_REPORT_FORMS] = {"html", "text", "csv"};
    char word[16];

    *out = SERVER_REPORT_HTML;
    if (!call->request->query || !strstr(call->request->query, "format="))
        return BY_OK;
    if (server_query_text(call->request->query, "format", word, sizeof word))
        for (int i = 0; i < SERVER_REPORT_FORMS; i++)
            if (strcmp(names[i], word) == 0) {
                *out = (enum server_report_form)i;
                return BY_OK;
            }
    return server_refuse(&call->fault, 400, "format", "expected html, text or csv");
}

static by_status show_report(struct server_call *call)
{
    static const char *const types[SERVER_REPORT_FORMS] = {"text/html; charset=utf-8", "text/plain; charset=utf-8",
                                                           "text/csv; charset=utf-8"};
    server_jobs *jobs = server_jobs_of(call->server);
    enum server_report_form form;
    by_status status = find_form(call, &form);
    server_job *job;
    bool is_over;

    if (status)
        return status;
    job = server_jobs_borrow(jobs, call->client, call->ids[0], &server_experiment_work);
    if (!job)
        return server_refuse(&call->fault, 404, NULL, "unknown experiment, or it ended too long ago");
    is_over = take_report(job, form, &call->reply->body);
    server_jobs_give_back(jobs, job);
    if (!is_over)
        return server_refuse(&call->fault, 404, NULL,
                             "the experiment has no report: it runs, has failed, or was stopped before there was one");
    if (call->reply->body.failed)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    call->reply->status = 200;
    call->reply->type = types[form];
    call->reply->policy = form == SERVER_REPORT_HTML ? report_policy : NULL;
    return BY_OK;
}

const struct server_route server_routes_reports[] = {
    {SERVER_GET("/api/reports/$", show_published)},
    {SERVER_GET_OF_CLIENT("/api/jobs/#/report", show_report)},
    {0},
};
