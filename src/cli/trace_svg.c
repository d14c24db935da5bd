/* SPDX-License-Identifier: MIT
 *
 * A trace as a picture: the whole tree with what the last iteration did in it. Squares are MAX (or OR), circles MIN
 * (or AND), leaves small boxes. The value that was returned stands inside of a node, its window at entry and at exit
 * beside it. What was never looked at is grey; two strokes mark where it was cut, and whoever points there, or at a
 * node, is told why.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/trace_draw.h"
#include "cli/trace_layout.h"
#include "front/words.h"

#define ARROW "\xE2\x86\x92"
#define DOT   " \xC2\xB7 "

/* All in pixels. */
enum {
    NODE = 40,        /* side of a square, diameter of a circle */
    LEAF_HEIGHT = 26, /* of a leaf's box */
    LEVEL = 104,      /* from ply to ply */
    GAP = 14,         /* between neighbours */
    HEAD = 92,        /* for the title */
};

struct picture {
    const struct trace *trace;
    struct trace_box *boxes;
    by_text *out;
    bool with_windows; /* not for a method whose windows are always open */
    int width;
};

/* ---- What is where --------------------------------------------------------------------------------------------- */

static int x_of(const struct picture *p, int node)
{
    return TRACE_MARGIN + p->boxes[node].x;
}

static bool is_visited(const struct picture *p, int node)
{
    return trace_last_visit(p->trace, node) != TRACE_NONE;
}

/* A box, whatever the node has below it: the search went no further here. */
static bool is_box(const struct picture *p, int node)
{
    return p->trace->nodes[node].is_leaf;
}

static int height_of(const struct picture *p, int node)
{
    return is_box(p, node) ? LEAF_HEIGHT : NODE;
}

/* All of a ply have their upper edges at the same height, so that no edge that ends there runs into a neighbour. */
static int y_of(const struct picture *p, int node)
{
    return HEAD + TRACE_MARGIN + LEVEL * p->trace->nodes[node].ply + height_of(p, node) / 2;
}

/* The visit of the parent that cut this node off. */
static int cutter_of(const struct picture *p, int node)
{
    int parent = p->trace->nodes[node].parent;
    int visit = parent == TRACE_NONE || is_visited(p, node) ? TRACE_NONE : trace_last_visit(p->trace, parent);

    return visit != TRACE_NONE && p->trace->visits[visit].is_cut ? visit : TRACE_NONE;
}

static void add_value_inside(const struct picture *p, int node, by_text *out)
{
    int visit = trace_last_visit(p->trace, node);

    if (visit != TRACE_NONE && p->trace->visits[visit].reason == BY_REASON_STOPPED)
        by_text_add(out, "?");
    else if (visit != TRACE_NONE)
        trace_add_value(p->trace->visits[visit].value, out);
    else if (is_box(p, node) && p->trace->nodes[node].has_truth)
        trace_add_value(p->trace->nodes[node].truth, out);
}

/* The lines beside a node: the window at entry, at exit, and the truth where something else was returned. */
enum { SIDE_LINES = 3 };

static void add_side_lines(const struct picture *p, int node, by_text lines[SIDE_LINES])
{
    const struct trace_node *n = &p->trace->nodes[node];
    int visit = trace_last_visit(p->trace, node);
    const struct trace_visit *v = visit == TRACE_NONE ? NULL : &p->trace->visits[visit];

    if (v && p->with_windows && !n->is_leaf) {
        trace_add_window(&v->entry, &lines[0]);
        by_text_add(&lines[1], ARROW " ");
        trace_add_window(&v->exit, &lines[1]);
    }
    if (n->has_truth && !n->is_leaf && (!v || v->value != n->truth)) {
        by_text_add(&lines[2], "true ");
        trace_add_value(n->truth, &lines[2]);
    }
}

static void free_lines(by_text lines[SIDE_LINES])
{
    for (int i = 0; i < SIDE_LINES; i++)
        by_text_free(&lines[i]);
}

static int leaf_width(const struct picture *p, int node)
{
    by_text value = {0};
    int width;

    add_value_inside(p, node, &value);
    width = 16 + 8 * trace_width(by_text_string(&value));
    by_text_free(&value);
    return width < 32 ? 32 : width;
}

static void measure(struct picture *p, int node)
{
    const struct trace_node *n = &p->trace->nodes[node];
    struct trace_box *box = &p->boxes[node];
    int name = n->is_named ? 9 * trace_width(n->label) : 0;
    by_text lines[SIDE_LINES] = {0};

    box->left = box->right = NODE / 2;
    if (is_box(p, node)) {
        int width = leaf_width(p, node);

        width = width > name ? width : name;
        box->left = box->right = (width + 1) / 2;
        return;
    }
    box->left += name ? 4 + name : 0;
    add_side_lines(p, node, lines);
    for (int i = 0; i < SIDE_LINES; i++) {
        int width = NODE / 2 + 13 + TRACE_CHARACTER * trace_width(by_text_string(&lines[i]));

        if (lines[i].length && width > box->right)
            box->right = width;
    }
    free_lines(lines);
}

/* ---- Words for whoever points at something --------------------------------------------------------------------- */

static void add_visit_words(const struct trace *trace, const struct trace_visit *v, by_text *out)
{
    by_text_add(out, "; ");
    if (trace->iteration_count > 1)
        by_text_printf(out, "iteration %d, ", v->iteration + 1);
    if (v->phase != BY_PHASE_MAIN)
        by_text_printf(out, "%s, ", trace_phase_name(v->phase));
    by_text_add(out, "window ");
    trace_add_window(&v->entry, out);
    by_text_add(out, " " ARROW " ");
    trace_add_window(&v->exit, out);
    by_text_add(out, ", returns ");
    trace_add_value(v->value, out);
    by_text_printf(out, " (%s)", trace_reason_name(v->reason));
    if (v->verdict != TRACE_CASE_NONE && v->verdict != TRACE_CASE_AGAIN)
        by_text_printf(out, ", case %s", trace_case_name(v->verdict));
}

static void add_node_words(const struct picture *p, int node)
{
    const struct trace *trace = p->trace;
    const struct trace_node *n = &trace->nodes[node];
    by_text words = {0};

    by_text_printf(&words, "%s (%s)", n->label, trace_side_name(n->side));
    if (n->has_truth) {
        by_text_add(&words, ", true value ");
        trace_add_value(n->truth, &words);
    }
    for (int i = n->first_visit; i != TRACE_NONE; i = trace->visits[i].next_of_node)
        add_visit_words(trace, &trace->visits[i], &words);
    if (n->first_visit == TRACE_NONE)
        by_text_add(&words, "; never visited");
    trace_draw_title(p->out, by_text_string(&words));
    by_text_free(&words);
}

static void add_cut_words(const struct picture *p, int node, int cutter)
{
    const struct trace *trace = p->trace;
    const struct trace_visit *visit = &trace->visits[cutter];
    by_text words = {0};

    trace_add_node(trace, node, &words);
    by_text_printf(&words, " is cut off: %s is worth at %s ", trace->nodes[visit->node].label,
                   trace->nodes[visit->node].side == 0 ? "least" : "most");
    trace_add_value(visit->value, &words);
    by_text_add(&words, " (");
    trace_add_cut_source(trace, visit, &words);
    by_text_add_char(&words, ')');
    trace_draw_title(p->out, by_text_string(&words));
    by_text_free(&words);
}

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

/* An edge, from the lower edge of the parent to the upper edge of the child. */
struct edge {
    int x1, y1, x2, y2;
};

static struct edge edge_to(const struct picture *p, int node)
{
    int parent = p->trace->nodes[node].parent;

    return (struct edge){x_of(p, parent), y_of(p, parent) + NODE / 2, x_of(p, node),
                         y_of(p, node) - height_of(p, node) / 2};
}

static double length_of(const struct edge *e)
{
    double x = e->x2 - e->x1, y = e->y2 - e->y1, length = x > y ? x : y;

    length = -x > length ? -x : length;
    for (int i = 0; i < 20; i++) /* Newton's way to the root, for want of libm */
        length = (length + (x * x + y * y) / length) / 2;
    return length;
}

/* Two short strokes across the edge, `at` so much of its length: 0 is at the parent. */
static void add_cut_mark(const struct edge *e, double at, by_text *out)
{
    double length = length_of(e), dx = (e->x2 - e->x1) / length, dy = (e->y2 - e->y1) / length;

    by_text_add(out, "<path class=\"cut-mark\" d=\"");
    for (int i = -1; i <= 1; i += 2) {
        double x = e->x1 + at * (e->x2 - e->x1) + 2.5 * i * dx, y = e->y1 + at * (e->y2 - e->y1) + 2.5 * i * dy;

        by_text_printf(out, "%sM%.1f %.1fL%.1f %.1f", i > 0 ? " " : "", x - 8 * dy, y + 8 * dx, x + 8 * dy, y - 8 * dx);
    }
    by_text_add(out, "\"/>");
}

static void add_line(const struct edge *e, const char *class, by_text *out)
{
    by_text_printf(out, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", class, e->x1, e->y1, e->x2,
                   e->y2);
}

/* Where a node has no name, its move stands at the edge, nearer to the child so that fans stay legible. In a written
 * tree a leaf's number would only be taken for its value. */
static bool has_edge_label(const struct picture *p, int node)
{
    const struct trace_node *n = &p->trace->nodes[node];

    return !n->is_named && !(n->is_leaf && p->trace->run.type->counts_points);
}

static void add_edge(const struct picture *p, int node)
{
    struct edge e = edge_to(p, node);
    int cutter = cutter_of(p, node);
    bool is_pv = p->trace->nodes[node].is_on_pv;

    if (cutter != TRACE_NONE) {
        by_text_add(p->out, "<g class=\"cut\">");
        add_cut_words(p, node, cutter);
        add_line(&e, "edge off", p->out);
        add_cut_mark(&e, has_edge_label(p, node) ? 0.38 : 0.6, p->out);
        add_line(&e, "touch", p->out);
        by_text_add(p->out, "</g>\n");
    } else {
        add_line(&e, is_pv ? "edge pv" : is_visited(p, node) ? "edge" : "edge off", p->out);
        by_text_add_char(p->out, '\n');
    }
}

static void add_edge_label(const struct picture *p, int node)
{
    struct edge e = edge_to(p, node);

    if (has_edge_label(p, node))
        trace_draw_text(p->out, is_visited(p, node) ? "move" : "move dim", e.x1 + (e.x2 - e.x1) * 3 / 4,
                        e.y1 + (e.y2 - e.y1) * 3 / 4 + 4, p->trace->nodes[node].move_text);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void add_leaf_shape(const struct picture *p, int node, const char *state)
{
    int width = leaf_width(p, node);

    by_text_printf(p->out, "<rect class=\"node leaf%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>", state,
                   x_of(p, node) - width / 2, y_of(p, node) - LEAF_HEIGHT / 2, width, LEAF_HEIGHT);
}

static void add_inner_shape(const struct picture *p, int node, const char *state)
{
    if (p->trace->nodes[node].side == 0)
        by_text_printf(p->out, "<rect class=\"node max%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", state,
                       x_of(p, node) - NODE / 2, y_of(p, node) - NODE / 2, NODE, NODE);
    else
        by_text_printf(p->out, "<circle class=\"node min%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>", state, x_of(p, node),
                       y_of(p, node), NODE / 2);
}

static void add_name(const struct picture *p, int node)
{
    const struct trace_node *n = &p->trace->nodes[node];
    const char *dim = is_visited(p, node) ? "" : " dim";
    char class[32] = "name";

    if (!n->is_named)
        return;
    if (is_box(p, node)) {
        trace_draw_text(p->out, *dim ? "name below dim" : "name below", x_of(p, node),
                        y_of(p, node) + LEAF_HEIGHT / 2 + 16, n->label);
        return;
    }
    trace_draw_text(p->out, strcat(class, dim), x_of(p, node) - NODE / 2 - 6, y_of(p, node) + 5, n->label);
}

static void add_beside(const struct picture *p, int node)
{
    by_text lines[SIDE_LINES] = {0};
    static const char *const classes[SIDE_LINES] = {"window", "window", "truth"};
    int y = y_of(p, node) + 4, x = x_of(p, node) + NODE / 2 + 7;

    add_side_lines(p, node, lines);
    if (lines[0].length)
        y -= lines[2].length ? 14 : 7;
    for (int i = 0; i < SIDE_LINES; i++) {
        if (!lines[i].length)
            continue;
        trace_draw_text(p->out, is_visited(p, node) ? classes[i] : "truth dim", x, y, by_text_string(&lines[i]));
        y += 14;
    }
    free_lines(lines);
}

static void add_node(const struct picture *p, int node)
{
    const char *state = p->trace->nodes[node].is_on_pv ? " pv" : is_visited(p, node) ? "" : " off";
    by_text value = {0};

    by_text_add(p->out, "<g>");
    add_node_words(p, node);
    if (is_box(p, node))
        add_leaf_shape(p, node, state);
    else
        add_inner_shape(p, node, state);
    add_value_inside(p, node, &value);
    if (value.length)
        trace_draw_text(p->out,
                        !is_visited(p, node)          ? "value dim"
                        : trace_width(value.data) > 5 ? "value longer"
                        : trace_width(value.data) > 4 ? "value long"
                                                      : "value",
                        x_of(p, node), y_of(p, node) + 5, value.data);
    by_text_add(p->out, "</g>\n");
    add_name(p, node);
    if (!is_box(p, node))
        add_beside(p, node);
    by_text_free(&value);
}

/* ---- Around the tree ------------------------------------------------------------------------------------------- */

static const char style[] =
    "<style>\n"
    "text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#1f2933}\n"
    ".title{font-size:20px;font-weight:bold}\n"
    ".subtitle{font-size:14px;fill:#52606d}\n"
    ".edge{stroke:#7b8794;stroke-width:1.5;fill:none}\n"
    ".max{fill:#dcebfa;stroke:#2667a8;stroke-width:1.8}\n"
    ".min{fill:#fdecd8;stroke:#b86414;stroke-width:1.8}\n"
    ".leaf{fill:#ffffff;stroke:#7b8794;stroke-width:1.3}\n"
    ".pv{stroke:#c2185b;stroke-width:3.2}\n"
    ".off{stroke:#b4bcc6;stroke-width:1.3;stroke-dasharray:5 4}\n"
    ".node.off{fill:#f4f5f7}\n"
    ".cut-mark{stroke:#52606d;stroke-width:2;fill:none}\n"
    ".touch{stroke:#000000;stroke-opacity:0;stroke-width:14}\n"
    ".value{font-size:15px;font-weight:bold;text-anchor:middle}\n"
    ".long{font-size:11px}\n"
    ".longer{font-size:8px}\n"
    ".leaf+.value{font-size:14px;font-weight:normal}\n"
    ".name{font-size:14px;font-weight:bold;text-anchor:end}\n"
    ".below{text-anchor:middle}\n"
    ".window{font-size:12px;fill:#3e4c59}\n"
    ".truth{font-size:12px;fill:#7b5ea7;font-style:italic}\n"
    ".move{font-size:12px;text-anchor:middle;stroke:#fdfdfc;stroke-width:4px;paint-order:stroke;"
    "stroke-linejoin:round}\n"
    "text.dim{fill:#9aa5b1}\n"
    ".key{font-size:13px;fill:#3e4c59}\n"
    "</style>\n";

static void add_head(const struct picture *p)
{
    const struct trace *trace = p->trace;
    by_text text = {0};
    int visited, all;

    by_text_printf(&text, "%s" DOT "%s", trace->run.type->title, by_method_name(trace->run.question.method));
    trace_draw_text(p->out, "title", TRACE_MARGIN, 40, by_text_string(&text));
    by_text_clear(&text);
    trace_add_short_position(&trace->run, &text);
    trace_draw_text(p->out, "subtitle", TRACE_MARGIN, 64, by_text_string(&text));
    by_text_clear(&text);
    trace_count_nodes(trace, false, &visited, &all);
    by_text_add(&text, "value ");
    trace_add_value(trace->value, &text);
    by_text_add(&text, DOT "variation ");
    trace_add_short_variation(trace, &text);
    by_text_printf(&text, DOT "%d of %d nodes visited", visited, all);
    trace_count_nodes(trace, true, &visited, &all);
    by_text_printf(&text, ", %d of %d leaves", visited, all);
    trace_draw_text(p->out, "subtitle", TRACE_MARGIN, 86, by_text_string(&text));
    by_text_free(&text);
}

static int head_width(const struct picture *p)
{
    by_text text = {0};
    int position, answer;

    trace_add_short_position(&p->trace->run, &text);
    position = trace_width(by_text_string(&text));
    by_text_clear(&text);
    trace_add_short_variation(p->trace, &text);
    answer = trace_width(by_text_string(&text)) + 65;
    by_text_free(&text);
    return 2 * TRACE_MARGIN + 8 * (position > answer ? position : answer);
}

/* ---- The legend ------------------------------------------------------------------------------------------------ */

#define KEY_MAX  "<rect class=\"max\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\"/>"
#define KEY_MIN  "<circle class=\"min\" cx=\"9\" cy=\"0\" r=\"9\"/>"
#define KEY_LEAF "<rect class=\"leaf\" x=\"0\" y=\"-9\" width=\"22\" height=\"18\" rx=\"6\"/>"
#define KEY_PV   "<line class=\"edge pv\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>"
#define KEY_CUT                                                                                                        \
    "<line class=\"edge off\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>"                                                  \
    "<path class=\"cut-mark\" d=\"M12 -7L12 7 M17 -7L17 7\"/>"
#define KEY_WINDOW "<text class=\"window\" x=\"0\" y=\"4\">\xCE\xB1,\xCE\xB2 " ARROW " \xCE\xB1,\xCE\xB2</text>"
#define KEY_TRUTH  "<text class=\"truth\" x=\"0\" y=\"4\">true</text>"

static const struct trace_key keys[] = {
    {KEY_MAX, 18, "MAX"},
    {KEY_MIN, 18, "MIN"},
    {KEY_LEAF, 22, "leaf"},
    {KEY_PV, 30, "principal variation"},
    {KEY_CUT, 30, "cut off"},
    {KEY_WINDOW, 58, "window at entry " ARROW " at exit"},
    {KEY_TRUTH, 26, "true value, if not returned"},
};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static int lowest(const struct picture *p)
{
    int y = 0;

    for (int i = 0; i < p->trace->node_count; i++)
        y = y_of(p, i) > y ? y_of(p, i) : y;
    return y + NODE / 2;
}

static void draw(struct picture *p)
{
    int top = lowest(p) + 56;
    int height = top + TRACE_KEY_ROW * trace_draw_legend(keys, KEY_COUNT, p->width, 0, NULL);

    by_text_printf(p->out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "role=\"img\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fdfdfc\"/>\n",
                   p->width, height, p->width, height, style);
    add_head(p);
    for (int i = p->trace->node_count - 1; i > 0; i--)
        if (!p->trace->nodes[i].is_on_pv)
            add_edge(p, i);
    for (int i = p->trace->node_count - 1; i > 0; i--)
        if (p->trace->nodes[i].is_on_pv)
            add_edge(p, i);
    for (int i = 1; i < p->trace->node_count; i++)
        add_edge_label(p, i);
    for (int i = 0; i < p->trace->node_count; i++)
        add_node(p, i);
    (void)trace_draw_legend(keys, KEY_COUNT, p->width, top, p->out);
    by_text_add(p->out, "</svg>\n");
}

/* A narrow tree stands in the middle of what the text needs. */
static void centre(struct picture *p, int tree_width)
{
    int wanted = head_width(p), width = tree_width + 2 * TRACE_MARGIN;

    p->width = width > wanted ? width : wanted;
    for (int i = 0; i < p->trace->node_count; i++)
        p->boxes[i].x += (p->width - width) / 2;
}

void trace_write_svg(const struct trace *trace, by_text *out)
{
    struct picture p = {.trace = trace, .out = out, .with_windows = trace->has_windows};
    int width = -1;

    p.boxes = calloc((size_t)trace->node_count, sizeof *p.boxes);
    if (p.boxes) {
        for (int i = 0; i < trace->node_count; i++)
            measure(&p, i);
        width = trace_layout(trace, p.boxes, GAP);
    }
    if (width < 0) {
        out->failed = true;
    } else {
        centre(&p, width);
        draw(&p);
    }
    free(p.boxes);
}
