/* SPDX-License-Identifier: MIT
 *
 * The definition of a chase: whether one piece threatens to capture another in the sense of the repetition rules.
 *
 * The definition is that of the Asian federation as today's engines read it (docs/xiangqi-rules.md, "Chase"). An attack
 * is judged by carrying it out: the capture must be legal, and whether the victim is protected shows after the capture,
 * when the attacker stands in its place. So protection by a pinned piece, by a cannon whose screen was the attacker, by
 * a horse whose leg the attacker blocks or by a king that would step into an attack counts for nothing, and none of
 * these needs a rule of its own.
 *
 * Legality asks whether a move exposes the king to an attack that was not there before. A check that stands already
 * neither pins nor unpins a piece: a side in check keeps its threats, so that answering the check does not make them
 * new.
 */
#include "games/xiangqi/judge.h"

static int kind_at(const struct xq *s, int square)
{
    return by__xq_kind_of[s->board[square]];
}

/* ---- Legality ---------------------------------------------------------------------------------------------------- */

static uint32_t checkers_of(const struct xq *s, int side)
{
    int king = s->at[side * XQ_SIDE_PIECES + XQ_KING_AT], first = (side ^ 1) * XQ_SIDE_PIECES;
    uint32_t checkers = by__xq_kings_face(s) ? 1u << first : 0;

    for (int piece = first + 1; piece < first + XQ_SIDE_PIECES; piece++)
        if (s->at[piece] != XQ_OFF && by__xq_goes(s, s->at[piece], king))
            checkers |= 1u << piece;
    return checkers;
}

bool by__xq_gives_check(const struct xq_view *view, int side)
{
    return by__xq_king_is_attacked(view->board, side, XQ_OFF, XQ_OFF);
}

void by__xq_view_checks(struct xq_view *view)
{
    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        view->checkers[side] = by__xq_gives_check(view, side) ? checkers_of(view->board, side) : 0;
}

/* Whether a move of `side` exposes its king to a new attacker. */
static bool exposes_king(struct xq_view *view, int side, int from, int to)
{
    uint32_t checkers;
    int captured;

    if (!view->checkers[side])
        return by__xq_king_is_attacked(view->board, side, from, to);
    captured = by__xq_shift(view->board, from, to);
    checkers = checkers_of(view->board, side);
    by__xq_unshift(view->board, from, to, captured);
    return checkers & ~view->checkers[side];
}

/* ---- Protection -------------------------------------------------------------------------------------------------- */

/* The square of a piece that legally recaptures after a capture, or XQ_OFF. */
static int find_protector(struct xq_view *view, int from, int to)
{
    int captured = by__xq_shift(view->board, from, to), side = xq_side_of(captured), protector = XQ_OFF;
    const uint8_t *at = view->board->at + side * XQ_SIDE_PIECES;

    for (int slot = 0; slot < XQ_SIDE_PIECES && protector == XQ_OFF; slot++)
        if (at[slot] != XQ_OFF && by__xq_goes(view->board, at[slot], to) && !exposes_king(view, side, at[slot], to))
            protector = at[slot];
    by__xq_unshift(view->board, from, to, captured);
    return protector;
}

/* ---- Attacks ----------------------------------------------------------------------------------------------------- */

/* Whether the victim is worth so much more that its protection does not matter: a rook to a horse or a cannon, any of
 * the three to an advisor or an elephant. */
static bool is_stronger(int attacker, int victim)
{
    switch (attacker) {
    case XQ_HORSE:
    case XQ_CANNON:
        return victim == XQ_ROOK;
    case XQ_ADVISOR:
    case XQ_ELEPHANT:
        return victim == XQ_ROOK || victim == XQ_HORSE || victim == XQ_CANNON;
    default:
        return false;
    }
}

enum xq_attack by__xq_attack(struct xq_view *view, int from, int to, int *protector)
{
    const struct xq *s = view->board;
    int attacker = kind_at(s, from), victim = kind_at(s, to), side = xq_side_of(s->board[to]), found;

    if (protector)
        *protector = XQ_OFF;
    if (attacker == XQ_KING || attacker == XQ_PAWN)
        return XQ_ATTACK_BY_KING_OR_PAWN;
    if (victim == XQ_PAWN && !xq_has_crossed(side, to))
        return XQ_ATTACK_ON_HOME_PAWN;
    if (exposes_king(view, side ^ 1, from, to))
        return XQ_ATTACK_PINNED;
    if (is_stronger(attacker, victim))
        return XQ_ATTACK_STRONGER;
    if (attacker == victim && by__xq_goes(s, to, from) && !exposes_king(view, side, to, from))
        return XQ_ATTACK_OFFER;
    found = find_protector(view, from, to);
    if (protector)
        *protector = found;
    if (found != XQ_OFF)
        return XQ_ATTACK_PROTECTED;
    return attacker == victim ? XQ_ATTACK_HELPLESS : XQ_ATTACK_UNPROTECTED;
}

unsigned by__xq_victims(struct xq_view *view, int side, unsigned wanted)
{
    const struct xq *s = view->board;
    unsigned victims = 0;

    wanted &= ~(1u << XQ_KING_AT);
    for (int slot = XQ_ADVISORS_AT; slot < XQ_PAWNS_AT; slot++) {
        int from = s->at[side * XQ_SIDE_PIECES + slot];
        uint8_t targets[20];
        int count = from == XQ_OFF ? 0 : by__xq_targets(s, from, targets);

        for (int i = 0; i < count; i++) {
            int victim = s->board[targets[i]];
            unsigned bit = victim == XQ_NONE ? 0 : 1u << (victim & 15);

            if (bit & wanted & ~victims && xq_attack_chases(by__xq_attack(view, from, targets[i], NULL)))
                victims |= bit;
        }
    }
    return victims;
}

unsigned by__xq_rooks_on_leg(const struct xq_view *view, int side)
{
    const struct xq *s = view->board;
    int enemy = side ^ 1, king = s->at[enemy * XQ_SIDE_PIECES + XQ_KING_AT];
    unsigned rooks = 0;

    for (int slot = XQ_HORSES_AT; slot < XQ_ROOKS_AT; slot++) {
        int horse = s->at[side * XQ_SIDE_PIECES + slot];
        int leg = horse == XQ_OFF ? XQ_OFF : s->tables->horse_leg[horse][king];

        if (leg != XQ_OFF && xq_side_of(s->board[leg]) == enemy && kind_at(s, leg) == XQ_ROOK)
            rooks |= 1u << (s->board[leg] & 15);
    }
    return rooks;
}
