/* SPDX-License-Identifier: MIT
 *
 * Clients: a tab of a browser, or a program. Each has a name that cannot be guessed, and a ring of events that wait
 * until its stream (server-sent events) reads them. If the ring has no room for an event, the stream reports it as
 * lost.
 *
 *     worker --> server_client_send --> ring --> server_stream_read --> socket
 *
 * Any thread may call these functions. Lock order: all clients, one client, the listener's own lock. So a listener must
 * not call this header while it holds its lock.
 */
#ifndef SERVER_CLIENTS_H
#define SERVER_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/text.h"
#include "server/limits.h"
#include "server/memory.h"

enum {
    SERVER_CLIENT_ID = 33,          /* bytes of an id, with its end */
    SERVER_RING_EVENTS = 256,       /* of a client */
    SERVER_RING_BYTES = 256 * 1024, /* likewise */
    SERVER_LEASE_MS = 15000,        /* a job without a stream stops if no request names it for this long */
    SERVER_HANG_UP_MS = 5000,       /* the same, counted from the end of the stream */
    SERVER_BEAT_MS = 10000,         /* a stream sends something at least this often */
    SERVER_CLIENT_MS = 10 * 60000,  /* we forget a client that is silent for this long */
    SERVER_STREAM_END = -1,         /* of server_stream_read */
};

typedef struct server_clients server_clients;
typedef struct server_client server_client;
typedef struct server_stream server_stream;

/* The limits, the clock and the account of the memory that events take (NULL: none) are borrowed and must outlive the
 * clients. */
by_status server_clients_create(const struct server_limits *limits, const struct server_clock *clock,
                                server_memory *memory, server_clients **out, by_error *error);

/* A new client from an address (NULL: unknown), which pays for its memory; `id` gets its name. If there are too many
 * clients, the one silent longest makes room. */
by_status server_clients_add(server_clients *clients, const char *address, char id[SERVER_CLIENT_ID], by_error *error);

/* The client of that name, which you must release, or NULL. Counts as activity. */
server_client *server_clients_get(server_clients *clients, const char *id);

/* Forgets a client and ends its stream. */
void server_clients_remove(server_clients *clients, server_client *client);

int server_clients_count(server_clients *clients);

/* Call it about once a second. Sends heartbeats and drops clients that are gone. */
void server_clients_tick(server_clients *clients);

/* Release all clients first. Accepts NULL. */
void server_clients_destroy(server_clients *clients);

/* Adds and drops a reference; dropping accepts NULL. */
server_client *server_client_hold(server_client *client);
void server_client_release(server_client *client);

const char *server_client_id(const server_client *client);

/* The holder that the client's memory counts for. */
unsigned server_client_holder(const server_client *client);

/* Adds an event for the client's stream: `json`, a one-line object, which this function consumes and extends by the
 * job's number. An event with a slot of 0 or more replaces the previous one with the same job and slot. */
void server_client_send(server_client *client, uint64_t job, const char *event, int slot, by_text *json);

/* True if a client that last asked about a job at that time still waits for it. */
bool server_client_listens(server_client *client, int64_t touched_ms);

/* The writer of a stream to its socket. Both functions run with the client's lock held. */
struct server_listener {
    bool (*sleep)(void *context); /* nothing to read now; false: the socket closes, so the stream ends */
    void (*wake)(void *context);  /* something to read; also called when it does not sleep */
    void *context;
};

/* Opens the stream of a client and ends its previous one. `last_event` is the number of the last event received, as
 * text; NULL continues after the last event read. */
by_status server_stream_open(server_client *client, const char *last_event, const struct server_listener *listener,
                             server_stream **out, by_error *error);

/* Writes at most `room` bytes. 0: nothing now, and the listener sleeps; SERVER_STREAM_END: the stream is over. */
long server_stream_read(server_stream *stream, char *out, size_t room);

/* Accepts NULL. */
void server_stream_close(server_stream *stream);

#endif
