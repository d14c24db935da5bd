/* SPDX-License-Identifier: MIT
 *
 * An evaluation for people.
 */
#ifndef BOYI_PROTOCOL_EVALUATION_H
#define BOYI_PROTOCOL_EVALUATION_H

#include "boyi/game.h"

/* A table of the terms for each side, if the game reports them, and a line with the value. */
void protocol_print_evaluation(by_position *position, by_text *out);

#endif
