/* SPDX-License-Identifier: MIT
 *
 * Reads and writes structs that begin with their size (boyi/size.h).
 */
#ifndef BOYI_CORE_SIZE_H
#define BOYI_CORE_SIZE_H

#include <stddef.h>

#include "boyi/error.h"

/* Whether the struct at `object` is large enough to have this field. */
#define BY__HAS_FIELD(type, object, field) ((object)->size >= offsetof(type, field) + sizeof(object)->field)

/* Refuses sizes that no version can have. `sized` begins with its size, the library's version has `size` bytes. */
by_status by__size_check(const void *sized, size_t size, const char *name, by_error *error);

/* Copies a struct of any version into `out`, which has `size` bytes: fields that it lacks become 0. It may be larger if
 * the rest is 0. */
by_status by__size_read(const void *from, void *out, size_t size, const char *name, by_error *error);

/* Copies a struct of `size` bytes into one of any version, as far as that has room, and sets its rest to 0. */
void by__size_write(const void *from, size_t size, void *to);

#endif
