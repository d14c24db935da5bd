/* SPDX-License-Identifier: MIT
 *
 * Limits as a reader wants them told: "depth 7", "2,000 nodes"; and what else variants differ in.
 */
#ifndef LAB_LIMITS_H
#define LAB_LIMITS_H

#include "boyi/text.h"
#include "lab/experiment.h"

void lab_print_limit(enum lab_limit kind, int64_t limit, by_text *out);

/* All limits of a variant: "depth 1-7, 9", "10, 300, 1,000 nodes". */
void lab_print_limits(const struct lab_experiment *experiment, const struct lab_variant *variant, by_text *out);

/* What the game of a variant has other than the experiment's, "values=plain"; nothing if it has the same. */
void lab_print_own_game(const struct lab_experiment *experiment, const struct lab_variant *variant, by_text *out);

/* Whether any variant has a game of its own, and whether any search is repeated. */
bool lab_has_own_games(const struct lab_experiment *experiment);
bool lab_has_repetitions(const struct lab_experiment *experiment);

/* ", 5 times each" of searches that are repeated; nothing where they are not, or not all as often. */
void lab_print_repetitions(const struct lab_experiment *experiment, const size_t *variants, size_t count, by_text *out);

/* The greatest limits of a section's variants, at which their searches are shown: "depth 8 (first, other: depth 9)". */
void lab_print_greatest_limits(const struct lab_experiment *experiment, const struct lab_section *section,
                               by_text *out);

/* Adds at which limits a section's searches are shown, and those of the others that they are compared with: "Limit:
 * depth 8 (first: depth 9). Reference: other, depth 10. " A section that shows limit by limit has them in its grid, and
 * adds but the others. */
void lab_print_section_limits(const struct lab_experiment *experiment, const struct lab_section *section, by_text *out);

/* Adds whom these measures compare with, and at which limit: the reference of moves, rivals in games. */
void lab_print_others(const struct lab_experiment *experiment, const struct lab_measure *measures, size_t count,
                      by_text *out);

/* "2 positions (p1, p3), no limit beyond depth 4": what is left of an experiment that was made quick. */
void lab_print_quick(const struct lab_experiment *experiment, by_text *out);

#endif
