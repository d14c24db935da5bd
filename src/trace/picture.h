/* SPDX-License-Identifier: MIT
 *
 * What the pictures of traces have in common.
 */
#ifndef TRACE_PICTURE_H
#define TRACE_PICTURE_H

#include "render/tree_svg.h"
#include "trace/tree.h"

/* As much of the position, or of the variation, as fits into a line of the head. */
void trace_add_short_position(const struct trace_run *run, by_text *out);
void trace_add_short_variation(const struct trace *trace, by_text *out);

/* The first two lines of the head: game and method; the position. */
void trace_head_of_picture(const struct trace_run *run, struct svg_tree *svg);

#endif
