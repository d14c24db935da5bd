/* SPDX-License-Identifier: MIT
 *
 * The subcommands. Each receives the arguments from its own name on and returns the program's exit code.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include <stdbool.h>

int boyi_analyse(int argc, char **argv);
int boyi_bench(int argc, char **argv);
int boyi_convert(int argc, char **argv);
int boyi_eval(int argc, char **argv);
int boyi_games(int argc, char **argv);
int boyi_gtp(int argc, char **argv);
int boyi_lab(int argc, char **argv);
int boyi_match(int argc, char **argv);
int boyi_methods(int argc, char **argv);
int boyi_options(int argc, char **argv);
int boyi_perft(int argc, char **argv);
int boyi_play(int argc, char **argv);
int boyi_selfplay(int argc, char **argv);
int boyi_serve(int argc, char **argv);
int boyi_solve(int argc, char **argv);
int boyi_trace(int argc, char **argv);
int boyi_tune(int argc, char **argv);
int boyi_ucci(int argc, char **argv);
int boyi_uci(int argc, char **argv);
int boyi_verify(int argc, char **argv);
int boyi_why(int argc, char **argv);

/* Speaks the protocol of the first line of standard input; sets `is_silent` if there is none. */
int boyi_listen(bool *is_silent);

#endif
