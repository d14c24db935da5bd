/* SPDX-License-Identifier: MIT
 *
 * Replaces http.c where libmicrohttpd is not installed.
 */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "server/http.h"

bool server_http_is_there(void)
{
    return false;
}

by_status server_http_start(struct server *server, int socket, int tick_ms, server_http **out, by_error *error)
{
    (void)server;
    (void)tick_ms;
    *out = NULL;
    close(socket);
    return by_error_set(
        error, BY_ERROR_UNSUPPORTED,
        "this program was built without libmicrohttpd, which speaks HTTP: install libmicrohttpd-dev (on Debian "
        "and Ubuntu `apt-get install libmicrohttpd-dev`) and build again with `make`");
}

void server_http_stop(server_http *http)
{
    (void)http;
}
