/* SPDX-License-Identifier: MIT */
#include "server/memory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void server_return_memory(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}
