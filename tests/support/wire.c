/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http.h"
#include "server/listen.h"
#include "support/check.h"

static server_http *http;
static int port;

/* ---- The server ------------------------------------------------------------------------------------------------ */

void wire_start(void)
{
    struct server_listening listening;
    by_error error = {0};

    if (!server_http_is_there())
        skip();
    assert_int_equal(server_listen(NULL, 0, &listening, NULL), BY_OK);
    assert_true(listening.is_local);
    port = listening.port;
    site_open();
    if (server_http_start(site.server, listening.socket, WIRE_TICK_MS, &http, &error))
        fail_msg("%s", error.message);
}

void wire_stop(void)
{
    server_http_stop(http);
    http = NULL;
}

int wire_tear_down(void **state)
{
    wire_stop();
    return site_tear_down(state);
}

/* ---- Connections ----------------------------------------------------------------------------------------------- */

static bool join(int connection)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

    return connect(connection, (const struct sockaddr *)&to, sizeof to) == 0;
}

int wire_dial(int number)
{
    const struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000000u + (uint32_t)number)};
    int made = socket(AF_INET, SOCK_STREAM, 0);

    assert_true(made >= 0);
    if (number > 1 && bind(made, (const struct sockaddr *)&from, sizeof from))
        skip(); /* not every system has all of them */
    assert_true(join(made));
    return made;
}

int wire_try_to_dial(void)
{
    int made = socket(AF_INET, SOCK_STREAM, 0);

    if (made >= 0 && join(made))
        return made;
    if (made >= 0)
        close(made);
    return -1;
}

void wire_send_bytes(int connection, const char *text, size_t length)
{
    while (length) {
        ssize_t sent = send(connection, text, length, MSG_NOSIGNAL);

        if (sent <= 0)
            return;
        text += sent;
        length -= (size_t)sent;
    }
}

void wire_send(int connection, const char *text)
{
    wire_send_bytes(connection, text, strlen(text));
}

int wire_read(int connection, char out[WIRE_REPLY_MOST])
{
    size_t length = 0;
    ssize_t got;

    while (length < WIRE_REPLY_MOST - 1 && (got = recv(connection, out + length, WIRE_REPLY_MOST - 1 - length, 0)) > 0)
        length += (size_t)got;
    out[length] = 0;
    close(connection);
    return length > 12 && strncmp(out, "HTTP/1.1 ", 9) == 0 ? atoi(out + 9) : 0;
}

bool wire_has_ended(int connection)
{
    struct pollfd question = {.fd = connection, .events = POLLIN};
    char some[4096];

    while (poll(&question, 1, 0) > 0)
        if (recv(connection, some, sizeof some, 0) <= 0)
            return true;
    return false;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

int wire_tell(const char *text, char out[WIRE_REPLY_MOST])
{
    int connection = wire_try_to_dial();

    if (connection < 0)
        return 0;
    wire_send(connection, text);
    return wire_read(connection, out);
}

void wire_send_request(int connection, const char *method, const char *path, const char *client, const char *body)
{
    char head[512];

    (void)snprintf(head, sizeof head,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nContent-Length: %zu\r\n\r\n",
                   method, path, SITE_PORT, client, strlen(body));
    wire_send(connection, head);
    wire_send(connection, body);
}

int wire_ask(const char *method, const char *path, const char *client, const char *body, char out[WIRE_REPLY_MOST])
{
    int connection = wire_try_to_dial();

    if (connection < 0)
        return 0;
    wire_send_request(connection, method, path, client, body);
    return wire_read(connection, out);
}

void wire_new_client(char id[SERVER_CLIENT_ID])
{
    assert_int_equal(server_clients_add(server_clients_of(site.server), NULL, id, NULL), BY_OK);
}

/* ---- Crowds ---------------------------------------------------------------------------------------------------- */

void wire_crowd_post(struct wire_crowd *crowd, int count, const char *path, const char *body)
{
    assert_true((size_t)count <= sizeof crowd->connections / sizeof *crowd->connections);
    crowd->count = count;
    for (int i = 0; i < count; i++) {
        crowd->connections[i] = wire_dial(1);
        wire_send_request(crowd->connections[i], "POST", path, site.client, body);
    }
}

int wire_crowd_pending(const struct wire_crowd *crowd)
{
    int pending = 0;

    for (int i = 0; i < crowd->count; i++) {
        struct pollfd question = {.fd = crowd->connections[i], .events = POLLIN};

        pending += poll(&question, 1, 0) == 0;
    }
    return pending;
}

void wire_crowd_close(struct wire_crowd *crowd)
{
    while (crowd->count > 0)
        close(crowd->connections[--crowd->count]);
}

/* ---- Streams --------------------------------------------------------------------------------------------------- */

int wire_listen(const char *client)
{
    char text[256], some[1024];
    size_t length = 0;
    int connection = wire_dial(1);

    (void)snprintf(text, sizeof text, "GET /api/events?client=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", client,
                   SITE_PORT);
    wire_send(connection, text);
    for (some[0] = 0; !strstr(some, "retry: 1000"); some[length] = 0) {
        ssize_t got = recv(connection, some + length, 1, 0);

        assert_true(got == 1 && length + 2 < sizeof some);
        length++;
    }
    return connection;
}

bool wire_hears(int connection, const char *word)
{
    char *kept = calloc(1, WIRE_REPLY_MOST);
    size_t length = 0;
    ssize_t got = 1;

    while (got > 0 && !strstr(kept, word)) {
        if (length > WIRE_REPLY_MOST / 2) {
            memmove(kept, kept + length - 64, 64);
            length = 64;
        }
        got = recv(connection, kept + length, 4096, 0);
        length += got > 0 ? (size_t)got : 0;
        kept[length] = 0;
    }
    free(kept);
    return got > 0;
}
