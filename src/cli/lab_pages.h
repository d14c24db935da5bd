/* SPDX-License-Identifier: MIT
 *
 * Reports as files of a folder: NAME.html, NAME.md and NAME.csv for each experiment, and index.html, which leads to
 * them.
 */
#ifndef CLI_LAB_PAGES_H
#define CLI_LAB_PAGES_H

#include "cli/lab.h"
#include "cli/lab_find.h"
#include "lab/database.h"

/* Writes all forms of the report, replacing files. Reports errors on stderr and returns an exit code. */
int lab_pages_write(const struct lab_report *report, const struct lab_commands *commands, const char *folder);

/* Writes the index of the reports in the folder: those of the selection, also the ones that are not there yet, and then
 * the others. */
int lab_pages_index(const struct lab_selection *selection, const char *command, const char *folder);

#endif
