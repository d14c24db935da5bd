/* SPDX-License-Identifier: MIT
 *
 * Words as sets of bits.
 */
#ifndef BOYI_BASE_BITS_H
#define BOYI_BASE_BITS_H

#include <stdint.h>

/* The number of bits, on processors without an instruction for it too: counted in pairs, in fours, in bytes. */
static inline int by__bit_count(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(word * 0x0101010101010101u >> 56);
}

#endif
