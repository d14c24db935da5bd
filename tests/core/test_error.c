/* SPDX-License-Identifier: MIT */
#include "boyi/error.h"

#include <string.h>

#include "support/check.h"

/* A message is formatted, has no place, and the status comes back. */
static void test_set(void **state)
{
    by_error error = {.line = 7, .column = 8};

    (void)state;
    assert_int_equal(by_error_set(&error, BY_ERROR_INPUT, "%d of %s", 3, "four"), BY_ERROR_INPUT);
    assert_int_equal(error.status, BY_ERROR_INPUT);
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_string_equal(error.message, "3 of four");
}

/* A place is kept. */
static void test_set_at(void **state)
{
    by_error error = {0};

    (void)state;
    assert_int_equal(by_error_set_at(&error, BY_ERROR_LIMIT, 12, 34, "%c", 'x'), BY_ERROR_LIMIT);
    assert_int_equal(error.status, BY_ERROR_LIMIT);
    assert_int_equal(error.line, 12);
    assert_int_equal(error.column, 34);
    assert_string_equal(error.message, "x");
}

/* Without an error object the status is the same. */
static void test_null(void **state)
{
    (void)state;
    assert_int_equal(by_error_set(NULL, BY_ERROR_UNKNOWN, "%s", "lost"), BY_ERROR_UNKNOWN);
    assert_int_equal(by_error_set_at(NULL, BY_ERROR_UNSUPPORTED, 1, 1, "%s", "lost"), BY_ERROR_UNSUPPORTED);
    assert_int_equal(by_error_no_memory(NULL), BY_ERROR_MEMORY);
}

/* A message that is too long is cut and still ends. */
static void test_long_message(void **state)
{
    struct {
        by_error error;
        char behind;
    } place = {.behind = 'b'};
    char text[1000];

    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    by_error_set(&place.error, BY_ERROR_INPUT, "%s", text);
    assert_int_equal(strlen(place.error.message), sizeof place.error.message - 1);
    assert_int_equal(strspn(place.error.message, "a"), sizeof place.error.message - 1);
    assert_int_equal(place.behind, 'b');
}

/* Good is 0, bad is negative, and lack of memory has its own status and words. */
static void test_statuses(void **state)
{
    static const by_status bad[] = {BY_ERROR_INPUT, BY_ERROR_UNKNOWN, BY_ERROR_LIMIT, BY_ERROR_MEMORY,
                                    BY_ERROR_UNSUPPORTED};
    by_error error = {0};

    (void)state;
    assert_int_equal(BY_OK, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_true((int)bad[i] < 0);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(bad[i], bad[j]);
    }
    by_error_no_memory(&error);
    assert_int_equal(error.status, BY_ERROR_MEMORY);
    assert_string_equal(error.message, "out of memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),          cmocka_unit_test(test_set_at),   cmocka_unit_test(test_null),
        cmocka_unit_test(test_long_message), cmocka_unit_test(test_statuses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
