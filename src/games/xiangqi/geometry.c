/* SPDX-License-Identifier: MIT
 *
 * The tables of how pieces move, filled once when a game is opened.
 */
#include <string.h>

#include "boyi/random.h"
#include "games/xiangqi/board.h"

const uint8_t by__xq_kind_of[XQ_PIECES + 1] = {
    XQ_KING,    XQ_ADVISOR,  XQ_ADVISOR,  XQ_ELEPHANT, XQ_ELEPHANT, XQ_HORSE, XQ_HORSE, XQ_ROOK,   XQ_ROOK,
    XQ_CANNON,  XQ_CANNON,   XQ_PAWN,     XQ_PAWN,     XQ_PAWN,     XQ_PAWN,  XQ_PAWN,  XQ_KING,   XQ_ADVISOR,
    XQ_ADVISOR, XQ_ELEPHANT, XQ_ELEPHANT, XQ_HORSE,    XQ_HORSE,    XQ_ROOK,  XQ_ROOK,  XQ_CANNON, XQ_CANNON,
    XQ_PAWN,    XQ_PAWN,     XQ_PAWN,     XQ_PAWN,     XQ_PAWN,     XQ_KINDS, /* no piece */
};

static int square_at(int file, int rank)
{
    bool inside = file >= 0 && file < XQ_FILES && rank >= 0 && rank < XQ_RANKS;

    return inside ? rank * XQ_FILES + file : XQ_OFF;
}

static bool is_in_palace(int file, int rank)
{
    return file >= 3 && file <= 5 && (rank <= 2 || rank >= 7);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* What a rook or a cannon reaches on a line, up to the pieces of it. */
struct reach {
    uint16_t *reach, *shots, *over;
};

/* Walks from `place` in one direction: adds empty places and the first blocker to `reach`, the places beyond it to
 * `over`, up to the second blocker, which is also one of `shots`. */
static void walk(int place, int step, int length, unsigned occupied, const struct reach *out)
{
    int blockers = 0;

    for (int p = place + step; p >= 0 && p < length && blockers < 2; p += step) {
        bool is_blocked = occupied >> p & 1;

        *(blockers ? out->over : out->reach) |= (uint16_t)(1 << p);
        if (blockers && is_blocked)
            *out->shots |= (uint16_t)(1 << p);
        blockers += is_blocked;
    }
}

static void fill_lines(struct xq_tables *t)
{
    for (int step = -1; step <= 1; step += 2) {
        for (int i = 0; i < XQ_FILES << XQ_FILES; i++) {
            int place = i >> XQ_FILES, line = i & ((1 << XQ_FILES) - 1);
            struct reach reach = {&t->rank_reach[place][line], &t->rank_shots[place][line],
                                  &t->sets.rank_over[place][line]};

            walk(place, step, XQ_FILES, (unsigned)line, &reach);
        }
        for (int i = 0; i < XQ_RANKS << XQ_RANKS; i++) {
            int place = i >> XQ_RANKS, line = i & ((1 << XQ_RANKS) - 1);
            struct reach reach = {&t->file_reach[place][line], &t->file_shots[place][line],
                                  &t->sets.file_over[place][line]};

            walk(place, step, XQ_RANKS, (unsigned)line, &reach);
        }
    }
    for (unsigned line = 1; line < 1 << XQ_RANKS; line++)
        t->bit_count[line] = (uint8_t)(t->bit_count[line >> 1] + (line & 1));
    for (int a = 0; a < XQ_RANKS; a++)
        for (int b = 0; b < XQ_RANKS; b++)
            for (int p = (a < b ? a : b) + 1; p < (a < b ? b : a); p++)
                t->between[a][b] |= (uint16_t)(1 << p);
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

static void add_step(struct xq_steps *steps, int square)
{
    int n = 0;

    while (steps->to[n] != XQ_OFF)
        n++;
    steps->to[n] = (uint8_t)square;
}

static void add_jump(struct xq_jumps *jumps, int leg, int square)
{
    int n = 0;

    while (jumps->leg[n] != XQ_OFF)
        n++;
    jumps->to[n] = (uint8_t)square;
    jumps->leg[n] = (uint8_t)leg;
}

/* Kings, advisors and pawns, in ascending order of squares. */
static void fill_steps(struct xq_tables *t, int square, int file, int rank)
{
    for (int dr = -1; dr <= 1; dr++) {
        for (int df = -1; df <= 1; df++) {
            int to = square_at(file + df, rank + dr);

            if (to == XQ_OFF || to == square)
                continue;
            if (is_in_palace(file, rank) && is_in_palace(file + df, rank + dr))
                add_step(df && dr ? &t->advisor_steps[square] : &t->king_steps[square], to);
            for (int side = XQ_RED; side <= XQ_BLACK; side++) {
                bool has_crossed = side == XQ_RED ? rank >= 5 : rank <= 4;

                if (!df ? dr == (side == XQ_RED ? 1 : -1) : !dr && has_crossed)
                    add_step(&t->pawn_steps[side][square], to);
            }
        }
    }
}

/* Horses and elephants, likewise. The leg or the eye is half the way, rounded down. */
static void fill_jumps(struct xq_tables *t, int square, int file, int rank)
{
    for (int dr = -2; dr <= 2; dr++) {
        for (int df = -2; df <= 2; df++) {
            int to = square_at(file + df, rank + dr), leg = square_at(file + df / 2, rank + dr / 2);

            if (to == XQ_OFF)
                continue;
            if (df * dr == 2 || df * dr == -2) {
                add_jump(&t->horse_steps[square], leg, to);
                t->horse_leg[square][to] = (uint8_t)leg;
            } else if ((df * dr == 4 || df * dr == -4) && rank / 5 == (rank + dr) / 5) {
                add_jump(&t->elephant_steps[square], leg, to);
            }
        }
    }
}

static void fill_keys(struct xq_tables *t)
{
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        for (int square = 0; square < XQ_SQUARES; square++) {
            uint64_t n =
                (uint64_t)(xq_side_of(piece) * XQ_KINDS + by__xq_kind_of[piece]) * XQ_SQUARES + (uint64_t)square;

            t->keys[piece][square] = by_random_word(n);
            t->index_keys[piece][square] = (uint32_t)(by_random_word(n + 100000) >> 32);
        }
    }
    t->side_key = by_random_word(200000);
    t->side_index_key = (uint32_t)(by_random_word(200001) >> 32);
}

void by__xq_fill_geometry(struct xq_tables *t)
{
    memset(t->horse_leg, XQ_OFF, sizeof t->horse_leg);
    memset(t->king_steps, XQ_OFF, sizeof t->king_steps);
    memset(t->advisor_steps, XQ_OFF, sizeof t->advisor_steps);
    memset(t->elephant_steps, XQ_OFF, sizeof t->elephant_steps);
    memset(t->horse_steps, XQ_OFF, sizeof t->horse_steps);
    memset(t->pawn_steps, XQ_OFF, sizeof t->pawn_steps);
    for (int square = 0; square < XQ_SQUARES; square++) {
        int file = square % XQ_FILES, rank = square / XQ_FILES;

        t->file_of[square] = (uint8_t)file;
        t->rank_of[square] = (uint8_t)rank;
        t->fen_order[square] = (uint8_t)((XQ_RANKS - 1 - rank) * XQ_FILES + file);
        fill_steps(t, square, file, rank);
        fill_jumps(t, square, file, rank);
    }
    t->fen_order[XQ_OFF] = XQ_OFF;
    fill_lines(t);
    fill_keys(t);
}
