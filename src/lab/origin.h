/* SPDX-License-Identifier: MIT
 *
 * Where the rows of a report come from: they need not be those of the program that reports.
 */
#ifndef LAB_ORIGIN_H
#define LAB_ORIGIN_H

#include "boyi/text.h"
#include "lab/rows.h"

enum lab_origin {
    LAB_ORIGIN_PROGRAM,  /* "boyi 0.1.0, sources 123-456" */
    LAB_ORIGIN_COMPILER, /* with its flags */
    LAB_ORIGIN_PROCESSOR,
    LAB_ORIGIN_WORKERS, /* how many searches ran at once */
};

/* Which programs made the rows, by which compilers or on which processors; if there are several, each with its number
 * of rows: "boyi 0.2.0, sources 12-34 (8 rows); boyi 0.1.0, sources 56-78 (1 row)". Without rows those of this
 * program. */
void lab_print_origin(const struct lab_rows *rows, enum lab_origin what, by_text *out);

/* Whether some of the rows were made by a program of these sources. */
bool lab_has_rows_of(const struct lab_rows *rows, const char *sources);

/* Whether differences of times can be those of the searches: the experiment is about times, and one program has made
 * all rows that there are, on one processor, one search at a time. */
bool lab_can_judge_times(const struct lab_rows *rows);

#endif
