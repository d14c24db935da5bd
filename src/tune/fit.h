/* SPDX-License-Identifier: MIT
 *
 * Learns the weights of an evaluation from results: the value of a position should predict the result,
 *
 *     chance = 1 / (1 + 10^(-K * value / 400))
 *
 * (the method that Österlund published for Texel in 2014). K is fitted to the weights as they are and then stays, so
 * that values keep their scale. Then the mean squared difference between the chance and the label of each position is
 * lowered by gradients: Adam (Kingma and Ba 2015) over small batches, with steps that shrink along a cosine.
 *
 * Part of the games is used for validation: the weights with the minimum error there are the answer.
 *
 * The answer depends on data, settings and seed, not on the number of threads: every batch has the same pieces for any
 * number of threads, and their results are added up in order.
 */
#ifndef TUNE_FIT_H
#define TUNE_FIT_H

#include "tune/data.h"

struct tune_settings {
    uint64_t seed;
    int threads;
    int epochs;
    int batch;         /* positions */
    int patience;      /* epochs without a gain after which it ends; 0: all epochs are made */
    int least_seen;    /* a weight that fewer positions use stays unchanged */
    double rate;       /* the first step, in units of the evaluation */
    double result;     /* share of the result in the label; the rest is the chance by the score of the search */
    double pull;       /* regularisation towards the initial weights, as strong as this number of positions */
    double checked;    /* share of the games that are kept for checking */
    double k;          /* 0: fitted */
    const bool *fixed; /* a weight each: stays as it is; NULL: none */

    /* Called after every epoch; false: stop. May be NULL. */
    bool (*report)(void *context, int epoch, double learnt_loss, double checked_loss);
    void *context;
};

struct tune_outcome {
    double k;
    uint64_t learnt, checked;   /* positions */
    double before[2], after[2]; /* loss over those learnt from and those checked, with whole numbers at the end */
    double k_after;             /* as it would be fitted now: near `k` if values kept their scale */
    int epochs, best_epoch;     /* made; the one that was taken, 0: none was better than the beginning */
    int moved;                  /* weights that could be learnt */
};

/* Learns `count` weights with two parts each, which `parts` holds before and after. */
by_status tune_fit(const struct tune_data *data, int count, by_value (*parts)[2], const struct tune_settings *settings,
                   struct tune_outcome *outcome, by_error *error);

#endif
