/* SPDX-License-Identifier: MIT
 *
 * GTP: questions about blocks and how answers are written, settings, the judge of final positions, and what
 * GoGui shows. The solver is a fake that counts liberties, or says what the test wants.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fake_solver.h"
#include "support/gtp.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

static struct gtp_talk talk;

static int start(void **state)
{
    (void)state;
    fake_solver_always(NULL, NULL);
    fake_solver_fails(NULL);
    gtp_talk_start(&talk, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    gtp_talk_end(&talk);
    assert_int_equal(fake_solver_count(), 0);
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

/* A white stone in the corner with one liberty, and black ones with many. */
static void set_up_corner(void)
{
    gtp_talk_do(&talk, "boardsize 5\nplay w A1\nplay b B1");
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static void test_attack_and_defend(void **state)
{
    (void)state;
    set_up_corner();
    expect("attack A1", "1 A2");
    expect("defend A1", "1 A2");
    expect("attack b1", "0");
    expect("defend b1", "1 PASS");
    gtp_talk_do(&talk, "play b B2");
    expect("defend A1", "0");
    expect_failure("attack C3", "vertex must not be empty");
    expect_failure("attack pass", "syntax error");
    expect_failure("attack Z9", "syntax error");
    expect_failure("attack", "syntax error");
    expect_failure("defend A1 B1", "syntax error");
    expect("last_move", "black B2");
}

/* Every code with its move, as GNU Go writes it. */
static void test_codes(void **state)
{
    struct solve_answer answer = {.is_proved = true};

    (void)state;
    set_up_corner();
    answer.code = SOLVE_KO_TAKEN;
    fake_solver_always(&answer, "B A2");
    expect("attack A1", "2 A2");
    answer.code = SOLVE_KO_THREAT;
    fake_solver_always(&answer, "W E5");
    expect("defend A1", "3 E5");
    answer.code = SOLVE_YES;
    fake_solver_always(&answer, "pass");
    expect("attack A1", "1 PASS");
    answer.code = SOLVE_NO;
    fake_solver_always(&answer, "B A2");
    expect("attack A1", "0");
    answer.code = SOLVE_UNKNOWN;
    expect("attack A1", "unknown (no prediction)");
    answer.prediction = SOLVE_PREDICTS_CAPTURE;
    expect("attack A1", "unknown (prediction: capture)");
    answer.prediction = SOLVE_PREDICTS_ESCAPE;
    expect("defend A1", "unknown (prediction: escape)");
    fake_solver_fails("the solver has no time");
    expect_failure("attack A1", "the solver has no time");
    expect_failure("boyi-solve attack A1", "the solver has no time");
    expect_failure("genmove b", "the solver has no time");
    expect_failure("final_score", "the solver has no time");
    expect("last_move", "black B1");
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

#ifdef HAS_JANSSON

static json_t *solve(const char *line)
{
    json_error_t error;
    const char *result = gtp_talk_result(&talk, line);
    json_t *root = json_loads(result, 0, &error);

    if (!root)
        print_message("%s in %s\n", error.text, result);
    assert_non_null(root);
    assert_null(strchr(result, '\n'));
    return root;
}

static void expect_text(const json_t *root, const char *key, const char *value)
{
    const json_t *member = json_object_get(root, key);

    assert_non_null(member);
    if (value)
        assert_string_equal(json_string_value(member), value);
    else
        assert_true(json_is_null(member));
}

static void test_json(void **state)
{
    json_t *root;

    (void)state;
    set_up_corner();
    root = solve("boyi-solve attack A1");
    expect_text(root, "task", "attack");
    expect_text(root, "target", "A1");
    expect_text(root, "answer", "yes");
    expect_text(root, "move", "A2");
    expect_text(root, "trust", "proved");
    expect_text(root, "doubt", NULL);
    expect_text(root, "prediction", NULL);
    expect_text(root, "stopped", "done");
    expect_text(root, "numbers", NULL);
    assert_int_equal(json_integer_value(json_object_get(root, "code")), 1);
    assert_int_equal(json_integer_value(json_object_get(root, "nodes")), 1);
    assert_int_equal(json_integer_value(json_object_get(root, "depth")), 1);
    assert_int_equal(json_array_size(json_object_get(root, "curve")), 0);
    assert_int_equal(json_array_size(json_object_get(root, "line")), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(root, "line"), 0)), "B A2");
    json_decref(root);
    root = solve("boyi-solve DEFEND b1");
    expect_text(root, "task", "defend");
    expect_text(root, "move", NULL);
    json_decref(root);
    expect_failure("boyi-solve", "syntax error");
    expect_failure("boyi-solve A1", "syntax error");
    expect_failure("boyi-solve attack", "syntax error");
    expect_failure("boyi-solve attack C3", "vertex must not be empty");
}

static double number_of(const json_t *root, const char *key)
{
    const json_t *member = json_object_get(root, key);

    assert_true(json_is_number(member));
    return json_number_value(member);
}

static void test_json_of_unknown(void **state)
{
    static const struct solve_point curve[] = {
        {.nodes = 1, .time_us = 999, .depth = 2, .evaluation = 7},
        {.nodes = 20, .time_us = 1000, .proof_number = 24, .disproof_number = UINT64_MAX},
        {.nodes = 30, .time_us = 2500, .proof_number = 17, .disproof_number = 32},
    };
    static const struct solve_answer answer = {.code = SOLVE_UNKNOWN,
                                               .prediction = SOLVE_PREDICTS_ESCAPE,
                                               .doubt = "not said",
                                               .stopped = BY_STOPPED_TIME,
                                               .nodes = 12345678901,
                                               .time_us = 10000123,
                                               .depth = 9,
                                               .curve = curve,
                                               .curve_length = 3};
    const json_t *points;
    json_t *root;

    (void)state;
    set_up_corner();
    fake_solver_always(&answer, NULL);
    root = solve("boyi-solve attack A1");
    expect_text(root, "code", NULL);
    expect_text(root, "answer", "unknown");
    expect_text(root, "move", NULL);
    expect_text(root, "trust", NULL);
    expect_text(root, "doubt", "not said");
    expect_text(root, "prediction", "escape");
    expect_text(root, "stopped", "time");
    assert_true(number_of(root, "nodes") == 12345678901.0);
    assert_true(number_of(root, "time_ms") == 10000.123);
    assert_true(number_of(json_object_get(root, "numbers"), "proof") == 1.0625);
    points = json_object_get(root, "curve");
    assert_int_equal(json_array_size(points), 3);
    assert_true(number_of(json_array_get(points, 0), "evaluation") == 7);
    assert_true(number_of(json_array_get(points, 0), "time_ms") == 0.999);
    assert_null(json_object_get(json_array_get(points, 0), "proof"));
    assert_true(number_of(json_array_get(points, 1), "proof") == 1.5);
    expect_text(json_array_get(points, 1), "disproof", "infinite");
    json_decref(root);
}

/* The JSON stays valid for any bytes in a doubt. */
static void test_json_of_doubt(void **state)
{
    static const struct solve_answer answer = {.code = SOLVE_NO, .doubt = "five \"liberties\" \\ \n \xff \xe5\xbe\x81"};
    json_t *root;

    (void)state;
    set_up_corner();
    fake_solver_always(&answer, NULL);
    root = solve("boyi-solve attack A1");
    expect_text(root, "trust", "heuristic");
    expect_text(root, "doubt", "five \"liberties\" \\ \n \xef\xbf\xbd \xe5\xbe\x81");
    json_decref(root);
}

#endif

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

static void test_settings(void **state)
{
    const char *all;

    (void)state;
    set_up_corner();
    expect("boyi-set time_ms", "10000");
    expect("boyi-set proof", "0");
    expect("boyi-set ko", "simple");
    expect("attack A1", "1 A2");
    assert_int_equal(fake_solver_settings()->time_ms, 10000);
    assert_int_equal(fake_solver_settings()->nodes, 0);
    assert_null(fake_solver_settings()->goal);
    assert_false(fake_solver_settings()->wants_proof);
    gtp_talk_do(&talk, "boyi-set time_ms 250\nboyi-set nodes 77\nboyi-set proof 1\nboyi-set safe_liberties 7");
    expect("boyi-set safe_liberties", "7");
    expect("boyi-set goal.safe_liberties", "7");
    expect("attack A1", "1 A2");
    assert_int_equal(fake_solver_settings()->time_ms, 250);
    assert_int_equal(fake_solver_settings()->nodes, 77);
    assert_true(fake_solver_settings()->wants_proof);
    assert_int_equal(by_options_number(fake_solver_settings()->goal, "safe_liberties"), 7);
    expect("boyi-set proof off", "");
    expect("boyi-set proof", "0");
    expect("boyi-set method alphabeta", "");
    expect("boyi-set method", "alphabeta");
    expect("boyi-set mtdf", "0");
    expect("boyi-set method.mtdf on", "");
    expect("attack A1", "1 A2");
    assert_string_equal(by_method_name(fake_solver_settings()->method), "alphabeta");
    assert_int_equal(by_options_number(fake_solver_settings()->options, "mtdf"), 1);
    all = gtp_talk_result(&talk, "boyi-set");
    assert_non_null(strstr(all, "\n[string] time_ms 250\n"));
    assert_non_null(strstr(all, "\n[bool] proof 0\n"));
    assert_non_null(strstr(all, "\n[list/simple/positional/situational] ko simple\n"));
    assert_non_null(strstr(all, "\n[string] goal.safe_liberties 7\n"));
    assert_null(strstr(all, " size "));
}

static void test_bad_settings(void **state)
{
    (void)state;
    expect_failure("boyi-set nothing", "there is no setting 'nothing'");
    expect_failure("boyi-set nothing 1", "there is no setting 'nothing'");
    expect_failure("boyi-set size 9", "there is no setting 'size'");
    expect_failure("boyi-set goal.ko positional", "there is no setting 'goal.ko'");
    expect_failure("boyi-set time_ms ten", "");
    expect_failure("boyi-set time_ms -1", "");
    expect_failure("boyi-set player_nodes 0", "");
    expect_failure("boyi-set proof perhaps", "");
    expect_failure("boyi-set ko never", "");
    expect_failure("boyi-set time_ms 1 2", "syntax error");
    expect_failure("boyi-set method nonsense", "");
    expect("boyi-set method", "df-pn+");
    expect("boyi-set time_ms", "10000");
    expect("boyi-set ko", "simple");
}

/* Rules change under a game that goes on, unless its moves break them; the goal follows. */
static void test_suicide(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nplay b A2\nplay b B1");
    expect_failure("play w A1", "illegal move");
    expect("boyi-set suicide on", "");
    expect("play w A1", "");
    expect("captures black", "1");
    expect("attack A2", "0");
    assert_int_equal(by_options_number(fake_solver_settings()->goal, "suicide"), 1);
    expect_failure("boyi-set suicide off", "move 3 of the game, white A1, would not be legal then");
    expect("boyi-set suicide", "1");
    expect("move_history", "white A1\nblack B1\nblack A2");
    expect("undo", "");
    expect("boyi-set suicide 0", "");
    expect("is_legal w A1", "0");
}

/* All options of the goal at once, but for the rules, which are the game's. */
static void test_goal_preset(void **state)
{
    (void)state;
    set_up_corner();
    assert_non_null(strstr(gtp_talk_result(&talk, "boyi-set"), "\n[list/default/paper-capture] goal_preset default\n"));
    expect("boyi-set ko positional", "");
    expect("boyi-set goal.retakes 7", "");
    expect("boyi-set goal_preset paper-capture", "");
    expect("boyi-set goal_preset", "paper-capture");
    expect("boyi-set goal.attacker_moves", "paper");
    expect("boyi-set goal.retakes", "0");
    expect("boyi-set goal.bound 30", "");
    expect("attack A1", "1 A2");
    assert_int_equal(by_options_number(fake_solver_settings()->goal, "bound"), 30);
    assert_int_equal(by_options_number(fake_solver_settings()->goal, "numbers"), 1);
    assert_int_equal(by_options_number(fake_solver_settings()->goal, "ko"), 1);
    expect_failure("boyi-set goal_preset none", "");
    expect("boyi-set goal_preset", "paper-capture");
    expect("boyi-set goal.bound", "30");
    expect("boyi-set goal_preset default", "");
    expect("boyi-set goal.bound", "0");
    expect("attack A1", "1 A2");
    assert_int_equal(by_options_number(fake_solver_settings()->goal, "ko"), 1);
}

static void test_scoring(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nkomi 0.5\n"
                       "gogui-play_sequence b A4 b B4 b C4 b D4 b E4 b C5 w A5 w A2 w B2 w C2 w D2 w E2 w C1");
    expect("final_score", "W+0.5");
    expect("boyi-set scoring territory", "");
    expect("get_komi", " 0.5");
    expect("final_score", "B+0.5"); /* the dead stone counts twice */
}

/* ---- Final positions --------------------------------------------------------------------------------------------- */

/* A stone in atari that cannot be saved is dead, one that can be is not. */
static void test_dead_by_the_solver(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nplay w A1\nplay b B1");
    gtp_talk_do(&talk, "play b B2");
    expect("final_status_list dead", "A1");
    expect("final_status_list alive", "B2 B1");
    expect("final_status A1", "dead");
    expect("komi 0", "");
    expect("final_score", "B+25.0");
}

/* Two blocks with two shared liberties and no others: whoever plays there is taken. */
static void test_seki(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nkomi 0\ngogui-play_sequence b A5 b A4 b A3 b A2 b A1 b B5 b B4 b B3 b B2 b B1 "
                       "b C4 b C3 b C2 w E5 w E4 w E3 w E2 w E1 w D5 w D4 w D3 w D2 w D1");
    expect("final_status_list seki", "A5 B5 A4 B4 C4 A3 B3 C3 A2 B2 C2 A1 B1\nD5 E5 D4 E4 D3 E3 D2 E2 D1 E1");
    expect("final_status_list alive", "");
    expect("final_status_list dead", "");
    expect("final_status_list dame", "C5 C1");
    expect("final_score", "B+3.0");
    expect("last_move", "white D1");
    /* Once a shared liberty is filled, it is none any more. */
    expect("play b C5", "");
    expect("final_status_list seki", "");
    /* The same if either side has a liberty of its own to fill. */
    gtp_talk_do(&talk, "clear_board\ngogui-play_sequence b A4 b A3 b A2 b A1 b B5 b B4 b B3 b B2 b B1 "
                       "b C4 b C3 b C2 w E5 w E4 w E3 w E2 w E1 w D5 w D4 w D3 w D2 w D1");
    expect("final_status_list seki", "");
    gtp_talk_do(&talk, "play b A5\nclear_board\ngogui-play_sequence b A5 b A4 b A3 b A2 b A1 b B5 b B4 b B3 b B2 b B1 "
                       "b C4 b C3 b C2 w E4 w E3 w E2 w E1 w D5 w D4 w D3 w D2 w D1");
    expect("final_status_list seki", "");
}

/* ---- GoGui ------------------------------------------------------------------------------------------------------- */

/* Each line has a type, a label and a command that is known. */
static void test_analyze_commands(void **state)
{
    char *all = strdup(gtp_talk_result(&talk, "gogui-analyze_commands")), *at = NULL;
    int count = 0;

    (void)state;
    for (char *line = strtok_r(all, "\n", &at); line; line = strtok_r(NULL, "\n", &at)) {
        char type[16], label[64], command[64], question[128];

        assert_int_equal(sscanf(line, "%15[a-z]/%63[^/]/%63[a-z_-]", type, label, command), 3);
        (void)snprintf(question, sizeof question, "known_command %s", command);
        expect(question, "true");
        count++;
    }
    assert_true(count > 10);
    free(all);
}

static void test_gfx(void **state)
{
    static const struct solve_answer unknown = {.code = SOLVE_UNKNOWN, .prediction = SOLVE_PREDICTS_CAPTURE};

    (void)state;
    set_up_corner();
    expect("boyi-gfx attack A1", "SQUARE A1\nVAR b A2\nSTATUS attack A1: yes, proved, 1 nodes, depth 1");
    expect("boyi-gfx defend B1", "SQUARE B1\nSTATUS defend B1: yes, proved, 1 nodes, depth 1");
    fake_solver_always(&unknown, NULL);
    expect("boyi-gfx attack A1", "SQUARE A1\nSTATUS attack A1: unknown, prediction: capture, 0 nodes, depth 0");
    expect_failure("boyi-gfx A1", "syntax error");
    expect_failure("boyi-gfx attack E5", "vertex must not be empty");
    expect("boyi-liberties", "LABEL A1 1 B1 2");
    expect("boyi-life", "BLACK\nWHITE");
    gtp_talk_do(&talk, "boardsize 3\ngogui-play_sequence b B3 b A2 b B2 b B1");
    expect("boyi-life", "BLACK A3 B3 C3 A2 B2 C2 A1 B1 C1\nWHITE");
}

static void test_candidates(void **state)
{
    const char *labels;

    (void)state;
    set_up_corner();
    labels = gtp_talk_result(&talk, "boyi-candidates attack A1");
    assert_memory_equal(labels, "SQUARE A1\nLABEL A2 1", 20);
    assert_non_null(strstr(labels, "\nSTATUS "));
    assert_memory_equal(gtp_talk_result(&talk, "boyi-candidates defend A1"), "SQUARE A1\nLABEL A2 1", 20);
    /* All moves are candidates if that is wanted: 23 points, of which White may not play B2 or other suicides. */
    gtp_talk_do(&talk, "boyi-set attacker_moves all");
    assert_non_null(strstr(gtp_talk_result(&talk, "boyi-candidates attack A1"), "STATUS 23 candidates"));
    expect_failure("boyi-candidates attack C3", "vertex must not be empty");
    expect("last_move", "black B1");
}

int main(void)
{
#define SESSION_TEST(f) cmocka_unit_test_setup_teardown(f, start, end)
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_attack_and_defend),
        SESSION_TEST(test_codes),
#ifdef HAS_JANSSON
        SESSION_TEST(test_json),
        SESSION_TEST(test_json_of_unknown),
        SESSION_TEST(test_json_of_doubt),
#endif
        SESSION_TEST(test_settings),
        SESSION_TEST(test_bad_settings),
        SESSION_TEST(test_suicide),
        SESSION_TEST(test_goal_preset),
        SESSION_TEST(test_scoring),
        SESSION_TEST(test_dead_by_the_solver),
        SESSION_TEST(test_seki),
        SESSION_TEST(test_analyze_commands),
        SESSION_TEST(test_gfx),
        SESSION_TEST(test_candidates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
