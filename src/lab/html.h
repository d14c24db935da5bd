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

/* `command` is what made it, for the head of the page; `drawer` may be NULL. */
by_status lab_report_html(const struct lab_experiment *experiment, lab_database *database, const char *command,
                          const struct lab_drawer *drawer, by_text *out, by_error *error);

#endif
