/* SPDX-License-Identifier: MIT */
#include "tune/fit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "tune/pool.h"

enum { PIECES = 32 }; /* of a batch, and of the data when its loss is asked for */

static const double ln10_over_400 = 0.005756462732485115;

struct fit {
    const struct tune_data *data;
    const struct tune_settings *settings;
    struct tune_pool *pool;
    int count;             /* parts of weights: two for each weight */
    float *weights;        /* both parts of a weight one behind the other, as all arrays below */
    double *numbers;       /* room for those that follow: 5 + PIECES times count */
    double *exact, *prior; /* the weights in full, and as they were */
    double *mean, *square; /* Adam's moments */
    double *best;
    double *gradients; /* PIECES times count */
    double losses[PIECES], masses[PIECES];
    bool *is_fixed;  /* by weight */
    uint32_t *order; /* samples: learnt from first, then those for checking */
    uint32_t learnt, total;
    double k;          /* with ln 10 / 400 in it */
    uint32_t from, to; /* of `order`: the range of a task */
    uint64_t steps;
};

/* ---- A position -------------------------------------------------------------------------------------------------- */

static double chance(double k, double value)
{
    return 1 / (1 + exp(-k * value));
}

static double value_of(const struct fit *fit, const struct tune_sample *sample)
{
    const struct by_feature *feature = fit->data->features + sample->first;
    float sums[2] = {0, 0};

    for (uint32_t i = 0; i < sample->count; i++, feature++) {
        sums[0] += (float)feature->count * fit->weights[2 * feature->weight];
        sums[1] += (float)feature->count * fit->weights[2 * feature->weight + 1];
    }
    return (double)(sample->share[0] * sums[0] + sample->share[1] * sums[1]);
}

static double label_of(const struct fit *fit, const struct tune_sample *sample)
{
    double result = fit->settings->result;

    if (!sample->has_score)
        return (double)sample->result;
    return result * (double)sample->result + (1 - result) * chance(fit->k, (double)sample->score);
}

static void add_gradient(const struct fit *fit, const struct tune_sample *sample, double slope, double *gradient)
{
    const struct by_feature *feature = fit->data->features + sample->first;
    double slopes[2] = {slope * (double)sample->share[0], slope * (double)sample->share[1]};

    for (uint32_t i = 0; i < sample->count; i++, feature++) {
        gradient[2 * feature->weight] += slopes[0] * feature->count;
        gradient[2 * feature->weight + 1] += slopes[1] * feature->count;
    }
}

/* ---- Pieces of a task -------------------------------------------------------------------------------------------- */

static uint32_t piece_begin(const struct fit *fit, int number)
{
    return fit->from + (uint32_t)((uint64_t)(fit->to - fit->from) * (uint64_t)number / PIECES);
}

static void find_loss(void *context, int number)
{
    struct fit *fit = context;
    double loss = 0, mass = 0;

    for (uint32_t i = piece_begin(fit, number); i < piece_begin(fit, number + 1); i++) {
        const struct tune_sample *sample = &fit->data->samples[fit->order[i]];
        double difference = chance(fit->k, value_of(fit, sample)) - label_of(fit, sample);

        loss += (double)sample->weight * difference * difference;
        mass += (double)sample->weight;
    }
    fit->losses[number] = loss;
    fit->masses[number] = mass;
}

static void find_gradient(void *context, int number)
{
    struct fit *fit = context;
    double *gradient = fit->gradients + (size_t)number * (size_t)fit->count;
    double mass = 0;

    memset(gradient, 0, (size_t)fit->count * sizeof *gradient);
    for (uint32_t i = piece_begin(fit, number); i < piece_begin(fit, number + 1); i++) {
        const struct tune_sample *sample = &fit->data->samples[fit->order[i]];
        double p = chance(fit->k, value_of(fit, sample));

        add_gradient(fit, sample, 2 * (double)sample->weight * (p - label_of(fit, sample)) * p * (1 - p) * fit->k,
                     gradient);
        mass += (double)sample->weight;
    }
    fit->masses[number] = mass;
}

static double sum_of(const double *pieces)
{
    double sum = 0;

    for (int i = 0; i < PIECES; i++)
        sum += pieces[i];
    return sum;
}

/* The mean over a part of the samples; 0 if there are none. */
static double loss_over(struct fit *fit, uint32_t from, uint32_t to)
{
    double mass;

    fit->from = from;
    fit->to = to;
    tune_pool_run(fit->pool, PIECES, find_loss, fit);
    mass = sum_of(fit->masses);
    return mass > 0 ? sum_of(fit->losses) / mass : 0;
}

/* ---- The scale --------------------------------------------------------------------------------------------------- */

/* Fits K to the results alone by a search of the golden section. */
static double fit_k(struct fit *fit)
{
    const double golden = 0.6180339887498949;
    struct tune_settings results_only = *fit->settings;
    const struct tune_settings *settings = fit->settings;
    double low = 0.05, high = 5, kept = fit->k;

    results_only.result = 1;
    fit->settings = &results_only;
    while (high - low > 1e-4) {
        double a = high - golden * (high - low), b = low + golden * (high - low), loss;

        fit->k = a * ln10_over_400;
        loss = loss_over(fit, 0, fit->learnt);
        fit->k = b * ln10_over_400;
        if (loss < loss_over(fit, 0, fit->learnt))
            high = b;
        else
            low = a;
    }
    fit->settings = settings;
    fit->k = kept;
    return (low + high) / 2;
}

/* ---- Learning ---------------------------------------------------------------------------------------------------- */

static void set_weights(struct fit *fit, const double *exact)
{
    for (int i = 0; i < fit->count; i++)
        fit->weights[i] = (float)exact[i];
}

static void step(struct fit *fit, double rate)
{
    const double first = 0.9, second = 0.999, least = 1e-12;
    /* The curvature that a position adds to a weight with one occurrence, at a typical winning chance */
    double pull = fit->settings->pull / fit->learnt * 2 * (fit->k * 0.2) * (fit->k * 0.2);
    double mass = sum_of(fit->masses), early[2];

    fit->steps++;
    early[0] = 1 - pow(first, (double)fit->steps);
    early[1] = 1 - pow(second, (double)fit->steps);
    for (int i = 0; i < fit->count; i++) {
        double gradient = 0;

        if (fit->is_fixed[i / 2])
            continue;
        for (int piece = 0; piece < PIECES; piece++)
            gradient += fit->gradients[(size_t)piece * (size_t)fit->count + (size_t)i];
        gradient = gradient / mass + pull * (fit->exact[i] - fit->prior[i]);
        fit->mean[i] = first * fit->mean[i] + (1 - first) * gradient;
        fit->square[i] = second * fit->square[i] + (1 - second) * gradient * gradient;
        fit->exact[i] -= rate * (fit->mean[i] / early[0]) / (sqrt(fit->square[i] / early[1]) + least);
    }
    set_weights(fit, fit->exact);
}

static void shuffle(uint32_t *order, uint32_t count, struct by_random *random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = by_random_below(random, i), kept = order[i - 1];

        order[i - 1] = order[other];
        order[other] = kept;
    }
}

static void make_epoch(struct fit *fit, int epoch, struct by_random *random)
{
    const double pi = 3.141592653589793, last = 0.05;
    uint32_t batch = (uint32_t)fit->settings->batch;
    double done = (double)epoch / fit->settings->epochs;
    double rate = fit->settings->rate * (last + (1 - last) * 0.5 * (1 + cos(pi * done)));

    shuffle(fit->order, fit->learnt, random);
    for (uint32_t at = 0; at < fit->learnt; at += batch) {
        fit->from = at;
        fit->to = fit->learnt - at < batch ? fit->learnt : at + batch;
        tune_pool_run(fit->pool, PIECES, find_gradient, fit);
        if (sum_of(fit->masses) > 0)
            step(fit, rate);
    }
}

/* By those for checking; if there are none, by those learnt from. */
static double judge(struct fit *fit, double *learnt)
{
    *learnt = loss_over(fit, 0, fit->learnt);
    return fit->learnt < fit->total ? loss_over(fit, fit->learnt, fit->total) : *learnt;
}

static void learn(struct fit *fit, struct tune_outcome *outcome)
{
    const struct tune_settings *settings = fit->settings;
    struct by_random random = {by_random_word(settings->seed)};
    double learnt, least = judge(fit, &learnt);

    for (int epoch = 0; epoch < settings->epochs; epoch++) {
        double loss;

        make_epoch(fit, epoch, &random);
        loss = judge(fit, &learnt);
        outcome->epochs = epoch + 1;
        if (loss < least) {
            least = loss;
            outcome->best_epoch = epoch + 1;
            memcpy(fit->best, fit->exact, (size_t)fit->count * sizeof *fit->best);
        }
        if (settings->report && !settings->report(settings->context, epoch + 1, learnt, loss))
            break;
        if (settings->patience && epoch + 1 - outcome->best_epoch >= settings->patience)
            break;
    }
}

/* ---- Beginning and end ------------------------------------------------------------------------------------------- */

/* Samples learnt from first; which game is for checking depends on its number and the seed. */
static void divide(struct fit *fit)
{
    uint64_t seed = by_random_word(fit->settings->seed + 1);
    uint32_t front = 0, back = fit->total;

    for (uint32_t i = 0; i < fit->total; i++) {
        uint64_t word = by_random_word(seed ^ fit->data->samples[i].game);
        bool is_checked = (double)(word >> 11) / 9007199254740992.0 < fit->settings->checked;

        fit->order[is_checked ? --back : front++] = i;
    }
    fit->learnt = front;
}

/* Weights that few positions use would fit noise. */
static void fix_weights(struct fit *fit, struct tune_outcome *outcome)
{
    double *seen = fit->gradients; /* not in use yet */

    memset(seen, 0, (size_t)fit->count * sizeof *seen);
    for (uint32_t i = 0; i < fit->learnt; i++) {
        const struct tune_sample *sample = &fit->data->samples[fit->order[i]];

        for (uint32_t j = 0; j < sample->count; j++)
            seen[fit->data->features[sample->first + j].weight] += 1;
    }
    for (int i = 0; i < fit->count / 2; i++) {
        fit->is_fixed[i] = seen[i] < fit->settings->least_seen || (fit->settings->fixed && fit->settings->fixed[i]);
        outcome->moved += !fit->is_fixed[i];
    }
}

static by_status allocate(struct fit *fit, by_error *error)
{
    double **const arrays[] = {&fit->exact, &fit->prior, &fit->mean, &fit->square, &fit->best, &fit->gradients};
    size_t count = (size_t)fit->count;

    fit->weights = calloc(count, sizeof *fit->weights);
    fit->numbers = calloc(count * (5 + PIECES), sizeof *fit->numbers);
    fit->is_fixed = calloc(count, sizeof *fit->is_fixed);
    fit->order = calloc(fit->total, sizeof *fit->order);
    if (!fit->weights || !fit->numbers || !fit->is_fixed || !fit->order)
        return by_error_no_memory(error);
    for (size_t i = 0; i < 6; i++)
        *arrays[i] = fit->numbers + i * count;
    return tune_pool_create(fit->settings->threads, &fit->pool, error);
}

static void release(struct fit *fit)
{
    tune_pool_destroy(fit->pool);
    free(fit->weights);
    free(fit->numbers);
    free(fit->is_fixed);
    free(fit->order);
}

static void begin(struct fit *fit, const by_value (*parts)[2], struct tune_outcome *outcome)
{
    for (int i = 0; i < fit->count; i++) {
        by_value part = parts[i / 2][i % 2];

        fit->exact[i] = fit->prior[i] = fit->best[i] = part;
    }
    set_weights(fit, fit->exact);
    divide(fit);
    fix_weights(fit, outcome);
    outcome->learnt = fit->learnt;
    outcome->checked = fit->total - fit->learnt;
    outcome->k = fit->settings->k > 0 ? fit->settings->k : fit_k(fit);
    fit->k = outcome->k * ln10_over_400;
    outcome->before[0] = loss_over(fit, 0, fit->learnt);
    outcome->before[1] = loss_over(fit, fit->learnt, fit->total);
}

/* The learnt weights, rounded to integers. */
static void finish(struct fit *fit, by_value (*parts)[2], struct tune_outcome *outcome)
{
    const double most = 16000; /* the game's source may hold 16 bits */

    for (int i = 0; i < fit->count; i++) {
        by_value part = (by_value)lround(fmax(-most, fmin(most, fit->best[i])));

        parts[i / 2][i % 2] = part;
        fit->weights[i] = (float)part;
    }
    outcome->after[0] = loss_over(fit, 0, fit->learnt);
    outcome->after[1] = loss_over(fit, fit->learnt, fit->total);
    outcome->k_after = fit_k(fit);
}

by_status tune_fit(const struct tune_data *data, int count, by_value (*parts)[2], const struct tune_settings *settings,
                   struct tune_outcome *outcome, by_error *error)
{
    struct fit fit = {.data = data, .settings = settings, .count = 2 * count, .total = (uint32_t)data->sample_count};
    by_status status;

    *outcome = (struct tune_outcome){0};
    if (data->sample_count > UINT32_MAX)
        return by_error_set(error, BY_ERROR_LIMIT, "%" PRIu64 " positions are more than can be learnt from",
                            data->sample_count);
    if (!data->sample_count)
        return by_error_set(error, BY_ERROR_INPUT, "there is no position to learn from");
    status = allocate(&fit, error);
    if (!status) {
        begin(&fit, (const by_value(*)[2])parts, outcome);
        if (!fit.learnt)
            status = by_error_set(error, BY_ERROR_INPUT,
                                  "all %" PRIu64 " positions are kept for checking, none is left to learn from",
                                  data->sample_count);
    }
    if (!status) {
        learn(&fit, outcome);
        finish(&fit, parts, outcome);
    }
    release(&fit);
    return status;
}
