/* SPDX-License-Identifier: MIT
 *
 * Statistics of strength. Games come in pairs with the same opening and colours swapped; the two games of a pair depend
 * on each other, so the unit is the pair, with five possible scores: 0, 1/2, 1, 3/2, 2 points (pentanomial statistics).
 */
#ifndef MATCH_STATISTICS_H
#define MATCH_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"

enum { MATCH_PAIR_KINDS = 5 };

/* From the view of the first engine. */
struct match_score {
    int wins, draws, losses;     /* all games */
    int pairs[MATCH_PAIR_KINDS]; /* whole pairs, by half points */
};

struct match_estimate {
    bool is_known;                 /* there is a whole pair */
    double score;                  /* mean of a game, 0 to 1 */
    double error;                  /* its standard error */
    double elo, elo_low, elo_high; /* with 95 % certainty between; infinite where nothing is known */
    double normalized;             /* Elo in units of the spread of a game's score; 0 if there is no spread */
    double superiority;            /* likelihood that the first is stronger, 0 to 1 */
    double draw_ratio;             /* of all games */
};

void match_estimate(const struct match_score *score, struct match_estimate *out);

/* The same of units that are no single pairs, such as openings with several pairs each: their mean scores of a game, 0
 * to 1. The draw ratio is left 0, and superiority 1/2 where the scores do not scatter. */
void match_estimate_means(const double *scores, size_t count, struct match_estimate *out);

/* ---- The sequential test ----------------------------------------------------------------------------------------- */

enum match_sprt_model {
    MATCH_SPRT_LOGISTIC,   /* bounds are Elo */
    MATCH_SPRT_NORMALIZED, /* bounds are normalised Elo, which does not depend on how drawish the games are */
};

struct match_sprt {
    bool is_on;
    enum match_sprt_model model;
    double elo0, elo1;  /* H0: the difference is elo0; H1: it is elo1 */
    double alpha, beta; /* how often H1 may be accepted wrongly, and H0 */
};

enum match_decision {
    MATCH_UNDECIDED,
    MATCH_ACCEPT_H0,
    MATCH_ACCEPT_H1,
};

/* Reads "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized". */
by_status match_sprt_read(const char *text, struct match_sprt *out, by_error *error);

/* The logarithm of the likelihood ratio of H1 to H0; 0 without pairs. */
double match_sprt_llr(const struct match_sprt *sprt, const struct match_score *score);

/* Where the test ends. */
double match_sprt_lower(const struct match_sprt *sprt);
double match_sprt_upper(const struct match_sprt *sprt);

enum match_decision match_sprt_decide(const struct match_sprt *sprt, const struct match_score *score);

#endif
