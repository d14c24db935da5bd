/* SPDX-License-Identifier: MIT
 *
 * Rows for other programs: CSV (RFC 4180, but lines end in a newline alone). Each line begins with the experiment's
 * names for the search, so that the three tables can be joined. Runs, with the experiment's text at that time, are
 * joined by their numbers.
 */
#include <stdlib.h>

#include "base/array.h"
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
                              " processor, workers, started_at, finished_at, text FROM run WHERE id = :run";

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

/* Numbers of runs. */
struct run_list {
    int64_t *ids;
    size_t count, room;
};

static int by_number(const void *left, const void *right)
{
    int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;

    return (one > other) - (one < other);
}

/* The runs of the rows, in rising order, with duplicates. */
static by_status find_runs(const struct lab_rows *rows, struct run_list *out, by_error *error)
{
    struct lab_query query = lab_query_begin(rows->database, "SELECT run FROM used WHERE result = :row", error);
    bool failed = false;
    by_status status;

    for (size_t i = 0; i < rows->count; i++) {
        lab_query_number(&query, ":row", lab_row_of(rows, &rows->tasks[i])->id);
        while (lab_query_next(&query) && !failed) {
            int64_t *grown = by__array_grown(out->ids, out->count + 1, &out->room, sizeof *grown);

            failed = !grown;
            if (failed)
                break;
            out->ids = grown;
            out->ids[out->count++] = lab_query_number_at(&query, 0);
        }
        lab_query_again(&query);
    }
    status = lab_query_end(&query);
    if (out->count)
        qsort(out->ids, out->count, sizeof *out->ids, by_number);
    return status || !failed ? status : by_error_no_memory(error);
}

static by_status export_runs(const struct lab_rows *rows, struct lab_grid *grid, by_error *error)
{
    struct run_list runs = {0};
    by_status status = find_runs(rows, &runs, error);
    struct lab_query query;

    if (status) {
        free(runs.ids);
        return status;
    }
    query = lab_query_begin(rows->database, of_runs, error);
    add_headings(&query, grid);
    for (size_t i = 0; i < runs.count; i++) {
        if (i && runs.ids[i] == runs.ids[i - 1])
            continue;
        lab_query_number(&query, ":run", runs.ids[i]);
        while (lab_query_next(&query))
            add_fields(&query, grid);
        lab_query_again(&query);
    }
    free(runs.ids);
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
