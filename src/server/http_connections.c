/* SPDX-License-Identifier: MIT
 *
 * The open connections, and how addresses share them.
 */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "server/http_parts.h"

enum { USER_TIMEOUT_MS = 20000 }; /* for unacknowledged bytes: the other side vanished */

void server_http_suspend(struct connection *connection)
{
    connection->is_suspended = true;
    MHD_suspend_connection(connection->handle);
}

void server_http_resume(struct connection *connection)
{
    if (!connection->is_suspended)
        return;
    connection->is_suspended = false;
    MHD_resume_connection(connection->handle);
}

/* ---- Sharing --------------------------------------------------------------------------------------------------- */

static void cut(server_http *http, struct connection *connection)
{
    if (connection->is_cut)
        return;
    connection->is_cut = true;
    http->open--;
    http->open_of[connection->holder]--;
    (void)shutdown(connection->socket, SHUT_RDWR);
}

/* The connection of an address that has lacked a complete request longest or, if all count, the oldest; and the number
 * of those that count. */
static struct connection *find_oldest(const server_http *http, unsigned holder, bool is_silent, int *count)
{
    struct connection *oldest = NULL;

    *count = 0;
    for (struct connection *it = http->connections; it; it = it->next) {
        if (it->is_cut || it->holder != holder || (is_silent && it->is_complete))
            continue;
        ++*count;
        if (!oldest || it->begun_ms <= oldest->begun_ms)
            oldest = it;
    }
    return oldest;
}

/* Closes a connection of the busiest address, a silent one if possible. Wakes a stream, so that it ends now. */
static void cut_one_of_most(server_http *http)
{
    unsigned most = http->connections->holder;
    struct connection *victim;
    int count;

    for (struct connection *it = http->connections; it; it = it->next)
        if (http->open_of[it->holder] > http->open_of[most])
            most = it->holder;
    victim = find_oldest(http, most, true, &count);
    if (!victim)
        victim = find_oldest(http, most, false, &count);
    cut(http, victim);
    victim->is_gone = true;
    if (victim->is_stream)
        server_http_resume(victim);
}

/* An address may have no more connections than it leaves to the others, as with memory, and a new address always gets
 * one. The new connection has no request yet, so its address has at least one to close. */
static void share_connections(server_http *http, unsigned holder)
{
    int own = http->open_of[holder], left = SERVER_CONNECTIONS_SHARED - http->open, silent;
    struct connection *oldest = find_oldest(http, holder, true, &silent);

    if (silent > SERVER_SILENT_EACH || (own > 1 && own > left))
        cut(http, oldest);
    else if (left < 0)
        cut_one_of_most(http);
}

/* ---- Opening and closing --------------------------------------------------------------------------------------- */

static void open_connection(server_http *http, struct MHD_Connection *handle, void **context)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct connection *connection = calloc(1, sizeof *connection);
    const int on = 1, timeout = USER_TIMEOUT_MS, buffer = SERVER_HTTP_SOCKET_BYTES;

    *context = connection;
    if (!connection)
        return;
    connection->handle = handle;
    connection->socket = info->connect_fd;
    connection->begun_ms = server_http_now_ms(http);
    info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info)
        server_address_print(info->client_addr, connection->address);
    connection->holder = server_memory_holder(server_memory_of(http->server), connection->address);
    (void)setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(connection->socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
    (void)setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    pthread_mutex_lock(&http->lock);
    connection->next = http->connections;
    http->connections = connection;
    http->open++;
    http->open_of[connection->holder]++;
    share_connections(http, connection->holder);
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
    http->open_of[connection->holder] -= !connection->is_cut;
    pthread_mutex_unlock(&http->lock);
    free(connection);
}

void server_http_on_connection(void *context, struct MHD_Connection *handle, void **own,
                               enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        open_connection(context, handle, own);
    else
        close_connection(context, *own);
}

bool server_http_has_hung_up(const void *connection)
{
    struct pollfd question = {.fd = ((const struct connection *)connection)->socket, .events = POLLRDHUP};

    return poll(&question, 1, 0) > 0;
}

void server_http_reap(server_http *http, int64_t now)
{
    for (struct connection *it = http->connections; it; it = it->next) {
        if (it->is_suspended && (it->is_stream || it->is_waiting) && server_http_has_hung_up(it)) {
            it->is_gone = true;
            if (it->is_stream)
                server_http_resume(it);
        }
        /* MHD limits silence only; a client that sends a byte now and then gets around it. */
        if (!it->is_complete && now - it->begun_ms >= SERVER_REQUEST_MS)
            cut(http, it);
    }
}
