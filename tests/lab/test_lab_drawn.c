/* SPDX-License-Identifier: MIT
 *
 * Diagrams of the parts and tables of a report: curves, families of variants, and lines. The rows are invented.
 */

#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "render/chart.h"
#include "support/lab.h"
#include "support/lab_rows.h"

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* For a on p1 and p3 (yes, both), p2 (no) and p5 (unknown). */
static struct solve_point rising[] = {{1, 0, 0, 0, 16, 16}, {2, 0, 0, 0, 32, 16}, {4, 0, 0, 0, 64, 32}};
static struct solve_point falling[] = {{1, 0, 0, 0, 16, 16},        {2, 0, 0, 0, 320, 32}, {4, 0, 0, 0, 400, 64},
                                       {8, 0, 0, 0, 160, 96},       {16, 0, 0, 0, 90, 96}, {32, 0, 0, 0, 60, 96},
                                       {64, 0, 0, 0, 0, UINT64_MAX}};
static struct solve_point evaluations[] = {{10, 0, 2, 12, 0, 0}, {50, 0, 4, 20, 0, 0}};

static void open_curves(const char *lines)
{
    const struct solve_curve curves[MADE_ROWS] = {
        [0] = {.points = rising, .length = 3},
        [1] = {.points = evaluations, .length = 2},
        [2] = {.points = falling, .length = 7},
    };

    made_open(lines, curves, MADE_ROWS);
}

/* The data has all points of all positions with the answer; the diagram has the longest curves, without infinite
 * numbers. */
static void test_curves(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    open_curves("curves c Title\nvariants a\nshows evaluation\nanswer yes\nmost 1\n"
                "curves e Other <title>\nvariants a\nshows evaluation\nanswer no\n"
                "curves n None\nvariants b\nshows evaluation\nanswer unknown\n");
    made.experiment->sections[0].shows = LAB_SHOWS_NUMBERS; /* which are invented */
    made_print(0, LAB_FORMAT_CSV, &text);
    assert_holds(by_text_string(&text), "position,nodes,proof_number,disproof_number\np1,1,1,1\np1,2,2,1\np1,4,4,2\n",
                 true);
    assert_holds(by_text_string(&text), "p3,32,3.75,6\np3,64,0,inf\n", true);
    by_text_clear(&text);
    made_print(0, LAB_FORMAT_TEXT, &text);
    assert_string_equal(by_text_string(&text),
                        "\nTitle\n\nLimit: 1,000 nodes. a answers yes on 3 of 5 positions; drawn: p3\n");
    by_text_clear(&text);
    made_draw(0, false, &text);
    assert_holds(by_text_string(&text), ">p3</text>", true);
    assert_holds(by_text_string(&text), ">p1</text>", false);
    assert_holds(by_text_string(&text), "disproof number", true);
    assert_holds(by_text_string(&text), "inf", false);
    by_text_clear(&text);
    made_print(1, LAB_FORMAT_CSV, &text);
    assert_string_equal(by_text_string(&text), "position,nodes,depth,evaluation\np2,10,2,12\np2,50,4,20\n");
    by_text_clear(&text);
    made_draw(1, false, &text);
    assert_holds(by_text_string(&text), "Other &lt;title&gt;", true);
    assert_holds(by_text_string(&text), "disproof", false);
    by_text_clear(&text);
    made_draw(2, false, &text);
    assert_holds(by_text_string(&text), "nan", false);
    by_text_free(&text);
    made_close();
}

/* At half of the nodes the proof number of p3 had fallen to less than half of its peak, so the prediction is a capture,
 * which is right. */
static void test_prediction(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    open_curves("prediction p Title\nvariants a\nat 50\nprediction early Title\nvariants a\nat 10\n");
    made_print(0, LAB_FORMAT_TEXT, &text);
    assert_string_equal(
        by_text_string(&text),
        "\nTitle\n\nLimit: 1,000 nodes. The answer, and what the curve let expect at 50 % of the nodes:\n\n"
        "variant  answer   predicted yes  predicted no  nothing\n"
        "a        yes                  1             0        2\n"
        "a        no                   0             0        1\n"
        "a        unknown              0             0        1\n");
    by_text_clear(&text);
    made_print(1, LAB_FORMAT_CSV, &text);
    assert_holds(by_text_string(&text), "a,yes,0,0,3\n", true);
    /* unsolved positions are compared with the known answer */
    made.experiment->positions[4].known = BY_ANSWER_NO;
    by_text_clear(&text);
    made_print(0, LAB_FORMAT_CSV, &text);
    assert_holds(by_text_string(&text), "a,no,0,0,1\na,\"unknown, in truth no\",0,0,1\n", true);
    assert_holds(by_text_string(&text), "a,unknown,", false);
    by_text_free(&text);
    made_close();
}

/* A diagram of solved positions has a line for each variant, as high as its number of them. */
static void test_diagram(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    made_open("within w Title\nvariants a b\nmeasure nodes\nsteps 10\nduel d T\nvariants a b\nmeasure nodes\n", NULL,
              MADE_ROWS);
    made_draw(0, false, &text);
    assert_holds(by_text_string(&text), ">a</text>", true);
    assert_holds(by_text_string(&text), ">b</text>", true);
    assert_holds(by_text_string(&text), "positions solved", true);
    by_text_clear(&text);
    made_draw(1, false, &text);
    assert_int_equal(text.length, 0);
    by_text_free(&text);
    made_close();
}

/* ---- Families -------------------------------------------------------------------------------------------------- */

/* Two families have different sizes; a size without a variant has no value. */
static void open_families(const char *lines)
{
    char text[4096];

    (void)snprintf(text, sizeof text,
                   "title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\n"
                   "family small memory_kib 2000 500 : alphabeta plain\n"
                   "family large memory_kib 500 60000 : alphabeta plain hash=on\nvariant c minimax\ndepths 3\n%s",
                   lines);
    made_open_text(text);
    for (size_t variant = 0; variant < 4; variant++)
        for (size_t i = 0; i < 2; i++)
            made_add(&(struct made_row){i, variant, 3, "unknown", 10 * (variant + 1) + 2 * i, 1},
                     &(struct solve_curve){0});
}

static void test_over(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_families("over o T\nvariants small large\nmeasure nodes\n"
                  "summary s T\nvariants small c\nmeasure nodes\nover all\n"
                  "over one T\nvariants small-500\nmeasure nodes\n");
    assert_printed(
        0, false,
        "\nT\n\nLimit: depth 3. Mean nodes of 2 positions:\n\n"
        "memory_kib  small  large\n       500     21     31\n     2,000     11      -\n    60,000      -     41\n");
    assert_printed(0, true, "memory_kib,small,large\n500,21,31\n2000,11,\n60000,,41\n");
    assert_printed(1, true, "variant,nodes\nsmall-2000,11\nsmall-500,21\nc,\n");
    assert_drawn(0, 4, ">memory_kib</text>");
    assert_drawn(0, 4, "<title>T (depth 3)</title>");
    assert_drawn(2, 0, "");
    made_close();
}

/* Values may have labels, and the part names what they are. */
static void test_shown_values(void **state)
{
    (void)state;
    NEED_DATABASE();
    made_open_text("title t\ngame tictactoe\nposition p1 initial\n"
                   "family f memory_kib 500=4 512=16 1500=1004 : alphabeta plain\ndepths 3\n"
                   "over o T\nvariants f\nmeasure nodes\nby table in KiB\n"
                   "over p T\nvariants f\nmeasure nodes\n");
    for (size_t variant = 0; variant < 3; variant++)
        made_add(&(struct made_row){0, variant, 3, "unknown", 10 * (variant + 1), 1}, &(struct solve_curve){0});
    assert_string_equal(made.experiment->variants[1].name, "f-512");
    assert_int_equal(by_options_number(made.experiment->variants[1].options, "memory_kib"), 512);
    assert_printed(0, true, "table in KiB,f\n4,10\n16,20\n1004,30\n");
    assert_printed(1, true, "value,f\n4,10\n16,20\n1004,30\n");
    assert_drawn(0, 3, ">table in KiB</text>");
    assert_drawn(0, 3, ">2</text>"); /* the scale is logarithmic, and begins there */
    made_close();
}

/* The first and the last point of a diagram of progress with these two means. */
static void assert_points(uint64_t low, uint64_t high, const char *first, const char *last)
{
    made_open_text("title t\ngame tictactoe\nposition p1 initial\nvariant a minimax\ndepths 1-2\n"
                   "progress o T\nvariants a\nmeasure nodes\n");
    made_add(&(struct made_row){0, 0, 1, "unknown", low, 1}, &(struct solve_curve){0});
    made_add(&(struct made_row){0, 0, 2, "unknown", high, 1}, &(struct solve_curve){0});
    assert_drawn(0, 2, first);
    assert_drawn(0, 2, last);
    made_close();
}

/* The scale begins at 0, unless all values are within a factor of 2; from a factor of 10 on it is logarithmic. */
static void test_scales(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_points(100, 200, ">100</text>", "cy=\"352.0\"");
    assert_points(100, 201, ">0</text>", "cy=\"217.6\"");
    assert_points(100, 1000, ">0</text>", "cy=\"318.4\"");
    assert_points(100, 1001, ">500</text>", "cy=\"352.0\"");
}

/* Two of three lines coincide on a part of their way. Both stay visible: there the second is dashed on top of the
 * first. */
static void test_lines_together(void **state)
{
    static const uint64_t nodes[3][3] = {{100, 300, 900}, {100, 300, 600}, {200, 300, 900}};

    (void)state;
    NEED_DATABASE();
    made_open_text("title t\ngame tictactoe\nposition p1 initial\nvariant a minimax\nvariant b alphabeta plain\n"
                   "variant c alphabeta\ndepths 1-3\nprogress o T\nvariants a b c\nmeasure nodes\n");
    for (size_t variant = 0; variant < 3; variant++)
        for (int64_t depth = 1; depth <= 3; depth++)
            made_add(&(struct made_row){0, variant, depth, "unknown", nodes[variant][depth - 1], 1},
                     &(struct solve_curve){0});
    assert_drawing(0, "<path class=\"line c0\" d=\"M72.0 318.4L334.0 251.2L596.0 49.6\"/>", true);
    assert_drawing(0, "<path class=\"line c1\" d=\"M72.0 318.4M334.0 251.2L596.0 150.4\"/>", true);
    assert_drawing(0,
                   "<path class=\"line c1\" stroke-dasharray=\"7 7\" stroke-dashoffset=\"-7\" "
                   "d=\"M72.0 318.4L334.0 251.2\"/>",
                   true);
    assert_drawing(0, "<path class=\"line c2\" d=\"M72.0 284.8L334.0 251.2M596.0 49.6\"/>", true);
    made_close();
}

/* ---- Diagrams of tables ---------------------------------------------------------------------------------------- */

static void draw_table(bool is_inline, by_text *out)
{
    by_text_clear(out);
    made_draw(0, is_inline, out);
}

/* Our line is solid, the published one dashed in the same colour; a table with one limit has no lines. */
static void test_table_diagram(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    made_open("table T\ncolumns b a\nmeasure nodes\n", NULL, MADE_ROWS);
    draw_table(true, &text);
    assert_int_equal(count_in(by_text_string(&text), "<circle class=\"dot c0\""), 1);
    assert_int_equal(count_in(by_text_string(&text), "<circle class=\"dot c1\""), 2);
    assert_int_equal(count_in(by_text_string(&text), "<circle class=\"hollow c1\""), 1); /* of 100 nodes */
    assert_int_equal(count_in(by_text_string(&text), "line c1 dashed"), 1);
    assert_int_equal(count_in(by_text_string(&text), "line c0 dashed"), 0);
    assert_holds(by_text_string(&text), ">published</text>", true);
    made_close();
    made_open("table T\ncolumns b\nmeasure nodes\nprogress one T\nvariants b\nmeasure nodes\n"
              "progress two T\nvariants a b\nmeasure nodes\n",
              NULL, MADE_ROWS);
    draw_table(true, &text);
    assert_int_equal(text.length, 0);
    assert_drawn(1, 0, "");
    assert_drawn(2, 3, ">b</text>");
    made_close();
    by_text_free(&text);
}

/* A diagram leaves out lines that are hard to distinguish, and says so. */
static void test_many_columns(void **state)
{
    by_text lines = {0}, text = {0};

    (void)state;
    NEED_DATABASE();
    for (int i = 0; i < 9; i++)
        by_text_printf(&lines, "variant v%d alphabeta plain\n", i);
    by_text_add(&lines, "table T\nmeasure nodes\ncolumns");
    for (int i = 0; i < 9; i++)
        by_text_printf(&lines, " v%d", i);
    by_text_add(&lines, "\n");
    made_open(by_text_string(&lines), NULL, MADE_ROWS);
    draw_table(true, &text);
    assert_holds(by_text_string(&text), ">v7</text>", true);
    assert_holds(by_text_string(&text), ">v8</text>", false);
    assert_holds(by_text_string(&text), "nodes (drawn: the first 8 of 9 columns)", true);
    made_close();
    by_text_free(&lines);
    by_text_free(&text);
}

/* A long title breaks between its words, and the picture grows by its height. */
static void test_long_title(void **state)
{
    static const char words[] = "twenty letters long twenty letters long twenty letters long twenty letters long";
    by_text lines = {0}, text = {0};

    (void)state;
    NEED_DATABASE();
    by_text_printf(&lines, "table %s\ncolumns a\nmeasure nodes\n", words);
    made_open(by_text_string(&lines), NULL, MADE_ROWS);
    draw_table(false, &text);
    assert_holds(by_text_string(&text), ">twenty letters long twenty letters long twenty letters long twenty letters ",
                 true);
    assert_holds(by_text_string(&text), ">long</text>", true);
    assert_holds(by_text_string(&text), "height=\"461\"", true);
    assert_holds(by_text_string(&text), "<style>", true);
    draw_table(true, &text);
    assert_holds(by_text_string(&text), "<style>", false);
    assert_holds(by_text_string(&text), words, true);
    made_close();
    by_text_free(&lines);
    by_text_free(&text);
}

/* Of many dots at one place the lowest is as large as with four, and each of the others is a little smaller. */
static void test_many_at_one_place(void **state)
{
    enum { COUNT = 7 };
    struct lab_chart_point points[] = {{1, 1, false}, {2, 3, false}};
    struct lab_series series[COUNT];
    const struct lab_chart chart = {
        .title = "", .x = {.label = "x"}, .y = {.label = "y"}, .series = series, .count = COUNT};
    by_text text = {0};

    (void)state;
    for (int i = 0; i < COUNT; i++)
        series[i] = (struct lab_series){.label = "s", .colour = i, .points = points, .count = 2};
    lab_chart_inline(&chart, &text);
    assert_int_equal(count_in(by_text_string(&text), " r=\"7.7\""), 2);
    assert_holds(by_text_string(&text), " r=\"6.8\"", true);
    assert_holds(by_text_string(&text), " r=\"8", false);
    assert_holds(by_text_string(&text), " r=\"9", false);
    by_text_free(&text);
}

/* Covered dots are larger, dots of partial means are hollow, and the legend explains both. Labels are cut between
 * characters, and negative values have a place. */
static void test_chart(void **state)
{
    struct lab_chart_point points[] = {{4, 3, false}, {5, -8, false}}, others[] = {{4, 3, false}, {7, 2, true}};
    const struct lab_series series[] = {{.label = "一二三四五六七八九十十一", .points = points, .count = 2},
                                        {.label = "short", .colour = 9, .points = others, .count = 2}};
    const struct lab_chart chart = {
        .title = "", .x = {.label = "x"}, .y = {.label = "y"}, .series = series, .count = 2};
    by_text text = {0};

    (void)state;
    lab_chart_inline(&chart, &text);
    assert_int_equal(count_in(by_text_string(&text), "<circle class=\"dot c0\" cx=\"72.0\""), 1);
    assert_int_equal(count_in(by_text_string(&text), " r=\"4.3\""), 1);
    assert_int_equal(count_in(by_text_string(&text), "<circle class=\"dot c1\""), 1);
    assert_int_equal(count_in(by_text_string(&text), "<circle class=\"hollow c1\""), 1);
    assert_int_equal(count_in(by_text_string(&text), " r=\"2.6\""), 3);
    assert_holds(by_text_string(&text), ">several at one place</text>", true);
    assert_holds(by_text_string(&text), ">not of all positions</text>", true);
    assert_holds(by_text_string(&text), ">一二三四五六七八九十十…</text>", true);
    assert_holds(by_text_string(&text), ">-8</text>", true);
    assert_holds(by_text_string(&text), ">4</text>", true);
    assert_holds(by_text_string(&text), ">4.5</text>", false);
    by_text_clear(&text);
    points[0].y = 0;
    others[1].is_partial = false;
    lab_chart_inline(&chart, &text);
    assert_holds(by_text_string(&text), ">several at one place</text>", false);
    assert_holds(by_text_string(&text), ">not of all positions</text>", false);
    assert_holds(by_text_string(&text), "hollow", false);
    by_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_prediction),
        cmocka_unit_test(test_diagram),
        cmocka_unit_test(test_over),
        cmocka_unit_test(test_shown_values),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_lines_together),
        cmocka_unit_test(test_table_diagram),
        cmocka_unit_test(test_many_columns),
        cmocka_unit_test(test_long_title),
        cmocka_unit_test(test_many_at_one_place),
        cmocka_unit_test(test_chart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
