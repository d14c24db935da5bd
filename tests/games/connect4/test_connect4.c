/* SPDX-License-Identifier: MIT
 *
 * Connect four against a plain program on arrays, and against the numbers that everybody can look up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "support/check.h"
#include "support/connect4.h"
#include "support/opened.h"
#include "support/reference.h"
#include "support/search.h"

#define EMPTY "......./......./......./......./......./......."

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

/* Move sequences from the empty board. */
static void test_perft(void **state)
{
    static const uint64_t counts[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572};
    struct plain_board plain = {.width = 7, .height = 6, .connect = 4};
    struct opened opened = open_position("connect4", "", NULL);

    (void)state;
    for (int depth = 0; depth < 10; depth++) {
        uint64_t count;

        assert_int_equal(by_position_perft(opened.position, depth, &count, NULL), BY_OK);
        assert_int_equal(count, counts[depth]);
        if (depth < 7)
            assert_int_equal(plain_perft(&plain, depth), counts[depth]);
    }
    close_position(&opened);
}

/* Other boards, to the end of the game. */
static void test_perft_of_sizes(void **state)
{
    static const struct {
        int width, height, connect;
    } sizes[] = {{3, 3, 3}, {4, 3, 3}, {3, 4, 3}, {2, 5, 2}, {5, 2, 3}, {1, 8, 3}, {8, 1, 2}, {4, 3, 4}, {3, 3, 4}};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct plain_board plain = {.width = sizes[i].width, .height = sizes[i].height, .connect = sizes[i].connect};
        struct opened opened;
        char settings[64];

        (void)snprintf(settings, sizeof settings, "width=%d height=%d connect=%d", plain.width, plain.height,
                       plain.connect);
        opened = open_position("connect4", settings, NULL);
        for (int depth = 0; depth <= plain.width * plain.height + 1; depth++) {
            uint64_t count;

            assert_int_equal(by_position_perft(opened.position, depth, &count, NULL), BY_OK);
            assert_int_equal(count, plain_perft(&plain, depth));
        }
        close_position(&opened);
    }
}

/* ---- Keys ------------------------------------------------------------------------------------------------------ */

enum { BOARDS_MOST = 1 << 17 };

static int compare_words(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static int keep_distinct(uint64_t *words, int count)
{
    int kept = 0;

    qsort(words, (size_t)count, sizeof *words, compare_words);
    for (int i = 0; i < count; i++)
        if (!kept || words[kept - 1] != words[i])
            words[kept++] = words[i];
    return kept;
}

static void collect_keys(by_position *position, int plies, uint64_t *keys, int *count)
{
    struct by_move_info list[7];
    struct by_moves moves = {.list = list};
    struct by_node node;

    if (!plies) {
        by_position_node(position, &node);
        keys[(*count)++] = node.key;
        return;
    }
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        collect_keys(position, plies - 1, keys, count);
        assert_int_equal(by_position_pop(position, NULL), BY_OK);
    }
}

/* The number of keys is the number of positions after each number of plies (Tromp; OEIS A212693). */
static void test_keys(void **state)
{
    static const int positions[] = {1, 7, 49, 238, 1120, 4263, 16422};
    static uint64_t keys[BOARDS_MOST];
    struct opened opened = open_position("connect4", "", NULL);

    (void)state;
    for (int plies = 0; plies < 7; plies++) {
        int count = 0;

        collect_keys(opened.position, plies, keys, &count);
        assert_int_equal(keep_distinct(keys, count), positions[plies]);
    }
    close_position(&opened);
}

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

static void assert_moves(const char *text, const char *expected, const char *losing)
{
    struct opened opened = open_position("connect4", "", text);
    struct by_move_info list[7];
    struct by_moves moves = {.list = list};
    char found[8] = {0}, flagged[8] = {0};
    int losers = 0;

    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        found[i] = (char)('a' + list[i].move);
        if (list[i].flags & BY_MOVE_LOSES)
            flagged[losers++] = found[i];
    }
    assert_string_equal(found, expected);
    assert_string_equal(flagged, losing);
    close_position(&opened);
}

/* Wins, then moves by the winning cells they make, then moves that lose at once; from the centre outwards. */
static void test_order(void **state)
{
    (void)state;
    assert_moves(EMPTY, "dcebfag", "");
    /* x wins on d1; anything else but g4 lets o win there */
    assert_moves("......./......./......./......o/......o/xxx...o", "dgcebfa", "cebfa");
    /* o has to answer on d1 */
    assert_moves("......./......./......./......./o....../xxx...o", "dcebfag", "cebfag");
    /* two winning cells are made by e1 and b1, one by f1 and a1 */
    assert_moves("......./......./......./......./......o/..xx..o", "ebfadcg", "");
    /* d full */
    assert_moves("...o.../...x.../...o.../...x.../...o.../...x...", "cebfag", "");
}

/* Whether the other side could win at once after this move. */
static bool lets_win(const struct plain_board *plain, int column)
{
    struct plain_board after = *plain;
    bool wins = false;

    assert_true(plain_drop(&after, column));
    for (int reply = 0; reply < plain->width && !after.is_won; reply++) {
        struct plain_board next = after;

        wins |= plain_drop(&next, reply) && next.is_won;
    }
    return wins;
}

/* Both programs play a game at random. */
static void play_both(by_position *position, struct by_random *random)
{
    struct plain_board plain = {.width = 7, .height = 6, .connect = 4};
    struct by_node node;

    while (plain.count < 42 && !plain.is_won) {
        struct by_move_info list[7];
        struct by_moves moves = {.list = list};
        by_move move;

        by_position_moves(position, BY_MOVES_ALL, &moves);
        for (int i = 0; i < moves.count; i++)
            assert_int_equal(lets_win(&plain, (int)list[i].move), (list[i].flags & BY_MOVE_LOSES) != 0);
        move = list[by_random_below(random, (uint32_t)moves.count)].move;
        assert_true(plain_drop(&plain, (int)move));
        assert_int_equal(by_position_push(position, move, NULL), BY_OK);
    }
    by_position_node(position, &node);
    assert_true(node.is_over);
    assert_int_equal(node.value, plain.is_won ? -BY_WIN : 0);
}

/* Games end alike, and the moves that are said to lose are those that do. */
static void test_random_games(void **state)
{
    struct by_random random = {7};

    (void)state;
    for (int game = 0; game < 300; game++) {
        struct opened opened = open_position("connect4", "", NULL);

        play_both(opened.position, &random);
        close_position(&opened);
    }
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static void test_bad_texts(void **state)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } cases[] = {
        {"", 1, "cell a6, but the text ends"},
        {"......./......./......./......./......./......", 47, "cell g1"},
        {"......./..z..../......./......./......./.......", 11, "expected x, o or . for cell c5"},
        {".......//......./......./......./......./.......", 9, "cell a5"},
        {EMPTY "/", 48, "end of the text"},
        {EMPTY " x", 48, "end of the text"},
        {"......./......./......./......./......./xx.....", 0, "2 x and 0 o"},
        {"......./......./......./......./......./o......", 0, "0 x and 1 o"},
        {"......./......./......./......./x....../.......", 0, "below the stone on a2"},
        {"......./......./......./......./oo...../xxxxoo.", 0, "x has 4 in a row"},
    };
    struct opened opened = open_position("connect4", "", EMPTY);

    (void)state;
    push_text(opened.position, "d");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_error error = {0};

        assert_int_equal(by_position_parse(opened.position, cases[i].text, &error), BY_ERROR_INPUT);
        assert_int_equal(error.column, cases[i].column);
        assert_non_null(strstr(error.message, cases[i].message));
        assert_position_text(opened.position, "......./......./......./......./......./...x...");
    }
    close_position(&opened);
}

static void test_text(void **state)
{
    struct opened opened = open_position("connect4", "", NULL);
    by_text text = {0};

    (void)state;
    push_text(opened.position, "d");
    push_text(opened.position, "d");
    push_text(opened.position, "g");
    assert_position_text(opened.position, "......./......./......./......./...o.../...x..x");
    by_position_draw(opened.position, 0, &text);
    assert_string_equal(by_text_string(&text),
                        " 6 . . . . . . .\n 5 . . . . . . .\n 4 . . . . . . .\n 3 . . . . . . .\n"
                        " 2 . . . o . . .\n 1 . . . x . . x\n   a b c d e f g\n");
    by_text_free(&text);
    close_position(&opened);
}

static void assert_explained(const char *settings, const char *position, const char *expected)
{
    struct opened opened = open_position("connect4", settings, position);
    by_text text = {0};

    assert_int_equal(by_position_explain(opened.position, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    close_position(&opened);
}

static void test_explain(void **state)
{
    (void)state;
    assert_explained("", EMPTY, "x is to move; nobody has 4 in a row.\n");
    assert_explained("", "......./......./......./......./ooo..../xxx.o.x",
                     "x is to move; nobody has 4 in a row.\nx would win on d1; open now: d1.\no would win on d2.\n");
    assert_explained("", "......./......./......./......./ooo..../xxxx...",
                     "x has 4 in a row on a1 b1 c1 d1 and has won.\n");
    assert_explained("width=2 height=2", "oo/xx", "The board is full: a draw.\n");
}

static void test_sizes(void **state)
{
    const by_game_type *type;
    by_options *options;
    by_error error = {0};
    by_game *game;

    (void)state;
    assert_int_equal(by_game_type_find("connect4", &type, NULL), BY_OK);
    assert_int_equal(by_options_create(type->options, &options, NULL), BY_OK);
    assert_int_equal(by_options_set_all(options, "width=8 height=8", NULL), BY_OK);
    assert_int_equal(by_game_open(type, options, &game, &error), BY_ERROR_INPUT);
    assert_string_equal(error.message, "a board of 8 x 8 is too large, expected (height + 1) * width of at most 64");
    by_options_destroy(options);
}

/* Random games keep the contract of games, on boards of all sorts. */
static void test_contract(void **state)
{
    static const char *const settings[] = {
        "",
        "width=8 height=7",
        "width=16 height=3",
        "width=4 height=15 connect=8",
        "width=1 height=15 connect=2",
        "connect=3",
        "width=16 height=1",
        "width=5 connect=5",
    };

    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        struct opened opened = open_position("connect4", settings[i], NULL);
        by_error error = {0};

        by_game_check(opened.game, 1, 30, &error);
        assert_string_equal(error.message, "");
        close_position(&opened);
    }
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* Boards small enough for a plain program to look at all of it. */
static const struct {
    int width, height, connect;
} small[] = {{5, 4, 4}, {4, 4, 4}, {4, 4, 3}, {3, 5, 3}, {5, 3, 3}, {6, 3, 4}, {3, 6, 3}, {4, 3, 2}};

static void open_small(size_t i, struct plain_board *plain, struct bench *bench)
{
    char game[80];

    *plain = (struct plain_board){.width = small[i].width, .height = small[i].height, .connect = small[i].connect};
    (void)snprintf(game, sizeof game, "connect4 width=%d height=%d connect=%d", plain->width, plain->height,
                   plain->connect);
    bench_open(bench, game, NULL);
}

/* The game's bounds hold for the value. */
static void check_bounds(by_position *position, const struct plain_board *plain, struct plain_memory *memory)
{
    const struct by_evaluation *evaluation = by_game_type_of(by_position_game(position))->evaluation;
    by_value least, most, truth = plain_value(plain, memory);

    evaluation->bounds(position->state, &least, &most);
    assert_true(least <= truth && truth <= most);
    /* Wins of the side to move are an odd number of plies away, losses an even one */
    assert_true(!by_value_is_win(most) || by_value_plies_to_end(most) % 2);
    assert_true(!by_value_is_loss(least) || by_value_plies_to_end(least) % 2 == 0);
}

static void play_with_bounds(by_position *position, struct plain_board plain, struct plain_memory *memory,
                             struct by_random *random)
{
    check_bounds(position, &plain, memory);
    while (plain.count < plain.width * plain.height && !plain.is_won) {
        int column = (int)by_random_below(random, (uint32_t)plain.width);

        if (!plain_drop(&plain, column))
            continue;
        assert_int_equal(by_position_push(position, (by_move)column, NULL), BY_OK);
        check_bounds(position, &plain, memory);
    }
    while (plain.count--)
        assert_int_equal(by_position_pop(position, NULL), BY_OK);
}

/* The solver's result from here is true, and its move keeps it. */
static void check_solver(struct bench *bench, const struct plain_board *plain, struct plain_memory *memory)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_result result = bench_run(bench, &limits);
    struct plain_board after = *plain;
    by_value value;

    assert_true(result.is_proved);
    assert_int_equal(result.value, plain_value(plain, memory));
    assert_true(plain_drop(&after, (int)result.best));
    value = -plain_value(&after, memory);
    assert_int_equal(result.value, by_value_is_win(value) ? value - 1 : by_value_is_loss(value) ? value + 1 : value);
}

/* Solves the positions of a random game, with and without the exact options that the solver has to live with. */
static void solve_game(struct bench *bench, struct plain_board plain, struct plain_memory *memory,
                       struct by_random *random)
{
    check_solver(bench, &plain, memory);
    while (plain.count < plain.width * plain.height) {
        int column = (int)by_random_below(random, (uint32_t)plain.width);

        if (!plain_drop(&plain, column))
            continue;
        assert_int_equal(by_position_push(bench->position, (by_move)column, NULL), BY_OK);
        if (plain.is_won || plain.count == plain.width * plain.height)
            break;
        check_solver(bench, &plain, memory);
    }
    while (plain.count--)
        assert_int_equal(by_position_pop(bench->position, NULL), BY_OK);
}

/* The preset `solver`, and what it is made of in other company. */
static void test_solver(void **state)
{
    static const char *const settings[] = {
        "",
        "form=fail_hard",
        "form=recorded",
        "mtdf=off pvs=on",
        "mtdf_step=bound",
        "deepening=1 killers=after_captures history=piece_to win_distance=on",
        "bounds=off",
        "iid=enlarged hash_scheme=two_tier",
        "threads=2",
        "memory_kib=64 hash_scheme=always hash_move=off",
    };
    struct by_random random = {3};

    (void)state;
    for (size_t i = 2; i < sizeof small / sizeof small[0]; i++) {
        struct plain_memory *memory = plain_remember();
        struct plain_board plain;
        struct bench bench;

        open_small(i, &plain, &bench);
        for (size_t j = 0; j < sizeof settings / sizeof settings[0]; j++) {
            char text[160];

            (void)snprintf(text, sizeof text, "memory_kib=1024 %s", settings[j]);
            bench_method(&bench, "alphabeta", "solver", text);
            for (int game = 0; game < 2; game++)
                solve_game(&bench, plain, memory, &random);
        }
        bench_close(&bench);
        plain_forget(memory);
    }
}

/* The rows do what they say, and only what they say. */
static void test_counters(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4 width=4 height=4", NULL);
    bench_method(&bench, "alphabeta", "solver", "");
    result = bench_run(&bench, &limits);
    assert_true(bench_counter(&result, "bounds_cuts") > 0);
    assert_true(bench_counter(&result, "bounds_losing_moves") > 0);
    assert_true(bench_counter(&result, "bounds_twins") > 0);
    bench_method(&bench, "alphabeta", "solver", "bounds=off");
    result = bench_run(&bench, &limits);
    assert_int_equal(bench_counter(&result, "bounds_cuts"), 0);
    assert_int_equal(bench_counter(&result, "bounds_losing_moves"), 0);
    assert_int_equal(bench_counter(&result, "bounds_twins"), 0);
    bench_close(&bench);
}

/* All moves of a symmetric board have their values, also those that are worth the same as others; so have those that
 * somebody asks for. */
static void test_lines(void **state)
{
    const by_move twin = 3;
    struct by_limits limits = {BY_SIZE(by_limits), .lines = 4}, only = {.root_moves = &twin, .root_move_count = 1};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4 width=4 height=4 connect=3", NULL);
    bench_method(&bench, "alphabeta", "solver", "");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.line_count, 4);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (result.lines[i].moves[0] + result.lines[j].moves[0] == 3)
                assert_int_equal(result.lines[i].value, result.lines[j].value);
    result = bench_run(&bench, &only);
    assert_int_equal(result.best, twin);
    bench_close(&bench);
}

/* The value of the empty board, and bounds in random games. */
static void test_small_boards(void **state)
{
    struct by_random random = {11};

    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        struct plain_memory *memory = plain_remember();
        struct by_limits limits = {BY_SIZE(by_limits)};
        struct plain_board plain;
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        open_small(i, &plain, &bench);
        bench_method(&bench, "alphabeta", "exact", "deepening=0 memory_kib=16384");
        result = bench_run(&bench, &limits);
        assert_true(result.is_proved);
        assert_int_equal(result.value, plain_value(&plain, memory));
        for (int game = 0; game < 500; game++)
            play_with_bounds(bench.position, plain, memory, &random);
        bench_close(&bench);
        plain_forget(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),    cmocka_unit_test(test_perft_of_sizes), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_order),    cmocka_unit_test(test_random_games),   cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_text),     cmocka_unit_test(test_explain),        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_contract), cmocka_unit_test(test_small_boards),   cmocka_unit_test(test_solver),
        cmocka_unit_test(test_counters), cmocka_unit_test(test_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
