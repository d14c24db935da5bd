/* SPDX-License-Identifier: MIT
 *
 * The figures of an experiment as files in a folder.
 */
#ifndef CLI_LAB_FIGURES_H
#define CLI_LAB_FIGURES_H

#include "lab/database.h"
#include "lab/experiment.h"

/* Writes NAME.csv for each part, NAME.svg for those that are drawn, and table-1.svg and so on for tables; what is there
 * is replaced. An exit code; what goes wrong is said on stderr. */
int lab_figures_write(const struct lab_experiment *experiment, lab_database *database, const char *folder);

#endif
