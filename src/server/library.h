/* SPDX-License-Identifier: MIT
 *
 * The experiments that were built in, the files of positions that they name, and the reports of them. A name is
 * compared with the table and never opened, so that no text leads to the file system.
 */
#ifndef SERVER_LIBRARY_H
#define SERVER_LIBRARY_H

#include <stddef.h>

#include "lab/experiment.h"
#include "server/assets.h"

enum { SERVER_EXPERIMENT_NAME = 64 };

/* The text of an experiment; NULL: there is none of that name. */
const char *server_library_text(const struct server_asset *library, const char *name);

/* Its report; NULL: none was published. */
const struct server_asset *server_library_report(const struct server_asset *library, const char *name);

/* The next experiment from `at` on, whose name is written to `name`; NULL: there is none. */
const struct server_asset *server_library_next(const struct server_asset *at, char name[SERVER_EXPERIMENT_NAME]);

/* Reads what experiments name, relative to them: nothing but what was built in. */
struct lab_reader server_library_reader(const struct server_asset *library);

#endif
