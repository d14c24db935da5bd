/* SPDX-License-Identifier: MIT
 *
 * The subcommands of `boyi selfplay` that print files.
 */
#ifndef CLI_SELFPLAY_H
#define CLI_SELFPLAY_H

int selfplay_stats_command(int argc, char **argv);
int selfplay_dump_command(int argc, char **argv);

/* Finds a format by its name; -1 after reporting that there is none. */
enum selfplay_format { SELFPLAY_TEXT, SELFPLAY_CSV, SELFPLAY_JSON };
int selfplay_find_format(const char *command, const char *name);

#endif
