/* SPDX-License-Identifier: MIT
 *
 * Matches between correct and faulty engines. A fault loses the game, the result names the reason, and the match
 * continues.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/match.h"

/* ---- Engines that behave ----------------------------------------------------------------------------------------- */

/* The same engine plays the same game over every protocol. */
static void test_protocols(void **state)
{
    static const char *const protocols[] = {"uci", "ucci", "xboard"};
    char games[3][1 << 15];

    (void)state;
    for (int i = 0; i < 3; i++) {
        char path[] = "/tmp/boyi_match_XXXXXX";
        struct staged staged;
        char *text, *moves;

        close(mkstemp(path));
        unlink(path);
        stage(&staged, protocols[i], "", "");
        staged.settings.pgn = path;
        stage_run(&staged);
        assert_int_equal(staged.state.done, 2);
        for (int fault = 1; fault < MATCH_FAULT_KINDS; fault++)
            assert_int_equal(staged.state.faults[0][fault] + staged.state.faults[1][fault], 0);
        text = match_read_file(path);
        moves = strstr(text, "\n\n");
        assert_non_null(moves);
        /* Only the time in the comments differs from run to run. */
        for (char *to = games[i]; (*to = *moves) != 0 && to - games[i] < (1 << 15) - 2; moves++)
            if (*moves == '{')
                moves = strchr(moves, '}');
            else
                to++;
        for (char *date; (date = strstr(games[i], "[Date")) != NULL;)
            memset(date, ' ', 20);
        free(text);
        unlink(path);
        stage_close(&staged);
    }
    assert_true(strlen(games[0]) > 400);
    assert_string_equal(games[0], games[1]);
    assert_string_equal(games[0], games[2]);
}

static const char fens[] = "startpos moves h2e2 h9g7\n"
                           "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 3 40\n"
                           "3k5/9/9/9/9/9/9/9/9/4K3R w moves i0i9 d9d8\n";

/* Openings are set up over every protocol, FENs with black to move and moves behind FENs too. */
static void test_openings(void **state)
{
    static const char *const protocols[] = {"uci", "ucci", "xboard"};
    char path[] = "/tmp/boyi_match_XXXXXX";
    int file = mkstemp(path);

    (void)state;
    assert_int_equal(write(file, fens, sizeof fens - 1), sizeof fens - 1);
    close(file);
    for (int i = 0; i < 3; i++) {
        struct staged staged;

        stage(&staged, protocols[i], "", "");
        match_openings_destroy(staged.openings);
        assert_int_equal(match_openings_read(staged.opened.game, path, &staged.openings, NULL), BY_OK);
        staged.settings.table.openings = staged.openings;
        staged.settings.games = 6;
        stage_run(&staged);
        assert_int_equal(staged.state.done, 6);
        for (int fault = 1; fault < MATCH_FAULT_KINDS; fault++)
            assert_int_equal(staged.state.faults[0][fault] + staged.state.faults[1][fault], 0);
        stage_close(&staged);
    }
    unlink(path);
}

/* An XBoard engine without setboard plays openings of moves alone, and the others are refused before the first game. */
static void test_openings_without_setboard(void **state)
{
    char path[] = "/tmp/boyi_match_XXXXXX";
    int file = mkstemp(path);

    (void)state;
    for (int has_fen = 0; has_fen < 2; has_fen++) {
        size_t length = has_fen ? sizeof fens - 1 : strcspn(fens, "\n") + 1;
        struct staged staged;

        assert_int_equal(pwrite(file, fens, length, 0), length);
        stage(&staged, "xboard", "simple", "");
        match_openings_destroy(staged.openings);
        assert_int_equal(match_openings_read(staged.opened.game, path, &staged.openings, NULL), BY_OK);
        staged.settings.table.openings = staged.openings;
        assert_int_equal(match_run(&staged.settings, &staged.state, &staged.error),
                         has_fen ? BY_ERROR_UNSUPPORTED : BY_OK);
        if (has_fen)
            assert_non_null(strstr(staged.error.message, "setboard"));
        stage_close(&staged);
    }
    close(file);
    unlink(path);
}

/* Every kind of limit can be played under by who obeys. */
static void test_limits(void **state)
{
    static const struct match_limit limits[] = {
        {.kind = MATCH_LIMIT_NODES, .amount = 5},
        {.kind = MATCH_LIMIT_TIME, .amount = 10000000},
        {.kind = MATCH_LIMIT_CLOCK, .base_us = 60000000, .increment_us = 100000},
        {.kind = MATCH_LIMIT_CLOCK, .base_us = 60000000, .moves = 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct staged staged;

        stage(&staged, "uci", "", "");
        staged.settings.limit = limits[i];
        staged.settings.margin_us = 10000000;
        stage_run(&staged);
        assert_int_equal(staged.state.done, 2);
        assert_int_equal(staged.state.faults[0][MATCH_FAULT_TIME], 0);
        stage_close(&staged);
    }
}

/* Both clocks are sent correctly: first by UCI, which names colours, then by UCCI, which names own and opponent's
 * time. */
static void test_clocks_are_told(void **state)
{
    static const char *const protocols[] = {"uci", "ucci"};
    static const char *const said[] = {
        " 1 first < go wtime 61000 btime 32000 winc 1000 binc 2000\n",
        " 1 first < go time 61000 increment 1000 opptime 32000 oppincrement 2000\n",
    };

    (void)state;
    for (int i = 0; i < 2; i++) {
        char path[] = "/tmp/boyi_match_XXXXXX";
        struct staged staged;
        char *text;

        close(mkstemp(path));
        stage(&staged, protocols[i], "", "clock=60+1");
        assert_int_equal(match_limit_read_clock("30+2", &staged.settings.players[1]->limit, NULL), BY_OK);
        staged.settings.log = path;
        staged.settings.games = 1;
        staged.settings.table.adjudication.max_plies = 1;
        stage_run(&staged);
        text = match_read_file(path);
        if (!strstr(text, said[i]))
            fail_msg("no '%s' in %s", said[i], text);
        free(text);
        unlink(path);
        stage_close(&staged);
    }
}

/* A loss with red does not count as a win with red. */
static void test_red_wins(void **state)
{
    (void)state;
    for (int games = 1; games <= 2; games++) {
        struct staged staged;

        stage(&staged, "uci", "illegal 1", "");
        staged.settings.games = games;
        stage_run(&staged);
        assert_int_equal(staged.state.score.losses, games);
        assert_int_equal(staged.state.firsts, games - 1);
        stage_close(&staged);
    }
}

/* An engine whose processor time counts is stopped when it is used up, and not before. */
static void test_cpu_time(void **state)
{
    struct staged staged;

    (void)state;
    stage(&staged, "uci", "burn 1", "");
    staged.settings.limit = (struct match_limit){.kind = MATCH_LIMIT_CPU, .amount = 20000};
    staged.settings.margin_us = 10000000;
    staged.settings.table.adjudication.max_plies = 6;
    /* The other answers at once and needs no stop. */
    stage_run(&staged);
    assert_int_equal(staged.state.score.draws, 2);
    stage_close(&staged);
}

/* An engine that has nothing left to search waits for the stop and uses no processor time; it gets it nevertheless. */
static void test_cpu_time_of_idle_engines(void **state)
{
    struct staged staged;

    (void)state;
    stage(&staged, "uci", "wait 1", "");
    staged.settings.limit = (struct match_limit){.kind = MATCH_LIMIT_CPU, .amount = 10000000};
    staged.settings.table.patience_us = 1000000;
    staged.settings.table.adjudication.max_plies = 4;
    stage_run(&staged);
    assert_int_equal(staged.state.score.draws, 2);
    stage_close(&staged);
}

/* Patience is for answers that are overdue, and not for the time that an engine is given. */
static void test_cpu_time_beyond_patience(void **state)
{
    struct staged staged;

    (void)state;
    stage(&staged, "uci", "burn 1", "");
    staged.settings.limit = (struct match_limit){.kind = MATCH_LIMIT_CPU, .amount = 1500000};
    staged.settings.margin_us = 10000000;
    staged.settings.table.patience_us = 1000000;
    staged.settings.table.adjudication.max_plies = 1;
    stage_run(&staged);
    assert_int_equal(staged.state.score.draws, 2);
    stage_close(&staged);
}

/* ---- Engines that do not ----------------------------------------------------------------------------------------- */

/* Every misdeed is counted as what it is, and the next game is played. */
static void test_faults(void **state)
{
    static const struct {
        const char *protocol, *deeds;
        enum match_fault fault;
        const char *says;
    } cases[] = {
        {"uci", "crash 3", MATCH_FAULT_CRASH, "out of cheese"},
        {"uci", "crash 1", MATCH_FAULT_CRASH, "signal 6"},
        {"ucci", "crash 2", MATCH_FAULT_CRASH, "signal 6"},
        {"xboard", "crash 2", MATCH_FAULT_CRASH, "signal 6"},
        {"uci", "hang 2", MATCH_FAULT_HANG, "no move"},
        {"uci", "deaf 2", MATCH_FAULT_HANG, "no move"},
        {"ucci", "hang 2", MATCH_FAULT_HANG, "no move"},
        {"xboard", "hang 2", MATCH_FAULT_HANG, "no move"},
        {"uci", "flood 2", MATCH_FAULT_HANG, "no move"},
        {"uci", "torrent 2", MATCH_FAULT_HANG, "no move"},
        {"uci", "close 2", MATCH_FAULT_CRASH, "closed its output"},
        {"uci", "illegal 2", MATCH_FAULT_ILLEGAL, "a0a9"},
        {"ucci", "illegal 2", MATCH_FAULT_ILLEGAL, "a0a9"},
        {"xboard", "illegal 2", MATCH_FAULT_ILLEGAL, "a0a9"},
        {"uci", "empty 2", MATCH_FAULT_NONSENSE, "no move"},
        {"ucci", "empty 2", MATCH_FAULT_NONSENSE, "no move"},
        {"uci", "refuse 2", MATCH_FAULT_NONSENSE, "(none)"},
        {"ucci", "refuse 2", MATCH_FAULT_NONSENSE, "nobestmove"},
        {"xboard", "claim 2", MATCH_FAULT_NONSENSE, "I am tired"},
        {"xboard", "reject 2", MATCH_FAULT_NONSENSE, "Illegal move"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;
        int faults = 0;

        stage(&staged, cases[i].protocol, cases[i].deeds, "");
        /* Patience is for both engines, and the one that behaves may have to wait for a busy processor. */
        if (cases[i].fault == MATCH_FAULT_HANG) {
            staged.settings.table.patience_us = 1000000;
            staged.settings.concurrency = 2;
        }
        stage_run(&staged);
        for (int fault = 1; fault < MATCH_FAULT_KINDS; fault++)
            faults += staged.state.faults[0][fault] + staged.state.faults[1][fault];
        if (staged.state.faults[0][cases[i].fault] != 2 || faults != 2 || staged.state.score.losses != 2 ||
            !strstr(staged.last_reason, cases[i].says))
            fail_msg("%s %s: %d of its kind, %d in all, %d losses, '%s'", cases[i].protocol, cases[i].deeds,
                     staged.state.faults[0][cases[i].fault], faults, staged.state.score.losses, staged.last_reason);
        stage_close(&staged);
    }
}

/* A late engine loses on time, unless it is within the margin. */
static void test_time(void **state)
{
    struct staged staged;

    (void)state;
    for (int is_forgiven = 0; is_forgiven < 2; is_forgiven++) {
        stage(&staged, "uci", "late 2 30", is_forgiven ? "time=1 margin=60000" : "time=1 margin=2");
        staged.settings.table.adjudication.max_plies = 6;
        stage_run(&staged);
        assert_int_equal(staged.state.faults[0][MATCH_FAULT_TIME], is_forgiven ? 0 : 2);
        assert_int_equal(staged.state.score.draws, is_forgiven ? 2 : 0);
        stage_close(&staged);
    }
    /* The margin is forgiven once: twice as much would be enough. */
    stage(&staged, "uci", "late 1 300", "time=1 margin=200");
    staged.settings.table.adjudication.max_plies = 2;
    stage_run(&staged);
    assert_int_equal(staged.state.faults[0][MATCH_FAULT_TIME], 2);
    stage_close(&staged);
    /* A clock adds up: no move takes long, all together do. */
    stage(&staged, "uci", "late 1 15", "clock=0.1+0.001 margin=0");
    stage_run(&staged);
    assert_int_equal(staged.state.faults[0][MATCH_FAULT_TIME], 2);
    stage_close(&staged);
}

static void test_resignation(void **state)
{
    static const char *const protocols[] = {"ucci", "xboard"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct staged staged;

        stage(&staged, protocols[i], "resign 2", "");
        stage_run(&staged);
        assert_int_equal(staged.state.score.losses, 2);
        assert_int_equal(staged.state.faults[0][MATCH_FAULT_NONSENSE], 0);
        assert_string_equal(staged.last_reason, "resignation");
        stage_close(&staged);
    }
}

/* An engine that cannot be used is found out before the first game, with what it said. */
static void test_engines_that_do_not_start(void **state)
{
    static const struct {
        const char *protocol, *deeds, *more, *says;
    } cases[] = {
        {"uci", "die", "", "no licence found"},
        {"uci", "die", "", "exit code 7"},
        {"xboard", "die", "", "exit code 7"},
        {"uci", "play", "option.Nonsense=3", "no option 'Nonsense'"},
        {"uci", "play", "'option.Skill Level=10'", "Skill Level: '10' does not fit, expected type spin"},
        {"uci", "play", "'option.Skill Level=-1'", "does not fit"},
        {"uci", "play", "'option.Skill Level='", "does not fit"},
        {"uci", "play", "'option.Skill Level=3x'", "does not fit"},
        {"uci", "play", "option.Style=quite", "'quite' does not fit"},
        {"uci", "play", "'option.Style=wild var'", "does not fit"},
        {"uci", "play", "option.Fast=on", "'on' does not fit"},
        {"ucci", "play", "option.usemillisec=1", "'1' does not fit"},
        {"uci", "play", "cmd=/nowhere/at/all", "/nowhere/at/all"},
        {"uci", "play", "dir=/nowhere/at/all", "/nowhere/at/all"},
        {"xboard", "play", "nodes=100", "nodes"},
        {"xboard", "play", "cpu-time=100", "CPU time"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;

        stage(&staged, cases[i].protocol, cases[i].deeds, cases[i].more);
        assert_int_not_equal(match_run(&staged.settings, &staged.state, &staged.error), BY_OK);
        if (!strstr(staged.error.message, cases[i].says) || !strstr(staged.error.message, "first"))
            fail_msg("'%s', expected '%s'", staged.error.message, cases[i].says);
        stage_close(&staged);
    }
}

/* One that never answers the greeting is not waited for longer than patience says. */
static void test_mute_engines(void **state)
{
    static const char *const protocols[] = {"uci", "ucci"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct staged staged;

        stage(&staged, protocols[i], "mute", "");
        staged.settings.table.patience_us = 200000;
        assert_int_not_equal(match_run(&staged.settings, &staged.state, &staged.error), BY_OK);
        assert_non_null(strstr(staged.error.message, i ? "no 'ucciok'" : "no 'uciok'"));
        assert_non_null(strstr(staged.error.message, "first"));
        stage_close(&staged);
    }
}

/* An option of several words is understood, and so are all values that fit. */
static void test_options(void **state)
{
    struct staged staged;

    (void)state;
    stage(&staged, "uci", "",
          "'option.Skill Level=9' 'option.skill level=0' option.Style=calm 'option.Style=quite wild' option.style=WILD "
          "option.Fast=true option.File=/nowhere option.File= option.Clear=");
    staged.settings.table.adjudication.max_plies = 4;
    stage_run(&staged);
    stage_close(&staged);
}

/* The log has both sides of the conversation. */
static void test_log(void **state)
{
    char path[] = "/tmp/boyi_match_XXXXXX";
    struct staged staged;
    char *text;

    (void)state;
    close(mkstemp(path));
    stage(&staged, "uci", "", "");
    staged.settings.log = path;
    staged.settings.table.adjudication.max_plies = 2;
    stage_run(&staged);
    text = match_read_file(path);
    assert_non_null(strstr(text, " 0 first < uci\n"));
    assert_non_null(strstr(text, " 1 second > uciok\n"));
    assert_non_null(strstr(text, " 1 first < position startpos\n"));
    assert_non_null(strstr(text, " 1 first > bestmove "));
    free(text);
    unlink(path);
    stage_close(&staged);
}

/* ---- Adjudication ------------------------------------------------------------------------------------------------ */

/* An engine that reports such a bad score loses, unless the opponent must agree; claiming a win alone gains nothing. */
static void test_adjudication(void **state)
{
    static const struct {
        const char *deeds, *resign, *draw;
        int losses, draws;
    } cases[] = {
        {"score 1 -900", "score=900 moves=3", NULL, 2, 0},
        {"score 1 -899", "score=900 moves=3", NULL, 0, 2},
        {"score 1 900", "score=900 moves=3", NULL, 0, 2},
        {"score 1 -900", "score=900 moves=3 both=on", NULL, 0, 2},
        {"score 1 0", NULL, "score=10 moves=2 after=2", 0, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct match_adjudication *rules;
        struct staged staged;

        stage(&staged, "uci", cases[i].deeds, "");
        rules = &staged.settings.table.adjudication;
        if (cases[i].resign)
            assert_int_equal(match_adjudication_read_resign(cases[i].resign, rules, NULL), BY_OK);
        if (cases[i].draw)
            assert_int_equal(match_adjudication_read_draw(cases[i].draw, rules, NULL), BY_OK);
        rules->max_plies = 12;
        stage_run(&staged);
        assert_int_equal(staged.state.score.losses, cases[i].losses);
        assert_int_equal(staged.state.score.draws, cases[i].draws);
        stage_close(&staged);
    }
}

static void note(struct match_referee *referee, const struct match_adjudication *rules, int side, bool has_score,
                 int score)
{
    match_referee_record(referee, rules, side, &(struct match_answer){.has_score = has_score, .score = score});
}

/* Rows of bad or level scores count only if nothing else comes between. */
static void test_referee(void **state)
{
    struct match_adjudication rules = {.resign_score = 500,
                                       .resign_moves = 2,
                                       .resign_both = true,
                                       .draw_score = 20,
                                       .draw_moves = 2,
                                       .draw_after = 10,
                                       .max_plies = 100};
    struct match_referee referee = {0};
    enum by_outcome outcome;
    const char *reason;

    (void)state;
    note(&referee, &rules, 0, true, -500);
    note(&referee, &rules, 1, true, 500);
    note(&referee, &rules, 0, false, 0);
    note(&referee, &rules, 1, true, 500);
    note(&referee, &rules, 0, true, -500);
    assert_false(match_referee_ends(&referee, &rules, 5, &outcome, &reason));
    note(&referee, &rules, 0, true, -MATCH_MATE);
    assert_true(match_referee_ends(&referee, &rules, 6, &outcome, &reason));
    assert_int_equal(outcome, BY_OUTCOME_SECOND);

    referee = (struct match_referee){0};
    for (int i = 0; i < 2; i++) {
        note(&referee, &rules, 0, true, -20);
        note(&referee, &rules, 1, true, 20);
    }
    assert_false(match_referee_ends(&referee, &rules, 19, &outcome, &reason));
    assert_true(match_referee_ends(&referee, &rules, 20, &outcome, &reason));
    assert_int_equal(outcome, BY_OUTCOME_DRAW);
    note(&referee, &rules, 1, true, 21);
    assert_false(match_referee_ends(&referee, &rules, 99, &outcome, &reason));
    assert_true(match_referee_ends(&referee, &rules, 100, &outcome, &reason));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_protocols),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_openings_without_setboard),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_clocks_are_told),
        cmocka_unit_test(test_red_wins),
        cmocka_unit_test(test_cpu_time),
        cmocka_unit_test(test_cpu_time_of_idle_engines),
        cmocka_unit_test(test_cpu_time_beyond_patience),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_resignation),
        cmocka_unit_test(test_engines_that_do_not_start),
        cmocka_unit_test(test_mute_engines),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_adjudication),
        cmocka_unit_test(test_referee),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
