/* SPDX-License-Identifier: MIT
 *
 * What moves, nodes, values and cuts are called.
 *
 * A node that has a name of its own is called by it: that is so if the move that leads there is no number and always
 * leads to the same position, as in a written tree. Any other node is called by its way from the nearest node above it
 * that has a name: `1.2` is the second child of the root's first child.
 */
#include <stdlib.h>
#include <string.h>

#include "front/words.h"
#include "trace/tree.h"

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

/* Writes the moves of all children of `node`, the position of `walker`. False: out of memory. */
static bool store_move_texts(struct trace *trace, by_position *walker, int node)
{
    by_text text = {0};
    struct by_node info;
    bool good = true;

    by_position_node(walker, &info);
    trace->nodes[node].key = info.key;
    for (int i = trace->nodes[node].first_child; i != TRACE_NONE && good; i = trace->nodes[i].next_sibling) {
        by_text_clear(&text);
        by_position_print_move(walker, trace->nodes[i].move, &text);
        trace->nodes[i].move_text = trace_copied(&trace->run, by_text_string(&text));
        good = trace->nodes[i].move_text && !text.failed && trace_run_push(&trace->run, trace->nodes[i].move) &&
               store_move_texts(trace, walker, i) && !by_position_pop(walker, NULL);
    }
    by_text_free(&text);
    return good;
}

static bool is_number(const char *text)
{
    return *text >= '0' && *text <= '9' && text[strspn(text, "0123456789")] == 0;
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

static int by_text_and_key(const void *a, const void *b)
{
    const struct trace_node *const *left = a, *const *right = b;
    int order = strcmp((*left)->move_text, (*right)->move_text);

    if (order)
        return order;
    return (*left)->key < (*right)->key ? -1 : (*left)->key > (*right)->key;
}

/* Whether moves are names of the positions that they lead to. */
static bool moves_are_names(const struct trace *trace, bool *no_memory)
{
    const struct trace_node **sorted = malloc((size_t)trace->node_count * sizeof *sorted);
    bool answer = true;
    int count = 0;

    *no_memory = !sorted;
    if (!sorted)
        return false;
    for (int i = 1; i < trace->node_count; i++)
        if (!is_number(trace->nodes[i].move_text))
            sorted[count++] = &trace->nodes[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_text_and_key);
    for (int i = 1; i < count; i++)
        if (strcmp(sorted[i - 1]->move_text, sorted[i]->move_text) == 0 &&
            (sorted[i - 1]->key != sorted[i]->key || !sorted[i]->key))
            answer = false;
    free(sorted);
    return answer && count > 0;
}

/* The name with which a written tree begins, as in `H(...)`. */
static size_t name_length(const char *position)
{
    size_t length = strcspn(position, " \t\n,()=:~/#");

    return length && position[length] && strchr("(:~=", position[length]) ? length : 0;
}

static char *label_root(struct trace *trace)
{
    by_text text = {0};
    size_t length;
    char *label = NULL;

    by_position_print(trace->run.walker, &text);
    length = name_length(by_text_string(&text));
    trace->nodes[0].is_named = length > 0;
    if (length)
        text.data[length] = 0;
    if (!text.failed)
        label = trace_copied(&trace->run, length ? text.data : "root");
    by_text_free(&text);
    return label;
}

/* Parents come before their children in the array, so their labels are there. */
static char *label_node(struct trace *trace, int node, bool has_names)
{
    struct trace_node *n = &trace->nodes[node];
    const struct trace_node *parent = &trace->nodes[n->parent];
    by_text text = {0};
    char *label;

    n->is_named = has_names && !is_number(n->move_text);
    if (!n->is_named && (n->parent || parent->is_named))
        by_text_printf(&text, "%s.", parent->label);
    by_text_add(&text, n->move_text);
    label = text.failed ? NULL : trace_copied(&trace->run, by_text_string(&text));
    by_text_free(&text);
    return label;
}

static bool label_all(struct trace *trace)
{
    bool no_memory, has_names = moves_are_names(trace, &no_memory);

    if (no_memory)
        return false;
    for (int i = 0; i < trace->node_count; i++) {
        trace->nodes[i].label = i ? label_node(trace, i, has_names) : label_root(trace);
        if (!trace->nodes[i].label)
            return false;
    }
    return true;
}

static void forget_names(struct trace *trace)
{
    for (int i = 0; i < trace->node_count; i++) {
        trace_free_text(&trace->run, &trace->nodes[i].move_text);
        trace_free_text(&trace->run, &trace->nodes[i].label);
        trace->nodes[i].is_named = false;
    }
}

by_status trace_name(struct trace *trace, by_error *error)
{
    forget_names(trace);
    trace->nodes[0].move_text = trace_copied(&trace->run, "");
    if (trace->nodes[0].move_text && store_move_texts(trace, trace->run.walker, 0) && label_all(trace))
        return BY_OK;
    /* The walker did not move. */
    if (by_position_assign(trace->run.walker, trace->run.question.position, NULL) || !trace->run.is_full)
        return by_error_no_memory(error);
    return trace_run_lacks(&trace->run, error);
}

by_status trace_name_root(struct trace *trace, by_error *error)
{
    forget_names(trace);
    trace->nodes[0].label = label_root(trace);
    return trace->nodes[0].label ? BY_OK : trace_run_lacks(&trace->run, error);
}

/* ---- Walking --------------------------------------------------------------------------------------------------- */

/* Makes the moves to a node, and writes them to `out` unless that is NULL; false on failure. Counts the moves, which
 * the caller must take back. */
static bool walk(const struct trace *trace, int node, by_text *out, int *made)
{
    const struct trace_node *n = &trace->nodes[node];
    bool is_first = n->parent == 0;

    if (n->parent == TRACE_NONE)
        return true;
    if (!walk(trace, n->parent, out, made))
        return false;
    if (out && (!is_first || trace->nodes[0].is_named))
        by_text_add_char(out, '.');
    if (out)
        by_position_print_move(trace->run.walker, n->move, out);
    if (by_position_push(trace->run.walker, n->move, NULL))
        return false;
    ++*made;
    return true;
}

bool trace_walk(const struct trace *trace, int node, int *made)
{
    return walk(trace, node, NULL, made);
}

void trace_add_label(const struct trace *trace, int node, by_text *out)
{
    int made = 0;

    if (trace->nodes[node].label) {
        by_text_add(out, trace->nodes[node].label);
        return;
    }
    if (trace->nodes[0].is_named)
        by_text_add(out, trace->nodes[0].label);
    out->failed |= !walk(trace, node, out, &made);
    words_rewind(trace->run.walker, made);
}

void trace_add_move(const struct trace *trace, int node, by_text *out)
{
    int made = 0;

    if (trace->nodes[node].move_text) {
        by_text_add(out, trace->nodes[node].move_text);
        return;
    }
    if (!node)
        return;
    out->failed |= !walk(trace, trace->nodes[node].parent, NULL, &made);
    by_position_print_move(trace->run.walker, trace->nodes[node].move, out);
    words_rewind(trace->run.walker, made);
}

const char *trace_short_name(const struct trace *trace, int node)
{
    const struct trace_node *n = &trace->nodes[node];

    return !node || n->is_named ? n->label : n->move_text;
}

void trace_add_indented(const struct trace *trace, int node, by_text *out)
{
    by_text_printf(out, "%*s%s", 2 * trace->nodes[node].ply, "", trace_short_name(trace, node));
}

/* Paths are as long as the tree is high: printing from the root on without recursion needs an array. */
void trace_add_path(const struct trace *trace, int node, by_text *out)
{
    int parent = trace->nodes[node].parent;

    if (parent != TRACE_NONE) {
        trace_add_path(trace, parent, out);
        by_text_add_char(out, ' ');
    }
    by_text_add(out, trace_short_name(trace, node));
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

void trace_add_value(by_value value, by_text *out)
{
    if (value >= BY_INFINITE || value <= -BY_INFINITE)
        by_text_add(out, value > 0 ? "+" TRACE_ENDLESS : TRACE_MINUS TRACE_ENDLESS);
    else if (by_value_is_win(value) || by_value_is_loss(value))
        by_text_printf(out, "%s %d", value > 0 ? "win" : "loss", by_value_plies_to_end(value));
    else
        by_text_printf(out, "%s%d", value < 0 ? TRACE_MINUS : "", value < 0 ? -value : value);
}

void trace_add_window(const struct trace_window *window, by_text *out)
{
    trace_add_value(window->alpha, out);
    by_text_add_char(out, ',');
    trace_add_value(window->beta, out);
}

void trace_add_node(const struct trace *trace, int node, by_text *out)
{
    const struct trace_node *n = &trace->nodes[node];

    if (!n->is_leaf || n->is_named || !n->has_truth) {
        trace_add_label(trace, node, out);
        return;
    }
    /* In a written tree the value identifies a leaf; in a game many leaves have the same value. */
    if (trace->run.type->counts_points) {
        by_text value = {0};

        trace_add_value(n->truth, &value);
        by_text_add_message(out, "leaf %s", by_text_string(&value));
        out->failed |= value.failed;
        by_text_free(&value);
    } else {
        trace_add_label(trace, node, out);
        by_text_add_char(out, '=');
        trace_add_value(n->truth, out);
    }
}

/* A long list would hide the others; JSON has all of it. */
enum { MAX_LISTED = 6 };

void trace_add_cut(const struct trace *trace, int visit, by_text *out)
{
    const struct trace_visit *v = &trace->visits[visit];
    int count = 0, listed = 0;

    for (int i = trace->nodes[v->node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling)
        count += !trace_has_visited(trace, visit, i);
    for (int i = trace->nodes[v->node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling) {
        if (trace_has_visited(trace, visit, i))
            continue;
        if (count > MAX_LISTED && listed == MAX_LISTED - 1) {
            by_text_add_message(out, " and %d more", count - listed);
            return;
        }
        by_text_add(out, listed++ ? ", " : "");
        trace_add_node(trace, i, out);
    }
    if (!count)
        by_text_add_message(out, "nothing left");
}

/* By a value that a child had given to the setter of the bound. */
static void add_cut_by_value(const struct trace *trace, const struct trace_visit *visit, const char *setter,
                             by_text *out)
{
    by_text child = {0}, bound = {0};

    trace_add_label(trace, trace->visits[visit->cut_source.child].node, &child);
    trace_add_value(visit->cut_bound, &bound);
    by_text_add_message(out, visit->cut_kind == TRACE_CUT_SHALLOW ? "shallow, %s=%s at %s" : "deep, %s=%s at %s",
                        by_text_string(&child), by_text_string(&bound), setter);
    out->failed |= child.failed || bound.failed;
    by_text_free(&child);
    by_text_free(&bound);
}

void trace_add_cut_source(const struct trace *trace, const struct trace_visit *visit, by_text *out)
{
    const struct trace_source *source = &visit->cut_source;
    by_text setter = {0};

    if (source->setter != TRACE_NONE)
        trace_add_label(trace, trace->visits[source->setter].node, &setter);
    if (visit->cut_kind != TRACE_CUT_WINDOW)
        add_cut_by_value(trace, visit, by_text_string(&setter), out);
    else if (source->setter != TRACE_NONE)
        by_text_add_message(out, "null window of %s", by_text_string(&setter));
    else
        by_text_add_message(out, "the root's window");
    out->failed |= setter.failed;
    by_text_free(&setter);
}

void trace_add_variation(const struct trace *trace, by_text *out)
{
    bool any = false;

    for (int i = trace_next_on_pv(trace, 0); i != TRACE_NONE; i = trace_next_on_pv(trace, i)) {
        by_text_add(out, any ? " " : "");
        trace_add_move(trace, i, out);
        any = true;
    }
    if (!any)
        by_text_add(out, TRACE_DASH);
}

const char *const trace_phase_names[] = {"main", "scout", "research", "internal", "null", "quiet"};
const char *const trace_reason_names[] = {"none", "over", "horizon", "searched", "cut",
                                          "hash", "null", "window",  "stopped"};
const char *const trace_cut_kind_names[] = {"shallow", "deep", "window"};
const char *const trace_side_names[] = {"MAX", "MIN"};
const char *const trace_case_names[] = {TRACE_DASH, "1", "2", "3", "again"};
