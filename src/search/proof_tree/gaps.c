/* SPDX-License-Identifier: MIT
 *
 * The tree of a proof by a game's own argument, gap by gap: the game says which node lacks moves, and these are added.
 * The search may examine some of the moves only: what it overlooks shows as a gap that cannot be filled.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "boyi/verify.h"
#include "core/game.h"
#include "search/proof_tree/proof_tree.h"

/* ---- Gap by gap ------------------------------------------------------------------------------------------------ */

/* Makes the position that of a node below the root. */
static by_status go_to(struct pt_builder *b, int root, int node)
{
    int count = by_record_plies(b->record, node) - by_record_plies(b->record, root), at = count;
    size_t length;
    by_move *moves = malloc(((size_t)count + 1) * sizeof *moves);
    by_status status = moves ? BY_OK : by_error_no_memory(b->error);

    for (by_position_history(b->position, &length); length > b->start; length--)
        by_position_pop(b->position, NULL);
    for (; !status && node != root; node = by_record_parent(b->record, node))
        moves[--at] = by_record_move(b->record, node);
    for (int i = 0; i < count && !status; i++)
        status = by_position_push(b->position, moves[i], b->error);
    free(moves);
    return status;
}

static by_status add_child(struct pt_builder *b, int node, by_move move)
{
    if (b->tree_limit && b->out->nodes >= b->tree_limit)
        return by_error_set(b->error, BY_ERROR_LIMIT, "the proof has more than %d nodes", b->tree_limit);
    b->out->nodes++;
    return by_record_add(b->record, node, move, NULL, b->error);
}

/* A move of the winner at a node that the game says he has won, though moves are left: to a node with the same claim,
 * preferably one that ends the game. BY_MOVE_NONE: none. */
static by_move find_last_move(struct pt_builder *b)
{
    struct by_moves moves = {.list = b->listed}, left = {0};
    by_move found = BY_MOVE_NONE;
    bool is_end = false;

    by_position_moves(b->position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && !is_end; i++) {
        struct by_node facts;

        if (by_position_push(b->position, b->listed[i].move, NULL))
            continue;
        by_position_node(b->position, &facts);
        if (facts.is_over && !facts.is_estimate && by_question_holds(&b->out->question, facts.side, facts.value)) {
            by_position_moves(b->position, BY_MOVES_ALL, &left);
            is_end = left.count == 0;
            if (is_end || found == BY_MOVE_NONE)
                found = b->listed[i].move;
        }
        by_position_pop(b->position, NULL);
    }
    return found;
}

static by_status add_winners_move(struct pt_builder *b, int node, const struct by_node *facts)
{
    by_move move = BY_MOVE_NONE;
    by_status status = BY_OK;

    if (facts->side != by_question_winner(&b->out->question))
        return by__pt_contradicts(b);
    if (facts->is_over)
        move = find_last_move(b);
    else
        status = by__pt_find_move(b, facts->side, &move);
    if (status || b->out->stopped != BY_STOPPED_DONE)
        return status;
    return move == BY_MOVE_NONE ? by__pt_contradicts(b) : add_child(b, node, move);
}

/* A move of the loser that the game's argument asks for. If a ko forbids that move, this kind of proof does not
 * exist. */
static by_status add_losers_move(struct pt_builder *b, int node, by_move move)
{
    if (by_position_push(b->position, move, NULL))
        return by_error_set(b->error, BY_ERROR_UNSUPPORTED,
                            "the proof would need a move that the rules forbid there, such as a ko");
    by_position_pop(b->position, NULL);
    return add_child(b, node, move);
}

/* Adds what a node lacks: moves of the loser, or one of the winner. */
static by_status fill_gap(struct pt_builder *b, int root, const struct by_gap *gap)
{
    struct by_node facts;
    by_status status = go_to(b, root, gap->node);

    if (status)
        return status;
    by_position_node(b->position, &facts);
    if (gap->is_wrong)
        return by__pt_contradicts(b);
    if (!gap->count)
        return add_winners_move(b, gap->node, &facts);
    for (int i = 0; i < gap->count && !status; i++)
        status = add_losers_move(b, gap->node, gap->moves[i]);
    return status;
}

by_status by__pt_build_by_gaps(struct pt_builder *b)
{
    struct by_gap gap = {.moves = b->chosen, .node = BY_RECORD_ROOT};
    struct by_limits left;
    int root;
    by_status status = by__pt_plant(b, &root);

    b->out->nodes = 1;
    while (!status && gap.node >= 0 && by__pt_limits_left(b, &left)) {
        status = go_to(b, root, root);
        if (!status)
            status = by__position_find_gap(b->position, b->record, root, b->out->question.is_reached, &gap, b->error);
        if (!status && gap.node >= 0)
            status = fill_gap(b, root, &gap);
        if (b->out->stopped != BY_STOPPED_DONE)
            break;
    }
    if (!status && gap.node < 0) {
        by__pt_count(b, root);
        b->out->is_proved = true;
    }
    return status;
}

/* Checks whether the game's argument applies to this question under the current rules. */
by_status by__pt_find_argument(struct pt_builder *b)
{
    struct by_gap gap = {.moves = b->chosen};
    by_record *empty;
    by_status status;

    if (!by__position_has_gaps(b->position) || by_position_prover(b->position) != b->out->question.prover ||
        !by_value_is_win(b->out->question.threshold))
        return BY_OK;
    status = by_record_create(&empty, b->error);
    if (status)
        return status;
    status = by__position_find_gap(b->position, empty, BY_RECORD_ROOT, true, &gap, b->error);
    by_record_destroy(empty);
    b->is_argued = status == BY_OK;
    return status == BY_ERROR_MEMORY ? status : BY_OK;
}

/* ---- The game's own proof search ------------------------------------------------------------------------------- */

/* The game's own proof search gets one part in SHARE of the remaining limits. */
enum { SHARE = 4 };

struct patience {
    struct by__control *control;
    int64_t deadline_us;
};

static bool is_at_end(void *context)
{
    const struct patience *patience = context;

    return by__control_check(patience->control) || by__clock_us() >= patience->deadline_us;
}

/* False: too little is left. */
static bool share_limits(struct pt_builder *b, struct patience *patience, struct by_attempt *out)
{
    int64_t now_us = by__clock_us(), deadline_us = b->control.deadline_us;
    struct by_limits left;

    if (!by__pt_limits_left(b, &left))
        return false;
    *patience = (struct patience){.control = &b->control, .deadline_us = deadline_us};
    if (deadline_us != INT64_MAX)
        patience->deadline_us = now_us + (deadline_us - now_us) / SHARE;
    *out = (struct by_attempt){.max_nodes = left.nodes / SHARE,
                               .max_plies = left.depth,
                               .max_tree_nodes = b->tree_limit,
                               .is_stopped = is_at_end,
                               .context = patience};
    return !left.nodes || out->max_nodes;
}

/* Whether the record holds a proof of the answer in the question, found by the game and checked like any other. */
static by_status ask_game(struct pt_builder *b, int root, struct by_attempt *attempt, bool *is_proof)
{
    struct by_gap gap = {.moves = b->chosen, .node = root};
    bool is_reached = b->out->question.is_reached;
    by_status status = by__position_prove(b->position, is_reached, b->record, root, attempt, b->error);

    b->out->search_nodes += attempt->nodes;
    b->out->game_nodes += attempt->nodes;
    if (!status && attempt->is_proved)
        status = by__position_find_gap(b->position, b->record, root, is_reached, &gap, b->error);
    *is_proof = !status && attempt->is_proved && gap.node < 0;
    return status;
}

/* Only the expected answer is tried: the other would take the same time again. */
by_status by__pt_prove_by_game(struct pt_builder *b)
{
    struct patience patience;
    struct by_attempt attempt;
    bool is_proof = false;
    int root;
    by_status status;

    if (!b->is_argued || !by__position_has_prover(b->position) || b->limits.root_moves ||
        !share_limits(b, &patience, &attempt))
        return BY_OK;
    status = by__pt_plant(b, &root);
    if (!status)
        status = ask_game(b, root, &attempt, &is_proof);
    if (is_proof) {
        by__pt_count(b, root);
        b->out->answer = b->out->question.is_reached ? BY_ANSWER_YES : BY_ANSWER_NO;
        b->out->is_proved = true;
        return BY_OK;
    }
    by_record_destroy(b->record);
    b->record = NULL;
    return status == BY_ERROR_MEMORY ? status : BY_OK;
}
