/* SPDX-License-Identifier: MIT
 *
 * The laboratory's output of a run, seen from outside: known figures, measures, games, statistics.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "support/lab.h"

static const char known_markdown[] = "# Tic-tac-toe to its end\n"
                                     "\n"
                                     "Published: A textbook\n"
                                     "\n"
                                     "Game: tictactoe values=plain\n"
                                     "\n"
                                     "Program: boyi %s, sources %s\n"
                                     "\n"
                                     "| variant | limits | search |\n"
                                     "|---|---|---|\n"
                                     "| all | depth 1, 9 | minimax |\n"
                                     "| cut | depth 1, 9 | alphabeta plain |\n"
                                     "\n"
                                     "## What alpha-beta saves\n"
                                     "\n"
                                     "Mean nodes of 1 position:\n"
                                     "\n"
                                     "| depth | all | published | cut | published |\n"
                                     "|---:|---:|---:|---:|---:|\n"
                                     "| 1 | 9 | 9 | 9 | - |\n"
                                     "| 9 | 549,945 | 549,945 | 18,296 | 18,296 |\n"
                                     "\n"
                                     "Against all: change of the mean in %%, and the ratio position by position:\n"
                                     "\n"
                                     "| depth | cut %% | published %% | ratio min | median | max |\n"
                                     "|---:|---:|---:|---:|---:|---:|\n"
                                     "| 1 | +0.0 | - | 1.000 | 1.000 | 1.000 |\n"
                                     "| 9 | -96.7 | -96.7 | 0.033 | 0.033 | 0.033 |\n";

static const char known_csv[] = "table-1,lead,,1,,,Mean nodes of 1 position:,,\n"
                                "table-1,heading,,0,,depth,,,depth\n"
                                "table-1,heading,,0,,all,,,all\n"
                                "table-1,heading,,0,,all published,,,published\n"
                                "table-1,heading,,0,,cut,,,cut\n"
                                "table-1,heading,,0,,cut published,,,published\n"
                                "table-1,heading,,0,,cut change_percent,,,\n"
                                "table-1,heading,,0,,cut ratio_min,,,\n"
                                "table-1,heading,,0,,cut ratio_median,,,\n"
                                "table-1,heading,,0,,cut ratio_max,,,\n"
                                "table-1,table,nodes,1,1,all,9,,\n"
                                "table-1,table,nodes,1,1,all published,9,,\n"
                                "table-1,table,nodes,1,1,cut,9,,\n"
                                "table-1,table,nodes,1,1,cut change_percent,0,,\n"
                                "table-1,table,nodes,1,1,cut ratio_min,1,,\n"
                                "table-1,table,nodes,1,1,cut ratio_median,1,,\n"
                                "table-1,table,nodes,1,1,cut ratio_max,1,,\n"
                                "table-1,table,nodes,2,9,all,549945,,\n"
                                "table-1,table,nodes,2,9,all published,549945,,\n"
                                "table-1,table,nodes,2,9,cut,18296,,\n"
                                "table-1,table,nodes,2,9,cut published,18296,,\n"
                                "table-1,table,nodes,2,9,cut change_percent,-96.6731218576,,\n"
                                "table-1,table,nodes,2,9,cut ratio_min,0.0332687814236,,\n"
                                "table-1,table,nodes,2,9,cut ratio_median,0.0332687814236,,\n"
                                "table-1,table,nodes,2,9,cut ratio_max,0.0332687814236,,\n";

/* The same as a file. */
static const char known_table_csv[] =
    "table,measure,limit_kind,limit,variant,positions,mean,published,base,change_percent,published_change_percent,"
    "ratio_min,ratio_median,ratio_max\n"
    "What alpha-beta saves,nodes,depth,1,all,1,9,9,,,,,,\n"
    "What alpha-beta saves,nodes,depth,1,cut,1,9,,all,0,,1,1,1\n"
    "What alpha-beta saves,nodes,depth,9,all,1,549945,549945,,,,,,\n"
    "What alpha-beta saves,nodes,depth,9,cut,1,18296,18296,all,-96.6731218576,-96.6731218576,"
    "0.0332687814236,0.0332687814236,0.0332687814236\n";

/* A run prints known figures, and every form of the report is exactly this. */
static void test_known_figures(void **state)
{
    char file[PATH_MAX];

    (void)state;
    NEED_DATABASE();
    desk_path("report", file);
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    assert_string_equal(desk.err, "");
    assert_out(desk_known_text);
    assert_good(REPORT("--format", "text"));
    assert_out(desk_known_text);
    assert_good(REPORT("--format", "markdown"));
    assert_out(known_markdown);
    assert_good(REPORT("--format", "csv"));
    assert_says(desk.out, "part,kind,measure,line,row,column,value,partial,shown\n,fact,,,Program,,\"boyi ");
    assert_says(desk.out, "\n,fact,,,Rows,,4,,\n,fact,,,Rows done,,4,,\ntable-1,");
    assert_string_equal(strstr(desk.out, "table-1,"), known_csv);
    assert_good(REPORT("--figures", file));
    desk_path("report/table-1.csv", file);
    desk_read(file, desk.out);
    assert_string_equal(desk.out, known_table_csv);
    assert_good(REPORT("--rows"));
    assert_string_equal(desk.out, desk_known_rows);
    desk_path("rows", file);
    assert_good(REPORT("--rows", "--output", file));
    assert_string_equal(desk.out, "");
    desk_read(file, desk.out);
    assert_string_equal(desk.out, desk_known_rows);
}

/* A report that was written as CSV can be printed in every form, without its rows. */
static void test_from_file(void **state)
{
    char file[PATH_MAX], page[PATH_MAX];

    (void)state;
    NEED_DATABASE();
    desk_path("report.csv", file);
    desk_path("page.html", page);
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--format", "csv", "--output", file));
    assert_good(LAB("report", desk.experiment, "--from", file, "--format", "html", "--output", page));
    desk_read(page, desk.out);
    assert_says(desk.out, "<td>549,945</td>");
    assert_says(desk.out, "<svg class=\"chart\"");
    assert_silent(desk.out, "This is the text as it is now.");
    assert_good(LAB("report", desk.experiment, "--from", file, "--format", "csv"));
    assert_string_equal(strstr(desk.out, "table-1,"), known_csv);
    desk_write(desk.experiment, "# another text\ntitle t\ngame tictactoe\nposition s initial\nvariant all minimax\n"
                                "depths 1 9\ntable T\ncolumns all\nmeasure nodes\n");
    assert_good(LAB("report", desk.experiment, "--from", file, "--format", "html"));
    assert_says(desk.out, "This is the text as it is now.");
}

static void test_from_file_refused(void **state)
{
    char file[PATH_MAX];

    (void)state;
    desk_path("report.csv", file);
    desk_write(desk.experiment, desk_known);
    assert_refused("cannot read", "report", desk.experiment, "--from", file);
    desk_write(file, "part,kind\n");
    assert_refused("expected 9 fields separated by commas", "report", desk.experiment, "--from", file);
    desk_write(file, "a,b,c,d,e,f,g,h,i\n");
    assert_refused("expected a column `part`", "report", desk.experiment, "--from", file);
    desk_write(file, "part,kind,measure,line,row,column,value,partial,shown\n");
    assert_refused("the report has no part table-1", "report", desk.experiment, "--from", file);
    desk_write(file, "part,kind,measure,line,row,column,value,partial,shown\nother,lead,,,,,,,\n");
    assert_refused("has no part 'other' now", "report", desk.experiment, "--from", file);
    desk_write(file, "part,kind,measure,line,row,column,value,partial,shown\ntable-1,duel,,,,,,,\n");
    assert_refused("is not of the kind 'duel'", "report", desk.experiment, "--from", file);
    desk_write(file, "part,kind,measure,line,row,column,value,partial,shown\ntable-1,table,,1,1,all,9,,\n");
    assert_refused("the lines of part table-1 are not in order", "report", desk.experiment, "--from", file);
    desk_write(file, "part,kind,measure,line,row,column,value,partial,shown\ntable-1,heading,,0,,depth,,,depth\n"
                     "table-1,table,,1,1,all,9,,\n");
    assert_refused("part table-1 has no column 'all'", "report", desk.experiment, "--from", file);
    assert_refused("--from is the report of one experiment", "report", desk.experiment, "--from", file, "--rows");
}

/* A table of a counter, by nodes instead of depth, without base and figures. */
static void test_other_measures(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tree\nposition a A(B(3,17),C(2,12))\nposition b A(B(1,2),C(3,4))\n"
                                "variant v alphabeta plain\nnodes 2 100\nmeasure nodes\n"
                                "table Table\ncolumns v\nmeasure hash_cuts\n"
                                "table All\ncolumns v\nmeasure nodes\n");
    assert_good(RUN("--quiet"));
    assert_says(desk.out, "Game: tree bounds=0 wrong_bounds=0\nProgram: boyi");
    /* The first tree has a cut after 12: 5 nodes; the second has none: 6. */
    assert_says(desk.out, "Mean nodes of 2 positions:\n\nnodes    v\n    2    2\n  100  5.5\n");
    assert_null(strstr(desk.out, "Against"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(desk.out, "position,variant,limit,nodes\na,v,2,2\nb,v,2,2\na,v,100,5\nb,v,100,6\n");
}

/* The cost of a ply: minimax of a uniform tree of width 2 has 2, 6, 14, 30 and 62 nodes. Depths of the other parity do
 * not count, nor do published figures beyond. */
static void test_growth(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tree\nposition a random width=2 depth=8 seed=1\n"
                                "position b random width=2 depth=8 seed=2\nvariant v minimax\nvariant w minimax\n"
                                "depths 1-5\ndepths 2 for w\nmeasure nodes\n"
                                "published v nodes 1=1 2=7 3=36 4=50\n"
                                "growth g Growth\nvariants v w\nmeasure nodes\n");
    assert_good(RUN("--quiet"));
    assert_says(desk.out, "By the mean nodes of 2 positions: what a ply multiplies by");
    /* (62 / 2) ^ 1/4, 62 - 30, 14 / 62; published (50 / 7) ^ 1/2, 50 - 36, 7 / 50 */
    assert_says(desk.out,
                "variant  from  to  times a ply  published  last ply adds  published  two plies less  "
                "published\n"
                "v           1   5         2.36       2.67             32         14           1/4.4      "
                "1/7.1\n"
                "w           2   2            -          -              -          -               -          "
                "-\n");
    assert_good(REPORT("--format", "csv"));
    ORDER(desk.out, "g,growth,nodes,1,v,from,1,,\n", "g,growth,nodes,1,v,times_a_ply,2.359611061",
          "g,growth,nodes,1,v,last_ply_adds,32,,\n", "g,growth,nodes,1,v,two_plies_less,0.225806451613,,1/4.4\n",
          "g,growth,nodes,1,v,two_plies_less_published,0.14,,1/7.1\n");
    assert_good(REPORT("--format", "html"));
    assert_says(desk.out, "id=\"part-g\"");
}

/* Means over some of the positions say nothing about growth. */
static void test_growth_of_unfinished_runs(void **state)
{
    static const char growth[] = "growth g Growth\nvariants v\nmeasure nodes\n";
    char text[400];

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tree\nposition a random width=2 depth=8 seed=1\nvariant v minimax\n"
                                "depths 1-3\ntable x\ncolumns v\nmeasure nodes\n");
    assert_good(RUN("--quiet"));
    (void)snprintf(text, sizeof text,
                   "title t\ngame tree\nposition a random width=2 depth=8 seed=1\n"
                   "position b random width=2 depth=8 seed=2\nvariant v minimax\ndepths 1-3\n%s",
                   growth);
    desk_write(desk.experiment, text);
    assert_good(REPORT("--format", "text"));
    assert_says(desk.out, "v           -   -            -");
    assert_says(desk.out, "3 searches are not done yet");
}

/* Positions that a search visited: a proof search visits fewer than it generated, alpha-beta all of them. */
static void test_visited(void **state)
{
    int line = 0;
    double nodes, visited, expanded, again, kept;

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tictactoe\nposition p x.o/.../...\nvariant ab alphabeta plain\n"
                                "variant pn pn\nvariant df df-pn\nnodes 300\n"
                                "measure nodes visited\ntable x\ncolumns ab pn df\nmeasure visited\n");
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_says(desk.out, "p,ab,300,300,300\n");
    desk_write(desk.experiment, "title t\ngame tictactoe\nposition p x.o/.../...\nvariant pn pn\nvariant df df-pn\n"
                                "nodes 300\nmeasure nodes visited expansions re_expansions list_cache_hits\n"
                                "table x\ncolumns pn df\n");
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--rows", "--format", "csv"));
    for (const char *at = strchr(desk.out, '\n') + 1; *at; at = strchr(at, '\n') + 1, line++) {
        int fields = sscanf(at, "p,%*[^,],300,%lf,%lf,%lf,%lf,%lf", &nodes, &visited, &expanded, &again, &kept);

        assert_int_equal(fields, 5);
        assert_true(visited == expanded + again + kept);
        assert_true(visited > 0 && visited < nodes);
    }
    assert_int_equal(line, 2);
}

/* Nodes within the depth and those of quiescence add up to all; a method without quiescence has only the former. */
static void test_main_nodes(void **state)
{
    double nodes, inside, beyond;

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame xiangqi\nposition p initial\nvariant q alphabeta classic\n"
                                "depths 3\nmeasure nodes main_nodes quiescence_nodes\n"
                                "table x\ncolumns q\n");
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_int_equal(sscanf(strchr(desk.out, '\n') + 1, "p,q,3,%lf,%lf,%lf", &nodes, &inside, &beyond), 3);
    assert_true(inside > 0 && beyond > 0 && inside + beyond == nodes);
    desk_write(desk.experiment, "title t\ngame tictactoe\nposition p initial\nvariant m minimax\ndepths 2\n"
                                "measure nodes main_nodes\ntable x\ncolumns m\nmeasure main_nodes\n");
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_says(desk.out, "p,m,2,81,81\n");
}

/* Agreement with the reference's moves, by depth; each search ends with its evaluations. */
static void test_agreement(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tree\nposition a (A~1(5,5),B~9(0,0))\nposition b (A~9(5,5),B~1(0,0))\n"
                                "variant v minimax\nvariant r minimax\ndepths 1 2\ndepths 2 for r\nreference r\n"
                                "measure best agrees\nprogress p Agreement\nvariants v r\nmeasure agrees\n");
    assert_good(RUN("--quiet"));
    assert_says(desk.out, "Mean agrees of 2 positions:\n\ndepth    v  r\n    1  0.5  -\n    2    1  1\n");
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(desk.out, "position,variant,depth,best,agrees\na,v,1,B,0\nb,v,1,A,1\na,v,2,A,1\nb,v,2,A,1\n"
                                  "a,r,2,A,1\nb,r,2,A,1\n");
    desk_write(desk.experiment, "title t\ngame xiangqi\nposition a initial\nvariant v alphabeta\nevaluations 10 200\n"
                                "measure evaluations\nprogress p T\nvariants v\nmeasure evaluations\n");
    assert_good(RUN("--quiet"));
    assert_says(desk.out, "evaluations    v\n         10   10\n        200  200\n");
}

/* A full search loses no line of tic-tac-toe with either colour, and draws against itself; a search of one ply loses
 * some. Games without a known length are refused. */
static void test_games(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tictactoe values=plain\nposition p initial\nvariant best minimax\n"
                                "variant weak minimax\ndepths 9\ndepths 1 for weak\nplays lines best weak\n"
                                "measure lines_won lines_drawn lines_lost best_drawn best_lost weak_won weak_drawn\n"
                                "progress p T\nvariants best weak\nmeasure lines_lost\n");
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(desk.out,
                        "position,variant,depth,lines_won,lines_drawn,lines_lost,best_drawn,best_lost,weak_won,"
                        "weak_drawn\n"
                        "p,weak,1,561,346,256,2,0,0,2\np,best,9,597,185,0,2,0,0,2\n");
    desk_write(desk.experiment, "title t\ngame xiangqi\nposition p initial\nvariant v minimax\ndepths 1\nplays lines\n"
                                "measure lines_won\nprogress p T\nvariants v\nmeasure lines_lost\n");
    assert_int_not_equal(RUN("--quiet"), 0);
    assert_says(desk.err,
                "small.txt, line 6, column 1: position p: only games that surely end within 1000 moves are played");
    desk_write(desk.experiment, "title t\ngame connect4\nposition p initial\nvariant v minimax\ndepths 1\nplays lines\n"
                                "measure lines_won\nprogress p T\nvariants v\nmeasure lines_lost\n");
    assert_int_not_equal(RUN("--quiet"), 0);
    assert_says(desk.err, "boyi lab: small: variant v, position p: playing against every line (plays lines) takes more "
                          "than 100000 searches");
}

/* The statistics of several positions: means, their change, and the minimum, median and maximum ratio. */
static void test_statistics(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame tree\n"
                                "position a A(B(3,17),C(2,12))\n"            /* 6 nodes, 5 by alpha-beta */
                                "position b A(B(1,2),C(3,4))\n"              /* 6, 6 */
                                "position c A(B(9,9),C(1,5,5,5,5),D(2,5))\n" /* 12, 7 */
                                "position d A(1)\n"                          /* 1, 1 */
                                "variant all minimax\nvariant cut alphabeta plain\ndepths 5\n"
                                "table x\ncolumns all cut\nbase all\nmeasure nodes\n");
    assert_good(RUN("--quiet", "--format", "csv"));
    /* means 25/4 and 19/4; ratios 5/6, 1, 7/12, 1 */
    assert_says(desk.out, "table-1,table,nodes,1,5,all,6.25,,\n"
                          "table-1,table,nodes,1,5,cut,4.75,,\n"
                          "table-1,table,nodes,1,5,cut change_percent,-24,,\n"
                          "table-1,table,nodes,1,5,cut ratio_min,0.583333333333,,\n"
                          "table-1,table,nodes,1,5,cut ratio_median,0.916666666667,,\n"
                          "table-1,table,nodes,1,5,cut ratio_max,1,,\n");
}

#define SOME_TREE  "position a A(B(3,17),C(2,12))\n"
#define OTHER_TREE "position b A(B(1,2),C(3,4))\n"
#define PARTIAL(positions, columns)                                                                                    \
    "title t\ngame tree\n" positions "variant all minimax\nvariant cut alphabeta plain\nmeasure nodes\n" columns
#define BOTH "depths 5\ntable x\ncolumns all cut\nbase all\n"

/* A mean over some of the positions has a mark, and is compared only over positions that both columns have. */
static void test_partial(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, PARTIAL(SOME_TREE, BOTH));
    assert_good(RUN("--quiet"));
    desk_write(desk.experiment, PARTIAL(SOME_TREE OTHER_TREE, BOTH));
    assert_good(REPORT("--format", "text"));
    assert_says(desk.out, "Not finished: 2 of 4 rows are done\n");
    assert_says(desk.out, "depth  all  cut\n    5   6*   5*\n");
    assert_says(desk.out, "    5  -16.7*     0.833*  0.833*  0.833*\n\n* not of all positions\n");
    assert_good(REPORT("--format", "markdown"));
    assert_says(desk.out, "| 5 | 6\\* | 5\\* |\n");
    assert_good(REPORT("--format", "csv"));
    assert_says(desk.out, "table-1,table,nodes,1,5,all,6,yes,\n");

    desk_write(desk.experiment, PARTIAL(OTHER_TREE, "depths 5\ndepths 4 for all\ntable x\ncolumns cut\n"));
    assert_good(RUN("--quiet"));
    desk_write(desk.experiment, PARTIAL(SOME_TREE OTHER_TREE, BOTH));
    assert_good(REPORT("--format", "text"));
    assert_says(desk.out, "depth  all  cut\n    5   6*  5.5\n");
    assert_says(desk.out, "    5  -16.7*     0.833*  0.833*  0.833*\n");
}

/* Tables and parts appear in the order of the text, in every form; CSV has all of them. */
static void test_order(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment,
               "title A *star* <b>\ngame tree\nposition a A(B(3,17),C(2,12))\nposition b A(B(1,2),C(3,4))\n"
               "variant v minimax\nvariant w alphabeta plain\ndepths 1 5\nmeasure nodes\n"
               "summary first One_1 _and_ <i>\nvariants v w\nmeasure nodes depth\nover all\nbase v\n"
               "published v nodes 5=7\n"
               "table Two\ncolumns v w\nmeasure nodes\n"
               "progress third Three\nvariants w\nmeasure nodes\n"
               "table Four\ncolumns w\nmeasure evaluations\n");
    assert_good(RUN("--quiet"));
    ORDER(desk.out, "A *star* <b>\n", "\nOne_1 _and_ <i>\n", "\nTwo\n", "\nThree\n", "\nFour\n");
    assert_good(REPORT("--format", "markdown"));
    ORDER(desk.out, "# A \\*star\\* \\<b\\>\n", "\n## One_1 \\_and\\_ \\<i\\>\n", "\n## Two\n", "\n## Three\n",
          "\n## Four\n");
    assert_good(REPORT("--format", "html"));
    ORDER(desk.out, "href=\"#part-first\"", "href=\"#table-1\"", "href=\"#part-third\"", "href=\"#table-2\"",
          "id=\"part-first\"", "id=\"table-1\"", "id=\"part-third\"", "id=\"table-2\"");
    assert_good(REPORT("--format", "csv"));
    ORDER(desk.out, "part,kind,measure,line,row,column,value,partial,shown\n", "first,summary,,1,v,nodes,6,,\n",
          "first,summary,,1,v,nodes_published,7,,\n", "first,summary,,2,w,nodes,5.5,,\n",
          "first,summary,,2,w,nodes_change_percent,", "table-1,table,nodes,1,1,v,2,,\n",
          "table-1,table,nodes,2,5,w,5.5,,\n", "third,progress,nodes,1,1,w,2,,\n", "third,progress,nodes,2,5,w,5.5,,\n",
          "table-2,table,evaluations,1,1,w,");
}

/* A picture of a game without a board has only its table; one of Go without a question has a title without one. */
static void test_games_of_pictures(void **state)
{
#define PICTURE_OF(game, positions)                                                                                    \
    "title t\ngame " game "\n" positions "variant v alphabeta plain\nvariant w minimax\ndepths 4\nmeasure nodes\n"     \
    "picture pic Picture\nvariants v w\nmeasure nodes\ntable x\ncolumns v\n"

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, PICTURE_OF("tictactoe", "position nearly xx./oo./...\n"));
    assert_good(RUN("--quiet", "--format", "html"));
    ORDER(desk.out, ">nearly</td>", "</section>");
    assert_null(strstr(desk.out, "<img"));
    desk_write(desk.experiment, PICTURE_OF("go size=3", "position small 3 .X./XXX/... b\n"));
    assert_good(RUN("--quiet", "--format", "html"));
    assert_says(desk.out, "<img");
}

/* Reports name what made their rows and, if that is another command, what wrote them. */
static void test_origin(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    ORDER(desk.out, "\nMade by `boyi lab run ", "small.txt --database ", "` with ", ", flags ", ", on ", ".\n");
    assert_silent(desk.out, "Written by");
    assert_good(REPORT("--format", "markdown"));
    ORDER(desk.out, "\nMade by `boyi lab run ", "small.txt --database ", "` with ", ", flags ", ", on ",
          ". Written by `boyi lab report ", "--format markdown`.\n");
    assert_good(REPORT("--format", "html"));
    ORDER(desk.out, "<dt>Command</dt><dd><code>boyi lab run ", "<dt>Page written by</dt><dd><code>boyi lab report ",
          "<dt>Compiler</dt>", "<dt>Processor</dt>");
    assert_good(RUN("--quiet", "--format", "html"));
    assert_says(desk.out, "<dt>Command</dt><dd><code>boyi lab run ");
    assert_silent(desk.out, "Page written by");
}

/* An experiment without a quick form, and a folder that cannot be created. */
static void test_figures_refused(void **state)
{
    char below[2 * sizeof desk.experiment];

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, desk_known);
    assert_refused("does not define a quick run", "run", desk.experiment, "--database", desk.database, "--quick");
    (void)snprintf(below, sizeof below, "%s/at/all", desk.experiment); /* which is not a folder */
    assert_int_equal(RUN("--figures", below), 1);
    assert_says(desk.err, "cannot make the folder ");
    assert_says(desk.err, "small.txt: File exists\n");
    assert_string_equal(desk.out, ""); /* before anything is searched */
}

#ifdef HAS_SQLITE
/* A search may end when its question is decided. Here the next move wins, but until alpha-beta has searched all others
 * to the end it continues. */
static void test_decided(void **state)
{
    static const char form[] = "title t\ngame xiangqi\n"
                               "position a 4k4/R8/1R7/9/9/9/9/9/9/3K5 w\n"
                               "variant v alphabeta plain deepening=1\nnodes 3000\n%s"
                               "measure nodes\ntable x\ncolumns v\n";
    char text[512];

    (void)state;
    (void)snprintf(text, sizeof text, form, "");
    desk_write(desk.experiment, text);
    assert_good(RUN("--quiet"));
    assert_int_equal(desk_ask("SELECT nodes = 3000 AND answer = 'yes' FROM result ORDER BY id DESC"), 1);
    (void)snprintf(text, sizeof text, form, "decided\n");
    desk_write(desk.experiment, text);
    assert_good(RUN("--quiet"));
    assert_int_equal(
        desk_ask("SELECT nodes < 100 AND answer = 'yes' AND stopped = 'done' FROM result ORDER BY id DESC"), 1);
    assert_int_equal(desk_ask("SELECT count(*) FROM point JOIN result ON id = result WHERE stopped = 'done'"), 1);
    /* Not only the recorded part ends there */
    assert_int_equal(desk_ask("SELECT min(evaluations) < max(evaluations) FROM result"), 1);
}

/* The capture of blocks in Go, as a quick run: it prints all parts and writes all files. */
static void test_go_capture(void **state)
{
    static const char *const files[] = {"table1.csv",
                                        "better-nodes.csv",
                                        "fig3-5.csv",
                                        "fig3-5.svg",
                                        "fig6.csv",
                                        "fig7.csv",
                                        "fig7.svg",
                                        "evaluation-captured.csv",
                                        "evaluation-captured.svg",
                                        "numbers-escaped.csv",
                                        "numbers-escaped.svg",
                                        "numbers-unsolved.svg",
                                        "prediction.csv"};
    char path[PATH_MAX];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "go-capture", "--quick", "--quiet", "--database", desk.database, "--figures", desk.folder));
    assert_string_equal(desk.err, "");
    assert_says(desk.out, "Table 1: six searches, and ours\n");
    assert_says(desk.out, "solved by neither ");
    assert_says(desk.out, "predicted yes  predicted no  nothing\n");
    assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE answer = 'none'"), 0);
    assert_int_equal(desk_ask("SELECT count(*) > 4 FROM result WHERE answer = 'yes'"), 1);
    assert_int_equal(desk_ask("SELECT count(*) > 4 FROM result WHERE answer = 'no'"), 1);
    /* Alpha-beta ends when it knows; captured blocks leave no evaluation and no proof number */
    assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE method = 'alphabeta' AND nodes > 5000"), 0);
    assert_int_equal(desk_ask("SELECT count(*) FROM result JOIN point ON id = result WHERE method = 'alphabeta' "
                              "AND (evaluation = 0) <> (answer = 'yes' AND point.depth = result.depth)"),
                     0);
    assert_int_equal(desk_ask("SELECT count(*) FROM result JOIN point ON id = result WHERE method = 'alphabeta' "
                              "AND (proof_number IS NOT NULL OR disproof_number IS NOT NULL)"),
                     0);
    assert_int_equal(desk_ask("SELECT count(*) FROM result JOIN point ON id = result WHERE method <> 'alphabeta' "
                              "AND (proof_number = 0) <> (disproof_number IS NULL)"),
                     0);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        desk_path(files[i], path);
        desk_read(path, desk.out);
        assert_true(strlen(desk.out) > 10);
    }
    desk_path("fig7.svg", path);
    desk_read(path, desk.out);
    assert_says(desk.out, "<svg");
    assert_says(desk.out, " nodes, ab+hash: ");
    /* Without --quick it would take too long, and the user did not ask for that */
    assert_good(LAB("report", "go-capture", "--database", desk.database));
    assert_says(desk.out, "Not finished: ");
}
#endif

int main(void)
{
#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)
    const struct CMUnitTest tests[] = {
        ON_DESK(test_known_figures),
        ON_DESK(test_from_file),
        ON_DESK(test_from_file_refused),
        ON_DESK(test_other_measures),
        ON_DESK(test_agreement),
        ON_DESK(test_games),
        ON_DESK(test_statistics),
        ON_DESK(test_partial),
        ON_DESK(test_order),
        ON_DESK(test_games_of_pictures),
        ON_DESK(test_origin),
        ON_DESK(test_figures_refused),
        ON_DESK(test_growth),
        ON_DESK(test_growth_of_unfinished_runs),
        ON_DESK(test_visited),
        ON_DESK(test_main_nodes),
#ifdef HAS_SQLITE
        ON_DESK(test_decided),
        ON_DESK(test_go_capture),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
