/* SPDX-License-Identifier: MIT
 *
 * Parts of a report that compare with a base, have groups of positions, or show matches; and mistakes in their lines.
 * The rows are invented.
 */

#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "support/lab.h"
#include "support/lab_rows.h"

/* ---- Against a base -------------------------------------------------------------------------------------------- */

static const char six_positions[] = "title t\ngame tictactoe\n"
                                    "position p1 initial\nposition p2 x../.../...\nposition p3 x../.o./...\n"
                                    "position p4 x../.o./x..\nposition p5 .x./.../...\nposition p6 .../.x./...\n"
                                    "variant a alphabeta plain\nvariant b minimax\nvariant c alphabeta plain hash=on\n"
                                    "nodes 100\n";

/* On all six positions b needs half of a; such a difference has p = 1 / 32 if it is random. c is like a. */
static void open_base_text(const char *lines)
{
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", six_positions, lines);
    made_open_text(text);
}

static void add_base_rows(void)
{
    for (size_t i = 0; i < 6; i++) {
        uint64_t nodes = 100 * (i + 1);

        made_add(&(struct made_row){i, 0, 100, "yes", nodes, (int64_t)nodes * 10}, &(struct solve_curve){0});
        made_add(&(struct made_row){i, 1, 100, "yes", nodes / 2, (int64_t)nodes * 5}, &(struct solve_curve){0});
        made_add(&(struct made_row){i, 2, 100, "yes", nodes, (int64_t)nodes * 10}, &(struct solve_curve){0});
    }
}

static void open_base(const char *lines)
{
    open_base_text(lines);
    add_base_rows();
}

static void test_base(void **state)
{
    (void)state;
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
    made_close();
}

/* With two variants that differ, a random difference of one of them is twice as likely. */
static void test_base_of_many(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_base("summary s T\nvariants a b c\nmeasure nodes\nover all\nbase b\n");
    assert_printed(0, true,
                   "variant,nodes,nodes_change_percent,nodes_p\na,350,100,0.0625\nb,175,,\nc,350,100,0.0625\n");
    made_close();
}

static const char times_lines[] = "summary s T\nvariants b a\nmeasure nodes time speed\nover all\nbase a\n";

/* The same rows, made in a run with this number of workers. */
static void open_times(const char *line, int workers)
{
    char text[256];
    int64_t run;

    (void)snprintf(text, sizeof text, "%s%s", line, times_lines);
    open_base_text(text);
    assert_int_equal(lab_database_begin_run(made.database, made.experiment, workers, &run, NULL), BY_OK);
    add_base_rows();
}

/* Times of searches that ran beside others, or in an experiment that does not measure times, depend on the machine
 * too. */
static void test_times_without_p(void **state)
{
    static const char judged[] = "variant,nodes,nodes_change_percent,nodes_p,ms,time_change_percent,time_p,speed,"
                                 "speed_change_percent,speed_p\n"
                                 "b,175,-50,0.03125,1.75,-50,0.03125,100000,0,\na,350,,,3.5,,,100000,,\n";
    static const char unjudged[] = "variant,nodes,nodes_change_percent,nodes_p,ms,time_change_percent,time_p,speed,"
                                   "speed_change_percent,speed_p\n"
                                   "b,175,-50,0.03125,1.75,-50,,100000,0,\na,350,,,3.5,,,100000,,\n";

    (void)state;
    NEED_DATABASE();
    open_times("alone\n", 1);
    assert_printed(0, true, judged);
    made_close();
    open_times("alone\n", 2);
    assert_printed(0, true, unjudged);
    made_close();
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
        "Times have no p: they depend on the machine too, unless the experiment says alone and one program made "
        "all rows on one processor, one search at a time\n");
    made_close();
}

/* ---- Groups ---------------------------------------------------------------------------------------------------- */

static const char groups[] = "title t\ngame tictactoe\npositions g.tsv as id position group set\n"
                             "variant a alphabeta plain\nvariant b minimax\nnodes 100\n";

static void open_groups(const char *lines)
{
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", groups, lines);
    made_open_text(text);
    for (size_t i = 0; i < 4; i++) {
        made_add(&(struct made_row){i, 0, 100, "unknown", i + 1, 1}, &(struct solve_curve){0});
        made_add(&(struct made_row){i, 1, 100, "unknown", 1000 * (i + 1), 1}, &(struct solve_curve){0});
    }
}

/* Groups in their order; a column covers all sets, or one. */
static void test_grouped(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a a@left b@right\nmeasure nodes\n");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Mean nodes of the positions of each group:\n\n"
                   "group  a  a@left  b@right\n2      2       1    3,000\n10     3       2    4,000\n");
    assert_printed(0, true, "group,a,a@left,b@right\n2,2,1,3000\n10,3,2,4000\n");
    made_close();
}

/* A group without positions in any column is left out; one that still waits for searches is not. */
static void test_empty_groups(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a@left\nmeasure nodes\n");
    made.experiment->positions[0].set = "right";
    assert_printed(0, true, "group,a@left\n10,2\n");
    made_close();
    made_open_text("title t\ngame tictactoe\npositions g.tsv as id position group set\n"
                   "variant a alphabeta plain\nnodes 100\ngrouped g T\nvariants a@left\nmeasure nodes\n");
    made_add(&(struct made_row){0, 0, 100, "unknown", 1, 1}, &(struct solve_curve){0});
    assert_printed(0, true, "group,a@left\n2,1\n10,\n");
    made_close();
}

/* Groups that are numbers are drawn in their order, others are not. */
static void test_grouped_diagram(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a@left b@right\nmeasure nodes\n");
    assert_drawn(0, 4, ">b@right</text>");
    made.experiment->positions[1].group = made.experiment->positions[3].group = "ten";
    assert_drawn(0, 0, "");
    made_close();
}

/* Trees of width 3 and depth 2: on the first ply all 3 children, on the second 3 below the first and one below each of
 * the others. */
static void test_minimal(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a@left\nmeasure nodes\n");
    made.experiment->sections[0].beside = 1;
    for (size_t i = 0; i < 4; i++) {
        made.experiment->positions[i].width = 3;
        made.experiment->positions[i].depth = i % 2 ? 2 : 1;
    }
    assert_printed(0, true, "group,a@left,minimal\n2,1,3\n10,2,8\n");
    assert_drawn(0, 4, ">minimal</text>");
    made_close();
}

/* A missing search counts once, whatever columns have it, and only if one has it. */
static void test_missing_in_groups(void **state)
{
    by_text text = {0};

    (void)state;
    NEED_DATABASE();
    made_open_text("title t\ngame tictactoe\npositions g.tsv as id position group set\nposition other xox/.../...\n"
                   "variant a alphabeta plain\nvariant b minimax\nnodes 100\n"
                   "grouped g T\nvariants a a@left b@right\nmeasure nodes\n");
    made_print(0, LAB_FORMAT_TEXT, &text);
    assert_holds(by_text_string(&text), "\n6 searches are not done yet\n", true);
    by_text_free(&text);
    made_close();
}

/* If the groups of trees are their depths or widths, the heading says so. */
static void test_group_names(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_groups("grouped g T\nvariants a\nmeasure nodes\n");
    assert_drawn(0, 2, ">group</text>");
    for (size_t i = 0; i < 4; i++) {
        made.experiment->positions[i].width = 3;
        made.experiment->positions[i].depth = i % 2 ? 10 : 2;
    }
    assert_drawn(0, 2, ">depth</text>");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Mean nodes of the positions of each depth:\n\n"
                   "depth  a\n2      2\n10     3\n");
    assert_printed(0, true, "group,a\n2,2\n10,3\n");
    for (size_t i = 0; i < 4; i++) {
        made.experiment->positions[i].width = made.experiment->positions[i].depth;
        made.experiment->positions[i].depth = 4;
    }
    assert_drawn(0, 2, ">width</text>");
    made.experiment->positions[3].width = 9;
    assert_drawn(0, 2, ">group</text>");
    made_close();
    open_groups("grouped g T\nvariants a\nmeasure nodes\nby plies to the mate\n");
    assert_drawn(0, 2, ">plies to the mate</text>");
    assert_printed(0, false,
                   "\nT\n\nLimit: 100 nodes. Mean nodes of the positions of each plies to the mate:\n\n"
                   "plies to the mate  a\n2                  2\n10                 3\n");
    assert_printed(0, true, "group,a\n2,2\n10,3\n");
    made_close();
}

/* A partial mean has a mark in the grid and a hollow dot in the diagram; the data has it unchanged. */
static void test_partial(void **state)
{
    const struct solve_curve none = {0};

    (void)state;
    NEED_DATABASE();
    made_open_text("title t\ngame tictactoe\npositions g.tsv as id position group set\n"
                   "family f memory_kib 500 600 : alphabeta plain\nnodes 10 20\n"
                   "grouped g T\nvariants f-500\nmeasure nodes\n"
                   "over o T\nvariants f\nmeasure nodes\nprogress p T\nvariants f-500\nmeasure nodes\n");
    for (size_t i = 0; i < 3; i++)
        for (size_t variant = 0; variant < 2; variant++)
            made_add(&(struct made_row){i, variant, 20, "unknown", 1000 * (i + 1), 1}, &none);
    made_add(&(struct made_row){3, 1, 20, "unknown", 2000, 1}, &none);
    for (size_t i = 0; i < 4; i++)
        made_add(&(struct made_row){i, 0, 10, "unknown", 10, 1}, &none);
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
    made_close();
}

/* ---- Matches --------------------------------------------------------------------------------------------------- */

/* The games of b against a from one position, as a row of this repetition. */
static void add_games(size_t position, int repetition, uint64_t won, uint64_t drawn, uint64_t lost)
{
    const struct by_counter games[] = {{"a_won", won}, {"a_drawn", drawn}, {"a_lost", lost}};
    const struct by_result result = {BY_SIZE(by_result), .counters = games, .counter_count = 3};
    const struct solve_curve none = {0};
    const struct lab_finding finding = {.result = &result, .best = "", .answer = BY_ANSWER_UNKNOWN, .curve = &none};
    const struct lab_task task = {.position = position, .variant = 1, .limit = 10, .repetition = repetition};

    assert_int_equal(lab_database_add(made.database, made.experiment, &task, &finding, NULL), BY_OK);
}

/* b has this method and preset. */
static void open_match(const char *b, const char *lines)
{
    char text[1024];

    (void)snprintf(text, sizeof text,
                   "title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\nvariant a minimax\n"
                   "variant b %s\nplays lines a\nnodes 10\n%s",
                   b, lines);
    made_open_text(text);
}

#define MATCH_OPEN "-inf, +inf: the games leave the bound open, as they do if all pairs have the same score\n"
#define MATCH_BEGIN(times)                                                                                             \
    "\nT\n\nLimit: 10 nodes" times ". Rival: a, 10 nodes. Against a, with both colours from 2 positions: games, "      \
    "score, and Elo with the bounds of 95 % "

/* b wins both games of the first pair and one of the second, and draws its other one. */
static void test_match(void **state)
{
    (void)state;
    NEED_DATABASE();
    open_match("alphabeta plain", "match m T\nvariants b a\nagainst a\n");
    add_games(0, 0, 2, 0, 0);
    add_games(1, 0, 1, 1, 0);
    assert_printed(0, false,
                   MATCH_BEGIN("") "certainty (of each variant by itself, not adjusted for their number), by pairs of "
                                   "games:\n\n"
                                   "variant  won  drawn  lost  score %     Elo    from    to\n"
                                   "b          3      1     0     87.5  +338.0  +148.7  +inf\n"
                                   "a          -      -     -        -       -       -     -\n\n" MATCH_OPEN
                                   "\n2 searches are not done yet\n");
    made_close();
}

/* The same games again are no further evidence: the figures are those of one repetition. */
static void test_match_repeated(void **state)
{
    (void)state;
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
                                      "b          3      1     0     87.5  +338.0  +148.7  +inf\n\n" MATCH_OPEN);
    made_close();
}

/* Games with other seeds make the mean of a position more certain, but add no positions. A position counts when all of
 * its repetitions are there. */
static void test_match_seeded(void **state)
{
    (void)state;
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
    made_close();
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

static void assert_mistake(const char *begin, const char *lines, int line, const char *reason)
{
    struct lab_experiment *it;
    by_error error = {0};
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", begin, lines);
    assert_int_equal(lab_experiment_read("test", text, &made_reader, &it, &error), BY_ERROR_INPUT);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(test_match),
        cmocka_unit_test(test_match_repeated),
        cmocka_unit_test(test_match_seeded),
        cmocka_unit_test(test_mistakes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
