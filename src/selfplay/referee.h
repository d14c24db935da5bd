/* SPDX-License-Identifier: MIT
 *
 * Decides when a game is over and for which side: first by the rules of the game, then by the scores, then by the
 * length. Playing a game and checking a file use the same referee.
 */
#ifndef SELFPLAY_REFEREE_H
#define SELFPLAY_REFEREE_H

#include <stdbool.h>

#include "boyi/game.h"
#include "selfplay/game.h"
#include "selfplay/plan.h"

/* Set `limits` and zero the rest before each game. */
struct selfplay_referee {
    const struct selfplay_adjudication *limits;
    int played;     /* plies */
    int win_plies;  /* plies in a row with a winning score for `winner` */
    int winner;     /* 0 or 1 */
    int draw_plies; /* plies in a row with an even score */
};

/* Records a ply of `side`; the score may be SELFPLAY_NO_SCORE. */
void selfplay_referee_record(struct selfplay_referee *referee, int side, by_value score);

/* Whether the game is over in `position`; if so, sets `end` and `value`, from the view of side 0. */
bool selfplay_referee_ends(const struct selfplay_referee *referee, by_position *position, enum selfplay_end *end,
                           by_value *value);

#endif
