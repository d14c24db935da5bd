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

#define BY__COUNTER_ID(id, name)   id,
#define BY__COUNTER_NAME(id, name) name,

#endif
