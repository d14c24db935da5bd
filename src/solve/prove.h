/* SPDX-License-Identifier: MIT
 *
 * Proofs of answers: what the search found with candidates and rules of thumb is gone through once more, against every
 * legal move of the loser (boyi/proof.h), and the tree that comes out is verified by the rules alone.
 */
#ifndef BOYI_SOLVE_PROVE_H
#define BOYI_SOLVE_PROVE_H

#include "solve/solve.h"

struct solve_prover {
    by_game *goals[2]; /* go-capture without rules of thumb on kos, for captures; and on liberties, for escapes */
    by_game *strict;   /* and without candidates and readers: for the verifier */
};

/* Whether the solver has a goal for positions of this game. */
bool solve_has_goal(const by_game_type *type);

/* A copy of the options of go-capture that are `given`, NULL: its defaults. */
by_status solve_copy_goal_options(const by_options *given, by_options **out, by_error *error);

/* Opens go-capture with the options `given`, NULL: the defaults, and then these settings. */
by_status solve_open_goal(const by_options *given, const char *settings, by_game **out, by_error *error);

/* The options of the method as the settings have them, but for the question, which is the solver's own, and with a
 * share of the memory. */
enum { SOLVE_SHARES = 8 };
by_status solve_copy_options(const struct solve_settings *settings, int share, by_options **out, by_error *error);

/* Looks for a proof within the limits that the block is captured, or that it is not, where the side with `threats`
 * retakes every ko at once. It takes the place of what `out` had; a proof of the contrary is one, too. */
by_status solve_prove(struct solve_prover *prover, const struct solve_settings *settings,
                      const struct solve_question *question, enum by_threats threats, bool is_captured,
                      const struct by_limits *limits, struct solve_proof *out, by_error *error);

/* Frees a proof and leaves none. */
void solve_proof_free(struct solve_proof *proof);
void solve_prover_free(struct solve_prover *prover);

#endif
