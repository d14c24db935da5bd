/* SPDX-License-Identifier: MIT */
#include "lab/arena.h"

#include <stdlib.h>
#include <string.h>

struct lab_block {
    struct lab_block *next;
    max_align_t bytes[];
};

void *lab_arena_take(struct lab_arena *arena, size_t size)
{
    struct lab_block *block = calloc(1, sizeof *block + size);

    if (!block)
        return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    return block->bytes;
}

char *lab_arena_text(struct lab_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = lab_arena_take(arena, size);

    return copy ? memcpy(copy, text, size) : NULL;
}

void *lab_arena_grow(struct lab_arena *arena, void *list, size_t count, size_t item_size)
{
    void *larger;

    /* There is room for the next power of two. */
    if (count & (count - 1) || (count == 0 && list))
        return list;
    larger = lab_arena_take(arena, (count ? 2 * count : 1) * item_size);
    return larger && count ? memcpy(larger, list, count * item_size) : larger;
}

void lab_arena_free(struct lab_arena *arena)
{
    for (struct lab_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
}
