/* SPDX-License-Identifier: MIT
 *
 * A report as one table for programs, and back. Sections have different columns. To fit them into one file, each number
 * has its own line, with the names of its section, row and column; its `kind` is that of the section. Lines of other
 * kinds hold the words of the report:
 *
 *     part      kind      measure  line  row      column        value              partial  shown
 *               fact                     Program                boyi 0.1.0, ...
 *     table-1   lead                                            Mean nodes of 40 positions:
 *     table-1   heading            0     label    depth                                     depth
 *     table-1   heading            0              hash                                      hash
 *     table-1   table     nodes    1     5        hash          1234.5             yes      1,234*
 *     table-1   note               1                            3 searches are not done yet
 *     within    point     nodes    1              hash          345
 *
 * `shown` is what people see, if that is not the number with its digits in groups.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/report.h"

enum { PART, KIND, MEASURE, LINE, ROW, COLUMN, VALUE, PARTIAL, SHOWN, FIELDS };

static const char *const headings[FIELDS + 1] = {"part",   "kind",  "measure", "line",  "row",
                                                 "column", "value", "partial", "shown", NULL};

/* ---- Printing -------------------------------------------------------------------------------------------------- */

enum { CELL_BYTES = 4 /* at least, on average */ };

/* A line; fields that are NULL are empty. */
static void add_line(struct lab_grid *lines, const char *const fields[FIELDS])
{
    for (int i = 0; i < FIELDS; i++)
        lab_grid_add(lines, fields[i] ? fields[i] : "");
}

/* What people see of a number unless its line says otherwise. */
static void print_usual(double number, bool is_partial, char out[LAB_DIGITS_SIZE + 1])
{
    lab_print_number(number, out);
    strcat(out, is_partial ? "*" : "");
}

/* The whole text as a finite number; NAN if it is none. */
static double number_in(const char *text)
{
    char *end;
    double number = strtod(text, &end);

    return end > text && !*end && isfinite(number) ? number : NAN;
}

static size_t count_labels(const struct lab_grid *grid)
{
    return grid->left ? grid->left : 1;
}

/* The first cells of a row are its labels. */
static void print_row_name(const struct lab_grid *grid, size_t row, by_text *out)
{
    by_text_clear(out);
    for (size_t i = 0; i < count_labels(grid); i++)
        by_text_printf(out, "%s%s", i ? ", " : "", lab_grid_at(grid, row, i)->plain);
}

/* Adds a cell, if it says anything. */
static bool add_cell(const struct lab_grid *grid, size_t row, size_t column, const char *fields[FIELDS],
                     struct lab_grid *lines)
{
    const struct lab_cell *cell = lab_grid_at(grid, row, column);
    char usual[LAB_DIGITS_SIZE + 1];
    bool is_visible = grid->cells[column].shown;

    if (!*cell->plain && (!is_visible || strcmp(cell->shown, "-") == 0))
        return false;
    print_usual(number_in(cell->plain), cell->is_partial, usual);
    fields[COLUMN] = grid->cells[column].plain;
    fields[VALUE] = cell->plain;
    fields[PARTIAL] = cell->is_partial ? "yes" : NULL;
    fields[SHOWN] = is_visible && strcmp(cell->shown, usual) != 0 ? cell->shown : NULL;
    add_line(lines, fields);
    return true;
}

static void add_cells(const struct lab_sheet *sheet, struct lab_grid *lines)
{
    const struct lab_section *section = sheet->section;
    const struct lab_grid *grid = &sheet->grid;
    by_text name = {0};

    for (size_t row = 1; row < lab_grid_rows(grid); row++) {
        char line[24];
        const char *fields[FIELDS] = {[PART] = section->name,
                                      [KIND] = lab_kind_name(section->kind),
                                      [MEASURE] = section->kind == LAB_SUMMARY ? NULL : lab_section_measure(section),
                                      [LINE] = line};
        bool has_any = false;

        (void)snprintf(line, sizeof line, "%zu", row);
        print_row_name(grid, row, &name);
        fields[ROW] = by_text_string(&name);
        for (size_t column = count_labels(grid); column < grid->columns; column++)
            has_any |= add_cell(grid, row, column, fields, lines);
        if (!has_any) /* the row exists, and nothing of it is known */
            add_line(lines, fields);
    }
    lines->failed = lines->failed || name.failed;
    by_text_free(&name);
}

static void add_headings(const struct lab_sheet *sheet, struct lab_grid *lines)
{
    for (size_t i = 0; i < sheet->grid.columns; i++)
        add_line(lines, (const char *const[FIELDS]){[PART] = sheet->section->name,
                                                    [KIND] = "heading",
                                                    [LINE] = "0",
                                                    [ROW] = i < sheet->grid.left ? "label" : NULL,
                                                    [COLUMN] = sheet->grid.cells[i].plain,
                                                    [SHOWN] = sheet->grid.cells[i].shown});
}

static void add_points(const struct lab_sheet *sheet, struct lab_grid *lines)
{
    for (size_t row = 0; row < lab_grid_rows(&sheet->points); row++) {
        char line[24];

        (void)snprintf(line, sizeof line, "%zu", row + 1);
        add_line(lines, (const char *const[FIELDS]){[PART] = sheet->section->name,
                                                    [KIND] = "point",
                                                    [MEASURE] = lab_section_measure(sheet->section),
                                                    [LINE] = line,
                                                    [COLUMN] = lab_grid_at(&sheet->points, row, 0)->plain,
                                                    [VALUE] = lab_grid_at(&sheet->points, row, 1)->plain});
    }
}

/* Sentences, one in each line of a text. */
static void add_sentences(const struct lab_sheet *sheet, const char *kind, const by_text *text, struct lab_grid *lines)
{
    by_text sentence = {0};
    size_t count = 0;

    for (const char *at = by_text_string(text); *at; at += strcspn(at, "\n"), at += *at == '\n') {
        char line[24];

        (void)snprintf(line, sizeof line, "%zu", ++count);
        by_text_clear(&sentence);
        by_text_printf(&sentence, "%.*s", (int)strcspn(at, "\n"), at);
        add_line(lines,
                 (const char *const[FIELDS]){
                     [PART] = sheet->section->name, [KIND] = kind, [LINE] = line, [VALUE] = by_text_string(&sentence)});
    }
    lines->failed = lines->failed || sentence.failed;
    by_text_free(&sentence);
}

static void add_fact(const char *name, const char *fact, struct lab_grid *lines)
{
    add_line(lines, (const char *const[FIELDS]){[KIND] = "fact", [ROW] = name, [VALUE] = fact});
}

static void add_count(const char *name, size_t count, struct lab_grid *lines)
{
    char digits[24];

    (void)snprintf(digits, sizeof digits, "%zu", count);
    add_fact(name, digits, lines);
}

by_status lab_report_csv(const struct lab_report *report, by_text *out, by_error *error)
{
    const struct lab_experiment *experiment = report->experiment;
    struct lab_grid lines = {0};
    by_status status = BY_OK;

    lab_grid_add_headings(&lines, headings, 1);
    for (size_t i = 0; i < LAB_FACTS; i++)
        add_fact(lab_fact_names[i], by_text_string(&report->facts[i]), &lines);
    add_count("Rows", report->count, &lines);
    add_count("Rows done", report->done, &lines);
    for (size_t i = 0; i < experiment->section_count && !status; i++) {
        const struct lab_sheet *sheet = &report->sheets[i];

        add_sentences(sheet, "lead", &sheet->lead, &lines);
        add_headings(sheet, &lines);
        add_cells(sheet, &lines);
        add_sentences(sheet, "note", &sheet->notes, &lines);
        add_points(sheet, &lines);
        status = lab_go_on_writing(experiment, lines.count * CELL_BYTES, error);
    }
    if (status)
        lab_grid_free(&lines);
    else
        lab_grid_print_once(&lines, LAB_FORMAT_CSV, out);
    return status;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

struct reading {
    struct lab_report *report;
    by_error *error;
    char *at; /* the unread text */
    int line; /* of the text */
    char *fields[FIELDS];
};

#define REFUSE_REPORT(reading, ...) by_error_set_at((reading)->error, BY_ERROR_INPUT, (reading)->line, 1, __VA_ARGS__)

/* Cuts a field off and removes its quotes; returns the character that ended it. */
static char cut_field(char **at, char **field)
{
    char *in = *at, *out = *at, end;
    bool is_quoted = *in == '"';

    *field = out;
    for (in += is_quoted; *in; *out++ = *in++) {
        if (is_quoted && *in == '"' && *++in != '"')
            break;
        if (!is_quoted && strchr(",\n", *in))
            break;
    }
    end = *in;
    *at = in + (end != 0);
    *out = 0;
    return end;
}

/* Goes to the next line; false at the end and after an error. */
static bool next_line(struct reading *it, by_status *status)
{
    char end = ',';
    int count = 0;

    if (*status || !*it->at)
        return false;
    for (it->line++; count < FIELDS && end == ','; count++)
        end = cut_field(&it->at, &it->fields[count]);
    if (count < FIELDS || (end && end != '\n'))
        *status = REFUSE_REPORT(it, "expected %d fields separated by commas", FIELDS);
    return !*status;
}

static by_status read_fact(struct reading *it)
{
    const char *name = it->fields[ROW];

    if (strcmp(name, "Rows") == 0 || strcmp(name, "Rows done") == 0)
        *(name[4] ? &it->report->done : &it->report->count) = (size_t)strtoull(it->fields[VALUE], NULL, 10);
    for (size_t i = 0; i < LAB_FACTS; i++)
        if (strcmp(lab_fact_names[i], name) == 0)
            by_text_add(&it->report->facts[i], it->fields[VALUE]);
    return BY_OK;
}

/* A label of a row. Limits in tables and names of groups are shown as they are written. */
static void add_label(struct lab_sheet *sheet, const char *text)
{
    enum lab_kind kind = sheet->section->kind;
    struct lab_grid *grid = &sheet->grid;
    double number = number_in(text);

    if (!isnan(number) && (kind == LAB_WITHIN || kind == LAB_PROGRESS || kind == LAB_OVER)) {
        lab_grid_add_number(grid, number, false);
        return;
    }
    lab_grid_add(grid, text);
    if (!grid->failed && (kind == LAB_TABLE || kind == LAB_GROUPED))
        grid->cells[grid->count - 1].number = number;
}

/* Begins a row with these labels; all its other cells are unknown. */
static void begin_row(struct lab_sheet *sheet, char *labels)
{
    size_t count = count_labels(&sheet->grid);

    for (size_t i = 0; i < count; i++) {
        char *comma = i + 1 < count ? strstr(labels, ", ") : NULL;

        if (comma)
            *comma = 0;
        add_label(sheet, labels);
        labels = comma ? comma + 2 : labels + strlen(labels);
    }
    for (size_t i = count; i < sheet->grid.columns; i++)
        lab_grid_add_number(&sheet->grid, NAN, false);
}

static by_status read_cell(struct reading *it, struct lab_sheet *sheet)
{
    struct lab_grid *grid = &sheet->grid;
    size_t row = (size_t)strtoull(it->fields[LINE], NULL, 10), column = count_labels(grid);
    char usual[LAB_DIGITS_SIZE + 1];
    struct lab_cell *cell;

    if (!grid->columns || row < 1 || row > lab_grid_rows(grid) || row + 1 < lab_grid_rows(grid))
        return REFUSE_REPORT(it, "the lines of part %.40s are not in order", it->fields[PART]);
    if (row == lab_grid_rows(grid))
        begin_row(sheet, it->fields[ROW]);
    if (!*it->fields[COLUMN] || grid->failed)
        return BY_OK;
    while (column < grid->columns && strcmp(grid->cells[column].plain, it->fields[COLUMN]) != 0)
        column++;
    if (column == grid->columns)
        return REFUSE_REPORT(it, "part %.40s has no column '%.40s'", it->fields[PART], it->fields[COLUMN]);
    cell = &grid->cells[row * grid->columns + column];
    cell->number = number_in(it->fields[VALUE]);
    cell->is_partial = *it->fields[PARTIAL];
    print_usual(cell->number, cell->is_partial, usual);
    cell->plain = by__arena_text(&grid->arena, it->fields[VALUE]);
    cell->shown = by__arena_text(&grid->arena, *it->fields[SHOWN] ? it->fields[SHOWN] : usual);
    grid->failed = !cell->plain || !cell->shown;
    return BY_OK;
}

static by_status read_heading(struct reading *it, struct lab_sheet *sheet)
{
    const char *shown = it->fields[SHOWN];

    if (sheet->grid.count != sheet->grid.columns)
        return REFUSE_REPORT(it, "the headings of part %.40s have to stand above its numbers", it->fields[PART]);
    lab_grid_add_both(&sheet->grid, *shown ? shown : NULL, it->fields[COLUMN]);
    lab_grid_end_headings(&sheet->grid, sheet->grid.left + (*it->fields[ROW] != 0));
    return BY_OK;
}

static by_status read_point(struct reading *it, struct lab_sheet *sheet)
{
    lab_grid_add(&sheet->points, it->fields[COLUMN]);
    lab_grid_add_number(&sheet->points, number_in(it->fields[VALUE]), false);
    return BY_OK;
}

static by_status read_lead(struct reading *it, struct lab_sheet *sheet)
{
    by_text_add(&sheet->lead, it->fields[VALUE]);
    return BY_OK;
}

static by_status read_note(struct reading *it, struct lab_sheet *sheet)
{
    by_text_printf(&sheet->notes, "%s\n", it->fields[VALUE]);
    return BY_OK;
}

static by_status read_line(struct reading *it)
{
    static const struct {
        const char *kind;
        by_status (*read)(struct reading *it, struct lab_sheet *sheet);
    } kinds[] = {{"lead", read_lead}, {"heading", read_heading}, {"note", read_note}, {"point", read_point}};
    const struct lab_experiment *experiment = it->report->experiment;
    size_t i = 0;

    if (strcmp(it->fields[KIND], "fact") == 0)
        return read_fact(it);
    while (i < experiment->section_count && strcmp(experiment->sections[i].name, it->fields[PART]) != 0)
        i++;
    if (i == experiment->section_count)
        return REFUSE_REPORT(it, "the experiment %s has no part '%.40s' now", experiment->name, it->fields[PART]);
    for (size_t j = 0; j < sizeof kinds / sizeof kinds[0]; j++)
        if (strcmp(kinds[j].kind, it->fields[KIND]) == 0)
            return kinds[j].read(it, &it->report->sheets[i]);
    if (strcmp(it->fields[KIND], lab_kind_name(experiment->sections[i].kind)) != 0)
        return REFUSE_REPORT(it, "the part %.40s of the experiment %s is not of the kind '%.20s'", it->fields[PART],
                             experiment->name, it->fields[KIND]);
    return read_cell(it, &it->report->sheets[i]);
}

/* The columns that a diagram needs at least. */
static size_t min_columns(const struct lab_section *section)
{
    return section->kind == LAB_WITHIN    ? section->variant_count + 1
           : section->kind == LAB_CURVES  ? 4
           : section->kind == LAB_PICTURE ? 3
                                          : 1;
}

/* Checks that the report has all sections, and that there was memory for them. */
static by_status check_sheets(const struct lab_report *report, by_error *error)
{
    for (size_t i = 0; i < report->experiment->section_count; i++) {
        const struct lab_sheet *sheet = &report->sheets[i];

        if (sheet->grid.failed || sheet->points.failed || sheet->lead.failed || sheet->notes.failed)
            return by_error_no_memory(error);
        if (sheet->grid.columns < min_columns(sheet->section))
            return by_error_set(error, BY_ERROR_INPUT,
                                "the report has no part %.40s, which the experiment has now, or not all of its columns",
                                sheet->section->name);
    }
    return BY_OK;
}

static by_status read_lines(struct reading *it)
{
    by_status status = BY_OK;

    if (!next_line(it, &status))
        return status ? status : REFUSE_REPORT(it, "the report is empty");
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(it->fields[i], headings[i]) != 0)
            return REFUSE_REPORT(it, "this is no report as `boyi lab` writes it as CSV: expected a column `%s`",
                                 headings[i]);
    while (next_line(it, &status) && (it->report->sheets || strcmp(it->fields[KIND], "fact") == 0))
        status = read_line(it);
    return status || !it->report->sheets ? status : check_sheets(it->report, it->error);
}

static by_status read_report(const char *csv, struct lab_report *out, by_error *error)
{
    size_t size = strlen(csv) + 1;
    char *copy = malloc(size);
    struct reading reading = {.report = out, .error = error, .at = copy};
    by_status status;

    if (!copy)
        return by_error_no_memory(error);
    memcpy(copy, csv, size);
    status = read_lines(&reading);
    free(copy);
    return status;
}

by_status lab_report_read(const struct lab_experiment *experiment, const char *csv, struct lab_report *out,
                          by_error *error)
{
    *out =
        (struct lab_report){.experiment = experiment, .sheets = calloc(experiment->section_count, sizeof *out->sheets)};
    for (size_t i = 0; i < experiment->section_count && out->sheets; i++)
        out->sheets[i] =
            (struct lab_sheet){.experiment = experiment, .section = &experiment->sections[i], .points.columns = 2};
    return out->sheets ? read_report(csv, out, error) : by_error_no_memory(error);
}

by_status lab_report_read_facts(const char *csv, struct lab_report *out, by_error *error)
{
    *out = (struct lab_report){0};
    return read_report(csv, out, error);
}
