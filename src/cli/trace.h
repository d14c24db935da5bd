/* SPDX-License-Identifier: MIT
 *
 * How `boyi trace` shows what src/trace knows of a search:
 *
 *     trace_text.c     as a table
 *     trace_steps.c    as a log, step by step
 *     trace_layout.c, trace_draw.c, trace_svg.c    as a picture
 *     cmd_trace.c      the command
 *
 * Methods that prove have parts of their own, trace_proof.h, and so has Monte Carlo tree search, trace_mcts.h.
 */
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include "trace/tree.h"

/* A name and words, broken into lines. */
void trace_write_field(const char *name, const char *words, by_text *out);
/* Game, position, method and its options. */
void trace_write_question(const struct trace_run *run, by_text *out);

void trace_write_text(const struct trace *trace, bool with_leaves, bool with_steps, by_text *out);
void trace_write_steps(const struct trace *trace, const struct trace_iteration *iteration, by_text *out);
void trace_write_svg(const struct trace *trace, by_text *out);

#endif
