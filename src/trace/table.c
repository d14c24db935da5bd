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

bool trace_has_phases(const struct trace *trace)
{
    for (int i = 0; i < trace->visit_count; i++)
        if (trace->visits[i].phase != BY_PHASE_MAIN)
            return true;
    return false;
}

static bool has_windows(const struct trace *trace)
{
    return trace->has_windows;
}

static const struct column {
    const char *title;
    void (*write)(const struct trace *trace, int visit, by_text *out);
    bool (*is_shown)(const struct trace *trace); /* NULL: always */
} columns[] = {
    {"node", write_label, NULL},
    {"side", write_side, NULL},
    {"entry \xCE\xB1,\xCE\xB2", write_entry, has_windows},
    {"exit \xCE\xB1,\xCE\xB2", write_exit, has_windows},
    {"returns", write_value, NULL},
    {"cut", write_cut, has_windows},
    {"by", write_bound, has_windows},
    {"true value", write_truth, NULL},
    {"case", write_case, has_windows},
    {"phase", write_phase, trace_has_phases},
};

_Static_assert(sizeof columns / sizeof columns[0] == TRACE_COLUMNS, "columns");

static bool is_shown(const struct trace *trace, const struct column *column)
{
    return !column->is_shown || column->is_shown(trace);
}

int trace_columns(const struct trace *trace)
{
    int count = 0;

    for (int i = 0; i < TRACE_COLUMNS; i++)
        count += is_shown(trace, &columns[i]);
    return count;
}

/* The column that is shown in this place. */
static const struct column *column_at(const struct trace *trace, int place)
{
    const struct column *column = columns;

    while (!is_shown(trace, column) || place-- > 0)
        column++;
    return column;
}

const char *trace_column_title(const struct trace *trace, int column)
{
    return column_at(trace, column)->title;
}

void trace_add_cell(const struct trace *trace, int column, int visit, by_text *out)
{
    column_at(trace, column)->write(trace, visit, out);
}

int trace_row_of(const struct trace *trace, int step, bool with_leaves)
{
    const struct trace_step *s = &trace->steps[step];

    if (s->kind != BY_EVENT_LEAVE)
        return TRACE_NONE;
    return with_leaves || !trace_is_leaf_visit(&trace->visits[s->visit]) ? s->visit : TRACE_NONE;
}
