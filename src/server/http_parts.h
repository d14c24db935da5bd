/* SPDX-License-Identifier: MIT
 *
 * What the parts of the connection to libmicrohttpd (MHD) share: connections, exchanges, and queues of exchanges.
 *
 *     http_request.c --> http_workers.c --> server_handle --> http_reply.c
 *
 * MHD has rules for suspended connections: only its own thread may suspend, inside a callback; you may resume only what
 * is suspended; nothing may be suspended when it stops. It also does not notice when the other side of a suspended
 * connection hangs up. So we keep `is_suspended` here, under the lock, and the reaper looks.
 *
 * The lock is the innermost of all: never call the server while you hold it.
 */
#ifndef SERVER_HTTP_PARTS_H
#define SERVER_HTTP_PARTS_H

#include <microhttpd.h>
#include <pthread.h>

#include "server/http.h"

enum {
    SERVER_HTTP_WORKERS = 2,          /* for quick requests; slow ones have one more */
    SERVER_HTTP_BLOCK_BYTES = 4096,   /* of a stream */
    SERVER_HTTP_POOL_BYTES = 32768,   /* of a connection: headers must fit into half of it */
    SERVER_HTTP_SOCKET_BYTES = 65536, /* that the system buffers when a client does not read */
};

struct connection {
    struct connection *next;
    struct MHD_Connection *handle;
    int socket;
    int64_t begun_ms; /* start of the silence: opened, last request over, or head received */
    bool is_complete; /* the request is complete and being answered */
    bool is_suspended;
    bool is_stream;
    bool is_waiting; /* for the end of a job */
    bool is_gone;    /* the other side has hung up */
    bool is_cut;     /* shut down; MHD has yet to notice */
    char address[SERVER_ADDRESS];
    unsigned holder; /* of the server's memory */
};

/* A request with its reply. */
struct exchange {
    struct exchange *next; /* in the queue of the workers, or waiting for a job */
    server_http *http;
    struct connection *connection;
    char *body;
    size_t length, room, max_body, body_received;
    by_text query;
    struct server_request request;
    struct server_reply reply;
    bool is_answered;
    bool is_slow;
    uint64_t turn;      /* in its queue, which is sorted by turn */
    bool lacks_memory;  /* for a body that we read and drop */
    size_t body_bytes;  /* of the server's memory, for the body */
    size_t reply_bytes; /* likewise, for the reply */
    server_stream *stream;
    int64_t wait_until_ms; /* 0: we have not checked yet whether it must wait */
    int64_t ask_again_ms;  /* while it waits */
};

/* Requests that wait for a worker. Addresses take turns, so that a busy one delays only itself: the first request of
 * each waiting address comes before the second of any. */
struct queue {
    struct exchange *first;
    uint64_t turn; /* of the last request taken */
};

/* A thread that answers the requests of one queue. */
struct worker {
    server_http *http;
    struct queue *queue;
    pthread_t thread;
};

struct server_http {
    struct server *server;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock;   /* for all that follows, and connections */
    pthread_cond_t changed; /* the workers' queue has work, or the server closes */
    pthread_cond_t closing; /* the server closes */
    struct connection *connections;
    int open, open_of[SERVER_HOLDERS]; /* connections still open */
    struct queue soon, slow;
    struct exchange *waiting; /* that wait for the end of a job */
    uint64_t ends;            /* jobs that have ended so far */
    bool is_closing;
    int tick_ms;
    struct worker workers[SERVER_HTTP_WORKERS + 1];
    pthread_t reaper;
    int worker_count;
    bool has_reaper;
};

static inline int64_t server_http_now_ms(const server_http *http)
{
    return server_clock_read(&server_settings_of(http->server)->clock);
}

/* ---- Connections: call with the lock held ---------------------------------------------------------------------- */

void server_http_suspend(struct connection *connection);
void server_http_resume(struct connection *connection);

/* Whether the other side of a suspended connection has hung up or sends no more. Needs no lock. */
bool server_http_has_hung_up(const void *connection);

/* Closes connections whose other side has hung up, and those that lack a complete request for too long. */
void server_http_reap(server_http *http, int64_t now);

/* Without the lock. MHD calls it when a connection opens and when it closes. */
void server_http_on_connection(void *context, struct MHD_Connection *handle, void **own,
                               enum MHD_ConnectionNotificationCode code);

/* ---- Requests -------------------------------------------------------------------------------------------------- */

/* MHD calls the first for each part of a request, and the second at its end. */
enum MHD_Result server_http_on_request(void *context, struct MHD_Connection *handle, const char *path,
                                       const char *method, const char *version, const char *data, size_t *size,
                                       void **own);
void server_http_on_completed(void *context, struct MHD_Connection *handle, void **own,
                              enum MHD_RequestTerminationCode code);

/* Fills the request of an exchange from its head. */
void server_http_read_head(struct exchange *exchange, const char *method, const char *path, const char *version);

/* ---- Workers --------------------------------------------------------------------------------------------------- */

/* The thread of a worker. */
void *server_http_work(void *worker);

/* Passes a complete request to the workers. False: the server closes. */
bool server_http_enqueue(struct exchange *exchange);

/* True if too many slow requests wait to add this one. Call it with the lock held. */
bool server_http_has_many_slow(const struct exchange *exchange);

/* Returns requests to the workers: those that wait for this job (0: none), those that must renew a lease, and those
 * whose client hung up. Call it with the lock held. */
void server_http_wake_waiting(server_http *http, uint64_t job, int64_t now);

/* ---- Replies --------------------------------------------------------------------------------------------------- */

enum MHD_Result server_http_send(struct exchange *exchange);
void server_http_refuse(struct exchange *exchange, int status, const char *why);

/* A reply that says that too many slow requests wait. */
void server_http_refuse_slow(struct exchange *exchange);

/* A long reply occupies memory until the client reads it, if it ever does. Without memory we send why. */
void server_http_charge_reply(struct exchange *exchange);
void server_http_free_reply(struct exchange *exchange);

#endif
