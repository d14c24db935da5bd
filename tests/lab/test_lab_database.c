/* SPDX-License-Identifier: MIT
 *
 * The database seen from outside: how rows are found again, earlier and later forms, foreign files, locks, and
 * read-only databases.
 */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "lab/build.h"
#include "lab/database_sql.h"
#include "support/lab.h"

#ifdef HAS_SQLITE
#include <sqlite3.h>
#endif

/* Existing rows are not searched again; rows whose definition changed are, and only those. */
static void test_changed_definitions(void **state)
{
    static const char form[] = "title %s\ngame tictactoe %s\nposition a %s\nposition b x../.o./...\n"
                               "variant %s alphabeta plain %s\nvariant w minimax\ndepths %s\nmeasure nodes\n"
                               "table x\ncolumns w\n";
    static const struct {
        const char *words[6];
        const char *expected;
    } steps[] = {
        {{"t", "", "initial", "v", "", "1-3"}, "0 of 12 rows\n"},
        {{"t", "", "initial", "v", "", "1-3"}, "12 of 12 rows were there already\n"},
        {{"u", "", ".../.../...", "renamed", "form=fail_soft", "1-3"}, "12 of 12 rows were there already\n"},
        {{"t", "", "initial", "v", "hash=on", "1-3"}, "6 of 12 rows were there already"},
        {{"t", "", ".x./.o./...", "v", "", "1-3"}, "6 of 12 rows were there already"},
        {{"t", "values=plain", "initial", "v", "", "1-3"}, "0 of 12 rows\n"},
        {{"t", "", "initial", "v", "", "2-4"}, "8 of 12 rows were there already"},
        {{"t", "", "initial", "v", "", "1-4"}, "16 of 16 rows were there already\n"},
    };
    char text[1024];

    (void)state;
    NEED_DATABASE();
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const char *const *words = steps[i].words;

        (void)snprintf(text, sizeof text, form, words[0], words[1], words[2], words[3], words[4], words[5]);
        desk_write(desk.experiment, text);
        assert_good(LAB("run", desk.experiment, "--database", desk.database));
        if (strncmp(desk.err, steps[i].expected, strlen(steps[i].expected)) != 0)
            fail_msg("step %zu: expected '%s', got '%s'", i, steps[i].expected, desk.err);
    }
}

/* A file that is not a database, and a foreign database, stay unchanged. */
static void test_foreign_files(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, desk_known);
    assert_refused("unable to open", "report", desk.experiment, "--database", desk.database);
    assert_int_not_equal(access(desk.database, F_OK), 0);
    desk_write(desk.database,
               "This is a letter and no database. It is long enough to be looked at, and it stays as it is.");
    assert_refused("not a database", "run", desk.experiment, "--database", desk.database);
    desk_read(desk.database, desk.out);
    assert_true(strncmp(desk.out, "This is a letter", 16) == 0);
}

#ifdef HAS_SQLITE
/* A row contains all that you need to repeat it. */
static void test_repeatable(void **state)
{
    (void)state;
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    assert_int_equal(
        desk_ask("SELECT count(*) FROM result WHERE game = 'tictactoe' AND game_options = 'values=plain' AND "
                 "position = '.../.../...' AND method = 'alphabeta' AND options LIKE '%pvs=off%' AND "
                 "limit_kind = 'depth' AND limit_value = 9 AND nodes = 18296 AND stopped IN ('done', 'depth') "
                 "AND kind = 'draw' AND is_proved AND version <> '' AND compiler <> '' AND system <> '' AND "
                 "processor LIKE '%_ core%' "
                 "AND flags LIKE '%-O%' AND workers > 0 AND "
                 "experiment = 'small' AND length(experiment_fingerprint) = 16 AND finished_at LIKE '20%Z' AND "
                 "sources GLOB '[0-9]*-[0-9]*'"),
        1);
}

/* Rows of another version of the program do not count, unless you ask for them. */
static void test_other_versions(void **state)
{
    char several[256];

    (void)state;
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    assert_int_equal(
        desk_ask("UPDATE result SET sources = 'older', nodes = nodes + 1, version = '0.0.1', compiler = 'cc 1',"
                 " flags = '-O9', processor = '', workers = 0"),
        -1);
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(desk.out, "position,variant,limit,nodes,value,best,depth\n");
    assert_good(REPORT("--format", "text"));
    assert_says(desk.out, "Not finished: 0 of 4 rows are done\n");
    assert_good(REPORT("--rows", "--other-versions"));
    assert_says(desk.out, "start     cut          9   18297 ");
    assert_good(REPORT("--other-versions"));
    assert_says(desk.out, "Program: boyi 0.0.1, sources older\n");
    assert_good(REPORT("--other-versions", "--format", "html"));
    assert_says(desk.out, "<dt>Program</dt><dd>boyi 0.0.1, sources older</dd>\n");
    assert_says(desk.out, "<dt>Compiler</dt><dd>cc 1, flags -O9</dd>\n");
    assert_says(desk.out, "<dt>Processor</dt><dd>unknown</dd>\n");
    assert_says(desk.out, "<dt>Searches at once</dt><dd>unknown</dd>\n");
    assert_null(strstr(desk.out, "<dt>Latest run</dt>"));
    assert_good(LAB("run", desk.experiment, "--database", desk.database));
    assert_says(desk.err, "0 of 4 rows\n");
    assert_out(desk_known_text);
    assert_good(REPORT("--rows", "--other-versions"));
    assert_string_equal(desk.out, desk_known_rows);
    assert_int_equal(desk_ask("SELECT count(*) FROM result"), 8);
    /* If some rows are ours, the report lists each version with its rows. */
    assert_int_equal(desk_ask("DELETE FROM result WHERE sources <> 'older' AND limit_value = 9"), -1);
    assert_int_equal(desk_ask("DELETE FROM result WHERE sources <> 'older' AND method = 'minimax'"), -1);
    (void)snprintf(several, sizeof several, "boyi 0.0.1, sources older (3 rows); boyi %s, sources %s (1 row)",
                   by_version(), lab_build_sources());
    assert_good(REPORT("--other-versions", "--format", "markdown"));
    assert_says(desk.out, several);
    assert_good(REPORT("--other-versions", "--format", "html"));
    assert_says(desk.out, several);
    assert_says(desk.out, "<dt>Latest run</dt><dd>number 2, ");
    assert_good(REPORT("--format", "html"));
    assert_null(strstr(desk.out, "older"));
}

/* The end of a search and the game's options are part of a row's key. */
static void test_keys_of_questions(void **state)
{
    static const char form[] = "title t\ngame tictactoe\nposition a initial\nposition b x../.o./...\n"
                               "variant v alphabeta plain deepening=1\nvariant w minimax\ndepths 2\n%s"
                               "measure nodes\ntable x\ncolumns v w\n";
    static const char *const lines[] = {"", "decided\n", "decided 3\n",
                                        "decided 3\ngame tictactoe values=plain for v\n"};
    static const int rows_then[] = {4, 8, 12, 14};
    char text[512];

    (void)state;
    for (int i = 0; i < 4; i++) {
        (void)snprintf(text, sizeof text, form, lines[i]);
        desk_write(desk.experiment, text);
        assert_good(RUN("--quiet"));
        assert_int_equal(desk_ask("SELECT count(*) FROM result"), rows_then[i]);
    }
    assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE game_options = 'values=plain'"), 2);
}

/* Creates the database in form 2 with the rows of a text. */
static void make_second_form(void)
{
    sqlite3 *connection;

    desk_read("tests/data/lab_form2.sql", desk.out);
    assert_int_equal(sqlite3_open(desk.database, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, desk.out, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
    assert_int_equal(desk_ask("SELECT user_version FROM pragma_user_version"), 2);
}

/* Starts a run and kills it when it changes the file, or this much later. */
static void kill_while_changing(long time_us)
{
    char journal[PATH_MAX];
    pid_t pid = desk_start(desk.out_file, desk.err_file,
                           DESK_WORDS("run", desk.experiment, "--database", desk.database, "--quiet"));

    desk_path("rows.sqlite-journal", journal);
    for (int i = 0; i < 200000 && access(journal, F_OK) != 0; i++)
        desk_sleep_us(10);
    if (time_us)
        desk_sleep_us(time_us);
    assert_int_equal(kill(pid, SIGKILL), 0);
    (void)desk_wait(pid);
}

/* If an upgrade to the new form is killed, the database has the old form or the new one, complete, with all rows. */
static void test_killed_in_upgrade(void **state)
{
    enum { KILLS = 10 };

    (void)state;
    desk_write(desk.experiment, desk_known);
    for (int i = 0; i < KILLS; i++) {
        long form;

        make_second_form();
        kill_while_changing(i * 2000);
        form = desk_ask("SELECT user_version FROM pragma_user_version");
        assert_true(form == 2 || form == 4);
        assert_int_equal(desk_ask("SELECT count(*) FROM sqlite_master WHERE name IN ('run', 'used', 'forget_run')"),
                         form == 4 ? 3 : 0);
        assert_int_equal(
            desk_ask("SELECT count(*) FROM pragma_table_info('result') WHERE name IN ('flags', 'workers')"),
            form == 4 ? 2 : 0);
        assert_int_equal(desk_ask("SELECT count(*) FROM sqlite_master WHERE name = 'forget'"), 1);
        assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE sources = '1-1'"), 8);
        assert_int_equal(desk_ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
        assert_good(RUN("--quiet"));
        assert_out(desk_known_text);
        assert_int_equal(desk_ask("SELECT count(*) FROM result"), 8 + 4);
        assert_int_equal(remove(desk.database), 0);
    }
}

/* A database of form 1, without answers and curves, keeps its rows and gets the new ones. The upgrade needs permission
 * to write. Deleting rows by hand deletes all data that belongs to them. */
static void test_first_form(void **state)
{
    (void)state;
    NEED_DATABASE();
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    assert_int_equal(desk_ask("DROP TABLE used"), -1);
    assert_int_equal(desk_ask("DROP TABLE run"), -1);
    assert_int_equal(desk_ask("DROP TABLE point"), -1);
    assert_int_equal(desk_ask("DROP TRIGGER forget"), -1);
    assert_int_equal(desk_ask("ALTER TABLE result DROP COLUMN processor"), -1);
    assert_int_equal(desk_ask("ALTER TABLE result DROP COLUMN flags"), -1);
    assert_int_equal(desk_ask("ALTER TABLE result DROP COLUMN workers"), -1);
    assert_int_equal(desk_ask("ALTER TABLE result DROP COLUMN answer"), -1);
    assert_int_equal(desk_ask("PRAGMA user_version = 1"), -1);
    assert_refused("the database has form 1, `boyi lab run` brings it into form 4", "report", desk.experiment,
                   "--database", desk.database);
    assert_good(RUN("--quiet"));
    assert_out(desk_known_text);
    assert_int_equal(desk_ask("SELECT count(*) FROM result WHERE answer = 'none'"), 4);
    assert_int_equal(desk_ask("SELECT user_version FROM pragma_user_version"), 4);
    assert_int_equal(desk_ask("DELETE FROM result"), -1);
    assert_int_equal(desk_ask("SELECT count(*) FROM counter"), 0);
    assert_good(RUN("--quiet"));
    assert_int_equal(desk_ask("SELECT count(*) > 0 FROM point"), 1);
    assert_int_equal(desk_ask("DELETE FROM result"), -1);
    assert_int_equal(desk_ask("SELECT count(*) FROM point"), 0);
}

/* A run of form 3, which has no text, gets it when the experiment runs again unchanged; a run of another text does
 * not. */
static void test_third_form(void **state)
{
    (void)state;
    desk_write(desk.experiment, desk_known);
    assert_good(RUN("--quiet"));
    assert_int_equal(desk_ask("SELECT count(*) FROM run WHERE text LIKE 'title%'"), 1);
    assert_int_equal(desk_ask("ALTER TABLE run DROP COLUMN text"), -1);
    assert_int_equal(desk_ask("INSERT INTO run SELECT 7, experiment, 'another', is_quick, version, sources, compiler,"
                              " flags, processor, workers, started_at, finished_at FROM run"),
                     -1);
    assert_int_equal(desk_ask("PRAGMA user_version = 3"), -1);
    assert_refused("the database has form 3, `boyi lab run` brings it into form 4", "report", desk.experiment,
                   "--database", desk.database);
    assert_good(RUN("--quiet"));
    assert_out(desk_known_text);
    assert_int_equal(desk_ask("SELECT count(*) FROM result"), 4);
    assert_int_equal(desk_ask("SELECT count(*) FROM run WHERE text LIKE 'title%' AND id = 1"), 1);
    assert_int_equal(desk_ask("SELECT count(*) FROM run WHERE text = '' AND id = 7"), 1);
    assert_int_equal(LAB("status", desk.experiment, "--database", desk.database, "--text", "7"), 2);
    assert_says(desk.err, "run 7 is of a database that did not keep what the experiment said");
}

/* A database of a later form, or of another program, stays unchanged. */
static void test_other_forms(void **state)
{
    (void)state;
    desk_write(desk.experiment, desk_known);
    assert_int_equal(desk_ask("CREATE TABLE theirs (x)"), -1);
    assert_refused("this is a database of another program", "run", desk.experiment, "--database", desk.database);
    assert_int_equal(desk_ask("SELECT count(*) FROM sqlite_master"), 1);
    assert_int_equal(desk_ask("SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    assert_int_equal(remove(desk.database), 0);
    assert_good(RUN("--quiet"));
    assert_int_equal(desk_ask("PRAGMA user_version = 99"), -1);
    assert_refused("the database has form 99, this program knows forms up to 4", "run", desk.experiment, "--database",
                   desk.database);
    assert_int_equal(desk_ask("PRAGMA application_id = 7"), -1);
    assert_refused("this is a database of another program", "report", desk.experiment, "--database", desk.database);
    assert_int_equal(desk_ask("SELECT count(*) FROM result"), 4);
}

/* Without permission to write a database and its folder you can still read it, whatever its name; reading leaves no
 * files behind. Skipped for root, who may write everything. */
static void test_read_only(void **state)
{
    char path[PATH_MAX], beside[PATH_MAX];

    (void)state;
    desk_path("100% #1?.sqlite", path);
    desk_write(desk.experiment, desk_known);
    assert_good(LAB("run", desk.experiment, "--database", path, "--quiet"));
    assert_int_equal(chmod(path, 0400), 0);
    if (access(path, W_OK) == 0)
        skip();
    assert_good(LAB("report", desk.experiment, "--database", path, "--rows"));
    assert_string_equal(desk.out, desk_known_rows);
    desk_path("100% #1?.sqlite-shm", beside);
    assert_int_not_equal(access(beside, F_OK), 0);
    desk_write(desk.out_file, "");
    desk_write(desk.err_file, "");
    assert_int_equal(chmod(desk.folder, 0500), 0);
    assert_int_equal(chmod(path, 0600), 0);
    (void)LAB("report", desk.experiment, "--database", path, "--rows");
    assert_int_equal(chmod(path, 0400), 0);
    assert_int_equal(chmod(desk.folder, 0700), 0);
    assert_string_equal(desk.err, "");
    assert_string_equal(desk.out, desk_known_rows);
}

/* Starts a run while this process keeps the database locked. It reports that it waits, and then ends well. */
static void check_waiting(void)
{
    sqlite3 *connection;
    pid_t pid;

    assert_int_equal(sqlite3_open(desk.database, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    pid = desk_start(desk.out_file, desk.err_file,
                     DESK_WORDS("run", desk.experiment, "--database", desk.database, "--quiet"));
    desk_wait_for_words(desk.err_file, "boyi lab: waiting for ");
    desk_wait_for_words(desk.err_file, ", which keeps the database locked\n");
    assert_int_equal(sqlite3_exec(connection, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(desk_wait(pid), 0);
    sqlite3_close(connection);
    desk_read(desk.out_file, desk.out);
    assert_out(desk_known_text);
}

/* A run that waits long for another process says so, and names that process if the system knows it; for a new database
 * and for one in use. */
static void test_waiting(void **state)
{
    char who[64];

    (void)state;
    desk_write(desk.experiment, desk_known);
    check_waiting();
    check_waiting();
    (void)snprintf(who, sizeof who, "waiting for process %ld, ", (long)getpid());
    if (access("/proc/locks", R_OK) == 0 && !strstr(desk.err, "another process"))
        assert_says(desk.err, who);
}

/* A repeated statement is prepared once, and a query keeps no data of the one before it and holds no lock. */
static void test_statements_are_kept(void **state)
{
    enum { TIMES = 100, KINDS = 40 };
    struct sqlite3_stmt *statements[KINDS] = {0};
    lab_database *database;
    by_error error;
    char sql[32];

    (void)state;
    assert_int_equal(lab_database_open(":memory:", false, NULL, &database, &error), BY_OK);
    for (int i = 0; i < TIMES * KINDS; i++) {
        struct lab_query query;

        (void)snprintf(sql, sizeof sql, "SELECT %d, :a", i % KINDS);
        query = lab_query_begin(database, sql, &error);
        if (statements[i % KINDS])
            assert_ptr_equal(query.statement, statements[i % KINDS]);
        statements[i % KINDS] = query.statement;
        if (i % 2)
            lab_query_number(&query, ":a", i);
        assert_true(lab_query_next(&query));
        assert_int_equal(lab_query_number_at(&query, 0), i % KINDS);
        assert_int_equal(lab_query_is_null(&query, 1), i % 2 == 0);
        assert_int_equal(lab_query_end(&query), BY_OK);
    }
    assert_int_equal(lab_sql_execute(database, "DROP TABLE point", &error), BY_OK);
    lab_database_close(database);
}

/* The first error stays, and later calls do nothing. */
static void test_queries_keep_errors(void **state)
{
    struct lab_query query;
    lab_database *database;
    by_error error;

    (void)state;
    assert_int_equal(lab_database_open(":memory:", false, NULL, &database, &error), BY_OK);
    query = lab_query_begin(database, "SELECT nonsense", &error);
    lab_query_text(&query, ":a", "b");
    lab_query_number(&query, ":a", 1);
    lab_query_null(&query, ":a");
    assert_false(lab_query_next(&query));
    lab_query_run(&query);
    assert_int_equal(lab_query_columns(&query), 0);
    assert_int_equal(lab_query_end(&query), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "no such column: nonsense"));
    lab_database_close(database);
}
#endif

int main(void)
{
#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)
    const struct CMUnitTest tests[] = {
        ON_DESK(test_changed_definitions), ON_DESK(test_foreign_files),
#ifdef HAS_SQLITE
        ON_DESK(test_repeatable),          ON_DESK(test_other_versions),      ON_DESK(test_keys_of_questions),
        ON_DESK(test_killed_in_upgrade),   ON_DESK(test_first_form),          ON_DESK(test_third_form),
        ON_DESK(test_other_forms),         ON_DESK(test_read_only),           ON_DESK(test_waiting),
        ON_DESK(test_statements_are_kept), ON_DESK(test_queries_keep_errors),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
