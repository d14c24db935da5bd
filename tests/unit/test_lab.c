/* SPDX-License-Identifier: MIT
 *
 * The laboratory from outside: experiments are run by the program, killed, changed and run again. The environment
 * variable BOYI names the program, else it is build/boyi. All files are in a temporary folder.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "boyi/random.h"
#include "boyi/text.h"
#include "boyi/version.h"
#include "lab/build.h"
#include "lab/database.h"
#include "support/check.h"

#if defined(__has_include)
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#define HAS_SQLITE 1
#endif
#endif

extern char **environ;

/* ---- Running it ------------------------------------------------------------------------------------------------ */

enum { OUTPUT_MOST = 1 << 18, ARGUMENTS_MOST = 16, PATH_SIZE = 256, KILLED = 1000 };

static char folder[] = "/tmp/boyi-lab-XXXXXX";
static char experiment[PATH_SIZE], database[PATH_SIZE], out_file[PATH_SIZE], err_file[PATH_SIZE];
static char out[OUTPUT_MOST], err[OUTPUT_MOST];

static void path_of(const char *name, char path[PATH_SIZE])
{
    (void)snprintf(path, PATH_SIZE, "%s/%s", folder, name);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void read_back(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    size_t length;

    assert_non_null(file);
    length = fread(text, 1, OUTPUT_MOST - 1, file);
    text[length] = 0;
    (void)fclose(file);
}

/* Starts `boyi lab` with these arguments; what it prints goes into the files. */
static pid_t start_list(const char *out_path, const char *err_path, const char *first, va_list list)
{
    const char *program = getenv("BOYI") ? getenv("BOYI") : "build/boyi";
    char *arguments[ARGUMENTS_MOST] = {(char *)(uintptr_t)program, (char *)(uintptr_t) "lab", (char *)(uintptr_t)first};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t pid = -1;

    for (int i = 3; i < ARGUMENTS_MOST - 1 && (arguments[i] = va_arg(list, char *));)
        i++;
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
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

static pid_t start(const char *out_path, const char *err_path, const char *first, ...)
{
    va_list list;
    pid_t pid;

    va_start(list, first);
    pid = start_list(out_path, err_path, first, list);
    va_end(list);
    return pid;
}

static int wait_for(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : KILLED + WTERMSIG(status);
}

/* Runs `boyi lab` to its end and fills `out` and `err`; returns its exit code. */
static int lab(const char *first, ...)
{
    va_list list;
    int code;

    va_start(list, first);
    code = wait_for(start_list(out_file, err_file, first, list));
    va_end(list);
    read_back(out_file, out);
    read_back(err_file, err);
    return code;
}

#define RUN(...)    lab("run", experiment, "--database", database, __VA_ARGS__, NULL)
#define REPORT(...) lab("report", experiment, "--database", database, __VA_ARGS__, NULL)

#define assert_good(call)                                                                                              \
    do {                                                                                                               \
        int code_ = (call);                                                                                            \
        if (code_)                                                                                                     \
            fail_msg("exit code %d: %s", code_, err);                                                                  \
    } while (0)

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("expected '%s' in:\n%s", part, text);
}

static void sleep_us(long time_us)
{
    struct timespec time = {time_us / 1000000, time_us % 1000000 * 1000};

    nanosleep(&time, NULL);
}

/* ---- The folder ------------------------------------------------------------------------------------------------ */

static bool has_database(void)
{
    lab_database *opened = NULL;
    by_error error = {0};
    by_status status = lab_database_open(":memory:", false, NULL, &opened, &error);

    lab_database_close(opened);
    return status != BY_ERROR_UNSUPPORTED;
}

/* The tests need SQLite; without it the program says so, which test_mistakes does not need. */
#define NEED_DATABASE()                                                                                                \
    do {                                                                                                               \
        if (!has_database())                                                                                           \
            skip();                                                                                                    \
    } while (0)

static int make_folder(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    path_of("small.txt", experiment);
    path_of("rows.sqlite", database);
    path_of("out", out_file);
    path_of("err", err_file);
    return 0;
}

static int empty_folder(void **state)
{
    DIR *opened = opendir(folder);
    struct dirent *entry;
    char path[2 * PATH_SIZE];

    (void)state;
    while (opened && (entry = readdir(opened)) != NULL) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(remove(path), 0);
    }
    return opened ? closedir(opened) : -1;
}

static int remove_folder(void **state)
{
    return empty_folder(state) || rmdir(folder);
}

/* ---- Figures that are known ------------------------------------------------------------------------------------ */

/* Known from elsewhere: tic-tac-toe with plain values has 549,945 nodes below the root, alpha-beta in the order of the
 * cells sees 18,296 of them; nine moves begin it. */
static const char known[] = "title      Tic-tac-toe to its end\n"
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

static const char known_text[] = "Tic-tac-toe to its end\n"
                                 "Published: A textbook\n"
                                 "Game: tictactoe values=plain, boyi %s, sources %s\n"
                                 "\n"
                                 "all  minimax\n"
                                 "cut  alphabeta plain\n"
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

static const char known_markdown[] = "# Tic-tac-toe to its end\n"
                                     "\n"
                                     "Published: A textbook\n"
                                     "\n"
                                     "Game: tictactoe values=plain, boyi %s, sources %s\n"
                                     "\n"
                                     "| variant | search |\n"
                                     "|---|---|\n"
                                     "| all | minimax |\n"
                                     "| cut | alphabeta plain |\n"
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

static const char known_csv[] =
    "table,measure,limit_kind,limit,variant,positions,mean,published,base,change_percent,published_change_percent,"
    "ratio_min,ratio_median,ratio_max\n"
    "What alpha-beta saves,nodes,depth,1,all,1,9,9,,,,,,\n"
    "What alpha-beta saves,nodes,depth,1,cut,1,9,,all,0,,1,1,1\n"
    "What alpha-beta saves,nodes,depth,9,all,1,549945,549945,,,,,,\n"
    "What alpha-beta saves,nodes,depth,9,cut,1,18296,18296,all,-96.6731218576,-96.6731218576,"
    "0.0332687814236,0.0332687814236,0.0332687814236\n";

static const char known_rows[] = "position  variant  depth   nodes  value  best  depth\n"
                                 "start     all          1       9      4     4      1\n"
                                 "start     cut          1       9      4     4      1\n"
                                 "start     all          9  549945      0     0      9\n"
                                 "start     cut          9   18296      0     0      9\n";

static void assert_out(const char *format)
{
    by_text expected = {0};

    by_text_printf(&expected, format, by_version(), lab_build_sources());
    assert_string_equal(out, by_text_string(&expected));
    by_text_free(&expected);
}

/* A run prints known figures, and every form of the report is exactly this. */
static void test_known_figures(void **state)
{
    char file[PATH_SIZE];

    (void)state;
    NEED_DATABASE();
    write_text(experiment, known);
    assert_good(RUN("--quiet"));
    assert_string_equal(err, "");
    assert_out(known_text);
    assert_good(REPORT("--format", "text"));
    assert_out(known_text);
    assert_good(REPORT("--format", "markdown"));
    assert_out(known_markdown);
    assert_good(REPORT("--format", "csv"));
    assert_string_equal(out, known_csv);
    assert_good(REPORT("--rows"));
    assert_string_equal(out, known_rows);
    path_of("report", file);
    assert_good(REPORT("--rows", "--output", file));
    assert_string_equal(out, "");
    read_back(file, out);
    assert_string_equal(out, known_rows);
}

/* A table of a counter, by nodes instead of depth, without base and figures. */
static void test_other_measures(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, "title t\ngame tree\nposition a A(B(3,17),C(2,12))\nposition b A(B(1,2),C(3,4))\n"
                           "variant v alphabeta plain\nnodes 2 100\nmeasure nodes\n"
                           "table Table\ncolumns v\nmeasure hash_cuts\n"
                           "table All\ncolumns v\nmeasure nodes\n");
    assert_good(RUN("--quiet"));
    assert_says(out, "Game: tree bounds=0 wrong_bounds=0, boyi");
    /* Of the first tree 12 is cut: 5 nodes; of the second nothing: 6. */
    assert_says(out, "Mean nodes of 2 positions:\n\nnodes    v\n    2    2\n  100  5.5\n");
    assert_null(strstr(out, "Against"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(out, "position,variant,nodes,nodes\na,v,2,2\nb,v,2,2\na,v,100,5\nb,v,100,6\n");
}

/* Whether moves are those of the reference, by depth; each search ends with its evaluations. */
static void test_agreement(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, "title t\ngame tree\nposition a (A~1(5,5),B~9(0,0))\nposition b (A~9(5,5),B~1(0,0))\n"
                           "variant v minimax\nvariant r minimax\ndepths 1 2\ndepths 2 for r\nreference r\n"
                           "measure best agrees\nprogress p Agreement\nvariants v r\nmeasure agrees\n");
    assert_good(RUN("--quiet"));
    assert_says(out, "Mean agrees of 2 positions:\n\ndepth    v  r\n    1  0.5  -\n    2    1  1\n");
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(out, "position,variant,depth,best,agrees\na,v,1,B,0\nb,v,1,A,1\na,v,2,A,1\nb,v,2,A,1\n"
                             "a,r,2,A,1\nb,r,2,A,1\n");
    write_text(experiment, "title t\ngame xiangqi\nposition a initial\nvariant v alphabeta\nevaluations 10 200\n"
                           "measure evaluations\nprogress p T\nvariants v\nmeasure evaluations\n");
    assert_good(RUN("--quiet"));
    assert_says(out, "evaluations    v\n         10   10\n        200  200\n");
}

/* Who searches to the end loses no line of tic-tac-toe with either colour, and draws with his like; who looks one ply
 * ahead loses some. Games of other lengths are refused. */
static void test_games(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, "title t\ngame tictactoe values=plain\nposition p initial\nvariant best minimax\n"
                           "variant weak minimax\ndepths 9\ndepths 1 for weak\nplays lines best weak\n"
                           "measure lines_won lines_drawn lines_lost best_drawn best_lost weak_won weak_drawn\n"
                           "progress p T\nvariants best weak\nmeasure lines_lost\n");
    assert_good(RUN("--quiet"));
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(out, "position,variant,depth,lines_won,lines_drawn,lines_lost,best_drawn,best_lost,weak_won,"
                             "weak_drawn\n"
                             "p,weak,1,561,346,256,2,0,0,2\np,best,9,597,185,0,2,0,0,2\n");
    write_text(experiment, "title t\ngame xiangqi\nposition p initial\nvariant v minimax\ndepths 1\nplays lines\n"
                           "measure lines_won\nprogress p T\nvariants v\nmeasure lines_lost\n");
    assert_int_not_equal(RUN("--quiet"), 0);
    assert_says(err,
                "small.txt, line 6, column 1: position p: only games that surely end within 1000 moves are played");
    write_text(experiment, "title t\ngame connect4\nposition p initial\nvariant v minimax\ndepths 1\nplays lines\n"
                           "measure lines_won\nprogress p T\nvariants v\nmeasure lines_lost\n");
    assert_int_not_equal(RUN("--quiet"), 0);
    assert_says(err, "playing against every line takes more than 100000 searches");
}

/* The statistics of several positions: means, their change, and least, median and greatest ratio. */
static void test_statistics(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, "title t\ngame tree\n"
                           "position a A(B(3,17),C(2,12))\n"            /* 6 nodes, 5 by alpha-beta */
                           "position b A(B(1,2),C(3,4))\n"              /* 6, 6 */
                           "position c A(B(9,9),C(1,5,5,5,5),D(2,5))\n" /* 12, 7 */
                           "position d A(1)\n"                          /* 1, 1 */
                           "variant all minimax\nvariant cut alphabeta plain\ndepths 5\n"
                           "table x\ncolumns all cut\nbase all\nmeasure nodes\n");
    assert_good(RUN("--quiet", "--format", "csv"));
    /* means 25/4 and 19/4; ratios 5/6, 1, 7/12, 1 */
    assert_says(out, "x,nodes,depth,5,all,4,6.25,,,,,,,\n"
                     "x,nodes,depth,5,cut,4,4.75,,all,-24,,0.583333333333,0.916666666667,1\n");
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

#define assert_refused(part, ...)                                                                                      \
    do {                                                                                                               \
        assert_int_equal(lab(__VA_ARGS__, NULL), 2);                                                                   \
        assert_says(err, part);                                                                                        \
        assert_string_equal(out, "");                                                                                  \
    } while (0)

/* Mistakes are told with their place before anything runs, and no database is made. */
static void test_mistakes(void **state)
{
    (void)state;
    write_text(experiment, "title t\ngame tictactoe\nposition a initial\nvariant v alphabeta kilers=off\n");
    assert_refused("line 4, column 21: unknown option 'kilers', did you mean 'killers'?\n"
                   "    variant v alphabeta kilers=off\n"
                   "                        ^\n",
                   "run", experiment, "--database", database);
    write_text(experiment, "title t\ngame xiangqi\nposition a initial\n"
                           "variant v alphabeta exact memory_kib=7 deepening=0 hash=off\n"
                           "depths 9\ntable x\ncolumns v\nmeasure nodes\n");
    assert_refused("    variant v alphabeta exact memory_kib=7 deepening=0 hash=off\n    ^\n", "run", experiment,
                   "--database", database);
    assert_int_not_equal(access(database, F_OK), 0);
    assert_refused("unknown action 'rum', did you mean 'run'?", "rum", experiment);
    assert_refused("unknown form 'mark', did you mean 'markdown'?", "run", experiment, "--format", "mark");
    assert_refused("there is no experiment 'xiangqi-odering', did you mean 'xiangqi-ordering'?", "run",
                   "xiangqi-odering");
    assert_refused("there is no file 'qqqqqqqqqq'", "run", "qqqqqqqqqq");
    assert_refused("is missing", "run");
    assert_refused("--jobs", "run", experiment, "--jobs", "0");
}

/* The experiments that come with Boyi are good ones, found by name. */
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
        assert_good(lab("check", entry->d_name, NULL));
        assert_true(strncmp(out, entry->d_name, strlen(entry->d_name)) == 0);
        count++;
    }
    (void)closedir(opened);
    assert_true(count > 0);
}

/* What an experiment does not say, and where nothing can be written. */
static void test_figures_refused(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, known);
    assert_refused("does not say what a quick run is", "run", experiment, "--database", database, "--quick");
    assert_int_equal(RUN("--figures", "/nowhere/at/all"), 1);
    assert_says(err, "cannot make the folder /nowhere/at/all");
    assert_string_equal(out, ""); /* before anything is searched */
}

/* A file that is no database, and a database of somebody else, are left as they are. */
static void test_foreign_files(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, known);
    assert_refused("unable to open", "report", experiment, "--database", database);
    assert_int_not_equal(access(database, F_OK), 0);
    write_text(database, "This is a letter and no database. It is long enough to be looked at, and it stays as it is.");
    assert_refused("not a database", "run", experiment, "--database", database);
    read_back(database, out);
    assert_true(strncmp(out, "This is a letter", 16) == 0);
}

/* ---- Again and again ------------------------------------------------------------------------------------------- */

/* Rows that are there are not searched again; those whose definition changed are, and only those. */
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
        write_text(experiment, text);
        assert_good(lab("run", experiment, "--database", database, NULL));
        if (strncmp(err, steps[i].expected, strlen(steps[i].expected)) != 0)
            fail_msg("step %zu: expected '%s', got '%s'", i, steps[i].expected, err);
    }
}

/* As many rows as take some seconds at most, none of them long. */
static const char many[] = "title t\ngame pairs width=5 height=4 line=4\nposition a initial\n"
                           "position b x..../...o./...o./.....\nposition c ...../..x../...../.....\n"
                           "variant v alphabeta plain\nvariant w alphabeta plain hash=on\n"
                           "variant x alphabeta\nvariant y alphabeta hash=off\n"
                           "depths 1-6\nmeasure nodes evaluations value best depth hash_cuts killers_cuts\n"
                           "table x\ncolumns v w x y\nbase v\n";
enum { MANY_ROWS = 3 * 4 * 6 };

/* All rows of a run that nothing disturbed. */
static void run_undisturbed(char *rows)
{
    char other[PATH_SIZE];

    path_of("undisturbed.sqlite", other);
    assert_good(lab("run", experiment, "--database", other, "--jobs", "1", "--quiet", "--rows", NULL));
    memcpy(rows, out, OUTPUT_MOST);
}

#ifdef HAS_SQLITE
/* The number that a question to the database is answered with. */
static long ask(const char *sql)
{
    sqlite3 *connection;
    sqlite3_stmt *statement;
    long answer = -1;

    assert_int_equal(sqlite3_open(database, &connection), SQLITE_OK);
    sqlite3_busy_timeout(connection, 60000);
    assert_int_equal(sqlite3_prepare_v2(connection, sql, -1, &statement, NULL), SQLITE_OK);
    if (sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(connection);
    return answer;
}

static long count_rows(void)
{
    if (access(database, F_OK) != 0 || ask("SELECT count(*) FROM sqlite_master") <= 0)
        return 0;
    return ask("SELECT count(*) FROM result");
}

/* No row is there twice, none without its counters, runs use only rows that are there, and the file is sound. One look
 * sees all, while others may be writing. */
static void assert_no_harm(void)
{
    if (count_rows() == 0)
        return;
    assert_int_equal(ask("SELECT (SELECT count(*) FROM result) - (SELECT count(DISTINCT key) FROM result)"), 0);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE id NOT IN (SELECT result FROM counter)"), 0);
    assert_int_equal(ask("SELECT count(*) FROM used WHERE result NOT IN (SELECT id FROM result) OR run NOT IN (SELECT "
                         "id FROM run)"),
                     0);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE id NOT IN (SELECT result FROM used)"), 0);
    assert_int_equal(ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
}

static void assert_sound(long rows)
{
    assert_int_equal(ask("SELECT count(*) FROM result"), rows);
    assert_no_harm();
}

/* Starts a run and kills it after some more rows and some more microseconds; whether it still ran then. */
static bool run_and_kill(const char *jobs, long rows, long time_us)
{
    pid_t pid = start(out_file, err_file, "run", experiment, "--database", database, "--quiet", "--jobs", jobs, NULL);
    long wanted = count_rows() + rows;

    /* Its output is opened before it runs and written when it has ended. */
    for (read_back(out_file, out); count_rows() < wanted && !*out; read_back(out_file, out))
        sleep_us(500);
    sleep_us(time_us);
    assert_int_equal(kill(pid, SIGKILL), 0);
    return wait_for(pid) == KILLED + SIGKILL;
}

static void assert_complete(const char *rows)
{
    assert_good(RUN("--rows"));
    assert_string_equal(out, rows);
    assert_sound(MANY_ROWS);
}

/* Killed at a hundred random moments, with one worker and with four, a run goes on where it was: no finished row is
 * lost, and in the end all are as if nothing had happened. If a run was faster than we, it begins anew. */
static void test_killed(void **state)
{
    const char *sanitizers = getenv("SANITIZE");
    const int wanted = sanitizers && *sanitizers ? 20 : 100;
    static char rows[OUTPUT_MOST];
    struct by_random random = {20};

    (void)state;
    write_text(experiment, many);
    run_undisturbed(rows);
    for (int kills = 0, tries = 0; kills < wanted; tries++) {
        long before = count_rows();
        long more = by_random_below(&random, 4);
        bool was_killed = run_and_kill(tries % 2 ? "4" : "1", more, (long)by_random_below(&random, 4000));

        if (count_rows() < before)
            fail_msg("%ld rows after %ld", count_rows(), before);
        assert_no_harm();
        kills += was_killed;
        assert_true(tries < 20 * wanted);
        if (was_killed)
            continue;
        assert_complete(rows);
        assert_int_equal(remove(database), 0);
    }
    assert_complete(rows);
}

/* Makes the database of the rows in form 2 that a text has. */
static void make_second_form(void)
{
    sqlite3 *connection;

    read_back("tests/data/lab_form2.sql", out);
    assert_int_equal(sqlite3_open(database, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, out, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
    assert_int_equal(ask("SELECT user_version FROM pragma_user_version"), 2);
}

/* Starts a run and kills it as soon as it changes the file, or so much later. */
static void kill_while_changing(long time_us)
{
    char journal[PATH_SIZE];
    pid_t pid = start(out_file, err_file, "run", experiment, "--database", database, "--quiet", NULL);

    path_of("rows.sqlite-journal", journal);
    for (int i = 0; i < 200000 && access(journal, F_OK) != 0; i++)
        sleep_us(10);
    if (time_us)
        sleep_us(time_us);
    assert_int_equal(kill(pid, SIGKILL), 0);
    (void)wait_for(pid);
}

/* Killed while it brings a database into the new form, a run leaves the old or the new one, whole, and no row is lost.
 */
static void test_killed_in_upgrade(void **state)
{
    enum { KILLS = 10 };

    (void)state;
    write_text(experiment, known);
    for (int i = 0; i < KILLS; i++) {
        long form;

        make_second_form();
        kill_while_changing(i * 2000);
        form = ask("SELECT user_version FROM pragma_user_version");
        assert_true(form == 2 || form == 3);
        assert_int_equal(ask("SELECT count(*) FROM sqlite_master WHERE name IN ('run', 'used', 'forget_run')"),
                         form == 3 ? 3 : 0);
        assert_int_equal(ask("SELECT count(*) FROM pragma_table_info('result') WHERE name IN ('flags', 'workers')"),
                         form == 3 ? 2 : 0);
        assert_int_equal(ask("SELECT count(*) FROM sqlite_master WHERE name = 'forget'"), 1);
        assert_int_equal(ask("SELECT count(*) FROM result WHERE sources = '1-1'"), 8);
        assert_int_equal(ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
        assert_good(RUN("--quiet"));
        assert_out(known_text);
        assert_int_equal(ask("SELECT count(*) FROM result"), 8 + 4);
        assert_int_equal(remove(database), 0);
    }
}

/* Two runs at once on one database: both end well, and each row is there once. */
static void test_two_runs(void **state)
{
    static char rows[OUTPUT_MOST];
    char other_out[PATH_SIZE], other_err[PATH_SIZE];
    pid_t first, second;

    (void)state;
    write_text(experiment, many);
    run_undisturbed(rows);
    path_of("out2", other_out);
    path_of("err2", other_err);
    first = start(out_file, err_file, "run", experiment, "--database", database, "--rows", NULL);
    second = start(other_out, other_err, "run", experiment, "--database", database, "--rows", NULL);
    assert_int_equal(wait_for(first), 0);
    assert_int_equal(wait_for(second), 0);
    read_back(out_file, out);
    assert_string_equal(out, rows);
    read_back(other_out, out);
    assert_string_equal(out, rows);
    assert_sound(MANY_ROWS);
}

/* Two runs with several workers, and a third that is killed meanwhile: the two end well with the rows of one that
 * nothing disturbed. */
static void test_three_runs(void **state)
{
    static char rows[OUTPUT_MOST];
    char outs[2][PATH_SIZE], other_err[PATH_SIZE];
    pid_t pids[2];

    (void)state;
    write_text(experiment, many);
    run_undisturbed(rows);
    path_of("out2", outs[0]);
    path_of("out3", outs[1]);
    path_of("err2", other_err);
    for (int i = 0; i < 2; i++)
        pids[i] = start(outs[i], other_err, "run", experiment, "--database", database, "--rows", "--jobs", "2", NULL);
    (void)run_and_kill("2", 5, 1000);
    assert_no_harm();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wait_for(pids[i]), 0);
        read_back(outs[i], out);
        assert_string_equal(out, rows);
    }
    assert_sound(MANY_ROWS);
    assert_int_equal(ask("SELECT count(*) FROM run"), 1); /* all three were alike */
    assert_int_equal(ask("SELECT count(*) FROM used"), MANY_ROWS);
}

/* Two experiments at once that have searches in common share these rows, each with a run of its own. */
static void test_two_experiments(void **state)
{
    char other[PATH_SIZE], other_out[PATH_SIZE], other_err[PATH_SIZE];
    pid_t first, second;

    (void)state;
    path_of("other.txt", other);
    path_of("out2", other_out);
    path_of("err2", other_err);
    write_text(experiment, many);
    write_text(other, "title t\ngame pairs width=5 height=4 line=4\nposition second x..../...o./...o./.....\n"
                      "variant first alphabeta plain\nvariant third alphabeta\nvariant new minimax\ndepths 1-4\n"
                      "measure nodes\ntable x\ncolumns first\n");
    first = start(out_file, err_file, "run", experiment, "--database", database, "--jobs", "2", NULL);
    second = start(other_out, other_err, "run", other, "--database", database, "--jobs", "2", NULL);
    assert_int_equal(wait_for(first), 0);
    assert_int_equal(wait_for(second), 0);
    assert_int_equal(ask("SELECT count(*) FROM result"), MANY_ROWS + 4);
    assert_int_equal(ask("SELECT count(DISTINCT key) FROM result"), MANY_ROWS + 4);
    assert_int_equal(ask("SELECT count(*) FROM run WHERE finished_at IS NOT NULL"), 2);
    assert_int_equal(ask("SELECT count(*) FROM used JOIN run ON id = run WHERE experiment = 'small'"), MANY_ROWS);
    assert_int_equal(ask("SELECT count(*) FROM used JOIN run ON id = run WHERE experiment = 'other'"), 3 * 4);
    assert_int_equal(ask("SELECT count(*) FROM used AS a JOIN used AS b ON a.result = b.result AND a.run < b.run"),
                     2 * 4);
}

/* Rows of another version of the program are no rows of this one, unless they are asked for. */
static void test_other_versions(void **state)
{
    (void)state;
    write_text(experiment, known);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("UPDATE result SET sources = 'older', nodes = nodes + 1"), -1);
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(out, "position,variant,depth,nodes,value,best,depth\n");
    assert_good(REPORT("--format", "text"));
    assert_says(out, "Not finished: 0 of 4 rows are done\n");
    assert_good(REPORT("--rows", "--other-versions"));
    assert_says(out, "start     cut          9   18297 ");
    assert_good(lab("run", experiment, "--database", database, NULL));
    assert_says(err, "0 of 4 rows\n");
    assert_out(known_text);
    assert_good(REPORT("--rows", "--other-versions"));
    assert_string_equal(out, known_rows);
    assert_int_equal(ask("SELECT count(*) FROM result"), 8);
}

/* When a search ends, and by which options of the game, are part of what a row is found by. */
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
        write_text(experiment, text);
        assert_good(RUN("--quiet"));
        assert_int_equal(ask("SELECT count(*) FROM result"), rows_then[i]);
    }
    assert_int_equal(ask("SELECT count(*) FROM result WHERE game_options = 'values=plain'"), 2);
}

/* A search that is to end when it is decided ends there: the next move wins, but as long as not all others are looked
 * at to the end alpha-beta goes on. */
static void test_decided(void **state)
{
    static const char form[] = "title t\ngame xiangqi\n"
                               "position a 4k4/R8/1R7/9/9/9/9/9/9/3K5 w\n"
                               "variant v alphabeta plain deepening=1\nnodes 3000\n%s"
                               "measure nodes\ntable x\ncolumns v\n";
    char text[512];

    (void)state;
    (void)snprintf(text, sizeof text, form, "");
    write_text(experiment, text);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("SELECT nodes = 3000 AND answer = 'yes' FROM result ORDER BY id DESC"), 1);
    (void)snprintf(text, sizeof text, form, "decided\n");
    write_text(experiment, text);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("SELECT nodes < 100 AND answer = 'yes' AND stopped = 'done' FROM result ORDER BY id DESC"), 1);
    assert_int_equal(ask("SELECT count(*) FROM point JOIN result ON id = result WHERE stopped = 'done'"), 1);
    /* Not only what is noted ends there */
    assert_int_equal(ask("SELECT min(evaluations) < max(evaluations) FROM result"), 1);
}

/* The capture of blocks in Go, as far as a quick run goes: all parts are printed, and all files written. */
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
    char path[PATH_SIZE];

    (void)state;
    NEED_DATABASE();
    assert_good(lab("run", "go-capture", "--quick", "--quiet", "--database", database, "--figures", folder, NULL));
    assert_string_equal(err, "");
    assert_says(out, "Table 1: six searches, and ours\n");
    assert_says(out, "solved by neither ");
    assert_says(out, "predicted yes  predicted no  nothing\n");
    assert_int_equal(ask("SELECT count(*) FROM result WHERE answer = 'none'"), 0);
    assert_int_equal(ask("SELECT count(*) > 4 FROM result WHERE answer = 'yes'"), 1);
    assert_int_equal(ask("SELECT count(*) > 4 FROM result WHERE answer = 'no'"), 1);
    /* Alpha-beta ends when it knows; captured blocks have no evaluation left, and no proof number */
    assert_int_equal(ask("SELECT count(*) FROM result WHERE method = 'alphabeta' AND nodes > 5000"), 0);
    assert_int_equal(ask("SELECT count(*) FROM result JOIN point ON id = result WHERE method = 'alphabeta' "
                         "AND (evaluation = 0) <> (answer = 'yes' AND point.depth = result.depth)"),
                     0);
    assert_int_equal(ask("SELECT count(*) FROM result JOIN point ON id = result WHERE method <> 'alphabeta' "
                         "AND (proof_number = 0) <> (disproof_number IS NULL)"),
                     0);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        path_of(files[i], path);
        read_back(path, out);
        assert_true(strlen(out) > 10);
    }
    path_of("fig7.svg", path);
    read_back(path, out);
    assert_says(out, "<svg");
    assert_says(out, " nodes, ab+hash: ");
    /* Without --quick it would take long, and is not what was asked for */
    assert_good(lab("report", "go-capture", "--database", database, NULL));
    assert_says(out, "Not finished: ");
}

/* A database of the first form, without answers and curves, keeps its rows and gets the new ones; only who may write
 * brings it there. Rows that are deleted by hand take all that is theirs with them. */
static void test_first_form(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, known);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("DROP TABLE used"), -1);
    assert_int_equal(ask("DROP TABLE run"), -1);
    assert_int_equal(ask("DROP TABLE point"), -1);
    assert_int_equal(ask("DROP TRIGGER forget"), -1);
    assert_int_equal(ask("ALTER TABLE result DROP COLUMN processor"), -1);
    assert_int_equal(ask("ALTER TABLE result DROP COLUMN flags"), -1);
    assert_int_equal(ask("ALTER TABLE result DROP COLUMN workers"), -1);
    assert_int_equal(ask("ALTER TABLE result DROP COLUMN answer"), -1);
    assert_int_equal(ask("PRAGMA user_version = 1"), -1);
    assert_refused("the database has form 1, `boyi lab run` brings it into form 3", "report", experiment, "--database",
                   database);
    assert_good(RUN("--quiet"));
    assert_out(known_text);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE answer = 'none'"), 4);
    assert_int_equal(ask("SELECT user_version FROM pragma_user_version"), 3);
    assert_int_equal(ask("DELETE FROM result"), -1);
    assert_int_equal(ask("SELECT count(*) FROM counter"), 0);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("SELECT count(*) > 0 FROM point"), 1);
    assert_int_equal(ask("DELETE FROM result"), -1);
    assert_int_equal(ask("SELECT count(*) FROM point"), 0);
}

/* A database of a later form, and one of another program, are not touched. */
static void test_other_forms(void **state)
{
    (void)state;
    write_text(experiment, known);
    assert_int_equal(ask("CREATE TABLE theirs (x)"), -1);
    assert_refused("this is a database of another program", "run", experiment, "--database", database);
    assert_int_equal(ask("SELECT count(*) FROM sqlite_master"), 1);
    assert_int_equal(ask("SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    assert_int_equal(remove(database), 0);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("PRAGMA user_version = 99"), -1);
    assert_refused("the database has form 99, this program knows forms up to 3", "run", experiment, "--database",
                   database);
    assert_int_equal(ask("PRAGMA application_id = 7"), -1);
    assert_refused("this is a database of another program", "report", experiment, "--database", database);
    assert_int_equal(ask("SELECT count(*) FROM result"), 4);
}

/* Who may not write a database, nor beside it, can read it all the same, whatever its name; reading leaves no files
 * behind. Not for root, who may write everything. */
static void test_read_only(void **state)
{
    char path[PATH_SIZE], beside[PATH_SIZE];

    (void)state;
    path_of("100% #1?.sqlite", path);
    write_text(experiment, known);
    assert_good(lab("run", experiment, "--database", path, "--quiet", NULL));
    assert_int_equal(chmod(path, 0400), 0);
    if (access(path, W_OK) == 0)
        skip();
    assert_good(lab("report", experiment, "--database", path, "--rows", NULL));
    assert_string_equal(out, known_rows);
    path_of("100% #1?.sqlite-shm", beside);
    assert_int_not_equal(access(beside, F_OK), 0);
    write_text(out_file, "");
    write_text(err_file, "");
    assert_int_equal(chmod(folder, 0500), 0);
    assert_int_equal(chmod(path, 0600), 0);
    (void)lab("report", experiment, "--database", path, "--rows", NULL);
    assert_int_equal(chmod(path, 0400), 0);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_string_equal(err, "");
    assert_string_equal(out, known_rows);
}

/* Waits for a line of a run that is under way. */
static void assert_will_say(const char *part)
{
    for (int i = 0; i < 3000; i++) {
        read_back(err_file, err);
        if (strstr(err, part))
            return;
        sleep_us(10000);
    }
    fail_msg("expected '%s' in:\n%s", part, err);
}

/* Starts a run while this process keeps the database locked; it says that it waits and ends well afterwards. */
static void check_waiting(void)
{
    sqlite3 *connection;
    pid_t pid;

    assert_int_equal(sqlite3_open(database, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    pid = start(out_file, err_file, "run", experiment, "--database", database, "--quiet", NULL);
    assert_will_say("boyi lab: waiting for ");
    assert_will_say(", which keeps the database locked\n");
    assert_int_equal(sqlite3_exec(connection, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(wait_for(pid), 0);
    sqlite3_close(connection);
    read_back(out_file, out);
    assert_out(known_text);
}

/* A run that another process keeps waiting for long says so, and for whom where the system tells; both for a new
 * database and for one that is in use. */
static void test_waiting(void **state)
{
    char who[64];

    (void)state;
    write_text(experiment, known);
    check_waiting();
    check_waiting();
    (void)snprintf(who, sizeof who, "waiting for process %ld, ", (long)getpid());
    if (access("/proc/locks", R_OK) == 0 && !strstr(err, "another process"))
        assert_says(err, who);
}

/* Rows that a killed run left beside the database are seen also by those who may only read. */
static void test_read_only_after_kill(void **state)
{
    long lines = 0;

    (void)state;
    write_text(experiment, many);
    while (!run_and_kill("1", MANY_ROWS / 2, 0))
        assert_int_equal(remove(database), 0);
    assert_int_equal(chmod(database, 0400), 0);
    if (access(database, W_OK) == 0)
        skip();
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_int_equal(chmod(database, 0600), 0);
    for (const char *end = out; (end = strchr(end, '\n')) != NULL; end++)
        lines++;
    assert_int_equal(lines - 1, count_rows());
    assert_true(lines - 1 >= MANY_ROWS / 2);
}

/* The time that is left is told from the times of rows that are done, as they grew so far. */
static void test_time_left(void **state)
{
    static const char form[] = "title t\ngame tictactoe\nposition a initial\nposition b x../.../...\n"
                               "variant v minimax\n%s\nmeasure nodes\ntable x\ncolumns v\n";
    char text[256];

    (void)state;
    (void)snprintf(text, sizeof text, form, "depths 1-2");
    write_text(experiment, text);
    assert_good(RUN("--quiet"));
    /* 10 s and 40 s: it is four times as long with each ply, so 160 s and 640 s for each of two positions */
    assert_int_equal(ask("UPDATE result SET time_us = 10000000 * (3 * limit_value - 2)"), -1);
    (void)snprintf(text, sizeof text, form, "depths 1-4");
    write_text(experiment, text);
    assert_good(RUN("--jobs", "1"));
    assert_says(err, "4 of 8 rows were there already, about 27 min left\n");
    /* 10 s, 60 s, 90 s: ninefold in two plies, so 270 s */
    assert_int_equal(ask("DELETE FROM result WHERE limit_value = 4"), -1);
    assert_int_equal(
        ask("UPDATE result SET time_us = 1000000 * (CASE limit_value WHEN 1 THEN 10 WHEN 2 THEN 60 ELSE 90 END)"), -1);
    assert_good(RUN("--jobs", "1"));
    assert_says(err, "6 of 8 rows were there already, about 9 min left\n");

    (void)snprintf(text, sizeof text, form, "nodes 10");
    write_text(experiment, text);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("UPDATE result SET time_us = 60000000"), -1);
    (void)snprintf(text, sizeof text, form, "nodes 10 1000");
    write_text(experiment, text);
    assert_good(RUN("--jobs", "1"));
    assert_says(err, "2 of 4 rows were there already, about 3.3 h left\n");

    /* 98 and 100 days: what is further off than that nobody can estimate */
    assert_int_equal(ask("DELETE FROM result WHERE limit_value = 1000"), -1);
    assert_int_equal(ask("UPDATE result SET time_us = 98 * 864000000 / 2 WHERE limit_value = 10"), -1);
    assert_good(RUN("--jobs", "1"));
    assert_says(err, "2 of 4 rows were there already, about 98.0 days left\n");
    assert_int_equal(ask("DELETE FROM result WHERE limit_value = 1000"), -1);
    assert_int_equal(ask("UPDATE result SET time_us = 100 * 864000000 / 2 WHERE limit_value = 10"), -1);
    assert_good(RUN("--jobs", "1"));
    assert_says(err, "2 of 4 rows were there already, time left unknown\n");
}

/* Ctrl-C ends a run of searches too that are each over before they could be stopped. */
static void test_interrupted_between(void **state)
{
    enum { POSITIONS = 3000 };
    by_text text = {0};
    pid_t pid;

    (void)state;
    by_text_add(&text, "title t\ngame tree\nvariant v minimax\ndepths 3\nmeasure nodes\ntable x\ncolumns v\n");
    for (int i = 0; i < POSITIONS; i++)
        by_text_printf(&text, "position p%d A(%d,2)\n", i, i);
    write_text(experiment, by_text_string(&text));
    by_text_free(&text);
    pid = start(out_file, err_file, "run", experiment, "--database", database, NULL);
    for (int i = 0; i < 3000 && count_rows() == 0; i++)
        sleep_us(10000);
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(wait_for(pid), 130);
    assert_in_range(count_rows(), 1, POSITIONS - 1);
}

/* What is needed to repeat a row stands in it. */
static void test_repeatable(void **state)
{
    (void)state;
    write_text(experiment, known);
    assert_good(RUN("--quiet"));
    assert_int_equal(ask("SELECT count(*) FROM result WHERE game = 'tictactoe' AND game_options = 'values=plain' AND "
                         "position = '.../.../...' AND method = 'alphabeta' AND options LIKE '%pvs=off%' AND "
                         "limit_kind = 'depth' AND limit_value = 9 AND nodes = 18296 AND stopped IN ('done', 'depth') "
                         "AND kind = 'draw' AND is_proved AND version <> '' AND compiler <> '' AND system <> '' AND "
                         "processor LIKE '%_ core%' "
                         "AND flags LIKE '%-O%' AND workers > 0 AND "
                         "experiment = 'small' AND length(experiment_fingerprint) = 16 AND finished_at LIKE '20%Z' AND "
                         "sources GLOB '[0-9]*-[0-9]*'"),
                     1);
}
#endif

/* With several workers the rows are the same as with one. */
static void test_jobs(void **state)
{
    static char rows[OUTPUT_MOST];

    (void)state;
    NEED_DATABASE();
    write_text(experiment, many);
    run_undisturbed(rows);
    for (int i = 0; i < 2; i++) {
        assert_good(RUN("--jobs", i ? "1" : "4", "--rows", "--quiet"));
        assert_string_equal(out, rows);
        assert_int_equal(remove(database), 0);
    }
}

/* Ctrl-C ends a run, keeps what is done, and says how to go on. */
static void test_interrupted(void **state)
{
    pid_t pid;

    (void)state;
    NEED_DATABASE();
    write_text(experiment, "title t\ngame pairs width=8 height=8 line=6\nposition a initial\n"
                           "variant v minimax\ndepths 1 2 60\nmeasure nodes\ntable x\ncolumns v\n");
    pid = start(out_file, err_file, "run", experiment, "--database", database, "--jobs", "1", NULL);
    for (int i = 0; i < 3000; i++) {
        read_back(err_file, err);
        if (strstr(err, "2 of 3 rows"))
            break;
        sleep_us(10000);
    }
    assert_says(err, "2 of 3 rows, v at depth 60, time left unknown\n");
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(wait_for(pid), 130);
    read_back(err_file, err);
    assert_says(err, "boyi lab: ended; 2 of 3 rows are kept. To go on: boyi lab run ");
    assert_says(err, " --database ");
    read_back(out_file, out);
    assert_string_equal(out, "");
    assert_good(REPORT("--rows", "--format", "csv"));
    assert_string_equal(out, "position,variant,depth,nodes\na,v,1,64\na,v,2,4096\n");
}

#define SOME_TREE  "position a A(B(3,17),C(2,12))\n"
#define OTHER_TREE "position b A(B(1,2),C(3,4))\n"
#define PARTIAL(positions, columns)                                                                                    \
    "title t\ngame tree\n" positions "variant all minimax\nvariant cut alphabeta plain\nmeasure nodes\n" columns
#define BOTH "depths 5\ntable x\ncolumns all cut\nbase all\n"

/* A mean over some of the positions is marked, and compared only over positions that both columns have. */
static void test_partial(void **state)
{
    (void)state;
    NEED_DATABASE();
    write_text(experiment, PARTIAL(SOME_TREE, BOTH));
    assert_good(RUN("--quiet"));
    write_text(experiment, PARTIAL(SOME_TREE OTHER_TREE, BOTH));
    assert_good(REPORT("--format", "text"));
    assert_says(out, "Not finished: 2 of 4 rows are done\n");
    assert_says(out, "depth  all  cut\n    5   6*   5*\n");
    assert_says(out, "    5  -16.7*     0.833*  0.833*  0.833*\n\n* not of all positions yet\n");
    assert_good(REPORT("--format", "markdown"));
    assert_says(out, "| 5 | 6\\* | 5\\* |\n");

    write_text(experiment, PARTIAL(OTHER_TREE, "depths 5\ndepths 4 for all\ntable x\ncolumns cut\n"));
    assert_good(RUN("--quiet"));
    write_text(experiment, PARTIAL(SOME_TREE OTHER_TREE, BOTH));
    assert_good(REPORT("--format", "text"));
    assert_says(out, "depth  all  cut\n    5   6*  5.5\n");
    assert_says(out, "    5  -16.7*     0.833*  0.833*  0.833*\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_known_figures, empty_folder),
        cmocka_unit_test_teardown(test_other_measures, empty_folder),
        cmocka_unit_test_teardown(test_agreement, empty_folder),
        cmocka_unit_test_teardown(test_games, empty_folder),
        cmocka_unit_test_teardown(test_statistics, empty_folder),
        cmocka_unit_test_teardown(test_mistakes, empty_folder),
        cmocka_unit_test_teardown(test_own_experiments, empty_folder),
        cmocka_unit_test_teardown(test_figures_refused, empty_folder),
        cmocka_unit_test_teardown(test_foreign_files, empty_folder),
        cmocka_unit_test_teardown(test_changed_definitions, empty_folder),
#ifdef HAS_SQLITE
        cmocka_unit_test_teardown(test_killed, empty_folder),
        cmocka_unit_test_teardown(test_killed_in_upgrade, empty_folder),
        cmocka_unit_test_teardown(test_two_runs, empty_folder),
        cmocka_unit_test_teardown(test_three_runs, empty_folder),
        cmocka_unit_test_teardown(test_two_experiments, empty_folder),
        cmocka_unit_test_teardown(test_other_versions, empty_folder),
        cmocka_unit_test_teardown(test_other_forms, empty_folder),
        cmocka_unit_test_teardown(test_first_form, empty_folder),
        cmocka_unit_test_teardown(test_go_capture, empty_folder),
        cmocka_unit_test_teardown(test_keys_of_questions, empty_folder),
        cmocka_unit_test_teardown(test_decided, empty_folder),
        cmocka_unit_test_teardown(test_waiting, empty_folder),
        cmocka_unit_test_teardown(test_read_only, empty_folder),
        cmocka_unit_test_teardown(test_read_only_after_kill, empty_folder),
        cmocka_unit_test_teardown(test_time_left, empty_folder),
        cmocka_unit_test_teardown(test_interrupted_between, empty_folder),
        cmocka_unit_test_teardown(test_repeatable, empty_folder),
#endif
        cmocka_unit_test_teardown(test_jobs, empty_folder),
        cmocka_unit_test_teardown(test_interrupted, empty_folder),
        cmocka_unit_test_teardown(test_partial, empty_folder),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
