/* SPDX-License-Identifier: MIT
 *
 * The first evaluation: material and placement, a sum that moves keep up to date. The placement follows a few rules
 * that every primer gives: rooks on open ground and near the river, horses towards the centre and forward, cannons
 * behind their own lines or on the central file, pawns across the river and near the palace but not on the last rank.
 */
#include "games/xiangqi/board.h"
#include "games/xiangqi/eval/eval.h"

static const int material[XQ_KINDS] = {
    [XQ_KING] = 0,   [XQ_ADVISOR] = 200, [XQ_ELEPHANT] = 200, [XQ_HORSE] = 420,
    [XQ_ROOK] = 900, [XQ_CANNON] = 450,  [XQ_PAWN] = 80,
};

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* For pawns that have crossed: by rank from the river to the last. */
static const int crossed_pawn[] = {60, 90, 110, 100, 10};

/* A square as its owner sees it, for red's pieces. */
static int placement(int kind, int file, int rank)
{
    int aside = distance(file, 4), to_centre = 4 - aside, forward = rank < 7 ? rank : 14 - rank;

    switch (kind) {
    case XQ_KING:
        return rank == 0 ? 10 : -10 * rank;
    case XQ_ADVISOR:
        return aside ? 0 : 5;
    case XQ_ELEPHANT:
        return !aside ? 10 : aside == 4 ? -5 : 0;
    case XQ_HORSE:
        return 6 * to_centre + 6 * forward - (rank == 0 ? 20 : 0) - (!aside && rank == 1 ? 30 : 0);
    case XQ_ROOK:
        return 2 * to_centre + (rank == 0 ? -15 : 0) + (rank >= 4 && rank <= 8 ? 10 : 0);
    case XQ_CANNON:
        return (aside ? 0 : 15) + (rank == 9 ? 10 : 0) + (rank >= 1 && rank <= 3 ? 5 : 0);
    default:
        return rank >= 5 ? crossed_pawn[rank - 5] + 5 * to_centre : rank == 4 ? 10 : 0;
    }
}

void by__xq_fill_scores(struct xq_tables *t)
{
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        int kind = by__xq_kind_of[piece], sign = xq_side_of(piece) == XQ_RED ? 1 : -1;

        for (int square = 0; square < XQ_SQUARES; square++) {
            int rank = sign > 0 ? square / XQ_FILES : XQ_RANKS - 1 - square / XQ_FILES, file = square % XQ_FILES;
            int half = xq_half_square(rank * XQ_FILES + file), value = material[kind] + placement(kind, file, rank);
            int32_t full = by__xq_weights[XQ_MATERIAL + kind] +
                           by__xq_weights[XQ_SQUARE + kind * XQ_HALF_SQUARES + half]; /* both parts */

            t->scores[piece][square] = (int16_t)(sign * value);
            t->sums[piece][square] = sign * (t->evaluation == XQ_FULL ? full : value);
        }
    }
}

/* The apparent immediate gain of a move, in the scale of the evaluation: the piece that it takes, less its own piece if
 * that can be taken back, and the better square. */
static int gain_of(const struct xq *s, by_move move)
{
    int from = xq_from(move), to = xq_to(move), piece = s->board[from], captured = s->board[to];
    const int16_t(*scores)[XQ_SQUARES] = s->tables->scores;
    int gain = scores[piece][to] - scores[piece][from];

    if (captured != XQ_NONE) {
        gain -= scores[captured][to];
        if (by__xq_is_protected(s, move))
            gain -= scores[piece][to];
    }
    return s->side == XQ_RED ? gain : -gain;
}

void by__xq_priors(void *state, const struct by_moves *moves, struct by_prior *out)
{
    const struct xq *s = state;
    const float unit = 25; /* so much doubles the weight, or halves it */

    for (int i = 0; i < moves->count; i++) {
        float gain = (float)gain_of(s, moves->list[i].move);

        out[i] = (struct by_prior){.weight = gain > 0 ? 1 + gain / unit : 1 / (1 - gain / unit)};
    }
}
