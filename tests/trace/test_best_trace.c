/* SPDX-License-Identifier: MIT
 *
 * `boyi trace --intervals`: what a search by bounds knows of the root's moves, as a table and as a picture.
 */
#include <stdio.h>
#include <string.h>

#include "support/check.h"
#include "support/trace.h"

#define EQUAL "tree 'root(B~2[0..10](1,2,10),A~8[0..10](7,9,10))' --nodes 2 --intervals "

/* If two moves have equal bounds bsp takes the one that is probably worth more, and reports how likely both are to
 * exceed its estimate: (2/3)^2 and (2/9)^2. */
static void bsp_takes_the_move_with_the_better_chance(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EQUAL "--method bsp --set probe_depth=0"), 0);
    assert_says("A     0            8         10          0.444");
    assert_says("B     0            2         10          0.049");
    assert_says("By their bounds: A, B cannot be told apart. The search takes A.");
}

/* B* has nothing but the bounds, and takes the first. */
static void bstar_has_bounds_alone(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EQUAL "--method bstar"), 0);
    assert_says("B     0            10");
    assert_says("cannot be told apart. The search takes B.");
    assert_int_equal(trace_count("chance"), 0);
    assert_int_equal(trace_run("tree '(A(1,2),B(7,8),C(3,3))' --intervals --method bstar --game-set bounds=1"), 0);
    assert_says("By their bounds: B is the best. The search takes B.");
}

/* The bounds are those of the side to move at the root, whoever that is. */
static void bounds_are_those_of_the_side_to_move(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 'root:min(A~8[0..9](7,9),B~2[1..10](1,2,10))' --nodes 2 --intervals --method bsp "
                               "--set probe_depth=0 --letters"),
                     0);
    assert_says("B     -10          -2        -1          0.250");
    assert_says("A     -9           -8        0           ");
    assert_says("The search takes B.");
}

/* JSON is that of the server: the moves are the children of the root. */
static void json_has_the_moves_as_children_of_the_root(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EQUAL "--method bsp --set probe_depth=0 --json"), 0);
    assert_says("\"form\": \"moves\"");
    assert_says("\"verdict\": \"By their bounds: A, B cannot be told apart\"");
    assert_says("\"pessimistic\": 0");
    assert_says("\"chance\": 0.444");
}

/* The picture has a row for each move, not more than fit, and is well formed whatever the values are. */
static void the_picture_has_a_row_for_each_move(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EQUAL "--method bsp --set probe_depth=0 --svg"), 0);
    assert_well_formed(trace_out);
    assert_int_equal(trace_count("<path class=\"density\" d=\"M146"), 2);
    assert_says("chance 0.444");
    assert_says("target 9");
    assert_int_equal(trace_run("xiangqi --method bsp --set probe_depth=0 --nodes 20000 --intervals --svg"), 0);
    assert_well_formed(trace_out);
    assert_says("12 of 44 moves are shown");
    assert_int_equal(trace_run("tictactoe xx./oo./... --method bsp --intervals --svg"), 0);
    assert_well_formed(trace_out);
    assert_says("win 1");
}

/* The picture in the documentation is what the program draws. */
static void the_documented_picture_is_what_is_drawn(void **state)
{
    static char stored[1 << 16];
    FILE *file = fopen("docs/img/equal-bounds.svg", "r");
    size_t length;

    (void)state;
    if (!file)
        skip(); /* away from the source */
    length = fread(stored, 1, sizeof stored - 1, file);
    assert_int_equal(fclose(file), 0);
    stored[length] = 0;
    assert_int_equal(trace_run("tree --file docs/trees/equal-bounds.tree --method bsp --set probe_depth=0 --nodes 2 "
                               "--intervals --svg"),
                     0);
    assert_string_equal(trace_out, stored);
}

/* A method without bounds has no intervals. */
static void methods_without_bounds_have_no_intervals(void **state)
{
    (void)state;
    assert_int_not_equal(trace_run("tree --intervals"), 0);
    assert_says("--intervals is for methods that work with bounds: bstar, bsp");
    assert_int_not_equal(trace_run("tree --intervals --method pn"), 0);
    assert_says("--intervals is for methods that work with bounds: bstar, bsp");
    assert_int_not_equal(trace_run("tictactoe xxx/oo./... --intervals --method bsp"), 0);
    assert_says("there are no bounds: bsp needs time to look at each move once");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bsp_takes_the_move_with_the_better_chance),
        cmocka_unit_test(bstar_has_bounds_alone),
        cmocka_unit_test(bounds_are_those_of_the_side_to_move),
        cmocka_unit_test(json_has_the_moves_as_children_of_the_root),
        cmocka_unit_test(the_picture_has_a_row_for_each_move),
        cmocka_unit_test(the_documented_picture_is_what_is_drawn),
        cmocka_unit_test(methods_without_bounds_have_no_intervals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
