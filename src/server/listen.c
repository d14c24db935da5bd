/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "server/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 511 };

/* The form that error messages use for any kind of address. */
static void describe(const struct sockaddr_storage *address, struct server_listening *out)
{
    if (address->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;

        out->is_v6 = true;
        out->port = ntohs(six->sin6_port);
        out->is_local = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
    } else {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;

        out->is_v6 = false;
        out->port = ntohs(four->sin_port);
        out->is_local = ntohl(four->sin_addr.s_addr) >> 24 == 127;
    }
}

/* Returns -1 and sets errno on failure. */
static int open_socket(const struct addrinfo *info, struct server_listening *out)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    const int on = 1;
    int made = socket(info->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), why;

    if (made < 0)
        return -1;
    if (setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) || bind(made, info->ai_addr, info->ai_addrlen) ||
        listen(made, BACKLOG) || getsockname(made, (struct sockaddr *)&address, &length)) {
        why = errno;
        close(made);
        errno = why;
        return -1;
    }
    describe(&address, out);
    out->socket = made;
    return made;
}

by_status server_listen(const char *address, int port, struct server_listening *out, by_error *error)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    const char *name = address ? address : "127.0.0.1";
    struct addrinfo *found;
    char service[16];
    int made, why;

    (void)snprintf(service, sizeof service, "%d", port);
    why = getaddrinfo(name, service, &hints, &found);
    if (why)
        return by_error_set(error, BY_ERROR_INPUT, "%s is no address of this machine: %s", name, gai_strerror(why));
    made = open_socket(found, out);
    why = errno;
    freeaddrinfo(found);
    if (made < 0)
        return by_error_set(error, BY_ERROR_INPUT, "cannot listen at %s, port %d: %s%s", name, port, strerror(why),
                            why == EADDRINUSE ? "; --port 0 takes a free one" : "");
    return BY_OK;
}
