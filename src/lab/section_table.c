/* SPDX-License-Identifier: MIT
 *
 * Tables: the mean of a measure at each limit of the variants, beside published figures, and the comparison with a base
 * position by position.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/sheet.h"
#include "lab/significance.h"
#include "render/prose.h"

/* A variant compared with the base. */
struct comparison {
    size_t count;               /* positions that both have */
    double change;              /* of the mean, in percent; NAN if unknown */
    double least, median, most; /* ratio, position by position */
};

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

static double mean_at(const struct lab_sheet *sheet, size_t variant, int64_t limit, size_t *known)
{
    *known = 0;
    return lab_variant_has(lab_sheet_variant(sheet, variant), limit)
               ? lab_mean(sheet->rows, sheet->section->variants[variant], limit, measure_of(sheet), known)
               : NAN;
}

/* Compares only positions that both variants have: the means of two different sets are not comparable. */
static by_status compare(const struct lab_sheet *sheet, size_t variant, int64_t limit, struct comparison *out,
                         by_error *error)
{
    size_t positions = sheet->experiment->position_count, ratio_count = 0;
    double *ratios = calloc(positions, sizeof *ratios);
    double sum = 0, base_sum = 0;

    out->count = 0;
    if (!ratios)
        return by_error_no_memory(error);
    for (size_t i = 0; i < positions; i++) {
        double ours = value_at(sheet, sheet->section->variants[variant], limit, i);
        double base = value_at(sheet, (size_t)sheet->section->base, limit, i);

        if (isnan(ours) || isnan(base))
            continue;
        out->count++;
        sum += ours;
        base_sum += base;
        if (base != 0)
            ratios[ratio_count++] = ours / base;
    }
    out->change = base_sum != 0 ? (sum / base_sum - 1) * 100 : NAN;
    out->median = lab_median(ratios, ratio_count);
    out->least = ratio_count ? ratios[0] : NAN;
    out->most = ratio_count ? ratios[ratio_count - 1] : NAN;
    free(ratios);
    return lab_go_on(sheet->experiment, error);
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

static void add_headings(struct lab_sheet *sheet)
{
    static const char *const compared[] = {"change_percent", "ratio_min", "ratio_median", "ratio_max"};

    lab_grid_add(&sheet->grid, lab_limit_name(sheet->experiment->limit));
    for (size_t i = 0; i < sheet->section->variant_count; i++) {
        const char *name = lab_sheet_variant(sheet, i)->name;
        char plain[128];

        lab_grid_add(&sheet->grid, name);
        (void)snprintf(plain, sizeof plain, "%s published", name);
        if (has_any(sheet, i, false))
            lab_grid_add_both(&sheet->grid, "published", plain);
        for (size_t j = 0; j < sizeof compared / sizeof compared[0] && is_compared(sheet, i); j++) {
            (void)snprintf(plain, sizeof plain, "%s %s", name, compared[j]);
            lab_grid_add_both(&sheet->grid, NULL, plain);
        }
    }
    lab_grid_end_headings(&sheet->grid, 0);
}

/* Adds a comparison; with `has_published` the published change follows ours. */
static by_status add_comparison(const struct lab_sheet *sheet, size_t variant, int64_t limit, bool has_published,
                                struct lab_grid *grid, by_error *error)
{
    struct comparison of;
    by_status status = compare(sheet, variant, limit, &of, error);
    bool is_partial = of.count < sheet->experiment->position_count;

    if (status)
        return status;
    lab_grid_add_as(grid, "%+.1f", of.change, is_partial);
    if (has_published)
        lab_grid_add_as(grid, "%+.1f", published_change(sheet, variant, limit), false);
    lab_grid_add_as(grid, "%.3f", of.least, is_partial);
    lab_grid_add_as(grid, "%.3f", of.median, is_partial);
    lab_grid_add_as(grid, "%.3f", of.most, is_partial);
    return BY_OK;
}

by_status lab_fill_table(struct lab_sheet *sheet, by_error *error)
{
    by_status status = BY_OK;

    add_headings(sheet);
    for (int64_t limit = 0; !status && (limit = lab_sheet_next_limit(sheet, limit)) != INT64_MAX;) {
        lab_grid_add_integer(&sheet->grid, limit);
        for (size_t i = 0; i < sheet->section->variant_count && !status; i++) {
            size_t known;
            double mean = mean_at(sheet, i, limit, &known);

            lab_grid_add_number(&sheet->grid, mean, known < sheet->experiment->position_count);
            if (has_any(sheet, i, false))
                lab_grid_add_number(&sheet->grid, lab_sheet_published(sheet, i, 0, limit), false);
            if (is_compared(sheet, i))
                status = add_comparison(sheet, i, limit, false, &sheet->grid, error);
        }
    }
    return status;
}

/* ---- Against the base ------------------------------------------------------------------------------------------ */

static void add_ratio_headings(bool has_published, struct lab_grid *grid)
{
    if (has_published)
        lab_grid_add(grid, "published %");
    lab_grid_add(grid, "ratio min");
    lab_grid_add(grid, "median");
    lab_grid_add(grid, "max");
}

/* Iterates over the limits of the base. */
static int64_t next_limit(const struct lab_sheet *sheet, int64_t limit)
{
    do
        limit = lab_sheet_next_limit(sheet, limit);
    while (limit != INT64_MAX && !lab_variant_has(&sheet->experiment->variants[sheet->section->base], limit));
    return limit;
}

static by_status add_side_by_side(const struct lab_sheet *sheet, struct lab_grid *grid, by_error *error)
{
    by_status status = BY_OK;

    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    for (size_t i = 0; i < sheet->section->variant_count; i++) {
        if (is_base(sheet, i))
            continue;
        lab_grid_printf(grid, "%s %%", lab_sheet_variant(sheet, i)->name);
        add_ratio_headings(has_any(sheet, i, true), grid);
    }
    lab_grid_end_headings(grid, 0);
    for (int64_t limit = 0; !status && (limit = next_limit(sheet, limit)) != INT64_MAX;) {
        lab_grid_add_integer(grid, limit);
        for (size_t i = 0; i < sheet->section->variant_count && !status; i++)
            if (!is_base(sheet, i))
                status = add_comparison(sheet, i, limit, has_any(sheet, i, true), grid, error);
    }
    return status;
}

/* On a page, many variants stand one below another. */
static by_status add_one_below_another(const struct lab_sheet *sheet, struct lab_grid *grid, by_error *error)
{
    bool has_published = false;
    by_status status = BY_OK;

    for (size_t i = 0; i < sheet->section->variant_count; i++)
        has_published = has_published || (!is_base(sheet, i) && has_any(sheet, i, true));
    lab_grid_add(grid, "variant");
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    lab_grid_add(grid, "%");
    add_ratio_headings(has_published, grid);
    lab_grid_end_headings(grid, 1);
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        for (int64_t limit = 0; !is_base(sheet, i) && !status && (limit = next_limit(sheet, limit)) != INT64_MAX;) {
            lab_grid_add(grid, lab_sheet_variant(sheet, i)->name);
            lab_grid_add_integer(grid, limit);
            status = add_comparison(sheet, i, limit, has_published, grid, error);
        }
    return status;
}

by_status lab_print_comparisons(const struct lab_sheet *sheet, enum lab_format format, by_text *out, by_error *error)
{
    enum { SIDE_BY_SIDE_MOST = 3 };
    struct lab_grid grid = {0};
    by_text sentence = {0};
    by_status status;

    if (sheet->section->base == LAB_NO_VARIANT || sheet->section->variant_count < 2)
        return BY_OK;
    status = format == LAB_FORMAT_HTML && sheet->section->variant_count > SIDE_BY_SIDE_MOST
                 ? add_one_below_another(sheet, &grid, error)
                 : add_side_by_side(sheet, &grid, error);
    by_text_printf(&sentence, "Against %s: change of the mean in %%, and the ratio position by position:",
                   sheet->experiment->variants[sheet->section->base].name);
    if (format != LAB_FORMAT_HTML)
        by_text_add_char(out, '\n');
    lab_print_lead(by_text_string(&sentence), format, out);
    if (!status && grid.failed)
        status = by_error_no_memory(error);
    if (!status)
        lab_grid_print(&grid, format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
    lab_grid_free(&grid);
    return status;
}

/* ---- Line by line ---------------------------------------------------------------------------------------------- */

static by_status add_line(struct lab_sheet *sheet, size_t variant, int64_t limit, by_error *error)
{
    const struct lab_section *section = sheet->section;
    struct lab_grid *grid = &sheet->grid;
    bool has_base = is_compared(sheet, variant);
    struct comparison of = {0, NAN, NAN, NAN, NAN};
    by_status status = has_base ? compare(sheet, variant, limit, &of, error) : BY_OK;
    size_t known;
    double mean = mean_at(sheet, variant, limit, &known);

    lab_grid_add(grid, section->title);
    lab_grid_add(grid, measure_of(sheet));
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    lab_grid_add_integer(grid, limit);
    lab_grid_add(grid, lab_sheet_variant(sheet, variant)->name);
    lab_grid_add_integer(grid, (int64_t)known);
    lab_grid_add_number(grid, mean, false);
    lab_grid_add_number(grid, lab_sheet_published(sheet, variant, 0, limit), false);
    lab_grid_add(grid, has_base ? sheet->experiment->variants[section->base].name : "");
    lab_grid_add_number(grid, of.change, false);
    lab_grid_add_number(grid, has_base ? published_change(sheet, variant, limit) : NAN, false);
    lab_grid_add_number(grid, of.least, false);
    lab_grid_add_number(grid, of.median, false);
    lab_grid_add_number(grid, of.most, false);
    return status;
}

by_status lab_fill_table_lines(struct lab_sheet *sheet, by_error *error)
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
    by_status status = BY_OK;

    lab_grid_add_headings(&sheet->grid, headings, 1);
    for (int64_t limit = 0; !status && (limit = lab_sheet_next_limit(sheet, limit)) != INT64_MAX;)
        for (size_t i = 0; i < sheet->section->variant_count && !status; i++)
            if (lab_variant_has(lab_sheet_variant(sheet, i), limit))
                status = add_line(sheet, i, limit, error);
    return status;
}
