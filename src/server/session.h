/* SPDX-License-Identifier: MIT
 *
 * POST /api/session: the token becomes a cookie. After many wrong ones in a row an address has to rest after each.
 */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include <stdbool.h>

#include "boyi/error.h"
#include "server/guard.h"
#include "server/limits.h"

struct server_session;

by_status server_session_create(struct server_session **out, by_error *error);

/* Whether the token that came from an address (NULL: not known) is right; else the fault says so (401), or that it is
 * too early to try again (429). */
by_status server_session_try(struct server_session *session, const struct server_guard *guard,
                             const struct server_clock *clock, const char *address, const char *token,
                             struct server_fault *fault);

/* Accepts NULL. */
void server_session_destroy(struct server_session *session);

#endif
