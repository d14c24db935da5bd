/* SPDX-License-Identifier: MIT
 *
 * POST /api/traces: a job that records a whole search. GET returns its nodes, its steps and its table while the job is
 * kept. GET /api/examples: searches worth such a look.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "server/built_in.h"
#include "server/routes.h"
#include "trace/trace.h"

enum {
    TRACE_TIME_MS = 10000,  /* if the request does not say how long */
    TRACE_ITERATIONS = 500, /* for a method that samples, if the request sets no end */
};

/* ---- The job --------------------------------------------------------------------------------------------------- */

/* The data of a job. The trace needs the game; we free position and options when the search is over. */
struct trace_job {
    struct server_position at;
    struct server_method method;
    struct by_limits limits;
    bool wants_truth;
    int nodes_most;
    size_t memory_most;
    pthread_mutex_t reading; /* its marks move; exists when the search is over */
    trace_any *trace;
};

static void trace_free_job(void *context)
{
    struct trace_job *self = context;

    trace_destroy(self->trace);
    server_method_free(&self->method);
    server_position_free(&self->at);
    pthread_mutex_destroy(&self->reading);
    free(self);
}

/* Stores the summary as one line: an array on one line keeps its members on that line. */
static by_status store_summary(server_job *job, trace_any *trace, by_error *error)
{
    struct json json = {0};
    by_text line = {0};
    by_status status;

    json_put_array(&json, JSON_ON_ONE_LINE);
    status = trace_print_summary(trace, &json, error);
    json_put_end(&json);
    if (!status && !json.text.failed)
        by_text_printf(&line, "%.*s", (int)json.text.length - 3, by_text_string(&json.text) + 1);
    line.failed |= json.text.failed;
    if (!status && !server_job_store(job, SERVER_RESULT, &line))
        status = by_error_no_memory(error);
    by_text_free(&json.text);
    by_text_free(&line);
    return status;
}

/* Frees what the trace does not need when it is there. */
static by_status trace_run_job(void *context, server_job *job, by_error *error)
{
    struct trace_job *self = context;
    trace_any *trace = NULL;
    struct trace_question question = {
        .game = self->at.game,
        .position = self->at.position,
        .method = self->method.method,
        .options = self->method.options,
        .limits = self->limits,
        .nodes_most = self->nodes_most,
        .memory_most = self->memory_most,
        .wants_truth = self->wants_truth,
    };
    by_status status;

    question.limits.stop = server_job_stop(job);
    status = trace_make(&question, &trace, error);
    server_job_settles(job, SERVER_RESULT_BYTES + server_position_bytes(&self->at));
    server_method_free(&self->method);
    by_position_destroy(self->at.position);
    self->at.position = NULL;
    if (status)
        return status;
    server_job_keeps(job, trace_memory(trace));
    pthread_mutex_lock(&self->reading);
    status = store_summary(job, trace, error);
    if (status)
        trace_destroy(trace);
    else
        self->trace = trace;
    pthread_mutex_unlock(&self->reading);
    return status;
}

/* ---- Request --------------------------------------------------------------------------------------------------- */

struct trace_fields {
    struct server_question question;
    bool truth;
};

static const struct server_field trace_fields[] = {
    SERVER_POSITION_ROWS,
    SERVER_METHOD_ROWS,
    SERVER_DEPTH_ROW,
    SERVER_EFFORT_ROWS,
    {.name = "truth", .kind = SERVER_SWITCH, .offset = offsetof(struct trace_fields, truth)},
    {0},
};

/* Bounds a search without limits, since nobody can look at its tree before it ends. */
static by_status trace_prepare(void *context, struct server_call *call, struct server_share *share)
{
    struct trace_job *self = context;
    const struct trace_fields *fields = call->fields;
    int64_t nodes;
    by_status status;

    if (pthread_mutex_init(&self->reading, NULL))
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    self->at = server_call_take_position(call);
    self->wants_truth = fields->truth;
    self->nodes_most = call->limits->trace_nodes;
    self->memory_most = (size_t)call->limits->trace_kib * 1024;
    status = server_method_open(&fields->question, self->at.position, call->limits, &self->method, &call->fault);
    if (status)
        return status;
    nodes = by_method_samples(self->method.method) ? TRACE_ITERATIONS : 0;
    status = server_question_limits(&fields->question, call->limits, TRACE_TIME_MS, nodes, &self->limits, &call->fault);
    share->time_ms = self->limits.time_ms;
    return status;
}

static const struct server_work trace_work = {
    .kind = "trace",
    .size = sizeof(struct trace_job),
    .result = "trace",
    .prepare = trace_prepare,
    .run = trace_run_job,
    .free = trace_free_job,
};

/* ---- Reading --------------------------------------------------------------------------------------------------- */

typedef by_status read_trace(struct server_call *call, trace_any *trace, by_error *error);

/* Lends the trace to `read`, which writes the reply. We checked the request already, so of the library's errors only a
 * table that is too large remains. */
static by_status with_trace(struct server_call *call, read_trace *read)
{
    server_jobs *jobs = server_jobs_of(call->server);
    server_job *job = server_jobs_borrow(jobs, call->client, call->ids[0], &trace_work);
    struct trace_job *self = job ? server_job_self(job) : NULL;
    by_error error = {0};
    by_status status;

    if (!job)
        return server_refuse(&call->fault, 404, NULL,
                             "unknown trace, or it was deleted: only the last %d traces of a client are kept, while "
                             "the client uses them",
                             call->limits->large_kept);
    pthread_mutex_lock(&self->reading);
    if (self->trace)
        status = read(call, self->trace, &error);
    else
        status = server_refuse(&call->fault, 422, NULL, "the trace is not there: its job is not over, or has failed");
    pthread_mutex_unlock(&self->reading);
    server_jobs_give_back(jobs, job);
    return status && error.status ? server_refuse_error(&call->fault, NULL, &error) : status;
}

/* A number in the query. */
static by_status read_number(struct server_call *call, const char *name, int least, int most, int64_t *out)
{
    return server_query_number(call->request->query, name, least, most, out, &call->fault);
}

static by_status read_node(struct server_call *call, trace_any *trace, by_error *error)
{
    const int nodes = trace_nodes(trace), steps = trace_steps(trace);
    int64_t step = steps, first = 0, count = TRACE_CHILDREN_MOST;
    by_status status;

    if (call->ids[1] >= (uint64_t)nodes)
        return server_refuse(&call->fault, 404, NULL, "there is no such node, expected 0 to %d", nodes - 1);
    status = read_number(call, "step", 0, steps, &step);
    if (!status)
        status = read_number(call, "first", 0, nodes, &first);
    if (!status)
        status = read_number(call, "count", 0, TRACE_CHILDREN_MOST, &count);
    if (status)
        return status;
    return trace_print_node(trace, (int)call->ids[1], (int)step, (int)first, (int)count, &call->json, error);
}

static by_status read_steps(struct server_call *call, trace_any *trace, by_error *error)
{
    int64_t first = 1, count = TRACE_STEPS_MOST;
    by_status status = read_number(call, "first", 1, trace_steps(trace) + 1, &first);

    if (!status)
        status = read_number(call, "count", 0, TRACE_STEPS_MOST, &count);
    return status ? status : trace_print_steps(trace, (int)first, (int)count, &call->json, error);
}

static by_status read_table(struct server_call *call, trace_any *trace, by_error *error)
{
    return trace_print_table(trace, &call->json, error);
}

static by_status show_node(struct server_call *call)
{
    return with_trace(call, read_node);
}

static by_status show_steps(struct server_call *call)
{
    return with_trace(call, read_steps);
}

static by_status show_table(struct server_call *call)
{
    return with_trace(call, read_table);
}

static by_status show_examples(struct server_call *call)
{
    by_text_add(&call->reply->body, server_examples);
    if (call->reply->body.failed)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    call->reply->status = 200;
    call->reply->type = "application/json";
    return BY_OK;
}

const struct server_route server_routes_traces[] = {
    {SERVER_JOB("/api/traces", trace_fields, trace_work), .opens = SERVER_OPENS_POSITION},
    {SERVER_GET_OF_CLIENT("/api/traces/#/nodes/#", show_node)},
    {SERVER_GET_OF_CLIENT("/api/traces/#/steps", show_steps)},
    {SERVER_GET_OF_CLIENT("/api/traces/#/table", show_table)},
    {SERVER_GET("/api/examples", show_examples)},
    {0},
};
