/* SPDX-License-Identifier: MIT
 *
 * Which nodes of a Monte Carlo tree search are shown, and words for them.
 */
#include "trace/kind.h"

#include <math.h>
#include <stdlib.h>

#include "front/words.h"

/* ---- Reading --------------------------------------------------------------------------------------------------- */

void trace_mcts_free(trace_any *any)
{
    struct trace_mcts *mcts = &any->mcts;

    free(mcts->marks);
    free(mcts->iterations);
    free(mcts->stops);
    free(mcts->candidates);
    free(mcts->moves);
    by_text_free(&mcts->answer);
}

/* The moves of a node as its selection has reported them. */
static void show_selection(struct trace_mcts *mcts, const struct trace_stop *stop)
{
    struct trace_mcts_mark *mark = &mcts->marks[stop->node];

    mark->moves = mark->tried = mark->open = 0;
    for (int c = stop->first; c < stop->first + stop->count; c++) {
        const struct trace_candidate *candidate = &mcts->candidates[c];

        mark->moves++;
        mark->tried += candidate->sample.visits || candidate->sample.is_selected;
        mark->open += candidate->sample.is_open;
        if (candidate->child != TRACE_NONE)
            mcts->marks[candidate->child].now = candidate->sample;
    }
}

/* Replays the recorder's work. */
static void show_iteration(struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, bool is_last)
{
    for (int i = iteration->first; i < iteration->first + iteration->count; i++) {
        const struct trace_stop *stop = &mcts->stops[i];
        struct trace_mcts_mark *mark = &mcts->marks[stop->node];

        if (!mark->born)
            mark->born = iteration->number;
        if (stop->count)
            show_selection(mcts, stop);
        mark->is_on_path = is_last;
    }
    for (int i = iteration->first; i < iteration->first + iteration->count; i++)
        mcts->marks[mcts->stops[i].node].now = mcts->stops[i].after;
}

void trace_mcts_show(trace_any *any)
{
    struct trace_mcts *mcts = &any->mcts;
    const int count = mcts->tree.shown;

    if (mcts->first != 1)
        return;
    for (int i = 0; i < mcts->tree.node_count; i++)
        mcts->marks[i] = (struct trace_mcts_mark){.now = {.low = -1, .high = 1}};
    for (int i = 0; i < count; i++)
        show_iteration(mcts, &mcts->iterations[i], i == count - 1);
}

const struct trace_mcts_iteration *trace_mcts_last(const struct trace_mcts *mcts)
{
    return &mcts->iterations[mcts->tree.step_count - 1];
}

/* The most visited hidden node whose parent is shown; TRACE_NONE: there is none. */
static int next_to_show(const struct trace_mcts *mcts, const bool *is_shown)
{
    int best = TRACE_NONE;

    for (int i = 1; i < mcts->tree.node_count; i++)
        if (!is_shown[i] && is_shown[mcts->tree.nodes[i].parent] &&
            (best == TRACE_NONE || mcts->marks[i].now.visits > mcts->marks[best].now.visits))
            best = i;
    return best;
}

void trace_mcts_pick(const struct trace_mcts *mcts, int max, bool *is_shown)
{
    int shown = 0;

    for (int i = 0; i < mcts->tree.node_count; i++)
        shown += is_shown[i] = mcts->marks[i].is_on_path;
    for (int node; shown < max && (node = next_to_show(mcts, is_shown)) != TRACE_NONE; shown++)
        is_shown[node] = true;
}

int trace_mcts_left_out(const struct trace_mcts *mcts, int node, const bool *is_shown)
{
    int count = 0;

    for (int i = mcts->tree.nodes[node].first_child; i != TRACE_NONE; i = mcts->tree.nodes[i].next_sibling)
        count += !is_shown[i];
    return count;
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

void trace_add_mean(const struct by_sample *sample, by_text *out)
{
    if (sample->visits)
        by_text_printf(out, "%.3f", sample->mean);
    else
        by_text_add(out, TRACE_DASH);
}

void trace_add_urgency(double urgency, by_text *out)
{
    if (isinf(urgency))
        by_text_add(out, TRACE_ENDLESS);
    else
        by_text_printf(out, "%.3f", urgency);
}

/* A result for the first side: 1, 0, -1. */
static void add_outcome(const by_game_type *type, int outcome, by_text *out)
{
    if (outcome)
        by_text_printf(out, "%s wins", words_side(type, outcome > 0 ? 0 : 1));
    else
        by_text_add(out, "draw");
}

void trace_mcts_add_proof(const struct trace_mcts *mcts, const struct by_sample *sample, by_text *out)
{
    const by_game_type *type = mcts->tree.run.type;

    if (sample->low == sample->high)
        add_outcome(type, sample->low, out);
    else if (sample->low > -1)
        by_text_printf(out, "%s at least draws", words_side(type, 0));
    else if (sample->high < 1)
        by_text_printf(out, "%s at least draws", words_side(type, 1));
}

void trace_mcts_add_playout(const struct trace_mcts *mcts, const struct trace_playout *playout, by_text *out)
{
    int quarters = (int)lround(playout->result * 4);

    if (playout->reason == BY_REASON_OVER)
        by_text_add(out, "the game is over: ");
    else if (playout->reason == BY_REASON_SEARCHED)
        by_text_add(out, "solved: ");
    else
        by_text_printf(out, "%d %s%s: ", playout->plies, playout->plies == 1 ? "ply" : "plies",
                       playout->reason == BY_REASON_HORIZON ? " and an evaluation" : "");
    /* An evaluation is rounded to a quarter, to distinguish it from a verdict. */
    if (playout->reason == BY_REASON_HORIZON || quarters % 2)
        by_text_printf(out, "%.2f for %s", playout->result, words_side(mcts->tree.run.type, 0));
    else
        add_outcome(mcts->tree.run.type, quarters / 2 - 1, out);
}

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

bool trace_mcts_make(struct trace_mcts *mcts, by_move move, int *made, by_text *out)
{
    bool good = !by_position_push(mcts->tree.run.walker, move, NULL);

    out->failed |= !good;
    *made += good;
    return good;
}

void trace_mcts_make_path(struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration, int *made,
                          by_text *out)
{
    for (int i = iteration->first; i < iteration->first + iteration->count; i++)
        if (mcts->stops[i].selected == TRACE_NONE ||
            !trace_mcts_make(mcts, mcts->candidates[mcts->stops[i].selected].move, made, out))
            return;
}
