/* SPDX-License-Identifier: MIT
 *
 * The truth about captures that other tests rely on (tests/support/go_truth.h), against the plainest retrograde
 * analysis there is: all positions of a board with side, ko and passes, moves by the library's rules, and sweeps over
 * all of them until nothing changes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/go_truth.h"

enum { POINTS_MOST = 9, MOVES_MOST = POINTS_MOST + 1, KOS = POINTS_MOST + 1 };

/* A position of the small board, by its place in an array: stones, side, passes, ko (the last: none). */
struct state {
    bool is_met;
    bool is_lost[2]; /* for the owner, if that is Black, if that is White */
    uint8_t moves;
    uint32_t after[MOVES_MOST];
};

struct field {
    int size, points;
    uint32_t stones_count, count;
    struct state *states;
    struct go *board;
};

static uint32_t stones_number(const struct go *s)
{
    uint32_t number = 0;

    for (int i = s->points - 1; i >= 0; i--)
        number = number * 3 + s->board[i];
    return number;
}

static uint32_t state_number(const struct go *s)
{
    int ko = s->ko == GO_NO_POINT ? s->points : s->ko;

    return ((stones_number(s) * 2 + s->side) * 3 + s->passes) * KOS + (uint32_t)ko;
}

/* As by__go_is_legal, but who may retake a ko does. */
static bool may_move(struct go *s, int point, enum go_truth_retaker retaker, int owner)
{
    uint16_t ko = s->ko;
    bool is_legal;

    if (retaker == (s->side == owner ? GO_TRUTH_OWNER : GO_TRUTH_ATTACKER))
        s->ko = GO_NO_POINT;
    is_legal = by__go_is_legal(s, point, s->side, NULL);
    s->ko = ko;
    return is_legal;
}

static void meet(struct field *field, enum go_truth_retaker retaker, int owner)
{
    struct go *s = field->board;
    struct state *state = &field->states[state_number(s)];

    state->is_met = true;
    state->moves = 0;
    for (int i = 0; i <= s->points && s->passes < 2; i++) {
        int point = i < s->points ? i : GO_PASS;

        if (!may_move(s, point, retaker, owner))
            continue;
        by__go_push(s, go_move(point, s->side));
        state->after[state->moves++] = state_number(s);
        by__go_pop(s);
    }
}

/* All positions: stones, sides, passes, kos. */
static void meet_all(struct field *field, enum go_truth_retaker retaker, int owner)
{
    struct go *s = field->board;

    memset(field->states, 0, field->count * sizeof field->states[0]);
    for (uint32_t number = 0; number < field->stones_count; number++) {
        if (!go_truth_set_stones(s, field->size, number))
            continue;
        for (int side = GO_BLACK; side <= GO_WHITE; side++) {
            int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count;

            s->side = (uint8_t)side;
            s->ko = GO_NO_POINT;
            for (s->passes = 0; s->passes <= 2; s->passes++)
                meet(field, retaker, owner);
            s->passes = 0;
            count = go_truth_kos(s, kos);
            for (int i = 0; i < count; i++) {
                s->ko = (uint16_t)kos[i];
                meet(field, retaker, owner);
            }
        }
    }
}

static int colour_at(uint32_t number, int point)
{
    uint32_t stones = number / (2 * 3 * KOS);

    for (int i = 0; i < point; i++)
        stones /= 3;
    return (int)(stones % 3);
}

static int side_at(uint32_t number)
{
    return (int)(number / (3 * KOS) % 2);
}

static int ko_at(uint32_t number)
{
    return (int)(number % KOS);
}

/* Whether the block is gone; if it was taken in a ko that he may retake, the owner's one move is to do so. */
static bool is_lost_now(const struct field *field, uint32_t number, int target, int owner,
                        enum go_truth_retaker retaker)
{
    const struct state *state = &field->states[number];
    bool has_lost = true;

    if (!state->moves) /* two passes */
        return colour_at(number, target) != owner;
    if (colour_at(number, target) != owner) {
        if (side_at(number) != owner || ko_at(number) != target || retaker != GO_TRUTH_OWNER)
            return true;
        for (int i = 0; i < state->moves; i++)
            if (colour_at(state->after[i], target) == owner && !field->states[state->after[i]].is_lost[owner])
                return false;
        return true;
    }
    for (int i = 0; i < state->moves; i++) {
        bool is_lost = field->states[state->after[i]].is_lost[owner];

        if (is_lost && side_at(number) != owner)
            return true;
        has_lost &= is_lost;
    }
    return has_lost;
}

static void sweep(struct field *field, int target, int owner, enum go_truth_retaker retaker)
{
    bool has_changed = true;

    for (uint32_t i = 0; i < field->count; i++)
        field->states[i].is_lost[owner] = false;
    while (has_changed) {
        has_changed = false;
        for (uint32_t i = 0; i < field->count; i++) {
            struct state *state = &field->states[i];

            if (!state->is_met || state->is_lost[owner] || !is_lost_now(field, i, target, owner, retaker))
                continue;
            state->is_lost[owner] = has_changed = true;
        }
    }
}

static int compare(struct field *field, go_truth *truth, int target, int owner)
{
    struct go *s = field->board;
    int asked = 0;

    for (uint32_t i = 0; i < field->count; i++) {
        enum go_truth_answer expected = field->states[i].is_lost[owner] ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE;

        if (!field->states[i].is_met || colour_at(i, target) != owner)
            continue;
        assert_true(go_truth_set_stones(s, field->size, i / (2 * 3 * KOS)));
        s->side = (uint8_t)side_at(i);
        s->passes = (uint8_t)(i / KOS % 3);
        s->ko = (uint16_t)(ko_at(i) == s->points ? GO_NO_POINT : ko_at(i));
        assert_int_equal(go_truth_ask(truth, s, target), expected);
        asked++;
    }
    return asked;
}

static void compare_board(int size, enum go_truth_retaker retaker)
{
    struct field field = {.size = size, .points = size * size, .stones_count = 1};
    go_truth *truth = go_truth_create(size, retaker, SIZE_MAX);

    for (int i = 0; i < field.points; i++)
        field.stones_count *= 3;
    field.count = field.stones_count * 2 * 3 * KOS;
    field.states = calloc(field.count, sizeof field.states[0]);
    field.board = go_truth_make_board(size, 2);
    assert_non_null(field.states);
    for (int owner = GO_BLACK; owner <= GO_WHITE; owner++) {
        meet_all(&field, retaker, owner);
        for (int target = 0; target < (size == 2 ? 4 : 5); target++) {
            sweep(&field, target, owner, retaker);
            assert_true(compare(&field, truth, target, owner) > (size == 2 ? 20 : 5000));
        }
    }
    go_truth_destroy(truth);
    go_truth_free_board(field.board);
    free(field.states);
}

/* All positions of 2x2 and 3x3, under each assumption on who retakes a ko. */
static void agrees_with_retrograde_analysis(void **unused)
{
    (void)unused;
    for (enum go_truth_retaker retaker = GO_TRUTH_NOBODY; retaker <= GO_TRUTH_ATTACKER; retaker++) {
        compare_board(2, retaker);
        compare_board(3, retaker);
    }
}

/* To retake kos at once helps who may do so: what is captured although the owner may is captured in any case. */
static void threats_help_who_has_them(void **unused)
{
    go_truth *nobody = go_truth_create(3, GO_TRUTH_NOBODY, SIZE_MAX),
             *owner = go_truth_create(3, GO_TRUTH_OWNER, SIZE_MAX),
             *attacker = go_truth_create(3, GO_TRUTH_ATTACKER, SIZE_MAX);
    struct go *s = go_truth_make_board(3, 1);
    int differences = 0;

    (void)unused;
    for (uint64_t number = 0; number < 19683 * 2; number++) {
        if (!go_truth_set_stones(s, 3, number / 2))
            continue;
        s->side = (uint8_t)(number % 2);
        for (int point = 0; point < s->points; point++) {
            enum go_truth_answer answer;

            if (s->board[point] == GO_EMPTY)
                continue;
            answer = go_truth_ask(nobody, s, point);
            assert_true(go_truth_ask(owner, s, point) <= answer);
            assert_true(go_truth_ask(attacker, s, point) >= answer);
            differences += go_truth_ask(owner, s, point) != go_truth_ask(attacker, s, point);
        }
    }
    assert_true(differences > 1000);
    go_truth_free_board(s);
    go_truth_destroy(nobody);
    go_truth_destroy(owner);
    go_truth_destroy(attacker);
}

/* Questions as they are written. */
static void reads_texts(void **unused)
{
    go_truth *truth = go_truth_create(3, GO_TRUTH_NOBODY, SIZE_MAX);

    (void)unused;
    assert_int_equal(go_truth_ask_text(truth, "3 X../O../... w", "A3"), GO_TRUTH_CAPTURED);
    assert_int_equal(go_truth_ask_text(truth, "3 .X./X.X/.X. w", "B3"), GO_TRUTH_SAFE);
    go_truth_destroy(truth);
}

/* Losses that only a second walk through the positions finds: the first goes by what it held to be safe. */
static void walks_until_nothing_changes(void **unused)
{
    static const char *const questions[][2] = {{"4 O..O/XXO./.XOX/X..O w", "D1"}, {"4 .OX./...O/X..O/XO.X b", "A1"}};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        go_truth *truth = go_truth_create(4, GO_TRUTH_NOBODY, SIZE_MAX);

        assert_int_equal(go_truth_ask_text(truth, questions[i][0], questions[i][1]), GO_TRUTH_CAPTURED);
        go_truth_destroy(truth);
    }
}

/* A limit on positions gives no answer rather than a wrong one. */
static void says_what_it_does_not_know(void **unused)
{
    go_truth *truth = go_truth_create(5, GO_TRUTH_NOBODY, 1000);

    (void)unused;
    assert_int_equal(go_truth_ask_text(truth, "5 ...../..X../..O../...../..... b", "C4"), GO_TRUTH_UNKNOWN);
    go_truth_destroy(truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_retrograde_analysis),
        cmocka_unit_test(threats_help_who_has_them),
        cmocka_unit_test(reads_texts),
        cmocka_unit_test(walks_until_nothing_changes),
        cmocka_unit_test(says_what_it_does_not_know),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
