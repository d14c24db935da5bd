/* SPDX-License-Identifier: MIT */
#include "render/grid.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/prose.h"

void lab_grid_add(struct lab_grid *grid, const char *cell)
{
    const char **cells = by__arena_grow(&grid->arena, grid->cells, grid->count, sizeof *cells);
    const char *copy = by__arena_text(&grid->arena, cell);

    if (!cells || !copy) {
        grid->failed = true;
        return;
    }
    grid->cells = cells;
    grid->cells[grid->count++] = copy;
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

void lab_grid_add_number(struct lab_grid *grid, double number, bool is_plain)
{
    char digits[LAB_DIGITS_SIZE];

    if (isnan(number)) {
        lab_grid_add(grid, is_plain ? "" : "-");
    } else if (is_plain) {
        lab_grid_printf(grid, "%.12g", number);
    } else {
        lab_print_number(number, digits);
        lab_grid_add(grid, digits);
    }
}

void lab_grid_free(struct lab_grid *grid)
{
    by__arena_free(&grid->arena);
    *grid = (struct lab_grid){0};
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static int width_of(const char *cell)
{
    int width = 0;

    for (int length; (length = by_text_character(cell)) > 0; cell += length)
        width++;
    return width;
}

static int width_of_column(const struct lab_grid *grid, size_t column)
{
    int widest = 0;

    for (size_t i = column; i < grid->count; i += grid->columns)
        if (width_of(grid->cells[i]) > widest)
            widest = width_of(grid->cells[i]);
    return widest;
}

static void add_blanks(int count, by_text *out)
{
    while (count-- > 0)
        by_text_add_char(out, ' ');
}

static void print_text(const struct lab_grid *grid, by_text *out)
{
    int *widths = calloc(grid->columns, sizeof *widths);

    out->failed = out->failed || !widths;
    for (size_t column = 0; widths && column < grid->columns; column++)
        widths[column] = width_of_column(grid, column);
    for (size_t i = 0; widths && i < grid->count; i++) {
        size_t column = i % grid->columns;
        bool is_last = column == grid->columns - 1;
        int blanks = widths[column] - width_of(grid->cells[i]);

        if (column >= grid->left)
            add_blanks(blanks, out);
        by_text_add(out, grid->cells[i]);
        if (column < grid->left && !is_last)
            add_blanks(blanks, out);
        by_text_add(out, is_last ? "\n" : "  ");
    }
    free(widths);
}

/* ---- Markdown -------------------------------------------------------------------------------------------------- */

static void print_markdown_rule(const struct lab_grid *grid, by_text *out)
{
    for (size_t column = 0; column < grid->columns; column++)
        by_text_add(out, column < grid->left ? "|---" : "|---:");
    by_text_add(out, "|\n");
}

static void print_markdown(const struct lab_grid *grid, by_text *out)
{
    for (size_t i = 0; i < grid->count; i++) {
        if (i == grid->columns)
            print_markdown_rule(grid, out);
        by_text_add(out, "| ");
        lab_print_markdown(grid->cells[i], out);
        by_text_add_char(out, ' ');
        if (i % grid->columns == grid->columns - 1)
            by_text_add(out, "|\n");
    }
}

/* ---- CSV ------------------------------------------------------------------------------------------------------- */

/* In quotes if it has to be (RFC 4180). */
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
        print_csv_cell(grid->cells[i], out);
        by_text_add_char(out, i % grid->columns == grid->columns - 1 ? '\n' : ',');
    }
}

/* ---- HTML ------------------------------------------------------------------------------------------------------ */

/* What was published stands back behind what is ours. */
static bool is_published(const struct lab_grid *grid, size_t column)
{
    return strncmp(grid->cells[column], "published", strlen("published")) == 0;
}

/* A heading may be broken behind the parts of a name, so that many columns fit in. */
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
        print_html_heading(grid->cells[index], out);
    else
        lab_print_escaped(grid->cells[index], out);
    by_text_printf(out, "</%s>", tag);
}

static void print_html(const struct lab_grid *grid, by_text *out)
{
    if (!grid->count)
        return;
    by_text_add(out, "<div class=\"wide\"><table>\n<thead>\n");
    for (size_t i = 0; i < grid->count; i++) {
        if (i % grid->columns == 0)
            by_text_add(out, "<tr>");
        print_html_cell(grid, i, out);
        if (i % grid->columns == grid->columns - 1)
            by_text_add(out, i == grid->columns - 1 ? "</tr>\n</thead>\n<tbody>\n" : "</tr>\n");
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
