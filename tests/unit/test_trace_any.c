/* SPDX-License-Identifier: MIT
 *
 * Traces of all kinds, made and read piece by piece.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "front/json_read.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"
#include "trace/trace.h"

#define OI_WIKI "H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))"
#define PROOF   "A(B(C(loss,E(win,F(loss,loss))),D(win)),G(H(I(win,win),loss),J(K(win,L(win,loss)),M(win))))"

/* ---- Making ---------------------------------------------------------------------------------------------------- */

struct asked {
    struct opened opened;
    by_options *options;
    struct trace_question question;
};

static struct asked ask(const char *game, const char *settings, const char *position, const char *method,
                        const char *preset)
{
    struct asked asked = {.opened = open_position(game, settings, position)};
    by_error error = {0};

    if (by_method_find(method, &asked.question.method, &error) ||
        by_options_create(by_method_options(asked.question.method), &asked.options, &error) ||
        (preset && by_method_apply_preset(asked.question.method, preset, asked.options, &error)))
        fail_msg("%s", error.message);
    asked.question.game = asked.opened.game;
    asked.question.position = asked.opened.position;
    asked.question.options = asked.options;
    return asked;
}

static void forget(struct asked *asked)
{
    by_options_destroy(asked->options);
    close_position(&asked->opened);
}

static trace_any *make(const struct asked *asked)
{
    trace_any *trace = NULL;
    by_error error = {0};

    if (trace_make(&asked->question, &trace, &error))
        fail_msg("%s", error.message);
    return trace;
}

/* One of each kind, small. */
static const int kind_count = TRACE_MOVES + 1;

static struct asked ask_kind(enum trace_form form)
{
    struct asked asked;

    switch (form) {
    case TRACE_TREE:
        asked = ask("tree", "", OI_WIKI, "alphabeta", "oi-wiki");
        asked.question.wants_truth = true;
        return asked;
    case TRACE_PROOF:
        return ask("tree", "", PROOF, "pn", NULL);
    case TRACE_MCTS:
        asked = ask("tictactoe", "", "xo./.x./..o", "mcts", "plain");
        assert_int_equal(by_options_set(asked.options, "playouts", "moves", NULL), BY_OK);
        asked.question.limits.nodes = 30;
        return asked;
    case TRACE_MOVES:
        break;
    }
    asked = ask("tree", "", "root(B~2[0..10](1,2,10),A~8[0..10](7,9,10))", "bsp", NULL);
    assert_int_equal(by_options_set(asked.options, "probe_depth", "0", NULL), BY_OK);
    asked.question.limits.nodes = 2;
    return asked;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

/* What was put last, and the same read again. */
static by_text put;
static struct json_document document;

static void forget_put(void)
{
    json_document_free(&document);
    by_text_free(&put);
    document = (struct json_document){0};
}

static const struct json_value *read_put(struct json *json)
{
    by_error error = {0};

    forget_put();
    put = json->text;
    if (json_read(by_text_string(&put), &document, &error))
        fail_msg("line %d, column %d: %s in %s", error.line, error.column, error.message, by_text_string(&put));
    assert_int_equal(document.root->kind, JSON_OBJECT);
    return document.root;
}

static const struct json_value *get_summary(trace_any *trace)
{
    struct json json = {0};

    assert_int_equal(trace_put_summary(trace, &json, NULL), BY_OK);
    return read_put(&json);
}

static const struct json_value *get_children(trace_any *trace, int node, int step, int first, int count)
{
    struct json json = {0};

    assert_int_equal(trace_put_node(trace, node, step, first, count, &json, NULL), BY_OK);
    return read_put(&json);
}

static const struct json_value *get_node(trace_any *trace, int node, int step)
{
    return get_children(trace, node, step, 0, TRACE_CHILDREN_MOST);
}

static const struct json_value *get_steps(trace_any *trace, int first, int count)
{
    struct json json = {0};

    assert_int_equal(trace_put_steps(trace, first, count, &json, NULL), BY_OK);
    return read_put(&json);
}

static const struct json_value *get_table(trace_any *trace)
{
    struct json json = {0};

    assert_int_equal(trace_put_table(trace, &json, NULL), BY_OK);
    return read_put(&json);
}

static const struct json_value *member(const struct json_value *object, const char *name)
{
    const struct json_value *value = json_member(object, name);

    if (!value)
        fail_msg("no '%s' in %s", name, by_text_string(&put));
    return value;
}

static int64_t number(const struct json_value *object, const char *name)
{
    const struct json_value *value = member(object, name);

    if (value->kind != JSON_NUMBER)
        fail_msg("'%s' is %s in %s", name, json_kind_name(value->kind), by_text_string(&put));
    return value->integer;
}

static const char *text(const struct json_value *object, const char *name)
{
    const struct json_value *value = member(object, name);

    return value->kind == JSON_STRING ? value->text : "null";
}

static bool truth(const struct json_value *object, const char *name)
{
    assert_int_equal(member(object, name)->kind, JSON_BOOL);
    return member(object, name)->truth;
}

static bool is_null(const struct json_value *object, const char *name)
{
    return member(object, name)->kind == JSON_NULL;
}

static int length(const struct json_value *array)
{
    int count = 0;

    assert_int_equal(array->kind, JSON_ARRAY);
    for (const struct json_value *v = array->child; v; v = v->next)
        count++;
    return count;
}

static const struct json_value *item(const struct json_value *array, int index)
{
    const struct json_value *value = array->child;

    assert_in_range(index, 0, length(array) - 1);
    while (index--)
        value = value->next;
    return value;
}

/* ---- The worked example ---------------------------------------------------------------------------------------- */

static void assert_cells(const struct json_value *row, const char *expected)
{
    by_text cells = {0};

    for (const struct json_value *cell = member(row, "cells")->child; cell; cell = cell->next)
        by_text_printf(&cells, "%s%s", cells.length ? "|" : "", cell->text);
    assert_string_equal(by_text_string(&cells), expected);
    by_text_free(&cells);
}

/* All eleven rows of the worked example of the OI Wiki. */
static void test_worked_example(void **state)
{
    static const char *const rows[] = {
        "A|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "C|MIN|3,+∞|3,2|2|leaf 12|shallow, A=3 at B|2|3",
        "B|MAX|−∞,+∞|3,+∞|3|–|–|3|1",
        "F|MIN|−∞,3|−∞,3|3|–|–|15|2",
        "E|MAX|−∞,3|3,3|3|G|shallow, B=3 at D|15|3",
        "D|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "K|MIN|3,+∞|3,2|2|leaf 5|deep, D=3 at H|2|3",
        "L|MIN|3,+∞|3,3|3|nothing left|deep, D=3 at H|3|3",
        "J|MAX|3,+∞|3,+∞|3|–|–|3|2",
        "I|MIN|3,+∞|3,3|3|M|shallow, D=3 at H|2|3",
        "H|MAX|−∞,+∞|3,+∞|3|–|–|3|1",
    };
    struct asked asked = ask_kind(TRACE_TREE);
    trace_any *trace = make(&asked);
    const struct json_value *root, *part;

    (void)state;
    root = get_table(trace);
    assert_int_equal(length(member(root, "columns")), 9);
    assert_string_equal(item(member(root, "columns"), 0)->text, "node");
    assert_int_equal(length(member(root, "parts")), 1);
    part = item(member(root, "parts"), 0);
    assert_int_equal(number(part, "value"), 3);
    assert_int_equal(length(member(part, "rows")), 11);
    for (int i = 0; i < 11; i++)
        assert_cells(item(member(part, "rows"), i), rows[i]);
    root = get_summary(trace);
    assert_string_equal(text(root, "form"), "tree");
    assert_string_equal(text(root, "game"), "tree");
    assert_string_equal(text(root, "position"), OI_WIKI);
    assert_int_equal(number(root, "value"), 3);
    assert_int_equal(number(root, "nodes"), 26);
    assert_int_equal(number(root, "nodes_visited"), 17);
    assert_int_equal(number(root, "leaves_visited"), 6);
    assert_true(is_null(root, "cut_short") && truth(root, "truth"));
    assert_int_equal(length(member(root, "pv")), 4);
    assert_string_equal(item(member(root, "pv"), 2)->text, "A");
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

/* Children come page by page, in one order, and with their number. */
static void test_pages_of_children(void **state)
{
    struct asked asked = ask("tictactoe", "", NULL, "minimax", NULL);
    trace_any *trace;
    char all[9][8];
    const struct json_value *root;

    (void)state;
    asked.question.limits.depth = 2;
    asked.question.wants_truth = true;
    trace = make(&asked);
    root = get_node(trace, 0, trace_steps(trace));
    assert_int_equal(number(root, "child_count"), 9);
    assert_true(is_null(root, "parent") && is_null(root, "move"));
    for (int i = 0; i < 9; i++) {
        const struct json_value *child = item(member(root, "children"), i);

        (void)snprintf(all[i], sizeof all[i], "%s", text(child, "move"));
        assert_int_equal(number(child, "child_count"), 8);
    }
    for (int first = 0; first <= 10; first += 4) {
        root = get_children(trace, 0, trace_steps(trace), first, 4);
        assert_int_equal(length(member(root, "children")), first == 8 ? 1 : 4);
        assert_int_equal(number(root, "child_count"), 9);
        for (int i = first; i < first + length(member(root, "children")); i++)
            assert_string_equal(text(item(member(root, "children"), i - first), "move"), all[i]);
    }
    assert_int_equal(length(member(get_children(trace, 0, 0, 50, 100), "children")), 0);
    assert_int_equal(length(member(get_children(trace, 0, 0, 0, 0), "children")), 0);
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* The places of all children of the root, after a step: as it lists them, and none for those that are not there. */
static void assert_places(trace_any *trace, int step)
{
    int listed[64], count = 0;
    const struct json_value *children = member(get_node(trace, 0, step), "children");

    for (; count < length(children); count++)
        listed[count] = (int)number(item(children, count), "id");
    for (int node = 0; node < trace_nodes(trace); node++) {
        const struct json_value *shown = get_children(trace, node, step, 0, 0);
        int place = 0;

        while (place < count && listed[place] != node)
            place++;
        if (place < count)
            assert_int_equal(number(shown, "place"), place);
        else if (is_null(shown, "parent") || number(shown, "parent") == 0)
            assert_true(is_null(shown, "place"));
    }
}

/* A node knows its number among the children of its parent, so that it can be shown without those before it. */
static void test_places_of_children(void **state)
{
    static const enum trace_form forms[] = {TRACE_TREE, TRACE_PROOF, TRACE_MCTS, TRACE_MOVES};

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct asked asked = ask_kind(forms[i]);
        trace_any *trace = make(&asked);

        for (int step = 0; step <= trace_steps(trace); step++)
            assert_places(trace, step);
        forget_put();
        trace_destroy(trace);
        forget(&asked);
    }
}

/* Numbers that make no sense are refused with their range. */
static void test_bad_numbers(void **state)
{
    struct asked asked = ask_kind(TRACE_TREE);
    trace_any *trace = make(&asked);
    const int last = trace_steps(trace);
    const struct {
        int node, step, first, count;
        const char *message;
    } cases[] = {
        {-1, 0, 0, 1, "node is -1, expected 0 to 25"},
        {26, 0, 0, 1, "node is 26, expected 0 to 25"},
        {0, -1, 0, 1, "step is -1, expected 0 to 39"},
        {0, last + 1, 0, 1, "step is 40, expected 0 to 39"},
        {0, 0, -1, 1, "first child is -1, expected 0 to 26"},
        {0, 0, 0, 101, "count of children is 101, expected 0 to 100"},
        {0, 0, 0, -1, "count of children is -1, expected 0 to 100"},
    };
    by_error error;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json json = {0};

        assert_int_equal(
            trace_put_node(trace, cases[i].node, cases[i].step, cases[i].first, cases[i].count, &json, &error),
            BY_ERROR_INPUT);
        assert_string_equal(error.message, cases[i].message);
        assert_null(json.text.data);
    }
    assert_int_equal(trace_put_steps(trace, 0, 1, NULL, &error), BY_ERROR_INPUT);
    assert_int_equal(trace_put_steps(trace, last + 2, 1, NULL, &error), BY_ERROR_INPUT);
    assert_int_equal(trace_put_steps(trace, 1, TRACE_STEPS_MOST + 1, NULL, &error), BY_ERROR_INPUT);
    assert_string_equal(error.message, "count of steps is 201, expected 0 to 200");
    trace_destroy(trace);
    forget(&asked);
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

/* The node with this label; fails if there is none. */
static int find(trace_any *trace, const char *label)
{
    for (int i = 0; i < trace_nodes(trace); i++)
        if (strcmp(text(get_children(trace, i, trace_steps(trace), 0, 0), "label"), label) == 0)
            return i;
    fail_msg("no node '%s'", label);
    return 0;
}

static void assert_window(const struct json_value *object, const char *name, const char *expected)
{
    const struct json_value *window = member(object, name);
    by_text words = {0};

    for (int i = 0; i < 2; i++) {
        const struct json_value *bound = item(window, i);

        by_text_add(&words, i ? "," : "");
        if (bound->kind == JSON_NULL)
            by_text_add(&words, "-");
        else
            by_text_printf(&words, "%lld", (long long)bound->integer);
    }
    assert_string_equal(by_text_string(&words), expected);
    by_text_free(&words);
}

/* The number of the step with these words. */
static int step_with(trace_any *trace, const char *words)
{
    const struct json_value *root = get_steps(trace, 1, TRACE_STEPS_MOST);

    for (int i = 0; i < length(member(root, "steps")); i++)
        if (strcmp(text(item(member(root, "steps"), i), "words"), words) == 0)
            return i + 1;
    fail_msg("no step '%s' in %s", words, by_text_string(&put));
    return 0;
}

/* The film of the worked example: words as in the log, and nodes as they were at the time. */
static void test_steps_of_a_tree(void **state)
{
    struct asked asked = ask_kind(TRACE_TREE);
    trace_any *trace = make(&asked);
    int c = find(trace, "C"), b = find(trace, "B"), g = find(trace, "G"), cuts;
    const struct json_value *root, *visit;

    (void)state;
    root = item(member(get_steps(trace, 1, 1), "steps"), 0);
    assert_string_equal(text(root, "event"), "enter");
    assert_string_equal(text(root, "words"), "enter H (MAX) with −∞,+∞");
    cuts = step_with(trace, "C cuts, β 2 ≤ α 3 (shallow, A=3 at B): leaf 12");
    assert_int_equal(step_with(trace, "leave C with 3,2, returns 2, case 3; no better for B"), cuts + 1);

    visit = member(get_node(trace, b, cuts), "visit"); /* A has raised alpha, C is being looked at */
    assert_true(truth(visit, "open"));
    assert_window(visit, "entry", "-,-");
    assert_window(visit, "window", "3,-");
    visit = member(get_node(trace, c, cuts), "visit");
    assert_true(truth(visit, "open"));
    assert_window(visit, "window", "3,2");
    assert_string_equal(text(member(visit, "cut"), "kind"), "shallow");
    assert_int_equal(number(member(visit, "cut"), "left_out"), 1);
    assert_null(json_member(visit, "returns"));
    visit = member(get_node(trace, c, cuts - 1), "visit");
    assert_null(json_member(visit, "cut"));
    visit = member(get_node(trace, c, cuts + 1), "visit");
    assert_false(truth(visit, "open"));
    assert_int_equal(number(visit, "returns"), 2);
    assert_string_equal(text(visit, "reason"), "cut");

    assert_true(is_null(get_node(trace, c, 0), "visit"));
    assert_false(truth(get_node(trace, g, cuts), "cut_off"));
    assert_true(truth(get_node(trace, g, trace_steps(trace)), "cut_off"));
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* Leaving says what it did to the parent. */
static void test_effect_of_a_step(void **state)
{
    struct asked asked = ask_kind(TRACE_TREE);
    trace_any *trace = make(&asked);
    int leaves = step_with(trace, "leave A with −∞,3, returns 3, case 1; α of B rises to 3");
    const struct json_value *step = item(member(get_steps(trace, leaves, 1), "steps"), 0);

    (void)state;
    assert_window(step, "parent_before", "-,-");
    assert_window(step, "parent_after", "3,-");
    assert_int_equal(number(step, "returns"), 3);
    assert_int_equal(number(step, "case"), 1);
    assert_int_equal(number(get_steps(trace, 5, 7), "count"), trace_steps(trace));
    assert_int_equal(length(member(get_steps(trace, 5, 7), "steps")), 7);
    assert_int_equal(number(item(member(get_steps(trace, 5, 7), "steps"), 6), "step"), 11);
    assert_int_equal(length(member(get_steps(trace, trace_steps(trace), 7), "steps")), 1);
    assert_int_equal(length(member(get_steps(trace, trace_steps(trace) + 1, 7), "steps")), 0);
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* At any step a visit is entered before it is left, and the words of all steps are there, in every kind. */
static void test_all_steps_of_all_kinds(void **state)
{
    (void)state;
    for (int form = 0; form < kind_count; form++) {
        struct asked asked = ask_kind((enum trace_form)form);
        trace_any *trace = make(&asked);
        const struct json_value *root = get_steps(trace, 1, TRACE_STEPS_MOST);

        assert_int_equal(trace_form_of(trace), form);
        assert_int_equal(length(member(root, "steps")), trace_steps(trace));
        assert_true(form == TRACE_MOVES ? trace_steps(trace) == 0 : trace_steps(trace) > 10);
        for (int i = 0; i < trace_steps(trace); i++) {
            const struct json_value *step = item(member(root, "steps"), i);

            assert_int_equal(number(step, "step"), i + 1);
            assert_in_range(number(step, "node"), 0, trace_nodes(trace) - 1);
            assert_true(strlen(text(step, "words")) > 4);
        }
        for (int step = 0; step <= trace_steps(trace); step++)
            for (int node = 0; node < trace_nodes(trace); node++)
                assert_int_equal(number(get_node(trace, node, step), "id"), node);
        forget_put();
        trace_destroy(trace);
        forget(&asked);
    }
}

/* A proof is shown as it was: the root's numbers change from step to step, and nodes come with their expansion. */
static void test_steps_of_a_proof(void **state)
{
    struct asked asked = ask_kind(TRACE_PROOF);
    trace_any *trace = make(&asked);
    const struct json_value *root;

    (void)state;
    assert_int_equal(trace_steps(trace), 11);
    root = get_node(trace, 0, 0);
    assert_int_equal(number(root, "child_count"), 0);
    assert_window(root, "numbers", "1,1");
    root = get_node(trace, 0, 1);
    assert_int_equal(number(root, "child_count"), 2);
    assert_string_equal(text(root, "state"), "open");
    root = get_node(trace, 0, 11);
    assert_string_equal(text(root, "state"), "proved");
    assert_window(root, "numbers", "0,-");
    assert_window(get_node(trace, 0, 0), "numbers", "1,1"); /* and back */
    assert_string_equal(text(get_summary(trace), "question"), "does max win?");
    assert_string_equal(text(get_summary(trace), "answer"), "yes");
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* The tree of mcts is shown as it was: after an iteration the root has so many visits, and so have its children. */
static void test_steps_of_mcts(void **state)
{
    struct asked asked = ask_kind(TRACE_MCTS);
    trace_any *trace = make(&asked);

    (void)state;
    assert_int_equal(trace_steps(trace), 30);
    for (int step = 30; step >= 0; step--) {
        const struct json_value *root = get_node(trace, 0, step);
        int64_t sum = 0;

        assert_int_equal(number(root, "visits"), step);
        for (const struct json_value *child = member(root, "children")->child; child; child = child->next) {
            assert_in_range(number(child, "since"), 1, step);
            sum += number(child, "visits");
        }
        assert_true(sum == step || sum == step - 1); /* the first iteration may end at the root */
    }
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* An iteration tells its four phases: which move was selected of which, what was new, the playout, what came back. */
static void test_phases_of_mcts(void **state)
{
    struct asked asked = ask_kind(TRACE_MCTS);
    trace_any *trace = make(&asked);
    const struct json_value *steps = member(get_steps(trace, 1, 30), "steps");

    (void)state;
    for (int i = 0; i < 30; i++) {
        const struct json_value *step = item(steps, i), *first = item(member(step, "select"), 0);
        const struct json_value *back_up = member(step, "back_up"), *root = item(back_up, length(back_up) - 1);
        int selected = 0;

        assert_int_equal(number(first, "node"), 0);
        assert_int_equal(number(first, "move_count"), 5);
        assert_int_equal(length(member(first, "moves")), 5);
        for (int m = 0; m < 5; m++) {
            const struct json_value *move = item(member(first, "moves"), m);

            selected += truth(move, "selected");
            if (truth(move, "selected"))
                assert_string_equal(text(move, "move"), text(first, "selected"));
        }
        assert_int_equal(selected, 1);
        assert_int_equal(length(back_up), length(member(step, "select")) + 1);
        assert_int_equal(number(item(back_up, 0), "node"), number(step, "node"));
        assert_int_equal(item(member(root, "visits"), 1)->integer, i + 1);
        assert_int_equal(length(member(member(step, "simulate"), "moves")), number(member(step, "simulate"), "plies"));
    }
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* ---- The moves of bstar and bsp -------------------------------------------------------------------------------- */

static void test_moves(void **state)
{
    struct asked asked = ask_kind(TRACE_MOVES);
    trace_any *trace = make(&asked);
    const struct json_value *root = get_node(trace, 0, 0), *child;

    (void)state;
    assert_int_equal(number(root, "child_count"), 2);
    child = item(member(root, "children"), 0);
    assert_string_equal(text(child, "move"), "A");
    assert_int_equal(number(child, "estimate"), 8);
    assert_true(truth(child, "best") && truth(child, "open"));
    assert_string_equal(text(get_summary(trace), "best"), "A");
    assert_string_equal(text(get_summary(trace), "verdict"), "By their bounds: A, B cannot be told apart");
    root = get_table(trace);
    assert_cells(item(member(item(member(root, "parts"), 0), "rows"), 0), "A|0|8|10|0.444");
    assert_int_equal(length(member(root, "columns")), 5);
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* Tables of proofs and of mcts have the nodes in the order of the tree. */
static void test_tables_of_others(void **state)
{
    struct asked asked = ask_kind(TRACE_PROOF);
    trace_any *trace = make(&asked);
    const struct json_value *rows = member(item(member(get_table(trace), "parts"), 0), "rows");

    (void)state;
    assert_cells(item(rows, 0), "A|OR|0,∞|proved|1");
    trace_destroy(trace);
    forget(&asked);
    asked = ask_kind(TRACE_MCTS);
    trace = make(&asked);
    rows = member(item(member(get_table(trace), "parts"), 0), "rows");
    assert_int_equal(number(item(rows, 0), "node"), 0);
    assert_string_equal(item(member(item(rows, 0), "cells"), 1)->text, "30");
    assert_int_equal(length(rows), trace_nodes(trace));
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

/* Of every visit all that was begun has ended, and every node is named by its way. Returns the visits that were
 * stopped. */
static int walk(trace_any *trace, int node, int ply)
{
    const struct json_value *root = get_children(trace, node, trace_steps(trace), 0, 0), *visit = member(root, "visit");
    int count = (int)number(root, "child_count"), stopped = 0, children[TRACE_CHILDREN_MOST];

    assert_int_equal(number(root, "ply"), ply);
    assert_int_equal(visit->kind, JSON_OBJECT);
    assert_false(truth(visit, "open"));
    stopped = strcmp(text(visit, "reason"), "stopped") == 0;
    assert_true(!ply || strlen(text(root, "move")) == 4);
    if (ply)
        assert_int_equal(strlen(text(root, "label")), 5 * ply - 1);
    assert_in_range(count, 0, TRACE_CHILDREN_MOST);
    root = get_node(trace, node, trace_steps(trace));
    for (int i = 0; i < count; i++)
        children[i] = (int)number(item(member(root, "children"), i), "id");
    for (int i = 0; i < count; i++)
        stopped += walk(trace, children[i], ply + 1);
    return stopped;
}

static struct asked ask_xiangqi(int nodes_most, size_t memory_most)
{
    struct asked asked = ask("xiangqi", "", NULL, "alphabeta", "full");

    assert_int_equal(by_options_set(asked.options, "threads", "2", NULL), BY_OK);
    assert_int_equal(by_options_set(asked.options, "memory_kib", "4096", NULL), BY_OK);
    asked.question.nodes_most = nodes_most;
    asked.question.memory_most = memory_most;
    return asked;
}

/* A xiangqi position cannot be searched to its end, and is traced all the same: without truth, up to the depth. */
static void test_xiangqi_without_truth(void **state)
{
    struct asked asked = ask_xiangqi(0, 0);
    trace_any *trace;
    const struct json_value *root;

    (void)state;
    asked.question.limits.depth = 3;
    trace = make(&asked);
    root = get_summary(trace);
    assert_true(is_null(root, "cut_short") && !truth(root, "truth"));
    assert_string_equal(text(member(root, "options"), "threads"), "1");
    assert_int_equal(number(root, "depth"), 3);
    assert_int_equal(length(member(root, "iterations")), 3);
    assert_true(length(member(root, "pv")) >= 3);
    assert_int_equal(number(root, "nodes_visited"), trace_nodes(trace));
    root = get_node(trace, 0, trace_steps(trace));
    assert_int_equal(number(root, "child_count"), 44);
    assert_true(is_null(root, "true_value"));
    assert_int_equal(walk(trace, 0, 0), 0);
    assert_int_equal(number(get_node(trace, 0, 1), "child_count"), 0); /* the root was entered, and no more */
    forget_put();
    trace_destroy(trace);
    forget(&asked);
}

/* A trace that reaches its nodes stops there: what was open is stopped, all else is as it was. */
static void test_nodes_most(void **state)
{
    (void)state;
    for (int most = 1; most < 3000; most = 3 * most + 1) {
        struct asked asked = ask_xiangqi(most, 0);
        trace_any *trace = make(&asked);
        const struct json_value *root = get_summary(trace);

        assert_string_equal(text(root, "cut_short"), "nodes");
        assert_int_equal(number(root, "nodes"), most);
        assert_int_equal(number(root, "nodes_visited"), most);
        assert_true(walk(trace, 0, 0) > 0);
        assert_int_equal(length(member(get_steps(trace, trace_steps(trace), 1), "steps")), 1);
        assert_string_equal(text(item(member(get_steps(trace, trace_steps(trace), 1), "steps"), 0), "event"), "leave");
        forget_put();
        trace_destroy(trace);
        forget(&asked);
    }
}

/* The same by memory, in every kind that grows: never more than it may have, and what there is can be read. */
static void test_memory_most(void **state)
{
    static const char *const methods[] = {"alphabeta", "df-pn", "mcts"};

    (void)state;
    for (int m = 0; m < 3; m++) {
        for (size_t most = 60000; most < 4000000; most *= 2) {
            struct asked asked = ask("xiangqi", "", NULL, methods[m], NULL);
            trace_any *trace;

            asked.question.memory_most = most;
            asked.question.limits.nodes = 200000;
            trace = make(&asked);
            assert_in_range(trace_memory(trace), most / 4, most);
            assert_string_equal(text(get_summary(trace), "cut_short"), "memory");
            assert_int_equal(number(get_summary(trace), "memory"), trace_memory(trace));
            assert_true(trace_steps(trace) > 0);
            assert_int_equal(number(get_node(trace, trace_nodes(trace) - 1, trace_steps(trace)), "id"),
                             trace_nodes(trace) - 1);
            if (m == 2) /* no node is left of an iteration that was not completed */
                assert_in_range(number(document.root, "since"), 1, trace_steps(trace));
            assert_int_equal(length(member(get_steps(trace, trace_steps(trace), 1), "steps")), 1);
            assert_in_range(trace_memory(trace), most / 4, most);
            forget_put();
            trace_destroy(trace);
            forget(&asked);
        }
    }
}

/* Memory that is too little for anything is an error, not a crash. */
static void test_too_little_memory(void **state)
{
    (void)state;
    for (int form = 0; form < kind_count; form++) {
        for (size_t most = 1; most < 20000; most += 97) {
            struct asked asked = ask_kind((enum trace_form)form);
            trace_any *trace = NULL;
            by_error error = {0};
            by_status status;

            asked.question.memory_most = most;
            status = trace_make(&asked.question, &trace, &error);
            if (status && (status != BY_ERROR_LIMIT || !strstr(error.message, "bytes")))
                fail_msg("kind %d, %zu bytes: %d '%s'", form, most, status, error.message);
            if (!status)
                assert_in_range(trace_memory(trace), 1, most);
            if (!status)
                (void)get_node(trace, 0, trace_steps(trace));
            forget_put();
            trace_destroy(trace);
            forget(&asked);
        }
    }
}

/* Whoever wants the whole tree of what has none that is small gets an error, and so does a stopped one. */
static void test_truth_of_too_much(void **state)
{
    struct asked asked = ask_xiangqi(1000, 0);
    trace_any *trace = NULL;
    by_error error;
    by_stop *stop;

    (void)state;
    asked.question.wants_truth = true;
    asked.question.limits.depth = 3;
    assert_int_equal(trace_make(&asked.question, &trace, &error), BY_ERROR_LIMIT);
    assert_string_equal(error.message, "the tree has more than 1000 nodes; less depth makes it smaller");
    asked.question.nodes_most = 0;
    asked.question.memory_most = 100000;
    assert_int_equal(trace_make(&asked.question, &trace, &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "bytes; less depth"));
    assert_int_equal(by_stop_create(&stop, NULL), BY_OK);
    by_stop_set(stop);
    asked.question.limits.stop = stop;
    asked.question.memory_most = 0;
    assert_int_equal(trace_make(&asked.question, &trace, &error), BY_ERROR_LIMIT);
    assert_string_equal(error.message, "stopped before the tree was complete");
    assert_null(trace);
    by_stop_destroy(stop);
    forget(&asked);
}

/* A large trace has no table. */
static void test_no_table_of_much(void **state)
{
    struct asked asked = ask_xiangqi(2000, 0);
    trace_any *trace = make(&asked);
    struct json json = {0};
    by_error error;

    (void)state;
    assert_int_equal(trace_put_table(trace, &json, &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "too many for a table"));
    assert_null(json.text.data);
    trace_destroy(trace);
    forget(&asked);
}

/* A game that is over has a trace too: the root, and nothing to step through. */
static void test_game_that_is_over(void **state)
{
    static const char *const methods[] = {"alphabeta", "minimax", "pn", "mcts", "bsp"};

    (void)state;
    for (int m = 0; m < 5; m++) {
        struct asked asked = ask("tictactoe", "", "xxx/oo./...", methods[m], NULL);
        trace_any *trace = make(&asked);

        assert_int_equal(trace_nodes(trace), 1);
        assert_int_equal(trace_steps(trace), 0);
        (void)get_summary(trace);
        assert_int_equal(number(get_node(trace, 0, 0), "child_count"), 0);
        (void)get_table(trace);
        assert_int_equal(length(member(get_steps(trace, 1, 1), "steps")), 0);
        forget_put();
        trace_destroy(trace);
        forget(&asked);
    }
}

/* Names that are found by walking are those that a small trace has. */
static void test_names_by_walking(void **state)
{
    struct asked asked = ask("tree", "", OI_WIKI, "alphabeta", "oi-wiki");
    trace_any *small = make(&asked), *walked;

    (void)state;
    assert_int_equal(trace_nodes(small), 17);
    assert_string_equal(text(get_node(small, 3, 1), "label"), "A");
    assert_int_equal(number(get_summary(small), "leaves"), 6);
    asked.question.memory_most = trace_memory(small) + 511; /* a byte less than names need */
    walked = make(&asked);
    assert_true(is_null(get_summary(walked), "cut_short"));
    assert_string_equal(text(get_node(walked, 3, 1), "label"), "H.D.B.A");
    assert_string_equal(text(get_node(walked, 3, 1), "move"), "A");
    assert_string_equal(item(member(get_summary(walked), "pv"), 2)->text, "A");
    forget_put();
    trace_destroy(small);
    trace_destroy(walked);
    forget(&asked);
}

/* ---- Allocations ----------------------------------------------------------------------------------------------- */

/* Every allocation of making fails in turn: that is said, and nothing stays behind. */
static void test_failing_to_make(void **state)
{
    (void)state;
    for (int form = 0; form < kind_count; form++) {
        struct asked asked = ask_kind((enum trace_form)form);
        bool has_failed = true;

        for (size_t n = 1; has_failed; n++) {
            size_t before = allocation_current();
            trace_any *trace = NULL;
            by_error error = {0};
            by_status status;

            allocation_reset();
            allocation_fail_at(n);
            status = trace_make(&asked.question, &trace, &error);
            has_failed = allocation_count() >= n;
            allocation_reset();
            if (has_failed && (status != BY_ERROR_MEMORY || error.status != BY_ERROR_MEMORY || trace))
                fail_msg("kind %d, allocation %zu: status %d, '%s'", form, n, status, error.message);
            if (!has_failed)
                assert_int_equal(status, BY_OK);
            trace_destroy(trace);
            if (allocation_current() != before)
                fail_msg("kind %d, allocation %zu: %zu bytes before, %zu after", form, n, before, allocation_current());
        }
        forget(&asked);
    }
}

static by_status put_one(trace_any *trace, int what, struct json *json, by_error *error)
{
    int last = trace_steps(trace);

    if (what == 0)
        return trace_put_summary(trace, json, error);
    if (what == 1)
        return trace_put_node(trace, 0, last, 0, 100, json, error);
    if (what == 2)
        return trace_put_node(trace, trace_nodes(trace) - 1, last / 2, 0, 100, json, error);
    return what == 3 ? trace_put_steps(trace, 1, 12, json, error) : trace_put_table(trace, json, error);
}

/* Every allocation of reading fails in turn: that is said, and the trace can be read again as before. */
static void fail_to_put(trace_any *trace, int what)
{
    struct json whole = {0};
    bool has_failed = true;

    assert_int_equal(put_one(trace, what, &whole, NULL), BY_OK);
    for (size_t n = 1; has_failed; n++) {
        struct json json = {0}, again = {0};
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = put_one(trace, what, &json, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (status != (has_failed ? BY_ERROR_MEMORY : BY_OK))
            fail_msg("form %d, reading %d, allocation %zu: %d '%s'", (int)trace_form_of(trace), what, n, status,
                     error.message);
        by_text_free(&json.text);
        assert_int_equal(put_one(trace, what, &again, NULL), BY_OK);
        assert_string_equal(by_text_string(&again.text), by_text_string(&whole.text));
        by_text_free(&again.text);
    }
    by_text_free(&whole.text);
}

static void test_failing_to_read(void **state)
{
    (void)state;
    for (int form = 0; form < kind_count; form++) {
        struct asked asked = ask_kind((enum trace_form)form);
        trace_any *trace = make(&asked);

        for (int what = 0; what < 5; what++)
            fail_to_put(trace, what);
        trace_destroy(trace);
        forget(&asked);
    }
}

/* The same where names are found by walking. */
static void test_failing_to_walk(void **state)
{
    static const char *const methods[] = {"alphabeta", "df-pn", "mcts"};

    (void)state;
    for (int m = 0; m < 3; m++) {
        struct asked asked = ask(m == 2 ? "connect4" : "xiangqi", "", NULL, methods[m], NULL);
        trace_any *trace;

        asked.question.nodes_most = 2500;
        asked.question.memory_most = 64 << 20;
        trace = make(&asked);
        assert_int_equal(trace_nodes(trace), 2500);
        for (int what = 0; what < 4; what++)
            fail_to_put(trace, what);
        trace_destroy(trace);
        forget(&asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_pages_of_children),
        cmocka_unit_test(test_places_of_children),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_steps_of_a_tree),
        cmocka_unit_test(test_effect_of_a_step),
        cmocka_unit_test(test_all_steps_of_all_kinds),
        cmocka_unit_test(test_steps_of_a_proof),
        cmocka_unit_test(test_steps_of_mcts),
        cmocka_unit_test(test_phases_of_mcts),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_tables_of_others),
        cmocka_unit_test(test_xiangqi_without_truth),
        cmocka_unit_test(test_nodes_most),
        cmocka_unit_test(test_memory_most),
        cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_truth_of_too_much),
        cmocka_unit_test(test_no_table_of_much),
        cmocka_unit_test(test_game_that_is_over),
        cmocka_unit_test(test_names_by_walking),
        cmocka_unit_test(test_failing_to_make),
        cmocka_unit_test(test_failing_to_read),
        cmocka_unit_test(test_failing_to_walk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
