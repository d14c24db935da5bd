/* SPDX-License-Identifier: MIT
 *
 * Files of positions to learn from, mostly as text: what is taken is complete, what is not has a reason.
 */
#define _GNU_SOURCE
#include "tune/read.h"

#include <math.h>

#include "file.h"

static by_game *open_game(int *weights)
{
    const by_game_type *type;
    by_options *options;
    by_game *game;

    REQUIRE(by_game_type_find("xiangqi", &type, NULL) == BY_OK);
    REQUIRE(by_options_create(type->options, &options, NULL) == BY_OK);
    if (type->evaluation->tuning->settings)
        REQUIRE(by_options_set_all(options, type->evaluation->tuning->settings, NULL) == BY_OK);
    REQUIRE(by_game_open(type, options, &game, NULL) == BY_OK);
    by_options_destroy(options);
    *weights = type->evaluation->tuning->count;
    return game;
}

static void check_sample(const struct tune_data *data, const struct tune_sample *sample, int weights)
{
    REQUIRE(sample->result == 0 || sample->result == 0.5f || sample->result == 1);
    REQUIRE(!sample->has_score || isfinite(sample->score));
    REQUIRE(isfinite(sample->share[0]) && isfinite(sample->share[1]) && sample->weight > 0);
    REQUIRE(sample->game < data->games && sample->first + sample->count <= data->feature_count);
    for (uint64_t i = 0; i < sample->count; i++)
        REQUIRE(data->features[sample->first + i].weight < weights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct tune_filter filter = {
        .ply_least = 2, .score_most = 800, .a_game = 4, .reversible_most = 20, .seed = 1};
    struct tune_data read = {0};
    struct tune_tally tally = {0};
    by_error error = {0};
    int weights;
    by_game *game = open_game(&weights);

    if (tune_read(&read, file_of(data, size), game, &filter, &tally, &error))
        REQUIRE(error.status < 0 && error.message[0]);
    REQUIRE(read.sample_count <= tally.positions && tally.games == read.games);
    for (uint64_t i = 0; i < read.sample_count; i++)
        check_sample(&read, &read.samples[i], weights);
    tune_data_free(&read);
    by_game_close(game);
    return 0;
}
