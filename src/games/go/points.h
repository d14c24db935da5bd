/* SPDX-License-Identifier: MIT
 *
 * Sets of points: a bit for each.
 */
#ifndef BOYI_GAMES_GO_POINTS_H
#define BOYI_GAMES_GO_POINTS_H

#include <string.h>

#include "games/go/board.h"

struct go_points {
    uint64_t words[GO_WORDS];
};

static inline void go_points_clear(struct go_points *set)
{
    memset(set, 0, sizeof *set);
}

static inline bool go_points_has(const struct go_points *set, int point)
{
    return set->words[point / 64] >> point % 64 & 1;
}

static inline void go_points_add(struct go_points *set, int point)
{
    set->words[point / 64] |= (uint64_t)1 << point % 64;
}

static inline void go_points_remove(struct go_points *set, int point)
{
    set->words[point / 64] &= ~((uint64_t)1 << point % 64);
}

static inline void go_points_add_words(const struct go *s, struct go_points *set, const uint64_t *words)
{
    for (int i = 0; i < go_word_count(s); i++)
        set->words[i] |= words[i];
}

static inline void go_points_remove_words(const struct go *s, struct go_points *set, const uint64_t *words)
{
    for (int i = 0; i < go_word_count(s); i++)
        set->words[i] &= ~words[i];
}

static inline int go_points_count(const struct go *s, const struct go_points *set)
{
    int count = 0;

    for (int i = 0; i < go_word_count(s); i++)
        count += go_bit_count(set->words[i]);
    return count;
}

/* The points of `words` one after the other: for (p = go_first_point(...); p >= 0; p = go_next_point(..., p)). -1: no
 * more. */
static inline int go_next_point(const struct go *s, const uint64_t *words, int point)
{
    int i = ++point / 64;
    uint64_t rest;

    if (point >= s->points)
        return -1;
    rest = words[i] >> point % 64 << point % 64;
    while (!rest) {
        if (++i >= go_word_count(s))
            return -1;
        rest = words[i];
    }
    return i * 64 + __builtin_ctzll(rest);
}

static inline int go_first_point(const struct go *s, const uint64_t *words)
{
    return go_next_point(s, words, -1);
}

#endif
