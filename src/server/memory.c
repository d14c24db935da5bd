/* SPDX-License-Identifier: MIT */
#include "server/memory.h"

#include <stdlib.h>

#include "boyi/random.h"
#include "server/limits.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    PROGRAM_KIB = 32 * 1024,     /* the program itself, its threads, and the system's rounding */
    CONNECTION_KIB = 40,         /* buffers of libmicrohttpd */
    CONNECTIONS = 1000,          /* see SERVER_CONNECTIONS */
    READING_KIB = 256 * 1024,    /* of the one experiment being read: generated trees make it large for a moment */
    RETURN_BYTES = 16 * 1048576, /* returned before the system gets it */
};

int64_t server_memory_set_aside_kib(const struct server_limits *limits)
{
    int64_t places = limits->workers ? limits->workers : 1;

    return PROGRAM_KIB + (int64_t)CONNECTIONS * CONNECTION_KIB + READING_KIB + limits->large_kib +
           places * ((int64_t)limits->memory_kib + limits->trace_kib);
}

void server_memory_open(server_memory *memory, const struct server_limits *limits, uint64_t secret)
{
    int64_t left_kib = limits->total_kib - server_memory_set_aside_kib(limits);

    memory->max = limits->total_kib ? (size_t)(left_kib > 0 ? left_kib : 1) * 1024 : 0;
    memory->secret = secret;
}

unsigned server_memory_holder(const server_memory *memory, const char *address)
{
    uint64_t hash = memory ? memory->secret : 0;

    if (!address)
        return SERVER_NOBODY;
    for (; *address; address++)
        hash = by_random_word(hash ^ (unsigned char)*address);
    return 1 + (unsigned)(hash % (SERVER_HOLDERS - 1));
}

size_t server_memory_max_of(const server_memory *memory, unsigned holder)
{
    if (!memory || !memory->max)
        return SIZE_MAX;
    return holder == SERVER_NOBODY ? memory->max : memory->max / 2;
}

/* A holder may have as much as all others could still get, and no more. */
bool server_memory_reserve(server_memory *memory, unsigned holder, size_t bytes)
{
    size_t before, most = memory ? memory->max : 0, used, own;

    if (!memory)
        return true;
    before = atomic_load(&memory->used);
    do {
        if (most && (bytes > most || before > most - bytes))
            return false;
    } while (!atomic_compare_exchange_weak(&memory->used, &before, before + bytes));
    own = atomic_fetch_add(&memory->used_by[holder], bytes) + bytes;
    used = atomic_load(&memory->used);
    if (holder == SERVER_NOBODY || !most || (used <= most && own <= most - used))
        return true;
    atomic_fetch_sub(&memory->used_by[holder], bytes);
    atomic_fetch_sub(&memory->used, bytes);
    return false;
}

void server_memory_reserve_anyway(server_memory *memory, unsigned holder, size_t bytes)
{
    if (!memory)
        return;
    atomic_fetch_add(&memory->used, bytes);
    atomic_fetch_add(&memory->used_by[holder], bytes);
}

void server_memory_release(server_memory *memory, unsigned holder, size_t bytes)
{
    if (!memory)
        return;
    atomic_fetch_sub(&memory->used_by[holder], bytes);
    atomic_fetch_sub(&memory->used, bytes);
    atomic_fetch_add(&memory->freed, bytes);
}

bool server_may_have_one(unsigned holder, int own, int all, int most)
{
    if (holder == SERVER_NOBODY)
        return all < most;
    return own == 0 || own + 1 <= most - (all + 1);
}

size_t server_memory_used(server_memory *memory)
{
    return atomic_load(&memory->used);
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
