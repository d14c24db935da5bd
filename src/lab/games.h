/* SPDX-License-Identifier: MIT
 *
 * Games of a variant in place of single searches: against other variants, with both colours, and against every line of
 * an opponent, which tries all moves at each of its turns. Each move is a new search without data from earlier ones, so
 * games are the same each time.
 */
#ifndef LAB_GAMES_H
#define LAB_GAMES_H

#include "lab/database.h"
#include "lab/experiment.h"

/* Plays all games of a task. The result has the sums of nodes, evaluations and time, and counters of games won, drawn
 * and lost; `stopped` is BY_STOPPED_ASKED if it ended early. A game longer than the experiment's plies is a draw.
 * Without that limit, a game of unbounded length is an error, as are too many lines. The caller frees the counters. */
by_status lab_games_play(const struct lab_experiment *experiment, const struct lab_task *task, const by_stop *stop,
                         struct by_counter **counters, struct by_result *result, by_error *error);

#endif
