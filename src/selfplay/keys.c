/* SPDX-License-Identifier: MIT */
#include "selfplay/keys.h"

#include <stdlib.h>

/* The place of a key, or the empty one where it belongs. */
static uint64_t *place_of(const struct selfplay_keys *keys, uint64_t key)
{
    uint64_t place = key & (keys->room - 1);

    while (keys->list[place] && keys->list[place] != key)
        place = (place + 1) & (keys->room - 1);
    return &keys->list[place];
}

static by_status grow(struct selfplay_keys *keys, by_error *error)
{
    struct selfplay_keys larger = {.room = keys->room ? keys->room * 2 : 1024, .count = keys->count};

    larger.list = calloc((size_t)larger.room, sizeof *larger.list);
    if (!larger.list)
        return by_error_no_memory(error);
    for (uint64_t i = 0; i < keys->room; i++)
        if (keys->list[i])
            *place_of(&larger, keys->list[i]) = keys->list[i];
    free(keys->list);
    *keys = larger;
    return BY_OK;
}

by_status selfplay_keys_add(struct selfplay_keys *keys, uint64_t key, bool *is_new, by_error *error)
{
    uint64_t *place;

    if (keys->count * 2 >= keys->room && grow(keys, error))
        return BY_ERROR_MEMORY;
    place = place_of(keys, key);
    *is_new = !*place;
    keys->count += *is_new;
    *place = key;
    return BY_OK;
}

void selfplay_keys_free(struct selfplay_keys *keys)
{
    free(keys->list);
    *keys = (struct selfplay_keys){0};
}
