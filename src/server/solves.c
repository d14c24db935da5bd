/* SPDX-License-Identifier: MIT
 *
 * POST /api/solves: can this block be captured or saved, can the side to move win? A job; solve_proof.c shows its
 * proof.
 */
#include "server/solves.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "front/json_message.h"
#include "server/lines.h"
#include "server/method.h"
#include "server/routes.h"
#include "solve/line.h"
#include "solve/problem.h"
#include "solve/prove.h"
#include "solve/win.h"

/* ---- Lifetime -------------------------------------------------------------------------------------------------- */

static void solve_free(void *context)
{
    struct server_solve *self = context;

    by_record_destroy(self->proof);
    by_position_destroy(self->root);
    by_game_close(self->goal);
    server_position_free(&self->at);
    by_text_free(&self->settings);
    by_text_free(&self->answer);
    free(self);
}

static void solve_write(void *context, struct json *json)
{
    const struct server_solve *self = context;

    if (self->answer.length || self->answer.failed)
        json_member_json(json, "answer", &self->answer);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* The members that answers to both kinds of questions share. */
struct reply {
    const char *code;
    by_move move; /* BY_MOVE_NONE: none */
    const by_move *line;
    int length;
    bool is_proved;
    const char *doubt;      /* NULL: none */
    const char *prediction; /* NULL: none */
    int depth;
    uint64_t nodes;
    int64_t time_us;
    enum by_stop_reason stopped;
};

static void put_first_move(struct json *json, by_position *walker, by_move move)
{
    by_text text = {0};

    if (move != BY_MOVE_NONE)
        by_position_print_move(walker, move, &text);
    json_member_string(json, "move", move == BY_MOVE_NONE ? NULL : by_text_string(&text));
    json->text.failed |= text.failed;
    by_text_free(&text);
}

static void put_doubt(struct json *json, const char *doubt)
{
    by_text parts = {.keeps_parts = true};

    if (doubt) {
        by_text_add_message(&parts, "%-s", doubt);
        json_member_message(json, "doubt", by_text_string(&parts));
    } else {
        json_member_string(json, "doubt", NULL);
    }
    json->text.failed |= parts.failed;
    by_text_free(&parts);
}

static void put_reply(struct json *json, const struct server_solve *self, by_position *walker,
                      const struct reply *reply)
{
    const struct by_line line = {.moves = reply->line, .length = reply->length};

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "code", reply->code);
    put_first_move(json, walker, reply->move);
    server_put_moves(json, "line", walker, &line, 0);
    server_put_moves(json, "texts", walker, &line, self->notation);
    json_member_string(json, "trust", reply->is_proved ? "proved" : "heuristic");
    put_doubt(json, reply->doubt);
    json_member_string(json, "prediction", reply->prediction);
    json_member_integer(json, "depth", reply->depth);
    json_member_integer(json, "nodes", (int64_t)reply->nodes);
    json_put_key(json, "time_ms");
    json_put_thousandths(json, reply->time_us);
    json_member_string(json, "stopped", by_stop_reason_name(reply->stopped));
    json_member_integer(json, "proof_nodes", self->proof_nodes);
    json_member_bool(json, "has_proof", self->proof != NULL);
    json_put_end(json);
}

static by_status keep_reply(struct server_solve *self, const struct reply *reply, by_error *error)
{
    struct json json = {0};
    by_position *walker = NULL;
    by_status status = by_position_copy(self->at.position, &walker, error);

    if (status)
        return status;
    put_reply(&json, self, walker, reply);
    by_position_destroy(walker);
    server_job_lock(self->job);
    server_keep_json(&self->answer, &json.text);
    server_job_unlock(self->job);
    by_text_free(&json.text);
    return BY_OK;
}

/* ---- Captures -------------------------------------------------------------------------------------------------- */

/* Keeps the solver's proof if it agrees with the answer. */
static by_status keep_capture(struct server_solve *self, const solver *s, const struct solve_answer *answer,
                              by_error *error)
{
    bool is_captured = self->is_attack == (answer->code == SOLVE_YES);
    const struct solve_proof *proof = solver_proof(s);

    if (!proof->record || proof->question.is_reached != is_captured ||
        (answer->code != SOLVE_YES && answer->code != SOLVE_NO))
        return BY_OK;
    return server_solve_keep(self, proof->record, &proof->question, error);
}

static by_status answer_capture(struct server_solve *self, solver *s, struct solve_lines *lines,
                                const struct solve_settings *settings, by_error *error)
{
    const struct solve_question question = {self->at.position, self->point, self->is_attack};
    struct solve_answer answer;
    by_status status = solver_ask(s, &question, &answer, error);

    if (!status)
        status = solve_finish_line(lines, settings, &question, &answer, error);
    if (!status && self->wants_proof)
        status = keep_capture(self, s, &answer, error);
    if (status)
        return status;
    return keep_reply(self,
                      &(struct reply){
                          .code = solve_code_name(answer.code),
                          .move = answer.move,
                          .line = answer.line,
                          .length = answer.length,
                          .is_proved = answer.is_proved,
                          .doubt = answer.doubt,
                          .prediction = answer.prediction ? solve_prediction_name(answer.prediction) : NULL,
                          .depth = answer.depth,
                          .nodes = answer.nodes,
                          .time_us = answer.time_us,
                          .stopped = answer.stopped,
                      },
                      error);
}

static by_status solve_capture(struct server_solve *self, by_error *error)
{
    struct solve_settings settings = {
        .time_ms = self->time_ms,
        .nodes = self->nodes,
        .stop = server_job_stop(self->job),
        .wants_record = self->wants_proof,
    };
    struct solve_lines lines = {0};
    by_options *options = NULL;
    solver *s = NULL;
    by_status status = by_method_find("df-pn+", &settings.method, error);

    if (!status)
        status = solve_options_create(settings.method, &options, error);
    if (!status)
        status = by_options_set_number(options, "memory_kib", self->memory_kib, error);
    settings.options = options;
    if (!status)
        status = solver_create(&settings, &s, error);
    if (!status)
        status = answer_capture(self, s, &lines, &settings, error);
    solve_lines_free(&lines);
    solver_destroy(s);
    by_options_destroy(options);
    return status;
}

/* ---- Wins ------------------------------------------------------------------------------------------------------ */

static const char *win_code(const struct server_solve *self, enum by_answer answer)
{
    if (answer == BY_ANSWER_UNKNOWN)
        return "unknown";
    return self->is_attack == (answer == BY_ANSWER_YES) ? "yes" : "no";
}

static by_status solve_win(struct server_solve *self, by_error *error)
{
    const struct win_settings settings = {
        .memory_kib = self->memory_kib,
        .limits = {.time_ms = self->time_ms, .nodes = self->nodes, .stop = server_job_stop(self->job)},
        .tree_most = SERVER_PROOF_NODES,
    };
    struct reach_question question = {.position = self->at.position, .threshold = BY_WIN_LEAST, .plies = self->plies};
    struct win_answer *answer = malloc(sizeof *answer);
    struct by_node node;
    by_status status;

    if (!answer)
        return by_error_no_memory(error);
    by_position_node(self->at.position, &node);
    question.prover = self->is_attack ? node.side : !node.side;
    status = win_ask(&question, &settings, answer, error);
    if (!status && self->wants_proof && answer->record)
        status = server_solve_keep(self, answer->record, &answer->question, error);
    if (!status)
        status = keep_reply(self,
                            &(struct reply){
                                .code = win_code(self, answer->answer),
                                .move = answer->length ? answer->line[0] : BY_MOVE_NONE,
                                .line = answer->line,
                                .length = answer->length,
                                .is_proved = answer->is_proved,
                                .doubt = answer->doubt,
                                .depth = answer->depth,
                                .nodes = answer->nodes,
                                .time_us = answer->time_us,
                                .stopped = answer->stopped,
                            },
                            error);
    by_record_destroy(answer->record);
    free(answer);
    return status;
}

static by_status solve_run(void *context, server_job *job, by_error *error)
{
    struct server_solve *self = context;

    self->job = job;
    server_job_settles(job, SERVER_RESULT_BYTES + server_position_bytes(&self->at));
    return self->is_capture ? solve_capture(self, error) : solve_win(self, error);
}

const struct server_work server_solve_work = {
    .kind = "solve", .run = solve_run, .write = solve_write, .free = solve_free};

/* ---- Request --------------------------------------------------------------------------------------------------- */

struct solve_fields {
    struct server_position_fields position;
    const char *block, *task, *notation;
    int64_t time_ms, nodes, plies;
    bool wants_proof;
};

#define AT(member) .offset = offsetof(struct solve_fields, member)

static const struct server_field solve_fields[] = {
    SERVER_POSITION_ROWS(struct solve_fields),
    {.name = "block", .kind = SERVER_TEXT, .least = 1, .most = 8, AT(block)},
    {.name = "task", .kind = SERVER_TEXT, .most = 16, .is_needed = true, AT(task)},
    {.name = "notation", .kind = SERVER_TEXT, .most = 64, AT(notation)},
    {.name = "time_ms", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(time_ms)},
    {.name = "nodes", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(nodes)},
    {.name = "plies", .kind = SERVER_NUMBER, .least = 1, .most = BY_MAX_PLY, AT(plies)},
    {.name = "wants_proof", .kind = SERVER_SWITCH, AT(wants_proof)},
    {0},
};

static by_status read_limits(struct server_solve *self, const struct solve_fields *fields,
                             const struct server_limits *limits, struct server_fault *fault)
{
    by_status status = server_bound_number("time_ms", fields->time_ms, limits->time_ms, fault);

    if (!status)
        status = server_bound_number("nodes", fields->nodes, limits->nodes, fault);
    self->time_ms = fields->time_ms                     ? fields->time_ms
                    : limits->time_ms < SERVER_SOLVE_MS ? limits->time_ms
                                                        : SERVER_SOLVE_MS;
    self->nodes = (uint64_t)(fields->nodes || limits->nodes == INT64_MAX ? fields->nodes : limits->nodes);
    self->memory_kib = limits->memory_kib;
    self->wants_proof = fields->wants_proof;
    return status;
}

/* Reads the block. The goal checks whether there is a stone. */
static by_status read_block(struct server_solve *self, const char *block, struct server_fault *fault)
{
    struct by_goal_question question = {.prover_first = self->is_attack};
    by_game *goal = NULL;
    by_position *position = NULL;
    struct by_board board;
    by_error error = {0};
    by_status status = by_position_board(self->at.position, &board, &error);

    if (!status)
        status = solve_open_goal(NULL, "", &goal, &error);
    if (!status)
        status = by_position_create(goal, &position, &error);
    if (!status) {
        self->point = question.squares[0] = solve_read_vertex(board.columns, block, strlen(block));
        status = by_position_set_question(position, self->at.position, &question, &error);
    }
    by_position_destroy(position);
    by_game_close(goal);
    return status ? server_refuse_error(fault, "block", &error) : BY_OK;
}

static by_status read_capture(struct server_solve *self, const struct solve_fields *fields, struct server_fault *fault)
{
    self->is_capture = true;
    self->is_attack = strcmp(fields->task, "attack") == 0;
    if (!self->is_attack && strcmp(fields->task, "defend") != 0)
        return server_refuse(fault, 422, "task", "'%s' is no task of go, expected attack or defend", fields->task);
    if (!fields->block)
        return server_refuse(fault, 422, "block", "'block' is missing: a stone of the block in question");
    if (fields->plies)
        return server_refuse(fault, 422, "plies", "the question about a block has no limit of plies");
    if (strchr(fields->block, ' '))
        return server_refuse(fault, 422, "block", "'%s' is no vertex", fields->block);
    return read_block(self, fields->block, fault);
}

static by_status read_win(struct server_solve *self, const struct solve_fields *fields, struct server_fault *fault)
{
    const by_game_type *type = by_game_type_of(self->at.game);

    self->is_attack = strcmp(fields->task, "win") == 0;
    if (!self->is_attack && strcmp(fields->task, "hold") != 0)
        return server_refuse(fault, 422, "task", "'%s' is no task of %s, expected win or hold", fields->task,
                             type->name);
    if (fields->block)
        return server_refuse(fault, 422, "block", "%s has no blocks", type->name);
    self->plies = (int)fields->plies;
    return BY_OK;
}

/* The settings, as in the file of a proof. */
static void print_settings(const struct json_value *settings, by_text *out)
{
    const struct json_value *setting = settings ? settings->child : NULL;

    for (; setting; setting = setting->next) {
        by_text_printf(out, "%s%s=", out->length ? " " : "", setting->name);
        if (setting->kind == JSON_STRING)
            by_text_add(out, setting->text);
        else if (setting->kind == JSON_BOOL)
            by_text_add(out, setting->truth ? "on" : "off");
        else
            by_text_printf(out, "%lld", (long long)setting->integer);
    }
}

static by_status read_question(struct server_solve *self, const struct solve_fields *fields, struct server_fault *fault)
{
    by_status status = server_position_open(&fields->position, &self->at, fault);

    if (!status)
        status = server_notation_find(self->at.game, fields->notation, &self->notation, fault);
    if (status)
        return status;
    print_settings(fields->position.settings, &self->settings);
    if (self->settings.failed)
        return server_refuse(fault, 503, NULL, "out of memory");
    return strcmp(by_game_type_of(self->at.game)->name, "go") == 0 ? read_capture(self, fields, fault)
                                                                   : read_win(self, fields, fault);
}

static by_status begin_solve(struct server_call *call)
{
    const struct solve_fields *fields = call->fields;
    struct server_solve *self = calloc(1, sizeof *self);
    by_status status;
    struct server_share share;
    uint64_t id;

    if (!self)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    status = read_limits(self, fields, &server_settings_of(call->server)->limits, &call->fault);
    if (!status)
        status = read_question(self, fields, &call->fault);
    if (status) {
        solve_free(self);
        return status;
    }
    share = (struct server_share){.threads = 1, .time_ms = self->time_ms, .bytes = server_position_bytes(&self->at)};
    status = server_jobs_add(server_jobs_of(call->server), call->client, &server_solve_work, self, &share, &id,
                             &call->fault);
    if (!status)
        server_call_begun(call, id);
    return status;
}

const struct server_route server_routes_solves[] = {
    {.method = "POST",
     .pattern = "/api/solves",
     .needs_client = true,
     .fields = solve_fields,
     .size = sizeof(struct solve_fields),
     .handle = begin_solve},
    {0},
};
