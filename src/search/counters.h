/* SPDX-License-Identifier: MIT
 *
 * Counters of a method. One list has each counter with its name; the enum and the names are made from it.
 *
 *     #define AB_COUNTERS(COUNTER) COUNTER(AB_CUTS, "cuts") COUNTER(AB_HASH_HITS, "hash_hits")
 *
 *     enum ab_counter { AB_COUNTERS(BY__COUNTER_ID) AB_COUNTER_COUNT };
 *     const char *const names[] = {AB_COUNTERS(BY__COUNTER_NAME)};
 */
#ifndef BOYI_SEARCH_COUNTERS_H
#define BOYI_SEARCH_COUNTERS_H

#include "boyi/search.h"

#define BY__COUNTER_ID(id, name)   id,
#define BY__COUNTER_NAME(id, name) name,

/* Copies the counters of a run and their names into its result; `out` belongs to the method. */
static inline void by__report_counters(struct by_result *result, struct by_counter *out, const char *const *names,
                                       const uint64_t *counts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (struct by_counter){names[i], counts[i]};
    result->counters = out;
    result->counter_count = count;
}

#endif
