/* SPDX-License-Identifier: MIT
 *
 * Verdicts that depend on the path, such as draws by repetition, on a game whose graph has cycles.
 */
#include <stdio.h>

#include "core/game.h"
#include "support/check.h"
#include "support/games.h"
#include "support/reference.h"
#include "support/search.h"

static void open_walk(struct bench *bench, const char *seed)
{
    *bench = (struct bench){0};
    assert_int_equal(by_game_open(&walk_game, NULL, &bench->game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench->game, &bench->position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench->position, seed, NULL), BY_OK);
}

/* Without a hash table the verdicts are those of the path, as in minimax. */
static void test_without_table_all_is_exact(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 200; seed++) {
        struct bench bench;
        by_text text = {0};

        by_text_printf(&text, "%u", seed);
        open_walk(&bench, by_text_string(&text));
        bench_method(&bench, "alphabeta", NULL, "hash=off");
        for (int depth = 1; depth <= 8; depth++) {
            struct by_limits limits = {BY_SIZE(by_limits), .depth = depth};

            assert_int_equal(bench_run(&bench, &limits).value, reference_value(bench.position, depth, 0));
        }
        bench_close(&bench);
        by_text_free(&text);
    }
}

/* A value that rests on a repetition of a position above the node stays out of the table. Each row is a graph and a
 * depth at which the answer is wrong if such values are stored. */
static void test_tainted_values_are_not_stored(void **state)
{
    static const struct {
        const char *seed;
        int depth;
    } rows[] = {
        {"2", 3}, {"12", 5}, {"42", 3}, {"47", 4}, {"65", 4}, {"86", 4}, {"91", 5}, {"99", 4}, {"107", 6}, {"128", 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = rows[i].depth};
        struct bench bench;

        open_walk(&bench, rows[i].seed);
        bench_method(&bench, "alphabeta", "plain", "hash=on hash_depth=equal");
        assert_int_equal(bench_run(&bench, &limits).value, reference_value(bench.position, rows[i].depth, 0));
        bench_close(&bench);
    }
}

/* If repeating loses, everywhere or at some places, it matters where a cycle was entered: no value that rests on one is
 * taken from the table on another path and called proved. All lines end within as many plies as there are places. */
static void check_values_by_repetition(const by_game_type *type)
{
    const struct by_limits limits = {BY_SIZE(by_limits), .depth = DIGRAPH_PLACES + 1};
    struct bench bench = {0};
    int proved = 0;

    assert_int_equal(by_game_open(type, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    for (unsigned seed = 1; seed <= 6000; seed++) {
        struct by_result result = {BY_SIZE(by_result)};
        struct by_node node;
        by_value truth;
        char text[40];

        (void)snprintf(text, sizeof text, "%u 0", seed);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        by_position_verdict(bench.position, &node);
        if (node.is_over)
            continue;
        truth = reference_value(bench.position, -1, 0);
        bench_small_method(&bench, "alphabeta", "exact", "");
        result = bench_run(&bench, &limits);
        proved += result.is_proved;
        if (result.is_proved && (by_value_is_win(result.value) != by_value_is_win(truth) ||
                                 by_value_is_loss(result.value) != by_value_is_loss(truth)))
            fail_msg("graph %u: %d, expected %d", seed, result.value, truth); /* how soon depends on the path */
    }
    assert_in_range(proved, 2400, 4400);
    bench_close(&bench);
}

static void test_who_repeats_has_lost(void **state)
{
    (void)state;
    check_values_by_repetition(&repeater_game);
    check_values_by_repetition(&mixed_game);
}

/* A search of a position drawn by repetition still returns a move. */
static void test_repetition_at_the_root_does_not_end_the_search(void **state)
{
    struct bench bench;
    struct by_node node;
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 3, .plays_on = true};
    int found = 0;

    (void)state;
    for (unsigned seed = 1; seed <= 50; seed++) {
        by_text text = {0};

        by_text_printf(&text, "%u", seed);
        open_walk(&bench, by_text_string(&text));
        by_text_free(&text);
        for (int ply = 0; ply < 20; ply++) {
            by_position_node(bench.position, &node);
            if (node.is_over)
                break;
            assert_int_equal(by_position_push(bench.position, (by_move)(ply % 3), NULL), BY_OK);
        }
        if (node.is_over && node.path_plies) {
            bench_method(&bench, "alphabeta", NULL, "");
            assert_int_not_equal(bench_run(&bench, &limits).best, BY_MOVE_NONE);
            bench_method(&bench, "minimax", NULL, "");
            assert_int_not_equal(bench_run(&bench, &limits).best, BY_MOVE_NONE);
            found++;
        }
        bench_close(&bench);
    }
    assert_in_range(found, 5, 50);
}

/* A game that its history has ended has one answer, by whatever method. */
static void test_finished_game_has_one_answer(void **state)
{
    static const char *const moves[] = {"a8a9", "d9d8", "a9a8", "d8d9"};
    const by_method *method;
    struct bench bench;
    struct by_node node;

    (void)state;
    bench_open(&bench, "xiangqi", "3k5/R8/9/9/9/9/9/9/9/4K4 w");
    for (int i = 0; i < 8; i++) {
        by_move move;

        assert_int_equal(by_position_parse_move(bench.position, moves[i % 4], &move, NULL), BY_OK);
        assert_int_equal(by_position_push(bench.position, move, NULL), BY_OK);
    }
    by_position_verdict(bench.position, &node);
    assert_true(node.is_over && node.path_plies);
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, by_method_name(method), NULL, "");
        result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 1000});
        assert_int_equal(result.value, node.value);
        assert_int_equal(result.kind, BY_KIND_LOSS);
        assert_true(result.is_proved);
        assert_int_equal(result.best, BY_MOVE_NONE);
        if (by_method_proves(method))
            assert_int_equal(result.answer, BY_ANSWER_NO); /* the side to move, red, does not win */
    }
    bench_close(&bench);
}

/* Copies take the whole history with them: the same moves repeat the same positions. */
static void test_copies_have_the_history(void **state)
{
    struct bench bench;
    by_position *copy, *assigned;
    struct by_node node, of_copy, of_assigned;

    (void)state;
    open_walk(&bench, "7");
    assert_int_equal(by_position_create(bench.game, &assigned, NULL), BY_OK);
    for (int ply = 0; ply < 300; ply++) {
        assert_int_equal(by_position_push(bench.position, (by_move)(ply % 3), NULL), BY_OK);
        assert_int_equal(by_position_copy(bench.position, &copy, NULL), BY_OK);
        assert_int_equal(by_position_assign(assigned, bench.position, NULL), BY_OK);
        by_position_node(bench.position, &node);
        by_position_node(copy, &of_copy);
        by_position_node(assigned, &of_assigned);
        assert_int_equal(node.path_plies, of_copy.path_plies);
        assert_int_equal(node.path_plies, of_assigned.path_plies);
        assert_int_equal(node.key, of_copy.key);
        assert_int_equal(node.key, of_assigned.key);
        by_position_destroy(copy);
    }
    for (int ply = 0; ply < 300; ply++)
        assert_int_equal(by_position_pop(assigned, NULL), BY_OK);
    assert_int_equal(by_position_pop(assigned, NULL), BY_ERROR_INPUT);
    by_position_destroy(assigned);
    bench_close(&bench);
}

/* A heuristic verdict is a value like any other, but proves nothing. If there are no other values, a deeper search
 * finds nothing new. */
static void node_by_rule_of_thumb(void *state, int ply, struct by_node *out)
{
    endless_game.rules->node(state, ply, out);
    out->is_over = ply == 2;
    out->is_estimate = out->is_over;
    out->value = 0;
    out->can_move = !out->is_over;
}

static void test_estimates_prove_nothing(void **state)
{
    struct by_rules rules = *endless_game.rules;
    by_game_type thumb = endless_game;
    const by_method *method;

    (void)state;
    rules.node = node_by_rule_of_thumb;
    thumb.rules = &rules;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 4};
        struct bench bench = {0};
        struct by_result result = {BY_SIZE(by_result)};

        assert_int_equal(by_game_open(&thumb, NULL, &bench.game, NULL), BY_OK);
        assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
        bench_method(&bench, by_method_name(method), NULL, "");
        result = bench_run(&bench, &limits);
        if (by_method_proves(method)) {
            assert_int_equal(result.answer, BY_ANSWER_NO);
            assert_int_equal(result.kind, BY_KIND_AT_MOST);
        } else {
            assert_int_equal(result.kind, BY_KIND_EXACT);
            assert_int_equal(result.value, 0);
            assert_int_equal(result.stopped, BY_STOPPED_DONE);
        }
        assert_false(result.is_proved);
        bench_close(&bench);
    }
}

/* A game of two plies whose lists are never complete, and which ends with all moves lost or won. */
static void node_of_two_plies(void *state, int ply, struct by_node *out)
{
    endless_game.rules->node(state, ply, out);
    out->can_move = false;
    out->value = -BY_WIN;
}

static void partial_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    struct by_node node;

    endless_game.rules->node(state, 0, &node);
    if (node.side == 0)
        endless_game.rules->moves(state, kind, out);
    out->is_partial = true;
}

/* An empty list is no proved loss if the list may lack moves, neither at the root, nor inside, nor at the horizon. */
static void test_partial_lists_prove_nothing(void **state)
{
    struct by_rules rules = *endless_game.rules;
    by_game_type partial = endless_game;
    const by_method *method;

    (void)state;
    rules.node = node_of_two_plies;
    rules.moves = partial_moves;
    partial.rules = &rules;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        for (int depth = 1; depth <= 3; depth++) {
            struct by_limits limits = {BY_SIZE(by_limits), .depth = depth};
            struct bench bench = {0};
            struct by_result result = {BY_SIZE(by_result)};

            assert_int_equal(by_game_open(&partial, NULL, &bench.game, NULL), BY_OK);
            assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
            bench_method(&bench, by_method_name(method), NULL, "");
            result = bench_run(&bench, &limits);
            if (by_method_proves(method)) {
                assert_int_equal(result.answer, BY_ANSWER_YES);
                assert_int_equal(result.kind, BY_KIND_AT_LEAST);
            } else {
                assert_int_equal(result.value, BY_WIN - 1);
                assert_int_equal(result.kind, BY_KIND_EXACT);
            }
            assert_false(result.is_proved);
            assert_int_equal(by_position_push(bench.position, 0, NULL), BY_OK);
            result = bench_run(&bench, &limits);
            assert_int_equal(result.kind, BY_KIND_EXACT);
            assert_false(result.is_proved);
            bench_close(&bench);
        }
    }
}

/* The history leaves a side without a move: the verdict depends on the path, and the result says so. */
static void pathbound_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    (void)state;
    (void)kind;
    out->path_plies = 4;
}

static void test_verdict_of_missing_moves(void **state)
{
    struct by_rules rules = *endless_game.rules;
    by_game_type bound = endless_game;
    struct bench bench = {0};
    struct by_node node;

    (void)state;
    rules.node = node_of_two_plies;
    rules.moves = pathbound_moves;
    bound.rules = &rules;
    assert_int_equal(by_game_open(&bound, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    by_position_verdict(bench.position, &node);
    assert_true(node.is_over);
    assert_int_equal(node.path_plies, 4);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_table_all_is_exact),
        cmocka_unit_test(test_tainted_values_are_not_stored),
        cmocka_unit_test(test_who_repeats_has_lost),
        cmocka_unit_test(test_repetition_at_the_root_does_not_end_the_search),
        cmocka_unit_test(test_finished_game_has_one_answer),
        cmocka_unit_test(test_copies_have_the_history),
        cmocka_unit_test(test_estimates_prove_nothing),
        cmocka_unit_test(test_partial_lists_prove_nothing),
        cmocka_unit_test(test_verdict_of_missing_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
