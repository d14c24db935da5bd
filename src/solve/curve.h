/* SPDX-License-Identifier: MIT
 *
 * The curve of a search, and what it lets expect (Zhang & Chen 2007, Figs 8-12): where a block will be captured, the
 * proof number has passed its peak and falls; where it escapes, the disproof number.
 */
#ifndef BOYI_SOLVE_CURVE_H
#define BOYI_SOLVE_CURVE_H

#include "solve/solve.h"

struct solve_curve {
    struct solve_point *points;
    size_t length, room;
    bool failed; /* no memory: the curve lacks points */
};

/* Fills the curve with what a run tells: it is lent to the run. */
struct by_observer solve_curve_observer(struct solve_curve *curve);
void solve_curve_clear(struct solve_curve *curve);
void solve_curve_free(struct solve_curve *curve);

/* From the last search's curve. */
enum solve_prediction solve_predict(const struct solve_curve *curve);

#endif
