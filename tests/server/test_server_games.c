/* SPDX-License-Identifier: MIT
 *
 * The replies about games, methods and positions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/check.h"
#include "support/server.h"

/* ---- Games and methods ----------------------------------------------------------------------------------------- */

static void test_games(void **state)
{
    const struct json_value *games = site_get("/api/games"), *game, *piece, *option;
    int count = 0;

    (void)state;
    while (by_game_type_at((size_t)count))
        count++;
    assert_int_equal(count_at(games, ""), count);
    game = value_at(games, "[xiangqi]");
    assert_string_equal(text_at(game, "sides[0]"), "red");
    assert_string_equal(text_at(game, "format"), "PGN");
    assert_true(count_at(game, "notations") > 1);
    piece = value_at(game, "pieces[rook]");
    assert_string_equal(text_at(piece, "shapes[1]"), "tile");
    assert_string_equal(text_at(piece, "glyphs[1]"), "車");
    assert_string_equal(text_at(piece, "letters[0]"), "R");
    assert_string_equal(value_at(game, "decorations[0]")->kind == JSON_STRING ? "a text" : "", "a text");
    assert_true(truth_at(game, "can_be_set_up"));
    assert_false(truth_at(game, "turn_follows"));
    assert_false(truth_at(game, "has_sizes"));
    assert_true(truth_at(game, "explains"));
    assert_true(truth_at(game, "has_terms"));
    assert_true(number_at(game, "win_scale") > 0);
    assert_int_equal(number_at(game, "levels"), 10);
    assert_true(is_null_at(game, "goal_of"));
    game = value_at(games, "[go]");
    assert_true(truth_at(game, "has_sizes"));
    option = value_at(game, "options[size]");
    assert_string_equal(text_at(option, "kind"), "number");
    assert_string_equal(text_at(option, "default"), "19");
    assert_int_equal(number_at(option, "most"), 25);
    assert_string_equal(text_at(games, "[go-capture].goal_of"), "go");
    assert_true(truth_at(games, "[tictactoe].turn_follows"));
    game = value_at(games, "[tree]");
    assert_true(is_null_at(game, "pieces"));
    assert_true(truth_at(game, "counts_points"));
    assert_false(truth_at(game, "can_be_set_up"));
}

static void test_methods(void **state)
{
    const struct json_value *methods = site_get("/api/methods"), *method, *option;
    int count = 0;

    (void)state;
    while (by_method_at((size_t)count))
        count++;
    assert_int_equal(count_at(methods, ""), count);
    method = value_at(methods, "[alphabeta]");
    assert_false(truth_at(method, "proves"));
    assert_false(truth_at(method, "samples"));
    option = value_at(method, "options[hash]");
    assert_string_equal(text_at(option, "kind"), "switch");
    assert_true(strlen(text_at(method, "presets[classic].settings")) > 0);
    assert_true(truth_at(methods, "[mcts].samples"));
    assert_true(truth_at(methods, "[df-pn].proves"));
    assert_true(is_null_at(methods, "[alphabeta].needs_limit"));
    assert_true(is_null_at(methods, "[mcts].needs_limit"));
    assert_int_equal(number_at(methods, "[minimax].needs_limit.depth"), 3);
    assert_int_equal(number_at(methods, "[bstar].needs_limit.nodes"), 200000);
}

/* The tables offer nothing that the server would refuse. */
static void test_methods_within_limits(void **state)
{
    const struct server_limits *limits = &server_settings_of(site.server)->limits;
    const struct json_value *options = value_at(site_get("/api/methods"), "[alphabeta].options");

    (void)state;
    assert_int_equal(number_at(options, "[threads].most"), limits->threads);
    assert_int_equal(number_at(options, "[memory_kib].most"), limits->memory_kib);
    assert_true(atoi(text_at(options, "[memory_kib].default")) <= limits->memory_kib);
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

static void assert_square(const struct json_value *reply, int square, int piece, int side, int marks)
{
    const struct json_value *item = item_at(value_at(reply, "squares"), square);

    assert_int_equal(number_at(item, "[0]"), piece);
    assert_int_equal(number_at(item, "[1]"), side);
    assert_int_equal(number_at(item, "[2]"), marks);
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
    assert_int_equal(number_at(site_post("/api/position", by_text_string(&body)), "side"), 0);
    body.length -= 2;
    by_text_add(&body, ", \"a0a1\"]}");
    site_refuses("POST", "/api/position", by_text_string(&body), 400, "moves");
    by_text_free(&body);
}

static void test_xiangqi(void **state)
{
    const struct json_value *reply = site_post("/api/position", "{'game': 'xiangqi'}"), *board, *move;

    (void)state;
    assert_non_null(strstr(text_at(reply, "text"), "rnbakabnr/9/1c5c1"));
    board = value_at(reply, "board");
    assert_string_equal(text_at(board, "kind"), "points");
    assert_int_equal(number_at(board, "columns"), 9);
    assert_int_equal(number_at(board, "rows"), 10);
    assert_string_equal(text_at(board, "column_names"), "abcdefghi");
    assert_int_equal(number_at(board, "first_row"), 0);
    assert_int_equal(count_at(reply, "squares"), 90);
    assert_int_equal(number_at(reply, "side"), 0);
    assert_false(truth_at(reply, "check"));
    assert_int_equal(count_at(reply, "legal"), 44);
    move = value_at(reply, "legal[h2h9]");
    assert_int_equal(number_at(move, "from"), 2 * 9 + 7);
    assert_int_equal(number_at(move, "to"), 9 * 9 + 7);
    assert_int_equal(number_at(move, "piece"), 0);
    assert_true(truth_at(move, "capture"));
    assert_false(truth_at(reply, "legal[h2e2].capture"));
    assert_true(is_null_at(reply, "last"));
    assert_true(is_null_at(reply, "over"));
    assert_int_equal(strlen(text_at(reply, "key")), 16);
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
        site_post("/api/position", "{'game': 'xiangqi', 'moves': ['h2h9', 'i9h9', 'b2e2', 'h9h8', 'e2e6']}");
    const struct json_value *taken = value_at(reply, "taken"), *last = value_at(reply, "last");

    (void)state;
    assert_int_equal(number_at(reply, "side"), 1);
    assert_int_equal(number_at(last, "from"), 2 * 9 + 4);
    assert_int_equal(number_at(last, "to"), 6 * 9 + 4);
    assert_int_equal(count_at(taken, ""), 2);
    assert_int_equal(count_at(taken, "[0]"), 7);
    assert_int_equal(sum_of(value_at(taken, "[0]")), 1);
    assert_int_equal(sum_of(value_at(taken, "[1]")), 2);
    reply = site_post("/api/position", "{'game': 'xiangqi', 'start': '3k5/9/9/9/9/9/9/9/9/R3K4 w', 'moves': ['a0a9']}");
    assert_true(truth_at(reply, "check"));
    assert_int_equal(number_at(item_at(value_at(reply, "squares"), 9 * 9 + 3), "[2]"), BY_MARK_CHECK);
}

static void assert_over(const char *body, const char *outcome, const char *reason)
{
    const struct json_value *over = value_at(site_post("/api/position", body), "over");

    assert_string_equal(text_at(over, "outcome"), outcome);
    if (strcmp(text_at(over, "reason.message"), reason) != 0)
        fail_msg("%s", text_at(over, "reason.message"));
}

static void test_over(void **state)
{
    (void)state;
    assert_over("{'game': 'tictactoe', 'start': 'xxx/oo./...'}", "first", "The game is over: x wins.");
    assert_over("{'game': 'tictactoe', 'start': 'xx./ooo/x..'}", "second", "The game is over: o wins.");
    assert_over("{'game': 'tictactoe', 'start': 'xox/xox/oxo'}", "draw", "The game is over: a draw.");
    assert_over("{'game': 'connect4', 'moves': ['a', 'b', 'a', 'b', 'a', 'b', 'a']}", "first",
                "x has 4 in a row on a1 a2 a3 a4 and has won.");
    assert_over("{'game': 'go', 'settings': {'size': 5}, 'moves': ['pass', 'pass']}", "second",
                "Over: two passes in a row. Black: 0 stones and 0 surrounded points. White: 0 stones and 0 surrounded "
                "points. Komi for White: 7.5. Result: W+7.5.");
    /* A cycle is left out together with the line that announces it. */
    assert_over("{'game': 'xiangqi', 'start': '3k5/9/1c7/9/9/9/9/9/9/2R1K4 w', 'moves': ['c0b0', "
                "'b7c7', 'b0c0', 'c7b7', 'c0b0', 'b7c7', 'b0c0', 'c7b7']}",
                "second",
                "Red loses by perpetual chase. The position occurs for the third time; it stood there 4 and 8 "
                "plies ago.");
}

/* Marks, passes, prisoners, boards of other sizes. */
static void test_go(void **state)
{
    const struct json_value *reply =
                                site_post("/api/position", "{'game': 'go', 'settings': {'size': 5}, 'moves': ['B1', "
                                                           "'C1', 'A2', 'D2', 'B3', 'C3', 'C2', 'B2']}"),
                            *move;

    (void)state;
    assert_int_equal(number_at(reply, "board.columns"), 5);
    assert_square(reply, 5 + 1, 1, 1, 0);
    assert_square(reply, 5 + 2, 0, 0, BY_MARK_FORBIDDEN);
    assert_int_equal(number_at(reply, "taken[0][0]"), 1);
    assert_int_equal(number_at(reply, "taken[1][0]"), 0);
    move = value_at(reply, "legal[pass]");
    assert_int_equal(number_at(move, "from"), -1);
    assert_int_equal(number_at(move, "to"), -1);
    move = value_at(reply, "legal[E5]");
    assert_int_equal(number_at(move, "from"), -1);
    assert_int_equal(number_at(move, "to"), 24);
    assert_int_equal(number_at(move, "piece"), 1);
    reply = site_post("/api/position", "{'game': 'go', 'start': '9', 'moves': ['pass']}");
    assert_int_equal(count_at(reply, "squares"), 81);
    assert_int_equal(number_at(reply, "last.to"), -1);
}

static void test_no_board(void **state)
{
    const struct json_value *reply = site_post("/api/position", "{'game': 'tree', 'start': '(3 (5 6))'}"), *move;

    (void)state;
    assert_true(is_null_at(reply, "board"));
    assert_true(is_null_at(reply, "squares"));
    assert_true(is_null_at(reply, "taken"));
    move = value_at(reply, "legal[0]");
    assert_null(find_at(move, "from"));
}

static void test_every_game(void **state)
{
    char body[64];

    (void)state;
    for (size_t i = 0; by_game_type_at(i); i++) {
        (void)snprintf(body, sizeof body, "{\"game\": \"%s\"}", by_game_type_at(i)->name);
        assert_int_equal(value_at(site_post("/api/position", body), "legal")->kind, JSON_ARRAY);
        (void)site_post("/api/line", body);
        (void)site_post("/api/why", body);
    }
}

static void test_position_refusals(void **state)
{
    static const struct site_refusal refusals[] = {
        {"{}", 400, "game"},
        {"{'game': 'chess'}", 422, "game"},
        {"{'game': 'go', 'settings': {'size': 99}}", 422, "settings.size"},
        {"{'game': 'tictactoe', 'start': 'xxxx/.../...'}", 422, "start"},
        {"{'game': 'xiangqi', 'start': '4k4/9/9/9/9/9/9/9/9/4K4 w'}", 422, "start"},
        {"{'game': 'tictactoe', 'moves': ['4', '4']}", 422, "moves[1]"},
        {"{'game': 'tictactoe', 'move': '4'}", 400, "move"},
        {"{'game': 'tictactoe', 'notation': 'x'}", 400, "notation"},
    };

    (void)state;
    SITE_REFUSES_ALL("/api/position", NULL, refusals);
    SITE_REFUSES_ALL("/api/why", NULL, refusals);
    SITE_REFUSES_ALL("/api/terms", NULL, refusals);
    site_refuses_all("/api/line", NULL, refusals, sizeof refusals / sizeof *refusals - 1);
}

/* ---- Boards that are set up ------------------------------------------------------------------------------------ */

static void test_compose(void **state)
{
    (void)state;
    (void)site_post("/api/compose",
                    "{'game': 'tictactoe', 'board': {'kind': 'cells', 'columns': 3, 'rows': 3, "
                    "'column_names': null, 'first_row': 1}, 'squares': [[1, 0, 0], [0, 0, 8], [0, 0], [0, 0], [1, 1], "
                    "[0, 0], [0, 0], [0, 0], [0, 0]], 'side': 0}");
    assert_string_equal(text_at(site_root(), "text"), ".../.o./x..");
    assert_true(is_null_at(site_root(), "over"));
    assert_null(find_at(site_root(), "error"));
    /* An illegal board is written too, with the reason. */
    (void)site_post("/api/compose", "{'game': 'go', 'settings': {'komi_half': 1}, 'board': {'columns': 2, 'rows': 2}, "
                                    "'squares': [[1, 0], [1, 0], [1, 0], [1, 0]], 'side': 1}");
    assert_string_equal(text_at(site_root(), "text"), "2 XX/XX w - 0.5 0 0 0");
    assert_non_null(strstr(text_at(site_root(), "error.message"), "liberty"));
    assert_int_equal(number_at(site_root(), "line"), 1);
    assert_null(find_at(site_root(), "over"));
    site_refuses("POST", "/api/position", "{'game': 'go', 'start': '2 XX/XX w - 0.5 0 0 0'}", 422, "start");
}

static void test_compose_what_is_over(void **state)
{
    const struct json_value *over;

    (void)state;
    (void)site_post("/api/compose",
                    "{'game': 'tictactoe', 'board': {'columns': 3, 'rows': 3}, 'squares': [[1, 0], [1, 0], "
                    "[1, 0], [1, 1], [1, 1], [0, 0], [0, 0], [0, 0], [0, 0]], 'side': 1}");
    over = value_at(site_root(), "over");
    assert_string_equal(text_at(over, "outcome"), "first");
    assert_true(*text_at(over, "reason.message"));
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
        (void)snprintf(start, sizeof start, "%s", text_at(site_post("/api/position", body), "text"));
        reply = site_text();
        from = strstr(reply, "\"board\"");
        to = strstr(reply, ", \"taken\"");
        (void)snprintf(body, 64 * 1024, "{\"game\": \"%s\", %.*s}", games[i], (int)(to - from), from);
        assert_string_equal(text_at(site_post("/api/compose", body), "text"), start);
    }
    free(body);
}

#define BOARD(columns, rows) "'board': {'columns': " #columns ", 'rows': " #rows "}"

static void test_compose_refusals(void **state)
{
    static const struct site_refusal refusals[] = {
        {"{}", 400, "game"},
        {"{'game': 'chess', " BOARD(1, 1) ", 'squares': []}", 422, "game"},
        {"{'game': 'go', 'squares': []}", 400, "board"},
        {"{'game': 'go', " BOARD(1, 1) "}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': {}}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': []}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1, 0], [1, 0]]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [1]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1]]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1, 0, 0, 0]]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1, '0']]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1, -1]]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[256, 0]]}", 400, "squares"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1.5, 0]]}", 400, "squares"},
        {"{'game': 'tictactoe', " BOARD(1, 1) ", 'squares': [[1, 0]]}", 422, "board"},
        {"{'game': 'go', " BOARD(1, 2) ", 'squares': [[2, 0], [0, 0]]}", 422, "board"},
        {"{'game': 'go', " BOARD(1, 2) ", 'squares': [[1, 2], [0, 0]]}", 422, "board"},
        {"{'game': 'go', " BOARD(0, 1) ", 'squares': []}", 400, "columns"},
        {"{'game': 'go', " BOARD(1, 1025) ", 'squares': []}", 400, "rows"},
        {"{'game': 'go', 'board': {'columns': 1}, 'squares': []}", 400, "rows"},
        {"{'game': 'go', 'board': {'rows': 1, 'columns': 1, 'column_names': 1}, 'squares': []}", 400, "column_names"},
        {"{'game': 'go', " BOARD(1, 1) ", 'squares': [[1, 0]], 'side': 2}", 400, "side"},
        {"{'game': 'go-capture', " BOARD(1, 1) ", 'squares': [[1, 0]]}", 422, "game"},
        {"{'game': 'tree', " BOARD(1, 1) ", 'squares': [[1, 0]]}", 422, "game"},
    };
    by_text many = {0};

    (void)state;
    SITE_REFUSES_ALL("/api/compose", NULL, refusals);
    by_text_add(&many, "{\"game\": \"go\", " BOARD(1024, 1024) ", \"squares\": [[1, 0]");
    for (int i = 0; i < BY_MAX_SQUARES; i++)
        by_text_add(&many, ", [1, 0]");
    by_text_add(&many, "]}");
    site_refuses("POST", "/api/compose", by_text_string(&many), 400, "squares");
    by_text_free(&many);
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

static void test_line(void **state)
{
    const struct json_value *moves;

    (void)state;
    (void)site_post("/api/line", "{'game': 'xiangqi', 'notation': 'wxf', 'moves': ['h2e2', '马8进7', 'h0g2']}");
    moves = value_at(site_root(), "moves");
    assert_int_equal(count_at(moves, ""), 3);
    assert_string_equal(text_at(moves, "[0].move"), "h2e2");
    assert_string_equal(text_at(moves, "[0].text"), "C2.5");
    assert_string_equal(text_at(moves, "[1].move"), "h9g7");
    assert_string_equal(text_at(moves, "[2].text"), "H2+3");
    moves = value_at(site_post("/api/line", "{'game': 'tictactoe', 'moves': ['4']}"), "moves");
    assert_string_equal(text_at(moves, "[0].text"), "4");
    site_refuses("POST", "/api/line", "{'game': 'xiangqi', 'notation': 'x'}", 422, "notation");
    assert_non_null(strstr(site_member("error"), "wxf"));
    site_refuses("POST", "/api/line", "{'game': 'tree', 'notation': 'x'}", 422, "notation");
    site_refuses("POST", "/api/line", "{'game': 'xiangqi', 'notation': 1}", 400, "notation");
}

static void test_why(void **state)
{
    (void)state;
    (void)site_post("/api/why", "{'game': 'tictactoe', 'start': 'xxx/oo./...'}");
    assert_string_equal(text_at(site_root(), "text"), "The game is over: x wins.\n");
    (void)site_post("/api/why", "{'game': 'xiangqi', 'moves': ['h2e2']}");
    assert_non_null(strstr(text_at(site_root(), "text"), "black to move\nThe game goes on. Black is to move."));
}

static void test_terms(void **state)
{
    const struct json_value *reply = site_post("/api/terms", "{'game': 'xiangqi', 'moves': ['h2h9']}"), *term;

    (void)state;
    assert_int_equal(number_at(reply, "side"), 1);
    assert_true(number_at(reply, "value") < 0);
    assert_int_equal(count_at(reply, "share"), 2);
    term = value_at(reply, "terms[0]");
    assert_true(strlen(text_at(term, "name")) > 0);
    assert_int_equal(count_at(term, "parts[1]"), 2);
    site_refuses("POST", "/api/terms", "{'game': 'tictactoe'}", 422, "game");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_games),
        SITE_TEST(test_methods),
        SITE_TEST(test_methods_within_limits),
        SITE_TEST(test_long_game),
        SITE_TEST(test_xiangqi),
        SITE_TEST(test_moves_made),
        SITE_TEST(test_over),
        SITE_TEST(test_go),
        SITE_TEST(test_no_board),
        SITE_TEST(test_every_game),
        SITE_TEST(test_position_refusals),
        SITE_TEST(test_compose),
        SITE_TEST(test_compose_what_is_over),
        SITE_TEST(test_compose_what_stands),
        SITE_TEST(test_compose_refusals),
        SITE_TEST(test_line),
        SITE_TEST(test_why),
        SITE_TEST(test_terms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
