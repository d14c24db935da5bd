/* SPDX-License-Identifier: MIT
 *
 * Setting up the board, making moves and taking them back.
 */
#include "games/xiangqi/board.h"

#define GUARDS 1, 1, 1, 1, 1

/* Pawns; kings with their guards; the rest of red's; the rest of black's. */
const uint8_t by__xq_part_of[XQ_PIECES] = {
    GUARDS, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, GUARDS, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0,
};

void by__xq_clear(struct xq *s)
{
    const struct xq_tables *tables = s->tables;

    *s = (struct xq){.tables = tables};
    for (int square = 0; square < XQ_SQUARES; square++)
        s->board[square] = XQ_NONE;
    for (int piece = 0; piece < XQ_PIECES; piece++)
        s->at[piece] = XQ_OFF;
}

/* Adds or removes a piece in the occupation of its lines. */
static inline void toggle(struct xq *s, int side, int square)
{
    int file = s->tables->file_of[square], rank = s->tables->rank_of[square];

    s->ranks[side][rank] ^= (uint16_t)(1 << file);
    s->files[side][file] ^= (uint16_t)(1 << rank);
}

/* Moves a piece, or what is captured, into or out of the key of its part of the position. */
static inline void toggle_part(struct xq *s, int piece, uint64_t key)
{
    s->parts[by__xq_part_of[piece]] ^= key;
}

void by__xq_put(struct xq *s, int piece, int square)
{
    s->board[square] = (uint8_t)piece;
    s->at[piece] = (uint8_t)square;
    toggle(s, xq_side_of(piece), square);
    s->key ^= s->tables->keys[piece][square];
    toggle_part(s, piece, s->tables->keys[piece][square]);
    s->index_key ^= s->tables->index_keys[piece][square];
    s->score += s->tables->sums[piece][square];
    s->material += xq_unit(xq_side_of(piece), by__xq_kind_of[piece]);
    s->guard.is_known = false;
}

/* A step forward of a pawn can never be taken back; a step to the side can. */
static bool is_reversible(const struct xq *s, int piece, int from, int to)
{
    return by__xq_kind_of[piece] != XQ_PAWN || s->tables->rank_of[from] == s->tables->rank_of[to];
}

static inline void record(struct xq *s, by_move move, int captured)
{
    s->undo[s->length++] = (struct xq_undo){
        .key = s->key,
        .index_key = s->index_key,
        .score = s->score,
        .move = move,
        .since_capture = s->since_capture,
        .reversible = s->reversible,
        .captured = (uint8_t)captured,
        .in_check = (int8_t)(s->guard.is_known ? s->guard.in_check : -1),
    };
}

void by__xq_push(void *state, by_move move)
{
    struct xq *s = state;
    const struct xq_tables *t = s->tables;
    int from = xq_from(move), to = xq_to(move);
    int piece = s->board[from], captured = s->board[to];

    record(s, move, captured);
    s->key ^= t->keys[piece][from] ^ t->keys[piece][to] ^ t->side_key;
    toggle_part(s, piece, t->keys[piece][from] ^ t->keys[piece][to]);
    s->index_key ^= t->index_keys[piece][from] ^ t->index_keys[piece][to] ^ t->side_index_key;
    s->score += t->sums[piece][to] - t->sums[piece][from];
    s->since_capture++;
    s->reversible++;
    if (captured != XQ_NONE) {
        s->key ^= t->keys[captured][to];
        toggle_part(s, captured, t->keys[captured][to]);
        s->index_key ^= t->index_keys[captured][to];
        s->score -= t->sums[captured][to];
        s->material -= xq_unit(s->side ^ 1, by__xq_kind_of[captured]);
        s->at[captured] = XQ_OFF;
        toggle(s, s->side ^ 1, to);
        s->since_capture = 0;
        s->reversible = 0;
    } else if (!is_reversible(s, piece, from, to)) {
        s->reversible = 0;
    }
    toggle(s, s->side, from);
    toggle(s, s->side, to);
    s->board[from] = XQ_NONE;
    s->board[to] = (uint8_t)piece;
    s->at[piece] = (uint8_t)to;
    s->side ^= 1;
    s->guard.is_known = false;
}

void by__xq_pop(struct xq *s)
{
    const struct xq_undo *undo = &s->undo[--s->length];
    int from = xq_from(undo->move), to = xq_to(undo->move);
    int piece = s->board[to];

    s->side ^= 1;
    s->board[from] = (uint8_t)piece;
    s->board[to] = undo->captured;
    s->at[piece] = (uint8_t)from;
    toggle(s, s->side, from);
    toggle(s, s->side, to);
    toggle_part(s, piece, s->tables->keys[piece][from] ^ s->tables->keys[piece][to]);
    if (undo->captured != XQ_NONE) {
        toggle_part(s, undo->captured, s->tables->keys[undo->captured][to]);
        s->at[undo->captured] = (uint8_t)to;
        s->material += xq_unit(s->side ^ 1, by__xq_kind_of[undo->captured]);
        toggle(s, s->side ^ 1, to);
    }
    s->key = undo->key;
    s->index_key = undo->index_key;
    s->score = undo->score;
    s->since_capture = undo->since_capture;
    s->reversible = undo->reversible;
    s->guard.is_known = false;
}

void by__xq_push_null(void *state)
{
    struct xq *s = state;

    record(s, BY_MOVE_NONE, XQ_NONE);
    s->key ^= s->tables->side_key;
    s->index_key ^= s->tables->side_index_key;
    s->reversible = 0; /* no walk back over the record ever comes to the pass */
    s->side ^= 1;
    s->guard.is_known = false;
}

void by__xq_pop_null(void *state)
{
    struct xq *s = state;
    const struct xq_undo *undo = &s->undo[--s->length];

    s->key = undo->key;
    s->index_key = undo->index_key;
    s->reversible = undo->reversible;
    s->side ^= 1;
    s->guard.is_known = false;
}

int by__xq_shift(struct xq *s, int from, int to)
{
    int piece = s->board[from], captured = s->board[to];

    if (captured != XQ_NONE) {
        s->at[captured] = XQ_OFF;
        toggle(s, xq_side_of(captured), to);
    }
    toggle(s, xq_side_of(piece), from);
    toggle(s, xq_side_of(piece), to);
    s->board[from] = XQ_NONE;
    s->board[to] = (uint8_t)piece;
    s->at[piece] = (uint8_t)to;
    return captured;
}

void by__xq_unshift(struct xq *s, int from, int to, int captured)
{
    (void)by__xq_shift(s, to, from);
    if (captured == XQ_NONE)
        return;
    s->board[to] = (uint8_t)captured;
    s->at[captured] = (uint8_t)to;
    toggle(s, xq_side_of(captured), to);
}

uint64_t by__xq_key_from_scratch(const struct xq *s)
{
    uint64_t key = s->side == XQ_BLACK ? s->tables->side_key : 0;

    for (int piece = 0; piece < XQ_PIECES; piece++)
        if (s->at[piece] != XQ_OFF)
            key ^= s->tables->keys[piece][s->at[piece]];
    return key;
}
