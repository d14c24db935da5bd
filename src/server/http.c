/* SPDX-License-Identifier: MIT
 *
 * libmicrohttpd has rules for suspended connections: only its own thread may suspend, inside a callback; you may resume
 * only what is suspended; nothing may be suspended when it stops. It also does not notice when the other side of a
 * suspended connection hangs up. So we keep `is_suspended` here, under the lock, and the reaper looks.
 *
 * The lock is the innermost of all: never call the server while you hold it.
 */
#define _GNU_SOURCE
#include "server/http.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    CLERKS = 2,                             /* for quick requests; slow ones have one more */
    SLOW_EACH = 8,                          /* slow requests of one address that may wait */
    SLOW_MOST = 32,                         /* and of all addresses, except the first of each */
    REPLY_FREE_BYTES = 16384,               /* we send a reply up to this length even if memory is short */
    POOL_BYTES = 32 * 1024,                 /* of a connection: headers must fit into half of it */
    SOCKET_BYTES = 65536,                   /* that the system buffers when a client does not read */
    STRICTNESS = MHD_VERSION >= 0x01000000, /* of MHD; older versions send the head of their refusals twice */
    IDLE_S = 30,                            /* of a connection, in either direction */
    USER_TIMEOUT_MS = 20000,                /* for unacknowledged bytes: the other side vanished */
    BLOCK_BYTES = 4096,                     /* of a stream */
    BODY_CUT = 4,                           /* we do not read a body that is this many times too long */
    ASK_AGAIN_MS = 5000,                    /* interval at which a waiting request renews the job's lease */
};

#define TOO_MANY_SLOW "too many requests of this kind are waiting, try again later"

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
    unsigned taker; /* of the server's memory */
};

/* A request with its reply. */
struct exchange {
    struct exchange *next; /* in the queue of the workers, or waiting for a job */
    server_http *http;
    struct connection *connection;
    char *body;
    size_t length, room, body_most, body_received;
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

/* A worker: answers the requests of one queue. */
struct clerk {
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
    int open, open_of[SERVER_TAKERS]; /* connections still open */
    struct queue soon, slow;
    struct exchange *waiting; /* that wait for the end of a job */
    uint64_t ends;            /* jobs that have ended so far */
    bool is_closing;
    int tick_ms;
    struct clerk clerks[CLERKS + 1];
    pthread_t janitor;
    int clerk_count;
    bool has_janitor;
};

bool server_http_is_there(void)
{
    return true;
}

static int64_t now_ms(const server_http *http)
{
    return server_clock_read(&server_settings_of(http->server)->clock);
}

/* ---- Connections ----------------------------------------------------------------------------------------------- */

/* Call with the lock held. */
static void suspend(struct connection *connection)
{
    connection->is_suspended = true;
    MHD_suspend_connection(connection->handle);
}

static void resume(struct connection *connection)
{
    if (!connection->is_suspended)
        return;
    connection->is_suspended = false;
    MHD_resume_connection(connection->handle);
}

static void cut(server_http *http, struct connection *connection)
{
    if (connection->is_cut)
        return;
    connection->is_cut = true;
    http->open--;
    http->open_of[connection->taker]--;
    (void)shutdown(connection->socket, SHUT_RDWR);
}

/* The connection of an address that has lacked a complete request longest or, if all count, the oldest. */
static struct connection *find_oldest(const server_http *http, unsigned taker, bool is_silent)
{
    struct connection *oldest = NULL;

    for (struct connection *it = http->connections; it; it = it->next)
        if (!it->is_cut && it->taker == taker && !(is_silent && it->is_complete) &&
            (!oldest || it->begun_ms <= oldest->begun_ms))
            oldest = it;
    return oldest;
}

/* Limits the connections of one address that have no complete request. */
static bool has_many_silent(const server_http *http, unsigned taker)
{
    int count = 0;

    for (const struct connection *it = http->connections; it; it = it->next)
        count += !it->is_complete && !it->is_cut && it->taker == taker;
    return count > SERVER_SILENT_EACH;
}

static unsigned taker_of_most(const server_http *http)
{
    unsigned most = http->connections->taker;

    for (const struct connection *it = http->connections; it; it = it->next)
        if (http->open_of[it->taker] > http->open_of[most])
            most = it->taker;
    return most;
}

/* Closes a connection of the busiest address, a silent one if possible. Wakes a stream, so that it ends now. */
static void cut_one_of_most(server_http *http)
{
    unsigned most = taker_of_most(http);
    struct connection *victim = find_oldest(http, most, true);

    if (!victim)
        victim = find_oldest(http, most, false);
    cut(http, victim);
    victim->is_gone = true;
    if (victim->is_stream)
        resume(victim);
}

/* An address may have no more connections than it leaves to the others, as with memory, and a new address always gets
 * one. The new connection has no request yet, so its address has at least one to close. */
static void share_connections(server_http *http, unsigned taker)
{
    int own = http->open_of[taker], left = SERVER_CONNECTIONS_SHARED - http->open;

    if (has_many_silent(http, taker) || (own > 1 && own > left))
        cut(http, find_oldest(http, taker, true));
    else if (left < 0)
        cut_one_of_most(http);
}

static void open_connection(server_http *http, struct MHD_Connection *handle, void **context)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct connection *connection = calloc(1, sizeof *connection);
    const int on = 1, timeout = USER_TIMEOUT_MS, buffer = SOCKET_BYTES;

    *context = connection;
    if (!connection)
        return;
    connection->handle = handle;
    connection->socket = info->connect_fd;
    connection->begun_ms = now_ms(http);
    info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info)
        server_address_print(info->client_addr, connection->address);
    connection->taker = server_memory_taker(server_memory_of(http->server), connection->address);
    (void)setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(connection->socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
    (void)setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    pthread_mutex_lock(&http->lock);
    connection->next = http->connections;
    http->connections = connection;
    http->open++;
    http->open_of[connection->taker]++;
    share_connections(http, connection->taker);
    pthread_mutex_unlock(&http->lock);
}

/* The socket closes after this, so that the reaper never touches a descriptor that the system has reused. */
static void close_connection(server_http *http, struct connection *connection)
{
    struct connection **link = &http->connections;

    if (!connection)
        return;
    pthread_mutex_lock(&http->lock);
    while (*link != connection)
        link = &(*link)->next;
    *link = connection->next;
    http->open -= !connection->is_cut;
    http->open_of[connection->taker] -= !connection->is_cut;
    pthread_mutex_unlock(&http->lock);
    free(connection);
}

static void on_connection(void *context, struct MHD_Connection *handle, void **own,
                          enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        open_connection(context, handle, own);
    else
        close_connection(context, *own);
}

/* ---- Streams --------------------------------------------------------------------------------------------------- */

static bool stream_sleeps(void *context)
{
    struct exchange *exchange = context;
    struct connection *connection = exchange->connection;
    bool sleeps;

    pthread_mutex_lock(&exchange->http->lock);
    sleeps = !exchange->http->is_closing && !connection->is_gone;
    if (sleeps)
        suspend(connection);
    pthread_mutex_unlock(&exchange->http->lock);
    return sleeps;
}

static void stream_wakes(void *context)
{
    struct exchange *exchange = context;

    pthread_mutex_lock(&exchange->http->lock);
    resume(exchange->connection);
    pthread_mutex_unlock(&exchange->http->lock);
}

static ssize_t read_stream(void *context, uint64_t position, char *out, size_t room)
{
    struct exchange *exchange = context;
    long length = server_stream_read(exchange->stream, out, room);

    (void)position;
    return length == SERVER_STREAM_END ? MHD_CONTENT_READER_END_OF_STREAM : length;
}

/* False: no stream is available now. */
static bool open_stream(struct exchange *exchange)
{
    const struct server_listener listener = {stream_sleeps, stream_wakes, exchange};
    struct server_fault fault = {0};
    by_error error = {0};

    if (!server_stream_open(exchange->reply.client, exchange->request.last_event, &listener, &exchange->stream,
                            &error)) {
        pthread_mutex_lock(&exchange->http->lock);
        exchange->connection->is_stream = true;
        pthread_mutex_unlock(&exchange->http->lock);
        return true;
    }
    server_reply_free(&exchange->reply);
    server_refuse(&fault, 503, NULL, "%-s", error.parts);
    server_reply_fault(&exchange->reply, &fault);
    return false;
}

/* ---- Replies --------------------------------------------------------------------------------------------------- */

#define PAGE_POLICY                                                                                                    \
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "                 \
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
#define DATA_POLICY "default-src 'none'; frame-ancestors 'none'"

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
    if (value && *value)
        (void)MHD_add_response_header(response, name, value);
}

static void add_headers(struct MHD_Response *response, const struct server_reply *reply, bool is_data)
{
    char seconds[16] = "", tag[64];

    if (reply->retry_s)
        (void)snprintf(seconds, sizeof seconds, "%d", reply->retry_s);
    add_header(response, "Content-Type", reply->type);
    add_header(response, "Content-Security-Policy",
               reply->policy ? reply->policy
               : is_data     ? DATA_POLICY
                             : PAGE_POLICY);
    add_header(response, "X-Content-Type-Options", "nosniff");
    add_header(response, "Referrer-Policy", "no-referrer");
    add_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    add_header(response, "Cache-Control", is_data && !reply->asset ? "no-store" : "no-cache");
    add_header(response, "Set-Cookie", reply->cookie);
    add_header(response, "Allow", reply->allow);
    add_header(response, "Retry-After", seconds);
    if (reply->asset) {
        /* Weak, since both forms share it. */
        (void)snprintf(tag, sizeof tag, "W/%s", reply->asset->tag);
        add_header(response, "ETag", tag);
        add_header(response, "Vary", "Accept-Encoding");
        add_header(response, "Content-Encoding", reply->is_gzip ? "gzip" : NULL);
    }
}

/* MHD only reads a persistent buffer, but its parameter lacks const. */
static struct MHD_Response *lend(const void *data, size_t size)
{
    return MHD_create_response_from_buffer(size, (void *)(uintptr_t)data, MHD_RESPMEM_PERSISTENT);
}

static struct MHD_Response *make_response(struct exchange *exchange)
{
    struct server_reply *reply = &exchange->reply;
    const struct server_asset *asset = reply->asset;

    if (reply->is_stream && strcmp(exchange->request.method, "HEAD") != 0 && open_stream(exchange))
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, exchange, NULL);
    if (reply->status == 304)
        return lend("", 0);
    if (asset)
        return reply->is_gzip ? lend(asset->packed, asset->packed_size) : lend(asset->data, asset->size);
    return lend(by_text_string(&reply->body), reply->body.length);
}

static enum MHD_Result send_reply(struct exchange *exchange)
{
    bool is_data = strncmp(exchange->request.path, "/api", 4) == 0;
    struct MHD_Response *response = make_response(exchange);
    enum MHD_Result result;

    if (!response)
        return MHD_NO;
    add_headers(response, &exchange->reply, is_data);
    if (exchange->request.has_two_lengths || exchange->request.is_malformed)
        add_header(response, "Connection", "close");
    result = MHD_queue_response(exchange->connection->handle, (unsigned)exchange->reply.status, response);
    MHD_destroy_response(response);
    return result;
}

static void refuse(struct exchange *exchange, int status, const char *why)
{
    struct server_fault fault = {0};

    server_refuse(&fault, status, NULL, "%-s", why);
    server_reply_fault(&exchange->reply, &fault);
}

/* ---- Workers --------------------------------------------------------------------------------------------------- */

/* Call with the lock held. NULL: the queue is empty and the server closes. */
static struct exchange *next_exchange(server_http *http, struct queue *queue)
{
    struct exchange *exchange;

    while (!queue->first && !http->is_closing)
        pthread_cond_wait(&http->changed, &http->lock);
    exchange = queue->first;
    if (!exchange)
        return NULL;
    queue->first = exchange->next;
    queue->turn = exchange->turn;
    return exchange;
}

/* The turn after those that this address already has. */
static uint64_t next_turn(const struct queue *queue, const char *address)
{
    uint64_t turn = queue->turn;

    for (const struct exchange *it = queue->first; it; it = it->next)
        if (strcmp(it->connection->address, address) == 0)
            turn = it->turn + 1;
    return turn;
}

/* Call with the lock held. */
static void enqueue(server_http *http, struct exchange *exchange)
{
    struct queue *queue = exchange->is_slow ? &http->slow : &http->soon;
    struct exchange **link = &queue->first;

    exchange->turn = next_turn(queue, exchange->connection->address);
    while (*link && (*link)->turn <= exchange->turn)
        link = &(*link)->next;
    exchange->next = *link;
    *link = exchange;
    pthread_cond_broadcast(&http->changed);
}

static bool is_awaited(const struct exchange *exchange, uint64_t job, int64_t now)
{
    return exchange->reply.awaited_job == job || exchange->ask_again_ms <= now || exchange->connection->is_gone;
}

/* Returns requests to the workers: those that wait for this job (0: none), those that must renew a lease, and those
 * whose client hung up. Call with the lock held. */
static void wake_waiting(server_http *http, uint64_t job, int64_t now)
{
    struct exchange **link = &http->waiting;

    while (*link) {
        struct exchange *exchange = *link;

        if (is_awaited(exchange, job, now)) {
            *link = exchange->next;
            exchange->connection->is_waiting = false;
            enqueue(http, exchange);
        } else {
            link = &exchange->next;
        }
    }
}

static void on_job_over(void *context, uint64_t id)
{
    server_http *http = context;

    pthread_mutex_lock(&http->lock);
    http->ends++;
    wake_waiting(http, id, INT64_MIN);
    pthread_mutex_unlock(&http->lock);
}

/* True if the exchange should keep waiting. `ends` is the number of jobs that had ended before we asked; a later end
 * may be the one it waits for. Call with the lock held. */
static bool waits(struct exchange *exchange, uint64_t ends, int64_t now)
{
    server_http *http = exchange->http;

    if (!exchange->reply.wait_ms || http->is_closing || exchange->connection->is_gone)
        return false;
    if (!exchange->wait_until_ms)
        exchange->wait_until_ms = now + exchange->reply.wait_ms;
    if (now >= exchange->wait_until_ms)
        return false;
    if (ends != http->ends) {
        enqueue(http, exchange);
        return true;
    }
    exchange->ask_again_ms = now + ASK_AGAIN_MS;
    if (exchange->ask_again_ms > exchange->wait_until_ms)
        exchange->ask_again_ms = exchange->wait_until_ms;
    exchange->connection->is_waiting = true;
    exchange->next = http->waiting;
    http->waiting = exchange;
    return true;
}

static server_memory *memory_of(const struct exchange *exchange)
{
    return server_memory_of(exchange->http->server);
}

static unsigned taker_of(const struct exchange *exchange)
{
    return exchange->connection->taker;
}

static void free_reply(struct exchange *exchange)
{
    server_reply_free(&exchange->reply);
    server_memory_give(memory_of(exchange), taker_of(exchange), exchange->reply_bytes);
    exchange->reply_bytes = 0;
}

/* A long reply occupies memory until the client reads it, if it ever does. */
static void charge_reply(struct exchange *exchange)
{
    size_t bytes = exchange->reply.body.capacity;

    if (bytes <= REPLY_FREE_BYTES) {
        server_memory_take_anyway(memory_of(exchange), taker_of(exchange), bytes);
    } else if (!server_memory_take(memory_of(exchange), taker_of(exchange), bytes)) {
        free_reply(exchange);
        refuse(exchange, 503, SERVER_NO_MEMORY);
        return;
    }
    exchange->reply_bytes = bytes;
}

static void give_body(struct exchange *exchange)
{
    free(exchange->body);
    exchange->body = NULL;
    exchange->room = exchange->length = 0;
    server_memory_give(memory_of(exchange), taker_of(exchange), exchange->body_bytes);
    exchange->body_bytes = 0;
}

/* Call with the lock held. */
static bool has_many_slow(const struct exchange *exchange)
{
    int own = 0, all = 0;

    for (const struct exchange *it = exchange->http->slow.first; it; it = it->next) {
        own += strcmp(it->connection->address, exchange->connection->address) == 0;
        all++;
    }
    return own >= SLOW_EACH || (own && all >= SLOW_MOST);
}

/* Passes a slow request to the slow worker. False: too many wait there, and the reply says so. */
static bool put_off(struct exchange *exchange)
{
    server_http *http = exchange->http;

    free_reply(exchange);
    pthread_mutex_lock(&http->lock);
    exchange->is_slow = !has_many_slow(exchange);
    exchange->request.can_be_put_off = false;
    if (exchange->is_slow)
        enqueue(http, exchange);
    pthread_mutex_unlock(&http->lock);
    if (!exchange->is_slow)
        refuse(exchange, 503, TOO_MANY_SLOW);
    return exchange->is_slow;
}

static void *clerk(void *argument)
{
    struct clerk *self = argument;
    server_http *http = self->http;
    struct exchange *exchange;

    pthread_mutex_lock(&http->lock);
    while ((exchange = next_exchange(http, self->queue))) {
        uint64_t ends = http->ends;
        /* A client that waits for a job learns how it ended; a closed connection gets no reply. */
        bool is_late = (http->is_closing && !exchange->wait_until_ms) || exchange->connection->is_cut;

        pthread_mutex_unlock(&http->lock);
        free_reply(exchange);
        if (is_late)
            refuse(exchange, 503, "the server is shutting down");
        else
            server_handle(http->server, &exchange->request, &exchange->reply);
        if (exchange->reply.is_put_off && put_off(exchange)) {
            pthread_mutex_lock(&http->lock);
            continue;
        }
        charge_reply(exchange);
        pthread_mutex_lock(&http->lock);
        if (waits(exchange, ends, now_ms(http)))
            continue;
        exchange->is_answered = true;
        resume(exchange->connection);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

/* False: it is too late for that. */
static bool hand_to_clerks(struct exchange *exchange)
{
    server_http *http = exchange->http;
    bool is_late;

    pthread_mutex_lock(&http->lock);
    is_late = http->is_closing;
    if (!is_late) {
        suspend(exchange->connection);
        enqueue(http, exchange);
    }
    pthread_mutex_unlock(&http->lock);
    return !is_late;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

/* Headers that may occur only once. */
struct counts {
    int hosts, lengths, encodings;
    bool is_odd;       /* a length that is not a number, or an encoding other than chunked */
    bool is_malformed; /* an invalid name, or a line that MHD parsed differently */
    const char *end;   /* of the lines checked so far, without line ends */
};

enum { LINE_END = 2 }; /* bytes */

/* Before HTTP/1.0, MHD appends a line that begins with a blank to the previous header's name, and takes an empty name
 * for the end of the head. Its strings point into the received buffer, with zeros in place of colons and line ends, so
 * a line parsed that way leaves a gap. A one-byte line end leaves one too, since it could hide another. */
static bool is_line_end(const char *at)
{
    return MHD_VERSION >= 0x01000000 || (!at[0] && !at[1]);
}

static bool is_where_it_was_received(const struct counts *counts, const char *name, const char *value)
{
    const char *behind_colon = name + strlen(name) + 1;

    return MHD_VERSION >= 0x01000000 || (is_line_end(counts->end) && name == counts->end + LINE_END && value &&
                                         value == behind_colon + strspn(behind_colon, " \t"));
}

/* Whether the last header is the last line of the head. */
static bool is_whole_head(struct MHD_Connection *handle, const struct counts *counts, const char *method)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

    return MHD_VERSION >= 0x01000000 || (info && method + info->header_size == counts->end + 2 * LINE_END &&
                                         is_line_end(counts->end) && is_line_end(counts->end + LINE_END));
}

static bool is_token(const char *name)
{
    static const char signs[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    return *name && !name[strspn(name, signs)];
}

static enum MHD_Result count_headers(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct counts *counts = context;

    (void)kind;
    counts->is_malformed |= !is_token(name) || !is_where_it_was_received(counts, name, value);
    if (value)
        counts->end = value + strlen(value);
    counts->hosts += strcasecmp(name, "Host") == 0;
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        counts->encodings++;
        counts->is_odd |= !value || strcasecmp(value, "chunked") != 0;
    }
    if (strcasecmp(name, "Content-Length") == 0) {
        counts->lengths++;
        counts->is_odd |= !value || !*value || value[strspn(value, "0123456789")];
    }
    return MHD_YES;
}

static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    by_text *query = context;

    (void)kind;
    by_text_printf(query, "%s%s%s%s", query->length ? "&" : "", name, value ? "=" : "", value ? value : "");
    return MHD_YES;
}

static bool has_blank(const char *text)
{
    return text[strcspn(text, " \t")];
}

/* We do not decode paths: our names need no escapes, so an escaped path is not found. */
static size_t leave_escaped(void *context, struct MHD_Connection *handle, char *text)
{
    (void)context;
    (void)handle;
    return strlen(text);
}

static void read_head(struct exchange *exchange, const char *method, const char *path, const char *version)
{
    struct MHD_Connection *handle = exchange->connection->handle;
    struct counts counts = {.end = version + strlen(version)};

#define HEADER(name) MHD_lookup_connection_value(handle, MHD_HEADER_KIND, name)
    (void)MHD_get_connection_values(handle, MHD_HEADER_KIND, count_headers, &counts);
    (void)MHD_get_connection_values(handle, MHD_GET_ARGUMENT_KIND, add_argument, &exchange->query);
    exchange->request = (struct server_request){
        .method = method,
        .path = path,
        .query = by_text_string(&exchange->query),
        .host = HEADER("Host"),
        .origin = HEADER("Origin"),
        .fetch_site = HEADER("Sec-Fetch-Site"),
        .type = HEADER("Content-Type"),
        .cookie = HEADER("Cookie"),
        .authorization = HEADER("Authorization"),
        .client = HEADER("Boyi-Client"),
        .if_none_match = HEADER("If-None-Match"),
        .accept_encoding = HEADER("Accept-Encoding"),
        .last_event = HEADER("Last-Event-ID"),
        .address = exchange->connection->address,
        .has_two_hosts = counts.hosts > 1,
        .has_two_lengths = counts.lengths + counts.encodings > 1 || counts.is_odd,
        .is_malformed = counts.is_malformed || has_blank(path) || has_blank(by_text_string(&exchange->query)) ||
                        !is_whole_head(handle, &counts, method),
    };
    if (HEADER("Content-Length"))
        exchange->request.length = (size_t)strtoull(HEADER("Content-Length"), NULL, 10);
#undef HEADER
}

static struct exchange *create_exchange(server_http *http, struct MHD_Connection *handle)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct exchange *exchange = info && info->socket_context ? calloc(1, sizeof *exchange) : NULL;

    if (!exchange)
        return NULL;
    exchange->http = http;
    exchange->connection = info->socket_context;
    return exchange;
}

/* Runs when the head of a request is complete. Refuses early where it can. */
static enum MHD_Result begin_request(struct exchange *exchange, const char *method, const char *path,
                                     const char *version)
{
    server_http *http = exchange->http;

    pthread_mutex_lock(&http->lock);
    exchange->connection->begun_ms = now_ms(http);
    pthread_mutex_unlock(&http->lock);
    read_head(exchange, method, path, version);
    exchange->body_most = server_body_most(http->server, &exchange->request);
    if (server_admit(http->server, &exchange->request, &exchange->reply))
        return MHD_YES;
    exchange->is_answered = true;
    return send_reply(exchange);
}

/* Stores a part of the body. Reads and drops a body that is too long for a while, so that the client can read the
 * reply. */
static enum MHD_Result receive(struct exchange *exchange, const char *data, size_t size)
{
    size_t needed = exchange->length + size + 1;
    char *grown;

    exchange->body_received += size;
    if (exchange->body_received > exchange->body_most)
        exchange->request.is_too_long = true;
    if (exchange->request.is_too_long || exchange->lacks_memory)
        return exchange->body_received > BODY_CUT * (exchange->body_most + BLOCK_BYTES) ? MHD_NO : MHD_YES;
    if (needed > exchange->room) {
        size_t room = 2 * needed < exchange->body_most + 1 ? 2 * needed : exchange->body_most + 1;

        if (!server_memory_take(memory_of(exchange), taker_of(exchange), room - exchange->room)) {
            give_body(exchange);
            exchange->lacks_memory = true;
            return MHD_YES;
        }
        exchange->body_bytes = room;
        grown = realloc(exchange->body, room);
        if (!grown)
            return MHD_NO;
        exchange->body = grown;
        exchange->room = room;
    }
    memcpy(exchange->body + exchange->length, data, size);
    exchange->length += size;
    exchange->body[exchange->length] = 0;
    return MHD_YES;
}

/* Runs when the request is complete. Files are answered here; a worker answers everything else. */
static enum MHD_Result answer(struct exchange *exchange)
{
    server_http *http = exchange->http;
    struct server_request *request = &exchange->request;
    bool is_refused;

    request->body = exchange->body ? exchange->body : "";
    request->length = exchange->length;
    exchange->is_slow = server_is_slow(request);
    request->can_be_put_off = !exchange->is_slow;
    pthread_mutex_lock(&http->lock);
    exchange->connection->is_complete = true;
    is_refused = exchange->is_slow && has_many_slow(exchange);
    pthread_mutex_unlock(&http->lock);
    if (exchange->lacks_memory) {
        refuse(exchange, 503, SERVER_NO_MEMORY);
        exchange->is_answered = true;
        return send_reply(exchange);
    }
    if (is_refused) {
        refuse(exchange, 503, TOO_MANY_SLOW);
        exchange->is_answered = true;
        return send_reply(exchange);
    }
    if (strncmp(request->path, "/api", 4) == 0)
        return hand_to_clerks(exchange) ? MHD_YES : MHD_NO;
    server_handle(http->server, request, &exchange->reply);
    exchange->is_answered = true;
    return send_reply(exchange);
}

/* MHD still delivers what arrived before we closed a connection. It deserves no place in a queue. */
static bool is_cut(server_http *http, struct MHD_Connection *handle)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    const struct connection *connection = info ? info->socket_context : NULL;
    bool result;

    pthread_mutex_lock(&http->lock);
    result = connection && connection->is_cut;
    pthread_mutex_unlock(&http->lock);
    return result;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *handle, const char *path, const char *method,
                                  const char *version, const char *data, size_t *size, void **own)
{
    struct exchange *exchange = *own;
    enum MHD_Result result;

    if (is_cut(context, handle))
        return MHD_NO;
    if (!exchange) {
        exchange = create_exchange(context, handle);
        *own = exchange;
        return exchange ? begin_request(exchange, method, path, version) : MHD_NO;
    }
    if (*size) {
        result = receive(exchange, data, *size);
        *size = 0;
        return result;
    }
    return exchange->is_answered ? send_reply(exchange) : answer(exchange);
}

static void on_completed(void *context, struct MHD_Connection *handle, void **own, enum MHD_RequestTerminationCode code)
{
    server_http *http = context;
    struct exchange *exchange = *own;

    (void)handle;
    (void)code;
    if (!exchange)
        return;
    *own = NULL;
    server_stream_close(exchange->stream);
    pthread_mutex_lock(&http->lock);
    exchange->connection->is_complete = exchange->connection->is_stream = false;
    exchange->connection->begun_ms = now_ms(http);
    pthread_mutex_unlock(&http->lock);
    free_reply(exchange);
    by_text_free(&exchange->query);
    give_body(exchange);
    free(exchange);
}

/* ---- Reaper ---------------------------------------------------------------------------------------------------- */

static bool has_hung_up(int socket)
{
    struct pollfd question = {.fd = socket, .events = POLLRDHUP};

    return poll(&question, 1, 0) > 0;
}

static void look_after(server_http *http, struct connection *connection, int64_t now)
{
    if (connection->is_suspended && (connection->is_stream || connection->is_waiting) &&
        has_hung_up(connection->socket)) {
        connection->is_gone = true;
        if (connection->is_stream)
            resume(connection);
    }
    /* MHD limits silence only; a client that sends a byte now and then gets around it. */
    if (!connection->is_complete && now - connection->begun_ms >= SERVER_REQUEST_MS)
        cut(http, connection);
}

/* Call with the lock held. */
static void wait_for_tick(server_http *http)
{
    struct timespec until;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += http->tick_ms / 1000;
    until.tv_nsec += (long)(http->tick_ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    while (!http->is_closing && pthread_cond_timedwait(&http->closing, &http->lock, &until) == 0) {
    }
}

static void *janitor(void *argument)
{
    server_http *http = argument;

    pthread_mutex_lock(&http->lock);
    while (!http->is_closing) {
        int64_t now = now_ms(http);

        for (struct connection *connection = http->connections; connection; connection = connection->next)
            look_after(http, connection, now);
        wake_waiting(http, 0, now);
        pthread_mutex_unlock(&http->lock);
        server_tick(http->server);
        pthread_mutex_lock(&http->lock);
        wait_for_tick(http);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

/* ---- Lifetime -------------------------------------------------------------------------------------------------- */

static by_status start_threads(server_http *http, by_error *error)
{
    for (; http->clerk_count < CLERKS + 1; http->clerk_count++) {
        struct clerk *made = &http->clerks[http->clerk_count];

        made->http = http;
        made->queue = http->clerk_count < CLERKS ? &http->soon : &http->slow;
        if (pthread_create(&made->thread, NULL, clerk, made))
            return by_error_set(error, BY_ERROR_LIMIT, "the system allows no more threads");
    }
    if (pthread_create(&http->janitor, NULL, janitor, http))
        return by_error_set(error, BY_ERROR_LIMIT, "the system allows no more threads");
    http->has_janitor = true;
    return BY_OK;
}

static by_status start_daemon(server_http *http, int socket, by_error *error)
{
    http->daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, http,
                         MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_BYTES, MHD_OPTION_CONNECTION_TIMEOUT,
                         (unsigned)IDLE_S, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
                         MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped,
                         NULL, MHD_OPTION_STRICT_FOR_CLIENT, (int)STRICTNESS, MHD_OPTION_END);
    if (http->daemon)
        return BY_OK;
    close(socket);
    return by_error_set(error, BY_ERROR_UNSUPPORTED, "libmicrohttpd does not start");
}

by_status server_http_start(struct server *server, int socket, int tick_ms, server_http **out, by_error *error)
{
    server_http *http = calloc(1, sizeof *http);
    by_status status;

    *out = NULL;
    if (!http || pthread_mutex_init(&http->lock, NULL) || pthread_cond_init(&http->changed, NULL) ||
        pthread_cond_init(&http->closing, NULL)) {
        free(http);
        close(socket);
        return by_error_no_memory(error);
    }
    http->server = server;
    http->tick_ms = tick_ms;
    server_jobs_listen(server_jobs_of(server), &(const struct server_jobs_listener){on_job_over, http});
    status = start_daemon(http, socket, error);
    if (!status)
        status = start_threads(http, error);
    if (status) {
        server_http_stop(http);
        return status;
    }
    *out = http;
    return BY_OK;
}

static void close_down(server_http *http)
{
    pthread_mutex_lock(&http->lock);
    http->is_closing = true;
    pthread_cond_broadcast(&http->changed);
    pthread_cond_broadcast(&http->closing);
    pthread_mutex_unlock(&http->lock);
    if (http->has_janitor)
        pthread_join(http->janitor, NULL);
    server_stop(http->server);
    while (http->clerk_count > 0)
        pthread_join(http->clerks[--http->clerk_count].thread, NULL);
    pthread_mutex_lock(&http->lock);
    for (struct connection *connection = http->connections; connection; connection = connection->next)
        resume(connection);
    pthread_mutex_unlock(&http->lock);
}

void server_http_stop(server_http *http)
{
    if (!http)
        return;
    close_down(http);
    server_jobs_listen(server_jobs_of(http->server), &(const struct server_jobs_listener){0});
    if (http->daemon)
        MHD_stop_daemon(http->daemon);
    pthread_cond_destroy(&http->closing);
    pthread_cond_destroy(&http->changed);
    pthread_mutex_destroy(&http->lock);
    free(http);
}
