/* SPDX-License-Identifier: MIT */
#include "lab/report.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/csv.h"
#include "lab/html.h"
#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/origin.h"
#include "lab/parts.h"
#include "lab/run.h"
#include "render/prose.h"

/* A table with its values. */
struct sheet {
    const struct lab_experiment *experiment;
    const struct lab_table *table;
    int64_t *limits; /* all those of its columns, rising */
    size_t limit_count;
    double *values; /* by column, limit and position; NAN where there is no row */
};

/* How a column compares with the base. */
struct comparison {
    size_t count;               /* positions that both have */
    double change;              /* of the mean, in percent; NAN if it is not known */
    double least, median, most; /* ratio, position by position */
};

/* ---- Values ---------------------------------------------------------------------------------------------------- */

static double *value_at(const struct sheet *sheet, size_t column, size_t limit)
{
    return sheet->values + (column * sheet->limit_count + limit) * sheet->experiment->position_count;
}

static const struct lab_variant *variant_of(const struct sheet *sheet, size_t column)
{
    return &sheet->experiment->variants[sheet->table->columns[column]];
}

static void collect_limits(struct sheet *sheet)
{
    int64_t last = 0, next;

    do {
        next = INT64_MAX;
        for (size_t column = 0; column < sheet->table->column_count; column++) {
            const struct lab_limits *limits = &variant_of(sheet, column)->limits;

            for (size_t i = 0; i < limits->count; i++)
                if (limits->list[i] > last && limits->list[i] < next)
                    next = limits->list[i];
        }
        if (next != INT64_MAX)
            sheet->limits[sheet->limit_count++] = next;
        last = next;
    } while (next != INT64_MAX && !lab_is_over(sheet->experiment));
}

static by_status load_values(struct sheet *sheet, lab_database *database, by_error *error)
{
    by_status status = BY_OK;

    for (size_t column = 0; column < sheet->table->column_count; column++)
        for (size_t limit = 0; limit < sheet->limit_count; limit++)
            for (size_t i = 0; i < sheet->experiment->position_count && !status; i++) {
                struct lab_task task = {
                    .position = i, .variant = sheet->table->columns[column], .limit = sheet->limits[limit]};
                double *value = &value_at(sheet, column, limit)[i];

                *value = NAN;
                if (lab_variant_has(variant_of(sheet, column), task.limit))
                    status =
                        lab_measure_mean(database, sheet->experiment, &task, sheet->table->measure.name, value, error);
            }
    return status;
}

static void free_sheet(struct sheet *sheet)
{
    free(sheet->limits);
    free(sheet->values);
}

static by_status make_sheet(struct sheet *sheet, lab_database *database, by_error *error)
{
    size_t most = 0;

    for (size_t column = 0; column < sheet->table->column_count; column++)
        most += variant_of(sheet, column)->limits.count;
    sheet->limits = calloc(most, sizeof *sheet->limits);
    if (!sheet->limits)
        return by_error_no_memory(error);
    collect_limits(sheet);
    sheet->values = calloc(sheet->table->column_count * sheet->limit_count * sheet->experiment->position_count,
                           sizeof *sheet->values);
    return sheet->values ? load_values(sheet, database, error) : by_error_no_memory(error);
}

/* ---- Figures --------------------------------------------------------------------------------------------------- */

static double mean(const double *values, size_t count, size_t *known)
{
    double sum = 0;

    *known = 0;
    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            continue;
        sum += values[i];
        ++*known;
    }
    return *known ? sum / (double)*known : NAN;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void sum_up_ratios(double *ratios, size_t count, struct comparison *out)
{
    out->least = out->median = out->most = NAN;
    if (!count)
        return;
    qsort(ratios, count, sizeof *ratios, compare_numbers);
    out->least = ratios[0];
    out->median = (ratios[(count - 1) / 2] + ratios[count / 2]) / 2;
    out->most = ratios[count - 1];
}

/* Only positions count that both columns have: else two sets of positions would be compared. */
static by_status compare(const struct sheet *sheet, size_t column, size_t limit, struct comparison *out,
                         by_error *error)
{
    const double *ours = value_at(sheet, column, limit);
    const double *base = value_at(sheet, (size_t)sheet->table->base, limit);
    size_t positions = sheet->experiment->position_count, ratio_count = 0;
    double *ratios = calloc(positions, sizeof *ratios);
    double sum = 0, base_sum = 0;

    out->count = 0;
    if (!ratios)
        return by_error_no_memory(error);
    for (size_t i = 0; i < positions; i++) {
        if (isnan(ours[i]) || isnan(base[i]))
            continue;
        out->count++;
        sum += ours[i];
        base_sum += base[i];
        if (base[i] != 0)
            ratios[ratio_count++] = ours[i] / base[i];
    }
    out->change = base_sum != 0 ? (sum / base_sum - 1) * 100 : NAN;
    sum_up_ratios(ratios, ratio_count, out);
    free(ratios);
    return BY_OK;
}

static double published(const struct sheet *sheet, size_t column, size_t limit)
{
    const struct lab_figure *figure = lab_figure_find(sheet->experiment, sheet->table->columns[column],
                                                      sheet->table->measure.name, sheet->limits[limit]);

    return figure ? figure->value : NAN;
}

static double published_change(const struct sheet *sheet, size_t column, size_t limit)
{
    double base = published(sheet, (size_t)sheet->table->base, limit);

    return base != 0 ? (published(sheet, column, limit) / base - 1) * 100 : NAN;
}

static bool is_published(const struct sheet *sheet, size_t column)
{
    for (size_t limit = 0; limit < sheet->limit_count; limit++)
        if (!isnan(published(sheet, column, limit)))
            return true;
    return false;
}

static bool has_published_change(const struct sheet *sheet, size_t column)
{
    for (size_t limit = 0; limit < sheet->limit_count; limit++)
        if (!isnan(published_change(sheet, column, limit)))
            return true;
    return false;
}

/* ---- Cells ----------------------------------------------------------------------------------------------------- */

static void add_number(struct lab_grid *grid, double number, bool is_partial)
{
    char digits[LAB_DIGITS_SIZE];

    if (isnan(number)) {
        lab_grid_add(grid, "-");
        return;
    }
    lab_print_number(number, digits);
    lab_grid_printf(grid, "%s%s", digits, is_partial ? "*" : "");
}

static void add_with(struct lab_grid *grid, const char *format, double number, bool is_partial)
{
    char digits[80];

    if (isnan(number)) {
        lab_grid_add(grid, "-");
        return;
    }
    (void)snprintf(digits, sizeof digits, format, number);
    lab_grid_printf(grid, "%s%s", digits, is_partial ? "*" : "");
}

#define PERCENT "%+.1f"
#define RATIO   "%.3f"

/* ---- Tables for people ----------------------------------------------------------------------------------------- */

static void add_figures(const struct sheet *sheet, struct lab_grid *grid)
{
    size_t positions = sheet->experiment->position_count;

    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    for (size_t column = 0; column < sheet->table->column_count; column++) {
        lab_grid_add(grid, variant_of(sheet, column)->name);
        if (is_published(sheet, column))
            lab_grid_add(grid, "published");
    }
    grid->columns = grid->count;
    for (size_t limit = 0; limit < sheet->limit_count && !lab_is_over(sheet->experiment); limit++) {
        lab_grid_printf(grid, "%" PRId64, sheet->limits[limit]);
        for (size_t column = 0; column < sheet->table->column_count; column++) {
            size_t known;
            double ours = mean(value_at(sheet, column, limit), positions, &known);

            add_number(grid, ours, known < positions);
            if (is_published(sheet, column))
                add_number(grid, published(sheet, column, limit), false);
        }
    }
}

static void add_comparison_headings(const struct sheet *sheet, struct lab_grid *grid)
{
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    for (size_t column = 0; column < sheet->table->column_count; column++) {
        if ((int)column == sheet->table->base)
            continue;
        lab_grid_printf(grid, "%s %%", variant_of(sheet, column)->name);
        if (has_published_change(sheet, column))
            lab_grid_add(grid, "published %");
        lab_grid_add(grid, "ratio min");
        lab_grid_add(grid, "median");
        lab_grid_add(grid, "max");
    }
    grid->columns = grid->count;
}

static by_status add_comparison(const struct sheet *sheet, size_t column, size_t limit, bool has_published,
                                struct lab_grid *grid, by_error *error)
{
    struct comparison of;
    by_status status = compare(sheet, column, limit, &of, error);
    bool is_partial = of.count < sheet->experiment->position_count;

    if (!status)
        status = lab_go_on(sheet->experiment, error);
    if (status)
        return status;
    add_with(grid, PERCENT, of.change, is_partial);
    if (has_published)
        add_with(grid, PERCENT, published_change(sheet, column, limit), false);
    add_with(grid, RATIO, of.least, is_partial);
    add_with(grid, RATIO, of.median, is_partial);
    add_with(grid, RATIO, of.most, is_partial);
    return BY_OK;
}

/* How many columns can stand side by side with all that is said of them. */
enum { COMPARED_MOST = 2 };

static bool is_one_below_another(const struct sheet *sheet, enum lab_format format)
{
    return format == LAB_FORMAT_HTML && sheet->table->column_count > COMPARED_MOST + 1;
}

static bool has_any_published_change(const struct sheet *sheet)
{
    for (size_t column = 0; column < sheet->table->column_count; column++)
        if ((int)column != sheet->table->base && has_published_change(sheet, column))
            return true;
    return false;
}

/* On a page many columns stand one below another. */
static by_status add_long_comparisons(const struct sheet *sheet, struct lab_grid *grid, by_error *error)
{
    size_t base = (size_t)sheet->table->base;
    bool has_published = has_any_published_change(sheet);
    by_status status = BY_OK;

    lab_grid_add(grid, "variant");
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    lab_grid_add(grid, "%");
    if (has_published)
        lab_grid_add(grid, "published %");
    lab_grid_add(grid, "ratio min");
    lab_grid_add(grid, "median");
    lab_grid_add(grid, "max");
    grid->columns = grid->count;
    grid->left = 1;
    for (size_t column = 0; column < sheet->table->column_count; column++)
        for (size_t limit = 0; limit < sheet->limit_count && column != base && !status; limit++) {
            if (!lab_variant_has(variant_of(sheet, base), sheet->limits[limit]))
                continue;
            lab_grid_add(grid, variant_of(sheet, column)->name);
            lab_grid_printf(grid, "%" PRId64, sheet->limits[limit]);
            status = add_comparison(sheet, column, limit, has_published, grid, error);
        }
    return status;
}

static by_status add_comparisons(const struct sheet *sheet, struct lab_grid *grid, by_error *error)
{
    size_t base = (size_t)sheet->table->base;
    by_status status = BY_OK;

    add_comparison_headings(sheet, grid);
    for (size_t limit = 0; limit < sheet->limit_count && !lab_is_over(sheet->experiment); limit++) {
        if (!lab_variant_has(variant_of(sheet, base), sheet->limits[limit]))
            continue;
        lab_grid_printf(grid, "%" PRId64, sheet->limits[limit]);
        for (size_t column = 0; column < sheet->table->column_count && !status; column++)
            if (column != base)
                status = add_comparison(sheet, column, limit, has_published_change(sheet, column), grid, error);
    }
    return status;
}

static by_status print_grid(const struct lab_grid *grid, enum lab_format format, by_text *out, by_error *error)
{
    if (grid->failed)
        return by_error_no_memory(error);
    lab_grid_print(grid, format, out);
    return BY_OK;
}

static by_status finish(const by_text *out, by_error *error)
{
    return out->failed ? by_error_no_memory(error) : BY_OK;
}

static bool has_partial_means(const struct sheet *sheet)
{
    size_t positions = sheet->experiment->position_count, known;

    for (size_t column = 0; column < sheet->table->column_count; column++)
        for (size_t limit = 0; limit < sheet->limit_count; limit++) {
            mean(value_at(sheet, column, limit), positions, &known);
            if (known && known < positions)
                return true;
        }
    return false;
}

static void say_figures(const struct sheet *sheet, enum lab_format format, by_text *out)
{
    const char *measure = sheet->table->measure.name;
    size_t positions = sheet->experiment->position_count;
    by_text sentence = {0};

    lab_say_others(sheet->experiment, &sheet->table->measure, 1, &sentence);
    by_text_printf(&sentence, "Mean %s%s of %zu position%s", measure, strcmp(measure, "time") == 0 ? " (ms)" : "",
                   positions, positions == 1 ? "" : "s");
    lab_say_repetitions(sheet->experiment, sheet->table->columns, sheet->table->column_count, &sentence);
    by_text_add_char(&sentence, ':');
    lab_print_lead(by_text_string(&sentence), format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
}

static by_status print_comparisons(const struct sheet *sheet, enum lab_format format, by_text *out, by_error *error)
{
    struct lab_grid grid = {0};
    by_text sentence = {0};
    by_status status = is_one_below_another(sheet, format) ? add_long_comparisons(sheet, &grid, error)
                                                           : add_comparisons(sheet, &grid, error);

    by_text_printf(&sentence, "Against %s: change of the mean in %%, and the ratio position by position:",
                   variant_of(sheet, (size_t)sheet->table->base)->name);
    if (format != LAB_FORMAT_HTML)
        by_text_add_char(out, '\n');
    lab_print_lead(by_text_string(&sentence), format, out);
    if (!status)
        status = print_grid(&grid, format, out, error);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
    lab_grid_free(&grid);
    return status;
}

/* Figures and then, if there is something to compare with, comparisons. */
static by_status print_sheet(const struct sheet *sheet, enum lab_format format, by_text *out, by_error *error)
{
    const struct lab_table *table = sheet->table;
    struct lab_grid figures = {0};
    by_status status;

    lab_print_heading(table->title, format, out);
    say_figures(sheet, format, out);
    add_figures(sheet, &figures);
    status = print_grid(&figures, format, out, error);
    if (!status && table->base != LAB_NO_COLUMN && table->column_count > 1)
        status = print_comparisons(sheet, format, out, error);
    if (!status && has_partial_means(sheet))
        lab_print_note("* not of all positions yet", format, out);
    lab_grid_free(&figures);
    return status;
}

by_status lab_table_print(const struct lab_experiment *experiment, const struct lab_table *table,
                          lab_database *database, enum lab_format format, by_text *out, by_error *error)
{
    struct sheet sheet = {.experiment = experiment, .table = table};
    by_status status = make_sheet(&sheet, database, error);

    if (!status)
        status = print_sheet(&sheet, format, out, error);
    free_sheet(&sheet);
    return status;
}

/* ---- The same for programs ------------------------------------------------------------------------------------- */

static void add_plain(struct lab_grid *grid, double number)
{
    lab_grid_add_number(grid, number, true);
}

static void add_csv_headings(struct lab_grid *grid)
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
                                           "ratio_max"};

    grid->columns = sizeof headings / sizeof headings[0];
    for (size_t i = 0; i < grid->columns; i++)
        lab_grid_add(grid, headings[i]);
}

static by_status add_csv_line(const struct sheet *sheet, size_t column, size_t limit, struct lab_grid *grid,
                              by_error *error)
{
    bool has_base = sheet->table->base != LAB_NO_COLUMN && sheet->table->base != (int)column;
    struct comparison of = {0, NAN, NAN, NAN, NAN};
    by_status status = has_base ? compare(sheet, column, limit, &of, error) : BY_OK;
    size_t known;
    double ours = mean(value_at(sheet, column, limit), sheet->experiment->position_count, &known);

    lab_grid_add(grid, sheet->table->title);
    lab_grid_add(grid, sheet->table->measure.name);
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    lab_grid_printf(grid, "%" PRId64, sheet->limits[limit]);
    lab_grid_add(grid, variant_of(sheet, column)->name);
    lab_grid_printf(grid, "%zu", known);
    add_plain(grid, ours);
    add_plain(grid, published(sheet, column, limit));
    lab_grid_add(grid, has_base ? variant_of(sheet, (size_t)sheet->table->base)->name : "");
    add_plain(grid, of.change);
    add_plain(grid, has_base ? published_change(sheet, column, limit) : NAN);
    add_plain(grid, of.least);
    add_plain(grid, of.median);
    add_plain(grid, of.most);
    return status;
}

static by_status add_csv_lines(const struct sheet *sheet, struct lab_grid *grid, by_error *error)
{
    by_status status = BY_OK;

    for (size_t limit = 0; limit < sheet->limit_count; limit++)
        for (size_t column = 0; column < sheet->table->column_count && !status; column++)
            if (lab_variant_has(variant_of(sheet, column), sheet->limits[limit]))
                status = add_csv_line(sheet, column, limit, grid, error);
    return status;
}

by_status lab_table_csv(const struct lab_experiment *experiment, const struct lab_table *table, lab_database *database,
                        by_text *out, by_error *error)
{
    struct sheet sheet = {.experiment = experiment, .table = table};
    struct lab_grid lines = {0};
    by_status status = make_sheet(&sheet, database, error);

    add_csv_headings(&lines);
    if (!status)
        status = add_csv_lines(&sheet, &lines, error);
    if (!status)
        status = print_grid(&lines, LAB_FORMAT_CSV, out, error);
    free_sheet(&sheet);
    lab_grid_free(&lines);
    return status ? status : finish(out, error);
}

static void add_grid_headings(const struct sheet *sheet, struct lab_grid *grid)
{
    lab_grid_add(grid, lab_limit_name(sheet->experiment->limit));
    for (size_t column = 0; column < sheet->table->column_count; column++) {
        const char *name = variant_of(sheet, column)->name;

        lab_grid_add(grid, name);
        if (is_published(sheet, column))
            lab_grid_printf(grid, "%s published", name);
        if (sheet->table->base == LAB_NO_COLUMN || (int)column == sheet->table->base)
            continue;
        lab_grid_printf(grid, "%s change_percent", name);
        lab_grid_printf(grid, "%s ratio_min", name);
        lab_grid_printf(grid, "%s ratio_median", name);
        lab_grid_printf(grid, "%s ratio_max", name);
    }
    grid->columns = grid->count;
}

/* A number that is not of all positions has a star, as for people. */
static void add_starred(struct lab_grid *grid, double number, bool is_partial)
{
    if (isnan(number) || !is_partial)
        add_plain(grid, number);
    else
        lab_grid_printf(grid, "%.12g*", number);
}

static by_status add_grid_cells(const struct sheet *sheet, size_t column, size_t limit, struct lab_grid *grid,
                                by_error *error)
{
    size_t known, positions = sheet->experiment->position_count;
    double ours = mean(value_at(sheet, column, limit), positions, &known);
    struct comparison of;
    by_status status;

    if (lab_go_on(sheet->experiment, error))
        return BY_ERROR_LIMIT;
    add_starred(grid, ours, known < positions);
    if (is_published(sheet, column))
        add_plain(grid, published(sheet, column, limit));
    if (sheet->table->base == LAB_NO_COLUMN || (int)column == sheet->table->base)
        return BY_OK;
    status = compare(sheet, column, limit, &of, error);
    if (status)
        return status;
    add_starred(grid, of.change, of.count < positions);
    add_starred(grid, of.least, of.count < positions);
    add_starred(grid, of.median, of.count < positions);
    add_starred(grid, of.most, of.count < positions);
    return BY_OK;
}

by_status lab_table_grid(const struct lab_experiment *experiment, const struct lab_table *table, lab_database *database,
                         struct lab_grid *grid, by_error *error)
{
    struct sheet sheet = {.experiment = experiment, .table = table};
    by_status status = make_sheet(&sheet, database, error);

    if (!status)
        add_grid_headings(&sheet, grid);
    for (size_t limit = 0; limit < sheet.limit_count && !status; limit++) {
        lab_grid_printf(grid, "%" PRId64, sheet.limits[limit]);
        for (size_t column = 0; column < table->column_count && !status; column++)
            status = add_grid_cells(&sheet, column, limit, grid, error);
    }
    free_sheet(&sheet);
    return status || !grid->failed ? status : by_error_no_memory(error);
}

/* ---- A whole report -------------------------------------------------------------------------------------------- */

by_status lab_count_done(const struct lab_experiment *experiment, lab_database *database, size_t *done, size_t *total,
                         by_error *error)
{
    struct lab_task *tasks;
    by_status status = lab_list_tasks(experiment, &tasks, total, error);

    *done = 0;
    for (size_t i = 0; !status && i < *total; i++) {
        bool is_found;
        int64_t time_us;

        status = lab_database_find(database, experiment, &tasks[i], &is_found, &time_us, error);
        *done += is_found;
    }
    free(tasks);
    return status;
}

/* Which columns the table of variants has beside the usual ones. */
struct variant_columns {
    bool has_times, has_games;
    bool is_headed; /* else the cells say what they are */
};

static void add_variant_headings(const struct variant_columns *columns, struct lab_grid *grid)
{
    lab_grid_add(grid, "variant");
    lab_grid_add(grid, "limits");
    if (columns->has_times)
        lab_grid_add(grid, "times");
    lab_grid_add(grid, "search");
    if (columns->has_games)
        lab_grid_add(grid, "game");
}

static void add_own_game(const struct lab_experiment *experiment, const struct lab_variant *variant, bool is_headed,
                         struct lab_grid *grid)
{
    by_text game = {0};

    lab_print_own_game(experiment, variant, &game);
    lab_grid_printf(grid, "%s%s", game.length && !is_headed ? "game: " : "", game.length ? by_text_string(&game) : "-");
    grid->failed = grid->failed || game.failed;
    by_text_free(&game);
}

static void add_variant(const struct lab_experiment *experiment, const struct lab_variant *variant,
                        const struct variant_columns *columns, struct lab_grid *grid)
{
    by_text limits = {0};

    lab_print_limits(experiment, variant, &limits);
    lab_grid_add(grid, variant->name);
    lab_grid_add(grid, by_text_string(&limits));
    if (columns->has_times)
        lab_grid_printf(grid, "%d%s", variant->repetitions,
                        columns->is_headed          ? ""
                        : variant->repetitions == 1 ? " time"
                                                    : " times");
    lab_grid_add(grid, variant->words);
    if (columns->has_games)
        add_own_game(experiment, variant, columns->is_headed, grid);
    grid->failed = grid->failed || limits.failed;
    by_text_free(&limits);
}

void lab_print_variants(const struct lab_experiment *experiment, enum lab_format format, by_text *out)
{
    const struct variant_columns columns = {.has_times = lab_has_repetitions(experiment),
                                            .has_games = lab_has_own_games(experiment),
                                            .is_headed = format != LAB_FORMAT_TEXT};
    struct lab_grid grid = {0};

    grid.columns = grid.left = 3 + (size_t)columns.has_times + (size_t)columns.has_games;
    if (columns.is_headed)
        add_variant_headings(&columns, &grid);
    for (size_t i = 0; i < experiment->variant_count; i++)
        add_variant(experiment, &experiment->variants[i], &columns, &grid);
    out->failed = out->failed || grid.failed;
    lab_grid_print(&grid, format, out);
    lab_grid_free(&grid);
}

const char *lab_form_of(const struct lab_experiment *experiment)
{
    return experiment->is_quick ? " (quick form)" : "";
}

void lab_say_quick(const struct lab_experiment *experiment, by_text *out)
{
    lab_print_quick(experiment, out);
    by_text_add(out, ". Titles, and what was published, are of the whole form");
}

/* Each is a paragraph in Markdown, else a line. */
static void print_fact(const char *name, const char *fact, enum lab_format format, by_text *out)
{
    by_text_add(out, name);
    lab_print_prose(fact, format, out);
    by_text_add(out, format == LAB_FORMAT_MARKDOWN ? "\n\n" : "\n");
}

static void print_quick(const struct lab_experiment *experiment, enum lab_format format, by_text *out)
{
    by_text what = {0};

    lab_say_quick(experiment, &what);
    print_fact(format == LAB_FORMAT_MARKDOWN ? "**Quick form**: " : "Quick form: ", by_text_string(&what), format, out);
    out->failed = out->failed || what.failed;
    by_text_free(&what);
}

static by_status print_head(const struct lab_experiment *experiment, lab_database *database, enum lab_format format,
                            by_text *out, by_error *error)
{
    bool is_markdown = format == LAB_FORMAT_MARKDOWN;
    const char *paragraph = is_markdown ? "\n" : "";
    by_text game = {0};
    size_t done, total;
    by_status status = lab_count_done(experiment, database, &done, &total, error);

    if (status)
        return status;
    by_text_add(out, is_markdown ? "# " : "");
    lab_print_prose(experiment->title, format, out);
    by_text_printf(out, "%s\n%s", lab_form_of(experiment), paragraph);
    if (experiment->is_quick)
        print_quick(experiment, format, out);
    if (experiment->paper)
        print_fact("Published: ", experiment->paper, format, out);
    by_text_printf(&game, "%s%s%s", experiment->type->name, *experiment->game_settings ? " " : "",
                   experiment->game_settings);
    print_fact("Game: ", by_text_string(&game), format, out);
    out->failed = out->failed || game.failed;
    by_text_free(&game);
    by_text_add(out, "Program: ");
    status = lab_print_origin(experiment, database, LAB_ORIGIN_PROGRAM, out, error);
    by_text_printf(out, "\n%s", paragraph);
    if (done < total)
        by_text_printf(out, "Not finished: %zu of %zu rows are done\n%s", done, total, paragraph);
    if (!is_markdown)
        by_text_add_char(out, '\n');
    lab_print_variants(experiment, format, out);
    return status;
}

/* Lines of an experiment's text are numbered from 1. */
bool lab_next_section(const struct lab_experiment *experiment, struct lab_section *section)
{
    struct lab_section next = {.line = INT_MAX};

    for (size_t i = 0; i < experiment->table_count; i++) {
        const struct lab_table *table = &experiment->tables[i];

        if (table->line <= section->line || table->line >= next.line)
            continue;
        next = (struct lab_section){.table = table, .line = table->line};
        (void)snprintf(next.name, sizeof next.name, "table-%zu", i + 1);
    }
    for (size_t i = 0; i < experiment->part_count; i++) {
        const struct lab_part *part = &experiment->parts[i];

        if (part->line <= section->line || part->line >= next.line)
            continue;
        next = (struct lab_section){.part = part, .line = part->line};
        (void)snprintf(next.name, sizeof next.name, "%s", part->name);
    }
    *section = next;
    return next.line != INT_MAX;
}

static by_status print_all(const struct lab_experiment *experiment, lab_database *database, enum lab_format format,
                           by_text *out, by_error *error)
{
    by_status status = print_head(experiment, database, format, out, error);

    struct lab_section at = {0};

    while (!status && lab_next_section(experiment, &at)) {
        status = at.table ? lab_table_print(experiment, at.table, database, format, out, error)
                          : lab_part_print(experiment, at.part, database, format, out, error);
        if (!status)
            status = lab_go_on_writing(experiment, out->length, error);
    }
    return status;
}

by_status lab_report_tables(const struct lab_experiment *experiment, lab_database *database, enum lab_format format,
                            by_text *out, by_error *error)
{
    by_status status;

    if (format == LAB_FORMAT_HTML)
        return lab_report_html(experiment, database, NULL, NULL, NULL, out, error);
    status = format == LAB_FORMAT_CSV ? lab_report_csv(experiment, database, out, error)
                                      : print_all(experiment, database, format, out, error);
    return status ? status : finish(out, error);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* What limits the search may be measured too: then the limit is called so. */
static const char *limit_heading(const struct lab_experiment *experiment)
{
    const char *name = lab_limit_name(experiment->limit);

    for (size_t i = 0; i < experiment->measure_count; i++)
        if (strcmp(experiment->measures[i].name, name) == 0)
            return "limit";
    return name;
}

static void add_row_headings(const struct lab_experiment *experiment, struct lab_grid *grid)
{
    lab_grid_add(grid, "position");
    lab_grid_add(grid, "variant");
    lab_grid_add(grid, limit_heading(experiment));
    if (lab_has_repetitions(experiment))
        lab_grid_add(grid, "repetition");
    for (size_t i = 0; i < experiment->measure_count; i++)
        lab_grid_add(grid, experiment->measures[i].name);
    grid->columns = grid->count;
    grid->left = 2;
}

static by_status add_row(const struct lab_experiment *experiment, lab_database *database, const struct lab_task *task,
                         struct lab_grid *grid, by_error *error)
{
    by_status status = BY_OK;

    lab_grid_add(grid, experiment->positions[task->position].id);
    lab_grid_add(grid, experiment->variants[task->variant].name);
    lab_grid_printf(grid, "%" PRId64, task->limit);
    if (lab_has_repetitions(experiment))
        lab_grid_printf(grid, "%d", task->repetition);
    for (size_t i = 0; i < experiment->measure_count && !status; i++) {
        by_text text = {0};

        status = lab_measure(database, experiment, task, experiment->measures[i].name, &text, error);
        lab_grid_add(grid, by_text_string(&text));
        grid->failed |= text.failed;
        by_text_free(&text);
    }
    return status;
}

by_status lab_report_rows(const struct lab_experiment *experiment, lab_database *database, enum lab_format format,
                          by_text *out, by_error *error)
{
    struct lab_grid grid = {0};
    struct lab_task *tasks;
    size_t count;
    by_status status;

    if (format == LAB_FORMAT_HTML)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "rows are printed as text, markdown or csv, not as html");
    status = lab_list_tasks(experiment, &tasks, &count, error);
    add_row_headings(experiment, &grid);
    for (size_t i = 0; !status && i < count; i++) {
        bool is_found;
        int64_t time_us;

        status = lab_database_find(database, experiment, &tasks[i], &is_found, &time_us, error);
        if (!status && is_found)
            status = add_row(experiment, database, &tasks[i], &grid, error);
    }
    if (!status)
        status = print_grid(&grid, format, out, error);
    free(tasks);
    lab_grid_free(&grid);
    return status ? status : finish(out, error);
}
