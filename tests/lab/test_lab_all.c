/* SPDX-License-Identifier: MIT
 *
 * The laboratory's commands seen from outside, in a folder with its own experiments.
 */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/text.h"
#include "support/check.h"
#include "support/lab.h"
#include "support/lab_folder.h"

/* ---- The list -------------------------------------------------------------------------------------------------- */

/* The list is sorted by cost, then come those of unknown cost, and then the errors of the others. */
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
    assert_int_not_equal(access("data/boyi", F_OK), 0); /* listing creates nothing */
    if (desk_has_database())
        assert_refused("unable to open", "list", "--database", "none.sqlite");
    assert_int_equal(remove("experiments/broken.txt"), 0);
    assert_int_equal(mkdir("experiments/inner.txt", 0700), 0);
    assert_good(LAB("list"));
    assert_says(desk.out, "\ninner is left out: cannot read it: Is a directory\n");
}

/* Without a folder of experiments the error names the folder and a remedy. */
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

/* The number of rows. */
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

/* The description of an experiment. */
static void test_show(void **state)
{
    (void)state;
    assert_good(LAB("show", "a-dear"));
    assert_string_equal(desk.out, "a-dear: Dear <one> & only\n\n"
                                  "paper     A paper\n"
                                  "game      tictactoe values=distance\n"
                                  "searches  16\n"
                                  "positions 2\n\n"
                                  "v  depth 1-4  alphabeta plain\n"
                                  "w  depth 1-4  minimax\n\n"
                                  "measures  nodes value best\n"
                                  "part      table-1: t\n"
                                  "cost      83 min of search time\n"
                                  "quickly   3 s of search time\n"
                                  "quick     1 position, depth up to 2\n");
    assert_good(LAB("show", "a-dear", "--quick"));
    assert_says(desk.out, "searches  4\npositions 1\n");
    assert_good(LAB("show", "experiments/d-middle.txt"));
    assert_says(desk.out, "\npart      m: Nodes\n");
}

/* If variants have their own games, the list shows the differences; it also shows repetitions. */
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
    ORDER(desk.out, "game      tictactoe values=distance\n", "\nv  depth 1-2  5 times  alphabeta plain  -\n",
          "\nw  depth 1-2  5 times  minimax          game: values=plain\n");
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

/* Each command has a help text. */
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

/* A folder is not an experiment, wherever the program looks; but it does not hide an experiment of that name. */
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

/* The list shows the first mistake of every bad file, all good experiments, and both numbers at the end. */
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
    assert_string_equal(desk.out, "b-cheap: 1 position, 1 variant, 3 searches, 1 part\n"
                                  "d-middle: 1 position, 1 variant, 2 searches, 1 part\n");
    assert_refused("boyi lab: 2 of 3 experiments are refused\n", "run", "one.txt", "d-middle", "two.txt");
    assert_refused("line 4, column 11", "check", "one.txt");
    assert_silent(desk.err, "refused");
}

/* One bad experiment among all stops the whole run before it begins. */
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
    assert_refused("does not define a quick run", "run", "all", "--quick");
    assert_int_not_equal(access("data/boyi", F_OK), 0);
    assert_good(LAB("check", "all"));
    ORDER(desk.out, "b-cheap: 1 position, 1 variant, 3 searches", "d-middle:", "a-dear:", "c-free:", "e:");
    for (size_t i = 0; i < FOLDER_EXPERIMENTS; i++)
        assert_int_equal(remove(folder_experiments[i][0]), 0);
    assert_int_equal(remove("experiments/e.txt"), 0);
    assert_refused("there is no experiment in the folder experiments", "run", "all");
}

/* ---- Running several ------------------------------------------------------------------------------------------- */

/* Runs in order of cost, for named experiments or for all, with the progress of all. */
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

/* The time left for all: by costs, for the missing rows, with this number of workers. */
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
    /* They take no time, so a-dear, of 5,000 s, should take less than that. */
    assert_silent(desk.err, "2/3 d-middle: 0 of 2 rows, about 60 s left");
    assert_good(LAB("run", "a-dear", "--quick", "--quiet", "--database", "third.sqlite"));
    assert_good(LAB("run", "all", "--jobs", "1", "--database", "third.sqlite"));
    assert_says(desk.err, "all: 4 of 21 rows, about 64 min left\n"); /* 12 of 16 rows of a-dear, and the others */
}

/* Pages of all, an index with links to them, and nothing on standard output. */
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
    assert_says(text, "@media (max-width:50em)"); /* rows become blocks, so that nobody has to scroll sideways */
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
        ORDER(text, "part,kind,measure,line,row,column,value,partial,shown\n", ",nodes,1,1,v,");
    }
    assert_good(LAB("run", "b-cheap", "--quiet", "--output", "new/and//deep/", "--figures", "new/figures/of/it"));
    assert_int_equal(access("new/and/deep/b-cheap.html", F_OK), 0);
    assert_int_equal(access("new/figures/of/it/table-1.svg", F_OK), 0);
    assert_int_equal(LAB("run", "b-cheap", "--output", "experiments/b-cheap.txt/x/y"), 1);
    assert_says(desk.err, "cannot make the folder experiments/b-cheap.txt: File exists");
    assert_int_equal(LAB("run", "b-cheap", "--output", "experiments/b-cheap.txt"), 1);
    assert_says(desk.err, "cannot make the folder experiments/b-cheap.txt");
}

/* The index lists the reports of the command first, and then the others that are in the folder. */
static void test_index_of_others(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "all", "--quick", "--quiet", "--output", "pages"));
    desk_write("experiments/a b%c.txt", folder_experiments[1][1]);
    assert_good(LAB("run", "b-cheap", "a b%c", "--quiet", "--output", "pages"));
    desk_read("pages/index.html", text);
    ORDER(text, "boyi lab run b-cheap ", "href=\"a%20b%25c.html\"", "href=\"b-cheap.html\"", "<td>Cheap</td>",
          "href=\"a-dear.html\"", "href=\"c-free.html\"", "href=\"d-middle.html\"", "Middle (quick form)", "</table>");
    assert_int_equal(count_in(text, "<tr><td"), 5);
    assert_int_equal(remove("pages/a-dear.html"), 0);
    assert_good(LAB("report", "d-middle", "c-free", "--output", "pages"));
    desk_read("pages/index.html", text);
    ORDER(text, "href=\"d-middle.html\"", "<td>Middle</td>", "href=\"c-free.html\"", "href=\"a%20b%25c.html\"",
          "href=\"b-cheap.html\"");
    assert_int_equal(count_in(text, "<tr><td"), 4);
    assert_silent(text, "a-dear");
    assert_good(LAB("run", "all", "--quiet", "--output", "pages")); /* in the order of cost again */
    desk_read("pages/index.html", text);
    assert_int_equal(count_in(text, "<tr><td"), 5);
    ORDER(text, "href=\"b-cheap.html\"", "href=\"d-middle.html\"", "href=\"a-dear.html\"", "href=\"c-free.html\"");
}

/* Files of others are no reports, also if they have such names. */
static void test_index_of_foreign_files(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    assert_good(LAB("run", "b-cheap", "--quick", "--quiet", "--output", "pages"));
    desk_write("pages/foreign.csv", "a,b\n1,2\n");
    desk_write("pages/foreign.html", "<p>foreign</p>");
    desk_write("pages/b-cheap.csv", "");
    assert_good(LAB("report", "c-free", "d-middle", "--quick", "--output", "pages"));
    desk_read("pages/index.html", text);
    ORDER(text, "href=\"d-middle.html\"", "0 of ", "href=\"c-free.html\"");
    assert_silent(text, "foreign");
    assert_silent(text, "b-cheap");
}

/* Reports of several experiments, also unfinished ones: the same files without searching. */
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
    ORDER(text, "\nMade by `boyi lab run b-cheap --quick` with ",
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
    assert_refused("--rows are printed as text, markdown or csv, not as html", "report", "d-middle", "--rows",
                   "--format", "html");
    assert_int_equal(LAB("report", "d-middle", "--output", "no/such/report.txt"), 1);
    assert_says(desk.err, "cannot write no/such/report.txt: there is no folder no/such");
}

/* Ctrl-C ends all: complete experiments have their report, the others do not, and a message says how to continue. */
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

/* Cuts the command between these two strings out of a text. */
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
    status = system(by_text_string(&line)); /* NOLINT: the test is about a shell */
    by_text_free(&line);
    desk_read("out", desk.out);
    desk_read("err", desk.err);
    return status;
}

/* You can paste the command of a report: it finds the same file and the same rows, and writes the same report, whatever
 * the names are. */
static void test_pasted(void **state)
{
    static const char file[] = "its `own` $HOME/it's; one.txt", rows[] = "=the rows.sqlite";
    static char text[DESK_OUTPUT_MOST];
    char command[PATH_MAX];

    (void)state;
    NEED_DATABASE();
    assert_int_equal(mkdir("its `own` $HOME", 0700), 0);
    desk_write(file, folder_experiments[1][1]);
    desk_write("-dash.txt", folder_experiments[2][1]);
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

/* The report of one experiment in a run of several names that one, not a file that only shares its name. */
static void test_pasted_of_several(void **state)
{
    static char text[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    desk_write("own.txt", folder_experiments[1][1]);
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

/* Two runs of all at the same time on one database end well, with the same reports. */
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

int main(void)
{
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
        IN_FOLDER(test_index_of_foreign_files),
        IN_FOLDER(test_reports_of_several),
        IN_FOLDER(test_other_output),
        IN_FOLDER(test_interrupted),
        IN_FOLDER(test_twice_at_once),
        IN_FOLDER(test_pasted),
        IN_FOLDER(test_pasted_of_several),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
