/* SPDX-License-Identifier: MIT
 *
 * Events are numbered from 1 and kept in a list in that order. The stream has a cursor: the number of the last event
 * that it has begun to write. When the ring is full we drop events: first those already read, then those that a newer
 * event of the same kind replaces. If that is not enough we end the stream, and the next one begins with the event
 * `lost`.
 */
#define _DEFAULT_SOURCE
#include "server/clients.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { EVENT_EXTRA = 96 }; /* bytes for its number, job and frame */

struct event {
    struct event *next;
    uint64_t number;
    uint64_t job;
    int slot;
    unsigned holder; /* of its memory */
    int references;  /* of the ring, and of streams that are writing it */
    size_t length;
    char text[];
};

struct server_client {
    server_clients *clients;
    server_client *next;
    char id[SERVER_CLIENT_ID];
    unsigned holder; /* of memory */
    atomic_int references;
    _Atomic int64_t seen_ms;

    pthread_mutex_t lock; /* for all that follows */
    struct event *first, *last;
    int event_count;
    size_t event_bytes;
    uint64_t sent; /* the last number we gave out */
    uint64_t read; /* the last number that a stream began to write */
    uint64_t lost; /* the last number that we dropped without a replacement */
    server_stream *stream;
    int64_t hung_up_ms; /* when the last stream ended; 0: there was none */
};

struct server_stream {
    server_client *client;
    struct server_listener listener;
    uint64_t cursor;
    struct event *event; /* being written */
    const char *pending; /* the rest of it, or of a preamble */
    size_t pending_length;
    int64_t sent_ms;
    bool wants_beat;
    bool is_ended;
};

struct server_clients {
    const struct server_limits *limits;
    const struct server_clock *clock;
    server_memory *memory; /* of all events */
    pthread_mutex_t lock;
    server_client *first;
    int count;
    int streams, streams_of[SERVER_HOLDERS];
    int idle_of[SERVER_HOLDERS]; /* scratch: idle clients of each address */
};

/* ---- Events ---------------------------------------------------------------------------------------------------- */

static size_t bytes_of(const struct event *event)
{
    return sizeof *event + event->length + EVENT_EXTRA;
}

static void release_event(server_clients *clients, struct event *event)
{
    if (!event || --event->references > 0)
        return;
    server_memory_release(clients->memory, event->holder, bytes_of(event));
    free(event);
}

/* Removes the event after `before`, or the first one, from the ring. */
static void unlink_event(server_client *client, struct event *before)
{
    struct event **link = before ? &before->next : &client->first;
    struct event *event = *link;

    *link = event->next;
    if (client->last == event)
        client->last = before;
    client->event_count--;
    client->event_bytes -= event->length;
    release_event(client->clients, event);
}

static bool is_full(const server_client *client)
{
    return client->event_count > SERVER_RING_EVENTS || client->event_bytes > SERVER_RING_BYTES;
}

static void end_stream(server_stream *stream)
{
    stream->is_ended = true;
    stream->listener.wake(stream->listener.context);
}

static void lose_everything(server_client *client)
{
    while (client->first)
        unlink_event(client, NULL);
    client->lost = client->sent;
    if (client->stream)
        end_stream(client->stream);
}

static void make_room(server_client *client)
{
    struct event *before = NULL;

    while (is_full(client) && client->first && client->first->number <= client->read) {
        if (client->first->slot < 0)
            client->lost = client->first->number;
        unlink_event(client, NULL);
    }
    for (struct event *event = client->first; event && is_full(client);) {
        struct event *next = event->next;

        if (event->slot >= 0)
            unlink_event(client, before);
        else
            before = event;
        event = next;
    }
    if (is_full(client))
        lose_everything(client);
}

/* {"a": 1} becomes {"job": 7, "a": 1} in the frame of an event. */
static struct event *make_event(uint64_t number, uint64_t job, const char *name, const by_text *json)
{
    const char *inside = by_text_string(json);
    size_t length = strcspn(inside, "\n"), room;
    struct event *event;
    int written;

    if (json->failed)
        return NULL;
    assert(*inside == '{' && length >= 2);
    room = length + strlen(name) + EVENT_EXTRA;
    event = malloc(sizeof *event + room);
    if (!event)
        return NULL;
    written = snprintf(event->text, room, "id: %" PRIu64 "\nevent: %s\ndata: {\"job\": %" PRIu64 "%s%.*s\n\n", number,
                       name, job, length > 2 ? ", " : "", (int)length - 1, inside + 1);
    assert(written > 0 && (size_t)written < room);
    event->next = NULL;
    event->references = 1;
    event->number = number;
    event->job = job;
    event->length = (size_t)written;
    return event;
}

/* Appends an event, in place of the previous one of the same job and slot. */
static void append_event(server_client *client, struct event *event)
{
    struct event *before = NULL, *same = client->first;

    while (same && (event->slot < 0 || same->job != event->job || same->slot != event->slot)) {
        before = same;
        same = same->next;
    }
    if (same)
        unlink_event(client, before);
    if (client->last)
        client->last->next = event;
    else
        client->first = event;
    client->last = event;
    client->event_count++;
    client->event_bytes += event->length;
    make_room(client);
}

/* Memory for an event. Events already read make room for it. */
static bool reserve_memory(server_client *client, size_t bytes)
{
    while (!server_memory_reserve(client->clients->memory, client->holder, bytes)) {
        if (!client->first || client->first->number > client->read)
            return false;
        if (client->first->slot < 0)
            client->lost = client->first->number;
        unlink_event(client, NULL);
    }
    return true;
}

void server_client_send(server_client *client, uint64_t job, const char *event, int slot, by_text *json)
{
    struct event *made;

    pthread_mutex_lock(&client->lock);
    made = make_event(++client->sent, job, event, json);
    if (made)
        made->holder = client->holder;
    if (made && !reserve_memory(client, bytes_of(made))) {
        free(made);
        made = NULL;
    }
    if (made) {
        made->slot = slot;
        append_event(client, made);
    } else {
        lose_everything(client);
    }
    if (client->stream)
        client->stream->listener.wake(client->stream->listener.context);
    pthread_mutex_unlock(&client->lock);
    by_text_free(json);
}

/* ---- One client ------------------------------------------------------------------------------------------------ */

server_client *server_client_hold(server_client *client)
{
    atomic_fetch_add(&client->references, 1);
    return client;
}

void server_client_release(server_client *client)
{
    if (!client || atomic_fetch_sub(&client->references, 1) != 1)
        return;
    while (client->first)
        unlink_event(client, NULL);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

const char *server_client_id(const server_client *client)
{
    return client->id;
}

unsigned server_client_holder(const server_client *client)
{
    return client->holder;
}

bool server_client_listens(server_client *client, int64_t touched_ms)
{
    int64_t now = server_clock_read(client->clients->clock);
    bool listens;

    pthread_mutex_lock(&client->lock);
    if (client->stream)
        listens = true;
    else if (client->hung_up_ms > touched_ms)
        listens = now - client->hung_up_ms < SERVER_HANG_UP_MS;
    else
        listens = now - touched_ms < SERVER_LEASE_MS;
    pthread_mutex_unlock(&client->lock);
    return listens;
}

static by_status create_client(server_clients *clients, const char *address, server_client **out, by_error *error)
{
    server_client *client = calloc(1, sizeof *client);
    unsigned char bytes[16];

    if (!client || pthread_mutex_init(&client->lock, NULL)) {
        free(client);
        return by_error_no_memory(error);
    }
    client->clients = clients;
    client->holder = server_memory_holder(clients->memory, address);
    client->references = 1;
    client->seen_ms = server_clock_read(clients->clock);
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        server_client_release(client);
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "the system has no random numbers");
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(client->id + 2 * i, 3, "%02x", bytes[i]);
    *out = client;
    return BY_OK;
}

/* ---- All clients ----------------------------------------------------------------------------------------------- */

by_status server_clients_create(const struct server_limits *limits, const struct server_clock *clock,
                                server_memory *memory, server_clients **out, by_error *error)
{
    server_clients *clients = calloc(1, sizeof *clients);

    if (!clients || pthread_mutex_init(&clients->lock, NULL)) {
        free(clients);
        clients = NULL;
    }
    *out = clients;
    if (!clients)
        return by_error_no_memory(error);
    clients->limits = limits;
    clients->clock = clock;
    clients->memory = memory;
    return BY_OK;
}

/* Removes a client from the list if it is there. The caller then owns the list's reference. */
static bool unlink_client(server_clients *clients, const server_client *client)
{
    for (server_client **link = &clients->first; *link; link = &(*link)->next) {
        if (*link == client) {
            *link = client->next;
            clients->count--;
            return true;
        }
    }
    return false;
}

/* True if the client is idle: it has no stream and no job. */
static bool is_idle(const server_client *client)
{
    return client->references == 1;
}

/* Forget an idle client of the address that has most of them, so that one busy address cannot push out the others. */
static bool forget_most_silent(server_clients *clients)
{
    server_client *found = NULL;
    int *counts = clients->idle_of;

    memset(counts, 0, sizeof clients->idle_of);
    for (const server_client *client = clients->first; client; client = client->next)
        counts[client->holder] += is_idle(client);
    for (server_client *client = clients->first; client; client = client->next)
        if (is_idle(client) && (!found || counts[client->holder] > counts[found->holder] ||
                                (counts[client->holder] == counts[found->holder] && client->seen_ms < found->seen_ms)))
            found = client;
    if (!found)
        return false;
    unlink_client(clients, found);
    server_client_release(found);
    return true;
}

by_status server_clients_add(server_clients *clients, const char *address, char id[SERVER_CLIENT_ID], by_error *error)
{
    server_client *client = NULL;
    by_status status = create_client(clients, address, &client, error);

    if (status)
        return status;
    memcpy(id, client->id, SERVER_CLIENT_ID);
    pthread_mutex_lock(&clients->lock);
    if (clients->count >= clients->limits->clients && !forget_most_silent(clients)) {
        status =
            by_error_set(error, BY_ERROR_LIMIT, "the server already has its maximum of %d clients", clients->count);
    } else {
        client->next = clients->first;
        clients->first = client;
        clients->count++;
    }
    pthread_mutex_unlock(&clients->lock);
    if (status)
        server_client_release(client);
    return status;
}

server_client *server_clients_get(server_clients *clients, const char *id)
{
    server_client *client;

    pthread_mutex_lock(&clients->lock);
    for (client = clients->first; client && strcmp(client->id, id) != 0;)
        client = client->next;
    if (client) {
        client->seen_ms = server_clock_read(clients->clock);
        server_client_hold(client);
    }
    pthread_mutex_unlock(&clients->lock);
    return client;
}

void server_clients_remove(server_clients *clients, server_client *client)
{
    bool was_there;

    pthread_mutex_lock(&clients->lock);
    was_there = unlink_client(clients, client);
    pthread_mutex_unlock(&clients->lock);
    pthread_mutex_lock(&client->lock);
    if (client->stream)
        end_stream(client->stream);
    pthread_mutex_unlock(&client->lock);
    if (was_there)
        server_client_release(client);
}

int server_clients_count(server_clients *clients)
{
    int count;

    pthread_mutex_lock(&clients->lock);
    count = clients->count;
    pthread_mutex_unlock(&clients->lock);
    return count;
}

void server_clients_tick(server_clients *clients)
{
    int64_t now = server_clock_read(clients->clock);
    server_client *next;

    pthread_mutex_lock(&clients->lock);
    for (server_client *client = clients->first; client; client = next) {
        server_stream *stream;

        next = client->next;
        pthread_mutex_lock(&client->lock);
        stream = client->stream;
        if (stream && now - stream->sent_ms >= SERVER_BEAT_MS) {
            stream->wants_beat = true;
            stream->listener.wake(stream->listener.context);
        }
        pthread_mutex_unlock(&client->lock);
        if (is_idle(client) && now - client->seen_ms >= SERVER_CLIENT_MS) {
            unlink_client(clients, client);
            server_client_release(client);
        }
    }
    pthread_mutex_unlock(&clients->lock);
}

void server_clients_destroy(server_clients *clients)
{
    if (!clients)
        return;
    while (clients->first) {
        server_client *client = clients->first;

        unlink_client(clients, client);
        assert(is_idle(client));
        server_client_release(client);
    }
    pthread_mutex_destroy(&clients->lock);
    free(clients);
}

/* ---- Streams --------------------------------------------------------------------------------------------------- */

static void set_pending(server_stream *stream, const char *text, size_t length)
{
    stream->pending = text;
    stream->pending_length = length;
}

/* Finds where a stream continues, and whether it lost an event before that. */
static void begin_stream(server_stream *stream, const char *last_event)
{
    static const char greeting[] = "retry: 1000\n\n";
    static const char loss[] = "retry: 1000\n\nevent: lost\ndata: {}\n\n";
    const server_client *client = stream->client;
    uint64_t last = last_event ? strtoull(last_event, NULL, 10) : client->read;
    bool is_lost;

    stream->cursor = last > client->sent ? client->read : last;
    is_lost = client->lost > stream->cursor;
    set_pending(stream, is_lost ? loss : greeting, is_lost ? sizeof loss - 1 : sizeof greeting - 1);
    if (is_lost)
        stream->cursor = client->lost;
}

/* Counts one more stream if the limits allow it. */
static by_status count_stream(server_clients *clients, unsigned holder, by_error *error)
{
    by_status status = BY_OK;

    pthread_mutex_lock(&clients->lock);
    if (server_may_have_one(holder, clients->streams_of[holder], clients->streams, clients->limits->streams)) {
        clients->streams++;
        clients->streams_of[holder]++;
    } else {
        status = by_error_set(error, BY_ERROR_LIMIT,
                              "the server has no room for another stream: %d are open, %d of them from your address",
                              clients->streams, clients->streams_of[holder]);
    }
    pthread_mutex_unlock(&clients->lock);
    return status;
}

static void uncount_stream(server_clients *clients, unsigned holder)
{
    pthread_mutex_lock(&clients->lock);
    clients->streams--;
    clients->streams_of[holder]--;
    pthread_mutex_unlock(&clients->lock);
}

by_status server_stream_open(server_client *client, const char *last_event, const struct server_listener *listener,
                             server_stream **out, by_error *error)
{
    server_clients *clients = client->clients;
    server_stream *stream;

    *out = NULL;
    if (count_stream(clients, client->holder, error))
        return BY_ERROR_LIMIT;
    stream = calloc(1, sizeof *stream);
    if (!stream) {
        uncount_stream(clients, client->holder);
        return by_error_no_memory(error);
    }
    stream->client = server_client_hold(client);
    stream->listener = *listener;
    stream->sent_ms = server_clock_read(clients->clock);
    pthread_mutex_lock(&client->lock);
    begin_stream(stream, last_event);
    if (client->stream)
        end_stream(client->stream);
    client->stream = stream;
    pthread_mutex_unlock(&client->lock);
    *out = stream;
    return BY_OK;
}

/* Moves the next event, if any, to the output. */
static void take_next(server_stream *stream)
{
    static const char beat_text[] = ":\n\n";
    server_client *client = stream->client;
    struct event *event = client->first;

    release_event(client->clients, stream->event);
    stream->event = NULL;
    while (event && event->number <= stream->cursor)
        event = event->next;
    if (event) {
        event->references++;
        stream->event = event;
        stream->cursor = event->number;
        if (client->read < event->number)
            client->read = event->number;
        set_pending(stream, event->text, event->length);
    } else if (stream->wants_beat) {
        set_pending(stream, beat_text, sizeof beat_text - 1);
    }
    stream->wants_beat = false;
}

static long read_stream(server_stream *stream, char *out, size_t room)
{
    size_t written = 0, length;

    if (stream->is_ended)
        return SERVER_STREAM_END;
    while (written < room) {
        if (!stream->pending_length)
            take_next(stream);
        if (!stream->pending_length)
            break;
        length = stream->pending_length < room - written ? stream->pending_length : room - written;
        memcpy(out + written, stream->pending, length);
        set_pending(stream, stream->pending + length, stream->pending_length - length);
        written += length;
    }
    if (written) {
        stream->sent_ms = server_clock_read(stream->client->clients->clock);
        return (long)written;
    }
    return stream->listener.sleep(stream->listener.context) ? 0 : SERVER_STREAM_END;
}

long server_stream_read(server_stream *stream, char *out, size_t room)
{
    long result;

    pthread_mutex_lock(&stream->client->lock);
    result = read_stream(stream, out, room);
    pthread_mutex_unlock(&stream->client->lock);
    return result;
}

void server_stream_close(server_stream *stream)
{
    server_client *client;

    if (!stream)
        return;
    client = stream->client;
    pthread_mutex_lock(&client->lock);
    release_event(client->clients, stream->event);
    if (client->stream == stream) {
        client->stream = NULL;
        client->hung_up_ms = server_clock_read(client->clients->clock);
    }
    pthread_mutex_unlock(&client->lock);
    uncount_stream(client->clients, client->holder);
    client->seen_ms = server_clock_read(client->clients->clock);
    server_client_release(client);
    free(stream);
}
