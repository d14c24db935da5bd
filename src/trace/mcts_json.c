/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search as JSON. A step is an iteration with its four phases. Means and urgencies have three
 * decimals; null stands for the urgency of a move that comes first because it was not tried, and for the mean of what
 * has no visits.
 */
#include <limits.h>
#include <math.h>

#include "front/words.h"
#include "trace/kind.h"

static bool is_there(const trace_any *any, int node)
{
    return any->mcts.marks[node].born > 0;
}

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

static void print_real(struct json *json, const char *key, double number)
{
    if (key)
        json_put_key(json, key);
    if (isinf(number))
        json_put_string(json, NULL);
    else
        json_put_thousandths(json, llround(number * 1000));
}

static double mean_of(const struct by_sample *sample)
{
    return sample->visits ? sample->mean : (double)INFINITY;
}

/* The minimum and maximum of the first side's result. */
static void print_bounds(struct json *json, const struct by_sample *sample)
{
    json_member_array(json, "bounds", JSON_ON_ONE_LINE);
    json_put_integer(json, sample->low);
    json_put_integer(json, sample->high);
    json_put_end(json);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void print_summary(const trace_any *any, struct json *json)
{
    const struct trace_mcts *mcts = &any->mcts;

    json_member_string(json, "answer", mcts->answer.length ? by_text_string(&mcts->answer) : NULL);
    json_member_integer(json, "made", mcts->made);
    json_member_integer(json, "after_iteration", mcts->tree.step_count ? trace_mcts_last(mcts)->number : 0);
}

static void print_head(const trace_any *any, int node, struct json *json)
{
    const struct trace_mcts_mark *mark = &any->mcts.marks[node];

    json_member_unsigned(json, "visits", mark->now.visits);
    print_real(json, "mean", mean_of(&mark->now));
    print_bounds(json, &mark->now);
    json_member_bool(json, "over", mark->now.is_over);
    json_member_integer(json, "since", mark->born);
    json_member_integer(json, "moves", mark->moves);
    json_member_integer(json, "tried", mark->tried);
    json_member_integer(json, "open", mark->open);
    json_member_bool(json, "on_path", mark->is_on_path);
}

/* ---- Phases ---------------------------------------------------------------------------------------------------- */

static void print_sample(struct json *json, const struct by_sample *sample)
{
    json_member_unsigned(json, "visits", sample->visits);
    print_real(json, "mean", mean_of(sample));
    print_real(json, "exploration", sample->exploration);
    print_real(json, "bias", sample->bias);
    print_real(json, "rave_mean", sample->rave_mean);
    print_real(json, "rave_weight", sample->rave_weight);
    print_real(json, "estimate", sample->estimate < 0 ? (double)INFINITY : sample->estimate);
    print_real(json, "prior", sample->prior);
    print_real(json, "urgency", sample->urgency);
    print_bounds(json, sample);
    json_member_bool(json, "open", sample->is_open);
    json_member_bool(json, "selected", sample->is_selected);
}

/* Limits the moves that a page of steps lists for a node and for a playout: all moves of Go would be megabytes. */
enum { MAX_CANDIDATES = 10, MAX_PLAYOUT = 40 };

/* Whether a candidate is listed: the selected one, then by urgency, equal ones in order. */
static bool is_listed(const struct trace_mcts *mcts, const struct trace_stop *stop, int candidate)
{
    const struct by_sample *own = &mcts->candidates[candidate].sample;
    int before = stop->selected != TRACE_NONE;

    if (own->is_selected)
        return true;
    for (int c = stop->first; c < stop->first + stop->count && before < MAX_CANDIDATES; c++) {
        const struct by_sample *other = &mcts->candidates[c].sample;

        before +=
            !other->is_selected && (other->urgency > own->urgency || (other->urgency == own->urgency && c < candidate));
    }
    return before < MAX_CANDIDATES;
}

/* Writes a move of the walker's position. */
static void print_move(struct json *json, const struct trace_mcts *mcts, const char *key, by_move move)
{
    by_text text = {0};

    by_position_print_move(mcts->tree.run.walker, move, &text);
    if (key)
        json_put_key(json, key);
    json_put_string(json, by_text_string(&text));
    json->text.failed |= text.failed;
    by_text_free(&text);
}

static void print_selection(struct json *json, const struct trace_mcts *mcts, const struct trace_stop *stop,
                            bool is_whole)
{
    json_put_object(json, JSON_ON_LINES);
    json_member_integer(json, "node", stop->node);
    print_move(json, mcts, "selected", mcts->candidates[stop->selected].move);
    json_member_integer(json, "move_count", stop->count);
    json_member_array(json, "moves", JSON_ON_LINES);
    for (int c = stop->first; c < stop->first + stop->count; c++) {
        if (!is_whole && !is_listed(mcts, stop, c))
            continue;
        json_put_object(json, JSON_ON_ONE_LINE);
        print_move(json, mcts, "move", mcts->candidates[c].move);
        print_sample(json, &mcts->candidates[c].sample);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
}

static const char *ending_of(const struct trace_playout *playout)
{
    switch (playout->reason) {
    case BY_REASON_OVER:
        return "over";
    case BY_REASON_SEARCHED:
        return "solved";
    case BY_REASON_HORIZON:
        return "evaluation";
    default:
        return "playout";
    }
}

/* If the game plays itself, only the number of moves is known. */
static void print_playout(struct json *json, struct trace_mcts *mcts, const struct trace_playout *playout, int max,
                          int *made)
{
    json_member_object(json, "simulate", JSON_ON_ONE_LINE);
    json_member_string(json, "by", ending_of(playout));
    json_member_integer(json, "plies", playout->plies);
    print_real(json, "result", playout->result);
    json_member_array(json, "moves", JSON_ON_ONE_LINE);
    for (int i = 0; i < playout->count && i < max; i++) {
        by_move move = mcts->moves[playout->first + i];

        print_move(json, mcts, NULL, move);
        if (!trace_mcts_make(mcts, move, made, &json->text))
            break;
    }
    json_put_end(json);
    json_put_end(json);
}

/* Walks down the path and through the playout, and prints their moves. */
static void print_moves(struct json *json, struct trace_mcts *mcts, const struct trace_mcts_iteration *iteration,
                        bool is_whole)
{
    bool good = true;
    int made = 0;

    json_member_array(json, "select", JSON_ON_LINES);
    for (int i = iteration->first; i < iteration->first + iteration->count && good; i++) {
        const struct trace_stop *stop = &mcts->stops[i];

        if (stop->selected == TRACE_NONE)
            break;
        print_selection(json, mcts, stop, is_whole);
        good = trace_mcts_make(mcts, mcts->candidates[stop->selected].move, &made, &json->text);
    }
    json_put_end(json);
    if (good)
        print_playout(json, mcts, &iteration->playout, is_whole ? INT_MAX : MAX_PLAYOUT, &made);
    words_rewind(mcts->tree.run.walker, made);
}

static void print_stop(struct json *json, const struct trace_mcts *mcts, const struct trace_stop *stop)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "node", stop->node);
    trace_member_label(json, &mcts->tree, "label", stop->node);
    print_real(json, "result", stop->result);
    json_member_array(json, "visits", JSON_ON_ONE_LINE);
    json_put_unsigned(json, stop->before.visits);
    json_put_unsigned(json, stop->after.visits);
    json_put_end(json);
    json_member_array(json, "mean", JSON_ON_ONE_LINE);
    print_real(json, NULL, mean_of(&stop->before));
    print_real(json, NULL, mean_of(&stop->after));
    json_put_end(json);
    print_bounds(json, &stop->after);
    json_put_end(json);
}

static void print_step(trace_any *any, int step, bool is_whole, struct json *json)
{
    struct trace_mcts *mcts = &any->mcts;
    const struct trace_mcts_iteration *iteration = &mcts->iterations[step - 1];
    int end = mcts->stops[iteration->first + iteration->count - 1].node;
    by_text words = {0};

    json_member_integer(json, "step", iteration->number);
    json_member_string(json, "event", "iteration");
    json_member_integer(json, "node", end);
    trace_member_label(json, &mcts->tree, "label", end);
    json_member_bool(json, "new", iteration->has_grown);
    by_text_printf(&words, "iteration %d: %s ", iteration->number, iteration->has_grown ? "new" : "back to");
    trace_add_label(&mcts->tree, end, &words);
    by_text_add(&words, ", ");
    trace_mcts_add_playout(mcts, &iteration->playout, &words);
    json_member_printed(json, "words", &words);
    print_moves(json, mcts, iteration, is_whole);
    json_member_array(json, "back_up", JSON_ON_LINES);
    for (int i = iteration->count - 1; i >= 0; i--)
        print_stop(json, mcts, &mcts->stops[iteration->first + i]);
    json_put_end(json);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

/* The nodes that are shown, parents before their children. */
static bool list_rows(const trace_any *any, int part, const struct trace_text *asked, struct trace_rows *rows)
{
    const struct trace_mcts *mcts = &any->mcts;

    (void)asked;
    for (int i = 0; part == 0 && i != TRACE_NONE; i = trace_after(&any->tree, i))
        if (mcts->is_shown ? mcts->is_shown[i] : mcts->marks[i].born > 0)
            trace_rows_add(rows, &(struct trace_row){.number = i, .node = i});
    return part == 0;
}

const struct trace_kind trace_kind_mcts = {
    .name = "mcts",
    .record = trace_mcts_record,
    .free = trace_mcts_free,
    .show = trace_mcts_show,
    .is_there = is_there,
    .print_summary = print_summary,
    .print_head = print_head,
    .print_step = print_step,
    .columns = trace_mcts_columns,
    .list_rows = list_rows,
    .print_text = trace_mcts_print_text,
    .draw = trace_mcts_draw,
};
