/* SPDX-License-Identifier: MIT
 *
 * What the C library's allocator does with free memory.
 */
#ifndef BOYI_BASE_HEAP_H
#define BOYI_BASE_HEAP_H

/* Makes it return large blocks as soon as they are free. By default it adapts to the size of blocks and keeps up to
 * 64 MiB for each thread, such as old hash tables. A program that serves calls it first; the library never does, for
 * the setting is that of the whole process. */
void by__heap_return_large(void);

#endif
