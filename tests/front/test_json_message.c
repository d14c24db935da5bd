/* SPDX-License-Identifier: MIT */
#include "front/json_message.h"

#include "boyi/error.h"
#include "support/check.h"

static void assert_json(const char *parts, const char *expected)
{
    struct json json = {0};

    json_put_message(&json, parts);
    assert_int_equal(json.depth, 0);
    assert_false(json.text.failed);
    assert_string_equal(by_text_string(&json.text), expected);
    by_text_free(&json.text);
}

static void a_message_has_its_identifier_and_arguments(void **state)
{
    by_error error;

    (void)state;
    by_error_set(&error, BY_ERROR_INPUT, "rank %d has %d points", 3, 8);
    assert_json(error.parts, "{\"message\": \"rank 3 has 8 points\", \"id\": \"rank {1} has {2} points\", "
                             "\"args\": [\"3\", \"8\"]}\n");
    by_error_no_memory(&error);
    assert_json(error.parts, "{\"message\": \"out of memory\", \"id\": \"out of memory\"}\n");
}

static void messages_and_words_inside_have_theirs(void **state)
{
    by_error inner, error;

    (void)state;
    by_error_set(&inner, BY_ERROR_INPUT, "%-s has no %-s\"", "red", "king");
    by_error_set(&error, BY_ERROR_INPUT, "line %d%-s: %-s", 2, "", inner.parts);
    assert_json(error.parts,
                "{\"message\": \"line 2: red has no king\\\"\", \"id\": \"line {1}{2}: {3}\", \"args\": [\"2\", \"\", "
                "{\"id\": \"{1} has no {2}\\\"\", \"args\": [{\"id\": \"red\"}, {\"id\": \"king\"}]}]}\n");
}

static void several_messages_are_parts(void **state)
{
    by_text text = {.keeps_parts = true}, list = {.keeps_parts = true};

    (void)state;
    by_text_add_message(&list, "%s", "a");
    by_text_add(&list, ", ");
    by_text_add_message(&list, "b");
    by_text_add_message(&text, "of %-s", by_text_string(&list));
    assert_json(by_text_string(&text),
                "{\"message\": \"of a, b\", \"id\": \"of {1}\", \"args\": [{\"parts\": [{\"id\": "
                "\"{1}\", \"args\": [\"a\"]}, \", \", {\"id\": \"b\"}]}]}\n");
    by_text_add(&text, " more");
    assert_json(
        by_text_string(&list),
        "{\"message\": \"a, b\", \"parts\": [{\"id\": \"{1}\", \"args\": [\"a\"]}, \", \", {\"id\": \"b\"}]}\n");
    by_text_free(&text);
    by_text_free(&list);
}

static void a_text_that_is_no_message_has_no_identifier(void **state)
{
    (void)state;
    assert_json("plain", "{\"message\": \"plain\"}\n");
    assert_json("", "{\"message\": \"\"}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_has_its_identifier_and_arguments),
        cmocka_unit_test(messages_and_words_inside_have_theirs),
        cmocka_unit_test(several_messages_are_parts),
        cmocka_unit_test(a_text_that_is_no_message_has_no_identifier),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
