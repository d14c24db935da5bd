/* SPDX-License-Identifier: MIT */
#include "solve/reach.h"

/* Positions that the verifier looks at, at most: a tree may stand for far more positions than it has nodes. */
enum { MAX_VERIFIED = 100000000 };

/* ---- Searches -------------------------------------------------------------------------------------------------- */

/* The choices of the option `prover` are: game, mover, first, second. */
enum { PROVER_FIRST = 2 };

by_status reach_set_options(const struct reach_question *question, by_options *options, by_error *error)
{
    static const char prover[] = "prover", threshold[] = "threshold";
    const struct by_option *table = by_options_table(options);
    by_status status = BY_OK;

    if (by_option_find(table, prover))
        status = by_options_set_number(options, prover, PROVER_FIRST + question->prover, error);
    if (!status && by_option_find(table, threshold))
        status = by_options_set_number(options, threshold, question->threshold, error);
    return status;
}

by_status reach_search_create(const struct reach_method *method, const struct reach_question *question, by_search **out,
                              by_error *error)
{
    by_options *options = NULL;
    by_status status = method->options ? by_options_copy(method->options, &options, error)
                                       : by_options_create(by_method_options(method->method), &options, error);

    if (!status && method->memory_kib)
        status = by_options_set_number(options, "memory_kib", method->memory_kib, error);
    if (!status)
        status = reach_set_options(question, options, error);
    if (!status)
        status = by_search_create(by_position_game(question->position), method->method, options, out, error);
    by_options_destroy(options);
    return status;
}

/* ---- Judging results ------------------------------------------------------------------------------------------- */

/* The least value that answers yes: one that is reached in time. */
static by_value min_value(const struct reach_question *question)
{
    return question->plies ? BY_WIN - question->plies : question->threshold;
}

static bool prover_moves(const struct reach_question *question)
{
    struct by_node node;

    by_position_node(question->position, &node);
    return node.side == question->prover;
}

bool reach_is_shown(const struct reach_question *question, const struct by_line *line)
{
    return prover_moves(question) && line->kind != BY_KIND_AT_MOST && line->value >= min_value(question);
}

/* Whether all was searched to the depth that is asked about. */
static bool is_exhausted(const struct reach_question *question, const struct by_result *result)
{
    return result->stopped == BY_STOPPED_DONE || (question->plies && result->stopped == BY_STOPPED_DEPTH);
}

static enum by_answer answer_by_value(const struct reach_question *question, const struct by_result *result)
{
    bool is_mover = prover_moves(question);
    by_value value = is_mover ? result->value : -result->value;
    bool may_be_less = result->kind == (is_mover ? BY_KIND_AT_MOST : BY_KIND_AT_LEAST);
    bool may_be_more = result->kind == (is_mover ? BY_KIND_AT_LEAST : BY_KIND_AT_MOST);

    if (result->kind != BY_KIND_UNKNOWN && value >= min_value(question) && !may_be_less)
        return BY_ANSWER_YES;
    return is_exhausted(question, result) || (by_value_is_loss(value) && !may_be_more) ? BY_ANSWER_NO
                                                                                       : BY_ANSWER_UNKNOWN;
}

static void judge(const struct reach_question *question, bool proves, struct reach_answer *out)
{
    const struct by_result *result = &out->result;

    out->answer = proves ? result->answer : answer_by_value(question, result);
    out->is_proved = result->is_proved && out->answer != BY_ANSWER_UNKNOWN;
    if (out->answer == BY_ANSWER_UNKNOWN && question->plies && result->stopped == BY_STOPPED_DEPTH)
        out->answer = BY_ANSWER_NO;
    if (out->is_proved)
        out->doubt = NULL;
    else if (out->answer == BY_ANSWER_UNKNOWN)
        out->doubt = BY_WORDS("not decided within the limits");
    else if (question->plies && result->stopped == BY_STOPPED_DEPTH && out->answer == BY_ANSWER_NO)
        out->doubt = BY_WORDS("every move was tried to this many plies, but a longer win is not excluded");
    else
        out->doubt = BY_WORDS("the answer does not rest on the rules alone");
}

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

/* Of a value only the answer is wanted, unless the caller wants more. */
static void set_window(const struct reach_question *question, struct by_limits *limits)
{
    by_value min = min_value(question);

    if (limits->alpha || limits->beta || !question->plies)
        return;
    limits->alpha = prover_moves(question) ? min - 1 : -min;
    limits->beta = limits->alpha + 1;
}

by_status reach_ask(const struct reach_searcher *searcher, const struct reach_question *question,
                    const struct by_limits *limits, const struct by_observer *observer, struct reach_answer *out,
                    by_error *error)
{
    struct by_limits own = *limits;
    by_status status;

    own.size = sizeof own;
    *out = (struct reach_answer){.answer = BY_ANSWER_UNKNOWN, .result = {BY_SIZE(by_result)}};
    if (question->plies)
        own.depth = question->plies;
    if (!searcher->proves)
        set_window(question, &own);
    status = searcher->search ? by_search_run(searcher->search, question->position, &own, observer, &out->result, error)
                              : searcher->run(searcher->context, &own, observer, &out->result, error);
    if (!status)
        judge(question, searcher->proves, out);
    return status;
}

/* ---- Proving --------------------------------------------------------------------------------------------------- */

static by_status report_why_none(const struct by_proof *tree, by_error *reason)
{
    if (tree->stopped == BY_STOPPED_ASKED)
        return by_error_set(reason, BY_ERROR_LIMIT, "interrupted");
    if (tree->stopped != BY_STOPPED_DONE)
        return by_error_set(reason, BY_ERROR_LIMIT, "stopped by the limit of %s", by_stop_reason_name(tree->stopped));
    if (tree->answer == BY_ANSWER_UNKNOWN)
        return by_error_set(reason, BY_ERROR_LIMIT, "the answer is not known");
    return by_error_set(reason, BY_ERROR_LIMIT, "the answer does not rest on the rules alone");
}

/* A tree that the rules do not accept proves nothing, whatever is wrong with it. */
static by_status verify(struct reach_proof *proof, const by_position *rules)
{
    const by_record *record = proof->tree.record;
    struct by_verification found = {BY_SIZE(by_verification)};

    if (!record)
        return report_why_none(&proof->tree, &proof->reason);
    if (!rules)
        return BY_OK;
    return by_record_verify_from(record, by_record_proof(record), rules, &proof->tree.question, MAX_VERIFIED, &found,
                                 &proof->reason);
}

by_status reach_prove(by_search *search, const struct reach_question *question, bool is_expected,
                      const struct by_limits *limits, int tree_most, const by_position *rules, struct reach_proof *out,
                      by_error *error)
{
    const struct by_question asked = {question->prover, question->threshold, is_expected};
    struct by_limits own = *limits;
    by_status status;

    own.size = sizeof own;
    *out = (struct reach_proof){.tree = {BY_SIZE(by_proof)}};
    if (question->plies)
        own.depth = question->plies;
    status = by_search_proof(search, question->position, &asked, &own, tree_most, &out->tree, &out->reason);
    if (!status)
        status = verify(out, rules);
    if (status) {
        by_record_destroy(out->tree.record);
        out->tree.record = NULL;
    }
    return status == BY_ERROR_MEMORY ? by_error_no_memory(error) : BY_OK;
}

/* ---- Limits of several searches -------------------------------------------------------------------------------- */

bool reach_budget_left(const struct reach_budget *budget, struct by_limits *out, enum by_stop_reason *reason)
{
    const struct by_limits *limits = &budget->limits;
    int64_t used_ms = budget->time_us / 1000;
    bool has_time = !limits->time_ms || used_ms < limits->time_ms;
    bool has_nodes = !limits->nodes || budget->nodes < limits->nodes;

    *out = *limits;
    if (!has_time || !has_nodes) {
        *reason = has_time ? BY_STOPPED_NODES : BY_STOPPED_TIME;
        return false;
    }
    if (limits->time_ms)
        out->time_ms -= used_ms;
    if (limits->nodes)
        out->nodes -= budget->nodes;
    return true;
}

void reach_budget_spend(struct reach_budget *budget, uint64_t nodes, int64_t time_us)
{
    budget->nodes += nodes;
    budget->time_us += time_us;
}
