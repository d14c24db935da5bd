/* SPDX-License-Identifier: MIT
 *
 * The terms of the value of a position, for people.
 */
#include <string.h>

#include "games/xiangqi/eval/eval.h"

static void list_full(const struct xq *s, struct by_terms *out)
{
    struct xq_trace trace;

    by__xq_trace(s, &trace);
    for (const struct xq_term *term = by__xq_terms; term->name; term++) {
        struct by_term *shown = &out->list[out->count++];

        shown->name = term->name;
        for (int side = XQ_RED; side <= XQ_BLACK; side++) {
            for (int i = term->first; i < term->first + term->count; i++) {
                shown->parts[side][0] += xq_opening_part(by__xq_weights[i]) * trace.counts[side][i];
                shown->parts[side][1] += xq_ending_part(by__xq_weights[i]) * trace.counts[side][i];
            }
        }
    }
    memcpy(out->share, trace.share, sizeof out->share);
}

/* The first evaluation is one term and knows no phases. */
static void list_placement(const struct xq *s, struct by_terms *out)
{
    struct by_term *term = &out->list[out->count++];

    term->name = "placement";
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        int side = xq_side_of(piece);
        by_value value = s->at[piece] == XQ_OFF ? 0 : s->tables->scores[piece][s->at[piece]];

        for (int phase = 0; phase < 2; phase++)
            term->parts[side][phase] += side == XQ_RED ? value : -value;
    }
    out->share[0] = 1;
}

void by__xq_list_terms(void *state, struct by_terms *out)
{
    const struct xq *s = state;

    if (s->tables->evaluation == XQ_FULL)
        list_full(s, out);
    else
        list_placement(s, out);
}
