/* SPDX-License-Identifier: MIT
 *
 * Tables and parts of a report as diagrams.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/parts.h"
#include "render/chart.h"

enum {
    SERIES_MOST = 64,
    LINES_MOST = 8, /* of variants and their like; more cannot be told apart */
    LABEL_SIZE = 120,
};

/* The lines of a diagram, whose points are ours. */
struct drawing {
    struct lab_series series[SERIES_MOST];
    size_t count;
    by_text title;
    char labels[LINES_MOST][LABEL_SIZE]; /* of those that have no name elsewhere */
    char x_label[LABEL_SIZE];
    bool is_inline, failed;
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

/* What is not known has no point. */
static void add_point(struct lab_series *series, double x, double y, bool is_partial)
{
    if (series && !isnan(y))
        series->points[series->count++] = (struct lab_chart_point){.x = x, .y = y, .is_partial = is_partial};
}

static void free_drawing(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->count; i++)
        free(drawing->series[i].points);
    by_text_free(&drawing->title);
}

static by_status finish(struct drawing *drawing, struct lab_chart *chart, by_text *out, by_error *error)
{
    bool failed = drawing->failed || drawing->title.failed;

    chart->series = drawing->series;
    chart->count = drawing->count;
    if (!failed && drawing->is_inline)
        lab_chart_inline(chart, out);
    else if (!failed)
        lab_chart_svg(chart, out);
    free_drawing(drawing);
    return failed || out->failed ? by_error_no_memory(error) : BY_OK;
}

/* A picture may stand alone: it tells at which limits its searches are shown, unless it is drawn over them. */
static const char *title_of(struct drawing *drawing, const struct lab_cases *cases)
{
    by_text_printf(&drawing->title, "%s (", cases->part->title);
    lab_print_part_limits(cases->experiment, cases->part, &drawing->title);
    by_text_add(&drawing->title, ")");
    return by_text_string(&drawing->title);
}

/* ---- Scales ---------------------------------------------------------------------------------------------------- */

/* Numbers of unlike size are seen side by side only by their logarithms, which are made for large ones. Where there is
 * a 0, it is far from all others then. */
static enum lab_scale scale_of(const struct drawing *drawing, bool is_x)
{
    const double large = 100, unlike = 10, unlike_with_zero = 30;
    bool has_zero = false;
    double least = INFINITY, most = 0; /* of what is above 0 */

    for (size_t i = 0; i < drawing->count; i++)
        for (size_t j = 0; j < drawing->series[i].count; j++) {
            const struct lab_chart_point *point = &drawing->series[i].points[j];
            double number = is_x ? point->x : point->y;

            if (number < 0)
                return LAB_SCALE_LINEAR;
            has_zero = has_zero || number == 0;
            least = number > 0 ? fmin(least, number) : least;
            most = fmax(most, number);
        }
    return most >= large && most > (has_zero ? unlike_with_zero : unlike) * least ? LAB_SCALE_LOG : LAB_SCALE_LINEAR;
}

/* Says below the axis if not everything is drawn. */
static const char *label_x(struct drawing *drawing, const char *name, size_t all, const char *what)
{
    if (all > LINES_MOST)
        (void)snprintf(drawing->x_label, LABEL_SIZE, "%s (drawn: the first %d of %zu %s)", name, LINES_MOST, all, what);
    else
        (void)snprintf(drawing->x_label, LABEL_SIZE, "%s", name);
    return drawing->x_label;
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

static void draw_evaluations(struct drawing *drawing, const char *label, size_t colour, const struct solve_curve *curve)
{
    struct lab_series *series = add_series(drawing, label, colour, curve->length);

    for (size_t i = 0; series && i < curve->length; i++)
        add_point(series, curve->points[i].depth, curve->points[i].evaluation, false);
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
            add_point(series, (double)point->nodes, (double)number / 16, false);
    }
    if (series)
        series->is_dashed = !is_proof;
}

static by_status draw_curves(const struct lab_cases *cases, lab_database *database, bool is_inline, by_text *out,
                             by_error *error)
{
    bool has_numbers = cases->part->shows == LAB_SHOWS_NUMBERS;
    struct drawing drawing = {.is_inline = is_inline};
    struct lab_chart chart = {.title = title_of(&drawing, cases),
                              .x = {has_numbers ? "nodes" : "depth", has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR},
                              .y = {has_numbers ? "number of the root" : "evaluation of the best line",
                                    has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR},
                              .solid = "proof number",
                              .dashed = has_numbers ? "disproof number" : NULL};
    struct lab_chosen chosen = {.count = 0};
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
    struct lab_series *series =
        lab_count_searched(cases, variant) ? add_series(drawing, label, variant, positions + 2) : NULL;

    if (!series)
        return;
    series->count = 1;
    for (size_t i = 0; i < positions; i++)
        if (lab_is_solved(lab_cases_answer(cases, variant, i)))
            series->points[series->count++].x = lab_cases_value(cases, 0, variant, i);
    qsort(series->points, series->count, sizeof *series->points, compare_points);
    for (size_t i = 0; i < series->count; i++)
        series->points[i].y = (double)i;
    add_point(series, most, (double)(series->count - 1), false);
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

static by_status draw_within(const struct lab_cases *cases, bool is_inline, by_text *out, by_error *error)
{
    struct drawing drawing = {.is_inline = is_inline};
    struct lab_chart chart = {.title = title_of(&drawing, cases),
                              .x = {lab_measure_label(cases->part->measures[0].name), LAB_SCALE_LOG},
                              .y = {"positions solved", LAB_SCALE_LINEAR}};

    for (size_t i = 0; i < cases->part->variant_count; i++)
        draw_solved(&drawing, cases, i, greatest_value(cases));
    return finish(&drawing, &chart, out, error);
}

/* ---- Progress and tables --------------------------------------------------------------------------------------- */

/* The means of a variant at its limits. */
static by_status draw_variant(struct drawing *drawing, const struct lab_experiment *experiment, size_t index,
                              const char *measure, size_t colour, lab_database *database, by_error *error)
{
    const struct lab_variant *variant = &experiment->variants[index];
    struct lab_series *series = add_series(drawing, variant->name, colour, variant->limits.count);
    by_status status = BY_OK;

    for (size_t i = 0; series && i < variant->limits.count && !status; i++) {
        int64_t limit = variant->limits.list[i];
        double mean = NAN;
        size_t known = 0;

        status = lab_mean(database, experiment, index, limit, measure, &mean, &known, error);
        add_point(series, (double)limit, mean, known < experiment->position_count);
    }
    return status;
}

/* A line needs two points. */
static bool has_limits(const struct lab_experiment *experiment, const size_t *variants, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (experiment->variants[variants[i]].limits.count > 1)
            return true;
    return false;
}

/* Several variants over their limits. */
static by_status finish_limits(const struct lab_experiment *experiment, struct drawing *drawing,
                               struct lab_chart *chart, const char *measure, by_text *out, by_error *error)
{
    chart->x.scale = experiment->limit == LAB_LIMIT_DEPTH ? LAB_SCALE_LINEAR : LAB_SCALE_LOG;
    chart->y = (struct lab_axis){lab_measure_label(measure), scale_of(drawing, false)};
    return finish(drawing, chart, out, error);
}

static by_status draw_progress(const struct lab_cases *cases, lab_database *database, bool is_inline, by_text *out,
                               by_error *error)
{
    const struct lab_part *part = cases->part;
    struct lab_chart chart = {.title = part->title};
    struct drawing drawing = {.is_inline = is_inline};
    by_status status = BY_OK;

    if (!has_limits(cases->experiment, part->variants, part->variant_count))
        return BY_OK;
    chart.x.label = label_x(&drawing, lab_limit_name(cases->experiment->limit), part->variant_count, "variants");
    for (size_t i = 0; i < part->variant_count && i < LINES_MOST && !status; i++)
        status =
            draw_variant(&drawing, cases->experiment, part->variants[i], part->measures[0].name, i, database, error);
    if (!status)
        return finish_limits(cases->experiment, &drawing, &chart, part->measures[0].name, out, error);
    free_drawing(&drawing);
    return status;
}

/* What the paper gives for a variant; nothing, if it gives nothing. */
static bool draw_published(struct drawing *drawing, const struct lab_experiment *experiment, size_t index,
                           const char *measure, size_t colour)
{
    const struct lab_limits *limits = &experiment->variants[index].limits;
    struct lab_series *series = add_series(drawing, NULL, colour, limits->count);

    for (size_t i = 0; series && i < limits->count; i++) {
        const struct lab_figure *figure = lab_figure_find(experiment, index, measure, limits->list[i]);

        add_point(series, (double)limits->list[i], figure ? figure->value : NAN, false);
    }
    if (series)
        series->is_dashed = true;
    return series && series->count;
}

by_status lab_table_chart(const struct lab_experiment *experiment, const struct lab_table *table,
                          lab_database *database, bool is_inline, by_text *out, by_error *error)
{
    struct lab_chart chart = {.title = table->title, .solid = "ours"};
    struct drawing drawing = {.is_inline = is_inline};
    by_status status = BY_OK;

    if (!has_limits(experiment, table->columns, table->column_count))
        return BY_OK;
    chart.x.label = label_x(&drawing, lab_limit_name(experiment->limit), table->column_count, "columns");
    for (size_t i = 0; i < table->column_count && i < LINES_MOST && !status; i++) {
        status = draw_variant(&drawing, experiment, table->columns[i], table->measure.name, i, database, error);
        if (!status && draw_published(&drawing, experiment, table->columns[i], table->measure.name, i))
            chart.dashed = "published";
    }
    if (!status)
        return finish_limits(experiment, &drawing, &chart, table->measure.name, out, error);
    free_drawing(&drawing);
    return status;
}

/* ---- Groups ---------------------------------------------------------------------------------------------------- */

/* Groups are drawn only if they are numbers. */
static bool read_group(const char *group, double *out)
{
    char *end;

    errno = 0;
    *out = strtod(group, &end);
    return end > group && !*end && !errno && isfinite(*out);
}

/* How many groups there are; 0 if one of them is no number. */
static size_t count_groups(const struct lab_experiment *experiment)
{
    size_t count = 0;

    for (size_t i = 0; lab_next_group(experiment, &i); i++, count++) {
        double x;

        if (!read_group(experiment->positions[i].group, &x))
            return 0;
    }
    return count;
}

/* A line of one variant, or (the number of variants) of the minimal tree. */
static void draw_group_line(struct drawing *drawing, const struct lab_cases *cases, size_t variant, size_t groups)
{
    bool is_minimal = variant == cases->part->variant_count;
    char *label = drawing->labels[drawing->count];
    struct lab_series *series = add_series(drawing, label, drawing->count, groups);
    by_text name = {0};

    if (is_minimal)
        by_text_add(&name, "minimal");
    else
        lab_group_label(cases, variant, &name);
    (void)snprintf(label, LABEL_SIZE, "%s", by_text_string(&name));
    by_text_free(&name);
    for (size_t i = 0; series && lab_next_group(cases->experiment, &i); i++) {
        const char *group = cases->experiment->positions[i].group;
        bool is_partial = false;
        double x, y;

        y = is_minimal ? lab_group_minimal(cases, group) : lab_group_mean(cases, variant, group, &is_partial);
        if (read_group(group, &x))
            add_point(series, x, y, is_partial);
    }
    if (series) {
        qsort(series->points, series->count, sizeof *series->points, compare_points);
        series->is_dashed = is_minimal;
    }
}

static by_status draw_grouped(const struct lab_cases *cases, bool is_inline, by_text *out, by_error *error)
{
    struct drawing drawing = {.is_inline = is_inline};
    struct lab_chart chart = {0};
    size_t groups = count_groups(cases->experiment), variants = cases->part->variant_count;
    size_t most = cases->minimal ? LINES_MOST - 1 : LINES_MOST;

    if (groups < 2)
        return BY_OK;
    chart.title = title_of(&drawing, cases);
    for (size_t i = 0; i < variants && i < most; i++)
        draw_group_line(&drawing, cases, i, groups);
    if (cases->minimal)
        draw_group_line(&drawing, cases, variants, groups);
    chart.x =
        (struct lab_axis){label_x(&drawing, lab_group_name(cases), variants, "variants"), scale_of(&drawing, true)};
    chart.y = (struct lab_axis){lab_measure_label(cases->part->measures[0].name), scale_of(&drawing, false)};
    return finish(&drawing, &chart, out, error);
}

/* ---- Families -------------------------------------------------------------------------------------------------- */

static size_t count_families(const struct lab_cases *cases)
{
    size_t count = 0;

    for (size_t i = 0; lab_next_family(cases, &i); i++)
        count++;
    return count;
}

static by_status draw_over(const struct lab_cases *cases, bool is_inline, by_text *out, by_error *error)
{
    struct drawing drawing = {.is_inline = is_inline};
    struct lab_chart chart = {0};
    by_text option = {0};

    if (isinf(lab_next_value(cases, lab_next_value(cases, -INFINITY))))
        return BY_OK;
    chart.title = title_of(&drawing, cases);
    for (size_t i = 0; drawing.count < LINES_MOST && lab_next_family(cases, &i); i++) {
        const char *label = cases->experiment->variants[cases->part->variants[i]].family;
        struct lab_series *series = add_series(&drawing, label, drawing.count, cases->part->variant_count);

        for (double at = lab_next_value(cases, -INFINITY); series && !isinf(at); at = lab_next_value(cases, at)) {
            bool is_partial;
            double mean = lab_family_mean(cases, i, at, &is_partial);

            add_point(series, at, mean, is_partial);
        }
        if (!series)
            break;
    }
    lab_family_option(cases, &option);
    chart.x = (struct lab_axis){label_x(&drawing, by_text_string(&option), count_families(cases), "families"),
                                scale_of(&drawing, true)};
    chart.y = (struct lab_axis){lab_measure_label(cases->part->measures[0].name), scale_of(&drawing, false)};
    by_text_free(&option);
    return finish(&drawing, &chart, out, error);
}

/* ---- A part ---------------------------------------------------------------------------------------------------- */

static by_status draw_cases(const struct lab_cases *cases, lab_database *database, bool is_inline, by_text *out,
                            by_error *error)
{
    switch (cases->part->kind) {
    case LAB_PART_CURVES:
        return draw_curves(cases, database, is_inline, out, error);
    case LAB_PART_WITHIN:
        return draw_within(cases, is_inline, out, error);
    case LAB_PART_GROUPED:
        return draw_grouped(cases, is_inline, out, error);
    case LAB_PART_OVER:
        return draw_over(cases, is_inline, out, error);
    default:
        return BY_OK;
    }
}

by_status lab_part_chart(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                         bool is_inline, by_text *out, by_error *error)
{
    struct lab_cases cases = {.experiment = experiment, .part = part};
    by_status status;

    if (part->kind == LAB_PART_PROGRESS)
        return draw_progress(&cases, database, is_inline, out, error);
    status = lab_cases_load(&cases, database, error);
    if (!status)
        status = draw_cases(&cases, database, is_inline, out, error);
    lab_cases_free(&cases);
    return status;
}
