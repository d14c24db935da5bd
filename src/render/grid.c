/* SPDX-License-Identifier: MIT */
#include "render/grid.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/prose.h"

static struct lab_cell *add_cell(struct lab_grid *grid, const char *shown, const char *plain)
{
    struct lab_cell *cells = by__arena_grow(&grid->arena, grid->cells, grid->count, sizeof *cells);
    const char *own = plain ? by__arena_text(&grid->arena, plain) : NULL;
    const char *other = shown == plain ? own : shown ? by__arena_text(&grid->arena, shown) : NULL;

    if (!cells || (plain && !own) || (shown && !other)) {
        grid->failed = true;
        return NULL;
    }
    grid->cells = cells;
    cells[grid->count] = (struct lab_cell){.shown = other, .plain = own, .number = NAN};
    return &cells[grid->count++];
}

void lab_grid_add_both(struct lab_grid *grid, const char *shown, const char *plain)
{
    (void)add_cell(grid, shown, plain);
}

void lab_grid_add(struct lab_grid *grid, const char *text)
{
    (void)add_cell(grid, text, text);
}

void lab_grid_printf(struct lab_grid *grid, const char *format, ...)
{
    char cell[640];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    lab_grid_add(grid, cell);
}

void lab_grid_end_headings(struct lab_grid *grid, size_t left)
{
    grid->columns = grid->count;
    grid->left = left;
}

void lab_grid_add_headings(struct lab_grid *grid, const char *const *headings, size_t left)
{
    for (size_t i = 0; headings[i]; i++)
        lab_grid_add(grid, headings[i]);
    lab_grid_end_headings(grid, left);
}

void lab_grid_add_both_headings(struct lab_grid *grid, const char *const (*headings)[2], size_t left)
{
    for (size_t i = 0; headings[i][1]; i++)
        lab_grid_add_both(grid, headings[i][0], headings[i][1]);
    lab_grid_end_headings(grid, left);
}

bool lab_grid_has_partial(const struct lab_grid *grid)
{
    for (size_t i = 0; i < grid->count; i++)
        if (grid->cells[i].is_partial && grid->cells[i % grid->columns].shown)
            return true;
    return false;
}

void lab_print_number(double number, char out[LAB_DIGITS_SIZE])
{
    double magnitude = fabs(number);
    int decimals = magnitude >= 1000 ? 0 : magnitude >= 10 ? 1 : 3;
    char digits[400]; /* for the largest double */
    int length = snprintf(digits, sizeof digits, "%.*f", decimals, number);
    int whole = decimals ? length - decimals - 1 : length;
    size_t at = 0;

    while (length > whole + 1 && digits[length - 1] == '0')
        length--;
    if (length == whole + 1)
        length--;

    for (int i = 0; i < length && at + 2 < LAB_DIGITS_SIZE; i++) {
        bool is_between_digits = i > 0 && i < whole && digits[i - 1] != '-';

        if (is_between_digits && (whole - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = 0;
}

/* Adds a number that people see as `digits`. */
static void add_number(struct lab_grid *grid, double number, bool is_partial, char *digits)
{
    struct lab_cell *cell;
    char plain[32] = "";

    if (!isnan(number))
        (void)snprintf(plain, sizeof plain, "%.12g", number);
    if (!isnan(number) && is_partial)
        strcat(digits, "*");
    cell = add_cell(grid, isnan(number) ? "-" : digits, plain);
    if (!cell)
        return;
    cell->number = number;
    cell->is_partial = is_partial && !isnan(number);
}

void lab_grid_add_number(struct lab_grid *grid, double number, bool is_partial)
{
    char digits[LAB_DIGITS_SIZE + 1];

    lab_print_number(number, digits);
    add_number(grid, number, is_partial, digits);
}

void lab_grid_add_as(struct lab_grid *grid, const char *format, double number, bool is_partial)
{
    char digits[402];

    (void)snprintf(digits, sizeof digits - 1, format, number);
    add_number(grid, number, is_partial, digits);
}

void lab_grid_add_integer(struct lab_grid *grid, int64_t number)
{
    struct lab_cell *cell;
    char digits[24];

    (void)snprintf(digits, sizeof digits, "%" PRId64, number);
    cell = add_cell(grid, digits, digits);
    if (cell)
        cell->number = (double)number;
}

void lab_grid_free(struct lab_grid *grid)
{
    by__arena_free(&grid->arena);
    *grid = (struct lab_grid){0};
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static bool is_visible(const struct lab_grid *grid, size_t column)
{
    return grid->cells[column].shown;
}

static size_t last_visible(const struct lab_grid *grid)
{
    size_t last = grid->columns - 1;

    while (last && !is_visible(grid, last))
        last--;
    return last;
}

static int width_of(const char *cell)
{
    return by_text_column(cell, cell + strlen(cell)) - 1;
}

static int width_of_column(const struct lab_grid *grid, size_t column)
{
    int widest = 0;

    for (size_t i = column; i < grid->count; i += grid->columns)
        if (width_of(grid->cells[i].shown) > widest)
            widest = width_of(grid->cells[i].shown);
    return widest;
}

static void print_text(const struct lab_grid *grid, by_text *out)
{
    int *widths = calloc(grid->columns, sizeof *widths);
    size_t last = last_visible(grid);

    out->failed = out->failed || !widths;
    for (size_t column = 0; widths && column < grid->columns; column++)
        widths[column] = is_visible(grid, column) ? width_of_column(grid, column) : 0;
    for (size_t i = 0; widths && i < grid->count; i++) {
        size_t column = i % grid->columns;
        const char *cell = grid->cells[i].shown;
        bool is_left = column < grid->left;
        int blanks;

        if (!is_visible(grid, column))
            continue;
        blanks = widths[column] - width_of(cell);
        by_text_printf(out, "%*s%s%*s%s", is_left ? 0 : blanks, "", cell, is_left && column != last ? blanks : 0, "",
                       column == last ? "\n" : "  ");
    }
    free(widths);
}

/* ---- Markdown -------------------------------------------------------------------------------------------------- */

static void print_markdown_rule(const struct lab_grid *grid, by_text *out)
{
    for (size_t column = 0; column < grid->columns; column++)
        if (is_visible(grid, column))
            by_text_add(out, column < grid->left ? "|---" : "|---:");
    by_text_add(out, "|\n");
}

static void print_markdown(const struct lab_grid *grid, by_text *out)
{
    for (size_t i = 0; i < grid->count; i++) {
        size_t column = i % grid->columns;

        if (i == grid->columns)
            print_markdown_rule(grid, out);
        if (!is_visible(grid, column))
            continue;
        by_text_add(out, "| ");
        lab_print_markdown(grid->cells[i].shown, out);
        by_text_add(out, column == last_visible(grid) ? " |\n" : " ");
    }
}

/* ---- CSV ------------------------------------------------------------------------------------------------------- */

/* Quoted if necessary (RFC 4180). */
static void print_csv_cell(const char *cell, by_text *out)
{
    bool needs_quotes = strpbrk(cell, ",\"\r\n") != NULL;

    if (needs_quotes)
        by_text_add_char(out, '"');
    for (; *cell; cell++) {
        if (*cell == '"')
            by_text_add_char(out, '"');
        by_text_add_char(out, *cell);
    }
    if (needs_quotes)
        by_text_add_char(out, '"');
}

static void print_csv(const struct lab_grid *grid, by_text *out)
{
    for (size_t i = 0; i < grid->count; i++) {
        print_csv_cell(grid->cells[i].plain, out);
        by_text_add_char(out, i % grid->columns == grid->columns - 1 ? '\n' : ',');
    }
}

/* ---- HTML ------------------------------------------------------------------------------------------------------ */

/* Published numbers are dimmed, ours are not. */
static bool is_published(const struct lab_grid *grid, size_t column)
{
    return strncmp(grid->cells[column].shown, "published", strlen("published")) == 0;
}

/* Headings may break between the parts of a name, so that more columns fit. */
static void print_html_heading(const char *heading, by_text *out)
{
    char letter[2] = {0};

    for (; *heading; heading++) {
        letter[0] = *heading;
        lab_print_escaped(letter, out);
        if (strchr("_@", *heading) && heading[1])
            by_text_add(out, "<wbr>");
    }
}

static void print_html_cell(const struct lab_grid *grid, size_t index, by_text *out)
{
    size_t column = index % grid->columns;
    const char *tag = index < grid->columns ? "th" : "td";
    const char *class = column < grid->left          ? " class=\"left\""
                        : is_published(grid, column) ? " class=\"published\""
                                                     : "";

    by_text_printf(out, "<%s%s>", tag, class);
    if (index < grid->columns)
        print_html_heading(grid->cells[index].shown, out);
    else
        lab_print_escaped(grid->cells[index].shown, out);
    by_text_printf(out, "</%s>", tag);
}

static void print_html(const struct lab_grid *grid, by_text *out)
{
    if (!grid->count)
        return;
    by_text_add(out, "<div class=\"wide\"><table>\n<thead>\n");
    for (size_t row = 0; row < lab_grid_rows(grid); row++) {
        by_text_add(out, "<tr>");
        for (size_t column = 0; column < grid->columns; column++)
            if (is_visible(grid, column))
                print_html_cell(grid, row * grid->columns + column, out);
        by_text_add(out, row ? "</tr>\n" : "</tr>\n</thead>\n<tbody>\n");
    }
    by_text_add(out, "</tbody>\n</table></div>\n");
}

void lab_grid_print(const struct lab_grid *grid, enum lab_format format, by_text *out)
{
    switch (format) {
    case LAB_FORMAT_TEXT:
        print_text(grid, out);
        break;
    case LAB_FORMAT_MARKDOWN:
        print_markdown(grid, out);
        break;
    case LAB_FORMAT_CSV:
        print_csv(grid, out);
        break;
    case LAB_FORMAT_HTML:
        print_html(grid, out);
        break;
    }
}

void lab_grid_print_once(struct lab_grid *grid, enum lab_format format, by_text *out)
{
    out->failed = out->failed || grid->failed;
    if (!grid->failed)
        lab_grid_print(grid, format, out);
    lab_grid_free(grid);
}
