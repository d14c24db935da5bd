/* SPDX-License-Identifier: MIT
 *
 * Alpha-beta on trees and on tic-tac-toe, where the literature gives the exact numbers.
 */
#include <string.h>

#include "support/check.h"
#include "support/search.h"

static const struct by_limits no_limits = {BY_SIZE(by_limits)};

/* ---- Observed leaves ------------------------------------------------------------------------------------------- */

struct visits {
    int leaves;
    by_value values[64]; /* of the leaves, for MAX */
};

static void count_leaves(void *context, const struct by_event *event)
{
    struct visits *visits = context;

    if (event->reason != BY_REASON_OVER)
        return;
    if (visits->leaves < 64)
        visits->values[visits->leaves] = event->side == 0 ? event->value : -event->value;
    visits->leaves++;
}

static struct by_result run_counting(struct bench *bench, struct visits *visits)
{
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_LEAVE, .context = visits,
                                   .notify = count_leaves};

    *visits = (struct visits){0};
    return bench_observe(bench, &no_limits, &observer);
}

/* ---- Worked examples ------------------------------------------------------------------------------------------- */

/* The OI Wiki's tree: value 3, and the leaves are read in the order of its text, in all three forms. */
static void test_oi_wiki_leaves(void **state)
{
    static const char *const forms[] = {"form=recorded", "form=fail_soft", "form=fail_hard"};
    static const by_value read[] = {3, 17, 2, 15, 2, 3};
    struct bench bench;
    struct visits visits;

    (void)state;
    bench_open(&bench, "tree", "H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))");
    for (int i = 0; i < 3; i++) {
        bench_method(&bench, "alphabeta", "plain", forms[i]);
        assert_int_equal(run_counting(&bench, &visits).value, 3);
        assert_int_equal(visits.leaves, 6);
        if (i < 2) /* strict fail-hard holds the leaves' values to the window */
            assert_memory_equal(visits.values, read, sizeof read);
    }
    bench_close(&bench);
}

/* MAX over the MIN nodes {7,3}, {15}, {1,12,20,22} is worth 15 by the middle move; 12, 20, 22 are not read. */
static void test_small_example(void **state)
{
    struct bench bench;
    struct visits visits;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "tree", "((7,3),(15),(1,12,20,22))");
    bench_method(&bench, "alphabeta", "plain", "");
    result = run_counting(&bench, &visits);
    assert_int_equal(result.value, 15);
    assert_int_equal(result.best, 1);
    assert_int_equal(visits.leaves, 4);
    bench_close(&bench);
}

/* The textbook's two-ply tree: 3 by the first move, 7 of 9 leaves read. */
static void test_textbook_example(void **state)
{
    struct bench bench;
    struct visits visits;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "tree", "A(B(3,12,8),C(2,4,6),D(14,5,2))");
    bench_method(&bench, "alphabeta", "plain", "");
    result = run_counting(&bench, &visits);
    assert_int_equal(result.value, 3);
    assert_int_equal(result.best, 0);
    assert_int_equal(visits.leaves, 7);
    bench_close(&bench);
}

/* In perfect order alpha-beta reads the minimal tree of Knuth and Moore; in any order at least that, at most all. */
static void test_minimal_tree(void **state)
{
    static const struct {
        int width, depth, leaves, all;
    } rows[] = {{2, 3, 5, 8}, {3, 4, 17, 81}, {4, 4, 31, 256}, {3, 5, 35, 243}, {5, 3, 29, 125}, {2, 8, 31, 256}};
    struct visits visits;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int seed = 1; seed <= 20; seed++) {
            by_text text = {0};
            struct bench bench;

            by_text_printf(&text, "random width=%d depth=%d distinct=on order=best seed=%d", rows[i].width,
                           rows[i].depth, seed);
            bench_open(&bench, "tree", by_text_string(&text));
            bench_method(&bench, "alphabeta", "plain", "");
            run_counting(&bench, &visits);
            assert_int_equal(visits.leaves, rows[i].leaves);
            bench_close(&bench);

            by_text_clear(&text);
            by_text_printf(&text, "random width=%d depth=%d seed=%d", rows[i].width, rows[i].depth, seed);
            bench_open(&bench, "tree", by_text_string(&text));
            bench_method(&bench, "alphabeta", "plain", "");
            run_counting(&bench, &visits);
            assert_in_range(visits.leaves, rows[i].leaves, rows[i].all);
            bench_close(&bench);
            by_text_free(&text);
        }
    }
}

/* ---- Tic-tac-toe ----------------------------------------------------------------------------------------------- */

/* The published counts, to which the root is added: the whole tree, and plain alpha-beta in the order of the cells with
 * an infinite window and with (-1, 1). */
static void test_tictactoe_counts(void **state)
{
    struct by_limits window = {BY_SIZE(by_limits), .alpha = -1, .beta = 1};
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "tictactoe values=plain", NULL);
    bench_method(&bench, "minimax", NULL, "");
    result = bench_run(&bench, &no_limits);
    assert_int_equal(result.nodes + 1, 549946);
    assert_int_equal(result.kind, BY_KIND_DRAW);
    bench_method(&bench, "minimax", NULL, "form=two_player");
    assert_int_equal(bench_run(&bench, &no_limits).nodes + 1, 549946);
    bench_method(&bench, "alphabeta", "plain", "");
    result = bench_run(&bench, &no_limits);
    assert_int_equal(result.nodes + 1, 18297);
    assert_int_equal(result.kind, BY_KIND_DRAW);
    assert_true(result.is_proved);
    assert_int_equal(bench_run(&bench, &window).nodes + 1, 16811);
    bench_close(&bench);
}

/* A win is reported with its distance, with and without a hash table, and again from the next ply. */
static void test_win_distances(void **state)
{
    static const char *const settings[] = {"hash=off", "hash=on", "hash=on hash_scheme=always memory_kib=1"};
    struct bench bench;

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct by_result result = {BY_SIZE(by_result)};
        by_move best;

        /* x has a corner, o an edge beside it: x takes the centre and has two threats at once two plies later */
        bench_open(&bench, "tictactoe", "xo./.../...");
        bench_method(&bench, "alphabeta", NULL, settings[i]);
        result = bench_run(&bench, &no_limits);
        assert_int_equal(result.kind, BY_KIND_WIN);
        assert_int_equal(by_value_plies_to_end(result.value), 5);
        best = result.best;
        assert_int_equal(by_position_push(bench.position, best, NULL), BY_OK);
        result = bench_run(&bench, &no_limits);
        assert_int_equal(result.kind, BY_KIND_LOSS);
        assert_int_equal(by_value_plies_to_end(result.value), 4);
        bench_close(&bench);
    }
}

/* ---- Techniques ------------------------------------------------------------------------------------------------ */

/* A technique counts what it does when it is on, and counts nothing when it is off. */
static void test_techniques_count_only_when_on(void **state)
{
    static const struct {
        const char *settings, *counter;
    } rows[] = {
        {"pvs=on", "pvs_scouts"},
        {"pvs=on", "pvs_researches"},
        {"mtdf=on", "mtdf_passes"},
        {"deepening=1 aspiration=2", "aspiration_hits"},
        {"deepening=1 aspiration=1", "aspiration_failed_high"},
        {"deepening=1 aspiration=1", "aspiration_failed_low"},
        {"hash=on", "hash_probes"},
        {"hash=on", "hash_hits"},
        {"hash=on", "hash_cuts"},
        {"hash=on", "hash_stores"},
        {"hash=on hash_move=on deepening=1", "hash_move_tries"},
        {"hash=on hash_move=on deepening=1", "hash_move_cuts"},
        {"killers=before_captures", "killers_cuts"},
        {"killers=after_captures killer_kind=counted", "killers_cuts"},
        {"iid=plain", "iid_searches"},
        {"iid=enlarged", "iid_enlarged_searches"},
    };
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "alphabeta", "plain", "");
        result = bench_run(&bench, &no_limits);
        assert_int_equal(bench_counter(&result, rows[i].counter), 0);
        bench_method(&bench, "alphabeta", "plain", rows[i].settings);
        result = bench_run(&bench, &no_limits);
        if (!bench_counter(&result, rows[i].counter))
            fail_msg("%s is 0 with %s", rows[i].counter, rows[i].settings);
    }
    bench_close(&bench);
}

/* At the root the window is infinite: the enlarged form of iid then differs from the plain one only below, so that both
 * are equal as long as no other node is deep enough. */
static void test_iid_forms_agree_where_only_the_root_is_deep_enough(void **state)
{
    uint64_t nodes[2];
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", "random width=6 depth=6 estimates=on graph=on seed=3");
    for (int depth = 1; depth <= 5; depth++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = depth};

        bench_method(&bench, "alphabeta", "plain", "hash=on hash_move=on iid=plain");
        nodes[0] = bench_run(&bench, &limits).nodes;
        bench_method(&bench, "alphabeta", "plain", "hash=on hash_move=on iid=enlarged");
        nodes[1] = bench_run(&bench, &limits).nodes;
        if (depth <= 3)
            assert_int_equal(nodes[0], nodes[1]);
    }
    assert_int_not_equal(nodes[0], nodes[1]);
    bench_close(&bench);
}

/* Searches the same window, above the value, twice; returns how many nodes tried a hash move the second time. The root
 * is the only one: the entries of all others cut. */
static uint64_t tries_after_fail_low(const char *settings)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 2, .alpha = 5, .beta = 9};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    uint64_t tries;

    bench_open(&bench, "tree", "A(B(3,12,8),C(2,4,6),D(14,5,2))");
    bench_method(&bench, "alphabeta", "plain", settings);
    result = bench_run(&bench, &limits);
    assert_int_equal(result.kind, BY_KIND_AT_MOST);
    assert_int_equal(bench_counter(&result, "hash_move_tries"), 0);
    result = bench_run(&bench, &limits);
    tries = bench_counter(&result, "hash_move_tries");
    bench_close(&bench);
    return tries;
}

/* After all moves failed low the entry has the best of them with hash_fail_low=best, and no move with keep. */
static void test_fail_low_entries_store_a_move_on_demand(void **state)
{
    (void)state;
    assert_int_equal(tries_after_fail_low("hash=on hash_move=on"), 0);
    assert_int_equal(tries_after_fail_low("hash=on hash_move=on hash_fail_low=keep"), 0);
    assert_int_equal(tries_after_fail_low("hash=on hash_move=on hash_fail_low=best"), 1);
}

/* Deepening by two has made each shallow search before: if iid probes the table, it does not repeat them. */
static void test_iid_probes_the_table_on_demand(void **state)
{
    static const char *const settings[] = {"deepening=2 hash=on hash_depth=equal iid=plain",
                                           "deepening=2 hash=on hash_depth=equal iid=plain iid_hash=on"};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 6};
    uint64_t nodes[2], cuts[2];
    by_value values[2];
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", "random width=3 depth=8 estimates=on seed=3");
    for (int i = 0; i < 2; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "alphabeta", "plain", settings[i]);
        result = bench_run(&bench, &limits);
        assert_true(bench_counter(&result, "iid_searches") > 0);
        nodes[i] = result.nodes;
        values[i] = result.value;
        cuts[i] = bench_counter(&result, "hash_cuts");
    }
    assert_int_equal(values[1], values[0]);
    assert_true(cuts[1] > cuts[0]);
    assert_true(nodes[1] < nodes[0]);
    bench_close(&bench);
}

/* The preset follows the listing: a node has a hash move at its second visit, so it is deepened only once. */
static void test_paper_ordering_deepens_a_node_once(void **state)
{
    static const char *const settings[] = {"iid=enlarged hash_fail_low=keep", "iid=enlarged"};
    uint64_t searches[2];
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi evaluation=placement", NULL);
    for (int i = 0; i < 2; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 5};
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "alphabeta", "paper-ordering", settings[i]);
        result = bench_run(&bench, &limits);
        searches[i] = bench_counter(&result, "iid_enlarged_searches");
    }
    assert_true(searches[1] > 0 && searches[1] < searches[0]);
    bench_close(&bench);
}

/* Deepening by two has iterations of the parity of the last depth only. */
static void note_depth(void *context, const struct by_event *event)
{
    strcat(context, (const char[]){(char)('0' + event->depth), 0});
}

static void test_deepening_by_two_keeps_the_parity(void **state)
{
    static const struct {
        const char *settings;
        int depth;
        const char *depths;
    } rows[] = {
        {"deepening=1", 4, "1234"}, {"deepening=2", 5, "135"}, {"deepening=2", 6, "246"}, {"deepening=0", 6, "6"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char depths[16] = "";
        struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_ITERATION, .context = depths,
                                       .notify = note_depth};
        struct by_limits limits = {BY_SIZE(by_limits), .depth = rows[i].depth};
        struct bench bench;

        bench_open(&bench, "tictactoe", NULL);
        bench_method(&bench, "alphabeta", "plain", rows[i].settings);
        assert_int_equal(bench_observe(&bench, &limits, &observer).stopped, BY_STOPPED_DEPTH);
        assert_string_equal(depths, rows[i].depths);
        bench_close(&bench);
    }
}

/* Only the given root moves are searched; an illegal one is an error. */
static void test_only_given_root_moves_are_searched(void **state)
{
    by_move wanted[] = {3, 7}, illegal[] = {100};
    struct by_limits limits = {BY_SIZE(by_limits), .root_moves = wanted, .root_move_count = 2, .lines = 5};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    by_error error = {0};

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, "alphabeta", NULL, "");
    result = bench_run(&bench, &limits);
    assert_true(result.best == 3 || result.best == 7);
    assert_int_equal(result.line_count, 2);
    limits.root_moves = illegal;
    limits.root_move_count = 1;
    assert_int_equal(by_search_run(bench.search, bench.position, &limits, NULL, &result, &error), BY_ERROR_INPUT);
    bench_close(&bench);
}

/* ---- Several lines and restricted roots ------------------------------------------------------------------------- */

/* The value of some of the root's moves, or of its second best line, is not stored as the value of the root. */
static void test_partial_roots_are_not_stored(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 60; seed++) {
        by_move only = 0;
        struct by_limits partial[] = {{.lines = 3}, {.root_moves = &only, .root_move_count = 1}};
        by_text text = {0};
        by_value truth;
        struct bench bench;

        by_text_printf(&text, "random width=3 depth=5 seed=%d", seed);
        bench_open(&bench, "tree", by_text_string(&text));
        bench_method(&bench, "minimax", NULL, "");
        truth = bench_run(&bench, &no_limits).value;
        bench_method(&bench, "alphabeta", NULL, "");
        bench_run(&bench,
                  &(struct by_limits){BY_SIZE(by_limits), .depth = 1}); /* so that the table has its size from now on */
        for (by_move move = 0; move < 9; move++) {
            assert_int_equal(by_position_push(bench.position, move / 3, NULL), BY_OK);
            assert_int_equal(by_position_push(bench.position, move % 3, NULL), BY_OK);
            bench_run(&bench, &partial[seed % 2]);
            by_position_pop(bench.position, NULL);
            by_position_pop(bench.position, NULL);
        }
        assert_int_equal(bench_run(&bench, &no_limits).value, truth);
        bench_close(&bench);
        by_text_free(&text);
    }
}

/* However early a search is stopped, no move has two lines, and those of the last depth come first, best first. */
static void test_lines_of_stopped_searches(void **state)
{
    struct bench bench;

    (void)state;
    for (unsigned seed = 1; seed <= 10; seed++) {
        by_text text = {0};

        by_text_printf(&text, "random width=4 depth=5 estimates=on seed=%u", seed);
        bench_open(&bench, "tree", by_text_string(&text));
        for (uint64_t nodes = 5; nodes < 400; nodes += 7) {
            struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes, .lines = 3};
            struct by_result result = {BY_SIZE(by_result)};

            bench_method(&bench, "alphabeta", NULL, "");
            result = bench_run(&bench, &limits);
            for (size_t i = 1; i < result.line_count; i++) {
                const struct by_line *line = &result.lines[i];

                for (size_t j = 0; j < i; j++)
                    assert_int_not_equal(line->moves[0], result.lines[j].moves[0]);
                assert_true(line[-1].depth >= line->depth);
                if (line[-1].depth == line->depth && line[-1].kind == BY_KIND_EXACT && line->kind == BY_KIND_EXACT)
                    assert_true(line[-1].value >= line->value);
            }
        }
        bench_close(&bench);
        by_text_free(&text);
    }
}

/* In graphs a depth-limited search may find that a later line is better: it then comes first. */
static void test_lines_are_sorted(void **state)
{
    static const unsigned seeds[] = {294205, 600949, 657285};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 5, .lines = 3};

    (void)state;
    for (int i = 0; i < 3; i++) {
        by_text text = {0};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        by_text_printf(&text, "random width=3 depth=6 leaf=10 values=-40..40 graph=on estimates=on seed=%u", seeds[i]);
        bench_open(&bench, "tree", by_text_string(&text));
        bench_method(&bench, "alphabeta", NULL, "");
        result = bench_run(&bench, &limits);
        for (size_t j = 1; j < result.line_count; j++)
            assert_true(result.lines[j - 1].value >= result.lines[j].value);
        assert_int_equal(result.best, result.lines[0].moves[0]);
        bench_close(&bench);
        by_text_free(&text);
    }
}

/* A cleared search is like a new one, whatever it searched before. */
static void test_clear_is_like_new(void **state)
{
    struct by_limits many = {BY_SIZE(by_limits), .lines = 50};
    struct bench bench, fresh;

    (void)state;
    bench_open(&bench, "tree", "random width=60 depth=1");
    bench_method(&bench, "alphabeta", NULL, "memory_kib=64");
    bench_run(&bench, &many);
    by_search_clear(bench.search);
    assert_int_equal(by_position_parse(bench.position, "random width=7 depth=6 estimates=on seed=5", NULL), BY_OK);
    bench_open(&fresh, "tree", "random width=7 depth=6 estimates=on seed=5");
    bench_method(&fresh, "alphabeta", NULL, "memory_kib=64");
    assert_int_equal(bench_run(&bench, &no_limits).nodes, bench_run(&fresh, &no_limits).nodes);
    bench_close(&bench);
    bench_close(&fresh);
}

/* A search for several winning lines finds all that exist, and reports no false one when it is stopped. */
static void test_lines_of_truth(void **state)
{
    struct by_limits two = {BY_SIZE(by_limits), .lines = 2}, stopped = {.nodes = 1};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", "R(a=0,b=5,c=7,d=0)");
    bench_method(&bench, "minimax", "and-or", "");
    result = bench_run(&bench, &two);
    assert_int_equal(result.line_count, 2);
    assert_int_equal(result.lines[0].moves[0], 1);
    assert_int_equal(result.lines[1].moves[0], 2);
    assert_int_equal(result.lines[1].kind, BY_KIND_AT_LEAST);
    assert_int_equal(result.nodes, 3);
    assert_int_equal(bench_run(&bench, &stopped).kind, BY_KIND_UNKNOWN);
    bench_close(&bench);
}

/* Paths are searched that are deeper than a hash entry can store, in graphs too. */
static void test_very_deep_graphs(void **state)
{
    by_text text = {0};
    struct bench bench;

    (void)state;
    /* X is met after 2 plies and after 402; below it is a path of 400 to a choice of two values */
    by_text_add(&text, "A((X");
    for (int i = 0; i < 400; i++)
        by_text_add(&text, "(");
    by_text_add(&text, "5,9");
    for (int i = 0; i < 400; i++)
        by_text_add(&text, ")");
    by_text_add(&text, "),(");
    for (int i = 0; i < 400; i++)
        by_text_add(&text, "(");
    by_text_add(&text, "X");
    for (int i = 0; i < 400; i++)
        by_text_add(&text, ")");
    by_text_add(&text, "))");
    bench_open(&bench, "tree", by_text_string(&text));
    for (int i = 0; i < 2; i++) {
        by_value truth;

        bench_method(&bench, "minimax", NULL, "memory_kib=65536");
        truth = bench_run(&bench, &no_limits).value;
        bench_method(&bench, "alphabeta", NULL,
                     i ? "memory_kib=65536 deepening=0 hash_depth=equal" : "memory_kib=65536");
        assert_int_equal(bench_run(&bench, &no_limits).value, truth);
    }
    bench_close(&bench);
    by_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oi_wiki_leaves),
        cmocka_unit_test(test_small_example),
        cmocka_unit_test(test_textbook_example),
        cmocka_unit_test(test_minimal_tree),
        cmocka_unit_test(test_tictactoe_counts),
        cmocka_unit_test(test_win_distances),
        cmocka_unit_test(test_techniques_count_only_when_on),
        cmocka_unit_test(test_iid_forms_agree_where_only_the_root_is_deep_enough),
        cmocka_unit_test(test_fail_low_entries_store_a_move_on_demand),
        cmocka_unit_test(test_iid_probes_the_table_on_demand),
        cmocka_unit_test(test_paper_ordering_deepens_a_node_once),
        cmocka_unit_test(test_deepening_by_two_keeps_the_parity),
        cmocka_unit_test(test_only_given_root_moves_are_searched),
        cmocka_unit_test(test_partial_roots_are_not_stored),
        cmocka_unit_test(test_lines_of_stopped_searches),
        cmocka_unit_test(test_lines_are_sorted),
        cmocka_unit_test(test_clear_is_like_new),
        cmocka_unit_test(test_lines_of_truth),
        cmocka_unit_test(test_very_deep_graphs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
