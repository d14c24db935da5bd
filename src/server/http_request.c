/* SPDX-License-Identifier: MIT
 *
 * Receives requests, in the callbacks of MHD's thread, and passes them to the workers. Files are answered here.
 */
#include <stdlib.h>
#include <string.h>

#include "server/http_parts.h"

enum { BODY_CUT = 4 }; /* we do not read a body that is this many times too long */

static struct connection *connection_of(struct MHD_Connection *handle)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

/* Begins a silence of the connection: its request has a head or is over. */
static void begin_silence(struct exchange *exchange)
{
    pthread_mutex_lock(&exchange->http->lock);
    exchange->connection->is_complete = exchange->connection->is_stream = false;
    exchange->connection->begun_ms = server_http_now_ms(exchange->http);
    pthread_mutex_unlock(&exchange->http->lock);
}

static enum MHD_Result send_now(struct exchange *exchange)
{
    exchange->is_answered = true;
    return server_http_send(exchange);
}

/* Runs when the head of a request is complete. Refuses early where it can. */
static enum MHD_Result begin_request(struct exchange *exchange, const char *method, const char *path,
                                     const char *version)
{
    struct server *server = exchange->http->server;

    begin_silence(exchange);
    server_http_read_head(exchange, method, path, version);
    exchange->max_body = server_max_body(server, &exchange->request);
    return server_admit(server, &exchange->request, &exchange->reply) ? MHD_YES : send_now(exchange);
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

static void free_body(struct exchange *exchange)
{
    free(exchange->body);
    exchange->body = NULL;
    exchange->room = exchange->length = 0;
    server_memory_release(server_memory_of(exchange->http->server), exchange->connection->holder, exchange->body_bytes);
    exchange->body_bytes = 0;
}

/* Makes room for a body of this length; false: the system has no memory. */
static bool make_room(struct exchange *exchange, size_t needed)
{
    size_t room = 2 * needed < exchange->max_body + 1 ? 2 * needed : exchange->max_body + 1;
    char *grown;

    if (needed <= exchange->room)
        return true;
    if (!server_memory_reserve(server_memory_of(exchange->http->server), exchange->connection->holder,
                               room - exchange->room)) {
        free_body(exchange);
        exchange->lacks_memory = true;
        return true;
    }
    exchange->body_bytes = room;
    grown = realloc(exchange->body, room);
    if (!grown)
        return false;
    exchange->body = grown;
    exchange->room = room;
    return true;
}

/* Stores a part of the body. Reads and drops a body that is too long for a while, so that the client can read the
 * reply. */
static enum MHD_Result receive(struct exchange *exchange, const char *data, size_t size)
{
    exchange->body_received += size;
    if (exchange->body_received > exchange->max_body)
        exchange->request.is_too_long = true;
    if (exchange->request.is_too_long || exchange->lacks_memory)
        return exchange->body_received <= BODY_CUT * (exchange->max_body + SERVER_HTTP_BLOCK_BYTES) ? MHD_YES : MHD_NO;
    if (!make_room(exchange, exchange->length + size + 1))
        return MHD_NO;
    if (exchange->lacks_memory)
        return MHD_YES;
    memcpy(exchange->body + exchange->length, data, size);
    exchange->length += size;
    exchange->body[exchange->length] = 0;
    return MHD_YES;
}

/* ---- Callbacks ------------------------------------------------------------------------------------------------- */

/* Runs when the request is complete. */
static enum MHD_Result answer(struct exchange *exchange)
{
    server_http *http = exchange->http;
    struct server_request *request = &exchange->request;
    bool is_refused;

    request->body = exchange->body ? exchange->body : "";
    request->length = exchange->length;
    request->has_hung_up = server_http_has_hung_up;
    request->connection = exchange->connection;
    exchange->is_slow = server_is_slow(request);
    request->can_be_put_off = !exchange->is_slow;
    pthread_mutex_lock(&http->lock);
    exchange->connection->is_complete = true;
    is_refused = exchange->is_slow && server_http_has_many_slow(exchange);
    pthread_mutex_unlock(&http->lock);
    if (exchange->lacks_memory)
        server_http_refuse(exchange, 503, SERVER_NO_MEMORY);
    else if (is_refused)
        server_http_refuse_slow(exchange);
    else if (strncmp(request->path, "/api", 4) == 0)
        return server_http_enqueue(exchange) ? MHD_YES : MHD_NO;
    else
        server_handle(http->server, request, &exchange->reply);
    return send_now(exchange);
}

/* MHD still delivers what arrived before we closed a connection. It deserves no place in a queue. */
static bool is_cut(server_http *http, const struct connection *connection)
{
    bool result;

    pthread_mutex_lock(&http->lock);
    result = !connection || connection->is_cut;
    pthread_mutex_unlock(&http->lock);
    return result;
}

enum MHD_Result server_http_on_request(void *context, struct MHD_Connection *handle, const char *path,
                                       const char *method, const char *version, const char *data, size_t *size,
                                       void **own)
{
    struct exchange *exchange = *own;
    size_t received = *size;

    if (is_cut(context, connection_of(handle)))
        return MHD_NO;
    if (!exchange) {
        *own = exchange = calloc(1, sizeof *exchange);
        if (!exchange)
            return MHD_NO;
        exchange->http = context;
        exchange->connection = connection_of(handle);
        return begin_request(exchange, method, path, version);
    }
    *size = 0;
    if (received)
        return receive(exchange, data, received);
    return exchange->is_answered ? server_http_send(exchange) : answer(exchange);
}

void server_http_on_completed(void *context, struct MHD_Connection *handle, void **own,
                              enum MHD_RequestTerminationCode code)
{
    struct exchange *exchange = *own;

    (void)context;
    (void)handle;
    (void)code;
    if (!exchange)
        return;
    *own = NULL;
    server_stream_close(exchange->stream);
    begin_silence(exchange);
    server_http_free_reply(exchange);
    by_text_free(&exchange->query);
    free_body(exchange);
    free(exchange);
}
