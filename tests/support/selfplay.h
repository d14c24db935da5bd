/* SPDX-License-Identifier: MIT
 *
 * A plan of self-play and files of it, for tests: whatever goes wrong in making them fails the test.
 */
#ifndef BOYI_TESTS_SUPPORT_SELFPLAY_H
#define BOYI_TESTS_SUPPORT_SELFPLAY_H

#include <stdint.h>

#include "selfplay/run.h"

struct selfplay_bench {
    struct selfplay_plan plan;
    by_game *game;
    by_options *game_options, *options;
    struct match_openings *openings;
    char path[64]; /* of a file that does not exist yet */
};

/* A plan for `game` from its initial position with random plies, few nodes and a small table. */
void selfplay_bench_open(struct selfplay_bench *bench, const char *game);

/* Closes it and removes the file. */
void selfplay_bench_close(struct selfplay_bench *bench);

/* Plays until the file holds `games` games. */
void selfplay_bench_run(struct selfplay_bench *bench, uint64_t games, int jobs);

/* The same, but the outcome is the caller's to judge. */
by_status selfplay_bench_try(struct selfplay_bench *bench, uint64_t games, struct selfplay_progress *progress,
                             by_error *error);

/* All bytes of a file; to be freed. */
uint8_t *file_bytes(const char *path, size_t *length);
void file_set_bytes(const char *path, const uint8_t *bytes, size_t length);

/* Fails unless the file has just these bytes. */
void assert_file_bytes(const char *path, const uint8_t *bytes, size_t length);

#endif
