/* SPDX-License-Identifier: MIT
 *
 * Every method that proves, with settings that go round.
 */
#ifndef BOYI_TESTS_SUPPORT_PROVERS_H
#define BOYI_TESTS_SUPPORT_PROVERS_H

#include "support/search.h"

/* How many random samples a test takes: fewer under sanitizers, more in the long run. */
int sample_count(int usual);

typedef void (*trial)(const char *method, const char *settings, uint64_t seed);

/* The number of different settings. */
int prover_settings(void);

/* Calls it for every method that proves, with settings that go round with the seed. */
void for_each_prover(trial try, int count);

/* Gives the bench a search that asks about `prover`. */
void ask(struct bench *bench, const char *method, const char *settings, int prover, by_value threshold);

/* The invariant: the numbers of solved nodes, and only of these, are 0 and infinite. */
void check_numbers(const struct by_result *result);

#endif
