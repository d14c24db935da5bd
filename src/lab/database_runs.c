/* SPDX-License-Identifier: MIT
 *
 * Runs record which rows an experiment had when. A new version of the program makes new rows, under other keys if its
 * options differ. A run remembers its rows by the names of variants and positions, so that we can compare two runs.
 *
 * A later run like it continues one that was interrupted. A run that uses only rows of an earlier one of the same text
 * is forgotten at its end, since it made nothing new.
 */
#include <stddef.h>

#include "boyi/version.h"
#include "lab/build.h"
#include "lab/database_sql.h"

/* We never reuse the number of a run, so that no row is linked to a run that replaced a forgotten one. */
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

/* Rows have no columns for opponents, plies of games and the end of a question: the text has them. Runs of earlier
 * forms lack it until the experiment runs again unchanged. */
const char lab_database_from_third_form[] = "ALTER TABLE run ADD COLUMN text TEXT NOT NULL DEFAULT '';";

/* Runs with the same values are alike. */
#define ALIKE                                                                                                          \
    " experiment = :experiment AND fingerprint = :fingerprint AND is_quick = :is_quick AND version = :version AND"     \
    " sources = :sources AND compiler = :compiler AND flags = :flags AND processor = :processor AND"                   \
    " workers = :workers"

void lab_query_program(struct lab_query *query)
{
    lab_query_text(query, ":version", by_version());
    lab_query_text(query, ":sources", lab_build_sources());
    lab_query_text(query, ":compiler", lab_build_compiler());
    lab_query_text(query, ":flags", lab_build_flags());
    lab_query_text(query, ":processor", by_text_string(&query->database->processor));
    lab_query_number(query, ":workers", query->database->workers);
}

void lab_query_place(struct lab_query *query, const struct lab_experiment *experiment, const struct lab_task *task)
{
    lab_query_text(query, ":variant", experiment->variants[task->variant].name);
    lab_query_text(query, ":id", experiment->positions[task->position].id);
    lab_query_number(query, ":limit", task->limit);
    lab_query_number(query, ":repetition", task->repetition);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------- */

/* Runs a statement about a run of this experiment; sets the number that it returns, if any. */
static by_status ask_of_run(lab_database *database, const struct lab_experiment *experiment, const char *sql,
                            int64_t *number, by_error *error)
{
    struct lab_query query = lab_query_begin(database, sql, error);

    lab_query_text(&query, ":experiment", experiment->name);
    lab_query_text(&query, ":fingerprint", experiment->fingerprint);
    lab_query_number(&query, ":is_quick", experiment->is_quick);
    lab_query_text(&query, ":text", experiment->text);
    lab_query_program(&query);
    if (lab_query_next(&query))
        *number = lab_query_number_at(&query, 0);
    return lab_query_end(&query);
}

by_status lab_database_begin_run(lab_database *database, const struct lab_experiment *experiment, int workers,
                                 int64_t *run, by_error *error)
{
    static const char find_unfinished[] = "SELECT coalesce(max(id), 0) FROM run WHERE finished_at IS NULL AND" ALIKE;
    static const char add[] =
        "INSERT INTO run (experiment, fingerprint, is_quick, text, version, sources, compiler, flags, processor,"
        " workers, started_at) VALUES (:experiment, :fingerprint, :is_quick, :text, :version, :sources, :compiler,"
        " :flags, :processor, :workers, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))";
    /* Runs of an earlier form lack the text: the same fingerprint means that they had the same. */
    static const char complete_texts[] = "UPDATE run SET text = :text WHERE text = '' AND fingerprint = :fingerprint";
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    *run = 0;
    if (status)
        return status;
    database->workers = workers;
    status = ask_of_run(database, experiment, find_unfinished, run, error);
    if (!status && !*run) {
        status = ask_of_run(database, experiment, add, run, error);
        *run = lab_sql_last_row(database);
    }
    if (!status)
        status = ask_of_run(database, experiment, complete_texts, run, error);
    status = lab_database_settle(database, status, error);
    database->running = status ? 0 : *run;
    return status;
}

/* ---- Linking --------------------------------------------------------------------------------------------------- */

/* Adds no rows to a run that another process has forgotten. A row that was made again replaces the old one. */
by_status lab_database_use_row(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                               const struct lab_task *task, int64_t row, by_error *error)
{
    static const char sql[] = "INSERT OR REPLACE INTO used (run, variant, position, limit_value, repetition, result)"
                              " SELECT id, :variant, :id, :limit, :repetition, :row FROM run WHERE id = :run";
    struct lab_query query = lab_query_begin(database, sql, error);

    lab_query_number(&query, ":run", run);
    lab_query_number(&query, ":row", row);
    lab_query_place(&query, experiment, task);
    lab_query_run(&query);
    return lab_query_end(&query);
}

by_status lab_database_link_all(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                                const struct lab_task *tasks, size_t count, by_error *error)
{
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    if (status)
        return status;
    for (size_t i = 0; i < count && !status; i++) {
        int64_t row, time_us;

        status = lab_database_find(database, experiment, &tasks[i], &row, &time_us, error);
        if (!status && row)
            status = lab_database_use_row(database, run, experiment, &tasks[i], row, error);
    }
    return lab_database_settle(database, status, error);
}

/* ---- Ending ---------------------------------------------------------------------------------------------------- */

static by_status change_run(lab_database *database, const char *sql, int64_t run, by_error *error)
{
    struct lab_query query = lab_query_begin(database, sql, error);

    lab_query_number(&query, ":run", run);
    lab_query_run(&query);
    return lab_query_end(&query);
}

by_status lab_database_end_run(lab_database *database, int64_t run, by_error *error)
{
    static const char finish[] = "UPDATE run SET finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
                                 " WHERE id = :run AND finished_at IS NULL";
    /* An earlier run of the same text used every row of this one too: nothing was searched. */
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
    return lab_database_settle(database, status, error);
}

/* ---- Reading them ---------------------------------------------------------------------------------------------- */

void lab_database_use_run(lab_database *database, int64_t run)
{
    database->used_run = run;
}

void lab_runs_free(struct lab_runs *runs)
{
    by__arena_free(&runs->arena);
    *runs = (struct lab_runs){0};
}

/* The rows of a run, as part of a query about runs, and the last one made. */
#define ITS_ROWS " FROM used JOIN result ON result.id = used.result WHERE used.run = run.id"
#define ITS_LAST "(SELECT max(u.result) FROM used AS u WHERE u.run = run.id)"

/* The texts of a run, by column of the query. */
static const struct {
    int column;
    size_t offset;
} texts[] = {
    {1, offsetof(struct lab_run_info, experiment)},   {2, offsetof(struct lab_run_info, sources)},
    {3, offsetof(struct lab_run_info, compiler)},     {4, offsetof(struct lab_run_info, flags)},
    {5, offsetof(struct lab_run_info, processor)},    {6, offsetof(struct lab_run_info, started_at)},
    {11, offsetof(struct lab_run_info, fingerprint)}, {13, offsetof(struct lab_run_info, last_at)},
    {14, offsetof(struct lab_run_info, last_row)},    {15, offsetof(struct lab_run_info, text)},
};

static void add_run_info(const struct lab_query *query, struct lab_runs *out, bool *failed)
{
    struct lab_run_info *list = by__arena_grow(&out->arena, out->list, out->count, sizeof *list);
    struct lab_run_info *run = list ? &list[out->count] : NULL;

    *failed = !run;
    if (!run)
        return;
    out->list = list;
    out->count++;
    *run = (struct lab_run_info){
        .id = lab_query_number_at(query, 0),
        .workers = (int)lab_query_number_at(query, 7),
        .is_quick = lab_query_number_at(query, 8) != 0,
        .is_complete = lab_query_number_at(query, 9) != 0,
        .rows = (size_t)lab_query_number_at(query, 10),
        .foreign_rows = (size_t)lab_query_number_at(query, 12),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *copy = by__arena_text(&out->arena, lab_query_text_at(query, texts[i].column));

        *(const char **)((char *)run + texts[i].offset) = copy;
        *failed = *failed || !copy;
    }
}

by_status lab_database_runs(lab_database *database, const char *experiment, struct lab_runs *out, by_error *error)
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
    struct lab_query query = lab_query_begin(database, sql, error);
    bool failed = false;
    by_status status;

    *out = (struct lab_runs){0};
    if (experiment)
        lab_query_text(&query, ":experiment", experiment);
    while (!failed && lab_query_next(&query))
        add_run_info(&query, out, &failed);
    status = lab_query_end(&query);
    if (!status && failed)
        status = by_error_no_memory(error);
    if (status)
        lab_runs_free(out);
    return status;
}

by_status lab_database_variants(lab_database *database, int64_t run, by_text *out, by_error *error)
{
    static const char sql[] = "SELECT DISTINCT variant FROM used WHERE run = :run ORDER BY variant";
    struct lab_query query = lab_query_begin(database, sql, error);
    by_status status;

    lab_query_number(&query, ":run", run);
    while (lab_query_next(&query))
        by_text_printf(out, "%s\n", lab_query_text_at(&query, 0));
    status = lab_query_end(&query);
    return status || !out->failed ? status : by_error_no_memory(error);
}
