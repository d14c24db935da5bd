/* SPDX-License-Identifier: MIT
 *
 * Summaries: measures of variants, and their comparison with a base, position by position.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/origin.h"
#include "lab/sections.h"
#include "lab/significance.h"

#define SIGNIFICANT 0.05

/* ---- One figure ------------------------------------------------------------------------------------------------ */

static const char *measure_of(const struct lab_sheet *sheet, size_t measure)
{
    return sheet->section->measures[measure].name;
}

/* True if a summary shows a count instead of a mean. */
static bool is_counted(const char *measure)
{
    static const char *const names[] = {"solved", "failed", "right", "wrong"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(measure, names[i]) == 0)
            return true;
    return false;
}

static bool all_solved(const struct lab_sheet *sheet, size_t position)
{
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        if (!lab_sheet_is_solved(sheet, i, position))
            return false;
    return true;
}

/* True if the means of a variant include a position. */
static bool is_over(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    if (sheet->section->over == LAB_OVER_SOLVED)
        return lab_sheet_is_solved(sheet, variant, position);
    return sheet->section->over == LAB_OVER_ALL || all_solved(sheet, position);
}

/* The mean of a measure, or its sum if it counts. */
static double sum_up(const struct lab_sheet *sheet, size_t measure, size_t variant)
{
    bool counts = is_counted(measure_of(sheet, measure));
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++) {
        double value = lab_sheet_value(sheet, measure, variant, i);

        if (isnan(value) || (!counts && !is_over(sheet, variant, i)))
            continue;
        sum += value;
        known++;
    }
    return !known ? NAN : counts ? sum : sum / (double)known;
}

static bool is_all_done(const struct lab_sheet *sheet, size_t variant)
{
    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        if (lab_sheet_answer(sheet, variant, i) == BY_ANSWER_NONE)
            return false;
    return true;
}

static double published(const struct lab_sheet *sheet, size_t measure, size_t variant)
{
    return lab_sheet_published(sheet, variant, measure, lab_greatest_limit(lab_sheet_variant(sheet, variant)));
}

static bool is_published(const struct lab_sheet *sheet, size_t measure)
{
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        if (!isnan(published(sheet, measure, i)))
            return true;
    return false;
}

/* ---- Against a base -------------------------------------------------------------------------------------------- */

/* A variant compared with the base, in one measure. */
struct against {
    double change; /* in percent; NAN: unknown */
    double p;      /* adjusted for the number of variants; NAN: nothing differs */
    bool is_same;  /* on all positions that both have, at least one */
};

static bool has_base(const struct lab_sheet *sheet)
{
    return sheet->section->base != LAB_NO_VARIANT;
}

/* The index of the base among the section's variants. */
static size_t base_of(const struct lab_sheet *sheet)
{
    size_t i = 0;

    while (sheet->section->variants[i] != (size_t)sheet->section->base)
        i++;
    return i;
}

/* The values of a variant on the positions that count for it and for the base; NAN elsewhere. */
static void copy_values(const struct lab_sheet *sheet, size_t measure, size_t variant, double *out)
{
    bool counts = is_counted(measure_of(sheet, measure));
    size_t base = base_of(sheet);

    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        out[i] = counts || (is_over(sheet, variant, i) && is_over(sheet, base, i))
                     ? lab_sheet_value(sheet, measure, variant, i)
                     : NAN;
}

static double change_of(const double *before, const double *after, size_t count)
{
    double sum = 0, base_sum = 0;

    for (size_t i = 0; i < count; i++) {
        if (isnan(before[i]) || isnan(after[i]))
            continue;
        sum += after[i];
        base_sum += before[i];
    }
    return base_sum != 0 ? (sum / base_sum - 1) * 100 : NAN;
}

/* Compares each variant with the base in one measure. `room` has space for the values of two variants and then for a p
 * of each. */
static void compare_measure(struct lab_sheet *sheet, size_t measure, double *room, struct against *out)
{
    size_t positions = sheet->experiment->position_count, variants = sheet->section->variant_count;
    double *before = room, *after = room + positions, *p = room + 2 * positions;

    for (size_t i = 0; i < variants && lab_sheet_goes_on(sheet); i++) {
        struct lab_pairs pairs = {.p = NAN};

        copy_values(sheet, measure, i, after);
        for (size_t j = 0; j < positions; j++)
            before[j] = isnan(after[j]) ? NAN : lab_sheet_value(sheet, measure, base_of(sheet), j);
        if (i != base_of(sheet))
            sheet->status = lab_compare_pairs(before, after, positions, &pairs, sheet->error);
        out[i] = (struct against){.change = i == base_of(sheet) ? NAN : change_of(before, after, positions),
                                  .is_same = pairs.count && !pairs.changed};
        p[i] = pairs.p;
    }
    lab_adjust_holm(p, variants);
    for (size_t i = 0; i < variants; i++)
        out[i].p = p[i];
}

/* By measure and variant of the section; NULL if there is no memory. The caller frees it. */
static struct against *compare_with_base(struct lab_sheet *sheet)
{
    size_t positions = sheet->experiment->position_count, variants = sheet->section->variant_count;
    double *room = calloc(2 * positions + variants, sizeof *room);
    struct against *out = room ? calloc(sheet->section->measure_count * variants, sizeof *out) : NULL;

    sheet->grid.failed = !out;
    for (size_t i = 0; i < sheet->section->measure_count && out; i++)
        compare_measure(sheet, i, room, out + i * variants);
    free(room);
    return out;
}

/* Times depend on the machine too. */
static bool has_p(const struct lab_sheet *sheet, size_t measure)
{
    const char *name = measure_of(sheet, measure);

    return (strcmp(name, "time") != 0 && strcmp(name, "speed") != 0) || lab_can_judge_times(sheet->rows);
}

static void add_p(struct lab_grid *grid, const struct against *against, bool has_p)
{
    char plain[32] = "", shown[16];

    if (has_p && !isnan(against->p))
        (void)snprintf(plain, sizeof plain, "%.12g", against->p);
    if (against->is_same)
        (void)snprintf(shown, sizeof shown, "unchanged");
    else if (isnan(against->p))
        (void)snprintf(shown, sizeof shown, "-");
    else if (against->p < 0.001)
        (void)snprintf(shown, sizeof shown, "<0.001*");
    else
        (void)snprintf(shown, sizeof shown, "%.3f%s", against->p, against->p < SIGNIFICANT ? "*" : "");
    lab_grid_add_both(grid, shown, plain);
}

/* ---- The summary ----------------------------------------------------------------------------------------------- */

static void add_headings(struct lab_sheet *sheet)
{
    lab_grid_add(&sheet->grid, "variant");
    for (size_t i = 0; i < sheet->section->measure_count; i++) {
        const char *name = measure_of(sheet, i), *label = lab_measure_label(name);
        char plain[80], shown[80];

        lab_grid_add(&sheet->grid, label);
        (void)snprintf(plain, sizeof plain, "%s_published", name);
        if (is_published(sheet, i))
            lab_grid_add_both(&sheet->grid, "published", plain);
        if (!has_base(sheet))
            continue;
        (void)snprintf(plain, sizeof plain, "%s_change_percent", name);
        (void)snprintf(shown, sizeof shown, "%s %%", label);
        lab_grid_add_both(&sheet->grid, shown, plain);
        (void)snprintf(plain, sizeof plain, "%s_p", name);
        lab_grid_add_both(&sheet->grid, has_p(sheet, i) ? "p" : NULL, plain);
    }
    lab_grid_end_headings(&sheet->grid, 1);
}

static void add_variant(struct lab_sheet *sheet, size_t variant, const struct against *against)
{
    size_t variants = sheet->section->variant_count;
    bool is_partial = !is_all_done(sheet, variant);

    lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, variant)->name);
    for (size_t i = 0; i < sheet->section->measure_count; i++) {
        lab_grid_add_number(&sheet->grid, sum_up(sheet, i, variant), is_partial);
        if (is_published(sheet, i))
            lab_grid_add_number(&sheet->grid, published(sheet, i, variant), false);
        if (!against)
            continue;
        lab_grid_add_as(&sheet->grid, "%+.1f", against[i * variants + variant].change, false);
        add_p(&sheet->grid, &against[i * variants + variant], has_p(sheet, i));
    }
}

static void add_lead(struct lab_sheet *sheet)
{
    size_t common = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        common += all_solved(sheet, i);
    by_text_add(&sheet->lead, "Of ");
    lab_sheet_count_positions(sheet, &sheet->lead);
    by_text_add(&sheet->lead, "; means over ");
    if (sheet->section->over == LAB_OVER_COMMON)
        by_text_printf(&sheet->lead, "the %zu that all of these variants solved:", common);
    else
        by_text_add(&sheet->lead,
                    sheet->section->over == LAB_OVER_SOLVED ? "those that the variant solved:" : "all of them:");
}

static void add_notes(struct lab_sheet *sheet)
{
    bool all_have_p = true;

    by_text_printf(&sheet->notes,
                   "Against %s: change in %%, and how likely such a difference is by chance, position by position and "
                   "adjusted for the number of variants (* below %.2f)\n",
                   sheet->experiment->variants[sheet->section->base].name, SIGNIFICANT);
    for (size_t i = 0; i < sheet->section->measure_count; i++)
        all_have_p = all_have_p && has_p(sheet, i);
    if (!all_have_p)
        by_text_add(&sheet->notes,
                    "Times have no p: they depend on the machine too, unless the experiment says alone and one "
                    "program made all rows on one processor, one search at a time\n");
}

void lab_fill_summary(struct lab_sheet *sheet)
{
    struct against *against = has_base(sheet) ? compare_with_base(sheet) : NULL;

    add_lead(sheet);
    add_headings(sheet);
    for (size_t variant = 0; variant < sheet->section->variant_count && lab_sheet_goes_on(sheet); variant++)
        add_variant(sheet, variant, against);
    free(against);
    if (has_base(sheet))
        add_notes(sheet);
}
