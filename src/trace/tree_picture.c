/* SPDX-License-Identifier: MIT
 *
 * A trace as a picture: the whole tree with what the last iteration did in it. Squares are MAX (or OR), circles MIN
 * (or AND), leaves small boxes. The value that was returned stands inside a node, its window at entry and at exit
 * beside it. Nodes that were never visited are grey. Two strokes mark a cut; its title, like that of a node, gives the
 * reason.
 */
#include "trace/kind.h"
#include "trace/picture.h"

/* All in pixels. */
enum {
    NODE = 40,        /* side of a square, diameter of a circle */
    LEAF_HEIGHT = 26, /* of a leaf's box */
};

struct picture {
    const struct trace *trace;
    struct svg_tree svg;
    by_text text; /* for words, which svg_tree_store empties */
};

static bool is_visited(const struct picture *p, int node)
{
    return trace_last_visit(p->trace, node) != TRACE_NONE;
}

/* The visit of the parent that cut this node off. */
static int cutter_of(const struct picture *p, int node)
{
    int parent = p->trace->nodes[node].parent;
    int visit = parent == TRACE_NONE || is_visited(p, node) ? TRACE_NONE : trace_last_visit(p->trace, parent);

    return visit != TRACE_NONE && p->trace->visits[visit].is_cut ? visit : TRACE_NONE;
}

/* ---- Titles ---------------------------------------------------------------------------------------------------- */

static void add_visit_words(const struct trace *trace, const struct trace_visit *v, by_text *out)
{
    by_text_add(out, "; ");
    if (trace->iteration_count > 1)
        by_text_printf(out, "iteration %d, ", v->iteration + 1);
    if (v->phase != BY_PHASE_MAIN)
        by_text_printf(out, "%s, ", trace_phase_names[v->phase]);
    if (trace->has_windows) {
        by_text_add(out, "window ");
        trace_add_window(&v->entry, out);
        by_text_add(out, " " TRACE_ARROW " ");
        trace_add_window(&v->exit, out);
        by_text_add(out, ", ");
    }
    by_text_add(out, "returns ");
    trace_add_value(v->value, out);
    by_text_printf(out, " (%s)", trace_reason_names[v->reason]);
    if (trace->has_windows && v->verdict != TRACE_CASE_NONE && v->verdict != TRACE_CASE_AGAIN)
        by_text_printf(out, ", case %s", trace_case_names[v->verdict]);
}

static const char *node_title(struct picture *p, int node)
{
    const struct trace *trace = p->trace;
    const struct trace_node *n = &trace->nodes[node];

    by_text_printf(&p->text, "%s (%s)", n->label, trace_side_names[n->side]);
    if (n->has_truth) {
        by_text_add(&p->text, ", true value ");
        trace_add_value(n->truth, &p->text);
    }
    for (int i = n->first_visit; i != TRACE_NONE; i = trace->visits[i].next_of_node)
        add_visit_words(trace, &trace->visits[i], &p->text);
    if (n->first_visit == TRACE_NONE)
        by_text_add(&p->text, "; never visited");
    return svg_tree_store(&p->svg, &p->text);
}

static const char *cut_title(struct picture *p, int node, int cutter)
{
    const struct trace *trace = p->trace;
    const struct trace_visit *visit = &trace->visits[cutter];

    trace_add_node(trace, node, &p->text);
    by_text_printf(&p->text, " is cut off: %s is worth at %s ", trace->nodes[visit->node].label,
                   trace->nodes[visit->node].side == 0 ? "least" : "most");
    trace_add_value(visit->value, &p->text);
    by_text_add(&p->text, " (");
    trace_add_cut_source(trace, visit, &p->text);
    by_text_add_char(&p->text, ')');
    return svg_tree_store(&p->svg, &p->text);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void add_value(struct picture *p, int node, by_text *out)
{
    const struct trace_node *n = &p->trace->nodes[node];
    int visit = trace_last_visit(p->trace, node);

    if (visit != TRACE_NONE && p->trace->visits[visit].reason == BY_REASON_STOPPED)
        by_text_add(out, "?");
    else if (visit != TRACE_NONE)
        trace_add_value(p->trace->visits[visit].value, out);
    else if (n->is_leaf && n->has_truth)
        trace_add_value(n->truth, out);
}

/* A leaf is a box, whatever is below it: the search went no further here. */
static void describe_shape(struct picture *p, int node, struct svg_node *out)
{
    static const char *const classes[][3] = {
        {"leaf", "leaf pv", "leaf off"}, {"max", "max pv", "max off"}, {"min", "min pv", "min off"}};
    const struct trace_node *n = &p->trace->nodes[node];
    int state = n->is_on_pv ? 1 : is_visited(p, node) ? 0 : 2;

    add_value(p, node, &p->text);
    out->width = out->height = NODE;
    if (n->is_leaf) {
        int width = 16 + 8 * trace_width(by_text_string(&p->text));

        out->width = width < 32 ? 32 : width;
        out->height = LEAF_HEIGHT;
        out->radius = 8;
    }
    out->is_circle = !n->is_leaf && n->side;
    out->class = classes[n->is_leaf ? 0 : 1 + n->side][state];
    if (p->text.length)
        out->inside[0] =
            (struct svg_label){svg_tree_store(&p->svg, &p->text), is_visited(p, node) ? "value" : "value dim"};
}

/* Beside the node: the window at entry and at exit, and the true value if the search returned another one. */
static void describe_sides(struct picture *p, int node, struct svg_node *out)
{
    const struct trace_node *n = &p->trace->nodes[node];
    int visit = trace_last_visit(p->trace, node);
    const struct trace_visit *v = visit == TRACE_NONE ? NULL : &p->trace->visits[visit];

    if (v && p->trace->has_windows && !n->is_leaf) {
        trace_add_window(&v->entry, &p->text);
        out->beside[0] = (struct svg_label){svg_tree_store(&p->svg, &p->text), "beside"};
        by_text_add(&p->text, TRACE_ARROW " ");
        trace_add_window(&v->exit, &p->text);
        out->beside[1] = (struct svg_label){svg_tree_store(&p->svg, &p->text), "beside"};
    }
    if (n->has_truth && !n->is_leaf && (!v || v->value != n->truth)) {
        by_text_add(&p->text, "true ");
        trace_add_value(n->truth, &p->text);
        out->beside[2] = (struct svg_label){svg_tree_store(&p->svg, &p->text), v ? "truth" : "truth dim"};
    }
}

/* A node without a name shows its move at the edge. In a written tree a leaf's number would look like its value. */
static void describe_name(const struct picture *p, int node, struct svg_node *out)
{
    const struct trace_node *n = &p->trace->nodes[node];
    bool is_dim = !is_visited(p, node);

    if (n->is_named && n->is_leaf)
        out->below = (struct svg_label){n->label, is_dim ? "name below dim" : "name below"};
    else if (n->is_named)
        out->name = (struct svg_label){n->label, is_dim ? "name dim" : "name"};
    else if (!(n->is_leaf && p->trace->run.type->counts_points))
        out->move = (struct svg_label){n->move_text, is_dim ? "move dim" : "move"};
}

static void describe_node(struct picture *p, int node)
{
    struct svg_node *out = &p->svg.nodes[node];
    int cutter = cutter_of(p, node);

    out->parent = p->trace->nodes[node].parent;
    describe_shape(p, node, out);
    describe_sides(p, node, out);
    describe_name(p, node, out);
    out->title = node_title(p, node);
    out->cut = cutter == TRACE_NONE ? NULL : cut_title(p, node, cutter);
    out->is_in_front = p->trace->nodes[node].is_on_pv;
    out->edge = cutter != TRACE_NONE ? "off" : out->is_in_front ? "pv" : is_visited(p, node) ? "" : "off";
}

/* ---- Around the tree ------------------------------------------------------------------------------------------- */

static const char style[] = ".max{fill:" SVG_PALE_BLUE ";stroke:" SVG_BLUE ";stroke-width:1.8}\n"
                            ".min{fill:" SVG_PALE_ORANGE ";stroke:" SVG_ORANGE ";stroke-width:1.8}\n"
                            ".leaf{fill:" SVG_PAPER ";stroke:" SVG_GREY ";stroke-width:1.3}\n"
                            ".leaf+.value{font-size:14px;font-weight:normal}\n"
                            ".pv{stroke:" SVG_RED ";stroke-width:3.2}\n"
                            ".truth{font-size:12px;fill:" SVG_VIOLET ";font-style:italic}\n";

enum { KEY_CUT = 4, KEY_WINDOW, KEY_TRUTH, KEYS };

static const struct svg_key keys[KEYS] = {
    {"<rect class=\"max\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\"/>", 18, "MAX"},
    {"<circle class=\"min\" cx=\"9\" cy=\"0\" r=\"9\"/>", 18, "MIN"},
    {"<rect class=\"leaf\" x=\"0\" y=\"-9\" width=\"22\" height=\"18\" rx=\"6\"/>", 22, "leaf"},
    {"<line class=\"edge pv\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>", 30, "principal variation"},
    {"<line class=\"edge off\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>"
     "<path class=\"cut-mark\" d=\"M12 -7L12 7 M17 -7L17 7\"/>",
     30, "cut off"},
    {"<text class=\"beside\" x=\"0\" y=\"4\">\xCE\xB1,\xCE\xB2 " TRACE_ARROW " \xCE\xB1,\xCE\xB2</text>", 58,
     "window at entry " TRACE_ARROW " at exit"},
    {"<text class=\"truth\" x=\"0\" y=\"4\">true</text>", 26, "true value, if not returned"},
};

/* The keys of the picture: without windows nothing is cut off. Returns their number. */
static int choose_keys(const struct trace *trace, struct svg_key chosen[KEYS])
{
    int count = 0;

    for (int i = 0; i < KEYS; i++)
        if (trace->has_windows || (i != KEY_CUT && i != KEY_WINDOW))
            chosen[count++] = keys[i];
    return count;
}

static const char *result_line(struct picture *p)
{
    const struct trace *trace = p->trace;
    int visited, all;

    trace_count_nodes(trace, false, &visited, &all);
    by_text_add(&p->text, "value ");
    trace_add_value(trace->value, &p->text);
    by_text_add(&p->text, TRACE_DOT "variation ");
    trace_add_short_variation(trace, &p->text);
    by_text_printf(&p->text, TRACE_DOT "%d of %d nodes visited", visited, all);
    trace_count_nodes(trace, true, &visited, &all);
    by_text_printf(&p->text, ", %d of %d leaves", visited, all);
    return svg_tree_store(&p->svg, &p->text);
}

void trace_tree_draw(trace_any *any, by_text *out)
{
    const struct trace *trace = &any->tree;
    struct svg_key chosen[KEYS];
    struct picture p = {.trace = trace,
                        .svg = {.style = style, .keys = chosen, .key_count = choose_keys(trace, chosen)}};

    if (svg_tree_begin(&p.svg, trace->node_count)) {
        trace_head_of_picture(&trace->run, &p.svg);
        p.svg.head[2] = result_line(&p);
        for (int i = 0; i < trace->node_count; i++)
            describe_node(&p, i);
    }
    svg_tree_draw(&p.svg, out);
    by_text_free(&p.text);
    svg_tree_free(&p.svg);
}
