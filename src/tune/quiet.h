/* SPDX-License-Identifier: MIT
 *
 * From a position to a quiet one: along the captures that both sides would make. An evaluation is asked only where no
 * capture pays, and should be learnt from such positions.
 */
#ifndef TUNE_QUIET_H
#define TUNE_QUIET_H

#include <stdbool.h>

#include "boyi/game.h"

struct tune_quiet;

/* For positions of a game. */
by_status tune_quiet_create(const by_position *position, struct tune_quiet **out, by_error *error);

/* Makes the moves to the quiet position behind `position`. `found` is false if there are too many captures; then the
 * position is unchanged. */
by_status tune_quiet_settle(struct tune_quiet *quiet, by_position *position, bool *found, by_error *error);

/* Accepts NULL. */
void tune_quiet_destroy(struct tune_quiet *quiet);

#endif
