/* SPDX-License-Identifier: MIT
 *
 * A search by proof numbers, piece by piece.
 */
#include "trace/any.h"

static by_status make(trace_any *any, const struct trace_question *question, by_error *error)
{
    by_status status = trace_open(&any->proof.tree, question, error);

    if (!status)
        status = trace_proof_record(&any->proof, error);
    return status ? status : trace_any_name(&any->proof.tree, error);
}

static void free_proof(trace_any *any)
{
    trace_proof_free(&any->proof);
}

static int steps(const trace_any *any)
{
    return any->proof.step_count;
}

static void show(trace_any *any, int step)
{
    if (any->proof.shown != step)
        trace_proof_show(&any->proof, step);
}

/* The marks are turned to the step. */
static bool is_there(const trace_any *any, int node, int step)
{
    (void)step;
    return any->proof.marks[node].is_known;
}

static void put_summary(const trace_any *any, struct json *json)
{
    const struct trace_proof *proof = &any->proof;
    const struct trace_point *last = proof->point_count ? &proof->points[proof->point_count - 1] : NULL;
    by_text words = {0};

    trace_proof_add_question(proof, &words);
    json_member_string(json, "question", by_text_string(&words));
    json_member_string(json, "prover", proof->question.prover ? "second" : "first");
    json_member_integer(json, "threshold", proof->question.threshold);
    json_member_string(json, "answer", by_answer_name(proof->answer));
    json_member_bool(json, "proved", proof->is_proved);
    if (last)
        trace_put_numbers(json, "numbers", &last->numbers);
    json_member_string(json, "stopped", by_stop_reason_name(proof->tree.stopped));
    json_member_unsigned(json, "searched", proof->searched);
    json_member_integer(json, "expansions", trace_proof_expansions(proof));
    json->text.failed |= words.failed;
    by_text_free(&words);
}

static void put_head(const trace_any *any, int node, int step, struct json *json)
{
    (void)step;
    trace_proof_put_head(json, &any->proof, node);
}

/* The last changes of its numbers. */
static void put_more(const trace_any *any, int node, int step, struct json *json)
{
    const struct trace_proof *proof = &any->proof;
    int changes[TRACE_HISTORY_MOST], count = trace_proof_changes_of(proof, node, TRACE_HISTORY_MOST, changes);

    (void)step;
    json_put_key(json, "history");
    json_put_array(json, JSON_ON_LINES);
    for (int i = 0; i < count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_integer(json, "step", proof->changes[changes[i]].step);
        trace_put_numbers(json, "numbers", &proof->changes[changes[i]].after);
        json_put_end(json);
    }
    json_put_end(json);
}

static void put_step(trace_any *any, int step, struct json *json)
{
    const struct trace_proof *proof = &any->proof;
    const struct trace_expansion *s = &proof->steps[step - 1];
    by_text words = {0};

    trace_proof_put_step(json, proof, step);
    by_text_add(&words, s->is_again ? "expand again " : "expand ");
    trace_add_label(&proof->tree, s->node, &words);
    by_text_add(&words, s->is_cut_short ? ", cut short" : "");
    json_member_string(json, "event", "expand");
    json_member_printed(json, "words", &words);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

static int count_rows(const trace_any *any)
{
    return any->proof.tree.node_count;
}

static void put_columns(const trace_any *any, struct json *json)
{
    static const char *const titles[] = {"node", "kind", "proof,disproof", "state", "expanded in step"};

    (void)any;
    for (int i = 0; i < 5; i++)
        json_put_string(json, titles[i]);
}

static void put_row(struct json *json, const struct trace_proof *proof, int node)
{
    const struct trace_mark *mark = &proof->marks[node];
    by_text cell = {0};

    trace_any_begin_row(json, node);
    trace_add_label(&proof->tree, node, &cell);
    trace_any_put_cell(json, &cell);
    by_text_add(&cell, trace_proof_is_or(proof, node) ? "OR" : "AND");
    trace_any_put_cell(json, &cell);
    trace_add_numbers(&mark->now, &cell);
    trace_any_put_cell(json, &cell);
    by_text_add(&cell, trace_proof_state(proof, node));
    trace_any_put_cell(json, &cell);
    if (mark->expanded)
        by_text_printf(&cell, "%d", mark->expanded);
    trace_any_put_cell(json, &cell);
    json_put_end(json);
    json_put_end(json);
    by_text_free(&cell);
}

static void put_parts(trace_any *any, struct json *json)
{
    const struct trace_proof *proof = &any->proof;

    json_put_object(json, JSON_ON_LINES);
    trace_any_begin_rows(json);
    for (int i = 0; i != TRACE_NONE; i = trace_after(&proof->tree, i))
        if (proof->marks[i].is_known)
            put_row(json, proof, i);
    json_put_end(json);
    json_put_end(json);
}

const struct trace_kind trace_kind_proof = {
    .name = "proof",
    .make = make,
    .free = free_proof,
    .steps = steps,
    .show = show,
    .is_there = is_there,
    .put_summary = put_summary,
    .put_head = put_head,
    .put_more = put_more,
    .put_step = put_step,
    .count_rows = count_rows,
    .put_columns = put_columns,
    .put_parts = put_parts,
};
