/* SPDX-License-Identifier: MIT */
#include "solve/proof_walk.h"

#include <stdlib.h>

/* ---- Shape ----------------------------------------------------------------------------------------------------- */

/* The node after this one, children before siblings; BY_RECORD_NONE after the last. `depth` follows. */
static int next_node(const by_record *record, int top, int node, int *depth)
{
    if (by_record_child(record, node) != BY_RECORD_NONE) {
        ++*depth;
        return by_record_child(record, node);
    }
    for (; node != top; node = by_record_parent(record, node), --*depth)
        if (by_record_next(record, node) != BY_RECORD_NONE)
            return by_record_next(record, node);
    return BY_RECORD_NONE;
}

int proof_count(const by_record *record)
{
    int top = by_record_proof(record), depth = 0, count = 0;

    for (int node = top; node != BY_RECORD_NONE; node = next_node(record, top, node, &depth))
        count++;
    return count;
}

int proof_deepest(const by_record *record)
{
    int top = by_record_proof(record), depth = 0, max = 0, deepest = top;

    for (int node = top; node != BY_RECORD_NONE; node = next_node(record, top, node, &depth)) {
        if (depth <= max)
            continue;
        max = depth;
        deepest = node;
    }
    return deepest;
}

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

by_status proof_walk(const by_record *record, int node, by_position *position, by_error *error)
{
    int top = by_record_proof(record), count = 0;
    int plies = by_record_plies(record, node) - by_record_plies(record, top);
    by_move *path = malloc(((size_t)plies + 1) * sizeof *path);
    by_status status = path ? BY_OK : by_error_no_memory(error);

    for (int at = node; !status && at != top; at = by_record_parent(record, at))
        path[count++] = by_record_move(record, at);
    while (!status && count > 0)
        status = by_position_push(position, path[--count], error);
    free(path);
    return status;
}
