/* SPDX-License-Identifier: MIT
 *
 * Parts of a report as diagrams.
 */
#include <stdlib.h>
#include <string.h>

#include "lab/chart.h"
#include "lab/measure.h"
#include "lab/parts.h"

enum { SERIES_MOST = 2 * LAB_CURVES_MOST > 64 ? 2 * LAB_CURVES_MOST : 64 };

/* The lines of a diagram, whose points are ours. */
struct drawing {
    struct lab_series series[SERIES_MOST];
    size_t count;
    bool failed;
};

/* A line with room for so many points; NULL: there is no room for it, or no memory. */
static struct lab_series *add_series(struct drawing *drawing, const char *label, size_t colour, size_t room)
{
    struct lab_series *series = &drawing->series[drawing->count];

    if (drawing->count == SERIES_MOST)
        return NULL;
    *series = (struct lab_series){.label = label, .colour = (int)colour};
    series->points = calloc(room + 1, sizeof *series->points);
    drawing->failed |= !series->points;
    if (!series->points)
        return NULL;
    drawing->count++;
    return series;
}

static void free_drawing(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->count; i++)
        free(drawing->series[i].points);
}

static by_status finish(struct drawing *drawing, struct lab_chart *chart, by_text *out, by_error *error)
{
    bool failed = drawing->failed;

    chart->series = drawing->series;
    chart->count = drawing->count;
    if (!failed)
        lab_chart_svg(chart, out);
    free_drawing(drawing);
    return failed || out->failed ? by_error_no_memory(error) : BY_OK;
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

static void draw_evaluations(struct drawing *drawing, const char *label, size_t colour, const struct solve_curve *curve)
{
    struct lab_series *series = add_series(drawing, label, colour, curve->length);

    for (size_t i = 0; series && i < curve->length; i++)
        series->points[series->count++] = (struct lab_chart_point){curve->points[i].depth, curve->points[i].evaluation};
}

/* An infinite number has no place in a diagram. */
static void draw_numbers(struct drawing *drawing, const char *label, size_t colour, const struct solve_curve *curve,
                         bool is_proof)
{
    struct lab_series *series = add_series(drawing, is_proof ? label : NULL, colour, curve->length);

    for (size_t i = 0; series && i < curve->length; i++) {
        const struct solve_point *point = &curve->points[i];
        uint64_t number = is_proof ? point->proof_number : point->disproof_number;

        if (number != UINT64_MAX)
            series->points[series->count++] = (struct lab_chart_point){(double)point->nodes, (double)number / 16};
    }
    if (series)
        series->is_dashed = !is_proof;
}

static by_status draw_curves(const struct lab_cases *cases, lab_database *database, by_text *out, by_error *error)
{
    bool has_numbers = cases->part->shows == LAB_SHOWS_NUMBERS;
    struct lab_chart chart = {.title = cases->part->title,
                              .x = {has_numbers ? "nodes" : "depth", has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR},
                              .y = {has_numbers ? "number of the root" : "evaluation of the best line",
                                    has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR},
                              .solid = "proof number",
                              .dashed = has_numbers ? "disproof number" : NULL};
    struct lab_chosen chosen = {.count = 0};
    struct drawing drawing = {.count = 0};
    by_status status = lab_choose_curves(cases, database, &chosen, error);

    for (size_t i = 0; i < chosen.count && !status; i++) {
        const char *label = cases->experiment->positions[chosen.positions[i]].id;

        if (has_numbers) {
            draw_numbers(&drawing, label, i, &chosen.curves[i], true);
            draw_numbers(&drawing, label, i, &chosen.curves[i], false);
        } else {
            draw_evaluations(&drawing, label, i, &chosen.curves[i]);
        }
    }
    lab_chosen_free(&chosen);
    if (!status)
        return finish(&drawing, &chart, out, error);
    free_drawing(&drawing);
    return status;
}

/* ---- Solved within --------------------------------------------------------------------------------------------- */

static int compare_points(const void *a, const void *b)
{
    double x = ((const struct lab_chart_point *)a)->x, y = ((const struct lab_chart_point *)b)->x;

    return (x > y) - (x < y);
}

/* How many are solved, over what that takes; the first point and the last, to which all lines go on, are those of none
 * and all. */
static void draw_solved(struct drawing *drawing, const struct lab_cases *cases, size_t variant, double most)
{
    const char *label = cases->experiment->variants[cases->part->variants[variant]].name;
    size_t positions = cases->experiment->position_count;
    struct lab_series *series = add_series(drawing, label, variant, positions + 2);

    if (!series)
        return;
    series->count = 1;
    for (size_t i = 0; i < positions; i++)
        if (lab_is_solved(lab_cases_answer(cases, variant, i)))
            series->points[series->count++].x = lab_cases_value(cases, 0, variant, i);
    qsort(series->points, series->count, sizeof *series->points, compare_points);
    for (size_t i = 0; i < series->count; i++)
        series->points[i].y = (double)i;
    series->points[series->count] = (struct lab_chart_point){most, (double)(series->count - 1)};
    series->count++;
    series->is_stepped = true;
}

/* The most that a solved position takes. */
static double greatest_value(const struct lab_cases *cases)
{
    double most = 0;

    for (size_t i = 0; i < cases->part->variant_count; i++)
        for (size_t j = 0; j < cases->experiment->position_count; j++)
            if (lab_is_solved(lab_cases_answer(cases, i, j)) && lab_cases_value(cases, 0, i, j) > most)
                most = lab_cases_value(cases, 0, i, j);
    return most;
}

static by_status draw_within(const struct lab_cases *cases, by_text *out, by_error *error)
{
    const char *measure = cases->part->measures[0].name;
    struct lab_chart chart = {.title = cases->part->title,
                              .x = {strcmp(measure, "time") == 0 ? "ms" : measure, LAB_SCALE_LOG},
                              .y = {"positions solved", LAB_SCALE_LINEAR}};
    struct drawing drawing = {.count = 0};

    for (size_t i = 0; i < cases->part->variant_count; i++)
        draw_solved(&drawing, cases, i, greatest_value(cases));
    return finish(&drawing, &chart, out, error);
}

/* ---- Progress -------------------------------------------------------------------------------------------------- */

static by_status draw_variant(struct drawing *drawing, const struct lab_cases *cases, size_t index,
                              lab_database *database, by_error *error)
{
    const struct lab_variant *variant = &cases->experiment->variants[cases->part->variants[index]];
    struct lab_series *series = add_series(drawing, variant->name, index, variant->limits.count);
    by_status status = BY_OK;

    for (size_t i = 0; series && i < variant->limits.count && !status; i++) {
        int64_t limit = variant->limits.list[i];
        double mean;
        size_t known;

        status = lab_mean(database, cases->experiment, cases->part->variants[index], limit,
                          cases->part->measures[0].name, &mean, &known, error);
        if (known)
            series->points[series->count++] = (struct lab_chart_point){(double)limit, mean};
    }
    return status;
}

static by_status draw_progress(const struct lab_cases *cases, lab_database *database, by_text *out, by_error *error)
{
    enum lab_limit limit = cases->experiment->limit;
    struct lab_chart chart = {.title = cases->part->title,
                              .x = {lab_limit_name(limit), limit == LAB_LIMIT_DEPTH ? LAB_SCALE_LINEAR : LAB_SCALE_LOG},
                              .y = {cases->part->measures[0].name, LAB_SCALE_LINEAR}};
    struct drawing drawing = {.count = 0};
    by_status status = BY_OK;

    for (size_t i = 0; i < cases->part->variant_count && !status; i++)
        status = draw_variant(&drawing, cases, i, database, error);
    if (!status)
        return finish(&drawing, &chart, out, error);
    free_drawing(&drawing);
    return status;
}

by_status lab_part_svg(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                       by_text *out, by_error *error)
{
    struct lab_cases cases = {.experiment = experiment, .part = part};
    by_status status;

    if (part->kind == LAB_PART_PROGRESS)
        return draw_progress(&cases, database, out, error);
    if (part->kind != LAB_PART_CURVES && part->kind != LAB_PART_WITHIN)
        return BY_OK;
    status = lab_cases_load(&cases, database, error);
    if (status)
        return status;
    status =
        part->kind == LAB_PART_CURVES ? draw_curves(&cases, database, out, error) : draw_within(&cases, out, error);
    lab_cases_free(&cases);
    return status;
}
