/* SPDX-License-Identifier: MIT
 *
 * GET /api/problems: the problems that we offer. POST /api/problems/read: problems of the user, in the forms that
 * solve/problem.h reads.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "server/built_in.h"
#include "server/json_parts.h"
#include "server/routes.h"
#include "solve/problem.h"

enum { MAX_READ = 200, LEVELS = 5 };

/* A problem of any game, as replies have it. */
struct problem {
    const char *id, *game, *start, *task, *block; /* block NULL: it is about no block */
    int side;
    int level, plies; /* 0: unknown */
};

static void add_problem(struct json *json, const struct problem *problem)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "id", problem->id);
    json_member_string(json, "set", problem->game);
    json_member_string(json, "title", problem->id);
    json_member_string(json, "game", problem->game);
    json_member_object(json, "settings", JSON_ON_ONE_LINE);
    json_put_end(json);
    json_member_string(json, "start", problem->start);
    json_member_string(json, "task", problem->task);
    json_member_string(json, "block", problem->block);
    json_member_integer(json, "side", problem->side);
    if (problem->level) {
        json_member_integer(json, "level", problem->level);
        json_member_integer(json, "moves", problem->plies);
    }
    json_put_end(json);
}

/* ---- Go -------------------------------------------------------------------------------------------------------- */

static void add_capture(struct json *json, const struct solve_problem *problem, int level, int plies)
{
    struct by_node node;
    by_text text = {0};

    by_position_node(problem->position, &node);
    by_position_print(problem->position, &text);
    add_problem(json, &(const struct problem){
                          .id = problem->id,
                          .game = "go",
                          .start = by_text_string(&text),
                          .task = problem->is_attack ? "attack" : "defend",
                          .block = problem->vertex,
                          .side = node.side,
                          .level = level,
                          .plies = plies,
                      });
    json->text.failed |= text.failed;
    by_text_free(&text);
}

static by_status open_go(struct server_call *call)
{
    const struct server_question question = {.game = "go"};
    by_status status = server_position_open(&question, false, &call->at, &call->fault);

    if (!status)
        by_game_set_patience(call->at.game, &call->patience);
    return status;
}

/* Reads problems of a text: all of ours, which have their level and number of plies as a note, or the first of others.
 */
static by_status add_captures(struct server_call *call, const char *text, bool is_ours, int *count, by_error *error)
{
    struct solve_problem *problem = NULL;
    size_t offset = 0;
    by_status status = BY_OK;

    for (*count = 0; is_ours || *count < MAX_READ; ++*count) {
        int level = 0, plies = 0;

        status = solve_problem_read(call->at.game, text, &offset, &problem, error);
        if (status || !problem)
            break;
        if (!is_ours && call->patience.is_over(call))
            status = by_error_set(error, BY_ERROR_LIMIT, "the problems take too long to read");
        else if (is_ours && sscanf(problem->note, "level %d plies %d", &level, &plies) != 2)
            status = by_error_set(error, BY_ERROR_INPUT, "%s: the note has no level", problem->id);
        else
            add_capture(&call->json, problem, level, plies);
        solve_problem_destroy(problem);
        if (status)
            break;
    }
    return status;
}

/* ---- Xiangqi --------------------------------------------------------------------------------------------------- */

static by_status add_mates(struct json *json, by_error *error)
{
    const char *line = server_problems_xiangqi;

    for (; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char id[16], position[128];
        int plies;

        if (*line == '#')
            continue;
        if (sscanf(line, "%15[^\t]\t%d\t%127[^\n]", id, &plies, position) != 3)
            return by_error_set(error, BY_ERROR_INPUT, "a mate has another form: %.40s", line);
        add_problem(json, &(const struct problem){
                              .id = id,
                              .game = "xiangqi",
                              .start = position,
                              .task = "win",
                              .side = strstr(position, " b ") != NULL,
                              .level = (plies + 1) / 2 < LEVELS ? (plies + 1) / 2 : LEVELS,
                              .plies = plies,
                          });
    }
    return BY_OK;
}

static by_status list_problems(struct server_call *call)
{
    by_error error = {0};
    int count;
    by_status status = open_go(call);

    if (status)
        return status;
    json_put_array(&call->json, JSON_ON_ONE_LINE);
    status = add_captures(call, server_problems_go, true, &count, &error);
    if (!status)
        status = add_mates(&call->json, &error);
    json_put_end(&call->json);
    /* The tests check our own files. */
    return status ? server_refuse(&call->fault, 503, NULL, "%-s", error.parts) : BY_OK;
}

/* ---- The user's problems --------------------------------------------------------------------------------------- */

struct read_fields {
    const char *text;
};

static const struct server_field read_fields[] = {
    {.name = "text",
     .kind = SERVER_LINES,
     .min = 1,
     .max = SERVER_POSITION_TEXT,
     .is_needed = true,
     .offset = offsetof(struct read_fields, text)},
    {0},
};

static by_status read_problems(struct server_call *call)
{
    const struct read_fields *fields = call->fields;
    const by_text *text = server_call_mark(call, fields->text);
    by_error error = {0};
    int count;
    by_status status = text ? open_go(call) : BY_ERROR_MEMORY;

    if (status)
        return status;
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_array(&call->json, "problems", JSON_ON_ONE_LINE);
    if (add_captures(call, by_text_string(text), false, &count, &error))
        return server_call_is_over(call) ? BY_ERROR_LIMIT : server_refuse_error(&call->fault, "text", &error);
    if (!count)
        return server_refuse(&call->fault, 422, "text", "there is no problem in the text");
    json_put_end(&call->json);
    json_put_end(&call->json);
    return BY_OK;
}

const struct server_route server_routes_problems[] = {
    {SERVER_GET("/api/problems", list_problems)},
    {SERVER_POST("/api/problems/read", read_fields, read_problems)},
    {0},
};
