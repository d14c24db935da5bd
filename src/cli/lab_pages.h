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

/* All forms of the report; what is there is replaced. An exit code; what goes wrong is said on stderr. */
int lab_pages_write(const struct lab_rows *rows, const struct lab_commands *commands, const char *folder);

/* The index of all, of which the first `done` have their pages, and of the other reports that the folder's index led to
 * before. */
int lab_pages_index(const struct lab_selection *selection, size_t done, lab_database *database, const char *command,
                    const char *folder);

#endif
