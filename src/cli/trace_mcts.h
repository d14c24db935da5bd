/* SPDX-License-Identifier: MIT
 *
 * How `boyi trace` shows a Monte Carlo tree search:
 *
 *     trace_mcts.c        which iterations are asked for, and what became of that
 *     trace_mcts_text.c   as text: the phases, the tree
 *     trace_mcts_svg.c    as a picture
 */
#ifndef CLI_TRACE_MCTS_H
#define CLI_TRACE_MCTS_H

#include "cli/trace.h"
#include "trace/mcts.h"

/* Which iterations are told: "7", "5-9", NULL for the last; `all`: from the first on. Returns an exit code. */
int trace_mcts_choose(struct trace_mcts *mcts, const char *range, bool all);
/* Whether what was asked for is there; if not, that is said. Returns an exit code. */
int trace_mcts_check(const struct trace_mcts *mcts);

void trace_mcts_write_text(const struct trace_mcts *mcts, by_text *out);
void trace_mcts_write_svg(const struct trace_mcts *mcts, by_text *out);

#endif
