/* SPDX-License-Identifier: MIT
 *
 * Static exchange evaluation: what a move wins if both sides go on capturing on its square, each with its least piece,
 * and stop when that is better for them (the swap algorithm of chess programs, asked only whether a threshold is
 * reached: the side that is not content has to capture, and has lost if it cannot, or if even that does not content
 * it).
 *
 * All attacks on a square depend on its two lines and on its four diagonal neighbours, which are the legs of all horses
 * and the eyes of all elephants that go there. A piece that has captured leaves its line and its diagonal, so that
 * screens, rooks behind rooks and legs are right at every step. Pins and checks are left aside; that no king
 * captures what is protected comes of its price.
 */
#include "games/xiangqi/cross.h"

const by_value by__xq_prices[XQ_KINDS + 1] = {
    [XQ_KING] = 10000, [XQ_ADVISOR] = 120, [XQ_ELEPHANT] = 120, [XQ_HORSE] = 420,
    [XQ_ROOK] = 900,   [XQ_CANNON] = 430,  [XQ_PAWN] = 90,      [XQ_KINDS] = 0, /* no piece */
};

enum { CROSSED_PAWN = 160 };

struct exchange {
    const struct xq *s;
    int to;
    struct xq_cross cross; /* of `to` */
    uint64_t gone;         /* pieces that have left their squares, a bit each; XQ_NONE is among them */
};

/* The value of a piece on its square before the exchange. */
static by_value price_at(const struct xq *s, int square)
{
    int piece = s->board[square], kind = by__xq_kind_of[piece];

    if (kind == XQ_PAWN && xq_has_crossed(xq_side_of(piece), square))
        return CROSSED_PAWN;
    return by__xq_prices[kind];
}

static bool is_gone(const struct exchange *e, int piece)
{
    return e->gone >> piece & 1;
}

static void leave(struct exchange *e, int square)
{
    e->gone |= UINT64_C(1) << e->s->board[square];
    xq_leave_cross(e->s, &e->cross, square);
}

/* ---- The least attacker: its square, or XQ_OFF. Of two of a kind, the one on the lower square ------------------- */

static bool holds(const struct exchange *e, int square, int side, int kind)
{
    int piece = e->s->board[square];

    return xq_side_of(piece) == side && by__xq_kind_of[piece] == kind && !is_gone(e, piece);
}

/* The one behind comes first: it alone may not have crossed the river. */
static int find_pawn(const struct exchange *e, int side)
{
    int to = e->to, behind = side == XQ_RED ? to - XQ_FILES : to + XQ_FILES;

    if (behind >= 0 && behind < XQ_SQUARES && holds(e, behind, side, XQ_PAWN))
        return behind;
    if (!xq_has_crossed(side, to))
        return XQ_OFF;
    if (e->cross.file > 0 && holds(e, to - 1, side, XQ_PAWN))
        return to - 1;
    if (e->cross.file < XQ_FILES - 1 && holds(e, to + 1, side, XQ_PAWN))
        return to + 1;
    return XQ_OFF;
}

/* Kings and advisors step back where they came from. */
static int find_in_palace(const struct exchange *e, const struct xq_steps *steps, int side, int kind)
{
    for (const uint8_t *from = steps->to; *from != XQ_OFF; from++)
        if (holds(e, *from, side, kind))
            return *from;
    return XQ_OFF;
}

static int find_elephant(const struct exchange *e, int side)
{
    const struct xq_jumps *jumps = &e->s->tables->elephant_steps[e->to];

    for (int i = 0; jumps->leg[i] != XQ_OFF; i++)
        if (holds(e, jumps->to[i], side, XQ_ELEPHANT) && is_gone(e, e->s->board[jumps->leg[i]]))
            return jumps->to[i];
    return XQ_OFF;
}

static int find_horse(const struct exchange *e, int side)
{
    int found = XQ_OFF;

    for (int piece = side * XQ_SIDE_PIECES + XQ_HORSES_AT, i = 0; i < 2; i++, piece++) {
        int square = e->s->at[piece], leg = square < found ? e->s->tables->horse_leg[square][e->to] : XQ_OFF;

        if (leg != XQ_OFF && !is_gone(e, piece) && is_gone(e, e->s->board[leg]))
            found = square;
    }
    return found;
}

/* Rooks (`screens` 0) and cannons (1), whose two numbers begin with `piece`. */
static int find_slider(const struct exchange *e, int piece, int screens)
{
    int found = XQ_OFF;

    for (int i = 0; i < 2; i++, piece++) {
        int square = e->s->at[piece];

        if (square < found && !is_gone(e, piece) && xq_count_between(e->s, &e->cross, square) == screens)
            found = square;
    }
    return found;
}

/* By price: where advisors and elephants go, no pawn of their side has crossed the river. */
static int find_least(const struct exchange *e, int side)
{
    const struct xq_tables *t = e->s->tables;
    int found = find_pawn(e, side);

    if (found == XQ_OFF)
        found = find_in_palace(e, &t->advisor_steps[e->to], side, XQ_ADVISOR);
    if (found == XQ_OFF)
        found = find_elephant(e, side);
    if (found == XQ_OFF)
        found = find_horse(e, side);
    if (found == XQ_OFF)
        found = find_slider(e, side * XQ_SIDE_PIECES + XQ_CANNONS_AT, 1);
    if (found == XQ_OFF)
        found = find_slider(e, side * XQ_SIDE_PIECES + XQ_ROOKS_AT, 0);
    if (found == XQ_OFF)
        found = find_in_palace(e, &t->king_steps[e->to], side, XQ_KING);
    return found;
}

/* ---- The exchange ------------------------------------------------------------------------------------------------ */

/* The squares as they are after a move. */
static struct exchange exchange_after(const struct xq *s, by_move move)
{
    int to = xq_to(move);
    struct exchange e = {.s = s, .to = to, .gone = UINT64_C(1) << XQ_NONE | UINT64_C(1) << s->board[to]};

    e.cross = xq_cross_at(s, to);
    leave(&e, xq_from(move));
    return e;
}

bool by__xq_is_protected(const struct xq *s, by_move capture)
{
    struct exchange e = exchange_after(s, capture);

    return find_least(&e, s->side ^ 1) != XQ_OFF;
}

bool by__xq_see_at_least(void *state, by_move move, by_value least)
{
    const struct xq *s = state;
    int from = xq_from(move), own = s->side;
    by_value balance = price_at(s, xq_to(move)) - least; /* what `own` has beyond its aim, should all end here */
    by_value standing = price_at(s, from);               /* what is captured next */
    struct exchange e;

    if (balance < 0 || balance >= standing)
        return balance >= 0;
    e = exchange_after(s, move);
    for (int side = own ^ 1;; side ^= 1) {
        from = find_least(&e, side);
        if (from == XQ_OFF)
            return side != own;
        leave(&e, from);
        balance += side == own ? standing : -standing;
        standing = price_at(s, from);
        if (side == own ? balance >= standing : balance + standing < 0)
            return side == own;
    }
}
