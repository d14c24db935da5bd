/* SPDX-License-Identifier: MIT */
#include "front/levels.h"

#include <assert.h>
#include <string.h>

/* Levels whose searches take about a second or less in every game. */
enum { SOON_AT_ONCE = 3, SOON_BY_THE_BEST = 7 };

static const struct {
    int depth;
    uint64_t nodes;
    uint64_t iterations; /* of methods that sample */
    uint64_t few;        /* nodes of methods that look at the best first: no depth ends them */
    int whole_depth;     /* of minimax, which goes to its depth at once: cut short it has seen a few moves only */
} levels[LEVELS] = {
    {1, 0, 10, 200, 1},
    {2, 0, 30, 1000, 2},
    {3, 0, 100, 3000, 3},
    {4, 0, 300, 8000, 4},
    {0, 20000, 1000, 20000, 4},
    {0, 60000, 2000, 60000, 4},
    {0, 200000, 4000, 200000, 4},
    {0, 600000, 8000, 600000, 4},
    {0, 2000000, 15000, 2000000, 5},
    {0, 6000000, 30000, 6000000, 5},
};

/* The limit that suits a method, and whether the method reports while it searches. */
enum pace { DEEPENS, SAMPLES, LOOKS_AT_THE_BEST, GOES_AT_ONCE };

static enum pace pace_of(const by_method *method)
{
    const char *name = by_method_name(method);

    if (by_method_samples(method))
        return SAMPLES;
    if (strcmp(name, "bstar") == 0 || strcmp(name, "bsp") == 0)
        return LOOKS_AT_THE_BEST;
    return strcmp(name, "minimax") == 0 ? GOES_AT_ONCE : DEEPENS;
}

void levels_set(const by_method *method, int level, struct by_limits *limits)
{
    assert(level >= 1 && level <= LEVELS);
    level--;
    limits->time_ms = 0;
    limits->depth = 0;
    limits->nodes = 0;
    switch (pace_of(method)) {
    case DEEPENS:
        limits->depth = levels[level].depth;
        limits->nodes = levels[level].nodes;
        break;
    case SAMPLES:
        limits->nodes = levels[level].iterations;
        break;
    case LOOKS_AT_THE_BEST:
        limits->nodes = levels[level].few;
        break;
    case GOES_AT_ONCE:
        limits->depth = levels[level].whole_depth;
        break;
    }
}

bool levels_set_soon(const by_method *method, struct by_limits *limits)
{
    enum pace pace = pace_of(method);

    if (pace != LOOKS_AT_THE_BEST && pace != GOES_AT_ONCE)
        return false;
    levels_set(method, pace == GOES_AT_ONCE ? SOON_AT_ONCE : SOON_BY_THE_BEST, limits);
    return true;
}

struct levels_player levels_usual_player(by_position *position)
{
    struct levels_player player;

    player.method = by_method_name(by_position_usual_method(position, &player.preset));
    return player;
}
