/* SPDX-License-Identifier: MIT */
#include "boyi/message.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "boyi/text.h"
#include "support/check.h"

enum { ROOM = sizeof((by_error *)0)->parts };

/* A message of `format` with its text, in the parts that an error has. */
static by_error said;

static void say(const char *format, ...) BY_PRINTF(1, 2);

static void say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    assert_int_equal(by_error_set_list(&said, BY_ERROR_INPUT, 0, 0, format, arguments), BY_ERROR_INPUT);
    va_end(arguments);
}

static void assert_said(const char *parts, const char *text)
{
    assert_string_equal(said.parts, parts);
    assert_string_equal(said.message, text);
}

static void identifier_is_the_format_with_places(void **state)
{
    (void)state;
    say("rank %d has %d points, expected 9", 3, 8);
    assert_said("\1rank {1} has {2} points, expected 9\2"
                "3\2"
                "8\3",
                "rank 3 has 8 points, expected 9");
    say("out of memory");
    assert_said("\1out of memory\3", "out of memory");
}

static void every_conversion_is_read(void **state)
{
    (void)state;
    say("%d %i %u %x %X %c|%5d|%-5d|%05d|%+d", -1, -2, 3u, 255u, 255u, 'c', 7, 8, 9, 10);
    assert_string_equal(said.message, "-1 -2 3 ff FF c|    7|8    |00009|+10");
    say("%ld %lu %lld %llu %zu %jd %td %hd %hhd", -1L, 2UL, -3LL, UINT64_MAX + 0ULL, (size_t)5, (intmax_t)6,
        (ptrdiff_t)-7, (short)8, (signed char)9);
    assert_string_equal(said.message, "-1 2 -3 18446744073709551615 5 6 -7 8 9");
    say("%" PRId64 " %" PRIu64 " 0x%02X %s", INT64_MIN, UINT64_MAX, 10u, "end");
    assert_string_equal(said.message, "-9223372036854775808 18446744073709551615 0x0A end");
    say("%g %.2f %e %*d %.*f %s", 0.5, 1.005, 1e300, 4, 5, 1, 2.25, "end");
    assert_string_equal(said.message, "0.5 1.00 1.000000e+300    5 2.2 end");
    say("%s %.3s %.*s %.0s %% %s", "whole", "prefix", 2, "four", "nothing", "end");
    assert_string_equal(said.message, "whole pre fo  % end");
}

static void words_and_messages_are_inside(void **state)
{
    by_error inner;

    (void)state;
    say("%-s has no %-s", "red", "king");
    assert_said("\1{1} has no {2}\2\1red\3\2\1king\3\3", "red has no king");
    by_error_set(&inner, BY_ERROR_INPUT, "option %s: '%s' does not fit", "hash", "x");
    say("variant %s: %-s", "a", inner.parts);
    assert_said("\1variant {1}: {2}\2a\2\1option {1}: '{2}' does not fit\2hash\2x\3\3",
                "variant a: option hash: 'x' does not fit");
    inner = said;
    say("line %d: %-s!", 7, inner.parts);
    assert_string_equal(said.message, "line 7: variant a: option hash: 'x' does not fit!");
    say("%-s", inner.parts);
    assert_string_equal(said.parts, inner.parts);
    assert_string_equal(said.message, inner.message);
    say("%-s", "a literal");
    assert_said("\1a literal\3", "a literal");
    say("for cell %d%-s", 2, "");
    assert_said("\1for cell {1}{2}\2"
                "2\2\3",
                "for cell 2");
}

/* An error's message may be an argument of its next one. */
static void a_message_may_wrap_itself(void **state)
{
    (void)state;
    by_error_set(&said, BY_ERROR_INPUT, "%s is empty", "a1");
    by_error_set(&said, BY_ERROR_INPUT, "move %d: %-s", 3, said.parts);
    assert_string_equal(said.message, "move 3: a1 is empty");
}

static void an_argument_may_be_for_translators_alone(void **state)
{
    (void)state;
    say("the %-.0s%-s on %s", "red", "rook", "a0");
    assert_said("\1the {2} on {3}\2\1red\3\2\1rook\3\2a0\3", "the rook on a0");
}

static void texts_from_outside_are_no_marks_and_no_formats(void **state)
{
    (void)state;
    say("'%s' and '%c' of %s", "\1{1}\2%s\3\x7F\n", 2, "{2}{1}%d\xFF");
    assert_string_equal(said.message, "'?{1}?%s\?\?\?' and '?' of {2}{1}%d?");
    assert_string_equal(said.parts, "\1'{1}' and '{2}' of {3}\2?{1}?%s\?\?\?\2?\2{2}{1}%d?\3");
    say("expected } or {x} or {123} or {9}, not %s", "{1}");
    assert_string_equal(said.message, "expected } or {x} or {123} or {9}, not {1}");
}

/* A precision, a text that is too long for the parts, and a message that is too long for its field. */
static void texts_are_cut_behind_whole_characters(void **state)
{
    char text[1000] = "a";
    by_error inner;

    (void)state;
    say("%.4s|%.5s|%.6s", "象棋", "象棋", "象棋");
    assert_string_equal(said.message, "象|象|象棋");
    for (int i = 0; i < 300; i++)
        memcpy(text + 1 + 3 * i, "象", 4);
    say("%s", text);
    assert_int_equal(strlen(said.message), 1 + 3 * ((sizeof said.message - 2) / 3));
    assert_true(strlen(said.parts) < ROOM && strlen(said.parts) > ROOM - 24);
    assert_int_equal(said.parts[strlen(said.parts) - 1], BY_MESSAGE_END);
    inner = said;
    say("variant %s: %-s, %d", "a", inner.parts,
        5); /* no room for the parts inside: their text, and all else is whole */
    assert_null(strchr(said.parts + 1, BY_MESSAGE_BEGIN));
    assert_int_equal(strncmp(said.message, "variant a: a象象", 17), 0);
    say("%s%s%d", text, text, 5);
    assert_string_equal(strrchr(said.parts, BY_MESSAGE_NEXT), "\2\3");
}

static void texts_hold_messages_as_they_read_or_in_parts(void **state)
{
    by_text plain = {0}, parts = {.keeps_parts = true};

    (void)state;
    for (int i = 0; i < 2; i++) {
        by_text *text = i ? &parts : &plain;

        by_text_add_message(text, "%-s wins.", "Red");
        by_text_add_char(text, '\n');
        by_text_add_message(text, "%d plies", 3);
    }
    assert_string_equal(by_text_string(&plain), "Red wins.\n3 plies");
    assert_string_equal(by_text_string(&parts), "\1{1} wins.\2\1Red\3\3\n\1{1} plies\2"
                                                "3\3");
    by_text_clear(&plain);
    by_text_add_parts(&plain, by_text_string(&parts));
    assert_string_equal(by_text_string(&plain), "Red wins.\n3 plies");
    by_text_free(&parts);
    by_text_free(&plain);
    assert_true(parts.keeps_parts);
}

/* A text has room for whatever there is. */
static void a_long_message_is_whole_in_a_text(void **state)
{
    char long_text[5000];
    by_text text = {.keeps_parts = true}, plain = {0};

    (void)state;
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    by_text_add_message(&text, "%s and %-s", long_text, "red");
    by_text_add_parts(&plain, by_text_string(&text));
    assert_int_equal(plain.length, sizeof long_text - 1 + strlen(" and red"));
    by_text_free(&text);
    by_text_free(&plain);
}

static void parts_are_passed_one_by_one(void **state)
{
    const char *parts = "\1a\2\1b\3\3 and \1c\3";

    (void)state;
    assert_string_equal(by_message_skip(parts), " and \1c\3");
    assert_string_equal(by_message_skip(by_message_skip(parts)), "\1c\3");
    assert_string_equal(by_message_skip("\1c\3"), "");
    assert_string_equal(by_message_skip("\1not ended \1x\3"), "");
    assert_string_equal(by_message_skip(""), "");
}

/* ---- By chance ------------------------------------------------------------------------------------------------- */

/* Parts that by_message_make has made: marks in pairs, and as many arguments as the identifier has places. */
static const char *check_parts(const char *at, int depth)
{
    while (*at && *at != BY_MESSAGE_NEXT && *at != BY_MESSAGE_END) {
        if (*at++ != BY_MESSAGE_BEGIN)
            continue;
        at = by_message_skip(at);
        while (*at == BY_MESSAGE_NEXT)
            at = check_parts(at + 1, depth + 1);
        assert_int_equal(*at++, BY_MESSAGE_END);
    }
    assert_true(depth > 0 || !*at);
    return at;
}

static void fill_randomly(struct by_random *random, char *out, size_t room)
{
    static const char bytes[] = "aa{1}2%sd\1\2\3\n\x7F\xE8\xB1\xA1\xFF\xC3";
    size_t length = by_random_below(random, (uint32_t)room);

    for (size_t i = 0; i < length; i++)
        out[i] = bytes[by_random_below(random, sizeof bytes - 1)];
    out[length] = 0;
}

static bool is_shown(const char *text)
{
    for (int length; *text; text += length) {
        length = by_text_character(text);
        if (!length || (unsigned char)*text < 0x20 || *text == 0x7F)
            return false;
    }
    return true;
}

static void whatever_comes_in_parts_are_sound(void **state)
{
    struct by_random random = {1};
    by_error inner = {0};

    (void)state;
    by_error_set(&inner, BY_ERROR_INPUT, "begin");
    for (int i = 0; i < 20000; i++) {
        char a[400], b[40], expected[2000];
        int number = (int)by_random_below(&random, 100000);

        fill_randomly(&random, a, sizeof a);
        fill_randomly(&random, b, sizeof b);
        switch (by_random_below(&random, 4)) {
        case 0:
            say("'%s' of '%.7s' at %d", a, b, number);
            break;
        case 1:
            say("%c%d: %-s", a[0], number, inner.parts);
            break;
        case 2:
            say("%-s and %-s; %s %%", inner.parts, inner.parts, b);
            break;
        default:
            say("%s", b);
        }
        (void)check_parts(said.parts, 0);
        assert_true(is_shown(said.message));
        assert_true(strlen(said.parts) < sizeof said.parts);
        by_message_print(said.parts, expected, sizeof expected);
        assert_int_equal(strncmp(said.message, expected, strlen(said.message)), 0);
        inner = said;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identifier_is_the_format_with_places),
        cmocka_unit_test(every_conversion_is_read),
        cmocka_unit_test(words_and_messages_are_inside),
        cmocka_unit_test(a_message_may_wrap_itself),
        cmocka_unit_test(an_argument_may_be_for_translators_alone),
        cmocka_unit_test(texts_from_outside_are_no_marks_and_no_formats),
        cmocka_unit_test(texts_are_cut_behind_whole_characters),
        cmocka_unit_test(texts_hold_messages_as_they_read_or_in_parts),
        cmocka_unit_test(a_long_message_is_whole_in_a_text),
        cmocka_unit_test(parts_are_passed_one_by_one),
        cmocka_unit_test(whatever_comes_in_parts_are_sound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
