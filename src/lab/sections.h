/* SPDX-License-Identifier: MIT
 *
 * The sections of a report. Each kind fills one grid (lab/sheet.h), the source of text, Markdown, HTML, CSV, JSON and
 * the diagrams.
 */
#ifndef LAB_SECTIONS_H
#define LAB_SECTIONS_H

#include "boyi/text.h"
#include "lab/rows.h"
#include "render/grid.h"

/* A section for people: heading, sentence, grid and notes; without its heading within a page. */
by_status lab_section_print(const struct lab_rows *rows, const struct lab_section *section, enum lab_format format,
                            by_text *out, by_error *error);

/* Its grid; for curves all points of all positions with the section's answer. */
by_status lab_section_grid(const struct lab_rows *rows, const struct lab_section *section, struct lab_grid *grid,
                           by_error *error);

/* The same as CSV; tables have a line for each limit and variant. */
by_status lab_section_csv(const struct lab_rows *rows, const struct lab_section *section, by_text *out,
                          by_error *error);

/* A diagram, alone or within a page; `out` stays empty if there is none. A picture section gives its position, always
 * alone. */
by_status lab_section_chart(const struct lab_rows *rows, const struct lab_section *section, bool is_inline,
                            by_text *out, by_error *error);

/* The measure of all numbers of a section; NULL: several or none. */
const char *lab_section_measure(const struct lab_section *section);

#endif
