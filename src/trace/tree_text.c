/* SPDX-License-Identifier: MIT
 *
 * A trace as text: for each iteration a table with a row for each visit, in the order in which the visits were
 * completed, and what was read; then what the search has found.
 */
#include <string.h>

#include "front/words.h"
#include "trace/kind.h"

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

/* A line for each step, indented by the depth in the tree. */
static void print_steps(const struct trace *trace, const struct trace_iteration *iteration, by_text *out)
{
    by_text words = {0};

    for (int i = iteration->first_step; i < iteration->end_step; i++) {
        const struct trace_step *step = &trace->steps[i];
        int ply = trace->nodes[trace->visits[step->visit].node].ply + (step->kind == BY_EVENT_CUT);

        trace_add_step(trace, i, &words);
        if (words.length)
            by_text_printf(out, "%*s%s\n", 2 * ply, "", by_text_string(&words));
        out->failed |= words.failed;
        by_text_clear(&words);
    }
    by_text_free(&words);
}

/* ---- Fields ---------------------------------------------------------------------------------------------------- */

static void print_leaves_read(const struct trace *trace, const struct trace_iteration *iteration, by_text *out)
{
    by_text words = {0};
    bool any = false;

    for (int i = iteration->first_step; i < iteration->end_step; i++) {
        const struct trace_visit *visit = &trace->visits[trace->steps[i].visit];

        if (trace->steps[i].kind != BY_EVENT_LEAVE || !trace_is_leaf_visit(visit))
            continue;
        by_text_add(&words, any ? ", " : "");
        trace_add_value(visit->value, &words);
        any = true;
    }
    by_text_add(&words, any ? "" : TRACE_DASH);
    trace_print_words("leaves read", &words, out);
    by_text_free(&words);
}

static void print_counts(const struct trace *trace, by_text *out)
{
    by_text words = {0};
    int visited, all;

    trace_count_nodes(trace, false, &visited, &all);
    by_text_printf(&words, "%d of %d", visited, all);
    trace_count_nodes(trace, true, &visited, &all);
    by_text_printf(&words, ", leaves %d of %d", visited, all);
    if (trace->iteration_count > 1 || trace_has_phases(trace))
        by_text_printf(&words, ", %d visits", trace->visit_count);
    trace_print_words("nodes visited", &words, out);
    by_text_free(&words);
}

static void print_sides(const struct trace *trace, by_text *out)
{
    const by_game_type *type = trace->run.type;
    by_text words = {0};

    if (strcmp(words_side(type, 0), "max") != 0) {
        by_text_printf(&words, "MAX is %s, MIN is %s", words_side(type, 0), words_side(type, 1));
        trace_print_words("sides", &words, out);
    }
    by_text_free(&words);
}

static void print_answer(const struct trace *trace, by_text *out)
{
    by_text words = {0};

    if (trace->kind == BY_KIND_AT_LEAST || trace->kind == BY_KIND_AT_MOST || trace->kind == BY_KIND_UNKNOWN)
        by_text_printf(&words, "%s ", by_kind_name(trace->kind));
    if (trace->kind != BY_KIND_UNKNOWN)
        trace_add_value(trace->value, &words);
    trace_print_words("value", &words, out);
    trace_add_variation(trace, &words);
    trace_print_words("variation", &words, out);
    if (trace->stopped > BY_STOPPED_DEPTH)
        trace_print_field("stopped by", by_stop_reason_name(trace->stopped), out);
    by_text_free(&words);
}

/* ---- What the words mean --------------------------------------------------------------------------------------- */

static bool any_end(const struct trace *trace)
{
    for (int i = 0; i < trace->node_count; i++)
        if (by_value_is_win(trace->nodes[i].truth) || by_value_is_loss(trace->nodes[i].truth))
            return true;
    return false;
}

static bool any_again(const struct trace *trace)
{
    for (int i = 0; i < trace->visit_count; i++)
        if (trace->visits[i].verdict == TRACE_CASE_AGAIN)
            return true;
    return false;
}

static void print_notes(const struct trace *trace, by_text *out)
{
    bool has_end = any_end(trace), has_several = trace->iteration_count > 1;

    if (trace->has_windows || has_end || has_several)
        by_text_add_char(out, '\n');
    if (trace->has_windows) {
        trace_print_field("case 1", "the value is strictly inside the parent's window: exact", out);
        trace_print_field("case 2", "it reaches the bound of the parent's opponent: the parent cuts", out);
        trace_print_field("case 3", "it is no better for the parent than what the parent has: it changes nothing", out);
    }
    if (any_again(trace))
        trace_print_field("again", "a null window was failed, so the move is searched once more", out);
    if (has_end)
        trace_print_field("win N", "MAX wins N plies from the root; loss N: MIN does", out);
    if (has_several)
        trace_print_field("true value", "that of the whole tree, not of a shallower iteration", out);
}

/* ---- All ------------------------------------------------------------------------------------------------------- */

static void print_iteration(const trace_any *any, int number, const struct trace_text *asked, by_text *out)
{
    const struct trace *trace = &any->tree;
    const struct trace_iteration *iteration = &trace->iterations[number];

    if (trace->iteration_count > 1) {
        by_text_printf(out, "iteration %d: depth %d, value ", number + 1, iteration->depth);
        trace_add_value(iteration->value, out);
        by_text_add(out, "\n\n");
    }
    if (asked->with_steps) {
        print_steps(trace, iteration, out);
        by_text_add_char(out, '\n');
    }
    trace_print_part(any, number, asked, out);
    by_text_add_char(out, '\n');
    print_leaves_read(trace, iteration, out);
    if (trace->iteration_count > 1)
        by_text_add_char(out, '\n');
}

void trace_tree_print_text(trace_any *any, const struct trace_text *asked, by_text *out)
{
    const struct trace *trace = &any->tree;

    trace_print_question(&trace->run, out);
    print_sides(trace, out);
    by_text_add_char(out, '\n');
    for (int i = 0; i < trace->iteration_count; i++)
        print_iteration(any, i, asked, out);
    print_counts(trace, out);
    print_answer(trace, out);
    if (trace->iteration_count)
        print_notes(trace, out);
}
