/* SPDX-License-Identifier: MIT
 *
 * Mates over UCI: those that the search sees at once, those that only a thorough search finds, those that are not
 * there, and what is said when the search ends before all was tried.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "support/uci.h"

#define MATE_IN_1 "3k5/R8/1R7/9/9/9/9/9/9/4K4 w"
#define MATE_IN_2 "3k5/9/R8/1R7/9/9/9/9/9/5K3 w"

static struct talk talk;

static void expect_mate(const char *position, const char *go, int moves)
{
    const char *line;
    int told = 0;

    talk_say(&talk, "position fen %s", position);
    talk_say(&talk, "%s", go);
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0)
        if (strstr(line, " score mate "))
            told = (int)uci_number_behind(line, " score mate ");
    assert_non_null(line);
    assert_int_equal(told, moves);
}

static void test_mate(void **state)
{
    (void)state;
    uci_start(&talk);
    expect_mate(MATE_IN_1, "go mate 1", 1);
    expect_mate(MATE_IN_2, "go mate 2", 2);
    expect_mate(MATE_IN_2 " moves a7a8", "go depth 4", -1);
    uci_quit(&talk);
}

/* Mates in three that a search with late move pruning misses at that depth: each begins with a move that neither
 * captures nor gives check, the last with a king move. */
static const char *const hidden_mates[] = {
    "4k1c2/4a4/8R/5R3/6P2/9/9/5K3/9/9 w",
    "1R3a1C1/4k4/3a5/7N1/9/9/9/9/9/c2K5 w",
    "9/4R4/4bk3/P8/9/9/9/9/3K5/9 w",
};

enum { HIDDEN_MATES = sizeof hidden_mates / sizeof hidden_mates[0] };

/* Without a mate the engine says so, and still names a move. */
static void expect_no_mate(const char *position, int moves)
{
    char remark[64];

    (void)snprintf(remark, sizeof remark, "info string no mate in %d", moves);
    talk_say(&talk, "position fen %s", position);
    talk_say(&talk, "go mate %d", moves);
    assert_string_equal(talk_hear(&talk, "info string"), remark);
    uci_expect_best(&talk, 0);
}

/* Every mate within the number of moves is found, by any method and at any level, whatever the search prunes
 * otherwise. */
static void test_hidden_mates(void **state)
{
    static const char *const settings[] = {"Threads value 2", "Threads value 1", "Skill Level value 0",
                                           "form value fail_hard", "Method value mcts"};

    (void)state;
    uci_start(&talk);
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
    uci_quit(&talk);
}

/* The whole line of a mate is reported, and not as a bound. */
static void test_line_of_mate(void **state)
{
    const char *line, *pv = NULL;
    int moves = 0;

    (void)state;
    uci_start(&talk);
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
    uci_quit(&talk);
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

/* For every mate of the tactical suite the known length is the minimum. */
static void test_mates_of_suite(void **state)
{
    FILE *file = fopen("tests/data/xiangqi_tactics.tsv", "r");
    char position[160], go[32];
    int moves, count = 0;

    (void)state;
    assert_non_null(file);
    uci_start(&talk);
    for (; take_mate(file, position, &moves); count++) {
        (void)snprintf(go, sizeof go, "go mate %d", moves);
        expect_mate(position, go, moves);
        if (moves > 1)
            expect_no_mate(position, moves - 1);
    }
    (void)fclose(file);
    assert_int_equal(count, 32);
    uci_quit(&talk);
}

/* A search that is limited does not say that there is no mate. */
static void test_unfinished_mate(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "position fen %s", hidden_mates[0]);
    talk_say(&talk, "go mate 3 nodes 1000");
    talk_hear(&talk, "info string no mate in 3 found so far");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go mate 100");
    talk_hear(&talk, "info depth 5");
    talk_say(&talk, "stop");
    talk_hear(&talk, "info string no mate in 100 found so far");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go mate 100 movetime 100");
    talk_hear(&talk, "info string no mate in 100 found so far");
    uci_expect_best(&talk, 0);
    /* Later searches are as before; their depth must not depend on the entries stored within the time. */
    talk_say(&talk, "ucinewgame");
    talk_say(&talk, "go depth 4");
    assert_in_range(uci_number_behind(talk_hear(&talk, "info depth 4"), " seldepth "), 5, 64);
    uci_expect_best(&talk, 0);
    uci_quit(&talk);
}

/* A mate in N needs 2N - 1 plies: nothing deeper is looked at. */
static void test_mate_is_no_deeper(void **state)
{
    const char *line;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "go mate 2");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) && strncmp(line, "bestmove", 8) != 0)
        if (strncmp(line, "info string", 11) != 0)
            assert_in_range(uci_number_behind(line, " depth "), 1, 3);
    assert_non_null(line);
    uci_quit(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mate_is_no_deeper), cmocka_unit_test(test_mate),
        cmocka_unit_test(test_hidden_mates),      cmocka_unit_test(test_line_of_mate),
        cmocka_unit_test(test_mates_of_suite),    cmocka_unit_test(test_unfinished_mate),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
