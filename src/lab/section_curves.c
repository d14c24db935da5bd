/* SPDX-License-Identifier: MIT
 *
 * Sections about single positions: the curves of their searches, and the one on which a variant saves the most.
 */
#include "lab/sections.h"

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* Inserts a stretch among the longest, and drops the shortest if there are too many. */
static void choose(struct lab_stretch *chosen, size_t *count, size_t most, struct lab_stretch stretch)
{
    size_t at = *count;

    while (at && chosen[at - 1].length < stretch.length)
        at--;
    if (at == most)
        return;
    *count += *count < most;
    for (size_t i = *count - 1; i > at; i--)
        chosen[i] = chosen[i - 1];
    chosen[at] = stretch;
}

size_t lab_choose_curves(const struct lab_sheet *sheet, struct lab_stretch chosen[LAB_CURVES_MOST])
{
    const struct lab_grid *grid = &sheet->grid;
    size_t count = 0;

    for (size_t first = 1, end; first < lab_grid_rows(grid); first = end) {
        const char *position = lab_grid_at(grid, first, 0)->plain;

        for (end = first; end < lab_grid_rows(grid) && lab_is_same(lab_grid_at(grid, end, 0)->plain, position);)
            end++;
        choose(chosen, &count, (size_t)sheet->section->most, (struct lab_stretch){first, end - first});
    }
    return count;
}

static void add_proof_number(struct lab_grid *grid, uint64_t sixteenths)
{
    if (sixteenths == UINT64_MAX)
        lab_grid_add_both(grid, "infinite", "inf");
    else
        lab_grid_add_number(grid, (double)sixteenths / 16, false);
}

static void add_points(struct lab_sheet *sheet, size_t position, const struct solve_curve *curve)
{
    for (size_t i = 0; i < curve->length; i++) {
        const struct solve_point *point = &curve->points[i];

        lab_grid_add(&sheet->grid, sheet->experiment->positions[position].id);
        lab_grid_add_integer(&sheet->grid, (int64_t)point->nodes);
        if (sheet->section->shows == LAB_SHOWS_NUMBERS) {
            add_proof_number(&sheet->grid, point->proof_number);
            add_proof_number(&sheet->grid, point->disproof_number);
        } else {
            lab_grid_add_integer(&sheet->grid, point->depth);
            lab_grid_add_integer(&sheet->grid, point->evaluation);
        }
    }
}

/* "pn answers yes on 12 of 40 positions; drawn: first, second" */
static void lead_curves(struct lab_sheet *sheet, size_t with_answer)
{
    size_t searched = lab_sheet_searched(sheet, 0), count;
    const char *name = lab_sheet_variant(sheet, 0)->name;
    struct lab_stretch chosen[LAB_CURVES_MOST];
    by_text *out = &sheet->lead;

    if (!searched) {
        by_text_printf(out, "%s has searched none of ", name);
        lab_sheet_count_positions(sheet, out);
        by_text_add(out, " yet");
        return;
    }
    by_text_printf(out, "%s answers %s on %zu of %zu position%s", name,
                   by_answer_name((enum by_answer)sheet->section->answer), with_answer, searched,
                   searched == 1 ? "" : "s");
    if (searched < sheet->experiment->position_count)
        by_text_printf(out, " searched, of %zu", sheet->experiment->position_count);
    count = lab_choose_curves(sheet, chosen);
    for (size_t i = 0; i < count; i++)
        by_text_printf(out, "%s%s", i ? ", " : "; drawn: ", lab_grid_at(&sheet->grid, chosen[i].first, 0)->plain);
}

enum { CELL_BYTES = 4 }; /* of a cell in a report, at least, on average */

/* The numbers are for programs and the diagram. */
void lab_fill_curves(struct lab_sheet *sheet)
{
    static const char *const numbers[] = {"nodes", "proof_number", "disproof_number"};
    static const char *const iterations[] = {"nodes", "depth", "evaluation"};
    size_t with_answer = 0;

    lab_grid_add(&sheet->grid, "position");
    for (size_t i = 0; i < 3; i++)
        lab_grid_add_both(&sheet->grid, NULL, sheet->section->shows == LAB_SHOWS_NUMBERS ? numbers[i] : iterations[i]);
    lab_grid_end_headings(&sheet->grid, 1);
    for (size_t i = 0; i < sheet->experiment->position_count && lab_sheet_goes_on(sheet); i++) {
        struct lab_task task = lab_sheet_task(sheet, 0, i);
        struct solve_curve curve = {0};

        if ((int64_t)lab_sheet_answer(sheet, 0, i) != sheet->section->answer)
            continue;
        with_answer++;
        sheet->status =
            lab_database_curve(sheet->rows->database, lab_row_of(sheet->rows, &task)->id, &curve, sheet->error);
        add_points(sheet, i, &curve);
        solve_curve_free(&curve);
        if (!sheet->status)
            sheet->status = lab_go_on_writing(sheet->experiment, sheet->grid.count * CELL_BYTES, sheet->error);
    }
    lead_curves(sheet, with_answer);
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

/* The position on which the first variant saves the most against the second, among those that both have solved; the
 * number of positions: it saves on none. */
static size_t find_greatest_saving(const struct lab_sheet *sheet)
{
    size_t count = sheet->experiment->position_count, found = count;
    double best = 0;

    for (size_t i = 0; i < count; i++) {
        double saving = lab_sheet_value(sheet, 0, 1, i) - lab_sheet_value(sheet, 0, 0, i);

        if (!lab_sheet_is_solved(sheet, 0, i) || !lab_sheet_is_solved(sheet, 1, i) || saving <= best)
            continue;
        best = saving;
        found = i;
    }
    return found;
}

void lab_fill_picture(struct lab_sheet *sheet)
{
    const char *first = lab_sheet_variant(sheet, 0)->name, *second = lab_sheet_variant(sheet, 1)->name;
    const char *measure = sheet->section->measures[0].name;
    size_t position = find_greatest_saving(sheet);

    lab_grid_add(&sheet->grid, "position");
    lab_grid_printf(&sheet->grid, "%s: %s", first, measure);
    lab_grid_printf(&sheet->grid, "%s: %s", second, measure);
    lab_grid_end_headings(&sheet->grid, 1);
    if (position == sheet->experiment->position_count) {
        by_text_printf(&sheet->lead, "There is no position that both solve and on which %s saves %s against %s.", first,
                       measure, second);
        return;
    }
    by_text_printf(&sheet->lead,
                   "The position on which %s saves the most %s against %s, of those that both solve:", first, measure,
                   second);
    lab_grid_add(&sheet->grid, sheet->experiment->positions[position].id);
    lab_grid_add_number(&sheet->grid, lab_sheet_value(sheet, 0, 0, position), false);
    lab_grid_add_number(&sheet->grid, lab_sheet_value(sheet, 0, 1, position), false);
}
