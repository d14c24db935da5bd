/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support/lab.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "boyi/text.h"
#include "boyi/version.h"
#include "lab/build.h"
#include "lab/database.h"

#ifdef HAS_SQLITE
#include <sqlite3.h>
#endif

extern char **environ;

struct desk desk;

static char program[PATH_MAX];

/* ---- The folder ------------------------------------------------------------------------------------------------ */

void desk_path(const char *name, char path[PATH_MAX])
{
    if (snprintf(path, PATH_MAX, "%s/%s", desk.folder, name) >= PATH_MAX)
        fail_msg("the path of %s is too long", name);
}

/* The program is found from where the test is started, before anybody goes elsewhere. */
int desk_open(void **state)
{
    const char *named = getenv("BOYI") ? getenv("BOYI") : "build/boyi";

    (void)state;
    if (!realpath(named, program))
        fail_msg("there is no program %s", named);
    (void)snprintf(desk.folder, sizeof desk.folder, "/tmp/boyi-lab-XXXXXX");
    assert_non_null(mkdtemp(desk.folder));
    desk_path("small.txt", desk.experiment);
    desk_path("rows.sqlite", desk.database);
    desk_path("out", desk.out_file);
    desk_path("err", desk.err_file);
    return 0;
}

static void remove_all(const char *path)
{
    DIR *opened = opendir(path);
    struct dirent *entry;

    while (opened && (entry = readdir(opened)) != NULL) {
        char below[PATH_MAX];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        assert_true(snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < PATH_MAX);
        remove_all(below);
    }
    if (opened)
        (void)closedir(opened);
    assert_int_equal(remove(path), 0);
}

int desk_close(void **state)
{
    (void)state;
    remove_all(desk.folder);
    return 0;
}

void desk_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void desk_read(const char *path, char text[DESK_OUTPUT_MOST])
{
    FILE *file = fopen(path, "r");
    size_t length;

    if (!file)
        fail_msg("there is no %s", path);
    length = fread(text, 1, DESK_OUTPUT_MOST - 1, file);
    text[length] = 0;
    (void)fclose(file);
}

/* ---- Commands -------------------------------------------------------------------------------------------------- */

const char *desk_program(void)
{
    return program;
}

pid_t desk_start(const char *out_path, const char *err_path, const char *const *words)
{
    enum { ARGUMENTS_MOST = 96 };
    char *arguments[ARGUMENTS_MOST] = {program, (char *)(uintptr_t) "lab"};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t pid = -1;

    for (int i = 0; words[i]; i++) {
        assert_true(i + 3 < ARGUMENTS_MOST);
        arguments[i + 2] = (char *)(uintptr_t)words[i];
    }
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT); /* which a shell may have let us ignore */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, out_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(posix_spawn(&pid, program, &actions, &attributes, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

int desk_wait(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : DESK_KILLED + WTERMSIG(status);
}

int desk_run(const char *const *words)
{
    int code = desk_wait(desk_start(desk.out_file, desk.err_file, words));

    desk_read(desk.out_file, desk.out);
    desk_read(desk.err_file, desk.err);
    return code;
}

void desk_sleep_us(long time_us)
{
    struct timespec time = {time_us / 1000000, time_us % 1000000 * 1000};

    nanosleep(&time, NULL);
}

void desk_wait_for_words(const char *path, const char *words)
{
    for (int i = 0; i < 3000; i++) {
        desk_read(path, desk.err);
        if (strstr(desk.err, words))
            return;
        desk_sleep_us(10000);
    }
    fail_msg("expected '%s' in:\n%s", words, desk.err);
}

/* ---- What it says ---------------------------------------------------------------------------------------------- */

void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("expected '%s' in:\n%s", part, text);
}

void assert_silent(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

size_t count_in(const char *text, const char *part)
{
    size_t count = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

void assert_order(const char *text, const char *const *parts)
{
    for (const char *at = text; *parts; parts++) {
        at = strstr(at, *parts);
        if (!at)
            fail_msg("expected '%s' behind those before it in:\n%s", *parts, text);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

bool desk_has_database(void)
{
    lab_database *opened = NULL;
    by_error error = {0};
    by_status status = lab_database_open(":memory:", false, NULL, &opened, &error);

    lab_database_close(opened);
    return status != BY_ERROR_UNSUPPORTED;
}

#ifdef HAS_SQLITE
long desk_ask(const char *sql)
{
    sqlite3 *connection;
    sqlite3_stmt *statement;
    long answer = -1;

    assert_int_equal(sqlite3_open(desk.database, &connection), SQLITE_OK);
    sqlite3_busy_timeout(connection, 60000);
    assert_int_equal(sqlite3_prepare_v2(connection, sql, -1, &statement, NULL), SQLITE_OK);
    if (sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(connection);
    return answer;
}

long desk_count_rows(void)
{
    if (access(desk.database, F_OK) != 0 || desk_ask("SELECT count(*) FROM sqlite_master") <= 0)
        return 0;
    return desk_ask("SELECT count(*) FROM result");
}
#endif

/* ---- Figures that are known ------------------------------------------------------------------------------------ */

const char desk_known[] = "title      Tic-tac-toe to its end\n"
                          "paper      A textbook\n"
                          "game       tictactoe values=plain\n"
                          "position   start initial\n"
                          "measure    nodes value best depth\n"
                          "variant    all minimax\n"
                          "variant    cut alphabeta plain\n"
                          "depths     1 9\n"
                          "published  all nodes 1=9 9=549945\n"
                          "published  cut nodes 9=18296\n"
                          "table      What alpha-beta saves\n"
                          "columns    all cut\n"
                          "base       all\n"
                          "measure    nodes\n";

const char desk_known_text[] = "Tic-tac-toe to its end\n"
                               "Published: A textbook\n"
                               "Game: tictactoe values=plain\n"
                               "Program: boyi %s, sources %s\n"
                               "\n"
                               "all  depth 1, 9  minimax\n"
                               "cut  depth 1, 9  alphabeta plain\n"
                               "\n"
                               "What alpha-beta saves\n"
                               "\n"
                               "Mean nodes of 1 position:\n"
                               "\n"
                               "depth      all  published     cut  published\n"
                               "    1        9          9       9          -\n"
                               "    9  549,945    549,945  18,296     18,296\n"
                               "\n"
                               "Against all: change of the mean in %%, and the ratio position by position:\n"
                               "\n"
                               "depth  cut %%  published %%  ratio min  median    max\n"
                               "    1   +0.0            -      1.000   1.000  1.000\n"
                               "    9  -96.7        -96.7      0.033   0.033  0.033\n";

const char desk_known_rows[] = "position  variant  limit   nodes  value  best  depth\n"
                               "start     all          1       9      4     4      1\n"
                               "start     cut          1       9      4     4      1\n"
                               "start     all          9  549945      0     0      9\n"
                               "start     cut          9   18296      0     0      9\n";

void assert_out(const char *format)
{
    by_text expected = {0};
    char *origin = strstr(desk.out, "\nMade by `boyi lab run ");

    assert_non_null(origin);
    *origin = 0;
    by_text_printf(&expected, format, by_version(), lab_build_sources());
    assert_string_equal(desk.out, by_text_string(&expected));
    by_text_free(&expected);
}
