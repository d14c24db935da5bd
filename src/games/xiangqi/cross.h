/* SPDX-License-Identifier: MIT
 *
 * The two lines through a square and who stands on them: all that rooks and cannons look along to attack it.
 */
#ifndef BOYI_GAMES_XIANGQI_CROSS_H
#define BOYI_GAMES_XIANGQI_CROSS_H

#include "games/xiangqi/board.h"

/* Of a line. */
static inline int xq_bit_count(const struct xq *s, unsigned bits)
{
    return s->tables->bit_count[bits];
}

static inline unsigned xq_rank_occupied(const struct xq *s, int rank)
{
    return s->ranks[0][rank] | s->ranks[1][rank];
}

static inline unsigned xq_file_occupied(const struct xq *s, int file)
{
    return s->files[0][file] | s->files[1][file];
}

struct xq_cross {
    int file, rank;
    unsigned on_rank, on_file;
};

static inline struct xq_cross xq_cross_at(const struct xq *s, int square)
{
    struct xq_cross cross = {.file = s->tables->file_of[square], .rank = s->tables->rank_of[square]};

    cross.on_rank = xq_rank_occupied(s, cross.rank);
    cross.on_file = xq_file_occupied(s, cross.file);
    return cross;
}

static inline void xq_leave_cross(const struct xq *s, struct xq_cross *cross, int from)
{
    const struct xq_tables *t = s->tables;

    if (t->rank_of[from] == cross->rank)
        cross->on_rank &= ~(1u << t->file_of[from]);
    if (t->file_of[from] == cross->file)
        cross->on_file &= ~(1u << t->rank_of[from]);
}

static inline void xq_move_on_cross(const struct xq *s, struct xq_cross *cross, int from, int to)
{
    const struct xq_tables *t = s->tables;

    xq_leave_cross(s, cross, from);
    if (t->rank_of[to] == cross->rank)
        cross->on_rank |= 1u << t->file_of[to];
    if (t->file_of[to] == cross->file)
        cross->on_file |= 1u << t->rank_of[to];
}

/* How many pieces stand between the middle of a cross and a square; -1 if the square is not on it. */
static inline int xq_count_between(const struct xq *s, const struct xq_cross *cross, int square)
{
    int file = s->tables->file_of[square], rank = s->tables->rank_of[square];

    if (file == cross->file)
        return xq_bit_count(s, cross->on_file & s->tables->between[cross->rank][rank]);
    if (rank == cross->rank)
        return xq_bit_count(s, cross->on_rank & s->tables->between[cross->file][file]);
    return -1;
}

#endif
