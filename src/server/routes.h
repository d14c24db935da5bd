/* SPDX-License-Identifier: MIT
 *
 * The routes, as tables. A new route is a row in the table of its file, and a new file is a row in routes.c.
 */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "front/json.h"
#include "server/question.h"
#include "server/server.h"

enum { SERVER_MAX_IDS = 2 };

/* A request and its reply in progress. */
struct server_call {
    struct server *server;
    const struct server_limits *limits; /* of the server */
    const struct server_request *request;
    server_client *client; /* borrowed; NULL if the route needs none */
    const struct json_document *document;
    void *fields;              /* as read by the route's table of fields */
    struct server_position at; /* as far as the route opens it; a job takes it over */
    int notation;              /* of the question, if the route opens a game */
    uint64_t ids[SERVER_MAX_IDS];
    char name[SERVER_CLIENT_ID]; /* the word that matched $ */
    size_t read_bytes;           /* of the server's memory, for the document */
    int64_t begun_ms, until_ms;  /* of the thread's processor time, see server_call_is_over */
    struct by_patience patience; /* for games that read records: ends with the call */
    by_text text;                /* see server_call_mark */
    struct json json;            /* of the reply with status 200, unless the handler makes the reply */
    struct server_reply *reply;
    struct server_fault fault;
};

/* What a route opens before it is handled. The first member of its fields is then a server_question. */
enum server_opening { SERVER_OPENS_NOTHING, SERVER_OPENS_GAME, SERVER_OPENS_POSITION };

struct server_route {
    const char *method;  /* NULL ends a table */
    const char *pattern; /* "/api/jobs/#": # matches a number, $ a word of letters, digits, hyphens */
    by_status (*handle)(struct server_call *call); /* makes the reply, or sets the fault and returns its error */
    const struct server_work *job;                 /* or a job begins */
    const struct server_field *fields;             /* of the body; NULL: no body */
    size_t size;                                   /* of the struct for them */
    enum server_opening opens;
    size_t max_body; /* 0: the default for POST, nothing for others */
    bool needs_client;
    bool is_slow; /* it may take seconds: its own thread answers */
};

/* The rows of a table. The struct of the fields has the same name as their table. */
#define SERVER_GET(path, function)           .method = "GET", .pattern = path, .handle = function
#define SERVER_GET_OF_CLIENT(path, function) SERVER_GET(path, function), .needs_client = true
#define SERVER_FIELDS(name)                  .fields = name, .size = sizeof(struct name)
#define SERVER_POST(path, name, function)    .method = "POST", .pattern = path, .handle = function, SERVER_FIELDS(name)
#define SERVER_JOB(path, name, work)                                                                                   \
    .method = "POST", .pattern = path, .job = &(work), SERVER_FIELDS(name), .needs_client = true

extern const struct server_route server_routes_core[];
extern const struct server_route server_routes_games[];
extern const struct server_route server_routes_board[];
extern const struct server_route server_routes_explain[];
extern const struct server_route server_routes_record_read[];
extern const struct server_route server_routes_record_write[];
extern const struct server_route server_routes_recognise[];
extern const struct server_route server_routes_search[];
extern const struct server_route server_routes_review[];
extern const struct server_route server_routes_traces[];
extern const struct server_route server_routes_solves[];
extern const struct server_route server_routes_proofs[];
extern const struct server_route server_routes_problems[];
extern const struct server_route server_routes_experiments[];
extern const struct server_route server_routes_reports[];

/* Finds the route of a request and parses its pattern. NULL: none; then `allowed` lists the methods of the path, or is
 * "" for an unknown path. */
const struct server_route *server_route_find(const char *method, const char *path, struct server_call *call,
                                             char *allowed, size_t room);

/* Answers the request of a call, whose route this is. */
by_status server_route_call(const struct server_route *route, struct server_call *call);

/* ---- For handlers ---------------------------------------------------------------------------------------------- */

/* Refuses a value of the body and reports its place there. */
by_status server_refuse_value(struct server_call *call, const struct json_value *value, const char *field,
                              const char *format, ...) BY_PRINTF(4, 5);

/* True if the call has used up its processor time, or the server ends. Then the call is refused or put off. */
bool server_call_is_over(struct server_call *call);

/* Whether the client has hung up, or at least sends no more, and has had its share of a short answer. */
bool server_call_is_abandoned(const struct server_call *call);

/* The position of the call, which now belongs to the caller. */
struct server_position server_call_take_position(struct server_call *call);

/* A file's text with the UTF-8 mark before it, borrowed until the end of the call. JSON is UTF-8, whatever encoding the
 * file declares. NULL: out of memory, and the call is refused. */
const by_text *server_call_mark(struct server_call *call, const char *text);

#endif
