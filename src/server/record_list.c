/* SPDX-License-Identifier: MIT
 *
 * POST /api/records/list: the names of all records of a file in one reply. Otherwise a client would have to send the
 * whole file once for each record.
 */
#include <string.h>

#include "boyi/record.h"
#include "front/json.h"
#include "server/position.h"
#include "server/records.h"
#include "server/routes.h"

#define BLANKS " \t\r\n\v\f"

struct list_fields {
    const char *game;
    const struct json_value *settings;
    const char *text;
};

#define AT(member) .offset = offsetof(struct list_fields, member)

static const struct server_field list_fields[] = {
    {.name = "game", .kind = SERVER_TEXT, .most = 32, .is_needed = true, AT(game)},
    {.name = "settings", .kind = SERVER_SETTINGS, .most = SERVER_SETTINGS_MOST, AT(settings)},
    {.name = "text", .kind = SERVER_LINES, .most = SERVER_RECORD_BYTES, .is_needed = true, AT(text)},
    {0},
};

struct listing {
    struct server_call *call;
    const by_game *game;
    struct server_reading reading;
    by_text marked;
    size_t offset; /* start of the next record */
    int count;     /* of the records in the reply */
    struct json json;
};

/* Adds one record, damaged or not; `is_last`: there was no more. */
static by_status list_record(struct listing *l, bool *is_last)
{
    by_error error = {0};
    by_record *record = NULL;
    size_t begin = l->offset;
    by_status status =
        by_record_read(l->game, by_text_string(&l->marked), l->marked.length, &l->offset, &record, &error);

    if (server_reading_is_over(&l->reading))
        status = BY_ERROR_LIMIT;
    else if (status && status != BY_ERROR_INPUT)
        status = server_refuse_error(&l->call->fault, status == BY_ERROR_UNSUPPORTED ? "game" : "text", &error);
    else
        status = BY_OK;
    *is_last = !record || l->offset == begin;
    if (!status && record) {
        json_put_object(&l->json, JSON_ON_ONE_LINE);
        server_put_tags(&l->json, record, BY_RECORD_ROOT);
        json_put_end(&l->json);
        l->count++;
    }
    by_record_destroy(record);
    return status;
}

static bool has_more(const struct listing *l)
{
    const char *rest = by_text_string(&l->marked) + l->offset;

    return rest[strspn(rest, BLANKS)] && l->count <= SERVER_RECORD_INDEX;
}

static by_status put_list(struct listing *l)
{
    bool is_last = false;
    by_status status = BY_OK;

    json_put_object(&l->json, JSON_ON_ONE_LINE);
    json_put_key(&l->json, "records");
    json_put_array(&l->json, JSON_ON_ONE_LINE);
    while (!status && !is_last && has_more(l))
        status = list_record(l, &is_last);
    json_put_end(&l->json);
    json_put_end(&l->json);
    if (!status && !l->count)
        status = server_refuse(&l->call->fault, 422, "text", "the text has no record");
    return status;
}

static by_status list_records(struct server_call *call)
{
    const struct list_fields *fields = call->fields;
    struct listing l = {.call = call};
    by_game *game;
    by_status status = server_game_open(fields->game, fields->settings, &game, &call->fault);

    if (status)
        return status;
    l.game = game;
    server_reading_begin(&l.reading, call);
    by_game_set_patience(game, &l.reading.patience);
    status = server_mark_as_utf8(fields->text, &l.marked, &call->fault);
    if (!status)
        status = put_list(&l);
    if (status)
        by_text_free(&l.json.text);
    else
        server_reply_json(call->reply, 200, &l.json);
    by_text_free(&l.marked);
    by_game_close(game);
    return status;
}

const struct server_route server_routes_record_list[] = {
    {.method = "POST",
     .pattern = "/api/records/list",
     .body_most = SERVER_RECORD_BODY,
     .fields = list_fields,
     .size = sizeof(struct list_fields),
     .handle = list_records},
    {0},
};
