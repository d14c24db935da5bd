/* SPDX-License-Identifier: MIT
 *
 * What came out: the tables of an experiment, ours beside the paper's, and the rows themselves. Rows that are not
 * there yet are left out, and the reader is told so.
 */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "boyi/text.h"
#include "lab/database.h"
#include "lab/experiment.h"
#include "render/grid.h"

/* The tables and the other parts; CSV has one line for each of their numbers, for programs (docs/lab.md). */
by_status lab_report_tables(const struct lab_experiment *experiment, lab_database *database, enum lab_format format,
                            by_text *out, by_error *error);

/* The rows, with what the experiment measures; not as a page. */
by_status lab_report_rows(const struct lab_experiment *experiment, lab_database *database, enum lab_format format,
                          by_text *out, by_error *error);

/* ---- In which order ---------------------------------------------------------------------------------------------- */

/* A table or another part, as they stand in the experiment's text. Zero-initialise it. */
struct lab_section {
    const struct lab_table *table; /* NULL: it is a part */
    const struct lab_part *part;
    char name[64]; /* "table-1", or that of the part */
    int line;
};

/* The next one; false: there is none. */
bool lab_next_section(const struct lab_experiment *experiment, struct lab_section *section);

/* ---- What a page is made of ------------------------------------------------------------------------------------ */

/* A table for people. */
by_status lab_table_print(const struct lab_experiment *experiment, const struct lab_table *table,
                          lab_database *database, enum lab_format format, by_text *out, by_error *error);

/* A table for programs: a line for each table, limit and variant. */
by_status lab_table_csv(const struct lab_experiment *experiment, const struct lab_table *table, lab_database *database,
                        by_text *out, by_error *error);

/* The same as a grid with a row for each limit: what is known of each column. */
by_status lab_table_grid(const struct lab_experiment *experiment, const struct lab_table *table, lab_database *database,
                         struct lab_grid *grid, by_error *error);

/* Behind a title: nothing, or that it is of the quick form. */
const char *lab_form_of(const struct lab_experiment *experiment);

/* What the quick form is, for readers who might take it for the whole one. */
void lab_say_quick(const struct lab_experiment *experiment, by_text *out);

/* The variants, their limits, and how each of them searches. */
void lab_print_variants(const struct lab_experiment *experiment, enum lab_format format, by_text *out);

/* How many rows are there, and how many the experiment wants. */
by_status lab_count_done(const struct lab_experiment *experiment, lab_database *database, size_t *done, size_t *total,
                         by_error *error);

#endif
