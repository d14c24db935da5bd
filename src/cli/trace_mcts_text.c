/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search as text: the four phases of iterations, and the tree after the last of them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/trace_mcts.h"
#include "front/words.h"

#define ARROW    " \xE2\x86\x92 "
#define ELLIPSIS "\xE2\x80\xA6"

enum {
    MARGIN = 10,      /* where the words of a phase begin */
    LINE_MOST = 100,  /* characters */
    ROWS_MOST = 12,   /* candidates that get a row at a node; JSON has all */
    NAMES_MOST = 40,  /* moves in a list */
    NODES_SHOWN = 60, /* of the tree */
};

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

/* Something that has columns: the candidates of a node, or the nodes of the tree. */
struct table {
    const struct trace_mcts *mcts;
    const struct column *columns;
    int count;
    const bool *is_shown; /* of the tree: which nodes are */
    unsigned used;        /* columns, as bits */
};

struct column {
    const char *title;
    void (*write)(const struct table *table, int row, by_text *out); /* nothing: the cell is empty */
    bool is_words;                                                   /* aligned to the left */
    bool (*is_used)(const struct trace_mcts *mcts, const struct trace_stop *stop);
};

enum { COLUMNS_MOST = 12 };

/* TRACE_NONE: the row of titles. */
static void make_cell(const struct table *table, int column, int row, by_text *cell)
{
    by_text_clear(cell);
    if (row == TRACE_NONE)
        by_text_add(cell, table->columns[column].title);
    else
        table->columns[column].write(table, row, cell);
    if (table->mcts->tree.letters)
        trace_spell(cell);
}

static void widen(const struct table *table, int row, int *widths)
{
    by_text cell = {0};

    for (int c = 0; c < table->count; c++) {
        int width;

        make_cell(table, c, row, &cell);
        width = trace_width(by_text_string(&cell));
        widths[c] = width > widths[c] ? width : widths[c];
    }
    by_text_free(&cell);
}

static void write_row(const struct table *table, int row, const int *widths, int margin, by_text *out)
{
    by_text cell = {0};
    int owed = margin;

    for (int c = 0; c < table->count; c++) {
        int blanks;

        if (!(table->used >> c & 1U))
            continue;
        make_cell(table, c, row, &cell);
        blanks = widths[c] - trace_width(by_text_string(&cell));
        if (cell.length) {
            by_text_printf(out, "%*s%s", owed + (table->columns[c].is_words ? 0 : blanks), "", by_text_string(&cell));
            owed = table->columns[c].is_words ? blanks : 0;
        } else {
            owed += blanks;
        }
        owed += c ? 2 : 1;
    }
    by_text_add_char(out, '\n');
    by_text_free(&cell);
}

/* ---- Select ---------------------------------------------------------------------------------------------------- */

static const struct by_sample *sample_in(const struct table *table, int row)
{
    return &table->mcts->candidates[row].sample;
}

static void write_choice(const struct table *table, int row, by_text *out)
{
    by_text_add(out, sample_in(table, row)->is_selected ? ">" : "");
}

static void write_move(const struct table *table, int row, by_text *out)
{
    by_text_add(out, table->mcts->candidates[row].text);
}

static void write_visits(const struct table *table, int row, by_text *out)
{
    by_text_printf(out, "%llu", (unsigned long long)sample_in(table, row)->visits);
}

static void write_mean(const struct table *table, int row, by_text *out)
{
    trace_add_mean(sample_in(table, row), out);
}

static void write_estimate(const struct table *table, int row, by_text *out)
{
    if (sample_in(table, row)->estimate >= 0)
        by_text_printf(out, "%.3f", sample_in(table, row)->estimate);
}

static void write_rave(const struct table *table, int row, by_text *out)
{
    if (sample_in(table, row)->rave_weight > 0)
        by_text_printf(out, "%.3f", sample_in(table, row)->rave_mean);
}

static void write_rave_weight(const struct table *table, int row, by_text *out)
{
    if (sample_in(table, row)->rave_weight > 0)
        by_text_printf(out, "%.3f", sample_in(table, row)->rave_weight);
}

static void write_prior(const struct table *table, int row, by_text *out)
{
    by_text_printf(out, "%.3f", sample_in(table, row)->prior);
}

static void write_exploration(const struct table *table, int row, by_text *out)
{
    if (!isinf(sample_in(table, row)->urgency))
        by_text_printf(out, "%.3f", sample_in(table, row)->exploration);
}

static void write_bias(const struct table *table, int row, by_text *out)
{
    by_text_printf(out, "%.3f", sample_in(table, row)->bias);
}

static void write_urgency(const struct table *table, int row, by_text *out)
{
    trace_add_urgency(sample_in(table, row)->urgency, out);
}

static void write_remark(const struct table *table, int row, by_text *out)
{
    trace_mcts_add_proof(table->mcts, sample_in(table, row), out);
    if (!sample_in(table, row)->is_open)
        by_text_printf(out, "%snot open yet", out->length ? ", " : "");
}

/* Whether some candidate of the stop has a part that is not always there. */
#define ANY(name, condition)                                                                                           \
    static bool name(const struct trace_mcts *mcts, const struct trace_stop *stop)                                     \
    {                                                                                                                  \
        for (int i = stop->first; i < stop->first + stop->count; i++) {                                                \
            const struct by_sample *sample = &mcts->candidates[i].sample;                                              \
                                                                                                                       \
            if (condition)                                                                                             \
                return true;                                                                                           \
        }                                                                                                              \
        return false;                                                                                                  \
    }

ANY(has_estimates, sample->estimate >= 0)
ANY(has_rave, sample->rave_weight > 0)
ANY(has_bias, sample->bias > 0)
ANY(has_priors, fabs(sample->prior - mcts->candidates[stop->first].sample.prior) > 1e-6)

static const struct column candidate_columns[] = {
    {"", write_choice, true, NULL},
    {"move", write_move, true, NULL},
    {"visits", write_visits, false, NULL},
    {"mean", write_mean, false, NULL},
    {"estimate", write_estimate, false, has_estimates},
    {"RAVE mean", write_rave, false, has_rave},
    {"weight", write_rave_weight, false, has_rave},
    {"prior", write_prior, false, has_priors},
    {"exploration", write_exploration, false, NULL},
    {"bias", write_bias, false, has_bias},
    {"urgency", write_urgency, false, NULL},
    {"", write_remark, true, NULL},
};

enum { CANDIDATE_COLUMNS = sizeof candidate_columns / sizeof candidate_columns[0] };

_Static_assert((int)CANDIDATE_COLUMNS <= (int)COLUMNS_MOST, "widths have room for all columns");

/* Whether a move comes first only because nothing is known of it. */
static bool is_untried(const struct by_sample *sample)
{
    return !sample->visits && isinf(sample->urgency);
}

/* Whether so many candidates of the stop come before this one: by urgency, of equals as they are listed. */
static bool comes_after(const struct trace_mcts *mcts, const struct trace_stop *stop, int row, int most)
{
    double urgency = mcts->candidates[row].sample.urgency;
    int before = 0;

    for (int i = stop->first; i < stop->first + stop->count; i++) {
        const struct by_sample *other = &mcts->candidates[i].sample;

        before += !is_untried(other) && (other->urgency > urgency || (other->urgency >= urgency && i < row));
    }
    return before >= most;
}

/* What was tried has a row, if there are not too many, and so has what is selected. */
static bool has_row(const struct trace_mcts *mcts, const struct trace_stop *stop, int row)
{
    const struct by_sample *sample = &mcts->candidates[row].sample;

    if (sample->is_selected)
        return true;
    return !is_untried(sample) && !comes_after(mcts, stop, row, ROWS_MOST);
}

static void write_candidates(const struct trace_mcts *mcts, const struct trace_stop *stop, by_text *out)
{
    struct table table = {.mcts = mcts, .columns = candidate_columns, .count = CANDIDATE_COLUMNS};
    int widths[COLUMNS_MOST] = {1};

    for (int c = 0; c < table.count; c++)
        if (!candidate_columns[c].is_used || candidate_columns[c].is_used(mcts, stop))
            table.used |= 1U << c;
    widen(&table, TRACE_NONE, widths);
    for (int i = stop->first; i < stop->first + stop->count; i++)
        if (has_row(mcts, stop, i))
            widen(&table, i, widths);
    write_row(&table, TRACE_NONE, widths, MARGIN, out);
    for (int i = stop->first; i < stop->first + stop->count; i++)
        if (has_row(mcts, stop, i))
            write_row(&table, i, widths, MARGIN, out);
}

/* Adds a word to a line; what is too long goes on in the next, where words are a little further in. */
static void add_wrapped(const char *word, int *at, by_text *out)
{
    if (*at > MARGIN && *at + 1 + trace_width(word) > LINE_MOST) {
        by_text_printf(out, "\n%*s", MARGIN + 1, "");
        *at = MARGIN + 1;
    }
    by_text_printf(out, "%s%s", *at > MARGIN ? " " : "", word);
    *at += trace_width(word) + (*at > MARGIN);
}

/* Lists the moves without a row that were not tried and are open, or are not. */
static void write_untried(const struct trace_mcts *mcts, const struct trace_stop *stop, bool open, by_text *out)
{
    int count = 0, at = MARGIN + 1;

    for (int i = stop->first; i < stop->first + stop->count; i++) {
        const struct trace_candidate *candidate = &mcts->candidates[i];

        if (!is_untried(&candidate->sample) || candidate->sample.is_open != open || has_row(mcts, stop, i))
            continue;
        if (!count)
            by_text_printf(out, "%*s", MARGIN + 1, "");
        if (!count)
            add_wrapped(open ? "not tried:" : "not open yet:", &at, out);
        if (count++ < NAMES_MOST)
            add_wrapped(candidate->text, &at, out);
    }
    if (count > NAMES_MOST)
        by_text_printf(out, " and %d more", count - NAMES_MOST);
    by_text_add(out, count ? "\n" : "");
}

/* What has no row: moves that are too many, and those of which nothing is known. */
static void write_others(const struct trace_mcts *mcts, const struct trace_stop *stop, by_text *out)
{
    int others = 0;

    for (int i = stop->first; i < stop->first + stop->count; i++)
        others += !is_untried(&mcts->candidates[i].sample) && !has_row(mcts, stop, i);
    if (others)
        by_text_printf(out, "%*s%d more that are less urgent\n", MARGIN + 2, "", others);
    write_untried(mcts, stop, true, out);
    write_untried(mcts, stop, false, out);
}

static void write_phase(const char *name, by_text *out)
{
    by_text_printf(out, "%-*s", MARGIN, name);
}

static void write_selection(const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, by_text *out)
{
    for (int i = iteration->first; i < iteration->first + iteration->count; i++) {
        const struct trace_stop *stop = &mcts->stops[i];

        if (!stop->count)
            break;
        write_phase(i == iteration->first ? "select" : "", out);
        by_text_add(out, "at ");
        trace_mcts_add_path(mcts, stop->node, out);
        by_text_printf(out, ", %s to move, %llu %s\n",
                       words_side(mcts->tree.run.type, mcts->tree.nodes[stop->node].side),
                       (unsigned long long)stop->before.visits, stop->before.visits == 1 ? "visit" : "visits");
        write_candidates(mcts, stop, out);
        write_others(mcts, stop, out);
    }
}

/* ---- Expand, simulate, back up --------------------------------------------------------------------------------- */

static void write_expansion(const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, by_text *out)
{
    const struct trace_stop *end = &mcts->stops[iteration->first + iteration->count - 1];

    write_phase("expand", out);
    if (!iteration->has_grown)
        by_text_add(out, "nothing: ");
    trace_mcts_add_path(mcts, end->node, out);
    if (iteration->has_grown)
        by_text_add(out, " becomes a node\n");
    else if (iteration->playout.reason == BY_REASON_OVER)
        by_text_add(out, " is a node already, where the game is over\n");
    else if (iteration->playout.reason == BY_REASON_SEARCHED)
        by_text_add(out, " is a node already, and solved\n");
    else
        by_text_add(out, " is a node already, and gets no moves yet\n");
}

static void write_simulation(const struct trace_mcts *mcts, const struct trace_playout *playout, by_text *out)
{
    by_text word = {0};
    int at = MARGIN;

    write_phase("simulate", out);
    for (int i = 0; i < playout->count && i < NAMES_MOST; i++)
        add_wrapped(mcts->moves[playout->first + i].text, &at, out);
    if (playout->count > NAMES_MOST)
        by_text_add(&word, ELLIPSIS " ");
    by_text_add(&word, playout->count ? "(" : "");
    trace_mcts_add_playout(mcts, playout, &word);
    by_text_add(&word, playout->count ? ")" : playout->plies ? ", played by the game itself" : "");
    add_wrapped(by_text_string(&word), &at, out);
    by_text_add_char(out, '\n');
    by_text_free(&word);
}

static void write_proof_change(const struct trace_mcts *mcts, const struct trace_stop *stop, by_text *out)
{
    if (stop->before.low == stop->after.low && stop->before.high == stop->after.high)
        return;
    by_text_add(out, stop->after.is_over ? "; over: " : "; proved: ");
    trace_mcts_add_proof(mcts, &stop->after, out);
}

/* From the end of the path to the root. */
static void write_back_up(const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, by_text *out)
{
    int width = 0;
    by_text name = {0};

    for (int i = iteration->first; i < iteration->first + iteration->count; i++) {
        by_text_clear(&name);
        trace_mcts_add_path(mcts, mcts->stops[i].node, &name);
        width = trace_width(by_text_string(&name)); /* the longest comes last */
    }
    for (int i = iteration->count - 1; i >= 0; i--) {
        const struct trace_stop *stop = &mcts->stops[iteration->first + i];

        write_phase(i == iteration->count - 1 ? "back up" : "", out);
        by_text_clear(&name);
        trace_mcts_add_path(mcts, stop->node, &name);
        by_text_printf(out, "%s%*s  visits %llu" ARROW "%llu, mean ", by_text_string(&name),
                       width - trace_width(by_text_string(&name)), "", (unsigned long long)stop->before.visits,
                       (unsigned long long)stop->after.visits);
        trace_add_mean(&stop->before, out);
        by_text_add(out, ARROW);
        trace_add_mean(&stop->after, out);
        write_proof_change(mcts, stop, out);
        by_text_add_char(out, '\n');
    }
    by_text_free(&name);
}

static void write_iteration(const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, by_text *out)
{
    by_text_printf(out, "iteration %d\n", iteration->number);
    write_selection(mcts, iteration, out);
    write_expansion(mcts, iteration, out);
    write_simulation(mcts, &iteration->playout, out);
    write_back_up(mcts, iteration, out);
    by_text_add_char(out, '\n');
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

static const struct trace_mcts_mark *mark_in(const struct table *table, int row)
{
    return &table->mcts->marks[row];
}

static void write_path_mark(const struct table *table, int row, by_text *out)
{
    by_text_add(out, mark_in(table, row)->is_on_path ? "*" : "");
}

static void write_label(const struct table *table, int row, by_text *out)
{
    by_text_printf(out, "%*s%s", 2 * table->mcts->tree.nodes[row].ply, "", trace_mcts_name(table->mcts, row));
}

static void write_node_visits(const struct table *table, int row, by_text *out)
{
    by_text_printf(out, "%llu", (unsigned long long)mark_in(table, row)->now.visits);
}

static void write_node_mean(const struct table *table, int row, by_text *out)
{
    trace_add_mean(&mark_in(table, row)->now, out);
}

static void write_born(const struct table *table, int row, by_text *out)
{
    by_text_printf(out, "%d", mark_in(table, row)->born);
}

/* How many of its moves were tried; and how many could be, if progressive widening holds some back. */
static void write_tried(const struct table *table, int row, by_text *out)
{
    const struct trace_mcts_mark *mark = mark_in(table, row);

    if (!mark->moves)
        return;
    by_text_printf(out, "%d of %d", mark->tried, mark->moves);
    if (mark->open < mark->moves)
        by_text_printf(out, ", %d open", mark->open);
}

static void write_left_out(const struct table *table, int row, by_text *out)
{
    int count = trace_mcts_left_out(table->mcts, row, table->is_shown);

    if (count)
        by_text_printf(out, "+%d", count);
}

static void write_state(const struct table *table, int row, by_text *out)
{
    const struct by_sample *now = &mark_in(table, row)->now;

    by_text_add(out, now->is_over ? "over: " : now->low == now->high ? "proved: " : "");
    trace_mcts_add_proof(table->mcts, now, out);
}

static const struct column tree_columns[] = {
    {"", write_path_mark, true, NULL},          {"node", write_label, true, NULL},
    {"visits", write_node_visits, false, NULL}, {"mean", write_node_mean, false, NULL},
    {"since", write_born, false, NULL},         {"tried", write_tried, true, NULL},
    {"not shown", write_left_out, false, NULL}, {"", write_state, true, NULL},
};

enum { TREE_COLUMNS = sizeof tree_columns / sizeof tree_columns[0] };

_Static_assert((int)TREE_COLUMNS <= (int)COLUMNS_MOST, "widths have room for all columns");

static void write_tree(const struct trace_mcts *mcts, by_text *out)
{
    bool *is_shown = calloc((size_t)mcts->tree.node_count, sizeof *is_shown);
    struct table table = {.mcts = mcts, .columns = tree_columns, .count = TREE_COLUMNS, .used = ~0U};
    int widths[COLUMNS_MOST] = {1}, shown = 0;

    if (!is_shown) {
        out->failed = true;
        return;
    }
    trace_mcts_pick(mcts, NODES_SHOWN, is_shown);
    table.is_shown = is_shown;
    for (int i = 0; i < mcts->tree.node_count; i++)
        shown += is_shown[i];
    if (shown == mcts->tree.node_count)
        table.used &= ~(1U << 6); /* nothing is left out */
    widen(&table, TRACE_NONE, widths);
    for (int i = 0; i < mcts->tree.node_count; i++)
        if (is_shown[i])
            widen(&table, i, widths);
    write_row(&table, TRACE_NONE, widths, 0, out);
    for (int i = 0; i != TRACE_NONE; i = trace_after(&mcts->tree, i))
        if (is_shown[i])
            write_row(&table, i, widths, 0, out);
    if (shown < mcts->tree.node_count)
        by_text_printf(out, "%d of them with few visits not shown; --json has them all\n",
                       mcts->tree.node_count - shown);
    free(is_shown);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void write_answer(const struct trace_mcts *mcts, by_text *out)
{
    by_text words = {0};

    by_text_printf(&words, "%llu", (unsigned long long)mcts->counted);
    if ((uint64_t)mcts->made != mcts->counted)
        by_text_printf(&words, ", of which the first thread, which is told of, made %d", mcts->made);
    trace_write_field("iterations", by_text_string(&words), out);
    trace_write_field("answer", by_text_string(&mcts->answer), out);
    if (mcts->tree.stopped > BY_STOPPED_DEPTH)
        trace_write_field("stopped by", by_stop_reason_name(mcts->tree.stopped), out);
    by_text_free(&words);
}

static void write_notes(const struct trace_mcts *mcts, by_text *out)
{
    trace_write_field("mean",
                      "of results, 1 for a win, 0 for a loss, as who makes the move sees them; the root's as "
                      "who is to move there does",
                      out);
    trace_write_field("urgency",
                      "mean and exploration: the most urgent move is selected (>), but first all that were "
                      "not tried, unless they have an urgency of their own",
                      out);
    if (by_options_number(mcts->tree.run.question.options, "solver"))
        trace_write_field("solved", "by proof or because the game is over there: not selected any more", out);
    trace_write_field("since", "the iteration that made it a node", out);
    trace_write_field("*", "on the path of the iteration above", out);
}

void trace_mcts_write_text(const struct trace_mcts *mcts, by_text *out)
{
    trace_write_question(&mcts->tree.run, out);
    by_text_add_char(out, '\n');
    for (int i = 0; i < mcts->iteration_count; i++)
        write_iteration(mcts, &mcts->iterations[i], out);
    by_text_printf(out, "tree after iteration %d of %d, %d nodes\n", trace_mcts_last(mcts)->number, mcts->made,
                   mcts->tree.node_count);
    write_tree(mcts, out);
    by_text_add_char(out, '\n');
    write_answer(mcts, out);
    by_text_add_char(out, '\n');
    write_notes(mcts, out);
}
