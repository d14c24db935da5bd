/* SPDX-License-Identifier: MIT
 *
 * Moves as a protocol spells them: from and to, with ranks that count from 0 (h2e2) or from 1 (h3e3, a10a9). The same
 * letters mean different moves in the two, so that only the one in force is read.
 */
#ifndef BOYI_PROTOCOL_COORDINATES_H
#define BOYI_PROTOCOL_COORDINATES_H

#include "boyi/game.h"

enum protocol_ranks { PROTOCOL_RANKS_FROM_0, PROTOCOL_RANKS_FROM_1 };

by_status protocol_read_move(by_position *position, const char *text, enum protocol_ranks ranks, by_move *out,
                             by_error *error);

/* Writes a legal move. */
void protocol_write_move(by_position *position, by_move move, enum protocol_ranks ranks, by_text *out);

#endif
