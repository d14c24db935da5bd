/* SPDX-License-Identifier: MIT
 *
 * The reader of JSON: all that the standard allows, and nothing else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"

/* Declared here, since jansson.h and json_read.h share names. */
void json_set_alloc_funcs(void *(*)(size_t), void (*)(void *));

#include "boyi/text.h"
#include "front/json_read.h"

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
    assert_reads("[1.5,1e3,1E-2,0.1e+7]", "[?,?,?,?]");
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
        {"", 1, 1, "this is no JSON: "},
        {"  ", 1, 3, "this is no JSON: "},
        {"nul", 1, 3, "invalid token near 'nul'"},
        {"True", 1, 4, "invalid token"},
        {"truex", 1, 5, "invalid token"},
        {"1 2", 1, 3, "expected the end of the text"},
        {"[1,]", 1, 4, "unexpected token near ']'"},
        {"[1 2]", 1, 4, "']' expected near '2'"},
        {"[1", 1, 3, "']' expected near end of file"},
        {"[1}", 1, 3, "']' expected near '}'"},
        {"]", 1, 1, "unexpected token"},
        {"{\"a\":1,}", 1, 8, "string or '}' expected near '}'"},
        {"{a:1}", 1, 2, "string or '}' expected near 'a'"},
        {"{\"a\" 1}", 1, 6, "':' expected near '1'"},
        {"{\"a\":}", 1, 6, "unexpected token near '}'"},
        {"{\"a\":1]", 1, 7, "'}' expected near ']'"},
        {"{\"a\":1,\n \"a\":2}", 2, 4, "has this name already"},
        {"{\"a\":1,\n \"\\u0061\":2}", 2, 9, "has this name already"},
        {"01", 1, 1, "invalid token near '0'"},
        {"-", 1, 1, "invalid token"},
        {"1.", 1, 2, "invalid token"},
        {".5", 1, 1, "invalid token"},
        {"+1", 1, 1, "invalid token"},
        {"1e", 1, 2, "invalid token"},
        {"[\n\n  1ee2]", 3, 4, "invalid token"},
        {"9223372036854775808", 1, 19, "this number is too large"},
        {"[-9223372036854775809]", 1, 21, "this number is too large"},
        {"1e999", 1, 5, "this number is too large"},
        {"\"abc", 1, 5, "premature end of input"},
        {"\"a\nb\"", 1, 2, "unexpected newline"},
        {"\"a\x01\"", 1, 2, "control character 0x1"},
        {"\"\\x\"", 1, 3, "invalid escape"},
        {"\"\\", 1, 2, "invalid escape"},
        {"\"\\u12g4\"", 1, 6, "invalid escape"},
        {"\"\\u12", 1, 5, "invalid escape"},
        {"\"\\u0000\"", 1, 8, "U+0000"},
        {"\"\\uD800\"", 1, 8, "invalid Unicode '\\uD800'"},
        {"\"\\uD800\\u0041\"", 1, 14, "invalid Unicode"},
        {"\"\\uDC00\"", 1, 8, "invalid Unicode"},
        {"[\"\\u4e2d\xE4\xB8\xAD\", \x80]", 1, 12, "no UTF-8"},
        {"\"\xC3\"", 1, 1, "no UTF-8"},
        {"\"\xED\xA0\x80\"", 1, 1, "no UTF-8"},
        {"// no comments\n1", 1, 1, "invalid token"},
        {"\xEF\xBB\xBF{}", 1, 1, "invalid token"},
        {"'a'", 1, 1, "invalid token"},
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
    by_text_free(&text);
}

/* With all pairs of names compared this would take minutes. */
static void test_objects_of_many_members(void **state)
{
    enum { MEMBERS = 300000 };
    by_text text = {0};
    int count = 0;

    (void)state;
    for (int i = 0; i < MEMBERS; i++)
        by_text_printf(&text, "%s\"%d\":%d", i ? "," : "{", i, i);
    by_text_add_char(&text, '}');
    for (const struct json_value *member = read(by_text_string(&text))->child; member; member = member->next)
        assert_int_equal(member->integer, count++);
    assert_int_equal(count, MEMBERS);
    json_document_free(&document);
    by_text_free(&text);
}

/* The place of every value, also behind strings that hold what stands between values. */
static void test_places(void **state)
{
    static const char text[] = "  {\"a]\\\"\" : [ 1, \"x,\\\\\", {}],\"b\":[[ ],null , -1.5e3]}";
    static const char *const begins[] = {"{\"a]", "[ 1", "1, ", "\"x,", "{}", "[[", "[ ]", "null", "-1.5"};
    const struct json_value *value = read(text);

    (void)state;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        assert_non_null(value);
        if (strncmp(text + value->offset, begins[i], strlen(begins[i])) != 0)
            fail_msg("'%s' instead of '%s'", text + value->offset, begins[i]);
        if (value->child) {
            value = value->child;
            continue;
        }
        while (!value->next && value->parent)
            value = value->parent;
        value = value->next;
    }
    assert_null(value);
    json_document_free(&document);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static size_t taken, most_taken;

/* As large as blocks of glibc's malloc are. */
static size_t block_size(size_t size)
{
    return size < 24 ? 32 : (size + 8 + 15) / 16 * 16;
}

static void *counting_malloc(size_t size)
{
    size_t *block = malloc(16 + size);

    assert_non_null(block);
    *block = block_size(size);
    taken += *block;
    most_taken = taken > most_taken ? taken : most_taken;
    return block + 2;
}

static void counting_free(void *pointer)
{
    size_t *block = pointer;

    if (!block)
        return;
    taken -= block[-2];
    free(block - 2);
}

/* The server takes as much memory as is announced before it reads a request. */
static void test_memory_is_announced(void **state)
{
    static const char *const parts[] = {"[],",
                                        "{},",
                                        "0,",
                                        "1.5,",
                                        "\"\",",
                                        "[\"4\"],",
                                        "{\"\":{}},",
                                        "[[0,0,0,0,0,0,0,0,0]],",
                                        "\"a string of some length\","};

    (void)state;
    json_set_alloc_funcs(counting_malloc, counting_free);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        by_text text = {0};
        size_t own;

        by_text_add_char(&text, '[');
        for (int k = 0; k < 10000; k++)
            by_text_add(&text, parts[i]);
        by_text_add(&text, "0]");
        most_taken = 0;
        allocation_reset();
        own = allocation_current();
        read(by_text_string(&text));
        own = allocation_current() - own;
        if (most_taken + own > json_read_bytes(by_text_string(&text)))
            fail_msg("%s: %zu and %zu bytes are more than %zu", parts[i], most_taken, own,
                     json_read_bytes(by_text_string(&text)));
        json_document_free(&document);
        assert_int_equal(taken, 0);
        by_text_free(&text);
    }
    json_set_alloc_funcs(malloc, free);
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
    for (int i = 0; i < 3 * JSON_BLOCK; i++)
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
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_objects_of_many_members),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_memory_is_announced),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
