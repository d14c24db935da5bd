/* SPDX-License-Identifier: MIT
 *
 * Connects a server to the network with libmicrohttpd. One thread of that library does all reading and writing, so it
 * must never wait: workers answer the requests of the interface, and streams sleep while they have nothing to send. A
 * reaper removes connections that are gone or take too long.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>

#include "boyi/error.h"
#include "server/server.h"

enum {
    SERVER_CONNECTIONS = 1000,                           /* open at the same time */
    SERVER_CONNECTIONS_SHARED = SERVER_CONNECTIONS - 32, /* more may exist while they are being closed */
    SERVER_SILENT_EACH = 256,  /* of one address without a complete request; above that we close the oldest */
    SERVER_REQUEST_MS = 20000, /* for a request to arrive completely */
    SERVER_TICK_MS = 250,      /* interval of the reaper; a job may end that much late */
};

typedef struct server_http server_http;

/* False if the program was built without libmicrohttpd. */
bool server_http_is_there(void);

/* Starts to answer requests at `socket`, which it owns from here on, also after an error. The server is borrowed. */
by_status server_http_start(struct server *server, int socket, int tick_ms, server_http **out, by_error *error);

/* Stops the server's jobs and ends all streams and connections. Accepts NULL. */
void server_http_stop(server_http *http);

#endif
