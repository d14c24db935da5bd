/* SPDX-License-Identifier: MIT
 *
 * The server on real sockets, with clients that behave badly: many, slow, silent, half gone. The tests move the
 * server's clock instead of waiting, and measure nothing.
 */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/http.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/wire.h"

enum { CROWD = 200 };

/* ---- The server ------------------------------------------------------------------------------------------------ */

static void prepare(void)
{
    site_init();
    site.settings.limits.workers = 2;
}

static int set_up(void **state)
{
    (void)state;
    prepare();
    return 0;
}

/* ---- Clients --------------------------------------------------------------------------------------------------- */

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
    char out[WIRE_REPLY_MOST];

    (void)state;
    wire_start();
    assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        assert_non_null(strstr(out, headers[i]));
    assert_null(strstr(out, "Access-Control"));
    assert_non_null(strstr(out, "\r\n\r\n{\"name\": \"boyi\""));
    assert_int_equal(wire_ask("HEAD", "/api/about", site.client, "", out), 200);
    assert_null(strstr(out, "boyi\""));
    assert_int_equal(wire_ask("GET", "/", site.client, "", out), 200);
    assert_non_null(strstr(out, "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "));
    assert_int_equal(wire_ask("PUT", "/api/about", site.client, "", out), 405);
    assert_non_null(strstr(out, "\r\nAllow: GET, HEAD\r\n"));
    assert_int_equal(wire_ask("HEAD", "/api/events", site.client, "", out), 200);
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
    char out[WIRE_REPLY_MOST];

    (void)state;
    site.settings.library = library;
    wire_start();
    assert_int_equal(wire_ask("GET", "/api/reports/a", site.client, "", out), 200);
    assert_non_null(strstr(out, "Content-Security-Policy: sandbox allow-same-origin; default-src 'none'; "));
    assert_non_null(strstr(out, "frame-ancestors 'self'\r\n"));
    assert_non_null(strstr(out, "\r\n\r\n<!DOCTYPE html>"));
}

/* Addresses in a path stay as they were sent. */
static void test_paths(void **state)
{
    static const char *const paths[] = {"/../etc/passwd",    "/%2e%2e/etc/passwd", "/api/about%00", "/api/%61bout",
                                        "/index.html%00.js", "//etc/passwd",       "/api/jobs/1%20"};
    char out[WIRE_REPLY_MOST];

    (void)state;
    wire_start();
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_int_equal(wire_ask("GET", paths[i], site.client, "", out), 404);
}

static void test_hosts(void **state)
{
    char text[512], out[WIRE_REPLY_MOST];

    (void)state;
    wire_start();
    (void)snprintf(text, sizeof text,
                   "GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
                   SITE_PORT, SITE_PORT);
    assert_int_equal(wire_tell(text, out), 400);
    assert_int_equal(wire_tell("GET /api/about HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n", out), 400);
    assert_int_equal(wire_tell("GET /api/about HTTP/1.0\r\n\r\n", out), 400);
}

static void test_search(void **state)
{
    char out[WIRE_REPLY_MOST];
    int stream;

    (void)state;
    wire_start();
    stream = wire_listen(site.client);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, "{\"game\": \"tictactoe\"}", out), 202);
    assert_true(wire_hears(stream, "event: result\ndata: {\"job\": 1,"));
    assert_int_equal(wire_ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_non_null(strstr(out, "\"state\": \"done\""));
    close(stream);
}

/* ---- Bodies that are too long ---------------------------------------------------------------------------------- */

/* A client that announces a long body is refused before it sends it. */
static void test_long_body(void **state)
{
    char text[512], out[WIRE_REPLY_MOST];

    (void)state;
    wire_start();
    (void)snprintf(text, sizeof text,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nContent-Length: 99999999999\r\n\r\n",
                   SITE_PORT, site.client);
    assert_int_equal(wire_tell(text, out), 413);
}

/* Sends a body in chunks of a kilobyte. */
static int send_chunks(int count, char *out)
{
    char text[512], chunk[1100] = "400\r\n";
    int connection = wire_try_to_dial();

    (void)snprintf(text, sizeof text,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
                   SITE_PORT, site.client);
    wire_send(connection, text);
    memset(chunk + 5, ' ', 1024);
    strcpy(chunk + 5 + 1024, "\r\n");
    for (int i = 0; i < count; i++)
        wire_send(connection, chunk);
    wire_send(connection, "0\r\n\r\n");
    return wire_read(connection, out);
}

/* Without an announcement the server reads the body to its end and then refuses it; it cuts off a body without end. */
static void test_endless_body(void **state)
{
    char out[WIRE_REPLY_MOST];

    (void)state;
    wire_start();
    assert_int_equal(send_chunks(10, out), 400); /* blanks are not JSON */
    assert_int_equal(send_chunks(300, out), 413);
    assert_int_equal(send_chunks(20000, out), 0);
    assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
}

/* ---- Clients that take their time ------------------------------------------------------------------------------ */

/* A byte now and then is not enough: a request must be complete within its time. */
static void assert_is_cut_off(const char *beginning)
{
    enum { BYTES_MOST = 10000 }; /* far below the limit of a head */
    int connection = wire_try_to_dial(), bytes = 0;

    wire_send(connection, beginning);
    while (!wire_has_ended(connection)) {
        assert_true(bytes++ < BYTES_MOST);
        site.now_ms += SERVER_REQUEST_MS / 4;
        wire_send(connection, "x");
        site_rest();
    }
    close(connection);
}

static void test_trickle(void **state)
{
    char text[512];

    (void)state;
    wire_start();
    assert_is_cut_off("");
    assert_is_cut_off("GET /api/ab");
    assert_is_cut_off("GET /api/about HTTP/1.1\r\nHost: a\r\nX: ");
    (void)snprintf(text, sizeof text,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Boyi-Client: %s\r\nContent-Length: 100000\r\n\r\n{",
                   SITE_PORT, site.client);
    assert_is_cut_off(text);
}

/* A stream is not a request that takes too long, and its heartbeats show that it lives. */
static void test_stream_stays(void **state)
{
    int stream;

    (void)state;
    wire_start();
    stream = wire_listen(site.client);
    for (int i = 0; i < 5; i++) {
        site.now_ms += SERVER_REQUEST_MS;
        assert_true(wire_hears(stream, ":\n\n"));
    }
    close(stream);
}

/* A client that does not read costs a ring and the buffers of a socket, delays nobody, and learns what it missed. */
static void test_slow_reader(void **state)
{
    char slow[SERVER_CLIENT_ID], out[WIRE_REPLY_MOST];
    server_client *client;
    size_t before, most;
    int stream;

    (void)state;
    wire_start();
    wire_new_client(slow);
    stream = wire_listen(slow);
    client = server_clients_get(server_clients_of(site.server), slow);
    allocation_reset();
    before = allocation_current();
    for (int i = 0; i < 20000; i++) {
        by_text text = {0};

        by_text_printf(&text, "{\"text\": \"%01000d\"}", i);
        server_client_send(client, 1, "result", -1, &text);
    }
    most = allocation_peak() - before;
    assert_true(most < 4 * SERVER_RING_BYTES);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, "{\"game\": \"tictactoe\", \"depth\": 3}", out),
                     202);
    close(stream);
    stream = wire_try_to_dial();
    (void)snprintf(out, sizeof out,
                   "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nBoyi-Client: %s\r\nLast-Event-ID: 1\r\n\r\n",
                   SITE_PORT, slow);
    wire_send(stream, out);
    assert_true(wire_hears(stream, "event: lost\ndata: {}\n\n"));
    close(stream);
    server_client_release(client);
}

/* ---- Clients that go away -------------------------------------------------------------------------------------- */

/* A client that hangs up ends its search, even if the server wrote nothing to it meanwhile. */
static void test_hang_up(void **state)
{
    char out[WIRE_REPLY_MOST];
    int stream, running, waiting;

    (void)state;
    wire_start();
    stream = wire_listen(site.client);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_true(wire_hears(stream, "event: started"));
    site.now_ms += SERVER_LEASE_MS;
    close(stream);
    do {
        site.now_ms += SERVER_HANG_UP_MS / 10;
        site_rest();
        count_jobs(&running, &waiting);
    } while (running);
    assert_int_equal(wire_ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_non_null(strstr(out, "\"stopped\""));
}

/* ---- Waiting for jobs ------------------------------------------------------------------------------------------ */

/* Sends a request that waits for the end of a job. */
static int wait_for_job(const char *path)
{
    char text[256];
    int connection = wire_try_to_dial();

    assert_true(connection >= 0);
    (void)snprintf(text, sizeof text,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nBoyi-Client: %s\r\n\r\n", path,
                   SITE_PORT, site.client);
    wire_send(connection, text);
    return connection;
}

/* More such requests than workers wait, and the server still answers others. All learn of the end. */
static void test_wait(void **state)
{
    enum { WAITING = 8 };
    char out[WIRE_REPLY_MOST];
    int connections[WAITING];

    (void)state;
    wire_start();
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    for (int i = 0; i < WAITING; i++)
        connections[i] = wait_for_job("/api/jobs/1?wait_ms=20000");
    for (int i = 0; i < WAITING; i++)
        assert_int_equal(wire_ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_null(strstr(out, "\"stopped\""));
    assert_int_equal(wire_ask("DELETE", "/api/jobs/1", site.client, "", out), 200);
    for (int i = 0; i < WAITING; i++) {
        assert_int_equal(wire_read(connections[i], out), 200);
        assert_non_null(strstr(out, "\"state\": \"stopped\""));
    }
    assert_int_equal(wire_ask("GET", "/api/jobs/1?wait_ms=20000", site.client, "", out), 200);
    assert_int_equal(wire_ask("GET", "/api/jobs/1?wait_ms=20001", site.client, "", out), 400);
    assert_int_equal(wire_ask("GET", "/api/jobs/2?wait_ms=1", site.client, "", out), 404);
}

/* When its time is up the job continues, though no other request has named it for longer than a lease. */
static void test_wait_in_vain(void **state)
{
    enum { STEP_MS = 100 };
    char out[WIRE_REPLY_MOST];
    struct pollfd question = {.events = POLLIN};

    (void)state;
    wire_start();
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    question.fd = wait_for_job("/api/jobs/1?wait_ms=18000");
    while (poll(&question, 1, WIRE_TICK_MS * 2) == 0)
        site.now_ms += STEP_MS;
    assert_int_equal(wire_read(question.fd, out), 200);
    assert_non_null(strstr(out, "\"state\": \"running\""));
}

/* A waiting client that hangs up keeps no job alive. */
static void test_wait_and_hang_up(void **state)
{
    char out[WIRE_REPLY_MOST];
    int running, waiting;

    (void)state;
    wire_start();
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    close(wait_for_job("/api/jobs/1?wait_ms=20000"));
    do {
        site.now_ms += 100;
        site_rest();
        count_jobs(&running, &waiting);
    } while (running || waiting);
}

/* The server ends while a client waits. */
static void test_wait_at_the_end(void **state)
{
    char out[WIRE_REPLY_MOST];
    int connection;

    (void)state;
    wire_start();
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    connection = wait_for_job("/api/jobs/1?wait_ms=20000");
    assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
    wire_stop();
    (void)wire_read(connection, out);
}

/* Opens a stream and leaves it; false: it was refused. */
static bool can_listen_as(const char *client)
{
    char text[256], some[13] = "";
    int connection = wire_try_to_dial();

    assert_true(connection >= 0);
    (void)snprintf(text, sizeof text, "GET /api/events?client=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", client,
                   SITE_PORT);
    wire_send(connection, text);
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
    wire_start();
    wire_new_client(other);
    stream = wire_listen(site.client);
    assert_false(can_listen_as(other));
    close(stream);
    while (!can_listen_as(other)) {
        assert_true(tries++ < TRIES_MOST);
        site_rest();
    }
}

/* If a client vanishes silently, the system notices after the timeout that we set. */
static void test_half_open(void **state)
{
    struct sockaddr_in own = {0}, other = {0};
    socklen_t length = sizeof own;
    int stream, found = 0;

    (void)state;
    wire_start();
    stream = wire_listen(site.client);
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
    char ids[CROWD][SERVER_CLIENT_ID], out[WIRE_REPLY_MOST];
    int streams[CROWD];

    (void)state;
    site.settings.limits.jobs_waiting = CROWD;
    wire_start();
    for (int i = 0; i < CROWD; i++) {
        wire_new_client(ids[i]);
        streams[i] = wire_listen(ids[i]);
    }
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(wire_ask("POST", "/api/searches", ids[i],
                                  "{\"game\": \"xiangqi\", \"depth\": 3, \"options\": {\"memory_kib\": 2048}}", out),
                         202);
    for (int i = 0; i < CROWD; i++) {
        assert_true(wire_hears(streams[i], "event: result"));
        close(streams[i]);
    }
}

static void test_full_queue(void **state)
{
    char out[WIRE_REPLY_MOST], other[SERVER_CLIENT_ID];
    int stream, running, waiting;

    (void)state;
    site.settings.limits.workers = 1;
    site.settings.limits.jobs_waiting = 1;
    site.settings.limits.jobs_each = 2;
    wire_start();
    stream = wire_listen(site.client);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_true(wire_hears(stream, "event: started"));
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 429);
    wire_new_client(other);
    assert_int_equal(wire_ask("POST", "/api/searches", other, endless, out), 503);
    assert_non_null(strstr(out, "\r\nRetry-After: 1\r\n"));
    assert_int_equal(wire_ask("DELETE", "/api/jobs/1", site.client, "", out), 200);
    assert_true(wire_hears(stream, "event: result"));
    count_jobs(&running, &waiting);
    assert_true(running + waiting == 1);
    close(stream);
}

/* An analysis yields to a game's search, and both clients learn of it. */
static void test_yielding(void **state)
{
    char out[WIRE_REPLY_MOST], other[SERVER_CLIENT_ID];
    int stream, others;

    (void)state;
    site.settings.limits.workers = 1;
    wire_start();
    stream = wire_listen(site.client);
    wire_new_client(other);
    others = wire_listen(other);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, "{\"game\": \"xiangqi\", \"yields\": true}", out),
                     202);
    assert_true(wire_hears(stream, "event: line"));
    assert_int_equal(wire_ask("POST", "/api/searches", other, endless, out), 202);
    assert_true(wire_hears(stream, "\"state\": \"stopped\", \"yielded\": true, \"lines\": [{"));
    assert_true(wire_hears(others, "event: line"));
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, endless, out), 202);
    assert_true(wire_hears(stream, "event: waiting\ndata: {\"job\": 3, \"place\": 0}"));
    close(stream);
    close(others);
}

/* ---- The end --------------------------------------------------------------------------------------------------- */

static _Atomic bool is_over;

static void *hammer(void *argument)
{
    static const char *const bodies[] = {"{\"game\": \"xiangqi\"}", "{\"game\": \"tictactoe\"}", "{"};
    char *out = malloc(WIRE_REPLY_MOST), id[SERVER_CLIENT_ID];
    int number = *(int *)argument, stream;

    while (!is_over) {
        if (server_clients_add(server_clients_of(site.server), NULL, id, NULL))
            break;
        stream = wire_try_to_dial();
        (void)snprintf(out, WIRE_REPLY_MOST, "GET /api/events?client=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", id,
                       SITE_PORT);
        if (stream >= 0)
            wire_send(stream, out);
        for (int i = 0; i < 3 && !is_over; i++)
            (void)wire_ask("POST", "/api/searches", id, bodies[(number + i) % 3], out);
        (void)wire_ask("GET", "/api/about", id, "", out);
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
    wire_start();
    is_over = false;
    for (int i = 0; i < 20; i++) {
        char id[SERVER_CLIENT_ID];

        wire_new_client(id);
        streams[i] = wire_listen(id);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &numbers[i]), 0);
    }
    while (running < 2) {
        site_rest();
        count_jobs(&running, &waiting);
    }
    wire_stop();
    is_over = true;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 20; i++) {
        while (!wire_has_ended(streams[i]))
            site_rest();
        close(streams[i]);
    }
    count_jobs(&running, &waiting);
    assert_int_equal(running + waiting, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, wire_tear_down)
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
