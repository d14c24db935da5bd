/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/server.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lab/database.h"
#include "support/allocation.h"
#include "support/check.h"

struct site site;

static int64_t standing(void *context)
{
    (void)context;
    return site.now_ms;
}

/* ---- Lifetime -------------------------------------------------------------------------------------------------- */

void site_init(void)
{
    site = (struct site){0};
    site.settings.limits = server_limits_usual(2);
    site.settings.limits.workers = 0;
    site.settings.guard.port = SITE_PORT;
    site.settings.clock = (struct server_clock){standing, NULL};
    site.now_ms = 1000000;
}

void site_open(void)
{
    assert_int_equal(server_create(&site.settings, &site.server, NULL), BY_OK);
    site_new_client();
}

void site_forget_reply(void)
{
    json_document_free(&site.document);
    site.document = (struct json_document){0};
    server_reply_free(&site.reply);
}

void site_close(void)
{
    site_forget_reply();
    by_text_free(&site.body);
    server_destroy(site.server);
    site.server = NULL;
}

void site_reopen(void)
{
    site_close();
    site_open();
}

int site_set_up(void **state)
{
    (void)state;
    site_init();
    site_open();
    return 0;
}

int site_tear_down(void **state)
{
    (void)state;
    site_close();
    return 0;
}

void site_new_client(void)
{
    assert_int_equal(server_clients_add(server_clients_of(site.server), NULL, site.client, NULL), BY_OK);
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

/* Replaces single quotation marks. Lends the text until the next body. */
static const char *unquoted(const char *body)
{
    by_text *text = &site.body;

    if (!body || !strchr(body, '\''))
        return body;
    by_text_clear(text);
    by_text_add(text, body);
    for (char *c = text->data; c && (c = strchr(c, '\''));)
        *c = '"';
    return by_text_string(text);
}

/* Several threads may make requests at once. */
struct server_request site_request(const char *method, const char *path, const char *body)
{
    static _Thread_local char known[256];
    const char *query = strchr(path, '?'), *sent = unquoted(body);

    (void)snprintf(known, sizeof known, "%.*s", (int)strcspn(path, "?"), path);
    return (struct server_request){
        .method = method,
        .path = query ? known : path,
        .query = query ? query + 1 : NULL,
        .body = sent ? sent : "",
        .length = sent ? strlen(sent) : 0,
        .host = "127.0.0.1:8642",
        .type = "application/json",
        .client = *site.client ? site.client : NULL,
    };
}

int site_handle(const struct server_request *request)
{
    by_error error = {0};

    site_forget_reply();
    server_handle(site.server, request, &site.reply);
    if (site.reply.type && strcmp(site.reply.type, "application/json") == 0 &&
        json_read(site_text(), &site.document, &error))
        fail_msg("%s: column %d: %s", site_text(), error.column, error.message);
    return site.reply.status;
}

int site_ask(const char *method, const char *path, const char *body)
{
    struct server_request request = site_request(method, path, body);

    return site_handle(&request);
}

const char *site_text(void)
{
    return by_text_string(&site.reply.body);
}

const struct json_value *site_root(void)
{
    assert_non_null(site.document.root);
    return site.document.root;
}

static const struct json_value *ask(const char *method, const char *path, const char *body, int status)
{
    if (site_ask(method, path, body) != status)
        fail_msg("%s %s %.300s: %d %s", method, path, body ? body : "", site.reply.status, site_text());
    return site_root();
}

const struct json_value *site_get(const char *path, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, path);
    (void)vsnprintf(text, sizeof text, path, arguments);
    va_end(arguments);
    return ask("GET", text, NULL, 200);
}

const struct json_value *site_post(const char *path, const char *body)
{
    return ask("POST", path, body, 200);
}

int site_begin(const char *path, const char *body)
{
    return (int)number_at(ask("POST", path, body, 202), "id");
}

const struct json_value *site_job(int id)
{
    return site_get("/api/jobs/%d", id);
}

const struct json_value *site_run(const char *path, const char *body)
{
    const struct json_value *job = site_job(site_begin(path, body));

    if (strcmp(text_at(job, "state"), "done") != 0)
        fail_msg("%s: %s", body, site_text());
    return job;
}

void site_rest(void)
{
    const struct timespec moment = {.tv_nsec = 2000000};

    (void)nanosleep(&moment, NULL);
}

void site_await(int id, const char *state)
{
    while (strcmp(text_at(site_job(id), "state"), state) != 0)
        site_rest();
}

const char *site_member(const char *name)
{
    static char text[256];
    const struct json_value *member = json_member(site_root(), name);

    if (!member)
        fail_msg("%s has no '%s'", site_text(), name);
    if (json_member(member, "message"))
        member = json_member(member, "message");
    if (member->kind == JSON_STRING)
        (void)snprintf(text, sizeof text, "%s", member->text);
    else if (member->kind == JSON_NUMBER)
        (void)snprintf(text, sizeof text, "%lld", (long long)member->integer);
    else
        (void)snprintf(text, sizeof text, "%s", json_kind_name(member->kind));
    return text;
}

/* ---- Refusals -------------------------------------------------------------------------------------------------- */

void site_refuses(const char *method, const char *path, const char *body, int status, const char *field)
{
    const char *named;

    if (site_ask(method, path, body) != status)
        fail_msg("%s %s %.200s: %d instead of %d: %s", method, path, body ? body : "", site.reply.status, status,
                 site_text());
    assert_true(strlen(site_member("error")) > 0);
    named = site_member("field");
    if (strcmp(named, *field ? field : "null") != 0)
        fail_msg("%s %s %.200s: '%s' instead of '%s'", method, path, body ? body : "", named, field);
}

void site_refuses_all(const char *path, const char *format, const struct site_refusal *rows, size_t count)
{
    const char *place = format ? strstr(format, "%s") : NULL;
    by_text body = {0};

    for (size_t i = 0; i < count; i++) {
        by_text_clear(&body);
        if (place)
            by_text_printf(&body, "%.*s%s%s", (int)(place - format), format, rows[i].body, place + 2);
        else
            by_text_add(&body, rows[i].body);
        site_refuses("POST", path, by_text_string(&body), rows[i].status, rows[i].field);
    }
    by_text_free(&body);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

bool site_handle_without_memory(const struct server_request *request, size_t n)
{
    bool has_failed;

    site_forget_reply();
    allocation_reset();
    allocation_fail_at(n);
    server_handle(site.server, request, &site.reply);
    has_failed = allocation_count() >= n;
    allocation_fail_at(0);
    return has_failed;
}

/* ---- The machine ----------------------------------------------------------------------------------------------- */

bool site_has_database(void)
{
    lab_database *database = NULL;
    by_status status = lab_database_open(":memory:", false, NULL, &database, NULL);

    lab_database_close(database);
    return !status;
}

size_t site_resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long all, resident;

    if (!file)
        return 0;
    assert_int_equal(fscanf(file, "%lu %lu", &all, &resident), 2);
    (void)fclose(file);
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}
