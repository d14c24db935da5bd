/* SPDX-License-Identifier: MIT
 *
 * Traces of all kinds, step by step.
 */
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/check.h"
#include "support/traced.h"

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

/* The node with this label; fails if there is none. */
static int find(trace_any *trace, const char *label)
{
    for (int i = 0; i < trace_nodes(trace); i++)
        if (strcmp(told_text(traced_children(trace, i, trace_steps(trace), 0, 0), "label"), label) == 0)
            return i;
    fail_msg("no node '%s'", label);
    return 0;
}

static void assert_window(const struct json_value *object, const char *name, const char *expected)
{
    const struct json_value *window = told_member(object, name);
    by_text words = {0};

    for (int i = 0; i < 2; i++) {
        const struct json_value *bound = told_item(window, i);

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
    const struct json_value *root = traced_steps(trace, 1, TRACE_STEPS_MOST);

    for (int i = 0; i < told_length(told_member(root, "steps")); i++)
        if (strcmp(told_text(told_item(told_member(root, "steps"), i), "words"), words) == 0)
            return i + 1;
    fail_msg("no step '%s' in %s", words, traced_told());
    return 0;
}

/* The film of the worked example: words as in the log, and nodes as they were at the time. */
static void a_tree_is_shown_as_it_was_at_each_step(void **state)
{
    struct traced asked = traced_ask_form(TRACE_TREE);
    trace_any *trace = traced_make(&asked);
    int c = find(trace, "C"), b = find(trace, "B"), g = find(trace, "G"), n = find(trace, "N"), cuts;
    const struct json_value *root, *visit;

    (void)state;
    root = told_item(told_member(traced_steps(trace, 1, 1), "steps"), 0);
    assert_string_equal(told_text(root, "event"), "enter");
    assert_string_equal(told_text(root, "words"), "enter H (MAX) with −∞,+∞");
    cuts = step_with(trace, "C cuts, β 2 ≤ α 3 (shallow, A=3 at B): leaf 12");
    assert_int_equal(step_with(trace, "leave C with 3,2, returns 2, case 3; no better for B"), cuts + 1);

    visit = told_member(traced_node(trace, b, cuts), "visit"); /* A has raised alpha, C is being looked at */
    assert_true(told_truth(visit, "open"));
    assert_window(visit, "entry", "-,-");
    assert_window(visit, "window", "3,-");
    visit = told_member(traced_node(trace, c, cuts), "visit");
    assert_true(told_truth(visit, "open"));
    assert_window(visit, "window", "3,2");
    assert_string_equal(told_text(told_member(visit, "cut"), "kind"), "shallow");
    assert_int_equal(told_number(told_member(visit, "cut"), "left_out"), 1);
    assert_null(json_member(visit, "returns"));
    visit = told_member(traced_node(trace, c, cuts - 1), "visit");
    assert_null(json_member(visit, "cut"));
    visit = told_member(traced_node(trace, c, cuts + 1), "visit");
    assert_false(told_truth(visit, "open"));
    assert_int_equal(told_number(visit, "returns"), 2);
    assert_string_equal(told_text(visit, "reason"), "cut");

    assert_true(told_null(traced_node(trace, c, 0), "visit"));
    assert_false(told_truth(traced_node(trace, g, cuts), "cut_off"));
    assert_true(told_truth(traced_node(trace, g, trace_steps(trace)), "cut_off"));
    assert_false(told_truth(traced_node(trace, n, cuts), "cut_off")); /* its parent M is cut off in the end */
    assert_true(told_truth(traced_node(trace, n, trace_steps(trace)), "cut_off"));
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* Leaving says what it did to the parent. */
static void leaving_reports_its_effect_on_the_parent(void **state)
{
    struct traced asked = traced_ask_form(TRACE_TREE);
    trace_any *trace = traced_make(&asked);
    int leaves = step_with(trace, "leave A with −∞,3, returns 3, case 1; α of B rises to 3");
    const struct json_value *step = told_item(told_member(traced_steps(trace, leaves, 1), "steps"), 0);

    (void)state;
    assert_window(step, "parent_before", "-,-");
    assert_window(step, "parent_after", "3,-");
    assert_int_equal(told_number(step, "returns"), 3);
    assert_int_equal(told_number(step, "case"), 1);
    assert_int_equal(told_number(traced_steps(trace, 5, 7), "count"), trace_steps(trace));
    assert_int_equal(told_length(told_member(traced_steps(trace, 5, 7), "steps")), 7);
    assert_int_equal(told_number(told_item(told_member(traced_steps(trace, 5, 7), "steps"), 6), "step"), 11);
    assert_int_equal(told_length(told_member(traced_steps(trace, trace_steps(trace), 7), "steps")), 1);
    assert_int_equal(told_length(told_member(traced_steps(trace, trace_steps(trace) + 1, 7), "steps")), 0);
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* At any step a visit is entered before it is left, and the words of all steps are there, in every kind. */
static void every_step_has_words(void **state)
{
    (void)state;
    for (int form = 0; form < TRACED_FORMS; form++) {
        struct traced asked = traced_ask_form((enum trace_form)form);
        trace_any *trace = traced_make(&asked);
        const struct json_value *root = traced_steps(trace, 1, TRACE_STEPS_MOST);

        assert_int_equal(trace_form_of(trace), form);
        assert_int_equal(told_length(told_member(root, "steps")), trace_steps(trace));
        assert_true(form == TRACE_MOVES ? trace_steps(trace) == 0 : trace_steps(trace) > 10);
        for (int i = 0; i < trace_steps(trace); i++) {
            const struct json_value *step = told_item(told_member(root, "steps"), i);

            assert_int_equal(told_number(step, "step"), i + 1);
            assert_in_range(told_number(step, "node"), 0, trace_nodes(trace) - 1);
            assert_true(strlen(told_text(step, "words")) > 4);
        }
        for (int step = 0; step <= trace_steps(trace); step++)
            for (int node = 0; node < trace_nodes(trace); node++)
                assert_int_equal(told_number(traced_node(trace, node, step), "id"), node);
        traced_forget_told();
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

/* A proof is shown as it was: the root's numbers change from step to step, and nodes come with their expansion. */
static void a_proof_is_shown_as_it_was_at_each_step(void **state)
{
    struct traced asked = traced_ask_form(TRACE_PROOF);
    trace_any *trace = traced_make(&asked);
    const struct json_value *root;

    (void)state;
    assert_int_equal(trace_steps(trace), 11);
    root = traced_node(trace, 0, 0);
    assert_int_equal(told_number(root, "child_count"), 0);
    assert_window(root, "numbers", "1,1");
    root = traced_node(trace, 0, 1);
    assert_int_equal(told_number(root, "child_count"), 2);
    assert_string_equal(told_text(root, "state"), "open");
    root = traced_node(trace, 0, 11);
    assert_string_equal(told_text(root, "state"), "proved");
    assert_window(root, "numbers", "0,-");
    assert_window(traced_node(trace, 0, 0), "numbers", "1,1"); /* and back */
    assert_string_equal(told_text(traced_summary(trace), "question"), "does max win?");
    assert_string_equal(told_text(traced_summary(trace), "answer"), "yes");
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* The tree of mcts is shown as it was: after N iterations the root has N visits, and so have its children together. */
static void mcts_is_shown_as_it_was_after_each_iteration(void **state)
{
    struct traced asked = traced_ask_form(TRACE_MCTS);
    trace_any *trace = traced_make(&asked);

    (void)state;
    assert_int_equal(trace_steps(trace), 30);
    for (int step = 30; step >= 0; step--) {
        const struct json_value *root = traced_node(trace, 0, step);
        int64_t sum = 0;

        assert_int_equal(told_number(root, "visits"), step);
        for (const struct json_value *child = told_member(root, "children")->child; child; child = child->next) {
            assert_in_range(told_number(child, "since"), 1, step);
            sum += told_number(child, "visits");
        }
        assert_true(sum == step || sum == step - 1); /* the first iteration may end at the root */
    }
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* An iteration has its four phases: which move was selected of which, what was new, the playout, what came back. */
static void an_iteration_has_its_four_phases(void **state)
{
    struct traced asked = traced_ask_form(TRACE_MCTS);
    trace_any *trace = traced_make(&asked);
    const struct json_value *steps = told_member(traced_steps(trace, 1, 30), "steps");

    (void)state;
    for (int i = 0; i < 30; i++) {
        const struct json_value *step = told_item(steps, i), *first = told_item(told_member(step, "select"), 0);
        const struct json_value *back_up = told_member(step, "back_up"),
                                *root = told_item(back_up, told_length(back_up) - 1);
        int selected = 0;

        assert_int_equal(told_number(first, "node"), 0);
        assert_int_equal(told_number(first, "move_count"), 5);
        assert_int_equal(told_length(told_member(first, "moves")), 5);
        for (int m = 0; m < 5; m++) {
            const struct json_value *move = told_item(told_member(first, "moves"), m);

            selected += told_truth(move, "selected");
            if (told_truth(move, "selected"))
                assert_string_equal(told_text(move, "move"), told_text(first, "selected"));
        }
        assert_int_equal(selected, 1);
        assert_int_equal(told_length(back_up), told_length(told_member(step, "select")) + 1);
        assert_int_equal(told_number(told_item(back_up, 0), "node"), told_number(step, "node"));
        assert_int_equal(told_item(told_member(root, "visits"), 1)->integer, i + 1);
        assert_int_equal(told_length(told_member(told_member(step, "simulate"), "moves")),
                         told_number(told_member(step, "simulate"), "plies"));
    }
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_shown_as_it_was_at_each_step),
        cmocka_unit_test(leaving_reports_its_effect_on_the_parent),
        cmocka_unit_test(every_step_has_words),
        cmocka_unit_test(a_proof_is_shown_as_it_was_at_each_step),
        cmocka_unit_test(mcts_is_shown_as_it_was_after_each_iteration),
        cmocka_unit_test(an_iteration_has_its_four_phases),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
