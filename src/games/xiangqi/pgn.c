/* SPDX-License-Identifier: MIT
 *
 * Games of xiangqi as PGN, the way Chinese programs write it:
 *
 *     [Game "Chinese Chess"]
 *     [Red "..."]
 *     [FEN "..."]
 *     [Format "Chinese"]
 *
 *     1. 炮二平五 马8进7 2. 马二进三 车9平8
 *     1-0
 */
#include "boyi/pgn.h"

#include "games/xiangqi/notation.h"

/* In the order of xq_notation. */
static const char *const formats[] = {"Coordinates", "ICCS", "Ranks1", "WXF", "Chinese", "Chinese", NULL};

static const struct by_pgn_result results[] = {
    {"红胜", BY_OUTCOME_FIRST},  {"黑胜", BY_OUTCOME_SECOND}, {"和棋", BY_OUTCOME_DRAW},  {"紅勝", BY_OUTCOME_FIRST},
    {"黑勝", BY_OUTCOME_SECOND}, {"和局", BY_OUTCOME_DRAW},   {NULL, BY_OUTCOME_UNKNOWN},
};

static unsigned first_number(const void *state)
{
    return ((const struct xq *)state)->move_number;
}

/* Both ways to count ranks may give a legal move; a rank 10 occurs only in one. */
static int find_lookalike(const char *move, bool *is_certain)
{
    bool from_0 = by__xq_is_coordinates(move, 0), from_1 = by__xq_is_coordinates(move, 1);

    *is_certain = from_1 && !from_0;
    return from_0 || from_1 ? XQ_RANKS1 : XQ_ANY;
}

const struct by_pgn by__xq_pgn = {
    BY_SIZE(by_pgn),    .sides = {"Red", "Black"},    .game = "Chinese Chess",          .formats = formats,
    .results = results, .first_number = first_number, .find_lookalike = find_lookalike,
};
