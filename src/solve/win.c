/* SPDX-License-Identifier: MIT */
#include "solve/win.h"

#include <string.h>

#include "solve/proof_walk.h"

/* Nodes for the line where there is no proof, and for a shorter proof than the first. */
enum { LINE_NODES = 50000, SHORTER_NODES = 1000000 };

struct inquiry {
    const struct reach_question *question;
    const struct win_settings *settings;
    struct reach_budget budget;
    struct win_answer *out;
    by_error *error;
};

/* ---- Searches -------------------------------------------------------------------------------------------------- */

/* Half of the memory for each: two searches may live at the same time. */
static by_status make_search(const struct inquiry *q, const char *name, const char *preset, by_search **out)
{
    struct reach_method method = {.memory_kib = q->settings->memory_kib / 2};
    by_options *options = NULL;
    by_status status = by_method_find(name, &method.method, q->error);

    if (!status)
        status = by_options_create(by_method_options(method.method), &options, q->error);
    if (!status && preset)
        status = by_method_apply_preset(method.method, preset, options, q->error);
    method.options = options;
    if (!status)
        status = reach_search_create(&method, q->question, out, q->error);
    by_options_destroy(options);
    return status;
}

static bool limits_left(const struct inquiry *q, struct by_limits *out)
{
    enum by_stop_reason reason;

    return reach_budget_left(&q->budget, out, &reason);
}

static void lower(uint64_t *nodes, uint64_t max)
{
    if (!*nodes || *nodes > max)
        *nodes = max;
}

/* ---- The proof ------------------------------------------------------------------------------------------------- */

/* The tree if the rules accept it; there may be none, which is no failure. */
static by_status prove(struct inquiry *q, by_search *search, const struct by_limits *limits, struct by_proof *out)
{
    struct reach_proof proof;
    by_status status = reach_prove(search, q->question, q->out->answer != BY_ANSWER_NO, limits, q->settings->tree_most,
                                   q->question->position, &proof, q->error);

    reach_budget_spend(&q->budget, proof.tree.search_nodes, proof.tree.time_us);
    *out = proof.tree;
    return status;
}

/* Below the root every search may again take all the plies, so that a proof may have longer lines than were asked for.
 * A search by depth finds shorter ones, though it takes longer. */
static by_status shorten(struct inquiry *q, struct by_proof *proof)
{
    struct by_proof shorter = {BY_SIZE(by_proof)};
    by_search *search = NULL;
    struct by_limits limits;
    by_status status;

    if (!q->question->plies || proof->depth <= q->question->plies || !limits_left(q, &limits))
        return BY_OK;
    lower(&limits.nodes, SHORTER_NODES);
    status = make_search(q, "alphabeta", "exact", &search);
    if (!status)
        status = prove(q, search, &limits, &shorter);
    by_search_destroy(search);
    if (shorter.record && shorter.depth < proof->depth) {
        by_record_destroy(proof->record);
        *proof = shorter;
    } else {
        by_record_destroy(shorter.record);
    }
    return status;
}

static by_status write_proof(struct inquiry *q, by_search *search)
{
    struct by_proof proof = {BY_SIZE(by_proof)};
    struct by_limits limits;
    by_status status;

    if (!limits_left(q, &limits))
        return BY_OK;
    status = prove(q, search, &limits, &proof);
    if (!status && proof.record)
        status = shorten(q, &proof);
    q->out->record = proof.record;
    q->out->question = proof.question;
    if (proof.record) /* the rules overrule the search */
        q->out->answer = proof.question.is_reached ? BY_ANSWER_YES : BY_ANSWER_NO;
    return status;
}

/* ---- The line -------------------------------------------------------------------------------------------------- */

static by_status store_longest_line(struct inquiry *q)
{
    struct win_answer *out = q->out;
    by_position *walker = NULL;
    const by_move *history;
    size_t before, length;
    by_status status = by_position_copy(q->question->position, &walker, q->error);

    if (status)
        return status;
    (void)by_position_history(walker, &before);
    status = proof_walk(out->record, proof_deepest(out->record), walker, q->error);
    history = by_position_history(walker, &length);
    if (!status)
        for (size_t i = before; i < length && out->length < WIN_LINE; i++)
            out->line[out->length++] = history[i];
    by_position_destroy(walker);
    return status;
}

static by_status store_quick_line(struct inquiry *q)
{
    struct win_answer *out = q->out;
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = LINE_NODES, .stop = q->settings->limits.stop};
    struct by_result result = {BY_SIZE(by_result)};
    by_search *search = NULL;
    by_status status = make_search(q, "alphabeta", NULL, &search);

    if (q->settings->limits.nodes)
        lower(&limits.nodes, q->settings->limits.nodes);
    if (!status)
        status = by_search_run(search, q->question->position, &limits, NULL, &result, q->error);
    if (!status && result.line_count) {
        out->length = result.lines[0].length < WIN_LINE ? result.lines[0].length : WIN_LINE;
        memcpy(out->line, result.lines[0].moves, (size_t)out->length * sizeof *out->line);
    }
    by_search_destroy(search);
    return status;
}

/* ---- The answer ------------------------------------------------------------------------------------------------ */

static by_status search(struct inquiry *q, by_search *search)
{
    const struct reach_searcher searcher = {.search = search, .proves = true};
    struct win_answer *out = q->out;
    struct reach_answer found;
    by_status status = reach_ask(&searcher, q->question, &q->settings->limits, NULL, &found, q->error);

    if (status)
        return status;
    reach_budget_spend(&q->budget, found.result.nodes, found.result.time_us);
    out->answer = found.answer;
    out->depth = found.result.selective_depth;
    out->stopped = found.result.stopped;
    out->doubt = found.doubt;
    if (found.result.answer == BY_ANSWER_UNKNOWN)
        return BY_OK;
    out->doubt = BY_WORDS("a proof that the rules accept was not found within the limits");
    return write_proof(q, search);
}

by_status win_ask(const struct reach_question *question, const struct win_settings *settings, struct win_answer *out,
                  by_error *error)
{
    struct inquiry q = {
        .question = question, .settings = settings, .budget = {.limits = settings->limits}, .out = out, .error = error};
    by_search *prover = NULL;
    by_status status;

    *out = (struct win_answer){.answer = BY_ANSWER_UNKNOWN};
    status = make_search(&q, "df-pn", NULL, &prover);
    if (!status)
        status = search(&q, prover);
    by_search_destroy(prover);
    out->nodes = q.budget.nodes;
    out->time_us = q.budget.time_us;
    if (!status && out->record) {
        out->is_proved = true;
        out->doubt = NULL;
        status = store_longest_line(&q);
    } else if (!status) {
        status = store_quick_line(&q);
    }
    if (status) {
        by_record_destroy(out->record);
        out->record = NULL;
    }
    return status;
}
