/* SPDX-License-Identifier: MIT
 *
 * How `boyi trace` shows a search by proof numbers:
 *
 *     trace_proof_text.c     as text: the steps, the tree, the root's numbers
 *     trace_proof_svg.c      as a picture
 *     trace_proof_chart.c    the root's numbers in it
 */
#ifndef CLI_TRACE_PROOF_H
#define CLI_TRACE_PROOF_H

#include "cli/trace.h"
#include "trace/proof.h"

void trace_proof_write_text(const struct trace_proof *proof, bool with_steps, by_text *out);
void trace_proof_write_svg(const struct trace_proof *proof, by_text *out);
/* The chart of the root's numbers, from `top` on, in a picture so wide; and how high it is, 0: there is none. */
void trace_proof_draw_chart(const struct trace_proof *proof, int width, int top, by_text *out);
int trace_proof_chart_height(const struct trace_proof *proof);

#endif
