/* SPDX-License-Identifier: MIT
 *
 * Nodes and times are skewed, and changes multiply them. If nothing has changed, we could exchange before and after in
 * each pair, so the logarithms of their ratios are symmetric about 0. Wilcoxon's signed ranks (Individual comparisons
 * by ranking methods, 1945) assume no more than that. If a value is 0 or negative there is no ratio. Then we use the
 * signs of the differences, whose distribution needs no assumption.
 */
#include "lab/significance.h"

#include <math.h>
#include <stdlib.h>

/* Up to this number of pairs we compute the distribution of the rank sum; beyond it a normal one is close enough. */
enum { EXACT_MOST = 60 };

/* A pair that differs. The larger value over the smaller has the rank of the logarithm's magnitude, and equal ratios
 * are equal in both directions. */
struct difference {
    double magnitude;
    bool is_more;
    size_t rank; /* doubled, since ties share the mean of their ranks */
};

/* ---- Signs ----------------------------------------------------------------------------------------------------- */

/* The probability that at most `fewer` of `count` coins show heads, or at most that many show tails. */
static double sign_test(size_t count, size_t fewer)
{
    double logarithm = -(double)count * log(2), sum = 0;

    for (size_t i = 0; i <= fewer; i++) {
        sum += exp(logarithm);
        logarithm += log((double)(count - i) / (double)(i + 1));
    }
    return fmin(1, 2 * sum);
}

/* ---- Ranks ----------------------------------------------------------------------------------------------------- */

static int by_magnitude(const void *left, const void *right)
{
    const struct difference *a = left, *b = right;

    return (a->magnitude > b->magnitude) - (a->magnitude < b->magnitude);
}

/* Assigns the ranks. Returns the sum of t^3 - t over all groups of t ties, which reduce the variance. */
static double rank(struct difference *list, size_t count)
{
    double ties = 0;

    qsort(list, count, sizeof *list, by_magnitude);
    for (size_t first = 0, end; first < count; first = end) {
        double equal;

        for (end = first; end < count && list[end].magnitude == list[first].magnitude;)
            end++;
        for (size_t i = first; i < end; i++)
            list[i].rank = first + 1 + end;
        equal = (double)(end - first);
        ties += equal * equal * equal - equal;
    }
    return ties;
}

/* The probability that the ranks of one sign add up to at most `sum`, if a coin decides each sign. */
static double exact_tail(const struct difference *list, size_t count, size_t sum)
{
    double chances[EXACT_MOST * (EXACT_MOST + 1) + 1] = {1}; /* of each sum of doubled ranks */
    size_t greatest = 0;
    double tail = 0;

    for (size_t i = 0; i < count; i++) {
        greatest += list[i].rank;
        for (size_t at = greatest + 1; at-- > 0;)
            chances[at] = (chances[at] + (at >= list[i].rank ? chances[at - list[i].rank] : 0)) / 2;
    }
    for (size_t at = 0; at <= sum; at++)
        tail += chances[at];
    return tail;
}

/* The same for many pairs. The sum has steps, so we add half a step as continuity correction. */
static double normal_tail(size_t count, double sum, double ties)
{
    double n = (double)count;
    double mean = n * (n + 1) / 4, variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48;
    double distance = fmax(0, mean - sum / 2 - 0.5);

    return erfc(distance / sqrt(2 * variance)) / 2;
}

static double signed_ranks(struct difference *list, size_t count)
{
    double ties = rank(list, count);
    size_t more = 0, less = 0, smaller;

    for (size_t i = 0; i < count; i++)
        *(list[i].is_more ? &more : &less) += list[i].rank;
    smaller = more < less ? more : less;
    return fmin(
        1, 2 * (count <= EXACT_MOST ? exact_tail(list, count, smaller) : normal_tail(count, (double)smaller, ties)));
}

/* ---- Pairs ----------------------------------------------------------------------------------------------------- */

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

double lab_median(double *list, size_t count)
{
    qsort(list, count, sizeof *list, by_size);
    return count ? (list[(count - 1) / 2] + list[count / 2]) / 2 : NAN;
}

static void count_pairs(const double *before, const double *after, size_t count, struct lab_pairs *out)
{
    *out = (struct lab_pairs){.ratio = NAN, .p = NAN, .is_by_ranks = true};
    for (size_t i = 0; i < count; i++) {
        if (isnan(before[i]) || isnan(after[i]))
            continue;
        out->count++;
        out->more += after[i] > before[i];
        out->less += after[i] < before[i];
        out->is_by_ranks = out->is_by_ranks && before[i] > 0 && after[i] > 0;
    }
    out->changed = out->more + out->less;
    out->is_by_ranks = out->is_by_ranks && out->count;
}

/* For positive values only. The ratios need room for all pairs, the differences for those that differ. */
static void compare_ratios(const double *before, const double *after, size_t count, double *ratios,
                           struct difference *differences, struct lab_pairs *out)
{
    size_t known = 0, changed = 0;

    for (size_t i = 0; i < count; i++) {
        if (isnan(before[i]) || isnan(after[i]))
            continue;
        ratios[known++] = after[i] / before[i];
        if (after[i] != before[i])
            differences[changed++] = (struct difference){
                .magnitude = fmax(after[i], before[i]) / fmin(after[i], before[i]), .is_more = after[i] > before[i]};
    }
    out->ratio = lab_median(ratios, known);
    if (changed)
        out->p = signed_ranks(differences, changed);
}

by_status lab_compare_pairs(const double *before, const double *after, size_t count, struct lab_pairs *out,
                            by_error *error)
{
    struct difference *differences;
    double *ratios;

    count_pairs(before, after, count, out);
    if (!out->is_by_ranks) {
        if (out->changed)
            out->p = sign_test(out->changed, out->more < out->less ? out->more : out->less);
        return BY_OK;
    }
    ratios = calloc(count, sizeof *ratios);
    differences = calloc(count, sizeof *differences);
    if (ratios && differences)
        compare_ratios(before, after, count, ratios, differences, out);
    free(ratios);
    free(differences);
    return ratios && differences ? BY_OK : by_error_no_memory(error);
}

/* ---- Many at once ---------------------------------------------------------------------------------------------- */

/* The smallest not yet adjusted. Adjusted ones are negative, possibly -0. */
static double *smallest_left(double *p, size_t count)
{
    double *smallest = NULL;

    for (size_t i = 0; i < count; i++)
        if (!isnan(p[i]) && !signbit(p[i]) && (!smallest || p[i] < *smallest))
            smallest = &p[i];
    return smallest;
}

void lab_adjust_holm(double *p, size_t count)
{
    size_t left = 0;
    double greatest = 0, *smallest;

    for (size_t i = 0; i < count; i++)
        left += isnan(p[i]) ? 0 : 1;
    for (; (smallest = smallest_left(p, count)) != NULL; left--) {
        greatest = fmax(greatest, fmin(1, *smallest * (double)left));
        *smallest = copysign(greatest, -1);
    }
    for (size_t i = 0; i < count; i++)
        if (!isnan(p[i]))
            p[i] = fabs(p[i]);
}
