/* SPDX-License-Identifier: MIT
 *
 * A solution as a tree. The answer's line comes first. Then, for every further candidate as first move, the opposite
 * question is put to the other side: if it fails, or fails as far as the answer says, the move is right too; else the
 * line that refutes it follows. Right first moves have the property TE, wrong ones BM. A move that
 * is not proved is only held to be right or wrong, and the comment says it.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/solve_job.h"
#include "front/words.h"

struct tree {
    const struct cli_solve_job *job;
    const struct solve_problem *problem;
    const struct cli_solve_row *row;
    by_record *record;
    int root;           /* the position of the question */
    by_position *after; /* a first move */
    by_error *error;
};

/* ---- Marks and comments ---------------------------------------------------------------------------------------- */

static by_status set_comment(struct tree *t, int node, const by_text *text)
{
    return text->failed ? by_error_no_memory(t->error)
                        : by_record_set_remark(t->record, node, BY_REMARK_AFTER, by_text_string(text), t->error);
}

/* "Right: the block is captured (proved)", "Held to be wrong: the block is saved (heuristic)" */
static by_status mark_first(struct tree *t, int node, bool is_right, const char *comment, bool is_proved)
{
    by_text text = {0};
    by_status status = by_record_set_tag(t->record, node, is_right ? "TE" : "BM", "1", t->error);

    if (is_proved)
        by_text_printf(&text, "%s: %s (proved)", is_right ? "Right" : "Wrong", comment);
    else
        by_text_printf(&text, "Held to be %s: %s (heuristic)", is_right ? "right" : "wrong", comment);
    if (!status)
        status = set_comment(t, node, &text);
    by_text_free(&text);
    return status;
}

/* Adds a line from the position `after`, up to the first illegal move: a search that lets a side retake kos immediately
 * may go further. */
static by_status add_line(struct tree *t, int node, const by_move *moves, int length)
{
    by_status status = BY_OK;

    for (int i = 0; i < length && !status && !by_position_push(t->after, moves[i], NULL); i++)
        status = by_record_add(t->record, node, moves[i], &node, t->error);
    return status;
}

/* ---- The question ---------------------------------------------------------------------------------------------- */

/* The block as a mark, "dd" from the top left. */
static by_status mark_block(struct tree *t)
{
    struct board board;
    char letters[3] = {0};
    int point;
    by_status status = board_read(&board, t->problem->position, t->error);

    if (status)
        return status;
    point = board_point(&board, t->problem->vertex);
    letters[0] = (char)('a' + point % board.size);
    letters[1] = (char)('a' + board.size - 1 - point / board.size);
    return by_record_set_tag(t->record, t->root, "TR", letters, t->error);
}

static by_status describe(struct tree *t)
{
    const struct cli_solve_row *row = t->row;
    by_text text = {0}, task = {0};
    char code[2] = {(char)('0' + (int)row->answer.code), 0};
    by_status status = by_record_set_tag(t->record, BY_RECORD_ROOT, "GN", t->problem->id, t->error);

    cli_solve_print_task(t->problem, &task);
    by_text_printf(&text, "%s: %s", by_text_string(&task), solve_code_name(row->answer.code));
    if (*row->move)
        by_text_printf(&text, ", %s", row->move);
    if (*cli_solve_trust(row))
        by_text_printf(&text, " (%s)", cli_solve_trust(row));
    if (!status)
        status = by_record_set_tag(t->record, t->root, "TASK", by_text_string(&task), t->error);
    if (!status && row->answer.code != SOLVE_UNKNOWN)
        status = by_record_set_tag(t->record, t->root, "RESULT", code, t->error);
    if (!status)
        status = set_comment(t, t->root, &text);
    by_text_free(&text);
    by_text_free(&task);
    return status ? status : mark_block(t);
}

/* ---- First moves ----------------------------------------------------------------------------------------------- */

/* The other side's answer from our view: its failure is our success; if it takes the ko first, we need a threat. */
static enum solve_code turned(enum solve_code code)
{
    static const enum solve_code codes[] = {SOLVE_UNKNOWN, SOLVE_YES, SOLVE_NO, SOLVE_KO_THREAT, SOLVE_KO_TAKEN};

    return codes[code + 1];
}

/* Whether the block still stands after the first move. */
static by_status find_block(struct tree *t, bool *stands)
{
    struct board board;
    by_status status = board_read(&board, t->after, t->error);

    if (!status)
        *stands = board.stones[board_point(&board, t->problem->vertex)] != BOARD_EMPTY;
    return status;
}

static const char *outcome(const struct tree *t, enum solve_code code)
{
    bool is_attack = t->problem->is_attack;

    switch (code) {
    case SOLVE_YES:
        return is_attack ? "the block is captured" : "the block is saved";
    case SOLVE_NO:
        return is_attack ? "the block is saved" : "the block is captured";
    case SOLVE_KO_TAKEN:
        return "a ko, which we take first";
    case SOLVE_KO_THREAT:
        return "a ko, in which we need the first threat";
    case SOLVE_UNKNOWN:
        break;
    }
    return "not known";
}

/* Ranks an answer, from failure to success. */
static int rank(enum solve_code code)
{
    static const int ranks[] = {[SOLVE_NO] = 0, [SOLVE_KO_THREAT] = 1, [SOLVE_KO_TAKEN] = 2, [SOLVE_YES] = 3};

    return ranks[code];
}

/* Marks a first move that leads to `code`. It is right if it reaches at least as much as the answer: without a proof
 * the answer may have missed it. If there is provably no right move, each one is proved wrong. */
static by_status mark_other(struct tree *t, int node, enum solve_code code, bool is_proved)
{
    const struct solve_answer *known = &t->row->answer;
    bool is_right = code != SOLVE_NO && rank(code) >= rank(known->code);

    return mark_first(t, node, is_right, outcome(t, code), is_proved || (known->is_proved && known->code == SOLVE_NO));
}

/* Adds a first move other than the answer's if it is solved, unless it contradicts a proved answer. */
static by_status add_first(struct tree *t, by_move move)
{
    struct solve_question question = {
        .position = t->after, .point = t->problem->point, .is_attack = !t->problem->is_attack};
    struct solve_answer answer = {.code = SOLVE_NO, .is_proved = true}; /* to a block that is off the board */
    enum solve_code code;
    bool stands = true;
    int node;
    by_status status = find_block(t, &stands);

    if (!status && stands)
        status = solver_ask(t->job->explorer, &question, &answer, t->error);
    code = turned(answer.code);
    if (status || code == SOLVE_UNKNOWN || (t->row->answer.is_proved && rank(code) > rank(t->row->answer.code)))
        return status;
    status = by_record_add(t->record, t->root, move, &node, t->error);
    if (!status)
        status = mark_other(t, node, code, answer.is_proved);
    return status ? status : add_line(t, node, answer.line, answer.length);
}

static by_status try_first(struct tree *t, by_move move)
{
    by_status status = by_position_assign(t->after, t->problem->position, t->error);

    if (!status && by_position_push(t->after, move, NULL))
        return BY_OK; /* a move of the goal that the rules of its game do not have */
    return status ? status : add_first(t, move);
}

static by_status add_others(struct tree *t)
{
    by_position *goal = NULL;
    struct by_moves moves = {0};
    struct by_extent extent;
    by_status status = cli_solve_import(t->job->goal, t->problem, BY_THREATS_NONE, &goal, t->error);

    if (status)
        return status;
    by_position_extent(goal, &extent);
    moves.list = malloc(((size_t)extent.max_moves + 1) * sizeof *moves.list);
    if (!moves.list)
        status = by_error_no_memory(t->error);
    else
        by_position_moves(goal, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && !status; i++)
        if (moves.list[i].move != t->row->answer.move)
            status = try_first(t, moves.list[i].move);
    free(moves.list);
    by_position_destroy(goal);
    return status;
}

/* The answer's move. If it takes a ko that needs a threat first it is no node of the tree, so the question mentions
 * it. */
static by_status add_answer(struct tree *t)
{
    const struct solve_answer *answer = &t->row->answer;
    int node;
    by_status status;

    if (answer->move == BY_MOVE_NONE)
        return BY_OK;
    if (by_position_push(t->after, answer->move, NULL))
        return by_record_set_tag(t->record, t->root, "RETAKE", t->row->move, t->error);
    status = by_record_add(t->record, t->root, answer->move, &node, t->error);
    if (!status)
        status = mark_first(t, node, true, outcome(t, answer->code), answer->is_proved);
    if (!status && answer->length && answer->line[0] == answer->move)
        status = add_line(t, node, answer->line + 1, answer->length - 1);
    return status;
}

by_status cli_solve_tree(const struct cli_solve_job *job, int item, by_record **out, by_error *error)
{
    struct tree t = {
        .job = job, .problem = job->items.list[item].problem, .row = cli_solve_row_at(job, item, 0), .error = error};
    by_status status = by_record_from_position(t.problem->position, &t.record, error);

    if (status)
        return status;
    t.root = by_record_last(t.record);
    status = describe(&t);
    if (!status)
        status = by_position_copy(t.problem->position, &t.after, error);
    if (!status && t.row->answer.code != SOLVE_UNKNOWN)
        status = add_answer(&t);
    if (!status && t.row->answer.code != SOLVE_UNKNOWN)
        status = add_others(&t);
    by_position_destroy(t.after);
    if (status)
        by_record_destroy(t.record);
    else
        *out = t.record;
    return status;
}
