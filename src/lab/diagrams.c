/* SPDX-License-Identifier: MIT
 *
 * Sections as diagrams. Most are drawn from their grid: the first column gives x, and each other visible column is a
 * line. Curves, and the numbers of solved positions, have more points than their grid.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sheet.h"
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
    size_t positions = sheet->experiment->position_count;
    struct lab_series *series =
        lab_sheet_searched(sheet, variant)
            ? add_series(drawing, lab_sheet_variant(sheet, variant)->name, variant, positions + 2)
            : NULL;

    if (!series)
        return;
    series->count = 1;
    for (size_t i = 0; i < positions; i++)
        if (lab_sheet_is_solved(sheet, variant, i))
            series->points[series->count++].x = lab_sheet_value(sheet, 0, variant, i);
    qsort(series->points, series->count, sizeof *series->points, compare_points);
    for (size_t i = 0; i < series->count; i++)
        series->points[i].y = (double)i;
    add_point(series, most, (double)(series->count - 1), false);
    series->is_stepped = true;
}

static void draw_within(struct drawing *drawing, const struct lab_sheet *sheet)
{
    double most = 0; /* of each solved position: its cost */

    for (size_t i = 0; i < sheet->section->variant_count; i++)
        for (size_t j = 0; j < sheet->experiment->position_count; j++)
            if (lab_sheet_is_solved(sheet, i, j))
                most = fmax(most, lab_sheet_value(sheet, 0, i, j));
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        draw_solved(drawing, sheet, i, most);
    drawing->chart.x = (struct lab_axis){lab_measure_label(sheet->section->measures[0].name), LAB_SCALE_LOG};
    drawing->chart.y = (struct lab_axis){"positions solved", LAB_SCALE_LINEAR};
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* The values that a curve shows. */
enum line { EVALUATION, PROOF_NUMBER, DISPROOF_NUMBER };

/* An infinite number has no place in a diagram. */
static void draw_curve(struct drawing *drawing, const char *label, size_t colour, const struct solve_curve *curve,
                       enum line line)
{
    struct lab_series *series = add_series(drawing, line == DISPROOF_NUMBER ? NULL : label, colour, curve->length);

    for (size_t i = 0; series && i < curve->length; i++) {
        const struct solve_point *point = &curve->points[i];
        uint64_t number = line == PROOF_NUMBER ? point->proof_number : point->disproof_number;

        if (line == EVALUATION)
            add_point(series, point->depth, point->evaluation, false);
        else if (number != UINT64_MAX)
            add_point(series, (double)point->nodes, (double)number / 16, false);
    }
    if (series)
        series->is_dashed = line == DISPROOF_NUMBER;
}

static by_status draw_curves(struct drawing *drawing, const struct lab_sheet *sheet, by_error *error)
{
    bool has_numbers = sheet->section->shows == LAB_SHOWS_NUMBERS;
    struct lab_chosen chosen = {.count = 0};
    by_status status = lab_choose_curves(sheet, &chosen, error);

    for (size_t i = 0; i < chosen.count && !status; i++) {
        const char *label = sheet->experiment->positions[chosen.positions[i]].id;

        draw_curve(drawing, label, i, &chosen.curves[i], has_numbers ? PROOF_NUMBER : EVALUATION);
        if (has_numbers)
            draw_curve(drawing, label, i, &chosen.curves[i], DISPROOF_NUMBER);
    }
    lab_chosen_free(&chosen);
    drawing->chart.x =
        (struct lab_axis){has_numbers ? "nodes" : "depth", has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR};
    drawing->chart.y = (struct lab_axis){has_numbers ? "number of the root" : "evaluation of the best line",
                                         has_numbers ? LAB_SCALE_LOG : LAB_SCALE_LINEAR};
    drawing->chart.solid = "proof number";
    drawing->chart.dashed = has_numbers ? "disproof number" : NULL;
    return status;
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

/* The question's vertex is the second word of a goal's position; a plain position of the game has no question. */
static void find_vertex(const struct lab_position *it, char vertex[16])
{
    bool is_question = by_game_type_of(by_position_game(it->position))->goal;
    const char *at = is_question ? strchr(it->text, ' ') : NULL;

    (void)snprintf(vertex, 16, "%.*s", at ? (int)strcspn(at + 1, " ") : 0, at ? at + 1 : "");
}

/* "corner: attack D4": the name, the side, and the block; then the cost for each variant. */
static void print_titles(const struct lab_sheet *sheet, size_t position, const char *vertex, by_text *title,
                         by_text *subtitle)
{
    const struct lab_position *it = &sheet->experiment->positions[position];
    char digits[LAB_DIGITS_SIZE];
    struct by_node node;

    by_position_node(it->position, &node);
    by_text_add(title, it->id);
    if (*vertex)
        by_text_printf(title, ": %s %s", node.side == by_position_prover(it->position) ? "attack" : "defend", vertex);
    for (size_t i = 0; i < sheet->section->variant_count; i++) {
        lab_print_number(lab_sheet_value(sheet, 0, i, position), digits);
        by_text_printf(subtitle, "%s%s: %s %s", i ? ", " : "", lab_sheet_variant(sheet, i)->name, digits,
                       lab_measure_label(sheet->section->measures[0].name));
    }
}

/* Draws the position. Adds nothing if both variants solved none, or if the game has no board. */
static by_status draw_picture(const struct lab_sheet *sheet, by_text *out, by_error *error)
{
    by_text title = {0}, subtitle = {0};
    const by_position *position;
    struct board *board;
    char vertex[16];
    size_t index;
    by_status status;

    if (!lab_sheet_pick(sheet, &index) || !board_can_show(sheet->experiment->positions[index].position))
        return BY_OK;
    position = sheet->experiment->positions[index].position;
    board = malloc(sizeof *board);
    status = board ? board_read(board, position, error) : by_error_no_memory(error);
    if (!status) {
        find_vertex(&sheet->experiment->positions[index], vertex);
        board_mark_target(board, board_point(board, vertex));
        print_titles(sheet, index, vertex, &title, &subtitle);
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

/* ---- A section ------------------------------------------------------------------------------------------------- */

by_status lab_sheet_draw(const struct lab_sheet *sheet, bool is_inline, by_text *out, by_error *error)
{
    enum lab_kind kind = sheet->section->kind;
    struct drawing drawing = {.failed = false};
    by_status status = BY_OK;

    if (kind == LAB_PICTURE)
        return draw_picture(sheet, out, error);
    if (kind != LAB_CURVES && kind != LAB_WITHIN && !has_line(sheet))
        return BY_OK;
    drawing.chart.series = drawing.series;
    add_title(&drawing, sheet);
    if (kind == LAB_CURVES)
        status = draw_curves(&drawing, sheet, error);
    else if (kind == LAB_WITHIN)
        draw_within(&drawing, sheet);
    else
        draw_grid(&drawing, sheet);
    drawing.failed = drawing.failed || drawing.title.failed;
    if (!status && !drawing.failed && is_inline)
        lab_chart_inline(&drawing.chart, out);
    else if (!status && !drawing.failed)
        lab_chart_svg(&drawing.chart, out);
    for (size_t i = 0; i < drawing.chart.count; i++)
        free(drawing.series[i].points);
    by_text_free(&drawing.title);
    if (!status && (drawing.failed || out->failed))
        status = by_error_no_memory(error);
    return status;
}
