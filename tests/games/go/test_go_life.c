/* SPDX-License-Identifier: MIT
 *
 * Unconditional life against its definition: the attacker moves again and again while the owner passes, in every order,
 * and either can or cannot take the chain.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/life.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

enum { MOVES_MOST = 200 };

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* ---- Brute force ------------------------------------------------------------------------------------------------- */

/* Boards that were met, by the hash of their stones. */
struct met {
    uint64_t *keys;
    size_t slots, count;
};

static bool meet(struct met *met, uint64_t key)
{
    size_t slot = by_random_word(key) & (met->slots - 1);

    while (met->keys[slot] && met->keys[slot] != key)
        slot = (slot + 1) & (met->slots - 1);
    if (met->keys[slot])
        return false;
    met->keys[slot] = key;
    assert_true(++met->count < met->slots / 4 * 3);
    return true;
}

static bool takes(struct go *s, int target, struct met *met, int depth)
{
    int owner = s->board[target], attacker = owner ^ 1;

    if (!meet(met, s->stones_key ^ 1))
        return false;
    assert_true(depth < MOVES_MOST);
    for (int point = 0; point < s->points; point++) {
        bool is_taken;

        if (s->board[point] != GO_EMPTY || !by__go_is_legal(s, point, attacker, NULL))
            continue;
        by__go_push(s, go_move(point, attacker));
        is_taken = s->board[target] != owner || takes(s, target, met, depth + 1);
        by__go_pop(s);
        if (is_taken)
            return true;
    }
    return false;
}

static bool can_take(struct go *s, int target, struct met *met)
{
    uint8_t side = s->side;
    bool can;

    memset(met->keys, 0, met->slots * sizeof met->keys[0]);
    met->count = 0;
    s->side = s->board[target]; /* a ko never forbids a move of the attacker */
    can = takes(s, target, met, 0);
    s->side = side;
    return can;
}

/* Changes points outside `support` at random; false: some chain would have no liberty. */
static bool shuffle_outside(struct go *s, const struct go *from, const struct go_points *support,
                            struct by_random *random)
{
    by__go_clear(s, from->size);
    for (int i = 0; i < s->points; i++) {
        int colour = go_points_has(support, i) ? from->board[i] : (int)by_random_below(random, 3);

        if (colour != GO_EMPTY)
            by__go_put(s, i, colour);
    }
    by__go_link(s);
    for (int i = 0; i < s->points; i++)
        if (s->board[i] != GO_EMPTY && !go_chain_at(s, i)->liberty_count)
            return false;
    return true;
}

static void check_support(const struct go *s, int point, struct go *other, struct by_random *random)
{
    struct go_points support;

    go_points_clear(&support);
    assert_true(by__go_is_alive_by(s, point, &support));
    assert_true(go_points_has(&support, point));
    for (int i = 0; i < 8; i++)
        if (shuffle_outside(other, s, &support, random))
            assert_true(by__go_is_alive(other, point));
}

struct counts {
    int chains, alive;
};

static void check_board(struct go *s, struct go *other, struct met *met, struct by_random *random,
                        struct counts *counts)
{
    for (int colour = GO_BLACK; colour <= GO_WHITE; colour++) {
        struct go_points alive;

        by__go_find_alive(s, colour, &alive);
        for (int point = 0; point < s->points; point++) {
            bool is_alive;

            if (s->board[point] != colour) {
                assert_false(go_points_has(&alive, point));
                continue;
            }
            is_alive = by__go_is_alive(s, point);
            assert_int_equal(go_points_has(&alive, point), is_alive);
            if (s->chain_of[point] != point)
                continue;
            assert_int_equal(is_alive, !can_take(s, point, met));
            if (is_alive)
                check_support(s, point, other, random);
            counts->chains++;
            counts->alive += is_alive;
        }
    }
}

struct bench {
    struct go *s, *other;
    struct met met;
    struct by_random random;
    struct counts counts;
};

static void open_bench(struct bench *bench, size_t slots)
{
    *bench = (struct bench){.met = {.slots = slots}};
    bench->s = go_truth_make_board(3, MOVES_MOST);
    bench->other = go_truth_make_board(3, 1);
    bench->met.keys = calloc(slots, sizeof bench->met.keys[0]);
    assert_non_null(bench->met.keys);
}

static void close_bench(struct bench *bench)
{
    go_truth_free_board(bench->s);
    go_truth_free_board(bench->other);
    free(bench->met.keys);
}

static int count_empty(const struct go *s)
{
    int count = 0;

    for (int i = 0; i < s->points; i++)
        count += s->board[i] == GO_EMPTY;
    return count;
}

/* Boards on which a living chain is not too rare: one colour has most of the stones. */
static bool set_lopsided(struct go *s, int size, struct by_random *random)
{
    int empty = 20 + (int)by_random_below(random, 25), other = (int)by_random_below(random, 20);

    by__go_clear(s, size);
    for (int i = 0; i < s->points; i++) {
        int chance = (int)by_random_below(random, 100);

        if (chance >= empty)
            by__go_put(s, i, chance < empty + other ? GO_WHITE : GO_BLACK);
    }
    by__go_link(s);
    for (int i = 0; i < s->points; i++)
        if (s->board[i] != GO_EMPTY && !go_chain_at(s, i)->liberty_count)
            return false;
    return true;
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

/* All positions of 3x3. */
static void is_what_brute_force_finds_on_3x3(void **unused)
{
    struct bench bench;

    (void)unused;
    open_bench(&bench, 1 << 12);
    for (uint64_t number = 0; number < 19683; number++)
        if (go_truth_set_stones(bench.s, 3, number))
            check_board(bench.s, bench.other, &bench.met, &bench.random, &bench.counts);
    assert_true(bench.counts.chains > 30000);
    assert_true(bench.counts.alive > 30);
    close_bench(&bench);
}

static void check_random(int size, int boards, int empty_most)
{
    struct bench bench;

    open_bench(&bench, 1 << 15);
    for (int i = 0; i < boards;) {
        if (!(i % 2 ? set_lopsided(bench.s, size, &bench.random)
                    : go_truth_set_random(bench.s, size, 15 + i % 30, &bench.random)) ||
            count_empty(bench.s) > empty_most)
            continue;
        check_board(bench.s, bench.other, &bench.met, &bench.random, &bench.counts);
        i++;
    }
    assert_true(bench.counts.alive > boards / 50);
    close_bench(&bench);
}

static void is_what_brute_force_finds_on_4x4(void **unused)
{
    (void)unused;
    check_random(4, is_long() ? 300000 : 6000, 10);
}

static void is_what_brute_force_finds_on_5x5(void **unused)
{
    (void)unused;
    check_random(5, is_long() ? 300000 : 3000, 11);
}

static void assert_alive(const char *text, int row, int column, bool is_alive)
{
    struct opened opened = open_position("go", "", text);
    const struct go *s = opened.position->state;

    assert_int_equal(by__go_is_alive(s, row * s->size + column), is_alive);
    close_position(&opened);
}

/* Known shapes: two eyes; two eyes of which one is false; two chains that share their eyes; a stone of the other side
 * in an eye; an eye with a point that is no liberty. */
static void knows_shapes(void **unused)
{
    (void)unused;
    assert_alive("5 .X.XO/XXXXO/OOOOO/...../..... b", 4, 1, true);
    assert_alive("5 .X.XO/XXXOO/OOO../...../..... b", 4, 1, false);
    assert_alive("6 .XX.XO/X.XXXO/XXOOOO/OO..../....../...... b", 5, 1, true);
    assert_alive("6 .XX.XO/X.XXXO/XXOOOO/OO..../....../...... b", 4, 0, true);
    assert_alive("5 OX.XO/.XXXO/XXOOO/...../..... b", 4, 1, true);
    assert_alive("5 ..X.X/..XXX/XXX../...../..... b", 4, 2, false);
    assert_alive("5 ...../...../..X../...../..... b", 2, 2, false);
}

/* A full board of small eyes, the most regions and chains that there can be, on the largest board. */
static void has_room_for_the_largest_board(void **unused)
{
    struct go *s = go_truth_make_board(GO_SIZE_MOST, 1);
    struct go_points alive;

    (void)unused;
    for (int pattern = 0; pattern < 2; pattern++) {
        by__go_clear(s, GO_SIZE_MOST);
        for (int i = pattern; i < s->points; i += 2)
            by__go_put(s, i, GO_BLACK);
        by__go_link(s);
        by__go_find_alive(s, GO_BLACK, &alive);
        assert_int_equal(go_points_count(s, &alive), s->points / 2 + (pattern == 0));
        assert_true(by__go_is_alive(s, pattern));
    }
    go_truth_free_board(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_what_brute_force_finds_on_3x3), cmocka_unit_test(is_what_brute_force_finds_on_4x4),
        cmocka_unit_test(is_what_brute_force_finds_on_5x5), cmocka_unit_test(knows_shapes),
        cmocka_unit_test(has_room_for_the_largest_board),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
