/* SPDX-License-Identifier: MIT */
#include "lab/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/prose.h"

static void (*const fill_kind[LAB_KINDS])(struct lab_sheet *sheet) = {
    [LAB_TABLE] = lab_fill_table,           [LAB_SUMMARY] = lab_fill_summary,   [LAB_DUEL] = lab_fill_duel,
    [LAB_WITHIN] = lab_fill_within,         [LAB_CURVES] = lab_fill_curves,     [LAB_PICTURE] = lab_fill_picture,
    [LAB_PREDICTION] = lab_fill_prediction, [LAB_PROGRESS] = lab_fill_progress, [LAB_GROWTH] = lab_fill_growth,
    [LAB_GROUPED] = lab_fill_grouped,       [LAB_OVER] = lab_fill_over,         [LAB_MATCH] = lab_fill_match,
};

/* ---- Values ---------------------------------------------------------------------------------------------------- */

bool lab_sheet_goes_on(struct lab_sheet *sheet)
{
    if (!sheet->status)
        sheet->status = lab_go_on(sheet->experiment, sheet->error);
    return !sheet->status;
}

const struct lab_variant *lab_sheet_variant(const struct lab_sheet *sheet, size_t variant)
{
    return &sheet->experiment->variants[sheet->section->variants[variant]];
}

struct lab_task lab_sheet_task(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    return (struct lab_task){.position = position,
                             .variant = sheet->section->variants[variant],
                             .limit = lab_greatest_limit(lab_sheet_variant(sheet, variant))};
}

double lab_sheet_value(const struct lab_sheet *sheet, size_t measure, size_t variant, size_t position)
{
    size_t line = measure * sheet->section->variant_count + variant;

    return sheet->values[line * sheet->experiment->position_count + position];
}

enum by_answer lab_sheet_answer(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    struct lab_task task = lab_sheet_task(sheet, variant, position);
    const struct lab_row *row = lab_row_of(sheet->rows, &task);

    if (!row->id)
        return BY_ANSWER_NONE;
    return row->answer == BY_ANSWER_NONE ? BY_ANSWER_UNKNOWN : row->answer;
}

bool lab_sheet_is_solved(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    enum by_answer answer = lab_sheet_answer(sheet, variant, position);

    return answer == BY_ANSWER_YES || answer == BY_ANSWER_NO;
}

bool lab_sheet_is_searched(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    if (lab_sheet_answer(sheet, variant, position) == BY_ANSWER_NONE)
        return false;
    return !sheet->section->measure_count || !isnan(lab_sheet_value(sheet, 0, variant, position));
}

size_t lab_sheet_searched(const struct lab_sheet *sheet, size_t variant)
{
    size_t count = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        count += lab_sheet_is_searched(sheet, variant, i);
    return count;
}

bool lab_sheet_has(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    const struct lab_position *it = &sheet->experiment->positions[position];
    const char *set = sheet->section->sets[variant];

    if (sheet->section->kind == LAB_GROUPED && !it->group)
        return false;
    return !set || lab_is_same(set, it->set);
}

double lab_sheet_mean(const struct lab_sheet *sheet, size_t variant, const char *group, bool *is_partial)
{
    double sum = 0;
    size_t known = 0;

    *is_partial = false;
    for (size_t i = 0; i < sheet->experiment->position_count; i++) {
        double value = lab_sheet_value(sheet, 0, variant, i);

        if (group && (!lab_is_same(sheet->experiment->positions[i].group, group) || !lab_sheet_has(sheet, variant, i)))
            continue;
        *is_partial = *is_partial || isnan(value);
        sum += isnan(value) ? 0 : value;
        known += isnan(value) ? 0 : 1;
    }
    return known ? sum / (double)known : NAN;
}

double lab_sheet_mean_at(const struct lab_sheet *sheet, size_t variant, int64_t limit, size_t *known)
{
    *known = 0;
    return lab_variant_has(lab_sheet_variant(sheet, variant), limit)
               ? lab_mean(sheet->rows, sheet->section->variants[variant], limit, sheet->section->measures[0].name,
                          known)
               : NAN;
}

double lab_sheet_published(const struct lab_sheet *sheet, size_t variant, size_t measure, int64_t limit)
{
    const struct lab_figure *figure = lab_figure_find(sheet->experiment, sheet->section->variants[variant],
                                                      sheet->section->measures[measure].name, limit);

    return figure ? figure->value : NAN;
}

int64_t lab_sheet_next_limit(struct lab_sheet *sheet, int64_t after)
{
    return lab_sheet_goes_on(sheet)
               ? lab_next_limit(sheet->experiment, sheet->section->variants, sheet->section->variant_count, after)
               : INT64_MAX;
}

void lab_sheet_count_positions(const struct lab_sheet *sheet, by_text *out)
{
    size_t count = sheet->experiment->position_count;

    by_text_printf(out, "%zu position%s", count, count == 1 ? "" : "s");
}

const char *lab_measure_label(const char *measure)
{
    return strcmp(measure, "time") == 0 ? "ms" : measure;
}

const char *lab_section_measure(const struct lab_section *section)
{
    return section->measure_count == 1 ? section->measures[0].name : NULL;
}

/* ---- Filling --------------------------------------------------------------------------------------------------- */

static void load_values(struct lab_sheet *sheet)
{
    const struct lab_section *section = sheet->section;
    size_t positions = sheet->experiment->position_count;
    double *value;

    if (lab_shows_all_limits(section))
        return;
    value = sheet->values = calloc(section->measure_count * section->variant_count * positions + 1, sizeof *value);
    if (!value) {
        sheet->status = by_error_no_memory(sheet->error);
        return;
    }
    for (size_t measure = 0; measure < section->measure_count; measure++)
        for (size_t variant = 0; variant < section->variant_count; variant++)
            for (size_t i = 0; i < positions; i++) {
                struct lab_task task = lab_sheet_task(sheet, variant, i);

                *value++ = lab_measure_mean(sheet->rows, &task, section->measures[measure].name);
            }
}

/* True if the section needs a variant on a position, and no earlier column had it. */
static bool is_of_section(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    if (!lab_sheet_has(sheet, variant, position))
        return false;
    for (size_t i = 0; i < variant; i++)
        if (sheet->section->variants[i] == sheet->section->variants[variant] && lab_sheet_has(sheet, i, position))
            return false;
    return true;
}

/* The number of missing searches of a variant on a position, at the limits that the section shows. */
static size_t count_missing(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    const struct lab_variant *it = lab_sheet_variant(sheet, variant);
    struct lab_task task = lab_sheet_task(sheet, variant, position);
    size_t missing = 0;

    for (size_t i = lab_shows_all_limits(sheet->section) ? 0 : it->limits.count - 1; i < it->limits.count; i++) {
        task.limit = it->limits.list[i];
        for (task.repetition = 0; task.repetition < it->repetitions; task.repetition++)
            missing += !lab_row_of(sheet->rows, &task)->id;
    }
    return missing;
}

/* Readers would take missing searches for unsolved positions. Above tables the report names what is missing. */
static void note_missing(struct lab_sheet *sheet)
{
    size_t missing = 0;

    for (size_t i = 0; i < sheet->section->variant_count && sheet->section->kind != LAB_TABLE; i++)
        for (size_t j = 0; j < sheet->experiment->position_count; j++)
            if (is_of_section(sheet, i, j))
                missing += count_missing(sheet, i, j);
    if (missing)
        by_text_printf(&sheet->notes, missing == 1 ? "%zu search is not done yet\n" : "%zu searches are not done yet\n",
                       missing);
}

by_status lab_sheet_fill(const struct lab_rows *rows, const struct lab_section *section, struct lab_sheet *out,
                         by_error *error)
{
    *out = (struct lab_sheet){.rows = rows, .experiment = rows->experiment, .section = section, .error = error};
    load_values(out);
    if (!lab_sheet_goes_on(out))
        return out->status;
    lab_print_section_limits(out->experiment, section, &out->lead);
    fill_kind[section->kind](out);
    note_missing(out);
    if (lab_sheet_goes_on(out) && (out->grid.failed || out->points.failed || out->lead.failed || out->notes.failed))
        out->status = by_error_no_memory(error);
    return out->status;
}

void lab_sheet_free(struct lab_sheet *sheet)
{
    lab_grid_free(&sheet->grid);
    lab_grid_free(&sheet->points);
    by_text_free(&sheet->lead);
    by_text_free(&sheet->notes);
    free(sheet->values);
    sheet->values = NULL;
}

/* ---- Forms ----------------------------------------------------------------------------------------------------- */

void lab_sheet_print(const struct lab_sheet *sheet, enum lab_format format, by_text *out)
{
    const char *lead = by_text_string(&sheet->lead);
    bool is_curves = sheet->section->kind == LAB_CURVES;
    by_text note = {0};

    lab_print_heading(sheet->section->title, format, out);
    if (is_curves) /* their points are in the files */
        lab_print_sentence(lead, format, out);
    else
        lab_print_lead(lead, format, out);
    if (!is_curves && lab_grid_rows(&sheet->grid) > 1)
        lab_grid_print(&sheet->grid, format, out);
    if (sheet->section->kind == LAB_TABLE)
        lab_print_comparisons(sheet, format, out);
    if (lab_grid_has_partial(&sheet->grid))
        lab_print_note("* not of all positions", format, out);
    for (const char *at = by_text_string(&sheet->notes); *at; at += strcspn(at, "\n") + 1) {
        by_text_clear(&note);
        by_text_printf(&note, "%.*s", (int)strcspn(at, "\n"), at);
        lab_print_note(by_text_string(&note), format, out);
    }
    out->failed = out->failed || note.failed;
    by_text_free(&note);
}

by_status lab_sheet_csv(struct lab_sheet *sheet, by_text *out, by_error *error)
{
    if (sheet->section->kind == LAB_TABLE) {
        lab_grid_free(&sheet->grid);
        lab_fill_table_lines(sheet);
    }
    if (!sheet->status)
        lab_grid_print(&sheet->grid, LAB_FORMAT_CSV, out);
    return sheet->status || !(sheet->grid.failed || out->failed) ? sheet->status : by_error_no_memory(error);
}

by_status lab_section_grid(const struct lab_rows *rows, const struct lab_section *section, struct lab_grid *grid,
                           by_error *error)
{
    struct lab_sheet sheet;
    by_status status = lab_sheet_fill(rows, section, &sheet, error);

    *grid = sheet.grid;
    sheet.grid = (struct lab_grid){0};
    lab_sheet_free(&sheet);
    return status;
}
