/* SPDX-License-Identifier: MIT
 *
 * Playing in the terminal: moves, commands, files of games, and what differs on a real terminal.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/program.h"

/* ---- Play ------------------------------------------------------------------------------------------------------ */

/* The engine answers a move, and the end of the input ends the game quietly. */
static void test_play_a_move(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n", "play", "tictactoe", "--depth", "3"), 0);
    assert_says(program_out, "x plays 4\no plays ");
    assert_says(program_last_line(program_out), "x to move\n");
    assert_string_equal(program_err, "");
}

/* Two people at one board: the result is announced, and a move after it is refused. */
static void test_play_to_the_end(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("0\n1\n3\n2\n6\nhint\n8\nquit\n", "play", "tictactoe", "--side", "both"), 0);
    assert_says(program_out, "  x o o\n  x 4 5\n  x 7 8\n\nThe game is over: x wins.\n");
    assert_says(program_out, "no legal moves");
    assert_int_equal(RUN("play", "tictactoe", "--side", "none", "--depth", "9"), 0);
    assert_says(program_last_line(program_out), "The game is over: a draw.\n");
}

/* Points are printed as points, for the side that gets them. */
static void test_play_for_points(void **state)
{
    (void)state;
    assert_int_equal(RUN("play", "tree", "--position", "A(B(3,17),C(2,12))", "--side", "none"), 0);
    assert_says(program_out, "max plays B");
    assert_says(program_out, "The game is over: +3 for max.\n");
}

/* Bad input is answered and loses nothing; blank lines are ignored; the last line needs no newline. */
static void test_play_bad_input(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n4\n\n  \nnonsense and more\n9\nmove\nmove 0", "play", "tictactoe", "--side=both"), 0);
    assert_says(program_out, "'4' is no legal move here");
    assert_says(program_out, "'nonsense and more' is no legal move here");
    assert_says(program_out, "  o 1 2\n  3 x 5\n  6 7 8\n\nx to move\n");
}

/* Taking back goes past the engine's answer to the person's own choice, and no further than there is one. */
static void test_play_undo(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n0\nundo\n", "play", "tictactoe", "--side=both"), 0);
    assert_says(program_last_line(program_out), "o to move\n");
    assert_int_equal(RUN_WITH("4\nundo\nundo\nshow\n", "play", "tictactoe", "--depth=2"), 0);
    assert_says(program_out, "There is no move of yours to take back.\n\n  0 1 2\n  3 4 5\n  6 7 8\n\nx to move\n");
    assert_int_equal(RUN_WITH("undo\nmoves\n", "play", "tictactoe", "--side=o", "--depth=9"), 0);
    assert_says(program_out, "There is no move of yours to take back.\n");
    assert_int_equal(strlen(program_last_line(program_out)), strlen("0 1 2 3 4 5 6 7\n"));
}

/* With a number it undoes that many of the person's moves, or none. */
static void test_play_undo_several(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n0\n8\nundo 2\nmoves\n", "play", "tictactoe", "--side=both"), 0);
    assert_string_equal(program_last_line(program_out), "0 1 2 3 5 6 7 8\n");
    assert_int_equal(RUN_WITH("4\n0\nundo 100\nundo 3\nmoves\nundo 2\nmoves\n", "play", "tictactoe", "--side=both"), 0);
    assert_says(program_out, "Only 2 of your moves can be taken back.\nOnly 2 of your moves can be taken back.\n"
                             "1 2 3 5 6 7 8\n");
    assert_string_equal(program_last_line(program_out), "0 1 2 3 4 5 6 7 8\n");
    assert_int_equal(RUN_WITH("4\nundo 0\nundo -1\nundo two\nundo 1x\nundo 99999999999999999999\nmoves\n", "play",
                              "tictactoe", "--side=both"),
                     0);
    assert_says(program_out,
                "'0' is no number of moves, expected 1 or more.\n'-1' is no number of moves, expected 1 or more.\n"
                "'two' is no number of moves, expected 1 or more.\n"
                "'1x' is no number of moves, expected 1 or more.\n"
                "'99999999999999999999' is no number of moves, expected 1 or more.\n0 1 2 3 5 6 7 8\n");
}

/* Hints, lists of moves, help and a new game. */
static void test_play_commands(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("moves\nhint\nhelp\n1\nnew\n", "play", "tictactoe", "--side=first", "--position",
                              "x.o/.x./..o", "--depth=9"),
                     0);
    assert_says(program_out, "1 3 5 6 7\n");
    assert_says(program_out, "The engine would play 5  (draw, proved)\n");
    assert_says(program_out, "take your last move back");
    assert_says(program_last_line(program_out), "x to move\n");
    assert_true(strstr(program_out, "  x 1 o\n  3 x 5\n  6 7 o\n") != NULL);
}

/* A line of a megabyte is refused like any other that is no move. */
static void test_play_long_line(void **state)
{
    enum { LENGTH = 1 << 20 };
    char *line = malloc(LENGTH + 1);

    (void)state;
    assert_non_null(line);
    memset(line, 'z', LENGTH);
    line[LENGTH] = 0;
    assert_int_equal(RUN_WITH(line, "play", "tictactoe"), 0);
    assert_says(program_out, "is no legal move here");
    free(line);
}

/* ---- Games of xiangqi ------------------------------------------------------------------------------------------ */

static int play_xiangqi(const char *input)
{
    return RUN_WITH(input, "play", "xiangqi", "--side=both", "--letters");
}

/* Moves are typed in any notation and shown in the one that was asked for; the last one is marked on the board. */
static void test_xiangqi_notations(void **state)
{
    (void)state;
    assert_int_equal(
        RUN_WITH("C2.5\n马8进7\nH0-G2\ni9h9\n", "play", "xiangqi", "--side=both", "--letters", "--notation=wxf"), 0);
    assert_says(program_out, "red plays C2.5\n");
    assert_says(program_out, "black plays H8+7\n");
    assert_says(program_out, "red plays H2+3\n");
    assert_says(program_out, "black plays R9.8\n");
    assert_says(program_out, "[r]-[ ]");
    assert_int_equal(
        RUN_WITH("h2e2\nmoves\nhint\n", "play", "xiangqi", "--side=both", "--notation=chinese", "--depth=1"), 0);
    assert_says(program_out, "red plays 炮二平五\n");
    assert_says(program_out, "马８进７");
    assert_int_equal(RUN("analyse", "xiangqi", "--depth=1", "--notation=iccs", "--quiet"), 0);
    assert_true(strlen(program_out) > 20 && program_out[16] == '-');
}

/* Letters where they are asked for or where the locale knows no others, Chinese elsewhere. */
static void test_letters(void **state)
{
    (void)state;
    setenv("LC_ALL", "C", 1);
    assert_int_equal(RUN("play", "xiangqi", "--side=both"), 0);
    assert_says(program_out, " 9  r---n---b---a---k");
    setenv("LC_ALL", "zh_CN.utf8", 1);
    assert_int_equal(RUN("play", "xiangqi", "--side=both"), 0);
    assert_says(program_out, "將");
    assert_int_equal(play_xiangqi(""), 0);
    assert_null(strstr(program_out, "將"));
    assert_says(program_out, " 9  r---n---b---a---k");
    unsetenv("LC_ALL");
}

/* The board can be turned; it is turned for players of the second side. */
static void test_flip(void **state)
{
    const char *first, *second;

    (void)state;
    assert_int_equal(play_xiangqi("flip\n"), 0);
    first = strstr(program_out, "    a   b   c");
    second = strstr(program_out, "    i   h   g");
    assert_true(first && second && first < second);
    assert_int_equal(RUN_WITH("flip\n", "play", "xiangqi", "--side=black", "--letters", "--level=1"), 0);
    first = strstr(program_out, "    a   b   c");
    second = strstr(program_out, "    i   h   g");
    assert_true(first && second && second < first);
}

/* Levels are plies or nodes; a wrong one changes nothing. */
static void test_level(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("level\nlevel 3\nlevel 0\nlevel 99999999999999999999\nlevel x\nlevel\nlevel 7\n", "play",
                              "tictactoe", "--level=1"),
                     0);
    assert_says(
        program_out,
        "Level 1: the engine searches 1 ply a move.\nLevel 3: the engine searches 3 plies a move.\n'0' is no level, "
        "expected 1 to 10.\n");
    assert_says(program_out, "'x' is no level, expected 1 to 10.\nLevel 3: the engine searches 3 plies a move.\n"
                             "Level 7: the engine searches 200,000 nodes a move.\n");
    assert_int_equal(RUN_WITH("h2e2\n", "play", "xiangqi", "--level=2", "--letters"), 0);
    assert_says(program_out, "; depth 2, ");
    assert_int_equal(RUN_WITH("level\n", "play", "tictactoe", "--time=50"), 0);
    assert_says(program_out, "The engine searches 50 ms a move.\n");
}

/* Saved games can be loaded again, with the moves undone in between; an existing file is not overwritten. */
static void test_save_and_load(void **state)
{
    const char *name = program_new_file();
    char input[512];

    (void)state;
    (void)snprintf(input, sizeof input, "h2e2\nh9g7\nsave %s\nundo\nsave %s\nundo\nload %s\nundo\nsave! %s\n", name,
                   name, name, name);
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(program_out, "Saved to ");
    assert_says(program_out, " exists. Type `save! ");
    assert_says(program_out, "Loaded 2 moves.\n");
    assert_string_equal(program_err, "");
    assert_says(program_file_text(name), "[Game \"Chinese Chess\"]\n");
    assert_says(program_file_text(name), "\n1. 炮二平五 *\n");
    unlink(name);
}

/* Names of players stay with a loaded game, results are noted, a position of its own is kept; `new` goes to its start.
 */
static void test_save_more(void **state)
{
    const char *name = program_new_file();
    char input[256];

    (void)state;
    program_fill_file(name, "[Red \"A\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/5K2R w - - 3 20\"]\n20. i0i8 {c} 1-0\n");
    (void)snprintf(input, sizeof input, "load %s\nundo\nd0d1\ni0i8\nd9e9\na1a9\nd9d8\nhint\nsave! %s\nnew\n", name,
                   name);
    assert_int_equal(RUN_WITH(input, "play", "xiangqi", "--side=both", "--letters", "--notation=coordinates"), 0);
    assert_says(program_out, "Comments and variations are ignored: `save` will not write them.\n");
    assert_says(program_out, "The game is over: red wins.\n");
    assert_says(program_out, "The game is over.\n");
    assert_says(program_file_text(name), "[Red \"A\"]\n");
    assert_says(program_file_text(name), "[Result \"1-0\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/5K2R w - - 3 20\"]\n");
    assert_says(program_file_text(name), "\n20. 车一进八 将４平５ 21. 车九进八 1-0\n");
    assert_says(program_last_line(program_out), "red to move\n");
    unlink(name);
}

/* A file that is damaged, missing, empty, no text or a folder loses nothing of the game here. */
static void test_bad_files(void **state)
{
    const char *name = program_new_file();
    char input[256];

    (void)state;
    assert_int_equal(
        play_xiangqi("h2e2\nload\nload /nonexistent/a\nload /\nload -\nsave\nsave /nonexistent/a\nsave! /\n"), 0);
    assert_says(
        program_out,
        "Which file? Type `load FILE`.\nCannot read /nonexistent/a: No such file or directory.\nCannot read /: ");
    assert_says(
        program_out,
        "Which file? Type `save FILE`.\nCannot write /nonexistent/a: No such file or directory.\nCannot write /: ");
    (void)snprintf(input, sizeof input, "h2e2\nload %s\nshow\nmoves\n", name);
    program_fill_file(name, "\n");
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(program_out, "There is no game in ");
    assert_says(program_out, "Your current game continues.\n");
    program_fill_file(name, "nonsense");
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(program_out, ", line 1, column 1: move 1, red: 'nonsense'");
    assert_says(program_out, "Your current game continues.\n");
    program_fill_file(name, "1. c3c4 c6c5\n2. c4c6 1-0\n\n1. h2e2 *");
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(program_out, ", line 2, column 4: move 2, red: 'c4c6'");
    assert_says(program_out, "Loaded 2 moves.\n");
    unlink(name);
    assert_int_equal(RUN_WITH("save x\nload x\nwhy\n", "play", "tictactoe"), 0);
    assert_says(program_out,
                "There is no file format for games of tictactoe.\nThere is no file format for games of tictactoe.\n");
    assert_says(program_out, "tictactoe explains nothing.\n");
}

/* ---- On a terminal ---------------------------------------------------------------------------------------------- */

/* Plays on a terminal until the program has ended; what it showed is in `program_out`. */
static void play_on_terminal(const char *game, const char *typed)
{
    char *arguments[] = {(char *)(uintptr_t)program_path(), "play", (char *)(uintptr_t)game, NULL};
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    int side, streams[3];
    size_t length = 0;
    ssize_t got;
    pid_t pid;

    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    assert_int_equal(fcntl(terminal, F_SETFD, FD_CLOEXEC), 0);
    side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    streams[0] = streams[1] = streams[2] = side;
    pid = program_start(arguments, streams);
    close(side);
    assert_int_equal(write(terminal, typed, strlen(typed)), strlen(typed));
    while ((got = read(terminal, program_out + length, sizeof program_out - 1 - length)) > 0)
        length += (size_t)got;
    program_out[length] = 0;
    assert_int_equal(program_wait(pid), 0);
    close(terminal);
}

/* After the end of a game on a terminal the prompt says how to go on. */
static void test_prompt_at_the_end(void **state)
{
    (void)state;
    play_on_terminal("tictactoe", "4\n1\n2\n3\n5\n6\n7\n8\n0\n1\n2\n3\n5\n6\n7\n8\nquit\n");
    assert_says(program_out, "The game is over: ");
    assert_says(program_out, "new, undo or quit> ");
}

/* On a terminal there is a prompt and emphasis, the latter not if NO_COLOR is set; into a file there is neither. */
static void test_terminal(void **state)
{
    (void)state;
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    play_on_terminal("tictactoe", "4\nquit\n");
    assert_says(program_out, "> ");
    assert_says(program_out, "\033[1m");
    setenv("NO_COLOR", "1", 1);
    play_on_terminal("tictactoe", "4\nquit\n");
    assert_says(program_out, "> ");
    assert_null(strchr(program_out, '\033'));
    play_on_terminal("xiangqi", "quit\n");
    assert_null(strchr(program_out, '\033'));
    unsetenv("NO_COLOR");
    play_on_terminal("xiangqi", "quit\n");
    assert_says(program_out, "\033[");
    assert_int_equal(RUN_WITH("4\n", "play", "tictactoe"), 0);
    assert_null(strchr(program_out, '\033'));
    assert_null(strstr(program_out, "> "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play_a_move),
        cmocka_unit_test(test_play_to_the_end),
        cmocka_unit_test(test_play_for_points),
        cmocka_unit_test(test_play_bad_input),
        cmocka_unit_test(test_play_undo),
        cmocka_unit_test(test_play_undo_several),
        cmocka_unit_test(test_play_commands),
        cmocka_unit_test(test_play_long_line),
        cmocka_unit_test(test_xiangqi_notations),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_flip),
        cmocka_unit_test(test_level),
        cmocka_unit_test(test_save_and_load),
        cmocka_unit_test(test_save_more),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_prompt_at_the_end),
        cmocka_unit_test(test_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
