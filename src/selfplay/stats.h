/* SPDX-License-Identifier: MIT
 *
 * Statistics of self-play games.
 */
#ifndef SELFPLAY_STATS_H
#define SELFPLAY_STATS_H

#include <stdint.h>

#include "selfplay/keys.h"
#include "selfplay/reader.h"

enum {
    SELFPLAY_LENGTH_STEP = 20, /* plies in a class of lengths */
    SELFPLAY_LENGTHS = 26,     /* the last holds all that are longer */
    SELFPLAY_SCORES = 15,
};

/* A class of scores from the view of the side to move, and how its games ended for that side. */
struct selfplay_score_class {
    by_value least, most;
    uint64_t wins, draws, losses;
};

/* Zero-initialise it, add files, free it. */
struct selfplay_stats {
    uint64_t files, bytes, games;
    uint64_t results[3]; /* won by side 0, drawn, won by side 1 */
    uint64_t ends[SELFPLAY_END_COUNT];
    uint64_t lengths[SELFPLAY_LENGTHS]; /* games by plies, those of the opening too */
    uint64_t shortest, longest;
    uint64_t plies;     /* of all games */
    uint64_t positions; /* with a score */
    struct selfplay_score_class scores[SELFPLAY_SCORES];
    uint64_t agreeing, opposed;    /* scores that are not 0, in games that were not drawn: with the winner or against */
    struct selfplay_keys distinct; /* none: positions of this game have none */
};

/* Adds all remaining games; counts those before damage or a lack of memory. */
by_status selfplay_stats_add(struct selfplay_stats *stats, struct selfplay_reader *reader, by_error *error);

void selfplay_stats_free(struct selfplay_stats *stats);

#endif
