/* SPDX-License-Identifier: MIT
 *
 * The files of the page, built into the program (tools/embed.sh). The server looks a path up in a table and never opens
 * it, so a request cannot reach the file system.
 */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stddef.h>

#include "server/request.h"

struct server_asset {
    const char *path; /* "/index.html"; NULL ends a table */
    const char *type;
    const char *tag; /* changes with the contents; in quotation marks */
    const unsigned char *data, *packed;
    size_t size, packed_size; /* the latter 0: it is not packed */
};

/* The files built in; empty if the page was not built. */
extern const struct server_asset server_assets_built_in[];

/* The experiments, the files that they name, and their reports: "/experiments/NAME.txt", "/docs/results/NAME.csv".
 * Each ends with a 0 byte. The page does not serve them as files (server/library.h). */
extern const struct server_asset server_library_built_in[];

/* The file at a path, or NULL. The table may be NULL. */
const struct server_asset *server_assets_find(const struct server_asset *table, const char *path);

/* Replies to a request for a file, packed if the client accepts that: 200, 304 if its copy is current, 404, 405. */
void server_assets_answer(const struct server_asset *table, const struct server_request *request,
                          struct server_reply *reply);

#endif
