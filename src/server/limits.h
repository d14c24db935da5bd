/* SPDX-License-Identifier: MIT
 *
 * How much of everything the server gives away, and what time it is.
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stddef.h>
#include <stdint.h>

struct server_limits {
    int workers;          /* threads that run jobs; 0: a job runs inside of the request that asks for it */
    int jobs_each;        /* of one client, waiting or running */
    int jobs_waiting;     /* of all clients */
    int jobs_kept;        /* of one client, that are over and can still be asked for */
    int jobs_kept_by_all; /* of all clients, likewise */
    int large_kept;       /* of one client, likewise, of those that keep much: traces */
    int large_kib;        /* that these keep in all, of all clients */
    int clients;          /* beyond, the one that was silent longest is forgotten */
    int streams;          /* open at once */
    size_t body_bytes;    /* of a request, unless its route says otherwise */
    int memory_kib;       /* of a search */
    int threads;          /* of a search */
    int lines;            /* of a search */
    int64_t time_ms;      /* of a job */
    int64_t nodes;        /* of a search */
    int trace_nodes;      /* of a trace */
    int trace_kib;        /* of a trace, beside its search */
    int searches;         /* of an experiment */
    int check_ms; /* of the processor, to read and try somebody's own experiment, or to read many records, in a request
                   */
    int64_t total_kib; /* of the whole server, see server/memory.h; 0: no limit */
};

/* What `boyi serve` begins with, on a machine with so many processors. */
struct server_limits server_limits_usual(int processors);

/* Sets the memory of a search; the server as a whole may have as much more. */
void server_limits_set_memory(struct server_limits *limits, int memory_kib);

/* Milliseconds since some moment. A test has a clock of its own. */
struct server_clock {
    int64_t (*now_ms)(void *context);
    void *context;
};

/* One that no setting of the system's time changes. */
struct server_clock server_clock_usual(void);

/* What this thread has used of the processor, in milliseconds. */
int64_t server_processor_ms(void);

static inline int64_t server_clock_read(const struct server_clock *clock)
{
    return clock->now_ms(clock->context);
}

#endif
