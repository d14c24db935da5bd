/* SPDX-License-Identifier: MIT
 *
 * A report as one page: tables, curves and pictures, without script, without anything from elsewhere.
 */
#ifndef LAB_HTML_H
#define LAB_HTML_H

#include "boyi/text.h"
#include "lab/database.h"
#include "lab/experiment.h"

/* Who draws positions, which the laboratory knows nothing of; adds nothing for parts that have no picture. */
struct lab_drawer {
    void *context;
    by_status (*draw)(void *context, const struct lab_experiment *experiment, const struct lab_part *part,
                      lab_database *database, by_text *svg, by_error *error);
};

/* For the head of the page, `command` is what makes the rows and `writer` what has written the page, if that is
 * another; both, and `drawer`, may be NULL. */
by_status lab_report_html(const struct lab_experiment *experiment, lab_database *database, const char *command,
                          const char *writer, const struct lab_drawer *drawer, by_text *out, by_error *error);

#endif
