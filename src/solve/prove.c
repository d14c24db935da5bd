/* SPDX-License-Identifier: MIT */
#include "solve/prove.h"

enum { TREE_MOST = 1000000, VERIFIED_MOST = 100000000, LEAST_KIB = 1024, LITTLE_KIB = 8192 };

/* ---- What is needed -------------------------------------------------------------------------------------------- */

by_status solve_open_goal(const by_options *given, const char *settings, by_game **out, by_error *error)
{
    const by_game_type *type;
    by_options *options = NULL;
    by_status status = by_game_type_find("go-capture", &type, error);

    if (!status)
        status = given ? by_options_copy(given, &options, error) : by_options_create(type->options, &options, error);
    if (!status)
        status = by_options_set_all(options, settings, error);
    if (!status)
        status = by_game_open(type, options, out, error);
    by_options_destroy(options);
    return status;
}

/* What a share is of so much memory. Of little the search that has the most gets all, and the others their least. */
static int share_of(int kib, int share)
{
    int part = (int)((int64_t)kib * share / SOLVE_SHARES);

    if (kib <= LITTLE_KIB && share > 1)
        return kib;
    return part >= LEAST_KIB ? part : kib < LEAST_KIB ? kib : LEAST_KIB;
}

/* A search with the smallest share has few nodes, which are not worth threads with memory of their own. */
static by_status set_share(by_options *options, const struct by_option *table, int share, by_error *error)
{
    static const char memory[] = "memory_kib", threads[] = "threads";
    by_status status = BY_OK;

    if (by_option_find(table, memory))
        status = by_options_set_number(options, memory, share_of(by_options_number(options, memory), share), error);
    if (!status && share == 1 && by_option_find(table, threads))
        status = by_options_set_number(options, threads, 1, error);
    return status;
}

by_status solve_copy_options(const struct solve_settings *settings, int share, by_options **out, by_error *error)
{
    const struct by_option *table = by_method_options(settings->method);
    by_status status = settings->options ? by_options_copy(settings->options, out, error)
                                         : solve_options_create(settings->method, out, error);

    if (!status)
        status = set_share(*out, table, share, error);
    for (const struct by_option *row = table; !status && row->name; row++)
        if (row->effect == BY_EFFECT_QUESTION)
            status = by_options_set_number(*out, row->name, row->initial, error);
    return status;
}

/* A search that asks about the attacker wherever it is run. */
static by_status make_search(const struct solve_settings *settings, const by_game *game, int prover, by_search **out,
                             by_error *error)
{
    by_options *options = NULL;
    by_status status = solve_copy_options(settings, SOLVE_SHARES, &options, error);

    if (!status && by_option_find(by_method_options(settings->method), "prover"))
        status = by_options_set(options, "prover", prover ? "second" : "first", error);
    if (!status)
        status = by_search_create(game, settings->method, options, out, error);
    by_options_destroy(options);
    return status;
}

static by_status prepare(struct solve_prover *p, const struct solve_settings *settings, by_error *error)
{
    static const char *const rules[] = {"retakes=100", "retakes=100 safe_liberties=0 bound=0"};
    by_status status = BY_OK;

    for (int i = 0; i < 2 && !status; i++)
        if (!p->goals[i])
            status = solve_open_goal(settings->goal, rules[i], &p->goals[i], error);
    if (!status && !p->strict)
        status = solve_open_goal(
            settings->goal, "attacker_moves=all owner_moves=all reader=nothing safe_liberties=0 bound=0 retakes=100",
            &p->strict, error);
    return status;
}

void solve_prover_clear(struct solve_prover *p)
{
    by_record_destroy(p->proof.record);
    p->proof = (struct solve_proof){0};
}

void solve_prover_free(struct solve_prover *p)
{
    solve_prover_clear(p);
    for (int i = 0; i < 2; i++)
        by_game_close(p->goals[i]);
    by_game_close(p->strict);
    *p = (struct solve_prover){0};
}

/* ---- Proving --------------------------------------------------------------------------------------------------- */

static by_status import(const by_game *game, const struct solve_question *question, enum by_threats threats,
                        by_position **out, by_error *error)
{
    struct by_goal_question asked = solve_goal_question(question, threats, 0);
    by_status status = by_position_create(game, out, error);

    return status ? status : by_position_set_question(*out, question->position, &asked, error);
}

static by_status build(struct solve_prover *p, const struct solve_settings *settings, by_position *position,
                       bool is_captured, const struct by_limits *limits, struct by_proof *proof, by_error *error)
{
    struct by_question question = {
        .prover = by_position_prover(position), .threshold = BY_WIN_LEAST, .is_reached = is_captured};
    by_search *search = NULL;
    by_status status = make_search(settings, p->goals[!is_captured], question.prover, &search, error);

    if (!status)
        status = by_search_proof(search, position, &question, limits, TREE_MOST, proof, error);
    by_search_destroy(search); /* others need the memory */
    return status;
}

/* A tree that the rules do not accept proves nothing, whatever is wrong with it. */
static by_status verify(const by_position *strict, const struct by_proof *proof, by_error *error)
{
    struct by_verification verification;

    if (!proof->record)
        return by_error_set(error, BY_ERROR_LIMIT, "%s",
                            proof->stopped != BY_STOPPED_DONE ? "a limit was met before the proof was complete"
                                                              : "the answer does not rest on the rules alone");
    return by_record_verify_from(proof->record, by_record_proof(proof->record), strict, &proof->question, VERIFIED_MOST,
                                 &verification, error);
}

/* Keeps the tree if the rules accept it, and else the reason. */
static void keep(struct solve_prover *p, const by_position *position, const by_position *strict, struct by_proof *proof)
{
    p->proof.nodes = proof->search_nodes;
    p->proof.time_us = proof->time_us;
    p->proof.stopped = proof->stopped;
    if (!p->proof.reason.message[0] && verify(strict, proof, &p->proof.reason) == BY_OK) {
        p->proof.record = proof->record;
        p->proof.game = by_position_game(position);
        p->proof.is_captured = proof->question.is_reached;
    } else {
        by_record_destroy(proof->record);
    }
}

by_status solve_prove(struct solve_prover *p, const struct solve_settings *settings,
                      const struct solve_question *question, enum by_threats threats, bool is_captured,
                      const struct by_limits *limits, by_error *error)
{
    by_position *position = NULL, *strict = NULL;
    struct by_proof proof = {0};
    by_status status = prepare(p, settings, error);

    solve_prover_clear(p);
    p->proof.threats = threats;
    if (!status)
        status = import(p->goals[!is_captured], question, threats, &position, error);
    if (!status)
        status = import(p->strict, question, threats, &strict, error);
    if (!status)
        status = build(p, settings, position, is_captured, limits, &proof, &p->proof.reason);
    /* No proof is no failure: it was too large, or the search lost its way */
    if (status == BY_ERROR_LIMIT || status == BY_ERROR_UNSUPPORTED)
        status = BY_OK;
    else if (status && p->proof.reason.message[0] && error)
        *error = p->proof.reason;
    if (!status)
        keep(p, position, strict, &proof);
    by_position_destroy(position);
    by_position_destroy(strict);
    return status;
}
