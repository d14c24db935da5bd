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

/* The place of a key, or the empty one where it belongs. Keys are random numbers already. */
static uint64_t place_of(const uint64_t *keys, uint64_t room, uint64_t key)
{
    uint64_t place = key & (room - 1);

    while (keys[place] && keys[place] != key)
        place = (place + 1) & (room - 1);
    return place;
}

static by_status grow_keys(struct tune_data *data, by_error *error)
{
    uint64_t room = data->key_room ? data->key_room * 2 : 1024;
    uint64_t *keys = calloc((size_t)room, sizeof *keys);

    if (!keys)
        return by_error_no_memory(error);
    for (uint64_t i = 0; i < data->key_room; i++)
        if (data->keys[i])
            keys[place_of(keys, room, data->keys[i])] = data->keys[i];
    free(data->keys);
    data->keys = keys;
    data->key_room = room;
    return BY_OK;
}

by_status tune_data_note_key(struct tune_data *data, uint64_t key, bool *is_new, by_error *error)
{
    uint64_t place;

    *is_new = true;
    if (!key)
        return BY_OK;
    if (data->key_count * 2 >= data->key_room && grow_keys(data, error))
        return BY_ERROR_MEMORY;
    place = place_of(data->keys, data->key_room, key);
    *is_new = !data->keys[place];
    data->key_count += *is_new;
    data->keys[place] = key;
    return BY_OK;
}

void tune_data_free(struct tune_data *data)
{
    free(data->samples);
    free(data->features);
    free(data->keys);
    *data = (struct tune_data){0};
}
