/* SPDX-License-Identifier: MIT
 *
 * boyi selfplay from outside.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/program.h"
#include "support/selfplay.h"
#include "support/shell.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

/* Runs `boyi selfplay` with arguments, in which @ stands for the folder of the test; returns the exit code. */
static int selfplay(const char *arguments)
{
    char command[1024];

    (void)snprintf(command, sizeof command, "selfplay %s", arguments);
    return shell_run(command);
}

static void path_of(const char *name, char *path)
{
    (void)snprintf(path, 160, "%s/%s", shell_place, name);
}

#define PLAY "run --openings @/openings.txt --random-plies 2 --nodes 80 --set memory_kib=1024 --max-plies 60 "

static int make_files(void **state)
{
    static const char openings[] = "startpos moves h2e2 h9g7\n# a comment\nstartpos\n";
    char path[160];

    assert_int_equal(shell_make_folder(state), 0);
    path_of("openings.txt", path);
    file_set_bytes(path, (const uint8_t *)openings, sizeof openings - 1);
    assert_int_equal(selfplay(PLAY "--games 10 --output @/games"), 0);
    shell_says("10 games, 10 of them new");
    return 0;
}

/* The same command on another number of jobs, in two parts, makes the same file. */
static void test_run(void **state)
{
    char first[160], second[160];
    uint8_t *bytes;
    size_t length;

    (void)state;
    path_of("games", first);
    path_of("again", second);
    assert_int_equal(selfplay(PLAY "--games 4 --jobs 2 --output @/again"), 0);
    assert_int_equal(selfplay(PLAY "--games 10 --jobs 2 --output @/again"), 0);
    shell_says("holds 4 games, going on");
    bytes = file_bytes(first, &length);
    assert_file_bytes(second, bytes, length);
    free(bytes);
}

/* Mistakes are reported with the expectation, and exit with 2. */
static void test_mistakes(void **state)
{
    static const struct {
        const char *arguments, *message;
    } cases[] = {
        {"", "a command is missing, expected run, stats, dump or check"},
        {"stat", "did you mean 'stats'"},
        {"run --games 3 --nodes 5", "--output FILE is missing"},
        {"run --games 3 --output @/x", "--nodes N is missing"},
        {"run --nodes 3 --output @/x", "--games N is missing"},
        {"run --nodes 3 --games 2 --output @/x", "would play the same again"},
        {"run --nodes 3 --games 1 --output @/no/such/folder", "cannot open"},
        {"run --nodes 3 --games 1 --output /dev/null", "is no ordinary file"},
        {"run --nodes 3 --games 1 --output @/x --openings @/none", "cannot read"},
        {"run --nodes 3 --games 1 --output @/x --jobs 0", "expected a whole number from 1"},
        {"run chess --nodes 3 --games 1 --output @/x", "unknown game 'chess'"},
        {PLAY "--games 12 --seed 2 --output @/games", "the file has seed=1, asked for is seed=2"},
        {"stats", "FILE... is missing"},
        {"stats @/openings.txt", "is no file of self-play"},
        {"stats @/games --format xml", "expected text, csv or json"},
        {"dump @/games --format xml", "expected text, csv or json"},
        {"dump @/none", "cannot read"},
        {"check @/openings.txt", "is no file of self-play"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(selfplay(cases[i].arguments), 2);
        shell_says(cases[i].message);
    }
    assert_int_equal(selfplay("--help"), 0);
    assert_int_equal(selfplay("run --help"), 0);
    shell_says("--random-plies N");
}

/* Games are printed in all forms, from the one and as many as asked for. */
static void test_dump(void **state)
{
    int all;

    (void)state;
    assert_int_equal(selfplay("dump @/games --from 2 --count 3"), 0);
    shell_says("game 2: ");
    shell_says("game 4: ");
    assert_null(strstr(shell_out, "game 1: "));
    assert_null(strstr(shell_out, "game 5: "));
    assert_int_equal(selfplay("dump @/games --format csv"), 0);
    assert_memory_equal(shell_out, "game,ply,position,move,score,result\n", 36);
    shell_says("0,1,\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\",\"h9g7\",,");
    all = shell_lines();
    assert_int_equal(selfplay("dump @/games --format csv --count 9"), 0);
    assert_true(shell_lines() < all);
    assert_int_equal(selfplay("dump @/games --format json"), 0);
    assert_int_equal(shell_lines(), 10);
}

/* The statistics count what the dump shows. */
static void test_stats(void **state)
{
    int plies, rows = 0;

    (void)state;
    assert_int_equal(selfplay("dump @/games --format csv"), 0);
    plies = shell_lines() - 1;
    for (const char *at = shell_out; (at = strchr(at, '\n')) != NULL && at[1]; at++)
        rows++;
    assert_int_equal(rows, plies);
    assert_int_equal(selfplay("stats @/games @/games --format csv"), 0);
    shell_says(",files,2,");
    shell_says(",games,20,");
    assert_int_equal(selfplay("stats @/games"), 0);
    shell_says("10 games, ");
#ifdef HAS_JANSSON
    assert_int_equal(selfplay("stats @/games --format json"), 0);
    {
        json_t *json = json_loads(shell_out, 0, NULL);

        assert_non_null(json);
        assert_int_equal(json_integer_value(json_object_get(json, "plies")), plies);
        assert_int_equal(json_integer_value(json_object_get(json, "games")), 10);
        assert_non_null(json_object_get(json_object_get(json, "score"), "-20..20"));
        json_decref(json);
    }
#endif
    assert_int_equal(selfplay("run tictactoe --nodes 50 --games 3 --random-plies 2 --output @/tictactoe"), 0);
    assert_int_equal(selfplay("stats @/games @/tictactoe"), 2);
    shell_says("holds games of tictactoe, expected xiangqi");
}

/* Damage and a missing end are found, with their place and a code that is not 0; a whole file is good. */
static void test_check(void **state)
{
    char path[160];
    uint8_t *bytes;
    size_t length;

    (void)state;
    assert_int_equal(selfplay("check @/games"), 0);
    shell_says("10 good games");
    path_of("games", path);
    bytes = file_bytes(path, &length);
    path_of("damaged", path);
    file_set_bytes(path, bytes, length - 1);
    assert_int_equal(selfplay("check @/damaged"), 2);
    shell_says("9 good games");
    shell_says("is cut off at byte");
    bytes[length - 20] ^= 4;
    file_set_bytes(path, bytes, length);
    assert_int_equal(selfplay("check @/games @/damaged"), 2);
    shell_says("is damaged at byte");
    assert_int_equal(selfplay(PLAY "--games 10 --output @/damaged"), 2);
    assert_int_equal(selfplay(PLAY "--games 10 --output @/damaged --repair"), 0);
    bytes[length - 20] ^= 4;
    assert_file_bytes(path, bytes, length);
    free(bytes);
}

static bool has_size(const char *path, off_t size)
{
    struct stat about;

    return stat(path, &about) == 0 && about.st_size > size;
}

/* Ctrl-C ends the run with whole games and without complaint, and they are those that a run to its end has. */
static void test_interrupt(void **state)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    char path[160], opening[160];
    uint8_t *stopped, *games;
    size_t stopped_length, length;
    uint64_t waits = 0;
    int status;
    pid_t child;

    (void)state;
    path_of("stopped", path);
    path_of("openings.txt", opening);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        (void)signal(SIGINT, SIG_DFL);
        (void)!freopen("/dev/null", "w", stdout);
        (void)execl(program_path(), program_path(), "selfplay", "run", "--openings", opening, "--random-plies", "2",
                    "--nodes", "80", "--set", "memory_kib=1024", "--max-plies", "60", "--games", "1000000", "--jobs",
                    "2", "--output", path, (char *)NULL);
        _exit(99);
    }
    while (!has_size(path, 3000) && waits++ < 20000)
        nanosleep(&moment, NULL);
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(selfplay("check @/stopped"), 0);
    assert_null(strstr(shell_out, ": 0 good games"));
    stopped = file_bytes(path, &stopped_length);
    path_of("games", path);
    games = file_bytes(path, &length);
    assert_memory_equal(stopped, games, stopped_length < length ? stopped_length : length);
    free(stopped);
    free(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),   cmocka_unit_test(test_mistakes), cmocka_unit_test(test_dump),
        cmocka_unit_test(test_stats), cmocka_unit_test(test_check),    cmocka_unit_test(test_interrupt),
    };

    return cmocka_run_group_tests(tests, make_files, shell_remove_folder);
}
