/* SPDX-License-Identifier: MIT
 *
 * Wrong tokens are counted for each address, so that a guesser does not shut out the others. We remember a limited
 * number of addresses and forget the one whose last wrong token is oldest. That does not help a guesser, since a token
 * has 128 bits.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ADDRESSES = 1024 };

struct guesser {
    char address[SERVER_ADDRESS];
    int wrong; /* in a row */
    int64_t wrong_ms;
};

struct server_session {
    pthread_mutex_t lock;
    struct guesser guessers[MAX_ADDRESSES];
    int count;
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

/* Adds an address at its first wrong token. */
static struct guesser *add(struct server_session *session, const char *address)
{
    struct guesser *place = session->guessers;

    if (session->count < MAX_ADDRESSES)
        place = &session->guessers[session->count++];
    else
        for (int i = 1; i < MAX_ADDRESSES; i++)
            if (session->guessers[i].wrong_ms < place->wrong_ms)
                place = &session->guessers[i];
    *place = (struct guesser){0};
    (void)snprintf(place->address, sizeof place->address, "%s", address);
    return place;
}

by_status server_session_try(struct server_session *session, const struct server_guard *guard,
                             const struct server_clock *clock, const char *address, const char *token,
                             struct server_fault *fault)
{
    int64_t now = server_clock_read(clock);
    struct guesser *guesser = session->guessers, *end;
    by_status status = BY_OK;

    address = address ? address : "";
    pthread_mutex_lock(&session->lock);
    end = guesser + session->count;
    while (guesser < end && strcmp(guesser->address, address) != 0)
        guesser++;
    if (guesser < end && guesser->wrong >= SERVER_WRONG_TOKENS && now - guesser->wrong_ms < SERVER_WRONG_TOKEN_MS) {
        status = server_refuse(fault, 429, "token", "too many wrong tokens from your address, try again in a second");
    } else if (*guard->token && !server_guard_knows(guard, token)) {
        if (guesser == end)
            guesser = add(session, address);
        guesser->wrong += guesser->wrong < SERVER_WRONG_TOKENS;
        guesser->wrong_ms = now;
        status = server_refuse(fault, 401, "token", "this is not the token that the server has printed");
    } else if (guesser < end) {
        guesser->wrong = 0;
    }
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
