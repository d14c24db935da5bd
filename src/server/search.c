/* SPDX-License-Identifier: MIT
 *
 * POST /api/searches: a search as a job. Its events are `line`, one for each line of each iteration, and `result`.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "boyi/search.h"
#include "front/json.h"
#include "front/levels.h"
#include "server/lines.h"
#include "server/method.h"
#include "server/position.h"
#include "server/routes.h"

enum {
    LINES_MOST = 64,
    ROOT_MOVES_MOST = 2000,
    CLOCK_MOST_MS = 1000 * 3600 * 24 * 7, /* a week */
};

/* ---- Question -------------------------------------------------------------------------------------------------- */

struct search_fields {
    struct server_position_fields position;
    struct server_method_fields method;
    int64_t level, depth, nodes, time_ms, lines;
    int64_t clock_ms[2], increment_ms;
    struct server_texts root_moves;
    const char *notation;
    bool yields;
};

#define AT(member) .offset = offsetof(struct search_fields, member)

static const struct server_field search_fields[] = {
    SERVER_POSITION_ROWS(struct search_fields),
    SERVER_METHOD_ROWS(struct search_fields),
    {.name = "level", .kind = SERVER_NUMBER, .least = 1, .most = LEVELS, AT(level)},
    {.name = "depth", .kind = SERVER_NUMBER, .least = 1, .most = BY_MAX_PLY, AT(depth)},
    {.name = "nodes", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(nodes)},
    {.name = "time_ms", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(time_ms)},
    {.name = "clock_ms", .kind = SERVER_PAIR, .least = 1, .most = CLOCK_MOST_MS, AT(clock_ms)},
    {.name = "increment_ms", .kind = SERVER_NUMBER, .least = 0, .most = CLOCK_MOST_MS, AT(increment_ms)},
    {.name = "lines", .kind = SERVER_NUMBER, .least = 1, .most = LINES_MOST, AT(lines)},
    {.name = "root_moves", .kind = SERVER_TEXTS, .least = 1, .most = ROOT_MOVES_MOST, AT(root_moves)},
    {.name = "notation", .kind = SERVER_TEXT, .most = 32, AT(notation)},
    {.name = "yields", .kind = SERVER_SWITCH, AT(yields)},
    {0},
};

/* The data of a job. We free large parts when the search is over; the texts stay. */
struct search_job {
    struct server_position at;
    by_position *walker;
    struct server_method method;
    by_search *search;
    by_move *root_moves;
    struct by_limits limits;
    int notation; /* of the texts */
    server_job *job;
    by_text lines[LINES_MOST]; /* JSON */
    int line_count;
    by_text result; /* JSON; empty: none yet */
};

static void free_large(struct search_job *self)
{
    by_search_destroy(self->search);
    server_method_free(&self->method);
    by_position_destroy(self->walker);
    server_position_free(&self->at);
    free(self->root_moves);
    self->search = NULL;
    self->walker = NULL;
    self->root_moves = NULL;
}

static void search_free(void *context)
{
    struct search_job *self = context;

    free_large(self);
    for (int i = 0; i < LINES_MOST; i++)
        by_text_free(&self->lines[i]);
    by_text_free(&self->result);
    free(self);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* Stores a line for clients that request the job. */
static void keep_line(struct search_job *self, int number, const by_text *text)
{
    server_job_lock(self->job);
    server_keep_json(&self->lines[number - 1], text);
    if (self->line_count < number)
        self->line_count = number;
    server_job_unlock(self->job);
}

static void on_iteration(void *context, const struct by_event *event)
{
    struct search_job *self = context;
    struct json json = {0};

    if (event->line_number < 1 || event->line_number > LINES_MOST)
        return;
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_integer(&json, "number", event->line_number);
    server_put_line(&json, self->walker, event->line, self->notation);
    server_put_effort(&json, event->nodes, event->time_us, event->selective_depth);
    json_put_end(&json);
    keep_line(self, event->line_number, &json.text);
    server_job_tell(self->job, "line", event->line_number, &json.text);
}

static void put_counters(struct json *json, const struct by_result *result)
{
    json_put_key(json, "counters");
    json_put_object(json, JSON_ON_ONE_LINE);
    for (size_t i = 0; i < result->counter_count; i++)
        json_member_unsigned(json, result->counters[i].name, result->counters[i].value);
    json_put_end(json);
}

static void keep_result(struct search_job *self, const struct by_result *result)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    server_put_best(&json, self->walker, result->best);
    server_put_value(&json, result->value, result->kind, result->is_proved);
    if (result->answer != BY_ANSWER_NONE)
        json_member_string(&json, "answer", by_answer_name(result->answer));
    json_member_string(&json, "stopped", by_stop_reason_name(result->stopped));
    json_member_integer(&json, "depth", result->depth);
    server_put_effort(&json, result->nodes, result->time_us, result->selective_depth);
    json_member_unsigned(&json, "evaluations", result->evaluations);
    put_counters(&json, result);
    json_put_end(&json);
    server_job_lock(self->job);
    server_keep_json(&self->result, &json.text);
    server_job_unlock(self->job);
    by_text_free(&json.text);
}

/* Stores the final lines, which may differ from those of the last reported iteration. */
static void keep_last_lines(struct search_job *self, const struct by_result *result)
{
    for (size_t i = 0; i < result->line_count && i < LINES_MOST; i++) {
        struct json json = {0};

        json_put_object(&json, JSON_ON_ONE_LINE);
        json_member_integer(&json, "number", (int)i + 1);
        server_put_line(&json, self->walker, &result->lines[i], self->notation);
        server_put_effort(&json, result->nodes, result->time_us, result->selective_depth);
        json_put_end(&json);
        keep_line(self, (int)i + 1, &json.text);
        by_text_free(&json.text);
    }
}

/* If we could not store a part of its result, the search has failed; the rest stays available. */
static by_status check_kept(struct search_job *self, by_error *error)
{
    bool has_failed = self->result.failed;

    server_job_lock(self->job);
    if (self->result.failed)
        by_text_free(&self->result);
    for (int i = 0; i < self->line_count; i++) {
        has_failed |= self->lines[i].failed;
        if (self->lines[i].failed)
            by_text_free(&self->lines[i]);
    }
    server_job_unlock(self->job);
    return has_failed ? by_error_no_memory(error) : BY_OK;
}

static by_status search(struct search_job *self, by_error *error)
{
    const struct by_observer observer = {BY_EVENT_ITERATION, self, on_iteration};
    struct by_result result;
    by_status status;

    status = by_position_copy(self->at.position, &self->walker, error);
    if (!status)
        status = by_search_run(self->search, self->at.position, &self->limits, &observer, &result, error);
    if (status)
        return status;
    keep_last_lines(self, &result);
    keep_result(self, &result);
    return BY_OK;
}

static by_status search_run(void *context, server_job *job, by_error *error)
{
    struct search_job *self = context;
    by_status status, kept;

    self->job = job;
    self->limits.stop = server_job_stop(job);
    status = search(self, error);
    kept = check_kept(self, status ? NULL : error);
    free_large(self);
    server_job_settles(job, SERVER_RESULT_BYTES);
    return status ? status : kept;
}

static void search_write(void *context, struct json *json)
{
    const struct search_job *self = context;

    json_put_key(json, "lines");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < self->line_count; i++) {
        if (self->lines[i].length || self->lines[i].failed)
            json_put_text(json, &self->lines[i]);
        else
            json_put_string(json, NULL);
    }
    json_put_end(json);
    if (!self->result.length && !self->result.failed)
        return;
    json_member_json(json, "result", &self->result);
}

static const struct server_work search_work = {
    .kind = "search", .run = search_run, .write = search_write, .free = search_free};

/* ---- Request --------------------------------------------------------------------------------------------------- */

/* A level or a clock sets the thinking time, so nothing else may. */
static by_status check_together(const struct search_fields *fields, struct server_fault *fault)
{
    bool has_clock = fields->clock_ms[0];

    if (fields->level && (fields->depth || fields->nodes || fields->time_ms))
        return server_refuse(fault, 422, "level", "level and %s exclude each other",
                             fields->depth   ? "depth"
                             : fields->nodes ? "nodes"
                                             : "time_ms");
    if (has_clock && (fields->level || fields->time_ms))
        return server_refuse(fault, 422, "clock_ms", "clock_ms and %s exclude each other",
                             fields->level ? "level" : "time_ms");
    if (fields->increment_ms && !has_clock)
        return server_refuse(fault, 422, "increment_ms", "increment_ms is for searches with clock_ms");
    return BY_OK;
}

static by_status check_numbers(const struct search_fields *fields, const struct server_limits *limits,
                               struct server_fault *fault)
{
    by_status status = check_together(fields, fault);

    if (!status)
        status = server_bound_number("lines", fields->lines, limits->lines, fault);
    if (!status)
        status = server_bound_number("time_ms", fields->time_ms, limits->time_ms, fault);
    if (!status)
        status = server_bound_number("nodes", fields->nodes, limits->nodes, fault);
    return status;
}

/* Applies the server's maximum to searches without a limit, and to levels. */
static void bound_limits(struct by_limits *limits, const struct server_limits *most)
{
    if (!limits->time_ms)
        limits->time_ms = most->time_ms;
    if (most->nodes != INT64_MAX && (!limits->nodes || limits->nodes > (uint64_t)most->nodes))
        limits->nodes = (uint64_t)most->nodes;
}

static by_status make_limits(struct search_job *self, const struct search_fields *fields,
                             const struct server_limits *limits, struct server_fault *fault)
{
    self->limits = (struct by_limits){
        .depth = (int)fields->depth,
        .nodes = (uint64_t)fields->nodes,
        .time_ms = fields->time_ms,
        .clock_ms = {fields->clock_ms[0], fields->clock_ms[1]},
        .increment_ms = {fields->increment_ms, fields->increment_ms},
        .lines = (int)fields->lines,
    };
    if (fields->level && by_method_proves(self->method.method))
        return server_refuse(fault, 422, "level",
                             "%s only answers questions and has no levels, expected depth, nodes or time_ms",
                             by_method_name(self->method.method));
    if (fields->level)
        levels_set(self->method.method, (int)fields->level, &self->limits);
    bound_limits(&self->limits, limits);
    return BY_OK;
}

static by_status make_root_moves(struct search_job *self, const struct server_texts *texts, struct server_fault *fault)
{
    const struct json_value *text = texts->first;
    char field[sizeof fault->field];
    by_error error = {0};

    if (!texts->count)
        return BY_OK;
    self->root_moves = calloc((size_t)texts->count, sizeof *self->root_moves);
    if (!self->root_moves)
        return server_refuse(fault, 503, NULL, "out of memory");
    for (int i = 0; i < texts->count; i++, text = text->next) {
        (void)snprintf(field, sizeof field, "root_moves[%d]", i);
        if (by_position_parse_move(self->at.position, text->text, &self->root_moves[i], &error))
            return server_refuse_error(fault, field, &error);
    }
    self->limits.root_moves = self->root_moves;
    self->limits.root_move_count = (size_t)texts->count;
    return BY_OK;
}

static by_status prepare(struct search_job *self, const struct search_fields *fields,
                         const struct server_limits *limits, struct server_fault *fault)
{
    by_status status = check_numbers(fields, limits, fault);

    if (!status)
        status = server_position_open(&fields->position, &self->at, fault);
    if (!status)
        status = server_method_open(&fields->method, self->at.position, limits, &self->method, fault);
    if (!status)
        status = make_limits(self, fields, limits, fault);
    if (!status)
        status = make_root_moves(self, &fields->root_moves, fault);
    if (!status)
        status = server_texts_notation(self->at.game, fields->notation, &self->notation, fault);
    if (!status)
        status = server_method_search(&self->method, self->at.game, &self->search, fault);
    return status;
}

static by_status begin_search(struct server_call *call)
{
    const struct server_limits *limits = &server_settings_of(call->server)->limits;
    const struct search_fields *fields = call->fields;
    struct search_job *self = calloc(1, sizeof *self);
    struct server_share share;
    by_status status;
    uint64_t id;

    if (!self)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    status = prepare(self, fields, limits, &call->fault);
    if (status) {
        search_free(self);
        return status;
    }
    share = (struct server_share){
        .threads = server_method_threads(&self->method),
        .time_ms = self->limits.time_ms,
        .yields = fields->yields,
        .bytes = server_position_bytes(&self->at),
    };
    status = server_jobs_add(server_jobs_of(call->server), call->client, &search_work, self, &share, &id, &call->fault);
    if (!status)
        server_call_begun(call, id);
    return status;
}

const struct server_route server_routes_search[] = {
    {.method = "POST",
     .pattern = "/api/searches",
     .needs_client = true,
     .fields = search_fields,
     .size = sizeof(struct search_fields),
     .handle = begin_search},
    {0},
};
