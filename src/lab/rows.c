/* SPDX-License-Identifier: MIT
 *
 * One query loads a row with its counters: a line of its result for each counter. We keep only those that the
 * experiment measures or that a derived measure needs.
 */
#include "lab/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/database_sql.h"
#include "lab/measure.h"
#include "lab/run.h"

void lab_rows_free(struct lab_rows *rows)
{
    free(rows->tasks);
    free(rows->list);
    free(rows->first_of);
    by__arena_free(&rows->arena);
    *rows = (struct lab_rows){0};
}

/* ---- Where they are -------------------------------------------------------------------------------------------- */

static size_t index_of(const struct lab_rows *rows, const struct lab_task *task)
{
    const struct lab_variant *variant = &rows->experiment->variants[task->variant];
    size_t limit = 0, repetitions = (size_t)variant->repetitions;

    while (variant->limits.list[limit] != task->limit)
        limit++;
    return rows->first_of[task->variant] + (limit * rows->experiment->position_count + task->position) * repetitions +
           (size_t)task->repetition;
}

const struct lab_row *lab_row_of(const struct lab_rows *rows, const struct lab_task *task)
{
    return &rows->list[index_of(rows, task)];
}

double lab_row_counter(const struct lab_rows *rows, const struct lab_row *row, const char *name)
{
    for (size_t i = 0; i < rows->counter_count; i++)
        if (strcmp(rows->counters[i], name) == 0)
            return row->numbers[LAB_COUNTERS + i];
    return NAN;
}

size_t lab_rows_done(const struct lab_rows *rows)
{
    size_t done = 0;

    for (size_t i = 0; i < rows->count; i++)
        done += rows->list[i].id != 0;
    return done;
}

/* ---- Room for them --------------------------------------------------------------------------------------------- */

static bool add_counter(struct lab_rows *rows, const char *name)
{
    const char **list;

    for (size_t i = 0; i < rows->counter_count; i++)
        if (strcmp(rows->counters[i], name) == 0)
            return true;
    list = by__arena_grow(&rows->arena, rows->counters, rows->counter_count, sizeof *list);
    if (!list)
        return false;
    rows->counters = list;
    list[rows->counter_count++] = name;
    return true;
}

static bool list_counters(struct lab_rows *rows)
{
    const struct lab_experiment *experiment = rows->experiment;
    const struct lab_measure *measure;
    bool is_good = true;

    for (size_t i = 0; lab_derived_from[i] && is_good; i++)
        is_good = add_counter(rows, lab_derived_from[i]);
    for (size_t i = 0; i < experiment->rival_count && is_good; i++)
        is_good = add_counter(rows, experiment->rivals[i].won) && add_counter(rows, experiment->rivals[i].drawn) &&
                  add_counter(rows, experiment->rivals[i].lost);
    for (size_t i = 0; (measure = lab_experiment_measure(experiment, i)) != NULL && is_good; i++)
        is_good = lab_measure_is_common(measure->name) || add_counter(rows, measure->name);
    return is_good;
}

by_status lab_rows_prepare(struct lab_rows *rows, const struct lab_experiment *experiment, lab_database *database,
                           by_error *error)
{
    size_t first = 0;
    by_status status;

    *rows = (struct lab_rows){.experiment = experiment, .database = database};
    status = lab_list_tasks(experiment, &rows->tasks, &rows->count, error);
    if (status)
        return status;
    rows->list = calloc(rows->count, sizeof *rows->list);
    rows->first_of = calloc(experiment->variant_count, sizeof *rows->first_of);
    if (!rows->list || !rows->first_of || !list_counters(rows)) {
        lab_rows_free(rows);
        return by_error_no_memory(error);
    }
    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_variant *variant = &experiment->variants[i];

        rows->first_of[i] = first;
        first += variant->limits.count * experiment->position_count * (size_t)variant->repetitions;
    }
    return BY_OK;
}

/* ---- Loading --------------------------------------------------------------------------------------------------- */

static bool is_same_maker(const struct lab_maker *one, const struct lab_maker *other)
{
    return one->workers == other->workers && strcmp(one->version, other->version) == 0 &&
           strcmp(one->sources, other->sources) == 0 && strcmp(one->compiler, other->compiler) == 0 &&
           strcmp(one->flags, other->flags) == 0 && strcmp(one->processor, other->processor) == 0;
}

/* The maker of a row: usually that of the previous row, or a copy. NULL: no memory. */
static const struct lab_maker *store_maker(struct lab_rows *rows, const struct lab_maker *maker)
{
    struct lab_maker *copy;

    if (rows->maker && is_same_maker(rows->maker, maker))
        return rows->maker;
    copy = by__arena_take(&rows->arena, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = (struct lab_maker){.version = by__arena_text(&rows->arena, maker->version),
                               .sources = by__arena_text(&rows->arena, maker->sources),
                               .compiler = by__arena_text(&rows->arena, maker->compiler),
                               .flags = by__arena_text(&rows->arena, maker->flags),
                               .processor = by__arena_text(&rows->arena, maker->processor),
                               .workers = maker->workers};
    rows->maker = copy->version && copy->sources && copy->compiler && copy->flags && copy->processor ? copy : NULL;
    return rows->maker;
}

static enum by_answer answer_named(const char *name)
{
    for (int answer = BY_ANSWER_NONE; answer <= BY_ANSWER_UNKNOWN; answer++)
        if (strcmp(by_answer_name((enum by_answer)answer), name) == 0)
            return (enum by_answer)answer;
    return BY_ANSWER_UNKNOWN;
}

static by_status find_right_move(const struct lab_position *position, struct lab_row *row, by_error *error)
{
    by_text right = {0};
    bool failed = false;

    for (size_t i = 0; i < position->best_count && !row->is_right_move; i++) {
        by_text_clear(&right);
        by_position_print_move(position->position, position->best[i], &right);
        failed = failed || right.failed;
        row->is_right_move = strcmp(by_text_string(&right), row->best) == 0;
    }
    by_text_free(&right);
    return failed ? by_error_no_memory(error) : BY_OK;
}

#define COLUMNS                                                                                                        \
    "id, key, nodes, evaluations, time_us, result.value, depth, selective_depth, best, answer, version, sources, "     \
    "compiler,"                                                                                                        \
    " flags, processor, workers"
enum { FIRST_NUMBER = 2, BEST = 8, COUNTER_NAME = 16, COUNTER_VALUE };

/* Stores the columns of a row; false: there is no memory. */
static bool store_columns(struct lab_rows *rows, const struct lab_query *query, struct lab_row *row)
{
    const struct lab_maker maker = {lab_query_text_at(query, 10), lab_query_text_at(query, 11),
                                    lab_query_text_at(query, 12), lab_query_text_at(query, 13),
                                    lab_query_text_at(query, 14), lab_query_number_at(query, 15)};

    *row = (struct lab_row){
        .key = strtoull(lab_query_text_at(query, 1), NULL, 16),
        .best = by__arena_text(&rows->arena, lab_query_text_at(query, BEST)),
        .answer = answer_named(lab_query_text_at(query, BEST + 1)),
        .maker = store_maker(rows, &maker),
        .numbers = by__arena_take(&rows->arena, (LAB_COUNTERS + rows->counter_count) * sizeof *row->numbers),
    };
    if (!row->best || !row->maker || !row->numbers)
        return false;
    for (int i = 0; i < LAB_COUNTERS; i++)
        row->numbers[i] = (double)lab_query_number_at(query, FIRST_NUMBER + i);
    for (size_t i = 0; i < rows->counter_count; i++)
        row->numbers[LAB_COUNTERS + i] = NAN;
    row->id = lab_query_number_at(query, 0);
    return true;
}

by_status lab_rows_load_one(struct lab_rows *rows, const struct lab_task *task, by_error *error)
{
    struct lab_row *row = &rows->list[index_of(rows, task)];
    struct lab_query query = lab_query_of_task(rows->database, rows->experiment, task, COLUMNS, true, error);
    bool is_stored = true;
    by_status status;

    row->id = 0;
    while (is_stored && lab_query_next(&query)) {
        const char *counter = lab_query_text_at(&query, COUNTER_NAME);

        is_stored = row->id || store_columns(rows, &query, row);
        for (size_t i = 0; i < rows->counter_count && is_stored; i++)
            if (strcmp(rows->counters[i], counter) == 0)
                row->numbers[LAB_COUNTERS + i] = (double)lab_query_number_at(&query, COUNTER_VALUE);
    }
    status = lab_query_end(&query);
    if (!status && !is_stored)
        status = by_error_no_memory(error);
    return status || !row->id ? status : find_right_move(&rows->experiment->positions[task->position], row, error);
}

by_status lab_rows_load(struct lab_rows *rows, const struct lab_experiment *experiment, lab_database *database,
                        by_error *error)
{
    by_status status = lab_rows_prepare(rows, experiment, database, error);

    for (size_t i = 0; i < rows->count && !status; i++)
        status = lab_rows_load_one(rows, &rows->tasks[i], error);
    if (status)
        lab_rows_free(rows);
    return status;
}
