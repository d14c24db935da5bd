/* SPDX-License-Identifier: MIT
 *
 * The tables of how pieces move, filled once when a game is opened.
 */
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

/* Walks from `place` in one direction: adds empty places and the first blocker to `reach`, the second to `shots`. */
static void walk(int place, int step, int length, unsigned occupied, uint16_t *reach, uint16_t *shots)
{
    int blockers = 0;

    for (int p = place + step; p >= 0 && p < length && blockers < 2; p += step) {
        bool is_blocked = occupied >> p & 1;

        if (blockers == 0)
            *reach |= (uint16_t)(1 << p);
        else if (is_blocked)
            *shots |= (uint16_t)(1 << p);
        blockers += is_blocked;
    }
}

static void fill_lines(struct xq_tables *t)
{
    for (int place = 0; place < XQ_FILES; place++)
        for (unsigned occupied = 0; occupied < 1 << XQ_FILES; occupied++)
            for (int step = -1; step <= 1; step += 2)
                walk(place, step, XQ_FILES, occupied, &t->rank_reach[place][occupied], &t->rank_shots[place][occupied]);
    for (int place = 0; place < XQ_RANKS; place++)
        for (unsigned occupied = 0; occupied < 1 << XQ_RANKS; occupied++)
            for (int step = -1; step <= 1; step += 2)
                walk(place, step, XQ_RANKS, occupied, &t->file_reach[place][occupied], &t->file_shots[place][occupied]);
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
    /* in ascending order */
    for (; n > 0 && steps->to[n - 1] > square; n--)
        steps->to[n] = steps->to[n - 1];
    steps->to[n] = (uint8_t)square;
}

static void add_jump(struct xq_jumps *jumps, int leg, int square)
{
    int n = 0;

    while (jumps->leg[n] != XQ_OFF)
        n++;
    for (; n > 0 && jumps->to[n - 1] > square; n--) {
        jumps->to[n] = jumps->to[n - 1];
        jumps->leg[n] = jumps->leg[n - 1];
    }
    jumps->to[n] = (uint8_t)square;
    jumps->leg[n] = (uint8_t)leg;
}

static void empty_steps(struct xq_tables *t, int square)
{
    for (int i = 0; i < 9; i++) {
        t->king_steps[square].to[i] = t->advisor_steps[square].to[i] = XQ_OFF;
        t->pawn_steps[XQ_RED][square].to[i] = t->pawn_steps[XQ_BLACK][square].to[i] = XQ_OFF;
        t->elephant_steps[square].leg[i] = t->elephant_steps[square].to[i] = XQ_OFF;
        t->horse_steps[square].leg[i] = t->horse_steps[square].to[i] = XQ_OFF;
    }
}

/* Kings and advisors, inside their palaces. */
static void fill_palace(struct xq_tables *t, int square, int file, int rank)
{
    for (int df = -1; df <= 1; df++) {
        for (int dr = -1; dr <= 1; dr++) {
            if (!is_in_palace(file, rank) || !is_in_palace(file + df, rank + dr) || rank + dr < 0 || rank + dr > 9)
                continue;
            if ((df == 0) != (dr == 0))
                add_step(&t->king_steps[square], square_at(file + df, rank + dr));
            if (df && dr)
                add_step(&t->advisor_steps[square], square_at(file + df, rank + dr));
        }
    }
}

static void fill_elephant(struct xq_tables *t, int square, int file, int rank)
{
    for (int df = -1; df <= 1; df += 2) {
        for (int dr = -1; dr <= 1; dr += 2) {
            int to = square_at(file + 2 * df, rank + 2 * dr);
            bool stays = rank / 5 == (rank + 2 * dr) / 5;

            if (to != XQ_OFF && stays)
                add_jump(&t->elephant_steps[square], square_at(file + df, rank + dr), to);
        }
    }
}

static void fill_horse(struct xq_tables *t, int square, int file, int rank)
{
    static const int legs[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    for (int i = 0; i < 4; i++) {
        for (int side = -1; side <= 1; side += 2) {
            int df = 2 * legs[i][0] + side * legs[i][1], dr = 2 * legs[i][1] + side * legs[i][0];
            int leg = square_at(file + legs[i][0], rank + legs[i][1]), to = square_at(file + df, rank + dr);

            if (to == XQ_OFF)
                continue;
            add_jump(&t->horse_steps[square], leg, to);
            t->horse_leg[square][to] = (uint8_t)leg;
        }
    }
}

static void fill_pawn(struct xq_tables *t, int square, int file, int rank)
{
    for (int side = XQ_RED; side <= XQ_BLACK; side++) {
        int forward = square_at(file, side == XQ_RED ? rank + 1 : rank - 1);
        bool has_crossed = side == XQ_RED ? rank >= 5 : rank <= 4;

        if (forward != XQ_OFF)
            add_step(&t->pawn_steps[side][square], forward);
        for (int df = -1; has_crossed && df <= 1; df += 2)
            if (square_at(file + df, rank) != XQ_OFF)
                add_step(&t->pawn_steps[side][square], square_at(file + df, rank));
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
    for (int a = 0; a < XQ_SQUARES; a++)
        for (int b = 0; b < XQ_SQUARES; b++)
            t->horse_leg[a][b] = XQ_OFF;
    for (int square = 0; square < XQ_SQUARES; square++) {
        int file = square % XQ_FILES, rank = square / XQ_FILES;

        t->file_of[square] = (uint8_t)file;
        t->rank_of[square] = (uint8_t)rank;
        t->fen_order[square] = (uint8_t)((XQ_RANKS - 1 - rank) * XQ_FILES + file);
        empty_steps(t, square);
        fill_palace(t, square, file, rank);
        fill_elephant(t, square, file, rank);
        fill_horse(t, square, file, rank);
        fill_pawn(t, square, file, rank);
    }
    t->fen_order[XQ_OFF] = XQ_OFF;
    fill_lines(t);
    fill_keys(t);
}
