/* SPDX-License-Identifier: MIT
 *
 * A tree of visits as JSON. What a visit was after a step follows from the steps at which it was entered, cut and left,
 * and from the results of its children until then. In a window null stands for an infinite bound, the lower one in the
 * first place, the upper one in the second.
 */
#include "front/words.h"
#include "trace/kind.h"

/* ---- Parts that other kinds use too ---------------------------------------------------------------------------- */

void trace_member_label(struct json *json, const struct trace *trace, const char *key, int node)
{
    by_text text = {0};

    if (node != TRACE_NONE)
        trace_add_label(trace, node, &text);
    json_member_string(json, key, node == TRACE_NONE ? NULL : by_text_string(&text));
    json->text.failed |= text.failed;
    by_text_free(&text);
}

void trace_member_move(struct json *json, const struct trace *trace, int node)
{
    by_text text = {0};

    trace_add_move(trace, node, &text);
    json_member_string(json, "move", node ? by_text_string(&text) : NULL);
    json->text.failed |= text.failed;
    by_text_free(&text);
}

void trace_member_variation(struct json *json, const struct trace *trace)
{
    by_text text = {0};

    json_member_array(json, "pv", JSON_ON_ONE_LINE);
    for (int i = trace_next_on_pv(trace, 0); i != TRACE_NONE; i = trace_next_on_pv(trace, i)) {
        trace_add_move(trace, i, &text);
        json_put_string(json, by_text_string(&text));
        json->text.failed |= text.failed;
        by_text_clear(&text);
    }
    json_put_end(json);
    by_text_free(&text);
}

static by_status record(trace_any *any, by_error *error)
{
    by_status status = any->tree.run.question.wants_truth ? trace_grow(&any->tree, error) : BY_OK;

    return status ? status : trace_record(&any->tree, error);
}

/* ---- After a step ---------------------------------------------------------------------------------------------- */

static bool has_begun(const struct trace_visit *visit, int step)
{
    return visit->enter_step < step;
}

static bool has_ended(const struct trace_visit *visit, int step)
{
    return visit->leave_step != TRACE_NONE && visit->leave_step < step;
}

static bool has_cut(const struct trace_visit *visit, int step)
{
    return visit->cut_step != TRACE_NONE && visit->cut_step < step;
}

/* The last visit of a node that had begun, or TRACE_NONE; and their number. */
static int visit_after(const struct trace *trace, int node, int step, int *count)
{
    int last = TRACE_NONE;

    *count = 0;
    for (int i = trace->nodes[node].first_visit; i != TRACE_NONE; i = trace->visits[i].next_of_node) {
        if (!has_begun(&trace->visits[i], step))
            break;
        last = i;
        ++*count;
    }
    return last;
}

/* The window after its children have updated it. */
static struct trace_window window_after(const struct trace *trace, int visit, int step)
{
    struct trace_window window = trace->visits[visit].entry;

    if (has_ended(&trace->visits[visit], step))
        return trace->visits[visit].exit;
    for (int i = visit + 1; i < trace->visit_count && has_begun(&trace->visits[i], step); i++)
        if (trace->visits[i].parent == visit)
            window =
                has_ended(&trace->visits[i], step) ? trace->visits[i].parent_after : trace->visits[i].parent_before;
    return window;
}

static bool is_there(const trace_any *any, int node)
{
    int count;

    return any->tree.run.question.wants_truth || node == 0 ||
           visit_after(&any->tree, node, any->tree.shown, &count) != TRACE_NONE;
}

/* ---- Visits ---------------------------------------------------------------------------------------------------- */

static void print_bound(struct json *json, by_value bound)
{
    if (bound >= BY_INFINITE || bound <= -BY_INFINITE)
        json_put_string(json, NULL);
    else
        json_put_integer(json, bound);
}

static void print_window(struct json *json, const char *key, const struct trace_window *window)
{
    json_member_array(json, key, JSON_ON_ONE_LINE);
    print_bound(json, window->alpha);
    print_bound(json, window->beta);
    json_put_end(json);
}

static void print_case(struct json *json, enum trace_case verdict)
{
    json_put_key(json, "case");
    if (verdict == TRACE_CASE_NONE)
        json_put_string(json, NULL);
    else if (verdict == TRACE_CASE_AGAIN)
        json_put_string(json, "again");
    else
        json_put_integer(json, (int)verdict);
}

static int count_legal_moves(struct json *json, const struct trace *trace, int node)
{
    struct by_moves moves = {0};
    int made = 0;

    if (trace_walk(trace, node, &made))
        by_position_moves(trace->run.walker, BY_MOVES_ALL, &moves);
    else
        json->text.failed = true;
    words_rewind(trace->run.walker, made);
    return moves.count;
}

/* How many moves a cut left out; TRACE_NONE: unknown. */
static int left_out(struct json *json, const struct trace *trace, int visit)
{
    const struct trace_visit *v = &trace->visits[visit];
    int all = 0, seen = 0;

    for (int i = trace->nodes[v->node].first_child; i != TRACE_NONE; i = trace->nodes[i].next_sibling) {
        all++;
        seen += trace_has_visited(trace, visit, i);
    }
    if (trace->run.question.wants_truth)
        return all - seen;
    /* Beyond the depth only some of the moves are searched anyway. */
    all = v->phase == BY_PHASE_QUIET ? TRACE_NONE : count_legal_moves(json, trace, v->node);
    return all < seen ? TRACE_NONE : all - seen;
}

static void print_node_of(struct json *json, const struct trace *trace, const char *key, int visit)
{
    bool is_known = visit != TRACE_NONE;

    trace_member_number(json, key, is_known ? trace->visits[visit].node : 0, is_known);
}

static void print_label_of(struct json *json, const struct trace *trace, const char *key, int visit)
{
    trace_member_label(json, trace, key, visit == TRACE_NONE ? TRACE_NONE : trace->visits[visit].node);
}

static void print_cut(struct json *json, const struct trace *trace, int visit)
{
    const struct trace_visit *v = &trace->visits[visit];
    by_text words = {0};
    int count = left_out(json, trace, visit);

    json_member_object(json, "cut", JSON_ON_ONE_LINE);
    json_member_string(json, "kind", trace_cut_kind_names[v->cut_kind]);
    print_node_of(json, trace, "node", v->cut_source.child);
    print_label_of(json, trace, "node_label", v->cut_source.child);
    print_node_of(json, trace, "at", v->cut_source.setter);
    print_label_of(json, trace, "at_label", v->cut_source.setter);
    json_member_integer(json, "bound", v->cut_bound);
    trace_add_cut_source(trace, v, &words);
    json_member_string(json, "words", by_text_string(&words));
    trace_member_number(json, "left_out", count, count != TRACE_NONE);
    json_put_end(json);
    json->text.failed |= words.failed;
    by_text_free(&words);
}

/* Members that are known only at the end. */
static void print_end(struct json *json, const struct trace *trace, const struct trace_visit *visit)
{
    trace_member_number(json, "returns", visit->value, visit->reason != BY_REASON_STOPPED);
    json_member_string(json, "reason", trace_reason_names[visit->reason]);
    if (trace->has_windows)
        print_case(json, visit->verdict);
}

static void print_visit(struct json *json, const struct trace *trace, int visit, int step)
{
    const struct trace_visit *v = &trace->visits[visit];
    const struct trace_window window = window_after(trace, visit, step);
    int reduction = v->parent == TRACE_NONE ? 0 : trace->visits[v->parent].depth - 1 - v->depth;

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_integer(json, "iteration", v->iteration + 1);
    json_member_integer(json, "entered", v->enter_step + 1);
    trace_member_number(json, "left", v->leave_step + 1, has_ended(v, step));
    json_member_bool(json, "open", !has_ended(v, step));
    json_member_integer(json, "depth", v->depth);
    json_member_integer(json, "reduction", reduction);
    json_member_string(json, "phase", trace_phase_names[v->phase]);
    if (trace->has_windows) {
        print_window(json, "entry", &v->entry);
        print_window(json, "window", &window);
    }
    if (has_ended(v, step))
        print_end(json, trace, v);
    if (has_cut(v, step))
        print_cut(json, trace, visit);
    json_put_end(json);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

/* Whether a cut kept the search from this node: at its parent, or above at the last visited node. */
static bool is_cut_off(const struct trace *trace, int node, int step)
{
    int above = node, count, visit = visit_after(trace, node, step, &count);

    if (visit != TRACE_NONE)
        return false;
    while (visit == TRACE_NONE && (above = trace->nodes[above].parent) != TRACE_NONE)
        visit = visit_after(trace, above, step, &count);
    return visit != TRACE_NONE && has_cut(&trace->visits[visit], step);
}

static void print_head(const trace_any *any, int node, struct json *json)
{
    const struct trace *trace = &any->tree;
    const struct trace_node *n = &trace->nodes[node];
    int step = trace->shown, count, visit = visit_after(trace, node, step, &count);

    json_member_string(json, "side", n->side == 0 ? "max" : "min");
    json_member_bool(json, "leaf", n->is_leaf);
    trace_member_number(json, "true_value", n->truth, n->has_truth);
    json_member_bool(json, "cut_off", is_cut_off(trace, node, step));
    json_member_integer(json, "visit_count", count);
    json_put_key(json, "visit");
    if (visit == TRACE_NONE)
        json_put_string(json, NULL);
    else
        print_visit(json, trace, visit, step);
}

/* The last visits, of which a null window may make very many. */
static void print_more(const trace_any *any, int node, struct json *json)
{
    enum { MAX_VISITS = 50 };
    const struct trace *trace = &any->tree;
    int step = trace->shown, count, number = 0;

    (void)visit_after(trace, node, step, &count);
    json_member_array(json, "visits", JSON_ON_LINES);
    for (int i = trace->nodes[node].first_visit; number < count; i = trace->visits[i].next_of_node)
        if (++number > count - MAX_VISITS)
            print_visit(json, trace, i, step);
    json_put_end(json);
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

/* How leaving changed the parent, whose window does not change while a child is searched. Without windows the bound
 * that changed is the parent's value so far. */
static void print_effect(struct json *json, const struct trace *trace, const struct trace_visit *visit)
{
    print_node_of(json, trace, "parent", visit->parent);
    print_label_of(json, trace, "parent_label", visit->parent);
    print_window(json, "parent_before", &visit->parent_before);
    print_window(json, "parent_after", &visit->parent_after);
}

static void print_step(trace_any *any, int step, bool is_whole, struct json *json)
{
    const struct trace *trace = &any->tree;
    const struct trace_step *s = &trace->steps[step - 1];
    const struct trace_visit *visit = &trace->visits[s->visit];
    const struct trace_window window = window_after(trace, s->visit, step);
    by_text words = {0};

    (void)is_whole;
    trace_add_step(trace, step - 1, &words);
    if (!words.length) { /* a leaf has no words when it is entered, only when it is left */
        by_text_add(&words, "look at ");
        trace_add_label(trace, visit->node, &words);
    }
    json_member_integer(json, "step", step);
    json_member_string(json, "event", s->kind == BY_EVENT_ENTER ? "enter" : s->kind == BY_EVENT_CUT ? "cut" : "leave");
    json_member_integer(json, "node", visit->node);
    trace_member_label(json, trace, "label", visit->node);
    json_member_string(json, "side", trace->nodes[visit->node].side == 0 ? "max" : "min");
    json_member_integer(json, "iteration", visit->iteration + 1);
    json_member_printed(json, "words", &words);
    if (trace->has_windows)
        print_window(json, "window", &window);
    if (s->kind == BY_EVENT_CUT)
        print_cut(json, trace, s->visit);
    if (s->kind == BY_EVENT_LEAVE)
        print_end(json, trace, visit);
    if (s->kind == BY_EVENT_LEAVE && visit->parent != TRACE_NONE)
        print_effect(json, trace, visit);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void print_iterations(struct json *json, const struct trace *trace)
{
    json_member_array(json, "iterations", JSON_ON_LINES);
    for (int i = 0; i < trace->iteration_count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_integer(json, "depth", trace->iterations[i].depth);
        json_member_integer(json, "value", trace->iterations[i].value);
        json_member_integer(json, "first_step", trace->iterations[i].first_step + 1);
        json_member_integer(json, "last_step", trace->iterations[i].end_step);
        json_put_end(json);
    }
    json_put_end(json);
}

static void print_summary(const trace_any *any, struct json *json)
{
    const struct trace *trace = &any->tree;
    int visited, all;

    json_member_bool(json, "truth", trace->run.question.wants_truth);
    trace_member_number(json, "value", trace->value, trace->kind != BY_KIND_UNKNOWN);
    json_member_string(json, "kind", by_kind_name(trace->kind));
    json_member_integer(json, "depth", trace->depth);
    trace_count_nodes(trace, false, &visited, &all);
    json_member_integer(json, "nodes_visited", visited);
    trace_count_nodes(trace, true, &visited, &all);
    json_member_integer(json, "leaves", all);
    json_member_integer(json, "leaves_visited", visited);
    json_member_integer(json, "visits", trace->visit_count);
    print_iterations(json, trace);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

/* A part is an iteration, with a row for each visit that it completed. */
static bool list_rows(const trace_any *any, int part, const struct trace_text *asked, struct trace_rows *rows)
{
    const struct trace *trace = &any->tree;

    if (part >= trace->iteration_count)
        return false;
    for (int i = trace->iterations[part].first_step; i < trace->iterations[part].end_step; i++) {
        const struct trace_visit *visit = &trace->visits[trace->steps[i].visit];

        if (trace->steps[i].kind == BY_EVENT_LEAVE && ((asked && asked->with_leaves) || !trace_is_leaf_visit(visit)))
            trace_rows_add(rows, &(struct trace_row){trace->steps[i].visit, visit->node, i + 1});
    }
    return true;
}

static void print_part(const trace_any *any, int part, struct json *json)
{
    json_member_integer(json, "depth", any->tree.iterations[part].depth);
    json_member_integer(json, "value", any->tree.iterations[part].value);
}

const struct trace_kind trace_kind_tree = {
    .name = "tree",
    .record = record,
    .is_there = is_there,
    .print_summary = print_summary,
    .print_head = print_head,
    .print_more = print_more,
    .print_step = print_step,
    .columns = trace_tree_columns,
    .list_rows = list_rows,
    .print_part = print_part,
    .print_text = trace_tree_print_text,
    .draw = trace_tree_draw,
};
