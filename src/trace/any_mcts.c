/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search, piece by piece: every iteration is told, and the tree as it was after any of them.
 */
#include <math.h>

#include "front/words.h"
#include "trace/any.h"

static by_status make(trace_any *any, const struct trace_question *question, by_error *error)
{
    struct trace_mcts *mcts = &any->mcts;
    by_status status = trace_open(&mcts->tree, question, error);

    mcts->first = 1;
    if (!status)
        status = trace_mcts_record(mcts, error);
    if (status)
        return status;
    trace_mcts_drop_unfinished(mcts);
    if (!mcts->iteration_count && mcts->tree.run.is_full)
        return trace_run_lacks(&mcts->tree.run, error);
    trace_mcts_show(mcts, mcts->iteration_count);
    return trace_any_name(&mcts->tree, error);
}

static void free_mcts(trace_any *any)
{
    trace_mcts_free(&any->mcts);
}

static int steps(const trace_any *any)
{
    return any->mcts.iteration_count;
}

static void show(trace_any *any, int step)
{
    if (any->mcts.shown != step)
        trace_mcts_show(&any->mcts, step);
}

static bool is_there(const trace_any *any, int node, int step)
{
    (void)step;
    return any->mcts.marks[node].born > 0;
}

static void put_summary(const trace_any *any, struct json *json)
{
    const struct trace_mcts *mcts = &any->mcts;

    json_member_string(json, "answer", mcts->answer.length ? by_text_string(&mcts->answer) : NULL);
    json_member_string(json, "stopped", by_stop_reason_name(mcts->tree.stopped));
    json_member_unsigned(json, "searched", mcts->counted);
}

static void put_head(const trace_any *any, int node, int step, struct json *json)
{
    (void)step;
    trace_mcts_put_head(json, &any->mcts, node);
}

/* Where the iteration went, and what came of it. */
static void put_words(struct json *json, const struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration)
{
    by_text words = {0};

    by_text_printf(&words, "iteration %d: %s ", iteration->number, iteration->has_grown ? "new" : "back to");
    trace_add_label(&mcts->tree, mcts->stops[iteration->first + iteration->count - 1].node, &words);
    by_text_add(&words, ", ");
    trace_mcts_add_playout(mcts, &iteration->playout, &words);
    json_member_printed(json, "words", &words);
}

/* ---- Phases ---------------------------------------------------------------------------------------------------- */

/* So many moves of a node, and of a playout, are told: of Go there would be megabytes. */
enum { CANDIDATES_MOST = 10, PLAYOUT_MOST = 40 };

/* Whether a candidate is among those that are told: the selected one, then the most urgent, the first of equals. */
static bool is_told(const struct trace_mcts *mcts, const struct trace_stop *stop, int candidate)
{
    const struct by_sample *own = &mcts->candidates[candidate].sample;
    int before = stop->selected != TRACE_NONE;

    if (own->is_selected)
        return true;
    for (int c = stop->first; c < stop->first + stop->count && before < CANDIDATES_MOST; c++) {
        const struct by_sample *other = &mcts->candidates[c].sample;

        before +=
            !other->is_selected && (other->urgency > own->urgency || (other->urgency == own->urgency && c < candidate));
    }
    return before < CANDIDATES_MOST;
}

/* Writes a move of the position where the walker is. */
static void put_move(struct json *json, const struct trace_mcts *mcts, const char *key, by_move move)
{
    by_text text = {0};

    by_position_print_move(mcts->tree.run.walker, move, &text);
    if (key)
        json_put_key(json, key);
    json_put_string(json, by_text_string(&text));
    json->text.failed |= text.failed;
    by_text_free(&text);
}

static void put_selection(struct json *json, const struct trace_mcts *mcts, const struct trace_stop *stop)
{
    json_put_object(json, JSON_ON_LINES);
    json_member_integer(json, "node", stop->node);
    put_move(json, mcts, "selected", mcts->candidates[stop->selected].move);
    json_member_integer(json, "move_count", stop->count);
    json_put_key(json, "moves");
    json_put_array(json, JSON_ON_LINES);
    for (int c = stop->first; c < stop->first + stop->count; c++) {
        if (!is_told(mcts, stop, c))
            continue;
        json_put_object(json, JSON_ON_ONE_LINE);
        put_move(json, mcts, "move", mcts->candidates[c].move);
        trace_mcts_put_sample(json, &mcts->candidates[c].sample);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
}

/* Moves the walker on, and counts. */
static bool go_on(struct json *json, struct trace_mcts *mcts, by_move move, int *made)
{
    bool good = !by_position_push(mcts->tree.run.walker, move, NULL);

    json->text.failed |= !good;
    *made += good;
    return good;
}

static void put_playout(struct json *json, struct trace_mcts *mcts, const struct trace_playout *playout, int *made)
{
    json_put_key(json, "simulate");
    json_put_object(json, JSON_ON_ONE_LINE);
    trace_mcts_put_ending(json, playout);
    json_put_key(json, "result");
    json_put_thousandths(json, llround(playout->result * 1000));
    json_put_key(json, "moves");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < playout->count && i < PLAYOUT_MOST; i++) {
        by_move move = mcts->moves[playout->first + i].move;

        put_move(json, mcts, NULL, move);
        if (!go_on(json, mcts, move, made))
            break;
    }
    json_put_end(json);
    json_put_end(json);
}

/* Down the path and through the playout; moves are written on the way, since their names would take more memory than
 * all else. */
static void put_way(struct json *json, struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration)
{
    bool good = true;
    int made = 0;

    json_put_key(json, "select");
    json_put_array(json, JSON_ON_LINES);
    for (int i = iteration->first; i < iteration->first + iteration->count && good; i++) {
        const struct trace_stop *stop = &mcts->stops[i];

        if (stop->selected == TRACE_NONE)
            break;
        put_selection(json, mcts, stop);
        good = go_on(json, mcts, mcts->candidates[stop->selected].move, &made);
    }
    json_put_end(json);
    if (good)
        put_playout(json, mcts, &iteration->playout, &made);
    words_rewind(mcts->tree.run.walker, made);
}

static void put_step(trace_any *any, int step, struct json *json)
{
    struct trace_mcts *mcts = &any->mcts;
    const struct trace_mcts_iteration *iteration = &mcts->iterations[step - 1];

    json_member_integer(json, "step", step);
    json_member_string(json, "event", "iteration");
    json_member_integer(json, "node", mcts->stops[iteration->first + iteration->count - 1].node);
    trace_put_label(json, &mcts->tree, "label", mcts->stops[iteration->first + iteration->count - 1].node);
    json_member_bool(json, "new", iteration->has_grown);
    put_words(json, mcts, iteration);
    put_way(json, mcts, iteration);
    trace_mcts_put_back_up(json, mcts, iteration);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

static int count_rows(const trace_any *any)
{
    return any->mcts.tree.node_count;
}

static void put_columns(const trace_any *any, struct json *json)
{
    static const char *const titles[] = {"node", "visits", "mean", "since", "proved"};

    (void)any;
    for (int i = 0; i < 5; i++)
        json_put_string(json, titles[i]);
}

static void put_row(struct json *json, const struct trace_mcts *mcts, int node)
{
    const struct trace_mcts_mark *mark = &mcts->marks[node];
    by_text cell = {0};

    trace_any_begin_row(json, node);
    trace_add_label(&mcts->tree, node, &cell);
    trace_any_put_cell(json, &cell);
    by_text_printf(&cell, "%llu", (unsigned long long)mark->now.visits);
    trace_any_put_cell(json, &cell);
    trace_add_mean(&mark->now, &cell);
    trace_any_put_cell(json, &cell);
    by_text_printf(&cell, "%d", mark->born);
    trace_any_put_cell(json, &cell);
    trace_mcts_add_proof(mcts, &mark->now, &cell);
    trace_any_put_cell(json, &cell);
    json_put_end(json);
    json_put_end(json);
    by_text_free(&cell);
}

static void put_parts(trace_any *any, struct json *json)
{
    const struct trace_mcts *mcts = &any->mcts;

    json_put_object(json, JSON_ON_LINES);
    trace_any_begin_rows(json);
    for (int i = 0; i != TRACE_NONE; i = trace_after(&mcts->tree, i))
        if (mcts->marks[i].born)
            put_row(json, mcts, i);
    json_put_end(json);
    json_put_end(json);
}

const struct trace_kind trace_kind_mcts = {
    .name = "mcts",
    .make = make,
    .free = free_mcts,
    .steps = steps,
    .show = show,
    .is_there = is_there,
    .put_summary = put_summary,
    .put_head = put_head,
    .put_step = put_step,
    .count_rows = count_rows,
    .put_columns = put_columns,
    .put_parts = put_parts,
};
