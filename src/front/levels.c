/* SPDX-License-Identifier: MIT */
#include "front/levels.h"

#include <assert.h>

static const struct {
    int depth;
    uint64_t nodes;
} levels[LEVELS] = {
    {1, 0}, {2, 0}, {3, 0}, {4, 0}, {0, 20000}, {0, 60000}, {0, 200000}, {0, 600000}, {0, 2000000}, {0, 6000000},
};

void levels_set(int level, struct by_limits *limits)
{
    assert(level >= 1 && level <= LEVELS);
    limits->depth = levels[level - 1].depth;
    limits->nodes = levels[level - 1].nodes;
    limits->time_ms = 0;
}
