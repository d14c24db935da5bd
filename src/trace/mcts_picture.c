/* SPDX-License-Identifier: MIT
 *
 * A Monte Carlo tree search as a picture: the tree after an iteration, with visits above means, and the phases of this
 * iteration in their colours: the path that was selected, the node that is new, the playout below it, and beside the
 * nodes of the path how the result changed their numbers. Of a large tree the path and the nodes with the most visits
 * are drawn, and each node says how many of its children are not.
 */
#include <stdlib.h>
#include <string.h>

#include "front/words.h"
#include "trace/kind.h"
#include "trace/picture.h"

/* All in pixels. */
enum {
    NODE_WIDTH = 54,
    NODE_HEIGHT = 42,
    PILL_HEIGHT = 28, /* of a playout's result */
};

enum {
    MAX_NODES = 30,     /* that are drawn */
    PLAYOUT_WORDS = 44, /* characters of the moves below a result, */
    PATH_WORDS = 60,    /* and of the path in the head */
};

struct picture {
    struct trace_mcts *mcts;
    const struct trace_mcts_iteration *iteration;
    bool *is_shown; /* by their number in the whole tree */
    int *places;    /* likewise: where those that are shown are in the picture; the playout comes last there */
    struct svg_tree svg;
    by_text text; /* for words, which svg_tree_store empties */
};

/* ---- Which nodes ----------------------------------------------------------------------------------------------- */

static int end_node(const struct picture *p)
{
    return p->mcts->stops[p->iteration->first + p->iteration->count - 1].node;
}

/* Selects the nodes to show; the playout stands below the end of the path. */
static bool pick_nodes(struct picture *p)
{
    int count = p->mcts->tree.node_count, shown = 0;

    p->is_shown = calloc((size_t)count, sizeof *p->is_shown);
    p->places = calloc((size_t)count, sizeof *p->places);
    if (!p->is_shown || !p->places)
        return false;
    trace_mcts_pick(p->mcts, MAX_NODES, p->is_shown);
    for (int i = 0; i < count; i++)
        p->places[i] = p->is_shown[i] ? shown++ : TRACE_NONE;
    return svg_tree_begin(&p->svg, shown + 1);
}

static bool is_new(const struct picture *p, int node)
{
    return p->iteration->has_grown && node == end_node(p);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static struct svg_label label(struct picture *p, const char *class)
{
    return (struct svg_label){svg_tree_store(&p->svg, &p->text), class};
}

static void describe_shape(struct picture *p, int node, struct svg_node *out)
{
    const struct trace_mcts_mark *mark = &p->mcts->marks[node];
    const struct by_sample *now = &mark->now;
    bool is_first = p->mcts->tree.nodes[node].side == 0;

    out->width = NODE_WIDTH;
    out->height = NODE_HEIGHT;
    out->radius = now->is_over ? 0 : 9;
    by_text_printf(&p->text, "%s%s",
                   now->low == now->high ? "solved"
                   : is_first            ? "first"
                                         : "second",
                   is_new(p, node)    ? " expanded"
                   : mark->is_on_path ? " selected"
                                      : "");
    out->class = svg_tree_store(&p->svg, &p->text);
    by_text_printf(&p->text, "%llu", (unsigned long long)now->visits);
    out->inside[0] = label(p, "value");
    trace_add_mean(now, &p->text);
    out->inside[1] = label(p, "mean");
}

/* Text beside the node: the backed-up value, the proved result, the hidden children. */
static void describe_sides(struct picture *p, int node, struct svg_node *out)
{
    const struct trace_mcts_mark *mark = &p->mcts->marks[node];
    int left_out = trace_mcts_left_out(p->mcts, node, p->is_shown);

    if (mark->is_on_path) {
        const struct trace_stop *stop = &p->mcts->stops[p->iteration->first + p->mcts->tree.nodes[node].ply];

        by_text_printf(&p->text, "%llu" TRACE_BECOMES "%llu", (unsigned long long)stop->before.visits,
                       (unsigned long long)stop->after.visits);
        out->beside[0] = label(p, "backed");
        trace_add_mean(&stop->before, &p->text);
        by_text_add(&p->text, TRACE_BECOMES);
        trace_add_mean(&stop->after, &p->text);
        out->beside[1] = label(p, "backed");
    }
    trace_mcts_add_proof(p->mcts, &mark->now, &p->text);
    if (p->text.length)
        out->beside[2] = label(p, "beside");
    if (left_out) {
        by_text_printf(&p->text, "+%d", left_out);
        out->beside[3] = label(p, "more");
    }
}

static const char *title_of(struct picture *p, int node)
{
    const struct trace_mcts_mark *mark = &p->mcts->marks[node];

    trace_add_path(&p->mcts->tree, node, &p->text);
    by_text_printf(&p->text, "; %llu visits, mean ", (unsigned long long)mark->now.visits);
    trace_add_mean(&mark->now, &p->text);
    by_text_printf(&p->text, "; a node since iteration %d", mark->born);
    if (mark->moves)
        by_text_printf(&p->text, "; %d of %d moves tried", mark->tried, mark->moves);
    if (mark->open < mark->moves)
        by_text_printf(&p->text, ", %d open", mark->open);
    return svg_tree_store(&p->svg, &p->text);
}

static void describe_node(struct picture *p, int node)
{
    const struct trace_node *n = &p->mcts->tree.nodes[node];
    struct svg_node *out = &p->svg.nodes[p->places[node]];

    out->parent = node ? p->places[n->parent] : TRACE_NONE;
    describe_shape(p, node, out);
    describe_sides(p, node, out);
    out->title = title_of(p, node);
    if (n->is_named)
        out->name = (struct svg_label){n->label, "name"};
    else
        out->move = (struct svg_label){n->move_text, "move"};
    out->is_in_front = out->has_arrow = p->mcts->marks[node].is_on_path;
    out->edge = is_new(p, node) ? "expanded" : out->is_in_front ? "selected" : "";
}

/* The moves of the playout, as many as fit. */
static void add_moves(struct picture *p, by_text *out)
{
    const struct trace_playout *playout = &p->iteration->playout;
    by_text word = {0};
    int made = 0;

    trace_mcts_make_path(p->mcts, p->iteration, &made, out);
    for (int i = 0; i < playout->count && !out->failed; i++) {
        by_move move = p->mcts->moves[playout->first + i];

        by_text_clear(&word);
        by_position_print_move(p->mcts->tree.run.walker, move, &word);
        if (trace_width(by_text_string(out)) + trace_width(by_text_string(&word)) > PLAYOUT_WORDS) {
            by_text_add(out, " " TRACE_ELLIPSIS);
            break;
        }
        by_text_printf(out, "%s%s", i ? " " : "", by_text_string(&word));
        trace_mcts_make(p->mcts, move, &made, out);
    }
    words_rewind(p->mcts->tree.run.walker, made);
    out->failed |= word.failed;
    by_text_free(&word);
}

static void describe_playout(struct picture *p, struct svg_node *out)
{
    trace_mcts_add_playout(p->mcts, &p->iteration->playout, &p->text);
    *out = (struct svg_node){.parent = p->places[end_node(p)],
                             .width = 24 + SVG_CHARACTER * trace_width(by_text_string(&p->text)),
                             .height = PILL_HEIGHT,
                             .radius = PILL_HEIGHT / 2,
                             .class = "result",
                             .edge = "playout",
                             .is_in_front = true,
                             .has_arrow = true};
    out->inside[0] = label(p, "outcome");
    add_moves(p, &p->text);
    if (p->text.length)
        out->below = label(p, "played");
}

/* ---- Around the tree ------------------------------------------------------------------------------------------- */

static const char style[] = ".first{fill:" SVG_PALE_BLUE ";stroke:" SVG_GREY ";stroke-width:1.5}\n"
                            ".second{fill:" SVG_PALE_ORANGE ";stroke:" SVG_GREY ";stroke-width:1.5}\n"
                            ".solved{fill:" SVG_PALE_GREY ";stroke:" SVG_DARK_GREY ";stroke-width:1.5}\n"
                            ".selected{stroke:" SVG_BLUE ";stroke-width:3.6}\n"
                            ".expanded{stroke:" SVG_GREEN ";stroke-width:3.6}\n"
                            ".playout{stroke:" SVG_ORANGE ";stroke-width:2.6;stroke-dasharray:7 5}\n"
                            ".result{fill:" SVG_PALE_ORANGE ";stroke:" SVG_ORANGE ";stroke-width:1.8}\n"
                            ".up{stroke:" SVG_VIOLET ";stroke-width:1.8}\n"
                            ".tip{fill:" SVG_VIOLET "}\n"
                            ".mean{font-size:12px;text-anchor:middle}\n"
                            ".outcome{font-size:13px;text-anchor:middle}\n"
                            ".played{font-size:12px;text-anchor:middle;fill:" SVG_DARK_GREY "}\n"
                            "text.backed{font-size:12px;font-weight:bold;fill:" SVG_VIOLET "}\n"
                            "text.more{font-size:12px;fill:" SVG_GREY "}\n";

/* The head of the arrows. */
static const char tip[] =
    "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" "
    "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n";

#define KEY_BOX(class, radius)                                                                                         \
    "<rect class=\"" class "\" x=\"0\" y=\"-9\" width=\"24\" height=\"18\" rx=\"" radius "\"/>"

enum { FIRST_KEY = 5, SECOND_KEY, KEY_COUNT = 10 };

static const struct svg_key keys_of_all[KEY_COUNT] = {
    {"<line class=\"edge selected\" x1=\"0\" y1=\"0\" x2=\"30\" y2=\"0\"/>", 30, "1 select: the path"},
    {KEY_BOX("first expanded", "5"), 24, "2 expand: the new node"},
    {"<line class=\"edge playout\" x1=\"0\" y1=\"0\" x2=\"33\" y2=\"0\"/>", 33,
     "3 simulate: a random playout, or a known result"},
    {"<line class=\"up\" x1=\"0\" y1=\"0\" x2=\"26\" y2=\"0\" marker-end=\"url(#tip)\"/>", 30,
     "4 back up: visits and means, before and after"},
    {"<text class=\"value long\" x=\"12\" y=\"-1\">7</text><text class=\"value long\" x=\"12\" y=\"11\">0.571</text>",
     28, "visits above the mean, of the side that moved there"},
    {KEY_BOX("first", "5"), 24, NULL},
    {KEY_BOX("second", "5"), 24, NULL},
    {KEY_BOX("solved", "5"), 24, "solved"},
    {KEY_BOX("solved", "0"), 24, "the game is over"},
    {"<text class=\"more\" x=\"0\" y=\"4\">+3</text>", 18, "children that are not shown"},
};

static void name_sides(struct picture *p, struct svg_key *keys)
{
    for (int side = 0; side < 2; side++) {
        by_text_printf(&p->text, "%s to move", words_side(p->mcts->tree.run.type, side));
        keys[side ? SECOND_KEY : FIRST_KEY].words = svg_tree_store(&p->svg, &p->text);
    }
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void add_summary(const struct picture *p, by_text *out)
{
    int left_out = p->mcts->tree.node_count + 1 - p->svg.count;
    by_text path = {0};

    by_text_printf(out, "after iteration %d of %d" TRACE_DOT "%d nodes", p->iteration->number, p->mcts->made,
                   p->mcts->tree.node_count);
    if (left_out)
        by_text_printf(out, ", %d of them with few visits not shown", left_out);
    trace_add_path(&p->mcts->tree, end_node(p), &path);
    if (trace_width(by_text_string(&path)) <= PATH_WORDS)
        by_text_printf(out, TRACE_DOT "path %s", by_text_string(&path));
    else
        by_text_printf(out, TRACE_DOT "path of %d plies", p->iteration->count - 1);
    out->failed |= path.failed;
    by_text_free(&path);
}

void trace_mcts_draw(trace_any *any, by_text *out)
{
    struct trace_mcts *mcts = &any->mcts;
    struct svg_key keys[KEY_COUNT];
    struct picture p = {.mcts = mcts,
                        .iteration = trace_mcts_last(mcts),
                        .svg = {.style = style, .definitions = tip, .keys = keys, .key_count = KEY_COUNT}};

    memcpy(keys, keys_of_all, sizeof keys);
    if (pick_nodes(&p)) {
        for (int i = 0; i < mcts->tree.node_count; i++)
            if (p.is_shown[i])
                describe_node(&p, i);
        describe_playout(&p, &p.svg.nodes[p.svg.count - 1]);
        trace_head_of_picture(&mcts->tree.run, &p.svg);
        add_summary(&p, &p.text);
        p.svg.head[2] = svg_tree_store(&p.svg, &p.text);
        name_sides(&p, keys);
    }
    svg_tree_draw(&p.svg, out);
    svg_tree_free(&p.svg);
    by_text_free(&p.text);
    free(p.is_shown);
    free(p.places);
}
