/* SPDX-License-Identifier: MIT
 *
 * Several threads read traces while the server forgets or stops them.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/server.h"

enum { READERS = 4, ROUNDS = 40, STEPS = 60 };

static int set_up(void **state)
{
    (void)state;
    site_init();
    site.settings.limits.workers = 2;
    site.settings.limits.jobs_each = 8;
    site_open();
    return 0;
}

static const char *job_path(int id)
{
    static char path[64];

    (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
    return path;
}

/* ---- Readers --------------------------------------------------------------------------------------------------- */

struct reader {
    pthread_t thread;
    int id, seed;
    bool may_miss; /* the trace may be forgotten meanwhile */
    int wrong;     /* unexpected replies */
};

/* After a step the root has as many visits as there were steps. */
static bool is_right(const struct server_reply *reply, int step)
{
    struct json_document document;
    bool right;

    if (reply->status != 200 || json_read(by_text_string(&reply->body), &document, NULL))
        return false;
    right = json_member(document.root, "visits")->integer == step;
    json_document_free(&document);
    return right;
}

static void *read_nodes(void *context)
{
    struct reader *reader = context;
    char path[64], query[32];

    (void)snprintf(path, sizeof path, "/api/traces/%d/nodes/0", reader->id);
    for (int i = 0; i < ROUNDS; i++) {
        struct server_request request = site_request("GET", path, NULL);
        struct server_reply reply;
        int step = (i * 17 + reader->seed * 5) % (STEPS + 1);

        (void)snprintf(query, sizeof query, "step=%d&count=20", step);
        request.query = query;
        server_handle(site.server, &request, &reply);
        if (!is_right(&reply, step) && !(reader->may_miss && reply.status == 404))
            reader->wrong++;
        server_reply_free(&reply);
    }
    return NULL;
}

static void begin_readers(struct reader readers[READERS], int id, bool may_miss)
{
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){.id = id, .seed = i, .may_miss = may_miss};
        assert_int_equal(pthread_create(&readers[i].thread, NULL, read_nodes, &readers[i]), 0);
    }
}

static void end_readers(struct reader readers[READERS])
{
    for (int i = 0; i < READERS; i++) {
        (void)pthread_join(readers[i].thread, NULL);
        assert_int_equal(readers[i].wrong, 0);
    }
}

static int sampled_trace(void)
{
    int id = site_begin("/api/traces", "{\"game\": \"connect4\", \"method\": \"mcts\", \"nodes\": 60}");

    site_await(id, "done");
    return id;
}

static void test_readers(void **state)
{
    struct reader readers[READERS];

    (void)state;
    begin_readers(readers, sampled_trace(), false);
    end_readers(readers);
}

static void test_forgotten_while_read(void **state)
{
    struct reader readers[READERS];
    int id = sampled_trace();

    (void)state;
    begin_readers(readers, id, true);
    assert_int_equal(site_ask("DELETE", job_path(id), NULL), 200);
    end_readers(readers);
    assert_int_equal(site_ask("GET", job_path(id), NULL), 404);
}

/* Others push it out. */
static void test_pushed_out_while_read(void **state)
{
    struct reader readers[READERS];
    int id = sampled_trace();

    (void)state;
    begin_readers(readers, id, true);
    for (int i = 0; i < 6; i++)
        (void)sampled_trace();
    end_readers(readers);
}

/* Asked for too early, from its start to its end. */
static void test_read_before_it_is_there(void **state)
{
    char path[64];
    int status, id = site_begin("/api/traces", "{\"game\": \"connect4\", \"method\": \"mcts\", \"nodes\": 60}");

    (void)state;
    (void)snprintf(path, sizeof path, "/api/traces/%d/nodes/0", id);
    do {
        status = site_ask("GET", path, NULL);
        assert_true(status == 200 || status == 422);
    } while (status != 200);
}

/* ---- Ends ------------------------------------------------------------------------------------------------------ */

/* The limits of nodes and memory are high, so only the test ends it. */
#define LONG "{\"game\": \"xiangqi\", \"method\": \"bsp\", \"time_ms\": 600000}"

static void test_cancelling(void **state)
{
    char path[64];
    int id = site_begin("/api/traces", LONG);

    (void)state;
    site_await(id, "running");
    assert_int_equal(site_ask("DELETE", job_path(id), NULL), 200);
    site_await(id, "stopped");
    /* The part recorded until then is available. */
    (void)snprintf(path, sizeof path, "/api/traces/%d/nodes/0", id);
    assert_int_equal(site_ask("GET", path, NULL), 200);
}

static void test_time(void **state)
{
    (void)state;
    site_await(site_begin("/api/traces", "{\"game\": \"xiangqi\", \"method\": \"bsp\", \"time_ms\": 20}"), "done");
}

/* The client is gone. */
static void test_left_alone(void **state)
{
    int id = site_begin("/api/traces", LONG);

    (void)state;
    site_await(id, "running");
    site.now_ms += SERVER_LEASE_MS;
    server_jobs_tick(server_jobs_of(site.server));
    site_await(id, "stopped");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, site_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_readers),
        TEST(test_forgotten_while_read),
        TEST(test_pushed_out_while_read),
        TEST(test_read_before_it_is_there),
        TEST(test_cancelling),
        TEST(test_time),
        TEST(test_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
