/* SPDX-License-Identifier: MIT
 *
 * Jobs: their queue, their places, and all the ways in which they end. Nothing here waits for time to pass: jobs run
 * until the test lets them end, and the clock stands still.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "server/jobs.h"
#include "support/check.h"

static struct server_limits limits;
static _Atomic int64_t now_ms;
static server_clients *clients;
static server_client *client;
static server_jobs *jobs;

static int64_t standing(void *context)
{
    (void)context;
    return now_ms;
}

static const struct server_clock clock_of_test = {standing, NULL};

/* ---- Work that waits ------------------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int running, most_running, done, freed;

struct work {
    bool may_end, fails;
    int progress;
};

/* The tests cannot read stop flags, so the job runs a search that never ends by itself. */
static bool is_stopped(server_job *job)
{
    const by_method *method;
    struct by_limits run = {BY_SIZE(by_limits), .nodes = 1, .stop = server_job_stop(job)};
    const by_game_type *type;
    struct by_result result = {BY_SIZE(by_result)};
    by_game *game;
    by_position *position;
    by_search *search;

    assert_int_equal(by_game_type_find("tictactoe", &type, NULL), BY_OK);
    assert_int_equal(by_method_find("minimax", &method, NULL), BY_OK);
    assert_int_equal(by_game_open(type, NULL, &game, NULL), BY_OK);
    assert_int_equal(by_position_create(game, &position, NULL), BY_OK);
    assert_int_equal(by_search_create(game, method, NULL, &search, NULL), BY_OK);
    assert_int_equal(by_search_run(search, position, &run, NULL, &result, NULL), BY_OK);
    by_search_destroy(search);
    by_position_destroy(position);
    by_game_close(game);
    return result.stopped == BY_STOPPED_ASKED;
}

static by_status work_run(void *self, server_job *job, by_error *error)
{
    struct work *work = self;
    struct timespec moment;
    bool fails;

    pthread_mutex_lock(&lock);
    running++;
    if (most_running < running)
        most_running = running;
    pthread_cond_broadcast(&changed);
    while (!work->may_end && !is_stopped(job)) {
        (void)clock_gettime(CLOCK_REALTIME, &moment);
        moment.tv_nsec += 1000000;
        if (moment.tv_nsec >= 1000000000)
            moment = (struct timespec){.tv_sec = moment.tv_sec + 1};
        (void)pthread_cond_timedwait(&changed, &lock, &moment);
    }
    fails = work->fails;
    running--;
    done++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    server_job_lock(job);
    work->progress = 7;
    server_job_unlock(job);
    return fails ? by_error_set(error, BY_ERROR_INPUT, "it cannot be done") : BY_OK;
}

static void work_write(void *self, struct json *json)
{
    const struct work *work = self;

    json_put_key(json, "progress");
    json_put_integer(json, work->progress);
}

static void work_free(void *self)
{
    pthread_mutex_lock(&lock);
    freed++;
    pthread_mutex_unlock(&lock);
    free(self);
}

static const struct server_work kind = {.kind = "wait", .run = work_run, .write = work_write, .free = work_free};

/* ---- Set up ---------------------------------------------------------------------------------------------------- */

static server_client *new_client(void)
{
    char id[SERVER_CLIENT_ID];

    assert_int_equal(server_clients_add(clients, NULL, id, NULL), BY_OK);
    return server_clients_get(clients, id);
}

static int set_up(void **state)
{
    (void)state;
    now_ms = 1000000;
    running = most_running = done = freed = 0;
    limits = server_limits_usual(2);
    limits.jobs_each = 4;
    limits.jobs_waiting = 5;
    limits.jobs_kept = 2;
    assert_int_equal(server_clients_create(&limits, &clock_of_test, NULL, &clients, NULL), BY_OK);
    assert_int_equal(server_jobs_create(&limits, &clock_of_test, NULL, &jobs, NULL), BY_OK);
    client = new_client();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_jobs_destroy(jobs);
    server_client_release(client);
    server_clients_destroy(clients);
    return 0;
}

static struct work *new_work(void)
{
    struct work *work = calloc(1, sizeof *work);

    assert_non_null(work);
    return work;
}

static uint64_t add_sharing(server_client *whose, struct work *work, struct server_share share)
{
    struct server_fault fault = {0};
    uint64_t id = 0;

    if (server_jobs_add(jobs, whose, &kind, work, &share, &id, &fault))
        fail_msg("%s", fault.error.message);
    return id;
}

static uint64_t add_for(int64_t time_ms, server_client *whose, struct work *work, int threads)
{
    return add_sharing(whose, work, (struct server_share){.threads = threads, .time_ms = time_ms});
}

static uint64_t add(server_client *whose, struct work *work, int threads)
{
    return add_for(1000000, whose, work, threads);
}

static uint64_t add_yielding(server_client *whose, struct work *work)
{
    return add_sharing(whose, work, (struct server_share){.threads = 1, .time_ms = 1000000, .yields = true});
}

static int add_status(server_client *whose)
{
    const struct server_share share = {.threads = 1, .time_ms = 1000};
    struct server_fault fault = {0};
    uint64_t id;

    return server_jobs_add(jobs, whose, &kind, new_work(), &share, &id, &fault) ? fault.status : 202;
}

static void let_end(struct work *work)
{
    pthread_mutex_lock(&lock);
    work->may_end = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void await(const int *what, int count)
{
    pthread_mutex_lock(&lock);
    while (*what != count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* The state of a job; "" if there is none. */
static void state_of(server_client *whose, uint64_t id, char *out)
{
    struct json json = {0};
    struct json_document document;

    *out = 0;
    if (server_jobs_write(jobs, whose, id, &json) == BY_OK) {
        assert_int_equal(json_read(by_text_string(&json.text), &document, NULL), BY_OK);
        strcpy(out, json_member(document.root, "state")->text);
        json_document_free(&document);
    }
    by_text_free(&json.text);
}

static void assert_state(uint64_t id, const char *expected)
{
    char word[16];

    state_of(client, id, word);
    assert_string_equal(word, expected);
}

static void assert_writes(uint64_t id, const char *expected)
{
    struct json json = {0};

    assert_int_equal(server_jobs_write(jobs, client, id, &json), BY_OK);
    if (!strstr(by_text_string(&json.text), expected))
        fail_msg("no %s in %s", expected, by_text_string(&json.text));
    by_text_free(&json.text);
}

/* The work ends a moment before its job reports that. */
static void await_state(uint64_t id, const char *expected)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    char word[16];

    for (state_of(client, id, word); strcmp(word, expected) != 0; state_of(client, id, word))
        (void)nanosleep(&moment, NULL);
}

/* ---- Tests ----------------------------------------------------------------------------------------------------- */

static void test_queue(void **state)
{
    struct work *work[4];
    uint64_t id[4];
    int count, waiting;

    (void)state;
    for (int i = 0; i < 4; i++) {
        work[i] = new_work();
        id[i] = add(client, work[i], 1);
    }
    await(&running, 2);
    assert_state(id[0], "running");
    assert_state(id[1], "running");
    assert_state(id[2], "waiting");
    server_jobs_count(jobs, &count, &waiting);
    assert_int_equal(count, 2);
    assert_int_equal(waiting, 2);
    let_end(work[1]);
    await_state(id[1], "done");
    await_state(id[2], "running");
    assert_state(id[3], "waiting");
    let_end(work[0]);
    let_end(work[2]);
    let_end(work[3]);
    await(&done, 4);
    await_state(id[3], "done");
    assert_int_equal(most_running, 2);
}

/* A job of two threads takes both places, and no later job overtakes it. */
static void test_places(void **state)
{
    const struct timespec moment = {.tv_nsec = 20000000};
    struct work *one = new_work(), *two = new_work(), *three = new_work();
    uint64_t first = add(client, one, 1), wide = add(client, two, 9), last = add(client, three, 1);

    (void)state;
    await(&running, 1);
    assert_state(wide, "waiting");
    assert_state(last, "waiting");
    let_end(one);
    await_state(first, "done");
    await_state(wide, "running");
    (void)nanosleep(&moment, NULL); /* time for a wrong start to show */
    assert_state(last, "waiting");
    let_end(two);
    await_state(last, "running");
    let_end(three);
    await(&done, 3);
    assert_int_equal(most_running, 1);
}

static void test_too_many(void **state)
{
    server_client *other = new_client(), *third = new_client();

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(add_status(client), 202);
    assert_int_equal(add_status(client), 429);
    await(&running, 2);
    for (int i = 0; i < 3; i++)
        assert_int_equal(add_status(other), 202);
    assert_int_equal(add_status(third), 503);
    assert_int_equal(freed, 2);
    server_jobs_cancel_all(jobs, client);
    await(&done, 2);
    server_jobs_stop(jobs);
    assert_int_equal(add_status(third), 503);
    server_client_release(other);
    server_client_release(third);
}

static void test_cancelling(void **state)
{
    struct work *work[3] = {new_work(), new_work(), new_work()};
    uint64_t id[3];

    (void)state;
    for (int i = 0; i < 3; i++)
        id[i] = add(client, work[i], 1);
    await(&running, 2);
    assert_true(server_jobs_cancel(jobs, client, id[2]));
    assert_state(id[2], "stopped");
    assert_true(server_jobs_cancel(jobs, client, id[0]));
    await_state(id[0], "stopped");
    /* Once more, and the job is forgotten. */
    assert_true(server_jobs_cancel(jobs, client, id[0]));
    assert_false(server_jobs_cancel(jobs, client, id[0]));
    assert_state(id[0], "");
    assert_false(server_jobs_cancel(jobs, client, 12345));
}

static void test_failing(void **state)
{
    struct work *work = new_work();
    uint64_t id;

    (void)state;
    work->fails = work->may_end = true;
    id = add(client, work, 1);
    await_state(id, "failed");
}

/* Cancelling the job at the front lets the next ones begin. */
static void test_cancelling_the_front(void **state)
{
    uint64_t first = add(client, new_work(), 1), wide, last;

    (void)state;
    await_state(first, "running");
    wide = add(client, new_work(), 2);
    last = add(client, new_work(), 1);
    assert_state(last, "waiting");
    assert_true(server_jobs_cancel(jobs, client, wide));
    await_state(last, "running");
}

/* ---- Those that yield ------------------------------------------------------------------------------------------ */

/* A job that does not yield gets the place of the longest running one that does, which keeps its results. */
static void test_yielding(void **state)
{
    uint64_t first, second, urgent;

    (void)state;
    first = add_yielding(client, new_work());
    await_state(first, "running");
    now_ms++;
    second = add_yielding(client, new_work());
    await_state(second, "running");
    urgent = add(client, new_work(), 1);
    await_state(urgent, "running");
    assert_state(first, "stopped");
    assert_writes(first, "\"yielded\": true, \"progress\": 7");
    assert_state(second, "running");
}

/* A wide job takes as many places as it needs. A job that yields waits behind it, even if it came earlier. */
static void test_yielding_to_many(void **state)
{
    struct work *work = new_work();
    uint64_t early[2], third, wide;

    (void)state;
    for (int i = 0; i < 2; i++) {
        early[i] = add_yielding(client, new_work());
        await_state(early[i], "running");
    }
    third = add_yielding(client, new_work());
    assert_writes(third, "\"place\": 0");
    wide = add(client, work, 2);
    await_state(wide, "running");
    assert_state(early[0], "stopped");
    assert_state(early[1], "stopped");
    assert_state(third, "waiting");
    let_end(work);
    await_state(third, "running");
}

/* No job ends in vain: a wide one that cannot get enough places ends none. */
static void test_yielding_only_if_it_helps(void **state)
{
    struct work *busy = new_work(), *first = new_work();
    uint64_t patient, other, wide;

    (void)state;
    other = add(client, busy, 1);
    await_state(other, "running");
    patient = add_yielding(client, first);
    await_state(patient, "running");
    wide = add(client, new_work(), 2);
    server_jobs_tick(jobs);
    assert_true(server_jobs_cancel(jobs, client, wide));
    let_end(first);
    await(&done, 1);
    while (server_jobs_goes_on(jobs, client, patient))
        continue;
    assert_state(patient, "done"); /* and was not asked to stop */
    patient = add_yielding(client, new_work());
    await_state(patient, "running");
    wide = add(client, new_work(), 2);
    let_end(busy);
    await_state(wide, "running");
    assert_state(patient, "stopped");
    assert_writes(patient, "\"yielded\": true");
}

/* Jobs that yield take turns. */
static void test_taking_turns(void **state)
{
    uint64_t id[3];

    (void)state;
    for (int i = 0; i < 2; i++) {
        id[i] = add_yielding(client, new_work());
        await_state(id[i], "running");
    }
    id[2] = add_yielding(client, new_work());
    for (int i = 0; i < 3; i++)
        assert_state(id[i], i < 2 ? "running" : "waiting"); /* asking renews the lease */
    now_ms += SERVER_LEASE_MS - 1;
    for (int i = 0; i < 3; i++)
        assert_state(id[i], i < 2 ? "running" : "waiting");
    now_ms += SERVER_TURN_MS - SERVER_LEASE_MS;
    for (int i = 0; i < 3; i++)
        assert_state(id[i], i < 2 ? "running" : "waiting");
    server_jobs_tick(jobs);
    assert_state(id[2], "waiting");
    now_ms += 1;
    server_jobs_tick(jobs);
    await_state(id[2], "running");
    assert_state(id[0], "stopped");
    assert_state(id[1], "running");
}

/* ---- Leases ---------------------------------------------------------------------------------------------------- */

static bool sleeps(void *context)
{
    (void)context;
    return true;
}

static void wakes(void *context)
{
    (void)context;
}

static const struct server_listener listener = {sleeps, wakes, NULL};

/* A client that neither listens nor asks is gone. */
static void test_lease(void **state)
{
    struct work *work = new_work();
    uint64_t asked = add(client, work, 1), other = add(client, new_work(), 1), third = add(client, new_work(), 1);

    (void)state;
    await(&running, 2);
    now_ms += SERVER_LEASE_MS - 1;
    server_jobs_tick(jobs);
    assert_state(asked, "running"); /* asking renews the lease */
    now_ms += 1;
    server_jobs_tick(jobs);
    await_state(other, "stopped");
    await_state(third, "stopped");
    assert_state(asked, "running");
    let_end(work);
    await_state(asked, "done");
}

/* With a stream a job may use all its time, but no more. */
static void test_deadline(void **state)
{
    server_stream *stream;
    uint64_t id, longer;

    (void)state;
    assert_int_equal(server_stream_open(client, NULL, &listener, &stream, NULL), BY_OK);
    id = add_for(1000, client, new_work(), 1);
    longer = add_for(1001, client, new_work(), 1);
    await(&running, 2);
    now_ms += 1000 + SERVER_GRACE_MS;
    server_jobs_tick(jobs);
    assert_state(id, "running");
    now_ms += 1;
    server_jobs_tick(jobs);
    await_state(id, "stopped");
    assert_state(longer, "running");
    server_stream_close(stream);
}

/* A job of a client that hung up stops after some seconds, in the queue too. */
static void test_hang_up(void **state)
{
    server_stream *stream;
    uint64_t id[3];

    (void)state;
    assert_int_equal(server_stream_open(client, NULL, &listener, &stream, NULL), BY_OK);
    for (int i = 0; i < 3; i++)
        id[i] = add(client, new_work(), 1);
    await(&running, 2);
    now_ms += 1;
    server_stream_close(stream);
    now_ms += SERVER_HANG_UP_MS - 1;
    server_jobs_tick(jobs);
    assert_int_equal(done, 0);
    now_ms += 1;
    server_jobs_tick(jobs);
    for (int i = 0; i < 3; i++)
        await_state(id[i], "stopped");
}

static void test_keeping(void **state)
{
    uint64_t id[4];

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct work *work = new_work();

        work->may_end = true;
        id[i] = add(client, work, 1);
        await_state(id[i], "done");
    }
    assert_state(id[0], ""); /* the number kept is limited */
    assert_state(id[3], "done");
    now_ms += SERVER_KEPT_MS;
    server_jobs_tick(jobs);
    assert_state(id[3], "");
    assert_int_equal(freed, 4);
}

/* If the server ends while jobs run and wait, nothing hangs and nothing is lost. */
static void test_end(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        add(client, new_work(), 1);
    server_jobs_stop(jobs);
    server_jobs_destroy(jobs);
    assert_int_equal(freed, 4);
    assert_int_equal(server_jobs_create(&limits, &clock_of_test, NULL, &jobs, NULL), BY_OK);
}

/* A job that ends with the server, before or after its start, has no result: its client asks the next server. */
static void test_end_tells_no_result(void **state)
{
    char out[4096] = "";
    server_stream *stream;

    (void)state;
    for (int i = 0; i < 3; i++)
        add(client, new_work(), 1);
    await(&running, 2);
    server_jobs_stop(jobs);
    assert_int_equal(server_stream_open(client, NULL, &listener, &stream, NULL), BY_OK);
    assert_true(server_stream_read(stream, out, sizeof out - 1) > 0);
    assert_non_null(strstr(out, "event: waiting"));
    assert_null(strstr(out, "event: result"));
    server_stream_close(stream);
}

/* The events of a job, from its start to its end. */
static void test_events(void **state)
{
    struct work *work = new_work();
    char out[1024] = "";
    server_stream *stream;
    uint64_t id;

    (void)state;
    work->may_end = true;
    id = add(client, work, 1);
    await_state(id, "done");
    assert_int_equal(server_stream_open(client, NULL, &listener, &stream, NULL), BY_OK);
    assert_true(server_stream_read(stream, out, sizeof out - 1) > 0);
    assert_non_null(strstr(out, "event: started\ndata: {\"job\": 1}\n\n"));
    assert_non_null(strstr(out, "event: result\ndata: {\"job\": 1, \"id\": 1, \"kind\": \"wait\", \"state\": \"done\", "
                                "\"progress\": 7}\n\n"));
    server_stream_close(stream);
}

/* A waiting job reports its place, and again when that changes; a job that starts directly reports none. */
static void test_telling_places(void **state)
{
    char out[4096] = "";
    server_stream *stream;
    uint64_t id[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        id[i] = add(client, new_work(), 1);
    await(&running, 2);
    assert_true(server_jobs_cancel(jobs, client, id[2]));
    assert_int_equal(server_stream_open(client, NULL, &listener, &stream, NULL), BY_OK);
    assert_true(server_stream_read(stream, out, sizeof out - 1) > 0);
    assert_null(strstr(out, "event: waiting\ndata: {\"job\": 1"));
    assert_null(strstr(out, "event: waiting\ndata: {\"job\": 2"));
    assert_non_null(strstr(out, "event: waiting\ndata: {\"job\": 3, \"place\": 0}\n\n"));
    assert_null(strstr(out, "{\"job\": 4, \"place\": 1}")); /* the newer event has replaced it */
    assert_non_null(strstr(out, "event: waiting\ndata: {\"job\": 4, \"place\": 0}\n\n"));
    server_stream_close(stream);
}

static server_client *new_client_from(const char *address)
{
    char id[SERVER_CLIENT_ID];

    assert_int_equal(server_clients_add(clients, address, id, NULL), BY_OK);
    return server_clients_get(clients, id);
}

/* One address leaves half of the queue to others, however many clients it has. */
static void test_sharing_the_queue(void **state)
{
    server_client *one[2], *other;

    (void)state;
    limits.jobs_waiting = 6;
    for (int i = 0; i < 2; i++)
        (void)add(client, new_work(), 1);
    await(&running, 2);
    for (int i = 0; i < 2; i++)
        one[i] = new_client_from("10.0.0.1");
    other = new_client_from("10.0.0.2");
    for (int i = 0; i < 3; i++)
        assert_int_equal(add_status(one[i % 2]), 202);
    assert_int_equal(add_status(one[0]), 503);
    assert_int_equal(add_status(one[1]), 503);
    assert_int_equal(add_status(other), 202);
    assert_int_equal(add_status(other), 503);
    for (int i = 0; i < 2; i++)
        server_client_release(one[i]);
    server_client_release(other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_queue),
        TEST(test_places),
        TEST(test_too_many),
        TEST(test_cancelling),
        TEST(test_failing),
        TEST(test_lease),
        TEST(test_deadline),
        TEST(test_hang_up),
        TEST(test_keeping),
        TEST(test_end),
        TEST(test_events),
        TEST(test_cancelling_the_front),
        TEST(test_yielding),
        TEST(test_yielding_to_many),
        TEST(test_yielding_only_if_it_helps),
        TEST(test_taking_turns),
        TEST(test_telling_places),
        TEST(test_end_tells_no_result),
        TEST(test_sharing_the_queue),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
