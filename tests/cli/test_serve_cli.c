/* SPDX-License-Identifier: MIT
 *
 * boyi serve from outside: what it prints, how it ends, and that it does not grow under load.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http.h"
#include "support/check.h"
#include "support/talk.h"

enum { REPLY_MOST = 64 * 1024 };

static struct talk talk;
static int port;
static char token[64];

static const char *program(void)
{
    const char *name = getenv("BOYI");

    return name ? name : "build/boyi";
}

/* Starts it at a free port and reads its link. */
static void start(const char *address)
{
    const char *const arguments[] = {program(), "serve", "--port", "0", address ? "--bind" : NULL, address, NULL};
    const char *line, *at;

    if (!server_http_is_there())
        skip();
    (void)signal(SIGINT, SIG_DFL);
    talk_start_program(&talk, arguments);
    line = talk_hear(&talk, "http://");
    port = atoi(strrchr(line, ':') + 1);
    assert_true(port > 0);
    at = strstr(line, "/#token=");
    (void)snprintf(token, sizeof token, "%s", at ? at + 8 : "");
}

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

static int dial(const char *text)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int made = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(made, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(send(made, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
    return made;
}

static int ask(const char *method, const char *path, const char *headers, const char *body, char *out)
{
    char text[2048];
    size_t length = 0;
    ssize_t got;
    int connection;

    (void)snprintf(text, sizeof text,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Type: application/json\r\n"
                   "%sContent-Length: %zu\r\n\r\n%s",
                   method, path, port, headers, strlen(body), body);
    connection = dial(text);
    while ((got = recv(connection, out + length, REPLY_MOST - 1 - length, 0)) > 0)
        length += (size_t)got;
    out[length] = 0;
    close(connection);
    return length > 12 ? atoi(out + 9) : 0;
}

static void new_client(char id[33])
{
    char out[REPLY_MOST], *at;

    assert_int_equal(ask("POST", "/api/clients", "", "{}", out), 201);
    at = strstr(out, "\"client\": \"");
    assert_non_null(at);
    (void)snprintf(id, 33, "%s", at + 11);
}

/* ---- Ends ------------------------------------------------------------------------------------------------------ */

/* During a search with a listening client. */
static void assert_ends_by(int number)
{
    char out[REPLY_MOST], id[33], text[256];
    int stream;

    start(NULL);
    assert_string_equal(token, "");
    new_client(id);
    (void)snprintf(text, sizeof text, "GET /api/events?client=%s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", id, port);
    stream = dial(text);
    (void)snprintf(text, sizeof text, "Boyi-Client: %s\r\n", id);
    assert_int_equal(ask("POST", "/api/searches", text, "{\"game\": \"xiangqi\"}", out), 202);
    assert_int_equal(kill(talk.pid, number), 0);
    assert_int_equal(talk_end(&talk), 0);
    close(stream);
}

static void test_ends(void **state)
{
    (void)state;
    assert_ends_by(SIGINT);
    assert_ends_by(SIGTERM);
}

/* A client may stop the server as soon as it has read the link. */
static void test_ends_as_soon_as_it_is_known(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        start(NULL);
        assert_int_equal(kill(talk.pid, i % 2 ? SIGTERM : SIGINT), 0);
        assert_int_equal(talk_end(&talk), 0);
    }
}

/* ---- Elsewhere ------------------------------------------------------------------------------------------------- */

static void test_token(void **state)
{
    char out[REPLY_MOST], header[128], body[128];

    (void)state;
    start("0.0.0.0");
    assert_int_equal(strlen(token), 32);
    assert_int_equal(ask("GET", "/api/about", "", "", out), 401);
    assert_int_equal(ask("GET", "/", "", "", out), 200);
    (void)snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", token);
    assert_int_equal(ask("GET", "/api/about", header, "", out), 200);
    (void)snprintf(body, sizeof body, "{\"token\": \"%s\"}", token);
    assert_int_equal(ask("POST", "/api/session", "", body, out), 200);
    (void)snprintf(header, sizeof header, "\r\nSet-Cookie: boyi_%d=%s; HttpOnly; SameSite=Strict; Path=/\r\n", port,
                   token);
    assert_non_null(strstr(out, header));
    assert_int_equal(kill(talk.pid, SIGTERM), 0);
    assert_int_equal(talk_end(&talk), 0);
}

static void test_wrong_addresses(void **state)
{
    char number[16];
    struct talk other;
    const char *const taken[] = {program(), "serve", "--port", number, NULL};
    const char *const nowhere[] = {program(), "serve", "--port", "0", "--bind", "192.0.2.1", NULL};

    (void)state;
    start(NULL);
    (void)snprintf(number, sizeof number, "%d", port);
    talk_start_program(&other, taken);
    assert_int_equal(talk_end(&other), 2);
    talk_start_program(&other, nowhere);
    assert_int_equal(talk_end(&other), 2);
    assert_int_equal(kill(talk.pid, SIGTERM), 0);
    assert_int_equal(talk_end(&talk), 0);
}

/* ---- Load ------------------------------------------------------------------------------------------------------ */

/* Runs wrk for a moment; how many requests it made. */
static long load(const char *client)
{
    char command[512], line[256];
    long count = 0;
    FILE *pipe;

    (void)snprintf(command, sizeof command,
                   "BOYI_CLIENT=%s wrk -t 1 -c 20 -d 1s -s tests/http/mixed.lua http://127.0.0.1:%d/ 2>&1", client,
                   port);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof line, pipe))
        if (strncmp(line, "requests ", 9) == 0)
            count = atol(line + 9);
    (void)pclose(pipe);
    assert_true(count > 0);
    return count;
}

static long resident_kib(void)
{
    char path[64], line[256];
    long kib = 0;
    FILE *file;

    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)talk.pid);
    file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = atol(line + 6);
    fclose(file);
    return kib;
}

static int open_files(void)
{
    char path[64];
    int count = 0;
    DIR *folder;

    (void)snprintf(path, sizeof path, "/proc/%d/fd", (int)talk.pid);
    folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static bool is_sanitized(void)
{
    const char *kinds = getenv("SANITIZE");

    return kinds && *kinds;
}

/* Ten thousand requests leave neither memory nor sockets behind, once every pool has been filled. */
static void test_load(void **state)
{
    enum { WARM_UP = 20000, REQUESTS = 10000, GROWTH_KIB = 1024 };
    int files;
    long memory, count;
    char id[33];

    (void)state;
    if (is_sanitized() || system("command -v wrk >/dev/null 2>&1") != 0)
        skip();
    start(NULL);
    files = open_files();
    new_client(id);
    for (count = 0; count < WARM_UP;)
        count += load(id);
    memory = resident_kib();
    for (count = 0; count < REQUESTS;)
        count += load(id);
    if (resident_kib() - memory >= GROWTH_KIB)
        fail_msg("%ld KiB have become %ld KiB after %ld requests", memory, resident_kib(), count);
    while (open_files() > files) {
        /* wrk has hung up, which the server hears of soon */
        usleep(10000);
    }
    assert_int_equal(kill(talk.pid, SIGTERM), 0);
    assert_int_equal(talk_end(&talk), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),  cmocka_unit_test(test_ends_as_soon_as_it_is_known),
        cmocka_unit_test(test_token), cmocka_unit_test(test_wrong_addresses),
        cmocka_unit_test(test_load),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
