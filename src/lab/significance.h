/* SPDX-License-Identifier: MIT
 *
 * Whether two lists of figures of the same positions differ by more than chance.
 */
#ifndef LAB_SIGNIFICANCE_H
#define LAB_SIGNIFICANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"

struct lab_pairs {
    size_t count;               /* pairs of which both are known */
    size_t changed, more, less; /* of these, those that differ, and in which way */
    double ratio;               /* the median of after over before; NAN where something is 0 */
    double p;                   /* how likely such a difference is if nothing has changed; NAN: nothing differs */
    bool is_by_ranks;           /* by Wilcoxon's signed ranks of the logarithms; else by the signs alone */
};

/* NAN: not known. */
by_status lab_compare_pairs(const double *before, const double *after, size_t count, struct lab_pairs *out,
                            by_error *error);

/* The median of a list, which is sorted then; NAN of an empty one. */
double lab_median(double *list, size_t count);

/* Makes of many p those of them all at once (Holm 1979). */
void lab_adjust_holm(double *p, size_t count);

#endif
