/* SPDX-License-Identifier: MIT
 *
 * The cost of one more ply. We compare the mean of a measure over the depths of a variant: the factor from ply to ply,
 * the increase of the last ply, and the share of a search two plies shallower. That share is the price of the shallow
 * search of internal iterative deepening (Yue & Feng 2009: a factor of 6, so two plies less are 1/36).
 *
 * Searches to odd and to even depths differ by more than a ply, so we take the growth over depths of one parity.
 */
#include <math.h>
#include <stdio.h>

#include "lab/sections.h"

struct growth {
    int64_t from, to;     /* the least and the greatest known depth of one parity; 0: none */
    double times;         /* the factor per ply, as geometric mean over these depths */
    double one_more;      /* the greatest depth minus the one before */
    double two_less_part; /* the depth two plies less, as a part of the greatest */
};

/* The mean of a variant's measure at a depth, or the published figure; NAN: unknown. Only means over all positions
 * count: others are not comparable from depth to depth. */
static double value_at(const struct lab_sheet *sheet, size_t variant, int64_t depth, bool is_published)
{
    size_t known;
    double mean;

    if (is_published)
        return lab_sheet_published(sheet, variant, 0, depth);
    mean = lab_sheet_mean_at(sheet, variant, depth, &known);
    return known == sheet->experiment->position_count ? mean : NAN;
}

static struct growth growth_of(const struct lab_sheet *sheet, size_t variant, bool is_published)
{
    const struct lab_limits *depths = &lab_sheet_variant(sheet, variant)->limits;
    struct growth growth = {.times = NAN, .one_more = NAN, .two_less_part = NAN};
    double last;

    for (size_t i = 0; i < depths->count; i++)
        if (!isnan(value_at(sheet, variant, depths->list[i], is_published)))
            growth.to = depths->list[i];
    growth.from = growth.to;
    for (size_t i = depths->count; i-- > 0;)
        if (!isnan(value_at(sheet, variant, depths->list[i], is_published)) && (growth.to - depths->list[i]) % 2 == 0)
            growth.from = depths->list[i];
    last = value_at(sheet, variant, growth.to, is_published);
    if (growth.to > growth.from)
        growth.times =
            pow(last / value_at(sheet, variant, growth.from, is_published), 1 / (double)(growth.to - growth.from));
    growth.one_more = last - value_at(sheet, variant, growth.to - 1, is_published);
    growth.two_less_part = value_at(sheet, variant, growth.to - 2, is_published) / last;
    return growth;
}

/* "1/36.0" for people. */
static void add_part(struct lab_grid *grid, double part)
{
    char shown[400], plain[32];

    if (isnan(part)) {
        lab_grid_add_number(grid, part, false);
        return;
    }
    (void)snprintf(shown, sizeof shown, "1/%.1f", 1 / part);
    (void)snprintf(plain, sizeof plain, "%.12g", part);
    lab_grid_add_both(grid, shown, plain);
}

void lab_fill_growth(struct lab_sheet *sheet)
{
    static const char *const headings[][2] = {{"variant", "variant"},
                                              {"from", "from"},
                                              {"to", "to"},
                                              {"times a ply", "times_a_ply"},
                                              {"published", "times_a_ply_published"},
                                              {"last ply adds", "last_ply_adds"},
                                              {"published", "last_ply_adds_published"},
                                              {"two plies less", "two_plies_less"},
                                              {"published", "two_plies_less_published"},
                                              {0}};
    struct lab_grid *grid = &sheet->grid;

    by_text_printf(&sheet->lead, "By the mean %s of ", sheet->section->measures[0].name);
    lab_sheet_count_positions(sheet, &sheet->lead);
    by_text_add(&sheet->lead,
                ": what a ply multiplies by, in the geometric mean over depths of one parity; what the last ply adds; "
                "which part of the last search is one of two plies less. Of published figures the same, to the "
                "greatest depth that has one:");
    lab_grid_add_both_headings(grid, headings, 1);
    for (size_t i = 0; i < sheet->section->variant_count && lab_sheet_goes_on(sheet); i++) {
        struct growth ours = growth_of(sheet, i, false), theirs = growth_of(sheet, i, true);

        lab_grid_add(grid, lab_sheet_variant(sheet, i)->name);
        lab_grid_add_number(grid, ours.from ? (double)ours.from : NAN, false);
        lab_grid_add_number(grid, ours.to ? (double)ours.to : NAN, false);
        lab_grid_add_as(grid, "%.2f", ours.times, false);
        lab_grid_add_as(grid, "%.2f", theirs.times, false);
        lab_grid_add_number(grid, ours.one_more, false);
        lab_grid_add_number(grid, theirs.one_more, false);
        add_part(grid, ours.two_less_part);
        add_part(grid, theirs.two_less_part);
    }
}
