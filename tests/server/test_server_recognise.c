/* SPDX-License-Identifier: MIT
 *
 * How the server recognises the game of a text.
 */
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "support/check.h"
#include "support/server.h"

#define ALL                                                                                                            \
    "[{'game': 'xiangqi'}, {'game': 'go', 'settings': {'size': 9}}, {'game': 'connect4'}, "                            \
    "{'game': 'tictactoe'}]"

static char *body_of(const char *text, const char *games)
{
    struct json json = {0};
    by_text body = {0};

    json_put_string(&json, text);
    by_text_printf(&body, "{\"text\": %s, \"games\": %s}", by_text_string(&json.text), games);
    by_text_free(&json.text);
    assert_false(body.failed);
    return body.data;
}

static const struct json_value *recognise(const char *text, const char *games)
{
    char *body = body_of(text, games);

    (void)site_post("/api/recognise", body);
    free(body);
    return site_root();
}

static void assert_is(const char *text, const char *games, const char *game, const char *as)
{
    const struct json_value *reply = recognise(text, games);

    if (is_null_at(reply, "game"))
        fail_msg("'%s' is not recognised: %s", text, text_at(reply, "error.message"));
    assert_string_equal(text_at(reply, "game"), game);
    assert_string_equal(text_at(reply, "as"), as);
    assert_null(find_at(reply, "error"));
}

static void assert_is_none(const char *text, const char *games, const char *words, int line, int column)
{
    const struct json_value *reply = recognise(text, games);

    assert_true(is_null_at(reply, "game"));
    assert_true(is_null_at(reply, "as"));
    if (!strstr(text_at(reply, "error.message"), words))
        fail_msg("'%s' does not say '%s'", text_at(reply, "error.message"), words);
    assert_int_equal(number_at(reply, "line"), line);
    assert_int_equal(number_at(reply, "column"), column);
}

static void test_positions(void **state)
{
    (void)state;
    assert_is("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", ALL, "xiangqi", "position");
    assert_is("\n  x.o/.x./..o \n\n", ALL, "tictactoe", "position");
}

static void test_records(void **state)
{
    (void)state;
    assert_is("(;GM[1]SZ[9];B[ee])", ALL, "go", "record");
    assert_is(" (\n ;GM[1]CA[GBK]C[\xE4\xB8\xAD])", ALL, "go", "record"); /* still UTF-8 */
    assert_is("[Red \"A\"]\n\n1. h2e2 *", ALL, "xiangqi", "record");
    assert_is("{before} h2e2 *", ALL, "xiangqi", "record");
    assert_is("1. \xE7\x82\xAE\xE4\xBA\x8C\xE5\xB9\xB3\xE4\xBA\x94", ALL, "xiangqi", "record");
    assert_is("h2e2 h9g7", ALL, "xiangqi", "record"); /* does not look like one */
    assert_is("1. h2e2 z9z8", ALL, "xiangqi", "record");
    assert_is("[Red \"A\"]\n\n1. z9z8", ALL, "xiangqi", "record");
}

/* The first game that can read the text gets it. */
static void test_order(void **state)
{
    const char *small = "./../...";

    (void)state;
    assert_is("(;SZ[9];B[ee])", "[{'game': 'go', 'settings': {'size': 9}}, {'game': 'go-capture'}]", "go", "record");
    assert_is_none(small, "[{'game': 'tictactoe'}, {'game': 'xiangqi'}]", "cell 1", 1, 2);
    assert_is_none("1. h2e2", "[{'game': 'tictactoe'}]", "", 1, 1); /* no such format there: as a position */
}

/* The place is one in the text, wherever the position begins. */
static void test_places(void **state)
{
    const char *position = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHX w";
    by_text text = {0};

    (void)state;
    assert_is_none(position, ALL, "X", 1, 59);
    by_text_printf(&text, "\n\n   %s", position);
    assert_is_none(by_text_string(&text), ALL, "X", 3, 62);
    by_text_free(&text);
    assert_is_none("1. z9z8", ALL, "z9z8", 1, 4);
    assert_is_none("(;B[ee", ALL, "no end", 1, 4);
    assert_is_none("", ALL, "empty", 1, 1);
}

static void assert_nearest(const char *text, const char *games, const char *nearest)
{
    const struct json_value *value = value_at(recognise(text, games), "nearest");

    assert_non_null(value);
    if (!nearest)
        assert_int_equal(value->kind, JSON_NULL);
    else if (value->kind != JSON_STRING || strcmp(value->text, nearest) != 0)
        fail_msg("'%s' is not told as one of %s", text, nearest);
}

/* In any order of the games the error is that of the game nearest to the text. */
static void test_nearest(void **state)
{
    static const struct {
        const char *text, *words, *nearest;
        int line, column;
    } wrong[] = {
        {"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHX w", "rank 0, file i: 'X'", "xiangqi", 1, 59},
        {"3k5/9/9/9/9/9/9/9/9/9 w", "red has no king", "xiangqi", 0, 0},
        {"9/9/9", "rank 6 after rank 7", "xiangqi", 1, 6},
        {"h3e2", "h3 is empty", "xiangqi", 1, 1},
        {"C2.9 H8+7", "is no legal move", "xiangqi", 1, 1},
        {"\xE9\xA9\xAC\xE5\x85\xAB\xE8\xBF\x9B\xE5\x85\xAB", "cannot move like that", "xiangqi", 1, 1},
        {"1. z9z8", "z9z8", "xiangqi", 1, 4},
        {"9 ......... b", "row 8 after row 9", "go", 1, 12},
        {"(;B[zz])", "B[zz]", "go", 1, 5},
        {"xxx/ooo/...", "x has 3 in a row", "tictactoe", 0, 0},
        {"\n hello world", "neither a position nor a record of one of these games", NULL, 2, 2},
        {"D4 E5", "neither a position nor a record of one of these games", NULL, 1, 1},
        {" ", "empty", NULL, 1, 2},
        {"{a remark}", "only a comment in braces", "xiangqi", 1, 1},
        {"\n {\"game\": 1} *", "only a comment in braces", "xiangqi", 2, 2},
    };
    static const char *const orders[] = {
        ALL,
        "[{'game': 'go', 'settings': {'size': 9}}, {'game': 'tictactoe'}, {'game': 'xiangqi'}]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
            assert_is_none(wrong[i].text, orders[k], wrong[i].words, wrong[i].line, wrong[i].column);
            assert_nearest(wrong[i].text, orders[k], wrong[i].nearest);
        }
    assert_is_none("hello world", "[{'game': 'go'}]", "the size of the board", 1, 1);
    assert_nearest("hello world", "[{'game': 'go'}]", "go");
}

static void test_faults(void **state)
{
    static const struct site_refusal wrong[] = {
        {"{'games': [{'game': 'go'}]}", 400, "text"},
        {"{'text': 'a'}", 400, "games"},
        {"{'text': 'a', 'games': []}", 400, "games"},
        {"{'text': 'a', 'games': {'game': 'go'}}", 400, "games"},
        {"{'text': 'a', 'games': ['go']}", 400, "games"},
        {"{'text': 'a', 'games': [{'settings': {}}]}", 400, "game"},
        {"{'text': 'a', 'games': [{'game': 'chess'}]}", 422, "game"},
        {"{'text': 'a', 'games': [{'game': 'go', 'settings': {'size': 99}}]}", 422, "settings.size"},
        {"{'text': 'a\\u0001', 'games': [{'game': 'go'}]}", 400, "text"},
    };
    by_text games = {0};
    char *body;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        site_refuses("POST", "/api/recognise", wrong[i].body, wrong[i].status, wrong[i].field);
    by_text_add(&games, "[{\"game\": \"go\"}");
    for (int i = 0; i < 16; i++)
        by_text_add(&games, ", {\"game\": \"go\"}");
    by_text_add(&games, "]");
    body = body_of("a", by_text_string(&games));
    site_refuses("POST", "/api/recognise", body, 400, "games");
    by_text_free(&games);
    free(body);
}

/* The server reads a text of 1 MiB, however JSON escapes it, and refuses a longer one. */
static void test_large(void **state)
{
    const size_t most = (size_t)1024 * 1024;
    char *text = malloc(most + 2), *body;

    (void)state;
    assert_non_null(text);
    memset(text, '\n', most);
    memcpy(text, "h2e2", 4);
    text[most] = 0;
    assert_is(text, ALL, "xiangqi", "record");
    memcpy(text + most, "\n", 2);
    body = body_of(text, ALL);
    site_refuses("POST", "/api/recognise", body, 400, "text");
    free(body);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_positions), SITE_TEST(test_records), SITE_TEST(test_order), SITE_TEST(test_places),
        SITE_TEST(test_nearest),   SITE_TEST(test_faults),  SITE_TEST(test_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
