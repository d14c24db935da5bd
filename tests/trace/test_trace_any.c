/* SPDX-License-Identifier: MIT
 *
 * Traces of all kinds, made and read piece by piece: the worked example, nodes, tables.
 */
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/check.h"
#include "support/traced.h"

/* ---- The worked example ---------------------------------------------------------------------------------------- */

/* All eleven rows of the worked example of the OI Wiki. */
static void the_table_of_the_worked_example_has_its_rows(void **state)
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
    struct traced asked = traced_ask_form(TRACE_TREE);
    trace_any *trace = traced_make(&asked);
    const struct json_value *root, *part;

    (void)state;
    root = traced_table(trace);
    assert_int_equal(told_length(told_member(root, "columns")), 9);
    assert_string_equal(told_item(told_member(root, "columns"), 0)->text, "node");
    assert_int_equal(told_length(told_member(root, "parts")), 1);
    part = told_item(told_member(root, "parts"), 0);
    assert_int_equal(told_number(part, "value"), 3);
    assert_int_equal(told_length(told_member(part, "rows")), 11);
    for (int i = 0; i < 11; i++)
        assert_cells(told_item(told_member(part, "rows"), i), rows[i]);
    root = traced_summary(trace);
    assert_string_equal(told_text(root, "form"), "tree");
    assert_string_equal(told_text(root, "game"), "tree");
    assert_string_equal(told_text(root, "position"), OI_WIKI);
    assert_int_equal(told_number(root, "value"), 3);
    assert_int_equal(told_number(root, "nodes"), 26);
    assert_int_equal(told_number(root, "nodes_visited"), 17);
    assert_int_equal(told_number(root, "leaves_visited"), 6);
    assert_true(told_null(root, "cut_short") && told_truth(root, "truth"));
    assert_int_equal(told_length(told_member(root, "pv")), 4);
    assert_string_equal(told_item(told_member(root, "pv"), 2)->text, "A");
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

/* Children come page by page, in one order, and with their number. */
static void children_come_in_pages(void **state)
{
    struct traced asked = traced_ask("tictactoe", "", NULL, "minimax", NULL);
    trace_any *trace;
    char all[9][8];
    const struct json_value *root;

    (void)state;
    asked.question.limits.depth = 2;
    asked.question.wants_truth = true;
    trace = traced_make(&asked);
    root = traced_node(trace, 0, trace_steps(trace));
    assert_int_equal(told_number(root, "child_count"), 9);
    assert_true(told_null(root, "parent") && told_null(root, "move"));
    for (int i = 0; i < 9; i++) {
        const struct json_value *child = told_item(told_member(root, "children"), i);

        (void)snprintf(all[i], sizeof all[i], "%s", told_text(child, "move"));
        assert_int_equal(told_number(child, "child_count"), 8);
    }
    for (int first = 0; first <= 10; first += 4) {
        root = traced_children(trace, 0, trace_steps(trace), first, 4);
        assert_int_equal(told_length(told_member(root, "children")), first == 8 ? 1 : 4);
        assert_int_equal(told_number(root, "child_count"), 9);
        for (int i = first; i < first + told_length(told_member(root, "children")); i++)
            assert_string_equal(told_text(told_item(told_member(root, "children"), i - first), "move"), all[i]);
    }
    assert_int_equal(told_length(told_member(traced_children(trace, 0, 0, 50, 100), "children")), 0);
    assert_int_equal(told_length(told_member(traced_children(trace, 0, 0, 0, 0), "children")), 0);
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* The places of all children of the root, after a step: as it lists them, and none for those that are not there. */
static void assert_places(trace_any *trace, int step)
{
    int listed[64], count = 0;
    const struct json_value *children = told_member(traced_node(trace, 0, step), "children");

    for (; count < told_length(children); count++)
        listed[count] = (int)told_number(told_item(children, count), "id");
    for (int node = 0; node < trace_nodes(trace); node++) {
        const struct json_value *shown = traced_children(trace, node, step, 0, 0);
        int place = 0;

        while (place < count && listed[place] != node)
            place++;
        if (place < count)
            assert_int_equal(told_number(shown, "place"), place);
        else if (told_null(shown, "parent") || told_number(shown, "parent") == 0)
            assert_true(told_null(shown, "place"));
    }
}

/* A node knows its number among the children of its parent, so that it can be shown without those before it. */
static void a_node_knows_its_place_among_its_siblings(void **state)
{
    static const enum trace_form forms[] = {TRACE_TREE, TRACE_PROOF, TRACE_MCTS, TRACE_MOVES};

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct traced asked = traced_ask_form(forms[i]);
        trace_any *trace = traced_make(&asked);

        for (int step = 0; step <= trace_steps(trace); step++)
            assert_places(trace, step);
        traced_forget_told();
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

/* Numbers that make no sense are refused with their range. */
static void numbers_out_of_range_are_refused(void **state)
{
    struct traced asked = traced_ask_form(TRACE_TREE);
    trace_any *trace = traced_make(&asked);
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
            trace_print_node(trace, cases[i].node, cases[i].step, cases[i].first, cases[i].count, &json, &error),
            BY_ERROR_INPUT);
        assert_string_equal(error.message, cases[i].message);
        assert_null(json.text.data);
    }
    assert_int_equal(trace_print_steps(trace, 0, 1, NULL, &error), BY_ERROR_INPUT);
    assert_int_equal(trace_print_steps(trace, last + 2, 1, NULL, &error), BY_ERROR_INPUT);
    assert_int_equal(trace_print_steps(trace, 1, TRACE_STEPS_MOST + 1, NULL, &error), BY_ERROR_INPUT);
    assert_string_equal(error.message, "count of steps is 201, expected 0 to 200");
    trace_destroy(trace);
    traced_forget(&asked);
}

/* ---- The moves of bstar and bsp -------------------------------------------------------------------------------- */

static void moves_are_children_of_the_root(void **state)
{
    struct traced asked = traced_ask_form(TRACE_MOVES);
    trace_any *trace = traced_make(&asked);
    const struct json_value *root = traced_node(trace, 0, 0), *child;

    (void)state;
    assert_int_equal(told_number(root, "child_count"), 2);
    child = told_item(told_member(root, "children"), 0);
    assert_string_equal(told_text(child, "move"), "A");
    assert_int_equal(told_number(child, "estimate"), 8);
    assert_true(told_truth(child, "best") && told_truth(child, "open"));
    assert_string_equal(told_text(traced_summary(trace), "best"), "A");
    assert_string_equal(told_text(traced_summary(trace), "verdict"), "By their bounds: A, B cannot be told apart");
    root = traced_table(trace);
    assert_cells(told_item(told_member(told_item(told_member(root, "parts"), 0), "rows"), 0), "A|0|8|10|0.444");
    assert_int_equal(told_length(told_member(root, "columns")), 5);
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* Tables of proofs and of mcts have the nodes in the order of the tree. */
static void tables_have_nodes_in_the_order_of_the_tree(void **state)
{
    struct traced asked = traced_ask_form(TRACE_PROOF);
    trace_any *trace = traced_make(&asked);
    const struct json_value *rows = told_member(told_item(told_member(traced_table(trace), "parts"), 0), "rows");

    (void)state;
    assert_cells(told_item(rows, 0), "A|OR|0,∞|proved|1");
    trace_destroy(trace);
    traced_forget(&asked);
    asked = traced_ask_form(TRACE_MCTS);
    trace = traced_make(&asked);
    rows = told_member(told_item(told_member(traced_table(trace), "parts"), 0), "rows");
    assert_int_equal(told_number(told_item(rows, 0), "node"), 0);
    assert_string_equal(told_item(told_member(told_item(rows, 0), "cells"), 1)->text, "30");
    assert_int_equal(told_length(rows), trace_nodes(trace));
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* ---- The document ---------------------------------------------------------------------------------------------- */

/* The text of a line from `start` on, without the trailing comma. */
static void read_line(const char *text, const char *start, char *line, size_t room)
{
    const char *at = strstr(text, start);
    size_t length;

    assert_non_null(at);
    length = strcspn(at, "\n");
    length -= length && at[length - 1] == ',';
    assert_true(length < room);
    memcpy(line, at, length);
    line[length] = 0;
}

static void assert_same_steps(trace_any *trace, const char *document)
{
    static char expected[1 << 16], line[1 << 16];
    char start[32];

    for (int step = 1; step <= trace_steps(trace); step++) {
        (void)snprintf(start, sizeof start, "{\"step\": %d,", step);
        (void)traced_steps(trace, step, 1);
        read_line(traced_told(), start, expected, sizeof expected);
        read_line(document, start, line, sizeof line);
        assert_string_equal(line, expected);
    }
}

/* Below each node of the document are the children that the node has by itself. */
static void assert_same_nodes(trace_any *trace, const struct json_value *node)
{
    const struct json_value *children = told_member(node, "children");
    int id = (int)told_number(node, "id"), count = told_length(children);
    struct json json = {0};
    by_error error;

    assert_int_equal(told_number(node, "child_count"), count);
    assert_int_equal(trace_print_node(trace, id, trace_steps(trace), 0, TRACE_CHILDREN_MOST, &json, &error), BY_OK);
    for (int i = 0; i < count; i++) {
        char place[64];

        (void)snprintf(place, sizeof place, "{\"id\": %d,", (int)told_number(told_item(children, i), "id"));
        assert_non_null(strstr(by_text_string(&json.text), place));
        assert_int_equal(told_number(told_item(children, i), "place"), i);
        assert_int_equal(told_number(told_item(children, i), "parent"), id);
        assert_same_nodes(trace, told_item(children, i));
    }
    by_text_free(&json.text);
}

/* The document of the whole has the objects that are printed one by one. */
static void the_document_is_made_of_the_same_objects(void **state)
{
    (void)state;
    for (int form = 0; form < TRACED_FORMS; form++) {
        struct traced asked = traced_ask_form((enum trace_form)form);
        trace_any *trace = traced_make(&asked);
        struct json json = {0};
        struct json_document document = {0};
        by_error error;

        assert_int_equal(trace_print_document(trace, trace_steps(trace), &json, &error), BY_OK);
        if (json_read(by_text_string(&json.text), &document, &error))
            fail_msg("form %d, line %d, column %d: %s", form, error.line, error.column, error.message);
        assert_int_equal(told_length(told_member(document.root, "steps")), trace_steps(trace));
        assert_string_equal(told_text(told_member(document.root, "trace"), "form"),
                            told_text(traced_summary(trace), "form"));
        assert_same_steps(trace, by_text_string(&json.text));
        assert_same_nodes(trace, told_member(document.root, "tree"));
        json_document_free(&document);
        by_text_free(&json.text);
        traced_forget_told();
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_the_worked_example_has_its_rows),
        cmocka_unit_test(children_come_in_pages),
        cmocka_unit_test(a_node_knows_its_place_among_its_siblings),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(moves_are_children_of_the_root),
        cmocka_unit_test(tables_have_nodes_in_the_order_of_the_tree),
        cmocka_unit_test(the_document_is_made_of_the_same_objects),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
