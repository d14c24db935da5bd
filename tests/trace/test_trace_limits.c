/* SPDX-License-Identifier: MIT
 *
 * Traces that are too large or have too little memory, and of which some allocation fails.
 */
#include <string.h>

#include "boyi/boyi.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/traced.h"

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

/* Every visit that has begun has also ended, and every node is named by its path. Returns the number of stopped
 * visits. */
static int walk(trace_any *trace, int node, int ply)
{
    const struct json_value *root = traced_children(trace, node, trace_steps(trace), 0, 0),
                            *visit = told_member(root, "visit");
    int count = (int)told_number(root, "child_count"), stopped = 0, children[TRACE_CHILDREN_MOST];

    assert_int_equal(told_number(root, "ply"), ply);
    assert_int_equal(visit->kind, JSON_OBJECT);
    assert_false(told_truth(visit, "open"));
    stopped = strcmp(told_text(visit, "reason"), "stopped") == 0;
    assert_true(!ply || strlen(told_text(root, "move")) == 4);
    if (ply)
        assert_int_equal(strlen(told_text(root, "label")), 5 * ply - 1);
    assert_in_range(count, 0, TRACE_CHILDREN_MOST);
    root = traced_node(trace, node, trace_steps(trace));
    for (int i = 0; i < count; i++)
        children[i] = (int)told_number(told_item(told_member(root, "children"), i), "id");
    for (int i = 0; i < count; i++)
        stopped += walk(trace, children[i], ply + 1);
    return stopped;
}

static struct traced ask_xiangqi(int nodes_most, size_t memory_most)
{
    struct traced asked = traced_ask("xiangqi", "", NULL, "alphabeta", "full");

    assert_int_equal(by_options_set(asked.options, "threads", "2", NULL), BY_OK);
    assert_int_equal(by_options_set(asked.options, "memory_kib", "4096", NULL), BY_OK);
    asked.question.nodes_most = nodes_most;
    asked.question.memory_most = memory_most;
    return asked;
}

/* A xiangqi position cannot be searched to its end, and is traced all the same: without truth, up to the depth. */
static void a_large_game_is_traced_without_its_truth(void **state)
{
    struct traced asked = ask_xiangqi(0, 0);
    trace_any *trace;
    const struct json_value *root;

    (void)state;
    asked.question.limits.depth = 3;
    trace = traced_make(&asked);
    root = traced_summary(trace);
    assert_true(told_null(root, "cut_short") && !told_truth(root, "truth"));
    assert_string_equal(told_text(told_member(root, "options"), "threads"), "1");
    assert_int_equal(told_number(root, "depth"), 3);
    assert_int_equal(told_length(told_member(root, "iterations")), 3);
    assert_true(told_length(told_member(root, "pv")) >= 3);
    assert_int_equal(told_number(root, "nodes_visited"), trace_nodes(trace));
    root = traced_node(trace, 0, trace_steps(trace));
    assert_int_equal(told_number(root, "child_count"), 44);
    assert_true(told_null(root, "true_value"));
    assert_int_equal(walk(trace, 0, 0), 0);
    assert_int_equal(told_number(traced_node(trace, 0, 1), "child_count"), 0); /* the root was entered, and no more */
    traced_forget_told();
    trace_destroy(trace);
    traced_forget(&asked);
}

/* A trace that reaches its limit of nodes stops there: open visits are stopped, the rest is unchanged. */
static void a_trace_stops_at_its_limit_of_nodes(void **state)
{
    (void)state;
    for (int most = 1; most < 3000; most = 3 * most + 1) {
        struct traced asked = ask_xiangqi(most, 0);
        trace_any *trace = traced_make(&asked);
        const struct json_value *root = traced_summary(trace);

        assert_string_equal(told_text(root, "cut_short"), "nodes");
        assert_int_equal(told_number(root, "nodes"), most);
        assert_int_equal(told_number(root, "nodes_visited"), most);
        assert_true(walk(trace, 0, 0) > 0);
        assert_int_equal(told_length(told_member(traced_steps(trace, trace_steps(trace), 1), "steps")), 1);
        assert_string_equal(
            told_text(told_item(told_member(traced_steps(trace, trace_steps(trace), 1), "steps"), 0), "event"),
            "leave");
        traced_forget_told();
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

/* The same by memory, in every kind that grows: never more than it may have, and what there is can be read. */
static void a_trace_stops_at_its_limit_of_memory(void **state)
{
    static const char *const methods[] = {"alphabeta", "df-pn", "mcts"};

    (void)state;
    for (int m = 0; m < 3; m++) {
        for (size_t most = 60000; most < 4000000; most *= 2) {
            struct traced asked = traced_ask("xiangqi", "", NULL, methods[m], NULL);
            const struct json_value *last;
            trace_any *trace;

            asked.question.memory_most = most;
            asked.question.limits.nodes = 200000;
            trace = traced_make(&asked);
            assert_in_range(trace_memory(trace), most / 4, most);
            assert_string_equal(told_text(traced_summary(trace), "cut_short"), "memory");
            assert_int_equal(told_number(traced_summary(trace), "memory"), trace_memory(trace));
            assert_true(trace_steps(trace) > 0);
            last = traced_node(trace, trace_nodes(trace) - 1, trace_steps(trace));
            assert_int_equal(told_number(last, "id"), trace_nodes(trace) - 1);
            if (m == 2) /* no node is left of an iteration that was not completed */
                assert_in_range(told_number(last, "since"), 1, trace_steps(trace));
            assert_int_equal(told_length(told_member(traced_steps(trace, trace_steps(trace), 1), "steps")), 1);
            assert_in_range(trace_memory(trace), most / 4, most);
            traced_forget_told();
            trace_destroy(trace);
            traced_forget(&asked);
        }
    }
}

/* Memory that is too little for anything is an error, not a crash. */
static void too_little_memory_is_an_error(void **state)
{
    (void)state;
    for (int form = 0; form < TRACED_FORMS; form++) {
        for (size_t most = 1; most < 20000; most += 97) {
            struct traced asked = traced_ask_form((enum trace_form)form);
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
                (void)traced_node(trace, 0, trace_steps(trace));
            traced_forget_told();
            trace_destroy(trace);
            traced_forget(&asked);
        }
    }
}

/* Asking for the whole tree of a large game is an error, and so is stopping it. */
static void the_whole_of_a_large_game_is_refused(void **state)
{
    struct traced asked = ask_xiangqi(1000, 0);
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
    traced_forget(&asked);
}

/* A large trace has no table. */
static void a_large_trace_has_no_table(void **state)
{
    struct traced asked = ask_xiangqi(2000, 0);
    trace_any *trace = traced_make(&asked);
    struct json json = {0};
    by_error error;

    (void)state;
    assert_int_equal(trace_print_table(trace, &json, &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "too many for a table"));
    assert_null(json.text.data);
    trace_destroy(trace);
    traced_forget(&asked);
}

/* A game that is over has a trace too: the root, and nothing to step through. */
static void a_game_that_is_over_has_its_root(void **state)
{
    static const char *const methods[] = {"alphabeta", "minimax", "pn", "mcts", "bsp"};

    (void)state;
    for (int m = 0; m < 5; m++) {
        struct traced asked = traced_ask("tictactoe", "", "xxx/oo./...", methods[m], NULL);
        trace_any *trace = traced_make(&asked);

        assert_int_equal(trace_nodes(trace), 1);
        assert_int_equal(trace_steps(trace), 0);
        (void)traced_summary(trace);
        assert_int_equal(told_number(traced_node(trace, 0, 0), "child_count"), 0);
        (void)traced_table(trace);
        assert_int_equal(told_length(told_member(traced_steps(trace, 1, 1), "steps")), 0);
        traced_forget_told();
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

/* Names that are found by walking are those that a small trace has. */
static void names_found_by_walking_are_the_same(void **state)
{
    struct traced asked = traced_ask("tree", "", OI_WIKI, "alphabeta", "oi-wiki");
    trace_any *small = traced_make(&asked), *walked;

    (void)state;
    assert_int_equal(trace_nodes(small), 17);
    assert_string_equal(told_text(traced_node(small, 3, 1), "label"), "A");
    assert_int_equal(told_number(traced_summary(small), "leaves"), 6);
    asked.question.memory_most = trace_memory(small) + 511; /* a byte less than names need */
    walked = traced_make(&asked);
    assert_true(told_null(traced_summary(walked), "cut_short"));
    assert_string_equal(told_text(traced_node(walked, 3, 1), "label"), "H.D.B.A");
    assert_string_equal(told_text(traced_node(walked, 3, 1), "move"), "A");
    assert_string_equal(told_item(told_member(traced_summary(walked), "pv"), 2)->text, "A");
    traced_forget_told();
    trace_destroy(small);
    trace_destroy(walked);
    traced_forget(&asked);
}

/* ---- Allocations ----------------------------------------------------------------------------------------------- */

/* Every allocation of making fails in turn: that is said, and nothing stays behind. */
static void a_failed_allocation_of_making_is_reported(void **state)
{
    (void)state;
    for (int form = 0; form < TRACED_FORMS; form++) {
        struct traced asked = traced_ask_form((enum trace_form)form);
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
        traced_forget(&asked);
    }
}

static by_status put_one(trace_any *trace, int what, struct json *json, by_error *error)
{
    int last = trace_steps(trace);

    if (what == 0)
        return trace_print_summary(trace, json, error);
    if (what == 1)
        return trace_print_node(trace, 0, last, 0, 100, json, error);
    if (what == 2)
        return trace_print_node(trace, trace_nodes(trace) - 1, last / 2, 0, 100, json, error);
    if (what == 3)
        return trace_print_steps(trace, 1, 12, json, error);
    return what == 4 ? trace_print_document(trace, last, json, error) : trace_print_table(trace, json, error);
}

/* The whole takes thousands of allocations: some of them fail, not each. */
static size_t next_to_fail(size_t n, bool is_whole)
{
    return n + 1 + (is_whole ? n / 16 : 0);
}

/* Every allocation of reading fails in turn: that is said, and the trace can be read again as before. */
static void fail_to_put(trace_any *trace, int what)
{
    struct json whole = {0};
    bool has_failed = true;

    assert_int_equal(put_one(trace, what, &whole, NULL), BY_OK);
    for (size_t n = 1; has_failed; n = next_to_fail(n, what == 4)) {
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

static void a_failed_allocation_of_reading_is_reported(void **state)
{
    (void)state;
    for (int form = 0; form < TRACED_FORMS; form++) {
        struct traced asked = traced_ask_form((enum trace_form)form);
        trace_any *trace = traced_make(&asked);

        for (int what = 0; what < 6; what++)
            fail_to_put(trace, what);
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

static by_status write_one(trace_any *trace, bool is_picture, by_text *out, by_error *error)
{
    static const struct trace_text asked = {.with_steps = true, .with_leaves = true, .is_ascii = true};

    return is_picture ? trace_print_svg(trace, trace_steps(trace), out, error)
                      : trace_print_text(trace, trace_steps(trace), &asked, out, error);
}

static void fail_to_write(trace_any *trace, bool is_picture)
{
    by_text whole = {0};
    bool has_failed = true;

    assert_int_equal(write_one(trace, is_picture, &whole, NULL), BY_OK);
    for (size_t n = 1; has_failed; n = next_to_fail(n, true)) {
        by_text text = {0};
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = write_one(trace, is_picture, &text, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (status != (has_failed ? BY_ERROR_MEMORY : BY_OK))
            fail_msg("form %d, allocation %zu: %d '%s'", (int)trace_form_of(trace), n, status, error.message);
        if (!has_failed)
            assert_string_equal(by_text_string(&text), by_text_string(&whole));
        by_text_free(&text);
    }
    by_text_free(&whole);
}

/* The same of texts and pictures. */
static void a_failed_allocation_of_printing_is_reported(void **state)
{
    (void)state;
    for (int form = 0; form < TRACED_FORMS; form++) {
        struct traced asked = traced_ask_form((enum trace_form)form);
        trace_any *trace = traced_make(&asked);

        fail_to_write(trace, false);
        fail_to_write(trace, true);
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

/* The same where names are found by walking. */
static void a_failed_allocation_of_walking_is_reported(void **state)
{
    static const char *const methods[] = {"alphabeta", "df-pn", "mcts"};

    (void)state;
    for (int m = 0; m < 3; m++) {
        struct traced asked = traced_ask(m == 2 ? "connect4" : "xiangqi", "", NULL, methods[m], NULL);
        trace_any *trace;

        asked.question.nodes_most = 2500;
        asked.question.memory_most = 64 << 20;
        trace = traced_make(&asked);
        assert_int_equal(trace_nodes(trace), 2500);
        for (int what = 0; what < 4; what++)
            fail_to_put(trace, what);
        trace_destroy(trace);
        traced_forget(&asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_game_is_traced_without_its_truth),
        cmocka_unit_test(a_trace_stops_at_its_limit_of_nodes),
        cmocka_unit_test(a_trace_stops_at_its_limit_of_memory),
        cmocka_unit_test(too_little_memory_is_an_error),
        cmocka_unit_test(the_whole_of_a_large_game_is_refused),
        cmocka_unit_test(a_large_trace_has_no_table),
        cmocka_unit_test(a_game_that_is_over_has_its_root),
        cmocka_unit_test(names_found_by_walking_are_the_same),
        cmocka_unit_test(a_failed_allocation_of_making_is_reported),
        cmocka_unit_test(a_failed_allocation_of_reading_is_reported),
        cmocka_unit_test(a_failed_allocation_of_walking_is_reported),
        cmocka_unit_test(a_failed_allocation_of_printing_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
