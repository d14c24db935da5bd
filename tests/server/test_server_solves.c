/* SPDX-License-Identifier: MIT
 *
 * Solved questions: each kind of answer, each refusal, and proofs browsed node by node.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/proof_file.h"
#include "support/check.h"
#include "support/server.h"

#define LADDER   "'game': 'go', 'start': '7 ......./......./......./..XO.../..XX.../......./....... b - 7.5 0 0 0'"
#define LOST     "'game': 'go', 'start': '5 OX.../.X.../X..../...../..... w - 7.5 0 0 0'"
#define CAPTURE  "'game': 'go', 'start': '5 ...../..X../.XOX./...../..... b - 7.5 0 0 0'"
#define MATE     "'game': 'xiangqi', 'start': '2ba1aN2/5k3/9/8p/6p2/p5P2/2P1P3P/4B4/1c2Ar1r1/1R2K1B1R b - - 0 1'"
#define TO_WIN   "'game': 'tictactoe', 'start': 'xx./oo./...'"
#define TO_DRAW  "'game': 'tictactoe'"
#define KO_FIGHT "'game': 'go', 'start': '4 .XOX/XOO./..X./XX.X w - 7.5 0 0 0'"

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

static const struct json_value *answer_of(int id)
{
    const struct json_value *answer = value_at(site_job(id), "answer");

    if (!answer)
        fail_msg("no answer: %s", site_text());
    return answer;
}

static void assert_text(const struct json_value *object, const char *name, const char *expected)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    if (!expected) {
        assert_int_equal(member->kind, JSON_NULL);
        return;
    }
    assert_int_equal(member->kind, JSON_STRING);
    assert_string_equal(member->text, expected);
}

static void assert_answer(const char *question, const char *code, const char *trust, const char *move)
{
    char body[400];
    const struct json_value *answer;

    (void)snprintf(body, sizeof body, "{%s}", question);
    answer = answer_of(site_begin("/api/solves", body));
    assert_text(answer, "code", code);
    assert_text(answer, "trust", trust);
    if (move)
        assert_text(answer, "move", *move ? move : NULL);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

static void test_captures(void **state)
{
    (void)state;
    assert_answer(CAPTURE ", 'block': 'C3', 'task': 'attack'", "yes", "proved", "C2");
    assert_answer(LOST ", 'block': 'a5', 'task': 'defend', 'wants_proof': true", "no", "proved", "");
    assert_answer(LADDER ", 'block': 'D4', 'task': 'defend'", "yes", "heuristic", NULL);
    assert_true(*text_at(site_root(), "answer.doubt.message"));
    assert_answer("'game': 'go', 'block': 'D4', 'task': 'attack', 'nodes': 1, "
                  "'start': '7 ......./......./......./..XO.../...X.../......./....... b - 7.5 0 0 0'",
                  "unknown", "heuristic", "");
}

static void test_a_ko_is_told(void **state)
{
    const struct json_value *answer;

    (void)state;
    answer =
        answer_of(site_begin("/api/solves", "{" KO_FIGHT ", 'block': 'A1', 'task': 'attack', 'wants_proof': true}"));
    assert_non_null(strstr(text_at(answer, "code"), "by a ko"));
    assert_false(truth_at(answer, "has_proof"));
}

static void test_wins(void **state)
{
    (void)state;
    assert_answer(TO_WIN ", 'task': 'win'", "yes", "proved", NULL);
    assert_answer(TO_WIN ", 'task': 'hold'", "yes", "proved", NULL);
    assert_answer(TO_DRAW ", 'task': 'win'", "no", "proved", NULL);
    assert_answer("'game': 'tictactoe', 'start': 'xx./ox./.o.', 'task': 'hold'", "no", "proved", NULL);
    assert_answer(MATE ", 'task': 'win', 'plies': 5", "yes", "proved", "f1e1");
    assert_answer(MATE ", 'task': 'win', 'plies': 3", "no", "heuristic", NULL);
    assert_non_null(strstr(text_at(site_root(), "answer.doubt.message"), "longer"));
    assert_answer(MATE ", 'task': 'win', 'nodes': 5", "unknown", "heuristic", NULL);
    assert_answer(MATE ", 'task': 'hold', 'moves': ['f1e1'], 'plies': 4", "no", "proved", "e0d0");
    assert_answer(MATE ", 'task': 'hold', 'moves': ['a4a3'], 'plies': 4", "yes", "heuristic", NULL);
}

static void test_lines_have_texts(void **state)
{
    const struct json_value *answer;

    (void)state;
    answer = answer_of(site_begin("/api/solves", "{" MATE ", 'task': 'win', 'plies': 5, 'notation': 'wxf'}"));
    assert_string_equal(text_at(answer, "line[0]"), "f1e1");
    assert_string_equal(text_at(answer, "texts[0]"), "R6.5");
    assert_string_equal(value_at(answer, "line")->child->next->next->next->next->text, "h1e1");
}

/* ---- Proofs ---------------------------------------------------------------------------------------------------- */

/* Looks at every node below one. Each must know its parent. Returns the number of nodes. */
static int browse(int id, int node, int parent, int *leaves)
{
    int children[256], count = 0, nodes = 1;
    const struct json_value *reply = site_get("/api/solves/%d/proof/%d", id, node);

    assert_int_equal(number_at(reply, "node"), node);
    assert_int_equal(number_at(reply, "parent"), parent);
    for (const struct json_value *child = value_at(reply, "children")->child; child; child = child->next) {
        assert_true(count < 256);
        children[count++] = (int)number_at(child, "node");
        assert_true(*text_at(child, "move"));
    }
    assert_int_equal(number_at(reply, "count"), count);
    assert_int_equal(is_null_at(reply, "end"), count > 0);
    if (strcmp(text_at(reply, "role"), "winner") == 0)
        assert_in_range(count, 0, 1);
    *leaves += !count;
    for (int i = 0; i < count; i++)
        nodes += browse(id, children[i], node, leaves);
    return nodes;
}

/* The file of the proof is valid, and has as many nodes as the browser shows. */
static void check_proof(const char *question, const char *name, bool is_small)
{
    char body[400];
    struct proof_file file;
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};
    int id, leaves = 0, nodes;

    (void)snprintf(body, sizeof body, "{%s, \"wants_proof\": true}", question);
    id = site_begin("/api/solves", body);
    assert_true(truth_at(answer_of(id), "has_proof"));
    nodes = (int)number_at(site_root(), "answer.proof_nodes");
    if (is_small)
        assert_int_equal(browse(id, 0, -1, &leaves), nodes);
    site_get("/api/solves/%d/proof", id);
    assert_text(site_root(), "name", name);
    if (proof_read(text_at(site_root(), "text"), &file, &error))
        fail_msg("%s", error.message);
    if (by_record_verify_from(file.record, file.node, file.position, &file.question, 0, &found, &error))
        fail_msg("%s", error.message);
    if (is_small && found.is_argued)
        assert_int_equal(found.nodes, nodes);
    proof_file_free(&file);
}

static void test_proofs(void **state)
{
    (void)state;
    check_proof(CAPTURE ", 'block': 'C3', 'task': 'attack'", "proof.sgf", true);
    check_proof(LOST ", 'block': 'A5', 'task': 'defend'", "proof.sgf", true);
    check_proof(MATE ", 'task': 'win', 'plies': 5", "proof.json", true);
    check_proof(MATE ", 'task': 'hold', 'moves': ['f1e1']", "proof.json", true);
    check_proof(TO_WIN ", 'task': 'win', 'settings': {'values': 'distance'}", "proof.json", true);
    check_proof(TO_DRAW ", 'task': 'win', 'moves': ['0', '4']", "proof.json", false);
}

static void test_children_come_in_parts(void **state)
{
    int id = site_begin("/api/solves", "{" TO_DRAW ", 'task': 'win', 'moves': ['0', '4'], 'wants_proof': true}");
    const struct json_value *reply;
    char second[16];

    (void)state;
    reply = site_get("/api/solves/%d/proof/%d?first=1&count=1", id, 0);
    assert_int_equal(number_at(reply, "count"), 7);
    assert_null(find_at(reply, "children")->child->next);
    (void)snprintf(second, sizeof second, "%s", text_at(value_at(reply, "children")->child, "move"));
    reply = site_get("/api/solves/%d/proof/%d", id, 0);
    assert_string_equal(text_at(value_at(reply, "children")->child->next, "move"), second);
    assert_null(find_at(site_get("/api/solves/%d/proof/%d?first=7", id, 0), "children")->child);
}

static void refuse_proof(const char *format, int id, int status, const char *field)
{
    char path[80];

    (void)snprintf(path, sizeof path, format, id);
    assert_int_equal(site_ask("GET", path, NULL), status);
    assert_string_equal(site_member("field"), *field ? field : "null");
}

static void test_no_proof(void **state)
{
    int with = site_begin("/api/solves", "{" TO_WIN ", 'task': 'win', 'wants_proof': true}");
    int without = site_begin("/api/solves", "{" TO_WIN ", 'task': 'win'}");

    (void)state;
    refuse_proof("/api/solves/%d/proof", without, 404, "");
    refuse_proof("/api/solves/%d/proof/0", without, 404, "");
    refuse_proof("/api/solves/%d/proof/0", 99, 404, "");
    refuse_proof("/api/solves/%d/proof/100000", with, 404, "");
    refuse_proof("/api/solves/%d/proof/0?first=-1", with, 400, "first");
    refuse_proof("/api/solves/%d/proof/0?count=501", with, 400, "count");
    site_ask("POST", "/api/searches", "{'game': 'tictactoe'}");
    refuse_proof("/api/solves/%d/proof/0", atoi(site_member("id")), 404, "");
    site_new_client();
    refuse_proof("/api/solves/%d/proof/0", with, 404, "");
}

/* ---- What is refused ------------------------------------------------------------------------------------------- */

static void test_refused(void **state)
{
    static const struct site_refusal rows[] = {
        {"{}", 400, "game"},
        {"{" TO_WIN "}", 400, "task"},
        {"{" TO_WIN ", 'task': 'attack'}", 422, "task"},
        {"{" TO_WIN ", 'task': 'win', 'block': 'A1'}", 422, "block"},
        {"{" TO_WIN ", 'task': 'win', 'plies': 0}", 400, "plies"},
        {"{" TO_WIN ", 'task': 'win', 'notation': 'latin'}", 422, "notation"},
        {"{" TO_WIN ", 'task': 'win', 'time_ms': 99999999}", 422, "time_ms"},
        {"{" TO_WIN ", 'task': 'win', 'moves': ['0']}", 422, "moves[0]"},
        {"{" CAPTURE ", 'task': 'win'}", 422, "task"},
        {"{" CAPTURE ", 'task': 'attack'}", 422, "block"},
        {"{" CAPTURE ", 'task': 'attack', 'block': ''}", 400, "block"},
        {"{" CAPTURE ", 'task': 'attack', 'block': 'Z3'}", 422, "block"},
        {"{" CAPTURE ", 'task': 'attack', 'block': 'C9'}", 422, "block"},
        {"{" CAPTURE ", 'task': 'attack', 'block': 'A1'}", 422, "block"},
        {"{" CAPTURE ", 'task': 'attack', 'block': 'C3 owner'}", 422, "block"},
        {"{" CAPTURE ", 'task': 'attack', 'block': 'C3', 'plies': 3}", 422, "plies"},
        {"{'game': 'chess', 'task': 'win'}", 422, "game"},
        {"{'game': 'xiangqi', 'start': '9/9', 'task': 'win'}", 422, "start"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/solves", NULL, rows);
}

/* The rules answer a game that is over. */
static void test_over(void **state)
{
    (void)state;
    assert_answer("'game': 'tictactoe', 'start': 'xxx/oo./...', 'task': 'hold'", "no", "proved", "");
    assert_answer("'game': 'tictactoe', 'start': 'xxx/oo./...', 'task': 'win'", "no", "proved", "");
}

/* ---- Ends ------------------------------------------------------------------------------------------------------ */

/* Both use all their time: an escape without a proof, and a game from its initial position. */
static void test_stopped(void **state)
{
    int capture, win;

    (void)state;
    site.settings.limits.workers = 2;
    site_reopen();
    capture = site_begin("/api/solves",
                         "{" LADDER ", 'block': 'D4', 'task': 'defend', 'time_ms': 600000, 'wants_proof': true}");
    win = site_begin("/api/solves", "{'game': 'xiangqi', 'task': 'win', 'time_ms': 600000}");
    server_stop(site.server);
    assert_text(site_job(capture), "state", "stopped");
    assert_text(site_job(win), "state", "stopped");
}

/* Asks with the n-th allocation failing; false: there were fewer. */
static bool fail_one(const struct server_request *request, size_t n)
{
    bool has_failed = site_handle_without_memory(request, n);
    int status = site.reply.status;

    /* Without memory the reader of problems may not see the stone on the board. */
    if (status != 200 && status != 202 && status != 503 && !(status == 422 && strstr(request->path, "read")))
        fail_msg("%s, allocation %zu: %d", request->path, n, status);
    return has_failed;
}

/* Every allocation in turn, and a sample where there are many: 503, a job that fails, or one that works without. */
static void fail_all(const char *method, const char *path, const char *body)
{
    const struct server_request request = site_request(method, path, body);
    size_t n = 1;

    while (fail_one(&request, n))
        n += 1 + n / 200;
    assert_true(n > 5);
}

static void test_allocation_failures(void **state)
{
    int id;
    char path[64];

    (void)state;
    fail_all("GET", "/api/problems", NULL);
    fail_all("POST", "/api/problems/read", "{'text': '(;GM[1]SZ[5]AB[cc]AW[cb]PL[B]TR[cb])'}");
    fail_all("POST", "/api/solves", "{" CAPTURE ", 'block': 'C3', 'task': 'attack', 'wants_proof': true}");
    fail_all("POST", "/api/solves", "{" MATE ", 'task': 'win', 'plies': 5, 'wants_proof': true}");
    id = site_begin("/api/solves", "{" CAPTURE ", 'block': 'C3', 'task': 'attack', 'wants_proof': true}");
    (void)snprintf(path, sizeof path, "/api/solves/%d/proof/1", id);
    fail_all("GET", path, NULL);
    (void)snprintf(path, sizeof path, "/api/solves/%d/proof", id);
    fail_all("GET", path, NULL);
    id = site_begin("/api/solves", "{" TO_DRAW ", 'task': 'win', 'moves': ['0', '4'], 'wants_proof': true}");
    (void)snprintf(path, sizeof path, "/api/solves/%d/proof/0", id);
    fail_all("GET", path, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_captures),
        SITE_TEST(test_a_ko_is_told),
        SITE_TEST(test_wins),
        SITE_TEST(test_lines_have_texts),
        SITE_TEST(test_proofs),
        SITE_TEST(test_children_come_in_parts),
        SITE_TEST(test_no_proof),
        SITE_TEST(test_refused),
        SITE_TEST(test_over),
        SITE_TEST(test_stopped),
        SITE_TEST(test_allocation_failures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
