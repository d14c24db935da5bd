/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct by__arena_block {
    struct by__arena_block *next;
    max_align_t bytes[];
};

void *by__arena_take(struct by__arena *arena, size_t size)
{
    struct by__arena_block *block = calloc(1, sizeof *block + size);

    if (!block)
        return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    return block->bytes;
}

char *by__arena_text(struct by__arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = by__arena_take(arena, size);

    return copy ? memcpy(copy, text, size) : NULL;
}

void *by__arena_grow(struct by__arena *arena, void *list, size_t count, size_t item_size)
{
    void *larger;

    /* There is room for the next power of two. */
    if (count & (count - 1) || (count == 0 && list))
        return list;
    larger = by__arena_take(arena, (count ? 2 * count : 1) * item_size);
    return larger && count ? memcpy(larger, list, count * item_size) : larger;
}

void by__arena_free(struct by__arena *arena)
{
    for (struct by__arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
}
