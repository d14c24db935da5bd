/* SPDX-License-Identifier: MIT */
#include "lab/chart.h"

#include <math.h>
#include <stdio.h>

/* All in pixels. */
enum {
    WIDTH = 820,
    HEIGHT = 440,
    LEFT = 72,
    RIGHT = 210, /* with the legend */
    TOP = 48,
    BOTTOM = 56,
    LEGEND_STEP = 20,
    LEGEND_LETTERS = 24,
};

/* What a scale spans, in its own measure: the numbers themselves or their logarithms. */
struct span {
    enum lab_scale scale;
    double low, high;
    double from, to; /* in pixels */
};

struct canvas {
    const struct lab_chart *chart;
    by_text *out;
    struct span x, y;
};

static const char *const colours[] = {"#0b62a4", "#d1491f", "#2a8a3e", "#8a3fa0",
                                      "#b07d00", "#00848c", "#c2337a", "#555555"};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

static const char *colour_of(const struct lab_series *series)
{
    return colours[series->colour % COLOUR_COUNT];
}

/* ---- Scales ---------------------------------------------------------------------------------------------------- */

static double measured(enum lab_scale scale, double number)
{
    return scale == LAB_SCALE_LOG ? log10(1 + number) : number;
}

static double place(const struct span *span, double number)
{
    double share = (measured(span->scale, number) - span->low) / (span->high - span->low);

    return span->from + share * (span->to - span->from);
}

/* A round distance between marks, of which there are some five. */
static double step_of(double range)
{
    double power = pow(10, floor(log10(range / 5))), rest = range / 5 / power;

    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

static struct span make_span(enum lab_scale scale, double most, double from, double to)
{
    struct span span = {.scale = scale, .low = 0, .from = from, .to = to};

    if (scale == LAB_SCALE_LOG) {
        span.high = measured(scale, most < 9 ? 9 : most * 1.15);
    } else {
        double step = step_of(most > 0 ? most : 1);

        span.high = ceil((most > 0 ? most : 1) / step) * step;
    }
    return span;
}

static void make_spans(struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;
    double x = 0, y = 0;

    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++) {
            x = fmax(x, chart->series[i].points[j].x);
            y = fmax(y, chart->series[i].points[j].y);
        }
    canvas->x = make_span(chart->x.scale, x, LEFT, WIDTH - RIGHT);
    canvas->y = make_span(chart->y.scale, y, HEIGHT - BOTTOM, TOP);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static void add_escaped(const char *text, size_t most, by_text *out)
{
    for (size_t i = 0; text[i]; i++) {
        if (most && i == most - 1 && text[i + 1]) {
            by_text_add(out, "\xE2\x80\xA6"); /* an ellipsis */
            return;
        }
        if (text[i] == '&')
            by_text_add(out, "&amp;");
        else if (text[i] == '<')
            by_text_add(out, "&lt;");
        else if (text[i] == '>')
            by_text_add(out, "&gt;");
        else
            by_text_add_char(out, (unsigned char)text[i] < ' ' || text[i] == 127 ? ' ' : text[i]);
    }
}

static void add_text(const struct canvas *canvas, const char *class, double x, double y, const char *text, size_t most)
{
    by_text_printf(canvas->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    add_escaped(text, most, canvas->out);
    by_text_add(canvas->out, "</text>\n");
}

/* "50", "0.5", "1k", "2M". */
static void print_mark(double number, char out[24])
{
    if (number >= 1e6)
        (void)snprintf(out, 24, "%gM", number / 1e6);
    else if (number >= 1e3)
        (void)snprintf(out, 24, "%gk", number / 1e3);
    else
        (void)snprintf(out, 24, "%g", number);
}

/* ---- Axes ------------------------------------------------------------------------------------------------------ */

static void add_mark(const struct canvas *canvas, bool is_x, double number)
{
    double at = place(is_x ? &canvas->x : &canvas->y, number);
    char digits[24];

    print_mark(number, digits);
    if (is_x) {
        by_text_printf(canvas->out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, TOP, HEIGHT - BOTTOM);
        add_text(canvas, "mark middle", at, HEIGHT - BOTTOM + 18, digits, 0);
    } else {
        by_text_printf(canvas->out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, at, WIDTH - RIGHT);
        add_text(canvas, "mark end", LEFT - 8, at + 4, digits, 0);
    }
}

static void add_marks(const struct canvas *canvas, bool is_x)
{
    const struct span *span = is_x ? &canvas->x : &canvas->y;
    double step = span->scale == LAB_SCALE_LOG ? 0 : step_of(span->high);

    add_mark(canvas, is_x, 0);
    if (span->scale == LAB_SCALE_LOG)
        for (double number = 1; measured(LAB_SCALE_LOG, number) <= span->high; number *= 10)
            add_mark(canvas, is_x, number);
    else
        for (int i = 1; i * step <= span->high * 1.0001; i++)
            add_mark(canvas, is_x, i * step);
}

static void add_axes(const struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;
    int middle = (TOP + HEIGHT - BOTTOM) / 2;

    add_marks(canvas, true);
    add_marks(canvas, false);
    by_text_printf(canvas->out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
                   WIDTH - RIGHT);
    add_text(canvas, "label middle", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, chart->x.label, 0);
    by_text_printf(canvas->out, "<text class=\"label middle\" transform=\"translate(20 %d) rotate(-90)\">", middle);
    add_escaped(chart->y.label, 0, canvas->out);
    by_text_add(canvas->out, "</text>\n");
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static void add_series(const struct canvas *canvas, const struct lab_series *series)
{
    const char *colour = colour_of(series);

    if (!series->count)
        return;
    by_text_printf(canvas->out, "<path class=\"line\" stroke=\"%s\"%s d=\"", colour,
                   series->is_dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (size_t i = 0; i < series->count; i++) {
        double x = place(&canvas->x, series->points[i].x), y = place(&canvas->y, series->points[i].y);

        if (i && series->is_stepped)
            by_text_printf(canvas->out, "H%.1fV%.1f", x, y);
        else
            by_text_printf(canvas->out, "%c%.1f %.1f", i ? 'L' : 'M', x, y);
    }
    by_text_add(canvas->out, "\"/>\n");
    for (size_t i = 0; i < series->count && !series->is_stepped; i++)
        by_text_printf(canvas->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n",
                       place(&canvas->x, series->points[i].x), place(&canvas->y, series->points[i].y), colour);
}

static void add_key(const struct canvas *canvas, int row, const char *colour, bool is_dashed, const char *label)
{
    int x = WIDTH - RIGHT + 18, y = TOP + 8 + row * LEGEND_STEP;

    by_text_printf(canvas->out, "<path class=\"line\" stroke=\"%s\"%s d=\"M%d %dh22\"/>\n", colour,
                   is_dashed ? " stroke-dasharray=\"6 4\"" : "", x, y - 4);
    add_text(canvas, "mark", x + 28, y, label, LEGEND_LETTERS);
}

static void add_legend(const struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;
    int row = 0;

    for (size_t i = 0; i < chart->count; i++)
        if (chart->series[i].label)
            add_key(canvas, row++, colour_of(&chart->series[i]), chart->series[i].is_dashed, chart->series[i].label);
    if (!chart->dashed)
        return;
    add_key(canvas, ++row, "#000", false, chart->solid);
    add_key(canvas, ++row, "#000", true, chart->dashed);
}

void lab_chart_svg(const struct lab_chart *chart, by_text *out)
{
    struct canvas canvas = {.chart = chart, .out = out};

    make_spans(&canvas);
    by_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
                   "<style>text{font-family:sans-serif;fill:#222}.title{font-size:16px;font-weight:bold}"
                   ".label{font-size:13px}.mark{font-size:12px}.middle{text-anchor:middle}.end{text-anchor:end}"
                   ".grid{stroke:#ddd;fill:none}.axis{stroke:#444;fill:none}.line{fill:none;stroke-width:1.8}</style>\n"
                   "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                   WIDTH, HEIGHT, WIDTH, HEIGHT);
    add_text(&canvas, "title", LEFT, 28, chart->title, 0);
    add_axes(&canvas);
    for (size_t i = 0; i < chart->count; i++)
        add_series(&canvas, &chart->series[i]);
    add_legend(&canvas);
    if (!chart->count)
        add_text(&canvas, "label middle", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT / 2.0, "no such positions", 0);
    by_text_add(out, "</svg>\n");
}
