/* SPDX-License-Identifier: MIT
 *
 * The socket that accepts connections.
 */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include <stdbool.h>

#include "boyi/error.h"

struct server_listening {
    int socket;
    int port;      /* the actual port */
    bool is_local; /* only this machine can reach it */
    bool is_v6;
};

/* Listens at `address`, a name or a number, NULL: 127.0.0.1; port 0 picks a free one. */
by_status server_listen(const char *address, int port, struct server_listening *out, by_error *error);

#endif
