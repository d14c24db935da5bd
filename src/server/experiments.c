/* SPDX-License-Identifier: MIT
 *
 * GET /api/experiments lists the built-in experiments. POST /api/experiments runs one of them, or a text of the user,
 * as a job. Limits bound a text, and it reads built-in files only.
 */
#define _POSIX_C_SOURCE 200809L
#include <stddef.h>
#include <string.h>

#include "lab/database.h"
#include "lab/header.h"
#include "server/experiment_job.h"
#include "server/json_parts.h"
#include "server/library.h"
#include "server/memory.h"
#include "server/routes.h"

enum {
    TEXT_BYTES = 64 * 1024,
    MAX_POSITIONS = 500,
    MAX_VARIANTS = 64,
    MAX_TREE_NODES = 10000,
};

static const struct server_asset *library_of(const struct server_call *call)
{
    return server_settings_of(call->server)->library;
}

/* ---- The list -------------------------------------------------------------------------------------------------- */

/* Fails if this program was built without SQLite, which stores the rows. */
by_status server_experiment_try_database(by_error *error)
{
    lab_database *database = NULL;
    by_status status = lab_database_open(":memory:", false, NULL, &database, error);

    lab_database_close(database);
    return status;
}

/* Each line becomes a text. */
static void add_lines(struct json *json, const char *key, const by_text *lines)
{
    by_text line = {0};

    json_member_array(json, key, JSON_ON_ONE_LINE);
    for (const char *at = by_text_string(lines); *at; at += strcspn(at, "\n") + 1) {
        by_text_clear(&line);
        by_text_printf(&line, "%.*s", (int)strcspn(at, "\n"), at);
        json_put_string(json, by_text_string(&line));
    }
    json_put_end(json);
    json->text.failed |= line.failed;
    by_text_free(&line);
}

static const char *text_or_null(const by_text *text)
{
    return text->length ? by_text_string(text) : NULL;
}

static void add_header(struct json *json, const struct server_call *call, const char *name, const char *text,
                       bool is_runnable)
{
    struct lab_header header;
    bool is_scanned = lab_header_scan(text, &header);

    json_member_string(json, "name", name);
    json_member_string(json, "title", text_or_null(&header.title));
    json_member_string(json, "about", text_or_null(&header.about));
    json_member_string(json, "paper", text_or_null(&header.paper));
    json_member_string(json, "game", text_or_null(&header.game));
    add_lines(json, "positions", &header.positions);
    json_member_integer(json, "cost_s", header.cost);
    json_member_integer(json, "quick_s", header.quick_cost);
    json_member_bool(json, "published", server_library_report(library_of(call), name) != NULL);
    json_member_bool(json, "run_here", is_runnable && header.has_quick);
    json->text.failed |= !is_scanned;
    lab_header_free(&header);
}

static by_status list_experiments(struct server_call *call)
{
    bool is_runnable = !server_experiment_try_database(NULL);
    char name[SERVER_EXPERIMENT_NAME];

    json_put_array(&call->json, JSON_ON_LINES);
    for (const struct server_asset *at = server_library_next(library_of(call), name); at;
         at = server_library_next(at + 1, name)) {
        json_put_object(&call->json, JSON_ON_ONE_LINE);
        add_header(&call->json, call, name, (const char *)at->data, is_runnable);
        json_put_end(&call->json);
    }
    json_put_end(&call->json);
    return BY_OK;
}

static by_status refuse_name(struct server_call *call, int status, const char *field)
{
    return server_refuse(&call->fault, status, field, "there is no such experiment, see GET /api/experiments");
}

static by_status show_experiment(struct server_call *call)
{
    const char *text = server_library_text(library_of(call), call->name);

    if (!text)
        return refuse_name(call, 404, NULL);
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    add_header(&call->json, call, call->name, text, !server_experiment_try_database(NULL));
    json_member_string(&call->json, "text", text);
    json_put_end(&call->json);
    return BY_OK;
}

/* ---- Reading one ----------------------------------------------------------------------------------------------- */

struct experiment_fields {
    const char *text, *name;
    bool quick;
};

#define AT(member) .offset = offsetof(struct experiment_fields, member)

static const struct server_field experiment_fields[] = {
    {.name = "text", .kind = SERVER_LINES, .min = 1, .max = TEXT_BYTES, AT(text)},
    {.name = "name", .kind = SERVER_TEXT, .min = 1, .max = SERVER_EXPERIMENT_NAME - 1, AT(name)},
    {.name = "quick", .kind = SERVER_SWITCH, AT(quick)},
    {0},
};

/* The options of a user's own variants have the server's limits. */
static by_status check_options(const struct lab_experiment *experiment, const struct server_limits *limits,
                               struct server_fault *fault)
{
    by_error error = {0};
    int most;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_variant *variant = &experiment->variants[i];
        const char *option = server_option_beyond(variant->options, limits, &most);

        if (!option)
            continue;
        (void)by_error_set_at(&error, BY_ERROR_LIMIT, variant->line, 1, "variant %s: %s is at most %d on this server",
                              variant->name, option, most);
        return server_refuse_error(fault, "text", &error);
    }
    return BY_OK;
}

/* The quick form keeps only some positions. */
static by_status read_text(const struct experiment_fields *fields, const char *text, const struct lab_reader *reader,
                           struct lab_experiment **out, by_error *error)
{
    by_status status = lab_experiment_read(fields->name ? fields->name : "experiment", text, reader, out, error);

    if (status || !fields->quick)
        return status;
    status = lab_experiment_make_quick(*out, error);
    server_return_memory();
    return status;
}

/* A user's own text has limits; built-in ones are safe. The job tries what would take the request too long. */
static by_status check(struct server_call *call, const struct lab_experiment *experiment, const char *field,
                       bool is_own, bool *is_tried)
{
    size_t searches = server_experiment_searches(experiment);
    by_error error = {0};

    if (searches > (size_t)call->limits->searches)
        return server_refuse(&call->fault, 422, field, "it has %zu searches, this server allows at most %d", searches,
                             call->limits->searches);
    if (is_own && check_options(experiment, call->limits, &call->fault))
        return call->fault.error.status;
    *is_tried = true;
    if (!lab_experiment_try(experiment, &error))
        return BY_OK;
    *is_tried = !lab_is_over(experiment);
    return *is_tried ? server_refuse_error(&call->fault, field, &error) : BY_OK;
}

/* An error in a text, or a timeout during the check. */
static by_status refuse_text(struct server_call *call, const char *field, by_error *error)
{
    if (error->status == BY_ERROR_LIMIT && server_is_ending(call->server))
        return server_refuse(&call->fault, 503, NULL, "the server is shutting down");
    if (error->status == BY_ERROR_LIMIT && server_call_is_abandoned(call))
        return server_refuse(&call->fault, 408, NULL, "the client has hung up");
    if (error->status == BY_ERROR_LIMIT && call->patience.is_over(call))
        return server_refuse(&call->fault, 422, field, "reading it takes more than %d ms, the limit of a request",
                             call->limits->check_ms);
    return server_refuse_error(&call->fault, field, error);
}

/* Only a user's own text has limits, also of the call's processor time. */
by_status server_experiment_open(struct server_call *call, bool *is_built_in, bool *is_tried,
                                 struct lab_experiment **out)
{
    const struct experiment_fields *fields = call->fields;
    const struct lab_patience patience = {.is_over = call->patience.is_over, .context = call};
    struct lab_reader reader = server_library_reader(library_of(call));
    const char *text = fields->name ? server_library_text(library_of(call), fields->name) : fields->text;
    const char *field = fields->name ? "name" : "text";
    by_error error = {0};
    by_status status;

    *out = NULL;
    *is_built_in = fields->name;
    if (!fields->name == !fields->text)
        return server_refuse(&call->fault, 400, field, "expected either 'text' or 'name'");
    if (!text)
        return refuse_name(call, 422, "name");
    reader.patience = &patience;
    if (fields->name)
        call->until_ms = INT64_MAX;
    else
        reader.bounds =
            (struct lab_bounds){.positions = MAX_POSITIONS, .variants = MAX_VARIANTS, .tree_nodes = MAX_TREE_NODES};
    if (read_text(fields, text, &reader, out, &error))
        status = refuse_text(call, field, &error);
    else
        status = check(call, *out, field, !fields->name, is_tried);
    if (!status) {
        (*out)->patience = NULL;
        return BY_OK;
    }
    lab_experiment_destroy(*out);
    *out = NULL;
    return status;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

static by_status check_experiment(struct server_call *call)
{
    struct lab_experiment *experiment;
    struct json *json = &call->json;
    bool is_built_in, is_tried;
    by_status status = server_experiment_open(call, &is_built_in, &is_tried, &experiment);

    if (status)
        return status;
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_bool(json, "ok", true);
    json_member_string(json, "title", experiment->title);
    json_member_string(json, "game", experiment->type->name);
    json_member_string(json, "limit", lab_limit_name(experiment->limit));
    json_member_integer(json, "positions", (int64_t)experiment->position_count);
    json_member_integer(json, "variants", (int64_t)experiment->variant_count);
    json_member_integer(json, "searches", (int64_t)server_experiment_searches(experiment));
    json_member_bool(json, "has_quick", experiment->quick_positions > 0);
    if (!is_tried)
        json_member_bool(json, "tried", false);
    json_put_end(json);
    lab_experiment_destroy(experiment);
    return BY_OK;
}

const struct server_route server_routes_experiments[] = {
    {SERVER_GET("/api/experiments", list_experiments)},
    {SERVER_GET("/api/experiments/$", show_experiment)},
    {SERVER_POST("/api/experiments/check", experiment_fields, check_experiment), .max_body = 2 * TEXT_BYTES,
     .is_slow = true},
    {SERVER_JOB("/api/experiments", experiment_fields, server_experiment_work), .max_body = 2 * TEXT_BYTES,
     .is_slow = true},
    {0},
};
