/* SPDX-License-Identifier: MIT
 *
 * Descriptions of engines and clocks.
 */
#include <stdio.h>
#include <string.h>

#include "boyi/search.h"
#include "match/engine.h"
#include "match/flags.h"
#include "match/player.h"
#include "support/check.h"
#include "support/opened.h"

static struct match_player *read_player(const char *text, const by_options *game_options)
{
    struct match_player *player;
    by_error error = {0};

    if (match_player_read(text, "/bin/own", MATCH_UCI, game_options, &player, &error))
        fail_msg("%s: %s", text, error.message);
    return player;
}

static void test_other_programs(void **state)
{
    struct match_player *player =
        read_player("cmd='./eye -x \"a b\"' proto=ucci dir=/tmp ranks=1 restart=on margin=70 slices=30 "
                    "\"option.Skill Level=3\" option.Empty= time=250",
                    NULL);

    (void)state;
    assert_string_equal(player->name, "eye");
    assert_string_equal(player->arguments[0], "./eye");
    assert_string_equal(player->arguments[1], "-x");
    assert_string_equal(player->arguments[2], "a b");
    assert_null(player->arguments[3]);
    assert_string_equal(player->directory, "/tmp");
    assert_int_equal(player->protocol, MATCH_UCCI);
    assert_int_equal(player->ranks, 1);
    assert_int_equal(player->slices, 30);
    assert_true(player->restarts);
    assert_int_equal(player->margin_us, 70000);
    assert_int_equal(player->limit.kind, MATCH_LIMIT_TIME);
    assert_int_equal(player->limit.amount, 250000);
    assert_int_equal(player->setting_count, 2);
    assert_string_equal(player->settings[0].name, "Skill Level");
    assert_string_equal(player->settings[0].value, "3");
    assert_string_equal(player->settings[1].value, "");
    match_player_destroy(player);
    match_player_destroy(NULL);
}

static const char *value_of(const struct match_player *player, const char *name)
{
    const char *value = NULL;

    for (int i = 0; i < player->setting_count; i++)
        if (strcmp(player->settings[i].name, name) == 0)
            value = player->settings[i].value;
    return value;
}

/* This program receives the rules of the match that differ from its defaults, the settings of its preset, and last the
 * user's settings. */
static void test_own_program(void **state)
{
    struct opened opened = open_position("xiangqi", "", NULL);
    const by_method *method;
    struct match_player *player;
    by_options *options;

    (void)state;
    assert_int_equal(by_options_create(by_game_type_of(opened.game)->options, &options, NULL), BY_OK);
    player = read_player("boyi", options);
    assert_string_equal(player->arguments[0], "/bin/own");
    assert_string_equal(player->arguments[1], "uci");
    assert_string_equal(player->name, "boyi");
    assert_int_equal(player->setting_count, 0);
    match_player_destroy(player);

    assert_int_equal(by_options_set(options, "move_limit", "100", NULL), BY_OK);
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    for (const struct by_preset *preset = by_method_presets(method); preset->name; preset++) {
        char text[256];
        const char *last;

        (void)snprintf(text, sizeof text, "option.x=1 boyi:%s proto=ucci", preset->name);
        player = read_player(text, options);
        assert_string_equal(player->name, preset->name);
        assert_string_equal(player->arguments[1], "ucci");
        assert_string_equal(value_of(player, "move_limit"), "100");
        assert_null(value_of(player, "rules"));
        last = player->settings[player->setting_count - 1].name;
        assert_string_equal(last, "x");
        match_player_destroy(player);
    }
    by_options_destroy(options);
    close_position(&opened);
}

/* Over GTP it receives the rules except size and komi, which have commands of their own; a named protocol overrides the
 * usual one. */
static void test_own_program_over_gtp(void **state)
{
    struct opened opened = open_position("go", "", NULL);
    struct match_player *player;
    by_options *options;
    by_error error = {0};

    (void)state;
    assert_int_equal(by_options_create(by_game_type_of(opened.game)->options, &options, NULL), BY_OK);
    assert_int_equal(by_options_set_all(options, "size=9 komi_half=13 ko=positional", NULL), BY_OK);
    assert_int_equal(match_player_read("boyi option.seed=3", "own", MATCH_GTP, options, &player, NULL), BY_OK);
    assert_int_equal(player->protocol, MATCH_GTP);
    assert_string_equal(player->arguments[1], "gtp");
    assert_int_equal(player->setting_count, 2);
    assert_string_equal(value_of(player, "ko"), "positional");
    assert_string_equal(value_of(player, "seed"), "3");
    match_player_destroy(player);
    assert_int_equal(match_player_read("cmd=x", "own", MATCH_GTP, options, &player, NULL), BY_OK);
    assert_int_equal(player->protocol, MATCH_GTP);
    match_player_destroy(player);
    assert_int_equal(match_player_read("cmd=x proto=uci", "own", MATCH_GTP, options, &player, NULL), BY_OK);
    assert_int_equal(player->protocol, MATCH_UCI);
    match_player_destroy(player);
    assert_int_equal(match_player_read("boyi:plain", "own", MATCH_GTP, options, &player, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "boyi-set"));
    by_options_destroy(options);
    close_position(&opened);
}

static void test_refusals(void **state)
{
    static const char *const texts[] = {
        "",
        "name=x",
        "cmd=",
        "cmd=a proto=foo",
        "cmd=a ranks=2",
        "cmd=a comand=b",
        "cmd='a",
        "boyi cmd=a",
        "boyi:nonsense",
        "boyi proto=xboard",
        "boyi method=nonsense",
        "boyi method=df-pn",
        "boy",
        "cmd=a preset=b",
        "cmd=a time=0",
        "cmd=a time=1x",
        "cmd=a clock=1+",
        "cmd=a restart=maybe",
        "cmd=a margin=-1",
        "cmd=a name=",
        "cmd=a option.=3",
        "cmd=a nodes=99999999999999999999",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct match_player *player;
        by_error error = {0};

        if (!match_player_read(texts[i], "own", MATCH_UCI, NULL, &player, &error))
            fail_msg("'%s' was read", texts[i]);
        assert_null(player);
        assert_true(*error.message);
    }
}

static void test_clock_texts(void **state)
{
    static const struct {
        const char *text, *printed;
        int64_t base_us, increment_us;
        int moves;
    } good[] = {
        {"60+0.6", "60+0.6 s", 60000000, 600000, 0},
        {"40/300+2", "40/300+2 s", 300000000, 2000000, 40},
        {"1", "1+0 s", 1000000, 0, 0},
        {"0+0.1", "0+0.1 s", 0, 100000, 0},
        {"0.05+0.000001", "0.05+0.000001 s", 50000, 1, 0},
    };
    static const char *const bad[] = {"",     "x",  "1+", "+1",   "0",        "0+0", "/5",    "0/5",
                                      "-1/5", "1/", "5 ", "1+1s", "99999999", "1..", "1/2/3", "-5"};
    struct match_limit limit;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(match_limit_read_clock(good[i].text, &limit, NULL), BY_OK);
        assert_int_equal(limit.base_us, good[i].base_us);
        assert_int_equal(limit.increment_us, good[i].increment_us);
        assert_int_equal(limit.moves, good[i].moves);
        assert_string_equal(match_limit_words(&limit).text, good[i].printed);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!match_limit_read_clock(bad[i], &limit, NULL))
            fail_msg("'%s' was read", bad[i]);
}

/* 2 moves in 10 s with 1 s each: the increment comes after every move, the base again after every second. */
static void test_clock_runs(void **state)
{
    struct match_limit limit = {.kind = MATCH_LIMIT_CLOCK, .base_us = 10000, .increment_us = 1000, .moves = 2};
    struct match_clock clock;

    (void)state;
    match_clock_start(&clock, &limit);
    assert_int_equal(clock.left_us, 11000);
    assert_true(match_clock_press(&clock, &limit, 4000, 0));
    assert_int_equal(clock.left_us, 8000);
    assert_int_equal(clock.moves_left, 1);
    assert_true(match_clock_press(&clock, &limit, 8000, 0));
    assert_int_equal(clock.left_us, 11000);
    assert_int_equal(clock.moves_left, 2);
    assert_true(match_clock_press(&clock, &limit, 11005, 5));
    assert_int_equal(clock.left_us, 1000);
    assert_false(match_clock_press(&clock, &limit, 1006, 5));
}

/* Engines send any bytes, and we truncate them anywhere, but records must be valid text. */
static void test_faults_are_text(void **state)
{
    static const char said[] = "\xAF"
                               "a\x01\xE4\xB8\xAD\xC0\x80\xE4\xB8\xED\xA0\x80\xC2\x85\xF0\x9F\x98\x80\xF5";
    struct match_answer answer = {0};
    char long_text[220];

    (void)state;
    match_engine_fault(&answer, MATCH_FAULT_CRASH, "%s", said);
    assert_string_equal(answer.message, "?a?\xE4\xB8\xAD"
                                        "?????"
                                        "??"
                                        "??"
                                        "\xF0\x9F\x98\x80?");
    memset(long_text, 'a', sizeof long_text);
    memcpy(long_text + sizeof answer.message - 2, "\xC3\xA9", 3);
    match_engine_fault(&answer, MATCH_FAULT_CRASH, "%s", long_text);
    assert_int_equal(answer.message[sizeof answer.message - 2], '?');
}

/* The name of an engine goes into records too. */
static void test_names_are_text(void **state)
{
    static const char *const bad[] = {"cmd=x name=a\xFF", "cmd=x name='a\x1B'", "cmd=/bin/\xE4\xB8"};
    struct match_player *player;
    by_error error;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(match_player_read(bad[i], "boyi", MATCH_UCI, NULL, &player, &error), BY_ERROR_INPUT);
        assert_non_null(strstr(error.message, "no UTF-8"));
    }
    assert_int_equal(match_player_read("cmd=x name=\xE6\xA3\x8B", "boyi", MATCH_UCI, NULL, &player, &error), BY_OK);
    match_player_destroy(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_programs),       cmocka_unit_test(test_own_program),
        cmocka_unit_test(test_own_program_over_gtp), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_clock_texts),          cmocka_unit_test(test_clock_runs),
        cmocka_unit_test(test_faults_are_text),      cmocka_unit_test(test_names_are_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
