/* SPDX-License-Identifier: MIT
 *
 * Plays the games of a plan on several threads and adds them to a file in the order of their numbers. The file is the
 * same, byte by byte, however many threads there are and however often the program was stopped or killed.
 */
#ifndef SELFPLAY_RUN_H
#define SELFPLAY_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "selfplay/plan.h"

enum { SELFPLAY_JOBS_MOST = 256 };

/* The progress of a run. */
struct selfplay_progress {
    uint64_t games_found; /* in the file when it was opened */
    uint64_t bytes_cut;   /* of a game that was cut off, taken away in opening the file */
    uint64_t games;       /* in the file now */
    uint64_t positions;   /* with a score, of the games that were added */
    bool is_stopped;      /* by the flag */
    bool is_write_error;  /* the error is that the file cannot be written */
};

struct selfplay_order {
    const char *path;
    uint64_t games;      /* that the file is to hold in the end */
    int jobs;            /* threads: 1 .. SELFPLAY_JOBS_MOST */
    bool is_repaired;    /* a damaged file is cut off before the damage */
    const by_stop *stop; /* ends the run after the games that are finished; NULL: none */
    /* Called now and then by one thread at a time, first when the file is open; may be NULL. */
    void (*report)(void *context, const struct selfplay_progress *progress);
    void *context;
};

/* Plays until the file holds all games. If it already holds games, replays the last of them first: if the result
 * differs, another program played it, and nothing is added. `progress` is set in any case. */
by_status selfplay_run(const struct selfplay_plan *plan, const struct selfplay_order *order,
                       struct selfplay_progress *progress, by_error *error);

#endif
