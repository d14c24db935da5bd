/* SPDX-License-Identifier: MIT
 *
 * The server without its sockets: requests in, replies out. server/http.h connects it to the network.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"
#include "server/assets.h"
#include "server/clients.h"
#include "server/guard.h"
#include "server/jobs.h"
#include "server/limits.h"
#include "server/memory.h"
#include "server/request.h"

enum {
    SERVER_SOON_BYTES = 64 * 1024, /* a longer body goes to the thread for slow requests */
    SERVER_SOON_MS = 50,           /* so does what has taken so much of the processor and can be put off */
};

struct server;
struct server_session;

struct server_settings {
    struct server_limits limits;
    struct server_guard guard;
    struct server_clock clock;
    const struct server_asset *assets;  /* lent */
    const struct server_asset *library; /* experiments and their reports; lent, NULL: there are none */
};

by_status server_create(const struct server_settings *settings, struct server **out, by_error *error);

/* Answers a request. May be called from several threads. The reply is to be freed. */
void server_handle(struct server *server, const struct server_request *request, struct server_reply *reply);

/* A first look at a request whose body is still to come. False: the reply says why it is refused. */
bool server_admit(struct server *server, const struct server_request *request, struct server_reply *reply);

/* The most bytes that the body of such a request may have. */
size_t server_body_most(const struct server *server, const struct server_request *request);

/* Whether the answer may take so long that it goes to a thread of its own. The whole request is there. */
bool server_is_slow(const struct server_request *request);

/* To be called each second or so. */
void server_tick(struct server *server);

/* Stops all jobs and waits for their end. What is slow ends too, as soon as it sees that. */
void server_stop(struct server *server);

bool server_is_ending(const struct server *server);

/* Streams have to be closed. Accepts NULL. */
void server_destroy(struct server *server);

/* What routes and tests use of it. */
const struct server_settings *server_settings_of(const struct server *server);
server_clients *server_clients_of(struct server *server);
server_jobs *server_jobs_of(struct server *server);
server_memory *server_memory_of(struct server *server);
struct server_session *server_session_of(struct server *server);

#endif
