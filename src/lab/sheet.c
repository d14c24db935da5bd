/* SPDX-License-Identifier: MIT */
#include "lab/sheet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
        if (isnan(value)) {
            *is_partial = true;
            continue;
        }
        sum += value;
        known++;
    }
    return known ? sum / (double)known : NAN;
}

double lab_sheet_published(const struct lab_sheet *sheet, size_t variant, size_t measure, int64_t limit)
{
    const struct lab_figure *figure = lab_figure_find(sheet->experiment, sheet->section->variants[variant],
                                                      sheet->section->measures[measure].name, limit);

    return figure ? figure->value : NAN;
}

int64_t lab_sheet_next_limit(const struct lab_sheet *sheet, int64_t after)
{
    return lab_next_limit(sheet->experiment, sheet->section->variants, sheet->section->variant_count, after);
}

const char *lab_measure_label(const char *measure)
{
    return strcmp(measure, "time") == 0 ? "ms" : measure;
}

/* True if the group of each tree is its depth, or its width. */
static bool are_groups_of(const struct lab_experiment *experiment, bool is_depth)
{
    for (size_t i = 0; i < experiment->position_count; i++) {
        const struct lab_position *position = &experiment->positions[i];
        char number[16];

        (void)snprintf(number, sizeof number, "%d", is_depth ? position->depth : position->width);
        if (!position->width || (position->group && !lab_is_same(position->group, number)))
            return false;
    }
    return true;
}

const char *lab_sheet_group_name(const struct lab_sheet *sheet)
{
    if (sheet->section->by)
        return sheet->section->by;
    return are_groups_of(sheet->experiment, true)    ? "depth"
           : are_groups_of(sheet->experiment, false) ? "width"
                                                     : "group";
}

bool lab_sheet_pick(const struct lab_sheet *sheet, size_t *position)
{
    double best = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++) {
        double saving = lab_sheet_value(sheet, 0, 1, i) - lab_sheet_value(sheet, 0, 0, i);

        if (!lab_sheet_is_solved(sheet, 0, i) || !lab_sheet_is_solved(sheet, 1, i) || saving <= best)
            continue;
        best = saving;
        *position = i;
    }
    return best > 0;
}
