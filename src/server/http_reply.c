/* SPDX-License-Identifier: MIT
 *
 * Sends replies: their headers, their bodies, and streams of events.
 */
#include <stdio.h>
#include <string.h>

#include "server/http_parts.h"

enum { REPLY_FREE_BYTES = 16384 }; /* we send a reply up to this length even if memory is short */

void server_http_refuse(struct exchange *exchange, int status, const char *why)
{
    struct server_fault fault = {0};

    server_refuse(&fault, status, NULL, "%-s", why);
    server_reply_fault(&exchange->reply, &fault);
}

void server_http_refuse_slow(struct exchange *exchange)
{
    server_http_refuse(exchange, 503, "too many requests of this kind are waiting, try again later");
}

void server_http_free_reply(struct exchange *exchange)
{
    server_reply_free(&exchange->reply);
    server_memory_release(server_memory_of(exchange->http->server), exchange->connection->holder,
                          exchange->reply_bytes);
    exchange->reply_bytes = 0;
}

void server_http_charge_reply(struct exchange *exchange)
{
    server_memory *memory = server_memory_of(exchange->http->server);
    size_t bytes = exchange->reply.body.capacity;

    if (bytes <= REPLY_FREE_BYTES) {
        server_memory_reserve_anyway(memory, exchange->connection->holder, bytes);
    } else if (!server_memory_reserve(memory, exchange->connection->holder, bytes)) {
        server_http_free_reply(exchange);
        server_http_refuse(exchange, 503, SERVER_NO_MEMORY);
        return;
    }
    exchange->reply_bytes = bytes;
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
        server_http_suspend(connection);
    pthread_mutex_unlock(&exchange->http->lock);
    return sleeps;
}

static void stream_wakes(void *context)
{
    struct exchange *exchange = context;

    pthread_mutex_lock(&exchange->http->lock);
    server_http_resume(exchange->connection);
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
    by_error error = {0};

    if (server_stream_open(exchange->reply.client, exchange->request.last_event, &listener, &exchange->stream,
                           &error)) {
        server_reply_free(&exchange->reply);
        server_http_refuse(exchange, 503, error.parts);
        return false;
    }
    pthread_mutex_lock(&exchange->http->lock);
    exchange->connection->is_stream = true;
    pthread_mutex_unlock(&exchange->http->lock);
    return true;
}

/* ---- Sending --------------------------------------------------------------------------------------------------- */

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

static struct MHD_Response *make_response(struct exchange *exchange)
{
    struct server_reply *reply = &exchange->reply;
    const struct server_asset *asset = reply->asset;
    const void *data;
    size_t size;

    if (reply->is_stream && strcmp(exchange->request.method, "HEAD") != 0 && open_stream(exchange))
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, SERVER_HTTP_BLOCK_BYTES, read_stream, exchange,
                                                 NULL);
    if (asset) {
        data = reply->is_gzip ? asset->packed : asset->data;
        size = reply->is_gzip ? asset->packed_size : asset->size;
    } else {
        data = by_text_string(&reply->body);
        size = reply->body.length;
    }
    /* MHD only reads a persistent buffer, but its parameter lacks const. */
    return MHD_create_response_from_buffer(reply->status == 304 ? 0 : size, (void *)(uintptr_t)data,
                                           MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result server_http_send(struct exchange *exchange)
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
