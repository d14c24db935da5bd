/* SPDX-License-Identifier: MIT
 *
 * The weights of the evaluation, their names, and how they are learnt. Their file is written by `boyi tune`.
 */
#include <string.h>

#include "games/xiangqi/eval/eval.h"
#include "games/xiangqi/notation.h"

/* A constant, which xq_pack is not. */
#define S(opening, ending) ((int32_t)((uint32_t)(ending) << 16) + (opening))

const int32_t by__xq_weights[XQ_WEIGHTS] = {
#include "games/xiangqi/eval/weights.inc"
};

const struct xq_term by__xq_terms[] = {
#define TERM(id, name, count) {name, XQ_##id, count},
    XQ_TERMS(TERM)
#undef TERM
        {0},
};

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static void print_name(int weight, by_text *out)
{
    const struct xq_term *term = by__xq_terms;
    int index, square;

    while (weight >= term->first + term->count)
        term++;
    index = weight - term->first;
    square = index % XQ_HALF_SQUARES;
    by_text_add(out, term->name);
    switch (term->first) {
    case XQ_MATERIAL:
    case XQ_PIN:
        by_text_printf(out, ".%s", by__xq_kind_names[index]);
        break;
    case XQ_SQUARE:
        by_text_printf(out, ".%s.%c%d", by__xq_kind_names[index / XQ_HALF_SQUARES], 'a' + square % XQ_HALF_FILES,
                       square / XQ_HALF_FILES);
        break;
    case XQ_GUARDS: /* own advisors and elephants, enemy rooks, horses and cannons */
        by_text_printf(out, ".%d%d.%d%d%d", index / 81, index / 27 % 3, index / 9 % 3, index / 3 % 3, index % 3);
        break;
    case XQ_FORCE: /* own rooks, horses and cannons, pawns */
        by_text_printf(out, ".%d%d%d.%d", index / 54, index / 18 % 3, index / 6 % 3, index % 6);
        break;
    case XQ_HANGING:
        by_text_printf(out, ".%s.%s", index < XQ_KINDS ? "moving" : "waiting", by__xq_kind_names[index % XQ_KINDS]);
        break;
    default:
        if (term->count > 1)
            by_text_printf(out, ".%d", index);
    }
}

/* ---- Learning ---------------------------------------------------------------------------------------------------- */

static void value_of(int weight, by_value parts[2])
{
    parts[0] = xq_opening_part(by__xq_weights[weight]);
    parts[1] = xq_ending_part(by__xq_weights[weight]);
}

static void features(void *state, struct by_features *out)
{
    struct xq_trace trace;

    by__xq_trace(state, &trace);
    for (int i = 0; i < XQ_WEIGHTS; i++) {
        int count = trace.counts[XQ_RED][i] - trace.counts[XQ_BLACK][i];

        if (count)
            out->list[out->count++] = (struct by_feature){.weight = (uint16_t)i, .count = (int16_t)count};
    }
    memcpy(out->share, trace.share, sizeof out->share);
}

/* ---- The file ---------------------------------------------------------------------------------------------------- */

/* Nine weights on a line; squares have a line for each rank. */
static void print_term(const struct xq_term *term, const by_value (*parts)[2], by_text *out)
{
    int line = term->first == XQ_SQUARE ? XQ_HALF_FILES : 9;

    for (int i = 0; i < term->count; i++) {
        if (term->first == XQ_SQUARE && i % XQ_HALF_SQUARES == 0)
            by_text_printf(out, "/* %s.%s: files a to e, ranks from 0 */\n", term->name,
                           by__xq_kind_names[i / XQ_HALF_SQUARES]);
        else if (i == 0)
            by_text_printf(out, "/* %s */\n", term->name);
        by_text_printf(out, "S(%d, %d),%c", (int)parts[term->first + i][0], (int)parts[term->first + i][1],
                       (i + 1) % line && i + 1 < term->count ? ' ' : '\n');
    }
}

static void print_weights(const by_value (*parts)[2], by_text *out)
{
    for (const struct xq_term *term = by__xq_terms; term->name; term++)
        print_term(term, parts, out);
}

const struct by_tuning by__xq_tuning = {
    BY_SIZE(by_tuning), .count = XQ_WEIGHTS,  .settings = "evaluation=full", .name = print_name,
    .value = value_of,  .features = features, .print = print_weights,
};
