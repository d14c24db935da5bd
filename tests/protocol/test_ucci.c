/* SPDX-License-Identifier: MIT
 *
 * UCCI over pipes: its three states, its own words, and the words of UCI that some programs send all the same.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/talk.h"

#define MATE_IN_1 "3k5/R8/1R7/9/9/9/9/9/9/4K4 w"
#define MATED     "1R1k5/R8/9/9/9/9/9/9/9/4K4 b"
#define LOST      "3k5/R8/9/1R7/9/9/9/9/9/5K3 b"

static struct talk talk;

static void start(void)
{
    talk_start(&talk, "ucci");
    talk_say(&talk, "ucci");
    talk_hear(&talk, "ucciok");
    talk_say(&talk, "setoption usemillisec true");
}

static void quit(void)
{
    talk_say(&talk, "quit");
    talk_hear(&talk, "bye");
    assert_int_equal(talk_end(&talk), 0);
}

static const char *expect_best(void)
{
    const char *line = talk_hear(&talk, "bestmove ");

    assert_true(strlen(line) >= 13 && line[9] >= 'a' && line[9] <= 'i' && line[10] >= '0' && line[10] <= '9');
    return line + 9;
}

/* Before `ucci` it answers nothing else; then it sends its name and its options. */
static void test_boot(void **state)
{
    static const char *const options[] = {"usemillisec", "batch",   "debug",  "ponder", "hashsize",
                                          "threads",     "newgame", "method", "rules",  "multipv"};
    bool is_seen[10] = {false};
    const char *line;

    (void)state;
    talk_start(&talk, "ucci");
    talk_say(&talk, "isready");
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go depth 1");
    assert_true(talk_is_silent(&talk, "", 200));
    talk_say(&talk, "ucci");
    talk_hear(&talk, "id name Boyi");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) != NULL && strcmp(line, "ucciok") != 0)
        for (int i = 0; i < 10; i++) {
            char beginning[64];

            (void)snprintf(beginning, sizeof beginning, "option %s type ", options[i]);
            is_seen[i] |= strncmp(line, beginning, strlen(beginning)) == 0;
        }
    for (int i = 0; i < 10; i++)
        assert_true(is_seen[i]);
    assert_int_equal(talk_count_until_ready(&talk, ""), 0);
    quit();
}

static void test_first_line(void **state)
{
    (void)state;
    talk_start(&talk, NULL);
    talk_say(&talk, "ucci");
    talk_hear(&talk, "ucciok");
    quit();
}

static void test_search(void **state)
{
    const char *line;

    (void)state;
    start();
    talk_say(&talk, "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2");
    talk_say(&talk, "go depth 3");
    line = talk_hear(&talk, "info depth 3 ");
    assert_non_null(strstr(line, " score "));
    assert_null(strstr(line, " cp "));
    assert_non_null(strstr(line, " pv "));
    expect_best();
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go nodes 2000");
    expect_best();
    talk_say(&talk, "position fen " MATE_IN_1);
    talk_say(&talk, "go depth 3");
    assert_non_null(strstr(talk_hear(&talk, "info depth 1 "), " score 9999 "));
    expect_best();
    /* An infinite search ends when it has found a mate. */
    talk_say(&talk, "go infinite");
    expect_best();
    quit();
}

/* A mate that begins with a quiet move, which a search that passes over late moves does not see at this depth. */
static void test_mate(void **state)
{
    const char *line;
    bool is_told = false;

    (void)state;
    start();
    talk_say(&talk, "position fen 1R3a1C1/4k4/3a5/7N1/9/9/9/9/9/c2K5 w");
    talk_say(&talk, "go mate 3");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0)
        is_told |= strstr(line, " score 9995 ") != NULL;
    assert_non_null(line);
    assert_memory_equal(line, "bestmove h6g8", 13);
    assert_true(is_told);
    talk_say(&talk, "go mate 2");
    assert_string_equal(talk_hear(&talk, "info message"), "info message no mate in 2");
    expect_best();
    quit();
}

/* Time is in seconds until milliseconds are asked for. */
static void test_time(void **state)
{
    long long begin;

    (void)state;
    start();
    talk_say(&talk, "position startpos");
    begin = talk_clock_ms();
    talk_say(&talk, "go time 3000 increment 0 opptime 5000 oppincrement 10");
    expect_best();
    assert_in_range(talk_clock_ms() - begin, 0, 2900);
    talk_say(&talk, "go time 900 movestogo 3");
    expect_best();
    talk_say(&talk, "setoption usemillisec false");
    begin = talk_clock_ms();
    talk_say(&talk, "go time 6");
    expect_best();
    assert_in_range(talk_clock_ms() - begin, 60, 5900);
    quit();
}

/* An idle session answers `stop`, but no search is answered twice. */
static void test_stop(void **state)
{
    long long begin;

    (void)state;
    start();
    talk_say(&talk, "stop");
    talk_hear(&talk, "nobestmove");
    talk_say(&talk, "go infinite");
    talk_hear(&talk, "info depth 3 ");
    begin = talk_clock_ms();
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    talk_say(&talk, "stop");
    expect_best();
    assert_in_range(talk_clock_ms() - begin, 0, 2000);
    talk_say(&talk, "stop");
    talk_hear(&talk, "nobestmove");
    for (int i = 0; i < 200; i++) {
        talk_say(&talk, "go depth %d", i % 3 + 1);
        talk_say(&talk, "stop");
        expect_best();
        assert_int_equal(talk_count_until_ready(&talk, "nobestmove"), 0);
    }
    quit();
}

static void test_no_moves(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen " MATED);
    talk_say(&talk, "go depth 4");
    talk_hear(&talk, "nobestmove");
    /* Depth 0 asks for the static value only, which by placement is even. */
    talk_say(&talk, "setoption evaluation placement");
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go depth 0");
    talk_hear(&talk, "info depth 0 score 0");
    talk_hear(&talk, "nobestmove");
    quit();
}

static void test_banmoves(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/9/4K4 b");
    talk_say(&talk, "banmoves d9d8 a0a1");
    talk_hear(&talk, "info message banmoves: 'a0a1'");
    talk_say(&talk, "go depth 2");
    talk_hear(&talk, "nobestmove"); /* the other move would let the kings face each other */
    /* A rook to be taken for nothing. */
    talk_say(&talk, "position fen 4k4/9/9/9/9/9/9/r8/9/R4K3 w");
    talk_say(&talk, "banmoves a0a2");
    talk_say(&talk, "go depth 1");
    assert_int_not_equal(strncmp(expect_best(), "a0a2", 4), 0);
    /* With the next position they are forgotten. */
    talk_say(&talk, "position fen 4k4/9/9/9/9/9/9/r8/9/R4K3 w");
    talk_say(&talk, "go depth 1");
    assert_int_equal(strncmp(expect_best(), "a0a2", 4), 0);
    quit();
}

/* The worse side accepts a draw, the better one does not. A lost game is resigned only if the option is on. */
static void test_offers(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen " LOST);
    talk_say(&talk, "go draw depth 1");
    assert_non_null(strstr(expect_best(), " draw"));
    talk_say(&talk, "position fen " MATE_IN_1);
    talk_say(&talk, "go draw depth 2");
    assert_null(strstr(expect_best(), " draw"));
    talk_say(&talk, "position fen " LOST);
    talk_say(&talk, "go ponder time 2000");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "ponderhit draw");
    assert_non_null(strstr(expect_best(), " draw"));
    talk_say(&talk, "go depth 6");
    assert_null(strstr(expect_best(), " resign"));
    talk_say(&talk, "setoption resign true");
    talk_say(&talk, "go depth 6");
    assert_non_null(strstr(expect_best(), " resign"));
    quit();
}

static void test_ponder(void **state)
{
    long long begin;

    (void)state;
    start();
    talk_say(&talk, "position startpos moves b0c2 b9c7");
    talk_say(&talk, "go ponder time 1500 increment 0");
    assert_true(talk_is_silent(&talk, "bestmove", 300));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    expect_best();
    assert_in_range(talk_clock_ms() - begin, 0, 1500);
    talk_say(&talk, "go ponder time 1500 increment 0");
    talk_say(&talk, "stop");
    expect_best();
    quit();
}

/* Current programs send names of options and limits of UCI to UCCI engines. */
static void test_sojourners(void **state)
{
    (void)state;
    start();
    for (int i = 0; i < 3; i++) {
        talk_say(&talk, "stop");
        talk_say(&talk, "setoption Threads 1");
        talk_say(&talk, "setoption Hash 32");
        talk_say(&talk, "setoption Move Overhead 25");
        talk_say(&talk, "setoption UCI_Variant xiangqi"); /* ranks stay UCCI's */
        talk_say(&talk, "setoption name MultiPV value 1");
        talk_say(&talk,
                 "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2");
        talk_say(&talk, "go movetime 100");
        assert_non_null(strstr(talk_hear(&talk, "info depth 2 "), " nps "));
        expect_best();
    }
    /* Names that exist nowhere are no error. */
    talk_say(&talk, "setoption bookfiles BOOK.DAT");
    talk_say(&talk, "setoption style risky");
    talk_say(&talk, "setoption newgame");
    talk_say(&talk, "setoption repetition asianrule");
    talk_say(&talk, "setoption drawmoves 50");
    talk_say(&talk, "setoption");
    assert_int_equal(talk_count_until_ready(&talk, "info"), 0);
    talk_say(&talk, "setoption debug true");
    talk_say(&talk, "setoption style risky");
    talk_hear(&talk, "info message unknown option 'style risky'");
    quit();
}

/* In a batch a command waits until the search before it is done. */
static void test_batch(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption batch true");
    talk_say(&talk, "position startpos\ngo depth 4\nposition startpos moves h2e2\ngo depth 4\nquit");
    talk_hear(&talk, "info depth 4 ");
    expect_best();
    talk_hear(&talk, "info depth 4 ");
    expect_best();
    talk_hear(&talk, "bye");
    assert_int_equal(talk_end(&talk), 0);
}

/* In a batch too, whoever asks is answered at once, a search can be stopped, and one without an end is no part of it.
 */
static void test_batch_can_be_stopped(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption batch on");
    talk_say(&talk, "go depth 60");
    talk_say(&talk, "isready");
    talk_hear(&talk, "readyok");
    talk_say(&talk, "stop");
    expect_best();
    talk_say(&talk, "go");
    talk_say(&talk, "isready");
    talk_hear(&talk, "readyok");
    quit();
}

/* The number after `word` in the line. */
static int number_behind(const char *line, const char *word)
{
    const char *found = strstr(line, word);

    assert_non_null(found);
    return atoi(found + strlen(word));
}

/* The last reported value decides about a draw, and `probe` returns it. An unfinished iteration has at most a lower
 * bound, which is reported if it is for another move or above the last reported value. */
static void test_one_value(void **state)
{
    bool has_both = false, has_lower = false, has_lower_of_same = false;
    const char *line;

    (void)state;
    start();
    talk_say(&talk, "setoption preset classic");
    for (int nodes = 50; nodes < 20000; nodes += nodes / 8) {
        char move[5] = "", move_before[5] = "";
        bool accepts;
        int score = 0, depth = -1;

        talk_say(&talk, "setoption newgame");
        talk_say(&talk, "position startpos moves h2e2");
        talk_say(&talk, "go draw nodes %d", nodes);
        while (strncmp(line = talk_next(&talk, TALK_PATIENCE_MS), "bestmove", 8) != 0) {
            score = number_behind(line, " score ");
            depth = number_behind(line, "info depth ");
            memcpy(move_before, move, sizeof move);
            if (strstr(line, " pv "))
                (void)snprintf(move, sizeof move, "%s", strstr(line, " pv ") + 4);
        }
        accepts = strstr(line, " draw") != NULL;
        assert_int_equal(accepts, score <= 0);
        talk_say(&talk, "probe startpos moves h2e2");
        line = talk_hear(&talk, "pophash bestmove ");
        if (strstr(line, " upperbound ")) {
            has_both = true;
            assert_int_equal(number_behind(line, " upperbound "), score);
            assert_int_equal(number_behind(strstr(line, " upperbound "), " depth "), depth);
        } else if (strstr(line, " lowerbound ")) {
            has_lower = true;
            has_lower_of_same |= strcmp(move, move_before) == 0;
        } else {
            assert_int_equal(depth, 0);
            continue;
        }
        assert_int_equal(number_behind(line, " lowerbound "), score);
        assert_int_equal(number_behind(line, " depth "), depth);
    }
    assert_true(has_both && has_lower && has_lower_of_same);
    talk_say(&talk, "position fen " MATE_IN_1);
    talk_say(&talk, "go depth 3");
    expect_best();
    talk_say(&talk, "probe fen " MATE_IN_1);
    line = talk_hear(&talk, "pophash");
    assert_int_equal(number_behind(line, " lowerbound "), 9999);
    assert_int_equal(number_behind(line, " upperbound "), 9999);
    quit();
}

/* A program started without an input or an output ends immediately. */
static void test_no_streams(void **state)
{
    (void)state;
    assert_int_equal(talk_run_deaf("ucci", false), 0);
    assert_int_equal(talk_run_deaf("ucci", true), 0);
    assert_int_equal(talk_run_deaf("uci", false), 0);
    assert_int_equal(talk_run_deaf("uci", true), 0);
    assert_int_equal(talk_run_deaf(NULL, false), 0);
    assert_int_equal(talk_run_deaf(NULL, true), 1); /* what there is to say cannot be said */
}

/* Results from before a change of rules or of counting can still be probed. */
static void test_probe_later(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go depth 2");
    expect_best();
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w");
    talk_say(&talk, "go perft 1");
    talk_say(&talk, "probe startpos");
    assert_null(strstr(talk_hear(&talk, "pophash"), "bestmove lowerbound"));
    talk_say(&talk, "setoption rules asian");
    talk_say(&talk, "probe startpos");
    assert_null(strstr(talk_hear(&talk, "pophash"), "bestmove lowerbound"));
    quit();
}

static void test_probe(void **state)
{
    const char *line;

    (void)state;
    start();
    talk_say(&talk, "position startpos moves h2e2");
    talk_say(&talk, "go depth 3");
    expect_best();
    talk_say(&talk, "probe fen garbage");
    assert_string_equal(talk_hear(&talk, "pophash"), "pophash");
    talk_say(&talk, "probe");
    assert_string_equal(talk_hear(&talk, "pophash"), "pophash");
    talk_say(&talk, "probe startpos moves h2e2 zzz");
    assert_string_equal(talk_hear(&talk, "pophash"), "pophash");
    talk_say(&talk, "probe startpos moves h2e2");
    line = talk_hear(&talk, "pophash");
    assert_non_null(strstr(line, " bestmove "));
    assert_non_null(strstr(line, " depth 3"));
    talk_say(&talk, "probe startpos");
    assert_string_equal(talk_hear(&talk, "pophash"), "pophash");
    talk_say(&talk, "go infinite");
    talk_say(&talk, "probe startpos");
    talk_hear(&talk, "pophash");
    talk_say(&talk, "stop");
    expect_best();
    quit();
}

/* Nothing that is sent makes it lose its position or its mind. */
static void test_garbage(void **state)
{
    static const char bytes[] = "\0\xFF go\r\n\r\n\nnonsense\nposition\nposition fen x\nposition startpos moves a0a5\n"
                                "banmoves\ngo depth\nstop\nponderhit\n";

    (void)state;
    start();
    assert_true(talk_send(&talk, bytes, sizeof bytes - 1));
    talk_hear(&talk, "info message position");
    talk_hear(&talk, "info message position");
    talk_hear(&talk, "info message move 1: ");
    expect_best();
    talk_say(&talk, "probe");
    talk_hear(&talk, "pophash");
    talk_say(&talk, "go depth 2");
    expect_best();
    /* The end of the input ends the program. */
    talk_say(&talk, "go infinite");
    assert_int_equal(talk_end(&talk), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boot),        cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_search),      cmocka_unit_test(test_mate),
        cmocka_unit_test(test_time),        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_no_moves),    cmocka_unit_test(test_banmoves),
        cmocka_unit_test(test_offers),      cmocka_unit_test(test_ponder),
        cmocka_unit_test(test_sojourners),  cmocka_unit_test(test_batch),
        cmocka_unit_test(test_probe),       cmocka_unit_test(test_one_value),
        cmocka_unit_test(test_no_streams),  cmocka_unit_test(test_batch_can_be_stopped),
        cmocka_unit_test(test_probe_later), cmocka_unit_test(test_garbage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
