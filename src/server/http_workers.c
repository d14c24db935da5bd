/* SPDX-License-Identifier: MIT
 *
 * The threads that answer requests: two for quick ones, and one for those that may take long. A request that waits for
 * the end of a job is put aside until then.
 */
#include <string.h>

#include "server/http_parts.h"

enum {
    SLOW_EACH = 8,       /* slow requests of one address that may wait */
    MAX_SLOW = 32,       /* and of all addresses, except the first of each */
    ASK_AGAIN_MS = 5000, /* interval at which a waiting request renews the job's lease */
};

/* ---- Queues: call with the lock held --------------------------------------------------------------------------- */

/* NULL: the queue is empty and the server closes. */
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

static bool is_same_address(const struct exchange *one, const struct exchange *other)
{
    return strcmp(one->connection->address, other->connection->address) == 0;
}

/* Its turn comes after those that its address already has. */
static void enqueue(server_http *http, struct exchange *exchange)
{
    struct queue *queue = exchange->is_slow ? &http->slow : &http->soon;
    struct exchange **link = &queue->first;

    exchange->turn = queue->turn;
    for (const struct exchange *it = queue->first; it; it = it->next)
        if (is_same_address(it, exchange))
            exchange->turn = it->turn + 1;
    while (*link && (*link)->turn <= exchange->turn)
        link = &(*link)->next;
    exchange->next = *link;
    *link = exchange;
    pthread_cond_broadcast(&http->changed);
}

bool server_http_has_many_slow(const struct exchange *exchange)
{
    int own = 0, all = 0;

    for (const struct exchange *it = exchange->http->slow.first; it; it = it->next) {
        own += is_same_address(it, exchange);
        all++;
    }
    return own >= SLOW_EACH || (own && all >= MAX_SLOW);
}

bool server_http_enqueue(struct exchange *exchange)
{
    server_http *http = exchange->http;
    bool is_late;

    pthread_mutex_lock(&http->lock);
    is_late = http->is_closing;
    if (!is_late) {
        server_http_suspend(exchange->connection);
        enqueue(http, exchange);
    }
    pthread_mutex_unlock(&http->lock);
    return !is_late;
}

/* ---- Waiting for jobs ------------------------------------------------------------------------------------------ */

void server_http_wake_waiting(server_http *http, uint64_t job, int64_t now)
{
    struct exchange **link = &http->waiting;

    while (*link) {
        struct exchange *exchange = *link;

        if (exchange->reply.awaited_job != job && exchange->ask_again_ms > now && !exchange->connection->is_gone) {
            link = &exchange->next;
            continue;
        }
        *link = exchange->next;
        exchange->connection->is_waiting = false;
        enqueue(http, exchange);
    }
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

/* ---- Workers --------------------------------------------------------------------------------------------------- */

/* Passes a request that turned out slow to the slow worker. False: too many wait there, and the reply says so. */
static bool put_off(struct exchange *exchange)
{
    server_http *http = exchange->http;

    server_http_free_reply(exchange);
    pthread_mutex_lock(&http->lock);
    exchange->is_slow = !server_http_has_many_slow(exchange);
    exchange->request.can_be_put_off = false;
    if (exchange->is_slow)
        enqueue(http, exchange);
    pthread_mutex_unlock(&http->lock);
    if (!exchange->is_slow)
        server_http_refuse_slow(exchange);
    return exchange->is_slow;
}

/* Makes the reply. False: the request was put off. A client that waits for a job learns how it ended, also from a
 * server that closes; a closed connection gets no reply. */
static bool answer(struct exchange *exchange, bool is_closing, bool is_cut)
{
    server_http_free_reply(exchange);
    if ((is_closing && !exchange->wait_until_ms) || is_cut)
        server_http_refuse(exchange, 503, "the server is shutting down");
    else
        server_handle(exchange->http->server, &exchange->request, &exchange->reply);
    if (exchange->reply.is_put_off && put_off(exchange))
        return false;
    server_http_charge_reply(exchange);
    return true;
}

void *server_http_work(void *worker)
{
    struct worker *self = worker;
    server_http *http = self->http;
    struct exchange *exchange;

    pthread_mutex_lock(&http->lock);
    while ((exchange = next_exchange(http, self->queue))) {
        uint64_t ends = http->ends;
        bool is_closing = http->is_closing, is_cut = exchange->connection->is_cut, is_made;

        pthread_mutex_unlock(&http->lock);
        is_made = answer(exchange, is_closing, is_cut);
        pthread_mutex_lock(&http->lock);
        if (!is_made || waits(exchange, ends, server_http_now_ms(http)))
            continue;
        exchange->is_answered = true;
        server_http_resume(exchange->connection);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}
