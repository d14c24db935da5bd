/* SPDX-License-Identifier: MIT */
#include "render/chart.h"

#include <math.h>
#include <stdio.h>

#include "render/prose.h"
#include "render/svg.h"

/* All in pixels. */
enum {
    WIDTH = 820,
    PLOT_HEIGHT = 336,
    LEFT = 72,
    RIGHT = 224, /* with the legend */
    TOP = 16,
    BOTTOM = 56,
    TITLE_TOP = 28,
    TITLE_STEP = 21,
    LEGEND_STEP = 20,
};

#define DOT_RADIUS 2.6
#define DOT_STEP   1.7
#define RINGS_MOST 3
#define NEAR       1.5 /* dots within this distance coincide */

enum { POINTS_FEW = 1000 };
enum { DASH = 7 };

/* In letters. */
enum { TITLE_WIDTH = 78, LEGEND_WIDTH = 22 };

/* The span of a scale, in its own measure: the numbers or their logarithms. */
struct span {
    enum lab_scale scale;
    double low, high;
    double step;     /* between the marks of a linear scale */
    double from, to; /* in pixels */
};

struct canvas {
    const struct lab_chart *chart;
    by_text *out;
    struct span x, y;
    int top, bottom;     /* of the lines */
    bool has_few_points; /* so that we can compare all pairs */
};

enum { COLOUR_COUNT = 8 };

/* ---- Style ----------------------------------------------------------------------------------------------------- */

/* Plain rules without variables, which not every picture viewer knows. */
static const char style[] =
    ".chart text{font-family:system-ui,sans-serif;fill:#222}"
    ".chart .title{font-size:16px;font-weight:bold}.chart .label{font-size:13px}.chart .mark{font-size:12px}"
    ".chart .middle{text-anchor:middle}.chart .end{text-anchor:end}"
    ".chart .paper{fill:#fff}.chart .grid{stroke:#ddd;fill:none}.chart .axis{stroke:#444;fill:none}"
    ".chart .line{fill:none;stroke:currentColor;stroke-width:1.8}.chart .dashed{stroke-dasharray:6 4}"
    ".chart .dot{fill:currentColor}.chart .hollow{fill:#fff;stroke:currentColor;stroke-width:1.4}"
    ".chart .ink{color:#222}"
    ".chart .c0{color:#0b62a4}.chart .c1{color:#d1491f}.chart .c2{color:#2a8a3e}.chart .c3{color:#8a3fa0}"
    ".chart .c4{color:#b07d00}.chart .c5{color:#00848c}.chart .c6{color:#c2337a}.chart .c7{color:#555}\n"
    "@media (prefers-color-scheme:dark){"
    ".chart text{fill:#dfe1e5}.chart .paper{fill:#17191d}.chart .grid{stroke:#33373e}.chart .axis{stroke:#9aa0a8}"
    ".chart .ink{color:#dfe1e5}.chart .hollow{fill:#17191d}"
    ".chart .c0{color:#6cb4f5}.chart .c1{color:#ff9670}.chart .c2{color:#6fcb84}.chart .c3{color:#cf9bea}"
    ".chart .c4{color:#e3bd55}.chart .c5{color:#50c9d0}.chart .c6{color:#ff8fbf}.chart .c7{color:#b4b9c1}}\n";

void lab_chart_style(by_text *out)
{
    by_text_add(out, style);
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

/* A round distance that gives about five marks. */
static double step_of(double range)
{
    double power = pow(10, floor(log10(range / 5))), rest = range / 5 / power;

    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

/* The largest of 1, 2, 5, 10, 20, ... that is not above a number. */
static double round_down(double number)
{
    double power = pow(10, floor(log10(number) + 1e-9)), rest = number / power;

    return power * (rest >= 5 ? 5 : rest >= 2 ? 2 : 1);
}

/* The numbers that a scale has to show. */
struct range {
    double least, most;
    bool is_whole; /* all of them are whole numbers */
};

/* The x axis begins at its first value, the y axis at 0, unless that is far away. */
static void make_log_span(const struct range *range, bool is_x, struct span *span)
{
    span->low = range->least >= (is_x ? 1 : 10) ? measured(LAB_SCALE_LOG, round_down(range->least)) : 0;
    span->high = measured(LAB_SCALE_LOG, range->most < 9 ? 9 : range->most * 1.15);
}

/* The y axis includes 0, unless all values lie within a factor of 2: then a chart from 0 would hide the differences.
 * The x axis begins at its first value. */
static void make_linear_span(const struct range *range, bool is_x, struct span *span)
{
    bool begins_at_least = range->most > range->least && (is_x || range->most <= 2 * range->least);
    double least = begins_at_least ? range->least : fmin(range->least, 0);
    double most = range->most > least ? range->most : least + 1;

    span->step = step_of(most - least);
    if (is_x && range->is_whole)
        span->step = fmax(span->step, 1);
    span->low = floor(least / span->step + 1e-9) * span->step;
    span->high = ceil(most / span->step - 1e-9) * span->step;
}

static struct span make_span(enum lab_scale scale, const struct range *range, bool is_x, double from, double to)
{
    struct span span = {.scale = scale, .from = from, .to = to};

    if (scale == LAB_SCALE_LOG)
        make_log_span(range, is_x, &span);
    else
        make_linear_span(range, is_x, &span);
    return span;
}

static void widen(struct range *range, double number)
{
    range->least = fmin(range->least, number);
    range->most = fmax(range->most, number);
    range->is_whole = range->is_whole && number == floor(number);
}

static void make_spans(struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;
    struct range x = {INFINITY, 0, true}, y = {INFINITY, 0, true};
    size_t points = 0;

    for (size_t i = 0; i < chart->count; i++)
        points += chart->series[i].count;
    canvas->has_few_points = points <= POINTS_FEW;
    for (size_t i = 0; i < chart->count; i++)
        for (size_t j = 0; j < chart->series[i].count; j++) {
            widen(&x, chart->series[i].points[j].x);
            widen(&y, chart->series[i].points[j].y);
        }
    if (isinf(x.least))
        x.least = y.least = 0;
    canvas->x = make_span(chart->x.scale, &x, true, LEFT, WIDTH - RIGHT);
    canvas->y = make_span(chart->y.scale, &y, false, canvas->bottom, canvas->top);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

/* The columns of a letter: two for wide ones, such as Chinese. */
static size_t width_of(const char *letter)
{
    return (unsigned char)*letter >= 0xE1 ? 2 : 1;
}

/* How many bytes of a text fit into `places` characters, and whether that is all of it. */
static size_t fitting(const char *text, size_t places, bool *is_all)
{
    size_t length = 0, width = 0;
    int bytes;

    while ((bytes = by_text_character(text + length)) > 0 && width + width_of(text + length) <= places) {
        width += width_of(text + length);
        length += (size_t)bytes;
    }
    *is_all = bytes <= 0;
    return length;
}

static void add_text(const struct canvas *canvas, const char *class, double x, double y, const char *text)
{
    svg_add_text(canvas->out, class, (int)lround(x), (int)lround(y), text);
}

/* The first bytes of a text, and what follows them. */
static void add_piece(const struct canvas *canvas, const char *class, int x, int y, const char *text, size_t length,
                      const char *end)
{
    by_text piece = {0};

    by_text_printf(&piece, "%.*s%s", (int)length, text, end);
    svg_add_words(canvas->out, class, x, y, &piece);
    by_text_free(&piece);
}

/* The next line of a title, broken between words if possible. */
static size_t line_length(const char *text)
{
    bool is_all;
    size_t length = fitting(text, TITLE_WIDTH, &is_all), blank = length;

    if (is_all || text[length] == ' ')
        return length;
    while (blank && text[blank - 1] != ' ')
        blank--;
    return blank ? blank : length;
}

/* Adds the lines of the title, if wanted, and returns their number. */
static int add_title(const struct canvas *canvas, bool is_wanted)
{
    const char *text = canvas->chart->title;
    int lines = 0;

    while (*text) {
        size_t length = line_length(text);

        if (!length) /* not UTF-8 */
            break;
        if (is_wanted)
            add_piece(canvas, "title", LEFT, TITLE_TOP + lines * TITLE_STEP, text, length, "");
        lines++;
        for (text += length; *text == ' ';)
            text++;
    }
    return lines;
}

/* "50", "0.5", "1k", "2M". */
static void print_mark(double number, char out[24])
{
    double magnitude = fabs(number);

    if (magnitude >= 1e9)
        (void)snprintf(out, 24, "%gG", number / 1e9);
    else if (magnitude >= 1e6)
        (void)snprintf(out, 24, "%gM", number / 1e6);
    else if (magnitude >= 1e3)
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
        by_text_printf(canvas->out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, canvas->top, canvas->bottom);
        add_text(canvas, "mark middle", at, canvas->bottom + 18, digits);
    } else {
        by_text_printf(canvas->out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, at, WIDTH - RIGHT);
        add_text(canvas, "mark end", LEFT - 8, at + 4, digits);
    }
}

/* Powers of ten; if those are few, also twice and five times them. */
static void add_log_marks(const struct canvas *canvas, bool is_x, const struct span *span)
{
    static const int factors[] = {1, 2, 5};
    int count = span->high - span->low < 3.2 ? 3 : 1;

    if (span->low == 0)
        add_mark(canvas, is_x, 0);
    for (double power = 1; measured(LAB_SCALE_LOG, power) <= span->high; power *= 10)
        for (int i = 0; i < count; i++) {
            double at = measured(LAB_SCALE_LOG, power * factors[i]);

            if (at >= span->low && at <= span->high)
                add_mark(canvas, is_x, power * factors[i]);
        }
}

static void add_marks(const struct canvas *canvas, bool is_x)
{
    const struct span *span = is_x ? &canvas->x : &canvas->y;
    int first = span->scale == LAB_SCALE_LOG ? 0 : (int)lround(span->low / span->step);

    if (span->scale == LAB_SCALE_LOG)
        add_log_marks(canvas, is_x, span);
    else
        for (int i = first; i * span->step <= span->high + span->step / 1000; i++)
            add_mark(canvas, is_x, i * span->step);
}

static void add_axes(const struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;

    add_marks(canvas, true);
    add_marks(canvas, false);
    by_text_printf(canvas->out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, canvas->top, canvas->bottom,
                   WIDTH - RIGHT);
    add_text(canvas, "label middle", (LEFT + WIDTH - RIGHT) / 2.0, canvas->bottom + BOTTOM - 16, chart->x.label);
    by_text_printf(canvas->out, "<text class=\"label middle\" transform=\"translate(20 %d) rotate(-90)\">",
                   (canvas->top + canvas->bottom) / 2);
    lab_print_escaped(chart->y.label, canvas->out);
    by_text_add(canvas->out, "</text>\n");
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static int colour_of(const struct lab_series *series)
{
    return series->colour % COLOUR_COUNT;
}

static bool is_near(const struct canvas *canvas, const struct lab_chart_point *a, const struct lab_chart_point *b)
{
    return fabs(place(&canvas->x, a->x) - place(&canvas->x, b->x)) < NEAR &&
           fabs(place(&canvas->y, a->y) - place(&canvas->y, b->y)) < NEAR;
}

static bool has_point_near(const struct canvas *canvas, const struct lab_series *series,
                           const struct lab_chart_point *point)
{
    for (size_t i = 0; i < series->count; i++)
        if (is_near(canvas, &series->points[i], point))
            return true;
    return false;
}

/* Dots that later lines cover are larger, so that coinciding lines remain visible as rings. With many lines the rings
 * get narrower, and no dot exceeds that of RINGS_MOST. */
static double radius_at(const struct canvas *canvas, const struct lab_series *series,
                        const struct lab_chart_point *point)
{
    const struct lab_series *end = canvas->chart->series + canvas->chart->count;
    int covering = 0, others = -1;

    for (const struct lab_series *other = canvas->chart->series; other < end && canvas->has_few_points; other++) {
        bool is_there = has_point_near(canvas, other, point);

        others += is_there;
        covering += is_there && other > series;
    }
    return DOT_RADIUS + DOT_STEP * covering * (others > RINGS_MOST ? (double)RINGS_MOST / others : 1);
}

static void add_dots(const struct canvas *canvas, const struct lab_series *series)
{
    for (size_t i = 0; i < series->count; i++) {
        double x = place(&canvas->x, series->points[i].x), y = place(&canvas->y, series->points[i].y);

        by_text_printf(canvas->out, "<circle class=\"%s c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                       series->points[i].is_partial ? "hollow" : "dot", colour_of(series), x, y,
                       radius_at(canvas, series, &series->points[i]));
    }
}

/* Whether a line has a segment between two places. */
static bool has_piece(const struct canvas *canvas, const struct lab_series *series, const struct lab_chart_point *from)
{
    for (size_t i = 0; i + 1 < series->count; i++)
        if (is_near(canvas, &series->points[i], &from[0]) && is_near(canvas, &series->points[i + 1], &from[1]))
            return true;
    return false;
}

/* The number of solid lines that share this segment, and how many of them are drawn before this one. */
static void count_together(const struct canvas *canvas, const struct lab_series *series, size_t point, int *all,
                           int *before)
{
    const struct lab_series *end = canvas->chart->series + canvas->chart->count;

    *all = *before = 0;
    for (const struct lab_series *other = canvas->chart->series; other < end; other++) {
        if (other->is_dashed || other->is_stepped || !has_piece(canvas, other, &series->points[point]))
            continue;
        ++*all;
        *before += other < series;
    }
}

/* Shared segments are drawn in alternating colours, so that all lines stay visible. */
static void add_shared_pieces(const struct canvas *canvas, const struct lab_series *series)
{
    for (size_t i = 0; i + 1 < series->count; i++) {
        const struct lab_chart_point *from = &series->points[i], *to = &series->points[i + 1];
        int all, before;

        count_together(canvas, series, i, &all, &before);
        if (!before)
            continue;
        by_text_printf(canvas->out, "<path class=\"line c%d\" stroke-dasharray=\"%d %d\" stroke-dashoffset=\"%d\" ",
                       colour_of(series), DASH, DASH * (all - 1), -DASH * before);
        by_text_printf(canvas->out, "d=\"M%.1f %.1fL%.1f %.1f\"/>\n", place(&canvas->x, from->x),
                       place(&canvas->y, from->y), place(&canvas->x, to->x), place(&canvas->y, to->y));
    }
}

/* A line from point to point. On segments that an earlier line shares it draws only its part. */
static void add_straight(const struct canvas *canvas, const struct lab_series *series)
{
    bool is_solid = !series->is_dashed && canvas->has_few_points;

    for (size_t i = 0; i < series->count; i++) {
        int all = 0, before = 0;

        if (i && is_solid)
            count_together(canvas, series, i - 1, &all, &before);
        by_text_printf(canvas->out, "%c%.1f %.1f", i && !before ? 'L' : 'M', place(&canvas->x, series->points[i].x),
                       place(&canvas->y, series->points[i].y));
    }
    by_text_add(canvas->out, "\"/>\n");
    if (is_solid)
        add_shared_pieces(canvas, series);
}

static void add_steps(const struct canvas *canvas, const struct lab_series *series)
{
    for (size_t i = 0; i < series->count; i++)
        by_text_printf(canvas->out, i ? "H%.1fV%.1f" : "M%.1f %.1f", place(&canvas->x, series->points[i].x),
                       place(&canvas->y, series->points[i].y));
    by_text_add(canvas->out, "\"/>\n");
}

static void add_series(const struct canvas *canvas, const struct lab_series *series)
{
    if (!series->count)
        return;
    by_text_printf(canvas->out, "<path class=\"line c%d%s\" d=\"", colour_of(series),
                   series->is_dashed ? " dashed" : "");
    if (series->is_stepped)
        add_steps(canvas, series);
    else
        add_straight(canvas, series);
    if (!series->is_stepped)
        add_dots(canvas, series);
}

/* ---- The legend ------------------------------------------------------------------------------------------------ */

enum { KEY_LEFT = WIDTH - RIGHT + 18, KEY_WIDTH = 22 };

static int key_height(const struct canvas *canvas, int row)
{
    return canvas->top + 8 + row * LEGEND_STEP;
}

static void add_key_label(const struct canvas *canvas, int row, const char *label)
{
    bool is_all;
    size_t length = fitting(label, LEGEND_WIDTH, &is_all);

    add_piece(canvas, "mark", KEY_LEFT + KEY_WIDTH + 6, key_height(canvas, row), label, length,
              is_all ? "" : "\xE2\x80\xA6"); /* an ellipsis */
}

static void add_key(const struct canvas *canvas, int row, const char *class, bool is_dashed, const char *label)
{
    by_text_printf(canvas->out, "<path class=\"line %s%s\" d=\"M%d %dh%d\"/>\n", class, is_dashed ? " dashed" : "",
                   KEY_LEFT, key_height(canvas, row) - 4, KEY_WIDTH);
    add_key_label(canvas, row, label);
}

/* A dot of the legend, which belongs to no point. */
static void add_key_dot(const struct canvas *canvas, int row, const char *class, double radius)
{
    by_text_printf(canvas->out, "<ellipse class=\"%s\" cx=\"%d\" cy=\"%d\" rx=\"%.1f\" ry=\"%.1f\"/>\n", class,
                   KEY_LEFT + KEY_WIDTH / 2, key_height(canvas, row) - 4, radius, radius);
}

/* Finds whether a dot lies on another one, and whether one is hollow. */
static void find_unusual_dots(const struct canvas *canvas, bool *is_covered, bool *is_partial)
{
    *is_covered = *is_partial = false;
    for (size_t i = 0; i < canvas->chart->count; i++) {
        const struct lab_series *series = &canvas->chart->series[i];

        for (size_t j = 0; j < series->count && !series->is_stepped; j++) {
            const struct lab_chart_point *point = &series->points[j];

            *is_partial |= point->is_partial;
            *is_covered = *is_covered || radius_at(canvas, series, point) > DOT_RADIUS;
        }
    }
}

static void add_dot_keys(const struct canvas *canvas, int row)
{
    bool is_covered, is_partial;

    find_unusual_dots(canvas, &is_covered, &is_partial);
    if (is_covered) {
        add_key_dot(canvas, ++row, "dot c0", DOT_RADIUS + 2 * DOT_STEP);
        add_key_dot(canvas, row, "dot c1", DOT_RADIUS + DOT_STEP);
        add_key_dot(canvas, row, "dot c2", DOT_RADIUS);
        add_key_label(canvas, row, "several at one place");
    }
    if (is_partial) {
        add_key_dot(canvas, ++row, "hollow ink", DOT_RADIUS);
        add_key_label(canvas, row, "not of all positions");
    }
}

static void add_legend(const struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;
    char class[8];
    int row = 0;

    for (size_t i = 0; i < chart->count; i++) {
        if (!chart->series[i].label)
            continue;
        (void)snprintf(class, sizeof class, "c%d", colour_of(&chart->series[i]));
        add_key(canvas, row++, class, chart->series[i].is_dashed, chart->series[i].label);
    }
    if (chart->dashed) {
        add_key(canvas, ++row, "ink", false, chart->solid);
        add_key(canvas, ++row, "ink", true, chart->dashed);
    }
    add_dot_keys(canvas, row);
}

static void add_lines(const struct canvas *canvas)
{
    const struct lab_chart *chart = canvas->chart;

    add_axes(canvas);
    for (size_t i = 0; i < chart->count; i++)
        add_series(canvas, &chart->series[i]);
    add_legend(canvas);
    if (!chart->count)
        add_text(canvas, "label middle", (LEFT + WIDTH - RIGHT) / 2.0, (canvas->top + canvas->bottom) / 2.0,
                 "no such positions");
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

void lab_chart_svg(const struct lab_chart *chart, by_text *out)
{
    struct canvas canvas = {.chart = chart, .out = out};

    canvas.top = TOP + 11 + add_title(&canvas, false) * TITLE_STEP;
    canvas.bottom = canvas.top + PLOT_HEIGHT;
    make_spans(&canvas);
    svg_begin(out, WIDTH, canvas.bottom + BOTTOM, style, "#fff");
    by_text_add(out, "<g class=\"chart\">\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    add_title(&canvas, true);
    add_lines(&canvas);
    by_text_add(out, "</g>\n");
    svg_end(out);
}

/* The page has the title above it. */
void lab_chart_inline(const struct lab_chart *chart, by_text *out)
{
    struct canvas canvas = {.chart = chart, .out = out, .top = TOP, .bottom = TOP + PLOT_HEIGHT};

    make_spans(&canvas);
    by_text_printf(out, "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %d %d\">\n<title>", WIDTH,
                   canvas.bottom + BOTTOM);
    lab_print_escaped(chart->title, out);
    by_text_add(out, "</title>\n");
    add_lines(&canvas);
    by_text_add(out, "</svg>\n");
}
