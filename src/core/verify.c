/* SPDX-License-Identifier: MIT
 *
 * Verifying a proof by the rules alone. The tree is walked depth first, with a stack of our own, since a record may be
 * as deep as it likes. Each frame is a position that is not over, and a list of moves with the node that answers each:
 *
 *     winner's node    the children
 *     loser's node     all legal moves, each with the child that has it, or with the one for all others
 */
#include "boyi/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/game.h"
#include "core/size.h"

/* ---- Questions ------------------------------------------------------------------------------------------------- */

bool by_question_holds(const struct by_question *question, int side, by_value value)
{
    by_value reached = side == question->prover ? value : -value;

    return (reached >= question->threshold) == question->is_reached;
}

int by_question_winner(const struct by_question *question)
{
    return question->is_reached ? question->prover : question->prover ^ 1;
}

void by_question_print(const struct by_question *question, by_text *out)
{
    by_text_printf(out, "prover=%s threshold=%d answer=%s", question->prover ? "second" : "first", question->threshold,
                   question->is_reached ? "yes" : "no");
}

by_status by_question_parse(const char *text, struct by_question *out, by_error *error)
{
    char prover[8], answer[4];
    int threshold, end = 0;

    if (sscanf(text, " prover=%7s threshold=%8d answer=%3s %n", prover, &threshold, answer, &end) != 3 || text[end] ||
        (strcmp(prover, "first") != 0 && strcmp(prover, "second") != 0) ||
        (strcmp(answer, "yes") != 0 && strcmp(answer, "no") != 0) || threshold < -BY_WIN || threshold > BY_WIN)
        return by_error_set(error, BY_ERROR_INPUT,
                            "'%.60s' is no question, expected one like 'prover=first threshold=%d answer=yes', with "
                            "first or second, yes or no, and a threshold from %d to %d",
                            text, BY_MIN_WIN, -BY_WIN, BY_WIN);
    *out = (struct by_question){
        .prover = strcmp(prover, "second") == 0, .threshold = threshold, .is_reached = strcmp(answer, "yes") == 0};
    return BY_OK;
}

int by_record_proof(const by_record *record)
{
    int node = BY_RECORD_ROOT;

    while (node != BY_RECORD_NONE && !by_record_tag(record, node, BY_PROOF_QUESTION))
        node = by_record_child(record, node);
    return node;
}

/* ---- The walk -------------------------------------------------------------------------------------------------- */

struct step {
    by_move move;
    int node; /* of the record, that answers it */
};

/* A position on the way, with what is to be tried from it. */
struct frame {
    struct step *steps;
    int count;
    int at;   /* the step that is being tried */
    int node; /* of the record */
};

struct walk {
    const by_record *record;
    const struct by_question *question;
    by_position *position;
    struct by_verification *found;
    uint64_t node_limit;
    size_t start;                /* moves that led to the first position */
    struct by_move_info *listed; /* room for the moves of any position */
    struct frame *frames;
    int depth;   /* of `frames` */
    size_t room; /* in them */
    by_error *error;
};

/* ---- What went wrong, and where -------------------------------------------------------------------------------- */

/* Writes the moves from the first position on; `position` is taken back to it. */
static void print_moves(by_position *position, size_t start, const by_move *moves, size_t length, by_text *out)
{
    enum { MOST = 114 }; /* of a long line the beginning */
    size_t now;

    for (by_position_history(position, &now); now > start; now--)
        by_position_pop(position, NULL);
    for (size_t i = start; i < length; i++) {
        if (out->length > MOST) {
            by_text_printf(out, " ... (%zu more)", length - i);
            return;
        }
        by_text_add(out, i > start ? " " : "");
        by_position_print_move(position, moves[i], out);
        if (by_position_push(position, moves[i], NULL))
            return;
    }
}

/* "at the start", "after D4 C3" */
static void print_place(const struct walk *w, by_text *out)
{
    size_t length;
    const by_move *moves = by_position_history(w->position, &length);
    by_position *copy = NULL;

    by_text line = {0};

    if (length == w->start)
        by_text_add_message(out, "at the start");
    if (length == w->start || by_position_copy(w->position, &copy, NULL))
        return;
    print_moves(copy, w->start, moves, length, &line);
    by_text_add_message(out, "after %s", by_text_string(&line));
    by_text_free(&line);
    by_position_destroy(copy);
}

static by_status refuse(struct walk *w, int node, const char *format, ...) BY_PRINTF(3, 4);

static by_status refuse(struct walk *w, int node, const char *format, ...)
{
    by_text place = {.keeps_parts = true};
    by_error reason;
    by_status status;
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(&reason, BY_ERROR_INPUT, 0, 0, format, arguments);
    va_end(arguments);
    print_place(w, &place);
    w->found->failed_at = node;
    status = by_error_set(w->error, BY_ERROR_INPUT, "%-s: %-s", by_text_string(&place), reason.parts);
    by_text_free(&place);
    return status;
}

/* The same with a move that is legal, about which the words follow. */
static by_status refuse_move(struct walk *w, int node, by_move move, const char *words)
{
    by_text text = {0};
    by_status status;

    by_position_print_move(w->position, move, &text);
    status = refuse(w, node, "%s %-s", by_text_string(&text), words);
    by_text_free(&text);
    return status;
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

static bool is_others(const struct walk *w, int node)
{
    return by_record_tag(w->record, node, BY_PROOF_OTHERS) != NULL;
}

static int find_step(const struct frame *frame, by_move move)
{
    for (int i = 0; i < frame->count; i++)
        if (frame->steps[i].move == move)
            return i;
    return -1;
}

/* Children have moves, or stand for all others; none is a position that was set up. */
static by_status check_child(struct walk *w, int child, bool is_winner)
{
    bool has_move = by_record_move(w->record, child) != BY_MOVE_NONE;

    if (by_record_position_text(w->record, child))
        return refuse(w, child, "a position is set up inside the proof");
    if (is_winner && is_others(w, child))
        return refuse(w, child, "the side that has to find a move answers with '%s'", BY_PROOF_OTHERS);
    if (has_move && is_others(w, child))
        return refuse(w, child, "a node has a move and '%s' at once", BY_PROOF_OTHERS);
    if (!has_move && !is_others(w, child))
        return refuse(w, child, "a node without a move");
    return BY_OK;
}

/* Lists every legal move of the loser, without answers yet. */
static void list_defences(const struct by_moves *moves, struct frame *frame)
{
    for (int i = 0; i < moves->count; i++)
        frame->steps[frame->count++] = (struct step){moves->list[i].move, BY_RECORD_NONE};
}

static bool is_listed(const struct by_moves *moves, by_move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == move)
            return true;
    return false;
}

static by_status take_winners_child(struct walk *w, const struct by_moves *moves, int child, struct frame *frame)
{
    by_move move = by_record_move(w->record, child);

    if (!is_listed(moves, move))
        return refuse(w, child, "the move that follows is not legal");
    if (find_step(frame, move) >= 0)
        return refuse_move(w, child, move, BY_WORDS("stands there twice"));
    frame->steps[frame->count++] = (struct step){move, child};
    return BY_OK;
}

static by_status take_losers_child(struct walk *w, int child, struct frame *frame, int *others)
{
    by_move move = by_record_move(w->record, child);
    int place = find_step(frame, move);

    if (is_others(w, child)) {
        if (*others != BY_RECORD_NONE)
            return refuse(w, child, "'%s' stands there twice", BY_PROOF_OTHERS);
        *others = child;
        return BY_OK;
    }
    if (place < 0)
        return refuse(w, child, "a move that is answered is not legal");
    if (frame->steps[place].node != BY_RECORD_NONE)
        return refuse_move(w, child, move, BY_WORDS("is answered twice"));
    frame->steps[place].node = child;
    return BY_OK;
}

/* The node for all others answers the moves that are not listed: verifies its subtree after each of them. */
static by_status answer_others(struct walk *w, struct frame *frame, int others)
{
    for (int i = 0; i < frame->count; i++) {
        if (frame->steps[i].node != BY_RECORD_NONE)
            continue;
        if (others == BY_RECORD_NONE)
            return refuse_move(w, frame->node, frame->steps[i].move, BY_WORDS("is not answered"));
        frame->steps[i].node = others;
    }
    return BY_OK;
}

/* The moves to verify at a position that is not over. */
static by_status fill_steps(struct walk *w, bool is_winner, struct frame *frame)
{
    struct by_moves moves = {.list = w->listed};
    int others = BY_RECORD_NONE;
    by_status status = BY_OK;

    by_position_moves(w->position, BY_MOVES_ALL, &moves);
    if (!is_winner && moves.is_partial)
        return refuse(w, frame->node, "the game lists only some of the legal moves, so that nothing can be verified");
    frame->steps = malloc(((size_t)moves.count + 1) * sizeof *frame->steps);
    if (!frame->steps)
        return by_error_no_memory(w->error);
    if (!is_winner)
        list_defences(&moves, frame);
    for (int child = by_record_child(w->record, frame->node); child != BY_RECORD_NONE && !status;
         child = by_record_next(w->record, child)) {
        status = check_child(w, child, is_winner);
        if (!status)
            status =
                is_winner ? take_winners_child(w, &moves, child, frame) : take_losers_child(w, child, frame, &others);
    }
    return status || is_winner ? status : answer_others(w, frame, others);
}

/* ---- Depth first ----------------------------------------------------------------------------------------------- */

static by_status check_leaf(struct walk *w, int node, const struct by_node *facts)
{
    w->found->leaves++;
    w->found->by_history += facts->path_plies > 0;
    if (facts->is_estimate)
        return refuse(w, node, "the game is over by a rule of thumb only");
    if (!by_question_holds(w->question, facts->side, facts->value))
        return refuse(w, node, "the game is over with the wrong result");
    return BY_OK;
}

static struct frame *add_frame(struct walk *w, int node)
{
    struct frame *frames = by__array_grown(w->frames, (size_t)w->depth + 1, &w->room, sizeof *frames);

    if (!frames)
        return NULL;
    w->frames = frames;
    w->frames[w->depth] = (struct frame){.node = node, .at = -1};
    return &w->frames[w->depth++];
}

/* Comes to a position, for which the record has `node`. If it is not over there is a new frame. */
static by_status enter(struct walk *w, int node)
{
    struct by_node facts;
    struct frame *frame;

    if (w->node_limit && w->found->nodes >= w->node_limit)
        return by_error_set(w->error, BY_ERROR_LIMIT, "the proof has more than %llu positions",
                            (unsigned long long)w->node_limit);
    w->found->nodes++;
    if (w->depth > w->found->depth)
        w->found->depth = w->depth;
    by_position_verdict(w->position, &facts);
    if (facts.is_over)
        return check_leaf(w, node, &facts);
    if (by_record_child(w->record, node) == BY_RECORD_NONE)
        return refuse(w, node, "the proof ends, but the game is not over");
    frame = add_frame(w, node);
    if (!frame)
        return by_error_no_memory(w->error);
    return fill_steps(w, facts.side == by_question_winner(w->question), frame);
}

static by_status walk_all(struct walk *w, int node)
{
    by_status status = enter(w, node);

    while (!status && w->depth) {
        struct frame *frame = &w->frames[w->depth - 1];
        size_t length;

        by_position_history(w->position, &length);
        if (length > w->start + (size_t)w->depth - 1) /* back from a step */
            by_position_pop(w->position, NULL);
        if (++frame->at == frame->count) {
            free(frame->steps);
            w->depth--;
            continue;
        }
        status = by_position_push(w->position, frame->steps[frame->at].move, w->error);
        if (!status)
            status = enter(w, frame->steps[frame->at].node);
    }
    return status;
}

/* ---- By the game's own argument -------------------------------------------------------------------------------- */

/* Makes the moves from `top` down to a node. */
static by_status go_to(struct walk *w, int top, int node)
{
    int count = by_record_plies(w->record, node) - by_record_plies(w->record, top), at = count;
    by_move *moves = malloc(((size_t)count + 1) * sizeof *moves);
    by_status status = moves ? BY_OK : by_error_no_memory(w->error);

    for (; !status && node != top; node = by_record_parent(w->record, node))
        if (by_record_move(w->record, node) != BY_MOVE_NONE)
            moves[--at] = by_record_move(w->record, node);
    for (int i = 0; i < count && !status; i++)
        status = by_position_push(w->position, moves[i], w->error);
    free(moves);
    return status;
}

static by_status refuse_gap(struct walk *w, int top, const struct by_gap *gap)
{
    int node = gap->is_wrong && gap->node != top ? by_record_parent(w->record, gap->node) : gap->node;
    by_status status = go_to(w, top, node);

    if (status)
        return status;
    if (gap->count)
        return refuse_move(w, gap->node, gap->moves[0], BY_WORDS("is not answered"));
    return refuse(w, gap->node,
                  gap->is_wrong ? "what follows is not allowed, or the winner does not reach his goal by it"
                                : "the proof ends, but the game is not over");
}

/* Nodes, leaves and the depth of the tree. */
static void count_tree(struct walk *w, int top)
{
    int node = top, depth = 0;

    *w->found = (struct by_verification){BY_SIZE(by_verification), .failed_at = BY_RECORD_NONE, .is_argued = true};
    for (;;) {
        w->found->nodes++;
        w->found->depth = depth > w->found->depth ? depth : w->found->depth;
        if (by_record_child(w->record, node) != BY_RECORD_NONE) {
            node = by_record_child(w->record, node);
            depth++;
            continue;
        }
        w->found->leaves++;
        for (; node != top && by_record_next(w->record, node) == BY_RECORD_NONE; depth--)
            node = by_record_parent(w->record, node);
        if (node == top)
            return;
        node = by_record_next(w->record, node);
    }
}

static by_status argue(struct walk *w, int node)
{
    struct by_extent extent;
    struct by_gap gap = {0};
    by_status status;

    by_position_extent(w->position, &extent);
    gap.moves = malloc(((size_t)extent.max_moves + 1) * sizeof *gap.moves);
    if (!gap.moves)
        return by_error_no_memory(w->error);
    status = by__position_find_gap(w->position, w->record, node, w->question->is_reached, &gap, w->error);
    if (!status && gap.node >= 0)
        status = refuse_gap(w, node, &gap);
    else if (!status)
        count_tree(w, node);
    free(gap.moves);
    return status;
}

/* The argument is about the question of the position, which may be another than ours. */
static bool can_argue(const struct walk *w)
{
    return by__position_has_gaps(w->position) && by_position_prover(w->position) == w->question->prover &&
           by_value_is_win(w->question->threshold);
}

/* If the tree alone does not hold, it may hold with the game's argument. If the rules allow no argument, the first
 * error stays. */
static by_status try_argument(struct walk *w, int node, by_status before)
{
    by_error *error = w->error, argued = {0};
    struct by_verification found = *w->found;
    size_t length;
    by_status status;

    for (by_position_history(w->position, &length); length > w->start; length--)
        by_position_pop(w->position, NULL);
    w->error = &argued;
    status = argue(w, node);
    w->error = error;
    if (status == BY_ERROR_UNSUPPORTED) {
        *w->found = found;
        return before;
    }
    if (status && error)
        *error = argued;
    return status;
}

by_status by_record_verify_from(const by_record *record, int node, const by_position *position,
                                const struct by_question *question, uint64_t node_limit, struct by_verification *out,
                                by_error *error)
{
    struct by_verification found = {BY_SIZE(by_verification), .failed_at = BY_RECORD_NONE};
    struct walk w = {.record = record, .question = question, .found = &found, .node_limit = node_limit, .error = error};
    struct by_extent extent;
    by_status status = by__size_check(out, sizeof *out, "by_verification", error);

    if (!status)
        status = by_position_copy(position, &w.position, error);
    if (status)
        return status;
    by_position_history(w.position, &w.start);
    by_position_extent(w.position, &extent);
    w.listed = malloc(((size_t)extent.max_moves + 1) * sizeof *w.listed);
    status = w.listed ? walk_all(&w, node) : by_error_no_memory(error);
    while (w.depth)
        free(w.frames[--w.depth].steps);
    if (status == BY_ERROR_INPUT && can_argue(&w))
        status = try_argument(&w, node, status);
    free(w.frames);
    free(w.listed);
    by_position_destroy(w.position);
    by__size_write(&found, sizeof found, out);
    return status;
}

by_status by_record_verify(const by_record *record, const by_game *game, const struct by_question *question,
                           uint64_t node_limit, struct by_verification *out, by_error *error)
{
    int node = by_record_proof(record);
    by_position *position;
    by_status status;

    node = node == BY_RECORD_NONE ? BY_RECORD_ROOT : node;
    status = by_record_position(record, node, game, &position, error);
    if (status)
        return status;
    status = by_record_verify_from(record, node, position, question, node_limit, out, error);
    by_position_destroy(position);
    return status;
}
