/* SPDX-License-Identifier: MIT
 *
 * The results: the sections of an experiment, ours beside the paper's, and the rows themselves. A report leaves out
 * missing rows, and says so.
 *
 * A report is data: facts and filled sheets (lab/sections.h). It is filled from rows, or read from its own CSV, and
 * every form is printed from it:
 *
 *     rows --lab_report_fill--> report --lab_report_print--> text, Markdown, HTML, CSV
 *                                 ^                                              |
 *                                 +--------------- lab_report_read --------------+
 */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "boyi/text.h"
#include "lab/origin.h"
#include "lab/sections.h"
#include "render/grid.h"

/* The commands that a report names; both may be NULL. */
struct lab_commands {
    const char *run;    /* makes the rows */
    const char *report; /* wrote the report, if that is another one */
};

/* Facts besides the origin of the rows (enum lab_origin): the latest run, the text of the experiment as a fingerprint,
 * the title with its form, the paper, and the time of all searches in microseconds. */
enum { LAB_FACT_RUN = LAB_ORIGIN_WORKERS + 1, LAB_FACT_TEXT, LAB_FACT_TITLE, LAB_FACT_PAPER, LAB_FACT_TIME, LAB_FACTS };

struct lab_report {
    const struct lab_experiment *experiment;
    by_text facts[LAB_FACTS]; /* from enum lab_origin on; "" if unknown */
    size_t done, count;       /* rows */
    struct lab_sheet *sheets; /* by section of the experiment */
};

/* Fills a report from rows, which are borrowed. The caller frees it even after an error. */
by_status lab_report_fill(const struct lab_rows *rows, struct lab_report *out, by_error *error);

/* Reads one from its CSV. The experiment may have been read for reports only (lab/experiment.h). */
by_status lab_report_read(const struct lab_experiment *experiment, const char *csv, struct lab_report *out,
                          by_error *error);

/* The same without an experiment: the facts and the number of rows alone. */
by_status lab_report_read_facts(const char *csv, struct lab_report *out, by_error *error);
void lab_report_free(struct lab_report *report);

/* All of it: text, Markdown, a page without scripts and external resources, or CSV with one line for each number, for
 * programs (docs/lab.md). */
by_status lab_report_print(const struct lab_report *report, enum lab_format format, const struct lab_commands *commands,
                           by_text *out, by_error *error);

/* Fills and prints. */
by_status lab_report(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                     by_text *out, by_error *error);

/* The rows, with the experiment's measures; not as a page. */
by_status lab_report_rows(const struct lab_rows *rows, enum lab_format format, by_text *out, by_error *error);

/* ---- For the files that make it up ----------------------------------------------------------------------------- */

/* The names of the facts. */
extern const char *const lab_fact_names[LAB_FACTS];

by_status lab_report_html(const struct lab_report *report, const struct lab_commands *commands, by_text *out,
                          by_error *error);
by_status lab_report_csv(const struct lab_report *report, by_text *out, by_error *error);

/* A page with the common style; `behind` follows its title. */
void lab_page_begin(const char *title, const char *behind, const char *more_style, by_text *out);
void lab_page_end(by_text *out);

/* "Game: tictactoe", as a line, a paragraph, or an entry of a page's list. */
void lab_print_fact(const char *name, const char *fact, enum lab_format format, by_text *out);

/* The facts that all forms of a report have: paper, game, program. */
void lab_print_facts(const struct lab_report *report, enum lab_format format, by_text *out);

/* A suffix for titles: nothing, or a mark of the quick form; and a description of that form. */
const char *lab_form_of(const struct lab_experiment *experiment);
void lab_print_quick_form(const struct lab_experiment *experiment, by_text *out);

/* The variants with their limits, method and options. */
void lab_print_variants(const struct lab_experiment *experiment, enum lab_format format, by_text *out);

#endif
