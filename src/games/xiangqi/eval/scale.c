/* SPDX-License-Identifier: MIT
 *
 * Endings that are hard to win: how much of the ending's part of a value counts. What one side is ahead by says little
 * where it has no pieces to win with. These factors are set by hand from what every book of endings says.
 */
#include "games/xiangqi/eval/eval.h"

/* The material of a side. */
struct army {
    int rooks, horses, cannons, pawns, guards;
};

static struct army army_of(const struct xq *s, int side)
{
    return (struct army){
        .rooks = xq_count(s, side, XQ_ROOK),
        .horses = xq_count(s, side, XQ_HORSE),
        .cannons = xq_count(s, side, XQ_CANNON),
        .pawns = xq_count(s, side, XQ_PAWN),
        .guards = xq_count(s, side, XQ_ADVISOR) + xq_count(s, side, XQ_ELEPHANT),
    };
}

/* Whether its only pawn has come to the last rank, where it hardly threatens anything. */
static bool has_only_old_pawn(const struct xq *s, int side)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;

    for (int slot = XQ_PAWNS_AT; slot < XQ_SIDE_PIECES; slot++)
        if (own[slot] != XQ_OFF)
            return xq_own_rank(s, side, own[slot]) == XQ_RANKS - 1;
    return false;
}

static int scale_without_rooks(const struct xq *s, int side, const struct army *own, const struct army *enemy)
{
    if (!own->horses && !own->cannons) {
        if (!own->pawns)
            return 0;
        return own->pawns == 1 && has_only_old_pawn(s, side) ? 6 : XQ_SCALE_FULL;
    }
    if (own->pawns)
        return XQ_SCALE_FULL;
    if (!own->horses && !own->guards) /* cannons without anything to jump over */
        return 6;
    if (own->horses == 1 && !own->cannons && enemy->guards >= 2)
        return 10;
    return XQ_SCALE_FULL;
}

/* Rooks and pieces that are worth about half of one. */
static int force_of(const struct army *army)
{
    return 2 * army->rooks + army->horses + army->cannons;
}

int by__xq_scale(const struct xq *s, int side)
{
    struct army own = army_of(s, side), enemy = army_of(s, side ^ 1);
    int scale = XQ_SCALE_FULL;

    if (!own.rooks)
        scale = scale_without_rooks(s, side, &own, &enemy);
    else if (own.rooks == 1 && !own.horses && !own.cannons && !own.pawns && enemy.rooks)
        scale = enemy.guards >= 2 ? 12 : 32;
    else if (own.rooks == 1 && !own.horses && !own.cannons && !own.pawns && enemy.guards == 4)
        scale = 8;
    if (scale == XQ_SCALE_FULL && !own.pawns && force_of(&own) <= force_of(&enemy))
        scale = XQ_SCALE_FULL / 2;
    return scale;
}
