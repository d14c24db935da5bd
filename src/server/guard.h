/* SPDX-License-Identifier: MIT
 *
 * Decides which requests the server accepts. It refuses pages of other sites, whether they come by name (DNS
 * rebinding), by a form or by a script. If other machines can reach the server, it also demands the token.
 */
#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "server/request.h"

enum {
    SERVER_TOKEN = 33,   /* bytes with the end */
    SERVER_ADDRESS = 48, /* likewise */
    SERVER_WRONG_TOKENS = 10,
    SERVER_WRONG_TOKEN_MS = 1000,
};

struct sockaddr;

struct server_guard {
    int port;
    const char *name;         /* the value of --bind; NULL: this machine only */
    char token[SERVER_TOKEN]; /* "": no token needed */
};

/* Makes a token that cannot be guessed. */
by_status server_guard_make_token(struct server_guard *guard, by_error *error);

/* True if a request may go on. Else 400 or 403 for its origin, 415 for its content type, 401 without the token. Files
 * need no token, only the right host name. */
by_status server_guard_check(const struct server_guard *guard, const struct server_request *request,
                             struct server_fault *fault);

/* Writes the owner of an address: all of IPv4, but the network (first 64 bits) of IPv6, since one person has all of
 * it. */
void server_address_print(const struct sockaddr *address, char out[SERVER_ADDRESS]);

/* True if the token is right. Takes the same time for every wrong token of that length, so that timing reveals
 * nothing. */
bool server_guard_knows(const struct server_guard *guard, const char *token);

/* Writes the cookie that carries the token. */
void server_guard_cookie(const struct server_guard *guard, char *out, size_t room);

#endif
