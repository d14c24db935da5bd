/* SPDX-License-Identifier: MIT
 *
 * A trace as a log: what happened, step by step, indented by the depth in the tree.
 */
#include "cli/trace.h"

#define ALPHA "\xCE\xB1"
#define BETA  "\xCE\xB2"

static void indent(const struct trace *trace, const struct trace_visit *visit, int more, by_text *out)
{
    by_text_printf(out, "%*s", 2 * (trace->nodes[visit->node].ply + more), "");
}

static const char *label_of(const struct trace *trace, const struct trace_visit *visit)
{
    return trace->nodes[visit->node].label;
}

/* Leaves are told in one line, when they are left. */
static bool is_told_at_once(const struct trace_visit *visit)
{
    return trace_is_leaf_visit(visit) || visit->reason == BY_REASON_HASH;
}

static void add_phase(const struct trace_visit *visit, by_text *out)
{
    if (visit->phase != BY_PHASE_MAIN)
        by_text_printf(out, ", %s", trace_phase_name(visit->phase));
}

static void write_enter(const struct trace *trace, int number, by_text *out)
{
    const struct trace_visit *visit = &trace->visits[number];

    if (is_told_at_once(visit))
        return;
    indent(trace, visit, 0, out);
    by_text_printf(out, "enter %s (%s) with ", label_of(trace, visit), trace_side_name(trace->nodes[visit->node].side));
    trace_add_window(&visit->entry, out);
    add_phase(visit, out);
    by_text_add_char(out, '\n');
}

static void write_cut(const struct trace *trace, int number, by_text *out)
{
    const struct trace_visit *visit = &trace->visits[number];
    bool is_max = trace->nodes[visit->node].side == 0;

    indent(trace, visit, 1, out);
    by_text_printf(out, "%s cuts, %s ", label_of(trace, visit), is_max ? ALPHA : BETA);
    trace_add_value(is_max ? visit->now.alpha : visit->now.beta, out);
    by_text_add(out, is_max ? " \xE2\x89\xA5 " BETA " " : " \xE2\x89\xA4 " ALPHA " ");
    trace_add_value(visit->cut_bound, out);
    by_text_add(out, " (");
    trace_add_cut_source(trace, visit, out);
    by_text_add(out, "): ");
    trace_add_cut(trace, number, out);
    by_text_add_char(out, '\n');
}

static void add_change(by_value value, bool is_max, const char *label, by_text *out)
{
    by_text_printf(out, is_max ? "; " ALPHA " of %s rises to " : "; " BETA " of %s falls to ", label);
    trace_add_value(value, out);
}

/* What the value did to the parent's window. */
static void write_effect(const struct trace *trace, const struct trace_visit *visit, by_text *out)
{
    const struct trace_visit *parent;
    bool is_max;

    if (visit->parent == TRACE_NONE)
        return;
    parent = &trace->visits[visit->parent];
    is_max = trace->nodes[parent->node].side == 0;
    if (visit->verdict == TRACE_CASE_AGAIN)
        by_text_add(out, "; to be searched again");
    else if (visit->improved)
        add_change(visit->value, is_max, label_of(trace, parent), out);
    else if (visit->verdict == TRACE_CASE_USELESS)
        by_text_printf(out, "; no better for %s", label_of(trace, parent));
}

static void write_leaf(const struct trace *trace, const struct trace_visit *visit, by_text *out)
{
    const struct trace_node *node = &trace->nodes[visit->node];

    indent(trace, visit, 0, out);
    by_text_printf(out, "%s %s: ", visit->reason == BY_REASON_HASH ? "known" : "leaf", node->label);
    trace_add_value(visit->value, out);
    add_phase(visit, out);
}

static void write_leave(const struct trace *trace, int number, by_text *out)
{
    const struct trace_visit *visit = &trace->visits[number];

    if (is_told_at_once(visit)) {
        write_leaf(trace, visit, out);
    } else {
        indent(trace, visit, 0, out);
        by_text_printf(out, "leave %s with ", label_of(trace, visit));
        trace_add_window(&visit->exit, out);
        by_text_add(out, ", returns ");
        trace_add_value(visit->value, out);
        if (visit->reason == BY_REASON_STOPPED)
            by_text_add(out, ", stopped");
        else if (visit->verdict != TRACE_CASE_AGAIN)
            by_text_printf(out, ", case %s", trace_case_name(visit->verdict));
    }
    write_effect(trace, visit, out);
    by_text_add_char(out, '\n');
}

/* A new kind of event has a row here. */
static const struct {
    enum by_event_kind kind;
    void (*write)(const struct trace *trace, int visit, by_text *out);
} writers[] = {
    {BY_EVENT_ENTER, write_enter},
    {BY_EVENT_CUT, write_cut},
    {BY_EVENT_LEAVE, write_leave},
};

enum { WRITER_COUNT = sizeof writers / sizeof writers[0] };

void trace_write_steps(const struct trace *trace, const struct trace_iteration *iteration, by_text *out)
{
    for (int i = iteration->first_step; i < iteration->end_step; i++)
        for (int w = 0; w < WRITER_COUNT; w++)
            if (writers[w].kind == trace->steps[i].kind)
                writers[w].write(trace, trace->steps[i].visit, out);
}
