/* SPDX-License-Identifier: MIT
 *
 * Earlier runs in the laboratory: their state, what has changed since, and their rows.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/lab.h"
#include "support/lab_folder.h"

#ifdef HAS_SQLITE
#include <sqlite3.h>
#endif

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

/* The progress of an experiment, and its runs. */
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
    change("data/boyi/lab.sqlite", "UPDATE result SET time_us = 2000000000");    /* far above the cost already */
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

/* The list marks runs of another text, and complete runs that have lost rows. */
static void test_status_of_runs(void **state)
{
    char *const text = strdup(folder_experiments[0][1]);

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

/* Times are not judged in a run that found rows of other workers. */
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

/* `compare` finds two runs of different sources, or takes their numbers. */
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
    /* 9 nodes at depth 1 from the beginning, 7 from the other position; twice that before */
    assert_says(desk.out,
                "nodes    v            1          2        2     0     2      16      8     -50.0  0.500  1.0000\n");
    assert_silent(desk.out, "\nbest ");
    assert_good(LAB("compare", "a-dear", "1", "--format", "csv"));
    assert_says(desk.out, "\nnodes,w,depth,1,2,2,0,2,16,8,-50,0.5,ranks,0.5,1,\n");
    /* one more run of the same sources is not one to compare with */
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

/* Variants are compared by name, so the text lists renamed ones, and also changed lines. */
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

/* An endless file, or something that is not a file, is not read for positions. */
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

/* If one run is quick, its searches are compared. */
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

/* In a quick run rivals play with lower limits: measures of games are not compared with a full run. */
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
    assert_string_equal(text, folder_experiments[0][1]);
    for (size_t i = 0; i < 3; i++) {
        static const char *const files[] = {"rows/rows.csv", "rows/counters.csv", "rows/points.csv"};

        desk_read(files[i], text);
        assert_true(*text);
    }
    assert_string_equal(desk.err, "");
    assert_good(LAB("export", "b-cheap", "--output", "none"));
    assert_says(desk.err, "b-cheap: the database has none of its rows: the files have headings alone");
}

/* Facts outside the rows, such as the opponents of games, are in the text that each run stores. */
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

int main(void)
{
#ifdef HAS_SQLITE
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_status),       IN_FOLDER(test_status_of_runs),  IN_FOLDER(test_foreign_rows),
        IN_FOLDER(test_compare),      IN_FOLDER(test_compare_renamed), IN_FOLDER(test_no_regular_file),
        IN_FOLDER(test_compare_with), IN_FOLDER(test_compare_quick),   IN_FOLDER(test_compare_quick_games),
        IN_FOLDER(test_export),       IN_FOLDER(test_texts_of_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
