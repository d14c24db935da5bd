/* SPDX-License-Identifier: MIT
 *
 * A trace as a table: a row for each visit, in the order in which the visits were completed.
 */
#include "trace/tree.h"

#define DASH "\xE2\x80\x93"

static void write_label(const struct trace *trace, int visit, by_text *out)
{
    trace_add_label(trace, trace->visits[visit].node, out);
}

static void write_side(const struct trace *trace, int visit, by_text *out)
{
    by_text_add(out, trace_side_name(trace->nodes[trace->visits[visit].node].side));
}

static void write_entry(const struct trace *trace, int visit, by_text *out)
{
    trace_add_window(&trace->visits[visit].entry, out);
}

static void write_exit(const struct trace *trace, int visit, by_text *out)
{
    trace_add_window(&trace->visits[visit].exit, out);
}

static void write_value(const struct trace *trace, int visit, by_text *out)
{
    if (trace->visits[visit].reason == BY_REASON_STOPPED)
        by_text_add(out, "stopped");
    else
        trace_add_value(trace->visits[visit].value, out);
}

static void write_cut(const struct trace *trace, int visit, by_text *out)
{
    if (trace->visits[visit].reason == BY_REASON_HASH)
        by_text_add(out, "all, known");
    else if (trace->visits[visit].is_cut)
        trace_add_cut(trace, visit, out);
    else
        by_text_add(out, DASH);
}

static void write_bound(const struct trace *trace, int visit, by_text *out)
{
    if (trace->visits[visit].reason == BY_REASON_HASH)
        by_text_add(out, "hash table");
    else if (trace->visits[visit].is_cut)
        trace_add_cut_source(trace, &trace->visits[visit], out);
    else
        by_text_add(out, DASH);
}

static void write_truth(const struct trace *trace, int visit, by_text *out)
{
    const struct trace_node *node = &trace->nodes[trace->visits[visit].node];

    if (node->has_truth)
        trace_add_value(node->truth, out);
    else
        by_text_add(out, "?");
}

static void write_case(const struct trace *trace, int visit, by_text *out)
{
    by_text_add(out, trace_case_name(trace->visits[visit].verdict));
}

static void write_phase(const struct trace *trace, int visit, by_text *out)
{
    by_text_add(out, trace_phase_name(trace->visits[visit].phase));
}

static const struct column {
    const char *title;
    void (*write)(const struct trace *trace, int visit, by_text *out);
} columns[] = {
    {"node", write_label},
    {"side", write_side},
    {"entry \xCE\xB1,\xCE\xB2", write_entry},
    {"exit \xCE\xB1,\xCE\xB2", write_exit},
    {"returns", write_value},
    {"cut", write_cut},
    {"by", write_bound},
    {"true value", write_truth},
    {"case", write_case},
    {"phase", write_phase},
};

_Static_assert(sizeof columns / sizeof columns[0] == TRACE_COLUMNS, "columns");

bool trace_has_phases(const struct trace *trace)
{
    for (int i = 0; i < trace->visit_count; i++)
        if (trace->visits[i].phase != BY_PHASE_MAIN)
            return true;
    return false;
}

int trace_columns(const struct trace *trace)
{
    return trace_has_phases(trace) ? TRACE_COLUMNS : TRACE_COLUMNS - 1;
}

const char *trace_column_title(int column)
{
    return columns[column].title;
}

void trace_add_cell(const struct trace *trace, int column, int visit, by_text *out)
{
    columns[column].write(trace, visit, out);
}

int trace_row_of(const struct trace *trace, int step, bool with_leaves)
{
    const struct trace_step *s = &trace->steps[step];

    if (s->kind != BY_EVENT_LEAVE)
        return TRACE_NONE;
    return with_leaves || !trace_is_leaf_visit(&trace->visits[s->visit]) ? s->visit : TRACE_NONE;
}
