/* SPDX-License-Identifier: MIT */
#include "support/allocation.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_size_t current, peak, count, failing; /* failing: the count at which to fail, 0 for never */

void allocation_reset(void)
{
    peak = current;
    count = 0;
    failing = 0;
}

size_t allocation_current(void)
{
    return current;
}

size_t allocation_peak(void)
{
    return peak;
}

size_t allocation_count(void)
{
    return count;
}

void allocation_fail_at(size_t n)
{
    failing = n ? count + n : 0;
}

static bool has_to_fail(void)
{
    return ++count == failing;
}

/* Counts new memory in and hands it on. */
static void *taken(void *memory)
{
    size_t size = malloc_usable_size(memory);
    size_t now = atomic_fetch_add(&current, size) + size;
    size_t most = peak;

    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {
    }
    return memory;
}

/* ---- What the linker calls instead of the originals, which it calls __real_... ---------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size)
{
    return has_to_fail() ? NULL : taken(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return has_to_fail() ? NULL : taken(__real_calloc(n, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return has_to_fail() ? NULL : taken(__real_aligned_alloc(alignment, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    size_t before = malloc_usable_size(memory);
    void *moved = has_to_fail() ? NULL : __real_realloc(memory, size);

    if (moved) {
        current -= before;
        taken(moved);
    }
    return moved;
}

void __wrap_free(void *memory)
{
    current -= malloc_usable_size(memory);
    __real_free(memory);
}
