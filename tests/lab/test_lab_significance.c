/* SPDX-License-Identifier: MIT
 *
 * Tests if figures differ by more than random noise. Expected values come from published tables, from closed forms, and
 * from trying all signs one by one.
 */
#include <math.h>

#include "boyi/random.h"
#include "lab/significance.h"
#include "support/check.h"

enum { COUNT_MOST = 200, TRIED_MOST = 12 };

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g, expected %.12g", value, expected);
}

static struct lab_pairs compare(const double *before, const double *after, size_t count)
{
    struct lab_pairs pairs;
    by_error error;

    assert_int_equal(lab_compare_pairs(before, after, count, &pairs, &error), BY_OK);
    return pairs;
}

/* Pairs whose ratios have the ranks 1 .. count; `after` is the smaller one where the bit is set. */
static struct lab_pairs with_signs(size_t count, unsigned less)
{
    double before[COUNT_MOST], after[COUNT_MOST];

    for (size_t i = 0; i < count; i++) {
        bool is_less = i < 32 && (less >> i & 1);

        before[i] = is_less ? (double)(100 + i) : 99;
        after[i] = is_less ? 99 : (double)(100 + i);
    }
    return compare(before, after, count);
}

/* Two-sided p from Wilcoxon's tables: of 6 pairs a sum of 0 has 2 / 64, of 10 pairs a sum of 8 or less has 50 / 1024
 * and one of 9 or less 66 / 1024, of 8 pairs one of 3 or less 10 / 256. */
static void test_published(void **state)
{
    (void)state;
    assert_near(with_signs(6, 0).p, 0.03125, 1e-15);
    assert_near(with_signs(10, 1u << 7).p, 50.0 / 1024, 1e-15);
    assert_near(with_signs(10, 1u << 8).p, 66.0 / 1024, 1e-15);
    assert_near(with_signs(8, 3).p, 10.0 / 256, 1e-15);
    assert_near(with_signs(1, 0).p, 1, 0);
    assert_true(with_signs(6, 0).is_by_ranks);
}

/* Twice the share of all signs whose sum of ranks, doubled, is no greater than the observed one. */
static double try_all_signs(const size_t *ranks, size_t count, size_t came)
{
    size_t tail = 0;

    for (unsigned signs = 0; signs < 1u << count; signs++) {
        size_t sum = 0;

        for (size_t i = 0; i < count; i++)
            sum += signs >> i & 1 ? ranks[i] : 0;
        tail += sum <= came;
    }
    return fmin(1, 2 * (double)tail / (double)(1u << count));
}

/* The doubled rank of a magnitude: smaller ones count twice, equal ones once, and one more for itself. */
static size_t rank_of(const double *magnitudes, size_t count, size_t which)
{
    size_t rank = 1;

    for (size_t i = 0; i < count; i++)
        rank += magnitudes[i] < magnitudes[which] ? 2 : magnitudes[i] == magnitudes[which];
    return rank;
}

/* With many equal ratios, p is what trying all signs gives; equal pairs do not count. */
static void test_all_signs(void **state)
{
    struct by_random random = {8};

    (void)state;
    for (int round = 0; round < 300; round++) {
        size_t count = 1 + by_random_below(&random, TRIED_MOST), more = 0, less = 0;
        double before[2 * TRIED_MOST], after[2 * TRIED_MOST], magnitudes[TRIED_MOST];
        size_t ranks[TRIED_MOST];

        for (size_t i = 0; i < count; i++) {
            double scale = 1 + by_random_below(&random, 50), ratio = 2 + by_random_below(&random, 5);
            bool is_more = by_random_below(&random, 2);

            magnitudes[i] = ratio;
            before[i] = is_more ? scale : scale * ratio;
            after[i] = is_more ? scale * ratio : scale;
        }
        for (size_t i = 0; i < count; i++) {
            ranks[i] = rank_of(magnitudes, count, i);
            *(after[i] > before[i] ? &more : &less) += ranks[i];
            before[count + i] = after[count + i] = 7;
        }
        assert_near(compare(before, after, 2 * count).p, try_all_signs(ranks, count, more < less ? more : less), 1e-12);
    }
}

/* Exchanging before and after changes only the direction. */
static void test_exchanged(void **state)
{
    struct by_random random = {9};

    (void)state;
    for (size_t count = 1; count <= COUNT_MOST; count += 7) {
        double before[COUNT_MOST], after[COUNT_MOST];
        struct lab_pairs one, other;

        for (size_t i = 0; i < count; i++) {
            before[i] = 1 + by_random_below(&random, 30);
            after[i] = 1 + by_random_below(&random, 33);
        }
        one = compare(before, after, count);
        other = compare(after, before, count);
        assert_true(one.p == other.p || (isnan(one.p) && isnan(other.p)));
        assert_int_equal(one.more, other.less);
        assert_int_equal(one.less, other.more);
    }
}

/* The probability of a sum of ranks 1 .. count no greater than `came`, from the number of sets of these ranks with each
 * sum. */
static double count_sums(size_t count, size_t came)
{
    static double sums[COUNT_MOST * COUNT_MOST];
    double tail = 0;

    sums[0] = 1;
    for (size_t i = 1; i < sizeof sums / sizeof sums[0]; i++)
        sums[i] = 0;
    for (size_t rank = 1; rank <= count; rank++)
        for (size_t sum = sizeof sums / sizeof sums[0]; sum-- > rank;)
            sums[sum] += sums[sum - rank];
    for (size_t sum = 0; sum <= came; sum++)
        tail += sums[sum];
    return fmin(1, 2 * tail / pow(2, (double)count));
}

/* Up to 60 pairs p is exact, beyond that close to it. */
static void test_many(void **state)
{
    const unsigned signs[] = {0x1, 0x7ff, 0xfffff, 0x7fffffff, 0xffffffff};

    (void)state;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t sum = 0;

        for (size_t bit = 0; bit < 32; bit++)
            sum += signs[i] >> bit & 1 ? bit + 1 : 0;
        assert_near(with_signs(60, signs[i]).p, count_sums(60, sum), 1e-12);
        assert_near(with_signs(61, signs[i]).p, count_sums(61, sum), 0.001);
        assert_near(with_signs(100, signs[i]).p, count_sums(100, sum), 0.001);
    }
}

/* Ties reduce the variance of the normal distribution too: of 64 ties, 24 less and 40 more, the sum is 24 * 32.5, the
 * mean 1040, the variance 64 * 65 * 129 / 24 - (64^3 - 64) / 48 = 16900 = 130^2. */
static void test_many_equal(void **state)
{
    double before[64], after[64];

    (void)state;
    for (size_t i = 0; i < 64; i++) {
        before[i] = i < 24 ? 2 : 1;
        after[i] = i < 24 ? 1 : 2;
    }
    assert_near(compare(before, after, 64).p, erfc((1040 - 24 * 32.5 - 0.5) / 130 / sqrt(2)), 1e-12);
}

/* If a value is 0, signs alone decide: 1 of 8 that differ goes the other way, which has (1 + 8) / 2^8 on either side.
 * There is no ratio. */
static void test_signs(void **state)
{
    const double before[] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, NAN, 1};
    const double after[] = {1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, NAN};
    struct lab_pairs pairs = compare(before, after, 12);

    (void)state;
    assert_int_equal(pairs.count, 10);
    assert_int_equal(pairs.changed, 8);
    assert_int_equal(pairs.more, 7);
    assert_int_equal(pairs.less, 1);
    assert_near(pairs.p, 18.0 / 256, 1e-12);
    assert_true(isnan(pairs.ratio));
    assert_false(pairs.is_by_ranks);
}

/* Thousands of coins work, and equal numbers of heads and tails prove nothing. */
static void test_many_signs(void **state)
{
    static double before[4000], after[4000];

    (void)state;
    for (size_t i = 0; i < 4000; i++) {
        before[i] = i % 2 ? 1 : 0;
        after[i] = 1 - before[i];
    }
    assert_near(compare(before, after, 4000).p, 1, 1e-9);
    for (size_t i = 0; i < 4000; i++)
        after[i] = i < 2100 ? before[i] + 1 : before[i] - 1;
    /* 200 more than half: 3.16 standard deviations */
    assert_near(compare(before, after, 4000).p, erfc(99.5 / sqrt(1000) / sqrt(2)), 1e-5);
}

/* Values that are equal everywhere have no p, and neither have values that are unknown everywhere. The ratio is the
 * median over all pairs. */
static void test_nothing_differs(void **state)
{
    const double same[] = {3, 4, 5}, unknown[] = {NAN, NAN, NAN}, twice[] = {3, 8, 10};
    struct lab_pairs pairs = compare(same, same, 3);

    (void)state;
    assert_int_equal(pairs.count, 3);
    assert_int_equal(pairs.changed, 0);
    assert_true(isnan(pairs.p));
    assert_near(pairs.ratio, 1, 0);
    pairs = compare(same, unknown, 3);
    assert_int_equal(pairs.count, 0);
    assert_true(isnan(pairs.p) && isnan(pairs.ratio));
    assert_near(compare(same, twice, 3).ratio, 2, 0);
    assert_near(compare(same, twice, 2).ratio, 1.5, 0);
    assert_true(isnan(compare(same, same, 0).p));
}

/* Holm's example of steps: the smallest counts four times, the next three times, and none is less than the one before
 * it. */
static void test_holm(void **state)
{
    double p[] = {0.03, 0.01, NAN, 0.9, 0.0125}, small[] = {0, 1e-300, 1}, none[] = {NAN};

    (void)state;
    lab_adjust_holm(p, 5);
    assert_near(p[1], 0.04, 1e-15);
    assert_near(p[4], 0.04, 1e-15); /* 0.0375 by itself */
    assert_near(p[0], 0.06, 1e-15);
    assert_near(p[3], 0.9, 0);
    assert_true(isnan(p[2]));
    lab_adjust_holm(small, 3);
    assert_true(small[0] == 0 && !signbit(small[0]));
    assert_true(small[1] > 1.9e-300 && small[1] < 2.1e-300);
    assert_true(small[2] == 1);
    lab_adjust_holm(none, 1);
    lab_adjust_holm(NULL, 0);
    assert_true(isnan(none[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),  cmocka_unit_test(test_all_signs),       cmocka_unit_test(test_exchanged),
        cmocka_unit_test(test_many),       cmocka_unit_test(test_many_equal),      cmocka_unit_test(test_signs),
        cmocka_unit_test(test_many_signs), cmocka_unit_test(test_nothing_differs), cmocka_unit_test(test_holm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
