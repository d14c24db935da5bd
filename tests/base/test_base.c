/* SPDX-License-Identifier: MIT
 *
 * What every layer uses: arrays that grow, numbers in texts, questions about files.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/scan.h"
#include "support/check.h"

static void array_keeps_its_items_as_it_grows(void **state)
{
    int *items = NULL;
    size_t room = 0;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        items = by__array_grown(items, (size_t)i + 1, &room, sizeof *items);
        assert_non_null(items);
        assert_true(room > (size_t)i);
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    assert_ptr_equal(by__array_grown(items, room, &room, sizeof *items), items);
    free(items);
}

static void array_stays_when_memory_is_short(void **state)
{
    size_t room = 0;
    int *items = by__array_grown(NULL, 1, &room, sizeof *items);
    size_t before = room;

    (void)state;
    assert_null(by__array_grown(items, SIZE_MAX / 2, &room, sizeof *items));
    assert_null(by__array_grown(items, SIZE_MAX, &room, sizeof *items));
    assert_int_equal(room, before);
    free(items);
}

static void integers_are_whole_texts_in_range(void **state)
{
    static const char *const wrong[] = {
        "", "-", "+", "1x", " 1", "1 ", "--1", "0x1", "11", "-11", "99999999999999999999"};
    int64_t number = 77;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(by__scan_integer(wrong[i], -10, 10, &number));
    assert_int_equal(number, 77);
    assert_true(by__scan_integer("-10", -10, 10, &number));
    assert_int_equal(number, -10);
    assert_true(by__scan_integer("+007", -10, 10, &number));
    assert_int_equal(number, 7);
    assert_true(by__scan_integer("9223372036854775807", INT64_MIN, INT64_MAX, &number));
    assert_true(number == INT64_MAX);
}

static void digits_end_where_others_begin(void **state)
{
    const char *text = "12..3";
    int64_t number = 77;

    (void)state;
    assert_ptr_equal(by__scan_digits(text, 12, &number), text + 2);
    assert_int_equal(number, 12);
    assert_null(by__scan_digits(text, 11, &number));
    assert_null(by__scan_digits("7", 3, &number));
    assert_null(by__scan_digits("", 3, &number));
    assert_null(by__scan_digits("-1", 3, &number));
    assert_null(by__scan_digits("9223372036854775808", INT64_MAX, &number));
    assert_int_equal(number, 12);
}

static void folders_are_no_files(void **state)
{
    (void)state;
    assert_true(by__is_folder("/"));
    assert_false(by__is_file("/"));
    assert_true(by__is_file("/dev/null"));
    assert_false(by__is_folder("/dev/null"));
    assert_false(by__is_folder("/no such name"));
    assert_false(by__is_file("/no such name"));
}

static void clock_never_goes_back(void **state)
{
    int64_t before_us = by__clock_us(), before_ms = by__clock_ms();

    (void)state;
    assert_true(by__clock_us() >= before_us);
    assert_true(by__clock_ms() >= before_ms);
    assert_true(before_ms >= before_us / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(array_keeps_its_items_as_it_grows),
        cmocka_unit_test(array_stays_when_memory_is_short),
        cmocka_unit_test(integers_are_whole_texts_in_range),
        cmocka_unit_test(digits_end_where_others_begin),
        cmocka_unit_test(folders_are_no_files),
        cmocka_unit_test(clock_never_goes_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
