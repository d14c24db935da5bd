/* SPDX-License-Identifier: MIT
 *
 * What can be asked, as tables. A new route is a row in the table of its file, and a new file is a row in routes.c.
 */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/server.h"

enum { SERVER_IDS_MOST = 2 };

/* A request on its way to a reply. */
struct server_call {
    struct server *server;
    const struct server_request *request;
    server_client *client; /* lent; NULL if the route needs none */
    const struct json_document *document;
    void *fields; /* what the route's table of fields has read */
    uint64_t ids[SERVER_IDS_MOST];
    char name[SERVER_CLIENT_ID]; /* what stands in place of a $ */
    size_t read_bytes;           /* of the server's memory, that the document takes */
    struct server_reply *reply;
    struct server_fault fault;
};

struct server_route {
    const char *method; /* NULL ends a table */
    const char
        *pattern; /* "/api/jobs/#": a number stands in place of each #, a word of letters, digits and hyphens for a $ */
    bool needs_client;
    bool is_slow;                                  /* it may take seconds: a thread of its own answers */
    size_t body_most;                              /* 0: the usual for POST, nothing for others */
    const struct server_field *fields;             /* of the body; NULL: it has none */
    size_t size;                                   /* of the struct that they are read into */
    by_status (*handle)(struct server_call *call); /* makes the reply, or sets the fault and returns its error */
};

/* Replies with the number of a job that the call has added. */
void server_call_begun(struct server_call *call, uint64_t id);

/* Refuses a value of the body, by its place there. */
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

/* The route of a request, with what stands in its pattern. NULL: there is none; `allowed` then has the methods that the
 * path knows, "": it is not known at all. */
const struct server_route *server_route_find(const char *method, const char *path, struct server_call *call,
                                             char *allowed, size_t room);

#endif
