/* SPDX-License-Identifier: MIT
 *
 * A search by proof numbers as JSON. Numbers are a pair, proof and disproof, in units; null stands for an infinite one.
 */
#include "trace/kind.h"

/* The marks show this step. */
static bool is_there(const trace_any *any, int node)
{
    return any->proof.marks[node].is_known;
}

/* ---- Numbers and answers --------------------------------------------------------------------------------------- */

static void print_one(struct json *json, uint64_t number)
{
    if (number == UINT64_MAX)
        json_put_string(json, NULL);
    else
        json_put_sixteenths(json, number);
}

static void print_numbers(struct json *json, const char *key, const struct trace_numbers *numbers)
{
    json_member_array(json, key, JSON_ON_ONE_LINE);
    print_one(json, numbers->proof);
    print_one(json, numbers->disproof);
    json_put_end(json);
}

static void print_summary(const trace_any *any, struct json *json)
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
        print_numbers(json, "numbers", &last->numbers);
    json_member_integer(json, "expansions", trace_proof_expansions(proof));
    json->text.failed |= words.failed;
    by_text_free(&words);
}

/* The history of the root's numbers. */
static void print_points(const trace_any *any, struct json *json)
{
    const struct trace_proof *proof = &any->proof;

    json_member_array(json, "root_numbers", JSON_ON_LINES);
    for (int i = 0; i < proof->point_count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_unsigned(json, "nodes", proof->points[i].searched);
        print_numbers(json, "numbers", &proof->points[i].numbers);
        json_put_end(json);
    }
    json_put_end(json);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void print_head(const trace_any *any, int node, struct json *json)
{
    const struct trace_proof *proof = &any->proof;
    const struct trace_mark *mark = &proof->marks[node];

    json_member_string(json, "kind", trace_proof_is_or(proof, node) ? "or" : "and");
    print_numbers(json, "numbers", &mark->now);
    json_member_string(json, "state", *trace_proof_state(proof, node) ? trace_proof_state(proof, node) : "open");
    json_member_bool(json, "on_path", mark->is_on_path);
    trace_member_number(json, "expanded", mark->expanded, mark->expanded);
}

/* The last changes of its numbers. */
static void print_more(const trace_any *any, int node, struct json *json)
{
    const struct trace_proof *proof = &any->proof;
    int changes[TRACE_MAX_HISTORY], count = trace_proof_changes_of(proof, node, TRACE_MAX_HISTORY, changes);

    json_member_array(json, "history", JSON_ON_LINES);
    for (int i = 0; i < count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_integer(json, "step", proof->changes[changes[i]].step);
        print_numbers(json, "numbers", &proof->changes[changes[i]].after);
        json_put_end(json);
    }
    json_put_end(json);
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

static void print_path_to(struct json *json, const struct trace *tree, int node)
{
    if (tree->nodes[node].parent != TRACE_NONE)
        print_path_to(json, tree, tree->nodes[node].parent);
    json_put_integer(json, node);
}

static void print_change(struct json *json, const struct trace_proof *proof, const struct trace_change *change)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    if (change->node == TRACE_NONE) {
        json_member_bool(json, "restart", true);
    } else {
        json_member_unsigned(json, "node", (uint64_t)change->node);
        trace_member_label(json, &proof->tree, "label", change->node);
        if (!change->is_first)
            print_numbers(json, "before", &change->before);
        print_numbers(json, "after", &change->after);
    }
    json_put_end(json);
}

static void print_step(trace_any *any, int step, bool is_whole, struct json *json)
{
    const struct trace_proof *proof = &any->proof;
    const struct trace_expansion *s = &proof->steps[step - 1];
    by_text words = {0};

    (void)is_whole;
    by_text_add(&words, s->is_again ? "expand again " : "expand ");
    trace_add_label(&proof->tree, s->node, &words);
    by_text_add(&words, s->is_cut_short ? ", cut short" : "");
    json_member_integer(json, "step", step);
    json_member_string(json, "event", "expand");
    json_member_integer(json, "node", s->node);
    trace_member_label(json, &proof->tree, "label", s->node);
    json_member_printed(json, "words", &words);
    json_member_bool(json, "again", s->is_again);
    json_member_bool(json, "cut_short", s->is_cut_short);
    json_member_unsigned(json, "nodes", s->searched);
    json_member_array(json, "path", JSON_ON_ONE_LINE);
    print_path_to(json, &proof->tree, s->node);
    json_put_end(json);
    json_member_array(json, "changes", JSON_ON_LINES);
    for (int i = s->first_change; i < trace_proof_end_of_step(proof, step); i++)
        print_change(json, proof, &proof->changes[i]);
    json_put_end(json);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

/* The known nodes after the shown step, parents before their children. */
static bool list_rows(const trace_any *any, int part, const struct trace_text *asked, struct trace_rows *rows)
{
    (void)asked;
    for (int i = 0; part == 0 && i != TRACE_NONE; i = trace_after(&any->tree, i))
        if (any->proof.marks[i].is_known)
            trace_rows_add(rows, &(struct trace_row){.number = i, .node = i});
    return part == 0;
}

const struct trace_kind trace_kind_proof = {
    .name = "proof",
    .record = trace_proof_record,
    .free = trace_proof_free,
    .show = trace_proof_show,
    .is_there = is_there,
    .print_summary = print_summary,
    .print_head = print_head,
    .print_more = print_more,
    .print_step = print_step,
    .print_rest = print_points,
    .columns = trace_proof_columns,
    .list_rows = list_rows,
    .print_text = trace_proof_print_text,
    .draw = trace_proof_draw,
};
