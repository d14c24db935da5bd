/* SPDX-License-Identifier: MIT
 *
 * Estimates how long a run will take, from the times of its searches so far. It reads no clock: times are its input.
 */
#ifndef LAB_ESTIMATE_H
#define LAB_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lab_experiment;

enum { LAB_TIME_UNKNOWN = -1 };

/* The searches of one variant with one limit. */
struct lab_batch {
    size_t variant;
    int64_t limit;
    size_t count, done;
    int64_t time_us; /* total for the finished searches */
    int threads;     /* of each of its searches */
    int at_once;     /* how many of its searches run in parallel, at least 1 */
    bool has_begun;  /* in this run */
};

struct lab_prospect {
    const struct lab_batch *batches;
    size_t count;
    bool is_by_depth;                        /* limits are depths, else nodes or evaluations */
    int64_t cost_us;                         /* the declared cost of all searches; 0: unknown */
    double overhead_us;                      /* per row, beside its search, such as writing */
    const struct lab_experiment *experiment; /* stops the estimate; NULL: never */
};

/* Clock time to the end; LAB_TIME_UNKNOWN also above 99 days. */
int64_t lab_time_left_us(const struct lab_prospect *prospect);

#endif
