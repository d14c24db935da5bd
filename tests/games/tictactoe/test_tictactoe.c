/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe against the numbers that everybody can look up.
 */
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "support/check.h"
#include "support/opened.h"

enum { CELLS = 9, CODES = 19683 }; /* 3 to the power of 9 boards, legal or not */

/* The counts of a walk through all games. */
struct census {
    long nodes;            /* with the root */
    long games[CELLS + 1]; /* by length */
    long wins[2], draws;
    bool is_reached[CODES];
};

/* A board as a number with nine digits to the base of 3. */
static int code_of(const by_position *position)
{
    by_text text = {0};
    int code = 0;

    by_position_print(position, &text);
    for (const char *c = by_text_string(&text); *c; c++)
        if (*c != '/')
            code = code * 3 + (*c == 'x' ? 1 : *c == 'o' ? 2 : 0);
    by_text_free(&text);
    return code;
}

static void count_end(struct census *census, const struct by_node *node, int ply)
{
    census->games[ply]++;
    if (node->value)
        census->wins[node->value > 0 ? node->side : node->side ^ 1]++;
    else
        census->draws++;
}

static void walk(by_position *position, int ply, struct census *census)
{
    struct by_move_info list[CELLS];
    struct by_moves moves = {.list = list};
    struct by_node node;

    census->nodes++;
    census->is_reached[code_of(position)] = true;
    by_position_node(position, &node);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    assert_int_equal(node.is_over, moves.count == 0);
    assert_int_equal(node.side, ply % 2);
    if (node.is_over)
        count_end(census, &node, ply);
    for (int i = 0; i < moves.count; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        walk(position, ply + 1, census);
        assert_int_equal(by_position_pop(position, NULL), BY_OK);
    }
}

static void take_census(struct census *census)
{
    struct opened opened = open_position("tictactoe", "", NULL);

    memset(census, 0, sizeof *census);
    walk(opened.position, 0, census);
    close_position(&opened);
}

static int turned_cell(int cell)
{
    return cell % 3 * 3 + 2 - cell / 3;
}

static int mirrored_cell(int cell)
{
    return cell / 3 * 3 + 2 - cell % 3;
}

/* The board seen after its cells were moved. */
static int moved(int code, int (*cell_after)(int))
{
    int cells[CELLS] = {0}, result = 0;

    for (int cell = CELLS - 1; cell >= 0; cell--, code /= 3)
        cells[cell_after(cell)] = code % 3;
    for (int cell = 0; cell < CELLS; cell++)
        result = result * 3 + cells[cell];
    return result;
}

/* Whether no turned or mirrored board has a smaller number. */
static bool is_least_of_its_kind(int code)
{
    for (int turn = 0, other = code; turn < 4; turn++, other = moved(other, turned_cell))
        if (other < code || moved(other, mirrored_cell) < code)
            return false;
    return true;
}

/* All games: nodes with the root, and games by length and by winner, are those of the literature. */
static void test_games(void **state)
{
    static const long lengths[CELLS + 1] = {0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872};
    static struct census census;
    long games = 0;

    (void)state;
    take_census(&census);
    assert_int_equal(census.nodes, 549946);
    for (int ply = 0; ply <= CELLS; ply++) {
        assert_int_equal(census.games[ply], lengths[ply]);
        games += census.games[ply];
    }
    assert_int_equal(games, 255168);
    assert_int_equal(census.wins[0], 131184);
    assert_int_equal(census.wins[1], 77904);
    assert_int_equal(census.draws, 46080);
}

/* All positions: 5,478 can be reached, 765 if boards that look alike when turned or mirrored count once. */
static void test_positions(void **state)
{
    static struct census census;
    int positions = 0, kinds = 0;

    (void)state;
    take_census(&census);
    for (int code = 0; code < CODES; code++) {
        positions += census.is_reached[code];
        kinds += census.is_reached[code] && is_least_of_its_kind(code);
    }
    assert_int_equal(positions, 5478);
    assert_int_equal(kinds, 765);
}

/* A line is worth a win, or 1 with values=plain, and always against the side that would move. */
static void test_values(void **state)
{
    static const struct {
        const char *settings;
        by_value value;
    } cases[] = {{"", -BY_WIN}, {"values=distance", -BY_WIN}, {"values=plain", -1}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opened opened = open_position("tictactoe", cases[i].settings, "xxx/oo./...");
        struct by_node node;

        by_position_node(opened.position, &node);
        assert_true(node.is_over);
        assert_int_equal(node.side, 1);
        assert_int_equal(node.value, cases[i].value);
        close_position(&opened);
    }
}

/* The same stones have the same key whatever their order, and other stones another one. */
static void test_keys(void **state)
{
    struct opened a = open_position("tictactoe", "", NULL), b = open_position("tictactoe", "", NULL);
    struct by_node a_node, b_node;

    (void)state;
    push_text(a.position, "0");
    push_text(a.position, "4");
    push_text(a.position, "8");
    push_text(b.position, "8");
    push_text(b.position, "4");
    by_position_node(a.position, &a_node);
    by_position_node(b.position, &b_node);
    assert_true(a_node.key != b_node.key);
    push_text(b.position, "0");
    by_position_node(b.position, &b_node);
    assert_true(a_node.key == b_node.key && a_node.index_key == b_node.index_key);
    close_position(&a);
    close_position(&b);
}

/* Texts that are no position are refused with the column, and the position stays as it was. */
static void test_bad_texts(void **state)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } cases[] = {
        {"", 1, "ends"},
        {"x.o/.x./..", 11, "cell 8"},
        {"x.o/.z./...", 6, "expected x, o or ."},
        {"x.o//.x./..o", 5, "expected x, o or ."},
        {"x.o/.x./..o x", 12, "end of the text"},
        {"xx./.../...", 0, "2 x and 0 o"},
        {"o../.../...", 0, "0 x and 1 o"},
        {"xxx/oo./o..", 0, "x has 3 in a row"},
    };
    struct opened opened = open_position("tictactoe", "", "x../.../...");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_error error = {0};

        assert_int_equal(by_position_parse(opened.position, cases[i].text, &error), BY_ERROR_INPUT);
        assert_int_equal(error.column, cases[i].column);
        assert_non_null(strstr(error.message, cases[i].message));
        assert_position_text(opened.position, "x../.../...");
    }
    close_position(&opened);
}

/* Random games keep the contract of games. */
static void test_contract(void **state)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    by_error error = {0};

    (void)state;
    by_game_check(opened.game, 1, 50, &error);
    assert_string_equal(error.message, "");
    close_position(&opened);
}

/* ---- Chance ------------------------------------------------------------------------------------------------------ */

/* Random playouts have the expected results: of all lines, weighted by their probabilities, x wins 737 of 1260, o 121
 * of 420, and 8 of 63 are drawn. */
static void test_playouts(void **state)
{
    enum { GAMES = 40000 };
    struct opened opened = open_position("tictactoe", "", NULL);
    struct by_random random = {3};
    int results[3] = {0};

    (void)state;
    for (int i = 0; i < GAMES; i++) {
        uint16_t slots[9];
        int8_t owner[9];
        struct by_playout playout = {.slots = slots, .room = 9, .owner = owner};
        const struct by_sampling *sampling = by_game_type_of(opened.game)->sampling;
        by_value value = sampling->playout(opened.position->state, &random, &playout);
        unsigned seen = 0;
        int stones = 0;

        assert_false(playout.is_cut);
        assert_in_range(playout.plies, 5, 9);
        assert_int_equal(playout.count, playout.plies);
        for (int j = 0; j < playout.count; j++) {
            assert_int_equal(slots[j] / 9, j % 2);
            assert_int_equal(owner[slots[j] % 9], j % 2 ? -1 : 1);
            assert_false(seen >> slots[j] % 9 & 1);
            seen |= 1U << slots[j] % 9;
        }
        for (int cell = 0; cell < 9; cell++)
            stones += owner[cell] != 0;
        assert_int_equal(stones, playout.plies);
        results[value > 0 ? 0 : value < 0 ? 1 : 2]++;
    }
    assert_in_range(results[0], GAMES * 737 / 1260 - 500, GAMES * 737 / 1260 + 500);
    assert_in_range(results[1], GAMES * 121 / 420 - 500, GAMES * 121 / 420 + 500);
    assert_in_range(results[2], GAMES * 8 / 63 - 500, GAMES * 8 / 63 + 500);
    close_position(&opened);
}

/* With knowledge a win is taken and a loss is kept off; a playout that is cut says so. */
static void test_informed_playouts(void **state)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    struct by_random random = {3};
    const struct by_sampling *sampling;

    (void)state;
    sampling = by_game_type_of(opened.game)->sampling;
    for (int i = 0; i < 50; i++) {
        uint16_t slots[2];
        struct by_playout playout = {.style = BY_PLAYOUT_INFORMED, .slots = slots, .room = 2};

        assert_int_equal(by_position_parse(opened.position, "xx./oo./...", NULL), BY_OK);
        assert_int_equal(sampling->playout(opened.position->state, &random, &playout), BY_WIN);
        assert_int_equal(playout.plies, 1);
        assert_int_equal(slots[0], 2);
        assert_int_equal(by_position_parse(opened.position, "xx./o../...", NULL), BY_OK);
        sampling->playout(opened.position->state, &random, &playout);
        assert_int_equal(slots[0], 9 + 2);
        assert_int_equal(playout.count, 2);
        playout.max_plies = 1;
        sampling->playout(opened.position->state, &random, &playout);
        assert_true(playout.is_cut);
        assert_int_equal(playout.plies, 1);
    }
    close_position(&opened);
}

/* The same through the public face: not where the game is over, nor in a game that has none. */
static void test_public_playouts(void **state)
{
    struct opened won = open_position("tictactoe", "", "xxx/oo./..."),
                  open = open_position("tictactoe", "", "xx./oo./..."), pairs = open_position("pairs", "", NULL);
    struct by_random random = {1};
    struct by_playout playout = {.style = BY_PLAYOUT_INFORMED};
    by_value value = 7;
    by_error error;

    (void)state;
    assert_int_equal(by_position_playout(won.position, &random, &playout, &value, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "over"));
    assert_int_equal(by_position_playout(pairs.position, &random, &playout, &value, &error), BY_ERROR_UNSUPPORTED);
    assert_int_equal(value, 7);
    assert_int_equal(by_position_playout(open.position, &random, &playout, &value, &error), BY_OK);
    assert_int_equal(value, BY_WIN);
    assert_int_equal(playout.plies, 1);
    close_position(&won);
    close_position(&open);
    close_position(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),           cmocka_unit_test(test_positions),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_keys),
        cmocka_unit_test(test_bad_texts),       cmocka_unit_test(test_contract),
        cmocka_unit_test(test_playouts),        cmocka_unit_test(test_informed_playouts),
        cmocka_unit_test(test_public_playouts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
