/* SPDX-License-Identifier: MIT
 *
 * A tree of visits as a table: a row for each visit, in the order in which the visits were completed.
 */
#include "trace/kind.h"

static void print_label(const trace_any *any, int visit, by_text *out)
{
    trace_add_label(&any->tree, any->tree.visits[visit].node, out);
}

static void print_side(const trace_any *any, int visit, by_text *out)
{
    by_text_add(out, trace_side_names[any->tree.nodes[any->tree.visits[visit].node].side]);
}

static void print_entry(const trace_any *any, int visit, by_text *out)
{
    trace_add_window(&any->tree.visits[visit].entry, out);
}

static void print_exit(const trace_any *any, int visit, by_text *out)
{
    trace_add_window(&any->tree.visits[visit].exit, out);
}

static void print_value(const trace_any *any, int visit, by_text *out)
{
    if (any->tree.visits[visit].reason == BY_REASON_STOPPED)
        by_text_add_message(out, "stopped");
    else
        trace_add_value(any->tree.visits[visit].value, out);
}

static void print_cut(const trace_any *any, int visit, by_text *out)
{
    if (any->tree.visits[visit].reason == BY_REASON_HASH)
        by_text_add_message(out, "all, known");
    else if (any->tree.visits[visit].is_cut)
        trace_add_cut(&any->tree, visit, out);
    else
        by_text_add(out, TRACE_DASH);
}

static void print_bound(const trace_any *any, int visit, by_text *out)
{
    if (any->tree.visits[visit].reason == BY_REASON_HASH)
        by_text_add_message(out, "hash table");
    else if (any->tree.visits[visit].is_cut)
        trace_add_cut_source(&any->tree, &any->tree.visits[visit], out);
    else
        by_text_add(out, TRACE_DASH);
}

static void print_truth(const trace_any *any, int visit, by_text *out)
{
    const struct trace_node *node = &any->tree.nodes[any->tree.visits[visit].node];

    if (node->has_truth)
        trace_add_value(node->truth, out);
    else
        by_text_add(out, "?");
}

static void print_case(const trace_any *any, int visit, by_text *out)
{
    by_text_add(out, trace_case_names[any->tree.visits[visit].verdict]);
}

static void print_phase(const trace_any *any, int visit, by_text *out)
{
    by_text_add(out, trace_phase_names[any->tree.visits[visit].phase]);
}

bool trace_has_phases(const struct trace *trace)
{
    for (int i = 0; i < trace->visit_count; i++)
        if (trace->visits[i].phase != BY_PHASE_MAIN)
            return true;
    return false;
}

static bool has_phases(const trace_any *any)
{
    return trace_has_phases(&any->tree);
}

static bool has_windows(const trace_any *any)
{
    return any->tree.has_windows;
}

const struct trace_column trace_tree_columns[] = {
    {.title = "node", .print = print_label},
    {.title = "side", .print = print_side},
    {.title = "entry " TRACE_ALPHA "," TRACE_BETA, .print = print_entry, .is_used = has_windows},
    {.title = "exit " TRACE_ALPHA "," TRACE_BETA, .print = print_exit, .is_used = has_windows},
    {.title = "returns", .print = print_value},
    {.title = "cut", .print = print_cut, .is_used = has_windows},
    {.title = "by", .print = print_bound, .is_used = has_windows},
    {.title = "true value", .print = print_truth},
    {.title = "case", .print = print_case, .is_used = has_windows},
    {.title = "phase", .print = print_phase, .is_used = has_phases},
    {0},
};
