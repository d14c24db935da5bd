/* SPDX-License-Identifier: MIT
 *
 * Which moves give check, seen before they are made. As long as a move neither leaves nor enters the two lines of the
 * king, nothing changes on them; only a horse or a pawn that moves, and a horse whose leg becomes free, can then give
 * check. The kings do not matter: after a legal move they do not face each other.
 */
#include "games/xiangqi/cross.h"

/* Where a piece stands after the move. */
static int square_after(const struct xq *s, int piece, int from, int to)
{
    return s->at[piece] == from ? to : s->at[piece];
}

static bool lines_check(const struct xq *s, int king, int from, int to)
{
    struct xq_cross cross = xq_cross_at(s, king);
    int first = s->side * XQ_SIDE_PIECES;

    xq_move_on_cross(s, &cross, from, to);
    for (int i = XQ_ROOKS_AT; i < XQ_PAWNS_AT; i++) {
        int square = square_after(s, first + i, from, to);

        if (square != XQ_OFF && xq_count_between(s, &cross, square) == (i >= XQ_CANNONS_AT))
            return true;
    }
    return false;
}

/* None attacked the king before, so that no move can get in the way of one. */
static bool horses_check(const struct xq *s, int king, int from, int to)
{
    int first = s->side * XQ_SIDE_PIECES;

    for (int i = XQ_HORSES_AT; i < XQ_ROOKS_AT; i++) {
        int square = square_after(s, first + i, from, to);
        int leg = square == XQ_OFF ? XQ_OFF : s->tables->horse_leg[square][king];

        if (leg != XQ_OFF && (leg == from || s->board[leg] == XQ_NONE))
            return true;
    }
    return false;
}

static bool pawn_checks(const struct xq *s, int king, int to)
{
    for (const uint8_t *step = s->tables->pawn_steps[s->side][to].to; *step != XQ_OFF; step++)
        if (*step == king)
            return true;
    return false;
}

bool by__xq_move_checks(void *state, by_move move)
{
    const struct xq *s = state;
    const struct xq_tables *t = s->tables;
    int from = xq_from(move), to = xq_to(move), king = s->at[(s->side ^ 1) * XQ_SIDE_PIECES + XQ_KING_AT];
    int file = t->file_of[king], rank = t->rank_of[king];

    if ((t->file_of[from] == file || t->file_of[to] == file || t->rank_of[from] == rank || t->rank_of[to] == rank) &&
        lines_check(s, king, from, to))
        return true;
    return horses_check(s, king, from, to) || (by__xq_kind_of[s->board[from]] == XQ_PAWN && pawn_checks(s, king, to));
}
