/* SPDX-License-Identifier: MIT
 *
 * The sections of a report. Every kind of section (a table is one of them) is one function that fills a sheet: the
 * sentence above, the grid, the sentences below, and the points of a diagram that shows more than the grid. All forms,
 * text, Markdown, HTML, CSV and JSON, and the diagrams are made from the sheet alone. So a sheet that was filled from
 * rows and one that was read from a report's CSV look the same.
 */
#ifndef LAB_SECTIONS_H
#define LAB_SECTIONS_H

#include "boyi/text.h"
#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/rows.h"
#include "render/grid.h"

struct lab_sheet {
    const struct lab_experiment *experiment;
    const struct lab_section *section;
    const struct lab_rows *rows; /* NULL: it was read */
    double *values; /* at the greatest limits, by measure, variant and position; NULL if the section shows all limits */
    struct lab_grid grid;   /* of curves all points of all positions with the section's answer */
    struct lab_grid points; /* of `within`: variant and cost of each solved position, in rising order */
    by_text lead;           /* the sentence above */
    by_text notes;          /* sentences below, a newline after each */
    by_status status;       /* the first error; nothing is filled after it */
    by_error *error;
};

/* Zero-initialises and fills a sheet; the caller frees it even after an error. */
by_status lab_sheet_fill(const struct lab_rows *rows, const struct lab_section *section, struct lab_sheet *out,
                         by_error *error);
void lab_sheet_free(struct lab_sheet *sheet);

/* A sheet for people: heading, sentence, grid and notes; without its heading within a page. */
void lab_sheet_print(const struct lab_sheet *sheet, enum lab_format format, by_text *out);

/* The grid as CSV; tables have a line for each limit and variant, which needs the rows. */
by_status lab_sheet_csv(struct lab_sheet *sheet, by_text *out, by_error *error);

/* A diagram, alone or within a page; `out` stays empty if there is none. A picture section gives its position, always
 * alone. */
by_status lab_sheet_draw(const struct lab_sheet *sheet, bool is_inline, by_text *out, by_error *error);

/* The grid of a section alone. */
by_status lab_section_grid(const struct lab_rows *rows, const struct lab_section *section, struct lab_grid *grid,
                           by_error *error);

/* The measure of all numbers of a section; NULL: several or none. */
const char *lab_section_measure(const struct lab_section *section);

/* ---- The kinds ------------------------------------------------------------------------------------------------- */

void lab_fill_table(struct lab_sheet *sheet);
void lab_fill_summary(struct lab_sheet *sheet);
void lab_fill_duel(struct lab_sheet *sheet);
void lab_fill_within(struct lab_sheet *sheet);
void lab_fill_curves(struct lab_sheet *sheet);
void lab_fill_picture(struct lab_sheet *sheet);
void lab_fill_prediction(struct lab_sheet *sheet);
void lab_fill_progress(struct lab_sheet *sheet);
void lab_fill_growth(struct lab_sheet *sheet);
void lab_fill_grouped(struct lab_sheet *sheet);
void lab_fill_over(struct lab_sheet *sheet);
void lab_fill_match(struct lab_sheet *sheet);

/* The comparison of a table's columns with its base, below its figures. */
void lab_print_comparisons(const struct lab_sheet *sheet, enum lab_format format, by_text *out);

/* A table with a line for each limit and variant. */
void lab_fill_table_lines(struct lab_sheet *sheet);

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* False after an error, or if work must end, which is one. */
bool lab_sheet_goes_on(struct lab_sheet *sheet);

const struct lab_variant *lab_sheet_variant(const struct lab_sheet *sheet, size_t variant);

/* The search of a variant on a position, at its greatest limit. */
struct lab_task lab_sheet_task(const struct lab_sheet *sheet, size_t variant, size_t position);

double lab_sheet_value(const struct lab_sheet *sheet, size_t measure, size_t variant, size_t position);

/* BY_ANSWER_NONE: not searched yet. */
enum by_answer lab_sheet_answer(const struct lab_sheet *sheet, size_t variant, size_t position);
bool lab_sheet_is_solved(const struct lab_sheet *sheet, size_t variant, size_t position);

/* True if a search is done, with all its measures; the number of done searches of a variant. */
bool lab_sheet_is_searched(const struct lab_sheet *sheet, size_t variant, size_t position);
size_t lab_sheet_searched(const struct lab_sheet *sheet, size_t variant);

/* The mean of the first measure over positions: all known ones, or those of a group and of the variant's set (NULL:
 * all); NAN: unknown. */
double lab_sheet_mean(const struct lab_sheet *sheet, size_t variant, const char *group, bool *is_partial);

/* The same at a limit, over the known positions; NAN: unknown, or the variant lacks the limit. */
double lab_sheet_mean_at(const struct lab_sheet *sheet, size_t variant, int64_t limit, size_t *known);

/* The figure of the paper; NAN: none. */
double lab_sheet_published(const struct lab_sheet *sheet, size_t variant, size_t measure, int64_t limit);

/* The least limit of the section's variants above `after`; INT64_MAX: none, or work must end. */
int64_t lab_sheet_next_limit(struct lab_sheet *sheet, int64_t after);

/* Adds "12 positions", the number that the experiment has. */
void lab_sheet_count_positions(const struct lab_sheet *sheet, by_text *out);

/* The heading above numbers of a measure; times have their unit. */
const char *lab_measure_label(const char *measure);

/* True if a column shows a position; for groups, one of its set. */
bool lab_sheet_has(const struct lab_sheet *sheet, size_t variant, size_t position);

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* The rows of a grid of curves that are those of one position. */
struct lab_stretch {
    size_t first, length;
};

/* The stretches that are drawn, the longest ones; returns their number. */
enum { LAB_CURVES_MOST = 8 };
size_t lab_choose_curves(const struct lab_sheet *sheet, struct lab_stretch chosen[LAB_CURVES_MOST]);

#endif
