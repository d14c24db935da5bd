/* SPDX-License-Identifier: MIT
 *
 * The origin of the rows of a report: other programs than the reporting one may have made them.
 */
#ifndef LAB_ORIGIN_H
#define LAB_ORIGIN_H

#include "boyi/text.h"
#include "lab/rows.h"

enum lab_origin {
    LAB_ORIGIN_PROGRAM,  /* "boyi 0.1.0, sources 123-456" */
    LAB_ORIGIN_COMPILER, /* with its flags */
    LAB_ORIGIN_PROCESSOR,
    LAB_ORIGIN_WORKERS, /* number of parallel searches */
};

/* The programs that made the rows, with compilers and processors. If there are several, each comes with its number of
 * rows: "boyi 0.2.0, sources 12-34 (8 rows); boyi 0.1.0, sources 56-78 (1 row)". Without rows it is this program. */
void lab_print_origin(const struct lab_rows *rows, enum lab_origin what, by_text *out);

/* True if a program of these sources made some of the rows. */
bool lab_has_rows_of(const struct lab_rows *rows, const char *sources);

/* True if differences of times can be those of the searches: the experiment measures times, and one program has made
 * all existing rows, on one processor, one search at a time. */
bool lab_can_judge_times(const struct lab_rows *rows);

#endif
