/* SPDX-License-Identifier: MIT
 *
 * First opinions on moves of Go.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "games/go/board.h"
#include "games/go/playout.h"
#include "support/check.h"
#include "support/opened.h"

struct opinions {
    struct by_move_info infos[GO_POINTS_MOST + 1];
    struct by_moves moves;
    struct by_prior priors[GO_POINTS_MOST + 1];
};

static void form(by_position *position, struct opinions *out)
{
    out->moves = (struct by_moves){.list = out->infos};
    by_position_moves(position, BY_MOVES_ALL, &out->moves);
    by__go_priors(position->state, &out->moves, out->priors);
}

static struct by_prior opinion_on(by_position *position, const char *vertex)
{
    static struct opinions opinions;
    by_move move;

    form(position, &opinions);
    assert_int_equal(by_position_parse_move(position, vertex, &move, NULL), BY_OK);
    for (int i = 0; i < opinions.moves.count; i++)
        if (opinions.infos[i].move == move)
            return opinions.priors[i];
    fail_msg("%s is no move", vertex);
    return (struct by_prior){0};
}

/* The order of the priors in the same position, and the moves that have none. */
static void worth_is_seen(void **state)
{
    static const struct {
        const char *text, *last, *more, *less;
    } cases[] = {
        /* an atari rather than nothing */
        {"9 ........./..X....../.XOO...../..XX...../........./......XO./......OX./........./......... b", NULL, "E7",
         "A1"},
        /* near the last move rather than far from it */
        {"9 ........./........./........./........./........./........./........./........./......... b", "E5", "E6",
         "A9"},
        /* the third line rather than the first, in the opening */
        {"9 ........./........./........./........./........./........./........./........./......... b", NULL, "C3",
         "C1"},
        /* anything rather than a pass */
        {"9 ........./........./........./........./........./........./........./........./......... b", NULL, "A1",
         "pass"},
        /* not into atari */
        {"9 ........./........./........./...X.X.../....X..../........./........./........./......... w", NULL, "J9",
         "E6"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opened opened = open_position("go", "", cases[i].text);
        struct by_prior more, less;
        by_move move;

        if (cases[i].last) {
            assert_int_equal(by_position_parse_move(opened.position, cases[i].last, &move, NULL), BY_OK);
            assert_int_equal(by_position_push(opened.position, move, NULL), BY_OK);
        }
        more = opinion_on(opened.position, cases[i].more);
        less = opinion_on(opened.position, cases[i].less);
        if (!(more.mean > less.mean && more.weight > less.weight))
            fail_msg("%s is not more than %s in %s", cases[i].more, cases[i].less, cases[i].text);
        close_position(&opened);
    }
}

/* A capture of two stones is worth more than that of one, and a rescue is worth what a capture is. */
static void captures_and_rescues(void **state)
{
    struct opened two = open_position("go", "", "5 OO.../XX.../...../...../..... b");
    struct opened one = open_position("go", "", "5 O..../X..../...../...../..... b");
    struct by_prior take_two = opinion_on(two.position, "C5"), take_one = opinion_on(one.position, "B5");

    (void)state;
    assert_true(take_two.mean > take_one.mean && take_one.mean > 0.5F);
    close_position(&two);
    close_position(&one);
    two = open_position(
        "go", "", "9 ........./........./...X...../..XO...../...X...../........./........./........./......... w");
    assert_true(opinion_on(two.position, "E6").mean > opinion_on(two.position, "E5").mean);
    close_position(&two);
}

/* Own eyes are left out, those of the other side are not even legal; a false eye may be filled. */
static void own_eyes_are_left_out(void **state)
{
    struct opened opened = open_position("go", "", "5 .X.X./XXXXX/...../...../..... b");

    (void)state;
    assert_true(opinion_on(opened.position, "A5").weight <= 0);
    assert_true(opinion_on(opened.position, "C5").weight <= 0);
    assert_true(opinion_on(opened.position, "C3").weight > 0);
    close_position(&opened);
    opened = open_position("go", "", "5 .X.../XO.../O..../...../..... b");
    assert_true(opinion_on(opened.position, "A5").weight > 0);
    close_position(&opened);
}

/* In random games on boards of all sizes: numbers that make sense, and the same with the colours exchanged. */
static void colours_are_alike(void **state)
{
    struct opened opened = open_position("go", "komi_half=0", NULL), other = open_position("go", "komi_half=0", NULL);
    static struct opinions mine, his;
    struct by_random random = {5};
    by_text text = {0};

    (void)state;
    for (int game = 0; game < 30; game++) {
        char size[8];

        (void)snprintf(size, sizeof size, "%d", 2 + game % 12);
        assert_int_equal(by_position_parse(opened.position, size, NULL), BY_OK);
        by_text_clear(&text);
        by_position_print(opened.position, &text);
        *strchr(text.data, 'b') = 'w';
        assert_int_equal(by_position_parse(other.position, text.data, NULL), BY_OK);
        for (int ply = 0; ply < 40; ply++) {
            int pick;

            form(opened.position, &mine);
            form(other.position, &his);
            assert_int_equal(mine.moves.count, his.moves.count);
            for (int i = 0; i < mine.moves.count; i++) {
                assert_int_equal(mine.infos[i].move ^ 1, his.infos[i].move);
                assert_true(mine.priors[i].mean >= 0 && mine.priors[i].mean <= 1 && mine.priors[i].weight >= 0);
                assert_memory_equal(&mine.priors[i], &his.priors[i], sizeof mine.priors[i]);
            }
            pick = (int)by_random_below(&random, (uint32_t)mine.moves.count);
            assert_int_equal(by_position_push(opened.position, mine.infos[pick].move, NULL), BY_OK);
            assert_int_equal(by_position_push(other.position, his.infos[pick].move, NULL), BY_OK);
            if (((struct go *)opened.position->state)->passes == 2)
                break;
        }
    }
    by_text_free(&text);
    close_position(&opened);
    close_position(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worth_is_seen),
        cmocka_unit_test(captures_and_rescues),
        cmocka_unit_test(own_eyes_are_left_out),
        cmocka_unit_test(colours_are_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
