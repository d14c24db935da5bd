/* SPDX-License-Identifier: MIT
 *
 * Pairs: rules against a second implementation, tic-tac-toe as a special case, texts.
 */
#include <string.h>

#include "core/game.h"
#include "support/check.h"
#include "support/opened.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char tictactoe[] = "width=3 height=3 line=3 stones=1 first=1";

static struct by_node node_of(by_position *position)
{
    struct by_node node;

    by_position_node(position, &node);
    return node;
}

/* Games to their end, and nodes with the root. */
struct census {
    long nodes, games, wins[2];
};

static void walk(by_position *position, int depth, struct census *census)
{
    struct by_move_info list[64];
    struct by_moves moves = {.list = list};
    struct by_node node = node_of(position);

    census->nodes++;
    by_position_moves(position, BY_MOVES_ALL, &moves);
    assert_int_equal(node.is_over, moves.count == 0);
    census->games += node.is_over;
    if (node.is_over && node.value)
        census->wins[node.value > 0 ? node.side : node.side ^ 1]++;
    for (int i = 0; i < moves.count && depth; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        walk(position, depth - 1, census);
        assert_int_equal(by_position_pop(position, NULL), BY_OK);
    }
}

static struct census census_of(const char *settings, int depth)
{
    struct opened opened = open_position("pairs", settings, NULL);
    struct census census = {0};

    walk(opened.position, depth, &census);
    close_position(&opened);
    return census;
}

/* ---- The rules once more, in the plainest way ------------------------------------------------------------------ */

struct plain {
    int width, height, line, stones, first;
    char cells[8][8];
};

static bool plain_is_line(const struct plain *p, int row, int column, int down, int right)
{
    char stone = p->cells[row][column];

    for (int i = 0; i < p->line; i++, row += down, column += right)
        if (row >= p->height || column < 0 || column >= p->width || !p->cells[row][column] ||
            p->cells[row][column] != stone)
            return false;
    return true;
}

static bool plain_has_line(const struct plain *p)
{
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++)
            if (plain_is_line(p, row, column, 0, 1) || plain_is_line(p, row, column, 1, 0) ||
                plain_is_line(p, row, column, 1, 1) || plain_is_line(p, row, column, 1, -1))
                return true;
    return false;
}

/* `mover` puts the next stone and has `left` of this turn; the last one was put by `last`. */
static void plain_walk(struct plain *p, int mover, int left, int last, int count, int depth, struct census *census)
{
    bool has_line = plain_has_line(p);

    census->nodes++;
    if (has_line || count == p->width * p->height) {
        census->games++;
        if (has_line)
            census->wins[last]++;
        return;
    }
    for (int cell = 0; cell < p->width * p->height && depth; cell++) {
        char *place = &p->cells[cell / p->width][cell % p->width];

        if (*place)
            continue;
        *place = (char)(1 + mover);
        if (left > 1)
            plain_walk(p, mover, left - 1, mover, count + 1, depth - 1, census);
        else
            plain_walk(p, mover ^ 1, p->stones, mover, count + 1, depth - 1, census);
        *place = 0;
    }
}

/* ---- Tests ----------------------------------------------------------------------------------------------------- */

/* With one stone a turn on a board of nine it is tic-tac-toe. */
static void test_tictactoe(void **state)
{
    struct census census = census_of(tictactoe, 9);

    (void)state;
    assert_int_equal(census.nodes, 549946);
    assert_int_equal(census.games, 255168);
    assert_int_equal(census.wins[0], 131184);
    assert_int_equal(census.wins[1], 77904);
}

/* On boards of several shapes there are the nodes, games and wins that a second implementation finds. */
static void test_against_plain_rules(void **state)
{
    static const struct {
        const char *settings;
        struct plain plain;
        int depth;
    } cases[] = {
        {"", {4, 3, 3, 2, 1, {{0}}}, 5},
        {"first=2", {4, 3, 3, 2, 2, {{0}}}, 5},
        {"width=3 height=3", {3, 3, 3, 2, 1, {{0}}}, 9},
        {"width=2 height=4 stones=3", {2, 4, 3, 3, 1, {{0}}}, 8},
        {"width=5 height=2 line=2 stones=1", {5, 2, 2, 1, 1, {{0}}}, 10},
        {"width=3 height=2 line=1", {3, 2, 1, 2, 1, {{0}}}, 6},
        {"width=2 height=2 line=5", {2, 2, 5, 2, 1, {{0}}}, 4},
        {"width=8 height=8 line=3", {8, 8, 3, 2, 1, {{0}}}, 3},
        {"width=8 height=1 line=4 first=4 stones=4", {8, 1, 4, 4, 4, {{0}}}, 8},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct plain plain = cases[i].plain;
        struct census expected = {0}, census = census_of(cases[i].settings, cases[i].depth);

        plain_walk(&plain, 0, plain.first, 0, 0, cases[i].depth, &expected);
        assert_int_equal(census.nodes, expected.nodes);
        assert_int_equal(census.games, expected.games);
        assert_int_equal(census.wins[0], expected.wins[0]);
        assert_int_equal(census.wins[1], expected.wins[1]);
    }
}

/* One stone at first, then two in turn: x oo xx oo. */
static void test_sides(void **state)
{
    static const char *const moves[] = {"a3", "b1", "c3", "d3", "b3", "d2", "a1"};
    static const int sides[] = {0, 1, 1, 0, 0, 1, 1, 0};
    struct opened opened = open_position("pairs", "", NULL);

    (void)state;
    for (size_t i = 0; i < COUNT(sides); i++) {
        assert_int_equal(node_of(opened.position).side, sides[i]);
        if (i < COUNT(moves))
            push_text(opened.position, moves[i]);
    }
    assert_position_text(opened.position, "xxox/...o/oo..");
    close_position(&opened);
}

/* A line ends the game in the middle of a turn too, and then the winner is to move. */
static void test_win_within_turn(void **state)
{
    struct opened opened = open_position("pairs", "first=2", "xx../oo../....");

    (void)state;
    assert_int_equal(node_of(opened.position).side, 0);
    push_text(opened.position, "c3");
    assert_true(node_of(opened.position).is_over);
    assert_int_equal(node_of(opened.position).side, 0);
    assert_int_equal(node_of(opened.position).value, BY_WIN);
    assert_int_equal(by_position_pop(opened.position, NULL), BY_OK);
    push_text(opened.position, "a1");
    push_text(opened.position, "c3");
    assert_true(node_of(opened.position).is_over);
    assert_int_equal(node_of(opened.position).side, 1);
    assert_int_equal(node_of(opened.position).value, -BY_WIN);
    close_position(&opened);
    opened = open_position("pairs", "first=2 values=plain", "xxx./oo../....");
    assert_int_equal(node_of(opened.position).value, 1);
    close_position(&opened);
}

/* The bottom left is a1, the top right of a board of 8 by 8 is h8, and moves are listed from the top left. */
static void test_moves(void **state)
{
    struct opened opened = open_position("pairs", "width=8 height=8 line=8", NULL);
    struct by_move_info list[64];
    struct by_moves moves = {.list = list};
    by_text text = {0};

    (void)state;
    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    assert_int_equal(moves.count, 64);
    for (int i = 0; i < 64; i += 7) { /* a8, h8 and others */
        by_position_print_move(opened.position, list[i].move, &text);
        by_text_add_char(&text, ' ');
    }
    assert_string_equal(by_text_string(&text), "a8 h8 g7 f6 e5 d4 c3 b2 a1 h1 ");
    push_text(opened.position, "h1");
    push_text(opened.position, "a8");
    assert_position_text(opened.position, "o......./......../......../......../......../......../......../.......x");
    by_text_free(&text);
    close_position(&opened);
}

/* The drawing names columns and rows as moves do. */
static void test_draw(void **state)
{
    struct opened opened = open_position("pairs", "", "x.../.o../....");
    by_text text = {0};

    (void)state;
    by_position_draw(opened.position, 0, &text);
    assert_string_equal(by_text_string(&text), " 3 x . . .\n 2 . o . .\n 1 . . . .\n   a b c d\n");
    by_text_free(&text);
    close_position(&opened);
}

/* The same stones have the same key whatever their order; the empty board has a key as well. */
static void test_keys(void **state)
{
    struct opened a = open_position("pairs", "", NULL), b = open_position("pairs", "", NULL);
    by_move move;

    (void)state;
    assert_true(node_of(a.position).key != 0);
    push_text(a.position, "a1");
    push_text(a.position, "b2");
    push_text(a.position, "c3");
    push_text(b.position, "a1");
    push_text(b.position, "c3");
    assert_true(node_of(a.position).key != node_of(b.position).key);
    assert_int_equal(by_position_parse_move(b.position, "b2", &move, NULL), BY_OK);
    assert_true(node_of(a.position).key == b.game->type->tactics->key_after(b.position->state, move));
    push_text(b.position, "b2");
    assert_true(node_of(a.position).key == node_of(b.position).key);
    assert_true(node_of(a.position).index_key == node_of(b.position).index_key);
    close_position(&a);
    close_position(&b);
}

/* The estimate counts lines that are still open to each side. */
static void test_estimate(void **state)
{
    struct opened opened = open_position("pairs", "width=3 height=3 stones=1", "x../.../...");
    by_value value = opened.game->type->evaluation->evaluate(opened.position->state);

    (void)state;
    assert_int_equal(value, 5 - 8); /* o is to move and cannot use the three lines through the corner */
    close_position(&opened);
}

/* Texts that are no position are refused with the column, and the position stays as it was. */
static void test_bad_texts(void **state)
{
    static const struct {
        const char *settings, *text;
        int column;
        const char *message;
    } cases[] = {
        {"", "", 1, "a3, but the text ends"},
        {"", "x...", 5, "expected / after 4 cells"},
        {"", "x..../..../....", 5, "expected / after 4 cells"},
        {"", "x.../..z./....", 8, "for cell c2"},
        {"", "x.../..../...", 14, "d1, but the text ends"},
        {"", "x.../..../..../....", 15, "end of the text"},
        {"", "xx../..../....", 0, "2 x and 0 o cannot occur, expected 1 x and 1 o"},
        {"", "o.../..../....", 0, "0 x and 1 o"},
        {"", "xxx./ooo./....", 0, "over before the last stone"},
        {"width=8 height=2 first=6", "xxx.xxx./.......", 0, "expected"},
        {"width=8 height=2 first=6", "xxx.xxx./........", 0, "over before the last stone"},
        {"first=3", "xxx./o.../....", 0, "over before the last stone"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position("pairs", cases[i].settings, NULL);
        struct by_node before = node_of(opened.position);
        by_error error = {0};

        assert_int_equal(by_position_parse(opened.position, cases[i].text, &error), BY_ERROR_INPUT);
        if (!strstr(error.message, cases[i].message))
            fail_msg("'%s' gives '%s', expected '%s'", cases[i].text, error.message, cases[i].message);
        if (cases[i].column)
            assert_int_equal(error.column, cases[i].column);
        assert_true(node_of(opened.position).key == before.key);
        close_position(&opened);
    }
}

/* Two lines that one stone made are a position; stones are read in capitals too. */
static void test_good_texts(void **state)
{
    struct opened opened = open_position("pairs", "width=5 height=1 first=5", "xxxxx");

    (void)state;
    assert_true(node_of(opened.position).is_over);
    close_position(&opened);
    opened = open_position("pairs", "", "X.../.O../....\n");
    assert_position_text(opened.position, "x.../.o../....");
    close_position(&opened);
}

/* Random games keep the contract of games, on boards of all shapes. */
static void test_contract(void **state)
{
    static const char *const settings[] = {"",
                                           tictactoe,
                                           "width=1 height=1",
                                           "width=8 height=8 line=4 stones=3 first=2",
                                           "width=5 height=2 stones=64 first=64 line=2",
                                           "width=2 height=7 values=plain line=1"};

    (void)state;
    for (size_t i = 0; i < COUNT(settings); i++) {
        struct opened opened = open_position("pairs", settings[i], NULL);
        by_error error = {0};

        by_game_check(opened.game, i, 10, &error);
        assert_string_equal(error.message, "");
        close_position(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tictactoe), cmocka_unit_test(test_against_plain_rules),
        cmocka_unit_test(test_sides),     cmocka_unit_test(test_win_within_turn),
        cmocka_unit_test(test_moves),     cmocka_unit_test(test_draw),
        cmocka_unit_test(test_keys),      cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_bad_texts), cmocka_unit_test(test_good_texts),
        cmocka_unit_test(test_contract),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
