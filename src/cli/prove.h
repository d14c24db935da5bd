/* SPDX-License-Identifier: MIT
 *
 * The flag --proof of commands that search: write a proof of the answer.
 *
 *     code = prove_prepare(&args, &setup);     after setup_search
 *     ...
 *     code = prove(&args, &setup, &result, stdout);
 */
#ifndef CLI_PROVE_H
#define CLI_PROVE_H

#include <stdio.h>

#include "cli/setup.h"
#include "solve/reach.h"

struct prove_args {
    const char *file; /* NULL: no proof is wanted */
    int64_t nodes;    /* maximum for the tree; 0: PROVE_NODES */

    struct reach_question question; /* of the search */
};

enum { PROVE_NODES = 1000000 };

extern const struct arg prove_rows[]; /* --proof, --proof-nodes */

/* Fixes the prover of a method that proves, so that the question does not depend on the side to move. */
int prove_prepare(struct prove_args *prove, struct setup *setup);

/* Searches again with the same limits, if need be by proof searches too, verifies the proof and writes it. Prints the
 * result to `out`; the exit code is not 0 if there is no proof. */
int prove(const struct prove_args *prove, struct setup *setup, const struct by_result *result, FILE *out);

#endif
