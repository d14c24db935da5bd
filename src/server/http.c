/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "server/http.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/http_parts.h"

enum {
    STRICTNESS = MHD_VERSION >= 0x01000000, /* of MHD; older versions send the head of their refusals twice */
    IDLE_S = 30,                            /* of a connection, in either direction */
};

bool server_http_is_there(void)
{
    return true;
}

static void on_job_over(void *context, uint64_t id)
{
    server_http *http = context;

    pthread_mutex_lock(&http->lock);
    http->ends++;
    server_http_wake_waiting(http, id, INT64_MIN);
    pthread_mutex_unlock(&http->lock);
}

/* We do not decode paths: our names need no escapes, so an escaped path is not found. */
static size_t leave_escaped(void *context, struct MHD_Connection *handle, char *text)
{
    (void)context;
    (void)handle;
    return strlen(text);
}

/* ---- Reaper ---------------------------------------------------------------------------------------------------- */

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

static void *reap(void *argument)
{
    server_http *http = argument;

    pthread_mutex_lock(&http->lock);
    while (!http->is_closing) {
        int64_t now = server_http_now_ms(http);

        server_http_reap(http, now);
        server_http_wake_waiting(http, 0, now);
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
    for (; http->worker_count < SERVER_HTTP_WORKERS + 1; http->worker_count++) {
        struct worker *made = &http->workers[http->worker_count];

        made->http = http;
        made->queue = http->worker_count < SERVER_HTTP_WORKERS ? &http->soon : &http->slow;
        if (pthread_create(&made->thread, NULL, server_http_work, made))
            return by_error_set(error, BY_ERROR_LIMIT, "the system allows no more threads");
    }
    if (pthread_create(&http->reaper, NULL, reap, http))
        return by_error_set(error, BY_ERROR_LIMIT, "the system allows no more threads");
    http->has_reaper = true;
    return BY_OK;
}

static by_status start_daemon(server_http *http, int socket, by_error *error)
{
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, server_http_on_request, http,
        MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)SERVER_HTTP_POOL_BYTES, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)IDLE_S, MHD_OPTION_NOTIFY_CONNECTION, server_http_on_connection, http, MHD_OPTION_NOTIFY_COMPLETED,
        server_http_on_completed, http, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_STRICT_FOR_CLIENT,
        (int)STRICTNESS, MHD_OPTION_END);
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
    if (http->has_reaper)
        pthread_join(http->reaper, NULL);
    server_stop(http->server);
    while (http->worker_count > 0)
        pthread_join(http->workers[--http->worker_count].thread, NULL);
    pthread_mutex_lock(&http->lock);
    for (struct connection *connection = http->connections; connection; connection = connection->next)
        server_http_resume(connection);
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
