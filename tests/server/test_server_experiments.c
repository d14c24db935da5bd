/* SPDX-License-Identifier: MIT
 *
 * Experiments by the server: the list, errors in a text and their places, and runs. No text may read a file or exceed
 * its limits.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "server/library.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/sanitizer.h"
#include "support/server.h"

#define HEAD "title Small\ngame tictactoe values=plain\nposition start initial\n"
#define SMALL                                                                                                          \
    HEAD "measure nodes time best\nvariant all minimax\nvariant cut alphabeta plain\ndepths 1-5\n"                     \
         "table What it saves\ncolumns all cut\nmeasure nodes\n"

static const char quick_text[] = "# What it\n#   shows.\n\n" SMALL "quick 1 2\ncost 7 1\n";
static const char file_text[] = "title By file\ngame tictactoe\npositions p.tsv as id position best\nmeasure finds\n"
                                "variant cut alphabeta plain\ndepths 2\ntable T\ncolumns cut\nmeasure nodes\n";
static const char above_text[] = "title Above\ngame tictactoe\npositions ../data/q.tsv\nvariant cut alphabeta plain\n"
                                 "depths 2\nnodes 3\n";
static const char positions[] = "a\tx.o/.x./..o\t5\n";
static const char report[] = "part,kind,measure,line,row,column,value,partial,shown\n"
                             ",fact,,,Program,,a program of old,,\n"
                             "table-1,lead,,1,,,Mean nodes:,,\n"
                             "table-1,heading,,0,,depth,,,depth\n"
                             "table-1,heading,,0,,all,,,all\n"
                             "table-1,table,nodes,1,5,all,54321,,\n";

#define FILE(path, type, text)                                                                                         \
    {                                                                                                                  \
        path, type, "\"1\"", (const unsigned char *)(text), NULL, sizeof(text) - 1, 0                                  \
    }

static const struct server_asset library[] = {
    FILE("/experiments/above.txt", "text/plain", above_text),
    FILE("/experiments/by-file.txt", "text/plain", file_text),
    FILE("/experiments/p.tsv", "text/plain", positions),
    FILE("/experiments/small.txt", "text/plain", quick_text),
    FILE("/data/q.tsv", "text/plain", positions),
    FILE("/docs/results/small.csv", "text/csv", report),
    {0},
};

static int set_up(void **state)
{
    (void)state;
    site_init();
    site.settings.library = library;
    site_open();
    return 0;
}

static void assert_says(const char *part)
{
    if (!strstr(site_text(), part))
        fail_msg("%s does not say %s", site_text(), part);
}

/* {"text": ...} as a body. Free it. */
static char *text_body(const char *text)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_put_key(&json, "text");
    json_put_string(&json, text);
    json_put_end(&json);
    assert_false(json.text.failed);
    return json.text.data;
}

static int post_text(const char *path, const char *text)
{
    char *question = text_body(text);
    int status = site_ask("POST", path, question);

    free(question);
    return status;
}

/* ---- The list -------------------------------------------------------------------------------------------------- */

static void test_list(void **state)
{
    (void)state;
    assert_int_equal(site_ask("GET", "/api/experiments", NULL), 200);
    assert_says(
        "{\"name\": \"above\", \"title\": \"Above\", \"about\": null, \"paper\": null, \"game\": \"tictactoe\", "
        "\"positions\": [\"positions ../data/q.tsv\"], \"cost_s\": 0, \"quick_s\": 0, \"published\": false, "
        "\"run_here\": false}");
    assert_says("\"name\": \"by-file\"");
    assert_says("{\"name\": \"small\", \"title\": \"Small\", \"about\": \"What it shows.\"");
    assert_says("\"cost_s\": 7, \"quick_s\": 1, \"published\": true");
    assert_null(strstr(site_text(), "p.tsv\", \"title"));
}

static void test_list_without_library(void **state)
{
    (void)state;
    site.settings.library = NULL;
    site_reopen();
    assert_int_equal(site_ask("GET", "/api/experiments", NULL), 200);
    assert_string_equal(site_text(), "[]\n");
    site_refuses("GET", "/api/experiments/small", NULL, 404, "");
    site_refuses("GET", "/api/reports/small", NULL, 404, "");
}

/* Built-in experiments are complete: each one can be read with the files that it names. */
static void test_built_in(void **state)
{
    struct json_document list;
    char question[128];
    int count = 0;

    (void)state;
    site.settings.library = server_library_built_in;
    site_reopen();
    assert_int_equal(site_ask("GET", "/api/experiments", NULL), 200);
    assert_int_equal(json_read(site_text(), &list, NULL), BY_OK);
    for (const struct json_value *one = list.root->child; one; one = one->next, count++) {
        (void)snprintf(question, sizeof question, "{\"name\": \"%s\", \"quick\": true}", text_at(one, "name"));
        if (site_ask("POST", "/api/experiments/check", question) != 200)
            fail_msg("%s: %s", question, site_text());
    }
    json_document_free(&list);
    assert_true(count >= 20);
}

static void test_text(void **state)
{
    (void)state;
    assert_int_equal(site_ask("GET", "/api/experiments/small", NULL), 200);
    assert_says("\"text\": \"# What it\\n#   shows.\\n\\ntitle Small\\n");
    assert_int_equal(site_ask("GET", "/api/experiments/by-file", NULL), 200);
    assert_string_equal(site_member("title"), "By file");
    site_refuses("GET", "/api/experiments/p", NULL, 404, "");
    site_refuses("GET", "/api/experiments/..", NULL, 404, "");
    site_refuses("GET", "/api/experiments/check", NULL, 404, "");
    site_refuses("POST", "/api/experiments/small", "{}", 405, "");
}

/* ---- What is wrong --------------------------------------------------------------------------------------------- */

static void test_check(void **state)
{
    (void)state;
    assert_int_equal(post_text("/api/experiments/check", SMALL), 200);
    assert_says("{\"ok\": true, \"title\": \"Small\", \"game\": \"tictactoe\", \"limit\": \"depth\", \"positions\": 1, "
                "\"variants\": 2, \"searches\": 10, \"has_quick\": false}");
    assert_int_equal(site_ask("POST", "/api/experiments/check", "{\"name\": \"small\", \"quick\": true}"), 200);
    assert_string_equal(site_member("searches"), "4");
    assert_int_equal(site_ask("POST", "/api/experiments/check", "{\"name\": \"by-file\"}"), 200);
}

#define TAIL "depths 1\ntable T\ncolumns a\nmeasure nodes\n"

static void test_faults(void **state)
{
    static const struct {
        const char *text;
        int line;
        const char *part;
    } cases[] = {
        {"title A\ngame chess\n", 2, "chess"},
        {HEAD "variant a alphabeta hush=on\n", 4, "hush"},
        {HEAD "variant a minimax\ndepths 1\ntable T\ncolumns a b\n", 7, "b"},
        {HEAD "variant a alphabeta memory_kib=65537\n" TAIL, 4, "memory_kib is at most 65536 on this server"},
        {HEAD "nondeterministic\nvariant a alphabeta threads=3\n" TAIL, 5, "threads is at most 2 on this server"},
        {HEAD "variant a minimax\ndepths 1\ntable T\ncolumns a\nmeasure no_such_counter\n", 8, "no_such_counter"},
        {HEAD "variant a minimax\nrepetitions 1000\ndepths 1-100\ntable T\ncolumns a\nmeasure nodes\n", 0,
         "it has 100000 searches, this server allows at most 20000"},
        {"title A\ngame tree nodes_most=10001\n", 2, "a tree has at most 10000 nodes here"},
        {"title A\ngame tree\nposition p random width=10 depth=6\n", 3, "10000"},
        {"title A\ngame tree\ntrees s 1 501 width=2 depth=2\n", 3, "more than 500"},
        {"title A\ngame tictactoe\nposition p xxx/oo./...\n", 3, "over"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[32];

        if (post_text("/api/experiments/check", cases[i].text) != 422)
            fail_msg("%s: %d %s", cases[i].text, site.reply.status, site_text());
        assert_string_equal(site_member("field"), "text");
        (void)snprintf(line, sizeof line, "%d", cases[i].line);
        assert_string_equal(site_member("line"), line);
        assert_says(cases[i].part);
    }
}

static void test_too_many_variants(void **state)
{
    by_text text = {0};

    (void)state;
    by_text_add(&text, HEAD);
    for (int i = 1; i <= 65; i++)
        by_text_printf(&text, "variant v%d minimax\n", i);
    assert_int_equal(post_text("/api/experiments/check", by_text_string(&text)), 422);
    assert_string_equal(site_member("line"), "68");
    by_text_free(&text);
}

/* No path leaves the built-in files. */
static void test_files(void **state)
{
    static const char *const names[] = {"/etc/passwd",
                                        "../../etc/passwd",
                                        "../../../../../../etc/passwd",
                                        "../experiments/../x",
                                        "./p.tsv",
                                        "small",
                                        "/experiments/p.tsv",
                                        "../docs/results/x.md",
                                        "..",
                                        "experiments/p.tsv/../p.tsv"};
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(text, sizeof text, "title A\ngame tictactoe\npositions %s\n", names[i]);
        assert_int_equal(post_text("/api/experiments/check", text), 422);
        assert_string_equal(site_member("line"), "3");
        assert_says("only files of the experiments that were built in");
        (void)snprintf(text, sizeof text, "title A\ngame go-capture\nproblems %s\n", names[i]);
        assert_int_equal(post_text("/api/experiments/check", text), 422);
        assert_says("only files of the experiments that were built in");
    }
    (void)snprintf(text, sizeof text, "%s%s", "title A\ngame tictactoe\npositions ../data/q.tsv\nvariant a minimax\n",
                   TAIL);
    assert_int_equal(post_text("/api/experiments/check", text), 200);
}

static void test_fields(void **state)
{
    static const char *const paths[] = {"/api/experiments/check", "/api/experiments"};

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (i && !site_has_database())
            break;
        site_refuses("POST", paths[i], "{}", 400, "text");
        site_refuses("POST", paths[i], "{\"text\": \"\"}", 400, "text");
        site_refuses("POST", paths[i], "{\"text\": 1}", 400, "text");
        site_refuses("POST", paths[i], "{\"text\": \"title A\", \"name\": \"small\"}", 400, "name");
        site_refuses("POST", paths[i], "{\"name\": \"large\"}", 422, "name");
        site_refuses("POST", paths[i], "{\"name\": \"../small\"}", 422, "name");
        site_refuses("POST", paths[i], "{\"name\": \"by-file\", \"quick\": true}", 422, "name");
        site_refuses("POST", paths[i], "{\"name\": \"small\", \"slow\": true}", 400, "slow");
    }
}

static void test_without_database(void **state)
{
    (void)state;
    if (site_has_database())
        skip();
    site_refuses("POST", "/api/experiments", "{\"name\": \"small\"}", 422, "");
    assert_says("SQLite");
}

/* ---- Running --------------------------------------------------------------------------------------------------- */

static bool never_sleeps(void *context)
{
    (void)context;
    return true;
}

static void wakes(void *context)
{
    (void)context;
}

/* All waiting events of the client. Free the text. */
static void hear(by_text *out)
{
    const struct server_listener listener = {never_sleeps, wakes, NULL};
    server_client *client = server_clients_get(server_clients_of(site.server), site.client);
    server_stream *stream;
    char part[1024];
    long got;

    assert_int_equal(server_stream_open(client, "0", &listener, &stream, NULL), BY_OK);
    while ((got = server_stream_read(stream, part, sizeof part)) > 0)
        by_text_printf(out, "%.*s", (int)got, part);
    server_stream_close(stream);
    server_client_release(client);
}

static int count_words(const char *text, const char *word)
{
    int count = 0;

    for (; (text = strstr(text, word)); text++)
        count++;
    return count;
}

static void test_run(void **state)
{
    by_text events = {0};

    (void)state;
    SITE_NEEDS_DATABASE();
    assert_int_equal(post_text("/api/experiments", SMALL), 202);
    assert_string_equal(site_member("id"), "1");
    assert_int_equal(site_ask("GET", "/api/jobs/1", NULL), 200);
    assert_string_equal(site_member("kind"), "experiment");
    assert_string_equal(site_member("state"), "done");
    assert_says("\"title\": \"Small\", \"quick\": false, \"limit\": \"depth\", \"measures\": [\"nodes\", \"time\"], "
                "\"done\": 10, \"of\": 10, \"left_ms\": 0");
    assert_says(
        "{\"variant\": \"all\", \"words\": \"minimax\", \"family\": null, \"rows\": 1, \"points\": [[1, 1, 9.000, ");
    assert_says("[5, 1, 18729.000, ");
    assert_says(
        "\"report\": {\"complete\": true, \"sections\": [{\"name\": \"table-1\", \"kind\": \"table\", \"title\": "
        "\"What it saves\", \"measure\": \"nodes\", \"names\": 1, \"rows\": [[\"depth\", \"all\", \"cut\"], "
        "[\"1\", \"9\", \"9\"]");
    hear(&events);
    assert_int_equal(count_words(by_text_string(&events), "event: started"), 1);
    /* Only the newest event of each variant waits, and it has the whole curve. */
    assert_int_equal(count_words(by_text_string(&events), "event: row"), 2);
    assert_non_null(strstr(by_text_string(&events), "\"done\": 10, \"of\": 10, \"left_ms\": "));
    assert_non_null(strstr(by_text_string(&events), "\"x\": 5, \"variant\": \"cut\", \"words\": \"alphabeta plain\", "
                                                    "\"family\": null, \"rows\": 1, \"points\": [[1, 1, 9.000, "));
    assert_int_equal(count_words(by_text_string(&events), "event: result"), 1);
    by_text_free(&events);
}

static void test_run_quick(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    assert_int_equal(site_ask("POST", "/api/experiments", "{\"name\": \"small\", \"quick\": true}"), 202);
    assert_int_equal(site_ask("GET", "/api/jobs/1", NULL), 200);
    assert_says("\"name\": \"small\", \"title\": \"Small\", \"quick\": true");
    assert_says("\"done\": 4, \"of\": 4");
    assert_int_equal(site_ask("GET", "/api/jobs/1/report", NULL), 200);
    assert_says("boyi lab run small --quick");
}

/* Means are over positions and repetitions; families report their values; a row that two variants share counts for
 * both. */
static void test_run_means(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    assert_int_equal(
        post_text("/api/experiments",
                  "title M\ngame tictactoe values=plain\nposition p initial\nposition q x.o/.x./..o\n"
                  "variant a minimax\nvariant b minimax\nfamily h memory_kib 64 128 : alphabeta plain hash=on\n"
                  "repetitions 2\ndepths 1\nsummary s Sums\nvariants a b\nmeasure nodes\nover all\n"),
        202);
    assert_int_equal(site_ask("GET", "/api/jobs/1", NULL), 200);
    assert_says(
        "{\"variant\": \"a\", \"words\": \"minimax\", \"family\": null, \"rows\": 4, \"points\": [[1, 4, 7.000]]}");
    assert_says(
        "{\"variant\": \"b\", \"words\": \"minimax\", \"family\": null, \"rows\": 4, \"points\": [[1, 4, 7.000]]}");
    assert_says("\"family\": \"h\", \"at\": 64.000");
    assert_says("\"family\": \"h\", \"at\": 128.000");
}

static void test_reports(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    assert_int_equal(post_text("/api/experiments", SMALL "# <script>alert(1)</script>\n"), 202);
    assert_int_equal(site_ask("GET", "/api/jobs/1/report", NULL), 200);
    assert_string_equal(site.reply.type, "text/html; charset=utf-8");
    assert_non_null(strstr(site.reply.policy, "sandbox"));
    assert_null(strstr(site.reply.policy, "script"));
    assert_says("<h1>Small</h1>");
    assert_null(strstr(site_text(), "<script"));
    struct server_request request = site_request("GET", "/api/jobs/1/report", NULL);

    request.query = "format=csv";
    assert_int_equal(site_handle(&request), 200);
    assert_says("part,kind,measure,line,row,column,value,partial,shown\n");
    assert_says("\ntable-1,table,nodes,1,1,all,9,,\n");
    assert_null(site.reply.policy);
    request.query = "client=1&format=text";
    assert_int_equal(site_handle(&request), 200);
    assert_says("Mean nodes of 1 position:");
    request.query = "format=pdf";
    assert_int_equal(site_handle(&request), 400);
    assert_string_equal(site_member("field"), "format");
    site_refuses("GET", "/api/jobs/2/report", NULL, 404, "");
    /* A job of another kind has no report. */
    assert_int_equal(site_ask("POST", "/api/searches", "{\"game\": \"tictactoe\", \"depth\": 1}"), 202);
    site_refuses("GET", "/api/jobs/2/report", NULL, 404, "");
    /* Nor has a job of another client. */
    site_new_client();
    site_refuses("GET", "/api/jobs/1/report", NULL, 404, "");
}

static void test_published(void **state)
{
    (void)state;
    assert_int_equal(site_ask("GET", "/api/reports/small", NULL), 200);
    assert_says("<title>Small</title>");
    assert_says("<dt>Program</dt><dd>a program of old</dd>");
    assert_says("<tr><td>5</td><td>54,321</td></tr>");
    assert_says("boyi lab run small");
    assert_string_equal(site.reply.type, "text/html; charset=utf-8");
    assert_string_equal(site.reply.policy, "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; "
                                           "img-src data:; frame-ancestors 'self'");
    site_refuses("GET", "/api/reports/by-file", NULL, 404, "");
    site_refuses("GET", "/api/reports/../small", NULL, 404, "");
    /* The page does not serve the sources of experiments as files. */
    site_refuses("GET", "/docs/results/small.csv", NULL, 404, "");
    site_refuses("GET", "/experiments/small.txt", NULL, 404, "");
}

/* Every report that was built in fits its experiment as it is now. */
static void test_published_built_in(void **state)
{
    char name[SERVER_EXPERIMENT_NAME], path[SERVER_EXPERIMENT_NAME + 16];
    size_t count = 0;

    (void)state;
    site.settings.library = server_library_built_in;
    site_reopen();
    for (const struct server_asset *at = server_library_next(server_library_built_in, name); at;
         at = server_library_next(at + 1, name)) {
        if (!server_library_report(server_library_built_in, name))
            continue;
        (void)snprintf(path, sizeof path, "/api/reports/%s", name);
        assert_int_equal(site_ask("GET", path, NULL), 200);
        assert_says("<h2>The experiment</h2>");
        count++;
    }
    assert_true(count > 20);
}

/* Pictures show positions of Go. */
static void test_picture(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.library = server_library_built_in;
    site_reopen();
    assert_int_equal(post_text("/api/experiments",
                               "title Go\ngame go-capture\nproblems ../tests/data/go_capture/easy.txt\n"
                               "variant fast df-pn+\nvariant slow minimax\nnodes 300\n"
                               "picture p A position\nvariants fast slow\nmeasure nodes\n"),
                     202);
    assert_int_equal(site_ask("GET", "/api/jobs/1/report", NULL), 200);
    assert_says("<img alt=\"A position\" src=\"data:image/svg+xml,");
}

/* ---- The end of it --------------------------------------------------------------------------------------------- */

static void test_cancel(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.limits.workers = 1;
    site_reopen();
    assert_int_equal(post_text("/api/experiments", "title Long\ngame xiangqi\nposition p initial\nvariant a minimax\n"
                                                   "depths 1 60\ntable T\ncolumns a\nmeasure nodes\n"),
                     202);
    do /* until the first row is there */
        site_await(1, "running");
    while (!strstr(site_text(), "\"done\": 1"));
    site_refuses("GET", "/api/jobs/1/report", NULL, 404, "");
    assert_int_equal(site_ask("DELETE", "/api/jobs/1", NULL), 200);
    site_await(1, "stopped");
    assert_says("\"done\": 1, \"of\": 2");
    assert_says("\"report\": {\"complete\": false");
    assert_says("[\"1\", \"44\"]");
    assert_int_equal(site_ask("GET", "/api/jobs/1/report", NULL), 200);
}

#if defined(__GLIBC__) && defined(__linux__) && !defined(IS_SANITIZED)
/* Runs in a second thread, like a worker of the server: the C library holds on to the memory of such threads more. */
static void *post_large(void *context)
{
    (void)context;
    assert_int_equal(site_ask("POST", "/api/experiments", "{\"name\": \"knuth-moore\", \"quick\": true}"), 202);
    return NULL;
}

/* Trees are generated for the whole experiment, and its quick form keeps few of them. The system gets both back. */
static void test_memory_is_returned(void **state)
{
    const size_t running = (size_t)128 << 20, over = (size_t)64 << 20; /* of some 250 MiB */
    size_t before;
    pthread_t worker;

    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.library = server_library_built_in;
    site.settings.limits.workers = 1;
    site_reopen();
    before = site_resident_bytes();
    assert_int_equal(pthread_create(&worker, NULL, post_large, NULL), 0);
    assert_int_equal(pthread_join(worker, NULL), 0);
    assert_true(site_resident_bytes() < before + running);
    site_await(1, "done");
    assert_true(site_resident_bytes() < before + over);
}
#endif

/* The largest experiment of all: one address may run its quick form. The whole form is too large for this server, and
 * the reply says that trying again does not help. */
static void test_share_of_address(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    site_close();
    site.settings.library = server_library_built_in;
    server_limits_set_memory(&site.settings.limits, site.settings.limits.memory_kib); /* the default account */
    site_open();
    assert_int_equal(server_clients_add(server_clients_of(site.server), "10.0.0.1", site.client, NULL), BY_OK);
    assert_int_equal(site_ask("POST", "/api/experiments", "{\"name\": \"knuth-moore\", \"quick\": true}"), 202);
    site_refuses("POST", "/api/experiments", "{\"name\": \"knuth-moore\"}", 422, "");
    assert_says("one address has at most 262144 KiB on this server");
}

/* A job whose time is over ends with the results it has. */
static void test_time(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.limits.workers = 1;
    site.settings.limits.time_ms = 1000;
    site_reopen();
    assert_int_equal(post_text("/api/experiments", "title Long\ngame xiangqi\nposition p initial\nvariant a minimax\n"
                                                   "depths 60\ntable T\ncolumns a\nmeasure nodes\n"),
                     202);
    site_await(1, "running");
    site.now_ms += 1000 + SERVER_GRACE_MS + 1;
    server_tick(site.server);
    site_await(1, "stopped");
    assert_says("\"done\": 0, \"of\": 1");
}

static void test_limit(void **state)
{
    (void)state;
    SITE_NEEDS_DATABASE();
    site.settings.limits.searches = 9;
    site_reopen();
    assert_int_equal(post_text("/api/experiments", SMALL), 422);
    assert_says("it has 10 searches, this server allows at most 9");
    site_refuses("POST", "/api/experiments", "{\"name\": \"small\"}", 422, "name");
    assert_int_equal(site_ask("POST", "/api/experiments", "{\"name\": \"small\", \"quick\": true}"), 202);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Asks a new server, with the i-th allocation failing. Returns true if there were that many. A job that has begun may
 * fail, or its status may be missing. */
static bool ask_with_failure(size_t i, const char *method, const char *path, const char *question, int good)
{
    struct server_request request;
    size_t before = allocation_current();
    bool has_failed;

    site_open();
    request = site_request(method, path, question);
    has_failed = site_handle_without_memory(&request, i);
    if (site.reply.status != good && !(has_failed && site.reply.status == 503))
        fail_msg("%s, allocation %zu: %d %s", path, i, site.reply.status, site_text());
    if (has_failed && site.reply.status == 202) {
        assert_int_equal(site_ask("GET", "/api/jobs/1", NULL), 200);
        if (strcmp(site_member("state"), "done") != 0)
            assert_string_equal(site_member("error"), "out of memory");
    }
    site_close();
    assert_int_equal(allocation_current(), before);
    return has_failed;
}

static void assert_survives(const char *method, const char *path, const char *question, int good)
{
    size_t i = 1;

    while (ask_with_failure(i, method, path, question, good))
        i++;
    assert_true(i > 2);
}

static void test_no_memory(void **state)
{
    char *small = text_body(HEAD "variant a minimax\ndepths 1-2\ntable T\ncolumns a\nmeasure nodes\n");
    char *named = text_body("title A\ngame tictactoe\npositions p.tsv\nvariant a minimax\n" TAIL);

    (void)state;
    site_init();
    site.settings.library = library;
    assert_survives("GET", "/api/experiments", NULL, 200);
    assert_survives("GET", "/api/experiments/small", NULL, 200);
    assert_survives("POST", "/api/experiments/check", named, 200);
    if (site_has_database())
        assert_survives("POST", "/api/experiments", small, 202);
    free(small);
    free(named);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, site_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_list),
        TEST(test_list_without_library),
        TEST(test_built_in),
        TEST(test_text),
        TEST(test_check),
        TEST(test_faults),
        TEST(test_too_many_variants),
        TEST(test_files),
        TEST(test_fields),
        TEST(test_without_database),
        TEST(test_run),
        TEST(test_run_quick),
        TEST(test_run_means),
        TEST(test_reports),
        TEST(test_published),
        TEST(test_published_built_in),
        TEST(test_picture),
        TEST(test_cancel),
#if defined(__GLIBC__) && defined(__linux__) && !defined(IS_SANITIZED)
        TEST(test_memory_is_returned),
#endif
        TEST(test_time),
        TEST(test_share_of_address),
        TEST(test_limit),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
