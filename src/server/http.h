/* SPDX-License-Identifier: MIT
 *
 * Connects a server to the network, by libmicrohttpd. One thread of that library does all reading and writing and is
 * never kept waiting: requests of the interface are answered by clerks, and streams sleep while there is nothing to
 * tell. A janitor looks after connections that are gone or take too long.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>

#include "boyi/error.h"
#include "server/server.h"

enum {
    SERVER_CONNECTIONS = 1000,                           /* at once */
    SERVER_CONNECTIONS_SHARED = SERVER_CONNECTIONS - 32, /* the others are on their way to be closed */
    SERVER_SILENT_EACH = 256,  /* of one address that have no whole request: then the oldest is shut down */
    SERVER_REQUEST_MS = 20000, /* in which a request has to be there */
    SERVER_TICK_MS = 250,      /* how often the janitor comes, so much later than it should a job may end */
};

typedef struct server_http server_http;

/* False where the program was built without libmicrohttpd. */
bool server_http_is_there(void);

/* Starts to answer what comes in at `socket`, which is ours from here on, after an error too. The server is lent. */
by_status server_http_start(struct server *server, int socket, int tick_ms, server_http **out, by_error *error);

/* Stops the server's jobs, ends all streams and connections. Accepts NULL. */
void server_http_stop(server_http *http);

#endif
