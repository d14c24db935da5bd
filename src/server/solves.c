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

#include "front/json_message.h"
#include "server/json_parts.h"
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
    free(self);
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

static by_status store_reply(struct server_solve *self, const struct reply *reply, by_error *error)
{
    const struct by_line line = {.moves = reply->line, .length = reply->length};
    struct json json = {0};
    by_text doubt = {.keeps_parts = true};
    by_position *walker = NULL;
    by_status status = by_position_copy(self->at.position, &walker, error);

    if (status)
        return status;
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_string(&json, "code", reply->code);
    server_add_best(&json, "move", walker, reply->move);
    server_add_moves(&json, "line", walker, &line, 0);
    server_add_moves(&json, "texts", walker, &line, self->notation);
    json_member_string(&json, "trust", reply->is_proved ? "proved" : "heuristic");
    if (reply->doubt) {
        by_text_add_message(&doubt, "%-s", reply->doubt);
        json_member_message(&json, "doubt", by_text_string(&doubt));
        json.text.failed |= doubt.failed;
        by_text_free(&doubt);
    } else {
        json_member_string(&json, "doubt", NULL);
    }
    json_member_string(&json, "prediction", reply->prediction);
    json_member_integer(&json, "depth", reply->depth);
    json_member_integer(&json, "nodes", (int64_t)reply->nodes);
    json_member_thousandths(&json, "time_ms", reply->time_us);
    json_member_string(&json, "stopped", by_stop_reason_name(reply->stopped));
    json_member_integer(&json, "proof_nodes", self->proof_nodes);
    json_member_bool(&json, "has_proof", self->proof != NULL);
    json_put_end(&json);
    (void)server_job_store(self->job, SERVER_RESULT, &json.text);
    by_text_free(&json.text);
    by_position_destroy(walker);
    return BY_OK;
}

/* ---- Captures -------------------------------------------------------------------------------------------------- */

/* Keeps the solver's proof if it agrees with the answer. */
static by_status answer_capture(struct server_solve *self, solver *s, struct solve_lines *lines,
                                const struct solve_settings *settings, by_error *error)
{
    const struct solve_question question = {self->at.position, self->point, self->is_attack};
    const struct solve_proof *proof;
    struct solve_answer answer;
    bool is_captured;
    by_status status = solver_ask(s, &question, &answer, error);

    if (!status)
        status = solve_finish_line(lines, settings, &question, &answer, error);
    if (status)
        return status;
    proof = solver_proof(s);
    is_captured = self->is_attack == (answer.code == SOLVE_YES);
    if (self->wants_proof && proof->record && proof->question.is_reached == is_captured &&
        (answer.code == SOLVE_YES || answer.code == SOLVE_NO))
        status = server_solve_store(self, proof->record, &proof->question, error);
    if (status)
        return status;
    return store_reply(self,
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
        .time_ms = self->limits.time_ms,
        .nodes = self->limits.nodes,
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

static by_status solve_win(struct server_solve *self, by_error *error)
{
    const struct win_settings settings = {
        .memory_kib = self->memory_kib,
        .limits = {.time_ms = self->limits.time_ms, .nodes = self->limits.nodes, .stop = server_job_stop(self->job)},
        .tree_most = SERVER_PROOF_NODES,
    };
    struct reach_question question = {.position = self->at.position, .threshold = BY_MIN_WIN, .plies = self->plies};
    struct win_answer *answer = malloc(sizeof *answer);
    struct by_node node;
    by_status status;

    if (!answer)
        return by_error_no_memory(error);
    by_position_node(self->at.position, &node);
    question.prover = self->is_attack ? node.side : !node.side;
    status = win_ask(&question, &settings, answer, error);
    if (!status && self->wants_proof && answer->record)
        status = server_solve_store(self, answer->record, &answer->question, error);
    if (!status)
        status = store_reply(self,
                             &(struct reply){
                                 .code = answer->answer == BY_ANSWER_UNKNOWN                    ? "unknown"
                                         : self->is_attack == (answer->answer == BY_ANSWER_YES) ? "yes"
                                                                                                : "no",
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

/* ---- Request --------------------------------------------------------------------------------------------------- */

struct solve_fields {
    struct server_question question;
    const char *block, *task;
    int64_t plies;
    bool wants_proof;
};

#define AT(member) .offset = offsetof(struct solve_fields, member)

static const struct server_field solve_fields[] = {
    SERVER_POSITION_ROWS,
    SERVER_EFFORT_ROWS,
    SERVER_NOTATION_ROW,
    {.name = "block", .kind = SERVER_TEXT, .min = 1, .max = 8, AT(block)},
    {.name = "task", .kind = SERVER_TEXT, .max = 16, .is_needed = true, AT(task)},
    {.name = "plies", .kind = SERVER_NUMBER, .min = 1, .max = BY_MAX_PLY, AT(plies)},
    {.name = "wants_proof", .kind = SERVER_SWITCH, AT(wants_proof)},
    {0},
};

/* Reads the block. The goal checks whether there is a stone. */
static by_status read_block(struct server_solve *self, const char *block, struct server_fault *fault)
{
    struct by_goal_question question = {BY_SIZE(by_goal_question), .prover_first = self->is_attack};
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

static by_status solve_prepare(void *context, struct server_call *call, struct server_share *share)
{
    struct server_solve *self = context;
    const struct solve_fields *fields = call->fields;
    by_status status;

    self->at = server_call_take_position(call);
    self->notation = call->notation;
    self->wants_proof = fields->wants_proof;
    self->memory_kib = call->limits->memory_kib;
    status = server_question_limits(&fields->question, call->limits, SERVER_SOLVE_MS, 0, &self->limits, &call->fault);
    if (status)
        return status;
    share->time_ms = self->limits.time_ms;
    print_settings(fields->question.settings, &self->settings);
    if (self->settings.failed)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    return solve_has_goal(by_game_type_of(self->at.game)) ? read_capture(self, fields, &call->fault)
                                                          : read_win(self, fields, &call->fault);
}

const struct server_work server_solve_work = {
    .kind = "solve",
    .size = sizeof(struct server_solve),
    .result = "answer",
    .prepare = solve_prepare,
    .run = solve_run,
    .free = solve_free,
};

const struct server_route server_routes_solves[] = {
    {SERVER_JOB("/api/solves", solve_fields, server_solve_work), .opens = SERVER_OPENS_POSITION},
    {0},
};
