/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search as a picture: the tree after an iteration, with visits above means, and the phases of this
 * iteration in their colours: the path that was selected, the node that is new, the playout below it, and beside the
 * nodes of the path what the result has made of their numbers. Of a large tree the path and the nodes with the most
 * visits are drawn, and each node says how many of its children are not.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/trace_draw.h"
#include "cli/trace_layout.h"
#include "cli/trace_mcts.h"
#include "front/words.h"

#define DOT      " \xC2\xB7 "
#define ARROW    " \xE2\x86\x92 "
#define ELLIPSIS "\xE2\x80\xA6"

/* All in pixels. */
enum {
    NODE_WIDTH = 54,
    NODE_HEIGHT = 42,
    PILL_HEIGHT = 28, /* of a playout's result */
    LEVEL = 104,      /* from ply to ply */
    GAP = 16,         /* between neighbours */
    HEAD = 92,        /* for the title */
    LINE = 14,        /* from line to line beside a node */
    ASIDE = 9,        /* from an edge to the arrow beside it */
    CLEAR = 6,        /* between an arrow and the nodes */
};

enum {
    NODES_MOST = 30,    /* that are drawn */
    LINES_MOST = 4,     /* beside a node */
    PLAYOUT_WORDS = 44, /* characters of the moves below a result, */
    PATH_WORDS = 60,    /* and of the path in the head */
};

/* A line of text beside a node. */
struct remark {
    by_text words;
    const char *class;
};

struct picture {
    const struct trace_mcts *mcts;
    const struct trace_mcts_iteration *iteration;
    bool *is_shown; /* by their number in the whole tree */
    struct trace shown;
    int *whole; /* the numbers in the whole tree of the nodes that are shown; the last of these is the playout */
    struct trace_box *boxes;
    by_text *out;
    int width;
};

/* ---- Which nodes ----------------------------------------------------------------------------------------------- */

static int end_node(const struct picture *p)
{
    return p->mcts->stops[p->iteration->first + p->iteration->count - 1].node;
}

/* Adds a node to those that are shown. */
static int add(struct picture *p, int parent, int whole, int *last_child)
{
    int at = p->shown.node_count++;

    p->shown.nodes[at] = (struct trace_node){.parent = parent,
                                             .first_child = TRACE_NONE,
                                             .next_sibling = TRACE_NONE,
                                             .ply = parent == TRACE_NONE ? 0 : p->shown.nodes[parent].ply + 1};
    p->whole[at] = whole;
    last_child[at] = TRACE_NONE;
    if (parent == TRACE_NONE)
        return at;
    if (last_child[parent] == TRACE_NONE)
        p->shown.nodes[parent].first_child = at;
    else
        p->shown.nodes[last_child[parent]].next_sibling = at;
    last_child[parent] = at;
    return at;
}

/* Copies the part of the tree that is shown; below the end of the path stands the playout. */
static bool copy_shown(struct picture *p)
{
    int count = p->mcts->tree.node_count, end = 0;
    int *places = calloc((size_t)count, sizeof *places), *last_child = calloc((size_t)count + 1, sizeof *last_child);

    p->is_shown = calloc((size_t)count, sizeof *p->is_shown);
    p->shown.nodes = calloc((size_t)count + 1, sizeof *p->shown.nodes);
    p->whole = calloc((size_t)count + 1, sizeof *p->whole);
    p->boxes = calloc((size_t)count + 1, sizeof *p->boxes);
    if (places && last_child && p->is_shown && p->shown.nodes && p->whole && p->boxes) {
        trace_mcts_pick(p->mcts, NODES_MOST, p->is_shown);
        for (int i = 0; i < count; i++) {
            if (!p->is_shown[i])
                continue;
            places[i] = add(p, i ? places[p->mcts->tree.nodes[i].parent] : TRACE_NONE, i, last_child);
            if (i == end_node(p))
                end = places[i];
        }
        (void)add(p, end, TRACE_NONE, last_child);
    }
    free(places);
    free(last_child);
    return p->shown.node_count > 0;
}

static bool is_playout(const struct picture *p, int node)
{
    return p->whole[node] == TRACE_NONE;
}

static const struct trace_mcts_mark *mark_of(const struct picture *p, int node)
{
    return &p->mcts->marks[p->whole[node]];
}

static bool is_on_path(const struct picture *p, int node)
{
    return is_playout(p, node) || mark_of(p, node)->is_on_path;
}

static const struct trace_node *node_of(const struct picture *p, int node)
{
    return &p->mcts->tree.nodes[p->whole[node]];
}

static bool is_new(const struct picture *p, int node)
{
    return p->iteration->has_grown && p->whole[node] == end_node(p);
}

/* ---- What is where --------------------------------------------------------------------------------------------- */

static int x_of(const struct picture *p, int node)
{
    return TRACE_MARGIN + p->boxes[node].x;
}

static int height_of(const struct picture *p, int node)
{
    return is_playout(p, node) ? PILL_HEIGHT : NODE_HEIGHT;
}

/* All of a ply have their upper edges at the same height. */
static int y_of(const struct picture *p, int node)
{
    return HEAD + TRACE_MARGIN + LEVEL * p->shown.nodes[node].ply + height_of(p, node) / 2;
}

/* The lines beside a node: what was backed up, what is proved, what is not shown. */
static int remarks_of(const struct picture *p, int node, struct remark lines[LINES_MOST])
{
    const struct by_sample *now = &mark_of(p, node)->now;
    int count = 0, left_out = trace_mcts_left_out(p->mcts, p->whole[node], p->is_shown);

    if (mark_of(p, node)->is_on_path) {
        const struct trace_stop *stop = &p->mcts->stops[p->iteration->first + p->shown.nodes[node].ply];

        by_text_printf(&lines[count].words, "%llu" ARROW "%llu", (unsigned long long)stop->before.visits,
                       (unsigned long long)stop->after.visits);
        lines[count++].class = "backed";
        trace_add_mean(&stop->before, &lines[count].words);
        by_text_add(&lines[count].words, ARROW);
        trace_add_mean(&stop->after, &lines[count].words);
        lines[count++].class = "backed";
    }
    trace_mcts_add_proof(p->mcts, now, &lines[count].words);
    if (lines[count].words.length)
        lines[count++].class = "proof";
    if (left_out) {
        by_text_printf(&lines[count].words, "+%d", left_out);
        lines[count++].class = "more";
    }
    return count;
}

static void free_remarks(struct remark lines[LINES_MOST])
{
    for (int i = 0; i < LINES_MOST; i++)
        by_text_free(&lines[i].words);
}

/* The moves of the playout, as many as fit. */
static void add_moves(const struct picture *p, by_text *out)
{
    const struct trace_playout *playout = &p->iteration->playout;

    for (int i = 0; i < playout->count; i++) {
        const char *text = p->mcts->moves[playout->first + i].text;

        if (trace_width(by_text_string(out)) + trace_width(text) > PLAYOUT_WORDS) {
            by_text_add(out, " " ELLIPSIS);
            return;
        }
        by_text_printf(out, "%s%s", i ? " " : "", text);
    }
}

static void measure_playout(struct picture *p, struct trace_box *box)
{
    by_text words = {0}, moves = {0};
    int width, below;

    trace_mcts_add_playout(p->mcts, &p->iteration->playout, &words);
    add_moves(p, &moves);
    width = 24 + TRACE_CHARACTER * trace_width(by_text_string(&words));
    below = TRACE_CHARACTER * trace_width(by_text_string(&moves));
    box->left = box->right = ((width > below ? width : below) + 1) / 2;
    by_text_free(&words);
    by_text_free(&moves);
}

static void measure(struct picture *p, int node)
{
    struct trace_box *box = &p->boxes[node];
    struct remark lines[LINES_MOST] = {0};
    int count;

    if (is_playout(p, node)) {
        measure_playout(p, box);
        return;
    }
    box->left = NODE_WIDTH / 2 + (node_of(p, node)->is_named ? 7 + 10 * trace_width(node_of(p, node)->label) : 0);
    box->right = NODE_WIDTH / 2;
    count = remarks_of(p, node, lines);
    for (int i = 0; i < count; i++) {
        int width = NODE_WIDTH / 2 + 7 + TRACE_CHARACTER * trace_width(by_text_string(&lines[i].words));

        box->right = width > box->right ? width : box->right;
    }
    free_remarks(lines);
}

/* ---- Edges ----------------------------------------------------------------------------------------------------- */

static const char *edge_class(const struct picture *p, int node)
{
    if (is_playout(p, node))
        return " playout";
    if (is_new(p, node))
        return " expanded";
    return mark_of(p, node)->is_on_path ? " selected" : "";
}

static void add_edge(const struct picture *p, int node)
{
    int parent = p->shown.nodes[node].parent;

    by_text_printf(p->out, "<line class=\"edge%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", edge_class(p, node),
                   x_of(p, parent), y_of(p, parent) + NODE_HEIGHT / 2, x_of(p, node),
                   y_of(p, node) - height_of(p, node) / 2);
}

/* Where a node has no name, its move stands at the edge, nearer to the child so that fans stay legible. */
static void add_edge_label(const struct picture *p, int node)
{
    int parent = p->shown.nodes[node].parent, x1 = x_of(p, parent), y1 = y_of(p, parent) + NODE_HEIGHT / 2;
    int x2 = x_of(p, node), y2 = y_of(p, node) - height_of(p, node) / 2;

    if (!is_playout(p, node) && !node_of(p, node)->is_named)
        trace_draw_text(p->out, "move", x1 + (x2 - x1) * 3 / 4, y1 + (y2 - y1) * 3 / 4 + 4,
                        node_of(p, node)->move_text);
}

/* An arrow beside the edge of the path, from the node to its parent: below the edge, or to the right of one that goes
 * straight down, and clear of both nodes. */
static void add_arrow(const struct picture *p, int node)
{
    int parent = p->shown.nodes[node].parent, end = y_of(p, parent) + NODE_HEIGHT / 2;
    int x = x_of(p, node), y = y_of(p, node) - height_of(p, node) / 2;
    double dx = x_of(p, parent) - x, dy = y - end, length = hypot(dx, dy);
    double right = (dx < 0 ? -dy : dy) / length * ASIDE, down = fabs(dx) / length * ASIDE;
    double from = (down + CLEAR) / dy, to = 1 - (down < CLEAR ? CLEAR - down : 0) / dy;

    if (is_on_path(p, node))
        by_text_printf(p->out,
                       "<line class=\"up\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                       "marker-end=\"url(#tip)\"/>\n",
                       x + from * dx + right, y - from * dy + down, x + to * dx + right, y - to * dy + down);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void add_shape(const struct picture *p, int node)
{
    const struct trace_mcts_mark *mark = mark_of(p, node);
    const char *fill = mark->now.low == mark->now.high ? "solved" : node_of(p, node)->side == 0 ? "first" : "second";
    const char *phase = is_new(p, node) ? " expanded" : mark->is_on_path ? " selected" : "";

    by_text_printf(p->out, "<rect class=\"node %s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>", fill,
                   phase, x_of(p, node) - NODE_WIDTH / 2, y_of(p, node) - NODE_HEIGHT / 2, NODE_WIDTH, NODE_HEIGHT,
                   mark->now.is_over ? 0 : 9);
}

/* What whoever points at a node is told. */
static void add_words(const struct picture *p, int node)
{
    const struct trace_mcts_mark *mark = mark_of(p, node);
    by_text words = {0};

    trace_mcts_add_path(p->mcts, p->whole[node], &words);
    by_text_printf(&words, "; %llu visits, mean ", (unsigned long long)mark->now.visits);
    trace_add_mean(&mark->now, &words);
    by_text_printf(&words, "; a node since iteration %d", mark->born);
    if (mark->moves)
        by_text_printf(&words, "; %d of %d moves tried", mark->tried, mark->moves);
    if (mark->open < mark->moves)
        by_text_printf(&words, ", %d open", mark->open);
    trace_draw_title(p->out, by_text_string(&words));
    by_text_free(&words);
}

static void add_numbers(const struct picture *p, int node)
{
    const struct by_sample *now = &mark_of(p, node)->now;
    by_text words = {0};

    by_text_printf(&words, "%llu", (unsigned long long)now->visits);
    trace_draw_text(p->out, words.length > 6 ? "value long" : "value", x_of(p, node), y_of(p, node) - 3,
                    by_text_string(&words));
    by_text_clear(&words);
    trace_add_mean(now, &words);
    trace_draw_text(p->out, "mean", x_of(p, node), y_of(p, node) + 14, by_text_string(&words));
    by_text_free(&words);
}

static void add_remarks(const struct picture *p, int node)
{
    struct remark lines[LINES_MOST] = {0};
    int count = remarks_of(p, node, lines), y = y_of(p, node) + 5 - (count - 1) * LINE / 2;

    for (int i = 0; i < count; i++)
        trace_draw_text(p->out, lines[i].class, x_of(p, node) + NODE_WIDTH / 2 + 7, y + i * LINE,
                        by_text_string(&lines[i].words));
    free_remarks(lines);
}

static void add_playout(const struct picture *p, int node)
{
    int x = x_of(p, node), y = y_of(p, node), width;
    by_text words = {0};

    trace_mcts_add_playout(p->mcts, &p->iteration->playout, &words);
    width = 24 + TRACE_CHARACTER * trace_width(by_text_string(&words));
    by_text_printf(p->out, "<rect class=\"node result\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>",
                   x - width / 2, y - PILL_HEIGHT / 2, width, PILL_HEIGHT, PILL_HEIGHT / 2);
    trace_draw_text(p->out, "outcome", x, y + 5, by_text_string(&words));
    by_text_clear(&words);
    add_moves(p, &words);
    trace_draw_text(p->out, "played", x, y + PILL_HEIGHT / 2 + 16, by_text_string(&words));
    by_text_free(&words);
}

static void add_node(const struct picture *p, int node)
{
    if (is_playout(p, node)) {
        add_playout(p, node);
        return;
    }
    by_text_add(p->out, "<g>");
    add_words(p, node);
    add_shape(p, node);
    add_numbers(p, node);
    by_text_add(p->out, "</g>\n");
    if (node_of(p, node)->is_named)
        trace_draw_text(p->out, "name", x_of(p, node) - NODE_WIDTH / 2 - 7, y_of(p, node) + 5, node_of(p, node)->label);
    add_remarks(p, node);
}

/* ---- Around the tree ------------------------------------------------------------------------------------------- */

static const char style[] =
    "<style>\n"
    "text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#1f2933}\n"
    ".title{font-size:20px;font-weight:bold}\n"
    ".subtitle{font-size:14px;fill:#52606d}\n"
    ".edge{stroke:#9aa5b1;stroke-width:1.5;fill:none}\n"
    ".first{fill:#dcebfa;stroke:#7b8794;stroke-width:1.5}\n"
    ".second{fill:#fdecd8;stroke:#7b8794;stroke-width:1.5}\n"
    ".solved{fill:#e4e7eb;stroke:#616e7c;stroke-width:1.5}\n"
    ".selected{stroke:#1565c0;stroke-width:3.6}\n"
    ".expanded{stroke:#2e7d32;stroke-width:3.6}\n"
    ".playout{stroke:#d9730d;stroke-width:2.6;stroke-dasharray:7 5}\n"
    ".result{fill:#fff7ec;stroke:#d9730d;stroke-width:1.8}\n"
    ".up{stroke:#7b1fa2;stroke-width:1.8}\n"
    ".tip{fill:#7b1fa2}\n"
    ".value{font-size:15px;font-weight:bold;text-anchor:middle}\n"
    ".long{font-size:11px}\n"
    ".mean{font-size:12px;text-anchor:middle}\n"
    ".outcome{font-size:13px;text-anchor:middle}\n"
    ".played{font-size:12px;text-anchor:middle;fill:#52606d}\n"
    ".name{font-size:14px;font-weight:bold;text-anchor:end}\n"
    "text.backed{font-size:12px;font-weight:bold;fill:#7b1fa2}\n"
    "text.proof{font-size:12px;fill:#3e4c59}\n"
    "text.more{font-size:12px;fill:#7b8794}\n"
    ".move{font-size:13px;text-anchor:middle;stroke:#fdfdfc;stroke-width:4px;paint-order:stroke;"
    "stroke-linejoin:round}\n"
    ".key{font-size:13px;fill:#3e4c59}\n"
    "</style>\n"
    "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" "
    "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n";

static void add_summary(const struct picture *p, by_text *out)
{
    int left_out = p->mcts->tree.node_count + 1 - p->shown.node_count;
    by_text path = {0};

    by_text_printf(out, "after iteration %d of %d" DOT "%d nodes", p->iteration->number, p->mcts->made,
                   p->mcts->tree.node_count);
    if (left_out)
        by_text_printf(out, ", %d of them with few visits not shown", left_out);
    trace_mcts_add_path(p->mcts, end_node(p), &path);
    if (trace_width(by_text_string(&path)) <= PATH_WORDS)
        by_text_printf(out, DOT "path %s", by_text_string(&path));
    else
        by_text_printf(out, DOT "path of %d plies", p->iteration->count - 1);
    by_text_free(&path);
}

static void add_head(const struct picture *p)
{
    const struct trace_run *run = &p->mcts->tree.run;
    by_text text = {0};

    by_text_printf(&text, "%s" DOT "%s", run->type->title, by_method_name(run->question.method));
    trace_draw_text(p->out, "title", TRACE_MARGIN, 40, by_text_string(&text));
    by_text_clear(&text);
    trace_add_short_position(&p->mcts->tree.run, &text);
    trace_draw_text(p->out, "subtitle", TRACE_MARGIN, 64, by_text_string(&text));
    by_text_clear(&text);
    add_summary(p, &text);
    trace_draw_text(p->out, "subtitle", TRACE_MARGIN, 86, by_text_string(&text));
    by_text_free(&text);
}

static int head_width(const struct picture *p)
{
    by_text text = {0};
    int position, summary;

    trace_add_short_position(&p->mcts->tree.run, &text);
    position = trace_width(by_text_string(&text));
    by_text_clear(&text);
    add_summary(p, &text);
    summary = trace_width(by_text_string(&text));
    by_text_free(&text);
    return 2 * TRACE_MARGIN + 8 * (position > summary ? position : summary);
}

/* ---- The legend ------------------------------------------------------------------------------------------------ */

#define KEY_BOX(class, radius)                                                                                         \
    "<rect class=\"" class "\" x=\"0\" y=\"-9\" width=\"24\" height=\"18\" rx=\"" radius "\"/>"
#define KEY_SELECTED "<line class=\"edge selected\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>"
#define KEY_PLAYOUT  "<line class=\"edge playout\" x1=\"0\" y1=\"0\" x2=\"33\" y2=\"0\"/>"
#define KEY_UP       "<line class=\"up\" x1=\"0\" y1=\"0\" x2=\"26\" y2=\"0\" marker-end=\"url(#tip)\"/>"
#define KEY_NUMBERS                                                                                                    \
    "<text class=\"value long\" x=\"12\" y=\"-1\">7</text><text class=\"value long\" x=\"12\" y=\"11\">0.571</text>"
#define KEY_MORE "<text class=\"more\" x=\"0\" y=\"4\">+3</text>"

static void draw_legend(const struct picture *p, int top, by_text *out, int *rows)
{
    const by_game_type *type = p->mcts->tree.run.type;
    by_text first = {0}, second = {0};
    struct trace_key keys[] = {
        {KEY_SELECTED, 30, "1 select: the path"},
        {KEY_BOX("first expanded", "5"), 24, "2 expand: the new node"},
        {KEY_PLAYOUT, 33, "3 simulate: a game by chance, or a known result"},
        {KEY_UP, 30, "4 back up: visits and means, before and after"},
        {KEY_NUMBERS, 28, "visits above the mean, as who moved there sees it"},
        {KEY_BOX("first", "5"), 24, ""},
        {KEY_BOX("second", "5"), 24, ""},
        {KEY_BOX("solved", "5"), 24, "solved"},
        {KEY_BOX("solved", "0"), 24, "the game is over"},
        {KEY_MORE, 18, "children that are not shown"},
    };

    by_text_printf(&first, "%s to move", words_side(type, 0));
    by_text_printf(&second, "%s to move", words_side(type, 1));
    keys[5].words = by_text_string(&first);
    keys[6].words = by_text_string(&second);
    *rows = trace_draw_legend(keys, (int)(sizeof keys / sizeof keys[0]), p->width, top, out);
    by_text_free(&first);
    by_text_free(&second);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static int lowest(const struct picture *p)
{
    int y = 0;

    for (int i = 0; i < p->shown.node_count; i++)
        y = y_of(p, i) + height_of(p, i) / 2 > y ? y_of(p, i) + height_of(p, i) / 2 : y;
    return y;
}

static void add_tree(const struct picture *p)
{
    int count = p->shown.node_count;

    for (int on_path = 0; on_path <= 1; on_path++)
        for (int i = count - 1; i > 0; i--)
            if (is_on_path(p, i) == (on_path == 1))
                add_edge(p, i);
    for (int i = 1; i < count; i++)
        add_arrow(p, i);
    for (int i = 1; i < count; i++)
        add_edge_label(p, i);
    for (int i = 0; i < count; i++)
        add_node(p, i);
}

static void draw(const struct picture *p)
{
    int legend = lowest(p) + 60, rows, height;

    draw_legend(p, legend, NULL, &rows);
    height = legend + TRACE_KEY_ROW * rows;
    by_text_printf(p->out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "role=\"img\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fdfdfc\"/>\n",
                   p->width, height, p->width, height, style);
    add_head(p);
    add_tree(p);
    draw_legend(p, legend, p->out, &rows);
    by_text_add(p->out, "</svg>\n");
}

/* A narrow tree stands in the middle of what the text needs. */
static void centre(struct picture *p, int tree_width)
{
    int wanted = head_width(p), width = tree_width + 2 * TRACE_MARGIN;

    p->width = width > wanted ? width : wanted;
    for (int i = 0; i < p->shown.node_count; i++)
        p->boxes[i].x += (p->width - width) / 2;
}

void trace_mcts_write_svg(const struct trace_mcts *mcts, by_text *out)
{
    struct picture p = {.mcts = mcts, .iteration = trace_mcts_last(mcts), .out = out};
    int width = -1;

    if (copy_shown(&p)) {
        for (int i = 0; i < p.shown.node_count; i++)
            measure(&p, i);
        width = trace_layout(&p.shown, p.boxes, GAP);
    }
    if (width < 0) {
        out->failed = true;
    } else {
        centre(&p, width);
        draw(&p);
    }
    free(p.is_shown);
    free(p.shown.nodes);
    free(p.whole);
    free(p.boxes);
}
