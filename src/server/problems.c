/* SPDX-License-Identifier: MIT
 *
 * GET /api/problems: the problems that we offer. POST /api/problems/read: problems of the user, in the forms that
 * solve/problem.h reads.
 */
#include "server/problems.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "server/position.h"
#include "server/records.h"
#include "server/routes.h"
#include "solve/problem.h"

enum { READ_MOST = 200, LEVELS = 5 };

/* ---- Go -------------------------------------------------------------------------------------------------------- */

static void put_position(struct json *json, const by_position *position)
{
    by_text text = {0};

    by_position_print(position, &text);
    json_member_printed(json, "start", &text);
}

/* Writes a problem and leaves its object open for more members. */
static void put_capture(struct json *json, const struct solve_problem *problem)
{
    struct by_node node;

    by_position_node(problem->position, &node);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "id", problem->id);
    json_member_string(json, "set", "go");
    json_member_string(json, "title", problem->id);
    json_member_string(json, "game", "go");
    json_put_key(json, "settings");
    json_put_object(json, JSON_ON_ONE_LINE);
    json_put_end(json);
    put_position(json, problem->position);
    json_member_string(json, "task", problem->is_attack ? "attack" : "defend");
    json_member_string(json, "block", problem->vertex);
    json_member_integer(json, "side", node.side);
}

static by_status put_own_capture(struct json *json, const struct solve_problem *problem, by_error *error)
{
    int level, plies;

    if (sscanf(problem->note, "level %d plies %d", &level, &plies) != 2)
        return by_error_set(error, BY_ERROR_INPUT, "%s: the note has no level", problem->id);
    put_capture(json, problem);
    json_member_integer(json, "level", level);
    json_member_integer(json, "moves", plies);
    json_put_end(json);
    return BY_OK;
}

static by_status put_captures(struct json *json, by_error *error)
{
    struct server_fault fault = {0};
    struct solve_problem *problem = NULL;
    by_game *go = NULL;
    size_t offset = 0;
    by_status status = server_game_open("go", NULL, &go, &fault);

    if (status) {
        *error = fault.error;
        return status;
    }
    do {
        status = solve_problem_read(go, server_problems_go(), &offset, &problem, error);
        if (!status && problem)
            status = put_own_capture(json, problem, error);
        if (!status)
            solve_problem_destroy(problem);
    } while (!status && problem);
    by_game_close(go);
    return status;
}

/* ---- Xiangqi --------------------------------------------------------------------------------------------------- */

struct mate {
    char id[16];
    int plies;
    char position[128];
};

static void put_mate(struct json *json, const struct mate *mate)
{
    int level = (mate->plies + 1) / 2;

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "id", mate->id);
    json_member_string(json, "set", "xiangqi");
    json_member_string(json, "title", mate->id);
    json_member_string(json, "game", "xiangqi");
    json_put_key(json, "settings");
    json_put_object(json, JSON_ON_ONE_LINE);
    json_put_end(json);
    json_member_string(json, "start", mate->position);
    json_member_string(json, "task", "win");
    json_member_string(json, "block", NULL);
    json_member_integer(json, "side", strstr(mate->position, " b ") != NULL);
    json_member_integer(json, "level", level < LEVELS ? level : LEVELS);
    json_member_integer(json, "moves", mate->plies);
    json_put_end(json);
}

static by_status put_mates(struct json *json, by_error *error)
{
    const char *line = server_problems_xiangqi();

    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        struct mate mate;

        if (*line == '#')
            continue;
        if (sscanf(line, "%15[^\t]\t%d\t%127[^\n]", mate.id, &mate.plies, mate.position) != 3)
            return by_error_set(error, BY_ERROR_INPUT, "a mate has another form: %.40s", line);
        put_mate(json, &mate);
    }
    return BY_OK;
}

static by_status list_problems(struct server_call *call)
{
    struct json json = {0};
    by_error error = {0};
    by_status status;

    json_put_array(&json, JSON_ON_ONE_LINE);
    status = put_captures(&json, &error);
    if (!status)
        status = put_mates(&json, &error);
    json_put_end(&json);
    if (status) {
        by_text_free(&json.text);
        return server_refuse(&call->fault, 503, NULL, "%-s", error.parts); /* the tests check our own files */
    }
    server_reply_json(call->reply, 200, &json);
    return BY_OK;
}

/* ---- The user's problems --------------------------------------------------------------------------------------- */

struct read_fields {
    const char *text;
};

static const struct server_field read_fields[] = {
    {.name = "text",
     .kind = SERVER_LINES,
     .least = 1,
     .most = SERVER_POSITION_TEXT,
     .is_needed = true,
     .offset = offsetof(struct read_fields, text)},
    {0},
};

static by_status put_read(struct json *json, const struct by_patience *patience, const by_game *go, const char *text,
                          int *count, by_error *error)
{
    struct solve_problem *problem = NULL;
    size_t offset = 0;
    by_status status = BY_OK;

    for (*count = 0; *count < READ_MOST; ++*count) {
        status = solve_problem_read(go, text, &offset, &problem, error);
        if (!status && problem && patience->is_over(patience->context))
            status = by_error_set(error, BY_ERROR_LIMIT, "the problems take too long to read");
        if (!status && problem) {
            put_capture(json, problem);
            json_put_end(json);
        }
        solve_problem_destroy(problem);
        if (status || !problem)
            break;
    }
    return status;
}

/* The reply with the problems of the text. */
static by_status show_read(const struct server_reading *reading, const by_game *go, const char *text)
{
    struct server_call *call = reading->call;
    struct json json = {0};
    by_error error = {0};
    int count = 0;
    by_status status = BY_OK;

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_put_key(&json, "problems");
    json_put_array(&json, JSON_ON_ONE_LINE);
    if (put_read(&json, &reading->patience, go, text, &count, &error))
        status = server_reading_is_over(reading) ? BY_ERROR_LIMIT : server_refuse_error(&call->fault, "text", &error);
    else if (!count)
        status = server_refuse(&call->fault, 422, "text", "there is no problem in the text");
    json_put_end(&json);
    json_put_end(&json);
    if (status)
        by_text_free(&json.text);
    else
        server_reply_json(call->reply, 200, &json);
    return status;
}

static by_status read_problems(struct server_call *call)
{
    const struct read_fields *fields = call->fields;
    struct server_reading reading;
    by_text marked = {0};
    by_game *go = NULL;
    by_status status = server_game_open("go", NULL, &go, &call->fault);

    if (status)
        return status;
    server_reading_begin(&reading, call);
    by_game_set_patience(go, &reading.patience);
    status = server_mark_as_utf8(fields->text, &marked, &call->fault);
    if (!status)
        status = show_read(&reading, go, by_text_string(&marked));
    by_text_free(&marked);
    by_game_close(go);
    return status;
}

const struct server_route server_routes_problems[] = {
    {.method = "GET", .pattern = "/api/problems", .handle = list_problems},
    {.method = "POST",
     .pattern = "/api/problems/read",
     .fields = read_fields,
     .size = sizeof(struct read_fields),
     .handle = read_problems},
    {0},
};
