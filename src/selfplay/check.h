/* SPDX-License-Identifier: MIT
 *
 * Plays the games of a file again: every move is legal, no game goes on after its end, and each ended as it says.
 */
#ifndef SELFPLAY_CHECK_H
#define SELFPLAY_CHECK_H

#include <stdint.h>

#include "selfplay/reader.h"

/* What was good. */
struct selfplay_checked {
    uint64_t games;
    uint64_t positions; /* with a score */
    uint64_t bytes;     /* up to the end of the last good game */
};

/* Reads all that is left. The error says what is wrong and where; a last game that is cut off is none. */
by_status selfplay_check(struct selfplay_reader *reader, struct selfplay_checked *checked, by_error *error);

#endif
