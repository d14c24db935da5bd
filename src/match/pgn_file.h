/* SPDX-License-Identifier: MIT
 *
 * The file of a match's games, PGN or SGF. We truncate only games that this match has written.
 */
#ifndef MATCH_PGN_FILE_H
#define MATCH_PGN_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "boyi/error.h"
#include "boyi/pgn.h"

/* The last game of the file according to the journal: where it begins and ends. */
struct match_pgn_known {
    int number, plies;
    int64_t begin, end;       /* end 0: the file has no game yet */
    const struct by_pgn *pgn; /* how the games are written; NULL: as SGF */
};

/* Opens the file to append after the last known game. `goes_on`: there was a journal; else the file must be new. If the
 * runner was killed while writing, one more game or a part of it follows: it is truncated. Any other file is refused
 * and stays unchanged. */
by_status match_pgn_open(const char *path, bool goes_on, const struct match_pgn_known *known, FILE **out,
                         by_error *error);

#endif
