/* SPDX-License-Identifier: MIT
 *
 * GET /api/experiments lists the built-in experiments. POST /api/experiments runs one of them, or a text of the user,
 * as a job. Limits bound a text, and it reads built-in files only.
 */
#define _POSIX_C_SOURCE 200809L
#include <stddef.h>
#include <string.h>

#include "front/json.h"
#include "lab/database.h"
#include "lab/header.h"
#include "server/experiment_job.h"
#include "server/library.h"
#include "server/memory.h"
#include "server/routes.h"

enum {
    TEXT_BYTES = 64 * 1024,
    POSITIONS_MOST = 500,
    VARIANTS_MOST = 64,
    TREE_NODES_MOST = 10000,
};

static const struct server_asset *library_of(const struct server_call *call)
{
    return server_settings_of(call->server)->library;
}

/* ---- The list -------------------------------------------------------------------------------------------------- */

/* False if this program was built without SQLite, which stores the rows. */
static by_status try_database(by_error *error)
{
    lab_database *database = NULL;
    by_status status = lab_database_open(":memory:", false, NULL, &database, error);

    lab_database_close(database);
    return status;
}

/* Each line becomes a text. */
static void put_lines(struct json *json, const char *key, const by_text *lines)
{
    by_text line = {0};

    json_put_key(json, key);
    json_put_array(json, JSON_ON_ONE_LINE);
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

static void put_header(struct json *json, const struct server_call *call, const char *name, const char *text,
                       bool is_runnable)
{
    struct lab_header header;
    bool is_scanned = lab_header_scan(text, &header);

    json_member_string(json, "name", name);
    json_member_string(json, "title", text_or_null(&header.title));
    json_member_string(json, "about", text_or_null(&header.about));
    json_member_string(json, "paper", text_or_null(&header.paper));
    json_member_string(json, "game", text_or_null(&header.game));
    put_lines(json, "positions", &header.positions);
    json_member_integer(json, "cost_s", header.cost);
    json_member_integer(json, "quick_s", header.quick_cost);
    json_member_bool(json, "published", server_library_report(library_of(call), name) != NULL);
    json_member_bool(json, "run_here", is_runnable && header.has_quick);
    json->text.failed |= !is_scanned;
    lab_header_free(&header);
}

static by_status list_experiments(struct server_call *call)
{
    bool is_runnable = !try_database(NULL);
    char name[SERVER_EXPERIMENT_NAME];
    struct json json = {0};

    json_put_array(&json, JSON_ON_LINES);
    for (const struct server_asset *at = server_library_next(library_of(call), name); at;
         at = server_library_next(at + 1, name)) {
        json_put_object(&json, JSON_ON_ONE_LINE);
        put_header(&json, call, name, (const char *)at->data, is_runnable);
        json_put_end(&json);
    }
    json_put_end(&json);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

static by_status refuse_name(struct server_call *call, int status, const char *field)
{
    return server_refuse(&call->fault, status, field, "there is no such experiment, see GET /api/experiments");
}

static by_status show_experiment(struct server_call *call)
{
    const char *text = server_library_text(library_of(call), call->name);
    struct json json = {0};

    if (!text)
        return refuse_name(call, 404, NULL);
    json_put_object(&json, JSON_ON_ONE_LINE);
    put_header(&json, call, call->name, text, !try_database(NULL));
    json_member_string(&json, "text", text);
    json_put_end(&json);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

/* ---- Reading one ----------------------------------------------------------------------------------------------- */

struct experiment_fields {
    const char *text, *name;
    bool quick;
};

#define AT(member) .offset = offsetof(struct experiment_fields, member)

static const struct server_field experiment_fields[] = {
    {.name = "text", .kind = SERVER_LINES, .least = 1, .most = TEXT_BYTES, AT(text)},
    {.name = "name", .kind = SERVER_TEXT, .least = 1, .most = SERVER_EXPERIMENT_NAME - 1, AT(name)},
    {.name = "quick", .kind = SERVER_SWITCH, AT(quick)},
    {0},
};

static by_status refuse_variant(struct server_fault *fault, const struct lab_variant *variant, const char *option,
                                int most)
{
    by_error error = {0};

    (void)by_error_set_at(&error, BY_ERROR_LIMIT, variant->line, 1, "variant %s: %s is at most %d on this server",
                          variant->name, option, most);
    return server_refuse_error(fault, "text", &error);
}

static by_status check_options(const struct lab_experiment *experiment, const struct server_limits *limits,
                               struct server_fault *fault)
{
    const struct {
        const char *name;
        int most;
    } bounds[] = {{"memory_kib", limits->memory_kib}, {"threads", limits->threads}};

    for (size_t i = 0; i < experiment->variant_count; i++)
        for (size_t j = 0; j < sizeof bounds / sizeof bounds[0]; j++) {
            const by_options *options = experiment->variants[i].options;

            if (by_option_find(by_options_table(options), bounds[j].name) &&
                by_options_number(options, bounds[j].name) > bounds[j].most)
                return refuse_variant(fault, &experiment->variants[i], bounds[j].name, bounds[j].most);
        }
    return BY_OK;
}

static by_status check_searches(const struct lab_experiment *experiment, const struct server_limits *limits,
                                const char *field, struct server_fault *fault)
{
    size_t searches = server_experiment_searches(experiment);

    return searches <= (size_t)limits->searches
               ? BY_OK
               : server_refuse(fault, 422, field, "it has %zu searches, this server allows at most %d", searches,
                               limits->searches);
}

/* The time limit of a request. A user's own text also has a limit of processor time, and every request ends with the
 * server. */
struct budget {
    const struct server *server;
    int64_t until_ms; /* 0: built-in experiments need no limit */
    struct lab_patience patience;
};

static bool is_spent(void *context)
{
    const struct budget *budget = context;

    return server_is_ending(budget->server) || (budget->until_ms && server_processor_ms() >= budget->until_ms);
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
static by_status check(const struct server_call *call, const struct lab_experiment *experiment, const char *field,
                       bool is_own, bool *is_tried, struct server_fault *fault)
{
    const struct server_limits *limits = &server_settings_of(call->server)->limits;
    by_error error = {0};
    by_status status = check_searches(experiment, limits, field, fault);

    if (!status && is_own)
        status = check_options(experiment, limits, fault);
    *is_tried = true;
    if (status || !lab_experiment_try(experiment, &error))
        return status;
    *is_tried = !lab_is_over(experiment);
    return *is_tried ? server_refuse_error(fault, field, &error) : BY_OK;
}

/* An error in a text, or a timeout during the check. */
static by_status refuse_text(struct server_call *call, const struct budget *budget, const char *field, by_error *error)
{
    if (error->status == BY_ERROR_LIMIT && server_is_ending(call->server))
        return server_refuse(&call->fault, 503, NULL, "the server is shutting down");
    if (error->status == BY_ERROR_LIMIT && budget->patience.is_over(budget->patience.context))
        return server_refuse(&call->fault, 422, field, "reading it takes more than %d ms, the limit of a request",
                             server_settings_of(call->server)->limits.check_ms);
    return server_refuse_error(&call->fault, field, error);
}

/* The experiment that a request names; NULL after a fault. Its patience is that of the request. */
static by_status open_experiment(struct server_call *call, struct budget *budget, bool *is_tried,
                                 struct lab_experiment **out)
{
    const struct experiment_fields *fields = call->fields;
    struct lab_reader reader = server_library_reader(library_of(call));
    const char *text = fields->name ? server_library_text(library_of(call), fields->name) : fields->text;
    const char *field = fields->name ? "name" : "text";
    by_error error = {0};
    by_status status;

    *out = NULL;
    if (!fields->name == !fields->text)
        return server_refuse(&call->fault, 400, field, "expected either 'text' or 'name'");
    if (!text)
        return refuse_name(call, 422, "name");
    if (!fields->name) {
        reader.bounds =
            (struct lab_bounds){.positions = POSITIONS_MOST, .variants = VARIANTS_MOST, .tree_nodes = TREE_NODES_MOST};
        budget->until_ms = server_processor_ms() + server_settings_of(call->server)->limits.check_ms;
    }
    budget->server = call->server;
    budget->patience = (struct lab_patience){.is_over = is_spent, .context = budget};
    reader.patience = &budget->patience;
    if (read_text(fields, text, &reader, out, &error))
        status = refuse_text(call, budget, field, &error);
    else
        status = check(call, *out, field, !fields->name, is_tried, &call->fault);
    if (status) {
        lab_experiment_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

static by_status check_experiment(struct server_call *call)
{
    struct lab_experiment *experiment;
    struct budget budget = {0};
    struct json json = {0};
    bool is_tried;
    by_status status = open_experiment(call, &budget, &is_tried, &experiment);

    if (status)
        return status;
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_bool(&json, "ok", true);
    json_member_string(&json, "title", experiment->title);
    json_member_string(&json, "game", experiment->type->name);
    json_member_string(&json, "limit", lab_limit_name(experiment->limit));
    json_member_integer(&json, "positions", (int64_t)experiment->position_count);
    json_member_integer(&json, "variants", (int64_t)experiment->variant_count);
    json_member_integer(&json, "searches", (int64_t)server_experiment_searches(experiment));
    json_member_bool(&json, "has_quick", experiment->quick_positions > 0);
    if (!is_tried)
        json_member_bool(&json, "tried", false);
    json_put_end(&json);
    lab_experiment_destroy(experiment);
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

static by_status begin_experiment(struct server_call *call)
{
    const struct experiment_fields *fields = call->fields;
    struct lab_experiment *experiment = NULL;
    struct server_experiment *self;
    by_error error = {0};
    struct server_share share;
    struct budget budget = {0};
    uint64_t id;
    int threads;
    bool is_tried;
    by_status status;

    if (try_database(&error))
        return server_refuse_error(&call->fault, NULL, &error);
    status = open_experiment(call, &budget, &is_tried, &experiment);
    if (status)
        return status;
    threads = server_experiment_threads(experiment);
    if (server_experiment_create(experiment, fields->name != NULL, is_tried, &self, &error))
        return server_refuse_error(&call->fault, NULL, &error);
    share = (struct server_share){.threads = threads,
                                  .time_ms = server_settings_of(call->server)->limits.time_ms,
                                  .has_no_grace = true,
                                  .bytes = server_experiment_bytes(self)};
    status = server_jobs_add(server_jobs_of(call->server), call->client, &server_experiment_work, self, &share, &id,
                             &call->fault);
    if (!status)
        server_call_begun(call, id);
    return status;
}

#define EXPERIMENT_BODY                                                                                                \
    .body_most = 2 * TEXT_BYTES, .fields = experiment_fields, .size = sizeof(struct experiment_fields)

const struct server_route server_routes_experiments[] = {
    {.method = "GET", .pattern = "/api/experiments", .handle = list_experiments},
    {.method = "GET", .pattern = "/api/experiments/$", .handle = show_experiment},
    {.method = "POST",
     .pattern = "/api/experiments/check",
     EXPERIMENT_BODY,
     .is_slow = true,
     .handle = check_experiment},
    {.method = "POST",
     .pattern = "/api/experiments",
     .needs_client = true,
     .is_slow = true,
     EXPERIMENT_BODY,
     .handle = begin_experiment},
    {0},
};
