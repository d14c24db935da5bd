/* SPDX-License-Identifier: MIT
 *
 * POST /api/searches: a search as a job. Its events are `line`, one for each line of each iteration, and `result`.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "front/levels.h"
#include "server/json_parts.h"
#include "server/routes.h"

enum {
    MAX_LINES = 64,
    MAX_ROOT_MOVES = 2000,
    MAX_CLOCK_MS = 1000 * 3600 * 24 * 7, /* a week */
};

/* ---- The job --------------------------------------------------------------------------------------------------- */

/* The data of a job. We free large parts when the search is over. */
struct search_job {
    struct server_position at;
    by_position *walker;
    struct server_method method;
    by_search *search;
    by_move *root_moves;
    struct by_limits limits;
    int notation; /* of the texts */
    server_job *job;
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
    free_large(context);
    free(context);
}

/* Stores a line for clients that request the job, and sends it as an event if `is_event`. */
static void store_line(struct search_job *self, int number, const struct by_line *line, const struct by_event *effort,
                       bool is_event)
{
    struct json json = {0};

    if (number < 1 || number > MAX_LINES)
        return;
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_integer(&json, "number", number);
    server_add_line(&json, self->walker, line, self->notation);
    server_add_effort(&json, effort->nodes, effort->time_us, effort->selective_depth);
    json_put_end(&json);
    (void)server_job_store(self->job, number - 1, &json.text);
    if (is_event)
        server_job_send(self->job, "line", number, &json.text);
    else
        by_text_free(&json.text);
}

static void on_iteration(void *context, const struct by_event *event)
{
    store_line(context, event->line_number, event->line, event, true);
}

/* Stores the result, and the final lines, which may differ from those of the last reported iteration. */
static void store_result(struct search_job *self, const struct by_result *result)
{
    const struct by_event effort = {
        .nodes = result->nodes, .time_us = result->time_us, .selective_depth = result->selective_depth};
    struct json json = {0};

    for (size_t i = 0; i < result->line_count && i < MAX_LINES; i++)
        store_line(self, (int)i + 1, &result->lines[i], &effort, false);
    json_put_object(&json, JSON_ON_ONE_LINE);
    server_add_best(&json, "best", self->walker, result->best);
    server_add_value(&json, result->value, result->kind, result->is_proved);
    if (result->answer != BY_ANSWER_NONE)
        json_member_string(&json, "answer", by_answer_name(result->answer));
    json_member_string(&json, "stopped", by_stop_reason_name(result->stopped));
    json_member_integer(&json, "depth", result->depth);
    server_add_effort(&json, result->nodes, result->time_us, result->selective_depth);
    json_member_unsigned(&json, "evaluations", result->evaluations);
    json_member_object(&json, "counters", JSON_ON_ONE_LINE);
    for (size_t i = 0; i < result->counter_count; i++)
        json_member_unsigned(&json, result->counters[i].name, result->counters[i].value);
    json_put_end(&json);
    json_put_end(&json);
    (void)server_job_store(self->job, SERVER_RESULT, &json.text);
    by_text_free(&json.text);
}

static by_status search_run(void *context, server_job *job, by_error *error)
{
    struct search_job *self = context;
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ITERATION, self, on_iteration};
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = by_position_copy(self->at.position, &self->walker, error);

    self->job = job;
    self->limits.stop = server_job_stop(job);
    if (!status)
        status = by_search_run(self->search, self->at.position, &self->limits, &observer, &result, error);
    if (!status)
        store_result(self, &result);
    free_large(self);
    server_job_settles(job, SERVER_RESULT_BYTES);
    return status;
}

/* ---- Request --------------------------------------------------------------------------------------------------- */

struct search_fields {
    struct server_question question;
    int64_t level, lines;
    int64_t clock_ms[2], increment_ms;
    struct server_texts root_moves;
    bool yields;
};

#define AT(member) .offset = offsetof(struct search_fields, member)

static const struct server_field search_fields[] = {
    SERVER_POSITION_ROWS,
    SERVER_METHOD_ROWS,
    SERVER_DEPTH_ROW,
    SERVER_EFFORT_ROWS,
    SERVER_NOTATION_ROW,
    {.name = "level", .kind = SERVER_NUMBER, .min = 1, .max = LEVELS, AT(level)},
    {.name = "clock_ms", .kind = SERVER_PAIR, .min = 1, .max = MAX_CLOCK_MS, AT(clock_ms)},
    {.name = "increment_ms", .kind = SERVER_NUMBER, .min = 0, .max = MAX_CLOCK_MS, AT(increment_ms)},
    {.name = "lines", .kind = SERVER_NUMBER, .min = 1, .max = MAX_LINES, AT(lines)},
    {.name = "root_moves", .kind = SERVER_TEXTS, .min = 1, .max = MAX_ROOT_MOVES, AT(root_moves)},
    {.name = "yields", .kind = SERVER_SWITCH, AT(yields)},
    {0},
};

/* A level or a clock sets the thinking time, so nothing else may. */
static by_status check_together(const struct search_fields *fields, struct server_fault *fault)
{
    const struct server_question *question = &fields->question;
    bool has_clock = fields->clock_ms[0];

    if (fields->level && (question->depth || question->nodes || question->time_ms))
        return server_refuse(fault, 422, "level", "level and %s exclude each other",
                             question->depth   ? "depth"
                             : question->nodes ? "nodes"
                                               : "time_ms");
    if (has_clock && (fields->level || question->time_ms))
        return server_refuse(fault, 422, "clock_ms", "clock_ms and %s exclude each other",
                             fields->level ? "level" : "time_ms");
    if (fields->increment_ms && !has_clock)
        return server_refuse(fault, 422, "increment_ms", "increment_ms is for searches with clock_ms");
    return BY_OK;
}

static by_status make_limits(struct search_job *self, const struct search_fields *fields,
                             const struct server_limits *most, struct server_fault *fault)
{
    struct by_limits *limits = &self->limits;
    by_status status = check_together(fields, fault);

    if (!status)
        status = server_bound_number("lines", fields->lines, most->lines, fault);
    if (!status)
        status = server_question_limits(&fields->question, most, most->time_ms, 0, limits, fault);
    if (status)
        return status;
    if (fields->level && by_method_proves(self->method.method))
        return server_refuse(fault, 422, "level",
                             "%s only answers questions and has no levels, expected depth, nodes or time_ms",
                             by_method_name(self->method.method));
    if (fields->level)
        levels_set(self->method.method, (int)fields->level, limits);
    server_bound_limits(most, limits);
    limits->lines = (int)fields->lines;
    for (int side = 0; side < 2; side++) {
        limits->clock_ms[side] = fields->clock_ms[side];
        limits->increment_ms[side] = fields->increment_ms;
    }
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

static by_status search_prepare(void *context, struct server_call *call, struct server_share *share)
{
    struct search_job *self = context;
    const struct search_fields *fields = call->fields;
    by_status status;

    self->at = server_call_take_position(call);
    self->notation = fields->question.notation ? call->notation : SERVER_NO_NOTATION;
    status = server_method_open(&fields->question, self->at.position, call->limits, &self->method, &call->fault);
    if (!status)
        status = make_limits(self, fields, call->limits, &call->fault);
    if (!status)
        status = make_root_moves(self, &fields->root_moves, &call->fault);
    if (!status)
        status = server_method_search(&self->method, self->at.game, &self->search, &call->fault);
    if (status)
        return status;
    share->threads = server_method_threads(self->method.options);
    share->time_ms = self->limits.time_ms;
    share->yields = fields->yields;
    return BY_OK;
}

static const struct server_work search_work = {
    .kind = "search",
    .size = sizeof(struct search_job),
    .list = "lines",
    .result = "result",
    .prepare = search_prepare,
    .run = search_run,
    .free = search_free,
};

const struct server_route server_routes_search[] = {
    {SERVER_JOB("/api/searches", search_fields, search_work), .opens = SERVER_OPENS_POSITION},
    {0},
};
