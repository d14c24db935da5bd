/* SPDX-License-Identifier: MIT
 *
 * The results: the sections of an experiment, ours beside the paper's, and the rows themselves. The report leaves out
 * missing rows, and says so.
 */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "boyi/text.h"
#include "lab/rows.h"
#include "render/grid.h"

/* The commands that a report names; both may be NULL. */
struct lab_commands {
    const char *run;    /* makes the rows */
    const char *report; /* wrote the report, if that is another one */
};

/* All sections: text, Markdown, a page without scripts and external resources, or CSV with one line for each number,
 * for programs (docs/lab.md). */
by_status lab_report(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                     by_text *out, by_error *error);

/* The rows, with the experiment's measures; not as a page. */
by_status lab_report_rows(const struct lab_rows *rows, enum lab_format format, by_text *out, by_error *error);

/* ---- For the files that make it up ----------------------------------------------------------------------------- */

by_status lab_report_html(const struct lab_rows *rows, const struct lab_commands *commands, by_text *out,
                          by_error *error);

/* A page with the common style; `behind` follows its title. */
void lab_page_begin(const char *title, const char *behind, const char *more_style, by_text *out);
void lab_page_end(by_text *out);

/* "Game: tictactoe", as a line, a paragraph, or an entry of a page's list. Clears the fact. */
void lab_print_fact(const char *name, by_text *fact, enum lab_format format, by_text *out);

/* The facts that all forms of a report have: paper, game, program. */
void lab_print_facts(const struct lab_rows *rows, enum lab_format format, by_text *out);

/* A suffix for titles: nothing, or a mark of the quick form; and a description of that form. */
const char *lab_form_of(const struct lab_experiment *experiment);
void lab_print_quick_form(const struct lab_experiment *experiment, by_text *out);

/* The variants with their limits, method and options. */
void lab_print_variants(const struct lab_experiment *experiment, enum lab_format format, by_text *out);

#endif
