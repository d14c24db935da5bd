/* SPDX-License-Identifier: MIT
 *
 * POST /api/traces: a job that records a whole search. GET returns its nodes, its steps and its table while the job is
 * kept.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "front/json.h"
#include "server/lines.h"
#include "server/method.h"
#include "server/position.h"
#include "server/routes.h"
#include "trace/trace.h"

enum {
    TRACE_TIME_MS = 10000,  /* if the request does not say how long */
    TRACE_ITERATIONS = 500, /* for a method that samples, if the request sets no end */
};

/* ---- The job --------------------------------------------------------------------------------------------------- */

struct trace_fields {
    struct server_position_fields position;
    struct server_method_fields method;
    int64_t depth, nodes, time_ms;
    bool truth;
};

#define AT(member) .offset = offsetof(struct trace_fields, member)

static const struct server_field trace_fields[] = {
    SERVER_POSITION_ROWS(struct trace_fields),
    SERVER_METHOD_ROWS(struct trace_fields),
    {.name = "depth", .kind = SERVER_NUMBER, .least = 1, .most = BY_MAX_PLY, AT(depth)},
    {.name = "nodes", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(nodes)},
    {.name = "time_ms", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(time_ms)},
    {.name = "truth", .kind = SERVER_SWITCH, AT(truth)},
    {0},
};

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
    by_text summary; /* JSON; empty: none yet */
};

static void trace_free_job(void *context)
{
    struct trace_job *self = context;

    trace_destroy(self->trace);
    server_method_free(&self->method);
    server_position_free(&self->at);
    by_text_free(&self->summary);
    pthread_mutex_destroy(&self->reading);
    free(self);
}

/* The summary on one line: an array on one line keeps its members on that line. */
static by_status summarize(trace_any *trace, by_text *out, by_error *error)
{
    struct json json = {0};
    by_status status;

    json_put_array(&json, JSON_ON_ONE_LINE);
    status = trace_print_summary(trace, &json, error);
    json_put_end(&json);
    if (!status && !json.text.failed)
        by_text_printf(out, "%.*s", (int)json.text.length - 3, by_text_string(&json.text) + 1);
    if (!status && (json.text.failed || out->failed))
        status = by_error_no_memory(error);
    by_text_free(&json.text);
    return status;
}

static by_status record(struct trace_job *self, server_job *job, trace_any **trace, by_error *error)
{
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

    question.limits.stop = server_job_stop(job);
    return trace_make(&question, trace, error);
}

/* Frees what the trace does not need. */
static void free_question(struct trace_job *self)
{
    server_method_free(&self->method);
    by_position_destroy(self->at.position);
    self->at.position = NULL;
}

static by_status trace_run_job(void *context, server_job *job, by_error *error)
{
    struct trace_job *self = context;
    by_text summary = {0};
    trace_any *trace = NULL;
    by_status status = record(self, job, &trace, error);

    server_job_settles(job, SERVER_RESULT_BYTES + server_position_bytes(&self->at));
    free_question(self);
    if (!status)
        status = summarize(trace, &summary, error);
    if (status) {
        trace_destroy(trace);
        by_text_free(&summary);
        return status;
    }
    server_job_keeps(job, trace_memory(trace));
    pthread_mutex_lock(&self->reading);
    self->trace = trace;
    pthread_mutex_unlock(&self->reading);
    server_job_lock(job);
    self->summary = summary;
    server_job_unlock(job);
    return BY_OK;
}

static void trace_print_job(void *context, struct json *json)
{
    const struct trace_job *self = context;

    if (self->summary.length)
        json_member_json(json, "trace", &self->summary);
}

static const struct server_work trace_work = {
    .kind = "trace", .run = trace_run_job, .write = trace_print_job, .free = trace_free_job};

static by_status check_numbers(const struct trace_fields *fields, const struct server_limits *limits,
                               struct server_fault *fault)
{
    by_status status = server_bound_number("time_ms", fields->time_ms, limits->time_ms, fault);

    return status ? status : server_bound_number("nodes", fields->nodes, limits->nodes, fault);
}

/* Refuses a search that would run until the server's time limit: nobody could look at its tree before. */
static void make_limits(struct trace_job *self, const struct trace_fields *fields, const struct server_limits *most)
{
    struct by_limits *limits = &self->limits;

    limits->depth = (int)fields->depth;
    limits->nodes = (uint64_t)fields->nodes;
    limits->time_ms = fields->time_ms ? fields->time_ms : TRACE_TIME_MS;
    if (limits->time_ms > most->time_ms)
        limits->time_ms = most->time_ms;
    if (by_method_samples(self->method.method) && !fields->nodes && !fields->time_ms)
        limits->nodes = TRACE_ITERATIONS;
    if (most->nodes != INT64_MAX && (!limits->nodes || limits->nodes > (uint64_t)most->nodes))
        limits->nodes = (uint64_t)most->nodes;
    self->nodes_most = most->trace_nodes;
    self->memory_most = (size_t)most->trace_kib * 1024;
}

static by_status open_job(struct server_call *call, struct trace_job *self)
{
    const struct trace_fields *fields = call->fields;
    const struct server_limits *limits = &server_settings_of(call->server)->limits;
    by_status status = check_numbers(fields, limits, &call->fault);

    if (!status)
        status = server_position_open(&fields->position, &self->at, &call->fault);
    if (!status)
        status = server_method_open(&fields->method, self->at.position, limits, &self->method, &call->fault);
    if (status)
        return status;
    make_limits(self, fields, limits);
    self->wants_truth = fields->truth;
    return BY_OK;
}

static by_status begin_trace(struct server_call *call)
{
    struct trace_job *self = calloc(1, sizeof *self);
    by_status status;
    struct server_share share;
    uint64_t id;

    if (!self || pthread_mutex_init(&self->reading, NULL)) {
        free(self);
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    }
    status = open_job(call, self);
    if (status) {
        trace_free_job(self);
        return status;
    }
    share =
        (struct server_share){.threads = 1, .time_ms = self->limits.time_ms, .bytes = server_position_bytes(&self->at)};
    status = server_jobs_add(server_jobs_of(call->server), call->client, &trace_work, self, &share, &id, &call->fault);
    if (!status)
        server_call_begun(call, id);
    return status;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

typedef by_status read_trace(struct server_call *call, trace_any *trace, struct json *json);

/* Lends the trace to `read`, which sets a fault or writes an object. */
static by_status with_trace(struct server_call *call, read_trace *read)
{
    server_jobs *jobs = server_jobs_of(call->server);
    server_job *job = server_jobs_borrow(jobs, call->client, call->ids[0], &trace_work);
    struct trace_job *self = job ? server_job_self(job) : NULL;
    struct json json = {0};
    by_status status;

    if (!job)
        return server_refuse(&call->fault, 404, NULL,
                             "unknown trace, or it was deleted: only the last %d traces of a client are kept, while "
                             "the client uses them",
                             server_settings_of(call->server)->limits.large_kept);
    pthread_mutex_lock(&self->reading);
    if (self->trace)
        status = read(call, self->trace, &json);
    else
        status = server_refuse(&call->fault, 422, NULL, "the trace is not there: its job is not over, or has failed");
    pthread_mutex_unlock(&self->reading);
    server_jobs_give_back(jobs, job);
    if (status)
        by_text_free(&json.text);
    else
        server_reply_json(call->reply, 200, &json);
    return status;
}

/* Passes on the library's error. We checked the request already, so only a table can be too large. */
static by_status report(struct server_call *call, by_status status, const by_error *error)
{
    return status ? server_refuse_error(&call->fault, NULL, error) : BY_OK;
}

/* A number in the query. */
static by_status read_number(struct server_call *call, const char *name, int least, int most, int64_t *out)
{
    return server_query_number(call->request->query, name, least, most, out, &call->fault);
}

static by_status read_node(struct server_call *call, trace_any *trace, struct json *json)
{
    const int nodes = trace_nodes(trace), steps = trace_steps(trace);
    int64_t step = steps, first = 0, count = TRACE_CHILDREN_MOST;
    by_error error = {0};
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
    status = trace_print_node(trace, (int)call->ids[1], (int)step, (int)first, (int)count, json, &error);
    return report(call, status, &error);
}

static by_status read_steps(struct server_call *call, trace_any *trace, struct json *json)
{
    int64_t first = 1, count = TRACE_STEPS_MOST;
    by_error error = {0};
    by_status status = read_number(call, "first", 1, trace_steps(trace) + 1, &first);

    if (!status)
        status = read_number(call, "count", 0, TRACE_STEPS_MOST, &count);
    if (status)
        return status;
    return report(call, trace_print_steps(trace, (int)first, (int)count, json, &error), &error);
}

static by_status read_table(struct server_call *call, trace_any *trace, struct json *json)
{
    by_error error = {0};

    return report(call, trace_print_table(trace, json, &error), &error);
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

const struct server_route server_routes_traces[] = {
    {.method = "POST",
     .pattern = "/api/traces",
     .needs_client = true,
     .fields = trace_fields,
     .size = sizeof(struct trace_fields),
     .handle = begin_trace},
    {.method = "GET", .pattern = "/api/traces/#/nodes/#", .needs_client = true, .handle = show_node},
    {.method = "GET", .pattern = "/api/traces/#/steps", .needs_client = true, .handle = show_steps},
    {.method = "GET", .pattern = "/api/traces/#/table", .needs_client = true, .handle = show_table},
    {0},
};
