/* SPDX-License-Identifier: MIT
 *
 * The subcommands of `boyi selfplay` that print files.
 */
#ifndef CLI_SELFPLAY_H
#define CLI_SELFPLAY_H

int selfplay_stats_command(int argc, char **argv);
int selfplay_dump_command(int argc, char **argv);

#endif
