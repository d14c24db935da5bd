/* SPDX-License-Identifier: MIT
 *
 * The root's moves as a picture: of each its bounds as a line, and above it how likely the values between them are
 * taken to be, a triangle with its peak at the estimate. All triangles have the same area.
 */
#include "render/svg.h"
#include "trace/kind.h"
#include "trace/picture.h"

/* All in pixels. */
enum {
    WIDTH = 720,
    HEAD = 130,
    ROW = 76,
    PEAK = 48, /* of the highest triangle */
    LEFT = 110,
    RIGHT = 170,
    FOOT = 96,
    MAX_ROWS = 12,
};

struct picture {
    const struct trace_moves *moves;
    by_text *out;
    int rows;
    double min, max; /* values at the edges */
    double highest;  /* density of the highest peak */
};

/* ---- Scales ---------------------------------------------------------------------------------------------------- */

static bool is_score(by_value value)
{
    return value >= -BY_MAX_SCORE && value <= BY_MAX_SCORE;
}

static void widen(struct picture *p, by_value value)
{
    if (!is_score(value))
        return;
    if (p->min > p->max) {
        p->min = p->max = value;
        return;
    }
    p->min = value < p->min ? value : p->min;
    p->max = value > p->max ? value : p->max;
}

/* The peak of a triangle whose area is 1. */
static double density(const struct trace_move *move)
{
    return 2 / ((double)move->opt - move->pess + 1);
}

static void find_scales(struct picture *p)
{
    double margin;

    p->min = 1;
    p->max = 0;
    for (int i = 0; i < p->rows; i++) {
        const struct trace_move *move = &p->moves->list[i];

        widen(p, move->pess);
        widen(p, move->opt);
        p->highest = density(move) > p->highest ? density(move) : p->highest;
    }
    if (p->min > p->max)
        p->min = p->max = 0;
    margin = (p->max - p->min) / 20;
    margin = margin > 1 ? margin : 1;
    p->min -= margin;
    p->max += margin;
}

/* Wins, losses and unknown values lie at the edges. */
static double x_of(const struct picture *p, double value)
{
    double bounded = value < p->min ? p->min : value > p->max ? p->max : value;

    return LEFT + (WIDTH - LEFT - RIGHT) * (bounded - p->min) / (p->max - p->min);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

static void draw_values(const struct picture *p, const struct trace_move *move, int y)
{
    by_text text = {0};

    trace_add_value(move->pess, &text);
    svg_add_words(p->out, "bound", (int)x_of(p, move->pess), y + 20, &text);
    if (move->opt > move->pess) {
        trace_add_value(move->opt, &text);
        svg_add_words(p->out, "bound", (int)x_of(p, move->opt), y + 20, &text);
    }
    if (move->chance >= 0) {
        by_text_add(&text, "estimate ");
        trace_add_value(move->real, &text);
        svg_add_words(p->out, "figure", WIDTH - RIGHT + 24, y - 12, &text);
        by_text_printf(&text, "chance %.3f", move->chance);
        svg_add_words(p->out, "figure", WIDTH - RIGHT + 24, y + 8, &text);
    }
    by_text_free(&text);
}

static void draw_row(const struct picture *p, int index)
{
    const struct trace_move *move = &p->moves->list[index];
    double left = x_of(p, move->pess), middle = x_of(p, move->real), right = x_of(p, move->opt);
    int y = HEAD + ROW * index + ROW - 22;

    if (move->chance >= 0)
        by_text_printf(p->out, "<path class=\"density\" d=\"M%.1f %d L%.1f %.1f L%.1f %d Z\"/>\n", left, y, middle,
                       y - PEAK * density(move) / p->highest, right, y);
    by_text_printf(p->out, "<path class=\"interval\" d=\"M%.1f %d v12 M%.1f %d H%.1f M%.1f %d v12\"/>\n", left, y - 6,
                   left, y, right, right, y - 6);
    if (move->chance >= 0)
        by_text_printf(p->out, "<circle class=\"estimate\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\"/>\n", middle, y);
    svg_add_text(p->out, index == p->moves->best ? "move chosen" : "move", LEFT - 24, y + 5,
                 p->moves->tree.nodes[index + 1].move_text);
    draw_values(p, move, y);
}

/* ---- Around them ----------------------------------------------------------------------------------------------- */

static const char style[] = ".move{font-size:16px;font-weight:bold;text-anchor:end}\n"
                            ".chosen{fill:" SVG_RED "}\n"
                            ".bound{font-size:12px;fill:" SVG_TEXT ";text-anchor:middle}\n"
                            ".figure{font-size:13px;fill:" SVG_TEXT "}\n"
                            ".interval{stroke:" SVG_BLUE ";stroke-width:2.2;fill:none}\n"
                            ".density{fill:" SVG_PALE_BLUE ";stroke:" SVG_BLUE ";stroke-width:1}\n"
                            ".estimate{fill:" SVG_RED "}\n"
                            ".target{stroke:" SVG_ORANGE ";stroke-width:1.6;stroke-dasharray:5 4}\n"
                            ".target-word{font-size:12px;fill:" SVG_ORANGE ";text-anchor:middle}\n";

static void draw_head(const struct picture *p)
{
    enum { LINES = 4 };
    const struct trace_moves *moves = p->moves;
    by_text texts[LINES] = {0};
    const char *lines[LINES];

    by_text_printf(&texts[0], "The root's moves by %s", by_method_name(moves->tree.run.question.method));
    trace_add_short_position(&moves->tree.run, &texts[1]);
    trace_moves_add_verdict(moves, &texts[2]);
    by_text_printf(&texts[3], "The search takes %s", moves->tree.nodes[moves->best + 1].move_text);
    if (moves->count > p->rows)
        by_text_printf(&texts[3], "; %d of %d moves are shown", p->rows, moves->count);
    for (int i = 0; i < LINES; i++)
        lines[i] = by_text_string(&texts[i]);
    svg_add_head(p->out, lines, LINES);
    for (int i = 0; i < LINES; i++) {
        p->out->failed |= texts[i].failed;
        by_text_free(&texts[i]);
    }
}

static void draw_target(const struct picture *p, int bottom)
{
    int x = (int)x_of(p, p->moves->target);
    by_text text = {0};

    by_text_printf(p->out, "<path class=\"target\" d=\"M%d %d V%d\"/>\n", x, HEAD, bottom);
    by_text_add(&text, "target ");
    trace_add_value(p->moves->target, &text);
    svg_add_words(p->out, "target-word", x, bottom + 16, &text);
    by_text_free(&text);
}

static void draw_keys(const struct picture *p, int top)
{
    static const struct svg_key keys[] = {
        {"<path class=\"interval\" d=\"M0 -6 v12 M0 0 H26 M26 -6 v12\"/>", 26, "bounds"},
        {"<path class=\"density\" d=\"M0 6 L16 -8 L26 6 Z\"/>", 26, "how likely values are"},
        {"<circle class=\"estimate\" cx=\"6\" cy=\"0\" r=\"4.5\"/>", 12, "estimate"},
        {"<path class=\"target\" d=\"M0 0 H26\"/>", 26, "target: the chance is that of exceeding it"},
    };

    (void)svg_add_legend(p->out, keys, p->moves->has_chances ? 4 : 1, WIDTH, top);
}

void trace_moves_draw(trace_any *any, by_text *out)
{
    const struct trace_moves *moves = &any->moves;
    struct picture p = {.moves = moves, .out = out, .rows = moves->count < MAX_ROWS ? moves->count : MAX_ROWS};
    int bottom = HEAD + ROW * p.rows + 8, height = bottom + FOOT;

    find_scales(&p);
    svg_begin(out, WIDTH, height, style, SVG_PAPER);
    draw_head(&p);
    if (moves->has_chances)
        draw_target(&p, bottom);
    for (int i = 0; i < p.rows; i++)
        draw_row(&p, i);
    draw_keys(&p, bottom + 46);
    svg_end(out);
}
