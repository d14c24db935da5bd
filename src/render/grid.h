/* SPDX-License-Identifier: MIT
 *
 * Rows and columns of words and numbers, and the forms in which they are printed. Zero-initialise a grid and add its
 * cells row by row, headings first.
 */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "boyi/text.h"

enum lab_format {
    LAB_FORMAT_TEXT,
    LAB_FORMAT_MARKDOWN,
    LAB_FORMAT_CSV,
    LAB_FORMAT_HTML, /* a table within a page */
};

/* A cell has one text for people and one for programs. A column with an empty heading is for programs only. */
struct lab_cell {
    const char *shown, *plain;
    double number;   /* NAN: a text, or unknown */
    bool is_partial; /* a number that does not cover all positions: people see a star behind it */
};

struct lab_grid {
    size_t columns;
    size_t left; /* number of left-aligned columns at the start; the others align right */
    struct lab_cell *cells;
    size_t count;
    struct by__arena arena;
    bool failed; /* out of memory */
};

/* A text, possibly with another one for programs; in a heading `shown` may be NULL. */
void lab_grid_add(struct lab_grid *grid, const char *text);
void lab_grid_add_both(struct lab_grid *grid, const char *shown, const char *plain);
void lab_grid_printf(struct lab_grid *grid, const char *format, ...) BY_PRINTF(2, 3);

/* Digits for readers: no meaningless decimals, and large numbers in groups of three. */
enum { LAB_DIGITS_SIZE = 600 };
void lab_print_number(double number, char out[LAB_DIGITS_SIZE]);

/* A number: people see rounded digits or the output of `format`, programs see all digits. An unknown one (NAN) is a
 * dash or nothing. */
void lab_grid_add_number(struct lab_grid *grid, double number, bool is_partial);
void lab_grid_add_as(struct lab_grid *grid, const char *format, double number, bool is_partial);

/* A whole number without groups. */
void lab_grid_add_integer(struct lab_grid *grid, int64_t number);

/* Ends the headings; or adds all of them, ended by NULL, with one text for all or with separate ones for people and
 * programs. */
void lab_grid_end_headings(struct lab_grid *grid, size_t left);
void lab_grid_add_headings(struct lab_grid *grid, const char *const *headings, size_t left);
void lab_grid_add_both_headings(struct lab_grid *grid, const char *const (*headings)[2], size_t left);

/* Rows, headings included. */
static inline size_t lab_grid_rows(const struct lab_grid *grid)
{
    return grid->columns ? grid->count / grid->columns : 0;
}

static inline const struct lab_cell *lab_grid_at(const struct lab_grid *grid, size_t row, size_t column)
{
    return &grid->cells[row * grid->columns + column];
}

/* Whether people see a star. */
bool lab_grid_has_partial(const struct lab_grid *grid);

/* Prints the grid, which has all cells of its last row. */
void lab_grid_print(const struct lab_grid *grid, enum lab_format format, by_text *out);

void lab_grid_free(struct lab_grid *grid);

/* Prints a grid and frees it; `out` fails if the grid did. */
void lab_grid_print_once(struct lab_grid *grid, enum lab_format format, by_text *out);

#endif
