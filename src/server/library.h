/* SPDX-License-Identifier: MIT
 *
 * The built-in experiments, the files of positions that they name, and their reports. We look a name up in the table
 * and never open it, so no text can reach the file system.
 */
#ifndef SERVER_LIBRARY_H
#define SERVER_LIBRARY_H

#include <stddef.h>

#include "lab/experiment.h"
#include "server/assets.h"

enum { SERVER_EXPERIMENT_NAME = 64 };

/* The text of an experiment, or NULL. */
const char *server_library_text(const struct server_asset *library, const char *name);

/* Its published report as CSV, from which its page is made, or NULL if there is none. */
const char *server_library_report(const struct server_asset *library, const char *name);

/* That page. */
by_status server_library_print_report(const struct server_asset *library, const char *name, by_text *out,
                                      by_error *error);

/* The next experiment from `at` on; writes its name to `name`. NULL: no more. */
const struct server_asset *server_library_next(const struct server_asset *at, char name[SERVER_EXPERIMENT_NAME]);

/* Reads the built-in files that experiments name, relative to them. */
struct lab_reader server_library_reader(const struct server_asset *library);

#endif
