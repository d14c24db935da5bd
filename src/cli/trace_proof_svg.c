/* SPDX-License-Identifier: MIT
 *
 * A search by proof numbers as a picture: the tree that it has looked at. Squares are OR nodes, circles AND nodes,
 * small boxes nodes that were solved as soon as they were looked at. The proof number stands above the disproof number,
 * those that a node had before stand beside it, and the step that expanded it at its corner.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/trace_draw.h"
#include "cli/trace_layout.h"
#include "cli/trace_proof.h"

#define DOT " \xC2\xB7 "

/* All in pixels. */
enum {
    NODE = 46,       /* side of a square, diameter of a circle */
    BOX_HEIGHT = 26, /* of a node that was solved at once */
    LEVEL = 100,     /* from ply to ply */
    GAP = 18,        /* between neighbours */
    HEAD = 92,       /* for the title */
    LINE = 13,       /* from line to line beside a node */
    BADGE = 16,      /* height of a step's number */
};

enum {
    HISTORY_MOST = 4, /* lines beside a node */
    TOLD_MOST = 64,   /* changes that whoever points at it is told */
};

struct picture {
    const struct trace_proof *proof;
    struct trace_box *boxes;
    by_text *out;
    int width;
};

/* ---- What is where --------------------------------------------------------------------------------------------- */

static int x_of(const struct picture *p, int node)
{
    return TRACE_MARGIN + p->boxes[node].x;
}

static bool is_box(const struct picture *p, int node)
{
    return p->proof->marks[node].was_solved_at_once && !p->proof->marks[node].expanded;
}

static int height_of(const struct picture *p, int node)
{
    return is_box(p, node) ? BOX_HEIGHT : NODE;
}

/* All of a ply have their upper edges at the same height, so that no edge that ends there runs into a neighbour. */
static int y_of(const struct picture *p, int node)
{
    return HEAD + TRACE_MARGIN + LEVEL * p->proof->tree.nodes[node].ply + height_of(p, node) / 2;
}

static int width_of_box(const struct picture *p, int node)
{
    by_text words = {0};
    int width;

    trace_add_numbers(&p->proof->marks[node].now, &words);
    width = 18 + 8 * trace_width(by_text_string(&words));
    by_text_free(&words);
    return width;
}

/* The lines beside a node: the pairs that it had, the oldest first; of many the last, below an ellipsis. */
static int history_of(const struct picture *p, int node, by_text lines[HISTORY_MOST])
{
    int changes[HISTORY_MOST + 1], count = trace_proof_changes_of(p->proof, node, HISTORY_MOST + 1, changes), line = 0;
    bool is_all = count <= HISTORY_MOST || p->proof->changes[changes[0]].is_first;

    if (!is_all)
        by_text_add(&lines[line++], "\xE2\x80\xA6");
    for (int i = is_all ? 1 : 2; i < count; i++)
        trace_add_numbers(&p->proof->changes[changes[i]].before, &lines[line++]);
    return line;
}

static void free_lines(by_text lines[HISTORY_MOST])
{
    for (int i = 0; i < HISTORY_MOST; i++)
        by_text_free(&lines[i]);
}

static void measure(struct picture *p, int node)
{
    const struct trace_node *n = &p->proof->tree.nodes[node];
    struct trace_box *box = &p->boxes[node];
    int name = n->is_named ? 10 * trace_width(n->label) : 0, count;
    by_text lines[HISTORY_MOST] = {0};

    if (is_box(p, node)) {
        int width = width_of_box(p, node);

        width = width > name ? width : name;
        box->left = box->right = (width + 1) / 2;
        return;
    }
    box->left = NODE / 2 + (name ? 4 + name : 0);
    box->right = NODE / 2;
    count = history_of(p, node, lines);
    for (int i = 0; i < count; i++) {
        int width = NODE / 2 + 12 + TRACE_CHARACTER * trace_width(by_text_string(&lines[i]));

        box->right = width > box->right ? width : box->right;
    }
    free_lines(lines);
}

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

static void add_edge(const struct picture *p, int node)
{
    const struct trace_mark *mark = &p->proof->marks[node];
    int parent = p->proof->tree.nodes[node].parent;

    by_text_printf(p->out, "<line class=\"edge%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
                   mark->is_on_path ? " path"
                   : mark->is_known ? ""
                                    : " off",
                   x_of(p, parent), y_of(p, parent) + NODE / 2, x_of(p, node), y_of(p, node) - height_of(p, node) / 2);
}

/* Where a node has no name, its move stands at the edge, nearer to the child so that fans stay legible. */
static void add_edge_label(const struct picture *p, int node)
{
    const struct trace_node *n = &p->proof->tree.nodes[node];
    int x1 = x_of(p, n->parent), y1 = y_of(p, n->parent) + NODE / 2;
    int x2 = x_of(p, node), y2 = y_of(p, node) - height_of(p, node) / 2;

    if (!n->is_named)
        trace_draw_text(p->out, p->proof->marks[node].is_known ? "move" : "move dim", x1 + (x2 - x1) * 2 / 3,
                        y1 + (y2 - y1) * 2 / 3 + 4, n->move_text);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static const char *color_of(const struct picture *p, int node)
{
    const struct trace_mark *mark = &p->proof->marks[node];

    if (!mark->is_known)
        return " off";
    if (!trace_numbers_are_solved(&mark->now))
        return trace_proof_is_or(p->proof, node) ? " or" : " and";
    return mark->now.proof == 0 ? " proved" : " disproved";
}

static void add_shape(const struct picture *p, int node)
{
    int x = x_of(p, node), y = y_of(p, node), width = is_box(p, node) ? width_of_box(p, node) : NODE;
    const char *path = p->proof->marks[node].is_on_path ? " path" : "";

    if (!is_box(p, node) && !trace_proof_is_or(p->proof, node))
        by_text_printf(p->out, "<circle class=\"node%s%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>", color_of(p, node), path, x,
                       y, NODE / 2);
    else
        by_text_printf(p->out, "<rect class=\"node%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>",
                       color_of(p, node), path, x - width / 2, y - height_of(p, node) / 2, width, height_of(p, node),
                       is_box(p, node) ? BOX_HEIGHT / 2 : 3);
}

static const char *class_of(uint64_t number, const by_text *text)
{
    int width = trace_width(by_text_string(text));

    if (number == UINT64_MAX)
        return "value endless";
    return width > 5 ? "value longer" : width > 4 ? "value long" : "value";
}

/* The two numbers, in a box side by side, else one above the other. */
static void add_numbers(const struct picture *p, int node)
{
    const struct trace_numbers *numbers = &p->proof->marks[node].now;
    int x = x_of(p, node), y = y_of(p, node);
    by_text words = {0};

    if (is_box(p, node)) {
        trace_add_numbers(numbers, &words);
        trace_draw_text(p->out, "value", x, y + 5, by_text_string(&words));
    } else {
        by_text_printf(p->out, "<line class=\"bar\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", x - NODE / 2 + 5, y,
                       x + NODE / 2 - 5, y);
        trace_add_number(numbers->proof, &words);
        trace_draw_text(p->out, class_of(numbers->proof, &words), x, y - 5, by_text_string(&words));
        by_text_clear(&words);
        trace_add_number(numbers->disproof, &words);
        trace_draw_text(p->out, class_of(numbers->disproof, &words), x, y + 17, by_text_string(&words));
    }
    by_text_free(&words);
}

static void add_words(const struct picture *p, int node)
{
    const struct trace_proof *proof = p->proof;
    int changes[TOLD_MOST], count = trace_proof_changes_of(proof, node, TOLD_MOST, changes);
    by_text words = {0};

    by_text_printf(&words, "%s (%s)", proof->tree.nodes[node].label, trace_proof_is_or(proof, node) ? "OR" : "AND");
    for (int i = 0; i < count; i++) {
        by_text_printf(&words, "; step %d: ", proof->changes[changes[i]].step);
        trace_add_numbers(&proof->changes[changes[i]].after, &words);
    }
    if (*trace_proof_state(proof, node))
        by_text_printf(&words, "; %s", trace_proof_state(proof, node));
    trace_draw_title(p->out, by_text_string(&words));
    by_text_free(&words);
}

/* The number of the step that expanded the node, at its upper left corner. */
static void add_badge(const struct picture *p, int node)
{
    int step = p->proof->marks[node].expanded, x = x_of(p, node) - NODE / 2 + 1, y = y_of(p, node) - NODE / 2 + 1;
    char number[16];
    int width = snprintf(number, sizeof number, "%d", step) * 7 + 9;

    if (!step)
        return;
    by_text_printf(p->out, "<rect class=\"badge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>",
                   x - width / 2, y - BADGE / 2, width, BADGE, BADGE / 2);
    trace_draw_text(p->out, "step", x, y + 4, number);
}

static void add_name(const struct picture *p, int node)
{
    const struct trace_node *n = &p->proof->tree.nodes[node];
    bool is_known = p->proof->marks[node].is_known;

    if (!n->is_named)
        return;
    if (is_box(p, node))
        trace_draw_text(p->out, "name below", x_of(p, node), y_of(p, node) + BOX_HEIGHT / 2 + 16, n->label);
    else
        trace_draw_text(p->out, is_known ? "name" : "name dim", x_of(p, node) - NODE / 2 - 7, y_of(p, node) + 5,
                        n->label);
}

static void add_history(const struct picture *p, int node)
{
    by_text lines[HISTORY_MOST] = {0};
    int count = history_of(p, node, lines), y = y_of(p, node) + 4 - (count - 1) * LINE / 2;

    for (int i = 0; i < count; i++)
        trace_draw_text(p->out, "was", x_of(p, node) + NODE / 2 + 7, y + i * LINE, by_text_string(&lines[i]));
    free_lines(lines);
}

static void add_node(const struct picture *p, int node)
{
    by_text_add(p->out, "<g>");
    add_words(p, node);
    add_shape(p, node);
    if (p->proof->marks[node].is_known)
        add_numbers(p, node);
    add_badge(p, node);
    by_text_add(p->out, "</g>\n");
    add_name(p, node);
    add_history(p, node);
}

/* ---- Around the tree ------------------------------------------------------------------------------------------- */

static const char style[] =
    "<style>\n"
    "text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#1f2933}\n"
    ".title{font-size:20px;font-weight:bold}\n"
    ".subtitle{font-size:14px;fill:#52606d}\n"
    ".edge{stroke:#7b8794;stroke-width:1.5;fill:none}\n"
    ".or{fill:#dcebfa;stroke:#2667a8;stroke-width:1.8}\n"
    ".and{fill:#fdecd8;stroke:#b86414;stroke-width:1.8}\n"
    ".proved{fill:#d8f0da;stroke:#2e7d32;stroke-width:1.8}\n"
    ".disproved{fill:#e4e7eb;stroke:#616e7c;stroke-width:1.8}\n"
    ".path{stroke:#c2185b;stroke-width:3.2}\n"
    ".off{stroke:#cbd2d9;stroke-width:1.3;stroke-dasharray:5 4}\n"
    ".node.off,.ghost{fill:#fafafa}\n"
    ".bar{stroke:#7b8794;stroke-width:0.8}\n"
    ".value{font-size:15px;font-weight:bold;text-anchor:middle}\n"
    ".endless{font-size:19px}\n"
    ".long{font-size:11px}\n"
    ".longer{font-size:9px}\n"
    ".name{font-size:14px;font-weight:bold;text-anchor:end}\n"
    ".below{text-anchor:middle}\n"
    ".was{font-size:12px;fill:#7b8794}\n"
    ".badge{fill:#3e4c59}\n"
    ".step{font-size:11px;font-weight:bold;fill:#ffffff;text-anchor:middle}\n"
    ".move{font-size:12px;text-anchor:middle;stroke:#fdfdfc;stroke-width:4px;paint-order:stroke;"
    "stroke-linejoin:round}\n"
    "text.dim{fill:#b4bcc6}\n"
    ".key{font-size:13px;fill:#3e4c59}\n"
    ".axis{stroke:#cbd2d9;stroke-width:1}\n"
    ".scale{font-size:11px;fill:#7b8794}\n"
    ".left{text-anchor:end}\n"
    ".curve{stroke-width:2;fill:none}\n"
    ".of-proof{stroke:#2e7d32}\n"
    ".of-disproof{stroke:#616e7c;stroke-dasharray:6 3}\n"
    "</style>\n";

static void add_question(const struct trace_proof *proof, by_text *out)
{
    trace_proof_add_question(proof, out);
    by_text_printf(out, " %s", by_answer_name(proof->answer));
    if (proof->answer != BY_ANSWER_UNKNOWN)
        by_text_add(out, proof->is_proved ? ", proved" : ", by rule of thumb");
    by_text_add(out, DOT "variation ");
    trace_add_short_variation(&proof->tree, out);
    by_text_printf(out, DOT "%llu nodes", (unsigned long long)proof->searched);
    if (proof->shown < proof->step_count)
        by_text_printf(out, DOT "after step %d of %d", proof->shown, proof->step_count);
    else
        by_text_printf(out, ", %d expansions", trace_proof_expansions(proof));
}

static void add_head(const struct picture *p)
{
    const struct trace_run *run = &p->proof->tree.run;
    by_text text = {0};

    by_text_printf(&text, "%s" DOT "%s", run->type->title, by_method_name(run->question.method));
    trace_draw_text(p->out, "title", TRACE_MARGIN, 40, by_text_string(&text));
    by_text_clear(&text);
    trace_add_short_position(&p->proof->tree.run, &text);
    trace_draw_text(p->out, "subtitle", TRACE_MARGIN, 64, by_text_string(&text));
    by_text_clear(&text);
    add_question(p->proof, &text);
    trace_draw_text(p->out, "subtitle", TRACE_MARGIN, 86, by_text_string(&text));
    by_text_free(&text);
}

static int head_width(const struct picture *p)
{
    by_text text = {0};
    int position, question;

    trace_add_short_position(&p->proof->tree.run, &text);
    position = trace_width(by_text_string(&text));
    by_text_clear(&text);
    add_question(p->proof, &text);
    question = trace_width(by_text_string(&text));
    by_text_free(&text);
    return 2 * TRACE_MARGIN + 8 * (position > question ? position : question);
}

/* ---- The legend ------------------------------------------------------------------------------------------------ */

#define KEY_OR  "<rect class=\"or\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>"
#define KEY_AND "<circle class=\"and\" cx=\"9\" cy=\"0\" r=\"9\"/>"
#define KEY_PROVED                                                                                                     \
    "<rect class=\"proved\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>"                                    \
    "<circle class=\"proved\" cx=\"32\" cy=\"0\" r=\"9\"/>"
#define KEY_DISPROVED                                                                                                  \
    "<rect class=\"disproved\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>"                                 \
    "<circle class=\"disproved\" cx=\"32\" cy=\"0\" r=\"9\"/>"
#define KEY_BOX  "<rect class=\"proved\" x=\"0\" y=\"-9\" width=\"26\" height=\"18\" rx=\"9\"/>"
#define KEY_PATH "<line class=\"edge path\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>"
#define KEY_OFF  "<rect class=\"off ghost\" x=\"0\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>"
#define KEY_STEP                                                                                                       \
    "<rect class=\"badge\" x=\"0\" y=\"-8\" width=\"16\" height=\"16\" rx=\"8\"/>"                                     \
    "<text class=\"step\" x=\"8\" y=\"4\">3</text>"
#define KEY_NUMBERS                                                                                                    \
    "<text class=\"value long\" x=\"6\" y=\"-2\">1</text><line class=\"bar\" x1=\"0\" y1=\"1\" x2=\"12\" y2=\"1\"/>"   \
    "<text class=\"value long\" x=\"6\" y=\"12\">2</text>"
#define KEY_WAS "<text class=\"was\" x=\"0\" y=\"4\">1,1</text>"

static const struct trace_key keys[] = {
    {KEY_OR, 18, "OR: the prover moves"},
    {KEY_AND, 18, "AND: his opponent moves"},
    {KEY_NUMBERS, 12, "proof number above disproof number"},
    {KEY_PROVED, 41, "proved"},
    {KEY_DISPROVED, 41, "disproved"},
    {KEY_BOX, 26, "solved when it was looked at"},
    {KEY_STEP, 16, "the step that expanded it"},
    {KEY_WAS, 20, "numbers it had before"},
    {KEY_PATH, 30, "most-proving path"},
    {KEY_OFF, 18, "not looked at yet"},
};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* The last key is only for a tree that is shown before its end. */
static int key_count(const struct picture *p)
{
    for (int i = 0; i < p->proof->tree.node_count; i++)
        if (!p->proof->marks[i].is_known)
            return KEY_COUNT;
    return KEY_COUNT - 1;
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static int lowest(const struct picture *p)
{
    int y = 0;

    for (int i = 0; i < p->proof->tree.node_count; i++)
        y = y_of(p, i) > y ? y_of(p, i) : y;
    return y + NODE / 2;
}

static void add_tree(const struct picture *p)
{
    int count = p->proof->tree.node_count;

    for (int on_path = 0; on_path <= 1; on_path++)
        for (int i = count - 1; i > 0; i--)
            if (p->proof->marks[i].is_on_path == on_path)
                add_edge(p, i);
    for (int i = 1; i < count; i++)
        add_edge_label(p, i);
    for (int i = 0; i < count; i++)
        add_node(p, i);
}

static void draw(struct picture *p)
{
    int chart = lowest(p) + 40, legend = chart + trace_proof_chart_height(p->proof) + 24;
    int height = legend + TRACE_KEY_ROW * trace_draw_legend(keys, key_count(p), p->width, 0, NULL);

    by_text_printf(p->out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "role=\"img\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fdfdfc\"/>\n",
                   p->width, height, p->width, height, style);
    add_head(p);
    add_tree(p);
    trace_proof_draw_chart(p->proof, p->width, chart, p->out);
    (void)trace_draw_legend(keys, key_count(p), p->width, legend, p->out);
    by_text_add(p->out, "</svg>\n");
}

/* A narrow tree stands in the middle of what the text needs. */
static void centre(struct picture *p, int tree_width)
{
    int wanted = head_width(p), width = tree_width + 2 * TRACE_MARGIN;

    p->width = width > wanted ? width : wanted;
    for (int i = 0; i < p->proof->tree.node_count; i++)
        p->boxes[i].x += (p->width - width) / 2;
}

void trace_proof_write_svg(const struct trace_proof *proof, by_text *out)
{
    struct picture p = {.proof = proof, .out = out};
    int width = -1;

    p.boxes = calloc((size_t)proof->tree.node_count, sizeof *p.boxes);
    if (p.boxes) {
        for (int i = 0; i < proof->tree.node_count; i++)
            measure(&p, i);
        width = trace_layout(&proof->tree, p.boxes, GAP);
    }
    if (width < 0) {
        out->failed = true;
    } else {
        centre(&p, width);
        draw(&p);
    }
    free(p.boxes);
}
