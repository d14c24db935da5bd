/* SPDX-License-Identifier: MIT
 *
 * Mistakes in experiments and in commands, seen from outside; Boyi's own experiments have none.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "support/lab.h"

/* Mistakes appear with their place before anything runs, and no database is created. */
static void test_mistakes(void **state)
{
    (void)state;
    desk_write(desk.experiment, "title t\ngame tictactoe\nposition a initial\nvariant v alphabeta kilers=off\n");
    assert_refused("line 4, column 21: unknown option 'kilers', did you mean 'killers'?\n"
                   "    variant v alphabeta kilers=off\n"
                   "                        ^\n",
                   "run", desk.experiment, "--database", desk.database);
    desk_write(desk.experiment, "title t\ngame xiangqi\nposition a initial\n"
                                "variant v alphabeta exact memory_kib=7 deepening=0 hash=off\n"
                                "depths 9\ntable x\ncolumns v\nmeasure nodes\n");
    assert_refused("    variant v alphabeta exact memory_kib=7 deepening=0 hash=off\n    ^\n", "run", desk.experiment,
                   "--database", desk.database);
    assert_int_not_equal(access(desk.database, F_OK), 0);
    assert_refused("unknown action 'rum', did you mean 'run'?", "rum", desk.experiment);
    assert_refused("unknown form 'mark', did you mean 'markdown'?", "run", desk.experiment, "--format", "mark");
    assert_refused("there is no experiment 'xiangqi-odering', did you mean 'xiangqi-ordering'?", "run",
                   "xiangqi-odering");
    assert_refused("there is no file 'qqqqqqqqqq'", "run", "qqqqqqqqqq");
    assert_refused("is missing", "run");
    assert_refused("--jobs", "run", desk.experiment, "--jobs", "0");
}

/* An empty file name is an error: otherwise the run would use a temporary database. */
static void test_empty_names(void **state)
{
    static const char *const commands[] = {"run", "report", "status", "compare"};

    (void)state;
    desk_write(desk.experiment, "title t\ngame tictactoe\nposition a initial\nvariant v minimax\ndepths 1\n"
                                "table x\ncolumns v\nmeasure nodes\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        assert_refused("the name of the database is empty: expected a file", commands[i], desk.experiment, "--database",
                       "");
    assert_refused("the name of the database is empty: expected a file", "export", desk.experiment, "--database", "",
                   "--output", desk.folder);
    assert_refused("the name of the database is empty: expected a file", "list", "--database", "");
}

/* Boyi's own experiments are good ones, found by name. */
static void test_own_experiments(void **state)
{
    DIR *opened = opendir("experiments");
    struct dirent *entry;
    int count = 0;

    (void)state;
    assert_non_null(opened);
    while ((entry = readdir(opened)) != NULL) {
        char *ending = strstr(entry->d_name, ".txt");

        if (!ending)
            continue;
        *ending = 0;
        assert_good(LAB("check", entry->d_name));
        assert_true(strncmp(desk.out, entry->d_name, strlen(entry->d_name)) == 0);
        count++;
    }
    (void)closedir(opened);
    assert_true(count > 0);
}

int main(void)
{
#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)
    const struct CMUnitTest tests[] = {
        ON_DESK(test_mistakes),
        ON_DESK(test_empty_names),
        ON_DESK(test_own_experiments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
