/* SPDX-License-Identifier: MIT
 *
 * Random words, the same on every machine, for the hash keys of games; and a generator with a seed.
 */
#ifndef BOYI_RANDOM_H
#define BOYI_RANDOM_H

#include <stdint.h>

#include "boyi/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The `n`-th word of a fixed random sequence. Distinct numbers give distinct words (SplitMix64: Steele, Lea, Flood
 * 2014). */
BY_API inline uint64_t by_random_word(uint64_t n)
{
    uint64_t x = (n + 1) * 0x9E3779B97F4A7C15u;

    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* A generator; any seed is good. */
struct by_random {
    uint64_t state;
};

BY_API inline uint64_t by_random_next(struct by_random *random)
{
    return by_random_word(random->state++);
}

/* A number from 0 to `bound` - 1; the bias is below bound / 2^32. */
BY_API inline uint32_t by_random_below(struct by_random *random, uint32_t bound)
{
    return (uint32_t)(((by_random_next(random) >> 32) * bound) >> 32);
}

#ifdef __cplusplus
}
#endif

#endif
