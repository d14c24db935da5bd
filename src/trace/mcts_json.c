/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search as one JSON object: what was asked, what was found, the phases of the iterations that are
 * told, and the tree after the last of them, node inside of node. Means and urgencies have three decimals; null stands
 * for the urgency of a move that comes first because it was not tried, and for the mean of what has no visits.
 */
#include <math.h>

#include "trace/mcts.h"

static void put_real(struct json *json, const char *key, double number)
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

/* The results that the first side gets at least, at most. */
static void put_bounds(struct json *json, const struct by_sample *sample)
{
    json_put_key(json, "bounds");
    json_put_array(json, JSON_ON_ONE_LINE);
    json_put_integer(json, sample->low);
    json_put_integer(json, sample->high);
    json_put_end(json);
}

/* ---- Phases ---------------------------------------------------------------------------------------------------- */

void trace_mcts_put_sample(struct json *json, const struct by_sample *sample)
{
    json_member_unsigned(json, "visits", sample->visits);
    put_real(json, "mean", mean_of(sample));
    put_real(json, "exploration", sample->exploration);
    put_real(json, "bias", sample->bias);
    put_real(json, "rave_mean", sample->rave_mean);
    put_real(json, "rave_weight", sample->rave_weight);
    put_real(json, "estimate", sample->estimate < 0 ? (double)INFINITY : sample->estimate);
    put_real(json, "prior", sample->prior);
    put_real(json, "urgency", sample->urgency);
    put_bounds(json, sample);
    json_member_bool(json, "open", sample->is_open);
    json_member_bool(json, "selected", sample->is_selected);
}

static void put_candidate(struct json *json, const struct trace_candidate *candidate)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "move", candidate->text);
    trace_mcts_put_sample(json, &candidate->sample);
    json_put_end(json);
}

static void put_node_of(struct json *json, const struct trace_mcts *mcts, int node)
{
    json_member_unsigned(json, "node", (uint64_t)node);
    trace_put_label(json, &mcts->tree, "label", node);
}

static void put_selection(struct json *json, const struct trace_mcts *mcts,
                          const struct trace_mcts_iteration *iteration)
{
    json_put_key(json, "select");
    json_put_array(json, JSON_ON_LINES);
    for (int i = iteration->first; i < iteration->first + iteration->count; i++) {
        const struct trace_stop *stop = &mcts->stops[i];

        if (!stop->count)
            break;
        json_put_object(json, JSON_ON_LINES);
        put_node_of(json, mcts, stop->node);
        json_member_string(json, "selected", mcts->candidates[stop->selected].text);
        json_put_key(json, "moves");
        json_put_array(json, JSON_ON_LINES);
        for (int c = stop->first; c < stop->first + stop->count; c++)
            put_candidate(json, &mcts->candidates[c]);
        json_put_end(json);
        json_put_end(json);
    }
    json_put_end(json);
}

static void put_expansion(struct json *json, const struct trace_mcts *mcts,
                          const struct trace_mcts_iteration *iteration)
{
    json_put_key(json, "expand");
    if (!iteration->has_grown) {
        json_put_string(json, NULL);
        return;
    }
    json_put_object(json, JSON_ON_ONE_LINE);
    put_node_of(json, mcts, mcts->stops[iteration->first + iteration->count - 1].node);
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

void trace_mcts_put_ending(struct json *json, const struct trace_playout *playout)
{
    json_member_string(json, "by", ending_of(playout));
    json_member_unsigned(json, "plies", (uint64_t)playout->plies);
}

/* Of a game that plays itself only the number of moves is known. */
static void put_simulation(struct json *json, const struct trace_mcts *mcts, const struct trace_playout *playout)
{
    json_put_key(json, "simulate");
    json_put_object(json, JSON_ON_ONE_LINE);
    trace_mcts_put_ending(json, playout);
    json_put_key(json, "moves");
    if (playout->plies && !playout->count) {
        json_put_string(json, NULL);
    } else {
        json_put_array(json, JSON_ON_ONE_LINE);
        for (int i = 0; i < playout->count; i++)
            json_put_string(json, mcts->moves[playout->first + i].text);
        json_put_end(json);
    }
    put_real(json, "result", playout->result);
    json_put_end(json);
}

static void put_stop(struct json *json, const struct trace_mcts *mcts, const struct trace_stop *stop)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    put_node_of(json, mcts, stop->node);
    put_real(json, "result", stop->result);
    json_put_key(json, "visits");
    json_put_array(json, JSON_ON_ONE_LINE);
    json_put_unsigned(json, stop->before.visits);
    json_put_unsigned(json, stop->after.visits);
    json_put_end(json);
    json_put_key(json, "mean");
    json_put_array(json, JSON_ON_ONE_LINE);
    put_real(json, NULL, mean_of(&stop->before));
    put_real(json, NULL, mean_of(&stop->after));
    json_put_end(json);
    put_bounds(json, &stop->after);
    json_put_end(json);
}

void trace_mcts_put_back_up(struct json *json, const struct trace_mcts *mcts,
                            const struct trace_mcts_iteration *iteration)
{
    json_put_key(json, "back_up");
    json_put_array(json, JSON_ON_LINES);
    for (int i = iteration->count - 1; i >= 0; i--)
        put_stop(json, mcts, &mcts->stops[iteration->first + i]);
    json_put_end(json);
}

static void put_iteration(struct json *json, const struct trace_mcts *mcts,
                          const struct trace_mcts_iteration *iteration)
{
    json_put_object(json, JSON_ON_LINES);
    json_member_unsigned(json, "iteration", (uint64_t)iteration->number);
    put_selection(json, mcts, iteration);
    put_expansion(json, mcts, iteration);
    put_simulation(json, mcts, &iteration->playout);
    trace_mcts_put_back_up(json, mcts, iteration);
    json_put_end(json);
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

void trace_mcts_put_head(struct json *json, const struct trace_mcts *mcts, int node)
{
    const struct trace_mcts_mark *mark = &mcts->marks[node];

    json_member_unsigned(json, "id", (uint64_t)node);
    trace_put_label(json, &mcts->tree, "label", node);
    trace_put_move(json, &mcts->tree, node);
    json_member_unsigned(json, "visits", mark->now.visits);
    put_real(json, "mean", mean_of(&mark->now));
    put_bounds(json, &mark->now);
    json_member_bool(json, "over", mark->now.is_over);
    json_member_unsigned(json, "since", (uint64_t)mark->born);
    json_member_unsigned(json, "moves", (uint64_t)mark->moves);
    json_member_unsigned(json, "tried", (uint64_t)mark->tried);
    json_member_unsigned(json, "open", (uint64_t)mark->open);
    json_member_bool(json, "on_path", mark->is_on_path);
    json_member_bool(json, "on_pv", mcts->tree.nodes[node].is_on_pv);
}

static void put_node(struct json *json, const struct trace_mcts *mcts, int node)
{
    json_put_object(json, JSON_ON_LINES);
    trace_mcts_put_head(json, mcts, node);
    json_put_key(json, "children");
    json_put_array(json, JSON_ON_LINES);
    for (int i = mcts->tree.nodes[node].first_child; i != TRACE_NONE; i = mcts->tree.nodes[i].next_sibling)
        put_node(json, mcts, i);
    json_put_end(json);
    json_put_end(json);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

/* A ply takes an object and an array; outside of the root is one object, inside of a node its bounds. */
enum { PLIES_MOST = (JSON_DEPTH_MOST - 4) / 2 };

by_status trace_mcts_write_json(const struct trace_mcts *mcts, by_text *out, by_error *error)
{
    struct json json = {0};
    by_status status = trace_fits_json(&mcts->tree, PLIES_MOST, error);

    if (status)
        return status;
    json_put_object(&json, JSON_ON_LINES);
    trace_put_question(&json, &mcts->tree.run);
    json_member_string(&json, "answer", by_text_string(&mcts->answer));
    json_member_string(&json, "stopped", by_stop_reason_name(mcts->tree.stopped));
    json_member_unsigned(&json, "nodes", mcts->counted);
    json_member_unsigned(&json, "made", (uint64_t)mcts->made);
    json_member_unsigned(&json, "after_iteration", (uint64_t)trace_mcts_last(mcts)->number);
    trace_put_variation(&json, &mcts->tree);
    json_put_key(&json, "iterations");
    json_put_array(&json, JSON_ON_LINES);
    for (int i = 0; i < mcts->iteration_count; i++)
        put_iteration(&json, mcts, &mcts->iterations[i]);
    json_put_end(&json);
    json_put_key(&json, "tree");
    put_node(&json, mcts, 0);
    json_put_end(&json);
    *out = json.text;
    return BY_OK;
}
