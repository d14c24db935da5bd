/* SPDX-License-Identifier: MIT
 *
 * Reads positions to learn from: files of self-play (docs/selfplay.md), or text with a line for each position,
 *
 *     POSITION;RESULT        or        POSITION;RESULT;SCORE
 *
 * with the result 1, 0.5 or 0 and the score of a search, both for side 0 (red).
 */
#ifndef TUNE_READ_H
#define TUNE_READ_H

#include "tune/data.h"

/* Which positions to use. */
struct tune_filter {
    int ply_least; /* plies since the beginning of the game, those of the opening too */
    by_value score_most;
    int a_game;          /* maximum number of positions per game, chosen randomly */
    int reversible_most; /* plies since the last move that cannot be taken back */
    uint64_t seed;
    bool (*is_stopped)(void *context); /* asked after every game; may be NULL */
    void *context;
};

/* Counts of the positions that were read. */
struct tune_tally {
    uint64_t games, positions;                 /* all that there were */
    uint64_t early, in_check, lopsided, stale; /* ply_least, score_most, reversible_most */
    uint64_t noisy;    /* the move played is tactical, or there is no end of such moves, or they decide the game */
    uint64_t repeated; /* in the same file or another */
    uint64_t left_out; /* by a_game */
};

/* Adds the positions of a file. `game` is one of the type that the file is about, under the settings that by_tuning
 * asks for. Ends early, with what was read, when
 * filter->is_stopped says so. */
by_status tune_read(struct tune_data *data, const char *path, const by_game *game, const struct tune_filter *filter,
                    struct tune_tally *tally, by_error *error);

#endif
