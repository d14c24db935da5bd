/* SPDX-License-Identifier: MIT
 *
 * Runs: which rows an experiment had when. A new version of the program makes its rows anew, under other keys if it has
 * other options; a run remembers by the names of variants and positions which rows were its own, so that two of them
 * can be compared.
 *
 * A run that was ended is gone on with by the next one like it, and one that uses just the rows of an earlier one of
 * the same text is forgotten in the end: to ask again for what is there makes no new run.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/version.h"
#include "lab/build.h"
#include "lab/database_inside.h"

/* Numbers of runs never come back, so that nobody links rows to a run that took the place of a forgotten one. */
const char lab_database_from_second_form[] =
    "ALTER TABLE result ADD COLUMN processor TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE result ADD COLUMN flags TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE result ADD COLUMN workers INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE run ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  experiment TEXT NOT NULL, fingerprint TEXT NOT NULL, is_quick INTEGER NOT NULL,"
    "  version TEXT NOT NULL, sources TEXT NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL,"
    "  processor TEXT NOT NULL, workers INTEGER NOT NULL,"
    "  started_at TEXT NOT NULL, finished_at TEXT);" /* NULL: it is not complete */
    "CREATE TABLE used ("
    "  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
    "  variant TEXT NOT NULL, position TEXT NOT NULL,"
    "  limit_value INTEGER NOT NULL, repetition INTEGER NOT NULL,"
    "  result INTEGER NOT NULL REFERENCES result (id) ON DELETE CASCADE,"
    "  PRIMARY KEY (run, variant, position, limit_value, repetition)) WITHOUT ROWID;"
    "CREATE INDEX used_result ON used (result);"
    "DROP TRIGGER forget;"
    "CREATE TRIGGER forget AFTER DELETE ON result BEGIN"
    "  DELETE FROM counter WHERE result = old.id;"
    "  DELETE FROM point WHERE result = old.id;"
    "  DELETE FROM used WHERE result = old.id;"
    " END;"
    "CREATE TRIGGER forget_run AFTER DELETE ON run BEGIN"
    "  DELETE FROM used WHERE run = old.id;"
    " END;";

/* The opponents of games, their plies and when a question is answered are no columns of rows: the text tells them.
 * Runs of earlier forms have none until the experiment is run again as it was. */
const char lab_database_from_third_form[] = "ALTER TABLE run ADD COLUMN text TEXT NOT NULL DEFAULT '';";

/* What makes two runs alike. */
#define ALIKE                                                                                                          \
    " experiment = :experiment AND fingerprint = :fingerprint AND is_quick = :is_quick AND version = :version AND"     \
    " sources = :sources AND compiler = :compiler AND flags = :flags AND processor = :processor AND"                   \
    " workers = :workers"

void lab_sql_program(const lab_database *database, sqlite3_stmt *statement)
{
    lab_sql_text(statement, ":version", by_version());
    lab_sql_text(statement, ":sources", lab_build_sources());
    lab_sql_text(statement, ":compiler", lab_build_compiler());
    lab_sql_text(statement, ":flags", lab_build_flags());
    lab_sql_text(statement, ":processor", by_text_string(&database->processor));
    lab_sql_number(statement, ":workers", database->workers);
}

void lab_sql_place(sqlite3_stmt *statement, const struct lab_experiment *experiment, const struct lab_task *task)
{
    lab_sql_text(statement, ":variant", experiment->variants[task->variant].name);
    lab_sql_text(statement, ":id", experiment->positions[task->position].id);
    lab_sql_number(statement, ":limit", task->limit);
    lab_sql_number(statement, ":repetition", task->repetition);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------- */

static void bind_run(const lab_database *database, sqlite3_stmt *statement, const struct lab_experiment *experiment)
{
    lab_sql_text(statement, ":experiment", experiment->name);
    lab_sql_text(statement, ":fingerprint", experiment->fingerprint);
    lab_sql_number(statement, ":is_quick", experiment->is_quick);
    lab_sql_text(statement, ":text", experiment->text);
    lab_sql_program(database, statement);
}

/* One like it that is not complete; 0 if there is none. */
static by_status find_unfinished(lab_database *database, const struct lab_experiment *experiment, int64_t *run,
                                 by_error *error)
{
    static const char sql[] = "SELECT coalesce(max(id), 0) FROM run WHERE finished_at IS NULL AND" ALIKE;
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    bind_run(database, statement, experiment);
    if (sqlite3_step(statement) == SQLITE_ROW)
        *run = sqlite3_column_int64(statement, 0);
    else
        status = lab_sql_failed(database, error);
    lab_sql_release(statement);
    return status;
}

static by_status add_run(lab_database *database, const struct lab_experiment *experiment, int64_t *run, by_error *error)
{
    static const char sql[] =
        "INSERT INTO run (experiment, fingerprint, is_quick, text, version, sources, compiler, flags, processor,"
        " workers, started_at) VALUES (:experiment, :fingerprint, :is_quick, :text, :version, :sources, :compiler,"
        " :flags, :processor, :workers, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    bind_run(database, statement, experiment);
    status = lab_sql_step(database, statement, error);
    *run = sqlite3_last_insert_rowid(database->connection);
    lab_sql_release(statement);
    return status;
}

/* Runs of an earlier form that had this text get it now: the fingerprint tells that it was the same. */
static by_status complete_texts(lab_database *database, const struct lab_experiment *experiment, by_error *error)
{
    static const char sql[] = "UPDATE run SET text = :text WHERE text = '' AND fingerprint = :fingerprint";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    bind_run(database, statement, experiment);
    status = lab_sql_step(database, statement, error);
    lab_sql_release(statement);
    return status;
}

by_status lab_database_begin_run(lab_database *database, const struct lab_experiment *experiment, int workers,
                                 int64_t *run, by_error *error)
{
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    *run = 0;
    if (status)
        return status;
    database->workers = workers;
    status = find_unfinished(database, experiment, run, error);
    if (!status && !*run)
        status = add_run(database, experiment, run, error);
    if (!status)
        status = complete_texts(database, experiment, error);
    status = lab_sql_end(database, status, error);
    database->running = status ? 0 : *run;
    return status;
}

/* ---- Linking --------------------------------------------------------------------------------------------------- */

/* A run that another process has forgotten takes no rows. A row that was made anew takes the place of the old one. */
by_status lab_database_use_row(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                               const struct lab_task *task, int64_t row, by_error *error)
{
    static const char sql[] = "INSERT OR REPLACE INTO used (run, variant, position, limit_value, repetition, result)"
                              " SELECT id, :variant, :id, :limit, :repetition, :row FROM run WHERE id = :run";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    lab_sql_number(statement, ":run", run);
    lab_sql_number(statement, ":row", row);
    lab_sql_place(statement, experiment, task);
    status = lab_sql_step(database, statement, error);
    lab_sql_release(statement);
    return status;
}

by_status lab_database_link(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                            const struct lab_task *task, by_error *error)
{
    return lab_database_link_all(database, run, experiment, task, 1, error);
}

by_status lab_database_link_all(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                                const struct lab_task *tasks, size_t count, by_error *error)
{
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    if (status)
        return status;
    for (size_t i = 0; i < count && !status; i++) {
        int64_t row = 0;

        status = lab_go_on(experiment, error);
        if (!status)
            status = lab_database_row_by_key(database, experiment, &tasks[i], &row, error);
        if (!status && row)
            status = lab_database_use_row(database, run, experiment, &tasks[i], row, error);
    }
    return lab_sql_end(database, status, error);
}

/* ---- Ending ---------------------------------------------------------------------------------------------------- */

static by_status change_run(lab_database *database, const char *sql, int64_t run, by_error *error)
{
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    lab_sql_number(statement, ":run", run);
    status = lab_sql_step(database, statement, error);
    lab_sql_release(statement);
    return status;
}

by_status lab_database_end_run(lab_database *database, int64_t run, by_error *error)
{
    static const char finish[] = "UPDATE run SET finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
                                 " WHERE id = :run AND finished_at IS NULL";
    /* Of the same text, and every row that this one uses that one uses too: nothing was searched. */
    static const char forget[] =
        "DELETE FROM run WHERE id = :run AND EXISTS (SELECT 1 FROM run AS other WHERE other.id < :run"
        " AND other.finished_at IS NOT NULL AND other.experiment = run.experiment"
        " AND other.fingerprint = run.fingerprint AND other.is_quick = run.is_quick"
        " AND NOT EXISTS (SELECT variant, position, limit_value, repetition, result FROM used WHERE used.run = :run"
        " EXCEPT SELECT variant, position, limit_value, repetition, result FROM used WHERE used.run = other.id))";
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    database->running = 0;
    if (status)
        return status;
    status = change_run(database, finish, run, error);
    if (!status)
        status = change_run(database, forget, run, error);
    return lab_sql_end(database, status, error);
}

/* ---- Looking at them ------------------------------------------------------------------------------------------- */

void lab_database_use_run(lab_database *database, int64_t run)
{
    database->used_run = run;
}

void lab_runs_free(struct lab_run_info *runs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(runs[i].experiment);
        free(runs[i].sources);
        free(runs[i].compiler);
        free(runs[i].flags);
        free(runs[i].processor);
        free(runs[i].started_at);
        free(runs[i].fingerprint);
        free(runs[i].text);
        free(runs[i].last_at);
        free(runs[i].last_row);
    }
    free(runs);
}

/* A copy of a column's text; NULL if there is no memory. */
static char *copy_column(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    size_t size = text ? strlen(text) + 1 : 0;
    char *copy = text ? malloc(size) : NULL;

    return copy ? memcpy(copy, text, size) : NULL;
}

static bool read_run(sqlite3_stmt *statement, struct lab_run_info *out)
{
    *out = (struct lab_run_info){
        .id = sqlite3_column_int64(statement, 0),
        .experiment = copy_column(statement, 1),
        .sources = copy_column(statement, 2),
        .compiler = copy_column(statement, 3),
        .flags = copy_column(statement, 4),
        .processor = copy_column(statement, 5),
        .started_at = copy_column(statement, 6),
        .workers = sqlite3_column_int(statement, 7),
        .is_quick = sqlite3_column_int(statement, 8) != 0,
        .is_complete = sqlite3_column_int(statement, 9) != 0,
        .rows = (size_t)sqlite3_column_int64(statement, 10),
        .fingerprint = copy_column(statement, 11),
        .foreign_rows = (size_t)sqlite3_column_int64(statement, 12),
        .last_at = copy_column(statement, 13),
        .last_row = copy_column(statement, 14),
        .text = copy_column(statement, 15),
    };
    return out->experiment && out->sources && out->compiler && out->flags && out->processor && out->started_at &&
           out->fingerprint && out->last_at && out->last_row && out->text;
}

static by_status add_run_info(sqlite3_stmt *statement, struct lab_run_info **runs, size_t *count, by_error *error)
{
    struct lab_run_info *grown = realloc(*runs, (*count + 1) * sizeof *grown);

    if (!grown)
        return by_error_no_memory(error);
    *runs = grown;
    return read_run(statement, &grown[(*count)++]) ? BY_OK : by_error_no_memory(error);
}

/* The rows of a run, in a question about runs, and which of them was made last. */
#define ITS_ROWS " FROM used JOIN result ON result.id = used.result WHERE used.run = run.id"
#define ITS_LAST "(SELECT max(u.result) FROM used AS u WHERE u.run = run.id)"

by_status lab_database_runs(lab_database *database, const char *experiment, struct lab_run_info **out, size_t *count,
                            by_error *error)
{
    static const char sql[] =
        "SELECT id, experiment, sources, compiler, flags, processor, started_at, workers, is_quick,"
        " finished_at IS NOT NULL, (SELECT count(*) FROM used WHERE used.run = run.id), fingerprint,"
        " (SELECT count(*)" ITS_ROWS
        " AND (result.sources, result.compiler, result.flags, result.processor, result.workers)"
        " <> (run.sources, run.compiler, run.flags, run.processor, run.workers)),"
        " coalesce((SELECT finished_at FROM result WHERE result.id = " ITS_LAST "), ''),"
        " coalesce((SELECT used.variant || ', ' || result.limit_kind || ' ' || used.limit_value || ', ' ||"
        " used.position" ITS_ROWS " AND used.result = " ITS_LAST " LIMIT 1), ''), text FROM run"
        " WHERE :experiment IS NULL OR experiment = :experiment ORDER BY id DESC";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);
    int code = SQLITE_DONE;

    *out = NULL;
    *count = 0;
    if (status)
        return status;
    if (experiment)
        lab_sql_text(statement, ":experiment", experiment);
    while (!status && (code = sqlite3_step(statement)) == SQLITE_ROW)
        status = add_run_info(statement, out, count, error);
    if (!status && code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    lab_sql_release(statement);
    if (status) {
        lab_runs_free(*out, *count);
        *out = NULL;
        *count = 0;
    }
    return status;
}

by_status lab_database_variants(lab_database *database, int64_t run, by_text *out, by_error *error)
{
    static const char sql[] = "SELECT DISTINCT variant FROM used WHERE run = :run ORDER BY variant";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);
    int code;

    if (status)
        return status;
    lab_sql_number(statement, ":run", run);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        by_text_printf(out, "%s\n", (const char *)sqlite3_column_text(statement, 0));
    if (code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    else if (out->failed)
        status = by_error_no_memory(error);
    lab_sql_release(statement);
    return status;
}
