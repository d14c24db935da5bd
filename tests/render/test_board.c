/* SPDX-License-Identifier: MIT
 *
 * Drawings of Go positions with marks.
 */
#include <stdlib.h>
#include <string.h>

#include "render/board.h"
#include "support/check.h"
#include "support/opened.h"

static struct board board;

static void read_board(const by_position *position)
{
    by_error error = {0};

    if (board_read(&board, position, &error))
        fail_msg("%s", error.message);
}

static void assert_drawing(const char *expected)
{
    by_text text = {0};

    board_draw(&board, BY_DRAW_LETTERS, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* Stones, the last move, star points; of a goal too. */
static void test_stones(void **state)
{
    struct opened go = open_position("go", "", "5 ..O../..XX./...../..X../..... w");
    struct opened goal = open_position("go-capture", "", "white C5 none 0 5 ..O../..XX./...../..X../..... w");

    (void)state;
    push_text(go.position, "D5");
    read_board(go.position);
    assert_drawing(" 5  .   .   O   O<  .\n"
                   " 4  .   .   X   X   .\n"
                   " 3  .   .   +   .   .\n"
                   " 2  .   .   X   .   .\n"
                   " 1  .   .   .   .   .\n"
                   "    A   B   C   D   E \n");
    read_board(goal.position);
    assert_int_equal(board.size, 5);
    assert_int_equal(board.stones[board_point(&board, "C5")], BOARD_WHITE);
    assert_int_equal(board.stones[board_point(&board, "d4")], BOARD_BLACK);
    assert_int_equal(board.last, BOARD_NO_POINT);
    assert_int_equal(board_point(&board, "F1"), BOARD_NO_POINT);
    assert_int_equal(board_point(&board, "A6"), BOARD_NO_POINT);
    assert_int_equal(board_point(&board, "A0"), BOARD_NO_POINT);
    assert_int_equal(board_point(&board, ""), BOARD_NO_POINT);
    assert_int_equal(board_point(&board, "A1x"), BOARD_NO_POINT);
    close_position(&go);
    close_position(&goal);
}

/* The whole block is marked, and nothing else. */
static void test_target(void **state)
{
    struct opened go = open_position("go", "", "4 XX.X/.X.X/OX../X.XX");

    (void)state;
    read_board(go.position);
    board_mark_target(&board, board_point(&board, "B3"));
    assert_drawing(" 4  X*  X*  .   X\n"
                   " 3  .   X*  .   X\n"
                   " 2  O   X*  .   .\n"
                   " 1  X   .   X   X\n"
                   "    A   B   C   D \n");
    board_mark_target(&board, board_point(&board, "C4")); /* no stone, no mark */
    board_mark_target(&board, BOARD_NO_POINT);
    assert_false(board.is_target[board_point(&board, "C4")]);
    close_position(&go);
}

/* Moves of a line are numbered stones; moves without a place are listed below. */
static void test_line(void **state)
{
    struct opened go = open_position("go", "", "3 .XO/XO./... b");
    static const char *const line[] = {"C2", "pass", "C3", "B1", "A1"};
    by_position *walker;
    by_move moves[5];

    (void)state;
    read_board(go.position);
    assert_int_equal(by_position_copy(go.position, &walker, NULL), BY_OK);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(by_position_parse_move(walker, line[i], &moves[i], NULL), BY_OK);
        assert_int_equal(by_position_push(walker, moves[i], NULL), BY_OK);
    }
    assert_int_equal(board_add_line(&board, go.position, moves, 5, NULL), BY_OK);
    assert_drawing(" 3  .   X   O\n"
                   " 2  X   O   X1\n"
                   " 1  X5  O4  .\n"
                   "    A   B   C \n"
                   "   2 pass, 3 at C3\n");
    assert_position_text(go.position, "3 .XO/XO./... b - 7.5 0 0 0");
    moves[1] = moves[0];
    read_board(go.position);
    assert_int_equal(board_add_line(&board, go.position, moves, 2, NULL), BY_ERROR_INPUT);
    assert_position_text(go.position, "3 .XO/XO./... b - 7.5 0 0 0");
    by_position_destroy(walker);
    close_position(&go);
}

/* Candidates are numbered in the order of the list; the line goes before them. */
static void test_candidates(void **state)
{
    struct opened go = open_position("go", "", "3 .XO/XO./... b");
    by_move move;

    (void)state;
    read_board(go.position);
    assert_int_equal(board_add_candidates(&board, go.position, NULL), BY_OK);
    assert_int_equal(board.candidate_count, 5);
    assert_int_equal(by_position_parse_move(go.position, "C2", &move, NULL), BY_OK);
    assert_int_equal(board_add_line(&board, go.position, &move, 1, NULL), BY_OK);
    assert_drawing(" 3  5   X   O\n"
                   " 2  X   O   X1\n"
                   " 1  1   2   3\n"
                   "    A   B   C \n");
    close_position(&go);
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

static void test_picture(void **state)
{
    struct opened go = open_position("go", "",
                                     "9 ........./........./..X....../........./...XO..../...XO..../"
                                     "........./........./......... b");
    by_text text = {0};
    by_move move;

    (void)state;
    read_board(go.position);
    board_mark_target(&board, board_point(&board, "E4"));
    assert_int_equal(by_position_parse_move(go.position, "E6", &move, NULL), BY_OK);
    assert_int_equal(board_add_line(&board, go.position, &move, 1, NULL), BY_OK);
    assert_int_equal(board_add_candidates(&board, go.position, NULL), BY_OK);
    board.candidate_count = 12;
    board.title = "a < b & c";
    board_svg(&board, &text);
    assert_non_null(strstr(by_text_string(&text), "a &lt; b &amp; c</text>"));
    assert_int_equal(occurrences(by_text_string(&text), "fill=\"url(#black)\""), 4);
    assert_int_equal(occurrences(by_text_string(&text), "fill=\"url(#white)\""), 2);
    assert_int_equal(occurrences(by_text_string(&text), "fill=\"#d81e10\""), 2);
    assert_int_equal(occurrences(by_text_string(&text), "on-wood\""), 12);
    assert_int_equal(occurrences(by_text_string(&text), "number d1 on-black"), 1);
    assert_int_equal(occurrences(by_text_string(&text), "<svg"), 1);
    assert_int_equal(occurrences(by_text_string(&text), "</svg>"), 1);
    by_text_free(&text);
    close_position(&go);
}

static void test_other_games(void **state)
{
    struct opened other = open_position("tictactoe", "", NULL);
    by_error error = {0};

    (void)state;
    assert_int_equal(board_read(&board, other.position, &error), BY_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "only positions of go are drawn as boards, not of tictactoe");
    close_position(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stones),     cmocka_unit_test(test_target),  cmocka_unit_test(test_line),
        cmocka_unit_test(test_candidates), cmocka_unit_test(test_picture), cmocka_unit_test(test_other_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
