/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search as text: the four phases of iterations, and the tree after the last of them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front/words.h"
#include "trace/kind.h"

enum {
    MARGIN = 10,      /* where the words of a phase begin */
    MAX_LINE = 100,   /* characters */
    MAX_ROWS = 12,    /* candidates that get a row at a node; JSON has all */
    MAX_NAMES = 40,   /* moves in a list */
    NODES_SHOWN = 60, /* of the tree */
};

/* ---- Select ---------------------------------------------------------------------------------------------------- */

static const struct by_sample *sample_of(const trace_any *any, int row)
{
    return &any->mcts.candidates[row].sample;
}

static void print_choice(const trace_any *any, int row, by_text *out)
{
    by_text_add(out, sample_of(any, row)->is_selected ? ">" : "");
}

static void print_move(const trace_any *any, int row, by_text *out)
{
    by_position_print_move(any->tree.run.walker, any->mcts.candidates[row].move, out);
}

static void print_visits(const trace_any *any, int row, by_text *out)
{
    by_text_printf(out, "%llu", (unsigned long long)sample_of(any, row)->visits);
}

static void print_mean(const trace_any *any, int row, by_text *out)
{
    trace_add_mean(sample_of(any, row), out);
}

static void print_estimate(const trace_any *any, int row, by_text *out)
{
    if (sample_of(any, row)->estimate >= 0)
        by_text_printf(out, "%.3f", sample_of(any, row)->estimate);
}

static void print_rave(const trace_any *any, int row, by_text *out)
{
    if (sample_of(any, row)->rave_weight > 0)
        by_text_printf(out, "%.3f", sample_of(any, row)->rave_mean);
}

static void print_rave_weight(const trace_any *any, int row, by_text *out)
{
    if (sample_of(any, row)->rave_weight > 0)
        by_text_printf(out, "%.3f", sample_of(any, row)->rave_weight);
}

static void print_prior(const trace_any *any, int row, by_text *out)
{
    by_text_printf(out, "%.3f", sample_of(any, row)->prior);
}

static void print_exploration(const trace_any *any, int row, by_text *out)
{
    if (!isinf(sample_of(any, row)->urgency))
        by_text_printf(out, "%.3f", sample_of(any, row)->exploration);
}

static void print_bias(const trace_any *any, int row, by_text *out)
{
    if (sample_of(any, row)->bias > 0)
        by_text_printf(out, "%.3f", sample_of(any, row)->bias);
}

static void print_urgency(const trace_any *any, int row, by_text *out)
{
    trace_add_urgency(sample_of(any, row)->urgency, out);
}

static void print_remark(const trace_any *any, int row, by_text *out)
{
    trace_mcts_add_proof(&any->mcts, sample_of(any, row), out);
    if (!sample_of(any, row)->is_open)
        by_text_printf(out, "%snot open yet", out->length ? ", " : "");
}

/* Whether the priors of a stop differ. */
static bool has_priors(const trace_any *any)
{
    const struct trace_stop *stop = any->mcts.selection;

    for (int i = stop->first; i < stop->first + stop->count; i++)
        if (fabs(sample_of(any, i)->prior - sample_of(any, stop->first)->prior) > 1e-6)
            return true;
    return false;
}

static const struct trace_column candidate_columns[] = {
    {.title = "", .print = print_choice},
    {.title = "move", .print = print_move},
    {.title = "visits", .print = print_visits, .is_number = true},
    {.title = "mean", .print = print_mean, .is_number = true},
    {.title = "estimate", .print = print_estimate, .is_number = true, .is_optional = true},
    {.title = "RAVE mean", .print = print_rave, .is_number = true, .is_optional = true},
    {.title = "weight", .print = print_rave_weight, .is_number = true, .is_optional = true},
    {.title = "prior", .print = print_prior, .is_number = true, .is_used = has_priors},
    {.title = "exploration", .print = print_exploration, .is_number = true},
    {.title = "bias", .print = print_bias, .is_number = true, .is_optional = true},
    {.title = "urgency", .print = print_urgency, .is_number = true},
    {.title = "", .print = print_remark},
    {0},
};

/* Whether a move comes first only because it has no visits yet. */
static bool is_untried(const struct by_sample *sample)
{
    return !sample->visits && isinf(sample->urgency);
}

/* Whether `max` candidates of the stop precede this one: by urgency, equal ones in order. */
static bool comes_after(const struct trace_mcts *mcts, const struct trace_stop *stop, int row, int max)
{
    double urgency = mcts->candidates[row].sample.urgency;
    int before = 0;

    for (int i = stop->first; i < stop->first + stop->count; i++) {
        const struct by_sample *other = &mcts->candidates[i].sample;

        before += !is_untried(other) && (other->urgency > urgency || (other->urgency >= urgency && i < row));
    }
    return before >= max;
}

/* Tried moves have rows, if they are few, and so does the selected one. */
static bool has_row(const struct trace_mcts *mcts, const struct trace_stop *stop, int row)
{
    const struct by_sample *sample = &mcts->candidates[row].sample;

    if (sample->is_selected)
        return true;
    return !is_untried(sample) && !comes_after(mcts, stop, row, MAX_ROWS);
}

static void print_candidates(trace_any *any, const struct trace_stop *stop, bool is_ascii, by_text *out)
{
    const struct trace_table table = {any, candidate_columns};
    const struct trace_text_style style = {.margin = MARGIN, .is_ascii = is_ascii};
    struct trace_rows rows = {0};

    for (int i = stop->first; i < stop->first + stop->count; i++)
        if (has_row(&any->mcts, stop, i))
            trace_rows_add(&rows, &(struct trace_row){.number = i});
    any->mcts.selection = stop;
    trace_table_print(&table, &rows, &style, out);
    trace_rows_free(&rows);
}

/* Adds a word, which it empties, to a line; a long line continues on the next one, indented. */
static void add_wrapped(by_text *word, int *at, by_text *out)
{
    int width = trace_width(by_text_string(word));

    if (*at > MARGIN && *at + 1 + width > MAX_LINE) {
        by_text_printf(out, "\n%*s", MARGIN + 1, "");
        *at = MARGIN + 1;
    }
    by_text_printf(out, "%s%s", *at > MARGIN ? " " : "", by_text_string(word));
    *at += width + (*at > MARGIN);
    out->failed |= word->failed;
    by_text_clear(word);
}

/* Lists the moves without a row that were not tried and are open, or are not. */
static void print_untried(const struct trace_mcts *mcts, const struct trace_stop *stop, bool open, by_text *out)
{
    int count = 0, at = MARGIN + 1;
    by_text move = {0};

    for (int i = stop->first; i < stop->first + stop->count; i++) {
        const struct trace_candidate *candidate = &mcts->candidates[i];

        if (!is_untried(&candidate->sample) || candidate->sample.is_open != open || has_row(mcts, stop, i))
            continue;
        if (!count) {
            by_text_printf(out, "%*s", MARGIN + 1, "");
            by_text_add(&move, open ? "not tried:" : "not open yet:");
            add_wrapped(&move, &at, out);
        }
        if (count++ >= MAX_NAMES)
            continue;
        by_position_print_move(mcts->tree.run.walker, candidate->move, &move);
        add_wrapped(&move, &at, out);
    }
    if (count > MAX_NAMES)
        by_text_printf(out, " and %d more", count - MAX_NAMES);
    by_text_add(out, count ? "\n" : "");
    by_text_free(&move);
}

/* Moves without a row: those beyond the limit, and untried ones. */
static void print_others(const struct trace_mcts *mcts, const struct trace_stop *stop, by_text *out)
{
    int others = 0;

    for (int i = stop->first; i < stop->first + stop->count; i++)
        others += !is_untried(&mcts->candidates[i].sample) && !has_row(mcts, stop, i);
    if (others)
        by_text_printf(out, "%*s%d more that are less urgent\n", MARGIN + 2, "", others);
    print_untried(mcts, stop, true, out);
    print_untried(mcts, stop, false, out);
}

static void print_phase(const char *name, by_text *out)
{
    by_text_printf(out, "%-*s", MARGIN, name);
}

/* Makes the moves of the path. */
static void print_selection(trace_any *any, const struct trace_mcts_iteration *iteration, bool is_ascii, int *made,
                            by_text *out)
{
    struct trace_mcts *mcts = &any->mcts;

    for (int i = iteration->first; i < iteration->first + iteration->count; i++) {
        const struct trace_stop *stop = &mcts->stops[i];

        if (!stop->count)
            break;
        print_phase(i == iteration->first ? "select" : "", out);
        by_text_add(out, "at ");
        trace_add_path(&mcts->tree, stop->node, out);
        by_text_printf(out, ", %s to move, %llu %s\n",
                       words_side(mcts->tree.run.type, mcts->tree.nodes[stop->node].side),
                       (unsigned long long)stop->before.visits, stop->before.visits == 1 ? "visit" : "visits");
        print_candidates(any, stop, is_ascii, out);
        print_others(mcts, stop, out);
        if (!trace_mcts_make(mcts, mcts->candidates[stop->selected].move, made, out))
            break;
    }
}

/* ---- Expand, simulate, back up --------------------------------------------------------------------------------- */

static void print_expansion(const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, by_text *out)
{
    const struct trace_stop *end = &mcts->stops[iteration->first + iteration->count - 1];

    print_phase("expand", out);
    if (!iteration->has_grown)
        by_text_add(out, "nothing: ");
    trace_add_path(&mcts->tree, end->node, out);
    if (iteration->has_grown)
        by_text_add(out, " becomes a node\n");
    else if (iteration->playout.reason == BY_REASON_OVER)
        by_text_add(out, " is a node already, where the game is over\n");
    else if (iteration->playout.reason == BY_REASON_SEARCHED)
        by_text_add(out, " is a node already, and solved\n");
    else
        by_text_add(out, " is a node already, and gets no moves yet\n");
}

static void print_simulation(struct trace_mcts *mcts, const struct trace_playout *playout, int *made, by_text *out)
{
    by_text word = {0};
    int at = MARGIN;

    print_phase("simulate", out);
    for (int i = 0; i < playout->count && i < MAX_NAMES; i++) {
        by_move move = mcts->moves[playout->first + i];

        by_position_print_move(mcts->tree.run.walker, move, &word);
        add_wrapped(&word, &at, out);
        if (!trace_mcts_make(mcts, move, made, out))
            break;
    }
    if (playout->count > MAX_NAMES)
        by_text_add(&word, TRACE_ELLIPSIS " ");
    by_text_add(&word, playout->count ? "(" : "");
    trace_mcts_add_playout(mcts, playout, &word);
    by_text_add(&word, playout->count ? ")" : playout->plies ? ", played by the game itself" : "");
    add_wrapped(&word, &at, out);
    by_text_add_char(out, '\n');
    by_text_free(&word);
}

static void print_proof_change(const struct trace_mcts *mcts, const struct trace_stop *stop, by_text *out)
{
    if (stop->before.low == stop->after.low && stop->before.high == stop->after.high)
        return;
    by_text_add(out, stop->after.is_over ? "; over: " : "; proved: ");
    trace_mcts_add_proof(mcts, &stop->after, out);
}

/* From the end of the path to the root. */
static void print_back_up(const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, by_text *out)
{
    int width = 0;
    by_text name = {0};

    for (int i = iteration->first; i < iteration->first + iteration->count; i++) {
        by_text_clear(&name);
        trace_add_path(&mcts->tree, mcts->stops[i].node, &name);
        width = trace_width(by_text_string(&name)); /* the longest comes last */
        out->failed |= name.failed;
    }
    for (int i = iteration->count - 1; i >= 0; i--) {
        const struct trace_stop *stop = &mcts->stops[iteration->first + i];

        print_phase(i == iteration->count - 1 ? "back up" : "", out);
        by_text_clear(&name);
        trace_add_path(&mcts->tree, stop->node, &name);
        by_text_printf(out, "%s%*s  visits %llu" TRACE_BECOMES "%llu, mean ", by_text_string(&name),
                       width - trace_width(by_text_string(&name)), "", (unsigned long long)stop->before.visits,
                       (unsigned long long)stop->after.visits);
        trace_add_mean(&stop->before, out);
        by_text_add(out, TRACE_BECOMES);
        trace_add_mean(&stop->after, out);
        print_proof_change(mcts, stop, out);
        by_text_add_char(out, '\n');
        out->failed |= name.failed;
    }
    by_text_free(&name);
}

static void print_iteration(trace_any *any, const struct trace_mcts_iteration *iteration, bool is_ascii, by_text *out)
{
    struct trace_mcts *mcts = &any->mcts;
    int made = 0;

    by_text_printf(out, "iteration %d\n", iteration->number);
    print_selection(any, iteration, is_ascii, &made, out);
    print_expansion(mcts, iteration, out);
    print_simulation(mcts, &iteration->playout, &made, out);
    words_rewind(mcts->tree.run.walker, made);
    print_back_up(mcts, iteration, out);
    by_text_add_char(out, '\n');
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

static const struct trace_mcts_mark *mark_of(const trace_any *any, int node)
{
    return &any->mcts.marks[node];
}

static void print_path_mark(const trace_any *any, int node, by_text *out)
{
    by_text_add(out, mark_of(any, node)->is_on_path ? "*" : "");
}

static void print_node_visits(const trace_any *any, int node, by_text *out)
{
    by_text_printf(out, "%llu", (unsigned long long)mark_of(any, node)->now.visits);
}

static void print_node_mean(const trace_any *any, int node, by_text *out)
{
    trace_add_mean(&mark_of(any, node)->now, out);
}

static void print_born(const trace_any *any, int node, by_text *out)
{
    by_text_printf(out, "%d", mark_of(any, node)->born);
}

/* How many of its moves were tried; and how many are available, if progressive widening holds some back. */
static void print_tried(const trace_any *any, int node, by_text *out)
{
    const struct trace_mcts_mark *mark = mark_of(any, node);

    if (!mark->moves)
        return;
    by_text_printf(out, "%d of %d", mark->tried, mark->moves);
    if (mark->open < mark->moves)
        by_text_printf(out, ", %d open", mark->open);
}

static void print_left_out(const trace_any *any, int node, by_text *out)
{
    const struct trace_mcts *mcts = &any->mcts;
    int count = mcts->is_shown ? trace_mcts_left_out(mcts, node, mcts->is_shown) : 0;

    if (count)
        by_text_printf(out, "+%d", count);
}

static void print_proof(const trace_any *any, int node, by_text *out)
{
    trace_mcts_add_proof(&any->mcts, &mark_of(any, node)->now, out);
}

static void print_state(const trace_any *any, int node, by_text *out)
{
    const struct by_sample *now = &mark_of(any, node)->now;

    by_text_add(out, now->is_over ? "over: " : now->low == now->high ? "proved: " : "");
    trace_mcts_add_proof(&any->mcts, now, out);
}

const struct trace_column trace_mcts_columns[] = {
    {.title = "", .print = print_path_mark, .only = TRACE_AS_TEXT},
    {.title = "node", .print = trace_print_label, .only = TRACE_AS_JSON},
    {.title = "node", .print = trace_print_indented, .only = TRACE_AS_TEXT},
    {.title = "visits", .print = print_node_visits, .is_number = true},
    {.title = "mean", .print = print_node_mean, .is_number = true},
    {.title = "since", .print = print_born, .is_number = true},
    {.title = "proved", .print = print_proof, .only = TRACE_AS_JSON},
    {.title = "tried", .print = print_tried, .only = TRACE_AS_TEXT},
    {.title = "not shown", .print = print_left_out, .only = TRACE_AS_TEXT, .is_number = true, .is_optional = true},
    {.title = "", .print = print_state, .only = TRACE_AS_TEXT},
    {0},
};

/* A large tree is shown in part. */
static void print_tree(trace_any *any, const struct trace_text *asked, by_text *out)
{
    struct trace_mcts *mcts = &any->mcts;
    int hidden = mcts->tree.node_count;
    bool *is_shown;

    if (mcts->tree.node_count <= NODES_SHOWN) {
        trace_print_part(any, 0, asked, out);
        return;
    }
    is_shown = calloc((size_t)mcts->tree.node_count, sizeof *is_shown);
    if (!is_shown) {
        out->failed = true;
        return;
    }
    trace_mcts_pick(mcts, NODES_SHOWN, is_shown);
    for (int i = 0; i < mcts->tree.node_count; i++)
        hidden -= is_shown[i];
    mcts->is_shown = is_shown;
    trace_print_part(any, 0, asked, out);
    mcts->is_shown = NULL;
    by_text_printf(out, "%d of them with few visits not shown; --json has them all\n", hidden);
    free(is_shown);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void print_answer(const struct trace_mcts *mcts, by_text *out)
{
    by_text words = {0};

    by_text_printf(&words, "%llu", (unsigned long long)mcts->tree.searched);
    trace_print_words("iterations", &words, out);
    trace_print_field("answer", by_text_string(&mcts->answer), out);
    if (mcts->tree.stopped > BY_STOPPED_DEPTH)
        trace_print_field("stopped by", by_stop_reason_name(mcts->tree.stopped), out);
    by_text_free(&words);
}

static void print_notes(const struct trace_mcts *mcts, by_text *out)
{
    trace_print_field("mean",
                      "of results, 1 for a win, 0 for a loss, for the side that moves into the node; at the root "
                      "for the side to move",
                      out);
    trace_print_field("urgency",
                      "mean and exploration: the most urgent move is selected (>), but first all that were "
                      "not tried, unless they have an urgency of their own",
                      out);
    if (by_options_number(mcts->tree.run.question.options, "solver"))
        trace_print_field("solved", "by proof or because the game is over there: not selected any more", out);
    trace_print_field("since", "the iteration that made it a node", out);
    trace_print_field("*", "on the path of the iteration above", out);
}

void trace_mcts_print_text(trace_any *any, const struct trace_text *asked, by_text *out)
{
    struct trace_mcts *mcts = &any->mcts;

    trace_print_question(&mcts->tree.run, out);
    by_text_add_char(out, '\n');
    for (int i = 0; i < mcts->tree.step_count; i++)
        print_iteration(any, &mcts->iterations[i], asked->is_ascii, out);
    if (mcts->tree.step_count)
        by_text_printf(out, "tree after iteration %d of %d, %d nodes\n", trace_mcts_last(mcts)->number, mcts->made,
                       mcts->tree.node_count);
    print_tree(any, asked, out);
    by_text_add_char(out, '\n');
    print_answer(mcts, out);
    by_text_add_char(out, '\n');
    print_notes(mcts, out);
}
