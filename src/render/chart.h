/* SPDX-License-Identifier: MIT
 *
 * Lines in a diagram, as a picture (SVG). The caller fills in the chart; its points and texts are lent.
 */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/text.h"

enum lab_scale {
    LAB_SCALE_LINEAR,
    LAB_SCALE_LOG, /* of one more than the number, so that 0 has a place */
};

struct lab_axis {
    const char *label;
    enum lab_scale scale;
};

struct lab_chart_point {
    double x, y;
    bool is_partial; /* not all that belongs to it is known: it is drawn hollow */
};

struct lab_series {
    const char *label; /* NULL: not in the legend */
    int colour;        /* its number; series of one colour belong together */
    bool is_dashed;
    bool is_stepped; /* from point to point first along, then up */
    struct lab_chart_point *points;
    size_t count;
};

struct lab_chart {
    const char *title;
    struct lab_axis x, y;
    const struct lab_series *series;
    size_t count;
    const char *dashed; /* what dashed lines are, for the legend; NULL: there are none */
    const char *solid;
};

/* A picture by itself. */
void lab_chart_svg(const struct lab_chart *chart, by_text *out);

/* For a page with many: the style of all of them, light and dark, and each without it. */
void lab_chart_style(by_text *out);
void lab_chart_inline(const struct lab_chart *chart, by_text *out);

#endif
