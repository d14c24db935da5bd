/* SPDX-License-Identifier: MIT
 *
 * The board of Go against brute force: recomputes chains, liberties and hashes from the stones after every move of
 * random games on every size, forwards and backwards.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "games/go/board.h"
#include "support/check.h"

enum { MOVES_MOST = 400 };

struct board {
    struct go_tables *tables;
    struct go *go;
};

static struct board make_board(int size)
{
    struct board board = {.tables = calloc(1, sizeof *board.tables)};

    board.go = calloc(1, sizeof *board.go + MOVES_MOST * sizeof board.go->undo[0]);
    assert_non_null(board.tables);
    assert_non_null(board.go);
    by__go_fill_tables(board.tables);
    board.go->tables = board.tables;
    by__go_clear(board.go, size);
    return board;
}

static void free_board(struct board *board)
{
    free(board->go);
    free(board->tables);
}

/* ---- Brute force ------------------------------------------------------------------------------------------------- */

/* A chain as it is found by looking at the stones only. */
struct found {
    bool stones[GO_POINTS_MOST], liberties[GO_POINTS_MOST];
    int stone_count, liberty_count;
};

static bool are_beside(int size, int a, int b)
{
    return abs(a / size - b / size) + abs(a % size - b % size) == 1;
}

static void find_chain(const uint8_t *stones, int size, int from, struct found *out)
{
    int waiting[GO_POINTS_MOST], count = 0;

    memset(out, 0, sizeof *out);
    waiting[count++] = from;
    out->stones[from] = true;
    while (count) {
        int point = waiting[--count], row = point / size, column = point % size;
        int beside[4] = {row ? point - size : -1, row < size - 1 ? point + size : -1, column ? point - 1 : -1,
                         column < size - 1 ? point + 1 : -1};

        out->stone_count++;
        for (int i = 0; i < 4; i++) {
            if (beside[i] < 0)
                continue;
            assert_true(are_beside(size, point, beside[i]));
            if (stones[beside[i]] == GO_EMPTY && !out->liberties[beside[i]]) {
                out->liberties[beside[i]] = true;
                out->liberty_count++;
            } else if (stones[beside[i]] == stones[from] && !out->stones[beside[i]]) {
                out->stones[beside[i]] = true;
                waiting[count++] = beside[i];
            }
        }
    }
}

static void assert_ring(const struct go *s, int point, const struct found *found)
{
    int count = 0, at = point;

    do {
        assert_true(found->stones[at]);
        assert_int_equal(s->chain_of[at], s->chain_of[point]);
        at = s->next[at];
        count++;
        assert_true(count <= found->stone_count);
    } while (at != point);
    assert_int_equal(count, found->stone_count);
}

static void assert_chain(const struct go *s, int point)
{
    const struct go_chain *chain = go_chain_at(s, point);
    struct found found;
    uint64_t key = 0;

    find_chain(s->board, s->size, point, &found);
    assert_true(found.stones[s->chain_of[point]]);
    assert_int_equal(chain->stone_count, found.stone_count);
    assert_int_equal(chain->liberty_count, found.liberty_count);
    for (int i = 0; i < s->points; i++) {
        assert_int_equal(chain->liberties[i / 64] >> i % 64 & 1, found.liberties[i]);
        key ^= found.stones[i] ? s->tables->keys[s->board[point]][i] : 0;
    }
    assert_true(chain->key == key);
    assert_ring(s, point, &found);
}

static void assert_sound(const struct go *s)
{
    uint64_t key = 0;

    for (int point = 0; point < s->points; point++) {
        if (s->board[point] == GO_EMPTY)
            continue;
        key ^= s->tables->keys[s->board[point]][point];
        if (s->chain_of[point] == point) /* each chain once; assert_ring looks at its other stones */
            assert_chain(s, point);
        assert_int_equal(s->chain_of[s->chain_of[point]], s->chain_of[point]);
    }
    assert_true(s->stones_key == key);
}

/* Takes the chain at `point` from a plain array of stones if it has no liberty; returns its stones. */
static int take_dead(uint8_t *stones, int size, int point)
{
    struct found found;

    find_chain(stones, size, point, &found);
    if (found.liberty_count)
        return 0;
    for (int i = 0; i < size * size; i++)
        if (found.stones[i])
            stones[i] = GO_EMPTY;
    return found.stone_count;
}

/* A move on a plain array of stones: what the rules say, and nothing kept. */
static void play_plainly(uint8_t *stones, int size, int point, int colour, int prisoners[2])
{
    stones[point] = (uint8_t)colour;
    for (int i = 0; i < size * size; i++)
        if (are_beside(size, point, i) && stones[i] == (colour ^ 1))
            prisoners[colour] += take_dead(stones, size, i);
    prisoners[colour ^ 1] += take_dead(stones, size, point);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

/* Every visible part of a position, but for the tables and the history. */
static void copy_visible(const struct go *s, struct go *out)
{
    memcpy(out, s, sizeof *s);
}

static void assert_same(const struct go *a, const struct go *b)
{
    assert_memory_equal(a, b, offsetof(struct go, chain_of));
    for (int point = 0; point < a->points; point++)
        if (a->board[point] != GO_EMPTY)
            assert_int_equal(a->chain_of[point], b->chain_of[point]);
}

static int random_empty(const struct go *s, struct by_random *random)
{
    for (int tries = 0; tries < 50; tries++) {
        int point = (int)by_random_below(random, s->points);

        if (s->board[point] == GO_EMPTY)
            return point;
    }
    return GO_PASS;
}

/* One random game with moves of either side, suicides among them; now and then some moves are taken back. */
static void play_random_game(int size, uint64_t seed, int moves)
{
    struct board board = make_board(size);
    struct go *s = board.go, *before = calloc((size_t)moves + 1, sizeof *before);
    struct by_random random = {seed};

    assert_non_null(before);
    copy_visible(s, &before[0]);
    for (int made = 0; made < moves * 3 && s->length < (uint32_t)moves; made++) {
        int colour = (int)by_random_below(&random, 8) ? s->side : s->side ^ 1, point = random_empty(s, &random);
        uint8_t stones[GO_POINTS_MOST];
        int prisoners[2] = {s->prisoners[0], s->prisoners[1]};

        memcpy(stones, s->board, sizeof stones);
        if (point != GO_PASS)
            play_plainly(stones, size, point, colour, prisoners);
        by__go_push(s, go_move(point, colour));
        assert_memory_equal(stones, s->board, s->points);
        assert_int_equal(prisoners[0], s->prisoners[0]);
        assert_int_equal(prisoners[1], s->prisoners[1]);
        assert_sound(s);
        copy_visible(s, &before[s->length]);
        for (int back = by_random_below(&random, 4) ? 0 : (int)by_random_below(&random, 4); back && s->length; back--) {
            by__go_pop(s);
            assert_same(s, &before[s->length]);
            assert_sound(s);
        }
    }
    while (s->length) {
        by__go_pop(s);
        assert_same(s, &before[s->length]);
        assert_sound(s);
    }
    free(before);
    free_board(&board);
}

static void test_random_games(void **state)
{
    (void)state;
    for (int size = GO_SIZE_LEAST; size <= GO_SIZE_MOST; size++)
        for (uint64_t game = 0; game < (size < 6 ? 8 : 1); game++)
            play_random_game(size, (uint64_t)size * 100 + game, size < 14 ? 200 : 60 + size * 4);
}

/* Boards that are set up have the chains that the stones make. */
static void test_set_up(void **state)
{
    struct by_random random = {7};

    (void)state;
    for (int size = GO_SIZE_LEAST; size <= GO_SIZE_MOST; size++) {
        struct board board = make_board(size);

        for (int point = 0; point < size * size; point++) {
            int colour = (int)by_random_below(&random, 3);

            if (colour != GO_EMPTY)
                by__go_put(board.go, point, colour);
        }
        by__go_link(board.go);
        assert_sound(board.go);
        free_board(&board);
    }
}

/* Rows from the top, X black, O white. */
static void set_rows(struct go *s, const char *rows)
{
    for (int row = s->size - 1; row >= 0; row--)
        for (int column = 0; column < s->size; column++, rows++)
            if (*rows != '.')
                by__go_put(s, row * s->size + column, *rows == 'X' ? GO_BLACK : GO_WHITE);
    by__go_link(s);
}

/* A ko is where one stone took one and stands alone with one liberty; nothing else is. */
static void test_ko_point(void **state)
{
    static const struct {
        const char *rows;
        int point, ko;
    } cases[] = {
        {"....."
         ".XO.."
         "XO.O."
         ".XO.."
         ".....",
         12, 11},
        {".X..." /* two stones are taken */
         "XOX.."
         "XOX.."
         "O.O.."
         ".O...",
         6, GO_NO_POINT},
        {"....." /* the stone that takes is not alone */
         ".XOO."
         "XO.XO"
         ".XOO."
         ".....",
         12, GO_NO_POINT},
        {"....." /* it has another liberty */
         ".XO.."
         "XO..."
         ".XO.."
         ".....",
         12, GO_NO_POINT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct board board = make_board(5);

        set_rows(board.go, cases[i].rows);
        assert_sound(board.go);
        by__go_push(board.go, go_move(cases[i].point, GO_BLACK));
        assert_int_equal(board.go->ko, cases[i].ko);
        by__go_push(board.go, go_move(GO_PASS, GO_WHITE));
        assert_int_equal(board.go->ko, GO_NO_POINT);
        by__go_pop(board.go);
        assert_int_equal(board.go->ko, cases[i].ko);
        free_board(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_ko_point),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
