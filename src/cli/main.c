/* SPDX-License-Identifier: MIT
 *
 * The program `boyi`: a table of subcommands.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "cli/commands.h"
#include "cli/say.h"

static int help_command(int argc, char **argv);

static const struct command commands[] = {
    {"play", "play a game against the engine", boyi_play},
    {"serve", "serve the page and the interface for programs over HTTP", boyi_serve},
    {"analyse", "find the best move and its value", boyi_analyse},
    {"trace", "show a search of a small tree step by step, also as a picture", boyi_trace},
    {"solve", "answer problems of capture in Go", boyi_solve},
    {"verify", "replay proofs by the rules alone", boyi_verify},
    {"why", "explain whether a game is over, and by which rule", boyi_why},
    {"eval", "evaluate a position without a search, term by term", boyi_eval},
    {"perft", "count the move sequences from a position", boyi_perft},
    {"bench", "search fixed positions: node counts and speed", boyi_bench},
    {"lab", "run experiments and print their tables", boyi_lab},
    {"selfplay", "let the engine play itself and store the games as data", boyi_selfplay},
    {"tune", "learn the weights of an evaluation from games", boyi_tune},
    {"convert", "write game records in another notation", boyi_convert},
    {"match", "let two engines play against each other", boyi_match},
    {"uci", "play xiangqi for a program that speaks UCI", boyi_uci},
    {"ucci", "play xiangqi for a program that speaks UCCI", boyi_ucci},
    {"gtp", "play Go for a program that speaks GTP", boyi_gtp},
    {"games", "list the games", boyi_games},
    {"methods", "list the search methods", boyi_methods},
    {"options", "list the options of a method or a game", boyi_options},
    {"help", "print the help of a command", help_command},
    {0},
};

static int print_overview(void)
{
    const struct say_style *style = say_style(stdout);

    printf("%sBoyi %s%s: game-tree search\n\nusage: boyi COMMAND [arguments]\n\n", style->bold, by_version(),
           style->off);
    commands_print(commands);
    printf("\nSee `boyi help COMMAND` for details. For a start:\n\n"
           "  boyi play xiangqi\n"
           "  boyi analyse tictactoe --position x.o/.x./..o\n");
    return 0;
}

static const struct command *find_command(const char *name)
{
    return commands_find("", commands, name, "see `boyi help`");
}

static int help_command(int argc, char **argv)
{
    char help[] = "--help";
    const struct command *command;

    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)
        return print_overview();
    command = find_command(argv[1]);
    return command ? command->run(2, (char *[]){argv[1], help, NULL}) : SAY_BAD_USE;
}

/* Without arguments: the help for people, a protocol for programs. */
static int run_without_arguments(void)
{
    bool is_silent = true;
    int code = isatty(STDIN_FILENO) ? 0 : boyi_listen(&is_silent);

    return is_silent ? print_overview() : code;
}

static int run(int argc, char **argv)
{
    const struct command *command;

    if (argc < 2)
        return run_without_arguments();
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_overview();
    if (strcmp(argv[1], "--version") == 0) {
        printf("boyi %s\n", by_version());
        return 0;
    }
    command = find_command(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : SAY_BAD_USE;
}

int main(int argc, char **argv)
{
    /* If the reader goes away, a write fails; say_finish handles that. */
    (void)signal(SIGPIPE, SIG_IGN);
    return say_finish(run(argc, argv));
}
