/* SPDX-License-Identifier: MIT
 *
 * Tables and parts have unlike columns. So that one file has them all, each number is a line of its own, with the names
 * of its part, row and column.
 */
#include "lab/csv.h"

#include <string.h>

#include "lab/parts.h"
#include "lab/report.h"

enum { CELL_BYTES = 4 /* at least, on average */, CSV_COLUMNS = 8 };

static void add_headings(struct lab_grid *lines)
{
    static const char *const headings[CSV_COLUMNS] = {"part", "kind",   "measure", "line",
                                                      "row",  "column", "value",   "partial"};

    lines->columns = CSV_COLUMNS;
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        lab_grid_add(lines, headings[i]);
}

/* What a row is about stands in its first cells. */
static void add_row_name(const struct lab_grid *grid, size_t row, size_t names, struct lab_grid *lines)
{
    by_text name = {0};

    for (size_t i = 0; i < names; i++)
        by_text_printf(&name, "%s%s", i ? ", " : "", grid->cells[row * grid->columns + i]);
    lab_grid_add(lines, by_text_string(&name));
    lines->failed = lines->failed || name.failed;
    by_text_free(&name);
}

/* A star behind a number says that it is not of all positions. */
static void add_value(const char *cell, struct lab_grid *lines)
{
    size_t length = strlen(cell);
    bool is_partial = length > 1 && cell[length - 1] == '*';

    lab_grid_printf(lines, "%.*s", (int)(length - is_partial), cell);
    lab_grid_add(lines, is_partial ? "yes" : "");
}

/* The cells of a grid that hold something. */
static void add_cells(const char *part, const char *kind, const char *measure, const struct lab_grid *grid,
                      struct lab_grid *lines)
{
    size_t names = grid->left ? grid->left : 1, rows = grid->columns ? grid->count / grid->columns : 0;

    for (size_t row = 1; row < rows; row++)
        for (size_t column = names; column < grid->columns; column++) {
            const char *cell = grid->cells[row * grid->columns + column];

            if (!*cell)
                continue;
            lab_grid_add(lines, part);
            lab_grid_add(lines, kind);
            lab_grid_add(lines, measure);
            lab_grid_printf(lines, "%zu", row);
            add_row_name(grid, row, names, lines);
            lab_grid_add(lines, grid->cells[column]);
            add_value(cell, lines);
        }
}

static by_status add_table(const struct lab_experiment *experiment, const struct lab_section *section,
                           lab_database *database, struct lab_grid *lines, by_error *error)
{
    struct lab_grid grid = {0};
    by_status status = lab_table_grid(experiment, section->table, database, &grid, error);

    if (!status)
        add_cells(section->name, "table", section->table->measure.name, &grid, lines);
    lab_grid_free(&grid);
    return status;
}

/* A part with several measures has them as columns. */
static by_status add_part(const struct lab_experiment *experiment, const struct lab_section *section,
                          lab_database *database, struct lab_grid *lines, by_error *error)
{
    const struct lab_part *part = section->part;
    struct lab_grid grid = {0};
    by_status status = lab_part_grid(experiment, part, database, &grid, error);

    if (!status)
        add_cells(section->name, lab_part_kind_name(part->kind),
                  part->measure_count == 1 && part->kind != LAB_PART_SUMMARY ? part->measures[0].name : "", &grid,
                  lines);
    lab_grid_free(&grid);
    return status;
}

by_status lab_report_csv(const struct lab_experiment *experiment, lab_database *database, by_text *out, by_error *error)
{
    struct lab_section at = {0};
    struct lab_grid lines = {0};
    by_status status = BY_OK;

    add_headings(&lines);
    while (!status && lab_next_section(experiment, &at)) {
        status = at.table ? add_table(experiment, &at, database, &lines, error)
                          : add_part(experiment, &at, database, &lines, error);
        if (!status)
            status = lab_go_on_writing(experiment, lines.count * CELL_BYTES, error);
    }
    if (!status && lines.failed)
        status = by_error_no_memory(error);
    if (!status)
        lab_grid_print(&lines, LAB_FORMAT_CSV, out);
    lab_grid_free(&lines);
    return status;
}
