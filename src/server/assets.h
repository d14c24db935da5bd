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

/* The experiments, the files that they name, and the reports of them: "/experiments/NAME.txt",
 * "/docs/results/NAME.html". Behind each stands a 0. They are no files of the page (server/library.h). */
extern const struct server_asset server_library_built_in[];

/* The one of a path; NULL: there is none. The table may be NULL. */
const struct server_asset *server_assets_find(const struct server_asset *table, const char *path);

/* Answers with a file, packed if whoever asks can unpack it, or that he has it already: 200, 304. */
void server_assets_send(const struct server_asset *asset, const struct server_request *request,
                        struct server_reply *reply);

/* Answers a request for a file, or that there is none: 200, 304, 404, 405. */
void server_assets_answer(const struct server_asset *table, const struct server_request *request,
                          struct server_reply *reply);

#endif
