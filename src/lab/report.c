/* SPDX-License-Identifier: MIT */
#include "lab/report.h"

#include <string.h>

#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/origin.h"
#include "lab/sections.h"
#include "render/prose.h"

static by_status print_grid(struct lab_grid *grid, enum lab_format format, by_text *out, by_error *error)
{
    bool failed = grid->failed;

    if (!failed)
        lab_grid_print(grid, format, out);
    failed = failed || out->failed;
    lab_grid_free(grid);
    return failed ? by_error_no_memory(error) : BY_OK;
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

/* Adds a text made for a cell, and frees it. */
static void add_made(struct lab_grid *grid, const char *before, by_text *text)
{
    lab_grid_printf(grid, "%s%s", text->length ? before : "", text->length ? by_text_string(text) : "-");
    grid->failed = grid->failed || text->failed;
    by_text_free(text);
}

/* Plain text has no headings; the cells name their contents. */
void lab_print_variants(const struct lab_experiment *experiment, enum lab_format format, by_text *out)
{
    bool has_times = lab_has_repetitions(experiment), has_games = lab_has_own_games(experiment);
    bool is_headed = format != LAB_FORMAT_TEXT;
    const char *const headings[] = {"variant", "limits", has_times ? "times" : NULL, "search",
                                    has_games ? "game" : NULL};
    struct lab_grid grid = {0};

    for (size_t i = 0; i < sizeof headings / sizeof headings[0] && is_headed; i++)
        if (headings[i])
            lab_grid_add(&grid, headings[i]);
    grid.columns = grid.left = 3 + (size_t)has_times + (size_t)has_games;
    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_variant *variant = &experiment->variants[i];
        const char *times = is_headed ? "" : variant->repetitions == 1 ? " time" : " times";
        by_text limits = {0}, game = {0};

        lab_print_limits(experiment, variant, &limits);
        lab_grid_add(&grid, variant->name);
        add_made(&grid, "", &limits);
        if (has_times)
            lab_grid_printf(&grid, "%d%s", variant->repetitions, times);
        lab_grid_add(&grid, variant->words);
        if (!has_games)
            continue;
        lab_print_own_game(experiment, variant, &game);
        add_made(&grid, is_headed ? "" : "game: ", &game);
    }
    out->failed |= print_grid(&grid, format, out, NULL) != BY_OK;
}

/* ---- The head -------------------------------------------------------------------------------------------------- */

const char *lab_form_of(const struct lab_experiment *experiment)
{
    return experiment->is_quick ? " (quick form)" : "";
}

void lab_print_quick_form(const struct lab_experiment *experiment, by_text *out)
{
    lab_print_quick(experiment, out);
    by_text_add(out, ". Titles, and what was published, are of the whole form");
}

void lab_print_fact(const char *name, by_text *fact, enum lab_format format, by_text *out)
{
    by_text_printf(out, format == LAB_FORMAT_HTML ? "<dt>%s</dt><dd>" : "%s: ", name);
    lab_print_prose(by_text_string(fact), format, out);
    out->failed = out->failed || fact->failed;
    by_text_clear(fact);
    by_text_add(out, format == LAB_FORMAT_HTML ? "</dd>\n" : format == LAB_FORMAT_MARKDOWN ? "\n\n" : "\n");
}

void lab_print_facts(const struct lab_rows *rows, enum lab_format format, by_text *out)
{
    const struct lab_experiment *experiment = rows->experiment;
    by_text line = {0};

    if (experiment->paper) {
        by_text_add(&line, experiment->paper);
        lab_print_fact("Published", &line, format, out);
    }
    by_text_printf(&line, "%s%s%s", experiment->type->name, *experiment->game_settings ? " " : "",
                   experiment->game_settings);
    lab_print_fact("Game", &line, format, out);
    lab_print_origin(rows, LAB_ORIGIN_PROGRAM, &line);
    lab_print_fact("Program", &line, format, out);
    by_text_free(&line);
}

static void print_head(const struct lab_rows *rows, enum lab_format format, by_text *out)
{
    const struct lab_experiment *experiment = rows->experiment;
    bool is_markdown = format == LAB_FORMAT_MARKDOWN;
    size_t done = lab_rows_done(rows);
    by_text line = {0};

    by_text_add(out, is_markdown ? "# " : "");
    lab_print_prose(experiment->title, format, out);
    by_text_printf(out, "%s\n%s", lab_form_of(experiment), is_markdown ? "\n" : "");
    if (experiment->is_quick) {
        lab_print_quick_form(experiment, &line);
        lab_print_fact(is_markdown ? "**Quick form**" : "Quick form", &line, format, out);
    }
    lab_print_facts(rows, format, out);
    if (done < rows->count) {
        by_text_printf(&line, "%zu of %zu rows are done", done, rows->count);
        lab_print_fact("Not finished", &line, format, out);
    }
    by_text_add(out, is_markdown ? "" : "\n");
    lab_print_variants(experiment, format, out);
    by_text_free(&line);
}

/* ---- The foot -------------------------------------------------------------------------------------------------- */

static void add_code(const char *before, const char *command, by_text *out)
{
    by_text_printf(out, strchr(command, '`') ? "%s`` %s ``" : "%s`%s`", before, command);
}

static void add_makers(const struct lab_rows *rows, const char *before, enum lab_origin what, enum lab_format format,
                       by_text *out)
{
    by_text makers = {0};

    lab_print_origin(rows, what, &makers);
    by_text_add(out, before);
    lab_print_prose(by_text_string(&makers), format, out);
    out->failed = out->failed || makers.failed;
    by_text_free(&makers);
}

/* The commands that made the report, and the compilers and machines of its rows. */
static void print_foot(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                       by_text *out)
{
    add_code("\nMade by ", commands->run, out);
    add_makers(rows, " with ", LAB_ORIGIN_COMPILER, format, out);
    add_makers(rows, ", on ", LAB_ORIGIN_PROCESSOR, format, out);
    by_text_add_char(out, '.');
    if (commands->report)
        add_code(" Written by ", commands->report, out);
    by_text_add(out, commands->report ? ".\n" : "\n");
}

static by_status print_all(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                           by_text *out, by_error *error)
{
    const struct lab_experiment *experiment = rows->experiment;
    by_status status = lab_go_on(experiment, error);

    print_head(rows, format, out);
    for (size_t i = 0; i < experiment->section_count && !status; i++) {
        status = lab_section_print(rows, &experiment->sections[i], format, out, error);
        if (!status)
            status = lab_go_on_writing(experiment, out->length, error);
    }
    if (commands && commands->run)
        print_foot(rows, format, commands, out);
    return status;
}

/* ---- For programs ---------------------------------------------------------------------------------------------- */

enum { CELL_BYTES = 4 /* at least, on average */ };

/* The first cells of a row are its labels. */
static void add_row_name(const struct lab_grid *grid, size_t row, size_t names, struct lab_grid *lines)
{
    by_text name = {0};

    for (size_t i = 0; i < names; i++)
        by_text_printf(&name, "%s%s", i ? ", " : "", lab_grid_at(grid, row, i)->plain);
    lab_grid_add(lines, by_text_string(&name));
    lines->failed = lines->failed || name.failed;
    by_text_free(&name);
}

/* The number of cells of a grid that are not empty. */
static void add_cells(const struct lab_section *section, const struct lab_grid *grid, struct lab_grid *lines)
{
    size_t names = grid->left ? grid->left : 1;
    const char *measure = section->kind == LAB_SUMMARY ? NULL : lab_section_measure(section);

    for (size_t row = 1; row < lab_grid_rows(grid); row++)
        for (size_t column = names; column < grid->columns; column++) {
            const struct lab_cell *cell = lab_grid_at(grid, row, column);

            if (!*cell->plain)
                continue;
            lab_grid_add(lines, section->name);
            lab_grid_add(lines, lab_kind_name(section->kind));
            lab_grid_add(lines, measure ? measure : "");
            lab_grid_add_integer(lines, (int64_t)row);
            add_row_name(grid, row, names, lines);
            lab_grid_add(lines, grid->cells[column].plain);
            lab_grid_add(lines, cell->plain);
            lab_grid_add(lines, cell->is_partial ? "yes" : "");
        }
}

/* Sections have different columns. To fit them into one file, each number has its own line, with the names of its
 * section, row and column. */
static by_status print_csv(const struct lab_rows *rows, by_text *out, by_error *error)
{
    static const char *const headings[] = {"part",   "kind",  "measure", "line", "row",
                                           "column", "value", "partial", NULL};
    const struct lab_experiment *experiment = rows->experiment;
    struct lab_grid lines = {0};
    by_status status = BY_OK;

    lab_grid_add_headings(&lines, headings, 1);
    for (size_t i = 0; i < experiment->section_count && !status; i++) {
        struct lab_grid grid = {0};

        status = lab_section_grid(rows, &experiment->sections[i], &grid, error);
        if (!status)
            add_cells(&experiment->sections[i], &grid, &lines);
        lab_grid_free(&grid);
        if (!status)
            status = lab_go_on_writing(experiment, lines.count * CELL_BYTES, error);
    }
    if (!status)
        return print_grid(&lines, LAB_FORMAT_CSV, out, error);
    lab_grid_free(&lines);
    return status;
}

/* ---- All forms ------------------------------------------------------------------------------------------------- */

by_status lab_report(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                     by_text *out, by_error *error)
{
    by_status status = format == LAB_FORMAT_HTML  ? lab_report_html(rows, commands, out, error)
                       : format == LAB_FORMAT_CSV ? print_csv(rows, out, error)
                                                  : print_all(rows, format, commands, out, error);

    return status || !out->failed ? status : by_error_no_memory(error);
}

/* The measure may also be the limit of the search; then the limit has its name. */
static const char *limit_heading(const struct lab_experiment *experiment)
{
    const char *name = lab_limit_name(experiment->limit);

    for (size_t i = 0; i < experiment->measure_count; i++)
        if (strcmp(experiment->measures[i].name, name) == 0)
            return "limit";
    return name;
}

static void add_row(const struct lab_rows *rows, const struct lab_task *task, struct lab_grid *grid)
{
    const struct lab_experiment *experiment = rows->experiment;

    lab_grid_add(grid, experiment->positions[task->position].id);
    lab_grid_add(grid, experiment->variants[task->variant].name);
    lab_grid_add_integer(grid, task->limit);
    if (lab_has_repetitions(experiment))
        lab_grid_add_integer(grid, task->repetition);
    for (size_t i = 0; i < experiment->measure_count; i++) {
        by_text text = {0};

        lab_measure_print(rows, task, experiment->measures[i].name, &text);
        lab_grid_add(grid, by_text_string(&text));
        grid->failed |= text.failed;
        by_text_free(&text);
    }
}

by_status lab_report_rows(const struct lab_rows *rows, enum lab_format format, by_text *out, by_error *error)
{
    const struct lab_experiment *experiment = rows->experiment;
    struct lab_grid grid = {0};

    if (format == LAB_FORMAT_HTML)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "rows are printed as text, markdown or csv, not as html");
    lab_grid_add(&grid, "position");
    lab_grid_add(&grid, "variant");
    lab_grid_add(&grid, limit_heading(experiment));
    if (lab_has_repetitions(experiment))
        lab_grid_add(&grid, "repetition");
    for (size_t i = 0; i < experiment->measure_count; i++)
        lab_grid_add(&grid, experiment->measures[i].name);
    lab_grid_end_headings(&grid, 2);
    for (size_t i = 0; i < rows->count; i++)
        if (lab_row_of(rows, &rows->tasks[i])->id)
            add_row(rows, &rows->tasks[i], &grid);
    return print_grid(&grid, format, out, error);
}
