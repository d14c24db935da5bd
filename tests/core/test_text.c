/* SPDX-License-Identifier: MIT */
#include "boyi/text.h"

#include <string.h>

#include "support/allocation.h"
#include "support/check.h"

/* An empty text is "" and needs no memory. */
static void test_empty(void **state)
{
    by_text text = {0};

    (void)state;
    assert_string_equal(by_text_string(&text), "");
    assert_null(text.data);
    by_text_clear(&text);
    assert_string_equal(by_text_string(&text), "");
    by_text_free(&text);
}

/* Strings, characters and formatted pieces follow each other. */
static void test_add(void **state)
{
    by_text text = {0};

    (void)state;
    by_text_add(&text, "one");
    by_text_add(&text, "");
    by_text_add_char(&text, ' ');
    by_text_printf(&text, "%s %d", "two", 3);
    by_text_printf(&text, "%s", "");
    assert_string_equal(by_text_string(&text), "one two 3");
    assert_int_equal(text.length, 9);
    assert_false(text.failed);
    by_text_free(&text);
}

/* Growing keeps what is there, at every length around the sizes at which memory is asked for. */
static void test_growth(void **state)
{
    by_text text = {0};
    char expected[1001] = "";

    (void)state;
    for (size_t i = 0; i < 1000; i++) {
        char c = (char)('a' + i % 26);

        expected[i] = c;
        if (i % 2)
            by_text_add_char(&text, c);
        else
            by_text_printf(&text, "%c", c);
        assert_int_equal(text.length, i + 1);
        assert_true(text.capacity > text.length);
        assert_string_equal(by_text_string(&text), expected);
    }
    by_text_free(&text);
    by_text_printf(&text, "%s%s", expected, expected);
    assert_int_equal(text.length, 2000);
    assert_memory_equal(text.data, expected, 1000);
    assert_string_equal(text.data + 1000, expected);
    by_text_free(&text);
}

/* Clearing keeps the memory; freeing gives it back and leaves a text that can be used. */
static void test_clear_and_free(void **state)
{
    size_t before = allocation_current();
    by_text text = {0};
    char *data;

    (void)state;
    by_text_add(&text, "some words");
    data = text.data;
    by_text_clear(&text);
    assert_string_equal(by_text_string(&text), "");
    by_text_add(&text, "others");
    assert_ptr_equal(text.data, data);
    assert_string_equal(by_text_string(&text), "others");
    by_text_free(&text);
    assert_int_equal(allocation_current(), before);
    assert_string_equal(by_text_string(&text), "");
    by_text_add(&text, "again");
    assert_string_equal(by_text_string(&text), "again");
    by_text_free(&text);
    by_text_free(&text);
    assert_int_equal(allocation_current(), before);
}

/* Without memory the text stays as it was, remembers it, and takes nothing more until it is cleared. */
static void test_no_memory(void **state)
{
    by_text text = {0};

    (void)state;
    by_text_add(&text, "kept");
    allocation_fail_at(1);
    by_text_printf(&text, "%0200d", 1);
    allocation_fail_at(0);
    assert_true(text.failed);
    assert_string_equal(by_text_string(&text), "kept");
    by_text_add(&text, "!");
    by_text_printf(&text, "%d", 1);
    assert_string_equal(by_text_string(&text), "kept");
    by_text_clear(&text);
    by_text_add(&text, "new");
    assert_false(text.failed);
    assert_string_equal(by_text_string(&text), "new");
    by_text_free(&text);
}

/* ---- The nearest word ------------------------------------------------------------------------------------------ */

static const char *const words[] = {"alphabeta", "minimax", "mtdf", "tree", "tictactoe", NULL};

static void assert_nearest(const char *word, const char *expected)
{
    const char *nearest = by_text_nearest(word, words);

    if (expected) {
        assert_non_null(nearest);
        assert_string_equal(nearest, expected);
    } else {
        assert_null(nearest);
    }
}

/* One letter put in, left out, changed or swapped still means the word, in capitals too. */
static void test_nearest_misspelled(void **state)
{
    (void)state;
    assert_nearest("minimax", "minimax");
    assert_nearest("minnimax", "minimax");
    assert_nearest("minmax", "minimax");
    assert_nearest("minimix", "minimax");
    assert_nearest("mimimax", "minimax");
    assert_nearest("tere", "tree");
    assert_nearest("AlphaBeta", "alphabeta");
    assert_nearest("alpha-beta", "alphabeta");
}

/* The beginning of a word means that word. */
static void test_nearest_beginning(void **state)
{
    (void)state;
    assert_nearest("tic", "tictactoe");
    assert_nearest("alph", "alphabeta");
}

/* A word that resembles none gets no suggestion, however long it is. */
static void test_nearest_none(void **state)
{
    static const char *const no_words[] = {NULL};
    char longest[500];

    (void)state;
    assert_nearest("", NULL);
    assert_nearest("zzz", NULL);
    assert_nearest("xiangqi", NULL);
    memset(longest, 'm', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_nearest(longest, NULL);
    assert_null(by_text_nearest("tree", no_words));
}

/* Columns count characters of one to four bytes alike, and go on where a byte is none. */
static void test_column(void **state)
{
    static const char line[] = "a\xC3\xA4\xE7\x82\xAE\xF0\x9F\x98\x80z\xFFy";

    (void)state;
    assert_int_equal(by_text_column(line, line), 1);
    assert_int_equal(by_text_column(line, line + 1), 2);
    assert_int_equal(by_text_column(line, line + 3), 3);
    assert_int_equal(by_text_column(line, line + 6), 4);
    assert_int_equal(by_text_column(line, strchr(line, 'z')), 5);
    assert_int_equal(by_text_column(line, strchr(line, 'y')), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_clear_and_free),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_column),
        cmocka_unit_test(test_nearest_misspelled),
        cmocka_unit_test(test_nearest_beginning),
        cmocka_unit_test(test_nearest_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
