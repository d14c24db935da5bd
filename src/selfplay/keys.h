/* SPDX-License-Identifier: MIT
 *
 * A set of keys of positions: an open hash table with linear probing, at most half full. Keys are random numbers
 * already.
 */
#ifndef SELFPLAY_KEYS_H
#define SELFPLAY_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"

/* Zero-initialise it, add keys, free it. */
struct selfplay_keys {
    uint64_t *list; /* 0: empty */
    uint64_t room;  /* a power of two */
    uint64_t count;
};

/* Adds a key that is not 0; `is_new` is set if it was not there. */
by_status selfplay_keys_add(struct selfplay_keys *keys, uint64_t key, bool *is_new, by_error *error);

void selfplay_keys_free(struct selfplay_keys *keys);

#endif
