/* SPDX-License-Identifier: MIT
 *
 * The figures of a match. The expected values were computed by another way than the code's: Newton's method on
 * Lagrange's conditions for all five probabilities and both multipliers, with numerical derivatives of the constraint;
 * where there is a closed form, by hand.
 */
#include <math.h>

#include "match/statistics.h"
#include "support/check.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9f, expected %.9f", value, expected);
}

static struct match_score pairs(int a, int b, int c, int d, int e)
{
    return (struct match_score){.pairs = {a, b, c, d, e}};
}

/* For 545 pairs (10, 100, 300, 120, 15) the mean of x = 0, 1/4, .. 1 is (25 + 150 + 90 + 15) / 545 = 280 / 545, the
 * mean of its square (6.25 + 75 + 67.5 + 15) / 545. */
static void test_estimate(void **state)
{
    struct match_score score = pairs(10, 100, 300, 120, 15);
    double mean = 280.0 / 545, variance = 163.75 / 545 - mean * mean;
    struct match_estimate estimate;

    (void)state;
    score.wins = 300;
    score.draws = 500;
    score.losses = 290;
    match_estimate(&score, &estimate);
    assert_true(estimate.is_known);
    assert_near(estimate.score, mean, 1e-12);
    assert_near(estimate.error, sqrt(variance / 545), 1e-12);
    assert_near(estimate.elo, 9.564863, 1e-5);
    assert_near(estimate.elo_low, -1.584291, 1e-5);
    assert_near(estimate.elo_high, 20.733753, 1e-5);
    assert_near(estimate.normalized, 17.694195, 1e-5);
    assert_near(estimate.superiority, 0.953656897, 1e-8);
    assert_near(estimate.draw_ratio, 500.0 / 1090, 1e-12);
}

/* The same from the other side. */
static void test_estimate_turned(void **state)
{
    struct match_score one = pairs(10, 100, 300, 120, 15), other = pairs(15, 120, 300, 100, 10);
    struct match_estimate a, b;

    (void)state;
    match_estimate(&one, &a);
    match_estimate(&other, &b);
    assert_near(a.elo, -b.elo, 1e-9);
    assert_near(a.elo_low, -b.elo_high, 1e-9);
    assert_near(a.normalized, -b.normalized, 1e-9);
    assert_near(a.superiority, 1 - b.superiority, 1e-12);
}

/* Without pairs, or with pairs without variance, there is no estimate. With 4 wins and no loss the wins are two
 * deviations above the mean of equals: 0.97725 of a normal distribution lies below. */
static void test_estimate_of_little(void **state)
{
    struct match_score none = {.wins = 1}, same = pairs(0, 0, 0, 0, 2), level = pairs(0, 0, 3, 0, 0);
    struct match_estimate estimate;

    (void)state;
    match_estimate(&none, &estimate);
    assert_false(estimate.is_known);
    same.wins = 4;
    match_estimate(&same, &estimate);
    assert_true(isinf(estimate.elo) && estimate.elo > 0);
    assert_true(isinf(estimate.elo_low) && estimate.elo_low < 0);
    assert_near(estimate.superiority, 0.977249868, 1e-8);
    match_estimate(&level, &estimate);
    assert_near(estimate.elo, 0, 1e-12);
    assert_false(signbit(estimate.elo));
    assert_true(isinf(estimate.elo_high));
    assert_near(estimate.superiority, 0.5, 1e-12);
}

/* Pairs as means of a game give what pairs give; scores between those of a pair count as they are. */
static void test_estimate_means(void **state)
{
    const double two[] = {0.75, 1}, thirds[] = {1.0 / 3, 2.0 / 3 - 1.0 / 3, 1 - 2.0 / 3};
    struct match_score score = pairs(0, 0, 0, 1, 1);
    struct match_estimate a, b;

    (void)state;
    match_estimate(&score, &a);
    match_estimate_means(two, 2, &b);
    assert_near(b.score, a.score, 1e-12);
    assert_near(b.error, a.error, 1e-12);
    assert_near(b.elo, a.elo, 1e-9);
    assert_near(b.elo_low, a.elo_low, 1e-9);
    assert_near(b.superiority, a.superiority, 1e-12);
    match_estimate_means(thirds, 3, &b);
    assert_near(b.elo, -400 * log10(2), 1e-9);
    assert_true(isinf(b.elo_low) && isinf(b.elo_high));
    match_estimate_means(thirds, 0, &b);
    assert_false(b.is_known);
}

static void test_llr(void **state)
{
    static const struct {
        int pairs[5];
        double elo0, elo1, logistic, normalized;
    } cases[] = {
        {{10, 100, 300, 120, 15}, 0, 5, 1.089002, 0.684501},   {{10, 100, 300, 120, 15}, -3, 1, 1.298209, 0.673640},
        {{10, 100, 300, 120, 15}, 0, 20, -0.256979, 1.386822}, {{3, 50, 200, 60, 7}, 0, 5, 0.830502, 0.471270},
        {{3, 50, 200, 60, 7}, -3, 1, 0.981049, 0.450907},      {{0, 4, 20, 9, 1}, 0, 20, 1.280828, 0.731996},
        {{100, 200, 100, 50, 20}, 0, 5, -5.300107, -4.919084}, {{100, 200, 100, 50, 20}, 0, 20, -22.085715, -20.770210},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int *n = cases[i].pairs;
        struct match_score score = pairs(n[0], n[1], n[2], n[3], n[4]);
        struct match_sprt sprt = {true, MATCH_SPRT_LOGISTIC, cases[i].elo0, cases[i].elo1, 0.05, 0.05};

        assert_near(match_sprt_llr(&sprt, &score), cases[i].logistic, 2e-6);
        sprt.model = MATCH_SPRT_NORMALIZED;
        assert_near(match_sprt_llr(&sprt, &score), cases[i].normalized, 2e-6);
    }
}

/* With pairs of two kinds only, 0 and 2 points, the distribution with mean s is (1 - s, s), and the ratio is that of
 * coins: b ln(s1/s0) + a ln((1-s1)/(1-s0)). The little weight of the other kinds changes it by less than a hundredth.
 */
static void test_llr_of_coins(void **state)
{
    struct match_sprt sprt = {true, MATCH_SPRT_LOGISTIC, 0, 50, 0.05, 0.05};
    struct match_score score = pairs(40, 0, 0, 0, 60);
    double s1 = 1 / (1 + pow(10, -50.0 / 400));

    (void)state;
    assert_near(match_sprt_llr(&sprt, &score), 60 * log(s1 / 0.5) + 40 * log((1 - s1) / 0.5), 0.01);
}

/* Hypotheses that lie symmetrically are equally likely after symmetric results; without games they are, too. */
static void test_llr_of_nothing(void **state)
{
    struct match_sprt sprt = {true, MATCH_SPRT_NORMALIZED, -4, 4, 0.05, 0.05};
    struct match_score level = pairs(7, 30, 50, 30, 7), none = {0};

    (void)state;
    assert_near(match_sprt_llr(&sprt, &level), 0, 1e-9);
    assert_near(match_sprt_llr(&sprt, &none), 0, 0);
}

/* However one-sided the results and however far the hypotheses, the ratio is a number and points the right way. */
static void test_llr_of_extremes(void **state)
{
    static const int sizes[] = {1, 10, 1000, 100000};
    static const double elos[][2] = {{0, 1}, {0, 5}, {-10, 0}, {0, 100}, {-200, 200}, {150, 200}, {-200, -150}};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (size_t j = 0; j < sizeof elos / sizeof elos[0]; j++)
            for (int model = 0; model < 2; model++) {
                struct match_sprt sprt = {true, (enum match_sprt_model)model, elos[j][0], elos[j][1], 0.05, 0.05};
                struct match_score bad = pairs(sizes[i], 0, 0, 0, 0), good = pairs(0, 0, 0, 0, sizes[i]);
                struct match_score mixed = pairs(sizes[i], 0, 0, 0, 1);
                double worse = match_sprt_llr(&sprt, &bad), better = match_sprt_llr(&sprt, &good);

                assert_true(isfinite(worse) && isfinite(better) && isfinite(match_sprt_llr(&sprt, &mixed)));
                if (!(worse < 0 && better > 0))
                    fail_msg("%d %g %g %d: %g %g", sizes[i], elos[j][0], elos[j][1], model, worse, better);
            }
}

/* Wald: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha), which is -+ ln 19 for 0.05. */
static void test_decisions(void **state)
{
    struct match_sprt sprt = {true, MATCH_SPRT_LOGISTIC, 0, 20, 0.05, 0.05};
    struct match_score good = pairs(10, 100, 200, 300, 100), bad = pairs(100, 200, 100, 50, 20), open = {0};

    (void)state;
    assert_near(match_sprt_upper(&sprt), log(19), 1e-12);
    assert_near(match_sprt_lower(&sprt), -log(19), 1e-12);
    assert_int_equal(match_sprt_decide(&sprt, &good), MATCH_ACCEPT_H1);
    assert_int_equal(match_sprt_decide(&sprt, &bad), MATCH_ACCEPT_H0);
    assert_int_equal(match_sprt_decide(&sprt, &open), MATCH_UNDECIDED);
    sprt.beta = 0.1;
    assert_near(match_sprt_upper(&sprt), log(0.9 / 0.05), 1e-12);
    assert_near(match_sprt_lower(&sprt), log(0.1 / 0.95), 1e-12);
    sprt.is_on = false;
    assert_int_equal(match_sprt_decide(&sprt, &good), MATCH_UNDECIDED);
}

static void test_reading(void **state)
{
    static const char *const bad[] = {"elo0=5 elo1=5", "elo0=x",         "alpha=0",       "alpha=0.6", "model=foo",
                                      "elo2=3",        "nonsense",       "elo0=",         "elo1=nan",  "elo1=1e9",
                                      "elo1=201",      "elo0='1 elo1=3", "elo0=0 elo1=-1"};
    struct match_sprt sprt;
    by_error error;

    (void)state;
    assert_int_equal(match_sprt_read("elo0=-2.5 elo1=1.5 alpha=0.1 beta=0.2 model=logistic", &sprt, NULL), BY_OK);
    assert_true(sprt.is_on && sprt.elo0 == -2.5 && sprt.elo1 == 1.5 && sprt.alpha == 0.1 && sprt.beta == 0.2);
    assert_int_equal(sprt.model, MATCH_SPRT_LOGISTIC);
    assert_int_equal(match_sprt_read("", &sprt, NULL), BY_OK);
    assert_int_equal(sprt.model, MATCH_SPRT_NORMALIZED);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_not_equal(match_sprt_read(bad[i], &sprt, &error), BY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_estimate_turned),
        cmocka_unit_test(test_estimate_of_little),
        cmocka_unit_test(test_estimate_means),
        cmocka_unit_test(test_llr),
        cmocka_unit_test(test_llr_of_coins),
        cmocka_unit_test(test_llr_of_nothing),
        cmocka_unit_test(test_llr_of_extremes),
        cmocka_unit_test(test_decisions),
        cmocka_unit_test(test_reading),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
