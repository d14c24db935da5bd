/* SPDX-License-Identifier: MIT
 *
 * Clients and their streams: events arrive in order, a newer event replaces an older one of its kind, and the stream
 * reports events that found no room.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"
#include "support/server.h"

static struct server_limits limits;
static int64_t now_ms;
static server_clients *clients;
static server_client *client;

static int64_t standing(void *context)
{
    (void)context;
    return now_ms;
}

static const struct server_clock clock_of_test = {standing, NULL};

static int set_up(void **state)
{
    char id[SERVER_CLIENT_ID];

    (void)state;
    now_ms = 1000000;
    limits = server_limits_usual(1);
    limits.clients = 3;
    limits.streams = 2;
    assert_int_equal(server_clients_create(&limits, &clock_of_test, NULL, &clients, NULL), BY_OK);
    assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_OK);
    client = server_clients_get(clients, id);
    assert_non_null(client);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_client_release(client);
    server_clients_destroy(clients);
    return 0;
}

/* ---- A listener ------------------------------------------------------------------------------------------------ */

struct ear {
    server_stream *stream;
    int sleeps, wakes;
    bool is_closing;
    char heard[4096];
};

static struct ear static_ear;

static bool ear_sleeps(void *context)
{
    struct ear *ear = context;

    ear->sleeps++;
    return !ear->is_closing;
}

static void ear_wakes(void *context)
{
    struct ear *ear = context;

    ear->wakes++;
}

static void open_ear(struct ear *ear, const char *last_event)
{
    const struct server_listener listener = {ear_sleeps, ear_wakes, ear};

    *ear = (struct ear){0};
    assert_int_equal(server_stream_open(client, last_event, &listener, &ear->stream, NULL), BY_OK);
}

/* Reads until nothing is left, `room` bytes at a time. Skips the greeting. */
static long hear(struct ear *ear, size_t room)
{
    size_t length = 0;
    char *greeting;
    long got;

    while ((got = server_stream_read(ear->stream, ear->heard + length, room)) > 0) {
        length += (size_t)got;
        assert_true(length + room < sizeof ear->heard);
    }
    ear->heard[length] = 0;
    greeting = strstr(ear->heard, "retry: 1000\n\n");
    if (greeting)
        memmove(greeting, greeting + 13, strlen(greeting + 13) + 1);
    return got;
}

static void assert_hears(struct ear *ear, const char *expected)
{
    assert_int_equal(hear(ear, 512), 0);
    assert_string_equal(ear->heard, expected);
}

static void tell(uint64_t job, const char *event, int slot, const char *json)
{
    by_text text = {0};

    by_text_add(&text, json);
    server_client_send(client, job, event, slot, &text);
    assert_null(text.data);
}

static void tell_large(uint64_t job, int slot, size_t size)
{
    char *text = malloc(size + 1);

    memset(text, 'x', size);
    memcpy(text, "{\"a\": \"", 7);
    memcpy(text + size - 2, "\"}", 3);
    tell(job, "large", slot, text);
    free(text);
}

/* ---- Streams --------------------------------------------------------------------------------------------------- */

static void test_events(void **state)
{
    struct ear ear;

    (void)state;
    open_ear(&ear, NULL);
    assert_hears(&ear, "");
    assert_int_equal(ear.sleeps, 1);
    tell(7, "started", -1, "{}\n");
    assert_int_equal(ear.wakes, 1);
    tell(7, "line", 1, "{\"a\": 1}\n");
    assert_hears(&ear, "id: 1\nevent: started\ndata: {\"job\": 7}\n\n"
                       "id: 2\nevent: line\ndata: {\"job\": 7, \"a\": 1}\n\n");
    assert_hears(&ear, "");
    server_stream_close(ear.stream);
}

/* Reading byte by byte gives the same. */
static void test_small_reads(void **state)
{
    struct ear ear;

    (void)state;
    tell(1, "a", -1, "{}");
    tell(1, "b", -1, "{}");
    open_ear(&ear, NULL);
    assert_int_equal(hear(&ear, 1), 0);
    assert_string_equal(ear.heard, "id: 1\nevent: a\ndata: {\"job\": 1}\n\nid: 2\nevent: b\ndata: {\"job\": 1}\n\n");
    server_stream_close(ear.stream);
}

/* Of lines with the same job and number only the newest waits. */
static void test_replacing(void **state)
{
    struct ear ear;

    (void)state;
    tell(1, "line", 1, "{\"a\": 1}");
    tell(1, "line", 2, "{\"a\": 2}");
    tell(2, "line", 1, "{\"a\": 3}");
    tell(1, "line", 1, "{\"a\": 4}");
    tell(1, "result", -1, "{}");
    tell(1, "result", -1, "{}");
    open_ear(&ear, NULL);
    assert_hears(&ear, "id: 2\nevent: line\ndata: {\"job\": 1, \"a\": 2}\n\n"
                       "id: 3\nevent: line\ndata: {\"job\": 2, \"a\": 3}\n\n"
                       "id: 4\nevent: line\ndata: {\"job\": 1, \"a\": 4}\n\n"
                       "id: 5\nevent: result\ndata: {\"job\": 1}\n\n"
                       "id: 6\nevent: result\ndata: {\"job\": 1}\n\n");
    server_stream_close(ear.stream);
}

/* If an event is replaced while the stream writes it, the stream still completes it. */
static void test_replacing_what_is_written(void **state)
{
    struct ear ear;
    char some[32];

    (void)state;
    open_ear(&ear, NULL);
    assert_hears(&ear, "");
    tell(1, "line", 1, "{\"a\": 1}");
    assert_int_equal(server_stream_read(ear.stream, some, 10), 10);
    tell(1, "line", 1, "{\"a\": 2}");
    assert_hears(&ear, "t: line\ndata: {\"job\": 1, \"a\": 1}\n\nid: 2\nevent: line\ndata: {\"job\": 1, \"a\": 2}\n\n");
    tell(1, "line", 1, "{\"a\": 3}");
    assert_int_equal(server_stream_read(ear.stream, some, 10), 10);
    tell(1, "line", 1, "{\"a\": 4}");
    server_stream_close(ear.stream); /* in the middle */
}

static void test_going_on(void **state)
{
    struct ear ear;

    (void)state;
    tell(1, "a", -1, "{}");
    open_ear(&ear, NULL);
    assert_hears(&ear, "id: 1\nevent: a\ndata: {\"job\": 1}\n\n");
    server_stream_close(ear.stream);
    tell(1, "b", -1, "{}");
    /* Without Last-Event-ID: after the last event read. */
    open_ear(&ear, NULL);
    assert_hears(&ear, "id: 2\nevent: b\ndata: {\"job\": 1}\n\n");
    server_stream_close(ear.stream);
    /* With it: after the event it names. */
    open_ear(&ear, "0");
    assert_hears(&ear, "id: 1\nevent: a\ndata: {\"job\": 1}\n\nid: 2\nevent: b\ndata: {\"job\": 1}\n\n");
    server_stream_close(ear.stream);
    /* An invalid number has no effect. */
    open_ear(&ear, "18446744073709551615");
    assert_hears(&ear, "");
    server_stream_close(ear.stream);
    open_ear(&ear, "x");
    assert_int_equal(hear(&ear, 512), 0);
    server_stream_close(ear.stream);
}

/* A second stream ends the first. */
static void test_second_stream(void **state)
{
    struct ear first, second, third;
    const struct server_listener listener = {ear_sleeps, ear_wakes, &third};

    (void)state;
    open_ear(&first, NULL);
    assert_hears(&first, "");
    open_ear(&second, NULL);
    assert_int_equal(first.wakes, 1);
    assert_int_equal(hear(&first, 512), SERVER_STREAM_END);
    assert_int_equal(server_stream_open(client, NULL, &listener, &third.stream, NULL), BY_ERROR_LIMIT);
    server_stream_close(first.stream);
    assert_true(server_client_listens(client, 0));
    tell(1, "a", -1, "{}");
    assert_hears(&second, "id: 1\nevent: a\ndata: {\"job\": 1}\n\n");
    server_stream_close(second.stream);
}

/* When the other side closes, the stream ends. */
static void test_closing(void **state)
{
    struct ear ear;

    (void)state;
    open_ear(&ear, NULL);
    ear.is_closing = true;
    assert_int_equal(hear(&ear, 512), SERVER_STREAM_END);
    server_stream_close(ear.stream);
}

/* ---- Too much -------------------------------------------------------------------------------------------------- */

/* A reader that stops reading costs no more than a ring, and learns that it missed events. */
static void test_overflow(void **state)
{
    struct ear ear;
    size_t before, most;

    (void)state;
    open_ear(&ear, NULL);
    assert_hears(&ear, "");
    before = allocation_current();
    allocation_reset();
    for (int i = 0; i < 10000; i++)
        tell(1, "a", -1, "{}");
    most = allocation_peak() - before;
    assert_true(most < 2 * SERVER_RING_BYTES);
    assert_int_equal(hear(&ear, 512), SERVER_STREAM_END);
    server_stream_close(ear.stream);
    open_ear(&ear, "0");
    assert_int_equal(server_stream_read(ear.stream, ear.heard, sizeof ear.heard) > 0, true);
    assert_non_null(strstr(ear.heard, "event: lost\ndata: {}\n\n"));
    server_stream_close(ear.stream);
}

/* Events already read make room first, then lines, and results last. */
static void test_room(void **state)
{
    static char out[2 * SERVER_RING_BYTES];
    struct ear ear;
    long length;

    (void)state;
    tell(1, "result", -1, "{}");
    for (int i = 0; i < 1000; i++)
        tell(1, "line", i, "{}");
    tell(2, "result", -1, "{}");
    open_ear(&ear, NULL);
    length = server_stream_read(ear.stream, out, sizeof out - 1);
    assert_true(length > 0);
    out[length] = 0;
    assert_null(strstr(out, "lost"));
    assert_non_null(strstr(out, "event: result\ndata: {\"job\": 1}"));
    assert_non_null(strstr(out, "event: result\ndata: {\"job\": 2}"));
    for (int i = 0; i < 10; i++) {
        tell_large(3, -1, SERVER_RING_BYTES / 2);
        length = server_stream_read(ear.stream, out, sizeof out - 1);
        assert_true(length > SERVER_RING_BYTES / 2);
    }
    assert_int_equal(server_stream_read(ear.stream, out, sizeof out), 0);
    server_stream_close(ear.stream);
    /* An event larger than the ring is lost. */
    open_ear(&ear, NULL);
    assert_hears(&ear, "");
    tell_large(3, -1, SERVER_RING_BYTES + 1);
    assert_int_equal(hear(&ear, 512), SERVER_STREAM_END);
    server_stream_close(ear.stream);
    open_ear(&ear, NULL);
    assert_hears(&ear, "event: lost\ndata: {}\n\n");
    server_stream_close(ear.stream);
}

/* ---- Time ------------------------------------------------------------------------------------------------------ */

static void test_heartbeat(void **state)
{
    struct ear ear;

    (void)state;
    open_ear(&ear, NULL);
    assert_hears(&ear, "");
    now_ms += SERVER_BEAT_MS - 1;
    server_clients_tick(clients);
    assert_hears(&ear, "");
    now_ms += 1;
    server_clients_tick(clients);
    assert_int_equal(ear.wakes, 1);
    assert_hears(&ear, ":\n\n");
    server_clients_tick(clients);
    assert_hears(&ear, "");
    server_stream_close(ear.stream);
}

static void test_lease(void **state)
{
    struct ear ear;

    (void)state;
    assert_true(server_client_listens(client, now_ms - SERVER_LEASE_MS + 1));
    assert_false(server_client_listens(client, now_ms - SERVER_LEASE_MS));
    open_ear(&ear, NULL);
    assert_true(server_client_listens(client, 0));
    server_stream_close(ear.stream);
    assert_true(server_client_listens(client, 0));
    now_ms += SERVER_HANG_UP_MS;
    assert_false(server_client_listens(client, 0));
    /* A request after that renews the fifteen seconds. */
    assert_true(server_client_listens(client, now_ms - 1));
}

static void test_silent_clients(void **state)
{
    char id[SERVER_CLIENT_ID], other[SERVER_CLIENT_ID];
    server_client *found;

    (void)state;
    assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_OK);
    now_ms += SERVER_CLIENT_MS / 2;
    assert_int_equal(server_clients_add(clients, NULL, other, NULL), BY_OK);
    now_ms += SERVER_CLIENT_MS / 2;
    server_clients_tick(clients);
    assert_null(server_clients_get(clients, id));
    found = server_clients_get(clients, other);
    assert_non_null(found);
    server_client_release(found);
    /* The first one is in use. */
    assert_int_equal(server_clients_count(clients), 2);
    assert_null(server_clients_get(clients, ""));
}

static void test_many_clients(void **state)
{
    char first[SERVER_CLIENT_ID], id[SERVER_CLIENT_ID];
    server_client *used[2];

    (void)state;
    assert_int_equal(server_clients_add(clients, NULL, first, NULL), BY_OK);
    for (int i = 0; i < 100; i++) {
        now_ms++;
        assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_OK);
        assert_true(server_clients_count(clients) <= 3);
    }
    assert_null(server_clients_get(clients, first));
    used[0] = server_clients_get(clients, id);
    assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_OK);
    used[1] = server_clients_get(clients, id);
    assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_ERROR_LIMIT);
    server_client_release(used[0]);
    assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_OK);
    server_client_release(used[1]);
}

static void test_removing(void **state)
{
    struct ear ear;

    (void)state;
    open_ear(&ear, NULL);
    assert_hears(&ear, "");
    server_clients_remove(clients, client);
    server_clients_remove(clients, client);
    assert_int_equal(hear(&ear, 512), SERVER_STREAM_END);
    server_stream_close(ear.stream);
    assert_null(server_clients_get(clients, server_client_id(client)));
}

/* An address that asks for any number of clients loses its own idle ones. */
static void test_many_clients_of_one_address(void **state)
{
    char victim[SERVER_CLIENT_ID], id[SERVER_CLIENT_ID];
    server_client *found;

    (void)state;
    limits.clients = 10;
    assert_int_equal(server_clients_add(clients, "10.0.0.2", victim, NULL), BY_OK);
    for (int i = 0; i < 100; i++) {
        now_ms++;
        assert_int_equal(server_clients_add(clients, "10.0.0.1", id, NULL), BY_OK);
    }
    assert_int_equal(server_clients_count(clients), 10);
    found = server_clients_get(clients, victim);
    assert_non_null(found);
    server_client_release(found);
}

/* A new client of this address that has a stream; NULL: no stream was allowed. */
static server_stream *listen_from(const char *address)
{
    const struct server_listener listener = {ear_sleeps, ear_wakes, &static_ear};
    char id[SERVER_CLIENT_ID];
    server_client *made;
    server_stream *stream;

    assert_int_equal(server_clients_add(clients, address, id, NULL), BY_OK);
    made = server_clients_get(clients, id);
    (void)server_stream_open(made, NULL, &listener, &stream, NULL);
    server_client_release(made);
    return stream;
}

/* One address gets half of all streams. A later one gets half of the rest, and each gets at least one. */
static void test_sharing_streams(void **state)
{
    static const struct {
        const char *address;
        int most;
    } cases[] = {{"10.0.0.1", 4}, {"10.0.0.2", 2}, {"10.0.0.3", 1}, {"10.0.0.4", 1}, {"10.0.0.5", 1}};
    server_stream *streams[16], *made;
    int count = 0;

    (void)state;
    limits.streams = 8;
    limits.clients = 20;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int j = 0; j < cases[i].most; j++) {
            streams[count] = listen_from(cases[i].address);
            assert_non_null(streams[count++]);
        }
        assert_null(listen_from(cases[i].address));
    }
    server_stream_close(streams[0]);
    server_stream_close(streams[1]);
    made = listen_from(cases[2].address);
    assert_null(made); /* there are 7 of 8 */
    for (int i = 2; i < count; i++)
        server_stream_close(streams[i]);
    made = listen_from(cases[0].address);
    assert_non_null(made);
    server_stream_close(made);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_events),
        TEST(test_small_reads),
        TEST(test_replacing),
        TEST(test_replacing_what_is_written),
        TEST(test_going_on),
        TEST(test_second_stream),
        TEST(test_closing),
        TEST(test_overflow),
        TEST(test_room),
        TEST(test_heartbeat),
        TEST(test_lease),
        TEST(test_silent_clients),
        TEST(test_many_clients),
        TEST(test_removing),
        TEST(test_sharing_streams),
        TEST(test_many_clients_of_one_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
