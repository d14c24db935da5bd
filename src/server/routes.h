/* SPDX-License-Identifier: MIT
 *
 * The routes, as tables. A new route is a row in the table of its file, and a new file is a row in routes.c.
 */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/server.h"

enum { SERVER_IDS_MOST = 2 };

/* A request and its reply in progress. */
struct server_call {
    struct server *server;
    const struct server_request *request;
    server_client *client; /* borrowed; NULL if the route needs none */
    const struct json_document *document;
    void *fields; /* as read by the route's table of fields */
    uint64_t ids[SERVER_IDS_MOST];
    char name[SERVER_CLIENT_ID]; /* the word that matched $ */
    size_t read_bytes;           /* of the server's memory, for the document */
    struct server_reply *reply;
    struct server_fault fault;
};

struct server_route {
    const char *method;  /* NULL ends a table */
    const char *pattern; /* "/api/jobs/#": # matches a number, $ a word of letters, digits, hyphens */
    bool needs_client;
    bool is_slow;                                  /* it may take seconds: its own thread answers */
    size_t body_most;                              /* 0: the default for POST, nothing for others */
    const struct server_field *fields;             /* of the body; NULL: no body */
    size_t size;                                   /* of the struct for them */
    by_status (*handle)(struct server_call *call); /* makes the reply, or sets the fault and returns its error */
};

/* Replies with the number of the job that the call has added. */
void server_call_begun(struct server_call *call, uint64_t id);

/* Refuses a value of the body and reports its place there. */
by_status server_refuse_value(struct server_call *call, const struct json_value *value, const char *field,
                              const char *format, ...) BY_PRINTF(4, 5);

extern const struct server_route server_routes_core[];
extern const struct server_route server_routes_games[];
extern const struct server_route server_routes_board[];
extern const struct server_route server_routes_words[];
extern const struct server_route server_routes_records[];
extern const struct server_route server_routes_recognise[];
extern const struct server_route server_routes_record_list[];
extern const struct server_route server_routes_search[];
extern const struct server_route server_routes_review[];
extern const struct server_route server_routes_traces[];
extern const struct server_route server_routes_examples[];
extern const struct server_route server_routes_solves[];
extern const struct server_route server_routes_proofs[];
extern const struct server_route server_routes_problems[];
extern const struct server_route server_routes_experiments[];
extern const struct server_route server_routes_reports[];

/* Finds the route of a request and parses its pattern. NULL: none; then `allowed` lists the methods of the path, or is
 * "" for an unknown path. */
const struct server_route *server_route_find(const char *method, const char *path, struct server_call *call,
                                             char *allowed, size_t room);

#endif
