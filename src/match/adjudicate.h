/* SPDX-License-Identifier: MIT
 *
 * Adjudication: ends games that the engines' scores decide.
 */
#ifndef MATCH_ADJUDICATE_H
#define MATCH_ADJUDICATE_H

#include <stdbool.h>

#include "boyi/error.h"
#include "boyi/record.h"
#include "match/engine.h"

/* Each part is off if its count is 0. Scores are hundredths of a pawn. */
struct match_adjudication {
    int resign_score, resign_moves; /* a side loses with a score this bad for this number of moves in a row */
    bool resign_both;               /* only if the opponent's score agrees */
    int draw_score, draw_moves,
        draw_after; /* drawn if all scores of this number of moves are near 0, after this move */
    int max_plies;  /* drawn at this number of plies, the opening included */
};

/* Reads "score=600 moves=4 both=on". */
by_status match_adjudication_read_resign(const char *text, struct match_adjudication *out, by_error *error);
/* Reads "score=10 moves=8 after=40". */
by_status match_adjudication_read_draw(const char *text, struct match_adjudication *out, by_error *error);

/* The state of a game. */
struct match_referee {
    int bad[2], good[2], level[2]; /* moves in a row, by side */
};

/* Records an answer of a side. */
void match_referee_record(struct match_referee *referee, const struct match_adjudication *rules, int side,
                          const struct match_answer *answer);

/* Whether the game ends after `plies` plies, with the reason. */
bool match_referee_ends(const struct match_referee *referee, const struct match_adjudication *rules, int plies,
                        enum by_outcome *outcome, const char **reason);

#endif
