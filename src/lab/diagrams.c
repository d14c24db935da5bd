/* SPDX-License-Identifier: MIT
 *
 * Sections as diagrams. Most are drawn from their grid: the first column gives x, and each other visible column is a
 * line. The numbers of solved positions have more points than their grid.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sections.h"
#include "render/board.h"
#include "render/chart.h"

enum {
    SERIES_MOST = 64,
    LINES_MOST = 8, /* of variants; more lines are hard to distinguish */
    LABEL_SIZE = 120,
};

/* The lines of a diagram. We own their points. */
struct drawing {
    struct lab_series series[SERIES_MOST];
    struct lab_chart chart;
    by_text title;
    char x_label[LABEL_SIZE];
    bool failed;
};

/* A line with room for `room` points; NULL: too many lines, or no memory. */
static struct lab_series *add_series(struct drawing *drawing, const char *label, size_t colour, size_t room)
{
    struct lab_series *series = &drawing->series[drawing->chart.count];

    if (drawing->chart.count == SERIES_MOST)
        return NULL;
    *series = (struct lab_series){.label = label, .colour = (int)colour};
    series->points = calloc(room + 1, sizeof *series->points);
    drawing->failed |= !series->points;
    if (!series->points)
        return NULL;
    drawing->chart.count++;
    return series;
}

/* Unknown values have no point. */
static void add_point(struct lab_series *series, double x, double y, bool is_partial)
{
    if (series && !isnan(x) && !isnan(y))
        series->points[series->count++] = (struct lab_chart_point){.x = x, .y = y, .is_partial = is_partial};
}

static int compare_points(const void *a, const void *b)
{
    double x = ((const struct lab_chart_point *)a)->x, y = ((const struct lab_chart_point *)b)->x;

    return (x > y) - (x < y);
}

/* A picture may stand alone, so its title gives the limits of its searches, unless they are an axis. */
static void add_title(struct drawing *drawing, const struct lab_sheet *sheet)
{
    by_text_add(&drawing->title, sheet->section->title);
    if (!lab_shows_all_limits(sheet->section)) {
        by_text_add(&drawing->title, " (");
        lab_print_greatest_limits(sheet->experiment, sheet->section, &drawing->title);
        by_text_add(&drawing->title, ")");
    }
    drawing->chart.title = by_text_string(&drawing->title);
}

/* ---- From the grid --------------------------------------------------------------------------------------------- */

/* Only logarithms show numbers of different size side by side, and they suit large ones. A 0 is then far from all
 * others. */
static enum lab_scale scale_of(const struct drawing *drawing, bool is_x)
{
    const double large = 100, unlike = 10, unlike_with_zero = 30;
    bool has_zero = false;
    double least = INFINITY, most = 0; /* of the values above 0 */

    for (size_t i = 0; i < drawing->chart.count; i++)
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

/* A line needs two points: several limits of a variant, else several numeric rows. */
static bool has_line(const struct lab_sheet *sheet)
{
    if (!lab_shows_all_limits(sheet->section)) {
        for (size_t row = 1; row < lab_grid_rows(&sheet->grid); row++)
            if (isnan(lab_grid_at(&sheet->grid, row, 0)->number))
                return false;
        return lab_grid_rows(&sheet->grid) > 2;
    }
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        if (lab_sheet_variant(sheet, i)->limits.count > 1)
            return true;
    return false;
}

static void draw_column(struct drawing *drawing, const struct lab_grid *grid, size_t column, const char *label,
                        size_t colour)
{
    struct lab_series *series = add_series(drawing, label, colour, lab_grid_rows(grid));

    for (size_t row = 1; series && row < lab_grid_rows(grid); row++)
        add_point(series, lab_grid_at(grid, row, 0)->number, lab_grid_at(grid, row, column)->number,
                  lab_grid_at(grid, row, column)->is_partial);
    if (series)
        qsort(series->points, series->count, sizeof *series->points, compare_points);
}

/* A published line is dashed, in the colour of ours; the minimal tree is dashed in its own colour. Returns the number
 * of columns, of which only the first are drawn. */
static size_t draw_columns(struct drawing *drawing, const struct lab_sheet *sheet)
{
    const struct lab_grid *grid = &sheet->grid;
    size_t lines = 0, most = sheet->section->beside ? LINES_MOST - 1 : LINES_MOST;

    for (size_t column = 1; column < grid->columns; column++) {
        const char *heading = grid->cells[column].shown;
        bool is_published = heading && strcmp(grid->cells[column].plain, heading) != 0;
        bool is_minimal = sheet->section->beside && column == grid->columns - 1;
        size_t before = drawing->chart.count;

        if (!heading)
            continue;
        lines += !is_published && !is_minimal;
        if (is_minimal || lines <= most)
            draw_column(drawing, grid, column, is_published ? NULL : heading, is_minimal ? before : lines - 1);
        if (drawing->chart.count > before)
            drawing->series[before].is_dashed = is_published || is_minimal;
        if (is_published && drawing->chart.count > before && drawing->series[before].count)
            drawing->chart.dashed = "published";
    }
    return lines;
}

static const char *name_of_columns(enum lab_kind kind)
{
    return kind == LAB_TABLE ? "columns" : kind == LAB_OVER ? "families" : "variants";
}

static void draw_grid(struct drawing *drawing, const struct lab_sheet *sheet)
{
    bool is_over_limits = lab_shows_all_limits(sheet->section);
    const char *name = sheet->grid.cells[0].shown;
    size_t lines = draw_columns(drawing, sheet);

    drawing->chart.solid = "ours";
    if (lines > LINES_MOST) /* shown below the axis */
        (void)snprintf(drawing->x_label, LABEL_SIZE, "%s (drawn: the first %d of %zu %s)", name, LINES_MOST, lines,
                       name_of_columns(sheet->section->kind));
    else
        (void)snprintf(drawing->x_label, LABEL_SIZE, "%s", name);
    drawing->chart.x.label = drawing->x_label;
    drawing->chart.x.scale = !is_over_limits                               ? scale_of(drawing, true)
                             : sheet->experiment->limit == LAB_LIMIT_DEPTH ? LAB_SCALE_LINEAR
                                                                           : LAB_SCALE_LOG;
    drawing->chart.y = (struct lab_axis){lab_measure_label(sheet->section->measures[0].name), scale_of(drawing, false)};
}

/* ---- Solved within --------------------------------------------------------------------------------------------- */

/* Draws the number of solved positions over their cost. The first and the last point, at which all lines start and end,
 * are those of no position and of all. */
static void draw_solved(struct drawing *drawing, const struct lab_sheet *sheet, size_t variant, double most)
{
    const struct lab_grid *points = &sheet->points;
    const char *name = lab_sheet_variant(sheet, variant)->name;
    bool is_searched = !isnan(lab_grid_at(&sheet->grid, lab_grid_rows(&sheet->grid) - 1, variant + 1)->number);
    struct lab_series *series = is_searched ? add_series(drawing, name, variant, lab_grid_rows(points) + 1) : NULL;

    add_point(series, 0, 0, false);
    for (size_t row = 0; series && row < lab_grid_rows(points); row++)
        if (lab_is_same(lab_grid_at(points, row, 0)->plain, name))
            add_point(series, lab_grid_at(points, row, 1)->number, (double)series->count, false);
    if (!series)
        return;
    add_point(series, most, (double)(series->count - 1), false);
    series->is_stepped = true;
}

static void draw_within(struct drawing *drawing, const struct lab_sheet *sheet)
{
    double most = 0;

    for (size_t row = 0; row < lab_grid_rows(&sheet->points); row++)
        most = fmax(most, lab_grid_at(&sheet->points, row, 1)->number);
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        draw_solved(drawing, sheet, i, most);
    drawing->chart.x = (struct lab_axis){lab_measure_label(sheet->section->measures[0].name), LAB_SCALE_LOG};
    drawing->chart.y = (struct lab_axis){"positions solved", LAB_SCALE_LINEAR};
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* The columns of a grid of curves. */
enum { NODES = 1, PROOF_NUMBER = 2, DEPTH = 2, DISPROOF_NUMBER = 3, EVALUATION = 3 };

/* An infinite number has no place in a diagram. */
static void draw_curve(struct drawing *drawing, const struct lab_grid *grid, size_t colour, struct lab_stretch stretch,
                       const char *label, size_t x, size_t y)
{
    struct lab_series *series = add_series(drawing, label, colour, stretch.length);

    for (size_t row = stretch.first; row < stretch.first + stretch.length; row++)
        add_point(series, lab_grid_at(grid, row, x)->number, lab_grid_at(grid, row, y)->number, false);
    if (series)
        series->is_dashed = !label;
}

static void draw_curves(struct drawing *drawing, const struct lab_sheet *sheet)
{
    bool has_numbers = sheet->section->shows == LAB_SHOWS_NUMBERS;
    struct lab_stretch chosen[LAB_CURVES_MOST];
    size_t count = lab_choose_curves(sheet, chosen);

    for (size_t i = 0; i < count; i++) {
        const char *label = lab_grid_at(&sheet->grid, chosen[i].first, 0)->plain;

        draw_curve(drawing, &sheet->grid, i, chosen[i], label, has_numbers ? NODES : DEPTH,
                   has_numbers ? PROOF_NUMBER : EVALUATION);
        if (has_numbers)
            draw_curve(drawing, &sheet->grid, i, chosen[i], NULL, NODES, DISPROOF_NUMBER);
    }
    drawing->chart.x =
        (struct lab_axis){has_numbers ? "nodes" : "depth", has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR};
    drawing->chart.y = (struct lab_axis){has_numbers ? "number of the root" : "evaluation of the best line",
                                         has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR};
    drawing->chart.solid = "proof number";
    drawing->chart.dashed = has_numbers ? "disproof number" : NULL;
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

/* The question's vertex is the second word of a goal's position; a plain position of the game has no question. */
static void find_vertex(const struct lab_experiment *experiment, const struct lab_position *it, char vertex[16])
{
    const char *at = experiment->type->goal ? strchr(it->text, ' ') : NULL;

    (void)snprintf(vertex, 16, "%.*s", at ? (int)strcspn(at + 1, " ") : 0, at ? at + 1 : "");
}

/* "corner: attack D4": the name, the side, and the block; then the cost for each variant. */
static void print_titles(const struct lab_sheet *sheet, const char *id, by_position *position, const char *vertex,
                         by_text *title, by_text *subtitle)
{
    struct by_node node;

    by_position_node(position, &node);
    by_text_add(title, id);
    if (*vertex)
        by_text_printf(title, ": %s %s", node.side == by_position_prover(position) ? "attack" : "defend", vertex);
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        by_text_printf(subtitle, "%s%s: %s %s", i ? ", " : "", lab_sheet_variant(sheet, i)->name,
                       lab_grid_at(&sheet->grid, 1, i + 1)->shown, lab_measure_label(sheet->section->measures[0].name));
}

static by_status draw_board(const struct lab_sheet *sheet, const struct lab_position *it, by_position *position,
                            by_text *out, by_error *error)
{
    by_text title = {0}, subtitle = {0};
    struct board *board = malloc(sizeof *board);
    by_status status = board ? board_read(board, position, error) : by_error_no_memory(error);
    char vertex[16];

    if (!status) {
        find_vertex(sheet->experiment, it, vertex);
        board_mark_target(board, board_point(board, vertex));
        print_titles(sheet, it->id, position, vertex, &title, &subtitle);
        board->title = by_text_string(&title);
        board->subtitle = by_text_string(&subtitle);
        board_svg(board, out);
        out->failed = out->failed || title.failed || subtitle.failed;
    }
    by_text_free(&title);
    by_text_free(&subtitle);
    free(board);
    return status;
}

/* Draws the position that the grid names. Adds nothing if it names none, or if the game has no board. */
static by_status draw_picture(const struct lab_sheet *sheet, by_text *out, by_error *error)
{
    const struct lab_experiment *experiment = sheet->experiment;
    by_status status = BY_OK;

    for (size_t i = 0; i < experiment->position_count && lab_grid_rows(&sheet->grid) > 1; i++) {
        const struct lab_position *it = &experiment->positions[i];
        by_position *position = NULL;

        if (!lab_is_same(it->id, lab_grid_at(&sheet->grid, 1, 0)->plain))
            continue;
        status = lab_position_open(experiment, NULL, i, &position, error);
        if (!status && board_can_show(position))
            status = draw_board(sheet, it, position, out, error);
        by_position_destroy(position);
    }
    return status;
}

/* ---- A section ------------------------------------------------------------------------------------------------- */

static bool is_drawn(const struct lab_sheet *sheet)
{
    switch (sheet->section->kind) {
    case LAB_CURVES:
    case LAB_WITHIN:
        return true;
    case LAB_TABLE:
    case LAB_PROGRESS:
    case LAB_GROUPED:
    case LAB_OVER:
        return has_line(sheet);
    default:
        return false;
    }
}

by_status lab_sheet_draw(const struct lab_sheet *sheet, bool is_inline, by_text *out, by_error *error)
{
    struct drawing drawing = {.chart.series = drawing.series};

    if (sheet->section->kind == LAB_PICTURE)
        return draw_picture(sheet, out, error);
    if (!is_drawn(sheet))
        return BY_OK;
    add_title(&drawing, sheet);
    if (sheet->section->kind == LAB_CURVES)
        draw_curves(&drawing, sheet);
    else if (sheet->section->kind == LAB_WITHIN)
        draw_within(&drawing, sheet);
    else
        draw_grid(&drawing, sheet);
    out->failed = out->failed || drawing.failed || drawing.title.failed;
    if (!out->failed && is_inline)
        lab_chart_inline(&drawing.chart, out);
    else if (!out->failed)
        lab_chart_svg(&drawing.chart, out);
    for (size_t i = 0; i < drawing.chart.count; i++)
        free(drawing.series[i].points);
    by_text_free(&drawing.title);
    return out->failed ? by_error_no_memory(error) : BY_OK;
}
