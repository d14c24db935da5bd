/* SPDX-License-Identifier: MIT
 *
 * A trace as a log: what happened, step by step, indented by the depth in the tree.
 */
#include "cli/trace.h"

static int indentation(const struct trace *trace, const struct trace_step *step)
{
    return 2 * (trace->nodes[trace->visits[step->visit].node].ply + (step->kind == BY_EVENT_CUT));
}

void trace_write_steps(const struct trace *trace, const struct trace_iteration *iteration, by_text *out)
{
    by_text words = {0};

    for (int i = iteration->first_step; i < iteration->end_step; i++) {
        trace_add_step(trace, i, &words);
        if (words.length)
            by_text_printf(out, "%*s%s\n", indentation(trace, &trace->steps[i]), "", by_text_string(&words));
        out->failed |= words.failed;
        by_text_clear(&words);
    }
    by_text_free(&words);
}
