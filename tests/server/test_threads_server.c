/* SPDX-License-Identifier: MIT
 *
 * The server on real sockets, with clients that behave badly: many, slow, silent, half gone. The tests move the
 * server's clock instead of waiting, and measure nothing.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/http.h"
#include "server/listen.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

enum { TICK_MS = 10, REPLY_MOST = 64 * 1024, CROWD = 200 };

static server_http *http;
static int port;

/* ---- The server ------------------------------------------------------------------------------------------------ */

static void prepare(void)
{
    site_init();
    site.settings.limits.workers = 2;
}

static void start(void)
{
    struct server_listening listening;
    by_error error = {0};

    if (!server_http_is_there())
        skip();
    assert_int_equal(server_listen(NULL, 0, &listening, NULL), BY_OK);
    assert_true(listening.is_local);
    port = listening.port;
    site.settings.guard.port = port;
    site_open();
    if (server_http_start(site.server, listening.socket, TICK_MS, &http, &error))
        fail_msg("%s", error.message);
}

static int set_up(void **state)
{
    (void)state;
    prepare();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_http_stop(http);
    http = NULL;
    site_close();
    return 0;
}

static void rest(void)
{
    const struct timespec moment = {.tv_nsec = 2000000};

    (void)nanosleep(&moment, NULL);
}

/* ---- Clients --------------------------------------------------------------------------------------------------- */

static int dial(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int made = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (made < 0 || connect(made, (struct sockaddr *)&address, sizeof address)) {
        if (made >= 0)
            close(made);
        return -1;
    }
    return made;
}

static void say(int connection, const char *text)
{
    size_t length = strlen(text);

    while (length) {
        ssize_t sent = send(connection, text, length, MSG_NOSIGNAL);

        if (sent <= 0)
            return;
        text += sent;
        length -= (size_t)sent;
    }
}

/* Reads to the end of the connection; returns the status, 0 if there was none. */
static int hear(int connection, char *out)
{
    size_t length = 0;
    ssize_t got;

    while ((got = recv(connection, out + length, REPLY_MOST - 1 - length, 0)) > 0)
        length += (size_t)got;
    out[length] = 0;
    close(connection);
    return length > 12 && strncmp(out, "HTTP/1.1 ", 9) == 0 ? atoi(out + 9) : 0;
}

static int tell(const char *text, char *out)
{
    int connection = dial();

    if (connection < 0)
        return 0;
    say(connection, text);
    return hear(connection, out);
}

/* A valid request. */
static int ask(const char *method, const char *path, const char *client, const char *body, char *out)
{
    char text[4096];

    (void)snprintf(text, sizeof text,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nContent-Length: %zu\r\n\r\n%s",
                   method, path, port, client, strlen(body), body);
    return tell(text, out);
}

static void new_client(char id[SERVER_CLIENT_ID])
{
    assert_int_equal(server_clients_add(server_clients_of(site.server), NULL, id, NULL), BY_OK);
}

/* Opens a stream and waits until it is there. */
static int listen_as(const char *client)
{
    char text[256], some[1024];
    size_t length = 0;
    int connection = dial();

    assert_true(connection >= 0);
    (void)snprintf(text, sizeof text, "GET /api/events?client=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", client, port);
    say(connection, text);
    for (some[0] = 0; !strstr(some, "retry: 1000"); some[length] = 0) {
        ssize_t got = recv(connection, some + length, 1, 0);

        assert_true(got == 1 && length + 2 < sizeof some);
        length++;
    }
    return connection;
}

/* Reads a stream until a word appears; false: the stream ended. */
static bool hears(int connection, const char *word)
{
    char *kept = calloc(1, REPLY_MOST);
    size_t length = 0;
    ssize_t got = 1;

    while (got > 0 && !strstr(kept, word)) {
        if (length > REPLY_MOST / 2) {
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

static bool has_ended(int connection)
{
    struct pollfd question = {.fd = connection, .events = POLLIN};
    char some[4096];

    while (poll(&question, 1, 0) > 0)
        if (recv(connection, some, sizeof some, 0) <= 0)
            return true;
    return false;
}

static void count_jobs(int *running, int *waiting)
{
    server_jobs_count(server_jobs_of(site.server), running, waiting);
}

static const char endless[] = "{\"game\": \"xiangqi\"}";

/* ---- Good manners ---------------------------------------------------------------------------------------------- */

static void test_replies(void **state)
{
    static const char *const headers[] = {"Content-Type: application/json\r\n", "X-Content-Type-Options: nosniff\r\n",
                                          "Referrer-Policy: no-referrer\r\n", "Cache-Control: no-store\r\n",
                                          "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"};
    char out[REPLY_MOST];

    (void)state;
    start();
    assert_int_equal(ask("GET", "/api/about", site.client, "", out), 200);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        assert_non_null(strstr(out, headers[i]));
    assert_null(strstr(out, "Access-Control"));
    assert_non_null(strstr(out, "\r\n\r\n{\"name\": \"boyi\""));
    assert_int_equal(ask("HEAD", "/api/about", site.client, "", out), 200);
    assert_null(strstr(out, "boyi\""));
    assert_int_equal(ask("GET", "/", site.client, "", out), 200);
    assert_non_null(strstr(out, "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "));
    assert_int_equal(ask("PUT", "/api/about", site.client, "", out), 405);
    assert_non_null(strstr(out, "\r\nAllow: GET, HEAD\r\n"));
    assert_int_equal(ask("HEAD", "/api/events", site.client, "", out), 200);
}

/* A report is made from its CSV, has its own policy, and appears within our page only. */
static void test_report(void **state)
{
    static const unsigned char text[] = "title A\ngame tictactoe\nposition start initial\nvariant a minimax\ndepths 1\n"
                                        "table T\ncolumns a\nmeasure nodes\n";
    static const unsigned char report[] = "part,kind,measure,line,row,column,value,partial,shown\n"
                                          "table-1,heading,,0,,depth,,,depth\n";
    static const struct server_asset library[] = {
        {"/docs/results/a.csv", "text/csv", "\"1\"", report, NULL, sizeof report - 1, 0},
        {"/experiments/a.txt", "text/plain", "\"2\"", text, NULL, sizeof text - 1, 0},
        {0}};
    char out[REPLY_MOST];

    (void)state;
    site.settings.library = library;
    start();
    assert_int_equal(ask("GET", "/api/reports/a", site.client, "", out), 200);
    assert_non_null(strstr(out, "Content-Security-Policy: sandbox allow-same-origin; default-src 'none'; "));
    assert_non_null(strstr(out, "frame-ancestors 'self'\r\n"));
    assert_non_null(strstr(out, "\r\n\r\n<!DOCTYPE html>"));
}

/* Addresses in a path stay as they were sent. */
static void test_paths(void **state)
{
    static const char *const paths[] = {"/../etc/passwd",    "/%2e%2e/etc/passwd", "/api/about%00", "/api/%61bout",
                                        "/index.html%00.js", "//etc/passwd",       "/api/jobs/1%20"};
    char out[REPLY_MOST];

    (void)state;
    start();
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_int_equal(ask("GET", paths[i], site.client, "", out), 404);
}

static void test_hosts(void **state)
{
    char text[512], out[REPLY_MOST];

    (void)state;
    start();
    (void)snprintf(text, sizeof text,
                   "GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
                   port, port);
    assert_int_equal(tell(text, out), 400);
    assert_int_equal(tell("GET /api/about HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n", out), 400);
    assert_int_equal(tell("GET /api/about HTTP/1.0\r\n\r\n", out), 400);
}

static void test_search(void **state)
{
    char out[REPLY_MOST];
    int stream;

    (void)state;
    start();
    stream = listen_as(site.client);
    assert_int_equal(ask("POST", "/api/searches", site.client, "{\"game\": \"tictactoe\"}", out), 202);
    assert_true(hears(stream, "event: result\ndata: {\"job\": 1,"));
    assert_int_equal(ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_non_null(strstr(out, "\"state\": \"done\""));
    close(stream);
}

/* ---- Bodies that are too long ---------------------------------------------------------------------------------- */

/* A client that announces a long body is refused before it sends it. */
static void test_long_body(void **state)
{
    char text[512], out[REPLY_MOST];

    (void)state;
    start();
    (void)snprintf(text, sizeof text,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nContent-Length: 99999999999\r\n\r\n",
                   port, site.client);
    assert_int_equal(tell(text, out), 413);
}

/* Sends a body in chunks of a kilobyte. */
static int send_chunks(int count, char *out)
{
    char text[512], chunk[1100] = "400\r\n";
    int connection = dial();

    (void)snprintf(text, sizeof text,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
                   port, site.client);
    say(connection, text);
    memset(chunk + 5, ' ', 1024);
    strcpy(chunk + 5 + 1024, "\r\n");
    for (int i = 0; i < count; i++)
        say(connection, chunk);
    say(connection, "0\r\n\r\n");
    return hear(connection, out);
}

/* Without an announcement the server reads the body to its end and then refuses it; it cuts off a body without end. */
static void test_endless_body(void **state)
{
    char out[REPLY_MOST];

    (void)state;
    start();
    assert_int_equal(send_chunks(10, out), 400); /* blanks are not JSON */
    assert_int_equal(send_chunks(300, out), 413);
    assert_int_equal(send_chunks(20000, out), 0);
    assert_int_equal(ask("GET", "/api/about", site.client, "", out), 200);
}

/* ---- Clients that take their time ------------------------------------------------------------------------------ */

/* A byte now and then is not enough: a request must be complete within its time. */
static void assert_is_cut_off(const char *beginning)
{
    enum { BYTES_MOST = 10000 }; /* far below the limit of a head */
    int connection = dial(), bytes = 0;

    say(connection, beginning);
    while (!has_ended(connection)) {
        assert_true(bytes++ < BYTES_MOST);
        site.now_ms += SERVER_REQUEST_MS / 4;
        say(connection, "x");
        rest();
    }
    close(connection);
}

static void test_trickle(void **state)
{
    char text[512];

    (void)state;
    start();
    assert_is_cut_off("");
    assert_is_cut_off("GET /api/ab");
    assert_is_cut_off("GET /api/about HTTP/1.1\r\nHost: a\r\nX: ");
    (void)snprintf(text, sizeof text,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nContent-Length: 100000\r\n\r\n{",
                   port, site.client);
    assert_is_cut_off(text);
}

/* A stream is not a request that takes too long, and its heartbeats show that it lives. */
static void test_stream_stays(void **state)
{
    int stream;

    (void)state;
    start();
    stream = listen_as(site.client);
    for (int i = 0; i < 5; i++) {
        site.now_ms += SERVER_REQUEST_MS;
        assert_true(hears(stream, ":\n\n"));
    }
    close(stream);
}

/* A client that does not read costs a ring and the buffers of a socket, delays nobody, and learns what it missed. */
static void test_slow_reader(void **state)
{
    char slow[SERVER_CLIENT_ID], out[REPLY_MOST];
    server_client *client;
    size_t before, most;
    int stream;

    (void)state;
    start();
    new_client(slow);
    stream = listen_as(slow);
    client = server_clients_get(server_clients_of(site.server), slow);
    allocation_reset();
    before = allocation_current();
    for (int i = 0; i < 20000; i++) {
        by_text text = {0};

        by_text_printf(&text, "{\"text\": \"%01000d\"}", i);
        server_client_tell(client, 1, "result", -1, &text);
    }
    most = allocation_peak() - before;
    assert_true(most < 4 * SERVER_RING_BYTES);
    assert_int_equal(ask("POST", "/api/searches", site.client, "{\"game\": \"tictactoe\", \"depth\": 3}", out), 202);
    close(stream);
    stream = dial();
    (void)snprintf(out, sizeof out,
                   "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nBoyi-Client: %s\r\nLast-Event-ID: 1\r\n\r\n",
                   port, slow);
    say(stream, out);
    assert_true(hears(stream, "event: lost\ndata: {}\n\n"));
    close(stream);
    server_client_release(client);
}

/* ---- Clients that go away -------------------------------------------------------------------------------------- */

/* A client that hangs up ends its search, even if the server wrote nothing to it meanwhile. */
static void test_hang_up(void **state)
{
    char out[REPLY_MOST];
    int stream, running, waiting;

    (void)state;
    start();
    stream = listen_as(site.client);
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_true(hears(stream, "event: started"));
    site.now_ms += SERVER_LEASE_MS;
    close(stream);
    do {
        site.now_ms += SERVER_HANG_UP_MS / 10;
        rest();
        count_jobs(&running, &waiting);
    } while (running);
    assert_int_equal(ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_non_null(strstr(out, "\"stopped\""));
}

/* ---- Waiting for jobs ------------------------------------------------------------------------------------------ */

/* Sends a request that waits for the end of a job. */
static int wait_for_job(const char *path)
{
    char text[256];
    int connection = dial();

    assert_true(connection >= 0);
    (void)snprintf(text, sizeof text,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nBoyi-Client: %s\r\n\r\n", path, port,
                   site.client);
    say(connection, text);
    return connection;
}

/* More such requests than workers wait, and the server still answers others. All learn of the end. */
static void test_wait(void **state)
{
    enum { WAITING = 8 };
    char out[REPLY_MOST];
    int connections[WAITING];

    (void)state;
    start();
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    for (int i = 0; i < WAITING; i++)
        connections[i] = wait_for_job("/api/jobs/1?wait_ms=20000");
    for (int i = 0; i < WAITING; i++)
        assert_int_equal(ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_null(strstr(out, "\"stopped\""));
    assert_int_equal(ask("DELETE", "/api/jobs/1", site.client, "", out), 200);
    for (int i = 0; i < WAITING; i++) {
        assert_int_equal(hear(connections[i], out), 200);
        assert_non_null(strstr(out, "\"state\": \"stopped\""));
    }
    assert_int_equal(ask("GET", "/api/jobs/1?wait_ms=20000", site.client, "", out), 200);
    assert_int_equal(ask("GET", "/api/jobs/1?wait_ms=20001", site.client, "", out), 400);
    assert_int_equal(ask("GET", "/api/jobs/2?wait_ms=1", site.client, "", out), 404);
}

/* When its time is up the job continues, though no other request has named it for longer than a lease. */
static void test_wait_in_vain(void **state)
{
    enum { STEP_MS = 100 };
    char out[REPLY_MOST];
    struct pollfd question = {.events = POLLIN};

    (void)state;
    start();
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    question.fd = wait_for_job("/api/jobs/1?wait_ms=18000");
    while (poll(&question, 1, TICK_MS * 2) == 0)
        site.now_ms += STEP_MS;
    assert_int_equal(hear(question.fd, out), 200);
    assert_non_null(strstr(out, "\"state\": \"running\""));
}

/* A waiting client that hangs up keeps no job alive. */
static void test_wait_and_hang_up(void **state)
{
    char out[REPLY_MOST];
    int running, waiting;

    (void)state;
    start();
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    close(wait_for_job("/api/jobs/1?wait_ms=20000"));
    do {
        site.now_ms += 100;
        rest();
        count_jobs(&running, &waiting);
    } while (running || waiting);
}

/* The server ends while a client waits. */
static void test_wait_at_the_end(void **state)
{
    char out[REPLY_MOST];
    int connection;

    (void)state;
    start();
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    connection = wait_for_job("/api/jobs/1?wait_ms=20000");
    assert_int_equal(ask("GET", "/api/about", site.client, "", out), 200);
    server_http_stop(http);
    http = NULL;
    (void)hear(connection, out);
}

/* Opens a stream and leaves it; false: it was refused. */
static bool can_listen_as(const char *client)
{
    char text[256], some[13] = "";
    int connection = dial();

    assert_true(connection >= 0);
    (void)snprintf(text, sizeof text, "GET /api/events?client=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", client, port);
    say(connection, text);
    assert_int_equal(recv(connection, some, 12, MSG_WAITALL), 12);
    close(connection);
    return strcmp(some, "HTTP/1.1 200") == 0;
}

/* Nothing wakes a sleeping stream when its connection ends: the reaper must look. No heartbeat is due. */
static void test_sleeping_stream(void **state)
{
    enum { TRIES_MOST = 5000 };
    char other[SERVER_CLIENT_ID];
    int stream, tries = 0;

    (void)state;
    site.settings.limits.streams = 1;
    start();
    new_client(other);
    stream = listen_as(site.client);
    assert_false(can_listen_as(other));
    close(stream);
    while (!can_listen_as(other)) {
        assert_true(tries++ < TRIES_MOST);
        rest();
    }
}

/* If a client vanishes silently, the system notices after the timeout that we set. */
static void test_half_open(void **state)
{
    struct sockaddr_in own = {0}, other = {0};
    socklen_t length = sizeof own;
    int stream, found = 0;

    (void)state;
    start();
    stream = listen_as(site.client);
    assert_int_equal(getsockname(stream, (struct sockaddr *)&own, &length), 0);
    for (int fd = 0; fd < 1024; fd++) {
        int timeout = 0;

        length = sizeof other;
        if (fd == stream || getpeername(fd, (struct sockaddr *)&other, &length) || other.sin_port != own.sin_port)
            continue;
        length = sizeof timeout;
        assert_int_equal(getsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, &length), 0);
        assert_int_equal(timeout, 20000);
        found++;
    }
    assert_int_equal(found, 1);
    close(stream);
}

/* ---- Many ------------------------------------------------------------------------------------------------------ */

static void test_crowd(void **state)
{
    char ids[CROWD][SERVER_CLIENT_ID], out[REPLY_MOST];
    int streams[CROWD];

    (void)state;
    site.settings.limits.jobs_waiting = CROWD;
    start();
    for (int i = 0; i < CROWD; i++) {
        new_client(ids[i]);
        streams[i] = listen_as(ids[i]);
    }
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(ask("POST", "/api/searches", ids[i],
                             "{\"game\": \"xiangqi\", \"depth\": 3, \"options\": {\"memory_kib\": 2048}}", out),
                         202);
    for (int i = 0; i < CROWD; i++) {
        assert_true(hears(streams[i], "event: result"));
        close(streams[i]);
    }
}

static void test_full_queue(void **state)
{
    char out[REPLY_MOST], other[SERVER_CLIENT_ID];
    int stream, running, waiting;

    (void)state;
    site.settings.limits.workers = 1;
    site.settings.limits.jobs_waiting = 1;
    site.settings.limits.jobs_each = 2;
    start();
    stream = listen_as(site.client);
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_true(hears(stream, "event: started"));
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 429);
    new_client(other);
    assert_int_equal(ask("POST", "/api/searches", other, endless, out), 503);
    assert_non_null(strstr(out, "\r\nRetry-After: 1\r\n"));
    assert_int_equal(ask("DELETE", "/api/jobs/1", site.client, "", out), 200);
    assert_true(hears(stream, "event: result"));
    count_jobs(&running, &waiting);
    assert_true(running + waiting == 1);
    close(stream);
}

/* An analysis yields to a game's search, and both clients learn of it. */
static void test_yielding(void **state)
{
    char out[REPLY_MOST], other[SERVER_CLIENT_ID];
    int stream, others;

    (void)state;
    site.settings.limits.workers = 1;
    start();
    stream = listen_as(site.client);
    new_client(other);
    others = listen_as(other);
    assert_int_equal(ask("POST", "/api/searches", site.client, "{\"game\": \"xiangqi\", \"yields\": true}", out), 202);
    assert_true(hears(stream, "event: line"));
    assert_int_equal(ask("POST", "/api/searches", other, endless, out), 202);
    assert_true(hears(stream, "\"state\": \"stopped\", \"yielded\": true, \"lines\": [{"));
    assert_true(hears(others, "event: line"));
    assert_int_equal(ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_true(hears(stream, "event: waiting\ndata: {\"job\": 3, \"place\": 0}"));
    close(stream);
    close(others);
}

/* ---- The end --------------------------------------------------------------------------------------------------- */

static _Atomic bool is_over;

static void *hammer(void *argument)
{
    static const char *const bodies[] = {"{\"game\": \"xiangqi\"}", "{\"game\": \"tictactoe\"}", "{"};
    char *out = malloc(REPLY_MOST), id[SERVER_CLIENT_ID];
    int number = *(int *)argument, stream;

    while (!is_over) {
        if (server_clients_add(server_clients_of(site.server), NULL, id, NULL))
            break;
        stream = dial();
        (void)snprintf(out, REPLY_MOST, "GET /api/events?client=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", id, port);
        if (stream >= 0)
            say(stream, out);
        for (int i = 0; i < 3 && !is_over; i++)
            (void)ask("POST", "/api/searches", id, bodies[(number + i) % 3], out);
        (void)ask("GET", "/api/about", id, "", out);
        if (stream >= 0)
            close(stream);
    }
    free(out);
    return NULL;
}

/* The server ends in the middle of searches, streams and requests, and frees everything. */
static void test_shutdown(void **state)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int numbers[THREADS], streams[20], running = 0, waiting;

    (void)state;
    start();
    is_over = false;
    for (int i = 0; i < 20; i++) {
        char id[SERVER_CLIENT_ID];

        new_client(id);
        streams[i] = listen_as(id);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &numbers[i]), 0);
    }
    while (running < 2) {
        rest();
        count_jobs(&running, &waiting);
    }
    server_http_stop(http);
    http = NULL;
    is_over = true;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 20; i++) {
        while (!has_ended(streams[i]))
            rest();
        close(streams[i]);
    }
    count_jobs(&running, &waiting);
    assert_int_equal(running + waiting, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_replies),         TEST(test_report),           TEST(test_paths),
        TEST(test_hosts),           TEST(test_search),           TEST(test_long_body),
        TEST(test_endless_body),    TEST(test_trickle),          TEST(test_stream_stays),
        TEST(test_slow_reader),     TEST(test_hang_up),          TEST(test_wait),
        TEST(test_wait_in_vain),    TEST(test_wait_and_hang_up), TEST(test_wait_at_the_end),
        TEST(test_sleeping_stream), TEST(test_half_open),        TEST(test_crowd),
        TEST(test_full_queue),      TEST(test_yielding),         TEST(test_shutdown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
