/* SPDX-License-Identifier: MIT
 *
 * Rows and columns of words, and the forms in which they are printed. Zero-initialise a grid and set its columns; then
 * add its cells row by row, headings first.
 */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "boyi/text.h"

enum lab_format {
    LAB_FORMAT_TEXT,
    LAB_FORMAT_MARKDOWN,
    LAB_FORMAT_CSV,
    LAB_FORMAT_HTML, /* a table within a page */
};

struct lab_grid {
    size_t columns;
    size_t left; /* so many of the first columns begin at the left; numbers end at the right */
    const char **cells;
    size_t count;
    struct by__arena arena;
    bool failed; /* out of memory */
};

void lab_grid_add(struct lab_grid *grid, const char *cell);
void lab_grid_printf(struct lab_grid *grid, const char *format, ...) BY_PRINTF(2, 3);

/* Digits as a reader wants them: no more decimals than say something, large numbers in groups of three. */
enum { LAB_DIGITS_SIZE = 600 };
void lab_print_number(double number, char out[LAB_DIGITS_SIZE]);

/* Such a number, or if `is_plain` one for programs. What is not known (NAN) is a dash or nothing. */
void lab_grid_add_number(struct lab_grid *grid, double number, bool is_plain);

/* Prints the grid, which has all cells of its last row. */
void lab_grid_print(const struct lab_grid *grid, enum lab_format format, by_text *out);

void lab_grid_free(struct lab_grid *grid);

#endif
