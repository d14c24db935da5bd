/* SPDX-License-Identifier: MIT
 *
 * Limits in words: "depth 7", "2,000 nodes"; and other differences between variants.
 */
#ifndef LAB_LIMITS_H
#define LAB_LIMITS_H

#include "boyi/text.h"
#include "lab/experiment.h"

void lab_print_limit(enum lab_limit kind, int64_t limit, by_text *out);

/* All limits of a variant: "depth 1-7, 9", "10, 300, 1,000 nodes". */
void lab_print_limits(const struct lab_experiment *experiment, const struct lab_variant *variant, by_text *out);

/* The game options in which a variant differs from the experiment, "values=plain"; adds nothing if there are none. */
void lab_print_own_game(const struct lab_experiment *experiment, const struct lab_variant *variant, by_text *out);

/* True if any variant has its own game; true if any search is repeated. */
bool lab_has_own_games(const struct lab_experiment *experiment);
bool lab_has_repetitions(const struct lab_experiment *experiment);

/* ", 5 times each" for repeated searches; adds nothing if there are none, or if their numbers differ. */
void lab_print_repetitions(const struct lab_experiment *experiment, const size_t *variants, size_t count, by_text *out);

/* The greatest limits of a section's variants, at which it shows them: "depth 8 (first, other: depth 9)". */
void lab_print_greatest_limits(const struct lab_experiment *experiment, const struct lab_section *section,
                               by_text *out);

/* Adds the limits of a section's searches and of those they are compared with: "Limit: depth 8 (first: depth 9).
 * Reference: other, depth 10. " If the grid of a section shows the limits, it adds only the latter. */
void lab_print_section_limits(const struct lab_experiment *experiment, const struct lab_section *section, by_text *out);

/* Adds the opponents of these measures with their limits: the reference of moves, rivals in games. */
void lab_print_others(const struct lab_experiment *experiment, const struct lab_measure *measures, size_t count,
                      by_text *out);

/* "2 positions (p1, p3), no limit beyond depth 4": the rest of an experiment that was made quick. */
void lab_print_quick(const struct lab_experiment *experiment, by_text *out);

#endif
