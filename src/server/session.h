/* SPDX-License-Identifier: MIT
 *
 * POST /api/session: turns the token into a cookie. After many wrong tokens in a row, an address must wait after each
 * further one.
 */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include <stdbool.h>

#include "boyi/error.h"
#include "server/guard.h"
#include "server/limits.h"

struct server_session;

by_status server_session_create(struct server_session **out, by_error *error);

/* Checks the token from an address (NULL: unknown). The fault says if it is wrong (401), or if it is too early to try
 * again (429). */
by_status server_session_try(struct server_session *session, const struct server_guard *guard,
                             const struct server_clock *clock, const char *address, const char *token,
                             struct server_fault *fault);

/* Accepts NULL. */
void server_session_destroy(struct server_session *session);

#endif
