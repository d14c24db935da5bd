/* SPDX-License-Identifier: MIT */
#include "core/size.h"

#include <stdbool.h>
#include <string.h>

/* A size and one word; and more than any struct will ever have. */
enum { MIN_SIZE = 2 * sizeof(size_t), MAX_SIZE = 1 << 16 };

static size_t size_of(const void *sized)
{
    size_t size;

    memcpy(&size, sized, sizeof size);
    return size;
}

by_status by__size_check(const void *sized, size_t size, const char *name, by_error *error)
{
    size_t given = size_of(sized);

    if (given == size || (given >= MIN_SIZE && given <= MAX_SIZE && given % sizeof(size_t) == 0))
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "the size of %s is %zu, expected %zu; begin it with BY_SIZE(%s)", name,
                        given, size, name);
}

static bool is_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            return false;
    return true;
}

by_status by__size_read(const void *from, void *out, size_t size, const char *name, by_error *error)
{
    by_status status = by__size_check(from, size, name, error);
    size_t given = size_of(from), common = given < size ? given : size;

    if (status)
        return status;
    if (!is_zero((const unsigned char *)from + common, given - common))
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "%s has %zu bytes, this library knows %zu of them, and the others are not 0; it needs a "
                            "newer library",
                            name, given, size);
    memcpy(out, from, common);
    memset((char *)out + common, 0, size - common);
    memcpy(out, &size, sizeof size);
    return BY_OK;
}

void by__size_write(const void *from, size_t size, void *to)
{
    size_t given = size_of(to), common = given < size ? given : size;

    memcpy(to, from, common);
    memset((char *)to + common, 0, given - common);
    memcpy(to, &given, sizeof given);
}
