/* SPDX-License-Identifier: MIT
 *
 * Curves of searches: what is noted of iterations and numbers, and what is predicted from it.
 */
#include "solve/curve.h"

#include "support/check.h"
#include "support/search.h"

#define ALPHABETA "deepening=2 captures=unsorted"

static struct solve_curve search(const char *position, const char *method, const char *settings, uint64_t nodes)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
    struct solve_curve curve = {0};
    struct by_observer observer;
    struct bench bench;

    bench_open(&bench, "go-capture safe_liberties=0 bound=25", position);
    observer = solve_curve_observer(&curve, bench.position);
    bench_method(&bench, method, "plain", settings);
    (void)bench_observe(&bench, &limits, &observer);
    bench_close(&bench);
    assert_false(curve.failed);
    return curve;
}

/* A captured block has an evaluation of 0, though the value is a win for the attacker or a loss for the owner. */
static void test_captured(void **state)
{
    static const char *const positions[] = {"white B2 none 0 5 ...../...../.XX../XO.../.X... b",
                                            "white A1 none 0 5 ...../...../...../XX.../O.X.. w"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct solve_curve curve = search(positions[i], "alphabeta", ALPHABETA, 10000);

        assert_true(curve.length > 0);
        assert_true(curve.points[curve.length - 1].depth > 0);
        assert_int_equal(curve.points[curve.length - 1].evaluation, 0);
        solve_curve_free(&curve);
    }
}

/* A block that gets its two eyes is a win for its owner; its evaluation is that of two liberties. */
static void test_alive(void **state)
{
    struct solve_curve curve =
        search("black A2 none 0 5 ...../...../OOOOO/XXXXO/...XO b", "alphabeta", ALPHABETA, 10000);

    (void)state;
    assert_true(curve.length > 0);
    assert_int_equal(curve.points[curve.length - 1].evaluation, 8);
    solve_curve_free(&curve);
}

/* Games without a prover have no evaluation of a block: a point has the value for the side to move, with its sign, be
 * it heuristic (the best of two moves leads to -4) or a loss in two plies. */
static void test_values(void **state)
{
    static const struct {
        const char *game, *position;
        int value;
    } cases[] = {{"tree", "(A(3,-17),B(-4,12))", -4},
                 {"tree", "(A(3,17),B(4,12))", 4},
                 {"tictactoe", "x.x/.o./x.o", -(BY_WIN - 2)},
                 {"tictactoe", "x.x/.../.oo", BY_WIN - 1}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 2};
        struct solve_curve curve = {0};
        struct by_observer observer;
        struct bench bench;

        bench_open(&bench, cases[i].game, cases[i].position);
        observer = solve_curve_observer(&curve, bench.position);
        bench_method(&bench, "alphabeta", "plain", "");
        assert_int_equal(bench_observe(&bench, &limits, &observer).value, cases[i].value);
        assert_true(curve.length > 0);
        assert_int_equal(curve.points[curve.length - 1].evaluation, cases[i].value);
        bench_close(&bench);
        solve_curve_free(&curve);
    }
}

/* Every point has its time. */
static void test_times(void **state)
{
    static const char *const methods[] = {"pn", "pn*", "df-pn", "alphabeta"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct solve_curve curve =
            search("white D4 none 0 7 ......./......./..XXX../..XO.../......./......./....... w", methods[i], "", 5000);

        assert_true(curve.length > 1);
        for (size_t k = 1; k < curve.length; k++)
            assert_true(curve.points[k].time_us >= curve.points[k - 1].time_us);
        assert_true(curve.points[curve.length - 1].time_us > 0);
        solve_curve_free(&curve);
    }
}

/* Iterations of other lines than the best are left out. */
static void test_best_line(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000, .lines = 3};
    struct solve_curve curve = {0};
    struct by_observer observer;
    struct bench bench;

    (void)state;
    bench_open(&bench, "go-capture safe_liberties=0", "white C3 none 0 5 ...../...../..O../..X../..... b");
    observer = solve_curve_observer(&curve, bench.position);
    bench_method(&bench, "alphabeta", "plain", "deepening=1");
    (void)bench_observe(&bench, &limits, &observer);
    assert_true(curve.length > 1);
    for (size_t i = 1; i < curve.length; i++)
        assert_true(curve.points[i].depth > curve.points[i - 1].depth);
    bench_close(&bench);
    solve_curve_free(&curve);
}

/* ---- Predictions ----------------------------------------------------------------------------------------------- */

static enum solve_prediction predict_numbers(const uint64_t numbers[][2], size_t count)
{
    struct solve_point points[16] = {{0}};
    struct solve_curve curve = {.points = points, .length = count};

    for (size_t i = 0; i < count; i++) {
        points[i].nodes = (uint64_t)1 << i;
        points[i].proof_number = numbers[i][0];
        points[i].disproof_number = numbers[i][1];
    }
    return solve_predict(&curve);
}

/* The proof number has passed its peak where a block will be captured, the disproof number where it will escape. */
static void test_numbers(void **state)
{
    static const uint64_t captured[][2] = {{16, 16}, {80, 32}, {200, 64}, {90, 128}, {40, 300}};
    static const uint64_t escaped[][2] = {{16, 16}, {32, 80}, {64, 200}, {128, 90}, {300, 40}};
    static const uint64_t open[][2] = {{16, 16}, {32, 80}, {64, 200}, {128, 290}, {300, 440}};
    /* Below half of the peak, but rising again over the last quarter */
    static const uint64_t rising[][2] = {{16, 16},  {80, 20}, {400, 30}, {300, 40}, {200, 50},
                                         {150, 60}, {60, 70}, {70, 80},  {80, 90}};

    (void)state;
    assert_int_equal(predict_numbers(captured, 5), SOLVE_PREDICTS_CAPTURE);
    assert_int_equal(predict_numbers(escaped, 5), SOLVE_PREDICTS_ESCAPE);
    assert_int_equal(predict_numbers(open, 5), SOLVE_PREDICTS_NOTHING);
    assert_int_equal(predict_numbers(rising, 9), SOLVE_PREDICTS_NOTHING);
    assert_int_equal(predict_numbers(rising, 7), SOLVE_PREDICTS_CAPTURE);
    assert_int_equal(predict_numbers(captured, 3), SOLVE_PREDICTS_NOTHING);
}

static enum solve_prediction predict_evaluations(const int evaluations[5])
{
    struct solve_point points[5] = {{0}};
    struct solve_curve curve = {.points = points, .length = 5};

    for (int i = 0; i < 5; i++) {
        points[i].depth = 2 * i + 2;
        points[i].evaluation = evaluations[i];
    }
    return solve_predict(&curve);
}

static void test_evaluations(void **state)
{
    (void)state;
    assert_int_equal(predict_evaluations((const int[]){8, 12, 14, 10, 5}), SOLVE_PREDICTS_CAPTURE);
    assert_int_equal(predict_evaluations((const int[]){8, 12, 14, 18, 22}), SOLVE_PREDICTS_ESCAPE);
    assert_int_equal(predict_evaluations((const int[]){8, 12, 14, 14, 14}), SOLVE_PREDICTS_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_captured),  cmocka_unit_test(test_alive),   cmocka_unit_test(test_values),
        cmocka_unit_test(test_best_line), cmocka_unit_test(test_numbers), cmocka_unit_test(test_evaluations),
        cmocka_unit_test(test_times),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
