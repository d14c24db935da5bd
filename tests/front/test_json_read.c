/* SPDX-License-Identifier: MIT
 *
 * The reader of JSON: all that the standard allows, and nothing else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"

/* With what is inside: the size of its blocks. */
#include "front/json_read.c"

static struct json_document document;

static const struct json_value *read(const char *text)
{
    by_error error = {0};

    if (json_read(text, &document, &error))
        fail_msg("%s: line %d, column %d: %s", text, error.line, error.column, error.message);
    return document.root;
}

/* Writes what was read, to be compared: [1,"a",{"b":null}] */
static void print(const struct json_value *value, by_text *out)
{
    const char *brackets = value->kind == JSON_ARRAY ? "[]" : "{}";

    if (value->name)
        by_text_printf(out, "%s:", value->name);
    if (value->kind == JSON_NULL) {
        by_text_add(out, "null");
    } else if (value->kind == JSON_BOOL) {
        by_text_add(out, value->truth ? "true" : "false");
    } else if (value->kind == JSON_NUMBER) {
        by_text_printf(out, value->truth ? "%lld" : "?", (long long)value->integer);
    } else if (value->kind == JSON_STRING) {
        by_text_printf(out, "'%s'", value->text);
    } else {
        by_text_add_char(out, brackets[0]);
        for (const struct json_value *child = value->child; child; child = child->next) {
            assert_ptr_equal(child->parent, value);
            by_text_add(out, child == value->child ? "" : ",");
            print(child, out);
        }
        by_text_add_char(out, brackets[1]);
    }
}

static void assert_reads(const char *text, const char *expected)
{
    by_text out = {0};

    print(read(text), &out);
    assert_string_equal(by_text_string(&out), expected);
    by_text_free(&out);
    json_document_free(&document);
}

static void test_values(void **state)
{
    (void)state;
    assert_reads("null", "null");
    assert_reads(" true ", "true");
    assert_reads("\t\r\nfalse\n", "false");
    assert_reads("[]", "[]");
    assert_reads("{ }", "{}");
    assert_reads("[1,[2,[3],[]],{\"a\":{}},4]", "[1,[2,[3],[]],{a:{}},4]");
    assert_reads("{\"a\" : 1 , \"b\":[true , null], \"\":\"\"}", "{a:1,b:[true,null],:''}");
}

static void test_numbers(void **state)
{
    (void)state;
    assert_reads("[0,-0,7,-12,9223372036854775807,-9223372036854775808]",
                 "[0,0,7,-12,9223372036854775807,-9223372036854775808]");
    assert_reads("[1.5,1e3,1E-2,0.1e+7,9223372036854775808]", "[?,?,?,?,?]");
}

static void test_strings(void **state)
{
    (void)state;
    assert_reads("\"\"", "''");
    assert_reads("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"", "'a\"\\/\b\f\n\r\tz'");
    assert_reads("\"\\u0041\\u00e9\\u4E2d\\uD83D\\uDE00\"", "'A\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80'");
    assert_reads("\"\xE4\xB8\xAD\xF0\x9F\x98\x80\x7F\"", "'\xE4\xB8\xAD\xF0\x9F\x98\x80\x7F'");
    assert_reads("[\"\\u0041b\",\"c\\u0064\"]", "['Ab','cd']"); /* what is decoded becomes shorter */
}

/* Each with the place of the mistake. */
static void test_mistakes(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *part;
    } cases[] = {
        {"", 1, 1, "expected a value"},
        {"  ", 1, 3, "but the text ends"},
        {"nul", 1, 1, "expected a value"},
        {"True", 1, 1, "expected a value"},
        {"truex", 1, 5, "expected the end of the text"},
        {"1 2", 1, 3, "expected the end of the text"},
        {"[1,]", 1, 4, "expected a value"},
        {"[1 2]", 1, 4, "expected ',' or ']'"},
        {"[1", 1, 3, "but the text ends"},
        {"[1}", 1, 3, "expected ',' or ']'"},
        {"]", 1, 1, "expected a value"},
        {"{\"a\":1,}", 1, 8, "expected a name"},
        {"{a:1}", 1, 2, "expected a name"},
        {"{\"a\" 1}", 1, 6, "expected ':'"},
        {"{\"a\":}", 1, 6, "expected a value"},
        {"{\"a\":1]", 1, 7, "expected ',' or '}'"},
        {"{\"a\":1,\n \"a\":2}", 2, 2, "has this name already"},
        {"{\"a\":1,\n \"\\u0061\":2}", 2, 2, "has this name already"},
        {"01", 1, 1, "no number"},
        {"-", 1, 1, "no number"},
        {"1.", 1, 1, "no number"},
        {".5", 1, 1, "expected a value"},
        {"+1", 1, 1, "expected a value"},
        {"1e", 1, 1, "no number"},
        {"[\n\n  1ee2]", 3, 3, "no number"},
        {"\"abc", 1, 5, "expected the end of a string, but the text ends"},
        {"\"a\nb\"", 1, 3, "control characters"},
        {"\"a\x01\"", 1, 3, "control characters"},
        {"\"\\x\"", 1, 3, "behind a backslash"},
        {"\"\\", 1, 3, "behind a backslash"},
        {"\"\\u12g4\"", 1, 3, "four hexadecimal digits"},
        {"\"\\u12", 1, 3, "four hexadecimal digits"},
        {"\"\\u0000\"", 1, 3, "U+0000"},
        {"\"\\uD800\"", 1, 2, "first half"},
        {"\"\\uD800\\u0041\"", 1, 2, "first half"},
        {"\"\\uDC00\"", 1, 2, "second half"},
        {"[\"\\u4e2d\xE4\xB8\xAD\", \x80]", 1, 13, "expected a value"},
        {"\"\xC3\"", 1, 2, "no UTF-8"},
        {"\"\xED\xA0\x80\"", 1, 2, "no UTF-8"},
        {"// no comments\n1", 1, 1, "expected a value"},
        {"\xEF\xBB\xBF{}", 1, 1, "expected a value"},
        {"'a'", 1, 1, "expected a value"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_error error = {0};

        if (json_read(cases[i].text, &document, &error) != BY_ERROR_INPUT)
            fail_msg("%s was read", cases[i].text);
        if (error.line != cases[i].line || error.column != cases[i].column || !strstr(error.message, cases[i].part))
            fail_msg("%s: line %d, column %d: %s", cases[i].text, error.line, error.column, error.message);
        assert_null(document.buffer);
        assert_null(document.blocks);
    }
}

/* Nesting up to the limit, and no member too many. */
static void test_limits(void **state)
{
    by_text text = {0};
    by_error error = {0};

    (void)state;
    for (int i = 0; i < JSON_READ_DEPTH_MOST; i++)
        by_text_add_char(&text, '[');
    for (int i = 0; i < JSON_READ_DEPTH_MOST; i++)
        by_text_add_char(&text, ']');
    read(by_text_string(&text));
    json_document_free(&document);
    text.data[JSON_READ_DEPTH_MOST] = '[';
    assert_int_equal(json_read(by_text_string(&text), &document, &error), BY_ERROR_INPUT);
    assert_int_equal(error.column, JSON_READ_DEPTH_MOST + 1);
    assert_non_null(strstr(error.message, "nested too deep"));
    by_text_clear(&text);
    for (int i = 0; i <= JSON_READ_MEMBERS_MOST; i++)
        by_text_printf(&text, "%s\"%d\":0", i ? "," : "{", i);
    by_text_add_char(&text, '}');
    assert_int_equal(json_read(by_text_string(&text), &document, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "too many members"));
    by_text_free(&text);
}

static void test_members(void **state)
{
    const struct json_value *root = read("{\"a\":1,\"b\":\"x\"}");
    by_error error = {0};

    (void)state;
    assert_int_equal(json_member(root, "a")->integer, 1);
    assert_string_equal(json_member(root, "b")->text, "x");
    assert_null(json_member(root, "c"));
    assert_null(json_member(json_member(root, "a"), "b"));
    assert_null(json_member(NULL, "b"));
    assert_int_equal(json_mistake(&document, json_member(root, "b"), &error, "not %s", "this"), BY_ERROR_INPUT);
    assert_int_equal(error.column, 12);
    assert_string_equal(error.message, "not this");
    json_document_free(&document);
}

static void test_no_memory(void **state)
{
    bool has_failed = true;
    by_text text = {0};

    (void)state;
    for (int i = 0; i < 3 * BLOCK; i++)
        by_text_add(&text, i ? ",0" : "[0");
    by_text_add_char(&text, ']');
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = json_read(by_text_string(&text), &document, NULL);
        has_failed = allocation_count() >= n;
        allocation_reset();
        assert_int_equal(status, has_failed ? BY_ERROR_MEMORY : BY_OK);
        if (!status)
            json_document_free(&document);
        assert_int_equal(allocation_current(), before);
    }
    by_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_numbers), cmocka_unit_test(test_strings),
        cmocka_unit_test(test_mistakes),  cmocka_unit_test(test_limits),  cmocka_unit_test(test_members),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
