/* SPDX-License-Identifier: MIT
 *
 * Several threads read proofs at the same time, while their job ends and is forgotten.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/server.h"

enum { READERS = 4, ROUNDS = 60, JOBS = 3 };

static int set_up(void **state)
{
    (void)state;
    site_init();
    site.settings.limits.workers = 2;
    site_open();
    return 0;
}

struct reader {
    pthread_t thread;
    int seed;
    int wrong; /* unexpected replies */
    int found; /* nodes read */
};

/* Reads a node. There may be no such proof: not yet, or no longer. */
static void *read_nodes(void *context)
{
    struct reader *reader = context;
    char path[64];

    for (int i = 0; i < ROUNDS; i++) {
        struct server_request request;
        struct server_reply reply;

        (void)snprintf(path, sizeof path, i % 5 ? "/api/solves/%d/proof/%d" : "/api/solves/%d/proof", 1 + i % JOBS,
                       (i + reader->seed) % 6);
        request = site_request("GET", path, NULL);
        server_handle(site.server, &request, &reply);
        reader->wrong += reply.status != 200 && reply.status != 404;
        reader->found += reply.status == 200;
        server_reply_free(&reply);
    }
    return NULL;
}

static void start(struct reader readers[READERS])
{
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){.seed = i};
        assert_int_equal(pthread_create(&readers[i].thread, NULL, read_nodes, &readers[i]), 0);
    }
}

static int finish(struct reader readers[READERS])
{
    int found = 0;

    for (int i = 0; i < READERS; i++) {
        (void)pthread_join(readers[i].thread, NULL);
        assert_int_equal(readers[i].wrong, 0);
        found += readers[i].found;
    }
    return found;
}

static const char *const questions[JOBS] = {
    "{\"game\": \"go\", \"start\": \"5 OX.../.X.../X..../...../..... w - 7.5 0 0 0\", \"block\": \"A5\", "
    "\"task\": \"defend\", \"wants_proof\": true}",
    "{\"game\": \"tictactoe\", \"moves\": [\"0\", \"4\"], \"task\": \"win\", \"wants_proof\": true}",
    "{\"game\": \"xiangqi\", \"start\": \"2ba1aN2/5k3/9/8p/6p2/p5P2/2P1P3P/4B4/1c2Ar1r1/1R2K1B1R b - - 0 1\", "
    "\"task\": \"win\", \"plies\": 5, \"wants_proof\": true}",
};

/* Readers begin before the jobs are over, and continue while the server forgets them. */
static void test_read_while_jobs_come_and_go(void **state)
{
    struct reader readers[READERS];
    char path[64];

    (void)state;
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(site_ask("POST", "/api/solves", questions[i]), 202);
    start(readers);
    for (int i = 0; i < JOBS; i++) {
        (void)snprintf(path, sizeof path, "/api/jobs/%d", i + 1);
        (void)site_ask("DELETE", path, NULL);
    }
    (void)finish(readers);
}

static void await_end(int id)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    char path[64];

    (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
    for (;;) {
        assert_int_equal(site_ask("GET", path, NULL), 200);
        if (strcmp(site_member("state"), "done") == 0)
            return;
        (void)nanosleep(&moment, NULL);
    }
}

/* All can read the kept proofs. */
static void test_read_at_once(void **state)
{
    struct reader readers[READERS];

    (void)state;
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(site_ask("POST", "/api/solves", questions[i]), 202);
    for (int i = 0; i < JOBS; i++)
        await_end(i + 1);
    start(readers);
    assert_true(finish(readers) > ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read_while_jobs_come_and_go, set_up, site_tear_down),
        cmocka_unit_test_setup_teardown(test_read_at_once, set_up, site_tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
