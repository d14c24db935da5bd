/* SPDX-License-Identifier: MIT
 *
 * The reader of ladders: what it calls captured is captured, whatever the owner does.
 */
#include "core/game.h"
#include "games/go/capture.h"
#include "support/check.h"
#include "support/opened.h"

static bool reads(const char *text, const char *const *moves)
{
    struct opened opened = open_position("go-capture", "", text);
    bool works;

    for (; *moves; moves++)
        push_text(opened.position, *moves);
    works = by__go_ladder(opened.position->state);
    close_position(&opened);
    return works;
}

/* Across the board, and with a stone of the owner in its way. */
static void test_ladder(void **state)
{
    (void)state;
    assert_true(reads("white D4 none 0 9 ........./........./........./........./........./..XO...../...XX..../"
                      "........./......... b",
                      (const char *const[]){NULL}));
    assert_false(reads("white D4 none 0 9 ........./........./......O../........./........./..XO...../...XX..../"
                       "........./......... b",
                       (const char *const[]){NULL}));
}

/* Behind B1 the stone on A3 is taken together with A1 if white passes, but by C1 white makes a ko of it. */
static void test_ko_in_the_making(void **state)
{
    static const char text[] = "white A3 owner 0 5 ...../X..../OXX../.O.X./O..X. b";

    (void)state;
    assert_false(reads(text, (const char *const[]){"B1", NULL}));
    /* If no move makes a ko, it does not matter which side would retake one. */
    assert_true(reads("white D4 owner 0 9 ........./........./........./........./...X...../..XO...../...XX..../"
                      "........./......... w",
                      (const char *const[]){NULL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_ko_in_the_making),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
