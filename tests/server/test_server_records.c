/* SPDX-License-Identifier: MIT
 *
 * Files of games: the server can write every record that it reads, and refuses everything else.
 */
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "support/check.h"
#include "support/server.h"

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

static void add_string(by_text *out, const char *text)
{
    struct json json = {0};

    json_put_string(&json, text);
    by_text_add(out, by_text_string(&json.text));
    by_text_free(&json.text);
}

static char *read_body(const char *game, const char *text, const char *more)
{
    by_text body = {0};

    by_text_printf(&body, "{\"game\": \"%s\", \"text\": ", game);
    add_string(&body, text);
    by_text_printf(&body, "%s}", more);
    assert_false(body.failed);
    return body.data;
}

static const struct json_value *ask_record(const char *game, const char *text, const char *more)
{
    char *body = read_body(game, text, more);
    const struct json_value *reply = site_post("/api/records/read", body);

    free(body);
    return reply;
}

static void refuse_record(const char *game, const char *text, const char *more, int status, const char *field)
{
    char *body = read_body(game, text, more);

    site_refuses("POST", "/api/records/read", body, status, field);
    free(body);
}

/* Writes the record just read: everything but the part after the nodes. */
static char *write_again(const char *game, const char *notation)
{
    const char *reply = site_text(), *end = reply + strlen(reply);
    by_text body = {0};

    while (strncmp(end, "}]", 2) != 0)
        end--;
    by_text_printf(&body, "{\"game\": \"%s\"%s, \"record\": %.*s}}", game, notation, (int)(end + 2 - reply), reply);
    (void)site_post("/api/records/write", by_text_string(&body));
    by_text_clear(&body);
    by_text_add(&body, text_at(site_root(), "text"));
    return body.data;
}

/* A member as text; "" if absent. */
static const char *member_of(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    return member ? member->text : "";
}

static void assert_node(int place, int parent, const char *move, const char *text)
{
    const struct json_value *node = item_at(value_at(site_root(), "nodes"), place);

    assert_int_equal(number_at(node, "parent"), parent);
    assert_string_equal(member_of(node, "move"), move);
    assert_string_equal(member_of(node, "text"), text);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static const char game_of_xiangqi[] =
    "[Game \"Chinese Chess\"]\n[Event \"A \\\"cup\\\"\"]\n[Red \"甲\"]\n\n"
    "{begin} 1. C2.5 $1 h8+7 {good} (1... c8.5 2. H2+3 {why} (2. H8+7)) 2. H2+3 1-0\n";

static void test_read(void **state)
{
    const struct json_value *reply = ask_record("xiangqi", game_of_xiangqi, ", 'notation': 'wxf'"), *nodes;
    const struct json_value *tags = value_at(reply, "tags");

    (void)state;
    nodes = value_at(reply, "nodes");
    assert_string_equal(text_at(tags, "[0][0]"), "Event");
    assert_string_equal(text_at(tags, "[0][1]"), "A \"cup\"");
    assert_string_equal(member_of(reply, "outcome"), "first");
    assert_null(find_at(reply, "start"));
    assert_null(find_at(reply, "damage"));
    assert_true(is_null_at(reply, "next"));
    assert_int_equal(count_at(nodes, ""), 7);
    assert_node(0, -1, "", "");
    assert_node(1, 0, "h2e2", "C2.5");
    assert_node(2, 1, "h9g7", "H8+7");
    assert_node(3, 2, "h0g2", "H2+3");
    assert_node(4, 1, "h7e7", "C8.5");
    assert_node(5, 4, "h0g2", "H2+3");
    assert_node(6, 4, "b0c2", "H8+7");
    assert_string_equal(member_of(value_at(nodes, "[2]"), "after"), "good");
    assert_string_equal(member_of(value_at(nodes, "[5]"), "after"), "why");
    assert_true(strlen(member_of(value_at(nodes, "[1]"), "marks")) > 0);
}

static void test_read_several(void **state)
{
    static const char text[] = "(;GM[1]SZ[9];B[ee])\n(;GM[1]SZ[5];B[aa];W[aa])\n(;GM[1]SZ[5]C[x])\n";

    (void)state;
    assert_int_equal(number_at(ask_record("go", text, ""), "next"), 1);
    assert_node(1, 0, "E5", "E5");
    /* The part before the damage is there. */
    assert_int_equal(number_at(ask_record("go", text, ", 'index': 1"), "next"), 2);
    assert_int_equal(number_at(site_root(), "damage.line"), 2);
    assert_true(strlen(member_of(value_at(site_root(), "damage.error"), "message")) > 0);
    assert_node(1, 0, "A5", "A5");
    assert_true(is_null_at(ask_record("go", text, ", 'index': 2"), "next"));
    assert_string_equal(member_of(value_at(site_root(), "nodes[0]"), "after"), "x");
    assert_null(find_at(site_root(), "damage"));
    refuse_record("go", text, ", 'index': 3", 422, "index");
}

/* Stones set up in the middle of a game, with variations around them. */
static void test_read_set_up(void **state)
{
    const struct json_value *nodes;

    (void)state;
    (void)ask_record("go", "(;GM[1]SZ[5];B[aa](;W[bb];AB[cc]AW[dd];B[ee])(;AE[aa];W[aa](;B[bb])(;B[cc])))", "");
    nodes = value_at(site_root(), "nodes");
    assert_string_equal(member_of(site_root(), "start"), "5 ...../...../...../...../..... b - 7.5 0 0 0");
    assert_node(1, 0, "A5", "A5");
    assert_node(2, 1, "B4", "B4");
    assert_node(3, 2, "", "");
    assert_non_null(strstr(member_of(value_at(nodes, "[3]"), "position"), "X..../.O.../..X../...O./....."));
    assert_node(4, 3, "E1", "E1");
    assert_node(5, 1, "", "");
    assert_node(6, 5, "A5", "A5");
    assert_node(7, 6, "B4", "B4");
    assert_node(8, 6, "C3", "C3");
}

static void test_read_refusals(void **state)
{
    by_text many = {0};

    (void)state;
    refuse_record("tictactoe", "x", "", 422, "game");
    refuse_record("chess", "x", "", 422, "game");
    refuse_record("go", "", "", 422, "text");
    refuse_record("go", " \n ", "", 422, "text");
    refuse_record("go", "\x01", "", 400, "text");
    refuse_record("go", "(;)", ", 'index': -1", 400, "index");
    refuse_record("go", "(;)", ", 'index': 1.5", 400, "index");
    refuse_record("go", "(;)", ", 'index': 100001", 400, "index");
    refuse_record("go", "(;)", ", 'notation': 'wxf'", 422, "notation");
    refuse_record("go", "(;)", ", 'settings': {'sise': 9}", 422, "settings.sise");
    refuse_record("go", "(;)", ", 'x': 1", 400, "x");
    site_refuses("POST", "/api/records/read", "{'game': 'go'}", 400, "text");
    site_refuses("POST", "/api/records/read", "{'text': '(;)'}", 400, "game");
    by_text_add(&many, "(;SZ[2]");
    for (int i = 0; i < 20000; i++)
        by_text_add(&many, ";B[]");
    by_text_add(&many, ")");
    refuse_record("go", by_text_string(&many), "", 422, "text");
    by_text_clear(&many);
    by_text_add(&many, "(;SZ[2]");
    for (int i = 0; i < 1001; i++)
        by_text_add(&many, i % 2 ? ";AE[aa]" : ";AB[aa]");
    by_text_add(&many, ")");
    refuse_record("go", by_text_string(&many), "", 422, "text");
    by_text_free(&many);
}

/* Text in JSON is UTF-8, whatever encoding the file had: CA has no effect, and places stay the same. */
static void test_read_encoding(void **state)
{
    const struct json_value *reply = ask_record("go", "(;GM[1]CA[GB2312]SZ[9]PB[\xe9\xbb\x91\xe6\xa3\x8b];B[ee])", "");

    (void)state;
    assert_null(find_at(reply, "damage"));
    assert_non_null(strstr(site_text(), "\xe9\xbb\x91\xe6\xa3\x8b"));
    assert_null(find_at(ask_record("go", "\xEF\xBB\xBF(;GM[1]SZ[9];B[ee])", ""), "damage"));
    reply = ask_record("go", "(;SZ[9]B[zz])", "");
    assert_int_equal(number_at(reply, "damage.line"), 1);
    assert_int_equal(number_at(reply, "damage.column"), 10);
}

/* As many tags as a node may have, at the root and below it. */
static void test_read_tags(void **state)
{
    enum { MOST = 1000 };
    by_text text = {0};

    (void)state;
    for (int more = 0; more <= 1; more++) {
        for (int below = 0; below <= 1; below++) {
            by_text_clear(&text);
            by_text_add(&text, below ? "(;SZ[2];B[aa]" : "(;SZ[2]");
            for (int i = 0; i < MOST + more; i++)
                by_text_printf(&text, "X%d[]", i % 7);
            by_text_add(&text, ")");
            if (more) {
                refuse_record("go", by_text_string(&text), "", 422, "text");
                continue;
            }
            (void)ask_record("go", by_text_string(&text), "");
            assert_int_equal(count_at(below ? value_at(site_root(), "nodes[1]") : site_root(), "tags"), MOST);
        }
    }
    by_text_free(&text);
}

/* A record after many damaged ones is found, with its own damage. The server skips the errors of the others, since
 * finding them takes long. */
static void test_read_behind_damage(void **state)
{
    enum { DAMAGED = 30000 };
    by_text text = {0};

    (void)state;
    for (int i = 0; i < DAMAGED; i++)
        by_text_add(&text, "(;Z\n");
    by_text_add(&text, "(;SZ[5];B[aa])\n(;SZ[5];B[zz])");
    (void)ask_record("go", by_text_string(&text), ", 'index': 30000");
    assert_null(find_at(site_root(), "damage"));
    assert_node(1, 0, "A5", "A5");
    (void)ask_record("go", by_text_string(&text), ", 'index': 30001");
    assert_int_equal(number_at(site_root(), "damage.line"), DAMAGED + 2);
    by_text_free(&text);
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

/* The server reads its output as the same record, and writes that as the same text. */
static void assert_stays(const char *game, const char *text)
{
    by_text first = {0};
    char *second, *again;

    (void)ask_record(game, text, "");
    by_text_add(&first, site_text());
    again = write_again(game, "");
    (void)ask_record(game, again, "");
    assert_string_equal(site_text(), by_text_string(&first));
    second = write_again(game, "");
    assert_string_equal(second, again);
    by_text_free(&first);
    free(again);
    free(second);
}

static void test_write(void **state)
{
    char *text;

    (void)state;
    assert_stays("xiangqi", game_of_xiangqi);
    assert_stays("xiangqi", "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n\n1. R9+9 *\n");
    assert_stays("go", "(;GM[1]SZ[5]KM[0.5]PB[甲];B[aa]C[a \\] b](;W[bb];AB[cc]AW[dd];B[ee])(;AE[aa];W[aa](;B[bb])(;B["
                       "cc])))");
    (void)ask_record("xiangqi", game_of_xiangqi, "");
    text = write_again("xiangqi", ", 'notation': 'chinese'");
    assert_string_equal(site_member("name"), "xiangqi.pgn");
    assert_non_null(strstr(text, "炮二平五"));
    free(text);
}

/* Names and texts with special characters stay in their places. */
static void test_write_nasty(void **state)
{
    static const char *const games[] = {"xiangqi", "go"};
    by_text body = {0};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct json_value *nodes;

        by_text_clear(&body);
        by_text_printf(
            &body,
            "{\"game\": \"%s\", \"record\": {\"tags\": [[\"Event\", \"a\\\"] (;B[aa]) \\\\\"], [\"EV\", \"]\\\\\"]], "
            "\"nodes\": [{\"parent\": -1, \"after\": \"} ]) 1. h2e2 {\"}]}}",
            games[i]);
        (void)site_post("/api/records/write", by_text_string(&body));
        by_text_clear(&body);
        by_text_add(&body, text_at(site_root(), "text"));
        nodes = value_at(ask_record(games[i], by_text_string(&body), ""), "nodes");
        assert_null(find_at(site_root(), "damage"));
        assert_int_equal(count_at(nodes, ""), 1);
        assert_true(is_null_at(site_root(), "next"));
    }
    by_text_free(&body);
}

#define NODES(nodes) "{'game': 'go', 'settings': {'size': 5}, 'record': {'nodes': " nodes "}}"
#define ROOT         "{'parent': -1}"

static void test_write_refusals(void **state)
{
    static const struct site_refusal cases[] = {
        {"{}", 400, "game"},
        {"{'game': 'go'}", 400, "record"},
        {"{'game': 'go', 'record': []}", 400, "record"},
        {"{'game': 'go', 'record': {}}", 400, "nodes"},
        {"{'game': 'tictactoe', 'record': {'nodes': [" ROOT "]}}", 422, "game"},
        {"{'game': 'go', 'notation': 'x', 'record': {'nodes': [" ROOT "]}}", 422, "notation"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'outcome': 'red'}}", 422, "outcome"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'start': 'x'}}", 422, "start"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'next': null}}", 400, "next"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'tags': {}}}", 400, "tags"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'tags': [['a']]}}", 400, "tags"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'tags': [['a', 1]]}}", 400, "tags"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'tags': [['a', 'b', 'c']]}}", 400, "tags"},
        {"{'game': 'go', 'record': {'nodes': [" ROOT "], 'tags': [['', 'b']]}}", 400, "tags"},
        {NODES("{}"), 400, "nodes"},
        {NODES("[]"), 400, "nodes"},
        {NODES("[1]"), 400, "nodes"},
        {NODES("[{}]"), 400, "parent"},
        {NODES("[{'parent': 0}]"), 400, "parent"},
        {NODES("[{'parent': -2}]"), 400, "parent"},
        {NODES("[{'parent': -1, 'move': 'A1'}]"), 400, "move"},
        {NODES("[{'parent': -1, 'position': '5'}]"), 400, "position"},
        {NODES("[{'parent': -1, 'comment': ''}]"), 400, "comment"},
        {NODES("[{'parent': -1, 'after': 1}]"), 400, "after"},
        {NODES("[" ROOT ", " ROOT "]"), 400, "parent"},
        {NODES("[" ROOT ", {'parent': 1}]"), 400, "parent"},
        {NODES("[" ROOT ", {'parent': 0, 'move': ''}]"), 400, "move"},
        {NODES("[" ROOT ", {'parent': 0, 'move': 'Z9'}]"), 422, "nodes[1].move"},
        {NODES("[" ROOT ", {'parent': 0, 'move': 'A1'}, {'parent': 1, 'move': 'A1'}]"), 422, "nodes[2].move"},
        {NODES("[" ROOT ", {'parent': 0, 'position': 'x'}]"), 422, "nodes[1].position"},
        {NODES("[" ROOT ", {'parent': 0, 'position': '5', 'move': 'A1'}]"), 400, "position"},
        /* A node of a branch that the list has left. */
        {NODES("[" ROOT ", {'parent': 0, 'move': 'A1'}, {'parent': 0, 'move': 'B1'}, {'parent': 1, "
               "'move': 'C1'}]"),
         400, "parent"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/records/write", NULL, cases);
}

static void test_write_large(void **state)
{
    by_text body = {0};
    char *long_enough = calloc(1, 1024 * 1024 + 2);

    (void)state;
    by_text_add(&body, "{\"game\": \"go\", \"record\": {\"nodes\": [" ROOT);
    for (int i = 0; i < 20000; i++)
        by_text_printf(&body, ", {\"parent\": %d}", i);
    by_text_add(&body, "]}}");
    site_refuses("POST", "/api/records/write", by_text_string(&body), 400, "nodes");
    memset(long_enough, ' ', 1024 * 1024 + 1);
    site_refuses("POST", "/api/records/write", long_enough, 413, "");
    free(long_enough);
    by_text_free(&body);
}

/* All records, in order, damaged or not. */
static void test_list(void **state)
{
    enum { COUNT = 250 };
    const struct json_value *records;
    by_text text = {0};
    char *body;
    int count = 0;

    (void)state;
    for (int i = 0; i < COUNT; i++)
        by_text_printf(&text, "[Event \"%d\"]\n\n1. %s *\n\n", i, i == 7 ? "z9z8" : "h2e2");
    body = read_body("xiangqi", by_text_string(&text), "");
    records = value_at(site_post("/api/records/list", body), "records");
    for (const struct json_value *record = records->child; record; record = record->next, count++) {
        const struct json_value *tag = value_at(record, "tags")->child->child;

        assert_string_equal(tag->text, "Event");
        assert_int_equal(atoi(tag->next->text), count);
    }
    assert_int_equal(count, COUNT);
    free(body);
    by_text_free(&text);
    body = read_body("xiangqi", " \n", "");
    site_refuses("POST", "/api/records/list", body, 422, "text");
    free(body);
    body = read_body("tictactoe", "x", "");
    site_refuses("POST", "/api/records/list", body, 422, "game");
    free(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_read),
        SITE_TEST(test_read_several),
        SITE_TEST(test_read_set_up),
        SITE_TEST(test_read_refusals),
        SITE_TEST(test_read_encoding),
        SITE_TEST(test_read_tags),
        SITE_TEST(test_read_behind_damage),
        SITE_TEST(test_write),
        SITE_TEST(test_write_nasty),
        SITE_TEST(test_write_refusals),
        SITE_TEST(test_write_large),
        SITE_TEST(test_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
