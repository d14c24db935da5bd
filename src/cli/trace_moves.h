/* SPDX-License-Identifier: MIT
 *
 * How `boyi trace` shows the root's moves in a search by bounds: as a table and as a picture.
 */
#ifndef CLI_TRACE_MOVES_H
#define CLI_TRACE_MOVES_H

#include "trace/moves.h"

void trace_moves_write_text(const struct trace_moves *moves, by_text *out);
void trace_moves_write_svg(const struct trace_moves *moves, by_text *out);

#endif
