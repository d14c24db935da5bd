/* SPDX-License-Identifier: MIT
 *
 * Matches for tests, with the engine of tests/engines, which commits the faults it is configured for.
 */
#ifndef BOYI_TESTS_SUPPORT_MATCH_H
#define BOYI_TESTS_SUPPORT_MATCH_H

#include "match/match.h"
#include "support/opened.h"

struct staged {
    struct opened opened;
    struct match_openings *openings;
    struct match_settings settings;
    struct match_state state;
    by_error error;
    char last_reason[240];
};

/* The path of the engine: next to the program that the environment variable BOYI names. */
const char *match_fake_engine(void);

/* The same of the engine for Go. */
const char *match_fake_gtp(void);

/* A match of 2 games from the initial position, `fake_engine PROTOCOL SEED deeds` each; the second engine plays as it
 * should, by UCI with seed 2. `more` are further words of the first engine's description. */
void stage(struct staged *staged, const char *protocol, const char *deeds, const char *more);

/* A player that is `fake_engine PROTOCOL SEED deeds`, for matches with another second engine. */
struct match_player *stage_player(const char *name, const char *protocol, int seed, const char *deeds,
                                  const char *more);

/* The same of Go on a board of 5 lines, without a limit; the second engine is `fake_gtp 2 other_deeds`. */
void stage_go(struct staged *staged, const char *deeds, const char *other_deeds, const char *more);

/* Plays it, and fails the test if the runner itself fails. */
void stage_run(struct staged *staged);

void stage_close(struct staged *staged);

/* All of a file, in memory that the caller frees; "" if there is none. */
char *match_read_file(const char *path);

#endif
