/* SPDX-License-Identifier: MIT
 *
 * Rows for other programs: CSV (RFC 4180, but lines end in a newline alone). Each line begins with the names by which
 * the experiment knows the search, so that the three tables can be joined. Runs, with what the experiment said then,
 * are joined by their numbers.
 */
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "lab/database_inside.h"
#include "lab/run.h"

static const char of_rows[] =
    "SELECT id AS row, nodes, evaluations, time_us, depth, selective_depth, value, kind, is_proved, best, answer,"
    " stopped, game, game_options, position, method, options, limit_kind, key, version, sources, compiler, flags,"
    " system, processor, workers, experiment, experiment_fingerprint, finished_at,"
    " (SELECT min(run) FROM used WHERE used.result = result.id) AS run FROM result WHERE id = :row";
static const char of_counters[] = "SELECT name, value FROM counter WHERE result = :row ORDER BY name";
static const char of_points[] = "SELECT number, nodes, time_us, depth, evaluation, proof_number, disproof_number"
                                " FROM point WHERE result = :row ORDER BY number";
static const char *const questions[] = {of_rows, of_counters, of_points}; /* by enum lab_export */

static const char of_runs[] = "SELECT id AS run, experiment, fingerprint, is_quick, version, sources, compiler, flags,"
                              " processor, workers, started_at, finished_at, text FROM run WHERE id = :run";

/* A field, in quotes where it has to be; NULL is empty. */
static void add_field(const char *field, by_text *out)
{
    bool is_quoted = field && strpbrk(field, ",\"\r\n") != NULL;

    if (is_quoted)
        by_text_add_char(out, '"');
    for (; field && *field; field++) {
        if (*field == '"')
            by_text_add_char(out, '"');
        by_text_add_char(out, *field);
    }
    if (is_quoted)
        by_text_add_char(out, '"');
}

static void add_head(sqlite3_stmt *statement, by_text *out)
{
    for (int i = 0; i < sqlite3_column_count(statement); i++)
        by_text_printf(out, "%s%s", i ? "," : "", sqlite3_column_name(statement, i));
    by_text_add_char(out, '\n');
}

static void add_fields(sqlite3_stmt *statement, by_text *out)
{
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        if (i)
            by_text_add_char(out, ',');
        add_field((const char *)sqlite3_column_text(statement, i), out);
    }
    by_text_add_char(out, '\n');
}

static void add_names(const struct lab_experiment *experiment, const struct lab_task *task, by_text *out)
{
    const struct lab_position *position = &experiment->positions[task->position];
    const char *const names[] = {experiment->variants[task->variant].name, position->id, position->set,
                                 position->group};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        add_field(names[i], out);
        by_text_add_char(out, ',');
    }
    by_text_printf(out, "%" PRId64 ",%d,", task->limit, task->repetition);
}

/* What the statement answers about one row. */
static by_status add_lines(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           sqlite3_stmt *statement, by_text *out, by_error *error)
{
    int64_t row;
    by_status status = lab_database_row(database, experiment, task, &row, error);
    int code;

    if (status)
        return status;
    lab_sql_number(statement, ":row", row);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        add_names(experiment, task, out);
        add_fields(statement, out);
    }
    if (code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    sqlite3_reset(statement);
    return status;
}

static by_status export_rows(lab_database *database, const struct lab_experiment *experiment, const char *question,
                             const struct lab_task *tasks, size_t count, by_text *out, by_error *error)
{
    sqlite3_stmt *statement = NULL;
    by_status status = lab_sql_prepare(database, question, &statement, error);

    if (!status) {
        by_text_add(out, "variant,position_id,set,group,limit,repetition,");
        add_head(statement, out);
    }
    for (size_t i = 0; i < count && !status; i++)
        status = add_lines(database, experiment, &tasks[i], statement, out, error);
    lab_sql_release(statement);
    return status;
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

/* Numbers of runs, each once. */
struct run_list {
    int64_t *ids;
    size_t count;
};

static by_status add_id(struct run_list *runs, int64_t id, by_error *error)
{
    int64_t *grown;

    for (size_t i = 0; i < runs->count; i++)
        if (runs->ids[i] == id)
            return BY_OK;
    grown = realloc(runs->ids, (runs->count + 1) * sizeof *grown);
    if (!grown)
        return by_error_no_memory(error);
    runs->ids = grown;
    runs->ids[runs->count++] = id;
    return BY_OK;
}

/* The runs that the row of a task belongs to. */
static by_status find_runs(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           sqlite3_stmt *statement, struct run_list *out, by_error *error)
{
    int64_t row;
    by_status status = lab_database_row(database, experiment, task, &row, error);
    int code = SQLITE_DONE;

    if (status)
        return status;
    lab_sql_number(statement, ":row", row);
    while (!status && (code = sqlite3_step(statement)) == SQLITE_ROW)
        status = add_id(out, sqlite3_column_int64(statement, 0), error);
    if (!status && code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    sqlite3_reset(statement);
    return status;
}

static by_status find_all_runs(lab_database *database, const struct lab_experiment *experiment,
                               const struct lab_task *tasks, size_t count, struct run_list *out, by_error *error)
{
    static const char sql[] = "SELECT run FROM used WHERE result = :row ORDER BY run";
    sqlite3_stmt *statement = NULL;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    for (size_t i = 0; i < count && !status; i++)
        status = find_runs(database, experiment, &tasks[i], statement, out, error);
    lab_sql_release(statement);
    return status;
}

static int by_number(const void *left, const void *right)
{
    int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;

    return (one > other) - (one < other);
}

static by_status add_runs(lab_database *database, const struct run_list *runs, by_text *out, by_error *error)
{
    sqlite3_stmt *statement = NULL;
    by_status status = lab_sql_prepare(database, of_runs, &statement, error);

    if (!status)
        add_head(statement, out);
    for (size_t i = 0; i < runs->count && !status; i++) {
        int code;

        lab_sql_number(statement, ":run", runs->ids[i]);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW)
            add_fields(statement, out);
        if (code != SQLITE_DONE)
            status = lab_sql_failed(database, error);
        sqlite3_reset(statement);
    }
    lab_sql_release(statement);
    return status;
}

static by_status export_runs(lab_database *database, const struct lab_experiment *experiment,
                             const struct lab_task *tasks, size_t count, by_text *out, by_error *error)
{
    struct run_list runs = {0};
    by_status status = find_all_runs(database, experiment, tasks, count, &runs, error);

    if (runs.count)
        qsort(runs.ids, runs.count, sizeof *runs.ids, by_number);
    if (!status)
        status = add_runs(database, &runs, out, error);
    free(runs.ids);
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

by_status lab_database_export(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                              by_text *out, by_error *error)
{
    struct lab_task *tasks;
    size_t count;
    by_status status = lab_list_tasks(experiment, &tasks, &count, error);

    if (!status)
        status = what == LAB_EXPORT_RUNS ? export_runs(database, experiment, tasks, count, out, error)
                                         : export_rows(database, experiment, questions[what], tasks, count, out, error);
    free(tasks);
    if (!status && out->failed)
        status = by_error_no_memory(error);
    return status;
}
