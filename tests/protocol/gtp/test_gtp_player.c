/* SPDX-License-Identifier: MIT
 *
 * GTP: the player, its reading of blocks, and its live analysis. The solver is a fake that counts liberties, or answers
 * as the test wants.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fake_solver.h"
#include "support/gtp.h"

static struct gtp_talk talk;

static int start(void **state)
{
    (void)state;
    fake_solver_always(NULL, NULL);
    fake_solver_fails(NULL);
    gtp_talk_start(&talk, NULL);
    gtp_talk_do(&talk, "boyi-set player_iterations 300");
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

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* Two walls over the whole board, each in atari: whoever is to move takes the other. */
static void set_up_race(void)
{
    gtp_talk_do(&talk, "boardsize 5\nkomi 0.5\ngogui-play_sequence b A3 b B3 b C3 b D3 b E3 b A4 b B4 b C4 b D4 b E4 "
                       "b A5 b B5 b C5 b D5 w A2 w B2 w C2 w D2 w E2 w A1 w B1 w C1 w D1");
}

static void test_takes(void **state)
{
    (void)state;
    set_up_race();
    expect("reg_genmove b", "E1");
    expect("reg_genmove w", "E5");
    expect("genmove w", "E5");
    expect("captures white", "14");
    expect("last_move", "white E5");
    expect_failure("genmove", "syntax error");
    expect_failure("genmove green", "syntax error");
    expect_failure("reg_genmove b b", "syntax error");
}

/* A command can ask for a move of either side at any time, also when the game is over. */
static void test_either_side(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 9\nplay b E5");
    assert_non_null(strchr("ABCDEFGHJ", *gtp_talk_result(&talk, "genmove b")));
    gtp_talk_do(&talk, "play w pass\nplay b pass");
    assert_string_not_equal(gtp_talk_result(&talk, "genmove w"), "PASS");
    assert_string_not_equal(gtp_talk_result(&talk, "genmove w"), "PASS");
}

static void play_game(const char *seed, char *moves, size_t room)
{
    char line[64];

    gtp_talk_do(&talk, "boardsize 9\nclear_board");
    (void)snprintf(line, sizeof line, "boyi-set seed %s", seed);
    gtp_talk_do(&talk, line);
    for (int i = 0; i < 10; i++)
        (void)gtp_talk_result(&talk, i % 2 ? "genmove w" : "genmove b");
    (void)snprintf(moves, room, "%s", gtp_talk_result(&talk, "move_history"));
}

static void test_is_deterministic(void **state)
{
    char first[1024], second[1024], other[1024];

    (void)state;
    play_game("5", first, sizeof first);
    play_game("5", second, sizeof second);
    play_game("6", other, sizeof other);
    assert_string_equal(first, second);
    assert_string_not_equal(first, other);
    /* Earlier searches do not matter here. */
    (void)snprintf(first, sizeof first, "%s", gtp_talk_result(&talk, "reg_genmove b"));
    expect("reg_genmove b", first);
}

/* Also on boards that are so small that whole positions come again and again. */
static void test_ends_games(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boyi-set resign 0\nboyi-set player_iterations 100");
    for (int size = 2; size <= 7; size++) {
        int passes = 0, moves = 0;
        char line[32];

        (void)snprintf(line, sizeof line, "boardsize %d", size);
        gtp_talk_do(&talk, line);
        for (; passes < 2 && moves < 400; moves++)
            passes = strcmp(gtp_talk_result(&talk, moves % 2 ? "genmove w" : "genmove b"), "PASS") ? 0 : passes + 1;
        assert_int_equal(passes, 2);
    }
}

static void test_keeps_its_eyes(void **state)
{
    (void)state;
    /* All of the board is Black's but two eyes, and White has no move either. */
    gtp_talk_do(&talk, "boardsize 3\ngogui-play_sequence b B3 b C3 b A2 b B2 b C2 b A1 b B1");
    expect("genmove b", "PASS");
    expect("genmove w", "PASS");
    expect("final_status_list alive", "B3 C3 A2 B2 C2 A1 B1");
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

static void test_resigns(void **state)
{
    (void)state;
    gtp_talk_do(&talk,
                "boyi-set player_iterations 2000\nboardsize 5\ngogui-play_sequence b A4 b B4 b C4 b D4 b E4 b A2 "
                "b B2 b C2 b D2 b E2 b C3");
    expect("genmove w", "resign");
    expect("last_move", "black C3");
    gtp_talk_do(&talk, "boyi-set resign 0");
    assert_string_not_equal(gtp_talk_result(&talk, "genmove w"), "resign");
}

/* Black has a stone in White's area that cannot live, and passes: White, who wins without it, passes as well, unless
 * the dead have to be taken first. */
static void set_up_end(void)
{
    gtp_talk_do(&talk, "boardsize 7\nkomi 7.5\ngogui-play_sequence b C7 b C6 b C5 b C4 b C3 b C2 b C1 b A6 b B4 b A2 "
                       "w D7 w D6 w D5 w D4 w D3 w D2 w D1 w F6 w F4 w F2 w G5 b E5 b F5\nplay w E4\nplay b pass");
}

static void test_passes_when_it_has_won(void **state)
{
    (void)state;
    set_up_end();
    expect("genmove w", "PASS");
    expect("undo", "");
    assert_string_not_equal(gtp_talk_result(&talk, "kgs-genmove_cleanup w"), "PASS");
}

/* Two stones in the middle whose fate is open, and what is around them lives; White's stone in the corner of Black is
 * dead. As it stands White wins by a little, without that stone Black does. */
static void set_up_open_end(const char *komi, bool has_dead)
{
    char line[32];

    (void)snprintf(line, sizeof line, "komi %s", komi);
    gtp_talk_do(&talk, "boyi-set player_iterations 2000\nboardsize 7");
    gtp_talk_do(&talk, line);
    gtp_talk_do(&talk, "gogui-play_sequence b A3 b B3 b C3 b D3 b E3 b F3 b G3 b B2 b D2 b F2 b B1 b D1 b F1 b D5 b D6 "
                       "w A5 w B5 w C5 w C6 w C7 w D7 w E7 w E6 w E5 w F5 w G5 w A6 w G6");
    if (has_dead)
        gtp_talk_do(&talk, "play w C2");
}

static void test_does_not_pass_what_it_loses(void **state)
{
    (void)state;
    set_up_open_end("2.5", true);
    expect("final_status_list dead", "C2");
    expect("final_score", "B+1.5");
    gtp_talk_do(&talk, "play b pass");
    assert_string_not_equal(gtp_talk_result(&talk, "genmove w"), "PASS");
}

/* With no dead stones there may still be something to save. */
static void test_cleans_up_like_a_player(void **state)
{
    (void)state;
    set_up_open_end("0.5", false);
    expect("final_status_list dead", "");
    expect("kgs-genmove_cleanup b", "D4");
}

/* Superko also forbids what it forbids after two passes, or out of turn. */
static void test_superko_after_passes(void **state)
{
    static const char *const rules[] = {"positional", "situational"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        char line[64];
        const char *move;

        (void)snprintf(line, sizeof line, "boardsize 5\nboyi-set resign 0\nboyi-set ko %s", rules[i % 2]);
        gtp_talk_do(&talk, line);
        gtp_talk_do(&talk, "gogui-play_sequence b B3 b C4 b C2 b B5 b B1 b B4 b B2 w C3 w D4 w D2 w E3 b D3 w pass");
        if (i < 2)
            gtp_talk_do(&talk, "play b pass");
        move = gtp_talk_result(&talk, "genmove w");
        assert_true(*move);
        assert_string_not_equal(move, "C3");
    }
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* The solver's answer about a block in danger is a hint on the move, if reading is on. */
static void test_reads_blocks(void **state)
{
    const struct solve_answer yes = {.code = SOLVE_YES};

    (void)state;
    gtp_talk_do(&talk, "boyi-set player_iterations 30\nboardsize 9\nplay b A1\nplay w E5");
    fake_solver_always(&yes, "B J9");
    expect("reg_genmove b", "J9");
    gtp_talk_do(&talk, "boyi-set read_blocks off");
    assert_string_not_equal(gtp_talk_result(&talk, "reg_genmove b"), "J9");
    assert_int_equal(fake_solver_count(), 0);
    gtp_talk_do(&talk, "boyi-set read_blocks on");
    fake_solver_fails("the solver is out of order");
    expect_failure("genmove b", "the solver is out of order");
    expect("last_move", "white E5");
    fake_solver_fails(NULL);
}

/* ---- Live -------------------------------------------------------------------------------------------------------- */

/* Without anybody who could interrupt it, there is one line. */
static void test_analyze(void **state)
{
    const char *said;

    (void)state;
    set_up_race();
    said = gtp_talk_result(&talk, "lz-analyze w 1");
    assert_true(strncmp(said, "info move E5 visits ", strlen("info move E5 visits ")) == 0);
    assert_non_null(strstr(said, " order 0 pv E5"));
    assert_null(strchr(said, '\n'));
    assert_null(strstr(said, "PASS"));
    said = gtp_talk_result(&talk, "lz-analyze interval 2 b");
    assert_true(strncmp(said, "info move E1 visits ", strlen("info move E1 visits ")) == 0);
    expect_failure("lz-analyze green", "syntax error");
    expect_failure("lz-analyze b 0", "syntax error");
    expect_failure("lz-analyze interval", "syntax error");
    expect("last_move", "white D1");
}

#define SESSION_TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_takes),
        SESSION_TEST(test_either_side),
        SESSION_TEST(test_is_deterministic),
        SESSION_TEST(test_ends_games),
        SESSION_TEST(test_keeps_its_eyes),
        SESSION_TEST(test_resigns),
        SESSION_TEST(test_passes_when_it_has_won),
        SESSION_TEST(test_does_not_pass_what_it_loses),
        SESSION_TEST(test_cleans_up_like_a_player),
        SESSION_TEST(test_superko_after_passes),
        SESSION_TEST(test_reads_blocks),
        SESSION_TEST(test_analyze),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
