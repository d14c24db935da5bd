/* SPDX-License-Identifier: MIT
 *
 * The properties of a move before it is made: whether it is legal, whether it gives check, and its gain by exchanges on
 * its square. All is compared with the plain way, in which moves are made on the board, in random games and in
 * positions with pieces anywhere.
 */
#include <stdlib.h>

#include "boyi/random.h"
#include "core/game.h"
#include "games/xiangqi/board.h"
#include "games/xiangqi/xiangqi.h"
#include "support/check.h"
#include "support/search.h"

enum { GAMES = 60, PLIES = 150, SCATTERED = 6000 };

/* The board behind a position, with room for moves that tests push on it directly. */
static struct xq *board_of(const struct bench *bench)
{
    assert_int_equal(by__position_reserve(bench->position, PLIES + 1, NULL), BY_OK);
    return bench->position->state;
}

static void list_moves(struct xq *s, struct by_moves *moves)
{
    moves->count = 0;
    by__xq_list_legal(s, BY_MOVES_ALL, moves);
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

/* Whether a piece can ever come to a square, which is seen from red's side. */
static bool can_stand(int kind, int square)
{
    int file = square % XQ_FILES, rank = square / XQ_FILES, off_centre = abs(file - 4);

    switch (kind) {
    case XQ_KING:
        return off_centre <= 1 && rank <= 2;
    case XQ_ADVISOR:
        return off_centre <= 1 && rank <= 2 && (off_centre + rank) % 2 == 1;
    case XQ_ELEPHANT:
        return rank <= 4 && rank % 2 == 0 && file % 2 == 0 && (file / 2 + rank / 2) % 2 == 1;
    case XQ_PAWN:
        return rank >= 5 || (rank >= 3 && file % 2 == 0);
    default:
        return true;
    }
}

/* A free square on which the piece can stand, or XQ_OFF if none is found soon. */
static int square_for(const struct xq *s, struct by_random *random, int piece)
{
    for (int tries = 0; tries < 200; tries++) {
        int square = (int)by_random_below(random, XQ_SQUARES);
        int seen = xq_side_of(piece) == XQ_RED ? square : XQ_SQUARES - 1 - square;

        if (s->board[square] == XQ_NONE && can_stand(by__xq_kind_of[piece], seen))
            return square;
    }
    return XQ_OFF;
}

/* Puts pieces anywhere, each with the chance `percent`; false if that is no position: a king is missing, or could be
 * taken at once. */
static bool scatter(struct xq *s, struct by_random *random, uint32_t percent)
{
    by__xq_clear(s);
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        int square = square_for(s, random, piece);

        if (by__xq_kind_of[piece] == XQ_KING && square == XQ_OFF)
            return false;
        if (square != XQ_OFF && (by__xq_kind_of[piece] == XQ_KING || by_random_below(random, 100) < percent))
            by__xq_put(s, piece, square);
    }
    if (by_random_below(random, 2)) {
        s->side = XQ_BLACK;
        s->key ^= s->tables->side_key;
    }
    return !by__xq_king_is_attacked(s, s->side ^ 1, XQ_OFF, XQ_OFF);
}

/* Calls `look` for many positions with all their moves. */
static void visit(int games, int scattered, void (*look)(struct xq *s, const struct by_moves *moves))
{
    struct by_move_info list[XQ_MOVES_MOST];
    struct by_moves moves = {.list = list};
    struct by_random random = {11};
    struct bench bench;
    struct xq *s;

    bench_open(&bench, "xiangqi", NULL);
    s = board_of(&bench);
    for (int game = 0; game < games; game++) {
        int made = 0;

        for (list_moves(s, &moves); made < PLIES && moves.count; made++, list_moves(s, &moves)) {
            look(s, &moves);
            by__xq_push(s, list[by_random_below(&random, (uint32_t)moves.count)].move);
        }
        while (made--)
            by__xq_pop(s);
    }
    while (scattered) {
        if (!scatter(s, &random, 15 + by_random_below(&random, 80)))
            continue;
        list_moves(s, &moves);
        look(s, &moves);
        scattered--;
    }
    bench_close(&bench);
}

/* ---- Legal moves ------------------------------------------------------------------------------------------------- */

/* Whether a move can be made, found by making it. */
static bool is_legal_by_trial(struct xq *s, int from, int to)
{
    uint8_t targets[20];
    int side = s->side, count;
    bool is_safe, goes = false;

    if (xq_side_of(s->board[from]) != side)
        return false;
    for (count = by__xq_targets(s, from, targets); count--;)
        goes |= targets[count] == to;
    if (!goes)
        return false;
    by__xq_push(s, xq_move(from, to));
    is_safe = !by__xq_king_is_attacked(s, side, XQ_OFF, XQ_OFF);
    by__xq_pop(s);
    return is_safe;
}

/* The two kinds of moves are all moves, each in the order of all. */
static void compare_kinds(struct xq *s, const struct by_moves *moves)
{
    struct by_move_info lists[2][XQ_MOVES_MOST];
    struct by_moves kinds[2] = {{.list = lists[0]}, {.list = lists[1]}};
    int taken[2] = {0};

    by__xq_list_legal(s, BY_MOVES_TACTICAL, &kinds[0]);
    by__xq_list_legal(s, BY_MOVES_QUIET, &kinds[1]);
    assert_int_equal(kinds[0].count + kinds[1].count, moves->count);
    for (int i = 0; i < moves->count; i++) {
        int kind = !(moves->list[i].flags & BY_MOVE_CAPTURE);

        assert_true(taken[kind] < kinds[kind].count);
        assert_memory_equal(&moves->list[i], &lists[kind][taken[kind]++], sizeof *lists[0]);
    }
}

static void compare_legality(struct xq *s, const struct by_moves *moves)
{
    bool is_listed[XQ_SQUARES][XQ_SQUARES] = {{false}};

    for (int i = 0; i < moves->count; i++)
        is_listed[xq_from(moves->list[i].move)][xq_to(moves->list[i].move)] = true;
    for (int from = 0; from < XQ_SQUARES; from++) {
        for (int to = 0; to < XQ_SQUARES; to++) {
            bool is_legal = is_legal_by_trial(s, from, to);

            assert_int_equal(is_listed[from][to], is_legal);
            assert_int_equal(by__xq_is_legal(s, xq_move(from, to)), is_legal);
        }
    }
    compare_kinds(s, moves);
    assert_int_equal(by__xq_count_legal(s), moves->count);
    assert_int_equal(by__xq_has_legal_move(s), moves->count > 0);
    assert_true(moves->count > 0 || !by__xq_surely_moves(s));
}

static void test_legal_moves_by_making_them(void **state)
{
    (void)state;
    visit(GAMES / 6, SCATTERED / 2, compare_legality);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static int checks_seen, others_seen;

static void compare_checks(struct xq *s, const struct by_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        bool said = by__xiangqi.tactics->gives_check(s, moves->list[i].move), is_check;

        by__xq_push(s, moves->list[i].move);
        is_check = by__xq_in_check(s);
        by__xq_pop(s);
        assert_int_equal(said, is_check);
        checks_seen += is_check;
        others_seen += !is_check;
    }
}

static void test_checks_are_seen_before_the_move(void **state)
{
    (void)state;
    checks_seen = others_seen = 0;
    visit(GAMES, SCATTERED, compare_checks);
    assert_in_range(checks_seen, 10000, 10000000);
    assert_in_range(others_seen, 100000, 10000000);
}

/* ---- Exchanges --------------------------------------------------------------------------------------------------- */

/* The value of every piece on its square; the last is no piece. */
static void price_pieces(const struct xq *s, int prices[XQ_PIECES + 1])
{
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        int square = s->at[piece];
        bool has_crossed = piece < XQ_SIDE_PIECES ? square >= 45 : square < 45;

        prices[piece] = by__xiangqi.tactics->prices[by__xq_kind_of[piece]];
        if (by__xq_kind_of[piece] == XQ_PAWN && has_crossed)
            prices[piece] = 160;
    }
    prices[XQ_NONE] = 0;
}

static bool goes_to(const struct xq *s, int from, int to)
{
    uint8_t targets[20];
    int count = by__xq_targets(s, from, targets);

    while (count--)
        if (targets[count] == to)
            return true;
    return false;
}

/* Whether the first of two pieces that can capture on `to` is the one to use: by price, then advisors before elephants,
 * pawns on the same file before others, lower squares before higher ones. */
static bool comes_before(const struct xq *s, const int *prices, int a, int b, int to)
{
    int kinds[2] = {by__xq_kind_of[s->board[a]], by__xq_kind_of[s->board[b]]};

    if (prices[s->board[a]] != prices[s->board[b]])
        return prices[s->board[a]] < prices[s->board[b]];
    if (kinds[0] != kinds[1])
        return kinds[0] == XQ_ADVISOR;
    if (kinds[0] == XQ_PAWN && (a % XQ_FILES == to % XQ_FILES) != (b % XQ_FILES == to % XQ_FILES))
        return a % XQ_FILES == to % XQ_FILES;
    return a < b;
}

static int least_attacker(const struct xq *s, const int *prices, int side, int to)
{
    int found = XQ_OFF;

    for (int from = 0; from < XQ_SQUARES; from++)
        if (xq_side_of(s->board[from]) == side && goes_to(s, from, to) &&
            (found == XQ_OFF || comes_before(s, prices, from, found, to)))
            found = from;
    return found;
}

/* The gain of a side from capturing on a square, or from declining. */
static int win_by_capturing(struct xq *s, const int *prices, int side, int to)
{
    int from = least_attacker(s, prices, side, to), captured, value = 0;

    if (from == XQ_OFF)
        return 0;
    captured = by__xq_shift(s, from, to);
    if (by__xq_kind_of[s->board[to]] != XQ_KING || least_attacker(s, prices, side ^ 1, to) == XQ_OFF)
        value = prices[captured] - win_by_capturing(s, prices, side ^ 1, to);
    by__xq_unshift(s, from, to, captured);
    return value > 0 ? value : 0;
}

static int win_by_moving(struct xq *s, by_move move, bool *is_protected)
{
    int prices[XQ_PIECES + 1], captured, value;

    price_pieces(s, prices);
    captured = by__xq_shift(s, xq_from(move), xq_to(move));
    *is_protected = least_attacker(s, prices, s->side ^ 1, xq_to(move)) != XQ_OFF;
    value = prices[captured] - win_by_capturing(s, prices, s->side ^ 1, xq_to(move));
    by__xq_unshift(s, xq_from(move), xq_to(move), captured);
    return value;
}

static bool see(struct xq *s, by_move move, by_value least)
{
    return by__xiangqi.tactics->see_at_least(s, move, least);
}

static void compare_exchanges(struct xq *s, const struct by_moves *moves)
{
    static const by_value bounds[] = {-BY_INFINITE, -900, -430, -160, -90, -1,  0,          1,
                                      90,           120,  160,  331,  420, 901, BY_INFINITE};

    for (int i = 0; i < moves->count; i++) {
        by_move move = moves->list[i].move;
        bool is_protected;
        int value = win_by_moving(s, move, &is_protected);

        assert_int_equal(by__xiangqi.tactics->is_protected(s, move), is_protected);
        assert_true(see(s, move, value));
        assert_false(see(s, move, value + 1));
        for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
            assert_int_equal(see(s, move, bounds[k]), value >= bounds[k]);
    }
}

static void test_exchanges_by_making_the_captures(void **state)
{
    (void)state;
    visit(GAMES / 6, SCATTERED / 4, compare_exchanges);
}

/* By hand: what is expected of a move is written beside it. */
static void test_exchanges_by_hand(void **state)
{
    static const struct {
        const char *position, *move;
        int value;
    } cases[] = {
        /* A rook captures a piece without protection, or protected by a horse or only by a king */
        {"3k5/9/9/9/p8/9/9/9/9/R3K4 w", "a0a5", 90},
        {"3k5/9/9/2n6/p8/9/9/9/9/R3K4 w", "a0a5", 90 - 900},
        {"4k4/4a4/9/9/4R4/9/9/9/9/3K5 w", "e5e8", 120 - 900},
        /* With a rook behind it, or a cannon: no king takes */
        {"4k4/4a4/9/9/4R4/4R4/9/9/9/3K5 w", "e5e8", 120},
        {"4k4/4a4/9/4R4/4P4/4C4/9/9/9/3K5 w", "e6e8", 120},
        /* A pawn that has crossed the river is worth more */
        {"3k5/9/9/9/9/p8/9/9/9/R3K4 w", "a0a4", 160},
        /* The cannon's screen captures, and the cannon has none left, or another */
        {"r2k5/9/9/9/n8/P8/9/9/C8/4K4 w", "a4a5", 420 - 90},
        {"r2k5/9/9/9/n8/P8/9/H8/C8/4K4 w", "a4a5", 420},
        /* A quiet move in front of a pawn, unprotected and protected */
        {"3k5/9/9/p8/9/2H6/9/9/9/4K4 w", "c4a5", -420},
        {"3k5/9/9/p8/9/2H6/9/9/9/R3K4 w", "c4a5", 90 - 420},
        /* The advisor that captures was on the leg of a horse, which then keeps the second rook away */
        {"3a1k3/4c4/9/9/4R4/4R4/9/9/9/3K5 w", "e5e8", 430 - 900 + 120},
        {"2na1k3/4c4/9/9/4R4/4R4/9/9/9/3K5 w", "e5e8", 430 - 900},
    };
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        by_error error = {0};
        struct xq *s;
        by_move move = BY_MOVE_NONE;

        if (by_position_parse(bench.position, cases[i].position, &error) ||
            by_position_parse_move(bench.position, cases[i].move, &move, &error))
            fail_msg("%s", error.message);
        s = board_of(&bench);
        if (!see(s, move, cases[i].value) || see(s, move, cases[i].value + 1))
            fail_msg("%s %s does not win %d", cases[i].position, cases[i].move, cases[i].value);
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_moves_by_making_them),
        cmocka_unit_test(test_checks_are_seen_before_the_move),
        cmocka_unit_test(test_exchanges_by_making_the_captures),
        cmocka_unit_test(test_exchanges_by_hand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
