/* SPDX-License-Identifier: MIT
 *
 * A file that games are added to, in the order of their numbers. Each game is written at once and whole: a program that
 * is killed leaves at most one game that is cut off, which the next to open the file takes away.
 */
#ifndef SELFPLAY_OUTPUT_H
#define SELFPLAY_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "selfplay/format.h"
#include "selfplay/game.h"

struct selfplay_output;

/* Opens or makes the file and keeps other programs from adding to it. If the settings differ from those in the file,
 * the error names the difference. Damage is an error, too, unless `is_repaired`: then the file is truncated before the
 * first damaged game. A file that is not one of self-play is left alone. */
by_status selfplay_output_open(const char *path, const char *settings, bool is_repaired, struct selfplay_output **out,
                               by_error *error);

/* Games in the file: the number of the next one. */
uint64_t selfplay_output_games(const struct selfplay_output *output);

/* How many bytes were cut off in opening it. */
uint64_t selfplay_output_cut(const struct selfplay_output *output);

/* The payload of the last game that was found in opening it; empty if there was none. */
const struct selfplay_bytes *selfplay_output_last(const struct selfplay_output *output);

/* Adds a game, whose number is the next. If that fails, the file ends with the game before. */
by_status selfplay_output_add(struct selfplay_output *output, const struct selfplay_game *game, by_error *error);

/* Sees to it that all is on the disk, and closes the file; accepts NULL. An error means that something may be lost. */
by_status selfplay_output_close(struct selfplay_output *output, by_error *error);

#endif
