/* SPDX-License-Identifier: MIT */
#include "server/experiment_job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/measure.h"
#include "lab/report.h"
#include "lab/run.h"
#include "lab/sections.h"
#include "server/json_parts.h"
#include "server/memory.h"
#include "server/routes.h"

enum {
    MAX_MEASURES = 8,
    MAX_REPORT_BYTES = 2 << 20,      /* of one form, since we keep it as long as the job */
    FORMS = SERVER_REPORT_FORMS + 2, /* of the report, its tables as data, and the curves */
    DATABASE_KIB = 64 * 1024,        /* of rows, at most; no more than a trace may take */
};

/* The results of a measure at one limit of a variant. */
struct mean {
    double sum;
    size_t count;
};

struct server_experiment {
    struct lab_experiment *experiment; /* NULL after the run, since its positions may be large */
    lab_database *database;            /* NULL before and after the run */
    struct lab_rows rows;              /* as they come */
    server_job *job;
    const char *measures[MAX_MEASURES];
    size_t measure_count;
    struct mean *means; /* by variant, its limit, and measure */
    size_t *first_of;   /* by variant: the first of its means */
    size_t *rows_of;    /* by variant and limit, like the means but without measures */
    size_t point_count;
    size_t done, of;
    int64_t left_us;
    struct lab_patience patience;
    struct server_clock clock;
    bool is_reporting;
    int64_t stopped_ms; /* when we saw that it was stopped; 0: not yet */
    bool is_built_in, is_tried, is_over, is_complete;
    by_text summary;  /* JSON, after the run: the description of the experiment */
    by_text sections; /* JSON: tables and parts as data */
    by_text reports[SERVER_REPORT_FORMS];
};

/* ---- Stopping -------------------------------------------------------------------------------------------------- */

/* A stopped experiment searches no more, but reports its results if that takes only a moment. */
static bool is_over(void *context)
{
    struct server_experiment *self = context;
    int64_t now;

    if (!server_job_has_to_stop(self->job))
        return false;
    if (!self->is_reporting || server_job_has_to_end(self->job))
        return true;
    now = server_clock_read(&self->clock);
    if (!self->stopped_ms)
        self->stopped_ms = now;
    return now - self->stopped_ms >= SERVER_REPORT_MS;
}

/* ---- Searches -------------------------------------------------------------------------------------------------- */

/* The maximum number of threads of a search. */
static int threads_of(const struct lab_experiment *experiment)
{
    int most = 1;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        int threads = server_method_threads(experiment->variants[i].options);

        most = threads > most ? threads : most;
    }
    return most;
}

/* The rows that a point of a curve has when it is complete. */
static size_t rows_of_point(const struct lab_experiment *experiment, const struct lab_variant *variant)
{
    return experiment->position_count * (variant->repetitions > 1 ? (size_t)variant->repetitions : 1);
}

size_t server_experiment_searches(const struct lab_experiment *experiment)
{
    size_t count = 0;

    for (size_t i = 0; i < experiment->variant_count; i++)
        count += experiment->variants[i].limits.count * rows_of_point(experiment, &experiment->variants[i]);
    return count;
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

static void add_measure(struct server_experiment *self, const char *name)
{
    if (!lab_measure_is_number(name) || self->measure_count >= MAX_MEASURES)
        return;
    for (size_t i = 0; i < self->measure_count; i++)
        if (strcmp(self->measures[i], name) == 0)
            return;
    self->measures[self->measure_count++] = name;
}

/* Measures that the sections show come first, since the experiment is about them. */
static void choose_measures(struct server_experiment *self)
{
    const struct lab_experiment *experiment = self->experiment;

    for (size_t i = 0; i < experiment->section_count; i++)
        for (size_t j = 0; j < experiment->sections[i].measure_count; j++)
            add_measure(self, experiment->sections[i].measures[j].name);
    for (size_t i = 0; i < experiment->measure_count; i++)
        add_measure(self, experiment->measures[i].name);
}

static struct mean *mean_at(const struct server_experiment *self, size_t variant, size_t limit, size_t measure)
{
    return &self->means[(self->first_of[variant] + limit) * MAX_MEASURES + measure];
}

static by_status make_room(struct server_experiment *self, by_error *error)
{
    size_t points = 0;

    self->first_of = calloc(self->experiment->variant_count + 1, sizeof *self->first_of);
    for (size_t i = 0; self->first_of && i < self->experiment->variant_count; i++) {
        self->first_of[i] = points;
        points += self->experiment->variants[i].limits.count;
    }
    self->point_count = points;
    self->means = calloc(points + 1, MAX_MEASURES * sizeof *self->means);
    self->rows_of = calloc(points + 1, sizeof *self->rows_of);
    return self->first_of && self->means && self->rows_of ? BY_OK : by_error_no_memory(error);
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

static void add_number(struct json *json, const struct mean *mean)
{
    const double most = 9e15; /* that thousandths can represent */
    double value = mean->count ? mean->sum / (double)mean->count : NAN;

    if (isnan(value) || fabs(value) * 1000 >= most)
        json_put_string(json, NULL);
    else
        json_put_thousandths(json, llround(value * 1000));
}

/* "points": [[limit, rows, value of each measure], ...], for the limits that have rows. */
static void add_curve(struct json *json, const struct server_experiment *self, size_t index)
{
    const struct lab_variant *variant = &self->experiment->variants[index];

    json_member_string(json, "variant", variant->name);
    json_member_string(json, "words", variant->words);
    json_member_string(json, "family", variant->family);
    if (variant->family) {
        json_member_thousandths(json, "at", llround(variant->at * 1000));
    }
    json_member_integer(json, "rows", (int64_t)rows_of_point(self->experiment, variant));
    json_member_array(json, "points", JSON_ON_ONE_LINE);
    for (size_t i = 0; i < variant->limits.count; i++) {
        if (!self->rows_of[self->first_of[index] + i])
            continue;
        json_put_array(json, JSON_ON_ONE_LINE);
        json_put_integer(json, variant->limits.list[i]);
        json_put_unsigned(json, self->rows_of[self->first_of[index] + i]);
        for (size_t j = 0; j < self->measure_count; j++)
            add_number(json, mean_at(self, index, i, j));
        json_put_end(json);
    }
    json_put_end(json);
}

/* The axes of a curve, its limits and its measures; and how far the run has come. */
static void add_progress(struct json *json, const struct server_experiment *self)
{
    json_member_string(json, "limit", lab_limit_name(self->experiment->limit));
    json_member_array(json, "measures", JSON_ON_ONE_LINE);
    for (size_t i = 0; i < self->measure_count; i++)
        json_put_string(json, self->measures[i]);
    json_put_end(json);
    json_member_integer(json, "done", (int64_t)self->done);
    json_member_integer(json, "of", (int64_t)self->of);
    if (self->left_us == LAB_TIME_UNKNOWN)
        json_member_string(json, "left_ms", NULL);
    else
        json_member_integer(json, "left_ms", self->left_us / 1000);
}

static void add_summary(struct json *json, const struct server_experiment *self)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", self->experiment->name);
    json_member_string(json, "title", self->experiment->title);
    json_member_bool(json, "quick", self->experiment->is_quick);
    add_progress(json, self);
    json_member_array(json, "curves", JSON_ON_ONE_LINE);
    for (size_t i = 0; i < self->experiment->variant_count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        add_curve(json, self, i);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
}

static void experiment_write(void *context, struct json *json)
{
    const struct server_experiment *self = context;

    if (self->experiment) {
        json_put_key(json, "experiment");
        add_summary(json, self);
    } else {
        json_member_json(json, "experiment", &self->summary);
    }
    if (!self->is_over)
        return;
    json_member_object(json, "report", JSON_ON_ONE_LINE);
    json_member_bool(json, "complete", self->is_complete);
    json_member_json(json, "sections", &self->sections);
    json_put_end(json);
}

/* The JSON without its newline. Consumes the text. */
static void take_line(struct json *json, by_text *out)
{
    by_text_printf(out, "%.*s", (int)strcspn(by_text_string(&json->text), "\n"), by_text_string(&json->text));
    out->failed |= json->text.failed;
    by_text_free(&json->text);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* Adds a row to the curves. Without memory the curve lacks the row, but the report still counts it. */
static void add_row(struct server_experiment *self, const struct lab_task *task)
{
    const struct lab_limits *limits = &self->experiment->variants[task->variant].limits;
    size_t limit = 0;

    while (limit + 1 < limits->count && limits->list[limit] < task->limit)
        limit++;
    self->rows_of[self->first_of[task->variant] + limit]++;
    if (lab_rows_load_one(&self->rows, task, NULL))
        return;
    for (size_t i = 0; i < self->measure_count; i++) {
        struct mean *mean = mean_at(self, task->variant, limit, i);
        double value = lab_measure(&self->rows, task, self->measures[i]);

        if (!isnan(value)) {
            mean->sum += value;
            mean->count++;
        }
    }
}

/* Each event carries the whole curve of its variant, so that it can replace an unread one. */
static void on_row(void *context, const struct lab_task *task)
{
    struct server_experiment *self = context;
    struct json json = {0};

    server_job_lock(self->job);
    self->done++;
    add_row(self, task);
    server_job_unlock(self->job);
    json_put_object(&json, JSON_ON_ONE_LINE);
    add_progress(&json, self);
    json_member_integer(&json, "x", task->limit);
    add_curve(&json, self, task->variant);
    json_put_end(&json);
    server_job_send(self->job, "row", (int)task->variant, &json.text);
}

static void on_progress(void *context, const struct lab_progress *progress)
{
    struct server_experiment *self = context;

    server_job_lock(self->job);
    self->done = progress->done;
    self->of = progress->total;
    self->left_us = progress->left_us;
    server_job_unlock(self->job);
}

/* ---- The report ------------------------------------------------------------------------------------------------ */

/* A star marks a mean that does not cover all positions. */
static void add_grid(struct json *json, const struct lab_grid *grid)
{
    by_text text = {0};

    json_member_array(json, "rows", JSON_ON_ONE_LINE);
    for (size_t row = 0; row < lab_grid_rows(grid); row++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        for (size_t i = 0; i < grid->columns; i++) {
            const struct lab_cell *cell = lab_grid_at(grid, row, i);

            json->text.failed |= text.failed;
            by_text_clear(&text);
            by_text_printf(&text, "%s%s", cell->plain, cell->is_partial ? "*" : "");
            json_put_string(json, by_text_string(&text));
        }
        json_put_end(json);
    }
    json_put_end(json);
    json->text.failed |= text.failed;
    by_text_free(&text);
}

static by_status add_section(struct json *json, const struct lab_rows *rows, const struct lab_section *section,
                             by_error *error)
{
    struct lab_grid grid = {0};
    by_status status = lab_section_grid(rows, section, &grid, error);

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", section->name);
    json_member_string(json, "kind", lab_kind_name(section->kind));
    json_member_string(json, "title", section->title);
    json_member_string(json, "measure", lab_section_measure(section));
    json_member_integer(json, "names", (int64_t)(grid.left ? grid.left : 1));
    if (!status)
        add_grid(json, &grid);
    json_put_end(json);
    lab_grid_free(&grid);
    return status;
}

/* The first row of each section holds the headings; the first `names` cells of a row are labels. */
static by_status make_sections(const struct lab_rows *rows, by_text *out, by_error *error)
{
    const struct lab_experiment *experiment = rows->experiment;
    struct json json = {0};
    by_status status = BY_OK;

    json_put_array(&json, JSON_ON_ONE_LINE);
    for (size_t i = 0; i < experiment->section_count && !status; i++) {
        status = add_section(&json, rows, &experiment->sections[i], error);
        if (!status)
            status = lab_go_on_writing(experiment, json.text.length, error);
    }
    json_put_end(&json);
    take_line(&json, out);
    return status ? status : out->failed ? by_error_no_memory(error) : BY_OK;
}

static by_status make_report(const struct server_experiment *self, const struct lab_rows *rows,
                             enum server_report_form form, by_text *out, by_error *error)
{
    static const enum lab_format formats[] = {[SERVER_REPORT_HTML] = LAB_FORMAT_HTML,
                                              [SERVER_REPORT_TEXT] = LAB_FORMAT_TEXT,
                                              [SERVER_REPORT_CSV] = LAB_FORMAT_CSV};
    const struct lab_experiment *experiment = self->experiment;
    struct lab_commands commands = {0};
    by_text command = {0};
    by_status status;

    if (self->is_built_in)
        by_text_printf(&command, "boyi lab run %s%s", experiment->name, experiment->is_quick ? " --quick" : "");
    if (command.length && form == SERVER_REPORT_HTML)
        commands.run = by_text_string(&command);
    status = lab_report(rows, formats[form], &commands, out, error);
    by_text_free(&command);
    if (!status && out->length > MAX_REPORT_BYTES)
        status = by_error_set(error, BY_ERROR_LIMIT, "the report has %zu bytes, which is too much", out->length);
    return status;
}

/* The means as in the report: medians of repeated times, and rows shared for comparison. */
static void settle_means(const struct server_experiment *self, const struct lab_rows *rows, struct mean *out)
{
    for (size_t i = 0; i < self->experiment->variant_count; i++) {
        const struct lab_limits *limits = &self->experiment->variants[i].limits;

        for (size_t j = 0; j < limits->count; j++)
            for (size_t k = 0; k < self->measure_count; k++) {
                size_t known;
                double value = lab_mean(rows, i, limits->list[j], self->measures[k], &known);

                if (known)
                    out[(self->first_of[i] + j) * MAX_MEASURES + k] = (struct mean){value, 1};
            }
    }
}

/* Frees the unused capacity of a text, since we keep it for long. */
static void trim(by_text *text)
{
    char *data = text->data ? realloc(text->data, text->length + 1) : NULL;

    if (!data)
        return;
    text->data = data;
    text->capacity = text->length + 1;
}

/* Makes all forms in advance, so that no request has to wait for one. */
static by_status finish(struct server_experiment *self, bool is_complete, by_error *error)
{
    size_t last = self->experiment->variant_count - 1;
    size_t points = self->first_of[last] + self->experiment->variants[last].limits.count;
    struct mean *means = calloc(points, MAX_MEASURES * sizeof *means);
    by_text sections = {0}, reports[SERVER_REPORT_FORMS] = {0};
    struct lab_rows rows = {0};
    by_status status =
        means ? lab_rows_load(&rows, self->experiment, self->database, error) : by_error_no_memory(error);

    if (!status) {
        settle_means(self, &rows, means);
        status = make_sections(&rows, &sections, error);
    }
    for (int form = 0; form < SERVER_REPORT_FORMS && !status; form++)
        status = make_report(self, &rows, (enum server_report_form)form, &reports[form], error);
    lab_rows_free(&rows);
    if (status) {
        by_text_free(&sections);
        for (int form = 0; form < SERVER_REPORT_FORMS; form++)
            by_text_free(&reports[form]);
        free(means);
        return status;
    }
    trim(&sections);
    for (int form = 0; form < SERVER_REPORT_FORMS; form++)
        trim(&reports[form]);
    server_job_lock(self->job);
    free(self->means);
    self->means = means;
    self->sections = sections;
    memcpy(self->reports, reports, sizeof reports);
    self->is_complete = is_complete;
    self->is_over = true;
    server_job_unlock(self->job);
    return BY_OK;
}

const by_text *server_experiment_report(const struct server_experiment *self, enum server_report_form form)
{
    return self->is_over ? &self->reports[form] : NULL;
}

/* ---- Lifetime -------------------------------------------------------------------------------------------------- */

/* Stores the description that clients still need and frees the rest. Without memory it keeps everything. */
static void let_go(struct server_experiment *self)
{
    struct lab_experiment *experiment = self->experiment;
    struct json json = {0};
    by_text summary = {0};

    add_summary(&json, self);
    take_line(&json, &summary);
    if (summary.failed) {
        by_text_free(&summary);
        return;
    }
    server_job_lock(self->job);
    self->summary = summary;
    self->experiment = NULL;
    server_job_unlock(self->job);
    lab_experiment_destroy(experiment);
}

/* The bytes that the job keeps. */
static size_t bytes_of(const struct server_experiment *self)
{
    size_t points = self->point_count + 1;
    size_t bytes = sizeof *self + points * (MAX_MEASURES * sizeof *self->means + sizeof *self->rows_of) +
                   self->summary.capacity + self->sections.capacity;

    for (int form = 0; form < SERVER_REPORT_FORMS; form++)
        bytes += self->reports[form].capacity;
    return bytes + (self->experiment ? self->experiment->position_bytes : 0);
}

static by_status experiment_run(void *context, server_job *job, by_error *error)
{
    struct server_experiment *self = context;
    const struct lab_experiment *experiment = self->experiment;
    const struct lab_run_settings settings = {
        .jobs = 1,
        .cost_us = (experiment->is_quick ? experiment->quick_cost : experiment->cost) * 1000000,
        .stop = server_job_stop(job),
        .watch = on_progress,
        .row = on_row,
        .context = self,
    };
    bool is_complete = false, was_stopped = false; /* failed during the trial */
    by_status status;

    self->job = job;
    status = lab_database_open(":memory:", false, NULL, &self->database, error);
    if (!status)
        status = lab_database_bound(self->database, (size_t)DATABASE_KIB * 1024, error);
    if (!status && !self->is_tried) {
        status = lab_experiment_try(experiment, error);
        was_stopped = status && server_job_has_to_stop(job);
    }
    if (!status && lab_rows_prepare(&self->rows, experiment, self->database, error) == BY_ERROR_MEMORY)
        status = BY_ERROR_MEMORY; /* any other error ends the run before its first row */
    if (!status)
        status = lab_run(experiment, self->database, &settings, &is_complete, error);
    lab_rows_free(&self->rows);
    self->is_reporting = true;
    if (!status)
        status = finish(self, is_complete, error);
    if (was_stopped || (status == BY_ERROR_LIMIT && lab_is_over(experiment)))
        status = BY_OK; /* stopped, without a report */
    lab_database_close(self->database);
    self->database = NULL;
    let_go(self);
    server_job_settles(job, bytes_of(self));
    server_return_memory();
    return status;
}

static size_t experiment_abandon(void *context, server_job *job)
{
    struct server_experiment *self = context;

    self->job = job;
    let_go(self);
    return bytes_of(self);
}

static void experiment_free(void *context)
{
    struct server_experiment *self = context;

    lab_experiment_destroy(self->experiment);
    free(self->means);
    free(self->first_of);
    free(self->rows_of);
    by_text_free(&self->summary);
    by_text_free(&self->sections);
    for (int form = 0; form < SERVER_REPORT_FORMS; form++)
        by_text_free(&self->reports[form]);
    free(self);
}

static by_status experiment_prepare(void *context, struct server_call *call, struct server_share *share)
{
    struct server_experiment *self = context;
    by_error error = {0};
    by_status status;

    if (server_experiment_try_database(&error))
        return server_refuse_error(&call->fault, NULL, &error);
    status = server_experiment_open(call, &self->is_built_in, &self->is_tried, &self->experiment);
    if (status)
        return status;
    self->clock = server_clock_usual();
    self->patience = (struct lab_patience){is_over, self, MAX_REPORT_BYTES};
    self->experiment->patience = &self->patience;
    self->of = server_experiment_searches(self->experiment);
    self->left_us = LAB_TIME_UNKNOWN;
    choose_measures(self);
    if (make_room(self, &error))
        return server_refuse_error(&call->fault, NULL, &error);
    share->threads = threads_of(self->experiment);
    share->has_no_grace = true;
    share->bytes = bytes_of(self) + (size_t)FORMS * MAX_REPORT_BYTES;
    return BY_OK;
}

const struct server_work server_experiment_work = {
    .kind = "experiment",
    .size = sizeof(struct server_experiment),
    .prepare = experiment_prepare,
    .run = experiment_run,
    .write = experiment_write,
    .free = experiment_free,
    .abandon = experiment_abandon,
};
