/* SPDX-License-Identifier: MIT
 *
 * The replies about games, methods and positions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "front/json_read.h"
#include "support/check.h"
#include "support/server.h"

static struct server_bench bench;
static struct json_document document;

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

/* Asks, and returns the reply's root. Free it with json_document_free. */
static const struct json_value *ask(const char *method, const char *path, const char *body)
{
    if (server_bench_ask(&bench, method, path, body) != 200)
        fail_msg("%s %.200s: %d %s", path, body ? body : "", bench.reply.status, by_text_string(&bench.reply.body));
    assert_int_equal(json_read(by_text_string(&bench.reply.body), &document, NULL), BY_OK);
    return document.root;
}

static const struct json_value *named(const struct json_value *list, const char *name)
{
    for (const struct json_value *item = list->child; item; item = item->next)
        if (strcmp(json_member(item, "name")->text, name) == 0)
            return item;
    fail_msg("there is no %s", name);
    return NULL;
}

static int count_of(const struct json_value *list)
{
    int count = 0;

    for (const struct json_value *item = list->child; item; item = item->next)
        count++;
    return count;
}

static const struct json_value *item_at(const struct json_value *list, int place)
{
    const struct json_value *item = list->child;

    for (; item && place > 0; place--)
        item = item->next;
    assert_non_null(item);
    return item;
}

static const char *text_of(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    assert_int_equal(member->kind, JSON_STRING);
    return member->text;
}

static int number_of(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    assert_int_equal(member->kind, JSON_NUMBER);
    return (int)member->integer;
}

static bool is_true(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    assert_int_equal(member->kind, JSON_BOOL);
    return member->truth;
}

static bool is_null(const struct json_value *object, const char *name)
{
    const struct json_value *member = json_member(object, name);

    assert_non_null(member);
    return member->kind == JSON_NULL;
}

struct refusal {
    const char *body;
    int status;
    const char *field;
};

static void assert_refuses(const char *path, const struct refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        server_bench_refuses(&bench, "POST", path, refusals[i].body, refusals[i].status, refusals[i].field);
}

#define ASSERT_REFUSES(path, refusals) assert_refuses(path, refusals, sizeof(refusals) / sizeof *(refusals))

/* ---- Games and methods ----------------------------------------------------------------------------------------- */

static void test_games(void **state)
{
    const struct json_value *games = ask("GET", "/api/games", NULL), *game, *piece, *option;
    int count = 0;

    (void)state;
    while (by_game_type_at((size_t)count))
        count++;
    assert_int_equal(count_of(games), count);
    game = named(games, "xiangqi");
    assert_string_equal(item_at(json_member(game, "sides"), 0)->text, "red");
    assert_string_equal(text_of(game, "format"), "PGN");
    assert_true(count_of(json_member(game, "notations")) > 1);
    piece = named(json_member(game, "pieces"), "rook");
    assert_string_equal(item_at(json_member(piece, "shapes"), 1)->text, "tile");
    assert_string_equal(item_at(json_member(piece, "glyphs"), 1)->text, "車");
    assert_string_equal(item_at(json_member(piece, "letters"), 0)->text, "R");
    assert_string_equal(item_at(json_member(game, "decorations"), 0)->kind == JSON_STRING ? "a text" : "", "a text");
    assert_true(is_true(game, "can_be_set_up"));
    assert_false(is_true(game, "turn_follows"));
    assert_false(is_true(game, "has_sizes"));
    assert_true(is_true(game, "explains"));
    assert_true(is_true(game, "has_terms"));
    assert_true(number_of(game, "win_scale") > 0);
    assert_int_equal(number_of(game, "levels"), 10);
    assert_true(is_null(game, "goal_of"));
    game = named(games, "go");
    assert_true(is_true(game, "has_sizes"));
    option = named(json_member(game, "options"), "size");
    assert_string_equal(text_of(option, "kind"), "number");
    assert_string_equal(text_of(option, "default"), "19");
    assert_int_equal(number_of(option, "most"), 25);
    assert_string_equal(text_of(named(games, "go-capture"), "goal_of"), "go");
    assert_true(is_true(named(games, "tictactoe"), "turn_follows"));
    game = named(games, "tree");
    assert_true(is_null(game, "pieces"));
    assert_true(is_true(game, "counts_points"));
    assert_false(is_true(game, "can_be_set_up"));
    json_document_free(&document);
}

static void test_methods(void **state)
{
    const struct json_value *methods = ask("GET", "/api/methods", NULL), *method, *option;
    int count = 0;

    (void)state;
    while (by_method_at((size_t)count))
        count++;
    assert_int_equal(count_of(methods), count);
    method = named(methods, "alphabeta");
    assert_false(is_true(method, "proves"));
    assert_false(is_true(method, "samples"));
    option = named(json_member(method, "options"), "hash");
    assert_string_equal(text_of(option, "kind"), "switch");
    assert_true(strlen(text_of(named(json_member(method, "presets"), "classic"), "settings")) > 0);
    assert_true(is_true(named(methods, "mcts"), "samples"));
    assert_true(is_true(named(methods, "df-pn"), "proves"));
    assert_true(is_null(named(methods, "alphabeta"), "needs_limit"));
    assert_true(is_null(named(methods, "mcts"), "needs_limit"));
    assert_int_equal(number_of(json_member(named(methods, "minimax"), "needs_limit"), "depth"), 3);
    assert_int_equal(number_of(json_member(named(methods, "bstar"), "needs_limit"), "nodes"), 200000);
    json_document_free(&document);
}

/* The tables offer nothing that the server would refuse. */
static void test_methods_within_limits(void **state)
{
    const struct server_limits *limits = &server_settings_of(bench.server)->limits;
    const struct json_value *options = json_member(named(ask("GET", "/api/methods", NULL), "alphabeta"), "options");

    (void)state;
    assert_int_equal(json_member(named(options, "threads"), "most")->integer, limits->threads);
    assert_int_equal(json_member(named(options, "memory_kib"), "most")->integer, limits->memory_kib);
    assert_true(atoi(text_of(named(options, "memory_kib"), "default")) <= limits->memory_kib);
    json_document_free(&document);
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

static const struct json_value *ask_position(const char *body)
{
    return ask("POST", "/api/position", body);
}

static const struct json_value *move_called(const struct json_value *reply, const char *move)
{
    const struct json_value *item = json_member(reply, "legal")->child;

    while (item && strcmp(text_of(item, "move"), move) != 0)
        item = item->next;
    if (!item)
        fail_msg("%s is not listed", move);
    return item;
}

static void assert_square(const struct json_value *reply, int square, int piece, int side, int marks)
{
    const struct json_value *item = item_at(json_member(reply, "squares"), square);

    assert_int_equal(item_at(item, 0)->integer, piece);
    assert_int_equal(item_at(item, 1)->integer, side);
    assert_int_equal(item_at(item, 2)->integer, marks);
}

/* A position may have as many moves as a record, and no more. */
static void test_long_game(void **state)
{
    static const char *const moves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
    by_text body = {0};

    (void)state;
    by_text_add(&body, "{\"game\": \"xiangqi\", \"moves\": [\"a0a1\"");
    for (int i = 1; i < 20000; i++)
        by_text_printf(&body, ", \"%s\"", moves[i % 4]);
    by_text_add(&body, "]}");
    assert_int_equal(number_of(ask_position(by_text_string(&body)), "side"), 0);
    json_document_free(&document);
    body.length -= 2;
    by_text_add(&body, ", \"a0a1\"]}");
    server_bench_refuses(&bench, "POST", "/api/position", by_text_string(&body), 400, "moves");
    by_text_free(&body);
}

static void test_xiangqi(void **state)
{
    const struct json_value *reply = ask_position("{\"game\": \"xiangqi\"}"), *board, *move;

    (void)state;
    assert_non_null(strstr(text_of(reply, "text"), "rnbakabnr/9/1c5c1"));
    board = json_member(reply, "board");
    assert_string_equal(text_of(board, "kind"), "points");
    assert_int_equal(number_of(board, "columns"), 9);
    assert_int_equal(number_of(board, "rows"), 10);
    assert_string_equal(text_of(board, "column_names"), "abcdefghi");
    assert_int_equal(number_of(board, "first_row"), 0);
    assert_int_equal(count_of(json_member(reply, "squares")), 90);
    assert_int_equal(number_of(reply, "side"), 0);
    assert_false(is_true(reply, "check"));
    assert_int_equal(count_of(json_member(reply, "legal")), 44);
    move = move_called(reply, "h2h9");
    assert_int_equal(number_of(move, "from"), 2 * 9 + 7);
    assert_int_equal(number_of(move, "to"), 9 * 9 + 7);
    assert_int_equal(number_of(move, "piece"), 0);
    assert_true(is_true(move, "capture"));
    assert_false(is_true(move_called(reply, "h2e2"), "capture"));
    assert_true(is_null(reply, "last"));
    assert_true(is_null(reply, "over"));
    assert_int_equal(strlen(text_of(reply, "key")), 16);
    json_document_free(&document);
}

static int sum_of(const struct json_value *list)
{
    int sum = 0;

    for (const struct json_value *item = list->child; item; item = item->next)
        sum += (int)item->integer;
    return sum;
}

/* After moves: the last one, the captured piece, the check with its mark. */
static void test_moves_made(void **state)
{
    const struct json_value *reply =
        ask_position("{\"game\": \"xiangqi\", \"moves\": [\"h2h9\", \"i9h9\", \"b2e2\", \"h9h8\", \"e2e6\"]}");
    const struct json_value *taken = json_member(reply, "taken"), *last = json_member(reply, "last");

    (void)state;
    assert_int_equal(number_of(reply, "side"), 1);
    assert_int_equal(number_of(last, "from"), 2 * 9 + 4);
    assert_int_equal(number_of(last, "to"), 6 * 9 + 4);
    assert_int_equal(count_of(taken), 2);
    assert_int_equal(count_of(item_at(taken, 0)), 7);
    assert_int_equal(sum_of(item_at(taken, 0)), 1);
    assert_int_equal(sum_of(item_at(taken, 1)), 2);
    json_document_free(&document);
    reply = ask_position("{\"game\": \"xiangqi\", \"start\": \"3k5/9/9/9/9/9/9/9/9/R3K4 w\", \"moves\": [\"a0a9\"]}");
    assert_true(is_true(reply, "check"));
    assert_int_equal(item_at(item_at(json_member(reply, "squares"), 9 * 9 + 3), 2)->integer, BY_MARK_CHECK);
    json_document_free(&document);
}

static void assert_over(const char *body, const char *outcome, const char *reason)
{
    const struct json_value *over = json_member(ask_position(body), "over");

    assert_string_equal(text_of(over, "outcome"), outcome);
    if (strcmp(text_of(json_member(over, "reason"), "message"), reason) != 0)
        fail_msg("%s", text_of(json_member(over, "reason"), "message"));
    json_document_free(&document);
}

static void test_over(void **state)
{
    (void)state;
    assert_over("{\"game\": \"tictactoe\", \"start\": \"xxx/oo./...\"}", "first", "The game is over: x wins.");
    assert_over("{\"game\": \"tictactoe\", \"start\": \"xx./ooo/x..\"}", "second", "The game is over: o wins.");
    assert_over("{\"game\": \"tictactoe\", \"start\": \"xox/xox/oxo\"}", "draw", "The game is over: a draw.");
    assert_over("{\"game\": \"connect4\", \"moves\": [\"a\", \"b\", \"a\", \"b\", \"a\", \"b\", \"a\"]}", "first",
                "x has 4 in a row on a1 a2 a3 a4 and has won.");
    assert_over("{\"game\": \"go\", \"settings\": {\"size\": 5}, \"moves\": [\"pass\", \"pass\"]}", "second",
                "Over: two passes in a row. Black: 0 stones and 0 surrounded points. White: 0 stones and 0 surrounded "
                "points. Komi for White: 7.5. Result: W+7.5.");
    /* A cycle is left out together with the line that announces it. */
    assert_over("{\"game\": \"xiangqi\", \"start\": \"3k5/9/1c7/9/9/9/9/9/9/2R1K4 w\", \"moves\": [\"c0b0\", "
                "\"b7c7\", \"b0c0\", \"c7b7\", \"c0b0\", \"b7c7\", \"b0c0\", \"c7b7\"]}",
                "second",
                "Red loses by perpetual chase. The position occurs for the third time; it stood there 4 and 8 "
                "plies ago.");
}

/* Marks, passes, prisoners, boards of other sizes. */
static void test_go(void **state)
{
    const struct json_value *reply = ask_position("{\"game\": \"go\", \"settings\": {\"size\": 5}, \"moves\": [\"B1\", "
                                                  "\"C1\", \"A2\", \"D2\", \"B3\", \"C3\", \"C2\", \"B2\"]}"),
                            *move;

    (void)state;
    assert_int_equal(number_of(json_member(reply, "board"), "columns"), 5);
    assert_square(reply, 5 + 1, 1, 1, 0);
    assert_square(reply, 5 + 2, 0, 0, BY_MARK_FORBIDDEN);
    assert_int_equal(item_at(item_at(json_member(reply, "taken"), 0), 0)->integer, 1);
    assert_int_equal(item_at(item_at(json_member(reply, "taken"), 1), 0)->integer, 0);
    move = move_called(reply, "pass");
    assert_int_equal(number_of(move, "from"), -1);
    assert_int_equal(number_of(move, "to"), -1);
    move = move_called(reply, "E5");
    assert_int_equal(number_of(move, "from"), -1);
    assert_int_equal(number_of(move, "to"), 24);
    assert_int_equal(number_of(move, "piece"), 1);
    json_document_free(&document);
    reply = ask_position("{\"game\": \"go\", \"start\": \"9\", \"moves\": [\"pass\"]}");
    assert_int_equal(count_of(json_member(reply, "squares")), 81);
    assert_int_equal(number_of(json_member(reply, "last"), "to"), -1);
    json_document_free(&document);
}

static void test_no_board(void **state)
{
    const struct json_value *reply = ask_position("{\"game\": \"tree\", \"start\": \"(3 (5 6))\"}"), *move;

    (void)state;
    assert_true(is_null(reply, "board"));
    assert_true(is_null(reply, "squares"));
    assert_true(is_null(reply, "taken"));
    move = item_at(json_member(reply, "legal"), 0);
    assert_null(json_member(move, "from"));
    json_document_free(&document);
}

static void test_every_game(void **state)
{
    char body[64];

    (void)state;
    for (size_t i = 0; by_game_type_at(i); i++) {
        (void)snprintf(body, sizeof body, "{\"game\": \"%s\"}", by_game_type_at(i)->name);
        assert_int_equal(json_member(ask_position(body), "legal")->kind, JSON_ARRAY);
        json_document_free(&document);
        (void)ask("POST", "/api/line", body);
        json_document_free(&document);
        (void)ask("POST", "/api/why", body);
        json_document_free(&document);
    }
}

static void test_position_refusals(void **state)
{
    static const struct refusal refusals[] = {
        {"{}", 400, "game"},
        {"{\"game\": \"chess\"}", 422, "game"},
        {"{\"game\": \"go\", \"settings\": {\"size\": 99}}", 422, "settings.size"},
        {"{\"game\": \"tictactoe\", \"start\": \"xxxx/.../...\"}", 422, "start"},
        {"{\"game\": \"xiangqi\", \"start\": \"4k4/9/9/9/9/9/9/9/9/4K4 w\"}", 422, "start"},
        {"{\"game\": \"tictactoe\", \"moves\": [\"4\", \"4\"]}", 422, "moves[1]"},
        {"{\"game\": \"tictactoe\", \"move\": \"4\"}", 400, "move"},
        {"{\"game\": \"tictactoe\", \"notation\": \"x\"}", 400, "notation"},
    };

    (void)state;
    ASSERT_REFUSES("/api/position", refusals);
    ASSERT_REFUSES("/api/why", refusals);
    ASSERT_REFUSES("/api/terms", refusals);
    assert_refuses("/api/line", refusals, sizeof refusals / sizeof *refusals - 1);
}

/* ---- Boards that are set up ------------------------------------------------------------------------------------ */

static void test_compose(void **state)
{
    (void)state;
    (void)ask("POST", "/api/compose",
              "{\"game\": \"tictactoe\", \"board\": {\"kind\": \"cells\", \"columns\": 3, \"rows\": 3, "
              "\"column_names\": null, \"first_row\": 1}, \"squares\": [[1, 0, 0], [0, 0, 8], [0, 0], [0, 0], [1, 1], "
              "[0, 0], [0, 0], [0, 0], [0, 0]], \"side\": 0}");
    assert_string_equal(text_of(document.root, "text"), ".../.o./x..");
    assert_int_equal(json_member(document.root, "over")->kind, JSON_NULL);
    assert_null(json_member(document.root, "error"));
    json_document_free(&document);
    /* An illegal board is written too, with the reason. */
    (void)ask("POST", "/api/compose",
              "{\"game\": \"go\", \"settings\": {\"komi_half\": 1}, \"board\": {\"columns\": 2, \"rows\": 2}, "
              "\"squares\": [[1, 0], [1, 0], [1, 0], [1, 0]], \"side\": 1}");
    assert_string_equal(text_of(document.root, "text"), "2 XX/XX w - 0.5 0 0 0");
    assert_non_null(strstr(text_of(json_member(document.root, "error"), "message"), "liberty"));
    assert_int_equal(number_of(document.root, "line"), 1);
    assert_null(json_member(document.root, "over"));
    json_document_free(&document);
    server_bench_refuses(&bench, "POST", "/api/position", "{\"game\": \"go\", \"start\": \"2 XX/XX w - 0.5 0 0 0\"}",
                         422, "start");
}

static void test_compose_what_is_over(void **state)
{
    const struct json_value *over;

    (void)state;
    (void)ask("POST", "/api/compose",
              "{\"game\": \"tictactoe\", \"board\": {\"columns\": 3, \"rows\": 3}, \"squares\": [[1, 0], [1, 0], "
              "[1, 0], [1, 1], [1, 1], [0, 0], [0, 0], [0, 0], [0, 0]], \"side\": 1}");
    over = json_member(document.root, "over");
    assert_string_equal(text_of(over, "outcome"), "first");
    assert_true(*text_of(json_member(over, "reason"), "message"));
    json_document_free(&document);
}

/* A client can send a position back as it received it. */
static void test_compose_what_stands(void **state)
{
    static const char *const games[] = {"connect4", "go", "tictactoe", "xiangqi"};
    char *body = malloc(64 * 1024);

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const char *reply, *from, *to;
        char start[1024];

        (void)snprintf(body, 256, "{\"game\": \"%s\"}", games[i]);
        (void)snprintf(start, sizeof start, "%s", text_of(ask_position(body), "text"));
        json_document_free(&document);
        reply = by_text_string(&bench.reply.body);
        from = strstr(reply, "\"board\"");
        to = strstr(reply, ", \"taken\"");
        (void)snprintf(body, 64 * 1024, "{\"game\": \"%s\", %.*s}", games[i], (int)(to - from), from);
        assert_string_equal(text_of(ask("POST", "/api/compose", body), "text"), start);
        json_document_free(&document);
    }
    free(body);
}

#define BOARD(columns, rows) "\"board\": {\"columns\": " #columns ", \"rows\": " #rows "}"

static void test_compose_refusals(void **state)
{
    static const struct refusal refusals[] = {
        {"{}", 400, "game"},
        {"{\"game\": \"chess\", " BOARD(1, 1) ", \"squares\": []}", 422, "game"},
        {"{\"game\": \"go\", \"squares\": []}", 400, "board"},
        {"{\"game\": \"go\", " BOARD(1, 1) "}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": {}}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": []}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1, 0], [1, 0]]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [1]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1]]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1, 0, 0, 0]]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1, \"0\"]]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1, -1]]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[256, 0]]}", 400, "squares"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1.5, 0]]}", 400, "squares"},
        {"{\"game\": \"tictactoe\", " BOARD(1, 1) ", \"squares\": [[1, 0]]}", 422, "board"},
        {"{\"game\": \"go\", " BOARD(1, 2) ", \"squares\": [[2, 0], [0, 0]]}", 422, "board"},
        {"{\"game\": \"go\", " BOARD(1, 2) ", \"squares\": [[1, 2], [0, 0]]}", 422, "board"},
        {"{\"game\": \"go\", " BOARD(0, 1) ", \"squares\": []}", 400, "columns"},
        {"{\"game\": \"go\", " BOARD(1, 1025) ", \"squares\": []}", 400, "rows"},
        {"{\"game\": \"go\", \"board\": {\"columns\": 1}, \"squares\": []}", 400, "rows"},
        {"{\"game\": \"go\", \"board\": {\"rows\": 1, \"columns\": 1, \"column_names\": 1}, \"squares\": []}", 400,
         "column_names"},
        {"{\"game\": \"go\", " BOARD(1, 1) ", \"squares\": [[1, 0]], \"side\": 2}", 400, "side"},
        {"{\"game\": \"go-capture\", " BOARD(1, 1) ", \"squares\": [[1, 0]]}", 422, "game"},
        {"{\"game\": \"tree\", " BOARD(1, 1) ", \"squares\": [[1, 0]]}", 422, "game"},
    };
    by_text many = {0};

    (void)state;
    ASSERT_REFUSES("/api/compose", refusals);
    by_text_add(&many, "{\"game\": \"go\", " BOARD(1024, 1024) ", \"squares\": [[1, 0]");
    for (int i = 0; i < BY_SQUARES_MOST; i++)
        by_text_add(&many, ", [1, 0]");
    by_text_add(&many, "]}");
    server_bench_refuses(&bench, "POST", "/api/compose", by_text_string(&many), 400, "squares");
    by_text_free(&many);
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

static void test_line(void **state)
{
    const struct json_value *moves;

    (void)state;
    (void)ask("POST", "/api/line",
              "{\"game\": \"xiangqi\", \"notation\": \"wxf\", \"moves\": [\"h2e2\", \"马8进7\", \"h0g2\"]}");
    moves = json_member(document.root, "moves");
    assert_int_equal(count_of(moves), 3);
    assert_string_equal(text_of(item_at(moves, 0), "move"), "h2e2");
    assert_string_equal(text_of(item_at(moves, 0), "text"), "C2.5");
    assert_string_equal(text_of(item_at(moves, 1), "move"), "h9g7");
    assert_string_equal(text_of(item_at(moves, 2), "text"), "H2+3");
    json_document_free(&document);
    moves = json_member(ask("POST", "/api/line", "{\"game\": \"tictactoe\", \"moves\": [\"4\"]}"), "moves");
    assert_string_equal(text_of(item_at(moves, 0), "text"), "4");
    json_document_free(&document);
    server_bench_refuses(&bench, "POST", "/api/line", "{\"game\": \"xiangqi\", \"notation\": \"x\"}", 422, "notation");
    assert_non_null(strstr(server_bench_member(&bench, "error"), "wxf"));
    server_bench_refuses(&bench, "POST", "/api/line", "{\"game\": \"tree\", \"notation\": \"x\"}", 422, "notation");
    server_bench_refuses(&bench, "POST", "/api/line", "{\"game\": \"xiangqi\", \"notation\": 1}", 400, "notation");
}

static void test_why(void **state)
{
    (void)state;
    (void)ask("POST", "/api/why", "{\"game\": \"tictactoe\", \"start\": \"xxx/oo./...\"}");
    assert_string_equal(text_of(document.root, "text"), "The game is over: x wins.\n");
    json_document_free(&document);
    (void)ask("POST", "/api/why", "{\"game\": \"xiangqi\", \"moves\": [\"h2e2\"]}");
    assert_non_null(strstr(text_of(document.root, "text"), "black to move\nThe game goes on. Black is to move."));
    json_document_free(&document);
}

static void test_terms(void **state)
{
    const struct json_value *reply = ask("POST", "/api/terms", "{\"game\": \"xiangqi\", \"moves\": [\"h2h9\"]}"), *term;

    (void)state;
    assert_int_equal(number_of(reply, "side"), 1);
    assert_true(number_of(reply, "value") < 0);
    assert_int_equal(count_of(json_member(reply, "share")), 2);
    term = item_at(json_member(reply, "terms"), 0);
    assert_true(strlen(text_of(term, "name")) > 0);
    assert_int_equal(count_of(item_at(json_member(term, "parts"), 1)), 2);
    json_document_free(&document);
    server_bench_refuses(&bench, "POST", "/api/terms", "{\"game\": \"tictactoe\"}", 422, "game");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_games),
        TEST(test_methods),
        TEST(test_methods_within_limits),
        TEST(test_long_game),
        TEST(test_xiangqi),
        TEST(test_moves_made),
        TEST(test_over),
        TEST(test_go),
        TEST(test_no_board),
        TEST(test_every_game),
        TEST(test_position_refusals),
        TEST(test_compose),
        TEST(test_compose_what_is_over),
        TEST(test_compose_what_stands),
        TEST(test_compose_refusals),
        TEST(test_line),
        TEST(test_why),
        TEST(test_terms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
