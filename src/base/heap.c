/* SPDX-License-Identifier: MIT */
#include "base/heap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void by__heap_return_large(void)
{
#ifdef __GLIBC__
    enum { LARGE_BYTES = 128 * 1024 };

    (void)mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
    (void)mallopt(M_TRIM_THRESHOLD, LARGE_BYTES);
#endif
}
