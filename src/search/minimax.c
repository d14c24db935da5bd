/* SPDX-License-Identifier: MIT
 *
 * Minimax (Shannon 1950): every move of every position down to the depth, nothing left out. It is what all other
 * methods are compared with, and therefore as plain as possible. Three forms:
 *
 *   two-player   values from the view of MAX, the side with number 0; MAX takes the maximum, MIN the minimum
 *   negamax      values from the view of the side to move; a child's value is negated if the side changed
 *   truth        the AND/OR tree of a question: does the side to move at the root reach at least `threshold`?
 *                An OR node, where that side moves, is true if one child is, an AND node if all are.
 *
 * Invariant: the value of a node is exact for the depth that is left below it, since no move is left out; only truth
 * stops at a child that decides.
 */
#include "search/minimax.h"

#include "search/one_ply.h"

enum { FORM_NEGAMAX, FORM_TWO_PLAYER };
enum { QUESTION_VALUE, QUESTION_TRUTH };

/* A run. */
struct walk {
    const struct minimax_options *options;
    const struct by_rules *rules;
    const struct by_evaluation *evaluation;
    void *state;
    struct by__control *control;
    struct by__stack stack;
    uint64_t evaluations;
    int depth;         /* plies to search */
    uint8_t root_side; /* of truth: the side of the question */
    bool met_horizon;  /* the depth ended at an estimate */
    bool met_foretold; /* the search used a verdict that the rules have not given yet */
    bool is_doubtful;  /* a rule of thumb, or an incomplete list of moves */
};

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void report(struct walk *w, enum by_event_kind kind, const struct by_node *node, int ply, by_move move,
                   by_value value, enum by_reason reason)
{
    bool is_truth = w->options->question == QUESTION_TRUTH, asks = node->side == w->root_side;
    by_value threshold = w->options->threshold;
    struct by_event event = {.kind = kind,
                             .reason = reason,
                             .side = node->side,
                             .ply = ply,
                             .depth = w->depth - ply,
                             .move = move,
                             .alpha = !is_truth ? -BY_INFINITE
                                      : asks    ? threshold - 1
                                                : -threshold,
                             .beta = !is_truth ? BY_INFINITE
                                     : asks    ? threshold
                                               : 1 - threshold,
                             .value = value};

    by__control_notify(w->control, &event);
}

/* Converts a value of the side to move to the view of this form. */
static by_value in_form(const struct walk *w, by_value value, uint8_t side)
{
    if (w->options->question == QUESTION_TRUTH)
        return (side == w->root_side ? value : -value) >= w->options->threshold;
    if (w->options->form == FORM_TWO_PLAYER)
        return side == 0 ? value : -value;
    return value;
}

/* The reverse, for the observer, who gets values of the side to move. The question whether a side reaches the threshold
 * is a search with the null window below it: true is the threshold, false one less. */
static by_value for_side(const struct walk *w, by_value value, uint8_t side)
{
    by_value bound = w->options->threshold - !value;

    if (w->options->question == QUESTION_TRUTH)
        return side == w->root_side ? bound : -bound;
    if (w->options->form == FORM_NEGAMAX)
        return value;
    return side == 0 ? value : -value;
}

/* Whether the node takes the maximum of its children, not the minimum. */
static bool is_maximising(const struct walk *w, uint8_t side)
{
    if (w->options->question == QUESTION_TRUTH)
        return side == w->root_side;
    return w->options->form == FORM_NEGAMAX || side == 0;
}

static by_value search_node(struct walk *w, int ply, by_move move, uint8_t *side);

/* The value of a move; `side` is the side that makes it. */
static by_value search_move(struct walk *w, int ply, by_move move, uint8_t side)
{
    uint8_t child_side = side;
    by_value value;

    w->rules->push(w->state, move);
    value = search_node(w, ply + 1, move, &child_side);
    w->rules->pop(w->state, move);
    if (side != child_side && w->options->question == QUESTION_VALUE && w->options->form == FORM_NEGAMAX)
        value = -value;
    return value;
}

/* Truth needs no further child after a deciding one. */
static bool is_decided(const struct walk *w, bool maximising, by_value best)
{
    return w->options->question == QUESTION_TRUTH && best == (maximising ? 1 : 0);
}

static by_value search_moves(struct walk *w, int ply, const struct by_node *node, const struct by_moves *moves,
                             enum by_reason *reason)
{
    uint8_t side = node->side;
    bool maximising = is_maximising(w, side);
    by_value best = 0;

    for (int i = 0; i < moves->count; i++) {
        by_value value;

        if (!by__control_count(w->control))
            break;
        value = search_move(w, ply, moves->list[i].move, side);
        if (w->control->is_stopped)
            break;
        if (i == 0 || (maximising ? value > best : value < best)) {
            best = value;
            by__stack_extend(&w->stack, ply, moves->list[i].move);
        }
        if (is_decided(w, maximising, best)) {
            *reason = BY_REASON_CUT;
            if (w->control->wants & BY_EVENT_CUT)
                report(w, BY_EVENT_CUT, node, ply, moves->list[i].move, for_side(w, best, side), BY_REASON_NONE);
            break;
        }
    }
    return best;
}

/* The value, for the side to move, of a position whose moves are not searched. */
static by_value value_of_leaf(struct walk *w, int ply, const struct by_node *node, bool is_over)
{
    if (is_over) {
        w->is_doubtful |= node->is_estimate;
        w->met_foretold |= node->is_foretold;
        return by__value_at_ply(node->value, ply);
    }
    w->met_horizon = true;
    w->evaluations++;
    by__control_count_evaluation(w->control);
    return w->evaluation ? w->evaluation->evaluate(w->state) : 0;
}

static by_value search_node(struct walk *w, int ply, by_move move, uint8_t *side)
{
    struct by_node node;
    struct by_moves moves = {0};
    bool at_horizon = ply >= w->depth;
    enum by_reason reason = BY_REASON_SEARCHED;
    by_value value, reported;

    by__ask_rules(w->rules, w->state, ply, &node);
    *side = node.side;
    w->stack.lengths[ply] = 0;
    if (ply > w->control->selective_depth)
        w->control->selective_depth = ply;
    if (w->control->wants & BY_EVENT_ENTER)
        report(w, BY_EVENT_ENTER, &node, ply, move, 0, BY_REASON_NONE);
    if (!node.is_over && !(at_horizon && node.can_move)) {
        moves.list = at_horizon ? NULL : by__stack_moves(&w->stack, ply);
        w->rules->moves(w->state, BY_MOVES_ALL, &moves);
        w->is_doubtful |= moves.is_partial;
        node.is_over = moves.count == 0;
    }
    if (node.is_over || at_horizon) {
        reported = value_of_leaf(w, ply, &node, node.is_over);
        value = in_form(w, reported, node.side);
        reason = node.is_over ? BY_REASON_OVER : BY_REASON_HORIZON;
    } else {
        value = search_moves(w, ply, &node, &moves, &reason);
        reported = for_side(w, value, node.side);
    }
    if (w->control->wants & BY_EVENT_LEAVE)
        report(w, BY_EVENT_LEAVE, &node, ply, move, reported, w->control->is_stopped ? BY_REASON_STOPPED : reason);
    return value;
}

/* ---- The root -------------------------------------------------------------------------------------------------- */

/* The value of a root move, from the view of the side to move. */
static struct by_line line_of(struct walk *w, const struct by__run *run, by_value value)
{
    struct by_line line = {.value = for_side(w, value, run->root.side),
                           .kind = BY_KIND_EXACT,
                           .depth = w->depth,
                           .length = w->stack.lengths[0],
                           .moves = by__stack_variation(&w->stack, 0)};

    if (w->options->question == QUESTION_TRUTH)
        line.kind = value ? BY_KIND_AT_LEAST : BY_KIND_AT_MOST;
    return line;
}

static void search_root(struct walk *w, struct by__run *run)
{
    const struct by_moves *moves = &run->root_moves;
    enum by_reason reason = BY_REASON_SEARCHED;

    w->is_doubtful = moves->is_partial;
    if (w->control->wants & BY_EVENT_ENTER)
        report(w, BY_EVENT_ENTER, &run->root, 0, BY_MOVE_NONE, 0, BY_REASON_NONE);
    for (int i = 0; i < moves->count && by__control_count(w->control); i++) {
        by_value value = search_move(w, 0, moves->list[i].move, run->root.side);
        struct by_line line;

        if (w->control->is_stopped)
            break;
        by__stack_extend(&w->stack, 0, moves->list[i].move);
        line = line_of(w, run, value);
        by__lines_insert(&run->lines, &line);
        by__control_settle(w->control);
        /* Once all wanted lines are true, no further one can be better. */
        if (run->lines.count == run->lines.wanted && run->lines.lines[run->lines.count - 1].kind == BY_KIND_AT_LEAST) {
            reason = i + 1 < moves->count ? BY_REASON_CUT : reason;
            break;
        }
    }
    if (reason == BY_REASON_CUT && (w->control->wants & BY_EVENT_CUT))
        report(w, BY_EVENT_CUT, &run->root, 0, run->lines.lines[0].moves[0], run->lines.lines[0].value, BY_REASON_NONE);
    if (w->control->wants & BY_EVENT_LEAVE)
        report(w, BY_EVENT_LEAVE, &run->root, 0, BY_MOVE_NONE, run->lines.count ? run->lines.lines[0].value : 0,
               w->control->is_stopped ? BY_REASON_STOPPED : reason);
}

/* A drawn line along a cycle may meet its own positions again. The rules then judge the moves between. */
static bool is_proved(const struct walk *w, by_value value)
{
    return !w->met_horizon && !w->is_doubtful && !w->control->is_stopped &&
           (!w->met_foretold || by__is_decisive(value));
}

/* The best of only some moves is a lower bound. */
static void finish(struct walk *w, struct by__run *run)
{
    for (int i = 0; i < run->lines.count; i++) {
        struct by_line *line = &run->lines.lines[i];

        line->is_proved = is_proved(w, line->value);
        if (line->kind == BY_KIND_EXACT)
            line->kind = w->control->is_stopped
                             ? BY_KIND_AT_LEAST
                             : by__kind_of_value(run->type, line->value, line->is_proved, w->is_doubtful);
        if (w->control->is_stopped && line->kind == BY_KIND_AT_MOST)
            line->kind = BY_KIND_UNKNOWN;
    }
    if (!w->control->is_stopped)
        run->control.reason = w->met_horizon ? BY_STOPPED_DEPTH : BY_STOPPED_DONE;
    run->result->depth = w->control->is_stopped ? 0 : w->depth;
    run->result->evaluations = w->evaluations;
}

static by_status run_minimax(void *self, struct by__run *run, by_error *error)
{
    const struct minimax_options *options = self;
    size_t bytes = run->bytes + by__stack_bytes(run->plies + 1, run->extent.max_moves);
    struct walk w = {.options = options,
                     .rules = run->type->rules,
                     .evaluation = run->type->evaluation,
                     .state = run->state,
                     .control = &run->control,
                     .depth = run->plies,
                     .root_side = run->root.side};
    by_status status = by__check_memory(bytes, by__bytes_of_kib(options->memory_kib), error);

    if (status)
        return status;
    if (!by__stack_create(&w.stack, run->plies + 1, run->extent.max_moves))
        return by_error_no_memory(error);
    if (options->question == QUESTION_VALUE && w.depth > 1)
        by__one_ply_reserve(run, 0, false);
    search_root(&w, run);
    finish(&w, run);
    for (int i = 0; i < run->lines.count && !run->control.is_stopped; i++)
        by__run_report_line(run, i);
    if (options->question == QUESTION_VALUE)
        by__one_ply_search(run);
    by__stack_destroy(&w.stack);
    return BY_OK;
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

static void init(void *self, const by_method *method, const by_game *game, const by_options *options)
{
    (void)method;
    (void)game;
    by_options_read(options, self);
}

static const char *const forms[] = {"negamax", "two_player", NULL};
static const char *const questions[] = {"value", "truth", NULL};

#define OPTIONS struct minimax_options

static const struct by_option options_table[] = {
    BY__CHOICE(
        EXACT, form, forms, 0,
        "Values from the view of the side to move (negamax), or of MAX, with MAX and MIN taking turns (two_player).",
        "Shannon 1950; Knuth & Moore 1975"),
    BY__CHOICE(QUESTION, question, questions, 0,
               "Find the value (value), or only whether the side to move reaches at least the threshold (truth, an "
               "AND/OR tree).",
               "Yue & Feng 2009"),
    BY__NUMBER(QUESTION, threshold, -BY_WIN, BY_WIN, 1, "The value that question=truth asks about.", NULL),
    BY__MEMORY_ROW,
    {0},
};

static const struct by_preset presets[] = {
    {"plain", "", "Negamax."},
    {"and-or", "question=truth", "The truth of an AND/OR tree: is the value at least 1?"},
    {0},
};

const by_method by__minimax = {
    .name = "minimax",
    .help = "Plain minimax: every move of every position down to the depth.",
    .options = options_table,
    .presets = presets,
    .size = sizeof(struct minimax_options),
    .init = init,
    .run = run_minimax,
};
