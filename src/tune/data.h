/* SPDX-License-Identifier: MIT
 *
 * Training positions: the features of the evaluation, and the result of the game. Features take four bytes each, a
 * position with forty of them about two hundred.
 */
#ifndef TUNE_DATA_H
#define TUNE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/game.h"
#include "selfplay/keys.h"

/* A position. Results and scores are for side 0. */
struct tune_sample {
    uint64_t first; /* of its features */
    uint32_t count;
    uint32_t game; /* that it is from: positions of one game are learnt from or kept for checking together */
    float share[2];
    float result; /* 1, 0.5, 0 */
    float score;  /* of a search; only if has_score */
    float weight; /* how much it counts */
    bool has_score;
};

/* Zero-initialise it, add to it, free it. */
struct tune_data {
    struct tune_sample *samples;
    size_t sample_count, sample_room;
    struct by_feature *features;
    size_t feature_count, feature_room;
    struct selfplay_keys keys; /* of the positions so far */
    uint32_t games;
};

/* Adds a position; `first` and `count` of the sample are filled in. */
by_status tune_data_add(struct tune_data *data, const struct tune_sample *sample, const struct by_features *features,
                        by_error *error);

/* Adds a key; `is_new` is set if it was not there. A key of 0 is always new. */
by_status tune_data_add_key(struct tune_data *data, uint64_t key, bool *is_new, by_error *error);

void tune_data_free(struct tune_data *data);

#endif
