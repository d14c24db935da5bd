/* SPDX-License-Identifier: MIT
 *
 * Sets of squares for the evaluation: two words of 45 bits, one for each half of the board, and tables of where pieces
 * go as such sets. Moves are made without them.
 */
#ifndef BOYI_GAMES_XIANGQI_EVAL_SETS_H
#define BOYI_GAMES_XIANGQI_EVAL_SETS_H

#include <stdbool.h>
#include <stdint.h>

enum { XQ_HALF = 45 }; /* squares of red's half, and bits of a word */

struct xq_set {
    uint64_t half[2];
};

struct xq_set_tables {
    struct xq_set on_file[1 << 10]; /* places of file a */
    struct xq_set horse[90][16];    /* by the legs that are free */
    struct xq_set elephant[90][16]; /* by the eyes that are free */
    struct xq_set king[90], advisor[90], pawn[2][90];
    struct xq_set horse_before[90]; /* from where a horse would go to this square, were its leg free */
    struct xq_set palace[2];
    uint8_t horse_legs[90][4]; /* the square itself in place of one off the board: never free */
    uint8_t elephant_eyes[90][4];
    /* The squares where a cannon captures on a line: beyond the first piece, up to and with the second. */
    uint16_t rank_over[9][1 << 9];
    uint16_t file_over[10][1 << 10];
};

static inline struct xq_set xq_set_or(struct xq_set a, struct xq_set b)
{
    return (struct xq_set){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

static inline struct xq_set xq_set_and(struct xq_set a, struct xq_set b)
{
    return (struct xq_set){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

/* Those of `a` that are not in `b`. */
static inline struct xq_set xq_set_less(struct xq_set a, struct xq_set b)
{
    return (struct xq_set){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

static inline void xq_set_join(struct xq_set *a, struct xq_set b)
{
    *a = xq_set_or(*a, b);
}

static inline bool xq_set_has(struct xq_set set, int square)
{
    return square < XQ_HALF ? set.half[0] >> square & 1 : set.half[1] >> (square - XQ_HALF) & 1;
}

static inline bool xq_set_any(struct xq_set set)
{
    return set.half[0] | set.half[1];
}

/* Both words are counted at once: not every processor has an instruction for it. */
static inline int xq_set_count(struct xq_set set)
{
    const uint64_t ones = 0x5555555555555555u, twos = 0x3333333333333333u, fours = 0x0F0F0F0F0F0F0F0Fu;
    uint64_t a = set.half[0], b = set.half[1];

    a -= a >> 1 & ones;
    b -= b >> 1 & ones;
    a = (a & twos) + (a >> 2 & twos) + (b & twos) + (b >> 2 & twos);
    a = (a & fours) + (a >> 4 & fours);
    return (int)(a * 0x0101010101010101u >> 56);
}

/* Takes a square out of a set that has one. */
static inline int xq_set_take(struct xq_set *set)
{
    int square;

    if (set->half[0]) {
        square = __builtin_ctzll(set->half[0]);
        set->half[0] &= set->half[0] - 1;
    } else {
        square = XQ_HALF + __builtin_ctzll(set->half[1]);
        set->half[1] &= set->half[1] - 1;
    }
    return square;
}

#endif
