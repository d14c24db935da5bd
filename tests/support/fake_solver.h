/* SPDX-License-Identifier: MIT
 *
 * A solver for tests that only counts liberties: with one, a block is captured on it, and saved there if it has two or
 * more then; with more, it is safe. A test may also say what it answers to everything.
 */
#ifndef BOYI_TESTS_SUPPORT_FAKE_SOLVER_H
#define BOYI_TESTS_SUPPORT_FAKE_SOLVER_H

#include "protocol/gtp/gtp.h"

extern const struct gtp_solve fake_solve;

/* The answer of all fakes, unless it is NULL; `move` is written as "B D4" or NULL. Lent. */
void fake_solver_always(const struct solve_answer *answer, const char *move);

/* An error that all questions end with, unless it is NULL. */
void fake_solver_fails(const char *message);

/* The settings of the last solver that was made, and how many live. */
const struct solve_settings *fake_solver_settings(void);
int fake_solver_count(void);

#endif
