/* SPDX-License-Identifier: MIT
 *
 * The server's limits and its clock.
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stddef.h>
#include <stdint.h>

struct server_limits {
    int workers;          /* threads that run jobs; 0: the request runs its job itself */
    int jobs_each;        /* of one client, waiting or running */
    int jobs_waiting;     /* of all clients */
    int jobs_kept;        /* of one client: finished but still available */
    int jobs_kept_by_all; /* of all clients, likewise */
    int large_kept;       /* of one client: finished and large (traces) */
    int large_kib;        /* for all large jobs of all clients */
    int clients;          /* beyond this we forget the client that was silent longest */
    int streams;          /* open at the same time */
    size_t body_bytes;    /* of a request, unless its route says otherwise */
    int memory_kib;       /* of a search */
    int threads;          /* of a search */
    int lines;            /* of a search */
    int64_t time_ms;      /* of a job */
    int64_t nodes;        /* of a search */
    int trace_nodes;      /* of a trace */
    int trace_kib;        /* of a trace, beside its search */
    int searches;         /* of an experiment */
    int check_ms;         /* of the processor, to check a user's experiment or to read many records in one request */
    int64_t total_kib;    /* of the whole server, see server/memory.h; 0: no limit */
};

/* The defaults of `boyi serve` on a machine with this number of processors. */
struct server_limits server_limits_usual(int processors);

/* Sets the memory of a search; the limit of the whole server grows by the same amount. */
void server_limits_set_memory(struct server_limits *limits, int memory_kib);

/* Milliseconds since some moment. Tests bring their own clock. */
struct server_clock {
    int64_t (*now_ms)(void *context);
    void *context;
};

/* A monotonic clock, which no change of the system's time affects. */
struct server_clock server_clock_usual(void);

/* Processor time of this thread, in milliseconds. */
int64_t server_processor_ms(void);

static inline int64_t server_clock_read(const struct server_clock *clock)
{
    return clock->now_ms(clock->context);
}

#endif
