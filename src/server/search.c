/* SPDX-License-Identifier: MIT
 *
 * POST /api/searches: a search as a job. Its events are `line`, one for each line of each iteration, and `result`.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/search.h"
#include "front/json.h"
#include "server/position.h"
#include "server/routes.h"

enum { LINES_MOST = 64, MOVES_SHOWN = 64 };

/* ---- Question -------------------------------------------------------------------------------------------------- */

struct search_fields {
    struct server_position_fields position;
    const char *method;
    const char *preset;
    const struct json_value *options;
    int64_t depth, nodes, time_ms, lines;
};

#define AT(member) .offset = offsetof(struct search_fields, member)

static const struct server_field search_fields[] = {
    SERVER_POSITION_ROWS(struct search_fields),
    {.name = "method", .kind = SERVER_TEXT, .most = 32, AT(method)},
    {.name = "preset", .kind = SERVER_TEXT, .most = 64, AT(preset)},
    {.name = "options", .kind = SERVER_SETTINGS, .most = SERVER_SETTINGS_MOST, AT(options)},
    {.name = "depth", .kind = SERVER_NUMBER, .least = 1, .most = BY_MAX_PLY, AT(depth)},
    {.name = "nodes", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(nodes)},
    {.name = "time_ms", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(time_ms)},
    {.name = "lines", .kind = SERVER_NUMBER, .least = 1, .most = LINES_MOST, AT(lines)},
    {0},
};

/* What a job holds. What is large is freed when the search is over; the texts stay. */
struct search_job {
    struct server_position at;
    by_position *walker;
    const by_method *method;
    by_options *options;
    by_search *search;
    struct by_limits limits;
    server_job *job;
    by_text lines[LINES_MOST]; /* JSON */
    int line_count;
    by_text result; /* JSON; empty: there is none yet */
};

static void free_large(struct search_job *self)
{
    by_search_destroy(self->search);
    by_options_destroy(self->options);
    by_position_destroy(self->walker);
    server_position_free(&self->at);
    self->search = NULL;
    self->options = NULL;
    self->walker = NULL;
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

/* The moves of a line in the game's first notation. */
static void put_moves(struct json *json, by_position *walker, const struct by_line *line)
{
    by_text text = {0};
    int made = 0;

    json_put_key(json, "moves");
    json_put_array(json, JSON_ON_ONE_LINE);
    while (made < line->length && made < MOVES_SHOWN) {
        by_text_clear(&text);
        by_position_print_move(walker, line->moves[made], &text);
        if (by_position_push(walker, line->moves[made], NULL))
            break;
        json_put_string(json, by_text_string(&text));
        made++;
    }
    for (; made > 0; made--)
        (void)by_position_pop(walker, NULL);
    json_put_end(json);
    by_text_free(&text);
}

static void put_value(struct json *json, by_value value, enum by_kind kind, bool is_proved)
{
    json_put_key(json, "value");
    json_put_integer(json, value);
    json_put_key(json, "kind");
    json_put_string(json, by_kind_name(kind));
    json_put_key(json, "proved");
    json_put_bool(json, is_proved);
}

static void put_line(struct json *json, by_position *walker, int number, const struct by_line *line)
{
    json_put_key(json, "number");
    json_put_integer(json, number);
    put_value(json, line->value, line->kind, line->is_proved);
    json_put_key(json, "depth");
    json_put_integer(json, line->depth);
    if (line->visits) {
        json_put_key(json, "visits");
        json_put_unsigned(json, line->visits);
        json_put_key(json, "mean");
        json_put_thousandths(json, (int64_t)((double)line->mean * 1000 + 0.5));
    }
    put_moves(json, walker, line);
}

static void put_effort(struct json *json, uint64_t nodes, int64_t time_us, int selective_depth)
{
    json_put_key(json, "nodes");
    json_put_unsigned(json, nodes);
    json_put_key(json, "time_ms");
    json_put_thousandths(json, time_us);
    json_put_key(json, "selective_depth");
    json_put_integer(json, selective_depth);
}

/* Keeps a text for whoever asks for the job. */
static void keep(struct search_job *self, by_text *place, const by_text *text)
{
    server_job_lock(self->job);
    by_text_clear(place);
    by_text_printf(place, "%.*s", (int)strcspn(by_text_string(text), "\n"), by_text_string(text));
    server_job_unlock(self->job);
}

static void keep_line(struct search_job *self, int number, const by_text *text)
{
    keep(self, &self->lines[number - 1], text);
    server_job_lock(self->job);
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
    put_line(&json, self->walker, event->line_number, event->line);
    put_effort(&json, event->nodes, event->time_us, event->selective_depth);
    json_put_end(&json);
    keep_line(self, event->line_number, &json.text);
    server_job_tell(self->job, "line", event->line_number, &json.text);
}

static void put_best(struct json *json, struct search_job *self, const struct by_result *result)
{
    by_text best = {0};

    if (result->best != BY_MOVE_NONE)
        by_position_print_move(self->walker, result->best, &best);
    json_put_key(json, "best");
    json_put_string(json, result->best == BY_MOVE_NONE ? NULL : by_text_string(&best));
    by_text_free(&best);
}

static void put_counters(struct json *json, const struct by_result *result)
{
    json_put_key(json, "counters");
    json_put_object(json, JSON_ON_ONE_LINE);
    for (size_t i = 0; i < result->counter_count; i++) {
        json_put_key(json, result->counters[i].name);
        json_put_unsigned(json, result->counters[i].value);
    }
    json_put_end(json);
}

static void keep_result(struct search_job *self, const struct by_result *result)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    put_best(&json, self, result);
    put_value(&json, result->value, result->kind, result->is_proved);
    if (result->answer != BY_ANSWER_NONE) {
        json_put_key(&json, "answer");
        json_put_string(&json, by_answer_name(result->answer));
    }
    json_put_key(&json, "stopped");
    json_put_string(&json, by_stop_reason_name(result->stopped));
    json_put_key(&json, "depth");
    json_put_integer(&json, result->depth);
    put_effort(&json, result->nodes, result->time_us, result->selective_depth);
    json_put_key(&json, "evaluations");
    json_put_unsigned(&json, result->evaluations);
    put_counters(&json, result);
    json_put_end(&json);
    keep(self, &self->result, &json.text);
    by_text_free(&json.text);
}

/* The lines as they are at last, which need not be those of the last iteration that was told of. */
static void keep_last_lines(struct search_job *self, const struct by_result *result)
{
    for (size_t i = 0; i < result->line_count && i < LINES_MOST; i++) {
        struct json json = {0};

        json_put_object(&json, JSON_ON_ONE_LINE);
        put_line(&json, self->walker, (int)i + 1, &result->lines[i]);
        json_put_end(&json);
        keep_line(self, (int)i + 1, &json.text);
        by_text_free(&json.text);
    }
}

static by_status search(struct search_job *self, by_error *error)
{
    const struct by_observer observer = {BY_EVENT_ITERATION, self, on_iteration};
    struct by_result result;
    by_status status;

    status = by_position_copy(self->at.position, &self->walker, error);
    if (!status)
        status = by_search_create(self->at.game, self->method, self->options, &self->search, error);
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
    by_status status;

    self->job = job;
    self->limits.stop = server_job_stop(job);
    status = search(self, error);
    free_large(self);
    return status;
}

/* Adds a value that is JSON already. */
static void put_raw(struct json *json, const char *key, const by_text *text)
{
    json_put_key(json, key);
    by_text_add(&json->text, by_text_string(text));
    json->has_key = false;
    if (text->failed)
        json->text.failed = true;
}

static void search_write(void *context, struct json *json)
{
    const struct search_job *self = context;
    by_text lines = {0};

    by_text_add_char(&lines, '[');
    for (int i = 0; i < self->line_count; i++) {
        by_text_printf(&lines, "%s%s", i ? ", " : "", self->lines[i].length ? by_text_string(&self->lines[i]) : "null");
        lines.failed |= self->lines[i].failed;
    }
    by_text_add_char(&lines, ']');
    put_raw(json, "lines", &lines);
    by_text_free(&lines);
    if (self->result.length || self->result.failed)
        put_raw(json, "result", &self->result);
}

static const struct server_work search_work = {"search", search_run, search_write, search_free};

/* ---- Request --------------------------------------------------------------------------------------------------- */

/* Options that every method calls the same, if it has them, and the most of each. */
struct bound {
    const char *name;
    int most;
};

enum { BOUNDS = 2 };

/* What nobody has asked for is made to fit. */
static void lower_options(by_options *options, const struct bound bounds[BOUNDS])
{
    for (int i = 0; i < BOUNDS; i++)
        if (by_option_find(by_options_table(options), bounds[i].name) &&
            by_options_number(options, bounds[i].name) > bounds[i].most)
            (void)by_options_set_number(options, bounds[i].name, bounds[i].most, NULL);
}

/* What somebody has asked for is refused if it does not. */
static by_status check_options(const by_options *options, const struct bound bounds[BOUNDS], struct server_fault *fault)
{
    char field[sizeof fault->field];

    for (int i = 0; i < BOUNDS; i++) {
        if (!by_option_find(by_options_table(options), bounds[i].name) ||
            by_options_number(options, bounds[i].name) <= bounds[i].most)
            continue;
        (void)snprintf(field, sizeof field, "options.%s", bounds[i].name);
        return server_refuse(fault, 422, field, "%s is at most %d on this server", bounds[i].name, bounds[i].most);
    }
    return BY_OK;
}

static by_status make_options(struct search_job *self, const struct search_fields *fields,
                              const struct server_limits *limits, struct server_fault *fault)
{
    const struct bound bounds[BOUNDS] = {{"memory_kib", limits->memory_kib}, {"threads", limits->threads}};
    by_error error = {0};
    by_status status;

    if (by_method_find(fields->method ? fields->method : "alphabeta", &self->method, &error))
        return server_refuse_error(fault, "method", &error);
    if (by_options_create(by_method_options(self->method), &self->options, &error))
        return server_refuse_error(fault, "options", &error);
    if (fields->preset && by_method_apply_preset(self->method, fields->preset, self->options, &error))
        return server_refuse_error(fault, "preset", &error);
    lower_options(self->options, bounds);
    status = server_apply_settings(self->options, fields->options, "options", fault);
    return status ? status : check_options(self->options, bounds, fault);
}

static by_status bound_number(const char *field, int64_t number, int64_t most, struct server_fault *fault)
{
    return number <= most
               ? BY_OK
               : server_refuse(fault, 422, field, "%s is at most %lld on this server", field, (long long)most);
}

static by_status make_limits(struct search_job *self, const struct search_fields *fields,
                             const struct server_limits *limits, struct server_fault *fault)
{
    by_status status = bound_number("lines", fields->lines, limits->lines, fault);

    if (!status)
        status = bound_number("time_ms", fields->time_ms, limits->time_ms, fault);
    if (!status)
        status = bound_number("nodes", fields->nodes, limits->nodes, fault);
    self->limits = (struct by_limits){
        .depth = (int)fields->depth,
        .nodes = (uint64_t)(fields->nodes || limits->nodes == INT64_MAX ? fields->nodes : limits->nodes),
        .time_ms = fields->time_ms ? fields->time_ms : limits->time_ms,
        .lines = (int)fields->lines,
    };
    return status;
}

static int threads_of(const by_options *options)
{
    return by_option_find(by_options_table(options), "threads") ? by_options_number(options, "threads") : 1;
}

static by_status begin_search(struct server_call *call)
{
    const struct search_fields *fields = call->fields;
    const struct server_limits *limits = &server_settings_of(call->server)->limits;
    struct search_job *self = calloc(1, sizeof *self);
    by_status status;
    uint64_t id;

    if (!self)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    status = make_limits(self, fields, limits, &call->fault);
    if (!status)
        status = make_options(self, fields, limits, &call->fault);
    if (!status)
        status = server_position_open(&fields->position, &self->at, &call->fault);
    if (status) {
        search_free(self);
        return status;
    }
    status = server_jobs_add(server_jobs_of(call->server), call->client, &search_work, self, threads_of(self->options),
                             self->limits.time_ms, &id, &call->fault);
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
