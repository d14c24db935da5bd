/* SPDX-License-Identifier: MIT
 *
 * The flag --proof of commands that search: the answer's proof, written to a file.
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
    int64_t nodes;    /* of the tree at most; 0: PROVE_NODES */

    struct reach_question question; /* that the search is asked */
};

enum { PROVE_NODES = 1000000 };

extern const struct arg prove_rows[]; /* --proof, --proof-nodes */

/* Lets a method that proves ask about one side wherever it is run, and not about the side to move. */
int prove_prepare(struct prove_args *prove, struct setup *setup);

/* Searches again, with the same limits, verifies what it has found, and writes the proof. The result is printed
 * to `out`; the exit code is not 0 if there is none. */
int prove(const struct prove_args *prove, struct setup *setup, const struct by_result *result, FILE *out);

#endif
