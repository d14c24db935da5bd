/* SPDX-License-Identifier: MIT
 *
 * The files of the page, which are built into the program (tools/embed.sh). Nothing else can be had: a path is compared
 * with the names in a table and never opened.
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

/* What was built in; empty where the page was not built. */
extern const struct server_asset server_assets_built_in[];

/* Answers a request for a file, or that there is none: 200, 304, 404, 405. */
void server_assets_answer(const struct server_asset *table, const struct server_request *request,
                          struct server_reply *reply);

#endif
