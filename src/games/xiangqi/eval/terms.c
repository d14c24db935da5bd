/* SPDX-License-Identifier: MIT
 *
 * The terms of the evaluation and their sum.
 */
#include "games/xiangqi/eval/eval.h"

/* How much of the opening is left: rooks count 4, horses and cannons 2. */
static int phase_of(const struct xq *s)
{
    int phase = 0;

    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        phase += 4 * xq_count(s, side, XQ_ROOK) + 2 * (xq_count(s, side, XQ_HORSE) + xq_count(s, side, XQ_CANNON));
    return phase;
}

/* Division drops fractions towards zero, so that both colours are treated alike. */
static by_value blend(int32_t sum, int phase, int scale)
{
    int opening = xq_opening_part(sum) * phase * XQ_SCALE_FULL;
    int ending = xq_ending_part(sum) * (XQ_PHASE_MOST - phase) * scale;

    return (opening + ending) / (XQ_PHASE_MOST * XQ_SCALE_FULL);
}

by_value by__xq_evaluate(const struct xq *s)
{
    int32_t tempo = by__xq_weights[XQ_TEMPO];
    int32_t sum = s->score + (s->side == XQ_RED ? tempo : -tempo);
    by_value value = blend(sum, phase_of(s), XQ_SCALE_FULL);

    return s->side == XQ_RED ? value : -value;
}
