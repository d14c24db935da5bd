/* SPDX-License-Identifier: MIT
 *
 * How long a run will take, from what its searches took so far. It reads no clock: times are its input.
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
    int64_t time_us; /* that the searches of those that are done took */
    int threads;     /* of each of its searches */
    int at_once;     /* how many of its searches there is room for, at least 1 */
    bool has_begun;  /* in this run */
};

struct lab_prospect {
    const struct lab_batch *batches;
    size_t count;
    bool is_by_depth;                        /* limits are depths, else nodes or evaluations */
    int64_t cost_us;                         /* what all its searches are said to take; 0: not known */
    double overhead_us;                      /* that a row takes beside its search, such as to be written */
    const struct lab_experiment *experiment; /* ends the guessing; NULL: nothing does */
};

/* Until all is done, as the clock will have it; LAB_TIME_UNKNOWN also where it is more than 99 days. */
int64_t lab_time_left_us(const struct lab_prospect *prospect);

#endif
