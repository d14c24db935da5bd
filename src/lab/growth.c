/* SPDX-License-Identifier: MIT
 *
 * What one more ply costs. The mean of a measure is compared over the depths of a variant: how often it multiplies from
 * ply to ply, how much the last ply added, and which share of the last search one of two plies less is. That is the
 * price of the shallow search of internal iterative deepening (Yue & Feng 2009: a ply multiplies by 6, two plies less
 * are 1/36).
 *
 * Searches to odd and to even depths differ by more than a ply, so that the growth is taken over depths of one parity.
 */
#include <math.h>
#include <stdlib.h>

#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/parts.h"

struct growth {
    int64_t from, to;     /* the least and the greatest known depth of one parity; 0: none is known */
    double times;         /* a ply multiplies by, in the geometric mean over these depths */
    double one_more;      /* what the greatest depth has more than that of one ply less */
    double two_less_part; /* the depth of two plies less, as a part of the greatest */
};

/* A measure of one variant at its depths; NAN: not known. */
struct series {
    const struct lab_limits *depths;
    double *values;
};

static double value_at(const struct series *series, int64_t depth)
{
    for (size_t i = 0; i < series->depths->count; i++)
        if (series->depths->list[i] == depth)
            return series->values[i];
    return NAN;
}

static int64_t greatest_known(const struct series *series)
{
    for (size_t i = series->depths->count; i > 0; i--)
        if (!isnan(series->values[i - 1]))
            return series->depths->list[i - 1];
    return 0;
}

static int64_t least_known(const struct series *series, int64_t like)
{
    for (size_t i = 0; i < series->depths->count; i++)
        if (!isnan(series->values[i]) && (like - series->depths->list[i]) % 2 == 0)
            return series->depths->list[i];
    return like;
}

static struct growth growth_of(const struct series *series)
{
    struct growth growth = {.to = greatest_known(series), .times = NAN, .one_more = NAN, .two_less_part = NAN};
    double last = value_at(series, growth.to);

    growth.from = least_known(series, growth.to);
    if (growth.to > growth.from)
        growth.times = pow(last / value_at(series, growth.from), 1 / (double)(growth.to - growth.from));
    growth.one_more = last - value_at(series, growth.to - 1);
    growth.two_less_part = value_at(series, growth.to - 2) / last;
    return growth;
}

static const struct lab_variant *variant_of(const struct lab_cases *cases, size_t variant)
{
    return &cases->experiment->variants[cases->part->variants[variant]];
}

/* Takes what is known of all positions: means over some of them would not be comparable from depth to depth. */
static by_status measure_growth(const struct lab_cases *cases, lab_database *database, size_t variant,
                                struct growth *out, by_error *error)
{
    const struct lab_limits *depths = &variant_of(cases, variant)->limits;
    struct series series = {.depths = depths, .values = calloc(depths->count, sizeof *series.values)};
    by_status status = series.values ? BY_OK : by_error_no_memory(error);

    for (size_t i = 0; i < depths->count && !status; i++) {
        size_t known;

        status = lab_mean(database, cases->experiment, cases->part->variants[variant], depths->list[i],
                          cases->part->measures[0].name, &series.values[i], &known, error);
        if (known < cases->experiment->position_count)
            series.values[i] = NAN;
    }
    if (!status)
        *out = growth_of(&series);
    free(series.values);
    return status;
}

static by_status published_growth(const struct lab_cases *cases, size_t variant, struct growth *out, by_error *error)
{
    const struct lab_limits *depths = &variant_of(cases, variant)->limits;
    struct series series = {.depths = depths, .values = calloc(depths->count, sizeof *series.values)};

    if (!series.values)
        return by_error_no_memory(error);
    for (size_t i = 0; i < depths->count; i++) {
        const struct lab_figure *figure = lab_figure_find(cases->experiment, cases->part->variants[variant],
                                                          cases->part->measures[0].name, depths->list[i]);

        series.values[i] = figure ? figure->value : NAN;
    }
    *out = growth_of(&series);
    free(series.values);
    return BY_OK;
}

static void add_depth(struct lab_sheet *sheet, int64_t depth)
{
    lab_grid_add_number(&sheet->grid, depth ? (double)depth : NAN, sheet->is_plain);
}

static void add_times(struct lab_sheet *sheet, double times)
{
    if (isnan(times) || sheet->is_plain)
        lab_grid_add_number(&sheet->grid, times, sheet->is_plain);
    else
        lab_grid_printf(&sheet->grid, "%.2f", times);
}

/* 1/36 for people. */
static void add_part(struct lab_sheet *sheet, double part)
{
    if (isnan(part) || sheet->is_plain)
        lab_grid_add_number(&sheet->grid, part, sheet->is_plain);
    else
        lab_grid_printf(&sheet->grid, "1/%.1f", 1 / part);
}

static by_status add_line(struct lab_sheet *sheet, lab_database *database, size_t variant, by_error *error)
{
    struct growth ours = {0}, theirs = {0};
    by_status status = measure_growth(&sheet->cases, database, variant, &ours, error);

    if (!status)
        status = published_growth(&sheet->cases, variant, &theirs, error);
    if (status)
        return status;
    lab_grid_add(&sheet->grid, lab_case_name(&sheet->cases, variant));
    add_depth(sheet, ours.from);
    add_depth(sheet, ours.to);
    add_times(sheet, ours.times);
    add_times(sheet, theirs.times);
    lab_grid_add_number(&sheet->grid, ours.one_more, sheet->is_plain);
    lab_grid_add_number(&sheet->grid, theirs.one_more, sheet->is_plain);
    add_part(sheet, ours.two_less_part);
    add_part(sheet, theirs.two_less_part);
    return BY_OK;
}

by_status lab_add_growth(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    static const char *const headings[] = {"variant",     "from",           "to",
                                           "times a ply", "published",      "last ply adds",
                                           "published",   "two plies less", "published"};
    static const char *const plain[] = {"variant",
                                        "from",
                                        "to",
                                        "times_a_ply",
                                        "times_a_ply_published",
                                        "last_ply_adds",
                                        "last_ply_adds_published",
                                        "two_plies_less",
                                        "two_plies_less_published"};
    by_status status = BY_OK;

    sheet->grid.columns = sizeof headings / sizeof headings[0];
    for (size_t i = 0; i < sheet->grid.columns; i++)
        lab_grid_add(&sheet->grid, sheet->is_plain ? plain[i] : headings[i]);
    for (size_t i = 0; i < sheet->cases.part->variant_count && !status; i++)
        status = add_line(sheet, database, i, error);
    return status;
}

void lab_say_growth(const struct lab_cases *cases, by_text *out)
{
    size_t positions = cases->experiment->position_count;

    by_text_printf(out,
                   "By the mean %s of %zu position%s: what a ply multiplies by, in the geometric mean over depths of "
                   "one parity; what the last ply adds; which part of the last search is one of two plies less. Of "
                   "published figures the same, to the greatest depth that has one:",
                   cases->part->measures[0].name, positions, positions == 1 ? "" : "s");
}
