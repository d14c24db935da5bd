/* SPDX-License-Identifier: MIT
 *
 * A server without sockets, with a clock that stands still.
 */
#ifndef BOYI_TESTS_SUPPORT_SERVER_H
#define BOYI_TESTS_SUPPORT_SERVER_H

#include <stdatomic.h>

#include "server/server.h"

enum { SERVER_BENCH_PORT = 8642 };

struct server_bench {
    struct server_settings settings; /* may be changed before it is opened */
    _Atomic int64_t now_ms;
    struct server *server;
    char client[SERVER_CLIENT_ID];
    struct server_reply reply; /* to the last question */
};

/* Fills the settings: the usual ones, without workers. */
void server_bench_init(struct server_bench *bench);

/* Opens the server, and a client. */
void server_bench_open(struct server_bench *bench);
void server_bench_close(struct server_bench *bench);

/* A request as the page makes it, of the bench's client. `body` may be NULL. */
struct server_request server_bench_request(const struct server_bench *bench, const char *method, const char *path,
                                           const char *body);

/* Asks, and returns the status; the reply is in the bench until the next question. Its body is valid JSON if it says
 * so. */
int server_bench_handle(struct server_bench *bench, const struct server_request *request);
int server_bench_ask(struct server_bench *bench, const char *method, const char *path, const char *body);

/* The member of the last reply, as a text; fails if there is none. Lent until the next call. */
const char *server_bench_member(const struct server_bench *bench, const char *name);

/* Asks, and fails unless the answer has this status and names this field ("": none). */
void server_bench_refuses(struct server_bench *bench, const char *method, const char *path, const char *body,
                          int status, const char *field);

#endif
