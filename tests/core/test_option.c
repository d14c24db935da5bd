/* SPDX-License-Identifier: MIT */
#include "boyi/boyi.h"

#include <limits.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"

static const char *const schemes[] = {"always", "depth", "two_tier", NULL};

static const struct by_option table[] = {
    {.name = "killers", .kind = BY_OPTION_SWITCH, .initial = 1, .help = "Killer moves first."},
    {.name = "depth_step", .kind = BY_OPTION_NUMBER, .initial = 2, .min = -3, .max = 64},
    {.name = "hash_scheme", .kind = BY_OPTION_CHOICE, .initial = 1, .choices = schemes},
    {.name = "file", .kind = BY_OPTION_TEXT, .initial_text = "none"},
    {.name = "note", .kind = BY_OPTION_TEXT},
    {.name = "seed", .kind = BY_OPTION_NUMBER, .min = INT_MIN, .max = INT_MAX},
    {0},
};

static by_options *options; /* of the running test, with the table's defaults */

static int create(void **state)
{
    (void)state;
    return by_options_create(table, &options, NULL);
}

static int destroy(void **state)
{
    (void)state;
    by_options_destroy(options);
    return 0;
}

static void assert_prints(const by_options *of, const char *expected)
{
    by_text text = {0};

    for (const struct by_option *row = table; row->name; row++) {
        by_text_printf(&text, "%s%s=", row == table ? "" : " ", row->name);
        by_options_print(of, row, &text);
    }
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

static const char defaults[] = "killers=on depth_step=2 hash_scheme=depth file=none note= seed=0";

/* The options are as before, the status is the expected one, and the message contains `words`. */
static void assert_refused(const char *name, const char *value, by_status expected, const char *words)
{
    by_error error = {0};

    assert_int_equal(by_options_set(options, name, value, &error), expected);
    assert_int_equal(error.status, expected);
    if (!strstr(error.message, words))
        fail_msg("'%s' does not contain '%s'", error.message, words);
    assert_prints(options, defaults);
}

/* New options have the defaults of their table. */
static void test_defaults(void **state)
{
    (void)state;
    assert_prints(options, defaults);
    assert_int_equal(by_options_number(options, "killers"), 1);
    assert_int_equal(by_options_number(options, "depth_step"), 2);
    assert_int_equal(by_options_number(options, "hash_scheme"), 1);
    assert_string_equal(by_options_text(options, "file"), "none");
    assert_string_equal(by_options_text(options, "note"), "");
    assert_ptr_equal(by_options_table(options), table);
}

/* A switch is read in all its spellings. */
static void test_switch(void **state)
{
    static const char *const spellings[][2] = {{"off", "on"}, {"false", "true"}, {"0", "1"}, {"no", "yes"}};

    (void)state;
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        for (int on = 0; on < 2; on++) {
            assert_int_equal(by_options_set(options, "killers", spellings[i][on], NULL), BY_OK);
            assert_int_equal(by_options_number(options, "killers"), on);
        }
    }
}

/* A number is read up to both ends of its range. */
static void test_number(void **state)
{
    static const struct {
        const char *name, *text;
        int value;
    } good[] = {{"depth_step", "64", 64}, {"depth_step", "-3", -3},        {"depth_step", "+7", 7},
                {"depth_step", "007", 7}, {"seed", "2147483647", INT_MAX}, {"seed", "-2147483648", INT_MIN}};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(by_options_set(options, good[i].name, good[i].text, NULL), BY_OK);
        assert_int_equal(by_options_number(options, good[i].name), good[i].value);
    }
}

/* A choice is read as the place of its word. */
static void test_choice(void **state)
{
    (void)state;
    for (int i = 0; schemes[i]; i++) {
        assert_int_equal(by_options_set(options, "hash_scheme", schemes[i], NULL), BY_OK);
        assert_int_equal(by_options_number(options, "hash_scheme"), i);
    }
}

/* A text is copied, may be empty, and may be set again. */
static void test_text(void **state)
{
    char text[] = "a file";

    (void)state;
    assert_int_equal(by_options_set(options, "file", text, NULL), BY_OK);
    memset(text, 'x', sizeof text - 1);
    assert_string_equal(by_options_text(options, "file"), "a file");
    assert_int_equal(by_options_set(options, "file", "", NULL), BY_OK);
    assert_string_equal(by_options_text(options, "file"), "");
}

/* A value that does not fit is refused with what would fit, and nothing changes. */
static void test_refused_values(void **state)
{
    static const char *const bad_numbers[] = {"65", "-4",  "",    "x",   "1x",         " 1",
                                              "1 ", "1.0", "1-2", "0x1", "4294967298", "99999999999999999999"};

    (void)state;
    for (size_t i = 0; i < sizeof bad_numbers / sizeof bad_numbers[0]; i++)
        assert_refused("depth_step", bad_numbers[i], BY_ERROR_INPUT, "expected -3..64");
    assert_refused("killers", "maybe", BY_ERROR_INPUT, "expected on|off");
    assert_refused("killers", "", BY_ERROR_INPUT, "expected on|off");
    assert_refused("killers", "ON ", BY_ERROR_INPUT, "'ON '");
    assert_refused("hash_scheme", "alway", BY_ERROR_INPUT, "expected always|depth|two_tier");
    assert_refused("hash_scheme", "0", BY_ERROR_INPUT, "option hash_scheme");
}

/* An unknown name is refused; if it is near to a known one, that is suggested. */
static void test_unknown_names(void **state)
{
    (void)state;
    assert_refused("hash_sheme", "always", BY_ERROR_UNKNOWN, "did you mean 'hash_scheme'?");
    assert_refused("kilers", "on", BY_ERROR_UNKNOWN, "did you mean 'killers'?");
    assert_refused("zzzzzz", "on", BY_ERROR_UNKNOWN,
                   "unknown option 'zzzzzz', expected killers|depth_step|hash_scheme|file|note|seed");
    assert_refused("", "on", BY_ERROR_UNKNOWN, "unknown option ''");
}

/* Several settings are read from one text, the later of two winning. */
static void test_set_all(void **state)
{
    (void)state;
    assert_int_equal(by_options_set_all(options, " killers=off\tdepth_step=5\nfile=a=b depth_step=6 ", NULL), BY_OK);
    assert_prints(options, "killers=off depth_step=6 hash_scheme=depth file=a=b note= seed=0");
    assert_int_equal(by_options_set_all(options, "", NULL), BY_OK);
    assert_prints(options, "killers=off depth_step=6 hash_scheme=depth file=a=b note= seed=0");
}

/* After an error in the last of several settings none is set. */
static void test_set_all_or_none(void **state)
{
    by_error error = {0};

    (void)state;
    assert_int_equal(by_options_set_all(options, "killers=off file=x depth_step=65", &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "depth_step"));
    assert_int_equal(by_options_set_all(options, "killers=off unheard=1", &error), BY_ERROR_UNKNOWN);
    assert_int_equal(by_options_set_all(options, "killers=off depth_step", &error), BY_ERROR_INPUT);
    assert_string_equal(error.message, "'depth_step' is no setting, expected name=value");
    assert_prints(options, defaults);
}

/* Numbers are set within the range of the kind: a switch is 0 or 1, a choice one of its places. */
static void test_set_number(void **state)
{
    by_error error = {0};

    (void)state;
    assert_int_equal(by_options_set_number(options, "killers", 0, NULL), BY_OK);
    assert_int_equal(by_options_set_number(options, "depth_step", -3, NULL), BY_OK);
    assert_int_equal(by_options_set_number(options, "hash_scheme", 2, NULL), BY_OK);
    assert_int_equal(by_options_set_number(options, "killers", 2, NULL), BY_ERROR_INPUT);
    assert_int_equal(by_options_set_number(options, "killers", -1, NULL), BY_ERROR_INPUT);
    assert_int_equal(by_options_set_number(options, "depth_step", 65, NULL), BY_ERROR_INPUT);
    assert_int_equal(by_options_set_number(options, "hash_scheme", 3, &error), BY_ERROR_INPUT);
    assert_string_equal(error.message, "option hash_scheme: 3 does not fit, expected 0..2");
    assert_int_equal(by_options_set_number(options, "file", 0, NULL), BY_ERROR_INPUT);
    assert_int_equal(by_options_set_number(options, "unheard", 0, NULL), BY_ERROR_UNKNOWN);
    assert_prints(options, "killers=off depth_step=-3 hash_scheme=two_tier file=none note= seed=0");
}

/* A copy has the same values and a life of its own. */
static void test_copy(void **state)
{
    by_options *copy;

    (void)state;
    assert_int_equal(by_options_set_all(options, "file=first depth_step=9", NULL), BY_OK);
    assert_int_equal(by_options_copy(options, &copy, NULL), BY_OK);
    assert_int_equal(by_options_set_all(options, "file=second depth_step=8", NULL), BY_OK);
    assert_prints(copy, "killers=on depth_step=9 hash_scheme=depth file=first note= seed=0");
    assert_prints(options, "killers=on depth_step=8 hash_scheme=depth file=second note= seed=0");
    by_options_destroy(copy);
}

/* The printed value of an option of any kind can be set again. */
static void test_print_reads_back(void **state)
{
    by_options *other;

    (void)state;
    assert_int_equal(by_options_set_all(options, "killers=0 seed=-5 hash_scheme=always file=f", NULL), BY_OK);
    assert_int_equal(by_options_create(table, &other, NULL), BY_OK);
    for (const struct by_option *row = table; row->name; row++) {
        by_text text = {0};

        by_options_print(options, row, &text);
        assert_int_equal(by_options_set(other, row->name, by_text_string(&text), NULL), BY_OK);
        by_text_free(&text);
    }
    assert_prints(other, "killers=off depth_step=2 hash_scheme=always file=f note= seed=-5");
    by_options_destroy(other);
}

/* Each kind says what may stand behind its `=`. */
static void test_ranges(void **state)
{
    static const char *const expected[] = {"on|off", "-3..64", "always|depth|two_tier", "a text"};

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        by_text text = {0};

        by_option_print_range(&table[i], &text);
        assert_string_equal(by_text_string(&text), expected[i]);
        by_text_free(&text);
    }
}

/* Rows are found by their whole name. */
static void test_find(void **state)
{
    (void)state;
    assert_ptr_equal(by_option_find(table, "hash_scheme"), &table[2]);
    assert_null(by_option_find(table, "hash"));
    assert_null(by_option_find(table, ""));
}

/* A table without rows is a table too, and destroying nothing is allowed. */
static void test_empty_table(void **state)
{
    static const struct by_option empty[] = {{0}};
    by_options *none;

    (void)state;
    assert_int_equal(by_options_create(empty, &none, NULL), BY_OK);
    assert_int_equal(by_options_set_all(none, "", NULL), BY_OK);
    assert_int_equal(by_options_set(none, "a", "b", NULL), BY_ERROR_UNKNOWN);
    by_options_destroy(none);
    by_options_destroy(NULL);
}

/* Every preset of every game and method sets what it says, whatever was set before. */
static void check_presets(const struct by_preset *presets, const struct by_option *rows, const by_game_type *game,
                          const by_method *method)
{
    for (const struct by_preset *preset = presets; preset->name; preset++) {
        by_options *first, *second;
        by_text one = {0}, other = {0};

        assert_int_equal(by_options_create(rows, &first, NULL), BY_OK);
        assert_int_equal(by_options_create(rows, &second, NULL), BY_OK);
        for (const struct by_option *row = rows; row->name; row++)
            if (row->kind == BY_OPTION_SWITCH)
                assert_int_equal(by_options_set_number(first, row->name, !row->initial, NULL), BY_OK);
        if (game)
            assert_int_equal(by_game_apply_preset(game, preset->name, first, NULL), BY_OK);
        else
            assert_int_equal(by_method_apply_preset(method, preset->name, first, NULL), BY_OK);
        assert_int_equal(by_options_set_all(second, preset->settings, NULL), BY_OK);
        for (const struct by_option *row = rows; row->name; row++) {
            by_options_print(first, row, &one);
            by_options_print(second, row, &other);
        }
        assert_string_equal(by_text_string(&one), by_text_string(&other));
        by_text_free(&one);
        by_text_free(&other);
        by_options_destroy(first);
        by_options_destroy(second);
    }
}

static void test_presets(void **state)
{
    (void)state;
    for (size_t i = 0; by_method_at(i); i++)
        check_presets(by_method_presets(by_method_at(i)), by_method_options(by_method_at(i)), NULL, by_method_at(i));
    for (size_t i = 0; by_game_type_at(i); i++)
        check_presets(by_game_presets(by_game_type_at(i)), by_game_options(by_game_type_at(i)), by_game_type_at(i),
                      NULL);
}

/* The options of a game are those of its type; a type without any has an empty table. */
static void test_game_options(void **state)
{
    const by_game_type *go, bare = {.name = "bare"};
    by_options *mine;

    (void)state;
    assert_int_equal(by_game_type_find("go", &go, NULL), BY_OK);
    assert_ptr_equal(by_game_options(go), go->options);
    assert_non_null(by_option_find(by_game_options(go), "komi_half"));
    assert_null(by_game_options(&bare)->name);
    assert_int_equal(by_options_create(by_game_options(&bare), &mine, NULL), BY_OK);
    by_options_destroy(mine);
}

/* The published setting of the capture of blocks; a wrong name changes nothing, and other options are refused. */
static void test_game_preset(void **state)
{
    const by_game_type *type;
    by_options *mine;
    by_error error;

    (void)state;
    assert_int_equal(by_game_type_find("go-capture", &type, NULL), BY_OK);
    assert_int_equal(by_options_create(type->options, &mine, NULL), BY_OK);
    assert_int_equal(by_game_apply_preset(type, "paper-captur", mine, &error), BY_ERROR_UNKNOWN);
    assert_non_null(strstr(error.message, "did you mean 'paper-capture'?"));
    assert_int_equal(by_options_number(mine, "bound"), 0);
    assert_int_equal(by_game_apply_preset(type, "paper-capture", mine, NULL), BY_OK);
    assert_int_equal(by_options_number(mine, "bound"), 25);
    assert_int_equal(by_options_number(mine, "safe_liberties"), 0);
    assert_int_equal(by_game_apply_preset(type, "paper-capture", options, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "not options of the game go-capture"));
    by_options_destroy(mine);
    assert_int_equal(by_game_type_find("tictactoe", &type, NULL), BY_OK);
    assert_int_equal(by_options_create(type->options, &mine, NULL), BY_OK);
    assert_int_equal(by_game_apply_preset(type, "plain", mine, &error), BY_ERROR_UNKNOWN);
    assert_non_null(strstr(error.message, "tictactoe has no presets"));
    by_options_destroy(mine);
}

/* Nothing that was set, refused or copied leaves memory behind. */
static void test_no_leak(void **state)
{
    size_t before = allocation_current();
    by_options *one, *two;

    (void)state;
    assert_int_equal(by_options_create(table, &one, NULL), BY_OK);
    assert_int_equal(by_options_set_all(one, "file=a note=b", NULL), BY_OK);
    assert_int_equal(by_options_set_all(one, "file=c note=d seed=x", NULL), BY_ERROR_INPUT);
    assert_int_equal(by_options_copy(one, &two, NULL), BY_OK);
    assert_true(allocation_current() > before);
    by_options_destroy(one);
    by_options_destroy(two);
    assert_int_equal(allocation_current(), before);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, create, destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_defaults),      TEST(test_switch),       TEST(test_number),
        TEST(test_choice),        TEST(test_text),         TEST(test_refused_values),
        TEST(test_unknown_names), TEST(test_set_all),      TEST(test_set_all_or_none),
        TEST(test_set_number),    TEST(test_copy),         TEST(test_print_reads_back),
        TEST(test_ranges),        TEST(test_find),         TEST(test_empty_table),
        TEST(test_presets),       TEST(test_game_options), TEST(test_game_preset),
        TEST(test_no_leak),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
