/* SPDX-License-Identifier: MIT
 *
 * What every layer uses: arrays that grow, numbers in texts, lines in words, files.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/scan.h"
#include "base/split.h"
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

static void large_integers_become_the_nearest(void **state)
{
    static const char *const wrong[] = {"", "-", "1x", " 1", "1 ", "--1"};
    int64_t number = 77;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(by__scan_clamped(wrong[i], &number));
    assert_int_equal(number, 77);
    assert_true(by__scan_clamped("-12", &number) && number == -12);
    assert_true(by__scan_clamped("99999999999999999999", &number) && number == INT64_MAX);
    assert_true(by__scan_clamped("-99999999999999999999", &number) && number == INT64_MIN);
}

static void lines_are_cut_into_words(void **state)
{
    char line[] = "  go\tdepth 5 \r", cut[] = "removes moves  a b", *rest = line, *behind;

    (void)state;
    assert_string_equal(by__next_word(&rest), "go");
    assert_string_equal(by__next_word(&rest), "depth");
    assert_string_equal(by__next_word(&rest), "5");
    assert_null(by__next_word(&rest));
    behind = by__cut_at(cut, "moves");
    assert_string_equal(cut, "removes ");
    assert_string_equal(by__trim(behind), "a b");
    assert_null(by__cut_at(cut, "moves"));
}

static void first_words_are_whole(void **state)
{
    static const char *const words[] = {"uci", "quit", NULL};

    (void)state;
    assert_true(by__begins_with(" quit\r", words));
    assert_true(by__begins_with("uci now", words));
    assert_false(by__begins_with("ucci", words));
    assert_false(by__begins_with("", words));
}

/* Locks hold against other processes, so that a child has to try. */
static void locked_files_are_for_one_program(void **state)
{
    char path[] = "/tmp/boyi-base-XXXXXX", why[256];
    int descriptor = mkstemp(path), status;
    FILE *file;
    pid_t child;

    (void)state;
    assert_true(descriptor >= 0);
    close(descriptor);
    file = by__open_locked(path, why, sizeof why);
    assert_non_null(file);
    child = fork();
    if (!child)
        _exit(by__open_locked(path, why, sizeof why) || !strstr(why, "is being written by another program"));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    (void)fclose(file);
    (void)unlink(path);
    assert_null(by__open_locked("/tmp", why, sizeof why));
    assert_non_null(strstr(why, "cannot open /tmp"));
    assert_null(by__open_locked("/dev/null", why, sizeof why));
    assert_string_equal(why, "/dev/null is no ordinary file");
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
        cmocka_unit_test(large_integers_become_the_nearest),
        cmocka_unit_test(lines_are_cut_into_words),
        cmocka_unit_test(first_words_are_whole),
        cmocka_unit_test(locked_files_are_for_one_program),
        cmocka_unit_test(folders_are_no_files),
        cmocka_unit_test(clock_never_goes_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
