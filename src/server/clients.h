/* SPDX-License-Identifier: MIT
 *
 * Clients: a tab of a browser, or a program. Each has a name that cannot be guessed and a ring of events that wait to
 * be read by its stream (server-sent events). What the ring has no room for is told as lost.
 *
 *     worker --> server_client_tell --> ring --> server_stream_read --> whoever writes to the socket
 *
 * All of it may be called from any thread. Locks are taken in the order: all clients, one client, the listener's own;
 * so a listener calls nothing of this header while it holds its lock.
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
    SERVER_LEASE_MS = 15000,        /* a job nobody asked about for so long, without a stream, is stopped */
    SERVER_HANG_UP_MS = 5000,       /* so it is so long after the stream has ended */
    SERVER_BEAT_MS = 10000,         /* a stream says something at least so often */
    SERVER_CLIENT_MS = 10 * 60000,  /* a client that is silent for so long is forgotten */
    SERVER_STREAM_END = -1,         /* of server_stream_read */
};

typedef struct server_clients server_clients;
typedef struct server_client server_client;
typedef struct server_stream server_stream;

/* The limits and the clock are lent and have to outlive the clients. */
by_status server_clients_create(const struct server_limits *limits, const struct server_clock *clock,
                                server_clients **out, by_error *error);

/* From now on events are taken from this account, which is lent likewise. To be called before there are any. */
void server_clients_use_memory(server_clients *clients, server_memory *memory);

/* A new client from an address (NULL: not known), which takes the memory for it; `id` gets its name. If there are too
 * many the one that was silent longest makes room. */
by_status server_clients_add(server_clients *clients, const char *address, char id[SERVER_CLIENT_ID], by_error *error);

/* The client of that name, to be released; NULL: it is not known. It counts as heard of. */
server_client *server_clients_get(server_clients *clients, const char *id);

/* Forgets a client and ends its stream. */
void server_clients_remove(server_clients *clients, server_client *client);

int server_clients_count(server_clients *clients);

/* To be called each second or so: heartbeats, and clients that are gone. */
void server_clients_tick(server_clients *clients);

/* All clients have to be released. Accepts NULL. */
void server_clients_destroy(server_clients *clients);

/* One more who uses it, and one less; NULL is accepted there. */
server_client *server_client_hold(server_client *client);
void server_client_release(server_client *client);

const char *server_client_id(const server_client *client);

/* For whom memory is taken. */
unsigned server_client_taker(const server_client *client);

/* An event for the client's stream: `json`, an object in one line, to which the job's number is added, and which is
 * used up. An event with a slot of 0 or more takes the place of the one before it with the same job and slot. */
void server_client_tell(server_client *client, uint64_t job, const char *event, int slot, by_text *json);

/* Whether somebody still wants to know of a job that he asked about at that time. */
bool server_client_listens(server_client *client, int64_t touched_ms);

/* Who writes the events of a stream to a socket. Both are called with the client's lock held. */
struct server_listener {
    bool (*sleep)(void *context); /* there is nothing to read now; false: it is closing, so the stream ends */
    void (*wake)(void *context);  /* there is something; also called when it does not sleep */
    void *context;
};

/* Opens the stream of a client, which ends one that it had. `last_event` is the number of the last event that was
 * received, as a text; NULL: it goes on behind the last one that was read. */
by_status server_stream_open(server_client *client, const char *last_event, const struct server_listener *listener,
                             server_stream **out, by_error *error);

/* Writes what there is, at most `room` bytes. 0: nothing, and the listener sleeps; SERVER_STREAM_END: no more will
 * come. */
long server_stream_read(server_stream *stream, char *out, size_t room);

/* Accepts NULL. */
void server_stream_close(server_stream *stream);

#endif
