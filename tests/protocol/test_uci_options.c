/* SPDX-License-Identifier: MIT
 *
 * Options over UCI: every one of every method is announced, taken within its bounds and refused beyond; presets,
 * methods, rules and levels.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/uci.h"

static struct talk talk;

/* ---- Tests: options ---------------------------------------------------------------------------------------------- */

enum { OPTIONS_MOST = 200, OPTION_LENGTH = 512 };

static char options[OPTIONS_MOST][OPTION_LENGTH];

static int list_options(void)
{
    int count = 0;
    const char *line;

    talk_say(&talk, "uci");
    talk_say(&talk, "setoption name Expert value true");
    talk_say(&talk, "isready");
    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) != NULL && strcmp(line, "readyok") != 0)
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
    uci_start(&talk);
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
    uci_quit(&talk);
}

static void test_option_forms(void **state)
{
    (void)state;
    uci_start(&talk);
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
    uci_quit(&talk);
}

/* A preset sets the options of the search, but not what the machine gives; threads share the work. */
static void test_presets_and_threads(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "setoption name Threads value 3");
    talk_say(&talk, "setoption name Preset value paper-survey");
    talk_say(&talk, "position fen 3k5/9/9/R8/1R7/9/9/9/9/4K4 w");
    talk_say(&talk, "go depth 3");
    talk_hear(&talk, "bestmove");
    talk_say(&talk, "setoption name Preset value nonsense");
    talk_hear(&talk, "info string option Preset: 'nonsense' does not fit");
    uci_quit(&talk);
}

/* A preset that only another method has is refused, and nothing is changed by it. */
static void test_preset_of_other_method(void **state)
{
    (void)state;
    uci_start(&talk);
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
    uci_quit(&talk);
}

/* Searches with any method within the limits of `go`, and reports lines with score, nodes and moves. */
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
    uci_expect_best(&talk, 0);
    talk_say(&talk, "setoption name MultiPV value 3");
    talk_say(&talk, "go nodes 5000");
    do
        (void)talk_hear(&talk, "info depth");
    while (!strstr(talk.line, " multipv 3 "));
    uci_expect_best(&talk, 0);
    talk_say(&talk, "setoption name MultiPV value 1");
    talk_say(&talk, "go movetime 50");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go wtime 2000 btime 2000");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go mate 1");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go infinite");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "stop");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "go ponder wtime 2000 btime 2000");
    assert_true(talk_is_silent(&talk, "bestmove", 100));
    talk_say(&talk, "ponderhit");
    uci_expect_best(&talk, 0);
    talk_say(&talk, "position fen 3k5/R8/9/9/1R6p/9/9/9/9/4K4 w");
    talk_say(&talk, "go nodes 20000");
    do
        (void)talk_hear(&talk, "info depth");
    while (!strstr(talk.line, " score mate 1 "));
    uci_expect_best(&talk, 0);
}

/* Sampling and bounds are played with as alpha-beta is. */
static void test_methods(void **state)
{
    (void)state;
    uci_start(&talk);
    check_method("mcts");
    check_method("bsp");
    check_method("bstar");
    uci_quit(&talk);
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
    uci_expect_best(&talk, 0);
    return strtoull(nodes + 7, NULL, 10);
}

/* Methods that would end by themselves without a limit continue under `go infinite`: mcts beyond its iterations. */
static void test_infinite_goes_on(void **state)
{
    (void)state;
    uci_start(&talk);
    assert_true(nodes_until_stop("mcts") > 20000);
    uci_quit(&talk);
}

/* The announced options of mcts are in force: the evaluation of the game in place of playouts. */
static void test_mcts_evaluates(void **state)
{
    int count;
    bool is_found = false;

    (void)state;
    uci_start(&talk);
    count = list_options();
    for (int i = 0; i < count; i++)
        is_found |= strncmp(options[i], "playouts type combo default none ", 33) == 0;
    assert_true(is_found);
    uci_quit(&talk);
}

/* A change of rules keeps the game that was played so far. */
static void test_rules_keep_the_game(void **state)
{
    (void)state;
    uci_start(&talk);
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 7 12 moves a1a2 d9d8");
    talk_say(&talk, "setoption name rules value plain");
    talk_say(&talk, "setoption name move_limit value 60");
    uci_expect_position(&talk, "9/3k5/9/9/9/9/9/R8/9/4K4 w - - 9 13");
    uci_quit(&talk);
}

/* The weakest plays, and with the same seed plays the same. */
static void test_skill(void **state)
{
    char first[8], again[8];

    (void)state;
    for (int level = 0; level < 20; level += 6) {
        for (int i = 0; i < 2; i++) {
            uci_start(&talk);
            talk_say(&talk, "setoption name Skill Level value %d", level);
            talk_say(&talk, "setoption name Skill Seed value 7");
            talk_say(&talk, "go movetime 5000");
            assert_int_equal(sscanf(uci_expect_best(&talk, 0), "%7s", i ? again : first), 1);
            uci_quit(&talk);
        }
        assert_string_equal(first, again);
    }
}

/* Commands for people. */
static void test_for_people(void **state)
{
    long nodes;

    (void)state;
    uci_start(&talk);
    talk_say(&talk, "help");
    talk_hear(&talk, "quit ");
    talk_say(&talk, "setoption name evaluation value placement");
    talk_say(&talk, "eval");
    talk_hear(&talk, "Evaluation: 0 ");
    talk_say(&talk, "bench 3");
    nodes = uci_number_behind(talk_hear(&talk, "Nodes searched: "), ": ");
    assert_true(nodes > 0);
    talk_say(&talk, "bench 3");
    assert_int_equal(uci_number_behind(talk_hear(&talk, "Nodes searched: "), ": "), nodes);
    talk_say(&talk, "why");
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    uci_quit(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
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
