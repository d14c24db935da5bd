/* SPDX-License-Identifier: MIT
 *
 * The program from outside: help, mistakes, what its commands print for people, and output that is lost.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/program.h"

/* ---- Help and mistakes ----------------------------------------------------------------------------------------- */

/* Without arguments and with --help the program lists its commands; --version prints its version. */
static void test_overview(void **state)
{
    static const char *const ways[] = {"help", "--help", "-h"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(RUN(ways[i]), 0);
        assert_says(program_out, "analyse");
        assert_says(program_out, "perft");
        assert_string_equal(program_err, "");
    }
    assert_int_equal(program_run("", NULL), 0);
    assert_says(program_out, "usage: boyi");
    assert_int_equal(RUN("--version"), 0);
    assert_true(strncmp(program_out, "boyi ", 5) == 0);
}

/* Every command explains itself, in both ways of asking. */
static void test_help_of_commands(void **state)
{
    static const char *const names[] = {"play",  "analyse", "convert", "perft", "bench",
                                        "games", "methods", "options", "uci"};
    char usage[64];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(usage, sizeof usage, "usage: boyi %s", names[i]);
        assert_int_equal(RUN(names[i], "--help"), 0);
        assert_says(program_out, usage);
        assert_null(strstr(program_out, "Arguments\n\n")); /* no title without rows */
        assert_int_equal(RUN("help", names[i]), 0);
        assert_says(program_out, usage);
    }
}

/* A name that is nearly right gets the right one suggested, wherever it stands. */
static void test_suggestions(void **state)
{
    (void)state;
    assert_bad_use("boyi: unknown command 'analyze', did you mean 'analyse'?", "analyze");
    assert_bad_use("unknown command 'frobnicate', see `boyi help`", "frobnicate");
    assert_bad_use("did you mean 'perft'?", "help", "perf");
    assert_bad_use("boyi analyse: unknown game 'tictacto', did you mean 'tictactoe'?", "analyse", "tictacto");
    assert_bad_use("did you mean '--depth'?", "analyse", "tictactoe", "--dept", "3");
    assert_bad_use("did you mean '--depth'?", "analyse", "tictactoe", "--dept=3");
    assert_bad_use("did you mean 'minimax'?", "analyse", "tictactoe", "--method", "minmax");
    assert_bad_use("did you mean 'killers'?", "analyse", "tictactoe", "--set", "kilers=off");
    assert_bad_use("did you mean 'plain'?", "analyse", "tictactoe", "--preset", "plian");
    assert_bad_use("did you mean 'paper-capture'?", "perft", "go-capture", "2", "--game-preset", "paper-captur");
    assert_bad_use("xiangqi has no presets", "match", "--game-preset", "plain");
    assert_bad_use("tree has no presets", "perft", "tree", "2", "--game-preset", "plain");
    assert_bad_use("did you mean 'values'?", "perft", "tictactoe", "2", "--game-set", "valus=plain");
    assert_bad_use("did you mean 'second'?", "play", "tictactoe", "--side", "secnd");
    assert_bad_use("did you mean 'alphabeta'?", "options", "alphabta");
    assert_bad_use("xiangqi has no notation 'chines', did you mean 'chinese'?", "analyse", "xiangqi",
                   "--notation=chines");
    assert_bad_use("tictactoe has no notation 'wxf', see `boyi games`", "play", "tictactoe", "--notation=wxf");
    assert_bad_use("unknown game", "bench", "tictacto");
}

/* Arguments that are missing, too many or without their value are named. */
static void test_bad_arguments(void **state)
{
    (void)state;
    assert_bad_use("GAME is missing", "analyse");
    assert_bad_use("DEPTH is missing", "perft", "tictactoe");
    assert_bad_use("'more' is one argument too many", "games", "more");
    assert_bad_use("--depth needs a value", "analyse", "tictactoe", "--depth");
    assert_bad_use("--depth needs a value", "analyse", "tictactoe", "--depth", "--json");
    assert_bad_use("--position needs a value", "analyse", "tictactoe", "--position", "--depth=1");
    assert_bad_use("--moves needs a value", "analyse", "tictactoe", "--moves", "--");
    assert_bad_use("--depth: '--jsno' does not fit", "analyse", "tictactoe", "--depth", "--jsno");
    assert_bad_use("--json takes no value", "analyse", "tictactoe", "--json=yes");
    assert_bad_use("'hash' is no setting", "analyse", "tictactoe", "--set", "hash");
    assert_bad_use("expected on|off", "analyse", "tictactoe", "--set", "hash=maybe");
    assert_bad_use("unknown flag '-x'", "analyse", "tictactoe", "-x");
    assert_bad_use("unknown option 'a'", "analyse", "tree", "--game-set", "a=b");
    assert_bad_use("exclude each other", "analyse", "tictactoe", "--position", "x", "--file", "y");
    assert_bad_use("exclude each other", "play", "tictactoe", "--level=1", "--depth=1");
    assert_bad_use("expected a whole number from 1 to 10", "play", "tictactoe", "--level=11");
}

/* A value may begin with dashes: in WXF this is what the last of four pawns on a file does. */
static void test_value_with_dashes(void **state)
{
    (void)state;
    assert_int_equal(RUN("perft", "xiangqi", "0", "--position", "4k1P2/6P2/6P2/6P2/9/9/9/9/9/3K5 w", "--moves", "--.4"),
                     0);
    assert_int_equal(RUN("perft", "xiangqi", "0", "--position", "4k1P2/6P2/6P2/6P2/9/9/9/9/9/3K5 w", "--moves=--.4"),
                     0);
    assert_bad_use("move 1: '--.4'", "perft", "xiangqi", "0", "--moves", "--.4");
}

/* Numbers that are negative, too large for any type, zero or not numbers at all are refused with their range. */
static void test_absurd_numbers(void **state)
{
    static const char *const flags[] = {"--depth", "--nodes", "--time", "--lines"};
    static const char *const numbers[] = {"-1", "0", "99999999999999999999", "1e3", "", "ten", "0x10", "+-1", "--1"};
    char setting[64];

    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        for (size_t j = 0; j < sizeof numbers / sizeof numbers[0]; j++) {
            (void)snprintf(setting, sizeof setting, "%s=%s", flags[i], numbers[j]);
            assert_bad_use("expected a whole number from 1 to", "analyse", "tictactoe", setting);
        }
    }
    assert_bad_use("from 0 to", "perft", "tictactoe", "-1");
    assert_bad_use("from 0 to", "perft", "tictactoe", "99999999999999999999");
    assert_bad_use("from 0 to", "perft", "tictactoe", "9999");
}

/* A text that is wrong is shown with a mark at the place; so is one from a file or from standard input. */
static void test_bad_positions(void **state)
{
    (void)state;
    assert_bad_use("boyi analyse: position, line 1, column 2: expected", "analyse", "tictactoe", "--position", "xyz");
    assert_says(program_err, "    xyz\n     ^\n");
    assert_bad_use("move 2: '4'", "analyse", "tictactoe", "--moves", "4 4");
    assert_bad_use("No such file", "analyse", "tictactoe", "--file", "/nonexistent/position");
    assert_bad_use("cannot read /", "analyse", "tictactoe", "--file", "/");
    assert_int_equal(RUN_WITH("A(1,\n2,?)", "analyse", "tree", "--position", "-"), 2);
    assert_says(program_err, "line 2, column 3");
    assert_says(program_err, "    2,?)\n      ^\n");
    /* Columns are characters, not bytes. */
    assert_int_equal(RUN_WITH("树(1,?)", "analyse", "tree", "--position", "-"), 2);
    assert_says(program_err, "line 1, column 5");
    assert_says(program_err, "    树(1,?)\n        ^\n");
}

/* Input may hold bytes that control a terminal; messages do not repeat them. */
static void test_messages_are_safe(void **state)
{
    (void)state;
    assert_bad_use("unknown game '?[31m'", "analyse", "\033[31m");
}

/* ---- Analyse --------------------------------------------------------------------------------------------------- */

/* The drawing, the iterations and the result of a search to the leaves. */
static void test_analyse(void **state)
{
    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "x.o/.x./..o"), 0);
    assert_says(program_out, "  x 1 o\n  3 x 5\n  6 7 o\n\nx to move\n\ndepth  value");
    assert_says(program_out, "best          5\n");
    assert_says(program_out, "value         draw, proved\n");
    assert_says(program_out, "stopped by    searched to the leaves\n");
    assert_string_equal(program_err, "");
}

/* Wins and losses are printed with their distance, scores with their sign, and finished games as such. */
static void test_values_in_words(void **state)
{
    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "xx./oo./...", "--quiet"), 0);
    assert_says(program_out, "best          2\nvalue         win in 1 ply\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--moves", "0 1 4", "--quiet"), 0);
    assert_says(program_out, "value         loss in 4 plies\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--depth", "1", "--quiet"), 0);
    assert_says(program_out, "value         +4\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "xxx/oo./..."), 0);
    assert_says(program_out, "The game is over: x wins.");
    assert_says(program_out, "best          none");
}

/* `--quiet` leaves out the drawing and the iterations. */
static void test_quiet(void **state)
{
    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--quiet"), 0);
    assert_true(strncmp(program_out, "best ", 5) == 0);
    assert_null(strstr(program_out, "x to move"));
}

/* A position may come as text, from a file, from standard input or by moves; all mean the same. */
static void test_ways_to_a_position(void **state)
{
    char name[] = "/tmp/boyi-test-XXXXXX";
    static char first[PROGRAM_OUTPUT_MOST];
    int file = mkstemp(name);

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, "o../.x./..x\n", 12), 12);
    close(file);
    assert_int_equal(RUN("perft", "tictactoe", "3", "--divide", "--position", "o../.x./..x"), 0);
    memcpy(first, program_out, sizeof first);
    assert_int_equal(RUN("perft", "tictactoe", "3", "--divide", "--file", name), 0);
    assert_string_equal(program_out, first);
    assert_int_equal(RUN_WITH("o../.x./..x", "perft", "tictactoe", "3", "--divide", "--position=-"), 0);
    assert_string_equal(program_out, first);
    assert_int_equal(RUN("perft", "tictactoe", "3", "--divide", "--moves", "  4 0\t8 "), 0);
    assert_string_equal(program_out, first);
    unlink(name);
}

/* A graph in which each node leads to the two that follow it: few nodes, but more paths than a search without a hash
 * table can visit. */
static const char *endless_position(void)
{
    enum { NODES = 200 };
    static char text[NODES * 16];
    size_t at = 0;

    for (int i = 0; i < NODES; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "n%d(", i);
    at += (size_t)snprintf(text + at, sizeof text - at, "0,1),0");
    for (int i = NODES - 1; i > 1; i--)
        at += (size_t)snprintf(text + at, sizeof text - at, "),n%d", i);
    (void)snprintf(text + at, sizeof text - at, ")");
    return text;
}

/* Interrupts an analysis, with a further argument or none; returns its exit code. */
static int interrupt_analysis(char *further)
{
    char *arguments[] = {(char *)(uintptr_t)program_path(),
                         "analyse",
                         "tree",
                         "--position",
                         (char *)(uintptr_t)endless_position(),
                         "--set",
                         "hash=off",
                         "--depth=1000",
                         further,
                         NULL};
    int ends[2], streams[3];
    FILE *from;
    pid_t pid;
    size_t length;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    streams[0] = open("/dev/null", O_RDONLY);
    streams[1] = streams[2] = ends[1];
    pid = program_start(arguments, streams);
    close(ends[1]);
    close(streams[0]);
    from = fdopen(ends[0], "r");
    while (fgets(program_out, sizeof program_out, from) && strncmp(program_out, "    2  ", 7) != 0)
        continue;
    assert_int_equal(kill(pid, SIGINT), 0);
    length = fread(program_out, 1, sizeof program_out - 1, from);
    program_out[length] = 0;
    (void)fclose(from);
    return program_wait(pid);
}

/* Ctrl-C ends a search that would go on for ever, and the best that is known is printed. */
static void test_interrupt(void **state)
{
    (void)state;
    assert_int_equal(interrupt_analysis(NULL), 0);
    assert_says(program_out, "\nbest          ");
    assert_says(program_out, "stopped by    interrupted\n");
    assert_int_equal(interrupt_analysis("--proof=/dev/null"), 1);
    assert_says(program_out, "no proof: interrupted\n");
}

/* ---- Perft, bench, lists --------------------------------------------------------------------------------------- */

/* The count stands alone in the last line, with the counts of the first moves above it if they are asked for. */
static void test_perft(void **state)
{
    (void)state;
    assert_int_equal(RUN("perft", "tictactoe", "9"), 0);
    assert_string_equal(program_out, "127872\n");
    assert_int_equal(RUN("perft", "tictactoe", "0", "--divide"), 0);
    assert_string_equal(program_out, "1\n");
    assert_int_equal(RUN("perft", "--divide", "tictactoe", "--", "3"), 0);
    assert_string_equal(program_last_line(program_out), "504\n");
    assert_int_equal(strncmp(program_out, "0 ", 2), 0);
    assert_says(program_out, " 56\n8 ");
}

/* Why a game stands as it does: in the game's own words, or the plain verdict if it has none. */
static void test_why(void **state)
{
    (void)state;
    assert_int_equal(RUN("why", "tictactoe", "--position", "xxx/oo./..."), 0);
    assert_string_equal(program_out, "The game is over: x wins.\n");
    assert_int_equal(RUN("why", "xiangqi", "--position", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w", "--moves",
                         "c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7"),
                     0);
    assert_int_equal(strncmp(program_out, "The game is over: black wins.\nRed loses by perpetual chase.\n", 59), 0);
    assert_says(program_out, "chases the cannon on b7 (rook b0: unprotected)");
    /* Play can continue after the verdict. */
    assert_int_equal(RUN("why", "xiangqi", "--game-set", "rules=plain", "--position", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w",
                         "--moves", "c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7 c0c1"),
                     0);
    assert_int_equal(strncmp(program_out, "black to move\n", 14), 0);
    assert_says(program_out, "No repetition");
    assert_int_equal(RUN("why", "xiangqi", "--moves", "a0a9"), 2);
    assert_says(program_err, "boyi why: move 1: ");
}

/* Two benches give the same signature; one game can be benched alone. */
static void test_bench(void **state)
{
    char first[64];

    (void)state;
    assert_int_equal(RUN("bench"), 0);
    assert_int_equal(strncmp(program_last_line(program_out), "bench: ", 7), 0);
    (void)snprintf(first, sizeof first, "%s", program_last_line(program_out));
    assert_int_equal(RUN("bench"), 0);
    assert_string_equal(program_last_line(program_out), first);
    assert_int_equal(RUN("bench", "tictactoe"), 0);
    assert_says(program_out, "tictactoe");
    assert_null(strstr(program_out, "tree"));
}

/* A preset of a game reaches it, and settings go on top: the paper looks at one move here, all others at six. */
static void test_game_preset(void **state)
{
    static const char position[] = "white C5 none 0 5 ..O../..XX./...../..X../..... w";

    (void)state;
    assert_int_equal(RUN("perft", "go-capture", "1", "--position", position), 0);
    assert_says(program_out, "6\n");
    assert_int_equal(RUN("perft", "go-capture", "1", "--game-preset", "paper-capture", "--position", position), 0);
    assert_says(program_out, "1\n");
    assert_int_equal(RUN("perft", "go-capture", "1", "--game-preset", "paper-capture", "--game-set", "owner_moves=wide",
                         "--position", position),
                     0);
    assert_says(program_out, "6\n");
}

/* The lists for people name what there is, with defaults, ranges and papers. */
static void test_lists(void **state)
{
    (void)state;
    assert_int_equal(RUN("games"), 0);
    assert_says(program_out, "tictactoe   Tic-tac-toe\n");
    assert_int_equal(RUN("methods"), 0);
    assert_says(program_out, "alphabeta ");
    assert_says(program_out, "minimax ");
    assert_int_equal(RUN("options", "alphabeta"), 0);
    assert_says(program_out, "always|depth|two_tier");
    assert_says(program_out, "presets");
    assert_int_equal(RUN("options", "tictactoe"), 0);
    assert_says(program_out, "distance|plain");
    assert_int_equal(RUN("options", "tree"), 0);
    assert_says(program_out, "wrong_bounds");
    assert_int_equal(RUN("options", "go-capture"), 0);
    assert_says(program_out, "  presets\n  paper-capture ");
}

/* ---- Convert --------------------------------------------------------------------------------------------------- */

/* Records are written in another notation, from a file or from standard input, one after the other. */
static void test_convert(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("1. h2e2! {c} h9g7 (b9c7) 1-0\n\n1. c3c4 *", "convert", "xiangqi", "-", "--notation=wxf"),
                     0);
    assert_says(program_out, "[Format \"WXF\"]\n\n1. C2.5! {c} 1... H8+7 (1... H2+3) 1-0\n\n[Game ");
    assert_says(program_out, "\n\n1. P7+1 *\n");
    assert_int_equal(RUN("convert", "xiangqi", "tests/data/pgn/wxf.pgn"), 0);
    assert_string_equal(program_out, program_file_text("tests/data/pgn/chinese.pgn"));
}

/* Damage is reported with its place and an exit code; the moves before it and the games after it are printed. */
static void test_convert_damage(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("1. h2e2\nh9g7 {ok} e9e5\n[Event \"next\"]\n\n1. c3c4 *", "convert", "xiangqi", "-"), 2);
    assert_says(program_err, "boyi convert: standard input, line 2, column 11: move 2, red: 'e9e5'");
    assert_says(program_err, "    h9g7 {ok} e9e5\n              ^\n");
    assert_says(program_out, "1. 炮二平五 马８进７ {ok} *\n\n[Game ");
    assert_says(program_out, "[Event \"next\"]");
    assert_int_equal(RUN_WITH("1. 炮二平五 {好} e9e5", "convert", "xiangqi", "-"), 2);
    assert_says(program_err, "standard input, line 1, column 13: move 1, black: 'e9e5'");
    assert_says(program_err, "    1. 炮二平五 {好} e9e5\n                ^\n");
    assert_bad_use("there is no game in standard input", "convert", "xiangqi", "-");
    assert_bad_use("cannot read /nonexistent/a: No such file", "convert", "xiangqi", "/nonexistent/a");
    assert_bad_use("tictactoe has no format for game records", "convert", "tictactoe", "tests/data/pgn/wxf.pgn");
    assert_bad_use("FILE is missing", "convert", "xiangqi");
}

/* ---- Streams --------------------------------------------------------------------------------------------------- */

static int run_into(int stream, const char *command, const char *game)
{
    char *arguments[] = {(char *)(uintptr_t)program_path(), (char *)(uintptr_t)command, (char *)(uintptr_t)game, NULL};
    int null = open("/dev/null", O_RDWR);
    const int streams[3] = {null, stream, null};
    int code = program_wait(program_start(arguments, streams));

    close(null);
    return code;
}

/* Output that cannot be written is a failure, not a crash: a full disk, a closed stream, a reader that has left. */
static void test_lost_output(void **state)
{
    int full = open("/dev/full", O_WRONLY);
    int ends[2];

    (void)state;
    assert_int_equal(run_into(-1, "analyse", "tictactoe"), 1);
    if (full >= 0)
        assert_int_equal(run_into(full, "analyse", "tictactoe"), 1);
    close(full);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(run_into(ends[1], "analyse", "tictactoe"), 1);
    assert_int_equal(run_into(ends[1], "play", "tictactoe"), 1);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overview),
        cmocka_unit_test(test_help_of_commands),
        cmocka_unit_test(test_suggestions),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_value_with_dashes),
        cmocka_unit_test(test_absurd_numbers),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_messages_are_safe),
        cmocka_unit_test(test_analyse),
        cmocka_unit_test(test_values_in_words),
        cmocka_unit_test(test_quiet),
        cmocka_unit_test(test_ways_to_a_position),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_bench),
        cmocka_unit_test(test_game_preset),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_convert),
        cmocka_unit_test(test_convert_damage),
        cmocka_unit_test(test_lost_output),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
