/* SPDX-License-Identifier: MIT
 *
 * A search by proof numbers as one JSON object: what was asked, what was found, the steps, and the tree, node inside of
 * node. Numbers are a pair, proof and disproof, in units; null stands for an infinite one.
 */
#include "trace/proof.h"

static void put_one(struct json *json, uint64_t number)
{
    if (number == UINT64_MAX)
        json_put_string(json, NULL);
    else
        json_put_sixteenths(json, number);
}

void trace_put_numbers(struct json *json, const char *key, const struct trace_numbers *numbers)
{
    json_put_key(json, key);
    json_put_array(json, JSON_ON_ONE_LINE);
    put_one(json, numbers->proof);
    put_one(json, numbers->disproof);
    json_put_end(json);
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

static void put_path_to(struct json *json, const struct trace *tree, int node)
{
    if (tree->nodes[node].parent != TRACE_NONE)
        put_path_to(json, tree, tree->nodes[node].parent);
    json_put_integer(json, node);
}

static void put_change(struct json *json, const struct trace_proof *proof, const struct trace_change *change)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    if (change->node == TRACE_NONE) {
        json_member_bool(json, "anew", true);
    } else {
        json_member_unsigned(json, "node", (uint64_t)change->node);
        trace_put_label(json, &proof->tree, "label", change->node);
        if (!change->is_first)
            trace_put_numbers(json, "before", &change->before);
        trace_put_numbers(json, "after", &change->after);
    }
    json_put_end(json);
}

void trace_proof_put_step(struct json *json, const struct trace_proof *proof, int step)
{
    const struct trace_expansion *s = &proof->steps[step - 1];

    json_member_unsigned(json, "step", (uint64_t)step);
    json_member_unsigned(json, "node", (uint64_t)s->node);
    trace_put_label(json, &proof->tree, "label", s->node);
    json_member_bool(json, "again", s->is_again);
    json_member_bool(json, "cut_short", s->is_cut_short);
    json_member_unsigned(json, "nodes", s->searched);
    json_put_key(json, "path");
    json_put_array(json, JSON_ON_ONE_LINE);
    put_path_to(json, &proof->tree, s->node);
    json_put_end(json);
    json_put_key(json, "changes");
    json_put_array(json, JSON_ON_LINES);
    for (int i = s->first_change; i < trace_proof_end_of_step(proof, step); i++)
        put_change(json, proof, &proof->changes[i]);
    json_put_end(json);
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

void trace_proof_put_head(struct json *json, const struct trace_proof *proof, int node)
{
    const struct trace_node *n = &proof->tree.nodes[node];
    const struct trace_mark *mark = &proof->marks[node];

    json_member_unsigned(json, "id", (uint64_t)node);
    trace_put_label(json, &proof->tree, "label", node);
    trace_put_move(json, &proof->tree, node);
    json_member_string(json, "kind", trace_proof_is_or(proof, node) ? "or" : "and");
    trace_put_numbers(json, "numbers", &mark->now);
    json_member_string(json, "state", *trace_proof_state(proof, node) ? trace_proof_state(proof, node) : "open");
    json_member_bool(json, "on_path", mark->is_on_path);
    json_member_bool(json, "on_pv", n->is_on_pv);
    json_put_key(json, "expanded");
    if (mark->expanded)
        json_put_integer(json, mark->expanded);
    else
        json_put_string(json, NULL);
}

/* What the last phase of the search has not looked at is left out. */
static void put_node(struct json *json, const struct trace_proof *proof, int node)
{
    json_put_object(json, JSON_ON_LINES);
    trace_proof_put_head(json, proof, node);
    json_put_key(json, "children");
    json_put_array(json, JSON_ON_LINES);
    for (int i = proof->tree.nodes[node].first_child; i != TRACE_NONE; i = proof->tree.nodes[i].next_sibling)
        if (proof->marks[i].is_known)
            put_node(json, proof, i);
    json_put_end(json);
    json_put_end(json);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

void trace_proof_put_answer(struct json *json, const struct trace_proof *proof)
{
    json_member_string(json, "prover", proof->question.prover ? "second" : "first");
    json_member_integer(json, "threshold", proof->question.threshold);
    json_member_string(json, "answer", by_answer_name(proof->answer));
    json_member_bool(json, "proved", proof->is_proved);
    trace_put_numbers(json, "numbers", &proof->marks[0].now);
    json_member_string(json, "stopped", by_stop_reason_name(proof->tree.stopped));
    json_member_unsigned(json, "nodes", proof->searched);
    json_member_unsigned(json, "expansions", (uint64_t)trace_proof_expansions(proof));
    json_member_unsigned(json, "after_step", (uint64_t)proof->shown);
}

static void put_points(struct json *json, const struct trace_proof *proof)
{
    json_put_key(json, "root");
    json_put_array(json, JSON_ON_LINES);
    for (int i = 0; i < proof->point_count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_unsigned(json, "nodes", proof->points[i].searched);
        trace_put_numbers(json, "numbers", &proof->points[i].numbers);
        json_put_end(json);
    }
    json_put_end(json);
}

/* A ply takes an object and an array; outside of the root is one object, inside of a node its numbers. */
enum { PLIES_MOST = (JSON_DEPTH_MOST - 4) / 2 };

by_status trace_proof_write_json(const struct trace_proof *proof, by_text *out, by_error *error)
{
    struct json json = {0};
    by_status status = trace_fits_json(&proof->tree, PLIES_MOST, error);

    if (status)
        return status;
    json_put_object(&json, JSON_ON_LINES);
    trace_put_question(&json, &proof->tree.run);
    trace_proof_put_answer(&json, proof);
    trace_put_variation(&json, &proof->tree);
    put_points(&json, proof);
    json_put_key(&json, "steps");
    json_put_array(&json, JSON_ON_LINES);
    for (int i = 1; i <= proof->shown; i++) {
        json_put_object(&json, JSON_ON_LINES);
        trace_proof_put_step(&json, proof, i);
        json_put_end(&json);
    }
    json_put_end(&json);
    json_put_key(&json, "tree");
    put_node(&json, proof, 0);
    json_put_end(&json);
    *out = json.text;
    return BY_OK;
}
