/* SPDX-License-Identifier: MIT
 *
 * When a game is over by rule: no piece left that can attack, the move count, repetition.
 */
#include "games/xiangqi/board.h"

/* Nobody has a rook, a horse, a cannon or a pawn. */
static bool nobody_can_attack(const struct xq *s)
{
    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        for (int slot = XQ_HORSES_AT; slot < XQ_SIDE_PIECES; slot++)
            if (s->at[side * XQ_SIDE_PIECES + slot] != XQ_OFF)
                return false;
    return true;
}

static void call_draw(struct by_node *out, uint16_t path_plies)
{
    out->is_over = true;
    out->value = 0;
    out->path_plies = path_plies;
}

void by__xq_verdict(struct xq *s, int ply, struct by_node *out)
{
    int limit = s->tables->move_limit;

    (void)ply;
    if (nobody_can_attack(s))
        call_draw(out, 0);
    /* A mate on the last ply comes before the count. */
    else if (limit && s->since_capture >= limit && by__xq_has_legal_move(s))
        call_draw(out, s->since_capture);
}
