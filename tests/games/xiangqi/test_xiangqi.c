/* SPDX-License-Identifier: MIT
 *
 * The rules of xiangqi: counts that independent engines agree on, and a second, slow way to find the legal moves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "games/xiangqi/board.h"
#include "support/check.h"
#include "support/search.h"

/* The board behind a position, with room for moves that tests push on it directly. */
static struct xq *board_of(const struct bench *bench)
{
    assert_int_equal(by__position_reserve(bench->position, 64, NULL), BY_OK);
    return bench->position->state;
}

/* ---- Counts ------------------------------------------------------------------------------------------------------ */

/* Every row of the table. The largest counts are left to the long tier. */
static void test_perft(void **state)
{
    uint64_t most = getenv("BOYI_LONG") ? UINT64_MAX : 20000000;
    FILE *file = fopen("tests/data/xiangqi_perft.tsv", "r");
    struct bench bench;
    char line[256];
    int rows = 0;

    (void)state;
    assert_non_null(file);
    bench_open(&bench, "xiangqi", NULL);
    while (fgets(line, sizeof line, file)) {
        char *fen = strtok(line, "\t"), *depth = strtok(NULL, "\t"), *nodes = strtok(NULL, "\t\n");
        uint64_t count;

        if (line[0] == '#' || strtoull(nodes, NULL, 10) > most)
            continue;
        assert_int_equal(by_position_parse(bench.position, fen, NULL), BY_OK);
        assert_int_equal(by_position_perft(bench.position, atoi(depth), &count, NULL), BY_OK);
        if (count != strtoull(nodes, NULL, 10))
            fail_msg("%s: perft %s is %llu, not %s", fen, depth, (unsigned long long)count, nodes);
        rows++;
    }
    assert_in_range(rows, 100, 1000);
    (void)fclose(file);
    bench_close(&bench);
}

/* ---- A second way ------------------------------------------------------------------------------------------------ */

/* Whether a piece of the kind and side goes from one square to another, by the words of the rules, on a bare board. */
static bool goes(const struct xq *s, int from, int to)
{
    int piece = s->board[from], side = xq_side_of(piece);
    int df = to % 9 - from % 9, dr = to / 9 - from / 9, steps = 0, between = 0;
    int forward = side == XQ_RED ? 1 : -1, far = side == XQ_RED ? to / 9 : 9 - to / 9;
    bool in_palace = to % 9 >= 3 && to % 9 <= 5 && far <= 2;

    if (xq_side_of(s->board[to]) == side)
        return false;
    if ((df == 0) != (dr == 0)) {
        int step = (df > 0) - (df < 0) + 9 * ((dr > 0) - (dr < 0));

        for (int at = from + step; at != to; at += step, steps++)
            between += s->board[at] != XQ_NONE;
    }
    switch (by__xq_kind_of[piece]) {
    case XQ_KING:
        return in_palace && abs(df) + abs(dr) == 1;
    case XQ_ADVISOR:
        return in_palace && abs(df) == 1 && abs(dr) == 1;
    case XQ_ELEPHANT:
        return abs(df) == 2 && abs(dr) == 2 && far <= 4 && s->board[from + df / 2 + 9 * (dr / 2)] == XQ_NONE;
    case XQ_HORSE:
        return (abs(df) == 2 && abs(dr) == 1 && s->board[from + df / 2] == XQ_NONE) ||
               (abs(df) == 1 && abs(dr) == 2 && s->board[from + 9 * (dr / 2)] == XQ_NONE);
    case XQ_ROOK:
        return (df == 0) != (dr == 0) && !between;
    case XQ_CANNON:
        return (df == 0) != (dr == 0) && between == (s->board[to] != XQ_NONE);
    default:
        return (df == 0 && dr == forward) || (dr == 0 && abs(df) == 1 && far >= 5);
    }
}

/* Whether the side's king can be taken, the other king on an open file included. */
static bool king_hangs(const struct xq *s, int side)
{
    int king = s->at[side * 16], other = s->at[(side ^ 1) * 16], between = 0;

    for (int from = 0; from < XQ_SQUARES; from++)
        if (xq_side_of(s->board[from]) == (side ^ 1) && goes(s, from, king))
            return true;
    for (int at = (king < other ? king : other) + 9; at < (king < other ? other : king); at += 9)
        between += s->board[at] != XQ_NONE;
    return king % 9 == other % 9 && !between;
}

/* Compares the legal moves with those found by trying all pairs of squares, and the count, the check and the parts. */
static void compare_moves(struct xq *s)
{
    struct by_move_info list[XQ_MOVES_MOST];
    struct by_moves moves = {.list = list};
    int found = 0;

    by__xq_list_legal(s, BY_MOVES_ALL, &moves);
    assert_int_equal(by__xq_in_check(s), king_hangs(s, s->side));
    for (int from = 0; from < XQ_SQUARES; from++) {
        for (int to = 0; to < XQ_SQUARES; to++) {
            bool legal = false, listed = false;

            if (xq_side_of(s->board[from]) == s->side && goes(s, from, to)) {
                int side = s->side;

                by__xq_push(s, xq_move(from, to));
                legal = !king_hangs(s, side);
                by__xq_pop(s);
            }
            for (int i = 0; i < moves.count && !listed; i++)
                listed = list[i].move == xq_move(from, to);
            assert_int_equal(listed, legal);
            assert_int_equal(by__xq_is_legal(s, xq_move(from, to)), legal);
            found += legal;
        }
    }
    assert_int_equal(moves.count, found);
    assert_int_equal(by__xq_count_legal(s), found);
    assert_int_equal(by__xq_has_legal_move(s), found > 0);
}

/* Random games, in which every position's moves are compared with the second way. */
static void test_moves_by_trying_all_squares(void **state)
{
    struct by_random random = {7};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int game = 0; game < 40; game++) {
        struct xq *s;

        assert_int_equal(
            by_position_parse(bench.position, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", NULL),
            BY_OK);
        for (int ply = 0; ply < 120; ply++) {
            struct by_move_info list[XQ_MOVES_MOST];
            struct by_moves moves = {.list = list};

            s = board_of(&bench);
            compare_moves(s);
            by_position_moves(bench.position, BY_MOVES_ALL, &moves);
            if (!moves.count)
                break;
            /* Captures and checks make the interesting positions */
            assert_int_equal(
                by_position_push(bench.position, list[by_random_below(&random, (uint32_t)moves.count)].move, NULL),
                BY_OK);
        }
    }
    bench_close(&bench);
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

/* Through a million moves made and undone, the key equals that computed from the board alone, and so does the score. */
static void test_keys(void **state)
{
    struct by_random random = {3};
    struct bench bench;
    struct xq *s;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int round = 0; round < 5000; round++) {
        uint64_t keys[200];
        int made = 0;

        s = board_of(&bench);
        for (; made < 60; made++) {
            struct by_move_info list[XQ_MOVES_MOST];
            struct by_moves moves = {.list = list};

            by__xq_list_legal(s, BY_MOVES_ALL, &moves);
            if (!moves.count)
                break;
            keys[made] = s->key;
            by__xq_push(s, list[by_random_below(&random, (uint32_t)moves.count)].move);
            assert_int_equal(s->key, by__xq_key_from_scratch(s));
        }
        while (made--) {
            by__xq_pop(s);
            assert_int_equal(s->key, keys[made]);
        }
    }
    bench_close(&bench);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Whether two positions with equal keys ever differ: pairs of the key and a second hash of the text, sorted by the key.
 */
static void test_no_collisions(void **state)
{
    size_t wanted = getenv("BOYI_LONG") ? 10000000 : 300000, count = 0;
    struct pair {
        uint64_t key, check;
    } *pairs = calloc(wanted, sizeof *pairs);
    struct by_random random = {11};
    struct bench bench;

    (void)state;
    assert_non_null(pairs);
    bench_open(&bench, "xiangqi", NULL);
    while (count < wanted) {
        struct xq *s = board_of(&bench);
        int made = 0;

        for (; made < 60 && count < wanted; made++) {
            struct by_move_info list[XQ_MOVES_MOST];
            struct by_moves moves = {.list = list};
            uint64_t check = s->side;

            by__xq_list_legal(s, BY_MOVES_ALL, &moves);
            if (!moves.count)
                break;
            by__xq_push(s, list[by_random_below(&random, (uint32_t)moves.count)].move);
            for (int square = 0; square < XQ_SQUARES; square++) {
                int piece = s->board[square];

                check = by_random_word(check * 31 + by__xq_kind_of[piece] + 8u * (unsigned)xq_side_of(piece));
            }
            pairs[count++] = (struct pair){s->key, check};
        }
        while (made--)
            by__xq_pop(s);
    }
    qsort(pairs, count, sizeof *pairs, ascending);
    for (size_t i = 1; i < count; i++)
        if (pairs[i].key == pairs[i - 1].key)
            assert_int_equal(pairs[i].check, pairs[i - 1].check);
    free(pairs);
    bench_close(&bench);
}

/* ---- The contract of the order, and the end ---------------------------------------------------------------------- */

/* Moves come piece by piece in the documented order. */
static void test_order(void **state)
{
    static const char *const expected =
        "e0e1 d0e1 f0e1 c0a2 c0e2 g0e2 g0i2 b0a2 b0c2 h0g2 h0i2 a0a1 a0a2 i0i1 i0i2 b2a2 b2c2 b2d2 b2e2 b2f2 b2g2 "
        "b2b1 b2b3 b2b4 b2b5 b2b6 b2b9 h2c2 h2d2 h2e2 h2f2 h2g2 h2i2 h2h1 h2h3 h2h4 h2h5 h2h6 h2h9 a3a4 c3c4 e3e4 "
        "g3g4 i3i4";
    struct by_move_info list[XQ_MOVES_MOST];
    struct by_moves moves = {.list = list};
    by_text text = {0};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    by_position_moves(bench.position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        by_text_add(&text, i ? " " : "");
        by_position_print_move(bench.position, list[i].move, &text);
    }
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    bench_close(&bench);
}

/* Mate and stalemate lose; bare kings with advisors and elephants are a draw; the count of moves is one, but a mate on
 * its last ply is a mate. */
static void test_ends(void **state)
{
    static const struct {
        const char *fen;
        bool is_over;
        by_value value;
    } rows[] = {
        {"3k5/3PP4/9/9/9/9/9/9/9/4K4 b", true, -BY_WIN},           /* mate by two pawns */
        {"3k5/R8/9/9/9/9/9/9/9/3RK4 b", true, -BY_WIN},            /* mate by two rooks */
        {"4k4/9/4P4/9/9/9/9/9/9/4KR3 b", false, 0},                /* the king can step aside */
        {"3k5/1R7/9/9/9/9/9/9/9/4K4 b", true, -BY_WIN},            /* stalemate: no check, no move */
        {"2bak4/4a4/9/9/9/9/9/9/4A4/3AK1B2 w", true, 0},           /* neither side can attack */
        {"2bak4/4a4/9/9/9/9/9/9/4A4/3AK1B1P w", false, 0},         /* no pawn stands there: refused, see below */
        {"4k4/9/9/9/9/4P4/9/9/9/3K5 w - - 119 80", false, 0},      /* one ply before the count */
        {"4k4/9/9/9/9/4P4/9/9/9/3K5 w - - 120 80", true, 0},       /* the count */
        {"3k5/R8/9/9/9/9/9/9/9/3RK4 b - - 120 80", true, -BY_WIN}, /* mated on the last ply */
    };
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_node node;

        if (by_position_parse(bench.position, rows[i].fen, NULL)) {
            assert_int_equal(i, 5);
            continue;
        }
        by_position_verdict(bench.position, &node);
        if (node.is_over != rows[i].is_over || (node.is_over && node.value != rows[i].value))
            fail_msg("%s: over %d, value %d", rows[i].fen, node.is_over, node.value);
    }
    bench_close(&bench);
    bench_open(&bench, "xiangqi move_limit=0", rows[7].fen);
    {
        struct by_node node;

        by_position_verdict(bench.position, &node);
        assert_false(node.is_over);
    }
    bench_close(&bench);
}

/* The search finds mates, with and without a hash table, and announces them with their distance. */
static void test_search_finds_mates(void **state)
{
    static const struct {
        const char *fen;
        int plies;
    } rows[] = {
        {"4k4/9/9/9/9/9/9/9/R8/R2K5 w", 3},
        {"3k5/4P4/3P5/9/9/9/9/9/9/4K4 w", 1},
    };
    static const char *const settings[] = {"hash=off", "", "mtdf=on", "iid=enlarged aspiration=100"};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t j = 0; j < sizeof settings / sizeof settings[0]; j++) {
            struct by_limits limits = {BY_SIZE(by_limits), .depth = 5};
            struct by_result result = {BY_SIZE(by_result)};
            struct bench bench;

            bench_open(&bench, "xiangqi", rows[i].fen);
            bench_method(&bench, "alphabeta", "exact", settings[j]);
            result = bench_run(&bench, &limits);
            assert_int_equal(result.kind, BY_KIND_WIN);
            assert_int_equal(by_value_plies_to_end(result.value), rows[i].plies);
            bench_close(&bench);
        }
    }
}

/* At a fixed depth the value is minimax's, whatever exact techniques are on, from middlegame positions. */
static void test_search_equals_minimax(void **state)
{
    static const char *const fens[] = {
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "r1bakab1r/4c4/2nC3cn/p1p1p1p1p/9/9/P1P1P1P1P/6NC1/R8/1NBAKAB1R w",
    };
    static const char *const settings[] = {
        "hash_depth=equal", "hash_depth=equal killer_kind=counted history=piece_to iid=plain",
        "mtdf=on hash_depth=equal", "hash=off killers=before_captures history_gain=power",
        "form=fail_hard aspiration=50 hash_depth=equal"};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 3};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench bench;
        by_value truth;

        bench_open(&bench, "xiangqi", fens[i]);
        bench_method(&bench, "minimax", NULL, "");
        truth = bench_run(&bench, &limits).value;
        for (size_t j = 0; j < sizeof settings / sizeof settings[0]; j++) {
            bench_method(&bench, "alphabeta", "exact", settings[j]);
            assert_int_equal(bench_run(&bench, &limits).value, truth);
        }
        bench_close(&bench);
    }
}

/* Near the draw by the move count the hash table distinguishes counts: the value is that without a table. */
static void test_hash_near_the_move_limit(void **state)
{
    static const char *const fens[] = {"9/4k3P/9/9/9/9/9/9/4AC3/3K5 b - - 115 60",
                                       "5a3/4c4/3k5/9/9/9/7R1/5K3/9/9 b - - 112 60"};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 5};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench bench;
        by_value without;

        bench_open(&bench, "xiangqi", fens[i]);
        bench_method(&bench, "alphabeta", "exact", "hash=off");
        without = bench_run(&bench, &limits).value;
        bench_method(&bench, "alphabeta", "exact", "");
        assert_int_equal(bench_run(&bench, &limits).value, without);
        bench_close(&bench);
    }
}

/* The weight of a move among those of a position, and how many others have less. */
static float weight_of(const char *fen, const char *text, int *others_below)
{
    struct by_move_info list[256];
    struct by_moves moves = {.list = list};
    struct by_prior priors[256];
    struct bench bench;
    by_move move;
    float weight = 0;

    bench_open(&bench, "xiangqi", fen);
    by_position_moves(bench.position, BY_MOVES_ALL, &moves);
    assert_int_equal(by_position_parse_move(bench.position, text, &move, NULL), BY_OK);
    by_game_type_of(bench.game)->sampling->priors(board_of(&bench), &moves, priors);
    for (int i = 0; i < moves.count; i++)
        weight = list[i].move == move ? priors[i].weight : weight;
    *others_below = 0;
    for (int i = 0; i < moves.count; i++) {
        assert_true(priors[i].weight > 0);
        *others_below += list[i].move != move && priors[i].weight < weight;
    }
    bench_close(&bench);
    return weight;
}

/* A rook that takes a horse for nothing is what to look at first, one that is taken back for it what to look at last;
 * both sides see it so. */
static void test_priors(void **state)
{
    int free_below, guarded_below, mirrored_below;
    float weight = weight_of("3k5/9/9/9/R3n4/9/9/9/9/4K4 w", "a5e5", &free_below);

    (void)state;
    assert_true(free_below > 10);
    assert_true(weight > 10);
    assert_true(weight_of("3k5/9/9/4p4/R3n4/9/9/9/9/4K4 w", "a5e5", &guarded_below) < 1);
    assert_int_equal(guarded_below, 0);
    assert_true(weight_of("4k4/9/9/9/9/r3N4/9/9/9/3K5 b", "a4e4", &mirrored_below) == weight);
    assert_int_equal(mirrored_below, free_below);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_moves_by_trying_all_squares),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_no_collisions),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_search_finds_mates),
        cmocka_unit_test(test_search_equals_minimax),
        cmocka_unit_test(test_hash_near_the_move_limit),
        cmocka_unit_test(test_priors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
