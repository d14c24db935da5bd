/* SPDX-License-Identifier: MIT
 *
 * UCI as programs speak it with us, over pipes: the dialects, every limit, what arrives while a search runs, and what
 * no program should send.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/talk.h"

#define MATE_IN_1 "3k5/R8/1R7/9/9/9/9/9/9/4K4 w"
#define MATE_IN_2 "3k5/9/R8/1R7/9/9/9/9/9/5K3 w"
#define MATED     "1R1k5/R8/9/9/9/9/9/9/9/4K4 b"

static struct talk talk;

/* ---- What is said ------------------------------------------------------------------------------------------------ */

static void start(void)
{
    talk_start(&talk, "uci");
    talk_say(&talk, "uci");
    talk_hear(&talk, "uciok");
}

static void quit(void)
{
    talk_say(&talk, "quit");
    assert_int_equal(talk_end(&talk), 0);
}

static void expect_position(const char *beginning)
{
    char line[256];

    (void)snprintf(line, sizeof line, "Fen: %s", beginning);
    talk_say(&talk, "d");
    talk_hear(&talk, "Fen: ");
    assert_memory_equal(talk.line, line, strlen(line));
}

static bool is_square(const char **text, int first, int last)
{
    char *end;
    long rank;

    if (**text < 'a' || **text > 'i' || !isdigit((unsigned char)(*text)[1]))
        return false;
    rank = strtol(*text + 1, &end, 10);
    *text = end;
    return rank >= first && rank <= last;
}

static bool is_move(const char *text, int first_rank)
{
    return is_square(&text, first_rank, first_rank + 9) && is_square(&text, first_rank, first_rank + 9) &&
           (!*text || *text == ' ');
}

/* Hears `bestmove` and checks its form. */
static const char *expect_best(int first_rank)
{
    const char *line = talk_hear(&talk, "bestmove ");
    const char *ponder = strstr(line, " ponder ");

    assert_true(is_move(line + 9, first_rank));
    assert_true(!ponder || is_move(ponder + 8, first_rank));
    return line + 9;
}

static long number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    if (!at)
        print_message("no '%s' in '%s'\n", word, line);
    assert_non_null(at);
    return strtol(at + strlen(word), NULL, 10);
}

/* ---- Tests: saying who it is ------------------------------------------------------------------------------------- */

/* The first answer has a name, the options that programs look for, and an end. */
static void test_greeting(void **state)
{
    static const char *const options[] = {"Hash",          "Threads",     "Ponder",      "MultiPV",
                                          "Move Overhead", "Clear Hash",  "Skill Level", "UCI_ShowWDL",
                                          "UCI_Variant",   "Method",      "rules",       "move_limit",
                                          "pvs",           "hash_scheme", "memory_kib",  "alphabeta.hash"};
    bool is_seen[16] = {false};
    const char *line;

    (void)state;
    talk_start(&talk, "uci");
    talk_say(&talk, "uci");
    assert_non_null(strstr(talk_hear(&talk, "id name "), "Boyi"));
    talk_hear(&talk, "id author ");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strcmp(line, "uciok") != 0) {
        assert_memory_equal(line, "option name ", 12);
        assert_null(strstr(line, "df-pn")); /* it answers questions and is no player */
        for (int i = 0; i < 16; i++)
            is_seen[i] |= strncmp(line + 12, options[i], strlen(options[i])) == 0 &&
                          strncmp(line + 12 + strlen(options[i]), " type ", 6) == 0;
    }
    for (int i = 0; i < 16; i++)
        assert_true(is_seen[i]);
    quit();
}

/* Without an argument the first line that means something decides; what begins nothing is skipped, and if nothing else
 * comes that is an error. */
static void test_first_line(void **state)
{
    (void)state;
    talk_start(&talk, NULL);
    talk_say(&talk, "uci\r");
    talk_hear(&talk, "uciok");
    quit();
    talk_start(&talk, NULL);
    talk_say(&talk, "\r");
    talk_say(&talk, "hello");
    talk_say(&talk, "isready");
    talk_hear(&talk, "readyok");
    quit();
    talk_start(&talk, NULL);
    talk_say(&talk, " ");
    talk_say(&talk, "ucci");
    talk_hear(&talk, "ucciok");
    quit();
    talk_start(&talk, NULL);
    quit();
    talk_start(&talk, NULL);
    talk_say(&talk, "xboard");
    assert_int_equal(talk_end(&talk), 2);
}

/* ---- Tests: dialects --------------------------------------------------------------------------------------------- */

static void test_pikafish(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position startpos moves h2e2 h9g7");
    expect_position("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w ");
    talk_say(&talk, "go depth 3");
    expect_best(0);
    talk_say(&talk, "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 moves a9a8");
    expect_position("1nbakabnr/r8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ");
    quit();
}

static void test_fairy_stockfish(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption name UCI_Variant value xiangqi");
    talk_say(&talk, "position startpos moves h3e3 h10g8");
    expect_position("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w ");
    talk_say(&talk, "go depth 3");
    expect_best(1);
    talk_say(&talk, "go perft 1");
    talk_hear(&talk, "b3b10: 1");
    talk_hear(&talk, "Nodes searched: 35");
    /* What is a move in the other dialect is none here. */
    talk_say(&talk, "position startpos moves h2e2");
    talk_hear(&talk, "info string move 1: ");
    quit();
}

static void test_cyclone(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption name UCI_Variant value xiangqi");
    talk_say(&talk, "startpos moves h2e2");
    expect_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "go depth 2");
    expect_best(0);
    talk_say(&talk, "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 moves h9g7");
    expect_position("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ");
    quit();
}

/* ---- Tests: input that is not as it should be -------------------------------------------------------------------- */

/* An illegal move is named by its number and the moves before it stand; a wrong position changes nothing. */
static void test_wrong_positions(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position startpos moves h2e2 h2e2 h9g7");
    talk_hear(&talk, "info string move 2: ");
    expect_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
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
    expect_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    quit();
}

/* Words before a command are skipped, lines without one ignored. */
static void test_garbage(void **state)
{
    static const char bytes[] = "\0\0\xFF\xFE\x80\x1B[2J\n\n\n   \n\t\njoho isready\n";

    (void)state;
    start();
    assert_true(talk_send(&talk, bytes, sizeof bytes - 1));
    talk_hear(&talk, "readyok");
    talk_say(&talk, "go depth x nodes y wtime z searchmoves q9q9 depth 1");
    talk_hear(&talk, "info string searchmoves: ");
    expect_best(0);
    talk_say(&talk, "setoption name Nothing value 3");
    talk_hear(&talk, "info string unknown option 'Nothing'");
    talk_say(&talk, "setoption");
    talk_hear(&talk, "info string setoption");
    talk_say(&talk, "setoption name pvs value perhaps");
    talk_hear(&talk, "info string option pvs: ");
    talk_say(&talk, "stop");
    talk_say(&talk, "ponderhit");
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    quit();
}

static void test_ends_of_lines(void **state)
{
    static const char lines[] = "isready\r\nposition startpos moves h2e2\r\ngo depth 1\r\n";

    (void)state;
    start();
    assert_true(talk_send(&talk, lines, sizeof lines - 1));
    talk_hear(&talk, "readyok");
    expect_best(0);
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
    start();
    assert_true(talk_send(&talk, line, LENGTH));
    assert_true(talk_send(&talk, "\nposition startpos moves ", 25));
    for (int i = 0; i < LENGTH; i += 5)
        memcpy(line + i, "h2e2 ", 5);
    assert_true(talk_send(&talk, line, LENGTH));
    talk_say(&talk, "\nisready");
    talk_hear(&talk, "info string move 2: ");
    talk_hear(&talk, "readyok");
    free(line);
    quit();
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
    start();
    for (int i = 0; i < 3; i++) {
        assert_true(talk_send(&talk, line, length));
        assert_int_equal(talk_count_until_ready(&talk, "info string"), 0);
    }
    talk_say(&talk, "go depth 2");
    expect_best(0);
    line[length - 5] = 'x';
    assert_true(talk_send(&talk, line, length));
    talk_hear(&talk, "info string move 10000: ");
    expect_position("r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b ");
    free(line);
    quit();
}

/* Who goes away, one way or the other, leaves nothing running behind. */
static void test_closed_pipes(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "go infinite");
    assert_int_equal(talk_end(&talk), 0);
    start();
    talk_say(&talk, "go infinite");
    close(talk.from);
    talk.from = -1;
    talk_say(&talk, "isready");
    assert_int_equal(talk_end(&talk), 0);
}

/* Who cannot be heard ends though he could still be told things. */
static void test_not_heard(void **state)
{
    static const char ready[] = "isready\n";
    long long deadline;

    (void)state;
    start();
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
    start();
    talk_say(&talk, "setoption name uci_showwdl value TRUE");
    talk_say(&talk, "go depth 3");
    line = talk_hear(&talk, "info depth 3");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(line, words[i]));
    quit();
}

static void test_perft(void **state)
{
    (void)state;
    start();
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
    quit();
}

static void expect_mate(const char *position, const char *go, int moves)
{
    const char *line;
    int told = 0;

    talk_say(&talk, "position fen %s", position);
    talk_say(&talk, "%s", go);
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0)
        if (strstr(line, " score mate "))
            told = (int)number_behind(line, " score mate ");
    assert_non_null(line);
    assert_int_equal(told, moves);
}

static void test_mate(void **state)
{
    (void)state;
    start();
    expect_mate(MATE_IN_1, "go mate 1", 1);
    expect_mate(MATE_IN_2, "go mate 2", 2);
    expect_mate(MATE_IN_2 " moves a7a8", "go depth 4", -1);
    quit();
}

/* Mates in three that a search with late moves passed over does not see at that depth: each begins with a move that
 * neither captures nor gives check, the last with one of the king. */
static const char *const hidden_mates[] = {
    "4k1c2/4a4/8R/5R3/6P2/9/9/5K3/9/9 w",
    "1R3a1C1/4k4/3a5/7N1/9/9/9/9/9/c2K5 w",
    "9/4R4/4bk3/P8/9/9/9/9/3K5/9 w",
};

enum { HIDDEN_MATES = sizeof hidden_mates / sizeof hidden_mates[0] };

/* Where there is none it is said, and there is a move all the same. */
static void expect_no_mate(const char *position, int moves)
{
    char remark[64];

    (void)snprintf(remark, sizeof remark, "info string no mate in %d", moves);
    talk_say(&talk, "position fen %s", position);
    talk_say(&talk, "go mate %d", moves);
    assert_string_equal(talk_hear(&talk, "info string"), remark);
    expect_best(0);
}

/* Whatever the search passes over otherwise, a mate that there is is found, by any method and at any level. */
static void test_hidden_mates(void **state)
{
    static const char *const settings[] = {"Threads value 2", "Threads value 1", "Skill Level value 0",
                                           "form value fail_hard", "Method value mcts"};

    (void)state;
    start();
    for (int i = 0; i < HIDDEN_MATES; i++) {
        expect_mate(hidden_mates[i], "go mate 3", 3);
        expect_mate(hidden_mates[i], "go mate 4", 3);
        expect_no_mate(hidden_mates[i], 2);
    }
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        talk_say(&talk, "setoption name %s", settings[i]);
        expect_mate(hidden_mates[0], "go mate 3", 3);
        expect_no_mate(hidden_mates[0], 2);
    }
    quit();
}

/* The whole line of a mate is told, and not as a bound. */
static void test_line_of_mate(void **state)
{
    const char *line, *pv = NULL;
    int moves = 0;

    (void)state;
    start();
    talk_say(&talk, "position fen %s", hidden_mates[0]);
    talk_say(&talk, "go mate 3");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0) {
        assert_null(strstr(line, "bound"));
        pv = strstr(line, " pv ") + 3;
        for (moves = 0; pv && (pv = strchr(pv, ' ')); pv++)
            moves++;
    }
    assert_string_equal(line, "bestmove i7e7 ponder e9d9");
    assert_int_equal(moves, 5);
    quit();
}

static bool take_mate(FILE *file, char *position, int *moves)
{
    char line[1024], kind[16];
    int plies;

    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && sscanf(line, "%*[^\t]\t%159[^\t]\t%15[^\t]\t%*[^\t]\t%d", position, kind, &plies) == 3 &&
            strcmp(kind, "mate") == 0 && plies <= 5) {
            *moves = (plies + 1) / 2;
            return true;
        }
    return false;
}

/* Of every mate of the tactical suite the length is known, which is the least. */
static void test_mates_of_suite(void **state)
{
    FILE *file = fopen("tests/data/xiangqi_tactics.tsv", "r");
    char position[160], go[32];
    int moves, count = 0;

    (void)state;
    assert_non_null(file);
    start();
    for (; take_mate(file, position, &moves); count++) {
        (void)snprintf(go, sizeof go, "go mate %d", moves);
        expect_mate(position, go, moves);
        if (moves > 1)
            expect_no_mate(position, moves - 1);
    }
    (void)fclose(file);
    assert_int_equal(count, 32);
    quit();
}

/* A search that is limited does not say that there is no mate. */
static void test_unfinished_mate(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen %s", hidden_mates[0]);
    talk_say(&talk, "go mate 3 nodes 1000");
    talk_hear(&talk, "info string no mate in 3 found so far");
    expect_best(0);
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go mate 100");
    talk_hear(&talk, "info depth 5");
    talk_say(&talk, "stop");
    talk_hear(&talk, "info string no mate in 100 found so far");
    expect_best(0);
    talk_say(&talk, "go mate 100 movetime 100");
    talk_hear(&talk, "info string no mate in 100 found so far");
    expect_best(0);
    /* What comes after it is searched as ever; how deep that goes must not hang on what was stored within the time. */
    talk_say(&talk, "ucinewgame");
    talk_say(&talk, "go depth 4");
    assert_in_range(number_behind(talk_hear(&talk, "info depth 4"), " seldepth "), 5, 64);
    expect_best(0);
    quit();
}

/* A mate in N needs 2N - 1 plies: nothing deeper is looked at. */
static void test_mate_is_no_deeper(void **state)
{
    const char *line;

    (void)state;
    start();
    talk_say(&talk, "go mate 2");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0)
        if (strncmp(line, "info string", 11) != 0)
            assert_in_range(number_behind(line, " depth "), 1, 3);
    assert_non_null(line);
    quit();
}

/* The overhead of a move is taken off the clock before it is shared out. */
static void test_move_overhead(void **state)
{
    long long begun;

    (void)state;
    start();
    talk_say(&talk, "setoption name Move Overhead value 4900");
    begun = talk_clock_ms();
    talk_say(&talk, "go wtime 5000 btime 5000 movestogo 1");
    talk_hear(&talk, "bestmove ");
    assert_in_range(talk_clock_ms() - begun, 0, 2000); /* without it: about 4,000 */
    quit();
}

/* More memory than there is, or less than a search needs, is remarked upon, and the search goes on with what will do.
 */
static void test_impossible_memory(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption name memory_kib value 1");
    talk_say(&talk, "go depth 3");
    talk_hear(&talk, "info string this search needs");
    talk_hear(&talk, "info depth 3 ");
    talk_hear(&talk, "bestmove ");
    quit();
}

/* Where there is no move, there is an answer. */
static void test_no_moves(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen " MATED);
    talk_say(&talk, "go depth 5");
    talk_hear(&talk, "info depth 0 score mate 0");
    talk_hear(&talk, "bestmove (none)");
    talk_say(&talk, "go infinite");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "stop");
    talk_hear(&talk, "bestmove (none)");
    /* A draw by rule, but who asks for a move gets one. */
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w");
    talk_say(&talk, "go depth 3");
    expect_best(0);
    quit();
}

static void test_several_lines(void **state)
{
    char first[3][8] = {{0}};

    (void)state;
    start();
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
    assert_int_equal(strncmp(expect_best(0), first[0], 4), 0);
    quit();
}

static void test_searchmoves(void **state)
{
    const char *best;

    (void)state;
    start();
    talk_say(&talk, "go searchmoves a0a1 depth 3");
    assert_int_equal(strncmp(expect_best(0), "a0a1", 4), 0);
    talk_say(&talk, "go depth 2 searchmoves i0i1 a0a1 nodes 5000");
    best = expect_best(0);
    assert_true(strncmp(best, "a0a1", 4) == 0 || strncmp(best, "i0i1", 4) == 0);
    /* If none of them is legal, all moves are searched. */
    talk_say(&talk, "go searchmoves a9a8 depth 2");
    talk_hear(&talk, "info string searchmoves: 'a9a8'");
    expect_best(0);
    quit();
}

static void test_limits(void **state)
{
    long long begin;
    const char *line;

    (void)state;
    start();
    talk_say(&talk, "go nodes 3000 depth 30 wtime 600000");
    while (strncmp(line = talk_hear(&talk, ""), "bestmove", 8) != 0)
        assert_true(number_behind(line, " nodes ") <= 3000);
    begin = talk_clock_ms();
    talk_say(&talk, "go movetime 300");
    expect_best(0);
    assert_in_range(talk_clock_ms() - begin, 250, 5000);
    talk_say(&talk, "go wtime -5 btime 1000");
    expect_best(0);
    talk_say(&talk, "go btime 1000"); /* the own clock is missing */
    expect_best(0);
    talk_say(&talk, "go movetime 0");
    expect_best(0);
    talk_say(&talk, "go depth 0");
    expect_best(0);
    talk_say(&talk, "go depth 99999999999999999999 nodes 100 movetime 99999999999999999999 movestogo 0");
    expect_best(0);
    quit();
}

/* Forty plies with two seconds a side and nothing more: nobody oversteps. */
static void test_clock(void **state)
{
    long long clocks[2] = {2000, 2000};
    char line[1024] = "position startpos moves";

    (void)state;
    start();
    for (int ply = 0; ply < 40; ply++) {
        long long begin;
        char best[8];

        talk_say(&talk, "%s", line);
        talk_say(&talk, "isready");
        talk_hear(&talk, "readyok");
        begin = talk_clock_ms();
        talk_say(&talk, "go wtime %lld btime %lld", clocks[0], clocks[1]);
        assert_int_equal(sscanf(expect_best(0), "%7s", best), 1);
        clocks[ply % 2] -= talk_clock_ms() - begin;
        assert_true(clocks[ply % 2] > 0);
        (void)snprintf(line + strlen(line), sizeof line - strlen(line), " %s", best);
    }
    quit();
}

/* ---- Tests: commands while a search runs ------------------------------------------------------------------------- */

static void test_ready_while_searching(void **state)
{
    long long begin;

    (void)state;
    start();
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
    expect_best(0);
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    talk_say(&talk, "go infinite");
    quit();
}

/* An infinite search that has found everything out keeps it to itself until it is asked. */
static void test_infinite_waits(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen " MATE_IN_1);
    talk_say(&talk, "go infinite");
    assert_true(talk_is_silent(&talk, "bestmove", 300));
    talk_say(&talk, "stop");
    expect_best(0);
    quit();
}

/* Commands that need the engine to be idle stop it, and the search is answered first. */
static void test_interrupted(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "go infinite");
    talk_say(&talk, "position startpos moves h2e2");
    expect_best(0);
    expect_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "go infinite");
    talk_say(&talk, "setoption name rules value asian");
    expect_best(0);
    expect_position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b ");
    talk_say(&talk, "go infinite");
    talk_say(&talk, "go depth 2");
    expect_best(0);
    expect_best(0);
    talk_say(&talk, "go infinite");
    talk_say(&talk, "ucinewgame");
    expect_best(0);
    quit();
}

/* `stop` meets searches at every stage of their end; each is answered once. */
static void test_stop_races(void **state)
{
    enum { ROUNDS = 400 };

    (void)state;
    start();
    for (int i = 0; i < ROUNDS; i++) {
        static const char *const kinds[] = {"depth 1", "movetime 1", "nodes 300", "infinite", "depth 2", "mate 1"};

        talk_say(&talk, "position startpos%s", i % 2 ? " moves h2e2" : "");
        talk_say(&talk, "go %s", kinds[i % 6]);
        if (i % 5 == 0)
            talk_say(&talk, "isready");
        talk_say(&talk, "stop");
        expect_best(0);
        assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    }
    quit();
}

static void test_ponder(void **state)
{
    long long begin;

    (void)state;
    start();
    /* Until the hit nothing is answered, however little time there is. */
    talk_say(&talk, "position startpos moves h2e2 h9g7");
    talk_say(&talk, "go ponder wtime 1500 btime 1500");
    assert_true(talk_is_silent(&talk, "bestmove", 400));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    expect_best(0);
    assert_in_range(talk_clock_ms() - begin, 0, 1500);
    /* The 2 s that this clock is good for were thought already, and are not thought again. */
    talk_say(&talk, "go ponder wtime 2680 btime 2680 movestogo 1");
    assert_true(talk_is_silent(&talk, "bestmove", 2200));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    expect_best(0);
    assert_in_range(talk_clock_ms() - begin, 0, 1500);
    talk_say(&talk, "go ponder movetime 100");
    assert_true(talk_is_silent(&talk, "bestmove", 300));
    talk_say(&talk, "stop");
    expect_best(0);
    talk_say(&talk, "go ponder movetime 300");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    begin = talk_clock_ms();
    talk_say(&talk, "ponderhit");
    talk_say(&talk, "ponderhit");
    expect_best(0);
    assert_in_range(talk_clock_ms() - begin, 250, 5000);
    /* A search that has ended meanwhile is answered at the hit, one with a depth when it gets there. */
    talk_say(&talk, "go ponder depth 2");
    assert_true(talk_is_silent(&talk, "bestmove", 200));
    talk_say(&talk, "ponderhit");
    expect_best(0);
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    quit();
}

/* ---- Tests: options ---------------------------------------------------------------------------------------------- */

enum { OPTIONS_MOST = 200, OPTION_LENGTH = 512 };

static char options[OPTIONS_MOST][OPTION_LENGTH];

static int list_options(void)
{
    int count = 0;
    const char *line;

    talk_say(&talk, "uci");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) != NULL && strcmp(line, "uciok") != 0)
        if (strncmp(line, "option name ", 12) == 0 && count < OPTIONS_MOST)
            (void)snprintf(options[count++], OPTION_LENGTH, "%s", line + 12);
    return count;
}

static bool accepts(const char *name, const char *value)
{
    talk_say(&talk, "setoption name %s value %s", name, value);
    return !talk_count_until_ready(&talk, "info string");
}

/* A preset is one of some methods. */
static bool accepts_preset(const char *value)
{
    static const char *const methods[] = {"alphabeta", "bsp", "bstar", "mcts", "minimax"};
    bool is_accepted = false;

    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        is_accepted |= accepts("Method", methods[i]) && accepts("Preset", value);
    return is_accepted;
}

/* Sets it, and sees that a search is still answered and that the value was no problem. */
static void try_value(const char *name, const char *value)
{
    if (strcmp(name, "Preset") == 0 ? !accepts_preset(value) : !accepts(name, value)) {
        print_message("%s cannot be set to '%s'\n", name, value);
        fail();
    }
    talk_say(&talk, "go depth 2 nodes 500");
    talk_hear(&talk, "bestmove ");
}

/* Every word behind `key`. */
static void try_values(const char *name, const char *description, const char *key)
{
    for (const char *at = strstr(description, key); at; at = strstr(at + 1, key)) {
        char value[64];

        if (sscanf(at + strlen(key), "%63s", value) == 1)
            try_value(name, value);
    }
}

/* All that is announced can be set to its default, its least, its greatest, each of its words. */
static void test_every_option(void **state)
{
    int count;

    (void)state;
    start();
    count = list_options();
    assert_in_range(count, 20, OPTIONS_MOST - 1);
    for (int i = 0; i < count; i++) {
        char *type = strstr(options[i], " type ");
        const char *name = options[i];

        assert_non_null(type);
        *type = 0;
        type += 6;
        if (strncmp(type, "button", 6) == 0)
            try_value(name, "");
        if (strncmp(type, "check", 5) == 0) {
            try_value(name, "true");
            try_value(name, "false");
        }
        try_values(name, type, " var ");
        try_values(name, type, " min ");
        try_values(name, type, " max ");
        try_values(name, type, " default ");
    }
    quit();
}

static void test_option_forms(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption name MOVE overhead value 100");
    talk_say(&talk, "setoption name Rules value Plain");
    talk_say(&talk, "setoption name hash value 8");
    talk_say(&talk, "setoption name hash value off");
    talk_say(&talk, "setoption name alphabeta.hash value on");
    talk_say(&talk, "setoption name Clear Hash");
    talk_say(&talk, "setoption name Hash_Scheme value ALWAYS");
    assert_int_equal(talk_count_until_ready(&talk, "info string"), 0);
    talk_say(&talk, "setoption name Threads value 8000");
    talk_hear(&talk, "info string option Threads: 8000 is not in 1..256, taken as 256");
    quit();
}

/* A preset sets the options of the search, but not what the machine gives; threads share the work. */
static void test_presets_and_threads(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption name Threads value 3");
    talk_say(&talk, "setoption name Preset value paper-survey");
    talk_say(&talk, "position fen 3k5/9/9/R8/1R7/9/9/9/9/4K4 w");
    talk_say(&talk, "go depth 3");
    talk_hear(&talk, "bestmove");
    talk_say(&talk, "setoption name Preset value nonsense");
    talk_hear(&talk, "info string option Preset: 'nonsense' does not fit");
    quit();
}

/* A preset that only another method has is refused, and nothing is changed by it. */
static void test_preset_of_other_method(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "setoption name Preset value evaluated");
    talk_hear(&talk,
              "info string option Preset: 'evaluated' is no preset of the method alphabeta, expected one of plain");
    assert_non_null(strstr(talk.line, ", full"));
    assert_null(strstr(talk.line, "evaluated,"));
    talk_say(&talk, "setoption name Method value mcts");
    talk_say(&talk, "setoption name preset value Evaluated");
    assert_int_equal(talk_count_until_ready(&talk, "info string"), 0);
    talk_say(&talk, "setoption name Preset value paper-survey");
    talk_hear(&talk, "info string option Preset: 'paper-survey' is no preset of the method mcts");
    quit();
}

/* Searches with any method as long as `go` says, and tells lines with score, nodes and moves. */
static void check_method(const char *method)
{
    talk_say(&talk, "setoption name Method value %s", method);
    talk_say(&talk, "ucinewgame");
    talk_say(&talk, "position startpos moves h2e2");
    talk_say(&talk, "go nodes 5000");
    (void)talk_hear(&talk, "info depth");
    assert_non_null(strstr(talk.line, " multipv 1 score cp "));
    assert_non_null(strstr(talk.line, " nodes "));
    assert_non_null(strstr(talk.line, " pv "));
    expect_best(0);
    talk_say(&talk, "setoption name MultiPV value 3");
    talk_say(&talk, "go nodes 5000");
    do
        (void)talk_hear(&talk, "info depth");
    while (!strstr(talk.line, " multipv 3 "));
    expect_best(0);
    talk_say(&talk, "setoption name MultiPV value 1");
    talk_say(&talk, "go movetime 50");
    expect_best(0);
    talk_say(&talk, "go wtime 2000 btime 2000");
    expect_best(0);
    talk_say(&talk, "go mate 1");
    expect_best(0);
    talk_say(&talk, "go infinite");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "stop");
    expect_best(0);
    talk_say(&talk, "go ponder wtime 2000 btime 2000");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "ponderhit");
    expect_best(0);
    talk_say(&talk, "position fen 3k5/R8/9/9/1R6p/9/9/9/9/4K4 w");
    talk_say(&talk, "go nodes 20000");
    do
        (void)talk_hear(&talk, "info depth");
    while (!strstr(talk.line, " score mate 1 "));
    expect_best(0);
}

/* Sampling and bounds are played with as alpha-beta is. */
static void test_methods(void **state)
{
    (void)state;
    start();
    check_method("mcts");
    check_method("bsp");
    check_method("bstar");
    quit();
}

static uint64_t nodes_until_stop(const char *method)
{
    const char *nodes;

    talk_say(&talk, "setoption name Method value %s", method);
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go infinite");
    do
        nodes = strstr(talk_hear(&talk, "info depth"), " nodes ");
    while (strtoull(nodes + 7, NULL, 10) <= 20000);
    talk_say(&talk, "stop");
    expect_best(0);
    return strtoull(nodes + 7, NULL, 10);
}

/* Methods that would end by themselves without a limit go on while somebody waits: mcts beyond its iterations. */
static void test_infinite_goes_on(void **state)
{
    (void)state;
    start();
    assert_true(nodes_until_stop("mcts") > 20000);
    quit();
}

/* What is announced for mcts is what is in force: the evaluation of the game in place of playouts. */
static void test_mcts_evaluates(void **state)
{
    int count;
    bool is_found = false;

    (void)state;
    start();
    count = list_options();
    for (int i = 0; i < count; i++)
        is_found |= strncmp(options[i], "playouts type combo default none ", 33) == 0;
    assert_true(is_found);
    quit();
}

/* A change of rules keeps the game that was played so far. */
static void test_rules_keep_the_game(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 7 12 moves a1a2 d9d8");
    talk_say(&talk, "setoption name rules value plain");
    talk_say(&talk, "setoption name move_limit value 60");
    expect_position("9/3k5/9/9/9/9/9/R8/9/4K4 w - - 9 13");
    quit();
}

/* The weakest plays, and with the same seed plays the same. */
static void test_skill(void **state)
{
    char first[8], again[8];

    (void)state;
    for (int level = 0; level < 20; level += 6) {
        for (int i = 0; i < 2; i++) {
            start();
            talk_say(&talk, "setoption name Skill Level value %d", level);
            talk_say(&talk, "setoption name Skill Seed value 7");
            talk_say(&talk, "go movetime 5000");
            assert_int_equal(sscanf(expect_best(0), "%7s", i ? again : first), 1);
            quit();
        }
        assert_string_equal(first, again);
    }
}

/* What people type. */
static void test_for_people(void **state)
{
    long nodes;

    (void)state;
    start();
    talk_say(&talk, "help");
    talk_hear(&talk, "quit ");
    talk_say(&talk, "setoption name evaluation value placement");
    talk_say(&talk, "eval");
    talk_hear(&talk, "Evaluation: 0 ");
    talk_say(&talk, "bench 3");
    nodes = number_behind(talk_hear(&talk, "Nodes searched: "), ": ");
    assert_true(nodes > 0);
    talk_say(&talk, "bench 3");
    assert_int_equal(number_behind(talk_hear(&talk, "Nodes searched: "), ": "), nodes);
    talk_say(&talk, "why");
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    quit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greeting),
        cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_mate_is_no_deeper),
        cmocka_unit_test(test_move_overhead),
        cmocka_unit_test(test_impossible_memory),
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
        cmocka_unit_test(test_mate),
        cmocka_unit_test(test_hidden_mates),
        cmocka_unit_test(test_line_of_mate),
        cmocka_unit_test(test_mates_of_suite),
        cmocka_unit_test(test_unfinished_mate),
        cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_searchmoves),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_ready_while_searching),
        cmocka_unit_test(test_infinite_waits),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_stop_races),
        cmocka_unit_test(test_ponder),
        cmocka_unit_test(test_every_option),
        cmocka_unit_test(test_option_forms),
        cmocka_unit_test(test_presets_and_threads),
        cmocka_unit_test(test_preset_of_other_method),
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_infinite_goes_on),
        cmocka_unit_test(test_mcts_evaluates),
        cmocka_unit_test(test_rules_keep_the_game),
        cmocka_unit_test(test_skill),
        cmocka_unit_test(test_for_people),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
