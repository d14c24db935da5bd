/* SPDX-License-Identifier: MIT
 *
 * The parts of a report beside its tables: each shows what the rows contain. The rows are invented, so that we know
 * what a part counts and chooses.
 */

#define _XOPEN_SOURCE 700
#include <string.h>

#include "support/lab.h"
#include "support/lab_rows.h"

/* ---- Summaries ------------------------------------------------------------------------------------------------- */

/* Counts are sums, other measures are means over the solved positions, each variant at its greatest limit. */
static void test_summary(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_part(
        "summary s Title\nvariants a b\nmeasure solved failed time nodes\n",
        "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). Of 5 positions; means over those that the variant solved:\n\n"
        "variant  solved  published  failed     ms  nodes  published\n"
        "a             4          4       1  3,073  377.5       28.5\n"
        "b             3          -       2     35    143          -\n");
    assert_part("summary s Title\nvariants a b\nmeasure nodes\nover common\n",
                "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). Of 5 positions; means over the 3 that all of these "
                "variants solved:\n\n"
                "variant  nodes  published\na          170       28.5\nb          143          -\n");
    assert_part("summary s Title\nvariants b a\nmeasure nodes\nover all\n",
                "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). Of 5 positions; means over all of them:\n\n"
                "variant  nodes  published\nb        285.8          -\na        303.4       28.5\n");
    assert_csv("summary s Title\nvariants a b\nmeasure failed time\n", "variant,failed,ms\na,1,3072.75\nb,2,35\n");
}

/* The report names missing searches, and does not count them as unsolved. */
static void test_missing(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    made_open("summary s Title\nvariants a b\nmeasure failed\n", NULL, 6);
    made_print(0, LAB_FORMAT_MARKDOWN, &text);
    assert_string_equal(
        by_text_string(&text),
        "\n## Title\n\nLimit: 1,000 nodes (b: 500 nodes). Of 5 positions; means over those that the variant solved:\n\n"
        "| variant | failed |\n|---|---:|\n| a | 1 |\n| b | 0\\* |\n\n\\* not of all positions\n\n"
        "4 searches are not done yet\n");
    by_text_free(&text);
    made_close();
}

/* A missing search is no result: it is neither unsolved nor lost, and counts say that they are partial. */
static void test_not_searched(void **state)
{
    static const char lines[] = "duel d T\nvariants a b\nmeasure nodes\nlevel 10\ncounted 1 2 3\n"
                                "within w T\nvariants a b\nmeasure nodes\nsteps 100\n"
                                "curves c T\nvariants b\nshows evaluation\nanswer yes\n"
                                "prediction p T\nvariants b\n";

    (void)state;
    NEED_DATABASE();
    made_open(lines, NULL, 7); /* all of a, and p1 and p2 of b */
    assert_printed(0, true,
                   "better,positions,published\na,1,1\nb,0,2\nlevel,1,3\nsolved by neither,0,\n"
                   "not searched by both yet,3,\n");
    assert_printed(1, false,
                   "\nT\n\nLimit: 1,000 nodes (b: 500 nodes). How many of 5 positions are solved:\n\n"
                   "nodes up to  a   b\n100          2  0*\nthe limit    4  2*\n\n"
                   "* not of all positions\n\n3 searches are not done yet\n");
    assert_printed(2, false,
                   "\nT\n\nLimit: 500 nodes. b answers yes on 1 of 2 positions searched, of 5\n\n"
                   "3 searches are not done yet\n");
    assert_printed(3, true, "variant,answer,predicted yes,predicted no,nothing\nb,yes,0,0,1\nb,no,0,0,1\n");
    made_close();
    made_open(lines, NULL, 5); /* nothing of b */
    assert_printed(0, true,
                   "better,positions,published\na,,1\nb,,2\nlevel,,3\nsolved by neither,,\n"
                   "not searched by both yet,5,\n");
    assert_printed(1, true, "nodes up to,a,b\n100,2,\nthe limit,4,\n");
    assert_printed(3, true, "variant,answer,predicted yes,predicted no,nothing\nb,yes,,,\nb,no,,,\n");
    assert_drawing(1, ">a</text>", true);
    assert_drawing(1, ">b</text>", false);
    made_close();
}

/* Lower limits (where a part shows them) and repetitions are searches too. */
static void test_missing_repetitions(void **state)
{
    static const struct made_row rows[] = {
        {0, 0, 10, "yes", 5, 1}, {1, 0, 20, "yes", 6, 1}, {0, 1, 10, "yes", 7, 1}, {1, 1, 20, "yes", 8, 1}};
    static const struct solve_curve none = {0};

    (void)state;
    NEED_DATABASE();
    made_open_text("title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\nvariant a minimax\n"
                   "variant m mcts\nnodes 10 20\nrepetitions 3 for m\n"
                   "progress p T\nvariants a m\nmeasure nodes\nsummary s T\nvariants a m\nmeasure nodes\nover all\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        made_add(&rows[i], &none);
    assert_printed(
        0, false,
        "\nT\n\nMean nodes of 2 positions:\n\n"
        "nodes   a  m\n   10  5*  -\n   20  6*  -\n\n* not of all positions\n\n12 searches are not done yet\n");
    assert_printed(
        1, false,
        "\nT\n\nLimit: 20 nodes. Of 2 positions; means over all of them:\n\n"
        "variant  nodes\na           6*\nm            -\n\n* not of all positions\n\n6 searches are not done yet\n");
    made_close();
}

/* Singular and plural. */
static void test_one(void **state)
{
    (void)state;
    NEED_DATABASE();
    made_open("summary s Title\nvariants a\nmeasure failed\nwithin w T\nvariants a\nmeasure nodes\nsteps 10\n"
              "curves c T\nvariants a\nshows evaluation\nanswer unknown\n",
              NULL, 0);
    made.experiment->position_count = 1;
    assert_printed(0, false,
                   "\nTitle\n\nLimit: 1,000 nodes. Of 1 position; means over those that the variant solved:\n\n"
                   "variant  failed\na             -\n\n1 search is not done yet\n");
    assert_printed(1, false,
                   "\nT\n\nLimit: 1,000 nodes. How many of 1 position are solved:\n\n"
                   "nodes up to  a\n10           -\nthe limit    -\n\n1 search is not done yet\n");
    assert_printed(2, false,
                   "\nT\n\nLimit: 1,000 nodes. a has searched none of 1 position yet\n\n1 search is not done yet\n");
    made.experiment->position_count = 5;
    made_close();
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static void assert_lead(size_t part, const char *lead)
{
    by_text text = {0};

    made_print(part, LAB_FORMAT_TEXT, &text);
    assert_int_equal(strncmp(by_text_string(&text), "\nT\n\n", 4), 0);
    if (strncmp(by_text_string(&text) + 4, lead, strlen(lead)) != 0)
        fail_msg("expected '%s' in: %s", lead, by_text_string(&text));
    by_text_free(&text);
}

/* A part gives the limit of most of its variants, the others by name, and what they are compared with; for a quick form
 * the limits of the quick form. */
static void test_limits(void **state)
{
    (void)state;
    NEED_DATABASE();
    made_open_text("title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\n"
                   "variant a alphabeta plain\nvariant b minimax\nvariant c minimax\nvariant r alphabeta\n"
                   "depths 5 7\ndepths 8 for a\ndepths 9 for r\nquick 1 6\nreference r\n"
                   "summary s T\nvariants a b c\nmeasure nodes\n"
                   "summary two T\nvariants r a b c\nmeasure agrees\nover all\n"
                   "progress p T\nvariants b c\nmeasure agrees\n"
                   "progress q T\nvariants b c\nmeasure nodes\n");
    assert_lead(0, "Limit: depth 7 (a: depth 8). Of 2 positions");
    assert_lead(1, "Limit: depth 7 (a: depth 8; r: depth 9). Reference: r, depth 9. Of 2 positions");
    assert_lead(2, "Reference: r, depth 9. Mean agrees of");
    assert_lead(3, "Mean nodes of");
    assert_int_equal(lab_experiment_make_quick(made.experiment, NULL), BY_OK);
    assert_lead(0, "Limit: depth 5 (a: depth 6). Of 1 position;");
    assert_lead(1, "Limit: depth 6 (b, c: depth 5). Reference: r, depth 6. Of 1 position;");
    made_close();
    made_open_text("title t\ngame tictactoe\nposition p1 initial\nvariant a minimax\nvariant b alphabeta plain\n"
                   "variant c alphabeta plain\nplays lines a\nnodes 10\nnodes 1 for a\n"
                   "match m T\nvariants b\nagainst a\n"
                   "summary s T\nvariants b c\nmeasure a_won a_lost\nover all\n"
                   "summary n T\nvariants b c\nmeasure nodes lines_won\nover all\n"
                   "progress p T\nvariants b c\nmeasure a_won\n");
    assert_lead(0, "Limit: 10 nodes. Rival: a, 1 node. Against a");
    assert_lead(1, "Limit: 10 nodes. Rival: a, 1 node. Of");
    assert_lead(2, "Limit: 10 nodes. Of");
    assert_lead(3, "Rival: a, 1 node. Mean a_won of 1 position:");
    made_close();
}

/* Known answers are compared. */
static void test_right_and_wrong(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    made_open("summary s Title\nvariants a b\nmeasure solved failed\n", NULL, MADE_ROWS);
    made.experiment->sections[0].measures[0].name =
        "right"; /* only problems have known answers, and these are invented */
    made.experiment->sections[0].measures[1].name = "wrong";
    made.experiment->positions[0].known = BY_ANSWER_YES;
    made.experiment->positions[1].known = BY_ANSWER_YES;
    made.experiment->positions[2].known = BY_ANSWER_YES;
    made.experiment->positions[4].known = BY_ANSWER_NO;
    made_print(0, LAB_FORMAT_CSV, &text);
    assert_string_equal(by_text_string(&text), "variant,right,wrong\na,2,1\nb,2,1\n");
    by_text_free(&text);
    made_close();
}

/* ---- Duels, steps, pictures ------------------------------------------------------------------------------------ */

static void test_duel(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_part(
        "duel d Title\nvariants a b\nmeasure nodes\nlevel 10\ncounted 13 29 13\n",
        "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). Better is less nodes, level within 10 %, and to solve what "
        "the other does not:\n\n"
        "better             positions  published\n"
        "a                          2         13\n"
        "b                          1         29\n"
        "level                      1         13\n"
        "solved by neither          1          -\n");
    assert_csv("duel d Title\nvariants a b\nmeasure nodes\nlevel 8\n",
               "better,positions\na,3\nb,1\nlevel,0\nsolved by neither,1\n");
}

static void test_within(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_part("within w Title\nvariants a b\nmeasure time\nsteps 2 100\n",
                "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). How many of 5 positions are solved:\n\n"
                "ms up to   a  b\n2          1  1\n100        2  3\nthe limit  4  3\n");
}

/* The position on which the first variant saves the most, among those that both solved. */
static void test_picture(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_part("picture p Title\nvariants a b\nmeasure nodes\n",
                "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). The position on which a saves the most nodes against b, "
                "of those that both solve:\n\nposition  a: nodes  b: nodes\np2              10       300\n");
    assert_csv("picture p Title\nvariants a b\nmeasure nodes\n", "position,a: nodes,b: nodes\np2,10,300\n");
    assert_csv("picture p Title\nvariants b a\nmeasure nodes\n", "position,b: nodes,a: nodes\np3,20,400\n");
    assert_csv("picture p Title\nvariants b a\nmeasure depth\n", "position,b: depth,a: depth\n");
    assert_part(
        "picture p Title\nvariants b a\nmeasure depth\n",
        "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). There is no position that both solve and on which b saves "
        "depth against a.\n\n");
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* The question of a position is that of its prover; a bound answers on its side only. */
static void test_answers(void **state)
{
    struct lab_experiment *it;
    by_position *attack, *defence;

    (void)state;
    assert_int_equal(lab_experiment_read("test",
                                         "title t\ngame go-capture\ndecided 25\n"
                                         "position a white B2 none 0 5 ...../...../.XX../XO.../.X... b\n"
                                         "position d white B2 none 0 5 ...../...../.XX../XO.../.X... w\n"
                                         "variant v pn\nnodes 9\nsummary s T\nvariants v\nmeasure nodes\n",
                                         NULL, &it, NULL),
                     BY_OK);
    attack = it->positions[0].position;
    defence = it->positions[1].position;
    assert_int_equal(lab_answer(it, attack, BY_WIN - 3, BY_KIND_EXACT), BY_ANSWER_YES);
    assert_int_equal(lab_answer(it, defence, BY_WIN - 3, BY_KIND_EXACT), BY_ANSWER_NO);
    assert_int_equal(lab_answer(it, attack, -BY_WIN + 3, BY_KIND_LOSS), BY_ANSWER_NO);
    assert_int_equal(lab_answer(it, defence, -BY_WIN + 3, BY_KIND_EXACT), BY_ANSWER_YES);
    assert_int_equal(lab_answer(it, attack, -BY_WIN + 3, BY_KIND_AT_LEAST), BY_ANSWER_UNKNOWN);
    assert_int_equal(lab_answer(it, attack, BY_WIN - 3, BY_KIND_AT_MOST), BY_ANSWER_UNKNOWN);
    assert_int_equal(lab_answer(it, attack, -25, BY_KIND_EXACT), BY_ANSWER_UNKNOWN);
    assert_int_equal(lab_answer(it, attack, -26, BY_KIND_EXACT), BY_ANSWER_NO);
    assert_int_equal(lab_answer(it, attack, -26, BY_KIND_AT_LEAST), BY_ANSWER_UNKNOWN);
    assert_int_equal(lab_answer(it, defence, 26, BY_KIND_EXACT), BY_ANSWER_NO);
    assert_int_equal(lab_answer(it, defence, 25, BY_KIND_EXACT), BY_ANSWER_UNKNOWN);
    it->beyond = 0;
    assert_int_equal(lab_answer(it, attack, -26, BY_KIND_EXACT), BY_ANSWER_UNKNOWN);
    lab_experiment_destroy(it);
}

/* Few positions spread over all, low limits, and no published figures for the rest. */
static void test_quick(void **state)
{
    by_error error;

    (void)state;
    NEED_DATABASE();
    made_open("quick 2 300\nsummary s T\nvariants a\nmeasure nodes\n", NULL, 0);
    assert_int_equal(lab_experiment_make_quick(made.experiment, NULL), BY_OK);
    assert_int_equal(made.experiment->position_count, 2);
    assert_string_equal(made.experiment->positions[0].id, "p1");
    assert_string_equal(made.experiment->positions[1].id, "p3");
    assert_int_equal(made.experiment->variants[0].limits.count, 1);
    assert_int_equal(made.experiment->variants[0].limits.list[0], 100);
    assert_int_equal(made.experiment->variants[1].limits.count, 1);
    assert_int_equal(made.experiment->variants[1].limits.list[0], 300);
    assert_int_equal(made.experiment->figure_count, 0);
    made_close();
    made_open("summary s T\nvariants a\nmeasure nodes\n", NULL, 0);
    assert_int_equal(lab_experiment_make_quick(made.experiment, &error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "does not define a quick run"));
    made_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_not_searched),
        cmocka_unit_test(test_missing_repetitions),
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_right_and_wrong),
        cmocka_unit_test(test_duel),
        cmocka_unit_test(test_within),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_quick),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
