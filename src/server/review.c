/* SPDX-License-Identifier: MIT
 *
 * POST /api/reviews: searches every position of a game and marks moves that gave chances away. Its events are `ply`,
 * one for each position, and `result`.
 *
 * It starts with the last position: the hash table then holds the future of each earlier position, which improves its
 * value.
 */
#include <stddef.h>
#include <stdlib.h>

#include "server/json_parts.h"
#include "server/routes.h"

enum {
    NODES_USUAL = 50000,     /* of a position */
    ITERATIONS_USUAL = 2000, /* likewise, of methods that sample */
    MAX_LINE = 16,           /* moves shown */
    MAX_MOVES = 2000,        /* of a game: we keep a line of each */
    PLY_BYTES = 1024,        /* of the server's memory, for a position and its results */
};

/* The minimum loss of winning chances for a mark, in thousandths. */
enum { MIN_INACCURACY = 50, MIN_MISTAKE = 100, MIN_BLUNDER = 200 };

/* ---- The job --------------------------------------------------------------------------------------------------- */

/* The results of a position. */
struct ply {
    bool is_there;    /* it was searched */
    bool has_chances; /* `chances` are known, exactly or as a lower bound */
    bool is_won;      /* proved, for the side to move */
    int chances;      /* of the side to move, in thousandths: a draw is half a win */
    int side;         /* to move */
    by_move best;     /* BY_MOVE_NONE: none */
    by_move played;   /* the move played here; none in the last position */
};

struct review_job {
    struct server_position at; /* the last position, then the ones before it */
    struct server_method method;
    by_search *search;
    struct by_limits limits; /* of one position */
    int notation;
    server_job *job;
    struct ply *plies;
    int count; /* positions: one more than moves */
};

static void free_large(struct review_job *self)
{
    by_search_destroy(self->search);
    server_method_free(&self->method);
    server_position_free(&self->at);
    self->search = NULL;
}

static void review_free(void *context)
{
    struct review_job *self = context;

    free_large(self);
    free(self->plies);
    free(self);
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

static void judge_ply(struct ply *ply, const by_game_type *type, const struct by_line *line)
{
    struct by_chances chances;

    ply->is_there = true;
    ply->has_chances =
        line->kind != BY_KIND_UNKNOWN && line->kind != BY_KIND_AT_MOST && server_line_chances(type, line, &chances);
    if (ply->has_chances)
        ply->chances = chances.won + chances.drawn / 2;
    ply->is_won = line->kind == BY_KIND_WIN;
}

/* Stores and reports the result of a position. */
static by_status store_ply(struct review_job *self, int number, const struct by_line *line, by_error *error)
{
    struct ply *ply = &self->plies[number];
    struct by_line shown = *line;
    struct json json = {0};
    bool is_stored;

    judge_ply(ply, by_game_type_of(self->at.game), line);
    shown.length = line->length < MAX_LINE ? line->length : MAX_LINE;
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_integer(&json, "ply", number);
    json_member_integer(&json, "side", ply->side);
    server_add_best(&json, "best", self->at.position, ply->best);
    server_add_line(&json, self->at.position, &shown, self->notation);
    json_put_end(&json);
    is_stored = server_job_store(self->job, number, &json.text);
    server_job_send(self->job, "ply", -1, &json.text);
    return is_stored ? BY_OK : by_error_no_memory(error);
}

/* A game that is over needs no search. A game of points may end without a winner. */
static struct by_line verdict_line(const by_game_type *type, const struct by_node *node)
{
    bool has_winner = !type->counts_points || by_value_is_win(node->value) || by_value_is_loss(node->value);

    return (struct by_line){
        .value = node->value,
        .kind = !has_winner       ? BY_KIND_EXACT
                : node->value > 0 ? BY_KIND_WIN
                : node->value < 0 ? BY_KIND_LOSS
                                  : BY_KIND_DRAW,
        .is_proved = true,
    };
}

static by_status search_ply(struct review_job *self, int number, bool *is_stopped, by_error *error)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = by_search_run(self->search, self->at.position, &self->limits, NULL, &result, error);

    /* A search that was cut short is not comparable with the others. */
    *is_stopped = !status && result.stopped == BY_STOPPED_ASKED;
    if (status || *is_stopped || !result.line_count)
        return status;
    self->plies[number].best = result.best;
    return store_ply(self, number, result.lines, error);
}

static by_status review_ply(struct review_job *self, int number, bool *is_stopped, by_error *error)
{
    struct by_node node;
    struct by_line line;

    *is_stopped = false;
    by_position_verdict(self->at.position, &node);
    self->plies[number].side = node.side;
    self->plies[number].best = BY_MOVE_NONE;
    /* A repetition in the middle of a game did not end it. */
    if (!node.is_over || number < self->count - 1)
        return search_ply(self, number, is_stopped, error);
    line = verdict_line(by_game_type_of(self->at.game), &node);
    return store_ply(self, number, &line, error);
}

/* ---- Marks ----------------------------------------------------------------------------------------------------- */

/* The chances that a move gave away, for the side that played it; -1: unknown. */
static int loss_of(const struct ply *before, const struct ply *after)
{
    int kept;

    if (!before->is_there || !after->is_there || !before->has_chances)
        return -1;
    if (before->played == before->best)
        return 0;
    if (!after->has_chances)
        return -1;
    kept = after->side == before->side ? after->chances : 1000 - after->chances;
    return before->chances > kept ? before->chances - kept : 0;
}

/* NULL: no mark. A move that gives away a certain win is always a blunder. */
static const char *mark_of(const struct ply *before, int loss)
{
    if (loss < MIN_INACCURACY)
        return NULL;
    if (loss >= MIN_BLUNDER || before->is_won)
        return "blunder";
    return loss >= MIN_MISTAKE ? "mistake" : "inaccuracy";
}

static void store_marks(const struct review_job *self)
{
    struct json json = {0};

    json_put_array(&json, JSON_ON_ONE_LINE);
    for (int i = 0; i + 1 < self->count; i++) {
        int loss = loss_of(&self->plies[i], &self->plies[i + 1]);

        if (loss < 0) {
            json_put_string(&json, NULL);
            continue;
        }
        json_put_object(&json, JSON_ON_ONE_LINE);
        json_member_string(&json, "mark", mark_of(&self->plies[i], loss));
        json_member_integer(&json, "loss", loss);
        json_put_end(&json);
    }
    json_put_end(&json);
    (void)server_job_store(self->job, SERVER_RESULT, &json.text);
    by_text_free(&json.text);
}

/* ---- Run ------------------------------------------------------------------------------------------------------- */

/* Takes a move back and stores it with the position where it was played. */
static by_status step_back(struct review_job *self, int number, by_error *error)
{
    size_t length;
    const by_move *moves = by_position_history(self->at.position, &length);

    self->plies[number - 1].played = moves[length - 1];
    return by_position_pop(self->at.position, error);
}

static by_status review_run(void *context, server_job *job, by_error *error)
{
    struct review_job *self = context;
    by_status status = BY_OK;
    bool is_stopped = false;

    self->job = job;
    self->limits.stop = server_job_stop(job);
    for (int number = self->count - 1; number >= 0 && !status && !is_stopped; number--) {
        status = review_ply(self, number, &is_stopped, error);
        if (!status && number > 0)
            status = step_back(self, number, error);
    }
    free_large(self);
    server_job_settles(job, SERVER_RESULT_BYTES + PLY_BYTES * (size_t)self->count);
    store_marks(self);
    return status;
}

/* ---- Request --------------------------------------------------------------------------------------------------- */

struct review_fields {
    struct server_question question;
};

static const struct server_field review_fields[] = {
    SERVER_POSITION_ROWS, SERVER_METHOD_ROWS, SERVER_DEPTH_ROW, SERVER_EFFORT_ROWS, SERVER_NOTATION_ROW, {0},
};

static by_status review_prepare(void *context, struct server_call *call, struct server_share *share)
{
    struct review_job *self = context;
    const struct server_question *question = call->fields;
    int64_t nodes;
    by_status status;

    self->at = server_call_take_position(call);
    self->notation = question->notation ? call->notation : SERVER_NO_NOTATION;
    status = server_method_open(question, self->at.position, call->limits, &self->method, &call->fault);
    if (!status && by_method_proves(self->method.method))
        return server_refuse(&call->fault, 422, "method",
                             "%s only answers questions, expected a method that returns values",
                             by_method_name(self->method.method));
    if (!status)
        status = server_method_search(&self->method, self->at.game, &self->search, &call->fault);
    if (status)
        return status;
    nodes = question->depth ? 0 : by_method_samples(self->method.method) ? ITERATIONS_USUAL : NODES_USUAL;
    status = server_question_limits(question, call->limits, call->limits->time_ms, nodes, &self->limits, &call->fault);
    if (status)
        return status;
    if (question->moves.count > MAX_MOVES)
        return server_refuse(&call->fault, 422, "moves", "a review has at most %d moves", MAX_MOVES);
    self->count = question->moves.count + 1;
    self->plies = calloc((size_t)self->count, sizeof *self->plies);
    if (!self->plies)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    share->threads = server_method_threads(self->method.options);
    share->bytes += PLY_BYTES * (size_t)self->count;
    share->items = self->count;
    return BY_OK;
}

static const struct server_work review_work = {
    .kind = "review",
    .size = sizeof(struct review_job),
    .list = "plies",
    .result = "marks",
    .prepare = review_prepare,
    .run = review_run,
    .free = review_free,
};

const struct server_route server_routes_review[] = {
    {SERVER_JOB("/api/reviews", review_fields, review_work), .opens = SERVER_OPENS_POSITION},
    {0},
};
