/* SPDX-License-Identifier: MIT
 *
 * The best lines of a run, and the stack of move lists and variations below the root.
 */
#ifndef BOYI_SEARCH_LINES_H
#define BOYI_SEARCH_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/search.h"

/* The best lines, best first, each with room for its moves. */
struct by__lines {
    struct by_line *lines;
    by_move *moves; /* `wanted` + 1 rows of `plies` */
    int wanted;
    int count;
    int plies;
};

/* The bytes that by__lines_create allocates. */
size_t by__lines_bytes(int wanted, int plies);

bool by__lines_create(struct by__lines *lines, int wanted, int plies);

/* Inserts a line by value, behind equal ones. If there are too many the worst is dropped. */
void by__lines_insert(struct by__lines *lines, const struct by_line *line);

/* Makes it line number `index`, at most the next one. A later line with the same move is removed; the others from
 * `index` on move down, and the last may be dropped. */
void by__lines_set(struct by__lines *lines, int index, const struct by_line *line);

/* Orders them by value, best first; the sort is stable. */
void by__lines_sort(struct by__lines *lines);

void by__lines_destroy(struct by__lines *lines);

/* Stored for each ply below the root: its moves and the best variation from there.
 *
 *     variations   ply 0   [ m m m m ... ]    a triangle: a variation from ply p is at most plies - p long
 *                  ply 1   [ m m m ... ]
 */
struct by__stack {
    int plies;
    int max_moves;
    struct by_move_info *moves; /* rows of max_moves, for plies 1 to plies - 1; the root has its own */
    by_move *variations;
    int *lengths;
};

/* The bytes that by__stack_create allocates; half of SIZE_MAX if they cannot be counted. */
size_t by__stack_bytes(int plies, int max_moves);

bool by__stack_create(struct by__stack *stack, int plies, int max_moves);

struct by_move_info *by__stack_moves(const struct by__stack *stack, int ply);

by_move *by__stack_variation(const struct by__stack *stack, int ply);

/* The variation from `ply` becomes `move` followed by the one from the next ply. */
void by__stack_extend(struct by__stack *stack, int ply, by_move move);

void by__stack_destroy(struct by__stack *stack);

#endif
