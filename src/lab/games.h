/* SPDX-License-Identifier: MIT
 *
 * Games of a variant in place of single searches: against other variants, with both colours, and against every line of
 * an opponent, who tries all moves at each of his turns. Each move is a search of its own, with nothing left over from
 * others, so that games are the same each time.
 */
#ifndef LAB_GAMES_H
#define LAB_GAMES_H

#include "lab/database.h"
#include "lab/experiment.h"

/* Plays all games of a task. The result has the sums of nodes, evaluations and time, and how many games were won, drawn
 * and lost as counters; `stopped` is BY_STOPPED_ASKED if it ended early. A game that is not over after the experiment's
 * plies is drawn. Without these a game whose length has no bound is an error, as are more lines than can be played. The
 * caller frees the counters. */
by_status lab_games_play(const struct lab_experiment *experiment, const struct lab_task *task, const by_stop *stop,
                         struct by_counter **counters, struct by_result *result, by_error *error);

#endif
