/* SPDX-License-Identifier: MIT
 *
 * Default players: the usual method of a game, and levels from 1, a beginner's, to LEVELS. Levels are counted in plies,
 * nodes and iterations, so that a level plays alike on every machine.
 */
#ifndef FRONT_LEVELS_H
#define FRONT_LEVELS_H

#include "boyi/search.h"

enum { LEVELS = 10 };

/* The help of levels. */
#define LEVELS_HELP                                                                                                    \
    "1 to 4 search to this depth in plies, 5 to 10 search 20,000 to 6,000,000 nodes; mcts runs 10 to 30,000 "          \
    "iterations"

/* Sets plies and nodes to those of a level of the method, and no time. Other limits stay as they are. */
void levels_set(const by_method *method, int level, struct by_limits *limits);

/* For methods that report nothing before they end: sets a limit of plies or nodes that ends them soon. False, with
 * nothing set, for methods that report while they search or that answer a question. */
bool levels_set_soon(const by_method *method, struct by_limits *limits);

/* The name of a method, and of a preset of it or NULL. */
struct levels_player {
    const char *method, *preset;
};

/* How a game is played from this position if no method is named. */
struct levels_player levels_usual_player(by_position *position);

#endif
