/* SPDX-License-Identifier: MIT
 *
 * Matches: the games of variants against a rival.
 */
#include <math.h>
#include <stdlib.h>

#include "lab/sections.h"
#include "match/statistics.h"

/* The games of a variant. We average the repetitions of each position: they are the same games or, with other seeds,
 * games from the same position, and only more positions make the result more certain. */
struct games {
    double won, drawn, lost;
    double *scores; /* of the positions, each with the mean of its games */
    size_t count;
};

/* A row is a game with each colour. */
static void add_position(const struct lab_sheet *sheet, const struct lab_task *task, struct games *games)
{
    const struct lab_rival *rival = &sheet->experiment->rivals[sheet->section->rival];
    double won = lab_measure_mean(sheet->rows, task, rival->won);
    double drawn = lab_measure_mean(sheet->rows, task, rival->drawn);
    double lost = lab_measure_mean(sheet->rows, task, rival->lost);

    if (isnan(won) || isnan(drawn) || isnan(lost))
        return;
    games->won += won;
    games->drawn += drawn;
    games->lost += lost;
    games->scores[games->count++] = (2 * won + drawn) / (2 * (won + drawn + lost));
}

static void add_estimate(struct lab_sheet *sheet, const struct games *games)
{
    bool is_partial = games->count < sheet->experiment->position_count;
    struct lab_grid *grid = &sheet->grid;
    struct match_estimate estimate;

    match_estimate_means(games->scores, games->count, &estimate);
    lab_grid_add_number(grid, games->count ? games->won : NAN, is_partial);
    lab_grid_add_number(grid, games->count ? games->drawn : NAN, is_partial);
    lab_grid_add_number(grid, games->count ? games->lost : NAN, is_partial);
    lab_grid_add_number(grid, estimate.is_known ? estimate.score * 100 : NAN, is_partial);
    lab_grid_add_as(grid, "%+.1f", estimate.is_known ? estimate.elo : NAN, false);
    lab_grid_add_as(grid, "%+.1f", estimate.is_known ? estimate.elo_low : NAN, false);
    lab_grid_add_as(grid, "%+.1f", estimate.is_known ? estimate.elo_high : NAN, false);
}

static void add_match(struct lab_sheet *sheet, size_t variant)
{
    struct games games = {.scores = calloc(sheet->experiment->position_count, sizeof *games.scores)};

    if (!games.scores) {
        sheet->grid.failed = true;
        return;
    }
    for (size_t i = 0; i < sheet->experiment->position_count; i++) {
        struct lab_task task = lab_sheet_task(sheet, variant, i);

        add_position(sheet, &task, &games);
    }
    lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, variant)->name);
    add_estimate(sheet, &games);
    free(games.scores);
}

static void add_lead(struct lab_sheet *sheet)
{
    const struct lab_section *section = sheet->section;
    bool has_repetitions = false;

    for (size_t i = 0; i < section->variant_count; i++)
        has_repetitions = has_repetitions || lab_sheet_variant(sheet, i)->repetitions > 1;
    by_text_printf(&sheet->lead, "Against %s, with both colours from ",
                   sheet->experiment->variants[sheet->experiment->rivals[section->rival].variant].name);
    lab_sheet_count_positions(sheet, &sheet->lead);
    by_text_printf(&sheet->lead, ": games, score, and Elo with the bounds of 95 %% certainty%s, by pairs of games%s:",
                   section->variant_count > 1 ? " (of each variant by itself, not adjusted for their number)" : "",
                   has_repetitions ? ", of a position the mean of its repetitions" : "");
}

void lab_fill_match(struct lab_sheet *sheet)
{
    static const char *const headings[][2] = {{"variant", "variant"},
                                              {"won", "won"},
                                              {"drawn", "drawn"},
                                              {"lost", "lost"},
                                              {"score %", "score_percent"},
                                              {"Elo", "elo"},
                                              {"from", "elo_low"},
                                              {"to", "elo_high"},
                                              {0}};
    bool has_open = false;

    add_lead(sheet);
    lab_grid_add_both_headings(&sheet->grid, headings, 1);
    for (size_t i = 0; i < sheet->section->variant_count && lab_sheet_goes_on(sheet); i++)
        add_match(sheet, i);
    for (size_t i = 0; i < sheet->grid.count; i++)
        has_open = has_open || isinf(sheet->grid.cells[i].number);
    if (has_open)
        by_text_add(&sheet->notes,
                    "-inf, +inf: the games leave the bound open, as they do if all pairs have the same score\n");
}
