/* SPDX-License-Identifier: MIT
 *
 * Attacks on the server, and their cost for other clients: experiments that report forever, checks that take seconds,
 * bodies that never end, results that fill the memory, replies that nobody reads, many connections of one address, and
 * bodies with two ends. The tests measure work and memory only; a moment is many seconds.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/heap.h"
#include "front/json.h"
#include "server/experiment_job.h"
#include "server/http.h"
#include "support/check.h"
#include "support/sanitizer.h"
#include "support/wire.h"

/* MOMENT_MS is the time that a loaded machine may need under a sanitizer. Work that cannot be stopped ends as "done",
 * however long we wait, so patience hides no bug. */
enum { MOMENT_MS = 120000, MIB = 1 << 20, SPARE_MIB = 64 };

/* ---- The server ------------------------------------------------------------------------------------------------ */

static int64_t clock_ms(clockid_t which)
{
    struct timespec now;

    (void)clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int set_up(void **state)
{
    (void)state;
    by__heap_return_large();
    site_init();
    site.settings.limits.workers = 2;
    site.settings.limits.total_kib = server_memory_set_aside_kib(&site.settings.limits) + SPARE_MIB * 1024;
    return 0;
}

/* A quick run uses only a part of the attackers. */
static int many(int all, int part)
{
    return getenv("BOYI_LONG") ? all : part;
}

/* A connection may take three descriptors, since both ends are ours. */
static void allow_files(int count)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (limit.rlim_cur < (rlim_t)count && limit.rlim_max >= (rlim_t)count) {
        limit.rlim_cur = (rlim_t)count;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static size_t used(void)
{
    return server_memory_used(server_memory_of(site.server));
}

static void assert_in_limit(void)
{
    if (used() > (size_t)SPARE_MIB * MIB + MIB / 4)
        fail_msg("%zu bytes are used", used());
}

/* Memory that the system gave beyond `before`; 0 with an allocator that keeps free memory. */
static size_t resident_since(size_t before)
{
#ifdef IS_SANITIZED
    (void)before;
    return 0;
#else
    size_t now = site_resident_bytes();

    return now > before ? now - before : 0;
#endif
}

/* ---- Clients --------------------------------------------------------------------------------------------------- */

/* ---- Experiments ----------------------------------------------------------------------------------------------- */

/* {"text": ...}. Free it. */
static char *as_body(by_text *text)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_string(&json, "text", by_text_string(text));
    json_put_end(&json);
    assert_false(text->failed || json.text.failed);
    by_text_free(text);
    return json.text.data;
}

/* Few rows, and more tables of them than anybody could wait for. */
static char *long_report(int variants, int positions, int tables)
{
    by_text text = {0};

    by_text_printf(&text, "title Long\ngame tree\ntrees a 1 %d width=2 depth=3\n", positions);
    for (int i = 0; i < variants; i++)
        by_text_printf(&text, "variant v%d alphabeta\n", i);
    by_text_add(&text, "depths 1-2\n");
    for (int i = 0; i < tables; i++) {
        by_text_add(&text, "table T\ncolumns");
        for (int j = 0; j < variants; j++)
            by_text_printf(&text, " v%d", j);
        by_text_add(&text, "\nbase v0\nmeasure nodes\n");
    }
    return as_body(&text);
}

/* One row, and titles that are long in each form of the report: the server keeps about a MiB of it. */
static char *large_report(void)
{
    enum { TABLES = 31, TITLE = 2000 };
    char title[TITLE + 1];
    by_text text = {0};

    memset(title, '<', TITLE);
    title[TITLE] = 0;
    by_text_add(&text, "title Large\ngame tictactoe\nposition p initial\nvariant v alphabeta\ndepths 1\n");
    for (int i = 0; i < TABLES; i++)
        by_text_printf(&text, "table %s\ncolumns v\nmeasure nodes\n", title);
    return as_body(&text);
}

static void post(const char *body)
{
    if (site_ask("POST", "/api/experiments", body) != 202)
        fail_msg("%s", site_text());
}

static bool job_says(int id, const char *part)
{
    char path[64];

    (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
    assert_int_equal(site_ask("GET", path, NULL), 200);
    return strstr(site_text(), part) != NULL;
}

/* Fails after a moment. */
static void await_words(int id, const char *part)
{
    int64_t until = clock_ms(CLOCK_MONOTONIC) + MOMENT_MS;

    while (!job_says(id, part)) {
        if (clock_ms(CLOCK_MONOTONIC) > until)
            fail_msg("job %d does not say %s: %.300s", id, part, site_text());
        site_rest();
    }
}

/* Two experiments that have all their rows and are writing their reports. */
static void begin_reports(void)
{
    char *body = long_report(16, 100, 600);

    SITE_NEEDS_DATABASE();
    site_open();
    for (int id = 1; id <= 2; id++)
        post(body);
    free(body);
    for (int id = 1; id <= 2; id++) {
        await_words(id, "\"done\": 3200, \"of\": 3200");
        assert_true(job_says(id, "\"state\": \"running\""));
    }
}

static void a_report_ends_when_its_job_is_deleted(void **state)
{
    (void)state;
    begin_reports();
    assert_int_equal(site_ask("DELETE", "/api/jobs/1", NULL), 200);
    await_words(1, "\"state\": \"stopped\"");
    assert_true(job_says(2, "\"state\": \"running\""));
}

static void a_report_ends_with_the_time_of_its_job(void **state)
{
    (void)state;
    assert_true(SERVER_TICK_MS + SERVER_REPORT_MS < 1000); /* and it may take at most a second longer */
    begin_reports();
    site.now_ms += site.settings.limits.time_ms + 1; /* a report gets no grace */
    for (int id = 1; id <= 2; id++)
        (void)job_says(id, ""); /* keeps the job's lease alive */
    server_tick(site.server);
    for (int id = 1; id <= 2; id++)
        await_words(id, "\"state\": \"stopped\"");
}

static void a_report_ends_with_the_server(void **state)
{
    int64_t begun;

    (void)state;
    begin_reports();
    begun = clock_ms(CLOCK_MONOTONIC);
    server_stop(site.server);
    assert_true(clock_ms(CLOCK_MONOTONIC) - begun < MOMENT_MS);
    assert_true(job_says(1, "\"state\": \"stopped\"") && job_says(2, "\"state\": \"stopped\""));
}

/* The estimate of the time left looks at thousands of limits without a single search. */
static void an_experiment_of_many_limits_ends_when_it_is_deleted(void **state)
{
    by_text text = {0};
    char *body;

    (void)state;
    SITE_NEEDS_DATABASE();
    by_text_add(&text, "title Many\ngame tictactoe\nposition p initial\n");
    for (int i = 0; i < 64; i++)
        by_text_printf(&text, "variant v%d alphabeta\nnodes %d-%d for v%d\n", i, i * 1000 + 1, i * 1000 + 300, i);
    by_text_add(&text, "table T\ncolumns v0\nmeasure nodes\n");
    body = as_body(&text);
    site_open();
    post(body);
    free(body);
    await_words(1, "\"state\": \"running\"");
    assert_int_equal(site_ask("DELETE", "/api/jobs/1", NULL), 200);
    await_words(1, "\"state\": \"stopped\"");
}

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

/* Text that generates each of 200 trees again for several games; 64 of them take three KiB. */
static char *dear_check(int games)
{
    by_text text = {0};

    by_text_add(&text, "title Dear\ngame tree\ntrees b 1 200 width=9 depth=4\n");
    for (int i = 0; i < games; i++)
        by_text_printf(&text, "variant v%d alphabeta\ngame tree bounds=%d for v%d\n", i, i + 1, i);
    by_text_add(&text, "depths 3\ntable T\ncolumns v0\nmeasure nodes\n");
    return as_body(&text);
}

/* Returns the processor time of a check with this budget, and reports if the check was complete. */
static int64_t check_with_budget(int games, int budget_ms, bool *is_tried)
{
    char *body = dear_check(games);
    int64_t begun;

    assert_true(strlen(body) < 4096);
    site.settings.limits.check_ms = budget_ms;
    site_open();
    begun = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    assert_int_equal(site_ask("POST", "/api/experiments/check", body), 200);
    *is_tried = !strstr(site_text(), "\"tried\": false");
    begun = clock_ms(CLOCK_THREAD_CPUTIME_ID) - begun;
    site_close();
    free(body);
    return begun;
}

/* The check takes the budget of a request and a little more, and reports that it is incomplete. We first measure how
 * long a check takes here, since sanitizers are slow. */
static void a_check_has_a_budget(void **state)
{
    bool is_tried;
    int budget_ms = 4 * (int)check_with_budget(1, 600000, &is_tried) + 4;

    (void)state;
    assert_true(is_tried);
    assert_true(check_with_budget(64, budget_ms, &is_tried) < 8 * budget_ms);
    assert_false(is_tried);
}

/* The same for a text that takes too long to read. */
static void reading_has_a_budget(void **state)
{
    by_text text = {0};
    char *body;

    (void)state;
    by_text_add(&text, "title Dear\ngame tree\ntrees b 1 500 width=9 depth=4\nvariant v alphabeta\ndepths 3\n"
                       "table T\ncolumns v\nmeasure nodes\n");
    body = as_body(&text);
    site.settings.limits.check_ms = 50;
    site_open();
    site_refuses("POST", "/api/experiments/check", body, 422, "text");
    assert_non_null(strstr(site_text(), "the limit of a request"));
    free(body);
}

/* A client that has hung up gets no long answer. We only stop sending, so that we can read what it would get. */
static void nobody_is_answered_at_length(void **state)
{
    by_text text = {0};
    char *body, out[WIRE_REPLY_MOST];
    int connection;

    (void)state;
    by_text_add(&text, "title Dear\ngame tree\ntrees b 1 500 width=9 depth=4\nvariant v alphabeta\ndepths 3\n"
                       "table T\ncolumns v\nmeasure nodes\n");
    body = as_body(&text);
    site.settings.limits.check_ms = 600000;
    wire_start();
    connection = wire_dial(1);
    wire_send_request(connection, "POST", "/api/experiments/check", "", body);
    (void)shutdown(connection, SHUT_WR);
    assert_int_equal(wire_read(connection, out), 408);
    assert_non_null(strstr(out, "the client has hung up"));
    free(body);
}

/* If the request could not check all of the experiment, its job does, and reports the error. */
static void a_job_tries_what_was_not_tried(void **state)
{
    by_text text = {0};
    char *body;

    (void)state;
    SITE_NEEDS_DATABASE();
    by_text_add(&text, "title Dear\ngame tree\ntrees b 1 100 width=9 depth=4\n");
    for (int i = 0; i < 16; i++)
        by_text_printf(&text, "variant v%d alphabeta\ngame tree bounds=%d for v%d\n", i, i + 1, i);
    by_text_add(&text, "variant last alphabeta\ndepths 1\ntable T\ncolumns last\nmeasure nosuch\n");
    body = as_body(&text);
    site.settings.limits.check_ms = 400;
    site_open();
    if (site_ask("POST", "/api/experiments", body) == 202) {
        await_words(1, "\"state\": \"failed\"");
        assert_true(job_says(1, "has no measure 'nosuch'"));
    } else {
        assert_int_equal(site.reply.status, 422); /* on a very slow or fast machine */
    }
    free(body);
}

/* A job deleted during its check was stopped; it did not fail. */
static void an_experiment_that_is_tried_can_be_stopped(void **state)
{
    char *body = dear_check(64);

    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.limits.check_ms = 400;
    site_open();
    if (site_ask("POST", "/api/experiments", body) == 202) {
        await_words(1, "\"state\": \"running\"");
        assert_int_equal(site_ask("DELETE", "/api/jobs/1", NULL), 200);
        await_words(1, "\"state\": \"stopped\"");
    } else {
        assert_int_equal(site.reply.status, 422); /* on a very slow or fast machine */
    }
    free(body);
}

/* Eight expensive checks at the same time run one after another, and the server answers everything else between
 * them. */
static void checks_keep_nobody_else_waiting(void **state)
{
    enum { CHECKS = 8 };
    char *body = dear_check(64), out[WIRE_REPLY_MOST];
    struct wire_crowd checks;

    (void)state;
    wire_start();
    wire_crowd_post(&checks, CHECKS, "/api/experiments/check", body);
    for (int i = 0; i < 5; i++)
        assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
    assert_true(wire_crowd_pending(&checks) >= CHECKS / 2);
    wire_crowd_close(&checks);
    free(body);
}

/* {"game": "go", ...} with `count` records, each of which changes the size of the board; asks for `index`. */
static char *many_records(int count, int index)
{
    by_text text = {0};

    by_text_printf(&text, "{\"game\": \"go\", \"settings\": {\"size\": 9}, ");
    if (index)
        by_text_printf(&text, "\"index\": %d, ", index);
    by_text_add(&text, "\"text\": \"");
    for (int i = 0; i < count; i++)
        by_text_add(&text, "(;SZ[25])");
    by_text_add(&text, "\"}");
    assert_false(text.failed);
    return text.data;
}

static void reading_many_records_has_a_budget(void **state)
{
    char *far = many_records(100002, 100000), *all = many_records(100002, 0), *near = many_records(20, 19);

    (void)state;
    site.settings.limits.check_ms = 50;
    site_open();
    site_refuses("POST", "/api/records/read", far, 422, "text");
    assert_non_null(strstr(site_text(), "too many records"));
    site_refuses("POST", "/api/records/list", all, 422, "text");
    assert_int_equal(site_ask("POST", "/api/records/read", near), 200);
    free(far);
    free(all);
    free(near);
}

/* A long text goes to the thread for slow requests. */
static void long_texts_keep_nobody_else_waiting(void **state)
{
    enum { TEXTS = 6 };
    char *body = many_records(100002, 100000), out[WIRE_REPLY_MOST];
    struct wire_crowd texts;

    (void)state;
    wire_start();
    wire_crowd_post(&texts, TEXTS, "/api/records/read", body);
    for (int i = 0; i < 5; i++)
        assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
    assert_true(wire_crowd_pending(&texts) >= TEXTS / 2);
    wire_crowd_close(&texts);
    free(body);
}

/* One record that sets up a large board again and again: expensive for its length, and refused in the end. */
static char *dear_record(const char *fields)
{
    by_text text = {0};

    by_text_printf(&text, "{%s, \"text\": \"(;SZ[25]", fields);
    for (int i = 0; i < 9000; i++)
        by_text_add(&text, ";AB[aa]");
    by_text_add(&text, ")\"}");
    assert_false(text.failed);
    return text.data;
}

/* If others wait behind it, an expensive request moves to the slow queue after a moment, on every route. If nobody
 * waits it gets the whole budget, and no more, though it is one record. */
static void a_dear_record_is_put_off(void **state)
{
    static const struct {
        const char *path, *fields;
    } cases[] = {
        {"/api/records/read", "\"game\": \"go\", \"settings\": {\"size\": 9}"},
        {"/api/records/list", "\"game\": \"go\", \"settings\": {\"size\": 9}"},
        {"/api/recognise", "\"games\": [{\"game\": \"go\", \"settings\": {\"size\": 9}}]"},
        {"/api/problems/read", "\"text\": \"\""},
    };

    (void)state;
    site.settings.limits.check_ms = 100;
    site_open();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *body = dear_record(cases[i].fields);
        char *text = i < 3 ? body : strstr(body, ", \"text\": \"(") + 1;
        struct server_request request;

        *text = '{';
        request = site_request("POST", cases[i].path, text);
        request.can_be_put_off = true;
        (void)site_handle(&request);
        if (!site.reply.is_put_off)
            fail_msg("%s: %.200s", cases[i].path, site_text());
        request.can_be_put_off = false;
        assert_int_equal(site_handle(&request), 422);
        assert_false(site.reply.is_put_off);
        assert_non_null(strstr(site_text(), "takes longer to read than 100 ms"));
        free(body);
    }
}

static void let_them_arrive(void)
{
    for (int i = 0; i < 100; i++)
        site_rest();
}

static void addresses_take_turns(void **state)
{
    enum { TEXTS = 60 };
    char *body = dear_record("\"game\": \"go\", \"settings\": {\"size\": 9}"), out[WIRE_REPLY_MOST];
    struct wire_crowd texts;
    int other;

    (void)state;
    wire_start();
    wire_crowd_post(&texts, TEXTS, "/api/records/read", body);
    let_them_arrive();
    other = wire_dial(2);
    wire_send_request(other, "GET", "/api/about", site.client, "");
    assert_int_equal(wire_read(other, out), 200);
    assert_true(wire_crowd_pending(&texts) >= TEXTS / 2);
    wire_crowd_close(&texts);
    free(body);
}

/* Requests that wait when the server ends are refused. */
static void what_waits_ends_with_the_server(void **state)
{
    enum { TEXTS = 60 };
    char *body = dear_record("\"games\": [{\"game\": \"go\", \"settings\": {\"size\": 9}}]");
    struct wire_crowd texts;
    int64_t begun, one;

    (void)state;
    wire_start();
    begun = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    (void)site_ask("POST", "/api/recognise", body);
    one = clock_ms(CLOCK_THREAD_CPUTIME_ID) - begun + 1;
    wire_crowd_post(&texts, TEXTS, "/api/recognise", body);
    let_them_arrive();
    begun = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    wire_stop();
    if (clock_ms(CLOCK_PROCESS_CPUTIME_ID) - begun > 15 * one)
        fail_msg("the end takes %lld ms, and one text %lld", (long long)(clock_ms(CLOCK_PROCESS_CPUTIME_ID) - begun),
                 (long long)one);
    wire_crowd_close(&texts);
    free(body);
}

/* Nor does the server wait for them to end. */
static void checks_end_with_the_server(void **state)
{
    enum { CHECKS = 8 };
    char *body = dear_check(64);
    struct wire_crowd checks;
    int64_t begun;

    (void)state;
    wire_start();
    wire_crowd_post(&checks, CHECKS, "/api/experiments/check", body);
    for (int i = 0; i < 50; i++)
        site_rest();
    begun = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    wire_stop();
    assert_true(clock_ms(CLOCK_PROCESS_CPUTIME_ID) - begun < 2000); /* the budget of each of them */
    wire_crowd_close(&checks);
    free(body);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* A server whose limits exceed its memory does not start. */
static void too_little_memory_is_refused(void **state)
{
    struct server *server;
    by_error error = {0};

    (void)state;
    site.settings.limits.total_kib = server_memory_set_aside_kib(&site.settings.limits) + 1024;
    assert_int_equal(server_create(&site.settings, &server, &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "too little for the whole server"));
    site.settings.limits.total_kib += SPARE_MIB * 1024;
    site_open();
}

/* The body of a search, padded to the maximum length. */
static size_t half_of_body(char *out, size_t room)
{
    static const char head[] = "{\"game\": \"tictactoe\", \"depth\": 2}";

    memset(out, ' ', room);
    memcpy(out, head, sizeof head - 1);
    return room;
}

static void await_used(size_t least, size_t most)
{
    int64_t until = clock_ms(CLOCK_MONOTONIC) + MOMENT_MS;

    while (used() < least || used() > most) {
        if (clock_ms(CLOCK_MONOTONIC) > until)
            fail_msg("%zu bytes are used instead of %zu to %zu", used(), least, most);
        site_rest();
    }
}

/* A request from an address, whose body lacks the last byte. */
static int send_half(int number, const char *body, size_t length)
{
    char head[512];
    int made = wire_dial(number);

    (void)snprintf(head, sizeof head,
                   "POST /api/searches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Type: "
                   "application/json\r\nBoyi-Client: %s\r\nContent-Length: %zu\r\n\r\n",
                   SITE_PORT, site.client, length);
    wire_send(made, head);
    wire_send_bytes(made, body, length - 1);
    return made;
}

/* Bodies that are sent almost to their end fill the account and nothing else: later requests are refused with a reason,
 * a job accepted earlier is done, and all memory comes back. */
static void half_sent_bodies_are_bounded(void **state)
{
    const int count = many(600, 330);
    const size_t length = site.settings.limits.body_bytes;
    char *body = malloc(length), out[WIRE_REPLY_MOST];
    int *attackers = calloc((size_t)count, sizeof *attackers), refused = 0;
    size_t before, peak = 0, most_resident = 0;

    (void)state;
    allow_files(4096);
    wire_start();
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, "{\"game\": \"tictactoe\", \"depth\": 3}", out),
                     202);
    before = site_resident_bytes();
    (void)half_of_body(body, length);
    for (int i = 0; i < count; i++) {
        attackers[i] = send_half(2 + i / 20, body, length);
        assert_in_limit();
    }
    await_used((size_t)(SPARE_MIB - 4) * MIB, (size_t)SPARE_MIB * MIB + MIB / 4);
    peak = used();
    most_resident = resident_since(before);
    assert_true(most_resident < (size_t)(SPARE_MIB + 64) * MIB); /* and the buffers of connections */
    wire_send_bytes(attackers[count - 1], body + length - 1, 1);
    refused = wire_read(attackers[count - 1], out);
    assert_int_equal(refused, 503);
    assert_non_null(strstr(out, "the memory of this server is used up"));
    assert_non_null(strstr(out, "Retry-After: 1"));
    wire_send_bytes(attackers[0], body + length - 1, 1); /* the first client gets its answer */
    assert_int_not_equal(wire_read(attackers[0], out), 0);
    assert_int_equal(wire_ask("GET", "/api/jobs/1", site.client, "", out), 200);
    assert_non_null(strstr(out, "\"state\": \"done\""));
    for (int i = 1; i < count - 1; i++)
        close(attackers[i]);
    await_used(0, (size_t)2 * MIB);
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, "{\"game\": \"tictactoe\", \"depth\": 3}", out),
                     202);
    for (int64_t until = clock_ms(CLOCK_MONOTONIC) + MOMENT_MS;
         resident_since(before) > (size_t)32 * MIB && clock_ms(CLOCK_MONOTONIC) < until;)
        site_rest();
    assert_true(resident_since(before) <= (size_t)32 * MIB);
    if (getenv("BOYI_LONG"))
        print_message("%d half-sent bodies: account %zu KiB, process +%zu KiB, then +%zu KiB\n", count, peak / 1024,
                      most_resident / 1024, resident_since(before) / 1024);
    free(attackers);
    free(body);
}

/* One address gets half of the account, and a later one still gets service. */
static void one_address_leaves_room(void **state)
{
    enum { ATTACKERS = 200 };
    const size_t length = site.settings.limits.body_bytes;
    char *body = malloc(length), out[WIRE_REPLY_MOST];
    int attackers[ATTACKERS], other;

    (void)state;
    assert_true(length * ATTACKERS > (size_t)SPARE_MIB * MIB / 2);
    allow_files(4096);
    wire_start();
    (void)half_of_body(body, length);
    for (int i = 0; i < ATTACKERS; i++)
        attackers[i] = send_half(2, body, length);
    await_used((size_t)(SPARE_MIB / 2 - 2) * MIB, (size_t)(SPARE_MIB / 2) * MIB + MIB / 4);
    wire_send_bytes(attackers[ATTACKERS - 1], body + length - 1, 1);
    assert_int_equal(wire_read(attackers[ATTACKERS - 1], out), 503);
    assert_non_null(strstr(out, SERVER_NO_MEMORY));
    other = send_half(3, body, length);
    wire_send_bytes(other, body + length - 1, 1);
    assert_int_equal(wire_read(other, out), 202);
    for (int i = 0; i < ATTACKERS - 1; i++)
        close(attackers[i]);
    await_used(0, (size_t)2 * MIB);
    free(body);
}

/* The same holds for jobs: those of one address leave room for another's. */
static void jobs_of_one_address_leave_room(void **state)
{
    char *body = large_report(), other[SERVER_CLIENT_ID];
    int accepted = 0, status;

    (void)state;
    SITE_NEEDS_DATABASE();
    site_open();
    do {
        if (accepted % 16 == 0)
            assert_int_equal(server_clients_add(server_clients_of(site.server), "10.0.0.1", site.client, NULL), BY_OK);
        status = site_ask("POST", "/api/experiments", body);
        if (status == 202)
            await_words(++accepted, "\"state\": \"done\"");
    } while (status == 202);
    assert_int_equal(status, 503);
    assert_true(used() > (size_t)SPARE_MIB * MIB / 4 && used() <= (size_t)SPARE_MIB * MIB / 2);
    assert_int_equal(server_clients_add(server_clients_of(site.server), "10.0.0.2", other, NULL), BY_OK);
    memcpy(site.client, other, sizeof other);
    post(body);
    await_words(accepted + 1, "\"state\": \"done\"");
    free(body);
}

/* The account limits the finished experiments. Each accepted one has its report, the next is refused, and deleting one
 * makes room for it. */
static void finished_experiments_are_bounded(void **state)
{
    const int count = many(500, 80);
    char *body = large_report(), client[SERVER_CLIENT_ID] = "", last[SERVER_CLIENT_ID] = "", path[64];
    int accepted = 0;
    size_t before;

    (void)state;
    SITE_NEEDS_DATABASE();
    site_open();
    before = site_resident_bytes();
    for (int i = 0; i < count; i++) {
        if (i % 16 == 0)
            wire_new_client(client);
        memcpy(site.client, client, sizeof client);
        if (site_ask("POST", "/api/experiments", body) != 202)
            continue;
        memcpy(last, client, sizeof last);
        await_words(++accepted, "\"state\": \"done\"");
        assert_in_limit();
    }
    if (accepted <= 30 || accepted >= count)
        fail_msg("%d of %d experiments are kept in %zu bytes", accepted, count, used());
    assert_int_equal(site.reply.status, 503);
    assert_non_null(strstr(site_text(), "the memory of this server is used up"));
    memcpy(site.client, last, sizeof last);
    (void)snprintf(path, sizeof path, "/api/jobs/%d/report", accepted);
    assert_int_equal(site_ask("GET", path, NULL), 200);
    if (getenv("BOYI_LONG"))
        print_message("%d finished experiments of %d: account %zu KiB, process +%zu KiB\n", accepted, count,
                      used() / 1024, resident_since(before) / 1024);
    assert_true(resident_since(before) < (size_t)(2 * SPARE_MIB) * MIB);
    (void)snprintf(path, sizeof path, "/api/clients/%s", last);
    assert_int_equal(site_ask("DELETE", path, NULL), 200);
    wire_new_client(site.client);
    post(body);
    await_words(accepted + 1, "\"state\": \"done\"");
    site.now_ms += SERVER_KEPT_MS;
    server_tick(site.server);
    assert_true(used() < MIB);
    if (getenv("BOYI_LONG"))
        print_message("and then: account %zu KiB, process +%zu KiB\n", used() / 1024, resident_since(before) / 1024);
    free(body);
}

/* A job stopped before it ran has no report, and keeps no memory for one. A client's jobs go with it, either now or
 * when they end. */
static void cancelled_jobs_give_their_memory_back(void **state)
{
    char *body = large_report(), path[64];
    size_t before;

    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.limits.jobs_each = 8;
    site_open();
    for (int i = 0; i < 2; i++)
        assert_int_equal(site_ask("POST", "/api/searches", "{\"game\": \"xiangqi\"}"), 202);
    before = used();
    for (int i = 0; i < 4; i++)
        post(body);
    assert_true(used() > before + (size_t)40 * MIB);
    for (int id = 3; id <= 6; id++) {
        (void)snprintf(path, sizeof path, "/api/jobs/%d", id);
        assert_int_equal(site_ask("DELETE", path, NULL), 200);
        assert_true(job_says(id, "\"state\": \"stopped\""));
        assert_true(job_says(id, "\"of\": 1"));
    }
    assert_true(used() < before + MIB);
    post(body);
    (void)snprintf(path, sizeof path, "/api/clients/%s", site.client);
    assert_int_equal(site_ask("DELETE", path, NULL), 200);
    await_used(0, 0);
    free(body);
}

static int dial_deaf(int number)
{
    const int little = 4096;
    int made = wire_dial(number);

    (void)setsockopt(made, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
    return made;
}

/* Unread replies fill the account too: then long ones are refused, and short ones are not. */
static void replies_that_nobody_reads_are_bounded(void **state)
{
    const int count = many(400, 250);
    char *body = large_report(), out[WIRE_REPLY_MOST];
    int *deaf = calloc((size_t)count, sizeof *deaf), status = 0;
    size_t before, peak = 0, most_resident;

    (void)state;
    SITE_NEEDS_DATABASE();
    allow_files(4096);
    wire_start();
    post(body);
    await_words(1, "\"state\": \"done\"");
    before = site_resident_bytes();
    for (int i = 0; i < count; i++) {
        deaf[i] = dial_deaf(2 + i / 4);
        wire_send_request(deaf[i], "GET", "/api/jobs/1/report", site.client, "");
        assert_in_limit();
    }
    await_used((size_t)(SPARE_MIB - 4) * MIB, (size_t)SPARE_MIB * MIB + MIB / 4);
    peak = used();
    most_resident = resident_since(before);
    assert_true(most_resident < (size_t)(SPARE_MIB + 96) * MIB);
    for (int i = 0; i < count && status != 503; i++)
        status = wire_ask("GET", "/api/jobs/1/report", site.client, "", out);
    assert_int_equal(status, 503);
    assert_non_null(strstr(out, "the memory of this server is used up"));
    assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
    for (int i = 0; i < count; i++)
        close(deaf[i]);
    await_used(0, (size_t)8 * MIB);
    assert_int_equal(wire_ask("GET", "/api/jobs/1/report", site.client, "", out), 200);
    if (getenv("BOYI_LONG"))
        print_message("%d silent readers: account %zu KiB, process +%zu KiB, then +%zu KiB\n", count, peak / 1024,
                      most_resident / 1024, resident_since(before) / 1024);
    free(deaf);
    free(body);
}

/* The same for streams: their rings share the account, and a slow reader learns that it lost events. */
static void streams_that_nobody_reads_are_bounded(void **state)
{
    const int count = many(400, 300);
    char *body = malloc(4096);
    char(*ids)[SERVER_CLIENT_ID] = calloc((size_t)count, sizeof *ids);

    (void)state;
    site_open();
    memset(body, 'x', 4096);
    for (int i = 0; i < count; i++) {
        server_client *client;

        wire_new_client(ids[i]);
        client = server_clients_get(server_clients_of(site.server), ids[i]);
        for (int j = 0; j < 60; j++) {
            by_text text = {0};

            by_text_printf(&text, "{\"text\": \"%.4000s\"}", body);
            server_client_send(client, 1, "result", -1, &text);
        }
        server_client_release(client);
        assert_in_limit();
    }
    assert_true(used() > (size_t)(SPARE_MIB - 2) * MIB);
    for (int i = 0; i < count; i++) {
        server_client *client = server_clients_get(server_clients_of(site.server), ids[i]);

        server_clients_remove(server_clients_of(site.server), client);
        server_client_release(client);
    }
    assert_int_equal(used(), 0);
    free(ids);
    free(body);
}

/* ---- Connections ----------------------------------------------------------------------------------------------- */

/* An address that opens more silent connections than allowed loses the oldest. Another address loses none, and both get
 * answers. */
static void silent_connections_are_limited_by_address(void **state)
{
    enum { MORE = 60, COUNT = SERVER_SILENT_EACH + MORE };
    int silent[COUNT], other, ended = 0;
    int64_t until = clock_ms(CLOCK_MONOTONIC) + MOMENT_MS;
    char out[WIRE_REPLY_MOST];

    (void)state;
    allow_files(4096);
    wire_start();
    other = wire_dial(2);
    wire_send(other, "GET /api/about HTTP/1.1\r\n");
    for (int i = 0; i < COUNT; i++)
        silent[i] = wire_dial(1);
    while (ended < MORE && clock_ms(CLOCK_MONOTONIC) < until) {
        ended = 0;
        for (int i = 0; i < COUNT; i++)
            ended += wire_has_ended(silent[i]);
        site_rest();
    }
    assert_int_equal(ended, MORE);
    assert_true(wire_has_ended(silent[0]));
    assert_false(wire_has_ended(silent[COUNT - 1]));
    assert_int_equal(wire_ask("GET", "/api/about", site.client, "", out), 200);
    assert_false(wire_has_ended(other));
    (void)snprintf(out, sizeof out, "Host: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", SITE_PORT);
    wire_send(other, out);
    assert_int_equal(wire_read(other, out), 200);
    for (int i = 0; i < COUNT; i++)
        close(silent[i]);
}

static int ask_about_from(int number)
{
    struct timeval patience = {.tv_sec = MOMENT_MS / 1000};
    int connection = wire_dial(number);
    char out[WIRE_REPLY_MOST];

    (void)setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    wire_send_request(connection, "GET", "/api/about", site.client, "");
    return wire_read(connection, out);
}

static int count_ended(const int *connections, int count)
{
    int ended = 0;

    for (int i = 0; i < count; i++)
        ended += wire_has_ended(connections[i]);
    return ended;
}

/* Complete requests count too: one address waits for a job with all the connections that it can get. It leaves half of
 * them, and another address gets its answer. */
static void waiting_connections_are_limited_by_address(void **state)
{
    enum { SHARE = SERVER_CONNECTIONS_SHARED / 2, MORE = 600, COUNT = SHARE + MORE };
    static int waiting[COUNT];
    int64_t until;
    char out[WIRE_REPLY_MOST];

    (void)state;
    allow_files(4096);
    wire_start();
    assert_int_equal(wire_ask("POST", "/api/searches", site.client, "{\"game\": \"xiangqi\"}", out), 202);
    for (int i = 0; i < COUNT; i++) {
        waiting[i] = wire_dial(2);
        wire_send_request(waiting[i], "GET", "/api/jobs/1?wait_ms=20000", site.client, "");
    }
    assert_int_equal(ask_about_from(3), 200);
    until = clock_ms(CLOCK_MONOTONIC) + MOMENT_MS;
    while (count_ended(waiting, COUNT) < MORE && clock_ms(CLOCK_MONOTONIC) < until)
        site_rest();
    assert_int_equal(count_ended(waiting, COUNT), MORE);
    assert_int_equal(ask_about_from(3), 200);
    for (int i = 0; i < COUNT; i++)
        close(waiting[i]);
}

/* A closed connection must not stay in the queue either: it would live until its turn. */
static void what_was_cut_is_not_answered(void **state)
{
    enum { SHARE = SERVER_CONNECTIONS_SHARED / 2, COUNT = SERVER_CONNECTIONS + 100 };
    static const char body[] =
        "{\"game\": \"tree\", \"start\": \"random width=315 depth=2 distinct=on values=-900000..900000 order=best\"}";
    static int asking[COUNT];
    char text[512]; /* in one piece: all of it is there when the connection is cut */
    int pending = 0;

    (void)state;
    allow_files(4096);
    wire_start();
    (void)snprintf(text, sizeof text,
                   "POST /api/position HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                   "Content-Length: %zu\r\n\r\n%s",
                   SITE_PORT, strlen(body), body);
    for (int i = 0; i < COUNT; i++) {
        asking[i] = dial_deaf(2);
        wire_send(asking[i], text);
    }
    assert_int_equal(ask_about_from(3), 200);
    for (int i = 0; i < COUNT; i++) {
        struct pollfd question = {.fd = asking[i], .events = POLLIN};

        pending += poll(&question, 1, 0) == 0;
    }
    if (pending < SHARE / 2)
        fail_msg("%d wait still", pending);
    for (int i = 0; i < COUNT; i++)
        close(asking[i]);
}

/* Many addresses together fill all connections. A further address still gets one, from the address that has most. */
static void every_address_gets_a_connection(void **state)
{
    enum { ADDRESSES = 24, EACH = SERVER_CONNECTIONS_SHARED / 6, FIRST = 2, COUNT = ADDRESSES * EACH };
    static int silent[COUNT];
    int ended;

    (void)state;
    allow_files(2 * COUNT);
    wire_start();
    for (int i = 0; i < COUNT; i++)
        silent[i] = wire_dial(FIRST + i / EACH);
    for (int i = 0; i < 40; i++)
        assert_int_equal(ask_about_from(100 + i), 200);
    ended = count_ended(silent, COUNT);
    if (COUNT - ended > SERVER_CONNECTIONS_SHARED)
        fail_msg("%d connections of %d are open", COUNT - ended, COUNT);
    for (int i = 0; i < COUNT; i++)
        close(silent[i]);
}

/* ---- Two ends -------------------------------------------------------------------------------------------------- */

/* The head of a request with these headers, a body, and a second request that only one reading of the first would
 * see. */
static void assert_framing(const char *headers, int expected)
{
    char text[1024], out[WIRE_REPLY_MOST];
    int connection = wire_dial(1), status;

    (void)snprintf(text, sizeof text,
                   "POST /api/clients HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n%s\r\n"
                   "2\r\n{}\r\n0\r\n\r\nGET /api/about HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
                   SITE_PORT, headers, SITE_PORT);
    wire_send(connection, text);
    (void)shutdown(connection, SHUT_WR);
    status = wire_read(connection, out);
    if (status != expected)
        fail_msg("%s: %d instead of %d: %s", headers, status, expected, out);
    if (expected == 400 && strstr(out, "\"name\": \"boyi\""))
        fail_msg("%s: what follows is answered too: %s", headers, out);
}

static void a_body_with_two_ends_is_refused(void **state)
{
    (void)state;
    wire_start();
    assert_framing("Content-Length: 2\r\nContent-Length: 12\r\n", 400);
    assert_framing("Content-Length: 12\r\nContent-Length: 12\r\n", 400);
    assert_framing("Content-Length: 12\r\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("Transfer-Encoding: chunked\r\nContent-Length: 12\r\n", 400);
    assert_framing("content-length: 2\r\nCONTENT-LENGTH: 12\r\n", 400);
    assert_framing("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", 400);
    assert_framing("Content-Length: 2, 12\r\n", 400);
    assert_framing("Content-Length: +2\r\n", 400);
    assert_framing("Transfer-Encoding: chunked\r\n", 201);
}

/* Spellings that some programs take for the end of a body, and others do not. */
static void a_malformed_head_is_refused(void **state)
{
    (void)state;
    wire_start();
    assert_framing("Transfer-Encoding : chunked\r\n", 400);
    assert_framing("X-Name: one\rtwo\r\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("X-Name: one\rContent-Length: 2\r\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("X-Name: one\r\r\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("Content-Length : 50\r\nContent-Length: 12\r\n", 400);
    assert_framing("Content-Length :\r\n", 400);
    assert_framing("Transfer-Encoding: gzip\r\n", 400);
    assert_framing("Transfer-Encoding: chunked, identity\r\n", 400);
    assert_framing(" Content-Length: 12\r\n", 400);
    assert_framing("Content-Length:\r\n 12\r\n", 400);
    assert_framing("Content-Length:\r\n\t12\r\n", 400);
    assert_framing("Content-Length: 1\r\n 2\r\n", 400);
    assert_framing("X-Longer: 1\r\n 2\r\n", 400);
    assert_framing("Transfer-Encoding:\r\n chunked\r\n", 400);
    assert_framing("Transfer-Encoding:\r\n chunked\r\nContent-Length: 12\r\n", 400);
    assert_framing("Content-Length: 12\r\nTransfer-Encoding:\r\n chunked\r\n", 400);
    assert_framing(": x\r\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing(":\r\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("Transfer-Encoding: chunked\r\n: x\r\n", 400);
    assert_framing("Transfer-Encoding: chunked\r\n:\r\n", 400);
    assert_framing("X: a\n:\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("X: a\nTransfer-Encoding: chunked\r\n", 400);
    assert_framing("Transfer-Encoding: chunked\r\nX:\t\r\nY: \t b \r\n", 201);
    assert_framing("Transfer-Encoding: chunked\r\nAccept: a\r\nAccept-Language: \r\nX-Empty:\r\n", 201);
}

/* Our refusals have one head; libmicrohttpd would send two. */
static void a_refusal_has_one_head(void **state)
{
    static const char *const heads[] = {
        "GET /api/about HTTP/1.1\r\n\r\n",
        "GET /api/about HTTP/1.1\r\nX: a\r\n\r\n",
        "GET /api/about HTTP/1.1 HTTP/1.1\r\nHost: 127.0.0.1:8642\r\n\r\n",
        "GET /api/about?a =b HTTP/1.1\r\nHost: 127.0.0.1:8642\r\n\r\n",
    };

    (void)state;
    wire_start();
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        int connection = wire_dial(1);
        char out[WIRE_REPLY_MOST];

        wire_send(connection, heads[i]);
        (void)shutdown(connection, SHUT_WR);
        assert_int_equal(wire_read(connection, out), 400);
        assert_null(strstr(out + 1, "HTTP/1.1 400"));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, wire_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_report_ends_when_its_job_is_deleted),
        TEST(a_report_ends_with_the_time_of_its_job),
        TEST(a_report_ends_with_the_server),
        TEST(an_experiment_of_many_limits_ends_when_it_is_deleted),
        TEST(a_check_has_a_budget),
        TEST(reading_has_a_budget),
        TEST(nobody_is_answered_at_length),
        TEST(a_job_tries_what_was_not_tried),
        TEST(an_experiment_that_is_tried_can_be_stopped),
        TEST(checks_keep_nobody_else_waiting),
        TEST(reading_many_records_has_a_budget),
        TEST(long_texts_keep_nobody_else_waiting),
        TEST(a_dear_record_is_put_off),
        TEST(addresses_take_turns),
        TEST(what_waits_ends_with_the_server),
        TEST(checks_end_with_the_server),
        TEST(too_little_memory_is_refused),
        TEST(half_sent_bodies_are_bounded),
        TEST(one_address_leaves_room),
        TEST(jobs_of_one_address_leave_room),
        TEST(finished_experiments_are_bounded),
        TEST(cancelled_jobs_give_their_memory_back),
        TEST(replies_that_nobody_reads_are_bounded),
        TEST(streams_that_nobody_reads_are_bounded),
        TEST(silent_connections_are_limited_by_address),
        TEST(waiting_connections_are_limited_by_address),
        TEST(what_was_cut_is_not_answered),
        TEST(every_address_gets_a_connection),
        TEST(a_body_with_two_ends_is_refused),
        TEST(a_malformed_head_is_refused),
        TEST(a_refusal_has_one_head),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
