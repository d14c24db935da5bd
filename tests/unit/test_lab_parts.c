/* SPDX-License-Identifier: MIT
 *
 * The parts of a report beside its tables: each shows what the rows say. The rows are made up here, so that all that a
 * part counts, chooses and draws is known.
 */
#include "lab/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/chart.h"
#include "support/check.h"

static const char head[] = "title t\ngame tictactoe\n"
                           "position p1 initial\nposition p2 x../.../...\nposition p3 x../.o./...\n"
                           "position p4 x../.o./x..\nposition p5 .x./.../...\n"
                           "variant a alphabeta plain\nvariant b minimax\nnodes 100 1000\nnodes 500 for b\n"
                           "measure nodes solved\npublished a nodes 1000=28.5\npublished a solved 1000=4\n";

/* What was made up of a search. */
struct row {
    size_t position, variant;
    int64_t limit;
    const char *answer;
    uint64_t nodes;
    int64_t time_us;
};

/* a solves four of five, b three; on p1 they are level within 10 %, on p2 the first is better, on p3 the second, p4 is
 * solved by the first alone and p5 by neither. The rows with a lower limit must not count. */
static const struct row rows[] = {
    {0, 0, 1000, "yes", 100, 1000},      {1, 0, 1000, "no", 10, 90000},   {2, 0, 1000, "yes", 400, 200000},
    {3, 0, 1000, "yes", 1000, 12000000}, {4, 0, 1000, "unknown", 7, 1},   {0, 1, 500, "yes", 109, 2000},
    {1, 1, 500, "no", 300, 3000},        {2, 1, 500, "yes", 20, 100000},  {3, 1, 500, "unknown", 500, 5000},
    {4, 1, 500, "unknown", 500, 5000},   {0, 0, 100, "unknown", 99, 999}, {1, 0, 100, "no", 98, 998},
};

static struct lab_experiment *experiment;
static lab_database *database;

static enum by_answer answer_named(const char *name)
{
    for (int answer = BY_ANSWER_NONE; answer <= BY_ANSWER_UNKNOWN; answer++)
        if (strcmp(by_answer_name((enum by_answer)answer), name) == 0)
            return (enum by_answer)answer;
    fail_msg("no answer '%s'", name);
    return BY_ANSWER_NONE;
}

static void add_row(const struct row *row, const struct solve_curve *curve)
{
    const struct by_result result = {.nodes = row->nodes, .time_us = row->time_us, .depth = 3};
    const struct lab_finding finding = {
        .result = &result, .best = "", .answer = answer_named(row->answer), .curve = curve};
    const struct lab_task task = {.position = row->position, .variant = row->variant, .limit = row->limit};

    assert_int_equal(lab_database_add(database, experiment, &task, &finding, NULL), BY_OK);
}

/* Positions of two sets, in groups that are numbers. */
static const char grouped_positions[] = "g1\tinitial\t2\tleft\ng2\tx../.../...\t10\tleft\n"
                                        "g3\tx../.o./...\t2\tright\ng4\tx../.o./x..\t10\tright\n";

static char *read_grouped(void *context, const char *name, const char **why)
{
    char *copy = malloc(sizeof grouped_positions);

    (void)context;
    *why = name;
    if (copy)
        memcpy(copy, grouped_positions, sizeof grouped_positions);
    return copy;
}

static const struct lab_reader reader = {.read = read_grouped};

/* Without rows. */
static void open_experiment(const char *text)
{
    by_error error;

    if (lab_experiment_read("test", text, &reader, &experiment, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    assert_int_equal(lab_database_open(":memory:", false, NULL, &database, &error), BY_OK);
}

/* Opens an experiment of the head and these lines, with all rows; curves as in `curves`, one for each row or NULL. */
static void open_rows(const char *lines, const struct solve_curve *curves, size_t count)
{
    static const struct solve_curve none = {0};
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", head, lines);
    open_experiment(text);
    for (size_t i = 0; i < count; i++)
        add_row(&rows[i], curves ? &curves[i] : &none);
}

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

static void close_rows(void)
{
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

/* What a part prints, as text or as CSV. */
static void assert_printed(size_t part, bool is_csv, const char *expected)
{
    by_text text = {0};
    by_status status =
        is_csv ? lab_part_csv(experiment, &experiment->parts[part], database, &text, NULL)
               : lab_part_print(experiment, &experiment->parts[part], database, LAB_FORMAT_TEXT, &text, NULL);

    assert_int_equal(status, BY_OK);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

static void assert_part(const char *lines, const char *expected)
{
    by_text text = {0};

    open_rows(lines, NULL, ROW_COUNT);
    assert_int_equal(lab_part_print(experiment, &experiment->parts[0], database, LAB_FORMAT_TEXT, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    close_rows();
}

static void assert_csv(const char *lines, const char *expected)
{
    by_text text = {0};

    open_rows(lines, NULL, ROW_COUNT);
    assert_int_equal(lab_part_csv(experiment, &experiment->parts[0], database, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    close_rows();
}

/* The tests need SQLite. */
static int need_database(void **state)
{
    lab_database *opened = NULL;
    by_error error = {0};
    by_status status = lab_database_open(":memory:", false, NULL, &opened, &error);

    lab_database_close(opened);
    *state = status == BY_ERROR_UNSUPPORTED ? (void *)head : NULL;
    return 0;
}

#define NEED_DATABASE()                                                                                                \
    do {                                                                                                               \
        if (*state)                                                                                                    \
            skip();                                                                                                    \
    } while (0)

static void assert_holds(const char *text, const char *piece, bool is_there)
{
    if (!strstr(text, piece) == is_there)
        fail_msg("'%s' is %s in:\n%s", piece, is_there ? "not" : "there", text);
}

static void assert_drawing(size_t part, const char *piece, bool is_there)
{
    by_text text = {0};

    assert_int_equal(lab_part_chart(experiment, &experiment->parts[part], database, true, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), piece, is_there);
    by_text_free(&text);
}

/* ---- Summaries ------------------------------------------------------------------------------------------------- */

/* Counts are sums, other measures means over what was solved, each variant at its greatest limit. */
static void test_summary(void **state)
{
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

/* What is not searched yet is told, and is not taken for unsolved. */
static void test_missing(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_rows("summary s Title\nvariants a b\nmeasure failed\n", NULL, 6);
    assert_int_equal(lab_part_print(experiment, &experiment->parts[0], database, LAB_FORMAT_MARKDOWN, &text, NULL),
                     BY_OK);
    assert_string_equal(
        by_text_string(&text),
        "\n## Title\n\nLimit: 1,000 nodes (b: 500 nodes). Of 5 positions; means over those that the variant solved:\n\n"
        "| variant | failed |\n|---|---:|\n| a | 1 |\n| b | 0\\* |\n\n\\* not of all positions\n\n"
        "4 searches are not done yet\n");
    by_text_free(&text);
    close_rows();
}

/* What is not searched yet is no result: it is neither unsolved nor lost, and counts tell that they are of a part. */
static void test_not_searched(void **state)
{
    static const char lines[] = "duel d T\nvariants a b\nmeasure nodes\nlevel 10\ncounted 1 2 3\n"
                                "within w T\nvariants a b\nmeasure nodes\nsteps 100\n"
                                "curves c T\nvariants b\nshows evaluation\nanswer yes\n"
                                "prediction p T\nvariants b\n";

    NEED_DATABASE();
    open_rows(lines, NULL, 7); /* all of a, and p1 and p2 of b */
    assert_printed(0, true,
                   "better,positions,published\na,1,1\nb,0,2\nlevel,1,3\nsolved by neither,0,\n"
                   "not searched by both yet,3,\n");
    assert_printed(1, false,
                   "\nT\n\nLimit: 1,000 nodes (b: 500 nodes). How many of 5 positions are solved:\n\n"
                   "nodes up to  a   b\n100          2  0*\nthe limit    4  2*\n\n"
                   "* not of all positions\n\n3 searches are not done yet\n");
    assert_printed(2, false,
                   "\nT\n\nLimit: 500 nodes. b answers yes on 1 of 2 positions searched, of 5; drawn: p1\n\n"
                   "3 searches are not done yet\n");
    assert_printed(3, true, "variant,answer,predicted yes,predicted no,nothing\nb,yes,0,0,1\nb,no,0,0,1\n");
    close_rows();
    open_rows(lines, NULL, 5); /* nothing of b */
    assert_printed(0, true,
                   "better,positions,published\na,,1\nb,,2\nlevel,,3\nsolved by neither,,\n"
                   "not searched by both yet,5,\n");
    assert_printed(1, true, "nodes up to,a,b\n100,2,\nthe limit,4,\n");
    assert_printed(3, true, "variant,answer,predicted yes,predicted no,nothing\nb,yes,,,\nb,no,,,\n");
    assert_drawing(1, ">a</text>", true);
    assert_drawing(1, ">b</text>", false);
    close_rows();
}

/* One is not many. */
static void test_one(void **state)
{
    NEED_DATABASE();
    open_rows("summary s Title\nvariants a\nmeasure failed\nwithin w T\nvariants a\nmeasure nodes\nsteps 10\n"
              "curves c T\nvariants a\nshows evaluation\nanswer unknown\n",
              NULL, 0);
    experiment->position_count = 1;
    assert_printed(0, false,
                   "\nTitle\n\nLimit: 1,000 nodes. Of 1 position; means over those that the variant solved:\n\n"
                   "variant  failed\na             -\n\n1 search is not done yet\n");
    assert_printed(1, false,
                   "\nT\n\nLimit: 1,000 nodes. How many of 1 position are solved:\n\n"
                   "nodes up to  a\n10           -\nthe limit    -\n\n1 search is not done yet\n");
    assert_printed(2, false,
                   "\nT\n\nLimit: 1,000 nodes. a has searched none of 1 position yet\n\n1 search is not done yet\n");
    experiment->position_count = 5;
    close_rows();
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static void assert_lead(size_t part, const char *lead)
{
    by_text text = {0};

    assert_int_equal(lab_part_print(experiment, &experiment->parts[part], database, LAB_FORMAT_TEXT, &text, NULL),
                     BY_OK);
    assert_int_equal(strncmp(by_text_string(&text), "\nT\n\n", 4), 0);
    if (strncmp(by_text_string(&text) + 4, lead, strlen(lead)) != 0)
        fail_msg("expected '%s' in: %s", lead, by_text_string(&text));
    by_text_free(&text);
}

/* A part tells the limit that most of its variants have, the others by name, and whom they are compared with; of a
 * quick form those of the quick form. */
static void test_limits(void **state)
{
    NEED_DATABASE();
    open_experiment("title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\n"
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
    assert_int_equal(lab_experiment_make_quick(experiment, NULL), BY_OK);
    assert_lead(0, "Limit: depth 5 (a: depth 6). Of 1 position;");
    assert_lead(1, "Limit: depth 6 (b, c: depth 5). Reference: r, depth 6. Of 1 position;");
    close_rows();
    open_experiment("title t\ngame tictactoe\nposition p1 initial\nvariant a minimax\nvariant b alphabeta plain\n"
                    "variant c alphabeta plain\nplays lines a\nnodes 10\nnodes 1 for a\n"
                    "match m T\nvariants b\nagainst a\n"
                    "summary s T\nvariants b c\nmeasure a_won a_lost\nover all\n"
                    "summary n T\nvariants b c\nmeasure nodes lines_won\nover all\n"
                    "progress p T\nvariants b c\nmeasure a_won\n");
    assert_lead(0, "Limit: 10 nodes. Rival: a, 1 node. Against a");
    assert_lead(1, "Limit: 10 nodes. Rival: a, 1 node. Of");
    assert_lead(2, "Limit: 10 nodes. Of");
    assert_lead(3, "Rival: a, 1 node. Mean a_won of 1 position:");
    close_rows();
}

/* Known answers are compared. */
static void test_right_and_wrong(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_rows("summary s Title\nvariants a b\nmeasure solved failed\n", NULL, ROW_COUNT);
    experiment->parts[0].measures[0].name = "right"; /* only problems have known answers, and these are made up */
    experiment->parts[0].measures[1].name = "wrong";
    experiment->positions[0].known = BY_ANSWER_YES;
    experiment->positions[1].known = BY_ANSWER_YES;
    experiment->positions[2].known = BY_ANSWER_YES;
    experiment->positions[4].known = BY_ANSWER_NO;
    assert_int_equal(lab_part_csv(experiment, &experiment->parts[0], database, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text), "variant,right,wrong\na,2,1\nb,2,1\n");
    by_text_free(&text);
    close_rows();
}

/* ---- Duels, steps, pictures ------------------------------------------------------------------------------------ */

static void test_duel(void **state)
{
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
    NEED_DATABASE();
    assert_part("within w Title\nvariants a b\nmeasure time\nsteps 2 100\n",
                "\nTitle\n\nLimit: 1,000 nodes (b: 500 nodes). How many of 5 positions are solved:\n\n"
                "ms up to   a  b\n2          1  1\n100        2  3\nthe limit  4  3\n");
}

/* The position on which the first saves the most, of those that both have solved. */
static void test_picture(void **state)
{
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

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* Of a on p1 and p3 (yes, both), p2 (no) and p5 (unknown). */
static struct solve_point rising[] = {{1, 0, 0, 0, 16, 16}, {2, 0, 0, 0, 32, 16}, {4, 0, 0, 0, 64, 32}};
static struct solve_point falling[] = {{1, 0, 0, 0, 16, 16},        {2, 0, 0, 0, 320, 32}, {4, 0, 0, 0, 400, 64},
                                       {8, 0, 0, 0, 160, 96},       {16, 0, 0, 0, 90, 96}, {32, 0, 0, 0, 60, 96},
                                       {64, 0, 0, 0, 0, UINT64_MAX}};
static struct solve_point evaluations[] = {{10, 0, 2, 12, 0, 0}, {50, 0, 4, 20, 0, 0}};

static void open_curves(const char *lines)
{
    const struct solve_curve curves[ROW_COUNT] = {
        [0] = {.points = rising, .length = 3},
        [1] = {.points = evaluations, .length = 2},
        [2] = {.points = falling, .length = 7},
    };

    open_rows(lines, curves, ROW_COUNT);
}

/* All points of all positions with the answer are data; the longest are drawn, and infinite numbers are not. */
static void test_curves(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_curves("curves c Title\nvariants a\nshows evaluation\nanswer yes\nmost 1\n"
                "curves e Other <title>\nvariants a\nshows evaluation\nanswer no\n"
                "curves n None\nvariants b\nshows evaluation\nanswer unknown\n");
    experiment->parts[0].shows = LAB_SHOWS_NUMBERS; /* which are made up */
    assert_int_equal(lab_part_csv(experiment, &experiment->parts[0], database, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), "position,nodes,proof_number,disproof_number\np1,1,1,1\np1,2,2,1\np1,4,4,2\n",
                 true);
    assert_holds(by_text_string(&text), "p3,32,3.75,6\np3,64,0,inf\n", true);
    by_text_clear(&text);
    assert_int_equal(lab_part_print(experiment, &experiment->parts[0], database, LAB_FORMAT_TEXT, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text),
                        "\nTitle\n\nLimit: 1,000 nodes. a answers yes on 3 of 5 positions; drawn: p3\n");
    by_text_clear(&text);
    assert_int_equal(lab_part_chart(experiment, &experiment->parts[0], database, false, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), ">p3</text>", true);
    assert_holds(by_text_string(&text), ">p1</text>", false);
    assert_holds(by_text_string(&text), "disproof number", true);
    assert_holds(by_text_string(&text), "inf", false);
    by_text_clear(&text);
    assert_int_equal(lab_part_csv(experiment, &experiment->parts[1], database, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text), "position,nodes,depth,evaluation\np2,10,2,12\np2,50,4,20\n");
    by_text_clear(&text);
    assert_int_equal(lab_part_chart(experiment, &experiment->parts[1], database, false, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), "Other &lt;title&gt;", true);
    assert_holds(by_text_string(&text), "disproof", false);
    by_text_clear(&text);
    assert_int_equal(lab_part_chart(experiment, &experiment->parts[2], database, false, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), "nan", false);
    by_text_free(&text);
    close_rows();
}

/* At half of the nodes the proof number of p3 had fallen to less than half of its peak: a capture was to be expected,
 * and came. */
static void test_prediction(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_curves("prediction p Title\nvariants a\nat 50\nprediction early Title\nvariants a\nat 10\n");
    assert_int_equal(lab_part_print(experiment, &experiment->parts[0], database, LAB_FORMAT_TEXT, &text, NULL), BY_OK);
    assert_string_equal(
        by_text_string(&text),
        "\nTitle\n\nLimit: 1,000 nodes. The answer, and what the curve let expect at 50 % of the nodes:\n\n"
        "variant  answer   predicted yes  predicted no  nothing\n"
        "a        yes                  1             0        2\n"
        "a        no                   0             0        1\n"
        "a        unknown              0             0        1\n");
    by_text_clear(&text);
    assert_int_equal(lab_part_csv(experiment, &experiment->parts[1], database, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), "a,yes,0,0,3\n", true);
    /* What is not solved is held against the known answer */
    experiment->positions[4].known = BY_ANSWER_NO;
    by_text_clear(&text);
    assert_int_equal(lab_part_csv(experiment, &experiment->parts[0], database, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), "a,no,0,0,1\na,\"unknown, in truth no\",0,0,1\n", true);
    assert_holds(by_text_string(&text), "a,unknown,", false);
    by_text_free(&text);
    close_rows();
}

/* A diagram of what is solved has a line for each variant, as high as it solved positions. */
static void test_diagram(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_rows("within w Title\nvariants a b\nmeasure nodes\nsteps 10\nduel d T\nvariants a b\nmeasure nodes\n", NULL,
              ROW_COUNT);
    assert_int_equal(lab_part_chart(experiment, &experiment->parts[0], database, false, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), ">a</text>", true);
    assert_holds(by_text_string(&text), ">b</text>", true);
    assert_holds(by_text_string(&text), "positions solved", true);
    by_text_clear(&text);
    assert_int_equal(lab_part_chart(experiment, &experiment->parts[1], database, false, &text, NULL), BY_OK);
    assert_int_equal(text.length, 0);
    by_text_free(&text);
    close_rows();
}

/* ---- Against a base -------------------------------------------------------------------------------------------- */

static const char six_positions[] = "title t\ngame tictactoe\n"
                                    "position p1 initial\nposition p2 x../.../...\nposition p3 x../.o./...\n"
                                    "position p4 x../.o./x..\nposition p5 .x./.../...\nposition p6 .../.x./...\n"
                                    "variant a alphabeta plain\nvariant b minimax\nvariant c alphabeta plain hash=on\n"
                                    "nodes 100\n";

/* On all six positions b needs half of a, which is by chance in one of 32 cases; c is like a. */
static void open_base_text(const char *lines)
{
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", six_positions, lines);
    open_experiment(text);
}

static void add_base_rows(void)
{
    for (size_t i = 0; i < 6; i++) {
        uint64_t nodes = 100 * (i + 1);

        add_row(&(struct row){i, 0, 100, "yes", nodes, (int64_t)nodes * 10}, &(struct solve_curve){0});
        add_row(&(struct row){i, 1, 100, "yes", nodes / 2, (int64_t)nodes * 5}, &(struct solve_curve){0});
        add_row(&(struct row){i, 2, 100, "yes", nodes, (int64_t)nodes * 10}, &(struct solve_curve){0});
    }
}

static void open_base(const char *lines)
{
    open_base_text(lines);
    add_base_rows();
}

static void test_base(void **state)
{
    NEED_DATABASE();
    open_base("summary s T\nvariants b a c\nmeasure nodes\nover all\nbase a\n");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Of 6 positions; means over all of them:\n\n"
                   "variant  nodes  nodes %          p\n"
                   "b          175    -50.0     0.031*\n"
                   "a          350        -          -\n"
                   "c          350     +0.0  unchanged\n\n"
                   "Against a: change in %, and how likely such a difference is by chance, position by position and "
                   "adjusted for the number of variants (* below 0.05)\n");
    assert_printed(0, true, "variant,nodes,nodes_change_percent,nodes_p\nb,175,-50,0.03125\na,350,,\nc,350,0,\n");
    close_rows();
}

/* Two variants that differ are twice as likely to have one that does so by chance. */
static void test_base_of_many(void **state)
{
    NEED_DATABASE();
    open_base("summary s T\nvariants a b c\nmeasure nodes\nover all\nbase b\n");
    assert_printed(0, true,
                   "variant,nodes,nodes_change_percent,nodes_p\na,350,100,0.0625\nb,175,,\nc,350,100,0.0625\n");
    close_rows();
}

static const char times_lines[] = "summary s T\nvariants b a\nmeasure nodes time speed\nover all\nbase a\n";

/* The same rows, made in a run of so many workers. */
static void open_times(const char *line, int workers)
{
    char text[256];
    int64_t run;

    (void)snprintf(text, sizeof text, "%s%s", line, times_lines);
    open_base_text(text);
    assert_int_equal(lab_database_begin_run(database, experiment, workers, &run, NULL), BY_OK);
    add_base_rows();
}

/* Times of searches that ran beside others, or in an experiment that is not about them, tell of the machine too. */
static void test_times_without_p(void **state)
{
    static const char judged[] = "variant,nodes,nodes_change_percent,nodes_p,ms,time_change_percent,time_p,speed,"
                                 "speed_change_percent,speed_p\n"
                                 "b,175,-50,0.03125,1.75,-50,0.03125,100000,0,\na,350,,,3.5,,,100000,,\n";
    static const char unjudged[] = "variant,nodes,nodes_change_percent,nodes_p,ms,time_change_percent,time_p,speed,"
                                   "speed_change_percent,speed_p\n"
                                   "b,175,-50,0.03125,1.75,-50,,100000,0,\na,350,,,3.5,,,100000,,\n";

    NEED_DATABASE();
    open_times("alone\n", 1);
    assert_printed(0, true, judged);
    close_rows();
    open_times("alone\n", 2);
    assert_printed(0, true, unjudged);
    close_rows();
    open_times("", 1);
    assert_printed(0, true, unjudged);
    assert_printed(
        0, false,
        "\nT\n\nLimit: 100 nodes. Of 6 positions; means over all of them:\n\n"
        "variant  nodes  nodes %       p    ms   ms %    speed  speed %\n"
        "b          175    -50.0  0.031*  1.75  -50.0  100,000     +0.0\n"
        "a          350        -       -   3.5      -  100,000        -\n\n"
        "Against a: change in %, and how likely such a difference is by chance, position by position and "
        "adjusted for the number of variants (* below 0.05)\n\n"
        "Times have no p: they tell of the machine too, unless the experiment says alone and one program made "
        "all rows on one processor, one search at a time\n");
    close_rows();
}

/* ---- Groups ---------------------------------------------------------------------------------------------------- */

static const char groups[] = "title t\ngame tictactoe\npositions g.tsv as id position group set\n"
                             "variant a alphabeta plain\nvariant b minimax\nnodes 100\n";

static void open_groups(const char *lines)
{
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", groups, lines);
    open_experiment(text);
    for (size_t i = 0; i < 4; i++) {
        add_row(&(struct row){i, 0, 100, "unknown", i + 1, 1}, &(struct solve_curve){0});
        add_row(&(struct row){i, 1, 100, "unknown", 1000 * (i + 1), 1}, &(struct solve_curve){0});
    }
}

/* Groups in their order; a column is of all sets, or of one. */
static void test_grouped(void **state)
{
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a a@left b@right\nmeasure nodes\n");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Mean nodes of the positions of each group:\n\n"
                   "group  a  a@left  b@right\n2      2       1    3,000\n10     3       2    4,000\n");
    assert_printed(0, true, "group,a,a@left,b@right\n2,2,1,3000\n10,3,2,4000\n");
    close_rows();
}

/* A group that none of the columns has positions of is left out; one that is still to be searched is not. */
static void test_empty_groups(void **state)
{
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a@left\nmeasure nodes\n");
    experiment->positions[0].set = "right";
    assert_printed(0, true, "group,a@left\n10,2\n");
    close_rows();
    open_experiment("title t\ngame tictactoe\npositions g.tsv as id position group set\n"
                    "variant a alphabeta plain\nnodes 100\ngrouped g T\nvariants a@left\nmeasure nodes\n");
    add_row(&(struct row){0, 0, 100, "unknown", 1, 1}, &(struct solve_curve){0});
    assert_printed(0, true, "group,a@left\n2,1\n10,\n");
    close_rows();
}

static size_t count_of(const char *text, const char *piece)
{
    size_t count = 0;

    for (; (text = strstr(text, piece)) != NULL; text++)
        count++;
    return count;
}

/* How many points are drawn, and a piece of the picture. Without points there is no picture. */
static void assert_drawn(size_t part, size_t points, const char *piece)
{
    by_text text = {0};

    assert_int_equal(lab_part_chart(experiment, &experiment->parts[part], database, true, &text, NULL), BY_OK);
    assert_int_equal(count_of(by_text_string(&text), "<circle "), points);
    assert_holds(by_text_string(&text), piece, true);
    assert_int_equal(!points, !text.length);
    by_text_free(&text);
}

/* Groups that are numbers are drawn in their order, others are not. */
static void test_grouped_diagram(void **state)
{
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a@left b@right\nmeasure nodes\n");
    assert_drawn(0, 4, ">b@right</text>");
    experiment->positions[1].group = experiment->positions[3].group = "ten";
    assert_drawn(0, 0, "");
    close_rows();
}

/* Trees of width 3 and depth 2: on the first ply all 3 children, on the second 3 below the first and one below each
 * other. */
static void test_minimal(void **state)
{
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a@left\nmeasure nodes\n");
    experiment->parts[0].is_beside_minimal = true;
    for (size_t i = 0; i < 4; i++) {
        experiment->positions[i].width = 3;
        experiment->positions[i].depth = i % 2 ? 2 : 1;
    }
    assert_printed(0, true, "group,a@left,minimal\n2,1,3\n10,2,8\n");
    assert_drawn(0, 4, ">minimal</text>");
    close_rows();
}

/* A search that is not done is counted once, whatever columns have it, and only if one has it. */
static void test_missing_in_groups(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_experiment("title t\ngame tictactoe\npositions g.tsv as id position group set\nposition other xox/.../...\n"
                    "variant a alphabeta plain\nvariant b minimax\nnodes 100\n"
                    "grouped g T\nvariants a a@left b@right\nmeasure nodes\n");
    assert_int_equal(lab_part_print(experiment, &experiment->parts[0], database, LAB_FORMAT_TEXT, &text, NULL), BY_OK);
    assert_holds(by_text_string(&text), "\n6 searches are not done yet\n", true);
    by_text_free(&text);
    close_rows();
}

/* Where the groups of trees are their depths or widths, they are called so. */
static void test_group_names(void **state)
{
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a\nmeasure nodes\n");
    assert_drawn(0, 2, ">group</text>");
    for (size_t i = 0; i < 4; i++) {
        experiment->positions[i].width = 3;
        experiment->positions[i].depth = i % 2 ? 10 : 2;
    }
    assert_drawn(0, 2, ">depth</text>");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Mean nodes of the positions of each depth:\n\n"
                   "depth  a\n2      2\n10     3\n");
    assert_printed(0, true, "group,a\n2,2\n10,3\n");
    for (size_t i = 0; i < 4; i++) {
        experiment->positions[i].width = experiment->positions[i].depth;
        experiment->positions[i].depth = 4;
    }
    assert_drawn(0, 2, ">width</text>");
    experiment->positions[3].width = 9;
    assert_drawn(0, 2, ">group</text>");
    close_rows();
    open_groups("grouped g T\nvariants a\nmeasure nodes\nby plies to the mate\n");
    assert_drawn(0, 2, ">plies to the mate</text>");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Mean nodes of the positions of each plies to the mate:\n\n"
                   "plies to the mate  a\n2                  2\n10                 3\n");
    assert_printed(0, true, "group,a\n2,2\n10,3\n");
    close_rows();
}

/* A mean of some positions is marked in the grid, is hollow in the diagram, and data tell it as it is. */
static void test_partial(void **state)
{
    const struct solve_curve none = {0};

    NEED_DATABASE();
    open_experiment("title t\ngame tictactoe\npositions g.tsv as id position group set\n"
                    "family f memory_kib 500 600 : alphabeta plain\nnodes 10 20\n"
                    "grouped g T\nvariants f-500\nmeasure nodes\n"
                    "over o T\nvariants f\nmeasure nodes\nprogress p T\nvariants f-500\nmeasure nodes\n");
    for (size_t i = 0; i < 3; i++)
        for (size_t variant = 0; variant < 2; variant++)
            add_row(&(struct row){i, variant, 20, "unknown", 1000 * (i + 1), 1}, &none);
    add_row(&(struct row){3, 1, 20, "unknown", 2000, 1}, &none);
    for (size_t i = 0; i < 4; i++)
        add_row(&(struct row){i, 0, 10, "unknown", 10, 1}, &none);
    assert_printed(
        0, false,
        "\nT\n\nLimit: 20 nodes. Mean nodes of the positions of each group:\n\n"
        "group   f-500\n2       2,000\n10     2,000*\n\n* not of all positions\n\n1 search is not done yet\n");
    assert_printed(0, true, "group,f-500\n2,2000\n10,2000\n");
    assert_printed(1, false,
                   "\nT\n\nLimit: 20 nodes. Mean nodes of 4 positions:\n\n"
                   "memory_kib       f\n       500  2,000*\n       600   2,000\n\n"
                   "* not of all positions\n\n1 search is not done yet\n");
    assert_printed(2, false,
                   "\nT\n\nMean nodes of 4 positions:\n\n"
                   "nodes   f-500\n   10      10\n   20  2,000*\n\n"
                   "* not of all positions\n\n1 search is not done yet\n");
    for (size_t part = 0; part < 3; part++) {
        assert_drawn(part, 2, "<circle class=\"hollow c0\"");
        assert_drawn(part, 2, "<circle class=\"dot c0\"");
    }
    close_rows();
}

/* ---- Families -------------------------------------------------------------------------------------------------- */

/* The sizes of two families are not the same; where a family has none, nothing is known. */
static void open_families(const char *lines)
{
    char text[4096];

    (void)snprintf(text, sizeof text,
                   "title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\n"
                   "family small memory_kib 2000 500 : alphabeta plain\n"
                   "family large memory_kib 500 60000 : alphabeta plain hash=on\nvariant c minimax\ndepths 3\n%s",
                   lines);
    open_experiment(text);
    for (size_t variant = 0; variant < 4; variant++)
        for (size_t i = 0; i < 2; i++)
            add_row(&(struct row){i, variant, 3, "unknown", 10 * (variant + 1) + 2 * i, 1}, &(struct solve_curve){0});
}

static void test_over(void **state)
{
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
    close_rows();
}

/* Values may be shown as what they come to, and are called what the part says. */
static void test_shown_values(void **state)
{
    NEED_DATABASE();
    open_experiment("title t\ngame tictactoe\nposition p1 initial\n"
                    "family f memory_kib 500=4 512=16 1500=1004 : alphabeta plain\ndepths 3\n"
                    "over o T\nvariants f\nmeasure nodes\nby table in KiB\n"
                    "over p T\nvariants f\nmeasure nodes\n");
    for (size_t variant = 0; variant < 3; variant++)
        add_row(&(struct row){0, variant, 3, "unknown", 10 * (variant + 1), 1}, &(struct solve_curve){0});
    assert_string_equal(experiment->variants[1].name, "f-512");
    assert_int_equal(by_options_number(experiment->variants[1].options, "memory_kib"), 512);
    assert_printed(0, true, "table in KiB,f\n4,10\n16,20\n1004,30\n");
    assert_printed(1, true, "value,f\n4,10\n16,20\n1004,30\n");
    assert_drawn(0, 3, ">table in KiB</text>");
    assert_drawn(0, 3, ">2</text>"); /* the scale is logarithmic, and begins there */
    close_rows();
}

/* The first and the last point of a diagram of progress with these two means. */
static void assert_points(uint64_t low, uint64_t high, const char *first, const char *last)
{
    open_experiment("title t\ngame tictactoe\nposition p1 initial\nvariant a minimax\ndepths 1-2\n"
                    "progress o T\nvariants a\nmeasure nodes\n");
    add_row(&(struct row){0, 0, 1, "unknown", low, 1}, &(struct solve_curve){0});
    add_row(&(struct row){0, 0, 2, "unknown", high, 1}, &(struct solve_curve){0});
    assert_drawn(0, 2, first);
    assert_drawn(0, 2, last);
    close_rows();
}

/* The scale begins at 0, unless all is within a factor of 2; with a factor of 10 it is one of logarithms. */
static void test_scales(void **state)
{
    NEED_DATABASE();
    assert_points(100, 200, ">100</text>", "cy=\"352.0\"");
    assert_points(100, 201, ">0</text>", "cy=\"217.6\"");
    assert_points(100, 1000, ">0</text>", "cy=\"318.4\"");
    assert_points(100, 1001, ">500</text>", "cy=\"352.0\"");
}

/* Of three lines of which two run together a part of the way, both are seen: on that piece the second is drawn in
 * dashes upon the first. */
static void test_lines_together(void **state)
{
    static const uint64_t nodes[3][3] = {{100, 300, 900}, {100, 300, 600}, {200, 300, 900}};

    NEED_DATABASE();
    open_experiment("title t\ngame tictactoe\nposition p1 initial\nvariant a minimax\nvariant b alphabeta plain\n"
                    "variant c alphabeta\ndepths 1-3\nprogress o T\nvariants a b c\nmeasure nodes\n");
    for (size_t variant = 0; variant < 3; variant++)
        for (int64_t depth = 1; depth <= 3; depth++)
            add_row(&(struct row){0, variant, depth, "unknown", nodes[variant][depth - 1], 1},
                    &(struct solve_curve){0});
    assert_drawing(0, "<path class=\"line c0\" d=\"M72.0 318.4L334.0 251.2L596.0 49.6\"/>", true);
    assert_drawing(0, "<path class=\"line c1\" d=\"M72.0 318.4M334.0 251.2L596.0 150.4\"/>", true);
    assert_drawing(0,
                   "<path class=\"line c1\" stroke-dasharray=\"7 7\" stroke-dashoffset=\"-7\" "
                   "d=\"M72.0 318.4L334.0 251.2\"/>",
                   true);
    assert_drawing(0, "<path class=\"line c2\" d=\"M72.0 284.8L334.0 251.2M596.0 49.6\"/>", true);
    close_rows();
}

/* ---- Matches --------------------------------------------------------------------------------------------------- */

/* The games of b against a from one position, as a row of this repetition. */
static void add_games(size_t position, int repetition, uint64_t won, uint64_t drawn, uint64_t lost)
{
    const struct by_counter games[] = {{"a_won", won}, {"a_drawn", drawn}, {"a_lost", lost}};
    const struct by_result result = {.counters = games, .counter_count = 3};
    const struct solve_curve none = {0};
    const struct lab_finding finding = {.result = &result, .best = "", .answer = BY_ANSWER_UNKNOWN, .curve = &none};
    const struct lab_task task = {.position = position, .variant = 1, .limit = 10, .repetition = repetition};

    assert_int_equal(lab_database_add(database, experiment, &task, &finding, NULL), BY_OK);
}

/* b has this method and preset. */
static void open_match(const char *b, const char *lines)
{
    char text[1024];

    (void)snprintf(text, sizeof text,
                   "title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\nvariant a minimax\n"
                   "variant b %s\nplays lines a\nnodes 10\n%s",
                   b, lines);
    open_experiment(text);
}

#define MATCH_BEGIN(times)                                                                                             \
    "\nT\n\nLimit: 10 nodes" times ". Rival: a, 10 nodes. Against a, with both colours from 2 positions: games, "      \
    "score, and Elo with the bounds of 95 % "

/* b wins both games of the first pair, one of the second, and draws one more there. */
static void test_match(void **state)
{
    NEED_DATABASE();
    open_match("alphabeta plain", "match m T\nvariants b a\nagainst a\n");
    add_games(0, 0, 2, 0, 0);
    add_games(1, 0, 1, 1, 0);
    assert_printed(0, false,
                   MATCH_BEGIN("") "certainty (of each variant by itself, not adjusted for their number), by pairs of "
                                   "games:\n\n"
                                   "variant  won  drawn  lost  score %     Elo    from    to\n"
                                   "b          3      1     0     87.5  +338.0  +148.7  +inf\n"
                                   "a          -      -     -        -       -       -     -\n\n"
                                   "2 searches are not done yet\n");
    close_rows();
}

/* The same games again are no further evidence: the figures are those of one repetition. */
static void test_match_repeated(void **state)
{
    NEED_DATABASE();
    open_match("alphabeta plain", "repetitions 4 for b\nmatch m T\nvariants b\nagainst a\n");
    for (int repetition = 0; repetition < 4; repetition++) {
        add_games(0, repetition, 2, 0, 0);
        add_games(1, repetition, 1, 1, 0);
    }
    assert_printed(
        0, false,
        MATCH_BEGIN(", 4 times each") "certainty, by pairs of games, of a position the mean of its repetitions:\n\n"
                                      "variant  won  drawn  lost  score %     Elo    from    to\n"
                                      "b          3      1     0     87.5  +338.0  +148.7  +inf\n");
    close_rows();
}

/* Games with other seeds make the mean of a position better known, and no more positions. A position counts when all of
 * its repetitions are there. */
static void test_match_seeded(void **state)
{
    NEED_DATABASE();
    open_match("mcts", "repetitions 2 for b\nmatch m T\nvariants b\nagainst a\n");
    add_games(0, 0, 2, 0, 0);
    add_games(1, 0, 0, 1, 1);
    add_games(1, 1, 1, 0, 1);
    assert_printed(0, true,
                   "variant,won,drawn,lost,score_percent,elo,elo_low,elo_high\n"
                   "b,0.5,0.5,1,37.5,-88.7394998465,-inf,inf\n");
    add_games(0, 1, 1, 1, 0);
    assert_printed(0, true,
                   "variant,won,drawn,lost,score_percent,elo,elo_low,elo_high\n"
                   "b,2,1,1,62.5,88.7394998465,-165.343668106,612.888383985\n");
    close_rows();
}

/* ---- Diagrams of tables ---------------------------------------------------------------------------------------- */

static void draw_table(bool is_inline, by_text *out)
{
    by_text_clear(out);
    assert_int_equal(lab_table_chart(experiment, &experiment->tables[0], database, is_inline, out, NULL), BY_OK);
}

/* Ours is solid, what was published dashed and in the same colour; a table with one limit has no lines. */
static void test_table_diagram(void **state)
{
    by_text text = {0};

    NEED_DATABASE();
    open_rows("table T\ncolumns b a\nmeasure nodes\n", NULL, ROW_COUNT);
    draw_table(true, &text);
    assert_int_equal(count_of(by_text_string(&text), "<circle class=\"dot c0\""), 1);
    assert_int_equal(count_of(by_text_string(&text), "<circle class=\"dot c1\""), 2);
    assert_int_equal(count_of(by_text_string(&text), "<circle class=\"hollow c1\""), 1); /* of 100 nodes */
    assert_int_equal(count_of(by_text_string(&text), "line c1 dashed"), 1);
    assert_int_equal(count_of(by_text_string(&text), "line c0 dashed"), 0);
    assert_holds(by_text_string(&text), ">published</text>", true);
    close_rows();
    open_rows("table T\ncolumns b\nmeasure nodes\nprogress one T\nvariants b\nmeasure nodes\n"
              "progress two T\nvariants a b\nmeasure nodes\n",
              NULL, ROW_COUNT);
    draw_table(true, &text);
    assert_int_equal(text.length, 0);
    assert_drawn(0, 0, "");
    assert_drawn(1, 3, ">b</text>");
    close_rows();
    by_text_free(&text);
}

/* More lines than can be told apart are not drawn, and that is said. */
static void test_many_columns(void **state)
{
    by_text lines = {0}, text = {0};

    NEED_DATABASE();
    for (int i = 0; i < 9; i++)
        by_text_printf(&lines, "variant v%d alphabeta plain\n", i);
    by_text_add(&lines, "table T\nmeasure nodes\ncolumns");
    for (int i = 0; i < 9; i++)
        by_text_printf(&lines, " v%d", i);
    by_text_add(&lines, "\n");
    open_rows(by_text_string(&lines), NULL, ROW_COUNT);
    draw_table(true, &text);
    assert_holds(by_text_string(&text), ">v7</text>", true);
    assert_holds(by_text_string(&text), ">v8</text>", false);
    assert_holds(by_text_string(&text), "nodes (drawn: the first 8 of 9 columns)", true);
    close_rows();
    by_text_free(&lines);
    by_text_free(&text);
}

/* A long title is broken between its words, and the picture is as much higher. */
static void test_long_title(void **state)
{
    static const char words[] = "twenty letters long twenty letters long twenty letters long twenty letters long";
    by_text lines = {0}, text = {0};

    NEED_DATABASE();
    by_text_printf(&lines, "table %s\ncolumns a\nmeasure nodes\n", words);
    open_rows(by_text_string(&lines), NULL, ROW_COUNT);
    draw_table(false, &text);
    assert_holds(by_text_string(&text), ">twenty letters long twenty letters long twenty letters long twenty letters ",
                 true);
    assert_holds(by_text_string(&text), ">long</text>", true);
    assert_holds(by_text_string(&text), "height=\"461\"", true);
    assert_holds(by_text_string(&text), "<style>", true);
    draw_table(true, &text);
    assert_holds(by_text_string(&text), "<style>", false);
    assert_holds(by_text_string(&text), words, true);
    close_rows();
    by_text_free(&lines);
    by_text_free(&text);
}

/* Of many dots at one place the lowest is no larger than of four, and each of the others a little smaller. */
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
    assert_int_equal(count_of(by_text_string(&text), " r=\"7.7\""), 2);
    assert_holds(by_text_string(&text), " r=\"6.8\"", true);
    assert_holds(by_text_string(&text), " r=\"8", false);
    assert_holds(by_text_string(&text), " r=\"9", false);
    by_text_free(&text);
}

/* Dots that others cover are larger, dots of some positions are hollow, and the legend tells both. Labels are cut
 * between letters, and values below 0 have their place. */
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
    assert_int_equal(count_of(by_text_string(&text), "<circle class=\"dot c0\" cx=\"72.0\""), 1);
    assert_int_equal(count_of(by_text_string(&text), " r=\"4.3\""), 1);
    assert_int_equal(count_of(by_text_string(&text), "<circle class=\"dot c1\""), 1);
    assert_int_equal(count_of(by_text_string(&text), "<circle class=\"hollow c1\""), 1);
    assert_int_equal(count_of(by_text_string(&text), " r=\"2.6\""), 3);
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

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

static void assert_mistake(const char *begin, const char *lines, int line, const char *reason)
{
    struct lab_experiment *it;
    by_error error = {0};
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", begin, lines);
    assert_int_equal(lab_experiment_read("test", text, &reader, &it, &error), BY_ERROR_INPUT);
    assert_string_equal(error.message, reason);
    assert_int_equal(error.line, line);
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_mistake(six_positions, "summary s T\nvariants a\nbase b\nmeasure nodes\n", 13,
                   "the base b is no variant of this part");
    assert_mistake(six_positions, "summary s T\nvariants a b\nbase a b\nmeasure nodes\n", 15,
                   "nothing is expected behind a");
    assert_mistake(six_positions, "duel d T\nvariants a b\nbase a\nmeasure nodes\n", 15,
                   "a part `duel` has no line `base`");
    assert_mistake(six_positions, "grouped g T\nvariants a\nmeasure nodes\n", 13,
                   "this part shows groups of positions, and no position is in a group");
    assert_mistake(groups, "grouped g T\nvariants a@\nmeasure nodes\n", 8, "expected the name of a set behind the @");
    assert_mistake(groups, "grouped g T\nvariants a@up\nmeasure nodes\n", 7, "no position of a group is in the set up");
    assert_mistake(groups, "grouped g T\nvariants a@left a@left\nmeasure nodes\n", 8, "a is given twice");
    assert_mistake(groups, "grouped g T\nvariants a\nmeasure nodes\nbeside minimal\n", 7,
                   "only uniform trees have a minimal tree, and position g1 is none");
    assert_mistake(six_positions, "over o T\nvariants a\nmeasure nodes\n", 13,
                   "this part is about families, and variant a is in none");
    assert_mistake(six_positions, "over all\n", 13, "expected the title of this part");
    assert_mistake(six_positions, "summary s T\nvariants a\nover some\nmeasure nodes\n", 15, "unknown word 'some'");
    assert_mistake(six_positions, "match m T\nvariants a\nagainst b\n", 15,
                   "no games are played against b: name it in a line `plays` above");
    assert_mistake(six_positions, "match m T\nvariants a\n", 13, "this part has no line `against`");
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* The question of a position is that of its prover; bounds answer on their side alone. */
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

/* Few positions spread over all, low limits, and no published figures for those that are gone. */
static void test_quick(void **state)
{
    by_error error;

    NEED_DATABASE();
    open_rows("quick 2 300\nsummary s T\nvariants a\nmeasure nodes\n", NULL, 0);
    assert_int_equal(lab_experiment_make_quick(experiment, NULL), BY_OK);
    assert_int_equal(experiment->position_count, 2);
    assert_string_equal(experiment->positions[0].id, "p1");
    assert_string_equal(experiment->positions[1].id, "p3");
    assert_int_equal(experiment->variants[0].limits.count, 1);
    assert_int_equal(experiment->variants[0].limits.list[0], 100);
    assert_int_equal(experiment->variants[1].limits.count, 1);
    assert_int_equal(experiment->variants[1].limits.list[0], 300);
    assert_int_equal(experiment->figure_count, 0);
    close_rows();
    open_rows("summary s T\nvariants a\nmeasure nodes\n", NULL, 0);
    assert_int_equal(lab_experiment_make_quick(experiment, &error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "does not say what a quick run is"));
    close_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_not_searched),
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_right_and_wrong),
        cmocka_unit_test(test_duel),
        cmocka_unit_test(test_within),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_prediction),
        cmocka_unit_test(test_diagram),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_quick),
        cmocka_unit_test(test_base),
        cmocka_unit_test(test_base_of_many),
        cmocka_unit_test(test_times_without_p),
        cmocka_unit_test(test_grouped),
        cmocka_unit_test(test_empty_groups),
        cmocka_unit_test(test_grouped_diagram),
        cmocka_unit_test(test_minimal),
        cmocka_unit_test(test_missing_in_groups),
        cmocka_unit_test(test_group_names),
        cmocka_unit_test(test_partial),
        cmocka_unit_test(test_over),
        cmocka_unit_test(test_shown_values),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_lines_together),
        cmocka_unit_test(test_match),
        cmocka_unit_test(test_match_repeated),
        cmocka_unit_test(test_match_seeded),
        cmocka_unit_test(test_table_diagram),
        cmocka_unit_test(test_many_columns),
        cmocka_unit_test(test_long_title),
        cmocka_unit_test(test_many_at_one_place),
        cmocka_unit_test(test_chart),
        cmocka_unit_test(test_mistakes),
    };

    return cmocka_run_group_tests(tests, need_database, NULL);
}
