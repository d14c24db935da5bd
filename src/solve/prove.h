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
    by_search *searches[2][2]; /* for captures and escapes, by prover */
};

/* Opens go-capture with the options `given`, NULL: the defaults, and then these settings. */
by_status solve_open_goal(const by_options *given, const char *settings, by_game **out, by_error *error);

/* Whether the answer, a plain yes or no, is proved within the limits. */
by_status solve_prove(struct solve_prover *prover, const struct solve_settings *settings,
                      const struct solve_question *question, enum solve_code code, const struct by_limits *limits,
                      bool *is_proved, by_error *error);

void solve_prover_free(struct solve_prover *prover);

#endif
