/* SPDX-License-Identifier: MIT
 *
 * A server without sockets for tests, with a clock that stands still, and a client of it:
 *
 *     static void a_level_sets_the_depth(void **state)
 *     {
 *         (void)state;
 *         assert_int_equal(number_at(site_run("/api/searches", "{'game': 'xiangqi', 'level': 2}"), "result.depth"),
 * 2);
 *     }
 *     ...
 *     SITE_TEST(a_level_sets_the_depth),
 *
 * In bodies, quotation marks may be single. What the site returns lives until its next request.
 */
#ifndef BOYI_TESTS_SUPPORT_SERVER_H
#define BOYI_TESTS_SUPPORT_SERVER_H

#include <stdatomic.h>

#include "server/server.h"
#include "support/json_at.h"

enum { SITE_PORT = 8642 };

/* The server of the test that runs. */
extern struct site {
    struct server_settings settings; /* may be changed before it is opened */
    _Atomic int64_t now_ms;
    struct server *server;
    char client[SERVER_CLIENT_ID];
    struct server_reply reply; /* to the last request */
    struct json_document document;
    by_text body; /* of the last request, if it had single quotation marks */
} site;

/* ---- Lifetime -------------------------------------------------------------------------------------------------- */

/* Fills the settings: the usual ones, without workers. */
void site_init(void);

/* Opens the server, and a client. */
void site_open(void);
void site_close(void);

/* The same again, with settings that have changed. */
void site_reopen(void);

/* The whole set-up of a test, with a server that is open. */
int site_set_up(void **state);
int site_tear_down(void **state);
#define SITE_TEST(name) cmocka_unit_test_setup_teardown(name, site_set_up, site_tear_down)

/* Changes the client of the site to a new one. */
void site_new_client(void);

/* ---- Requests -------------------------------------------------------------------------------------------------- */

/* A request as the page makes it, of the site's client. `body` may be NULL; the path may have a query. */
struct server_request site_request(const char *method, const char *path, const char *body);

/* Sends it and returns the status; the reply is in the site. Its body is valid JSON if it says so. */
int site_handle(const struct server_request *request);
int site_ask(const char *method, const char *path, const char *body);

/* The body of the last reply, as text and as a value. */
const char *site_text(void);
const struct json_value *site_root(void);

/* Sends a request and fails unless its status is 200; returns the reply. */
const struct json_value *site_get(const char *path, ...) BY_PRINTF(1, 2);
const struct json_value *site_post(const char *path, const char *body);

/* Begins a job and returns its number; reads a job; begins one that is done at once and reads it. */
int site_begin(const char *path, const char *body);
const struct json_value *site_job(int id);
const struct json_value *site_run(const char *path, const char *body);

/* A member of the last reply as a text, of an error its message; fails if there is none. */
const char *site_member(const char *name);

/* Waits until a job has this state. */
void site_await(int id, const char *state);

/* Sleeps for a moment. */
void site_rest(void);

/* ---- Refusals -------------------------------------------------------------------------------------------------- */

/* Sends a request and fails unless the reply has this status and names this field ("": none). */
void site_refuses(const char *method, const char *path, const char *body, int status, const char *field);

struct site_refusal {
    const char *body; /* or fields to stand in the place of %s in a format */
    int status;
    const char *field;
};

/* The same for all rows of a table of bodies for POST. `format` NULL: they are whole. */
void site_refuses_all(const char *path, const char *format, const struct site_refusal *rows, size_t count);
#define SITE_REFUSES_ALL(path, format, rows) site_refuses_all(path, format, rows, sizeof(rows) / sizeof *(rows))

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Sends a request whose n-th allocation fails; false: it has fewer. The reply is not read. */
bool site_handle_without_memory(const struct server_request *request, size_t n);

/* Frees what the site keeps of the last reply. */
void site_forget_reply(void);

/* ---- The machine ----------------------------------------------------------------------------------------------- */

/* False if the program was built without SQLite. The macro skips the test then. */
bool site_has_database(void);
#define SITE_NEEDS_DATABASE()                                                                                          \
    do {                                                                                                               \
        if (!site_has_database())                                                                                      \
            skip();                                                                                                    \
    } while (0)

/* The memory of this process as the system counts it; 0: unknown. */
size_t site_resident_bytes(void);

#endif
