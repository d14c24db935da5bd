/* SPDX-License-Identifier: MIT
 *
 * Arrays that grow. The room doubles, so that n additions cost n copies at most.
 */
#ifndef BOYI_BASE_ARRAY_H
#define BOYI_BASE_ARRAY_H

#include <stddef.h>

/* Returns the array with room for at least `wanted` items of `size` bytes, and updates `room`. NULL: out of memory; the
 * array and its room stay as they were. */
void *by__array_grown(void *array, size_t wanted, size_t *room, size_t size);

#endif
