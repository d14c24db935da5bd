/* SPDX-License-Identifier: MIT
 *
 * Memory that is given back all at once: an experiment is many small texts and lists that live and die together.
 * Zero-initialise it, take from it, free it.
 */
#ifndef LAB_ARENA_H
#define LAB_ARENA_H

#include <stddef.h>

struct lab_arena {
    struct lab_block *blocks;
};

/* Memory for anything, zeroed; NULL if there is none. */
void *lab_arena_take(struct lab_arena *arena, size_t size);

/* A copy of a text; NULL if there is no memory. */
char *lab_arena_text(struct lab_arena *arena, const char *text);

/* Room for one more behind the `count` items of a list that was filled in this way from NULL on: the list, which may
 * have moved; NULL if there is no memory. */
void *lab_arena_grow(struct lab_arena *arena, void *list, size_t count, size_t item_size);

void lab_arena_free(struct lab_arena *arena);

#endif
