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
     .help = "write reports into a folder, as NAME.html, NAME.md and NAME.csv, with an index.html of all that are "
             "there; of `report` of one experiment it is the FILE for that report",
     AT(output)},
    {.name = "--figures",
     .kind = ARG_TEXT,
     .value = "DIR",
     .help = "write curves, diagrams and pictures into a folder, as CSV and SVG; of several experiments into one each",
     AT(figures)},
    {.name = "--format",
     .kind = ARG_TEXT,
     .value = "FORM",
     .help = "text, markdown, csv or html: one page with all curves (text)",
     AT(format_name)},
    {.name = "--rows", .kind = ARG_FLAG, .help = "print the single rows instead of the tables", AT(rows)},
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
static int write_section(const struct lab_rows *rows, const struct lab_section *section, const char *folder)
{
    struct lab_sheet sheet;
    by_text csv = {0}, svg = {0};
    by_error error;
    by_status status = lab_sheet_fill(rows, section, &sheet, &error);
    int code;

    if (!status)
        status = lab_sheet_draw(&sheet, false, &svg, &error);
    if (!status)
        status = lab_sheet_csv(&sheet, &csv, &error);
    code = status ? say_error("lab", section->name, &error) : lab_write_into(folder, section->name, ".csv", &csv);
    if (!code && svg.length)
        code = lab_write_into(folder, section->name, ".svg", &svg);
    by_text_free(&csv);
    by_text_free(&svg);
    lab_sheet_free(&sheet);
    return code;
}

/* Sections of several experiments may have the same names. */
static int write_figures(const struct lab_output *output, const struct lab_rows *rows)
{
    const struct lab_experiment *experiment = rows->experiment;
    by_text folder = {0};
    int code;

    by_text_add(&folder, output->figures);
    if (output->is_of_several)
        by_text_printf(&folder, "/%s", experiment->name);
    code = lab_make_folder(by_text_string(&folder));
    for (size_t i = 0; i < experiment->section_count && !code; i++)
        code = write_section(rows, &experiment->sections[i], by_text_string(&folder));
    by_text_free(&folder);
    return code;
}

/* ---- Reports --------------------------------------------------------------------------------------------------- */

static int print(const struct lab_output *output, const struct lab_rows *rows, const struct lab_commands *commands,
                 bool is_first)
{
    by_text text = {0};
    int code;

    if (!is_first)
        by_text_add_char(&text, '\n');
    code = output->rows ? lab_print_rows(rows, output->format, &text)
                        : lab_print_report(rows, output->format, commands, &text);
    if (!code)
        code = lab_write_out(output->output, &text);
    by_text_free(&text);
    return code;
}

int lab_output_report(const struct lab_output *output, const struct lab_experiment *experiment, lab_database *database,
                      const struct lab_commands *commands, bool is_first)
{
    struct lab_rows rows;
    int code = lab_load_rows(experiment, database, &rows);

    if (!code)
        code = output->has_pages ? lab_pages_write(&rows, commands, output->output)
                                 : print(output, &rows, commands, is_first);
    if (!code && output->figures)
        code = write_figures(output, &rows);
    lab_rows_free(&rows);
    return code;
}
