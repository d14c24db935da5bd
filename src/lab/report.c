/* SPDX-License-Identifier: MIT */
#include "lab/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "render/prose.h"

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
    lab_grid_print_once(&grid, format, out);
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

void lab_print_fact(const char *name, const char *fact, enum lab_format format, by_text *out)
{
    by_text_printf(out, format == LAB_FORMAT_HTML ? "<dt>%s</dt><dd>" : "%s: ", name);
    lab_print_prose(fact, format, out);
    by_text_add(out, format == LAB_FORMAT_HTML ? "</dd>\n" : format == LAB_FORMAT_MARKDOWN ? "\n\n" : "\n");
}

void lab_print_facts(const struct lab_report *report, enum lab_format format, by_text *out)
{
    const struct lab_experiment *experiment = report->experiment;
    by_text game = {0};

    if (experiment->paper)
        lab_print_fact("Published", experiment->paper, format, out);
    by_text_printf(&game, "%s%s%s", experiment->type->name, *experiment->game_settings ? " " : "",
                   experiment->game_settings);
    lab_print_fact("Game", by_text_string(&game), format, out);
    lab_print_fact(lab_fact_names[LAB_ORIGIN_PROGRAM], by_text_string(&report->facts[LAB_ORIGIN_PROGRAM]), format, out);
    out->failed = out->failed || game.failed;
    by_text_free(&game);
}

static void print_head(const struct lab_report *report, enum lab_format format, by_text *out)
{
    const struct lab_experiment *experiment = report->experiment;
    bool is_markdown = format == LAB_FORMAT_MARKDOWN;
    by_text line = {0};

    by_text_add(out, is_markdown ? "# " : "");
    lab_print_prose(experiment->title, format, out);
    by_text_printf(out, "%s\n%s", lab_form_of(experiment), is_markdown ? "\n" : "");
    if (experiment->is_quick) {
        lab_print_quick_form(experiment, &line);
        lab_print_fact(is_markdown ? "**Quick form**" : "Quick form", by_text_string(&line), format, out);
        by_text_clear(&line);
    }
    lab_print_facts(report, format, out);
    by_text_printf(&line, "%zu of %zu rows are done", report->done, report->count);
    if (report->done < report->count)
        lab_print_fact("Not finished", by_text_string(&line), format, out);
    by_text_add(out, is_markdown ? "" : "\n");
    lab_print_variants(experiment, format, out);
    out->failed = out->failed || line.failed;
    by_text_free(&line);
}

static void add_code(const char *before, const char *command, by_text *out)
{
    by_text_printf(out, strchr(command, '`') ? "%s`` %s ``" : "%s`%s`", before, command);
}

/* The commands that made the report, and the compilers and machines of its rows. */
static void print_foot(const struct lab_report *report, enum lab_format format, const struct lab_commands *commands,
                       by_text *out)
{
    add_code("\nMade by ", commands->run, out);
    by_text_add(out, " with ");
    lab_print_prose(by_text_string(&report->facts[LAB_ORIGIN_COMPILER]), format, out);
    by_text_add(out, ", on ");
    lab_print_prose(by_text_string(&report->facts[LAB_ORIGIN_PROCESSOR]), format, out);
    by_text_add_char(out, '.');
    if (commands->report)
        add_code(" Written by ", commands->report, out);
    by_text_add(out, commands->report ? ".\n" : "\n");
}

static by_status print_for_people(const struct lab_report *report, enum lab_format format,
                                  const struct lab_commands *commands, by_text *out, by_error *error)
{
    by_status status = BY_OK;

    print_head(report, format, out);
    for (size_t i = 0; i < report->experiment->section_count && !status; i++) {
        lab_sheet_print(&report->sheets[i], format, out);
        status = lab_go_on_writing(report->experiment, out->length, error);
    }
    if (commands && commands->run)
        print_foot(report, format, commands, out);
    return status;
}

/* ---- All forms ------------------------------------------------------------------------------------------------- */

const char *const lab_fact_names[LAB_FACTS] = {
    [LAB_ORIGIN_PROGRAM] = "Program",
    [LAB_ORIGIN_COMPILER] = "Compiler",
    [LAB_ORIGIN_PROCESSOR] = "Processor",
    [LAB_ORIGIN_WORKERS] = "Searches at once",
    [LAB_FACT_RUN] = "Latest run",
    [LAB_FACT_TEXT] = "Text",
    [LAB_FACT_TITLE] = "Title",
    [LAB_FACT_PAPER] = "Paper",
    [LAB_FACT_TIME] = "Search time in us",
};

/* The newest run of this form of the experiment that made rows shown here. */
static by_status find_newest_run(const struct lab_rows *rows, by_text *out, by_error *error)
{
    struct lab_runs runs = {0};
    by_status status = lab_database_runs(rows->database, rows->experiment->name, &runs, error);

    for (size_t i = 0; i < runs.count && !out->length; i++)
        if (runs.list[i].is_quick == rows->experiment->is_quick && lab_has_rows_of(rows, runs.list[i].sources))
            by_text_printf(out, "number %" PRId64 ", begun %s", runs.list[i].id, runs.list[i].started_at);
    lab_runs_free(&runs);
    return status;
}

static by_status fill_facts(const struct lab_rows *rows, struct lab_report *out, by_error *error)
{
    const struct lab_experiment *experiment = rows->experiment;
    by_status status = find_newest_run(rows, &out->facts[LAB_FACT_RUN], error);
    double time_us = 0;

    for (size_t i = 0; i < rows->count; i++) {
        const struct lab_row *row = lab_row_of(rows, &rows->tasks[i]);

        time_us += row->id ? row->numbers[LAB_TIME_US] : 0;
    }
    for (int what = LAB_ORIGIN_PROGRAM; what <= LAB_ORIGIN_WORKERS; what++)
        lab_print_origin(rows, (enum lab_origin)what, &out->facts[what]);
    by_text_add(&out->facts[LAB_FACT_TEXT], experiment->fingerprint);
    by_text_printf(&out->facts[LAB_FACT_TITLE], "%s%s", experiment->title, lab_form_of(experiment));
    by_text_add(&out->facts[LAB_FACT_PAPER], experiment->paper ? experiment->paper : "");
    by_text_printf(&out->facts[LAB_FACT_TIME], "%.0f", time_us);
    for (int i = 0; i < LAB_FACTS && !status; i++)
        if (out->facts[i].failed)
            status = by_error_no_memory(error);
    out->done = lab_rows_done(rows);
    out->count = rows->count;
    return status;
}

by_status lab_report_fill(const struct lab_rows *rows, struct lab_report *out, by_error *error)
{
    by_status status;

    *out = (struct lab_report){.experiment = rows->experiment};
    out->sheets = calloc(rows->experiment->section_count, sizeof *out->sheets);
    status = out->sheets ? fill_facts(rows, out, error) : by_error_no_memory(error);
    for (size_t i = 0; i < rows->experiment->section_count && !status; i++)
        status = lab_sheet_fill(rows, &rows->experiment->sections[i], &out->sheets[i], error);
    return status;
}

void lab_report_free(struct lab_report *report)
{
    for (size_t i = 0; report->sheets && i < report->experiment->section_count; i++)
        lab_sheet_free(&report->sheets[i]);
    free(report->sheets);
    for (size_t i = 0; i < LAB_FACTS; i++)
        by_text_free(&report->facts[i]);
    *report = (struct lab_report){0};
}

by_status lab_report_print(const struct lab_report *report, enum lab_format format, const struct lab_commands *commands,
                           by_text *out, by_error *error)
{
    by_status status = format == LAB_FORMAT_HTML  ? lab_report_html(report, commands, out, error)
                       : format == LAB_FORMAT_CSV ? lab_report_csv(report, out, error)
                                                  : print_for_people(report, format, commands, out, error);

    return status || !out->failed ? status : by_error_no_memory(error);
}

by_status lab_report(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                     by_text *out, by_error *error)
{
    struct lab_report report;
    by_status status = lab_report_fill(rows, &report, error);

    if (!status)
        status = lab_report_print(&report, format, commands, out, error);
    lab_report_free(&report);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

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
    lab_grid_print_once(&grid, format, out);
    return out->failed ? by_error_no_memory(error) : BY_OK;
}
