/* SPDX-License-Identifier: MIT
 *
 * The subcommands. Each receives the arguments from its own name on and returns the program's exit code.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include <stdbool.h>

/* A table of subcommands ends with a row without a name. */
struct command {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
};

/* Prints a line for each subcommand. */
void commands_print(const struct command *table);

/* Finds a subcommand of the command `of`. If there is none, reports that with the nearest name, else with `hint`, which
 * is a list of all names if it is NULL. */
const struct command *commands_find(const char *of, const struct command *table, const char *name, const char *hint);

/* Runs the subcommand that argv[1] names, or `print_help` on --help. */
int commands_run(const char *of, const struct command *table, int (*print_help)(void), int argc, char **argv);

/* ---- Of boyi ----------------------------------------------------------------------------------------------------- */

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
