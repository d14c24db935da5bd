/* SPDX-License-Identifier: MIT */
#include "front/win.h"

#include <string.h>

#include "front/proof_walk.h"

/* What is spent on the line where there is no proof, and on a shorter proof than the first. */
enum { LINE_NODES = 50000, SHORTER_NODES = 1000000 };

struct hunt {
    const struct win_question *question;
    const struct win_settings *settings;
    struct win_answer *out;
    by_error *error;
};

/* ---- Searches -------------------------------------------------------------------------------------------------- */

/* Half of the memory for each: two searches may live at once. */
static by_status make_search(const struct hunt *hunt, const char *name, const char *preset, const char *settings,
                             by_search **out)
{
    const by_method *method;
    by_options *options = NULL;
    by_status status = by_method_find(name, &method, hunt->error);

    if (!status)
        status = by_options_create(by_method_options(method), &options, hunt->error);
    if (!status && preset)
        status = by_method_apply_preset(method, preset, options, hunt->error);
    if (!status)
        status = by_options_set_number(options, "memory_kib", hunt->settings->memory_kib / 2, hunt->error);
    if (!status)
        status = by_options_set_all(options, settings, hunt->error);
    if (!status)
        status = by_search_create(by_position_game(hunt->question->position), method, options, out, hunt->error);
    by_options_destroy(options);
    return status;
}

/* What is left of the limits; false: nothing. */
static bool limits_left(const struct hunt *hunt, struct by_limits *out)
{
    const struct win_settings *settings = hunt->settings;
    int64_t used_ms = hunt->out->time_us / 1000;

    *out = (struct by_limits){.stop = settings->stop, .depth = hunt->question->plies};
    if ((settings->time_ms && used_ms >= settings->time_ms) || (settings->nodes && hunt->out->nodes >= settings->nodes))
        return false;
    if (settings->time_ms)
        out->time_ms = settings->time_ms - used_ms;
    if (settings->nodes)
        out->nodes = settings->nodes - hunt->out->nodes;
    return true;
}

static void lower(uint64_t *nodes, uint64_t most)
{
    if (!*nodes || *nodes > most)
        *nodes = most;
}

/* ---- The proof ------------------------------------------------------------------------------------------------- */

/* The tree if the rules accept it; NULL: there is none, which is no failure. */
static by_status prove(struct hunt *hunt, by_search *search, const struct by_limits *limits, struct by_proof *proof)
{
    const struct by_question question = {hunt->question->winner, BY_WIN_LEAST, hunt->out->answer != BY_ANSWER_NO};
    struct by_verification found;
    by_error error = {0};
    by_status status =
        by_search_proof(search, hunt->question->position, &question, limits, hunt->settings->tree_most, proof, &error);

    hunt->out->nodes += proof->search_nodes;
    hunt->out->time_us += proof->time_us;
    if (status == BY_ERROR_MEMORY)
        return by_error_no_memory(hunt->error);
    if (!status && proof->record)
        status = by_record_verify_from(proof->record, by_record_proof(proof->record), hunt->question->position,
                                       &proof->question, 0, &found, &error);
    if (status) {
        by_record_destroy(proof->record);
        proof->record = NULL;
    }
    return status == BY_ERROR_MEMORY ? by_error_no_memory(hunt->error) : BY_OK;
}

/* Below the root every search may again take all the plies, so that a proof may have longer lines than were asked for.
 * A search by depth finds shorter ones, though it takes longer. */
static by_status shorten(struct hunt *hunt, struct by_proof *proof)
{
    struct by_proof shorter = {0};
    by_search *search = NULL;
    struct by_limits limits;
    by_status status;

    if (!hunt->question->plies || proof->depth <= hunt->question->plies || !limits_left(hunt, &limits))
        return BY_OK;
    lower(&limits.nodes, SHORTER_NODES);
    status = make_search(hunt, "alphabeta", "exact", "", &search);
    if (!status)
        status = prove(hunt, search, &limits, &shorter);
    by_search_destroy(search);
    if (shorter.record && shorter.depth < proof->depth) {
        by_record_destroy(proof->record);
        *proof = shorter;
    } else {
        by_record_destroy(shorter.record);
    }
    return status;
}

static by_status write_proof(struct hunt *hunt, by_search *search)
{
    struct by_proof proof = {0};
    struct by_limits limits;
    by_status status;

    if (!limits_left(hunt, &limits))
        return BY_OK;
    status = prove(hunt, search, &limits, &proof);
    if (!status && proof.record)
        status = shorten(hunt, &proof);
    hunt->out->record = proof.record;
    return status;
}

/* ---- The line -------------------------------------------------------------------------------------------------- */

static by_status take_longest(struct hunt *hunt)
{
    struct win_answer *out = hunt->out;
    by_position *walker = NULL;
    const by_move *history;
    size_t before, length;
    by_status status = by_position_copy(hunt->question->position, &walker, hunt->error);

    if (status)
        return status;
    (void)by_position_history(walker, &before);
    status = proof_walk(out->record, proof_deepest(out->record), walker, hunt->error);
    history = by_position_history(walker, &length);
    if (!status)
        for (size_t i = before; i < length && out->length < WIN_LINE; i++)
            out->line[out->length++] = history[i];
    by_position_destroy(walker);
    return status;
}

static by_status take_quick_line(struct hunt *hunt)
{
    struct win_answer *out = hunt->out;
    struct by_limits limits = {.nodes = LINE_NODES, .stop = hunt->settings->stop};
    struct by_result result;
    by_search *search = NULL;
    by_status status = make_search(hunt, "alphabeta", NULL, "", &search);

    if (hunt->settings->nodes)
        lower(&limits.nodes, hunt->settings->nodes);
    if (!status)
        status = by_search_run(search, hunt->question->position, &limits, NULL, &result, hunt->error);
    if (!status && result.line_count) {
        out->length = result.lines[0].length < WIN_LINE ? result.lines[0].length : WIN_LINE;
        memcpy(out->line, result.lines[0].moves, (size_t)out->length * sizeof *out->line);
    }
    by_search_destroy(search);
    return status;
}

/* ---- The answer ------------------------------------------------------------------------------------------------ */

static void judge(struct hunt *hunt, const struct by_result *result)
{
    struct win_answer *out = hunt->out;

    out->answer = result->answer;
    out->depth = result->selective_depth;
    out->nodes = result->nodes;
    out->time_us = result->time_us;
    out->stopped = result->stopped;
    out->doubt = "not decided within the limits";
    if (out->answer != BY_ANSWER_UNKNOWN) {
        out->doubt = "a proof that the rules accept was not found within the limits";
    } else if (hunt->question->plies && result->stopped == BY_STOPPED_DEPTH) {
        out->answer = BY_ANSWER_NO;
        out->doubt = "every move was tried to this many plies, but a longer win is not excluded";
    }
}

static by_status search(struct hunt *hunt, by_search *search)
{
    struct by_limits limits;
    struct by_result result;
    by_status status;

    (void)limits_left(hunt, &limits);
    status = by_search_run(search, hunt->question->position, &limits, NULL, &result, hunt->error);
    if (status)
        return status;
    judge(hunt, &result);
    if (result.answer != BY_ANSWER_UNKNOWN)
        status = write_proof(hunt, search);
    return status;
}

by_status win_ask(const struct win_question *question, const struct win_settings *settings, struct win_answer *out,
                  by_error *error)
{
    struct hunt hunt = {question, settings, out, error};
    by_search *prover = NULL;
    by_status status;

    *out = (struct win_answer){.answer = BY_ANSWER_UNKNOWN};
    status = make_search(&hunt, "df-pn", NULL, question->winner ? "prover=second" : "prover=first", &prover);
    if (!status)
        status = search(&hunt, prover);
    by_search_destroy(prover);
    if (!status && out->record) {
        out->is_proved = true;
        out->doubt = NULL;
        status = take_longest(&hunt);
    } else if (!status) {
        status = take_quick_line(&hunt);
    }
    if (status) {
        by_record_destroy(out->record);
        out->record = NULL;
    }
    return status;
}
