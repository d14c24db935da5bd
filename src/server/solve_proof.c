/* SPDX-License-Identifier: MIT
 *
 * The proof of a solve, node by node on request, and as a file. The number of a node is its index from the tree's root.
 */
#include <stddef.h>
#include <stdio.h>

#include "front/proof_file.h"
#include "server/json_parts.h"
#include "server/routes.h"
#include "server/solves.h"
#include "solve/proof_walk.h"
#include "solve/prove.h"

/* Maximum number of children in one reply. */
enum { MAX_CHILDREN = 500, CHILDREN_USUAL = 100 };

/* The memory of a node, and the size up to which a proof counts as small. */
enum { NODE_BYTES = 64, SMALL_PROOF = 1000 };

/* ---- Storing a proof ------------------------------------------------------------------------------------------- */

/* Opens the goal's position under the strict rules, as `boyi verify` does. */
static by_status open_root(struct server_solve *self, bool is_captured, by_error *error)
{
    const struct solve_question question = {self->at.position, self->point, self->is_attack};
    const struct by_goal_question asked =
        solve_goal_question(&question, is_captured ? BY_THREATS_OPPONENT : BY_THREATS_PROVER, 0);
    const by_game_type *type;
    by_text text = {0};
    by_status status = by_game_type_find("go-capture", &type, error);

    if (!status)
        status = solve_open_goal(NULL, proof_strict_settings(type), &self->goal, error);
    if (!status)
        status = by_position_create(self->goal, &self->root, error);
    if (!status)
        status = by_position_set_question(self->root, self->at.position, &asked, error);
    if (!status) {
        by_position_print_question(self->root, &text);
        (void)snprintf(self->asked, sizeof self->asked, "%s %.40s", type->name, by_text_string(&text));
    }
    by_text_free(&text);
    return status;
}

by_status server_solve_store(struct server_solve *self, const by_record *proof, const struct by_question *question,
                             by_error *error)
{
    by_record *copy = NULL;
    by_status status = BY_OK;
    int nodes = proof_count(proof);

    if (nodes > SERVER_PROOF_NODES)
        return BY_OK;
    if (self->is_capture)
        status = open_root(self, question->is_reached, error);
    if (!status)
        status = proof_copy(proof, self->root ? self->root : self->at.position, &copy, error);
    if (status)
        return status;
    server_job_lock(self->job);
    self->proof = copy;
    self->winner = by_question_winner(question);
    self->proof_nodes = nodes;
    server_job_unlock(self->job);
    if (nodes > SMALL_PROOF)
        server_job_keeps(self->job, (size_t)nodes * NODE_BYTES);
    return BY_OK;
}

/* ---- One node -------------------------------------------------------------------------------------------------- */

struct showing {
    const struct server_solve *solve;
    by_position *position; /* at the node */
    int top, node;
    struct json *json;
};

static const by_position *root_of(const struct server_solve *solve)
{
    return solve->root ? solve->root : solve->at.position;
}

static int child_count(const by_record *record, int node)
{
    int count = 0;

    for (int child = by_record_child(record, node); child != BY_RECORD_NONE; child = by_record_next(record, child))
        count++;
    return count;
}

/* The reason that the tree ends here; null: it continues. */
static void add_end(struct json *json, const by_record *record, int node, by_position *position)
{
    struct by_node facts;
    const char *end = NULL;

    by_position_verdict(position, &facts);
    if (by_record_child(record, node) == BY_RECORD_NONE)
        end = !facts.is_over ? "argued" : by_game_type_of(by_position_game(position))->goal ? "captured" : "over";
    json_member_string(json, "end", end);
}

static by_status add_child(struct showing *s, int child, by_error *error)
{
    const by_record *record = s->solve->proof;
    by_move move = by_record_move(record, child);
    by_status status;

    json_put_object(s->json, JSON_ON_ONE_LINE);
    json_member_integer(s->json, "node", child - s->top);
    server_add_move(s->json, s->position, move, s->solve->notation);
    status = by_position_push(s->position, move, error);
    if (status)
        return status;
    json_member_integer(s->json, "count", child_count(record, child));
    add_end(s->json, record, child, s->position);
    json_put_end(s->json);
    return by_position_pop(s->position, error);
}

static by_status add_children(struct showing *s, int64_t first, int64_t count, by_error *error)
{
    const by_record *record = s->solve->proof;
    int child = by_record_child(record, s->node);
    by_status status = BY_OK;

    json_member_array(s->json, "children", JSON_ON_ONE_LINE);
    for (; child != BY_RECORD_NONE && first > 0; first--)
        child = by_record_next(record, child);
    for (; child != BY_RECORD_NONE && count > 0 && !status; count--, child = by_record_next(record, child))
        status = add_child(s, child, error);
    json_put_end(s->json);
    return status;
}

/* The moves from the question to the node, as the page shows them. */
static by_status add_path(struct showing *s, by_error *error)
{
    by_position *walker = NULL;
    size_t before, length;
    const by_move *history = by_position_history(s->position, &length);
    by_text text = {0};
    by_status status = by_position_copy(root_of(s->solve), &walker, error);

    if (status)
        return status;
    (void)by_position_history(walker, &before);
    json_member_array(s->json, "moves", JSON_ON_ONE_LINE);
    for (size_t i = before; i < length && !status; i++) {
        by_text_clear(&text);
        by_position_print_move(walker, history[i], &text);
        json_put_string(s->json, by_text_string(&text));
        status = by_position_push(walker, history[i], error);
    }
    json_put_end(s->json);
    s->json->text.failed |= text.failed;
    by_text_free(&text);
    by_position_destroy(walker);
    return status;
}

static by_status add_node(struct showing *s, int64_t first, int64_t count, by_error *error)
{
    const by_record *record = s->solve->proof;
    struct by_node facts;
    by_status status;

    by_position_node(s->position, &facts);
    json_put_object(s->json, JSON_ON_ONE_LINE);
    json_member_integer(s->json, "node", s->node - s->top);
    json_member_integer(s->json, "parent", s->node == s->top ? -1 : by_record_parent(record, s->node) - s->top);
    json_member_integer(s->json, "side", facts.side);
    json_member_string(s->json, "role", facts.side == s->solve->winner ? "winner" : "loser");
    json_member_integer(s->json, "count", child_count(record, s->node));
    add_end(s->json, record, s->node, s->position);
    status = add_path(s, error);
    if (!status)
        status = add_children(s, first, count, error);
    json_put_end(s->json);
    return status;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

/* Lends the job of the call if it has a proof. Locks it, since positions and records are for one thread. */
static by_status borrow(struct server_call *call, server_job **job)
{
    server_jobs *jobs = server_jobs_of(call->server);
    const struct server_solve *solve;

    *job = server_jobs_borrow(jobs, call->client, call->ids[0], &server_solve_work);
    if (*job) {
        server_job_lock(*job);
        solve = server_job_self(*job);
        if (solve->proof)
            return BY_OK;
        server_job_unlock(*job);
        server_jobs_give_back(jobs, *job);
    }
    return server_refuse(&call->fault, 404, NULL, "unknown solve, or one without a proof, or it ended too long ago");
}

static void give_back(struct server_call *call, server_job *job)
{
    server_job_unlock(job);
    server_jobs_give_back(server_jobs_of(call->server), job);
}

static by_status show_node(struct server_call *call)
{
    int64_t first = 0, count = CHILDREN_USUAL;
    struct showing s = {.json = &call->json};
    by_error error = {0};
    server_job *job;
    by_status status = server_query_number(call->request->query, "first", 0, INT32_MAX, &first, &call->fault);

    if (!status)
        status = server_query_number(call->request->query, "count", 0, MAX_CHILDREN, &count, &call->fault);
    if (!status)
        status = borrow(call, &job);
    if (status)
        return status;
    s.solve = server_job_self(job);
    s.top = by_record_proof(s.solve->proof);
    if (call->ids[1] >= (uint64_t)s.solve->proof_nodes) {
        status = server_refuse(&call->fault, 404, NULL, "the proof has %d nodes, from 0 on", s.solve->proof_nodes);
    } else {
        s.node = s.top + (int)call->ids[1];
        if (by_position_copy(root_of(s.solve), &s.position, &error) ||
            proof_walk(s.solve->proof, s.node, s.position, &error) || add_node(&s, first, count, &error))
            status = server_refuse_error(&call->fault, NULL, &error);
    }
    by_position_destroy(s.position);
    give_back(call, job);
    return status;
}

/* As SGF, or as JSON if no record of the game can hold these moves. */
static by_status write_file(const struct server_solve *solve, bool *is_sgf, by_text *out, by_error *error)
{
    by_status status = BY_ERROR_INPUT;

    if (solve->goal)
        status = proof_write_goal(solve->proof, solve->at.position, solve->asked, "", out, error);
    *is_sgf = !status;
    if (!status || status == BY_ERROR_MEMORY)
        return status;
    if (solve->goal)
        return proof_write_json(solve->proof, solve->goal, proof_strict_settings(by_game_type_of(solve->goal)), out,
                                error);
    return proof_write_json(solve->proof, solve->at.game, by_text_string(&solve->settings), out, error);
}

static by_status show_file(struct server_call *call)
{
    by_text text = {0};
    by_error error = {0};
    bool is_sgf;
    server_job *job;
    by_status status = borrow(call, &job);

    if (status)
        return status;
    status = write_file(server_job_self(job), &is_sgf, &text, &error);
    give_back(call, job);
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_printed(&call->json, "text", &text);
    json_member_string(&call->json, "name", is_sgf ? "proof.sgf" : "proof.json");
    json_put_end(&call->json);
    return status ? server_refuse_error(&call->fault, NULL, &error) : BY_OK;
}

const struct server_route server_routes_proofs[] = {
    {SERVER_GET_OF_CLIENT("/api/solves/#/proof", show_file)},
    {SERVER_GET_OF_CLIENT("/api/solves/#/proof/#", show_node)},
    {0},
};
