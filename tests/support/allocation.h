/* SPDX-License-Identifier: MIT
 *
 * Counting allocations and letting them fail. In every test program malloc, calloc, realloc, aligned_alloc and free of
 * the library and of the tests come through here (the linker's --wrap). Memory that libc allocates by itself (strdup)
 * does not. All of it may be used from several threads.
 */
#ifndef BOYI_TESTS_SUPPORT_ALLOCATION_H
#define BOYI_TESTS_SUPPORT_ALLOCATION_H

#include <stddef.h>

/* Resets: the peak is the current allocation, the count is 0, nothing fails. */
void allocation_reset(void);

/* Bytes that are allocated now, and the most that ever were since the reset. */
size_t allocation_current(void);
size_t allocation_peak(void);

/* Allocations since the reset; one that was let fail counts too. */
size_t allocation_count(void);

/* Lets the n-th allocation from now fail, once; 0: none. */
void allocation_fail_at(size_t n);

#endif
