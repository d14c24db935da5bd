/* SPDX-License-Identifier: MIT
 *
 * Runs seen from outside: with several workers, several at the same time, killed, interrupted and continued, and how
 * long they will take.
 */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/random.h"
#include "boyi/text.h"
#include "support/lab.h"

/* Enough rows for a few seconds at most, none of them long. */
static const char many[] = "title t\ngame pairs width=5 height=4 line=4\nposition a initial\n"
                           "position b x..../...o./...o./.....\nposition c ...../..x../...../.....\n"
                           "variant v alphabeta plain\nvariant w alphabeta plain hash=on\n"
                           "variant x alphabeta\nvariant y alphabeta hash=off\n"
                           "depths 1-6\nmeasure nodes evaluations value best depth hash_cuts killers_cuts\n"
                           "table x\ncolumns v w x y\nbase v\n";
enum { MANY_ROWS = 3 * 4 * 6 };

/* All rows of an undisturbed run. */
static void run_undisturbed(char *rows)
{
    char other[PATH_MAX];

    desk_path("undisturbed.sqlite", other);
    assert_good(LAB("run", desk.experiment, "--database", other, "--jobs", "1", "--quiet", "--rows"));
    memcpy(rows, desk.out, DESK_OUTPUT_MOST);
}

/* With several workers the rows are the same as with one. */
static void test_jobs(void **state)
{
    static char rows[DESK_OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, many);
    run_undisturbed(rows);
    for (int i = 0; i < 2; i++) {
        assert_good(RUN("--jobs", i ? "1" : "4", "--rows", "--quiet"));
        assert_string_equal(desk.out, rows);
        assert_int_equal(remove(desk.database), 0);
    }
}

/* Ctrl-C ends a run, keeps what is done, and says how to continue. */
static void test_interrupted(void **state)
{
    pid_t pid;

    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, "title t\ngame pairs width=8 height=8 line=6\nposition a initial\n"
                                "variant v minimax\ndepths 1 2 60\nmeasure nodes\ntable x\ncolumns v\n");
    pid = desk_start(desk.out_file, desk.err_file,
                     DESK_WORDS("run", desk.experiment, "--database", desk.database, "--jobs", "1"));
    desk_wait_for_words(desk.err_file, "2 of 3 rows");
    assert_says(desk.err, "2 of 3 rows, v at depth 60, time left unknown\n");
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(desk_wait(pid), 130);
    desk_read(desk.err_file, desk.err);
    assert_says(desk.err, "boyi lab: ended; 2 of 3 rows are kept. To go on: boyi lab run ");
    assert_says(desk.err, " --database ");
    desk_read(desk.out_file, desk.out);
    assert_string_equal(desk.out, "");
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(desk.out, "position,variant,depth,nodes\na,v,1,64\na,v,2,4096\n");
}

#ifdef HAS_SQLITE
/* No row is duplicate or without its counters, runs use only existing rows, and the file is sound. One transaction
 * reads everything, since others may be writing. */
static void assert_no_harm(void)
{
    if (desk_count_rows() == 0)
        return;
    assert_int_equal(desk_ask("SELECT (SELECT count(*) FROM result) - (SELECT count(DISTINCT key) FROM result)"), 0);
    assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE id NOT IN (SELECT result FROM counter)"), 0);
    assert_int_equal(
        desk_ask("SELECT count(*) FROM used WHERE result NOT IN (SELECT id FROM result) OR run NOT IN (SELECT "
                 "id FROM run)"),
        0);
    assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE id NOT IN (SELECT result FROM used)"), 0);
    assert_int_equal(desk_ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
}

static void assert_sound(long rows)
{
    assert_int_equal(desk_ask("SELECT count(*) FROM result"), rows);
    assert_no_harm();
}

/* Starts a run and kills it after some more rows and some more microseconds; true if it was still running. */
static bool run_and_kill(const char *jobs, long rows, long time_us)
{
    pid_t pid = desk_start(desk.out_file, desk.err_file,
                           DESK_WORDS("run", desk.experiment, "--database", desk.database, "--quiet", "--jobs", jobs));
    long wanted = desk_count_rows() + rows;

    /* Its output is opened before it runs and written when it has ended. */
    for (desk_read(desk.out_file, desk.out); desk_count_rows() < wanted && !*desk.out;
         desk_read(desk.out_file, desk.out))
        desk_sleep_us(500);
    desk_sleep_us(time_us);
    assert_int_equal(kill(pid, SIGKILL), 0);
    return desk_wait(pid) == DESK_KILLED + SIGKILL;
}

static void assert_complete(const char *rows)
{
    assert_good(RUN("--rows"));
    assert_string_equal(desk.out, rows);
    assert_sound(MANY_ROWS);
}

/* A run killed at a hundred random moments, with one worker and with four, continues where it was: no finished row is
 * lost, and the final rows are those of an undisturbed run. If a run ends before we can kill it, the test starts it
 * again. */
static void test_killed(void **state)
{
    const char *sanitizers = getenv("SANITIZE");
    const int wanted = sanitizers && *sanitizers ? 20 : 100;
    static char rows[DESK_OUTPUT_MOST];
    struct by_random random = {20};

    (void)state;
    desk_write(desk.experiment, many);
    run_undisturbed(rows);
    for (int kills = 0, tries = 0; kills < wanted; tries++) {
        long before = desk_count_rows();
        long more = by_random_below(&random, 4);
        bool was_killed = run_and_kill(tries % 2 ? "4" : "1", more, (long)by_random_below(&random, 4000));

        if (desk_count_rows() < before)
            fail_msg("%ld rows after %ld", desk_count_rows(), before);
        assert_no_harm();
        kills += was_killed;
        assert_true(tries < 20 * wanted);
        if (was_killed)
            continue;
        assert_complete(rows);
        assert_int_equal(remove(desk.database), 0);
    }
    assert_complete(rows);
}

/* Two runs at the same time on one database: both end well, and each row exists once. */
static void test_two_runs(void **state)
{
    static char rows[DESK_OUTPUT_MOST];
    char other_out[PATH_MAX], other_err[PATH_MAX];
    pid_t first, second;

    (void)state;
    desk_write(desk.experiment, many);
    run_undisturbed(rows);
    desk_path("out2", other_out);
    desk_path("err2", other_err);
    first = desk_start(desk.out_file, desk.err_file,
                       DESK_WORDS("run", desk.experiment, "--database", desk.database, "--rows"));
    second =
        desk_start(other_out, other_err, DESK_WORDS("run", desk.experiment, "--database", desk.database, "--rows"));
    assert_int_equal(desk_wait(first), 0);
    assert_int_equal(desk_wait(second), 0);
    desk_read(desk.out_file, desk.out);
    assert_string_equal(desk.out, rows);
    desk_read(other_out, desk.out);
    assert_string_equal(desk.out, rows);
    assert_sound(MANY_ROWS);
}

/* Two runs with several workers, and a third that is killed meanwhile: the two end well with the rows of an undisturbed
 * run. */
static void test_three_runs(void **state)
{
    static char rows[DESK_OUTPUT_MOST];
    char outs[2][PATH_MAX], other_err[PATH_MAX];
    pid_t pids[2];

    (void)state;
    desk_write(desk.experiment, many);
    run_undisturbed(rows);
    desk_path("out2", outs[0]);
    desk_path("out3", outs[1]);
    desk_path("err2", other_err);
    for (int i = 0; i < 2; i++)
        pids[i] = desk_start(outs[i], other_err,
                             DESK_WORDS("run", desk.experiment, "--database", desk.database, "--rows", "--jobs", "2"));
    (void)run_and_kill("2", 5, 1000);
    assert_no_harm();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(desk_wait(pids[i]), 0);
        desk_read(outs[i], desk.out);
        assert_string_equal(desk.out, rows);
    }
    assert_sound(MANY_ROWS);
    assert_int_equal(desk_ask("SELECT count(*) FROM run"), 1); /* all three were alike */
    assert_int_equal(desk_ask("SELECT count(*) FROM used"), MANY_ROWS);
}

/* Two experiments with common searches run at the same time and share these rows, each with its own run. */
static void test_two_experiments(void **state)
{
    char other[PATH_MAX], other_out[PATH_MAX], other_err[PATH_MAX];
    pid_t first, second;

    (void)state;
    desk_path("other.txt", other);
    desk_path("out2", other_out);
    desk_path("err2", other_err);
    desk_write(desk.experiment, many);
    desk_write(other, "title t\ngame pairs width=5 height=4 line=4\nposition second x..../...o./...o./.....\n"
                      "variant first alphabeta plain\nvariant third alphabeta\nvariant new minimax\ndepths 1-4\n"
                      "measure nodes\ntable x\ncolumns first\n");
    first = desk_start(desk.out_file, desk.err_file,
                       DESK_WORDS("run", desk.experiment, "--database", desk.database, "--jobs", "2"));
    second = desk_start(other_out, other_err, DESK_WORDS("run", other, "--database", desk.database, "--jobs", "2"));
    assert_int_equal(desk_wait(first), 0);
    assert_int_equal(desk_wait(second), 0);
    assert_int_equal(desk_ask("SELECT count(*) FROM result"), MANY_ROWS + 4);
    assert_int_equal(desk_ask("SELECT count(DISTINCT key) FROM result"), MANY_ROWS + 4);
    assert_int_equal(desk_ask("SELECT count(*) FROM run WHERE finished_at IS NOT NULL"), 2);
    assert_int_equal(desk_ask("SELECT count(*) FROM used JOIN run ON id = run WHERE experiment = 'small'"), MANY_ROWS);
    assert_int_equal(desk_ask("SELECT count(*) FROM used JOIN run ON id = run WHERE experiment = 'other'"), 3 * 4);
    assert_int_equal(desk_ask("SELECT count(*) FROM used AS a JOIN used AS b ON a.result = b.result AND a.run < b.run"),
                     2 * 4);
}

/* Runs that write reports into one folder at the same time leave an index of all of them. */
static void test_one_folder(void **state)
{
    enum { RUNS = 6 };
    static char index[DESK_OUTPUT_MOST];
    char folder[PATH_MAX], path[PATH_MAX], name[32];
    pid_t pids[RUNS];

    (void)state;
    desk_path("reports", folder);
    for (int i = 0; i < RUNS; i++) {
        char database[PATH_MAX];

        (void)snprintf(name, sizeof name, "e%d.txt", i);
        desk_path(name, path);
        desk_write(path, "title t\ngame tictactoe\nposition p initial\nvariant v minimax\ndepths 1\nmeasure nodes\n"
                         "table x\ncolumns v\n");
        (void)snprintf(name, sizeof name, "e%d.sqlite", i);
        desk_path(name, database);
        pids[i] = desk_start(desk.out_file, desk.err_file,
                             DESK_WORDS("run", path, "--quiet", "--database", database, "--output", folder));
    }
    for (int i = 0; i < RUNS; i++)
        assert_int_equal(desk_wait(pids[i]), 0);
    desk_path("reports/index.html", path);
    desk_read(path, index);
    for (int i = 0; i < RUNS; i++) {
        (void)snprintf(name, sizeof name, "href=\"e%d.html\"", i);
        assert_says(index, name);
    }
}

/* Read-only users also see the rows that a killed run left beside the database. */
static void test_read_only_after_kill(void **state)
{
    long lines = 0;

    (void)state;
    desk_write(desk.experiment, many);
    while (!run_and_kill("1", MANY_ROWS / 2, 0))
        assert_int_equal(remove(desk.database), 0);
    assert_int_equal(chmod(desk.database, 0400), 0);
    if (access(desk.database, W_OK) == 0)
        skip();
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_int_equal(chmod(desk.database, 0600), 0);
    for (const char *end = desk.out; (end = strchr(end, '\n')) != NULL; end++)
        lines++;
    assert_int_equal(lines - 1, desk_count_rows());
    assert_true(lines - 1 >= MANY_ROWS / 2);
}

/* The time left follows from the times of finished rows and their growth. */
static void test_time_left(void **state)
{
    static const char form[] = "title t\ngame tictactoe\nposition a initial\nposition b x../.../...\n"
                               "variant v minimax\n%s\nmeasure nodes\ntable x\ncolumns v\n";
    char text[256];

    (void)state;
    (void)snprintf(text, sizeof text, form, "depths 1-2");
    desk_write(desk.experiment, text);
    assert_good(RUN("--quiet"));
    /* 10 s and 40 s: a factor of four with each ply, so 160 s and 640 s for each of two positions */
    assert_int_equal(desk_ask("UPDATE result SET time_us = 10000000 * (3 * limit_value - 2)"), -1);
    (void)snprintf(text, sizeof text, form, "depths 1-4");
    desk_write(desk.experiment, text);
    assert_good(RUN("--jobs", "1"));
    assert_says(desk.err, "4 of 8 rows were there already, about 27 min left\n");
    /* 10 s, 60 s, 90 s: ninefold in two plies, so 270 s */
    assert_int_equal(desk_ask("DELETE FROM result WHERE limit_value = 4"), -1);
    assert_int_equal(
        desk_ask("UPDATE result SET time_us = 1000000 * (CASE limit_value WHEN 1 THEN 10 WHEN 2 THEN 60 ELSE 90 END)"),
        -1);
    assert_good(RUN("--jobs", "1"));
    assert_says(desk.err, "6 of 8 rows were there already, about 9 min left\n");

    (void)snprintf(text, sizeof text, form, "nodes 10");
    desk_write(desk.experiment, text);
    assert_good(RUN("--quiet"));
    assert_int_equal(desk_ask("UPDATE result SET time_us = 60000000"), -1);
    (void)snprintf(text, sizeof text, form, "nodes 10 1000");
    desk_write(desk.experiment, text);
    assert_good(RUN("--jobs", "1"));
    assert_says(desk.err, "2 of 4 rows were there already, about 3.3 h left\n");

    /* 98 and 100 days: beyond 99 days there is no estimate */
    assert_int_equal(desk_ask("DELETE FROM result WHERE limit_value = 1000"), -1);
    assert_int_equal(desk_ask("UPDATE result SET time_us = 98 * 864000000 / 2 WHERE limit_value = 10"), -1);
    assert_good(RUN("--jobs", "1"));
    assert_says(desk.err, "2 of 4 rows were there already, about 98.0 days left\n");
    assert_int_equal(desk_ask("DELETE FROM result WHERE limit_value = 1000"), -1);
    assert_int_equal(desk_ask("UPDATE result SET time_us = 100 * 864000000 / 2 WHERE limit_value = 10"), -1);
    assert_good(RUN("--jobs", "1"));
    assert_says(desk.err, "2 of 4 rows were there already, time left unknown\n");
}

/* Ctrl-C also ends a run whose single searches are too short to be stopped. */
static void test_interrupted_between(void **state)
{
    enum { POSITIONS = 3000 };
    by_text text = {0};
    pid_t pid;

    (void)state;
    by_text_add(&text, "title t\ngame tree\nvariant v minimax\ndepths 3\nmeasure nodes\ntable x\ncolumns v\n");
    for (int i = 0; i < POSITIONS; i++)
        by_text_printf(&text, "position p%d A(%d,2)\n", i, i);
    desk_write(desk.experiment, by_text_string(&text));
    by_text_free(&text);
    pid = desk_start(desk.out_file, desk.err_file, DESK_WORDS("run", desk.experiment, "--database", desk.database));
    for (int i = 0; i < 3000 && desk_count_rows() == 0; i++)
        desk_sleep_us(10000);
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(desk_wait(pid), 130);
    assert_in_range(desk_count_rows(), 1, POSITIONS - 1);
}
#endif

int main(void)
{
#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)
    const struct CMUnitTest tests[] = {
        ON_DESK(test_jobs),       ON_DESK(test_interrupted),
#ifdef HAS_SQLITE
        ON_DESK(test_killed),     ON_DESK(test_two_runs),
        ON_DESK(test_three_runs), ON_DESK(test_two_experiments),
        ON_DESK(test_one_folder), ON_DESK(test_read_only_after_kill),
        ON_DESK(test_time_left),  ON_DESK(test_interrupted_between),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
