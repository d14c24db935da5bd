/* SPDX-License-Identifier: MIT
 *
 * The JSON output: its syntax, and the members of each command.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/program.h"

#include "front/json.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static const char *json_of(const char *text)
{
    static char written[256];
    struct json json = {0};

    json_put_string(&json, text);
    (void)snprintf(written, sizeof written, "%s", by_text_string(&json.text));
    by_text_free(&json.text);
    return written;
}

/* Quotes, backslashes and control characters are escaped; what is no UTF-8 becomes U+FFFD, byte by byte. */
static void test_json_strings(void **state)
{
    (void)state;
    assert_string_equal(json_of("a\"b\\c/"), "\"a\\\"b\\\\c/\"");
    assert_string_equal(json_of("\b\f\n\r\t\001\037\177"), "\"\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"");
    assert_string_equal(json_of("博弈 é 😀"), "\"博弈 é 😀\"");
    assert_string_equal(json_of("\xFF|\xC3|\xE5\x8D"), "\"\uFFFD|\uFFFD|\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xC0\x80"), "\"\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xE0\x80\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xF4\x90\x80\x80"), "\"\uFFFD\uFFFD\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xF4\x8F\xBF\xBF"), "\"\xF4\x8F\xBF\xBF\"");
    assert_string_equal(json_of(NULL), "null");
}

/* A part of a text, which may end inside a character. */
static void test_json_parts(void **state)
{
    static const struct {
        size_t length;
        const char *expected;
    } cases[] = {{0, "\"\""}, {1, "\"a\""}, {2, "\"a\uFFFD\""}, {4, "\"a中\""}, {5, "\"a中\\n\""}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json json = {0};

        json_put_part(&json, "a中\nb", cases[i].length);
        assert_string_equal(by_text_string(&json.text), cases[i].expected);
        by_text_free(&json.text);
    }
}

/* Commas and breaks are put where they belong, numbers keep all their digits. */
static void test_json_layout(void **state)
{
    struct json json = {0};

    (void)state;
    json_put_object(&json, JSON_ON_LINES);
    json_put_key(&json, "a");
    json_put_array(&json, JSON_ON_ONE_LINE);
    json_put_integer(&json, INT64_MIN);
    json_put_unsigned(&json, UINT64_MAX);
    json_put_thousandths(&json, -1050);
    json_put_end(&json);
    json_put_key(&json, "b");
    json_put_object(&json, JSON_ON_LINES);
    json_put_end(&json);
    json_put_key(&json, "c");
    json_put_bool(&json, true);
    json_put_end(&json);
    assert_string_equal(by_text_string(&json.text),
                        "{\n  \"a\": [-9223372036854775808, 18446744073709551615, -1.050],\n  \"b\": {},\n"
                        "  \"c\": true\n}\n");
    by_text_free(&json.text);
}

#ifdef HAS_JANSSON

/* The last output, which has to be one JSON object; the caller lets it go. */
static json_t *parsed(void)
{
    json_error_t error;
    json_t *object = json_loads(program_out, JSON_REJECT_DUPLICATES, &error);

    if (!object)
        print_message("line %d: %s\n%s\n", error.line, error.text, program_out);
    assert_true(json_is_object(object));
    return object;
}

static const char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    assert_true(json_is_string(value));
    return json_string_value(value);
}

static long number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    assert_true(json_is_integer(value));
    return (long)json_integer_value(value);
}

/* All members of a result are there, in the right types. */
static void test_analyse_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--moves", "0 1 4", "--json"), 0);
    object = parsed();
    assert_true(json_is_string(json_object_get(object, "best")));
    assert_int_equal(number_of(object, "value"), -999996);
    assert_string_equal(text_of(object, "value_text"), "loss in 4 plies");
    assert_string_equal(text_of(object, "kind"), "loss");
    assert_true(json_is_true(json_object_get(object, "proved")));
    assert_string_equal(text_of(object, "stopped"), "done");
    assert_true(number_of(object, "nodes") > 0);
    assert_true(number_of(object, "evaluations") >= 0);
    assert_true(number_of(object, "depth") >= 4);
    assert_true(number_of(object, "selective_depth") >= 4);
    assert_true(json_is_real(json_object_get(object, "time_ms")));
    assert_string_equal(text_of(object, "game"), "tictactoe");
    assert_string_equal(text_of(object, "position"), "xo./.x./...");
    assert_string_equal(text_of(object, "method"), "alphabeta");
    assert_true(json_object_size(json_object_get(object, "counters")) > 0);
    assert_string_equal(text_of(json_object_get(object, "options"), "hash"), "on");
    json_decref(object);
}

/* The principal variation is an array that begins with the best move; each of several lines has the members of a
 * result. */
static void test_lines_json(void **state)
{
    json_t *object, *lines;

    (void)state;
    assert_int_equal(RUN("analyse", "tree", "--position", "A(B(3,17),C(2,12),D(1))", "--lines=2", "--json"), 0);
    object = parsed();
    lines = json_object_get(object, "lines");
    assert_int_equal(json_array_size(lines), 2);
    assert_string_equal(text_of(object, "best"), "B");
    assert_string_equal(text_of(json_array_get(lines, 0), "best"), "B");
    assert_string_equal(text_of(json_array_get(lines, 1), "best"), "C");
    assert_int_equal(number_of(json_array_get(lines, 1), "value"), 2);
    assert_true(json_equal(json_object_get(object, "pv"), json_object_get(json_array_get(lines, 0), "pv")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(object, "pv"), 0)), "B");
    assert_int_equal(json_array_size(json_object_get(object, "pv")), 2);
    json_decref(object);
}

/* Without a move, best is null and the variation is empty. */
/* A method that proves reports its answer, its numbers and whether it is proved. */
static void test_answer(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "df-pn", "--set", "threshold=0", "--quiet"), 0);
    assert_says(program_out, "answer        yes, proved\nnumbers       proof 0, disproof infinite\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "pn", "--nodes", "9", "--quiet"), 0);
    assert_says(program_out, "answer        unknown\nnumbers       proof 1, disproof 9\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "pn", "--set", "memory_kib=1", "--quiet"), 0);
    assert_says(program_out, "stopped by    limit of memory\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "df-pn", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(object, "answer"), "no");
    assert_true(json_is_null(json_object_get(object, "proof_number")));
    assert_true(json_is_real(json_object_get(object, "disproof_number")));
    assert_true(json_is_true(json_object_get(object, "proved")));
    json_decref(object);
    assert_bad_use("pn answers questions and plays no games", "play", "tictactoe", "--method", "pn");
    assert_bad_use("df-pn answers questions and plays no games", "selfplay", "run", "tictactoe", "--method", "df-pn",
                   "--games", "1", "--nodes", "10", "--output", "/nonexistent/file");
}

static void test_over_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "xxx/oo./...", "--json"), 0);
    object = parsed();
    assert_true(json_is_null(json_object_get(object, "best")));
    assert_int_equal(json_array_size(json_object_get(object, "pv")), 0);
    json_decref(object);
}

/* Method, preset, settings and limits reach the search, settings on top of the preset. */
static void test_settings_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--preset", "plain", "--set", "pvs=on", "--set=killers=after_captures",
                         "--nodes", "500", "--json"),
                     0);
    object = parsed();
    assert_string_equal(text_of(json_object_get(object, "options"), "hash"), "off");
    assert_string_equal(text_of(json_object_get(object, "options"), "pvs"), "on");
    assert_string_equal(text_of(json_object_get(object, "options"), "killers"), "after_captures");
    assert_true(number_of(object, "nodes") <= 500);
    assert_string_equal(text_of(object, "stopped"), "nodes");
    json_decref(object);
    assert_int_equal(RUN("analyse", "tictactoe", "--method=minimax", "--depth=9", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(object, "method"), "minimax");
    assert_int_equal(number_of(object, "nodes"), 549945);
    assert_int_equal(number_of(object, "value"), 0);
    assert_null(json_object_get(json_array_get(json_object_get(object, "lines"), 0), "visits"));
    json_decref(object);
    assert_int_equal(RUN("analyse", "tictactoe", "--method=mcts", "--position=xx./oo./...", "--nodes=100", "--json"),
                     0);
    object = parsed();
    assert_in_range(number_of(json_array_get(json_object_get(object, "lines"), 0), "visits"), 1, 100);
    assert_int_equal(
        (int)json_number_value(json_object_get(json_array_get(json_object_get(object, "lines"), 0), "mean")), 1);
    json_decref(object);
}

/* Without limits the search is bounded by nodes, so that two runs agree in everything but time. */
static void test_default_is_deterministic(void **state)
{
    static const char *const same[] = {"best", "value", "kind", "nodes", "depth", "pv", "lines", "counters"};
    json_t *first, *second;

    (void)state;
    assert_int_equal(RUN("analyse", "tree", "--position", "random width=6 depth=5 seed=7", "--json"), 0);
    first = parsed();
    assert_int_equal(RUN("analyse", "tree", "--position", "random width=6 depth=5 seed=7", "--json"), 0);
    second = parsed();
    assert_true(number_of(first, "nodes") <= 1000000);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_true(json_equal(json_object_get(first, same[i]), json_object_get(second, same[i])));
    json_decref(first);
    json_decref(second);
}

/* The member of an array of objects that has this name. */
static const json_t *named(const json_t *array, const char *name)
{
    size_t i;
    json_t *member;

    json_array_foreach(array, i, member) if (strcmp(text_of(member, "name"), name) == 0) return member;
    print_message("nothing is called %s\n", name);
    assert_true(false);
    return NULL;
}

/* The lists of games, methods and options can be read by programs, with defaults, ranges and papers. */
static void test_lists_json(void **state)
{
    json_t *object;
    const json_t *row;

    (void)state;
    assert_int_equal(RUN("games", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(named(json_object_get(object, "games"), "tictactoe"), "title"), "Tic-tac-toe");
    json_decref(object);
    assert_int_equal(RUN("methods", "--json"), 0);
    object = parsed();
    row = named(json_object_get(object, "methods"), "alphabeta");
    named(json_object_get(row, "presets"), "plain");
    json_decref(object);
    assert_int_equal(RUN("options", "alphabeta", "--json"), 0);
    object = parsed();
    row = named(json_object_get(object, "options"), "hash_scheme");
    assert_string_equal(text_of(row, "effect"), "exact");
    assert_true(json_array_size(json_object_get(row, "choices")) > 1);
    row = named(json_object_get(object, "options"), "memory_kib");
    assert_true(number_of(row, "least") < number_of(row, "most"));
    json_decref(object);
}

/* The sum of the bench is the sum of its games. */
static void test_bench_json(void **state)
{
    json_t *object, *game;
    size_t i;
    long sum = 0;

    (void)state;
    assert_int_equal(RUN("bench", "--json"), 0);
    object = parsed();
    json_array_foreach(json_object_get(object, "games"), i, game) sum += number_of(game, "nodes");
    assert_true(sum > 0);
    assert_int_equal(number_of(object, "nodes"), sum);
    json_decref(object);
}

/* A verdict has its winner, if there is one, and the explanation, if the game gives one. */
static void test_why_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("why", "xiangqi", "--json", "--position", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w", "--moves",
                         "c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7"),
                     0);
    object = parsed();
    assert_string_equal(text_of(object, "winner"), "black");
    assert_int_equal(number_of(object, "path_plies"), 8);
    assert_true(json_is_true(json_object_get(object, "is_over")));
    assert_says(text_of(object, "explanation"), "perpetual chase");
    json_decref(object);
    assert_int_equal(RUN("why", "tictactoe", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(object, "side_to_move"), "x");
    assert_true(json_is_false(json_object_get(object, "is_over")));
    assert_true(json_is_null(json_object_get(object, "winner")));
    assert_true(json_is_null(json_object_get(object, "explanation")));
    json_decref(object);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_strings),  cmocka_unit_test(test_json_parts),
        cmocka_unit_test(test_json_layout),
#ifdef HAS_JANSSON
        cmocka_unit_test(test_analyse_json),  cmocka_unit_test(test_lines_json),
        cmocka_unit_test(test_answer),        cmocka_unit_test(test_over_json),
        cmocka_unit_test(test_settings_json), cmocka_unit_test(test_default_is_deterministic),
        cmocka_unit_test(test_lists_json),    cmocka_unit_test(test_bench_json),
        cmocka_unit_test(test_why_json),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
