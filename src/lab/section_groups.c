/* SPDX-License-Identifier: MIT
 *
 * Sections about many positions or variants: by groups of positions, and over families of variants.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sections.h"

/* ---- By groups ------------------------------------------------------------------------------------------------- */

/* The first position of the next group, from `position` on; false: none. */
static bool next_group(const struct lab_experiment *experiment, size_t *position)
{
    for (; *position < experiment->position_count; ++*position) {
        const char *group = experiment->positions[*position].group;
        size_t first = 0;

        while (first < *position && !lab_is_same(experiment->positions[first].group, group))
            first++;
        if (group && first == *position)
            return true;
    }
    return false;
}

/* The nodes of the minimal tree, for the positions of a group that the first variant has searched. */
static double minimal_of(const struct lab_sheet *sheet, const char *group)
{
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++) {
        struct lab_task task = lab_sheet_task(sheet, 0, i);
        double minimal = lab_measure_mean(sheet->rows, &task, "minimal");

        if (isnan(minimal) || !lab_is_same(sheet->experiment->positions[i].group, group))
            continue;
        sum += minimal;
        known++;
    }
    return known ? sum / (double)known : NAN;
}

/* True if a group has no values though all of it was searched: nothing is pending. */
static bool is_empty_group(const struct lab_sheet *sheet, const char *group)
{
    for (size_t variant = 0; variant < sheet->section->variant_count; variant++)
        for (size_t i = 0; i < sheet->experiment->position_count; i++) {
            if (!lab_is_same(sheet->experiment->positions[i].group, group) || !lab_sheet_has(sheet, variant, i))
                continue;
            if (lab_sheet_answer(sheet, variant, i) == BY_ANSWER_NONE || !isnan(lab_sheet_value(sheet, 0, variant, i)))
                return false;
        }
    return !sheet->section->beside;
}

/* A group may be a number, which has a place in a diagram. */
static void add_group(struct lab_grid *grid, const char *group)
{
    char *end;
    double number;

    errno = 0;
    number = strtod(group, &end);
    lab_grid_add(grid, group);
    if (end > group && !*end && !errno && isfinite(number) && !grid->failed)
        grid->cells[grid->count - 1].number = number;
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

/* The label of groups: the section's; else "depth" or "width" if that holds for all trees; else "group". */
static const char *group_name(const struct lab_sheet *sheet)
{
    if (sheet->section->by)
        return sheet->section->by;
    return are_groups_of(sheet->experiment, true)    ? "depth"
           : are_groups_of(sheet->experiment, false) ? "width"
                                                     : "group";
}

static void add_mean(struct lab_sheet *sheet, size_t variant, const char *group)
{
    bool is_partial;
    double mean = lab_sheet_mean(sheet, variant, group, &is_partial);

    lab_grid_add_number(&sheet->grid, mean, is_partial);
}

void lab_fill_grouped(struct lab_sheet *sheet)
{
    const struct lab_section *section = sheet->section;
    const char *name = group_name(sheet);

    by_text_printf(&sheet->lead, "Mean %s of the positions of each %s:", section->measures[0].name, name);
    lab_grid_add_both(&sheet->grid, name, "group");
    for (size_t i = 0; i < section->variant_count; i++) /* "alphabeta@good" */
        lab_grid_printf(&sheet->grid, "%s%s%s", lab_sheet_variant(sheet, i)->name, section->sets[i] ? "@" : "",
                        section->sets[i] ? section->sets[i] : "");
    if (section->beside)
        lab_grid_add(&sheet->grid, "minimal");
    lab_grid_end_headings(&sheet->grid, 1);
    for (size_t i = 0; next_group(sheet->experiment, &i) && lab_sheet_goes_on(sheet); i++) {
        const char *group = sheet->experiment->positions[i].group;

        if (is_empty_group(sheet, group))
            continue;
        add_group(&sheet->grid, group);
        for (size_t variant = 0; variant < section->variant_count; variant++)
            add_mean(sheet, variant, group);
        if (section->beside)
            lab_grid_add_number(&sheet->grid, minimal_of(sheet, group), false);
    }
}

/* ---- Over families --------------------------------------------------------------------------------------------- */

/* The first variant of the next family, from `variant` on; false: none. */
static bool next_family(const struct lab_sheet *sheet, size_t *variant)
{
    for (; *variant < sheet->section->variant_count; ++*variant) {
        size_t first = 0;

        while (!lab_is_same(lab_sheet_variant(sheet, first)->family, lab_sheet_variant(sheet, *variant)->family))
            first++;
        if (first == *variant)
            return true;
    }
    return false;
}

/* The least greater value; INFINITY: none. */
static double next_value(const struct lab_sheet *sheet, double after)
{
    double next = INFINITY;

    for (size_t i = 0; i < sheet->section->variant_count; i++)
        if (lab_sheet_variant(sheet, i)->at > after)
            next = fmin(next, lab_sheet_variant(sheet, i)->at);
    return next;
}

/* Adds the mean of the family of `first` at a value of its option. */
static void add_family_mean(struct lab_sheet *sheet, size_t first, double at)
{
    for (size_t i = first; i < sheet->section->variant_count; i++) {
        const struct lab_variant *variant = lab_sheet_variant(sheet, i);

        if (variant->at == at && lab_is_same(variant->family, lab_sheet_variant(sheet, first)->family)) {
            add_mean(sheet, i, NULL);
            return;
        }
    }
    lab_grid_add_number(&sheet->grid, NAN, false);
}

/* The label of what families differ in: the section's, else the option whose value is the variant's value; a value may
 * have another label. */
static void add_option(struct lab_sheet *sheet)
{
    const struct lab_variant *variant = lab_sheet_variant(sheet, 0);
    const char *option = sheet->section->by ? sheet->section->by : "value";
    size_t length = strlen(option);

    for (const char *equals = strchr(variant->words, '='); equals && !sheet->section->by;
         equals = strchr(equals + 1, '=')) {
        const char *begin = equals;

        while (begin > variant->words && begin[-1] != ' ')
            begin--;
        if (strtod(equals + 1, NULL) != variant->at)
            continue;
        option = begin;
        length = (size_t)(equals - begin);
    }
    lab_grid_printf(&sheet->grid, "%.*s", (int)length, option);
}

void lab_fill_over(struct lab_sheet *sheet)
{
    by_text_printf(&sheet->lead, "Mean %s of ", sheet->section->measures[0].name);
    lab_sheet_count_positions(sheet, &sheet->lead);
    by_text_add_char(&sheet->lead, ':');
    add_option(sheet);
    for (size_t i = 0; next_family(sheet, &i); i++)
        lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, i)->family);
    lab_grid_end_headings(&sheet->grid, 0);
    for (double at = next_value(sheet, -INFINITY); !isinf(at) && lab_sheet_goes_on(sheet); at = next_value(sheet, at)) {
        lab_grid_add_number(&sheet->grid, at, false);
        for (size_t i = 0; next_family(sheet, &i); i++)
            add_family_mean(sheet, i, at);
    }
}
