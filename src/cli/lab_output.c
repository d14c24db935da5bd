/* SPDX-License-Identifier: MIT */
#include "cli/lab_output.h"

#include <string.h>

#include "cli/lab_pages.h"
#include "cli/say.h"
#include "lab/sections.h"

#define AT(field) .offset = ARG_AT(struct lab_output, field)

const struct arg lab_output_flags[] = {
    {.name = "--output",
     .kind = ARG_TEXT,
     .value = "DIR",
     .help = "write reports into this folder, as NAME.html, NAME.md and NAME.csv, with an index.html of all reports "
             "in it; for `report` of one experiment: the file for that report",
     AT(output)},
    {.name = "--figures",
     .kind = ARG_TEXT,
     .value = "DIR",
     .help = "write curves, diagrams and pictures into this folder, as CSV and SVG; for several experiments, into a "
             "folder each",
     AT(figures)},
    {.name = "--format",
     .kind = ARG_TEXT,
     .value = "FORM",
     .help = "text, markdown, csv or html; html is a page with all curves (text)",
     AT(format_name)},
    {.name = "--rows", .kind = ARG_FLAG, .help = "print the rows instead of the tables", AT(rows)},
    {0},
};

void lab_output_add_flags(const struct lab_output *output, by_text *out)
{
    lab_add_flag("--format", output->format_name, out);
    by_text_add(out, output->rows ? " --rows" : "");
    lab_add_flag("--output", output->output, out);
    lab_add_flag("--figures", output->figures, out);
}

int lab_output_check(struct lab_output *output, const struct arg_list *names, bool makes_pages)
{
    int code = lab_find_format(output->format_name, true, &output->format);
    bool is_for_programs = output->format == LAB_FORMAT_CSV || output->format == LAB_FORMAT_HTML;
    const char *problem = NULL;

    output->is_of_several = names->count > 1 || strcmp(names->items[0], "all") == 0;
    output->has_pages = output->output && (output->is_of_several || makes_pages);
    if (output->has_pages && (output->rows || output->format_name))
        problem = "--output DIR writes reports as HTML, Markdown and CSV, without --format and --rows; `boyi lab "
                  "report` writes one experiment in any other form into a file";
    else if (output->rows && output->format == LAB_FORMAT_HTML)
        problem = "--rows are printed as text, markdown or csv, not as html";
    else if (output->is_of_several && is_for_programs)
        problem = "of several experiments reports are printed as text or markdown; `--output DIR` writes files, "
                  "`boyi lab report` prints one as csv or html";
    if (!code && problem)
        say_problem("lab", "%s", problem);
    return code || !problem ? code : SAY_BAD_USE;
}

int lab_output_make_folders(const struct lab_output *output)
{
    int code = output->figures ? lab_make_folder(output->figures) : 0;

    return code || !output->has_pages ? code : lab_make_folder(output->output);
}

/* ---- Figures --------------------------------------------------------------------------------------------------- */

/* NAME.csv of each section, and NAME.svg of those with a chart; replaces existing files. */
static int write_section(struct lab_sheet *sheet, const char *folder)
{
    const char *name = sheet->section->name;
    by_text csv = {0}, svg = {0};
    by_error error;
    by_status status = lab_sheet_draw(sheet, false, &svg, &error);
    int code;

    if (!status)
        status = lab_sheet_csv(sheet, &csv, &error);
    code = status ? say_error("lab", name, &error) : lab_write_into(folder, name, ".csv", &csv);
    if (!code && svg.length)
        code = lab_write_into(folder, name, ".svg", &svg);
    by_text_free(&csv);
    by_text_free(&svg);
    return code;
}

/* Sections of several experiments may have the same names. */
static int write_figures(const struct lab_output *output, const struct lab_report *report)
{
    by_text folder = {0};
    int code;

    by_text_add(&folder, output->figures);
    if (output->is_of_several)
        by_text_printf(&folder, "/%s", report->experiment->name);
    code = lab_make_folder(by_text_string(&folder));
    for (size_t i = 0; i < report->experiment->section_count && !code; i++)
        code = write_section(&report->sheets[i], by_text_string(&folder));
    by_text_free(&folder);
    return code;
}

/* ---- Reports --------------------------------------------------------------------------------------------------- */

int lab_output_write(const struct lab_output *output, const struct lab_report *report, const struct lab_rows *rows,
                     const struct lab_commands *commands, bool is_first)
{
    by_text text = {0};
    by_error error;
    by_status status;
    int code;

    if (output->has_pages)
        return lab_pages_write(report, commands, output->output);
    by_text_add(&text, is_first ? "" : "\n");
    status = output->rows ? lab_report_rows(rows, output->format, &text, &error)
                          : lab_report_print(report, output->format, commands, &text, &error);
    code = status ? say_error("lab", NULL, &error) : lab_write_out(output->output, &text);
    by_text_free(&text);
    return code;
}

int lab_output_report(const struct lab_output *output, const struct lab_experiment *experiment, lab_database *database,
                      const struct lab_commands *commands, bool is_first)
{
    struct lab_rows rows = {0};
    struct lab_report report = {0};
    by_error error;
    int code = lab_load_rows(experiment, database, &rows);

    if (!code && (!output->rows || output->figures) && lab_report_fill(&rows, &report, &error))
        code = say_error("lab", NULL, &error);
    if (!code)
        code = lab_output_write(output, &report, &rows, commands, is_first);
    if (!code && output->figures)
        code = write_figures(output, &report);
    lab_report_free(&report);
    lab_rows_free(&rows);
    return code;
}
