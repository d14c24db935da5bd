/* SPDX-License-Identifier: MIT
 *
 * The laboratory's commands from outside, with a folder of experiments of our own and with those that come with Boyi.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/search.h"
#include "boyi/text.h"
#include "lab/database.h"
#include "support/check.h"
#include "support/lab.h"
#include "support/sanitizer.h"

#ifdef HAS_SQLITE
#include <sqlite3.h>
#endif

enum { NAMES_MOST = 64 };

/* ---- The folder ------------------------------------------------------------------------------------------------ */

static char home[PATH_MAX];

/* Three experiments whose names are in another order than their costs, and one that tells no cost. */
static const char *const small[][2] = {
    {"experiments/a-dear.txt", "title Dear <one> & only\npaper A paper\ngame tictactoe\nposition p initial\n"
                               "position q x../.o./...\nvariant v alphabeta plain\nvariant w minimax\ndepths 1-4\n"
                               "measure nodes value best\nquick 1 2\ncost 5000 3\n"
                               "table t\ncolumns v w\nbase w\nmeasure nodes\n"},
    {"experiments/b-cheap.txt", "title Cheap\ngame tictactoe\nposition p .../.x./...\nvariant v minimax\ndepths 1-3\n"
                                "quick 1 2\ncost 7 2\ntable t\ncolumns v\nmeasure nodes\n"},
    {"experiments/c-free.txt", "title Of unknown cost\ngame tictactoe\nposition p .x./.../...\nvariant v minimax\n"
                               "depths 1-2\nquick 1 1\ntable t\ncolumns v\nmeasure nodes\n"},
    {"experiments/d-middle.txt", "title Middle\ngame tictactoe\nposition p x../.../...\nvariant v minimax\ndepths 1-2\n"
                                 "quick 1 2\ncost 60 1\nprogress m Nodes\nvariants v\nmeasure nodes\n"},
};

enum { SMALL_COUNT = sizeof small / sizeof small[0] };

/* The program works in the folder, where its data are kept too. */
static int make_folder(void **state)
{
    char data[PATH_MAX];

    assert_int_equal(desk_open(state), 0);
    assert_non_null(getcwd(home, sizeof home));
    desk_path("data", data);
    assert_int_equal(mkdir(data, 0700), 0);
    assert_int_equal(setenv("XDG_DATA_HOME", data, 1), 0);
    assert_int_equal(chdir(desk.folder), 0);
    assert_int_equal(mkdir("experiments", 0700), 0);
    for (size_t i = 0; i < SMALL_COUNT; i++)
        desk_write(small[i][0], small[i][1]);
    return 0;
}

static int remove_folder(void **state)
{
    assert_int_equal(chdir(home), 0);
    return desk_close(state);
}

/* ---- Which there are ------------------------------------------------------------------------------------------- */

/* The list is in the order of cost, with those of unknown cost behind, and then what is wrong with others. */
static void test_list(void **state)
{
    (void)state;
    desk_write("experiments/broken.txt", "title t\ngame tictactoe\nposition p initial\nvariant v minimal\n");
    assert_good(LAB("list"));
    assert_string_equal(desk.err, "");
    assert_string_equal(desk.out, "experiment  title                cost  quick  searches\n"
                                  "b-cheap     Cheap                 7 s    2 s         3\n"
                                  "d-middle    Middle               60 s    1 s         2\n"
                                  "a-dear      Dear <one> & only  83 min    3 s        16\n"
                                  "c-free      Of unknown cost         -      -         2\n"
                                  "\nbroken is left out: line 4, column 11: unknown method 'minimal', did you mean "
                                  "'minimax'?\n");
    assert_good(LAB("list", "--quick"));
    ORDER(desk.out, "\nd-middle", "\nb-cheap", "\na-dear", "\nc-free");
    assert_int_not_equal(access("data/boyi", F_OK), 0); /* who only looks makes nothing */
    if (desk_has_database())
        assert_refused("unable to open", "list", "--database", "none.sqlite");
    assert_int_equal(remove("experiments/broken.txt"), 0);
    assert_int_equal(mkdir("experiments/inner.txt", 0700), 0);
    assert_good(LAB("list"));
    assert_says(desk.out, "\ninner is left out: cannot read it: Is a directory\n");
}

/* Where there is no folder of experiments, which one was looked for is told, and what can be done. */
static void test_no_folder(void **state)
{
    static const char *const commands[] = {"list", "status"};
    char expected[2 * PATH_MAX];

    (void)state;
    assert_int_equal(chdir("data"), 0);
    (void)snprintf(expected, sizeof expected,
                   "cannot read the folder %s/data/experiments: No such file or directory; name files, or begin where "
                   "there is a folder experiments\n",
                   desk.folder);
    for (size_t i = 0; i < 2; i++)
        assert_refused(expected, commands[i]);
    assert_refused(expected, "run", "all");
    assert_refused(expected, "check", "all");
    assert_refused("there is no file 'b-cheap', and none 'experiments/b-cheap.txt'\n", "run", "b-cheap");
    assert_int_equal(chdir(".."), 0);
}

/* How many rows are there. */
static void test_list_done(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "b-cheap", "--quick", "--quiet"));
    assert_good(LAB("list"));
    assert_says(desk.out, "searches  done\n");
    assert_says(desk.out, "b-cheap     Cheap                 7 s    2 s         3     2\n");
    assert_good(LAB("list", "--quick"));
    assert_says(desk.out, "2 s         2     2\n");
}

/* What an experiment is made of. */
static void test_show(void **state)
{
    (void)state;
    assert_good(LAB("show", "a-dear"));
    assert_string_equal(desk.out, "a-dear: Dear <one> & only\n\n"
                                  "paper     A paper\n"
                                  "game      tictactoe values=distance\n"
                                  "searches  16\n"
                                  "positions 2\n\n"
                                  "variant  depth  times  search\n"
                                  "v        1-4    1      alphabeta plain\n"
                                  "w        1-4    1      minimax\n\n"
                                  "measures  nodes value best\n"
                                  "table     t\n"
                                  "cost      83 min of search time\n"
                                  "quickly   3 s of search time\n"
                                  "quick     1 position, depth up to 2\n");
    assert_good(LAB("show", "a-dear", "--quick"));
    assert_says(desk.out, "searches  4\npositions 1\n");
    assert_good(LAB("show", "experiments/d-middle.txt"));
    assert_says(desk.out, "\npart      m: Nodes\n");
}

/* Where variants have games of their own, it is told in what these differ; and how often searches are repeated. */
static void test_own_games(void **state)
{
    static const char *const searches[][2] = {{"alphabeta plain", "-"}, {"minimax", "values=plain"}};
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    desk_write("experiments/e.txt", "title t\ngame tictactoe\nposition p initial\nvariant v alphabeta plain\n"
                                    "variant w minimax\ngame tictactoe values=plain for w\ndepths 1-2\n"
                                    "repetitions 5\ntable t\ncolumns v w\nmeasure nodes\n"
                                    "summary s S\nvariants v w\nmeasure nodes\nover all\n"
                                    "progress q Q\nvariants v w\nmeasure nodes\n");
    assert_good(LAB("show", "e"));
    ORDER(desk.out, "game      tictactoe values=distance\n", "variant  depth  times  search           game\n",
          "v        1-2    5      alphabeta plain  -\n", "w        1-2    5      minimax          values=plain\n");
    NEED_DATABASE();
    assert_good(LAB("run", "e", "--quiet", "--output", "pages"));
    assert_good(LAB("report", "e"));
    ORDER(desk.out, "\nv  depth 1-2  5 times  alphabeta plain  -\n",
          "\nw  depth 1-2  5 times  minimax          game: values=plain\n",
          "\nMean nodes of 1 position, 5 times each:\n", "\nLimit: depth 2, 5 times each. Of 1 position;",
          "\nMean nodes of 1 position, 5 times each:\n");
    desk_read("pages/e.md", text);
    ORDER(text, "| variant | limits | times | search | game |\n", "| v | depth 1-2 | 5 | alphabeta plain | - |\n",
          "| w | depth 1-2 | 5 | minimax | values=plain |\n", "Mean nodes of 1 position, 5 times each:");
    desk_read("pages/e.html", text);
    for (size_t i = 0; i < 2; i++) {
        char row[256];

        (void)snprintf(row, sizeof row, "<td class=\"left\">5</td><td class=\"left\">%s</td><td class=\"left\">%s</td>",
                       searches[i][0], searches[i][1]);
        assert_says(text, row);
    }
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

static void test_mistakes(void **state)
{
    (void)state;
    assert_refused("expected list, show, check, run, status, report, compare or export", "zzzzzzzz");
    assert_refused("unknown action 'rum', did you mean 'run'?", "rum");
    assert_refused("there is no experiment 'd-midle', did you mean 'd-middle'?\n", "run", "d-midle");
    assert_says(desk.err, "there are: a-dear, b-cheap, c-free, d-middle\n");
    assert_refused("there is no file 'qqqqqqqqqqqq', and none 'experiments/qqqqqqqqqqqq.txt'\n", "show",
                   "qqqqqqqqqqqq");
    assert_says(desk.err, "there are: a-dear, b-cheap, c-free, d-middle\n");
    assert_refused("there are two experiments 'b-cheap'", "run", "b-cheap", "experiments/b-cheap.txt");
    assert_refused("`all` is every experiment of the folder experiments: expected it alone, or names\n", "run", "all",
                   "b-cheap");
    assert_refused("expected it alone", "check", "b-cheap", "all");
    assert_refused("EXPERIMENT... is missing", "run");
    assert_refused("reports are printed as text or markdown", "run", "b-cheap", "d-middle", "--format", "csv");
    assert_refused("without --format and --rows", "run", "all", "--output", "pages", "--rows");
    assert_refused("--output DIR is missing", "export", "b-cheap");
    assert_refused("unknown form 'htm', did you mean 'html'?", "run", "b-cheap", "--format", "htm");
    assert_refused("expected text, markdown or csv", "compare", "b-cheap", "--format", "pictures");
    assert_int_not_equal(access("data/boyi", F_OK), 0);
}

/* Each command tells what it does. */
static void test_help(void **state)
{
    static const char *const commands[] = {"list", "show", "check", "run", "status", "report", "compare", "export"};
    char usage[64];

    (void)state;
    assert_good(LAB("--help"));
    ORDER(desk.out, "\n  list ", "\n  show ", "\n  check ", "\n  run ", "\n  status ", "\n  report ", "\n  compare ",
          "\n  export ");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        assert_good(LAB(commands[i], "--help"));
        (void)snprintf(usage, sizeof usage, "\nusage: boyi lab %s ", commands[i]);
        assert_says(desk.out, usage);
    }
    assert_good(LAB("run", "--help"));
    assert_says(desk.out, "NAME.csv");
}

/* A folder is no experiment, wherever one is looked for; but it does not hide one of its name. */
static void test_folders(void **state)
{
    (void)state;
    assert_int_equal(mkdir("d.txt", 0700), 0);
    assert_int_equal(mkdir("b-cheap", 0700), 0);
    assert_int_equal(mkdir("experiments/inner.txt", 0700), 0);
    assert_refused("d.txt is a folder, expected a file\n", "check", "d.txt");
    assert_silent(desk.err, "there is no");
    assert_refused("experiments is a folder, expected a file\n", "run", "experiments");
    assert_refused("experiments/inner.txt is a folder, expected a file\n", "show", "inner");
    assert_refused("experiments/inner.txt is a folder, expected a file\n", "run", "all");
    assert_good(LAB("check", "b-cheap"));
}

/* The first mistake of every file is told, the good ones are listed all the same, and in the end all are counted. */
static void test_check_all(void **state)
{
    (void)state;
    desk_write("one.txt", "title t\ngame tictactoe\nposition p initial\nvariant v minimal\n");
    desk_write("two.txt", "titel t\n");
    assert_int_equal(LAB("check", "one.txt", "d-middle", "two.txt", "none.txt", "b-cheap"), 2);
    ORDER(desk.err, "boyi lab: one.txt, line 4, column 11: unknown method 'minimal', did you mean 'minimax'?\n",
          "    variant v minimal\n",
          "boyi lab: two.txt, line 1, column 1: unknown word 'titel', did you mean 'title'?\n",
          "there is no file 'none.txt'", "boyi lab: 3 of 5 experiments are refused\n");
    assert_string_equal(desk.out, "b-cheap: 1 position, 1 variant, 3 searches, 1 table and 0 other parts\n"
                                  "d-middle: 1 position, 1 variant, 2 searches, 0 tables and 1 other part\n");
    assert_refused("boyi lab: 2 of 3 experiments are refused\n", "run", "one.txt", "d-middle", "two.txt");
    assert_refused("line 4, column 11", "check", "one.txt");
    assert_silent(desk.err, "refused");
}

/* One bad experiment among all, and nothing is run. */
static void test_all_or_nothing(void **state)
{
    (void)state;
    desk_write("experiments/e.txt", "title t\ngame tictactoe\nposition p initial\nvariant v minimal\n");
    assert_refused("experiments/e.txt, line 4, column 11: unknown method 'minimal'", "run", "all", "--quick");
    assert_int_equal(LAB("check", "all"), 2);
    assert_says(desk.err, "line 4, column 11");
    assert_says(desk.err, "1 of 5 experiments is refused\n");
    desk_write("experiments/e.txt", "title t\ngame tictactoe\nposition p initial\nvariant v minimax\ndepths 1\n"
                                    "table t\ncolumns v\nmeasure nodes\n");
    assert_refused("does not say what a quick run is", "run", "all", "--quick");
    assert_int_not_equal(access("data/boyi", F_OK), 0);
    assert_good(LAB("check", "all"));
    ORDER(desk.out, "b-cheap: 1 position, 1 variant, 3 searches", "d-middle:", "a-dear:", "c-free:", "e:");
    for (size_t i = 0; i < SMALL_COUNT; i++)
        assert_int_equal(remove(small[i][0]), 0);
    assert_int_equal(remove("experiments/e.txt"), 0);
    assert_refused("there is no experiment in the folder experiments", "run", "all");
}

/* ---- Running several ------------------------------------------------------------------------------------------- */

/* In the order of cost, of those that are named or of all, with what is done of all. */
static void test_order(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "c-free", "a-dear", "experiments/d-middle.txt"));
    ORDER(desk.err, "1/3 d-middle: 0 of 2 rows, about ", " left; all: 0 of 20 rows, more than ",
          "1/3 d-middle: 2 of 2 rows after ", "; all: 2 of 20 rows, more than ", "2/3 a-dear: 0 of 16 rows, about ",
          " left; all: 2 of 20 rows, more than ", "2/3 a-dear: 16 of 16 rows after ",
          "; all: 18 of 20 rows, time left unknown\n", "3/3 c-free: 2 of 2 rows after ", "; all: 20 of 20 rows\n");
    ORDER(desk.out, "Middle\n", "\n\nDear <one> & only\n", "\n\nOf unknown cost\n");
    assert_good(LAB("run", "all", "--jobs", "1"));
    ORDER(desk.err, "1/4 b-cheap: 0 of 3 rows, about 7 s left; all: 20 of 23 rows, about 7 s left\n",
          "1/4 b-cheap: 3 of 3 rows after ", "; all: 23 of 23 rows\n",
          "2/4 d-middle: 2 of 2 rows were there already; all: 23 of 23 rows\n",
          "3/4 a-dear: 16 of 16 rows were there already", "4/4 c-free: 2 of 2 rows were there already");
    assert_good(LAB("run", "all", "--quick", "--quiet", "--format", "markdown"));
    assert_string_equal(desk.err, "");
    ORDER(desk.out, "# Middle (quick form)\n", "\n# Cheap (quick form)\n", "\n# Dear",
          "\n# Of unknown cost (quick form)\n");
}

/* The time that is left for all: by costs, for the rows that are missing, with so many workers. */
static void test_time_left(void **state)
{
    (void)state;
    NEED_DATABASE();
    assert_int_equal(remove("experiments/c-free.txt"), 0);
    assert_good(LAB("run", "all", "--jobs", "2"));
    assert_says(desk.err,
                "1/3 b-cheap: 0 of 3 rows, about 4 s left; all: 0 of 21 rows, about 42 min left\n"); /* 5,067 s */
    assert_good(LAB("run", "all", "--jobs", "1", "--database", "other.sqlite"));
    assert_says(desk.err, "1/3 b-cheap: 0 of 3 rows, about 7 s left; all: 0 of 21 rows, about 84 min left\n");
    /* They take no time, so that a-dear, of 5,000 s, is expected to take less than that. */
    assert_silent(desk.err, "2/3 d-middle: 0 of 2 rows, about 60 s left");
    assert_good(LAB("run", "a-dear", "--quick", "--quiet", "--database", "third.sqlite"));
    assert_good(LAB("run", "all", "--jobs", "1", "--database", "third.sqlite"));
    assert_says(desk.err, "all: 4 of 21 rows, about 64 min left\n"); /* 12 of 16 rows of a-dear, and the others */
}

/* Pages of all, an index that leads to them, and nothing on standard output. */
static void test_pages(void **state)
{
    static const char *const files[] = {"a-dear", "b-cheap", "c-free", "d-middle"};
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "all", "--quick", "--quiet", "--output", "pages"));
    assert_string_equal(desk.out, "");
    desk_read("pages/index.html", text);
    ORDER(text, "<!DOCTYPE html>", "boyi lab run all --quick", "href=\"d-middle.html\"", "href=\"d-middle.md\"",
          "href=\"d-middle.csv\"", "href=\"b-cheap.html\"", "href=\"a-dear.html\"", "Dear &lt;one&gt; &amp; only",
          "A paper", "href=\"c-free.html\"", "</html>");
    assert_says(text, "@media (max-width: 50em)"); /* rows become blocks, so that nobody has to scroll sideways */
    assert_silent(text, "not yet run");
    assert_silent(text, "<one>");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[64], command[64];

        (void)snprintf(path, sizeof path, "pages/%s.html", files[i]);
        (void)snprintf(command, sizeof command, "boyi lab run %s --quick", files[i]);
        desk_read(path, text);
        assert_says(text, "<!DOCTYPE html>");
        assert_says(text, command);
        (void)snprintf(path, sizeof path, "pages/%s.md", files[i]);
        desk_read(path, text);
        assert_true(text[0] == '#');
        assert_says(text, command);
        (void)snprintf(path, sizeof path, "pages/%s.csv", files[i]);
        desk_read(path, text);
        ORDER(text, "part,kind,measure,line,row,column,value,partial\n", ",nodes,1,1,v,");
    }
    assert_good(LAB("run", "b-cheap", "--quiet", "--output", "new/and//deep/", "--figures", "new/figures/of/it"));
    assert_int_equal(access("new/and/deep/b-cheap.html", F_OK), 0);
    assert_int_equal(access("new/figures/of/it/table-1.svg", F_OK), 0);
    assert_int_equal(LAB("run", "b-cheap", "--output", "experiments/b-cheap.txt/x/y"), 1);
    assert_says(desk.err, "cannot make the folder experiments/b-cheap.txt: File exists");
    assert_int_equal(LAB("run", "b-cheap", "--output", "experiments/b-cheap.txt"), 1);
    assert_says(desk.err, "cannot make the folder experiments/b-cheap.txt");
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

/* Whoever writes a report into a folder with others leaves these in the index, once each and at their places. */
static void test_index_of_others(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "all", "--quick", "--quiet", "--output", "pages"));
    desk_write("experiments/a b%c.txt", small[1][1]);
    assert_good(LAB("run", "b-cheap", "a b%c", "--quiet", "--output", "pages"));
    desk_read("pages/index.html", text);
    ORDER(text, "boyi lab run b-cheap ", "listed as it was", "href=\"d-middle.html\"", "Middle (quick form)",
          "href=\"b-cheap.html\"", "<td>Cheap</td>", "href=\"a-dear.html\"", "href=\"c-free.html\"",
          "href=\"a%20b%25c.html\"", "</table>");
    assert_int_equal(count_of(text, "<tr><td"), 5);
    assert_int_equal(remove("pages/a-dear.html"), 0);
    assert_good(LAB("report", "d-middle", "c-free", "--output", "pages"));
    desk_read("pages/index.html", text);
    ORDER(text, "href=\"d-middle.html\"", "<td>Middle</td>", "href=\"b-cheap.html\"", "href=\"c-free.html\"",
          "href=\"a%20b%25c.html\"");
    assert_int_equal(count_of(text, "<tr><td"), 4);
    assert_silent(text, "a-dear");
    assert_good(LAB("run", "all", "--quiet", "--output", "pages")); /* in the order of cost again */
    desk_read("pages/index.html", text);
    assert_silent(text, "listed as it was");
    assert_int_equal(count_of(text, "<tr><td"), 5);
    ORDER(text, "href=\"b-cheap.html\"", "href=\"d-middle.html\"", "href=\"a-dear.html\"", "href=\"c-free.html\"");
}

/* Reports of several, also of what is not searched yet: the same files without searching. */
static void test_reports_of_several(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "b-cheap", "--quick", "--quiet"));
    assert_good(LAB("report", "all", "--quick", "--output", "pages", "--figures", "figures"));
    assert_string_equal(desk.out, "");
    desk_read("pages/index.html", text);
    ORDER(text, "boyi lab report all --quick --output pages", "href=\"d-middle.html\"", ">0 of 2<",
          "href=\"b-cheap.csv\"");
    desk_read("pages/b-cheap.md", text);
    ORDER(text, "\nMade by `boyi lab run experiments/b-cheap.txt --quick` with ",
          " Written by `boyi lab report all --quick --output pages --figures figures`.\n");
    assert_int_equal(access("figures/d-middle/m.csv", F_OK), 0);
    assert_good(LAB("report", "b-cheap", "d-middle", "--quick"));
    ORDER(desk.out, "Middle (quick form)\n", "Not finished: 0 of 2", "\nCheap (quick form)\n");
    assert_refused("are printed as text or markdown", "report", "all", "--format", "csv");
    assert_refused("without --format and --rows", "report", "all", "--rows", "--output", "pages");
}

/* One page from `report`, and figures of several experiments in folders of their own. */
static void test_other_output(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "d-middle", "b-cheap", "--quiet", "--figures", "figures"));
    desk_read("figures/d-middle/m.csv", text);
    assert_int_equal(access("figures/b-cheap", F_OK), 0);
    assert_good(LAB("report", "d-middle", "--format", "html", "--output", "middle.html"));
    desk_read("middle.html", text);
    assert_says(text, "<!DOCTYPE html>");
    assert_says(text, "boyi lab report d-middle --format html --output middle.html");
    assert_refused("unknown form 'html', expected text, markdown or csv", "report", "d-middle", "--rows", "--format",
                   "html");
    assert_int_equal(LAB("report", "d-middle", "--output", "no/such/report.txt"), 1);
    assert_says(desk.err, "cannot write no/such/report.txt: there is no folder no/such");
}

/* Ctrl-C ends all: what is complete is reported, the others are not, and how to go on is said. */
static void test_interrupted(void **state)
{
    const char *const words[] = {"run", "all", "--output", "pages", NULL};
    const char *const own_words[] = {"run", "my own/endless.txt", "--database", "my rows", "--figures", "f g", "--rows",
                                     NULL};
    static char text[DESK_OUTPUT_MOST];
    pid_t pid;

    (void)state;
    NEED_DATABASE();
    desk_write("experiments/endless.txt", "title Endless\ngame pairs width=8 height=8 line=6\nposition a initial\n"
                                          "variant v minimax\ndepths 60\ncost 1000000\n"
                                          "table t\ncolumns v\nmeasure nodes\n");
    pid = desk_start("out", "err", words);
    desk_wait_for_words("err", "4/5 endless: 0 of 1 rows");
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(desk_wait(pid), 130);
    desk_read("err", desk.err);
    assert_says(desk.err, "ended; 0 of 1 rows of endless are kept. To go on: boyi lab run all --output pages\n");
    desk_read("pages/index.html", text);
    ORDER(text, "href=\"b-cheap.html\"", "href=\"a-dear.html\"", "<td>endless</td>", "not yet run", "<td>c-free</td>",
          "not yet run");
    assert_int_equal(access("pages/a-dear.md", F_OK), 0);
    assert_int_not_equal(access("pages/c-free.md", F_OK), 0);
    assert_int_equal(rename("experiments", "my own"), 0);
    pid = desk_start("out", "err", own_words);
    desk_wait_for_words("err", "0 of 1 rows");
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(desk_wait(pid), 130);
    desk_read("err", desk.err);
    assert_says(desk.err, "To go on: boyi lab run 'my own/endless.txt' --database 'my rows' --rows --figures 'f g'\n");
}

/* Cuts the command out of a text: what stands between these. */
static void find_command(const char *text, const char *before, const char *behind, char command[PATH_MAX])
{
    const char *begin = strstr(text, before), *end;

    assert_non_null(begin);
    begin += strlen(before);
    end = strstr(begin, behind);
    assert_non_null(end);
    (void)snprintf(command, PATH_MAX, "%.*s", (int)(end - begin), begin);
}

/* Pastes a command into a shell that finds the program. */
static int paste(const char *command)
{
    by_text line = {0};
    int status;

    by_text_printf(&line, "boyi() { \"$BOYI_TESTED\" \"$@\"; }\n%s >out 2>err", command);
    assert_int_equal(setenv("BOYI_TESTED", desk_program(), 1), 0);
    status = system(by_text_string(&line)); /* NOLINT: a shell is what is tested */
    by_text_free(&line);
    desk_read("out", desk.out);
    desk_read("err", desk.err);
    return status;
}

/* The command of a report can be pasted: it finds the same file and the same rows, and writes the same report, whatever
 * the names are. */
static void test_pasted(void **state)
{
    static const char file[] = "its `own` $HOME/it's; one.txt", rows[] = "=the rows.sqlite";
    static char text[DESK_OUTPUT_MOST];
    char command[PATH_MAX];

    (void)state;
    NEED_DATABASE();
    assert_int_equal(mkdir("its `own` $HOME", 0700), 0);
    desk_write(file, small[1][1]);
    desk_write("-dash.txt", small[2][1]);
    assert_good(LAB("run", file, "--quick", "--jobs", "1", "--quiet", "--database", rows, "--output", "a & b"));
    desk_read("a & b/it's; one.md", text);
    find_command(text, "\nMade by `` ", " `` with ", command);
    assert_string_equal(command, "boyi lab run 'its `own` $HOME/it'\\''s; one.txt' --jobs 1 --quick "
                                 "--database '=the rows.sqlite' --output 'a & b'");
    assert_int_equal(remove("a & b/it's; one.md"), 0);
    assert_good(paste(command));
    assert_says(desk.err, "2 of 2 rows were there already\n");
    assert_int_equal(access("a & b/it's; one.md", F_OK), 0);
    desk_read("a & b/index.html", text);
    assert_says(text, "--output 'a &amp; b'</code>");

    assert_good(LAB("report", file, "--quick", "--database", rows, "--format", "html", "--output", "one page.html"));
    desk_read("one page.html", text);
    find_command(text, "<code>boyi lab run", "</code>", command);
    assert_string_equal(command, " 'its `own` $HOME/it'\\''s; one.txt' --quick --database '=the rows.sqlite'");
    find_command(text, "Page written by</dt><dd><code>", "</code>", command);
    assert_int_equal(remove("one page.html"), 0);
    assert_good(paste(command));
    desk_read("one page.html", desk.out);
    assert_string_equal(desk.out, text);

    assert_good(LAB("run", "--quiet", "--format=html", "--database=-d.sqlite", "--", "-dash.txt"));
    find_command(desk.out, "<code>", "</code>", command);
    assert_string_equal(command, "boyi lab run ./-dash.txt --database=-d.sqlite --format html");
    assert_good(paste(command));
    assert_says(desk.err, "2 of 2 rows were there already\n");
}

/* Of several the report of one names that one, and none that only has its name. */
static void test_pasted_of_several(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    desk_write("own.txt", small[1][1]);
    desk_write("c-free", "no experiment\n");
    assert_good(LAB("run", "own.txt", "d-middle", "--quick", "--quiet", "--output", "pages"));
    desk_read("pages/own.md", text);
    assert_says(text, "`boyi lab run own.txt --quick`");
    desk_read("pages/d-middle.md", text);
    assert_says(text, "`boyi lab run d-middle --quick`");
    assert_good(LAB("run", "all", "--quick", "--quiet", "--output", "pages"));
    desk_read("pages/d-middle.md", text);
    assert_says(text, "`boyi lab run d-middle --quick`");
    desk_read("pages/c-free.md", text);
    assert_says(text, "`boyi lab run experiments/c-free.txt --quick`");
}

/* Two runs of all at once on one database end well, with the same reports. */
static void test_twice_at_once(void **state)
{
    const char *const words[] = {"run", "all", "--quick", "--quiet", "--jobs", "2", NULL};
    static char one[DESK_OUTPUT_MOST], other[DESK_OUTPUT_MOST];
    pid_t first, second;

    (void)state;
    NEED_DATABASE();
    first = desk_start("out1", "err1", words);
    second = desk_start("out2", "err2", words);
    assert_int_equal(desk_wait(first), 0);
    assert_int_equal(desk_wait(second), 0);
    desk_read("out1", one);
    desk_read("out2", other);
    assert_string_equal(one, other);
    assert_says(one, "Of unknown cost");
    assert_good(LAB("status", "--quick"));
    assert_silent(desk.out, "unknown");
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

#ifdef HAS_SQLITE
static void change(const char *database, const char *sql)
{
    sqlite3 *connection;

    assert_int_equal(sqlite3_open(database, &connection), SQLITE_OK);
    if (sqlite3_exec(connection, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(connection));
    sqlite3_close(connection);
}

static const char make_old[] = "UPDATE run SET sources = 'old'; UPDATE result SET sources = 'old', nodes = 2 * nodes;";

/* How far it is, and its runs. */
static void test_status(void **state)
{
    (void)state;
    assert_good(LAB("status"));
    assert_says(desk.out, "a-dear            16     0          0 s   83 min\n");
    assert_says(desk.out, "c-free             2     0          0 s  unknown\n");
    assert_good(LAB("run", "a-dear", "--quick", "--quiet", "--jobs", "2"));
    change("data/boyi/lab.sqlite", "UPDATE result SET time_us = 500000000");
    assert_good(LAB("status", "a-dear"));
    assert_says(desk.out, "a-dear            16     4       33 min  100 min\n"); /* 12 searches of 500 s */
    change("data/boyi/lab.sqlite", "UPDATE result SET time_us = 2000000000");    /* far more than the cost already */
    assert_good(LAB("status", "a-dear"));
    assert_says(desk.out, "a-dear            16     4        2.2 h  6.7 h\n");
    change("data/boyi/lab.sqlite", "UPDATE result SET time_us = 500000000");
    ORDER(desk.out, "\nRuns, the newest first:\n\nrun  started ", "\n1    20", "  4     quick  yes       2        ",
          ", depth ");
    assert_good(LAB("status", "a-dear", "--quick"));
    assert_says(desk.out, "a-dear             4     4       33 min     -\n");
    assert_good(LAB("status", "c-free"));
    assert_says(desk.out, "\nThere was no run yet.\n");
}

/* Runs of another text are told from those of this one, and those of which rows were deleted from complete ones. */
static void test_status_of_runs(void **state)
{
    char *const text = strdup(small[0][1]);

    (void)state;
    assert_good(LAB("run", "a-dear", "--quick", "--quiet", "--jobs", "2"));
    assert_good(LAB("run", "a-dear", "--quiet", "--jobs", "1"));
    for (int i = 0; i < 2; i++) {
        assert_good(i ? LAB("status", "a-dear", "--quick") : LAB("status", "a-dear"));
        ORDER(desk.out, "\n2 ", "  16    whole  yes       1        w, depth 4, q  20", "\n1 ",
              "  4     quick  yes       2");
    }
    change("data/boyi/lab.sqlite", "UPDATE result SET finished_at = 'day ' || limit_value;"
                                   "DELETE FROM result WHERE limit_value IN (2, 4) AND method = 'minimax'");
    assert_good(LAB("status", "a-dear"));
    ORDER(desk.out, "\n2 ", "  12    whole  4 rows missing  1        v, depth 4, q  day 4 ", "\n1 ",
          "  3     quick  1 row missing   2 ");
    assert_non_null(text);
    text[6] = 'd'; /* in the title */
    desk_write("experiments/a-dear.txt", text);
    free(text);
    change("data/boyi/lab.sqlite", "UPDATE run SET finished_at = NULL WHERE id = 1");
    assert_good(LAB("status", "a-dear"));
    ORDER(desk.out, "\n2 ", "  whole  other text      1 ", "\n1 ", "  quick  no, other text  2 ");
    change("data/boyi/lab.sqlite", "DELETE FROM result");
    assert_good(LAB("status", "a-dear"));
    ORDER(desk.out, "\n2 ", "  0     whole  other text      1        -         -   ");
}

/* The times of a run that found rows of other workers are not judged. */
static void test_foreign_rows(void **state)
{
    (void)state;
    desk_write("experiments/e.txt", "title t\ngame tictactoe\nposition p initial\nvariant v minimax\ndepths 1-2\n"
                                    "quick 1 1\nmeasure time\ntable t\ncolumns v\nmeasure nodes\n");
    assert_good(LAB("run", "e", "--quiet", "--jobs", "2", "--database", "old.sqlite"));
    change("old.sqlite", make_old);
    assert_good(LAB("run", "e", "--quiet", "--quick", "--jobs", "1"));
    assert_good(LAB("run", "e", "--quiet", "--jobs", "2"));
    assert_good(LAB("compare", "e", "--with", "old.sqlite", "--format", "csv"));
    assert_says(desk.out, ",,,,foreign rows\n");
    assert_good(LAB("run", "e", "--quiet", "--jobs", "2", "--database", "new.sqlite"));
    assert_good(LAB("compare", "e", "--with", "old.sqlite", "--format", "csv", "--database", "new.sqlite"));
    assert_says(desk.out, ",2 workers\n");
    assert_silent(desk.out, "foreign");
}

/* Two runs of unlike sources are found by themselves, or by their numbers. */
static void test_compare(void **state)
{
    (void)state;
    assert_refused("unable to open", "compare", "a-dear");
    assert_good(LAB("run", "a-dear", "--quiet"));
    assert_refused("a-dear has no complete run of other sources before that", "compare", "a-dear");
    change("data/boyi/lab.sqlite", make_old);
    assert_good(LAB("run", "a-dear", "--quiet"));
    assert_good(LAB("compare", "a-dear"));
    assert_says(desk.out, "Dear <one> & only: two runs\n");
    assert_says(desk.out, "sources    old ");
    /* 9 nodes at depth 1 from the beginning, 7 from the other position, before twice as many */
    assert_says(desk.out,
                "nodes    v            1          2        2     0     2      16      8     -50.0  0.500  1.0000\n");
    assert_silent(desk.out, "\nbest ");
    assert_good(LAB("compare", "a-dear", "1", "--format", "csv"));
    assert_says(desk.out, "\nnodes,w,depth,1,2,2,0,2,16,8,-50,0.5,ranks,0.5,1,\n");
    /* one more of the same sources is none to compare with */
    change("data/boyi/lab.sqlite", "CREATE TEMP TABLE r AS SELECT * FROM run WHERE sources <> 'old';"
                                   "CREATE TEMP TABLE u AS SELECT * FROM used WHERE run IN (SELECT id FROM r);"
                                   "UPDATE r SET id = 50; UPDATE u SET run = 50;"
                                   "INSERT INTO run SELECT * FROM r; INSERT INTO used SELECT * FROM u;");
    assert_good(LAB("compare", "a-dear"));
    ORDER(desk.out, "\nrun        1 (before) ", " 50 (after)\n");
    assert_refused("a-dear has no run 99, expected one of 1, ", "compare", "a-dear", "99");
    assert_refused("c-free has no complete run yet", "compare", "c-free");
    assert_refused("`boyi lab status experiments/c-free.txt --database data/boyi/lab.sqlite` lists them", "compare",
                   "experiments/c-free.txt", "--database", "data/boyi/lab.sqlite");
}

/* Variants are compared by name, so that those which were renamed are told; so are the lines that were changed. */
static void test_compare_renamed(void **state)
{
    static const char form[] = "title t\ngame tictactoe\nposition p initial\nvariant a minimax\n%sdepths 1\n"
                               "table t\ncolumns a\nmeasure nodes\n";
    char text[512];

    (void)state;
    (void)snprintf(text, sizeof text, form, "variant b minimax\nvariant old minimax\n");
    desk_write("experiments/e.txt", text);
    assert_good(LAB("run", "e", "--quiet"));
    (void)snprintf(text, sizeof text, form, "variant c minimax\nvariant old minimax\n");
    desk_write("experiments/e.txt", text);
    assert_good(LAB("run", "e", "--quiet"));
    (void)snprintf(text, sizeof text, form, "");
    desk_write("experiments/e.txt", text);
    assert_good(LAB("compare", "e", "1", "2"));
    ORDER(desk.out, "\ntext       another ", " another\n",
          "\nIn what the texts differ, before (-) and after (+):\n\n    - variant b minimax\n    + variant c minimax\n",
          "\nVariants only before: b; only after: c.\n",
          "\nVariants of both that the experiment does not have now: old.\n", "\nOf 1 figures");
}

/* What has no end, or is no file, is not read for positions. */
static void test_no_regular_file(void **state)
{
    (void)state;
    if (access("/dev/zero", R_OK) != 0)
        skip();
    desk_write("experiments/e.txt", "title t\ngame tictactoe\npositions /dev/zero\n");
    assert_refused("line 3, column 11: cannot read /dev/zero: it is no regular file", "check", "e");
}

/* A run of another database. */
static void test_compare_with(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    assert_good(LAB("run", "b-cheap", "--quiet", "--database", "old.sqlite"));
    assert_good(LAB("run", "b-cheap", "--quiet"));
    assert_good(LAB("compare", "b-cheap", "--with", "old.sqlite"));
    assert_says(desk.out,
                "Of 3 figures, each of a measure, a variant and a limit, 3 are unchanged at every position.\n");
    change("old.sqlite", make_old);
    assert_good(LAB("compare", "b-cheap", "--with", "old.sqlite", "--format", "markdown", "--output", "two.md"));
    desk_read("two.md", text);
    assert_says(text, "| nodes | v | 1 | 1 | 1 | 0 | 1 | 16 | 8 | -50.0 | 0.500 | 1.0000 |\n");
    assert_good(LAB("run", "d-middle", "--quiet"));
    assert_refused("d-middle has no complete run in the other database", "compare", "d-middle", "--with", "old.sqlite");
}

/* Where one run is quick, its searches are compared. */
static void test_compare_quick(void **state)
{
    (void)state;
    assert_good(LAB("run", "b-cheap", "--quiet", "--database", "old.sqlite"));
    change("old.sqlite", make_old);
    assert_good(LAB("run", "b-cheap", "--quick", "--quiet"));
    assert_refused("no complete quick run in the other database", "compare", "b-cheap", "--with", "old.sqlite");
    assert_good(LAB("compare", "b-cheap", "1", "--with", "old.sqlite"));
    assert_says(desk.out, "Of 2 figures, ");
}

/* In a quick run rivals play with lower limits: what their games add to is not compared with a whole one. */
static void test_compare_quick_games(void **state)
{
    (void)state;
    desk_write("experiments/e.txt",
               "title t\ngame tictactoe\nposition p initial\nvariant v alphabeta plain\nvariant w minimax\n"
               "variant r minimax\ndepths 1-4\ndepths 2 for r\nplays lines w r\nquick 1 2\nmeasure nodes\n"
               "summary s T\nvariants v\nmeasure lines_won w_won r_won\n");
    assert_good(LAB("run", "e", "--quiet", "--database", "old.sqlite"));
    assert_good(LAB("run", "e", "--quick", "--quiet"));
    assert_good(LAB("compare", "e", "1", "1", "--with", "old.sqlite"));
    ORDER(desk.out,
          "\nNot compared, since in a quick run rivals play with lower limits than in a whole one: nodes, w_won.\n",
          "Of 10 figures, "); /* two measures of v and w at two depths, and of r at one */
    assert_good(LAB("compare", "e", "1", "1", "--with", "old.sqlite", "--format", "csv"));
    assert_says(desk.out, "lines_won,v,depth,2,");
    assert_silent(desk.out, "nodes,v,");
    assert_silent(desk.out, "w_won,");
    assert_good(LAB("run", "e", "--quiet"));
    assert_good(LAB("compare", "e", "1", "2", "--with", "old.sqlite"));
    assert_silent(desk.out, "Not compared");
    assert_says(desk.out, "Of 36 figures, ");
}

/* The files of an export. */
static void test_export(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    assert_good(LAB("run", "a-dear", "--quiet"));
    assert_good(LAB("export", "a-dear", "--output", "rows"));
    assert_string_equal(desk.out, "");
    desk_read("rows/a-dear.txt", text);
    assert_string_equal(text, small[0][1]);
    for (size_t i = 0; i < 3; i++) {
        static const char *const files[] = {"rows/rows.csv", "rows/counters.csv", "rows/points.csv"};

        desk_read(files[i], text);
        assert_true(*text);
    }
}

/* Whatever is not in rows, such as whom games were played with, stands in what the experiment said in each run. */
static void test_texts_of_runs(void **state)
{
    static const char form[] =
        "title t\ngame tictactoe\nposition p initial\nvariant v minimax\nvariant w minimax\n"
        "depths 1 2\nplays %s\nplies %d\nmeasure w_won\nprogress x T\nvariants v\nmeasure w_won\n";
    static char text[DESK_OUTPUT_MOST];
    char said[2][512];

    (void)state;
    for (int i = 0; i < 2; i++) {
        (void)snprintf(said[i], sizeof said[i], form, "w", 7 + i);
        desk_write("games.txt", said[i]);
        assert_good(LAB("run", "games.txt", "--quiet"));
    }
    for (int i = 0; i < 2; i++) {
        assert_good(LAB("status", "games.txt", "--text", i ? "2" : "1"));
        assert_string_equal(desk.out, said[i]);
    }
    assert_refused("games has no run 3, expected one of 1, 2", "status", "games.txt", "--text", "3");
    assert_refused("--text RUN is about an experiment: expected its name", "status", "--text", "1");
    assert_good(LAB("export", "games.txt", "--output", "rows"));
    desk_read("rows/rows.csv", text);
    ORDER(text, ",finished_at,run\n", "Z,2\n");
    desk_read("rows/runs.csv", text);
    ORDER(text, "run,experiment,fingerprint,is_quick,version,", ",started_at,finished_at,text\n2,games,", "\"title t\n",
          "\nplies 8\n");
    assert_silent(text, "plies 7");
}
#endif

/* ---- Those that come with Boyi --------------------------------------------------------------------------------- */

/* What a line of an experiment says behind a word; -1: it has no such line, or not so many numbers. */
static int number_behind(const char *text, const char *word, int which)
{
    char start_of_line[32];
    const char *at;
    int numbers[2] = {-1, -1};

    (void)snprintf(start_of_line, sizeof start_of_line, "\n%s", word);
    at = strstr(text, start_of_line);
    if (at)
        (void)sscanf(at + strlen(start_of_line), "%d %d", &numbers[0], &numbers[1]);
    return numbers[which];
}

/* The names of those whose quick forms take so many seconds at most, and how long all take. */
struct own {
    char names[NAMES_MOST][256];
    int count, seconds;
};

static void take_own(struct own *own, char *name, int most)
{
    static char text[DESK_OUTPUT_MOST];
    char *ending = strstr(name, ".txt");
    char file[512];
    int cost;

    if (!ending || ending[4])
        return;
    (void)snprintf(file, sizeof file, "experiments/%s", name);
    desk_read(file, text);
    cost = number_behind(text, "cost", 1);
    own->seconds += cost > 0 ? cost : 0;
    if (cost > most || (cost < 0 && most == 1))
        return;
    assert_true(own->count < NAMES_MOST);
    (void)snprintf(own->names[own->count++], sizeof own->names[0], "%.*s", (int)(ending - name), name);
}

static void find_own(struct own *own, int most)
{
    DIR *opened = opendir("experiments");
    struct dirent *entry;

    assert_non_null(opened);
    while ((entry = readdir(opened)) != NULL)
        take_own(own, entry->d_name, most);
    (void)closedir(opened);
}

/* The quick forms of all take less than three minutes, as they say themselves; they run and are reported. Where every
 * step is checked, only those that take no longer than a second. */
static void test_own_quick(void **state)
{
#ifdef IS_SANITIZED
    const int most = 1;
#else
    const int most = 1000;
#endif
    static struct own own;
    static char text[DESK_OUTPUT_MOST];
    char pages[PATH_MAX], path[2 * PATH_MAX];
    const char *words[NAMES_MOST + 8] = {"run", "--quick", "--quiet", "--database", ":memory:", "--output", pages};

    (void)state;
    NEED_DATABASE();
    desk_path("pages", pages);
    assert_int_equal(chdir(home), 0);
    find_own(&own, most);
    assert_in_range(own.seconds, 0, 120);
    if (!own.count)
        skip();
    for (int i = 0; i < own.count; i++)
        words[7 + i] = own.names[i];
    assert_good(desk_run(words));
    for (int i = 0; i < own.count; i++) {
        (void)snprintf(path, sizeof path, "%s/%s.html", pages, own.names[i]);
        assert_int_equal(access(path, R_OK), 0);
        (void)snprintf(path, sizeof path, "%s/%s.md", pages, own.names[i]);
        desk_read(path, text);
        assert_says(text, "\nMade by `boyi lab run ");
    }
}

/* Whether a technique can be left out at a limit: without a clock none plays for time, and without iterations a search
 * by nodes has no end. */
static bool is_measurable(const char *option, bool is_by_depth)
{
    return strcmp(option, "time_by_stability") != 0 && (is_by_depth || strcmp(option, "deepening") != 0);
}

/* Whatever the defaults of alpha-beta have beyond the textbook's form, the experiments about them leave out once. */
static void test_own_techniques(void **state)
{
    static const char *const files[] = {"experiments/full-depth.txt", "experiments/full-nodes.txt",
                                        "experiments/full-tactics.txt"};
    static char text[DESK_OUTPUT_MOST];
    const by_method *method;
    by_options *plain;

    (void)state;
    assert_int_equal(chdir(home), 0);
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    assert_int_equal(by_options_create(by_method_options(method), &plain, NULL), BY_OK);
    assert_int_equal(by_method_apply_preset(method, "plain", plain, NULL), BY_OK);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        desk_read(files[i], text);
        for (const struct by_option *row = by_options_table(plain); row->name; row++) {
            char setting[64];

            (void)snprintf(setting, sizeof setting, " alphabeta %s=", row->name);
            if (by_options_number(plain, row->name) != row->initial && is_measurable(row->name, i == 0) &&
                !strstr(text, setting))
                fail_msg("%s: no variant without %s", files[i], row->name);
        }
    }
    by_options_destroy(plain);
}

/* All schemes of replacement are compared, but the one that only the method of a paper on Go has. */
static void test_own_schemes(void **state)
{
    static char text[DESK_OUTPUT_MOST];
    const by_method *method;
    const struct by_option *row;

    (void)state;
    assert_int_equal(chdir(home), 0);
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    row = by_option_find(by_method_options(method), "hash_scheme");
    assert_non_null(row);
    desk_read("experiments/replacement.txt", text);
    for (size_t i = 0; row->choices[i]; i++) {
        char setting[64];

        (void)snprintf(setting, sizeof setting, "hash_scheme=%s\n", row->choices[i]);
        assert_int_equal(strstr(text, setting) != NULL, strcmp(row->choices[i], "linear") != 0);
    }
}

/* The mates by distance are those among the tactics, all of them, with position, distance and best moves. */
static void test_own_mates(void **state)
{
    static char mates[DESK_OUTPUT_MOST], tactics[DESK_OUTPUT_MOST];
    char expected[512], *rest = mates;
    int count = 0, all = 0;

    (void)state;
    assert_int_equal(chdir(home), 0);
    desk_read("experiments/xiangqi-mates.tsv", mates);
    desk_read("tests/data/xiangqi_tactics.tsv", tactics);
    for (const char *at = tactics; (at = strstr(at, "\tmate\t")) != NULL; at++)
        all++;
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        char id[8], position[128], group[8], wins[8], best[64];

        if (*line == '#')
            continue;
        assert_int_equal(
            sscanf(line, "%7[^\t]\t%127[^\t]\t%7[^\t]\t%7[^\t]\t%63[^\t]", id, position, group, wins, best), 5);
        assert_string_equal(group, wins);
        (void)snprintf(expected, sizeof expected, "\n%s\t%s\tmate\t%s\t%s\t", id, position, best, wins);
        assert_says(tactics, expected);
        count++;
    }
    assert_int_equal(count, all);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_list),
        IN_FOLDER(test_list_done),
        IN_FOLDER(test_show),
        IN_FOLDER(test_own_games),
        IN_FOLDER(test_no_folder),
        IN_FOLDER(test_folders),
        IN_FOLDER(test_check_all),
        IN_FOLDER(test_mistakes),
        IN_FOLDER(test_help),
        IN_FOLDER(test_all_or_nothing),
        IN_FOLDER(test_order),
        IN_FOLDER(test_time_left),
        IN_FOLDER(test_pages),
        IN_FOLDER(test_index_of_others),
        IN_FOLDER(test_reports_of_several),
        IN_FOLDER(test_other_output),
        IN_FOLDER(test_interrupted),
        IN_FOLDER(test_twice_at_once),
        IN_FOLDER(test_pasted),
        IN_FOLDER(test_pasted_of_several),
#ifdef HAS_SQLITE
        IN_FOLDER(test_status),
        IN_FOLDER(test_status_of_runs),
        IN_FOLDER(test_foreign_rows),
        IN_FOLDER(test_compare),
        IN_FOLDER(test_compare_renamed),
        IN_FOLDER(test_no_regular_file),
        IN_FOLDER(test_compare_with),
        IN_FOLDER(test_compare_quick),
        IN_FOLDER(test_compare_quick_games),
        IN_FOLDER(test_export),
        IN_FOLDER(test_texts_of_runs),
#endif
        IN_FOLDER(test_own_techniques),
        IN_FOLDER(test_own_schemes),
        IN_FOLDER(test_own_mates),
        IN_FOLDER(test_own_quick),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
