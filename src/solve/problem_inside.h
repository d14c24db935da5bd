/* SPDX-License-Identifier: MIT
 *
 * Shared by the readers of problems.
 */
#ifndef BOYI_SOLVE_PROBLEM_INSIDE_H
#define BOYI_SOLVE_PROBLEM_INSIDE_H

#include "solve/problem.h"

/* A copy of `length` bytes as a text; NULL: no memory. */
char *solve_copy_text(const char *text, size_t length);

/* Bytes of the mark of UTF-8 that some programs put before a text; 0: there is none. */
size_t solve_mark_of_utf8(const char *text);

/* The number of the line in which a byte of the text stands, from 1. */
int solve_line_at(const char *text, size_t offset);

void solve_print_vertex(int size, int point, char *out, size_t room);

/* The stone on a point of a position: X, O or '.', also for -1; `size` gets that of the board. */
char solve_stone_at(by_position *position, int point, int *size);

/* problem_text.c, problem_sgf.c: read the next problem into `problem`, as solve_problem_read does; `is_there` is set if
 * there is one. */
by_status solve_read_text(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                          bool *is_there, by_error *error);
by_status solve_read_sgf(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                         bool *is_there, by_error *error);

#endif
