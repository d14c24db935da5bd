/* SPDX-License-Identifier: MIT
 *
 * Who plays and how strongly, where nobody says more: the usual method of a game, and levels from 1, a beginner's, to
 * LEVELS. Levels are counted in plies, nodes and iterations, so that a level plays alike on every machine.
 */
#ifndef FRONT_LEVELS_H
#define FRONT_LEVELS_H

#include "boyi/search.h"

enum { LEVELS = 10 };

/* What `help` of a level says. */
#define LEVELS_HELP                                                                                                    \
    "1 to 4 look so many plies ahead, 5 to 10 search 20,000 to 6,000,000 nodes; by mcts 10 to 30,000 iterations"

/* Sets plies and nodes to those of a level of the method, and no time. Other limits stay as they are. */
void levels_set(const by_method *method, int level, struct by_limits *limits);

/* Of a method that tells nothing before its end: plies or nodes by which that comes soon. False, and nothing is set:
 * the method tells while it searches, or answers a question. */
bool levels_set_soon(const by_method *method, struct by_limits *limits);

/* The name of a method, and of a preset of it or NULL. */
struct levels_player {
    const char *method, *preset;
};

/* How a game is played from this position if no method is named. */
struct levels_player levels_usual_player(by_position *position);

#endif
