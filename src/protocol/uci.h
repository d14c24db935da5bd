/* SPDX-License-Identifier: MIT
 *
 * UCI, the protocol of Stefan Meyer-Kahlen and Rudolf Huber (2000), in the three dialects that xiangqi knows:
 *
 *     Pikafish         position fen ... moves h2e2       ranks from 0 to 9
 *     Fairy-Stockfish  the same after `setoption name UCI_Variant value xiangqi`, ranks from 1 to 10
 *     Cyclone          fen ... moves h2e2                without the word position, ranks from 0 to 9
 */
#ifndef BOYI_PROTOCOL_UCI_H
#define BOYI_PROTOCOL_UCI_H

#include "protocol/session.h"

extern const struct protocol_dialect uci_dialect;

/* Runs a line, which it modifies. False after `quit`. */
bool uci_line(struct protocol_session *session, char *line);

#endif
