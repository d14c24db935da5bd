/* SPDX-License-Identifier: MIT
 *
 * B* and bsp at work: two nodes with the same bounds, every game, limits, the memory of the tree, chances.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "search/best/best.h"
#include "support/check.h"
#include "support/reference.h"
#include "support/search.h"

static const char *const methods[] = {"bstar", "bsp"};

enum { METHODS = sizeof methods / sizeof methods[0] };

/* ---- Equal bounds ---------------------------------------------------------------------------------------------- */

/* The move that is chosen when only the root's moves were looked at, or to the end. */
static struct by_result choose_between(struct bench *bench, const char *text, const char *method, bool to_the_end)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = to_the_end ? 0 : 2};

    assert_int_equal(by_position_parse(bench->position, text, NULL), BY_OK);
    bench_method(bench, method, to_the_end && strcmp(method, "bsp") == 0 ? "exact" : NULL, "probe_depth=0");
    return bench_run(bench, &limits);
}

/* Two nodes with equal bounds and unlike distributions: B* takes the one that is listed first, bsp the one that is
 * likely to be worth more. Both find it to be the better one in the end. */
static void test_equal_bounds(void **state)
{
    static const char good_first[] = "(A~8[0..10](7,9,10),B~2[0..10](1,2,10))";
    static const char good_last[] = "(B~2[0..10](1,2,10),A~8[0..10](7,9,10))";
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "tree", NULL);
    result = choose_between(&bench, good_first, "bstar", false);
    assert_int_equal(result.best, 0);
    assert_int_equal(result.value, 0);
    assert_int_equal(result.kind, BY_KIND_AT_LEAST);
    assert_false(result.is_proved);
    assert_int_equal(choose_between(&bench, good_last, "bstar", false).best, 0);
    assert_int_equal(choose_between(&bench, good_first, "bsp", false).best, 0);
    result = choose_between(&bench, good_last, "bsp", false);
    assert_int_equal(result.best, 1);
    assert_int_equal(result.value, 8);
    assert_false(result.is_proved);
    for (int i = 0; i < METHODS; i++) {
        assert_int_equal(choose_between(&bench, good_first, methods[i], true).best, 0);
        result = choose_between(&bench, good_last, methods[i], true);
        assert_int_equal(result.best, 1);
        assert_int_equal(result.value, 7);
        assert_true(result.is_proved);
    }
    bench_close(&bench);
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

/* Every game is played; of guessed bounds nothing is called proved. */
static void test_games(void **state)
{
    (void)state;
    for (size_t g = 0; by_game_type_at(g); g++) {
        const by_game_type *type = by_game_type_at(g);
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000};
        struct bench bench;

        bench_open(&bench, type->name, NULL);
        for (int i = 0; i < METHODS; i++) {
            struct by_result result, again;

            bench_method(&bench, methods[i], NULL, "probe_depth=1 bounds=probes");
            result = bench_run(&bench, &limits);
            assert_int_not_equal(result.best, BY_MOVE_NONE);
            assert_int_equal(by_position_push(bench.position, result.best, NULL), BY_OK);
            assert_int_equal(by_position_pop(bench.position, NULL), BY_OK);
            assert_false(result.is_proved);
            again = bench_run(&bench, &limits);
            assert_int_equal(again.best, result.best);
            assert_int_equal(again.value, result.value);
            assert_int_equal(again.nodes, result.nodes);
        }
        bench_close(&bench);
    }
}

/* A win that a probe sees is taken. */
static void test_win_in_one(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", "xx./oo./...");
    for (int i = 0; i < METHODS; i++) {
        struct by_result result = {BY_SIZE(by_result)};
        by_text move = {0};

        bench_method(&bench, methods[i], NULL, "");
        result = bench_run(&bench, NULL);
        by_position_print_move(bench.position, result.best, &move);
        assert_string_equal(by_text_string(&move), "2");
        assert_int_equal(result.value, BY_WIN - 1);
        by_text_free(&move);
    }
    bench_close(&bench);
}

/* If sides can pass, bounds come from extra moves; otherwise from the margin. */
static void test_extra_moves(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 50000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "bstar", NULL, "probe_depth=1");
    result = bench_run(&bench, &limits);
    assert_true(bench_counter(&result, "probes") > 5 * bench_counter(&result, "margins"));
    bench_close(&bench);
    bench_open(&bench, "pairs", NULL);
    bench_method(&bench, "bstar", NULL, "probe_depth=1");
    result = bench_run(&bench, &limits);
    assert_true(bench_counter(&result, "margins") > 0);
    bench_close(&bench);
}

/* A position with this number of random stones; false if the game was over on the way. */
static bool draw_stones(by_position *position, struct by_random *random, int stones)
{
    struct by_move_info list[12];
    struct by_node node;

    for (int i = 0; i < stones; i++) {
        struct by_moves moves = {.list = list};

        by_position_moves(position, BY_MOVES_ALL, &moves);
        assert_int_equal(by_position_push(position, list[by_random_below(random, (unsigned)moves.count)].move, NULL),
                         BY_OK);
        by_position_node(position, &node);
        if (node.is_over)
            return false;
    }
    return true;
}

/* The value of a move for the side that makes it, and whether that side moves again. */
static by_value value_of_move(by_position *position, by_move move, bool *moves_again)
{
    struct by_node before, after;
    by_value value;

    by_position_node(position, &before);
    assert_int_equal(by_position_push(position, move, NULL), BY_OK);
    by_position_node(position, &after);
    value = reference_value(position, -1, 1);
    assert_int_equal(by_position_pop(position, NULL), BY_OK);
    *moves_again = after.side == before.side;
    return *moves_again ? value : -value;
}

/* A side moves twice: the chosen move is one of the best, in either half of a turn. A win is worth 1 here and the
 * margin more, so that guessed bounds are valid and the search reaches the end. */
static void test_two_stones_a_turn(void **state)
{
    static const char *const settings[] = {"", "probe_depth=2"};
    struct by_random random = {7};
    struct bench bench;
    int halves[2] = {0, 0};

    (void)state;
    for (int number = 0; number < 60; number++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000000};

        bench_open(&bench, "pairs values=plain", NULL);
        if (draw_stones(bench.position, &random, 4 + number % 4)) {
            by_value truth = reference_value(bench.position, -1, 1);

            for (int i = 0; i < 2 * METHODS; i++) {
                bool moves_again;

                bench_method(&bench, methods[i / 2], i / 2 ? "exact" : NULL, settings[i % 2]);
                assert_int_equal(value_of_move(bench.position, bench_run(&bench, &limits).best, &moves_again), truth);
                halves[moves_again]++;
            }
        }
        bench_close(&bench);
    }
    assert_true(halves[0] > 20 && halves[1] > 20);
}

/* A probe of captures alone in a position where none is good finds no best move, so there is no second one. */
static void test_no_best_move(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "bstar", NULL, "probe_depth=0");
    result = bench_run(&bench, &limits);
    assert_true(bench_counter(&result, "margins") > 30);
    bench_close(&bench);
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

/* A depth of one ply is minimax's. */
static void test_depth(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 1};
    struct by_result expected, result;
    struct bench bench;
    by_value value;

    (void)state;
    bench_open(&bench, "xiangqi", "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w");
    bench_method(&bench, "minimax", NULL, "");
    expected = bench_run(&bench, &limits);
    value = expected.value;
    for (int i = 0; i < METHODS; i++) {
        bench_method(&bench, methods[i], NULL, "");
        result = bench_run(&bench, &limits);
        assert_int_equal(result.value, value);
        assert_int_equal(result.stopped, BY_STOPPED_DEPTH);
        assert_false(result.is_proved);
    }
    bench_close(&bench);
}

/* Several lines are different moves, and only those that are asked for are considered. */
static void test_lines_and_root_moves(void **state)
{
    const by_move only[] = {1, 3};
    struct by_limits limits = {BY_SIZE(by_limits), .lines = 3};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree bounds=4", "(A(9,8),B(3,4),C(7,7),D(5,6))");
    for (int i = 0; i < METHODS; i++) {
        limits.root_moves = NULL;
        bench_method(&bench, methods[i], NULL, "");
        result = bench_run(&bench, &limits);
        assert_int_equal(result.best, 0);
        assert_int_equal(result.line_count, 3);
        assert_int_equal(result.lines[0].moves[0], 0);
        assert_int_not_equal(result.lines[1].moves[0], result.lines[2].moves[0]);
        limits.root_moves = only;
        limits.root_move_count = 2;
        result = bench_run(&bench, &limits);
        assert_int_equal(result.best, 3);
        assert_int_equal(result.line_count, 2);
    }
    bench_close(&bench);
}

static uint64_t expansions_by(struct bench *bench, const char *criterion)
{
    struct by_result result = {BY_SIZE(by_result)};

    bench_method(bench, "bstar", NULL, criterion);
    result = bench_run(bench, NULL);
    assert_true(result.is_proved);
    return bench_counter(&result, "expansions");
}

/* Criteria decide what is expanded: how many alternatives they look at, and whether by depth alone or by range too. */
static void test_criteria(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree bounds=60", "random width=6 depth=6 values=-100..100 estimates=on seed=5");
    assert_int_not_equal(expansions_by(&bench, "criterion=2D"), expansions_by(&bench, "criterion=3D"));
    assert_int_not_equal(expansions_by(&bench, "criterion=2D"), expansions_by(&bench, "criterion=2R"));
    bench_close(&bench);
}

/* The effort of bsp is limited by expansions, and both phases have their share of it. */
static void test_effort(void **state)
{
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree bounds=500", "random width=6 depth=7 values=-1000..1000 estimates=on seed=5");
    bench_method(&bench, "bsp", NULL, "expansions=40 epsilon=0 strict=on");
    result = bench_run(&bench, NULL);
    assert_int_equal(bench_counter(&result, "expansions"), 40);
    assert_true(bench_counter(&result, "selections") > 0);
    assert_true(bench_counter(&result, "verifications") > 0);
    assert_int_equal(bench_counter(&result, "selections") + bench_counter(&result, "verifications"), 40);
    assert_false(result.is_proved);
    bench_close(&bench);
}

/* ---- Passes ---------------------------------------------------------------------------------------------------- */

struct passes {
    int iterations, entered, left;
};

static void count_passes(void *context, const struct by_event *event)
{
    struct passes *passes = context;

    passes->iterations += event->kind == BY_EVENT_ITERATION && event->line_number == 1;
    passes->entered += event->kind == BY_EVENT_ENTER && event->ply == 0;
    passes->left += event->kind == BY_EVENT_LEAVE && event->ply == 0;
}

static int passes_of(struct bench *bench, const char *method, const char *settings, uint64_t nodes)
{
    struct passes passes = {0};
    const struct by_observer observer = {BY_SIZE(by_observer),
                                         .wants = BY_EVENT_ITERATION | BY_EVENT_ENTER | BY_EVENT_LEAVE,
                                         .context = &passes, .notify = count_passes};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};

    bench_method(bench, method, NULL, settings);
    (void)bench_observe(bench, &limits, &observer);
    assert_int_equal(passes.entered, passes.left);
    return passes.iterations;
}

/* Within a limit a search starts again with deeper probes when it has nothing left to do; not without a limit, nor with
 * the game's bounds, nor when its own effort is spent, nor if that is off. */
static void test_deeper_probes(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", "......./......./.ox..../.oo..../.ox.x.o/.xxoxxo");
    for (int i = 0; i < METHODS; i++) {
        assert_true(passes_of(&bench, methods[i], "bounds=probes", 200000) > 2);
        assert_int_equal(passes_of(&bench, methods[i], "bounds=probes deeper_probes=off", 200000), 1);
        assert_int_equal(passes_of(&bench, methods[i], "bounds=probes probe_depth=3", 0), 1);
    }
    assert_int_equal(passes_of(&bench, "bsp", "bounds=probes expansions=1", 200000), 1);
    bench_close(&bench);
    bench_open(&bench, "tree bounds=4", "(A(9,8),B(3,4),C(7,7),D(5,6))");
    assert_int_equal(passes_of(&bench, "bstar", "", 200000), 1);
    bench_close(&bench);
}

/* A pass that has not seen all of the root's moves does not count. */
static void test_unfinished_pass(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_result first, result;
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", "......./......./.ox..../.oo..../.ox.x.o/.xxoxxo");
    for (int i = 0; i < METHODS; i++) {
        bench_method(&bench, methods[i], NULL, "bounds=probes deeper_probes=off");
        first = bench_run(&bench, NULL);
        for (uint64_t more = 1; more <= 3; more++) {
            limits.nodes = first.nodes + more;
            bench_method(&bench, methods[i], NULL, "bounds=probes");
            result = bench_run(&bench, &limits);
            assert_int_equal(result.nodes, limits.nodes);
            assert_int_equal(result.best, first.best);
            assert_int_equal(result.value, first.value);
        }
    }
    bench_close(&bench);
}

/* One that has seen them all does, though it was stopped: all of them have been probed a ply deeper than before. */
static void test_stopped_pass(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", "......./......./......./...o.../...x.../..xo...");
    for (int i = 0; i < METHODS; i++) {
        uint64_t first, second;

        bench_method(&bench, methods[i], NULL, "bounds=probes deeper_probes=off");
        first = bench_run(&bench, NULL).nodes;
        bench_method(&bench, methods[i], NULL, "bounds=probes probe_depth=1 deeper_probes=off");
        second = bench_run(&bench, NULL).nodes;
        assert_int_equal(passes_of(&bench, methods[i], "bounds=probes", first + 3), 1);
        assert_int_equal(passes_of(&bench, methods[i], "bounds=probes", first + second - 1), 2);
    }
    bench_close(&bench);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Closed nodes are freed: a search visits more nodes than it has room for. When no room is left it says so, and still
 * has a move. */
static void test_memory(void **state)
{
    struct by_result roomy, result;
    uint64_t nodes;
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree bounds=200", "random width=3 depth=9 values=-100..100 seed=3");
    bench_method(&bench, "bstar", NULL, "");
    roomy = bench_run(&bench, NULL);
    nodes = roomy.nodes;
    assert_int_equal(roomy.stopped, BY_STOPPED_DECIDED);
    bench_method(&bench, "bstar", NULL, "memory_kib=64");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.stopped, BY_STOPPED_DECIDED);
    assert_int_equal(result.nodes, nodes);
    assert_true(nodes * sizeof(struct best_node) > 64 * 1024);
    bench_method(&bench, "bstar", NULL, "memory_kib=1");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.stopped, BY_STOPPED_MEMORY);
    assert_int_not_equal(result.best, BY_MOVE_NONE);
    assert_false(result.is_proved);
    bench_close(&bench);
}

/* Blocks are used again by size, and larger ones are cut when nothing else is left. */
static void test_blocks(void **state)
{
    struct best_tree tree;

    (void)state;
    assert_true(by__best_tree_create(&tree, 10 * sizeof(struct best_node), 6));
    assert_int_equal(by__best_tree_allocate(&tree, 6), 0);
    assert_int_equal(by__best_tree_allocate(&tree, 3), 6);
    assert_int_equal(by__best_tree_allocate(&tree, 2), BEST_NOBODY);
    by__best_tree_free(&tree, 6, 3);
    assert_int_equal(by__best_tree_allocate(&tree, 3), 6);
    by__best_tree_free(&tree, 0, 6);
    assert_int_equal(by__best_tree_allocate(&tree, 1), 9);
    assert_int_equal(by__best_tree_allocate(&tree, 2), 0);
    assert_int_equal(by__best_tree_allocate(&tree, 4), 2);
    assert_int_equal(by__best_tree_allocate(&tree, 1), BEST_NOBODY);
    by__best_tree_destroy(&tree);
}

/* ---- Chances --------------------------------------------------------------------------------------------------- */

/* The chance of a leaf is 1 if and only if its estimate reaches the target, or by its distribution its pessimistic
 * bound; 0 beyond its bound; it never grows with the target; MIN sees the mirror image. */
static void check_leaf_chances(enum best_rule rule)
{
    for (by_value pess = -6; pess <= 0; pess += 2)
        for (by_value real = pess; real <= 4; real++)
            for (by_value opt = real; opt <= 8; opt++) {
                const struct best_node node = {.pess = pess, .real = real, .opt = opt};
                const struct best_node mirror = {.pess = -opt, .real = -real, .opt = -pess};
                double before = 1;

                for (by_value target = -10; target <= 10; target++) {
                    double chance = by__best_leaf_chance(&node, target, true, rule);

                    assert_true(chance >= 0 && chance <= before);
                    assert_int_equal(chance == 1, (rule == BEST_RULE_PRODUCT ? pess : real) >= target);
                    assert_int_equal(chance == 0, opt < target);
                    assert_true(chance == by__best_leaf_chance(&mirror, -target, false, rule));
                    before = chance;
                }
            }
}

static void test_leaf_chances(void **state)
{
    (void)state;
    check_leaf_chances(BEST_RULE_INDEPENDENT);
    check_leaf_chances(BEST_RULE_MAX);
    check_leaf_chances(BEST_RULE_PRODUCT);
}

static double likelihood(const struct best_node *node, by_value value)
{
    return by__best_leaf_chance(node, value, true, BEST_RULE_PRODUCT) -
           by__best_leaf_chance(node, value + 1, true, BEST_RULE_PRODUCT);
}

/* By its distribution a leaf's values fall in equal steps from the estimate to nothing beyond each bound; what MIN
 * reaches is what MAX does not. */
static void test_distribution(void **state)
{
    const struct best_node node = {.pess = -3, .real = 1, .opt = 8};
    double peak = likelihood(&node, 1), sum = 0;

    (void)state;
    for (by_value value = -5; value <= 10; value++) {
        double steps = value < 1 ? (value + 4) / 5.0 : (9 - value) / 8.0;
        double wanted = value < -3 || value > 8 ? 0 : steps * peak;
        double pushed = by__best_leaf_chance(&node, value, false, BEST_RULE_PRODUCT);

        sum += likelihood(&node, value);
        assert_true(fabs(likelihood(&node, value) - wanted) < 1e-12);
        assert_true(fabs(pushed + by__best_leaf_chance(&node, value + 1, true, BEST_RULE_PRODUCT) - 1) < 1e-12);
    }
    assert_true(fabs(sum - 1) < 1e-12);
}

/* Chances of moves make that of a node, which lies between 0 and 1 and grows with each of them. */
static void test_chances_of_nodes(void **state)
{
    struct best_node children[3] = {{.chance = 0.5}, {.chance = 0.25}, {.chance = 0.75}};

    (void)state;
    assert_true(by__best_chance_of(children, 2, true, BEST_RULE_INDEPENDENT, false) == 0.625);
    assert_true(by__best_chance_of(children, 2, false, BEST_RULE_INDEPENDENT, false) == 0.125);
    assert_true(by__best_chance_of(children, 2, true, BEST_RULE_PRODUCT, false) == 0.625);
    assert_true(by__best_chance_of(children, 2, true, BEST_RULE_MAX, false) == 0.5);
    assert_true(by__best_chance_of(children, 2, false, BEST_RULE_MAX, false) == 0.25);
    for (int form = 0; form < 12; form++) {
        double before = 0;

        children[1].cluster = 1;
        children[2].cluster = form & 4 ? 0 : 2;

        for (int i = 0; i <= 16; i++) {
            double chance;

            children[1].chance = i / 16.0;
            chance = by__best_chance_of(children, 3, form & 1, (enum best_rule)(form % 3), form & 2);
            assert_true(chance >= before && chance <= 1);
            before = chance;
        }
    }
}

/* Each cluster counts only its side's favourite move: the forcer's with the maximum chance, the opponent's with the
 * minimum. If each move is a cluster of its own, nothing changes. */
static void test_clusters(void **state)
{
    struct best_node children[4] = {{.chance = 0.5}, {.chance = 0.25, .cluster = 1}, {.chance = 0.75}, {.chance = 0.5}};

    (void)state;
    assert_true(by__best_chance_of(children, 4, true, BEST_RULE_INDEPENDENT, true) == 1 - 0.25 * 0.75);
    assert_true(by__best_chance_of(children, 4, false, BEST_RULE_INDEPENDENT, true) == 0.5 * 0.25);
    assert_true(by__best_chance_of(children, 4, true, BEST_RULE_PRODUCT, true) == 1 - 0.25 * 0.75);
    assert_true(by__best_chance_of(children, 4, true, BEST_RULE_MAX, true) == 0.75);
    children[2].cluster = 2;
    children[3].cluster = 3;
    assert_true(by__best_chance_of(children, 4, true, BEST_RULE_INDEPENDENT, true) ==
                by__best_chance_of(children, 4, true, BEST_RULE_INDEPENDENT, false));
}

/* B could be worth more than A with a chance of (15/21)^2. Once it is known that MIN has two answers, of which MAX has
 * to meet both, the chance is the product, or still the same if the two depend on each other. */
static void test_rules_of_chances(void **state)
{
    static const char text[] = "(A=5,B~0[0..20](C~0[0..20](0,1),D~0[0..20](0,2)))";
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", text);
    bench_method(&bench, "bsp", NULL, "probe_depth=0 epsilon=300 rule=independent");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.best, 0);
    assert_int_equal(bench_counter(&result, "selections"), 1);
    assert_false(result.is_proved);
    bench_method(&bench, "bsp", NULL, "probe_depth=0 epsilon=300 rule=maximum");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.best, 0);
    assert_true(bench_counter(&result, "selections") > 1);
    assert_true(result.is_proved);
    bench_close(&bench);
}

/* ---- Probes ---------------------------------------------------------------------------------------------------- */

/* A search that looks at no chance below certainty ends after the root's moves: what it finds is the value of their
 * probes, which is minimax's, also where a side moves twice. */
static void test_probes_are_minimax(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", NULL);
    for (int seed = 1; seed <= 300; seed++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 1 + seed % 4};
        struct by_result result = {BY_SIZE(by_result)};
        char text[120], settings[60];
        by_value value;

        (void)snprintf(text, sizeof text, "random width=3 depth=5 leaf=10 wins=10 same=30 estimates=on seed=%d", seed);
        (void)snprintf(settings, sizeof settings, "bounds=probes epsilon=1000 probe_depth=%d", seed % 4);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        bench_method(&bench, "minimax", NULL, "");
        value = bench_run(&bench, &limits).value;
        bench_method(&bench, "bsp", NULL, settings);
        result = bench_run(&bench, NULL);
        assert_int_equal(bench_counter(&result, "expansions"), 0);
        assert_int_equal(result.value, value);
    }
    bench_close(&bench);
}

struct bounds_of_moves {
    int count, certain;
};

static void note_bounds(void *context, const struct by_event *event)
{
    struct bounds_of_moves *seen = context;

    if (event->phase != BY_PHASE_MAIN || event->ply != 1)
        return;
    seen->count++;
    seen->certain += event->alpha < 0 && event->beta < 0;
}

/* Two rooks are more than an extra move is worth: whoever lacks them is worse off by both bounds, after most moves. */
static void test_signs_of_bounds(void **state)
{
    struct bounds_of_moves seen = {0};
    const struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_LEAVE, .context = &seen,
                                         .notify = note_bounds};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 60000};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", "1nbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    bench_method(&bench, "bstar", NULL, "probe_depth=1");
    (void)bench_observe(&bench, &limits, &observer);
    assert_true(seen.count > 30);
    assert_true(seen.certain > seen.count * 3 / 4);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_bounds),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_win_in_one),
        cmocka_unit_test(test_extra_moves),
        cmocka_unit_test(test_two_stones_a_turn),
        cmocka_unit_test(test_no_best_move),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_lines_and_root_moves),
        cmocka_unit_test(test_criteria),
        cmocka_unit_test(test_effort),
        cmocka_unit_test(test_deeper_probes),
        cmocka_unit_test(test_unfinished_pass),
        cmocka_unit_test(test_stopped_pass),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_leaf_chances),
        cmocka_unit_test(test_distribution),
        cmocka_unit_test(test_chances_of_nodes),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_rules_of_chances),
        cmocka_unit_test(test_probes_are_minimax),
        cmocka_unit_test(test_signs_of_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
