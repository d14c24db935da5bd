/* SPDX-License-Identifier: MIT
 *
 * Late move reductions: in a good order, late moves are rarely the best. They are searched less deeply first, and to
 * the whole depth only if they then look better than the best move so far. The reduction grows with the logarithms of
 * the depth and of the move's place (as in Fruit, Stockfish and others). A move is reduced less if it has a good
 * history, gives check or answers one.
 */
#include "search/alphabeta/alphabeta.h"

enum { LOGARITHMS = 64 };

/* Natural logarithms in 1024ths: the same on every machine. */
static const uint16_t logarithms[LOGARITHMS] = {
    0,    0,    710,  1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773,
    2839, 2901, 2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516,
    3549, 3580, 3611, 3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943,
    3964, 3985, 4006, 4026, 4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
};

static int logarithm(int number)
{
    return logarithms[number < LOGARITHMS ? number : LOGARITHMS - 1];
}

int by__ab_late_reduction(const struct ab *s, int plies, int tried)
{
    if (!s->opt.late_reductions || tried < 1)
        return 0;
    return (AB_REDUCTION_BASE +
            logarithm(plies) * logarithm(tried + 1) / AB_REDUCTION_ONE * s->opt.late_reductions / 100) /
           AB_REDUCTION_ONE;
}

int by__ab_reduction(const struct ab *s, const struct ab_node *n, const struct by_move_info *move)
{
    const struct ab_node *child = n + 1;
    bool is_capture = move->flags & BY_MOVE_CAPTURE;
    int plies = n->depth / AB_PLY, reduction;

    if (!s->opt.late_reductions || plies < AB_REDUCTION_MIN_DEPTH ||
        n->tried < AB_REDUCTION_FULL_MOVES + ab_is_pv(n) + (n->ply == 0))
        return 0;
    if (is_capture && move->score > AB_LOSING && !n->is_cut_node)
        return 0;
    reduction = by__ab_late_reduction(s, plies, n->tried);
    reduction += n->is_cut_node + !n->is_improving - ab_is_pv(n) - child->info.in_check - n->info.in_check;
    if (is_capture)
        reduction--;
    else
        reduction -=
            by__ab_quiet_history(s, n, move) / AB_REDUCTION_HISTORY_OF_A_PLY + by__ab_is_refutation(s, n, move->move);
    return reduction;
}

void by__ab_reduce_without_hash_move(struct ab *s, struct ab_node *n)
{
    if (!s->opt.internal_reduction || n->ply == 0 || n->hash_move != BY_MOVE_NONE ||
        n->depth < s->opt.internal_reduction * AB_PLY || !(ab_is_pv(n) || n->is_cut_node))
        return;
    s->count[AB_INTERNAL_REDUCTIONS]++;
    n->depth -= AB_PLY;
}
