/* SPDX-License-Identifier: MIT */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_ROOM = 16 };

void *by__array_grown(void *array, size_t wanted, size_t *room, size_t size)
{
    size_t larger = *room ? *room : FIRST_ROOM;
    void *grown;

    if (wanted <= *room)
        return array;
    while (larger < wanted && larger <= SIZE_MAX / 2)
        larger *= 2;
    if (larger < wanted || larger > SIZE_MAX / size)
        return NULL;
    grown = realloc(array, larger * size);
    if (grown)
        *room = larger;
    return grown;
}
