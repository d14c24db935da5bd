/* SPDX-License-Identifier: MIT
 *
 * The root of a written proof: the question to the search, its answer, and which way leads to the tree.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boyi/verify.h"
#include "core/size.h"
#include "search/proof_tree/proof_tree.h"

/* ---- Asking the search ----------------------------------------------------------------------------------------- */

/* The answer of any method. If a method proves nothing, the answer follows from its value. */
static enum by_answer answer_of(const struct by_result *result, const struct by_question *question, int side)
{
    bool is_mover = side == question->prover;
    struct by_question yes = {question->prover, question->threshold, true};

    if (result->answer != BY_ANSWER_NONE)
        return result->answer;
    switch (result->kind) {
    case BY_KIND_UNKNOWN:
        return BY_ANSWER_UNKNOWN;
    case BY_KIND_AT_LEAST: /* of the mover's value */
        if (by_question_holds(&yes, side, result->value) != is_mover)
            return BY_ANSWER_UNKNOWN;
        break;
    case BY_KIND_AT_MOST:
        if (by_question_holds(&yes, side, result->value) == is_mover)
            return BY_ANSWER_UNKNOWN;
        break;
    case BY_KIND_EXACT:
    case BY_KIND_WIN:
    case BY_KIND_LOSS:
    case BY_KIND_DRAW:
        break;
    }
    return by_question_holds(&yes, side, result->value) ? BY_ANSWER_YES : BY_ANSWER_NO;
}

/* A win or a loss counts as proved even if the search did not examine all shorter lines. */
static bool is_proved(const struct by_result *result)
{
    return result->is_proved ||
           (result->answer == BY_ANSWER_NONE && (result->kind == BY_KIND_WIN || result->kind == BY_KIND_LOSS));
}

/* The rest of the limits after the runs so far; false if nothing is left. */
bool by__pt_limits_left(struct pt_builder *b, struct by_limits *left)
{
    int64_t used_us = by__clock_us() - b->control.start_us;

    b->control.nodes = b->out->search_nodes;
    if (by__control_check(&b->control)) {
        b->out->stopped = b->control.reason;
        return false;
    }
    *left = b->limits;
    left->lines = 0;
    left->nodes -= left->nodes ? b->out->search_nodes : 0;
    if (left->time_ms)
        left->time_ms = left->time_ms * 1000 > used_us + 1000 ? left->time_ms - used_us / 1000 : 1;
    return true;
}

by_status by__pt_run(struct pt_builder *b, const struct by_limits *limits, struct by__solution *solution,
                     struct by_result *result)
{
    by_status status = by__search_run(b->search, b->position, limits, NULL, solution, result, b->error);

    if (!status)
        b->out->search_nodes += result->nodes;
    return status;
}

static const struct by_result no_result = {BY_SIZE(by_result), .best = BY_MOVE_NONE, .answer = BY_ANSWER_UNKNOWN};

/* Runs the search here, on some moves or all (NULL). If the limits are spent the answer is unknown. */
by_status by__pt_ask(struct pt_builder *b, const by_move *moves, int count, struct by_result *result)
{
    struct by_limits limits;

    *result = no_result;
    if (!by__pt_limits_left(b, &limits))
        return BY_OK;
    if (moves) {
        limits.root_moves = moves;
        limits.root_move_count = (size_t)count;
    }
    return by__pt_run(b, &limits, NULL, result);
}

/* Whether a limit kept the search from its answer. The depth limit does not count: for some methods it is a setting. */
bool by__pt_is_cut_short(const struct by_result *result)
{
    return result->stopped != BY_STOPPED_DONE && result->stopped != BY_STOPPED_DEPTH;
}

bool by__pt_is_answer(const struct pt_builder *b, const struct by_result *result, int side)
{
    return (b->is_argued || is_proved(result)) && answer_of(result, &b->out->question, side) == b->out->answer;
}

static bool is_unwalked(const struct by_result *result)
{
    for (size_t i = 0; i < result->counter_count; i++)
        if (strcmp(result->counters[i].name, "unwalked") == 0)
            return result->counters[i].value > 0;
    return false;
}

/* The search's answer at the root; a finished game needs no search. */
by_status by__pt_ask_root(struct pt_builder *b, struct by_result *result)
{
    struct by_proof *out = b->out;
    struct by_node facts;
    struct by_limits limits;
    by_status status;

    *result = no_result;
    by_position_verdict(b->position, &facts);
    if (facts.is_over) {
        out->question.is_reached = true;
        out->question.is_reached = by_question_holds(&out->question, facts.side, facts.value);
        out->answer = out->question.is_reached ? BY_ANSWER_YES : BY_ANSWER_NO;
        out->is_proved = !b->is_argued && !facts.is_estimate;
        return BY_OK;
    }
    status = by__pt_limits_left(b, &limits) ? by__pt_ask_for_solution(b, &limits, result) : BY_OK;
    if (status)
        return status;
    out->answer = answer_of(result, &out->question, facts.side);
    out->is_proved = !b->is_argued && is_proved(result) && out->answer != BY_ANSWER_UNKNOWN;
    out->question.is_reached = out->answer == BY_ANSWER_YES;
    b->is_unwalked = is_unwalked(result);
    if ((out->answer == BY_ANSWER_UNKNOWN || !by__pt_is_answer(b, result, facts.side)) && by__pt_is_cut_short(result) &&
        result->stopped != BY_STOPPED_DECIDED) /* the move is decided, which is no limit; the answer is not known */
        out->stopped = result->stopped;
    return BY_OK;
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

static by_status refuse(struct pt_builder *b, const char *what)
{
    by_text text = {0};
    by_status status;

    by_position_print(b->position, &text);
    status = by_error_set(b->error, BY_ERROR_UNSUPPORTED, "%-s the search's answer '%s' at %.120s", what,
                          by_answer_name(b->out->answer), by_text_string(&text));
    by_text_free(&text);
    return status;
}

by_status by__pt_contradicts(struct pt_builder *b)
{
    return refuse(b, BY_WORDS("the rules contradict"));
}

by_status by__pt_lacks_answer(struct pt_builder *b, const struct by_result *result, int side)
{
    enum by_answer answer = answer_of(result, &b->out->question, side);
    bool is_contrary = is_proved(result) && answer != BY_ANSWER_UNKNOWN && answer != b->out->answer;

    return refuse(b,
                  is_contrary ? BY_WORDS("a second search contradicts") : BY_WORDS("a second search does not prove"));
}

/* The tree with nothing but its root, the position's history and the question. */
by_status by__pt_plant(struct pt_builder *b, int *root)
{
    by_text question = {0};
    by_status status = by_record_from_position(b->position, &b->record, b->error);

    if (status)
        return status;
    *root = by_record_last(b->record);
    by_question_print(&b->out->question, &question);
    status = question.failed
                 ? by_error_no_memory(b->error)
                 : by_record_set_tag(b->record, *root, BY_PROOF_QUESTION, by_text_string(&question), b->error);
    by_text_free(&question);
    return status;
}

void by__pt_count(struct pt_builder *b, int root)
{
    struct by_proof *out = b->out;
    int node = root, depth = 0;

    for (out->nodes = 1;; out->nodes++) {
        out->depth = depth > out->depth ? depth : out->depth;
        if (by_record_child(b->record, node) != BY_RECORD_NONE) {
            node = by_record_child(b->record, node);
            depth++;
            continue;
        }
        out->leaves++;
        for (; node != root && by_record_next(b->record, node) == BY_RECORD_NONE; depth--)
            node = by_record_parent(b->record, node);
        if (node == root)
            return;
        node = by_record_next(b->record, node);
    }
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

/* Builds the proof from the search's answers, if the game found none. */
static by_status prove_by_search(struct pt_builder *b)
{
    struct by_proof *out = b->out;
    struct by_result root;
    by_status status = by__pt_ask_root(b, &root);

    if (!status && b->is_argued && out->answer != BY_ANSWER_UNKNOWN)
        return by__pt_build_by_gaps(b);
    if (!status && !b->is_argued && root.answer != BY_ANSWER_NONE)
        status = by__pt_prove_by_solution(b, &root);
    if (!status && !b->record && out->is_proved)
        status = by__pt_build(b);
    else if (!status && !b->record && b->is_unwalked && out->stopped == BY_STOPPED_DONE)
        return by_error_set(b->error, BY_ERROR_LIMIT,
                            "the answer '%s' rests on repetitions or counts of moves, and its tree is too large to be "
                            "tried by the rules",
                            by_answer_name(out->answer));
    return status;
}

static by_status begin(struct pt_builder *b, const by_position *position)
{
    struct by_extent extent;
    struct by_node facts;
    by_status status = by_position_copy(position, &b->position, b->error);

    if (status)
        return status;
    by_position_node(b->position, &facts);
    by__control_start(&b->control, &b->limits, NULL, facts.side);
    by_position_history(b->position, &b->start);
    by_position_extent(b->position, &extent);
    b->listed = malloc(((size_t)extent.max_moves + 1) * sizeof *b->listed);
    b->chosen = malloc(((size_t)extent.max_moves + 1) * sizeof *b->chosen);
    return b->listed && b->chosen ? BY_OK : by_error_no_memory(b->error);
}

static void end(struct pt_builder *b)
{
    while (b->depth)
        free(b->frames[--b->depth].moves);
    free(b->frames);
    free(b->listed);
    free(b->chosen);
    free(b->solution.steps);
    by_position_destroy(b->position);
}

by_status by_search_proof(by_search *search, const by_position *position, const struct by_question *question,
                          const struct by_limits *limits, int tree_limit, struct by_proof *out, by_error *error)
{
    struct by_proof own = {BY_SIZE(by_proof), .question = *question, .answer = BY_ANSWER_UNKNOWN,
                           .stopped = BY_STOPPED_DONE};
    struct pt_builder b = {
        .search = search, .out = &own, .limits = {BY_SIZE(by_limits)}, .tree_limit = tree_limit, .error = error};
    int64_t start_us = by__clock_us();
    by_status status = by__size_check(out, sizeof *out, "by_proof", error);

    if (!status && limits)
        status = by__size_read(limits, &b.limits, sizeof b.limits, "by_limits", error);
    if (status)
        return status;
    status = begin(&b, position);
    if (!status)
        status = by__pt_find_argument(&b);
    if (!status)
        status = by__pt_prove_by_game(&b);
    if (!status && !own.is_proved)
        status = prove_by_search(&b);
    own.time_us = by__clock_us() - start_us;
    if (!status && own.is_proved && own.stopped == BY_STOPPED_DONE)
        own.record = b.record;
    else
        by_record_destroy(b.record);
    end(&b);
    by__size_write(&own, sizeof own, out);
    return status;
}
