/* SPDX-License-Identifier: MIT
 *
 * The solution that a proof search has found, as the tree of a proof.
 */
#include <stdlib.h>

#include "boyi/verify.h"
#include "search/proof_tree/proof_tree.h"

/* The tree of the solution, one node for each step. */
static by_status add_steps(struct pt_builder *b, int root)
{
    const struct by__solution *solution = &b->solution;
    int *nodes = malloc((BY_MAX_PLY + 2) * sizeof *nodes); /* of the line, by plies */
    by_status status = nodes ? BY_OK : by_error_no_memory(b->error);

    if (nodes)
        nodes[0] = root;
    for (size_t i = 0; i < solution->count && !status; i++) {
        const struct by__step *step = &solution->steps[i];

        status = by_record_add(b->record, nodes[step->plies - 1], step->move, &nodes[step->plies], b->error);
    }
    free(nodes);
    return status;
}

/* Makes the solution the proof, if the rules confirm it. */
static by_status write_solution(struct pt_builder *b)
{
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error;
    int root;
    by_status status;

    if (!b->solution.is_whole)
        return BY_OK;
    status = by__pt_plant(b, &root);
    if (!status)
        status = add_steps(b, root);
    if (status)
        return status;
    status = by_record_verify_from(b->record, root, b->position, &b->out->question, 0, &found, &error);
    if (!status) {
        by__pt_count(b, root);
        return BY_OK;
    }
    by_record_destroy(b->record);
    b->record = NULL;
    return status == BY_ERROR_MEMORY ? by_error_no_memory(b->error) : BY_OK;
}

/* Runs the search at the root for its solution. */
by_status by__pt_ask_for_solution(struct pt_builder *b, const struct by_limits *limits, struct by_result *result)
{
    struct by__solution *solution = &b->solution;
    by_status status;

    solution->count = 0;
    solution->is_whole = solution->is_too_large = false;
    solution->max = b->tree_limit > 1 ? (size_t)b->tree_limit - 1 : (size_t)b->tree_limit;
    status = by__pt_run(b, limits, solution, result);
    return solution->is_out_of_memory ? by_error_no_memory(b->error) : status;
}

/* Searches again to few plies, then to more, each time with some nodes for each that the answer took. An open line
 * counts against the winner, so he looks for a win before moves repeat. */
static by_status prove_in_few_plies(struct pt_builder *b, const struct by_result *root)
{
    enum { FIRST = 4, LAST = 64, TIMES = 8, LEAST = 1024 };
    uint64_t share = TIMES * root->nodes + LEAST;
    struct by_limits limits;
    by_status status = BY_OK;

    for (int plies = FIRST; plies <= LAST && !status && !b->record && by__pt_limits_left(b, &limits); plies *= 2) {
        struct by_result result = {BY_SIZE(by_result)};

        if (limits.depth && limits.depth <= plies)
            break;
        limits.depth = plies;
        limits.nodes = limits.nodes && limits.nodes < share ? limits.nodes : share;
        by_search_clear(b->search);
        status = by__pt_ask_for_solution(b, &limits, &result);
        if (!status && result.is_proved && result.answer == b->out->answer)
            status = write_solution(b);
    }
    b->out->is_proved |= b->record != NULL;
    return status;
}

/* An answer may rest on cycles that no rule ends although another move needs none. */
static by_status prove_without_cycles(struct pt_builder *b)
{
    struct by_limits limits;
    struct by_result result;
    by_status status;

    if (b->out->is_proved || !by__pt_limits_left(b, &limits))
        return BY_OK;
    by_search_clear(b->search);
    b->solution.wanted = b->out->answer;
    status = by__pt_ask_for_solution(b, &limits, &result);
    b->solution.wanted = BY_ANSWER_NONE;
    if (!status && result.is_proved && result.answer == b->out->answer)
        status = write_solution(b);
    b->out->is_proved |= b->record != NULL;
    return status;
}

/* Asks a proof search again after a run that could not use earlier results, then once more for a short proof. */
by_status by__pt_prove_by_solution(struct pt_builder *b, struct by_result *root)
{
    bool is_too_large = b->solution.is_too_large;
    by_status status = write_solution(b);

    if (status || b->record || b->out->answer == BY_ANSWER_UNKNOWN || b->out->stopped != BY_STOPPED_DONE)
        return status;
    if (!is_too_large) {
        by_search_clear(b->search);
        status = by__pt_ask_root(b, root);
        is_too_large = b->solution.is_too_large;
        if (!status)
            status = write_solution(b);
    }
    if (!status && !b->record && b->out->answer != BY_ANSWER_UNKNOWN)
        status = prove_without_cycles(b);
    if (!status && !b->record && b->out->answer != BY_ANSWER_UNKNOWN)
        status = prove_in_few_plies(b, root);
    if (!status && !b->record && is_too_large)
        return by_error_set(b->error, BY_ERROR_LIMIT, "the proof has more than %d nodes", b->tree_limit);
    return status;
}
