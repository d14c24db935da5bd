/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "server/session.h"

#include <pthread.h>
#include <stdlib.h>

struct server_session {
    pthread_mutex_t lock;
    int wrong; /* in a row */
    int64_t wrong_ms;
};

by_status server_session_create(struct server_session **out, by_error *error)
{
    struct server_session *session = calloc(1, sizeof *session);

    *out = NULL;
    if (!session || pthread_mutex_init(&session->lock, NULL)) {
        free(session);
        return by_error_no_memory(error);
    }
    *out = session;
    return BY_OK;
}

static by_status try_token(struct server_session *session, const struct server_guard *guard, int64_t now,
                           const char *token, struct server_fault *fault)
{
    if (session->wrong >= SERVER_WRONG_TOKENS && now - session->wrong_ms < SERVER_WRONG_TOKEN_MS)
        return server_refuse(fault, 429, "token", "too many wrong tokens, try again in a second");
    if (*guard->token && !server_guard_knows(guard, token)) {
        session->wrong++;
        session->wrong_ms = now;
        return server_refuse(fault, 401, "token", "this is not the token that the server has printed");
    }
    session->wrong = 0;
    return BY_OK;
}

by_status server_session_try(struct server_session *session, const struct server_guard *guard,
                             const struct server_clock *clock, const char *token, struct server_fault *fault)
{
    by_status status;

    pthread_mutex_lock(&session->lock);
    status = try_token(session, guard, server_clock_read(clock), token, fault);
    pthread_mutex_unlock(&session->lock);
    return status;
}

void server_session_destroy(struct server_session *session)
{
    if (!session)
        return;
    pthread_mutex_destroy(&session->lock);
    free(session);
}
