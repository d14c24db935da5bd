/* SPDX-License-Identifier: MIT
 *
 * What the steps of a trace do, in words.
 */
#include "trace/tree.h"

/* Leaves have one line, when they are left. */
static bool has_one_line(const struct trace_visit *visit)
{
    return trace_is_leaf_visit(visit) || visit->reason == BY_REASON_HASH;
}

static void add_phase(const struct trace_visit *visit, by_text *out)
{
    if (visit->phase != BY_PHASE_MAIN)
        by_text_printf(out, ", %s", trace_phase_names[visit->phase]);
}

static void print_enter(const struct trace *trace, int number, by_text *out)
{
    const struct trace_visit *visit = &trace->visits[number];

    if (has_one_line(visit))
        return;
    by_text_add(out, "enter ");
    trace_add_label(trace, visit->node, out);
    by_text_printf(out, " (%s)", trace_side_names[trace->nodes[visit->node].side]);
    if (trace->has_windows) {
        by_text_add(out, " with ");
        trace_add_window(&visit->entry, out);
    }
    add_phase(visit, out);
}

static void print_cut(const struct trace *trace, int number, by_text *out)
{
    const struct trace_visit *visit = &trace->visits[number];
    bool is_max = trace->nodes[visit->node].side == 0;

    trace_add_label(trace, visit->node, out);
    by_text_printf(out, " cuts, %s ", is_max ? TRACE_ALPHA : TRACE_BETA);
    trace_add_value(is_max ? visit->now.alpha : visit->now.beta, out);
    by_text_add(out, is_max ? " \xE2\x89\xA5 " TRACE_BETA " " : " \xE2\x89\xA4 " TRACE_ALPHA " ");
    trace_add_value(visit->cut_bound, out);
    by_text_add(out, " (");
    trace_add_cut_source(trace, visit, out);
    by_text_add(out, "): ");
    trace_add_cut(trace, number, out);
}

/* How the value changed the parent's window, or without windows the parent's value. */
static void print_effect(const struct trace *trace, const struct trace_visit *visit, by_text *out)
{
    const struct trace_visit *parent;
    bool is_useless = !visit->improved && visit->verdict != TRACE_CASE_NONE && visit->verdict != TRACE_CASE_AGAIN;
    bool is_max;

    if (visit->parent == TRACE_NONE)
        return;
    parent = &trace->visits[visit->parent];
    is_max = trace->nodes[parent->node].side == 0;
    if (visit->verdict == TRACE_CASE_AGAIN)
        by_text_add(out, "; to be searched again");
    else if (visit->improved)
        by_text_printf(out, "; %s of ", !trace->has_windows ? "value" : is_max ? TRACE_ALPHA : TRACE_BETA);
    else if (is_useless)
        by_text_add(out, "; no better for ");
    if (visit->improved || is_useless)
        trace_add_label(trace, parent->node, out);
    if (visit->improved) {
        by_text_add(out, is_max ? " rises to " : " falls to ");
        trace_add_value(visit->value, out);
    }
}

static void print_leave(const struct trace *trace, int number, by_text *out)
{
    const struct trace_visit *visit = &trace->visits[number];

    if (has_one_line(visit)) {
        by_text_add(out, visit->reason == BY_REASON_HASH ? "known " : "leaf ");
        trace_add_label(trace, visit->node, out);
        by_text_add(out, ": ");
        trace_add_value(visit->value, out);
        add_phase(visit, out);
    } else {
        by_text_add(out, "leave ");
        trace_add_label(trace, visit->node, out);
        if (trace->has_windows) {
            by_text_add(out, " with ");
            trace_add_window(&visit->exit, out);
        }
        by_text_add(out, ", returns ");
        trace_add_value(visit->value, out);
        if (visit->reason == BY_REASON_STOPPED)
            by_text_add(out, ", stopped");
        else if (trace->has_windows && visit->verdict != TRACE_CASE_AGAIN)
            by_text_printf(out, ", case %s", trace_case_names[visit->verdict]);
    }
    print_effect(trace, visit, out);
}

/* A new kind of event has a row here. */
static const struct {
    enum by_event_kind kind;
    void (*print)(const struct trace *trace, int visit, by_text *out);
} writers[] = {
    {BY_EVENT_ENTER, print_enter},
    {BY_EVENT_CUT, print_cut},
    {BY_EVENT_LEAVE, print_leave},
};

enum { WRITER_COUNT = sizeof writers / sizeof writers[0] };

void trace_add_step(const struct trace *trace, int step, by_text *out)
{
    for (int w = 0; w < WRITER_COUNT; w++)
        if (writers[w].kind == trace->steps[step].kind)
            writers[w].print(trace, trace->steps[step].visit, out);
}
