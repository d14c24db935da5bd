/* SPDX-License-Identifier: MIT
 *
 * Writing out a proof. A proof search walks through the solution that it has found, and that tree is the proof, if the
 * rules bear it out. If its solution is too large or does not hold, it searches again to few plies: a short proof may
 * do without the repetitions that a long one rests on.
 *
 * Of other methods the tree is built depth first, and at each node of the winner the search is run again: what it knows
 * by then is in its tables, so that a proof costs little more than the search. Only the public interface of searches is
 * used then, so that the tree is right by the rules however the search came to its answers.
 *
 * In a game with an argument of its own about moves that change nothing (by_proofs.find_gap), the tree gets only those
 * moves of the loser that the argument asks for. There the search may look at some of the moves only: what it overlooks
 * shows as a gap that cannot be filled. If the game also looks for proofs in a way of its own (by_proofs.prove), that
 * comes first, with a part of the limits.
 *
 * Played moves must get on. A position may be proved because of one below it, and that one because of this; a move that
 * returns to a position on the path is therefore taken only if no other move does it.
 */
#include "boyi/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "boyi/verify.h"
#include "core/game.h"
#include "core/size.h"
#include "search/method.h"

/* A position on the path that is not over. */
struct frame {
    by_move *moves; /* one of the winner, all of the loser */
    int count;
    int at;   /* the one that was made */
    int node; /* of the record */
    uint64_t key;
};

struct builder {
    by_search *search;
    by_position *position;
    struct by_limits limits;
    struct by__control control; /* of all runs together */
    struct by_proof *out;
    by_record *record;
    size_t start; /* moves that led to the root */
    int tree_limit;
    bool is_argued;               /* the game says what the tree lacks */
    bool is_unwalked;             /* the solution rests on too many verdicts on the path */
    struct by__solution solution; /* of the root, by the search itself */
    struct by_move_info *listed;  /* room for the moves of any position */
    by_move *chosen;              /* likewise, for the ones that may be searched */
    struct frame *frames;
    int depth;   /* of `frames` */
    size_t room; /* in them */
    by_error *error;
};

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
static bool limits_left(struct builder *b, struct by_limits *left)
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

static by_status run(struct builder *b, const struct by_limits *limits, struct by__solution *solution,
                     struct by_result *result)
{
    by_status status = by__search_run(b->search, b->position, limits, NULL, solution, result, b->error);

    if (!status)
        b->out->search_nodes += result->nodes;
    return status;
}

static const struct by_result no_result = {BY_SIZE(by_result), .best = BY_MOVE_NONE, .answer = BY_ANSWER_UNKNOWN};

/* Runs the search here, on some moves or all (NULL). If the limits are spent the answer is unknown. */
static by_status ask(struct builder *b, const by_move *moves, int count, struct by_result *result)
{
    struct by_limits limits;

    *result = no_result;
    if (!limits_left(b, &limits))
        return BY_OK;
    if (moves) {
        limits.root_moves = moves;
        limits.root_move_count = (size_t)count;
    }
    return run(b, &limits, NULL, result);
}

/* Whether a limit kept the search from its answer. The depth limit does not count: for some methods it is a setting. */
static bool is_cut_short(const struct by_result *result)
{
    return result->stopped != BY_STOPPED_DONE && result->stopped != BY_STOPPED_DEPTH;
}

static bool is_answer(const struct builder *b, const struct by_result *result, int side)
{
    return (b->is_argued || is_proved(result)) && answer_of(result, &b->out->question, side) == b->out->answer;
}

/* ---- The winner's move ----------------------------------------------------------------------------------------- */

/* How often a position stands on the path. */
static int times_on_path(const struct builder *b, uint64_t key)
{
    int count = 0;

    for (int i = 0; key && i < b->depth; i++)
        count += b->frames[i].key == key;
    return count;
}

static bool returns(struct builder *b, by_move move)
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
static by_status avoid_return(struct builder *b, int side, by_move *move)
{
    struct by_moves moves = {.list = b->listed};
    struct by_result result;
    int count = 0;
    by_status status;

    by_position_moves(b->position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!returns(b, b->listed[i].move))
            b->chosen[count++] = b->listed[i].move;
    if (!count)
        return BY_OK;
    status = ask(b, b->chosen, count, &result);
    if (!status && is_answer(b, &result, side) && result.best != BY_MOVE_NONE)
        *move = result.best;
    return status;
}

static by_status contradicts(struct builder *b)
{
    by_text text = {0};
    by_status status;

    by_position_print(b->position, &text);
    status = by_error_set(b->error, BY_ERROR_UNSUPPORTED, "the rules contradict the search's answer '%s' at %.120s",
                          by_answer_name(b->out->answer), by_text_string(&text));
    by_text_free(&text);
    return status;
}

/* A table may hold answers that are true on another path only, so the search is asked again without it. */
static by_status find_move(struct builder *b, int side, by_move *move)
{
    struct by_result result;
    by_status status = ask(b, NULL, 0, &result);

    if (!status && !is_answer(b, &result, side) && !is_cut_short(&result) && b->out->stopped == BY_STOPPED_DONE) {
        by_search_clear(b->search);
        status = ask(b, NULL, 0, &result);
    }
    if (status || b->out->stopped != BY_STOPPED_DONE)
        return status;
    if (is_answer(b, &result, side) && result.best != BY_MOVE_NONE) {
        *move = result.best;
        return returns(b, *move) ? avoid_return(b, side, move) : BY_OK;
    }
    if (!is_cut_short(&result))
        return contradicts(b);
    b->out->stopped = result.stopped;
    return BY_OK;
}

/* If the rules ignore repetitions, an answer may depend on endless play, which the search scores as a draw. A written
 * line of that kind never ends. Rules that count moves end it at some time, so it gets some rounds. */
enum { MAX_ROUNDS = BY_MAX_PLY / 2 };

static bool goes_round(const struct builder *b, uint64_t key)
{
    return b->depth > MAX_ROUNDS && times_on_path(b, key) > MAX_ROUNDS;
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

static struct frame *add_frame(struct builder *b, int node, uint64_t key)
{
    struct frame *frames = by__array_grown(b->frames, (size_t)b->depth + 1, &b->room, sizeof *frames);

    if (!frames)
        return NULL;
    b->frames = frames;
    b->frames[b->depth] = (struct frame){.node = node, .at = -1, .key = key};
    return &b->frames[b->depth++];
}

static by_status list_defences(struct builder *b, struct frame *frame)
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

static by_status take_move(struct builder *b, struct frame *frame, int side)
{
    frame->moves = malloc(sizeof *frame->moves);
    if (!frame->moves)
        return by_error_no_memory(b->error);
    frame->count = 1;
    return find_move(b, side, frame->moves);
}

/* Enters a position, which is the record's `node`. If the game is not over there it gets a new frame. */
static by_status enter(struct builder *b, int node)
{
    struct by_proof *out = b->out;
    struct by_node facts;
    struct frame *frame;

    out->nodes++;
    out->depth = b->depth > out->depth ? b->depth : out->depth;
    by_position_verdict(b->position, &facts);
    if (facts.is_over) {
        out->leaves++;
        return facts.is_estimate || !by_question_holds(&out->question, facts.side, facts.value) ? contradicts(b)
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
    return facts.side == by_question_winner(&out->question) ? take_move(b, frame, facts.side) : list_defences(b, frame);
}

/* Makes the next move of the top frame, or removes the frame. */
static by_status advance(struct builder *b)
{
    struct frame *frame = &b->frames[b->depth - 1];
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

/* The tree with nothing but its root, the position's history and the question. */
static by_status plant(struct builder *b, int *root)
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

static by_status build(struct builder *b)
{
    int root;
    by_status status = plant(b, &root);

    if (!status)
        status = enter(b, root);
    while (!status && b->depth && b->out->stopped == BY_STOPPED_DONE)
        status = advance(b);
    return status;
}

/* ---- Gap by gap ------------------------------------------------------------------------------------------------ */

/* Makes the position that of a node below the root. */
static by_status go_to(struct builder *b, int root, int node)
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

static by_status add_child(struct builder *b, int node, by_move move)
{
    if (b->tree_limit && b->out->nodes >= b->tree_limit)
        return by_error_set(b->error, BY_ERROR_LIMIT, "the proof has more than %d nodes", b->tree_limit);
    b->out->nodes++;
    return by_record_add(b->record, node, move, NULL, b->error);
}

/* A move of the winner at a node that the game says he has won, though moves are left: to a node with the same claim,
 * preferably one that ends the game. BY_MOVE_NONE: none. */
static by_move find_last_move(struct builder *b)
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

static by_status add_winners_move(struct builder *b, int node, const struct by_node *facts)
{
    by_move move = BY_MOVE_NONE;
    by_status status = BY_OK;

    if (facts->side != by_question_winner(&b->out->question))
        return contradicts(b);
    if (facts->is_over)
        move = find_last_move(b);
    else
        status = find_move(b, facts->side, &move);
    if (status || b->out->stopped != BY_STOPPED_DONE)
        return status;
    return move == BY_MOVE_NONE ? contradicts(b) : add_child(b, node, move);
}

/* A move of the loser that the game's argument asks for. If a ko forbids that move, this kind of proof does not
 * exist. */
static by_status add_losers_move(struct builder *b, int node, by_move move)
{
    if (by_position_push(b->position, move, NULL))
        return by_error_set(b->error, BY_ERROR_UNSUPPORTED,
                            "the proof would need a move that the rules forbid there, such as a ko");
    by_position_pop(b->position, NULL);
    return add_child(b, node, move);
}

/* Adds what a node lacks: moves of the loser, or one of the winner. */
static by_status fill_gap(struct builder *b, int root, const struct by_gap *gap)
{
    struct by_node facts;
    by_status status = go_to(b, root, gap->node);

    if (status)
        return status;
    by_position_node(b->position, &facts);
    if (gap->is_wrong)
        return contradicts(b);
    if (!gap->count)
        return add_winners_move(b, gap->node, &facts);
    for (int i = 0; i < gap->count && !status; i++)
        status = add_losers_move(b, gap->node, gap->moves[i]);
    return status;
}

static void count_tree(struct builder *b, int root)
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

static by_status build_by_gaps(struct builder *b)
{
    struct by_gap gap = {.moves = b->chosen, .node = BY_RECORD_ROOT};
    struct by_limits left;
    int root;
    by_status status = plant(b, &root);

    b->out->nodes = 1;
    while (!status && gap.node >= 0 && limits_left(b, &left)) {
        status = go_to(b, root, root);
        if (!status)
            status = by__position_find_gap(b->position, b->record, root, b->out->question.is_reached, &gap, b->error);
        if (!status && gap.node >= 0)
            status = fill_gap(b, root, &gap);
        if (b->out->stopped != BY_STOPPED_DONE)
            break;
    }
    if (!status && gap.node < 0) {
        count_tree(b, root);
        b->out->is_proved = true;
    }
    return status;
}

/* Checks whether the game's argument applies to this question under the current rules. */
static by_status find_argument(struct builder *b)
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
static bool share_limits(struct builder *b, struct patience *patience, struct by_attempt *out)
{
    int64_t now_us = by__clock_us(), deadline_us = b->control.deadline_us;
    struct by_limits left;

    if (!limits_left(b, &left))
        return false;
    *patience = (struct patience){.control = &b->control, .deadline_us = deadline_us};
    if (deadline_us != INT64_MAX)
        patience->deadline_us = now_us + (deadline_us - now_us) / SHARE;
    *out = (struct by_attempt){.nodes_most = left.nodes / SHARE,
                               .plies_most = left.depth,
                               .tree_most = b->tree_limit,
                               .is_stopped = is_at_end,
                               .context = patience};
    return !left.nodes || out->nodes_most;
}

/* Whether the record holds a proof of the answer in the question, found by the game and checked like any other. */
static by_status ask_game(struct builder *b, int root, struct by_attempt *attempt, bool *is_proof)
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
static by_status prove_by_game(struct builder *b)
{
    struct patience patience;
    struct by_attempt attempt;
    bool is_proof = false;
    int root;
    by_status status;

    if (!b->is_argued || !by__position_has_prover(b->position) || b->limits.root_moves ||
        !share_limits(b, &patience, &attempt))
        return BY_OK;
    status = plant(b, &root);
    if (!status)
        status = ask_game(b, root, &attempt, &is_proof);
    if (is_proof) {
        count_tree(b, root);
        b->out->answer = b->out->question.is_reached ? BY_ANSWER_YES : BY_ANSWER_NO;
        b->out->is_proved = true;
        return BY_OK;
    }
    by_record_destroy(b->record);
    b->record = NULL;
    return status == BY_ERROR_MEMORY ? status : BY_OK;
}

/* ---- The search's own solution --------------------------------------------------------------------------------- */

/* The tree of the solution, one node for each step. */
static by_status add_steps(struct builder *b, int root)
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
static by_status take_solution(struct builder *b)
{
    struct by_verification found;
    by_error error;
    int root;
    by_status status;

    if (!b->solution.is_whole)
        return BY_OK;
    status = plant(b, &root);
    if (!status)
        status = add_steps(b, root);
    if (status)
        return status;
    status = by_record_verify_from(b->record, root, b->position, &b->out->question, 0, &found, &error);
    if (!status) {
        count_tree(b, root);
        return BY_OK;
    }
    by_record_destroy(b->record);
    b->record = NULL;
    return status == BY_ERROR_MEMORY ? by_error_no_memory(b->error) : BY_OK;
}

static bool is_unwalked(const struct by_result *result)
{
    for (size_t i = 0; i < result->counter_count; i++)
        if (strcmp(result->counters[i].name, "unwalked") == 0)
            return result->counters[i].value > 0;
    return false;
}

/* Runs the search at the root for its solution. */
static by_status ask_for_solution(struct builder *b, const struct by_limits *limits, struct by_result *result)
{
    struct by__solution *solution = &b->solution;
    by_status status;

    solution->count = 0;
    solution->is_whole = solution->is_too_large = false;
    solution->max = b->tree_limit > 1 ? (size_t)b->tree_limit - 1 : (size_t)b->tree_limit;
    status = run(b, limits, solution, result);
    return solution->is_out_of_memory ? by_error_no_memory(b->error) : status;
}

/* The search's answer at the root; a finished game needs no search. */
static by_status ask_root(struct builder *b, struct by_result *result)
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
    status = limits_left(b, &limits) ? ask_for_solution(b, &limits, result) : BY_OK;
    if (status)
        return status;
    out->answer = answer_of(result, &out->question, facts.side);
    out->is_proved = !b->is_argued && is_proved(result) && out->answer != BY_ANSWER_UNKNOWN;
    out->question.is_reached = out->answer == BY_ANSWER_YES;
    b->is_unwalked = is_unwalked(result);
    if ((out->answer == BY_ANSWER_UNKNOWN || !is_answer(b, result, facts.side)) && is_cut_short(result) &&
        result->stopped != BY_STOPPED_DECIDED) /* the move is decided, which is no limit; the answer is not known */
        out->stopped = result->stopped;
    return BY_OK;
}

/* Searches again to few plies, then to more, each time with some nodes for each that the answer took. An open line
 * counts against the winner, so he looks for a win before moves repeat. */
static by_status prove_in_few_plies(struct builder *b, const struct by_result *root)
{
    enum { FIRST = 4, LAST = 64, TIMES = 8, LEAST = 1024 };
    uint64_t share = TIMES * root->nodes + LEAST;
    struct by_limits limits;
    by_status status = BY_OK;

    for (int plies = FIRST; plies <= LAST && !status && !b->record && limits_left(b, &limits); plies *= 2) {
        struct by_result result;

        if (limits.depth && limits.depth <= plies)
            break;
        limits.depth = plies;
        limits.nodes = limits.nodes && limits.nodes < share ? limits.nodes : share;
        by_search_clear(b->search);
        status = ask_for_solution(b, &limits, &result);
        if (!status && result.is_proved && result.answer == b->out->answer)
            status = take_solution(b);
    }
    b->out->is_proved |= b->record != NULL;
    return status;
}

/* Asks a proof search again after a run that could not use earlier results, then once more for a short proof. */
static by_status prove_by_solution(struct builder *b, struct by_result *root)
{
    bool is_too_large = b->solution.is_too_large;
    by_status status = take_solution(b);

    if (status || b->record || b->out->answer == BY_ANSWER_UNKNOWN || b->out->stopped != BY_STOPPED_DONE)
        return status;
    if (!is_too_large) {
        by_search_clear(b->search);
        status = ask_root(b, root);
        is_too_large = b->solution.is_too_large;
        if (!status)
            status = take_solution(b);
    }
    if (!status && !b->record && b->out->answer != BY_ANSWER_UNKNOWN)
        status = prove_in_few_plies(b, root);
    if (!status && !b->record && is_too_large)
        return by_error_set(b->error, BY_ERROR_LIMIT, "the proof has more than %d nodes", b->tree_limit);
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

/* Builds the proof from the search's answers, if the game found none. */
static by_status prove_by_search(struct builder *b)
{
    struct by_proof *out = b->out;
    struct by_result root;
    by_status status = ask_root(b, &root);

    if (!status && b->is_argued && out->answer != BY_ANSWER_UNKNOWN)
        return build_by_gaps(b);
    if (!status && !b->is_argued && root.answer != BY_ANSWER_NONE)
        status = prove_by_solution(b, &root);
    if (!status && !b->record && out->is_proved)
        status = build(b);
    else if (!status && !b->record && b->is_unwalked && out->stopped == BY_STOPPED_DONE)
        return by_error_set(b->error, BY_ERROR_LIMIT,
                            "the answer '%s' rests on repetitions or counts of moves, and its tree is too large to be "
                            "tried by the rules",
                            by_answer_name(out->answer));
    return status;
}

static by_status begin(struct builder *b, const by_position *position)
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

static void end(struct builder *b)
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
    struct builder b = {.search = search, .out = &own, .tree_limit = tree_limit, .error = error};
    int64_t start_us = by__clock_us();
    by_status status = by__size_check(out, sizeof *out, "by_proof", error);

    if (!status && limits)
        status = by__size_read(limits, &b.limits, sizeof b.limits, "by_limits", error);
    if (status)
        return status;
    status = begin(&b, position);
    if (!status)
        status = find_argument(&b);
    if (!status)
        status = prove_by_game(&b);
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
