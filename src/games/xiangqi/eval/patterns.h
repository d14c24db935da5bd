/* SPDX-License-Identifier: MIT
 *
 * Patterns that every primer of xiangqi has names for: the empty cannon, the bottom cannon, the sunk rook, the horse on
 * its post, pawns hand in hand, an attack on one wing. Part of terms.c.
 */
#ifndef BOYI_GAMES_XIANGQI_EVAL_PATTERNS_H
#define BOYI_GAMES_XIANGQI_EVAL_PATTERNS_H

#include "games/xiangqi/eval/sum.h"

enum { XQ_CENTRAL_FILE = 4, XQ_LAST_RANK = XQ_RANKS - 1 };

/* -1, 0, 1: left, on the central file, right. */
INLINE int wing_of(const struct xq *s, int square)
{
    int file = s->tables->file_of[square];

    return (file > XQ_CENTRAL_FILE) - (file < XQ_CENTRAL_FILE);
}

/* ---- Rooks and cannons on the king's lines ----------------------------------------------------------------------- */

/* The pieces between a piece and the enemy's king. */
struct line {
    bool on_file;
    int king, side; /* the king's square; the side of the piece */
    unsigned between;
    int count;
};

INLINE bool find_line(const struct xq *s, int side, int square, struct line *out)
{
    const struct xq_tables *t = s->tables;
    int king = s->at[(side ^ 1) * XQ_SIDE_PIECES + XQ_KING_AT];
    int file = t->file_of[king], rank = t->rank_of[king];

    out->king = king;
    out->side = side;
    out->on_file = t->file_of[square] == file;
    if (!out->on_file && t->rank_of[square] != rank)
        return false;
    out->between = out->on_file ? (s->files[0][file] | s->files[1][file]) & t->between[rank][t->rank_of[square]]
                                : (s->ranks[0][rank] | s->ranks[1][rank]) & t->between[file][t->file_of[square]];
    out->count = t->bit_count[out->between];
    return true;
}

/* The pieces of the king's side among those in between are pinned; returns how many they are. `centre` tells whether
 * one is a horse in the middle of the palace, which takes the king's last squares. */
INLINE int add_pins(const struct xq *s, struct sum *sum, const struct line *line, bool *centre)
{
    int file = s->tables->file_of[line->king], rank = s->tables->rank_of[line->king], count = 0;

    *centre = false;
    for (unsigned bits = line->between; bits; bits &= bits - 1) {
        int place = __builtin_ctz(bits), square = line->on_file ? place * XQ_FILES + file : rank * XQ_FILES + place;
        int piece = s->board[square], kind = by__xq_kind_of[piece];

        if (xq_side_of(piece) == line->side)
            continue;
        add(sum, line->side, XQ_PIN + kind, 1);
        *centre |=
            kind == XQ_HORSE && file == XQ_CENTRAL_FILE && xq_own_rank(s, line->side, square) == XQ_LAST_RANK - 1;
        count++;
    }
    return count;
}

INLINE bool king_is_home(const struct xq *s, const struct line *line)
{
    return xq_own_rank(s, line->side, line->king) == XQ_LAST_RANK;
}

INLINE void add_rook_line(const struct xq *s, struct sum *sum, int side, int square)
{
    struct line line;
    bool centre;

    if (!find_line(s, side, square, &line))
        return;
    if (line.count == 1)
        (void)add_pins(s, sum, &line, &centre);
    if (!line.on_file && line.count <= 1 && king_is_home(s, &line))
        add(sum, side, XQ_ROOK_SUNK, 1);
    if (line.on_file && s->tables->file_of[line.king] != XQ_CENTRAL_FILE)
        add(sum, side, XQ_KING_AIMED, 1);
}

/* Whether an own rook is on the wing of this square. */
INLINE bool has_rook_beside(const struct xq *s, int side, int square)
{
    const uint8_t *rooks = s->at + side * XQ_SIDE_PIECES + XQ_ROOKS_AT;

    return (rooks[0] != XQ_OFF && wing_of(s, rooks[0]) == wing_of(s, square)) ||
           (rooks[1] != XQ_OFF && wing_of(s, rooks[1]) == wing_of(s, square));
}

/* A cannon that looks at the king with nothing in between threatens whatever steps there. */
INLINE void add_bare_cannon(const struct xq *s, struct sum *sum, const struct line *line, int square)
{
    int side = line->side, others = xq_count(s, side, XQ_ROOK) + xq_count(s, side, XQ_CANNON) - 1;

    if (line->on_file && (others || xq_count(s, side, XQ_HORSE))) {
        add(sum, side, XQ_CANNON_EMPTY, 1);
        if (others)
            add(sum, side, XQ_CANNON_EMPTY + 1, 1);
    } else if (!line->on_file) {
        add(sum, side, XQ_CANNON_BOTTOM, 1);
        if (has_rook_beside(s, side, square))
            add(sum, side, XQ_CANNON_BOTTOM + 1, 1);
    }
}

INLINE void add_cannon_line(const struct xq *s, struct sum *sum, int side, int square)
{
    struct line line;
    bool centre;

    if (!find_line(s, side, square, &line))
        return;
    if (line.count == 0 && king_is_home(s, &line)) {
        add_bare_cannon(s, sum, &line, square);
    } else if (line.count == 2) {
        int pinned = add_pins(s, sum, &line, &centre);

        if (line.on_file && (centre || pinned == 2))
            add(sum, side, XQ_CANNON_CENTRE + centre, 1);
    }
    if (line.on_file && s->tables->file_of[line.king] != XQ_CENTRAL_FILE)
        add(sum, side, XQ_KING_AIMED, 1);
}

/* ---- Rooks and horses -------------------------------------------------------------------------------------------- */

INLINE bool has_own_pawn(const struct xq *s, int side, int file)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;

    for (int slot = XQ_PAWNS_AT; slot < XQ_SIDE_PIECES; slot++)
        if (own[slot] != XQ_OFF && s->tables->file_of[own[slot]] == file)
            return true;
    return false;
}

/* The posts before the enemy's palace, by file from the edge and rank: c8, d7 and c7 with those of the other wing; -1:
 * none of them. */
INLINE int post_of(const struct xq *s, int side, int square)
{
    int file = s->tables->file_of[square], rank = xq_own_rank(s, side, square);
    int from_edge = file <= XQ_CENTRAL_FILE ? file : XQ_FILES - 1 - file;

    if (from_edge == 2)
        return rank == 8 ? 0 : rank == 7 ? 2 : -1;
    return from_edge == 3 && rank == 7 ? 1 : -1;
}

/* Horses on posts that neither pawns nor guards hit, and two horses near the palace. */
INLINE void add_horses(const struct xq *s, struct sum *sum, const struct survey *enemy, int side)
{
    const uint8_t *horses = s->at + side * XQ_SIDE_PIECES + XQ_HORSES_AT;
    int near = 0;

    for (int i = 0; i < 2; i++) {
        int post;

        if (horses[i] == XQ_OFF || xq_own_rank(s, side, horses[i]) < 6)
            continue;
        near += s->tables->file_of[horses[i]] >= 1 && s->tables->file_of[horses[i]] < XQ_FILES - 1;
        post = post_of(s, side, horses[i]);
        if (post >= 0 && !xq_set_has(enemy->guard_hits, horses[i]) && !xq_set_has(enemy->pawn_hits, horses[i]))
            add(sum, side, XQ_HORSE_POST + post, 1);
    }
    if (near == 2)
        add(sum, side, XQ_HORSE_PAIR, 1);
}

/* ---- Pawns, wings, the own king ---------------------------------------------------------------------------------- */

/* Pawns beyond the river: two side by side, and each where advisors are missing. */
INLINE void add_pawns(const struct xq *s, struct sum *sum, int side)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;
    int missing = 2 - xq_count(s, side ^ 1, XQ_ADVISOR), crossed = 0, pairs = 0;

    for (int slot = XQ_PAWNS_AT; slot < XQ_SIDE_PIECES; slot++) {
        int square = own[slot], beside;

        if (square == XQ_OFF || xq_own_rank(s, side, square) < 5)
            continue;
        crossed++;
        if (s->tables->file_of[square] == XQ_FILES - 1)
            continue;
        beside = s->board[square + 1];
        pairs += xq_side_of(beside) == side && by__xq_kind_of[beside] == XQ_PAWN;
    }
    if (pairs)
        add(sum, side, XQ_PAWN_PAIR, pairs);
    if (crossed && missing > 0)
        add(sum, side, XQ_PAWN_GUARDS, crossed * missing);
}

/* The most rooks, horses and cannons that are beyond the river on one wing. */
INLINE void add_wing(const struct xq *s, struct sum *sum, int side)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;
    int counts[3] = {0, 0, 0}, most;

    for (int slot = XQ_HORSES_AT; slot < XQ_PAWNS_AT; slot++)
        if (own[slot] != XQ_OFF && xq_own_rank(s, side, own[slot]) >= 5)
            counts[1 + wing_of(s, own[slot])]++;
    most = counts[0] > counts[2] ? counts[0] : counts[2];
    if (most > 1)
        add(sum, side, XQ_WING + (most < XQ_WINGS ? most : XQ_WINGS - 1), 1);
}

/* A king that looks down an open file takes squares from the other king. */
INLINE void add_open_king(const struct xq *s, struct sum *sum, int side)
{
    int king = s->at[side * XQ_SIDE_PIECES + XQ_KING_AT], file = s->tables->file_of[king];
    int far = side == XQ_RED ? XQ_LAST_RANK : 0;
    unsigned on_file = s->files[0][file] | s->files[1][file];

    if (!(on_file & s->tables->between[s->tables->rank_of[king]][far]))
        add(sum, side, XQ_KING_OPEN, 1);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

INLINE void add_patterns(const struct xq *s, struct sum *sum, const struct survey surveys[2], int side)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;
    int file = s->tables->file_of[s->at[(side ^ 1) * XQ_SIDE_PIECES + XQ_KING_AT]], aimed = 0;

    for (int slot = XQ_ROOKS_AT; slot < XQ_CANNONS_AT; slot++) {
        if (own[slot] == XQ_OFF)
            continue;
        add_rook_line(s, sum, side, own[slot]);
        if (!has_own_pawn(s, side, s->tables->file_of[own[slot]]))
            add(sum, side, XQ_ROOK_OPEN, 1);
    }
    for (int slot = XQ_CANNONS_AT; slot < XQ_PAWNS_AT; slot++) {
        if (own[slot] == XQ_OFF)
            continue;
        add_cannon_line(s, sum, side, own[slot]);
        aimed += s->tables->file_of[own[slot]] == file;
    }
    if (aimed == 2)
        add(sum, side, XQ_CANNON_DOUBLE, 1);
    add_horses(s, sum, &surveys[side ^ 1], side);
    add_pawns(s, sum, side);
    add_wing(s, sum, side);
    add_open_king(s, sum, side);
}

#endif
