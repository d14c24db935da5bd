/* SPDX-License-Identifier: MIT
 *
 * How strong the engine plays: levels from 1, a beginner's, to LEVELS. They are counted in plies and nodes, so that a
 * level plays alike on every machine.
 */
#ifndef FRONT_LEVELS_H
#define FRONT_LEVELS_H

#include "boyi/search.h"

enum { LEVELS = 10 };

/* Sets plies and nodes to those of a level, and no time. Other limits stay as they are. */
void levels_set(int level, struct by_limits *limits);

#endif
