/* SPDX-License-Identifier: MIT
 *
 * The root's numbers by the nodes of the search, as a small chart: each as a line of steps. The scale is that of the
 * logarithm of one more than the number, so that 0 has a place; infinity is the upper edge.
 */
#include <math.h>
#include <stdio.h>

#include "render/svg.h"
#include "trace/kind.h"

/* All in pixels. */
enum { MAX_WIDTH = 460, HEIGHT = 84, TITLE = 22, SCALE = 34, ABOVE = 14, WHOLE = TITLE + ABOVE + HEIGHT + 26 };

struct chart {
    const struct trace_proof *proof;
    by_text *out;
    int x, y, width;   /* of the area, y at its lower edge */
    double greatest;   /* logarithm of the greatest finite number */
    uint64_t searched; /* nodes at its right edge */
};

/* The logarithm of one more than a number in sixteenths, so that 0 has a place. */
static double logarithm(uint64_t number)
{
    return log2((double)number / 16 + 1);
}

static double y_of(const struct chart *chart, uint64_t number)
{
    if (number == UINT64_MAX)
        return chart->y - HEIGHT - ABOVE;
    return chart->y - HEIGHT * logarithm(number) / chart->greatest;
}

static double x_of(const struct chart *chart, uint64_t searched)
{
    return chart->x + chart->width * ((double)searched / (double)chart->searched);
}

static uint64_t number_at(const struct chart *chart, int point, bool is_proof)
{
    const struct trace_numbers *numbers = &chart->proof->points[point].numbers;

    return is_proof ? numbers->proof : numbers->disproof;
}

static uint64_t greatest_number(const struct trace_proof *proof)
{
    uint64_t greatest = 16;

    for (int i = 0; i < proof->point_count; i++) {
        const struct trace_numbers *n = &proof->points[i].numbers;

        greatest = n->proof != UINT64_MAX && n->proof > greatest ? n->proof : greatest;
        greatest = n->disproof != UINT64_MAX && n->disproof > greatest ? n->disproof : greatest;
    }
    return greatest;
}

static void add_curve(const struct chart *chart, bool is_proof)
{
    by_text_printf(chart->out, "<path class=\"curve %s\" d=\"", is_proof ? "of-proof" : "of-disproof");
    for (int i = 0; i < chart->proof->point_count; i++)
        by_text_printf(chart->out, i ? "H%.1fV%.1f" : "M%.1f %.1f", x_of(chart, chart->proof->points[i].searched),
                       y_of(chart, number_at(chart, i, is_proof)));
    by_text_printf(chart->out, "H%d\"/>\n", chart->x + chart->width);
}

/* A line across the area with its number at the left. */
static void add_level(const struct chart *chart, uint64_t number)
{
    int y = (int)y_of(chart, number);
    by_text words = {0};

    trace_add_number(number, &words);
    svg_add_line(chart->out, "axis", chart->x, y, chart->x + chart->width, y);
    svg_add_words(chart->out, "scale left", chart->x - 7, y + 4, &words);
    by_text_free(&words);
}

static void add_levels(const struct chart *chart, uint64_t greatest)
{
    int above = (int)y_of(chart, UINT64_MAX), below = chart->y;

    add_level(chart, 0);
    add_level(chart, UINT64_MAX);
    for (uint64_t number = 16; number <= greatest; number *= 2) {
        int y = (int)y_of(chart, number);

        if (below - y < 13 || y - above < 13)
            continue;
        add_level(chart, number);
        below = y;
    }
}

static void add_titles(const struct chart *chart)
{
    int top = chart->y - HEIGHT - ABOVE - 12;
    char number[32];

    svg_add_text(chart->out, "key", SVG_MARGIN, top, "the root's numbers by nodes:");
    svg_add_line(chart->out, "curve of-proof", SVG_MARGIN + 198, top - 4, SVG_MARGIN + 222, top - 4);
    svg_add_line(chart->out, "curve of-disproof", SVG_MARGIN + 276, top - 4, SVG_MARGIN + 300, top - 4);
    svg_add_text(chart->out, "key", SVG_MARGIN + 228, top, "proof");
    svg_add_text(chart->out, "key", SVG_MARGIN + 306, top, "disproof");
    svg_add_text(chart->out, "scale", chart->x, chart->y + 16, "0");
    (void)snprintf(number, sizeof number, "%llu nodes", (unsigned long long)chart->searched);
    svg_add_text(chart->out, "scale left", chart->x + chart->width, chart->y + 16, number);
}

/* One moment is no curve. */
int trace_proof_chart_height(const struct trace_proof *proof)
{
    return proof->point_count > 1 && proof->tree.searched ? WHOLE : 0;
}

void trace_proof_draw_chart(const struct trace_proof *proof, int width, int top, by_text *out)
{
    uint64_t greatest = greatest_number(proof);
    struct chart chart = {.proof = proof,
                          .out = out,
                          .x = SVG_MARGIN + SCALE,
                          .y = top + TITLE + ABOVE + HEIGHT,
                          .width = width - 2 * SVG_MARGIN - SCALE,
                          .greatest = logarithm(greatest),
                          .searched = proof->tree.searched};

    if (!trace_proof_chart_height(proof))
        return;
    chart.width = chart.width < MAX_WIDTH ? chart.width : MAX_WIDTH;
    add_titles(&chart);
    add_levels(&chart, greatest);
    add_curve(&chart, true);
    add_curve(&chart, false);
}
