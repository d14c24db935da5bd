/* SPDX-License-Identifier: MIT
 *
 * The terms of the evaluation and their sum. The same code plays and tells what it has seen: in play the counts are
 * known to be unwanted when it is compiled, and nothing of them is left.
 */
#include "games/xiangqi/eval/eval.h"

#define INLINE static inline __attribute__((always_inline))

/* Red's terms less black's. */
struct sum {
    int32_t value;
    struct xq_trace *trace; /* NULL: only the value is wanted */
};

INLINE void add(struct sum *sum, int side, int weight, int count)
{
    int32_t value = by__xq_weights[weight] * count;

    sum->value += side == XQ_RED ? value : -value;
    if (sum->trace)
        sum->trace->counts[side][weight] = (int16_t)(sum->trace->counts[side][weight] + count);
}

/* ---- Phase and scale --------------------------------------------------------------------------------------------- */

/* How much of the opening is left: rooks count 4, horses and cannons 2. */
INLINE int phase_of(const struct xq *s)
{
    int phase = 0;

    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        phase += 4 * xq_count(s, side, XQ_ROOK) + 2 * (xq_count(s, side, XQ_HORSE) + xq_count(s, side, XQ_CANNON));
    return phase;
}

/* Division drops fractions towards zero, so that both colours are treated alike. */
INLINE by_value blend(int32_t sum, int phase, int scale)
{
    int opening = xq_opening_part(sum) * phase * XQ_SCALE_FULL;
    int ending = xq_ending_part(sum) * (XQ_PHASE_MOST - phase) * scale;

    return (opening + ending) / (XQ_PHASE_MOST * XQ_SCALE_FULL);
}

/* ---- Material and placement -------------------------------------------------------------------------------------- */

/* What the board keeps up to date in play. */
static void add_pieces(const struct xq *s, struct sum *sum)
{
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        int side = xq_side_of(piece), kind = by__xq_kind_of[piece], square = s->at[piece];

        if (square == XQ_OFF)
            continue;
        if (side == XQ_BLACK)
            square = XQ_SQUARES - 1 - square;
        add(sum, side, XQ_MATERIAL + kind, 1);
        add(sum, side, XQ_SQUARE + kind * XQ_HALF_SQUARES + xq_half_square(square), 1);
    }
}

/* ---- The sum ----------------------------------------------------------------------------------------------------- */

/* All terms but those of the pieces on their squares. */
INLINE void add_terms(const struct xq *s, struct sum *sum)
{
    add(sum, s->side, XQ_TEMPO, 1);
}

by_value by__xq_evaluate(const struct xq *s)
{
    struct sum sum = {.value = s->score};
    by_value value;

    add_terms(s, &sum);
    value = blend(sum.value, phase_of(s), XQ_SCALE_FULL);
    return s->side == XQ_RED ? value : -value;
}

void by__xq_trace(const struct xq *s, struct xq_trace *out)
{
    struct sum sum = {.trace = out};

    *out = (struct xq_trace){.phase = phase_of(s), .scale = XQ_SCALE_FULL};
    add_pieces(s, &sum);
    add_terms(s, &sum);
    out->value = blend(sum.value, out->phase, out->scale);
}
