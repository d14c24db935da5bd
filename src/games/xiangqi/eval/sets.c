/* SPDX-License-Identifier: MIT
 *
 * The tables of sets, filled once when a game is opened, from the tables of steps.
 */
#include "games/xiangqi/board.h"

static void put(struct xq_set *set, int square)
{
    set->half[square >= XQ_HALF] |= (uint64_t)1 << (square % XQ_HALF);
}

static struct xq_set set_of_steps(const struct xq_steps *steps)
{
    struct xq_set set = {{0, 0}};

    for (const uint8_t *to = steps->to; *to != XQ_OFF; to++)
        put(&set, *to);
    return set;
}

/* Lists the legs of the jumps, each once, and for any of them free the squares that can be reached. */
static void fill_jumps(const struct xq_jumps *jumps, int square, uint8_t legs[4], struct xq_set sets[16])
{
    int count = 0;

    for (int i = 0; i < 4; i++)
        legs[i] = (uint8_t)square;
    for (int i = 0; jumps->leg[i] != XQ_OFF; i++) {
        int leg = 0;

        while (leg < count && legs[leg] != jumps->leg[i])
            leg++;
        if (leg == count)
            legs[count++] = jumps->leg[i];
        for (int free = 0; free < 16; free++)
            if (free >> leg & 1)
                put(&sets[free], jumps->to[i]);
    }
}

static void fill_square(struct xq_tables *t, int square)
{
    struct xq_set_tables *sets = &t->sets;
    int file = square % XQ_FILES, rank = square / XQ_FILES;

    sets->king[square] = set_of_steps(&t->king_steps[square]);
    sets->advisor[square] = set_of_steps(&t->advisor_steps[square]);
    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        sets->pawn[side][square] = set_of_steps(&t->pawn_steps[side][square]);
    fill_jumps(&t->horse_steps[square], square, sets->horse_legs[square], sets->horse[square]);
    fill_jumps(&t->elephant_steps[square], square, sets->elephant_eyes[square], sets->elephant[square]);
    for (int from = 0; from < XQ_SQUARES; from++)
        if (t->horse_leg[from][square] != XQ_OFF)
            put(&sets->horse_before[square], from);
    if (file >= 3 && file <= 5 && (rank <= 2 || rank >= 7))
        put(&sets->palace[rank > 4], square);
}

void by__xq_fill_sets(struct xq_tables *t)
{
    for (unsigned line = 0; line < 1 << XQ_RANKS; line++)
        for (int rank = 0; rank < XQ_RANKS; rank++)
            if (line >> rank & 1)
                put(&t->sets.on_file[line], rank * XQ_FILES);
    for (int square = 0; square < XQ_SQUARES; square++)
        fill_square(t, square);
}
