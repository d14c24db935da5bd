/* SPDX-License-Identifier: MIT
 *
 * Memory that is freed as a whole: an experiment consists of many small texts and lists with the same lifetime.
 * Zero-initialise it, allocate from it, free it.
 */
#ifndef BOYI_BASE_ARENA_H
#define BOYI_BASE_ARENA_H

#include <stddef.h>

struct by__arena {
    struct by__arena_block *blocks;
};

/* Memory for anything, zeroed; NULL if there is none. */
void *by__arena_take(struct by__arena *arena, size_t size);

/* A copy of a text; NULL if there is no memory. */
char *by__arena_text(struct by__arena *arena, const char *text);

/* Room for one more behind the `count` items of a list that was filled in this way from NULL on: the list, which may
 * have moved; NULL if there is no memory. */
void *by__arena_grow(struct by__arena *arena, void *list, size_t count, size_t item_size);

void by__arena_free(struct by__arena *arena);

#endif
