/* SPDX-License-Identifier: MIT
 *
 * Who may ask: pages of other sites may not, neither by name (DNS rebinding) nor by a form or a script of theirs; and
 * where others can reach us nobody may without the token.
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
    const char *name;         /* what --bind says; NULL: nothing but this machine */
    char token[SERVER_TOKEN]; /* "": none is asked for */
};

/* Makes a token that cannot be guessed. */
by_status server_guard_make_token(struct server_guard *guard, by_error *error);

/* Whether a request may go on: 400 and 403 for where it comes from, 415 for what it brings, 401 without the token.
 * Files may be had by everybody who knows our name. */
by_status server_guard_check(const struct server_guard *guard, const struct server_request *request,
                             struct server_fault *fault);

/* Writes whose an address is: of IPv4 all of it, of IPv6 the network (the first 64 bits), which one person has as a
 * whole. */
void server_address_print(const struct sockaddr *address, char out[SERVER_ADDRESS]);

/* Whether a token is the right one; takes the same time for every wrong one of that length. */
bool server_guard_knows(const struct server_guard *guard, const char *token);

/* Writes the cookie that carries the token from now on. */
void server_guard_cookie(const struct server_guard *guard, char *out, size_t room);

#endif
