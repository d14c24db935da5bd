/* SPDX-License-Identifier: MIT
 *
 * The count of a game of Go whose dead stones are known or disputed. Our rules count every stone at the end as alive;
 * only the players can agree which are dead.
 */
#ifndef MATCH_GO_COUNT_H
#define MATCH_GO_COUNT_H

#include <stdbool.h>

#include "boyi/game.h"
#include "boyi/record.h"
#include "match/engine.h"

/* How a game is counted. */
struct match_go_count {
    enum by_outcome outcome;
    char score[24];   /* "B+3.5", "0" */
    bool is_disputed; /* the engines disagree about dead stones, or one has no list */
    by_text words;    /* the count, for people; owned, also after an error */
};

/* Counts a game that is over. Stones that both engines call dead are taken off, all others count. The names of the
 * engines are for the words. */
by_status match_go_count(by_position *position, const struct match_final finals[2], const char *const names[2],
                         struct match_go_count *out, by_error *error);

#endif
