/* SPDX-License-Identifier: MIT
 *
 * The problems of the page: the solver confirms and proves each one, and the server reads problems in other formats.
 */
#include <stdio.h>
#include <string.h>

#include "front/json.h"
#include "front/json_read.h"
#include "support/check.h"
#include "support/server.h"

static struct server_bench bench;

static int set_up(void **state)
{
    (void)state;
    server_bench_init(&bench);
    server_bench_open(&bench);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_bench_close(&bench);
    return 0;
}

/* ---- The sets -------------------------------------------------------------------------------------------------- */

static const char *text_of(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    return member->kind == JSON_STRING ? member->text : NULL;
}

static int64_t number_of(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    assert_int_equal(member->kind, JSON_NUMBER);
    return member->integer;
}

/* Asks as the page does, so a problem with a length must be solved within it. The time limit is generous: the result
 * must not depend on the load of the machine. */
static void solve(const struct json_value *problem, struct json_document *document)
{
    const char *block = text_of(problem, "block");
    by_text body = {0};

    by_text_printf(&body,
                   "{\"game\": \"%s\", \"start\": \"%s\", \"task\": \"%s\", \"wants_proof\": true, "
                   "\"time_ms\": 600000, ",
                   text_of(problem, "game"), text_of(problem, "start"), text_of(problem, "task"));
    if (block)
        by_text_printf(&body, "\"block\": \"%s\"}", block);
    else
        by_text_printf(&body, "\"plies\": %d}", (int)number_of(problem, "moves"));
    assert_int_equal(server_bench_ask(&bench, "POST", "/api/solves", by_text_string(&body)), 202);
    by_text_clear(&body);
    by_text_printf(&body, "/api/jobs/%s", server_bench_member(&bench, "id"));
    assert_int_equal(server_bench_ask(&bench, "GET", by_text_string(&body), NULL), 200);
    assert_int_equal(json_read(by_text_string(&bench.reply.body), document, NULL), BY_OK);
    by_text_free(&body);
}

static void check_solution(const struct json_value *problem)
{
    struct json_document document;
    const struct json_value *answer, *truth;
    int length = 0;

    solve(problem, &document);
    answer = json_member(document.root, "answer");
    if (!answer || strcmp(text_of(answer, "code"), "yes") != 0 || strcmp(text_of(answer, "trust"), "proved") != 0)
        fail_msg("%s: %s", text_of(problem, "id"), by_text_string(&bench.reply.body));
    truth = json_member(answer, "has_proof");
    assert_true(truth->truth);
    for (const struct json_value *move = json_member(answer, "line")->child; move; move = move->next)
        length++;
    if (!text_of(problem, "block"))
        assert_int_equal(length, number_of(problem, "moves"));
    assert_true(length > 0);
    json_document_free(&document);
}

/* Solving all of them also checks that the games can read their texts. */
static void test_all_are_solved_and_proved(void **state)
{
    struct json_document list;
    int captures = 0, mates = 0, levels = 0;

    (void)state;
    assert_int_equal(server_bench_ask(&bench, "GET", "/api/problems", NULL), 200);
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &list, NULL), BY_OK);
    for (const struct json_value *problem = list.root->child; problem; problem = problem->next) {
        captures += strcmp(text_of(problem, "set"), "go") == 0;
        mates += strcmp(text_of(problem, "set"), "xiangqi") == 0;
        assert_in_range(number_of(problem, "level"), 1, 5);
        levels |= 1 << number_of(problem, "level");
        assert_true(number_of(problem, "moves") % 2 == 1 || text_of(problem, "block"));
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
    assert_int_equal(server_bench_ask(&bench, "GET", "/api/problems", NULL), 200);
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &list, NULL), BY_OK);
    for (const struct json_value *problem = list.root->child; problem; problem = problem->next)
        for (const struct json_value *other = problem->next; other; other = other->next)
            assert_true(strcmp(text_of(problem, "id"), text_of(other, "id")) != 0);
    json_document_free(&list);
}

/* ---- The user's problems --------------------------------------------------------------------------------------- */

static void test_read(void **state)
{
    struct json_document list;
    const struct json_value *problem;

    (void)state;
    assert_int_equal(server_bench_ask(&bench, "POST", "/api/problems/read",
                                      "{\"text\": \"problem a\\nsize 5\\nblack C3\\nwhite C4\\ntask attack C4\\nend\\n"
                                      "problem b\\nsize 7\\nwhite D4\\ntask defend D4\\nend\\n\"}"),
                     200);
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &list, NULL), BY_OK);
    problem = json_member(list.root, "problems")->child;
    assert_string_equal(text_of(problem, "id"), "a");
    assert_string_equal(text_of(problem, "task"), "attack");
    assert_string_equal(text_of(problem, "block"), "C4");
    assert_int_equal(number_of(problem, "side"), 0);
    assert_int_equal(strncmp(text_of(problem, "start"), "5 ...../..O../..X../...../.....", 31), 0);
    problem = problem->next;
    assert_string_equal(text_of(problem, "task"), "defend");
    assert_int_equal(number_of(problem, "side"), 1);
    assert_null(problem->next);
    json_document_free(&list);
    assert_int_equal(
        server_bench_ask(&bench, "POST", "/api/problems/read", "{\"text\": \"(;GM[1]SZ[5]AB[cc]AW[cb]PL[B]TR[cb])\"}"),
        200);
    assert_non_null(strstr(by_text_string(&bench.reply.body), "\"block\": \"C4\""));
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
        assert_int_equal(server_bench_ask(&bench, "POST", path, body), 200);
        assert_non_null(strstr(strstr(by_text_string(&bench.reply.body), name) + 1, name));
        (void)snprintf(body, sizeof body, "{\"text\": \"%s(;GM[1]SZ[5]AB[cc]TASK[eat C3])\"}", marks[i]);
        server_bench_refuses(&bench, "POST", path, body, 422, "text");
        assert_string_equal(server_bench_member(&bench, "line"), "1");
        assert_string_equal(server_bench_member(&bench, "column"), "24");
    }
}

static void test_refused(void **state)
{
    static const char path[] = "/api/problems/read";

    (void)state;
    server_bench_refuses(&bench, "POST", path, "{}", 400, "text");
    server_bench_refuses(&bench, "POST", path, "{\"text\": \"\"}", 400, "text");
    server_bench_refuses(&bench, "POST", path, "{\"text\": \"  \"}", 422, "text");
    server_bench_refuses(&bench, "POST", path, "{\"text\": \"(;GM[1]SZ[5]AB[cc])\"}", 422, "text");
    server_bench_refuses(&bench, "POST", path, "{\"text\": \"problem a\\nsize 5\\nblack Z9\\nend\\n\"}", 422, "text");
    assert_string_equal(server_bench_member(&bench, "line"), "3");
    server_bench_refuses(&bench, "POST", "/api/problems", "{}", 405, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_are_solved_and_proved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names_are_there_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read_encoding, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
