/* SPDX-License-Identifier: MIT */
#include "tune/data.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

by_status tune_data_add(struct tune_data *data, const struct tune_sample *sample, const struct by_features *features,
                        by_error *error)
{
    struct tune_sample *samples =
        by__array_grown(data->samples, data->sample_count + 1, &data->sample_room, sizeof *samples);
    struct by_feature *list = by__array_grown(data->features, data->feature_count + (size_t)features->count,
                                              &data->feature_room, sizeof *list);

    data->samples = samples ? samples : data->samples;
    data->features = list ? list : data->features;
    if (!samples || (!list && features->count))
        return by_error_no_memory(error);
    data->samples[data->sample_count] = *sample;
    data->samples[data->sample_count].first = data->feature_count;
    data->samples[data->sample_count].count = (uint32_t)features->count;
    data->samples[data->sample_count].share[0] = features->share[0];
    data->samples[data->sample_count].share[1] = features->share[1];
    if (features->count)
        memcpy(data->features + data->feature_count, features->list, (size_t)features->count * sizeof *features->list);
    data->feature_count += (uint64_t)features->count;
    data->sample_count++;
    return BY_OK;
}

by_status tune_data_add_key(struct tune_data *data, uint64_t key, bool *is_new, by_error *error)
{
    *is_new = true;
    return key ? selfplay_keys_add(&data->keys, key, is_new, error) : BY_OK;
}

void tune_data_free(struct tune_data *data)
{
    free(data->samples);
    free(data->features);
    selfplay_keys_free(&data->keys);
    *data = (struct tune_data){0};
}
