/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE
#include "server/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "base/scan.h"

by_status server_guard_make_token(struct server_guard *guard, by_error *error)
{
    unsigned char bytes[(SERVER_TOKEN - 1) / 2];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "the system has no random numbers");
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(guard->token + 2 * i, 3, "%02x", bytes[i]);
    return BY_OK;
}

/* ---- Host and origin ------------------------------------------------------------------------------------------- */

/* Splits "[::1]:8080" or "localhost:8080" into the name without brackets and the port; false: it has another form. */
static bool split_host(const char *host, char *name, size_t room, int *port)
{
    const char *end = *host == '[' ? strchr(host, ']') : host + strcspn(host, ":");
    const char *begin = host + (*host == '[');
    const char *after;
    int64_t number = 0;

    if (!end || end == begin || (size_t)(end - begin) >= room)
        return false;
    memcpy(name, begin, (size_t)(end - begin));
    name[end - begin] = 0;
    end += *host == '[';
    *port = 80;
    if (!*end)
        return true;
    if (*end != ':' || end[1] < '1' || end[1] > '9')
        return false;
    after = by__scan_digits(end + 1, 99999, &number);
    *port = number < 65536 ? (int)number : 0;
    return after && !*after && after - end <= 6;
}

static bool is_our_host(const struct server_guard *guard, const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];
    char name[256];
    int port;

    if (!host || !split_host(host, name, sizeof name, &port) || port != guard->port)
        return false;
    return strcasecmp(name, "localhost") == 0 || (guard->name && strcasecmp(name, guard->name) == 0) ||
           inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

static bool is_json(const char *type)
{
    static const char json[] = "application/json";

    return type && strncasecmp(type, json, sizeof json - 1) == 0 &&
           (!type[sizeof json - 1] || strchr("; \t", type[sizeof json - 1]));
}

/* ---- Addresses ------------------------------------------------------------------------------------------------- */

void server_address_print(const struct sockaddr *address, char out[SERVER_ADDRESS])
{
    struct sockaddr_in6 six;
    struct sockaddr_in four;

    *out = 0;
    if (address->sa_family == AF_INET) {
        memcpy(&four, address, sizeof four);
        (void)inet_ntop(AF_INET, &four.sin_addr, out, SERVER_ADDRESS);
    } else if (address->sa_family == AF_INET6) {
        memcpy(&six, address, sizeof six);
        if (!IN6_IS_ADDR_V4MAPPED(&six.sin6_addr))
            memset(six.sin6_addr.s6_addr + 8, 0, 8);
        (void)inet_ntop(AF_INET6, &six.sin6_addr, out, SERVER_ADDRESS);
    }
}

/* ---- Token ----------------------------------------------------------------------------------------------------- */

bool server_guard_knows(const struct server_guard *guard, const char *token)
{
    unsigned char difference = 0;

    if (strlen(token) != SERVER_TOKEN - 1)
        return false;
    for (int i = 0; i < SERVER_TOKEN - 1; i++)
        difference = (unsigned char)(difference | (token[i] ^ guard->token[i]));
    return !difference;
}

void server_guard_cookie(const struct server_guard *guard, char *out, size_t room)
{
    (void)snprintf(out, room, "boyi_%d=%s; HttpOnly; SameSite=Strict; Path=/", guard->port, guard->token);
}

/* The token in "a=b; boyi_8080=TOKEN; c=d". */
static bool is_in_cookie(const struct server_guard *guard, const char *cookie)
{
    char name[32], token[SERVER_TOKEN];
    size_t length = (size_t)snprintf(name, sizeof name, "boyi_%d=", guard->port);

    while (cookie && *cookie) {
        size_t part;

        cookie += strspn(cookie, "; \t");
        part = strcspn(cookie, "; \t");
        if (part == length + SERVER_TOKEN - 1 && strncmp(cookie, name, length) == 0) {
            memcpy(token, cookie + length, SERVER_TOKEN - 1);
            token[SERVER_TOKEN - 1] = 0;
            if (server_guard_knows(guard, token))
                return true;
        }
        cookie += part;
    }
    return false;
}

/* ---- The whole check ------------------------------------------------------------------------------------------- */

by_status server_guard_check(const struct server_guard *guard, const struct server_request *request,
                             struct server_fault *fault)
{
    const char *origin = request->origin, *site = request->fetch_site, *bearer = request->authorization;
    bool has_token = (bearer && strncasecmp(bearer, "Bearer ", 7) == 0 && server_guard_knows(guard, bearer + 7)) ||
                     is_in_cookie(guard, request->cookie);

    if (request->is_malformed)
        return server_refuse(fault, 400, NULL, "expected headers of the form 'Name: value'");
    if (request->has_two_lengths)
        return server_refuse(fault, 400, "Content-Length",
                             "expected one length, a whole number, or chunks (Transfer-Encoding)");
    if (request->has_two_hosts || !is_our_host(guard, request->host))
        return server_refuse(fault, 400, "Host",
                             "this is not the name of this server: expected localhost or an "
                             "address, and port %d",
                             guard->port);
    if (strncmp(request->path, "/api/", 5) != 0)
        return BY_OK;
    if (origin && (strncmp(origin, "http://", 7) != 0 || strcasecmp(origin + 7, request->host) != 0))
        return server_refuse(fault, 403, "Origin", "pages of other sites may not send requests here");
    if (site && strcmp(site, "none") != 0 && strcmp(site, "same-origin") != 0)
        return server_refuse(fault, 403, "Sec-Fetch-Site", "pages of other sites may not send requests here");
    if (strcmp(request->method, "POST") == 0 && !is_json(request->type))
        return server_refuse(fault, 415, "Content-Type", "expected application/json");
    if (*guard->token && strcmp(request->path, "/api/session") != 0 && !has_token)
        return server_refuse(fault, 401, "Authorization",
                             "expected the token that the server has printed, as Bearer or by POST /api/session");
    return BY_OK;
}
