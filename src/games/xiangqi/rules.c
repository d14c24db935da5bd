/* SPDX-License-Identifier: MIT
 *
 * When a game is over by rule: no piece left that can attack, repetition, the move count.
 *
 * Further endings without mating force (a lone cannon without advisors and the like) are played on: some of them still
 * hold a mate in one, and the move count ends them.
 */
#include "games/xiangqi/judge.h"

bool by__xq_nobody_can_attack(const struct xq *s)
{
    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        for (int slot = XQ_HORSES_AT; slot < XQ_SIDE_PIECES; slot++)
            if (s->at[side * XQ_SIDE_PIECES + slot] != XQ_OFF)
                return false;
    return true;
}

enum { COUNT_IS_NEAR = 40 }; /* plies before the draw by the move count */

bool by__xq_count_is_near(const struct xq *s)
{
    int limit = s->tables->move_limit;

    return limit && s->since_capture + COUNT_IS_NEAR >= limit;
}

static void call_draw(struct by_node *out, uint16_t path_plies)
{
    out->is_over = true;
    out->value = 0;
    out->path_plies = path_plies;
    out->cycle_decides = out->cycles_join = true; /* it looks at no more than that */
    out->is_foretold = out->has_returned = out->is_estimate = false;
}

void by__xq_verdict(struct xq *s, int ply, struct by_node *out)
{
    int limit = s->tables->move_limit;

    if (by__xq_nobody_can_attack(s)) {
        call_draw(out, 0);
        out->is_dead = true;
        return;
    }
    /* An offence that is complete on the last ply of the count still counts; a foretold one is not complete. */
    if (by__xq_repetition(s, ply, out) && !out->is_foretold)
        return;
    /* A mate on the last ply comes before the count. */
    if (limit && s->since_capture >= limit && by__xq_has_legal_move(s))
        call_draw(out, s->since_capture);
}
