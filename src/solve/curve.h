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
    bool failed;             /* no memory: the curve lacks points */
    const by_position *root; /* of the run that fills it, lent */
};

/* Fills the curve with what a run on `root` tells: both are lent to the run. */
struct by_observer solve_curve_observer(struct solve_curve *curve, const by_position *root);
/* Adds a point of which all is known. */
void solve_curve_add(struct solve_curve *curve, const struct solve_point *point);
void solve_curve_copy(struct solve_curve *curve, const struct solve_curve *from);
void solve_curve_clear(struct solve_curve *curve);
void solve_curve_free(struct solve_curve *curve);

/* Predicts the outcome from the curve. The first points of a curve are that of a search which was cut short there. */
enum solve_prediction solve_predict(const struct solve_curve *curve);

#endif
