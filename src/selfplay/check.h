/* SPDX-License-Identifier: MIT
 *
 * Replays the games of a file and checks that every move is legal, that no game continues after its end, and that each
 * ended as recorded.
 */
#ifndef SELFPLAY_CHECK_H
#define SELFPLAY_CHECK_H

#include <stdint.h>

#include "selfplay/reader.h"

/* The valid part. */
struct selfplay_checked {
    uint64_t games;
    uint64_t positions; /* with a score */
    uint64_t bytes;     /* up to the end of the last good game */
};

/* Reads the rest of the file. The error has its place; a truncated last game is no error. */
by_status selfplay_check(struct selfplay_reader *reader, struct selfplay_checked *checked, by_error *error);

#endif
