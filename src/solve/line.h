/* SPDX-License-Identifier: MIT
 *
 * Lines of answers, made such that they can be played on a board: a ladder, which is read and not searched, is played
 * out; and the line ends before a move that the rules of the game forbid, since a search that lets a side retake kos at
 * once goes further.
 */
#ifndef BOYI_SOLVE_LINE_H
#define BOYI_SOLVE_LINE_H

#include "solve/solve.h"

/* All zeros before the first use. */
struct solve_lines {
    by_game *goal; /* NULL: to be opened when it is needed */
    by_search *search;
    by_move *moves; /* of the last line */
    size_t room;
};

/* Makes the line of an answer one that can be played. `settings` are those of the solver, of the same goal each
 * time. The line is lent until the next call. */
by_status solve_finish_line(struct solve_lines *lines, const struct solve_settings *settings,
                            const struct solve_question *question, struct solve_answer *answer, by_error *error);

void solve_lines_free(struct solve_lines *lines);

#endif
