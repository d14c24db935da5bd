/* SPDX-License-Identifier: MIT
 *
 * The board of connect four in two words (Tromp's Fhourstones; Allis 1988 for the game). A column takes height + 1
 * bits from below, of which the topmost is never set, so that no line runs from one column's top into the next.
 *
 *     bits    6 13 20 ...     never set
 *             5 12 19 ...
 *             .  .  .
 *             1  8 15 ...
 *             0  7 14 ...     bottom
 */
#ifndef BOYI_GAMES_CONNECT4_BOARD_H
#define BOYI_GAMES_CONNECT4_BOARD_H

#include "base/bits.h"
#include "boyi/random.h"
#include "core/stones.h"

enum { C4_WIDTH_MOST = 16, C4_HEIGHT_MOST = 15, C4_HEIGHT_USUAL = 6, C4_CONNECT_MOST = 8, C4_BITS = 64 };

/* Shared by all positions. */
struct c4_tables {
    struct by__stones board;         /* first */
    int order[C4_WIDTH_MOST];        /* columns, centre first, the left of two before the right */
    uint64_t columns[C4_WIDTH_MOST]; /* 0 beyond the width */
    int column_bits;                 /* enough to number them */
    uint64_t bottom;                 /* the lowest cells */
    uint64_t cells;                  /* all of them */
};

/* The threats that decide which moves are worth playing. */
struct c4_threats {
    uint64_t wins; /* playable cells that win at once */
    uint64_t safe; /* those, and the ones after which the other side cannot win at once */
};

struct c4_state {
    const struct c4_tables *tables;
    uint64_t own;  /* stones of the side to move */
    uint64_t mask; /* all stones */
    int count;     /* how many */
    bool is_lost;  /* the other side has a line */

    /* The threats of the position with these stones, which is asked about more than once */
    uint64_t seen_own, seen_mask; /* equal: of none */
    struct c4_threats seen;
};

static inline uint64_t c4_other(const struct c4_state *s)
{
    return s->own ^ s->mask;
}

static inline int c4_side(const struct c4_state *s)
{
    return s->count & 1;
}

static inline uint64_t c4_stones_of(const struct c4_state *s, int side)
{
    return side == c4_side(s) ? s->own : c4_other(s);
}

static inline int c4_empty_cells(const struct c4_state *s)
{
    return s->tables->board.columns * s->tables->board.rows - s->count;
}

/* The cells that a stone can fall to. */
static inline uint64_t c4_playable(const struct c4_state *s)
{
    return (s->mask + s->tables->bottom) & s->tables->cells;
}

/* A number for each position: the lowest zero of every column stands above its stones. */
static inline uint64_t c4_key(const struct c4_tables *t, uint64_t own, uint64_t mask)
{
    return by_random_word(own + mask + t->bottom);
}

/* Cells from which `connect` stones lie in a row in the direction of `stride`. */
static inline uint64_t c4_rows(uint64_t stones, int stride, int connect)
{
    uint64_t row = stones;

    for (int i = 1; i < connect; i++) {
        stones >>= stride;
        row &= stones;
    }
    return row;
}

/* The same for rows of four, two stones at a time. */
static inline uint64_t c4_rows_of_four(uint64_t stones, int stride)
{
    uint64_t pairs = stones & stones >> stride;

    return pairs & pairs >> 2 * stride;
}

static inline uint64_t c4_lines_of_four(uint64_t stones, int height)
{
    return c4_rows_of_four(stones, 1) | c4_rows_of_four(stones, height) | c4_rows_of_four(stones, height + 1) |
           c4_rows_of_four(stones, height + 2);
}

/* Not 0 if there is a line. The usual height is a constant for the compiler, which makes shifts cheap. */
static inline uint64_t c4_lines(const struct c4_tables *t, uint64_t stones)
{
    int height = t->board.rows, connect = t->board.line;

    if (connect == 4)
        return height == C4_HEIGHT_USUAL ? c4_lines_of_four(stones, C4_HEIGHT_USUAL) : c4_lines_of_four(stones, height);
    return c4_rows(stones, 1, connect) | c4_rows(stones, height, connect) | c4_rows(stones, height + 1, connect) |
           c4_rows(stones, height + 2, connect);
}

/* Cells that lack a stone for a row: k stones before them and connect - 1 - k behind, for any k. */
static inline uint64_t c4_gaps(uint64_t stones, int stride, int connect)
{
    uint64_t before[C4_CONNECT_MOST], behind[C4_CONNECT_MOST];
    uint64_t low = stones, high = stones, gaps = 0;

    before[0] = behind[0] = ~UINT64_C(0);
    for (int k = 1; k < connect; k++) {
        low <<= stride;
        high >>= stride;
        before[k] = before[k - 1] & low;
        behind[k] = behind[k - 1] & high;
    }
    for (int k = 0; k < connect; k++)
        gaps |= before[k] & behind[connect - 1 - k];
    return gaps;
}

/* The same for rows of four, by pairs of neighbours. */
static inline uint64_t c4_gaps_of_four(uint64_t stones, int stride)
{
    uint64_t low = stones << stride, high = stones >> stride;
    uint64_t low_pair = low & low << stride, high_pair = high & high >> stride;

    return (low_pair & (low_pair << stride | high)) | (high_pair & (high_pair >> stride | low));
}

static inline uint64_t c4_wins_with_four(uint64_t stones, int height)
{
    return (stones << 1 & stones << 2 & stones << 3) | c4_gaps_of_four(stones, height) |
           c4_gaps_of_four(stones, height + 1) | c4_gaps_of_four(stones, height + 2);
}

static inline uint64_t c4_wins_with(uint64_t stones, int height, int connect)
{
    return c4_gaps(stones, 1, connect) | c4_gaps(stones, height, connect) | c4_gaps(stones, height + 1, connect) |
           c4_gaps(stones, height + 2, connect);
}

/* The empty cells with which these stones would make a line, whether a stone can fall there yet or not. */
static inline uint64_t c4_wins(const struct c4_state *s, uint64_t stones)
{
    const struct c4_tables *t = s->tables;
    uint64_t wins = t->board.line != 4                 ? c4_wins_with(stones, t->board.rows, t->board.line)
                    : t->board.rows == C4_HEIGHT_USUAL ? c4_wins_with_four(stones, C4_HEIGHT_USUAL)
                                                       : c4_wins_with_four(stones, t->board.rows);

    return wins & t->cells & ~s->mask;
}

static inline struct c4_threats c4_threats_of(const struct c4_state *s, uint64_t playable)
{
    uint64_t other_wins = c4_wins(s, c4_other(s)), forced = playable & other_wins;
    struct c4_threats threats = {.wins = playable & c4_wins(s, s->own), .safe = playable & ~(other_wins >> 1)};

    if (forced)
        threats.safe &= forced & (forced - 1) ? 0 : forced;
    threats.safe |= threats.wins;
    return threats;
}

/* Whether the other side has a line. */
static inline bool c4_is_lost(const struct c4_state *s)
{
    return c4_lines(s->tables, c4_other(s)) != 0;
}

/* A stone of the side to move falls to a cell. */
static inline void c4_put(struct c4_state *s, uint64_t cell)
{
    s->own = c4_other(s);
    s->mask |= cell;
    s->count++;
}

/* The move to a cell; includes the side. */
static inline int c4_slot(const struct c4_state *s, uint64_t cell)
{
    return c4_side(s) * C4_BITS + __builtin_ctzll(cell);
}

enum { C4_THREAT = 100 };

/* Empty cells that would win for the side to move, less those of the other. */
static inline by_value c4_estimate(const struct c4_state *s)
{
    return C4_THREAT * (by__bit_count(c4_wins(s, s->own)) - by__bit_count(c4_wins(s, c4_other(s))));
}

/* playout.c */
by_value by__c4_playout(const void *state, struct by_random *random, struct by_playout *out);

/* text.c */
by_status by__c4_parse(void *state, const char *text, by_error *error);
void by__c4_print_move(void *state, by_move move, int notation, by_text *out);
void by__c4_explain(void *state, by_text *out);
void by__c4_stones(const void *state, uint64_t stones[2]);
extern const struct by_display by__c4_display;

#endif
