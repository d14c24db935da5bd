/* SPDX-License-Identifier: MIT
 *
 * The file of a match's games, PGN or SGF. Nothing but what this match has written is ever cut off from it.
 */
#ifndef MATCH_PGN_FILE_H
#define MATCH_PGN_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "boyi/error.h"

/* What the journal knows of the file: the last game in it, where that begins and ends. */
struct match_pgn_known {
    int number, plies;
    int64_t begin, end; /* end 0: the file has no game yet */
    bool is_sgf;        /* else PGN */
};

/* Opens the file to write behind the last game that is known. `goes_on`: there was a journal; else the file must be
 * new. What stands behind the last game may be one more, or a part of it, which the runner was killed over: it is cut
 * off. Any other file is refused and stays as it is. */
by_status match_pgn_open(const char *path, bool goes_on, const struct match_pgn_known *known, FILE **out,
                         by_error *error);

#endif
