/* SPDX-License-Identifier: MIT */
#include "solve/prove.h"

#include "solve/reach.h"

enum { MAX_TREE = 1000000, MIN_KIB = 1024, LITTLE_KIB = 8192 };

/* ---- Goals and options ----------------------------------------------------------------------------------------- */

static const char goal[] = "go-capture";

bool solve_has_goal(const by_game_type *type)
{
    const by_game_type *found;

    return !by_game_type_find(goal, &found, NULL) && found->goal->base == type;
}

by_status solve_copy_goal_options(const by_options *given, by_options **out, by_error *error)
{
    const by_game_type *type;
    by_status status = by_game_type_find(goal, &type, error);

    if (status)
        return status;
    return given ? by_options_copy(given, out, error) : by_options_create(type->options, out, error);
}

by_status solve_open_goal(const by_options *given, const char *settings, by_game **out, by_error *error)
{
    const by_game_type *type;
    by_options *options = NULL;
    by_status status = solve_copy_goal_options(given, &options, error);

    if (!status)
        status = by_options_set_all(options, settings, error);
    if (!status)
        status = by_game_type_find(goal, &type, error);
    if (!status)
        status = by_game_open(type, options, out, error);
    by_options_destroy(options);
    return status;
}

/* The KiB of a share. If there is little memory, the search with the largest share gets all, and others the minimum. */
static int share_of(int kib, int share)
{
    int part = (int)((int64_t)kib * share / SOLVE_SHARES);

    if (kib <= LITTLE_KIB && share > 1)
        return kib;
    return part >= MIN_KIB ? part : kib < MIN_KIB ? kib : MIN_KIB;
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

void solve_proof_free(struct solve_proof *proof)
{
    by_record_destroy(proof->record);
    *proof = (struct solve_proof){0};
}

void solve_prover_free(struct solve_prover *p)
{
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

/* The search has all the memory, which others need afterwards. */
static by_status build(const struct solve_settings *settings, by_position *position, const by_position *strict,
                       bool is_captured, const struct by_limits *limits, struct reach_proof *out, by_error *error)
{
    const struct reach_question question = {
        .position = position, .prover = by_position_prover(position), .threshold = BY_MIN_WIN};
    struct reach_method method = {.method = settings->method};
    by_options *options = NULL;
    by_search *search = NULL;
    by_status status = solve_copy_options(settings, SOLVE_SHARES, &options, error);

    method.options = options;
    if (!status)
        status = reach_search_create(&method, &question, &search, error);
    if (!status)
        status = reach_prove(search, &question, is_captured, limits, MAX_TREE, strict, out, error);
    by_search_destroy(search);
    by_options_destroy(options);
    return status;
}

by_status solve_prove(struct solve_prover *p, const struct solve_settings *settings,
                      const struct solve_question *question, enum by_threats threats, bool is_captured,
                      const struct by_limits *limits, struct solve_proof *out, by_error *error)
{
    by_position *position = NULL, *strict = NULL;
    struct reach_proof proof = {0};
    by_status status = prepare(p, settings, error);

    solve_proof_free(out);
    if (!status)
        status = import(p->goals[!is_captured], question, threats, &position, error);
    if (!status)
        status = import(p->strict, question, threats, &strict, error);
    if (!status)
        status = build(settings, position, strict, is_captured, limits, &proof, error);
    if (!status)
        *out = (struct solve_proof){
            .record = proof.tree.record,
            .game = p->goals[!is_captured],
            .question = proof.tree.question,
            .threats = threats,
            .reason = proof.reason,
            .nodes = proof.tree.search_nodes,
            .time_us = proof.tree.time_us,
            .stopped = proof.tree.stopped,
        };
    by_position_destroy(position);
    by_position_destroy(strict);
    return status;
}
