/* SPDX-License-Identifier: MIT
 *
 * The model: the pair's score, as a mean of its two games, takes one of the values 0, 1/4, 1/2, 3/4, 1.
 *
 *     Elo             the logistic curve: a score s is worth 400 log10(s / (1 - s))
 *     normalised Elo  (s - 1/2) / sigma of a game, times 800 / ln 10; for a pair, whose score is the mean of two games,
 *                     sigma of a game is sqrt(2) times sigma of the pair's score
 *     LLR             the generalised sequential probability ratio test: both hypotheses leave the distribution open
 *                     but for one number; the likelihoods are those of the most likely distributions that have it
 *
 * All of it after M. Van den Bergh: "Comments on Normalized Elo" (cantate.be/Fishtest/normalized_elo_practical.pdf,
 * proposition 1.1 and section 4.1) and "GSPRT_approximation.pdf" there; the bounds are those of A. Wald 1945.
 *
 * The most likely distribution p among those with sum p_i g_i = 0, for observed frequencies f, is
 * p_i = f_i / (1 + theta g_i), where theta solves sum f_i g_i / (1 + theta g_i) = 0: Lagrange's conditions. For a mean
 * s, g_i = x_i - s. For a t-value t = (mean - 1/2) / sigma the condition is not linear; around a distribution with mean
 * m and deviation sigma it is, to first order, g_i = x_i - 1/2 - t sigma (1 + ((x_i - m) / sigma)^2) / 2, which is
 * repeated until it no longer changes.
 */
#include "match/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/flags.h"

#define NORMALIZED_UNIT (800 / 2.302585092994045684) /* 800 / ln 10 */
#define DEVIATIONS_95   1.959963984540054            /* two-sided */

static double value_of(int kind)
{
    return (double)kind / (MATCH_PAIR_KINDS - 1);
}

struct moments {
    double mean, variance;
};

static struct moments moments_of(const double *probabilities)
{
    struct moments m = {0};

    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        m.mean += probabilities[i] * value_of(i);
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        m.variance += probabilities[i] * (value_of(i) - m.mean) * (value_of(i) - m.mean);
    return m;
}

/* ---- Elo --------------------------------------------------------------------------------------------------------- */

static double elo_of(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

static double score_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* The normal distribution. */
static double normal_below(double deviations)
{
    return 0.5 * erfc(-deviations / sqrt(2));
}

/* Draws do not show which engine is stronger. Among n decided games between equals, wins - losses has the standard
 * deviation sqrt(n).
 */
static double superiority_by_games(const struct match_score *score)
{
    int decided = score->wins + score->losses;

    return decided ? normal_below((score->wins - score->losses) / sqrt(decided)) : 0.5;
}

/* The estimate from the moments of the units' scores. */
static void estimate_by_moments(struct moments m, double count, struct match_estimate *out)
{
    out->is_known = true;
    out->score = m.mean;
    out->error = sqrt(m.variance / count);
    out->elo = elo_of(m.mean);
    out->elo_low = -INFINITY;
    out->elo_high = INFINITY;
    /* If all results are equal, the variance is unknown. */
    if (m.variance > 0) {
        out->elo_low = elo_of(m.mean - DEVIATIONS_95 * out->error);
        out->elo_high = elo_of(m.mean + DEVIATIONS_95 * out->error);
        out->normalized = (m.mean - 0.5) / sqrt(2 * m.variance) * NORMALIZED_UNIT;
        out->superiority = normal_below((m.mean - 0.5) / out->error);
    }
}

void match_estimate(const struct match_score *score, struct match_estimate *out)
{
    double frequencies[MATCH_PAIR_KINDS];
    int games = score->wins + score->draws + score->losses, pairs = 0;

    *out = (struct match_estimate){0};
    if (games)
        out->draw_ratio = (double)score->draws / games;
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        pairs += score->pairs[i];
    if (!pairs)
        return;
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        frequencies[i] = (double)score->pairs[i] / pairs;
    out->superiority = superiority_by_games(score);
    estimate_by_moments(moments_of(frequencies), pairs, out);
}

void match_estimate_means(const double *scores, size_t count, struct match_estimate *out)
{
    const double rounding = 1e-9; /* means that are apart by less are the same */
    struct moments m = {0};
    double min = INFINITY, max = -INFINITY;

    *out = (struct match_estimate){.superiority = 0.5};
    if (!count)
        return;
    for (size_t i = 0; i < count; i++) {
        m.mean += scores[i];
        min = fmin(min, scores[i]);
        max = fmax(max, scores[i]);
    }
    m.mean /= (double)count;
    for (size_t i = 0; i < count && max - min > rounding; i++)
        m.variance += (scores[i] - m.mean) * (scores[i] - m.mean) / (double)count;
    estimate_by_moments(m, (double)count, out);
}

/* ---- The sequential test ----------------------------------------------------------------------------------------- */

/* The theta of the most likely distribution under the condition g. The sum falls with theta between the poles next to
 * 0, from +infinity to -infinity, so that halving finds it. */
static double solve_theta(const double *frequencies, const double *g)
{
    double min = 0, max = 0, low, high;

    for (int i = 0; i < MATCH_PAIR_KINDS; i++) {
        min = g[i] < min ? g[i] : min;
        max = g[i] > max ? g[i] : max;
    }
    if (min == 0 || max == 0)
        return 0; /* no distribution fulfils the condition */
    low = -1 / max;
    high = -1 / min;
    for (int step = 0; step < 200; step++) {
        double theta = (low + high) / 2, sum = 0;

        for (int i = 0; i < MATCH_PAIR_KINDS; i++)
            sum += frequencies[i] * g[i] / (1 + theta * g[i]);
        if (sum > 0)
            low = theta;
        else
            high = theta;
    }
    return (low + high) / 2;
}

static void most_likely(const double *frequencies, const double *g, double *out)
{
    double theta = solve_theta(frequencies, g);

    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        out[i] = frequencies[i] / (1 + theta * g[i]);
}

static void most_likely_with_mean(const double *frequencies, double mean, double *out)
{
    double g[MATCH_PAIR_KINDS];

    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        g[i] = value_of(i) - mean;
    most_likely(frequencies, g, out);
}

static void most_likely_with_t(const double *frequencies, double t, double *out)
{
    enum { MAX_ROUNDS = 100 };
    double change = 1;

    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        out[i] = 1.0 / MATCH_PAIR_KINDS;
    for (int round = 0; round < MAX_ROUNDS && change > 1e-12; round++) {
        struct moments m = moments_of(out);
        double sigma = sqrt(m.variance), g[MATCH_PAIR_KINDS], before[MATCH_PAIR_KINDS];

        memcpy(before, out, sizeof before);
        for (int i = 0; i < MATCH_PAIR_KINDS; i++) {
            double off = (value_of(i) - m.mean) / sigma;

            g[i] = value_of(i) - 0.5 - t * sigma * (1 + off * off) / 2;
        }
        most_likely(frequencies, g, out);
        change = 0;
        for (int i = 0; i < MATCH_PAIR_KINDS; i++)
            change = fmax(change, fabs(out[i] - before[i]));
    }
}

/* Kinds that have not occurred yet get a little weight, since a distribution that excludes them would be believed too
 * much. Returns the number of pairs. */
static double regular_frequencies(const struct match_score *score, double *out)
{
    const double little = 1e-3;
    double total = 0;

    for (int i = 0; i < MATCH_PAIR_KINDS; i++) {
        out[i] = score->pairs[i] ? score->pairs[i] : little;
        total += out[i];
    }
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        out[i] /= total;
    return total;
}

static void most_likely_under(const struct match_sprt *sprt, double elo, const double *frequencies, double *out)
{
    if (sprt->model == MATCH_SPRT_LOGISTIC)
        most_likely_with_mean(frequencies, score_of(elo), out);
    else
        most_likely_with_t(frequencies, sqrt(2) * elo / NORMALIZED_UNIT, out);
}

double match_sprt_llr(const struct match_sprt *sprt, const struct match_score *score)
{
    double frequencies[MATCH_PAIR_KINDS], under0[MATCH_PAIR_KINDS], under1[MATCH_PAIR_KINDS];
    double pairs = regular_frequencies(score, frequencies), llr = 0;

    if (pairs < 1)
        return 0;
    most_likely_under(sprt, sprt->elo0, frequencies, under0);
    most_likely_under(sprt, sprt->elo1, frequencies, under1);
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        llr += frequencies[i] * log(under1[i] / under0[i]);
    return pairs * llr;
}

double match_sprt_lower(const struct match_sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double match_sprt_upper(const struct match_sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum match_decision match_sprt_decide(const struct match_sprt *sprt, const struct match_score *score)
{
    double llr = sprt->is_on ? match_sprt_llr(sprt, score) : 0;

    if (!sprt->is_on)
        return MATCH_UNDECIDED;
    return llr >= match_sprt_upper(sprt)   ? MATCH_ACCEPT_H1
           : llr <= match_sprt_lower(sprt) ? MATCH_ACCEPT_H0
                                           : MATCH_UNDECIDED;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

by_status match_sprt_read(const char *text, struct match_sprt *out, by_error *error)
{
    static const char *const models[] = {"logistic", "normalized", NULL};
    enum { MAX_ELO = 200 };
    struct match_sprt sprt = {true, MATCH_SPRT_NORMALIZED, 0, 5, 0.05, 0.05};
    int model = (int)sprt.model;
    const struct match_key keys[] = {
        {"elo0", -MAX_ELO, MAX_ELO, .real = &sprt.elo0}, {"elo1", -MAX_ELO, MAX_ELO, .real = &sprt.elo1},
        {"alpha", 1e-6, 0.49, .real = &sprt.alpha},      {"beta", 1e-6, 0.49, .real = &sprt.beta},
        {"model", .choices = models, .number = &model},  {0},
    };
    by_status status = match_flags_read("--sprt", text, keys, error);

    sprt.model = (enum match_sprt_model)model;
    if (!status && sprt.elo0 >= sprt.elo1)
        return by_error_set(error, BY_ERROR_INPUT, "--sprt: elo0 is %g and elo1 is %g, expected elo0 < elo1", sprt.elo0,
                            sprt.elo1);
    if (!status)
        *out = sprt;
    return status;
}
