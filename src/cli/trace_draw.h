/* SPDX-License-Identifier: MIT
 *
 * What the pictures of traces have in common: text in SVG, the head, the legend.
 */
#ifndef CLI_TRACE_DRAW_H
#define CLI_TRACE_DRAW_H

#include "cli/trace.h"

/* In pixels. */
enum {
    TRACE_MARGIN = 28,   /* around everything */
    TRACE_KEY_ROW = 30,  /* a row of the legend */
    TRACE_CHARACTER = 7, /* of small text, rather too wide */
};

/* Text as XML has it. */
void trace_draw_escaped(const char *text, by_text *out);
/* A text element. */
void trace_draw_text(by_text *out, const char *class, int x, int y, const char *text);
/* What is told to whoever points at the element around it. */
void trace_draw_title(by_text *out, const char *text);

/* So much of the position, or of the variation, as fits into a line of the head. */
void trace_add_short_position(const struct trace_run *run, by_text *out);
void trace_add_short_variation(const struct trace *trace, by_text *out);

struct trace_key {
    const char *drawing;
    int width; /* of the drawing */
    const char *words;
};

/* Writes a legend from `top` on, in as many rows as the width of the whole asks for; with no text only counts them.
 * Returns how many rows that is. */
int trace_draw_legend(const struct trace_key *keys, int count, int whole, int top, by_text *out);

#endif
