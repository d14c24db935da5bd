/* SPDX-License-Identifier: MIT
 *
 * Where the nodes of a tree go in a picture.
 */
#ifndef CLI_TRACE_LAYOUT_H
#define CLI_TRACE_LAYOUT_H

#include "cli/trace.h"

/* How far a node with its labels reaches to both sides of its middle; and, once it is laid out, where that is. */
struct trace_box {
    int left, right;
    int x;
};

/* Fills in every x, so that no two boxes of the same ply come closer than `gap`, and each parent is in the middle over
 * its children. Returns the width of the whole, which begins at 0; -1 if there is no memory. */
int trace_layout(const struct trace *trace, struct trace_box *boxes, int gap);

#endif
