/* SPDX-License-Identifier: MIT
 *
 * What traces of all kinds have in common.
 */
#include "trace/kind.h"
#include "trace/words.h"

#include <stdlib.h>
#include <string.h>

static const struct trace_kind *kind_of(const trace_any *any)
{
    static const struct trace_kind *const kinds[] = {
        [TRACE_TREE] = &trace_kind_tree,
        [TRACE_PROOF] = &trace_kind_proof,
        [TRACE_MCTS] = &trace_kind_mcts,
        [TRACE_MOVES] = &trace_kind_moves,
    };

    return kinds[any->form];
}

/* ---- Making ---------------------------------------------------------------------------------------------------- */

/* Reserved memory for parts that are not counted: the trace itself, the root's name. */
enum { RESERVED_BYTES = sizeof(struct trace_any) + 512 };

static enum trace_form form_of(const struct trace_question *question)
{
    const char *name = by_method_name(question->method);

    if (by_method_proves(question->method))
        return TRACE_PROOF;
    if (by_method_samples(question->method))
        return TRACE_MCTS;
    if (question->wants_tree)
        return TRACE_TREE;
    return strcmp(name, "bstar") == 0 || strcmp(name, "bsp") == 0 ? TRACE_MOVES : TRACE_TREE;
}

/* Names all nodes of a small tree, if the names fit. In a large one it names only the root, and others are named by
 * walking. */
static by_status name_small(struct trace *tree, by_error *error)
{
    enum { MAX_NAMED = 2000 };
    const bool was_full = tree->run.is_full;
    by_status status = tree->node_count <= MAX_NAMED ? trace_name(tree, error) : BY_ERROR_LIMIT;

    if (status == BY_ERROR_LIMIT)
        status = trace_name_root(tree, error);
    tree->run.is_full = was_full;
    return status;
}

static void turn_to_step(trace_any *any, int step)
{
    if (any->tree.shown == step)
        return;
    any->tree.shown = step;
    if (kind_of(any)->show)
        kind_of(any)->show(any);
}

/* With several threads an observer would see one, not always the same. */
static by_status copy_options(trace_any *any, const struct trace_question *question, by_error *error)
{
    const struct by_option *table = by_method_options(question->method);
    by_status status = question->options ? by_options_copy(question->options, &any->options, error)
                                         : by_options_create(table, &any->options, error);

    if (!status && by_option_find(table, "threads"))
        status = by_options_set_number(any->options, "threads", 1, error);
    return status;
}

static by_status record(trace_any *any, const struct trace_question *question, by_error *error)
{
    struct trace_question own = *question;
    by_status status = by_position_copy(question->position, &any->position, error);

    if (!status)
        status = copy_options(any, question, error);
    if (status)
        return status;
    own.position = any->position;
    own.options = any->options;
    if (own.memory_most)
        own.memory_most = own.memory_most > RESERVED_BYTES ? own.memory_most - RESERVED_BYTES : 1;
    status = trace_run_open(&any->tree.run, &own, error);
    return status ? status : kind_of(any)->record(any, error);
}

by_status trace_make(const struct trace_question *question, trace_any **out, by_error *error)
{
    trace_any *any = calloc(1, sizeof *any);
    by_status status;

    if (!any)
        return by_error_no_memory(error);
    any->form = form_of(question);
    status = record(any, question, error);
    if (!status) {
        any->tree.shown = -1;
        turn_to_step(any, trace_steps(any));
        status = name_small(&any->tree, error);
    }
    if (status) {
        trace_destroy(any);
        return status;
    }
    trace_run_end(&any->tree.run);
    any->tree.run.question.limits = (struct by_limits){BY_SIZE(by_limits)};
    *out = any;
    return BY_OK;
}

void trace_destroy(trace_any *trace)
{
    if (!trace)
        return;
    if (kind_of(trace)->free)
        kind_of(trace)->free(trace);
    trace_free(&trace->tree);
    by_options_destroy(trace->options);
    by_position_destroy(trace->position);
    free(trace);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

enum trace_form trace_form_of(const trace_any *trace)
{
    return trace->form;
}

size_t trace_memory(const trace_any *trace)
{
    return sizeof *trace + trace->tree.run.memory;
}

int trace_nodes(const trace_any *trace)
{
    return trace->tree.node_count;
}

int trace_steps(const trace_any *trace)
{
    return trace->tree.step_count;
}

static by_status finished(const struct json *json, by_error *error)
{
    return json->text.failed ? by_error_no_memory(error) : BY_OK;
}

const char *trace_cut_short(const trace_any *trace)
{
    const struct trace_run *run = &trace->tree.run;

    if (run->is_full)
        return run->is_full_of_nodes ? "nodes" : "memory";
    return trace->form == TRACE_MCTS && trace->mcts.is_too_long ? "moves" : NULL;
}

static void print_summary(const trace_any *any, struct json *json)
{
    struct by_node root;

    by_position_node(any->position, &root);
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "form", kind_of(any)->name);
    trace_member_question(json, &any->tree.run);
    json_member_string(json, "side", root.side == 0 ? "max" : "min");
    json_member_string(json, "cut_short", trace_cut_short(any));
    json_member_unsigned(json, "memory", trace_memory(any));
    json_member_integer(json, "nodes", trace_nodes(any));
    json_member_integer(json, "steps", trace_steps(any));
    json_member_string(json, "stopped", by_stop_reason_name(any->tree.stopped));
    json_member_unsigned(json, "searched", any->tree.searched);
    kind_of(any)->print_summary(any, json);
    trace_member_variation(json, &any->tree);
    json_put_end(json);
}

by_status trace_print_summary(trace_any *trace, struct json *json, by_error *error)
{
    print_summary(trace, json);
    return finished(json, error);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

/* The child after `previous`, TRACE_NONE for the first, of those that are there. */
static int next_child(const trace_any *any, int node, int previous)
{
    const struct trace_node *nodes = any->tree.nodes;
    int child = previous == TRACE_NONE ? nodes[node].first_child : nodes[previous].next_sibling;

    while (child != TRACE_NONE && !kind_of(any)->is_there(any, child))
        child = nodes[child].next_sibling;
    return child;
}

static void print_head(const trace_any *any, int node, struct json *json)
{
    int count = 0;

    for (int i = next_child(any, node, TRACE_NONE); i != TRACE_NONE; i = next_child(any, node, i))
        count++;
    json_member_integer(json, "id", node);
    trace_member_label(json, &any->tree, "label", node);
    trace_member_move(json, &any->tree, node);
    json_member_bool(json, "on_pv", any->tree.nodes[node].is_on_pv);
    kind_of(any)->print_head(any, node, json);
    json_member_integer(json, "child_count", count);
}

/* The number of a node among those that its parent lists after the step, or TRACE_NONE. */
static int place_of(const trace_any *any, int parent, int node)
{
    int place = 0;

    if (parent == TRACE_NONE)
        return TRACE_NONE;
    for (int i = next_child(any, parent, TRACE_NONE); i != TRACE_NONE; i = next_child(any, parent, i)) {
        if (i == node)
            return place;
        place++;
    }
    return TRACE_NONE;
}

/* The state of a node, without its children. */
static void print_node(const trace_any *any, int node, struct json *json)
{
    int parent = any->tree.nodes[node].parent, place = place_of(any, parent, node);

    print_head(any, node, json);
    trace_member_number(json, "parent", parent, parent != TRACE_NONE);
    trace_member_number(json, "place", place, place != TRACE_NONE);
    json_member_integer(json, "ply", any->tree.nodes[node].ply);
    if (kind_of(any)->print_more)
        kind_of(any)->print_more(any, node, json);
}

static void print_children(const trace_any *any, int node, int first, int count, struct json *json)
{
    int number = 0;

    json_member_array(json, "children", JSON_ON_LINES);
    for (int i = next_child(any, node, TRACE_NONE); i != TRACE_NONE && number - first < count;
         i = next_child(any, node, i)) {
        if (number++ < first)
            continue;
        json_put_object(json, JSON_ON_ONE_LINE);
        print_head(any, i, json);
        json_put_end(json);
    }
    json_put_end(json);
}

/* Whether a number from a caller is in its range. */
static by_status check_range(const char *name, int number, int min, int max, by_error *error)
{
    if (number >= min && number <= max)
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "%s is %d, expected %d to %d", name, number, min, max);
}

by_status trace_print_node(trace_any *trace, int node, int step, int first, int count, struct json *json,
                           by_error *error)
{
    by_status status = check_range("node", node, 0, trace_nodes(trace) - 1, error);

    if (!status)
        status = check_range("step", step, 0, trace_steps(trace), error);
    if (!status)
        status = check_range("first child", first, 0, trace_nodes(trace), error);
    if (!status)
        status = check_range("count of children", count, 0, TRACE_CHILDREN_MOST, error);
    if (status)
        return status;
    turn_to_step(trace, step);
    json_put_object(json, JSON_ON_LINES);
    print_node(trace, node, json);
    json_member_integer(json, "step", step);
    json_member_integer(json, "first", first);
    print_children(trace, node, first, count, json);
    json_put_end(json);
    return finished(json, error);
}

static void print_steps(trace_any *any, int first, int last, bool is_whole, struct json *json)
{
    json_put_array(json, JSON_ON_LINES);
    for (int i = first; i <= last; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        kind_of(any)->print_step(any, i, is_whole, json);
        json_put_end(json);
    }
    json_put_end(json);
}

by_status trace_print_steps(trace_any *trace, int first, int count, struct json *json, by_error *error)
{
    int steps = trace_steps(trace);
    by_status status = check_range("first step", first, 1, steps + 1, error);

    if (!status)
        status = check_range("count of steps", count, 0, TRACE_STEPS_MOST, error);
    if (status)
        return status;
    json_put_object(json, JSON_ON_LINES);
    json_member_integer(json, "count", steps);
    json_member_integer(json, "first", first);
    json_put_key(json, "steps");
    print_steps(trace, first, first + count - 1 < steps ? first + count - 1 : steps, false, json);
    json_put_end(json);
    return finished(json, error);
}

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

static int count_inner_nodes(const trace_any *any)
{
    int count = 0;

    for (int i = 0; i < trace_nodes(any); i++)
        count += any->tree.nodes[i].first_child != TRACE_NONE;
    return count;
}

/* Whether a part exists, whose rows are then listed. */
static bool list_rows(const trace_any *any, int part, struct trace_rows *rows)
{
    rows->count = 0;
    return kind_of(any)->list_rows(any, part, NULL, rows);
}

static struct trace_table table_of(const trace_any *any)
{
    return (struct trace_table){any, kind_of(any)->columns};
}

void trace_print_label(const trace_any *any, int node, by_text *out)
{
    trace_add_label(&any->tree, node, out);
}

void trace_print_indented(const trace_any *any, int node, by_text *out)
{
    trace_add_indented(&any->tree, node, out);
}

void trace_print_part(const trace_any *any, int part, const struct trace_text *asked, by_text *out)
{
    const struct trace_table table = table_of(any);
    const struct trace_text_style style = {.is_ascii = asked->is_ascii};
    struct trace_rows rows = {0};

    (void)kind_of(any)->list_rows(any, part, asked, &rows);
    trace_table_print(&table, &rows, &style, out);
    trace_rows_free(&rows);
}

static void print_parts(const trace_any *any, struct trace_rows *rows, struct json *json)
{
    const struct trace_table table = table_of(any);

    json_member_array(json, "columns", JSON_ON_ONE_LINE);
    trace_table_print_titles(&table, json);
    json_put_end(json);
    json_member_array(json, "parts", JSON_ON_LINES);
    for (int part = 0; list_rows(any, part, rows); part++) {
        json_put_object(json, JSON_ON_LINES);
        if (kind_of(any)->print_part)
            kind_of(any)->print_part(any, part, json);
        json_member_array(json, "rows", JSON_ON_LINES);
        trace_table_print_rows(&table, rows, json);
        json_put_end(json);
        json_put_end(json);
    }
    json_put_end(json);
}

by_status trace_print_table(trace_any *trace, struct json *json, by_error *error)
{
    struct trace_rows rows = {0};
    int inner = count_inner_nodes(trace), count = 0;

    turn_to_step(trace, trace_steps(trace));
    for (int part = 0; list_rows(trace, part, &rows); part++)
        count += rows.count;
    if (inner >= TRACE_TABLE_NODES || count > TRACE_TABLE_ROWS) {
        trace_rows_free(&rows);
        return by_error_set(error, BY_ERROR_LIMIT,
                            "%d nodes with children and %d rows are too many for a table, expected less than %d and at "
                            "most %d",
                            inner, count, TRACE_TABLE_NODES, TRACE_TABLE_ROWS);
    }
    json_put_object(json, JSON_ON_LINES);
    print_parts(trace, &rows, json);
    json_put_end(json);
    trace_rows_free(&rows);
    return finished(json, error);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void print_tree(const trace_any *any, int node, struct json *json)
{
    json_put_object(json, JSON_ON_LINES);
    print_node(any, node, json);
    json_member_array(json, "children", JSON_ON_LINES);
    for (int i = next_child(any, node, TRACE_NONE); i != TRACE_NONE; i = next_child(any, node, i))
        print_tree(any, i, json);
    json_put_end(json);
    json_put_end(json);
}

/* Whether JSON can nest the tree: a ply takes an object and an array; outside of the root is one object, inside of a
 * node are its visits with their windows. */
static by_status check_height(const trace_any *any, by_error *error)
{
    enum { MAX_PLIES = (JSON_DEPTH_MOST - 5) / 2 };
    int height = 0;

    for (int i = 0; i < trace_nodes(any); i++)
        height = any->tree.nodes[i].ply > height ? any->tree.nodes[i].ply : height;
    if (height <= MAX_PLIES)
        return BY_OK;
    return by_error_set(error, BY_ERROR_LIMIT, "the tree is too deep for JSON: %d plies, at most %d", height,
                        MAX_PLIES);
}

by_status trace_print_document(trace_any *trace, int step, struct json *json, by_error *error)
{
    by_status status = check_range("step", step, 0, trace_steps(trace), error);

    if (!status)
        status = check_height(trace, error);
    if (status)
        return status;
    turn_to_step(trace, step);
    json_put_object(json, JSON_ON_LINES);
    json_put_key(json, "trace");
    print_summary(trace, json);
    json_member_integer(json, "after_step", step);
    if (kind_of(trace)->print_rest)
        kind_of(trace)->print_rest(trace, json);
    json_put_key(json, "steps");
    print_steps(trace, 1, step, true, json);
    json_put_key(json, "tree");
    print_tree(trace, 0, json);
    json_put_end(json);
    return finished(json, error);
}

/* Texts and pictures of mcts are about an iteration, those of bounds about moves. */
static by_status check_content(const trace_any *any, by_error *error)
{
    if (any->form == TRACE_MCTS && !any->tree.step_count)
        return by_error_set(error, BY_ERROR_INPUT,
                            "there was no iteration: the game is over in this position, or no limit allows for one");
    if (any->form == TRACE_MOVES && !any->moves.count)
        return by_error_set(error, BY_ERROR_INPUT, "there are no bounds: %s needs time to look at each move once",
                            by_method_name(any->tree.run.question.method));
    return BY_OK;
}

/* Texts and pictures name every node. */
static by_status prepare_to_write(trace_any *any, int step, by_error *error)
{
    struct trace *tree = &any->tree;
    by_status status = check_range("step", step, 0, trace_steps(any), error);

    tree->run.question.memory_most = 0;
    tree->run.no_memory = false;
    if (!status)
        status = check_content(any, error);
    if (!status && !tree->nodes[tree->node_count - 1].label)
        status = trace_name(tree, error);
    if (!status)
        turn_to_step(any, any->form == TRACE_PROOF ? step : trace_steps(any));
    return status;
}

by_status trace_print_text(trace_any *trace, int step, const struct trace_text *asked, by_text *out, by_error *error)
{
    by_status status = prepare_to_write(trace, step, error);

    if (status)
        return status;
    kind_of(trace)->print_text(trace, asked, out);
    if (asked->is_ascii)
        trace_spell(out);
    return out->failed ? by_error_no_memory(error) : BY_OK;
}

by_status trace_print_svg(trace_any *trace, int step, by_text *out, by_error *error)
{
    by_status status = prepare_to_write(trace, step, error);

    if (!status)
        kind_of(trace)->draw(trace, out);
    return !status && out->failed ? by_error_no_memory(error) : status;
}
