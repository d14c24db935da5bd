/* SPDX-License-Identifier: MIT
 *
 * UCI as programs speak it with us, over pipes: the dialects, every limit, what arrives while a search runs, and what
 * no program should send.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/sanitizer.h"
#include "support/uci.h"

#define MATE_IN_1 "3k5/R8/1R7/9/9/9/9/9/9/4K4 w"
#define MATED     "1R1k5/R8/9/9/9/9/9/9/9/4K4 b"

static struct talk talk;

/* ---- Tests: saying who it is ------------------------------------------------------------------------------------- */

/* The first answer has a name, the options that programs look for, and an end. */
static void test_greeting(void **state)
{
    static const char *const options[] = {"Hash",          "Threads",    "Ponder",      "MultiPV",
                                          "Move Overhead", "Clear Hash", "Skill Level", "UCI_ShowWDL",
                                          "UCI_Variant",   "Method",     "rules",       "move_limit",
                                          "Preset",        "Expert",     "evaluation",  "UCI_AnalyseMode"};
    bool is_seen[16] = {false};
    const char *line;
    int count = 0;

    (void)state;
    talk_start(&talk, "uci");
    talk_say(&talk, "uci");
    assert_non_null(strstr(talk_hear(&talk, "id name "), "Boyi"));
    talk_hear(&talk, "id author ");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strcmp(line, "uciok") != 0) {
        assert_memory_equal(line, "option name ", 12);
        assert_null(strstr(line, "df-pn")); /* it answers questions and is no player */
        count++;
        for (int i = 0; i < 16; i++)
            is_seen[i] |= strncmp(line + 12, options[i], strlen(options[i])) == 0 &&
                          strncmp(line + 12 + strlen(options[i]), " type ", 6) == 0;
    }
    for (int i = 0; i < 16; i++)
        assert_true(is_seen[i]);
    assert_in_range(count, 16, 20); /* the dialog of a GUI shows them all */
    uci_quit(&talk);
}

/* The options of the methods work from the start, but only experts are bothered with them. */
static void test_expert(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name pvs value false");
    assert_int_equal(talk_count_until_ready(&talk, ""), 0);
    talk_say(&talk, "setoption name Expert value true");
    talk_hear(&talk, "option name pvs type check ");
    assert_true(talk_count_until_ready(&talk, "option name ") > 50);
    talk_say(&talk, "setoption name Expert value false");
    assert_int_equal(talk_count_until_ready(&talk, ""), 0);
    uci_quit(&talk);
}

/* Without an argument the first line that means something decides; what begins nothing is skipped, and if nothing else
 * comes that is an error. */
static void test_first_line(void **state)
{
    (void)state;
    talk_start(&talk, NULL);
    talk_say(&talk, "uci\r");
    talk_hear(&talk, "uciok");
    uci_quit(&talk);
    talk_start(&talk, NULL);
    talk_say(&talk, "\r");
    talk_say(&talk, "hello");
    talk_say(&talk, "isready");
    talk_hear(&talk, "readyok");
    uci_quit(&talk);
    talk_start(&talk, NULL);
    talk_say(&talk, " ");
    talk_say(&talk, "ucci");
    talk_hear(&talk, "ucciok");
    uci_quit(&talk);
    talk_start(&talk, NULL);
    uci_quit(&talk);
    talk_start(&talk, NULL);
    talk_say(&talk, "xboard");
    assert_int_equal(talk_end(&talk), 2);
}

/* ---- Tests: dialects --------------------------------------------------------------------------------------------- */

static void test_pikafish(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "position startpos moves h2e2 h9g7");
    uci_expect_position(&talk, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w ");
    talk_say(&talk, "go depth 3");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 moves a9a8");
    uci_expect_position(&talk, "1nbakabnr/r8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ");
    uci_quit(&talk);
}

static void test_fairy_stockfish(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name UCI_Variant value xiangqi");
    talk_say(&talk, "position startpos moves h3e3 h10g8");
    uci_expect_position(&talk, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w ");
    talk_say(&talk, "go depth 3");
    uci_expect_best(&talk, 1);
    talk_say(&talk, "go perft 1");
    talk_hear(&talk, "b3b10: 1");
    talk_hear(&talk, "Nodes searched: 35");
    /* A move of the other dialect is refused. */
    talk_say(&talk, "position startpos moves h2e2");
    talk_hear(&talk, "info string move 1: ");
    uci_quit(&talk);
}

static void test_cyclone(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name UCI_Variant value xiangqi");
    talk_say(&talk, "startpos moves h2e2");
    uci_expect_position(&talk, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "go depth 2");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 moves h9g7");
    uci_expect_position(&talk, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ");
    uci_quit(&talk);
}

/* ---- Tests: input that is not as it should be -------------------------------------------------------------------- */

/* An illegal move is named by its number and the moves before it stand; a wrong position changes nothing. */
static void test_wrong_positions(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "position startpos moves h2e2 h2e2 h9g7");
    talk_hear(&talk, "info string move 2: ");
    uci_expect_position(&talk, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "position fen 9/9/9/9 w");
    talk_hear(&talk, "info string position");
    talk_say(&talk, "position");
    talk_hear(&talk, "info string position");
    talk_say(&talk, "position nowhere moves h2e2");
    talk_hear(&talk, "info string position");
    talk_say(&talk, "position fen");
    talk_hear(&talk, "info string position");
    talk_say(&talk, "position fen moves h2e2");
    talk_hear(&talk, "info string position");
    talk_say(&talk, "position startpos b0c2");
    talk_hear(&talk, "info string position");
    uci_expect_position(&talk, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    uci_quit(&talk);
}

/* Words before a command are skipped, lines without one ignored. */
static void test_garbage(void **state)
{
    static const char bytes[] = "\0\0\xFF\xFE\x80\x1B[2J\n\n\n   \n\t\njoho isready\n";

    (void)state;
    uci_start(&talk);
    assert_true(talk_send(&talk, bytes, sizeof bytes - 1));
    talk_hear(&talk, "readyok");
    talk_say(&talk, "go depth x nodes y wtime z searchmoves q9q9 depth 1");
    talk_hear(&talk, "info string searchmoves: ");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "setoption name Nothing value 3");
    talk_hear(&talk, "info string unknown option 'Nothing'");
    talk_say(&talk, "setoption");
    talk_hear(&talk, "info string setoption");
    talk_say(&talk, "setoption name pvs value perhaps");
    talk_hear(&talk, "info string option pvs: ");
    talk_say(&talk, "stop");
    talk_say(&talk, "ponderhit");
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    uci_quit(&talk);
}

static void test_ends_of_lines(void **state)
{
    static const char lines[] = "isready\r\nposition startpos moves h2e2\r\ngo depth 1\r\n";

    (void)state;
    uci_start(&talk);
    assert_true(talk_send(&talk, lines, sizeof lines - 1));
    talk_hear(&talk, "readyok");
    uci_expect_best(&talk, 0);
    /* A line in two halves, and a last one that has no end. */
    assert_true(talk_send(&talk, "isre", 4));
    assert_true(talk_is_silent(&talk, "readyok", 100));
    assert_true(talk_send(&talk, "ady\n", 4));
    talk_hear(&talk, "readyok");
    assert_true(talk_send(&talk, "isready", 7));
    close(talk.to);
    talk.to = -1;
    talk_hear(&talk, "readyok");
    assert_int_equal(talk_end(&talk), 0);
}

/* A line of three million letters is survived, and the next one is read. */
static void test_long_line(void **state)
{
    enum { LENGTH = 3000000 };
    char *line = malloc(LENGTH);

    (void)state;
    assert_non_null(line);
    memset(line, 'x', LENGTH);
    uci_start(&talk);
    assert_true(talk_send(&talk, line, LENGTH));
    assert_true(talk_send(&talk, "\nposition startpos moves ", 25));
    for (int i = 0; i < LENGTH; i += 5)
        memcpy(line + i, "h2e2 ", 5);
    assert_true(talk_send(&talk, line, LENGTH));
    talk_say(&talk, "\nisready");
    talk_hear(&talk, "info string move 2: ");
    talk_hear(&talk, "readyok");
    free(line);
    uci_quit(&talk);
}

/* Horses that go to and fro ten thousand times: no rule of repetition keeps a position from being set. */
static void test_ten_thousand_moves(void **state)
{
    static const char *const cycle[] = {" b0c2", " b9c7", " c2b0", " c7b9"};
    enum { MOVES = 10000 };
    char *line = malloc(32 + MOVES * 5);
    size_t length;

    (void)state;
    assert_non_null(line);
    length = (size_t)sprintf(line, "position startpos moves");
    for (int i = 0; i < MOVES; i++)
        length += (size_t)sprintf(line + length, "%s", cycle[i % 4]);
    line[length++] = '\n';
    uci_start(&talk);
    for (int i = 0; i < 3; i++) {
        assert_true(talk_send(&talk, line, length));
        assert_int_equal(talk_count_until_ready(&talk, "info string"), 0);
    }
    talk_say(&talk, "go depth 2");
    uci_expect_best(&talk, 0);
    line[length - 5] = 'x';
    assert_true(talk_send(&talk, line, length));
    talk_hear(&talk, "info string move 10000: ");
    uci_expect_position(&talk, "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b ");
    free(line);
    uci_quit(&talk);
}

/* `quit` and the end of input leave nothing running. */
static void test_closed_pipes(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go infinite");
    assert_int_equal(talk_end(&talk), 0);
    uci_start(&talk);
    talk_say(&talk, "go infinite");
    close(talk.from);
    talk.from = -1;
    talk_say(&talk, "isready");
    assert_int_equal(talk_end(&talk), 0);
}

/* The session ends when its output fails, though its input is still open. */
static void test_not_heard(void **state)
{
    static const char ready[] = "isready\n";
    long long deadline;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go infinite");
    close(talk.from);
    talk.from = -1;
    deadline = talk_clock_ms() + TALK_PATIENCE_MS;
    while (talk_send(&talk, ready, sizeof ready - 1))
        assert_in_range(talk_clock_ms(), 0, deadline);
    assert_int_equal(talk_end(&talk), 0);
}

/* ---- Tests: searching -------------------------------------------------------------------------------------------- */

static void test_info(void **state)
{
    static const char *const words[] = {" depth 3", " seldepth ", " multipv 1", " score cp ", " wdl ", " nodes ",
                                        " nps ",    " hashfull ", " tbhits 0",  " time ",     " pv "};
    const char *line;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name uci_showwdl value TRUE");
    talk_say(&talk, "go depth 3");
    line = talk_hear(&talk, "info depth 3");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(line, words[i]));
    uci_quit(&talk);
}

static void test_perft(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go perft 1");
    talk_hear(&talk, "h2e2: 1");
    talk_hear(&talk, "Nodes searched: 44");
    talk_say(&talk, "go perft 2");
    talk_hear(&talk, "Nodes searched: 1920");
    talk_say(&talk, "perft 3");
    talk_hear(&talk, "Nodes searched: 79666");
    talk_say(&talk, "go perft 0");
    talk_hear(&talk, "Nodes searched: 1");
    /* One that would take days is stopped. */
    talk_say(&talk, "go perft 9");
    assert_int_equal(talk_count_until_ready(&talk, "Nodes"), 0);
    talk_say(&talk, "stop");
    talk_hear(&talk, "info string perft: stopped");
    uci_quit(&talk);
}

/* The overhead of a move is taken off the clock before it is shared out. */
static void test_move_overhead(void **state)
{
    long long begun;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name Move Overhead value 4900");
    begun = talk_clock_ms();
    talk_say(&talk, "go wtime 5000 btime 5000 movestogo 1");
    talk_hear(&talk, "bestmove ");
    assert_in_range(talk_clock_ms() - begun, 0, 2000); /* without it: about 4,000 */
    uci_quit(&talk);
}

/* More memory than there is, or less than a search needs, is remarked upon, and the search goes on with what will do.
 */
static void test_impossible_memory(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name memory_kib value 1");
    talk_say(&talk, "go depth 3");
    talk_hear(&talk, "info string this search needs");
    talk_hear(&talk, "info depth 3 ");
    talk_hear(&talk, "bestmove ");
    uci_quit(&talk);
}

/* Without a legal move there is still an answer. */
static void test_no_moves(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "position fen " MATED);
    talk_say(&talk, "go depth 5");
    talk_hear(&talk, "info string the game is over: Checkmate. Red wins.");
    talk_hear(&talk, "info depth 0 score mate 0");
    talk_hear(&talk, "bestmove (none)");
    talk_say(&talk, "go infinite");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "stop");
    talk_hear(&talk, "bestmove (none)");
    /* A draw by rule, but a program that asks for a move gets one. */
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w");
    talk_say(&talk, "go depth 3");
    talk_hear(&talk, "info string the game is over: Draw");
    uci_expect_best(&talk, 0);
    uci_quit(&talk);
}

static void test_several_lines(void **state)
{
    char first[3][8] = {{0}};

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name MultiPV value 3");
    talk_say(&talk, "go depth 3");
    for (int i = 0; i < 3; i++) {
        char beginning[64];
        const char *line;

        do {
            line = talk_hear(&talk, "info depth 3");
            (void)snprintf(beginning, sizeof beginning, " multipv %d ", i + 1);
        } while (!strstr(line, beginning));
        assert_int_equal(sscanf(strstr(line, " pv "), " pv %7s", first[i]), 1);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(first[i], first[j]);
    }
    assert_int_equal(strncmp(uci_expect_best(&talk, 0), first[0], 4), 0);
    uci_quit(&talk);
}

static void test_searchmoves(void **state)
{
    const char *best;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go searchmoves a0a1 depth 3");
    assert_int_equal(strncmp(uci_expect_best(&talk, 0), "a0a1", 4), 0);
    talk_say(&talk, "go depth 2 searchmoves i0i1 a0a1 nodes 5000");
    best = uci_expect_best(&talk, 0);
    assert_true(strncmp(best, "a0a1", 4) == 0 || strncmp(best, "i0i1", 4) == 0);
    /* If none of them is legal, all moves are searched. */
    talk_say(&talk, "go searchmoves a9a8 depth 2");
    talk_hear(&talk, "info string searchmoves: 'a9a8'");
    uci_expect_best(&talk, 0);
    uci_quit(&talk);
}

static void test_limits(void **state)
{
    long long begin;
    const char *line;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go nodes 3000 depth 30 wtime 600000");
    while (strncmp(line = talk_hear(&talk, ""), "bestmove", 8) != 0)
        assert_true(uci_number_behind(line, " nodes ") <= 3000);
    begin = talk_clock_ms();
    talk_say(&talk, "go movetime 300");
    uci_expect_best(&talk, 0);
    assert_in_range(talk_clock_ms() - begin, 250, 5000);
    talk_say(&talk, "go wtime -5 btime 1000");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go btime 1000"); /* the own clock is missing */
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go movetime 0");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go depth 0");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go depth 99999999999999999999 nodes 100 movetime 99999999999999999999 movestogo 0");
    uci_expect_best(&talk, 0);
    uci_quit(&talk);
}

/* Forty plies with two seconds a side and no increment: no side loses on time. */
static void test_clock(void **state)
{
    long long clocks[2] = {2000, 2000};
    char line[1024] = "position startpos moves";

    (void)state;
    uci_start(&talk);
    for (int ply = 0; ply < 40; ply++) {
        long long begin;
        char best[8];

        talk_say(&talk, "%s", line);
        talk_say(&talk, "isready");
        talk_hear(&talk, "readyok");
        begin = talk_clock_ms();
        talk_say(&talk, "go wtime %lld btime %lld", clocks[0], clocks[1]);
        assert_int_equal(sscanf(uci_expect_best(&talk, 0), "%7s", best), 1);
        clocks[ply % 2] -= talk_clock_ms() - begin;
        assert_true(clocks[ply % 2] > 0);
        (void)snprintf(line + strlen(line), sizeof line - strlen(line), " %s", best);
    }
    uci_quit(&talk);
}

/* ---- Tests: commands while a search runs ------------------------------------------------------------------------- */

static void test_ready_while_searching(void **state)
{
    long long begin;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go infinite");
    talk_hear(&talk, "info depth 3");
    begin = talk_clock_ms();
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    talk_say(&talk, "d");
    talk_hear(&talk, "Fen: ");
    talk_say(&talk, "eval");
    talk_hear(&talk, "Evaluation: ");
    assert_in_range(talk_clock_ms() - begin, 0, 2000);
    talk_say(&talk, "stop");
    uci_expect_best(&talk, 0);
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    talk_say(&talk, "go infinite");
    uci_quit(&talk);
}

/* An infinite search that has found everything out keeps it to itself until it is asked. */
static void test_infinite_waits(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "position fen " MATE_IN_1);
    talk_say(&talk, "go infinite");
    assert_true(talk_is_silent(&talk, "bestmove", 300));
    talk_say(&talk, "stop");
    uci_expect_best(&talk, 0);
    uci_quit(&talk);
}

/* Commands that need the engine to be idle stop it, and the search is answered first. */
static void test_interrupted(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go infinite");
    talk_say(&talk, "position startpos moves h2e2");
    uci_expect_best(&talk, 0);
    uci_expect_position(&talk, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "go infinite");
    talk_say(&talk, "setoption name rules value asian");
    uci_expect_best(&talk, 0);
    uci_expect_position(&talk, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "go infinite");
    talk_say(&talk, "go depth 2");
    uci_expect_best(&talk, 0);
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go infinite");
    talk_say(&talk, "ucinewgame");
    uci_expect_best(&talk, 0);
    uci_quit(&talk);
}

/* `stop` meets searches at every stage of their end; each is answered once. */
static void test_stop_races(void **state)
{
    enum { ROUNDS = 400 };

    (void)state;
    uci_start(&talk);
    for (int i = 0; i < ROUNDS; i++) {
        static const char *const kinds[] = {"depth 1", "movetime 1", "nodes 300", "infinite", "depth 2", "mate 1"};

        talk_say(&talk, "position startpos%s", i % 2 ? " moves h2e2" : "");
        talk_say(&talk, "go %s", kinds[i % 6]);
        if (i % 5 == 0)
            talk_say(&talk, "isready");
        talk_say(&talk, "stop");
        uci_expect_best(&talk, 0);
        assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    }
    uci_quit(&talk);
}

/* A `stop` that comes before the search has begun still gets a move that was searched. */
static void test_stop_right_away(void **state)
{
    static const char lines[] = "go infinite\nstop\n";

    (void)state;
    uci_start(&talk);
    for (int i = 0; i < 50; i++) {
        const char *line;

        assert_true(talk_send(&talk, lines, sizeof lines - 1));
        while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0)
            assert_null(strstr(line, "info depth 0"));
        assert_non_null(line);
        assert_string_not_equal(line, "bestmove (none)");
    }
    uci_quit(&talk);
}

static void test_ponder(void **state)
{
    long long begin;

    (void)state;
    uci_start(&talk);
    /* Until the hit nothing is answered, however little time there is. */
    talk_say(&talk, "position startpos moves h2e2 h9g7");
    talk_say(&talk, "go ponder wtime 1500 btime 1500");
    assert_true(talk_is_silent(&talk, "bestmove", 400));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    uci_expect_best(&talk, 0);
    assert_in_range(talk_clock_ms() - begin, 0, 1500);
    /* The 2 s that this clock is good for were thought already, and are not thought again. */
    talk_say(&talk, "go ponder wtime 2680 btime 2680 movestogo 1");
    assert_true(talk_is_silent(&talk, "bestmove", 2200));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    uci_expect_best(&talk, 0);
    assert_in_range(talk_clock_ms() - begin, 0, 1500);
    talk_say(&talk, "go ponder movetime 100");
    assert_true(talk_is_silent(&talk, "bestmove", 300));
    talk_say(&talk, "stop");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go ponder movetime 300");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    talk_say(&talk, "ponderhit");
    uci_expect_best(&talk, 0);
    assert_in_range(talk_clock_ms() - begin, 250, 5000);
    /* A search that has ended meanwhile is answered at the hit, one with a depth when it gets there. */
    talk_say(&talk, "go ponder depth 2");
    assert_true(talk_is_silent(&talk, "bestmove", 200));
    talk_say(&talk, "ponderhit");
    uci_expect_best(&talk, 0);
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    uci_quit(&talk);
}

#ifndef IS_SANITIZED
/* Threads that help must not take the room that the thinking thread needs: `go` is answered by a move. */
static void test_little_address_space(void **state)
{
    static const int threads[] = {2, 8, 64};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const char *program = getenv("BOYI") ? getenv("BOYI") : "build/boyi";
        const char *const arguments[] = {"/bin/sh", "-c", "ulimit -v 60000; exec \"$0\" uci", program, NULL};

        talk_start_program(&talk, arguments);
        talk_say(&talk, "uci");
        talk_hear(&talk, "uciok");
        talk_say(&talk, "setoption name Threads value %d", threads[i]);
        talk_say(&talk, "setoption name Hash value 16");
        talk_say(&talk, "isready");
        talk_hear(&talk, "readyok");
        for (int j = 0; j < 2; j++) {
            talk_say(&talk, "position startpos");
            talk_say(&talk, "go nodes 2000");
            assert_true(uci_number_behind(talk_hear(&talk, "info depth "), "depth") > 0); /* a searched move */
            uci_expect_best(&talk, 0);
        }
        uci_quit(&talk);
    }
}

/* Memory that the system has given to the program, in MiB; 0 where we cannot ask for it. */
static unsigned long resident_mib(pid_t pid)
{
    char name[64];
    unsigned long all, resident = 0;
    FILE *file;

    (void)snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
    file = fopen(name, "r");
    if (file) {
        assert_int_equal(fscanf(file, "%lu %lu", &all, &resident), 2);
        (void)fclose(file);
    }
    return resident * (unsigned long)sysconf(_SC_PAGESIZE) / 1048576;
}

/* New games replace the hash table; the old one does not stay in memory beside it. */
static void test_memory_of_new_games(void **state)
{
    enum { HASH_MIB = 32, OTHER_MIB = 12 };

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name Threads value 1");
    talk_say(&talk, "setoption name Hash value %d", HASH_MIB);
    talk_say(&talk, "isready");
    talk_hear(&talk, "readyok");
    for (int i = 0; i < 3; i++) {
        static const char *const searches[] = {"go nodes 1",    "ucinewgame", "go depth 1",
                                               "go nodes 1000", "ucinewgame", "go depth 1"};

        talk_say(&talk, "position startpos");
        for (size_t j = 0; j < sizeof searches / sizeof *searches; j++) {
            talk_say(&talk, "%s", searches[j]);
            if (strncmp(searches[j], "go", 2) == 0)
                uci_expect_best(&talk, 0);
            else
                (void)talk_count_until_ready(&talk, "");
        }
        assert_true(resident_mib(talk.pid) <= HASH_MIB + OTHER_MIB);
    }
    uci_quit(&talk);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greeting),
        cmocka_unit_test(test_expert),
        cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_move_overhead),
        cmocka_unit_test(test_impossible_memory),
#ifndef IS_SANITIZED
        cmocka_unit_test(test_little_address_space),
        cmocka_unit_test(test_memory_of_new_games),
#endif
        cmocka_unit_test(test_pikafish),
        cmocka_unit_test(test_fairy_stockfish),
        cmocka_unit_test(test_cyclone),
        cmocka_unit_test(test_wrong_positions),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_ends_of_lines),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_ten_thousand_moves),
        cmocka_unit_test(test_closed_pipes),
        cmocka_unit_test(test_not_heard),
        cmocka_unit_test(test_info),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_searchmoves),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_ready_while_searching),
        cmocka_unit_test(test_infinite_waits),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_stop_races),
        cmocka_unit_test(test_stop_right_away),
        cmocka_unit_test(test_ponder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
