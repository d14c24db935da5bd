/* SPDX-License-Identifier: MIT
 *
 * The best move in one call, and the method that is usual for a game.
 */
#include <string.h>

#include "boyi/boyi.h"
#include "support/check.h"

static void expect_move(const char *game, const char *position, const char *limits, const char *expected)
{
    by_text move = {0};
    by_error error = {0};

    if (by_best_move(game, position, limits, &move, &error))
        fail_msg("%s", error.message);
    assert_string_equal(by_text_string(&move), expected);
    by_text_free(&move);
}

/* It wins where it can, and reads the settings of the game. */
static void test_best_move(void **state)
{
    by_text move = {0};

    (void)state;
    expect_move("tictactoe", "xx./oo./...", NULL, "2");
    expect_move("tictactoe", "xx./oo./...", "nodes 1000", "2");
    expect_move("tictactoe", "xxx/oo./...", "depth 3", "");
    assert_int_equal(by_best_move("go size=5", NULL, "nodes 300", &move, NULL), BY_OK);
    assert_in_range(move.length, 2, 2);
    assert_in_range(move.data[0], 'A', 'E');
    by_text_free(&move);
}

/* Go is for sampling, a game with an evaluation is not. */
static void test_usual_method(void **state)
{
    static const struct {
        const char *game, *method;
    } rows[] = {{"go", "mcts"}, {"xiangqi", "alphabeta"}, {"connect4", "alphabeta"}, {"tree", "alphabeta"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const by_game_type *type;
        by_game *game;
        by_position *position;
        const char *preset;

        assert_int_equal(by_game_type_find(rows[i].game, &type, NULL), BY_OK);
        assert_int_equal(by_game_open(type, NULL, &game, NULL), BY_OK);
        assert_int_equal(by_position_create(game, &position, NULL), BY_OK);
        assert_string_equal(by_method_name(by_position_usual_method(position, &preset)), rows[i].method);
        by_position_destroy(position);
        by_game_close(game);
    }
}

/* What is wrong with an argument is the error. */
static void test_errors_of_best_move(void **state)
{
    static const struct {
        const char *game, *position, *limits, *message;
    } rows[] = {
        {"tictactoo", NULL, NULL, "did you mean 'tictactoe'"},
        {"tictactoe size=4", NULL, NULL, "unknown option 'size'"},
        {"tictactoe", "no board", NULL, "expected"},
        {"tictactoe", NULL, "deep 4", "unknown limit"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        by_text move = {0};
        by_error error = {0};

        assert_int_not_equal(by_best_move(rows[i].game, rows[i].position, rows[i].limits, &move, &error), BY_OK);
        if (!strstr(error.message, rows[i].message))
            fail_msg("'%s', expected '%s'", error.message, rows[i].message);
        assert_int_equal(move.length, 0);
        by_text_free(&move);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_move),
        cmocka_unit_test(test_usual_method),
        cmocka_unit_test(test_errors_of_best_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
