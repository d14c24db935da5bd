/* SPDX-License-Identifier: MIT
 *
 * The tree of a proof, built depth first: at each node of the loser all moves, at each node of the winner the move that
 * the search finds there.
 *
 * Played moves must get on. A position may be proved because of one below it, and that one because of this; a move that
 * returns to a position on the path is therefore taken only if no other move does it.
 */
#include <stdlib.h>

#include "base/array.h"
#include "boyi/verify.h"
#include "search/proof_tree/proof_tree.h"

/* ---- The winner's move ----------------------------------------------------------------------------------------- */

/* How often a position stands on the path. */
static int times_on_path(const struct pt_builder *b, uint64_t key)
{
    int count = 0;

    for (int i = 0; key && i < b->depth; i++)
        count += b->frames[i].key == key;
    return count;
}

static bool returns(struct pt_builder *b, by_move move)
{
    struct by_node facts;
    bool is_return;

    if (by_position_push(b->position, move, NULL))
        return false;
    by_position_node(b->position, &facts);
    is_return = !facts.is_over && times_on_path(b, facts.key);
    by_position_pop(b->position, NULL);
    return is_return;
}

/* Looks for another move than those that return to the path; without one `move` stays. */
static by_status avoid_return(struct pt_builder *b, int side, by_move *move)
{
    struct by_moves moves = {.list = b->listed};
    struct by_result result = {BY_SIZE(by_result)};
    int count = 0;
    by_status status;

    by_position_moves(b->position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!returns(b, b->listed[i].move))
            b->chosen[count++] = b->listed[i].move;
    if (!count)
        return BY_OK;
    status = by__pt_ask(b, b->chosen, count, &result);
    if (!status && by__pt_is_answer(b, &result, side) && result.best != BY_MOVE_NONE)
        *move = result.best;
    return status;
}

/* A table may hold answers that are true on another path only, so the search is asked again without it. */
by_status by__pt_find_move(struct pt_builder *b, int side, by_move *move)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = by__pt_ask(b, NULL, 0, &result);

    if (!status && !by__pt_is_answer(b, &result, side) && !by__pt_is_cut_short(&result) &&
        b->out->stopped == BY_STOPPED_DONE) {
        by_search_clear(b->search);
        status = by__pt_ask(b, NULL, 0, &result);
    }
    if (status || b->out->stopped != BY_STOPPED_DONE)
        return status;
    if (by__pt_is_answer(b, &result, side) && result.best != BY_MOVE_NONE) {
        *move = result.best;
        return returns(b, *move) ? avoid_return(b, side, move) : BY_OK;
    }
    if (!by__pt_is_cut_short(&result))
        return by__pt_lacks_answer(b, &result, side);
    b->out->stopped = result.stopped;
    return BY_OK;
}

/* If the rules ignore repetitions, an answer may depend on endless play, which the search scores as a draw. A written
 * line of that kind never ends. Rules that count moves end it at some time, so it gets some rounds. */
enum { MAX_ROUNDS = BY_MAX_PLY / 2 };

static bool goes_round(const struct pt_builder *b, uint64_t key)
{
    return b->depth > MAX_ROUNDS && times_on_path(b, key) > MAX_ROUNDS;
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

static struct pt_frame *add_frame(struct pt_builder *b, int node, uint64_t key)
{
    struct pt_frame *frames = by__array_grown(b->frames, (size_t)b->depth + 1, &b->room, sizeof *frames);

    if (!frames)
        return NULL;
    b->frames = frames;
    b->frames[b->depth] = (struct pt_frame){.node = node, .at = -1, .key = key};
    return &b->frames[b->depth++];
}

static by_status list_defences(struct pt_builder *b, struct pt_frame *frame)
{
    struct by_moves moves = {.list = b->listed};

    by_position_moves(b->position, BY_MOVES_ALL, &moves);
    if (moves.is_partial)
        return by_error_set(b->error, BY_ERROR_UNSUPPORTED,
                            "a proof has to answer every legal move, but the game lists only some of them");
    frame->moves = malloc(((size_t)moves.count + 1) * sizeof *frame->moves);
    if (!frame->moves)
        return by_error_no_memory(b->error);
    for (int i = 0; i < moves.count; i++)
        frame->moves[frame->count++] = b->listed[i].move;
    return BY_OK;
}

static by_status choose_move(struct pt_builder *b, struct pt_frame *frame, int side)
{
    frame->moves = malloc(sizeof *frame->moves);
    if (!frame->moves)
        return by_error_no_memory(b->error);
    frame->count = 1;
    return by__pt_find_move(b, side, frame->moves);
}

/* Enters a position, which is the record's `node`. If the game is not over there it gets a new frame. */
static by_status enter(struct pt_builder *b, int node)
{
    struct by_proof *out = b->out;
    struct by_node facts;
    struct pt_frame *frame;

    out->nodes++;
    out->depth = b->depth > out->depth ? b->depth : out->depth;
    by_position_verdict(b->position, &facts);
    if (facts.is_over) {
        out->leaves++;
        return facts.is_estimate || !by_question_holds(&out->question, facts.side, facts.value) ? by__pt_contradicts(b)
                                                                                                : BY_OK;
    }
    if (goes_round(b, facts.key))
        return by_error_set(b->error, BY_ERROR_UNSUPPORTED,
                            "the answer '%s' rests on a repetition that the game does not judge: a line of it goes "
                            "round more than %d times",
                            by_answer_name(out->answer), MAX_ROUNDS);
    frame = add_frame(b, node, facts.key);
    if (!frame)
        return by_error_no_memory(b->error);
    return facts.side == by_question_winner(&out->question) ? choose_move(b, frame, facts.side)
                                                            : list_defences(b, frame);
}

/* Makes the next move of the top frame, or removes the frame. */
static by_status advance(struct pt_builder *b)
{
    struct pt_frame *frame = &b->frames[b->depth - 1];
    size_t length;
    int node;
    by_status status;

    by_position_history(b->position, &length);
    if (length > b->start + (size_t)b->depth - 1) /* back from a move */
        by_position_pop(b->position, NULL);
    if (++frame->at == frame->count) {
        free(frame->moves);
        b->depth--;
        return BY_OK;
    }
    if (b->tree_limit && b->out->nodes >= b->tree_limit)
        return by_error_set(b->error, BY_ERROR_LIMIT, "the proof has more than %d nodes", b->tree_limit);
    status = by_record_add(b->record, frame->node, frame->moves[frame->at], &node, b->error);
    if (!status)
        status = by_position_push(b->position, frame->moves[frame->at], b->error);
    return status ? status : enter(b, node);
}

by_status by__pt_build(struct pt_builder *b)
{
    int root;
    by_status status = by__pt_plant(b, &root);

    if (!status)
        status = enter(b, root);
    while (!status && b->depth && b->out->stopped == BY_STOPPED_DONE)
        status = advance(b);
    return status;
}
