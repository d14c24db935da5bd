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
    SERVER_SOON_MS = 50,           /* so does a request that has used this much processor time and can wait */
};

struct server;
struct server_session;

struct server_settings {
    struct server_limits limits;
    struct server_guard guard;
    struct server_clock clock;
    const struct server_asset *assets;  /* borrowed */
    const struct server_asset *library; /* experiments and their reports; borrowed; NULL: none */
};

by_status server_create(const struct server_settings *settings, struct server **out, by_error *error);

/* Answers a request. Several threads may call it. Free the reply. */
void server_handle(struct server *server, const struct server_request *request, struct server_reply *reply);

/* A first check before the body arrives. False: the reply gives the reason. */
bool server_admit(struct server *server, const struct server_request *request, struct server_reply *reply);

/* The maximum length of the body of such a request. */
size_t server_max_body(const struct server *server, const struct server_request *request);

/* True if the answer may take so long that its own thread should give it. The whole request must be there. */
bool server_is_slow(const struct server_request *request);

/* Call it about once a second. */
void server_tick(struct server *server);

/* Stops all jobs and waits for their end. Slow requests end too, at their next check. */
void server_stop(struct server *server);

bool server_is_ending(const struct server *server);

/* Close all streams first. Accepts NULL. */
void server_destroy(struct server *server);

/* For routes and tests. */
const struct server_settings *server_settings_of(const struct server *server);
server_clients *server_clients_of(struct server *server);
server_jobs *server_jobs_of(struct server *server);
server_memory *server_memory_of(struct server *server);
struct server_session *server_session_of(struct server *server);

#endif
