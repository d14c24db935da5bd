/* SPDX-License-Identifier: MIT
 *
 * Means at the limits of the variants. A table shows them beside published figures and compares them with a base,
 * position by position; `progress` shows the means alone.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sections.h"
#include "lab/significance.h"
#include "render/prose.h"

/* The columns of a variant that is compared with the base, for programs: the change of the mean in percent, and the
 * ratio position by position. */
enum { CHANGE, RATIO_MIN, RATIO_MEDIAN, RATIO_MAX, COMPARED };
static const char *const compared[COMPARED] = {"change_percent", "ratio_min", "ratio_median", "ratio_max"};

static const char *measure_of(const struct lab_sheet *sheet)
{
    return sheet->section->measures[0].name;
}

static bool is_base(const struct lab_sheet *sheet, size_t variant)
{
    return (int)sheet->section->variants[variant] == sheet->section->base;
}

/* True if this variant is compared with a base. */
static bool is_compared(const struct lab_sheet *sheet, size_t variant)
{
    return sheet->section->base != LAB_NO_VARIANT && !is_base(sheet, variant);
}

static double value_at(const struct lab_sheet *sheet, size_t variant, int64_t limit, size_t position)
{
    const struct lab_task task = {.position = position, .variant = variant, .limit = limit};

    return lab_variant_has(&sheet->experiment->variants[variant], limit)
               ? lab_measure_mean(sheet->rows, &task, measure_of(sheet))
               : NAN;
}

/* Compares only positions that both variants have: the means of two different sets are not comparable. Returns their
 * number; unknown values are NAN. */
static size_t compare(struct lab_sheet *sheet, size_t variant, int64_t limit, double out[COMPARED])
{
    size_t positions = sheet->experiment->position_count, count = 0, ratio_count = 0;
    double *ratios = calloc(positions, sizeof *ratios);
    double sum = 0, base_sum = 0;

    if (!ratios)
        sheet->grid.failed = true;
    for (size_t i = 0; i < positions && ratios; i++) {
        double ours = value_at(sheet, sheet->section->variants[variant], limit, i);
        double base = value_at(sheet, (size_t)sheet->section->base, limit, i);

        if (isnan(ours) || isnan(base))
            continue;
        count++;
        sum += ours;
        base_sum += base;
        if (base != 0)
            ratios[ratio_count++] = ours / base;
    }
    out[CHANGE] = base_sum != 0 ? (sum / base_sum - 1) * 100 : NAN;
    out[RATIO_MEDIAN] = ratios ? lab_median(ratios, ratio_count) : NAN;
    out[RATIO_MIN] = ratio_count ? ratios[0] : NAN;
    out[RATIO_MAX] = ratio_count ? ratios[ratio_count - 1] : NAN;
    free(ratios);
    return count;
}

/* ---- What was published ---------------------------------------------------------------------------------------- */

static double published_change(const struct lab_sheet *sheet, size_t variant, int64_t limit)
{
    const struct lab_figure *base =
        lab_figure_find(sheet->experiment, (size_t)sheet->section->base, measure_of(sheet), limit);

    return base && base->value != 0 ? (lab_sheet_published(sheet, variant, 0, limit) / base->value - 1) * 100 : NAN;
}

/* True if such a figure is known at any limit. */
static bool has_any(const struct lab_sheet *sheet, size_t variant, bool is_change)
{
    const struct lab_limits *limits = &lab_sheet_variant(sheet, variant)->limits;

    for (size_t i = 0; i < limits->count; i++)
        if (!isnan(is_change ? published_change(sheet, variant, limits->list[i])
                             : lab_sheet_published(sheet, variant, 0, limits->list[i])))
            return true;
    return false;
}

/* ---- The figures ----------------------------------------------------------------------------------------------- */

/* "Mean nodes of 12 positions, 5 times each:" */
static void lead_means(struct lab_sheet *sheet, const char *unit)
{
    by_text_printf(&sheet->lead, "Mean %s%s of ", measure_of(sheet), unit);
    lab_sheet_count_positions(sheet, &sheet->lead);
    lab_print_repetitions(sheet->experiment, sheet->section->variants, sheet->section->variant_count, &sheet->lead);
    by_text_add_char(&sheet->lead, ':');
}

static void add_mean(struct lab_sheet *sheet, size_t variant, int64_t limit)
{
    size_t known;
    double mean = lab_sheet_mean_at(sheet, variant, limit, &known);

    lab_grid_add_number(&sheet->grid, mean, known < sheet->experiment->position_count);
}

static void add_headings(struct lab_sheet *sheet)
{
    lab_grid_add(&sheet->grid, lab_limit_name(sheet->experiment->limit));
    for (size_t i = 0; i < sheet->section->variant_count; i++) {
        const char *name = lab_sheet_variant(sheet, i)->name;
        char plain[128];

        lab_grid_add(&sheet->grid, name);
        (void)snprintf(plain, sizeof plain, "%s published", name);
        if (has_any(sheet, i, false))
            lab_grid_add_both(&sheet->grid, "published", plain);
        for (size_t j = 0; j < COMPARED && is_compared(sheet, i); j++) {
            (void)snprintf(plain, sizeof plain, "%s %s", name, compared[j]);
            lab_grid_add_both(&sheet->grid, NULL, plain);
        }
    }
    lab_grid_end_headings(&sheet->grid, 0);
}

void lab_fill_table(struct lab_sheet *sheet)
{
    lead_means(sheet, lab_is_same(measure_of(sheet), "time") ? " (ms)" : "");
    add_headings(sheet);
    for (int64_t limit = 0; (limit = lab_sheet_next_limit(sheet, limit)) != INT64_MAX;) {
        lab_grid_add_integer(&sheet->grid, limit);
        for (size_t i = 0; i < sheet->section->variant_count; i++) {
            double numbers[COMPARED];
            size_t count = is_compared(sheet, i) ? compare(sheet, i, limit, numbers) : 0;

            add_mean(sheet, i, limit);
            if (has_any(sheet, i, false))
                lab_grid_add_number(&sheet->grid, lab_sheet_published(sheet, i, 0, limit), false);
            for (size_t j = 0; j < COMPARED && is_compared(sheet, i); j++)
                lab_grid_add_number(&sheet->grid, numbers[j], count < sheet->experiment->position_count);
        }
    }
}

void lab_fill_progress(struct lab_sheet *sheet)
{
    lead_means(sheet, "");
    lab_grid_add(&sheet->grid, lab_limit_name(sheet->experiment->limit));
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, i)->name);
    lab_grid_end_headings(&sheet->grid, 0);
    for (int64_t limit = 0; (limit = lab_sheet_next_limit(sheet, limit)) != INT64_MAX;) {
        lab_grid_add_number(&sheet->grid, (double)limit, false);
        for (size_t i = 0; i < sheet->section->variant_count; i++)
            add_mean(sheet, i, limit);
    }
}

/* ---- Against the base ------------------------------------------------------------------------------------------ */

/* Adds a number of the comparison of a variant in a row of the sheet. */
static void add_compared(const struct lab_sheet *sheet, size_t variant, size_t row, int what, struct lab_grid *out)
{
    struct lab_cell cell = {.number = NAN};
    char heading[128];

    (void)snprintf(heading, sizeof heading, "%s %s", lab_sheet_variant(sheet, variant)->name, compared[what]);
    for (size_t column = 1; column < sheet->grid.columns; column++)
        if (strcmp(sheet->grid.cells[column].plain, heading) == 0)
            cell = *lab_grid_at(&sheet->grid, row, column);
    lab_grid_add_as(out, what == CHANGE ? "%+.1f" : "%.3f", cell.number, cell.is_partial);
}

/* All of them; with `has_published` the published change follows ours. */
static void add_comparison(const struct lab_sheet *sheet, size_t variant, size_t row, bool has_published,
                           struct lab_grid *out)
{
    int64_t limit = (int64_t)lab_grid_at(&sheet->grid, row, 0)->number;

    add_compared(sheet, variant, row, CHANGE, out);
    if (has_published)
        lab_grid_add_as(out, "%+.1f", published_change(sheet, variant, limit), false);
    for (int what = RATIO_MIN; what < COMPARED; what++)
        add_compared(sheet, variant, row, what, out);
}

static void add_ratio_headings(bool has_published, struct lab_grid *grid)
{
    if (has_published)
        lab_grid_add(grid, "published %");
    lab_grid_add(grid, "ratio min");
    lab_grid_add(grid, "median");
    lab_grid_add(grid, "max");
}

/* True if a row of the sheet is one of the base's limits. */
static bool has_base_at(const struct lab_sheet *sheet, size_t row)
{
    double limit = lab_grid_at(&sheet->grid, row, 0)->number;

    return fabs(limit) < 1e18 && lab_variant_has(&sheet->experiment->variants[sheet->section->base], (int64_t)limit);
}

static void add_side_by_side(const struct lab_sheet *sheet, struct lab_grid *grid)
{
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    for (size_t i = 0; i < sheet->section->variant_count; i++) {
        if (is_base(sheet, i))
            continue;
        lab_grid_printf(grid, "%s %%", lab_sheet_variant(sheet, i)->name);
        add_ratio_headings(has_any(sheet, i, true), grid);
    }
    lab_grid_end_headings(grid, 0);
    for (size_t row = 1; row < lab_grid_rows(&sheet->grid); row++) {
        if (!has_base_at(sheet, row))
            continue;
        lab_grid_add(grid, lab_grid_at(&sheet->grid, row, 0)->shown);
        for (size_t i = 0; i < sheet->section->variant_count; i++)
            if (!is_base(sheet, i))
                add_comparison(sheet, i, row, has_any(sheet, i, true), grid);
    }
}

/* On a page, many variants stand one below another. */
static void add_one_below_another(const struct lab_sheet *sheet, struct lab_grid *grid)
{
    bool has_published = false;

    for (size_t i = 0; i < sheet->section->variant_count; i++)
        has_published = has_published || (!is_base(sheet, i) && has_any(sheet, i, true));
    lab_grid_add(grid, "variant");
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    lab_grid_add(grid, "%");
    add_ratio_headings(has_published, grid);
    lab_grid_end_headings(grid, 1);
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        for (size_t row = 1; row < lab_grid_rows(&sheet->grid) && !is_base(sheet, i); row++) {
            if (!has_base_at(sheet, row))
                continue;
            lab_grid_add(grid, lab_sheet_variant(sheet, i)->name);
            lab_grid_add(grid, lab_grid_at(&sheet->grid, row, 0)->shown);
            add_comparison(sheet, i, row, has_published, grid);
        }
}

void lab_print_comparisons(const struct lab_sheet *sheet, enum lab_format format, by_text *out)
{
    enum { SIDE_BY_SIDE_MOST = 3 };
    struct lab_grid grid = {0};
    by_text sentence = {0};

    if (sheet->section->base == LAB_NO_VARIANT || sheet->section->variant_count < 2)
        return;
    if (format == LAB_FORMAT_HTML && sheet->section->variant_count > SIDE_BY_SIDE_MOST)
        add_one_below_another(sheet, &grid);
    else
        add_side_by_side(sheet, &grid);
    by_text_printf(&sentence, "Against %s: change of the mean in %%, and the ratio position by position:",
                   sheet->experiment->variants[sheet->section->base].name);
    if (format != LAB_FORMAT_HTML)
        by_text_add_char(out, '\n');
    lab_print_lead(by_text_string(&sentence), format, out);
    lab_grid_print_once(&grid, format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
}

/* ---- Line by line ---------------------------------------------------------------------------------------------- */

static void add_line(struct lab_sheet *sheet, size_t variant, int64_t limit)
{
    struct lab_grid *grid = &sheet->grid;
    bool has_base = is_compared(sheet, variant);
    double numbers[COMPARED] = {NAN, NAN, NAN, NAN};
    size_t known;
    double mean = lab_sheet_mean_at(sheet, variant, limit, &known);

    if (has_base)
        (void)compare(sheet, variant, limit, numbers);
    lab_grid_add(grid, sheet->section->title);
    lab_grid_add(grid, measure_of(sheet));
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    lab_grid_add_integer(grid, limit);
    lab_grid_add(grid, lab_sheet_variant(sheet, variant)->name);
    lab_grid_add_integer(grid, (int64_t)known);
    lab_grid_add_number(grid, mean, false);
    lab_grid_add_number(grid, lab_sheet_published(sheet, variant, 0, limit), false);
    lab_grid_add(grid, has_base ? sheet->experiment->variants[sheet->section->base].name : "");
    lab_grid_add_number(grid, numbers[CHANGE], false);
    lab_grid_add_number(grid, has_base ? published_change(sheet, variant, limit) : NAN, false);
    for (size_t i = RATIO_MIN; i < COMPARED; i++)
        lab_grid_add_number(grid, numbers[i], false);
}

void lab_fill_table_lines(struct lab_sheet *sheet)
{
    static const char *const headings[] = {"table",
                                           "measure",
                                           "limit_kind",
                                           "limit",
                                           "variant",
                                           "positions",
                                           "mean",
                                           "published",
                                           "base",
                                           "change_percent",
                                           "published_change_percent",
                                           "ratio_min",
                                           "ratio_median",
                                           "ratio_max",
                                           NULL};

    lab_grid_add_headings(&sheet->grid, headings, 1);
    for (int64_t limit = 0; (limit = lab_sheet_next_limit(sheet, limit)) != INT64_MAX;)
        for (size_t i = 0; i < sheet->section->variant_count; i++)
            if (lab_variant_has(lab_sheet_variant(sheet, i), limit))
                add_line(sheet, i, limit);
}
