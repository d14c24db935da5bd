/* SPDX-License-Identifier: MIT
 *
 * The problems of the page: the solver confirms and proves each one, and the server reads problems in other formats.
 */
#include <stdio.h>
#include <string.h>

#include "support/check.h"
#include "support/server.h"

/* ---- The sets -------------------------------------------------------------------------------------------------- */

/* Asks as the page does, so a problem with a length must be solved within it. The time limit is generous: the result
 * must not depend on the load of the machine. */
static void solve(const struct json_value *problem, struct json_document *document)
{
    const char *block = is_null_at(problem, "block") ? NULL : text_at(problem, "block");
    by_text body = {0};

    by_text_printf(&body,
                   "{\"game\": \"%s\", \"start\": \"%s\", \"task\": \"%s\", \"wants_proof\": true, "
                   "\"time_ms\": 600000, ",
                   text_at(problem, "game"), text_at(problem, "start"), text_at(problem, "task"));
    if (block)
        by_text_printf(&body, "\"block\": \"%s\"}", block);
    else
        by_text_printf(&body, "\"plies\": %d}", (int)number_at(problem, "moves"));
    assert_int_equal(site_ask("POST", "/api/solves", by_text_string(&body)), 202);
    by_text_clear(&body);
    by_text_printf(&body, "/api/jobs/%s", site_member("id"));
    assert_int_equal(site_ask("GET", by_text_string(&body), NULL), 200);
    assert_int_equal(json_read(site_text(), document, NULL), BY_OK);
    by_text_free(&body);
}

static void check_solution(const struct json_value *problem)
{
    struct json_document document;
    const struct json_value *answer, *truth;
    int length = 0;

    solve(problem, &document);
    answer = value_at(site_root(), "answer");
    if (!answer || strcmp(text_at(answer, "code"), "yes") != 0 || strcmp(text_at(answer, "trust"), "proved") != 0)
        fail_msg("%s: %s", text_at(problem, "id"), site_text());
    truth = value_at(answer, "has_proof");
    assert_true(truth->truth);
    for (const struct json_value *move = value_at(answer, "line")->child; move; move = move->next)
        length++;
    if (is_null_at(problem, "block"))
        assert_int_equal(length, number_at(problem, "moves"));
    assert_true(length > 0);
    json_document_free(&document);
}

/* Solving all of them also checks that the games can read their texts. */
static void test_all_are_solved_and_proved(void **state)
{
    struct json_document list;
    int captures = 0, mates = 0, levels = 0;

    (void)state;
    assert_int_equal(site_ask("GET", "/api/problems", NULL), 200);
    assert_int_equal(json_read(site_text(), &list, NULL), BY_OK);
    for (const struct json_value *problem = list.root->child; problem; problem = problem->next) {
        captures += strcmp(text_at(problem, "set"), "go") == 0;
        mates += strcmp(text_at(problem, "set"), "xiangqi") == 0;
        assert_in_range(number_at(problem, "level"), 1, 5);
        levels |= 1 << number_at(problem, "level");
        assert_true(number_at(problem, "moves") % 2 == 1 || text_at(problem, "block"));
        check_solution(problem);
    }
    json_document_free(&list);
    assert_true(captures >= 60);
    assert_true(mates >= 40);
    assert_int_equal(levels, 0x3E);
}

/* The page remembers solved problems by their names. */
static void test_names_are_there_once(void **state)
{
    struct json_document list;

    (void)state;
    assert_int_equal(site_ask("GET", "/api/problems", NULL), 200);
    assert_int_equal(json_read(site_text(), &list, NULL), BY_OK);
    for (const struct json_value *problem = list.root->child; problem; problem = problem->next)
        for (const struct json_value *other = problem->next; other; other = other->next)
            assert_true(strcmp(text_at(problem, "id"), text_at(other, "id")) != 0);
    json_document_free(&list);
}

/* ---- The user's problems --------------------------------------------------------------------------------------- */

static void test_read(void **state)
{
    struct json_document list;
    const struct json_value *problem;

    (void)state;
    assert_int_equal(site_ask("POST", "/api/problems/read",
                              "{'text': 'problem a\\nsize 5\\nblack C3\\nwhite C4\\ntask attack C4\\nend\\n"
                              "problem b\\nsize 7\\nwhite D4\\ntask defend D4\\nend\\n'}"),
                     200);
    assert_int_equal(json_read(site_text(), &list, NULL), BY_OK);
    problem = value_at(list.root, "problems")->child;
    assert_string_equal(text_at(problem, "id"), "a");
    assert_string_equal(text_at(problem, "task"), "attack");
    assert_string_equal(text_at(problem, "block"), "C4");
    assert_int_equal(number_at(problem, "side"), 0);
    assert_int_equal(strncmp(text_at(problem, "start"), "5 ...../..O../..X../...../.....", 31), 0);
    problem = problem->next;
    assert_string_equal(text_at(problem, "task"), "defend");
    assert_int_equal(number_at(problem, "side"), 1);
    assert_null(problem->next);
    json_document_free(&list);
    assert_int_equal(site_ask("POST", "/api/problems/read", "{'text': '(;GM[1]SZ[5]AB[cc]AW[cb]PL[B]TR[cb])'}"), 200);
    assert_non_null(strstr(site_text(), "\"block\": \"C4\""));
}

/* Text in JSON is UTF-8, whatever encoding the file had: CA has no effect, and places stay the same. */
static void test_read_encoding(void **state)
{
    static const char path[] = "/api/problems/read", name[] = "\xe9\xbb\x91\xe6\xa3\x8b";
    static const char *const marks[] = {"", "\xEF\xBB\xBF"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        char body[200];

        (void)snprintf(body, sizeof body,
                       "{\"text\": \"%s(;GM[1]CA[GB2312]SZ[5]GN[%s]AB[cc]AW[cb]PL[B]TR[cb])"
                       "(;GM[1]CA[Klingon]SZ[5]GN[%s]AB[cc]AW[cb]PL[B]TR[cb])\"}",
                       marks[i], name, name);
        assert_int_equal(site_ask("POST", path, body), 200);
        assert_non_null(strstr(strstr(site_text(), name) + 1, name));
        (void)snprintf(body, sizeof body, "{\"text\": \"%s(;GM[1]SZ[5]AB[cc]TASK[eat C3])\"}", marks[i]);
        site_refuses("POST", path, body, 422, "text");
        assert_string_equal(site_member("line"), "1");
        assert_string_equal(site_member("column"), "24");
    }
}

static void test_refused(void **state)
{
    static const char path[] = "/api/problems/read";

    (void)state;
    site_refuses("POST", path, "{}", 400, "text");
    site_refuses("POST", path, "{'text': ''}", 400, "text");
    site_refuses("POST", path, "{'text': '  '}", 422, "text");
    site_refuses("POST", path, "{'text': '(;GM[1]SZ[5]AB[cc])'}", 422, "text");
    site_refuses("POST", path, "{'text': 'problem a\\nsize 5\\nblack Z9\\nend\\n'}", 422, "text");
    assert_string_equal(site_member("line"), "3");
    site_refuses("POST", "/api/problems", "{}", 405, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_all_are_solved_and_proved),
        SITE_TEST(test_names_are_there_once),
        SITE_TEST(test_read),
        SITE_TEST(test_read_encoding),
        SITE_TEST(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
