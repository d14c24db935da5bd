/* SPDX-License-Identifier: MIT
 *
 * GTP: lines, ids and answers as the protocol defines them, every command, and invalid input.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boyi/version.h"
#include "protocol/gtp/clock.h"
#include "support/gtp.h"
#include "support/talk.h"

static struct gtp_talk talk;

static int start(void **state)
{
    (void)state;
    gtp_talk_start(&talk, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    gtp_talk_end(&talk);
    return 0;
}

static void expect(const char *line, const char *result)
{
    gtp_talk_expect(&talk, line, result);
}

static void expect_failure(const char *line, const char *beginning)
{
    gtp_talk_expect_failure(&talk, line, beginning);
}

static void expect_said(const char *line, const char *said)
{
    assert_string_equal(gtp_talk_ask(&talk, line), said);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static void test_lines(void **state)
{
    (void)state;
    expect_said("name", "= Boyi\n\n");
    expect_said("0 name", "=0 Boyi\n\n");
    expect_said("2147483647 name", "=2147483647 Boyi\n\n");
    expect_said("  17\t name \t", "=17 Boyi\n\n");
    expect_said("3 name # with a comment", "=3 Boyi\n\n");
    expect_said("3 name#", "=3 Boyi\n\n");
    expect_said("na\x01me\r", "= Boyi\n\n");
    expect_said("\x7f\x1b 5\x02 name", "=5 Boyi\n\n");
    expect_said("", "");
    expect_said("   \t  ", "");
    expect_said("# name", "");
    expect_said("  # 4 name", "");
    expect_said("4 foo", "?4 unknown command\n\n");
    expect_said("4", "?4 unknown command\n\n");
    expect_said("2147483648 name", "? unknown command\n\n");
    expect_said("99999999999999999999999999 name", "? unknown command\n\n");
    expect_said("-1 name", "? unknown command\n\n");
    expect_said("+1 name", "? unknown command\n\n");
    expect_said("NAME", "? unknown command\n\n");
    expect_said("1 boardsize 9", "=1 \n\n");
    expect_said("2 boardsize 99", "?2 unacceptable size\n\n");
}

static void test_commands_about_commands(void **state)
{
    const char *commands;

    (void)state;
    expect("protocol_version", "2");
    expect("version", by_version());
    expect("known_command play", "true");
    expect("known_command known_command", "true");
    expect("known_command quit", "true");
    expect("known_command Play", "false");
    expect("known_command", "false");
    expect_failure("known_command play genmove", "syntax error");
    expect_failure("name name", "syntax error");
    commands = gtp_talk_result(&talk, "list_commands");
    assert_memory_equal(commands, "protocol_version\nname\nversion\n", 30);
    assert_non_null(strstr(commands, "\nquit\n"));
    assert_false(talk.has_quit);
    expect_said("8 quit now", "?8 syntax error: expected the end of the command at 'now'\n\n");
    assert_false(talk.has_quit);
    expect_said("8 quit", "=8 \n\n");
    assert_true(talk.has_quit);
}

/* Every command that is listed is known, and is no mistake to ask about. */
static void test_all_are_known(void **state)
{
    char *commands = strdup(gtp_talk_result(&talk, "list_commands")), *at = NULL;
    int count = 0;

    (void)state;
    for (char *name = strtok_r(commands, "\n", &at); name; name = strtok_r(NULL, "\n", &at)) {
        char line[128];

        (void)snprintf(line, sizeof line, "known_command %s", name);
        expect(line, "true");
        count++;
    }
    assert_true(count > 30);
    free(commands);
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static void test_boardsize(void **state)
{
    (void)state;
    expect("query_boardsize", "19");
    expect_failure("boardsize 1", "unacceptable size");
    expect_failure("boardsize 26", "unacceptable size");
    expect_failure("boardsize -9", "unacceptable size");
    expect_failure("boardsize 99999999999999999999", "unacceptable size");
    expect_failure("boardsize", "syntax error");
    expect_failure("boardsize nine", "syntax error");
    expect_failure("boardsize 9.0", "syntax error");
    expect("query_boardsize", "19");
    for (int size = 2; size <= 25; size++) {
        char line[32];

        (void)snprintf(line, sizeof line, "boardsize %d", size);
        expect(line, "");
        expect("play b A1", "");
        expect("play w B2", "");
        expect("list_stones black", "A1");
    }
    expect("play b Z25", "");
    expect("boardsize 9", "");
    expect("list_stones black", "");
    expect_failure("play b A10", "syntax error");
}

static void test_komi(void **state)
{
    (void)state;
    expect("get_komi", " 7.5");
    expect("komi 6.5", "");
    expect("get_komi", " 6.5");
    expect("komi -12", "");
    expect("get_komi", "-12.0");
    expect("komi 3.75", "");
    expect("get_komi", "3.75");
    expect("komi 5e-1", "");
    expect("get_komi", " 0.5");
    expect_failure("komi", "syntax error");
    expect_failure("komi six", "syntax error");
    expect_failure("komi 6,5", "syntax error");
    expect_failure("komi nan", "syntax error");
    expect_failure("komi inf", "syntax error");
    expect_failure("komi 501", "syntax error");
    expect("get_komi", " 0.5");
    /* The game goes on with it. */
    gtp_talk_do(&talk, "play b D4\nplay w Q16\nkomi 2.5");
    expect("move_history", "white Q16\nblack D4");
    expect("clear_board", "");
    expect("get_komi", " 2.5");
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static void test_play(void **state)
{
    (void)state;
    expect("boardsize 9", "");
    expect_failure("undo", "cannot undo");
    expect_failure("last_move", "no previous move known");
    expect("move_history", "");
    expect("play b d4", "");
    expect("play BLACK E5", "");
    expect("last_move", "black E5");
    expect("play White PASS", "");
    expect("play w pass", "");
    expect("play w j9", "");
    expect("move_history", "white J9\nwhite PASS\nwhite PASS\nblack E5\nblack D4");
    expect_failure("play b j9", "illegal move");
    expect_failure("play b i9", "syntax error");
    expect_failure("play b k1", "syntax error");
    expect_failure("play b a0", "syntax error");
    expect_failure("play b a01x", "syntax error");
    expect_failure("play b a+1", "syntax error");
    expect_failure("play b a-1", "syntax error");
    expect_failure("play b", "syntax error");
    expect_failure("play", "syntax error");
    expect_failure("play c d4", "syntax error");
    expect_failure("play b a1 a2", "syntax error");
    expect_failure("play b resign", "syntax error");
    expect("undo", "");
    expect("list_stones white", "");
    expect("gg-undo 3", "");
    expect("move_history", "black D4");
    expect_failure("gg-undo 2", "cannot undo");
    expect_failure("gg-undo -1", "syntax error");
    expect("gg-undo 0", "");
    expect("gg-undo", "");
    expect("move_history", "");
}

/* After two passes the game can go on, as it does where stones are disputed. */
static void test_play_after_the_end(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nplay b pass\nplay w pass");
    expect("is_legal b C3", "1");
    expect("play b C3", "");
    expect("play w C2", "");
    expect("gg-undo 4", "");
}

static void test_ko_and_suicide(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nplay b A2\nplay w B2\nplay b B1\nplay w C1\nplay w A1");
    expect("captures white", "1");
    expect("captures black", "0");
    expect_failure("play b B1", "illegal move");
    expect("is_legal b B1", "0");
    expect("is_legal w B1", "1");
    gtp_talk_do(&talk, "play b E5\nplay w E4");
    expect("is_legal b B1", "1");
    expect("play b B1", "");
    expect("captures b", "1");
    expect("is_legal w A1", "0");
    gtp_talk_do(&talk, "clear_board\nplay b A2\nplay b B1");
    expect("is_legal w A1", "0");
    expect_failure("play w A1", "illegal move");
    expect("is_legal b A1", "1");
    expect("captures b", "0");
}

static void test_sequences(void **state)
{
    (void)state;
    expect("gogui-play_sequence B D4 W Q16 B pass", "");
    expect("move_history", "black PASS\nwhite Q16\nblack D4");
    expect_failure("gogui-play_sequence W C3 B D4", "illegal move");
    expect_failure("gogui-play_sequence W C3 B", "syntax error");
    expect_failure("gogui-play_sequence W C3 B I1", "syntax error");
    expect("move_history", "black PASS\nwhite Q16\nblack D4");
    expect("gogui-play_sequence", "");
}

/* ---- Handicap ---------------------------------------------------------------------------------------------------- */

static void test_fixed_handicap(void **state)
{
    (void)state;
    expect("fixed_handicap 2", "Q16 D4");
    expect_failure("fixed_handicap 2", "board not empty");
    expect_failure("undo", "cannot undo");
    expect("move_history", "");
    expect("clear_board", "");
    expect("fixed_handicap 9", "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
    expect("clear_board", "");
    expect_failure("fixed_handicap 1", "invalid number of stones");
    expect_failure("fixed_handicap 10", "invalid number of stones");
    expect_failure("fixed_handicap -4", "invalid number of stones");
    expect_failure("fixed_handicap", "syntax error");
    expect_failure("fixed_handicap two", "syntax error");
    gtp_talk_do(&talk, "boardsize 9");
    expect("fixed_handicap 5", "C7 G7 E5 C3 G3");
    gtp_talk_do(&talk, "boardsize 8");
    expect_failure("fixed_handicap 5", "invalid number of stones");
    expect("fixed_handicap 3", "C6 F6 C3");
    gtp_talk_do(&talk, "boardsize 6");
    expect_failure("fixed_handicap 2", "invalid number of stones");
    gtp_talk_do(&talk, "boardsize 25");
    expect("fixed_handicap 2", "W22 D4");
    assert_non_null(strstr(gtp_talk_result(&talk, "printsgf"), "HA[2]"));
    expect("komi 0.5", "");
    assert_non_null(strstr(gtp_talk_result(&talk, "printsgf"), "HA[2]"));
    expect("clear_board", "");
    assert_null(strstr(gtp_talk_result(&talk, "printsgf"), "HA["));
}

static int count_words(const char *text)
{
    int count = *text != 0;

    for (; *text; text++)
        count += *text == ' ';
    return count;
}

static void test_free_handicap(void **state)
{
    (void)state;
    expect("place_free_handicap 2", "Q16 D4");
    expect_failure("place_free_handicap 2", "board not empty");
    expect("clear_board", "");
    assert_int_equal(count_words(gtp_talk_result(&talk, "place_free_handicap 17")), 17);
    expect("clear_board", "");
    expect_failure("place_free_handicap 1", "invalid number of stones");
    expect_failure("place_free_handicap 361", "invalid number of stones");
    expect("boardsize 5", "");
    assert_int_equal(count_words(gtp_talk_result(&talk, "place_free_handicap 4")), 4);
    expect("boardsize 2", "");
    assert_in_range(count_words(gtp_talk_result(&talk, "place_free_handicap 3")), 2, 3);
    expect("boardsize 9", "");
    expect("set_free_handicap E5 A1 J9", "");
    expect("list_stones black", "J9 E5 A1");
    expect_failure("undo", "cannot undo");
    expect_failure("set_free_handicap B2 B3", "board not empty");
    expect("clear_board", "");
    expect_failure("set_free_handicap", "bad vertex list");
    expect_failure("set_free_handicap A1", "bad vertex list");
    expect_failure("set_free_handicap A1 A1", "bad vertex list");
    expect_failure("set_free_handicap A1 pass", "bad vertex list");
    expect_failure("set_free_handicap A1 K1", "bad vertex list");
    expect("list_stones black", "");
    /* All points but one can be laid, and not the last. */
    expect("boardsize 2", "");
    expect_failure("set_free_handicap A1 A2 B1 B2", "bad vertex list");
    expect("set_free_handicap A1 A2 B1", "");
}

static void test_clocks(void **state)
{
    (void)state;
    expect("time_settings 600 30 5", "");
    expect("time_settings 0 0 0", "");
    expect_failure("time_settings 600 30", "syntax error");
    expect_failure("time_settings 600 30 x", "syntax error");
    expect_failure("time_settings 600 30 5 5", "syntax error");
    expect("time_left black 120 0", "");
    expect("time_left w 12 3", "");
    expect_failure("time_left w 12", "syntax error");
    expect_failure("time_left x 12 1", "syntax error");
}

static void spend(struct gtp_clock *clock, int colour, int64_t ms)
{
    gtp_clock_spend(clock, colour, ms);
    gtp_clock_move(clock, colour);
}

/* The time for a move, less a reserve of a twentieth or 50 ms. */
static void test_shares_of_clocks(void **state)
{
    struct gtp_clock clock = {0};

    (void)state;
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 0);
    gtp_clock_set(&clock, 0, 1, 1); /* a second a move */
    assert_int_equal(gtp_clock_share(&clock, 1, 30), 950);
    spend(&clock, 1, 700);
    assert_int_equal(gtp_clock_share(&clock, 1, 30), 950);
    gtp_clock_set(&clock, 600, 0, 0);
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 19950);
    spend(&clock, 0, 300000);
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 9950);
    assert_int_equal(gtp_clock_share(&clock, 1, 30), 19950);
    spend(&clock, 0, 400000); /* too much: what is left is as little as can be */
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 1);
    gtp_clock_set(&clock, 10, 30, 5); /* byo-yomi is more than a share of the main time */
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 5950);
    spend(&clock, 0, 12000); /* two seconds into the first period */
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 28000 / 5 - 50);
    gtp_clock_set_left(&clock, 0, 4, 1);
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 3950);
    spend(&clock, 0, 3000); /* a new period */
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 5950);
    gtp_clock_set(&clock, 100, 1, 0); /* the protocol's way to turn clocks off */
    assert_int_equal(gtp_clock_share(&clock, 0, 30), 0);
    gtp_clock_set_left(&clock, 1, 60, 0);
    assert_int_equal(gtp_clock_share(&clock, 1, 30), 1950);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static void test_questions(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 3\nplay b B2\nplay b B1\nplay w C2");
    expect("color B2", "black");
    expect("what_color C2", "white");
    expect("color A3", "empty");
    expect_failure("color pass", "syntax error");
    expect_failure("color", "syntax error");
    expect_failure("color B2 C2", "syntax error");
    expect("countlib B1", "4");
    expect("findlib B1", "B3 A2 A1 C1");
    expect("findlib C2", "C3 C1");
    expect_failure("countlib A1", "vertex must not be empty");
    expect_failure("findlib A1", "vertex must not be empty");
    expect("list_stones black", "B2 B1");
    expect("list_stones w", "C2");
    expect_failure("list_stones", "syntax error");
    expect_failure("list_stones empty", "syntax error");
    expect("all_legal black", "A3 B3 C3 A2 A1 C1");
    expect("all_legal white", "A3 B3 C3 A2 A1 C1");
    expect("play b C3", "");
    expect("all_legal white", "A3 B3 A2 A1");
    expect("play b C1", "");
    expect("captures black", "1");
    expect("all_legal white", "A3 B3 A2 A1");
    expect_failure("captures", "syntax error");
    expect_failure("is_legal b", "syntax error");
    expect("is_legal b pass", "1");
    expect("is_legal b B2", "0");
}

static void test_showboard(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 3\nplay b B2\nplay w A3");
    expect("showboard", "\n 3[O]. .\n 2 . X .\n 1 . . .\n   A B C\n"
                        "Black (X) has taken 0, White (O) has taken 0; black to move");
    expect_failure("showboard B2", "syntax error");
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

static void test_final_score(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nkomi 0");
    expect("final_score", "0");
    expect("komi 0.5", "");
    expect("final_score", "W+0.5");
    /* Black lives at the top with two eyes, and White's stone does not live anywhere. */
    gtp_talk_do(&talk, "gogui-play_sequence b A4 b B4 b C4 b D4 b E4 b B5 b D5 w E1");
    expect("final_score", "B+24.5");
    expect("komi 3.75", "");
    expect("final_score", "B+21.25");
    expect("komi -1", "");
    expect("final_score", "B+26.0");
    expect_failure("final_score now", "syntax error");
}

static void test_final_status(void **state)
{
    (void)state;
    /* Both live with two eyes, and a white stone is inside one of Black's. */
    gtp_talk_do(&talk, "boardsize 5\nkomi 0\ngogui-play_sequence b A4 b B4 b C4 b D4 b E4 b C5 w A5 "
                       "w A2 w B2 w C2 w D2 w E2 w C1");
    expect("final_status_list alive", "C5 A4 B4 C4 D4 E4\nA2 B2 C2 D2 E2 C1");
    expect("final_status_list dead", "A5");
    expect("final_status_list seki", "");
    expect("final_status_list black_territory", "B5 D5 E5");
    expect("final_status_list white_territory", "A1 B1 D1 E1");
    expect("final_status_list dame", "A3 B3 C3 D3 E3");
    expect("final_status A5", "dead");
    expect("final_status C5", "alive");
    expect("final_status B5", "black_territory");
    expect("final_score", "0");
    expect_failure("final_status_list", "syntax error");
    expect_failure("final_status_list living", "syntax error");
    expect_failure("final_status_list dead dead", "syntax error");
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static char file_name[64];

static void write_file(const char *text)
{
    FILE *file;
    int descriptor;

    (void)snprintf(file_name, sizeof file_name, "/tmp/boyi_gtp_XXXXXX");
    descriptor = mkstemp(file_name);
    assert_true(descriptor >= 0);
    file = fdopen(descriptor, "w");
    (void)fputs(text, file);
    (void)fclose(file);
}

static const char *naming_file(const char *format)
{
    static char line[256];

    (void)snprintf(line, sizeof line, format, file_name);
    return line;
}

static void test_loadsgf(void **state)
{
    (void)state;
    write_file("(;GM[1]FF[4]SZ[7]KM[5.5]AB[aa][bb]AW[cc];W[dd];B[ee](;W[ff];B[];W[gg])(;W[fa]))");
    expect(naming_file("loadsgf %s"), "black");
    expect("query_boardsize", "7");
    expect("get_komi", " 5.5");
    expect("move_history", "white G1\nblack PASS\nwhite F2\nblack E3\nwhite D4");
    expect("list_stones black", "A7 B6 E3");
    expect(naming_file("loadsgf %s 3"), "white");
    expect("move_history", "black E3\nwhite D4");
    expect(naming_file("loadsgf %s 1"), "white");
    expect("move_history", "");
    expect_failure("undo", "cannot undo");
    expect(naming_file("loadsgf %s 100"), "black");
    expect("undo", "");
    expect("komi 0", "");
    expect("move_history", "black PASS\nwhite F2\nblack E3\nwhite D4");
    expect_failure(naming_file("loadsgf %s 0"), "syntax error");
    expect_failure(naming_file("loadsgf %s x"), "syntax error");
    expect_failure(naming_file("loadsgf %s 1 1"), "syntax error");
    expect("query_boardsize", "7");
    (void)unlink(file_name);
    expect_failure(naming_file("loadsgf %s"), "cannot load file: '/tmp/boyi_gtp_");
    expect_failure("loadsgf", "syntax error");
    expect_failure("loadsgf /tmp", "cannot load file: '/tmp' is no plain file");
    expect_failure("loadsgf /dev/zero", "cannot load file: '/dev/zero' is no plain file");
}

static void test_damaged_files(void **state)
{
    static const char *const texts[] = {"", "no game", "(;SZ[99])", "(;SZ[9];B[zz])", "(;SZ[9];B[aa];W[aa])"};

    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nplay b C3");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file(texts[i]);
        expect_failure(naming_file("loadsgf %s"), "cannot load file: ");
        (void)unlink(file_name);
    }
    expect("move_history", "black C3");
}

/* Written files can be read, with a komi that is no half point. */
static void test_printsgf(void **state)
{
    static const char *const commands[] = {"move_history", "list_stones black", "list_stones white", "get_komi"};
    char *before[4];

    (void)state;
    gtp_talk_do(&talk, "boardsize 9\nkomi 3.75\nfixed_handicap 2\nplay w E5\nplay b pass\nplay b A1");
    assert_null(strstr(gtp_talk_ask(&talk, "printsgf"), "\r"));
    write_file("");
    expect(naming_file("printsgf %s"), "");
    for (int i = 0; i < 4; i++)
        before[i] = strdup(gtp_talk_result(&talk, commands[i]));
    gtp_talk_do(&talk, "boardsize 5\nkomi 0");
    expect(naming_file("loadsgf %s"), "white");
    for (int i = 0; i < 4; i++) {
        expect(commands[i], before[i]);
        free(before[i]);
    }
    (void)unlink(file_name);
    expect_failure("printsgf /nowhere/at/all.sgf", "cannot write file: '/nowhere/at/all.sgf'");
}

/* A set-up in the middle of a game begins a new one, and what came before cannot be undone. */
static void test_setup_in_the_middle(void **state)
{
    (void)state;
    write_file("(;SZ[5];B[aa];AW[ee];B[bb])");
    expect(naming_file("loadsgf %s"), "white");
    expect("move_history", "black B4");
    expect("list_stones black", "A5 B4");
    expect("list_stones white", "E1");
    expect("undo", "");
    expect("list_stones black", "A5");
    expect_failure("undo", "cannot undo");
    (void)unlink(file_name);
}

/* ---- Invalid input ----------------------------------------------------------------------------------------------- */

static void test_long_lines(void **state)
{
    enum { LENGTH = 300000 };
    char *line = malloc(LENGTH + 1);

    (void)state;
    memset(line, 'x', LENGTH);
    line[LENGTH] = 0;
    expect_failure(line, "unknown command");
    memcpy(line, "play b ", 7);
    expect_failure(line, "syntax error");
    memcpy(line, "name x ", 7);
    expect_failure(line, "syntax error");
    memset(line, '9', LENGTH);
    expect_failure(line, "unknown command");
    memset(line, ' ', LENGTH);
    assert_string_equal(gtp_talk_ask(&talk, line), "");
    memcpy(line + LENGTH - 4, "name", 4);
    expect(line, "Boyi");
    free(line);
}

/* Each command with all kinds of arguments gives one whole answer, and the session goes on. */
static void test_garbage(void **state)
{
    static const char *const arguments[] = {"",
                                            "x",
                                            "b",
                                            "b b",
                                            "D4",
                                            "b D4 D4",
                                            "-1",
                                            "0",
                                            "1",
                                            "2",
                                            "999999999999999999999",
                                            "pass",
                                            "\xff\xfe",
                                            "%s%n",
                                            "1e999",
                                            "dead x",
                                            "A1 B2 C3 D4",
                                            "attack",
                                            "\"",
                                            "{}",
                                            "/",
                                            "w PASS 1"};
    char *commands = strdup(gtp_talk_result(&talk, "list_commands")), *at = NULL;

    (void)state;
    for (char *name = strtok_r(commands, "\n", &at); name; name = strtok_r(NULL, "\n", &at)) {
        for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
            char line[256];

            (void)snprintf(line, sizeof line, "%s %s", name, arguments[i]);
            if (strcmp(name, "printsgf") != 0 || !*arguments[i])
                assert_true(*gtp_talk_ask(&talk, line));
        }
    }
    free(commands);
    expect("boardsize 9", "");
    expect("play b D4", "");
}

static void test_no_files(void **state)
{
    static const struct gtp_bounds bounds = {.has_no_files = true};

    (void)state;
    gtp_talk_end(&talk);
    gtp_talk_start(&talk, &bounds);
    expect_failure("loadsgf /etc/hostname", "cannot load file");
    expect_failure("printsgf /tmp/boyi_never", "cannot write file");
    assert_int_not_equal(access("/tmp/boyi_never", F_OK), 0);
}

/* ---- Over pipes -------------------------------------------------------------------------------------------------- */

static struct talk pipe_talk;

static void hear(const char *line)
{
    const char *heard = talk_next(&pipe_talk, TALK_PATIENCE_MS);

    assert_non_null(heard);
    assert_string_equal(heard, line);
}

static void send(const char *bytes, size_t length)
{
    assert_true(talk_send(&pipe_talk, bytes, length));
}

#define SEND(text) send(text, sizeof(text) - 1)

static void test_program(void **state)
{
    (void)state;
    talk_start(&pipe_talk, "gtp");
    SEND("1 name\n\n# nothing\n2 na\0me\r\n3 quit\n4 name\n");
    hear("=1 Boyi");
    hear("");
    hear("=2 Boyi");
    hear("");
    hear("=3 ");
    hear("");
    assert_null(talk_next(&pipe_talk, TALK_PATIENCE_MS));
    assert_int_equal(talk_end(&pipe_talk), 0);
}

/* The program asks the real solver: a stone in the corner, its JSON, and a question whose limits are too small. */
static void test_program_solves(void **state)
{
    (void)state;
    talk_start(&pipe_talk, "gtp");
    SEND("gogui-play_sequence w A1 b B1\nattack A1\ndefend A1\nboyi-solve attack A1\n");
    hear("= ");
    hear("");
    hear("= 1 A2");
    hear("");
    hear("= 0");
    hear("");
    assert_non_null(strstr(talk_hear(&pipe_talk, "= {\"task\": \"attack\""), "\"move\": \"A2\""));
    hear("");
    SEND("clear_board\ngogui-play_sequence b K10 w K11\nboyi-set nodes 1\nattack K10\n");
    for (int i = 0; i < 3; i++) {
        hear("= ");
        hear("");
    }
    talk_hear(&pipe_talk, "= unknown (");
    SEND("\nboyi-set player_iterations 10\ngenmove b\nfinal_score\nquit\n");
    hear("");
    talk_hear(&pipe_talk, "= ");
    assert_int_equal(talk_end(&pipe_talk), 0);
}

/* Whole games of the player against itself, with many questions about all kinds of positions. */
static void test_program_plays(void **state)
{
    (void)state;
    talk_start(&pipe_talk, "gtp");
    SEND("boyi-set player_iterations 200\nboyi-set resign 0\n");
    for (int i = 0; i < 2; i++) {
        hear("= ");
        hear("");
    }
    for (int size = 5; size <= 9; size += 2) {
        int passes = 0, moves = 0;

        talk_say(&pipe_talk, "boardsize %d", size);
        hear("= ");
        hear("");
        for (; passes < 2 && moves < 500; moves++) {
            talk_say(&pipe_talk, "genmove %c", "bw"[moves % 2]);
            passes = strcmp(talk_hear(&pipe_talk, "= "), "= PASS") == 0 ? passes + 1 : 0;
            hear("");
        }
        assert_int_equal(passes, 2);
        assert_true(moves > size * size / 2);
    }
    SEND("final_status_list alive\nquit\n");
    talk_hear(&pipe_talk, "= ");
    assert_int_equal(talk_end(&pipe_talk), 0);
}

/* The first line heard says that it is GTP, with or without an id; what came before is skipped. */
static void test_first_line(void **state)
{
    static const char *const first_lines[] = {"protocol_version\n", "7 protocol_version\n",
                                              "# a remark\n\n  protocol_version # now\n", "hello\nprotocol_version\n"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        talk_start(&pipe_talk, NULL);
        send(first_lines[i], strlen(first_lines[i]));
        hear(i == 1 ? "=7 2" : "= 2");
        hear("");
        SEND("boardsize 9\nquit\n");
        hear("= ");
        assert_int_equal(talk_end(&pipe_talk), 0);
    }
}

/* The end of the input is as good as `quit`, also in the middle of a line. */
static void test_end_of_input(void **state)
{
    (void)state;
    talk_start(&pipe_talk, "gtp");
    SEND("boardsize 9\nname");
    close(pipe_talk.to);
    pipe_talk.to = -1;
    hear("= ");
    hear("");
    hear("= Boyi");
    hear("");
    assert_int_equal(talk_end(&pipe_talk), 0);
}

/* The session ends when its output fails. */
static void test_closed_output(void **state)
{
    (void)state;
    talk_start(&pipe_talk, "gtp");
    SEND("name\n");
    hear("= Boyi");
    close(pipe_talk.from);
    pipe_talk.from = -1;
    for (int i = 0; i < 1000 && talk_send(&pipe_talk, "showboard\n", 10); i++)
        ;
    assert_int_equal(talk_end(&pipe_talk), 0);
    assert_int_equal(talk_run_deaf("gtp", false), 0);
    assert_int_equal(talk_run_deaf("gtp", true), 0);
}

/* The client has gone: a question without limits ends too. */
static void test_closed_while_asking(void **state)
{
    (void)state;
    talk_start(&pipe_talk, "gtp");
    SEND("boyi-set time_ms 0\ngogui-play_sequence w A1 b B1\nname\n");
    talk_hear(&pipe_talk, "= Boyi");
    SEND("attack B1\n");
    close(pipe_talk.from);
    pipe_talk.from = -1;
    assert_int_equal(talk_end(&pipe_talk), 0);
}

/* A line beyond the bound is cut, and the next one is heard. */
static void test_endless_line(void **state)
{
    enum { LENGTH = 3 << 20 };
    char *line = malloc(LENGTH);

    (void)state;
    memset(line, 'x', LENGTH);
    line[LENGTH - 1] = '\n';
    talk_start(&pipe_talk, "gtp");
    send(line, LENGTH);
    hear("? unknown command");
    hear("");
    SEND("quit\n");
    hear("= ");
    assert_int_equal(talk_end(&pipe_talk), 0);
    free(line);
}

int main(void)
{
#define SESSION_TEST(f) cmocka_unit_test_setup_teardown(f, start, end)
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_lines),
        SESSION_TEST(test_commands_about_commands),
        SESSION_TEST(test_all_are_known),
        SESSION_TEST(test_boardsize),
        SESSION_TEST(test_komi),
        SESSION_TEST(test_play),
        SESSION_TEST(test_play_after_the_end),
        SESSION_TEST(test_ko_and_suicide),
        SESSION_TEST(test_sequences),
        SESSION_TEST(test_fixed_handicap),
        SESSION_TEST(test_free_handicap),
        SESSION_TEST(test_clocks),
        cmocka_unit_test(test_shares_of_clocks),
        SESSION_TEST(test_questions),
        SESSION_TEST(test_showboard),
        SESSION_TEST(test_final_score),
        SESSION_TEST(test_final_status),
        SESSION_TEST(test_loadsgf),
        SESSION_TEST(test_damaged_files),
        SESSION_TEST(test_printsgf),
        SESSION_TEST(test_setup_in_the_middle),
        SESSION_TEST(test_long_lines),
        SESSION_TEST(test_garbage),
        SESSION_TEST(test_no_files),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_program_solves),
        cmocka_unit_test(test_program_plays),
        cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_end_of_input),
        cmocka_unit_test(test_closed_output),
        cmocka_unit_test(test_closed_while_asking),
        cmocka_unit_test(test_endless_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
