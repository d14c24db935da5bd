/* SPDX-License-Identifier: MIT
 *
 * Rows for other programs: CSV (RFC 4180, but lines end in a newline alone). Each line begins with the names by which
 * the experiment knows the search, so that the three tables can be joined.
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
    " system, processor, workers, experiment, experiment_fingerprint, finished_at FROM result WHERE id = :row";
static const char of_counters[] = "SELECT name, value FROM counter WHERE result = :row ORDER BY name";
static const char of_points[] = "SELECT number, nodes, time_us, depth, evaluation, proof_number, disproof_number"
                                " FROM point WHERE result = :row ORDER BY number";
static const char *const questions[] = {of_rows, of_counters, of_points}; /* by enum lab_export */

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
    by_text_add(out, "variant,position_id,set,group,limit,repetition");
    for (int i = 0; i < sqlite3_column_count(statement); i++)
        by_text_printf(out, ",%s", sqlite3_column_name(statement, i));
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
    by_text_printf(out, "%" PRId64 ",%d", task->limit, task->repetition);
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
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            by_text_add_char(out, ',');
            add_field((const char *)sqlite3_column_text(statement, i), out);
        }
        by_text_add_char(out, '\n');
    }
    if (code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    sqlite3_reset(statement);
    return status;
}

by_status lab_database_export(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                              by_text *out, by_error *error)
{
    sqlite3_stmt *statement = NULL;
    struct lab_task *tasks;
    size_t count;
    by_status status = lab_list_tasks(experiment, &tasks, &count, error);

    if (!status)
        status = lab_sql_prepare(database, questions[what], &statement, error);
    if (!status)
        add_head(statement, out);
    for (size_t i = 0; i < count && !status; i++)
        status = add_lines(database, experiment, &tasks[i], statement, out, error);
    sqlite3_finalize(statement);
    free(tasks);
    if (!status && out->failed)
        status = by_error_no_memory(error);
    return status;
}
