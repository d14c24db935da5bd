/* SPDX-License-Identifier: MIT
 *
 * Tests if two lists of figures of the same positions differ by more than random noise.
 */
#ifndef LAB_SIGNIFICANCE_H
#define LAB_SIGNIFICANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"

struct lab_pairs {
    size_t count;               /* pairs with both values known */
    size_t changed, more, less; /* of these, those that differ, and their directions */
    double ratio;               /* the median of after over before; NAN where something is 0 */
    double p;                   /* probability of such a difference if nothing has changed; NAN: nothing differs */
    bool is_by_ranks;           /* by Wilcoxon's signed ranks of the logarithms; else by the signs alone */
};

/* NAN: unknown. */
by_status lab_compare_pairs(const double *before, const double *after, size_t count, struct lab_pairs *out,
                            by_error *error);

/* The median of a list, which it sorts; NAN for an empty one. */
double lab_median(double *list, size_t count);

/* Adjusts many p for multiple testing (Holm 1979). */
void lab_adjust_holm(double *p, size_t count);

#endif
