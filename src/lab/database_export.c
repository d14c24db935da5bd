/* SPDX-License-Identifier: MIT
 *
 * Rows for other programs: CSV (RFC 4180, but lines end in a newline alone). Each line begins with the experiment's
 * names for the search, so that the three tables can be joined. Runs, with the experiment's text at that time, are
 * joined by their numbers.
 */
#include <inttypes.h>

#include "lab/database_sql.h"
#include "lab/rows.h"
#include "render/grid.h"

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
                              " processor, workers, started_at, finished_at, text FROM run WHERE id IN (SELECT run"
                              " FROM used WHERE result IN (SELECT value FROM json_each(:rows))) ORDER BY id";

static void add_headings(const struct lab_query *query, struct lab_grid *grid)
{
    for (int i = 0; i < lab_query_columns(query); i++)
        lab_grid_add(grid, lab_query_name_of(query, i));
    grid->columns = grid->count;
}

static void add_fields(const struct lab_query *query, struct lab_grid *grid)
{
    for (int i = 0; i < lab_query_columns(query); i++)
        lab_grid_add(grid, lab_query_text_at(query, i));
}

static void add_names(const struct lab_experiment *experiment, const struct lab_task *task, struct lab_grid *grid)
{
    const struct lab_position *position = &experiment->positions[task->position];

    lab_grid_add(grid, experiment->variants[task->variant].name);
    lab_grid_add(grid, position->id);
    lab_grid_add(grid, position->set ? position->set : "");
    lab_grid_add(grid, position->group ? position->group : "");
    lab_grid_add_integer(grid, task->limit);
    lab_grid_add_integer(grid, task->repetition);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

static by_status export_rows(const struct lab_rows *rows, const char *question, struct lab_grid *grid, by_error *error)
{
    static const char *const names[] = {"variant", "position_id", "set", "group", "limit", "repetition"};
    struct lab_query query = lab_query_begin(rows->database, question, error);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        lab_grid_add(grid, names[i]);
    add_headings(&query, grid);
    for (size_t i = 0; i < rows->count; i++) {
        lab_query_number(&query, ":row", lab_row_of(rows, &rows->tasks[i])->id);
        while (lab_query_next(&query)) {
            add_names(rows->experiment, &rows->tasks[i], grid);
            add_fields(&query, grid);
        }
        lab_query_again(&query);
    }
    return lab_query_end(&query);
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

/* The runs that the rows belong to. */
static by_status export_runs(const struct lab_rows *rows, struct lab_grid *grid, by_error *error)
{
    struct lab_query query = lab_query_begin(rows->database, of_runs, error);
    by_text list = {0};

    for (size_t i = 0; i < rows->count; i++)
        by_text_printf(&list, "%c%" PRId64, i ? ',' : '[', lab_row_of(rows, &rows->tasks[i])->id);
    by_text_add_char(&list, ']');
    lab_query_text(&query, ":rows", by_text_string(&list));
    add_headings(&query, grid);
    while (lab_query_next(&query))
        add_fields(&query, grid);
    grid->failed = grid->failed || list.failed;
    by_text_free(&list);
    return lab_query_end(&query);
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

by_status lab_database_export(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                              by_text *out, by_error *error)
{
    struct lab_grid grid = {0};
    struct lab_rows rows;
    by_status status = lab_rows_load(&rows, experiment, database, error);

    if (!status)
        status = what == LAB_EXPORT_RUNS ? export_runs(&rows, &grid, error)
                                         : export_rows(&rows, questions[what], &grid, error);
    if (status)
        lab_grid_free(&grid);
    else
        lab_grid_print_once(&grid, LAB_FORMAT_CSV, out);
    if (!status && out->failed)
        status = by_error_no_memory(error);
    lab_rows_free(&rows);
    return status;
}
