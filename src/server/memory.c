/* SPDX-License-Identifier: MIT */
#include "server/memory.h"

#include <stdlib.h>

#include "server/limits.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    PROGRAM_KIB = 32 * 1024,     /* the program itself, its threads, and what the system rounds up */
    CONNECTION_KIB = 40,         /* buffers of libmicrohttpd */
    CONNECTIONS = 1000,          /* see SERVER_CONNECTIONS */
    READING_KIB = 256 * 1024,    /* of the one experiment that is read: with generated trees it is large for a moment */
    RETURN_BYTES = 16 * 1048576, /* given back before the system gets it */
};

int64_t server_memory_set_aside_kib(const struct server_limits *limits)
{
    int64_t places = limits->workers ? limits->workers : 1;

    return PROGRAM_KIB + (int64_t)CONNECTIONS * CONNECTION_KIB + READING_KIB + limits->large_kib +
           places * ((int64_t)limits->memory_kib + limits->trace_kib);
}

void server_memory_open(server_memory *memory, const struct server_limits *limits)
{
    int64_t left_kib = limits->total_kib - server_memory_set_aside_kib(limits);

    *memory = (server_memory){.most = limits->total_kib ? (size_t)(left_kib > 0 ? left_kib : 1) * 1024 : 0};
}

bool server_memory_take(server_memory *memory, size_t bytes)
{
    size_t before;

    if (!memory)
        return true;
    before = atomic_load(&memory->used);
    do {
        if (memory->most && (bytes > memory->most || before > memory->most - bytes))
            return false;
    } while (!atomic_compare_exchange_weak(&memory->used, &before, before + bytes));
    return true;
}

void server_memory_take_anyway(server_memory *memory, size_t bytes)
{
    if (memory)
        atomic_fetch_add(&memory->used, bytes);
}

void server_memory_give(server_memory *memory, size_t bytes)
{
    if (!memory)
        return;
    atomic_fetch_sub(&memory->used, bytes);
    atomic_fetch_add(&memory->freed, bytes);
}

size_t server_memory_used(server_memory *memory)
{
    return atomic_load(&memory->used);
}

void server_keep_little_memory(void)
{
#ifdef __GLIBC__
    enum { LARGE_BYTES = 128 * 1024 };

    (void)mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
    (void)mallopt(M_TRIM_THRESHOLD, LARGE_BYTES);
#endif
}

void server_return_memory(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

void server_memory_tick(server_memory *memory)
{
    if (atomic_load(&memory->freed) < RETURN_BYTES)
        return;
    atomic_store(&memory->freed, 0);
    server_return_memory();
}
