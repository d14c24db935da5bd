/* SPDX-License-Identifier: MIT
 *
 * Games of xiangqi as PGN, the way Chinese programs write it:
 *
 *     [Game "Chinese Chess"]
 *     [Red "..."]
 *     [FEN "..."]
 *     [Format "Chinese"]
 *
 *     1. 炮二平五 马8进7 {a comment} 2. 马二进三! (2. 马八进七 车9平8) 2... 车9平8 $14 ; a comment up to the end of the
 * line 1-0
 *
 * A comment belongs to the move before it, unless a number of a move or a parenthesis stands in between: then to the
 * move behind it.
 */
#ifndef BOYI_GAMES_XIANGQI_PGN_H
#define BOYI_GAMES_XIANGQI_PGN_H

#include "boyi/record.h"
#include "games/xiangqi/notation.h"

/* The tags that every file should have, in this order, "?" if nothing is known; ended by NULL. */
extern const char *const by__xq_pgn_roster[];

/* How outcomes and notations (the latter ended by NULL) are called in files. */
extern const char *const by__xq_pgn_results[];
extern const char *const by__xq_pgn_formats[];

by_status by__xq_pgn_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                          by_error *error);
by_status by__xq_pgn_write(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error);

/* Number and side of the next move of a position, as PGN counts them. */
static inline unsigned xq_move_number(const struct xq *s)
{
    return s->move_number + (s->length + (s->first_side == XQ_BLACK)) / 2;
}

#endif
