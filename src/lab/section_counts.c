/* SPDX-License-Identifier: MIT
 *
 * Sections that count positions: duels, positions solved within steps of a measure, and predictions.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lab/sections.h"

/* ---- Duels ----------------------------------------------------------------------------------------------------- */

enum { FIRST, SECOND, LEVEL, NEITHER, DUEL_COUNT, NOT_SEARCHED = DUEL_COUNT };

static int duel(const struct lab_sheet *sheet, size_t position)
{
    bool first_solves = lab_sheet_is_solved(sheet, 0, position);
    bool second_solves = lab_sheet_is_solved(sheet, 1, position);
    double first = lab_sheet_value(sheet, 0, 0, position), second = lab_sheet_value(sheet, 0, 1, position);

    if (!lab_sheet_is_searched(sheet, 0, position) || !lab_sheet_is_searched(sheet, 1, position))
        return NOT_SEARCHED;
    if (!first_solves || !second_solves)
        return first_solves ? FIRST : second_solves ? SECOND : NEITHER;
    if (fabs(first - second) <= fmax(first, second) * (double)sheet->section->level / 100)
        return LEVEL;
    return first < second ? FIRST : SECOND;
}

void lab_fill_duel(struct lab_sheet *sheet)
{
    static const char *const names[] = {"level", "solved by neither", "not searched by both yet"};
    const struct lab_section *section = sheet->section;
    size_t counts[DUEL_COUNT + 1] = {0}, positions = sheet->experiment->position_count;

    by_text_printf(&sheet->lead,
                   "Better is less %s, level within %" PRId64 " %%, and to solve what the other does not:",
                   section->measures[0].name, section->level);
    for (size_t i = 0; i < positions; i++)
        counts[duel(sheet, i)]++;
    lab_grid_add(&sheet->grid, "better");
    lab_grid_add(&sheet->grid, "positions");
    if (section->has_counts)
        lab_grid_add(&sheet->grid, "published");
    lab_grid_end_headings(&sheet->grid, 1);
    for (int i = 0; i < (counts[NOT_SEARCHED] ? DUEL_COUNT + 1 : DUEL_COUNT); i++) {
        bool is_known = i == NOT_SEARCHED || counts[NOT_SEARCHED] < positions;

        lab_grid_add(&sheet->grid, i < LEVEL ? lab_sheet_variant(sheet, (size_t)i)->name : names[i - LEVEL]);
        lab_grid_add_number(&sheet->grid, is_known ? (double)counts[i] : NAN, false);
        if (section->has_counts)
            lab_grid_add_number(&sheet->grid, i < LAB_COUNTS ? section->counts[i] : NAN, false);
    }
}

/* ---- Solved within --------------------------------------------------------------------------------------------- */

/* The number of such positions of a variant: unknown if none is searched. */
static void add_count(struct lab_sheet *sheet, size_t variant, size_t count)
{
    size_t searched = lab_sheet_searched(sheet, variant);

    lab_grid_add_number(&sheet->grid, searched ? (double)count : NAN, searched < sheet->experiment->position_count);
}

static size_t solved_within(const struct lab_sheet *sheet, size_t variant, double most)
{
    size_t count = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        count += lab_sheet_is_solved(sheet, variant, i) && lab_sheet_value(sheet, 0, variant, i) <= most;
    return count;
}

static int by_value_order(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* The diagram shows each solved position. */
static void add_points(struct lab_sheet *sheet, size_t variant, double *costs)
{
    size_t count = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        if (lab_sheet_is_solved(sheet, variant, i))
            costs[count++] = lab_sheet_value(sheet, 0, variant, i);
    qsort(costs, count, sizeof *costs, by_value_order);
    for (size_t i = 0; i < count; i++) {
        lab_grid_add(&sheet->points, lab_sheet_variant(sheet, variant)->name);
        lab_grid_add_number(&sheet->points, costs[i], false);
    }
}

void lab_fill_within(struct lab_sheet *sheet)
{
    const struct lab_section *section = sheet->section;
    double *costs = calloc(sheet->experiment->position_count, sizeof *costs);

    by_text_add(&sheet->lead, "How many of ");
    lab_sheet_count_positions(sheet, &sheet->lead);
    by_text_add(&sheet->lead, " are solved:");
    lab_grid_printf(&sheet->grid, "%s up to", lab_measure_label(section->measures[0].name));
    for (size_t i = 0; i < section->variant_count; i++)
        lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, i)->name);
    lab_grid_end_headings(&sheet->grid, 1);
    for (size_t step = 0; step <= section->step_count && lab_sheet_goes_on(sheet); step++) {
        bool is_last = step == section->step_count;

        if (is_last)
            lab_grid_add(&sheet->grid, "the limit");
        else
            lab_grid_add_number(&sheet->grid, section->steps[step], false);
        for (size_t i = 0; i < section->variant_count; i++)
            add_count(sheet, i, solved_within(sheet, i, is_last ? INFINITY : section->steps[step]));
    }
    sheet->points.columns = 2;
    sheet->points.failed = !costs;
    for (size_t i = 0; i < section->variant_count && costs; i++)
        add_points(sheet, i, costs);
    free(costs);
}

/* ---- Predictions ----------------------------------------------------------------------------------------------- */

/* The place of what a search's curve lets expect after this percentage of its nodes: yes, no, nothing. */
static size_t predict(struct lab_sheet *sheet, size_t variant, size_t position)
{
    struct lab_task task = lab_sheet_task(sheet, variant, position);
    struct solve_curve curve = {0};
    enum solve_prediction prediction;
    uint64_t most;

    if (lab_sheet_goes_on(sheet))
        sheet->status =
            lab_database_curve(sheet->rows->database, lab_row_of(sheet->rows, &task)->id, &curve, sheet->error);
    most = curve.length ? curve.points[curve.length - 1].nodes * (uint64_t)sheet->section->at / 100 : 0;
    while (curve.length && curve.points[curve.length - 1].nodes > most)
        curve.length--;
    prediction = solve_predict(&curve);
    solve_curve_free(&curve);
    return prediction == SOLVE_PREDICTS_CAPTURE ? 0 : prediction == SOLVE_PREDICTS_ESCAPE ? 1 : 2;
}

/* The result: an answer, or none though one is known. */
enum came { CAME_YES, CAME_NO, CAME_UNKNOWN_YES, CAME_UNKNOWN_NO, CAME_UNKNOWN, CAME_COUNT };
enum { EXPECTED_COUNT = 3 };

static enum came came_of(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    enum by_answer known = sheet->experiment->positions[position].known;

    if (lab_sheet_is_solved(sheet, variant, position))
        return lab_sheet_answer(sheet, variant, position) == BY_ANSWER_YES ? CAME_YES : CAME_NO;
    return known == BY_ANSWER_YES ? CAME_UNKNOWN_YES : known == BY_ANSWER_NO ? CAME_UNKNOWN_NO : CAME_UNKNOWN;
}

static void add_matrix(struct lab_sheet *sheet, size_t variant, size_t counts[CAME_COUNT][EXPECTED_COUNT])
{
    static const char *const names[] = {"yes", "no", "unknown, in truth yes", "unknown, in truth no", "unknown"};

    for (int came = 0; came < CAME_COUNT; came++) {
        if (came >= CAME_UNKNOWN_YES && !(counts[came][0] + counts[came][1] + counts[came][2]))
            continue;
        lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, variant)->name);
        lab_grid_add(&sheet->grid, names[came]);
        for (size_t expected = 0; expected < EXPECTED_COUNT; expected++)
            add_count(sheet, variant, counts[came][expected]);
    }
}

void lab_fill_prediction(struct lab_sheet *sheet)
{
    static const char *const headings[] = {"variant", "answer", "predicted yes", "predicted no", "nothing", NULL};

    by_text_printf(&sheet->lead,
                   "The answer, and what the curve let expect at %" PRId64 " %% of the nodes:", sheet->section->at);
    lab_grid_add_headings(&sheet->grid, headings, 2);
    for (size_t variant = 0; variant < sheet->section->variant_count && !sheet->status; variant++) {
        size_t counts[CAME_COUNT][EXPECTED_COUNT] = {{0}};

        for (size_t i = 0; i < sheet->experiment->position_count; i++)
            if (lab_sheet_answer(sheet, variant, i) != BY_ANSWER_NONE)
                counts[came_of(sheet, variant, i)][predict(sheet, variant, i)]++;
        add_matrix(sheet, variant, counts);
    }
}
