/* SPDX-License-Identifier: MIT
 *
 * Shared by fuzz targets.
 */
#ifndef BOYI_FUZZ_INPUT_H
#define BOYI_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Fuzzers call this with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The memory that a search gets at most (shared.c); some need less to do something. */
extern int fuzz_search_kib;

/* Ends the program where a property does not hold, so that the fuzzer keeps the input. */
#define REQUIRE(property) ((property) ? (void)0 : abort())

/* The input as a text in memory of its own. */
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    REQUIRE(text);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

#endif
