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

#include "boyi/search.h"
#include "front/json.h"
#include "server/lines.h"
#include "server/method.h"
#include "server/position.h"
#include "server/routes.h"

enum {
    NODES_USUAL = 50000,     /* of a position */
    ITERATIONS_USUAL = 2000, /* likewise, of methods that sample */
    LINE_MOST = 16,          /* moves shown */
    MOVES_MOST = 2000,       /* of a game: we keep a line of each */
    PLY_BYTES = 1024,        /* of the server's memory, for a position and its results */
};

/* The minimum loss of winning chances for a mark, in thousandths. */
enum { INACCURACY_LEAST = 50, MISTAKE_LEAST = 100, BLUNDER_LEAST = 200 };

/* ---- Question -------------------------------------------------------------------------------------------------- */

struct review_fields {
    struct server_position_fields position;
    struct server_method_fields method;
    int64_t depth, nodes, time_ms;
    const char *notation;
};

#define AT(member) .offset = offsetof(struct review_fields, member)

static const struct server_field review_fields[] = {
    SERVER_POSITION_ROWS(struct review_fields),
    SERVER_METHOD_ROWS(struct review_fields),
    {.name = "depth", .kind = SERVER_NUMBER, .least = 1, .most = BY_MAX_PLY, AT(depth)},
    {.name = "nodes", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(nodes)},
    {.name = "time_ms", .kind = SERVER_NUMBER, .least = 1, .most = INT64_MAX, AT(time_ms)},
    {.name = "notation", .kind = SERVER_TEXT, .most = 32, AT(notation)},
    {0},
};

/* The results of a position. */
struct ply {
    by_text json;     /* empty: nothing yet */
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
    int count;    /* positions: one more than moves */
    bool is_over; /* the marks are complete */
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
    for (int i = 0; self->plies && i < self->count; i++)
        by_text_free(&self->plies[i].json);
    free(self->plies);
    free(self);
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

static bool is_at_least(enum by_kind kind)
{
    return kind != BY_KIND_UNKNOWN && kind != BY_KIND_AT_MOST;
}

static void judge_ply(struct ply *ply, const by_game_type *type, const struct by_line *line)
{
    struct by_chances chances;

    ply->has_chances = is_at_least(line->kind) && server_line_chances(type, line, &chances);
    if (ply->has_chances)
        ply->chances = chances.won + chances.drawn / 2;
    ply->is_won = line->kind == BY_KIND_WIN;
}

/* Stores and reports the result of a position. */
static by_status keep_ply(struct review_job *self, int number, const struct by_line *line, by_error *error)
{
    struct ply *ply = &self->plies[number];
    struct by_line shown = *line;
    struct json json = {0};
    bool has_failed;

    shown.length = line->length < LINE_MOST ? line->length : LINE_MOST;
    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_integer(&json, "ply", number);
    json_member_integer(&json, "side", ply->side);
    server_put_best(&json, self->at.position, ply->best);
    server_put_line(&json, self->at.position, &shown, self->notation);
    json_put_end(&json);
    server_job_lock(self->job);
    judge_ply(ply, by_game_type_of(self->at.game), line);
    server_keep_json(&ply->json, &json.text);
    has_failed = ply->json.failed;
    if (has_failed)
        by_text_free(&ply->json);
    server_job_unlock(self->job);
    server_job_tell(self->job, "ply", -1, &json.text);
    return has_failed ? by_error_no_memory(error) : BY_OK;
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
    struct by_result result;
    by_status status = by_search_run(self->search, self->at.position, &self->limits, NULL, &result, error);

    /* A search that was cut short is not comparable with the others. */
    *is_stopped = !status && result.stopped == BY_STOPPED_ASKED;
    if (status || *is_stopped || !result.line_count)
        return status;
    self->plies[number].best = result.best;
    return keep_ply(self, number, result.lines, error);
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
    return keep_ply(self, number, &line, error);
}

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
    server_job_lock(job);
    self->is_over = true;
    server_job_unlock(job);
    return status;
}

/* ---- Marks ----------------------------------------------------------------------------------------------------- */

/* The chances that a move gave away, for the side that played it; -1: unknown. */
static int loss_of(const struct ply *before, const struct ply *after)
{
    int kept;

    if (!before->json.length || !after->json.length || !before->has_chances)
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
    if (loss < INACCURACY_LEAST)
        return NULL;
    if (loss >= BLUNDER_LEAST || before->is_won)
        return "blunder";
    return loss >= MISTAKE_LEAST ? "mistake" : "inaccuracy";
}

static void put_marks(struct json *json, const struct review_job *self)
{
    json_put_key(json, "marks");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i + 1 < self->count; i++) {
        int loss = loss_of(&self->plies[i], &self->plies[i + 1]);

        if (loss < 0) {
            json_put_string(json, NULL);
            continue;
        }
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_string(json, "mark", mark_of(&self->plies[i], loss));
        json_member_integer(json, "loss", loss);
        json_put_end(json);
    }
    json_put_end(json);
}

static void review_write(void *context, struct json *json)
{
    const struct review_job *self = context;

    json_put_key(json, "plies");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < self->count; i++) {
        if (self->plies[i].json.length)
            json_put_text(json, &self->plies[i].json);
        else
            json_put_string(json, NULL);
    }
    json_put_end(json);
    if (self->is_over)
        put_marks(json, self);
}

static const struct server_work review_work = {
    .kind = "review", .run = review_run, .write = review_write, .free = review_free};

/* ---- Request --------------------------------------------------------------------------------------------------- */

static by_status make_limits(struct review_job *self, const struct review_fields *fields,
                             const struct server_limits *limits, struct server_fault *fault)
{
    int64_t usual = by_method_samples(self->method.method) ? ITERATIONS_USUAL : NODES_USUAL;
    int64_t nodes = fields->nodes ? fields->nodes : fields->depth || fields->time_ms ? limits->nodes : usual;
    by_status status = server_bound_number("nodes", fields->nodes, limits->nodes, fault);

    if (!status)
        status = server_bound_number("time_ms", fields->time_ms, limits->time_ms, fault);
    if (nodes > limits->nodes)
        nodes = limits->nodes;
    self->limits = (struct by_limits){
        .depth = (int)fields->depth,
        .nodes = nodes == INT64_MAX ? 0 : (uint64_t)nodes,
        .time_ms = fields->time_ms ? fields->time_ms : limits->time_ms,
    };
    return status;
}

static by_status make_plies(struct review_job *self, int moves, struct server_fault *fault)
{
    if (moves > MOVES_MOST)
        return server_refuse(fault, 422, "moves", "a review has at most %d moves", MOVES_MOST);
    self->plies = calloc((size_t)moves + 1, sizeof *self->plies);
    if (!self->plies)
        return server_refuse(fault, 503, NULL, "out of memory");
    self->count = moves + 1;
    return BY_OK;
}

static by_status make_method(struct review_job *self, const struct review_fields *fields,
                             const struct server_limits *limits, struct server_fault *fault)
{
    by_status status = server_method_open(&fields->method, self->at.position, limits, &self->method, fault);

    if (!status && by_method_proves(self->method.method))
        return server_refuse(fault, 422, "method", "%s only answers questions, expected a method that returns values",
                             by_method_name(self->method.method));
    return status ? status : server_method_search(&self->method, self->at.game, &self->search, fault);
}

static by_status prepare(struct review_job *self, const struct review_fields *fields,
                         const struct server_limits *limits, struct server_fault *fault)
{
    by_status status = server_position_open(&fields->position, &self->at, fault);

    if (!status)
        status = make_method(self, fields, limits, fault);
    if (!status)
        status = make_limits(self, fields, limits, fault);
    if (!status)
        status = server_texts_notation(self->at.game, fields->notation, &self->notation, fault);
    if (!status)
        status = make_plies(self, fields->position.moves.count, fault);
    return status;
}

static by_status begin_review(struct server_call *call)
{
    const struct server_limits *limits = &server_settings_of(call->server)->limits;
    struct review_job *self = calloc(1, sizeof *self);
    by_status status;
    struct server_share share;
    uint64_t id;

    if (!self)
        return server_refuse(&call->fault, 503, NULL, "out of memory");
    status = prepare(self, call->fields, limits, &call->fault);
    if (status) {
        review_free(self);
        return status;
    }
    share = (struct server_share){.threads = server_method_threads(&self->method),
                                  .time_ms = limits->time_ms,
                                  .bytes = server_position_bytes(&self->at) + PLY_BYTES * (size_t)self->count};
    status = server_jobs_add(server_jobs_of(call->server), call->client, &review_work, self, &share, &id, &call->fault);
    if (!status)
        server_call_begun(call, id);
    return status;
}

const struct server_route server_routes_review[] = {
    {.method = "POST",
     .pattern = "/api/reviews",
     .needs_client = true,
     .fields = review_fields,
     .size = sizeof(struct review_fields),
     .handle = begin_review},
    {0},
};
