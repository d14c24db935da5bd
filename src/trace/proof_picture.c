/* SPDX-License-Identifier: MIT
 *
 * A search by proof numbers as a picture: the tree that it has looked at. Squares are OR nodes, circles AND nodes,
 * small boxes nodes that were solved as soon as they were looked at. The proof number stands above the disproof number,
 * those that a node had before stand beside it, and the step that expanded it at its corner.
 */
#include "trace/kind.h"
#include "trace/picture.h"

/* All in pixels. */
enum {
    NODE = 46,       /* side of a square, diameter of a circle */
    BOX_HEIGHT = 26, /* of a node that was solved at once */
};

enum {
    MAX_HISTORY = 4, /* lines beside a node */
    MAX_TITLE = 64,  /* changes in its title */
};

_Static_assert((int)MAX_HISTORY < (int)SVG_BESIDE, "all lines have a place");

struct picture {
    const struct trace_proof *proof;
    struct svg_tree svg;
    by_text text; /* for words, which svg_tree_store empties */
};

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static const char *color_of(const struct picture *p, int node)
{
    const struct trace_mark *mark = &p->proof->marks[node];

    if (!mark->is_known)
        return "off";
    if (!trace_numbers_are_solved(&mark->now))
        return trace_proof_is_or(p->proof, node) ? "or" : "and";
    return mark->now.proof == 0 ? "proved" : "disproved";
}

/* The two numbers, in a box side by side, else one above the other. */
static void describe_shape(struct picture *p, int node, bool is_box, struct svg_node *out)
{
    const struct trace_mark *mark = &p->proof->marks[node];

    by_text_printf(&p->text, "%s%s", color_of(p, node), mark->is_on_path ? " path" : "");
    out->class = svg_tree_store(&p->svg, &p->text);
    out->width = out->height = NODE;
    out->radius = 3;
    out->is_circle = !is_box && !trace_proof_is_or(p->proof, node);
    out->has_bar = !is_box && mark->is_known;
    if (is_box) {
        trace_add_numbers(&mark->now, &p->text);
        out->width = 18 + 8 * trace_width(by_text_string(&p->text));
        out->height = BOX_HEIGHT;
        out->radius = BOX_HEIGHT / 2;
        out->inside[0] = (struct svg_label){svg_tree_store(&p->svg, &p->text), "value"};
    } else if (mark->is_known) {
        trace_add_number(mark->now.proof, &p->text);
        out->inside[0] = (struct svg_label){svg_tree_store(&p->svg, &p->text), "value"};
        trace_add_number(mark->now.disproof, &p->text);
        out->inside[1] = (struct svg_label){svg_tree_store(&p->svg, &p->text), "value"};
    }
}

/* The node's pairs of numbers, oldest first; of many the last, below an ellipsis. */
static void describe_history(struct picture *p, int node, struct svg_node *out)
{
    int changes[MAX_HISTORY + 1], count = trace_proof_changes_of(p->proof, node, MAX_HISTORY + 1, changes), line = 0;
    bool is_all = count <= MAX_HISTORY || p->proof->changes[changes[0]].is_first;

    if (!is_all)
        out->beside[line++] = (struct svg_label){TRACE_ELLIPSIS, "was"};
    for (int i = is_all ? 1 : 2; i < count; i++) {
        trace_add_numbers(&p->proof->changes[changes[i]].before, &p->text);
        out->beside[line++] = (struct svg_label){svg_tree_store(&p->svg, &p->text), "was"};
    }
}

/* A node without a name shows its move at the edge. */
static void describe_name(const struct picture *p, int node, bool is_box, struct svg_node *out)
{
    const struct trace_node *n = &p->proof->tree.nodes[node];
    bool is_known = p->proof->marks[node].is_known;

    if (!n->is_named)
        out->move = (struct svg_label){n->move_text, is_known ? "move" : "move dim"};
    else if (is_box)
        out->below = (struct svg_label){n->label, "name below"};
    else
        out->name = (struct svg_label){n->label, is_known ? "name" : "name dim"};
}

static const char *title_of(struct picture *p, int node)
{
    const struct trace_proof *proof = p->proof;
    int changes[MAX_TITLE], count = trace_proof_changes_of(proof, node, MAX_TITLE, changes);

    by_text_printf(&p->text, "%s (%s)", proof->tree.nodes[node].label, trace_proof_is_or(proof, node) ? "OR" : "AND");
    for (int i = 0; i < count; i++) {
        by_text_printf(&p->text, "; step %d: ", proof->changes[changes[i]].step);
        trace_add_numbers(&proof->changes[changes[i]].after, &p->text);
    }
    if (*trace_proof_state(proof, node))
        by_text_printf(&p->text, "; %s", trace_proof_state(proof, node));
    return svg_tree_store(&p->svg, &p->text);
}

static void describe_node(struct picture *p, int node)
{
    const struct trace_mark *mark = &p->proof->marks[node];
    struct svg_node *out = &p->svg.nodes[node];
    bool is_box = mark->was_solved_at_once && !mark->expanded;

    out->parent = p->proof->tree.nodes[node].parent;
    describe_shape(p, node, is_box, out);
    if (!is_box)
        describe_history(p, node, out);
    describe_name(p, node, is_box, out);
    out->title = title_of(p, node);
    out->badge = mark->expanded;
    out->is_in_front = mark->is_on_path;
    out->edge = mark->is_on_path ? "path" : mark->is_known ? "" : "off";
}

/* ---- Around the tree ------------------------------------------------------------------------------------------- */

static const char style[] = ".or{fill:" SVG_PALE_BLUE ";stroke:" SVG_BLUE ";stroke-width:1.8}\n"
                            ".and{fill:" SVG_PALE_ORANGE ";stroke:" SVG_ORANGE ";stroke-width:1.8}\n"
                            ".proved{fill:" SVG_PALE_GREEN ";stroke:" SVG_GREEN ";stroke-width:1.8}\n"
                            ".disproved{fill:" SVG_PALE_GREY ";stroke:" SVG_DARK_GREY ";stroke-width:1.8}\n"
                            ".path{stroke:" SVG_RED ";stroke-width:3.2}\n"
                            ".ghost{fill:" SVG_PAPER "}\n"
                            ".was{font-size:12px;fill:" SVG_GREY "}\n"
                            ".axis{stroke:" SVG_FAINT ";stroke-width:1}\n"
                            ".scale{font-size:11px;fill:" SVG_GREY "}\n"
                            ".left{text-anchor:end}\n"
                            ".curve{stroke-width:2;fill:none}\n"
                            ".of-proof{stroke:" SVG_GREEN "}\n"
                            ".of-disproof{stroke:" SVG_DARK_GREY ";stroke-dasharray:6 3}\n";

static const struct svg_key keys[] = {
    {"<rect class=\"or\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>", 18, "OR: the prover moves"},
    {"<circle class=\"and\" cx=\"9\" cy=\"0\" r=\"9\"/>", 18, "AND: the opponent moves"},
    {"<text class=\"value long\" x=\"6\" y=\"-2\">1</text><line class=\"bar\" x1=\"0\" y1=\"1\" x2=\"12\" y2=\"1\"/>"
     "<text class=\"value long\" x=\"6\" y=\"12\">2</text>",
     12, "proof number above disproof number"},
    {"<rect class=\"proved\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>"
     "<circle class=\"proved\" cx=\"32\" cy=\"0\" r=\"9\"/>",
     41, "proved"},
    {"<rect class=\"disproved\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>"
     "<circle class=\"disproved\" cx=\"32\" cy=\"0\" r=\"9\"/>",
     41, "disproved"},
    {"<rect class=\"proved\" x=\"0\" y=\"-9\" width=\"26\" height=\"18\" rx=\"9\"/>", 26,
     "solved when it was looked at"},
    {"<rect class=\"badge\" x=\"0\" y=\"-8\" width=\"16\" height=\"16\" rx=\"8\"/>"
     "<text class=\"step\" x=\"8\" y=\"4\">3</text>",
     16, "the step that expanded it"},
    {"<text class=\"was\" x=\"0\" y=\"4\">1,1</text>", 20, "numbers it had before"},
    {"<line class=\"edge path\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>", 30, "most-proving path"},
    {"<rect class=\"off ghost\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>", 18, "not looked at yet"},
};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* The last key is only for a tree before its end. */
static int key_count(const struct trace_proof *proof)
{
    for (int i = 0; i < proof->tree.node_count; i++)
        if (!proof->marks[i].is_known)
            return KEY_COUNT;
    return KEY_COUNT - 1;
}

static void add_question(const struct trace_proof *proof, by_text *out)
{
    trace_proof_add_question(proof, out);
    by_text_printf(out, " %s", by_answer_name(proof->answer));
    if (proof->answer != BY_ANSWER_UNKNOWN)
        by_text_add(out, proof->is_proved ? ", proved" : ", by rule of thumb");
    by_text_add(out, TRACE_DOT "variation ");
    trace_add_short_variation(&proof->tree, out);
    by_text_printf(out, TRACE_DOT "%llu nodes", (unsigned long long)proof->tree.searched);
    if (proof->tree.shown < proof->tree.step_count)
        by_text_printf(out, TRACE_DOT "after step %d of %d", proof->tree.shown, proof->tree.step_count);
    else
        by_text_printf(out, ", %d expansions", trace_proof_expansions(proof));
}

static void draw_chart(const void *shown, int width, int top, by_text *out)
{
    trace_proof_draw_chart(shown, width, top, out);
}

void trace_proof_draw(trace_any *any, by_text *out)
{
    const struct trace_proof *proof = &any->proof;
    struct picture p = {.proof = proof,
                        .svg = {.style = style,
                                .keys = keys,
                                .key_count = key_count(proof),
                                .below = trace_proof_chart_height(proof),
                                .shown = proof,
                                .draw_below = draw_chart}};

    if (svg_tree_begin(&p.svg, proof->tree.node_count)) {
        trace_head_of_picture(&proof->tree.run, &p.svg);
        add_question(proof, &p.text);
        p.svg.head[2] = svg_tree_store(&p.svg, &p.text);
        for (int i = 0; i < proof->tree.node_count; i++)
            describe_node(&p, i);
    }
    svg_tree_draw(&p.svg, out);
    by_text_free(&p.text);
    svg_tree_free(&p.svg);
}
