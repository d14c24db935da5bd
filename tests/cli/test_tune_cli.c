/* SPDX-License-Identifier: MIT
 *
 * boyi tune and boyi eval from outside.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
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

static struct selfplay_bench bench;

static int make_games(void **state)
{
    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, 30, 1);
    (void)snprintf(shell_place, sizeof shell_place, "%s", bench.path);
    return 0;
}

static int remove_games(void **state)
{
    (void)state;
    selfplay_bench_close(&bench);
    return 0;
}

static char *beside(const char *ending)
{
    static char path[96];

    (void)snprintf(path, sizeof path, "%s%s", bench.path, ending);
    return path;
}

/* Twice the same bytes, with one thread or three; others by another seed. The curve has a row for each epoch. */
static void test_same_bytes(void **state)
{
    static const char usual[] = "tune xiangqi @ --least-seen 20 --epochs 5 --batch 64 --patience 0 --min-ply 4";
    char arguments[512];
    uint8_t *bytes, *curve;
    size_t length, curve_length;
    int rows = 0;

    (void)state;
    (void)snprintf(arguments, sizeof arguments, "%s --output @.inc --csv @.csv", usual);
    assert_int_equal(shell_run(arguments), 0);
    assert_non_null(strstr(shell_out, "positions checked"));
    bytes = file_bytes(beside(".inc"), &length);
    curve = file_bytes(beside(".csv"), &curve_length);
    for (size_t i = 0; i < curve_length; i++)
        rows += curve[i] == '\n';
    assert_int_equal(rows, 6);
    assert_int_equal(shell_run(arguments), 0);
    assert_file_bytes(beside(".inc"), bytes, length);
    (void)snprintf(arguments, sizeof arguments, "%s --output @.inc --csv @.csv --threads 3", usual);
    assert_int_equal(shell_run(arguments), 0);
    assert_file_bytes(beside(".inc"), bytes, length);
    assert_file_bytes(beside(".csv"), curve, curve_length);
    /* On standard output there are the weights alone. */
    (void)snprintf(arguments, sizeof arguments, "%s 2>/dev/null | cat >@.csv", usual);
    assert_int_equal(shell_run(arguments), 0);
    assert_file_bytes(beside(".csv"), bytes, length);
    (void)snprintf(arguments, sizeof arguments, "%s --seed 2", usual);
    assert_int_equal(shell_run(arguments), 0);
    assert_non_null(strstr(shell_out, "/* material */"));
    assert_null(strstr(shell_out, (const char *)bytes));
    free(bytes);
    free(curve);
    (void)unlink(beside(".inc"));
    (void)unlink(beside(".csv"));
}

/* Special files are written to, not replaced. */
static void test_link(void **state)
{
    struct stat about;
    uint8_t *bytes;
    size_t length;

    (void)state;
    (void)unlink(beside(".link"));
    assert_int_equal(symlink("/dev/null", beside(".link")), 0);
    assert_int_equal(shell_run("tune xiangqi @ --only tempo --epochs 1 --least-seen 1 --output @.link"), 0);
    assert_int_equal(lstat(beside(".link"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(beside(".link"), &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    assert_int_equal(unlink(beside(".link")), 0);
    assert_int_equal(shell_run("tune xiangqi @ --only tempo --epochs 1 --least-seen 1 --output @.link"), 0);
    bytes = file_bytes(beside(".link"), &length);
    assert_true(length > 100);
    free(bytes);
    (void)unlink(beside(".link"));
}

/* Only what is asked for is learnt. */
static void test_only(void **state)
{
    (void)state;
    assert_int_equal(shell_run("tune xiangqi @ --only tempo --epochs 2 --least-seen 1 --patience 0"), 0);
    assert_non_null(strstr(shell_out, "1 of "));
    assert_int_equal(shell_run("tune xiangqi @ --only nothing"), 2);
    assert_non_null(strstr(shell_out, "no weight's name begins with 'nothing'"));
}

/* Waits until the curve has its first rows: learning is under way. */
static void wait_for_curve(pid_t child)
{
    const struct timespec moment = {.tv_nsec = 20000000};

    for (;;) {
        FILE *file = fopen(beside(".csv"), "r");
        int rows = 0, status;

        for (int c; file && (c = fgetc(file)) != EOF;)
            rows += c == '\n';
        if (file)
            (void)fclose(file);
        if (rows > 3)
            return;
        assert_int_equal(waitpid(child, &status, WNOHANG), 0);
        (void)nanosleep(&moment, NULL);
    }
}

/* Ctrl-C in the middle: the weights so far are written. */
static void test_interrupt(void **state)
{
    char curve[96], weights[96];
    pid_t child;
    uint8_t *bytes;
    size_t length;
    int status;

    (void)state;
    (void)snprintf(curve, sizeof curve, "%s.csv", bench.path);
    (void)snprintf(weights, sizeof weights, "%s.inc", bench.path);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(3);
        (void)execl(program_path(), program_path(), "tune", "xiangqi", bench.path, "--epochs", "100000", "--batch",
                    "16", "--patience", "0", "--least-seen", "1", "--output", weights, "--csv", curve, (char *)NULL);
        _exit(3);
    }
    wait_for_curve(child);
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    bytes = file_bytes(weights, &length);
    assert_true(length > 1000);
    free(bytes);
    (void)unlink(weights);
    (void)unlink(curve);
}

/* Bad use is reported with the expectation. */
static void test_bad_use(void **state)
{
    static const struct {
        const char *arguments, *says;
        int code;
    } rows[] = {
        {"tune", "GAME", 2},
        {"tune xiangqi", "FILE", 2},
        {"tune tictactoe @", "no evaluation that can be tuned", 2},
        {"tune xiangqi /nonexistent", "cannot read /nonexistent", 2},
        {"tune xiangqi @ --min-ply 90000", "no position to learn from", 2},
        {"tune xiangqi @ --epochs 1 --output /nonexistent/w.inc", "cannot write", 1},
        {"tune xiangqi @ --csv /nonexistent/c.csv", "cannot write", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int code = shell_run(rows[i].arguments);

        if (code != rows[i].code || !strstr(shell_out, rows[i].says))
            fail_msg("boyi %s: %d, %s", rows[i].arguments, code, shell_out);
    }
}

/* The table of terms, the same over UCI, and JSON; a game without terms has its value. */
static void test_eval(void **state)
{
    (void)state;
    assert_int_equal(shell_run("eval xiangqi --game-set evaluation=full --moves h2e2"), 0);
    assert_non_null(strstr(shell_out, "mobility.rook"));
    assert_non_null(strstr(shell_out, "Evaluation: "));
    assert_int_equal(
        shell_run("uci <<'END'\nsetoption name evaluation value full\nposition startpos moves h2e2\neval\nEND\n"), 0);
    assert_non_null(strstr(shell_out, "mobility.rook"));
    assert_int_equal(shell_run("eval xiangqi --game-set evaluation=full --json"), 0);
    assert_non_null(strstr(shell_out, "{\"name\": \"tempo\", \"red\": {\"opening\": "));
    assert_int_equal(shell_run("eval tictactoe"), 0);
    assert_non_null(strstr(shell_out, "Evaluation: 0"));
    assert_int_equal(shell_run("eval xiangqi --position nothing"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_link),    cmocka_unit_test(test_only),
        cmocka_unit_test(test_interrupt),  cmocka_unit_test(test_bad_use), cmocka_unit_test(test_eval),
    };

    return cmocka_run_group_tests(tests, make_games, remove_games);
}
