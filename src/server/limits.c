/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "server/limits.h"

#include <time.h>

#include "base/clock.h"
#include "server/memory.h"

enum { SPARE_KIB = 512 * 1024 }; /* beside the memory set aside */

struct server_limits server_limits_usual(int processors)
{
    struct server_limits limits = {
        .workers = processors,
        .jobs_each = 4,
        .jobs_waiting = 64,
        .jobs_kept = 16,
        .jobs_kept_by_all = 500,
        .large_kept = 4,
        .large_kib = 262144,
        .clients = 1000,
        .streams = 800,
        .body_bytes = 256 * 1024,
        .memory_kib = 65536,
        .threads = processors,
        .lines = 8,
        .time_ms = 600000,
        .nodes = INT64_MAX,
        .trace_nodes = 200000,
        .trace_kib = 65536,
        .searches = 20000,
        .check_ms = 2000,
    };

    limits.total_kib = server_memory_set_aside_kib(&limits) + SPARE_KIB;
    return limits;
}

void server_limits_set_memory(struct server_limits *limits, int memory_kib)
{
    limits->memory_kib = memory_kib;
    limits->total_kib = server_memory_set_aside_kib(limits) + SPARE_KIB;
}

static int64_t monotonic_ms(void *context)
{
    (void)context;
    return by__clock_ms();
}

int64_t server_processor_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct server_clock server_clock_usual(void)
{
    return (struct server_clock){monotonic_ms, NULL};
}
