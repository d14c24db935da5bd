/* SPDX-License-Identifier: MIT
 *
 * A tree of visits as a table: a row for each visit, in the order in which the visits were completed.
 */
#include "trace/kind.h"

#define DASH "\xE2\x80\x93"

static void print_label(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    trace_add_label(trace, trace->visits[visit].node, out);
}

static void print_side(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    by_text_add(out, trace_side_name(trace->nodes[trace->visits[visit].node].side));
}

static void print_entry(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    trace_add_window(&trace->visits[visit].entry, out);
}

static void print_exit(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    trace_add_window(&trace->visits[visit].exit, out);
}

static void print_value(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    if (trace->visits[visit].reason == BY_REASON_STOPPED)
        by_text_add_message(out, "stopped");
    else
        trace_add_value(trace->visits[visit].value, out);
}

static void print_cut(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    if (trace->visits[visit].reason == BY_REASON_HASH)
        by_text_add_message(out, "all, known");
    else if (trace->visits[visit].is_cut)
        trace_add_cut(trace, visit, out);
    else
        by_text_add(out, DASH);
}

static void print_bound(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    if (trace->visits[visit].reason == BY_REASON_HASH)
        by_text_add_message(out, "hash table");
    else if (trace->visits[visit].is_cut)
        trace_add_cut_source(trace, &trace->visits[visit], out);
    else
        by_text_add(out, DASH);
}

static void print_truth(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;
    const struct trace_node *node = &trace->nodes[trace->visits[visit].node];

    if (node->has_truth)
        trace_add_value(node->truth, out);
    else
        by_text_add(out, "?");
}

static void print_case(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    by_text_add(out, trace_case_name(trace->visits[visit].verdict));
}

static void print_phase(const void *about, int visit, by_text *out)
{
    const struct trace *trace = about;

    by_text_add(out, trace_phase_name(trace->visits[visit].phase));
}

bool trace_has_phases(const struct trace *trace)
{
    for (int i = 0; i < trace->visit_count; i++)
        if (trace->visits[i].phase != BY_PHASE_MAIN)
            return true;
    return false;
}

static bool has_phases(const void *about)
{
    return trace_has_phases(about);
}

static bool has_windows(const void *about)
{
    return ((const struct trace *)about)->has_windows;
}

const struct trace_column trace_tree_columns[] = {
    {.title = "node", .print = print_label},
    {.title = "side", .print = print_side},
    {.title = "entry \xCE\xB1,\xCE\xB2", .print = print_entry, .is_used = has_windows},
    {.title = "exit \xCE\xB1,\xCE\xB2", .print = print_exit, .is_used = has_windows},
    {.title = "returns", .print = print_value},
    {.title = "cut", .print = print_cut, .is_used = has_windows},
    {.title = "by", .print = print_bound, .is_used = has_windows},
    {.title = "true value", .print = print_truth},
    {.title = "case", .print = print_case, .is_used = has_windows},
    {.title = "phase", .print = print_phase, .is_used = has_phases},
    {0},
};
